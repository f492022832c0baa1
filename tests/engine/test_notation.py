"""Hands, cards and moves as people really type them."""

# ruff: noqa: RUF001 - people type dashes, wide digits and letters that look like others, and so do these tests.

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import ChooseDealer, Deal, Declare, LayAway, Play, Resign, SayGo
from engine.cards import PACK, Card, Rank, Suit
from engine.errors import NotationError
from engine.game import apply, begin, legal, waiting_on
from engine.notation import Hand, read_card_of, read_cards, read_hand, read_move, write, write_hand
from engine.rules import Rules
from engine.spelling import LONGEST
from engine.view import View, view

BEST = "5♥ 5♦ 5♣ J♠ │ 5♠"

MARKED = [
    "5h 5d 5c js | 5s",
    "5H,5D,5C,JS/5S",
    "5h5d5cjs+5s",
    "5♥ 5♦ 5♣ J♠ │ 5♠",
    "5h 5d 5c js cut 5s",
    "5h 5d 5c js cut5s",
    "5h5d5cjscut5s",
    "5h 5d 5c js, start 5s",
    "5h 5d 5c js Starter: 5s",
    "5h 5d 5c js turn-up 5s",
    "5h 5d 5c js turned up 5s",
    "5h 5d 5c js turnup 5s",
    "5h 5d 5c js | starter 5s",
    "5h 5d 5c js, cut/turn-up: 5s",
    "5h 5d 5c js 5s starter",
    "5h 5d 5c js (5s starter)",
    "5h 5d 5c js (starter 5s)",
    "starter 5s, 5h 5d 5c js",
    "cut 5s 5h 5d 5c js",
    "5s starter, 5h 5d 5c js",
    "5h 5d, starter 5s, 5c js",
    "the five of hearts, five of diamonds, 5 of clubs and the knave of spades; turn-up the 5 of spades",
]

LAST = [
    "5H 5D 5C JS 5S",
    "5h5d5cjs5s",
    "  5h  5d\n5c\tjs 5s ",
    "5h,5d,5c,js,5s",
    "5h.5d.5c.js.5s",
    "5h; 5d; 5c; js; 5s",
    "5h-5d–5c—js_5s",
    "5h 5d 5c js (5s)",
    "**5h** `5d` 5c ~js~ 5s?",
    "5♥ 5♦ 5♣ J♠ 5♠",
    "5♥️5♦️5♣️J♠️5♠︎",
    "5❤️ 5♦ 5♣ J♠ 5♠",
    "5♡5♢5♧J♤5♤",
    "5️⃣♥️ 5️⃣♦️ 5️⃣♣️ J♠️ 5️⃣♠️",
    "5:hearts: 5:diamonds: 5:clubs: J:spades: 5:spades:",
    ":five: :hearts: :five: :diamonds: :five: :clubs: j :spades: :five: :spades:",
    "５ｈ　５ｄ　５ｃ　ｊｓ　５ｓ",
    "five of hearts five of diamonds five of clubs jack of spades five of spades",
    "FiveHearts fiveofdiamonds five_clubs knaveofspades 5spades",
    "fiveh fived fivec js 5s",
    "🂵 🃅 🃕 🂫 🂥",
    "🂵🃅🃕🂫🂥",
    "5h\u200b 5d\u200b 5c\u200b js\u200b 5s\ufeff",
]


@pytest.mark.parametrize("text", MARKED)
def test_the_starter_may_be_marked_in_many_ways(text):
    hand = read_hand(text)
    assert write_hand(hand) == BEST
    assert hand.starter_marked


