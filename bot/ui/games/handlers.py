"""What happens when something is pressed at a table."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final

import discord

from bot.i18n.translation import gettext
from bot.models.player import Player
from bot.tables.errors import NotSeated, Stale, TableError
from bot.tables.table import Table
from bot.ui.core import words
from bot.ui.core.components import PREFIX, Form, Press
from bot.ui.core.context import Context
from bot.ui.core.router import Router, chosen_in, typed_in
from bot.ui.games import screens
from bot.ui.games.count_remarks import remark_to_presser
from engine.actions import (
    Accept,
    Amend,
    AskFreshDeal,
    Challenge,
    ClaimHeels,
    CutPack,
    LayAway,
    MarkTwo,
    Move,
    NameNumber,
    Play,
    Require,
    Resign,
    SayGo,
    StandDeal,
    Stop,
    TakeBack,
    WaiveCut,
)
from engine.cards import Card
from engine.errors import NotationError
from engine.text.moves import read_move
from engine.text.spoken_counts import parse_count
from engine.view import View

_SIMPLE: Final[Mapping[str, Callable[[int], Move]]] = {
    "leave": WaiveCut,
    "fresh": AskFreshDeal,
    "stand": StandDeal,
    "heels": ClaimHeels,
    "go": SayGo,
    "stop": Stop,
    "require": Require,
    "two": MarkTwo,
    "satisfied": Accept,
    "many": lambda seat: Challenge(seat, "too_many"),
    "few": lambda seat: Challenge(seat, "too_few"),
}
"""Moves that a button names outright."""

_FORMS: Final[Mapping[str, Callable[[Table, View], Form]]] = {
    "declare": screens.declaring,
    "raise": screens.amending,
    "cut": screens.cutting_at,
}
"""Buttons that open a form."""


def register(router: Router) -> None:
    """Let this module answer what is pressed at a table."""
    router.add(PREFIX, Press.read, answer_press)


async def answer_press(context: Context, interaction: discord.Interaction, press: Press) -> None:
    """Answer a button, a menu or a form. Who presses is whom Discord names, never what the press says."""
    player = await context.meet(interaction.user)
    try:
        await _answer(context, interaction, press, player)
    except Stale as stale:
        table = await context.find(interaction, press.table)
        try:
            seat = table.seat_of(player)
        except NotSeated:
            raise stale from None
        await context.show_again(interaction, table, seat)


async def _answer(context: Context, interaction: discord.Interaction, press: Press, player: Player) -> None:
    match press.action.split("-"):
        case ["accept" | "decline" | "again" | "adjourn" | "playon" | "takeup"]:
            await _agree(context, interaction, press, player)
        case ["hand"]:
            await context.show_hand(interaction, await context.find(interaction, press.table), player)
        case ["refresh" | "stay"]:
            table = await context.find(interaction, press.table)
            await context.show_again(interaction, table, table.seat_of(player))
        case ["undo"]:
            await _undo(context, interaction, press, player)
        case ["resign"]:
            await _resign(context, interaction, press, player)
        case ["review"]:
            await _review(context, interaction, press)
        case ["choose"]:
            await _choose(context, interaction, press, player, chosen_in(interaction.data))
        case ["card" | "back", *cards] if cards:
            await _choose(context, interaction, press, player, cards)
        case [("declare" | "raise" | "cut") as form]:
            table, seat = await _asked(context, interaction, press, player)
            await interaction.response.send_modal(_FORMS[form](table, table.view(seat)))
        case [action, *cards] if action in _SIMPLE and not cards:
            await _move(context, interaction, press, player)
        case ["declared" | "raised" | "cutat" | "anywhere"] | ["play", _] | ["play", _, _] | ["lay" | "took", _, *_]:
            await _move(context, interaction, press, player)
        case _:
            raise TableError(gettext(words.OLD_BUTTON))


async def _agree(context: Context, interaction: discord.Interaction, press: Press, player: Player) -> None:
    """Something was agreed or refused about the game as a whole; the writer shows it."""
    tables = context.tables
    match press.action:
        case "accept":
            table = await tables.accept(press.table, player)
        case "decline":
            table = await tables.decline(press.table, player)
        case "adjourn":
            table = await tables.adjourn(press.table, player)
        case "playon":
            table = await tables.play_on(press.table, player)
        case "takeup":
            table = await tables.take_up(press.table, player)
        case _:
            table = await tables.again(press.table, player)
            if table.status in {"over", "closed"}:
                raise TableError(gettext(words.FOLLOWED))
    in_panel = interaction.message is not None and interaction.message.flags.ephemeral
    if in_panel and table.status != "gathering":
        await context.show_again(interaction, table, table.seat_of(player))
        return
    await interaction.response.defer()
    context.publisher.redraw(table.id)


async def _move(context: Context, interaction: discord.Interaction, press: Press, player: Player) -> None:
    table, seat = await _asked(context, interaction, press, player)
    move = _read(interaction, press, table.view(seat), seat)
    update = await context.tables.act(press.table, player, press.prompt, move)
    # The cut for the deal may have seated everyone anew.
    await context.show_again(interaction, update.table, update.table.seat_of(player))
    if press.action in {"declared", "raised"}:
        await remark_to_presser(interaction, typed_in(interaction.data), move)


def _read(interaction: discord.Interaction, press: Press, view: View, seat: int) -> Move:
    """The move that a press names: a card, cards, a number, or the count typed into a form."""
    action, *named = press.action.split("-")
    match action:
        case "play" if named[1:]:
            return Play(seat, Card.parse(named[0]), _points(named[1]))
        case "play":
            return Play(seat, Card.parse(named[0]))
        case "lay":
            return LayAway(seat, tuple(map(Card.parse, named)))
        case "took":
            return TakeBack(seat, tuple(map(Card.parse, named)))
        case "cutat":
            return _cut(view, seat, _number(typed_in(interaction.data)))
        case "anywhere":
            return _anywhere(view, seat)
        case "raised":
            return Amend(seat, parse_count(typed_in(interaction.data)).points)
        case "declared":
            return read_move(typed_in(interaction.data), view)
        case _:
            return _SIMPLE[action](seat)


def _points(text: str) -> int:
    """The points on a button."""
    if not text.isdecimal():
        raise TableError(gettext(words.OLD_BUTTON))
    return int(text)


def _number(text: str) -> int:
    """The number typed into a form."""
    number = text.strip()
    if not (number.isascii() and number.isdecimal()):
        raise NotationError(gettext(words.NO_NUMBER))
    return int(number)


def _cut(view: View, seat: int, number: int) -> Move:
    """To the dealer where that is asked, otherwise for the deal or the starter."""
    return CutPack(seat, number) if view.stage == "deal" else NameNumber(seat, number)


def _anywhere(view: View, seat: int) -> Move:
    """Some number that may be cut, as a player does who lifts without counting."""
    numbers = [move.number for move in view.legal if isinstance(move, NameNumber | CutPack)]
    if not numbers:
        raise Stale(gettext(words.OLD_BUTTON))
    return _cut(view, seat, random.choice(numbers))


async def _choose(
    context: Context, interaction: discord.Interaction, press: Press, player: Player, named: list[str]
) -> None:
    """Cards were picked to be laid away, taken back or played for points; nothing moves before it is confirmed."""
    table, seat = await _asked(context, interaction, press, player)
    await context.show_again(interaction, table, seat, tuple(map(Card.parse, named)))


async def _undo(context: Context, interaction: discord.Interaction, press: Press, player: Player) -> None:
    """What was picked is let be."""
    table, seat = await _asked(context, interaction, press, player)
    if interaction.message is None or interaction.message.flags.ephemeral or interaction.guild_id is not None:
        await context.show_again(interaction, table, seat)
    else:
        # To the table's writer nothing has changed, so it would leave the question standing.
        await context.put(interaction, await context.private(table, seat))


async def _review(context: Context, interaction: discord.Interaction, press: Press) -> None:
    """What nobody noticed, for whoever asks once the game is over."""
    table = await context.find(interaction, press.table)
    if table.status != "over":
        raise TableError(gettext(words.NOT_REVIEWED))
    events = await context.tables.history(table.id)
    await context.answer(interaction, screens.reviewed(table, events), ephemeral=True)


async def _resign(context: Context, interaction: discord.Interaction, press: Press, player: Player) -> None:
    table = await context.find(interaction, press.table)
    seat = table.seat_of(player)
    await context.tables.act(press.table, player, None, Resign(seat))
    await context.put(interaction, screens.plain(gettext(words.RESIGNED)))


async def _asked(context: Context, interaction: discord.Interaction, press: Press, player: Player) -> tuple[Table, int]:
    """The table and the seat of the one who presses, if he is the one who is asked."""
    table = await context.find(interaction, press.table)
    seat = table.seat_of(player)
    view = table.view(seat)
    if str(view.prompt) == press.prompt:
        return table, seat
    asked = {str(table.view(other).prompt) for other in view.waiting_on}
    if press.prompt in asked:
        names = words.joined([table.names[other] for other in view.waiting_on])
        raise NotSeated(gettext(words.NOT_YOURS, names=names))
    raise Stale(gettext(words.OLD_BUTTON))
