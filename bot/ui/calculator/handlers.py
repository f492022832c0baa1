"""Any question about cards, answered for those who typed it, unless the cards lie open at their own table."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from bot.i18n.translation import gettext
from bot.models.player import Player
from bot.render.scene import Scene
from bot.storage import tables as store
from bot.tables.errors import TableError
from bot.ui.calculator.views import answer_text
from bot.ui.core import words
from bot.ui.core.context import UNDER_WAY, Context
from bot.ui.games.scenes import question_scene
from engine.analysis.answers import answer
from engine.cards import Card, Rank
from engine.errors import NotationError
from engine.rules import Pegging
from engine.text.notation import HINT, Face
from engine.text.reader import (
    DiscardQuestion,
    FourCardQuestion,
    HandQuestion,
    PlayQuestion,
    Question,
    RanksQuestion,
    read_question,
)
from engine.text.tokens import tokenize
from engine.view import View


@dataclass(frozen=True, slots=True)
class CalculatorAnswer:
    """What is said to somebody who typed something, and the cards that he asked about drawn, where they can be."""

    text: str
    scene: Scene | None = None


async def explained_answer(
    context: Context, player: Player, text: str, *, crib: bool = False, declared: str | None = None
) -> CalculatorAnswer:
    """The answer to a typed question, unless its cards still lie open to be declared at the asker's own table."""
    return await answered(context, player, read_question(undecorated(text), crib=crib, declared=declared))


async def answered(context: Context, player: Player, question: Question) -> CalculatorAnswer:
    """The answer to a question, unless its cards still lie open to be declared at the asker's own table."""
    await _check_open_show(context, player, question)
    # What to lay away is weighed in a thread of its own, for it takes long enough to delay a card elsewhere.
    found = await asyncio.to_thread(answer, question) if isinstance(question, DiscardQuestion) else answer(question)
    look = await context.attachments.look(player)
    return CalculatorAnswer(answer_text(found), question_scene(question, look.style) if look.pictures else None)


def undecorated(text: str) -> str:
    """A message without what Discord adds to its words: mentions, quotes, spoilers, the tags of its own emoji."""
    text = _EMOJI.sub(lambda emoji: emoji[1].replace("_", " "), _MENTION.sub(" ", _QUOTE.sub(" ", text)))
    return _SPOILER.sub(r" \1 ", _STRUCK.sub(" ", text))


_MENTION: Final = re.compile(r"<(?:@[!&]?|#)[0-9]+>|@(?:everyone|here)\b")
_EMOJI: Final = re.compile(r"<a?(:\w+:)[0-9]+>")
_QUOTE: Final = re.compile(r"(?m)^[ \t]*(?:>(?:>>)?|-#|#{1,3})[ \t]")
_STRUCK: Final = re.compile(r"~~[^~]+~~")
_SPOILER: Final = re.compile(r"\|\|([^|]+)\|\|")


def found_in(text: str) -> Question:
    """The one question that somebody's message holds: all of it, or else what stands in a code span or on a line.

    Raises ``NotationError``, as of the whole message, where nothing or more than one thing in it can be read.
    """
    try:
        return read_question(undecorated(text))
    except NotationError as of_the_whole:
        for pieces in (_CODE.findall(text), text.splitlines()):
            questions = [question for piece in pieces if (question := readable(piece)) is not None]
            if len(questions) == 1:
                return questions[0]
            if questions:
                break
        raise of_the_whole from None


_CODE: Final = re.compile(r"`([^`]+)`")


def readable(text: str) -> Question | None:
    """The question that a text asks; None where it cannot be read as one."""
    try:
        return read_question(undecorated(text))
    except NotationError:
        return None


def is_plainly_no_hand(text: str) -> bool:
    """Whether hardly a word of a message can name a card, but for such as prose is full of: "as", "ad", "two"."""
    found = [word for word in _WORD.findall(undecorated(text).lower()) if _names_a_card(word)]
    return len(found) < 4 and all(word in _PROSE or (word.isalpha() and len(word) > 2) for word in found)


_WORD: Final = re.compile(r"[^\s.,;:!?'\"()]+")
_PROSE: Final = frozenset(("a", "ac", "ad", "ah", "as", "j", "js", "k", "q", "t", "x"))
"""Words, initials and abbreviations of prose that would be cards in a hand."""


def _names_a_card(word: str) -> bool:
    try:
        return bool(tokenize(word, HINT).cards)
    except NotationError:
        return False


async def _check_open_show(context: Context, player: Player, question: Question) -> None:
    """A player is not entitled to any assistance in reckoning (002, law 19), nor is he told what to lay away."""
    for name in await store.of_player(context.tables.database, player.id, *UNDER_WAY):
        table = await context.tables.find(name)
        view = table.view(table.seat_of(player))
        if lies_open(question, view):
            raise TableError(gettext(words.NO_ASSISTANCE))
        if is_to_be_laid(question, view):
            raise TableError(gettext(words.NO_HELP))


