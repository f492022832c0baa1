"""The settings of a league: their defaults, and what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, Final

from bot.i18n.translation import gettext
from bot.leagues import calendar
from bot.leagues.access import LeagueError
from bot.models.agreement import Clock
from bot.models.league import (
    FORMATS,
    SCHEMES,
    TIE_BREAKS,
    WITH_MEETINGS,
    Fixture,
    Format,
    Grouping,
    League,
    Scheme,
    TeamPlay,
)
from bot.tables import clocks, matches
from engine import presets
from engine.presets import PRESETS
from engine.rules import Rules

LONGEST_NAME: Final = 64
"""The most letters that the name of a league has."""

MOST: Final = 50
"""The most games of a club night, and the most rounds of a Swiss."""

NIGHT: Final = 9
"""The default number of games of a club night, as the American Cribbage Congress plays it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueOptions:
    """The settings with which a league is created; settings that are left out have their defaults.

    The rules are those of a preset with the ``options`` changed.
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
    teams: TeamPlay | None = None


def new_league(guild_id: int | None, name: str, chosen: LeagueOptions, now: datetime) -> League:
    """A league with these settings and no id yet. Raises ``LeagueError``, or ``RulesError`` for contradictory rules."""
    matches.check(chosen.best_of)
    calendar.check_season(chosen.starts_on, chosen.ends_on)
    # Where the games of a team are added up, each counts as a leg.
    usual = "legs" if chosen.teams == "singles" else default_scheme(chosen.preset, chosen.best_of, chosen.options)
    scheme = chosen.scheme or usual
    league = League(
        id=0,
        guild_id=guild_id,
        name=name,
        preset=chosen.preset,
        rules=rules_of(chosen.preset, chosen.options, best_of=chosen.best_of, scheme=scheme, teams=chosen.teams),
        teams=chosen.teams,
        scheme=scheme,
        format=chosen.format,
        best_of=chosen.best_of,
        many=default_rounds(chosen.format, chosen.many),
        minimum=chosen.minimum,
        clock=chosen.clock,
        zone=calendar.check_zone(chosen.zone),
        created_at=now,
    )
    return check_league(league)


def default_scheme(preset: str, best_of: int, options: Mapping[str, Any]) -> Scheme:
    """The default points scheme.

    Single games by the tournament rules count as in tournaments, games with doubles by them, all others by legs.
    """
    if preset == "acc" and best_of == 1:
        return "acc"
    return "games" if best_of == 1 and presets.find(preset, **options).doubles else "legs"


def rules_of(
    preset: str, options: Mapping[str, Any], *, best_of: int, scheme: Scheme, teams: TeamPlay | None = None
) -> Rules:
    """The rules of a league's games; where legs are counted each counts one, unless the options have doubles."""
    agreed = dict(options)
    if teams == "pairs":
        agreed["players"] = 4
    if scheme == "legs" and agreed.get("doubles") is None:
        agreed["doubles"] = ()
    return presets.find(preset, rubber=best_of > 1, **agreed)


def default_rounds(form: Format, many: int | None) -> int | None:
    """The games of a club night or the rounds of a Swiss; None leaves the rounds to the number of players."""
    if form in {"night", "club"}:
        return NIGHT if many is None else many
    return many if form == "swiss" else None


def check_league(league: League) -> League:
    """The league with its name trimmed. Raises ``LeagueError`` for settings that are not allowed."""
    name = " ".join(league.name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise LeagueError(gettext("A league name must have 1-{longest} characters.", longest=LONGEST_NAME))
    if league.scheme not in SCHEMES:
        raise LeagueError(gettext("Choose one of these schemes: {schemes}.", schemes=", ".join(SCHEMES)))
    if league.format not in FORMATS:
        raise LeagueError(gettext("Choose one of these formats: {formats}.", formats=", ".join(FORMATS)))
    if league.teams != "pairs" and league.rules.players != 2:
        raise LeagueError(gettext("League games are for 2 players."))
    if league.teams is not None and league.format in WITH_MEETINGS:
        raise LeagueError(gettext("Teams need fixtures. Choose another format than open play or a club season."))
    matches.check(league.best_of)
    if league.scheme == "acc" and (league.best_of != 1 or league.teams == "singles"):
        raise LeagueError(gettext("The acc scheme is only for single games. For matches, choose games or legs."))
    if not set(league.tie_breaks) <= set(TIE_BREAKS) or len(set(league.tie_breaks)) < len(league.tie_breaks):
        raise LeagueError(gettext("Choose each tie-break once, from these: {names}.", names=", ".join(TIE_BREAKS)))
    _check_numbers(league)
    check_clock(league.clock)
    calendar.check_zone(league.zone)
    return replace(league, name=name)


def check_grouping(grouping: Grouping) -> Grouping:
    """Return how a league is divided. Raises ``LeagueError`` for numbers that are not allowed."""
    if grouping.many is not None and not 1 <= grouping.many <= MOST:
        raise LeagueError(gettext("Choose 1-{most} groups.", most=MOST))
    if not 1 <= grouping.moves <= MOST:
        raise LeagueError(gettext("Choose 1-{most} players.", most=MOST))
    return grouping


def check_clock(clock: Clock | None) -> None:
    """Raise ``LeagueError`` for a clock that is not allowed, or by which a robot would play for a person."""
    if clock is None:
        return
    clocks.check(clock)
    if clock.when_over != "forfeit":
        raise LeagueError(gettext("In league games, you lose when your time runs out."))


def _check_numbers(league: League) -> None:
    if league.many is not None and not 1 <= league.many <= MOST:
        raise LeagueError(gettext("Choose 1-{most} rounds or games.", most=MOST))
    if not 0 <= league.minimum <= 1000:
        raise LeagueError(gettext("Choose 0-1000 for the minimum number of games."))
    if league.post_day is not None and not 0 <= league.post_day <= 6:
        raise LeagueError(gettext("Choose a weekday for the weekly table."))
    if league.post_hour is not None and not 0 <= league.post_hour <= 23:
        raise LeagueError(gettext("Choose an hour from 0 to 23 for the weekly table."))


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