@pytest.mark.parametrize("text", LAST)
def test_without_a_mark_the_last_of_five_is_the_starter(text):
    hand = read_hand(text)
    assert write_hand(hand) == BEST
    assert not hand.starter_marked


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("4H 5D 5C 6S JD", "4♥ 5♦ 5♣ 6♠ │ J♦"),
        ("AC,2D,3H,4S", "A♣ 2♦ 3♥ 4♠"),
        ("10s jd qs 3c", "10♠ J♦ Q♠ 3♣"),
        ("Ts jd qs 3c", "10♠ J♦ Q♠ 3♣"),
        ("Xs jd qs 3c 🔟♥", "10♠ J♦ Q♠ 3♣ │ 10♥"),
        ("A♠,5♥,7♦ | K♣", "A♠ 5♥ 7♦ │ K♣"),
        ("5cJsAD2H", "5♣ J♠ A♦ 2♥"),
        ("5c10hJd2c", "5♣ 10♥ J♦ 2♣"),
        ("asksqsjs ts", "A♠ K♠ Q♠ J♠ │ 10♠"),
        ("as ad ah ac", "A♠ A♦ A♥ A♣"),
        ("deuce of clubs, trey of clubs, two hearts, three of spades", "2♣ 3♣ 2♥ 3♠"),
        ("AceSpades sixHearts 9c jackh", "A♠ 6♥ 9♣ J♥"),
        ("5 h 6 - d 7 of clubs 8, spades", "5♥ 6♦ 7♣ 8♠"),
    ],
)
def test_hands_seen_in_the_wild(text, canonical):
    assert write_hand(read_hand(text)) == canonical


@pytest.mark.parametrize("word", ["crib", "box", "Crib:", "in the box", "my crib"])
@pytest.mark.parametrize("place", [0, 2, 6])
def test_the_crib_may_be_named_anywhere(word, place):
    words = "5h 5d 5c js | 5s".split()
    hand = read_hand(" ".join([*words[:place], word, *words[place:]]))
    assert write_hand(hand) == f"crib: {BEST}"
    assert hand.crib


def test_four_bare_cards_have_no_starter_and_three_with_a_mark_are_a_five_card_hand():
    assert read_hand("5h 5d 5c js") == Hand(read_cards("5h 5d 5c js"), None, crib=False, starter_marked=False)
    assert read_hand("5h 5d 5c / js") == Hand(
        read_cards("5h 5d 5c"), Card(Rank.JACK, Suit.SPADES), crib=False, starter_marked=True
    )


