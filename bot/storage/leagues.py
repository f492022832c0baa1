"""Leagues, their seasons and the groups of those in the database."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, astuple, replace
from datetime import datetime, time, timedelta
from functools import partial
from typing import Any, Final
from zoneinfo import ZoneInfo

from bot.models.agreement import Clock
from bot.models.league import (
    USUAL_TIE_BREAKS,
    WITH_MEETINGS,
    GivenPoints,
    Grouping,
    League,
    LogEntry,
    Season,
    SeasonCounting,
    TeamPlay,
    TieBreak,
    folded,
)
from bot.storage.database import Database, Transaction, among, asking, deleter, marks
from bot.storage.players import FORMER, server_of
from bot.storage.rows import Form, Rows, json_fields, json_form
from engine.presets import renewed
from engine.rules import Rules

_LATE: Final = timedelta(days=14)
"""How late the start of a season may be told; time when the bot was stopped doesn't count."""

_IN_GUILD: Final = "coalesce(guild_id, 0) = coalesce(?, 0)"


def add(writing: Transaction, league: League, season: Season, created: LogEntry | None = None) -> None:
    """Add a new league with its first season. A league without an id gets one, which is found by the name.

    Who ``created`` it becomes its manager and stands in its log.
    """
    _LEAGUES.insert(writing, [league], without="" if league.id else "id", folded=folded(league.name))
    of_this = f"FROM leagues WHERE {_IN_GUILD} AND folded = ?"
    this = (league.guild_id, folded(league.name))
    writing.write(
        f"INSERT INTO seasons (league_id, number, stage, starts_on, ends_on) SELECT id, ?, ?, ?, ? {of_this}",
        (*(_SEASONS.store(season)[name] for name in ("number", "stage", "starts_on", "ends_on")), *this),
    )
    if created is not None and created.player is not None:
        writing.write(f"INSERT INTO managers (league_id, player_id) SELECT id, ? {of_this}", (created.player.id, *this))
        row = LOG.store(created)
        columns = f"league_id, {', '.join(row)}"
        writing.write(f"INSERT INTO league_log ({columns}) SELECT id, {marks(row)} {of_this}", (*row.values(), *this))


def put(writing: Transaction, league: League) -> None:
    """Store the settings of a league in place of those before."""
    _LEAGUES.update(writing, league, folded=folded(league.name))


def delete_results(writing: Transaction, league_id: int) -> None:
    """Delete every result of a league, and the ratings that came of them."""
    for table in ("rating_steps", "league_sides"):
        writing.write(
            f"DELETE FROM {table} WHERE result_id IN (SELECT id FROM league_results WHERE league_id = ?)", (league_id,)
        )
    writing.delete("league_results", league_id=league_id)


def delete(writing: Transaction, league_id: int) -> None:
    """Delete a league that has no results; its closed invitations belong to no league from then on."""
    writing.write("UPDATE tables SET league_id = NULL, fixture_id = NULL WHERE league_id = ?", (league_id,))
    writing.write(
        "DELETE FROM attendance WHERE meeting_id IN (SELECT id FROM meetings WHERE league_id = ?)", (league_id,)
    )
    # People without an account belong to one league.
    writing.write(
        "UPDATE players SET name = ? WHERE discord_id IS NULL AND id IN ("
        "SELECT player_id FROM members WHERE league_id = ? "
        "UNION SELECT player_id FROM former_names WHERE league_id = ? "
        "UNION SELECT team_id FROM teams WHERE league_id = ? UNION SELECT player_id FROM teams WHERE league_id = ? "
        "UNION SELECT named_id FROM former_names WHERE league_id = ?)",
        (FORMER, *[league_id] * 5),
    )
    for table in (
        "league_news",
        "league_news_settings",
        "round_deadlines",
        "merges",
        "import_previews",
        "league_imports",
        "season_groups",
        "teams",
        "fixtures",
        "meetings",
        "league_names",
        "former_names",
        "claims",
        "managers",
        "members",
        "league_log",
        "seasons",
    ):
        writing.delete(table, league_id=league_id)
    writing.delete("leagues", id=league_id)


