"""Messages that can be edited through the token of an interaction: Discord does not count that among the requests."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import discord

from bot.ui.core.attachments import PreparedScreen
from bot.ui.core.interaction_places import may_post

_log = logging.getLogger(__name__)

_MARGIN: Final = timedelta(seconds=20)
"""How long before its end a token is used no more: an edit may take a while."""

_PATIENCE: Final = 2.0
"""The most seconds that an edit waits for the answer to a press on the same message."""

_HANDED_OVER: Final = timedelta(minutes=2)
"""How long before its end the token of a message gives way to a newer one, while it can still delete that message."""


class _Original(int):
    """The id of the answer to an interaction, or of the message that was pressed, as Discord takes it in an address."""

    def __format__(self, _: str) -> str:
        # discord.py would quote the sign in a text, and leaves numbers as they are.
        return "@original"


ORIGINAL: Final = _Original()

_UNKNOWN_MESSAGE: Final = 10008
"""Discord's code for a message that was deleted."""

_UPDATES: Final = (
    discord.InteractionResponseType.deferred_message_update,
    discord.InteractionResponseType.message_update,
)
"""The answers after which a token stands for the message that was pressed."""

_SPEAKING: Final = (
    *_UPDATES,
    discord.InteractionResponseType.channel_message,
    discord.InteractionResponseType.deferred_channel_message,
)
"""The answers after which a token may send further messages."""


class NoToken(Exception):
    """Nobody has pressed anything lately in a channel, so nothing can be sent there as part of an answer."""


@dataclass(frozen=True, slots=True)
class Token:
    """The token of an interaction, which edits and sends messages for 15 minutes, and who pressed where.

    The interaction itself is not kept: its parts know one another, so only the garbage collector could free them.
    """

    webhook: discord.Webhook
    user_id: int
    guild_id: int | None
    expires_at: datetime

    @classmethod
    def of(cls, interaction: discord.Interaction[Any]) -> Token:
        """Return the token of an interaction."""
        return cls(interaction.followup, interaction.user.id, interaction.guild_id, interaction.expires_at)

    def is_expired(self, margin: timedelta | None = None) -> bool:
        """Return whether the token cannot be used, or not for as long as ``margin``."""
        return discord.utils.utcnow() >= self.expires_at - (_MARGIN if margin is None else margin)


@dataclass(frozen=True, slots=True)
class AnsweredMessage:
    """A message and the token that can edit it.

    It is the interaction's own answer, or the message that was pressed; or else the follow-up of that id.
    """

    token: Token
    message_id: int = ORIGINAL

    @classmethod
    def of(cls, interaction: discord.Interaction[Any], message_id: int = ORIGINAL) -> AnsweredMessage:
        """Return the answer to an interaction, or its follow-up of this id."""
        return cls(Token.of(interaction), message_id)

    @property
    def is_expired(self) -> bool:
        """Whether the token can be used no more."""
        return self.token.is_expired()

    @property
    def ends_soon(self) -> bool:
        """Whether the token cannot be used for long."""
        return self.token.is_expired(_HANDED_OVER)

    async def edit(self, drawn: PreparedScreen, mentions: discord.AllowedMentions) -> None:
        """Edit the message; an edit notifies nobody, but keeps the ``mentions`` alive that it allows."""
        shown: dict[str, Any] = {"view": drawn.screen, "attachments": drawn.files, "allowed_mentions": mentions}
        await self.token.webhook.edit_message(self.message_id, **shown)

    async def delete(self) -> None:
        """Delete the message."""
        await self.token.webhook.delete_message(self.message_id)


