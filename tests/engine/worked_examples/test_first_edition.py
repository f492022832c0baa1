"""Declarations by the laws of version 0.2, as the engine and the referee both judge them."""

import pytest

from tests.referee.verdict import check
from tests.support.short_records import GIVE_UP, altered, assert_verdict, cut_short, tell, verdict_on

# Two players, by challenge. A jack is turned up; the dealer's crib is worth nine.

DEALT = """
    dealer 1
    dealt 1 / 5H 5D 7C 8C KD QD / 6H 9S 4C JD 2S 3S
"""
LAID = f"""{DEALT}
    away 0 KD QD
    away 1 2S 3S
    starter 0 JC
"""
FIRST_SERIES = """
    play 0 5H =0
    peg 1 his_heels 2 JC
    play 1 JD =2
    peg 1 declared 2 5H JD
    play 0 8C =0
    play 1 6H =0
    go 0
    peg 1 go 1 6H
    reset 0
"""
SECOND_SERIES = """
    play 0 7C =0
    play 1 4C =0
    play 0 5D =0
    play 1 9S =0
    peg 1 last_card 1 9S
"""
SHOW = """
    show 0 hand 8/8 5H 5D 7C 8C
    peg 0 declared 8 5H 5D 7C 8C
    show 1 hand 4/4 6H 9S 4C JD
    peg 1 declared 4 6H 9S 4C JD
    ok 0
    show 1 crib 9/9 KD QD 2S 3S
    peg 1 declared 9 KD QD 2S 3S
    ok 0
"""
WHOLE = LAID + FIRST_SERIES + SECOND_SERIES + SHOW


@pytest.mark.parametrize("preset", ["britannica", "crib-derby", "acc"])
def test_a_deal_by_challenge(preset):
    assert verdict_on(WHOLE, preset) == ""
    assert check(tell(WHOLE, preset)) == []
    assert check(tell(WHOLE, "club")) != []


HEELS = {
    "before the first card": ("play 0 5H =0\n peg 1 his_heels 2 JC", "peg 1 his_heels 2 JC\n play 0 5H =0", ""),
    "forfeited by saying nothing": ("peg 1 his_heels 2 JC\n", "", ""),
    "after the dealer's card": (
        "peg 1 his_heels 2 JC\n play 1 JD =2\n peg 1 declared 2 5H JD",
        "play 1 JD =2\n peg 1 declared 2 5H JD\n peg 1 his_heels 2 JC",
        "should be played, not pegged",
    ),
    "twice": ("peg 1 his_heels 2 JC\n", "peg 1 his_heels 2 JC\n peg 1 his_heels 2 JC\n", "should be played"),
    "to the pone": ("peg 1 his_heels 2 JC\n", "peg 0 his_heels 2 JC\n", "seat is 0 and should be 1"),
    "for another card": ("peg 1 his_heels 2 JC\n", "peg 1 his_heels 2 JD\n", "what is due"),
}


@pytest.mark.parametrize("name", HEELS)
def test_heels_are_forfeited_once_the_dealer_has_played(name):
    before, after, objection = HEELS[name]
    told = altered(LAID + FIRST_SERIES + GIVE_UP, before, after)
    assert_verdict(verdict_on(told, "crib-derby"), objection)


def test_heels_without_a_jack():
    told = altered(LAID + FIRST_SERIES + GIVE_UP, "starter 0 JC", "starter 0 TC")
    assert "should be played" in verdict_on(told, "crib-derby")


def test_heels_close_the_window_of_the_pone():
    told = cut_short(LAID, "starter 0 JC", "starter 0 JC\n play 0 5H =2\n peg 0 declared 2 5H\n peg 1 his_heels 2 JC")
    assert verdict_on(told, "acc") == ""
    late = altered(told, "peg 1 his_heels 2 JC", "peg 1 his_heels 2 JC\n challenge 1 0 too_many upheld")
    assert "should be played" in verdict_on(late, "acc")


