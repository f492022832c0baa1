"""The laws of single rule books, as the engine and the referee both judge them."""

import pytest

from tests.referee.verdict import check
from tests.support.short_records import altered, assert_verdict, cut_short, tell, verdict_on

# Two players. After 5H JD 8C the dealer can play a six or a four, or say go.

DEALT = """
    dealer 1
    dealt 1 / 5H 5D 7C 8C KD QD / 6H 9S 4C JD 2S 3S
"""
LAID = f"""{DEALT}
    away 0 KD QD
    away 1 2S 3S
    starter 0 TC
"""
AT_TWENTY_THREE = f"""{LAID}
    play 0 5H =0
    play 1 JD =0
    play 0 8C =0
"""

FALSE_GO = {
    "for two": ("go 1 false\n peg 0 false_go 2\n play 0 7C =0\n peg 0 go 1 7C\n reset 1\n play 1 4C =0", ""),
    "for two, and the offender plays on": ("go 1 false\n peg 0 false_go 2\n play 1 6H =0", "seat is 1 and should be 0"),
    "for three": ("go 1 false\n peg 0 false_go 3", "should be 2"),
    "for two to the offender": ("go 1 false\n peg 1 false_go 2", "seat is 1 and should be 0"),
    "with a card counted": ("go 1 false\n peg 0 false_go 2 6H", "the cards are []"),
    "required": ("go 1 false\n require 0 1\n play 1 4C =0\n play 0 5D =0", "does not come in"),
    "required, and lawfully on": (
        "go 1 false\n require 0 1\n play 1 6H =0\n go 0\n peg 1 go 1 6H\n reset 0\n play 0 7C =0",
        "",
    ),
    "required, and the six made good": ("go 1 false\n require 0 1\n play 1 4C =0\n go 0\n peg 1 go 1 4C\n reset 0", ""),
    "required, and heels without a jack": ("go 1 false\n require 0 1\n peg 1 his_heels 2 TC", "should be played"),
    "required, and another plays": ("go 1 false\n require 0 1\n play 0 7C =0", "seat is 0 and should be 1"),
    "required of nobody": ("go 1 false\n require 0 0\n play 0 7C =0", "of is 0 and should be 1"),
    "required by the offender": ("go 1 false\n require 1 1\n play 1 6H =0", "seat is 1 and should be 0"),
    "required, and go again": ("go 1 false\n require 0 1\n go 1", "should be played"),
    "unanswered": ("go 1\n play 0 7C =0", "should be pegged"),
    "not false": ("play 1 6H =0\n go 0\n peg 1 false_go 2", "what is due"),
    "not false, and required": ("play 1 6H =0\n go 0\n require 1 0", "should be pegged"),
    "given up before it is answered": ("go 1 false", ""),
}


@pytest.mark.parametrize("name", FALSE_GO)
def test_a_false_go(name):
    told, objection = FALSE_GO[name]
    told = f"{AT_TWENTY_THREE}{told}\n resign 0\n won 1 1 resigned"
    assert_verdict(verdict_on(told, "britannica"), objection)
    if "go 1" in told.removeprefix(AT_TWENTY_THREE):
        refused = verdict_on(told.replace("TC", "9C"), "acc")
        assert "go was said with a card that comes in" in refused


def test_go_is_illegal_on_an_empty_series():
    told = f"{LAID}go 0\n peg 1 false_go 2\n resign 0\n won 1 1 resigned"
    assert "a card that comes in" in verdict_on(told, "britannica")


TURNS = {
    "in turn": ("play 1 4C =0\n play 0 3H =0", "was not held"),
    "twice one player": ("play 0 7C =0", "seat is 0 and should be 1"),
    "past thirty-one": ("play 1 9S =0", "does not come in"),
    "a go passed over": ("play 1 6H =0\n peg 1 go 1 6H", "should be played"),
    "the wrong lead": ("play 1 6H =0\n go 0\n peg 1 go 1 6H\n reset 1", "lead is 1 and should be 0"),
    "no reset": ("play 1 6H =0\n go 0\n peg 1 go 1 6H\n play 0 7C =0", "should be count_reset"),
    "the go to the one who said it": ("play 1 6H =0\n go 0\n peg 0 go 1 6H", "seat is 0 and should be 1"),
    "no point for the go": ("play 1 6H =0\n go 0\n reset 0", "should be pegged"),
    "last card for the go": ("play 1 6H =0\n go 0\n peg 1 last_card 1 6H", "what is due"),
}


