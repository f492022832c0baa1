"""Messages that can be edited through the token of an interaction: Discord does not count that among the requests."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import discord

from bot.ui.core.attachments import PreparedScreen

_MARGIN: Final = timedelta(seconds=20)
"""How long before its end a token is used no more: an edit may take a while."""

_PATIENCE: Final = 2.0
"""The most seconds that an edit waits for the answer to a press on the same message."""

_UPDATES: Final = (
    discord.InteractionResponseType.deferred_message_update,
    discord.InteractionResponseType.message_update,
)
"""The answers after which a token stands for the message that was pressed."""


@dataclass(frozen=True, slots=True)
class AnsweredMessage:
    """A message and an interaction whose token can edit it for 15 minutes.

    It is the interaction's own answer, or the message that was pressed; or else the ``followup`` of that id.
    """

    interaction: discord.Interaction[Any]
    followup: int | None = None

    @property
    def is_expired(self) -> bool:
        """Whether the token can be used no more."""
        return discord.utils.utcnow() >= self.interaction.expires_at - _MARGIN

    async def edit(self, drawn: PreparedScreen, mentions: discord.AllowedMentions) -> None:
        """Edit the message; an edit notifies nobody, but keeps the ``mentions`` alive that it allows."""
        shown: dict[str, Any] = {"view": drawn.screen, "attachments": drawn.files, "allowed_mentions": mentions}
        if self.followup is None:
            await self.interaction.edit_original_response(**shown)
        else:
            await self.interaction.followup.edit_message(self.followup, **shown)


class AnsweredMessages:
    """The newest token for each message that was pressed or that answered somebody."""

    def __init__(self) -> None:
        self._newest: dict[int, AnsweredMessage] = {}
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
                self.keep(message.id, AnsweredMessage(interaction))
            answered.set()
            self._pressed[message.id].discard(answered)
            if not self._pressed[message.id]:
                del self._pressed[message.id]

    def _find(self, message_id: int) -> AnsweredMessage | None:
        found = self._newest.get(message_id)
        if found is not None and found.is_expired:
            del self._newest[message_id]
            return None
        return found
