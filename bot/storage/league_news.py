"""News of leagues in the database, the messages that tell it, and each league's settings for news."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from typing import Final

from bot.models.league_news import NewsItem, NewsKind, NewsMessage, NewsSettings, NewsState
from bot.models.player import NewsPlace
from bot.storage import leagues
from bot.storage.database import Database, Transaction, among, asking
from bot.storage.errors import format_timestamp
from bot.storage.rows import Form, Rows

_WITH_GAMES: Final[tuple[NewsKind, ...]] = ("season_started", "round_drawn", "deadline_near", "deadline_moved")
"""The kinds of news with a button to play."""

_NEWS: Final = Rows(
    "league_news",
    NewsItem,
    "news of a league",
    last="state",
    more="facts",
    named={"result_id": "result", "due_at": "due"},
    forms={"outcomes": Form(list, lambda outcomes: tuple(map(tuple, outcomes)))},
)
_MESSAGES: Final = Rows("league_news_messages", NewsMessage, "a message of news of a league")
_SETTINGS: Final = Rows("league_news_settings", NewsSettings, "settings for news of a league", key=("league_id",))


list_messages: Final = _MESSAGES.lister("WHERE news_id = ? ORDER BY id")
"""Lists the messages about news, in the order in which they are sent."""

put_message: Final = partial(_MESSAGES.update, only=("state", "channel_id", "message_id"))
put_settings: Final = _SETTINGS.put

has_season_start: Final = asking(
    Database.exists,
    "SELECT 1 FROM league_news WHERE league_id = ? AND season = ? AND kind = 'season_started' LIMIT 1",
)
"""Returns whether the start of a season of a league was told already."""


def add(writing: Transaction, item: NewsItem, held_until: datetime | None = None) -> None:
    """Store what members are to be told, but nothing of it is sent before ``held_until``."""
    until = None if held_until is None else format_timestamp(held_until)
    _NEWS.insert(writing, [item], without="id", held_until=until)


find: Final = _NEWS.finder("WHERE id = ?")
"""Finds the news with this id."""


async def find_held(database: Database, league_id: int, entry: str) -> NewsItem | None:
    """Return the news about a result that was entered, as long as it is held back."""
    rest = "WHERE state <> 'sent' AND held_until IS NOT NULL AND league_id = ? ORDER BY id"
    held = await _NEWS.list(database, rest, league_id)
    return next((item for item in held if item.entry == entry), None)


async def list_unsent(database: Database, now: datetime) -> list[NewsItem]:
    """Return all that this process still has to tell and that is not held back now, the oldest first."""
    rest = "WHERE state <> 'sent' AND (held_until IS NULL OR held_until <= ?) ORDER BY id"
    unsent = await _NEWS.intact(database, "news {8} of league {1}", rest, format_timestamp(now))
    kept = await leagues.find_kept(database, {item.league_id for item in unsent})
    return [item for item in unsent if item.league_id in kept]


def put_state(writing: Transaction, news_id: int, state: NewsState) -> None:
    """Store how far the telling of news has come; it is not held back any longer."""
    writing.write("UPDATE league_news SET state = ?, held_until = NULL WHERE id = ?", (state, news_id))


def add_messages(writing: Transaction, messages: Sequence[NewsMessage]) -> None:
    """Add messages, which get their ids."""
    _MESSAGES.insert(writing, messages, without="id")


async def list_outdated(database: Database) -> list[NewsMessage]:
    """Return the messages that show something that has changed, of the leagues that this process keeps."""
    outdated = await _MESSAGES.list(database, "WHERE state = 'outdated' ORDER BY id")
    if not outdated:
        return []
    rows = await database.rows(
        "SELECT DISTINCT league_news.id, leagues.guild_id FROM league_news_messages "
        "JOIN league_news ON league_news.id = league_news_messages.news_id "
        "JOIN leagues ON leagues.id = league_news.league_id WHERE league_news_messages.state = 'outdated'"
    )
    kept = {news_id for news_id, guild_id in rows if database.keeps(guild_id)}
    return [message for message in outdated if message.news_id in kept]


def mark_outdated(writing: Transaction, league_id: int, player_id: int) -> None:
    """Note that every message with a button for an open game of a player has to be edited: the player is gone."""
    writing.write(_OUTDATE.format("f.league_id = ? AND ? IN (f.first_id, f.second_id)"), (league_id, player_id))


def mark_outdated_everywhere(writing: Transaction, player_id: int) -> None:
    """Note the same in all leagues."""
    writing.write(_OUTDATE.format("? IN (f.first_id, f.second_id)"), (player_id,))


_KINDS: Final = ", ".join(f"'{kind}'" for kind in _WITH_GAMES)
_OUTDATE: Final = (
    "UPDATE league_news_messages SET state = 'outdated' WHERE state = 'sent' AND id IN ("
    "SELECT m.id FROM fixtures AS f JOIN league_news AS n ON n.league_id = f.league_id AND n.season = f.season "
    "AND n.stage = f.stage AND coalesce(n.meeting_id, 0) = coalesce(f.meeting_id, 0) "
    "AND f.round BETWEEN n.first_round AND n.last_round JOIN league_news_messages AS m ON m.news_id = n.id "
    f"WHERE {{}} AND f.second_id IS NOT NULL AND n.kind IN ({_KINDS}) "
    "AND (m.player_id IS NULL OR m.player_id IN (f.first_id, f.second_id)) AND NOT EXISTS ("
    "SELECT 1 FROM league_results AS r WHERE r.fixture_id = f.id AND r.status IN ('counted', 'entered', 'disputed')))"
)


async def list_places(database: Database, player_ids: Collection[int]) -> dict[int, NewsPlace]:
    """Return where each of these players wants to be told of news; those who have set nothing are left out."""
    rows = await database.rows(f"SELECT player_id, news FROM preferences WHERE player_id IN {among(player_ids)}")
    return dict(rows)


async def read_settings(database: Database, league_id: int) -> NewsSettings:
    """Return a league's settings for news; the defaults where nothing is stored."""
    return await _SETTINGS.find(database, "WHERE league_id = ?", league_id) or NewsSettings()
