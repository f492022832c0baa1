"""Handlers of the buttons of leagues: of their pages, of the managers' page, and of messages about news."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import discord
from discord import ButtonStyle

from bot.i18n.translation import N_, gettext
from bot.leagues.access import LeagueError, refusal
from bot.models.league import WITH_MEETINGS, Fixture, Season
from bot.models.player import Player
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.components import Field, Form, Screen, TextInput, page_view
from bot.ui.core.context import Context
from bot.ui.core.formatting import escape
from bot.ui.core.interactions import check_may_write
from bot.ui.core.router import chosen_in, typed_in
from bot.ui.games.context import game_context_of
from bot.ui.leagues import (
    deciding,
    files,
    home_view,
    loaders,
    manager_views,
    night_views,
    record_views,
    results_view,
    settings_view,
    standings_view,
)
from bot.ui.leagues.entering import join_league
from bot.ui.leagues.forms import Question, asks
from bot.ui.leagues.loaders import open_game
from bot.ui.leagues.lookup import (
    GONE,
    LeaguePress,
    Pressed,
    announcing_manager,
    answers_league,
    asker_of,
    button,
    league_to_show,
    server_of,
    with_way_back,
)
from engine.errors import CribbageError

_NEXT_IS_OPEN: Final = N_("The next season has started.")
_NEXT_IS_TO_BEGIN: Final = N_("When everyone has joined, start the next season with `/manage home`.")


async def _answer_result(
    context: Context, interaction: discord.Interaction[Any], number: int, *, confirms: bool
) -> None:
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
        row = results_view.decisions(settled) if settled.status == "disputed" else []
        text = results_view.answer_text(settled, league.name, asker.player)
        await context.put(interaction, page_view([text], *filter(None, [row])))


answers_league("confirm", in_league=False)(partial(_answer_result, confirms=True))
answers_league("deny", in_league=False)(partial(_answer_result, confirms=False))


@answers_league("stay", in_league=False)
async def keep_season(context: Context, interaction: discord.Interaction[Any], _: int = 0) -> None:
    await context.put(interaction, page_view([gettext("The season stays open.")]))


@answers_league("play")
async def play(at: Pressed, fixture: Fixture) -> None:
    await open_game(at, await at.player(), fixture)


@answers_league("join")
async def join(at: Pressed) -> None:
    await join_league(at)


@answers_league("table")
async def show_table(at: Pressed, season: Season, page: int, face: int, _: int) -> ScreenBuilder:
    if face >= standings_view.FACES:
        raise CribbageError(gettext(GONE))
    return await loaders.table(at.context, at.league, season, page, face)


@answers_league("bracket")
async def show_bracket(at: Pressed, season: Season, page: int, _: int) -> ScreenBuilder:
    return await loaders.bracket(at.context, at.league, season, page)


@answers_league("fixtures")
async def show_fixtures(at: Pressed, own: int, page: int, _: int = 0) -> Screen:
    return await loaders.fixture_list(at.context, at.league, await at.player() if own else None, page)


@answers_league("history")
async def show_history(at: Pressed, before: int) -> Screen:
    """Show the results before one, or the latest ones for 0."""
    earlier = None
    if before:
        guild_id = at.interaction.guild_id
        league, result = await at.leagues.results.find(before, guild_id=guild_id, player=await at.player())
        earlier = result if league.id == at.league.id else None
    return await loaders.history(at.context, at.league, earlier)


@answers_league("lifetime")
async def show_lifetimes(at: Pressed, page: int, _: int) -> Screen:
    return record_views.lifetime_page(at.league, await at.leagues.records.lifetimes(at.league), page)


@answers_league("records")
async def show_records(at: Pressed) -> Screen:
    return record_views.records_page(at.league, await at.leagues.records.records(at.league))


@answers_league("awards")
async def show_awards(at: Pressed, season: Season) -> Screen:
    return record_views.awards_page(at.league, season, await at.leagues.records.awards(at.league, season))


@answers_league("ratings")
async def show_ratings(at: Pressed, page: int, _: int, number: int = 0) -> Screen:
    season = await at.leagues.directory.season(at.league, number) if number else None
    return await loaders.rating_list(at.context, at.league, season, page=page)


@answers_league("close")
async def close_season(at: Pressed, season: int, begins: int, ends: int) -> None:
    asker = await announcing_manager(at)
    await at.leagues.seasons.close(at.league, asker, season, **manager_views.next_days([begins, ends]))
    then = gettext(_NEXT_IS_OPEN if at.league.format in WITH_MEETINGS else _NEXT_IS_TO_BEGIN)
    await at.context.put(at.interaction, page_view([gettext("The season is closed. {then}", then=then)]))


async def _answer_claim(at: Pressed, player: int, named: int, *, consents: bool) -> None:
    check_may_write(at.interaction)
    asker, answer_view = await at.asker(), None
    for claim in await at.leagues.name_claims.waiting(at.league, asker):
        if (claim.player.id, claim.named.id) == (player, named):
            answer = at.leagues.name_claims.accept if consents else at.leagues.name_claims.refuse
            done = await answer(at.league, asker, claim.player)
            answer_view = manager_views.claim_answer(at.league, done, consents=consents)
    await at.context.put(at.interaction, await loaders.claims(at.context, at.league, asker))
    if answer_view is not None:
        await at.interaction.followup.send(view=answer_view)


answers_league("consent")(partial(_answer_claim, consents=True))
answers_league("refuse")(partial(_answer_claim, consents=False))


@answers_league("home")
async def show_home(at: Pressed, _: int) -> None:
    await at.answer(await home_view.home_page(at))


@answers_league("show")
async def show_page(at: Pressed, number: int) -> None:
    context, league, player = at.context, at.league, await at.player()
    match number:
        case home_view.TABLE:
            season, look = await at.leagues.directory.season(league), await context.attachments.look(player)
            await context.answer(at.interaction, await loaders.table(context, league, season), look, ephemeral=True)
        case home_view.GAMES:
            await at.answer(await loaders.fixture_list(context, league, player))
        case home_view.HISTORY:
            await at.answer(await loaders.history(context, league))
        case home_view.WAITING:
            await at.answer(await loaders.waiting(context, league, player))
        case _:
            raise CribbageError(gettext(GONE))


@answers_league("playmine")
async def play_mine(at: Pressed, news_id: int) -> None:
    """Open the game that the presser has in a round; where they have several, list them with a button for each."""
    player = await at.player()
    games, gone = await _games_in(at, news_id, player), await at.leagues.members.withdrawn(at.league)
    left = [fixture for fixture in games if not fixture.players & gone]
    if len(left) > 1:
        await at.answer(await loaders.fixture_list(at.context, at.league, player))
        return
    # Of a game with somebody who has withdrawn the refusal says so.
    await open_game(at, player, (left or games)[0])


@answers_league("ready")
async def say_ready(at: Pressed, news_id: int) -> None:
    player = await at.player()
    games, entrant = await _games_in(at, news_id, player), await at.leagues.teams.member(at.league, player)
    for fixture in games:
        await at.leagues.deadlines.say_ready(at.league, fixture, entrant)
    text = gettext("It's noted that you're ready. If your game isn't played in time, this counts for you.")
    await at.interaction.response.send_message(text, ephemeral=True)


async def _games_in(at: Pressed, news_id: int, player: Player) -> list[Fixture]:
    """The games of a round that a player or their team has left. Raises ``LeagueError`` for none."""
    player_id = (await at.leagues.teams.member(at.league, player)).id
    item = await at.leagues.news.find(news_id)
    if item is None or item.league_id != at.league.id:
        raise CribbageError(gettext(GONE))
    season = await at.leagues.directory.season(at.league)
    if item.season != season.number:
        raise refusal("Season {season} of {name} is closed.", season=item.season, name=at.league.name)
    games = [
        one
        for one in await at.leagues.fixtures.of_news(item)
        if player_id in one.players and one.result_id is None and one.second is not None and not one.over
    ]
    if not games:
        raise refusal("You have no game left to play there. See /league home.")
    return games


@answers_league("newschannel", manages=True)
async def choose_channel(at: Pressed) -> None:
    chosen, guild = chosen_in(at.interaction.data), at.interaction.guild
    channel = None if guild is None or not chosen else guild.get_channel(int(chosen[0]))
    if not isinstance(channel, discord.TextChannel):
        raise refusal("Choose a text channel of this server.")
    check_may_write(at.interaction, channel)
    await at.leagues.news.set_channel(at.league, await at.asker(), channel.id)
    await at.context.put(at.interaction, await home_view.manager_page(at))


@answers_league("manage", manages=True)
async def open_page(at: Pressed, number: int) -> None:
    if (act := _ACTS.get(number)) is not None:
        await act(at)
        return
    page = _PAGES.get(number)
    await at.answer(await home_view.manager_page(at) if page is None else with_way_back(at.league, await page(at)))


async def _close(at: Pressed) -> Screen:
    return manager_views.close_question(at.league, await at.leagues.directory.season(at.league), None, None)


async def _night(at: Pressed) -> Screen:
    current = await at.leagues.meetings.current(at.league, await at.leagues.directory.season(at.league))
    if current is None:
        raise refusal("No club night is planned. Plan one with /manage night.")
    return await night_views.desk_page(at, current)


async def _claims(at: Pressed) -> Screen:
    return await loaders.claims(at.context, at.league, await at.asker())


_ACTS: Final[Mapping[int, Callable[[Pressed], Awaitable[None]]]] = {
    home_view.START: manager_views.start_season,
    home_view.ROUND: manager_views.draw_round,
    home_view.PLAYOFFS: manager_views.start_playoffs,
}
_PAGES: Final[Mapping[int, Callable[[Pressed], Awaitable[Screen]]]] = {
    home_view.CLOSE: _close,
    home_view.NIGHT: _night,
    home_view.SETTINGS: settings_view.own_settings_page,
    home_view.DEADLINES: home_view.deadlines_page,
    home_view.UNSETTLED: deciding.results_page,
    home_view.CLAIMS: _claims,
    home_view.IMPORTS: files.import_list,
    home_view.LOG: manager_views.log_page,
    home_view.MANAGERS: deciding.managers_page,
}
"""What each button of the managers' page does, or shows."""


