"""What a table has agreed: who sits where, by which rules, in which place and with which clocks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal, TypeAlias

from bot.models.player import Player
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """One player's clock.

    ``left`` are the seconds that he had for the rest of the game when it last began to run, None without such a limit.
    While it runs, ``asked`` is what is asked of him, ``since`` when it began, ``deadline`` when his time is over, and
    ``remind_at`` when he is to be reminded, None once he has been.
    """

    left: float | None = None
    asked: str | None = None
    since: datetime | None = None
    remind_at: datetime | None = None
    deadline: datetime | None = None


Status: TypeAlias = Literal["gathering", "playing", "adjourned", "idle", "over", "closed"]
"""Gathering players; playing; put off by agreement; put away, for nobody touched it; over; called off."""

Place: TypeAlias = Literal["here", "thread", "dm"]

NEVER: Final = datetime.min.replace(tzinfo=UTC)
"""Before anything happened."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One chair: a person, a robot of a level, or nobody yet; ``agreed`` once the person has said yes."""

    player: Player | None = None
    robot: str | None = None
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """The seconds that every player has for each turn, for his whole game, or for both.

    ``when_over`` is what follows: a robot makes the move, or the game is forfeited.
    """

    turn: int | None = None
    game: int | None = None
    when_over: Literal["robot", "forfeit"] = "robot"


@dataclass(frozen=True, slots=True)
class Agreement:
    """Everything about a table that its events do not tell.

    ``won`` are the games that each side has won of this match before this game, and ``adjourning`` the sides that
    would adjourn. ``touched_at`` is when somebody last did something here, to the hour. A table of a league names it,
    its fixture if it has one, and the seat that deals first if that is settled; ``league_name`` is what the league is
    called.
    """

    id: str
    guild_id: int | None
    channel_id: int
    place: Place
    preset: str
    rules: Rules
    status: Status
    seed: bytes
    previous: str | None
    seats: tuple[Seat, ...]
    best_of: int = 1
    won: tuple[int, ...] = ()
    clock: Clock | None = None
    adjourning: frozenset[int] = frozenset()
    touched_at: datetime = NEVER
    league: int | None = None
    fixture: int | None = None
    first_dealer: int | None = None
    league_name: str | None = None
