"""Handlers of the buttons of leagues."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

import discord

from bot.i18n.translation import N_, gettext
from bot.leagues.access import Asker
from bot.leagues.setup import parse_tie_breaks
from bot.models.league import WITH_MEETINGS, League
from bot.models.player import Player
from bot.models.result import LeagueResult
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.components import Screen, page_view
from bot.ui.core.context import Context
from bot.ui.core.interaction_places import check_may_write
from bot.ui.core.router import chosen_fields, typed_fields, typed_in
from bot.ui.games.context import GameContext
from bot.ui.leagues import (
    bracket_view,
    files,
    fixtures_view,
    loaders,
    lookup,
    manager_views,
    player_views,
    record_views,
    results_view,
    settings_view,
    standings_view,
)
from bot.ui.leagues.entering import join_league
from bot.ui.leagues.loaders import open_game
from bot.ui.leagues.lookup import GONE, announcing_manager, answers_league, asker_of
from engine.errors import CribbageError

_NEXT_IS_OPEN: Final = N_("The next season has started.")
_NEXT_IS_TO_BEGIN: Final = N_("When everyone has joined, start the next season with `/league manage start`.")


async def _answer_result(
    context: Context, interaction: discord.Interaction[Any], number: int, *, confirms: bool
) -> None:
    """Confirm or deny a result for the other player or a manager."""
    asker = await asker_of(context, interaction)
    league, result = await context.leagues.results.find(number, guild_id=interaction.guild_id, player=asker.player)
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


answers_league(results_view.CONFIRM, in_league=False)(partial(_answer_result, confirms=True))
answers_league(results_view.DENY, in_league=False)(partial(_answer_result, confirms=False))


@answers_league(manager_views.STAY, in_league=False)
async def keep_season(context: Context, interaction: discord.Interaction[Any], _: int = 0) -> None:
    """Leave a season open after all."""
    await context.put(interaction, page_view([gettext("The season stays open.")]))


@answers_league(fixtures_view.PLAY)
async def play(context: GameContext, interaction: discord.Interaction[Any], league: League, fixture_id: int) -> None:
    """Open the game of a fixture."""
    fixture = await context.leagues.fixtures.find(league, fixture_id)
    await open_game(context, interaction, league, await context.meet(interaction.user), fixture)


@answers_league(lookup.JOIN)
async def join(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    """Let the presser join the league."""
    await join_league(context, interaction, league)


async def _answer_file(
    context: Context,
    interaction: discord.Interaction[Any],
    league: League,
    number: int,
    *,
    do: Callable[[Context, League, Asker, int], Awaitable[Screen]],
) -> None:
    asker = await asker_of(context, interaction)
    await interaction.response.defer()
    await context.put(interaction, await do(context, league, asker, number))


for _action, _do in files.ANSWERS.items():
    answers_league(_action)(partial(_answer_file, do=_do))


@answers_league(files.IMPORTS)
async def list_imports(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    """List the imports."""
    asker = await asker_of(context, interaction)
    await interaction.response.defer()
    await context.put(interaction, await files.import_list(context, league, asker))


async def _open_form(context: Context, interaction: discord.Interaction[Any], league: League, *, action: str) -> None:
    season = await context.leagues.directory.season(league)
    await interaction.response.send_modal(settings_view.FORMS[action](league, season))


for _action in settings_view.FORMS:
    answers_league(_action, manages=True)(partial(_open_form, action=_action))


@answers_league(settings_view.COUNTED, manages=True)
async def count(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    """Change what the season counts."""
    changes = settings_view.read_counting(typed_fields(interaction.data))
    season = await context.leagues.setup.count(league, await asker_of(context, interaction), **changes)
    await context.turn(interaction, settings_view.settings_page(league, season))


@answers_league(settings_view.TIES_BROKEN, manages=True)
async def break_ties(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    """Change the tie-breaks."""
    chosen = parse_tie_breaks(typed_fields(interaction.data).get("breaks", ""))
    changed = await context.leagues.setup.change(league, await asker_of(context, interaction), tie_breaks=chosen)
    season = await context.leagues.directory.season(league)
    await context.turn(interaction, settings_view.settings_page(changed, season))


@answers_league(settings_view.GROUPED_AS, manages=True)
async def divide(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    """Change how the league is divided."""
    grouping = settings_view.read_grouping(typed_fields(interaction.data))
    league = await context.leagues.setup.divide(league, await asker_of(context, interaction), grouping)
    season = await context.leagues.directory.season(league)
    await context.turn(interaction, settings_view.settings_page(league, season))


@answers_league(settings_view.REOPEN_SEASON, manages=True)
async def ask_for_reason(_: Context, interaction: discord.Interaction[Any], league: League, number: int) -> None:
    """Open the form for the reason why a season is reopened."""
    await interaction.response.send_modal(settings_view.reopening_form(league, number))


@answers_league(settings_view.REOPENED, manages=True)
async def reopen(context: Context, interaction: discord.Interaction[Any], league: League, number: int) -> None:
    """Reopen a season."""
    asker, reason = await asker_of(context, interaction), typed_in(interaction.data)
    season = await context.leagues.seasons.reopen(league, asker, number, reason)
    await context.turn(interaction, settings_view.settings_page(league, season))


@answers_league(standings_view.TURN)
async def show_table(
    context: Context, interaction: discord.Interaction[Any], league: League, season: int, page: int, face: int, _: int
) -> None:
    """Show a page of the table."""
    if face >= standings_view.FACES:
        raise CribbageError(gettext(GONE))
    meant = await context.leagues.directory.season(league, season)
    await _turn(context, interaction, await loaders.table(context, league, meant, page, face))


@answers_league(bracket_view.BRACKET)
async def show_bracket(
    context: Context, interaction: discord.Interaction[Any], league: League, season: int, page: int, _: int
) -> None:
    """Show a page of the bracket."""
    meant = await context.leagues.directory.season(league, season)
    await _turn(context, interaction, await loaders.bracket(context, league, meant, page))


@answers_league(fixtures_view.TURN)
async def show_fixtures(
    context: Context, interaction: discord.Interaction[Any], league: League, own: int, page: int, _: int = 0
) -> None:
    """Show a page of the fixtures, perhaps of the presser's own."""
    mine = await context.meet(interaction.user) if own else None
    await context.turn(interaction, await loaders.fixture_list(context, league, mine, page))


