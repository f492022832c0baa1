"""The candidates: everything that a typed text may ask about cards, each with the signs for and against it.

``weights.json`` holds what each sign weighs.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from engine.cards import SYMBOLS, Card, Rank, Suit
from engine.text.claims import CountedPlay, counts_beside, parts_of_count, read_counted_play
from engine.text.questions import (
    MOST_PLAYED,
    DiscardQuestion,
    Face,
    FourCardQuestion,
    HandQuestion,
    NextQuestion,
    OddsQuestion,
    PlayQuestion,
    Question,
    RanksQuestion,
    RunQuestion,
    Topic,
    running_counts,
)
from engine.text.typed_cards import Token
from engine.text.typed_text import PARTNER_DEALS, SUITED, TypedText, face_of, nearest_kind
from engine.text.vocabulary import RANK_WORDS, RANKS_TYPED, SUITS_TYPED

_Found: TypeAlias = tuple[str, Question, Sequence[Token], tuple[str, ...]]
"""A kind of question, the question, the cards that it uses, and signs for it."""


class Candidate(NamedTuple):
    """What a text may ask, and the signs for and against it; ``question`` is None if it asks nothing."""

    kind: str
    question: Question | None
    signs: tuple[str, ...]
    cards: Sequence[Token] = ()


def candidates(text: TypedText) -> list[Candidate]:
    """Return everything that the text may ask, and that it may ask nothing."""
    of_text = tuple(_signs_of_text(text))
    found: dict[tuple[str, Question], Candidate] = {}
    counted = _counted_play(text)
    said = counted.said if counted is not None and counted.right > 1 else set()
    advice = (*_advice(text), *_odds(text), *_cuts(text))
    for kind, question, cards, signs in (*_hands(text), *_plays(text, counted), *advice):
        if not said.isdisjoint(cards):
            continue  # Counts that are those of a play are no cards.
        key = kind, question
        if key in found:
            found[key] = found[key]._replace(signs=tuple({*found[key].signs, *signs}))
        else:
            more = tuple(_signs_of_cards(text, cards)) if cards else ()
            found[key] = Candidate(kind, question, (*of_text, *more, *signs), cards)
    if text.scores is None and any(one.kind == "compare" and one.cards for one in found.values()):
        found = {key: one for key, one in found.items() if one.kind != "discard"}
    # "The count is 24 (K 7 7), I have A 5 6" asks for a reply, and nothing else that these cards may ask.
    told = [one for one in found.values() if "told" in one.signs]
    return [*(told or found.values()), Candidate("nothing", None, of_text)]


def _hands(text: TypedText) -> Iterator[_Found]:
    starter = text.starter
    parts = [*parts_of_count(text.low, text.claim)]
    declared_apart = {part.points for part in parts if "plainly" in part.signs}
    for name, cards in _sets(text, text.weights, starter):
        mark = starter if starter in cards else None
        for kind, question in _questions(text, cards, mark):
            signs = (f"set {name}", *(("marked",) if mark is not None else ("unmarked",) if starter else ()))
            if getattr(question, "declared", None) not in declared_apart:
                yield kind, question, cards, signs
            if isinstance(question, HandQuestion | RanksQuestion):
                for part in parts:
                    if not part.is_within(cards):
                        yield (
                            kind,
                            replace(question, declared=part.points, part=part.name),
                            cards,
                            (*signs, *part.signs),
                        )


def _sets(text: TypedText, held: Mapping[Token, int], starter: Token | None) -> Iterator[tuple[str, Sequence[Token]]]:
    """Yield the cards that may be asked about together, by what they are."""
    likely, surest, every = ([card for card in held if held[card] >= least] for least in (1, 2, 0))
    yield "likely", likely
    yield "surest", surest
    yield "every", every
    yield "singular", [card for card in likely if not card.is_plural]
    first = likely[:6]
    if {card.rank for card in likely[6:]} <= {card.rank for card in first}:
        yield "first six", first
    suited = [card for card in likely if card.suit is not None]
    if suited and starter in (None, *suited):
        others = [card for card in likely if card.suit is None]
        if all(not suited[0].start < card.start < suited[-1].start and card.value for card in others):
            yield "suited", suited
    for run in text.runs:
        cards = [card for card in run if held[card] > 0]
        yield "run", cards
        if len(cards) == 4 and starter is not None and starter not in cards:
            yield "run and starter", [*cards, starter]


def _questions(text: TypedText, cards: Sequence[Token], starter: Token | None) -> Iterator[tuple[str, Question]]:
    faces = [face_of(card) for card in cards]
    if len(cards) not in (4, 5, 6) or _is_too_often(faces):
        return
    options = [faces]
    if (twice := repeated(faces)) is not None:
        free = [Card(faces[twice].rank, suit) for suit in Suit]
        options = [[*faces[:twice], Face(card.rank, card), *faces[twice + 1 :]] for card in free]
        options = [option for option in options if repeated(option) is None]
    if len(cards) == 6 and text.kinds & {"dealer", "discard"}:
        starter = None
    for option in options:
        is_five = len(cards) == 5 and starter is None and text.claim is None
        if is_five:
            many = text.players()
            scores = None if many is None else text.scores_of(many)
            yield "one", DiscardQuestion(tuple(option), text.dealer(), scores, players=many)
        if is_five and _is_from_five(text):
            continue
        question = _question(text, option, None if starter is None else cards.index(starter), cards[0])
        if question is not None:
            yield _KINDS[type(question)], question


def _is_from_five(text: TypedText) -> bool:
    """Return whether the text says that five cards were dealt and some of them are discarded."""
    has_role = bool(text.kinds & {"pone", "dealer"}) and text.crib is False
    is_of_several = text.players_named() in (3, 4)
    if is_of_several and text.dealer() is not None and "points" not in text.kinds and text.claim is None:
        return True
    return ("discard" in text.kinds or has_role) and (
        is_of_several or _PATTERNS["five dealt"].search(text.low) is not None
    )


def _question(text: TypedText, faces: Sequence[Face], place: int | None, first: Token) -> Question | None:
    """Return what these cards ask, with the place of the starter if it is marked; None if they ask nothing."""
    declared = None if text.claim is None else text.claim.points
    crib = text.crib or (text.is_crib() and first not in text.beside_crib())
    if len(faces) == 6:
        return DiscardQuestion(tuple(faces), text.dealer(), text.scores_of(None)) if place is None else None
    if len(faces) == 4 and (place != 3 or crib):
        return FourCardQuestion(tuple(faces), crib, declared)
    has_nobs = (
        "nobs" in text.kinds
        or "right jack" in text.low
        or any(text.low[card.start : card.end] == "n" for card in text.cards)
    )
    has_nobs = has_nobs and not any(face.card for face in faces)
    is_marked = place is not None
    if place is None:
        others = [at for at, face in enumerate(faces) if not has_nobs or face.rank is not Rank.JACK]
        place = others[-1] if others else len(faces) - 1
    hand, starter = (*faces[:place], *faces[place + 1 :]), faces[place]
    held = tuple([face.card for face in hand if face.card is not None])
    why = _WHY.search(text.low) is not None
    if starter.card is not None and len(held) == len(hand):
        return HandQuestion(held, starter.card, crib, is_marked, declared, why=why)
    has_nobs = has_nobs and Rank.JACK in [face.rank for face in hand]
    return RanksQuestion(hand, starter, has_nobs, crib, is_marked, declared, why=why)


def _plays(text: TypedText, counted: CountedPlay | None) -> Iterator[_Found]:
    by_turns = text.is_by_turns()
    played = tuple(text.played(by_turns=by_turns))
    sets = {tuple(run): "run" for run in (played, *text.runs[:MOST_PLAYED])}
    sets[played] = "turns" if by_turns else "played"
    groups = text.groups()
    is_asked = _TO_PLAY.search(text.low) is not None or [text.role(one) for one in groups] == ["upon", "held"]
    held = [group[0] for group in groups if is_asked and text.role(group) == "held"]
    for cards, name in sets.items():
        faces = tuple(map(face_of, cards))
        if (held and (is_asked or held[-1] not in cards)) or (counted is not None and counted.is_rather_than(cards)):
            continue  # The cards were played, and the question is about those that are held; or some are scores.
        if 1 < len(cards) <= MOST_PLAYED and not is_impossible(faces):
            play = _play(text, cards, faces)
            yield "play", play, cards, (f"set {name}", *_signs_of_play(text, cards, faces))
            if counted is not None and play.declared is not None:
                is_same = [card.start for card in cards] == [card.start for card in counted.cards]
                is_said = [(place, points) for place, _, points in counted.written] == [(len(cards) - 1, play.declared)]
                counted = None if is_same and is_said else counted
    if counted is not None:
        faces, scores = tuple(map(face_of, counted.cards)), tuple(one for one in counted.written if one[0] >= 0)
        signs = (f"written {min(len(scores), 3)}", f"right {_right_counts(faces, scores)}")
        question = PlayQuestion(faces, None, counted.points, scores, text.restarts(counted.cards))
        yield "play", question, (), signs


def _counted_play(text: TypedText) -> CountedPlay | None:
    """Return the play with scores behind its cards without brackets: ``6 for 2, 6 (20-2)``; None without any."""
    solid = [token for token in text.raw if token.kind not in ("thin", "points") and not text.is_again(token)]
    play = read_counted_play(solid, text.low)
    if len(play.cards) > 2 * MOST_PLAYED:
        return None
    if not play.written:
        play = counts_beside(solid)
    if not 1 < len(play.cards) <= MOST_PLAYED or not play.written or is_impossible(list(map(face_of, play.cards))):
        return None
    in_brackets = [token.points for token in solid if token.kind == "written"]
    is_new = any(card not in text.places for card in play.cards) or len(play.written) > len(in_brackets)
    is_new = is_new or in_brackets.count(None) > [points for *_, points in play.written].count(None)
    return play if is_new else None


def _right_counts(faces: Sequence[Face], scores: Sequence[tuple[int, int | None, int | None]]) -> str:
    counts = running_counts(faces)
    said = [counts[place] == count for place, count, _ in scores if count is not None]
    return "none" if not said else "all" if all(said) else "some" if any(said) else "no"


def _play(text: TypedText, cards: Sequence[Token], faces: tuple[Face, ...]) -> PlayQuestion:
    claims = () if text.claim is None else (text.claim.points, *text.claim.others)
    count = running_counts(faces)[-1]
    written = text.written(cards)
    in_order = claims if "either" in text.kinds else claims[::-1]
    declared = next((points for points in in_order if points < 15 and points != count), None)
    called = None
    if len(written) == 1 and written[0][0] == len(cards) - 1 and written[0][2] is not None:
        (_, called, declared), written = written[0], ()
    elif declared in {said for _, said, _ in written}:
        declared = None
    return PlayQuestion(faces, called, declared, written, text.restarts(cards))


def _signs_of_play(text: TypedText, cards: Sequence[Token], faces: tuple[Face, ...]) -> Iterator[str]:
    count = running_counts(faces)[-1]
    claims = () if text.claim is None else (text.claim.points, *text.claim.others)
    if count in claims:
        yield "claims count"
    if any(15 < points < 30 and points != count for points in claims):
        yield "claims other"
    if text.written(cards):
        yield "written"
    if text.restarts(cards):
        yield "restarts"
    longest = max([len(run) for run in text.runs if run[0] in cards], default=0)
    yield f"longest {_bucket(longest, (1, 2, 3, 4, 5, 6, 9))}"
    if longest > 6 and not {face.rank for face in faces[6:]} <= {face.rank for face in faces[:6]}:
        yield "more than six"
    if longest == len(cards) == len([weight for weight in text.weights.values() if weight >= 0]):
        yield "whole"


def _advice(text: TypedText) -> Iterator[_Found]:
    """Yield the cards of which one is to be played, the discards to compare, and the cards that may be a run."""
    if _RUN.search(text.low):
        sets = (tuple(card for card in text.cards if text.weights[card] >= 0), *map(tuple, text.runs))
        for cards in dict.fromkeys(sets):
            if 1 < len(cards) < 8:
                yield "run", RunQuestion(tuple(map(face_of, cards))), cards, ()
    if (options := next(filter(None, [one.search(text.low) for one in _OPTIONS]), None)) is not None:
        yield from _compared(text, options)
    groups = text.groups()
    if len(groups) > _MOST_GROUPS:
        return
    is_lead = bool(text.kinds & {"lead", "ask", "best"}) or _TO_PLAY.search(text.low) is not None
    count = _COUNT_NOW.search(text.low)
    for hand in groups:
        if not 0 < len(hand) < 5 or repeated(list(map(face_of, hand))) is not None:
            continue
        faces, ranks = tuple(map(face_of, hand)), {card.rank for card in hand}
        others = [group for group in groups if group is not hand]
        rest = {card.rank for group in others for card in group}
        signs = (
            f"rest {'no' if not rest else 'again' if rest <= ranks else 'other'}",
            f"held {text.role(hand)}",
            f"groups {min(len(groups), 4)}",
            f"holds {len(hand)}",
            f"longest {len(hand) == max(map(len, groups))}",
        )
        if is_lead:
            yield "lead", NextQuestion(faces), (), signs
        turns = [group for group in others if group[0].start < hand[0].start]
        before = [card for group in turns for card in group]
        single = others if len(turns) < _TURNS else others[len(turns) :]  # of more turns none is played upon alone
        for run in (*single, *([before] if len(before) > 1 else [])):
            every = [*map(face_of, run), *faces]
            if len(run) < 8 and not is_impossible(every):
                more = (
                    f"upon {text.role(run)}",
                    f"played {min(len(run), 3)}",
                    "played all" if {*before} <= {*run} else "played some",
                    "upon starter" if text.starter in run else "upon card",
                    f"upon {'first' if run[0].start < hand[0].start else 'last'}",
                )
                fits = count is not None and int(count[1]) == running_counts(every)[len(run) - 1]
                is_told = fits and hand is groups[-1] and text.role(hand) == "held"
                told = ("told",) if is_told else ()
                yield "reply", NextQuestion(faces, tuple(map(face_of, run))), (), (*signs, *more, *told)
        if count is not None and 0 < int(count[1]) < 31 and hand[0].start not in range(*count.span(1)):
            yield "reply", NextQuestion(faces, (), int(count[1])), (), (*signs, "upon count")


def _compared(text: TypedText, said: re.Match[str]) -> Iterator[_Found]:
    """Yield two discards, or hands to keep, that are compared, from the six cards besides them or without a hand."""
    options = [[(RANKS_TYPED[rank], suit) for rank, suit in _EACH_CARD.findall(pair)] for pair in said.groups()]
    every = [card for card in text.cards if text.weights[card] >= 0]
    others = [card for card in every if not said.start() <= card.start < said.end()]
    if len(others) == 2 and len(every) == 6:
        others = every  # "I have 3 3, and throw 7 8 or K 2"
    faces = tuple(map(face_of, others)) or tuple(Face(rank) for pair in options for rank, _ in pair)
    chosen = tuple(_chosen(pair, faces) for pair in options)
    if len(options[0]) == SUITED:
        chosen = tuple(tuple((Counter(faces) - Counter(kept)).elements()) for kept in chosen)
    if len(others) in (0, 6) and not is_impossible(faces) and all(len(pair) == 2 for pair in chosen):
        question = DiscardQuestion(faces, text.dealer(), text.scores_of(None), chosen)
        yield "compare", question, others, (f"from {len(others)}",)


def _chosen(pair: Sequence[tuple[Rank, str]], faces: Sequence[Face]) -> tuple[Face, ...]:
    """Return the cards among these that a pair of ranks and suits names, each once; fewer if some are not there."""
    left, found = [*faces], list[Face]()
    for rank, suit in pair:
        fits = [face for face in left if face.rank is rank]
        if suit and any(face.card for face in fits):
            fits = [face for face in fits if face.card == Card(rank, SUITS_TYPED[suit])]
        if fits:
            found.append(fits[0])
            left.remove(fits[0])
    return tuple(found)


def _odds(text: TypedText) -> Iterator[_Found]:
    """Yield what the text may ask about likelihoods, whatever the cards."""
    if text.scores is not None:
        size = f"scores {_bucket(max(text.scores[:2]), (10, 30, 60, 90))}"
        many = text.players()
        players = None if many == 2 and not text.is_of_five else 2 if many is None and text.is_of_five else many
        is_told = _LOST.search(text.low) and (text.dealer() is not None or "?" in text.low) and not text.cards
        told = ("told",) if is_told else ()
        yield "win", OddsQuestion("win", dealer=text.dealer(), scores=text.scores, players=players), (), (size, *told)
        return
    is_average = "average" in text.kinds or _MEAN.search(text.low) is not None
    if is_average and _PEGGED.search(text.low) is not None:
        yield "odds", OddsQuestion("pegging"), (), ("topic pegging",)
    if _NO_FIGURE.search(text.low) is not None:
        return
    if not (is_average or text.kinds & {"odds", "best"} or _RARE.search(text.low)):
        return
    said = {text.low[token.start : token.end] for token in text.raw if token.kind == "odds"}
    words = tuple(f"word {word}" for word in said) or ("no word",)
    crib = "crib" in text.kinds and " w/o " not in text.low and "without" not in text.low
    if is_average:
        yield "odds", OddsQuestion("average", crib=crib), (), ("topic average",)
    for topic, pattern in _TOPICS.items():
        if pattern.search(text.low) and not (crib and topic in ("flush", "nobs")):
            yield "odds", OddsQuestion(topic), (), (f"topic {topic}",)
    for place, token in enumerate(text.raw[:_MOST_ASKED]):
        value = 29 if text.low[token.start : token.end] == "perfect" else token.value
        if value is not None and value < 32:
            topic = "least" if _LEAST.search(text.low) else "points"
            around = text.raw[max(place - 9, 0) : place][::-1], text.raw[place + 1 :]
            behind, before = (nearest_kind(side, text.low) for side in around)
            signs = (f"topic {topic}", f"behind {behind}", f"before {before}", *words)
            yield "odds", OddsQuestion(topic, value, crib=crib), (), signs
        if token.kind == "card":
            for topic in ("cut", "dealt"):
                dealt = "dealt" if _DEALT.search(text.low) else "undealt"
                signs = (f"topic {topic}", f"{topic} cut" if "starter" in text.kinds else f"{topic} {dealt}")
                yield "odds", OddsQuestion(topic, rank=token.rank), (), signs


def _cuts(text: TypedText) -> Iterator[_Found]:
    """Yield the odds of a starter of some ranks besides the six cards dealt, and of a jack that another turns up."""
    if (wanted := _WANTED.search(text.low)) is not None:
        held = [card for card in text.cards if not wanted.start() <= card.start < wanted.end()]
        seen = [card.rank for card in held if text.weights[card] >= 0]
        ranks = {RANKS_TYPED[rank] for rank in wanted.groups() if rank}
        if len(seen) == _DEALT_CARDS and (many := sum(4 - seen.count(rank) for rank in ranks)) > 0:
            yield "odds", OddsQuestion("cut", many), text.cards, ("told",)
    if _HEELS.search(text.low):
        jacks = [card for card in text.cards if card.rank is Rank.JACK]
        yield "odds", OddsQuestion("nobs"), jacks, ("told",)


# The signs for and against a candidate.


def _signs_of_text(text: TypedText) -> Iterator[str]:
    yield "always"
    yield from (f"says {kind}" for kind in text.kinds if kind and kind not in _PLAIN_KINDS)
    idle = sum(not token.kind for token in text.tokens)
    likely = sum(weight > 0 for weight in text.weights.values())
    yield f"idle {_bucket(idle, (0, 1, 3, 6, 11))}"
    yield f"likely {_bucket(likely, (0, 1, 2, 3, 4, 5, 6, 8, 16))}"
    yield f"loose {_bucket(len(text.weights) - likely, (0, 1, 3))}"
    yield f"runs {_bucket(sum(len(run) > 1 for run in text.runs), (0, 1, 2, 3))}"
    if text.claim is not None:
        yield "claim" if text.claim.points < 15 else "claim 15" if text.claim.points < 30 else "claim 30"
        if text.claim.others:
            yield "claims"
    if text.low.count(" then ") > 2:
        yield "then"
    if any(before.end == after.start for before, after in pairwise(text.cards)):
        yield "compact"
    if any(token.value == 31 for token in text.tokens):
        yield "31"
    if text.is_by_turns():
        yield "turns"
    yield from (name for name, pattern in _PATTERNS.items() if pattern.search(text.low))
    solid = [token.kind for token in text.tokens if token.kind not in ("sign", "thin")]
    yield f"first {solid[0] if solid and solid[0] else 'idle' if solid else 'none'}"


def _signs_of_cards(text: TypedText, cards: Sequence[Token]) -> Iterator[str]:
    named = {*cards}
    suited = sum(card.suit is not None for card in cards)
    yield f"suits {'all' if suited == len(cards) else 'some' if suited else 'none'}"
    yield f"number {len(cards)}"
    others = [(card, weight) for card, weight in text.weights.items() if card not in named]
    for least, name in ((2, "surely"), (1, "maybe"), (0, "hardly"), (-1, "not")):
        left = sum(weight == least for _, weight in others)
        if left:
            yield f"left {name} {min(left, 3)}"
    if any(card.suit is not None for card, weight in others if weight >= 0):
        yield "left suited"
    if any(card.value for card, weight in others if weight >= 0):
        yield "left number"
    if any(card.rank not in {card.rank for card in cards} for card, weight in others if weight >= 0):
        yield "left other"
    weakest = min(text.weights[card] for card in cards)
    yield f"weakest {weakest}"
    yield f"strong {_bucket(sum(text.weights[card] > 1 for card in cards), (0, 1, 3, 5))}"
    parts = sum(any(card in named for card in run) for run in text.runs)
    yield f"parts {min(parts, 4)}"
    if all(card.is_plural for card in cards):
        yield "plurals"
    place = text.places[cards[0]]
    yield f"before {nearest_kind(text.tokens[:place][::-1], text.low)}"
    yield f"after {nearest_kind(text.tokens[text.places[cards[-1]] + 1 :], text.low)}"
    holders = text.holders(cards)
    if "no" in holders or holders >= {"mine", "theirs"} or holders >= {"dealer", "pone"}:
        yield "apart"
    if len(cards) > 1 and any(card.is_mended for card in cards):
        yield "mended"


def _bucket(number: int, limits: Sequence[int]) -> int:
    """Return the first of some limits that a number does not pass; one more than the last for larger ones."""
    return next((limit for limit in limits if number <= limit), limits[-1] + 1)


def is_impossible(faces: Sequence[Face]) -> bool:
    """Return whether more than four cards have a rank, or a card is there twice."""
    return _is_too_often(faces) or repeated(faces) is not None


def _is_too_often(faces: Sequence[Face]) -> bool:
    ranks = [face.rank for face in faces]
    return any(ranks.count(rank) > 4 for rank in ranks)


def repeated(faces: Sequence[Face]) -> int | None:
    cards = [face.card for face in faces]
    return next((place for place, card in enumerate(cards) if card is not None and card in cards[:place]), None)


_KINDS: Final = {
    HandQuestion: "hand",
    RanksQuestion: "hand",
    FourCardQuestion: "four",
    DiscardQuestion: "discard",
}
_RUN: Final = re.compile(r"(?<![a-z])(?:runs?|straight|sequence)(?![a-z])")
_CARD: Final = rf"(?:10|[2-9atjqk])[cdhs{SYMBOLS}]?"
_PAIR: Final = rf"{_CARD}(?:[ ,&+-]{{0,2}}| and | & ){_CARD}"
_FOUR: Final = rf"{_PAIR}(?:[ ,&+-]{{0,2}}{_CARD}){{2}}"
_BETTER: Final = r"(?<![2-9]\d )(?:is )?(?:an? )?better(?: (?:throw|toss|discard|choice|option))? than"
"""Words between two discards, and not between two numbers of points: ``24 is better than 23``."""
_OPTIONS: Final = tuple(
    re.compile(
        rf"(?<![a-z0-9])({cards}),? {{0,2}}(?:or|vs\.?|versus|{_BETTER}) "
        rf"(?:(?:toss|throw|discard|keep|the|to) )*({cards})(?![a-z0-9])"
    )
    for cards in (_FOUR, rf"(?<!keep )(?<!hold )(?<!save ){_PAIR}")
)
"""Two hands to keep, or two discards."""
_EACH_CARD: Final = re.compile(rf"(10|[2-9atjqk])([cdhs{SYMBOLS}]?)(?!nd)")
_COUNT_NOW: Final = re.compile(r"(?:count|total|at|on)(?:'s)?(?: (?:is|at|now|of))* (\d{1,2})(?!\d)")
_RARE: Final = re.compile(r"common|how many|never|1 in|hands|(?:can|could) (?:you|we|i|it|one|a hand|any)")
_LOST: Final = re.compile(
    r"(?:am i|are we) (?:[a-z]+ )?(?:cooked|toast|screwed|doomed|done|dead|finished|losing)(?![a-z])"
)
_DEALT_CARDS: Final = 6
_RANK: Final = rf"({'|'.join(sorted(RANK_WORDS, key=len, reverse=True))}|10|[2-9ajqk])"
_HOW_LIKELY: Final = r"(?:odds|chances?|probability|how (?:likely|often))[^.;?\n]{0,40}?"
_WANTED: Final = re.compile(
    rf"{_HOW_LIKELY} an? {_RANK}(?:,? or (?:an? )?{_RANK})?(?: or (?:an? )?{_RANK})?(?![a-z0-9])"
)
"""Ranks of which one is hoped for as the starter."""
_HEELS: Final = re.compile(
    rf"{_HOW_LIKELY} (?:guy|he|she|they|opp|opponent|dealer)(?= [^.;?\n]{{0,40}}(?:turn|flip|starter))"
    r" [^.;?\n]{0,40}jack"
)
"""A jack that somebody else may turn up."""
_MEAN: Final = re.compile(r"the mean|expected (?:points|score|value)")
_PEGGED: Final = re.compile(r"(?<![a-z])(?:peg(?:s|ged|ging)?|in the play)(?![a-z])")
_NO_FIGURE: Final = re.compile(
    r"(?<![a-z0-9])(?:both|each player|opponents?|opp|villain|(?:he|she|they)(?!(?:'s)? cut)|twice|row"
    r"|peg(?:s|ged|ging)?|in the play|lifetime|ties?|tied|neither|nobody|number of|in a game|per game|wins?|winning"
    r"|(?:three|four|[34])[ -]?(?:players?|handed)|(?:when|if) (?:i|you|we) (?:throw|toss|discard|keep)"
    r"|score of the|(?:is|was) (?:about|around|roughly)|dealer's|pairs?|runs?|fifteens?|15s"
    r"|(?<!\ba )(?<!\ban )(?:two|three|four|five|[2-5]) (?!points|pts|hands|times|cards|players)[a-z0-9]+s)(?![a-z0-9])"
)
"""Words of questions about likelihoods and averages for which there is no figure."""
_DEALT: Final = re.compile(r"dealt|(?:in|of) (?:my|your|six|6)|hold|get a")
_TOPICS: Final[Mapping[Topic, re.Pattern[str]]] = {
    "common": re.compile(r"most (?:common|frequent|likely)|commonest"),
    "never": re.compile(r"(?:what|which|why|is|are)(?![a-z]).*(?:never|impossible|not possible|can'?t)"),
    "nobs": re.compile(r"(?<![a-z])(?:nobs|nibs|heels|jacks?)(?![a-z])"),
    "flush": re.compile(r"flush"),
}
_TURNS: Final = 3
_MOST_GROUPS, _MOST_ASKED = 8, 60
"""The most groups of cards, and words, of a text that asks what to play or how likely something is."""
_WHY: Final = re.compile(
    r"(?<![a-z])(?:why|explain|walk me|break (?:it |this )?down|y is|how (?:is|are|does|do|did|come))(?![a-z])"
)
"""Words that ask for every combination."""
_PLAIN_KINDS: Final = ("card", "suit", "sign", "number")
_TO_PLAY: Final = re.compile(r"first card|card first|start|what now|next|drop")
_LEAST: Final = re.compile(r"\d ?\+|or (?:more|better|over|higher|up)|at least|more than|over \d")
UNCUT: Final = re.compile(
    r"(?:not|n't|(?:have|has|is|was|did)nt|before|without|no|w/o)"
    r"(?: a| the| been| being| yet)* (?:cut|starter)|(?:un|pre-?)cut"
)
_PATTERNS: Final = {
    "advice": re.compile(r"(?:should|best|what|which)[a-z ]{1,9} (?:lead|play)(?![a-z])"),
    "behind play": re.compile(r"(?<![a-z])play:? [0-9ajqkt]{1,3}(?![a-z])"),
    "|": re.compile("[|│]"),
    "...": re.compile(r"\.\.\."),
    "!": re.compile("!"),
    "to win": re.compile(r"(?<![a-z])(?:win|winning|lose|losing|dead|favou?rite|hope|ahead|stand)(?![a-z])"),
    "counted": re.compile(r"(?<![a-z])(?:i|we|he|she|they|you) count|counted"),
    "last": re.compile(" last "),
    "uncut": UNCUT,
    "?": re.compile(r"\?"),
    "score": re.compile("score"),
    "to play": _TO_PLAY,
    "least": _LEAST,
    "playing": re.compile("peg|led|lead|played|playing|laid|sequence|play[^a-z]{1,3}[0-9ajqkt]"),
    "five dealt": re.compile(
        r"(?:3|4|three|four)[ -](?:handed|players?|of us)|(?:5|five)[ -]cards?|one (?:card|discard)|"
        + PARTNER_DEALS.pattern
    ),
}
"""Signs that a pattern finds."""
