"""What managers decide: results, fixtures without a game, games that end, the weekly table, and who else manages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.i18n.translation import N_, date_of, gettext, ngettext
from bot.leagues import calendar
from bot.leagues.access import refusal
from bot.models.league import League
from bot.models.player import Player
from bot.models.result import LeagueResult
from bot.ui.core import formatting
from bot.ui.core.components import Menu, MenuOption, Row, Screen, page_view
from bot.ui.core.formatting import escape
from bot.ui.core.interactions import check_may_write
from bot.ui.core.router import chosen_in
from bot.ui.leagues import entering, files, manager_views, results_view, settings_view
from bot.ui.leagues.forms import ONE_GAME_A_LINE, WHY, Question, asks, somebody
from bot.ui.leagues.lookup import (
    LeaguePress,
    Pressed,
    answers_league,
    button,
    person,
    typed_day,
    typed_number,
)
from bot.ui.leagues.results_view import because

_MOST_OPTIONS: Final = 25
_MOST_LISTED: Final = 20
_MOST_TEXT: Final = 3_600
_MOST_GAMES: Final = 100
_NOBODY: Final = "nobody"

_SETTLED: Final = N_("All results in **{name}** are final.")
_NONE_YET: Final = N_("There are no results in **{name}** yet.")


# Results


async def results_page(at: Pressed, found: Sequence[LeagueResult] | None = None) -> Screen:
    """The results that wait for somebody, or those that were found, with a menu that opens one."""
    season = await at.leagues.directory.season(at.league)
    if found is None:
        listed: Sequence[LeagueResult] = await at.leagues.results.unsettled(at.league, season)
        found = await at.leagues.results.search(at.league, "", _MOST_OPTIONS)
        none = gettext(_SETTLED if found else _NONE_YET, name=escape(at.league.name))
    else:
        listed, none = found, gettext("I can't find a result like that.")
    lines = [f"- {results_view.result_line(result)}" for result in listed[:_MOST_LISTED]]
    text = formatting.as_many_as_fit(lines, _MOST_TEXT, more=len(listed) - len(lines))
    options = tuple(MenuOption(results_view.suggestion(one), str(one.id)) for one in found[:_MOST_OPTIONS])
    menu = Menu(
        custom_id=LeaguePress("result", (at.league.id,)).custom_id,
        options=options,
        placeholder=gettext("Confirm, correct or remove a result"),
    )
    waiting = [one for one in listed if one.status == "entered"]
    rows: list[Row] = [[menu]] if options else []
    rows += [
        [button(gettext("Confirm #{number}", number=one.id), "confirmfor", at.league.id, one.id) for one in waiting[:5]]
    ]
    rows += [
        [
            button(gettext("Find a result"), "findresult", at.league.id),
            button(gettext("Enter a result"), "enterfor", at.league.id),
            button(gettext("Enter scores"), "typescores", at.league.id),
        ]
    ]
    return page_view([text or none], *filter(None, rows))


def result_page(league: League, result: LeagueResult) -> Screen:
    """One result for a manager, with what they can decide."""
    by = "" if result.entered_by is None else gettext("Entered by {name}.", name=escape(result.entered_by.name))
    back = button(gettext("All results"), "results", league.id)
    line = f"{results_view.result_line(result)}, {gettext('season {number}', number=result.season)}"
    return page_view(list(filter(None, [line, by])), [*results_view.decisions(result), back])


@answers_league("results", manages=True)
async def show_results(at: Pressed) -> Screen:
    return await results_page(at)


@answers_league("result", manages=True)
async def choose_result(at: Pressed) -> Screen:
    chosen = chosen_in(at.interaction.data)
    return result_page(at.league, await at.result(int(chosen[0]) if chosen else 0))


@asks(
    "findresult",
    N_("Find a result"),
    Question("text", N_("Which result?"), N_("Its number, a day or month like 2026-03, or names. Or all of these.")),
)
async def find_result(at: Pressed, *, text: str) -> Screen:
    found = await at.leagues.results.search(at.league, text, _MOST_OPTIONS)
    return result_page(at.league, found[0]) if len(found) == 1 else await results_page(at, found)


async def _score_questions(at: Pressed, result: LeagueResult) -> Sequence[Question]:
    one, other = (side.player.name for side in result.sides)
    hint = gettext("{one}'s first, then {other}'s.", one=one, other=other)
    score = Question("score", N_("Right score"), hint, 20, required=at.league.best_of == 1, placeholder="121-98")
    return (score, *_games(at.league), WHY)


def _games(league: League) -> Sequence[Question]:
    hint = N_("Like 2-1, with skunks 2-1 (1-0), or each board: 3-2, 1-4, 5-0. Empty for 1 game.")
    games = Question("games", N_("Games of a match"), hint, 60, required=False)
    return (games,) if league.best_of > 1 or league.format not in {"open", "club"} else ()


@asks("correct", N_("Correct a result"), by=_score_questions)
async def correct(at: Pressed, result: LeagueResult, *, score: str, reason: str, games: str = "") -> None:
    """Correct a result, in public."""
    right = entering.typed_score(score, games, at.league.rules.target)
    corrected = await at.leagues.review.correct(result, await at.asker(), right, reason)
    text = gettext(
        "Corrected: {score} is now {corrected}. {because}",
        score=results_view.numbered_score(result),
        corrected=results_view.score_text(corrected),
        because=because(reason),
    )
    await at.interaction.response.send_message(text)


@asks("accept", N_("Accept a result"), WHY)
async def accept(at: Pressed, result: LeagueResult, *, reason: str) -> None:
    """Let a disputed or removed result count, in public."""
    await _tell_that_it_counts(at, await at.leagues.review.accept(result, await at.asker(), reason))


@answers_league("confirmfor", manages=True)
async def confirm(at: Pressed, result: LeagueResult) -> None:
    """Confirm a result for the player who was asked, in public."""
    await _tell_that_it_counts(at, await at.leagues.review.confirm(result, await at.asker()))


async def _tell_that_it_counts(at: Pressed, result: LeagueResult) -> None:
    score = results_view.numbered_score(result)
    text = gettext("{score}: counted in **{name}**.", score=score, name=escape(at.league.name))
    await at.interaction.response.send_message(text)


@asks("void", N_("Remove a result"), WHY)
async def void(at: Pressed, result: LeagueResult, *, reason: str) -> None:
    """Remove a result, in public."""
    struck = await at.leagues.review.void(result, await at.asker(), reason)
    text = gettext("Removed: {score}. {because}", score=results_view.numbered_score(struck), because=because(reason))
    await at.interaction.response.send_message(text)


async def _entry_questions(at: Pressed) -> Sequence[Question]:
    day = Question("day", N_("Date"), N_("Leave it empty for today."), 10, required=False, placeholder="2026-03-01")
    score = Question("score", N_("Score"), N_("The first player's first, or the difference: +14."), 20)
    score = score if at.league.best_of == 1 else Question("score", N_("Points from all games"), "", 20, required=False)
    return (
        somebody("first", N_("One player")),
        somebody("second", N_("The other player")),
        score,
        *_games(at.league),
        day,
    )


@asks("enterfor", N_("Enter a result"), by=_entry_questions)
async def enter(at: Pressed, *, first: Player, second: Player, score: str, day: str, games: str = "") -> None:
    """Enter a game between two others; it counts at once."""
    entered = await at.leagues.results.enter(
        at.league,
        await at.asker(),
        (first, second),
        entering.typed_score(score, games, at.league.rules.target),
        played_on=typed_day(day) if day else None,
        entry=f"entry:{at.interaction.id}",
    )
    await entering.tell_of_entry(at, entered, None)


@asks("typescores", N_("Enter scores"), ONE_GAME_A_LINE)
async def take_scores(at: Pressed, *, scores: str) -> None:
    """Show the preview of the scores that were typed, of today where they don't say another day."""
    today = calendar.today(at.league.zone, at.interaction.created_at)
    await files.preview_typed(at, today, gettext("Scores of {day}", day=date_of(today)), scores)


