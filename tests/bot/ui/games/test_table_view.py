"""All screens of a table at one version share one view of it, which knows nothing that a spectator may not know."""

from gettext import NullTranslations
from itertools import islice

import pytest
from babel import Locale

from bot.i18n.translation import Language, using_language
from bot.ui.games.move_log import move_log
from bot.ui.games.table_view import MOST_KEPT, TableView, TableViews
from engine.presets import find
from tests.support.leak_search import cards_in, hidden
from tests.support.random_tables import EVERY_TABLE, opened, richest, states

POLISH = Language("pl", Locale("pl"), NullTranslations())


@pytest.mark.parametrize(("preset", "players"), EVERY_TABLE)
def test_the_log_is_the_same_for_everyone_at_the_table(preset, players):
    """No seat's own events, with its hand and its discards, would add a line to it."""
    rules = richest(preset, players)
    for table in islice(states(rules, 11, preset=preset), 0, None, 3):
        shown = TableView(table)
        common = move_log(shown.events, shown.names, rules)
        for seat in range(players):
            own = table.events_for(seat)
            assert move_log(own, shown.names, rules) == common


@pytest.mark.parametrize(("preset", "players"), EVERY_TABLE)
def test_nothing_that_screens_share_names_a_card_that_is_hidden_from_a_spectator(preset, players):
    for table in states(richest(preset, players), 13, preset=preset):
        if table.game.deal > 1:
            break
        shown = TableView(table)
        lines = " ".join(line.text for deal in shown.log for line in deal if not line.opening)
        assert not cards_in(lines) & hidden(table, None)
        assert shown.events == table.events_for(None)
        assert shown.open == table.view(None)
        assert [view.seat for view in shown.views] == list(range(players))


@pytest.mark.parametrize(("preset", "players"), EVERY_TABLE)
def test_the_latest_log_is_the_end_of_the_whole_log(preset, players):
    for table in islice(states(richest(preset, players), 17, preset=preset), 0, None, 2):
        shown = TableView(table)
        assert list(shown.latest_log) == list(shown.log[-1])


class TestTheLatestViews:
    def test_one_for_all_who_ask(self):
        views, table = TableViews(), opened(find("house"))
        assert views.of(table, in_full=True) is views.of(table, in_full=True)

    def test_another_for_another_version_language_or_length_of_counts(self):
        views, (before, after) = TableViews(), islice(states(find("house"), 1), 2)
        first = views.of(before, in_full=True)
        with using_language(POLISH):
            in_polish = views.of(before, in_full=True)
        in_short, later = views.of(before, in_full=False), views.of(after, in_full=True)
        assert len({id(one) for one in (first, in_polish, in_short, later)}) == 4
        assert later.table is after

    def test_another_once_somebody_has_another_name(self):
        views = TableViews()
        for names in (("Ann", "Ben"), ("Anna", "Ben")):
            assert views.of(opened(find("house"), names=names), in_full=True).names == names

    def test_only_the_latest_are_kept(self):
        views, tables = TableViews(), [opened(find("house"), id=f"t{number}") for number in range(MOST_KEPT + 1)]
        first, second, *_ = [views.of(table, in_full=True) for table in tables[:2]]
        views.of(tables[0], in_full=True)
        for table in tables[2:]:
            views.of(table, in_full=True)
        assert views.of(tables[0], in_full=True) is first
        assert views.of(tables[1], in_full=True) is not second
