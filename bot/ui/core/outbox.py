"""The outbox: the one way in which the bot posts, edits and deletes messages by itself, so that each is there once.

Something is done when Discord has taken it, never when it was refused: rights come back, and so does Discord. Final is
only that its place is gone. Sent again it has the same nonce, so within some minutes Discord posts it once; what may
have been sent before that is looked for first.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

import discord

from bot.background import LONGEST, Background, TriedAgain
from bot.models.errors import DamagedData
from bot.models.player import Player
from bot.tables.outages import Outages
from bot.ui.core.attachments import PreparedScreen
from bot.ui.core.components import Screen
from bot.ui.core.errors import DISCORD_FAILS
from bot.ui.core.interactions import AnsweredMessage, AnsweredMessages, NoToken
from bot.ui.core.traffic import LAST, Pacer

Why: TypeAlias = Literal["gone", "missing", "closed", "asleep", "forbidden", "refused", "no token", "away"]
"""What it means that Discord does not do something.

The place is gone for good; the message is; a person takes no messages; the thread is archived; the bot has no right to;
Discord does not like it; the bot is a guest and nobody has pressed anything lately; or Discord itself fails, and may
have done it all the same.
"""

_CODES: Final[Mapping[int, Why]] = {
    10003: "gone",  # a channel or thread
    10004: "gone",  # a server
    10013: "gone",  # a user
    50007: "closed",
    50083: "asleep",
}
_STATUSES: Final[Mapping[int, Why]] = {403: "forbidden", 404: "missing", 429: "away"}

SWEEP: Final = 60.0
KEPT: Final = timedelta(days=7)
"""How long what is refused is kept; time in which the bot was away is none."""

_LATEST: Final = 50
"""How many messages of a room are looked through for one that may have been sent before."""

_SERVER_FAILS: Final = 500

T = TypeVar("T")

_log = logging.getLogger(__name__)


class Refused(TriedAgain):
    """Discord does not do what it was asked for, or cannot be reached; ``why`` says what that means."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(str(error))
        self.why: Final = _why(error)

    def wait(self, first: float) -> float | None:
        """Return the seconds until the first try after it; None where its place is gone."""
        return {"gone": None, "closed": LONGEST}.get(self.why, first)


def _why(error: BaseException) -> Why:
    if isinstance(error, NoToken):
        return "no token"
    if not isinstance(error, discord.HTTPException) or error.status >= _SERVER_FAILS:
        return "away"
    return _CODES.get(error.code) or _STATUSES.get(error.status, "refused")


def soonest(failures: Sequence[Exception]) -> Exception:
    """Return the failure after which another try may help soonest: people open their DMs seldom."""
    return min(failures, key=lambda one: (isinstance(one, DamagedData), getattr(one, "why", None) == "closed"))


@contextmanager
def refusals() -> Iterator[None]:
    """Ask Discord for something within a ``with``. Raises ``Refused`` in place of each of its errors."""
    try:
        yield
    except (NoToken, *DISCORD_FAILS) as error:
        raise Refused(error) from error


@dataclass(frozen=True, slots=True)
class AnswerRoom:
    """A channel in which messages are sent as part of the latest answer to somebody there, and in no other way."""

    id: int
    answered: AnsweredMessages

    async def send(self, *, nonce: str, **message: Any) -> discord.Message:
        """Send a message as to any other channel. Raises ``NoToken`` if nobody has pressed anything lately."""
        return await self.answered.send(self.id, **message)


NOBODY: Final = discord.AllowedMentions.none()
Joined: TypeAlias = (
    discord.TextChannel | discord.Thread | discord.VoiceChannel | discord.StageChannel | discord.DMChannel
)
Room: TypeAlias = Joined | discord.PartialMessageable | AnswerRoom
Content: TypeAlias = str | PreparedScreen
Match: TypeAlias = Callable[[discord.Message], bool]


