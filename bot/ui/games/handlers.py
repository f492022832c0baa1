"""The handlers of buttons, menus and forms at a table."""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, Literal, Protocol

import discord

from bot.i18n.translation import N_, gettext, join_list, render, typed_language
from bot.models.errors import NotSeated, Stale, TableError
from bot.models.player import Player
from bot.tables import robots
from bot.tables.table import Table
from bot.ui.core.answered_messages import AnsweredMessage
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.components import DisplayOptions, Form, Press, Screen
from bot.ui.core.context import check_begun
from bot.ui.core.errors import RefusalWithButtons
from bot.ui.core.interaction_places import is_bot_dm
from bot.ui.core.router import answers, chosen_in, typed_in
from bot.ui.games import hints, screens
from bot.ui.games.action_rows import BOARD, GO_ANYWAY, GO_TOO, HINT, SAY, TAKE_BACK
from bot.ui.games.context import GameContext
from bot.ui.games.invitation_view import JOIN
from bot.ui.games.invitations import robot_instead
from bot.ui.games.move_offers import MoveOffer, Offer, can_be_offered, card_of, names_open_count
from bot.ui.games.review_handlers import show_review
from bot.ui.games.table_talk import board_view
from bot.ui.games.table_view import TableView, moment
from engine.actions import (
    WHATS,
    Accept,
    Amend,
    Challenge,
    CutPack,
    Declare,
    Move,
    NameNumber,
    Play,
    Resign,
    SayGo,
    from_code,
)
from engine.cards import Card
from engine.errors import IllegalAction, NotationError
from engine.rules import FalseMuggins
from engine.text.input_hints import UnclearMove
from engine.text.multilingual import parse_count, read_move
from engine.text.spoken_counts import UnclearNumber
from engine.view import View

FOLLOWED: Final = N_("The next game is already open. Use /games to find it, or /play to start another.")
OLD_BUTTON: Final = N_("That button is out of date. Use /table to see the game.")
RESIGNED: Final = N_("You resigned.")
STOPPED: Final = N_("You stopped the game. It doesn't count.")
NOT_YOURS: Final = N_("It's not your turn. Wait for {names}.")
NO_NUMBER: Final = N_("Type a number of cards, like 24.")
NO_WORD: Final = N_("Type a word, like clover.")
LUCK_ADDED: Final = N_("Your word is mixed into the next shuffle. The record of the game will show it.")
NO_POINTS: Final = N_("Type a number of points, like 2.")
DONE: Final = N_("Done. Use /table to see the game.")
ONLY_THE_WRITER: Final = N_("Only the player who typed that can answer.")
DROPPED: Final = N_("OK, you made no move.")
MADE: Final = N_("Done.")
MADE_ELSEWHERE: Final = N_("Done. Your game is in {channel}.")
TOO_LATE: Final = N_("The game has moved on since then. Type your move again.")

_FORMS: Final[Mapping[str, Callable[[Table, View, Press], Form]]] = {
    "declare": screens.declaring,
    "raise": screens.amending,
    "cut": screens.cutting_at,
    "few": screens.calling_muggins,
}
"""Buttons that open a form, each by the first part of its action."""


@answers(Press)
async def answer_press(context: GameContext, interaction: discord.Interaction, press: Press) -> None:
    """Answer a button, a menu or a form. Discord says who pressed; the custom id is not trusted for that."""
    with context.publisher.answered.answering(interaction):
        player = await context.meet(interaction.user)
        try:
            await _answer(context, interaction, press, player)
        except Stale as stale:
            table = await context.find(interaction, press.table)
            try:
                seat = table.seat_of(player)
            except NotSeated:
                raise stale from None
            await show_again(context, interaction, table, seat)


async def _answer(context: GameContext, interaction: discord.Interaction, press: Press, player: Player) -> None:
    if (answer := _ANSWERS.get(press.action)) is not None:
        await answer(context, interaction, press, player)
        return
    match press.action.split("-"):
        case ["pick", card, *picked]:
            await _pick(context, interaction, press, player, card, picked)
        case ["card" | "back", *cards] if cards:
            await _choose(context, interaction, press, player, cards)
        case ["choose"]:
            # A menu of version 0.2.
            await _choose(context, interaction, press, player, chosen_in(interaction.data))
        case ["few", _, _, *_]:
            await _too_few(context, interaction, press, player)
        case ["raise", _]:
            await _form(context, interaction, press, player)
        case (
            ["declared" | "raised" | "cutat" | "anywhere" | "many" | "few"]
            | ["raised", _]
            | ["many" | "called", _, _, *_]
        ):
            await _move(context, interaction, press, player)
        case _ if from_code(press.action, 0) is not None:
            await _move(context, interaction, press, player)
        case _:
            raise TableError(gettext(OLD_BUTTON))


