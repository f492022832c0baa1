"""The play: card by card to thirty-one, with goes and the last card."""

from __future__ import annotations

from engine.actions import Play, SayGo
from engine.errors import CardNotHeld, MustPlay, OutOfTurn, PastThirtyOne
from engine.events import CountReset, Played, SaidGo
from engine.laws import Law
from engine.pegging import peg
from engine.phases.pegs import peg_all, pegged
from engine.state import Game, Playing, Steps

LIMIT = 31


def legal(phase: Playing, seat: int) -> tuple[Play, ...]:
    """The cards of a seat that come in, when it is its turn."""
    if seat != phase.turn:
        return ()
    return tuple(Play(seat, card) for card in phase.hands[seat] if phase.count + card.pips <= LIMIT)


def play(game: Game, phase: Playing, action: Play) -> Steps:
    """Play a card that comes in, and peg what it makes (000:23-58)."""
    _check_turn(phase, action.seat)
    if action.card not in phase.hands[action.seat]:
        raise CardNotHeld(Law.TURN, f"You do not hold {action.card}; play a card of your own hand.")
    count = phase.count + action.card.pips
    if count > LIMIT:
        raise PastThirtyOne(
            Law.COMING_IN, f"{action.card} would make {count}, beyond thirty-one; play a card that comes in."
        )
    game = yield Played(action.seat, action.card, count)
    return (yield from peg_all(game, action.seat, peg((*phase.series, action.card))))


def say_go(phase: Playing, action: SayGo) -> Steps:
    """Go is said by itself when nothing comes in, so a player who says it could have played (002 law 16)."""
    _check_turn(phase, action.seat)
    raise MustPlay(Law.MUST_PLAY, "You hold a card that comes in, so you cannot say go; play it.")


def follow(game: Game, phase: Playing) -> Steps | None:
    """What the play brings by itself: a go said, the last to play pegging, a fresh series."""
    held = any(phase.hands)
    if phase.turn is None or (
        phase.played[phase.since :] and phase.turn == phase.last and not legal(phase, phase.turn)
    ):
        return _close(game, phase, held=held)
    if not legal(phase, phase.turn):
        return _go(phase.turn)
    return None


def _go(seat: int) -> Steps:
    return (yield SaidGo(seat))


def _close(game: Game, phase: Playing, *, held: bool) -> Steps:
    """Nobody goes on: one for the go, or for the last card of all, unless it was thirty-one (001:39-43)."""
    if phase.count < LIMIT:
        last_card = phase.played[-1][1]
        game = yield pegged(game, phase.last, 1, Law.GO if held else Law.LAST_CARD, (last_card,))
    if held:
        game = yield CountReset(next_holding(phase, phase.last))
    return game


def next_holding(phase: Playing, seat: int) -> int:
    """The first seat to the left that still holds cards."""
    around = ((seat + step) % len(phase.hands) for step in range(1, len(phase.hands) + 1))
    return next(other for other in around if phase.hands[other])


def _check_turn(phase: Playing, seat: int) -> None:
    if seat != phase.turn:
        raise OutOfTurn(Law.TURN, "It is not your turn to play; wait for the other player's card.")