@pytest.mark.parametrize("name", TURNS)
def test_turns_and_goes(name):
    told, objection = TURNS[name]
    assert objection in verdict_on(f"{AT_TWENTY_THREE}{told}\n resign 0\n won 1 1 resigned", "acc")


AWAY = {
    "two by one player": ("away 1 2S 3S", "away 0 5H 5D\n away 1 2S 3S", "cannot be its cards|laid away already"),
    "nothing more": ("away 1 2S 3S", "away 0\n away 1 2S 3S", "laid away already"),
    "by nobody": ("away 1 2S 3S", "away 2 2S 3S", "nobody sits at 2"),
    "nothing": ("away 1 2S 3S", "away 1 2S 3S\n away 1", "should be starter_turned"),
    "nothing at first": ("away 0 KD QD", "away 0\n away 0 KD QD", "cannot be its cards"),
    "another's cards": ("away 0 KD QD", "away 0 KD 6H", "was not held"),
    "three": ("away 0 KD QD", "away 0 KD QD 5H", "cannot be its cards"),
    "a starter that was dealt": ("starter 0 TC", "starter 0 KD", "the starter was in a hand|not whole"),
    "a third hand": ("2S 3S\n away 0", "2S 3S / AC AD AH AS KC KH\n away 0", "2 hands are dealt|zip"),
    "a card of both hands": ("6H 9S", "5H 9S", "dealt twice"),
    "a declaration where none is made": ("starter 0 TC", "starter 0 TC\n play 0 5H =0", "pegged for the players"),
}


@pytest.mark.parametrize("name", AWAY)
def test_laying_away(name):
    before, after, objection = AWAY[name]
    told = altered(f"{LAID} resign 0\n won 1 1 resigned", before, after)
    verdict = verdict_on(told, "house")
    assert any(part in verdict for part in objection.split("|"))


# Law 11, and the fresh deal.

AGAIN = "dealt 1 / 2C 3C 4D 6C 7D 8D / AH 2H 3D 4H 5S 6S"
TAKEN_BACK = {
    "and laid away again": (
        "away 0 KD QD\n back 0 KD QD\n peg 1 taken_back 2\n away 0 7C 8C\n away 1 2S 3S\n starter 0 TC",
        "",
    ),
    "in part": ("away 0 KD QD\n back 0 KD\n peg 1 taken_back 2\n away 0 KD\n away 1 2S 3S\n starter 0 TC", ""),
    "and a fresh deal": (
        f"away 0 KD QD\n back 0 KD\n peg 1 taken_back 2\n fresh 1\n{AGAIN}\naway 0 2C 3C\n away 1 AH 2H\n starter 0 TC",
        "",
    ),
    "and a fresh deal by the other": (
        f"away 0 KD QD\n back 0 KD\n peg 1 taken_back 2\n fresh 1\n{AGAIN.replace('dealt 1', 'dealt 0')}",
        "dealer is 0 and should be 1",
    ),
    "and a fresh deal that the offender asks for": (
        f"away 0 KD QD\n back 0 KD\n peg 1 taken_back 2\n fresh 0\n{AGAIN}",
        "seat is 0 and should be 1",
    ),
    "and a fresh deal, once the deal stood": (
        f"away 0 KD QD\n back 0 KD\n peg 1 taken_back 2\n away 0 KD\n fresh 1\n{AGAIN}",
        "should be laid_away",
    ),
    "and nothing marked": ("away 0 KD QD\n back 0 KD\n away 0 KD", "should be pegged"),
    "and two for the offender": ("away 0 KD QD\n back 0 KD\n peg 0 taken_back 2", "seat is 0 and should be 1"),
    "and one for it": ("away 0 KD QD\n back 0 KD\n peg 1 taken_back 1", "should be 2"),
    "and more laid away": ("away 0 KD QD\n back 0 KD\n peg 1 taken_back 2\n away 0 KD 7C", "cannot be its cards"),
    "of another's": ("away 0 KD QD\n back 1 KD\n peg 0 taken_back 2", "do not lie there"),
    "never laid away": ("away 0 KD QD\n back 0 7C\n peg 1 taken_back 2", "do not lie there"),
    "of no card": ("away 0 KD QD\n back 0\n peg 1 taken_back 2", "do not lie there"),
    "after the starter": (
        "away 0 KD QD\n away 1 2S 3S\n starter 0 TC\n back 0 KD\n peg 1 taken_back 2",
        "should be played",
    ),
    "twice": (
        "away 0 KD QD\n back 0 KD\n peg 1 taken_back 2\n away 0 KD\n back 0 QD\n peg 1 taken_back 2\n away 0 5D",
        "",
    ),
}


