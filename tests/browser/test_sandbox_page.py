"""People play whole games against robots on the sandbox page in Chromium, at a human pace, and no press is lost."""

import asyncio
import os
import re
import signal
import socket
import sys
from itertools import cycle

import pytest

pytest.importorskip("playwright", reason='needs Playwright: pip install -e ".[dev]"')

from bot.sandbox.page import PEOPLE
from tests.support.browser import Visitor, chromium, open_browser

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(chromium() is None, reason="needs Chromium: apt-get install chromium"),
]

COMMANDS = ("/play robot:club", "/play robot:easy")
GAMES = int(os.environ.get("BROWSER_GAMES", "20"))
PACE = tuple(float(seconds) for seconds in os.environ.get("BROWSER_PACE", "0.3,2").split(","))


@pytest.fixture
async def address():
    """The address of a sandbox in a process of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "bot", "sandbox", "--port", str(port)]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        line = (await process.stdout.readline()).decode()
        yield re.search(r"http://\S+", line)[0]
    finally:
        process.send_signal(signal.SIGINT)
        assert await process.wait() == 0


async def test_robot_games_end_and_no_press_is_lost(address):
    """Several people play at once, on a desktop and on a phone."""
    count = min(len(PEOPLE), GAMES)
    async with open_browser() as browser:
        visitors = [
            Visitor(browser, address, name, ("desktop", "phone")[n % 2], PACE, seed=n)
            for n, name in enumerate(PEOPLE[:count])
        ]
        commands = iter([command for command, _ in zip(cycle(COMMANDS), range(GAMES))])

        async def play(visitor):
            await visitor.open()
            for command in commands:
                await visitor.play_game(command)

        await asyncio.gather(*map(play, visitors))
    print({visitor.name: (visitor.size, visitor.games, visitor.presses) for visitor in visitors})
    assert [lost for visitor in visitors for lost in visitor.lost] == []
    assert [broken for visitor in visitors for broken in visitor.broken] == []
    assert sum(visitor.games for visitor in visitors) == GAMES


async def test_a_phrase_can_be_chosen_again_and_a_new_choice_stays(address):
    async with open_browser() as browser:
        ann, ben = [Visitor(browser, address, name, "phone", (0.0, 0.1)) for name in ("Ann", "Ben")]
        await ann.open()
        await ben.open()
        await ann.command("/play opponent:Ben counting:I count")
        await ben.press_label("Accept")
        await ben.go_to_thread()
        phrases = ben.page.locator("article select").last
        await phrases.select_option(label="Nice hand!")
        await ben.page.get_by_text("Ben: Nice hand!").wait_for()
        await phrases.select_option(label="Nice hand!")
        await ben.page.get_by_text("Wait 10 seconds").wait_for()
        await ben.command("/preferences")
        news = ben.page.locator("article.private select").first
        await news.select_option(index=2)
        await ben.page.get_by_text("League news: in a DM").first.wait_for()
        assert await news.evaluate("one => one.selectedIndex") == 2


async def test_three_people_are_invited_in_a_form_and_a_partner_is_chosen(address):
    async with open_browser() as browser:
        ann = Visitor(browser, address, "Ann", "phone", (0.0, 0.1))
        await ann.open()
        await ann.command("/play more:True counting:I count")
        await ann.press_label("Players")
        for name in ("Ben", "Cy", "Dan"):
            await ann.page.locator("#form label", has_text=name).locator("input").check()
        await ann.page.locator("#form button[type=submit]").click()
        menu = ann.page.locator('select[data-press^="o1:pair"]')
        cy = await menu.locator("option", has_text="Cy is my partner").get_attribute("value")
        await menu.select_option(cy)
        await ann.page.get_by_text("Partners: Ann and Cy against Ben and Dan").first.wait_for()
        await ann.press_label("Start")
        await ann.page.get_by_text("Partners: Ann and Cy against Ben and Dan.").wait_for()
        assert (ann.lost, ann.broken) == ([], [])


async def test_a_press_counts_though_the_page_moves_under_the_finger(address):
    """A picture that comes just then moves the button; a finger that moves away presses nothing."""
    async with open_browser() as browser:
        ann = Visitor(browser, address, "Ann", "desktop", (0.0, 0.1))
        await ann.open()
        await ann.command("/play more:True counting:I count")
        button = ann.page.locator("article").get_by_role("button", name="Players").last

        async def put_down():
            await button.wait_for()
            box = await button.bounding_box()
            await ann.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            await ann.page.mouse.down()

        await put_down()
        await ann.page.mouse.move(20, 400, steps=3)
        await ann.page.mouse.up()
        await asyncio.sleep(0.3)
        assert not await ann.page.locator("#form").evaluate("form => form.open")
        await put_down()
        await button.evaluate("button => { button.closest('article').style.marginBottom = '150px'; toBottom(); }")
        await ann.page.mouse.up()
        await ann.page.locator("#form[open]").wait_for(timeout=5_000)
