"""The stored data about one player, read for an export."""

from __future__ import annotations

import json
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from bot.models.player import Player
from bot.storage.database import Database
from bot.storage.preferences import PREFERENCES


async def export(database: Database, player: Player) -> dict[str, Any]:
    """Return everything that is stored about a player, ready for JSON.

    The cards and counts of games are left out: ``/record`` gives a whole game. So is the log of a league, which names
    other people.
    """
    document: dict[str, Any] = {
        "player": {"number": player.id, "discord_id": player.discord_id, "name": player.name},
        "games": [],
    }
    for part, (columns, rest) in _PARTS.items():
        names = [column.split()[-1].rpartition(".")[2].strip('"') for column in columns.split(",")]
        rows = await database.rows(f"SELECT {columns} FROM {rest}", (player.id,), long=True)
        document[part] = [dict(zip(names, row, strict=True)) for row in rows]
    for part in ("preferences", "language"):
        document[part] = next(iter(document[part]), None)
    if document["preferences"] is not None:
        document["preferences"] |= json.loads(document["preferences"].pop("more"))
    for part, column in (("former_names", "name"), ("told_once", "what")):
        document[part] = [row[column] for row in document[part]]
    seats = await database.rows(_SEATS, (player.id,), long=True)
    names_at = {game: [name for _, name in group] for game, group in groupby(seats, key=itemgetter(0))}
    for game in document["games"]:
        game["seats"] = names_at[game["game"]]
        game["scores"] = None if game["scores"] is None else json.loads(game["scores"])
    return document


_LEAGUE: Final = "JOIN leagues ON leagues.id = {0}.league_id WHERE {0}.player_id = ?"

