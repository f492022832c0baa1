"""The checks that CI runs before the tests: format, lint, types and imports. Run with ``python -m tests.check``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
CHECKS = (
    ("format", ["ruff", "format", "--check", "."]),
    ("lint", ["ruff", "check", "."]),
    ("types", ["mypy"]),
    ("imports", ["lint-imports"]),
)


def main() -> int:
    """Run every check and show the output of those that fail; returns 1 if any failed."""
    failed = []
    for name, command in CHECKS:
        tool = Path(sys.executable).with_name(command[0])
        done = subprocess.run([str(tool), *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
        print(f"{name}: {'ok' if done.returncode == 0 else 'FAILED'}", flush=True)
        if done.returncode:
            print(done.stdout + done.stderr, flush=True)
            failed.append(name)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
