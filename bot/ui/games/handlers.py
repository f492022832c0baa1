"""The handlers of buttons, menus and forms at a table."""

import random
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, Literal

import discord

from bot.i18n.translation import N_, gettext, join_list, render, typed_language
from bot.models.errors import NotSeated, Stale, TableError
from bot.models.player import Player
from bot.tables import robots
from bot.tables.table import Table
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.components import DisplayOptions, Form, Press
from bot.ui.core.context import check_begun
from bot.ui.core.errors import RefusalWithButtons
from bot.ui.core.interactions import AnsweredMessage, is_bot_dm
from bot.ui.core.router import answers, chosen_in, typed_in
from bot.ui.games import hints, screens, sharing
from bot.ui.games.action_rows import BOARD, GO_ANYWAY, GO_TOO, SAY, SHARE, WATCH
from bot.ui.games.context import GameContext, Pressed
from bot.ui.games.invitation_view import JOIN
from bot.ui.games.invitations import robot_instead
from bot.ui.games.move_offers import MoveOffer, Offer, can_be_offered, card_of, names_open_count
from bot.ui.games.reviews import show_review
from bot.ui.games.table_talk import HINT, TAKE_BACK, board_view
from bot.ui.games.table_view import moment
from engine import actions
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
    with context.outbox.answered.answering(interaction):
        player = await context.meet(interaction.user)
        at = Pressed(context, interaction, press, player, await context.find(interaction, press.table))
        try:
            await _answer(at)
        except Stale as stale:
            now = replace(at, table=await context.find(interaction, press.table))
            if now.table.seat_with(player.id) is None:
                raise stale from None
            await _show_again(now)


async def _answer(at: Pressed) -> None:
    action = at.press.action
    if (answer := _ANSWERS.get(action)) is not None:
        await answer(at)
        return
    match action.split("-"):
        case ["pick", card, *picked]:
            await _pick(at, card, picked)
        case ["card" | "back", *cards] if cards:
            await _choose(at, cards)
        case ["guess", side] if side.isdecimal() and int(side) < len(at.table.rules.sides):
            await sharing.watch(at)
        case ["guess", _]:
            raise TableError(gettext(OLD_BUTTON))
        case ["choose"]:
            # A menu of version 0.2.
            await _choose(at, chosen_in(at.interaction.data))
        case ["few", _, _, *_] if at.table.rules.false_muggins is FalseMuggins.POINTS_CALLED:
            # The points must be called (ACC 10.4).
            await _form(at)
        case ["raise", _]:
            await _form(at)
        case _:
            await _move(at)


async def _agree(at: Pressed) -> None:
    tables, name, player, pressed = at.context.tables, at.table.id, at.player, at.interaction.id
    await _know_invitation(at)
    match at.press.action:
        case "robot":
            await robot_instead(at.context, at.interaction, name, player)
            return
        case "accept":
            table = await tables.accept(name, player, press=pressed)
        case "join-0" | "join-1" as join:
            table = await tables.accept(name, player, side=int(join[-1]), press=pressed)
        case "decline":
            table = await tables.decline(name, player)
        case "adjourn":
            table = await tables.adjourn(name, player)
        case "playon":
            table = await tables.play_on(name, player)
        case "takeup":
            table = await tables.take_up(name, player)
        case _:
            table = await tables.again(name, player, press=pressed)
            # The screens of the game that is over offer no further one.
            at.context.publisher.redraw(name)
            if table.status in {"over", "closed"}:
                raise TableError(gettext(FOLLOWED))
    message = at.interaction.message
    is_panel = message is not None and message.flags.ephemeral
    if is_panel and table.id != name:
        await _show_rematch(at, table)
    elif is_panel and table.status != "gathering":
        await _show_again(replace(at, table=table))
    else:
        await at.interaction.response.defer()
        at.context.publisher.redraw(table.id)


async def _show_rematch(at: Pressed, table: Table) -> None:
    context, interaction, publisher = at.context, at.interaction, at.context.publisher
    over = await context.tables.find(at.table.id)
    await context.put(interaction, *await publisher.screens.builder(over, over.seat_of(at.player)))
    publisher.redraw(table.id)
    if table.status == "playing":
        await publisher.drawn(table.id)
        table, seat = await once_sealed(context, interaction, table), table.seat_of(at.player)
        build, look = await own_screen(context, interaction, table, seat)
        await _keep_panel(context, await context.answer_beside(interaction, build, look), table, seat)


