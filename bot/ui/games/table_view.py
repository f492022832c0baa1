"""What the screens of a table show, worked out once for each version of the table."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.i18n.translation import Language, current_language
from bot.render.score_chart import ScoreChartScene
from bot.tables.table import Table
from bot.ui.core.formatting import escape
from bot.ui.games.game_summary import score_chart_of
from bot.ui.games.move_log import LogLine, move_log
from bot.ui.games.scoreboard import LastScore, last_scores
from engine.events import Dealt, Event
from engine.view import View

_MOST_KEPT: Final = 100


@dataclass(frozen=True)
class TableView:
    """A table at one version, in the language of one moment, and what several of its screens show.

    Names, events, log and scores are the same on everyone's screen: they come from what a spectator may know. A hand is
    in no other place than its own seat's view. ``in_full`` is whether the log speaks counts in full, and ``history``
    holds every event of a game that is over.
    """

    table: Table
    in_full: bool = True
    history: tuple[Event, ...] = ()

    @cached_property
    def plain_names(self) -> tuple[str, ...]:
        """The players' names as they are, by seat."""
        return self.table.names

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names for a text that Discord formats, by seat."""
        return tuple([escape(name) for name in self.plain_names])

    @cached_property
    def open(self) -> View:
        """What lies open to everyone."""
        return self.table.spectator

    @cached_property
    def views(self) -> tuple[View, ...]:
        """What each seat may know, by seat."""
        return self.table.views

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events since the deal before this one, as everyone may know them."""
        return self.table.events_for(None)

    @cached_property
    def log(self) -> Sequence[Sequence[LogLine]]:
        """The log by deals, the present deal last; it is empty once the deal before is over."""
        deals = move_log(self.events, self.names, self.table.rules, in_full=self.in_full)
        is_over = self.open.stage == "deal" and self.open.window is None
        return [*deals, []] if is_over and any(line.verdict for line in deals[-1]) else deals

    @cached_property
    def last_deal(self) -> Sequence[Event]:
        """The events before the present deal."""
        deals = [place for place, event in enumerate(self.events) if isinstance(event, Dealt)]
        return self.events[: deals[-1]] if deals else self.events

    @cached_property
    def course(self) -> ScoreChartScene | None:
        """The course of a game that is over, if its history is known."""
        return score_chart_of(self.history, self.table.rules, self.table.side_names) if self.history else None

    @cached_property
    def last_scores(self) -> tuple[LastScore, ...]:
        """The last score of each side."""
        return last_scores(self.open, self.events)


class TableViews:
    """The latest views of the tables that are being shown, so that all screens of one version share one view."""

    def __init__(self) -> None:
        self._latest: OrderedDict[tuple[str, Language | None, bool], TableView] = OrderedDict()

    def of(self, table: Table, *, in_full: bool, history: tuple[Event, ...] = ()) -> TableView:
        """The view of a table in the language in use; it is made anew once anything at the table has changed."""
        key = table.id, current_language(), in_full
        latest = self._latest.get(key)
        if latest is None or latest.table != table or len(latest.history) != len(history):
            latest = self._latest[key] = TableView(table, in_full, history)
            if len(self._latest) > _MOST_KEPT:
                self._latest.popitem(last=False)
        self._latest.move_to_end(key)
        return latest
