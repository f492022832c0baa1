"""Games given up (000:103, 002:7, 003:101) and a seat of three that is closed (000:7, 002:8), judged by both."""

import pytest

from tests.support.short_records import assert_verdict, verdict_on


def verdict(told, preset, players=2, **agreed):
    """Return the objection to a game by the laws of today."""
    return verdict_on(told, preset, players, **{"edition": 2} | agreed)


# Two sides: the doubles count as the scores stand.

GAMES = [
    ("acc", (50, 100), {}, 2),
    ("acc", (90, 100), {}, 2),
    ("acc", (91, 100), {}, 1),
    ("crib-derby", (20, 60), {}, 4),
    ("crib-derby", (31, 60), {}, 2),
    ("crib-derby", (61, 0), {}, 1),
    ("britannica", (29, 40), {"doubles": [[30, 2]]}, 2),
    ("britannica", (30, 40), {"doubles": [[30, 2]]}, 1),
    ("britannica", (10, 40), {}, 1),
    ("house", (0, 0), {}, 4),
    ("club", (0, 0), {}, 1),
]


@pytest.mark.parametrize("why", ["resigned", "time"])
@pytest.mark.parametrize(("preset", "scores", "agreed", "due"), GAMES)
def test_a_game_given_up_counts_what_the_board_says(preset, scores, agreed, due, why):
    for games in (1, 2, 4):
        told = f"dealer 0\n {'resign' if why == 'resigned' else 'time'} 0\n won 1 {games} {why}"
        found = verdict(told, preset, scores=scores, **agreed)
        assert found == "" if games == due else f"games is {games} and should be {due}" in found


def test_of_four_either_partner_gives_up_for_both():
    for seat, games in ((0, 2), (2, 2), (1, 1), (3, 1)):
        told = f"dealer 0\n resign {seat}\n won {1 - seat % 2} {games} resigned"
        assert verdict(told, "crib-derby", 4, scores=[60, 61]) == ""


COUNTED = """
    dealer 1
    dealt 1 / 5H 5D 7C 8C KD QD / 6H 9S 4C JD 2S 3S
    away 0 KD QD
    away 1 2S 3S
    starter 0 TC
    play 0 5H =4
    peg 0 declared 4 5H
"""


def test_points_that_are_too_many_do_not_save_from_a_double():
    """A peg at 92 stands at 88 without the four that nobody has accepted."""
    assert verdict(f"{COUNTED} resign 0\n won 1 2 resigned", "acc", scores=[88, 100]) == ""
    assert "should be 2" in verdict(f"{COUNTED} resign 0\n won 1 1 resigned", "acc", scores=[88, 100])
    accepted = f"{COUNTED} ok 1 0\n resign 0\n won 1 1 resigned"
    assert verdict(accepted, "acc", scores=[88, 100]) == ""
    assert verdict(f"{COUNTED} resign 1\n won 0 2 resigned", "acc", scores=[88, 90]) == ""


CLAIM = COUNTED.replace("peg 0 declared 4 5H", "")


def test_nobody_gives_up_before_they_have_answered_a_claim_of_game():
    assert "seat 1 gives up while seat 0 claims" in verdict(
        f"{CLAIM} resign 1\n won 0 2 resigned", "acc", scores=[117, 0]
    )
    assert "seat 1 gives up while seat 0 claims" in verdict(f"{CLAIM} time 1\n won 0 2 time", "acc", scores=[117, 0])
    assert verdict(f"{CLAIM} ok 1 0\n peg 0 declared 4 5H\n won 0 2 play", "acc", scores=[117, 0]) == ""
    assert verdict(f"{CLAIM} resign 0\n won 1 1 resigned", "acc", scores=[117, 0]) == ""


# Three players: one leaves, and the others play on.

DEALT = """
    dealer 2
    dealt 2 / 5H 6H 7H 8H KD / 4C 5C 9C TC QD / 2S 3S 4S JS AD // AH
"""
LAID = f"""{DEALT}
    away 0 KD
    away 1 QD
    away 2 AD
    starter 0 KS
"""


def ends(told, *, last, games=1):
    """Return the game with a last resignation, and the winner."""
    return f"{told}\n resign {last[0]}\n won {last[1]} {games} resigned"


def test_a_game_of_three_is_not_won_by_the_next_best():
    assert "should be cut_for_deal" in verdict(
        "resign 0\n won 2 1 resigned", "house", 3, scores=[0, 10, 20], doubles=[]
    )
    assert "should be dealt" in verdict(
        "dealer 0\n resign 0\n won 2 1 resigned", "house", 3, scores=[0, 10, 20], doubles=[]
    )


