"""/play: open a table."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.storage.screens import PUBLIC, Screen, put
from bot.storage.tables import Place
from bot.tables.errors import TableError
from bot.tables.service import Opening
from bot.tables.table import Table
from bot.ui import screens, words
from bot.ui.commands.rules import suggest_presets
from bot.ui.desk import Desk, desk_of
from bot.ui.places import may_thread
from engine import presets

_ROBOTS = [Choice(name="easy: plays casually", value="easy"), Choice(name="club: plays well", value="club")]
_PLACES = [
    Choice(name="a thread of its own", value="thread"),
    Choice(name="here in the channel", value="here"),
    Choice(name="in private messages", value="dm"),
]
_COUNTINGS = [
    Choice(name="referee: you declare, the bot checks", value="referee"),
    Choice(name="automatic: the bot counts", value="automatic"),
]


@app_commands.command(description="Play cribbage: against a person, against the bot, or with an open seat")
@app_commands.describe(
    opponent="Whom you invite; leave it out for an open seat that anyone may take",
    robot="Play against the bot instead, at this level",
    preset="The rules by name (house unless you say otherwise)",
    target="How many holes the game has",
    counting="Who counts the hands in the show",
    muggins="Points that a player overlooks go to the other",
    where="Where the game is played",
)
@app_commands.choices(robot=_ROBOTS, counting=_COUNTINGS, where=_PLACES)
@app_commands.choices(target=[Choice(name="121 holes", value=121), Choice(name="61 holes", value=61)])
@app_commands.autocomplete(preset=suggest_presets)
async def play(
    interaction: discord.Interaction[Any],
    opponent: discord.User | None = None,
    robot: str | None = None,
    preset: str = presets.DEFAULT,
    target: int | None = None,
    counting: str | None = None,
    muggins: bool | None = None,  # noqa: FBT001 - Discord names every option
    where: str | None = None,
) -> None:
    """Open a table, answer with its first screen, and let its writer go on from there."""
    desk = desk_of(interaction)
    rules = presets.find(preset, target=target, counting=counting, muggins=muggins)
    host = await desk.meet(interaction.user)
    level, invited = _other(interaction, opponent, robot)
    place = _place(interaction, where)
    _check_channel(interaction, place)
    assert interaction.channel_id is not None
    opening = Opening(
        host=host,
        invited=None if invited is None else await desk.meet(invited),
        robot=level,
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id,
        place=place,
        preset=preset,
        rules=rules,
    )
    table = await desk.tables.open(opening)
    await _answer(desk, interaction, table, invited)


def _other(
    interaction: discord.Interaction[Any], opponent: discord.User | None, robot: str | None
) -> tuple[str | None, discord.User | None]:
    """Against whom: a robot's level, or a person, or neither for an open seat."""
    if opponent is not None and opponent.id == interaction.client.application_id:
        return robot or "club", None
    if opponent is not None and robot is not None:
        raise TableError(words.ONE_OPPONENT)
    if opponent is not None and opponent.bot:
        raise TableError(words.OTHER_BOT)
    if opponent is None and robot is None and interaction.guild_id is None:
        return "club", None
    return robot, opponent


def _place(interaction: discord.Interaction[Any], where: str | None) -> Place:
    """A DM is always private; a server's game gets a thread unless somebody says otherwise."""
    if interaction.guild_id is None:
        return "dm"
    match where:
        case "here" | "dm":
            return where
        case _:
            return "thread"


def _check_channel(interaction: discord.Interaction[Any], place: Place) -> None:
    """Refuse a channel in which the bot could not show the game."""
    if interaction.channel_id is None:
        raise TableError(words.NO_CHANNEL)
    if place == "dm":
        return
    may = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    may_write = may.send_messages_in_threads if in_thread else may.send_messages
    if not may.view_channel or not (may_write or (place == "thread" and may_thread(may))):
        raise TableError(words.MAY_NOT_WRITE)


async def _answer(
    desk: Desk, interaction: discord.Interaction[Any], table: Table, invited: discord.User | None
) -> None:
    """The invitation, or in a game that begins at once the message that will show it when the shuffle is sealed."""
    seat, asked = PUBLIC, discord.AllowedMentions(users=[invited] if invited else False)
    if table.status == "gathering":
        drawn = screens.invitation(table)
    else:
        drawn = screens.plain(words.BEGINS.format(names=" and ".join(screens.names_at(table))))
        seat = 0 if interaction.guild_id is None else PUBLIC
    try:
        if table.status == "gathering" and interaction.guild_id is None:
            # Each of the two is shown the invitation in his own private messages.
            await interaction.response.send_message(words.ASKED_IN_DM.format(name=screens.names_at(table)[1]))
            return
        await interaction.response.send_message(view=drawn, allowed_mentions=asked)
        message = await interaction.original_response()
        await put(desk.tables.database, table.id, Screen(seat, message.channel.id, message.id))
    finally:
        # Where Discord would not take the answer, the table's writer shows what it should have shown.
        desk.screens.redraw(table.id, make=True)
