"""Answer typed questions about cards, except about cards that the player still has to count or discard in a game."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, assert_never

import discord

from bot.i18n.translation import N_, gettext
from bot.models.player import Player
from bot.render.scene import Scene
from bot.tables.errors import TableError
from bot.ui.calculator.question_ids import decode_question
from bot.ui.calculator.scenes import question_scene
from bot.ui.calculator.views import (
    OFFER_PREFIX,
    PREFIX,
    DetailButton,
    DetailButtons,
    OfferButton,
    OfferButtons,
    answer_text,
    detail_text,
    offer_text,
)
from bot.ui.core.context import UNDER_WAY, Context
from bot.ui.core.router import Router
from engine.analysis.answers import Answer, answer
from engine.cards import Card, Rank
from engine.errors import NotationError
from engine.rules import Pegging
from engine.text.notation import HINT
from engine.text.questions import (
    DiscardQuestion,
    Face,
    FourCardQuestion,
    HandQuestion,
    PlayQuestion,
    Question,
    RanksQuestion,
    Reading,
)
from engine.text.reader import read, read_question
from engine.text.tokens import tokenize
from engine.view import View

NO_ASSISTANCE: Final = N_(
    "I can't help with a count in a game you're playing. Ask again after those cards are counted."
)
NOT_YOUR_QUESTION: Final = N_("Only the person who asked can choose. Use `/score` for your own cards.")
NONE_OF_THEM: Final = N_("No problem. Type 4 cards and the starter, like `5h 5d 5c js 5s`.")
NO_HELP: Final = N_("I can't help with a discard in a game you're playing. Ask again after you discard.")


@dataclass(frozen=True, slots=True)
class CalculatorAnswer:
    """The text of an answer, the picture of the cards if the player wants pictures, and buttons.

    The buttons show details, or choose a reading where the text may mean several things.
    """

    text: str
    scene: Scene | None = None
    buttons: DetailButtons | OfferButtons | None = None


async def answer_typed_question(
    context: Context, player: Player, text: str, *, crib: bool = False, declared: str | None = None
) -> CalculatorAnswer:
    """Return the answer to a typed question, or the readings to choose from.

    Raises ``NotationError`` for text that cannot be read, and ``TableError`` for cards of the player's own game.
    """
    return await answer_reading(context, player, read(strip_markup(text), crib=crib, declared=declared))


async def answer_reading(context: Context, player: Player, reading: Reading) -> CalculatorAnswer:
    """Return the answer to what was read; where that is not sure, the readings that may be answered, as buttons.

    Raises ``TableError`` where none may be answered.
    """
    if reading.sure:
        return await _answer_question(context, player, reading.questions[0])
    fair, refusal = [], None
    for question in reading.questions:
        try:
            await _check_fair(context, player, question)
        except TableError as error:
            refusal = refusal or error
        else:
            fair.append(question)
    if not fair and refusal is not None:
        raise refusal
    return CalculatorAnswer(offer_text(fair), buttons=OfferButtons(player.id, fair))


async def answer_message(context: Context, player: Player, text: str) -> CalculatorAnswer:
    """Return the answer to the question in a message that may hold other words too.

    Raises ``NotationError`` where no part of it can be read, and ``TableError`` for cards of the player's own game.
    """
    return await _answer_question(context, player, question_in_message(text))


async def answer_detail(context: Context, player: Player, button: DetailButton) -> str:
    """Return a detail of an answer. Raises ``TableError`` for cards that are now in the player's own game."""
    return detail_text(await _found(context, player, decode_question(button.question)), button.detail)


def register(router: Router) -> None:
    """Let this module answer what is pressed below an answer."""
    router.add(PREFIX, DetailButton.read, show_detail)
    router.add(OFFER_PREFIX, OfferButton.read, answer_choice)


async def show_detail(context: Context, interaction: discord.Interaction[Any], button: DetailButton) -> None:
    """Show a detail of an answer to the person who asks for it."""
    player = await context.meet(interaction.user)
    await interaction.response.send_message(await answer_detail(context, player, button), ephemeral=True)


async def answer_choice(context: Context, interaction: discord.Interaction[Any], button: OfferButton) -> None:
    """Replace offered readings by the answer to the chosen one, or by a hint where it is none of them.

    Raises ``TableError`` for anybody but the person who asked, and for cards of their own game.
    """
    player = await context.meet(interaction.user)
    if player.id != button.player:
        raise TableError(gettext(NOT_YOUR_QUESTION))
    if not button.question:
        await context.put_text(interaction, gettext(NONE_OF_THEM))
        return
    found = await _answer_question(context, player, decode_question(button.question))
    await context.put_text(interaction, found.text, found.scene, found.buttons)


async def _answer_question(context: Context, player: Player, question: Question) -> CalculatorAnswer:
    found = await _found(context, player, question)
    look = await context.attachments.look(player)
    scene = question_scene(question, look.style) if look.pictures else None
    return CalculatorAnswer(answer_text(found), scene, DetailButtons(found))


async def _found(context: Context, player: Player, question: Question) -> Answer:
    await _check_fair(context, player, question)
    # Ranking discards takes so long that it would delay other games, so it runs in a thread.
    return await asyncio.to_thread(answer, question) if isinstance(question, DiscardQuestion) else answer(question)


def strip_markup(text: str) -> str:
    """Return a message without Discord's markup: mentions, quotes, spoilers and the tags of emoji."""
    text = _EMOJI.sub(lambda emoji: emoji[1].replace("_", " "), _MENTION.sub(" ", _QUOTE.sub(" ", text)))
    return _SPOILER.sub(r" \1 ", _STRUCK.sub(" ", text))


