"""Uploads the emojis of the suits to the bot's application, once."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.render.cards import emoji_name, suit_emojis
from bot.ui.core.errors import DISCORD_FAILS
from bot.ui.core.suit_emojis import use_suit_emojis
from engine.cards import Suit

_log = logging.getLogger(__name__)


async def upload_suit_emojis(client: discord.Client) -> None:
    """Upload the emojis that the bot's application lacks, and use them. A failure is logged; suits stay letters."""
    try:
        known = {emoji.name: emoji.id for emoji in await client.fetch_application_emojis()}
        missing = {emoji_name(suit) for suit in Suit}.difference(known)
        pngs = await asyncio.to_thread(suit_emojis) if missing else {}
        for name in sorted(missing):
            known[name] = (await client.create_application_emoji(name=name, image=pngs[name])).id
    except DISCORD_FAILS as error:
        _log.info("suits are shown as letters, because Discord does not take their emojis: %s", error)
        return
    use_suit_emojis({suit: known[emoji_name(suit)] for suit in Suit})
