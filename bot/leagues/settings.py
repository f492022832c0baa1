"""The settings of a league: their defaults, and what is allowed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import date, datetime
from functools import partial
from typing import Any, Final
from zoneinfo import ZoneInfo

from bot.i18n.translation import N_, NN_, date_of, gettext, ngettext
from bot.leagues import calendar
from bot.leagues.access import one_line, refusal
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
    Season,
    SeasonCounting,
    TeamPlay,
    TieBreak,
)
from bot.models.league_news import Consequence
from bot.models.options import Option
from bot.tables import clocks, matches
from engine import presets
from engine.presets import PRESETS, Preset
from engine.rules import Rules

MOST: Final = 50
"""The most games of a club night, and the most rounds of a Swiss."""

MOST_MARKS: Final = 200
"""The most points, marks, places and meetings of a season of meetings that can be chosen."""

NIGHT: Final = 9
"""The default number of games of a club night, as the American Cribbage Congress plays it."""


GROUP: Final = 4
"""The default number of players of a group."""

DIVISION: Final = 8
"""The default number of players of a division."""

CONSEQUENCES_TEXTS: Final[dict[Consequence, str]] = {
    "manager": N_("A manager decides"),
    "extend": N_("They get the same amount of time once more"),
    "walkover": N_("Whoever was ready wins"),
}
"""What happens at a deadline to games that were not played."""

SCHEME_WORDS: Final[dict[Scheme, str]] = {
    "acc": N_("2 for a win, 3 for a skunk"),
    "games": N_("1 for a win, 2 for a skunk, 4 for a double skunk"),
    "legs": N_("1 for each game won"),
}
"""What each points scheme gives."""

FORMAT_WORDS: Final[dict[Format, str]] = {
    "open": N_("open play: play anyone, as often as you like"),
    "club": N_("club season: nights with check-in and pairings, added up"),
    "single": N_("everyone plays everyone once"),
    "double": N_("everyone plays everyone twice"),
    "night": N_("club night: a new opponent each round"),
    "swiss": N_("Swiss: each round against someone with a similar score"),
    "knockout": N_("knockout: lose and you're out"),
    "double-knockout": N_("double elimination: lose twice and you're out"),
    "groups": N_("groups, then a knockout for the best of each group"),
    "divisions": N_("divisions: the best go up, the last go down"),
}
"""What each format means, in words that fit a choice."""

FORMAT_NAMES: Final[dict[Format, str]] = {
    "open": N_("open play"),
    "club": N_("club season"),
    "single": N_("everyone once"),
    "double": N_("everyone twice"),
    "night": N_("club night"),
    "swiss": N_("Swiss"),
    "knockout": N_("knockout"),
    "double-knockout": N_("double elimination"),
    "groups": N_("groups, then a knockout"),
    "divisions": N_("divisions"),
}
"""The formats in a few words: there is room for the long ones in one command alone."""

TEAMS: Final[dict[TeamPlay, str]] = {
    "pairs": N_("fixed pairs, in games of four"),
    "singles": N_("teams of 2, whose 2 single games are added up"),
}
"""What each way to play in teams means, in words that fit a choice."""

_ROUNDS: Final[dict[Format, tuple[str, str]]] = {
    "night": NN_(" of {number} game", " of {number} games"),
    "club": NN_(" of {number} game a night", " of {number} games a night"),
    "swiss": NN_(" of {number} round", " of {number} rounds"),
}
"""The number of games or rounds of a format, in words."""

_SCHEME_CHOICES: Final = {
    "acc": N_("acc: 2 for a win, 3 for a skunk"),
    "games": N_("games: 1 for a win, 2 for a skunk, 4 for a double skunk"),
    "legs": N_("legs: 1 for each game won"),
}

_MINUTE, _DAY = 60, 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting(Option):
    """A setting of a league or of its open season, in their ``attribute``, or an option of the league's rules.

    The ``description`` is for the command that changes settings, ``new`` for the one that makes a league: True is the
    same, and a command does not have a setting without one. A ``fixed`` one cannot be changed in a season that has
    begun. ``sentence`` tells of it where the label and the choice do not, and ``late`` ones are told after others.
    ``value`` is what a choice stands for, and ``fact`` what the log keeps of a value; the log calls the setting by its
    ``title`` if neither the label nor the description will do, and ``words`` show what it keeps.
    """

    attribute: str = ""
    of: type[League | Season | Rules] = League
    new: str | bool = ""
    new_choices: Mapping[Any, str] | None = None
    fixed: bool = False
    late: int = 0
    sentence: Callable[[League], str] | None = None
    value: Callable[[Any], Any] = lambda chosen: chosen
    fact: Callable[[Any], Any] = lambda value: value
    title: str = ""
    words: Callable[[Any, League], str] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "attribute", self.attribute or self.name)

    @property
    def for_new(self) -> Option:
        """The setting as an option of the command that makes a league."""
        description = self.new if isinstance(self.new, str) else self.description
        choices = self.choices if self.new_choices is None else self.new_choices
        return replace(self, description=description, choices=choices, required=self.name == "name")

    def line(self, league: League) -> str:
        """Return the setting of a league in words; an empty text where there is nothing to tell."""
        if self.sentence is not None:
            return self.sentence(league)
        if not self.label or (value := getattr(league, self.attribute)) is None:
            return ""
        words = gettext(self.choices[value]) if self.choices else str(value)
        return gettext("{label}: {value}", label=gettext(self.label), value=words)

    def change_text(self, before: Any, after: Any, league: League) -> str:
        """Return a change of the setting in words, from what the log keeps of it."""
        was, now = (self._words(value, league) for value in (before, after))
        title = gettext(self.title or self.label or self.description)
        return gettext("{label}: {value}", label=title, value=f"{was} → {now}")

    def _words(self, value: Any, league: League) -> str:
        if value is None:
            return "-"
        if self.words is not None:
            return self.words(value, league)
        if self.kind is date:
            return date_of(date.fromisoformat(value))
        if isinstance(value, bool) and not self.choices:
            return gettext("on") if value else gettext("off")
        return gettext(self.choices[value]) if value in self.choices else str(value)


def _rules_line(league: League) -> str:
    preset = PRESETS.get(league.preset)
    title = f" ({gettext(preset.title)})" if preset is not None else ""
    target = league.rules.target
    return gettext("Rules: `{preset}`{title}, to {target} points", preset=league.preset, title=title, target=target)


def _format_line(league: League) -> str:
    rounds = ngettext(", {number} round", ", {number} rounds", league.many) if league.many else ""
    return gettext("Format: {format}{rounds}", format=gettext(FORMAT_WORDS[league.format]), rounds=rounds)


def _match_line(league: League) -> str:
    many = league.best_of
    return gettext(
        "Matches: {match}", match=gettext("single games") if many == 1 else gettext("best of {number}", number=many)
    )


def _clock_line(league: League) -> str:
    return "" if league.clock is None else gettext("Time limit:{time}", time=clocks.clock_summary(league.clock))


def _minimum_line(league: League) -> str:
    after = gettext("after the first game")
    if league.minimum:
        after = ngettext("after {number} game", "after {number} games", league.minimum)
    return gettext("Ranked: {ranked}", ranked=after)


TIE_BREAK_WORDS: Final[dict[TieBreak, str]] = {
    "wins": N_("wins"),
    "spread": N_("score difference"),
    "head-to-head": N_("head to head"),
    "skunked": N_("fewer skunks lost"),
    "skunks": N_("more skunks won"),
    "buchholz": N_("Buchholz (the opponents' points)"),
    "sonneborn-berger": N_("Sonneborn-Berger (the points of those beaten)"),
    "opponents": N_("the opponents' win rate"),
    "recent": N_("the latest results"),
    "playoff": N_("a playoff game"),
    "plus": N_("plus points (the margins of wins)"),
}


def tie_breaks_text(league: League) -> str:
    """The tie-breaks of a league in words."""
    if not league.tie_breaks:
        return gettext("Players with equal points share a place")
    return gettext("Ties are broken by {names}", names=_tie_break_names(league.tie_breaks, league))


def _tie_break_names(tie_breaks: Sequence[TieBreak], _: League) -> str:
    return ", ".join(gettext(TIE_BREAK_WORDS[one]) for one in tie_breaks) or "-"


def tie_breaks_as_typed(tie_breaks: tuple[TieBreak, ...]) -> str:
    """Tie-breaks as they are typed."""
    return ", ".join(tie_breaks)


def scale_text(scale: tuple[tuple[int, int], ...]) -> str:
    """A scale as it is typed."""
    return " ".join(f"{points}:{marks}" for points, marks in scale)


def grouping_text(league: League) -> str:
    """How a league is divided, in words."""
    grouping, moves = league.grouping, league.grouping.moves
    if league.format == "divisions":
        many = ngettext("{number} division", "{number} divisions", grouping.many or 0)
        go = ngettext("{number} player goes up and down", "{number} players go up and down", moves)
        usual = gettext("divisions of about {number}", number=DIVISION)
    else:
        many = ngettext("{number} group", "{number} groups", grouping.many or 0)
        go = ngettext("{number} player of each group goes through", "{number} players of each group go through", moves)
        usual = gettext("groups of about {number}", number=GROUP)
    meet = gettext("everyone there meets twice") if grouping.twice else gettext("everyone there meets once")
    divided = many if grouping.many else usual
    return gettext("Divided into {divided}; {meet}; {go}", divided=divided, meet=meet, go=go)


def counting_text(counting: SeasonCounting) -> str:
    """What a season of nights adds up, in words."""
    if counting.basis == "games":
        text = gettext("The season adds up the points of all games")
    else:
        scale = scale_text(counting.scale) or "-"
        places = " ".join(map(str, counting.places)) or "-"
        text = gettext(
            "The season adds up points per night: for game points {scale}; for places {places}",
            scale=scale,
            places=places,
        )
    if counting.best is not None:
        text += ngettext(", the best {number} night", ", the best {number} nights", counting.best)
    if counting.hand:
        text += gettext(", and {points} for the best hand of a night", points=counting.hand)
    if counting.attendance:
        text += ngettext(". Ranked after {number} night", ". Ranked after {number} nights", counting.attendance)
    return text


MATCHES: Final = Setting(
    name="best_of",
    kind=int,
    description=N_("Games in a match"),
    new=N_("Games in a match (default: single games)"),
    choices={
        1: N_("single games"),
        3: N_("best of 3"),
        5: N_("best of 5"),
        7: N_("best of 7"),
        9: N_("best of 9, or all 9"),
        15: N_("best of 15, or all 15"),
    },
    fixed=True,
    sentence=_match_line,
)

SETTINGS: Final = (
    Setting(name="name", title=N_("Name"), description=N_("New name"), new=N_("The league's name")),
    Setting(
        name="preset",
        kind=Preset,
        description=N_("The rules"),
        new=N_("The rules (default: this server's)"),
        fixed=True,
        sentence=_rules_line,
    ),
    Setting(
        name="scheme",
        description=N_("League points for a win"),
        new=N_("League points for a win (default: depends on the rules)"),
        choices=_SCHEME_CHOICES,
        fixed=True,
        sentence=lambda league: gettext("Points: {points}", points=gettext(SCHEME_WORDS[league.scheme])),
    ),
    Setting(
        name="format",
        description=N_("The format"),
        new=N_("The format (default: open play)"),
        choices=FORMAT_NAMES,
        new_choices=FORMAT_WORDS,
        fixed=True,
        sentence=_format_line,
    ),
    MATCHES,
    Setting(
        name="games", attribute="many", kind=int, description=N_("How many club night games or Swiss rounds"), new=True
    ),
    Setting(
        name="minimum",
        kind=int,
        description=N_("How many games a player needs to be ranked"),
        new=True,
        late=1,
        sentence=_minimum_line,
    ),
    Setting(
        name="zone", kind=ZoneInfo, label=N_("Time zone"), description=N_("The league's time zone"), new=True, late=4
    ),
    Setting(
        name="night_time",
        label=N_("Club nights begin, with an event on Discord"),
        description=N_("Start of club nights, like 19:30. Each night gets a Discord event. Type off for no events."),
        late=5,
    ),
    Setting(name="teams", label=N_("Teams"), new=N_("Play in teams of 2 (default: no)"), choices=TEAMS),
    Setting(
        name="turn_time",
        attribute="clock",
        kind=int,
        description=N_("Time limit per turn"),
        choices={
            0: N_("no limit"),
            3 * _MINUTE: N_("3 minutes"),
            10 * _MINUTE: N_("10 minutes"),
            _DAY: N_("1 day"),
            3 * _DAY: N_("3 days"),
            7 * _DAY: N_("7 days"),
        },
        sentence=_clock_line,
        value=lambda seconds: Clock(seconds, when_over="forfeit") if seconds else None,
        fact=lambda clock: 0 if clock is None else clock.turn,
    ),
    Setting(
        name="target",
        of=Rules,
        kind=int,
        description=N_("Points to win a game"),
        choices={121: "121", 61: "61"},
        fixed=True,
    ),
    Setting(
        name="counting",
        of=Rules,
        description=N_("Who counts the hands"),
        choices={
            "referee": N_("You count, the bot checks"),
            "challenge": N_("Players check each other"),
            "automatic": N_("The bot counts"),
        },
        fixed=True,
    ),
    Setting(name="muggins", of=Rules, kind=bool, description=N_("Opponents take the points you miss"), fixed=True),
    Setting(
        name="reviews",
        kind=bool,
        label=N_("Reviews of games"),
        description=N_("Players may see how they played a game, once it is over"),
        choices={True: N_("allowed after the game"), False: N_("not allowed")},
        late=2,
    ),
    Setting(
        name="grouping",
        title=N_("Groups"),
        fact=asdict,
        words=lambda fact, league: grouping_text(replace(league, grouping=Grouping(**fact))),
    ),
    Setting(name="tie_breaks", late=3, title=N_("Tie-breaks"), sentence=tie_breaks_text, words=_tie_break_names),
    Setting(
        name="season points",
        attribute="counting",
        of=Season,
        title=N_("Season points"),
        fact=asdict,
        words=lambda fact, _: counting_text(SeasonCounting(**fact)),
    ),
    Setting(
        name="starts_on",
        of=Season,
        kind=date,
        title=N_("First day of the season"),
        description=N_("First day of the season, like 2026-03-01"),
    ),
    Setting(name="ends_on", of=Season, kind=date, description=N_("Last day of the season")),
)
"""All settings, in the order of the commands' options."""

