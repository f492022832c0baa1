"""What wrong counts and reneges cost (law 19; ACC 7.3, 8.4 and 10.4), as the engine and the referee both judge it."""

import pytest

from tests.referee.verdict import check
from tests.support.short_records import GIVE_UP, assert_verdict, tell
from tests.support.short_records import verdict_of_today as verdict

LAID = """
    dealer 1
    dealt 1 / 5H 5D 7C 8C KD QD / 6H 9S 4C JD 2S 3S
    away 0 KD QD
    away 1 2S 3S
    starter 0 TC
"""
PLAYED = f"""{LAID}
    play 0 5H
    play 1 JD
    peg 1 fifteen 2 5H JD
    play 0 8C
    play 1 6H
    go 0
    peg 1 go 1 6H
    reset 0
    play 0 7C
    play 1 4C
    play 0 5D
    play 1 9S
    peg 1 last_card 1 9S
"""
HAND = "5H 5D 7C 8C"

# No holes beyond the game hole. The pone's hand is worth 8.

ROOM = {
    "declared 29 with 11 to go": (
        110,
        f"show 0 hand 29/8 {HAND}\n peg 0 declared 8 {HAND}\n peg 1 overscore 3 {HAND}",
        "",
    ),
    "all that is too many": (
        110,
        f"show 0 hand 29/8 {HAND}\n peg 0 declared 8 {HAND}\n peg 1 overscore 21 {HAND}",
        "points is 21 and should be 3",
    ),
    "declared 29 with 60 to go": (
        61,
        f"show 0 hand 29/8 {HAND}\n peg 0 declared 8 {HAND}\n peg 1 overscore 21 {HAND}",
        "",
    ),
    "declared as many as there are to go": (
        110,
        f"show 0 hand 11/8 {HAND}\n peg 0 declared 8 {HAND}\n peg 1 overscore 3 {HAND}",
        "",
    ),
}


@pytest.mark.parametrize("name", ROOM)
def test_the_referee_pays_no_holes_that_do_not_exist(name):
    score, told, objection = ROOM[name]
    assert_verdict(verdict(f"{PLAYED}{told}\n{GIVE_UP}", "house", scores=[score, 20]), objection)


def test_too_many_with_enough_true_points_wins():
    told = f"{PLAYED}show 0 hand 29/8 {HAND}\n peg 0 declared 8 {HAND}\n won 0 1 show"
    assert verdict(told, "house", scores=[113, 20]) == ""


def declared(said):
    """Return a deal that is played without a word, up to the pone's count."""
    lines = [line.strip() for line in PLAYED.splitlines()]
    played = [f"{line} =0" if line.startswith("play ") else line for line in lines if "fifteen" not in line]
    return "\n".join(played) + f"\nshow 0 hand {said}/8 {HAND}\n"


CLAIMED = {
    "too many up to the game hole": (
        "challenge 1 0 too_many upheld\n peg 0 declared 8 CARDS\n peg 1 overscore 3 CARDS",
        "",
    ),
    "all that is too many": (
        "challenge 1 0 too_many upheld\n peg 0 declared 8 CARDS\n peg 1 overscore 21 CARDS\n won 1 1 penalty",
        "points is 21 and should be 3",
    ),
}


@pytest.mark.parametrize("name", CLAIMED)
def test_a_false_claim_pays_no_holes_that_do_not_exist(name):
    told, objection = CLAIMED[name]
    told = f"{declared(29)}{told.replace('CARDS', HAND)}\n{GIVE_UP}".replace("won 1 1 penalty\nresign 0\n ", "")
    assert_verdict(verdict(told, "britannica", scores=[50, 38]), objection)


# ACC: a false claim of game, muggins and a false go.

FALSE_CLAIM = {
    "15 come off before the overscore goes across": (
        "peg 0 declared 8 CARDS\n off 0 false_game 15\n peg 1 overscore 3 CARDS",
        "",
    ),
    "the overscore first": (
        "peg 0 declared 8 CARDS\n peg 1 overscore 3 CARDS\n off 0 false_game 15",
        "should be put_back, not pegged",
    ),
    "the overscore alone": ("peg 0 declared 8 CARDS\n peg 1 overscore 3 CARDS", "should be put_back, not pegged"),
}


@pytest.mark.parametrize("name", FALSE_CLAIM)
def test_a_false_claim_in_a_tournament(name):
    told, objection = FALSE_CLAIM[name]
    told = f"{declared(29)}challenge 1 0 too_many upheld\n {told.replace('CARDS', HAND)}\n"
    assert_verdict(verdict(f"{told}{GIVE_UP}", "acc", scores=[110, 90]), objection)


