"""Tables in the database: their agreements, seats, events, clocks and results."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import chain
from typing import Final, Literal

from bot.models.agreement import Agreement, Clock, Seat, Status, TimeLeft
from bot.storage.database import Database, Transaction, deleter, marks
from bot.storage.errors import check_stored_values, format_timestamp
from bot.storage.rows import Rows, json_fields, json_form
from engine.events import Conceded, Event
from engine.record import Contribution, event_from_dict, event_to_dict
from engine.rules import Rules
from engine.state import Over

_EVENTS_A_STATEMENT: Final = 20
"""How many events are inserted at once: each statement is a turn of another thread."""

_NEXT_REVISION: Final = "revision = CASE revision WHEN ? THEN ? END"
"""Sets the next revision; a null, which is refused with the whole transaction, where another process has changed it."""


def add(writing: Transaction, table: Agreement, opened_at: str) -> None:
    """Add a new table with its seats."""
    _TABLES.insert(writing, [table], opened_at=opened_at)
    put_seats(writing, table.id, table.seats)


def put_seats(writing: Transaction, table_id: str, seats: Sequence[Seat]) -> None:
    """Store who sits where."""
    for number, seat in enumerate(seats):
        _SEATS.put(writing, seat, table_id=table_id, seat=number)


def put_state(writing: Transaction, table: Agreement) -> None:
    """Store what changes of a table: its status, agreements to adjourn, when it was touched, revision, and help."""
    adjourning = json.dumps(sorted(table.adjourning))
    writing.write(
        f"UPDATE tables SET status = ?, adjourning = ?, touched_at = ?, helped = ?, {_NEXT_REVISION} WHERE id = ?",
        (
            *(table.status, adjourning, format_timestamp(table.touched_at), int(table.helped)),
            *(table.revision - 1, table.revision, table.id),
        ),
    )


def put_revision(writing: Transaction, table: Agreement) -> None:
    """Store the revision of a table whose agreement has not changed."""
    writing.write(f"UPDATE tables SET {_NEXT_REVISION} WHERE id = ?", (table.revision - 1, table.revision, table.id))


def put_place(writing: Transaction, table: Agreement) -> None:
    """Store the channel of a table, such as a thread of its own, and whether its commitment was shown there in time."""
    writing.write(
        f"UPDATE tables SET channel_id = ?, place = ?, sealed = ?, {_NEXT_REVISION} WHERE id = ?",
        (table.channel_id, table.place, table.sealed, table.revision - 1, table.revision, table.id),
    )


def put_touches(writing: Transaction, touches: Iterable[tuple[str, datetime]]) -> None:
    """Store when tables were last touched, because the time that the bot was away does not count."""
    writing.write_many(
        "UPDATE tables SET touched_at = ? WHERE id = ?", [(format_timestamp(at), name) for name, at in touches]
    )


def append_events(writing: Transaction, table_id: str, version: int, events: Sequence[Event]) -> None:
    """Add events to a table that has ``version`` events so far."""
    rows = [(table_id, number, _encode(event_to_dict(event))) for number, event in enumerate(events, version)]
    writing.write_many(
        "UPDATE seats SET has_left = 1 WHERE table_id = ? AND seat = ? "
        "AND (SELECT count(*) FROM seats AS every WHERE every.table_id = seats.table_id) = 3",
        [(table_id, event.seat) for event in events if isinstance(event, Conceded)],
    )
    for first in range(0, len(rows), _EVENTS_A_STATEMENT):
        some = rows[first : first + _EVENTS_A_STATEMENT]
        places = ", ".join(["(?, ?, ?)"] * len(some))
        writing.write(f"INSERT INTO events (table_id, version, body) VALUES {places}", tuple(chain(*some)))


def delete_events(writing: Transaction, table_id: str, version: int) -> None:
    """Delete every event of a table but the first ``version`` ones, for the only person at it."""
    writing.write("DELETE FROM events WHERE table_id = ? AND version >= ?", (table_id, version))


def add_result(writing: Transaction, table_id: str, over: Over, scores: Sequence[int], *, ended_at: str) -> None:
    """Add how a game ended; the database refuses a second end."""
    end = {"side": over.side, "games": over.games, "scores": json.dumps(scores)}
    writing.add("results", table_id=table_id, **end, ended_by=over.by, ended_at=ended_at)
    writing.add("unexamined_games", table_id=table_id)


async def find(database: Database, table_id: str) -> Agreement | None:
    """Return the agreement of the table with this id, if there is one."""
    name = "(SELECT leagues.name FROM leagues WHERE leagues.id = tables.league_id)"
    row = await database.row(f"SELECT {_TABLES.columns}, {name} FROM tables WHERE id = ?", (table_id,))
    if row is None:
        return None
    seats = tuple(await _SEATS.list(database, "WHERE seats.table_id = ? ORDER BY seats.seat", table_id))
    with check_stored_values(f"table {table_id}"):
        table = _TABLES.load(row[:-1], seats=seats, league_name=row[-1])
        if len(seats) != table.rules.players:
            raise ValueError(f"{len(seats)} seats for {table.rules.players} players")
    return table


_SEATS: Final = Rows(
    "seats",
    Seat,
    "a seat",
    key=("table_id", "seat"),
    joins="JOIN tables ON tables.id = seats.table_id",
    guild="tables.guild_id",
)
_CONTRIBUTIONS: Final = Rows(
    "contributions", Contribution, "what a player added", key=("table_id", "number"), named={"before": "before_pack"}
)
_CLOCKS: Final = Rows("clocks", TimeLeft, "a clock", key=("table_id", "seat"))
_TABLES: Final = Rows(
    "tables",
    Agreement,
    "a table",
    named={"league": "league_id", "fixture": "fixture_id"},
    omit=("seats", "league_name"),
    forms={
        "rules": json_form(Rules.from_dict, Rules.to_dict),
        "won": json_form(tuple),
        "clock": json_fields(Clock),
        "adjourning": json_form(frozenset, sorted),
    },
)


clear_contributions: Final = deleter("contributions", "table_id")


def add_contribution(writing: Transaction, table_id: str, number: int, player_id: int, added: Contribution) -> None:
    """Add what a player mixes into the shuffle, unless it is there."""
    _CONTRIBUTIONS.insert(writing, [added], if_new=True, table_id=table_id, number=number, player_id=player_id)


async def find_promised_seed(database: Database, player_id: int) -> tuple[bytes, bool] | None:
    """Return the seed of the next game that a player starts alone, and whether they have seen its commitment."""
    row = await database.row("SELECT seed, is_shown FROM promised_seeds WHERE player_id = ?", (player_id,))
    return None if row is None else (bytes(row[0]), bool(row[1]))


def promise_seed(writing: Transaction, player_id: int, before: bytes | None, seed: bytes, *, is_shown: bool) -> None:
    """Promise a player this seed in place of the one before; refused where another process has just done so."""
    writing.write(
        "INSERT INTO promised_seeds (player_id, seed, is_shown) VALUES (?, ?, ?) ON CONFLICT (player_id) DO UPDATE SET "
        "seed = CASE WHEN promised_seeds.seed = ? THEN excluded.seed END, is_shown = excluded.is_shown",
        (player_id, seed, int(is_shown), before),
    )


def mark_promise_shown(writing: Transaction, player_id: int, seed: bytes) -> None:
    """Note that a player has seen the commitment of the seed that they are promised."""
    writing.write("UPDATE promised_seeds SET is_shown = 1 WHERE player_id = ? AND seed = ?", (player_id, seed))


async def list_contributions(database: Database, table_id: str) -> tuple[Contribution, ...]:
    """Return what the players of a table have added to its shuffle, in order."""
    return tuple(await _CONTRIBUTIONS.list(database, "WHERE table_id = ? ORDER BY number", table_id))


async def list_events(database: Database, table_id: str) -> tuple[Event, ...]:
    """Return every event of a table, in order."""
    bodies = await database.column("SELECT body FROM events WHERE table_id = ? ORDER BY version", (table_id,))
    with check_stored_values(f"table {table_id}"):
        return tuple(event_from_dict(json.loads(body)) for body in bodies)


KEPT_FOR: Final = (
    "CASE WHEN tables.place = 'dm' AND NOT (tables.status = 'gathering' AND tables.previous IS NULL) "
    "THEN NULL ELSE tables.guild_id END"
)
"""The server whose process keeps a table, as ``Table.kept_for`` has it."""


async def list_ids_by_status(database: Database, *statuses: Status) -> list[str]:
    """Return the ids of the tables of these statuses that this process keeps or that are its own, the oldest first."""
    query = f"SELECT id, {KEPT_FOR} FROM tables WHERE status IN ({marks(statuses)}) ORDER BY opened_at"
    rows = await database.rows(query, statuses)
    return [name for name, guild_id in rows if database.keeps(guild_id) or database.is_home(guild_id)]


async def list_places_playing(database: Database) -> set[tuple[int, int]]:
    """Return each server of this process's own shards with each of its channels in which a game is being played."""
    rows = await database.rows(
        "SELECT DISTINCT guild_id, channel_id FROM tables WHERE status = 'playing' AND guild_id IS NOT NULL "
        "AND place IN ('thread', 'here')"
    )
    return {(guild_id, channel_id) for guild_id, channel_id in rows if database.is_home(guild_id)}