def test_the_last_of_three_wins():
    told = ends(f"{LAID}resign 0", last=(1, 2))
    assert verdict(told, "house", 3, doubles=[]) == ""
    assert "side is 0 and should be 2" in verdict(ends(f"{LAID}resign 0", last=(1, 0)), "house", 3, doubles=[])
    assert "this player has left" in verdict(f"{LAID}resign 0\n resign 0\n won 1 1 resigned", "house", 3, doubles=[])


LOWEST = {(40, 100, 100): 4, (100, 40, 100): 4, (100, 100, 40): 1, (80, 100, 20): 2, (100, 80, 20): 2, (91, 91, 0): 1}


@pytest.mark.parametrize("scores", LOWEST)
def test_the_lowest_of_all_losers_decides_the_doubles(scores):
    for games in (1, 2, 4):
        found = verdict(ends(f"{LAID}resign 0", last=(1, 2), games=games), "house", 3, scores=scores)
        assert (found == "") == (games == LOWEST[scores])


def test_the_one_who_left_is_a_loser_of_a_game_that_is_played_out():
    played = "play 1 TC\n play 2 JS\n play 1 5C\n play 2 2S\n play 1 4C\n peg 1 thirty_one 2 TC JS 5C 2S 4C\n"
    for games, scores in ((4, [60, 119, 100]), (2, [90, 119, 100]), (1, [91, 119, 100])):
        assert verdict(f"{LAID}resign 0\n {played}won 1 {games} play", "house", 3, scores=scores) == ""


# While cards are discarded.

DISCARDS = {
    "the crib gets the card that is missing": ("resign 0 5H\n away 1 QD\n away 2 AD\n starter 1 KS\n play 1 TC", ""),
    "no card for the crib": ("resign 0\n away 1 QD\n away 2 AD\n starter 1 KS", "not what the crib needs"),
    "two cards for the crib": ("resign 0 KD 5H\n away 1 QD", "not what the crib needs"),
    "a card of another hand": ("resign 0 QD\n away 1 QD", "was not held"),
    "a card too many": ("away 0 KD\n resign 0 5H\n away 1 QD", "not what the crib needs"),
    "a discard already made": ("away 0 KD\n resign 0\n away 1 QD\n away 2 AD\n starter 1 KS\n play 1 TC", ""),
    "the others discard two each": ("resign 0 KD\n away 1 QD TC", "cannot be its cards"),
    "a card of one who left": (
        "resign 0 KD\n away 1 QD\n away 2 AD\n starter 1 KS\n play 0 5H",
        "seat is 0 and should be 1",
    ),
    "the starter cut by one who left": (
        "resign 0 KD\n away 1 QD\n away 2 AD\n starter 0 KS",
        "seat is 0 and should be 1",
    ),
    "after the last discard": ("away 0 KD\n away 1 QD\n resign 2 2S\n starter 0 KS\n play 0 8H", ""),
}


@pytest.mark.parametrize("name", DISCARDS)
def test_one_of_three_leaves_while_cards_are_discarded(name):
    told, objection = DISCARDS[name]
    last = (1, 0) if "resign 2" in told else (1, 2)
    assert_verdict(verdict(ends(f"{DEALT}{told}", last=last), "house", 3, doubles=[]), objection)


def test_one_of_three_leaves_after_a_fresh_deal_was_asked_for():
    """The cards of the deal that is over owe the crib nothing (002:58)."""
    told = f"{DEALT}away 0 KD\n back 0 KD\n peg 1 taken_back 2\n fresh 1\n resign 2\n"
    told += "dealt 0 / AC 2C 3C 6C 7C 9H / AS 4D 5D 6D 7D 8D /"
    assert verdict(ends(told, last=(1, 0)), "britannica", 3, doubles=[]) == ""


def test_a_card_for_the_crib_is_named_in_no_other_place():
    assert "owes the crib no cards" in verdict(ends(f"{LAID}resign 0 5H", last=(1, 2)), "house", 3, doubles=[])
    assert "no cards go to the crib" in verdict(ends(f"{LAID}resign 0\n", last=("1 5C", 2)), "house", 3, doubles=[])


# In the play.

