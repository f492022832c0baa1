"""Questions about cards, read from what people type: a hand, a crib, a discard or a play."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeVar

from engine.analysis.odds import cases
from engine.cards import Rank
from engine.errors import NotationError
from engine.messages import capitalized, counted, message
from engine.text.ambiguity import check_tokens
from engine.text.claims import Claim, parse_claim, rival_counts
from engine.text.notation import (
    EXAMPLE,
    HINT,
    Hand,
    check_once,
    marks_but_separators,
    missing_suit,
    read_plain_hand,
    starter_place,
    suited_cards,
    with_article,
)
from engine.text.phrase_rules import NOBS, QuestionParts, split_question
from engine.text.questions import (
    MOST_PEGGED,
    MOST_PLAYED,
    AnyQuestion,
    DiscardQuestion,
    Face,
    FourCardQuestion,
    HandQuestion,
    PlayQuestion,
    Question,
    RanksQuestion,
    Reading,
    running_counts,
)
from engine.text.spoken_counts import parse_pegging
from engine.text.tokens import Tokens, plain, quoted, tokenize

X_IS_TEN: Final = message("I read X as a ten.")
"""The note on a ten written as X, because not everybody does that."""


_Kind = TypeVar("_Kind", bound=AnyQuestion)

_SIX: Final = message("With 6 cards there's no starter yet. Type 4 cards and the starter.")


def read_question(text: str, *, crib: bool = False, declared: str | None = None) -> Question:
    """Return the question in a text: a hand and its starter, four or six cards, or cards after ``play``.

    ``crib`` and ``declared`` may be given here instead of in the text. Raises ``NotationError`` for a text that could
    mean two things.
    """
    glance = read_plain_hand(text)
    if glance is not None:
        said = parse_claim(declared) if declared is not None and declared.strip() else None
        return _with_notes(_hand_question(glance, said, crib=crib), said, has_x="x" in text or "X" in text)
    parts = split_question(text, HINT)
    claim = parts.claim
    if declared is not None and declared.strip():
        if claim is not None:
            raise NotationError(
                message(
                    "You gave two counts, {claim} and {declared}. Keep just one.",
                    claim=quoted(claim),
                    declared=quoted(declared.strip()),
                )
            )
        claim = declared
    if parts.play:
        return _play(parts, claim)
    said = None if claim is None else parse_claim(claim)
    return _cards(parts.cards, said, crib=crib or parts.crib)


def read(text: str, *, crib: bool = False, declared: str | None = None) -> Reading:
    """Return what a text may ask. Raises ``NotationError`` with one sentence if it asks nothing about cards."""
    return Reading((read_question(text, crib=crib, declared=declared),), sure=True)


def _with_notes(question: _Kind, said: Claim | None = None, *, has_x: bool) -> _Kind:
    """Return the question with notes on its reading and with the other counts that may be right."""
    notes = [X_IS_TEN] if has_x else []
    if said is not None and said.remark is not None:
        notes.append(said.remark)
    others = said.others if said is not None else ()
    return replace(question, others=others, notes=tuple(notes)) if notes or others else question


def _hand_question(hand: Hand, said: Claim | None, *, crib: bool) -> HandQuestion | FourCardQuestion:
    """Return the question about a plainly typed hand."""
    declared = None if said is None else said.points
    if hand.starter is None:
        return FourCardQuestion(tuple(Face(card.rank, card) for card in hand.cards), crib, declared)
    return HandQuestion(hand.cards, hand.starter, crib, hand.starter_marked, declared)


def _cards(text: str, said: Claim | None, *, crib: bool) -> Question:
    """Return the question that the number of cards implies."""
    glance = read_plain_hand(text)
    if glance is not None:
        return _with_notes(_hand_question(glance, said, crib=crib), said, has_x="x" in text or "X" in text)
    tokens, nobs = _tokens_and_nobs(text)
    check_tokens(tokens)
    declared = None if said is None else said.points
    return _with_notes(_of_spelling(tokens, nobs, declared, crib=crib or tokens.crib), said, has_x=tokens.has_x)


def _of_spelling(tokens: Tokens, nobs: int | None, declared: int | None, *, crib: bool) -> Question:
    many, place = len(tokens.cards), starter_place(tokens)
    if many not in (4, 5, 6) or (many == 6 and place is not None):
        raise _wrong_number_error(many, marked=place is not None, crib=tokens.crib or crib)
    if nobs is not None and (many == 6 or (many == 4 and place is None)):
        raise NotationError(message('"N" is the nobs jack, so add the starter. Or type J.'))
    if many == 4 and place == 3:
        _check_starter_is_there(tokens)
    faces = _faces(tokens)
    if many == 6:
        _check_complete(tokens)
        if declared is not None:
            raise NotationError(_SIX)
        return DiscardQuestion(faces)
    if many == 4 and place is None:
        _check_complete(tokens)
        return FourCardQuestion(faces, crib, declared)
    if many == 4 and crib:
        raise NotationError(
            message(
                "A crib is 4 cards and the starter, like {example}.",
                example=EXAMPLE,
            )
        )
    return _hand(tokens, place, nobs, declared, crib=crib)


def _check_starter_is_there(tokens: Tokens) -> None:
    """Refuse a "cut?" after four cards, which may ask for the starter or mark the last card."""
    mark = tokens.marks[-1]
    behind = tokens.text[mark.end :].strip()
    if mark.worded and mark.after == 4 and behind.startswith("?"):
        card = tokens.cards[-1]
        raise NotationError(
            message(
                "Is {card} the starter? Type just the 4 cards, or mark the starter like {example}.",
                card=tokens.piece(card.start, card.end),
                example=EXAMPLE,
            )
        )


def _hand(tokens: Tokens, place: int | None, nobs: int | None, declared: int | None, *, crib: bool) -> Question:
    """Return the question about a hand and its starter: the marked card, or else the last."""
    faces, marked = _faces(tokens), place is not None
    if place is None:
        place = len(faces) - 1
        if nobs is not None:
            place = _last_but_jacks(faces)
    hand, starter = (*faces[:place], *faces[place + 1 :]), faces[place]
    cards = tuple([face.card for face in hand if face.card is not None])
    if starter.card is not None and len(cards) == len(hand):
        return HandQuestion(cards, starter.card, crib, marked, declared)
    if nobs is not None and starter.rank is Rank.JACK:
        raise NotationError(message('"N" is the nobs jack. Put | before the starter.'))
    if (
        any(face.card is not None for face in faces)
        and len({case.total for case in cases(hand, starter, crib=crib)}) > 1
    ):
        raise missing_suit(tokens, [face.card for face in faces if face.card is not None])
    return RanksQuestion(hand, starter, nobs is not None, crib, marked, declared)


def _last_but_jacks(faces: Sequence[Face]) -> int:
    """Return the place of the last card that can be the starter where his nobs is held: it is no jack."""
    return max((place for place, face in enumerate(faces) if face.rank is not Rank.JACK), default=len(faces) - 1)


def _tokens_and_nobs(text: str) -> tuple[Tokens, int | None]:
    """Return the tokens of a text, and the place of N, his nobs, which is allowed only without suits."""
    shown, low = plain(text)
    found = NOBS.search(low)
    if found is None:
        return tokenize(shown, HINT), None
    tokens = tokenize(f"{shown[: found.start()]}j{shown[found.end() :]}", HINT)
    if any(token.card is not None for token in tokens.cards):
        raise NotationError(message('"N" only works without suits. Type the jack with its suit, like JS.'))
    return tokens, next(place for place, token in enumerate(tokens.cards) if token.start == found.start())


def _faces(tokens: Tokens) -> tuple[Face, ...]:
    """Return the cards with or without their suits. Raises ``NotationError`` if one comes too often."""
    faces = tuple(Face(token.rank, token.card) for token in tokens.cards)
    check_once(tokens)
    ranks = [face.rank for face in faces]
    for rank in Rank:
        if ranks.count(rank) > 4:
            many = ranks.count(rank)
            raise NotationError(
                message(
                    "{rank} appears {many} times, but a deck has only 4.",
                    rank=capitalized(with_article(rank)),
                    many=many,
                )
            )
    return faces


def _check_complete(tokens: Tokens) -> None:
    """Refuse cards if some have suits, some have none, and the suits matter."""
    if any(token.card is not None for token in tokens.cards):
        suited_cards(tokens)


def _wrong_number_error(many: int, *, marked: bool, crib: bool) -> NotationError:
    if not many:
        return NotationError(message("I don't see any cards: {hint}.", hint=HINT))
    if many in (8, 9, 10) and crib:
        return NotationError(message("That's a hand and a crib. Ask about one at a time, with the starter."))
    if many == 6 and marked:
        return NotationError(_SIX)
    return NotationError(
        counted(
            "That's {number} card. Type 4 cards and a starter to score a hand, or 6 cards for discard advice.",
            "That's {number} cards. Type 4 cards and a starter to score a hand, or 6 cards for discard advice.",
            many,
        )
    )


def _play(parts: QuestionParts, claim: str | None) -> PlayQuestion:
    """Return the question about a play, with the points declared for its last card."""
    tokens = _tokens_of_play(parts)
    asked = _with_notes(PlayQuestion(faces := _faces(tokens)), has_x=tokens.has_x)
    if claim is None:
        return asked
    if numbers := rival_counts(claim):
        return replace(asked, declared=numbers[0], others=numbers[1:])
    said = f"for {claim}" if claim.strip().isdecimal() else claim
    points = parse_pegging(said, running_counts(faces)[-1], message("just type the points, like for 2"))
    if points > MOST_PEGGED and parts.count is None:
        raise NotationError(
            message(
                "No card can peg {points}. Type the count and the points, like (31-2).",
                points=points,
            )
        )
    return replace(asked, declared_count=parts.count, declared=points)


def _tokens_of_play(parts: QuestionParts) -> Tokens:
    """Return the tokens of the cards of a play. Raises ``NotationError`` if they are none."""
    text = _GO.sub(" ", parts.cards).strip(" ()")
    if (count := _A_COUNT.search(text)) and count[0] != text:
        raise NotationError(
            message(
                "Is {count} the count or two cards? Put spaces between cards. Put the count after them, like (31-2).",
                count=quoted(count[0]),
            )
        )
    tokens = tokenize(text, HINT)
    check_tokens(tokens)
    if not tokens.cards:
        raise NotationError(message("I don't see any cards: {hint}, or just the rank.", hint=HINT))
    if marks_but_separators(tokens) or tokens.crib or parts.crib:
        raise NotationError(
            message("There's no starter or crib in the play. Type the cards in the order they were played.")
        )
    if len(tokens.cards) > MOST_PLAYED:
        raise NotationError(
            message(
                "That's {number} cards, but no play has more than {most}.",
                number=len(tokens.cards),
                most=MOST_PLAYED,
            )
        )
    return tokens


_A_COUNT: Final = re.compile(r"(?<![0-9A-Za-z])(?:2[0-9]|3[01])(?![0-9A-Za-z])")
_GO: Final = re.compile(r"(?i)(?<![a-z])(?:go|says?|then)(?![a-z])")
"""Words between the cards of a play that change nothing, because the count shows where it restarts."""