@answers_league("stopplaying")
async def ask_to_stop(at: Pressed) -> Screen:
    text = gettext("Stop playing in **{name}**? Your results stay.", name=escape(at.league.name))
    return page_view([text], [button(gettext("Yes, stop"), "stopped", at.league.id, style=ButtonStyle.danger)])


@answers_league("stopped")
async def stop(at: Pressed) -> None:
    """Remove the presser from the league, or withdraw them in public where they have played."""
    asker = await at.asker()
    try:
        await at.leagues.members.leave(at.league, asker.player)
    except LeagueError:
        await at.leagues.members.withdraw(at.league, asker)
        text = gettext(
            "**{name}** has withdrawn from **{meant_name}**. Their results stay.",
            name=escape(asker.player.name),
            meant_name=escape(at.league.name),
        )
        await at.interaction.response.send_message(text)
    else:
        await at.context.put(at.interaction, page_view([gettext("You've left {name}.", name=escape(at.league.name))]))


@asks(
    "claim",
    N_("Claim my name"),
    Question(
        "name", N_("Your name in the league"), N_("Write it as the league table does. A manager has to accept it.")
    ),
    manages=False,
)
async def claim(at: Pressed, *, name: str) -> None:
    """Claim a name of a file, in public."""
    made = await at.leagues.name_claims.make(at.league, await at.player(), name)
    text = gettext(
        "**{name}** claims the name **{named_name}** in **{meant_name}**. A manager can accept it with "
        "`/manage home`, **Claims**.",
        name=escape(made.player.name),
        named_name=escape(made.named.name),
        meant_name=escape(at.league.name),
    )
    await at.interaction.response.send_message(text)


