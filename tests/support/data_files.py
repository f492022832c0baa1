"""Files of data beside the tests that read them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from string import Template
from typing import Any


def data_beside(test: str) -> dict[str, Any]:
    """Return what ``test_settings.toml`` holds for ``test_settings.py``: what is given and what must come of it."""
    return tomllib.loads(Path(test).with_suffix(".toml").read_text(encoding="utf-8"))


def statements_beside(test: str, **values: object) -> list[str]:
    """Return the statements of ``test_privacy.sql`` for ``test_privacy.py``, with values for its ``${names}``."""
    script = Template(Path(test).with_suffix(".sql").read_text(encoding="utf-8")).substitute(values)
    lines = [line for line in script.splitlines() if not line.startswith("--")]
    return [statement.strip() for statement in "\n".join(lines).split(";\n") if statement.strip()]