async def count_by_status(database: Database, *statuses: Status) -> dict[Status, int]:
    """Return the number of tables of each of these statuses."""
    query = f"SELECT status, count(*) FROM tables WHERE status IN ({marks(statuses)}) GROUP BY status"
    counts = dict(await database.rows(query, statuses))
    return {status: counts.get(status, 0) for status in statuses}


async def list_untouched_ids(database: Database, status: Status, since: datetime) -> list[str]:
    """Return the ids of the tables of a status that nobody has touched since a time and that this process keeps."""
    rows = await database.rows(
        f"SELECT id, {KEPT_FOR} FROM tables WHERE status = ? AND touched_at < ?", (status, format_timestamp(since))
    )
    return [name for name, guild_id in rows if database.keeps(guild_id)]


_HAS_NOT_LEFT: Final = "(tables.status = 'over' OR seats.has_left = 0)"
"""Whether the player of a seat still plays a game, or it is over: one of three may leave while the others play on."""


async def list_ids_of_player(database: Database, player_id: int, *statuses: Status) -> list[str]:
    """Return the ids of a player's tables of these statuses, the newest first, without games that they left."""
    return await database.column(
        "SELECT tables.id FROM tables JOIN seats ON seats.table_id = tables.id WHERE seats.player_id = ? "
        f"AND tables.status IN ({marks(statuses)}) AND {_HAS_NOT_LEFT} ORDER BY tables.opened_at DESC",
        (player_id, *statuses),
    )


