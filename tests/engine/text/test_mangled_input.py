"""Thousands of real inputs with typing errors: each gets an answer or one sentence of refusal."""

# ruff: noqa: RUF001 - people type dashes and letters that look like others, and so do these tests.

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.analysis.answers import answer
from engine.analysis.explain import explain
from engine.errors import NotationError
from engine.text.notation import read_hand, read_plain_hand
from engine.text.phrase_rules import split_question
from engine.text.questions import DiscardQuestion, HandQuestion, write_question
from engine.text.reader import read_question
from engine.text.tokens import LONGEST

REAL = [
    "4H 5D 5C 6S JD",
    "AC,2D,3H",
    "10s jd qs 3",
    "A♠,5♥,7♦ 9♣ | K♣",
    "5-5-6-7-J-J",
    "2-5-J-K (8-9)",
    "245810J",
    "8 J 6 5 A A (31-4)",
    "5 — N — 5 — 5 — 5",
    "5♥️ 5♦️ 5♣️ J♠️ │ 5♠️",
    "5:hearts: 5:diamonds: 5:clubs: J:spades: 5:spades:",
    "🂵🃅🃕🂫🂥",
    "５ｈ　５ｄ　５ｃ　ｊｓ　５ｓ",
    "five of hearts, five of diamonds, five of clubs and the knave of spades; turn-up the five of spades",
    "is 5h 5d 5c js + 5s 28?",
    "5h 5d 5c js 5s declared: 28",
    "declared twelve, 7c 8d 8h ks 9c",
    "7c 8d 8h ks 9c: fifteen two, fifteen four, and eight for double run is twelve",
    "play 8 j 6 5 go a a for 4",
    "how much does my crib 5h5d5cjs5s count?",
    "what should I throw from 5h 6h 7h 8h 9h 10h?",
    "xh 9c 8d 7s cut 6h",
    "5 5 5 j 5",
    "5h 5d 5c js starter is 5s",
]
OVERHEARD = [
    text.replace("{}", "5h 5d 5c js 5s")
    for path in sorted((Path(__file__).parents[2] / "collected_phrases").iterdir())
    for text in path.read_text(encoding="utf-8").splitlines()
]
LETTERS = " acdhsjqktxn0123456789♥♦♣♠|/+=()?:,-—.ofivectАКТ\u200b\u0301ﷺ🂡🂠🃏"


