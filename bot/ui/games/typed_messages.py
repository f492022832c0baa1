"""Answers to what people type to the bot: moves and questions, in DMs and in messages that mention it."""

import re
from functools import partial
from typing import Final

import discord
from discord.utils import MISSING

from bot.i18n.translation import N_, gettext
from bot.models.errors import TableError
from bot.models.player import Player
from bot.tables.table import Table
from bot.ui.calculator import handlers
from bot.ui.calculator.handlers import CalculatorAnswer
from bot.ui.calculator.waiting import CardsAloud, check_hidden, check_no_discard
from bot.ui.core import formatting
from bot.ui.core.attachments import PreparedScreen
from bot.ui.core.context import PAUSED
from bot.ui.core.errors import RefusalWithButtons, buttons_of, describe_place, sentence
from bot.ui.core.outbox import Refused
from bot.ui.games import screens, table_talk
from bot.ui.games.context import GameContext
from bot.ui.games.handlers import done_text
from bot.ui.games.move_offers import MoveOffer, can_be_offered
from bot.ui.games.table_commands import resigning
from bot.ui.games.table_talk import Asked, Said
from bot.ui.lawbook.question_search import Commands, Found, find, found_view
from bot.ui.lawbook.tutorial import newcomer_buttons
from engine.actions import Accept, Challenge, LayAway, Move, Resign, TakeBack
from engine.errors import CribbageError, IllegalAction, NotationError
from engine.messages import message as message_of
from engine.text.card_picks import NotHeld
from engine.text.input_hints import MoveReading, NoMove
from engine.text.languages.typed_language import TypedLanguage
from engine.text.multilingual import cards_in, read_moves, reveals_nothing
from engine.text.named_counts import NotOpen
from engine.text.question_reader import NothingAsked
from engine.text.questions import PlayQuestion, Reading, all_cards
from engine.view import View

WHAT_TO_TYPE: Final = N_(
    "Type a hand such as `5h 5d 5c js 5s` to score it, ask about the rules, or use `/play` to start a game."
)
TYPED_BEFORE: Final = message_of("The game has moved on since you typed that. Which do you mean?")
MANY_ASKED: Final = N_("It's your turn in several games. Use the buttons of the one you mean.")
NOT_ALOUD: Final = N_("I made no move. Press **My hand** to see what you can do. Only you will see it.")

_EXPLAINED: Final = re.compile(r"(?i)\W*(?:how (?:many|much|do|does|is)|what(?:'?s| is| does| do| happens)|why|when)\b")
"""The beginning of a question about the rules rather than about a move."""

_MOST_LISTED: Final = 20
"""Of how many games at once a question is answered."""

_WORDS: Final = re.compile(r"(?s)(?=.*[^\W\d_]{3})\D*$")
"""Words without a number; what has at most two letters may be meant as a card."""

_TALKATIVE: Final = 3
"""With so many spaces a text without cards and numbers is talk, whatever one of its words may be."""

_SURELY_ASKED: Final = 5
"""A text with so many cards asks about them and names no move, even if it may ask several things."""

_SCORE = re.compile(r"\s*/?score\b[: ]*", re.IGNORECASE)


async def answer_typed(context: GameContext, message: discord.Message, text: str, commands: Commands) -> None:
    """Answer a message: as a move where its author has to act, otherwise as a question about cards or the rules.

    Raises ``Refused``.
    """
    player = await context.meet(message.author)
    try:
        answer = await _answer_apart(context, message, player, text.strip(), commands)
    except Refused:
        raise
    except Exception as error:
        # Whoever types reads about a fault of ours too, as somebody who presses does.
        place = describe_place(message.guild, message.channel.id, message.channel)
        answer = CalculatorAnswer(sentence(error, place), buttons=buttons_of(error))
    room = context.outbox.channel(message.channel.id)
    reply = partial(context.outbox.post, room, nonce=("typed", message.id), reference=message)
    if isinstance(answer, MoveOffer):
        await reply(answer.text, view=answer)
    elif isinstance(answer, PreparedScreen):
        await reply(answer)
    elif isinstance(answer, Said):
        await reply(answer.text, view=answer.below or MISSING)
        if answer.game:
            context.publisher.counts_below.bury(message.channel.id)
            context.publisher.redraw(answer.game)
    elif answer is not None:
        files = await context.attachments.file_of(answer.scene)
        await reply(answer.text, files=files, view=answer.buttons or MISSING)


