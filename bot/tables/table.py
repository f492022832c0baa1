"""One table: its players, the state of its game, and what each seat may know."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from itertools import count
from typing import Final, Literal, Self, TypeAlias, TypedDict, Unpack

from bot.i18n.translation import N_, gettext, join_list
from bot.models.agreement import Agreement, Clock, Place, Seat, Status, TimeLeft
from bot.models.errors import NotSeated
from bot.models.player import Player
from bot.storage.database import Transaction
from bot.storage.errors import check_stored_values, format_timestamp, parse_timestamp
from bot.storage.table_messages import put_unsent
from engine.actions import Move
from engine.course import Course
from engine.events import Dealt, Event, Shown
from engine.game import begin, replay, speakers, waiting_on
from engine.record import Contribution
from engine.rules import Rules
from engine.state import Cutting, Game, Over, ToDeal
from engine.view import View, prompt_of, redact, view

_ROBOTS: Final = {"easy": "Robin", "casual": "Poppy", "steady": "Basil", "club": "Clover", "expert": "Sage"}
_BETWEEN: Final = "Fern"
"""What a robot between two levels is called."""


@dataclass(frozen=True)
class Table:
    """An agreement and the game that is played under it, at one instant.

    ``version`` counts the events so far, and ``recent`` are those since the deal before this one began. ``times`` are
    the players' clocks by seat, if any were agreed, and ``contributions`` what they added to the shuffle. A table
    never changes, so whatever follows from it is worked out once; the next version is another table.
    """

    agreement: Agreement
    game: Game
    version: int
    recent: tuple[Event, ...]
    times: tuple[TimeLeft, ...] = ()
    contributions: tuple[Contribution, ...] = ()

    @classmethod
    def create(cls, agreement: Agreement) -> Table:
        clocks = () if agreement.clock is None else (TimeLeft(agreement.clock.game),) * len(agreement.seats)
        return cls(agreement, begin(agreement.rules), 0, (), clocks)

    @classmethod
    def restored(
        cls,
        agreement: Agreement,
        events: tuple[Event, ...],
        times: tuple[TimeLeft, ...] = (),
        contributions: tuple[Contribution, ...] = (),
    ) -> Table:
        game = replay(agreement.rules, events)
        return cls(agreement, game, len(events), _since_last_deal(events), times, contributions)

    @cached_property
    def id(self) -> str:
        return self.agreement.id

    @cached_property
    def revision(self) -> int:
        """The number of stored changes, whether of the game or of the table."""
        return self.agreement.revision

    @cached_property
    def rules(self) -> Rules:
        return self.agreement.rules

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return self.agreement.seats

    @cached_property
    def status(self) -> Status:
        return self.agreement.status

    @cached_property
    def place(self) -> Place:
        return self.agreement.place

    @cached_property
    def kept_for(self) -> int | None:
        """The server whose process keeps the table; None for games in DMs, whose presses arrive at the first shard.

        An invitation to such a game is kept for the server in which everybody sees it.
        """
        is_invitation = self.status == "gathering" and self.agreement.previous is None
        return None if self.place == "dm" and not is_invitation else self.agreement.guild_id

    @cached_property
    def is_guest(self) -> bool:
        """Return whether the bot is a guest where the game is played, so that it can only answer there."""
        return self.place == "guest"

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat; the second of two with the same name has a number.

        They are the names in the server to which the table belongs, unless it is ``seen_from`` elsewhere.
        """
        names: list[str] = []
        for seat in self.seats:
            name = name_of(seat)
            if name in names and seat != Seat():
                name = next(other for number in count(2) if (other := f"{name} {number}") not in names)
            names.append(name)
        return tuple(names)

    def seen_from(self, guild_id: int | None) -> Table:
        """Return the table with the names in a server; for another server or None, with the names of accounts."""
        if guild_id is not None and guild_id == self.agreement.guild_id:
            return self
        return self._with_account_names

    @cached_property
    def _with_account_names(self) -> Table:
        seats = (replace(seat, player=seat.player and seat.player.outside) for seat in self.seats)
        return self.agreed(seats=tuple(seats))

    @property
    def side_names(self) -> tuple[str, ...]:
        names = self.names
        return tuple(join_list([names[seat] for seat in side]) for side in self.rules.sides)

    @cached_property
    def players(self) -> int:
        return self.rules.players

    @property
    def host(self) -> int | None:
        return next((place for place, seat in enumerate(self.seats) if seat.agreed and seat.player is not None), None)

    @property
    def open_seats(self) -> int:
        return sum(seat.player is None and seat.robot is None for seat in self.seats)

    @property
    def best_of(self) -> int:
        return self.agreement.best_of

    @cached_property
    def in_match(self) -> bool:
        return self.agreement.best_of > 1

    @property
    def counts_skunks(self) -> bool:
        """Return whether a skunk is worth more than one game: in a match and in a league."""
        return self.in_match or self.agreement.league is not None

    @property
    def standing(self) -> tuple[int, ...]:
        """The games of the match, or of one game after another, by side, with this one once it is over."""
        won = self.agreement.won or (0,) * len(self.rules.sides)
        match self.game.phase:
            case Over(side=winner, games=games):
                worth = games if self.counts_skunks else 1
                return tuple(before + worth * (side == winner) for side, before in enumerate(won))
            case _:
                return won

    @property
    def match_over(self) -> bool:
        """Return whether a side has more than half of the games at most, or a single game is over."""
        if not self.in_match:
            return isinstance(self.game.phase, Over)
        return any(2 * games > self.best_of for games in self.standing)

    @property
    def clock(self) -> Clock | None:
        return self.agreement.clock

    @cached_property
    def deadlines(self) -> tuple[datetime | None, ...]:
        """When each seat's time is over; None where its clock does not run."""
        return tuple([time.deadline for time in self.times]) or (None,) * self.players

    @cached_property
    def adjourning(self) -> frozenset[int]:
        return self.agreement.adjourning

    @cached_property
    def has_begun(self) -> bool:
        return False not in [seat.agreed for seat in self.seats]

    @cached_property
    def awaits_commitment(self) -> bool:
        """Whether no card may be shown yet, because the commitment to the shuffle comes first."""
        return self.has_begun and self.agreement.sealed is None and self.status != "closed"

    @property
    def may_be_helped(self) -> bool:
        """Whether hints and moves taken back are allowed: for a person against robots, where nothing is at stake."""
        at_stake = self.agreement.league is not None or self.clock is not None or self.in_match
        return self.is_against_robots and not at_stake and self.status == "playing"

    @cached_property
    def is_against_robots(self) -> bool:
        """Return whether one person plays against robots alone, so that nobody else has any stake in the game."""
        return sum(seat.robot is None for seat in self.seats) == 1

    @cached_property
    def is_unplayed(self) -> bool:
        """Return whether the game counts for nothing if it is given up now, as if it had not been played.

        So it is against robots alone while everybody has 0 points or the first deal is not counted to its end.
        """
        if not self.is_against_robots:
            return False
        counted = any(isinstance(event, Shown) and event.what == "crib" for event in self.recent)
        # A fresh deal by law 11 may be the second one.
        return not any(self.game.scores) or (self.game.deal <= 2 and not counted)

    @cached_property
    def in_private(self) -> bool:
        """Return whether each player has a message of their own; an invitation in a channel is for all."""
        agreed_in_private = self.agreement.guild_id is None or self.agreement.previous is not None
        return self.place == "dm" and (self.has_begun or agreed_in_private)

    def is_played_in(self, guild_id: int, channel_id: int | None = None) -> bool:
        """Return whether the table's messages stand in a server or one channel there, and not in its players' DMs."""
        is_there = self.agreement.guild_id == guild_id and channel_id in {None, self.agreement.channel_id}
        return is_there and not self.in_private and not self.is_guest

    def shown_to(self, seat: int | None) -> Table:
        """The table with the names for the message of a seat, or of everyone."""
        return self if seat is None or self.place != "dm" else self.seen_from(None)

    def player_id(self, seat: int | None) -> int | None:
        """Return the id of the player to whom the message of a seat belongs, None for everyone's."""
        player = None if seat is None else self.seats[seat].player
        return None if player is None else player.id

    def seat_with(self, player_id: int | None) -> int | None:
        """Return the seat of a player whose message is stored, None for everyone's or one who has left."""
        return next(
            (seat for seat, chair in enumerate(self.seats) if chair.player and chair.player.id == player_id), None
        )

    def seat_of(self, player: Player) -> int:
        """Return the seat of a player. Raises ``NotSeated``."""
        for number, seat in enumerate(self.seats):
            if seat.player is not None and seat.player.id == player.id:
                return number
        names = join_list(self.names)
        raise NotSeated(gettext("You're not in this game ({names}). Start your own with /play.", names=names))

    def playing_seat_of(self, player: Player) -> int:
        """Return the seat of a player, unless they left the game. Raises ``NotSeated``."""
        seat = self.seat_of(player)
        if seat in self.game.closed and self.status != "over":
            raise NotSeated(gettext("You left this game. The others are still playing."))
        return seat

    @cached_property
    def spectator(self) -> View:
        """The view of a spectator; it is built from the game and from no seat's view."""
        return view(self.game, None)

    @cached_property
    def views(self) -> tuple[View, ...]:
        return tuple([view(self.game, seat, self.spectator) for seat in range(self.players)])

    def view(self, seat: int | None) -> View:
        """Return the view of a seat, or of a spectator for None."""
        return self.spectator if seat is None else self.views[seat]

    def prompt(self, seat: int) -> str | None:
        """Return the prompt of a seat, as its view has it; quicker than the view."""
        return prompt_of(self.game, seat)

    @cached_property
    def asked(self) -> Mapping[str, int]:
        """The open prompts of people, each with its seat, which stands before it: ``1:3.play.5``."""
        if self.status != "playing":
            return {}
        asked = [seat for seat in self.spectator.waiting_on if self.seats[seat].player is not None]
        return {f"{seat}:{self.views[seat].prompt}": seat for seat in asked}

    def events_for(self, seat: int | None) -> tuple[Event, ...]:
        """The events since the deal before this one, as a seat may know them; unredacted once the game is over.

        None is a spectator.
        """
        if self.status == "over":
            return self.recent
        return tuple([redact(event, seat, self.rules) for event in self.recent])

    @cached_property
    def course(self) -> Course:
        """What happened since the deal before this one, as everyone may know it."""
        return Course(self.events_for(None), self.rules)

    def robot_asked(self, silent: frozenset[int] = frozenset()) -> int | None:
        """Return the seat of a robot that may answer an open declaration, or else has to act, if any.

        Seats that may only answer come first, because a move may end that right. ``silent`` are the robots that leave
        the answer to their partners.
        """
        if self.status != "playing":
            return None
        asked = waiting_on(self.game)
        for seat in (*(seat for seat in speakers(self.game) if seat not in asked), *asked):
            if self.seats[seat].robot is not None and seat not in silent:
                return seat
        return None

    def after(self, game: Game, events: tuple[Event, ...]) -> Table:
        return replace(
            self, game=game, version=self.version + len(events), recent=_since_last_deal((*self.recent, *events))
        )

    @property
    def next_pack(self) -> str:
        """The name of the next pack that is shuffled, as ``Contribution.before`` has it."""
        match self.game.phase:
            case Cutting(tries=tries):
                return f"cut:{tries + 1}"
            case _:
                return f"deal:{self.game.deal + 1}"

    def with_press(self, player: Player, press: int | None) -> Table:
        """Return the table with a press mixed into the next pack, unless that proves nothing.

        A game that is helped is shuffled as it was, and invitations of older versions showed no commitment.
        """
        is_unsealed = self.status == "gathering" and self.agreement.next_seed is None
        if press is None or self.agreement.helped or is_unsealed:
            return self
        return self._with(Contribution(self.next_pack, self.seat_of(player), str(press)))

    def with_word(self, player: Player, word: str) -> Table:
        digest = sha256(word.encode(errors="replace")).hexdigest()
        return self._with(Contribution(self.next_pack, self.seat_of(player), digest, word))

    def without_player(self, seat: int, seats: tuple[Seat, ...]) -> Table:
        """Return the table with these ``seats``, and without what the player who has left one added to the shuffle."""
        return replace(self.agreed(seats=seats), contributions=tuple(x for x in self.contributions if x.seat != seat))

    def _with(self, contribution: Contribution) -> Table:
        return replace(self, contributions=(*self.contributions, contribution))

    def agreed(self, **changes: Unpack[Changes]) -> Table:
        return replace(self, agreement=replace(self.agreement, **changes))


