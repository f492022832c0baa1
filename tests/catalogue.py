"""The catalogue: every sentence that players read, found in the code. ``python -m tests.catalogue`` writes it anew."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from discord import app_commands

from bot.ui import commands
from bot.ui.languages.reading import CATALOGUE, FOLDER
from bot.ui.lawbook.telling import TELLINGS
from bot.ui.lawbook.walk import PAGES
from engine.cards import Suit
from engine.laws import Law
from engine.practice import Skill
from engine.presets import PRESETS
from engine.rules import Counting
from engine.spelling import NAMES

ROOT = Path(__file__).parent.parent
PACKAGES = ("bot", "engine")

HELD = {
    "bot.ui.drawing.pegs": ("CALLED",),
    "bot.ui.leagues.standings": ("_FACE_NAMES",),
    "bot.ui.rows": ("_CLAIMS", "_SAID", "_SIMPLE"),
    "bot.ui.welcome": ("GOOD_DAY",),
    "bot.ui.wishes": ("_WISHES",),
    "bot.ui.words": ("_RANKS", "_UNITS"),
    "engine.moves": ("_PLACE",),
}
"""Lists of sentences that are gone through before each is said."""

NAMED = {
    "bot/ui/answering.py": ("dealer", "pone"),
    "bot/ui/lawbook/page.py": ("law", "rule"),
    "bot/ui/pages.py": ("cut", "deal"),
    "bot/ui/racing.py": ("play",),
    "bot/ui/story.py": ("hand", "crib"),
    "bot/ui/words.py": tuple(suit.name.lower() for suit in Suit),
    "engine/notation.py": tuple(f"{'an' if name in {'ace', 'eight'} else 'a'} {name}" for name in NAMES),
    "engine/rules.py": tuple(counting.value for counting in Counting),
}
"""Words that are kept with a game or counted off, and said as they are."""

HEAD = """\
# Every sentence that players read. It is written by `python -m tests.catalogue`, never by hand.
#
# To translate the bot, copy this file beside itself as the locale of your language, such as de.toml or pt-BR.toml, and
# write each sentence between the empty quotation marks behind it. What stands in braces, such as {name}, is put in by
# the bot: keep every one of them as it is, wherever your sentence needs it. Keep what stands in `backquotes` and behind
# a slash too, for that is typed. A sentence that you leave empty is said in English.
"""

Catalogue = dict[str, list[str]]
"""Every sentence, with the files that say it."""


@cache
def collected() -> Catalogue:
    """Every sentence of the program, in the order of the files."""
    trees = {_module(path): ast.parse(path.read_text(encoding="utf-8")) for path in _files()}
    catalogue: Catalogue = {}
    for module, tree in trees.items():
        for sentence in (*_said_in(module, tree, trees), *_held_in(module, tree)):
            _add(catalogue, sentence, module.replace(".", "/") + ".py")
    for file, sentence in (*_of_values(), *_of_commands()):
        _add(catalogue, sentence, file)
    return catalogue


def written() -> str:
    """The catalogue as a file."""
    parts, before = [HEAD], None
    for sentence, files in sorted(collected().items(), key=lambda entry: entry[1][0]):
        if files != before:
            parts.append(f"\n# {', '.join(files)}\n")
            before = files
        parts.append(f'{json.dumps(sentence, ensure_ascii=False)} = ""\n')
    return "".join(parts)


def _add(catalogue: Catalogue, sentence: str, file: str) -> None:
    files = catalogue.setdefault(sentence, [])
    if file not in files:
        files.append(file)


def _files() -> list[Path]:
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def _said_in(module: str, tree: ast.Module, trees: dict[str, ast.Module]) -> Iterator[str]:
    """What a module says: sentences that stand in the call, and constants wherever they stand."""
    names = _names(module, tree)
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            continue
        said = {"say": call.args[:1], "say_many": call.args[1:3], "_offered": call.args[1:2]}.get(call.func.id, [])
        for part in said:
            yield from _sentences(part, names, trees)


def _sentences(part: ast.expr, names: dict[str, str], trees: dict[str, ast.Module]) -> Iterator[str]:
    match part:
        case ast.Constant(value=str() as sentence):
            yield sentence
        case ast.IfExp(body=one, orelse=other):
            yield from (*_sentences(one, names, trees), *_sentences(other, names, trees))
        case ast.BoolOp(values=several):
            for one in several:
                yield from _sentences(one, names, trees)
        case ast.Subscript(value=held) | ast.Call(func=ast.Attribute(value=held, attr="get")):
            yield from _sentences(held, names, trees)
        case ast.Name(id=name) if name in names:
            yield from _constant(names[name], trees)
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in names:
            yield from _constant(f"{names[name]}.{attribute}", trees)


def _names(module: str, tree: ast.Module) -> dict[str, str]:
    """What every name stands for that is imported or a constant of the module itself."""
    own = {name: f"{module}.{name}" for name in _constants(tree)}
    imports = (node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module)
    return own | {alias.asname or alias.name: f"{node.module}.{alias.name}" for node in imports for alias in node.names}


def _constants(tree: ast.Module) -> dict[str, ast.expr]:
    """The values of a module's constants."""
    found = {}
    for node in tree.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                found[name] = value
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found[name] = value
    return found


