"""Questions about cards, read from whatever people type around their cards.

A text gives candidates: what it may ask, each with the signs that speak for it or against it. What a sign weighs was
fitted to labelled phrases by ``tests/support/fit_reader.py`` and stands in ``weights.json``. The likeliest candidate is
sure if it is far ahead of the next one and leaves nothing over that looks like a card.
"""

import json
import re
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import exp
from typing import Final

from engine.cards import SYMBOLS, CardText
from engine.errors import NotationError
from engine.laws import Law
from engine.messages import Message, listed, message
from engine.scoring import show
from engine.text.candidates import UNCUT, Candidate, candidates, repeated
from engine.text.claims import Claim, parse_claim, parts_of_count
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
    all_cards,
    read_plain_hand,
    running_counts,
    stand_ins,
    write_question,
)
from engine.text.typed_cards import Token, plain, quoted
from engine.text.typed_text import LARGEST, SUITED, TypedText, face_of
from engine.text.vocabulary import MUGS, SUIT_WORDS

X_IS_TEN: Final = message("I read X as a ten.")
"""The note on a ten written as X, because not everybody does that."""


class NothingAsked(NotationError):
    """A text in which next to nothing may be a card."""


class NothingOpen(NotationError):
    """A call of missed points without cards and where no count is open."""


MOST_READINGS: Final = 3
"""The most readings that are offered."""

SURE: Final = 0.82
"""A candidate that is likelier than this is sure."""

NOTHING: Final = 0.27
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
            question = with_notes(question, said, notes)
        return Reading((question,), sure=True)
    scores, rest = find_scores(*plain(text)) or (None, text)
    if scores is not None:
        with suppress(NotationError):
            reading = _read(rest, said, crib=crib, scores=scores)
            if all(isinstance(one, DiscardQuestion | OddsQuestion) and one.scores for one in reading.questions):
                return reading
    return _read(text, said, crib=crib)


def _read(text: str, said: Claim | None, *, crib: bool, scores: GameScores | None = None) -> Reading:
    """Return what a text asks, with the scores of a game that were found in it."""
    found = TypedText.of(text, said, crib=crib, scores=scores)
    ranked = rank(candidates(found))
    if (better_text := mended(found, said)) is not None:
        (share, best), better = ranked[0], rank(candidates(better_text))
        is_like = share < SURE or len(best.cards) in (*range(_FIVE), len(better[0][1].cards))
        if is_like and better[0][1].question and (best.question is None or better[0][0] >= SURE):
            found, ranked = better_text, better
    return _reading(found, ranked)


def mended(found: TypedText, said: Claim | None = None) -> TypedText | None:
    """Return a text with its mistyped words mended, if that gives more cards or more suits."""
    if found.may_be_mended:
        other = TypedText.of(found.shown, said, crib=found.crib, scores=found.scores, mends=True)
        return other if other.is_richer(found) else None
    return None


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


def _reading(text: TypedText, ranked: Sequence[tuple[float, Candidate]]) -> Reading:
    """Return the sure reading or the likely ones. Raises ``NotationError`` if nothing is asked."""
    asked = [(share, one) for share, one in ranked if one.question is not None]
    share_of_nothing = next((share for share, one in ranked if one.question is None), 0.0)
    suited = sum(card.suit is not None and card.firm for card in text.cards)
    if not asked or (share_of_nothing > NOTHING and suited < SUITED):
        raise _error(text)
    share, best = asked[0]
    notes = _notes(text, best.cards or text.cards, best.question)
    alike = [one for part, one in asked if part > share / 100 and one.kind == best.kind in _IN_ORDER]
    is_doubted = best.question is not None and _is_doubted(text, best.question)
    others = [
        one
        for part, one in asked
        # Where words speak against the likeliest, a card to play is not as unlikely as it seems.
        if part > share / (_RARELY if is_doubted and isinstance(one.question, NextQuestion) else 20)
        and one not in alike
    ]
    alike.sort(key=lambda one: one.cards[0].start)
    both = _hand_and_crib(text, alike)
    is_echo = best.kind == "play" and text.low.startswith("play:")
    is_sure = bool(both) or is_echo or (share >= SURE and not _is_left(text, best.cards, best.question))
    likely: list[Question | None] = both or (
        [best.question] if is_sure else [one.question for one in (*alike, *others)]
    )
    if isinstance(best.question, HandQuestion | RanksQuestion) and not text.crib and _EITHER.search(text.low):
        likely = [replace(best.question, crib=crib) for crib in (False, True)]
    elif not is_sure:
        likely.sort(key=lambda one: one is not None and (_is_doubted(text, one) or _is_short(one)))
    questions = [with_notes(question, text.claim, notes) for question in likely[:MOST_READINGS] if question is not None]
    return Reading(tuple(questions), is_sure)