_MENTION: Final = re.compile(r"<(?:@[!&]?|#)[0-9]+>|@(?:everyone|here)\b")
_EMOJI: Final = re.compile(r"<a?(:\w+:)[0-9]+>")
_QUOTE: Final = re.compile(r"(?m)^[ \t]*(?:>(?:>>)?|-#|#{1,3})[ \t]")
_STRUCK: Final = re.compile(r"~~[^~]+~~")
_SPOILER: Final = re.compile(r"\|\|([^|]+)\|\|")


def question_in_message(text: str) -> Question:
    """Return the question in a message: the whole text, or else the only readable code span or line.

    Raises ``NotationError`` for the whole message if no part of it, or more than one, can be read.
    """
    try:
        return read_question(strip_markup(text))
    except NotationError as of_the_whole:
        for pieces in (_CODE.findall(text), text.splitlines()):
            some = pieces[:_MOST_PIECES]
            questions = [question for piece in some if (question := try_read_question(piece)) is not None]
            if len(questions) == 1:
                return questions[0]
            if questions:
                break
        raise of_the_whole from None


_MOST_PIECES: Final = 50
"""The code spans or lines of a message that are read; whoever writes one hand writes fewer."""

_CODE: Final = re.compile(r"`([^`]+)`")


def try_read_question(text: str) -> Question | None:
    """Return the question in a text; None if it cannot be read."""
    try:
        return read_question(strip_markup(text))
    except NotationError:
        return None


def is_ordinary_text(text: str) -> bool:
    """Return whether hardly any word of a message can be a card, apart from common words such as "as" and "two"."""
    found = [word for word in _WORD.findall(strip_markup(text).lower()) if _names_a_card(word)]
    return len(found) < 4 and all(word in _COMMON_WORDS or (word.isalpha() and len(word) > 2) for word in found)


_WORD: Final = re.compile(r"[^\s.,;:!?'\"()]+")
_COMMON_WORDS: Final = frozenset(("a", "ac", "ad", "ah", "as", "j", "js", "k", "q", "t", "x"))
"""Words, initials and abbreviations of ordinary text that would be cards in a hand."""


def _names_a_card(word: str) -> bool:
    try:
        return bool(tokenize(word, HINT).cards)
    except NotationError:
        return False


async def _check_fair(context: Context, player: Player, question: Question) -> None:
    """Refuse help with counting open cards (002, law 19) and with a discard that the player still has to make."""
    for view in await context.tables.views_of_player(player, *UNDER_WAY):
        if helps_to_count(question, view):
            raise TableError(gettext(NO_ASSISTANCE))
        if helps_to_discard(question, view):
            raise TableError(gettext(NO_HELP))


@dataclass(frozen=True, slots=True)
class _OpenCards:
    """The cards of an open count, as far as a seat knows them; without a starter in the play."""

    cards: tuple[Card, ...]
    starter: Card | None

    @property
    def all(self) -> tuple[Card, ...]:
        """The cards and the starter."""
        return self.cards if self.starter is None else (*self.cards, self.starter)


def helps_to_count(question: Question, view: View) -> bool:
    """Return whether an answer would help to count cards that are open, or still to be shown, in a seat's game.

    The same ranks in other suits would help as much, and so would a part of the hand, or more cards with it.
    """
    asked = cards_of(question)
    ranks = Counter(face.rank for face in asked)
    known = {card for open_cards in _open_cards(view) for card in open_cards.all}.union(_known_crib(view))
    if ranks <= _ranks(known) and all(face.card is None or face.card in known for face in asked):
        return True
    if isinstance(question, PlayQuestion) and _holds_series(ranks, view):
        return True
    return any(_is_part_of(ranks, open_cards) for open_cards in _open_cards(view))


def helps_to_discard(question: Question, view: View) -> bool:
    """Return whether an answer would help a seat to choose its discard.

    Questions about the seat's own ranks help, even with one of six ranks changed, or with another starter. So do
    questions with as many of the seat's own cards as it keeps.
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
    """Return all cards of a question."""
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


def _is_part_of(ranks: Counter[Rank], open_cards: _OpenCards) -> bool:
    """Return whether the ranks are part of an open hand, or hold all of a hand in the show."""
    in_show = open_cards.starter is not None
    return ranks <= _ranks(open_cards.all) or (in_show and _ranks(open_cards.cards) <= ranks)


def _holds_series(ranks: Counter[Rank], view: View) -> bool:
    """Return whether the ranks hold the current series, in games where players declare what their cards peg."""
    series = [card for _, card in view.series]
    return view.rules.pegging is Pegging.DECLARED and bool(series) and _ranks(series) <= ranks


def _open_cards(view: View) -> Iterator[_OpenCards]:
    """Return the cards that are being counted now, and in the show the hands still to be shown."""
    if view.window is not None:
        yield _OpenCards(view.window.cards, view.window.starter)
    if view.shown is not None:
        yield _OpenCards(view.shown[2], view.starter)
    if not _is_show(view) or view.dealer is None:
        return
    for seat in _seats_to_show(view, view.dealer):
        unplayed = view.hand if seat == view.seat else ()
        played = tuple(card for holder, card in view.played if holder == seat)
        yield _OpenCards((*played, *unplayed), view.starter)


def _known_crib(view: View) -> tuple[Card, ...]:
    """Return the cards of the crib that a seat knows, while the crib is still to be shown."""
    return view.laid if _is_show(view) else ()


def _is_show(view: View) -> bool:
    """Return whether hands are being shown, or come next because the last card of the play is open."""
    last_card = view.window is not None and not any(view.held)
    return view.stage == "show" or view.shown is not None or (view.stage == "play" and last_card)


def _seats_to_show(view: View, dealer: int) -> tuple[int, ...]:
    """Return the seats whose hands are being counted or still to be shown, in order."""
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
