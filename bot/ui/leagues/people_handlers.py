"""Handlers of the page of a league's people, for managers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.i18n.translation import N_, gettext, ngettext
from bot.leagues.access import Asker
from bot.leagues.members import check_erasable
from bot.models.league import League
from bot.ui.core.components import Screen
from bot.ui.core.context import Context
from bot.ui.core.formatting import escape
from bot.ui.core.router import typed_fields
from bot.ui.leagues import people_views
from bot.ui.leagues.lookup import LeaguePress, asker_of, member_named
from engine.errors import CribbageError

_GONE: Final = N_("That button is out of date. Use /league manage people.")


async def answer_press(
    context: Context, interaction: discord.Interaction[Any], league: League, press: LeaguePress
) -> None:
    """Answer what was pressed or filled in on the page of the people of this league."""
    asker = await asker_of(context, interaction)
    await context.leagues.access.check_manager(league, asker)
    match press.action, press.numbers[1:]:
        case [people_views.PEOPLE, (page, _)]:
            await _show(context, interaction, await people_page(context, league, page))
        case [people_views.UNMERGE, ()]:
            merge = await context.leagues.people.undo_merge(league, asker)
            note = gettext("**{name}** is a person of their own again.", name=escape(merge.merged.name))
            await _show(context, interaction, await people_page(context, league, note=note))
        case [people_views.ERASED, (player_id,)]:
            player = await member_named(context, league, str(player_id))
            await context.leagues.people.erase(league, asker, player)
            await context.tables.forget_people()
            note = gettext("The name is erased. I can't delete messages already posted.")
            await _show(context, interaction, await people_page(context, league, note=note))
        case [action, ()] if action == people_views.DONE + people_views.ERASE:
            player = await member_named(context, league, typed_fields(interaction.data).get("player", ""))
            check_erasable(player)
            await _show(context, interaction, people_views.erase_question(league, player))
        case [action, ()] if action.startswith(people_views.DONE):
            fields = typed_fields(interaction.data)
            note = await _change(context, league, asker, action.removeprefix(people_views.DONE), fields)
            await _show(context, interaction, await people_page(context, league, note=note))
        case [action, ()] if action != people_views.PEOPLE:
            await interaction.response.send_modal(people_views.people_form(league, action))
        case _:
            raise CribbageError(gettext(_GONE))


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
        names = [name for name in re.split(r"[,;\n]", fields.get("names", "")) if name.strip()]
        added = await people.add(league, asker, names)
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


async def _show(context: Context, interaction: discord.Interaction[Any], screen: Screen) -> None:
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        await context.put(interaction, screen)
    else:
        await context.answer(interaction, screen, ephemeral=True)
