"""The game: actions bring events, and each event changes the game."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias

from engine import actions, declarations
from engine.cards import Card
from engine.declarations import check_pegged, speakers
from engine.errors import OutOfTurn, WindowOpen
from engine.events import By, Challenged, Event, GameWon, Pegged, Played, SaidGo, Shown
from engine.laws import Law
from engine.messages import message
from engine.phases import deal, lay_away, play, resign
from engine.reducer import begin, evolve, replay
from engine.rules import Pegging
from engine.state import Cutting, Game, LayingAway, Over, Playing, Showing, Steps, ToDeal, Window, left_of

__all__ = [
    "Chance",
    "apply",
    "apply_recorded",
    "begin",
    "chance",
    "decide",
    "evolve",
    "follow",
    "legal",
    "replay",
    "shuffle_in",
    "speakers",
    "waiting_on",
]

Chance: TypeAlias = tuple[Literal["cut", "deal"], int]
"""The pack that a game waits for: the number of the cut or of the deal, counted from 1."""


def apply(game: Game, action: actions.Action) -> tuple[Game, tuple[Event, ...]]:
    """Return the game after an action, and the events that it brought in order.

    Everything that the laws bring by themselves follows at once, up to the next decision of a player or the
    shuffle; all of it stops as soon as a peg reaches the game hole (001:99). Raises
    ``IllegalAction`` before anything has changed.
    """
    _check_open(game, action)
    _check_possible(game, action)
    return apply_recorded(game, action)


def apply_recorded(game: Game, action: actions.Action) -> tuple[Game, tuple[Event, ...]]:
    """Return what ``apply`` does, for an action of a record: older games have counts that no card can make."""
    _check_open(game, action)
    if not game.open_windows:
        return _run(game, decide(game, action), "play")
    if (reason := declarations.reason_to_wait(game, action)) is not None:
        raise WindowOpen(Law.SATISFIED, reason)
    if isinstance(action, actions.CutForDeal | actions.Deal) or not declarations.lets_stand(game, action):
        return _run(game, decide(game, action), "play")
    if not _is_next(game, action.seat):
        if declarations.open_to(game, action.seat):
            raise WindowOpen(
                Law.SATISFIED, message("Your opponent's count is waiting for you. Accept or challenge it first.")
            )
        return _run(game, decide(game, action), "play")
    settled, before = _settle(game, action.seat)
    after, events = _run(settled, decide(settled, action), "play")
    return after, (*before, *events)


def _settle(game: Game, seat: int) -> tuple[Game, tuple[Event, ...]]:
    settled = replace(game, windows=declarations.shut_by(game, seat))
    return _run(settled, follow(settled, settling=True), "play")


def _is_next(game: Game, seat: int) -> bool:
    """Return whether the next act is this seat's, as far as everybody can see.

    The seat that plays next is found without looking at its cards, or others would learn whether one comes in.
    """
    if isinstance(game.phase, Playing) and game.phase.turn is not None and game.phase.offender is None:
        ahead: tuple[int, ...] = (game.phase.turn,)
    elif isinstance(game.phase, Playing | Showing):
        settled, _ = _settle(game, seat)
        ahead = _seats_to_act(settled) if isinstance(settled.phase, Playing | Showing) else ()
    else:
        ahead = ()
    if game.rules.first_edition:
        return bool(ahead) and not any(declarations.own_side_waits(game, other) for other in ahead)
    return seat in ahead


def _run(game: Game, steps: Steps | None, by: By) -> tuple[Game, tuple[Event, ...]]:
    """Return the game after the steps and all that follows from them; ``by`` is how a peg would win it now."""
    events: list[Event] = []
    while steps is not None:
        try:
            event = next(steps)
            while True:
                events.append(event)
                by = _way_of_winning(game, event, by)
                game = evolve(game, event)
                if isinstance(event, Pegged) and event.score >= game.rules.target:
                    won = GameWon(event.side, game.rules.games_won(game.scores, event.side), by)
                    return evolve(game, won), (*events, won)
                event = steps.send(game)
        except StopIteration:
            steps = follow(game)
    return game, tuple(events)


def decide(game: Game, action: actions.Action) -> Steps:
    """Yield the events that an action brings under the laws. Raises before the first event or not at all.

    Only answers see an open declaration here: for every other action ``apply`` has closed it.
    """
    match action:
        case actions.Resign() | actions.LoseOnTime():
            return resign.concede(game, action)
        case actions.Accept() | actions.Challenge() | actions.Amend():
            return declarations.answer(game, action)
        case _:
            steps = _ACTS.get((type(action), type(game.phase)))
            if steps is None:
                raise OutOfTurn(Law.TURN, action.elsewhere)
            return steps(game, game.phase, action)


_ACTS: Final[Mapping[tuple[type, type], Callable[[Game, Any, Any], Steps]]] = {
    (actions.CutForDeal, Cutting): deal.cut_for_deal,
    (actions.ChooseDealer, Cutting): deal.choose_dealer,
    (actions.NameNumber, Cutting): deal.name_number,
    (actions.NameNumber, LayingAway): lay_away.cut_starter,
    (actions.Deal, ToDeal): deal.deal,
    (actions.CutPack, ToDeal): deal.cut_to_dealer,
    (actions.WaiveCut, ToDeal): deal.waive,
    (actions.LayAway, LayingAway): lay_away.lay_away,
    (actions.TakeBack, LayingAway): lay_away.take_back,
    (actions.AskFreshDeal, LayingAway): lay_away.ask_fresh_deal,
    (actions.StandDeal, LayingAway): lay_away.stand,
    (actions.ClaimHeels, Playing): lay_away.claim_heels,
    (actions.Play, Playing): play.play,
    (actions.SayGo, Playing): play.say_go,
    (actions.Stop, Playing): play.stop,
    (actions.Require, Playing): play.require,
    (actions.MarkTwo, Playing): play.mark_two,
    (actions.Declare, Showing): play.declare,
}
"""What every act does at each stage at which it is possible; answers and resignations are possible at any stage."""


def follow(game: Game, *, settling: bool = False) -> Steps | None:
    """Return the steps that follow by the laws alone; None if the game waits for somebody.

    The next player is ``settling`` open declarations by going on.
    """
    if (claim := declarations.claim_of_game(game)) is not None:
        return None if claim.open_to else declarations.peg_claim(game, claim)
    match game.phase:
        case Playing() as phase:
            return play.follow(game, phase, settling=settling)
        case _ if declarations.anybody_waits(game):
            return None
        case LayingAway() as phase if phase.complete and phase.offender is None and not game.rules.ceremony:
            return lay_away.turn_up(game, phase)
        case Showing() as phase:
            return play.follow_show(game, phase)
        case _:
            return None


def waiting_on(game: Game) -> tuple[int, ...]:
    """Return the seats that have to act; none when the game waits for the shuffle, or is over.

    Where the next act must wait for an answer to a declaration, these are all the seats that could give it.
    """
    if not game.open_windows:
        return _seats_to_act(game)
    if declarations.claim_of_game(game) is not None or (
        isinstance(game.phase, Cutting | ToDeal) and declarations.anybody_waits(game)
    ):
        return declarations.who_must_answer(game)
    ahead = _seats_to_act(game)
    if not ahead:
        closed = replace(game, windows=()) if game.rules.first_edition else game
        settled, _ = _run(closed, follow(closed, settling=True), "play")
        ahead = _seats_to_act(settled)
    if not ahead or (isinstance(game.phase, LayingAway) and game.phase.complete):
        return declarations.who_must_answer(game)
    if isinstance(game.phase, LayingAway):
        return ahead
    free = tuple(seat for seat in ahead if not declarations.own_side_waits(game, seat))
    return free or declarations.who_must_answer(game, ahead)


def _seats_to_act(game: Game) -> tuple[int, ...]:
    match game.phase:
        case Cutting() as phase:
            return deal.waiting_to_cut(game, phase)
        case ToDeal() as phase if deal.waits_for_cut(game.rules, phase):
            return (left_of(game, phase.dealer),)
        case LayingAway() as phase:
            return lay_away.waiting(game, phase) or (left_of(game, phase.dealer),)
        case Playing() as phase:
            return play.waiting(game, phase)
        case Showing(seat=seat):
            return (seat,)
        case _:
            return ()


def chance(game: Game) -> Chance | None:
    """Return the pack that the game waits for; None when it waits for a player, or is over."""
    if declarations.anybody_waits(game):
        return None
    match game.phase:
        case Cutting() as phase if not deal.waiting_to_cut(game, phase):
            return "cut", phase.tries + 1
        case ToDeal() as phase if not deal.waits_for_cut(game.rules, phase):
            return "deal", game.deal + 1
        case _:
            return None


def shuffle_in(game: Game, pack: tuple[Card, ...]) -> tuple[Game, tuple[Event, ...]]:
    """Return the game with the pack that it waits for, and the events that this brings."""
    return apply(game, actions.CutForDeal(pack) if isinstance(game.phase, Cutting) else actions.Deal(pack))


def legal(game: Game, seat: int) -> tuple[actions.Move, ...]:
    """Return every move that a seat may make now, except resigning."""
    if seat in game.closed:
        return ()
    said = tuple(declarations.legal(game, seat))
    if not game.open_windows:
        return (*_legal(game, seat), *said)
    acts: list[actions.Move] = []
    if not declarations.own_side_waits(game, seat) and _is_next(game, seat):
        acts += [move for move in _legal(_settle(game, seat)[0], seat) if declarations.lets_stand(game, move)]
    acts += [move for move in _legal(game, seat) if not declarations.lets_stand(game, move)]
    return (*said, *(move for move in acts if declarations.reason_to_wait(game, move) is None))


def _legal(game: Game, seat: int) -> tuple[actions.Move, ...]:
    match game.phase:
        case Cutting() as phase:
            return deal.numbers(game, phase, seat)
        case ToDeal() as phase:
            return deal.legal(game, phase, seat)
        case LayingAway() as phase:
            return lay_away.legal(game, phase, seat)
        case Playing() as phase:
            return play.legal(game, phase, seat)
        case Showing() as phase:
            return play.legal_counts(game, phase, seat)
        case _:
            return ()


_PENALTIES: Final = frozenset(
    {
        *(Law.OVERSCORE, Law.MUGGINS, Law.FALSE_CHALLENGE, Law.FALSE_GO),
        *(Law.TAKEN_BACK, Law.PREDEAL_CUT, Law.THREE_FOR_LAST),
    }
)
"""The laws that peg points for what another player did or failed to do."""


def _way_of_winning(game: Game, event: Event, by: By) -> By:
    """Return how the game would be won if this event, or a peg right after it, won it; ``game`` is that before it."""
    match event:
        case Challenged() if (answered := declarations.challenged(game, event)) is not None:
            return _way_of(answered)
        case Pegged(law=Law.DECLARED) if (claim := declarations.claim_of_game(game)) is not None:
            return _way_of(claim)
        case Played() | SaidGo():
            return "play"
        case Shown():
            return "show"
        case Pegged(law=Law.GO | Law.LAST_CARD):
            return "play"
        case Pegged(law=Law.HIS_HEELS):
            return "heels"
        case Pegged(law=law) if law in _PENALTIES:
            return "penalty"
        case _:
            return by


def _way_of(window: Window) -> By:
    return "play" if window.what == "play" else "show"


def _check_open(game: Game, action: actions.Action) -> None:
    if isinstance(game.phase, Over):
        if isinstance(action, actions.Resign):
            raise OutOfTurn(Law.RESIGNED, message("This game is already over."))
        raise OutOfTurn(Law.GAME, message("This game is over. Start another with /play."))
    if isinstance(action, actions.CutForDeal | actions.Deal):
        return
    if action.seat not in range(game.rules.players):
        raise OutOfTurn(Law.TURN, message("This game has no seat {seat}.", seat=action.seat))
    if action.seat in game.closed:
        raise OutOfTurn(Law.RESIGNED, message("You left this game."))


def _check_possible(game: Game, action: actions.Action) -> None:
    """Refuse a count that no card can make, or points that a count can't have missed.

    A game of the first edition is played to its end by the laws of its version, which refused nothing of it.
    """
    if game.rules.first_edition:
        return
    match game.phase, action:
        case Playing() as phase, actions.Play(declared=int(points)) if game.rules.pegging is Pegging.DECLARED:
            is_over = play.series_is_over(phase)
            if is_over or phase.turn == action.seat:
                check_pegged(points, 1 if is_over else len(phase.series) + 1, Law.DECLARED)
        case _, actions.Amend(points=int()) | actions.Challenge():
            declarations.check_possible(game, action)
        case _:
            pass
