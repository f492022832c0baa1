"""The referee and the laws of single books: games told by hand, lawful ones and the same with one thing wrong."""

import pytest

from tests.handwritten import altered, assert_verdict, cut_short, tell, verdict_on
from tests.referee.verdict import check

# Two players. After 5H JD 8C the dealer can play his six or his four, and says what he says.

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
    "for two": ("go 1\n peg 0 false_go 2\n play 0 7C =0\n peg 0 go 1 7C\n reset 1\n play 1 4C =0", ""),
    "for two, and he plays on": ("go 1\n peg 0 false_go 2\n play 1 6H =0", "seat is 1 and should be 0"),
    "for three": ("go 1\n peg 0 false_go 3", "should be 2"),
    "for two to himself": ("go 1\n peg 1 false_go 2", "seat is 1 and should be 0"),
    "with a card counted": ("go 1\n peg 0 false_go 2 6H", "the cards are []"),
    "required": ("go 1\n require 0 1\n play 1 4C =0\n play 0 5D =0", "does not come in"),
    "required, and lawfully on": (
        "go 1\n require 0 1\n play 1 6H =0\n go 0\n peg 1 go 1 6H\n reset 0\n play 0 7C =0",
        "",
    ),
    "required, and the six made good": ("go 1\n require 0 1\n play 1 4C =0\n go 0\n peg 1 go 1 4C\n reset 0", ""),
    "required, and heels without a jack": ("go 1\n require 0 1\n peg 1 his_heels 2 TC", "should be played"),
    "required, and another plays": ("go 1\n require 0 1\n play 0 7C =0", "seat is 0 and should be 1"),
    "required of nobody": ("go 1\n require 0 0\n play 0 7C =0", "of is 0 and should be 1"),
    "required by himself": ("go 1\n require 1 1\n play 1 6H =0", "seat is 1 and should be 0"),
    "required, and go again": ("go 1\n require 0 1\n go 1", "should be played"),
    "unanswered": ("go 1\n play 0 7C =0", "should be pegged"),
    "not false": ("play 1 6H =0\n go 0\n peg 1 false_go 2", "what is due"),
    "not false, and required": ("play 1 6H =0\n go 0\n require 1 0", "should be pegged"),
    "given up before it is answered": ("go 1", ""),
}


@pytest.mark.parametrize("name", FALSE_GO)
def test_a_false_go(name):
    told, objection = FALSE_GO[name]
    told = f"{AT_TWENTY_THREE}{told}\n resign 0\n won 1 1 resigned"
    assert_verdict(verdict_on(told, "britannica"), objection)
    if "go 1" in told.removeprefix(AT_TWENTY_THREE):
        refused = verdict_on(told.replace("TC", "9C"), "acc")
        assert "go was said with a card that comes in" in refused


def test_nobody_says_go_to_nothing():
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


# Law 11, and the fresh deal.

