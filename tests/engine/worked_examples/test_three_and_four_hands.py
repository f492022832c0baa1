"""Three and four players (002:8, 003:17-31), as the engine and the referee both judge them."""

import pytest

from tests.referee.verdict import check
from tests.support.short_records import altered, tell, verdict_on

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


def test_a_resignation_for_an_unknown_reason_is_refused():
    record = tell("dealer 0\n resign 0\n won 1 1 resigned", "house")
    assert check(record) == []
    record["events"][1]["why"] = record["events"][2]["by"] = record["result"]["ended_by"] = "bored"
    assert check(record) == ["event 1: nobody concedes for that"]


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