async def _know_invitation(at: Pressed) -> None:
    """Remember the pressed invitation as the message of its table, if it was lost before it could be stored."""
    message, table = at.interaction.message, at.table
    is_answer = at.press.action in {"accept", *JOIN, "decline", "robot"} and table.status == "gathering"
    if not is_answer or message is None or message.flags.ephemeral:
        return
    seat = table.seat_with(at.player.id) if is_bot_dm(at.interaction) else None
    if seat is None and is_bot_dm(at.interaction):
        return
    if seat not in await at.context.tables.messages.screens(table):
        await at.context.publisher.keep(table, seat, message.channel.id, message.id)


async def _form(at: Pressed) -> None:
    opens = _FORMS[at.press.action.split("-")[0]]
    await at.interaction.response.send_modal(opens(at.table, _asked(at), at.press))


async def _go(at: Pressed) -> None:
    """Say go, and accept every open count first if the button says so; with a playable card show its price first."""
    view, seat, press, act = _asked(at), at.table.seat_of(at.player), at.press, at.context.tables.act
    cards = [move.card for move in view.legal if isinstance(move, actions.Play)]
    # A press that comes late, on a new count, is refused below: there nobody may say go with a playable card.
    if cards and press.action != GO_ANYWAY and actions.SayGo(seat) in view.legal:
        await at.context.put(at.interaction, screens.going(at.table, view, list(dict.fromkeys(cards))))
        return
    if press.action == actions.SayGo.code or not any(isinstance(move, actions.Accept) for move in view.legal):
        await _move(replace(at, press=replace(press, action=actions.SayGo.code)))
        return
    table = (await act(press.table, at.player, press.prompt, actions.Accept(seat))).table
    try:
        table = (await act(press.table, at.player, None, actions.SayGo(seat))).table
    except (Stale, IllegalAction):
        # Somebody else was faster. The panel shows what is left to do.
        table = await at.context.tables.find(press.table)
    await _show_again(replace(at, table=table))


async def _step(at: Pressed) -> None:
    _asked(at)
    await _show_again(at, high=at.press.action == "more", is_own=True)


async def _move(at: Pressed) -> None:
    view = _asked(at)
    move = move_or_offer(at.interaction, at.table, at.table.seat_of(at.player), partial(_move_of, at, view))
    # The view names a count that is still open, even if other counts have been answered since the press.
    update = await at.context.tables.act(at.table.id, at.player, view.prompt or "", move, press=at.interaction.id)
    # The cut for the deal may have moved everyone to other seats.
    await _show_again(replace(at, table=update.table))


def move_or_offer(
    interaction: discord.Interaction, table: Table, seat: int, read: Callable[[], actions.Move]
) -> actions.Move:
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
    table = await context.find(interaction, offer.press.table)
    at = Pressed(context, interaction, offer.press, player, table)
    try:
        view = _asked(at)
        move = _move_of(at, view)
        if interaction.message is None or not interaction.message.flags.ephemeral:
            # The table has moved up the screen, so it is sent again below the typed message.
            context.publisher.counts_below.bury(interaction.channel_id or 0)
        await context.tables.act(table.id, player, view.prompt or "", move, press=interaction.id)
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


def _move_of(at: Pressed, view: View) -> actions.Move:
    """Return the move that a press names: a card, cards, a number, or the count typed into a form.

    Raises ``TableError`` for an action that is no move.
    """
    press, seat, data = at.press, at.table.seat_of(at.player), at.interaction.data
    action, *named = press.action.split("-")
    match action:
        case "cutat":
            return _cut(view, seat, _number(typed_in(data), NO_NUMBER))
        case "anywhere":
            return _anywhere(view, seat)
        case "raised":
            return _amended(typed_in(data), actions.WHATS.get(named[0][:1]) if named else None, seat)
        case "many" | "few" | "called":
            return _challenge(typed_in(data) if action == "called" else "", action, named, seat, card_of(press, view))
        case "declared":
            said = typed_in(data)
            number = _NUMBER.fullmatch(said)
            return actions.Declare(seat, int(number[1])) if number else read_move(said, view, typed_language())
    move = actions.from_code(press.action, seat)
    if move is None:
        raise TableError(gettext(OLD_BUTTON))
    return _cut(view, seat, move.number) if isinstance(move, actions.NameNumber) else move


def _amended(said: str, what: Literal["play", "hand", "crib"] | None, seat: int) -> actions.Amend:
    try:
        return actions.Amend(seat, parse_count(said, typed_language()).clear(), what)
    except UnclearNumber as unclear:
        raise UnclearMove(unclear.message, [actions.Amend(seat, points, what) for points in unclear.numbers]) from None


