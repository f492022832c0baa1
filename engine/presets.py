"""Rules by name: one preset for each book that people play by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from engine.errors import RulesError
from engine.messages import N_, listed, message
from engine.rules import (
    EDITION,
    Counting,
    FalseMuggins,
    Irregular,
    NextDealer,
    Overscore,
    Pegging,
    PlayOn,
    PredealCut,
    Renege,
    Rules,
)

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


_SKUNKS: Final = ((91, 2), (61, 4))
_LURCH_61: Final = {"lurch": ((31, 2),), "none": ()}
_BY_CHALLENGE: Final = Rules(counting=Counting.CHALLENGE, pegging=Pegging.DECLARED, heels_forfeit=True)
_BRITANNICA: Final = replace(
    _BY_CHALLENGE,
    target=61,
    irregular=Irregular.PENALISE,
    predeal_cut=PredealCut.FREE,
    next_dealer=NextDealer.CUT,
)

_ALL: Final = (
    Preset(
        "house",
        N_("House rules"),
        N_("you count, the bot checks"),
        Rules(),
        (2, 3, 4),
        {121: {"skunks": _SKUNKS, "none": ()}, 61: _LURCH_61},
        NextDealer.LOSER,
    ),
    Preset(
        "club",
        N_("Club rules"),
        N_("the bot counts (an online club's rules)"),
        Rules(counting=Counting.AUTOMATIC, overscore=Overscore.CORRECT_ONLY, next_dealer=NextDealer.CUT),
        (2,),
        {121: {"none": ()}},
        NextDealer.CUT,
    ),
    Preset(
        "bicycle",
        N_("Bicycle rules"),
        N_("you count, the bot checks (the US rules)"),
        Rules(overscore=Overscore.CORRECT_ONLY, predeal_cut=PredealCut.FREE),
        (2, 3, 4),
        {121: {"lurch": ((61, 2),), "skunks": _SKUNKS, "none": ()}, 61: _LURCH_61},
        NextDealer.LOSER,
    ),
    Preset(
        "britannica",
        N_("Britannica rules"),
        N_("players check each other (the laws of 1877)"),
        _BRITANNICA,
        (2, 3, 4),
        {61: {"none": (), "lurch": ((30, 2),)}, 121: {"none": ()}},
        NextDealer.ALTERNATE,
    ),
    Preset(
        "britannica-five",
        N_("Britannica rules, five cards"),
        N_("players check each other, with five cards (the laws of 1877)"),
        replace(_BRITANNICA, dealt=5, three_for_last=True, single_series=True, play_on=PlayOn.MAY),
        (2,),
        {61: {"none": (), "lurch": ((30, 2),)}},
        NextDealer.ALTERNATE,
    ),
    Preset(
        "crib-derby",
        N_("Crib-Derby rules"),
        N_("players check each other (the Crib-Derby board)"),
        replace(
            _BY_CHALLENGE,
            overscore=Overscore.CORRECT_ONLY,
            predeal_cut=PredealCut.TWO,
            next_dealer=NextDealer.CUT,
            amend=True,
        ),
        (2, 3, 4),
        {121: {"skunks": ((61, 2), (31, 4)), "none": ()}},
        NextDealer.CUT,
    ),
    Preset(
        "acc",
        N_("Tournament rules"),
        N_("players check each other (American Cribbage Congress)"),
        replace(
            _BY_CHALLENGE,
            false_game_penalty=15,
            next_dealer=NextDealer.ALTERNATE,
            predeal_cut=PredealCut.MUST,
            irregular=Irregular.PENALISE,
            renege=Renege.TWO_A_CARD,
            false_muggins=FalseMuggins.POINTS_CALLED,
        ),
        (2,),
        {121: {"skunk": ((91, 2),), "none": ()}},
        NextDealer.ALTERNATE,
    ),
)

PRESETS: Final[Mapping[str, Preset]] = MappingProxyType({preset.name: preset for preset in _ALL})
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
