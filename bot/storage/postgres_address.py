"""The address of a PostgreSQL database as its own library reads it. It needs the library."""

from __future__ import annotations

from typing import Final

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

_LAST_PORT: Final = 65_535


def can_be_read(url: str) -> bool:
    """Return whether the library can read an address, and each port in it is one."""
    try:
        parts = conninfo_to_dict(url)
    except ProgrammingError:
        return False
    # There may be several hosts, each with a port or none.
    ports = [port for port in str(parts.get("port") or "").split(",") if port]
    return all(port.isascii() and port.isdecimal() and 1 <= int(port[:6]) <= _LAST_PORT for port in ports)
