"""The settings of a league in words: for a new league, for a changed one, and in a list."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from discord import ButtonStyle, Permissions

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
from bot.leagues.setup import ACC_SCALE, parse_number, parse_places, parse_scale, parse_tie_breaks
from bot.models.league import GROUPED, KNOCKOUTS, TIE_BREAKS, WITH_MEETINGS, Format, Grouping, League, Season
from bot.models.player import Player
from bot.ui.core import formatting
from bot.ui.core.components import Screen, page_view
from bot.ui.leagues.forms import WHY, Question, asks
from bot.ui.leagues.lookup import Pressed, answers_league, button, join_button, typed_number

DAYS: Final = (N_("Monday"), N_("Tuesday"), N_("Wednesday"), N_("Thursday"), N_("Friday"), N_("Saturday"), N_("Sunday"))

STAGES: Final = {
    "joining": N_("open to join"),
    "playing": N_("in progress"),
    "playoffs": N_("playoffs"),
    "closed": N_("closed"),
}

_JOINING: Final = N_("Press **Join** to play. A manager starts the season with `/manage home`.")
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
    defaults = gettext("-# Defaults are marked. Change them with `/manage settings`.")
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


def settings_page(league: League, season: Season, allowed: Permissions) -> Screen:
    """All settings for a manager, with a button for what a season of nights counts; the bot is ``allowed`` so much."""
    row = [button(gettext("Change season points"), "counting", league.id)] if league.format in WITH_MEETINGS else []
    if league.format in WITH_MEETINGS and league.scheme == "acc" and season.counting.scale != ACC_SCALE:
        row.append(button(gettext("Count as the ACC does"), "asacc", league.id))
    if league.format in GROUPED:
        label = gettext("Change divisions") if league.format == "divisions" else gettext("Change groups")
        row.append(button(label, "grouping", league.id))
    if league.format not in KNOCKOUTS:
        row.append(button(gettext("Change tie-breaks"), "tiebreaks", league.id))
    more = [button(gettext("Weekly table"), "weekly", league.id)]
    if season.number > 1:
        before = season.number - 1
        more.append(button(gettext("Reopen season {number}", number=before), "reopenseason", league.id, before))
    else:
        more.append(button(gettext("Delete the league"), "delete", league.id))
    parts = settings_text(league, season)
    if league.night_time is not None and not (allowed.create_events or allowed.manage_events):
        parts.append(gettext("I may not make events here. Give my role **Create Events**, and your nights get theirs."))
    parts.append(gettext("-# Change the others with `/manage settings` and its options."))
    return page_view(parts, *filter(None, [row, more]))


async def own_settings_page(at: Pressed, league: League | None = None) -> Screen:
    """All settings of the league of a press, or of the league as it was changed."""
    season = await at.leagues.directory.season(at.league)
    return settings_page(league or at.league, season, at.interaction.app_permissions)


@asks(
    "reopenseason",
    lambda _, number: gettext("Reopen season {number}", number=number),
    Question(
        "reason", WHY.label, N_("This drops the next season. It only works if nothing was played in it."), WHY.longest
    ),
    filled="reopened",
)
async def reopen(at: Pressed, number: int, *, reason: str) -> Screen:
    await at.leagues.seasons.reopen(at.league, await at.asker(), number, reason)
    return await own_settings_page(at)


async def _ask_for_tie_breaks(at: Pressed) -> Sequence[Question]:
    usual, every = tie_breaks_as_typed(at.league.tie_breaks), ", ".join(TIE_BREAKS)
    label = N_("In order, with commas (blank: the usual)")
    return (Question("breaks", label, every, 200, required=False, default=usual),)


@asks("tiebreaks", N_("Tie-breaks"), by=_ask_for_tie_breaks, filled="tiesbroken")
async def break_ties(at: Pressed, *, breaks: str) -> Screen:
    chosen = parse_tie_breaks(breaks)
    return await own_settings_page(at, await at.leagues.setup.change(at.league, await at.asker(), tie_breaks=chosen))


async def _ask_what_counts(at: Pressed) -> Sequence[Question]:
    counting = (await at.leagues.directory.season(at.league)).counting
    scale, places = (counting.scale, counting.places) if counting.basis == "marks" else ((), ())
    return (
        Question(
            "scale",
            N_("Points per night for game points"),
            N_("Like 12:1 13:2 14:3, or acc. Leave both blank to add up the points of all games."),
            200,
            required=False,
            default=scale_text(scale) if scale else "",
        ),
        Question(
            "places",
            N_("Points per night for places"),
            N_("Like 5 3 1, on top of that: first place, second place, third place."),
            200,
            required=False,
            default=" ".join(map(str, places)),
        ),
        _number("best", N_("How many best nights count (blank: all)"), counting.best),
        _number("least", N_("Nights needed to be ranked"), counting.attendance),
        _number("hand", N_("Points for the best hand of a night"), counting.hand),
    )


def _number(name: str, label: str, now: int | None, hint: str = "", longest: int = 3) -> Question:
    return Question(name, label, hint, longest, required=False, default=str(now or ""))


@asks("counting", N_("Season points"), by=_ask_what_counts, filled="counted")
async def count(at: Pressed, *, scale: str, places: str, best: str, least: str, hand: str) -> Screen:
    marks, by_place = parse_scale(scale), parse_places(places)
    await at.leagues.setup.count(
        at.league,
        await at.asker(),
        basis="marks" if marks or by_place else "games",
        scale=marks,
        places=by_place,
        best=parse_number(best) or None,
        attendance=parse_number(least) or 0,
        hand=typed_number(hand or "0", gettext("Type a number of points.")),
    )
    return await own_settings_page(at)


@answers_league("asacc")
async def count_as_acc(at: Pressed) -> Screen:
    return await own_settings_page(at, await at.leagues.setup.count_as_acc(at.league, await at.asker()))


async def _ask_for_groups(at: Pressed) -> Sequence[Question]:
    grouping, divisions = at.league.grouping, at.league.format == "divisions"
    moves = gettext("How many go up and down") if divisions else gettext("How many of each group go through")
    often = N_("How often opponents meet: 1 or 2")
    later = N_("Changes count from the next season that starts.")
    return (
        _number(
            "many",
            gettext("How many divisions") if divisions else gettext("How many groups"),
            grouping.many,
            N_("Leave it blank to let the number of players decide."),
            2,
        ),
        Question("moves", moves, "", 2, default=str(grouping.moves)),
        Question("games", often, later, 1, default="2" if grouping.twice else "1"),
    )


@asks(
    "grouping",
    lambda league: gettext("Divisions") if league.format == "divisions" else gettext("Groups"),
    by=_ask_for_groups,
    filled="grouped",
)
async def divide(at: Pressed, *, many: str, moves: str, games: str) -> Screen:
    if games not in {"1", "2"} or not all(re.fullmatch("[0-9]{0,2}", text) for text in (many, moves)):
        raise refusal("Type numbers only: how many groups, how many players, and 1 or 2 games.")
    grouping = Grouping(many=int(many) if many else None, moves=int(moves or 0), twice=games == "2")
    return await own_settings_page(at, await at.leagues.setup.divide(at.league, await at.asker(), grouping))


@answers_league("delete", manages=True)
async def ask_to_delete(at: Pressed) -> Screen:
    yes = button(gettext("Yes, delete it"), "deleted", at.league.id, style=ButtonStyle.danger)
    return page_view([gettext("Delete the league **{name}**?", name=formatting.escape(at.league.name))], [yes])


@answers_league("deleted", manages=True)
async def delete(at: Pressed) -> None:
    """Delete a league that has no results; its name is free again, and no page of it is left."""
    await at.leagues.setup.delete(at.league, await at.asker())
    text = gettext("Deleted the league **{name}**.", name=formatting.escape(at.league.name))
    await at.context.put(at.interaction, page_view([text]))


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
        return gettext("off")
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