# Fixtures and games


@answers_league("managegames", manages=True)
async def show_games(at: Pressed) -> Screen:
    season = await at.leagues.directory.season(at.league)
    left = await at.leagues.fixtures.count_left(season)
    running = await at.leagues.games.list_open(at.league, _MOST_GAMES)
    text = ngettext("{number} game is left to play.", "{number} games are left to play.", left)
    more = ngettext("{number} game is running.", "{number} games are running.", len(running))
    row = [
        button(gettext("All fixtures"), "fixtures", at.league.id, 0, 0),
        button(gettext("Set a date"), "setdatefor", at.league.id, disabled=not left),
        button(gettext("Award a game"), "award", at.league.id, disabled=not left),
        button(gettext("End a running game"), "endgame", at.league.id, disabled=not running),
    ]
    return page_view([f"{text} {more}"], row)


async def _winners(_: Pressed) -> list[MenuOption]:
    return [
        MenuOption(gettext("Their opponent"), "opponent", default=True),
        MenuOption(gettext("Nobody"), _NOBODY),
    ]


@asks(
    "award",
    N_("Award a game"),
    somebody("absent", N_("Who didn't play?")),
    somebody("opponent", N_("Opponent"), N_("Leave it empty for all games that they have left."), required=False),
    Question("winner", N_("Who gets the win?"), offer=_winners),
    WHY,
)
async def award(at: Pressed, *, absent: Player, opponent: Player | None, winner: str, reason: str) -> None:
    """Award a game that wasn't played, or all that somebody has left, in public."""
    asker = await at.asker()
    if opponent is None:
        if winner == _NOBODY:
            raise refusal("Name both players of the game that nobody wins.")
        results = await at.leagues.forfeits.award_all(at.league, asker, absent, reason)
        await at.interaction.response.send_message(manager_views.forfeits_text(absent, results, because(reason)))
        return
    fixture = await entering.left_between(at, absent, opponent)
    gets = None if winner == _NOBODY else opponent
    awarded = await at.leagues.forfeits.award(at.league, asker, fixture, gets, reason)
    game = None if fixture.table_id is None else await at.context.tables.find(fixture.table_id)
    await at.interaction.response.send_message(manager_views.forfeit_text(awarded, game, because(reason)))


