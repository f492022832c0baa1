"""Workers are real processes: they draw what the bot would draw, are replaced when they die, and never outlive it."""

from __future__ import annotations

import asyncio
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from PIL import Image

from bot.analysis.pool import PoolError, Worker, _send
from bot.i18n.translation import Language, using_language
from bot.render.board import BoardScene, BoardSide
from bot.render.canvas import Palette
from bot.render.drawing_process import draw, drawing_worker
from bot.render.renderer import QueueFull, Renderer
from bot.render.scene import Scene
from bot.render.show import HandScene
from engine.cards import PACK
from tests.support.paths import ROOT
from tests.support.po_files import language
from tests.support.processes import run_python

PATIENCE = 60
WRITTEN = "a process that works for the bot has written:"
BOARD = BoardScene(61, (BoardSide("Ann", 3, 0), BoardSide("Ben", 0, 0)))


@dataclass(frozen=True, slots=True)
class Deadly(Scene):
    """A scene that ends the process that draws it: always, or until a file is there that it writes."""

    once: Path | None = None

    kind = "deadly"
    palette = BOARD.palette

    def draw(self, palette: Palette | None = None) -> Image.Image:
        if self.once is None or not self.once.exists():
            if self.once is not None:
                self.once.touch()
            os._exit(1)
        return BOARD.draw(palette)

    def describe(self, longest: int) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Broken(Deadly):
    """A scene that cannot be drawn, and prints before it fails."""

    def draw(self, palette: Palette | None = None) -> Image.Image:
        print("this must not come between the pictures")
        raise ArithmeticError("no such colour")


@dataclass(frozen=True, slots=True)
class Chatty(Deadly):
    """A scene that writes two lines to the standard error, as a library may, and ends the process."""

    def draw(self, palette: Palette | None = None) -> Image.Image:
        os.write(2, b"not\ngood\n")
        return Deadly.draw(self, palette)


@dataclass(frozen=True, slots=True)
class Endless(Deadly):
    """A scene that says that it is being drawn, and never is."""

    def draw(self, palette: Palette | None = None) -> Image.Image:
        assert self.once is not None
        self.once.touch()
        time.sleep(10 * PATIENCE)
        return BOARD.draw(palette)


@pytest.fixture(scope="module")
def german() -> Language:
    """A language of one word."""
    return language("de", {"START": "Los"})


@pytest.fixture(scope="module")
def worker(german: Language) -> Iterator[Worker]:
    """One worker for all these tests; whatever becomes of its process, it draws the next picture."""
    worker = drawing_worker([german])
    worker.start()
    yield worker
    worker.close()


def pid_of(worker: Worker) -> int:
    assert worker._process is not None
    return worker._process.pid


def test_it_draws_what_this_process_would_draw(worker: Worker) -> None:
    for scene in (BOARD, HandScene(PACK[:6], PACK[6], "Hand")):
        assert draw(worker, scene) == scene.png()


