"""Four hands: partners across the table, by the cut, with one peg a side (002:8, 003:19)."""

import pytest

from engine.actions import Accept
from engine.errors import RulesError, WindowOpen
from engine.game import apply, waiting_on
from engine.presets import find
from engine.rules import Rules
from tests.support.strategies import act, dealt_out, plays

HOUSE = find("house", players=4)
BRITANNICA = find("britannica", players=4)

# Partners may be chosen before the game: the cut decides only who deals first.

CHOSEN = find("house", players=4, partners="chosen")


@pytest.mark.parametrize("players", [2, 3])
def test_only_four_players_can_choose_partners(players):
    with pytest.raises(RulesError, match="partners: you can only choose partners in a game for 4 players"):
        find("house", players=players, partners="chosen")


def test_rules_that_were_stored_before_partners_could_be_chosen_cut_for_them():
    stored = HOUSE.to_dict()
    del stored["partners"]
    assert Rules.from_dict(stored).partners == "cut"
    assert Rules.from_dict(CHOSEN.to_dict()) == CHOSEN


# Windows.


def test_law_18_if_the_partner_is_next_both_wait():
    hands = ("KC 9D 4H 5S", "9H AD 7S 6D", "8S JD TH 5C", "AS AC 9S 7C")
    line = "0:KC 1:9H 2:8S 3:AS 0:go 1:AD 2:go 3:AC=6"
    game, _ = dealt_out(hands, starter="2C", dealer=3, rules=BRITANNICA)
    game, _ = act(game, *plays(line))
    assert waiting_on(game) == (0, 2)
    with pytest.raises(WindowOpen):
        apply(game, *plays("1:go"))
    game, _ = act(game, Accept(2))
    assert waiting_on(game) == (1,)
