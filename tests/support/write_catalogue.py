"""The catalogue of every sentence that players read; ``python -m tests.support.write_catalogue`` writes it."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from discord import app_commands

from bot.i18n.catalogues import CATALOGUE, FOLDER
from bot.i18n.translation import in_context, pair
from bot.ui import all_commands
from bot.ui.lawbook.law_texts import LAW_TEXTS
from bot.ui.lawbook.tutorial import PAGES
from engine.analysis.exercises import Skill
from engine.cards import Suit
from engine.laws import Law
from engine.presets import PRESETS
from tests.support.paths import ROOT

PACKAGES = ("bot", "engine")

HELD = {
    "bot.render.pegs": ("PEG_NAMES",),
    "bot.ui.leagues.standings_view": ("_FACE_NAMES",),
    "bot.ui.games.action_rows": ("_CLAIMS", "_SAID", "_SIMPLE"),
    "bot.ui.server.greeting": ("GOOD_DAY",),
    "bot.ui.people.preferences": ("_WISHES",),
    "bot.ui.core.words": ("_RANKS",),
}
"""Lists of sentences that are gone through before each is said."""

PAIRED = {
    "bot.ui.games.coaching": ("_COUNTED",),
    "bot.ui.leagues.settings_view": ("_ROUNDS",),
    "bot.ui.core.words": ("_UNITS",),
}
"""Lists of what is said of one thing and of several."""

NAMED = {
    "bot/ui/calculator/views.py": ("dealer", "pone"),
    "bot/ui/lawbook/law_page.py": ("law", "rule"),
    "bot/ui/core/long_texts.py": ("cut", "deal"),
    "bot/ui/games/game_summary.py": ("play",),
    "bot/ui/games/move_log.py": ("hand", "crib"),
    "bot/ui/core/words.py": tuple(suit.name.lower() for suit in Suit),
    "engine/analysis/explain.py": (
        "fifteen",
        "thirty-one",
        "go",
        "last card",
        "pair",
        "pair royal",
        "double pair royal",
        "run",
    ),
}
"""Words that are kept with a game or counted off, and said as they are."""

HEAD = """\
# Every sentence that players read. It is written by `python -m tests.support.write_catalogue`, never by hand.
#
# To translate the bot, copy this file beside itself as the locale of your language, such as de.toml or pt-BR.toml, and
# write each sentence between the empty quotation marks behind it. What stands in braces, such as {name}, is put in by
# the bot: keep every one of them as it is, wherever your sentence needs it. Keep what stands in `backquotes` and behind
# a slash too, for that is typed. A sentence that you leave empty is said in English. A quotation mark within a sentence
# is written \\", and a new line \\n.
#
# Where there is a bar between two sentences, the first is said of one thing and the second of several. Behind them
# stands a list with a place for each form of your language: two, unless you say otherwise below. A form for several
# numbers needs {number}; one for a single number, such as 1, does not. What stands in square brackets at the end of a
# sentence tells what is meant by it, and is never said.
#
# What your language is called by those who speak it, and its plurals as gettext writes them: take the # away before the
# first line, and before the one below it that is right for you, or write your own.
# language.name = "English"
{plurals}
"""

PLURALS = {
    "nplurals=2; plural=n != 1;": "as in English: Danish, Dutch, Finnish, German, Greek, Italian, Spanish, Swedish ...",
    "nplurals=2; plural=n > 1;": "French, Brazilian Portuguese",
    "nplurals=1; plural=0;": "Chinese, Indonesian, Japanese, Korean, Thai, Vietnamese",
    "nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2;": (
        "Croatian, Russian, Ukrainian"
    ),
    "nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2;": "Polish",
    "nplurals=3; plural=n==1 ? 0 : n>=2 && n<=4 ? 1 : 2;": "Czech",
    "nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2;": "Lithuanian",
    "nplurals=3; plural=n==1 ? 0 : n==0 || (n%100>0 && n%100<20) ? 1 : 2;": "Romanian",
    "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;": "Arabic",
}
"""The plurals of languages that Discord speaks, and of one that it does not."""

Catalogue = dict[str, list[str]]
"""Every sentence, with the files that say it."""


@cache
def collected() -> Catalogue:
    """Every sentence of the program, in the order of the files."""
    trees = _trees()
    catalogue: Catalogue = {}
    for module, tree in trees.items():
        pairs = (pair(*parts) for parts in _pairs_in(module, tree))
        for sentence in (*_said_in(module, tree, trees), *_held_in(module, tree), *pairs):
            _add(catalogue, sentence, module.replace(".", "/") + ".py")
    for file, sentence in (*_of_values(), *_of_commands()):
        _add(catalogue, sentence, file)
    return catalogue


def written() -> str:
    """The catalogue as a file."""
    plurals = "\n".join(f'# language.plural = "{plural}"  # {whose}' for plural, whose in PLURALS.items())
    parts, before = [HEAD.replace("{plurals}", plurals)], None
    for sentence, files in sorted(collected().items(), key=lambda entry: entry[1][0]):
        if files != before:
            parts.append(f"\n# {', '.join(files)}\n")
            before = files
        empty = '["", ""]' if sentence in counted() else '""'
        parts.append(f"{json.dumps(sentence, ensure_ascii=False)} = {empty}\n")
    return "".join(parts)


@cache
def counted() -> dict[str, tuple[str, str]]:
    """Of what is said of one thing and of several, each part, by the entry that holds both."""
    return {pair(*parts): parts for module, tree in _trees().items() for parts in _pairs_in(module, tree)}


def _add(catalogue: Catalogue, sentence: str, file: str) -> None:
    files = catalogue.setdefault(sentence, [])
    if file not in files:
        files.append(file)


@cache
def _trees() -> dict[str, ast.Module]:
    return {_module(path): ast.parse(path.read_text(encoding="utf-8")) for path in _files()}


def _files() -> list[Path]:
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def _said_in(module: str, tree: ast.Module, trees: dict[str, ast.Module]) -> Iterator[str]:
    """What a module says: sentences that stand in the call or were chosen before it, and constants from anywhere."""
    names = _names(module, tree)
    for scope in (tree, *(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))):
        chosen = {} if scope is tree else _chosen(scope)
        for call in ast.walk(scope):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            for part in {
                "gettext": call.args[:1],
                "say": call.args[:1],
                "message": call.args[:1],
                "N_": call.args[:1],
                "pgettext": call.args[1:2],
            }.get(call.func.id, []):
                meant = chosen.get(part.id, [part]) if isinstance(part, ast.Name) else [part]
                told = (sentence for one in meant for sentence in _sentences(one, names, trees))
                yield from (in_context(sentence, _sense(call)) for sentence in told)


def _chosen(function: ast.AST) -> dict[str, list[ast.expr]]:
    """What the names of a function stand for."""
    chosen: dict[str, list[ast.expr]] = {}
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                chosen.setdefault(name, []).append(value)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                for name, value in zip(names, values, strict=False):
                    if isinstance(name, ast.Name):
                        chosen.setdefault(name.id, []).append(value)
    return chosen


def _sense(call: ast.Call) -> str:
    """In which sense something is said."""
    if isinstance(call.func, ast.Name) and call.func.id == "pgettext":
        return str(ast.literal_eval(call.args[0]))
    return next((ast.literal_eval(keyword.value) for keyword in call.keywords if keyword.arg == "sense"), "")


def _pairs_in(module: str, tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What a module says of one thing and of several: where it is said, or in a list of such pairs."""
    several = [
        node.args[1:3] if node.func.id == "say_many" else node.args[:2]
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"say_many", "ngettext", "counted"}
    ]
    constants = _constants(tree)
    for name in PAIRED.get(module, ()):
        several += [node.elts[-2:] for node in ast.walk(constants[name]) if isinstance(node, ast.Tuple)]
    for parts in several:
        match parts:
            case [ast.Constant(value=str() as one), ast.Constant(value=str() as many)]:
                yield one, many


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
        short = name in {"PEG_NAMES", "_RANKS", "_WISHES"}
        yield from (one for one in _strings(constants[name]) if short or one[0].isupper() or " " in one)


def _of_values() -> Iterator[tuple[str, str]]:
    """Sentences that belong to laws, presets, pages and skills, and words that are kept with a game."""
    for law in Law:
        yield from (("engine/laws.py", law.title), ("engine/laws.py", law.sentence))
        yield from (
            ("bot/ui/lawbook/law_texts.py", told) for told in (LAW_TEXTS[law].more, LAW_TEXTS[law].here) if told
        )
    for preset in PRESETS.values():
        yield from (("engine/presets.py", preset.title), ("engine/presets.py", preset.source))
    for skill in Skill:
        yield "engine/analysis/exercises.py", skill.title
    for page in PAGES:
        yield from (("bot/ui/lawbook/tutorial.py", sentence) for sentence in (page.title, *page.paragraphs))
    for file, named in NAMED.items():
        yield from ((file, word) for word in named)


def _of_commands() -> Iterator[tuple[str, str]]:
    """What Discord says of every command and of its options."""
    file = "bot/ui/commands"
    for top in all_commands.ALL:
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
