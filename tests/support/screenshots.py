"""Screenshots: ``python -m tests.support.screenshots FOLDER`` plays in Chromium on the sandbox page and saves them.

The scenes named after the folder are played, or all: play, challenge, ask, league.
It needs Playwright (``pip install playwright``) and Debian's Chromium; nothing else here does.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import simcord

from bot.app import client
from bot.sandbox.page import _serve
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.games import action_rows
from bot.ui.games.table_view import TableView
from engine.cards import Card
from engine.pegging import peg_points
from engine.scoring import show_total
from tests.support.browser import Browsing

_TURNS: Final = ("choose", "card", "play", "declare", "go", "stop", "satisfied")
"""The actions of a player whose turn it is, the likeliest first."""

_SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_MOST_TURNS: Final = 400
_TRIES: Final = 4


@dataclass(slots=True)
class Room:
    """The bot, two players with their pages, and the cards that each page must not receive."""

    bot: Any
    ann: Browsing
    ben: Browsing
    leaks: list[str] = field(default_factory=list)
    cut: str = ""
    looked: int = 0

    @property
    def table(self) -> Table | None:
        """Return the game that is being played."""
        tables = self.bot.context.tables._open.values()
        return next((table for table in tables if table.status == "playing"), None)

    def at(self, table: Table, seat: int) -> Browsing:
        """Return who sits at a page."""
        return self.ann if table.names[seat] == "Ann" else self.ben

    async def both_shoot(self, name: str) -> None:
        """Take a screenshot of both pages."""
        await self.ann.shoot(name, whole=True)
        await self.ben.shoot(name)

    async def take_turn(self, *, add: int = 0, shoot: str = "") -> None:
        """Let the player whose turn it is act on their page; ``add`` is how much too much is declared.

        A press that comes while the page is drawn again is lost there, and repeated on a new page.
        """
        table = self.table
        assert table is not None
        person = self.at(table, table.view(None).waiting_on[0])
        for again in range(_TRIES):
            try:
                if again:
                    await person.again()
                    await person.press("My hand")
                await self._do(table, person, add, shoot)
            except Exception as error:
                tried = error
                await person.page.keyboard.press("Escape")
            else:
                tried = AssertionError("nothing became of a press")
            if await self._was_handled(table):
                return
        raise tried

    async def _do(self, table: Table, person: Browsing, add: int, shoot: str) -> None:
        seat = table.view(None).waiting_on[0]
        offered = _offered(table, seat)
        action = next(action for action in _TURNS if action in offered)
        label = offered[action]
        if action == "choose":
            await self._lay_away(table, person, seat, shoot)
            return
        if not await person.sees(label):
            await person.press("My hand")
        await person.press(label)
        if action == "card":
            card = next(card for card in table.view(seat).hand if f"Play {formatting.on_button([card])}" == label)
            points = peg_points((*(played for _, played in table.view(None).series), card))
            await self._shoot(person, shoot)
            await person.press(str(points) if points else "Nothing")
        elif action == "declare":
            await person.fill(str(_count(table, seat) + add))
            await self._shoot(person, shoot)
            await person.submit()

    async def _lay_away(self, table: Table, person: Browsing, seat: int, shoot: str) -> None:
        if not await person.sees_menu():
            await person.press("My hand")
        view = table.view(seat)
        chosen = sorted(view.hand)[: view.to_lay]
        labels = [_offered(table, seat, order)["lay"] for order in (chosen, chosen[::-1])]
        if not await person.sees(*labels):
            await person.choose(*(formatting.card_name(card).capitalize() for card in chosen))
        await self._shoot(person, shoot)
        await person.press(*labels)

    async def _shoot(self, person: Browsing, name: str) -> None:
        if name:
            await person.shoot(name)

    async def _was_handled(self, before: Table) -> bool:
        """Return whether the bot has handled the press, now or soon."""
        for _ in range(20):
            now = self.table
            if now is None or now.id != before.id or now.version > before.version:
                return True
            await asyncio.sleep(0.1)
        return False

    async def look_for_secrets(self) -> None:
        """Check that neither page was sent a card that the other player holds or has discarded."""
        table = self.table
        assert table is not None
        self.cut += " ".join(re.findall("Cut for deal: (.*)", await self.ben.page.inner_text("body")))
        for seat in range(table.players):
            owner, other = self.at(table, seat), self.at(table, 1 - seat)
            hidden = [*table.view(seat).hand, *table.view(seat).laid]
            own, foreign = await owner.everything(), await other.everything()
            # Everybody has seen the cards that were cut for the deal; they are in the pack again.
            public = [card for card in hidden if _named(card, self.cut)]
            self.leaks += [
                f"{other.name} was sent {owner.name}'s {card}"
                for card in hidden
                if card not in public and _named(card, foreign)
            ]
            self.leaks += [f"{other.name} was sent {owner.name}'s picture" for name in _hands(own) & _hands(foreign)]
            self.leaks += [f"{owner.name}'s own {card} was not found" for card in hidden if not _named(card, own)]
            self.looked += 1


def _offered(table: Table, seat: int, chosen: Iterable[Card] = ()) -> dict[str, str]:
    """Return what a player may press in their own panel, and its text."""
    parts = [
        part
        for row in action_rows.own_rows(TableView(table), seat, tuple(chosen))
        for part in row
        if not getattr(part, "disabled", False)
    ]
    return {
        str(part.custom_id).rsplit(":", 1)[1].split("-")[0]: str(getattr(part, "label", "")) for part in reversed(parts)
    }


def _count(table: Table, seat: int) -> int:
    """Return the true count of the hand or crib that a player declares."""
    view = table.view(seat)
    assert view.starter is not None
    if view.shown is not None:
        return show_total(view.shown[2], view.starter, crib=view.shown[1] == "crib")
    return show_total(tuple(card for player, card in view.played if player == seat), view.starter)


def _named(card: Card, text: str) -> bool:
    """Return whether a text names a card, in symbols, in words, or as the bot stores it."""
    rank, suit = str(card).replace("T", "10")[:-1], str(card)[-1]
    sign = _SUITS[suit]
    ways = (
        rf"(?<![0-9A-Za-z]){rank}(?:{sign}|\\u{ord(sign):04x})",
        rf"(?<![0-9a-z]){formatting.card_name(card)}",
        rf'(?<=["-]){card}(?=["\\-])',
    )
    return any(re.search(way, text, re.IGNORECASE if " of " in way else 0) for way in ways)


def _hands(text: str) -> set[str]:
    """Return the pictures of hands that a page knows."""
    return set(re.findall("hand-[0-9a-f]{16}", text))


async def play(room: Room) -> None:
    """Play a whole game in the channel, from the invitation to its result."""
    await room.ann.command("play", opponent="Ben", counting="I count")
    await room.both_shoot("01-invitation")
    await room.ben.press("Accept")
    await room.both_shoot("02-game-begins")
    await room.ann.press("My hand")
    await room.ben.press("My hand")
    await room.both_shoot("03-hands")
    await room.look_for_secrets()
    await room.take_turn(shoot="04-laying-away")
    await room.look_for_secrets()
    await room.take_turn()
    for card in range(_MOST_TURNS):
        table = room.table
        assert table is not None
        if table.view(None).stage != "play":
            break
        await room.look_for_secrets()
        if card in {2, 5}:
            await room.both_shoot(f"05-play-{card}")
        await room.take_turn()
    await room.both_shoot("06-show")
    await room.take_turn(add=2, shoot="07-declaring")
    await room.both_shoot("08-verdict")
    await _play_out(room, "09-next-deal")
    await room.both_shoot("10-result")


async def _play_out(room: Room, shoot: str) -> None:
    """Play to the end of the game, with a screenshot in the play of the second deal, which still shows the first."""
    for _ in range(_MOST_TURNS):
        table = room.table
        if table is None or (view := table.view(None)).stage == "over":
            return
        if shoot and view.deal == 2 and len(view.series) > 1:
            await room.both_shoot(shoot)
            shoot = ""
        await room.take_turn()


async def challenge(room: Room) -> None:
    """Play a deal in which the opponent checks the counts."""
    await room.ann.command("play", opponent="Ben", counting="I count", preset="britannica")
    await room.ben.shoot("20-challenge-invitation")
    await room.ben.press("Accept")
    await room.ann.press("My hand")
    await room.ben.press("My hand")
    await room.take_turn()
    await room.take_turn()
    await room.take_turn(shoot="21-points-of-a-card")
    await room.both_shoot("22-window-in-the-play")
    for _ in range(_MOST_TURNS):
        table = room.table
        assert table is not None
        if "declare" in _offered(table, table.view(None).waiting_on[0]):
            break
        await room.take_turn()
    await room.both_shoot("23-challenge-show")
    await room.take_turn(add=2)
    await room.both_shoot("24-window-in-the-show")
    table = room.table
    assert table is not None
    await room.at(table, table.view(None).waiting_on[0]).press("Too many")
    await room.both_shoot("25-challenged")
    await room.ann.command("resign")
    await room.ann.shoot("26-resigning")
    await room.ann.press("Resign the game")
    await room.both_shoot("27-resigned")


async def league(room: Room) -> None:
    """Play a league from its creation to its table."""
    await room.ann.command("league create", name="Winter")
    await room.both_shoot("40-league-made")
    await room.ann.command("league join")
    await room.ben.command("league join")
    for mine, theirs in ((121, 88), (104, 121), (121, 117)):
        await room.ann.command("league enter", opponent="Ben", mine=str(mine), theirs=str(theirs))
        if mine < theirs:
            await room.ben.shoot("41-league-result-to-confirm")
        await _confirm(room.ben)
    await room.ben.shoot("42-league-result-confirmed")
    for number, (name, options) in enumerate(_OF_A_LEAGUE, 43):
        await room.ann.command(f"league {name}", **options)
        await room.ann.shoot(f"{number}-league-{name}", whole=name == "table")


async def _confirm(person: Browsing) -> None:
    """Confirm until nothing is left to confirm: a press that comes while the page is drawn again is lost."""
    for _ in range(_TRIES):
        await person.press("Confirm")
        if not await person.sees("Confirm"):
            return


_OF_A_LEAGUE: Final = (
    ("table", {}),
    ("player", {}),
    ("ratings", {}),
    ("fixtures", {}),
    ("history", {}),
    ("play", {"opponent": "Ann"}),
    ("enter", {"opponent": "Ben", "mine": "121", "theirs": "121"}),
)
"""The last two are mistakes."""


async def ask(room: Room) -> None:
    """Ask every kind of question, and make a mistake."""
    for number, (name, command, options) in enumerate(_ASKED, 30):
        await room.ann.command(command, **options)
        await room.ann.shoot(f"{number}-{name}")


_ASKED: Final = (
    ("help", "help", {}),
    ("rules", "rules", {"preset": "britannica"}),
    ("law", "law", {"law": "19"}),
    ("score", "score", {"hand": "5h 5d 5c js 5s"}),
    ("mistake", "score", {"hand": "5h 5h 5c js 5s"}),
    ("no-game", "hand", {}),
    ("practice", "practice", {}),
)


_SCENES: Final = {scene.__name__: scene for scene in (play, challenge, ask, league)}


@asynccontextmanager
async def room_in(folder: Path, launch: Any) -> AsyncIterator[Room]:
    """Return the bot over a new database, with Ann on a phone and Ben on a desktop computer."""
    with tempfile.TemporaryDirectory(prefix="cribbage-looks-") as kept:
        bot = client(Path(kept) / "cribbage.db", robot_pace=0.3)
        try:
            async with simcord.run(bot, settle_timeout=0.5, check_errors=False) as env:
                said: asyncio.Queue[str] = asyncio.Queue()
                serving = asyncio.create_task(_serve(env, _free_port(), dm=False, say=said.put_nowait))
                url = re.findall(r"http://\S+", await said.get())[0]
                async with launch() as browser:
                    ann, ben = [
                        Browsing(await (await browser.new_context(bypass_csp=True)).new_page(), name, size, folder)
                        for name, size in (("Ann", "phone"), ("Ben", "desktop"))
                    ]
                    await ann.open(url)
                    await ben.open(url)
                    yield Room(bot, ann, ben)
                serving.cancel()
        finally:
            await bot.close()


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


async def look(folder: Path, scenes: Iterable[str], playwright: Any) -> int:
    """Save screenshots of these scenes; returns 1 if a page was sent a secret card."""

    @asynccontextmanager
    async def launch() -> AsyncIterator[Any]:
        async with playwright() as driver:
            browser = await driver.chromium.launch(
                executable_path=shutil.which("chromium"),
                args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
            )
            yield browser
            await browser.close()

    async with room_in(folder, launch) as room:
        try:
            for scene in scenes:
                await _SCENES[scene](room)
        except Exception:
            await room.ann.fail()
            await room.ben.fail()
            raise
        for leak in dict.fromkeys(room.leaks):
            print(leak)
        print(f"Looked {room.looked} times for hidden cards in the other's page: {len(room.leaks)} found.")
        return 1 if room.leaks else 0


def main(arguments: list[str]) -> int:
    """Play the scenes and save the screenshots."""
    try:
        from playwright.async_api import async_playwright
    except ImportError:
        print("Install Playwright first, and Chromium as Debian has it: pip install playwright.")
        return 2
    folder = Path(arguments[0] if arguments else "looks")
    folder.mkdir(parents=True, exist_ok=True)
    return asyncio.run(look(folder, arguments[1:] or _SCENES, async_playwright))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
