"""Leagues and their seasons in the database."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from bot.models.agreement import Clock
from bot.models.league import USUAL_TIE_BREAKS, WITH_MEETINGS, Grouping, League, Season, TeamPlay, TieBreak, folded
from bot.models.meeting import SeasonCounting
from bot.models.player import Player
from bot.storage.database import Database, Transaction
from bot.storage.errors import check_stored_values
from bot.storage.players import FORMER
from bot.storage.timestamps import format_timestamp, parse_timestamp
from engine.presets import renewed
from engine.rules import Rules

_COLUMNS: Final = (
    "guild_id, name, folded, preset, rules, scheme, format, best_of, many, minimum, clock, zone, manager_role, "
    "channel_id, post_day, post_hour, posted_on, reviews, grouping, tie_breaks, teams, created_at"
)

_LATE: Final = timedelta(days=14)
"""How late the start of a season may be told; time when the bot was stopped doesn't count."""

_IN_GUILD: Final = "ifnull(guild_id, 0) = ifnull(?, 0)"


def add(writing: Transaction, league: League, season: Season, founder: Player | None = None) -> None:
    """Add a new league with its first season. A league without an id gets one, which is found by the name.

    The founder becomes its manager and stands in its log.
    """
    given, own = ("id, ", (league.id,)) if league.id else ("", ())
    values = (*own, *_values(league))
    writing.write(f"INSERT INTO leagues ({given}{_COLUMNS}) VALUES ({', '.join('?' * len(values))})", values)
    of_this = f"FROM leagues WHERE {_IN_GUILD} AND folded = ?"
    this = (league.guild_id, folded(league.name))
    writing.write(
        f"INSERT INTO seasons (league_id, number, stage, starts_on, ends_on) SELECT id, ?, ?, ?, ? {of_this}",
        (season.number, season.stage, _format_day(season.starts_on), _format_day(season.ends_on), *this),
    )
    if founder is not None:
        writing.write(f"INSERT INTO managers (league_id, player_id) SELECT id, ? {of_this}", (founder.id, *this))
        writing.write(
            f"INSERT INTO league_log (league_id, at, player_id, what) SELECT id, ?, ?, ? {of_this}",
            (format_timestamp(league.created_at), founder.id, f"created {league.name}", *this),
        )


def put(writing: Transaction, league: League) -> None:
    """Store the settings of a league in place of those before."""
    columns = ", ".join(f"{column} = ?" for column in _COLUMNS.split(", "))
    writing.write(f"UPDATE leagues SET {columns} WHERE id = ?", (*_values(league), league.id))


def put_tie_breaks(writing: Transaction, league_id: int, tie_breaks: Sequence[TieBreak]) -> None:
    """Store the tie-breaks of a league."""
    writing.write("UPDATE leagues SET tie_breaks = ? WHERE id = ?", (_format_tie_breaks(tie_breaks), league_id))


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
        writing.write(f"DELETE FROM {table} WHERE league_id = ?", (league_id,))
    writing.write("DELETE FROM leagues WHERE id = ?", (league_id,))


async def find(database: Database, league_id: int) -> League | None:
    """Return the league with this id, if there is one."""
    return next(iter(await _leagues(database, "id = ?", league_id)), None)


async def find_by_name(database: Database, guild_id: int | None, name: str) -> League | None:
    """Return the league of this name in a server, or among those without a server; None if there is none."""
    return next(iter(await _leagues(database, _IN_GUILD + " AND folded = ?", guild_id, folded(name))), None)


async def find_by_adoption_code(database: Database, digest: str) -> League | None:
    """Return the league that the code with this digest adopts, if there is one."""
    return next(
        iter(await _leagues(database, "id = (SELECT league_id FROM adoption_codes WHERE digest = ?)", digest)), None
    )


async def has_adoption_code(database: Database, league_id: int) -> bool:
    """Return whether a league has a code."""
    return await database.row("SELECT 1 FROM adoption_codes WHERE league_id = ?", (league_id,)) is not None


def put_adoption_code(writing: Transaction, league_id: int, digest: str) -> None:
    """Store the digest of a league's code in place of the one before."""
    writing.write(
        "INSERT INTO adoption_codes (league_id, digest) VALUES (?, ?) "
        "ON CONFLICT (league_id) DO UPDATE SET digest = excluded.digest",
        (league_id, digest),
    )