async def _agree(context: GameContext, interaction: discord.Interaction, press: Press, player: Player) -> None:
    """Accept, decline, pause or continue a game as a whole; the publisher shows the table."""
    tables = context.tables
    await _know_invitation(context, interaction, press, player)
    match press.action:
        case "robot":
            await robot_instead(context, interaction, press.table, player)
            return
        case "accept":
            table = await tables.accept(press.table, player, press=interaction.id)
        case "join-0" | "join-1":
            table = await tables.accept(press.table, player, side=int(press.action[-1]), press=interaction.id)
        case "decline":
            table = await tables.decline(press.table, player)
        case "adjourn":
            table = await tables.adjourn(press.table, player)
        case "playon":
            table = await tables.play_on(press.table, player)
        case "takeup":
            table = await tables.take_up(press.table, player)
        case _:
            table = await tables.again(press.table, player, press=interaction.id)
            if table.status in {"over", "closed"}:
                raise TableError(gettext(FOLLOWED))
    in_panel = interaction.message is not None and interaction.message.flags.ephemeral
    if in_panel and table.status != "gathering":
        await show_again(context, interaction, table, table.seat_of(player))
        return
    await interaction.response.defer()
    context.publisher.redraw(table.id)


async def _know_invitation(
    context: GameContext, interaction: discord.Interaction, press: Press, player: Player
) -> None:
    """Remember the pressed invitation as the message of its table, if it was lost before it could be stored."""
    message = interaction.message
    if press.action not in {"accept", *JOIN, "decline", "robot"} or message is None or message.flags.ephemeral:
        return
    table = await context.find(interaction, press.table)
    if table.status != "gathering":
        return
    seat = table.seat_with(player.id) if is_bot_dm(interaction) else None
    if seat is None and is_bot_dm(interaction):
        return
    if seat not in await context.tables.messages.screens(table):
        await context.publisher.keep(table, seat, message.channel.id, message.id)


async def _hand(context: GameContext, interaction: discord.Interaction, press: Press, player: Player) -> None:
    """Show a player their own hand."""
    await show_hand(context, interaction, await context.find(interaction, press.table), player)


async def _refresh(context: GameContext, interaction: discord.Interaction, press: Press, player: Player) -> None:
    """Draw a player's own panel again."""
    table = await context.find(interaction, press.table)
    await show_again(context, interaction, table, table.seat_of(player))


async def _form(context: GameContext, interaction: discord.Interaction, press: Press, player: Player) -> None:
    """Open the form of a button."""
    table, seat = await asked_seat(context, interaction, press, player)
    opens = _FORMS[press.action.split("-")[0]]
    await interaction.response.send_modal(opens(table, table.view(seat), press))


async def _too_few(context: GameContext, interaction: discord.Interaction, press: Press, player: Player) -> None:
    """Call muggins, or ask for the points where they must be called (ACC 10.4)."""
    table = await context.find(interaction, press.table)
    ask = table.rules.false_muggins is FalseMuggins.POINTS_CALLED
    await (_form if ask else _move)(context, interaction, press, player)


async def _go(context: GameContext, interaction: discord.Interaction, press: Press, player: Player) -> None:
    """Say go, and accept every open count first if the button says so; with a playable card show its price first."""
    table, seat = await asked_seat(context, interaction, press, player)
    view = table.view(seat)
    cards = [move.card for move in view.legal if isinstance(move, Play)]
    # A press that comes late, on a new count, is refused below: there nobody may say go with a playable card.
    if cards and press.action != GO_ANYWAY and SayGo(seat) in view.legal:
        await context.put(interaction, screens.going(table, view, list(dict.fromkeys(cards))))
        return
    if press.action == SayGo.code or not any(isinstance(move, Accept) for move in view.legal):
        await _move(context, interaction, replace(press, action=SayGo.code), player)
        return
    table = (await context.tables.act(press.table, player, press.prompt, Accept(seat))).table
    try:
        table = (await context.tables.act(press.table, player, None, SayGo(seat))).table
    except (Stale, IllegalAction):
        # Somebody else was faster. The panel shows what is left to do.
        table = await context.tables.find(press.table)
    await show_again(context, interaction, table, table.seat_of(player))


