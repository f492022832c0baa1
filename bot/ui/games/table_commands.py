"""The table from the keyboard: /hand, /table, /adjourn, /resign, /games, and the commands about a count."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.i18n.translation import N_, gettext, typed_language
from bot.models.agreement import Status
from bot.models.errors import TableError
from bot.models.player import Player
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.commands import choice, command
from bot.ui.core.components import Press, Screen, button, in_fives, page_view
from bot.ui.core.context import NO_TABLE, PAUSED, UNDER_WAY, Context, context_of
from bot.ui.core.interactions import AnsweredMessage, is_bot_dm
from bot.ui.games import screens
from bot.ui.games.action_rows import WATCH
from bot.ui.games.context import GAME, OwnGame, game_context_of
from bot.ui.games.handlers import act, move_or_offer, once_sealed, own_screen, show_hand
from bot.ui.games.notifier import ADJOURNED
from bot.ui.games.sharing import may_watch
from engine.text.multilingual import read_move

ADJOURNING: Final = N_("You asked for a break. The game pauses when everyone agrees.")
PLAYING_ON: Final = N_("The game continues.")
TAKEN_UP: Final = N_("The game continues. Use /hand to see your cards.")
TAKE_UP_FIRST: Final = N_("This game is paused. Press **Resume** first, then you can resign.")
OVER: Final = N_("This game is already over. Start another with /play.")
LEFT: Final = N_("You left this game already.")
ANSWER_FIRST: Final = N_(
    "{name}'s count of {declared} would win the game. Accept or challenge it first. Then you can resign."
)
_MOST_LISTED: Final = 50
"""The most games that are loaded for one list: a message has room for fewer."""

_MOST_WATCHED: Final = 10
"""The most games that have a button in the list."""

IN_YOUR_DM: Final = N_("That game is in your DMs. Look there, or use /hand.")


@app_commands.command(description="See your cards (only you can see them)")
@app_commands.describe(game=GAME)
async def hand(interaction: discord.Interaction[Any], game: OwnGame | None = None) -> None:
    """Show the asker's hand, with everything that can be done with it."""
    context = game_context_of(interaction)
    player = await context.meet(interaction.user)
    await show_hand(context, interaction, await context.table_for(interaction, player, game), player)


@command(description="Post the game again at the bottom of the chat", public=True)
@app_commands.describe(game=GAME)
async def table(interaction: discord.Interaction[Any], game: OwnGame | None = None) -> None:
    """Send the table again where it is played; elsewhere show a private copy."""
    context = game_context_of(interaction)
    player = await context.meet(interaction.user)
    found = await context.table_for(interaction, player, game)
    seat = found.seat_of(player) if found.place == "dm" else None
    if found.place == "dm" and not is_bot_dm(interaction):
        await interaction.response.send_message(gettext(IN_YOUR_DM), ephemeral=True)
        return
    home = found.place == "dm" or found.agreement.channel_id == interaction.channel_id
    found = await once_sealed(context, interaction, found, ephemeral=not home)
    if seat is not None:
        build, look = await own_screen(context, interaction, found, seat, in_dm=True)
    else:
        build = partial(screens.public, context.publisher.screens.views.of(found, in_full=True), is_copy=not home)
        look = context.attachments.for_all
    message_id = await context.answer(interaction, build, look, ephemeral=not home)
    if home and interaction.channel_id is not None:
        context.outbox.answered.keep(message_id, AnsweredMessage.of(interaction))
        await context.publisher.replace(found, seat, interaction.channel_id, message_id)


_SAID: Final = [
    choice("accept the count", "satisfied"),
    choice("too many: the count is too high", "too many"),
    choice("too few: the count is too low (muggins)", "too few"),
]


@app_commands.command(description="Count your hand or crib")
@app_commands.describe(count="A number from 0 to 29, or the count as you'd say it out loud", game=GAME)
async def declare(interaction: discord.Interaction[Any], count: str, game: OwnGame | None = None) -> None:
    """Declare a count from the keyboard."""
    await _say(interaction, f"declare {count}", game)


@app_commands.command(description="Accept or challenge your opponent's count")
@app_commands.describe(
    what="Is the count right, too high or too low?",
    whose="Whose count (if several are open)",
    points="How many points were missed, if the rules ask for the number",
    game=GAME,
)
@app_commands.choices(what=_SAID)
async def challenge(
    interaction: discord.Interaction[Any],
    what: str,
    whose: discord.User | None = None,
    points: app_commands.Range[int, 1, 29] | None = None,
    game: OwnGame | None = None,
) -> None:
    """Accept a declaration, or challenge it (laws 18 to 20)."""
    words = what if points is None else f"{what} by {points}"
    await _say(interaction, words, game, about=whose)


