"""A person at the sandbox page in Chromium: plays whole games by what is on the screen, and notes every lost press."""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import time
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

SIZES: Final = {"phone": (390, 844, 2), "desktop": (1280, 900, 1)}
"""How wide and high a screen is, and how many pixels each of those has across."""

PATIENCE: Final = 30.0
"""Seconds after which a press or a robot is held to hang."""

_MILLISECONDS: Final = 1_000 * PATIENCE
_REACH: Final = 20_000

_LOOK: Final = """() => ({
  form: document.querySelector("#form").open,
  articles: [...document.querySelectorAll("article")].map(one => ({
    id: one.getAttribute("key"), private: one.classList.contains("private"), text: one.innerText,
    menus: one.querySelectorAll(".menu:has(input:enabled)").length,
    buttons: [...one.querySelectorAll("button[data-press]")].map(button => ({
      id: button.dataset.press, label: button.innerText.trim(), off: button.disabled, style: button.className})),
  })),
  unread: [...document.querySelectorAll("#tabs .unread")].map(one => one.dataset.tab),
})"""
"""What is on the screen."""

_SEEN: Final = """of => {
  const text = one => one.outerHTML.replaceAll(" busy", "");
  return {form: document.querySelector("#form").open, notice: document.querySelector("#notice").innerText,
    own: of ? text(document.querySelector("#m" + of) || document.body) : "",
    private: [...document.querySelectorAll("article.private")].map(one => of ? one.id : text(one)).join(),
    all: of ? "" : [...document.querySelectorAll("article")].map(text).join()};
}"""
"""What a press may change: the message that was pressed, or what only this person sees; all of it after a command."""

_MOVES: Final = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"^i count$",
        r"^continue",
        r"^(discard|lay away)",
        r"^play ",
        r"^(say )?.?go\b",
        r"^(declare|count)\b",
        r"^\d+$",
        r"^(nothing|0)$",
        r"^(accept|satisfied)",
        r"^(stop|leave|stand|next deal|start|deal)\b",
    )
]
"""The buttons that bring a game forward, the first choice first."""

_DISCARD: Final = re.compile(r"^(discard|lay away)", re.IGNORECASE)
_CARD: Final = re.compile(r"^(10|[2-9AJQK])\s*\W*$")
_OVER: Final = re.compile(r"\bwins\b.*\d|\bwon\b.*\d|rematch|play again", re.IGNORECASE)


