"""One table: who sits where, how the game stands, and what each may see."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.storage.players import Player
from bot.storage.tables import Agreement, Place, Seat, Status
from bot.tables.errors import NotSeated
from engine.actions import Move
from engine.events import Dealt, Event
from engine.game import begin, replay, waiting_on
from engine.rules import Rules
from engine.state import Game
from engine.view import View, redact, view

ROBOTS = {"easy": "Robin", "club": "Clubman"}
"""What the robots are called, by level."""


@dataclass(frozen=True, slots=True)
class Table:
    """An agreement and the game that is played under it, at one instant.

    ``version`` counts the events so far, and ``recent`` are those since the deal before this one began.
    """

    agreement: Agreement
    game: Game
    version: int
    recent: tuple[Event, ...]

    @classmethod
    def opened(cls, agreement: Agreement) -> Table:
        """The table before its first event."""
        return cls(agreement, begin(agreement.rules), 0, ())

    @classmethod
    def restored(cls, agreement: Agreement, events: tuple[Event, ...]) -> Table:
        """The table as its events left it."""
        return cls(agreement, replay(agreement.rules, events), len(events), _since_last_deal(events))

    @property
    def id(self) -> str:
        """The name of the table in buttons and commands."""
        return self.agreement.id

    @property
    def rules(self) -> Rules:
        """What was agreed to play."""
        return self.agreement.rules

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The chairs."""
        return self.agreement.seats

    @property
    def status(self) -> Status:
        """Gathering players, playing, over, or closed."""
        return self.agreement.status

    @property
    def place(self) -> Place:
        """Where the table stands: in a channel, a thread of its own, or the players' DMs."""
        return self.agreement.place

    @property
    def names(self) -> tuple[str, ...]:
        """What everyone is called, by seat."""
        return tuple(map(name_of, self.seats))

    def seat_of(self, player: Player) -> int:
        """Where a player sits. Raises ``NotSeated``."""
        for number, seat in enumerate(self.seats):
            if seat.player is not None and seat.player.id == player.id:
                return number
        names = " and ".join(self.names)
        raise NotSeated(f"You do not sit at this table; it is played by {names}. Start your own with /play.")

    def view(self, seat: int | None) -> View:
        """What a seat may know; None is a spectator."""
        return view(self.game, seat)

    def heard(self, seat: int | None) -> tuple[Event, ...]:
        """What a seat has heard since the deal before this one."""
        return tuple(redact(event, seat) for event in self.recent)

    def robot_asked(self) -> int | None:
        """The seat of a robot of whom something is asked, if any."""
        if self.status != "playing":
            return None
        return next((seat for seat in waiting_on(self.game) if self.seats[seat].robot is not None), None)

    def after(self, game: Game, events: tuple[Event, ...]) -> Table:
        """The table once these events have been stored."""
        return replace(
            self, game=game, version=self.version + len(events), recent=_since_last_deal((*self.recent, *events))
        )

    def agreed(self, *, status: Status | None = None, seats: tuple[Seat, ...] | None = None) -> Table:
        """The table with another status, or other people at it."""
        agreement = replace(self.agreement, status=status or self.status, seats=seats or self.seats)
        return replace(self, agreement=agreement)


@dataclass(frozen=True, slots=True)
class Update:
    """What has just been stored at a table: the table now, and the events that were added."""

    table: Table
    events: tuple[Event, ...]


def name_of(seat: Seat) -> str:
    """What the one on this chair is called."""
    if seat.robot is not None:
        return ROBOTS[seat.robot]
    return seat.player.name if seat.player is not None else "an open seat"


def check_seat(move: Move, seat: int) -> None:
    """A player moves for his own seat alone."""
    if move.seat != seat:
        raise NotSeated("You can only move for your own seat.")


def _since_last_deal(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events from the deal before the present one on."""
    deals = [place for place, event in enumerate(events) if isinstance(event, Dealt)]
    return events[deals[-2] :] if len(deals) > 1 else events