@answers_league("exports")
async def show_exports(at: Pressed) -> Screen:
    labels = [gettext(label) for label in files.DOWNLOADS.values()]
    buttons = [button(label, "download", at.league.id, number) for number, label in enumerate(labels)]
    title = gettext("**{name}**: results, table or fixtures", name=escape(at.league.name))
    return page_view([title], buttons[:3], buttons[3:])


@answers_league("download")
async def download(at: Pressed, number: int) -> None:
    """Attach what was chosen in private, very many results in several messages."""
    await at.interaction.response.defer(ephemeral=True, thinking=True)
    form = list(files.DOWNLOADS)[min(number, len(files.DOWNLOADS) - 1)]
    async for file in files.export_files(at.context, at.league, form):
        text = gettext("{name} results", name=escape(at.league.name))
        await at.interaction.followup.send(text, file=file, ephemeral=True)


@answers_league("adopt", in_league=False)
async def ask_for_code(context: Context, interaction: discord.Interaction[Any]) -> None:
    hint = gettext("The code you got from the import.")
    code = Field(TextInput(custom_id="code", longest=50), gettext("Code"), hint)
    form = Form(LeaguePress("adopted").custom_id, gettext("Add an imported league"), (code,))
    await interaction.response.send_modal(form)


@answers_league("adopted", in_league=False)
async def adopt(context: Context, interaction: discord.Interaction[Any]) -> None:
    code = typed_in(interaction.data)
    adopted = await context.leagues.setup.adopt(server_of(interaction), await asker_of(context, interaction), code)
    names = [one.name for one in await context.leagues.name_claims.unclaimed(adopted)]
    unclaimed = (
        gettext(" Players, claim your names in `/league home`: {people}.", people=settings_view.names_text(names))
        if names
        else ""
    )
    text = gettext("**{name}** now belongs to this server.{unclaimed}", name=escape(adopted.name), unclaimed=unclaimed)
    await interaction.response.send_message(text)


async def answer_old_command(interaction: discord.Interaction[Any], parents: Sequence[str]) -> None:
    """Answer a command of an earlier version with the page whose buttons do the same."""
    at = Pressed(game_context_of(interaction), interaction, await league_to_show(interaction))
    if "manage" in parents:
        await show_to_manager(at)
    else:
        await at.answer(await home_view.home_page(at))


async def show_to_manager(at: Pressed) -> None:
    """Answer a command with the page of a league for its managers in private."""
    await at.manager()
    await at.answer(await home_view.manager_page(at))
