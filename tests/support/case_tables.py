"""Inputs and what is made of them, in a TOML file beside the test that reads it."""

import tomllib
from pathlib import Path
from typing import Any


def case_tables(test: str) -> dict[str, Any]:
    """Return the tables of the TOML file that has the name of a test module, whose ``__file__`` is given."""
    return tomllib.loads(Path(test).with_suffix(".toml").read_text(encoding="utf-8"))