async def _step(context: GameContext, interaction: discord.Interaction, press: Press, player: Player) -> None:
    """Offer the highest counts, or drop the chosen cards."""
    table, seat = await asked_seat(context, interaction, press, player)
    await show_again(context, interaction, table, seat, high=press.action == "more", is_own=True)


async def _move(context: GameContext, interaction: discord.Interaction, press: Press, player: Player) -> None:
    table, seat = await asked_seat(context, interaction, press, player)
    move = move_or_offer(interaction, table, seat, partial(move_of, interaction, press, table.view(seat), seat))
    # The view names a count that is still open, even if other counts have been answered since the press.
    prompt = table.view(seat).prompt or ""
    update = await context.tables.act(press.table, player, prompt, move, press=interaction.id)
    # The cut for the deal may have moved everyone to other seats.
    await show_again(context, interaction, update.table, update.table.seat_of(player))


def move_or_offer(interaction: discord.Interaction, table: Table, seat: int, read: Callable[[], Move]) -> Move:
    """Return the move that is read; where it may be several, raise the question which, with a button for each."""
    try:
        return read()
    except UnclearMove as unclear:
        view = table.view(seat)
        if view.prompt is None or not all(map(can_be_offered, unclear.moves)):
            raise
        offer = MoveOffer.of(interaction.user.id, table.id, view, unclear.moves, table.names)
        raise RefusalWithButtons(f"{render(unclear.message)}\n{offer.text}", offer) from None


_NUMBER: Final = re.compile(r"\s*([0-9]{1,2})\s*")
"""A count that is a number and nothing else."""


@answers(Offer)
async def answer_offer(context: GameContext, interaction: discord.Interaction[Any], offer: Offer) -> None:
    """Make the move of a button for the player who typed the text, if the game still asks for it."""
    if interaction.user.id != offer.user:
        raise TableError(gettext(ONLY_THE_WRITER))
    if offer.press.action == "no":
        await interaction.response.edit_message(content=gettext(DROPPED), view=None)
        return
    player = await context.meet(interaction.user)
    try:
        table, seat = await asked_seat(context, interaction, offer.press, player)
        move = move_of(interaction, offer.press, table.view(seat), seat)
        if interaction.message is None or not interaction.message.flags.ephemeral:
            # The table has moved up the screen, so it is sent again below the typed message.
            context.publisher.counts_below.bury(interaction.channel_id or 0)
        prompt = table.view(seat).prompt or ""
        await context.tables.act(table.id, player, prompt, move, press=interaction.id)
    except Stale:
        await interaction.response.edit_message(content=gettext(TOO_LATE), view=None)
        return
    text = done_text(table) if is_bot_dm(interaction) else gettext(MADE)
    await interaction.response.edit_message(content=text, view=None)


def done_text(table: Table) -> str:
    """Return the confirmation of a move that was typed in a DM, with the place of a game elsewhere."""
    if table.place == "dm" or table.agreement.guild_id is None:
        return gettext(MADE)
    return gettext(MADE_ELSEWHERE, channel=f"<#{table.agreement.channel_id}>")


def move_of(interaction: discord.Interaction, press: Press, view: View, seat: int) -> Move:
    """Return the move that a press names: a card, cards, a number, or the count typed into a form.

    Raises ``TableError`` for an action that is no move.
    """
    action, *named = press.action.split("-")
    match action:
        case "cutat":
            return _cut(view, seat, _number(typed_in(interaction.data), NO_NUMBER))
        case "anywhere":
            return _anywhere(view, seat)
        case "raised":
            return _amended(typed_in(interaction.data), WHATS.get(named[0][:1]) if named else None, seat)
        case "many" | "few" | "called":
            return _challenge(interaction, action, named, seat, card_of(press, view))
        case "declared":
            said = typed_in(interaction.data)
            number = _NUMBER.fullmatch(said)
            return Declare(seat, int(number[1])) if number else read_move(said, view, typed_language())
    move = from_code(press.action, seat)
    if move is None:
        raise TableError(gettext(OLD_BUTTON))
    return _cut(view, seat, move.number) if isinstance(move, NameNumber) else move