def delete_adoption_code(writing: Transaction, league_id: int) -> None:
    """Delete the code of a league, which is used up."""
    writing.write("DELETE FROM adoption_codes WHERE league_id = ?", (league_id,))


async def list_by_guild(database: Database, guild_id: int | None) -> list[League]:
    """Return a server's leagues, or those without a server, the newest first."""
    return await _leagues(database, _IN_GUILD, guild_id)


async def list_by_ids(database: Database, ids: Sequence[int]) -> list[League]:
    """Return the leagues with these ids, the newest first."""
    if not ids:
        return []
    return await _leagues(database, f"id IN ({', '.join('?' * len(ids))})", *ids)


async def find_kept(
    database: Database, ids: Collection[int], is_meant: Callable[[int | None], bool] = lambda _: True
) -> set[int]:
    """Return the ids of those of these leagues that this process keeps: it tells their news and posts their tables.

    ``is_meant`` says of the server of a league whether it counts.
    """
    if not ids:
        return set()
    rows = await database.rows(
        "SELECT id, guild_id FROM leagues WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(sorted(ids)),)
    )
    return {league_id for league_id, guild_id in rows if database.keeps(guild_id) and is_meant(guild_id)}


async def list_all(database: Database, name: str | None = None) -> list[League]:
    """Return the leagues of all servers and of none, the newest first; only those of one name if it is given."""
    return await (_leagues(database, "true") if name is None else _leagues(database, "folded = ?", folded(name)))


async def list_by_teams(database: Database, teams: TeamPlay) -> list[League]:
    """Return the leagues that are played by such teams."""
    return await _intact(database, "teams = ?", teams)


async def list_posting(database: Database) -> list[League]:
    """Return the leagues whose tables are posted every week, of those that this process keeps."""
    posting = await _intact(database, "post_day IS NOT NULL AND channel_id IS NOT NULL AND guild_id IS NOT NULL")
    return [league for league in posting if database.keeps(league.guild_id)]


def add_season(writing: Transaction, season: Season) -> None:
    """Add a new season."""
    writing.write(
        "INSERT INTO seasons (league_id, number, stage, starts_on, ends_on, counting, elimination) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            season.league_id,
            season.number,
            season.stage,
            _format_day(season.starts_on),
            _format_day(season.ends_on),
            _format_counting(season.counting),
            season.elimination,
        ),
    )


def delete_season(writing: Transaction, season: Season) -> None:
    """Delete a season in which nothing was played."""
    writing.write("DELETE FROM seasons WHERE league_id = ? AND number = ?", (season.league_id, season.number))


def put_season(writing: Transaction, season: Season) -> None:
    """Store the stage of a season, its days, its winners and what it counts."""
    writing.write(
        "UPDATE seasons SET stage = ?, starts_on = ?, ends_on = ?, closed_at = ?, crowned = ?, counting = ?, "
        "elimination = ? "
        "WHERE league_id = ? AND number = ?",
        (
            season.stage,
            _format_day(season.starts_on),
            _format_day(season.ends_on),
            None if season.closed_at is None else format_timestamp(season.closed_at),
            json.dumps(season.crowned),
            _format_counting(season.counting),
            season.elimination,
            season.league_id,
            season.number,
        ),
    )


async def list_starting(database: Database, now: datetime, away: timedelta) -> list[tuple[League, Season]]:
    """Return the seasons that this process keeps and that start around this day in some time zone, with leagues.

    ``away`` is how long the bot was stopped and could tell nobody.
    """
    rows = await database.rows(
        "SELECT league_id, number FROM seasons WHERE stage = 'playing' AND closed_at IS NULL "
        "AND starts_on BETWEEN ? AND ?",
        (_format_day(now.date() - _LATE - away), _format_day(now.date() + timedelta(days=1))),
    )
    starting = []
    for league_id, number in rows:
        with database.failures.at("stored data", f"the start of season {number} of league {league_id}"):
            league = await find(database, league_id)
            if league is not None and league.format in WITH_MEETINGS and database.keeps(league.guild_id):
                seasons = await list_seasons(database, league_id)
                starting += [(league, season) for season in seasons if season.number == number]
    return starting


