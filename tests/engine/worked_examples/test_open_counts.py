"""Counts open to challenge (002, laws 18 to 20): each side has its own right. The engine and the referee judge."""

import pytest

from tests.support.short_records import GIVE_UP, altered, assert_verdict
from tests.support.short_records import verdict_of_today as verdict

TWO_GIVE_UP = "resign 0\n resign 1\n won 2 1 resigned"

# Two players. A jack is turned up; the dealer's crib is worth nine.

LAID = """
    dealer 1
    dealt 1 / 5H 5D 7C 8C KD QD / 6H 9S 4C JD 2S 3S
    away 0 KD QD
    away 1 2S 3S
    starter 0 JC
"""
TWO = f"{LAID}play 0 5H =0\n"

IN_THE_PLAY = {
    "a right challenge names the count": (
        "play 1 JD =5\n peg 1 declared 5 5H JD\n challenge 0 1 too_many upheld\n off 1 overscore 3\n"
        "peg 0 overscore 3 5H JD\n play 0 8C =0",
        "",
    ),
    "an acceptance names the count": ("play 1 JD =2\n peg 1 declared 2 5H JD\n ok 0 1\n play 0 8C =0", ""),
    "an acceptance that names no count": ("play 1 JD =2\n peg 1 declared 2 5H JD\n ok 0", "not said: 'of'"),
    "an acceptance of one's own count": ("play 1 JD =2\n peg 1 declared 2 5H JD\n ok 1 1", "nobody answers"),
    "an acceptance of nothing": ("play 1 JD =0\n ok 0 1", "no count of seat 1 is open"),
    "two acceptances": ("play 1 JD =2\n peg 1 declared 2 5H JD\n ok 0 1\n ok 0 1", "no count of seat 1 is open"),
    "a challenge after the next card": (
        "play 1 JD =5\n peg 1 declared 5 5H JD\n play 0 8C =0\n challenge 0 1 too_many upheld",
        "no count of seat 1 is open",
    ),
    "a challenge of one's own count": (
        "play 1 JD =5\n peg 1 declared 5 5H JD\n challenge 1 1 too_many upheld",
        "nobody challenges their own side",
    ),
    "a number with too many": (
        "play 1 JD =5\n peg 1 declared 5 5H JD\n challenge 0 1 too_many upheld 3",
        "no number is named",
    ),
    "the wrong count put back in part": (
        "play 1 JD =5\n peg 1 declared 5 5H JD\n challenge 0 1 too_many upheld\n off 1 overscore 2",
        "points is 2 and should be 3",
    ),
}


@pytest.mark.parametrize("name", IN_THE_PLAY)
def test_one_count_of_two_players(name):
    told, objection = IN_THE_PLAY[name]
    assert_verdict(verdict(f"{TWO}{told}\n{GIVE_UP}", "britannica"), objection)


# A go and heels end nobody's right.


FALSE_GO = f"""{LAID}
    play 0 8C =0
    play 1 9S =0
    play 0 7C =3
    peg 0 declared 3 8C 9S 7C
    go 1 false
"""
AFTER_A_FALSE_GO = {
    "the count is accepted, then law 16": ("ok 1 0\n require 0 1\n play 1 4C =0", ""),
    "law 16 waits for the count": ("require 0 1\n play 1 4C =0", "seat 0 acts, but the count of seat 0 is open"),
    "two for the go wait for the count": ("peg 0 false_go 2", "seat 0 acts, but the count of seat 0 is open"),
    "a right count is challenged": (
        "challenge 1 0 too_many refused\n peg 0 false_challenge 2\n peg 0 false_go 2\n play 0 5H =0\n"
        "peg 0 go 1 5H\n reset 1",
        "",
    ),
}


@pytest.mark.parametrize("name", AFTER_A_FALSE_GO)
def test_a_false_go_ends_nobodys_right(name):
    told, objection = AFTER_A_FALSE_GO[name]
    assert_verdict(verdict(f"{FALSE_GO}{told}\n{GIVE_UP}", "britannica"), objection)


