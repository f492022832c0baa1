"""Python as a process of its own, as the bot's programs run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.support.paths import ROOT


def run_python(
    *arguments: str, cwd: Path | None = None, text: str | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments, and this text as its standard input, until it ends."""
    return subprocess.run(
        [sys.executable, *arguments],
        input=text,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        timeout=240,
        check=False,
    )