PLAY = {
    "the others play on": (
        "resign 0\n play 1 TC\n play 2 JS\n play 1 5C\n play 2 2S\n play 1 4C\n"
        "peg 1 thirty_one 2 TC JS 5C 2S 4C\n reset 2",
        "",
    ),
    "the one who left plays": ("resign 0\n play 0 8H", "seat is 0 and should be 1"),
    "their turn is passed over": ("play 0 8H\n resign 1\n play 2 JS\n play 0 7H", ""),
    "a go of the one who left": ("play 0 8H\n resign 1\n go 1", "seat is 1 and should be 2|comes in"),
    "their last card brings no go": (
        "play 0 8H =0\n play 1 TC =0\n play 2 JS =0\n resign 2\n go 0\n go 1\n reset 0\n play 0 7H =0",
        "",
    ),
    "a go for the one who left": (
        "play 0 8H =0\n play 1 TC =0\n play 2 JS =0\n resign 2\n go 0\n go 1\n peg 2 go 1 JS",
        "count_reset",
    ),
}


@pytest.mark.parametrize("name", PLAY)
def test_one_of_three_leaves_in_the_play(name):
    told, objection = PLAY[name]
    last = (0, 2) if "resign 1" in told else (1, 2) if "resign 0" in told else (0, 1)
    preset = "crib-derby" if "=" in told else "house"
    found = verdict(ends(f"{LAID}{told}", last=last), preset, 3, doubles=[])
    assert any(part in found for part in objection.split("|")) if objection else found == ""


# In the show, and after it. Seat 2 dealt.

PLAYED = f"""{LAID}
    play 0 8H
    play 1 TC
    play 2 JS
    go 0
    go 1
    play 2 3S
    peg 2 thirty_one 2 8H TC JS 3S
    reset 0
    play 0 5H
    play 1 9C
    play 2 4S
    play 0 7H
    play 1 4C
    play 2 2S
    peg 2 thirty_one 2 5H 9C 4S 7H 4C 2S
    reset 0
    play 0 6H
    play 1 5C
    peg 1 last_card 1 5C
"""
FIRST = "show 0 hand 12/12 5H 6H 7H 8H\n peg 0 declared 12 5H 6H 7H 8H\n"
SECOND = "show 1 hand 8/8 4C 5C 9C TC\n peg 1 declared 8 4C 5C 9C TC\n"
SHOW = {
    "one who left shows": (f"resign 0\n {FIRST}", (1, 2), "seat is 0 and should be 1"),
    "the dealer leaves, and their crib is not counted": (
        f"{FIRST}resign 2\n {SECOND}dealt 0 / AC 2C 3C 6C 7C 8C / AD 4D 5D 6D 7D 8D / \n"
        "away 0 AC 2C\n away 1 AD 4D\n starter 1 KS",
        (1, 0),
        "",
    ),
    "the dealer leaves, and their crib is counted": (
        f"{FIRST}resign 2\n {SECOND}show 2 crib 0/0 KD QD AD AH",
        (1, 0),
        "should be dealt",
    ),
}


@pytest.mark.parametrize("name", SHOW)
def test_one_of_three_leaves_in_the_show(name):
    told, last, objection = SHOW[name]
    assert_verdict(verdict(ends(f"{PLAYED}{told}", last=last), "house", 3, doubles=[]), objection)


SHOWN = f"{PLAYED}{FIRST}{SECOND}resign 2\n"
TWO_LEFT = {
    "six cards each and none for the crib": ("dealt 0 / AC 2C 3C 6C 7C 9H / AS 4D 5D 6D 7D 8D /", ""),
    "five cards each": ("dealt 0 / AC 2C 3C 6C 7C / AS 4D 5D 6D 7D /", "cannot be its hand"),
    "a card for the crib": ("dealt 0 / AC 2C 3C 6C 7C 9H / AS 4D 5D 6D 7D 8D / // KS", "cannot be its to_crib"),
    "a hand for the one who left": (
        "dealt 0 / AC 2C 3C 6C 7C 9H / AS 4D 5D 6D 7D 8D / KC KS KH QC QS QH",
        "cannot be its hand",
    ),
    "dealt by the one who left": ("dealt 2 / AC 2C 3C 6C 7C 9H / AS 4D 5D 6D 7D 8D /", "dealer is 2 and should be 0"),
    "dealt by the wrong one of the two": (
        "dealt 1 / AC 2C 3C 6C 7C 9H / AS 4D 5D 6D 7D 8D /",
        "dealer is 1 and should be 0",
    ),
    "two discards each": (
        "dealt 0 / AC 2C 3C 6C 7C 9H / AS 4D 5D 6D 7D 8D /\n away 0 AC 2C\n away 1 AS 4D\n starter 1 KS\n play 1 5D",
        "",
    ),
    "one discard each": (
        "dealt 0 / AC 2C 3C 6C 7C 9H / AS 4D 5D 6D 7D 8D /\n away 0 AC\n away 1 AS",
        "cannot be its cards",
    ),
}


