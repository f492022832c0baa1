"""What a league may agree to play, and what it agrees to unless somebody says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, Final

from bot.i18n.translation import gettext
from bot.leagues import calendar
from bot.leagues.errors import LeagueError
from bot.models.agreement import Clock
from bot.models.league import FORMATS, SCHEMES, Format, League, Scheme
from bot.tables import clocks, matches
from engine import presets
from engine.rules import Rules

LONGEST_NAME: Final = 64
"""How many letters the name of a league has at most."""

MOST: Final = 50
"""How many games a club night has at most, and rounds a Swiss."""

NIGHT: Final = 9
"""The games of a club night unless another number is agreed, as the American Cribbage Congress plays it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueOptions:
    """What is wished of a league that is founded; what is left out is agreed as people usually do.

    Its rules are those of a preset with some agreed otherwise by the ``options``.
    """

    preset: str = presets.DEFAULT
    options: Mapping[str, Any] = field(default_factory=dict)
    scheme: Scheme | None = None
    format: Format = "open"
    best_of: int = 1
    many: int | None = None
    minimum: int = 0
    clock: Clock | None = None
    zone: str = "UTC"
    starts_on: date | None = None
    ends_on: date | None = None


def new_league(guild_id: int | None, name: str, wishes: LeagueOptions, now: datetime) -> League:
    """A league as it is wished, without an id yet. Raises ``LeagueError``, or ``RulesError`` for rules at odds."""
    matches.check(wishes.best_of)
    calendar.check_season(wishes.starts_on, wishes.ends_on)
    scheme = wishes.scheme or default_scheme(wishes.preset, wishes.best_of, wishes.options)
    league = League(
        id=0,
        guild_id=guild_id,
        name=name,
        preset=wishes.preset,
        rules=rules_of(wishes.preset, wishes.options, best_of=wishes.best_of, scheme=scheme),
        scheme=scheme,
        format=wishes.format,
        best_of=wishes.best_of,
        many=default_rounds(wishes.format, wishes.many),
        minimum=wishes.minimum,
        clock=wishes.clock,
        zone=calendar.check_zone(wishes.zone),
        created_at=now,
    )
    return check_league(league)


def default_scheme(preset: str, best_of: int, options: Mapping[str, Any]) -> Scheme:
    """How points are reckoned unless it is agreed otherwise.

    Single games by the tournament rules as in tournaments; games by their doubles where there are any; or else legs.
    """
    if preset == "acc" and best_of == 1:
        return "acc"
    return "games" if best_of == 1 and presets.find(preset, **options).doubles else "legs"


def rules_of(preset: str, options: Mapping[str, Any], *, best_of: int, scheme: Scheme) -> Rules:
    """The rules of a league's games; where legs are counted a leg is one, unless doubles are asked for."""
    agreed = dict(options)
    if scheme == "legs" and agreed.get("doubles") is None:
        agreed["doubles"] = ()
    return presets.find(preset, rubber=best_of > 1, **agreed)


def default_rounds(form: Format, many: int | None) -> int | None:
    """How many games or rounds: those of a club night, or of a Swiss, which may be left to the number of players."""
    if form == "night":
        return NIGHT if many is None else many
    return many if form == "swiss" else None


def check_league(league: League) -> League:
    """The league as it is, its name trimmed. Raises ``LeagueError`` where it makes no sense."""
    name = " ".join(league.name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise LeagueError(gettext("The name of a league has one to {longest} letters.", longest=LONGEST_NAME))
    if league.scheme not in SCHEMES:
        raise LeagueError(gettext("Points are reckoned by {schemes}.", schemes=", ".join(SCHEMES)))
    if league.format not in FORMATS:
        raise LeagueError(gettext("A league is played as {formats}.", formats=", ".join(FORMATS)))
    if league.rules.players != 2:
        raise LeagueError(gettext("A league is played by two at each table."))
    matches.check(league.best_of)
    if league.scheme == "acc" and league.best_of != 1:
        raise LeagueError(gettext("The acc scheme counts single games; choose games or legs for matches of several."))
    _check_numbers(league)
    check_clock(league.clock)
    calendar.check_zone(league.zone)
    return replace(league, name=name)


def check_clock(clock: Clock | None) -> None:
    """Refuse a clock that makes no sense, and one by which a robot would play for a person."""
    if clock is None:
        return
    clocks.check(clock)
    if clock.when_over != "forfeit":
        raise LeagueError(gettext("In a league people play for themselves: whose time is over forfeits the game."))


def _check_numbers(league: League) -> None:
    if league.many is not None and not 1 <= league.many <= MOST:
        raise LeagueError(gettext("A league has one to {most} rounds, or games in a night.", most=MOST))
    if not 0 <= league.minimum <= 1000:
        raise LeagueError(gettext("The fewest games to be ranked by are from 0 to 1000."))
    if league.post_day is not None and not 0 <= league.post_day <= 6:
        raise LeagueError(gettext("The table is posted on one of the seven days of the week."))
    if league.post_hour is not None and not 0 <= league.post_hour <= 23:
        raise LeagueError(gettext("The table is posted at an hour from 0 to 23."))