def test_15_come_off_though_the_opponent_goes_out():
    told = f"{declared(29)}challenge 1 0 too_many upheld\n peg 0 declared 8 {HAND}\n "
    out = f"peg 1 overscore 3 {HAND}\n won 1 GAMES penalty"
    scores = [110, 116]
    lines = {"doubles": [[121, 2], [104, 4]], "scores": scores}
    assert verdict(f"{told}off 0 false_game 15\n {out}".replace("GAMES", "4"), "acc", **lines) == ""
    assert "should be put_back" in verdict(f"{told}{out}".replace("GAMES", "2"), "acc", **lines)


MUGGINS = {
    "as many as were missed": ("upheld 3", "peg 1 muggins 3 CARDS", ""),
    "fewer than were missed": ("upheld 2", "peg 1 muggins 2 CARDS", ""),
    "more than were missed": ("upheld 7", "peg 1 muggins 3 CARDS", ""),
    "more than were missed, and all pegged": ("upheld 7", "peg 1 muggins 7 CARDS", "points is 7 and should be 3"),
    "fewer than were missed, and all pegged": ("upheld 2", "peg 1 muggins 3 CARDS", "points is 3 and should be 2"),
    "without a number": ("upheld", "peg 1 muggins 3 CARDS", "nobody calls muggins for None"),
    "for nothing": ("upheld 30", "peg 1 muggins 3 CARDS", "nobody calls muggins for 30"),
}


@pytest.mark.parametrize("name", MUGGINS)
def test_muggins_is_called_by_points_in_a_tournament(name):
    said, told, objection = MUGGINS[name]
    missed = f"{declared(5)}peg 0 declared 5 {HAND}\n challenge 1 0 too_few {said}\n"
    told = f"{missed}{told.replace('CARDS', HAND)}\n{GIVE_UP}"
    assert_verdict(verdict(told, "acc", muggins=True), objection)


WRONG_CALL = {
    "the points called go to the declarer": ("refused 4", "peg 0 false_challenge 4", ""),
    "two go to the declarer": ("refused 4", "peg 0 false_challenge 2", "points is 2 and should be 4"),
    "the caller pegs them": ("refused 4", "peg 1 false_challenge 4", "seat is 1 and should be 0"),
    "nobody pegs anything": ("refused 4", "show 1 hand 0/5 6H 9S 4C JD", "should be pegged"),
}


@pytest.mark.parametrize("name", WRONG_CALL)
def test_a_wrong_muggins_call_costs_the_points_called(name):
    said, told, objection = WRONG_CALL[name]
    told = f"{declared(8)}peg 0 declared 8 {HAND}\n challenge 1 0 too_few {said}\n {told}\n{GIVE_UP}"
    assert_verdict(verdict(told, "acc", muggins=True), objection)


def test_a_wrong_muggins_call_costs_two_elsewhere():
    told = f"{declared(8)}peg 0 declared 8 {HAND}\n challenge 1 0 too_few refused\n peg 0 false_challenge 2\n{GIVE_UP}"
    assert verdict(told, "britannica", muggins=True) == ""
    called = told.replace("too_few refused", "too_few refused 4")
    assert "no number is named" in verdict(called, "britannica", muggins=True)


def test_a_wrong_too_many_costs_two_in_a_tournament():
    told = f"{declared(8)}peg 0 declared 8 {HAND}\n challenge 1 0 too_many refused\n peg 0 false_challenge 2\n{GIVE_UP}"
    assert verdict(told, "acc") == ""


# At 23 the dealer holds a six and a four that come in, and a nine that does not.

AT_23 = f"{LAID}play 0 5H =0\n play 1 JD =0\n play 0 8C =0\n"
RENEGE = {
    "two a card, then a card": (
        "go 1 false\n peg 0 false_go 4\n require 0 1\n play 1 6H =0\n go 0\n peg 1 go 1 6H\n reset 0",
        "",
    ),
    "two for all": ("go 1 false\n peg 0 false_go 2\n require 0 1\n play 1 6H =0", "points is 2 and should be 4"),
    "two for every card held": ("go 1 false\n peg 0 false_go 6", "points is 6 and should be 4"),
    "to the offender": ("go 1 false\n peg 1 false_go 4", "seat is 1 and should be 0"),
    "nothing to pay": ("go 1 false\n require 0 1\n play 1 6H =0", "should be pegged, not required"),
    "no card to play": ("go 1 false\n peg 0 false_go 4\n play 0 7C =0", "should be required, not played"),
    "another plays first": ("go 1 false\n peg 0 false_go 4\n require 0 1\n play 0 7C =0", "seat is 0 and should be 1"),
    "a card that does not come in": ("go 1 false\n peg 0 false_go 4\n require 0 1\n play 1 9S =0", "does not come in"),
    "go again": ("go 1 false\n peg 0 false_go 4\n require 0 1\n go 1", "should be played"),
}