def _hand_and_crib(text: TypedText, alike: Sequence[Candidate]) -> list[Question | None]:
    """Return the questions about a hand and a crib with one starter where these are all the cards of a text."""
    if text.starter is None or text.claim is not None:
        return []
    likely = {card for card, weight in text.weights.items() if weight > 0}
    found: list[HandQuestion | RanksQuestion] = []
    for one in alike:
        if isinstance(one.question, HandQuestion | RanksQuestion) and {text.starter, *likely} >= {*one.cards}:
            found.append(one.question)
            likely -= {*one.cards}
    return [*found] if not likely and sorted(one.crib for one in found) == [False, True] else []


def _is_left(text: TypedText, cards: Sequence[Token], question: Question | None) -> bool:
    """Return whether something like a card or a number is not read."""
    if question is None:
        return False
    if isinstance(question, PlayQuestion) and len(cards) > 4 and _A_HAND.search(text.low, cards[0].end):
        return True
    if _is_doubted(text, question) or _has_gap(text, cards, question) or _is_article(text, cards):
        return True
    if repeated([face_of(card) for card in cards]) is not None or _is_claim_unclear(text, cards, question):
        return True
    if isinstance(question, DiscardQuestion) and question.options:
        return False
    faces = (*all_cards(question), *(question.played if isinstance(question, NextQuestion) else ()))
    if any(face.card is None for face in faces) and (_A_SUIT.search(text.low) or _is_suit_unread(text, cards)):
        return True
    numbers, named = _numbers_of(text, question), {*cards}
    is_full = len(faces) > 4 and {card for card, weight in text.weights.items() if weight > 0} <= named
    is_loose = not cards or not isinstance(question, PlayQuestion | FourCardQuestion)
    return any(
        not _is_explained(text, place, token, faces, numbers, is_loose=is_loose, is_full=is_full)
        for place, token in enumerate(text.tokens)
        if token not in named
    )


def _is_article(text: TypedText, cards: Sequence[Token]) -> bool:
    """Return whether the first of five cards may be an article before four: "a 5 6 7 8 what's that"."""
    if len(cards) != _FIVE or text.starter is not None or text.shown[cards[0].start : cards[1].start] != "a ":
        return False
    return bool(text.kinds & {"ask", "say"}) and all(card.value is not None for card in cards[1:])


def _is_doubted(text: TypedText, question: Question) -> bool:
    """Return whether words speak against this kind of question, or the number of players against a hand of five."""
    is_five = len(all_cards(question)) == _FIVE and text.starter is None and text.claim is None
    is_dealt = "discard" in text.kinds or text.players_named() in (3, 4)
    if is_five and is_dealt and not isinstance(question, DiscardQuestion):
        return True
    return any(isinstance(question, kinds) and pattern.search(text.low) for pattern, kinds in _DOUBTS)


def _has_gap(text: TypedText, cards: Sequence[Token], question: Question) -> bool:
    """Return whether a card may be missing: a suit or a question mark in its place, or words where a hand is short."""
    if len(cards) < _FEWEST:
        return False
    between = text.tokens[text.places[cards[0]] + 1 : text.places[cards[-1]]]
    if len(cards) > _FIVE or (len(cards) == _FIVE and not isinstance(question, DiscardQuestion)):
        return False
    is_short = isinstance(question, HandQuestion | RanksQuestion)
    pieces = [
        text.low[token.start : token.end] for token in between if not token.kind or token.kind in ("suit", "sign")
    ]
    return (is_short and any(piece == "?" or len(piece) > 1 for piece in pieces)) or any(
        _MISSING.search(text.low, card.end, after.start)
        or (is_short and _LONE_SUIT.search(text.low, card.end, after.start))
        for card, after in pairwise(cards)
    )


def _is_short(question: Question) -> bool:
    """Return whether a hand lacks a card, unless it is one of three at the five-card game."""
    return isinstance(question, HandQuestion | RanksQuestion) and len(all_cards(question)) < _FIVE


