"""Breaks made on purpose, and whether the tests that concern each notice it: the power of the tests, measured.

``python -m tests.support.breaks`` makes every break in a copy of the checkout, one after the other, runs the tests that
``python -m tests.check --quick`` would run, 60 seconds at most, and lists the breaks that none of them noticed. With
words it makes only the breaks in files whose path has one of them.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Timer
from typing import Final

from tests.support.concerned import concerned_by
from tests.support.paths import ROOT

WITHIN: Final = 60
"""The most seconds of a processor that the tests of one break may take: what else the machine does makes no difference.

On a machine with nothing else to do they are about those of a clock.
"""

PATIENCE: Final = 300.0
"""The most seconds of a clock, for tests that wait for something."""

AT_ONCE: Final = 2


@dataclass(frozen=True)
class Break:
    """A change of one place in a file that makes the bot wrong."""

    path: str
    right: str
    """The text that stands there, exactly once."""
    wrong: str
    harm: str
    """What people would notice."""


BREAKS: Final = tuple(
    Break(**one) for one in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["break"]
)
"""The breaks of ``breaks.toml``."""


@dataclass(frozen=True)
class Outcome:
    made: Break
    seconds: float
    said: str
    is_caught: bool


def try_break(made: Break) -> Outcome:
    """Make a break in a copy of the checkout and run the tests that concern its file."""
    with TemporaryDirectory(prefix="cribbage-break-") as folder:
        copy = Path(folder) / "checkout"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", ".*_cache"))
        broken = copy / made.path
        text = broken.read_text(encoding="utf-8")
        if text.count(made.right) != 1:
            return Outcome(made, 0.0, "the text to break does not stand there exactly once", is_caught=False)
        broken.write_text(text.replace(made.right, made.wrong), encoding="utf-8")
        begun = text[: text.index(made.right)].count("\n") + 1
        lines = range(begun, begun + 1 + made.right.rstrip().count("\n"))
        return _run(made, concerned_by({Path(made.path): lines}).run, copy)


def _run(made: Break, tests: Sequence[str], copy: Path) -> Outcome:
    pytest = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--tb=no"]
    with TemporaryFile("w+", encoding="utf-8") as output:
        process = subprocess.Popen(
            ["sh", "-c", f'ulimit -t {WITHIN}; exec "$@"', "sh", *pytest, *tests],
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy)},
            stdout=output,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        impatient = Timer(PATIENCE, os.killpg, (process.pid, signal.SIGKILL))
        impatient.start()
        _, status, used = os.wait4(process.pid, 0)
        impatient.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        told = output.read().splitlines()
    said = [line for line in told if line.startswith(("FAILED", "ERROR"))]
    is_caught = process.returncode == 1 and bool(said)
    seconds = used.ru_utime + used.ru_stime
    return Outcome(made, seconds, (said or told[-1:] or ["nothing in time"])[0], is_caught)


def main(words: list[str]) -> int:
    """Make the breaks and print what was said of each; returns 1 if more than one was not noticed."""
    chosen = [one for one in BREAKS if not words or any(word in one.path for word in words)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        missed = 0
        for outcome in pool.map(try_break, chosen):
            missed += not outcome.is_caught
            state = "caught" if outcome.is_caught else "MISSED"
            print(f"{state} in {outcome.seconds:4.0f} s  {outcome.made.path}: {outcome.made.harm}", flush=True)
            print(f"    {outcome.said[:160]}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} caught")
    return int(missed > 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
