"""Handlers of the page of a league's people, for managers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import discord

from bot.i18n.translation import gettext, ngettext
from bot.leagues.access import Asker
from bot.leagues.people import check_erasable
from bot.models.league import League
from bot.ui.core.components import Screen
from bot.ui.core.context import Context
from bot.ui.core.formatting import escape
from bot.ui.core.router import typed_fields
from bot.ui.leagues import people_views
from bot.ui.leagues.lookup import answers_league, asker_of, member_named, names_in


@answers_league(people_views.PEOPLE, manages=True)
async def show_people(
    context: Context, interaction: discord.Interaction[Any], league: League, page: int, _: int
) -> None:
    """Show a page of the people."""
    await context.turn(interaction, await people_page(context, league, page))


@answers_league(people_views.UNMERGE, manages=True)
async def undo_merge(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    """Make two people of one again."""
    merge = await context.leagues.people.undo_merge(league, await asker_of(context, interaction))
    note = gettext("**{name}** is a person of their own again.", name=escape(merge.merged.name))
    await context.turn(interaction, await people_page(context, league, note=note))


@answers_league(people_views.ERASED, manages=True)
async def erase(context: Context, interaction: discord.Interaction[Any], league: League, player_id: int) -> None:
    """Erase a name."""
    player = await member_named(context, league, str(player_id))
    await context.leagues.people.erase(league, await asker_of(context, interaction), player)
    await context.tables.forget_people()
    note = gettext("The name is erased. I can't delete messages already posted.")
    await context.turn(interaction, await people_page(context, league, note=note))


async def _open_form(context: Context, interaction: discord.Interaction[Any], league: League, *, action: str) -> None:
    await interaction.response.send_modal(people_views.people_form(league, action))


async def _take_form(context: Context, interaction: discord.Interaction[Any], league: League, *, action: str) -> None:
    fields = typed_fields(interaction.data)
    if action == people_views.ERASE:
        player = await member_named(context, league, fields.get("player", ""))
        check_erasable(player)
        await context.turn(interaction, people_views.erase_question(league, player))
        return
    note = await _change(context, league, await asker_of(context, interaction), action, fields)
    await context.turn(interaction, await people_page(context, league, note=note))


for _action in people_views.FORMS:
    answers_league(_action, manages=True)(partial(_open_form, action=_action))
    answers_league(people_views.DONE + _action, manages=True)(partial(_take_form, action=_action))


async def people_page(context: Context, league: League, page: int = 0, note: str = "") -> Screen:
    """The page of the people of a league."""
    members = await context.leagues.members.find_all(league)
    last = await context.leagues.people.last_merge(league)
    merged = None if last is None else (last.merged, last.into)
    return people_views.people_page(league, members, merged, page, note)


async def _change(context: Context, league: League, asker: Asker, action: str, fields: Mapping[str, str]) -> str:
    """Do what a form asks for, and say what was done."""
    people = context.leagues.people
    if action == people_views.ADD:
        added = await people.add(league, asker, names_in(fields.get("names", "")))
        return ngettext("{number} person added.", "{number} people added.", len(added))
    player = await member_named(context, league, fields.get("player", ""))
    who, reason = escape(player.name), fields.get("reason", "")
    if action == people_views.RENAME:
        await people.rename(league, asker, player, fields.get("name", ""))
        return gettext("**{name}** has a new name.", name=who)
    if action == people_views.COME_BACK:
        await people.bring_back(league, asker, player)
        return gettext("**{name}** is back.", name=who)
    other = await member_named(context, league, fields.get("other", ""))
    if action == people_views.MERGE:
        await people.merge(league, asker, player, other, reason)
        return gettext("**{name}** is now **{other}**.", name=who, other=escape(other.name))
    many = await people.substitute(league, asker, player, other, reason)
    return ngettext(
        "**{other}** plays {number} fixture of **{name}**.",
        "**{other}** plays {number} fixtures of **{name}**.",
        many,
        other=escape(other.name),
        name=who,
    )
