"""Which test files concern what was changed: those named after a module, those that import it, those that read a file.

``python -m tests.check --quick`` runs them before a commit, and ``tests.support.breaks`` measures what they catch.
"""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.support.paths import ROOT

MOST = 12
"""How many files are run, beside those that are named after a changed module or were changed themselves."""


@dataclass(frozen=True)
class TestFile:
    """A file of tests, by its path within the checkout."""

    path: Path
    root: Path

    @cached_property
    def text(self) -> str:
        """The text of the file."""
        return (self.root / self.path).read_text(encoding="utf-8")

    @cached_property
    def imports(self) -> frozenset[str]:
        """Every module of the project that the file imports itself, and every name that it takes from one."""
        found = set[str]()
        for node in ast.walk(ast.parse(self.text)):
            if isinstance(node, ast.Import):
                found.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module is not None:
                found.add(node.module)
                found.update(f"{node.module}.{alias.name}" for alias in node.names)
        return frozenset(one for one in found if one.split(".")[0] in {"engine", "bot", "tests"})

    def is_named_after(self, changed: Path) -> bool:
        """Return whether this is ``tests/bot/tables/test_clocks.py``, where ``bot/tables/clocks.py`` was changed."""
        return self.path.parent == "tests" / changed.parent and self.path.stem.startswith(f"test_{changed.stem}")


@dataclass(frozen=True)
class Concerned:
    """The files to run, the most telling first, and how many others could notice the change too."""

    run: tuple[Path, ...]
    left_out: int


def changed_files(base: str = "HEAD") -> list[Path]:
    """Return what differs from a commit, files that are not yet added included."""
    commands = (["git", "diff", "--name-only", base], ["git", "ls-files", "--others", "--exclude-standard"])
    told = [subprocess.run(one, cwd=ROOT, capture_output=True, text=True, check=True).stdout for one in commands]
    return [Path(line) for one in told for line in one.splitlines()]


def concerned_by(changed: Collection[Path], root: Path = ROOT) -> Concerned:
    """Return the test files that concern these files, with paths within the checkout at ``root``."""
    known = [
        TestFile(path.relative_to(root), root)
        for folder in ("tests/engine", "tests/bot")
        for path in sorted((root / folder).rglob("test_*.py"))
    ]
    own = [one.path for one in known if one.path in changed or any(map(one.is_named_after, changed))]
    ranked = sorted((-nearest, len(one.text), one.path) for one in known if (nearest := _nearness(one, changed)))
    others = [path for _, _, path in ranked if path not in own]
    return Concerned((*own, *others[:MOST]), len(others[MOST:]))


def _nearness(test: TestFile, changed: Collection[Path]) -> int:
    """Return 3 for a test that imports something changed, 2 for one that reads it, 1 for one of its folder, or 0."""
    near = 0
    for path in changed:
        if path.suffix == ".py" and ".".join(path.with_suffix("").parts).removesuffix(".__init__") in test.imports:
            return 3
        if path.suffix != ".py" and path.name in test.text:
            near = max(near, 2)
        elif test.path.parent == "tests" / path.parent:
            near = max(near, 1)
    return near
