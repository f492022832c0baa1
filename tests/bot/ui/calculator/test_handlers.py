"""Questions that the bot refuses to players, because they would help to count or discard their own cards."""

from dataclasses import replace

import pytest

from bot.ui.calculator.handlers import helps_to_count, helps_to_discard
from engine.actions import Accept, Deal, LayAway, Play, SayGo
from engine.game import apply
from engine.pegging import peg_points
from engine.presets import find
from engine.text.reader import read_question
from tests.support.random_tables import at, moved
from tests.support.strategies import about_to_deal, at_the_show, cards, dealt_out, plays, stacked

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
def test_three_hands_are_refused_until_they_are_settled(line, shut, counted):
    table = showing(line)
    for seat in range(3):
        view = table.view(seat)
        assert [hand for hand in (ANN, BEN, CAT) if helps_to_count(read_question(hand), view)] == shut
        assert not any(helps_to_count(read_question(hand), view) for hand in counted)


def test_the_crib_is_refused_to_all_once_open_and_to_its_dealer_before():
    table = showing("0:show=29 1:show=4 2:show=4")
    crib = " ".join(map(str, table.game.phase.crib)) + " 5S"
    laid = [" ".join(map(str, table.view(seat).laid)) for seat in range(3)]
    assert all(card in crib for cards in laid for card in cards.split())
    assert not helps_to_count(read_question(crib), table.view(0)), "Ann cannot know it yet"
    table = moved(table, *plays("0:ok 1:ok"))
    assert all(helps_to_count(read_question(crib), table.view(seat)) for seat in range(3))
    table = moved(table, *plays("2:show=2"))
    assert all(helps_to_count(read_question(crib), table.view(seat)) for seat in range(3))


def test_a_hand_of_the_same_ranks_counts_as_much():
    view = showing("0:show=29").view(1)
    assert helps_to_count(read_question("5s 5d 5c jd 5h"), view)
    assert not helps_to_count(read_question("5s 5d 5c qd 5h"), view)


def test_cards_in_the_play():
    """Players count an open series themselves; hands that are still held can be asked about."""
    game, _ = dealt_out(("6H 8S TC QD", "6S 8C TD QH"), starter="KS", rules=find("acc"))
    table = moved(at(game), *plays("0:6H 1:8C 0:8S=2"))
    assert not helps_to_count(read_question("6s 8c td qh ks"), table.view(1))
    assert helps_to_count(read_question("6h 8c 8s 2h 3h"), table.view(1)) is False


def test_the_open_hand_in_any_question():
    """A part of the hand, more cards, its ranks with or without suits, another starter, a declared count, a play."""
    view = showing().view(1)
    for text in (
        "5 5 5 j | 5",
        "5 5 5 N | 5",
        "j 5 5 5 5",
        "crib 5h 5d 5c js 5s",
        "is 5h 5d 5c js + 5s 28?",
        "five of hearts, five of diamonds, five of clubs, knave of spades, cut five of spades",
        "🂵 🃅 🃕 🂫 🂥",
        "5h 5d 5c jd 5s",
        "5h 5d 5c js | 6h",
        "5h 5d 5c js",
        "5 5 5 j",
        "5h 5d 5c 5s",
        "5h 5d 5c | js",
        "5h 5d 5c js 2c 3c",
        "5 5 5 j 2 3",
        "play 5h 5d 5c js",
        "play 5 5 j 5 5 9",
        "play 5 5",
    ):
        assert helps_to_count(read_question(text), view), text
    for text in ("7h 7d 7c js 7s", "7 7 7 j | 7", "7h 7d 7c js", "5h 5d 6s qd 7c js", "5h 5d qc js", "play 7 8 9"):
        assert not helps_to_count(read_question(text), view), text


def test_a_hand_still_to_be_shown_is_refused_in_other_suits_too():
    before, after = showing().view(0), showing("0:show=29 1:show=4 2:show=4").view(0)
    for text in ("6d 8h tc qs 5h", "6 8 10 q | 5", "6 8 10 q", "6s 8c td qh", "6s 8c td qh as ac", "6d 8h tc 5h"):
        assert helps_to_count(read_question(text), before), text
        assert not helps_to_count(read_question(text), after), text


def test_three_cards_and_the_starter_one_of_which_was_not_played():
    """In the five-card game, unplayed cards belong to the hand too."""
    rules = find("britannica-five")
    view = at(at_the_show(("5H 5D JS", "6S 8C TD"), starter="5S", rules=rules)).view(0)
    assert view.hand
    for text in ("5h 5d js | 5s", "5 5 j | 5", "5h 5d js 5c"):
        assert helps_to_count(read_question(text), view), text
    dealers = at(at_the_show(("5H 5D JS", "6S 8C TD"), starter="5S", rules=rules)).view(1)
    for text in ("6d 8h 10s | 5h", f"play {dealers.hand[0].rank} 5"):
        assert helps_to_count(read_question(text), dealers), text


def test_a_hand_made_of_cards_from_several_open_hands():
    """The player's own cards in the crib, and cards of several hands, are refused."""
    for table, shut in (
        (showing(), True),
        (showing("0:show=29 1:show=4 2:show=4 0:ok 1:ok 2:show=2 0:ok 1:ok"), False),
    ):
        view = table.view(2)
        laid = " ".join(map(str, showing().view(2).laid))
        for text in ("5h 6s 2h js 5s", f"5d 8c 4s | {laid}"):
            assert helps_to_count(read_question(text), view) is shut, text