@pytest.mark.parametrize("name", RENEGE)
def test_a_false_go_in_a_tournament(name):
    told, objection = RENEGE[name]
    assert_verdict(verdict(f"{AT_23}{told}\n{GIVE_UP}", "acc"), objection)


def test_a_false_go_may_win_in_a_tournament():
    told = f"{AT_23}go 1 false\n peg 0 false_go 4\n won 0 1 penalty"
    assert verdict(told, "acc", scores=[117, 0]) == ""
    assert "should be required" in verdict(told, "acc", scores=[116, 0])


def test_the_next_of_three_gets_two_a_card():
    told = """
        dealer 2
        dealt 2 / 5H 6H 7H 8H KD / 4C 5C 9C TC QD / 2S 3S 4S JS AD // AH
        away 0 KD
        away 1 QD
        away 2 AD
        starter 0 KS
        play 0 8H =0
        go 1 false
        peg 2 false_go 8
        require 2 1
        play 1 TC =0
        resign 0
        resign 1
        won 2 1 resigned
    """
    assert verdict(told, "crib-derby", 3, irregular="penalise", renege="two_a_card") == ""


# The pone cuts before every deal of a tournament, with ceremony.

CEREMONY = LAID.replace("starter 0 TC", "starter 0 TC@7")
CUTS = {
    "the pone cuts": ("cutpack 0 20", ""),
    "nobody cuts": ("", "should be cut_to_dealer, not dealt"),
    "the dealer cuts": ("cutpack 1 20", "the dealer does not cut"),
    "twice": ("cutpack 0 20\n cutpack 0 20", "should be dealt"),
    "too deep": ("cutpack 0 49", "not cut at 49"),
}


@pytest.mark.parametrize("name", CUTS)
def test_the_pone_must_cut_in_a_tournament(name):
    told, objection = CUTS[name]
    told = CEREMONY.replace("dealer 1\n", f"dealer 1\n{told}\n", 1)
    assert_verdict(verdict(f"{told}{GIVE_UP}", "acc", ceremony=True), objection)


def test_without_ceremony_nobody_cuts_in_a_tournament():
    assert verdict(f"{LAID}{GIVE_UP}", "acc") == ""
    assert "not cut before" in verdict(
        f"{LAID.replace('dealer 1', 'dealer 1' + chr(10) + 'cutpack 0 20', 1)}{GIVE_UP}", "acc"
    )


# The books.

FIELDS = [
    ("acc", {}, ""),
    ("acc", {"renege": "require_or_two"}, "acc does not play renege"),
    ("acc", {"false_muggins": "two"}, "acc does not play false_muggins"),
    ("acc", {"irregular": "refuse"}, "acc does not play irregular"),
    ("acc", {"predeal_cut": "none"}, "acc does not play predeal_cut"),
    ("crib-derby", {}, ""),
    ("crib-derby", {"renege": "two_a_card"}, "crib-derby does not play renege"),
    ("crib-derby", {"false_muggins": "points_called"}, "crib-derby does not play false_muggins"),
    ("house", {"partners": "chosen"}, "partners are not found by 'chosen'"),
    ("house", {"partners": "drawn"}, "partners are not found by 'drawn'"),
    ("britannica", {"edition": 3}, "there is no edition 3"),
    ("britannica", {"edition": True}, "there is no edition True"),
]


@pytest.mark.parametrize(("preset", "changed", "objection"), FIELDS)
def test_the_fields_of_each_book(preset, changed, objection):
    record = tell(f"dealer 0\n{GIVE_UP}", preset, edition=2, doubles=[])
    record["rules"] |= changed
    found = check(record)
    assert objection in found[0] if objection else found == []


def test_four_may_choose_their_partners():
    told = f"cut 2H 5D 5C KS\n dealer 0\n{GIVE_UP}"
    assert verdict(told, "house", 4, partners="chosen") == ""
    assert "should be cut_for_deal" in verdict(told, "house", 4)
    assert (
        verdict(
            told.replace("2H", "6H").replace("dealer 0", "dealer 2").replace("5D", "7D"), "house", 4, partners="chosen"
        )
        == ""
    )
    record = tell(f"dealer 0\n{GIVE_UP}", "house", 4, edition=2, doubles=[], partners="chosen")
    assert check(record) == []


def test_records_of_version_0_2_name_no_edition():
    record = tell(f"dealer 0\n{GIVE_UP}", "acc")
    assert "edition" not in record["rules"]
    assert check(record) == []
    written_today = record["rules"] | {"edition": 1, "renege": "require_or_two", "false_muggins": "two"}
    assert check(record | {"rules": written_today}) == []
    assert (
        "does not play irregular 'refuse'"
        in check(record | {"rules": written_today | {"edition": 2, "partners": "cut"}})[0]
    )
    assert "should be 2" in check(tell(f"dealer 0\n{GIVE_UP}", "acc", edition=2))[0]
