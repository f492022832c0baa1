"""The stored data about one player, read for an export."""

from __future__ import annotations

import json
from typing import Any, Final

from bot.models.player import Player
from bot.storage.database import Database
from bot.storage.preferences import PREFERENCES


async def export(database: Database, player: Player) -> dict[str, Any]:
    """Return everything that is stored about a player, ready for JSON.

    The cards and counts of games are left out: ``/record`` gives a whole game. So is the log of a league, which names
    other people.
    """
    own = (player.id,)
    chosen = await _read(
        database, "SELECT * FROM preferences WHERE player_id = ?", own, ("player", *PREFERENCES.columns.split(", "))
    )
    language = await _read(database, "SELECT met, chosen FROM languages WHERE player_id = ?", own, ("met", "chosen"))
    return {
        "player": {"number": player.id, "discord_id": player.discord_id, "name": player.name},
        "server_names": await _read(database, _SERVER_NAMES_OF, own, ("server", "name")),
        "former_names": [name for (name,) in await database.rows(_FORMER_NAMES_OF, own)],
        "games": [_game(game) for game in await _read(database, _GAMES_OF, own, _GAMES)],
        "luck": await _read(database, _LUCK_OF, own, ("game", "before", "value", "word")),
        "practice": await _read(database, _PRACTICE_OF, own, _PRACTICE),
        "practice_positions": await _read(database, _POSITIONS_OF, own, _POSITIONS),
        "preferences": _preferences(**chosen[0]) if chosen else None,
        "language": language[0] if language else None,
        "told_once": [what for (what,) in await database.rows("SELECT what FROM told WHERE player_id = ?", own)],
        "waiting_questions": await _read(database, _WAITING_OF, own, _WAITING),
        "daily_hands": await _read(database, _DAILY_OF, own, _DAILY),
        "reviews": await _read(database, _REVIEWS_OF, own, _REVIEWS),
        "achievements": await _read(database, _ACHIEVEMENTS_OF, own, _ACHIEVEMENTS),
        "game_figures": await _read(database, _FIGURES_OF, own, _FIGURES),
        "leagues": await _read(database, _LEAGUES_OF, own, _LEAGUES),
        "teams": await _read(database, _TEAMS_OF, own, _TEAMS),
        "nights": await _read(database, _NIGHTS_OF, own, _NIGHTS),
        "league_results": await _read(database, _RESULTS_OF, own, _RESULTS),
        "ratings": await _read(database, _RATINGS_OF, own, _RATINGS),
        "league_news": await _read(database, _NEWS_OF, own, _NEWS),
        **{name: await _read(database, query, own, columns) for name, (query, columns) in _LEAGUE_PARTS.items()},
    }


