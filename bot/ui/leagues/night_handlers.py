"""Handlers of the buttons and forms of club nights."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import discord

from bot.i18n.translation import gettext, ngettext
from bot.leagues.access import LeagueError
from bot.leagues.import_plan import ImportOptions
from bot.leagues.results_reader import with_day
from bot.models.league import League, Meeting
from bot.ui.core.components import Screen, page_view
from bot.ui.core.context import Context
from bot.ui.core.formatting import escape
from bot.ui.core.interaction_places import check_may_write
from bot.ui.core.router import typed_in
from bot.ui.leagues import files, night_views
from bot.ui.leagues.lookup import announcing_manager, answers_league, asker_of, member_named, names_in, typed_number

_MOST_NAMES: Final = 100
"""The most names that are read of a form."""


@answers_league(night_views.NIGHT)
async def show_night(
    context: Context, interaction: discord.Interaction[Any], league: League, meeting_id: int, page: int, _: int = 0
) -> None:
    """Show a page of the table of a night."""
    meeting = await context.leagues.meetings.find(league, meeting_id)
    await context.turn(interaction, await table_page(context, league, meeting, page))


@answers_league(night_views.ARRIVALS, manages=True)
async def ask_for_people(
    context: Context, interaction: discord.Interaction[Any], league: League, meeting_id: int
) -> None:
    """Open the form for the names of people whom a manager checks in."""
    meeting = await context.leagues.meetings.find(league, meeting_id)
    await interaction.response.send_modal(night_views.people_form(league, meeting))


@answers_league(night_views.SCORES, manages=True)
async def ask_for_scores(
    context: Context, interaction: discord.Interaction[Any], league: League, meeting_id: int
) -> None:
    """Open the form for the scores of a night."""
    meeting = await context.leagues.meetings.find(league, meeting_id)
    await interaction.response.send_modal(night_views.scores_form(league, meeting))


@answers_league(night_views.SCORED)
async def take_scores(context: Context, interaction: discord.Interaction[Any], league: League, meeting_id: int) -> None:
    """Show the preview of the scores that were typed."""
    asker, meeting = await asker_of(context, interaction), await context.leagues.meetings.find(league, meeting_id)
    data = with_day(meeting.day, typed_in(interaction.data))
    options = ImportOptions(gettext("Scores of night {number}", number=meeting.number))
    screen = await files.data_preview(context, league, asker, data, options)
    await context.answer(interaction, screen, ephemeral=True)


@answers_league(night_views.AGAIN, manages=True)
async def ask_for_round(
    context: Context, interaction: discord.Interaction[Any], league: League, meeting_id: int
) -> None:
    """Open the form for the round from which the pairings are drawn again."""
    meeting = await context.leagues.meetings.find(league, meeting_id)
    first, last = await context.leagues.meetings.free_rounds(meeting)
    await interaction.response.send_modal(night_views.draw_form(league, meeting, first, last))


@answers_league(night_views.POST, manages=True)
async def post_check_in(
    context: Context, interaction: discord.Interaction[Any], league: League, meeting_id: int
) -> None:
    """Post the message with which everybody checks in."""
    check_may_write(interaction)
    meeting = await context.leagues.meetings.find(league, meeting_id)
    await context.turn(interaction, await desk_page(context, league, meeting))
    came = await context.leagues.meetings.attendance(meeting)
    await interaction.followup.send(view=night_views.check_in_page(league, meeting, came))


@answers_league(night_views.REOPEN)
async def reopen(context: Context, interaction: discord.Interaction[Any], league: League, meeting_id: int) -> None:
    """Open a closed night again."""
    asker, meeting = await asker_of(context, interaction), await context.leagues.meetings.find(league, meeting_id)
    opened = await context.leagues.meetings.reopen(league, asker, meeting)
    await context.turn(interaction, await desk_page(context, league, opened))


@answers_league(night_views.SCRAP)
async def delete(context: Context, interaction: discord.Interaction[Any], league: League, meeting_id: int) -> None:
    """Delete a night."""
    asker, meeting = await asker_of(context, interaction), await context.leagues.meetings.find(league, meeting_id)
    await context.leagues.meetings.delete(league, asker, meeting)
    await context.turn(interaction, page_view([gettext("The night is deleted.")]))


@answers_league(night_views.DESK, manages=True)
async def show_desk(context: Context, interaction: discord.Interaction[Any], league: League, meeting_id: int) -> None:
    """Show the page of a night for managers."""
    meeting = await context.leagues.meetings.find(league, meeting_id)
    await context.answer(interaction, await desk_page(context, league, meeting), ephemeral=True)


async def desk_page(context: Context, league: League, meeting: Meeting, note: str = "") -> Screen:
    """A manager's page about a night."""
    now = await context.leagues.meetings.find(league, meeting.id)
    came = await context.leagues.meetings.attendance(now)
    rounds = {fixture.round for fixture in await context.leagues.meetings.fixtures(now)}
    return night_views.desk_page(league, now, came, len(rounds), note)