@pytest.mark.parametrize("name", TAKEN_BACK)
def test_a_card_taken_back(name):
    told, objection = TAKEN_BACK[name]
    told = f"{DEALT}{told}\n resign 0\n won 1 1 resigned"
    assert_verdict(verdict_on(told, "britannica"), objection)
    refused = verdict_on(told, "acc")
    assert "nothing is taken back" in refused or "should be played" in refused


def test_a_card_taken_back_may_win():
    told = f"{DEALT}away 0 KD QD\n back 0 KD\n peg 1 taken_back 2\n won 1 1 penalty"
    assert verdict_on(told, "britannica", scores=[0, 60]) == ""


# Five cards, three kept.

FIVE = """
    dealer 1
    dealt 1 / 5H 7D 8C KD QD / 6H 9S JD 2S 3S
    peg 0 three_for_last 3
    away 0 KD QD
    away 1 2S 3S
    starter 0 TC
    play 0 8C =0
    play 1 JD =0
    play 0 7D =0
    play 1 6H =3
"""
FIVE_PLAYED = f"""{FIVE}
    ok 0
"""


def test_three_for_last_is_the_pones_after_the_first_deal():
    told = f"{FIVE}\n resign 0\n won 1 1 resigned"
    assert "should be pegged" in verdict_on(altered(told, "peg 0 three_for_last 3\n", ""), "britannica-five")
    other = altered(told, "peg 0 three_for_last 3", "peg 1 three_for_last 3")
    assert "seat is 1 and should be 0" in verdict_on(other, "britannica-five")
    assert "should be laid_away" in verdict_on(f"{DEALT}peg 0 three_for_last 3", "britannica")


FIVE_SERIES = {
    "to thirty-one": (
        "play 1 6H =2\n peg 1 declared 2 8C JD 7D 6H\n show 0 hand 4/4 5H 7D 8C\n peg 0 declared 4 5H 7D 8C",
        "",
    ),
    "thirty-one and a go": ("play 1 6H =2\n peg 1 declared 2 8C JD 7D 6H\n ok 0\n peg 1 go 1 6H", "should be shown"),
    "thirty-one and another series": (
        "play 1 6H =2\n peg 1 declared 2 8C JD 7D 6H\n ok 0\n reset 0\n play 0 5H =0",
        "should be shown",
    ),
    "a go, and playing on": ("play 1 2C =0", "was not held"),
    "stopped at once": ("stop 1\n peg 0 go 1 7D\n show 0 hand 4/4 5H 7D 8C", "bound to play on"),
    "a false go": ("go 1 false\n peg 0 false_go 2", "go was said with a card that comes in"),
}


@pytest.mark.parametrize("name", FIVE_SERIES)
def test_five_cards_are_played_in_one_series(name):
    told, objection = FIVE_SERIES[name]
    told = cut_short(FIVE, "play 1 6H =3", told)
    assert_verdict(verdict_on(told, "britannica-five"), objection)


