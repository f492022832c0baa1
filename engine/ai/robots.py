"""The robots: each chooses a move from what its own seat may see."""

from collections.abc import Iterable
from typing import TypeVar

from engine.actions import (
    Accept,
    AskFreshDeal,
    Challenge,
    ClaimHeels,
    CutPack,
    Declare,
    LayAway,
    MarkTwo,
    Move,
    NameNumber,
    Play,
    SayGo,
    StandDeal,
    WaiveCut,
)
from engine.ai.card_play import best_card
from engine.ai.discard_averages import is_below_average, tosses
from engine.ai.discards import judge_discards
from engine.ai.levels import EXPERT, SKILLS, Chance, Stop, level_now, never, points_as_counted
from engine.ai.play_search import judge_plays
from engine.cards import Card, Rank
from engine.rules import Counting, Pegging, PredealCut
from engine.scoring import peg_points
from engine.view import View, Window

_One = TypeVar("_One")


def choose(view: View, robot: str, chance: Chance, stop: Stop = never) -> Move:
    """Return the move of a robot of a level or between two; it knows what the view shows and nothing else.

    Where players check each other, the lower levels now and then count wrong. While another player's declaration is
    open, a robot challenges it, makes its own move if it has one, or accepts. No level overlooks a false count that
    would win the game or was raised. An expert thinks until it is to ``stop``. Raises
    ``ValueError`` for an unknown robot, and when the robot has no move.
    """
    level = level_now(robot, chance)
    sure = challenge_due(view, [window for window in view.own_windows if window.claims_game or window.raised])
    if sure is not None:
        return sure
    challenge = challenge_due(view)
    if challenge is not None and chance() < SKILLS[level].notices:
        return challenge
    move = _answer(view, level, chance, stop)
    if move is not None:
        return move
    if view.window is not None and view.seat is not None and Accept(view.seat) in view.legal:
        return Accept(view.seat)
    raise ValueError(f"nothing is asked of seat {view.seat}")


def challenge_due(view: View, windows: Iterable[Window] | None = None) -> Challenge | None:
    """Return the correct and legal challenge of the oldest wrong declaration; None if none may be challenged.

    ``windows`` are those of the declarations open to this seat that are judged, or else all.
    """
    judged = view.own_windows if windows is None else windows
    return next((found for window in judged if (found := _challenge_of(view, window)) is not None), None)


def _challenge_of(view: View, window: Window) -> Challenge | None:
    missed, card = window.true_count - window.declared, window.name
    if missed < 0:
        wanted = [Challenge(view.own_seat, "too_many", window.seat, card=card)]
    else:
        room = view.to_go(view.rules.side_of(window.seat))
        wanted = [
            Challenge(view.own_seat, "too_few", window.seat, card=card),
            Challenge(view.own_seat, "too_few", window.seat, min(missed, room), card),
        ]
    return next((challenge for challenge in wanted if missed and challenge in view.legal), None)


def _answer(view: View, level: str, chance: Chance, stop: Stop) -> Move | None:
    """Return the robot's own move; None where it can only answer another player's declaration."""
    for move in view.legal:
        match move:
            case LayAway():
                return _lay_away(view, level, chance, stop)
            case ClaimHeels() | Play():
                return _in_the_play(view, level, chance, stop)
            case Declare():
                return _declare(view, level, chance)
            case NameNumber():
                return _any(view.legal, NameNumber, chance)
            case CutPack() | WaiveCut():
                return _cut(view, chance)
            case AskFreshDeal(seat=seat) | StandDeal(seat=seat):
                return AskFreshDeal(seat) if is_below_average(view) else StandDeal(seat)
            case MarkTwo() | SayGo():
                # Two holes are worth more than a card that the offender would rather have kept.
                return move
            case _:
                continue
    return None


def _lay_away(view: View, level: str, chance: Chance, stop: Stop) -> LayAway:
    if level == EXPERT and not view.laid:
        return LayAway(view.own_seat, judge_discards(view, chance, stop)[0].cards)
    found, whim = tosses(view), SKILLS[level].whim
    if not whim:
        return LayAway(view.own_seat, found[0].cards)
    return LayAway(view.own_seat, max(found, key=lambda toss: toss.points + whim * chance()).cards)


def _in_the_play(view: View, level: str, chance: Chance, stop: Stop) -> Move | None:
    """Claim his heels first, which is lost once the dealer has played; otherwise play a card and declare its points."""
    is_jack = view.starter is not None and view.starter.rank is Rank.JACK
    if view.rules.heels_forfeit and is_jack and ClaimHeels(view.own_seat) in view.legal:
        return ClaimHeels(view.own_seat)
    cards = [move.card for move in view.legal if isinstance(move, Play)]
    if not cards:
        return None
    table = view.at_own_turn()
    card = cards[0] if len(cards) == 1 else _card(table, cards, level, chance, stop)
    if view.rules.pegging is Pegging.AUTOMATIC:
        return Play(view.own_seat, card)
    return Play(view.own_seat, card, _pegs(table, card) or None)


def _card(view: View, cards: list[Card], level: str, chance: Chance, stop: Stop) -> Card:
    """Return the card to play. A robot never stops while a card can be played, because nobody can answer it."""
    if level == EXPERT:
        best = judge_plays(view, chance, stop)[0].rank
        return next(card for card in cards if card.rank is best)
    skill = SKILLS[level]
    if _happens(skill.thinks, chance):
        return best_card(view)
    if not _happens(skill.looks, chance):
        return cards[int(chance() * len(cards))]
    return max(cards, key=lambda card: _pegs(view, card))


def _happens(share: float, chance: Chance) -> bool:
    return share >= 1.0 or (share > 0.0 and chance() < share)


def _pegs(view: View, card: Card) -> int:
    return peg_points((*(played for _, played in view.series), card))


def _declare(view: View, level: str, chance: Chance) -> Declare:
    """Declare a count; while the last card of the play is open, the first hand to show is the robot's own."""
    assert view.starter is not None
    careful = view.rules.counting is not Counting.CHALLENGE
    if view.shown is not None:
        _, what, cards = view.shown
        crib = what == "crib"
    else:
        cards, crib = (*view.hand, *(card for seat, card in view.played if seat == view.own_seat)), False
    points = points_as_counted(cards, view.starter, level, chance, crib=crib, careful=careful)
    return Declare(view.own_seat, points)


def _cut(view: View, chance: Chance) -> Move:
    """Cut the pack before the deal where cutting is free; waive the cut where it gives the dealer two."""
    waives = [move for move in view.legal if isinstance(move, WaiveCut)]
    if waives and view.rules.predeal_cut is not PredealCut.FREE:
        return waives[0]
    return _any(view.legal, CutPack, chance)


def _any(moves: tuple[Move, ...], kind: type[_One], chance: Chance) -> _One:
    offered = [move for move in moves if isinstance(move, kind)]
    return offered[int(chance() * len(offered))]