async def table_page(context: Context, league: League, meeting: Meeting, page: int = 0) -> Screen:
    """The table of a night."""
    season = await context.leagues.directory.season(league, meeting.season)
    nights = await context.leagues.meetings.find_all(league, season)
    lines = await context.leagues.standings.meeting_table(league, meeting)
    return night_views.table_page(league, meeting, lines, nights, page)


async def check_in(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    """Check the asker in to the night that is on, and show their own page in private."""
    season = await context.leagues.directory.season(league)
    meeting = await context.leagues.meetings.current(league, season)
    if meeting is None:
        raise LeagueError(gettext("There's no club night in {name} right now. A manager starts one.", name=league.name))
    player = await context.meet(interaction.user)
    came = await context.leagues.meetings.check_in(league, meeting, player)
    await context.answer(interaction, night_views.own_page(league, meeting, came, player.id), ephemeral=True)


async def _check_in_or_out(
    context: Context, interaction: discord.Interaction[Any], league: League, meeting_id: int, *, comes: bool
) -> None:
    meeting = await context.leagues.meetings.find(league, meeting_id)
    player = await context.meet(interaction.user)
    change = context.leagues.meetings.check_in if comes else context.leagues.meetings.leave
    came = await change(league, meeting, player)
    meeting = await context.leagues.meetings.find(league, meeting.id)
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        await context.put(interaction, night_views.own_page(league, meeting, came, player.id))
    else:
        await context.put(interaction, night_views.check_in_page(league, meeting, came))


answers_league(night_views.HERE)(partial(_check_in_or_out, comes=True))
answers_league(night_views.GONE)(partial(_check_in_or_out, comes=False))


@answers_league(night_views.ARRIVED, manages=True)
async def check_people_in(
    context: Context, interaction: discord.Interaction[Any], league: League, meeting_id: int
) -> None:
    """Check in everyone whose name was typed, and say which names the league does not know."""
    asker, meeting = await asker_of(context, interaction), await context.leagues.meetings.find(league, meeting_id)
    done, refused = 0, []
    for name in names_in(typed_in(interaction.data))[:_MOST_NAMES]:
        leaves = name.startswith("-")
        try:
            player = await member_named(context, league, name.lstrip("- "))
            change = context.leagues.meetings.leave if leaves else context.leagues.meetings.check_in
            await change(league, meeting, player, asker)
        except LeagueError as error:
            refused.append(f"- {escape(str(error))}")
        else:
            done += 1
    notes = [ngettext("{number} name is noted.", "{number} names are noted.", done), *refused[:10]]
    await context.turn(interaction, await desk_page(context, league, meeting, "\n".join(notes)))


@answers_league(night_views.PAIR)
async def draw(context: Context, interaction: discord.Interaction[Any], league: League, meeting_id: int) -> None:
    """Draw pairings, perhaps again from the round that was typed; members are told of the new ones."""
    meeting, typed = await context.leagues.meetings.find(league, meeting_id), typed_in(interaction.data)
    from_round = typed_number(typed, gettext("Type the number of a round.")) if typed else None
    asker = await announcing_manager(context, interaction, league)
    await context.leagues.meetings.pair(league, asker, meeting, from_round)
    await context.turn(interaction, await desk_page(context, league, meeting))


answers_league(night_views.DRAW)(draw)


@answers_league(night_views.FINISH, manages=True)
async def finish(context: Context, interaction: discord.Interaction[Any], league: League, meeting_id: int) -> None:
    """Close a night, and announce its table."""
    asker, meeting = await asker_of(context, interaction), await context.leagues.meetings.find(league, meeting_id)
    check_may_write(interaction)
    closed = await context.leagues.meetings.close(league, asker, meeting)
    await context.turn(interaction, await desk_page(context, league, closed))
    lines = await context.leagues.standings.meeting_table(league, closed)
    await interaction.followup.send(view=night_views.finished_page(league, closed, lines))
