"""Adoption codes: whoever imports a league on the command line gets one, and a server adopts the league with it."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from bot.leagues.errors import LeagueError
from bot.models.league import League
from bot.storage import leagues
from bot.storage.database import Database

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_GROUPS, _LENGTH = 3, 4
"""A code is three groups of four letters: more than 10 to the power of 17 codes."""


async def issue_code(database: Database, league: League) -> str:
    """Return a new code for a league, in place of the one before. Raises ``LeagueError`` if a server has adopted it."""
    if league.guild_id is not None:
        raise LeagueError(f"{league.name} already belongs to server {league.guild_id}, so it needs no code.")
    code = "-".join("".join(secrets.choice(_LETTERS) for _ in range(_LENGTH)) for _ in range(_GROUPS))
    async with database.transaction() as writing:
        leagues.put_adoption_code(writing, league.id, digest(code))
    return code


async def has_code(database: Database, league: League) -> bool:
    """Return whether a league has a code already."""
    return await leagues.has_adoption_code(database, league.id)


def digest(code: str) -> str:
    """Return what is stored of a code; capitals, blanks and dashes make no difference."""
    return hashlib.sha256("".join(filter(str.isalnum, code.casefold())).encode()).hexdigest()