async def _running_games(at: Pressed) -> list[MenuOption]:
    tables = await at.leagues.games.list_open(at.league, _MOST_OPTIONS)
    if not tables:
        raise refusal("No game of {name} is running.", name=at.league.name)
    return [MenuOption(manager_views.game_label(table), table.id) for table in tables]


@asks(
    "endgame",
    N_("End a running game"),
    Question("game", N_("Which game?"), N_("It won't count."), offer=_running_games),
    somebody("winner", N_("Who gets the win?"), N_("Leave it empty, and they can play it again."), required=False),
    WHY,
)
async def end_game(at: Pressed, *, game: str, winner: Player | None, reason: str) -> None:
    """End a game, for example one whose player does not come back, in public."""
    table = await at.leagues.games.call_off(at.league, await at.asker(), game, reason, winner=winner)
    fixture = table.agreement.fixture
    left = fixture is None or await at.leagues.fixtures.is_open(at.league, fixture)
    text = manager_views.call_off_text(table, at.league, winner, because(reason), left=left)
    await at.interaction.response.send_message(text)


# Managers, the weekly table, and the end of a league


async def managers_page(at: Pressed) -> Screen:
    """The managers, with menus that choose them and their role."""
    managers = await at.leagues.access.managers(at.league)
    accounts = [player.discord_id for player in managers if player.discord_id is not None]
    people = Menu(
        custom_id=LeaguePress("managers", (at.league.id,)).custom_id,
        placeholder=gettext("People who manage this league"),
        fewest=0,
        most=_MOST_OPTIONS,
        users=accounts[:_MOST_OPTIONS],
    )
    roles = Menu(
        custom_id=LeaguePress("managerrole", (at.league.id,)).custom_id,
        placeholder=gettext("Everyone with a role"),
        fewest=0,
        roles=() if at.league.manager_role is None else (at.league.manager_role,),
    )
    return page_view([settings_view.managers_text(at.league, managers)], [people], [roles])


@answers_league("managers", manages=True)
async def choose_managers(at: Pressed) -> Screen:
    """Let the people who were chosen manage the league, and no others."""
    asker, chosen = await at.asker(), {int(one) for one in chosen_in(at.interaction.data)}
    now = await at.leagues.access.managers(at.league)
    known = {player.discord_id for player in now}
    for account in chosen - known:
        user = at.interaction.client.get_user(account) or await at.interaction.client.fetch_user(account)
        await at.leagues.managers.add(at.league, asker, await person(at.context, user))
    for player in now:
        if player.discord_id not in chosen:
            await at.leagues.managers.remove(at.league, asker, player)
    return await managers_page(at)


@answers_league("managerrole", manages=True)
async def choose_role(at: Pressed) -> Screen:
    chosen = chosen_in(at.interaction.data)
    changed = await at.leagues.managers.set_role(at.league, await at.asker(), int(chosen[0]) if chosen else None)
    return await managers_page(Pressed(at.context, at.interaction, changed, at.numbers))


async def _days(at: Pressed) -> list[MenuOption]:
    return [
        MenuOption(gettext(day), str(number), default=number == (at.league.post_day or 0))
        for number, day in enumerate(settings_view.DAYS)
    ]


@asks(
    "weekly",
    N_("Weekly table"),
    Question("channel", N_("Which channel?"), N_("Choose none to stop."), is_channel=True, required=False),
    Question("day", N_("Which day?"), offer=_days),
    Question("hour", N_("Which hour?"), N_("0 to 23, in the league's time zone."), 2, default="18"),
)
async def post_weekly(at: Pressed, *, channel: str, day: str, hour: str) -> None:
    guild = at.interaction.guild
    place = None if guild is None or not channel else guild.get_channel(int(channel))
    if isinstance(place, discord.TextChannel):
        check_may_write(at.interaction, place)
    number = typed_number(hour, gettext("Type an hour from 0 to 23."), 2)
    changed = await at.leagues.weekly_posts.schedule(
        at.league, await at.asker(), None if place is None else place.id, day=int(day or 0), hour=number
    )
    posted = (
        gettext("is posted {posts}", posts=settings_view.posts_text(changed))
        if place is not None
        else gettext("is no longer posted")
    )
    text = gettext("The **{name}** table {posted}.", name=escape(changed.name), posted=posted)
    await at.interaction.response.send_message(text, ephemeral=True)