async def count_open(database: Database, player_id: int, status: Literal["gathering", "playing"]) -> int:
    """Return at how many tables of a status a player has agreed to play, without games that they left."""
    return await database.number(
        "SELECT count(*) FROM seats JOIN tables ON tables.id = seats.table_id "
        f"WHERE seats.player_id = ? AND seats.agreed = 1 AND tables.status = ? AND {_HAS_NOT_LEFT}",
        (player_id, status),
    )


async def find_next_id(database: Database, table_id: str) -> str | None:
    """Return the id of the table that follows this one with the same players, if there is one."""
    row = await database.row("SELECT id FROM tables WHERE previous = ?", (table_id,))
    return row[0] if row else None


async def list_ids_in_channel(database: Database, channel_id: int, *statuses: Status) -> list[str]:
    """Return the ids of the tables shown in a channel, the newest first: of these statuses, or else not over."""
    wanted = statuses or ("gathering", "playing")
    return await database.column(
        f"SELECT id FROM tables WHERE status IN ({marks(wanted)}) AND "
        "(channel_id = ? OR id IN (SELECT table_id FROM messages WHERE channel_id = ? AND "
        "kind IN ('screen', 'commitment', 'invitation'))) ORDER BY opened_at DESC",
        (*wanted, channel_id, channel_id),
    )


_encode: Final = json.JSONEncoder(separators=(",", ":")).encode
"""An encoder that is built once; ``json.dumps`` would build one for every event."""


def put_clocks(writing: Transaction, table_id: str, times: Iterable[tuple[int, TimeLeft]]) -> None:
    """Store the clocks of these seats."""
    for seat, time in times:
        _CLOCKS.put(writing, time, table_id=table_id, seat=seat)


async def read_clocks(database: Database, table_id: str) -> tuple[TimeLeft, ...]:
    """Return the clocks of a table by seat; none where no clock was agreed."""
    return tuple(await _CLOCKS.list(database, "WHERE table_id = ? ORDER BY seat", table_id))


async def list_due_tables(database: Database, now: datetime) -> list[str]:
    """Return the ids of the tables that this process keeps and at which somebody is to be reminded or out of time."""
    rows = await database.rows(
        f"{_RUNNING} AND (clocks.remind_at <= ? OR clocks.deadline <= ?)",
        (format_timestamp(now), format_timestamp(now)),
    )
    return [name for name, guild_id in rows if database.keeps(guild_id)]


async def list_running_tables(database: Database) -> list[str]:
    """Return the ids of the tables that this process keeps and at which a clock runs."""
    return [name for name, guild_id in await database.rows(_RUNNING) if database.keeps(guild_id)]


_RUNNING: Final = (
    f"SELECT DISTINCT clocks.table_id, {KEPT_FOR} FROM clocks JOIN tables ON tables.id = clocks.table_id "
    "WHERE clocks.deadline IS NOT NULL"
)
