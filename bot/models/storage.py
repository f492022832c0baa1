"""Where the database is, and how it is written."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

Sync: TypeAlias = Literal["full", "normal"]
"""When SQLite waits for the disk: ``full`` at every commit, ``normal`` only at checkpoints.

With ``normal`` a power cut may lose the last moves, never the whole file. A killed process loses nothing either way.
"""


@dataclass(frozen=True, slots=True)
class PostgresAddress:
    """The address of a database on a PostgreSQL server, such as ``postgresql://user:password@host/name``."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        """Return the address without the password."""
        # A password may have signs that no other address has, which Python's own parser refuses. A Unix socket and a
        # password may stand among the options too.
        found = re.match(r"(\w+://)(?:([^/]*)@)?([^?]*)", self.url)
        assert found is not None
        scheme, user, place = found.groups()
        return f"{scheme}{re.split('[:?]', user)[0]}@{place}" if user is not None else f"{scheme}{place}"


@dataclass(frozen=True, slots=True)
class Shards:
    """The connections to Discord that one process has: their numbers, and how many all processes have together."""

    ids: tuple[int, ...] = (0,)
    count: int = 1


def shard_of(guild_id: int | None, count: int) -> int:
    """Return the shard that gets what happens in a server, of so many; DMs arrive at the first one."""
    return 0 if guild_id is None else (guild_id >> 22) % count


DatabaseAddress: TypeAlias = Path | PostgresAddress

Change: TypeAlias = int | str
"""What a process tells the others of a table: its revision; or that its ``messages`` have changed, that its keeper is
to ``show`` it again, or that the person whose account stands in its place was ``erased``."""


def is_postgres(text: str) -> bool:
    """Return whether a text is the address of a PostgreSQL server rather than a path."""
    return text.startswith(("postgresql://", "postgres://"))


@dataclass(frozen=True, slots=True)
class Inspection:
    """A database that the bot can run on: its size in bytes, its schema and the newest; 0 for an empty one."""

    size: int
    schema: int
    newest: int
    is_running: bool = False