PLAY = {
    "a challenge rightly made": (
        "play 1 JD =5\n peg 1 declared 5 5H JD\n challenge 0 1 too_many upheld\n"
        "off 1 overscore 3\n peg 0 overscore 3 5H JD",
        "",
    ),
    "points that are not put back": (
        "play 1 JD =5\n peg 1 declared 5 5H JD\n challenge 0 1 too_many upheld\n peg 0 overscore 3 5H JD",
        "should be put_back",
    ),
    "too many put back": (
        "play 1 JD =5\n peg 1 declared 5 5H JD\n challenge 0 1 too_many upheld\n off 1 overscore 4",
        "points is 4 and should be 3",
    ),
    "an overscore that does not go across": (
        "play 1 JD =5\n peg 1 declared 5 5H JD\n challenge 0 1 too_many upheld\n off 1 overscore 3\n play 0 8C =0",
        "should be pegged",
    ),
    "an overscore to the one who made it": (
        "play 1 JD =5\n peg 1 declared 5 5H JD\n challenge 0 1 too_many upheld\n"
        "off 1 overscore 3\n peg 1 overscore 3 5H JD",
        "seat is 1 and should be 0",
    ),
    "a right challenge called false": (
        "play 1 JD =5\n peg 1 declared 5 5H JD\n challenge 0 1 too_many refused\n peg 1 false_challenge 2",
        "upheld is False and should be True",
    ),
    "a false challenge": (
        "play 1 JD =2\n peg 1 declared 2 5H JD\n challenge 0 1 too_many refused\n peg 1 false_challenge 2",
        "",
    ),
    "a false challenge that is not paid for": (
        "play 1 JD =2\n peg 1 declared 2 5H JD\n challenge 0 1 too_many refused\n play 0 8C =0",
        "should be pegged",
    ),
    "a false challenge upheld": (
        "play 1 JD =2\n peg 1 declared 2 5H JD\n challenge 0 1 too_many upheld\n off 1 overscore 0",
        "upheld is True and should be False",
    ),
    "two challenges": (
        "play 1 JD =2\n peg 1 declared 2 5H JD\n challenge 0 1 too_many refused\n peg 1 false_challenge 2\n"
        "challenge 0 1 too_many refused",
        "should be played",
    ),
    "a challenge after one was satisfied": (
        "play 1 JD =5\n peg 1 declared 5 5H JD\n ok 0\n challenge 0 1 too_many upheld",
        "should be played",
    ),
    "a challenge after the next card": (
        "play 1 JD =5\n peg 1 declared 5 5H JD\n play 0 8C =0\n challenge 0 1 too_many upheld",
        "should be played, not challenged",
    ),
    "a challenge by the declarer": (
        "play 1 JD =5\n peg 1 declared 5 5H JD\n challenge 1 1 too_many upheld",
        "nobody challenges their own side",
    ),
    "too few without muggins": (
        "play 1 JD =1\n peg 1 declared 1 5H JD\n challenge 0 1 too_few upheld\n peg 0 muggins 1 5H JD",
        "cannot be said",
    ),
    "nothing declared and too many": ("play 1 JD =0\n challenge 0 1 too_many refused", "should be played"),
    "the declarer satisfied": ("play 1 JD =2\n peg 1 declared 2 5H JD\n ok 1", "nobody answers"),
    "an error that nobody noticed": ("play 1 JD =5\n peg 1 declared 5 5H JD\n play 0 8C =0\n play 1 6H =0", ""),
    "nothing pegged of what was declared": ("play 1 JD =2\n play 0 8C =0", "should be pegged"),
    "the truth pegged for the declaration": ("play 1 JD =5\n peg 1 declared 2 5H JD", "points is 2 and should be 5"),
    "a declaration that nobody made": ("play 1 JD =2\n peg 1 fifteen 2 5H JD", "law is 'fifteen'"),
    "thirty declared": ("play 1 JD =30\n peg 1 declared 30 5H JD", "nobody declares 30"),
    "less than nothing declared": ("play 1 JD =-1", "nobody declares -1"),
    "no word of what was declared": ("play 1 JD", "declared"),
    "something amended": (
        "play 1 JD =1\n peg 1 declared 1 5H JD\n amend 1 2\n peg 1 declared 1 5H JD",
        "nothing is amended",
    ),
}


