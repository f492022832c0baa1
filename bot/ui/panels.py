"""The hands that lie open on people's own screens, kept up to date while Discord lets them be."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

import discord

from bot.tables.table import Table
from bot.ui import screens

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Panel:
    """The last answer that a player got, and what it showed him to be asked."""

    interaction: discord.Interaction
    prompt: str


class Panels:
    """The last panel of each seat. A panel can be edited for a quarter of an hour after its player's last press."""

    def __init__(self) -> None:
        self._panels: dict[tuple[str, int], _Panel] = {}

    def keep(self, table: Table, seat: int, interaction: discord.Interaction) -> None:
        """This interaction's answer is now the panel of the seat, and shows the table as it stands."""
        if table.status == "playing":
            self._panels[table.id, seat] = _Panel(interaction, str(table.view(seat).prompt))

    def expect(self, table: Table, seat: int) -> None:
        """The seat's panel is about to be redrawn by its own press, so nobody else need do it."""
        if (panel := self._panels.get((table.id, seat))) is not None:
            self._panels[table.id, seat] = replace(panel, prompt=str(table.view(seat).prompt))

    async def refresh(self, table: Table) -> None:
        """Redraw the panels of a table on which something else is asked now than they show."""
        for seat in range(len(table.seats)):
            panel = self._panels.get((table.id, seat))
            if panel is None:
                continue
            if panel.interaction.is_expired() or table.status == "over":
                del self._panels[table.id, seat]
            else:
                self.keep(table, seat, panel.interaction)
            if panel.interaction.is_expired() or panel.prompt == str(table.view(seat).prompt):
                continue
            try:
                await panel.interaction.edit_original_response(view=screens.panel(table, seat))
            except discord.HTTPException as error:
                _log.info("a panel at table %s is gone: %s", table.id, error)
                self._panels.pop((table.id, seat), None)