def test_it_draws_in_the_language_of_the_scene(
    worker: Worker, german: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes, call = list[int](), worker.call
    monkeypatch.setattr(worker, "call", lambda function, job: sizes.append(len(job)) or call(function, job))
    with using_language(german):
        scene = BoardScene(BOARD.target, BOARD.sides)
    assert draw(worker, scene) == scene.png() != draw(worker, BOARD) == BOARD.png()
    # The worker has the sentences already.
    assert sizes[0] < sizes[1] + 20


def test_it_warms_up_while_it_has_nothing_to_do_and_does_not_start_again_once_closed(
    tmp_path: Path, at_error: list[str]
) -> None:
    """A practice picture that ends the process proves that it was drawn, and a fault in one is ignored."""
    at_error.append(WRITTEN)
    worker = drawing_worker(warm_up=[Broken(), Deadly(once=tmp_path / "drawn")])
    worker.start()
    assert worker._process is not None
    assert worker._process.wait(PATIENCE) == 1
    assert (tmp_path / "drawn").exists()
    assert draw(worker, BOARD) == BOARD.png()
    worker.close()
    assert worker._process.returncode is not None
    with pytest.raises(PoolError, match="closed"):
        draw(worker, BOARD)
    worker.close()


def test_a_fault_is_told_with_its_trace_and_the_worker_goes_on_until_it_is_killed_and_replaced(
    worker: Worker, at_error: list[str]
) -> None:
    at_error.append(WRITTEN)
    first = pid_of(worker)
    with pytest.raises(ArithmeticError, match="no such colour") as fault:
        draw(worker, Broken())
    assert re.search(r"(?s)Traceback.*in draw.*ArithmeticError: no such colour", fault.value.__notes__[0])
    assert draw(worker, BOARD) == BOARD.png()
    assert pid_of(worker) == first
    os.kill(first, signal.SIGKILL)
    assert draw(worker, BOARD) == BOARD.png()
    assert pid_of(worker) != first


def test_a_picture_is_tried_again_if_its_worker_dies_over_it(worker: Worker, tmp_path: Path) -> None:
    assert draw(worker, Deadly(once=tmp_path / "died")) == BOARD.png()


def test_a_picture_that_kills_twice_is_given_up_and_the_next_is_drawn(
    worker: Worker, caplog: pytest.LogCaptureFixture, at_error: list[str]
) -> None:
    """What a worker has written is one record of the log, at each try."""
    at_error.append(WRITTEN)
    with pytest.raises(PoolError, match="died 2 times"):
        draw(worker, Chatty())
    assert [record.getMessage() for record in caplog.records] == [f"{WRITTEN}\nnot\ngood"] * 2
    assert draw(worker, BOARD) == BOARD.png()


def test_one_whose_picture_nobody_takes_ends_without_a_word() -> None:
    """The bot was killed while the picture was drawn."""
    command = [sys.executable, "-P", "-c", "from bot.analysis.pool import serve; serve()"]
    pipe, environment = subprocess.PIPE, {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        _send(child.stdin, pickle.dumps((None, ())))
        _send(child.stdin, pickle.dumps((os.getpid, ())))
        assert child.wait(PATIENCE) == 0
        assert child.stderr.read() == b""


def test_signals_to_end_are_left_to_the_bot(worker: Worker) -> None:
    draw(worker, BOARD)
    first = pid_of(worker)
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(first, number)
    assert draw(worker, replace(BOARD, target=121)) == replace(BOARD, target=121).png()
    assert pid_of(worker) == first


PARENT = """
import sys
import time
from bot.render.drawing_process import draw, drawing_worker
from tests.bot.render.test_drawing_process import BOARD

worker = drawing_worker()
draw(worker, BOARD)
print(worker._process.pid, flush=True)
sys.stdin.read()
"""


async def test_it_ends_with_the_process_that_started_it() -> None:
    pipe = asyncio.subprocess.PIPE
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PARENT, env=environment, stdin=pipe, stdout=pipe, stderr=pipe
    )
    assert parent.stdout is not None
    pid = int(await asyncio.wait_for(parent.stdout.readline(), PATIENCE))
    os.kill(pid, 0)
    parent.kill()
    _, errors = await asyncio.wait_for(parent.communicate(), PATIENCE)
    assert errors == b""
    assert parent.returncode == -signal.SIGKILL
    async with asyncio.timeout(PATIENCE):
        while is_running(pid):  # noqa: ASYNC110 - another process ends it
            await asyncio.sleep(0.01)


def is_running(pid: int) -> bool:
    """Return whether a process runs; one that has ended may still wait for its parent."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


REFUSED = """
import os
from bot.render.drawing_process import draw, drawing_worker
from tests.bot.render.test_drawing_process import BOARD

try:
    os.nice(1)
except PermissionError:
    worker = drawing_worker()
    print(draw(worker, BOARD) == BOARD.png())
    worker.close()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="filters calls of Linux")
def test_it_draws_where_its_priority_may_not_be_lowered() -> None:
    """As under a unit of systemd that filters ``@resources``."""
    done = run_python("-m", "tests.support.refused_calls", "setpriority", "-c", REFUSED)
    assert (done.stdout, done.stderr) == ("True\n", "")


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the renderer wait for its processes however busy the machine is."""
    monkeypatch.setattr("bot.render.renderer.PATIENCE", PATIENCE)


@pytest.mark.usefixtures("patient")
async def test_the_renderer_draws_in_its_workers_at_once() -> None:
    renderer = Renderer(2)
    scenes = [replace(BOARD, sides=(BoardSide("Ann", score, 0), BoardSide("Ben", 0, 0))) for score in range(1, 7)]
    pictures = await asyncio.gather(*map(renderer.png, scenes))
    assert pictures == [scene.png() for scene in scenes]
    assert len({pid_of(worker) for worker in renderer._workers}) == 2
    renderer.close()


@pytest.mark.usefixtures("patient")
async def test_a_renderer_that_is_closed_refuses_what_its_workers_were_drawing(tmp_path: Path) -> None:
    """Its worker has ended, and neither the picture under way nor the one that waits is left pending."""
    renderer, begun = Renderer(1), tmp_path / "begun"
    asking = [asyncio.create_task(renderer.png(scene)) for scene in (Endless(once=begun), BOARD)]
    while not begun.exists():  # noqa: ASYNC110 - another process does it
        await asyncio.sleep(0.01)
    renderer.close()
    answers = await asyncio.wait_for(asyncio.gather(*asking, return_exceptions=True), PATIENCE)
    assert [type(answer) for answer in answers] == [QueueFull, QueueFull]
    (worker,) = renderer._workers
    assert worker._process is not None
    assert worker._process.returncode is not None