AGAIN = "dealt 1 / 2C 3C 4D 6C 7D 8D / AH 2H 3D 4H 5S 6S"
TAKEN_BACK = {
    "and laid away again": ("away 0 KD QD\n back 0 KD QD\n peg 1 taken_back 2\n away 0 7C 8C\n away 1 2S 3S", ""),
    "in part": ("away 0 KD QD\n back 0 KD\n peg 1 taken_back 2\n away 0 KD\n away 1 2S 3S\n starter 0 TC", ""),
    "and a fresh deal": (
        f"away 0 KD QD\n back 0 KD\n peg 1 taken_back 2\n fresh 1\n{AGAIN}\n away 0 2C 3C\n away 1 AH 2H",
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
    "and two for himself": ("away 0 KD QD\n back 0 KD\n peg 0 taken_back 2", "seat is 0 and should be 1"),
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
    "a false go": ("go 1\n peg 0 false_go 2", "go was said with a card that comes in"),
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


def test_at_six_cards_nobody_stops():
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
    "by the dealer": ("cutpack 1 20\n peg 1 predeal_cut 2", "does not cut his own pack"),
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


# Three and four players.

THREE = """
    dealer 2
    dealt 2 / 5H 6H 7H 8H KD / 4C 5C 9C TC QD / 2S 3S 4S JS AD // AH
    away 0 KD
    away 1 QD
    away 2 AD
    starter 0 KS
    play 0 8H
    play 1 TC
    play 2 JS
    go 0
    go 1
    play 2 3S
    peg 2 thirty_one 2 8H TC JS 3S
    reset 0
"""
FOUR = """
    dealer 0
    dealt 0 / 5H 6H 7H 8H KD / 4C 9C TC JC QD / 2S 3S TS JS AD / 9D TD QS KH KC
    away 0 KD
    away 1 QD
    away 2 AD
    away 3 KC
    starter 1 KS
    play 1 TC
    play 2 JS
    play 3 TD
    go 0
    go 1
    go 2
    peg 3 go 1 TD
    reset 0
"""


def test_deals_of_three_and_four():
    assert verdict_on(f"{THREE} resign 0\n won 2 1 resigned", "house", 3) == ""
    assert verdict_on(f"{FOUR} resign 0\n won 1 1 resigned", "house", 4) == ""


WRONG_OF_THREE = {
    "no card for the crib": ("// AH", "//", "cannot be its to_crib"),
    "a card of a hand for the crib": ("// AH", "// 5H", "dealt twice"),
    "two laid away": ("away 1 QD", "away 1 QD TC", "cannot be its cards"),
    "the starter cut by the dealer": ("starter 0 KS", "starter 2 KS", "seat is 2 and should be 0"),
    "played out of turn": ("play 1 TC\n play 2 JS", "play 2 JS\n play 1 TC", "seat is 2 and should be 1"),
    "a go passed over": ("go 0\n go 1", "go 0", "seat is 2 and should be 1"),
    "gone twice": ("go 0\n go 1", "go 0\n go 1\n go 0", "seat is 0 and should be 2"),
    "the wrong lead": ("reset 0", "reset 1", "lead is 1 and should be 0"),
}


@pytest.mark.parametrize("name", WRONG_OF_THREE)
def test_wrong_in_a_deal_of_three(name):
    before, after, objection = WRONG_OF_THREE[name]
    told = altered(f"{THREE} resign 0\n won 2 1 resigned", before, after)
    assert objection in verdict_on(told, "house", 3)


WRONG_OF_FOUR = {
    "a go to the partner": ("peg 3 go 1 TD", "peg 1 go 1 TD", "seat is 1 and should be 3"),
    "a card for the crib": ("KH KC", "KH KC // AC", "cannot be its to_crib"),
    "the one who led leads again": ("reset 0", "reset 1", "lead is 1 and should be 0"),
    "the partner lays away": ("away 2 AD", "away 0 5H", "cannot be its cards"),
}


@pytest.mark.parametrize("name", WRONG_OF_FOUR)
def test_wrong_in_a_deal_of_four(name):
    before, after, objection = WRONG_OF_FOUR[name]
    told = altered(f"{FOUR} resign 0\n won 1 1 resigned", before, after)
    assert objection in verdict_on(told, "house", 4)


HEIRS = {
    "the higher of the others": ((40, 30, 50), 0, 2),
    "of level ones the first to the left": ((40, 30, 30), 0, 1),
    "of level ones the first to the left of the last seat": ((30, 30, 40), 2, 0),
}


@pytest.mark.parametrize("name", HEIRS)
def test_who_wins_when_one_of_three_gives_up(name):
    scores, seat, winner = HEIRS[name]
    for side in range(3):
        verdict = verdict_on(f"dealer 0\n time {seat}\n won {side} 1 time", "house", 3, scores=scores)
        assert (verdict == "") == (side == winner)


def test_either_partner_gives_up_for_both():
    for seat in range(4):
        for side in range(2):
            verdict = verdict_on(f"dealer 0\n resign {seat}\n won {side} 1 resigned", "house", 4)
            assert (verdict == "") == (side != seat % 2)


def test_giving_up_is_one_game():
    assert "games is 4" in verdict_on("dealer 0\n resign 0\n won 1 4 resigned", "house")


DOUBLES = {(90, 40): 4, (90, 61): 2, (90, 90): 2, (91, 90): 2, (91, 91): 1, (120, 60): 4, (100, 95): 1}


@pytest.mark.parametrize("others", DOUBLES)
def test_the_lowest_loser_of_three_decides_the_games(others):
    told = altered(
        THREE, "peg 2 thirty_one 2 8H TC JS 3S\n reset 0", "peg 2 thirty_one 2 8H TC JS 3S\n won 2 GAMES play"
    )
    for games in (1, 2, 4):
        verdict = verdict_on(told.replace("GAMES", str(games)), "house", 3, scores=[*others, 119])
        assert (verdict == "") == (games == DOUBLES[others])


SHOWN_TO_THREE = """
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


def test_an_overscore_of_three_goes_to_the_next_player_to_the_left():
    told = f"""{THREE}{SHOWN_TO_THREE}
        show 0 hand 14/12 5H 6H 7H 8H
        peg 0 declared 12 5H 6H 7H 8H
        peg 1 overscore 2 5H 6H 7H 8H
        show 1 hand 11/8 4C 5C 9C TC
        peg 1 declared 8 4C 5C 9C TC
        peg 2 overscore 3 4C 5C 9C TC
        resign 0
        won 1 1 resigned
    """
    assert verdict_on(told, "house", 3) == ""
    assert "seat is 2 and should be 1" in verdict_on(told.replace("peg 1 over", "peg 2 over"), "house", 3)
    assert "seat is 0 and should be 2" in verdict_on(told.replace("peg 2 over", "peg 0 over"), "house", 3)
