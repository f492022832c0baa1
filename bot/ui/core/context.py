"""The context at which players ask: who they are, which table they mean, and what they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol, cast

import discord

from bot.accounts.service import Accounts
from bot.i18n.translation import gettext
from bot.leagues.service import Leagues
from bot.models.agreement import Status
from bot.models.player import Player
from bot.tables.errors import NoSuchTable, TableError
from bot.tables.service import Tables
from bot.tables.table import Table, closed_because
from bot.ui.core import words
from bot.ui.core.attachments import Attachments
from bot.ui.core.components import Screen
from bot.ui.games import screens
from bot.ui.games.channels import Channels, has_begun
from bot.ui.games.publisher import Publisher
from engine import presets
from engine.actions import Move
from engine.cards import Card

PAUSED: Final[tuple[Status, ...]] = ("adjourned", "idle")
"""The statuses of games that wait until somebody takes them up again."""

UNDER_WAY: Final[tuple[Status, ...]] = ("playing", *PAUSED)
"""The statuses of games that have begun and are not over."""


@dataclass(frozen=True, slots=True)
class Context:
    """Everything that an answer needs."""

    tables: Tables
    publisher: Publisher
    channels: Channels
    attachments: Attachments
    leagues: Leagues
    accounts: Accounts

    async def meet(self, user: discord.abc.User) -> Player:
        """The player behind a Discord account, called as they are in the server where they are met, if it is one."""
        player = await self.accounts.players.meet(
            user.id,
            words.account_name(user),
            guild_id=user.guild.id if isinstance(user, discord.Member) else None,
            server_name=words.server_name(user),
        )
        await self.channels.languages.save(player)
        return player

    async def usual_preset(self, guild_id: int | None) -> str:
        """The preset by which a server plays unless another is named."""
        usual = None if guild_id is None else (await self.accounts.servers.read(guild_id)).preset
        return usual or presets.DEFAULT

    async def usual_place(self, interaction: discord.Interaction, where: str | None) -> str | None:
        """Where a game is to be played if nobody says ``where``, as the server's managers have settled it.

        Refuses to start one elsewhere than in the channel that they have named, unless it is played in private.
        """
        if interaction.guild_id is None:
            return where
        server = await self.accounts.servers.read(interaction.guild_id)
        place, channel = where or server.place, interaction.channel
        home = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
        if place != "dm" and server.channel_id not in {None, home}:
            raise TableError(gettext(words.PLAYED_ELSEWHERE, channel=f"<#{server.channel_id}>"))
        return place

    async def find(self, interaction: discord.Interaction, table_id: str) -> Table:
        """The table of this id, its people called as they may be where it is asked. Raises ``NoSuchTable``."""
        return (await self.tables.find(table_id)).seen_from(interaction.guild_id)

    async def table_for(
        self, interaction: discord.Interaction, player: Player, name: str | None = None, *statuses: Status
    ) -> Table:
        """The game that a player means: the one he names, the one in this channel, or his only one.

        One that is being played comes before one that was put off. Only games of these ``statuses`` are meant; unless
        any are given, those that have begun and are not over. People are called as they may be where it is asked.
        """
        table = await self._named_or_meant(player, interaction.channel_id, name, statuses)
        return table.seen_from(interaction.guild_id)

    async def _named_or_meant(
        self, player: Player, channel_id: int | None, name: str | None, statuses: Sequence[Status]
    ) -> Table:
        if name:
            named = await self.tables.find(name.strip().lower())
            return named if named.status in statuses else _begun(named)
        for meant in await self._meant(player, channel_id, statuses or UNDER_WAY):
            if len(meant) > 1:
                raise TableError(gettext(words.MANY_TABLES, tables=", ".join(meant[:10])))
            if meant:
                return await self.tables.find(meant[0])
        invited = await self.tables.ids_of_player(player.id, "gathering")
        raise NoSuchTable(gettext(words.ONLY_INVITED if invited else words.NO_TABLE))

    async def _meant(self, player: Player, channel_id: int | None, statuses: Sequence[Status]) -> list[list[str]]:
        """The games that a player may mean, the likeliest first."""
        here = [] if channel_id is None else await self.tables.ids_in_channel(channel_id, *statuses)
        mine = await self.tables.ids_of_player(player.id, *statuses)
        played = await self.tables.ids_of_player(player.id, "playing")
        split = [[name for name in mine if name in played], [name for name in mine if name not in played]]
        return [*([name for name in names if name in here] for names in split), *split]

    async def act(self, interaction: discord.Interaction, table: Table, player: Player, move: Move) -> None:
        """Try a move that a command names, and show the player his own hand after it."""
        after = (await self.tables.act(table.id, player, None, move)).table
        seat = after.seat_of(player)
        await self.answer(interaction, await self._panel(interaction, after, seat), ephemeral=True)
        self.publisher.hand_messages.keep(after, seat, interaction)

    async def show_hand(self, interaction: discord.Interaction, table: Table, player: Player) -> None:
        """Show a player his own hand, for his eyes alone."""
        seat = _begun(table).seat_of(player)
        await self.answer(interaction, await self._panel(interaction, table, seat), ephemeral=True)
        self.publisher.hand_messages.keep(table, seat, interaction)

    async def answer(self, interaction: discord.Interaction, screen: Screen, *, ephemeral: bool = False) -> None:
        """Answer with a screen and its pictures."""
        files = await self.attachments.files(screen)
        await interaction.response.send_message(view=screen, files=files, ephemeral=ephemeral)

    async def put(self, interaction: discord.Interaction, screen: Screen) -> None:
        """Put a screen and its pictures in place of the one that was pressed."""
        files = await self.attachments.files(screen)
        await interaction.response.edit_message(view=screen, attachments=files)

    async def private(self, table: Table, seat: int, chosen: tuple[Card, ...] = ()) -> Screen:
        """The table in a player's DM, as he likes it."""
        look = await self.attachments.look(table.seats[seat].player, table.id)
        return screens.private(table.seen_from(None), seat, chosen, look=look)

    async def _panel(
        self, interaction: discord.Interaction, table: Table, seat: int, chosen: tuple[Card, ...] = ()
    ) -> Screen:
        look = await self.attachments.look(table.seats[seat].player, table.id)
        return screens.panel(table.seen_from(interaction.guild_id), seat, chosen, look=look)

    async def show_again(
        self, interaction: discord.Interaction, table: Table, seat: int | None, chosen: tuple[Card, ...] = ()
    ) -> None:
        """After a press: redraw the player's own panel at once; the messages of the table follow by their writer."""
        message = interaction.message
        if message is None:
            await interaction.response.send_message(gettext(words.DONE), ephemeral=True)
        elif seat is None or not (message.flags.ephemeral or (chosen and interaction.guild_id is None)):
            await interaction.response.defer()
            self.publisher.redraw(table.id)
        elif message.flags.ephemeral:
            self.publisher.hand_messages.expect(table, seat)
            await self.put(interaction, await self._panel(interaction, table, seat, chosen))
            # The table may have moved on while this was on its way.
            self.publisher.hand_messages.keep(table, seat, interaction)
            await self.publisher.hand_messages.refresh(await self.tables.find(table.id))
        else:
            await self.put(interaction, await self.private(table, seat, chosen))


def _begun(table: Table) -> Table:
    """The table, if there is a game at it to be shown."""
    match table.status:
        case "gathering" | "idle" if not has_begun(table):
            raise TableError(gettext(words.NOT_BEGUN))
        case "closed":
            raise TableError(closed_because(table))
        case _:
            return table


class HasContext(Protocol):
    """The client, as commands know it."""

    context: Context


def context_of(interaction: discord.Interaction) -> Context:
    """The context behind an interaction."""
    return cast("HasContext", interaction.client).context