PLAYED_ON = """
    dealer 1
    dealt 1 / KH QH KC KD QD / AH 2H 3D 2S 3S
    peg 0 three_for_last 3
    away 0 KD QD
    away 1 2S 3S
    starter 0 TC
    play 0 KH =0
    play 1 AH =0
    play 0 QH =0
    play 1 2H =0
    go 0
"""
LIBERTY = {
    "stopping": ("stop 1\n peg 1 go 1 2H\n show 0 hand 2/2 KH QH KC\n peg 0 declared 2 KH QH KC", ""),
    "playing on": (
        "play 1 3D =3\n peg 1 declared 3 KH AH QH 2H 3D\n ok 0\n peg 1 go 1 3D\n show 0 hand 0/2 KH QH KC",
        "",
    ),
    "a last card of all, with one held": ("play 1 3D =0\n peg 1 last_card 1 3D", "what is due"),
    "stopping by the other": ("stop 0\n peg 1 go 1 2H", "seat is 0 and should be 1"),
    "stopping without the go": ("stop 1\n show 0 hand 2/2 KH QH KC", "should be pegged"),
    "stopping for the one who said go": ("stop 1\n peg 0 go 1 QH", "seat is 0 and should be 1"),
    "another series": ("stop 1\n peg 1 go 1 2H\n reset 0\n play 0 KC =0", "should be shown"),
    "a true go called a stop": ("play 1 3D =0\n peg 1 go 1 3D\n stop 1", "should be shown"),
}


@pytest.mark.parametrize("name", LIBERTY)
def test_a_player_may_stop_once_the_other_said_go(name):
    told, objection = LIBERTY[name]
    told = f"{PLAYED_ON}{told}\n resign 0\n won 1 1 resigned"
    assert_verdict(verdict_on(told, "britannica-five"), objection)


def test_nobody_stops_with_nothing_that_comes_in():
    told = """
        dealer 0
        dealt 0 / TH 9H 8C KD QD / KH KS QC 2S 3S
        peg 1 three_for_last 3
        away 0 KD QD
        away 1 2S 3S
        starter 1 JC
        play 1 KH =0
        play 0 TH =0
        play 1 QC =0
        stop 0
        peg 1 go 1 QC
        resign 0
        won 1 1 resigned
    """
    assert "bound to play on" in verdict_on(told, "britannica-five")
    alone = altered(told, "play 1 QC =0\n stop 0", "play 1 QC =0\n go 0\n stop 1")
    assert "should be pegged" in verdict_on(alone, "britannica-five")


def test_stop_is_never_legal_with_six_cards():
    told = f"{AT_TWENTY_THREE}play 1 4C =0\n go 0\n stop 1\n resign 0\n won 1 1 resigned"
    assert "should be pegged" in verdict_on(told, "britannica")
    told = f"{LAID}play 0 5H =0\n stop 1\n resign 0\n won 1 1 resigned"
    assert "bound to play on" in verdict_on(told, "britannica")


# Cuts.

CUTS = {
    "the lowest deals": ("cut 5H 6D 7C\n dealer 0", ""),
    "the higher deals": ("cut 5H 6D 7C\n dealer 1", "seat is 1 and should be 0"),
    "equal and cut again": ("cut 5H 6D 5C\n cut 7H 6D 9C\n dealer 1", ""),
    "equal and not cut again": ("cut 5H 6D 5C\n dealer 0", "should be cut_for_deal"),
    "equal, but not the lowest": ("cut 5H 6D 6C\n dealer 0", ""),
    "cut again for nothing": ("cut 5H 6D 6C\n cut 7H 6D 9C\n dealer 1", "should be dealer_chosen"),
    "one card cut twice": ("cut 5H 5H 6D\n dealer 2", "cannot be its cards"),
    "two who cut": ("cut 5H 6D\n dealer 0", "every player cuts"),
    "numbers without ceremony": ("cut 5H@10 6D@11 7C@12\n dealer 0", "with ceremony alone"),
}


@pytest.mark.parametrize("name", CUTS)
def test_the_cut_for_deal_of_three(name):
    told, objection = CUTS[name]
    assert_verdict(verdict_on(f"{told}\n resign 0\n won 1 1 resigned", "house", 3), objection)


