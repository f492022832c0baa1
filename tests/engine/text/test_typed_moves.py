"""Cards and moves typed at the table, stage by stage."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import ChooseDealer, Deal, Declare, LayAway, Play, Resign, SayGo
from engine.cards import PACK, Card
from engine.errors import NotationError
from engine.game import apply, begin, legal, waiting_on
from engine.rules import Rules
from engine.text.moves import read_move, read_moves, reveals_nothing
from engine.view import View, view
from tests.support.strategies import cards

# One card of a hand.


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("5d", "5D"),
        ("5", "5H"),
        ("the five", "5H"),
        ("knave", "JS"),
        ("J", "JS"),
        ("10", "TS"),
        ("x", "TS"),
        ("ten", "TS"),
        ("a", "AC"),
        ("5️⃣", "5H"),
        ("🂫", "JS"),
        ("js", "JS"),
    ],
)
def test_a_card_at_the_table_may_be_named_by_its_rank(text, card):
    assert read_move(text, look("play", "5h 5d js ts ac")) == Play(1, Card.parse(card))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("6d", "You don't have 6♦"),
        ("6", "You don't have a six"),
        ("8", "You don't have an eight"),
        ("5c", "You don't have 5♣"),
        ("5h 5d", "Which card do you play"),
        ("", "isn't a move"),
        ("crib 5h", "Which card do you play"),
        ("h", "isn't a move"),
        ("1h", "You don't have A♥"),
    ],
)
def test_a_card_that_is_not_held_is_refused(text, said):
    with pytest.raises(NotationError, match=said):
        read_move(text, look("play", "5h 5d js ts ac"))


# Moves.


def look(stage, hand="5h 5d js ts 2c 9d", **fields):
    held = cards(hand) if hand else ()
    known = {"seat": 1, "rules": Rules(), "scores": (0, 0), "hindmost": (0, 0), "deal": 1, "to_lay": 2} | fields
    return View(stage=stage, hand=held, **known)


LAYING, PLAYING, SHOWING = look("lay_away"), look("play", "5h 5d js ts"), look("show", "")


@pytest.mark.parametrize(
    ("text", "laid"),
    [
        ("2c 9d", "2c 9d"),
        ("2c9d", "2c 9d"),
        ("lay 2c 9d", "2c 9d"),
        ("Lay away 2c, 9d", "2c 9d"),
        ("lay out 2c 9d", "2c 9d"),
        ("lay: 2c 9d", "2c 9d"),
        ("discard the 2c and the 9d", "2c 9d"),
        ("throw 2c 9d", "2c 9d"),
        ("crib 2c 9d", "2c 9d"),
        ("2c 9d to the crib", "2c 9d"),
        ("i lay 2c 9d", "2c 9d"),
        ("/lay 2c 9d", "2c 9d"),
        ("2 9", "2c 9d"),
        ("29", "2c 9d"),
        ("knave ten", "js ts"),
        ("5 5", "5h 5d"),
        ("5h 5", "5h 5d"),
        ("5h 2", "5h 2c"),
        ("2c", "2c"),
        ("2c 9d js", "2c 9d js"),
    ],
)
def test_cards_are_discarded(text, laid):
    assert read_move(text, LAYING) == LayAway(1, cards(laid))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5 2", "Which cards do you discard"),
        ("5", "Which cards do you discard"),
        ("5 5 5", "that many cards"),
        ("3 4", "a three"),
        ("3c 4c", "You don't have 3♣"),
        ("2c 2c", "You typed 2♣ twice"),
        ("5s 9d", "You don't have 5♠"),
        ("", "type the 2 cards to discard, like 2C 9D"),
        ("lay", "type the 2 cards to discard"),
        ("hello there", "'hello there' isn't a move. Please type the 2 cards to discard"),
        ("go", "You can only say go during the play. Please type the 2 cards to discard"),
        ("play 5h", "You can't play a card now. Please type the 2 cards to discard"),
        ("declare 12", "You can't count now. Please type the 2 cards to discard"),
        ("12", "'12'"),
    ],
)
def test_refused_discards(text, said):
    with pytest.raises(NotationError, match=said):
        read_move(text, LAYING)


def test_discards_stay_in_the_crib():
    with pytest.raises(NotationError, match="take a discard back"):
        read_move("5h 5d", look("lay_away", "5h 5d js ts", laid=cards("2c 9d")))
    with pytest.raises(NotationError, match="wait for the cards"):
        read_move("go", look("lay_away", "5h 5d js ts", laid=cards("2c 9d")))


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("5d", "5D"),
        ("5", "5H"),
        ("play 5d", "5D"),
        ("Play the five of diamonds!", "5D"),
        ("i play 5d", "5D"),
        ("play: knave", "JS"),
        ("10", "TS"),
        ("js", "JS"),
        ("J♠️", "JS"),
    ],
)
def test_a_card_is_played(text, card):
    assert read_move(text, PLAYING) == Play(1, Card.parse(card))


@pytest.mark.parametrize("text", ["go", "Go!", " GO. ", "say go", "I go"])
def test_go_is_said(text):
    assert read_move(text, PLAYING) == SayGo(1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("31 for 2", "isn't a move. Please type a card"),
        ("fifteen two", "isn't a move. Please type a card"),
        ("as", "You don't have A♠"),
        ("5s", "You don't have 5♠"),
        ("6", "You don't have a six"),
        ("5h 5d", "Which card do you play"),
        ("crib 5h", "Which card do you play"),
        ("hello there", "'hello there' isn't a move. Please type a card, like 5H"),
        ("going", "isn't a move. Please type a card"),
        ("go fish", "isn't a move. Please type a card"),
        ("resignation", "isn't a move. Please type a card"),
        ("resign or not", "isn't a move. Please type a card"),
        ("", "type a card"),
        ("declare 12", "You can't count now. Please type a card"),
        ("lay 5h 5d", "You can't discard now. Please type a card"),
    ],
)
def test_what_cannot_be_played(text, said):
    with pytest.raises(NotationError, match=said):
        read_move(text, PLAYING)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("12", 12),
        ("declare 12", 12),
        ("/declare 12", 12),
        ("I declare twelve", 12),
        ("count 12", 12),
        ("crib 12", 12),
        ("twelve", 12),
        ("i make it 12", 12),
        ("none", 0),
        ("0", 0),
        ("5", 5),
        ("10", 10),
        ("15-2, 15-4, pair is 6", 6),
        ("45", 45),
        ("19", 19),
    ],
)
def test_a_count_is_declared(text, points):
    assert read_move(text, SHOWING) == Declare(1, points)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nineteen", "Type 0 or 19"),
        ("15-2, 15-4, and a run", "couldn't read that count"),
        ("hello there", "I couldn't read 'hello': just type a number, like 12"),
        ("5h", "'5h' is a card"),
        ("5 of hearts", "'5 of hearts' is a card"),
        ("go", "You can only say go during the play. Please type your points, like 12"),
        ("play 5h", "You can't play a card now. Please type your points"),
        ("", "I don't see a number: just type a number, like 12"),
    ],
)
def test_what_cannot_be_declared(text, said):
    with pytest.raises(NotationError, match=said):
        read_move(text, SHOWING)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("hand 12, crib 4", (12, 4)),
        ("hand 12 crib 4", (12, 4)),
        ("crib 4, hand 12", (4, 12)),
        ("12 hand 4 crib", (12, 4)),
        ("12 points: 4, 6, 2", (12, 4, 6, 2)),
        ("2, 4, 6, 8, 10", (2, 4, 6, 10)),
        ("4 + 6 + 2 + 1 + 1", (14, 4, 6, 1)),
        ("two fifteens (4), trips 6 and a pair 2", (2, 12, 16, 18)),
    ],
)
def test_every_count_of_several_numbers_is_asked_about_with_at_most_four_choices(text, points):
    moves, doubt = read_moves(text, look("show"))
    assert doubt is not None
    assert moves == tuple(Declare(1, number) for number in points)


@pytest.mark.parametrize("text", ["hand 12", "my hand 12", "hand: 12", "hand 3: 12", "game 2: 12"])
def test_the_number_of_a_hand_is_its_count_unless_another_number_follows(text):
    assert read_move(text, look("show")) == Declare(1, 12)


def test_a_question_offers_only_what_is_legal():
    legal = (Play(1, Card.parse("5D")), Play(1, Card.parse("JS")))
    view = look("play", "5h 5d js ts", legal=legal)
    assert read_moves("should i play the jack?", view).moves == legal[1:]
    assert read_moves("jack?", view).doubt is not None
    with pytest.raises(NotationError, match="Is that a question"):
        read_moves("should i play the ten?", view)


@pytest.mark.parametrize("text", ["12?", "is it 12", "12, right?", "do i have 12", "isn't that 12", "what about 12"])
def test_what_asks_is_no_declaration(text):
    assert read_moves(text, SHOWING).moves == (Declare(1, 12),)
    assert not read_moves(text, SHOWING).sure
    with pytest.raises(NotationError, match="Is that a question"):
        read_move(text, SHOWING)


@pytest.mark.parametrize(
    ("text", "hand", "choices"),
    [
        ("5 2", "5h 5d js ts 2c 9d", ["5h 2c", "5d 2c"]),
        ("kk", "kh ks 2c 3c 4c 5c", ["kh ks"]),
        ("all but 2 9", "5h 5d js ts 2c 9d", ["2c 9d"]),
        ("keep 5 j 10 2", "5h 5d js ts 2c 9d", ["5d 9d", "5h 9d"]),
    ],
)
def test_an_unclear_discard_offers_its_choices(text, hand, choices):
    moves, doubt = read_moves(text, look("lay_away", hand))
    assert doubt is not None
    assert [{*move.cards} for move in moves] == [{*cards(choice)} for choice in choices]


def test_a_long_text_plays_no_card_at_once():
    assert read_moves("5h for two", PLAYING).sure
    assert not read_moves("5h for two " + "and so on " * 12, PLAYING).sure


@pytest.mark.parametrize(
    ("text", "move", "is_aloud"),
    [
        ("5h?", Play(1, Card.parse("5H")), True),
        ("the five of hearts?", Play(1, Card.parse("5H")), True),
        ("5?", Play(1, Card.parse("5H")), False),
        ("2c 9?", LayAway(1, cards("2c 9d")), False),
        ("2c 9d?", LayAway(1, cards("2c 9d")), True),
        ("go?", SayGo(1), False),
        ("12?", Declare(1, 12), True),
    ],
)
def test_what_may_be_offered_aloud(text, move, is_aloud):
    assert reveals_nothing(text, move) is is_aloud


@pytest.mark.parametrize("stage", ["cut", "deal", "lay_away", "play", "show", "over"])
def test_at_every_stage_a_player_may_resign_and_learns_that_the_referee_counts(stage):
    for text in ("resign", "I resign.", "Concede!"):
        assert read_move(text, look(stage)) == Resign(1)
    for text in ("satisfied", "I am satisfied", "I'm satisfied", "Too many!", "too few", "muggins"):
        with pytest.raises(NotationError, match="bot checks every count"):
            read_move(text, look(stage))


@pytest.mark.parametrize(("stage", "now"), [("cut", "wait"), ("deal", "wait"), ("over", "start another game")])
def test_when_nothing_is_asked_nothing_can_be_typed(stage, now):
    for text in ("5h", "12", "hello", "go"):
        with pytest.raises(NotationError, match=now):
            read_move(text, look(stage, ""))


def test_a_spectator_has_no_move():
    with pytest.raises(NotationError, match="don't play in this game"):
        read_move("5h", look("play", "", seat=None))


def typed(move):
    match move:
        case LayAway(cards=cards):
            return "lay " + " ".join(map(str, cards))
        case Play(card=card):
            return card.face
        case Declare(points=points):
            return str(points)


@given(st.randoms(use_true_random=False), st.integers(0, 14))
def test_every_legal_move_can_be_typed(chance, steps):
    game = deal(chance)
    for _ in range(steps):
        seats = waiting_on(game)
        if not seats:
            break
        seen = view(game, seats[0])
        moves = legal(game, seats[0])
        assert [read_move(typed(move), seen) for move in moves] == list(moves)
        game, _ = apply(game, chance.choice(moves))


def deal(chance):
    pack = list(PACK)
    chance.shuffle(pack)
    game, _ = apply(begin(Rules()), ChooseDealer(0))
    game, _ = apply(game, Deal(tuple(pack)))
    return game
