"""Every answer fits one message on a phone, shows how the cards were read, and can be read on a dark screen."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.translation import render, using_language
from bot.ui.calculator.question_ids import decode_question
from bot.ui.calculator.views import (
    DetailButton,
    DetailButtons,
    OfferButton,
    OfferButtons,
    answer_text,
    detail_text,
    offer_text,
)
from engine.analysis.answers import answer
from engine.analysis.explain import details, explain
from engine.cards import PACK
from engine.messages import Message
from engine.text.questions import MOST_PLAYED
from engine.text.reader import X_IS_TEN, read_question
from tests.support.pseudo_language import invented

ROOMY = 1_000
"""Half of what Discord takes in a message."""

LONGEST = 2_000


def message(text):
    return answer_text(answer(read_question(text)))


@pytest.mark.parametrize(
    "text",
    [
        "crib: 5h 5d 5c jh 5s = 19",
        "5h 5d 5c js = 19",
        "5d 5c jh js = 28",
        "j j 5 5 = 28",
        "5 5 5 j 5 = 19",
        "10 10 5 5 j j",
        f"play {' '.join(map(str, PACK[:MOST_PLAYED]))} (20-30)",
    ],
)
def test_the_longest_answers_fit(text):
    assert len(message(text)) <= ROOMY
    found = answer(read_question(text))
    for detail in details(found):
        assert len(detail_text(found, detail)) <= LONGEST
    for button in DetailButtons(found).children:
        assert len(button.custom_id) <= 100


@pytest.mark.parametrize(
    "text",
    [
        "5h 5d 5c jh 5s = 28",
        "7c 8d 8h ks | 9c = 14 or 16",
        "2h 4d 6c 8s kh",
        "2h 2d 4s | 3c = 19",
        "5 6 7 j 8 = 10",
        "5 5 5 j = 2",
        "2 4 6 8",
        "4 5 5 6 j 10",
        "play k q 9 5 5 = 3",
        "8 J 6 5 A A (30-4)",
        "~P 8.7.(15-2)6.(21-3)",
        "~P 8.7.(-3)6.(22-3)5.(9-)",
    ],
)
def test_explanations_are_translated_when_they_are_shown_and_not_before(text):
    question = decode_question(text)
    language, untranslated = invented()
    with using_language(language):
        explanation = explain(answer(question))
        shown = answer_text(answer(question))
        rendered = [render(line) for line in explanation]
    assert all(isinstance(line, Message) for line in explanation)
    assert [str(line) for line in explanation] == [str(line) for line in explain(answer(question))]
    assert untranslated == set()
    for line in [*shown.splitlines(), *rendered]:
        assert not re.search("[a-z]{2}", re.sub("`[^`]*`|(?:crib|play):", "", line)), line


def test_x_for_ten_is_noted_in_small_print():
    assert message("xh 9c 8d 7s 6h").splitlines()[-1] == "-# I read X as a ten."
    assert "I read X" not in message("10h 9c 8d 7s 6h")


@given(st.lists(st.sampled_from(PACK), min_size=4, max_size=MOST_PLAYED, unique=True), st.booleans(), st.booleans())
def test_any_cards(cards, crib, suited):
    named = [card.face if suited else card.face[:-1] for card in cards]
    text = " ".join(named)
    if len(cards) > 6:
        text = f"play {text}"
    elif crib and len(cards) < 6:
        text = f"crib {text}"
    told = message(text)
    assert len(told) <= ROOMY
    plain = told.replace("\N{VARIATION SELECTOR-15}", "")
    if len(cards) == 6:
        away, kept = re.search(r"best discard \*\*(.+)\*\*, keep (.+?)\.", plain).groups()
        assert sorted([*away.split(), *kept.split()]) == sorted(named)
    else:
        read = re.search("`(?:crib: |play: )?([^`]+)`", plain)[1]
        assert read.replace("│ ", "").split() == named
    assert not re.search("[♣♦♥♠](?!\N{VARIATION SELECTOR-15})", told)
    assert told.count("**") % 2 == 0
    found = answer(read_question(text))
    for button in DetailButtons(found).children:
        pressed = DetailButton.read(button.custom_id)
        assert len(button.custom_id) <= 100
        assert details(answer(decode_question(pressed.question)))[pressed.detail] == details(found)[pressed.detail]


@pytest.mark.parametrize("custom_id", ["q1:", "q1:starters", "q1:nothing:5h 5d 5c js 5s", "q1::", "other"])
def test_a_custom_id_that_names_no_detail(custom_id):
    read = DetailButton.read(custom_id)
    assert read is None or read.question == ""


class TestOffers:
    """What is asked where a text may mean several things, and the names of the buttons."""

    @staticmethod
    def offered(*texts, **changes):
        questions = [replace(decode_question(text), **changes) for text in texts]
        told = [offer_text(questions), *(button.label for button in OfferButtons(7, questions).children)]
        return [line.replace("\N{VARIATION SELECTOR-15}", "") for line in told]

    def test_one_reading(self):
        assert self.offered("4 4 4 3 | 3") == ["I read `4 4 4 3 │ 3`. Is that right?", "Score it", "No"]
        assert self.offered("is crib 7c 8d 8h ks | 9c 12?")[0] == "I read `crib: 7♣ 8♦ 8♥ K♠ │ 9♣ = 12`. Is that right?"
        assert self.offered("7c 8d 8h ks | 9c = 12 or 14")[0].count("= 12 or 14") == 1
        assert self.offered("play 8 7 (15-2)")[0] == "I read `play: 8 7 (15-2)`. Is that right?"
        assert self.offered("4h 5d 5c 6s jd td")[1:] == ["Best discard", "No"]

    def test_several_readings(self):
        assert self.offered("4h 5h 6h 6d | 5c", "4h 5h 6h 6d", "2h 3h 4h 5h 6h 6d") == [
            "Which do you mean?",
            "4♥ 5♥ 6♥ 6♦ │ 5♣",
            "4♥ 5♥ 6♥ 6♦",
            "Discard from 6 cards",
            "No",
        ]
        assert self.offered("2h 3h 4h 5h 6h 6d", "2h 3h 4h 5h 6h 7d")[1:3] == ["2♥ 3♥ 4♥ 5♥ 6♥ 6♦", "2♥ 3♥ 4♥ 5♥ 6♥ 7♦"]

    def test_each_note_is_shown_once_and_small(self):
        told = self.offered("xh 9c 8d 7s 6h", "xh 9c 8d 7s", notes=(X_IS_TEN, X_IS_TEN))
        assert told[0] == "Which do you mean?\n-# I read X as a ten."

    def test_the_longest_reading_fits_on_a_button(self):
        play = f"play {' '.join(map(str, PACK[:MOST_PLAYED]))} (20-30)"
        for label in self.offered(play, f"{play[:-7]} for 2")[1:]:
            assert len(label) <= 80

    @pytest.mark.parametrize("custom_id", ["q2:", "q2:x", "q2:x:", "q2:-1:", "q2:\N{SUPERSCRIPT TWO}:5h"])
    def test_a_custom_id_that_names_no_reading(self, custom_id):
        assert OfferButton.read(custom_id) is None
