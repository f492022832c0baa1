"""Explanations of answers: the total and the count in groups first, and every detail on request."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from engine.analysis.answers import answer
from engine.analysis.explain import ALL_BUT, GREATEST, NINETEEN, Detail, details, explain, percent, summary
from engine.cards import Card
from engine.text.questions import Face, PlayQuestion
from engine.text.reader import X_IS_TEN, read, read_question


def lines(text, **options):
    return [str(line) for line in summary(answer(read(text).questions[0]), **options)]


def detail(text, wanted):
    return [str(line) for line in details(answer(read(text).questions[0]))[wanted]]


def test_the_greatest_hand_in_five_lines():
    assert lines("5h 5d 5c js | 5s") == [
        "29 points: 5♥ 5♦ 5♣ J♠ │ 5♠",
        "Fifteens: 8 for 16",
        "Pairs: 6 for 12 (double pair royal)",
        "Nobs: 1",
        str(GREATEST),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("7c 8d 8h ks | 9c", ["12 points", "Fifteens: 2 for 4", "Double run: 8"]),
        ("3h 4d 5c 5s | 5h", ["17 points", "Fifteen: 2", "Triple run: 15"]),
        ("4h 4d 5c 6s | 6h", ["24 points", "Fifteens: 4 for 8", "Double double run: 16"]),
        ("3h 4d 5c 6s | 6h", ["16 points", "Fifteens: 3 for 6", "Double run of 4: 10"]),
        ("4h 5h 6h kh | 2c", ["11 points", "Fifteens: 2 for 4", "Run of 3: 3", "Flush: 4"]),
        ("6h 6d 6c 9s | 9h", ["20 points", "Fifteens: 6 for 12", "Pairs: 4 for 8 (pair royal and a pair)"]),
        ("2h 2d 9c 9s | kh", ["4 points", "Pairs: 2 for 4"]),
        ("2h 2d 4s | 3c", ["8 points", "Double run: 8"]),
        ("2h 4d 6c jh | qh", ["1 point", "Nobs: 1"]),
        ("crib 2h 4h 6h 8h | kh", ["5 points", "Flush: 5"]),
    ],
)
def test_a_count_in_groups(text, said):
    (first, *others) = lines(text)
    assert [first.partition(":")[0], *others] == said


def test_every_hand_is_told_in_six_lines():
    for text in ("5h 5d 5c js | 5s", "jh th 5h qh | 5s", "4h 5h 6h jh | 4d"):
        assert len(lines(text)) <= 6


def test_twenty_eight_has_a_remark_and_other_hands_have_none():
    assert lines("5h 5d 5c jh | 5s")[-1] == str(ALL_BUT)
    for text in ("7c 8d 8h ks | 9c", "5h 5d 5c | 5s"):
        assert not {*map(str, (GREATEST, ALL_BUT, NINETEEN))}.intersection(lines(text))


def test_a_hand_of_nothing_is_nineteen():
    first, said = lines("2h 4d 6c 8s | kh")
    assert first == "0 points: 2♥ 4♦ 6♣ 8♠ │ K♥"
    assert "nineteen" in said
    assert detail("2h 4d 6c 8s | kh", Detail.RARITY)[-1] == str(NINETEEN)


def test_every_combination_with_the_points_so_far():
    assert detail("2h 2d 4s | 3c", Detail.COMBINATIONS) == [
        "Pair: 2♦ 2♥ = 2 (2 so far)",
        "Run: 2♦ 3♣ 4♠ = 3 (5 so far)",
        "Run: 2♥ 3♣ 4♠ = 3 (8 so far)",
        "Out loud: Eight for double run.",
    ]


def test_how_rare_a_count_is_as_dealt_and_at_random():
    assert detail("5h 5d 5c js | 5s", Detail.RARITY) == [
        "29 points: 1 in 216,580 as dealt, 1 in 3,248,700 at random.",
        "0% of random hands count more, 99.99997% less.",
        '"As dealt" means you get 6 cards and keep the best 4 on average. "At random" means any 4 cards and a starter.',
    ]
    assert detail("5h 5d 5c jh | 5s", Detail.RARITY)[0] == "28 points: 1 in 15,028 as dealt, 1 in 170,984 at random."
    assert detail("5h 5d 5c | 5s", Detail.RARITY)[0] == "20 points: 1 in 27,072 as dealt, 1 in 270,725 at random."
    assert detail("crib 2h 4h 6h 8h | kh", Detail.RARITY) == [
        "5 points: 1 in 18 cribs of random cards.",
        "38.1% of random hands count more, 56.5% less.",
    ]
    assert [line[:9] for line in detail("5 5 5 J | 5", Detail.RARITY)] == ["28 points", "29 points", '"As dealt']


def test_every_starter_of_a_hand_and_its_own_cards_as_the_starter():
    assert detail("5h 5d 5c jh 5s", Detail.STARTERS)[:2] == ["16.52 on average over 48 starters", "28 with 5♠ (2.1%)"]
    assert detail("5h 5d 5c jh 5s", Detail.STARTERS)[-1] == "29 if the starter was 5♥ of these 5 cards"
    assert "these 5 cards" not in "".join(detail("7c 8d 8h ks 9c", Detail.STARTERS))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("7c 8d 8h ks | 9c = 12", "12 is right."),
        ("7c 8d 8h ks | 9c = 13", "Not 13: it's 12. In most rules, your opponent gets the extra point."),
        ("7c 8d 8h ks | 9c = 14", "Not 14: it's 12. In most rules, your opponent gets the 2 extra points."),
        ("7c 8d 8h ks | 9c = 11", "Not 11: it's 12. (With muggins, your opponent takes the missed point.)"),
        ("7c 8d 8h ks | 9c = 8", "Not 8: it's 12. (With muggins, your opponent takes the 4 missed points.)"),
        ("7c 8d 8h ks | 9c = 19", "No hand is worth 19."),
        ("crib 7c 8d 8h ks | 9c = 27", "No crib is worth 27."),
        ("5 5 5 j | 5 = 29", "29 is right if the suits fit."),
        ("5 5 5 j | 5 = 30", "Not 30: it's 28 or 29. In most rules, your opponent gets the extra points."),
        ("5 5 5 j | 5 = 2", "Not 2: it's 28 or 29. (With muggins, your opponent takes the missed points.)"),
        ("5 6 7 j | 8 = 10", "Not 10, whatever the suits: it's 8, 9, 12 or 14."),
        ("play 7 8 = 2", "2 is right. Add 1 if it's a go or the last card."),
        ("play 7 8 = 3", "3 is only right if it includes 1 for a go or the last card. Otherwise it's 1 too many."),
        ("8 J 6 5 A A (31-4)", "4 is right."),
        ("8 J 6 5 A A (30-4)", "The count is 31, not 30."),
        ("5h 5d 5c js = 14", "14 is right."),
        ("7c 8d 8h ks | 9c = 10 or 12", "12 is right."),
        ("7c 8d 8h ks | 9c = 20 or 24", "Neither 20 nor 24 is right: it's 12."),
    ],
)
def test_a_count_is_checked(text, said):
    assert said in lines(text)


def test_without_suits_every_total_is_named():
    assert lines("5 5 5 J | 5")[:2] == ["28 points: 5 5 5 J │ 5", "29 points with the right jack"]
    assert not {str(GREATEST), str(ALL_BUT)}.intersection(lines("5 5 5 J | 5"))
    assert str(GREATEST) in lines("5 5 5 N | 5")
    assert "No hand is worth 27." in lines("5 5 5 J | 5 = 27")
    assert lines("5 6 7 j 8") == [
        "8 points: 5 6 7 J │ 8",
        "9 points with the right jack",
        "12 points with a flush of 4",
        "14 points with a flush of 5 and the right jack",
        "Fifteens: 2 for 4",
        "Run of 4: 4",
    ]
    assert Detail.STARTERS not in details(answer(read_question("5 6 7 j 8")))


def test_four_cards_with_every_starter():
    assert lines("5 5 5 j") == [
        "14 points so far: 5 5 5 J",
        "16.29 on average with a starter, from 14 to 28",
        "Fifteens: 4 for 8",
        "Pairs: 3 for 6 (pair royal)",
        "A jack of the starter's suit adds 1 for his nobs.",
    ]
    assert detail("5 5 5 j", Detail.STARTERS) == [
        "16.29 on average over 48 starters",
        "28 with 5 (2.1%)",
        "22 with J (6.2%)",
        "20 with 10 Q K (25.0%)",
        "14 with A 2 3 4 6 7 8 9 (66.7%)",
    ]
    assert "29 with 5♠ (2.1%)" in detail("5h 5d 5c js", Detail.STARTERS)
    assert lines("2 4 6 8")[-1] == "A flush adds 4, or 5 with the starter."
    assert lines("crib 2 4 6 8")[-1] == "In a crib, a flush needs the starter too and adds 5."
    for text in ("2 2 6 8", "crib 2 2 6 8", "2h 4d 6c js"):
        assert "adds" not in " ".join(lines(text))


EXACTNESS = "Hand: exact (46 starters). Crib: exact for robots' discards. Pegging: yours minus theirs in robot games."


def test_the_best_discards_to_each_crib_or_to_the_one_that_was_asked_about():
    assert lines("4h 5d 5c 6s jd td") == [
        "Either crib: best discard J♦ 10♦, keep 4♥ 5♦ 5♣ 6♠.",
        "Your crib: 22.94 points (hand 15.96 + crib 4.28 + pegging 2.70)",
        "Their crib: 8.50 points (hand 15.96 - crib 4.99 - pegging 2.46)",
        EXACTNESS,
    ]
    assert lines("2 3 7 8 9 k") == [
        "Your crib: best discard 2 3, keep 7 8 9 K. 14.98 points (hand 6.89 + crib 7.05 + pegging 1.03)",
        "Their crib: best discard 2 K, keep 3 7 8 9. 2.39 points (hand 7.20 - crib 4.32 - pegging 0.49)",
        EXACTNESS,
    ]
    assert lines("5 5 6 7 j j, my crib") == [
        "Your crib: best discard J J, keep 5 5 6 7.",
        "1. J J: 20.19 points (hand 12.22 + crib 5.08 + pegging 2.89)",
        "2. 6 7: 19.79 points (hand 14.30 + crib 4.55 + pegging 0.94)",
        "3. 5 J: 16.31 points (hand 7.93 + crib 6.67 + pegging 1.71)",
        EXACTNESS,
    ]
    theirs = lines("5 5 6 7 j j, their crib")
    assert theirs[:2] == [
        "Their crib: best discard 6 7, keep 5 5 J J.",
        "1. 6 7: 7.29 points (hand 14.30 - crib 6.12 - pegging 0.90)",
    ]
    for text, other in (("my crib", "Their crib:"), ("their crib", "Your crib:")):
        assert other not in detail(f"5 5 6 7 j j, {text}", Detail.DISCARDS)


def test_other_discards():
    said = detail("5 5 6 7 j j", Detail.DISCARDS)
    assert said[:2] == ["Your crib:", "1. J J: 20.19 points (hand 12.22 + crib 5.08 + pegging 2.89)"]
    assert said[2].startswith("2. 6 7: ")
    assert said[-1] == "I didn't count flushes because you didn't type any suits."
    assert [line[:5] for line in said].count("1. J ") == 1
    assert "flushes" not in detail("5h 5d 6c 7s jh jd", Detail.DISCARDS)[-1]


def test_discards_of_the_same_ranks_are_shown_once():
    shown = detail("qh 4d qc jd 2s qs, my crib", Detail.DISCARDS)
    ranks = [re.sub("[♣♦♥♠]", "", line).split(":")[0].split(". ")[1] for line in shown[1:]]
    assert len(ranks) == len({*ranks}) == 5


def test_one_of_five_cards_is_explained_without_pegging():
    assert lines("3 players, 5 cards: 5h 5d 6c 9s ks, what would you throw? my crib")[-1] == (
        "Hand: exact (47 starters). Crib: average of games between 3 robots."
    )


def test_scores_add_the_chance_to_win_and_how_sure_it_is():
    question = read_question("qh 4d qc jd 2s qs at 120-118 dealer")
    said = [str(line) for line in summary(answer(question, lambda seed: Random(seed).random))]
    assert said[0].startswith("Your crib at 120-118: best discard ")
    assert re.fullmatch(r"1\. .+: 9\d% to win, \d+\.\d\d points \(hand .+ \+ crib .+ \+ pegging .+\)", said[1])
    assert said[-2] == EXACTNESS
    assert re.fullmatch(r"Chances: 1500 random deals, ±[123]%\.", said[-1])
    both = [str(line) for line in summary(answer(replace(question, dealer=None), lambda seed: Random(seed).random))]
    assert [line.partition(":")[0] for line in both[:2]] == ["Your crib at 120-118", "Their crib at 120-118"]
    assert all("% to win" in line for line in both[:2])


def test_the_play_card_by_card():
    assert lines("play k q 9 5 5") == [
        "2 points for 5 at 10: play: K Q 9 5 5",
        "Pair: 2",
        "Earlier: 9 at 29 for 1 (go)",
        "Plus 1 if it's a go or the last card.",
    ]
    assert detail("play k q 9 5 5", Detail.STEPS) == [
        "K: 10",
        "Q: 20",
        "9: 29 for 1 (go)",
        "5: 5",
        "5: 10 for 2 (pair)",
    ]
    assert detail("play 8 J 6 5 A A", Detail.STEPS)[-1] == "A: 31 for 4 (thirty-one and pair)"
    assert lines("play 8 J 6 5 A A")[1:] == ["Thirty-one: 2", "Pair: 2"]


def test_a_go_that_a_declared_count_may_hold_is_named_once():
    assert lines("play 7 8 = 2") == [
        "2 points for 8 at 15: play: 7 8",
        "2 is right. Add 1 if it's a go or the last card.",
        "Fifteen: 2",
    ]
    assert lines("play 7 8 = 4")[-1] == "Plus 1 if it's a go or the last card."


def written(ranks, *scores, restarts=(), declared=None):
    """Return the answer to a play with written scores, in lines."""
    faces = tuple(Face(Card.parse(f"{rank}C").rank) for rank in ranks.split())
    question = PlayQuestion(faces, declared=declared, written=scores, restarts=restarts)
    return [str(line) for line in summary(answer(question))]


def test_written_scores_that_are_right():
    assert written("8 J 5 2 4 9 9 9", (4, 29, 1), (6, 18, 2), (7, 27, 7)) == [
        "Every score you wrote is right.",
        "8: 8",
        "J: 18",
        "5: 23",
        "2: 25",
        "4: 29 for 1 (go)",
        "9: 9",
        "9: 18 for 2 (pair)",
        "9: 27 for 6 (pair royal)",
        "Plus 1 if it's a go or the last card.",
    ]
    assert written("8 7", (1, 15, 2))[0] == "The score you wrote is right."


@pytest.mark.parametrize(
    ("ranks", "scores", "said"),
    [
        ("8 7 6", [(1, 15, 2), (2, 21, 2)], ["You wrote 21-2: the 6 makes 21 for 3 (run)."]),
        ("8 7 6", [(1, 15, 3), (2, 22, 3)], ["You wrote 15-3: the 7 makes 15 for 2 (fifteen).", "You wrote 22-3: "]),
        ("8 7 6", [(2, 22, None)], ["You wrote 22: the 6 makes 21."]),
        ("8 7 6", [(2, None, 5)], ["You wrote 5 for the 6: it makes 21 for 3 (run)."]),
        ("8 J", [(1, 18, 2)], ["You wrote 18-2: the J makes 18 for 0."]),
    ],
)
def test_written_scores_that_are_wrong(ranks, scores, said):
    found = written(ranks, *scores)
    assert all(line.startswith(start) for line, start in zip(found, said, strict=False))
    assert found[len(said)] == "8: 8"


def test_a_count_declared_for_the_last_card_is_checked_with_the_written_ones():
    assert written("8 7 6", (1, 15, 2), declared=3) == [
        "Every score you wrote is right.",
        "8: 8",
        "7: 15 for 2 (fifteen)",
        "6: 21 for 3 (run)",
        "Plus 1 if it's a go or the last card.",
    ]
    assert written("8 7 6", (1, 15, 2), declared=2)[0] == "You wrote 2 for the 6: it makes 21 for 3 (run)."


def test_a_play_with_written_scores_has_no_further_details():
    faces = tuple(Face(Card.parse(f"{rank}C").rank) for rank in "876")
    assert details(answer(PlayQuestion(faces, written=((1, 15, 2),)))) == {}


def test_a_note_is_shown_once():
    question = replace(read_question("xh 9c 8d 7s 6h"), notes=(X_IS_TEN, X_IS_TEN))
    assert [str(line) for line in summary(answer(question))].count("I read X as a ten.") == 1


def test_explaining_everything_begins_with_the_summary():
    text = "5h 5d 5c js 5s"
    said = [str(line) for line in explain(answer(read(text).questions[0]))]
    assert said[: len(lines(text))] == lines(text)
    for wanted in (Detail.COMBINATIONS, Detail.STARTERS, Detail.RARITY):
        assert set(detail(text, wanted)) <= set(said)


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
