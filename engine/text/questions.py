"""Questions about cards: a hand, a crib, four cards, a discard or a play; and plainly typed hands."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias, assert_never

from engine.cards import PACK, SYMBOLS, Card, CardText, Rank
from engine.messages import Message, message
from engine.text.typed_cards import LONGEST
from engine.text.vocabulary import TYPED


class Face(NamedTuple):
    """A card as it was named: its rank, and the card itself if its suit was named."""

    rank: Rank
    card: Card | None = None

    @property
    def face(self) -> str:
        """The card as a sentence names it: ``"5♥"``, or ``"5"`` without a suit."""
        if self.card is not None:
            return self.card.face
        return CardText("10" if self.rank is Rank.TEN else str(self.rank))


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyQuestion:
    """The fields of every question: counts that may be right besides the declared one, and notes on the reading.

    ``part`` is the part of a count that is declared, such as ``"fifteens"``, or empty for all of it. With ``why`` every
    combination is explained. Notes do not count when questions are compared.
    """

    others: tuple[int, ...] = ()
    part: str = ""
    why: bool = field(default=False, compare=False)
    notes: tuple[Message, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class HandQuestion(AnyQuestion):
    """A hand of four cards, or three at the five-card game, or a crib, with its starter and the declared points."""

    hand: tuple[Card, ...]
    starter: Card
    crib: bool
    starter_marked: bool
    declared: int | None = None


@dataclass(frozen=True, slots=True)
class RanksQuestion(AnyQuestion):
    """A hand without all its suits; with ``nobs`` its jack has the suit of the starter."""

    hand: tuple[Face, ...]
    starter: Face
    nobs: bool
    crib: bool
    starter_marked: bool
    declared: int | None = None


@dataclass(frozen=True, slots=True)
class FourCardQuestion(AnyQuestion):
    """Four cards without a starter, with all their suits or none."""

    cards: tuple[Face, ...]
    crib: bool
    declared: int | None = None


class GameScores(NamedTuple):
    """The scores of two sides in a game that is won at ``target`` points, or of three players in the order of play."""

    mine: int
    theirs: int
    target: int = 121
    third: int | None = None

    @property
    def of_sides(self) -> tuple[int, ...]:
        """The scores of all sides, two or three."""
        return (self.mine, self.theirs) if self.third is None else (self.mine, self.theirs, self.third)


@dataclass(frozen=True, slots=True)
class DiscardQuestion(AnyQuestion):
    """Six cards with two to discard, or five, with all their suits or none.

    ``dealer`` is whether the crib is of the player's side, and ``scores`` are those before the deal; None if the text
    does not say. ``options`` are the discards that are compared; none for all. Of five cards two of ``players`` discard
    two, and three or four discard one; None is three.
    """

    cards: tuple[Face, ...]
    dealer: bool | None = None
    scores: GameScores | None = None
    options: tuple[tuple[Face, ...], ...] = ()
    players: int | None = None


@dataclass(frozen=True, slots=True)
class PlayQuestion(AnyQuestion):
    """Cards in the order in which they were played, and the count and points declared for the last.

    ``written`` holds the scores that the text gives beside its cards: the place of the card, and the count and points,
    None where the text gives only one of them. ``restarts`` holds the places of the cards before which the text says
    that the count restarts.
    """

    cards: tuple[Face, ...]
    declared_count: int | None = None
    declared: int | None = None
    written: tuple[tuple[int, int | None, int | None], ...] = ()
    restarts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NextQuestion(AnyQuestion):
    """Up to four cards, of which one is to be played: to lead, or upon ``played`` or a count of unknown cards."""

    cards: tuple[Face, ...]
    played: tuple[Face, ...] = ()
    count: int | None = None


@dataclass(frozen=True, slots=True)
class RunQuestion(AnyQuestion):
    """Cards that may be a run."""

    cards: tuple[Face, ...]


Topic: TypeAlias = Literal[
    "points", "least", "average", "pegging", "cut", "dealt", "common", "never", "nobs", "flush", "win"
]


@dataclass(frozen=True, slots=True)
class OddsQuestion(AnyQuestion):
    """How likely something is, whatever the cards: a number of points, exactly or at least, or a rank.

    ``crib`` asks about a crib; ``scores``, ``dealer`` and ``players`` are for the chance to win: two of ``players``
    have five cards each, and None is two with six.
    """

    about: Topic
    points: int = 0
    rank: Rank | None = None
    crib: bool = False
    dealer: bool | None = None
    scores: GameScores | None = None
    players: int | None = None


Claimed: TypeAlias = HandQuestion | RanksQuestion | FourCardQuestion | PlayQuestion
"""Questions in which a count may be declared."""

Question: TypeAlias = Claimed | DiscardQuestion | NextQuestion | RunQuestion | OddsQuestion


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text may ask: one question if it is ``sure``, or a hand and its crib; otherwise up to three.

    The likeliest is the first.
    """

    questions: tuple[Question, ...]
    sure: bool


_DISCARDS: Final = {
    2: "2 players, 5 cards, discard",
    3: "3 players, discard one card",
    4: "4 players, discard one card",
}
_ROLES: Final = {True: "dealer", False: "pone"}

MOST_PLAYED: Final = 16
"""The number of cards that four hands play."""


def write_question(question: Question) -> CardText:
    """Return a question as it was understood: ``"crib: 5♥ 5♦ 5♣ J♠ │ 5♠"``, ``"play: 8 J 6"``."""
    return CardText(_written(question))


