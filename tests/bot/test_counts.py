"""Which hands the bot counts for nobody at the table while they lie open, or are still to be shown."""

import pytest

from bot.ui.counts import lies_open
from engine.presets import find
from engine.question import read_question
from tests.drawn import at, moved
from tests.strategies import at_the_show, dealt_out, plays

THREE = ("5H 5D 5C JS", "6S 8C TD QH", "2H 4S 6C 8D")
"""Cat deals, so Ann shows first, then Ben, then Cat, and Cat the crib."""

ANN, BEN, CAT = "5h 5d 5c js 5s", "6s 8c td qh 5s", "2h 4s 6c 8d 5s"


def showing(line=""):
    rules = find("britannica", players=3, target=121)
    game = at_the_show(THREE, starter="5S", dealer=2, rules=rules)
    return moved(at(game), *plays(line))


@pytest.mark.parametrize(
    ("line", "shut", "counted"),
    [
        ("", [ANN, BEN, CAT], []),
        ("0:show=29", [ANN, BEN, CAT], []),
        ("0:show=29 1:ok 2:ok", [BEN, CAT], [ANN]),
        ("0:show=29 1:show=4", [BEN, CAT], [ANN]),
        ("0:show=29 1:show=4 2:show=4", [CAT], [ANN, BEN]),
        ("0:show=29 1:show=4 2:show=4 0:ok 1:ok", [], [ANN, BEN, CAT]),
    ],
)
def test_of_three_hands_those_that_are_still_to_be_settled(line, shut, counted):
    table = showing(line)
    for seat in range(3):
        view = table.view(seat)
        assert [hand for hand in (ANN, BEN, CAT) if lies_open(read_question(hand), view)] == shut
        assert not any(lies_open(read_question(hand), view) for hand in counted)


def test_of_the_crib_everyone_once_it_is_laid_open_and_its_dealer_before():
    table = showing("0:show=29 1:show=4 2:show=4")
    crib = " ".join(map(str, table.game.phase.crib)) + " 5S"
    laid = [" ".join(map(str, table.view(seat).laid)) for seat in range(3)]
    assert all(card in crib for cards in laid for card in cards.split())
    assert not lies_open(read_question(crib), table.view(0)), "Ann cannot know it yet"
    table = moved(table, *plays("0:ok 1:ok"))
    assert all(lies_open(read_question(crib), table.view(seat)) for seat in range(3))
    table = moved(table, *plays("2:show=2"))
    assert all(lies_open(read_question(crib), table.view(seat)) for seat in range(3))


def test_a_hand_of_the_same_ranks_counts_as_much():
    view = showing("0:show=29").view(1)
    assert lies_open(read_question("5s 5d 5c jd 5h"), view)
    assert not lies_open(read_question("5s 5d 5c qd 5h"), view)


def test_cards_in_the_play():
    """A series that lies open is reckoned by the player alone; the hands that are held may be counted as ever."""
    game, _ = dealt_out(("6H 8S TC QD", "6S 8C TD QH"), starter="KS", rules=find("acc"))
    table = moved(at(game), *plays("0:6H 1:8C 0:8S=2"))
    assert not lies_open(read_question("6s 8c td qh ks"), table.view(1))
    assert lies_open(read_question("6h 8c 8s 2h 3h"), table.view(1)) is False