def test_discards_can_be_asked_about_until_the_show():
    game, _ = dealt_out(SERIES, starter="KS", rules=find("acc"))
    table = moved(at(game), *plays("0:6H"))
    assert not helps_to_count(read_question(f"play {' '.join(map(str, table.view(0).laid))}"), table.view(0))


SERIES = ("6H 8S TC QD", "6S 8C TD QH")


def test_a_series_is_refused_where_players_declare_what_a_card_pegs():
    game, _ = dealt_out(SERIES, starter="KS", rules=find("acc"))
    first, window = moved(at(game), *plays("0:6H")), moved(at(game), *plays("0:6H 1:8C 0:8S=2"))
    for text in ("play 6h 8c 8s", "play 6 8 8", "play 6 8 8 8", "play 8 8 6", "play 8 8", "play 6 8 8 (22-2)"):
        for seat in (0, 1):
            assert helps_to_count(read_question(text), window.view(seat)), text
    for text in ("play 6 9", "play 6"):
        assert helps_to_count(read_question(text), first.view(1)), text
    assert not helps_to_count(read_question("play 9 9 9"), window.view(1))
    assert not helps_to_count(read_question("6 8 8 7"), window.view(1)), "only a play is asked of the play"


def test_an_open_series_that_made_thirty_one():
    game, _ = dealt_out(("TC JD 5H 2C", "TD JS 6H AD"), starter="KS", rules=find("acc"))
    table = moved(at(game), *plays("0:TC 1:JS 0:JD=2 1:AD=2"))
    for text in ("play 10 j j a", "play 10 j j a 5", "play 4 10 j j a"):
        assert helps_to_count(read_question(text), table.view(0)), text


def test_a_play_can_be_asked_about_where_the_bot_pegs():
    game, _ = dealt_out(SERIES, starter="KS")
    assert not helps_to_count(read_question("play 6 8 7"), moved(at(game), *plays("0:6H 1:8C")).view(0))


def test_the_hands_while_the_last_card_is_open():
    game, _ = dealt_out(SERIES, starter="KS", rules=find("acc"))
    table = at(game)
    while (seen := table.view(None)).window is None or any(seen.held):
        seat = seen.waiting_on[0]
        legal = table.view(seat).legal
        move = next(move for kind in (Accept, Play, SayGo) for move in legal if isinstance(move, kind))
        if isinstance(move, Play):
            is_last = sum(seen.held) == 1
            move = replace(move, declared=peg_points((*(card for _, card in seen.series), move.card)) + is_last)
        table = moved(table, move)
    assert table.view(1).window.what == "play"
    for seat in (0, 1):
        assert helps_to_count(read_question("6s 8c td qh ks"), table.view(seat))
        assert helps_to_count(read_question("6h 8s tc qd ks"), table.view(seat))


def laying(*, preset="house", kept=("5H 5D 5C JS", "6S 8C TD QH"), away=("2C 3D", "2D 4H"), players=2):
    """Return a table before the discard."""
    rules = find(preset, players=players)
    hands = [f"{hand} {thrown}" for hand, thrown in zip(kept, away, strict=True)]
    game, _ = apply(about_to_deal(rules, dealer=1), Deal(stacked(1, hands, "5S")))
    return at(game)


def test_the_discard_is_for_the_player_to_judge():
    """Six cards or their ranks, with one of them changed, or four of them with or without a starter, are refused."""
    ann, ben = (laying().view(seat) for seat in (0, 1))
    for text in (
        "5h 5d 5c js 2c 3d",
        "5 5 5 j 2 3",
        "5 5 5 j 2 4",
        "5c 5d 5s jd 2s 3h",
        "5h 5d 5c js 2c 4d",
        "5s 5d 5c js 2c 4d",
        "5h 5d 5c js 9c kd",
        "5h 5d 5c js",
        "5 5 2 3",
        "5d 5c js 3d 9h",
        "5d 5c js | 3d",
        "9h 5d 5c js 3d",
        "crib 5d 5c 2c 3d 9h",
        "5h 5d js 2c = 6",
    ):
        assert helps_to_discard(read_question(text), ann), text
        assert not helps_to_discard(read_question(text), ben), text
        assert not helps_to_count(read_question(text), ann), text
    for text in ("5h 5d 7c 8s 2c 4d", "5 5 5 j 9 k", "6 7 8 9", "7h 8h 9h 10h jh", "play 5h 5d 5c", "5h 6d 7c 8s 9h"):
        assert not helps_to_discard(read_question(text), ann), text


def test_after_the_discard_the_cards_can_be_asked_about():
    table = moved(laying(), LayAway(0, cards("2c 3d")))
    for text in ("5h 5d 5c js 2c 3d", "5h 5d 5c js", "6s 8c td qh 2d 4h"):
        assert not helps_to_discard(read_question(text), table.view(0)), text
    assert helps_to_discard(read_question("6s 8c td qh 2d 4h"), table.view(1))


def test_five_cards_of_which_three_are_kept():
    view = laying(preset="britannica-five", kept=("5H 5D JS", "6S 8C TD"), away=("2C 3D", "2D 4H")).view(0)
    for text in ("5h 5d js | 9h", "5 5 j | 9", "5h 5d js 2c", "5h 5d js 2c 3d 9h"):
        assert helps_to_discard(read_question(text), view), text
    assert not helps_to_discard(read_question("6 7 8 | 9"), view)
