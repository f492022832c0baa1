"""Words typed at the table: answers to declarations, to irregular acts and to the pack; and their refusals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import (
    Accept,
    Amend,
    AskFreshDeal,
    Challenge,
    ClaimHeels,
    CutPack,
    Declare,
    LayAway,
    MarkTwo,
    NameNumber,
    Play,
    Require,
    SayGo,
    StandDeal,
    Stop,
    TakeBack,
    WaiveCut,
)
from engine.errors import NotationError
from engine.presets import find
from engine.text.moves import read_move, read_moves
from engine.view import View
from engine.windows import Window
from tests.support.strategies import cards

BRITANNICA, FIVE, DERBY = find("britannica"), find("britannica-five"), find("crib-derby")
MUGGINS = find("britannica", muggins=True)
CEREMONY = find("britannica", ceremony=True)
FIVE_OF_HEARTS, DEUCE, NINE = cards("5H 2C 9D")


def look(stage, *legal, rules=BRITANNICA, hand="5H 5D JS TS", **told):
    board = {"scores": (0, 0), "hindmost": (0, 0), "deal": 1, "to_lay": 2}
    return View(stage=stage, seat=1, rules=rules, hand=cards(hand), legal=legal, **board | told)


def refused(text, view):
    with pytest.raises(NotationError) as refusal:
        read_move(text, view)
    return str(refusal.value)


# Answers to a declaration. The others have played a card for two, or declared a hand.

CARD = Window(0, "play", cards("5C TC"), None, 2, pegged=2, open_to=frozenset({1}))
OWN = replace(CARD, seat=1, open_to=frozenset({0}), amendable=True)
GAME = Window(0, "hand", cards("5C TC QC KC"), cards("5S")[0], 12, open_to=frozenset({1}))
ACCEPT, TOO_MANY, TOO_FEW = Accept(1), Challenge(1, "too_many", 0), Challenge(1, "too_few", 0)
ANSWERING = look("play", ACCEPT, TOO_MANY, Play(1, FIVE_OF_HEARTS), declarations=(CARD,))
WITH_MUGGINS = replace(ANSWERING, rules=MUGGINS, legal=(*ANSWERING.legal, TOO_FEW))
CLAIMED = look("show", ACCEPT, TOO_MANY, rules=MUGGINS, declarations=(GAME,))
DECLARED = look("show", rules=DERBY, declarations=(OWN,), waiting_on=(0,))
AMENDING = replace(DECLARED, legal=(Amend(1, 3), Amend(1, 4)))


@pytest.mark.parametrize(
    "text", ["satisfied", "I'm satisfied.", "i am satisfied", "OK!", "agreed", "right", "That's right", "you are right"]
)
def test_a_declaration_is_accepted(text):
    assert read_move(text, ANSWERING) == ACCEPT


@pytest.mark.parametrize("text", ["too many", "Too many!", "over", "overscored", "too much", "challenge: too many"])
def test_too_many_is_said_of_an_overscore(text):
    for view in (ANSWERING, WITH_MUGGINS, CLAIMED):
        assert read_move(text, view) == TOO_MANY


@pytest.mark.parametrize("text", ["too few", "muggins", "Muggins!", "under", "too little"])
def test_too_few_and_muggins_are_said_of_an_undercount_alone(text):
    assert read_move(text, WITH_MUGGINS) == TOO_FEW
    assert refused(text, ANSWERING).startswith("There's no muggins here")
    assert refused(text, CLAIMED).startswith("A count that wins the game can't be too low. Please type")


def test_a_bare_challenge_must_mean_one_thing():
    assert read_move("challenge", ANSWERING) == TOO_MANY
    assert read_move("challenge", CLAIMED) == TOO_MANY
    assert refused("challenge", WITH_MUGGINS) == 'Which do you mean? Type "too many" or "too few".'


@pytest.mark.parametrize(
    ("text", "challenge"),
    [
        ("too many by 2", TOO_MANY),
        ("2 too many", TOO_MANY),
        ("muggins for two", TOO_FEW),
        ("you missed 2", TOO_FEW),
        ("nope, it's 1", TOO_MANY),
        ("should be 4", TOO_FEW),
        ("challenge, that's only 1", TOO_MANY),
        ("too many, 2 less", TOO_MANY),
        ("2 less", TOO_MANY),
    ],
)
def test_a_challenge_may_name_a_number(text, challenge):
    assert read_move(text, WITH_MUGGINS) == challenge


HAND = replace(GAME, declared=9, pegged=9)
CALLS = tuple(Challenge(1, "too_few", 0, points) for points in range(1, 21))
CALLING = look("show", ACCEPT, TOO_MANY, *CALLS, rules=find("acc", muggins=True), declarations=(HAND,))
"""The points that were missed have to be called."""


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("muggins 4", 4),
        ("muggins for two", 2),
        ("muggins, 2 points", 2),
        ("muggins 2, a pair", 2),
        ("muggins, fifteen two", 2),
        ("muggins: fifteen two and a pair", 4),
        ("too few by 2", 2),
        ("muggins for 2, the 9 is wrong", 2),
        ("you missed 2 for the pair", 2),
        ("too few by fifteen two and a pair", 4),
    ],
)
def test_muggins_is_called_for_so_many_points(text, points):
    assert read_moves(text, CALLING) == ((Challenge(1, "too_few", 0, points),), None)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("muggins 2 and 2", (4, 2)),
        ("muggins 2, 4, 6", (2, 4, 6)),
        ("muggins fifteen", (2, 15)),
        ("muggins: 15-4", (4, 2, 15)),
        ("muggins fifteen two and 3 more", (5, 3)),
        ("you missed 15-2 and 2", (4, 2)),
        ("too few by 2 and 2", (4, 2)),
        ("too few by 15-2 and 2", (4, 2)),
        ("too few: 2 and 2", (4, 2)),
        ("2 and 2 too few", (4, 2)),
        ("short by 2 and 2", (4, 2)),
        ("too few by 2 or 4", (2, 4)),
        ("muggins 9 and 2", (11, 9, 2)),
    ],
)
@pytest.mark.parametrize("own", [(), (Declare(1, 0),)], ids=["answering", "counting"])
def test_muggins_whose_points_are_unclear_is_asked_about(text, points, own):
    """What is offered are calls, also where the player's own count is asked for."""
    moves, doubt = read_moves(text, replace(CALLING, legal=(*CALLING.legal, *own)))
    assert doubt is not None
    assert {*moves} == {Challenge(1, "too_few", 0, called) for called in points}