async def list_seasons(database: Database, league_id: int) -> list[Season]:
    """Return every season of a league, the latest first."""
    rows = await database.rows(
        "SELECT league_id, number, stage, starts_on, ends_on, closed_at, crowned, counting, elimination "
        "FROM seasons WHERE league_id = ? ORDER BY number DESC",
        (league_id,),
    )
    with check_stored_values("a season"):
        return [
            Season(
                league_id=league,
                number=number,
                stage=stage,
                starts_on=_parse_day(starts_on),
                ends_on=_parse_day(ends_on),
                closed_at=None if closed_at is None else parse_timestamp(closed_at),
                crowned=tuple(json.loads(crowned)),
                counting=_parse_counting(counting),
                elimination=elimination,
            )
            for league, number, stage, starts_on, ends_on, closed_at, crowned, counting, elimination in rows
        ]


def _values(league: League) -> tuple[Any, ...]:
    """Return the row of a league, without its id."""
    return (
        league.guild_id,
        league.name,
        folded(league.name),
        league.preset,
        json.dumps(league.rules.to_dict()),
        league.scheme,
        league.format,
        league.best_of,
        league.many,
        league.minimum,
        None if league.clock is None else json.dumps(asdict(league.clock)),
        league.zone,
        league.manager_role,
        league.channel_id,
        league.post_day,
        league.post_hour,
        _format_day(league.posted_on),
        int(league.reviews),
        json.dumps(asdict(league.grouping)),
        _format_tie_breaks(league.tie_breaks),
        league.teams,
        format_timestamp(league.created_at),
    )


_SELECT: Final = f"SELECT id, {_COLUMNS} FROM complete_leagues WHERE {{}} ORDER BY id DESC"


async def _intact(database: Database, which: str, *values: object) -> list[League]:
    """Return the leagues among these that can be read."""
    return await database.intact("league {0}", _league, _SELECT.format(which), values)


async def _leagues(database: Database, which: str, *values: object) -> list[League]:
    rows = await database.rows(_SELECT.format(which), values)
    with check_stored_values("a league"):
        return [_league(row) for row in rows]


def _league(row: tuple[Any, ...]) -> League:
    """Return a league; its rules are those of new games, by the laws of today."""
    league_id, guild_id, name, _folded, preset, rules, scheme, form, best_of, many, minimum, clock, *rest = row
    zone, role, channel_id, post_day, post_hour, posted_on, allows_reviews, *rest = rest
    grouping, tie_breaks, teams, created_at = rest
    return League(
        id=league_id,
        guild_id=guild_id,
        name=name,
        preset=preset,
        rules=renewed(preset, Rules.from_dict(json.loads(rules))),
        scheme=scheme,
        format=form,
        best_of=best_of,
        many=many,
        minimum=minimum,
        clock=None if clock is None else Clock(**json.loads(clock)),
        zone=ZoneInfo(zone).key,
        # @everyone has the id of its server: a league that was given it has no role.
        manager_role=None if role == guild_id else role,
        channel_id=channel_id,
        post_day=post_day,
        post_hour=None if post_hour is None else time(post_hour).hour,
        posted_on=_parse_day(posted_on),
        reviews=bool(allows_reviews),
        grouping=Grouping(**json.loads(grouping)),
        tie_breaks=USUAL_TIE_BREAKS if tie_breaks is None else tuple(json.loads(tie_breaks)),
        teams=teams,
        created_at=parse_timestamp(created_at),
    )


def _format_tie_breaks(tie_breaks: Sequence[TieBreak]) -> str | None:
    return None if tuple(tie_breaks) == USUAL_TIE_BREAKS else json.dumps(tie_breaks)


def _format_counting(counting: SeasonCounting) -> str:
    """Return what a season counts as JSON, without the fields that have their defaults."""
    usual = asdict(SeasonCounting())
    return json.dumps({name: value for name, value in asdict(counting).items() if value != usual[name]})


def _parse_counting(text: str) -> SeasonCounting:
    fields = json.loads(text)
    if "scale" in fields:
        fields["scale"] = tuple((points, marks) for points, marks in fields["scale"])
    if "places" in fields:
        fields["places"] = tuple(fields["places"])
    return SeasonCounting(**fields)


def _format_day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _parse_day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)
