"""Rules by name, one for each book that people play by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.errors import RulesError
from engine.rules import Counting, NextDealer, Overscore, Rules


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules, where it comes from, and its double games for each length of game."""

    name: str
    title: str
    source: str
    rules: Rules
    doubles: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)


_ALL: Final = (
    Preset(
        "house",
        "House rules",
        "this bot's own: declared scores, law 19, skunks",
        Rules(),
        {121: ((91, 2), (61, 4)), 61: ((31, 2),)},
    ),
    Preset(
        "club",
        "Club rules, counted for you",
        "the online club's rules (001)",
        Rules(counting=Counting.AUTOMATIC, next_dealer=NextDealer.CUT),
        {121: ()},
    ),
    Preset(
        "bicycle",
        "Bicycle rules",
        "the United States rules (000)",
        Rules(overscore=Overscore.CORRECT_ONLY),
        {121: ((61, 2),), 61: ((31, 2),)},
    ),
)

PRESETS: Final[Mapping[str, Preset]] = {preset.name: preset for preset in _ALL}
"""Every preset under its name, the default first."""

DEFAULT: Final = "house"


def find(name: str, **options: Any) -> Rules:
    """The rules of a preset, with some of its fields agreed otherwise: ``find("house", target=61)``.

    Unless ``doubles`` are agreed too, they follow the length of the game. Raises ``RulesError``.
    """
    preset = PRESETS.get(name)
    if preset is None:
        raise RulesError("preset", f"there is no {name!r}; choose {', '.join(PRESETS)}.")
    agreed = {key: value for key, value in options.items() if value is not None}
    target = agreed.get("target", preset.rules.target)
    if type(target) is not int or target not in preset.doubles:
        raise RulesError("target", f"{name} is played to {' or '.join(map(str, preset.doubles))}, not {target}.")
    agreed.setdefault("doubles", preset.doubles.get(target, ()))
    try:
        return replace(preset.rules, **agreed)
    except TypeError:
        unknown = next(key for key in agreed if key not in preset.rules.to_dict())
        raise RulesError(unknown, "no such rule; see `/rules` for those there are.") from None
