"""Handlers of the buttons of the members' page, of the managers' page, and of messages about news."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord

from bot.i18n.translation import N_, gettext
from bot.leagues.access import LeagueError
from bot.models.league import WITH_MEETINGS, Fixture, League
from bot.models.player import Player
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.components import TEXT, Screen, page_view
from bot.ui.core.context import Context
from bot.ui.core.interaction_places import BOT_MAY_NOT, check_may_write, may_write
from bot.ui.core.router import chosen_fields, chosen_in, typed_fields
from bot.ui.games.context import GameContext
from bot.ui.leagues import entering, files, home_view, loaders, manager_views, news_view, night_views, settings_view
from bot.ui.leagues.loaders import open_game
from bot.ui.leagues.lookup import GONE, answers_league, asker_of, typed_number
from engine.errors import CribbageError


@answers_league(news_view.HOME)
async def show_home(context: Context, interaction: discord.Interaction[Any], league: League, _: int) -> None:
    """Show the page of the league."""
    await _answer(context, interaction, await home_page(context, interaction, league))


@answers_league(home_view.ENTER)
async def ask_for_result(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    """Open the form for a result."""
    player = await context.meet(interaction.user)
    await interaction.response.send_modal(await entering.entry_form(context, league, player))


answers_league(entering.ENTERED)(entering.take_entry)


async def home_page(context: Context, interaction: discord.Interaction[Any], league: League) -> Screen:
    """The page of a league for the member who asks."""
    leagues, asker = context.leagues, await asker_of(context, interaction)
    player, member = await leagues.teams.entrant(league, asker.player), await leagues.teams.member(league, asker.player)
    season = await leagues.directory.season(league)
    playing = await leagues.members.playing(league)
    is_in = member.id in {one.id for one in playing}
    page = home_view.HomePage(
        league=league,
        season=season,
        players=len(playing),
        player=player,
        is_in=is_in,
        can_join=await leagues.members.may_join(league, season, member),
        manages=await leagues.access.is_manager(league, asker),
        games=await leagues.fixtures.open_games(league, season, player) if is_in else [],
        gone=await leagues.members.withdrawn(league),
        waiting=len(await leagues.results.waiting_for(league, player)),
        night=await leagues.meetings.current(league, season) if league.format in WITH_MEETINGS else None,
        deadlines=await leagues.deadlines.of_season(league, season),
    )
    return home_view.home_page(page)


async def manager_page(context: Context, interaction: discord.Interaction[Any], league: League) -> Screen:
    """The page of a league for its managers."""
    leagues = context.leagues
    season, settings = await leagues.directory.season(league), await leagues.news.settings(league)
    unsettled = await leagues.results.unsettled(league, season)
    left = await leagues.fixtures.count_left(season)
    channel = None
    if interaction.guild is not None and settings.channel_id is not None:
        channel = interaction.guild.get_channel(settings.channel_id)
    note = ""
    if isinstance(channel, discord.TextChannel) and not may_write(channel.permissions_for(channel.guild.me), channel):
        note = gettext(BOT_MAY_NOT, mention=channel.mention)
    return home_view.manager_page(league, season, settings, len(unsettled), left, note)


@answers_league(home_view.SHOW)
async def show_page(context: Context, interaction: discord.Interaction[Any], league: League, number: int) -> None:
    """Show a page beside the members' page."""
    player = await context.meet(interaction.user)
    match number:
        case home_view.TABLE:
            season = await context.leagues.directory.season(league)
            look = await context.attachments.look(player)
            await context.answer(interaction, await loaders.table(context, league, season), look, ephemeral=True)
        case home_view.GAMES:
            await _answer(context, interaction, await loaders.fixture_list(context, league, player))
        case home_view.HISTORY:
            await _answer(context, interaction, await loaders.history(context, league))
        case home_view.WAITING:
            await _answer(context, interaction, await loaders.waiting(context, league, player))
        case _:
            raise CribbageError(gettext(GONE))


@answers_league(news_view.PLAY_MINE)
async def play_mine(context: GameContext, interaction: discord.Interaction[Any], league: League, news_id: int) -> None:
    """Open the game that the presser has in a round; where they have several, list them with a button for each."""
    player = await context.meet(interaction.user)
    games = await _games_in(context, league, news_id, player)
    if not games:
        raise LeagueError(gettext("You have no game left to play there. See /league home."))
    gone = await context.leagues.members.withdrawn(league)
    left = [fixture for fixture in games if not fixture.players & gone]
    if len(left) > 1:
        await _answer(context, interaction, await loaders.fixture_list(context, league, player))
        return
    # Of a game with somebody who has withdrawn the refusal says so.
    await open_game(context, interaction, league, player, (left or games)[0])


@answers_league(news_view.READY)
async def say_ready(context: Context, interaction: discord.Interaction[Any], league: League, news_id: int) -> None:
    """Note that the presser is ready to play their games of a round."""
    player = await context.meet(interaction.user)
    games = await _games_in(context, league, news_id, player)
    if not games:
        raise LeagueError(gettext("You have no game left to play there. See /league home."))
    entrant = await context.leagues.teams.member(league, player)
    for fixture in games:
        await context.leagues.deadlines.say_ready(league, fixture, entrant)
    text = gettext("It's noted that you're ready. If your game isn't played in time, this counts for you.")
    await interaction.response.send_message(text, ephemeral=True)