def _is_explained(
    text: TypedText,
    place: int,
    token: Token,
    faces: Sequence[Face],
    numbers: Container[int | None],
    *,
    is_loose: bool,
    is_full: bool,
) -> bool:
    """Return whether a token besides the cards of a question is no card and no number, or is one of the question.

    A card without a suit may be named again; where it is not ``is_loose``, only behind a word that refers to it.
    """
    if token.kind == "card":
        is_word = not text.low[token.start].isdigit() and text.weights.get(token, 0) <= 0
        is_named = is_loose or text.weights.get(token, 0) < 0 or _REFERS.search(text.low, 0, token.start)
        is_again = is_named and token.rank in {face.rank for face in faces}
        return bool(is_word or is_again or token.is_plural or (token.value is not None and token.value in numbers))
    if token.kind in ("number", "claim", "written"):
        return token.value is None or token.value in numbers or text.tokens[place - 1].kind == "go"
    strange = _STRANGE if is_full else _LETTERS
    is_strange = (
        token.kind == "unread"
        or (token.kind == "suit" and token.end - token.start > 1)
        or (token.kind in ("", "suit") and strange.fullmatch(text.low, token.start, token.end) is not None)
    )
    return not (is_strange and _is_beside_card(text, place)) and not _is_no_card(text, place)


def _is_no_card(text: TypedText, place: int) -> bool:
    """Return whether a letter between two cards, or before a suit, is that of no card: ``5 6 Y J Q K``, ``Z♥``."""
    token, around = text.tokens[place], text.tokens[max(place - 1, 0) : place + 2]
    if token.kind == "suit":
        return text.low[token.start] in SYMBOLS and text.low[token.start - 1 : token.start].isalpha()
    is_letter = token.end - token.start == 1 and text.low[token.start].isalpha() and token.kind in ("", "why")
    return is_letter and [one.kind for one in around if one is not token] == ["card", "card"]


def _is_suit_unread(text: TypedText, cards: Sequence[Token]) -> bool:
    """Return whether an unknown word stands before the one card without a suit, or behind any as its suit."""
    bare = [text.places[card] for card in cards if card.suit is None]
    before = text.tokens[max(bare[0] - 1, 0) : bare[0]] if len(bare) == 1 < len(cards) else []
    behind = [[token.kind for token in text.tokens[place + 1 : place + 3]] for place in bare]
    return ["of", ""] in behind or any(not token.kind and token.value is None for token in before)


def _is_claim_unclear(text: TypedText, cards: Sequence[Token], question: Question) -> bool:
    """Return whether a count may be that of a part, or a number that is wrong may be no count at all."""
    if not isinstance(question, HandQuestion | RanksQuestion) or question.part:
        return False
    parts = [part.points for part in parts_of_count(text.low, text.claim) if not part.is_within(cards)]
    is_spoken = any(token.kind == "claim" and token.value is None for token in text.tokens)
    if parts and not is_spoken and question.declared in (None, *parts):
        return True
    is_long = not question.why and sum(not token.kind for token in text.tokens) > _LONG
    return is_long and question.declared is not None and not _may_be_right(question, question.declared)


def _numbers_of(text: TypedText, question: Question) -> Container[int | None]:
    """Return the numbers that a question explains besides its cards."""
    numbers = {*(text.claim.others if text.claim is not None else ()), 15, 31}
    match question:
        case PlayQuestion(cards=cards, written=written, restarts=restarts):
            said = [question.declared, question.declared_count, *[number for one in written for number in one[1:]]]
            return numbers | {running_counts(cards, restarts)[-1], *said}
        case DiscardQuestion(cards=cards, players=players):
            return {*numbers, players, len(cards), len(cards) - 2, 2}
        case NextQuestion(count=count, played=played):
            return {*numbers, count, *running_counts(played)[-1:], *[face.rank.value for face in played]}
        case OddsQuestion():
            return range(1000)
        case RunQuestion():
            return {*numbers, len(question.cards)}
        case _:
            return {*numbers, question.declared, *range(LARGEST + 1, 1000)}


def _is_beside_card(text: TypedText, place: int) -> bool:
    around = text.tokens[max(place - 4, 0) : place][::-1], text.tokens[place + 1 : place + 4]
    solid = [[token.kind for token in side if token.kind not in ("of", "thin", "sign", "suit")] for side in around]
    return any(kinds[:1] == ["card"] for kinds in solid)


