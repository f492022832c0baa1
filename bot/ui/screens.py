"""What players see of a table: pure pictures in text and buttons, made anew each time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord
from discord.ui import ActionRow, Button, Container, Separator, TextDisplay

from bot.storage.players import Player
from bot.tables.table import Table, name_of
from bot.ui import words
from bot.ui.board import board
from bot.ui.buttons import Form, Press, Screen, button, card_menu, declaration
from engine.actions import Play
from engine.cards import Card
from engine.events import Dealt, Event
from engine.view import View

_PRIMARY: Final = discord.ButtonStyle.primary
_LATEST: Final = 6
_MOST_TEXT: Final = 3_800
"""Discord allows 4,000 characters of text in one message; some are left for the buttons' rows."""


def names_at(table: Table) -> tuple[str, ...]:
    """What the players are called on screen, by seat."""
    return tuple(words.escaped(name_of(seat)) for seat in table.seats)


def invitation(table: Table) -> Screen:
    """A table that waits for players: who asks whom, for what, and the two answers."""
    names = names_at(table)
    host = next((number for number, seat in enumerate(table.seats) if seat.agreed and seat.player), 0)
    rules = words.agreed(table.agreement.preset, table.rules)
    missing = next((seat for seat in table.seats if not seat.agreed), None)
    if missing is None or missing.player is None:
        first, yes, no = f"**{names[host]}** looks for somebody to play cribbage with.", "Take the seat", "Take it back"
    else:
        first = f"**{words.mention(missing.player)}**, {names[host]} invites you to a game of cribbage."
        yes, no = "Accept", "Decline"
    answers = [_button(table, "", "accept", yes, style=_PRIMARY), _button(table, "", "decline", no)]
    return _screen([f"{first}\n-# {rules}. Game {table.id}."], answers)


def closed(table: Table) -> Screen:
    """An invitation that was declined or taken back."""
    return _screen([f"The game of {' and '.join(names_at(table))} will not be played. Start another with /play."])


def elsewhere(table: Table, where: str) -> Screen:
    """What stands in the channel where a game was agreed that is played elsewhere."""
    return _screen([f"{' and '.join(names_at(table))} {where}.\n-# Game {table.id}."])


def public(table: Table) -> Screen:
    """The table as everyone sees it: no hand, no card that is not open."""
    view = table.view(None)
    parts = [*_news(table, view), board(view, table.names), *_cloth(table, view), *_told(table, None)]
    return _screen([*parts, _foot(table)], list(_public_buttons(table, view)))


def panel(table: Table, seat: int, chosen: Sequence[Card] = ()) -> Screen:
    """A player's own hand in a channel, seen by him alone."""
    view = table.view(seat)
    names = names_at(table)
    now = words.ended(view, names) if view.stage == "over" else words.asked_of_you(view, names)
    return _screen([now, *_own(view), *_cloth(table, view), *_latest(table, seat)], *_rows(table, view, chosen))


def private(table: Table, seat: int, chosen: Sequence[Card] = ()) -> Screen:
    """The whole table with a player's own hand: his screen in a DM."""
    view = table.view(seat)
    names = names_at(table)
    now = list(_news(table, view)) if view.stage == "over" else [words.asked_of_you(view, names), *_own(view)]
    parts = [*now, board(view, table.names), *_cloth(table, view), *_told(table, seat), _foot(table)]
    buttons = list(_public_buttons(table, view)) if view.stage == "over" else []
    return _screen(parts, *([buttons] if buttons else _rows(table, view, chosen)))


def asking(table: Table, view: View) -> Form:
    """The form for the count that a seat is asked to declare."""
    what = view.shown[1] if view.shown else "hand"
    return declaration(Press(table.id, str(view.prompt), "declared"), what)


def resigning(table: Table) -> Screen:
    """The question before a game is given up."""
    row = [
        _button(table, "", "resign", "Yes, resign", style=discord.ButtonStyle.danger),
        _button(table, "", "stay", "No, play on"),
    ]
    return _screen([f"Give up the game of {' and '.join(names_at(table))}? It counts as one game lost."], row)


def plain(text: str) -> Screen:
    """A few words and nothing to press."""
    return _screen([text])


def listed(table: Table, player: Player) -> str:
    """One line of a player's list of games."""
    names = " v ".join(names_at(table))
    if table.status == "gathering":
        return f"`{table.id}` {names}: waits for somebody to accept."
    view = table.view(table.seat_of(player))
    whose = "**your turn**" if view.prompt is not None else "the other player's turn"
    where = "in private messages" if table.place == "dm" else f"in <#{table.agreement.channel_id}>"
    return f"`{table.id}` {names}, {' to '.join(map(str, view.scores))}, deal {view.deal}, {where}: {whose}."


def _news(table: Table, view: View) -> Iterator[str]:
    names = names_at(table)
    yield words.ended(view, names) if view.stage == "over" else words.asked_of(view, names)


