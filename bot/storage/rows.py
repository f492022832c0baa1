"""Rows as values: a frozen dataclass whose fields are the columns of a table, each named and converted once."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import asdict, fields
from datetime import date, datetime
from enum import Enum
from operator import attrgetter
from typing import Any, Final, Generic, NamedTuple, TypeVar, get_type_hints

from bot.models.player import Player
from bot.storage.connection import Inserted, Values
from bot.storage.database import IF_NEW, Database, Transaction, insertion
from bot.storage.errors import format_timestamp, parse_timestamp
from bot.storage.players import WIDTH, columns
from engine.cards import Card

T = TypeVar("T")


class Form(NamedTuple):
    """How values of one kind are stored and read. None is stored as null, and null read as ``null``."""

    store: Callable[[Any], Any]
    load: Callable[[Any], Any]
    null: Any = None


class _Column(NamedTuple):
    """A field with the column in which it is stored, and how it is selected; a player is selected as ``WIDTH`` ones."""

    field: str
    name: str
    form: Form | Rows[Any] | None
    selected: str
    join: str = ""

    def loaded(self, stored: Any) -> Any:
        """Return the value of what is stored in one column."""
        form = self.form
        return stored if not isinstance(form, Form) else form.null if stored is None else form.load(stored)

    def stored(self, value: Any) -> Any:
        """Return what is stored of a field."""
        one = getattr(value, self.field)
        return self.form.store(one) if isinstance(self.form, Form) and one is not None else one


def json_form(load: Callable[[Any], Any], store: Callable[[Any], Any] = lambda value: value) -> Form:
    """Return the form of values that are stored as JSON: of what ``store`` makes of them, from which ``load`` reads."""
    return Form(lambda value: json.dumps(store(value)), lambda text: load(json.loads(text)))


def json_fields(make: Callable[..., Any]) -> Form:
    """Return the form of a dataclass that is stored as a JSON object."""
    return json_form(lambda stored: make(**stored), asdict)


CARDS: Final = Form(lambda cards: " ".join(map(str, cards)), lambda text: tuple(map(Card.parse, text.split())))
"""The form of cards."""

_PLAYER: Final = Form(attrgetter("id"), lambda columns: Player(*columns))

_FORMS: Final[Mapping[object, Form]] = {
    Player: _PLAYER,
    tuple[Card, ...]: CARDS,
    datetime: Form(format_timestamp, parse_timestamp),
    date: Form(date.isoformat, date.fromisoformat),
    bool: Form(int, bool),
}
"""The forms of types; values of every other type are stored as they are."""


class Rows(Generic[T]):
    """The rows of a table as values of ``make``.

    Each field is a column of its name, or of the one in ``named``, except those in ``omit``. What is named by an
    expression is read alone. ``forms`` tell how fields are stored whose type does not. A row is known by the columns of
    its ``key``. Other columns, such as the owner of a value, are given beside it. A player is stored as their id, and
    read with their name in the server that the expression ``guild`` gives. A value in a value has columns of its own
    where its form are ``Rows``; it is None where the first of them is null. Fields after the ``last`` one with a column
    are stored as JSON, in the column ``more`` or of that name: a new one needs no migration, and has its default in
    older rows.
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
        more: str = "more",
        forms: Mapping[str, Form | Rows[Any]] | None = None,
        source: str | None = None,
        joins: str = "",
        guild: str = "NULL",
        finish: Callable[[T], T] = lambda value: value,
    ) -> None:
        """Describe a table whose rows are called ``what`` in errors.

        They are read from ``source`` under the name of the table, or from the table itself, with ``joins``. ``finish``
        makes of a value that was read what it means today.
        """
        hints = get_type_hints(make)
        self._make, self._what, self._table = make, what, table
        described = [
            _column(table, field.name, hints[field.name], named or {}, (forms or {}).get(field.name), guild)
            for field in fields(make)  # type: ignore[arg-type]
            if field.name not in omit
        ]
        cut = [column.field for column in described].index(last) + 1 if last else len(described)
        self._columns, self._more = described[:cut], described[cut:] if last else None
        self._key, self._finish, self._more_name = key, finish, more
        people = " ".join(column.join for column in self._columns if column.join)
        self._source = f"{f'{source} AS {table}' if source else table} {people} {joins}"
        others = [] if self._more is None else [f"{table}.{more}"]
        self.columns: Final = ", ".join([*(column.selected for column in self._columns), *others])
        """The columns of a value, in the order in which ``load`` takes them."""
        self.width: Final[int] = sum(_width(column.form) for column in self._columns) + len(others)

    def load(self, row: Values, **omitted: object) -> T:
        """Return the value of a row and of the fields that are not in it."""
        loaded, place = omitted, 0
        for column in self._columns:
            form, stored, after = column.form, row[place], place + _width(column.form)
            if isinstance(form, Rows) or form is _PLAYER:
                loaded[column.field] = None if stored is None else form.load(row[place:after])
            else:
                loaded[column.field] = stored if form is None else form.null if stored is None else form.load(stored)
            place = after
        if self._more is not None:
            kept = json.loads(str(row[place]))
            for column in self._more:
                if column.name in kept:
                    loaded[column.field] = column.loaded(kept[column.name])
        return self._finish(self._make(**loaded))

    def store(self, value: T, **beside: object) -> dict[str, Any]:
        """Return the columns of a value and what stands beside it."""
        row: dict[str, Any] = dict(beside)
        for column in self._columns:
            if isinstance(column.form, Rows):
                inner = getattr(value, column.field)
                row |= {} if inner is None else column.form.store(inner)
            elif column.name.isidentifier():
                one = getattr(value, column.field)
                row[column.name] = one if column.form is None or one is None else column.form.store(one)
        if self._more is not None:
            row[self._more_name] = json.dumps({column.name: column.stored(value) for column in self._more})
        return row

    def insert(
        self, writing: Transaction, values: Iterable[T], *, without: str = "", if_new: bool = False, **beside: object
    ) -> None:
        """Add rows, those that there are already too unless only ``if_new``; the database fills in ``without``."""
        rows = [self.store(value, **beside) for value in values]
        for row in rows:
            row.pop(without, None)
        if rows:
            statement = f"{insertion(self._table, rows[0])} {IF_NEW if if_new else ''}"
            writing.write_many(statement, [tuple(row.values()) for row in rows])

    def add(self, writing: Transaction, value: T, **beside: Any) -> None:
        """Add a row."""
        self.insert(writing, [value], **beside)

    def insert_one(self, writing: Transaction, value: T, *, without: str, **beside: object) -> Inserted:
        """Add a row, unless there is one already, and return the id that it gets."""
        row = self.store(value, **beside)
        del row[without]
        return writing.insert(f"{insertion(self._table, row)} {IF_NEW}", tuple(row.values()))

    def put(self, writing: Transaction, value: T, only: Collection[str] = (), **beside: object) -> None:
        """Store a row. One with its key is replaced, or some of its columns."""
        writing.put(self._table, *self._key, only=only, **self.store(value, **beside))

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
        writing.delete(self._table, **{name: row[name] for name in self._key})

    def select(self, rest: str, *more: str) -> str:
        """Return a query for values and ``more`` columns; ``rest`` is what follows its tables."""
        return f"SELECT {', '.join((self.columns, *more))} FROM {self._source} {rest}"

    def lister(self, rest: str, *, long: bool = False) -> Callable[..., Awaitable[list[T]]]:
        """Return the function that lists what a query finds, for a database and the query's values."""
        return lambda database, *values: self.list(database, rest, *values, long=long)

    def finder(self, rest: str) -> Callable[..., Awaitable[T | None]]:
        """Return the function that finds the first value of a query, for a database and the query's values."""
        return lambda database, *values: self.find(database, rest, *values)

    async def intact(self, database: Database, place: str, rest: str, *values: object) -> list[T]:
        """Return the values that a query finds and that can be read, as ``Database.intact`` does."""
        return await database.intact(place, self.load, self.select(rest), values)

    async def list(self, database: Database, rest: str, *values: object, long: bool = False) -> list[T]:
        """Return the values that a query finds, a ``long`` one where it may be many. Raises ``DamagedData``."""
        return await database.all(self.load, self.select(rest), values, long=long, what=self._what)

    async def find(self, database: Database, rest: str, *values: object) -> T | None:
        """Return the first value that a query finds, if any. Raises ``DamagedData``."""
        return next(iter(await self.list(database, rest, *values)), None)


def _column(
    table: str, field: str, hint: Any, named: Mapping[str, str], form: Form | Rows[Any] | None, guild: str
) -> _Column:
    if isinstance(form, Rows):
        return _Column(field, field, form, form.columns)
    inner = [one for one in getattr(hint, "__args__", ()) if one is not type(None)]
    kind = inner[0] if type(None) in getattr(hint, "__args__", ()) and len(inner) == 1 else hint
    form = form or _form(kind)
    if form is _PLAYER:
        name, alias = named.get(field, f"{field}_id"), f"{field}_person"
        join = f"{'JOIN' if kind is hint else 'LEFT JOIN'} players AS {alias} ON {alias}.id = {table}.{name}"
        return _Column(field, name, form, columns(guild, alias), join)
    name = named.get(field, field)
    return _Column(field, name, form, f'{table}."{name}"' if name.isidentifier() else name)


def _width(form: Form | Rows[Any] | None) -> int:
    return form.width if isinstance(form, Rows) else WIDTH if form is _PLAYER else 1


def _form(kind: Any) -> Form | None:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return Form(attrgetter("value"), kind)
    return _FORMS.get(kind)
