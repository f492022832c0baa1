"""The settings of a league in words: for a new league, for a changed one, and in a list."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from bot.i18n.translation import N_, NN_, gettext, join_list, ngettext
from bot.models.league import Format, League, Scheme, Season
from bot.models.player import Player
from bot.ui.core import formatting
from engine.presets import PRESETS

SCHEMES: Final[dict[Scheme, str]] = {
    "acc": N_("2 for a win, 3 for a win by a skunk"),
    "games": N_("a point a game, a double game two, a fourfold one four"),
    "legs": N_("a point for each leg won"),
}
"""What each points scheme gives."""

FORMATS: Final[dict[Format, str]] = {
    "open": N_("open play: anyone plays anyone, as often as they like"),
    "single": N_("everyone meets everyone once"),
    "double": N_("everyone meets everyone twice, each dealing first once"),
    "night": N_("a club night: a new opponent in each round"),
    "swiss": N_("Swiss rounds: those who are level meet, and nobody twice"),
    "knockout": N_("a knockout: who loses is out"),
}
"""What each format means, in words that fit a choice."""

ORDER: Final = N_(
    "Places: by points, then games won, then spread; who is level then by points and spread against each other, then "
    "by fewer skunks lost, or else shares the place"
)
"""How the table is ordered."""

DAYS: Final = (N_("Monday"), N_("Tuesday"), N_("Wednesday"), N_("Thursday"), N_("Friday"), N_("Saturday"), N_("Sunday"))

STAGES: Final = {
    "joining": N_("gathering players"),
    "playing": N_("being played"),
    "playoffs": N_("in its playoffs"),
    "closed": N_("closed"),
}

_JOINING: Final = N_("`/league join` enters it, and `/league manage start` makes the fixtures once everyone is in.")
_OPEN: Final = N_("`/league join` enters it; `/league play` and `/league enter` bring results.")


def names_text(names: Sequence[str], most: int = 10) -> str:
    """Names in a sentence, escaped, or the first of many: ``Ann and 12 others``."""
    left = len(names) - most
    if left <= 1:
        return join_list(list(map(formatting.escape, names)))
    first = map(formatting.escape, names[:most])
    return join_list([*first, ngettext("{number} other", "{number} others", left)])


def created_text(league: League, chosen: Collection[str]) -> list[str]:
    """The text for a new league; ``chosen`` are the options that its creator chose."""
    how = gettext(_OPEN if league.format == "open" else _JOINING)
    taken = "\n".join(f"- {line}" for line in _marked_settings(league, chosen))
    rest = gettext(
        "-# What is marked *usual* was taken because you did not say otherwise; `/league manage settings` changes it. "
        "Results count as soon as a game of the league ends. No hints are given in its games."
    )
    return [gettext("**The league {name} is made.** {how}", name=formatting.escape(league.name), how=how), taken, rest]


def settings_text(league: League, season: Season) -> list[str]:
    """The text for all settings of a league."""
    now = gettext(
        "Season {number}{days}: {stage}",
        number=season.number,
        days=days_text(season),
        stage=gettext(STAGES[season.stage]),
    )
    lines = [*(line for _, line in _settings(league)), now]
    return [f"**{formatting.escape(league.name)}**", "\n".join(f"- {line}" for line in lines)]


def days_text(season: Season) -> str:
    """The first and last day of a season, as far as they are fixed."""
    begins = (
        gettext(" from {starts_on}", starts_on=season.starts_on.isoformat()) if season.starts_on is not None else ""
    )
    ends = gettext(" to {ends_on}", ends_on=season.ends_on.isoformat()) if season.ends_on is not None else ""
    return f"{begins}{ends}"


def league_line(league: League, season: Season, players: int) -> str:
    """A line for a league in the list of a server."""
    people = ngettext("1 player", "{number} players", players)
    return gettext(
        "- **{name}**: {people}, season {number} {stage}; {how_played}, points {scheme}, `{preset}` rules.",
        name=formatting.escape(league.name),
        people=people,
        number=season.number,
        stage=gettext(STAGES[season.stage]),
        how_played=how_played(league),
        scheme=league.scheme,
        preset=league.preset,
    )


def how_played(league: League) -> str:
    """The format in a few words, with its number of rounds."""
    rounds = _ROUNDS.get(league.format)
    short = gettext(FORMATS[league.format]).split(":")[0]
    return f"{short}{ngettext(*rounds, league.many)}" if rounds and league.many else short


def posts_text(league: League) -> str:
    """The place and time of the weekly post."""
    if league.channel_id is None or league.post_day is None or league.post_hour is None:
        return gettext("nowhere by itself; `/league manage post` chooses a channel, a day and an hour")
    return gettext(
        "in <#{channel_id}> each {day} at {hour:02}:00 ({zone})",
        channel_id=league.channel_id,
        day=gettext(DAYS[league.post_day]),
        hour=league.post_hour,
        zone=league.zone,
    )


def managers_text(league: League, managers: Sequence[Player]) -> str:
    """The text for who runs a league."""
    role = (
        gettext(", the role <@&{manager_role}>", manager_role=league.manager_role)
        if league.manager_role is not None
        else ""
    )
    named = gettext(", and {people}", people=names_text([one.name for one in managers])) if managers else ""
    return gettext(
        "**{name}** is run by those who may manage this server{role}{named}.",
        name=formatting.escape(league.name),
        role=role,
        named=named,
    )


def _marked_settings(league: League, chosen: Collection[str]) -> Iterator[str]:
    for option, line in _settings(league):
        yield line if option is None or option in chosen else gettext("{line} *(usual)*", line=line)


def _settings(league: League) -> Iterator[tuple[str | None, str]]:
    """Every setting in words, with the option that chooses it."""
    preset = PRESETS.get(league.preset)
    title = f" ({gettext(preset.title)})" if preset is not None else ""
    match = (
        gettext("single games") if league.best_of == 1 else gettext("matches, best of {number}", number=league.best_of)
    )
    yield (
        "preset",
        gettext(
            "Rules: `{preset}`{title}, {target} holes", preset=league.preset, title=title, target=league.rules.target
        ),
    )
    yield (
        "scheme",
        gettext("Points: `{scheme}`, {points}", scheme=league.scheme, points=gettext(SCHEMES[league.scheme])),
    )
    yield "format", gettext("Format: {format}{rounds}", format=gettext(FORMATS[league.format]), rounds=_rounds(league))
    yield "best_of", gettext("Each meeting: {match}", match=match)
    if league.clock is not None:
        yield "turn_time", gettext("Clock:{time}", time=formatting.clock_summary(league.clock))
    ranked = (
        ngettext(
            "from {number} game on; who has fewer stands below",
            "from {number} games on; who has fewer stands below",
            league.minimum,
        )
        if league.minimum
        else gettext("from the first game")
    )
    yield "minimum", gettext("Ranked: {ranked}", ranked=ranked)
    yield None, gettext(ORDER)
    yield "zone", gettext("Time zone: {zone}", zone=league.zone)
    yield None, gettext("Weekly table: {posts}", posts=posts_text(league))
    role = (
        gettext(", the role <@&{manager_role}>", manager_role=league.manager_role)
        if league.manager_role is not None
        else ""
    )
    yield (
        None,
        gettext("Managers: who may manage the server{role}, and those whom `/league manage manager` names", role=role),
    )


def _rounds(league: League) -> str:
    return ngettext(", {number} round", ", {number} rounds", league.many) if league.many else ""


_ROUNDS: Final[dict[Format, tuple[str, str]]] = {
    "night": NN_(" of {number} game", " of {number} games"),
    "swiss": NN_(" of {number} round", " of {number} rounds"),
}
"""The number of games or rounds of a format, in words."""
