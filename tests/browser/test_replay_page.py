"""The page that replays a game, in Chromium on a phone and on a desktop: buttons, keys, slider and deals."""

from random import Random

import pytest

pytest.importorskip("playwright", reason='needs Playwright: pip install -e ".[dev]"')

from bot.progress.reviews import notes_of
from bot.render.replay import replay_page, steps
from bot.tables.robot_games import play_games
from engine.analysis.game_review import decisions_of, judge_game
from engine.course import Course
from tests.support.browser import SIZES, chromium, open_browser

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(chromium() is None, reason="needs Chromium: apt-get install chromium"),
]

_EVERY_STEP = """() => {
  const slider = document.getElementById("slider"), seen = [];
  for (let step = 0; step <= slider.max; step++) {
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
    const top = document.getElementById("forward").getBoundingClientRect().top;
    seen.push([document.getElementById("text").innerText, document.documentElement.scrollWidth > innerWidth, top]);
  }
  return seen;
}"""
"""The sentence of each step, whether it is wider than the screen, and where the buttons are."""


@pytest.mark.parametrize(
    ("preset", "players", "size"), [("house", 2, "phone"), ("crib-derby", 3, "desktop"), ("britannica", 4, "phone")]
)
async def test_a_game_is_watched_step_by_step(tmp_path, preset, players, size):
    (record,) = play_games(1, preset=preset, players=players, seed="page", miscount=0.2)
    told = list(steps(record))
    path = tmp_path / "game.html"
    path.write_text(replay_page(record), encoding="utf-8")
    width, height, _ = SIZES[size]
    async with open_browser() as browser:
        page = await browser.new_page(viewport={"width": width, "height": height})
        faults, requests = [], []
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.on("request", lambda request: requests.append(request.url))
        await page.goto(path.as_uri())

        async def sentence():
            return await page.inner_text("#text")

        assert await sentence() == told[0]["text"]
        await page.click("#forward")
        assert await sentence() == told[1]["text"]
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press("ArrowLeft")
        assert await sentence() == told[2]["text"]
        await page.fill("#slider", str(len(told) // 2))
        assert await sentence() == told[len(told) // 2]["text"]
        await page.select_option("#deal", "2")
        assert (await sentence()).startswith("Deal 2:")
        seen = await page.evaluate(_EVERY_STEP)
        assert [text for text, _, _ in seen] == [step["text"] for step in told]
        assert [text for text, too_wide, _ in seen if too_wide] == []
        assert len({top for _, _, top in seen}) == 1
        await page.click("#last")
        board = await page.get_attribute("#board", "aria-label")
        assert all(str(score) in board for score in told[-1]["scores"])
        assert faults == []
        assert [url for url in requests if not url.startswith(("file:", "data:"))] == []


@pytest.mark.parametrize("size", ["phone", "desktop"])
async def test_the_review_of_a_player_stands_at_their_steps(tmp_path, size):
    (record,) = play_games(1, seed="page", levels=("easy", "club"))
    seen = {one.place: one for one in decisions_of(Course(record.events, record.rules), 0)}
    notes = notes_of(judge_game(Course(record.events, record.rules), 0, Random(1).random), seen)
    mistakes = [note.text for note in notes.values() if note.is_mistake]
    path = tmp_path / "game.html"
    path.write_text(replay_page(record, notes), encoding="utf-8")
    width, height, _ = SIZES[size]
    async with open_browser() as browser:
        page = await browser.new_page(viewport={"width": width, "height": height})
        await page.goto(path.as_uri())
        assert not await page.is_visible("#note")
        for number, mistake in enumerate(mistakes):
            await (page.keyboard.press("m") if number % 2 else page.click("#mistake"))
            assert await page.inner_text("#note") == f"Review: {mistake}"
        shown = await page.evaluate(_EVERY_STEP.replace('"text")', '"note")'))
        assert [text for text, *_ in shown if text] == [f"Review: {note.text}" for note in notes.values()]
        assert [text for text, too_wide, _ in shown if too_wide] == []


async def test_without_a_review_there_is_no_button_for_mistakes(tmp_path):
    (record,) = play_games(1, seed="page", target=61)
    path = tmp_path / "game.html"
    path.write_text(replay_page(record), encoding="utf-8")
    async with open_browser() as browser:
        page = await browser.new_page()
        await page.goto(path.as_uri())
        assert not await page.is_visible("#mistake")
