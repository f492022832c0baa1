"""Connections to a PostgreSQL server, with values as SQLite gives them and errors as one sentence."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

import psycopg
from psycopg import AsyncClientCursor, AsyncConnection, errors
from psycopg.adapt import Buffer, Dumper, Loader

from bot.models.errors import StaleWrite, StorageError, StorageUnavailable
from bot.models.storage import PostgresAddress
from bot.storage.errors import FULL, STALE, in_one_line

Session: TypeAlias = AsyncConnection[tuple[Any, ...]]

HOME_LOCK: Final = 0x43524944
"""The first number of the advisory lock that a running process has for each of its shards, which is the second."""

OTHER_HOMES: Final = (
    "SELECT objid, pid FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objsubid = 2 AND granted "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> pg_backend_pid()"
)
"""Finds the shards that other processes run; its value is ``HOME_LOCK``."""

_REFUSALS: Final = (
    *("password authentication failed", "no password supplied", "pg_hba.conf", "is not permitted to log in"),
    *('" does not exist', "permission denied for database"),
)
"""Words of a server that no later try will change.

While it connects, libpq tells no code of an error, and the server's ``lc_messages`` can only be set once it has let one
in: of a server that speaks another language the bot says that it can't be reached.
"""

CONNECT_SECONDS: Final = 5
LOCK_SECONDS: Final = 2
"""How long a statement waits for another process: Discord waits 3 seconds for an answer."""


class _NumberOfBool(Loader):
    """Reads a truth value as SQLite gives it: 1 or 0."""

    def load(self, data: Buffer) -> int:
        return int(bytes(data) == b"t")


class _NumberOfNumeric(Loader):
    """Reads a number as SQLite gives it: whole or not. Sums and averages of whole numbers are of this type."""

    def load(self, data: Buffer) -> int | float:
        text = bytes(data)
        return float(text) if b"." in text or b"N" in text else int(text)


class _BoolAsNumber(Dumper):
    """Writes a truth value as SQLite does: 1 or 0."""

    oid = psycopg.adapters.types["int8"].oid

    def dump(self, obj: bool) -> bytes:  # noqa: FBT001 - as psycopg calls it
        return b"1" if obj else b"0"


async def connect(address: PostgresAddress) -> Session:
    """Connect to a database, in a connection that begins no transaction by itself. Raises psycopg's errors."""
    session = await AsyncConnection.connect(
        address.url,
        autocommit=True,
        cursor_factory=AsyncClientCursor,
        connect_timeout=CONNECT_SECONDS,
        application_name="cribbage-bot",
        # A host that is gone is noticed within half a minute.
        keepalives_idle=10,
        keepalives_interval=5,
        keepalives_count=2,
    )
    session.adapters.register_loader("bool", _NumberOfBool)
    session.adapters.register_loader("numeric", _NumberOfNumeric)
    session.adapters.register_dumper(bool, _BoolAsNumber)
    await session.execute(
        f"SET lock_timeout = '{LOCK_SECONDS}s'; SET client_min_messages = warning; "
        "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 2"
    )
    return session


@contextmanager
def convert_errors() -> Iterator[None]:
    """Raise errors of PostgreSQL as ``StorageError`` with one sentence."""
    try:
        yield
    except errors.IntegrityError as error:
        if _is_stale(error):
            raise StaleWrite(STALE) from error
        raise StorageError(f"the database refused invalid data ({_said(error)}).") from error
    except errors.DiskFull as error:
        raise StorageUnavailable(FULL) from error
    except (errors.LockNotAvailable, errors.QueryCanceled) as error:
        raise StorageUnavailable(f"another program has locked the database ({_said(error)}); try again.") from error
    except (errors.InvalidPassword, errors.InvalidAuthorizationSpecification, errors.InvalidCatalogName) as error:
        raise StorageError(f"PostgreSQL refuses ({_said(error)}); check DATABASE_URL and the password.") from error
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        if any(words in str(error) for words in _REFUSALS):
            raise StorageError(f"PostgreSQL refuses ({_said(error)}); check DATABASE_URL and the password.") from error
        raise StorageUnavailable(
            f"PostgreSQL can't be reached ({_said(error)}); check DATABASE_URL and the password."
        ) from error
    except (psycopg.Error, UnicodeError, OverflowError) as error:
        raise StorageError(f"the database can't be used ({_said(error)}).") from error


def _is_stale(error: errors.IntegrityError) -> bool:
    """Return whether a write was based on an older state of a game, or of a promised seed, than is stored."""
    diagnosis = error.diag
    if isinstance(error, errors.NotNullViolation):
        return (diagnosis.table_name, diagnosis.column_name) in {("tables", "revision"), ("promised_seeds", "seed")}
    return isinstance(error, errors.UniqueViolation) and diagnosis.constraint_name == "events_pkey"


def _said(error: BaseException) -> str:
    return in_one_line(ValueError((str(error) or type(error).__name__).partition("\n")[0]))