def _notes(text: TypedText, cards: Sequence[Token], question: Question | None) -> list[Message]:
    """Return what was mended, or read in a way that is not everybody's."""
    notes = [X_IS_TEN] if any(text.low[card.start] == "x" for card in text.cards) else []
    if (twice := repeated(list(map(face_of, cards)))) is not None:
        notes.append(message("You typed {face} twice.", face=face_of(cards[twice]).face))
    if (call := _CALL.search(text.low)) is not None and text.claim is None:
        points = int(call["points"] or call["more"])
        notes.append(message("A call of {points} is right if the count was {points} too low.", points=points))
    is_short = question is not None and _is_short(question) and "starter" in text.kinds
    if is_short and not _FIVE_CARD_GAME.search(text.low):
        notes.append(message("A hand has 4 cards in most games, and this one has 3."))
    for card in text.cards:
        if card.is_mended or _OWN_LETTER.fullmatch(text.low, card.start, card.end):
            piece = quoted(text.shown[card.start : card.end])
            notes.append(message("I read {piece} as {face}.", piece=piece, face=face_of(card).face))
    return notes


def with_notes(question: Question, claim: Claim | None, notes: Sequence[Message] = ()) -> Question:
    """Return the question with notes on its reading and with the other counts that may be right."""
    if claim is None or (isinstance(question, PlayQuestion) and question.declared is None):
        return replace(question, notes=tuple(notes)) if notes else question
    others = claim.others
    if isinstance(question, PlayQuestion):
        said = (claim.points, *others)
        others = tuple(
            [points for points in said if points not in (question.declared, running_counts(question.cards)[-1])]
        )
    remarks = (claim.remark,) if claim.remark is not None and not isinstance(question, PlayQuestion) else ()
    return replace(question, others=others, notes=(*notes, *remarks))


def _error(text: TypedText) -> NotationError:
    """Return the error for a text that asks nothing about cards, with the cards that were found."""
    faces = [face_of(card) for run in text.runs for card in run if text.weights[card] > 0]
    is_call = _MUGGED.match(text.low) or (not faces and _CALL.search(text.low))
    if is_call and len(faces) < _FEWEST and "?" not in text.low:
        return NothingOpen(message("No count is open here, so you can't call missed points now."))
    if not faces:
        return NothingAsked(
            message("I don't see any cards. Type 4 cards and the starter, like {example}.", example=EXAMPLE)
        )
    rank, many = Counter(face.rank for face in faces).most_common(1)[0]
    if many > 4:
        return NotationError(
            message("I read more than 4 cards of rank {rank}, but a deck has only 4.", rank=CardText(rank))
        )
    cards = CardText(" ".join([face.face for face in faces[:MOST_PLAYED]]))
    is_lone = len(faces) == 1 and sum(not token.kind for token in text.tokens) > 1
    is_lone = is_lone or [face.rank for face in faces] == _COUNTDOWN
    is_talk = is_lone or (len(faces) < _FEWEST and not any(face.card for face in faces))
    return (NothingAsked if is_talk else NotationError)(
        message(
            "I read {cards}. Type 4 cards and the starter, like {example}, or 6 cards for discard advice.",
            cards=cards,
            example=EXAMPLE,
        )
    )


def _may_be_right(question: HandQuestion | RanksQuestion, points: int) -> bool:
    """Return whether some cards count so many points: those with unknown suits may have a flush or his nobs, too."""
    *hand, starter = stand_ins(all_cards(question))
    items = show(hand, starter, crib=question.crib).items
    if isinstance(question, HandQuestion):
        return sum(item.points for item in items) == points
    least = sum(item.points for item in items if item.law not in (Law.FLUSH, Law.HIS_NOBS))
    return least <= points <= least + _OF_SUITS


