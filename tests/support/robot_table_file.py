"""Write a table that robots have learnt into the file that the engine ships."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

PATH = Path(str(files("engine.ai").joinpath("tables.json")))

Table: TypeAlias = Sequence[float] | Sequence[Sequence[float]]

_ROW = re.compile(r"\[[^\[\]]*\]")


def put(table: Table, *place: str) -> None:
    """Put a table at its place in the file, such as ``"discards", "pone"``."""
    tables: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
    inner = tables
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = table
    PATH.write_text(_text(tables), encoding="utf-8")


def _text(tables: dict[str, Any]) -> str:
    """Return the file's text: each list of numbers is one line."""
    return _ROW.sub(lambda row: "".join(row[0].split()), json.dumps(tables, indent=1)) + "\n"