@app_commands.command(description="Change the count you just gave, if the rules allow it")
@app_commands.describe(count="The new total", game=GAME)
async def amend(interaction: discord.Interaction[Any], count: str, game: OwnGame | None = None) -> None:
    """Amend a declaration while it may still be challenged (003:103)."""
    await _say(interaction, f"amend {count}", game)


async def _say(
    interaction: discord.Interaction[Any], words: str, game: OwnGame | None, *, about: discord.User | None = None
) -> None:
    """Do what the same words do when they are typed at the table, and show the player their hand.

    ``about`` is the person whose count is meant.
    """
    context = game_context_of(interaction)
    player = await context.meet(interaction.user)
    table = await context.table_for(interaction, player, game)
    if about is not None:
        words = f"{table.names[table.seat_of(await context.meet(about))]}: {words}"
    seat = table.seat_of(player)
    read = partial(read_move, words, table.view(seat), typed_language(), table.names)
    await act(context, interaction, table, player, move_or_offer(interaction, table, seat, read))


@app_commands.command(description="Resign your game (if you have a partner, for both of you)")
@app_commands.describe(game=GAME)
async def resign(interaction: discord.Interaction[Any], game: OwnGame | None = None) -> None:
    """Ask first: a game given up is lost."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    found = await context.table_for(interaction, player, game)
    await context.answer(interaction, resigning(found, player), ephemeral=True)


def resigning(table: Table, player: Player) -> Screen:
    """Return the question before a player gives a game up. Raises ``TableError`` where they can't."""
    seat = table.seat_of(player)
    if table.status != "playing":
        raise TableError(gettext(OVER if table.status == "over" else TAKE_UP_FIRST))
    view = table.view(seat)
    if seat in view.closed:
        raise TableError(gettext(LEFT))
    if (claim := next((window for window in view.own_windows if window.claims_game), None)) is not None:
        name = formatting.escape(table.names[claim.seat])
        raise TableError(gettext(ANSWER_FIRST, name=name, declared=claim.declared))
    return screens.resigning(table, view)


_CHOICES: Final = [
    choice("pause, or agree to a pause", "adjourn"),
    choice("keep playing", "play on"),
    choice("resume", "take up"),
]

_STATUSES: Final[dict[str | None, tuple[Status, ...]]] = {
    "adjourn": ("playing",),
    "play on": ("playing",),
    "take up": PAUSED,
}
"""The statuses of the games that are meant where none is named, by what is to be done; None is any."""


@app_commands.command(description="Pause a game or resume a paused one")
@app_commands.describe(what="Leave empty to pause a game, or to resume a paused one", game=GAME)
@app_commands.choices(what=_CHOICES)
async def adjourn(interaction: discord.Interaction[Any], what: str | None = None, game: OwnGame | None = None) -> None:
    """Propose a pause, agree to it, decline it, or resume; everyone else reads it at the table."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    table = await context.table_for(interaction, player, game, *_STATUSES.get(what, UNDER_WAY))
    table.seat_of(player)
    answer = await _do(context, table, player, what or ("adjourn" if table.status == "playing" else "take up"))
    await interaction.response.send_message(answer, ephemeral=True)


async def _do(context: Context, table: Table, player: Player, what: str) -> str:
    match what:
        case "play on":
            await context.tables.play_on(table.id, player)
            return gettext(PLAYING_ON)
        case "take up":
            await context.tables.take_up(table.id, player)
            return gettext(TAKEN_UP)
        case _:
            after = await context.tables.adjourn(table.id, player)
            return gettext(ADJOURNED if after.status == "adjourned" else ADJOURNING)


@app_commands.command(description="List your games, and those here that you can watch")
async def games(interaction: discord.Interaction[Any]) -> None:
    """List the asker's games."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    names = await context.tables.ids_of_player(player.id, *UNDER_WAY, "gathering")
    tables = [await context.find(interaction, name) for name in names[:_MOST_LISTED]]
    lines = [screens.list_line(table, player) for table in tables] or [gettext(NO_TABLE)]
    live = [
        table.seen_from(interaction.guild_id)
        for table in context.tables.played_in(interaction.guild_id)
        if table.id not in names and may_watch(interaction, table)
    ]
    lines += [gettext("**Watch a game:**"), *map(screens.live_line, live)] if live else []
    watch = [
        button(Press(table.id, "", WATCH), gettext("Watch {names}", names=formatting.opponents(table.names))[:80])
        for table in live[:_MOST_WATCHED]
    ]
    listed = formatting.as_many_as_fit(lines, more=len(names) - len(tables))
    await context.answer(interaction, page_view([listed], *in_fives(watch)), ephemeral=True)
