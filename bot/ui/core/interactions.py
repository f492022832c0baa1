"""Interactions: where they come from, their answers in time, and the messages that their tokens can edit.

Discord does not count those edits. People who added the bot to their own account use it in servers that the bot has not
joined, in group DMs and in DMs with others. There it can only answer: no message of those channels reaches it, and
their routes are closed to it.
"""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Self

import discord

from bot.i18n.translation import N_, gettext
from bot.models.errors import TableError
from bot.ui.core.attachments import PreparedScreen
from bot.ui.core.errors import DISCORD_FAILS

SLOW_FORM: Final = N_("That took too long, so I couldn't open the form. Nothing changed. Press the button again.")

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
    def of(cls, interaction: discord.Interaction[Any]) -> Self:
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
    def of(cls, interaction: discord.Interaction[Any], message_id: int | None = None) -> Self:
        """Return the answer to an interaction, or its follow-up of this id."""
        if message_id is None:
            response = interaction.response
            message_id = response.answer_id if isinstance(response, TimelyResponse) else ORIGINAL
        return cls(Token.of(interaction), message_id)

    async def edit(self, drawn: PreparedScreen, mentions: discord.AllowedMentions) -> None:
        """Edit the message; an edit notifies nobody, but keeps the ``mentions`` alive that it allows."""
        shown: dict[str, Any] = {"view": drawn.screen, "attachments": drawn.files, "allowed_mentions": mentions}
        await self.token.webhook.edit_message(self.message_id, **shown)

    async def delete(self) -> None:
        await self.token.webhook.delete_message(self.message_id)


class TimelyResponse(discord.InteractionResponse[Any]):
    """The response to an interaction, which acknowledges it by itself if its handler takes long.

    Discord drops what is not answered within 3 seconds. The handler sees nothing of that: what it sends, edits or
    defers afterwards reaches the player through the token, and as privately as it asked for. Only a form can no longer
    be opened: then the player is asked to press again.
    """

    def __init__(self, interaction: discord.Interaction[Any], seconds: float) -> None:
        """Become the response of an interaction, which is acknowledged after so many seconds."""
        super().__init__(interaction)
        # The only place where discord.py keeps it, and from which ``interaction.response`` takes it.
        interaction._cs_response = self  # type: ignore[attr-defined]  # noqa: SLF001
        self.answer_id: int = ORIGINAL
        """The message that the handler has sent as its answer."""
        self._is_acknowledged = False
        self._is_answering = False
        self._is_answered = False
        self._fills_in: bool | None = None
        """Whether an answer that the handler has deferred is private; None if it has not deferred any."""
        self._acknowledging: asyncio.Task[None] | None = None
        later = asyncio.get_running_loop().call_later
        self.timer: Final = later(seconds, self._begin_to_acknowledge)
        """What acknowledges it; cancelled once it is handled."""

    def is_done(self) -> bool:
        """Return whether the handler has answered or deferred its answer."""
        return self._is_answered if self._is_acknowledged else super().is_done()

    async def defer(self, *, ephemeral: bool = False, thinking: bool = False) -> Any:
        """Defer the answer, unless it is acknowledged: then remember how it was to be given."""
        if not await self._was_acknowledged():
            return await super().defer(ephemeral=ephemeral, thinking=thinking)
        self._is_answered = True
        if thinking or self._is_own_message:
            self._fills_in = ephemeral
        return None

    async def send_message(self, content: Any = None, **message: Any) -> Any:
        if not await self._was_acknowledged():
            return await super().send_message(content, **message)
        self._is_answered = True
        private = message.pop("ephemeral", False)
        if content is not None:
            message["content"] = content
        sent = await self._send(private=private, **message)
        callback = {"interaction": {"id": self._parent.id, "response_message_id": sent.id}}
        return discord.InteractionCallbackResponse(
            data=callback,  # type: ignore[arg-type]
            parent=self._parent,
            state=self._parent._state,  # noqa: SLF001
            type=discord.InteractionResponseType.channel_message,
        )

    async def edit_message(self, **message: Any) -> Any:
        if not await self._was_acknowledged():
            return await super().edit_message(**message)
        self._is_answered = True
        return await self._parent.edit_original_response(**message)

    async def send_modal(self, modal: discord.ui.Modal, /) -> Any:
        """Open a form. Raises ``TableError`` after the interaction was acknowledged: then Discord takes none."""
        if not await self._was_acknowledged():
            return await super().send_modal(modal)
        raise TableError(gettext(SLOW_FORM))

    async def fill_in(self, **message: Any) -> discord.Message:
        if self._fills_in is None:
            return await self._parent.edit_original_response(**message)
        return await self._send(private=self._fills_in, files=message.pop("attachments", ()), **message)

    @property
    def _is_own_message(self) -> bool:
        """Whether the acknowledgement stands for a new message, and not for the one that was pressed."""
        return self.type is discord.InteractionResponseType.deferred_channel_message

    async def _send(self, *, private: bool, **message: Any) -> discord.Message:
        """Send a new message: in the place of a private acknowledgement only if it is private too."""
        files = [message.pop("file")] if "file" in message else message.pop("files", ())
        if self._is_own_message:
            if private:
                return await self._parent.edit_original_response(attachments=files, **message)
            # The next message would fill it; only an answer that was given makes way for another one.
            await self._parent.edit_original_response(content="...")
            await self._parent.delete_original_response()
        sent: discord.Message = await self._parent.followup.send(files=files, ephemeral=private, wait=True, **message)
        self.answer_id = sent.id
        return sent

    def _begin_to_acknowledge(self) -> None:
        if not (self._is_answering or super().is_done()):
            # Named as the tasks of discord.py are, for which the bot waits before it stops.
            self._acknowledging = asyncio.create_task(self._acknowledge(), name="discord.py: acknowledge")

    async def _acknowledge(self) -> None:
        """Tell Discord that an answer will come: a private one, or a change of the message that was pressed."""
        try:
            await super().defer(ephemeral=True, thinking=self._parent.message is None)
            self._is_acknowledged = True
        except DISCORD_FAILS as error:
            _log.info("an interaction could not be acknowledged: %s", error)

    async def _was_acknowledged(self) -> bool:
        """Return whether the interaction was acknowledged; from now on it is left to its handler."""
        self._is_answering = True
        if self._acknowledging is not None:
            await asyncio.wait({self._acknowledging})
        if self._is_acknowledged and self._is_answered:
            raise discord.InteractionResponded(self._parent)
        return self._is_acknowledged


