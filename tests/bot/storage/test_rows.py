"""Every stored value comes back as it was, whichever database holds it."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, replace
from datetime import UTC, date, datetime
from enum import EnumType
from importlib import import_module
from pkgutil import iter_modules
from typing import get_args, get_origin, get_type_hints

import pytest

import bot.storage
from bot.models.player import Player
from bot.storage.rows import Rows
from engine.presets import PRESETS
from engine.rules import Rules

TABLES = {
    f"{rows._table} {rows._make.__name__}": rows
    for module in iter_modules(bot.storage.__path__)
    for rows in vars(import_module(f"bot.storage.{module.name}")).values()
    if isinstance(rows, Rows)
}
VALUES = {
    int: 3,
    str: "UTC",
    float: 0.5,
    bool: True,
    bytes: b"3",
    datetime: datetime(2026, 3, 1, 12, tzinfo=UTC),
    date: date(2026, 3, 1),
    Rules: PRESETS["club"].rules,
    Player: Player(3, 2, "Ann"),
}


def example(kind):
    """Return a value of a type: of a choice the last, of a collection an empty one, and never None."""
    options = [one for one in get_args(kind) if one is not type(None)]
    if len(options) == 1 and type(None) in get_args(kind):
        return example(options[0])
    if kind in VALUES:
        return VALUES[kind]
    if get_origin(kind) in {tuple, frozenset}:
        return get_origin(kind)()
    if get_origin(kind) is Mapping:
        return {"name": "Ann"}
    if isinstance(kind, EnumType):
        return list(kind)[-1]
    if not options:
        return kind()
    return options[-1] if isinstance(options[0], str) else example(options[0])


def sample(rows):
    """Return a value of rows, what is read of it, and what stands in no column of theirs."""
    hints, given, row = get_type_hints(rows._make), {}, []
    for number, column in enumerate([*rows._columns, *(rows._more or ())]):
        if isinstance(column.form, Rows):
            given[column.field], read, _ = sample(column.form)
        else:
            one = example(hints[column.field])
            given[column.field] = one = number if one == VALUES[int] else one
            # A player is stored as their id, and read with their names.
            read = [one.id, 2, "Ann", "Ann"] if isinstance(one, Player) else [None]
        row += read
    rest = {field.name: () for field in fields(rows._make) if field.name not in given and field.default is MISSING}
    return rows._make(**given, **rest), row, rest


@pytest.mark.parametrize("table", sorted(TABLES))
async def test_a_value_is_read_as_it_was_stored(table, database):
    rows = TABLES[table]
    value, row, rest = sample(rows)
    stored = rows.store(value)
    assert rows.load(read_of(rows, value, row, stored), **rest) == value
    assert await database.rows(rows.select("WHERE 1 = 0")) == []
    assert all(type(one) in {int, str, float, bytes, type(None)} for one in stored.values())


def read_of(rows, value, row, stored):
    """Return a row of people with what was stored in the other columns; what is computed is there as it is."""
    read, place = [], 0
    for column in rows._columns:
        one = getattr(value, column.field)
        if isinstance(column.form, Rows):
            read += read_of(column.form, one, row[place : place + column.form.width], stored)
        elif isinstance(one, Player):
            read += row[place : place + 4]
        else:
            read.append(stored.get(column.name, column.stored(value)))
        place = len(read)
    return read if rows._more is None else [*read, stored[rows._more_name]]


async def test_what_is_not_known_is_null(database):
    league = TABLES["leagues League"]._make(
        id=1, guild_id=None, name="Club", preset="club", rules=PRESETS["club"].rules, created_at=VALUES[datetime]
    )
    async with database.transaction() as writing:
        TABLES["leagues League"].insert(writing, [league], folded="club")
    assert await TABLES["leagues League"].find(database, "WHERE id = ?", 1) == league
    changed = replace(league, name="Pub", zone="Europe/Berlin", posted_on=VALUES[date], reviews=False)
    async with database.transaction() as writing:
        TABLES["leagues League"].update(writing, changed, only=("zone", "reviews"))
    assert await TABLES["leagues League"].list(database, "") == [replace(league, zone="Europe/Berlin", reviews=False)]
    async with database.transaction() as writing:
        TABLES["leagues League"].put(writing, replace(changed, zone="Asia/Tokyo"), only=("zone",), folded="pub")
    assert await TABLES["leagues League"].list(database, "") == [replace(league, zone="Asia/Tokyo", reviews=False)]