THIRTY = f"""{LAID.replace("6H 9S 4C JD", "TH 9S 9C JD")}
    play 0 5H =0
    play 1 JD =2
    peg 1 declared 2 5H JD
    play 0 8C =4
    peg 0 declared 4 5H JD 8C
    go 1
"""
OVER = "challenge 1 0 too_many upheld\n off 0 overscore 4\n peg 1 overscore 4 5H JD 8C\n"
HONEST_GO = {
    "the count is challenged after the go": (f"{OVER} play 0 7C =0\n peg 0 go 1 7C\n reset 1\n play 1 9S =0", ""),
    "the go accepts nothing": ("play 0 7C =0", "seat 0 acts, but the count of seat 0 is open"),
    "the count is accepted": ("ok 1 0\n play 0 7C =0\n peg 0 go 1 7C\n reset 1\n play 1 9S =0", ""),
    "two declare at once": ("play 0 7C =0\n challenge 1 0 too_many upheld", "seat 0 acts, but"),
}


@pytest.mark.parametrize("name", HONEST_GO)
def test_a_count_is_open_after_a_go(name):
    told, objection = HONEST_GO[name]
    assert_verdict(verdict(f"{THIRTY}{told}\n{GIVE_UP}", "britannica"), objection)


HEELS = f"{LAID}play 0 5H =2\n peg 0 declared 2 5H\n peg 1 his_heels 2 JC\n"


def test_heels_end_nobodys_right():
    told = f"{HEELS}challenge 1 0 too_many upheld\n off 0 overscore 2\n peg 1 overscore 2 5H\n play 1 JD =0\n{GIVE_UP}"
    assert verdict(told, "britannica") == ""
    assert verdict(altered(told, "peg 1 his_heels 2 JC\n", ""), "britannica") == ""
    twice = altered(told, "peg 1 his_heels 2 JC", "peg 1 his_heels 2 JC\n peg 1 his_heels 2 JC")
    assert "should be played" in verdict(twice, "britannica")


def test_heels_come_before_an_open_claim_of_game():
    told = f"{LAID}play 0 5H =2\n peg 1 his_heels 2 JC\n won 1 1 heels"
    assert verdict(told, "britannica", scores=[59, 59]) == ""
    told = f"{LAID}play 0 5H =2\n peg 1 his_heels 2 JC\n ok 1 0\n peg 0 declared 2 5H\n won 0 1 play"
    assert verdict(told, "britannica", scores=[59, 50]) == ""


# A card declared for nothing stops nobody.

NOTHING = {
    "its declarer plays again": ("go 1\n play 0 7C =0\n peg 0 go 1 7C\n reset 1\n play 1 9S =0", ""),
    "muggins after the go": (
        "go 1\n challenge 1 0 too_few refused\n peg 0 false_challenge 2\n play 0 7C =0\n peg 0 go 1 7C\n reset 1",
        "",
    ),
    "muggins after the declarer's next card": (
        "go 1\n play 0 7C =0\n peg 0 go 1 7C\n reset 1\n play 1 9S =0\n challenge 1 0 too_few refused",
        "no count of seat 0 is open",
    ),
    "too many of nothing": ("go 1\n challenge 1 0 too_many refused", "cannot be said"),
    "muggins after the next card of its player": (
        "go 1\n play 0 7C =0\n peg 0 go 1 7C\n reset 1\n challenge 1 0 too_few refused 8C\n"
        "peg 0 false_challenge 2\n play 1 9S =0",
        "",
    ),
    "muggins on a card that was called": (
        "go 1\n challenge 1 0 too_few refused 8C\n peg 0 false_challenge 2\n challenge 1 0 too_few refused 8C",
        "no count of seat 0 is open",
    ),
    "muggins on a card that nobody counted": (
        "go 1\n play 0 7C =0\n challenge 1 0 too_few refused KD",
        "no count of seat 0 is open",
    ),
}