@pytest.mark.parametrize("text", ["too many by 2 and 2", "too many by fifteen two and a pair", "over by 2 or 4"])
def test_a_count_that_is_too_high_by_unclear_points_is_challenged(text):
    assert read_moves(text, CALLING) == ((TOO_MANY,), None)


def test_an_answer_that_may_be_a_card_is_asked_about():
    view = replace(WITH_MUGGINS, legal=(*WITH_MUGGINS.legal, Play(1, FIVE_OF_HEARTS)))
    assert read_moves("no, 5", view) == ((TOO_FEW, Play(1, FIVE_OF_HEARTS)), read_moves("no, 5", view).doubt)
    assert not read_moves("no, 5", view).sure


@pytest.mark.parametrize(
    "text", ["too many kings in this deck", "i forgot to count", "good luck", "i'm 12 behind", "that crib was 24 lol"]
)
def test_talk_answers_no_count(text):
    waiting = replace(CLAIMED, legal=(*CLAIMED.legal, TOO_FEW))
    assert refused(text, waiting)


def test_a_bare_card_or_number_beside_an_open_declaration_means_the_next_act():
    assert read_move("5h", ANSWERING) == Play(1, FIVE_OF_HEARTS)
    assert read_move("go", ANSWERING) == SayGo(1)
    counting = look("show", ACCEPT, TOO_MANY, Declare(1, 0), declarations=(replace(GAME, pegged=12),))
    assert read_move("12", counting) == Declare(1, 12)


def test_the_show_begins_while_the_last_card_is_open():
    last_card = look("play", ACCEPT, TOO_MANY, Declare(1, 0), hand="", declarations=(CARD,))
    assert read_move("12", last_card) == read_move("declare twelve", last_card) == Declare(1, 12)
    assert refused("play 5h", last_card).startswith("You can't play a card now. Please type")


