"""/league: the commands for players."""

from __future__ import annotations

from typing import Any, Final, cast

import discord
from discord import app_commands

from bot.i18n.translation import N_, gettext
from bot.leagues.access import refusal
from bot.leagues.score_entry import EnteredScore
from bot.leagues.settings import SETTINGS, changes_by
from bot.ui.core import formatting
from bot.ui.core.commands import choice, choices_of, in_servers_only, with_options
from bot.ui.core.components import page_view
from bot.ui.core.context import context_of
from bot.ui.games.play_options import WHERE
from bot.ui.leagues import handlers, home_view, loaders, night_views, settings_view
from bot.ui.leagues.entering import join_league, tell_of_entry
from bot.ui.leagues.loaders import open_game as play_in_league
from bot.ui.leagues.lookup import Pressed, asker_of, button, server_of
from bot.ui.leagues.transformers import (
    ASKING_PLAYER,
    LEAGUE_TO_JOIN,
    LEAGUE_TO_MANAGE,
    LEAGUE_TO_PLAY,
    LEAGUE_TO_SHOW,
    LEAGUE_TO_SHOW_IF_ANY,
    SETTING_KINDS,
    Day,
    LeagueGroup,
    LeagueMember,
    NamedLeague,
    Opponent,
)
from bot.ui.people.board_view import Period, board_page

league = in_servers_only(LeagueGroup(name="league", description=N_("Leagues in this server"), guild_only=True))


@league.command(description="Make a league", public=True)
@with_options(*(one.for_new for one in SETTINGS if one.new), kinds=SETTING_KINDS)
async def create(interaction: discord.Interaction[Any], **chosen: Any) -> None:
    context, guild_id = context_of(interaction), server_of(interaction)
    changes = {"preset": await context.usual_preset(guild_id), **changes_by(chosen)}
    made = await context.leagues.setup.create(guild_id, await asker_of(context, interaction), chosen["name"], changes)
    named = {name for name, choice in chosen.items() if choice is not None}
    await context.answer(interaction, settings_view.created_view(made, named))


@league.command(description="Your league page", of=LEAGUE_TO_SHOW)
async def home(at: Pressed) -> None:
    await at.answer(await home_view.home_page(at))


@league.command(description="Join a league", public=True, of=LEAGUE_TO_JOIN)
@app_commands.describe(partner="Your partner, in a league of teams", team="Your team's name")
async def join(at: Pressed, partner: Opponent | None = None, team: str = "") -> None:
    await join_league(at, partner, team)


@league.command(description="Check in to the club night that is on", of=LEAGUE_TO_SHOW)
async def here(at: Pressed) -> None:
    await night_views.check_in(at)


@league.command(
    description="See your scheduled games (or everyone's), with a button to play each one", of=LEAGUE_TO_SHOW
)
@app_commands.describe(whose="Yours (default) or everyone's")
@app_commands.choices(whose=[choice("mine", "mine"), choice("everyone's", "all")])
async def fixtures(at: Pressed, whose: str | None = None) -> None:
    player = None if whose == "all" else await at.player()
    await at.answer(await loaders.fixture_list(at.context, at.league, player))


@league.command(description="Play a league game against someone", public=True, of=LEAGUE_TO_PLAY)
@app_commands.describe(where="Where to play")
@app_commands.choices(where=choices_of(WHERE))
async def play(at: Pressed, opponent: Opponent, where: str | None = None) -> None:
    await play_in_league(at, await at.player(), opponent, where)


@league.command(
    description="Enter a game you played in person; your opponent confirms it", public=True, of=LEAGUE_TO_PLAY
)
@app_commands.describe(
    mine="Your score (for a match: your total from all games)",
    theirs="Your opponent's score",
    games_mine="Match: games you won",
    games_theirs="Match: games your opponent won",
    skunks_mine="Match: skunks you won",
    skunks_theirs="Match: skunks your opponent won",
    best_mine="How many points your best hand scored",
    best_theirs="How many points your opponent's best hand scored",
)
async def enter(
    at: Pressed,
    opponent: Opponent,
    mine: int,
    theirs: int,
    games_mine: int | None = None,
    games_theirs: int | None = None,
    skunks_mine: int = 0,
    skunks_theirs: int = 0,
    best_mine: int | None = None,
    best_theirs: int | None = None,
    day: Day | None = None,
) -> None:
    """Enter a result, and ask the opponent in the channel whether it is right."""
    asker = await at.asker()
    score = score_from_options(
        (mine, theirs), (games_mine, games_theirs), (skunks_mine, skunks_theirs), (best_mine, best_theirs)
    )
    # The same command, should Discord bring it twice, is one entry.
    entered = await at.leagues.results.enter(
        at.league, asker, (asker.player, opponent), score, played_on=day, entry=f"entry:{at.interaction.id}"
    )
    await tell_of_entry(at, entered, opponent)