def chromium() -> str | None:
    """Return the path of a Chromium on this machine, Playwright's own included; None if there is none."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if (path := shutil.which(name)) is not None:
            return path
    own = sorted(Path.home().glob(".cache/ms-playwright/chromium-*/chrome-linux*/chrome"))
    return str(own[-1]) if own else None


@asynccontextmanager
async def open_browser() -> Any:
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            yield browser
        finally:
            await browser.close()


@dataclass
class Visitor:
    """One person's page. ``pace`` are the least and the most seconds between two presses."""

    browser: Any
    url: str
    name: str
    size: str = "desktop"
    pace: tuple[float, float] = (0.3, 2.0)
    seed: int = 0
    scale: int = 0
    """How many pixels of a picture each pixel of the page has across; 0 for what is usual at this size."""
    page: Any = None
    presses: int = 0
    games: int = 0
    gone: int = 0
    """Buttons that went away before they were reached."""
    lost: list[str] = field(default_factory=list)
    """Each press that had no effect, with what was pressed."""
    broken: list[str] = field(default_factory=list)
    """Each request that failed, and each error of the page."""
    heard: list[str] = field(default_factory=list)
    """What the page was sent, if ``keep`` is set."""
    keep: bool = False
    _random: random.Random = field(default_factory=random.Random)
    _toggled: set[str] = field(default_factory=set)
    _answered: int = 0
    _reading: set[asyncio.Task[None]] = field(default_factory=set)

    async def open(self, where: str = "") -> None:
        self._random.seed(self.seed)
        width, height, scale = SIZES[self.size]
        context = await self.browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=self.scale or scale,
            has_touch=self.size == "phone",
            is_mobile=self.size == "phone",
        )
        self.page = page = await context.new_page()
        page.on("console", lambda one: one.type == "error" and self.broken.append(f"console: {one.text}"))
        page.on("pageerror", lambda error: self.broken.append(f"page: {error}"))
        page.on("requestfailed", self._note_failure)
        page.on("requestfinished", self._count_answers)
        page.on("response", self._note_response)
        await page.goto(f"{self.url}?as={self.name}{where and f'&in={where}'}")
        await page.locator("#tabs button").first.wait_for(timeout=_MILLISECONDS)

    def _note_failure(self, request: Any) -> None:
        # The page gives up its question for news when it goes to another channel, and a picture that has been replaced.
        if "ERR_ABORTED" not in str(request.failure):
            self.broken.append(f"{request.url}: {request.failure}")

    def _note_response(self, response: Any) -> None:
        if response.status >= 400:
            self.broken.append(f"{response.status} {response.url}")
        if self.keep and "json" in response.headers.get("content-type", ""):
            task = asyncio.ensure_future(self._read(response))
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)

    async def _read(self, response: Any) -> None:
        with suppress(Exception):  # the page went elsewhere meanwhile
            self.heard.append(await response.text())

    def _count_answers(self, request: Any) -> None:
        self._answered += request.method == "POST" and "/complete" not in request.url

    # Whole games.

    async def play_game(self, command: str = "/play robot:club") -> None:
        """Start a game against a robot and play it to its end. Raises ``AssertionError`` if it stops before."""
        known = {one["id"] for one in (await self._look())["articles"]}
        await self.command(command)
        at, waited_for = time.monotonic(), ""
        while True:
            seen = await self._look()
            mine = [one for one in seen["articles"] if one["id"] not in known]
            if any(self.name in one["text"] and _OVER.search(one["text"]) for one in mine):
                self.games += 1
                return
            if await self._move(seen, mine):
                at = time.monotonic()
                continue
            if (now := str(seen)) != waited_for:
                at, waited_for = time.monotonic(), now
            if time.monotonic() - at > PATIENCE:
                raise AssertionError(f"{self.name}: nothing moves any more:\n{mine[-2:]}")
            await asyncio.sleep(0.1)

    async def step(self) -> bool:
        """Press what brings a game on the screen forward, if anything does; return whether something was pressed."""
        seen = await self._look()
        return await self._move(seen, seen["articles"])

    async def everything(self) -> str:
        """Return everything that the page was sent, and what the page made of it."""
        if self._reading:
            await asyncio.wait(self._reading, timeout=1)
        return "\n".join([*self.heard, await self.page.content()])

    async def _look(self) -> Any:
        return await self.page.evaluate(_LOOK)

    async def _move(self, seen: Any, mine: Any) -> bool:
        """Press what brings the game forward, if anything does; return whether something was pressed."""
        if seen["form"]:
            await self._fill_in("0")
            return True
        panel = next((one for one in reversed(mine) if self._choices(one)), None)
        if panel is not None:
            await self._press_in(panel)
            return True
        if not any(one["private"] and one["buttons"] for one in mine):
            for table in (one for one in reversed(mine) if self.name in one["text"]):
                for button in table["buttons"]:
                    if button["label"] == "My hand":
                        await self.press(table["id"], button["id"])
                        return True
            if seen["unread"]:
                await self.page.locator(f"#tabs [data-tab='{seen['unread'][-1]}']").click()
                await asyncio.sleep(0.5)
                return True
        return False

    def _choices(self, article: Any) -> list[Any]:
        """Return what can be pressed in a message to bring the game forward, the best first."""
        live = [one for one in article["buttons"] if not one["off"]]
        found = [one for move in _MOVES for one in live if move.search(one["label"])]
        waits = any(_DISCARD.search(one["label"]) and one["off"] for one in article["buttons"])
        if waits and article["menus"]:
            return [{"menu": True}]
        if waits or not found:
            cards = [one for one in live if _CARD.search(one["label"])]
            found = cards + found if waits else cards
        return found

    async def _press_in(self, panel: Any) -> None:
        choices = self._choices(panel)
        if choices[0].get("menu"):
            await self._choose_cards(panel["id"])
            return
        fresh = [one for one in choices if one["id"] not in self._toggled] or choices
        chosen = fresh[0]
        if any(_DISCARD.search(one["label"]) and one["off"] for one in panel["buttons"]):
            self._toggled.add(chosen["id"])
        else:
            self._toggled.clear()
        await self.press(panel["id"], chosen["id"])

    async def _choose_cards(self, message: str) -> None:
        menu = self.page.locator(f"#m{message} .menu")
        for box in (await menu.locator("input").all())[:2]:
            await box.check(timeout=_MILLISECONDS)
        await self._do(menu.locator("button"), "the menu", message)

    async def _fill_in(self, text: str) -> None:
        for line in await self.page.locator("#form input, #form textarea").all():
            await line.fill(text)
        await self._do(self.page.locator("#form button[type=submit]"), "Submit")

    # Single actions.

    async def command(self, text: str) -> None:
        await self.page.fill("#write", text)
        await self._do(self.page.locator("#composer button[type=submit]"), text)

    async def press(self, message: str, custom_id: str) -> None:
        await self._do(self.page.locator(f'#m{message} [data-press="{custom_id}"]'), custom_id, message)

    async def press_label(self, *labels: str) -> None:
        name = re.compile("^(" + "|".join(map(re.escape, labels)) + ")$")
        button = self.page.locator("article").get_by_role("button", name=name).last
        await button.wait_for(timeout=_MILLISECONDS)
        await self._do(button, str(labels))

    async def go_to_thread(self) -> None:
        tab = self.page.locator("#tabs button").filter(has_text="🧵").last
        await tab.click(timeout=_MILLISECONDS)
        await self.page.locator("#tabs .chosen").filter(has_text="🧵").wait_for(timeout=_MILLISECONDS)

    async def _do(self, button: Any, what: str, message: str = "") -> None:
        """Press as a person does, and note the press as lost unless it was answered and something changed for it.

        A button that goes away before it is reached was not pressed.
        """
        await asyncio.sleep(self._random.uniform(*self.pace))
        before, answered = await self.page.evaluate(_SEEN, message), self._answered
        try:
            if self.size == "phone":
                await button.tap(timeout=_REACH)
            else:
                await button.click(delay=self._random.randint(20, 120), timeout=_REACH)
        except Exception:
            if await button.count() and await button.is_enabled():
                raise
            self.gone += 1
            return
        self.presses += 1
        failure = "was never answered"
        try:
            await self._wait(lambda: self._is_answered(answered))
            failure = "was answered, and nothing changed"
            await self._wait(lambda: self._has_changed(before, message))
        except TimeoutError:
            text = await self.page.locator("#messages").inner_text()
            self.lost.append(f"{self.name} pressed {what}, which {failure}:\n{text[-400:]}")

    async def _is_answered(self, before: int) -> bool:
        return self._answered > before

    async def _has_changed(self, before: Any, message: str) -> bool:
        now = await self.page.evaluate(_SEEN, message)
        opened = now.pop("form") and not before["form"]
        return opened or ("did not answer" not in now["notice"] and any(now[key] != before[key] for key in now))

    async def _wait(self, condition: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            while not await condition():  # noqa: ASYNC110 - what it waits for happens in the browser
                await asyncio.sleep(0.02)

    # Pictures of the page.

    async def shoot(self, path: Path, *, size: str | None = None) -> None:
        """Save a screenshot of the page, at another size if one is given."""
        width, height, _ = SIZES[size or self.size]
        await self.page.set_viewport_size({"width": width, "height": height})
        await self._await_pictures()
        await self.page.screenshot(path=str(path))

    async def shoot_message(self, path: Path, *, width: int = SIZES["phone"][0]) -> None:
        """Save the newest message that has a picture in its full height, on a page of this width."""
        await self.page.set_viewport_size({"width": width, "height": 2_000})
        await self._await_pictures()
        await self.page.locator("article:has(img.picture)").last.screenshot(path=str(path))

    async def _await_pictures(self) -> None:
        with suppress(Exception):  # a picture that does not come is to be seen too
            await self.page.wait_for_function(
                "[...document.images].every(one => one.complete && one.naturalWidth)", timeout=3_000
            )
