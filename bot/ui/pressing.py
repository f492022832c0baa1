"""What happens when something is pressed at a table."""

from __future__ import annotations

import discord

from bot.storage.players import Player
from bot.tables.errors import NotSeated, Stale, TableError
from bot.tables.table import Table
from bot.ui import screens, words
from bot.ui.buttons import Press, chosen_in, typed_in
from bot.ui.desk import Desk
from engine.actions import LayAway, Move, Play, Resign
from engine.cards import Card
from engine.moves import read_move


async def pressed(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    """Answer a button, a menu or a form. Who presses is whom Discord names, never what the press says."""
    player = await desk.meet(interaction.user)
    try:
        await _answer(desk, interaction, press, player)
    except Stale as stale:
        table = await desk.tables.find(press.table)
        try:
            seat = table.seat_of(player)
        except NotSeated:
            raise stale from None
        await desk.show_again(interaction, table, seat)


async def _answer(desk: Desk, interaction: discord.Interaction, press: Press, player: Player) -> None:
    match press.action.split("-"):
        case ["accept"]:
            await _agree(desk, interaction, await desk.tables.accept(press.table, player))
        case ["decline"]:
            await _agree(desk, interaction, await desk.tables.decline(press.table, player))
        case ["again"]:
            following = await desk.tables.again(press.table, player)
            if following.status in {"over", "closed"}:
                raise TableError(words.FOLLOWED)
            await _agree(desk, interaction, following)
        case ["hand"]:
            await desk.show_hand(interaction, await desk.tables.find(press.table), player)
        case ["refresh"] | ["stay"]:
            table = await desk.tables.find(press.table)
            await desk.show_again(interaction, table, table.seat_of(player))
        case ["resign"]:
            await _resign(desk, interaction, press, player)
        case ["choose"]:
            await _choose(desk, interaction, press, player)
        case ["declare"]:
            table, _ = await _asked(desk, press, player)
            await interaction.response.send_modal(screens.asking(table, table.view(table.seat_of(player))))
        case ["declared"] | ["play", _] | ["lay", _, *_]:
            await _move(desk, interaction, press, player)
        case _:
            raise TableError(words.OLD_BUTTON)


async def _agree(desk: Desk, interaction: discord.Interaction, table: Table) -> None:
    """A seat was taken or refused; the writer shows it."""
    await interaction.response.defer()
    desk.screens.redraw(table.id)


async def _move(desk: Desk, interaction: discord.Interaction, press: Press, player: Player) -> None:
    table, seat = await _asked(desk, press, player)
    update = await desk.tables.act(press.table, player, press.prompt, _read(interaction, press, table, seat))
    await desk.show_again(interaction, update.table, seat)


def _read(interaction: discord.Interaction, press: Press, table: Table, seat: int) -> Move:
    """The move that a press names: a card, cards, or the count typed into a form."""
    action, *cards = press.action.split("-")
    match action:
        case "play":
            return Play(seat, Card.parse(cards[0]))
        case "lay":
            return LayAway(seat, tuple(map(Card.parse, cards)))
        case _:
            return read_move(typed_in(interaction.data), table.view(seat))


async def _choose(desk: Desk, interaction: discord.Interaction, press: Press, player: Player) -> None:
    """Cards were chosen to be laid away; nothing is laid away before it is confirmed."""
    table, seat = await _asked(desk, press, player)
    await desk.show_again(interaction, table, seat, tuple(map(Card.parse, chosen_in(interaction.data))))


async def _resign(desk: Desk, interaction: discord.Interaction, press: Press, player: Player) -> None:
    table = await desk.tables.find(press.table)
    seat = table.seat_of(player)
    await desk.tables.act(press.table, player, None, Resign(seat))
    await interaction.response.edit_message(view=screens.plain(words.RESIGNED))


async def _asked(desk: Desk, press: Press, player: Player) -> tuple[Table, int]:
    """The table and the seat of the one who presses, if he is the one who is asked."""
    table = await desk.tables.find(press.table)
    seat = table.seat_of(player)
    view = table.view(seat)
    if str(view.prompt) == press.prompt:
        return table, seat
    asked = {str(table.view(other).prompt) for other in view.waiting_on}
    if press.prompt in asked:
        names = " and ".join(screens.names_at(table)[other] for other in view.waiting_on)
        raise NotSeated(words.NOT_YOURS.format(names=names))
    raise Stale(words.OLD_BUTTON)