def _written(question: Question) -> str:
    match question:
        case HandQuestion(hand=cards, starter=starter, crib=crib):
            return _text_of([card.face for card in cards], starter.face, crib=crib)
        case RanksQuestion(hand=hand, starter=starter, crib=crib):
            faces = [face.face for face in hand]
            if question.nobs:
                faces[faces.index("J")] = "N"
            return _text_of(faces, starter.face, crib=crib)
        case FourCardQuestion(cards=four, crib=crib):
            return _text_of([face.face for face in four], None, crib=crib)
        case DiscardQuestion():
            return _written_discard(question)
        case PlayQuestion(cards=played):
            return f"play: {_text_of([face.face for face in played], None, crib=False)}"
        case NextQuestion(cards=held, played=played, count=count):
            on = " ".join(face.face for face in played)
            return f"{f'play on {on or count}' if on or count else 'lead'}: {' '.join(face.face for face in held)}"
        case RunQuestion(cards=cards):
            return f"run? {' '.join(face.face for face in cards)}"
        case OddsQuestion():
            of_all = " of 46" if question.about == "cut" and question.points else ""
            return f"odds: {question.about} {question.rank or question.points}{of_all}{' in the crib' * question.crib}"
        case _:
            assert_never(question)


def _written_discard(question: DiscardQuestion) -> str:
    text, scores = _text_of([face.face for face in question.cards], None, crib=False), question.scores
    if question.options:
        return f"{' or '.join(' '.join(face.face for face in one) for one in question.options)} from {text}"
    if question.players is not None:
        text = f"{_DISCARDS[question.players]}: {text}"
    elif scores is None and len(question.cards) < 6:
        return f"{text}, discard one card"
    if scores is None:
        return text
    role = [] if question.dealer is None else [_ROLES[question.dealer]]
    return " ".join([f"{text} at {write_scores(scores)}", *role])


def faces_text(faces: Sequence[Face]) -> CardText:
    """Return the cards in a row with spaces between them."""
    return CardText(" ".join(face.face for face in faces))


def write_scores(scores: GameScores) -> str:
    """Return scores as players write them: ``"110-104"``, ``"50-44 to 61"``, ``"100-90-95"``."""
    text = "-".join(map(str, scores.of_sides))
    return text if scores.target == GameScores(0, 0).target else f"{text} to {scores.target}"


def all_cards(question: Question) -> tuple[Face, ...]:
    """Return every card that a question names, with the starter last."""
    match question:
        case HandQuestion(hand=hand, starter=starter):
            return tuple(Face(card.rank, card) for card in (*hand, starter))
        case RanksQuestion(hand=faces, starter=last):
            return (*faces, last)
        case OddsQuestion():
            return ()
        case _:
            return question.cards


def stand_ins(faces: Sequence[Face]) -> tuple[Card, ...]:
    """Return different cards of these ranks, with any free suit for cards without one; at most four share a rank."""
    taken = {face.card for face in faces}
    cards: list[Card] = []
    for face in faces:
        card = face.card
        if card is None:
            card = next(card for card in PACK[4 * (face.rank - 1) : 4 * face.rank] if card not in taken)
            taken.add(card)
        cards.append(card)
    return tuple(cards)


def _text_of(faces: Sequence[str], starter: str | None, *, crib: bool) -> str:
    text = " ".join(faces if starter is None else (*faces, "│", starter))
    return f"crib: {text}" if crib else text


def running_counts(faces: Sequence[Face], restarts: Collection[int] = ()) -> list[int]:
    """Return the count with each card played.

    It restarts where a card would take it past thirty-one, and before the cards at the places in ``restarts``.
    """
    found: list[int] = []
    for place, face in enumerate(faces):
        so_far = found[-1] if found and place not in restarts else 0
        found.append(face.rank.pips + (so_far if so_far + face.rank.pips <= 31 else 0))
    return found


# Plainly typed hands, and hands as the bot writes them.

EXAMPLE: Final = message("5H 5D 5C JS | 5S")
"""An example of a typed hand and its starter."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand to be counted: its cards without the starter, which was marked or else is the last card."""

    cards: tuple[Card, ...]
    starter: Card | None
    crib: bool
    starter_marked: bool


def read_plain_hand(text: str) -> Hand | None:
    """Return a plainly typed hand of four cards and perhaps the starter, in one match; None for other texts."""
    found = _PLAIN.fullmatch(text)
    if found is None or len(text) > LONGEST:
        return None
    first, second, third, fourth, sign, last = found.groups()
    cards = (TYPED[first], TYPED[second], TYPED[third], TYPED[fourth])
    if last is None:
        return Hand(cards, None, False, False) if len({*cards}) == 4 else None  # noqa: FBT003 - twice as fast
    starter = TYPED[last]
    return Hand(cards, starter, False, sign is not None) if len({*cards, starter}) == 5 else None  # noqa: FBT003


def write_hand(hand: Hand) -> str:
    """Return a hand as it was understood: ``crib: 5♥ 5♦ 5♣ J♠ │ 5♠``."""
    starter = None if hand.starter is None else hand.starter.face
    return _text_of([card.face for card in hand.cards], starter, crib=hand.crib)


_A_CARD: Final = rf"((?:10|[2-9atjqkxATJQKX])[cdhsCDHS{SYMBOLS}])\uFE0F?"
_PLAIN: Final = re.compile(
    rf"[\s,]*{_A_CARD}[\s,;._-]*{_A_CARD}[\s,;._-]*{_A_CARD}[\s,;._-]*{_A_CARD}"
    rf"(?:[\s,;._-]*(?:([|/+│])[\s,;._-]*)?{_A_CARD})?[\s,;.!?]*"
)
"""Four cards in letters or symbols, with the plainest separators or none, and the starter marked or last."""
