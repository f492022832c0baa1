"""Rules by name: one preset for each book that people play by."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from engine.errors import RulesError
from engine.messages import listed, message, read_texts
from engine.rules import EDITION, NextDealer, Rules

Doubles: TypeAlias = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules, its source, and what may be agreed within it.

    ``players`` are the numbers of hands it is played by. ``doubles`` gives, for each length of game, the ways to
    count double games by name, the usual way first. ``in_rubber`` is who deals first from game to game of one match.
    """

    name: str
    title: str
    source: str
    rules: Rules
    players: tuple[int, ...]
    doubles: Mapping[int, Mapping[str, Doubles]]
    in_rubber: NextDealer


def _preset(name: str, told: Mapping[str, Any]) -> Preset:
    doubles = {
        int(target): {way: tuple((below, games) for below, games in pairs) for way, pairs in ways.items()}
        for target, ways in told["doubles"].items()
    }
    rules, in_rubber = Rules(**told.get("rules", {})), NextDealer(told["in_rubber"])
    return Preset(name, told["title"], told["summary"], rules, tuple(told["players"]), doubles, in_rubber)


PRESETS: Final[Mapping[str, Preset]] = MappingProxyType(
    {name: _preset(name, told) for name, told in read_texts(__package__, "presets.toml").items()}
)
"""Every preset under its name, the default first."""

DEFAULT: Final = "house"


def find(name: str, *, rubber: bool = False, **options: Any) -> Rules:
    """Return the rules of a preset with some fields changed: ``find("house", target=61)``.

    ``doubles`` are pairs, or the name of one of the preset's own ways; unless they are agreed, they follow the
    length of the game, and the number of cards dealt follows the number of players. ``rubber`` is True for a game
    that is one of a match. Raises ``RulesError`` with the field named.
    """
    preset = PRESETS.get(name)
    if preset is None:
        raise RulesError(
            "preset", message("there's no {name!r}. Choose {presets}.", name=name, presets=", ".join(PRESETS))
        )
    agreed = {key: value for key, value in options.items() if value is not None}
    _check_offered(preset, agreed)
    agreed["doubles"] = _doubles(preset, agreed.get("target", preset.rules.target), agreed.get("doubles"))
    if agreed.get("players", 2) != 2:
        agreed["dealt"] = 5
    if rubber:
        agreed.setdefault("next_dealer", preset.in_rubber)
    try:
        return replace(preset.rules, **agreed)
    except TypeError:
        unknown = next(key for key in agreed if key not in preset.rules.to_dict())
        raise RulesError(unknown, message("there's no such rule. Use `/rules` to see every rule.")) from None


_NEW_IN_EDITION_2: Final = {"acc": ("irregular", "predeal_cut", "renege", "false_muggins")}
"""The fields that edition 2 gave another value in a preset."""


def renewed(name: str, rules: Rules) -> Rules:
    """Return the rules of a new game under an agreement of an earlier version.

    The laws are those of today, with the preset's own values where they changed; whatever else was agreed stays. What
    becomes of points that are too many is never agreed: it is always as the preset's book has it.
    """
    if name in PRESETS:
        rules = replace(rules, overscore=PRESETS[name].rules.overscore)
    if rules.edition == EDITION:
        return rules
    changed = {field: getattr(PRESETS[name].rules, field) for field in _NEW_IN_EDITION_2.get(name, ())}
    return replace(rules, **changed, edition=EDITION)


def _check_offered(preset: Preset, agreed: Mapping[str, Any]) -> None:
    target, players = agreed.get("target", preset.rules.target), agreed.get("players", 2)
    if type(target) is not int or target not in preset.doubles:
        raise RulesError(
            "target",
            message(
                "{name} is played to {either}, not {target}.",
                name=preset.name,
                either=listed(preset.doubles, "or"),
                target=target,
            ),
        )
    if type(players) is not int or players not in preset.players:
        raise RulesError(
            "players",
            message(
                "{name} is for {either} players, not {players}.",
                name=preset.name,
                either=listed(preset.players, "or"),
                players=players,
            ),
        )
    cards = preset.rules.dealt if players == 2 else 5
    if agreed.get("dealt", cards) != cards:
        raise RulesError(
            "dealt",
            message(
                "with {players} players, {name} deals {cards} cards each.",
                name=preset.name,
                cards=cards,
                players=players,
            ),
        )


def _doubles(preset: Preset, target: int, wanted: object) -> object:
    """Return the agreed double games: by name, pair by pair, or as the book has them."""
    ways = preset.doubles[target]
    if wanted is None:
        return next(iter(ways.values()))
    if not isinstance(wanted, str):
        return wanted
    if wanted not in ways:
        raise RulesError(
            "doubles",
            message(
                "for {name} to {target}, choose {either}, not {wanted!r}.",
                name=preset.name,
                target=target,
                either=listed(ways, "or"),
                wanted=wanted,
            ),
        )
    return ways[wanted]
