"""The settings of a league in words: for a new league, for a changed one, and in a list."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from bot.i18n.translation import N_, gettext, join_list, ngettext
from bot.leagues.access import refusal
from bot.leagues.settings import (
    SETTINGS,
    Setting,
    counting_text,
    grouping_text,
    how_played,
    scale_text,
    tie_breaks_as_typed,
)
from bot.leagues.setup import parse_number, parse_places, parse_scale
from bot.models.league import GROUPED, KNOCKOUTS, WITH_MEETINGS, Format, Grouping, League, Season
from bot.models.league import TIE_BREAKS as ALL_TIE_BREAKS
from bot.models.player import Player
from bot.ui.core import formatting
from bot.ui.core.components import Field, Form, Screen, TextInput, page_view
from bot.ui.leagues.lookup import LeaguePress, button, join_button

COUNTING: Final = "counting"
COUNTED: Final = "counted"
REOPEN_SEASON: Final = "reopenseason"
REOPENED: Final = "reopened"
TIE_BREAKS: Final = "tiebreaks"
TIES_BROKEN: Final = "tiesbroken"
GROUPING: Final = "grouping"
GROUPED_AS: Final = "grouped"

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
    settings = "\n".join(
        f"- {line if one.name in chosen else gettext('{line} (default)', line=line)}"
        for one, line in _lines(league)
        if one.fixed or one.name in chosen
    )
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
    posts = gettext("Weekly table: {posts}", posts=posts_text(league))
    managers = gettext("Managers: anyone with Manage Server{role}, plus people you add", role=_role_text(league))
    lines = [*(line for _, line in _lines(league)), posts, managers, *nights, *divided, now]
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


def tie_breaks_form(league: League, _: Season) -> Form:
    """The form for the tie-breaks of a league."""
    label = gettext("In order, with commas (blank: the usual)")
    field = _field("breaks", tie_breaks_as_typed(league.tie_breaks), label, ", ".join(ALL_TIE_BREAKS))
    return Form(LeaguePress(TIES_BROKEN, (league.id,)).custom_id, gettext("Tie-breaks"), (field,))


def counting_form(league: League, season: Season) -> Form:
    """The form for what a season of nights counts."""
    counting = season.counting
    by_marks = counting.basis == "marks"
    fields = (
        _field(
            "scale",
            scale_text(counting.scale) if by_marks else "",
            gettext("Points per night for game points"),
            gettext("Like 12:1 13:2 14:3. Leave both blank to add up the points of all games."),
        ),
        _field(
            "places",
            " ".join(map(str, counting.places)) if by_marks else "",
            gettext("Points per night for places"),
            gettext("Like 5 3 1, on top of that: first place, second place, third place."),
        ),
        _field("best", counting.best or "", gettext("How many best nights count (blank: all)"), longest=3),
        _field("least", counting.attendance or "", gettext("Nights needed to be ranked"), longest=3),
    )
    return Form(LeaguePress(COUNTED, (league.id,)).custom_id, gettext("Season points"), fields)


def grouping_form(league: League, _: Season) -> Form:
    """The form for how a league is divided."""
    grouping, divisions = league.grouping, league.format == "divisions"
    fields = (
        _field(
            "many",
            grouping.many or "",
            gettext("How many divisions") if divisions else gettext("How many groups"),
            gettext("Leave it blank to let the number of players decide."),
            longest=2,
        ),
        _field(
            "moves",
            grouping.moves,
            gettext("How many go up and down") if divisions else gettext("How many of each group go through"),
            longest=2,
            required=True,
        ),
        _field(
            "games",
            "2" if grouping.twice else "1",
            gettext("How often opponents meet: 1 or 2"),
            gettext("Changes count from the next season that starts."),
            longest=1,
            required=True,
        ),
    )
    title = gettext("Divisions") if divisions else gettext("Groups")
    return Form(LeaguePress(GROUPED_AS, (league.id,)).custom_id, title, fields)


def _field(
    name: str, value: object, label: str, hint: str = "", *, longest: int = 200, required: bool = False
) -> Field:
    return Field(TextInput(custom_id=name, default=str(value), longest=longest, required=required), label, hint)


FORMS: Final = {COUNTING: counting_form, TIE_BREAKS: tie_breaks_form, GROUPING: grouping_form}
"""The forms that buttons of the settings open."""


def read_counting(fields: Mapping[str, str]) -> dict[str, Any]:
    """What the fields of the form change of what a season counts. Raises ``LeagueError``."""
    scale = parse_scale(fields.get("scale", ""))
    places = parse_places(fields.get("places", ""))
    return {
        "basis": "marks" if scale or places else "games",
        "scale": scale,
        "places": places,
        "best": parse_number(fields.get("best", "")) or None,
        "attendance": parse_number(fields.get("least", "")) or 0,
    }


def read_grouping(fields: Mapping[str, str]) -> Grouping:
    """How a league is divided, by the fields of the form. Raises ``LeagueError``."""
    typed = {name: fields.get(name, "").strip() for name in ("many", "moves", "games")}
    if typed["games"] not in {"1", "2"} or not all(re.fullmatch("[0-9]{0,2}", text) for text in typed.values()):
        raise refusal("Type numbers only: how many groups, how many players, and 1 or 2 games.")
    many = int(typed["many"]) if typed["many"] else None
    return Grouping(many=many, moves=int(typed["moves"] or 0), twice=typed["games"] == "2")


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
        preset=league.preset,
    )


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
    named = gettext(", plus {people}", people=names_text([one.name for one in managers])) if managers else ""
    return gettext(
        "Managers of **{name}**: anyone with Manage Server{role}{named}.",
        name=formatting.escape(league.name),
        role=_role_text(league),
        named=named,
    )


def _role_text(league: League) -> str:
    role = league.manager_role
    return "" if role is None else gettext(", the role <@&{manager_role}>", manager_role=role)


def _lines(league: League) -> Iterator[tuple[Setting, str]]:
    """Every setting that a league has, in words."""
    for one in sorted(SETTINGS, key=lambda one: one.late):
        if line := one.line(league):
            yield one, line
