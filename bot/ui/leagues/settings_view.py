"""The settings of a league in words: for a new league, for a changed one, and in a list."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from bot.i18n.translation import N_, NN_, gettext, join_list, ngettext
from bot.leagues import groups, season_table
from bot.leagues.access import LeagueError
from bot.leagues.standings import tie_breaks_as_typed, tie_breaks_text
from bot.models.league import (
    GROUPED,
    KNOCKOUTS,
    WITH_MEETINGS,
    Format,
    Grouping,
    League,
    Scheme,
    Season,
    SeasonCounting,
    TeamPlay,
)
from bot.models.league import TIE_BREAKS as ALL_TIE_BREAKS
from bot.models.player import Player
from bot.ui.core import formatting
from bot.ui.core.components import Field, Form, Screen, TextInput, page_view
from bot.ui.leagues.lookup import LeaguePress, button, join_button
from engine.presets import PRESETS

COUNTING: Final = "counting"
COUNTED: Final = "counted"
REOPEN_SEASON: Final = "reopenseason"
REOPENED: Final = "reopened"
TIE_BREAKS: Final = "tiebreaks"
TIES_BROKEN: Final = "tiesbroken"
GROUPING: Final = "grouping"
GROUPED_AS: Final = "grouped"

SCHEMES: Final[dict[Scheme, str]] = {
    "acc": N_("2 for a win, 3 for a skunk"),
    "games": N_("1 for a win, 2 for a skunk, 4 for a double skunk"),
    "legs": N_("1 for each game won"),
}
"""What each points scheme gives."""

FORMATS: Final[dict[Format, str]] = {
    "open": N_("open play: play anyone, as often as you like"),
    "club": N_("club season: nights with check-in and pairings, added up"),
    "single": N_("everyone plays everyone once"),
    "double": N_("everyone plays everyone twice"),
    "night": N_("club night: a new opponent each round"),
    "swiss": N_("Swiss: each round against someone with a similar score"),
    "knockout": N_("knockout: lose and you're out"),
    "double-knockout": N_("double elimination: lose twice and you're out"),
    "groups": N_("groups, then a knockout of the best of each"),
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

DAYS: Final = (N_("Monday"), N_("Tuesday"), N_("Wednesday"), N_("Thursday"), N_("Friday"), N_("Saturday"), N_("Sunday"))

STAGES: Final = {
    "joining": N_("open to join"),
    "playing": N_("in progress"),
    "playoffs": N_("playoffs"),
    "closed": N_("closed"),
}

_JOINING: Final = N_("Press **Join** to play. A manager starts the season with `/league manage start`.")
_OPEN: Final = N_("Press **Join**, then play anyone with `/league play`.")
_CLUB: Final = N_("Press **Join**, and check in with `/league here` when you arrive at a club night.")
_PAIRS: Final = N_("Join with `/league join` and your partner's name.")
_HOW: Final[dict[Format, str]] = {"open": _OPEN, "club": _CLUB}


def names_text(names: Sequence[str], most: int = 10) -> str:
    """Names in a sentence, escaped, or the first of many: ``Ann and 12 others``."""
    left = len(names) - most
    if left <= 1:
        return join_list(list(map(formatting.escape, names)))
    first = map(formatting.escape, names[:most])
    return join_list([*first, ngettext("{number} other", "{number} others", left)])


def created_view(league: League, chosen: Collection[str]) -> Screen:
    """The announcement of a new league, with a button to join; ``chosen`` are the options that its creator chose."""
    how = gettext(_HOW.get(league.format, _JOINING) if league.teams is None else _PAIRS)
    head = gettext("**The league {name} is open!** {how}", name=formatting.escape(league.name), how=how)
    settings = "\n".join(f"- {line}" for line in _marked_settings(league, chosen))
    defaults = gettext("-# Defaults are marked. Change them with `/league manage settings`.")
    row = [join_button(league)] if league.teams is None else []
    return page_view([head, settings, defaults], *filter(None, [row]))


def settings_text(league: League, season: Season) -> list[str]:
    """The text for all settings of a league."""
    now = gettext(
        "Season {number}{days}: {stage}",
        number=season.number,
        days=days_text(season),
        stage=gettext(STAGES[season.stage]),
    )
    nights = [counting_text(season.counting)] if league.format in WITH_MEETINGS else []
    divided = [grouping_text(league)] if league.format in GROUPED else []
    lines = [*(line for _, line in _settings(league)), *nights, *divided, now]
    return [f"**{formatting.escape(league.name)}**", "\n".join(f"- {line}" for line in lines)]


def settings_page(league: League, season: Season) -> Screen:
    """All settings for a manager, with a button for what a season of nights counts."""
    row = [button(gettext("Change season points"), COUNTING, league.id)] if league.format in WITH_MEETINGS else []
    if league.format in GROUPED:
        label = gettext("Change divisions") if league.format == "divisions" else gettext("Change groups")
        row.append(button(label, GROUPING, league.id))
    if league.format not in KNOCKOUTS:
        row.append(button(gettext("Change tie-breaks"), TIE_BREAKS, league.id))
    if season.number > 1:
        before = season.number - 1
        row.append(button(gettext("Reopen season {number}", number=before), REOPEN_SEASON, league.id, before))
    return page_view(settings_text(league, season), *filter(None, [row]))


def reopening_form(league: League, number: int) -> Form:
    """The form for the reason why a closed season is reopened."""
    field = Field(
        TextInput(custom_id="reason", longest=300),
        gettext("The reason (for the log)"),
        gettext("The next season is dropped; nothing may have been played in it."),
    )
    custom_id = LeaguePress(REOPENED, (league.id, number)).custom_id
    return Form(custom_id, gettext("Reopen season {number}", number=number), (field,))


def tie_breaks_form(league: League) -> Form:
    """The form for the tie-breaks of a league."""
    now = tie_breaks_as_typed(league.tie_breaks)
    field = Field(
        TextInput(custom_id="breaks", default=now, longest=200, required=False),
        gettext("In order, with commas (blank: the usual)"),
        ", ".join(ALL_TIE_BREAKS),
    )
    return Form(LeaguePress(TIES_BROKEN, (league.id,)).custom_id, gettext("Tie-breaks"), (field,))


def counting_form(league: League, counting: SeasonCounting) -> Form:
    """The form for what a season of nights counts."""
    by_marks = counting.basis == "marks"
    fields = (
        ("scale", gettext("Points per night for game points"), season_table.scale_text(counting.scale), 200),
        ("places", gettext("Points per night for places"), " ".join(map(str, counting.places)), 200),
        ("best", gettext("How many best nights count (blank: all)"), str(counting.best or ""), 3),
        ("least", gettext("Nights needed to be ranked"), str(counting.attendance or ""), 3),
    )
    hints = {
        "scale": gettext("Like 12:1 13:2 14:3. Leave both blank to add up the points of all games."),
        "places": gettext("Like 5 3 1, on top of that: first place, second place, third place."),
    }
    shown = []
    for name, label, value, longest in fields:
        now = value if by_marks or name not in hints else ""
        typed = TextInput(custom_id=name, default=now, longest=longest, required=False)
        shown.append(Field(typed, label, hints.get(name, "")))
    return Form(LeaguePress(COUNTED, (league.id,)).custom_id, gettext("Season points"), tuple(shown))


def read_counting(fields: Mapping[str, str]) -> dict[str, Any]:
    """What the fields of the form change of what a season counts. Raises ``LeagueError``."""
    scale = season_table.parse_scale(fields.get("scale", ""))
    places = season_table.parse_places(fields.get("places", ""))
    return {
        "basis": "marks" if scale or places else "games",
        "scale": scale,
        "places": places,
        "best": season_table.parse_number(fields.get("best", "")) or None,
        "attendance": season_table.parse_number(fields.get("least", "")) or 0,
    }


def grouping_form(league: League) -> Form:
    """The form for how a league is divided."""
    grouping, divisions = league.grouping, league.format == "divisions"
    fields = (
        Field(
            TextInput(custom_id="many", default=str(grouping.many or ""), longest=2, required=False),
            gettext("How many divisions") if divisions else gettext("How many groups"),
            gettext("Leave it blank to let the number of players decide."),
        ),
        Field(
            TextInput(custom_id="moves", default=str(grouping.moves), longest=2),
            gettext("How many go up and down") if divisions else gettext("How many of each group go through"),
        ),
        Field(
            TextInput(custom_id="games", default="2" if grouping.twice else "1", longest=1),
            gettext("How often opponents meet: 1 or 2"),
            gettext("Changes count from the next season that starts."),
        ),
    )
    title = gettext("Divisions") if divisions else gettext("Groups")
    return Form(LeaguePress(GROUPED_AS, (league.id,)).custom_id, title, fields)


def read_grouping(fields: Mapping[str, str]) -> Grouping:
    """How a league is divided, by the fields of the form. Raises ``LeagueError``."""
    typed = {name: fields.get(name, "").strip() for name in ("many", "moves", "games")}
    if typed["games"] not in {"1", "2"} or not all(re.fullmatch("[0-9]{0,2}", text) for text in typed.values()):
        raise LeagueError(gettext("Type numbers only: how many groups, how many players, and 1 or 2 games."))
    many = int(typed["many"]) if typed["many"] else None
    return Grouping(many=many, moves=int(typed["moves"] or 0), twice=typed["games"] == "2")


def grouping_text(league: League) -> str:
    """How a league is divided, in words."""
    grouping, moves = league.grouping, league.grouping.moves
    if league.format == "divisions":
        many = ngettext("{number} division", "{number} divisions", grouping.many or 0)
        go = ngettext("{number} player goes up and down", "{number} players go up and down", moves)
        usual = gettext("divisions of about {number}", number=groups.DIVISION)
    else:
        many = ngettext("{number} group", "{number} groups", grouping.many or 0)
        go = ngettext("{number} player of each goes through", "{number} players of each go through", moves)
        usual = gettext("groups of about {number}", number=groups.GROUP)
    meet = gettext("everyone there meets twice") if grouping.twice else gettext("everyone there meets once")
    divided = many if grouping.many else usual
    return gettext("Divided into {divided}; {meet}; {go}", divided=divided, meet=meet, go=go)


def counting_text(counting: SeasonCounting) -> str:
    """What a season of nights adds up, in words."""
    if counting.basis == "games":
        text = gettext("The season adds up the points of all games")
    else:
        scale = season_table.scale_text(counting.scale) or "-"
        places = " ".join(map(str, counting.places)) or "-"
        text = gettext(
            "The season adds up points per night: for game points {scale}; for places {places}",
            scale=scale,
            places=places,
        )
    if counting.best is not None:
        text += ngettext(", the best {number} night", ", the best {number} nights", counting.best)
    if counting.attendance:
        text += ngettext(". Ranked after {number} night", ". Ranked after {number} nights", counting.attendance)
    return text


def days_text(season: Season) -> str:
    """The first and last day of a season, as far as they are fixed."""
    begins = gettext(" from {starts_on}", starts_on=season.starts_on) if season.starts_on is not None else ""
    ends = gettext(" to {ends_on}", ends_on=season.ends_on) if season.ends_on is not None else ""
    return f"{begins}{ends}"


def league_line(league: League, season: Season, players: int) -> str:
    """A line for a league in the list of a server."""
    people = ngettext("1 player", "{number} players", players)
    return gettext(
        "- **{name}**: {people}, season {number} ({stage}), {how_played}, `{preset}` rules",
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
        return gettext("off (turn it on with `/league manage post`)")
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
    named = gettext(", plus {people}", people=names_text([one.name for one in managers])) if managers else ""
    return gettext(
        "Managers of **{name}**: anyone with Manage Server{role}{named}.",
        name=formatting.escape(league.name),
        role=role,
        named=named,
    )


_MAIN_OPTIONS: Final = frozenset({"preset", "scheme", "format", "best_of"})


def _marked_settings(league: League, chosen: Collection[str]) -> Iterator[str]:
    """The main settings with a mark on the defaults, and every other setting that was chosen."""
    for option, line in _settings(league):
        if option in chosen:
            yield line
        elif option in _MAIN_OPTIONS:
            yield gettext("{line} (default)", line=line)


def _settings(league: League) -> Iterator[tuple[str | None, str]]:
    """Every setting in words, with the option that chooses it."""
    preset = PRESETS.get(league.preset)
    title = f" ({gettext(preset.title)})" if preset is not None else ""
    match = gettext("single games") if league.best_of == 1 else gettext("best of {number}", number=league.best_of)
    yield (
        "preset",
        gettext(
            "Rules: `{preset}`{title}, to {target} points",
            preset=league.preset,
            title=title,
            target=league.rules.target,
        ),
    )
    yield (
        "scheme",
        gettext("Points: {points}", points=gettext(SCHEMES[league.scheme])),
    )
    yield "format", gettext("Format: {format}{rounds}", format=gettext(FORMATS[league.format]), rounds=_rounds(league))
    yield "best_of", gettext("Matches: {match}", match=match)
    if league.teams is not None:
        yield "teams", gettext("Teams: {teams}", teams=gettext(TEAMS[league.teams]))
    if league.clock is not None:
        yield "turn_time", gettext("Time limit:{time}", time=formatting.clock_summary(league.clock))
    ranked = (
        ngettext(
            "after {number} game",
            "after {number} games",
            league.minimum,
        )
        if league.minimum
        else gettext("after the first game")
    )
    yield "minimum", gettext("Ranked: {ranked}", ranked=ranked)
    allowed = gettext("allowed after the game") if league.reviews else gettext("not allowed")
    yield "reviews", gettext("Reviews of games: {allowed}", allowed=allowed)
    yield "tie_breaks", tie_breaks_text(league)
    yield "zone", gettext("Time zone: {zone}", zone=league.zone)
    yield None, gettext("Weekly table: {posts}", posts=posts_text(league))
    role = (
        gettext(", the role <@&{manager_role}>", manager_role=league.manager_role)
        if league.manager_role is not None
        else ""
    )
    yield (
        None,
        gettext("Managers: anyone with Manage Server{role}, plus people you add", role=role),
    )


def _rounds(league: League) -> str:
    return ngettext(", {number} round", ", {number} rounds", league.many) if league.many else ""


_ROUNDS: Final[dict[Format, tuple[str, str]]] = {
    "night": NN_(" of {number} game", " of {number} games"),
    "club": NN_(" of {number} game a night", " of {number} games a night"),
    "swiss": NN_(" of {number} round", " of {number} rounds"),
}
"""The number of games or rounds of a format, in words."""