def _cloth(table: Table, view: View) -> Iterator[str]:
    """The cards that lie open: the starter, and the series with its count."""
    names = names_at(table)
    if view.starter is None:
        return
    cards = ", ".join(f"{names[seat]} {words.card(card)}" for seat, card in view.series)
    played = f"\nPlayed: {cards}; count {view.count}." if view.series else ""
    held = ", ".join(f"{name} {held}" for name, held in zip(names, view.held, strict=True))
    left = f" Cards left: {held}." if view.stage == "play" else ""
    yield f"Starter {words.card(view.starter)}.{left}{played}"


def _told(table: Table, seat: int | None) -> Iterator[str]:
    """The last deal's counts, and what has happened in this deal."""
    *earlier, now = words.story(table.heard(seat), names_at(table), table.rules)
    view = table.view(seat)
    counted = [line.text for line in earlier[-1] if line.verdict] if earlier else []
    if counted and view.stage == "lay_away":
        yield "**Last deal**\n" + "\n".join(counted)
    elif counted and view.stage == "play":
        yield f"Last deal: {words.counts_in_short(_last_deal(table), names_at(table))}."
    if now:
        yield "**This deal**\n" + "\n".join(line.text for line in now[-_LATEST:])


def _last_deal(table: Table) -> Sequence[Event]:
    """What was heard before the present deal."""
    heard = table.heard(None)
    deals = [place for place, event in enumerate(heard) if isinstance(event, Dealt)]
    return heard[: deals[-1]] if deals else heard


def _latest(table: Table, seat: int) -> Iterator[str]:
    """The last few lines, for the panel."""
    *_, now = words.story(table.heard(seat), names_at(table), table.rules)
    if now:
        yield "\n".join(line.text for line in now[-3:])


def _own(view: View) -> Iterator[str]:
    """A player's own cards."""
    if view.hand:
        yield f"Your hand: {words.hand(view.hand)}"
    if view.laid:
        yield f"-# You laid away {words.hand(view.laid)}"


def _foot(table: Table) -> str:
    view = table.view(None)
    dealer = f" {names_at(table)[view.dealer]} deals." if view.dealer is not None else ""
    return f"-# {words.agreed(table.agreement.preset, table.rules)}. Deal {view.deal}.{dealer} Game {table.id}."


def _public_buttons(table: Table, view: View) -> Iterator[Button[Any]]:
    if view.stage == "over":
        yield _button(table, "", "again", "Play again", style=_PRIMARY)
        return
    showing = view.stage == "show"
    if showing:
        prompt = _asked_prompt(table, view)
        yield _button(table, prompt, "declare", "Declare", style=_PRIMARY)
    yield _button(table, "", "hand", "My hand", style=discord.ButtonStyle.secondary if showing else _PRIMARY)


def _asked_prompt(table: Table, view: View) -> str:
    return str(table.view(view.waiting_on[0]).prompt) if view.waiting_on else ""


def _rows(table: Table, view: View, chosen: Sequence[Card]) -> list[list[discord.ui.Item[Any]]]:
    """What a player may press now in his own panel."""
    if view.prompt is None:
        return [[_button(table, "", "refresh", "Refresh")]] if view.stage != "over" else []
    prompt = str(view.prompt)
    match view.stage:
        case "lay_away":
            menu = card_menu(Press(table.id, prompt, "choose"), sorted(view.hand), chosen, view.to_lay)
            rows: list[list[discord.ui.Item[Any]]] = [[menu]]
            if len(chosen) == view.to_lay:
                action = "lay-" + "-".join(map(str, chosen))
                label = "Lay away " + ", ".join(map(words.card_name, chosen))
                rows.append([_button(table, prompt, action, label, style=_PRIMARY)])
            return rows
        case "play":
            playable = {move.card for move in view.legal if isinstance(move, Play)}
            return [
                [
                    _button(
                        table,
                        prompt,
                        f"play-{card}",
                        words.card_name(card).capitalize(),
                        style=_PRIMARY if card in playable else discord.ButtonStyle.secondary,
                        disabled=card not in playable,
                    )
                    for card in sorted(view.hand)
                ]
            ]
        case _:
            return [[_button(table, prompt, "declare", "Declare", style=_PRIMARY)]]


def _button(
    table: Table,
    prompt: str,
    action: str,
    label: str,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
) -> Button[Any]:
    return button(Press(table.id, prompt, action), label, style, disabled=disabled)


def _screen(parts: Sequence[str], *rows: Sequence[discord.ui.Item[Any]]) -> Screen:
    """Parts of text, the first set apart, and rows of what can be pressed."""
    screen = Screen()
    box: Container[Screen] = Container(accent_colour=discord.Colour.dark_green())
    left = _MOST_TEXT
    for place, part in enumerate(parts):
        if place == 1:
            box.add_item(Separator())
        box.add_item(TextDisplay(part[:left] or "..."))
        left = max(left - len(part), 3)
    for row in rows:
        if row:
            box.add_item(ActionRow(*row))
    screen.add_item(box)
    return screen