def _challenge(said: str, action: str, named: Sequence[str], seat: int, card: Card | None) -> actions.Challenge:
    """Return the challenge of the count that a button names: its seat, its code, and the points called if any.

    Buttons of version 0.2 challenge without saying whose count.
    """
    if not named:
        return actions.Challenge(seat, "too_many" if action == "many" else "too_few")
    against = _points(named[0])
    if action == "many":
        return actions.Challenge(seat, "too_many", against, card=card)
    if action == "called":
        return actions.Challenge(seat, "too_few", against, _number(said, NO_POINTS), card)
    called = [part for part in named[2:] if part != str(card)]
    return actions.Challenge(seat, "too_few", against, _points(called[0]) if called else None, card)


def _points(text: str) -> int:
    if not text.isdecimal():
        raise TableError(gettext(OLD_BUTTON))
    return int(text)


def _number(text: str, hint: str) -> int:
    number = text.strip()
    if not (number.isascii() and number.isdecimal()):
        raise NotationError(gettext(hint))
    return int(number)


def _cut(view: View, seat: int, number: int) -> actions.Move:
    return actions.CutPack(seat, number) if view.stage == "deal" else actions.NameNumber(seat, number)


def _anywhere(view: View, seat: int) -> actions.Move:
    numbers = [move.number for move in view.legal if isinstance(move, actions.NameNumber | actions.CutPack)]
    if not numbers:
        raise Stale(gettext(OLD_BUTTON))
    return _cut(view, seat, random.choice(numbers))


async def _choose(at: Pressed, named: list[str]) -> None:
    """Show the cards chosen to discard, take back or play; they move once the player confirms it."""
    _asked(at)
    await _show_again(at, tuple(map(Card.parse, named)))


async def _pick(at: Pressed, card: str, shown: list[str]) -> None:
    view, state = _asked(at), at.context.publisher.screens.shown[at.table.id]
    await _show_again(at, state.pick(view, Card.parse(card), tuple(map(Card.parse, shown))), is_own=True)


async def _continue(at: Pressed) -> None:
    """Note that a player has seen the last show; everyone's screen goes on once all have."""
    at.context.publisher.screens.shown[at.table.id].seen_by.add(at.table.seat_of(at.player))
    await _show_again(at)
    at.context.publisher.redraw(at.table.id)


async def _last_deal(at: Pressed) -> None:
    look = await at.context.attachments.look(at.player)
    shown = at.context.publisher.screens.views.of(at.table, in_full=look.spoken)
    build = board_view if at.press.action == BOARD else screens.last_deal
    await at.context.answer(at.interaction, lambda look: build(shown, look), look, ephemeral=True)


async def _review(at: Pressed) -> None:
    """Show a player their own review of the game; others see the mistakes that nobody noticed."""
    context, table = at.context, at.table
    if table.seat_with(at.player.id) is not None:
        await show_review(context, at.interaction, table, at.player)
        return
    await context.reviews.check(table)
    course = await context.tables.course(table.id, table.rules)
    await context.answer(at.interaction, screens.review_page(table, course), ephemeral=True)


async def _ask_for_luck(at: Pressed) -> None:
    at.table.playing_seat_of(at.player)
    await at.interaction.response.send_modal(screens.adding_luck(at.table))


async def _add_luck(at: Pressed) -> None:
    letters = "".join(letter if letter.isprintable() else " " for letter in typed_in(at.interaction.data))
    word = " ".join(letters.split())[: screens.MOST_LUCK]
    if not word:
        raise NotationError(gettext(NO_WORD))
    await at.context.tables.add_luck(at.table.id, at.player, word)
    await at.interaction.response.send_message(gettext(LUCK_ADDED), ephemeral=True)


async def _resign(at: Pressed) -> None:
    context, table, asked, seat = at.context, at.table, at.press.prompt, at.table.seat_of(at.player)
    if asked and table.status == "playing" and asked != str(robots.games_if_left(table, seat)):
        await context.put(at.interaction, screens.resigning(table, table.view(seat)))
        return
    after = (await context.tables.act(table.id, at.player, None, actions.Resign(seat))).table
    await context.put(at.interaction, screens.plain_text(gettext(STOPPED if after.status == "closed" else RESIGNED)))