OF_SEASON: Final = frozenset(one.attribute for one in SETTINGS if one.of is Season)
"""What is a setting of the open season."""

FIXED: Final = frozenset("options" if one.of is Rules else one.attribute for one in SETTINGS if one.fixed)
"""What is fixed once a season has fixtures or results, because it decides what those are worth."""

CHANGEABLE: Final = FIXED | {
    one.attribute for one in SETTINGS if one.of is not Rules and (one.description or not one.new)
}
"""What can be changed in a league that there is; ``options`` are those of its rules."""


def changes_by(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return what these choices change of a league and its season; the ``options`` are those of its rules."""
    changes: dict[str, Any] = {}
    for one in SETTINGS:
        if (choice := chosen.get(one.name)) is not None:
            part = changes.setdefault("options", {}) if one.of is Rules else changes
            part[one.attribute] = one.value(choice)
    return changes


def to_document(league: League) -> dict[str, Any]:
    """Return the settings of a league, ready for JSON, without its rules."""
    values = asdict(league)
    return {one.attribute: values[one.attribute] for one in SETTINGS if one.of is League}


def new_league(guild_id: int | None, name: str, chosen: Mapping[str, Any], now: datetime) -> League:
    """A league with these settings and no id yet. Raises ``LeagueError``, or ``RulesError`` for contradictory rules."""
    best_of, preset = chosen.get("best_of", 1), chosen.get("preset", presets.DEFAULT)
    matches.check(best_of)
    # Where the games of a team are added up, each counts as a leg.
    is_added = chosen.get("teams") == "singles"
    usual = "legs" if is_added else default_scheme(preset, best_of, chosen.get("options", {}))
    rules = presets.find(preset)
    league = League(id=0, guild_id=guild_id, name=name, preset=preset, rules=rules, scheme=usual, created_at=now)
    return check_league(with_changes(league, {"options": {}, **chosen}))


def with_changes(league: League, changes: Mapping[str, Any]) -> League:
    """A league with some settings changed; the rules follow the settings that they depend on."""
    known = {field.name for field in fields(League)}
    changed = replace(league, **{name: value for name, value in changes.items() if name in known})
    rules_by = partial(rules_of, best_of=changed.best_of, scheme=changed.scheme, teams=changed.teams)
    if changes.keys() & {"preset", "options"}:
        changed = replace(changed, rules=rules_by(changed.preset, changes.get("options") or {}))
    elif (changed.scheme, changed.best_of) != (league.scheme, league.best_of):
        usual = rules_by(changed.preset, {"target": league.rules.target})
        rules = replace(league.rules, doubles=usual.doubles, next_dealer=usual.next_dealer)
        changed = replace(changed, rules=rules)
    return replace(changed, many=default_rounds(changed.format, changed.many))


def differences(before: League, after: League, season: Season, dated: Season) -> dict[str, list[Any]]:
    """The changes of a league and its season for the log: each setting's name with what it was and what it is."""
    values: dict[Any, tuple[Any, Any]] = {League: (before, after), Season: (season, dated)}
    values[Rules] = before.rules, after.rules
    changed = {}
    for one in SETTINGS:
        was, now = (getattr(whose, one.attribute) for whose in values[one.of])
        if was != now:
            changed[one.name] = [None if value is None else one.fact(value) for value in (was, now)]
    return changed


def change_text(name: str, before: Any, after: Any, league: League) -> str:
    """The change of a setting in words, from what the log keeps of it."""
    known = next((one for one in SETTINGS if one.name == name), Setting(name=name, title=name))
    return known.change_text(before, after, league)


def how_played(league: League) -> str:
    """The format in a few words, with its number of rounds."""
    rounds = _ROUNDS.get(league.format)
    short = gettext(FORMAT_WORDS[league.format]).split(":")[0]
    return f"{short}{ngettext(*rounds, league.many)}" if rounds and league.many else short


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
    name = one_line(league.name, N_("A league name must have 1-{longest} characters."))
    if league.scheme not in SCHEMES:
        raise refusal("Choose one of these schemes: {schemes}.", schemes=", ".join(SCHEMES))
    if league.format not in FORMATS:
        raise refusal("Choose one of these formats: {formats}.", formats=", ".join(FORMATS))
    if league.teams != "pairs" and league.rules.players != 2:
        raise refusal("League games are for 2 players.")
    if league.teams is not None and league.format in WITH_MEETINGS:
        raise refusal("Teams need fixtures. Choose another format than open play or a club season.")
    matches.check(league.best_of)
    if league.scheme == "acc" and (league.best_of != 1 or league.teams == "singles"):
        raise refusal("The acc scheme is only for single games. For matches, choose games or legs.")
    if not set(league.tie_breaks) <= set(TIE_BREAKS) or len(set(league.tie_breaks)) < len(league.tie_breaks):
        raise refusal("Choose each tie-break once, from these: {names}.", names=", ".join(TIE_BREAKS))
    _check_numbers(league)
    check_clock(league.clock)
    zone, begins = calendar.check_zone(league.zone), calendar.check_time(league.night_time)
    return replace(league, name=name, zone=zone, night_time=begins)


def check_clock(clock: Clock | None) -> None:
    """Raise ``LeagueError`` for a clock that is not allowed, or by which a robot would play for a person."""
    if clock is None:
        return
    clocks.check(clock)
    if clock.when_over != "forfeit":
        raise refusal("In league games, you lose when your time runs out.")


def _check_numbers(league: League) -> None:
    if league.many is not None and not 1 <= league.many <= MOST:
        raise refusal("Choose 1-{most} rounds or games.", most=MOST)
    if league.grouping.many is not None and not 1 <= league.grouping.many <= MOST:
        raise refusal("How many groups? Choose a number from 1 to {most}.", most=MOST)
    if not 1 <= league.grouping.moves <= MOST:
        raise refusal("Choose 1-{most} players.", most=MOST)
    if not 0 <= league.minimum <= 1000:
        raise refusal("Choose 0-1000 for the minimum number of games.")
    if league.post_day is not None and not 0 <= league.post_day <= 6:
        raise refusal("Choose a weekday for the weekly table.")
    if league.post_hour is not None and not 0 <= league.post_hour <= 23:
        raise refusal("Choose an hour from 0 to 23 for the weekly table.")


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


def check_counting(counting: SeasonCounting) -> SeasonCounting:
    """Return what a season counts, with the usual scale where marks have none. Raises ``LeagueError``."""
    if counting.basis not in {"games", "marks"}:
        raise refusal("A season counts games or marks.")
    if counting.best is not None and not 1 <= counting.best <= MOST_MARKS:
        raise refusal("Choose 1-{most} nights.", most=MOST_MARKS)
    if not 0 <= counting.hand <= MOST_MARKS:
        raise refusal("Choose 0-{most} points.", most=MOST_MARKS)
    if not 0 <= counting.attendance <= MOST_MARKS:
        raise refusal("Choose 0-{most} nights.", most=MOST_MARKS)
    return counting