def test_a_claim_of_game_comes_before_everything():
    for text in ("12", "declare 12"):
        assert (
            refused(text, CLAIMED)
            == 'That count would win the game, so answer it first. Please type "accept", or "too many".'
        )


@pytest.mark.parametrize(
    ("text", "points"), [("amend 10", 10), ("amend to ten", 10), ("raise 10", 10), ("make it 7", 7), ("I meant 4", 4)]
)
def test_a_declaration_is_amended(text, points):
    assert read_move(text, AMENDING) == Amend(1, points)


def test_what_cannot_be_amended():
    assert "couldn't read" in refused("amend hello", AMENDING)
    assert "I don't see a number" in refused("amend", AMENDING)
    assert refused("amend 10", DECLARED).startswith("You can't change your count now. Please wait until")
    assert refused("amend 10", ANSWERING).startswith("Counts are final at this table. Please type")


@pytest.mark.parametrize("text", ["5h", "play 5h", "12", "go"])
def test_the_declarers_side_waits_for_the_answer(text):
    stage = "show" if text == "12" else "play"
    waits = refused(text, replace(DECLARED, stage=stage))
    assert (
        waits
        == "Your opponent hasn't answered your count yet. Please wait until somebody accepts or challenges the count."
    )
    assert refused(text, replace(AMENDING, stage=stage)).endswith(", or type a higher count, like make it 3.")
    partner = replace(DECLARED, stage=stage, rules=find("britannica", players=4), declarations=(replace(OWN, seat=3),))
    assert refused(text, partner) == waits


@pytest.mark.parametrize("text", ["satisfied", "too many", "too few", "challenge", "too many by 2"])
def test_why_nothing_can_be_said_to_a_count(text):
    assert refused(text, look("play")).startswith("There's no count to answer. Please type a card")
    assert refused(text, DECLARED).startswith("You can't answer your own side's count. Please wait until")
    heard = replace(ANSWERING, legal=(Play(1, FIVE_OF_HEARTS),))
    assert refused(text, heard).startswith("You have already answered. Please type a card")
    assert refused(text, look("play", rules=find("house"))).startswith("The bot checks every count in this game")
    assert refused(text, look("play", rules=find("club"))).startswith("The bot counts everything in this game")


def test_a_player_with_nothing_to_declare_must_wait():
    assert refused("hello", look("show", waiting_on=(0,))) == "I couldn't read 'hello': wait for the next count."
    assert refused("hello", look("show", waiting_on=(1,))).endswith(": just type a number, like 12.")
    opened = look("show", ACCEPT, TOO_MANY, Declare(1, 0), declarations=(replace(GAME, pegged=12),), waiting_on=(1,))
    told = 'type "accept", or "too many", or your points, like 12.'
    assert refused("hello", opened) == f"I couldn't read 'hello': {told}"


# His heels.


@pytest.mark.parametrize(
    "text",
    ["heels", "his heels", "Two for his heels!", "for his heels 2", "his heels for two", "2 for heels", "claim heels"],
)
def test_the_dealer_claims_his_heels(text):
    dealing = look("play", ClaimHeels(1), dealer=1, waiting_on=(0,))
    assert read_move(text, dealing) == ClaimHeels(1)
    assert refused(text, replace(dealing, legal=())).startswith("You can only claim his heels once")
    assert refused(text, replace(dealing, dealer=0, legal=())).startswith("Only the dealer can claim his heels")
    assert refused(text, look("play", rules=find("house"))).startswith("The bot pegs his heels in this game")


# Laws 11 and 16.

LAID = look(
    "lay_away",
    *(TakeBack(1, some) for some in ((DEUCE,), (NINE,), (DEUCE, NINE))),
    laid=(DEUCE, NINE),
    waiting_on=(0,),
)
WRONGED = look("lay_away", AskFreshDeal(1), StandDeal(1), offender=0)
FALSE_GO = look("play", Require(1), MarkTwo(1), offender=0, hand="5H 2D")


@pytest.mark.parametrize(
    ("text", "back"),
    [
        ("take back 2c", (DEUCE,)),
        ("take back the nine", (NINE,)),
        ("take 9d back", (NINE,)),
        ("take two back", (DEUCE,)),
        ("I take back 9d 2c", (NINE, DEUCE)),
        ("take 2c and 9d back!", (DEUCE, NINE)),
        ("take it back", (DEUCE, NINE)),
        ("take them back.", (DEUCE, NINE)),
        ("take back both", (DEUCE, NINE)),
        ("take back", (DEUCE, NINE)),
        ("take back all of it", (DEUCE, NINE)),
    ],
)
def test_cards_are_taken_back(text, back):
    assert read_move(text, LAID) == TakeBack(1, back)


