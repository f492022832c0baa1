"""/league manage: the commands for managers; every change is written to the log."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, cast

import discord
from discord import app_commands

from bot.i18n.translation import N_, gettext
from bot.leagues.access import refusal
from bot.leagues.import_plan import ImportOptions
from bot.leagues.settings import MATCHES, SETTINGS, changes_by
from bot.leagues.written_dates import DateOrder
from bot.models.league import MEETING_FORMATS, WITH_MEETINGS, MeetingFormat
from bot.ui.core.commands import choice, choices_of, with_options
from bot.ui.core.components import Screen, page_view
from bot.ui.core.context import context_of
from bot.ui.core.formatting import escape
from bot.ui.core.interactions import check_may_write
from bot.ui.games.context import game_context_of
from bot.ui.leagues import (
    files,
    handlers,
    manager_views,
    night_views,
    people_views,
    results_view,
    settings_view,
)
from bot.ui.leagues.entering import tell_of_entry
from bot.ui.leagues.league_commands import score_from_options
from bot.ui.leagues.lookup import Pressed, asked, asker_of
from bot.ui.leagues.transformers import (
    LEAGUE_TO_MANAGE,
    SETTING_KINDS,
    Day,
    LeagueFixture,
    LeagueGame,
    LeagueGroup,
    LeagueMember,
    LeagueName,
    NamedLeague,
    ReviewedResult,
)

_LONGEST_REASON: Final = 500
_DAYS: Final = [choice(day, number) for number, day in enumerate(settings_view.DAYS)]

_FORMATS: Final[dict[MeetingFormat, str]] = {
    "night": N_("night: each plays a number of games"),
    "single": N_("single: everyone plays everyone once"),
    "double": N_("double: everyone plays everyone twice"),
    "swiss": N_("swiss: each round against someone with a similar score"),
    "free": N_("free: no pairings, results as they come"),
}
FORMAT_CHOICES: Final = [choice(_FORMATS[form], form) for form in MEETING_FORMATS]

manage = LeagueGroup(name="manage", description=N_("For league managers"))


def _shows(page: Callable[[Pressed], Awaitable[Screen]]) -> Callable[..., Awaitable[None]]:
    """Return the function of a command that shows a page of a league to its managers in private."""

    async def show(interaction: discord.Interaction[Any], league: NamedLeague = LEAGUE_TO_MANAGE) -> None:
        context, _ = await asked(interaction, league)
        screen = await page(Pressed(game_context_of(interaction), interaction, league))
        await context.answer(interaction, screen, ephemeral=True)

    return show


manage.command(name="home", description="The managers' page")(_shows(handlers.manager_page))


@manage.command(description="Start the season for everyone who has joined")
@app_commands.describe(seeds="`rating`, or names, best first (default: by lot)")
async def start(
    interaction: discord.Interaction[Any],
    seeds: app_commands.Range[str, 1, 1000] | None = None,
    league: NamedLeague = LEAGUE_TO_MANAGE,
) -> None:
    """Make the first fixtures; members are told of them."""
    await manager_views.start_season(context_of(interaction), interaction, league, seeds or "")


@manage.command(name="round", description="Draw the next Swiss or playoff round")
async def next_round(interaction: discord.Interaction[Any], league: NamedLeague = LEAGUE_TO_MANAGE) -> None:
    """Make a round; members are told of it."""
    await manager_views.draw_round(context_of(interaction), interaction, league)


@manage.command(description="Start the playoffs with the top players in the table")
@app_commands.describe(best_of="Games in a match (default: best of 3)", players="How many players (default: 1 in 4)")
@app_commands.choices(best_of=choices_of(MATCHES))
async def playoffs(
    interaction: discord.Interaction[Any],
    best_of: int | None = None,
    players: int | None = None,
    league: NamedLeague = LEAGUE_TO_MANAGE,
) -> None:
    """Draw the bracket; members are told of it."""
    await manager_views.start_playoffs(context_of(interaction), interaction, league, best_of, players)


@manage.command(description="Enter a game that 2 others played in person; it counts right away", public=True)
@app_commands.describe(
    first="One player",
    second="The other player",
    first_holes="The first player's score",
    second_holes="The other player's score",
)
async def enter(
    interaction: discord.Interaction[Any],
    first: LeagueMember,
    second: LeagueMember,
    first_holes: int,
    second_holes: int,
    first_games: int | None = None,
    second_games: int | None = None,
    first_skunks: int = 0,
    second_skunks: int = 0,
    day: Day | None = None,
    league: NamedLeague = LEAGUE_TO_MANAGE,
) -> None:
    """Enter a game between two other players, who may have no accounts."""
    context = context_of(interaction)
    score = score_from_options((first_holes, second_holes), (first_games, second_games), (first_skunks, second_skunks))
    entered = await context.leagues.results.enter(
        league,
        await asker_of(context, interaction),
        (first, second),
        score,
        played_on=day,
        entry=f"entry:{interaction.id}",
    )
    await tell_of_entry(context, interaction, league, entered, None)


@manage.command(description="Accept a waiting, disputed or removed result", public=True)
@app_commands.describe(reason="The reason (not needed for a waiting result)")
async def confirm(
    interaction: discord.Interaction[Any], result: ReviewedResult, reason: str = "", league: LeagueName | None = None
) -> None:
    """Confirm a result for the other player, or accept it with a reason."""
    context, asker = await asked(interaction)
    if reason or result.result.status != "entered":
        settled = await context.leagues.review.accept(result.result, asker, reason)
    else:
        settled = await context.leagues.review.confirm(result.result, asker)
    await _reply(
        interaction,
        gettext(
            "{score}: counted in **{name}**.",
            score=results_view.numbered_score(settled),
            name=escape(result.league.name),
        ),
    )


@manage.command(description="Correct a result", public=True)
@app_commands.describe(first_holes="Score of the player listed first", second_holes="Score of the other player")
async def correct(
    interaction: discord.Interaction[Any],
    result: ReviewedResult,
    first_holes: int,
    second_holes: int,
    reason: str,
    first_games: int | None = None,
    second_games: int | None = None,
    first_skunks: int = 0,
    second_skunks: int = 0,
    league: LeagueName | None = None,
) -> None:
    """Correct a result, in public."""
    context, asker = await asked(interaction)
    score = score_from_options((first_holes, second_holes), (first_games, second_games), (first_skunks, second_skunks))
    corrected = await context.leagues.review.correct(result.result, asker, score, reason)
    text = gettext(
        "Corrected: {score} is now {corrected}. {because}",
        score=results_view.numbered_score(result.result),
        corrected=results_view.score_text(corrected),
        because=_reason_text(reason),
    )
    await _reply(interaction, text)


@manage.command(description="Remove a result so the fixture can be played again", public=True)
async def void(
    interaction: discord.Interaction[Any], result: ReviewedResult, reason: str, league: LeagueName | None = None
) -> None:
    """Void a result, in public."""
    context, asker = await asked(interaction)
    struck = await context.leagues.review.void(result.result, asker, reason)
    await _reply(
        interaction,
        gettext("Removed: {score}. {because}", score=results_view.numbered_score(struck), because=_reason_text(reason)),
    )


@manage.command(description="Award an unplayed fixture to a player: 1 win, no score", public=True)
@app_commands.describe(
    fixture="Which fixture",
    winner="Who gets the win",
    both="Nobody gets the win",
    absent="Award everything this person has left",
)
async def forfeit(
    interaction: discord.Interaction[Any],
    reason: str,
    fixture: LeagueFixture | None = None,
    winner: LeagueMember | None = None,
    both: bool = False,  # noqa: FBT001, FBT002
    absent: LeagueMember | None = None,
    league: NamedLeague = LEAGUE_TO_MANAGE,
) -> None:
    """Award a fixture, or all that somebody has left, in public."""
    context, asker = await asked(interaction)
    if absent is not None and fixture is None and winner is None and not both:
        results = await context.leagues.forfeits.award_all(league, asker, absent, reason)
        await _reply(interaction, manager_views.forfeits_text(absent, results, _reason_text(reason)))
        return
    if fixture is None or absent is not None or (winner is None) != both:
        raise refusal("Choose a fixture and its winner, or both, or the absent person alone.")
    awarded = await context.leagues.forfeits.award(league, asker, fixture, winner, reason)
    game = None if fixture.table_id is None else await context.tables.find(fixture.table_id)
    await _reply(interaction, manager_views.forfeit_text(awarded, game, _reason_text(reason)))


@manage.command(name="call-off", description="Cancel a game in progress; it won't count", public=True)
@app_commands.describe(game="Which game", winner="Who gets the win (default: nobody, and they can play it again)")
async def call_off(
    interaction: discord.Interaction[Any],
    game: LeagueGame,
    reason: str,
    winner: LeagueMember | None = None,
    league: NamedLeague = LEAGUE_TO_MANAGE,
) -> None:
    """End a game, for example one whose player does not come back."""
    context, asker = await asked(interaction)
    table = await context.leagues.games.call_off(league, asker, game, reason, winner=winner)
    fixture = table.agreement.fixture
    left = fixture is None or await context.leagues.fixtures.is_open(league, fixture)
    await _reply(interaction, manager_views.call_off_text(table, league, winner, _reason_text(reason), left=left))


@manage.command(description="Withdraw a player; their results stay", public=True)
@app_commands.describe(player="Which person")
async def withdraw(
    interaction: discord.Interaction[Any], player: LeagueMember, reason: str, league: NamedLeague = LEAGUE_TO_MANAGE
) -> None:
    """Withdraw a player."""
    context = context_of(interaction)
    await context.leagues.members.withdraw(league, await asker_of(context, interaction), player, reason)
    text = gettext(
        "**{name}** was withdrawn from **{meant_name}**. Their results stay.{rest} {because}",
        name=escape(player.name),
        meant_name=escape(league.name),
        rest=""
        if league.format in WITH_MEETINGS
        else gettext(" Award their open fixtures with `/league manage forfeit`."),
        because=_reason_text(reason),
    )
    await _reply(interaction, text)


@manage.command(description="Add or remove a manager, or list them all")
@app_commands.describe(who="Which person", remove="Remove this manager")
async def manager(
    interaction: discord.Interaction[Any],
    who: discord.User | None = None,
    remove: bool = False,  # noqa: FBT001, FBT002
    league: NamedLeague = LEAGUE_TO_MANAGE,
) -> None:
    """Add or remove a manager, or list them all."""
    context = context_of(interaction)
    if who is None:
        await context.answer(
            interaction,
            page_view([settings_view.managers_text(league, await context.leagues.access.managers(league))]),
            ephemeral=True,
        )
        return
    asker, player = await asker_of(context, interaction), await context.meet(who)
    change = context.leagues.managers.remove if remove else context.leagues.managers.add
    await change(league, asker, player)
    text = gettext(
        "**{name}** is no longer a manager of **{league}**."
        if remove
        else "**{name}** is now a manager of **{league}**.",
        name=escape(player.name),
        league=escape(league.name),
    )
    await _reply(interaction, text)


@manage.command(description="Make everyone with a role a manager (empty: nobody)")
@app_commands.describe(role="Which role")
async def role(
    interaction: discord.Interaction[Any], role: discord.Role | None = None, league: NamedLeague = LEAGUE_TO_MANAGE
) -> None:
    """Choose the role that runs the league."""
    context, asker = await asked(interaction)
    changed = await context.leagues.managers.set_role(league, asker, None if role is None else role.id)
    named = escape(changed.name)
    text = (
        gettext("**{league}** has no manager role now.", league=named)
        if role is None
        else gettext("Everyone with {mention} is now a manager of **{league}**.", mention=role.mention, league=named)
    )
    await _reply(interaction, text)


@manage.command(description="Post the table every week (no channel: stop)")
@app_commands.describe(
    channel="Which channel",
    day="Which day (default: Monday)",
    hour="The hour, 0 to 23, in the league's time zone (default: 18)",
)
@app_commands.choices(day=_DAYS)
async def post(
    interaction: discord.Interaction[Any],
    channel: discord.TextChannel | None = None,
    day: int = 0,
    hour: app_commands.Range[int, 0, 23] = 18,
    league: NamedLeague = LEAGUE_TO_MANAGE,
) -> None:
    """Schedule the weekly post."""
    context = context_of(interaction)
    if channel is not None:
        check_may_write(interaction, channel)
    asker = await asker_of(context, interaction)
    changed = await context.leagues.weekly_posts.schedule(
        league, asker, None if channel is None else channel.id, day=day, hour=hour
    )
    posted = (
        gettext("is posted {posts}", posts=settings_view.posts_text(changed))
        if channel is not None
        else gettext("is no longer posted")
    )
    await _reply(
        interaction,
        gettext("The **{name}** table {posted}.", name=escape(changed.name), posted=posted),
    )


@manage.command(description="See or change the league's settings")
@with_options(*(one for one in SETTINGS if one.description), kinds=SETTING_KINDS)
async def settings(
    interaction: discord.Interaction[Any], league: NamedLeague = LEAGUE_TO_MANAGE, **chosen: Any
) -> None:
    """Change settings, and show all of them."""
    context = context_of(interaction)
    if changes := changes_by(chosen):
        league = await context.leagues.setup.change(league, await asker_of(context, interaction), **changes)
    season = await context.leagues.directory.season(league)
    await context.answer(interaction, settings_view.settings_page(league, season), ephemeral=True)


@manage.command(description="Close the season, crown the winner and open the next one")
@app_commands.describe(starts_on="First day of the next season, like 2026-03-01", ends_on="Last day of the next season")
async def close(
    interaction: discord.Interaction[Any],
    starts_on: Day | None = None,
    ends_on: Day | None = None,
    league: NamedLeague = LEAGUE_TO_MANAGE,
) -> None:
    """Ask whether to close the season, because a closed season stays closed."""
    context, _ = await asked(interaction, league)
    question = manager_views.close_question(league, await context.leagues.directory.season(league), starts_on, ends_on)
    await context.answer(interaction, question, ephemeral=True)


@manage.command(description="Delete a league that has no results")
@app_commands.describe(league="Which league")
async def delete(interaction: discord.Interaction[Any], league: NamedLeague) -> None:
    """Delete a league; its name is free again."""
    context = context_of(interaction)
    await context.leagues.setup.delete(league, await asker_of(context, interaction))
    await _reply(interaction, gettext("Deleted the league **{name}**.", name=escape(league.name)))


manage.command(name="log", description="See who changed what, and why")(_shows(handlers.log_page))
manage.command(name="claims", description="Accept or refuse players' claims to imported names")(
    _shows(handlers.claims_page)
)


async def _reply(interaction: discord.Interaction[Any], text: str) -> None:
    is_public = interaction.command is not None and interaction.command.extras["public"]
    await interaction.response.send_message(text, ephemeral=not is_public)


def _reason_text(reason: str) -> str:
    return gettext("Reason: {reason}", reason=escape(" ".join(reason.split())[:_LONGEST_REASON]))


@manage.command(name="import", description="Import a spreadsheet of results, after a preview", cost=10.0)
@app_commands.describe(
    file="A CSV or Excel file with the results",
    dates="Which comes first in dates such as 08/09/2026",
    any_date="Take games outside the season's dates too",
)
@app_commands.choices(dates=[choice("the day first", "day-first"), choice("the month first", "month-first")])
async def import_results(
    interaction: discord.Interaction[Any],
    file: discord.Attachment,
    dates: str | None = None,
    any_date: bool = False,  # noqa: FBT001, FBT002
    league: NamedLeague = LEAGUE_TO_MANAGE,
) -> None:
    """Show the preview of a file, with a button that imports it."""
    context, asker = await asked(interaction)
    await interaction.response.defer(ephemeral=True)
    options = ImportOptions(file.filename, cast("DateOrder | None", dates), any_date)
    await context.answer(interaction, await files.import_preview(context, league, asker, file, options), ephemeral=True)


manage.command(name="imports", description="List the imported files, and undo one")(_shows(handlers.imports_page))


@manage.command(description="Start or run a club night: check-in, pairings and the finish")
@app_commands.describe(
    name="A name, such as Spring Cup",
    format="How it is played (default: a number of games each)",
    games="How many games each, or Swiss rounds",
)
@app_commands.choices(format=FORMAT_CHOICES)
async def night(
    interaction: discord.Interaction[Any],
    day: Day | None = None,
    name: str | None = None,
    format: str | None = None,  # noqa: A002
    games: int | None = None,
    league: NamedLeague = LEAGUE_TO_MANAGE,
) -> None:
    """Show the page of the night that is on; with options, or if there is none, plan one and post its check-in."""
    context, asker = await asked(interaction, league)
    season = await context.leagues.directory.season(league)
    current = await context.leagues.meetings.current(league, season)
    if current is not None and day is None and name is None and format is None and games is None:
        await context.answer(interaction, await night_views.desk_page(context, league, current), ephemeral=True)
        return
    form = cast("MeetingFormat", format or "night")
    check_may_write(interaction)
    planned = await context.leagues.meetings.plan(league, asker, day=day, name=name or "", form=form, games=games)
    await context.answer(interaction, night_views.check_in_page(league, planned, []))


manage.command(name="people", description="Add, rename, merge or erase people")(
    _shows(lambda at: people_views.people_page(at.context, at.league))
)
