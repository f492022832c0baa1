"""Scenes to draw that are written as data."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from pkgutil import resolve_name
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from bot.render.scene import Scene
from engine.cards import Card, Rank
from tests.support.data_files import data_beside


def scenes_beside(module: str) -> dict[str, Scene]:
    """Return the scenes of the file of data beside a module, by name.

    The ``kind`` of a scene is its module and its class; the other keys are its fields. What is left out is as usual, or
    None. A part of a scene is a table, or the list of its first fields; cards are written as ``5H TD``.
    """
    return {name: _made(Scene, scene) for name, scene in data_beside(module).items()}


def _made(kind: Any, value: Any) -> Any:
    """Return a field of this type as its class wants it."""
    if isinstance(value, dict) and "kind" in value:
        return _with_fields(resolve_name(f"bot.render.{value['kind']}"), value)
    if get_origin(kind) is tuple:
        values = value.split() if isinstance(value, str) else value
        first, *others = get_args(kind)
        kinds = [first] * len(values) if others == [...] else [first, *others]
        return tuple(_made(one, part) for one, part in zip(kinds, values, strict=True))
    one, *others = [option for option in get_args(kind) if option is not NoneType] or [kind]
    if one is Card:
        return Card.parse(value) if len(value) == 2 else next(rank for rank in Rank if str(rank) == value)
    if is_dataclass(one):
        return _with_fields(one, value)
    return value if one is kind or others else _made(one, value)


def _with_fields(kind: Any, value: dict[str, Any] | list[Any]) -> Any:
    own, hints = fields(kind), get_type_hints(kind)
    given = value if isinstance(value, dict) else {one.name: part for one, part in zip(own, value, strict=False)}
    usual: dict[str, Any] = {one.name: None for one in own if one.default is one.default_factory is MISSING}
    return kind(**usual | {name: _made(hints[name], part) for name, part in given.items() if name != "kind"})