REFUSED = [
    # The text, the piece that must be named, and what must be offered.
    ("1h 2h 3h 4h", "'1h'", ["AH", "10H"]),
    ("1 2h 3h 4h", "'1'", ["type A ", "10"]),
    ("2h 1♠ 3h 4h", "'1♠'", ["AS", "10S"]),
    ("0h 2h 3h 4h", "'0h'", ["10H", "TH"]),
    ("11d 2h 3h 4h", "'11d'", ["jack", "JD"]),
    ("12 2h 3h 4h", "'12'", ["queen", "Q"]),
    ("13♣ 2h 3h 4h", "'13♣'", ["king", "KC"]),
    ("joker 2h 3h 4h", "'joker'", ["jokers"]),
    ("🃏 2h 3h 4h", "'🃏'", ["jokers"]),
    ("🂿 2h 3h 4h", "'🂿'", ["jokers"]),
    ("🃟 2h 3h 4h", "'🃟'", ["jokers"]),
    ("🃠 2h 3h 4h", "'🃠'", ["trumps"]),
    ("🃬 2h 3h 4h", "'🃬'", ["trumps"]),
    ("🂬 2h 3h 4h", "'🂬'", ["knight", "J", "Q"]),
    ("🃜 2h 3h 4h", "'🃜'", ["knight", "J", "Q"]),
    ("knight of hearts 2h 3h 4h", "'knight'", ["J", "Q"]),
    ("🂠 2h 3h 4h", "'🂠'", ["back"]),
    ("D 2h 3h 4h", "'D'", ["diamonds", "without a rank", "Q"]),
    ("2h 3h 4h S", "'S'", ["spades", "without a rank"]),
    ("hearts 2h 3h 4h", "'hearts'", ["without a rank"]),
    ("2h h 3h 4h", "'h'", ["hearts", "without a rank"]),
    ("2h ♥ 3h 4h", "'♥'", ["without a rank"]),
    ("♠A ♥5 ♦7 ♣K", "'♠A'", ["AS", "before the suit"]),
    ("H5 2h 3h 4h", "'H5'", ["5H"]),
    ("Dh 2h 3h 4h", "'Dh'", ["diamonds", "Q"]),
    ("Bh 2h 3h 4h", "'Bh'", ["jack", "J"]),
    ("2h 3h 4h V♠", "'V♠'", ["J", "Q"]),
    ("R 2h 3h 4h", "'R'", ["king", "K"]),
    ("N 2h 3h 4h", "'N'", ["jack", "J"]),
    ("Zh 2h 3h 4h", "'Zh'", ["ten", "10"]),
    ("2h 3h 4h \u0410h", "'\u0410h'", ["CYRILLIC CAPITAL LETTER A", "Latin letter A"]),
    ("2h 3h 4h \u041ah", "'\u041ah'", ["CYRILLIC CAPITAL LETTER KA", "Latin letter K"]),
    ("2h 3h 4h \u0422h", "'\u0422h'", ["CYRILLIC CAPITAL LETTER TE", "Latin letter T"]),
    ("2h 3h 4h 5\u0421", "'5\u0421'", ["CYRILLIC CAPITAL LETTER ES", "Latin letter C"]),
    ("2h 3h 4h 5\u041d", "'5\u041d'", ["CYRILLIC CAPITAL LETTER EN", "Latin letter H"]),
    ("2h 3h 4h \u0391h", "'\u0391h'", ["GREEK CAPITAL LETTER ALPHA", "Latin letter A"]),
    ("2h 3h 4h 5h=9", "'='", ["such as 5H"]),
    ("hello there", "'hello'", ["such as 5H"]),
    ("often 2h", "'often'", ["such as 5H"]),
    ("fives 2h 3h 4h", "'fives'", ["5S"]),
    ("sixes 2h 3h 4h", "'sixes'", ["6S"]),
    ("aces 2h 3h 4h", "'aces'", ["AS"]),
    ("10s jd qs 3", "'3'", ["3C", "3D", "3H", "3S"]),
    ("5h 5 5c js 5s", "'5'", ["is it 5D?"]),
    ("5h 5d 5c 5s five", "A five", ["5 times"]),
    ("jack 2h 3h 4h", "'jack'", ["JC"]),
    ("5-5-6-7-J-J", "'5'", ["nor has any", "such as 5H"]),
    ("245810J", "'2'", ["nor has any"]),
    ("510J2", "'5'", ["nor has any"]),
    ("2-5-J-K (8-9)", "'2'", ["nor has any"]),
    ("5 5 5 5 5", "A five", ["5 times", "four"]),
    ("8 8 8 8 8h", "An eight", ["5 times"]),
    ("5h 6h 5♥ 7h", "5♥", ["twice", "once"]),
    ("5h 6h 7h 8h 5h", "5♥", ["twice"]),
    ("5h/5d/5c/js/5s", "More than one starter", ["| 5S"]),
    ("5h | 5d 5c js | 5s", "More than one starter", ["| 5S"]),
    ("5h 5d 5c js | 5s |", "More than one starter", ["| 5S"]),
    ("cut 5h 5d 5c js starter 5s", "More than one starter", ["| 5S"]),
    ("5h 5d 5c js |", "'|'", ["one card after it"]),
    ("5s | 5h 5d 5c js", "'|'", ["one card after it"]),
    ("5s starter 5h 5d 5c js", "'starter'", ["5s or 5h"]),
    ("5h 5d 5c js start, 5s", "'start'", ["js or 5s"]),
    ("", "no card", ["such as 5H"]),
    ("  ,;  ", "no card", ["such as 5H"]),
    ("crib", "no card", ["such as 5H"]),
    ("cut", "no card", ["such as 5H"]),
    ("5h", "One card is", ["four cards and the starter"]),
    ("5h 5d 5c", "Three cards are", ["four cards and the starter"]),
    ("5h 5d | 5c", "Three cards are", ["four cards and the starter"]),
    ("2h 3h 4h 5h 6h 7h", "Six cards are", ["four cards and the starter"]),
    ("2h 3h 4h 5h 6h | 7h", "Six cards are", ["four cards and the starter"]),
    ("2h 3h 4h 5h 6h 7h 8h", "Seven cards are", ["four cards and the starter"]),
]


@pytest.mark.parametrize(("text", "piece", "offers"), REFUSED)
def test_what_could_mean_two_things_is_refused_by_name(text, piece, offers):
    with pytest.raises(NotationError) as refusal:
        read_hand(text)
    said = str(refusal.value)
    assert piece in said
    for offer in offers:
        assert offer in said


def test_a_text_that_is_too_long_is_not_read():
    assert read_hand("5h 5d 5c js".ljust(LONGEST)).starter is None
    with pytest.raises(NotationError, match="2001 characters"):
        read_hand("5h 5d 5c js".ljust(LONGEST + 1))