async def _answer_apart(
    context: GameContext, message: discord.Message, player: Player, text: str, commands: Commands
) -> CalculatorAnswer | Said | PreparedScreen | MoveOffer | None:
    """Return the answer; where others read cards that are no move and that only the player has seen, refuse them."""
    if not text:
        return CalculatorAnswer(gettext(WHAT_TO_TYPE))
    cards = () if message.guild is None else cards_in(text, context.languages.typed_by(message))
    try:
        answer = await _answer(context, message, player, text, commands)
    except RefusalWithButtons:
        raise
    except CribbageError:
        await check_hidden(context, player, cards)
        raise
    if isinstance(answer, MoveOffer | PreparedScreen):
        await check_hidden(context, player, cards)
    return answer


async def _answer(
    context: GameContext, message: discord.Message, player: Player, text: str, commands: Commands
) -> CalculatorAnswer | Said | PreparedScreen | MoveOffer | None:
    table, is_only_one = await _table_meant(context, message, player)
    said = await _said_at_table(context, message, player, text, commands, table, is_only_one=is_only_one)
    if said is not None:
        return said
    if (asked_to_score := _SCORE.match(text)) is not None:
        return await _answer_question(context, message, player, text[asked_to_score.end() :])
    language = context.languages.typed_by(message)
    if table is None:
        return await _explained(context, message, player, text, commands)
    view = table.view(table.seat_of(player))
    try:
        if not is_only_one:
            raise NotationError(gettext(MANY_ASKED))
        moves, doubt = _read_moves(message, text, table, view, language)
    except NotOpen:
        raise
    except NotationError as not_a_move:
        return await _no_move(context, message, player, text, commands, table, not_a_move, is_only_one=is_only_one)
    if doubt is None and isinstance(moves[0], Accept | Challenge):
        # Its author may not have seen the newest count.
        counted_at = context.publisher.screens.shown[table.id].counted_at
        doubt = TYPED_BEFORE if counted_at is not None and counted_at > message.created_at else None
    if doubt is not None:
        return await _offered(context, message, player, text, commands, table, MoveReading(moves, doubt))
    move = moves[0]
    if isinstance(move, Resign):
        return CalculatorAnswer(gettext(table_talk.RESIGN_BY_COMMAND))
    # The table has moved up the screen, so it is sent again below the typed message.
    context.publisher.counts_below.bury(message.channel.id)
    try:
        await context.tables.act(table.id, player, None, move, press=message.id)
    except IllegalAction as refusal:
        raise _tellable(message, refusal, table.id, view, names_cards=bool(cards_in(text, language))) from None
    return CalculatorAnswer(done_text(table)) if message.guild is None and table.place != "dm" else None


async def _no_move(
    context: GameContext,
    message: discord.Message,
    player: Player,
    text: str,
    commands: Commands,
    table: Table,
    not_a_move: NotationError,
    *,
    is_only_one: bool,
) -> CalculatorAnswer | Said | PreparedScreen:
    """Return the answer to a text that is no move: to a question about cards or the rules, or to words without cards.

    Raises the error, so that it is safe to show, for what may have been meant as a move.
    """
    view, language = table.view(table.seat_of(player)), context.languages.typed_by(message)
    reading = handlers.try_read(text, language)
    if reading is not None and not _may_be_a_move(reading, text, view):
        return await _answer_question(context, message, player, text)
    is_about_rules = (reading is None or not reading.sure) and (
        _EXPLAINED.match(text) or not isinstance(not_a_move, NotHeld)
    )
    if is_about_rules and (found := find(text, commands, in_game=True)) is not None:
        return await _shown(context, player, found, commands)
    names_cards = bool(cards_in(text, language))
    is_talk = isinstance(not_a_move, NoMove) or text.count(" ") >= _TALKATIVE
    if is_only_one and is_talk and not names_cards and _WORDS.match(text):
        return await _talk(context, message, player, table, Asked(""))
    raise _tellable(message, not_a_move, table.id, view, names_cards=names_cards)


