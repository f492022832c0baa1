"""Compares what Discord shows with what the database holds, for every table. All that it needs of the bot is here."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bot.i18n.loading import FOLDER, load_languages
from bot.i18n.translation import Language, using_language
from bot.models.player import Player
from bot.services import Services
from bot.settings import Settings
from bot.tables.shuffle import commitment
from bot.tables.table import Table
from bot.ui.core.components import DisplayOptions, End, Screen
from bot.ui.core.formatting import escape
from bot.ui.games import screens
from bot.ui.games.action_rows import GO_ANYWAY
from bot.ui.games.invitation_view import invitation
from bot.ui.games.table_screens import earned_by_name
from bot.ui.games.table_view import TableView
from engine.actions import Play, SayGo
from engine.analysis.achievements import great_wins
from engine.cards import Card
from engine.course import Course
from engine.events import Event, LaidAway, Played
from engine.game import begin
from engine.reducer import evolve
from engine.rules import Rules
from engine.view import prompt_of
from tests.system.bot_process import BotProcess
from tests.system.discord_server import BOT, CHANNEL, DiscordServer, Payload
from tests.system.players import Act, acknowledged, acts, live_parts, resigned, tables_on, text_of

IN_TEXT: Final = "right, but in text alone"
"""What is wrong with a screen whose pictures were left out, because too many waited to be drawn."""

_REMINDER: Final = re.compile(r"<@!?(\d+)>.*your turn", re.DOTALL)
_MENTION: Final = re.compile(r"<@!?(\d+)>")


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where Discord does not show what is stored: the table, the kind of place, and what is wrong there."""

    table_id: str
    what: str
    details: str = ""

    def __str__(self) -> str:
        return f"{self.table_id} {self.what}{': ' if self.details else ''}{self.details}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The tables that were looked at by their status, all differences, and how many screens are right in text alone."""

    statuses: dict[str, int]
    differences: tuple[Difference, ...]
    in_text: int = 0

    @property
    def tables(self) -> int:
        return sum(self.statuses.values())

    def counted(self) -> Counter[str]:
        return Counter(one.what for one in self.differences)


async def compare(
    bot: BotProcess, discord: DiscordServer, *, pictures: bool = True, text_is_right: bool = False
) -> Comparison:
    """Compare every table of the bot's database with Discord; the bot may run meanwhile.

    With ``text_is_right`` a screen that should have pictures may be in text alone.
    """
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        copy_database(bot.database, copy, is_in_use=bot.is_running)
        return await compare_copy(copy, discord, pictures=pictures, text_is_right=text_is_right)


async def compare_copy(
    copy: Path, discord: DiscordServer, *, pictures: bool = True, text_is_right: bool = False, counts_acts: bool = False
) -> Comparison:
    """Compare every table of a copy of a bot's database with Discord.

    With ``counts_acts`` nobody but the people on this Discord has made moves, and none of them by typing.
    """
    with closing(sqlite3.connect(copy)) as connection:
        ids = [row[0] for row in connection.execute("SELECT id FROM tables ORDER BY rowid")]
    services = await Services.open(Settings(database=copy, database_sync="normal"), lambda: datetime.now(UTC))
    try:
        compared = _Comparing(services, discord, pictures=pictures, text_is_right=text_is_right)
        differences = [difference for one in ids for difference in await compared.of(one)]
        differences += compared.empty_threads()
        differences += [difference async for difference in compared.lost_acts()]
        if counts_acts:
            differences += [difference async for difference in compared.miscounted_acts(ids)]
        return Comparison(compared.statuses, tuple(differences), compared.in_text)
    finally:
        await services.tables.close()
        await services.close_database()


def copy_database(database: Path, copy: Path, *, is_in_use: bool) -> None:
    """Copy a database with what is in its ``-wal`` file, and write to neither: the bot knows its file by its time."""
    if is_in_use:
        source = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
        with closing(source), closing(sqlite3.connect(copy)) as to:
            source.backup(to)
        return
    shutil.copy(database, copy)
    if (log := database.with_name(f"{database.name}-wal")).exists():
        shutil.copy(log, copy.with_name(f"{copy.name}-wal"))


