"""Files that a command writes: each is written whole, or the old one stays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


def write_whole_bytes(path: Path, data: bytes) -> None:
    """Write a file that replaces the old one only when it is complete."""
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    target = path.resolve()
    part = target.with_name(f"{target.name}.part")
    try:
        part.write_bytes(data)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def write_whole(path: Path) -> Iterator[TextIO]:
    """Open a file that replaces the old one only when it is complete; after an error the old one is unchanged.

    A link stays a link: the file behind it is replaced. A pipe or a device is written directly.
    """
    if path.exists() and not path.is_file():
        # A folder is refused here too, by open().
        with path.open("w", encoding="utf-8") as out:
            yield out
        return
    target = path.resolve()
    part = target.with_name(f"{target.name}.part")
    try:
        with part.open("w", encoding="utf-8") as out:
            yield out
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
