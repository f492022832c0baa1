"""Typed texts that are no hand, or more than one, or a hand and something else: each is refused by its piece."""

from __future__ import annotations

import pytest

from engine.errors import NotationError
from engine.text.questions import write_question
from engine.text.reader import read_question

REFUSED = [
    # Dates, times, prices.
    ("10/5/26", "'5/26'"),
    ("4/5/24", "'5/24'"),
    ("5.6.78", "'6.78'"),
    ("at 5:45", "'at'"),
    ("5:45 to 6:45", "'5 to 6'"),
    ("5:45", "Three cards|date"),
    ("3.456", "'3.45'"),
    ("9 10 4:56", "'4:56'"),
    # Words that are two cards, or one.
    ("at 4567", "'at'"),
    ("at 10 9 8", "'at'"),
    ("5 6 7 8 ta", "'ta'"),
    ("hey jack 5 6 7 8 9", "'hey jack'"),
    ("thanks k 5 6 7 8", "'thanks k'"),
    ("jack: 5 6 7 8", "'jack:'"),
    ("Q: 5 6 7 8", "'Q:'"),
    ("a) 5 6 7 8", r"'a\)'"),
    ("ah ok 5h 5d 5c js", "'ah ok'"),
    ("oh ah 5h 5d 5c js 5s", "'oh ah'"),
    ("the 2d hand 5h 5d 5c js", "'2d hand'"),
    # The number of a hand.
    ("hand 2: 5 6 7 8", "'hand 2:'"),
    ("2. 5 6 7 8", "'2.'"),
    ("2) 5 6 7 8", r"'2\)'"),
    ("game 2 5 6 7 8", "'game 2'"),
    # Ranges, and several of a rank.
    ("2 to 5 7 8", "'2 to 5'"),
    ("ah to 4h jh 5s", "'ah to 4h'"),
    ("2-5 7 8", "'2-5'"),
    ("2...5 7 8", r"'2\.\.\.5'"),
    ("two 5s two 6s 7", "'two 5s'"),
    ("2 3s, 2 4s and 5", "'2 3s'"),
    ("two 5 three 6", "'two 5'"),
    ("two of five six seven eight", "'two of five'"),
    ("5x3 j", "'5x3'"),
    ("3x 5 j", "'3x 5'"),
    ("5 6 7 8 and 2 more", "'2 more'"),
    ("5 5 5 5 all 4", "'all 4'"),
    ("all 4 5 6 7 8", "'all 4'"),
    # Points.
    ("22 5 6 7 8", "'22'"),
    ("25 6 7 8", "'25'"),
    ("4 5 6 6 (24)", r"'\(24\)'"),
    ("play 8 7 6 makes 21", "No card can peg 21"),
    ("play 10 j q for 30", "No card can peg 30"),
    ("i pegged 8 and counted 5 6 7 8 9", "two totals"),
    ("5h 5d 5c js 5s i need 20", "'i need 20'"),
    ("5h 5d 5c js 5s i was up 20", "'i was up 20'"),
    ("5h 5d 5c js 5s i am on 20", "'i am on 20'"),
    ("5 6 7 9 J nibs", "'nibs'"),
    ("hope to cut 5 with 6 7 8 9", "'hope'"),
    # Articles, and the ace of spades.
    ("i have a 5 6 7 8", "'a 5'"),
    ("holding a 5 6 7 8", "'a 5'"),
    ("i kept a 5 6 7", "'a 5'"),
    ("we had a king 5 5 j", "'a king'"),
    ("a 5, 6, 7, 8", "'a 5'"),
    ("a 5 and 6 7 8", "'a 5'"),
    ("5 cut with a 5 5 j", "'a 5'"),
    ("a perfect 5 5 5 j", "'a perfect'"),
    ("just a quick question: 5 5 5 j", "'a quick'"),
    ("5 5 5 j, a cut", "'j, a cut'"),
    ("as if 5h 5d 5c js", "'as'"),
    ("as dealt 5h 5d 5c js 5s", "'as'"),
    ("5h 5d 5c js as well", "'as'"),
    ("5h 5d 5c js as crib", "'as'"),
    ("5h 5d 5c js as my crib", "'as'"),
    ("5h 5d 5c js as first dealer", "'as'"),
    ("5h 5d 5c js as you can see", "'as'"),
    ("5h 5d 5c js as they say", "'as'"),
    ("5h 5d 5c js 5s as is", "'as'"),
    ("5h 5d 5c js as my 5s", "'as"),
    ("play a 5", "'a 5'"),
    # Two hands, and what is not there.
    ("I had 5 6, he had 7 8", "is about two hands"),
    ("i have 5h 6h 7h 8h he has 9h", "is about two hands|couldn't read"),
    ("I have 5 6 7 8 he has 9", "is about two hands"),
    ("dealer 5h 6h pone 7h 8h", "is about two hands"),
    ("my cards 5 6 7 8\nhis cards 9 10", "is about two hands"),
    ("her 5h 6h 7h 8h his 9h", "is about two hands"),
    ("i don't have 5h 5d 5c js", "cards you don't have"),
    ("it isn't 5h 5d 5c js 5s", "cards you don't have"),
    ("5h 5d 5c js cut wasn't 5s", "cards you don't have"),
    ("5h 6h 7h 9h 10h correction 8h", "'10h correction 8h'"),
    ("5 6 7 9 sorry 8", "'9 sorry 8'"),
    # The play.
    ("should i play 5 or 6 from 5 6 7 8", "asks what to play"),
    ("should i lead deuce", "asks what to play"),
    ("i don't have a deuce 5 6 7 8", "says which cards you don't have"),
    ("what should i lead 5 6 7 8", "asks what to play"),
    ("best lead 5 6 7 8", "asks what to play"),
    ("he led 5 I have 6 7 8 9", "is about the play and a hand"),
    ("he led a 5 and I have 6 7 8", "is about the play and a hand"),
    ("5 6 7 8 pegs 12", "'8 pegs 12'"),
    ("peg 5 with 6 7 8 9", "is about the play and a hand"),
]
READ = [
    ("2-5-J-K (8-9)", "2 5 J K 8 9"),
    ("245810J", "2 4 5 8 10 J"),
    ("5/5/5/j/5", "5 5 5 J │ 5"),
    ("4567-10", "4 5 6 7 │ 10"),
    ("5. 5. 5. j. 5", "5 5 5 J │ 5"),
    ("5: 5: 5: j", "5 5 5 J"),
    ("5 6 7 8-10", "5 6 7 8 │ 10"),
    ("5-6 7-8", "5 6 7 8"),
    ("5 5 5 x 5", "5 5 5 10 │ 5"),
    ("55x5", "5 5 10 5"),
    ("two six seven eight", "2 6 7 8"),
    ("a 5 5 5 j", "A 5 5 5 │ J"),
    ("a, 5, 6, 7", "A 5 6 7"),
    ("a hand of 5 5 5 j", "5 5 5 J"),
    ("have a quick look: 5 5 5 j", "5 5 5 J"),
    ("5 5 5 j a", "5 5 5 J │ A"),
    ("5 5 5 j a cut of 5", "5 5 5 J │ 5"),
    ("5h 5d 5c as", "5♥ 5♦ 5♣ A♠"),
    ("ah 5h 5d 5c js", "A♥ 5♥ 5♦ 5♣ │ J♠"),
    ("5h 5d 5c js as is 12", "5♥ 5♦ 5♣ J♠ │ A♠"),
    ("5h 5d 5c js as he says 12", "5♥ 5♦ 5♣ J♠ │ A♠"),
    ("22 for 5 6 7 8", "5 6 7 8"),
    ("5 6 7 J 9 nibs", "5 6 7 N │ 9"),
    ("play 8 7 6 (21-3)", "play: 8 7 6"),
    ("play 7 7 7 7 3 (31 for 14)", "play: 7 7 7 7 3"),
    ("sorry 5 6 7 8", "5 6 7 8"),
    ("tell us 5h 5d 5c js 5s", "5♥ 5♦ 5♣ J♠ │ 5♠"),
    ("5h 5d 5c js 5s please tell me", "5♥ 5♦ 5♣ J♠ │ 5♠"),
    ("5h 5d 5c js and say the cut is 5s", "5♥ 5♦ 5♣ J♠ │ 5♠"),
    ("5h 6h 7h 8h 9h 10h not my deal", "5♥ 6♥ 7♥ 8♥ 9♥ 10♥"),
    ("5h 6h 7h 8h 9h 10h her turn to deal", "5♥ 6♥ 7♥ 8♥ 9♥ 10♥"),
    ("i am not dealing 5h 6h 7h 8h 9h 10h", "5♥ 6♥ 7♥ 8♥ 9♥ 10♥"),
    ("5s cut with 5h 5d 5c js", "5♥ 5♦ 5♣ J♠ │ 5♠"),
    ("he says 8 i say 10 5h 5d 5c js", "5♥ 5♦ 5♣ J♠"),
]


@pytest.mark.parametrize(("text", "piece"), REFUSED)
def test_what_was_not_meant_is_never_read(text, piece):
    with pytest.raises(NotationError, match=piece):
        read_question(text)


@pytest.mark.parametrize(("text", "canonical"), READ)
def test_what_only_looks_like_it_is_read_still(text, canonical):
    assert write_question(read_question(text)) == canonical