def _amended(said: str, what: Literal["play", "hand", "crib"] | None, seat: int) -> Amend:
    """Return the higher count that a form says. Raises ``UnclearMove`` for words that may mean several."""
    try:
        return Amend(seat, parse_count(said, typed_language()).clear(), what)
    except UnclearNumber as unclear:
        raise UnclearMove(unclear.message, [Amend(seat, points, what) for points in unclear.numbers]) from None


def _challenge(
    interaction: discord.Interaction, action: str, named: Sequence[str], seat: int, card: Card | None
) -> Challenge:
    """Return the challenge of the count that a button names: its seat, its code, and the points called if any.

    Buttons of version 0.2 challenge without saying whose count.
    """
    if not named:
        return Challenge(seat, "too_many" if action == "many" else "too_few")
    against = _points(named[0])
    if action == "many":
        return Challenge(seat, "too_many", against, card=card)
    if action == "called":
        return Challenge(seat, "too_few", against, _number(typed_in(interaction.data), NO_POINTS), card)
    called = [part for part in named[2:] if part != str(card)]
    return Challenge(seat, "too_few", against, _points(called[0]) if called else None, card)


def _points(text: str) -> int:
    """The points on a button."""
    if not text.isdecimal():
        raise TableError(gettext(OLD_BUTTON))
    return int(text)


def _number(text: str, hint: str) -> int:
    """The number typed into a form; ``hint`` says what to type."""
    number = text.strip()
    if not (number.isascii() and number.isdecimal()):
        raise NotationError(gettext(hint))
    return int(number)


def _cut(view: View, seat: int, number: int) -> Move:
    """Return the cut that is asked for: to the dealer, or for the deal or the starter."""
    return CutPack(seat, number) if view.stage == "deal" else NameNumber(seat, number)


def _anywhere(view: View, seat: int) -> Move:
    """Return a cut at a random number, for a player who lifts without counting."""
    numbers = [move.number for move in view.legal if isinstance(move, NameNumber | CutPack)]
    if not numbers:
        raise Stale(gettext(OLD_BUTTON))
    return _cut(view, seat, random.choice(numbers))


async def _choose(
    context: GameContext, interaction: discord.Interaction, press: Press, player: Player, named: list[str]
) -> None:
    """Show the cards chosen to discard, take back or play; they move once the player confirms it."""
    table, seat = await asked_seat(context, interaction, press, player)
    await show_again(context, interaction, table, seat, tuple(map(Card.parse, named)))


async def _pick(
    context: GameContext, interaction: discord.Interaction, press: Press, player: Player, card: str, shown: list[str]
) -> None:
    """Pick a card for the discard, or unpick it; ``shown`` were picked on the pressed screen."""
    table, seat = await asked_seat(context, interaction, press, player)
    picked = tuple(map(Card.parse, shown))
    chosen = context.publisher.selections.toggle(table, seat, Card.parse(card), picked)
    await show_again(context, interaction, table, seat, chosen, is_own=True)


async def _continue(context: GameContext, interaction: discord.Interaction, press: Press, player: Player) -> None:
    """Note that a player has seen the last show; everyone's screen goes on once all have."""
    table = await context.find(interaction, press.table)
    seat = table.seat_of(player)
    context.publisher.held_shows.mark_seen(table, seat)
    await show_again(context, interaction, table, seat)
    context.publisher.redraw(table.id)


async def _last_deal(context: GameContext, interaction: discord.Interaction, press: Press, player: Player) -> None:
    """Show everything that was counted in the last deal, or the board, to whoever asks."""
    table = await context.find(interaction, press.table)
    look = await context.attachments.look(player)
    shown = context.publisher.views.of(table.seen_from(interaction.guild_id), in_full=look.spoken)
    build = board_view if press.action == BOARD else screens.last_deal
    await context.answer(interaction, lambda look: build(shown, look), look, ephemeral=True)


async def _review(context: GameContext, interaction: discord.Interaction, press: Press, player: Player) -> None:
    """Show a player their own review of the game; others see the mistakes that nobody noticed."""
    table = await context.find(interaction, press.table)
    if any(seat.player == player for seat in table.seats):
        await show_review(context, interaction, table, player)
        return
    await context.reviews.check(table)
    course = await context.tables.course(table.id, table.rules)
    await context.answer(interaction, screens.review_page(table, course), ephemeral=True)


