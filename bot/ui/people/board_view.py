"""A server's board: the ladder of a month, which is drawn, and the rankings of all time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Any, Final

import discord
from discord import ButtonStyle

from bot.i18n.translation import N_, gettext, month_of, ngettext
from bot.leagues import ratings
from bot.leagues.ratings import LadderLine, display_rating
from bot.models.errors import TableError
from bot.progress.achievements import FEWEST, RANKINGS, BoardLine, board_of
from bot.render.standings import Line, StandingsScene
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.commands import command, in_servers_only
from bot.ui.core.components import Button, DisplayOptions, Screen, page_view
from bot.ui.core.context import Context, context_of
from bot.ui.core.errors import SERVER_ONLY
from bot.ui.core.formatting import TextRow, and_more, escape, labelled, rank_texts, text_table
from bot.ui.core.router import AnyPress, answers, press


class Period(StrEnum):
    """What a board shows: the ladder of this month or the last one, or all time. Earlier versions had weeks."""

    MONTH = "month"
    LAST = "last"
    ALL = "all"
    WEEK = "week"


@press("b1:{period}")
class ShowBoard(AnyPress):
    """A button of the board: what it shows."""

    period: Period


_BUTTONS: Final[Mapping[Period, str]] = {
    Period.MONTH: N_("Show this month"),
    Period.LAST: N_("Show last month"),
    Period.ALL: N_("Show all time"),
}
_HEADS: Final = (N_("Rating"), N_("Games"), N_("Won"), N_("Streak"))
_IN_LETTERS: Final = 3
"""The columns that fit a phone in letters."""

_MOST: Final = 15
_COUNTING: Final = N_(
    "All games between people on this server count. You are ranked from {fewest} games on. Everybody starts the month "
    "at 1500."
)

_TITLES: Final[Mapping[str, str]] = {
    "games": N_("**Most games**"),
    "hand": N_("**Average hand** (at least {fewest} games)"),
    "pegged": N_("**Pegged per game** (at least {fewest} games)"),
    "best_hand": N_("**Best hand**"),
    "lost": N_("**Fewest points lost per game** (at least {fewest} reviewed games)"),
}


def month_before(month: date) -> date:
    return (month.replace(day=1) - timedelta(days=1)).replace(day=1)


async def board_page(context: Context, guild_id: int | None, period: Period, *notes: str) -> ScreenBuilder:
    """Return the board of a server, with notes below a ladder. Raises ``TableError`` in private."""
    if guild_id is None:
        raise TableError(gettext(SERVER_ONLY))
    if period is Period.ALL:
        records = board_view(await board_of(context.tables, guild_id))
        return lambda _: records
    month = discord.utils.utcnow().date().replace(day=1)
    if period is Period.LAST:
        month = month_before(month)
    else:
        period, following = Period.MONTH, (month + timedelta(days=31)).replace(day=1)
        ends = int(datetime.combine(following, time.min, UTC).timestamp())
        notes = gettext("The month ends <t:{time}:R>.", time=ends), *notes
    lines = await context.leagues.standings.ladder(guild_id, month)
    return lambda look: ladder_view(lines, month, period, look, *notes)


def ladder_view(lines: Sequence[LadderLine], month: date, period: Period, look: DisplayOptions, *notes: str) -> Screen:
    """Return the ladder of a month, drawn or in letters, with notes below it and buttons for the rest of the board."""
    name = month_of(month)
    scenes = [ladder_scene(lines)] if look.pictures and lines else []
    texts = [] if scenes else [text_table([gettext(one) for one in _HEADS[:_IN_LETTERS]], list(_rows(lines)))]
    if not lines:
        texts = [gettext("No games between people in {month}. Start one with `/play`.", month=name)]
    more = [and_more(len(lines) - _MOST)] if len(lines) > _MOST else []
    foot = [*more, gettext(_COUNTING, fewest=ratings.FEWEST), *notes]
    return page_view(
        [gettext("**Ladder, {month}**", month=name), *texts, "\n".join(f"-# {line}" for line in foot)],
        _buttons(period),
        scenes=scenes,
    )


def ladder_scene(lines: Sequence[LadderLine]) -> StandingsScene:
    drawn = tuple(Line(row.before, row.name, row.cells) for row in _rows(lines, len(_HEADS)))
    return StandingsScene("", tuple(map(gettext, _HEADS)), drawn)


def _rows(lines: Sequence[LadderLine], columns: int = _IN_LETTERS) -> Iterator[TextRow]:
    ranks = rank_texts(line.rank for line in lines)
    for rank, line in zip(ranks[:_MOST], lines[:_MOST], strict=True):
        cells = display_rating(line.rating)[0], line.played, line.won, line.run
        yield TextRow(rank, line.player.name, tuple(map(str, cells[:columns])))


def board_view(lines: Mapping[str, Sequence[BoardLine]]) -> Screen:
    head = gettext("**This server, all time**")
    foot = gettext("-# Finished games in this server count, against people and robots.")
    rankings = list(_rankings(lines)) or [gettext("Nobody has finished a game. Start one with `/play`.")]
    return page_view([head, *rankings, foot], _buttons(Period.ALL))


@answers(ShowBoard)
async def show_board(context: Context, interaction: discord.Interaction[Any], pressed: ShowBoard) -> None:
    """Show another part of a server's board, in place of the one on the message."""
    page = await board_page(context, interaction.guild_id, pressed.period)
    look = await context.attachments.look(await context.accounts.players.find(interaction.user.id))
    await context.put(interaction, page, look)


def _rankings(lines: Mapping[str, Sequence[BoardLine]]) -> Iterator[str]:
    for ranking in RANKINGS:
        if shown := lines[ranking.kind]:
            title, value = gettext(_TITLES[ranking.kind], fewest=FEWEST), _VALUES[ranking.kind]
            places = (f"{line.place}. {labelled(escape(line.totals.name), value(line))}" for line in shown)
            yield "\n".join([title, *places])


def games_won(played: int, won: int) -> str:
    return gettext("{games}, {won} won", games=ngettext("{number} game", "{number} games", played), won=won)


_VALUES: Final[Mapping[str, Callable[[BoardLine], str]]] = {
    "games": lambda line: games_won(line.totals.games, line.totals.won),
    "hand": lambda line: f"{line.value:.2f}",
    "pegged": lambda line: f"{line.value:.1f}",
    "best_hand": lambda line: f"{line.value:.0f}",
    "lost": lambda line: f"{-line.value:.1f}",
}


def _buttons(shown: Period) -> list[Button]:
    styles = {shown: ButtonStyle.primary}
    return [
        Button(gettext(label), ShowBoard(period).custom_id, styles.get(period, ButtonStyle.secondary), period == shown)
        for period, label in _BUTTONS.items()
    ]


@in_servers_only
@command(description="This server's ladder of the month, and its best of all time", public=True)
async def board(interaction: discord.Interaction[Any]) -> None:
    """Show the ladder of this month, with buttons for the last one and for all time."""
    context = context_of(interaction)
    page = await board_page(context, interaction.guild_id, Period.MONTH)
    look = await context.attachments.look(await context.accounts.players.find(interaction.user.id))
    await context.answer(interaction, page, look)
