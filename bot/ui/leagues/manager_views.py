"""The views for managers: new fixtures, questions, claims and the log."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from discord import ButtonStyle

from bot.i18n.translation import N_, gettext, join_list, ngettext
from bot.leagues.change_log import BY_HOST, entry_text
from bot.models.agreement import Agreement, Status
from bot.models.league import LOG_TOPICS, Fixture, League, LogEntry, LogTopic, NameClaim, Season
from bot.models.player import Player
from bot.models.result import LeagueResult
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.components import Button, MenuOption, Screen, page_view
from bot.ui.leagues import fixtures_view, results_view
from bot.ui.leagues.bracket_view import bracket_button
from bot.ui.leagues.forms import Question, asks, somebody
from bot.ui.leagues.lookup import (
    Pressed,
    announcing_manager,
    answers_league,
    button,
    join_button,
    member_named,
    names_in,
    typed_day,
    typed_number,
)
from bot.ui.leagues.settings_view import days_text, names_text

LINES: Final = 25
"""The lines of the log on one page."""

_MOST_CLAIMS: Final = 5
_MOST_TEXT: Final = 3_500
_THEN: Final = N_("-# Managers: when all games have been played, go on with `/manage home`.")
_GAME_STATUS: Final[dict[Status, str]] = {
    "gathering": N_("invitation"),
    "playing": N_("in progress"),
    "adjourned": N_("paused"),
    "idle": N_("paused"),
    "over": N_("between games"),
    "closed": N_("cancelled"),
}
_MENTION: Final = re.compile(r"<@\u200b(&?\d+)>")


def drawn_fixtures(
    league: League, made: Sequence[Fixture], what: str, *, of: int | None = None, more: Sequence[str] = ()
) -> Screen:
    """New fixtures, round by round; ``of`` is how many there are where not all are given. ``more`` are texts below."""
    title = f"{formatting.escape(league.name)}: {what}"
    page = fixtures_view.fixtures_page(
        fixtures_view.FixturesPage(league.id, title, made[: fixtures_view.LINES], {}, total=of or len(made))
    )
    row = [bracket_button(league, made[0].season)] if made and made[0].stage == "playoff" else []
    return Screen((*page.parts, *filter(None, [row]), "\n".join([gettext(_THEN), *more])), page.colour)


def close_question(league: League, season: Season, starts_on: date | None, ends_on: date | None) -> Screen:
    """The question before a season is closed. The days of the next season go with the answer."""
    days = [0 if day is None else day.toordinal() for day in (starts_on, ends_on)]
    question = gettext(
        "Close season {number} of **{name}**? This crowns the winner and drops unplayed fixtures. You can't undo it.",
        number=season.number,
        name=formatting.escape(league.name),
    )
    yes = button(gettext("Yes, close it"), "close", league.id, season.number, *days, style=ButtonStyle.danger)
    days_of_next = button(gettext("Days of the next season"), "nextdays", league.id)
    row = [yes, button(gettext("No"), "stay", league.id), days_of_next]
    following = days_text(replace(season, starts_on=starts_on, ends_on=ends_on))
    return page_view([question, *([gettext("The next season:{days}.", days=following)] if following else [])], row)


@asks(
    "nextdays",
    N_("Days of the next season"),
    Question("starts_on", N_("First day"), placeholder="2026-03-01", longest=10, required=False),
    Question("ends_on", N_("Last day"), placeholder="2026-11-30", longest=10, required=False),
)
async def ask_to_close(at: Pressed, *, starts_on: str, ends_on: str) -> Screen:
    days = [typed_day(day) if day else None for day in (starts_on, ends_on)]
    return close_question(at.league, await at.leagues.directory.season(at.league), days[0], days[1])


def next_days(numbers: Sequence[int]) -> dict[str, date | None]:
    """The days of the next season, from the numbers of the button."""
    begins, ends = (None if number == 0 else date.fromordinal(min(number, date.max.toordinal())) for number in numbers)
    return {"starts_on": begins, "ends_on": ends}


def season_closed(
    league: League,
    season: Season,
    champions: Sequence[str],
    awards: Sequence[str] = (),
    *,
    more: Sequence[str] = (),
    buttons: Sequence[Button] = (),
) -> Screen:
    """A closed season, its champions and its awards in words, with a button to join the next season.

    ``more`` are texts below that, and ``buttons`` stand beside the first one.
    """
    won = gettext("**{people}** won!", people=names_text(champions)) if champions else gettext("Nobody played.")
    named = formatting.escape(league.name)
    text = gettext(
        "Season {number} of **{named}** is over. {won} Press **Join** to play in season {next_number}.",
        number=season.number,
        named=named,
        won=won,
        next_number=season.number + 1,
    )
    listed = [formatting.as_many_as_fit([f"- {line}" for line in awards], _MOST_TEXT // 2)] if awards else []
    return page_view([text, *listed, *more], [join_button(league), *buttons])


def claims(league: League, waiting: Sequence[NameClaim]) -> Screen:
    """The claims that wait, at most five at a time, with two buttons for each."""
    if not waiting:
        return page_view([gettext("Nobody is claiming a name in **{name}**.", name=formatting.escape(league.name))])
    listed = waiting[:_MOST_CLAIMS]
    lines = [
        gettext(
            "{place}. **{name}** claims the name **{named_name}**.",
            place=place,
            name=formatting.escape(claim.player.name),
            named_name=formatting.escape(claim.named.name),
        )
        for place, claim in enumerate(listed, 1)
    ]
    text = formatting.as_many_as_fit(lines, more=len(waiting) - len(listed))
    return page_view([text], *(_claim_buttons(league, claim, place) for place, claim in enumerate(listed, 1)))


def forfeit_text(result: LeagueResult, game: Table | None, because: str) -> str:
    """The text for an awarded fixture, and for its ``game`` if one is under way."""
    text = gettext("Awarded: {score}. {because}", score=results_view.numbered_score(result), because=because)
    if game is None or game.status in {"over", "closed"}:
        return text
    then = gettext("Their game `{game}` no longer counts. End it on `/manage home`, **Fixtures**.", game=game.id)
    return f"{text}\n-# {then}"


def forfeits_text(absent: Player, results: Sequence[LeagueResult], because: str) -> str:
    """The text for all fixtures of an absent player, which their opponents win."""
    head = ngettext(
        "**{name}** loses {number} fixture by forfeit. {because}",
        "**{name}** loses {number} fixtures by forfeit. {because}",
        len(results),
        name=formatting.escape(absent.name),
        because=because,
    )
    lines = [f"- {results_view.numbered_score(result)}" for result in results]
    return formatting.as_many_as_fit([head, *lines])


def call_off_text(table: Table, league: League, winner: Player | None, because: str, *, left: bool) -> str:
    """The text for a game that was called off; ``left`` is whether its fixture is still to be played."""
    if winner is not None:
        then = gettext("**{name}** gets the win.", name=formatting.escape(winner.name))
    elif not left:
        then = gettext("Their fixture is finished.")
    else:
        then = gettext(
            "They can start again." if table.agreement.fixture is None else "They can play their fixture again."
        )
    return gettext(
        "Cancelled: the game of {names} in **{league}**. {then} {because}",
        names=join_list([f"**{formatting.escape(name)}**" for name in table.names]),
        league=formatting.escape(league.name),
        then=then,
        because=because,
    )


def claim_answer(league: League, claim: NameClaim, *, consents: bool) -> Screen:
    """The public answer to a claim."""
    text = gettext(
        "**{name}** is now **{named}** in **{league}**."
        if consents
        else "**{name}** doesn't get the name **{named}** in **{league}**.",
        name=formatting.escape(claim.player.name),
        named=formatting.escape(claim.named.name),
        league=formatting.escape(league.name),
    )
    return page_view([text])


LOG_CHOICES: Final[Mapping[str, tuple[LogTopic, ...]]] = {
    N_("Everything but check-ins"): ("results", "people", "season", "settings"),
    N_("Results"): ("results",),
    N_("People"): ("people",),
    N_("Seasons, rounds and nights"): ("season",),
    N_("Settings"): ("settings",),
    N_("Check-ins"): ("check-ins",),
    N_("Everything"): LOG_TOPICS,
}
"""What managers can read of a log; the first is what they see without a choice."""


def log(
    league: League, entries: Sequence[LogEntry], skip: int = 0, choice: int = 0, player: Player | None = None
) -> Screen:
    """A page of the log, latest first, after the ``skip`` latest entries; one entry more than fits is given."""
    text = [_log_line(entry, league) for entry in entries[:LINES]]
    fitting = next((many for many in range(len(text), 0, -1) if sum(map(len, text[:many])) <= _MOST_TEXT), 0)
    head = gettext("**Log of {name}**, newest first", name=formatting.escape(league.name))
    what = [gettext(list(LOG_CHOICES)[choice])] + ([] if player is None else [formatting.escape(player.name)])
    shown = (choice, 0 if player is None else player.id)
    turning = [button(gettext("Latest"), "log", league.id, 0, *shown)] if skip else []
    turning += [button(gettext("Older"), "log", league.id, skip + fitting, *shown)] if fitting < len(entries) else []
    turning.append(button(gettext("Filter"), "logfilter", league.id, *shown))
    return page_view(["\n".join([head, f"-# {', '.join(what)}", *text[:fitting]])], turning)


async def _ask_what_of_the_log(at: Pressed, choice: int = 0, player: int = 0) -> Sequence[Question]:
    whose = await member_named(at.context, at.league, str(player)) if player else None

    async def topics(*_: object) -> list[MenuOption]:
        listed = enumerate(LOG_CHOICES)
        return [MenuOption(gettext(one), str(number), default=number == choice) for number, one in listed]

    hint = N_("Their name in this league. Leave it empty for everyone.")
    who = somebody("player", N_("Who?"), hint, required=False)
    return Question("topics", N_("What?"), offer=topics), replace(who, default="" if whose is None else whose.name)


@asks("logfilter", N_("Filter"), by=_ask_what_of_the_log, filled="logfiltered")
async def filter_log(at: Pressed, _: int = 0, __: int = 0, *, topics: str, player: Player | None) -> Screen:
    return await log_page(at, 0, int(topics or 0), player)


async def log_page(at: Pressed, skip: int = 0, choice: int = 0, player: Player | None = None) -> Screen:
    """The log of a league for a manager, without its ``skip`` latest entries: a choice of topics, and of whom."""
    choice = min(choice, len(LOG_CHOICES) - 1)
    entries = await at.leagues.log.entries(
        at.league,
        await at.asker(),
        many=LINES + 1,
        skip=skip,
        topics=list(LOG_CHOICES.values())[choice],
        player=None if player is None else player.id,
    )
    return log(at.league, entries, skip, choice, player)


@answers_league("log")
async def show_log(at: Pressed, skip: int, choice: int = 0, player: int = 0) -> Screen:
    return await log_page(at, skip, choice, await member_named(at.context, at.league, str(player)) if player else None)


def game_label(table: Agreement) -> str:
    """A running game in a menu: who plays, whether it is paused, and since when."""
    players = formatting.opponents(seat.player.name[:25] for seat in table.seats if seat.player is not None)
    touched = table.touched_at.date().isoformat()
    return formatting.labelled(players, f"{gettext(_GAME_STATUS[table.status])}, {touched}, {table.id}")[:100]


def _claim_buttons(league: League, claim: NameClaim, place: int) -> list[Button]:
    return [
        button(
            gettext("{place}. Accept", place=place),
            "consent",
            league.id,
            claim.player.id,
            claim.named.id,
            style=ButtonStyle.success,
        ),
        button(gettext("{place}. Refuse", place=place), "refuse", league.id, claim.player.id, claim.named.id),
    ]


def _log_line(entry: LogEntry, league: League) -> str:
    nobody = gettext("the bot's host") if entry.what in BY_HOST else gettext("the bot")
    who = nobody if entry.player is None else formatting.escape(entry.player.name)
    # Roles and channels stay readable; a log is listed without a sound.
    what = _MENTION.sub(r"<@\1>", formatting.escape_sentence(entry_text(entry, league)))
    why = f" *{formatting.escape(entry.reason)}*" if entry.reason else ""
    return f"- <t:{int(entry.at.timestamp())}:f> {formatting.labelled(who, f'{what}{why}')}"


async def start_season(at: Pressed, seeds: str = "") -> None:
    """Start a season, and show a manager its first fixtures.

    The ``seeds`` are names with commas between them, or ``rating``; all others follow by lot.
    """
    asker = await announcing_manager(at)
    many = await at.leagues.seasons.begin(at.league, asker, await _seeds(at, seeds))
    made = await at.leagues.fixtures.find_all(at.league, many=fixtures_view.LINES)
    await _show(at, made, gettext("The season begins!"), of=many)


@asks(
    "startseeded",
    N_("Start with seeds"),
    Question("seeds", N_("Seeds"), N_("Names, best first, with commas between them. Or the word rating."), 2_000),
)
async def start_seeded(at: Pressed, *, seeds: str) -> None:
    await start_season(at, seeds)


async def _seeds(at: Pressed, typed: str) -> list[int]:
    """The players who are seeded, by id, the best first."""
    names = names_in(typed)
    if [name.casefold() for name in names] == ["rating"]:
        playing = {player.id for player in await at.leagues.members.playing(at.league)}
        return [one.player.id for one in await at.leagues.ratings.ranked(at.league) if one.player.id in playing]
    return [(await member_named(at.context, at.league, name)).id for name in names]


async def draw_round(at: Pressed) -> None:
    """Draw the next round, and show it to a manager."""
    asker = await announcing_manager(at)
    await _show(at, await at.leagues.seasons.next_round(at.league, asker), gettext("Next round!"))


async def start_playoffs(at: Pressed, best_of: int | None = None, players: int | None = None) -> None:
    """Draw the first round of the playoffs, and show it to a manager."""
    asker = await announcing_manager(at)
    made = await at.leagues.seasons.begin_playoffs(at.league, asker, best_of=best_of, many=players)
    await _show(at, made, gettext("The playoffs begin!"))


@asks(
    "startplayoffs",
    N_("Start the playoffs"),
    Question(
        "players", N_("How many players?"), N_("The top of the table. Leave it empty for the usual."), 3, required=False
    ),
    Question("best_of", N_("Best of how many games?"), N_("Leave it empty to play as before."), 2, required=False),
)
async def ask_for_playoffs(at: Pressed, *, players: str, best_of: str) -> None:
    many, games = (typed_number(text, gettext("Type a number.")) if text else None for text in (players, best_of))
    await start_playoffs(at, games, many)


async def _show(at: Pressed, made: Sequence[Fixture], what: str, *, of: int | None = None) -> None:
    """Show new fixtures to a manager; everybody else is told in the league's channel or in DMs."""
    channel_id = (await at.leagues.news.settings(at.league)).channel_id
    told = [gettext("-# The news is in <#{channel_id}>.", channel_id=channel_id)] if channel_id else []
    screen = drawn_fixtures(at.league, made, what, of=of, more=told)
    await at.answer(screen)
