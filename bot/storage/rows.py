"""Rows as values: a frozen dataclass whose fields are the columns of a table, each named and converted once."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, fields
from datetime import date, datetime
from typing import Any, Final, Generic, NamedTuple, TypeVar, get_type_hints

from bot.storage.connection import Values
from bot.storage.database import Database, Transaction
from bot.storage.errors import check_stored_values, format_timestamp, parse_timestamp

T = TypeVar("T")


class Form(NamedTuple):
    """How values of one kind are stored and read. None is stored as null, and null read as ``null``."""

    store: Callable[[Any], Any]
    load: Callable[[Any], Any]
    null: Any = None


def json_form(load: Callable[[Any], Any], store: Callable[[Any], Any] = lambda value: value) -> Form:
    """Return the form of values that are stored as JSON: of what ``store`` makes of them, from which ``load`` reads."""
    return Form(lambda value: json.dumps(store(value)), lambda text: load(json.loads(text)))


def json_fields(make: Callable[..., Any]) -> Form:
    """Return the form of a dataclass that is stored as a JSON object."""
    return json_form(lambda stored: make(**stored), asdict)


_FORMS: Final[Mapping[object, Form]] = {
    datetime: Form(format_timestamp, parse_timestamp),
    date: Form(date.isoformat, date.fromisoformat),
    bool: Form(int, bool),
}
"""The forms of types; values of every other type are stored as they are."""

_MORE: Final = "more"
"""The column for fields that have none of their own."""


class Rows(Generic[T]):
    """The rows of a table as values of ``make``.

    Each field is a column of its name, or of the one in ``named``, except those in ``omit``. ``forms`` tell how fields
    are stored whose type does not. A row is known by the columns of its ``key``. Other columns, such as the owner of a
    value, are given beside it. Fields after the ``last`` one with a column are stored as JSON, in the column ``more``:
    a new one needs no migration, and has its default in older rows.
    """

    def __init__(
        self,
        table: str,
        make: Callable[..., T],
        what: str,
        *,
        key: tuple[str, ...] = ("id",),
        named: Mapping[str, str] | None = None,
        omit: Collection[str] = (),
        last: str = "",
        forms: Mapping[str, Form] | None = None,
        source: str | None = None,
        finish: Callable[[T], T] = lambda value: value,
    ) -> None:
        """Describe a table whose rows are called ``what`` in errors.

        They are read from ``source``, or from the table itself. ``finish`` makes of a value that was read what it means
        today.
        """
        hints = get_type_hints(make)
        self._make, self._what, self._table, self._source = make, what, table, source or table
        known = [field.name for field in fields(make) if field.name not in omit]  # type: ignore[arg-type]
        self._fields = known[: known.index(last) + 1] if last else known
        self._more = known[len(self._fields) :] if last else None
        self._names = [(named or {}).get(field, field) for field in self._fields]
        self._forms = {field: (forms or {}).get(field) or _form(hints[field]) for field in known}
        self._key, self._finish = key, finish
        self.columns: Final = ", ".join([*self._names, *([_MORE] if last else [])])
        """The columns of a value, in the order in which ``load`` takes them."""

    def load(self, row: Values, **omitted: object) -> T:
        """Return the value of a row and of the fields that are not in it."""
        stored = dict(zip(self._fields, row[: len(self._names)], strict=True))
        if self._more is not None:
            stored |= {field: one for field, one in json.loads(str(row[-1])).items() if field in self._more}
        loaded = {
            field: one if (form := self._forms[field]) is None else form.null if one is None else form.load(one)
            for field, one in stored.items()
        }
        return self._finish(self._make(**loaded, **omitted))

    def store(self, value: T, **beside: object) -> dict[str, Any]:
        """Return the columns of a value and what stands beside it."""
        row = beside | {name: self._stored(value, field) for field, name in zip(self._fields, self._names, strict=True)}
        if self._more is not None:
            row[_MORE] = json.dumps({field: self._stored(value, field) for field in self._more})
        return row

    def _stored(self, value: T, field: str) -> Any:
        form, one = self._forms[field], getattr(value, field)
        return one if form is None or one is None else form.store(one)

    def insert(self, writing: Transaction, values: Iterable[T], *, without: str = "", **beside: object) -> None:
        """Add rows; the database fills in the column ``without``."""
        rows = [self.store(value, **beside) for value in values]
        for row in rows:
            row.pop(without, None)
        if rows:
            writing.write_many(self._insert(rows[0]), [tuple(row.values()) for row in rows])

    def put(self, writing: Transaction, value: T, **beside: object) -> None:
        """Store a row in place of the one with its key."""
        row = self.store(value, **beside)
        changes = ", ".join(f"{name} = excluded.{name}" for name in row if name not in self._key)
        conflict = f"ON CONFLICT ({', '.join(self._key)}) DO UPDATE SET {changes}"
        writing.write(f"{self._insert(row)} {conflict}", tuple(row.values()))

    def update(self, writing: Transaction, value: T, only: Collection[str] = (), **beside: object) -> None:
        """Change the row that has the key of a value, in all columns or in some."""
        row = self.store(value, **beside)
        known = {name: row[name] for name in self._key}
        changed = {name: row[name] for name in (only or row) if name not in known}
        which = " AND ".join(f"{name} = ?" for name in known)
        changes = ", ".join(f"{name} = ?" for name in changed)
        writing.write(f"UPDATE {self._table} SET {changes} WHERE {which}", (*changed.values(), *known.values()))

    def delete(self, writing: Transaction, value: T, **beside: object) -> None:
        """Delete the row that has the key of a value."""
        row = self.store(value, **beside)
        which = " AND ".join(f"{name} = ?" for name in self._key)
        writing.write(f"DELETE FROM {self._table} WHERE {which}", [row[name] for name in self._key])

    def select(self, rest: str) -> str:
        """Return a query for values; ``rest`` is what follows its tables."""
        return f"SELECT {self.columns} FROM {self._source} {rest}"

    async def list(self, database: Database, rest: str, *values: object) -> list[T]:
        """Return the values that a query finds. Raises ``DamagedData``."""
        rows = await database.rows(self.select(rest), values)
        with check_stored_values(self._what):
            return [self.load(row) for row in rows]

    async def find(self, database: Database, rest: str, *values: object) -> T | None:
        """Return the first value that a query finds, if any. Raises ``DamagedData``."""
        return next(iter(await self.list(database, rest, *values)), None)

    def _insert(self, row: Mapping[str, object]) -> str:
        return f"INSERT INTO {self._table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})"


def _form(hint: object) -> Form | None:
    """Return the form of a type, or of the type that is not None in a union with it."""
    inner = [one for one in getattr(hint, "__args__", ()) if one is not type(None)]
    return _FORMS.get(hint) or (_FORMS.get(inner[0]) if len(inner) == 1 else None)
