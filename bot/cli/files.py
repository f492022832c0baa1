"""Files that a command writes: each is written whole, or the old one stays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


def write_whole_bytes(path: Path, data: bytes) -> None:
    """Write a file that replaces the old one only when it is complete."""
    with _part(path) as part:
        part.write_bytes(data)


@contextmanager
def write_whole(path: Path) -> Iterator[TextIO]:
    """Open a file that replaces the old one only when it is complete; after an error the old one is unchanged."""
    with _part(path) as part, part.open("w", encoding="utf-8") as out:
        yield out


@contextmanager
def _part(path: Path) -> Iterator[Path]:
    """Yield the file to write, which then replaces ``path``, or is removed after an error.

    A link stays a link: the file behind it is replaced. A pipe or a device is written directly, and ``open`` refuses a
    folder.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    target = path.resolve()
    part = target.with_name(f"{target.name}.part")
    try:
        yield part
        part.replace(target)
    except BaseException:
        # Whatever ends it, Ctrl-C too: half a file must not stay.
        part.unlink(missing_ok=True)
        raise
