"""The agreement of a table (its seats, rules, place and clocks), and the messages that show it."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final, Literal, TypeAlias

from bot.models.player import Player
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """One player's clock.

    ``left`` are the seconds that the player had for the rest of the game when the clock last started, None without such
    a limit. While it runs, ``asked`` is the prompt that waits for an answer, ``since`` when it started, ``deadline``
    when the time is over, and ``remind_at`` when the player is reminded, None once that has been done.
    """

    left: float | None = None
    asked: str | None = None
    since: datetime | None = None
    remind_at: datetime | None = None
    deadline: datetime | None = None


Status: TypeAlias = Literal["gathering", "playing", "adjourned", "idle", "over", "closed"]
"""Gathering players; playing; paused by agreement; paused because nobody moved; over; called off."""

Sealed: TypeAlias = Literal["shown", "late", "unknown"]
"""The commitment to the shuffle came before the first card, or not; an older version did not note it."""

Place: TypeAlias = Literal["here", "thread", "dm", "guest"]
"""The channel of the invitation; a thread; everyone's DMs with the bot; a channel where the bot is only a guest."""

NEVER: Final = datetime.min.replace(tzinfo=UTC)
"""A time before anything has happened."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: a person, a robot of a level, or nobody yet. ``agreed`` is True once the person has accepted."""

    player: Player | None = None
    robot: str | None = None
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """The seconds that every player has for each turn, for the whole game, or for both.

    ``when_over`` is what follows when the time is over: a robot makes the move, or the player loses the game.
    """

    turn: int | None = None
    game: int | None = None
    when_over: Literal["robot", "forfeit"] = "robot"


@dataclass(frozen=True, slots=True)
class Agreement:
    """The data of a table that is not in its events.

    ``won`` are the games of this match that each side has won before this game, and ``adjourning`` the sides that have
    agreed to adjourn. ``touched_at`` is when somebody last acted here, to the hour. A table of a league has the id and
    name of that league, the id of its fixture if it has one, and the seat that deals first if that is settled.
    ``revision`` counts the stored changes of the table, those of the game included. A game is ``helped`` once somebody
    was given a hint or took a move back. ``sealed`` is None until the first card may be shown.
    ``next_seed`` is that of the game that follows with the same people, to which the table commits itself as well.
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
    revision: int = 0
    helped: bool = False
    sealed: Sealed | None = None
    next_seed: bytes | None = None


MessageKind: TypeAlias = Literal[
    "screen", "outdated", "commitment", "invitation", "reminder", "notice", "unsent", "home", "end", "shared", "guess"
]
"""What a message is: it shows the table; it did and is to be deleted; it names the commitment to the shuffle; it
invites to a game that is played in another channel; it says whose turn it is, or what has happened; a notice that is
still to be sent; the channel in which the end is announced, without a message; the announcement; the deal of which
players have shared something last, 0 for the whole game, in ``about``; and the side that a watcher bets on, there
too."""

UNKNOWN = 0
"""The message of what is not posted, or is being sent, or whose answer from Discord was lost."""


@dataclass(frozen=True, slots=True)
class TableMessage:
    """One message about a table, to a player or to everyone (None).

    ``revision`` is that of the table which a screen shows, None if it may show none or lacks the pictures of the latest
    one. ``about`` are the prompts of a reminder, or the kind of a notice. A reminder is stored before it is sent.
    """

    kind: MessageKind
    player_id: int | None
    channel_id: int
    message_id: int = UNKNOWN
    revision: int | None = None
    about: str = ""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """One server's settings; ``preset`` is what is played unless another is named, None for the bot's default.

    ``place`` is where games are played unless the host says otherwise, and ``channel_id`` the one channel in which they
    are started, None for any. ``greeted`` is True once the bot has introduced itself. The winners of the ladder are
    announced in ``ladder_channel``, the first gets ``ladder_role``, and both were last done in ``ladder_month``.
    ``match_role`` is pinged when somebody opens a game for anyone.
    """

    guild_id: int
    preset: str | None = None
    place: Place | None = None
    channel_id: int | None = None
    greeted: bool = False
    ladder_channel: int | None = None
    ladder_role: int | None = None
    ladder_month: date | None = None
    match_role: int | None = None
