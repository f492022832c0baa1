"""Cards in the letters of a language: in sentences, in pictures, and as its players type them."""

import pytest

from bot.i18n.translation import (
    gettext,
    own_letters,
    rank_letters,
    render,
    typed_language,
    using_language,
)
from bot.render.canvas import BOARD_PALETTE
from bot.render.cards import draw_card
from bot.render.scene import DEFAULT_STYLE
from bot.ui.core import formatting
from engine.cards import PACK, Card, CardText, Rank
from engine.messages import joined, message
from engine.text.in_english import in_english
from engine.text.question_reader import read_question
from engine.text.questions import Face, write_question
from engine.text.spoken_counts import NumberInWords
from engine.text.typed_cards import TypedCard
from tests.support.make_palette import board_colours
from tests.support.po_files import language

GERMAN, FRENCH, SPANISH, POLISH = (language(code, {}) for code in ("de", "fr", "es", "pl"))


@pytest.mark.parametrize(
    ("reader", "faces"),
    [
        (None, "A♠ K♥ Q♦ J♣ 10♠ 9♥"),
        (GERMAN, "A♠ K♥ D♦ B♣ 10♠ 9♥"),
        (FRENCH, "As♠ R♥ D♦ V♣ 10♠ 9♥"),
        (SPANISH, "A♠ K♥ Q♦ J♣ 10♠ 9♥"),
        (POLISH, "A♠ K♥ Q♦ J♣ 10♠ 9♥"),
    ],
)
def test_cards_with_suits_have_them_in_every_sentence(reader, faces):
    cards = " ".join(Card.parse(name).face for name in ("AS", "KH", "QD", "JC", "TS", "9H"))
    with using_language(reader):
        assert own_letters(cards) == own_letters(own_letters(cards)) == faces
        assert gettext("You have {cards}.", cards=cards) == f"You have {faces}."
        assert render(message("You have {cards}.", cards=joined([cards]))) == f"You have {faces}."
        assert formatting.card(Card.parse("QD")) == f"`{faces.split()[2]}\ufe0e`"


def test_ranks_alone_have_them_where_a_text_is_of_cards():
    with using_language(GERMAN):
        assert render(message("{face} and {name}", face=Face(Rank.QUEEN).face, name="Q")) == "D and Q"
        assert own_letters(CardText("5 5 J │ Q")) == "5 5 B │ D"
        assert own_letters("Plan J") == "Plan J"
        assert own_letters(write_question(read_question("5 5 5 q 5"))) == "5 5 5 D │ 5"


def test_a_question_as_it_is_written_can_be_typed_again():
    for reader in (GERMAN, FRENCH, SPANISH):
        with using_language(reader):
            for typed in ("5h 5d 5c js 5s", "a 2 3 k q", "ah kd qc js 10s"):
                question = write_question(read_question(typed))
                shown = own_letters(question)
                again = [write_question(read_question(text)) for text in in_english(shown, typed_language())]
                assert again == [question], shown


@pytest.mark.parametrize("reader", [GERMAN, FRENCH, SPANISH], ids=lambda one: one.name)
def test_a_card_that_a_hint_asks_for_means_nothing_else(reader):
    with using_language(reader):
        for card in PACK:
            typed = render(message("{card}", card=TypedCard(card)))
            assert [Card.parse(text) for text in in_english(typed, reader.typed)] == [card], typed


@pytest.mark.parametrize(
    ("reader", "said"),
    [
        (None, {21: "twenty-one"}),
        (GERMAN, {1: "eins", 21: "einundzwanzig", 29: "neunundzwanzig"}),
        (POLISH, {21: "21"}),
    ],
)
def test_numbers_are_said_in_words_where_the_language_has_them(reader, said):
    with using_language(reader):
        assert {number: render(message("{number}", number=NumberInWords(number))) for number in said} == said


def test_pictures_have_the_letters_of_their_language():
    def drawn(name):
        return draw_card(Card.parse(name), 200, DEFAULT_STYLE).face.tobytes()

    english = {card.name: drawn(card.name) for card in PACK}
    changed = {None: "", GERMAN: "JQ", FRENCH: "AJQK", SPANISH: "", POLISH: ""}
    for reader, ranks in changed.items():
        with using_language(reader):
            assert {name[0] for name, picture in english.items() if drawn(name) != picture} == {*ranks}


def test_the_ten_is_a_number_in_pictures():
    assert [rank_letters(rank) for rank in Rank] == ["A", *map(str, range(2, 11)), "J", "Q", "K"]


def test_the_colours_of_pictures_are_those_of_the_sample_whatever_language_is_in_use():
    with using_language(FRENCH):
        assert list(BOARD_PALETTE.find()) == board_colours()
