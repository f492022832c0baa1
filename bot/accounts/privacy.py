"""A player's stored data: exported as a document, or erased."""

from __future__ import annotations

import re
from typing import Any, Final

from bot.accounts.players import PlayerService, PreferenceService
from bot.models.player import Player
from bot.storage import privacy
from bot.storage.database import Database

FORMER: Final = "a former player"
"""The name of a player who has been erased."""


class PrivacyService:
    """Exports and erases everything that is stored about a player."""

    def __init__(self, database: Database, players: PlayerService, preferences: PreferenceService) -> None:
        self._database = database
        self._players = players
        self._preferences = preferences

    async def export(self, player: Player) -> dict[str, Any]:
        """Return everything that is stored about a player, ready for JSON."""
        return await privacy.export(self._database, player)

    async def erase(self, player: Player) -> None:
        """Remove everything that tells who a player was. Their games and results stay, as a former player's."""
        lines = await privacy.list_log_lines_naming(self._database, player.id)
        changed = []
        for line, what, reason, names in lines:
            texts = _anonymized(what, names), _anonymized(reason, names)
            if texts != (what, reason):
                changed.append((*texts, line))
        async with self._database.transaction() as writing:
            privacy.erase(writing, player.id, FORMER, changed)
        self._players.forget(player)
        self._preferences.forget(player)


def _anonymized(text: str, names: frozenset[str]) -> str:
    """A text with the former player's name in place of each of these, the longest first: one may be part of another."""
    either = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)(?:{either})(?!\w)", FORMER, text)
