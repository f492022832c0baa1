"""The state of a game: the board, the deal, and the stage that the deal has reached."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from operator import add
from typing import Literal, TypeAlias

from engine.cards import Card
from engine.events import By, Event, Pegged, PutBack, What
from engine.laws import Law
from engine.rules import Rules
from engine.scoring import Item, peg_points, show_total

Hands: TypeAlias = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class Cutting:
    """The pack is about to be cut for the deal; ``tries`` counts the cuts that came out equal.

    With ceremony ``named`` are the numbers that the seats have named so far, by seat.
    """

    tries: int = 0
    named: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class ToDeal:
    """The dealer is about to deal; ``cut`` is the number of cards cut from the top before, 0 if nobody cut.

    None means that somebody may still cut.
    """

    dealer: int
    cut: int | None = None


@dataclass(frozen=True, slots=True)
class LayingAway:
    """The players lay cards away; ``laid`` holds what each seat laid, empty until it does.

    ``offender`` has taken a card back, and the opponent has not chosen yet what follows (law 11).
    """

    dealer: int
    hands: Hands
    laid: Hands
    to_crib: tuple[Card, ...]
    undealt: tuple[Card, ...]
    offender: int | None = None

    @property
    def each(self) -> int:
        """The number of cards that a seat discards: the crib always has four (000:19)."""
        return (4 - len(self.to_crib)) // sum(map(bool, map(add, self.hands, self.laid)))

    @property
    def complete(self) -> bool:
        """Return whether the crib is complete."""
        return sum(map(len, self.laid)) + len(self.to_crib) == 4


@dataclass(frozen=True, slots=True)
class Playing:
    """The play; ``kept`` are the hands for the show, ``hands`` the cards still held.

    ``played`` is every card of the deal so far with its seat; the series, whose pips are the count, begins at
    ``since``. ``gone`` have said go in this series. ``turn`` is None when nobody is left who could go on.
    ``heels_open`` while a jack turned up may still be claimed, or the claim refused. ``offender`` has said go falsely,
    and the opponent has not chosen yet what follows; ``required`` must now play (law 16).
    """

    dealer: int
    starter: Card
    kept: Hands
    laid: Hands
    crib: tuple[Card, ...]
    hands: Hands
    played: tuple[tuple[int, Card], ...]
    since: int
    gone: frozenset[int]
    turn: int | None
    heels_open: bool = False
    offender: int | None = None
    required: int | None = None

    @property
    def series(self) -> tuple[Card, ...]:
        """The cards played since the count was last 0."""
        return tuple(card for _, card in self.played[self.since :])

    @property
    def count(self) -> int:
        return sum([card.pips for _, card in self.played[self.since :]])

    @property
    def last(self) -> int:
        """The seat that played last."""
        return self.played[-1][0]


@dataclass(frozen=True, slots=True)
class Showing:
    """The show; ``shown`` counts the hands and cribs already counted.

    ``cards`` are counted now: the hand or crib of ``seat``, without the starter.
    """

    dealer: int
    starter: Card
    kept: Hands
    laid: Hands
    crib: tuple[Card, ...]
    played: tuple[tuple[int, Card], ...]
    shown: int
    seat: int
    what: What
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The game is won."""

    side: int
    games: int
    by: By


Phase: TypeAlias = Cutting | ToDeal | LayingAway | Playing | Showing | Over


@dataclass(frozen=True, slots=True)
class Window:
    """A count that may still be challenged or raised: its seat, its cards, and its points (``engine.declarations``).

    ``what`` is the play, a hand or the crib, and ``cards`` the series, or the cards without the starter, which is None
    in the play. ``pegged`` are the points of it that stand on the board: none of a claim of game, which waits.
    ``open_to`` are the sides that may still challenge it. Its declarer may raise it while it is ``amendable``;
    ``raised`` is whether they did, and ``followed`` whether they have declared something else since.
    """

    seat: int
    what: Literal["play"] | What
    cards: tuple[Card, ...]
    starter: Card | None
    declared: int
    pegged: int = 0
    open_to: frozenset[int] = frozenset()
    amendable: bool = False
    raised: bool = False
    followed: bool = False

    @property
    def name(self) -> Card | None:
        """The card by which a challenge names a declaration of the play; None for the latest of its seat."""
        return self.cards[-1] if self.what == "play" and self.followed else None

    @property
    def true_count(self) -> int:
        """The true points of the cards, which lie open on the table."""
        if self.starter is None:
            return peg_points(self.cards)
        return show_total(self.cards, self.starter, crib=self.what == "crib")

    @property
    def claims_game(self) -> bool:
        """Return whether the declaration is as many points as the declarer needed."""
        return self.declared > self.pegged

    @property
    def stops(self) -> bool:
        """Return whether the declarer's side must wait for an answer; a card declared for nothing stops nobody."""
        return bool(self.open_to) and (self.declared > 0 or self.what != "play")


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game at one moment; ``scores`` and ``hindmost`` are the two pegs of each side, deals count from 1.

    ``windows`` are the declarations that may still be challenged or raised, the oldest first. ``closed`` are the seats
    of players who left a game of three.
    """

    rules: Rules
    scores: tuple[int, ...]
    hindmost: tuple[int, ...]
    deal: int
    phase: Phase
    windows: tuple[Window, ...] = ()
    closed: frozenset[int] = frozenset()

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.rules.players) if seat not in self.closed)

    @property
    def open_windows(self) -> tuple[Window, ...]:
        """The declarations that somebody may still challenge."""
        return tuple([window for window in self.windows if window.open_to]) if self.windows else ()


Steps: TypeAlias = Generator[Event, Game, Game]
"""Events one at a time: each yield is answered with the game after it, and the end returns the game."""


def put(hands: Hands, seat: int, cards: tuple[Card, ...]) -> Hands:
    return (*hands[:seat], cards, *hands[seat + 1 :])


def without(cards: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards except those gone, in their order."""
    return tuple(card for card in cards if card not in gone)


def left_of(game: Game, seat: int) -> int:
    """Return the next seat to the left that still plays."""
    around = ((seat + step) % game.rules.players for step in range(1, game.rules.players + 1))
    return next(other for other in around if other not in game.closed)


def adversary_of(game: Game, seat: int) -> int:
    """Return the seat that gets the points that ``seat`` scores too much: the next to the left of another side."""
    side_of, other = game.rules.side_of, left_of(game, seat)
    while side_of(other) == side_of(seat):
        other = left_of(game, other)
    return other


# Points are moved to the board and back.


def peg_event(game: Game, seat: int, points: int, law: Law, cards: tuple[Card, ...] = ()) -> Pegged:
    """Return the event that a seat pegs these points; the peg stops at the game hole (001:99)."""
    side = game.rules.side_by_seat[seat]
    return Pegged(seat, side, points, law, cards, min(game.scores[side] + points, game.rules.target))


def put_back_event(game: Game, seat: int, points: int, law: Law) -> PutBack:
    """Return the event that points of a seat are taken off the board."""
    side = game.rules.side_by_seat[seat]
    return PutBack(seat, side, points, law, game.scores[side] - points)


def peg_all(game: Game, seat: int, items: Iterable[Item]) -> Steps:
    """Yield the event of each combination that a seat pegs, one at a time."""
    for item in items:
        game = yield peg_event(game, seat, item.points, item.law, item.cards)
    return game


def to_go(game: Game, seat: int) -> int:
    """Return how many holes the side of a seat still needs."""
    return game.rules.target - game.scores[game.rules.side_by_seat[seat]]
