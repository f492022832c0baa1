"""Handlers of the buttons and forms of club nights."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.i18n.translation import N_, gettext, ngettext
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
from bot.ui.leagues.lookup import LeaguePress, announcing_manager, asker_of, member_named
from engine.errors import CribbageError

ACTIONS: Final = frozenset(
    {
        *(night_views.HERE, night_views.GONE, night_views.DESK, night_views.PAIR, night_views.AGAIN, night_views.DRAW),
        *(night_views.ARRIVALS, night_views.ARRIVED, night_views.POST, night_views.FINISH, night_views.REOPEN),
        *(night_views.SCRAP, night_views.NIGHT, night_views.SCORES, night_views.SCORED),
    }
)
"""The actions of the presses that this module answers."""

_GONE: Final = N_("That button is out of date. Use /league table.")


async def answer_press(
    context: Context, interaction: discord.Interaction[Any], league: League, press: LeaguePress
) -> None:
    """Answer what was pressed about a night of this league."""
    match press.action, press.numbers[1:]:
        case [night_views.NIGHT, (meeting_id, page, *_)]:
            meeting = await context.leagues.meetings.find(league, meeting_id)
            await _show(context, interaction, await table_page(context, league, meeting, page))
        case [action, (meeting_id,)]:
            meeting = await context.leagues.meetings.find(league, meeting_id)
            await _answer(context, interaction, league, meeting, action)
        case _:
            raise CribbageError(gettext(_GONE))


async def _answer(
    context: Context, interaction: discord.Interaction[Any], league: League, meeting: Meeting, action: str
) -> None:
    match action:
        case night_views.HERE | night_views.GONE:
            await _check_in_or_out(context, interaction, league, meeting, comes=action == night_views.HERE)
        case night_views.ARRIVALS:
            await _check_manager(context, interaction, league)
            await interaction.response.send_modal(night_views.people_form(league, meeting))
        case night_views.SCORES:
            await _check_manager(context, interaction, league)
            await interaction.response.send_modal(night_views.scores_form(league, meeting))
        case night_views.SCORED:
            asker = await asker_of(context, interaction)
            data = with_day(meeting.day, typed_in(interaction.data))
            options = ImportOptions(gettext("Scores of night {number}", number=meeting.number))
            screen = await files.data_preview(context, league, asker, data, options)
            await context.answer(interaction, screen, ephemeral=True)
        case night_views.AGAIN:
            await _check_manager(context, interaction, league)
            first, last = await context.leagues.meetings.free_rounds(meeting)
            await interaction.response.send_modal(night_views.draw_form(league, meeting, first, last))
        case night_views.ARRIVED:
            await _check_people_in(context, interaction, league, meeting, typed_in(interaction.data))
        case night_views.PAIR | night_views.DRAW:
            number = _number(typed_in(interaction.data)) if action == night_views.DRAW else None
            await _draw(context, interaction, league, meeting, number)
        case night_views.FINISH:
            await _finish(context, interaction, league, meeting)
        case _:
            await _answer_manager(context, interaction, league, meeting, action)


async def _answer_manager(
    context: Context, interaction: discord.Interaction[Any], league: League, meeting: Meeting, action: str
) -> None:
    asker = await asker_of(context, interaction)
    match action:
        case night_views.POST:
            await context.leagues.access.check_manager(league, asker)
            check_may_write(interaction)
            await _show(context, interaction, await desk_page(context, league, meeting))
            came = await context.leagues.meetings.attendance(meeting)
            await interaction.followup.send(view=night_views.check_in_page(league, meeting, came))
        case night_views.REOPEN:
            opened = await context.leagues.meetings.reopen(league, asker, meeting)
            await _show(context, interaction, await desk_page(context, league, opened))
        case night_views.SCRAP:
            await context.leagues.meetings.delete(league, asker, meeting)
            await _show(context, interaction, page_view([gettext("The night is deleted.")]))
        case _:
            await context.leagues.access.check_manager(league, asker)
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
    context: Context, interaction: discord.Interaction[Any], league: League, meeting: Meeting, *, comes: bool
) -> None:
    player = await context.meet(interaction.user)
    change = context.leagues.meetings.check_in if comes else context.leagues.meetings.leave
    came = await change(league, meeting, player)
    meeting = await context.leagues.meetings.find(league, meeting.id)
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        await context.put(interaction, night_views.own_page(league, meeting, came, player.id))
    else:
        await context.put(interaction, night_views.check_in_page(league, meeting, came))


async def _check_people_in(
    context: Context, interaction: discord.Interaction[Any], league: League, meeting: Meeting, typed: str
) -> None:
    """Check in everyone whose name was typed, and say which names the league does not know."""
    asker = await asker_of(context, interaction)
    await context.leagues.access.check_manager(league, asker)
    done, refused = 0, []
    for name in _names(typed):
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
    await _show(context, interaction, await desk_page(context, league, meeting, "\n".join(notes)))


async def _draw(
    context: Context,
    interaction: discord.Interaction[Any],
    league: League,
    meeting: Meeting,
    from_round: int | None,
) -> None:
    """Draw pairings; members are told of the new ones."""
    asker = await announcing_manager(context, interaction, league)
    await context.leagues.meetings.pair(league, asker, meeting, from_round)
    await _show(context, interaction, await desk_page(context, league, meeting))


async def _finish(context: Context, interaction: discord.Interaction[Any], league: League, meeting: Meeting) -> None:
    """Close a night, and announce its table."""
    asker = await asker_of(context, interaction)
    await context.leagues.access.check_manager(league, asker)
    check_may_write(interaction)
    closed = await context.leagues.meetings.close(league, asker, meeting)
    await _show(context, interaction, await desk_page(context, league, closed))
    lines = await context.leagues.standings.meeting_table(league, closed)
    await interaction.followup.send(view=night_views.finished_page(league, closed, lines))


async def _check_manager(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    await context.leagues.access.check_manager(league, await asker_of(context, interaction))


async def _show(context: Context, interaction: discord.Interaction[Any], screen: Screen) -> None:
    """Turn a private page; somebody who presses a button under a public one gets a private page."""
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        await context.put(interaction, screen)
    else:
        await context.answer(interaction, screen, ephemeral=True)


def _names(typed: str) -> Sequence[str]:
    """Return the names in a text, which has commas, semicolons or line breaks between them."""
    return [name.strip() for name in re.split(r"[,;\n]", typed) if name.strip()][:100]


def _number(typed: str) -> int:
    text = typed.strip()
    if not (text.isascii() and text.isdecimal() and len(text) <= 3):
        raise LeagueError(gettext("Type the number of a round."))
    return int(text)