def test_every_card_that_is_one_character_is_read_and_no_other():
    block = [chr(code) for code in range(0x1F0A0, 0x1F100)]
    read = {}
    for letter in block:
        try:
            (read[letter],) = read_cards(letter)
        except NotationError as refusal:
            assert repr(letter) in str(refusal)
    assert len(read) == len(PACK) == len(set(read.values()))
    assert [str(read[letter]) for letter in "🂡🂪🂫🂭🂮🂱🃁🃑"] == ["AS", "TS", "JS", "QS", "KS", "AH", "AD", "AC"]


# Round trips: whatever can be written is read back.

SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
RANK_WORDS = ("ace two three four five six seven eight nine ten jack queen king").split()
SPELLINGS = {
    "letters": str,
    "small": lambda card: str(card).lower(),
    "10": lambda card: str(card).replace("T", "10"),
    "X": lambda card: str(card).replace("T", "x"),
    "symbols": lambda card: write(card, symbols=True),
    "emoji": lambda card: f"{card.rank}{'♣♦♥♠'[card.suit]}\ufe0f",
    "open symbols": lambda card: f"{card.rank}{'♧♢♡♤'[card.suit]}",
    "shortcodes": lambda card: f"{card.rank}:{SUIT_WORDS[card.suit]}:",
    "words": lambda card: f"{RANK_WORDS[card.rank - 1]} of {SUIT_WORDS[card.suit]}",
    "singular": lambda card: f"{RANK_WORDS[card.rank - 1]}{SUIT_WORDS[card.suit][:-1]}".title(),
    "wide": lambda card: "".join(chr(ord(letter) + 0xFEE0) for letter in str(card)),
    "pictures": lambda card: chr(0x1F0A0 + 16 * (3 - card.suit) + card.rank + (card.rank > Rank.JACK)),
}
SEPARATORS = [" ", "", ",", ", ", ".", ";", "-", "–", "—", "_", " - ", "\n", " and ", " & ", ") ("]
different_cards = st.lists(st.sampled_from(PACK), min_size=1, max_size=12, unique=True)
spellings = st.sampled_from(sorted(SPELLINGS))


@given(different_cards, spellings, st.sampled_from(SEPARATORS))
def test_a_list_of_cards_comes_back_from_every_notation(cards, spelling, separator):
    text = separator.join(SPELLINGS[spelling](card) for card in cards)
    assert read_cards(text) == tuple(cards)


@given(different_cards, st.data())
def test_notations_may_be_mixed(cards, data):
    words = [SPELLINGS[data.draw(spellings)](card) for card in cards]
    text = "".join(word + data.draw(st.sampled_from(SEPARATORS)) for word in words)
    assert read_cards(text) == tuple(cards)


@given(st.lists(st.sampled_from(PACK), min_size=4, max_size=5, unique=True), st.booleans(), spellings)
def test_a_hand_comes_back_as_it_was_written(cards, crib, spelling):
    starter = cards[4] if len(cards) == 5 else None
    hand = Hand(tuple(cards[:4]), starter, crib=crib, starter_marked=starter is not None)
    assert read_hand(write_hand(hand)) == hand
    typed = [SPELLINGS[spelling](card) for card in hand.cards]
    marked = [f"{mark} {SPELLINGS[spelling](starter)}" for mark in ("|", "cut", "starter")] if starter else [""]
    for mark in marked:
        assert read_hand(f"{'crib ' * crib}{' '.join(typed)} {mark}") == hand


@pytest.mark.parametrize("text", ["5h | 5d", "5h/5d", "5h + 5d"])
def test_in_a_plain_list_a_sign_only_parts_the_cards(text):
    assert read_cards(text) == (Card(Rank.FIVE, Suit.HEARTS), Card(Rank.FIVE, Suit.DIAMONDS))


@pytest.mark.parametrize(
    ("text", "piece"),
    [("5h cut 5d", "'cut'"), ("5h crib", "crib"), ("5h 5", "'5'"), ("5h 5h", "5♥"), ("", "no card"), ("5h d", "'d'")],
)
def test_a_plain_list_is_refused_where_it_is_more_or_less_than_cards(text, piece):
    with pytest.raises(NotationError, match=piece):
        read_cards(text)


