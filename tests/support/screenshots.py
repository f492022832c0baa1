"""Screenshots: ``python -m tests.support.screenshots FOLDER`` plays in Chromium on the sandbox page and saves them.

The scenes named after the folder are played, or all: play, review, challenge, ask, league, partners, practise. Ann is
on a phone, Ben on a desktop. README's pictures are play, challenge, result and league.png.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bot.app import client
from bot.render.drawing_process import worker_count
from bot.sandbox.page import open_sandbox
from bot.settings import Settings
from bot.tables.table import Table
from bot.ui.core import formatting
from engine.cards import Card
from tests.support.browser import SIZES, Visitor, open_browser

_SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_MOST_STEPS: Final = 600


@dataclass(slots=True)
class Room:
    """The bot, two players with their pages, and the cards that each page must not receive."""

    bot: Any
    ann: Visitor
    ben: Visitor
    folder: Path
    leaks: list[str] = field(default_factory=list)
    cut: str = ""
    looked: int = 0

    @property
    def table(self) -> Table | None:
        tables = self.bot.context.tables._open.values()
        return next((table for table in tables if table.status == "playing"), None)

    async def shoot(self, name: str) -> None:
        """Take a screenshot of both pages, at both sizes."""
        for person in (self.ann, self.ben):
            for size in SIZES:
                await person.shoot(self.folder / f"{name}-{person.name.lower()}-{size}.png", size=size)
        print(name, flush=True)

    async def start(self, number: str, options: str = "") -> None:
        """Let Ben accept Ann's invitation, and both open their hands in the game's thread."""
        await self.ann.command(f"/play opponent:Ben counting:I count{options}")
        await self.shoot(f"{number}-invitation")
        await self.ben.press_label("Accept")
        for person in (self.ann, self.ben):
            await person.go_to_thread()
            await person.press_label("My hand")
        await self.shoot(f"{number}-hands")

    async def play_until(self, stage: str, deal: int = 1, cards: int = 0) -> None:
        """Let both press what is next until a stage of a deal is reached, with so many cards played in it."""
        for _ in range(_MOST_STEPS):
            if self.table is None:
                assert stage == "over", f"the game ended before the {stage} of deal {deal}"
                return
            view = self.table.view(None)
            if (view.deal, view.stage) == (deal, stage) and len(view.played) >= cards:
                return
            await self.look_for_secrets()
            pressed = [await person.step() for person in (self.ann, self.ben)]
            if not any(pressed):
                await asyncio.sleep(0.1)
        raise AssertionError(f"deal {deal} never came to the {stage}")

    async def look_for_secrets(self) -> None:
        """Check that neither page was sent a card that the other player holds or has discarded."""
        table = self.table
        assert table is not None
        self.cut += " ".join(re.findall("Cut for deal: (.*)", await self.ben.page.inner_text("body")))
        for seat in range(table.players):
            owner, other = (self.ann, self.ben) if table.names[seat] == "Ann" else (self.ben, self.ann)
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
    return set(re.findall("hand-[0-9a-f]{16}", text))


async def play(room: Room) -> None:
    await room.start("01")
    await room.play_until("play", cards=2)
    await room.shoot("05-play")
    await room.ann.shoot_message(room.folder / "play.png")
    await room.play_until("show")
    await room.shoot("06-show")
    await room.play_until("lay_away", deal=2)
    await room.shoot("08-verdict")
    await room.play_until("play", deal=2, cards=2)
    await room.shoot("09-next-deal")
    await room.play_until("over", deal=99)
    await room.shoot("10-result")
    await room.ben.shoot_message(room.folder / "result.png")


async def review(room: Room) -> None:
    """Play against a robot in private, and read the review, its deals and the progress."""
    await room.ann.play_game("/play robot:casual")
    for number, label in enumerate(("Review my game", "Show every deal", "Show the review", "Show my progress"), 1):
        await room.ann.press_label(label)
        # Judging a game takes seconds, and the first time a process has to start.
        await asyncio.sleep(8 if number == 1 else 1)
        for size in SIZES:
            await room.ann.shoot(room.folder / f"review-{number}-{size}.png", size=size)
        await room.ann.shoot_message(room.folder / f"review-{number}.png")


async def challenge(room: Room) -> None:
    """Play a deal in which the opponent checks the counts, and challenge one that is too high."""
    await room.start("20", " preset:britannica")
    await room.play_until("play", cards=2)
    await room.shoot("22-window-in-the-play")
    await room.play_until("show")
    await room.shoot("23-challenge-show")
    table = room.table
    assert table is not None
    counts = table.names[table.view(None).waiting_on[0]]
    pone, dealer = (room.ann, room.ben) if counts == "Ann" else (room.ben, room.ann)
    await pone.press_label("13+")
    await pone.press_label("18")  # a hand that is worth so much comes less than once in a hundred deals
    await room.shoot("24-counted")
    await dealer.press_label("Too many")
    await room.shoot("25-challenged")
    await dealer.shoot_message(room.folder / "challenge.png")
    await room.ann.command("/resign")
    await room.shoot("26-resigning")


async def league(room: Room) -> None:
    await room.ann.command("/league create name:Winter")
    await room.shoot("40-league-made")
    await room.ann.command("/league join")
    await room.ben.command("/league join")
    for mine, theirs in ((121, 88), (104, 121), (121, 117)):
        await room.ann.command(f"/league enter opponent:Ben mine:{mine} theirs:{theirs}")
        await room.ben.press_label("Confirm")
    await room.shoot("42-league-result-confirmed")
    for number, command in enumerate(_OF_A_LEAGUE, 43):
        await room.ann.command(f"/league {command}")
        if command == "table":
            await room.ben.shoot_message(room.folder / "league.png", width=700)
        await room.shoot(f"{number}-league-{command.split()[0]}")


_OF_A_LEAGUE: Final = (
    *("table", "player", "ratings", "fixtures", "history"),
    *("play opponent:Ann", "enter opponent:Ben mine:121 theirs:121"),
)
"""The last two are mistakes."""


async def partners(room: Room) -> None:
    """Choose a partner in a game of four, and take the seats that are left with robots."""
    await room.ann.command("/play partner:Ben more:True counting:I count")
    await room.shoot("50-options-of-four")
    await room.ann.press_label("Players")
    await room.shoot("51-form-of-players")
    await room.ann.page.locator("#form button[type=submit]").click()
    await room.ann.press_label("Start")
    await room.shoot("52-invitation-with-open-seats")
    await room.ben.press_label("Accept")
    await room.ann.press_label("Robot instead")
    for person in (room.ann, room.ben):
        await person.go_to_thread()
        await person.press_label("My hand")
    await room.shoot("53-partners-play")


async def practise(room: Room) -> None:
    """Answer a discard and a play, the first cards that are offered, and go on."""
    await room.ann.command("/practice what:discards")
    await room.ann.page.get_by_role("button", name="Discard").wait_for()
    await room.shoot("60-practice-discards")
    for _ in range(2):
        await room.ann.step()
    await room.shoot("61-practice-discards-picked")
    await room.ann.step()
    await room.shoot("62-practice-discards-answer")
    await room.ann.press_label("Next position")
    await room.ann.command("/practice what:plays")
    await room.ann.page.get_by_role("button", name="Play ").last.wait_for()
    await room.shoot("63-practice-plays")
    await room.ann.step()
    await room.shoot("64-practice-plays-answer")


async def ask(room: Room) -> None:
    for number, (name, command) in enumerate(_ASKED, 30):
        await room.ann.command(command)
        await room.shoot(f"{number}-{name}")


_ASKED: Final = (
    ("help", "/help"),
    ("rules", "/rules preset:britannica"),
    ("law", "/law law:19"),
    ("score", "/score hand:5h 5d 5c js 5s"),
    ("discard", "/score hand:4h 5d 5c 6s jd td at 80-85 dealer"),
    ("discard-either", "/score hand:5h 6h 7d 8c js ks at 110-104"),
    ("mistake", "/score hand:5h 5h 5c js 5s"),
    ("no-game", "/hand"),
    ("practice", "/practice"),
)

_SCENES: Final = {scene.__name__: scene for scene in (play, review, challenge, ask, league, partners, practise)}


@asynccontextmanager
async def room_in(folder: Path) -> AsyncIterator[Room]:
    """Return the bot over a new database, with Ann on a phone and Ben on a desktop computer."""
    with tempfile.TemporaryDirectory(prefix="cribbage-screenshots-") as kept:
        bot = client(Settings(database=Path(kept) / "cribbage.db", robot_pace=0.3), drawing_workers=worker_count())
        async with open_sandbox(bot) as sandbox, open_browser() as browser:
            ann, ben = (
                Visitor(browser, sandbox.url, name, size, (0.1, 0.3), scale=2, keep=True)
                for name, size in (("Ann", "phone"), ("Ben", "desktop"))
            )
            await ann.open()
            await ben.open()
            yield Room(bot, ann, ben, folder)


async def look(folder: Path, scenes: Iterable[str]) -> int:
    """Save screenshots of these scenes; returns 1 if a page was sent a secret card or a press was lost."""
    async with room_in(folder) as room:
        try:
            for scene in scenes:
                await _SCENES[scene](room)
        except Exception:
            await room.shoot("failed")
            raise
        wrong = [*dict.fromkeys(room.leaks), *room.ann.lost, *room.ben.lost, *room.ann.broken, *room.ben.broken]
        for line in wrong:
            print(line)
        print(f"Looked {room.looked} times for hidden cards in the other's page: {len(room.leaks)} found.")
        return 1 if wrong else 0


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0] if arguments else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    return asyncio.run(look(folder, arguments[1:] or _SCENES))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
