"""The hands that lie open on people's own screens, kept up to date while Discord lets them be."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

import discord

from bot.tables.table import Table
from bot.ui import screens
from bot.ui.answers import DISCORD_FAILS

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Panel:
    """The last answer that a player got, and the moment of the game that it shows."""

    interaction: discord.Interaction
    moment: str


class Panels:
    """The last panel of each seat. A panel can be edited for a quarter of an hour after its player's last press."""

    def __init__(self) -> None:
        self._panels: dict[tuple[str, int], _Panel] = {}

    def keep(self, table: Table, seat: int, interaction: discord.Interaction) -> None:
        """This interaction's answer is now the panel of the seat, and shows the table as it stands."""
        if table.status == "playing":
            self._panels[table.id, seat] = _Panel(interaction, _moment(table, seat))

    def expect(self, table: Table, seat: int) -> None:
        """The seat's panel is about to be redrawn by its own press, so nobody else need do it."""
        if (panel := self._panels.get((table.id, seat))) is not None:
            self._panels[table.id, seat] = replace(panel, moment=_moment(table, seat))

    async def refresh(self, table: Table) -> None:
        """Redraw the panels of a table that show an earlier moment of the game."""
        for seat in range(len(table.seats)):
            panel = self._panels.get((table.id, seat))
            if panel is None:
                continue
            if panel.interaction.is_expired() or table.status == "over":
                del self._panels[table.id, seat]
            else:
                self.keep(table, seat, panel.interaction)
            if panel.interaction.is_expired() or panel.moment == _moment(table, seat):
                continue
            try:
                await panel.interaction.edit_original_response(view=screens.panel(table, seat))
            except DISCORD_FAILS as error:
                _log.info("a panel at table %s is gone: %s", table.id, error)
                self._panels.pop((table.id, seat), None)


def _moment(table: Table, seat: int) -> str:
    """While something is asked of a seat nothing on its panel moves, for a choice may be open there."""
    prompt = table.view(seat).prompt
    return f"version {table.version}" if prompt is None else str(prompt)