class _Comparing:
    """One comparison: the services over a copy of the database, and the Discord beside them."""

    def __init__(
        self, services: Services, discord: DiscordServer, *, pictures: bool, text_is_right: bool = False
    ) -> None:
        self._services = services
        self._tables = services.tables
        self._achievements = services.achievements
        self._discord = discord
        self._pictures = pictures
        self._text_is_right = text_is_right
        self.in_text = 0
        self.statuses = Counter[str]()
        self._rooms_in_use = {CHANNEL}
        self._live = defaultdict[str, list[Payload]](list)
        for message in (one for messages in discord.messages.values() for one in messages.values()):
            for table_id in tables_on(message):
                self._live[table_id].append(message)

    async def of(self, table_id: str) -> list[Difference]:
        table = await self._tables.find(table_id)
        self.statuses[table.status] += 1
        found = [(what, details) async for what, details in self._differences(table)]
        return [Difference(table_id, what, details) for what, details in found]

    async def _differences(self, table: Table) -> Any:
        shown = await self._tables.messages.screens(table)
        rooms = dict(self._rooms(table))
        self._rooms_in_use |= {table.agreement.channel_id}
        if table.status == "closed":
            for _ in self._live[table.id]:
                yield "live buttons of a closed table", ""
            return
        current = set()
        for seat in rooms:
            place = "public board" if seat is None else "hand in a DM"
            place = f"{place}, over" if table.status == "over" else place
            place = "invitation" if table.status == "gathering" else place
            if seat not in shown:
                yield f"{place}: no message", table.status
                continue
            current.add(shown[seat].message_id)
            message = self._discord.messages.get(shown[seat].channel_id, {}).get(shown[seat].message_id)
            if message is None:
                yield f"{place}: deleted message", table.status
            elif (wrong := await self._difference(table, seat, message)) is not None:
                yield f"{place}: {wrong[0]}", wrong[1]
        for message in self._live[table.id]:
            if int(message["id"]) not in current:
                yield "second message with live buttons", text_of(message)[:80]
        if table.has_begun:
            sealed_in = [one.channel_id for one in await self._tables.messages.of(table.id, "commitment")]
            for what in (*self._seals(table, rooms, sealed_in), *self._elsewhere(table)):
                yield what
        for what in self._reminders(table, rooms):
            yield what

    def empty_threads(self) -> list[Difference]:
        """Return every thread that the bot has opened and in which no game is played."""
        threads = [thread for thread in self._discord.threads() if int(thread["owner_id"]) == BOT]
        empty = [thread for thread in threads if int(thread["id"]) not in self._rooms_in_use]
        return [Difference("", "thread without a game", thread["name"]) for thread in empty]

    def _rooms(self, table: Table) -> Iterator[tuple[int | None, int]]:
        """Yield each seat that has a message of the table, or everyone, with its channel."""
        if not table.in_private:
            yield None, table.agreement.channel_id
            return
        for number, seat in enumerate(table.seats):
            if seat.player is not None and seat.player.discord_id is not None:
                yield number, self._discord.dm_of(seat.player.discord_id)

    def _seals(self, table: Table, rooms: dict[int | None, int], sealed_in: list[int]) -> Iterator[tuple[str, str]]:
        """Look for the seal in each room; one that went with its channel need not be there.

        The seal of the game before may name the commitment too.
        """
        wanted = {commitment(table.agreement.seed), f"`/verify {table.id}`"}
        is_gone = any(one not in self._discord.channels for one in sealed_in)
        for room in set(rooms.values()):
            messages = self._discord.messages.get(room, {}).values()
            seals = [message for message in messages if all(one in text_of(message) for one in wanted)]
            if len(seals) != 1 and (seals or not is_gone):
                yield ("no seal" if not seals else "seal more than once"), str(len(seals))

    def _elsewhere(self, table: Table) -> Iterator[tuple[str, str]]:
        """Look at the channel from which a thread was opened: the pointer to the thread, and the result."""
        thread = self._discord.channels.get(table.agreement.channel_id)
        if table.place != "thread" or thread is None or thread.get("parent_id") is None:
            return
        parent = self._discord.messages[int(thread["parent_id"])].values()
        mention = f"<#{thread['id']}>"
        for message in parent:
            text = text_of(message)
            if f"Game {table.id}" in text and mention not in text:
                yield "invitation: does not say where the game is played", text[:80]
        if table.status == "over":
            results = sum(mention in one["content"] and not one["components"] for one in parent)
            wanted = 0 if table.is_against_robots else 1
            if results != wanted:
                yield ("result not announced" if not results else "result announced too often"), str(results)

    def _reminders(self, table: Table, rooms: dict[int | None, int]) -> Iterator[tuple[str, str]]:
        asked = {
            player.discord_id
            for seat in (table.view(None).waiting_on if table.status == "playing" else ())
            if (player := table.seats[seat].player) is not None
        }
        for room in set(rooms.values()):
            if self._is_shared(room):
                continue
            for message in self._discord.messages.get(room, {}).values():
                if _REMINDER.search(message["content"]):
                    named = {int(one) for one in _MENTION.findall(message["content"])}
                    if not named <= asked:
                        yield "answered reminder still there", message["content"][:80]

    def _is_shared(self, room: int) -> bool:
        """Return whether a channel may show several games, so that its reminders may be of another one."""
        return self._discord.channels.get(room, {}).get("parent_id") is None

    async def _difference(self, table: Table, seat: int | None, message: Payload) -> tuple[str, str] | None:
        """Return how the message of a seat differs from what is stored, if it does."""
        wrong = await self._unlike(table, seat, message, pictures=self._pictures)
        if wrong is not None and self._pictures and await self._unlike(table, seat, message, pictures=False) is None:
            self.in_text += 1
            # Whoever picks cards while many pictures wait sees their hand in text, until something changes.
            is_right = self._text_is_right or (seat is not None and _offers_cards(message))
            return None if is_right else (IN_TEXT, "")
        return wrong

    async def _unlike(
        self, table: Table, seat: int | None, message: Payload, *, pictures: bool
    ) -> tuple[str, str] | None:
        """Return how a message differs from its screen, which may or may not hold the last show: that is not stored."""
        chosen, wrong = _chosen(message), None
        asks = any(part["custom_id"].endswith(f":{GO_ANYWAY}") for part in live_parts(message))
        for held in (False, True):
            with using_language(self._language(table, seat)):
                expected = await self._expected(table, seat, chosen, pictures=pictures, held=held, asks=asks)
            if (unlike := difference(expected, message)) is None:
                return None
            wrong = wrong or unlike
        return wrong

    def _language(self, table: Table, seat: int | None) -> Language | None:
        """Return the language of a server for everybody there; people read English."""
        guild_id = table.agreement.guild_id
        locale = None if guild_id is None or seat is not None else self._discord.locales.get(guild_id)
        return None if locale is None else load_languages(FOLDER)[locale]

    async def _expected(
        self, table: Table, seat: int | None, chosen: tuple[Card, ...], *, pictures: bool, held: bool, asks: bool
    ) -> Screen:
        """Return what a seat, or everyone, should see of a table that is stored like this.

        ``chosen`` are cards that a player has picked in their DM and not yet discarded, and ``asks`` is whether it asks
        them if they say go with a playable card: neither is stored.
        """
        table = table.shown_to(seat)
        if table.status == "gathering":
            return invitation(table, seat, DisplayOptions(pictures=pictures))
        look = DisplayOptions(pictures=pictures)
        course = await self._tables.course(table.id, table.rules) if table.status == "over" else None
        end = None if course is None else await self._end(table, course)
        shown = TableView(table, look.spoken, course)
        if seat is None:
            return screens.public(shown, look, end, held=held)
        view = table.view(seat)
        playable = [move.card for move in view.legal if isinstance(move, Play)]
        if asks and playable and SayGo(seat) in view.legal:
            return screens.going(table, view, playable)
        picked = chosen if {*chosen} <= {*view.hand} else ()
        return screens.panel(shown, seat, picked, look=look, held=held, in_dm=True, end=end)

    async def _end(self, table: Table, course: Course) -> End:
        earned = earned_by_name(table, await self._achievements.of_game(table.id))
        streaks = [
            (escape(name), await self._tables.streaks(chair.player.id, table.id))
            for chair, name in zip(table.seats, table.names, strict=True)
            if chair.player is not None
        ]
        newcomers = tuple(name for name, streak in streaks if streak.is_first)
        best = earned or great_wins(course) or TableView(table, in_full=True, history=course).big_hands
        shares = table.place != "dm" and not table.agreement.helped and bool(best)
        return End(newcomers, achievements=earned, streaks=tuple(streaks), shares=shares)

    async def lost_acts(self) -> Any:
        """Yield every act whose result Discord has shown, and that is not stored.

        What was asked may be asked again, after a discard or a go, and then look the same; so an act is lost where it
        is asked for, and no fact that is stored is the player's answer to that.
        """
        for (table_id, user_id), shown in acknowledged(self._discord).items():
            table = await self._tables.find(table_id)
            if table.status != "playing":
                continue
            seats = [number for number, seat in enumerate(table.seats) if _account(seat.player) == user_id]
            asked = {table.view(seat).prompt for seat in seats}
            again = {act for act in shown if act.prompt in asked}
            if again and not again <= stored_acts(table.rules, await self._tables.history(table_id), seats, again):
                yield Difference(table_id, "acknowledged act lost")
        for table_id in resigned(self._discord):
            # A game against robots that was not played is closed and has no result.
            if (await self._tables.find(table_id)).status not in {"over", "closed"}:
                yield Difference(table_id, "acknowledged resignation lost")

    async def miscounted_acts(self, ids: Sequence[str]) -> Any:
        """Yield everybody of whose discards and cards fewer are stored than acknowledged, or more than were pressed."""
        shown, pressed = acts(self._discord, are_shown=True), acts(self._discord)
        for table_id in ids:
            table, stored = await self._tables.find(table_id), Counter[int]()
            for event in await self._tables.history(table_id):
                if isinstance(event, LaidAway | Played):
                    stored[event.seat] += 1
            for number, seat in enumerate(table.seats):
                who = table_id, _account(seat.player) or 0
                least = len({act.prompt for act in shown[who]})
                if seat.player is not None and not least <= stored[number] <= len(pressed[who]):
                    told = f"{least} acknowledged, {stored[number]} stored, {len(pressed[who])} pressed"
                    yield Difference(table_id, "acts lost or made twice", told)


