"""Giving up: by resigning or on time; of three hands the one who leaves loses and the others play on."""

from collections.abc import Sequence
from typing import Literal

from engine.actions import LoseOnTime, Resign
from engine.cards import Card
from engine.declarations import claim_of_game
from engine.errors import WindowOpen
from engine.events import Conceded, GameWon
from engine.laws import Law
from engine.messages import message
from engine.rules import Rules
from engine.state import Game, LayingAway, Steps, Window, put_back_event


def concede(game: Game, action: Resign | LoseOnTime) -> Steps:
    """Give a game up: it counts the doubles as the scores stand (000:103, 002:7, 003:101).

    Players answer another side's claim of game before they can give up.
    """
    claim = claim_of_game(game)
    if claim is not None and game.rules.side_of(action.seat) in claim.open_to and not game.rules.first_edition:
        raise WindowOpen(
            Law.RESIGNED, message("This count would win the game. Accept or challenge it before you resign.")
        )
    return _concede(game, action)


def _concede(game: Game, action: Resign | LoseOnTime) -> Steps:
    why: Literal["resigned", "time"] = "resigned" if isinstance(action, Resign) else "time"
    # Of three hands, two sides are left.
    plays_on = len(game.rules.sides) == len(game.seats) == 3 and not game.rules.first_edition
    before = game
    game = yield Conceded(action.seat, why, _owed_to_crib(game, action.seat) if plays_on else ())
    if plays_on:
        return (yield from _put_back_surplus(before, game, action.seat))
    windows = before.open_windows
    return (
        yield GameWon(
            _winner(before.rules, before.scores, before.closed, action.seat),
            games_lost(before.rules, before.scores, before.closed, windows, action.seat),
            why,
        )
    )


def games_lost(
    rules: Rules, scores: Sequence[int], closed: frozenset[int], windows: Sequence[Window], seat: int
) -> int:
    """Return how many games count if a seat gives up; its unanswered points that are too many save no game.

    ``windows`` are the declarations that somebody may still challenge.
    """
    if rules.first_edition:
        return 1
    standing, side = list(scores), rules.side_of(seat)
    for window in windows:
        if rules.side_of(window.seat) == side:
            standing[side] -= max(0, window.pegged - window.true_count)
    return rules.games_won(standing, _winner(rules, scores, closed, seat))


def _put_back_surplus(before: Game, game: Game, seat: int) -> Steps:
    """Take points that are too many off the board, if nobody can challenge them now that their declarer has left."""
    for window in before.open_windows:
        if window.seat == seat and (surplus := window.pegged - window.true_count) > 0:
            game = yield put_back_event(game, seat, surplus, Law.OVERSCORE)
    return game


def _owed_to_crib(game: Game, seat: int) -> tuple[Card, ...]:
    """Return the cards that the crib still gets from the hand of a player who leaves, as they were dealt."""
    match game.phase:
        case LayingAway(hands=hands, laid=laid, each=each):
            return hands[seat][: each - len(laid[seat])]
        case _:
            return ()


def _winner(rules: Rules, scores: Sequence[int], closed: frozenset[int], seat: int) -> int:
    """Return the side that wins: the highest of the others, of equal ones the first to the left."""
    left = [(seat + step) % rules.players for step in range(1, rules.players)]
    others = [rules.side_of(other) for other in left if other not in closed]
    return max((side for side in others if side != rules.side_of(seat)), key=lambda side: scores[side])
