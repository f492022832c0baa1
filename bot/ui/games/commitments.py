"""The commitments to shuffles: each is posted where its game is played before anybody sees a card."""

import asyncio
import logging
from collections.abc import Hashable
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from bot.i18n.translation import N_, gettext, join_list, using_language
from bot.models.agreement import TableMessage
from bot.tables.service import Tables
from bot.tables.shuffle import commitment
from bot.tables.table import Table, describe_table
from bot.ui.core import formatting
from bot.ui.core.outbox import Match, Outbox, Refused, Room, holding, refusals
from bot.ui.games.channels import Channels

CLOSED_DMS: Final = N_("I can't DM {names}, so you'll play here. Press **My hand** to see your cards.")
GUEST: Final = N_(
    "-# I'm only a guest here: I can't remind you, keep time, open a thread or read what you type. The game moves on "
    "with each press. If it looks stuck, press **My hand**."
)

SEAL_WITHIN: Final = 10.0
"""Seconds for which a game waits until Discord has taken the commitment to its shuffle."""

SEAL_TRIES: Final = 2
"""How often a game is drawn again, because its commitment could not be posted, before it is shown without."""

SEAL_ELSEWHERE: Final = 1.0
"""Seconds for which a press waits until another process has posted the commitment."""

DRAWING: Final = "screens"
"""The work of drawing tables: a game whose commitment cannot be posted is drawn again."""

_SEALS: Final = "commitments"

_log = logging.getLogger(__name__)


class Commitments:
    """Posts commitments, once for all who wait for the cards of a game."""

    def __init__(self, tables: Tables, channels: Channels, outbox: Outbox) -> None:
        self._tables = tables
        self._channels = channels
        self._outbox = outbox

    async def sealed(self, table: Table) -> Table:
        """Return the table once its cards may be shown to whoever asks: after its commitment, or without it.

        A game goes on though Discord takes no commitment; then it is noted that the cards came first.
        """
        if not table.awaits_commitment:
            return table
        try:
            if table.is_guest or self._tables.keeps(table):
                await self.post(table)
            for _ in range(10):
                if not (table := await self._tables.find(table.id)).awaits_commitment:
                    return table
                await asyncio.sleep(SEAL_ELSEWHERE / 10)
        except Refused as refused:
            _log.warning("the cards of %s come before its commitment: %s", describe_table(table), refused)
        return await self._tables.note_commitment(table.id, is_shown=False)

    def may_post(self, table: Table) -> bool:
        """Return whether to post a commitment that comes after the cards: after a refusal only in another run."""
        return table.agreement.sealed != "late" or (DRAWING, table.id) in self._outbox.from_before

    async def post(self, table: Table) -> Table | None:
        """Settle a game and post its commitment; None where another process has to. Raises ``Refused``."""
        return await self._outbox.background.share(_SEALS, partial(self._settle_and_post, table), key=table.id)

    async def _settle_and_post(self, table: Table) -> Table | None:
        if table.awaits_commitment and await self._tables.messages.of(table.id, "commitment"):
            # The bot stopped after it had posted the commitment.
            return await self._tables.note_commitment(table.id, is_shown=True)
        # A try that was given up, or got no answer, may have been posted all the same.
        jobs: list[tuple[str, Hashable]] = [(_SEALS, table.id), (DRAWING, table.id)]
        look = any(map(self._outbox.may_be_there, jobs)) and not table.is_guest
        self._outbox.from_before.add((_SEALS, table.id))
        settled = await self._channels.settle(table, look=look)
        if settled is None:
            return None
        try:
            with using_language(self._channels.languages.of_table(settled, None)), refusals():
                async with asyncio.timeout(SEAL_WITHIN):
                    sealed = await self._post_everywhere(settled, look=look)
            self._outbox.from_before.discard((_SEALS, table.id))
            return sealed
        except Refused as refused:
            is_given_up = (
                self._outbox.background.retries.has_failed((DRAWING, table.id), SEAL_TRIES) and table.awaits_commitment
            )
            if refused.why in {"gone", "no token"} or not is_given_up:
                raise
            _log.warning("%s is played without its commitment: %s", describe_table(table), refused)
            return await self._tables.note_commitment(table.id, is_shown=False)

    async def _post_everywhere(self, table: Table, *, look: bool) -> Table:
        """Post the commitment wherever the game is played, and note whether everyone can see it.

        Where somebody's private messages are closed the game is played in the channel, and an excuse says so; a game
        that was agreed in private has no channel, so that one plays with /hand. With ``look`` a commitment that may
        have been posted already is looked for first.
        """
        seats: list[int | None] = [None]
        if table.in_private:
            seats = [seat for seat, chair in enumerate(table.seats) if chair.player]
        # The notice of the game before names this commitment too.
        posted = holding(commitment(table.agreement.seed), table.id) if look else None
        sealed: dict[int | None, discord.Message | None] = {}
        for seat in seats:
            try:
                room = await self._channels.room(table, seat)
            except Refused as refused:
                # The account of somebody who plays in private is gone, which keeps nobody else from playing.
                if refused.why != "gone" or seat is None:
                    raise
                sealed[seat] = None
                continue
            with using_language(self._channels.languages.of_table(table, seat)):
                notice = seal_notice(table.shown_to(seat))
            sealed[seat] = await self._post(room, notice, (table.id, "seal", room.id), posted)
        shut = [table.names[seat] for seat, message in sealed.items() if message is None and seat is not None]
        if shut and table.agreement.guild_id is not None:
            there = await self._tables.move_to(table.id, table.agreement.channel_id, "here")
            here = await self._post_everywhere(there, look=look)
            excuse = gettext(CLOSED_DMS, names=join_list([formatting.escape(name) for name in shut]))
            await self._post(await self._channels.room(here, None), excuse, (table.id, "closed"))
            return here
        await self._step_aside(table)
        for message in filter(None, sealed.values()):
            await self._tables.messages.put(table.id, TableMessage("commitment", None, message.channel.id, message.id))
        return await self._tables.note_commitment(table.id, is_shown=None not in sealed.values())

    async def _post(
        self, room: Room, text: str, nonce: tuple[object, ...], look: Match | None = None
    ) -> discord.Message | None:
        """Post a text; None where the bot may not write."""
        try:
            return await self._outbox.post(room, text, nonce=nonce, look=look)
        except Refused as refused:
            if refused.why not in {"forbidden", "closed"}:
                raise
            _log.warning("nothing can be posted in channel %s: %s", room.id, refused)
            return None

    async def _step_aside(self, table: Table) -> None:
        """The message by which a game was agreed does not show it where the game is played elsewhere."""
        agreed = (await self._tables.messages.screens(table)).get(None)
        if agreed is not None and (table.place == "dm" or agreed.channel_id != table.agreement.channel_id):
            await self._tables.messages.put(table.id, replace(agreed, kind="invitation", revision=None))
            await self._tables.messages.delete(table.id, agreed)


def seal_notice(table: Table) -> str:
    """Return the line with the commitment to the shuffle, after what the bot cannot do where it is a guest.

    Its message is posted before the first card and never edited. The next game with the same people does not say again
    what the bot cannot do.
    """
    seal = gettext(
        "-# Fair shuffle · `/verify {id}` · commitment ||`{commitment}`||",
        id=table.id,
        commitment=commitment(table.agreement.seed),
    )
    if (following := table.agreement.next_seed) is not None:
        seal += gettext(" · next game ||`{commitment}`||", commitment=commitment(following))
    return f"{gettext(GUEST)}\n{seal}" if table.is_guest and table.agreement.previous is None else seal