_SERVER_NAMES_OF: Final = "SELECT guild_id, name FROM server_names WHERE player_id = ? ORDER BY guild_id"
_FORMER_NAMES_OF: Final = "SELECT DISTINCT name FROM former_names WHERE player_id = ? ORDER BY name"
_PRACTICE: Final = (
    *("number", "level", "wish", "timed", "what", "cards", "dealt_at", "answered_at", "points", "said", "total"),
    *("met", "missed"),
)
_PRACTICE_OF: Final = f"SELECT {', '.join(_PRACTICE)} FROM practice WHERE player_id = ? ORDER BY number"
_POSITIONS: Final = ("number", "kind", "game", "place", "asked_at", "answered_at", "chosen", "lost")
_POSITIONS_OF: Final = (
    "SELECT number, kind, table_id, place, asked_at, answered_at, chosen, lost "
    "FROM practice_positions WHERE player_id = ? ORDER BY number"
)
_LUCK_OF: Final = (
    "SELECT table_id, before_pack, value, word FROM contributions WHERE player_id = ? ORDER BY table_id, number"
)
_WAITING: Final = ("game", "deal", "question")
_WAITING_OF: Final = "SELECT table_id, deal, question FROM waiting_questions WHERE player_id = ? ORDER BY id"
_DAILY: Final = ("day", "discard", "lost", "guild_id")
_DAILY_OF: Final = f"SELECT {', '.join(_DAILY)} FROM daily_answers WHERE player_id = ? ORDER BY day"
_REVIEWS: Final = ("game", "decisions", "lost", "theirs_lost", "judged")
_REVIEWS_OF: Final = (
    "SELECT table_id, decisions, lost, theirs_lost, judged FROM reviews WHERE player_id = ? ORDER BY table_id"
)
_ACHIEVEMENTS: Final = ("achievement", "game", "deal", "cards", "earned_at")
_ACHIEVEMENTS_OF: Final = """
SELECT kind, table_id, deal, cards, earned_at FROM achievements WHERE player_id = ? ORDER BY earned_at, kind
"""
_FIGURES: Final = (
    *("game", "server", "ended_at", "won", "hands", "hand_points", "best_hand", "cribs", "crib_points", "pegged"),
)
_FIGURES_OF: Final = """
SELECT table_id, guild_id, ended_at, won, hands, hand_points, best_hand, cribs, crib_points, pegged FROM game_figures
WHERE player_id = ? ORDER BY ended_at, table_id
"""
_GAMES: Final = (
    *("game", "server", "opened_at", "status", "preset", "seat", "seats"),
    *("winning_side", "games_won", "scores", "ended_by", "ended_at"),
)
_GAMES_OF: Final = """
SELECT tables.id, tables.guild_id, tables.opened_at, tables.status, tables.preset, mine.seat,
    (SELECT json_group_array(name) FROM (SELECT ifnull(players.name, ifnull(seats.robot, '')) AS name
        FROM seats LEFT JOIN players ON players.id = seats.player_id
        WHERE seats.table_id = tables.id ORDER BY seats.seat) AS others),
    results.side, results.games, results.scores, results.ended_by, results.ended_at
FROM seats AS mine JOIN tables ON tables.id = mine.table_id LEFT JOIN results ON results.table_id = tables.id
WHERE mine.player_id = ? ORDER BY tables.opened_at, tables.id
"""
_LEAGUES: Final = ("league", "status", "joined_at", "is_manager")
_LEAGUES_OF: Final = """
SELECT leagues.name, members.status, members.joined_at,
    EXISTS (SELECT 1 FROM managers WHERE managers.league_id = leagues.id AND managers.player_id = members.player_id)
FROM members JOIN leagues ON leagues.id = members.league_id WHERE members.player_id = ? ORDER BY members.joined_at
"""
_TEAMS: Final = ("league", "team")
_TEAMS_OF: Final = """
SELECT leagues.name, players.name FROM teams JOIN leagues ON leagues.id = teams.league_id
JOIN players ON players.id = teams.team_id WHERE teams.player_id = ? ORDER BY leagues.id
"""
_NIGHTS: Final = ("league", "season", "night", "day", "status", "came_at", "left_at")
_NIGHTS_OF: Final = """
SELECT leagues.name, meetings.season, meetings.number, meetings.day, attendance.status, attendance.came_at,
    attendance.left_at FROM attendance JOIN meetings ON meetings.id = attendance.meeting_id
JOIN leagues ON leagues.id = meetings.league_id WHERE attendance.player_id = ? ORDER BY attendance.came_at
"""
_RESULTS: Final = ("league", "season", "played_at", "opponent", "won", "games", "holes", "adverse")
_RESULTS_OF: Final = """
SELECT leagues.name, sides.season, sides.played_at, players.name, sides.won, sides.games, sides.holes, sides.adverse
FROM complete_sides AS sides JOIN leagues ON leagues.id = sides.league_id
JOIN players ON players.id = sides.opponent_id WHERE sides.player_id = ? ORDER BY sides.played_at, sides.result_id
"""
_LEAGUE_PARTS: Final = {
    "managed_leagues": (
        "SELECT leagues.name FROM managers JOIN leagues ON leagues.id = managers.league_id "
        "WHERE managers.player_id = ? ORDER BY leagues.id",
        ("league",),
    ),
    "names_in_files": (
        "SELECT leagues.name, league_names.folded FROM league_names "
        "JOIN leagues ON leagues.id = league_names.league_id "
        "WHERE league_names.player_id = ? ORDER BY leagues.id, league_names.folded",
        ("league", "name"),
    ),
    "claims": (
        "SELECT leagues.name, players.name, claims.asked_at FROM claims JOIN leagues ON leagues.id = claims.league_id "
        "JOIN players ON players.id = claims.named_id WHERE claims.player_id = ? ORDER BY claims.asked_at",
        ("league", "name", "asked_at"),
    ),
    "groups": (
        "SELECT leagues.name, season_groups.season, season_groups.number FROM season_groups "
        "JOIN leagues ON leagues.id = season_groups.league_id WHERE season_groups.player_id = ? "
        "ORDER BY leagues.id, season_groups.season",
        ("league", "season", "group"),
    ),
    "ready_to_play": (
        "SELECT leagues.name, fixtures.season, fixtures.stage, fixtures.round FROM fixture_readiness "
        "JOIN fixtures ON fixtures.id = fixture_readiness.fixture_id JOIN leagues ON leagues.id = fixtures.league_id "
        "WHERE fixture_readiness.player_id = ? ORDER BY fixtures.id",
        ("league", "season", "stage", "round"),
    ),
    "files_that_wait": (
        "SELECT leagues.name, import_previews.file_name, import_previews.created_at FROM import_previews "
        "JOIN leagues ON leagues.id = import_previews.league_id WHERE import_previews.player_id = ? "
        "ORDER BY import_previews.id",
        ("league", "file", "sent_at"),
    ),
    "imported_files": (
        "SELECT leagues.name, league_imports.file_name, league_imports.at, league_imports.undone_at "
        "FROM league_imports JOIN leagues ON leagues.id = league_imports.league_id WHERE league_imports.player_id = ? "
        "ORDER BY leagues.id, league_imports.number",
        ("league", "file", "at", "undone_at"),
    ),
    "merged_names": (
        "SELECT leagues.name, players.name, merges.at, merges.undone_at FROM merges "
        "JOIN leagues ON leagues.id = merges.league_id JOIN players ON players.id = merges.from_id "
        "WHERE merges.into_id = ? ORDER BY merges.id",
        ("league", "name", "at", "undone_at"),
    ),
}
"""What belongs to a player in leagues, by its name in the export: a query and the names of its columns."""

_NEWS: Final = ("league", "season", "kind", "at", "status")
_NEWS_OF: Final = """
SELECT leagues.name, league_news.season, league_news.kind, league_news.at, messages.state
FROM league_news_messages AS messages JOIN league_news ON league_news.id = messages.news_id
JOIN leagues ON leagues.id = league_news.league_id WHERE messages.player_id = ? ORDER BY messages.id
"""
_RATINGS: Final = ("pool", "played_at", "mu", "sigma")
_RATINGS_OF: Final = "SELECT pool, played_at, mu, sigma FROM rating_steps WHERE player_id = ? ORDER BY played_at"


async def _read(
    database: Database, query: str, values: tuple[int, ...], columns: tuple[str, ...]
) -> list[dict[str, Any]]:
    """Return each row that a query finds as a dict of its columns."""
    return await database.all(lambda row: dict(zip(columns, row, strict=True)), query, values)


def _preferences(more: str, **stored: Any) -> dict[str, Any]:
    return {**stored, **json.loads(more)}


def _game(row: dict[str, Any]) -> dict[str, Any]:
    scores = row["scores"]
    return {**row, "seats": json.loads(row["seats"]), "scores": None if scores is None else json.loads(scores)}
