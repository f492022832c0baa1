"""/score and the message menu "Score this hand": answer any question about cards."""

from __future__ import annotations

import re
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.i18n.translation import typed_language
from bot.ui.calculator import handlers
from bot.ui.calculator.fairness import CardsAloud
from bot.ui.core.context import context_of
from bot.ui.core.interaction_places import is_bot_dm


@app_commands.command(description="Count any hand, or get the best discard from 6 cards")
@app_commands.describe(
    hand="5 cards, starter last (5h 5d 5c js 5s); or 6 to discard from (.. at 110-104 dealer); or: play 8 j 6",
    crib="Count it as a crib",
    declared="Your own count to check, like 28",
)
async def score(
    interaction: discord.Interaction[Any],
    hand: str,
    crib: bool = False,  # noqa: FBT001, FBT002
    declared: str | None = None,
) -> None:
    """Answer a typed question in the channel; in private if it is about cards that only the asker may know."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    ask = partial(handlers.answer_typed_question, context, player, hand, typed_language(), crib=crib, declared=declared)
    try:
        channel_id = None if is_bot_dm(interaction) else interaction.channel_id
        found, is_private = await ask(channel_id=channel_id), False
    except CardsAloud:
        found, is_private = await ask(), True
    await context.answer_text(interaction, found.text, found.scene, found.buttons, ephemeral=is_private)


@app_commands.context_menu(name="Score this hand")
async def score_this_hand(interaction: discord.Interaction[Any], message: discord.Message) -> None:
    """Answer the question in a message, visible only to the person who asked."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    text = message.content
    if message.author == interaction.client.user:
        # An answer of the bot holds its question as code, or its cards in the first line, before the points.
        code = _CODE.search(text)
        text = text.partition("\n")[0] if code is None else code[1]
    found = await handlers.answer_typed_question(context, player, text, typed_language())
    await context.answer_text(interaction, found.text, found.scene, found.buttons, ephemeral=True)


_CODE: Final = re.compile(r"`([^`]+)`")
