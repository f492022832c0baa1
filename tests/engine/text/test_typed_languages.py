"""What players type in German, French and Spanish, written before the languages; half of it was kept aside.

The lines are those of ``tests.support.typed_tables``; the stage ``score`` is a question to the calculator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from engine.cards import Rank, Suit
from engine.errors import NotationError
from engine.text.in_english import in_english
from engine.text.languages import LANGUAGES
from engine.text.multilingual import parse_count, read, read_move, read_moves
from engine.text.questions import DiscardQuestion, HandQuestion, RanksQuestion, write_question
from tests.support.data_files import data_beside
from tests.support.phrases import phrases
from tests.support.strategies import cards
from tests.support.typed_tables import judge, lines_of, table
from tests.support.typed_tables import read as made_of

GERMAN, FRENCH, SPANISH = (LANGUAGES[code] for code in ("de", "fr", "es"))

CASES = data_beside(__file__)
FIGURES = CASES["figures"]


def faces(question, meaning) -> str:
    """Return the cards of a question, with its claim and its crib where the meaning has them."""
    match question:
        case HandQuestion(hand=hand, starter=starter) | RanksQuestion(hand=hand, starter=starter):
            claim = f" = {question.declared}" if "=" in meaning else ""
            crib = " crib" if "crib" in meaning and question.crib else ""
            return f"hand {' '.join(map(name, hand))} / {name(starter)}{claim}{crib}"
        case DiscardQuestion(cards=six):
            return f"six {' '.join(map(name, six))}"
    return str(question)


def name(face) -> str:
    return str(getattr(face, "card", face) or face.rank)


def judge_question(text, meaning, language):
    try:
        reading = read(text, language)
    except NotationError:
        return "right" if meaning == "nothing" else "refused"
    found = [faces(question, meaning) for question in reading.questions]
    if reading.sure:
        return "right" if found[0] == meaning else "WRONG"
    return "offered" if meaning == "ask" or meaning in found else "offered otherwise"


def judged(file: str) -> Iterator[tuple[str, str]]:
    language = LANGUAGES[file[:2]]
    for stage, hand, text, meaning in lines_of(f"languages/{file}.txt"):
        if stage == "score":
            yield judge_question(text, meaning, language), text
        else:
            found = judge(stage, hand, text, "" if meaning == "ask" else meaning, language)
            yield ("right" if meaning == "ask" and found == "offered otherwise" else found), text


@pytest.mark.parametrize("file", FIGURES)
def test_typed_text_is_read_as_it_is_meant(file):
    least, wrong = FIGURES[file]
    found = Counter(verdict for verdict, _ in judged(file))
    assert (found["right"] + found["offered"]) / found.total() >= least, found
    assert found["WRONG"] <= wrong, found


@pytest.mark.parametrize("language", [None, *LANGUAGES.values()], ids=["en", *LANGUAGES])
@pytest.mark.parametrize(("file", "least"), [("moves.txt", 137), ("moves_held.txt", 134)])
def test_english_is_read_from_everybody(language, file, least):
    """As hurried people type it, written before the reader; half of it was kept aside."""
    found = Counter(judge(*line, language) for line in lines_of(file))
    assert found["right"] >= least, found
    assert found["WRONG"] == 0, found


def test_what_asks_never_moves():
    for file in ("moves.txt", "moves_held.txt"):
        for stage, hand, text, meaning in lines_of(file):
            if meaning.startswith("ask ") or meaning == "nothing":
                found = made_of(text, table(stage, hand, meaning))
                assert not found.moves or not found.sure, text


@pytest.mark.parametrize(
    ("stage", "hand", "most"), [("discard", "2C 9D 5H 5S JC QD", 0), ("play", "5H 8S TD KC", 3), ("show", "", 6)]
)
def test_talk_moves_hardly_ever(stage, hand, most):
    view = table(stage, hand, "")
    moved = [text for text in phrases("moves_talk") if (found := made_of(text, view)).moves and found.sure]
    assert len(moved) <= most, moved


class TestLettersThatMeanTwoThings:
    @pytest.mark.parametrize(("language", "text", "texts"), CASES["letters"])
    def test_one_text_or_both(self, language, text, texts):
        assert sorted(in_english(text, LANGUAGES[language])) == sorted(texts)

    @pytest.mark.parametrize(
        ("hand", "typed", "found"),
        [
            ("QD 5H 2S JC", "5C", "5H"),
            ("QD 5C 2S JC", "5C", "5C"),
            ("QD 5H 5C JC", "5C", "5H 5C"),
        ],
    )
    def test_the_hand_tells_or_the_player_is_asked(self, hand, typed, found):
        moves, doubt = read_moves(typed, table("play", hand, ""), FRENCH)
        assert tuple(move.card for move in moves) == cards(found)
        assert (doubt is not None) == (len(moves) > 1)

    def test_a_question_that_may_be_two_is_offered_and_never_sure(self):
        reading = read("5c 6c 7c 8c 9c", FRENCH)
        assert [str(question.starter) for question in reading.questions] == ["9H", "9C"]
        assert not reading.sure


@pytest.mark.parametrize(
    ("text", "language", "meaning"),
    [
        # Words of another language, whichever one a player has set.
        ("dame 5 5 5 valet", SPANISH, "Q 5 5 5 │ J"),
        ("herz 5, karo 6 pik 7 kreuz 8 starter herz 4", FRENCH, "5♥ 6♦ 7♠ 8♣ │ 4♥"),
        ("5 de corazones 6 de picas 7 de tréboles 8 de diamantes corte 4 de picas", GERMAN, "5♥ 6♠ 7♣ 8♦ │ 4♠"),
        ("jack of spades, 5 of hearts, 9 of hearts, king of clubs, cut a ten of clubs", GERMAN, "J♠ 5♥ 9♥ K♣ │ 10♣"),
        ("rey 5 5 sota corte 5", None, "K 5 5 J │ 5"),
        # What stands before the cards of a play or a lead.
        ("gespielt: 7 8 9", GERMAN, "play: 7 8 9"),
        ("Anspiel: 4 5 B K", GERMAN, "lead: 4 5 J K"),
        ("jugada: 9 6 6 9", SPANISH, "play: 9 6 6 9"),
        ("salida: 4 5 J K", SPANISH, "lead: 4 5 J K"),
        ("joué : 7 8 9", FRENCH, "play: 7 8 9"),
        ("entame : 4 5 V R", FRENCH, "lead: 4 5 J K"),
    ],
)
def test_cards_are_read_in_the_words_of_any_language(text, language, meaning):
    reading = read(text, language)
    assert (reading.sure, str(write_question(reading.questions[0]))) == (True, meaning)


def test_a_refusal_quotes_what_was_typed():
    with pytest.raises(NotationError, match="'ich weiß nicht' isn't a move"):
        read_move("ich weiß nicht", table("play", "QD 5H 2S JC", ""), GERMAN)
    with pytest.raises(NotationError, match="'quoi encore' isn't a move"):
        read_move("quoi encore", table("play", "QD 5H 2S JC", ""), FRENCH)


def test_names_of_players_are_no_cards():
    assert in_english("Herz 5 Dame hat 5 Herz", GERMAN, ("Dame",)) == ("5H Dame have 5H",)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_every_language_has_the_same_shape(language):
    assert {*language.ranks} == {*language.letters} == {Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING}
    assert {*language.suits} == {*Suit}
    assert {suit for suits in language.suit_letters.values() for suit in suits} == {*Suit}
    assert [parse_count(word, language).points for word in language.numbers[:15]] == [*range(15)]
    assert [parse_count(word, language).points for word in language.numbers[20:30]] == [*range(20, 30)]
    assert len(language.numbers) == 61


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_the_same_things_can_be_said(language):
    """A few things are said with other words in a language, such as the numbers of cards in a run."""
    every = {meaning for other in LANGUAGES.values() for meaning in other.phrases if " by …" not in meaning}
    assert len(every - language.phrases.keys()) <= 25, every - language.phrases.keys()


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
@pytest.mark.parametrize("text", ["", " ", "…", "'", "as", "de", "d'", "é" * 500, "5 " * 900, "ein " * 400, "AS" * 900])
def test_nothing_breaks_it(language, text):
    assert all(isinstance(one, str) for one in in_english(text, language))


if __name__ == "__main__":
    for file in FIGURES:
        print(file, dict(Counter(verdict for verdict, _ in judged(file))))


@pytest.mark.parametrize(("text", "dealer"), CASES["dealers"])
def test_who_counts_or_gives_says_whose_crib_it_is(text, dealer):
    question = read(text, None).questions[0]
    assert isinstance(question, DiscardQuestion)
    assert question.dealer is dealer