@pytest.mark.parametrize("name", PLAY)
def test_declarations_in_the_play(name):
    told, objection = PLAY[name]
    told = cut_short(LAID + FIRST_SERIES, "peg 1 his_heels 2 JC\n play 1 JD =2", told)
    assert_verdict(verdict_on(told, "acc"), objection)


def test_nothing_declared_is_not_too_many():
    told = cut_short(
        LAID + FIRST_SERIES,
        "peg 1 his_heels 2 JC\n play 1 JD =2",
        "play 1 JD =0\n challenge 0 1 too_many refused",
    )
    assert "cannot be said here" in verdict_on(told, "acc", muggins=True)


MUGGINS = {
    "rightly": ("play 1 JD =1\n peg 1 declared 1 5H JD\n challenge 0 1 too_few upheld\n peg 0 muggins 1 5H JD", ""),
    "of nothing": ("play 1 JD =0\n challenge 0 1 too_few upheld\n peg 0 muggins 2 5H JD", ""),
    "of more than was due": ("play 1 JD =0\n challenge 0 1 too_few upheld\n peg 0 muggins 3 5H JD", "should be 2"),
    "falsely": ("play 1 JD =2\n peg 1 declared 2 5H JD\n challenge 0 1 too_few refused\n peg 1 false_challenge 2", ""),
    "falsely, of too many": (
        "play 1 JD =3\n peg 1 declared 3 5H JD\n challenge 0 1 too_few refused\n peg 1 false_challenge 2",
        "",
    ),
    "without a word": ("play 1 JD =0\n peg 0 muggins 2 5H JD", "should be played"),
}


@pytest.mark.parametrize("name", MUGGINS)
def test_muggins_is_said(name):
    told, objection = MUGGINS[name]
    told = cut_short(LAID + FIRST_SERIES, "peg 1 his_heels 2 JC\n play 1 JD =2", told)
    assert_verdict(verdict_on(told, "acc", muggins=True), objection)


def test_muggins_is_never_more_than_the_declarer_could_have_pegged():
    told = "play 1 JD =0\n challenge 0 1 too_few upheld\n peg 0 muggins 1 5H JD"
    told = cut_short(LAID + FIRST_SERIES, "peg 1 his_heels 2 JC\n play 1 JD =2", told)
    assert verdict_on(told, "acc", muggins=True, scores=[0, 120]) == ""
    more = altered(told, "muggins 1", "muggins 2")
    assert "points is 2 and should be 1" in verdict_on(more, "acc", muggins=True, scores=[0, 120])


def test_the_referee_gives_muggins_within_the_room_there_was():
    told = f"""
        {LAID.replace("JC", "TC")}
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
        show 0 hand 3/8 5H 5D 7C 8C
        peg 0 declared 3 5H 5D 7C 8C
        peg 1 muggins 2 5H 5D 7C 8C
        {GIVE_UP}
    """
    assert verdict_on(told, "house", muggins=True, scores=[116, 0]) == ""
    assert "should be 5" in verdict_on(told, "house", muggins=True)
    assert "should be shown" in verdict_on(told, "house", scores=[116, 0])


def test_overscores_are_corrected_only_at_crib_derby():
    told = "play 1 JD =5\n peg 1 declared 5 5H JD\n challenge 0 1 too_many upheld\n off 1 overscore 3\n play 0 8C =0"
    told = cut_short(LAID + FIRST_SERIES, "peg 1 his_heels 2 JC\n play 1 JD =2", told)
    assert verdict_on(told, "crib-derby") == ""
    across = altered(told, "off 1 overscore 3", "off 1 overscore 3\n peg 0 overscore 3 5H JD")
    assert "should be played" in verdict_on(across, "crib-derby")


