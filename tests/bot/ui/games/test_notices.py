"""Notices mention the players they are about."""

from dataclasses import replace

import pytest

from bot.tables.table import Notice
from bot.ui.games.notices import called_seats
from tests.support.random_tables import playing


@pytest.mark.parametrize(
    ("players", "agreed", "called"),
    [(2, {0}, (1,)), (3, {0}, (1, 2)), (3, {0, 2}, (1,)), (4, {0}, (1, 3)), (4, {1}, (0, 2))],
)
def test_a_proposal_to_adjourn_calls_only_players_whose_side_has_not_agreed(players, agreed, called):
    kept = ("6H 8S TC QD", "6S 8C TD QH", "2H 4S 6C 8D", "2S 4D 6D KH")[:players]
    table = playing("britannica", kept=kept, dealer=players - 1, players=players)
    table = replace(table, agreement=replace(table.agreement, adjourning=frozenset(agreed)))
    assert called_seats(table, Notice("adjourn_proposed", min(agreed))) == called
