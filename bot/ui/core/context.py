"""What every answer needs: who asks, which table they mean, and how they are answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol, cast

import discord

from bot.accounts.service import Accounts
from bot.i18n.translation import N_, gettext
from bot.leagues.service import Leagues
from bot.models.agreement import Status
from bot.models.player import Player
from bot.tables.errors import NoSuchTable, TableError
from bot.tables.service import Tables
from bot.tables.table import Table, closed_because
from bot.ui.core import formatting
from bot.ui.core.attachments import Attachments
from bot.ui.core.components import Screen
from bot.ui.core.locale_choice import Languages
from engine import presets

NOT_BEGUN: Final = N_("This game has not begun; it waits until everyone has accepted.")
ONLY_INVITED: Final = N_("Your game has not begun: it waits until everyone has accepted. /games shows it.")
MANY_TABLES: Final = N_(
    "You are in several games: {tables}. Use the command in a game's own channel, or name the game."
)
NO_TABLE: Final = N_("You have no game under way. Start one with /play.")

PAUSED: Final[tuple[Status, ...]] = ("adjourned", "idle")
"""The statuses of games that wait until somebody resumes them."""

UNDER_WAY: Final[tuple[Status, ...]] = ("playing", *PAUSED)
"""The statuses of games that have begun and are not over."""


@dataclass(frozen=True, slots=True)
class Context:
    """Everything that a handler needs."""

    tables: Tables
    leagues: Leagues
    attachments: Attachments
    languages: Languages
    accounts: Accounts

    async def meet(self, user: discord.abc.User) -> Player:
        """Return the player of a Discord account, under their name in this server if they are met in one."""
        player = await self.accounts.players.meet(
            user.id,
            formatting.account_name(user),
            guild_id=user.guild.id if isinstance(user, discord.Member) else None,
            server_name=formatting.server_name(user),
        )
        await self.languages.save(player)
        return player

    async def usual_preset(self, guild_id: int | None) -> str:
        """Return the preset by which a server plays unless another is named."""
        usual = None if guild_id is None else (await self.accounts.servers.read(guild_id)).preset
        return usual or presets.DEFAULT

    async def find(self, interaction: discord.Interaction, table_id: str) -> Table:
        """Return the table of this id, with the names that may be shown in this server. Raises ``NoSuchTable``."""
        return (await self.tables.find(table_id)).seen_from(interaction.guild_id)

    async def table_for(
        self, interaction: discord.Interaction, player: Player, named: Table | None = None, *statuses: Status
    ) -> Table:
        """Return the game that a player means: the one that is named, the one in this channel, or their only one.

        Games in progress come before paused ones. Only games of these ``statuses`` count; without any, those that have
        begun and are not over. Raises ``NoSuchTable``, or ``TableError`` if several games may be meant.
        """
        table = await self._named_or_meant(player, interaction.channel_id, named, statuses)
        return table.seen_from(interaction.guild_id)

    async def _named_or_meant(
        self, player: Player, channel_id: int | None, named: Table | None, statuses: Sequence[Status]
    ) -> Table:
        if named is not None:
            return named if named.status in statuses else check_begun(named)
        for meant in await self._meant(player, channel_id, statuses or UNDER_WAY):
            if len(meant) > 1:
                raise TableError(gettext(MANY_TABLES, tables=", ".join(meant[:10])))
            if meant:
                return await self.tables.find(meant[0])
        invited = await self.tables.ids_of_player(player.id, "gathering")
        raise NoSuchTable(gettext(ONLY_INVITED if invited else NO_TABLE))

    async def _meant(self, player: Player, channel_id: int | None, statuses: Sequence[Status]) -> list[list[str]]:
        """Return the games that a player may mean, the likeliest first."""
        here = [] if channel_id is None else await self.tables.ids_in_channel(channel_id, *statuses)
        mine = await self.tables.ids_of_player(player.id, *statuses)
        played = await self.tables.ids_of_player(player.id, "playing")
        split = [[name for name in mine if name in played], [name for name in mine if name not in played]]
        return [*([name for name in names if name in here] for names in split), *split]

    async def answer(self, interaction: discord.Interaction, screen: Screen, *, ephemeral: bool = False) -> None:
        """Answer with a screen and its pictures."""
        files = await self.attachments.files(screen)
        await interaction.response.send_message(view=screen, files=files, ephemeral=ephemeral)

    async def put(self, interaction: discord.Interaction, screen: Screen) -> None:
        """Replace the screen that was pressed with this one and its pictures."""
        files = await self.attachments.files(screen)
        await interaction.response.edit_message(view=screen, attachments=files)


def check_begun(table: Table) -> Table:
    """Return a table if there is a game at it to show. Raises ``TableError``."""
    match table.status:
        case "gathering" | "idle" if not table.has_begun:
            raise TableError(gettext(NOT_BEGUN))
        case "closed":
            raise TableError(closed_because(table))
        case _:
            return table


class HasContext(Protocol):
    """The client, as commands see it."""

    context: Context


def context_of(interaction: discord.Interaction) -> Context:
    """Return the context of an interaction."""
    return cast("HasContext", interaction.client).context