AMENDED = {
    "once": ("play 1 JD =0\n amend 1 2\n peg 1 declared 2 5H JD\n ok 0", ""),
    "twice, and too high": (
        "play 1 JD =0\n amend 1 2\n peg 1 declared 2 5H JD\n amend 1 3\n peg 1 declared 1 5H JD\n"
        "challenge 0 1 too_many upheld\n off 1 overscore 1",
        "",
    ),
    "by the whole of it": ("play 1 JD =1\n peg 1 declared 1 5H JD\n amend 1 2\n peg 1 declared 2 5H JD", "should be 1"),
    "to what was said": ("play 1 JD =3\n peg 1 declared 3 5H JD\n amend 1 3", "3 is not amended so"),
    "downwards": ("play 1 JD =3\n peg 1 declared 3 5H JD\n amend 1 2", "3 is not amended so"),
    "by the other": ("play 1 JD =0\n amend 0 2\n peg 0 declared 2 5H JD", "seat is 0"),
    "after the window": ("play 1 JD =0\n play 0 8C =0\n amend 1 2\n peg 1 declared 2 5H JD", "seat is 1"),
    "after all were satisfied": (
        "play 1 JD =1\n peg 1 declared 1 5H JD\n ok 0\n amend 1 2\n peg 1 declared 1 5H JD",
        "should be played, not amended",
    ),
}


@pytest.mark.parametrize("name", AMENDED)
def test_amending(name):
    told, objection = AMENDED[name]
    told = cut_short(LAID + FIRST_SERIES, "peg 1 his_heels 2 JC\n play 1 JD =2", told)
    assert_verdict(verdict_on(told, "crib-derby"), objection)


def test_a_declaration_is_not_amended_to_the_target():
    told = "play 1 JD =0\n amend 1 2\n peg 1 declared 2 5H JD\n ok 0"
    told = cut_short(LAID + FIRST_SERIES, "peg 1 his_heels 2 JC\n play 1 JD =2", told)
    assert verdict_on(told, "crib-derby", scores=[0, 118]) == ""
    won = altered(told, "ok 0\n resign 0\n won 1 1 resigned", "won 1 4 play")
    assert "nobody amends a declaration" in verdict_on(won, "crib-derby", scores=[0, 119])


WAITING = {
    "the last card with its window closed": (
        "play 1 9S =3\n peg 1 declared 3 7C 4C 5D 9S\n ok 0\n peg 1 last_card 1 9S",
        "",
    ),
    "the last card before its window": (
        "play 1 9S =3\n peg 1 declared 3 7C 4C 5D 9S\n peg 1 last_card 1 9S\n ok 0",
        "should be shown, not satisfied",
    ),
    "after a challenge": (
        "play 1 9S =3\n peg 1 declared 3 7C 4C 5D 9S\n challenge 0 1 too_many upheld\n off 1 overscore 3\n"
        "peg 0 overscore 3 7C 4C 5D 9S\n peg 1 last_card 1 9S",
        "",
    ),
    "the last card, closed by a declaration": (
        "play 1 9S =3\n peg 1 declared 3 7C 4C 5D 9S\n peg 1 last_card 1 9S\n show 0 hand 0/8 5H 5D 7C 8C",
        "",
    ),
    "nobody satisfied with nothing": ("play 1 9S =0\n peg 1 last_card 1 9S", ""),
}


@pytest.mark.parametrize("name", WAITING)
def test_the_point_for_the_last_card_waits_for_the_window(name):
    told, objection = WAITING[name]
    told = cut_short(WHOLE, "play 1 9S =0\n peg 1 last_card 1 9S", told)
    assert_verdict(verdict_on(told, "acc"), objection)


def test_with_muggins_a_window_on_nothing_is_waited_for():
    told = cut_short(WHOLE, "play 1 9S =0\n peg 1 last_card 1 9S", "play 1 9S =0\n peg 1 last_card 1 9S")
    assert "should be shown, not conceded" in verdict_on(told, "acc", muggins=True)
    told = cut_short(WHOLE, "play 1 9S =0\n peg 1 last_card 1 9S", "play 1 9S =0\n ok 0\n peg 1 last_card 1 9S")
    assert verdict_on(told, "acc", muggins=True) == ""