async def _ask_for_luck(context: GameContext, interaction: discord.Interaction, press: Press, player: Player) -> None:
    """Open the form for a word that is mixed into the shuffle."""
    table = await context.find(interaction, press.table)
    table.playing_seat_of(player)
    await interaction.response.send_modal(screens.adding_luck(table))


async def _add_luck(context: GameContext, interaction: discord.Interaction, press: Press, player: Player) -> None:
    """Mix a player's word into the next shuffle."""
    letters = "".join(letter if letter.isprintable() else " " for letter in typed_in(interaction.data))
    word = " ".join(letters.split())[: screens.MOST_LUCK]
    if not word:
        raise NotationError(gettext(NO_WORD))
    await context.tables.add_luck(press.table, player, word)
    await interaction.response.send_message(gettext(LUCK_ADDED), ephemeral=True)


async def _resign(context: GameContext, interaction: discord.Interaction, press: Press, player: Player) -> None:
    table = await context.find(interaction, press.table)
    seat = table.seat_of(player)
    if press.prompt and table.status == "playing" and press.prompt != str(robots.games_if_left(table, seat)):
        await context.put(interaction, screens.resigning(table, table.view(seat)))
        return
    after = (await context.tables.act(press.table, player, None, Resign(seat))).table
    await context.put(interaction, screens.plain_text(gettext(STOPPED if after.status == "closed" else RESIGNED)))


_ANSWERS: Final[Mapping[str, Callable[[GameContext, discord.Interaction, Press, Player], Awaitable[None]]]] = {
    **dict.fromkeys(("accept", *JOIN, "decline", "robot", "again", "adjourn", "playon", "takeup"), _agree),
    **dict.fromkeys(("refresh", "stay"), _refresh),
    **dict.fromkeys(("declare", "raise", "cut"), _form),
    **dict.fromkeys((SayGo.code, GO_TOO, GO_ANYWAY), _go),
    "hand": _hand,
    "resign": _resign,
    "review": _review,
    SAY: hints.say,
    **dict.fromkeys((HINT, HINT + hints.YES), hints.give_hint),
    **dict.fromkeys((TAKE_BACK, TAKE_BACK + hints.YES), hints.take_back),
    screens.ADD_LUCK: _ask_for_luck,
    "lucky": _add_luck,
    **dict.fromkeys(("more", "undo"), _step),
    "continue": _continue,
    **dict.fromkeys(("lastdeal", BOARD), _last_deal),
}
"""What answers the actions that name nothing."""


async def asked_seat(
    context: GameContext, interaction: discord.Interaction, press: Press, player: Player
) -> tuple[Table, int]:
    """Return the table and the seat of the player who pressed. Refuses a press that this seat is not asked for."""
    table = await context.find(interaction, press.table)
    seat = table.seat_of(player)
    view = table.view(seat)
    if view.prompt == press.prompt or names_open_count(press, view):
        return table, seat
    asked = {table.view(other).prompt for other in view.waiting_on}
    if press.prompt in asked:
        names = join_list([table.names[other] for other in view.waiting_on])
        raise NotSeated(gettext(NOT_YOURS, names=names))
    raise Stale(gettext(OLD_BUTTON))


async def act(context: GameContext, interaction: discord.Interaction, table: Table, player: Player, move: Move) -> None:
    """Try a move of a command, and show the player their own hand after it."""
    after = (await context.tables.act(table.id, player, None, move, press=interaction.id)).table
    seat = after.seat_of(player)
    await _answer_with_hand(context, interaction, after, seat)


async def show_hand(context: GameContext, interaction: discord.Interaction, table: Table, player: Player) -> None:
    """Show a player their own hand, so that nobody else sees it."""
    seat = check_begun(table).seat_of(player)
    await _answer_with_hand(context, interaction, table, seat)


async def _answer_with_hand(context: GameContext, interaction: discord.Interaction, table: Table, seat: int) -> None:
    table = await once_sealed(context, interaction, table)
    build, look = await _panel(context, interaction, table, seat)
    message = interaction.message
    if message is None or message.flags.ephemeral:
        await context.answer(interaction, build, look, ephemeral=True)
        panel = AnsweredMessage.of(interaction)
    else:
        panel = await context.answer_beside(interaction, build, look)
    await _keep_panel(context, panel, table, seat)