def test_a_card_is_written_in_letters_or_with_its_symbol():
    card = Card(Rank.TEN, Suit.DIAMONDS)
    assert (write(card), write(card, symbols=True)) == ("TD", "10♦")


# One card of a hand.

HAND = read_cards("5h 5d js ts ac")


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
    assert str(read_card_of(text, HAND)) == card


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("6d", "You do not hold 6♦"),
        ("6", "You do not hold a six"),
        ("8", "You do not hold an eight"),
        ("5c", "You do not hold 5♣"),
        ("5h 5d", "is not one card"),
        ("", "is not one card"),
        ("| 5h", "more than a card"),
        ("crib 5h", "more than a card"),
        ("h", "without a rank"),
        ("1h", "AH or 10H"),
    ],
)
def test_a_card_that_is_not_held_is_refused(text, said):
    with pytest.raises(NotationError, match=said):
        read_card_of(text, HAND)


# Moves.


def look(stage, hand="5h 5d js ts 2c 9d", **fields):
    held = read_cards(hand) if hand else ()
    known = {"seat": 1, "rules": Rules(), "scores": (0, 0), "hindmost": (0, 0), "deal": 1, "to_lay": 2} | fields
    return View(stage=stage, hand=held, **known)


LAYING, PLAYING, SHOWING = look("lay_away"), look("play", "5h 5d js ts"), look("show", "")


@pytest.mark.parametrize(
    ("text", "cards"),
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
def test_cards_are_laid_away(text, cards):
    assert read_move(text, LAYING) == LayAway(1, read_cards(cards))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5 2", "You hold 5♥ and 5♦.*5H"),
        ("5", "You hold 5♥ and 5♦"),
        ("5 5 5", "so many"),
        ("3 4", "a three"),
        ("3c 4c", "You do not hold 3♣"),
        ("2c 2c", "2♣ is there twice"),
        ("2c | 9d", "not a list of cards"),
        ("", "type the two cards you lay away, such as 2C 9D"),
        ("lay", "type the two cards you lay away"),
        ("hello there", "'hello' cannot be read: type the two cards you lay away"),
        ("go", "Go is said in the play; now type the two cards"),
        ("play 5h", "Cards are played in the play; now type the two cards"),
        ("declare 12", "Counts are declared in the show; now type the two cards"),
        ("12", "'12'"),
    ],
)
def test_what_cannot_be_laid_away(text, said):
    with pytest.raises(NotationError, match=said):
        read_move(text, LAYING)


def test_cards_once_laid_away_stay_there():
    with pytest.raises(NotationError, match="not taken back"):
        read_move("5h 5d", look("lay_away", "5h 5d js ts", laid=read_cards("2c 9d")))
    with pytest.raises(NotationError, match="wait for the cards"):
        read_move("go", look("lay_away", "5h 5d js ts", laid=read_cards("2c 9d")))


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
        ("5h for 2", "pegging is counted for you"),
        ("play 5h for two", "pegging is counted for you"),
        ("31 for 2", "pegging is counted for you"),
        ("fifteen two", "pegging is counted for you"),
        ("as", "You do not hold A♠"),
        ("6", "You do not hold a six"),
        ("5h 5d", "is not one card: type the card you play, such as 5H"),
        ("crib 5h", "more than a card"),
        ("hello there", "'hello' cannot be read: type the card you play, such as 5H"),
        ("going", "'going' cannot be read: type the card you play"),
        ("", "type the card you play"),
        ("declare 12", "Counts are declared in the show; now type the card you play"),
        ("lay 5h 5d", "laid away before the play; now type the card you play"),
        ("1h", "AH or 10H"),
        ("h", "without a rank"),
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
        ("nineteen", "type 0 or 19"),
        ("15-2, 15-4, pair is 7", "do not add up to the last number, 7"),
        ("hello there", "'hello' cannot be read: type the number alone, such as 12"),
        ("5h", "'5h' cannot be read"),
        ("go", "Go is said in the play; now type what your cards count, such as 12"),
        ("play 5h", "Cards are played in the play; now type what your cards count"),
        ("", "No number was said: type the number alone, such as 12"),
    ],
)
def test_what_cannot_be_declared(text, said):
    with pytest.raises(NotationError, match=said):
        read_move(text, SHOWING)


