"""Handlers of the buttons of leagues."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeAlias

import discord

from bot.i18n.translation import N_, gettext, ngettext
from bot.leagues.settings import parse_tie_breaks
from bot.leagues.written_dates import DateOrder
from bot.models.league import WITH_MEETINGS, League
from bot.models.result import LeagueResult
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.components import TEXT, Screen, page_view
from bot.ui.core.context import Context
from bot.ui.core.interaction_places import check_may_write
from bot.ui.core.router import Router, typed_fields, typed_in
from bot.ui.games.context import GameContext
from bot.ui.leagues import (
    bracket_view,
    files,
    fixtures_view,
    home_handlers,
    loaders,
    lookup,
    manager_views,
    night_handlers,
    people_handlers,
    people_views,
    player_views,
    record_views,
    results_view,
    settings_view,
    standings_view,
)
from bot.ui.leagues.entering import join_league
from bot.ui.leagues.loaders import open_game
from bot.ui.leagues.lookup import PRESS, LeaguePress, announcing_manager, asker_of
from engine.errors import CribbageError

GONE: Final = N_("That button is out of date. Use /league table.")


_FILE_ACTIONS: Final = frozenset(
    {files.TAKE_IN, files.DAY_FIRST, files.MONTH_FIRST, files.CANCEL, files.IMPORTS, files.UNDO, files.UNDO_NOW}
)

_NEXT_IS_OPEN: Final = N_("The next season has started.")
_NEXT_IS_TO_BEGIN: Final = N_("When everyone has joined, start the next season with `/league manage start`.")


def register(router: Router) -> None:
    """Let this module answer what is pressed in a league."""
    router.add(PRESS, LeaguePress.read, answer_press, GONE)


async def answer_press(context: GameContext, interaction: discord.Interaction[Any], press: LeaguePress) -> None:
    """Answer what was pressed in a league.

    The presser is the user whom Discord names. Only leagues of the server in which it is pressed are answered for, and
    in private those in which the presser plays.
    """
    match press.action, press.numbers:
        case [(results_view.CONFIRM | results_view.DENY) as action, (result_id,)]:
            await _answer_result(context, interaction, result_id, confirms=action == results_view.CONFIRM)
        case [fixtures_view.PLAY, (league_id, fixture_id)]:
            league = await _league(context, interaction, league_id)
            fixture = await context.leagues.fixtures.find(league, fixture_id)
            await open_game(context, interaction, league, await context.meet(interaction.user), fixture)
        case [manager_views.CLOSE, (league_id, *numbers)] if len(numbers) == 3:
            await _close_season(context, interaction, await _league(context, interaction, league_id), numbers)
        case [lookup.JOIN, (league_id,)]:
            await join_league(context, interaction, await _league(context, interaction, league_id))
        case [manager_views.STAY, _]:
            await context.put(interaction, page_view([gettext("The season stays open.")]))
        case [(manager_views.CONSENT | manager_views.REFUSE) as action, (league_id, *meant)]:
            league = await _league(context, interaction, league_id)
            await _answer_claim(context, interaction, league, meant, consents=action == manager_views.CONSENT)
        case [action, (league_id, *numbers)] if action in _FILE_ACTIONS:
            await _answer_file(context, interaction, await _league(context, interaction, league_id), action, numbers)
        case [action, (league_id, *_)] if (answer := _answer_of(action)) is not None:
            await answer(context, interaction, await _league(context, interaction, league_id), press)
        case [_, (league_id, *numbers)]:
            league = await _league(context, interaction, league_id)
            page = await _page_for(context, interaction, league, press.action, numbers)
            await _show_page(context, interaction, page)
        case _:
            raise CribbageError(gettext(GONE))


async def _answer_file(
    context: Context, interaction: discord.Interaction[Any], league: League, action: str, numbers: Sequence[int]
) -> None:
    """Answer a button of an import: take the file in, read its dates, cancel, or undo an import."""
    asker = await asker_of(context, interaction)
    await interaction.response.defer()
    match action, numbers:
        case [files.TAKE_IN, [waiting_id]]:
            screen = await files.take_in(context, league, asker, waiting_id)
        case [(files.DAY_FIRST | files.MONTH_FIRST), [waiting_id]]:
            order: DateOrder = "day-first" if action == files.DAY_FIRST else "month-first"
            screen = await files.choose_order(context, league, asker, waiting_id, order)
        case [files.CANCEL, [waiting_id]]:
            await context.leagues.files.cancel(league, asker, waiting_id)
            screen = page_view([gettext("Nothing was imported.")])
        case [files.UNDO, [number]]:
            await context.leagues.files.imports(league, asker)
            screen = files.undo_question(league, number)
        case [files.UNDO_NOW, [number]]:
            done = await context.leagues.files.undo(league, asker, number)
            undone = ngettext(
                "Import {import_number} is undone. {number} result is gone.",
                "Import {import_number} is undone. {number} results are gone.",
                done.left,
                import_number=done.number,
            )
            screen = page_view([undone])
        case [files.IMPORTS, []]:
            screen = await files.import_list(context, league, asker)
        case _:
            raise CribbageError(gettext(GONE))
    await context.put(interaction, screen)


async def _answer_settings(
    context: Context, interaction: discord.Interaction[Any], league: League, press: LeaguePress
) -> None:
    """Answer the buttons of the settings and their forms, for managers alone."""
    asker = await asker_of(context, interaction)
    await context.leagues.access.check_manager(league, asker)
    season, typed = await context.leagues.directory.season(league), typed_fields(interaction.data)
    match press.action, press.numbers[1:]:
        case [action, ()] if action in settings_view.FORMS:
            await interaction.response.send_modal(settings_view.FORMS[action](league, season))
            return
        case [settings_view.REOPEN_SEASON, (number,)]:
            await interaction.response.send_modal(settings_view.reopening_form(league, number))
            return
        case [settings_view.COUNTED, ()]:
            changes = settings_view.read_counting(typed)
            season = await context.leagues.setup.count(league, asker, **changes)
        case [settings_view.TIES_BROKEN, ()]:
            chosen = parse_tie_breaks(typed.get("breaks", ""))
            league = await context.leagues.setup.change(league, asker, tie_breaks=chosen)
        case [settings_view.GROUPED_AS, ()]:
            league = await context.leagues.setup.divide(league, asker, settings_view.read_grouping(typed))
        case [settings_view.REOPENED, (number,)]:
            season = await context.leagues.seasons.reopen(league, asker, number, typed_in(interaction.data))
        case _:
            raise CribbageError(gettext(GONE))
    await _show_page(context, interaction, settings_view.settings_page(league, season))


_Answer: TypeAlias = Callable[[GameContext, discord.Interaction[Any], League, LeaguePress], Awaitable[None]]


def _answer_of(action: str) -> _Answer | None:
    """The function that answers an action of one of the larger pages; None for any other action."""
    if action in people_views.ACTIONS:
        return people_handlers.answer_press
    if action in settings_view.ACTIONS:
        return _answer_settings
    if action in home_handlers.ACTIONS:
        return home_handlers.answer_press
    return night_handlers.answer_press if action in night_handlers.ACTIONS else None


async def _page_for(
    context: Context, interaction: discord.Interaction[Any], league: League, action: str, numbers: list[int]
) -> Screen | ScreenBuilder:
    """The page that a button leads to."""
    match action, numbers:
        case [standings_view.TURN, [season, page, face, _]] if face < standings_view.FACES:
            meant = await context.leagues.directory.season(league, season)
            return await loaders.table(context, league, meant, page, face)
        case [bracket_view.BRACKET, [season, page, _]]:
            meant = await context.leagues.directory.season(league, season)
            return await loaders.bracket(context, league, meant, page)
        case [fixtures_view.TURN, [whose, page, *_]]:
            mine = await context.meet(interaction.user) if whose else None
            return await loaders.fixture_list(context, league, mine, page)
        case [player_views.HISTORY, [before]]:
            return await loaders.history(context, league, await _earlier(context, interaction, league, before))
        case [record_views.LIFETIME, [page, _]]:
            return record_views.lifetime_page(league, await context.leagues.records.lifetimes(league), page)
        case [record_views.RECORDS, []]:
            return record_views.records_page(league, await context.leagues.records.records(league))
        case [record_views.AWARDS, [number]]:
            meant = await context.leagues.directory.season(league, number)
            return record_views.awards_page(league, meant, await context.leagues.records.awards(league, meant))
        case [player_views.RATINGS, [page, _]]:
            return await loaders.rating_list(context, league, page=page)
        case [player_views.RATINGS, [page, _, number]]:
            meant = await context.leagues.directory.season(league, number)
            return await loaders.rating_list(context, league, meant, page=page)
        case [manager_views.LOG, [skip]]:
            return await loaders.log(context, league, await asker_of(context, interaction), skip)
        case _:
            raise CribbageError(gettext(GONE))


async def _earlier(
    context: Context, interaction: discord.Interaction[Any], league: League, before: int
) -> LeagueResult | None:
    """The result before which a page of results begins; None for the first page."""
    if not before:
        return None
    player = await context.meet(interaction.user)
    of, result = await context.leagues.results.find(before, guild_id=interaction.guild_id, player=player)
    return result if of.id == league.id else None


async def _show_page(context: Context, interaction: discord.Interaction[Any], screen: Screen | ScreenBuilder) -> None:
    """Turn a private page; a player who turns a public page gets a private one."""
    is_text = isinstance(screen, Screen)
    look = TEXT if is_text else await context.attachments.look(await context.meet(interaction.user))
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        await context.put(interaction, screen, look)
    else:
        await context.answer(interaction, screen, look, ephemeral=True)


async def _answer_result(
    context: Context, interaction: discord.Interaction[Any], result_id: int, *, confirms: bool
) -> None:
    """Confirm or deny a result for the other player or a manager."""
    asker = await asker_of(context, interaction)
    league, result = await context.leagues.results.find(result_id, guild_id=interaction.guild_id, player=asker.player)
    if confirms:
        settled = await context.leagues.review.confirm(result, asker)
    else:
        settled = await context.leagues.review.deny(result, asker.player)
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        # A private list of what waits: the answered result leaves it.
        await context.put(interaction, await loaders.waiting(context, league, asker.player))
    else:
        await context.put(interaction, results_view.answered_view(settled, league.name, asker.player))


async def _close_season(
    context: Context, interaction: discord.Interaction[Any], league: League, numbers: Sequence[int]
) -> None:
    """Close the season for a manager who has confirmed it; members are told of its winners."""
    season, *days = numbers
    asker = await announcing_manager(context, interaction, league)
    await context.leagues.seasons.close(league, asker, season, **manager_views.next_days(days))
    then = gettext(_NEXT_IS_OPEN if league.format in WITH_MEETINGS else _NEXT_IS_TO_BEGIN)
    await interaction.response.edit_message(view=page_view([gettext("The season is closed. {then}", then=then)]))


async def _answer_claim(
    context: Context,
    interaction: discord.Interaction[Any],
    league: League,
    people_meant: Sequence[int],
    *,
    consents: bool,
) -> None:
    """Accept or refuse a claim for a manager, and tell everybody in the channel."""
    check_may_write(interaction)
    asker, answer_view = await asker_of(context, interaction), None
    for claim in await context.leagues.name_claims.waiting(league, asker):
        if (claim.player.id, claim.named.id) == tuple(people_meant):
            answer = context.leagues.name_claims.accept if consents else context.leagues.name_claims.refuse
            answer_view = manager_views.claim_answer(
                league, await answer(league, asker, claim.player), consents=consents
            )
    await context.put(interaction, await loaders.claims(context, league, asker))
    if answer_view is not None:
        await interaction.followup.send(view=answer_view)


async def _league(context: Context, interaction: discord.Interaction[Any], league_id: int) -> League:
    """The league of a button: one of this server, or in private one in which the presser plays."""
    if interaction.guild_id is None:
        return await context.leagues.directory.find_for_member(league_id, await context.meet(interaction.user))
    return await context.leagues.directory.find(interaction.guild_id, league_id)