SEATS = {
    "as they cut": ("cut 2H 8D 5C KS\n dealer 0", ""),
    "the second lowest not across": ("cut 2H 5D 8C KS\n dealer 0", "not seated as they cut"),
    "the lowest elsewhere": ("cut 8H 2D KC 5S\n dealer 1", "not seated as they cut"),
    "the highest at the left": ("cut 2H KD 5C 8S\n dealer 0", "not seated as they cut"),
    "the partners open": ("cut 2H 5D 5C KS\n dealer 0", "should be cut_for_deal"),
    "the partners open, and cut again": ("cut 2H 5D 5C KS\n cut 2H KD 5C KS\n dealer 0", ""),
    "another deals": ("cut 2H 8D 5C KS\n dealer 2", "seat is 2 and should be 0"),
}


@pytest.mark.parametrize("name", SEATS)
def test_four_are_seated_by_the_cut(name):
    told, objection = SEATS[name]
    assert_verdict(verdict_on(f"{told}\n resign 0\n won 1 1 resigned", "house", 4), objection)


NUMBERS = {
    "as one cuts": ("cut 5H@4 6D@48\n dealer 0", ""),
    "too few above": ("cut 5H@3 6D@48\n dealer 0", "not cut at 3"),
    "too few below": ("cut 5H@4 6D@49\n dealer 0", "not cut at 49"),
    "one number twice": ("cut 5H@4 6D@4\n dealer 0", "named twice"),
    "no numbers": ("cut 5H 6D\n dealer 0", "cannot be read|no attribute"),
    "one number": ("cut 5H@4 6D@\n dealer 0", "names a number"),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_with_ceremony(name):
    told, objection = NUMBERS[name]
    found = check(tell(f"{told}\n resign 0\n won 1 1 resigned", "house", ceremony=True))
    assert any(part in " ".join(found) for part in objection.split("|")) if objection else found == []


STARTERS = {4: "", 36: "", 3: "not cut at 3", 37: "not cut at 37"}


@pytest.mark.parametrize("number", STARTERS)
def test_the_starter_is_cut_with_four_at_either_end(number):
    told = f"{LAID.replace('TC', f'TC@{number}')} resign 0\n won 1 1 resigned"
    assert_verdict(verdict_on(told, "house", ceremony=True), STARTERS[number])
    assert "ceremony alone" in verdict_on(told, "house")


PREDEAL = {
    "two to the dealer": ("cutpack 0 20\n peg 1 predeal_cut 2", ""),
    "nobody cuts": ("", ""),
    "nothing for it": ("cutpack 0 20", "should be pegged"),
    "two to the one who cut": ("cutpack 0 20\n peg 0 predeal_cut 2", "seat is 0 and should be 1"),
    "by the dealer": ("cutpack 1 20\n peg 1 predeal_cut 2", "does not cut the pack"),
    "twice": ("cutpack 0 20\n peg 1 predeal_cut 2\n cutpack 0 20\n peg 1 predeal_cut 2", "should be dealt"),
    "too deep": ("cutpack 0 49\n peg 1 predeal_cut 2", "not cut at 49"),
}


@pytest.mark.parametrize("name", PREDEAL)
def test_the_cut_before_the_deal(name):
    told, objection = PREDEAL[name]
    told = altered(f"{DEALT} resign 0\n won 1 1 resigned", "dealer 1\n", f"dealer 1\n{told}\n")
    assert_verdict(verdict_on(told, "crib-derby", ceremony=True), objection)
    if "cutpack" in told:
        assert "not cut before the deal" in verdict_on(told, "crib-derby")
        assert "not cut before the deal" in verdict_on(told, "acc", ceremony=True)
        assert verdict_on(told, "bicycle", ceremony=True) != "" or "twice" in name or "nothing" in name


def test_the_cut_before_the_deal_is_free_in_the_older_books():
    told = f"{DEALT} resign 0\n won 1 1 resigned".replace("dealer 1", "dealer 1\n cutpack 0 20", 1)
    assert verdict_on(told, "bicycle", ceremony=True) == ""
    assert verdict_on(told, "britannica", ceremony=True) == ""