@pytest.mark.parametrize("text", ["take back 3", "take back 2h", "take 10d back", "take back 2c 5"])
def test_only_discards_are_taken_back(text):
    assert "isn't one of your discards: type the card, like take back 2C" in refused(text, LAID)


def test_what_cannot_be_taken_back():
    assert "'hello' isn't a list of cards" in refused("take back hello", LAID)
    assert "You typed 2♣ twice" in refused("take back 2c 2c", LAID)
    assert "that many cards" in refused("take back 2 2", LAID)
    held = "You can't take a discard back. Please wait for the cards."
    assert refused("take back 2c", replace(LAID, legal=(), rules=find("house"))) == held
    assert refused("take it back", look("play")).startswith("You can't take a discard back. Please type a card")
    assert refused("take it back", look("lay_away")).startswith(
        "You haven't discarded yet. Please type the 2 cards to discard"
    )


def test_discards_are_final_unless_taken_back():
    costs = "You have already discarded. Taking a discard back costs 2 points. Please wait for the cards."
    assert refused("5h 5d", LAID) == costs
    again = replace(LAID, legal=(LayAway(1, (FIVE_OF_HEARTS,)), TakeBack(1, (NINE,))), laid=(NINE,), to_lay=1)
    assert read_move("5h", again) == LayAway(1, (FIVE_OF_HEARTS,))
    assert refused("hello", replace(again, waiting_on=(1,))).endswith("type the card to discard, like 2C.")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("fresh deal", AskFreshDeal(1)),
        ("a new deal", AskFreshDeal(1)),
        ("deal again", AskFreshDeal(1)),
        ("stand", StandDeal(1)),
        ("let it stand", StandDeal(1)),
        ("The deal stands.", StandDeal(1)),
    ],
)
def test_the_adversary_answers_a_card_taken_back(text, answer):
    assert read_move(text, WRONGED) == answer
    assert "after your opponent takes a discard back" in refused(text, replace(WRONGED, seat=0, legal=()))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("require", Require(1)),
        ("I require it", Require(1)),
        ("play it", Require(1)),
        ("must play", Require(1)),
        ("you must play it!", Require(1)),
        ("mark two", MarkTwo(1)),
        ("take 2", MarkTwo(1)),
        ("two", MarkTwo(1)),
        ("2", MarkTwo(1)),
    ],
)
def test_the_adversary_answers_a_false_go(text, answer):
    assert read_move(text, FALSE_GO) == answer


def test_the_words_of_law_sixteen_are_said_of_a_false_go_alone():
    for text in ("require", "must play", "mark two", "play it"):
        assert refused(text, look("play")).startswith(
            "You can only decide that after your opponent says go with a playable card. Please type "
        )
    assert read_move("two", look("play", hand="5H 2D")) == Play(1, cards("2D")[0])


def test_nothing_else_is_done_before_an_irregular_act_is_answered():
    for text in ("5h 5d", "lay 5h 5d", "hello"):
        settled = "Somebody took a discard back. Please "
        assert refused(text, WRONGED) == settled + 'type "new deal", or "stand" to keep the deal.'
        assert refused(text, replace(WRONGED, legal=())) == settled + "wait until your opponent decides."
    for text in ("5h", "play 5h", "2d", "go", "hello"):
        settled = "Somebody said go with a playable card. Please "
        assert (
            refused(text, FALSE_GO)
            == settled + 'type "play it" to make them play the card, or "take two" for 2 points.'
        )
        assert refused(text, replace(FALSE_GO, legal=())).startswith(settled + "wait until your opponent decides")


# Stopping at the five-card game.


@pytest.mark.parametrize("text", ["stop", "I stop.", "leave it", "leave it at that"])
def test_a_player_stops_when_the_adversary_cannot_go_on(text):
    assert read_move(text, look("play", Stop(1), Play(1, FIVE_OF_HEARTS), rules=FIVE)) == Stop(1)
    assert refused(text, look("play")).startswith("You can only stop in the five-card game")


