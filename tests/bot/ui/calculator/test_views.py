"""Every answer fits one message, shows how the cards were read, and can be asked about again by its buttons."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.loading import FOLDER, load_languages
from bot.i18n.translation import render, using_language
from bot.ui.calculator.handlers import (
    DetailButton,
    OfferButton,
    answer_text,
    detail_buttons,
    detail_text,
    offer_buttons,
    offer_text,
)
from bot.ui.calculator.question_ids import decode_question, encode_question, without_claims
from engine.analysis.answers import answer
from engine.analysis.explain import details, explain
from engine.cards import PACK
from engine.errors import NotationError
from engine.messages import Message
from engine.text import multilingual
from engine.text.game_scores import TARGETS
from engine.text.question_reader import X_IS_TEN, read_question
from engine.text.questions import (
    MOST_PLAYED,
    DiscardQuestion,
    Face,
    FourCardQuestion,
    GameScores,
    HandQuestion,
    OddsQuestion,
    PlayQuestion,
    RanksQuestion,
)
from tests.support.data_files import data_beside
from tests.support.pseudo_language import invented

DATA = data_beside(__file__)

ROOMY = 1_000
"""Half of what Discord takes in a message."""

LONGEST = 2_000


def message(text):
    return answer_text(answer(read_question(text)))


@pytest.mark.parametrize(
    "text",
    [
        *("crib: 5h 5d 5c jh 5s = 19", "5h 5d 5c js = 19", "5d 5c jh js = 28", "j j 5 5 = 28", "5 5 5 j 5 = 19"),
        *("10 10 5 5 j j", f"play {' '.join(map(str, PACK[:MOST_PLAYED]))} (20-30)"),
    ],
)
def test_the_longest_answers_fit(text):
    assert len(message(text)) <= ROOMY
    found = answer(read_question(text))
    for detail in details(found):
        assert len(detail_text(found, detail)) <= LONGEST
    for button in detail_buttons(found).buttons:
        assert len(button.custom_id) <= 100


@pytest.mark.parametrize(
    "text",
    [
        *("5h 5d 5c jh 5s = 28", "7c 8d 8h ks | 9c = 14 or 16", "2h 4d 6c 8s kh", "2h 2d 4s | 3c = 19"),
        *("5 6 7 j 8 = 10", "5 5 5 j = 2", "2 4 6 8", "4 5 5 6 j 10", "play k q 9 5 5 = 3"),
        *("8 J 6 5 A A (30-4)", "~P 8.7.(15-2)6.(21-3)", "~P 8.7.(-3)6.(22-3)5.(9-)"),
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
    kind = "play " if len(cards) > 6 else "crib " if crib and len(cards) < 6 else ""
    text = kind + " ".join(named)
    told = message(text)
    assert len(told) <= ROOMY
    plain = told.replace("\N{VARIATION SELECTOR-15}", "")
    if len(cards) == 6:
        away, kept = re.search(r"best discard \*\*(.+)\*\*, keep (.+?)\.", plain).groups()
        assert sorted([*away.split(), *kept.split()]) == sorted(named)
    else:
        shown = re.search("`(?:crib: |play: )?([^`]+)`", plain)[1]
        assert shown.replace("│ ", "").split() == named
    assert not re.search("[♣♦♥♠](?!\N{VARIATION SELECTOR-15})", told)
    assert told.count("**") % 2 == 0
    found = answer(read_question(text))
    for button in detail_buttons(found).buttons:
        pressed = DetailButton.read(button.custom_id)
        assert len(button.custom_id) <= 100
        assert details(answer(decode_question(pressed.question)))[pressed.detail] == details(found)[pressed.detail]


class TestOffers:
    """What is asked where a text may mean several things, and the names of the buttons."""

    @staticmethod
    def offered(*texts, **changes):
        questions = [replace(decode_question(text), **changes) for text in texts]
        told = [offer_text(questions), *(button.label for button in offer_buttons(7, questions).buttons)]
        return [line.replace("\N{VARIATION SELECTOR-15}", "") for line in told]

    @pytest.mark.parametrize(("text", "asked"), DATA["readings"])
    def test_one_reading(self, text, asked):
        assert self.offered(text)[: len(asked)] == asked

    def test_several_readings(self):
        asked = ["Which do you mean?", "4♥ 5♥ 6♥ 6♦ │ 5♣", "4♥ 5♥ 6♥ 6♦", "Discard from 6 cards", "No"]
        assert self.offered("4h 5h 6h 6d | 5c", "4h 5h 6h 6d", "2h 3h 4h 5h 6h 6d") == asked
        assert self.offered("2h 3h 4h 5h 6h 6d", "2h 3h 4h 5h 6h 7d")[1:3] == ["2♥ 3♥ 4♥ 5♥ 6♥ 6♦", "2♥ 3♥ 4♥ 5♥ 6♥ 7♦"]

    def test_a_discard_of_five_is_named_in_the_language_of_the_reader(self):
        five = "3 players, which should I discard: 4 5 6 9 J"
        assert self.offered(five, "4h 5h 6h 6d")[1] == "Best discard: 4 5 6 9 J"
        with using_language(load_languages(FOLDER)["es"]):
            assert self.offered(five, "4h 5h 6h 6d")[1] == "Mejor descarte: 4 5 6 9 J"

    def test_each_note_is_shown_once_and_small(self):
        told = self.offered("xh 9c 8d 7s 6h", "xh 9c 8d 7s", notes=(X_IS_TEN, X_IS_TEN))
        assert told[0] == "Which do you mean?\n-# I read X as a ten."

    def test_the_longest_reading_fits_on_a_button(self):
        play = f"play {' '.join(map(str, PACK[:MOST_PLAYED]))} (20-30)"
        for label in self.offered(play, f"{play[:-7]} for 2")[1:]:
            assert len(label) <= 80


points = st.integers(0, 29)


@st.composite
def faces(draw, least, most=None):
    """Draw cards that have all, some or none of their suits."""
    cards = draw(st.lists(st.sampled_from(PACK), min_size=least, max_size=most or least, unique=True))
    return tuple(Face(card.rank, card if draw(st.booleans()) else None) for card in cards)


@st.composite
def claims(draw):
    declared = draw(st.none() | points)
    return {"declared": declared, "others": () if declared is None else tuple(draw(st.lists(points, max_size=2)))}


@st.composite
def hands(draw):
    crib, marked = draw(st.booleans()), draw(st.booleans())
    cards = draw(st.lists(st.sampled_from(PACK), min_size=4, max_size=5, unique=True))
    if draw(st.booleans()):
        return HandQuestion(tuple(cards[:-1]), cards[-1], crib, marked, **draw(claims()))
    held = tuple(Face(card.rank) for card in cards)
    return RanksQuestion(held[:-1], held[-1], draw(st.booleans()), crib, marked, **draw(claims()))


@st.composite
def plays(draw):
    cards = draw(faces(1, MOST_PLAYED))
    places = st.sets(st.integers(0, len(cards) - 1))
    part = st.none() | points
    written = tuple((place, draw(part), draw(part)) for place in sorted(draw(places)))
    restarts = tuple(sorted(draw(places)))
    count = draw(st.none() | st.integers(1, 31))
    return PlayQuestion(cards, count, written=written, restarts=restarts, **draw(claims()))


@st.composite
def scores(draw, *, third=False):
    target = draw(st.sampled_from(TARGETS))
    mine, theirs, other = (draw(st.integers(0, target - 1)) for _ in range(3))
    return GameScores(mine, theirs, target, other if third else None)


ROLES = st.sampled_from((None, True, False))


questions = st.one_of(
    hands(),
    st.builds(lambda cards, crib, said: FourCardQuestion(cards, crib, **said), faces(4), st.booleans(), claims()),
    st.builds(DiscardQuestion, faces(6), ROLES, st.none() | scores()),
    st.builds(DiscardQuestion, faces(5), ROLES, scores(), players=st.sampled_from((2, 4))),
    st.builds(DiscardQuestion, faces(5), ROLES, scores(third=True), players=st.just(3)),
    st.builds(OddsQuestion, st.just("win"), dealer=ROLES, scores=scores(third=True), players=st.just(3)),
    st.builds(OddsQuestion, st.just("win"), dealer=ROLES, scores=scores(), players=st.sampled_from((None, 2, 4))),
    plays(),
)


@given(questions)
def test_every_question_is_read_back(question):
    assert decode_question(encode_question(question)) == question


@pytest.mark.parametrize("text", ["9 (9) 8 (17) 7 (24) for 3, go, 6 (30) 2", "9 8 7 (24) (3)", "K (10) Q (20-2) (1)"])
def test_a_card_with_two_scores_fits_a_button(text):
    for question in multilingual.read(text, None).questions:
        assert decode_question(encode_question(question)) == question


@given(questions, st.integers(0, 10**9))
def test_every_button_is_short_enough_and_asks_about_the_same_cards(question, player):
    shown, none = offer_buttons(player, [question]).buttons
    assert len(shown.custom_id) <= 100
    pressed = OfferButton.read(shown.custom_id)
    assert pressed.player == player
    assert decode_question(pressed.question) in (question, without_claims(question))
    assert OfferButton.read(none.custom_id) == OfferButton(player)


@given(hands().filter(lambda question: isinstance(question, HandQuestion)))
def test_the_details_of_an_answer_leave_the_declared_counts_out(question):
    for button in detail_buttons(answer(without_claims(question))).buttons:
        assert decode_question(button.custom_id.split(":", 2)[2]) == without_claims(question)


def test_the_written_scores_of_a_usual_play_are_on_the_button():
    cards = tuple(Face(card.rank, card) for card in PACK[36:44])
    question = PlayQuestion(cards, written=tuple((place, 29, 12) for place in range(8)), restarts=(3, 6))
    assert decode_question(OfferButton.read(offer_buttons(10**6, [question]).buttons[0].custom_id).question) == question


def test_older_buttons_hold_the_question_as_typed():
    assert decode_question("5♥ 5♦ 5♣ J♠ │ 5♠") == HandQuestion(
        (PACK[18], PACK[17], PACK[16], PACK[43]), PACK[19], crib=False, starter_marked=True
    )
    assert isinstance(decode_question("play: 8 J 6"), PlayQuestion)


@pytest.mark.parametrize(
    "text",
    [
        *("~", "~H", "~H 5H5D5C", "~H 5H5H5CJS5S", "~F 5.5.5.5.5.", "~P 5.5.5.5.5."),
        *("~X 5H5D5CJS", "~D 4H5D5C6S", "~D 4H5D5C6S>4H5D", "~Dx 4H5D"),
    ],
)
def test_a_forged_question_is_refused(text):
    with pytest.raises(NotationError):
        decode_question(text)
