"""News of a league for its members, the messages that tell it, and the deadlines of rounds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypeAlias

from bot.models.league import FixtureStage

NewsKind: TypeAlias = Literal[
    "season_started",
    "round_drawn",
    "deadline_near",
    "deadline_moved",
    "deadline_passed",
    "result_entered",
    "disputed",
    "season_ended",
]

NewsState: TypeAlias = Literal["new", "sending", "sent"]
"""Nothing is sent yet; its messages are stored and are being sent; all of them are dealt with."""

MessagePlace: TypeAlias = Literal["channel", "dm", "closed"]
"""In the league's channel; in a DM; in the channel for everybody whose DMs are closed."""

MessageState: TypeAlias = Literal["waiting", "sending", "sent", "outdated", "refused"]
"""It is to be sent; it may have been sent; it was sent; it was sent and shows something that has changed; Discord does
not take it."""

Consequence: TypeAlias = Literal["manager", "extend", "walkover"]
"""What happens at a deadline to games that were not played: a manager decides; the round gets as much time once more;
whoever was ready wins."""

CONSEQUENCES: Final[tuple[Consequence, ...]] = ("manager", "extend", "walkover")

Outcome: TypeAlias = Literal["first", "second", "nobody", "extended", "manager"]
"""What a deadline did to a fixture: its first or second player won, both forfeited, they have more time, or a manager
decides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsItem:
    """One thing that members are told once.

    ``stage``, ``meeting_id`` and the rounds name the fixtures that it is about, ``due_at`` their deadline, and
    ``outcomes`` what the deadline did to each fixture, by its id. ``entry`` is the key of a result that was entered
    (its ``imported``), and ``result_id`` one that is disputed.
    """

    kind: NewsKind
    league_id: int
    season: int
    at: datetime
    stage: FixtureStage | None = None
    meeting_id: int | None = None
    first_round: int | None = None
    last_round: int | None = None
    id: int = 0
    state: NewsState = "new"
    entry: str | None = None
    result_id: int | None = None
    due_at: datetime | None = None
    outcomes: tuple[tuple[int, Outcome], ...] = ()

    @property
    def has_fixtures(self) -> bool:
        """Return whether it is about fixtures."""
        return self.first_round is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsMessage:
    """One message about news: a ``part`` of what stands in the channel, or the DM to a player."""

    news_id: int
    place: MessagePlace
    part: int = 0
    player_id: int | None = None
    state: MessageState = "waiting"
    channel_id: int | None = None
    message_id: int | None = None
    id: int = 0


@dataclass(frozen=True, slots=True)
class NewsSettings:
    """A league's channel for news, the days that a round has (None for no deadlines), and what follows a deadline."""

    channel_id: int | None = None
    round_days: int | None = None
    consequence: Consequence = "manager"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDeadline:
    """The deadline of one round; with an extension it gets ``days`` more. It is ``over`` once it was carried out, and
    ``followed`` once the next round was drawn, or none follows.
    """

    league_id: int
    season: int
    stage: FixtureStage
    round: int
    due_at: datetime
    days: int
    reminded: bool = False
    extended: bool = False
    over: bool = False
    followed: bool = False