_PARTS: Final = {
    "server_names": ("guild_id AS server, name", "server_names WHERE player_id = ? ORDER BY guild_id"),
    "former_names": ("DISTINCT name", "former_names WHERE player_id = ? ORDER BY name"),
    "games": (
        "tables.id AS game, tables.guild_id AS server, opened_at, status, preset, mine.seat, "
        "results.side AS winning_side, results.games AS games_won, scores, ended_by, ended_at",
        "seats AS mine JOIN tables ON tables.id = mine.table_id LEFT JOIN results ON results.table_id = tables.id "
        "WHERE mine.player_id = ? ORDER BY opened_at, tables.id",
    ),
    "luck": (
        "table_id AS game, before_pack AS before, value, word",
        "contributions WHERE player_id = ? ORDER BY table_id, number",
    ),
    "practice": (
        "number, level, wish, timed, what, cards, dealt_at, answered_at, points, said, total, met, missed",
        "practice WHERE player_id = ? ORDER BY number",
    ),
    "practice_positions": (
        "number, kind, table_id AS game, place, asked_at, answered_at, chosen, lost",
        "practice_positions WHERE player_id = ? ORDER BY number",
    ),
    "preferences": (
        f"player_id AS player, {PREFERENCES.columns}",
        "preferences WHERE player_id = ?",
    ),
    "language": ("met, chosen", "languages WHERE player_id = ?"),
    "told_once": ("what", "told WHERE player_id = ?"),
    "waiting_questions": (
        "table_id AS game, deal, question",
        "waiting_questions WHERE player_id = ? ORDER BY id",
    ),
    "daily_hands": ("day, discard, lost, guild_id", "daily_answers WHERE player_id = ? ORDER BY day"),
    "reviews": (
        "table_id AS game, decisions, lost, theirs_lost, judged",
        "reviews WHERE player_id = ? ORDER BY table_id",
    ),
    "achievements": (
        "kind AS achievement, table_id AS game, deal, cards, earned_at",
        "achievements WHERE player_id = ? ORDER BY earned_at, kind",
    ),
    "game_figures": (
        "table_id AS game, guild_id AS server, ended_at, won, hands, hand_points, best_hand, cribs, crib_points, "
        "pegged",
        "game_figures WHERE player_id = ? ORDER BY ended_at, table_id",
    ),
    "leagues": (
        "leagues.name AS league, members.status, joined_at, EXISTS (SELECT 1 FROM managers "
        "WHERE managers.league_id = leagues.id AND managers.player_id = members.player_id) AS is_manager",
        f"members {_LEAGUE.format('members')} ORDER BY joined_at",
    ),
    "teams": (
        "leagues.name AS league, players.name AS team",
        f"players JOIN teams ON players.id = teams.team_id {_LEAGUE.format('teams')} ORDER BY leagues.id",
    ),
    "nights": (
        "leagues.name AS league, meetings.season, meetings.number AS night, day, status, came_at, left_at",
        "attendance JOIN meetings ON meetings.id = attendance.meeting_id "
        "JOIN leagues ON leagues.id = meetings.league_id WHERE attendance.player_id = ? ORDER BY came_at",
    ),
    "league_results": (
        "leagues.name AS league, sides.season, played_at, players.name AS opponent, won, games, holes, adverse",
        "players JOIN complete_sides AS sides ON players.id = sides.opponent_id "
        f"{_LEAGUE.format('sides')} ORDER BY played_at, result_id",
    ),
    "ratings": ("pool, played_at, mu, sigma", "rating_steps WHERE player_id = ? ORDER BY played_at"),
    "league_news": (
        "leagues.name AS league, league_news.season, league_news.kind, league_news.at, messages.state AS status",
        "league_news_messages AS messages JOIN league_news ON league_news.id = messages.news_id "
        "JOIN leagues ON leagues.id = league_news.league_id WHERE messages.player_id = ? ORDER BY messages.id",
    ),
    "managed_leagues": ("leagues.name AS league", f"managers {_LEAGUE.format('managers')} ORDER BY leagues.id"),
    "names_in_files": (
        "leagues.name AS league, league_names.folded AS name",
        f"league_names {_LEAGUE.format('league_names')} ORDER BY leagues.id, league_names.folded",
    ),
    "claims": (
        "leagues.name AS league, players.name, asked_at",
        f"players JOIN claims ON players.id = claims.named_id {_LEAGUE.format('claims')} ORDER BY asked_at",
    ),
    "groups": (
        'leagues.name AS league, season, number AS "group"',
        f"season_groups {_LEAGUE.format('season_groups')} ORDER BY leagues.id, season",
    ),
    "ready_to_play": (
        "leagues.name AS league, fixtures.season, fixtures.stage, fixtures.round",
        "fixture_readiness JOIN fixtures ON fixtures.id = fixture_readiness.fixture_id "
        "JOIN leagues ON leagues.id = fixtures.league_id WHERE fixture_readiness.player_id = ? ORDER BY fixtures.id",
    ),
    "files_that_wait": (
        "leagues.name AS league, file_name AS file, import_previews.created_at AS sent_at",
        f"import_previews {_LEAGUE.format('import_previews')} ORDER BY import_previews.id",
    ),
    "imported_files": (
        "leagues.name AS league, file_name AS file, at, undone_at",
        f"league_imports {_LEAGUE.format('league_imports')} ORDER BY leagues.id, league_imports.number",
    ),
    "merged_names": (
        "leagues.name AS league, players.name, at, undone_at",
        "merges JOIN leagues ON leagues.id = merges.league_id JOIN players ON players.id = merges.from_id "
        "WHERE merges.into_id = ? ORDER BY merges.id",
    ),
}
"""What belongs to a player, by its name in the export: the columns, with their names there, and where they stand."""

_SEATS: Final = (
    "SELECT seats.table_id, coalesce(players.name, seats.robot, '') FROM seats AS mine "
    "JOIN seats ON seats.table_id = mine.table_id LEFT JOIN players ON players.id = seats.player_id "
    "WHERE mine.player_id = ? ORDER BY seats.table_id, seats.seat"
)
"""Who sits at a player's tables, seat by seat."""