@dataclass(frozen=True, slots=True)
class _Reckoned:
    """Cards that are being reckoned, or are still to be, as far as a seat knows them; in the play without a starter."""

    cards: tuple[Card, ...]
    starter: Card | None

    @property
    def all(self) -> tuple[Card, ...]:
        """The cards with the starter."""
        return self.cards if self.starter is None else (*self.cards, self.starter)


def lies_open(question: Question, view: View) -> bool:
    """Whether an answer would help to reckon what lies open, or is still to be shown, where a seat plays.

    The same ranks would tell as much, whatever their suits, and so would a part of the hand, or more cards with it.
    """
    asked = cards_of(question)
    ranks = Counter(face.rank for face in asked)
    known = {card for reckoned in _reckoned(view) for card in reckoned.all}.union(_of_the_crib(view))
    if ranks <= _ranks(known) and all(face.card is None or face.card in known for face in asked):
        return True
    if isinstance(question, PlayQuestion) and _continues(ranks, view):
        return True
    return any(_helps(ranks, reckoned) for reckoned in _reckoned(view))


def is_to_be_laid(question: Question, view: View) -> bool:
    """Whether an answer would help a seat to choose what to lay away: its own cards, or such as count as much.

    Of six ranks one may be another, and of a hand the starter: they would still tell what to keep. So would as many of
    the very cards as are kept, whatever others stand beside them.
    """
    if view.stage != "lay_away" or not view.to_lay or isinstance(question, PlayQuestion):
        return False
    dealt = (*view.hand, *view.laid)
    asked, ranks = cards_of(question), _ranks(dealt)
    if sum(face.card in dealt for face in asked if face.card is not None) >= len(view.hand) - view.to_lay:
        return True
    if isinstance(question, DiscardQuestion):
        return (Counter(face.rank for face in asked) & ranks).total() >= len(dealt) - 1
    hand = asked if isinstance(question, FourCardQuestion) else asked[:-1]
    return Counter(face.rank for face in hand) <= ranks


def cards_of(question: Question) -> tuple[Face, ...]:
    """All the cards of a question."""
    match question:
        case HandQuestion(hand=hand, starter=starter):
            return tuple(Face(card.rank, card) for card in (*hand, starter))
        case RanksQuestion(hand=faces, starter=face):
            return (*faces, face)
        case FourCardQuestion(cards=faces) | DiscardQuestion(cards=faces) | PlayQuestion(cards=faces):
            return faces
        case _:
            assert_never(question)


def _ranks(cards: Sequence[Card] | set[Card]) -> Counter[Rank]:
    return Counter(card.rank for card in cards)


def _helps(ranks: Counter[Rank], reckoned: _Reckoned) -> bool:
    """Whether cards are a part of those that are reckoned, or the hand that is shown is a part of them."""
    in_show = reckoned.starter is not None
    return ranks <= _ranks(reckoned.all) or (in_show and _ranks(reckoned.cards) <= ranks)


def _continues(ranks: Counter[Rank], view: View) -> bool:
    """Whether cards hold the series to which the players add, where each must tell what his own card pegs."""
    series = [card for _, card in view.series]
    return view.rules.pegging is Pegging.DECLARED and bool(series) and _ranks(series) <= ranks


def _reckoned(view: View) -> Iterator[_Reckoned]:
    """What is being reckoned now, and in a show the hands that are still to be shown."""
    if view.window is not None:
        yield _Reckoned(view.window.cards, view.window.starter)
    if view.shown is not None:
        yield _Reckoned(view.shown[2], view.starter)
    if not _is_show(view) or view.dealer is None:
        return
    for seat in _to_come(view, view.dealer):
        unplayed = view.hand if seat == view.seat else ()
        played = tuple(card for holder, card in view.played if holder == seat)
        yield _Reckoned((*played, *unplayed), view.starter)


def _of_the_crib(view: View) -> tuple[Card, ...]:
    """What a seat knows of the crib that is still to be shown."""
    return view.laid if _is_show(view) else ()


def _is_show(view: View) -> bool:
    """Whether hands are being shown, or at least the last card of the play lies open and they come next."""
    last_card = view.window is not None and not any(view.held)
    return view.stage == "show" or view.shown is not None or (view.stage == "play" and last_card)


def _to_come(view: View, dealer: int) -> tuple[int, ...]:
    """Whose hands are still to be shown, with the one that is being reckoned; the crib comes last of all."""
    players = len(view.held)
    match view.shown, view.window:
        case (seat, "hand", _), _:
            pass
        case None, window if window is not None and window.what == "hand":
            seat = window.seat
        case None, window if window is not None and window.what == "play":
            return tuple(range(players))
        case _:
            return ()
    return tuple((seat + step) % players for step in range((dealer - seat) % players + 1))
