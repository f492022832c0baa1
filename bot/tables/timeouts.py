"""Timeouts: what happens when a player's time is over."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.tables import robots
from bot.tables.table import Table
from engine.actions import Accept, LoseOnTime
from engine.ai.challenges import challenge_due
from engine.events import Event
from engine.game import apply, speakers, waiting_on
from engine.state import Game
from engine.view import view


def overdue_seats(table: Table, now: datetime) -> list[int]:
    """Return the seats whose time is over, the longest first; equal ones from the dealer's left."""
    late = [(deadline, seat) for seat, deadline in enumerate(table.deadlines) if deadline is not None]
    dealer = table.view(None).dealer or 0
    late.sort(key=lambda one: (one[0], (one[1] - dealer - 1) % table.players))
    return [seat for deadline, seat in late if deadline <= now]


def seats_to_remind(table: Table, now: datetime) -> list[int]:
    """Return the seats that are due for a reminder."""
    return [seat for seat, time in enumerate(table.times) if time.remind_at is not None and time.remind_at <= now]


def without_reminder(table: Table, seat: int) -> Table:
    """Return the table without the reminder of a seat."""
    times = list(table.times)
    times[seat] = replace(times[seat], remind_at=None)
    return replace(table, times=tuple(times))


def time_out_move(table: Table, seat: int) -> tuple[Game, tuple[Event, ...]]:
    """Return the game once this seat's time is over, and the events of that.

    It ends the right of this player's side to challenge what is declared, and nobody else's; a false claim of game is
    challenged first. Where it is the player's turn even then, a robot moves for the player, or the player loses.
    """
    assert table.clock is not None
    game, events = answered(table.game, seat)
    if seat not in waiting_on(game):
        return game, events
    forfeits = table.clock.when_over == "forfeit"
    move = LoseOnTime(seat) if forfeits else robots.move_of(replace(table, game=game), seat)
    game, more = apply(game, move)
    return game, (*events, *more)


def answered(game: Game, seat: int) -> tuple[Game, tuple[Event, ...]]:
    """Return the game once a seat accepts every declaration that is open to its side, but for a false claim of game.

    That one is challenged, so that nobody wins by a false count because a player is away.
    """
    seen = view(game, seat)
    challenge = challenge_due(seen, [window for window in seen.own_windows if window.claims_game])
    if challenge is not None:
        game, events = apply(game, challenge)
        game, more = answered(game, seat)
        return game, (*events, *more)
    return apply(game, Accept(seat)) if seat in speakers(game) else (game, ())