class Changes(TypedDict, total=False):
    """The parts of an agreement that may change."""

    status: Status
    seats: tuple[Seat, ...]
    adjourning: frozenset[int]
    touched_at: datetime
    revision: int
    helped: bool


Told: TypeAlias = Literal[
    "your_turn",
    "time_short",
    "time_over",
    "time_given_back",
    "adjourn_proposed",
    "play_on",
    "adjourned",
    "taken_up",
    "idle",
    "declined",
    "left",
    "called_off",
    "out_of_reach",
    "in_reach",
    "not_played",
    "removed",
    "shut",
    "open_again",
    "moved",
    "not_asked",
    "announced",
]


@dataclass(frozen=True, slots=True)
class Notice:
    """News about a table that is no event of the game: its kind, the seat it comes from or concerns, a time, a reason.

    For a game that is called off, ``seat`` is awarded its fixture. ``seconds`` are those given back to a clock. A
    reminder is for the prompts in ``why``.
    """

    kind: Told
    seat: int | None = None
    until: datetime | None = None
    why: str = ""
    seconds: float = 0.0


Occasion: TypeAlias = Literal["change", "deal", "game"]


@dataclass(frozen=True, slots=True)
class Update:
    """An update of a table: the table as it is now, and the new events."""

    table: Table
    events: tuple[Event, ...]
    notice: Notice | None = None

    @property
    def occasions(self) -> tuple[Occasion, ...]:
        """What it is: a change, and perhaps one after which a deal or the game is over."""
        if self.table.status == "over":
            return "change", "deal", "game"
        is_dealt = any(isinstance(event, Dealt) for event in self.events)
        is_over = is_dealt or self.table.status == "closed" or isinstance(self.table.game.phase, ToDeal)
        return ("change", "deal") if is_over else ("change",)