@pytest.mark.parametrize("name", NOTHING)
def test_a_card_declared_for_nothing_stops_nobody(name):
    told, objection = NOTHING[name]
    before = THIRTY.replace("8C =4\n    peg 0 declared 4 5H JD 8C\n    go 1", "8C =0")
    assert_verdict(verdict(f"{before}{told}\n{GIVE_UP}", "britannica", muggins=True), objection)


# The point for the last card, and the next deal.

LAST = f"""{LAID}
    play 0 5H =0
    play 1 JD =0
    play 0 8C =0
    play 1 6H =0
    go 0
    peg 1 go 1 6H
    reset 0
    play 0 7C =0
    play 1 4C =0
    play 0 5D =0
    play 1 9S =3
    peg 1 declared 3 7C 4C 5D 9S
"""
HAND = "show 0 hand 8/8 5H 5D 7C 8C\n peg 0 declared 8 5H 5D 7C 8C\n"
LAST_CARD = {
    "after the count is accepted": (f"ok 0 1\n peg 1 last_card 1 9S\n {HAND}", ""),
    "as the next player goes on": (f"peg 1 last_card 1 9S\n {HAND}", ""),
    "before the count is accepted": (f"peg 1 last_card 1 9S\n ok 0 1\n {HAND}", "should be shown"),
    "before the count is challenged": (
        "peg 1 last_card 1 9S\n challenge 0 1 too_many upheld\n off 1 overscore 3\n peg 0 overscore 3 7C 4C 5D 9S",
        "should be shown",
    ),
    "after the next hand": (f"{HAND} peg 1 last_card 1 9S", "should be pegged, not shown"),
    "before a resignation": ("peg 1 last_card 1 9S", "should be shown, not conceded"),
}


@pytest.mark.parametrize("name", LAST_CARD)
def test_the_point_for_the_last_card(name):
    told, objection = LAST_CARD[name]
    assert_verdict(verdict(f"{LAST}{told}\n{GIVE_UP}", "britannica"), objection)


def test_the_point_for_the_last_card_does_not_win_over_an_open_count():
    assert "while the count of seat 1 is open" in verdict(
        f"{LAST}peg 1 last_card 1 9S\n won 1 1 play", "britannica", scores=[0, 56]
    )
    assert verdict(f"{LAST}ok 0 1\n peg 1 last_card 1 9S\n won 1 1 play", "britannica", scores=[0, 56]) == ""


SHOWN = f"{LAST}ok 0 1\n peg 1 last_card 1 9S\n {HAND}"
THE_SHOW = {
    "the crib waits for the hand": (
        "show 1 hand 4/4 6H 9S 4C JD\n peg 1 declared 4 6H 9S 4C JD\n show 1 crib 9/9 KD QD 2S 3S",
        "seat 1 acts, but the count of seat 1 is open",
    ),
    "the deal waits for the crib": (
        "show 1 hand 4/4 6H 9S 4C JD\n peg 1 declared 4 6H 9S 4C JD\n ok 0 1\n show 1 crib 9/9 KD QD 2S 3S\n"
        "peg 1 declared 9 KD QD 2S 3S\n dealt 0 / AC 2C 3C 4C 5C 6C / AD 2D 3D 4D 5D 6D",
        "the next deal comes, but the count of seat 1 is open",
    ),
}


@pytest.mark.parametrize("name", THE_SHOW)
def test_what_waits_in_the_show(name):
    told, objection = THE_SHOW[name]
    assert objection in verdict(f"{SHOWN}{told}\n{GIVE_UP}", "britannica")


def test_a_crib_declared_for_nothing_is_answered_before_the_deal():
    told = "show 1 hand 4/4 6H 9S 4C JD\n peg 1 declared 4 6H 9S 4C JD\n ok 0 1\n show 1 crib 0/9 KD QD 2S 3S\n"
    deal = "dealt 0 / AC 2C 3C 4C 5C 6C / AD 2D 3D 4D 5D 6D\n"
    assert "the next deal" in verdict(f"{SHOWN}{told}{deal}{GIVE_UP}", "britannica", muggins=True)
    assert verdict(f"{SHOWN}{told}ok 0 1\n{deal}{GIVE_UP}", "britannica", muggins=True) == ""
    assert verdict(f"{SHOWN}{told}{deal}{GIVE_UP}", "britannica") == ""