@answers_league(player_views.HISTORY)
async def show_history(context: Context, interaction: discord.Interaction[Any], league: League, before: int) -> None:
    """Show the results before one."""
    earlier = await _earlier(context, interaction, league, before)
    await context.turn(interaction, await loaders.history(context, league, earlier))


@answers_league(record_views.LIFETIME)
async def show_lifetimes(
    context: Context, interaction: discord.Interaction[Any], league: League, page: int, _: int
) -> None:
    """Show a page of what everybody did in all seasons."""
    lifetimes = await context.leagues.records.lifetimes(league)
    await context.turn(interaction, record_views.lifetime_page(league, lifetimes, page))


@answers_league(record_views.RECORDS)
async def show_records(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    """Show the records."""
    records = await context.leagues.records.records(league)
    await context.turn(interaction, record_views.records_page(league, records))


@answers_league(record_views.AWARDS)
async def show_awards(context: Context, interaction: discord.Interaction[Any], league: League, number: int) -> None:
    """Show the awards of a season."""
    meant = await context.leagues.directory.season(league, number)
    awards = await context.leagues.records.awards(league, meant)
    await context.turn(interaction, record_views.awards_page(league, meant, awards))


@answers_league(player_views.RATINGS)
async def show_ratings(
    context: Context, interaction: discord.Interaction[Any], league: League, page: int, _: int, number: int = 0
) -> None:
    """Show a page of the ratings, perhaps of a season."""
    meant = await context.leagues.directory.season(league, number) if number else None
    await context.turn(interaction, await loaders.rating_list(context, league, meant, page=page))


@answers_league(manager_views.LOG)
async def show_log(
    context: Context, interaction: discord.Interaction[Any], league: League, skip: int, choice: int = 0, player: int = 0
) -> None:
    """Show what managers did."""
    asker, whose = await asker_of(context, interaction), await _player_of(context, league, player)
    await context.turn(interaction, await loaders.log(context, league, asker, skip, choice, whose))


async def _player_of(context: Context, league: League, player_id: int) -> Player | None:
    return await lookup.member_named(context, league, str(player_id)) if player_id else None


@answers_league(manager_views.LOG_FILTER, manages=True)
async def ask_for_filter(
    context: Context, interaction: discord.Interaction[Any], league: League, choice: int, player: int
) -> None:
    """Open the form for what of a log is shown."""
    whose = await _player_of(context, league, player)
    await interaction.response.send_modal(manager_views.log_form(league, choice, whose))


@answers_league(manager_views.LOG_FILTERED, manages=True)
async def filter_log(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    """Show what was chosen of a log."""
    chosen = chosen_fields(interaction.data).get("topics") or ["0"]
    name = typed_fields(interaction.data).get("player", "").strip()
    player = await lookup.member_named(context, league, name) if name else None
    asker = await asker_of(context, interaction)
    await context.turn(interaction, await loaders.log(context, league, asker, 0, int(chosen[0]), player))


async def _earlier(
    context: Context, interaction: discord.Interaction[Any], league: League, before: int
) -> LeagueResult | None:
    """The result before which a page of results begins; None for the first page."""
    if not before:
        return None
    player = await context.meet(interaction.user)
    of, result = await context.leagues.results.find(before, guild_id=interaction.guild_id, player=player)
    return result if of.id == league.id else None


async def _turn(context: Context, interaction: discord.Interaction[Any], screen: Screen | ScreenBuilder) -> None:
    look = await context.attachments.look(await context.meet(interaction.user))
    await context.turn(interaction, screen, look)


@answers_league(manager_views.CLOSE)
async def close_season(
    context: Context, interaction: discord.Interaction[Any], league: League, season: int, begins: int, ends: int
) -> None:
    """Close the season for a manager who has confirmed it; members are told of its winners."""
    asker = await announcing_manager(context, interaction, league)
    await context.leagues.seasons.close(league, asker, season, **manager_views.next_days([begins, ends]))
    then = gettext(_NEXT_IS_OPEN if league.format in WITH_MEETINGS else _NEXT_IS_TO_BEGIN)
    await interaction.response.edit_message(view=page_view([gettext("The season is closed. {then}", then=then)]))


async def _answer_claim(
    context: Context,
    interaction: discord.Interaction[Any],
    league: League,
    player: int,
    named: int,
    *,
    consents: bool,
) -> None:
    """Accept or refuse a claim for a manager, and tell everybody in the channel."""
    check_may_write(interaction)
    asker, answer_view = await asker_of(context, interaction), None
    for claim in await context.leagues.name_claims.waiting(league, asker):
        if (claim.player.id, claim.named.id) == (player, named):
            answer = context.leagues.name_claims.accept if consents else context.leagues.name_claims.refuse
            answer_view = manager_views.claim_answer(
                league, await answer(league, asker, claim.player), consents=consents
            )
    await context.put(interaction, await loaders.claims(context, league, asker))
    if answer_view is not None:
        await interaction.followup.send(view=answer_view)


answers_league(manager_views.CONSENT)(partial(_answer_claim, consents=True))
answers_league(manager_views.REFUSE)(partial(_answer_claim, consents=False))