class AnsweredMessages:
    """The newest token for each message that was pressed or that answered somebody, and of each channel.

    That of a channel sends further messages there, which Discord does not count either. Where the bot is a guest, there
    is no other way.
    """

    def __init__(self) -> None:
        self._newest: dict[int, AnsweredMessage] = {}
        self._speakers: dict[int, Token] = {}
        self._pressed: dict[int, set[asyncio.Event]] = {}

    def keep(self, message_id: int, answered: AnsweredMessage) -> None:
        """Remember a token for a message in place of an older one."""
        self._newest.pop(message_id, None)
        self._newest[message_id] = answered
        # The oldest come first, and each lasts as long as any other.
        while (oldest := next(iter(self._newest))) != message_id and self._newest[oldest].is_expired:
            del self._newest[oldest]

    def forget(self, message_id: int) -> None:
        """Use a token no more."""
        self._newest.pop(message_id, None)

    def keep_speaker(self, interaction: discord.Interaction[Any]) -> None:
        """Remember an interaction that was answered, to send further messages in its channel."""
        channel_id = interaction.channel_id
        if channel_id is None or interaction.response.type not in _SPEAKING or not may_post(interaction):
            return
        self._speakers.pop(channel_id, None)
        self._speakers[channel_id] = Token.of(interaction)
        while (oldest := next(iter(self._speakers))) != channel_id and self._speakers[oldest].is_expired():
            del self._speakers[oldest]

    def may_send(self, channel_id: int, *, for_long: bool = False) -> bool:
        """Return whether a message can be sent to a channel as part of an answer, and be edited for a while."""
        speaker = self._speakers.get(channel_id)
        return speaker is not None and not speaker.is_expired(2 * _HANDED_OVER if for_long else None)

    async def send(self, channel_id: int, **message: Any) -> discord.Message:
        """Send a message to a channel as part of the newest answer there. Raises ``NoToken`` where that fails."""
        if not self.may_send(channel_id):
            raise NoToken
        speaker = self._speakers[channel_id]
        try:
            sent = await speaker.webhook.send(**message, wait=True)
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            _log.info("a message could not be sent as part of an answer: %s", error)
            if self._speakers.get(channel_id) is speaker:
                del self._speakers[channel_id]
            raise NoToken from error
        self.keep(sent.id, AnsweredMessage(speaker, sent.id))
        return sent

    def has(self, message_id: int) -> bool:
        """Return whether there is a token for a message, or soon may be one."""
        return message_id in self._pressed or self._find(message_id) is not None

    async def find(self, message_id: int) -> AnsweredMessage | None:
        """Return the token for a message, if there is one; a press on it that is being answered is waited for."""
        if (found := self._find(message_id)) is None and (answering := self._pressed.get(message_id)):
            waiting = [asyncio.ensure_future(answer.wait()) for answer in answering]
            try:
                await asyncio.wait(waiting, timeout=_PATIENCE, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for one in waiting:
                    one.cancel()
            found = self._find(message_id)
        return found

    @contextmanager
    def answering(self, interaction: discord.Interaction[Any]) -> Iterator[None]:
        """Answer a press: if the answer changes the pressed message, its token can edit that message from then on."""
        message = interaction.message
        if message is None or message.flags.ephemeral:
            yield
            return
        answered = asyncio.Event()
        self._pressed.setdefault(message.id, set()).add(answered)
        try:
            yield
        finally:
            if interaction.response.type in _UPDATES:
                self.keep(message.id, AnsweredMessage.of(interaction))
            answered.set()
            self._pressed[message.id].discard(answered)
            if not self._pressed[message.id]:
                del self._pressed[message.id]

    async def delete(self, message_id: int) -> bool:
        """Delete a message by its token; returns False where there is none, or Discord refuses it."""
        if (found := self._find(message_id)) is None:
            return False
        try:
            await found.delete()
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            return error.code == _UNKNOWN_MESSAGE
        finally:
            self.forget(message_id)
        return True

    def ends_soon(self, message_id: int) -> bool:
        """Return whether there is a token for a message that cannot be used for long."""
        found = self._find(message_id)
        return found is not None and found.ends_soon

    def _find(self, message_id: int) -> AnsweredMessage | None:
        found = self._newest.get(message_id)
        if found is not None and found.is_expired:
            del self._newest[message_id]
            return None
        return found
