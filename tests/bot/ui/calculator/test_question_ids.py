"""Questions in the custom ids of buttons: each is read back as the same question, whatever it holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.calculator.question_ids import decode_question, encode_question, without_claims
from bot.ui.calculator.views import DetailButtons, OfferButton, OfferButtons
from engine.analysis.answers import answer
from engine.cards import PACK
from engine.errors import NotationError
from engine.text.game_scores import TARGETS
from engine.text.questions import (
    MOST_PLAYED,
    DiscardQuestion,
    Face,
    FourCardQuestion,
    GameScores,
    HandQuestion,
    PlayQuestion,
    RanksQuestion,
)

points = st.integers(0, 29)


@st.composite
def faces(draw, least, most=None):
    """Draw cards that have all, some or none of their suits."""
    drawn = draw(st.lists(st.sampled_from(PACK), min_size=least, max_size=most or least, unique=True))
    return tuple(Face(card.rank, card if draw(st.booleans()) else None) for card in drawn)


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
def scores(draw):
    target = draw(st.sampled_from(TARGETS))
    return GameScores(draw(st.integers(0, target - 1)), draw(st.integers(0, target - 1)), target)


questions = st.one_of(
    hands(),
    st.builds(lambda cards, crib, said: FourCardQuestion(cards, crib, **said), faces(4), st.booleans(), claims()),
    st.builds(DiscardQuestion, faces(6), st.sampled_from((None, True, False)), st.none() | scores()),
    plays(),
)


@given(questions)
def test_every_question_is_read_back(question):
    assert decode_question(encode_question(question)) == question


@given(questions, st.integers(0, 10**9))
def test_every_button_is_short_enough_and_asks_about_the_same_cards(question, player):
    shown, none = OfferButtons(player, [question]).children
    assert len(shown.custom_id) <= 100
    pressed = OfferButton.read(shown.custom_id)
    assert pressed.player == player
    assert decode_question(pressed.question) in (question, without_claims(question))
    assert OfferButton.read(none.custom_id) == (player, "")


@given(hands().filter(lambda question: isinstance(question, HandQuestion)))
def test_the_details_of_an_answer_leave_the_declared_counts_out(question):
    for button in DetailButtons(answer(without_claims(question))).children:
        assert decode_question(button.custom_id.split(":", 2)[2]) == without_claims(question)


def test_the_written_scores_of_a_usual_play_are_on_the_button():
    cards = tuple(Face(card.rank, card) for card in PACK[36:44])
    question = PlayQuestion(cards, written=tuple((place, 29, 12) for place in range(8)), restarts=(3, 6))
    assert decode_question(OfferButton.read(OfferButtons(10**6, [question]).children[0].custom_id).question) == question


def test_older_buttons_hold_the_question_as_typed():
    assert decode_question("5♥ 5♦ 5♣ J♠ │ 5♠") == HandQuestion(
        (PACK[18], PACK[17], PACK[16], PACK[43]), PACK[19], crib=False, starter_marked=True
    )
    assert isinstance(decode_question("play: 8 J 6"), PlayQuestion)


@pytest.mark.parametrize(
    "text",
    [
        "~",
        "~H",
        "~H 5H5D5C",
        "~H 5H5H5CJS5S",
        "~F 5.5.5.5.5.",
        "~P 5.5.5.5.5.",
        "~X 5H5D5CJS",
        "~D 4H5D5C6S",
        "~Dx 4H5D",
    ],
)
def test_a_forged_one_is_refused(text):
    with pytest.raises(NotationError):
        decode_question(text)