def stored_acts(rules: Rules, history: Sequence[Event], seats: Sequence[int], acts: Iterable[Act]) -> set[Act]:
    """Return which of a player's acts are among the facts of a game: by their cards, or by what was asked."""
    game, answered, cards = begin(rules), set[str](), set[tuple[int, frozenset[str]]]()
    for event in history:
        seat = getattr(event, "seat", None)
        if seat in seats:
            answered.add(prompt_of(game, seat))
        if isinstance(event, LaidAway | Played) and seat in seats:
            moved = event.cards if isinstance(event, LaidAway) else (event.card,)
            cards.add((game.deal, frozenset(card.name for card in moved)))
        game = evolve(game, event)
    return {act for act in acts if ((act.deal, act.cards) in cards if act.cards else act.prompt in answered)}


def _chosen(message: Payload) -> tuple[Card, ...]:
    """Return the cards that are picked on a message, as the button of each card names them."""
    for part in live_parts(message):
        action, *cards = part["custom_id"].rsplit(":", 1)[1].split("-")
        if action == "pick":
            return tuple(map(Card.parse, cards[1:]))
    return ()


def _offers_cards(message: Payload) -> bool:
    return any(part["custom_id"].rsplit(":", 1)[1].startswith("pick") for part in live_parts(message))


