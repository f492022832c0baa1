"""Hands, cards and moves as people really type them."""

# ruff: noqa: RUF001 - people type dashes, wide digits and letters that look like others, and so do these tests.

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PACK, Card, Rank, Suit
from engine.errors import NotationError
from engine.text.notation import HINT, Hand, read_hand, suited_cards, write_hand
from engine.text.tokens import LONGEST, tokenize

BEST = "5♥ 5♦ 5♣ J♠ │ 5♠"


def read_cards(text):
    """The cards of a text in any spelling, as every reader finds them: each with its suit, none twice."""
    return suited_cards(tokenize(text, HINT))


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
        ("AceclubSixclubSevenSpades8h", "A♣ 6♣ 7♠ 8♥"),
        ("aceclubsevenclub3hearts4heart", "A♣ 7♣ 3♥ 4♥"),
        ("5 h 6 - d 7 of clubs 8, spades", "5♥ 6♦ 7♣ 8♠"),
    ],
)
def test_hands_seen_in_the_wild(text, canonical):
    assert write_hand(read_hand(text)) == canonical


@pytest.mark.parametrize("word", ["crib", "box", "Crib:", "in the box", "my crib"])
@pytest.mark.parametrize("place", [0, 2, 6])
def test_the_crib_may_be_named_anywhere(word, place):
    words = ["5h", "5d", "5c", "js", "|", "5s"]
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
    ("1 2h 3h 4h", "'1'", ["an ace (A)", "a ten (10)"]),
    ("2h 1♠ 3h 4h", "'1♠'", ["AS", "10S"]),
    ("0h 2h 3h 4h", "'0h'", ["10H", "TH"]),
    ("11d 2h 3h 4h", "'11d'", ["jack", "JD"]),
    ("12 2h 3h 4h", "'12'", ["queen", "Q"]),
    ("13♣ 2h 3h 4h", "'13♣'", ["king", "KC"]),
    ("joker 2h 3h 4h", "'joker'", ["used in cribbage"]),
    ("🃏 2h 3h 4h", "'🃏'", ["used in cribbage"]),
    ("🂿 2h 3h 4h", "'🂿'", ["used in cribbage"]),
    ("🃟 2h 3h 4h", "'🃟'", ["used in cribbage"]),
    ("🃠 2h 3h 4h", "'🃠'", ["used in cribbage"]),
    ("🃬 2h 3h 4h", "'🃬'", ["used in cribbage"]),
    ("🂬 2h 3h 4h", "'🂬'", ["knight", "J", "Q"]),
    ("🃜 2h 3h 4h", "'🃜'", ["knight", "J", "Q"]),
    ("knight of hearts 2h 3h 4h", "'knight'", ["J", "Q"]),
    ("🂠 2h 3h 4h", "'🂠'", ["back"]),
    ("D 2h 3h 4h", "'D'", ["has no rank", "5D", "Q"]),
    ("2h 3h 4h S", "'S'", ["has no rank", "5S"]),
    ("hearts 2h 3h 4h", "'hearts'", ["has no rank"]),
    ("2h h 3h 4h", "'h'", ["has no rank", "5H"]),
    ("5 h c 3h 4h", "'c'", ["has no rank", "5C"]),
    ("5 | h 3h 4h 6h", "'h'", ["has no rank", "5H"]),
    ("2h ♥ 3h 4h", "'♥'", ["has no rank"]),
    ("♠A 5♥ 7♦ K♣", "'♠A'", ["AS", "rank first"]),
    ("qeen of hearts 5d 5c js", "'qeen'", ["Did you mean queen?"]),
    ("5 of spdes 5d 5c js", "'spdes'", ["Did you mean spades?"]),
    ("H5 2h 3h 4h", "'H5'", ["5H"]),
    ("Dh 2h 3h 4h", "'Dh'", ["has no rank", "Q"]),
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
    ("2h 3h 4h 5h=9", "'='", ["like 5H"]),
    ("hello there", "'hello'", ["like 5H"]),
    ("sand 2h 3h 4h", "'sand'", ["couldn't read"]),
    ("bottle 2h 3h 4h", "'bottle'", ["couldn't read"]),
    ("2h 3h 4h q♥\u044f", "'q♥\u044f'", ["CYRILLIC SMALL LETTER YA"]),
    ("often 2h", "'often'", ["like 5H"]),
    ("fives 2h 3h 4h", "'fives'", ["5S"]),
    ("sixes 2h 3h 4h", "'sixes'", ["6S"]),
    ("aces 2h 3h 4h", "'aces'", ["AS"]),
    ("10s jd qs 3", "'3'", ["3C", "3D", "3H", "3S"]),
    ("5h 5 5c js 5s", "'5'", ["Did you mean 5D?"]),
    ("5h 5d 5c 5s five", "A five", ["5 times"]),
    ("jack 2h 3h 4h", "'jack'", ["JC"]),
    ("5-5-6-7-J-J", "Your cards have no suits", ["like 5H", "like 5H"]),
    ("245810J", "Your cards have no suits", ["like 5H"]),
    ("510J2", "Your cards have no suits", ["like 5H"]),
    ("2-5-J-K (8-9)", "Your cards have no suits", ["like 5H"]),
    ("5 5 5 5 5", "A five", ["5 times", "only 4"]),
    ("8 8 8 8 8h", "An eight", ["5 times"]),
    ("5h 6h 5♥ 7h", "5♥", ["You typed 5♥ twice", "5C, 5D or 5S?"]),
    ("5h 6h 7h 8h five of hearts", "5♥", ["You typed 5♥ twice", "5C, 5D or 5S?"]),
    ("5h 5d 5c 5h js", "5♥", ["You typed 5♥ twice", "Did you mean 5S?"]),
    ("5h 5d 5c 5s 5h", "5♥", ["twice."]),
    ("5h/5d 5c/js 5s", "'/' marks '5d' and '/' marks 'js'", ["You marked two starters", "| 5S"]),
    ("5h | 5d 5c js + 5s", "'|' marks '5d' and '+' marks '5s'", ["You marked two starters", "| 5S"]),
    ("5h 5d 5c js | 5s |", "'|' marks '5s' and '|' marks no card", ["You marked two starters", "| 5S"]),
    ("cut 5h 5d 5c js starter 5s", "'cut' marks '5h' and 'starter' marks '5s'", ["You marked two starters", "| 5S"]),
    ("5hand 5d 5c js 5s", "'5hand'", ["like 5H"]),
    ("5h 5d 5c js |", "'|'", ["Put the starter after"]),
    ("5h 5d 5c js | cut", "'| cut'", ["Put the starter after"]),
    ("5s | 5h 5d 5c js", "'|'", ["Put the starter after"]),
    ("5s starter 5h 5d 5c js", "Is the starter", ["'5s' or '5h'"]),
    ("5h 5d 5c js start, 5s", "Is the starter", ["'js' or '5s'"]),
    ("", "I don't see any cards", ["like 5H"]),
    ("  ,;  ", "I don't see any cards", ["like 5H"]),
    ("crib", "I don't see any cards", ["like 5H"]),
    ("cut", "I don't see any cards", ["like 5H"]),
    ("5h", "That's 1 card", ["4 cards and the starter"]),
    ("5h 5d 5c", "That's 3 card", ["4 cards and the starter"]),
    ("5h 5d | 5c", "That's 3 card", ["4 cards and the starter"]),
    ("2h 3h 4h 5h 6h 7h", "That's 6 card", ["4 cards and the starter"]),
    ("2h 3h 4h 5h 6h | 7h", "That's 6 card", ["4 cards and the starter"]),
    ("2h 3h 4h 5h 6h 7h 8h", "That's 7 card", ["4 cards and the starter"]),
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
    faces = {chr(base + face) for base in (0x1F0A0, 0x1F0B0, 0x1F0C0, 0x1F0D0) for face in (*range(1, 12), 13, 14)}
    assert {read_cards(face)[0] for face in faces} == set(PACK)
    assert "".join(map(str, read_cards("🂡🂪🂫🂭🂮🂱🃁🃑"))) == "ASTSJSQSKSAHADAC"
    for other in {chr(code) for code in range(0x1F0A0, 0x1F100)} - faces:
        with pytest.raises(NotationError) as refusal:
            read_cards(other)
        assert repr(other) in str(refusal.value)


