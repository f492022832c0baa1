"""The rules by which a game of a league is played."""

from __future__ import annotations

from dataclasses import replace

from bot.models.fixture import Fixture
from bot.models.league import League
from engine.presets import PRESETS
from engine.rules import Rules


def rules_for(league: League, fixture: Fixture | None) -> Rules:
    """The rules of a game: in a playoff no game counts double, unless the league counts games by their doubles."""
    rules = league.rules
    if fixture is None or not fixture.is_playoff:
        return rules
    if league.scheme != "games":
        rules = replace(rules, doubles=())
    if fixture.best_of > 1 and league.best_of == 1 and (preset := PRESETS.get(league.preset)) is not None:
        rules = replace(rules, next_dealer=preset.in_rubber)
    return rules