async def find_by_name(database: Database, guild_id: int | None, name: str) -> League | None:
    """Return the league of this name in a server, or among those without a server; None if there is none."""
    return await _LEAGUES.find(database, f"WHERE {_IN_GUILD} AND folded = ?", guild_id, folded(name))


def put_adoption_code(writing: Transaction, league_id: int, digest: str) -> None:
    """Store the digest of a league's code in place of the one before."""
    writing.put("adoption_codes", "league_id", league_id=league_id, digest=digest)


async def list_by_guild(database: Database, guild_id: int | None) -> list[League]:
    """Return a server's leagues, or those without a server, the newest first."""
    return await _leagues(database, _IN_GUILD, guild_id)


async def list_by_ids(database: Database, ids: Sequence[int]) -> list[League]:
    """Return the leagues with these ids, the newest first."""
    return await _leagues(database, f"id IN {among(ids)}")


async def find_kept(
    database: Database, ids: Collection[int], is_meant: Callable[[int | None], bool] = lambda _: True
) -> set[int]:
    """Return the ids of those of these leagues that this process keeps: it tells their news and posts their tables.

    ``is_meant`` says of the server of a league whether it counts.
    """
    rows = await database.rows(f"SELECT id, guild_id FROM leagues WHERE id IN {among(ids)}")
    return {league_id for league_id, guild_id in rows if database.keeps(guild_id) and is_meant(guild_id)}


async def list_all(database: Database, name: str | None = None) -> list[League]:
    """Return the leagues of all servers and of none, the newest first; only those of one name if it is given."""
    return await (_leagues(database, "true") if name is None else _leagues(database, "folded = ?", folded(name)))


async def list_posting(database: Database) -> list[League]:
    """Return the leagues whose tables are posted every week, of those that this process keeps."""
    posting = await _intact(database, "post_day IS NOT NULL AND channel_id IS NOT NULL AND guild_id IS NOT NULL")
    return [league for league in posting if database.keeps(league.guild_id)]


async def find_with_night_time(database: Database) -> set[int]:
    """Return the ids of the leagues whose club nights have events on Discord, of those that this process keeps."""
    found = await database.rows("SELECT id, guild_id FROM leagues WHERE more LIKE ?", ('%"night_time": "%',))
    return {league_id for league_id, guild_id in found if guild_id is not None and database.keeps(guild_id)}


async def list_starting(database: Database, now: datetime, away: timedelta) -> list[tuple[League, Season]]:
    """Return the seasons that this process keeps and that start around this day in some time zone, with leagues.

    ``away`` is how long the bot was stopped and could tell nobody.
    """
    rows = await database.rows(
        "SELECT league_id, number FROM seasons WHERE stage = 'playing' AND closed_at IS NULL "
        "AND starts_on BETWEEN ? AND ?",
        ((now.date() - _LATE - away).isoformat(), (now.date() + timedelta(days=1)).isoformat()),
    )
    starting = []
    for league_id, number in rows:
        with database.failures.at("stored data", f"the start of season {number} of league {league_id}"):
            league = await find(database, league_id)
            if league is not None and league.format in WITH_MEETINGS and database.keeps(league.guild_id):
                seasons = await list_seasons(database, league_id)
                starting += [(league, season) for season in seasons if season.number == number]
    return starting


async def list_by_teams(database: Database, teams: TeamPlay) -> list[League]:
    """Return the leagues that are played by such teams."""
    return await _intact(database, "teams = ?", teams)


async def _intact(database: Database, which: str, *values: object) -> list[League]:
    return await _LEAGUES.intact(database, "league {0}", f"WHERE {which} ORDER BY id DESC", *values)


async def _leagues(database: Database, which: str, *values: object) -> list[League]:
    return await _LEAGUES.list(database, f"WHERE {which} ORDER BY id DESC", *values)


def _renewed(league: League) -> League:
    """Return a league as it is played today: its rules are those of new games, by the laws of today."""
    # @everyone has the id of its server: a league that was given it has no role.
    role = None if league.manager_role == league.guild_id else league.manager_role
    return replace(league, rules=renewed(league.preset, league.rules), manager_role=role)


def _changed(counting: SeasonCounting) -> dict[str, Any]:
    """Return the fields of what a season counts that do not have their defaults."""
    usual = asdict(SeasonCounting())
    return {name: value for name, value in asdict(counting).items() if value != usual[name]}


