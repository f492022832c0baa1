"""The bot in the browser: SimCord's page on this machine alone, as four people and the robots."""

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
"""Seconds that the robot takes to move here."""

_PUSH_EVERY: Final = 0.15


async def serve_sandbox(port: int, *, dm: bool, say: Callable[[str], None]) -> None:
    """Serve the page until it is stopped."""
    with tempfile.TemporaryDirectory(prefix="cribbage-sandbox-") as folder:
        bot = client(Path(folder) / "cribbage.db", robot_pace=PACE)
        try:
            # A press is held up by no more than one or two pauses of the robot; its other moves are drawn as they come.
            async with simcord.run(bot, settle_timeout=0.5, check_errors=False) as env:
                await _serve(env, port, dm=dm, say=say)
        finally:
            await bot.close()


async def _serve(env: simcord.Env, port: int, *, dm: bool, say: Callable[[str], None]) -> None:
    env.backend.edit_bot_profile("Cribbage")
    guild = env.create_guild("The Club")
    # The page cannot walk into threads, so games are to stay in the channel.
    overwrites: Any = {guild.me: discord.PermissionOverwrite(create_public_threads=False)}
    channel = guild.create_text_channel("cribbage", topic="Type / to see what the bot does", overwrites=overwrites)
    manager = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    ann, *others = (
        guild.add_member(env.create_user(name.lower(), global_name=name), roles=[manager] if name == "Ann" else [])
        for name in ("Ann", "Ben", "Cy", "Dan")
    )
    await env.settle()
    await _greeted(env, guild.id)
    if dm:
        await ann.user.slash("help")
    shown: Any = ann.user.dm_channel if dm else channel
    viewers: list[Any] = [ann.user] if dm else [ann, *others]
    async with env.preview(shown, viewers=viewers, layout="channel", display="responsive", port=port) as page:
        pushing = asyncio.create_task(_Pusher(env, page).push_on())
        say(f"Open {page.url} in your browser; choose who you are at its top. Ctrl-C ends it.")
        say("Type /play there: with Ben, Cy and Dan as opponents, or with robots.")
        try:
            await page.wait_closed()
        finally:
            pushing.cancel()


async def _greeted(env: simcord.Env, guild_id: int) -> None:
    """The bot says good day: as it was let in there was no channel yet, so it is let in once more."""
    bot = env.bot
    assert isinstance(bot, CribbageClient)
    guild = bot.get_guild(guild_id)
    assert guild is not None
    await bot.on_guild_join(guild)
    await env.settle()


class _Pusher:
    """Keeps SimCord's page in step with the bot.

    The page shows what was published to it, and by itself only its own presses publish. A press that meets
    another, or that was aimed at the page as it stood a moment ago, is refused there, and the page then needs to be
    loaded anew. So presses wait for each other here, what the bot sends is published as it is sent, and a press on a
    message that has not changed since counts as aimed at the present page.
    """

    def __init__(self, env: simcord.Env, page: Any) -> None:
        self._env, self._page = env, page
        self._sent = len(env.http_requests)
        self._one_at_a_time = asyncio.Lock()
        self._seen: dict[tuple[Any, int], dict[str, str | None]] = {}
        self._act, self._publish = page._action, page._publish  # noqa: SLF001 - SimCord is pinned for this
        page._action, page._publish = self.act, self.publish  # noqa: SLF001

    async def push_on(self) -> None:
        """Publish whatever the bot has sent, every so often."""
        while True:
            await asyncio.sleep(_PUSH_EVERY)
            if len(self._env.http_requests) > self._sent:
                self._sent = len(self._env.http_requests)
                self._page._advance_presentation_time()  # noqa: SLF001
                for context in list(self._page._pages.values()):  # noqa: SLF001
                    self.publish(context, reason="refresh")

    def publish(self, context: Any, **options: Any) -> None:
        """Publish to one open page, and remember what its messages then looked like."""
        self._publish(context, **options)
        messages = context.snapshot.get("messages", {})
        self._seen[context.id, context.revision] = {
            str(message): self._look(context.channel_id, message) for message in messages
        }
        self._seen.pop((context.id, context.revision - 50), None)

    async def act(self, context_id: Any, body: Any) -> Any:
        """Let one press at a time through."""
        async with self._one_at_a_time:
            context = self._page._pages.get(context_id)  # noqa: SLF001
            if context is not None and isinstance(body, dict) and self._still_true(context, body):
                body = {**body, "published_revision": context.revision}
            return await self._act(context_id, body)

    def _still_true(self, context: Any, body: dict[str, Any]) -> bool:
        """Whether what was pressed looks now as it did on the page."""
        if body.get("kind") not in {"click", "select"}:
            return body.get("kind") in {"modal_submit", "run_command", "send_message"}
        target = str(body.get("target_id"))
        before = self._seen.get((context.id, body.get("published_revision", -1)), {}).get(target)
        return before is not None and before == self._look(context.channel_id, target)

    def _look(self, channel_id: int, message: Any) -> str | None:
        stored = self._env.backend.messages.get(channel_id, {}).get(int(message))
        return None if stored is None else json.dumps(stored.components)