async def _said_at_table(
    context: GameContext,
    message: discord.Message,
    player: Player,
    text: str,
    commands: Commands,
    table: Table | None,
    *,
    is_only_one: bool,
) -> Said | PreparedScreen | None:
    """Return the answer to what a player asks or says about their game, on or just over; None for any other text.

    Where none is played here it is the one that they play in the open elsewhere on the server.
    """
    guild_id, is_here = None if message.guild is None else message.guild.id, table is not None
    if table is None:
        elsewhere = [one for one in context.tables.played_in(guild_id) if one.seat_with(player.id) is not None]
        table, is_only_one = next(iter(elsewhere), None), len(elsewhere) == 1
    what = table_talk.asked(_with_names(message, text, table) if table else text, table.names if table else ())
    if what is None:
        return None
    if table is not None:
        view, language = table.view(table.seat_of(player)), context.languages.typed_by(message)
        if table_talk.is_rather_a_move(what, _with_names(message, text, table), view, language, table.names):
            return None
    for statuses in (PAUSED, ("over",)):
        if table is None:
            here = await context.tables.ids_in_channel(message.channel.id, *statuses)
            mine = await context.tables.ids_of_player(player.id, *statuses)
            found = [name for name in mine if name in here or message.guild is None]
            table = await context.tables.find(found[0]) if found else None
    if table is None or (
        table.status == "over"
        and (
            what.kind not in table_talk.AFTER_GAME
            or message.created_at - table.agreement.touched_at > table_talk.ENDED_LATELY
        )
    ):
        greeting = table_talk.GREETINGS.get(what.kind)
        if greeting is None:
            return None
        greeted = gettext(greeting, name=formatting.escape(message.author.display_name))
        return Said(f"{greeted} {gettext(WHAT_TO_TYPE)}", tuple(newcomer_buttons()))
    if what.kind == "basics" or (what.kind == "help" and not (is_here and table.may_be_helped)):
        return await _shown(context, player, 0, commands)
    if not is_only_one and table.status == "playing":
        names = await context.tables.ids_of_player(player.id, "playing")
        tables = [(await context.tables.find(name)).seen_from(guild_id) for name in names[:_MOST_LISTED]]
        return Said("\n".join(screens.list_line(one, player) for one in tables))
    return await _talk(context, message, player, table, what)


async def _talk(
    context: GameContext, message: discord.Message, player: Player, table: Table, what: Asked
) -> Said | PreparedScreen:
    """Return the answer to what a player asks or says about this game."""
    seat, table = table.seat_of(player), table.seen_from(None if message.guild is None else message.guild.id)
    if what.kind == "resign" and message.guild is None:
        return PreparedScreen(resigning(table, player))
    look = await context.attachments.look_at_seat(table, seat)
    shown = context.publisher.screens.views.of(table, in_full=look.spoken)
    if what.kind == "board" and (message.guild is None or message.channel.id != table.agreement.channel_id):
        return await context.attachments.prepare(partial(table_talk.board_view, shown), look, urgent=True)
    return table_talk.answer_for(what, shown, seat, aloud=message.guild is not None)


def _with_names(message: discord.Message, text: str, table: Table) -> str:
    for chair, name in zip(table.seats, table.names, strict=True):
        if chair.player is not None and chair.player.discord_id is not None:
            text = re.sub(rf"<@!?{chair.player.discord_id}>", name.replace("\\", ""), text)
    return text


async def _answer_question(
    context: GameContext, message: discord.Message, player: Player, text: str
) -> CalculatorAnswer:
    channel_id = None if message.guild is None else message.channel.id
    language = context.languages.typed_by(message)
    return await handlers.answer_typed_question(context, player, text, language, channel_id=channel_id)


async def _explained(
    context: GameContext, message: discord.Message, player: Player, text: str, commands: Commands
) -> CalculatorAnswer | PreparedScreen:
    try:
        return await _answer_question(context, message, player, text)
    except NotationError as error:
        names_cards = bool(cards_in(text, context.languages.typed_by(message)))
        if names_cards and message.guild is not None and not _EXPLAINED.match(text):
            await check_no_discard(context, player)
        if (found := find(text, commands)) is not None:
            return await _shown(context, player, found, commands)
        if not names_cards or isinstance(error, NothingAsked):
            return CalculatorAnswer(gettext(WHAT_TO_TYPE))
        raise