# Round trips: whatever can be written is read back.

SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
RANK_WORDS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
OLD_WORDS = {Rank.TWO: "deuce", Rank.THREE: "trey", Rank.JACK: "knave", Rank.TEN: "x"}
SPELLINGS = {
    "letters": str,
    "small": lambda card: str(card).lower(),
    "10": lambda card: str(card).replace("T", "10"),
    "X": lambda card: str(card).replace("T", "x"),
    "symbols": lambda card: card.face,
    "emoji": lambda card: f"{card.rank}{'♣♦♥♠'[card.suit]}\ufe0f",
    "open symbols": lambda card: f"{card.rank}{'♧♢♡♤'[card.suit]}",
    "shortcodes": lambda card: f"{card.rank}:{SUIT_WORDS[card.suit]}:",
    "words": lambda card: f"{RANK_WORDS[card.rank - 1]} of {SUIT_WORDS[card.suit]}",
    "singular": lambda card: f"{RANK_WORDS[card.rank - 1]}{SUIT_WORDS[card.suit][:-1]}".title(),
    "wide": lambda card: "".join(chr(ord(letter) + 0xFEE0) for letter in str(card)),
    "wide ten": lambda card: f"{card.rank}{card.suit}".replace("T", "１０"),
    "keycaps": lambda card: (
        f"{card.rank}{card.suit}" if card.rank > Rank.NINE else f"{int(card.rank)}\ufe0f\u20e3:{SUIT_WORDS[card.suit]}:"
    ).replace("1\ufe0f\u20e3", "a"),
    "old words": lambda card: f"{OLD_WORDS.get(card.rank, card.rank)} of {SUIT_WORDS[card.suit]}",
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
    [("5h 5", "'5'"), ("5h 5h", "5♥"), ("", "I don't see any cards"), ("5h d", "'d'")],
)
def test_a_plain_list_is_refused_where_a_card_is_missing_half_named_or_there_twice(text, piece):
    with pytest.raises(NotationError, match=piece):
        read_cards(text)


def test_a_card_is_written_in_letters_or_with_its_symbol():
    card = Card(Rank.TEN, Suit.DIAMONDS)
    assert (str(card), card.face) == ("TD", "10♦")
