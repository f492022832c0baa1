"""The readers of typed text for players of any language: of theirs, and of English in any case."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from engine.actions import Move
from engine.errors import NotationError
from engine.messages import Message, message
from engine.text import moves as english_moves
from engine.text import question_reader, spoken_counts
from engine.text.in_english import in_english, spoken_in
from engine.text.input_hints import MoveReading, input_hint
from engine.text.languages.typed_language import TypedLanguage
from engine.text.questions import Face, Reading, read_plain_hand
from engine.text.spoken_counts import ALONE, SpokenCount
from engine.text.typed_cards import find_cards, quoted
from engine.view import View

_Read = TypeVar("_Read")


def read(text: str, language: TypedLanguage | None, *, crib: bool = False, declared: str | None = None) -> Reading:
    """Return what a text in a language asks about cards, as ``question_reader.read`` does; None is English.

    A text with more words of another language is read in that one, too, and in that alone where that is sure. A text
    that may ask two things because of an unclear letter is never sure.
    """
    other = nothing_open = None
    if read_plain_hand(text) is None and (spoken := spoken_in(text, language)) is not language:
        try:
            other = _read(text, spoken, crib=crib, declared=declared)
        except question_reader.NothingOpen as error:
            nothing_open = error
        except NotationError:
            pass
    try:
        own = _read(text, language, crib=crib, declared=declared)
    except NotationError as refused:
        if other is None:
            raise nothing_open or refused from None
        return other
    if other is None or other.sure or not own.sure:
        return other or own
    # Words of another language make half a reading of a sure one.
    questions = dict.fromkeys((*other.questions, *own.questions))
    return Reading(tuple(questions)[: question_reader.MOST_READINGS], sure=False)


def _read(text: str, language: TypedLanguage | None, *, crib: bool, declared: str | None) -> Reading:
    if language is None:
        return question_reader.read(text, crib=crib, declared=declared)
    said = None if declared is None else in_english(declared, language)[0]
    readings = _each(text, language, (), lambda english: question_reader.read(english, crib=crib, declared=said))
    questions = tuple(dict.fromkeys(question for reading in readings for question in reading.questions))
    is_sure = all(reading.sure and reading.questions == questions for reading in readings)
    return Reading(questions[: question_reader.MOST_READINGS], is_sure)


def read_moves(text: str, view: View, language: TypedLanguage | None, names: Sequence[str] = ()) -> MoveReading:
    """Return the moves that a player of a language may mean, as ``moves.read_moves`` does; None is English.

    Where an unclear letter gives two possible moves, the player is asked.
    """
    if language is None:
        return english_moves.read_moves(text, view, names)

    def read_english(english: str) -> MoveReading:
        moves, doubt = english_moves.read_moves(english, view, names)
        return MoveReading(moves, doubt and _quoting(doubt, english, text))

    readings = _each(text, language, names, read_english)
    moves = tuple(dict.fromkeys(move for reading in readings for move in reading.moves))
    doubt = next((reading.doubt for reading in readings if reading.doubt is not None), None)
    if doubt is None and len(moves) > 1:
        doubt = message("Which do you mean? Please {now}.", now=input_hint(view))
    return MoveReading(moves, doubt)


def read_move(text: str, view: View, language: TypedLanguage | None, names: Sequence[str] = ()) -> Move:
    """Return the one move that a player means. Raises ``UnclearMove`` where the text asks or may mean several."""
    return read_moves(text, view, language, names).only()


def parse_count(text: str, language: TypedLanguage | None, hint: Message = ALONE) -> SpokenCount:
    """Return the points that a player declares, as ``spoken_counts.parse_count`` does; None is English."""
    return read_in_english(text, language, lambda english: spoken_counts.parse_count(english, hint))[1]


def read_in_english(text: str, language: TypedLanguage | None, reader_of: Callable[[str], _Read]) -> tuple[str, _Read]:
    """Return the English of a text, and what a reader of English makes of it; the likeliest where it may be several."""
    if language is None:
        return text, reader_of(text)
    return _each(text, language, (), lambda english: (english, reader_of(english)))[0]


def reveals_nothing(text: str, move: Move, language: TypedLanguage | None) -> bool:
    """Return whether a move that is offered aloud reveals no card, as ``moves.reveals_nothing`` does."""
    texts = (text,) if language is None else in_english(text, language)
    return all(english_moves.reveals_nothing(english, move) for english in texts)


def cards_in(text: str, language: TypedLanguage | None) -> tuple[Face, ...]:
    """Return every card anywhere in a text, in any order."""
    english = text if language is None else in_english(text, language)[0]
    return tuple([Face(token.rank, token.card) for token in find_cards(english)])


def _each(text: str, language: TypedLanguage, names: Sequence[str], reader_of: Callable[[str], _Read]) -> list[_Read]:
    """Return what every English text that may be meant is read as. Raises the first error if none can be read."""
    found: list[_Read] = []
    refused: NotationError | None = None
    for english in in_english(text, language, names):
        try:
            found.append(reader_of(english))
        except NotationError as error:
            refused = refused or _as_typed(error, english, text)
    if refused is not None and not found:
        raise refused
    return found


def _as_typed(error: NotationError, english: str, text: str) -> NotationError:
    error.message = _quoting(error.message, english, text)
    error.args = (error.message, *error.args[1:])
    return error


def _quoting(sentence: Message, english: str, text: str) -> Message:
    """Return a sentence with the typed text wherever it quotes the whole English text."""
    said, typed = quoted(english.strip()), quoted(text.strip())
    values = {
        name: _quoting(value, english, text) if isinstance(value, Message) else typed if value == said else value
        for name, value in sentence.values.items()
    }
    return replace(sentence, values=values)