SHOWN = {
    "the crib before one is satisfied": (
        "ok 0\n show 1 crib 9/9",
        "show 1 crib 9/9",
        "seat 1 acts, but the window of seat 1",
    ),
    "a challenge answered in the show": (
        "peg 1 declared 4 6H 9S 4C JD\n ok 0",
        "peg 1 declared 4 6H 9S 4C JD\n challenge 0 1 too_many refused\n peg 1 false_challenge 2",
        "",
    ),
    "too many in the show": (
        "show 1 hand 4/4 6H 9S 4C JD\n peg 1 declared 4 6H 9S 4C JD\n ok 0",
        "show 1 hand 9/4 6H 9S 4C JD\n peg 1 declared 9 6H 9S 4C JD\n challenge 0 1 too_many upheld\n"
        "off 1 overscore 5\n peg 0 overscore 5 6H 9S 4C JD",
        "",
    ),
    "a true count that is not true": ("show 1 hand 4/4", "show 1 hand 4/6", "true is 6 and should be 4"),
    "the dealer first": (
        "show 0 hand 8/8 5H 5D 7C 8C\n peg 0 declared 8 5H 5D 7C 8C\n show 1 hand 4/4 6H 9S 4C JD\n",
        "show 1 hand 4/4 6H 9S 4C JD\n",
        "seat is 1 and should be 0",
    ),
    "two satisfied of one": ("ok 0\n show 1 crib", "ok 0\n ok 0\n show 1 crib", "should be shown"),
}


@pytest.mark.parametrize("name", SHOWN)
def test_declarations_in_the_show(name):
    before, after, objection = SHOWN[name]
    assert_verdict(verdict_on(altered(WHOLE, before, after), "britannica"), objection)