@pytest.mark.parametrize("stage", ["cut", "deal", "lay_away", "play", "show", "over"])
def test_at_every_stage_a_player_may_resign_and_learns_that_the_referee_counts(stage):
    for text in ("resign", "I resign.", "Concede!"):
        assert read_move(text, look(stage)) == Resign(1)
    for text in ("satisfied", "I am satisfied", "I'm satisfied", "Too many!", "too few", "muggins"):
        with pytest.raises(NotationError, match="referee checks every count"):
            read_move(text, look(stage))


@pytest.mark.parametrize(("stage", "now"), [("cut", "wait"), ("deal", "wait"), ("over", "start another game")])
def test_when_nothing_is_asked_nothing_can_be_typed(stage, now):
    for text in ("5h", "12", "hello", "go"):
        with pytest.raises(NotationError, match=now):
            read_move(text, look(stage, ""))


def test_a_spectator_has_no_move():
    with pytest.raises(NotationError, match="do not sit"):
        read_move("5h", look("play", "", seat=None))


def typed(move):
    match move:
        case LayAway(cards=cards):
            return "lay " + " ".join(map(str, cards))
        case Play(card=card):
            return write(card, symbols=True)
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


# Whatever is typed, the answer is a value or a NotationError.

PIECES = (
    "5h 5d 10 1 0 11 A a K q j t x of ♥ ♠ ♦️ ❤ 🂡 🂬 🂠 🃏 | / + │ cut starter start turn-up turn crib box five fives "
    "jack knave hearts :spades: h d s c Я \u0410 \u0130 \ud800 ﷺ ⒇ ½ é = # @ - , . ( ) ' \n and the play lay away "
    "declare go 15-2 15 fifteen pair run double royal is for nobs flush nineteen twenty one two none 31 -5 5.5 999999 "
    "resign satisfied i"
).split(" ")
mangled = st.lists(st.sampled_from(PIECES), max_size=14).flatmap(
    lambda pieces: st.sampled_from(["", " ", ", "]).map(lambda separator: separator.join(pieces))
)
anything = st.one_of(st.text(), mangled, st.text(st.sampled_from("5ahtjs10 |cut♥🂡\ufe0f/")))
VIEWS = [look(stage) for stage in ("cut", "deal", "lay_away", "play", "show", "over")]


@given(anything)
def test_nothing_but_a_notation_error_escapes(text):
    readers = [read_hand, read_cards, lambda typed: read_card_of(typed, HAND)]
    readers += [lambda typed, seen=seen: read_move(typed, seen) for seen in VIEWS]
    for reader in readers:
        try:
            reader(text)
        except NotationError as refusal:
            said = str(refusal)
            assert 10 < len(said) < 250
            assert said.isprintable()
            said.encode()


@given(anything)
def test_what_is_read_is_different_cards_and_comes_back(text):
    try:
        hand = read_hand(text)
    except NotationError:
        return
    cards = [*hand.cards, hand.starter] if hand.starter else list(hand.cards)
    assert len(set(cards)) == len(cards) in (4, 5)
    again = read_hand(write_hand(hand))
    assert (again.cards, again.starter, again.crib) == (hand.cards, hand.starter, hand.crib)


HOSTILE = [
    "5h ",
    "5",
    "a",
    "jack ",
    "turn ",
    "cut ",
    "|",
    "1",
    "of ",
    " ",
    "\u0316\u0301",
    "ﷺ",
    "run 3 ",
    "15 2 ",
    "é",
    "🂡",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_long_nonsense_is_refused(piece):
    text = (piece * LONGEST)[:LONGEST]
    for reader in (read_hand, read_cards, *(lambda typed, seen=seen: read_move(typed, seen) for seen in VIEWS)):
        with pytest.raises(NotationError):
            reader(text)


def test_shuffled_letters_of_a_hand_never_become_another_hand():
    """A word of chance letters is a hand only if every two letters of it are a card."""
    chance = random.Random(5)
    for _ in range(2000):
        word = "".join(chance.choices("a25tjkcdhs", k=8))
        pairs = [word[place : place + 2] for place in range(0, 8, 2)]
        cards = [pair for pair in pairs if pair[0] in "a25tjk" and pair[1] in "cdhs"]
        try:
            assert [str(card).lower() for card in read_hand(word).cards] == cards
        except NotationError:
            assert len(set(cards)) < 4
