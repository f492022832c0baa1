"""Breaks made on purpose, and whether the tests that concern each notice it: the power of the tests, measured.

``python -m tests.support.breaks`` makes every break in a copy of the checkout, one after the other, runs the tests that
``python -m tests.check --quick`` would run, 60 seconds at most, and lists the breaks that none of them noticed. With
words it makes only the breaks in files whose path has one of them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.support.concerned import concerned_by
from tests.support.paths import ROOT

WITHIN: Final = 60.0
"""The most seconds that the tests of one break may take."""

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


BREAKS: Final[tuple[Break, ...]] = ()


@dataclass(frozen=True)
class Outcome:
    """What the tests said of a break."""

    made: Break
    seconds: float
    said: str
    is_caught: bool


def try_break(made: Break) -> Outcome:
    """Make a break in a copy of the checkout and run the tests that concern its file."""
    began = time.monotonic()
    with TemporaryDirectory(prefix="cribbage-break-") as folder:
        copy = Path(folder) / "checkout"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache"))
        broken = copy / made.path
        text = broken.read_text(encoding="utf-8")
        if text.count(made.right) != 1:
            return Outcome(made, 0.0, "the text to break does not stand there exactly once", is_caught=False)
        broken.write_text(text.replace(made.right, made.wrong), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--tb=no"]
        files = map(str, concerned_by([Path(made.path)], copy).run)
        try:
            done = subprocess.run(
                [*command, *files],
                cwd=copy,
                env={**os.environ, "PYTHONPATH": str(copy)},
                timeout=WITHIN,
                capture_output=True,
                text=True,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Outcome(made, time.monotonic() - began, f"nothing within {WITHIN:.0f} s", is_caught=False)
    said = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    is_caught = done.returncode == 1 and bool(said)
    return Outcome(made, time.monotonic() - began, (said or done.stdout.splitlines()[-1:] or [""])[0], is_caught)


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
