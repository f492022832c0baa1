"""Questions about cards, read from whatever people type around their cards.

A text gives candidates: what it may ask, each with the signs that speak for it or against it. What a sign weighs was
fitted to labelled phrases by ``tests/support/fit_reader.py`` and stands in ``weights.json``. The likeliest candidate is
sure if it is far ahead of the next one and leaves nothing over that looks like a card.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import exp
from typing import Final, NamedTuple, TypeAlias

from engine.cards import Card, CardText, Rank, Suit
from engine.errors import NotationError
from engine.laws import Law
from engine.messages import Message, listed, message
from engine.scoring import show
from engine.text.claims import Claim, counts_beside, find_claim, parse_claim, points_behind
from engine.text.game_scores import find_scores
from engine.text.questions import (
    EXAMPLE,
    MOST_PLAYED,
    AnyQuestion,
    DiscardQuestion,
    Face,
    FourCardQuestion,
    GameScores,
    HandQuestion,
    NextQuestion,
    OddsQuestion,
    PlayQuestion,
    Question,
    RanksQuestion,
    Reading,
    RunQuestion,
    Topic,
    all_cards,
    read_plain_hand,
    running_counts,
    stand_ins,
    write_question,
)
from engine.text.typed_cards import Token, plain, quoted, tokenize
from engine.text.vocabulary import NUMBERS, RANKS_TYPED, ROLES, SUIT_WORDS

X_IS_TEN: Final = message("I read X as a ten.")
"""The note on a ten written as X, because not everybody does that."""

MOST_READINGS: Final = 3
"""The most readings that are offered."""

SURE: Final = 0.85
"""A candidate that is likelier than this is sure."""

NOTHING: Final = 0.4
"""If it is likelier than this that nothing is asked, nothing is offered."""


def read_question(text: str, *, crib: bool = False, declared: str | None = None) -> Question:
    """Return the question that a text plainly asks.

    ``crib`` and ``declared`` may be given here instead of in the text. Raises ``NotationError`` for a text that asks
    nothing about cards, or that may ask several things.
    """
    reading = read(text, crib=crib, declared=declared)
    if not reading.sure:
        choice = listed(map(write_question, reading.questions), "or")
        raise NotationError(message("Did you mean {one_of}?", one_of=choice))
    return reading.questions[0]


def read(text: str, *, crib: bool = False, declared: str | None = None) -> Reading:
    """Return what a text asks about cards: a hand and its starter, four cards, a discard or a play.

    Raises ``NotationError`` with one sentence if there is no question.
    """
    said = parse_claim(declared) if declared is not None and declared.strip() else None
    if (hand := read_plain_hand(text)) is not None:
        points = None if said is None else said.points
        if hand.starter is None:
            question: Question = FourCardQuestion(tuple([Face(card.rank, card) for card in hand.cards]), crib, points)
        else:
            question = HandQuestion(hand.cards, hand.starter, crib, hand.starter_marked, points)
        notes = [X_IS_TEN] if "x" in text or "X" in text else []
        if notes or said is not None:
            question = _Text("", "", (), claim=said).with_notes(question, notes)
        return Reading((question,), sure=True)
    if (scored := find_scores(*plain(text))) is not None:
        reading = _with_scores(*scored)
        if reading is not None:
            return reading
    found = _Text.of(text, said, crib=crib)
    ranked = rank(found.candidates())
    best = ranked[0]
    if found.may_be_mended and (best[0] < SURE or best[1].kind != "hand" or found.is_half(best[1])):
        mended = _Text.of(text, said, crib=crib, mends=True)
        if mended.is_richer(found):
            better = rank(mended.candidates())
            is_like = best[0] < SURE or len(best[1].cards) in (*range(_FIVE), len(better[0][1].cards))
            if is_like and better[0][1].question and (best[1].question is None or better[0][0] >= SURE):
                found, ranked = mended, better
    return found.reading(ranked)


def candidates_of(text: str) -> list[Candidate]:
    """Return everything that a text may ask, with the counts that are declared in it, and that it may ask nothing."""
    found = _Text.of(text, None, crib=False)
    if found.may_be_mended:
        mended = _Text.of(text, None, crib=False, mends=True)
        found = mended if mended.is_richer(found) else found
    return [
        one if one.question is None else one._replace(question=found.with_notes(one.question, ()))
        for one in found.candidates()
    ]


_Found: TypeAlias = tuple[str, Question, Sequence[Token], tuple[str, ...]]
"""A kind of question, the question, the cards that it uses, and signs for it."""


class Candidate(NamedTuple):
    """What a text may ask, and the signs for and against it; ``question`` is None if it asks nothing."""

    kind: str
    question: Question | None
    signs: tuple[str, ...]
    cards: Sequence[Token] = ()


@cache
def weights() -> Mapping[str, Mapping[str, float]]:
    """Return what each sign weighs for each kind of question; ``any`` holds those of all kinds."""
    loaded: dict[str, dict[str, float]] = json.loads(files(__package__).joinpath("weights.json").read_bytes())
    return loaded


def rank(candidates: Sequence[Candidate]) -> list[tuple[float, Candidate]]:
    """Return the candidates with their likelihoods, the likeliest first."""
    table = weights()
    every = table.get("any", {})
    values = [
        sum(table.get(one.kind, {}).get(sign, 0.0) for sign in one.signs)
        + (sum(every.get(sign, 0.0) for sign in one.signs) if one.question else 0.0)
        for one in candidates
    ]
    most = max(values)
    shares = [exp(value - most) for value in values]
    total = sum(shares)
    return sorted(
        ((share / total, one) for share, one in zip(shares, candidates, strict=True)), key=lambda pair: -pair[0]
    )


def _with_scores(scores: GameScores, rest: str) -> Reading | None:
    """Return what a text that names scores asks, without them, about six cards; None if it asks something else."""
    try:
        reading = read(rest)
    except NotationError:
        return None
    questions = [
        replace(question, scores=scores)
        for question in reading.questions
        if isinstance(question, DiscardQuestion) and len(question.cards) == 6
    ]
    return Reading(tuple(questions), reading.sure) if len(questions) == len(reading.questions) else None


@dataclass(frozen=True, slots=True)
class _Text:
    """A text with its tokens, and the groups of cards in it that have only separators between them."""

    shown: str
    low: str
    tokens: Sequence[Token]
    runs: Sequence[Sequence[Token]] = ()
    cards: Sequence[Token] = ()
    places: Mapping[Token, int] = field(default_factory=dict)
    kinds: frozenset[str] = frozenset()
    weights: Mapping[Token, int] = field(default_factory=dict)
    starter: Token | None = None
    claim: Claim | None = None
    crib: bool = False
    may_be_mended: bool = False
    raw: Sequence[Token] = ()
    """The tokens with those of a claim as what else they may be."""

    @classmethod
    def of(cls, text: str, said: Claim | None, *, crib: bool, mends: bool = False) -> _Text:
        shown, low = plain(text)
        tokens = tokenize(shown, low, mends=mends)
        tokens = [
            replace(token, kind="", is_mended=False)
            if token.is_mended and token.kind == "card" and _is_alone(tokens, place)
            else token
            for place, token in enumerate(tokens)
        ]
        kinds = frozenset(token.kind for token in tokens)
        raw = tokens
        claim, tokens = find_claim(tokens, low)
        if said is not None and claim is not None:
            raise NotationError(
                message(
                    "You gave two counts, {claim} and {declared}. Keep just one.",
                    claim=claim.points,
                    declared=said.points,
                )
            )
        runs = _runs(tokens, low)
        cards = [card for run in runs for card in run]
        places = {token: place for place, token in enumerate(tokens)}
        idle = any(not token.kind and token.end - token.start > 2 for token in tokens)
        mends_more = idle and not mends and len(low) <= _LONGEST_MENDED
        found = cls(shown, low, tokens, runs, cards, places, kinds, {}, None, said or claim, crib, mends_more, raw)
        held = {card: found.weight(card, run) for run in runs for card in run}
        starter = found.find_starter()
        return replace(found, weights=held if starter is None else held | {starter: 2}, starter=starter)

    def is_half(self, one: Candidate) -> bool:
        """Return whether a candidate leaves something like a card over, or has few cards."""
        is_bare = any(card.suit is None for card in one.cards)
        return is_bare or len(one.cards) < _FIVE or self._is_left(one.cards, one.question)

    def is_richer(self, plain_one: _Text) -> bool:
        """Return whether mended words give more cards or more suits."""
        suits = [sum(card.suit is not None for card in text.cards) for text in (plain_one, self)]
        return any(token.is_mended for token in self.tokens) and (
            len(self.cards) > len(plain_one.cards) or suits[0] < suits[1]
        )

    def reading(self, ranked: Sequence[tuple[float, Candidate]]) -> Reading:
        """Return the sure reading or the likely ones. Raises ``NotationError`` if nothing is asked."""
        asked = [(share, one) for share, one in ranked if one.question is not None]
        share_of_nothing = next((share for share, one in ranked if one.question is None), 0.0)
        suited = sum(card.suit is not None and card.firm for card in self.cards)
        if not asked or (share_of_nothing > NOTHING and suited < _SUITED):
            raise self.error()
        share, best = asked[0]
        is_echo = best.kind == "play" and self.low.startswith("play:")
        is_sure = is_echo or (share >= SURE and not self._is_left(best.cards, best.question))
        notes = self.notes()
        alike = [one for part, one in asked if part > share / 100 and one.kind == best.kind in _IN_ORDER]
        others = [one for part, one in asked if part > share / 20 and one not in alike]
        alike.sort(key=lambda one: one.cards[0].start)
        likely = [best.question] if is_sure else [one.question for one in (*alike, *others)]
        questions = [self.with_notes(question, notes) for question in likely[:MOST_READINGS] if question is not None]
        return Reading(tuple(questions), is_sure)

    def candidates(self) -> list[Candidate]:
        """Return everything that the text may ask, and that it may ask nothing."""
        of_text = tuple(self._signs())
        found: dict[tuple[str, Question], Candidate] = {}
        for kind, question, cards, signs in (*self._hands(), *self._plays(), *self._advice(), *self._odds()):
            key = kind, question
            if key in found:
                found[key] = found[key]._replace(signs=tuple({*found[key].signs, *signs}))
            else:
                more = tuple(self._signs_of(cards)) if cards else ()
                found[key] = Candidate(kind, question, (*of_text, *more, *signs), cards)
        return [*found.values(), Candidate("nothing", None, of_text)]

    # Signs.

    def _signs(self) -> Iterator[str]:
        yield "always"
        yield from (f"says {kind}" for kind in self.kinds if kind and kind not in _PLAIN_KINDS)
        idle = sum(not token.kind for token in self.tokens)
        likely = sum(weight > 0 for weight in self.weights.values())
        yield f"idle {_bucket(idle, (0, 1, 3, 6, 11))}"
        yield f"likely {_bucket(likely, (0, 1, 2, 3, 4, 5, 6, 8, 16))}"
        yield f"loose {_bucket(len(self.weights) - likely, (0, 1, 3))}"
        yield f"runs {_bucket(sum(len(run) > 1 for run in self.runs), (0, 1, 2, 3))}"
        if self.claim is not None:
            yield "claim" if self.claim.points < 15 else "claim 15" if self.claim.points < 30 else "claim 30"
            if self.claim.others:
                yield "claims"
        if self.low.count(" then ") > 2:
            yield "then"
        if any(before.end == after.start for before, after in pairwise(self.cards)):
            yield "compact"
        if any(token.value == 31 for token in self.tokens):
            yield "31"
        if self._is_by_turns():
            yield "turns"
        yield from (name for name, pattern in _PATTERNS.items() if pattern.search(self.low))
        solid = [token.kind for token in self.tokens if token.kind not in ("sign", "thin")]
        yield f"first {solid[0] if solid and solid[0] else 'idle' if solid else 'none'}"

    def _signs_of(self, cards: Sequence[Token]) -> Iterator[str]:
        named = {*cards}
        suited = sum(card.suit is not None for card in cards)
        yield f"suits {'all' if suited == len(cards) else 'some' if suited else 'none'}"
        yield f"number {len(cards)}"
        others = [(card, weight) for card, weight in self.weights.items() if card not in named]
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
        weakest = min(self.weights[card] for card in cards)
        yield f"weakest {weakest}"
        yield f"strong {_bucket(sum(self.weights[card] > 1 for card in cards), (0, 1, 3, 5))}"
        parts = sum(any(card in named for card in run) for run in self.runs)
        yield f"parts {min(parts, 4)}"
        if all(card.is_plural for card in cards):
            yield "plurals"
        place = self.places[cards[0]]
        yield f"before {_near(self.tokens[:place][::-1], self.low)}"
        yield f"after {_near(self.tokens[self.places[cards[-1]] + 1 :], self.low)}"
        holders = self._holders(cards)
        if "no" in holders or holders >= {"mine", "theirs"} or holders >= {"dealer", "pone"}:
            yield "apart"
        if len(cards) > 1 and any(card.is_mended for card in cards):
            yield "mended"

    def _is_left(self, cards: Sequence[Token], question: Question | None) -> bool:
        """Return whether something like a card or a number is not read, or the cards are held by several people."""
        if question is None:
            return False
        holders = self._holders(cards)
        if self.starter is None and cards and (holders >= {"mine", "theirs"} or holders >= {"dealer", "pone"}):
            return not isinstance(question, PlayQuestion)
        if any(isinstance(question, kinds) and pattern.search(self.low) for pattern, kinds in _DOUBTS):
            return True
        if _repeated([_face(card) for card in cards]) is not None or self._is_claim_unclear(cards, question):
            return True
        if isinstance(question, DiscardQuestion) and question.options:
            return False
        faces = (*all_cards(question), *(question.played if isinstance(question, NextQuestion) else ()))
        if any(face.card is None for face in faces) and _A_SUIT.search(self.low):
            return True
        numbers, named = self._numbers_of(question), {*cards}
        is_loose = not isinstance(question, PlayQuestion | FourCardQuestion)
        return any(
            not self._is_explained(place, token, faces, numbers, is_loose=is_loose)
            for place, token in enumerate(self.tokens)
            if token not in named
        )

    def _is_explained(
        self, place: int, token: Token, faces: Sequence[Face], numbers: Container[int | None], *, is_loose: bool
    ) -> bool:
        """Return whether a token besides the cards of a question is no card and no number, or is one of the question.

        A card without a suit may be named again; where it is not ``is_loose``, only behind a word that refers to it.
        """
        if token.kind == "card" and token.suit is not None and token.firm:
            return Face(token.rank, token.card) in faces
        if token.kind == "card":
            is_word = not self.low[token.start].isdigit() and self.weights.get(token, 0) <= 0
            is_named = is_loose or self.weights.get(token, 0) < 0 or _REFERS.search(self.low, 0, token.start)
            is_again = is_named and token.rank in {face.rank for face in faces}
            return bool(is_word or is_again or token.is_plural or token.value in numbers)
        if token.kind in ("number", "claim", "written"):
            return token.value is None or token.value in numbers or self.tokens[place - 1].kind == "go"
        return not (self._is_strange(token) and self._is_beside_card(place))

    def _is_claim_unclear(self, cards: Sequence[Token], question: Question) -> bool:
        """Return whether a count may be that of a part, or a number that is wrong may be no count at all."""
        if not isinstance(question, HandQuestion | RanksQuestion) or question.part:
            return False
        parts = [_number(points[0]) for _, points, _ in self._parts() if not _is_within(points, cards)]
        is_spoken = any(token.kind == "claim" and token.value is None for token in self.tokens)
        if parts and not is_spoken and question.declared in (None, *parts):
            return True
        is_long = sum(not token.kind for token in self.tokens) > _LONG
        return is_long and question.declared is not None and not _may_be_right(question, question.declared)

    def _numbers_of(self, question: Question) -> Container[int | None]:
        """Return the numbers that a question explains besides its cards."""
        numbers = {*(self.claim.others if self.claim is not None else ()), 15, 31}
        match question:
            case PlayQuestion(cards=cards, written=written, restarts=restarts):
                said = [question.declared, question.declared_count, *[number for one in written for number in one[1:]]]
                return numbers | {running_counts(cards, restarts)[-1], *said}
            case DiscardQuestion(cards=cards, players=players):
                return {*numbers, players, len(cards), len(cards) - 2, 2}
            case NextQuestion(count=count, played=played):
                return {*numbers, count, *[face.rank.value for face in played]}
            case OddsQuestion():
                return range(1000)
            case RunQuestion():
                return {*numbers, len(question.cards)}
            case _:
                return {*numbers, question.declared, *range(_LARGEST + 1, 1000)}

    def _is_strange(self, token: Token) -> bool:
        """Return whether a token looks like a card and is none: ``zs``, ``joker``."""
        word = self.low[token.start : token.end]
        return token.kind in ("unread", "suit") or (not token.kind and _STRANGE.fullmatch(word) is not None)

    def _is_beside_card(self, place: int) -> bool:
        around = self.tokens[max(place - 4, 0) : place][::-1], self.tokens[place + 1 : place + 4]
        return any(
            next((token.kind for token in side if token.kind not in ("of", "thin", "sign", "suit")), "") == "card"
            for side in around
        )

    def _holders(self, cards: Sequence[Token]) -> set[str]:
        holders = set()
        for run in self.runs:
            if run[0] in cards:
                place = self.places[run[0]]
                before = [token.kind for token in self.tokens[max(place - 4, 0) : place] if token.kind != "thin"]
                holders |= {kind for kind in before[-2:] if kind in (*_PEOPLE, "no") and "card" not in before[-2:]}
        return holders

    # Candidates.

    def _hands(self) -> Iterator[_Found]:
        starter = self.starter
        parts = [*self._parts()]
        for name, cards in self._sets(self.weights, starter):
            mark = starter if starter in cards else None
            for kind, question in self._questions(cards, mark):
                signs = (f"set {name}", *(("marked",) if mark is not None else ("unmarked",) if starter else ()))
                declared_apart = {_number(points[0]) for _, points, sign in parts if "plainly" in sign}
                if getattr(question, "declared", None) not in declared_apart or question.part:
                    yield kind, question, cards, signs
                if isinstance(question, HandQuestion | RanksQuestion):
                    for part, points, sign in parts:
                        if not _is_within(points, cards):
                            declared = replace(question, declared=_number(points[0]), part=part)
                            yield kind, declared, cards, (*signs, *sign)

    def _parts(self) -> Iterator[tuple[str, re.Match[str], tuple[str, ...]]]:
        """Yield the parts of a count that may be declared alone, with the number of points."""
        only = ("part only",) if _ONLY.search(self.low) else ()
        for how, pattern in enumerate(_PART_CLAIMS):
            for found in pattern.finditer(self.low):
                part = next(name for begin, name in _PARTS.items() if found["part"].startswith(begin))
                points = _POINTS.search(self.low, found.start("points"))
                value = -1 if points is None else _number(points[0])
                if points is not None and value in _PART_POINTS[part]:
                    beside = self.claim is not None and self.claim.points != value
                    is_all = how == _LAST_OF_ALL or (found["part"].endswith("s") and not _SPOKEN_PARTS.search(self.low))
                    plainly = ("plainly",) if is_all and not beside else ()
                    sign = (f"part {how}", "part beside" if beside else "part", *only, *plainly)
                    yield part, points, sign

    def _sets(self, held: Mapping[Token, int], starter: Token | None) -> Iterator[tuple[str, Sequence[Token]]]:
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
        thrown = [run for run in self.runs if self.tokens[max(self.places[run[0]] - 1, 0)].kind == "discard"]
        if thrown:
            yield "kept", [card for card in likely if not any(card in run for run in thrown)]
        for run in self.runs:
            cards = [card for card in run if held[card] > 0]
            yield "run", cards
            if len(cards) == 4 and starter is not None and starter not in cards:
                yield "run and starter", [*cards, starter]

    def _questions(self, cards: Sequence[Token], starter: Token | None) -> Iterator[tuple[str, Question]]:
        faces = [_face(card) for card in cards]
        if len(cards) not in (4, 5, 6) or _is_impossible(faces):
            return
        options = [faces]
        if (twice := _repeated(faces)) is not None:
            free = [Card(faces[twice].rank, suit) for suit in Suit]
            free = [card for card in free if card not in {face.card for face in faces}]
            mended = [[*faces[:twice], Face(card.rank, card), *faces[twice + 1 :]] for card in free]
            options = [option for option in mended if _repeated(option) is None]
        if len(cards) == 6 and self.kinds & {"dealer", "discard"}:
            starter = None
        for option in options:
            is_five = len(cards) == 5 and starter is None and self.claim is None
            if is_five:
                yield "one", DiscardQuestion(tuple(option), self._dealer(), players=self._players())
            if is_five and self._is_from_five():
                continue
            question = self.question(option, None if starter is None else cards.index(starter), cards[0])
            if question is not None:
                yield _KINDS[type(question)], question

    def _is_from_five(self) -> bool:
        """Return whether the text says that five cards were dealt, of which some are discarded."""
        has_role = bool(self.kinds & {"pone", "dealer"}) and self.crib is False
        return ("discard" in self.kinds or has_role) and _PATTERNS["five dealt"].search(self.low) is not None

    def question(self, faces: Sequence[Face], place: int | None, first: Token) -> Question | None:
        """Return what these cards ask, with the place of the starter if it is marked; None if they ask nothing."""
        declared = None if self.claim is None else self.claim.points
        crib = self.crib or (self._is_crib() and first not in self._beside_crib())
        if len(faces) == 6:
            return DiscardQuestion(tuple(faces), self._dealer()) if place is None else None
        if len(faces) == 4 and (place != 3 or crib):
            return FourCardQuestion(tuple(faces), crib, declared)
        has_nobs = (
            "nobs" in self.kinds
            or "right jack" in self.low
            or any(self.low[card.start : card.end] == "n" for card in self.cards)
        )
        has_nobs = has_nobs and not any(face.card for face in faces)
        is_marked = place is not None
        if place is None:
            others = [at for at, face in enumerate(faces) if not has_nobs or face.rank is not Rank.JACK]
            place = others[-1] if others else len(faces) - 1
        hand, starter = (*faces[:place], *faces[place + 1 :]), faces[place]
        held = tuple([face.card for face in hand if face.card is not None])
        if starter.card is not None and len(held) == len(hand):
            return HandQuestion(held, starter.card, crib, is_marked, declared)
        has_nobs = has_nobs and Rank.JACK in [face.rank for face in hand]
        return RanksQuestion(hand, starter, has_nobs, crib, is_marked, declared)

    def _plays(self) -> Iterator[_Found]:
        by_turns = self._is_by_turns()
        sets: list[tuple[str, Sequence[Token]]] = [
            ("turns" if by_turns else "played", self._played() if not by_turns else self._all_played())
        ]
        sets += [("run", run) for run in self.runs[:MOST_PLAYED]]
        seen: set[tuple[int, ...]] = set()
        for name, cards in sets:
            if not 1 < len(cards) <= MOST_PLAYED or (places := tuple(card.start for card in cards)) in seen:
                continue
            faces = tuple(map(_face, cards))
            if _is_impossible(faces) or _repeated(faces) is not None:
                continue
            seen.add(places)
            yield "play", self._play(cards, faces), cards, (f"set {name}", *self._signs_of_play(cards, faces))
        yield from self._counted_plays()

    def _counted_plays(self) -> Iterator[_Found]:
        """Yield the play in which counts and points stand behind the cards without brackets: ``6 for 2, 6 (20-2)``."""
        cards: list[Token] = []
        written: list[tuple[int, int | None, int | None]] = []
        solid = [token for token in self.raw if token.kind not in ("thin", "points")]
        skip = 0
        for place, token in enumerate(solid):
            if skip:
                skip -= 1
                continue
            if token.kind == "written":
                written.append((len(cards) - 1, token.value, token.points))
            if cards and (said := points_behind(solid[place : place + 3], self.low)) is not None:
                count, points, skip = said
                written.append((len(cards) - 1, count, points))
            elif token.kind == "card":
                cards.append(token)
        if len(cards) > 2 * MOST_PLAYED:
            return
        faces = tuple(map(_face, cards))
        declared = None
        if not written:
            cards, written, declared = counts_beside(solid)
            faces = tuple(map(_face, cards))
        if 1 < len(cards) <= MOST_PLAYED and written and not (_is_impossible(faces) or _repeated(faces)):
            scores = tuple(one for one in written if one[0] >= 0)
            signs = (f"written {min(len(scores), 3)}", f"right {self._right_counts(faces, scores)}")
            in_brackets = sum(token.kind == "written" for token in solid)
            if any(card not in self.places for card in cards) or len(scores) > in_brackets:
                yield "play", PlayQuestion(faces, None, declared, scores, self._restarts(cards)), (), signs

    def _right_counts(self, faces: Sequence[Face], scores: Sequence[tuple[int, int | None, int | None]]) -> str:
        counts = running_counts(faces)
        said = [counts[place] == count for place, count, _ in scores if count is not None]
        return "none" if not said else "all" if all(said) else "some" if any(said) else "no"

    def _play(self, cards: Sequence[Token], faces: tuple[Face, ...]) -> PlayQuestion:
        claims = () if self.claim is None else (self.claim.points, *self.claim.others)
        count = running_counts(faces)[-1]
        written = self._written(cards)
        in_order = claims if "either" in self.kinds else claims[::-1]
        declared = next((points for points in in_order if points < 15 and points != count), None)
        called = None
        if len(written) == 1 and written[0][0] == len(cards) - 1 and written[0][2] is not None:
            (_, called, declared), written = written[0], ()
        elif declared in {said for _, said, _ in written}:
            declared = None
        return PlayQuestion(faces, called, declared, written, self._restarts(cards))

    def _signs_of_play(self, cards: Sequence[Token], faces: tuple[Face, ...]) -> Iterator[str]:
        count = running_counts(faces)[-1]
        claims = () if self.claim is None else (self.claim.points, *self.claim.others)
        if count in claims:
            yield "claims count"
        if any(15 < points < 30 and points != count for points in claims):
            yield "claims other"
        if self._written(cards):
            yield "written"
        if self._restarts(cards):
            yield "restarts"
        longest = max([len(run) for run in self.runs if run[0] in cards], default=0)
        yield f"longest {_bucket(longest, (1, 2, 3, 4, 5, 6, 9))}"
        if longest > 6 and not {face.rank for face in faces[6:]} <= {face.rank for face in faces[:6]}:
            yield "more than six"
        if longest == len(cards) == len([weight for weight in self.weights.values() if weight >= 0]):
            yield "whole"

    def _advice(self) -> Iterator[_Found]:
        """Yield the cards of which one is to be played, the discards to compare, and the cards that may be a run."""
        if _RUN.search(self.low):
            sets = (tuple(card for card in self.cards if self.weights[card] >= 0), *map(tuple, self.runs))
            for cards in dict.fromkeys(sets):
                if 1 < len(cards) < 8:
                    yield "run", RunQuestion(tuple(map(_face, cards))), cards, ()
        if (pairs := _OPTIONS.search(self.low)) is not None:
            yield from self._compared(pairs)
        groups = self._groups()
        if len(groups) > _MOST_GROUPS:
            return
        is_lead = bool(self.kinds & {"lead", "ask", "best"}) or _TO_PLAY.search(self.low) is not None
        count = _COUNT_NOW.search(self.low)
        for hand in groups:
            if not 0 < len(hand) < 5 or _repeated(list(map(_face, hand))) is not None:
                continue
            faces, ranks = tuple(map(_face, hand)), {card.rank for card in hand}
            others = [group for group in groups if group is not hand]
            rest = {card.rank for group in others for card in group}
            signs = (
                f"rest {'no' if not rest else 'again' if rest <= ranks else 'other'}",
                f"held {self._role(hand)}",
                f"groups {min(len(groups), 4)}",
                f"holds {len(hand)}",
                f"longest {len(hand) == max(map(len, groups))}",
            )
            if is_lead:
                yield "lead", NextQuestion(faces), (), signs
            before = [card for group in others if group[0].start < hand[0].start for card in group]
            for run in (*others, *([before] if len(before) > 1 else [])):
                every = [*map(_face, run), *faces]
                if len(run) < 8 and not _is_impossible(every) and _repeated(every) is None:
                    more = (
                        f"upon {self._role(run)}",
                        f"upon {'first' if run[0].start < hand[0].start else 'last'}",
                        f"played {min(len(run), 3)}",
                        "played all" if {*before} <= {*run} else "played some",
                    )
                    yield "reply", NextQuestion(faces, tuple(map(_face, run))), (), (*signs, *more)
            if count is not None and 0 < int(count[1]) < 31 and hand[0].start not in range(*count.span(1)):
                yield "reply", NextQuestion(faces, (), int(count[1])), (), (*signs, "upon count")

    def _groups(self) -> list[list[Token]]:
        """Return the cards that stand together, apart from those that a word such as "with" or a full stop parts."""
        groups: list[list[Token]] = []
        is_near = False
        for token in self.raw:
            word = self.low[token.start : token.end]
            if token.kind == "card" and word not in ROLES:
                groups[len(groups) :] = [] if is_near else [[]]
                groups[-1].append(token)
                is_near = True
            elif token.kind not in ("sign", "thin", "of") or word in ROLES or word in _ENDS:
                is_near = False
        return groups

    def _compared(self, pairs: re.Match[str]) -> Iterator[_Found]:
        options = tuple(tuple(Face(RANKS_TYPED[rank]) for rank in _RANK.findall(pair)) for pair in pairs.groups())
        for run in self.runs:
            faces = tuple(map(_face, run))
            if len(run) != 6 or _is_impossible(faces):
                continue
            held = [[_one_of(faces, option.rank) for option in pair] for pair in options]
            chosen = tuple(tuple(face for face in pair if face is not None) for pair in held)
            if all(len(pair) == 2 for pair in chosen):
                yield "compare", DiscardQuestion(faces, self._dealer(), options=chosen), run, ()

    def _role(self, cards: Sequence[Token]) -> str:
        """Return what the nearest telling word before some cards says of them, within their clause."""
        before = [token for token in self.raw if token.start < cards[0].start][-5:]
        for token in before[::-1]:
            word = self.low[token.start : token.end]
            if word in ROLES:
                return ROLES[word]
            if word in _ENDS:
                break
        return "none" if before else "start"

    def _odds(self) -> Iterator[_Found]:
        """Yield what the text may ask about likelihoods, whatever the cards."""
        if not (self.kinds & {"odds", "average", "best"} or _MEAN.search(self.low) or _RARE.search(self.low)):
            return
        crib = "crib" in self.kinds and " w/o " not in self.low and "without" not in self.low
        if "average" in self.kinds or _MEAN.search(self.low):
            yield "odds", OddsQuestion("average", crib=crib), (), ("topic average",)
        for topic, pattern in _TOPICS.items():
            if pattern.search(self.low):
                yield "odds", OddsQuestion(topic), (), (f"topic {topic}",)
        for place, token in enumerate(self.raw[:_MOST_ASKED]):
            value = 29 if self.low[token.start : token.end] == "perfect" else token.value
            if value is not None and value < 32:
                topic = "least" if _LEAST.search(self.low) else "points"
                signs = (f"topic {topic}", f"word {_near(self.raw[max(place - 9, 0) : place][::-1], self.low)}")
                yield "odds", OddsQuestion(topic, value, crib=crib), (), signs
            if token.kind == "card":
                for topic in ("cut", "dealt"):
                    dealt = "dealt" if _DEALT.search(self.low) else "undealt"
                    signs = (f"topic {topic}", f"{topic} cut" if "starter" in self.kinds else f"{topic} {dealt}")
                    yield "odds", OddsQuestion(topic, rank=token.rank), (), signs

    def _all_played(self) -> list[Token]:
        return [card for card in self.cards if not self._is_again(card)]

    def _played(self) -> list[Token]:
        """Return the cards of a play: those behind "pegging", or all up to where other words stand between them."""
        first = 0
        for run in self.runs:
            place = self.places[run[0]]
            if 2 < len(run) < len(self.cards) and place and self.tokens[place - 1].kind == "play":
                first = run[0].start
        cards: list[Token] = []
        between: set[str] = set()
        for token in self.tokens:
            if token.start < first:
                continue
            is_named = token.is_plural and not all(card.is_plural for card in self.cards)
            if token.kind == "card" and (self.weights[token] >= 0 or token.suit is None) and not is_named:
                if token.suit is None and self.weights[token] < 0 and self.low.endswith("the ", 0, token.start):
                    continue
                if len(cards) > 1 and "" in between and not between & {"play", "lead", "go", *_PEOPLE}:
                    break
                cards.append(token)
                between = set()
            between.add(token.kind)
        return cards

    def _is_by_turns(self) -> bool:
        """Return whether a player is named before every card: ``me 4 / him 2``, ``Tom: J Ann: 5``."""
        names: list[str] = []
        are_known = True
        said: list[Token] = []
        for token in self.tokens:
            if token.kind == "card":
                people = [other.kind for other in said if other.kind in _PEOPLE]
                words = [self.low[other.start : other.end] for other in said if not other.kind]
                names.append(people[-1] if people else words[0] if len(words) == len(said) == 1 else "")
                are_known = are_known and bool(people)
                said = []
            elif token.kind not in ("sign", "thin", "play", "lead", "discard", "written"):
                said.append(token)
        least = 2 if self.kinds & {"play", "lead", "ask"} or "?" in self.low else 3
        return len(names) >= least and all(names) and (are_known or 1 < len({*names}) < len(names))

    def _written(self, cards: Sequence[Token]) -> tuple[tuple[int, int | None, int | None], ...]:
        """Return the scores behind the cards, without the point behind a go that is due for it."""
        solid = [token for token in self.tokens if token.kind not in ("sign", "thin")]
        pairs = [pair for pair in pairwise(solid) if pair[1].kind == "written"][: 2 * MOST_PLAYED]
        counts = running_counts(list(map(_face, cards)), self._restarts(cards)) if pairs else []
        places = [sum(card.start < token.start for card in cards) - 1 for _, token in pairs]
        return tuple(
            (at, token.value, token.points)
            for at, (before, token) in zip(places, pairs, strict=True)
            if at >= 0 and not (before.kind == "go" and counts[at] < _LARGEST and token.is_point(counts[at]))
        )

    def _restarts(self, cards: Sequence[Token]) -> tuple[int, ...]:
        """Return the places of the cards behind a go, unless a score behind the card goes on with the count."""
        said = [token.start for token in self.tokens if token.kind == "go"][:MOST_PLAYED]
        places = {sum(card.start < start for card in cards) for start in said}
        counts = running_counts(list(map(_face, cards))) if places else []
        behind = {at: self.tokens[self.places[cards[at]] + 1 :][:1] for at in places if 0 < at < len(cards)}
        return tuple(sorted(at for at, one in behind.items() if [token.value for token in one] != [counts[at]]))

    # What each card is.

    def weight(self, card: Token, run: Sequence[Token]) -> int:
        """Return how surely a token is a card.

        2 is a card by itself or among cards, 1 one beside a card or an article, 0 one among other words, -1 a word.
        """
        if self._is_again(card):
            return -1
        if card.suit is not None:
            return 2 if card.firm or any(other.suit is not None for other in run if other is not card) else -1
        if len(run) > 1:
            return min(len(run) - 1, 2)
        if card.end - card.start == 1 and card.value is None:
            return 1 if self.shown[card.start].isupper() else -1
        return int(self.low[max(card.start - 4, 0) : card.start].endswith((" a ", "an ", "the ")))

    def _is_again(self, card: Token) -> bool:
        before = self.low[max(card.start - 9, 0) : card.start]
        if card.suit is not None or not before.endswith("the ") or before.endswith("with the "):
            return False
        return any(other.rank is card.rank and other.start < card.start for other in self.cards)

    def find_starter(self) -> Token | None:
        """Return the card that a sign or a word marks as the starter."""
        signs = [place for place, token in enumerate(self.tokens) if self.low[token.start : token.end] in _MARKS]
        if len(signs) == 1:
            before = [
                token for token in self.tokens[max(signs[0] - 3, 0) : signs[0]] if token.kind not in ("of", "thin")
            ]
            after = [token for token in self.tokens[signs[0] + 1 : signs[0] + 3] if token.kind != "thin"]
            if [token.kind for token in (*before[-1:], *after[:1])] == ["card", "card"]:
                return after[0]
        for place, token in enumerate(self.tokens):
            if token.kind in ("starter", "up") and (card := self._marked(token, place)) is not None:
                return card
        return None

    def _marked(self, mark: Token, place: int) -> Token | None:
        """Return the card that a word marks as the starter: the one behind it, or else in front of it."""
        before, after = (self._linked(place, step, 2 if mark.kind == "starter" else 1) for step in (-1, 1))
        if after is not None and mark.end - mark.start < 6 and not self.low.startswith("cut", mark.start):
            run = next(run for run in self.runs if after in run)
            after = None if run[0] is after and len(run) > 4 else after
        is_last = after is not None and after is self.cards[-1] and len(self.cards) > 4
        if mark.kind == "up" and not self.low.startswith(_UP, mark.start):
            after = after if is_last and mark.start > self.cards[-2].start else None
        if before is None or after is None:
            return after or (before if len(self.cards) > 4 else None)
        gaps = self.low[before.end : mark.start], self.low[mark.end : after.start]
        is_broken = [not _BREAKS.isdisjoint(gap) for gap in gaps]
        is_first = before is self.cards[0] and is_broken[0] == is_broken[1]
        return before if is_broken == [False, True] or is_first else after

    def _linked(self, place: int, step: int, most: int) -> Token | None:
        """Return the nearest card in a direction with at most so many words that say nothing between them."""
        idle = 0
        for _ in range(9):
            place += step
            if not 0 <= place < len(self.tokens) or idle > most:
                return None
            token = self.tokens[place]
            if token.kind == "card":
                return token
            if token.kind not in ("sign", "thin", "of", "say", "starter", "mine", "theirs", "up", ""):
                return None
            idle += token.kind == ""
        return None

    def _clause(self, place: int, step: int) -> list[Token]:
        """Return the nearest tokens of a clause in a direction, four in front or three behind."""
        found = []
        near = self.tokens[place + 1 : place + 4] if step > 0 else self.tokens[max(place - 4, 0) : place][::-1]
        for token in near:
            if self.low[token.start] in _ENDS:
                break
            found.append(token)
        return found

    def _beside_crib(self) -> list[Token]:
        """Return the first card of every hand that stands beside a crib: ``hand 7 8 9 10, crib A A 2 3``."""
        hands = [run[0] for run in self.runs if len(run) >= _SUITED]
        named = [card for card in hands if _near(self.tokens[: self.places[card]][::-1], self.low) == "crib"]
        return [card for card in hands if card not in named] if named else []

    def _is_crib(self) -> bool:
        if "discard" in self.kinds:
            return False
        kinds = [token.kind for token in self.tokens if token.kind not in ("sign", "thin", "say")]
        for place, kind in enumerate(kinds):
            is_denied = kinds[place + 1 : place + 2] == ["no"] and kinds[place + 2 : place + 3] != ["mine"]
            if kind == "crib" and not is_denied and "no" not in kinds[max(place - 2, 0) : place]:
                return True
        return False

    def _players(self) -> int | None:
        """Return how many play, where the text says so; a pone with five cards is one of two."""
        if _PARTNER.search(self.low):
            return 4
        if (found := _MANY.search(self.low)) is not None:
            return _PLAYERS[found[1]]
        return 2 if "pone" in self.kinds and "5" in self.low else None

    def _dealer(self) -> bool | None:
        if _PARTNER_DEALS.search(self.low):
            return True
        for place, token in enumerate(self.tokens):
            if token.kind == "pone":
                return False
            if token.kind not in ("crib", "dealer"):
                continue
            word = self.low[token.start : token.end]
            before = [other.kind for other in self._clause(place, -1) if other.kind != "thin"][::-1]
            after = [other.kind for other in self._clause(place, 1) if other.kind not in ("sign", "thin")]
            people = [kind for kind in before if kind in ("mine", "theirs")]
            is_somebody = before[-1:] in (["say"], ["discard"]) or self.low.endswith("to the ", 0, token.start)
            if "no" in before or people[-1:] == ["theirs"] or after[:2] == ["say", "theirs"] or after[:1] == ["no"]:
                return False
            if word in ("dealer", "dealing") and not is_somebody:
                return True
            if (people and word != "dealer") or after[:2] == ["say", "mine"]:
                return True
            if (before[-1:] == [""] and word == "deals") or (before[-2:] == ["", "say"] and word == "crib"):
                return False  # "Mum deals", "grandad has the crib"
        return None

    def notes(self) -> list[Message]:
        """Return what was mended, or read in a way that is not everybody's."""
        notes = [X_IS_TEN] if any(self.low[card.start] == "x" for card in self.cards) else []
        if (twice := _repeated(list(map(_face, self.cards)))) is not None:
            notes.append(message("You typed {face} twice.", face=_face(self.cards[twice]).face))
        for card in self.cards:
            if card.is_mended:
                piece = quoted(self.shown[card.start : card.end])
                notes.append(message("I read {piece} as {face}.", piece=piece, face=_face(card).face))
        return notes

    def with_notes(self, question: Question, notes: Sequence[Message]) -> Question:
        """Return the question with notes on its reading and with the other counts that may be right."""
        others = self.claim.others if self.claim is not None else ()
        remark = self.claim.remark if self.claim is not None else None
        notes = (*notes, remark) if remark is not None else tuple(notes)
        if isinstance(question, HandQuestion | RanksQuestion) and _WHY.search(self.low):
            question = replace(question, why=True)
        return replace(question, others=others, notes=notes) if notes or others else question

    def error(self) -> NotationError:
        """Return the error for a text that asks nothing about cards, with the cards that were found."""
        faces = [_face(card) for run in self.runs for card in run if self.weights[card] > 0]
        if not faces:
            return NotationError(
                message("I don't see any cards. Type 4 cards and the starter, like {example}.", example=EXAMPLE)
            )
        for rank in Rank:
            if [face.rank for face in faces].count(rank) > 4:
                return NotationError(
                    message("I read more than 4 cards of rank {rank}, but a deck has only 4.", rank=CardText(rank))
                )
        cards = CardText(" ".join([face.face for face in faces[:MOST_PLAYED]]))
        return NotationError(
            message(
                "I read {cards}. Type 4 cards and the starter, like {example}, or 6 cards for discard advice.",
                cards=cards,
                example=EXAMPLE,
            )
        )


