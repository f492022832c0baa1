"""The fold: what a player tries becomes facts, and each fact is written into the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, TypeAlias, assert_never

from engine import board
from engine.actions import Action, ChooseDealer, CutForDeal, Deal, Declare, LayAway, Move, Play, Resign, SayGo
from engine.cards import PACK, Card
from engine.errors import CribbageError, IllegalAction, OutOfTurn
from engine.events import (
    By,
    Conceded,
    CountReset,
    DealerChosen,
    Dealt,
    Event,
    ForDealCut,
    GameWon,
    LaidAway,
    Pegged,
    Played,
    SaidGo,
    Shown,
    StarterTurned,
)
from engine.laws import Law
from engine.phases import cut, deal, lay_away, play, show, starter
from engine.rules import Rules
from engine.state import Cutting, Game, LayingAway, Over, Playing, Showing, Steps, ToDeal, put, without

Chance: TypeAlias = tuple[Literal["cut", "deal"], int]
"""The pack that a game waits for: for which cut, or for which deal, counted from 1."""


def begin(rules: Rules) -> Game:
    """A game before the cut, all pegs at the start."""
    nothing = (0,) * len(rules.sides)
    return Game(rules, nothing, nothing, 0, Cutting())


def apply(game: Game, action: Action) -> tuple[Game, tuple[Event, ...]]:
    """Try an action: the game afterwards, and the facts it brought in order.

    Everything that the laws bring by themselves follows at once, down to the next thing that a player or the
    shuffle must decide; and all of it stops the instant a peg reaches the game hole (001:99). Raises
    ``IllegalAction`` before anything has changed.
    """
    events: list[Event] = []
    by: By = "play"
    steps: Steps | None = decide(game, action)
    while steps is not None:
        try:
            event = next(steps)
            while True:
                events.append(event)
                game = evolve(game, event)
                by = _manner(event, by)
                if isinstance(event, Pegged) and event.score >= game.rules.target:
                    won = GameWon(event.side, board.games_won(game.rules, game.scores, event.side), by)
                    return evolve(game, won), (*events, won)
                event = steps.send(game)
        except StopIteration:
            steps = follow(game)
    return game, tuple(events)


def decide(game: Game, action: Action) -> Steps:
    """What an action brings under the laws, one fact at a time; raises before the first or not at all."""
    _check_open(game, action)
    match game.phase, action:
        case _, Resign():
            return _concede(game, action)
        case Cutting(), CutForDeal():
            _check_pack(action.pack, Law.CUT)
            return cut.cut(game, action)
        case Cutting() as phase, ChooseDealer():
            return cut.choose(phase, action)
        case ToDeal() as phase, Deal():
            _check_pack(action.pack, Law.DEAL)
            return deal.deal(game, phase, action)
        case LayingAway() as phase, LayAway():
            return lay_away.lay_away(game, phase, action)
        case Playing() as phase, Play():
            return play.play(game, phase, action)
        case Playing() as phase, SayGo():
            return play.say_go(phase, action)
        case Showing() as phase, Declare():
            return show.declare(game, phase, action)
        case _:
            raise OutOfTurn(Law.TURN, _WRONG_STAGE[type(action)])


_WRONG_STAGE = {
    CutForDeal: "The cut for deal is over.",
    ChooseDealer: "The dealer has been chosen.",
    Deal: "The cards are dealt already.",
    LayAway: "There is nothing to lay away now.",
    Play: "No card can be played now.",
    SayGo: "Go is said in the play alone.",
    Declare: "There is nothing to declare now; counts are declared in the show.",
}


def follow(game: Game) -> Steps | None:
    """What the laws bring by themselves where the game stands; None when they wait for somebody."""
    match game.phase:
        case LayingAway() as phase if all(phase.laid):
            return starter.turn_up(game, phase)
        case Playing() as phase:
            return play.follow(game, phase)
        case Showing() as phase:
            return show.follow(game, phase)
        case _:
            return None


def evolve(game: Game, event: Event) -> Game:
    """Write one fact into the game. No law is asked here: what it needs to know, the fact says."""
    match event:
        case Pegged():
            return _move_peg(game, event)
        case ForDealCut():
            assert isinstance(game.phase, Cutting)
            return replace(game, phase=Cutting(game.phase.tries + 1))
        case DealerChosen():
            return replace(game, phase=ToDeal(event.seat))
        case Dealt():
            laid = tuple(() for _ in event.hands)
            phase = LayingAway(event.dealer, event.hands, laid, event.to_crib, event.undealt)
            return replace(game, deal=game.deal + 1, phase=phase)
        case LaidAway():
            assert isinstance(game.phase, LayingAway)
            return replace(game, phase=_lay(game.phase, event))
        case StarterTurned():
            assert isinstance(game.phase, LayingAway)
            return replace(game, phase=_open_play(game.phase, event))
        case Played() | SaidGo() | CountReset():
            assert isinstance(game.phase, Playing)
            return replace(game, phase=_go_on(game.phase, event))
        case Shown():
            assert isinstance(game.phase, Showing)
            return replace(game, phase=_next_show(game.phase))
        case Conceded():
            return game
        case GameWon():
            return replace(game, phase=Over(event.side, event.games, event.by))
        case _:
            assert_never(event)


def replay(rules: Rules, events: Iterable[Event]) -> Game:
    """The game that these facts tell, from the cut on. Raises ``CribbageError`` where they tell none."""
    game = begin(rules)
    for number, event in enumerate(events):
        try:
            game = evolve(game, event)
        except (AssertionError, IndexError, ValueError) as error:
            name = type(event).__name__
            raise CribbageError(f"event {number} ({name}) cannot follow what stands before it.") from error
    return game


def waiting_on(game: Game) -> tuple[int, ...]:
    """The seats of whom something is asked; none when the game waits for the shuffle, or is over."""
    match game.phase:
        case LayingAway(laid=laid):
            return tuple(seat for seat, cards in enumerate(laid) if not cards)
        case Playing(turn=int(turn)):
            return (turn,)
        case Showing(seat=seat):
            return (seat,)
        case _:
            return ()


def chance(game: Game) -> Chance | None:
    """The pack that the game waits for; None when it waits for a player, or is over."""
    match game.phase:
        case Cutting(tries=tries):
            return "cut", tries + 1
        case ToDeal():
            return "deal", game.deal + 1
        case _:
            return None


def shuffle_in(game: Game, pack: tuple[Card, ...]) -> tuple[Game, tuple[Event, ...]]:
    """Give the game the pack that it waits for."""
    return apply(game, CutForDeal(pack) if isinstance(game.phase, Cutting) else Deal(pack))


def legal(game: Game, seat: int) -> tuple[Move, ...]:
    """Everything that a seat may do now, besides resigning."""
    match game.phase:
        case LayingAway() as phase:
            return lay_away.legal(phase, seat)
        case Playing() as phase:
            return play.legal(phase, seat)
        case Showing() as phase:
            return show.legal(game, phase, seat)
        case _:
            return ()


def _move_peg(game: Game, event: Pegged) -> Game:
    """The hindmost peg goes in front; the other now shows the score before (001:15)."""
    scores, hindmost = list(game.scores), list(game.hindmost)
    scores[event.side], hindmost[event.side] = event.score, scores[event.side]
    moved = replace(game, scores=tuple(scores), hindmost=tuple(hindmost))
    match moved.phase:
        case Playing() as phase if event.law is Law.LAST_CARD:
            return replace(moved, phase=_to_show(phase))
        case _:
            return moved


def _lay(phase: LayingAway, event: LaidAway) -> LayingAway:
    hand = without(phase.hands[event.seat], event.cards)
    return replace(phase, hands=put(phase.hands, event.seat, hand), laid=put(phase.laid, event.seat, event.cards))


def _open_play(phase: LayingAway, event: StarterTurned) -> Playing:
    crib = (*phase.to_crib, *(card for cards in phase.laid for card in cards))
    pone = (phase.dealer + 1) % len(phase.hands)
    return Playing(phase.dealer, event.card, phase.hands, phase.laid, crib, phase.hands, (), 0, frozenset(), pone)


def _go_on(phase: Playing, event: Played | SaidGo | CountReset) -> Playing | Showing:
    match event:
        case CountReset():
            return replace(phase, since=len(phase.played), gone=frozenset(), turn=event.lead)
        case SaidGo():
            phase = replace(phase, gone=phase.gone | {event.seat})
        case Played():
            hand = without(phase.hands[event.seat], (event.card,))
            played = (*phase.played, (event.seat, event.card))
            phase = replace(phase, hands=put(phase.hands, event.seat, hand), played=played)
            if event.count == play.LIMIT and not any(phase.hands):
                return _to_show(phase)
    return replace(phase, turn=_next_turn(phase, event.seat))


def _next_turn(phase: Playing, seat: int) -> int | None:
    """The next seat to the left that holds cards and has not said go; nobody after a thirty-one."""
    if phase.count == play.LIMIT:
        return None
    around = ((seat + step) % len(phase.hands) for step in range(1, len(phase.hands) + 1))
    return next((other for other in around if phase.hands[other] and other not in phase.gone), None)


def _to_show(phase: Playing) -> Showing:
    return Showing(phase.dealer, phase.starter, phase.kept, phase.laid, phase.crib, phase.played)


def _next_show(phase: Showing) -> Showing | ToDeal:
    if phase.what == "crib":
        return ToDeal((phase.dealer + 1) % len(phase.kept))
    return replace(phase, shown=phase.shown + 1)


def _concede(game: Game, action: Resign) -> Steps:
    """One game to the other side, whatever the scores."""
    game = yield Conceded(action.seat, "resigned")
    other = game.rules.side_of(game.rules.adversary_of(action.seat))
    return (yield GameWon(other, 1, "resigned"))


def _manner(event: Event, by: By) -> By:
    """By what a game would be won if this fact won it."""
    match event:
        case StarterTurned():
            return "heels"
        case Played() | SaidGo():
            return "play"
        case Pegged(law=Law.OVERSCORE | Law.MUGGINS):
            return "penalty"
        case Shown():
            return "show"
        case _:
            return by


def _check_open(game: Game, action: Action) -> None:
    """A game that is over is over, and only those who sit at the table act."""
    if isinstance(game.phase, Over):
        if isinstance(action, Resign):
            raise OutOfTurn(Law.RESIGNED, "This game is over, so there is nothing to give up.")
        raise OutOfTurn(Law.GAME, "This game is over; start another with /play.")
    if not isinstance(action, CutForDeal | Deal) and action.seat not in range(game.rules.players):
        raise OutOfTurn(Law.TURN, f"There is no seat {action.seat} at this table.")


def _check_pack(pack: tuple[Card, ...], law: Law) -> None:
    if len(pack) != len(PACK) or set(pack) != set(PACK):
        raise IllegalAction(law, "A pack is fifty-two different cards.")
