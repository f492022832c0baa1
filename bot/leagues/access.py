"""Who asks for something in a league, who runs it, the reasons they give, and its errors."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.i18n.translation import gettext
from bot.models.league import League, folded
from bot.models.player import Player
from bot.storage import members as stored_members
from bot.storage.database import Database
from engine.errors import CribbageError


class LeagueError(CribbageError):
    """A request that a league refuses, with a sentence for the asker; nothing has changed."""


def refusal(sentence: str, /, **values: object) -> LeagueError:
    """Return the error of a sentence, in the language of the asker."""
    return LeagueError(gettext(sentence, **values))


_ALIKE: Final = 0.75


def nearest(name: str, known: Mapping[str, str]) -> str | None:
    """The known name that is most like another one; None where none is."""
    found = difflib.get_close_matches(folded(name), known, 1, _ALIKE)
    return known[found[0]] if found else None


def meant(name: str, known: Iterable[str]) -> str:
    """The question whether the nearest of these names was meant; empty where none is like it."""
    like = nearest(name, {folded(one): one for one in known})
    return "" if like is None or folded(like) == folded(name) else gettext(" Did you mean {like}?", like=like)


class NoSuchLeague(LeagueError):
    """There is no league of this name here."""


class NotManager(LeagueError):
    """A request that only a manager of the league may make."""


@dataclass(frozen=True, slots=True)
class Asker:
    """The player who asks, whether they may manage the server, and their roles there."""

    player: Player
    manages_server: bool = False
    roles: frozenset[int] = frozenset()


class AccessChecks:
    """The access checks of leagues: who manages the server, has the league's role, or is named as a manager."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def managers(self, league: League) -> list[Player]:
        """The players who run a league by name, besides those who have its role or manage the server."""
        return await stored_members.list_managers(self._database, league.id)

    async def is_manager(self, league: League, asker: Asker) -> bool:
        """Return whether somebody may change a league."""
        if asker.manages_server or league.manager_role in asker.roles:
            return True
        return any(player.id == asker.player.id for player in await self.managers(league))

    async def check_manager(self, league: League, asker: Asker) -> None:
        """Raise ``NotManager`` for somebody who does not run a league."""
        if not await self.is_manager(league, asker):
            raise NotManager(gettext("Only managers of {name} can do this.", name=league.name))


LONGEST_NAME: Final = 64
"""The most letters of a name of a league, a person, a team or a night, and of a place."""


def one_line(text: str, sentence: str, *, least: int = 1) -> str:
    """Return a name on one line. Raises ``LeagueError`` with the sentence for one that is too long or not printable."""
    line = " ".join(text.split())
    if not least <= len(line) <= LONGEST_NAME or not line.isprintable():
        raise refusal(sentence, longest=LONGEST_NAME)
    return line


_LONGEST_REASON: Final = 500


def check_reason(reason: str) -> str:
    """The reason that somebody gives, trimmed. Raises ``LeagueError`` for an empty one."""
    if not trimmed_reason(reason):
        raise refusal("Give a reason. It goes into the league's log.")
    return trimmed_reason(reason)


def trimmed_reason(reason: str) -> str:
    """A reason on one line, as the log keeps it."""
    return " ".join(reason.split())[:_LONGEST_REASON]
