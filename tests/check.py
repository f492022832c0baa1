"""The checks that CI runs before the tests: format, lint, types, imports, translations and benchmarks.

``python -m tests.check`` runs them; with ``--quick`` it also runs the tests that concern what is not committed yet, or
what differs from the commit that follows: ``python -m tests.check --quick main``.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from tests.support.concerned import changed_lines, concerned_by

ROOT = Path(__file__).parent.parent
CHECKS = (
    ("format", ["ruff", "format", "--check", "."]),
    ("lint", ["ruff", "check", "."]),
    ("types", ["mypy"]),
    ("imports", ["lint-imports"]),
    ("translations", ["cribbage-bot", "translations", "check"]),
    # Nothing else imports them, so a name that moved would be missed.
    ("benchmarks", ["pytest", "-q", "-n", "0", "--collect-only", "tests/benchmarks"]),
)


def main(arguments: list[str]) -> int:
    """Run every check at once and show the output of those that fail; returns 1 if any failed."""
    begun = [(name, subprocess.Popen(_found(command), cwd=ROOT, **_CAPTURED)) for name, command in CHECKS]
    failed = [name for name, process in begun if not _passes(name, process)]
    if arguments[:1] == ["--quick"] and not run_concerned(*arguments[1:]):
        failed.append("tests")
    return 1 if failed else 0


def run_concerned(base: str = "HEAD") -> bool:
    """Run the tests that concern what was changed, and say how many more there are; returns whether they pass."""
    began = time.monotonic()
    chosen = concerned_by(changed_lines(base))
    if not chosen.run:
        print("tests: nothing that was changed has tests")
        return True
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", *map(str, chosen.run)], cwd=ROOT, check=False)
    print(
        f"tests: {len(chosen.run)} of the likeliest in {time.monotonic() - began:.0f} s; left out: {chosen.left_out} "
        "of the same files, and all others. CI runs everything."
    )
    return done.returncode == 0


_CAPTURED = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}


def _found(command: list[str]) -> list[str]:
    return [str(Path(sys.executable).with_name(command[0])), *command[1:]]


def _passes(name: str, process: subprocess.Popen[str]) -> bool:
    told, _ = process.communicate()
    print(f"{name}: {'ok' if process.returncode == 0 else 'FAILED'}", flush=True)
    if process.returncode:
        print(told, flush=True)
    return process.returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
