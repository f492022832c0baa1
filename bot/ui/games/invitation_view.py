"""The invitation to a game: who plays, how long, who counts, and the answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord
from discord.ui import ActionRow, Button, Container, TextDisplay

from bot.i18n.translation import N_, gettext, join_list, ngettext
from bot.models.table_message import PUBLIC
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.components import Press, Screen, button
from bot.ui.games.notices import asked_in_private, host_of
from engine.presets import PRESETS
from engine.rules import Counting

_COUNTED: Final = {
    Counting.AUTOMATIC: N_("first to {target} points, the bot counts."),
    Counting.REFEREE: N_("first to {target} points, you count and the bot checks."),
    Counting.CHALLENGE: N_("first to {target} points, you count and check each other."),
}
"""What an invited player agrees to, for people who do not know the rules by name."""


def invitation(table: Table, seat: int = PUBLIC) -> Screen:
    """Return the invitation to a table: the host, the players, the terms, and the answers.

    A player's private screen shows who has not answered yet.
    """
    names = tuple(map(formatting.escape, table.names))
    host = host_of(table) or 0
    asked = [number for number, chair in enumerate(table.seats) if not chair.agreed and chair.player is not None]
    how = gettext(_COUNTED[table.rules.counting], target=table.rules.target)
    if asked and seat != PUBLIC and table.seats[seat].agreed:
        answers = [_button(table, "decline", gettext("Withdraw"))]
        first = asked_in_private([names[number] for number in asked])
    elif asked:
        answers = _yes_or_no(table, gettext("Accept"), gettext("Decline"))
        players = [table.seats[number].player for number in asked]
        mentioned = join_list([formatting.mention(player) for player in players if player is not None])
        first = gettext(
            "{mentioned}, **{name}** invites you to cribbage: {how}", mentioned=mentioned, name=names[host], how=how
        )
    else:
        answers = _yes_or_no(table, gettext("Take the seat"), gettext("Withdraw"))
        first = gettext("**{name}** wants to play cribbage: {how}", name=names[host], how=how)
    if table.agreement.league is None and seat in {PUBLIC, host}:
        answers.append(_button(table, "robot", gettext("Robot instead")))
    lines = [
        first,
        *_at_the_table(table, names, host),
        gettext("-# {terms} Game {id}.", terms=_terms(table), id=table.id),
    ]
    screen, box = Screen(), Container[Screen](accent_colour=discord.Colour.dark_green())
    box.add_item(TextDisplay("\n".join(lines)))
    box.add_item(ActionRow(*answers))
    return screen.add_item(box)


def _yes_or_no(table: Table, yes: str, no: str) -> list[Button[Any]]:
    return [_button(table, "accept", yes, discord.ButtonStyle.primary), _button(table, "decline", no)]


def _button(
    table: Table, action: str, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> Button[Any]:
    return button(Press(table.id, "", action), label, style)


def _at_the_table(table: Table, names: Sequence[str], host: int) -> Iterator[str]:
    """Yield lines about a game of 3 or 4: who has joined, and how many seats are open."""
    if table.players == 2:
        return
    joined = [name for number, name in enumerate(names) if table.seats[number].agreed and number != host]
    if joined:
        yield gettext("Joined: {names}.", names=join_list(joined))
    if table.open_seats:
        yield ngettext("{number} open seat.", "{number} open seats.", table.open_seats)


def _terms(table: Table) -> str:
    """Return the rules by name, the players, the match, the clock and the league in a few words."""
    preset = PRESETS.get(table.agreement.preset)
    terms = [table.agreement.preset if preset is None else gettext(preset.title)]
    if table.players > 2:
        terms.append(gettext("{number} players", number=table.players))
    if table.rules.muggins:
        terms.append(gettext("muggins"))
    if table.rules.ceremony:
        terms.append(gettext("cutting by hand"))
    if table.in_match:
        terms.append(gettext("best of {best_of}", best_of=table.best_of))
    league = table.agreement.league_name
    in_league = gettext(" League {league}.", league=formatting.escape(league)) if league else ""
    return f"{', '.join(terms)}.{formatting.clock_summary(table.clock)}{in_league}"
