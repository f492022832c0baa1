"""The page of a league's people for managers: its forms and buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from discord import ButtonStyle

from bot.i18n.translation import N_, gettext, ngettext
from bot.leagues.access import Asker
from bot.leagues.members import check_erasable
from bot.models.league import League, Member
from bot.models.player import Player
from bot.ui.core import formatting
from bot.ui.core.components import Field, Form, Screen, TextInput, page_view
from bot.ui.core.context import Context
from bot.ui.core.formatting import escape
from bot.ui.core.router import typed_fields
from bot.ui.leagues.lookup import (
    LeaguePress,
    Pressed,
    answers_league,
    button,
    member_named,
    names_in,
    opens_form,
    page_of,
    turn_buttons,
)

PEOPLE: Final = "people"
ADD: Final = "addpeople"
RENAME: Final = "rename"
MERGE: Final = "merge"
UNMERGE: Final = "unmerge"
SUBSTITUTE: Final = "replace"
COME_BACK: Final = "comeback"
ERASE: Final = "erase"
ERASED: Final = "erased"
DONE: Final = "filled"
"""How the action of a form that was filled in begins; the action of its button follows."""

LINES: Final = 30
"""The people on one page."""

_WHO: Final = N_("Their name in this league.")
_WHY: Final = N_("It goes into the league's log.")


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    label: str
    hint: str
    longest: int = 100


FORMS: Final[dict[str, tuple[str, tuple[_Field, ...]]]] = {
    ADD: (
        N_("Add people"),
        (_Field("names", N_("Names"), N_("People without a Discord account, with commas between them."), 2_000),),
    ),
    RENAME: (N_("Rename"), (_Field("player", N_("Who?"), _WHO), _Field("name", N_("New name"), ""))),
    MERGE: (
        N_("Merge 2 people"),
        (
            _Field("player", N_("This name without an account"), _WHO),
            _Field("other", N_("Is really this person"), N_("They get all the results. You can undo this.")),
            _Field("reason", N_("Why?"), _WHY, 300),
        ),
    ),
    SUBSTITUTE: (
        N_("Substitute"),
        (
            _Field("player", N_("Who drops out?"), _WHO),
            _Field("other", N_("Who plays instead?"), N_("They get the fixtures that are left. Results stay.")),
            _Field("reason", N_("Why?"), _WHY, 300),
        ),
    ),
    ERASE: (N_("Erase a name"), (_Field("player", N_("Who?"), _WHO),)),
    COME_BACK: (N_("Bring back"), (_Field("player", N_("Who?"), N_("Somebody who has withdrawn.")),)),
}
"""The title and the fields of each form."""


def people_screen(
    league: League, members: Sequence[Member], merged: tuple[Player, Player] | None, page: int = 0, note: str = ""
) -> Screen:
    """A page of the people of a league; ``merged`` are the two of the latest merge that can be undone."""
    here, page, pages = page_of(members, page, LINES)
    lines = list(map(_line, here))
    title = gettext("**People of {name}**", name=formatting.escape(league.name))
    many = ngettext("{number} person", "{number} people", len(members))
    parts = [formatting.labelled(title, many), *([note] if note else []), formatting.as_many_as_fit(lines, 2_500)]
    if merged is not None:
        one, other = (formatting.escape(player.name) for player in merged)
        parts.append(gettext("-# Last merge: {name} into {other}.", name=one, other=other))
    first = [button(gettext(title), action, league.id) for action, (title, _) in FORMS.items() if action != ERASE]
    second = [button(gettext(FORMS[ERASE][0]), ERASE, league.id)]
    second += [button(gettext("Undo merge"), UNMERGE, league.id)] if merged is not None else []
    second += turn_buttons(PEOPLE, page, pages, lambda page, which: (league.id, page, which))
    return page_view(list(filter(None, parts)), first, *filter(None, [second]))


def erase_question(league: League, player: Player) -> Screen:
    """Ask once more before the name of somebody without an account is erased."""
    text = gettext(
        '**Erase the name {name}?** Their results stay under "former player", and they withdraw. Files won\'t know the '
        "name any more, and files that wait for an answer have to be sent again. You can't undo this.",
        name=formatting.escape(player.name),
    )
    return page_view(
        [text],
        [
            button(gettext("Erase the name"), ERASED, league.id, player.id, style=ButtonStyle.danger),
            button(gettext("Cancel"), PEOPLE, league.id, 0, 0),
        ],
    )


def people_form(league: League, action: str) -> Form:
    """The form of a button of the page."""
    title, fields = FORMS[action]
    shown = [
        Field(
            TextInput(custom_id=one.name, longest=one.longest),
            gettext(one.label),
            gettext(one.hint) if one.hint else "",
        )
        for one in fields
    ]
    return Form(LeaguePress(DONE + action, (league.id,)).custom_id, gettext(title), tuple(shown))


def _line(member: Member) -> str:
    notes = []
    if member.player.discord_id is None:
        notes.append(gettext("no account"))
    if member.status == "withdrawn":
        notes.append(gettext("withdrawn"))
    return f"- {formatting.escape(member.player.name)}" + (f" ({', '.join(notes)})" if notes else "")


@answers_league(PEOPLE, manages=True)
async def show_people(at: Pressed, page: int, _: int) -> Screen:
    """Show a page of the people."""
    return await people_page(at.context, at.league, page)


@answers_league(UNMERGE, manages=True)
async def undo_merge(at: Pressed) -> Screen:
    """Make two people of one again."""
    merge = await at.leagues.people.undo_merge(at.league, await at.asker())
    note = gettext("**{name}** is a person of their own again.", name=escape(merge.merged.name))
    return await people_page(at.context, at.league, note=note)


@answers_league(ERASED, manages=True)
async def erase(at: Pressed, player_id: int) -> Screen:
    """Erase a name."""
    player = await member_named(at.context, at.league, str(player_id))
    await at.leagues.people.erase(at.league, await at.asker(), player)
    await at.context.tables.forget_people()
    note = gettext("The name is erased. I can't delete messages already posted.")
    return await people_page(at.context, at.league, note=note)


async def _take_form(at: Pressed, *, action: str) -> Screen:
    fields = typed_fields(at.interaction.data)
    if action == ERASE:
        player = await member_named(at.context, at.league, fields.get("player", ""))
        check_erasable(player)
        return erase_question(at.league, player)
    note = await _change(at.context, at.league, await at.asker(), action, fields)
    return await people_page(at.context, at.league, note=note)


for _action in FORMS:
    opens_form(_action, partial(people_form, action=_action))
    answers_league(DONE + _action, manages=True)(partial(_take_form, action=_action))


async def people_page(context: Context, league: League, page: int = 0, note: str = "") -> Screen:
    """The page of the people of a league."""
    members = await context.leagues.members.find_all(league)
    last = await context.leagues.people.last_merge(league)
    merged = None if last is None else (last.merged, last.into)
    return people_screen(league, members, merged, page, note)


async def _change(context: Context, league: League, asker: Asker, action: str, fields: Mapping[str, str]) -> str:
    people = context.leagues.people
    if action == ADD:
        added = await people.add(league, asker, names_in(fields.get("names", "")))
        return ngettext("{number} person added.", "{number} people added.", len(added))
    player = await member_named(context, league, fields.get("player", ""))
    who, reason = escape(player.name), fields.get("reason", "")
    if action == RENAME:
        await people.rename(league, asker, player, fields.get("name", ""))
        return gettext("**{name}** has a new name.", name=who)
    if action == COME_BACK:
        await people.bring_back(league, asker, player)
        return gettext("**{name}** is back.", name=who)
    other = await member_named(context, league, fields.get("other", ""))
    if action == MERGE:
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
