"""People at SimCord's page in Chromium: what they press, type and see, and everything sent to their page."""

from __future__ import annotations

import asyncio
import re
from base64 import b64decode
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

SIZES: Final = {"phone": (390, 844, 2), "desktop": (1280, 900, 1)}
"""How wide and high a screen is, and how many pixels each of those has across."""

_PATIENCE: Final = 8_000
_SHORT: Final = 2_000
_TRIES: Final = 4
_BREATH: Final = 0.5
"""Seconds in which the page hears of what was done."""

_BARE: Final = "#toolbar, #messages-sidebar, #inspector-panel { display: none !important; }"
"""Takes away what belongs to SimCord's page alone."""

_DRAWN: Final = "[...document.images].every(one => one.complete && one.naturalWidth)"

_TALLEST: Final = 3_600


class Browsing:
    """One person's page, shown as large as their screen."""

    def __init__(self, page: Any, name: str, size: str, folder: Path) -> None:
        self.page = page
        self.name = name
        self._size = size
        self._folder = folder
        self._chrome: Any = None
        self._reading: set[asyncio.Task[None]] = set()
        self.sent: list[str] = []
        """The text of everything that the page fetched, the oldest first."""

    async def open(self, url: str) -> None:
        """Load the page and act as this person."""
        self.page.on("response", self._overhear)
        self._chrome = await self.page.context.new_cdp_session(self.page)
        await self.page.goto(url)
        await self._arrive()
        self.forget()

    async def again(self) -> None:
        """Load the page again; a page whose press failed receives no more updates."""
        await self.page.reload()
        await self._arrive()

    async def _arrive(self) -> None:
        await self.page.locator("#viewer-picker option").nth(1).wait_for(state="attached", timeout=_PATIENCE)
        await self.page.select_option("#viewer-picker", label=self.name)
        await asyncio.sleep(_BREATH)
        await self.page.add_style_tag(content=_BARE)
        await self._become(*SIZES[self._size])

    def _overhear(self, response: Any) -> None:
        if "json" in response.headers.get("content-type", ""):
            task = asyncio.ensure_future(self._read(response))
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)

    async def _read(self, response: Any) -> None:
        with suppress(Exception):  # the page was closed, or went elsewhere meanwhile
            self.sent.append(await response.text())

    def forget(self) -> None:
        """Begin to record again from nothing."""
        self.sent.clear()

    async def everything(self) -> str:
        """Return everything that the page was sent, and what the page made of it."""
        if self._reading:
            await asyncio.wait(self._reading, timeout=1)
        return "\n".join([*self.sent, await self.page.content()])

    def _buttons(self, labels: Sequence[str]) -> Any:
        name = re.compile("^(" + "|".join(map(re.escape, labels)) + ")$")
        return self.page.locator("article.channel-message").get_by_role("button", name=name)

    async def press(self, *labels: str) -> None:
        """Press the newest button with one of these labels."""
        await self._buttons(labels).last.click(timeout=2 * _SHORT)
        await asyncio.sleep(_BREATH)

    async def sees(self, *labels: str) -> bool:
        """Return whether a button with one of these labels can be pressed, now or soon."""
        return await self._soon(self._buttons(labels))

    async def sees_menu(self) -> bool:
        """Return whether there is a menu to choose from, now or soon."""
        return await self._soon(self.page.locator(".select-trigger"))

    async def fail(self) -> None:
        """Save what the page shows when something fails, and SimCord's messages about it."""
        await self._keep(f"failed-{self.name}")
        print(await self.page.locator("#action-status").text_content())

    async def _soon(self, parts: Any) -> bool:
        for _ in range(8):
            with suppress(Exception):  # the page was drawn anew meanwhile, without it
                if await parts.count() and await parts.last.is_enabled(timeout=_SHORT):
                    return True
            await asyncio.sleep(0.25)
        return False

    async def choose(self, *labels: str) -> None:
        """Choose from the newest menu. The page closes an open menu when it is drawn again; then it is opened again."""
        for _ in range(_TRIES):
            try:
                await self._choose(labels)
            except Exception as error:
                tried = error
                await self.page.keyboard.press("Escape")
                await asyncio.sleep(_BREATH)
            else:
                return
        raise tried

    async def _choose(self, labels: Sequence[str]) -> None:
        await self.page.locator(".select-trigger").last.click(timeout=_SHORT)
        for label in labels:
            option = self.page.locator(".select-option:visible", has=self.page.get_by_text(label, exact=True))
            if await option.get_attribute("aria-selected", timeout=_SHORT) != "true":
                await option.click(timeout=_SHORT)
        await self.page.get_by_role("button", name="Apply").locator("visible=true").click(timeout=_SHORT)
        await asyncio.sleep(_BREATH)

    async def fill(self, text: str) -> None:
        """Fill in the open form."""
        await self.page.locator("#modal-root input, #modal-root textarea").first.fill(text, timeout=_PATIENCE)

    async def submit(self) -> None:
        """Submit the open form."""
        await self.page.locator("#modal-root").get_by_role("button", name="Submit").click(timeout=_PATIENCE)
        await asyncio.sleep(_BREATH)

    async def say(self, text: str) -> None:
        """Write into the channel."""
        await self.page.fill("#channel-composer-input", text)
        await self.page.click("#send-message")
        await asyncio.sleep(_BREATH)

    async def command(self, name: str, /, **options: str) -> None:
        """Use a slash command, with options chosen by name and typed."""
        box = self.page.locator("#channel-composer-input")
        await box.fill("")
        await box.press_sequentially(f"/{name}", delay=10)
        entry = self.page.locator(".command-entry", has=self.page.get_by_text(f"/{name}", exact=True)).first
        await entry.click(timeout=_PATIENCE)
        for option, value in options.items():
            await self._option(option, value)
        await self.page.keyboard.press("Escape")
        await self.page.click("#send-message")
        await asyncio.sleep(2 * _BREATH)
        if await self.page.locator(".command-context-close").count():  # what was refused stands there still
            await self.page.locator(".command-context-close").click()
            await self.page.locator("#channel-composer-input").fill("")

    async def _option(self, option: str, value: str) -> None:
        field = self.page.locator(".command-pill", has=self.page.get_by_text(option, exact=True)).locator("input")
        if not await field.count():
            await self.page.locator(".command-ghost").click(timeout=_PATIENCE)
            await self.page.locator(".command-suggestion").get_by_text(option, exact=True).click(timeout=_PATIENCE)
        await field.press_sequentially(value, delay=10)
        await asyncio.sleep(_BREATH)
        suggestion = self.page.locator(".command-suggestion", has_text=re.compile(re.escape(value), re.IGNORECASE))
        if await suggestion.count():
            await suggestion.first.click()

    async def shoot(self, name: str, *, whole: bool = False) -> None:
        """Save screenshots of the page at every size; ``whole`` saves one of the whole conversation too."""
        await self.page.mouse.move(0, 0)
        for size, shape in SIZES.items():
            await self._become(*shape)
            await self._keep(f"{name}-{self.name}-{size}")
        if whole:
            width, _, fine = SIZES["phone"]
            height = await self.page.evaluate("document.querySelector('#channel-message-list').scrollHeight")
            await self._become(width, min(height + 200, _TALLEST), fine)
            await self._keep(f"{name}-{self.name}-phone-whole")
        await self._become(*SIZES[self._size])

    async def _become(self, width: int, height: int, fine: int) -> None:
        shape = {"width": width, "height": height, "deviceScaleFactor": fine, "mobile": False}
        await self._chrome.send("Emulation.setDeviceMetricsOverride", shape)
        await asyncio.sleep(0.35)
        await self.page.evaluate(
            "(one => one.scrollTop = one.scrollHeight)(document.querySelector('#channel-timeline'))"
        )
        with suppress(Exception):  # a picture that does not come is to be seen too
            await self.page.wait_for_function(_DRAWN, timeout=_SHORT)
        await asyncio.sleep(0.25)

    async def _keep(self, name: str) -> None:
        """Save a screenshot; Playwright's own would have another size."""
        taken = await self._chrome.send("Page.captureScreenshot", {"format": "png"})
        await asyncio.to_thread((self._folder / f"{name.lower()}.png").write_bytes, b64decode(taken["data"]))
        print(name.lower(), flush=True)