# Three players: the next player's card leaves the third player's right as it is.

THREE = """
    dealer 2
    dealt 2 / 5H 6H 7H 8H KD / 4C 5C 9C TC QD / 2S 3S 4S JS AD // AH
    away 0 KD
    away 1 QD
    away 2 AD
    starter 0 KS
    play 0 8H =0
    play 1 TC =1
    peg 1 declared 1 8H TC
"""
OFF = "off 1 overscore 1\n peg 0 overscore 1 8H TC\n"
OF_THREE = {
    "after the next card the third player challenges": (f"play 2 JS =0\n challenge 0 1 too_many upheld\n {OFF}", ""),
    "after the next card its player challenges": ("play 2 JS =0\n challenge 2 1 too_many upheld", "no right"),
    "a challenge settles the count for all": (
        f"challenge 0 1 too_many upheld\n {OFF} challenge 2 1 too_many upheld",
        "no count of seat 1 is open",
    ),
    "one accepts, the other challenges": (f"ok 2 1\n challenge 0 1 too_many upheld\n {OFF}", ""),
    "one challenges who accepted": ("ok 0 1\n challenge 0 1 too_many upheld", "no right"),
    "one accepts twice": ("ok 0 1\n ok 0 1", "no right"),
    "two counts are open, and the older is challenged": (
        f"play 2 JS =2\n peg 2 declared 2 8H TC JS\n challenge 0 1 too_many upheld\n {OFF} ok 0 2\n ok 1 2",
        "",
    ),
    "two counts are open, and both are challenged": (
        "play 2 JS =2\n peg 2 declared 2 8H TC JS\n challenge 0 2 too_many upheld\n off 2 overscore 2\n"
        f"peg 0 overscore 2 8H TC JS\n challenge 0 1 too_many upheld\n {OFF}",
        "",
    ),
    "the overscore of the older is paid for the newer": (
        "play 2 JS =2\n peg 2 declared 2 8H TC JS\n challenge 0 1 too_many upheld\n off 2 overscore 2",
        "seat is 2 and should be 1",
    ),
    "the go of the third player accepts nothing": (
        "play 2 JS =0\n go 0\n go 1",
        "seat 1 acts, but the count of seat 1 is open",
    ),
    "the declarer's go waits for the third player": (
        "play 2 JS =0\n go 0\n ok 0 1\n go 1\n play 2 3S =0\n reset 0",
        "",
    ),
}


@pytest.mark.parametrize("name", OF_THREE)
def test_each_of_three_has_a_right(name):
    told, objection = OF_THREE[name]
    assert_verdict(verdict(f"{THREE}{told}\n{TWO_GIVE_UP}", "britannica", 3), objection)


CLAIM = THREE.replace("=1\n    peg 1 declared 1 8H TC", "=1")
CLAIMED = {
    "accepted by both": ("ok 2 1\n ok 0 1\n peg 1 declared 1 8H TC\n won 1 1 play", ""),
    "accepted by one": ("ok 2 1\n peg 1 declared 1 8H TC\n won 1 1 play", "seat 1 claims the game"),
    "the next player goes on": (f"ok 2 1\n play 2 JS =0\n{TWO_GIVE_UP}", "seat 1 claims the game"),
    "challenged rightly": (
        f"ok 2 1\n challenge 0 1 too_many upheld\n peg 0 overscore 1 8H TC\n{TWO_GIVE_UP}",
        "",
    ),
    "challenged rightly, but something is put back": (
        f"ok 2 1\n challenge 0 1 too_many upheld\n off 1 overscore 1\n{TWO_GIVE_UP}",
        "should be pegged",
    ),
    "answered with too few": ("ok 2 1\n challenge 0 1 too_few refused", "cannot be said"),
    "another resigns": (TWO_GIVE_UP, "seat 0 gives up while seat 1 claims the game"),
    "another loses on time": ("time 2\n resign 0\n won 1 1 resigned", "seat 2 gives up while seat 1 claims"),
    "another accepts and resigns": (
        "ok 0 1\n resign 0\n ok 2 1\n peg 1 declared 1 8H TC\n won 1 1 play",
        "",
    ),
    "the claimer resigns": ("resign 1\n play 2 JS =0\n resign 0\n won 2 1 resigned", ""),
}


