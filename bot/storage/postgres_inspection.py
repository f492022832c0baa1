"""A look at a PostgreSQL database for its host: whether the bot could run on it. Nothing is created or changed."""

from __future__ import annotations

from dataclasses import dataclass

import psycopg

from bot.models.storage import PostgresAddress
from bot.storage.errors import StorageError
from bot.storage.postgres_schema import check_version, newest_schema
from bot.storage.sessions import CONNECT_SECONDS, convert_errors


@dataclass(frozen=True, slots=True)
class ServerInspection:
    """A database that the bot can run on: its size in bytes, its schema and the newest; 0 for an empty database."""

    size: int
    schema: int
    newest: int


def inspect_server(address: PostgresAddress) -> ServerInspection:
    """Look at a database, of a running bot too. Raises ``StorageError`` that says what to do."""
    newest = newest_schema()
    with convert_errors(), psycopg.connect(address.url, connect_timeout=CONNECT_SECONDS) as server:
        ((size, exists, tables, may_create),) = server.execute(
            "SELECT pg_database_size(current_database()), to_regclass('schema_version') IS NOT NULL, "
            "(SELECT count(*) FROM information_schema.tables WHERE table_schema = current_schema()), "
            "has_schema_privilege(current_schema(), 'CREATE')"
        ).fetchall()
        schema = 0
        if exists:
            ((schema,),) = server.execute("SELECT version FROM schema_version").fetchall()
        check_version(schema, newest, is_foreign=not exists and tables > 0)
        if not may_create:
            raise StorageError("the bot may not create tables here; make its user the owner of the database.")
    return ServerInspection(int(size), int(schema), newest)