# Cutting.

TO_CUT = look("cut", NameNumber(1, 20), rules=CEREMONY, hand="")
TO_DEAL = look("deal", CutPack(1, 20), WaiveCut(1), rules=CEREMONY, hand="")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("20", 20),
        ("cut 20", 20),
        ("Cut twenty!", 20),
        ("forty eight", 48),
        ("cut thirty-two cards", 32),
        ("twenty cards", 20),
        ("i cut at 4", 4),
        ("２０", 20),  # noqa: RUF001 - wide figures, as some keyboards write them
        ("nineteen", 19),
        ("1", 1),
    ],
)
def test_a_number_of_cards_is_cut(text, number):
    assert read_move(text, TO_CUT) == NameNumber(1, number)
    assert read_move(text, replace(TO_CUT, stage="starter")) == NameNumber(1, number)
    assert read_move(text, TO_DEAL) == CutPack(1, number)


@pytest.mark.parametrize("text", ["no cut", "pass", "leave it", "leave the pack as it is", "deal", "Don't cut."])
def test_the_pack_is_left_as_it_is(text):
    assert read_move(text, TO_DEAL) == WaiveCut(1)
    dealer = replace(TO_DEAL, seat=0, legal=(), waiting_on=(1,))
    assert refused(text, dealer).endswith(". Please wait for the cards.")


@pytest.mark.parametrize("text", ["5h", "20 30", "-5", "20.5", "twentieth", "100", "007", "hello", ""])
def test_what_is_no_number_of_cards(text):
    assert refused(text, TO_CUT).endswith("type how many cards to cut, like cut 20.")


def test_where_the_pack_is_cut_for_the_players():
    assert refused("cut 20", look("cut", rules=BRITANNICA)).startswith("The bot cuts for you in this game. Please wait")
    assert refused("cut 20", look("deal", rules=find("house", ceremony=True))).endswith("wait for the cards.")
    assert refused("cut 20", look("play")).startswith("You can't cut now. Please type")


# What can be typed now.


@pytest.mark.parametrize(
    ("view", "now"),
    [
        (TO_CUT, "type how many cards to cut, like cut 20"),
        (replace(TO_CUT, stage="starter"), "type how many cards to cut for the starter, like cut 20"),
        (replace(TO_CUT, stage="starter", legal=()), "wait for the starter"),
        (TO_DEAL, 'type how many cards to cut, like cut 20, or "deal" to skip the cut'),
        (
            replace(TO_DEAL, rules=find("crib-derby", ceremony=True), legal=TO_DEAL.legal[:1]),
            "type how many cards to cut, like cut 20 (the dealer gets 2 points)",
        ),
        (look("lay_away", to_lay=1), "type the card to discard, like 2C"),
        (look("lay_away"), "type the 2 cards to discard, like 2C 9D"),
        (LAID, "wait for the cards"),
        (look("play"), "type a card and its points, like 5H for 2"),
        (look("play", rules=find("house")), "type a card, like 5H"),
        (look("play", SayGo(1)), 'type "go"'),
        (look("play", SayGo(1), Play(1, FIVE_OF_HEARTS), rules=find("house")), "type a card, like 5H"),
        (look("play", Stop(1), rules=FIVE), 'type "stop"'),
        (look("play", waiting_on=(0,)), "wait for the next card"),
        (
            look("play", ClaimHeels(1), waiting_on=(0,)),
            'wait for the next card, or type "his heels" if the starter is a jack',
        ),
        (look("show"), "type your points, like 12"),
        (look("show", waiting_on=(0,)), "wait for the next count"),
        (look("over"), "start another game"),
        (CLAIMED, 'type "accept", or "too many"'),
        (
            WITH_MUGGINS,
            'type "accept", or "too many", or "too few", or a card and its points, like 5H for 2',
        ),
        (look("show", ACCEPT, TOO_FEW, rules=MUGGINS, declarations=(OWN,)), 'type "accept", or "too few"'),
        (replace(CLAIMED, waiting_on=(0,)), "wait until somebody accepts or challenges the count, or type"),
    ],
)
def test_every_refusal_says_what_can_be_typed_now(view, now):
    assert now in refused("stand", view)