def _asked(at: Pressed) -> View:
    table, press, view = at.table, at.press, at.table.views[at.table.seat_of(at.player)]
    if view.prompt == press.prompt or names_open_count(press, view):
        return view
    asked = {table.view(other).prompt for other in view.waiting_on}
    if press.prompt in asked:
        names = join_list([table.names[other] for other in view.waiting_on])
        raise NotSeated(gettext(NOT_YOURS, names=names))
    raise Stale(gettext(OLD_BUTTON))


async def act(
    context: GameContext, interaction: discord.Interaction, table: Table, player: Player, move: actions.Move
) -> None:
    """Try a move of a command, and show the player their own hand after it."""
    after = (await context.tables.act(table.id, player, None, move, press=interaction.id)).table
    seat = after.seat_of(player)
    await _answer_with_hand(context, interaction, after, seat)


async def show_hand(context: GameContext, interaction: discord.Interaction, table: Table, player: Player) -> None:
    """Show a player their own hand, so that nobody else sees it."""
    seat = check_begun(table).seat_of(player)
    await _answer_with_hand(context, interaction, table, seat)


async def _hand(at: Pressed) -> None:
    await show_hand(at.context, at.interaction, at.table, at.player)


async def _answer_with_hand(context: GameContext, interaction: discord.Interaction, table: Table, seat: int) -> None:
    table = await once_sealed(context, interaction, table)
    build, look = await own_screen(context, interaction, table, seat)
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


async def _show_again(at: Pressed, chosen: tuple[Card, ...] = (), *, high: bool = False, is_own: bool = False) -> None:
    """Redraw the player's own panel at once after a press; the publisher redraws the messages of the table.

    ``chosen`` and ``high`` are as in ``screens.panel``. A step that is not stored is ``is_own``: the publisher would
    leave a DM as it is.
    """
    context, interaction, seat, message = (
        at.context,
        at.interaction,
        at.table.seat_of(at.player),
        at.interaction.message,
    )
    is_own = is_own or bool(chosen) or high
    context.publisher.notifier.heard_press(at.table, seat)
    if message is None:
        await interaction.response.send_message(gettext(DONE), ephemeral=True)
    elif not (message.flags.ephemeral or (is_own and is_bot_dm(interaction))):
        await interaction.response.defer()
        context.publisher.redraw(at.table.id)
    else:
        in_dm, table = not message.flags.ephemeral, await once_sealed(context, interaction, at.table)
        if not in_dm:
            context.publisher.hand_messages.expect(table, seat)
        build, look = await own_screen(context, interaction, table, seat, chosen, high=high, in_dm=in_dm)
        is_put = await context.put(interaction, build, look, is_current=partial(_is_current, context, table, seat))
        if is_put and not in_dm:
            await _keep_panel(context, AnsweredMessage.of(interaction), table, seat)


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
    player, newest = table.seats[seat].player, await context.tables.find(table.id)
    return newest.seats[seat].player == player and moment(newest, seat) == moment(table, seat)


async def own_screen(
    context: GameContext,
    interaction: discord.Interaction,
    table: Table,
    seat: int,
    chosen: tuple[Card, ...] = (),
    *,
    high: bool = False,
    in_dm: bool = False,
) -> tuple[ScreenBuilder, DisplayOptions]:
    """Return what builds a player's own screen where they have pressed, and the way that they prefer."""
    look = await context.attachments.look_at_seat(table, seat)
    table, build = table.seen_from(interaction.guild_id), context.publisher.screens.screen
    return partial(build, table, seat, chosen=chosen, high=high, in_dm=in_dm), look


_ANSWERS: Final[Mapping[str, Callable[[Pressed], Awaitable[None]]]] = {
    **dict.fromkeys(("accept", *JOIN, "decline", "robot", "again", "adjourn", "playon", "takeup"), _agree),
    **dict.fromkeys(("refresh", "stay"), _show_again),
    **dict.fromkeys(("declare", "raise", "cut"), _form),
    **dict.fromkeys((actions.SayGo.code, GO_TOO, GO_ANYWAY), _go),
    "hand": _hand,
    "resign": _resign,
    "review": _review,
    SAY: sharing.say,
    SHARE: sharing.share,
    WATCH: sharing.watch,
    **dict.fromkeys((HINT, HINT + hints.YES), hints.give_hint),
    **dict.fromkeys((TAKE_BACK, TAKE_BACK + hints.YES), hints.take_back),
    screens.ADD_LUCK: _ask_for_luck,
    "lucky": _add_luck,
    **dict.fromkeys(("more", "undo"), _step),
    "continue": _continue,
    **dict.fromkeys(("lastdeal", BOARD), _last_deal),
}
"""What answers the actions that name nothing."""
