"""What a league has agreed, told in words: when it is made, when it is changed, and in a list."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from bot.storage.leagues import Format, League, Scheme, Season
from bot.storage.players import Player
from bot.ui import words
from engine.presets import PRESETS

SCHEMES: Final[dict[Scheme, str]] = {
    "acc": "2 for a win, 3 for a win by a skunk",
    "games": "a point a game, a double game two, a fourfold one four",
    "legs": "a point for each leg won",
}
"""What each points scheme gives."""

FORMATS: Final[dict[Format, str]] = {
    "open": "open play: anyone plays anyone, as often as they like",
    "single": "everyone meets everyone once",
    "double": "everyone meets everyone twice, each dealing first once",
    "night": "a club night: a new opponent in each round",
    "swiss": "Swiss rounds: those who are level meet, and nobody twice",
    "knockout": "a knockout: who loses is out",
}
"""What each format means, in words that fit a choice."""

DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

STAGES: Final = {
    "joining": "gathering players",
    "playing": "being played",
    "playoffs": "in its playoffs",
    "closed": "closed",
}

_JOINING: Final = "`/league join` enters it, and `/league manage start` makes the fixtures once everyone is in."
_OPEN: Final = "`/league join` enters it; `/league play` and `/league enter` bring results."


def people(names: Sequence[str], most: int = 10) -> str:
    """Names in a sentence, the first of many: ``Ann, Ben and 12 others``."""
    left = len(names) - most
    return words.joined(names) if left <= 1 else words.joined([*names[:most], f"{left} others"])


def made(league: League, said: Collection[str]) -> list[str]:
    """A league that was just made; ``said`` are the options that its maker chose himself."""
    how = _OPEN if league.format == "open" else _JOINING
    taken = "\n".join(f"- {line}" for line in _marked(league, said))
    rest = (
        "-# What is marked *usual* was taken because you did not say otherwise; `/league manage settings` changes it. "
        "Results count as soon as a game of the league ends. No hints are given in its games."
    )
    return [f"**The league {words.escaped(league.name)} is made.** {how}", taken, rest]


def changed(league: League, season: Season) -> list[str]:
    """What a league has agreed, after a change."""
    now = f"Season {season.number}{days(season)}: {STAGES[season.stage]}"
    lines = [*(line for _, line in _agreed(league)), now]
    return [f"**{words.escaped(league.name)}**", "\n".join(f"- {line}" for line in lines)]


def days(season: Season) -> str:
    """From when to when a season is played, where that is settled."""
    begins = f" from {season.starts_on.isoformat()}" if season.starts_on is not None else ""
    ends = f" to {season.ends_on.isoformat()}" if season.ends_on is not None else ""
    return f"{begins}{ends}"


def listed(league: League, season: Season, players: int) -> str:
    """One line of the list of a server's leagues."""
    people = "1 player" if players == 1 else f"{players} players"
    return (
        f"- **{words.escaped(league.name)}**: {people}, season {season.number} {STAGES[season.stage]}; "
        f"{how_played(league)}, points {league.scheme}, `{league.preset}` rules."
    )


def how_played(league: League) -> str:
    """The format in a few words, with its number of rounds."""
    rounds = {"night": " of {} games", "swiss": " of {} rounds"}.get(league.format, "")
    short = FORMATS[league.format].split(":")[0]
    return f"{short}{rounds.format(league.many)}" if rounds and league.many else short


def posts(league: League) -> str:
    """When and where the table is posted."""
    if league.channel_id is None or league.post_day is None or league.post_hour is None:
        return "nowhere by itself; `/league manage post` chooses a channel, a day and an hour"
    return f"in <#{league.channel_id}> each {DAYS[league.post_day]} at {league.post_hour:02}:00 ({league.zone})"


def run_by(league: League, managers: Sequence[Player]) -> str:
    """Who runs a league."""
    role = f", the role <@&{league.manager_role}>" if league.manager_role is not None else ""
    named = f", and {people([words.escaped(one.name) for one in managers])}" if managers else ""
    return f"**{words.escaped(league.name)}** is run by those who may manage this server{role}{named}."


def _marked(league: League, said: Collection[str]) -> Iterator[str]:
    for option, line in _agreed(league):
        yield line if option is None or option in said else f"{line} *(usual)*"


def _agreed(league: League) -> Iterator[tuple[str | None, str]]:
    """Every agreement, with the option that chooses it."""
    preset = PRESETS.get(league.preset)
    title = f" ({preset.title})" if preset is not None else ""
    match = "single games" if league.best_of == 1 else f"matches, best of {league.best_of}"
    yield "preset", f"Rules: `{league.preset}`{title}, {league.rules.target} holes"
    yield "scheme", f"Points: `{league.scheme}`, {SCHEMES[league.scheme]}"
    yield "format", f"Format: {FORMATS[league.format]}{_rounds(league)}"
    yield "best_of", f"Each meeting: {match}"
    if league.clock is not None:
        yield "turn_time", f"Clock:{words.time_agreed(league.clock)}"
    ranked = f"from {league.minimum} games on; who has fewer stands below" if league.minimum else "from the first game"
    yield "minimum", f"Ranked: {ranked}"
    yield "zone", f"Time zone: {league.zone}"
    yield None, f"Weekly table: {posts(league)}"
    role = f", the role <@&{league.manager_role}>" if league.manager_role is not None else ""
    yield None, f"Managers: who may manage the server{role}, and those whom `/league manage manager` names"


def _rounds(league: League) -> str:
    return f", {league.many} rounds" if league.many else ""