OF_NO_REVISION: Final = frozenset({"out_of_reach", "in_reach", "your_turn"})
"""The kinds of notices that are about no change of a table: they are found again, and so not stored until sent."""


@dataclass(frozen=True, slots=True, eq=False)
class UnsentNotice:
    """A notice that is still to be sent: its table as it was then, since when, and the rooms left, None for all.

    ``is_late`` is whether it was tried before, or by an earlier run.
    """

    table: Table
    notice: Notice
    since: datetime
    left: frozenset[int | None] | None = None
    is_late: bool = False

    @property
    def key(self) -> tuple[str, int, str, int | None, str]:
        """Return what no other notice has in common with this one."""
        return self.table.id, self.table.revision, self.notice.kind, self.notice.seat, self.notice.why

    def write(self, writing: Transaction) -> None:
        """Write the notice, so that the next run sends it if this one does not."""
        if self.notice.kind in OF_NO_REVISION or self.table.is_guest:
            return
        until, left = self.notice.until, self.left
        stored = {
            **asdict(self.notice),
            "until": None if until is None else format_timestamp(until),
            "status": self.table.status,
            "since": format_timestamp(self.since),
            "left": None if left is None else list(left),
        }
        put_unsent(writing, self.table.id, self.table.revision, json.dumps(stored))

    @classmethod
    def from_json(cls, table: Table, revision: int, text: str) -> Self:
        """Return what ``write`` has written; ``table`` may have changed since. Raises ``DamagedData``."""
        with check_stored_values(f"a notice of table {table.id}"):
            stored = json.loads(text)
            until, left = stored["until"], stored["left"]
            until = None if until is None else parse_timestamp(until)
            notice = Notice(stored["kind"], stored["seat"], until, stored["why"], stored["seconds"])
            left = None if left is None else frozenset(left)
            table = table.agreed(status=stored["status"], revision=revision)
            return cls(table, notice, parse_timestamp(stored["since"]), left, is_late=True)