@pytest.mark.parametrize("name", TWO_LEFT)
def test_two_of_three_go_on_with_six_cards(name):
    told, objection = TWO_LEFT[name]
    assert_verdict(verdict(ends(f"{SHOWN}{told}", last=(1, 0)), "house", 3, doubles=[]), objection)


def test_the_dealer_of_three_leaves_before_the_deal():
    told = """
        dealer 1
        resign 1
        dealt 2 / AC 2C 3C 6C 7C 8C / / 3D 4D 5D 6D 7D 8D
        away 0 AC 2C
        away 2 3D 4D
        starter 0 KS
    """
    assert verdict(ends(told, last=(0, 2)), "house", 3, doubles=[]) == ""


def test_one_of_three_leaves_before_the_cut_for_deal():
    told = "time 1\n cut 5H AC 6D\n dealer 0\n resign 2\n won 0 4 resigned"
    assert verdict(told, "house", 3) == ""
    assert "should be 0" in verdict(told.replace("dealer 0", "dealer 1"), "house", 3)
    assert verdict(told.replace("cut 5H AC 6D", "cut 5H 5C 6D"), "house", 3) == ""
    assert "should be cut_for_deal" in verdict(told.replace("cut 5H AC 6D", "cut 5H AC 5D"), "house", 3)


# Counts of players who leave, and of those who stay.

OPEN = f"""{LAID}
    play 0 8H =0
    play 1 TC =1
    peg 1 declared 1 8H TC
"""
RIGHTS = {
    "the right of one who left is over": ("resign 0\n ok 2 1\n challenge 0 1 too_many upheld", "no count of seat 1"),
    "the third player still has a right": (
        "resign 0\n challenge 2 1 too_many upheld\n off 1 overscore 1\n peg 2 overscore 1 8H TC\n play 2 JS =0",
        "",
    ),
    "the declarer waits for the third player alone": (
        "resign 0\n play 2 JS =0\n go 1\n play 2 3S =2\n peg 2 declared 2 8H TC JS 3S\n ok 1 2\n reset 1",
        "",
    ),
}


SURPLUS = {
    "nobody can challenge it any more": ("resign 1\n off 1 overscore 1\n play 2 JS =0", ""),
    "it stays on the board": ("resign 1\n play 2 JS =0", "should be put_back, not played"),
    "it is paid to another": ("resign 1\n off 1 overscore 1\n peg 2 overscore 1 8H TC", "should be played"),
    "it is challenged": ("resign 1\n off 1 overscore 1\n challenge 2 1 too_many upheld", "no count of seat 1 is open"),
    "all have accepted it": ("ok 0 1\n ok 2 1\n resign 1\n play 2 JS =0", ""),
}


@pytest.mark.parametrize("name", SURPLUS)
def test_points_too_many_of_one_who_leaves_go_back(name):
    told, objection = SURPLUS[name]
    assert_verdict(verdict(ends(f"{OPEN}{told}", last=(0, 2)), "britannica", 3), objection)


def test_one_who_leaves_marks_no_heels():
    jack = f"{DEALT}resign 2 2S\n away 0 KD\n away 1 QD\n starter 0 JD\n"
    assert verdict(ends(f"{jack}play 0 8H", last=(1, 0)), "house", 3, doubles=[]) == ""
    assert "should be played" in verdict(ends(f"{jack}peg 2 his_heels 2 JD", last=(1, 0)), "house", 3, doubles=[])
    claimed = f"{DEALT}away 2 AD\n away 0 KD\n away 1 QD\n starter 0 JD\n resign 2\n peg 2 his_heels 2 JD"
    assert "should be played" in verdict(ends(claimed, last=(1, 0)), "britannica", 3)


@pytest.mark.parametrize("name", RIGHTS)
def test_the_rights_of_those_who_stay(name):
    told, objection = RIGHTS[name]
    assert_verdict(verdict(ends(f"{OPEN}{told}", last=(1, 2)), "britannica", 3), objection)
