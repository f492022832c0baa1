"""Where the checkout and its tests stand on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).resolve().parents[1]
ROOT: Final = TESTS.parent
