"""Counts that are raised (003:103), as the engine and the referee both judge them."""

import pytest

from tests.support.short_records import GIVE_UP, assert_verdict
from tests.support.short_records import verdict_of_today as verdict

HAND = "5H 5D 7C 8C"
PLAYED = """
    dealer 1
    dealt 1 / 5H 5D 7C 8C KD QD / 6H 9S 4C JD 2S 3S
    away 0 KD QD
    away 1 2S 3S
    starter 0 TC
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
    play 1 9S =0
    peg 1 last_card 1 9S
"""


def declared(said):
    """Return a deal that is played for nothing, and the pone's count."""
    return f"{PLAYED}show 0 hand {said}/8 {HAND}\n"


# Counts that are raised. The pone's hand is worth 8 and declared for 5.

LOW = f"{declared(5)}peg 0 declared 5 {HAND}\n"
DEALERS = "show 1 hand 5/5 6H 9S 4C JD\n peg 1 declared 5 6H 9S 4C JD\n"
CRIB = "ok 0 1\n show 1 crib 0/6 KD QD 2S 3S\n"
NEXT = "dealt 0 / AC 2C 3C 4H QH 6C / AD 2D 3D 4D 5C 6D\n"
LAID_NEXT = "away 0 QH 6C\n away 1 5C 6D\n starter 1 KH\n"
RAISE = f"amend 0 8 hand\n peg 0 declared 3 {HAND}\n"
RAISED = {
    "at once": (f"{RAISE}", ""),
    "after it was accepted": (f"ok 1 0\n {RAISE}", ""),
    "after the dealer's hand": (f"{DEALERS}{RAISE}", ""),
    "in the next deal": (f"{DEALERS}{CRIB}{NEXT}{RAISE}away 0 QH 6C\n ok 1 0\n away 1 5C 6D\n starter 1 KH", ""),
    "after the starter of the next deal": (f"{DEALERS}{CRIB}{NEXT}{LAID_NEXT}{RAISE}", ""),
    "after the dealer's card": (f"{DEALERS}{CRIB}{NEXT}{LAID_NEXT}play 1 AD =0\n {RAISE} ok 1 0\n play 0 AC =0", ""),
    "after a card of one's own": (
        f"{DEALERS}{CRIB}{NEXT}{LAID_NEXT}play 1 AD =0\n play 0 AC =0\n {RAISE}",
        "may not raise its hand",
    ),
    "then a card without an answer": (
        f"{DEALERS}{CRIB}{NEXT}{LAID_NEXT}play 1 AD =0\n {RAISE} play 0 AC =0",
        "seat 0 acts, but the count of seat 0 is open",
    ),
    "then a deal without an answer": (
        f"{DEALERS}{CRIB}{RAISE}{NEXT}",
        "the next deal comes, but the count of seat 0 is open",
    ),
    "after a challenge": (
        f"challenge 1 0 too_many refused\n peg 0 false_challenge 2\n {RAISE}",
        "may not raise its hand",
    ),
    "of the crib by the pone": ("amend 0 8 crib\n peg 0 declared 3 CARDS", "may not raise its crib"),
    "by the other": (f"amend 1 8 hand\n peg 0 declared 3 {HAND}", "may not raise its hand"),
    "to less": ("amend 0 4 hand", "5 is not amended so"),
    "without the peg": ("amend 0 8 hand\n show 1 hand 5/5 6H 9S 4C JD", "should be pegged"),
    "while another count of one's own is open": (
        f"{DEALERS}amend 1 2 play\n peg 1 declared 2 7C 4C 5D 9S",
        "another count of this side is open",
    ),
    "of the last card, with the hand accepted": (
        f"{DEALERS}ok 0 1\n amend 1 2 play\n peg 1 declared 2 7C 4C 5D 9S",
        "",
    ),
}


@pytest.mark.parametrize("name", RAISED)
def test_a_count_may_be_raised_until_the_declarers_next_card(name):
    told, objection = RAISED[name]
    assert_verdict(verdict(f"{LOW}{told}\n{GIVE_UP}", "crib-derby"), objection)
    assert "nothing is amended" in verdict(f"{LOW}{RAISE}\n{GIVE_UP}", "britannica")


def test_a_raised_count_is_open_again():
    too_high = (
        f"{LOW}ok 1 0\n amend 0 9 hand\n peg 0 declared 4 {HAND}\n challenge 1 0 too_many upheld\n off 0 overscore 1\n"
    )
    assert verdict(f"{too_high}{GIVE_UP}", "crib-derby") == ""
    assert "should be put_back" in verdict(f"{too_high.replace('off 0 overscore 1', '')}{GIVE_UP}", "crib-derby")


INTO_THE_GAME_HOLE = {
    "accepted": ("amend 0 8 hand\n ok 1 0\n peg 0 declared 3 CARDS\n won 0 1 show", ""),
    "pegged at once": ("amend 0 8 hand\n peg 0 declared 3 CARDS\n won 0 1 show", "seat 0 claims the game|should be"),
    "pegged in full": (
        "amend 0 8 hand\n ok 1 0\n peg 0 declared 8 CARDS\n won 0 1 show",
        "points is 8 and should be 3",
    ),
    "challenged, and right": (
        "amend 0 8 hand\n challenge 1 0 too_many refused\n peg 0 declared 3 CARDS\n won 0 1 show",
        "",
    ),
    "challenged, and too many": (
        "amend 0 29 hand\n challenge 1 0 too_many upheld\n peg 0 declared 3 CARDS\n won 0 1 show",
        "",
    ),
    "accepted in the next deal": (
        f"{DEALERS}{CRIB}{NEXT}{LAID_NEXT}amend 0 8 hand\n ok 1 0\n peg 0 declared 3 CARDS\n won 0 1 show",
        "",
    ),
    "cards are discarded first": (
        f"{DEALERS}{CRIB}{NEXT}amend 0 8 hand\n away 0 QH 6C\n ok 1 0\n peg 0 declared 3 CARDS\n won 0 1 show",
        "seat 0 claims the game",
    ),
}


@pytest.mark.parametrize("name", INTO_THE_GAME_HOLE)
def test_a_count_may_be_raised_into_the_game_hole(name):
    told, objection = INTO_THE_GAME_HOLE[name]
    found = verdict(f"{LOW}{told.replace('CARDS', HAND)}", "crib-derby", scores=[113, 20])
    assert any(part in found for part in objection.split("|")) if objection else found == ""


def test_a_count_raised_falsely_into_the_game_hole_goes_back():
    told = (
        f"{declared(9)}peg 0 declared 9 {HAND}\n amend 0 29 hand\n challenge 1 0 too_many upheld\n off 0 overscore 1\n"
    )
    assert verdict(f"{told}{GIVE_UP}", "crib-derby", scores=[105, 20]) == ""
    told = f"{LOW}amend 0 29 hand\n challenge 1 0 too_many upheld\n peg 0 declared 3 {HAND}\n"
    assert verdict(f"{told}{GIVE_UP}", "crib-derby", scores=[105, 20]) == ""