def mangled(chance, text):
    """The text after one slip, or a few: a letter lost, doubled, changed, moved, or a piece of another text."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 5))):
        place = chance.randrange(len(text) + 1)
        match chance.randrange(7):
            case 0:
                text = text[:place] + text[place + 1 :]
            case 1:
                text = text[:place] + chance.choice(LETTERS) + text[place:]
            case 2:
                text = text[:place] + chance.choice(LETTERS) + text[place + 1 :]
            case 3:
                text = text[:place] + text[place : place + 3] * 2 + text[place + 3 :]
            case 4:
                text = text[:place] + text[place + 1 : place + 2] + text[place : place + 1] + text[place + 2 :]
            case 5:
                other = chance.choice(REAL)
                text = text[:place] + other[chance.randrange(len(other)) :]
            case 6:
                text = chance.choice((str.upper, str.title, str.swapcase))(text)
    return text


def corpus(many, real=REAL):
    chance = random.Random(1877)
    return [mangled(chance, chance.choice(real)) for _ in range(many)]


PLAIN = ["5h 4d 6c js 2s", "10h9cKd7S6h", "AC,2D,3H,4S | TS", "5♥ 5♦ 5♣ J♠ │ 5♠", "4h-5d-5c-6s. jd", "xh 9c; 8d 7s"]


def check_reading(text):
    """The question that is read, which comes back as it was understood; and otherwise one sentence."""
    try:
        question = read_question(text)
    except NotationError as refusal:
        said = str(refusal)
        assert 10 < len(said) < 260, text
        assert said.isprintable(), text
        said.encode()
        return None
    assert write_question(read_question(write_question(question))) == write_question(question), text
    return question


def check(text):
    """Return whether a text is read; then all that follows from it is there."""
    question = check_reading(text)
    if question is not None:
        check_answer(question, text)
    return question is not None


def check_answer(question, text):
    lines = [str(line) for line in explain(answer(question))]
    assert all(line and line.isprintable() for line in lines), text
    assert any(write_question(question) in line for line in lines), text


def test_thousands_of_mangled_inputs_are_answered_or_refused():
    """One in ten texts of six cards is answered, because their answers take the longest by far."""
    texts = corpus(6_000)
    read = {text: question for text in texts if (question := check_reading(text)) is not None}
    sixes = [text for text, question in read.items() if isinstance(question, DiscardQuestion)]
    for text in sixes[::10]:
        check_answer(read[text], text)
    for text, question in read.items():
        if not isinstance(question, DiscardQuestion):
            check_answer(question, text)
    assert len(set(texts)) > 4_500
    assert 1_000 < sum(text in read for text in texts) < 4_500, "some slips matter and some do not"


def test_thousands_of_mangled_questions_are_read_or_refused():
    """The questions that people ask on a phone, with the typing errors of a phone."""
    texts = corpus(12_000, OVERHEARD)
    read = sum(check_reading(text) is not None for text in texts)
    assert len(set(texts)) > 10_000
    assert 2_000 < read < 10_000, "some slips matter and some do not"


@pytest.mark.parametrize("text", REAL)
def test_the_real_inputs_are_read_but_for_two(text):
    assert check(text) == (text not in ("AC,2D,3H", "10s jd qs 3")), "three cards; and one without its suit"


@given(st.one_of(st.text(max_size=80), st.text(st.sampled_from(LETTERS), max_size=60)))
def test_anything_at_all_is_answered_or_refused(text):
    check(text)


@given(st.lists(st.sampled_from([*" ".join(REAL).split(" "), "nineteen", "15-2", "pegs", "in play"]), max_size=12))
def test_the_words_of_questions_in_any_order_are_answered_or_refused(words):
    check(" ".join(words))


def test_a_plainly_typed_hand_is_the_same_in_any_spelling():
    """``hand`` before the cards says nothing, but is spelt out."""
    seen = 0
    for text in corpus(4_000, PLAIN):
        hand = read_plain_hand(text)
        if hand is not None:
            seen += 1
            assert read_plain_hand(f"hand {text}") is None
            assert read_hand(f"hand {text}") == hand
    assert seen > 500


def test_a_letter_or_figure_that_is_changed_changes_the_hand():
    """No slip inside a card is put right in silence."""
    text = "5h 4d 6c js 2s"
    hand = read_hand(text)
    for place, letter in enumerate(text):
        for other in "acdhsjqktx0123456789bnvrzeio":
            if letter not in (" ", other):
                slip = text[:place] + other + text[place + 1 :]
                with suppress(NotationError):
                    assert read_hand(slip) != hand, slip
                try:
                    question = read_question(slip)
                except NotationError:
                    continue
                assert write_question(question) != "5♥ 4♦ 6♣ J♠ │ 2♠", slip


HOSTILE = [
    "5h 5d 5c js ",
    "5h 5d 5c js|",
    "5h 5d 5c js ,",
    "which ",
    "is ",
    "= ",
    "5 = ",
    "for 12 ",
    "(",
    "(1-",
    "(31-4)",
    "(31 - 4) ?",
    "15 ",
    "15 two ",
    "31 ",
    "twenty ",
    "declared ",
    "declared 12 ",
    "starter is ",
    "turned up card was the ",
    "play ",
    "go ",
    "play 8 ",
    "in the ",
    "n ",
    "N 5 ",
    "8 J 6 (31-",
    "12?",
    "points ",
    "28 points",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_long_nonsense_is_refused_in_one_sentence(piece):
    assert not check((piece * LONGEST)[:LONGEST])


@pytest.mark.parametrize("piece", HOSTILE)
def test_long_nonsense_behind_a_hand_is_refused_or_says_nothing(piece):
    text = f"5h 5d 5c js 5s {(piece * LONGEST)[: LONGEST - 20]}"
    if check(text):
        assert write_question(read_question(text)).endswith("5♥ 5♦ 5♣ J♠ │ 5♠")


@pytest.mark.parametrize("gap", [" ", ",", " ? ", "\n", "\u200b", "."])
def test_a_hand_amid_long_gaps_is_read(gap):
    text = f"5h 5d 5c js{gap * 300}5s"
    assert write_question(read_question(text)) == "5♥ 5♦ 5♣ J♠ │ 5♠"
    assert split_question(f"{text} = 12", "").claim == "12"


def test_a_question_too_long_is_not_read():
    assert isinstance(read_question("5h 5d 5c js 5s".ljust(LONGEST)), HandQuestion)
    for text in ("5h 5d 5c js 5s".ljust(LONGEST + 1), "is" + "5h" * 1_000, "ﷺ" * 200):  # the last is many in one
        with pytest.raises(NotationError, match="characters"):
            read_question(text)