class Outbox:
    """Sends, edits and deletes messages, and does again what Discord has refused."""

    def __init__(self, client: discord.Client, pacer: Pacer, outages: Outages) -> None:
        self._client = client
        self._pacer = pacer
        self._outages = outages
        self.answered = AnsweredMessages()
        self.from_before: Final[set[Hashable]] = set()
        """The kinds and keys of what an earlier run may have done, or a request whose answer was lost."""
        self.background: Final = Background(_log, Refused)

    def may_be_there(self, job: tuple[str, Hashable]) -> bool:
        """Return whether what is wanted may have been sent before, without being stored."""
        return job in self.from_before or self.background.retries.has_failed(job)

    @contextmanager
    def giving_up(self, since: datetime, what: str, kept: timedelta = KEPT) -> Iterator[None]:
        """Post something within a ``with`` that is given up, if it is refused for long or its place is gone."""
        try:
            yield
        except Refused as refused:
            if refused.why != "gone" and self.is_kept(since, kept):
                raise
            _log.warning("%s is given up: %s", what, refused)

    def is_kept(self, since: datetime, kept: timedelta = KEPT) -> bool:
        """Return whether what is to be said since then is still worth saying."""
        return since >= self.kept_since(kept)

    def kept_since(self, kept: timedelta = KEPT) -> datetime:
        """Return the moment since which things are still worth saying."""
        return discord.utils.utcnow() - kept - self._outages.total

    # Messages.

    def channel(self, channel_id: int) -> discord.PartialMessageable:
        """Return a channel by its number alone."""
        return self._client.get_partial_messageable(channel_id)

    async def dm(self, account: int | None, *, priority: int | None = None) -> discord.DMChannel:
        """Return the DMs with an account. Raises ``Refused``."""
        async with self._asking(priority):
            return await self._client.create_dm(discord.Object(account or 0))

    async def post(
        self,
        room: Room,
        content: Content,
        *,
        nonce: Sequence[object],
        look: Match | None = None,
        mentions: discord.AllowedMentions = NOBODY,
        priority: int | None = None,
        **more: Any,
    ) -> discord.Message:
        """Post a message unless one that ``look`` matches is there already, and return it. Raises ``Refused``.

        The ``nonce`` is what no other message has in common with this one. With a ``priority`` each request waits for
        its turn.
        """
        if look is not None and (posted := await self.find(room, look, priority=priority)) is not None:
            return posted
        if isinstance(content, PreparedScreen):
            more |= {"view": content.screen, "files": content.files}
        else:
            more["content"] = content
        async with self._asking(priority):
            # Discord allows 25 letters.
            digest = hashlib.sha256(repr(tuple(nonce)).encode()).hexdigest()[:25]
            return await room.send(**more, allowed_mentions=mentions, nonce=digest)

    async def answer(
        self,
        interaction: discord.Interaction[Any],
        screen: Screen,
        *,
        mentions: discord.AllowedMentions,
        instead: Screen | None = None,
    ) -> tuple[int, int]:
        """Answer a press or a command with a message for everyone; return its channel and id. Raises Discord's errors.

        ``instead`` replaces the message whose button was pressed. The token of the answer edits the message.
        """
        message: dict[str, Any] = {"view": screen, "allowed_mentions": mentions}
        if instead is None:
            response = await interaction.response.send_message(**message)
            channel_id, message_id = interaction.channel_id or 0, response.message_id or 0
            answered = AnsweredMessage.of(interaction)
        else:
            await interaction.response.edit_message(view=instead)
            sent: discord.Message = await interaction.followup.send(**message, wait=True)
            channel_id, message_id = sent.channel.id, sent.id
            answered = AnsweredMessage.of(interaction, message_id)
        self.answered.keep(message_id, answered)
        return channel_id, message_id

    async def share(self, interaction: discord.Interaction[Any], ready: PreparedScreen) -> int | None:
        """Post what somebody shares in the channel of their press, that of a thread where the bot may write there.

        Returns the channel. The press is answered already. Raises Discord's errors.
        """
        thread = interaction.channel
        if isinstance(thread, discord.Thread):
            with suppress(Refused):
                await self.post(self.channel(thread.parent_id), ready, nonce=("shared", interaction.id))
                return thread.parent_id
        await interaction.followup.send(view=ready.screen, files=ready.files)
        return interaction.channel_id

    async def find(self, room: Room, is_meant: Match, *, priority: int | None = None) -> discord.Message | None:
        """Return a message of the bot's own among the latest of a room, if it may read them. Raises ``Refused``."""
        if isinstance(room, AnswerRoom):
            return None
        async with self._asking(priority):
            with suppress(discord.Forbidden):
                async for message in room.history(limit=_LATEST):
                    if message.author == self._client.user and is_meant(message):
                        return message
        return None

    async def edit(
        self,
        channel_id: int,
        message_id: int,
        content: Content,
        *,
        mentions: discord.AllowedMentions = NOBODY,
        in_answer: bool = False,
        priority: int | None = None,
    ) -> bool:
        """Edit a message, by the token of an answer if there is one; return whether it can be. Raises ``Refused``.

        Only with a token it is edited ``in_answer``. An edit notifies nobody.
        """
        if isinstance(content, PreparedScreen) and (by_token := await self.answered.find(message_id)) is not None:
            try:
                with refusals():
                    await by_token.edit(content, mentions)
                return True
            except Refused as refused:
                if refused.why == "away":
                    raise
                _log.info("a message could not be edited through its token: %s", refused)
                self.answered.forget(message_id)
        if in_answer:
            return False
        changes: dict[str, Any] = {"content": content}
        if isinstance(content, PreparedScreen):
            changes = {"view": content.screen, "attachments": content.files}
        try:
            async with self._asking(priority):
                message = self.channel(channel_id).get_partial_message(message_id)
                await message.edit(**changes, allowed_mentions=mentions)
        except Refused as refused:
            if refused.why not in {"missing", "asleep"}:
                raise
            _log.info("message %d in channel %d cannot be edited any more: %s", message_id, channel_id, refused)
            return False
        return True

    async def delete(self, channel_id: int, message_id: int, *, in_answer: bool = False) -> bool:
        """Delete a message, if it is still there and Discord allows it; return whether that is done with.

        Only with the token of an answer it is deleted ``in_answer``. Raises ``Refused`` where Discord fails.
        """
        with refusals():
            if await self.answered.delete(message_id):
                return True
            if in_answer:
                return False
            with suppress(discord.NotFound, discord.Forbidden):
                await self.channel(channel_id).get_partial_message(message_id).delete()
        return True

    async def pass_role(self, guild_id: int, role_id: int, holders: Sequence[Player], owners: Sequence[Player]) -> None:
        """Take a role from its holders and give it to others, as Discord allows. Raises ``Refused`` where it fails."""
        http, kept = self._client.http, {player.discord_id for player in owners}
        changes = [(http.remove_role, player) for player in holders if player.discord_id not in kept]
        for change, player in [*changes, *((http.add_role, player) for player in owners)]:
            try:
                async with self._asking(LAST):
                    await change(guild_id, player.discord_id or 0, role_id)
            except Refused as refused:
                if refused.why == "away":
                    raise
                _log.warning(
                    "role %d of server %d is not passed on by player %d: %s", role_id, guild_id, player.id, refused
                )

    async def put_event(self, guild_id: int, event_id: int | None, mark: str, **event: Any) -> int:
        """Create an event of a server, or change the one with this id; return its id. Raises ``Refused``.

        An event of the bot's own with the ``mark`` in its description was created before without being stored. One that
        somebody has removed stays removed.
        """
        http, user = self._client.http, self._client.user
        if event_id is None:
            async with self._asking(LAST):
                found = await http.get_scheduled_events(guild_id, with_user_count=False)
            own = [one for one in found if user is not None and str(one.get("creator_id")) == str(user.id)]
            event_id = next((int(one["id"]) for one in own if mark in (one.get("description") or "")), None)
        async with self._asking(LAST):
            if event_id is None:
                return int((await http.create_guild_scheduled_event(guild_id, **event))["id"])
            with suppress(discord.NotFound):
                await http.edit_scheduled_event(guild_id, event_id, **event)
        return event_id

    async def delete_event(self, guild_id: int, event_id: int) -> None:
        """Delete an event of a server, if it is still there. Raises ``Refused``."""
        async with self._asking(LAST):
            with suppress(discord.NotFound):
                await self._client.http.delete_scheduled_event(guild_id, event_id)

    @asynccontextmanager
    async def _asking(self, priority: int | None) -> AsyncIterator[None]:
        with refusals():
            if priority is None:
                yield
            else:
                async with self._pacer.turn(priority):
                    yield