CLAIMS = {
    "satisfied": ("play 1 JD =2\n ok 0\n peg 1 declared 2 5H JD\n won 1 4 play", ""),
    "pegged before one is satisfied": ("play 1 JD =2\n peg 1 declared 2 5H JD\n won 1 4 play", "should be satisfied"),
    "challenged, and right": (
        "play 1 JD =2\n challenge 0 1 too_many refused\n peg 1 declared 2 5H JD\n won 1 4 play",
        "",
    ),
    "answered with too few": ("play 1 JD =2\n challenge 0 1 too_few refused", "upheld|cannot be said"),
    "amended": ("play 1 JD =2\n amend 1 3", "should be satisfied"),
    "ignored by the next card": ("play 1 JD =2\n play 0 8C =0", "should be satisfied"),
    "of more than there is": ("play 1 JD =7\n ok 0\n peg 1 declared 7 5H JD\n won 1 4 play", ""),
    "won once only": ("play 1 JD =2\n ok 0\n peg 1 declared 2 5H JD\n won 1 1 play", "games is 1 and should be 4"),
    "won by the show": ("play 1 JD =2\n ok 0\n peg 1 declared 2 5H JD\n won 1 4 show", "by is 'show'"),
    "and the game goes on": ("play 1 JD =2\n ok 0\n peg 1 declared 2 5H JD\n play 0 8C =0", "should be game_won"),
    "and something follows": (
        "play 1 JD =2\n ok 0\n peg 1 declared 2 5H JD\n won 1 4 play\n play 0 8C =0",
        "the game is over",
    ),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_of_game_waits(name):
    told, objection = CLAIMS[name]
    told = cut_short(LAID + FIRST_SERIES, "peg 1 his_heels 2 JC\n play 1 JD =2", told)
    told = told.removesuffix(GIVE_UP) if "won 1 4" in told or "games" in objection else told
    verdict = verdict_on(told, "crib-derby", muggins=True, scores=[0, 119])
    assert any(part in verdict for part in objection.split("|")) if objection else verdict == ""


FALSE_CLAIMS = {
    "everything in order": (
        "challenge 0 1 too_many upheld\n peg 1 declared 2 5H JD\n off 1 false_game 15\n peg 0 overscore 3 5H JD",
        "",
    ),
    "no penalty": (
        "challenge 0 1 too_many upheld\n peg 1 declared 2 5H JD\n peg 0 overscore 3 5H JD",
        "should be put_back",
    ),
    "the truth not pegged": ("challenge 0 1 too_many upheld\n off 1 false_game 15", "should be pegged"),
    "all of it pegged": ("challenge 0 1 too_many upheld\n peg 1 declared 5 5H JD", "points is 5 and should be 2"),
    "the overscore before the penalty": (
        "challenge 0 1 too_many upheld\n peg 1 declared 2 5H JD\n peg 0 overscore 3 5H JD\n off 1 false_game 15",
        "should be put_back",
    ),
    "ten holes back": (
        "challenge 0 1 too_many upheld\n peg 1 declared 2 5H JD\n off 1 false_game 10",
        "points is 10 and should be 15",
    ),
}


@pytest.mark.parametrize("name", FALSE_CLAIMS)
def test_a_false_claim_of_game(name):
    told, objection = FALSE_CLAIMS[name]
    told = cut_short(LAID + FIRST_SERIES, "peg 1 his_heels 2 JC\n play 1 JD =2", f"play 1 JD =5\n{told}")
    assert_verdict(verdict_on(told, "acc", scores=[90, 117]), objection)


def test_the_overscore_of_a_false_claim_may_win():
    told = "play 1 JD =5\n challenge 0 1 too_many upheld\n peg 1 declared 2 5H JD\n off 1 false_game 15\n"
    told = cut_short(LAID + FIRST_SERIES, "peg 1 his_heels 2 JC\n play 1 JD =2", told).removesuffix(GIVE_UP)
    assert verdict_on(f"{told} peg 0 overscore 3 5H JD\n won 0 1 penalty", "acc", scores=[118, 117]) == ""


def test_a_claim_that_is_too_high_and_still_enough_wins():
    told = "play 1 JD =5\n challenge 0 1 too_many upheld\n peg 1 declared 2 5H JD\n won 1 1 play"
    told = cut_short(LAID + FIRST_SERIES, "peg 1 his_heels 2 JC\n play 1 JD =2", told).removesuffix(GIVE_UP)
    assert verdict_on(told, "acc", scores=[118, 119]) == ""


# Three players, each another side.

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
OF_THREE = {
    "one satisfied, and the next plays": ("ok 0\n play 2 JS =0", ""),
    "both satisfied": ("ok 0\n ok 2\n play 2 JS =0", ""),
    "one satisfied twice": ("ok 0\n ok 0", "has said so already"),
    "one satisfied, and another challenges": ("ok 0\n challenge 2 1 too_many upheld\n off 1 overscore 1", ""),
    "one satisfied who challenges": (
        "ok 0\n challenge 0 1 too_many upheld\n off 1 overscore 1",
        "no right to challenge",
    ),
    "a challenge once both are satisfied": ("ok 0\n ok 2\n challenge 0 1 too_many upheld", "should be played"),
    "amended, and satisfied anew": ("ok 0\n amend 1 2\n peg 1 declared 1 8H TC\n ok 0\n ok 2", ""),
}


@pytest.mark.parametrize("name", OF_THREE)
def test_windows_of_three(name):
    told, objection = OF_THREE[name]
    told = f"{THREE}{told}\n resign 0\n won 1 1 resigned"
    assert_verdict(verdict_on(told, "crib-derby", 3), objection)


def test_a_claim_of_three_waits_for_both():
    told = THREE.replace("=1\n    peg 1 declared 1 8H TC", "=1")
    pegged = "peg 1 declared 1 8H TC\n won 1 4 play"
    assert verdict_on(f"{told}ok 2\n ok 0\n{pegged}", "crib-derby", 3, scores=[0, 120, 0]) == ""
    assert "should be satisfied" in verdict_on(f"{told}ok 2\n{pegged}", "crib-derby", 3, scores=[0, 120, 0])


def test_the_go_does_not_win_while_a_window_is_open():
    told = """
        play 1 9S =3
        peg 1 declared 3 7C 4C 5D 9S
        peg 1 last_card 1 9S
        won 1 1 play
    """
    told = cut_short(WHOLE, "play 1 9S =0\n peg 1 last_card 1 9S", told).removesuffix(GIVE_UP)
    assert "while a window is open" in verdict_on(told, "acc", scores=[100, 112])
    satisfied = altered(told, "peg 1 last_card 1 9S", "ok 0\n peg 1 last_card 1 9S")
    assert verdict_on(satisfied, "acc", scores=[100, 112]) == ""