_STRANGE: Final = re.compile(r"jokers?|[^\W\d_aeiouh][cdhs♣♦♥♠]|[^\x00-\x7f][cdhs]|[cdhs][01]|wild|\d+'?s")
"""Words that look like cards and are none."""
_LETTERS: Final = re.compile(rf"{_STRANGE.pattern}|[tjqk][^\W\d_aeiou]|[bcdhrsv]")
"""The same with those that look so where a card is missing."""
_TO_LEAD: Final = re.compile(
    r"(?<![a-z])(?:(?:what|which|should i|best|good)[a-z ]{0,20} (?:lead|play first|open|start)(?:ing)?|start with"
    r"|to lead|as a lead|lead\?|(?:first|my|opening) (?:card|lead)|card first|which (?:one )?first)(?![a-z])"
)
_DOUBTS: Final = (
    (re.compile(r"[|│┃¦][^|│┃¦]*[|│┃¦]"), AnyQuestion),
    (re.compile(r"(?<![\da-z])(?:3[2-9]|[4-9]\d|\d{3})(?![\da-z])"), DiscardQuestion),
    (
        re.compile(
            r"(?<![a-z])(?:odds|chances?|probability|how (?:often|likely|rare))[a-z ]{0,24} "
            r"(?:two|three|four|[2-4]) (?!players)[a-z0-9]+s(?![a-z])"
        ),
        AnyQuestion,
    ),
    # The parts of a count, of which these are the points.
    (re.compile(r"^ *\d+ (?:points?|pts?)(?![a-z])"), PlayQuestion),
    (_TO_LEAD, HandQuestion | RanksQuestion | FourCardQuestion | DiscardQuestion),
    (re.compile(r"(?<![a-z])(?:points|pts)\?|how many points"), NextQuestion),
    (UNCUT, HandQuestion | RanksQuestion | NextQuestion),
    (re.compile(r"(?<![a-z])(?:the |^)count(?: is|'s) (?:1[5-9]|2\d|30)(?!\d)"), FourCardQuestion),
    (
        re.compile(r"(?:pair|king|queen|jack|ace|five)(?:ed|s) (?:it|me|him|her|back)(?![a-z])"),
        PlayQuestion | NextQuestion,
    ),
)
"""What makes a reading of some kind doubtful: two bars, scores that are not read, a hand that is not cut, the count of
a play beside four cards, and cards of the play that only a verb names."""
_A_HAND: Final = re.compile(r"(?<![a-z])(?:hand|holding|i have|i hold)(?![a-z])")
"""Words that part the cards of a hand from those that were played before."""
_A_SUIT: Final = re.compile(rf"(?<![a-z])(?:{'|'.join(SUIT_WORDS)})(?![a-z])")
_LONE_SUIT: Final = re.compile(rf"{_A_SUIT.pattern}(?=\s*[,;(])")
_CALL: Final = re.compile(
    rf"(?<![a-z])(?:{MUGS}|(?:missed|forgot|overlooked))\W{{1,3}}(?:(?:for|by|of|de)\s)?(?P<points>\d{{1,2}})(?![\d-])(?!\s+[\dajqkt]\b)"
    r"|(?<!\d)(?P<more>\d{1,2}) more (?:in there|for (?:you|me|him|her)|points|off you)"
)
"""A call of points that somebody missed."""
_MUGGED: Final = re.compile(rf"\W*{MUGS}\s*[!,.:]\W*\w")
"""A call of missed points without their number right behind."""
_OWN_LETTER: Final = re.compile(rf"[bdrv]\s?[{SYMBOLS}].?")
"""A card with the letter that its rank has in another language."""
_EITHER: Final = re.compile(
    r"(?<![a-z])(?:hand,? or (?:[a-z]+ ){0,2}(?:crib|box|kitty)|(?:crib|box|kitty),? or (?:[a-z]+ ){0,2}hand)(?![a-z])"
)
"""Words that leave open whether cards are a hand or a crib."""
_FIVE_CARD_GAME: Final = re.compile(r"(?:5|five)[ -]card")
_REFERS: Final = re.compile(r"(?<![a-z])(?:the|for|do|does|last|that|this|his|her|my|second|third) \Z")
"""Words before a card that was named already."""
_IN_ORDER: Final = ("hand", "four")
"""Kinds of which several are offered in the order of the text."""
_FEWEST: Final = 3
_COUNTDOWN: Final = [3, 2, 1]
_RARELY: Final = 10_000
_MISSING: Final = re.compile(r"(?:^|[\s,(])\?+(?=[\s,)]*[\s,)])|_{2,}")
"""A mark in the place of a card."""
_FIVE: Final = 5
_LONG: Final = 2
"""The words that say nothing about cards in a text whose wrong claim may be no claim at all."""
_OF_SUITS: Final = 6
"""The most points that only suits can give."""