async def fill_in(interaction: discord.Interaction[Any], **message: Any) -> discord.Message:
    response = interaction.response
    if isinstance(response, TimelyResponse):
        return await response.fill_in(**message)
    return await interaction.edit_original_response(**message)


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
        while (oldest := next(iter(self._newest))) != message_id and self._newest[oldest].token.is_expired():
            del self._newest[oldest]

    def forget(self, message_id: int) -> None:
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
                self.keep(message.id, AnsweredMessage.of(interaction, ORIGINAL))
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
        return found is not None and found.token.is_expired(_HANDED_OVER)

    def _find(self, message_id: int) -> AnsweredMessage | None:
        found = self._newest.get(message_id)
        if found is not None and found.token.is_expired():
            del self._newest[message_id]
            return None
        return found


_PERSON_MAY_NOT: Final = N_(
    "I only post where you can post too, and you can't post in {mention}. Choose another channel."
)
_THREAD_IS_CLOSED: Final = N_("I can't post in {mention}. Give me View Channel and Send Messages in Threads there.")
BOT_MAY_NOT: Final = N_("I can't post in {mention}. Give me View Channel and Send Messages there.")


def is_bot_dm(interaction: discord.Interaction[Any]) -> bool:
    """Return whether an interaction comes from somebody's DMs with the bot, where nobody else reads the answer."""
    return interaction.guild_id is None and not interaction.context.private_channel


def is_guest(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the bot is a guest where an interaction comes from."""
    if interaction.guild_id is None:
        return interaction.context.private_channel
    return interaction.client.get_guild(interaction.guild_id) is None


def may_post(interaction: discord.Interaction[Any]) -> bool:
    """Return whether everybody reads the answers: where the bot is a guest, servers may hide them from others."""
    may = interaction.permissions
    return not is_guest(interaction) or interaction.guild_id is None or may.use_external_apps or may.administrator


def may_write(may: discord.Permissions, channel: Any) -> bool:
    """Return whether somebody who has these permissions in a channel or thread may write there."""
    in_thread = isinstance(channel, discord.Thread)
    return may.view_channel and (may.send_messages_in_threads if in_thread else may.send_messages)


def check_may_write(interaction: discord.Interaction[Any], chosen: discord.abc.GuildChannel | None = None) -> None:
    """Raise ``TableError`` unless both the bot and the person who chooses a channel for its posts may write there.

    It is the channel of the interaction, unless another one of the server was ``chosen``.
    """
    channel = chosen or interaction.channel
    if chosen is None:
        mine, theirs = interaction.app_permissions, interaction.permissions
    else:
        assert isinstance(interaction.user, discord.Member)
        mine, theirs = chosen.permissions_for(chosen.guild.me), chosen.permissions_for(interaction.user)
    mention = f"<#{chosen.id if chosen is not None else interaction.channel_id}>"
    if not may_write(theirs, channel):
        raise TableError(gettext(_PERSON_MAY_NOT, mention=mention))
    if not may_write(mine, channel):
        closed = _THREAD_IS_CLOSED if isinstance(channel, discord.Thread) else BOT_MAY_NOT
        raise TableError(gettext(closed, mention=mention))