@pytest.mark.parametrize("name", CLAIMED)
def test_a_claim_of_game_waits_for_both_others(name):
    told, objection = CLAIMED[name]
    assert_verdict(verdict(f"{CLAIM}{told}", "britannica", 3, scores=[0, 60, 0]), objection)


def test_a_claim_of_game_is_answered_before_an_older_count():
    told = f"{THREE}play 2 JS =2\n"
    pegged = "peg 2 declared 2 8H TC JS\n won 2 1 play"
    scores = {"scores": [60, 0, 59]}
    older = f"challenge 0 1 too_many upheld\n {OFF} won 0 1 penalty"
    assert "seat 2 claims the game" in verdict(f"{told}{older}", "britannica", 3, **scores)
    assert verdict(f"{told}ok 0 1\n ok 0 2\n ok 1 2\n {pegged}", "britannica", 3, **scores) == ""
    false = "challenge 0 2 too_many upheld\n won 0 1 penalty"
    assert "should be pegged" in verdict(f"{told}{false}", "britannica", 3, **scores)
    assert (
        verdict(
            f"{told}{false.replace('won', 'peg 0 overscore 2 8H TC JS' + chr(10) + 'won')}", "britannica", 3, **scores
        )
        == ""
    )


GOING_ON = """
    dealer 2
    dealt 2 / TH KH QH 8H KD / 4C 5C 9C TC QD / 7S 8S 9S JS AD // AH
    away 0 KD
    away 1 QD
    away 2 AD
    starter 0 KS
    play 0 TH =0
    play 1 TC =0
    play 2 JS =3
    peg 2 declared 3 TH TC JS
    go 0
    go 1
"""
AFTER_THE_SERIES = {
    "all have accepted": ("ok 0 2\n ok 1 2\n peg 2 go 1 JS\n reset 0\n play 0 KH =0", ""),
    "an answer after the point": ("peg 2 go 1 JS\n reset 0\n ok 1 2", "should be played"),
}


@pytest.mark.parametrize("name", AFTER_THE_SERIES)
def test_the_point_for_a_go_of_three(name):
    told, objection = AFTER_THE_SERIES[name]
    assert_verdict(verdict(f"{GOING_ON}{told}\n{TWO_GIVE_UP}", "britannica", 3), objection)


# Four players: partners share one right.


def test_partners_share_a_right():
    dealt = """
        dealer 0
        dealt 0 / 5H 6H 7H 8H KD / 4C 9C TC JC QD / 2S 3S TS JS AD / 9D TD QS KH KC
        away 0 KD
        away 1 QD
        away 2 AD
        away 3 KC
        starter 1 KS
        play 1 TC =0
        play 2 JS =2
        peg 2 declared 2 TC JS
    """
    wrong = "off 2 overscore 2\n peg 1 overscore 2 TC JS\n"
    assert verdict(f"{dealt}challenge 1 2 too_many upheld\n {wrong}{GIVE_UP}", "britannica", 4) == ""
    told = f"{dealt}play 3 TD =0\n challenge 1 2 too_many upheld\n {wrong}{GIVE_UP}"
    assert "no count of seat 2 is open" in verdict(told, "britannica", 4)
    told = f"{dealt}ok 1 2\n challenge 3 2 too_many upheld\n {wrong}{GIVE_UP}"
    assert "no count of seat 2 is open" in verdict(told, "britannica", 4)
    told = f"{dealt}challenge 0 2 too_many upheld\n {wrong}{GIVE_UP}"
    assert "nobody challenges their own side" in verdict(told, "britannica", 4)
