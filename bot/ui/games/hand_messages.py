"""The answers that show players their own hands, kept up to date for as long as Discord allows."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.i18n.translation import using_language
from bot.tables.table import Table, describe_table
from bot.ui.core.answered_messages import AnsweredMessage
from bot.ui.core.attachments import PreparedScreen
from bot.ui.core.locale_choice import Languages
from bot.ui.core.outbox import NOBODY, Refused, refusals
from bot.ui.games import screens
from bot.ui.games.table_screens import TableScreens
from bot.ui.games.table_view import moment

MOST_PANELS: Final = 10_000
"""How many panels are remembered: more than are pressed within the 15 minutes of their tokens."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Panel:
    """The last answer to a player, the moment of the game that it shows, and the revision of the table."""

    message: AnsweredMessage
    moment: str
    revision: int


class HandMessages:
    """The last panel of each player. It can be edited for 15 minutes after the player's last press.

    A panel belongs to a player and not to a seat, because the cut for the deal may move four players to new seats.
    """

    def __init__(self, table_screens: TableScreens, languages: Languages) -> None:
        self._screens = table_screens
        self._languages = languages
        self._panels: dict[tuple[str, int], _Panel] = {}

    def keep(self, table: Table, seat: int, message: AnsweredMessage) -> None:
        """Remember a message as the panel of the player who sits there; it shows the present table."""
        if table.status == "playing":
            user_id = message.token.user_id
            self._panels[table.id, user_id] = _Panel(message, moment(table, seat), table.revision)
            if len(self._panels) > MOST_PANELS:
                # A panel of a paused game is never refreshed again, and its token ends all the same.
                del self._panels[next(iter(self._panels))]

    def expect(self, table: Table, seat: int) -> None:
        """Note that the seat's own press is about to redraw its panel, so that ``refresh`` does not."""
        key = (table.id, _account(table, seat))
        if (panel := self._panels.get(key)) is not None:
            self._panels[key] = replace(panel, moment=moment(table, seat), revision=table.revision)

    async def refresh(self, table: Table) -> bool:
        """Redraw the panels of a table that show an earlier moment of the game; return whether Discord was there.

        A panel that it refuses is gone, or its token is. Where Discord itself fails, the next call tries it again.
        """
        is_there = True
        for seat in range(len(table.seats)):
            key = (table.id, _account(table, seat))
            panel = self._panels.get(key)
            if panel is None or panel.revision > table.revision:
                # While another panel was drawn, the game went on.
                continue
            message = panel.message
            is_shown = panel.moment == moment(table, seat)
            if message.is_expired or table.status in {"over", "closed"}:
                del self._panels[key]
            elif not is_shown:
                self.keep(table, seat, message)
            if message.is_expired or is_shown:
                # A drawing of this moment that is still on its way stays the latest.
                continue
            try:
                with using_language(self._languages.of_person(message.token.user_id)), refusals():
                    await self._redraw(table, seat, panel)
            except Refused as error:
                if error.why == "away":
                    is_there = False
                    self._try_again(key, panel)
                    continue
                _log.info("a panel of %s is gone: %s", describe_table(table), error)
                self._panels.pop(key, None)
        return is_there

    def _try_again(self, key: tuple[str, int], panel: _Panel) -> None:
        """Let a panel show what it showed before, unless another press has changed it meanwhile."""
        now = self._panels.get(key)
        if now is None or (now.message is panel.message and not panel.message.is_expired):
            self._panels[key] = panel

    async def _redraw(self, table: Table, seat: int, panel: _Panel) -> None:
        attachments, token = self._screens.attachments, panel.message.token
        look = await attachments.look_at_seat(table, seat)
        table = table.seen_from(token.guild_id)
        if table.status == "closed":
            ready = PreparedScreen(screens.closed_table(table))
        else:
            ready = await attachments.prepare(partial(self._screens.panel, table, seat), look, urgent=True)
            now = self._panels.get((table.id, token.user_id))
            if table.status == "playing" and (now is None or now.revision > table.revision):
                # A later drawing was ready first; this one must not come over it.
                return
        await panel.message.edit(ready, NOBODY)


def _account(table: Table, seat: int) -> int:
    """Return the Discord account of the player who sits there, or 0."""
    player = table.seats[seat].player
    return 0 if player is None or player.discord_id is None else player.discord_id
