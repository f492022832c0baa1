"""The page of a league's people for managers, and its forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from discord import ButtonStyle

from bot.i18n.translation import N_, gettext, ngettext
from bot.models.league import League, Member
from bot.models.player import Player
from bot.ui.core import formatting
from bot.ui.core.components import Field, Form, Screen, TextInput, page_view
from bot.ui.leagues.lookup import LeaguePress, button

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


def people_page(
    league: League, members: Sequence[Member], merged: tuple[Player, Player] | None, page: int = 0, note: str = ""
) -> Screen:
    """A page of the people of a league; ``merged`` are the two of the latest merge that can be undone."""
    pages = max((len(members) + LINES - 1) // LINES, 1)
    page = min(max(page, 0), pages - 1)
    lines = [_line(member) for member in members[page * LINES : (page + 1) * LINES]]
    title = gettext("**People of {name}**", name=formatting.escape(league.name))
    many = ngettext("{number} person", "{number} people", len(members))
    parts = [formatting.labelled(title, many), *([note] if note else []), formatting.as_many_as_fit(lines, 2_500)]
    if merged is not None:
        one, other = (formatting.escape(player.name) for player in merged)
        parts.append(gettext("-# Last merge: {name} into {other}.", name=one, other=other))
    first = [button(gettext(title), action, league.id) for action, (title, _) in FORMS.items() if action != ERASE]
    second = [button(gettext(FORMS[ERASE][0]), ERASE, league.id)]
    second += [button(gettext("Undo merge"), UNMERGE, league.id)] if merged is not None else []
    if pages > 1:
        second += [
            button(gettext("Back"), PEOPLE, league.id, max(page - 1, 0), 1, disabled=page == 0),
            button(gettext("Next"), PEOPLE, league.id, page + 1, 2, disabled=page == pages - 1),
        ]
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
