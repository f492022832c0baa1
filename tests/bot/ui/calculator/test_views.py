"""Every answer fits one message on a phone, says how the cards were read first, and can be read on a dark screen."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.calculator.views import answer_text
from engine.analysis.answers import answer
from engine.cards import PACK
from engine.text.reader import MOST_PLAYED, read_question

ROOMY = 1_000
"""Half of what Discord takes."""


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


def test_x_for_ten_is_noted_in_small_print():
    assert message("xh 9c 8d 7s 6h").splitlines()[-1] == "-# X is read as ten."
    assert "X is read" not in message("10h 9c 8d 7s 6h")


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
    read = re.match("`(?:crib: |play: )?([^`]+)`", told)[1]
    assert read.replace("\N{VARIATION SELECTOR-15}", "").replace("│ ", "").split() == named
    assert not re.search("[♣♦♥♠](?!\N{VARIATION SELECTOR-15})", told)
    assert told.count("**") % 2 == 0