def _constant(full: str, trees: dict[str, ast.Module]) -> Iterator[str]:
    """Every sentence of a constant, by its module and name; the keys of a mapping are none."""
    module, _, name = full.rpartition(".")
    value = _constants(trees[module]).get(name) if module in trees else None
    if value is not None:
        yield from _strings(value)


def _strings(value: ast.AST) -> Iterator[str]:
    match value:
        case ast.Constant(value=str() as sentence):
            yield sentence
        case ast.Dict(values=values):
            for one in values:
                yield from _strings(one)
        case _:
            for one in ast.iter_child_nodes(value):
                yield from _strings(one)


def _held_in(module: str, tree: ast.Module) -> Iterator[str]:
    """The sentences of lists; words that only the program reads have neither a space nor a capital."""
    constants = _constants(tree)
    for name in HELD.get(module, ()):
        short = name in {"CALLED", "_RANKS", "_WISHES"}
        yield from (one for one in _strings(constants[name]) if short or one[0].isupper() or " " in one)


def _of_values() -> Iterator[tuple[str, str]]:
    """Sentences that belong to laws, presets, pages and skills, and words that are kept with a game."""
    for law in Law:
        yield from (("engine/laws.py", law.title), ("engine/laws.py", law.sentence))
        yield from (("bot/ui/lawbook/telling.py", told) for told in (TELLINGS[law].more, TELLINGS[law].here) if told)
    for preset in PRESETS.values():
        yield from (("engine/presets.py", preset.title), ("engine/presets.py", preset.source))
    for skill in Skill:
        yield "engine/practice.py", skill.title
    for page in PAGES:
        yield from (("bot/ui/lawbook/walk.py", sentence) for sentence in (page.title, *page.paragraphs))
    for file, named in NAMED.items():
        yield from ((file, word) for word in named)


def _of_commands() -> Iterator[tuple[str, str]]:
    """What Discord says of every command and of its options."""
    file = "bot/ui/commands"
    for top in commands.ALL:
        if isinstance(top, app_commands.ContextMenu):
            continue
        for command in (top, *(top.walk_commands() if isinstance(top, app_commands.Group) else ())):
            yield file, str(command.description)
            if isinstance(command, app_commands.Command):
                for option in command.parameters:
                    yield file, str(option.description)
                    yield from ((file, offered.name) for offered in option.choices if " " in offered.name)


def main() -> None:
    """Write the catalogue where the languages are."""
    (FOLDER / CATALOGUE).write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