async def _shown(context: GameContext, player: Player, found: Found, commands: Commands) -> PreparedScreen:
    build = partial(found_view, found, commands)
    return await context.attachments.prepare(build, await context.attachments.look(player), urgent=True)


async def _offered(
    context: GameContext,
    message: discord.Message,
    player: Player,
    text: str,
    commands: Commands,
    table: Table,
    reading: MoveReading,
) -> CalculatorAnswer | PreparedScreen | MoveOffer:
    """Return the answer to a text that may be a move: to a question about cards or the rules, or else an offer.

    Raises a ``CribbageError`` where the offer would reveal cards.
    """
    # A discard is named by the player's own cards, with which the calculator would not help anyway.
    view, language = table.view(table.seat_of(player)), context.languages.typed_by(message)
    if not any(isinstance(move, LayAway) for move in reading.moves):
        asked = handlers.try_read(text, language)
        if asked is not None and not _may_be_a_move(asked, text, view):
            return await _answer_question(context, message, player, text)
        if _EXPLAINED.match(text) and (found := find(text, commands, in_game=True)) is not None:
            return await _shown(context, player, found, commands)
    if view.prompt is None or not all(_may_be_offered(message, text, move, language) for move in reading.moves):
        error = NotationError(reading.doubt or gettext(WHAT_TO_TYPE))
        raise _tellable(message, error, table.id, view, names_cards=bool(cards_in(text, language)))
    return MoveOffer.of(message.author.id, table.id, view, reading.moves, table.names)


def _may_be_offered(message: discord.Message, text: str, move: Move, language: TypedLanguage | None) -> bool:
    return can_be_offered(move) and (message.guild is None or reveals_nothing(text, move, language))


def _may_be_a_move(reading: Reading, text: str, view: View) -> bool:
    """Return whether a text is rather a bad move: too few cards for a question, or in the show only numbers."""
    question = reading.questions[0]
    if not reading.sure and len(all_cards(question)) < _SURELY_ASKED:
        return True
    are_numbers = all(face.card is None for face in all_cards(question)) and not any(map(str.isalpha, text))
    if are_numbers and view.stage == "show":
        return True
    return isinstance(question, PlayQuestion) and len(question.cards) < 3


def _read_moves(
    message: discord.Message, text: str, table: Table, view: View, language: TypedLanguage | None
) -> MoveReading:
    """Return the moves that a text may mean. Raises ``CardsAloud`` for discards that others read."""
    reading = read_moves(_with_names(message, text, table), view, language, table.names)
    is_discard = any(isinstance(move, LayAway | TakeBack) for move in reading.moves)
    if message.guild is not None and is_discard and cards_in(text, language):
        raise CardsAloud(table.id, view)
    return reading


def _tellable(
    message: discord.Message, error: CribbageError, table_id: str, view: View, *, names_cards: bool
) -> CribbageError:
    """Return an error that is safe to show in a channel: the sentence about a bad move may name cards of the hand.

    While cards are discarded, the answer to any cards is the same, so that it does not tell which are held.
    """
    if message.guild is None:
        return error
    if names_cards and view.stage == "lay_away":
        return CardsAloud(table_id, view)
    return TableError(gettext(NOT_ALOUD))


async def _table_meant(context: GameContext, message: discord.Message, player: Player) -> tuple[Table | None, bool]:
    """Return the table for which a move is meant, and whether only one can be: the one that waits for this player here.

    Where none waits, it is a table at which the player sits, whose answer says why the move is refused.
    """
    mine = await context.tables.ids_of_player(player.id, "playing")
    if message.guild is not None:
        here = await context.tables.ids_in_channel(message.channel.id)
        mine = [name for name in mine if name in here]
    tables = [await context.tables.find(name) for name in mine]
    views = [(table, table.view(table.seat_of(player))) for table in tables]
    asked = [table for table, view in views if view.seat in view.waiting_on]
    meant = asked or [table for table, view in views if view.prompt is not None] or tables[:1]
    if message.guild is None:
        meant = [table for table in meant if table.place == "dm"] or meant
    return (meant[0] if meant else None), len(meant) == 1
