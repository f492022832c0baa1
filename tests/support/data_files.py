"""Files of data beside the tests that read them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def data_beside(test: str) -> dict[str, Any]:
    """Return what ``test_settings.toml`` holds for ``test_settings.py``: what is given and what must come of it."""
    return tomllib.loads(Path(test).with_suffix(".toml").read_text(encoding="utf-8"))
