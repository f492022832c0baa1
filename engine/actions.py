"""The catalogue of acts: what players, the clock and the shuffle may try, and what is known of each kind.

What an act does at each stage is a row of ``engine.game``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import Enum, auto
from typing import Any, ClassVar, Final, Literal, TypeAlias, get_args

from engine import events
from engine.cards import Card
from engine.errors import NotationError
from engine.laws import Law
from engine.messages import N_, Message, message


class Wait(Enum):
    """The answers to open counts for which an act waits."""

    ALL = auto()
    """Cards are cut and dealt only when every count is answered."""
    OWN = auto()
    """A side goes on only when its own counts are answered, and any claim of game."""
    CLAIM = auto()
    """For other acts only a claim of game must be answered before."""
    NOTHING = auto()
    """An answer is always in time."""


class Act:
    """An act, and what holds for every act of its kind.

    ``elsewhere`` is why it is refused at a stage at which it is impossible; ``lets_stand`` are the editions of the laws
    in which a side accepts by it what is open to it. A record shows it by its ``event``, a peg by its ``law``.
    For people: ``code`` begins its custom ids, ``label`` is on its button, ``words`` are a pattern of what players type
    for it, ``hint`` says what to type, and ``unless`` is why the words are refused while the laws do not offer it.
    """

    __slots__ = ()

    waits: ClassVar[Wait]
    elsewhere: ClassVar[Message]
    lets_stand: ClassVar[tuple[int, ...]] = ()
    event: ClassVar[type[events.Event] | None] = None
    law: ClassVar[Law | None] = None
    code: ClassVar[str] = ""
    label: ClassVar[str] = ""
    words: ClassVar[str] = ""
    hint: ClassVar[Message]
    unless: ClassVar[Message | None] = None


@dataclass(frozen=True, slots=True)
class SeatAct(Act):
    """An act of a seat; many say nothing more."""

    seat: int


@dataclass(frozen=True, slots=True)
class CutForDeal(Act):
    """Turn over the cut cards of a shuffled pack: at each seat's number, or without ceremony from the top."""

    pack: tuple[Card, ...]

    waits = Wait.ALL
    elsewhere = message("The cut for deal is over.")


class ChooseDealer(SeatAct):
    """Name the first dealer without a cut, as for the next game of the same players."""

    __slots__ = ()

    waits = Wait.ALL
    elsewhere = message("The dealer is already chosen.")
    event = events.DealerChosen


@dataclass(frozen=True, slots=True)
class Deal(Act):
    """Deal from a shuffled pack of fifty-two cards, one at a time from the dealer's left."""

    pack: tuple[Card, ...]

    waits = Wait.ALL
    elsewhere = message("The cards are already dealt.")


@dataclass(frozen=True, slots=True)
class NameNumber(SeatAct):
    """Cut a number of cards from the top, for the deal or for the starter (with ceremony)."""

    number: int

    waits = Wait.ALL
    elsewhere = message("You can't cut now.")
    event = events.StarterTurned
    code = "cutto"
    label = N_("Cut {number}")


@dataclass(frozen=True, slots=True)
class CutPack(SeatAct):
    """Cut a number of cards to the dealer before the deal (with ceremony)."""

    number: int

    waits = Wait.ALL
    elsewhere = message("You can only cut for the dealer before the deal.")
    event = events.CutToDealer
    code = NameNumber.code
    label = NameNumber.label


class WaiveCut(SeatAct):
    """Leave the pack uncut, so that the dealer deals."""

    __slots__ = ()

    waits = Wait.ALL
    elsewhere = CutPack.elsewhere
    code = "leave"
    label = N_("Leave it")
    words = r"no\s+cut | (?:do\s+not|don['\u2019]?t) \s+ cut | pass | deal"
    hint = message('"deal" to skip the cut')
    unless = message("Only the player on the dealer's left can skip the cut, and only before the deal")


@dataclass(frozen=True, slots=True)
class LayAway(SeatAct):
    """Lay cards away to the crib, for good."""

    cards: tuple[Card, ...]

    waits = Wait.CLAIM
    elsewhere = message("You can't discard now.")
    event = events.LaidAway
    code = "lay"
    label = N_("Discard {cards}")


