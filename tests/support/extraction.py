"""The methods by which ``pybabel extract`` finds the sentences in the program's own files."""

from __future__ import annotations

import ast
import tomllib
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any, BinaryIO, Final, TypeAlias

from bot.i18n.loading import AT_MOST
from tests.support.data_files import data_beside

_ONE: Final = frozenset(("gettext", "message", "N_", "refusal"))
"""Calls whose first argument is a sentence."""

_PLURAL: Final = frozenset(("ngettext", "counted", "NN_"))
"""Calls whose first two arguments are a sentence for one and a sentence for every other number."""

_BUTTON: Final = 80
_DESCRIPTION: Final = 100

_DATA: Final = data_beside(__file__)

_LIMITS: Final[Mapping[tuple[str, str | int], int]] = {
    (name, int(place) if place.isdigit() else place): most
    for name, places in _DATA["limits"].items()
    for place, most in places.items()
}
"""The most characters that Discord takes where a sentence is an argument of one of these calls, or in it."""

_TEXTS: Final = frozenset(_DATA["texts"])
"""The keys of sentences, and of tables and lists of them, in files of texts."""

_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

_Found = tuple[int, str, tuple[str, ...], list[str]]


def extract(
    fileobj: BinaryIO, keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[_Found]:
    """Yield the sentences of a Python file as Babel wants them: line, function, arguments and comments.

    A sentence may stand in either branch of a conditional. Descriptions of slash commands and names of their choices
    need no mark. ``keywords``, ``comment_tags`` and ``options`` are Babel's, and change nothing.
    """
    del keywords, comment_tags, options
    tree = ast.parse(fileobj.read())
    calls = list(_calls_in(tree))
    limits = dict(_labels(tree)) | dict(_limits(calls, _constants(tree.body)))
    for call, _ in calls:
        for line, function, arguments in _sentences(call):
            most = limits.get(id(call))
            yield line, function, arguments, [AT_MOST.format(most)] if most else []
        for line, sentence in _of_commands(call):
            yield line, "gettext", (sentence,), [AT_MOST.format(_DESCRIPTION)]


def extract_texts(
    fileobj: BinaryIO, keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[_Found]:
    """Yield the sentences of a TOML file that stand below one of the keys of ``_TEXTS``, all as if on its first line.

    A name such as ``$ties`` is none, nor is what has no letters.
    """
    del keywords, comment_tags, options
    for sentence in _below(tomllib.load(fileobj), is_text=False):
        if not sentence.startswith("$") and any(map(str.isalpha, sentence)):
            yield 1, "gettext", (sentence,), []


def _below(value: object, *, is_text: bool) -> Iterator[str]:
    match value:
        case str() if is_text:
            yield value
        case list():
            for one in value:
                yield from _below(one, is_text=is_text)
        case dict():
            for key, one in value.items():
                yield from _below(one, is_text=is_text or key in _TEXTS)


def _calls_in(tree: ast.Module) -> Iterator[tuple[ast.Call, tuple[_Function, ...]]]:
    """Yield each call of a file, in the order of ``ast.walk``, with the functions that it stands in."""
    waiting: deque[tuple[ast.AST, tuple[_Function, ...]]] = deque([(tree, ())])
    while waiting:
        node, functions = waiting.popleft()
        if isinstance(node, ast.Call):
            yield node, functions
        elif isinstance(node, _Function):
            functions = (*functions, node)
        waiting.extend((child, functions) for child in ast.iter_child_nodes(node))


def _sentences(call: ast.Call) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    name, arguments = _name(call.func), call.args
    if name in _ONE and arguments:
        for line, sentence in _literals(arguments[0]):
            yield line, "gettext", (sentence,)
    elif name in _PLURAL:
        for (line, one), (_, many) in zip(*map(_literals, arguments[:2]), strict=True):
            yield line, "ngettext", (one, many)
    elif name == "pgettext":
        for (_, context), (line, sentence) in product(*map(_literals, arguments[:2])):
            yield line, "pgettext", (context, sentence)


def _of_commands(call: ast.Call) -> Iterator[tuple[int, str]]:
    """The description of a command, of its options, and the name of a choice."""
    name = _name(call.func)
    if name == "command" or name.endswith("Group"):
        parts = [keyword.value for keyword in call.keywords if keyword.arg == "description"]
    elif name == "describe":
        parts = [keyword.value for keyword in call.keywords]
    elif name == "choice":
        parts = call.args[:1]
    else:
        parts = []
    for part in parts:
        yield from _literals(part)


def _labels(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """Yield the labels of buttons that stand in classes, such as a move's, and descriptions of options in a table."""
    for node in tree.body:
        match node:
            case ast.ClassDef(body=parts):
                for label in _constants(parts).get("label", ()):
                    yield from ((id(sentence), _BUTTON) for sentence in _calls(label, {}))
            case ast.AnnAssign(target=ast.Name(id="_DESCRIPTIONS"), value=ast.Dict() as value):
                yield from ((id(sentence), _DESCRIPTION) for sentence in _calls(value, {}))


def _constants(statements: Iterable[ast.stmt]) -> dict[str, list[ast.expr]]:
    """Return what is assigned to each name of a module or a class."""
    found: dict[str, list[ast.expr]] = {}
    for node in statements:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found[name] = [value]
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                found[name] = [value]
    return found


def _limits(
    calls: Iterable[tuple[ast.Call, tuple[_Function, ...]]], constants: Mapping[str, list[ast.expr]]
) -> Iterator[tuple[int, int]]:
    """Yield each call whose sentence Discord limits, by the identity of its node, with the most characters."""
    assigned = cache(_assigned)
    for call, functions in calls:
        for most, value in _limited_arguments(call):
            yield from ((id(sentence), most) for sentence in _calls(value, constants))
            for function in functions if isinstance(value, ast.Name | ast.IfExp) else ():
                yield from ((id(sentence), most) for sentence in _calls(value, assigned(function)))


def _limited_arguments(call: ast.Call) -> Iterator[tuple[int, ast.expr]]:
    """Yield the arguments that Discord limits. What a function for buttons is given can only be a label."""
    name = _name(call.func)
    named = ((keyword.arg or "", keyword.value) for keyword in call.keywords)
    places: list[tuple[str | int, ast.expr]] = [*enumerate(call.args), *named]
    for place, value in places:
        most = _BUTTON if name.lower().endswith("button") else _LIMITS.get((name, place))
        if most is not None:
            yield most, value


def _assigned(function: _Function) -> dict[str, list[ast.expr]]:
    assigned: dict[str, list[ast.expr]] = {}
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                assigned.setdefault(name, []).append(value)
    return assigned


def _calls(value: ast.expr, assigned: Mapping[str, list[ast.expr]]) -> Iterator[ast.Call]:
    """Yield the calls that an expression may be, also by the name of a variable."""
    match value:
        case ast.Call():
            yield value
        case ast.Lambda(body=body):
            yield from _calls(body, assigned)
        case ast.IfExp(body=one, orelse=other):
            yield from (*_calls(one, assigned), *_calls(other, assigned))
        case ast.Dict(values=several) | ast.Tuple(elts=several):
            for one in several:
                yield from _calls(one, assigned)
        case ast.Name(id=name):
            for one in assigned.get(name, ()):
                yield from _calls(one, {})


def _literals(part: ast.expr) -> Iterator[tuple[int, str]]:
    match part:
        case ast.Constant(value=str() as sentence, lineno=line):
            yield line, sentence
        case ast.IfExp(body=one, orelse=other):
            yield from (*_literals(one), *_literals(other))
        case ast.BoolOp(values=several):
            for one in several:
                yield from _literals(one)


def _name(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""
