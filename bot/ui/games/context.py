"""The context of what players do at tables: also the messages that show tables, and the channels they stand in."""

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, Final, TypeAlias, cast

import discord
from discord.app_commands import Choice, Transform

from bot.i18n.translation import N_, using_language
from bot.memory import Latest
from bot.models.agreement import Status
from bot.models.player import Player
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.commands import MOST_SUGGESTIONS, SuggestedOption
from bot.ui.core.components import Press
from bot.ui.core.context import UNDER_WAY, Context, context_of
from bot.ui.core.traffic import LAST
from bot.ui.games.channels import Channels
from bot.ui.games.publisher import Publisher

MOST_REMEMBERED: Final = 1_000
"""How many presses and phrases are remembered: what comes twice, or too soon, comes within minutes."""

_latest: Final = partial(Latest[int, Any], MOST_REMEMBERED)


@dataclass(frozen=True, slots=True)
class GameContext(Context):
    """The context of an answer at a table."""

    publisher: Publisher
    channels: Channels
    opened_by: Latest[int, None] = field(default_factory=_latest, init=False, kw_only=True, compare=False)
    """The latest messages whose buttons have opened a game, so that a press that comes twice opens one."""
    spoke: Latest[int, datetime] = field(default_factory=_latest, init=False, kw_only=True, compare=False)
    """When each player said their latest phrase in a game by DM."""

    async def post_in_server(
        self, guild_id: int | None, channel_id: int, build: ScreenBuilder | Awaitable[ScreenBuilder], **how: Any
    ) -> None:
        """Post a screen in a channel of a server, in its language, as ``Outbox.post`` does. Raises ``Refused``."""
        await self.languages.learn_server(guild_id)
        with using_language(self.languages.of_guild(guild_id)):
            drawn = await build if isinstance(build, Awaitable) else build
            ready = await self.attachments.prepare_in_turn(drawn, self.attachments.for_all)
        await self.outbox.post(self.outbox.channel(channel_id), ready, priority=LAST, **how)


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press at a table: what was pressed by whom, and the table as it is."""

    context: GameContext
    interaction: discord.Interaction[Any]
    press: Press
    player: Player
    table: Table


def game_context_of(interaction: discord.Interaction[Any]) -> GameContext:
    """The context behind an interaction, for what players do at tables."""
    return cast("GameContext", context_of(interaction))


GAME: Final = N_("Which game (if you have several)")
"""The description of the option."""


async def _game(interaction: discord.Interaction[Any], value: str) -> Table:
    return await context_of(interaction).find(interaction, value.strip().lower())


async def _suggest(statuses: Sequence[Status], interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """Return the player's own games of these statuses, the newest first."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    names = await context.tables.ids_of_player(player.id, *statuses)
    wanted = [name for name in names if name.startswith(typed.strip().lower())][:MOST_SUGGESTIONS]
    tables = [await context.find(interaction, name) for name in wanted]
    named = [(table, formatting.opponents(table.names)) for table in tables]
    return [Choice(name=formatting.labelled(table.id, names)[:100], value=table.id) for table, names in named]


OwnGame: TypeAlias = Transform[Table, SuggestedOption(_game, partial(_suggest, UNDER_WAY))]
"""The annotation of an option that names a game that has begun and is not over."""

FinishedGame: TypeAlias = Transform[Table, SuggestedOption(_game, partial(_suggest, ("over",)))]
"""The annotation of an option that names a game that is over."""