@dataclass(frozen=True, slots=True)
class TakeBack(SeatAct):
    """Take discards back into the hand, against law 11."""

    cards: tuple[Card, ...]

    waits = Wait.CLAIM
    elsewhere = message("You can't take a discard back now.")
    event = events.TakenBack
    code = "took"
    label = N_("Take back {cards}")


class AskFreshDeal(SeatAct):
    """Ask for a fresh deal by the same dealer after a card was taken back."""

    __slots__ = ()

    waits = Wait.CLAIM
    elsewhere = message("There's no new deal to decide on.")
    event = events.FreshDealChosen
    code = "fresh"
    label = N_("Ask for a new deal")
    words = r"(?:ask\s+for\s+)? (?:a\s+)? (?:fresh|new) \s+ deal | deal \s+ (?:again|afresh)"
    hint = message('"new deal"')
    unless = message("You can only ask for a new deal after your opponent takes a discard back")


class StandDeal(SeatAct):
    """Let the deal stand after a card was taken back; the offender discards again."""

    __slots__ = ()

    waits = Wait.CLAIM
    elsewhere = AskFreshDeal.elsewhere
    code = "stand"
    label = N_("Let it stand")
    words = r"(?: (?:let\s+)? (?:it|the\s+deal) \s+ )? stands?"
    hint = message('"stand" to keep the deal')
    unless = message("You can only keep the deal after your opponent takes a discard back")


class ClaimHeels(SeatAct):
    """Mark two for his heels, as the dealer."""

    __slots__ = ()

    waits = Wait.NOTHING
    lets_stand = (1,)
    elsewhere = message("You can only claim his heels after the starter is turned up, before the dealer plays.")
    event, law = events.Pegged, Law.HIS_HEELS
    code = "heels"
    label = N_("Claim his heels")
    words = r"""
        (?:(?:claim|mark)\s+)? (?:(?:two|2)\s+)? (?:for\s+)? (?:his\s+)? heels? (?:[\s,]+(?:for\s+)?(?:two|2))?
    """
    hint = message('"his heels" if the starter is a jack')


@dataclass(frozen=True, slots=True)
class Play(SeatAct):
    """Play one card, and with declared pegging declare its points; None declares nothing."""

    card: Card
    declared: int | None = None

    waits = Wait.OWN
    lets_stand = (1, 2)
    elsewhere = message("You can't play a card now.")
    event = events.Played
    code = "play"
    label = N_("Play {cards}")


class SayGo(SeatAct):
    """Say go, which ends no right to answer a count."""

    __slots__ = ()

    waits = Wait.OWN
    lets_stand = (1,)
    elsewhere = message("You can only say go during the play.")
    event = events.SaidGo
    code = "go"
    label = N_("Say go")
    words = r"(?:say\s+)? go"
    hint = message('"go"')


class Stop(SeatAct):
    """Stop at the five-card game once the opponent cannot go on."""

    __slots__ = ()

    waits = Wait.OWN
    lets_stand = (1, 2)
    elsewhere = message("You can't stop now.")
    event = events.Stopped
    code = "stop"
    label = N_("Stop")
    words = "stop"
    hint = message('"stop"')
    unless = message("You can only stop in the five-card game, when your opponent can't play")


class Require(SeatAct):
    """Require the opponent to play the card that comes in after a false go (law 16)."""

    __slots__ = ()

    waits = Wait.OWN
    elsewhere = message("Nobody said go with a playable card.")
    event = events.Required
    code = "require"
    label = N_("Make them play")
    words = r"""
        require (?:\s+it|\s+the\s+card)? | (?:you\s+)? must\s+play (?:\s+it)? | play\s+it | make\s+them\s+play
    """
    hint = message('"play it" to make them play the card')
    unless = message("You can only decide that after your opponent says go with a playable card")


class MarkTwo(SeatAct):
    """Mark two holes after a false go (law 16)."""

    __slots__ = ()

    waits = Wait.OWN
    elsewhere = Require.elsewhere
    event, law = events.Pegged, Law.FALSE_GO
    code = "two"
    label = N_("Take 2 points")
    words = r"(?:mark|take) \s+ (?:two|2) (?:\s+(?:holes|points))?"
    hint = message('"take two" for 2 points')
    unless = Require.unless


@dataclass(frozen=True, slots=True)
class Declare(SeatAct):
    """Declare the points of the hand or crib now shown."""

    points: int

    waits = Wait.OWN
    lets_stand = (1, 2)
    elsewhere = message("You can't count now. Hands are counted after the play.")
    event = events.Shown
    code = "count"
    label = N_("Count {points}")
    hint = message("your points, like 12")


