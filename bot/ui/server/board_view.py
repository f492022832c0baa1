"""The screen of a server's board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle

from bot.i18n.translation import N_, gettext, ngettext
from bot.models.errors import TableError
from bot.progress.achievements import FEWEST, RANKINGS, BoardLine, Period, board_of
from bot.ui.core.commands import command, in_servers_only
from bot.ui.core.components import Button, Screen, page_view
from bot.ui.core.context import Context, context_of
from bot.ui.core.errors import SERVER_ONLY
from bot.ui.core.formatting import escape, labelled
from bot.ui.core.router import AnyPress, answers, press


@press("b1:{period}")
class ShowBoard(AnyPress):
    """A button of the board: the time that it shows."""

    period: Period


_HEADS: Final[Mapping[Period, str]] = {
    Period.WEEK: N_("**This server, last 7 days**"),
    Period.MONTH: N_("**This server, last 30 days**"),
    Period.ALL: N_("**This server, all time**"),
}
_BUTTONS: Final[Mapping[Period, str]] = {
    Period.WEEK: N_("Show week"),
    Period.MONTH: N_("Show month"),
    Period.ALL: N_("Show all time"),
}
_TITLES: Final[Mapping[str, str]] = {
    "games": N_("**Most games**"),
    "hand": N_("**Average hand** (at least {fewest} games)"),
    "pegged": N_("**Pegged per game** (at least {fewest} games)"),
    "best_hand": N_("**Best hand**"),
    "lost": N_("**Fewest points lost a game** (at least {fewest} reviewed games)"),
}


async def board_page(context: Context, interaction: discord.Interaction[Any], period: Period) -> Screen:
    """Return the board of the server of an interaction. Raises ``TableError`` in private."""
    if interaction.guild_id is None:
        raise TableError(gettext(SERVER_ONLY))
    return board_view(await board_of(context.tables, interaction.guild_id, period, discord.utils.utcnow()), period)


def board_view(lines: Mapping[str, Sequence[BoardLine]], period: Period) -> Screen:
    """Return the rankings of a time, with buttons for the others."""
    foot = gettext("-# Finished games in this server count, against people and robots.")
    rankings = list(_rankings(lines, period)) or [gettext("Nobody has finished a game. Start one with `/play`.")]
    return page_view([gettext(_HEADS[period]), *rankings, foot], [_button(one, period) for one in _BUTTONS])


@answers(ShowBoard)
async def show_board(context: Context, interaction: discord.Interaction[Any], pressed: ShowBoard) -> None:
    """Show the board of a server for another time, in place of the one on the message."""
    await context.put(interaction, await board_page(context, interaction, pressed.period))


def _rankings(lines: Mapping[str, Sequence[BoardLine]], period: Period) -> Iterator[str]:
    for ranking in RANKINGS:
        if shown := lines[ranking.kind]:
            title = gettext(_TITLES[ranking.kind], fewest=FEWEST[period])
            yield "\n".join([title, *(_line(line, _VALUES[ranking.kind]) for line in shown)])


def _line(line: BoardLine, value: Callable[[BoardLine], str]) -> str:
    return f"{line.place}. {labelled(escape(line.totals.name), value(line))}"


def _games(line: BoardLine) -> str:
    games = ngettext("{number} game", "{number} games", line.totals.games)
    return gettext("{games}, {won} won", games=games, won=line.totals.won)


_VALUES: Final[Mapping[str, Callable[[BoardLine], str]]] = {
    "games": _games,
    "hand": lambda line: f"{line.value:.2f}",
    "pegged": lambda line: f"{line.value:.1f}",
    "best_hand": lambda line: f"{line.value:.0f}",
    "lost": lambda line: f"{-line.value:.1f}",
}


def _button(period: Period, shown: Period) -> Button:
    style = ButtonStyle.primary if period == shown else ButtonStyle.secondary
    return Button(gettext(_BUTTONS[period]), ShowBoard(period).custom_id, style, disabled=period == shown)


@in_servers_only
@command(description="This server's board: most games, best averages and best hands", public=True)
async def board(interaction: discord.Interaction[Any]) -> None:
    """Show the board of the last 7 days, with buttons for a month and all time."""
    context = context_of(interaction)
    await context.answer(interaction, await board_page(context, interaction, Period.WEEK))
