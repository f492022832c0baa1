"""Leagues as they are kept: what each has agreed, its seasons, who plays in it and who runs it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from typing import Any, Final

from bot.models.agreement import Clock
from bot.models.league import League, Season, folded
from bot.models.player import Player
from bot.storage import timestamps
from bot.storage.database import Database, Transaction
from bot.storage.errors import reading
from engine.rules import Rules

_KEPT: Final = (
    "guild_id, name, folded, preset, rules, scheme, format, best_of, many, minimum, clock, zone, manager_role, "
    "channel_id, post_day, post_hour, posted_on, created_at"
)

_OF_GUILD: Final = "ifnull(guild_id, 0) = ifnull(?, 0)"


def add(writing: Transaction, league: League, season: Season, founder: Player | None = None) -> None:
    """Keep a new league with its first season; unless it has an id it is given one, which is found by the name.

    Its founder runs it, and stands in its log.
    """
    marks = ", ".join("?" * len(_KEPT.split(", ")))
    writing.write(f"INSERT INTO leagues (id, {_KEPT}) VALUES (nullif(?, 0), {marks})", (league.id, *_values(league)))
    of_this = f"FROM leagues WHERE {_OF_GUILD} AND folded = ?"
    this = (league.guild_id, folded(league.name))
    writing.write(
        f"INSERT INTO seasons (league_id, number, stage, starts_on, ends_on) SELECT id, ?, ?, ?, ? {of_this}",
        (season.number, season.stage, _day_written(season.starts_on), _day_written(season.ends_on), *this),
    )
    if founder is not None:
        writing.write(f"INSERT INTO managers (league_id, player_id) SELECT id, ? {of_this}", (founder.id, *this))
        writing.write(
            f"INSERT INTO league_log (league_id, at, player_id, what) SELECT id, ?, ?, ? {of_this}",
            (timestamps.written(league.created_at), founder.id, f"founded {league.name}", *this),
        )


def put(writing: Transaction, league: League) -> None:
    """Write anew what a league has agreed."""
    columns = ", ".join(f"{column} = ?" for column in _KEPT.split(", "))
    writing.write(f"UPDATE leagues SET {columns} WHERE id = ?", (*_values(league), league.id))


def drop(writing: Transaction, league_id: int) -> None:
    """Forget a league of which there are no results; its invitations, all put away, are of no league from now on."""
    writing.write("UPDATE tables SET league_id = NULL, fixture_id = NULL WHERE league_id = ?", (league_id,))
    for table in ("fixtures", "league_names", "claims", "managers", "members", "league_log", "seasons"):
        writing.write(f"DELETE FROM {table} WHERE league_id = ?", (league_id,))
    writing.write("DELETE FROM leagues WHERE id = ?", (league_id,))


async def find(database: Database, league_id: int) -> League | None:
    """The league of this id, if there is one."""
    return next(iter(await _leagues(database, "id = ?", league_id)), None)


async def named(database: Database, guild_id: int | None, name: str) -> League | None:
    """The league of this name in a server; or, without a server, among those that none has adopted."""
    return next(iter(await _leagues(database, _OF_GUILD + " AND folded = ?", guild_id, folded(name))), None)


async def of_guild(database: Database, guild_id: int | None) -> list[League]:
    """A server's leagues, the newest first; or those that no server has adopted."""
    return await _leagues(database, _OF_GUILD, guild_id)


async def of_ids(database: Database, ids: Sequence[int]) -> list[League]:
    """The leagues of these ids, the newest first."""
    return await _leagues(database, f"id IN ({', '.join('?' * len(ids))})", *ids)


async def every(database: Database, name: str | None = None) -> list[League]:
    """The leagues of all servers and of none, the newest first; those of one name if one is given."""
    return await (_leagues(database, "true") if name is None else _leagues(database, "folded = ?", folded(name)))


async def posting(database: Database) -> list[League]:
    """The leagues whose tables are posted every week."""
    return await _leagues(database, "post_day IS NOT NULL AND channel_id IS NOT NULL AND guild_id IS NOT NULL")


def add_season(writing: Transaction, season: Season) -> None:
    """Keep a new season."""
    writing.write(
        "INSERT INTO seasons (league_id, number, stage, starts_on, ends_on) VALUES (?, ?, ?, ?, ?)",
        (
            season.league_id,
            season.number,
            season.stage,
            _day_written(season.starts_on),
            _day_written(season.ends_on),
        ),
    )


def put_season(writing: Transaction, season: Season) -> None:
    """Write how far a season has come."""
    writing.write(
        "UPDATE seasons SET stage = ?, starts_on = ?, ends_on = ?, closed_at = ?, crowned = ? "
        "WHERE league_id = ? AND number = ?",
        (
            season.stage,
            _day_written(season.starts_on),
            _day_written(season.ends_on),
            None if season.closed_at is None else timestamps.written(season.closed_at),
            json.dumps(season.crowned),
            season.league_id,
            season.number,
        ),
    )


async def seasons(database: Database, league_id: int) -> list[Season]:
    """Every season of a league, the latest first."""
    rows = await database.rows(
        "SELECT league_id, number, stage, starts_on, ends_on, closed_at, crowned FROM seasons "
        "WHERE league_id = ? ORDER BY number DESC",
        (league_id,),
    )
    with reading("a season"):
        return [
            Season(
                league_id=league,
                number=number,
                stage=stage,
                starts_on=_day(starts_on),
                ends_on=_day(ends_on),
                closed_at=None if closed_at is None else timestamps.read(closed_at),
                crowned=tuple(json.loads(crowned)),
            )
            for league, number, stage, starts_on, ends_on, closed_at, crowned in rows
        ]


def _values(league: League) -> tuple[Any, ...]:
    """A league as its row."""
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
        _day_written(league.posted_on),
        timestamps.written(league.created_at),
    )


async def _leagues(database: Database, which: str, *values: object) -> list[League]:
    rows = await database.rows(f"SELECT id, {_KEPT} FROM leagues WHERE {which} ORDER BY id DESC", values)
    with reading("a league"):
        return [_league(row) for row in rows]


def _league(row: tuple[Any, ...]) -> League:
    league_id, guild_id, name, _folded, preset, rules, scheme, form, best_of, many, minimum, clock, *rest = row
    zone, role, channel_id, post_day, post_hour, posted_on, created_at = rest
    return League(
        id=league_id,
        guild_id=guild_id,
        name=name,
        preset=preset,
        rules=Rules.from_dict(json.loads(rules)),
        scheme=scheme,
        format=form,
        best_of=best_of,
        many=many,
        minimum=minimum,
        clock=None if clock is None else Clock(**json.loads(clock)),
        zone=zone,
        manager_role=role,
        channel_id=channel_id,
        post_day=post_day,
        post_hour=post_hour,
        posted_on=_day(posted_on),
        created_at=timestamps.read(created_at),
    )


def _day_written(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)