@dataclass(frozen=True, slots=True)
class Amend(SeatAct):
    """Raise a declaration for the play, the hand or the crib to this total (003:103); None raises the latest."""

    points: int
    what: Literal["play"] | events.What | None = None

    waits = Wait.NOTHING
    event = events.Amended
    code = "raiseto"
    label = N_("Change to {points}")


class Accept(SeatAct):
    """Accept every declaration that is open to this side."""

    __slots__ = ()

    waits = Wait.NOTHING
    event = events.Satisfied
    code = "satisfied"
    label = N_("Accept")
    words = r"""
        (?: (?:that|it|this) (?:['\u2019]?s|\s+is) \s+ | you (?:['\u2019]re|\s+are) \s+ )?
        (?: satisfied | ok | okay | yes | agreed? | accept(?:ed)? | right | correct | fine )
    """
    hint = message('"accept"')


@dataclass(frozen=True, slots=True)
class Challenge(SeatAct):
    """Say that the seat ``against`` declared too many, or too few, points; None is the only one open to this side.

    ``points`` are those called with muggins, where the rules ask for them. ``card`` is the card in the play that is
    meant; None means the latest declaration of that seat that is open to this side.
    """

    claim: events.Claim
    against: int | None = None
    points: int | None = None
    card: Card | None = None

    waits = Wait.NOTHING
    event = events.Challenged


class Resign(SeatAct):
    """Give the game up, once another side's claim of game is answered (``resign.concede``)."""

    __slots__ = ()

    waits = Wait.NOTHING
    event = events.Conceded
    words = "resign | concede"


class LoseOnTime(SeatAct):
    """Lose the game because the clock of this seat has run out."""

    __slots__ = ()

    waits = Wait.NOTHING


Move: TypeAlias = (
    NameNumber
    | CutPack
    | WaiveCut
    | LayAway
    | TakeBack
    | AskFreshDeal
    | StandDeal
    | ClaimHeels
    | Play
    | SayGo
    | Stop
    | MarkTwo
    | Require
    | Declare
    | Amend
    | Accept
    | Challenge
    | Resign
)
Action: TypeAlias = CutForDeal | ChooseDealer | Deal | LoseOnTime | Move

MOVES: Final[tuple[type[Move], ...]] = get_args(Move)

TOLD_BY: Final = {(kind.event, kind.law): kind for kind in (ChooseDealer, *MOVES) if kind.event is not None}
"""The act that an event of a record shows, by the law of a peg."""

WHATS: Final[Mapping[str, Literal["play", "hand", "crib"]]] = {"p": "play", "h": "hand", "c": "crib"}
"""What was counted, by its letter in custom ids."""

_BY_CODE: Final = {kind.code: kind for kind in MOVES if kind.code}
_PARTS: Final[Mapping[str, Callable[[str], Any]]] = {
    "card": Card.parse,
    **dict.fromkeys(("declared", "points", "number"), int),
    "what": WHATS.__getitem__,
}


def to_code(move: Move) -> str:
    """Return a move as custom ids have it, without its seat: ``"play-5H-2"``."""
    parts = [move.code]
    for field in fields(move)[1:]:
        match getattr(move, field.name):
            case None:
                continue
            case tuple() as cards:
                parts += map(str, cards)
            case str() as what:
                parts.append(what[0])
            case value:
                parts.append(str(value))
    return "-".join(parts)


def from_code(code: str, seat: int) -> Move | None:
    """Return the move that ``to_code`` wrote, a cut to the dealer as a ``NameNumber``; None for any other text.

    Raises ``NotationError`` for what is no card.
    """
    name, *parts = code.split("-")
    kind = NameNumber if name == NameNumber.code else _BY_CODE.get(name)
    if kind is None:
        return None
    fields_of: dict[str, Any] = {"seat": seat}
    try:
        for field in fields(kind)[1:]:
            if field.name == "cards":
                fields_of["cards"], parts = tuple(map(Card.parse, parts)), []
            elif parts:
                fields_of[field.name] = _PARTS[field.name](parts.pop(0))
        return None if parts or fields_of.get("cards") == () else kind(**fields_of)
    except NotationError:
        raise
    except (KeyError, TypeError, ValueError):
        return None
