"""The sandbox page: the bot in the browser, with four people and robots, on this machine only."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import discord
import simcord

from bot.app import client
from bot.ui.client import CribbageClient

PACE: Final = 0.3
"""Seconds that a robot takes to move here."""

_PUSH_EVERY: Final = 0.15


async def serve_sandbox(port: int, *, dm: bool, say: Callable[[str], None]) -> None:
    """Serve the page until it is stopped."""
    with tempfile.TemporaryDirectory(prefix="cribbage-sandbox-") as folder:
        bot = client(Path(folder) / "cribbage.db", robot_pace=PACE, database_sync="normal")
        try:
            # A press waits for one or two moves of a robot at most; the others appear as they are made.
            async with simcord.run(bot, settle_timeout=0.5, check_errors=False) as env:
                await _serve(env, port, dm=dm, say=say)
        finally:
            await bot.close()


async def _serve(env: simcord.Env, port: int, *, dm: bool, say: Callable[[str], None]) -> None:
    env.backend.edit_bot_profile("Cribbage")
    guild = env.create_guild("The Club")
    # The page cannot open threads, so games stay in the channel.
    overwrites: Any = {guild.me: discord.PermissionOverwrite(create_public_threads=False)}
    channel = guild.create_text_channel("cribbage", topic="Type / to see what the bot does", overwrites=overwrites)
    manager = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    ann, *others = (
        guild.add_member(env.create_user(name.lower(), global_name=name), roles=[manager] if name == "Ann" else [])
        for name in ("Ann", "Ben", "Cy", "Dan")
    )
    await env.settle()
    await _greet(env, guild.id)
    if dm:
        await ann.user.slash("help")
    shown: Any = ann.user.dm_channel if dm else channel
    viewers: list[Any] = [ann.user] if dm else [ann, *others]
    async with env.preview(shown, viewers=viewers, layout="channel", display="responsive", port=port) as page:
        pushing = asyncio.create_task(_Pusher(env, page).run())
        say(f"Open {page.url} in your browser; choose who you are at its top. Ctrl-C ends it.")
        say("Type /play there: with Ben, Cy and Dan as opponents, or with robots.")
        try:
            await page.wait_closed()
        finally:
            pushing.cancel()


async def _greet(env: simcord.Env, guild_id: int) -> None:
    """Make the bot post its greeting: there was no channel when it joined, so it joins again."""
    bot = env.bot
    assert isinstance(bot, CribbageClient)
    guild = bot.get_guild(guild_id)
    assert guild is not None
    await bot.on_guild_join(guild)
    await env.settle()


class _Pusher:
    """Keeps SimCord's page in step with the bot.

    The page shows only what was published to it, and only its own presses publish. A press that meets another one, or
    that was made on an outdated page, is refused, and the page must then be reloaded. Here presses wait for each other,
    everything that the bot sends is published, and a press on an unchanged message counts as made on the present page.
    """

    def __init__(self, env: simcord.Env, page: Any) -> None:
        self._env, self._page = env, page
        self._sent = len(env.http_requests)
        self._one_at_a_time = asyncio.Lock()
        self._seen: dict[tuple[Any, int], dict[str, str | None]] = {}
        self._act, self._publish = page._action, page._publish  # noqa: SLF001 - SimCord is pinned for this
        page._action, page._publish = self.act, self.publish  # noqa: SLF001

    async def run(self) -> None:
        """Publish what the bot has sent, again and again."""
        while True:
            await asyncio.sleep(_PUSH_EVERY)
            if len(self._env.http_requests) > self._sent:
                self._sent = len(self._env.http_requests)
                self._page._advance_presentation_time()  # noqa: SLF001
                for context in list(self._page._pages.values()):  # noqa: SLF001
                    self.publish(context, reason="refresh")

    def publish(self, context: Any, **options: Any) -> None:
        """Publish to one open page, and remember how its messages looked."""
        self._publish(context, **options)
        messages = context.snapshot.get("messages", {})
        self._seen[context.id, context.revision] = {
            str(message): self._look(context.channel_id, message) for message in messages
        }
        self._seen.pop((context.id, context.revision - 50), None)

    async def act(self, context_id: Any, body: Any) -> Any:
        """Handle one press at a time."""
        async with self._one_at_a_time:
            context = self._page._pages.get(context_id)  # noqa: SLF001
            if context is not None and isinstance(body, dict) and self._is_unchanged(context, body):
                body = {**body, "published_revision": context.revision}
            return await self._act(context_id, body)

    def _is_unchanged(self, context: Any, body: dict[str, Any]) -> bool:
        """Return whether the pressed message still looks as it did on the page."""
        if body.get("kind") not in {"click", "select"}:
            return body.get("kind") in {"modal_submit", "run_command", "send_message"}
        target = str(body.get("target_id"))
        before = self._seen.get((context.id, body.get("published_revision", -1)), {}).get(target)
        return before is not None and before == self._look(context.channel_id, target)

    def _look(self, channel_id: int, message: Any) -> str | None:
        stored = self._env.backend.messages.get(channel_id, {}).get(int(message))
        return None if stored is None else json.dumps(stored.components)