def _counting(fields: dict[str, Any]) -> SeasonCounting:
    if "scale" in fields:
        fields["scale"] = tuple((points, marks) for points, marks in fields["scale"])
    if "places" in fields:
        fields["places"] = tuple(fields["places"])
    return SeasonCounting(**fields)


def _chosen(tie_breaks: tuple[TieBreak, ...]) -> str | None:
    return None if tie_breaks == USUAL_TIE_BREAKS else json.dumps(tie_breaks)


LOG: Final = Rows(
    "league_log",
    LogEntry,
    "a league's log",
    guild=server_of("league_log.league_id"),
    forms={
        "facts": Form(lambda facts: json.dumps(dict(facts), ensure_ascii=False), json.loads),
        # Blanks around each, so that one is found by the text of its id.
        "people": Form(lambda ids: f" {' '.join(map(str, ids))} ", lambda text: tuple(map(int, text.split()))),
    },
)

_LEAGUES: Final = Rows(
    "leagues",
    League,
    "a league",
    last="created_at",
    forms={
        "rules": json_form(Rules.from_dict, Rules.to_dict),
        "clock": json_fields(Clock),
        "zone": Form(str, lambda zone: ZoneInfo(zone).key),
        "post_hour": Form(int, lambda hour: time(hour).hour),
        "tie_breaks": Form(_chosen, lambda text: tuple(json.loads(text)), null=USUAL_TIE_BREAKS),
        "grouping": json_fields(Grouping),
    },
    source="complete_leagues",
    finish=_renewed,
)

_SEASONS: Final = Rows(
    "seasons",
    Season,
    "a season",
    key=("league_id", "number"),
    last="elimination",
    forms={
        "crowned": json_form(tuple),
        "counting": json_form(_counting, _changed),
        "given": Form(lambda given: list(map(astuple, given)), lambda given: tuple(GivenPoints(*one) for one in given)),
    },
)


find: Final = _LEAGUES.finder("WHERE id = ?")
find_by_adoption_code: Final = _LEAGUES.finder("WHERE id = (SELECT league_id FROM adoption_codes WHERE digest = ?)")
put_tie_breaks: Final = partial(_LEAGUES.update, only=("tie_breaks",))

has_adoption_code: Final = asking(Database.exists, "SELECT 1 FROM adoption_codes WHERE league_id = ?")
delete_adoption_code: Final = deleter("adoption_codes", "league_id")

add_season: Final = _SEASONS.add
put_season: Final = _SEASONS.update
delete_season: Final = _SEASONS.delete
list_seasons: Final = _SEASONS.lister("WHERE league_id = ? ORDER BY number DESC")
"""Lists every season of a league, the latest first."""

delete_groups: Final = deleter("season_groups", "league_id", "season")


def put_groups(writing: Transaction, league_id: int, season: int, groups: Sequence[Sequence[int]]) -> None:
    """Store the groups of a season, each with its players by id, in place of those before."""
    delete_groups(writing, league_id, season)
    players = [(player, number) for number, group in enumerate(groups, 1) for player in group]
    for place, (player, number) in enumerate(players, 1):
        member = {"player_id": player, "number": number, "place": place}
        writing.add("season_groups", league_id=league_id, season=season, **member)


async def read_groups(database: Database, league_id: int, season: int) -> dict[int, int]:
    """Return the group of each player of a season, in the order in which the groups were filled."""
    rows = await database.rows(
        "SELECT player_id, number FROM season_groups WHERE league_id = ? AND season = ? ORDER BY place",
        (league_id, season),
    )
    return dict(rows)


def replace_in_groups(writing: Transaction, league_id: int, season: int, out: int, substitute: int) -> None:
    """Add a substitute to the group of the player whose fixtures they play, if they have none."""
    writing.write(
        "INSERT INTO season_groups (league_id, season, player_id, number, place) "
        "SELECT league_id, season, CAST(? AS BIGINT), number, place FROM season_groups "
        "WHERE league_id = ? AND season = ? AND player_id = ? ON CONFLICT DO NOTHING",
        (substitute, league_id, season, out),
    )