async def _keep_panel(context: GameContext, panel: AnsweredMessage, table: Table, seat: int) -> None:
    """Let the panel that was just shown follow the game, which may have moved on while it was on its way."""
    context.publisher.hand_messages.keep(table, seat, panel)
    newest = await context.tables.find(table.id)
    if newest.revision != table.revision:
        await context.publisher.hand_messages.refresh(newest)


async def show_again(
    context: GameContext,
    interaction: discord.Interaction,
    table: Table,
    seat: int | None,
    chosen: tuple[Card, ...] = (),
    *,
    high: bool = False,
    is_own: bool = False,
) -> None:
    """Redraw the player's own panel at once after a press; the publisher redraws the messages of the table.

    ``chosen`` and ``high`` are as in ``screens.panel``. A step that is not stored is ``is_own``: the publisher would
    leave a DM as it is.
    """
    message = interaction.message
    is_own = is_own or bool(chosen) or high
    if seat is not None:
        context.publisher.reminders.heard_press(table, seat)
    if message is None:
        await interaction.response.send_message(gettext(DONE), ephemeral=True)
    elif seat is None or not (message.flags.ephemeral or (is_own and is_bot_dm(interaction))):
        await interaction.response.defer()
        context.publisher.redraw(table.id)
    elif message.flags.ephemeral:
        table = await once_sealed(context, interaction, table)
        context.publisher.hand_messages.expect(table, seat)
        build, look = await _panel(context, interaction, table, seat, chosen, high=high)
        if await context.put(interaction, build, look, is_current=partial(_is_current, context, table, seat)):
            await _keep_panel(context, AnsweredMessage.of(interaction), table, seat)
    else:
        table = await once_sealed(context, interaction, table)
        build, look = await private(context, table, seat, chosen, high=high)
        await context.put(interaction, build, look, is_current=partial(_is_current, context, table, seat))


async def once_sealed(
    context: GameContext, interaction: discord.Interaction, table: Table, *, ephemeral: bool = True
) -> Table:
    """Return the table once its cards may be shown, which in a new game the commitment to the shuffle precedes."""
    if not table.awaits_commitment:
        return table
    if not table.is_guest and not interaction.response.is_done():
        # A guest's commitment is sent as part of an answer, and would fill one that was deferred.
        if interaction.message is None:
            await interaction.response.defer(ephemeral=ephemeral, thinking=True)
        else:
            await interaction.response.defer()
    return await context.publisher.commitments.sealed(table)


async def _is_current(context: GameContext, table: Table, seat: int) -> bool:
    """Return whether a player's own screen still shows what the table asks of them."""
    player, newest = table.seats[seat].player, await context.tables.find(table.id)
    return newest.seats[seat].player == player and moment(newest, seat) == moment(table, seat)


async def private(
    context: GameContext, table: Table, seat: int, chosen: tuple[Card, ...] = (), *, high: bool = False
) -> tuple[ScreenBuilder, DisplayOptions]:
    """Return what builds the table in a player's DM, and the way that they prefer."""
    return await _own_screen(context, screens.private, table.seen_from(None), seat, chosen, high=high)


async def _panel(
    context: GameContext,
    interaction: discord.Interaction,
    table: Table,
    seat: int,
    chosen: tuple[Card, ...] = (),
    *,
    high: bool = False,
) -> tuple[ScreenBuilder, DisplayOptions]:
    table = table.seen_from(interaction.guild_id)
    return await _own_screen(context, screens.panel, table, seat, chosen, high=high)


async def _own_screen(
    context: GameContext, screen: _OwnScreen, table: Table, seat: int, chosen: tuple[Card, ...], *, high: bool
) -> tuple[ScreenBuilder, DisplayOptions]:
    publisher = context.publisher
    look = await context.attachments.look_at_seat(table, seat)
    shown = publisher.views.of(table, in_full=look.spoken)
    held = publisher.held_shows.is_held(table, seat)
    chosen = chosen or publisher.selections.of(table, seat)
    return lambda look: screen(shown, seat, chosen, look=look, held=held, high=high), look


class _OwnScreen(Protocol):
    """A function that builds a player's own screen, as ``screens.panel`` does."""

    def __call__(
        self, shown: TableView, seat: int, chosen: Sequence[Card], *, look: DisplayOptions, held: bool, high: bool
    ) -> Screen: ...