def closed_because(table: Table) -> str:
    """Return why nothing can be done at a closed table."""
    if table.version and table.is_against_robots:
        return gettext("This game was stopped at the start. It doesn't count. Start another with /play.")
    if table.version:
        return gettext("The league's managers cancelled this game. It doesn't count.")
    return expired(table)


def expired(table: Table) -> str:
    """Return the sentence about an invitation that can no longer be accepted, with the command for another."""
    return gettext(_EXPIRED if table.agreement.league_name is None else _EXPIRED_IN_A_LEAGUE)


_EXPIRED: Final = N_("**This invitation has expired.** Start another game with /play.")
_EXPIRED_IN_A_LEAGUE: Final = N_("**This invitation has expired.** Start another game with /league play.")


def name_of(seat: Seat) -> str:
    if seat.robot is not None:
        return robot_name(seat.robot)
    return seat.player.name if seat.player is not None else gettext("an open seat")


def robot_name(robot: str) -> str:
    return _ROBOTS.get(robot, _BETWEEN)


def check_seat(move: Move, seat: int) -> None:
    if move.seat != seat:
        raise NotSeated(gettext("You can only move for your own seat."))


def _since_last_deal(events: tuple[Event, ...]) -> tuple[Event, ...]:
    deals = [place for place, event in enumerate(events) if isinstance(event, Dealt)]
    return events[deals[-2] :] if len(deals) > 1 else events


_LONGEST: Final = 60


def describe_table(table: Table) -> str:
    """Return a table's id with its server and channel: ``game abcd2345 in server 123 (channel 456)``."""
    agreement = table.agreement
    where = "private messages" if agreement.guild_id is None else f"server {agreement.guild_id}"
    return f"game {table.id} in {where} (channel {agreement.channel_id})"


def quoted(name: str) -> str:
    """Return a name that people have chosen, in quotes and on one line, without control characters."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name[:_LONGEST])
    return '"' + shown.replace('"', "'") + '"'