class Schedule(Generic[T]):
    """Posts of one kind that come due by time: those that ``due`` finds, each known by its ``key``.

    One comes after the other, and everything else has its turn in between. One that fails keeps no other back, and is
    tried again at the next look; where Discord refuses it, later each time, or once its key is another.
    """

    def __init__(
        self,
        outbox: Outbox,
        work: str,
        due: Callable[[], Awaitable[Sequence[T]]],
        post: Callable[[T], Awaitable[None]],
        key: Callable[[T], Hashable],
        describe: Callable[[T], str],
    ) -> None:
        self._outbox, self._work, self._due = outbox, work, due
        self._post, self._key, self._describe = post, key, describe

    def start(self) -> None:
        self._outbox.background.repeat(self._work, self.post_due, SWEEP)

    async def post_due(self) -> int:
        """Post what is due, and return how many were posted."""
        posted = 0
        for item in await self._due():
            key = self._work, self._key(item)
            if self._outbox.background.retries.is_waiting(key):
                continue
            with self._outbox.background.failures.at(self._work, self._describe(item)):
                try:
                    await self._post(item)
                except Refused as refused:
                    if refused.why != "away":
                        self._outbox.background.retries.failed(key, SWEEP)
                    raise
                self._outbox.background.retries.forget(key)
                posted += 1
            await asyncio.sleep(0)
        return posted


def holding(*texts: str) -> Match:
    return lambda message: all(text in message.content for text in texts)


def pressing(part: str) -> Match:
    return lambda message: part in repr([component.to_dict() for component in message.components])


def mentions_of(called: Sequence[Player]) -> discord.AllowedMentions:
    """Allow the mentions of these players and no others."""
    users = [discord.Object(player.discord_id) for player in called if player.discord_id is not None]
    return discord.AllowedMentions(everyone=False, roles=False, users=users)