@league.command(description="The league table", public=True, cost=2.0)
@app_commands.describe(season="Which season (default: the current one)")
async def table(
    interaction: discord.Interaction[Any], season: int | None = None, league: NamedLeague | None = LEAGUE_TO_SHOW_IF_ANY
) -> None:
    """Show the table of a league in public, as the asker prefers; or of the server where it has no leagues."""
    context, guild_id = context_of(interaction), server_of(interaction)
    if league is None:
        no_league = gettext("There's no league here yet. {how}", how=gettext(_HOW_TO_MAKE_ONE))
        view = await board_page(context, guild_id, Period.MONTH, no_league)
    else:
        view = await loaders.table(context, league, await context.leagues.directory.season(league, season))
    look = await context.attachments.look(await context.meet(interaction.user))
    await context.answer(interaction, view, look)


_HOW_TO_MAKE_ONE: Final = N_("Anyone with Manage Server can make one with `/league create`.")


@league.command(description="Past seasons, winners and the latest results", public=True, of=LEAGUE_TO_SHOW)
async def history(at: Pressed) -> None:
    await at.context.answer(at.interaction, await loaders.history(at.context, at.league))


@league.command(
    description="A player's results, rating and record against others", public=True, cost=2.0, of=LEAGUE_TO_SHOW
)
@app_commands.describe(
    player="Which player (default: you)",
    opponent="Compare with this player",
    season="Which season (default: the current one)",
)
async def player(
    at: Pressed,
    player: LeagueMember = ASKING_PLAYER,
    opponent: LeagueMember | None = None,
    season: int | None = None,
) -> None:
    named = await at.leagues.directory.season(at.league, season)
    page = await loaders.profile_page(at.context, at.league, named, player, opponent)
    await at.context.answer(at.interaction, page, at.context.attachments.for_all)


@league.command(
    description="Everyone's rating, from all leagues in this server", public=True, cost=2.0, of=LEAGUE_TO_SHOW
)
@app_commands.describe(season="This season alone")
async def ratings(at: Pressed, season: int | None = None) -> None:
    named = None if season is None else await at.leagues.directory.season(at.league, season)
    await at.context.answer(at.interaction, await loaders.rating_list(at.context, at.league, named))


@league.command(name="list", description="All leagues here, or one league's settings")
@app_commands.describe(league="Show this league's settings")
async def list_leagues(interaction: discord.Interaction[Any], league: NamedLeague | None = None) -> None:
    context, guild_id = context_of(interaction), server_of(interaction)
    if league is not None:
        agreed = settings_view.settings_text(league, await context.leagues.directory.season(league))
        await context.answer(interaction, page_view(agreed), ephemeral=True)
        return
    lines = []
    for one in await context.leagues.directory.of_guild(guild_id):
        playing = await context.leagues.members.playing(one)
        lines.append(settings_view.league_line(one, await context.leagues.directory.season(one), len(playing)))
    text = formatting.as_many_as_fit(lines) or gettext(
        "There's no league here yet. {how}", how=gettext(_HOW_TO_MAKE_ONE)
    )
    adopt = button(gettext("Add an imported league"), "adopt")
    await context.answer(interaction, page_view([text], [adopt]), ephemeral=True)


@league.command(name="manage", description="For league managers: this is /manage now", of=LEAGUE_TO_MANAGE)
async def manage_as_before(at: Pressed) -> None:
    """Show the managers' page, whose buttons do what the commands of this name did until 0.3."""
    await handlers.show_to_manager(at)


def score_from_options(
    holes: tuple[int, int],
    games: tuple[int | None, int | None],
    skunks: tuple[int, int],
    best: tuple[int | None, int | None] = (None, None),
) -> EnteredScore:
    """The score that options name. Raises ``LeagueError`` where the games of one side alone are given."""
    if (games[0] is None) != (games[1] is None):
        raise refusal("Enter how many games each player won, or leave both empty.")
    both = None if games[0] is None else cast("tuple[int, int]", games)
    return EnteredScore(holes=holes, games=both, skunks=skunks, best_hands=best)