def _account(player: Player | None) -> int | None:
    return None if player is None else player.discord_id


def difference(expected: Screen, message: Payload) -> tuple[str, str] | None:
    """Return in a few words how a message differs from what it should show, with details; None where it does not."""
    wanted, held = _lines(expected.to_components()), _lines(message["components"])
    if wanted == held:
        return None
    if [line for line in wanted if not line.startswith("picture")] == [
        line for line in held if not line.startswith("picture")
    ]:
        missing = not any(line.startswith("picture") for line in held)
        return ("without its picture" if missing else "another picture"), ""
    stored = "; ".join(repr(line) for line in wanted if line not in held)
    shown = "; ".join(repr(line) for line in held if line not in wanted)
    return "differs", f"stored {stored[:300]}; shown {shown[:300]}"


def _lines(components: Any) -> list[str]:
    """Return what can be seen and pressed on a message, a line each; Discord's own additions are left out."""
    lines = []
    for part in components:
        match part["type"]:
            case 10:
                lines.append(part["content"])
            case 12:
                items = (item["media"]["url"] + " " + str(item.get("description")) for item in part["items"])
                lines += [f"picture {item}" for item in items]
            case 2 | 3:
                kept = {key: value for key, value in part.items() if key not in {"id", "type"} and value is not None}
                lines.append(json.dumps(kept, sort_keys=True, default=str))
            case _:
                lines += _lines(part.get("components") or ())
    return lines