async def _games_in(context: Context, league: League, news_id: int, player: Player) -> list[Fixture]:
    """The games of a round that a player or their team has left."""
    player_id = (await context.leagues.teams.member(league, player)).id
    item = await context.leagues.news.find(news_id)
    if item is None or item.league_id != league.id:
        raise CribbageError(gettext(GONE))
    season = await context.leagues.directory.season(league)
    if item.season != season.number:
        raise LeagueError(gettext("Season {season} of {name} is closed.", season=item.season, name=league.name))
    listed = await context.leagues.fixtures.of_news(item)
    return [
        one
        for one in listed
        if player_id in one.players and one.result_id is None and one.second is not None and not one.over
    ]


@answers_league(home_view.CHANNEL, manages=True)
async def choose_channel(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    """Post the news in the channel that was chosen."""
    chosen = chosen_in(interaction.data)
    channel = None if interaction.guild is None or not chosen else interaction.guild.get_channel(int(chosen[0]))
    if not isinstance(channel, discord.TextChannel):
        raise LeagueError(gettext("Choose a text channel of this server."))
    check_may_write(interaction, channel)
    await context.leagues.news.set_channel(league, await asker_of(context, interaction), channel.id)
    await context.put(interaction, await manager_page(context, interaction, league))


@answers_league(home_view.TERMS, manages=True)
async def ask_for_terms(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    """Open the form for the deadlines."""
    settings = await context.leagues.deadlines.settings(league)
    await interaction.response.send_modal(home_view.terms_form(league, settings))


@answers_league(home_view.LAST_DAY, manages=True)
async def ask_for_day(_: Context, interaction: discord.Interaction[Any], league: League) -> None:
    """Open the form for the last day of a round."""
    await interaction.response.send_modal(home_view.day_form(league))


@answers_league(home_view.AGREED, manages=True)
async def agree(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    """Agree on the days of a round, and on what happens after them."""
    days = typed_fields(interaction.data).get("days", "").strip()
    consequence = home_view.read_consequence(chosen_fields(interaction.data).get("consequence", []))
    number = typed_number(days, gettext(_NO_NUMBER)) if days else None
    await context.leagues.deadlines.agree(league, await asker_of(context, interaction), number, consequence)
    await context.turn(interaction, await _deadlines(context, league))


@answers_league(home_view.DAY_SET, manages=True)
async def set_day(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    """Set the last day of a round."""
    fields = typed_fields(interaction.data)
    try:
        day = home_view.read_day(fields.get("day", ""))
    except ValueError:
        raise LeagueError(gettext("Write the date like 2026-03-01.")) from None
    number = typed_number(fields.get("round", ""), gettext(_NO_NUMBER))
    await context.leagues.deadlines.set_day(league, await asker_of(context, interaction), number, day)
    await context.turn(interaction, await _deadlines(context, league))


@answers_league(home_view.MANAGE, manages=True)
async def open_page(context: Context, interaction: discord.Interaction[Any], league: League, number: int) -> None:
    """Do or show what a button of the managers' page says."""
    await _PAGES.get(number, manage)(context, interaction, league)


async def manage(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    """Show the page for managers."""
    await _answer(context, interaction, await manager_page(context, interaction, league))


async def _close(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    season = await context.leagues.directory.season(league)
    await _answer(context, interaction, manager_views.close_question(league, season, None, None))


async def _night(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    season = await context.leagues.directory.season(league)
    current = await context.leagues.meetings.current(league, season)
    if current is None:
        raise LeagueError(gettext("No club night is planned. Plan one with /league manage night."))
    await _answer(context, interaction, await night_views.desk_page(context, league, current))


async def _settings(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    season = await context.leagues.directory.season(league)
    await _answer(context, interaction, settings_view.settings_page(league, season))


async def _show_deadlines(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    await _answer(context, interaction, await _deadlines(context, league))


async def _deadlines(context: Context, league: League) -> Screen:
    season = await context.leagues.directory.season(league)
    listed = await context.leagues.deadlines.of_season(league, season)
    return home_view.deadlines_page(league, season, await context.leagues.deadlines.settings(league), listed)


async def _results(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    season = await context.leagues.directory.season(league)
    listed = await context.leagues.results.unsettled(league, season)
    await _answer(context, interaction, home_view.unsettled_page(league, listed))


async def _claims(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    await _answer(context, interaction, await loaders.claims(context, league, await asker_of(context, interaction)))


async def _imports(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    await _answer(context, interaction, await files.import_list(context, league, await asker_of(context, interaction)))


async def _log(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    await _answer(context, interaction, await loaders.log(context, league, await asker_of(context, interaction)))


async def _managers(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    text = settings_view.managers_text(league, await context.leagues.access.managers(league))
    hint = gettext("-# Change them with `/league manage manager` and `/league manage role`.")
    await _answer(context, interaction, page_view([text, hint]))


_PAGES: Final[dict[int, Callable[[Context, discord.Interaction[Any], League], Awaitable[None]]]] = {
    home_view.START: manager_views.start_season,
    home_view.ROUND: manager_views.draw_round,
    home_view.PLAYOFFS: manager_views.start_playoffs,
    home_view.CLOSE: _close,
    home_view.NIGHT: _night,
    home_view.SETTINGS: _settings,
    home_view.DEADLINES: _show_deadlines,
    home_view.RESULTS: _results,
    home_view.CLAIMS: _claims,
    home_view.IMPORTS: _imports,
    home_view.LOG: _log,
    home_view.MANAGERS: _managers,
}
"""What each button of the managers' page does or shows."""


async def _answer(context: Context, interaction: discord.Interaction[Any], screen: Screen | ScreenBuilder) -> None:
    await context.answer(interaction, screen, TEXT, ephemeral=True)


_NO_NUMBER: Final = N_("Type a number.")
