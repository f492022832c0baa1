"""Explanations of answers: the total, the reading, every combination, the verdict, and the rarity."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.analysis.answers import answer
from engine.analysis.explain import ALL_BUT, GREATEST, NINETEEN, explain, percent
from engine.text.reader import read_question


def lines(text):
    return [str(line) for line in explain(answer(read_question(text)))]


def test_the_greatest_hand_has_a_remark():
    said = lines("5h 5d 5c js | 5s")
    assert said[0].startswith("29: Fifteen two, fifteen four")
    assert said[1] == "Read as 5♥ 5♦ 5♣ J♠ │ 5♠."
    assert said[2] == "Fifteen: J♠ 5♠ - 2, making 2"
    assert said[-3] == "One for his nobs: J♠ - 1, making 29"
    assert said[-2] == str(GREATEST)
    assert said[-1] == "1 hand in 3,248,700 counts 29 (4 of 12,994,800); 0% count more and 99.99997% less."


def test_twenty_eight_has_a_remark_and_other_hands_have_none():
    assert str(ALL_BUT) in lines("5h 5d 5c jh | 5s")
    assert lines("5h 5d 5c jh | 5s")[-1].startswith("1 hand in 170,984 counts 28 (76 of")
    for text in ("7c 8d 8h ks | 9c", "5h 5d 5c | 5s"):
        assert not {*map(str, (GREATEST, ALL_BUT, NINETEEN))}.intersection(lines(text))


def test_a_hand_of_nothing_is_nineteen():
    said = lines("2h 4d 6c 8s | kh")
    assert said[0] == '0: Nothing ("nineteen", as players say).'
    assert str(NINETEEN) in said
    assert said[-1] == "1 hand in 13 counts 0 (1,009,008 of 12,994,800); 92.2% count more and 0% less."


def test_a_hand_is_explained_line_by_line():
    assert lines("2h 2d 4s | 3c") == [
        "8: Eight for double run.",
        "Read as 2♥ 2♦ 4♠ │ 3♣.",
        "Pair: 2♦ 2♥ - 2, making 2",
        "Run: 2♦ 3♣ 4♠ - 3, making 5",
        "Run: 2♥ 3♣ 4♠ - 3, making 8",
        "1 hand of the five-card game in 58 counts 8 (18,668 of 1,082,900); 1.5% count more and 96.8% less.",
    ]
    assert lines("crib 2h 4h 6h 8h | kh")[-1] == (
        "1 crib in 18 counts 5 (703,496 of 12,994,800); 38.1% count more and 56.5% less."
    )


def test_the_starter_is_mentioned_only_where_it_matters():
    assert lines("5h 5d 5c jh 5s")[1] == (
        "Read as 5♥ 5♦ 5♣ J♥ │ 5♠, the last card being the starter (it would count 29 with 5♥ as the starter)."
    )
    assert lines("7c 8d 8h ks 9c")[1] == "Read as 7♣ 8♦ 8♥ K♠ │ 9♣."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("7c 8d 8h ks | 9c = 12", "12 is right; to challenge it would cost two (law 20)."),
        (
            "7c 8d 8h ks | 9c = 14",
            "14 is two too many: by law 19 the adversary may put it back to 12 and take the two over.",
        ),
        (
            "7c 8d 8h ks | 9c = 11",
            "11 is one too few, for it is 12: what is overlooked is lost, or where muggins is played the adversary "
            "takes the one.",
        ),
        (
            "7c 8d 8h ks | 9c = 999",
            "999 is 987 too many: by law 19 the adversary may put it back to 12 and take the 987 over.",
        ),
        ("7c 8d 8h ks | 9c = 19", "No hand at all counts 19."),
        ("crib 7c 8d 8h ks | 9c = 27", "No crib at all counts 27."),
        ("5 5 5 j | 5 = 29", "29 is right only if the suits are so."),
        (
            "5 5 5 j | 5 = 30",
            "30 is too many: by law 19 the adversary may put it back to 28 or 29 and take the surplus over.",
        ),
        (
            "5 5 5 j | 5 = 2",
            "2 is too few, for it is 28 or 29: what is overlooked is lost, or where muggins is played the adversary "
            "takes the rest.",
        ),
        ("5 6 7 j | 8 = 10", "10 is wrong however the suits are: the count is 8 or 9 or 12 or 14."),
        ("play 7 8 = 2", "2 is right, unless a go or the last card brings one more."),
        ("play 7 8 = 3", "3 is right with the point for a go or the last card, and one too many without."),
        ("8 J 6 5 A A (31-4)", "4 is right; to challenge it would cost two (law 20)."),
        ("8 J 6 5 A A (30-4)", "The count is 31, not 30; to miscall it costs nothing (law 17)."),
        ("5h 5d 5c js = 14", "14 is right; to challenge it would cost two (law 20)."),
    ],
)
def test_a_declared_count_is_judged_by_the_laws(text, said):
    assert said in lines(text)


def test_without_suits_every_total_is_explained():
    assert lines("5 5 5 J | 5")[0] == "28, or 29 with the right jack."
    assert [line[:30] for line in lines("5 5 5 J | 5")[-2:]] == [
        "1 hand in 170,984 counts 28 (7",
        "1 hand in 3,248,700 counts 29 ",
    ]
    assert not {str(GREATEST), str(ALL_BUT)}.intersection(lines("5 5 5 J | 5"))
    assert str(GREATEST) in lines("5 5 5 N | 5")
    assert "No hand at all counts 27." in lines("5 5 5 J | 5 = 27")
    said = lines("5 6 7 j 8")
    assert (
        said[0]
        == "8, or 9 with the right jack, or 12 with a flush of four, or 14 with a flush of five and the right jack."
    )
    assert said[1].startswith("Read as 5 6 7 J │ 8, the last card being the starter. Fifteen two")
    assert lines("5 5 10 N Q")[0] == "18."
    assert lines("5 5 10 N Q")[-1].startswith("1 hand in ")
    assert str(NINETEEN) in lines("9h 2 qd 8c kc")


def test_four_cards_are_explained_with_every_starter():
    said = lines("5 5 5 j")
    assert said[0].startswith("14 by themselves: Fifteen two")
    assert said[-6:] == [
        "With the 48 starters: 14 to 28, 16.29 on average, by the ranks alone.",
        "28 with 1 starter: 5",
        "22 with 3 starters: J",
        "20 with 12 starters: 10 Q K",
        "14 with 32 starters: A 2 3 4 6 7 8 9",
        "A jack of the starter's suit would add 1 for his nobs.",
    ]
    assert "29 with 1 starter: 5♠" in lines("5h 5d 5c js")
    assert lines("2 4 6 8")[-1] == "A flush would add 4, and one more with the starter."
    assert lines("crib 2 4 6 8")[-1] == "A flush would add 5, in a crib only with a starter of its suit."
    assert lines("2 4 6 j")[-2:] == [
        "A flush would add 4, and one more with the starter.",
        "A jack of the starter's suit would add 1 for his nobs.",
    ]
    for text in ("2 2 6 8", "crib 2 2 6 8", "2h 4d 6c js"):
        assert "would add" not in " ".join(lines(text))
    assert lines("crib 2h 4h 6h 8h")[1] == "Read as crib: 2♥ 4♥ 6♥ 8♥, a crib without a starter."


def test_six_cards_are_explained_for_dealer_and_pone():
    said = lines("5 5 6 7 j j")
    assert said[0] == "As dealer lay away 6 7 and keep 5 5 J J: 14.30 in hand + 4.55 in the crib = 18.85."
    assert said[1] == "Read as 5 5 6 7 J J."
    assert said[2].startswith("Next J J: 12.22 in hand + ")
    assert said[4] == "As pone lay away 6 7 and keep 5 5 J J: 14.30 in hand - 6.12 in the crib = 8.19."
    assert said[-1].endswith("Without suits no flush is counted.")
    assert lines("5h 5d 6c 7s jh jd")[-1].endswith("each two as often as good players do.")
    assert len(said) == 8


def test_the_play_is_explained_card_by_card():
    assert lines("play k q 9 5 5") == [
        "2 for 5, the last card, at the count of 10.",
        "Read as play: K Q 9 5 5.",
        "K: 10",
        "Q: 20",
        "9: 29 - go 1",
        "5: the count begins anew, 5",
        "5: 10 - pair 2",
        "One more for a go or the last card, if nobody can add to it.",
    ]
    assert lines("play 8 J 6 5 A A")[-1] == "A: 31 - thirty-one 2, pair 2"


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(100), "100"),
        (Fraction(1, 3), "0.3"),
        (Fraction(99), "99.0"),
        (Fraction(1, 1000), "0.001"),
        (100 - Fraction(400, 12_994_800), "99.99997"),
    ],
)
def test_a_share_is_never_rounded_to_0_or_100(share, text):
    assert percent(share) == text