def _runs(tokens: Sequence[Token], low: str) -> list[list[Token]]:
    runs: list[list[Token]] = []
    is_near = False
    for token in tokens:
        if token.kind == "card":
            if is_near:
                runs[-1].append(token)
            else:
                runs.append([token])
            is_near = True
        elif token.kind not in ("sign", "thin", "of", "written") or low[token.start] in "?!":
            is_near = False
    return runs


def _is_alone(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a token stands among words, neither beside a card nor behind an article or a mark."""
    around = [token.kind for token in (*tokens[max(place - 1, 0) : place], *tokens[place + 1 : place + 2])]
    return not {"card", "sign"} & {*around} and not {"thin", "starter", "of"} & {*around[:1]}


def _face(card: Token) -> Face:
    return Face(card.rank, card.card)


def _is_impossible(faces: Iterable[Face]) -> bool:
    ranks = [face.rank for face in faces]
    return any(ranks.count(rank) > 4 for rank in ranks)


def _repeated(faces: Sequence[Face]) -> int | None:
    cards = [face.card for face in faces]
    return next((place for place, card in enumerate(cards) if card is not None and card in cards[:place]), None)


def _bucket(number: int, limits: Sequence[int]) -> int:
    """Return the first of some limits that a number does not pass; one more than the last for larger ones."""
    return next((limit for limit in limits if number <= limit), limits[-1] + 1)


def _number(said: str) -> int:
    return int(said) if said.isdigit() else NUMBERS[said]


def _may_be_right(question: HandQuestion | RanksQuestion, points: int) -> bool:
    """Return whether some cards count so many points: those with unknown suits may have a flush or his nobs, too."""
    *hand, starter = stand_ins(all_cards(question))
    items = show(hand, starter, crib=question.crib).items
    if isinstance(question, HandQuestion):
        return sum(item.points for item in items) == points
    least = sum(item.points for item in items if item.law not in (Law.FLUSH, Law.HIS_NOBS))
    return least <= points <= least + _OF_SUITS


def _is_within(found: re.Match[str], cards: Iterable[Token]) -> bool:
    return any(card.start <= found.start() < card.end for card in cards)


def _one_of(faces: Iterable[Face], rank: Rank) -> Face | None:
    return next((face for face in faces if face.rank is rank), None)


def _near(tokens: Iterable[Token], low: str) -> str:
    """Return what the nearest token of a clause says that is neither a sign nor thin air."""
    for token in tokens:
        if low[token.start] in _ENDS:
            return "end"
        if token.kind not in ("sign", "thin"):
            return token.kind or "idle"
    return "none"


_PLAIN_KINDS: Final = ("card", "suit", "sign", "number")
_PEOPLE: Final = ("mine", "theirs", "dealer", "pone")
_KINDS: Final = {
    HandQuestion: "hand",
    RanksQuestion: "hand",
    FourCardQuestion: "four",
    DiscardQuestion: "discard",
    PlayQuestion: "play",
}
_RUN: Final = re.compile(r"(?<![a-z])(?:runs?|straight|sequence)(?![a-z])")
_OPTIONS: Final = re.compile(
    r"(?<![a-z0-9])((?:10|[2-9atjqk])[cdhs]?[ ,&-]{0,2}(?:10|[2-9atjqk])[cdhs]?) (?:or|vs\.?|versus) "
    r"(?:(?:toss|throw|keep|the) )?((?:10|[2-9atjqk])[cdhs]?[ ,&-]{0,2}(?:10|[2-9atjqk])[cdhs]?)(?![a-z0-9])"
)
_RANK: Final = re.compile(r"10|[2-9atjqk]")
_TO_PLAY: Final = re.compile(r"first card|card first|start|what now|next|drop")
_COUNT_NOW: Final = re.compile(r"(?:count|total|at|on)(?: (?:is|at|now|of))* (\d{1,2})(?!\d)")
_RARE: Final = re.compile(r"common|how many|never|impossible|1 in|hands")
_MEAN: Final = re.compile(r"the mean|expected (?:points|score|value)")
_DEALT: Final = re.compile(r"dealt|(?:in|of) (?:my|your|six|6)|hold|get a")
_LEAST: Final = re.compile(r"\d ?\+|or (?:more|better|over|higher|up)|at least|more than|over \d")
_TOPICS: Final[Mapping[Topic, re.Pattern[str]]] = {
    "common": re.compile(r"most (?:common|frequent|likely)|commonest"),
    "never": re.compile(r"never|impossible|not possible|can'?t (?:you |i )?(?:get|make|have|score)"),
    "nobs": re.compile(r"(?<![a-z])(?:nobs|nibs|heels|jacks?)(?![a-z])"),
    "flush": re.compile(r"flush"),
}
_PART: Final = (
    "(?P<part>fifteens?|15'?s|pairs?|(?:double |triple )?runs?|straights?|flush|nobs)(?: of [3-5](?= =| is| for))?"
)
_NUMBER: Final = rf"(?P<points>\d{{1,2}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))})(?![a-z0-9-])"
_POINTS: Final = re.compile(_NUMBER)
_PART_CLAIMS: Final = (
    re.compile(
        rf"(?<![a-z0-9]){_PART}(?: (?:alone|only|just|worth|are|is|be|was|i|we|it|that's|for|count|counts|get"
        rf"|give|gives|make|makes|bring|me|as|total|points|of)| ?[:=,])* {_NUMBER}"
    ),
    re.compile(
        rf"(?<![a-z0-9]){_NUMBER}(?: points| pts)?(?: just| only| all)? (?:for|from|in|with|out of|on)(?: just)?"
        rf"(?: the| my| all the)? {_PART}(?![a-z])"
    ),
    re.compile(rf"(?<=15-){_NUMBER}[^0-9]{{1,20}}all(?: of)? the {_PART}(?![a-z])"),
)
"""How the points of a part are written: behind it, before it, or as the last of all."""
_PARTS: Final = {
    "fifteen": "fifteens",
    "15": "fifteens",
    "pair": "pairs",
    "double": "runs and pairs",
    "triple": "runs and pairs",
    "run": "runs",
    "straight": "runs",
    "flush": "flush",
    "nobs": "nobs",
}
_PART_POINTS: Final[Mapping[str, Container[int]]] = {
    "fifteens": range(0, 18, 2),
    "pairs": range(0, 14, 2),
    "runs and pairs": range(17),
    "runs": range(17),
    "flush": (0, 4, 5),
    "nobs": (0, 1),
}
"""What each part of a count can be worth."""
_LAST_OF_ALL: Final = 2
_SPOKEN_PARTS: Final = re.compile(
    r"15[- ]\d|fifteen[- ](?:two|four|2|4)|(?:pairs?|runs?|flush|nobs)[^0-9]+\d+[^0-9]+\d"
)
"""Several parts of one count."""
_ONLY: Final = re.compile(r"(?<![a-z])(?:alone|only|just|all the|from the|the (?:15|fifteen|pair|run))")
_STRANGE: Final = re.compile(r"jokers?|[^\W\d_aeiouh][cdhs♣♦♥♠]|[^\x00-\x7f][cdhs]|[cdhs][01]|wild|\d+'?s")
"""Words that look like cards and are none."""
_LARGEST: Final = 31
"""The largest number that the play, a count or a discard has; a larger one is a score."""
_UNCUT: Final = re.compile(
    r"(?:not|n't|before|without|no|w/o)(?: a| the| been| being| yet)* (?:cut|starter)|(?:un|pre-?)cut"
)
_DOUBTS: Final = (
    (re.compile(r"[|│┃¦][^|│┃¦]*[|│┃¦]"), AnyQuestion),
    (re.compile(r"(?<![\da-z])(?:3[2-9]|[4-9]\d|\d{3})(?![\da-z])"), DiscardQuestion),
    (_UNCUT, HandQuestion | RanksQuestion | NextQuestion),
    (
        re.compile(r"(?:pair|king|queen|jack|ace|five)(?:ed|s) (?:it|me|him|her|back)(?![a-z])"),
        PlayQuestion | NextQuestion,
    ),
)
"""What makes a reading of some kind doubtful: two bars, scores that are not read, a hand that is not cut, and cards of
the play that only a verb names."""
_A_SUIT: Final = re.compile(rf"(?<![a-z])(?:{'|'.join(SUIT_WORDS)})(?![a-z])")
_REFERS: Final = re.compile(r"(?<![a-z])(?:the|for|do|does|last|that|this|his|her|my|second|third) \Z")
"""Words before a card that was named already."""
_IN_ORDER: Final = ("hand", "four")
"""Kinds of which several are offered in the order of the text."""
_FIVE: Final = 5
_LONG: Final = 2
"""The words that say nothing about cards in a text whose wrong claim may be no claim at all."""
_OF_SUITS: Final = 6
"""The most points that only suits can give."""
_SUITED: Final = 4
"""So many cards with their suits are never talk."""
_WHY: Final = re.compile(
    r"(?<![a-z])(?:why|explain|walk me|break (?:it|this) down|y is|how (?:is|are|does|do|did|come))(?![a-z])"
)
"""Words that ask for every combination."""
_ENDS: Final = frozenset(".?!;\n")
_LONGEST_MENDED: Final = 300
"""The letters of the longest text that is read a second time, with its mistyped words mended."""
_MOST_GROUPS, _MOST_ASKED = 8, 60
"""The most groups of cards, and words, of a text that asks what to play or how likely something is."""
_PLAYERS: Final = {"2": 2, "two": 2, "3": 3, "three": 3, "4": 4, "four": 4}
_MANY: Final = re.compile(rf"(?<![a-z0-9])({'|'.join(_PLAYERS)})[ -]?(?:handed|players?|people|of us)(?![a-z])")
_PARTNER: Final = re.compile(r"(?<![a-z])(?:partners?|pairs)(?![a-z])")
_PARTNER_DEALS: Final = re.compile(
    r"(?<![a-z])(?:my |our )?partner(?:'s| is| was)? (?:the )?(?:deal(?:s|t|er|ing)?|has the crib|crib)(?![a-z])"
)
_PATTERNS: Final = {
    "?": re.compile(r"\?"),
    "|": re.compile("[|│]"),
    "...": re.compile(r"\.\.\."),
    "!": re.compile("!"),
    "score": re.compile("score"),
    "to play": _TO_PLAY,
    "least": _LEAST,
    "counted": re.compile(r"(?<![a-z])(?:i|we|he|she|they|you) count|counted"),
    "playing": re.compile("peg|led|lead|played|playing|laid|sequence|play[^a-z]{1,3}[0-9ajqkt]"),
    "five dealt": re.compile(
        r"(?:3|4|three|four)[ -](?:handed|players?)|(?:5|five) cards|one (?:card|discard)|" + _PARTNER_DEALS.pattern
    ),
    "advice": re.compile(r"(?:should|best|what|which)[a-z ]{1,9} (?:lead|play)(?![a-z])"),
    "behind play": re.compile(r"(?<![a-z])play:? [0-9ajqkt]{1,3}(?![a-z])"),
    "last": re.compile(" last "),
    "uncut": _UNCUT,
}
"""Signs that a pattern finds."""
_UP: Final = ("up card", "up-card", "up come", "up came", "up is", "up was")
_MARKS: Final = frozenset("|│┃¦/+>→")
_BREAKS: Final = frozenset(",;()\n")
