"""The screens of a table as each seat sees it, and as everybody does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.leagues.results import ResultService
from bot.models.agreement import PUBLIC
from bot.models.result import EarnedAchievement
from bot.progress.achievements import AchievementService
from bot.tables.service import Tables
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.attachments import Attachments, ScreenBuilder
from bot.ui.core.components import DisplayOptions, End, Screen
from bot.ui.games import screens
from bot.ui.games.held_shows import HeldShows, Selections
from bot.ui.games.invitation_view import invitation
from bot.ui.games.table_view import TableViews
from engine.analysis.achievements import KINDS
from engine.course import Course


class TableScreens:
    """Builds the screens of tables, with the cards that are picked and the shows that are held."""

    def __init__(
        self, tables: Tables, attachments: Attachments, results: ResultService, achievements: AchievementService
    ) -> None:
        self._tables = tables
        self.attachments = attachments
        self._results = results
        self._achievements = achievements
        self.views = TableViews()
        self.selections = Selections()
        self.held_shows = HeldShows()

    async def builder(self, table: Table, seat: int, *, pictures: bool = True) -> tuple[ScreenBuilder, DisplayOptions]:
        """Return what builds a table as a seat sees it, or everybody; a game that is over with its whole course."""
        table = table.shown_to(seat)
        look = await self.attachments.look_at_seat(table, seat) if seat >= 0 else self.attachments.for_all
        if not pictures:
            look = replace(look, pictures=False)
        if table.status != "over":
            return partial(self._screen, table, seat), look
        newcomers = [
            formatting.escape(name)
            for chair, name in zip(table.seats, table.names, strict=True)
            if (player := chair.player) is not None and await self._tables.was_first_game(player.id, table.id)
        ]
        course, counts = await self._tables.course(table.id, table.rules), await self._counts(table)
        achieved = earned_by_name(table, await self._achievements.of_game(table.id))
        end = End(tuple(newcomers), counts, achieved)
        return partial(self._screen, table, seat, end=end, history=course), look

    def _screen(
        self, table: Table, seat: int, look: DisplayOptions, end: End | None = None, history: Course | None = None
    ) -> Screen:
        if table.status == "gathering":
            return invitation(table, seat)
        if table.status == "closed":
            return screens.closed_table(table)
        shown = self.views.of(table, in_full=look.spoken, history=history)
        held = self.held_shows.is_held(table, seat)
        if seat == PUBLIC:
            return screens.public(shown, look, end, held=held)
        return screens.private(shown, seat, self.selections.of(table, seat), look=look, held=held, end=end)

    def panel(self, table: Table, seat: int, look: DisplayOptions) -> Screen:
        """Return the answer that shows a player their own hand."""
        chosen, held = self.selections.of(table, seat), self.held_shows.is_held(table, seat)
        return screens.panel(self.views.of(table, in_full=look.spoken), seat, chosen, look=look, held=held)

    async def _counts(self, table: Table) -> bool | None:
        """Return whether a finished game counts in its league; None while the league has no result of it."""
        if table.agreement.league is None:
            return None
        result = await self._results.of_table(table.id)
        return None if result is None else result.status == "counted"


def earned_by_name(table: Table, achievements: Sequence[EarnedAchievement]) -> tuple[tuple[str, str], ...]:
    """Return what a game brought, by seat and in the order of ``KINDS``: each player's name and the kind."""
    earned = {(achievement.player_id, achievement.kind) for achievement in achievements}
    return tuple(
        (name, kind)
        for seat, name in zip(table.seats, screens.names_at(table), strict=True)
        for kind in KINDS
        if seat.player is not None and (seat.player.id, kind) in earned
    )
