"""The page of a league's people for managers: its forms and buttons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from discord import ButtonStyle

from bot.i18n.translation import N_, gettext, ngettext
from bot.leagues.members import check_erasable
from bot.models.league import WITH_MEETINGS, Member
from bot.models.player import Player
from bot.ui.core import formatting
from bot.ui.core.components import Screen, page_view
from bot.ui.core.formatting import escape
from bot.ui.leagues.forms import WHO, WHY, Question, asks, somebody
from bot.ui.leagues.lookup import (
    Action,
    Pressed,
    answers_league,
    button,
    member_named,
    names_in,
    page_of,
    turn_buttons,
    typed_number,
)
from bot.ui.leagues.results_view import because

LINES: Final = 30
"""The people on one page."""

_ACTS: Final[Mapping[Action, str]] = {
    "addpeople": N_("Add people"),
    "rename": N_("Rename"),
    "merge": N_("Merge 2 people"),
    "replace": N_("Substitute"),
    "withdraw": N_("Withdraw"),
    "comeback": N_("Bring back"),
    "erase": N_("Erase a name"),
    "givepoints": N_("Give points"),
    "makevisitor": N_("Make a visitor"),
}
"""What the buttons of the page do."""


_STATUS: Final = {"withdrawn": N_("withdrawn"), "visitor": N_("visitor")}


def _line(member: Member) -> str:
    notes = []
    if member.player.discord_id is None:
        notes.append(gettext("no account"))
    if member.status != "in":
        notes.append(gettext(_STATUS[member.status]))
    return f"- {formatting.escape(member.player.name)}" + (f" ({', '.join(notes)})" if notes else "")


async def people_page(at: Pressed, page: int = 0, note: str = "") -> Screen:
    """A page of the people of a league, with the latest merge that can be undone."""
    league, members = at.league, await at.leagues.members.find_all(at.league)
    merge = await at.leagues.people.last_merge(league)
    here, page, pages = page_of(members, page, LINES)
    lines = list(map(_line, here))
    title = gettext("**People of {name}**", name=formatting.escape(league.name))
    many = ngettext("{number} person", "{number} people", len(members))
    parts = [formatting.labelled(title, many), *([note] if note else []), formatting.as_many_as_fit(lines, 2_500)]
    if merge is not None:
        one, other = (formatting.escape(player.name) for player in (merge.merged, merge.into))
        parts.append(gettext("-# Last merge: {name} into {other}.", name=one, other=other))
    acts = [button(gettext(title), action, league.id) for action, title in _ACTS.items()]
    more = [button(gettext("Undo merge"), "unmerge", league.id)] if merge is not None else []
    more += turn_buttons("people", page, pages, lambda page, which: (league.id, page, which))
    return page_view(list(filter(None, parts)), acts[:4], acts[4:8], acts[8:], *filter(None, [more]))


@answers_league("people", manages=True)
async def show_people(at: Pressed, page: int, _: int) -> Screen:
    return await people_page(at, page)


@answers_league("unmerge", manages=True)
async def undo_merge(at: Pressed) -> Screen:
    merge = await at.leagues.people.undo_merge(at.league, await at.asker())
    note = gettext("**{name}** is a separate person again.", name=escape(merge.merged.name))
    return await people_page(at, note=note)


@answers_league("erased", manages=True)
async def erase(at: Pressed, player_id: int) -> Screen:
    player = await member_named(at.context, at.league, str(player_id))
    await at.leagues.people.erase(at.league, await at.asker(), player)
    await at.context.tables.forget_people()
    note = gettext("The name is erased. I can't delete messages already posted.")
    return await people_page(at, note=note)


@asks(
    "addpeople",
    _ACTS["addpeople"],
    Question("names", N_("Names"), N_("People without a Discord account, with commas between them."), 2_000),
)
async def add_people(at: Pressed, *, names: str) -> Screen:
    added = await at.leagues.people.add(at.league, await at.asker(), names_in(names))
    return await people_page(at, note=ngettext("{number} person added.", "{number} people added.", len(added)))


@asks("rename", _ACTS["rename"], WHO, Question("name", N_("New name")))
async def rename(at: Pressed, *, player: Player, name: str) -> Screen:
    await at.leagues.people.rename(at.league, await at.asker(), player, name)
    return await people_page(at, note=gettext("**{name}** has a new name.", name=escape(player.name)))


@asks(
    "merge",
    _ACTS["merge"],
    somebody("player", N_("This name without an account")),
    somebody("other", N_("Who this player really is"), N_("They get all the results. You can undo this.")),
    WHY,
)
async def merge(at: Pressed, *, player: Player, other: Player, reason: str) -> Screen:
    await at.leagues.people.merge(at.league, await at.asker(), player, other, reason)
    note = gettext("**{name}** is now **{other}**.", name=escape(player.name), other=escape(other.name))
    return await people_page(at, note=note)


@asks(
    "replace",
    _ACTS["replace"],
    somebody("player", N_("Who drops out?")),
    somebody("other", N_("Who plays instead?"), N_("They get the fixtures that are left. Results stay.")),
    somebody(
        "against",
        N_("For one game: who is on the other side?"),
        N_("Leave it empty for all that are left."),
        required=False,
    ),
    WHY,
)
async def substitute(at: Pressed, *, player: Player, other: Player, against: Player | None, reason: str) -> Screen:
    many = await at.leagues.people.substitute(at.league, await at.asker(), player, other, reason, against)
    note = ngettext(
        "**{other}** plays {number} fixture of **{name}**.",
        "**{other}** plays {number} fixtures of **{name}**.",
        many,
        other=escape(other.name),
        name=escape(player.name),
    )
    return await people_page(at, note=note)


@asks("withdraw", _ACTS["withdraw"], WHO, WHY)
async def withdraw(at: Pressed, *, player: Player, reason: str) -> None:
    """Withdraw somebody, in public."""
    await at.leagues.members.withdraw(at.league, await at.asker(), player, reason)
    text = gettext(
        "**{name}** was withdrawn from **{meant_name}**. Their results stay.{rest} {because}",
        name=escape(player.name),
        meant_name=escape(at.league.name),
        rest="" if at.league.format in WITH_MEETINGS else gettext(" A manager can award their open fixtures."),
        because=because(reason),
    )
    await at.interaction.response.send_message(text)


@asks(
    "givepoints",
    _ACTS["givepoints"],
    WHO,
    Question("points", N_("How many points?"), N_("A bonus or handicap like 5, or a penalty like -2."), 4),
    replace(WHY, hint=N_("Everyone sees it below the table.")),
)
async def give_points(at: Pressed, *, player: Player, points: str, reason: str) -> Screen:
    typed = points.replace("\u2212", "-").removeprefix("+")
    many = typed_number(typed.removeprefix("-"), gettext("Type a number of points."))
    many = -many if typed.startswith("-") else many
    await at.leagues.people.give(at.league, await at.asker(), player, many, reason)
    note = gettext("**{name}**: {points} points.", name=escape(player.name), points=f"{many:+}")
    return await people_page(at, note=note)


@asks("makevisitor", _ACTS["makevisitor"], replace(WHO, hint=N_("Their results count for opponents only.")), WHY)
async def make_visitor(at: Pressed, *, player: Player, reason: str) -> Screen:
    await at.leagues.people.make_visitor(at.league, await at.asker(), player, reason)
    note = gettext("**{name}** is a visitor now. **Bring back** makes them a player again.", name=escape(player.name))
    return await people_page(at, note=note)


@asks("comeback", _ACTS["comeback"], somebody("player", N_("Who?"), N_("A player who has withdrawn, or a visitor.")))
async def bring_back(at: Pressed, *, player: Player) -> Screen:
    await at.leagues.people.bring_back(at.league, await at.asker(), player)
    return await people_page(at, note=gettext("**{name}** is back.", name=escape(player.name)))


@asks("erase", _ACTS["erase"], WHO)
async def ask_to_erase(at: Pressed, *, player: Player) -> Screen:
    check_erasable(player)
    text = gettext(
        '**Erase the name {name}?** Their results stay under "former player", and they withdraw. Files won\'t know the '
        "name any more, and files that wait for an answer have to be sent again. You can't undo this.",
        name=formatting.escape(player.name),
    )
    return page_view(
        [text],
        [
            button(gettext("Erase the name"), "erased", at.league.id, player.id, style=ButtonStyle.danger),
            button(gettext("Cancel"), "people", at.league.id, 0, 0),
        ],
    )
