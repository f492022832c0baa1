"""Which tests concern what was changed: those that speak of the same things, and first those named after its module.

``python -m tests.check --quick`` runs them before a commit, and ``tests.support.breaks`` measures what they catch.
"""

from __future__ import annotations

import ast
import math
import re
import subprocess
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Final, TypeAlias

from tests.support.data_files import data_beside
from tests.support.paths import ROOT

MOST = 60
"""How many tests are run, beside those whose own files were changed."""

Changes: TypeAlias = Mapping[Path, Collection[int]]
"""The changed lines of files, counted from 1, by their paths within the checkout; none where all of a file is new."""

_TEST: Final = re.compile(r"^(?P<indent> *)(?:async )?def (?P<name>test_\w+)|^class (?P<class>\w+)", re.MULTILINE)
_IMPORT: Final = re.compile(r"^ *(?:from ([\w.]+) )?import (\([^)]*\)|[\w., ]+)", re.MULTILINE)
_WORD: Final = re.compile(r"[a-z]{3,}|[A-Z][a-z]{2,}")
_ENDINGS: Final = re.compile(r"(?<=[a-z]{3})(?:ings?|ies|ied|ed|es|[sed])$")
_DATA: Final = re.compile(r'DATA\["(.+?)"\]')
_HUNK: Final = re.compile(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@")

_NAMED_AFTER: Final = 2.5
_NAMED_AFTER_THE_ONLY_USER: Final = 2.5
_IMPORTS: Final = 1.5
_OF_THE_FOLDER: Final = 1.3
"""How much more a test tells whose file is named after the changed module, or after one that calls what was
changed, or imports it (the more there are, the less), or that imports it itself, or stands in its folder."""

_READS_DATA: Final = 2.0
"""How much a test tells whose file reads a changed file of data."""

_OF_THE_LAWS: Final = {
    Path("tests/engine/test_transcripts.py"),
    Path("tests/engine/worked_examples/test_worked_examples.py"),
}
"""The tests of all laws, whose words are in files of data. They take two seconds, and run with each change of a law."""

_NO_LAWS: Final = {"ai", "analysis", "books", "text"}
"""What of the engine makes no law."""


@dataclass(frozen=True)
class Test:
    """One test, or a whole file without any: the id by which pytest knows it, its file, and what it speaks of."""

    name: str
    path: Path
    words: Mapping[str, int]

    @cached_property
    def length(self) -> int:
        return sum(self.words.values())


@dataclass(frozen=True)
class Concerned:
    """The tests to run, the most telling first, and how many others of the same files could notice the change too."""

    run: tuple[str, ...]
    left_out: int


def changed_lines(base: str = "HEAD") -> dict[Path, list[int]]:
    """Return what differs from a commit, files that are not yet added included."""
    found: dict[Path, list[int]] = {Path(line): [] for line in _git("ls-files", "--others", "--exclude-standard")}
    path = Path()
    for line in _git("diff", "--unified=0", "--no-color", base):
        if line.startswith("+++ "):
            path = Path(line.removeprefix("+++ ").removeprefix("b/"))
        elif (hunk := _HUNK.match(line)) is not None:
            start = int(hunk[1])
            found.setdefault(path, []).extend(range(start, start + max(1, int(hunk[2] or 1))))
    return {path: lines for path, lines in found.items() if (ROOT / path).is_file()}


def concerned_by(changes: Changes, root: Path = ROOT) -> Concerned:
    """Return the tests that concern these changes, in the checkout at ``root``."""
    known = _tests(root)
    # A file of data that is named as a file of tests is a part of it.
    changed = {path.with_suffix(".py") if path.name.startswith("test_") else path for path in changes}
    laws = any(path.parts[0] == "engine" and path.parts[1] not in _NO_LAWS for path in changes)
    own = [test.name for test in known if test.path in changed or (laws and test.path in _OF_THE_LAWS)]
    worth = {test.name: 0.0 for test in known if test.name not in own}
    for path, lines in changes.items():
        if path.parts[0] == "tests" and path.suffix != ".py" and not path.name.startswith("test_"):
            readers = _readers_of(path, root)
            for test in known:
                if test.name in worth:
                    worth[test.name] += readers.get(test.path, 0.0)
        elif path.parts[0] not in {"tests", ".github"}:
            around = _definitions(root / path, lines)
            wanted = _words_of_change(root / path, lines, around)
            called = frozenset(node.name for node in around if not isinstance(node, ast.ClassDef))
            for test in known:
                if test.name in worth:
                    worth[test.name] += _likeness(wanted, test, root) * _nearness(test, path, root, called)
    ranked = sorted((name for name in worth if worth[name]), key=lambda name: -worth[name])
    # What a file of tests prepares is prepared once, so its tests run one after another.
    files = dict.fromkeys(_file_of(name) for name in (*own, *ranked[:MOST]))
    run = tuple(name for file in files for name in (*own, *ranked[:MOST]) if _file_of(name) == file)
    return Concerned(run, sum(_file_of(name) in files for name in ranked[MOST:]))


def _file_of(name: str) -> str:
    return name.partition("::")[0]


def _git(*arguments: str) -> list[str]:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


@cache
def _tests(root: Path) -> tuple[Test, ...]:
    paths = [path for folder in ("engine", "bot") for path in sorted((root / "tests" / folder).rglob("test_*.py"))]
    return tuple(test for path in paths for test in _tests_of(path, root))


def _tests_of(path: Path, root: Path) -> Iterator[Test]:
    """Yield the tests of a file; each also speaks of what the file is named after."""
    text, where, group = path.read_text(encoding="utf-8"), path.relative_to(root), ""
    tables = data_beside(str(path)) if path.with_suffix(".toml").exists() else {}
    starts = [*_TEST.finditer(text)]
    for start, following in zip(starts, [*(one.start() for one in starts[1:]), len(text)], strict=True):
        if start["class"]:
            group = start["class"]
        else:
            name = f"{where}::{group}::{start['name']}" if start["indent"] else f"{where}::{start['name']}"
            told = text[start.start() : following]
            told += "".join(f" {tables.get(key)}" for key in _DATA.findall(told))
            yield Test(name, where, Counter(_words(f"{path.stem} {group} {told}")))
    if not starts:
        yield Test(str(where), where, Counter(_words(text)))


def _words(text: str) -> list[str]:
    return [_ENDINGS.sub("", found.lower()) for found in _WORD.findall(text)]


def _definitions(path: Path, lines: Collection[int]) -> list[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """Return the functions and classes around the changed lines."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return [
        node
        for node in (ast.walk(ast.parse(text)) if path.suffix == ".py" and lines else ())
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and any(node.lineno <= line <= (node.end_lineno or 0) for line in lines)
    ]


def _words_of_change(
    path: Path, lines: Collection[int], around: Collection[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]
) -> dict[str, float]:
    """Return the words of the changed lines, and of the functions and classes around them, each with its weight."""
    text = path.read_text(encoding="utf-8", errors="replace")
    found = Counter[str](path.stem.split("_"))
    parts = [(2.0, "\n".join(line for number, line in enumerate(text.splitlines(), 1) if not lines or number in lines))]
    for node in around:
        is_class = isinstance(node, ast.ClassDef)
        parts.append((1.0 if is_class else 3.0, node.name))
        if not is_class:
            parts += [(1.5, ast.get_docstring(node) or ""), (0.5, ast.get_source_segment(text, node) or "")]
    weights = dict.fromkeys(_words(" ".join(found)), 2.0)
    for weight, part in parts:
        for word in set(_words(part)):
            weights[word] = weights.get(word, 0.0) + weight
    return weights


@lru_cache(maxsize=1)
def _statistics(root: Path) -> tuple[Mapping[str, float], float]:
    """Return how rare each word is, and the length of an average test."""
    known = _tests(root)
    held = Counter(word for test in known for word in test.words)
    rare = {word: math.log(1 + (len(known) - many + 0.5) / (many + 0.5)) for word, many in held.items()}
    return rare, sum(test.length for test in known) / len(known)


def _likeness(wanted: Mapping[str, float], test: Test, root: Path) -> float:
    """Return how much a test speaks of these words: BM25, as search engines rank texts."""
    rare, average = _statistics(root)
    room = 1.2 * (0.25 + 0.75 * test.length / average)
    return sum(
        weight * rare[word] * 2.2 * many / (many + room)
        for word, weight in wanted.items()
        if (many := test.words.get(word, 0))
    )


def _nearness(test: Test, path: Path, root: Path, called: frozenset[str]) -> float:
    if _is_named_after(test, path):
        return _NAMED_AFTER
    module = _module_of(path)
    users = _callers_of(called, module, root) or _users_of(module, root)
    if any(_is_named_after(test, user) for user in users):
        return 1 + (_NAMED_AFTER_THE_ONLY_USER - 1) / math.sqrt(len(users))
    if module in _imports(root / test.path):
        return _IMPORTS
    return _OF_THE_FOLDER if test.path.parent == "tests" / path.parent else 1.0


def _is_named_after(test: Test, path: Path) -> bool:
    """Return whether this is of ``tests/bot/tables/test_clocks.py``, where ``bot/tables/clocks.py`` was changed."""
    return test.path.parent == "tests" / path.parent and test.path.stem.startswith(f"test_{path.stem}")


def _readers_of(data: Path, root: Path) -> dict[Path, float]:
    """Return the files of tests that read this file, with how much they tell.

    They name it or a folder that it is in, stand beside it, or import a module that does; those tell twice as much that
    name the file itself, by its stem or number too: ``old_file(path, "0014")`` reads ``version_0014.sql``.
    What is named as a module is read by that module and those beside it that import it.
    """
    folders = [folder for folder in data.parents if not any((root / folder).glob("test_*.py"))]
    around = _as_literals({data.name, *(folder.name for folder in folders)} - {"tests", ""})
    short = _as_literals({data.name, data.stem, data.stem.rpartition("_")[2]})
    texts = {path.relative_to(root): path.read_text(encoding="utf-8") for path in (root / "tests").rglob("*.py")}
    if (own := data.with_suffix(".py")) in texts:
        naming = {
            own,
            *(path for path in texts if path.parent == own.parent and _module_of(own) in _imports(root / path)),
        }
    else:
        naming = {path for path, text in texts.items() if around.search(text) or path.parent == data.parent}
    modules = {_module_of(path) for path in naming}
    found = {path: _READS_DATA for path in texts if path in naming or modules & _imports(root / path)}
    return {path: worth * (2 if short.search(texts[path]) else 1) for path, worth in found.items()}


def _as_literals(names: Collection[str]) -> re.Pattern[str]:
    """Return what finds these names between quotes or slashes."""
    return re.compile(rf"""["'/](?:{"|".join(map(re.escape, names))})["'/]""")


def _module_of(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


@cache
def _users_of(module: str, root: Path) -> tuple[Path, ...]:
    files = [path for folder in ("engine", "bot") for path in (root / folder).rglob("*.py")]
    return tuple(path.relative_to(root) for path in files if module in _imports(path))


@cache
def _callers_of(names: frozenset[str], module: str, root: Path) -> tuple[Path, ...]:
    """Return the users of a module that name one of these functions of it."""
    calls = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b") if names else None
    users = _users_of(module, root)
    return tuple(path for path in users if calls and calls.search((root / path).read_text(encoding="utf-8")))


@cache
def _imports(path: Path) -> frozenset[str]:
    found = set[str]()
    for module, names in _IMPORT.findall(path.read_text(encoding="utf-8")):
        for name in re.findall(r"[\w.]+", names):
            found |= {module, f"{module}.{name}"} if module else {name}
    return frozenset(found)
