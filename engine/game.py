"""The game: actions bring events, and each event changes the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal, TypeAlias, assert_never

from engine import board
from engine.actions import (
    Accept,
    Action,
    Amend,
    AskFreshDeal,
    Challenge,
    ChooseDealer,
    ClaimHeels,
    CutForDeal,
    CutPack,
    Deal,
    Declare,
    LayAway,
    LoseOnTime,
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
from engine.cards import PACK, Card
from engine.errors import IllegalAction, NothingToSay, OutOfTurn, WindowOpen
from engine.events import By, Conceded, Event, GameWon, Pegged, Played, SaidGo, Shown
from engine.laws import Law
from engine.messages import message
from engine.phases import challenge, cut, deal, lay_away, play, show, starter
from engine.reducer import begin, evolve, replay
from engine.state import Cutting, Game, LayingAway, Over, Playing, Showing, Steps, ToDeal, Window

__all__ = [
    "Chance",
    "apply",
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


def apply(game: Game, action: Action) -> tuple[Game, tuple[Event, ...]]:
    """Return the game after an action, and the events that it brought in order.

    Everything that the laws bring by themselves follows at once, up to the next decision of a player or the
    shuffle; all of it stops as soon as a peg reaches the game hole (001:99). Raises
    ``IllegalAction`` before anything has changed.
    """
    _check_open(game, action)
    window = game.window
    if window is None:
        return _run(game, decide(game, action), "play")
    by: By = "play" if window.what == "play" else "show"
    if isinstance(action, _ANSWERS):
        return _run(game, decide(game, action), by)
    challenge.check_gives_way(game, window, action)
    if not _other_side_is_next(game, window):
        raise WindowOpen(
            Law.SATISFIED, message("Your opponent's count is waiting for you. Accept or challenge it first.")
        )
    settled, before = _close_window(game, window)
    after, events = _run(settled, decide(settled, action), "play")
    return after, (*before, *events)


_ANSWERS: Final = (Accept, Challenge, Amend, Resign, LoseOnTime)
"""The actions that are possible while a declaration is open, and do not close it by themselves."""


def _close_window(game: Game, window: Window) -> tuple[Game, tuple[Event, ...]]:
    """Return the game after the open declaration closes without a challenge, and the events that this brings."""
    shut = replace(game, window=None)
    by: By = "play" if window.what == "play" else "show"
    return _run(shut, follow(shut), by)


def _other_side_is_next(game: Game, window: Window) -> bool:
    """Return whether the next act is another side's, as far as everybody can see; if not, it must accept first.

    The seat that plays next is found without looking at its cards, or others would learn whether one comes in.
    """
    if window.claims_game:
        return False
    turn = game.phase.turn if isinstance(game.phase, Playing) else None
    settled, _ = _close_window(game, window)
    if not isinstance(settled.phase, Playing | Showing):
        return False
    side_of = game.rules.side_of
    ahead = _seats_to_act(settled) if turn is None else (turn,)
    return all(side_of(seat) != side_of(window.seat) for seat in ahead)


def _run(game: Game, steps: Steps | None, by: By) -> tuple[Game, tuple[Event, ...]]:
    """Return the game after the steps and all that follows from them; ``by`` is how a peg would win it now."""
    events: list[Event] = []
    while steps is not None:
        try:
            event = next(steps)
            while True:
                events.append(event)
                game = evolve(game, event)
                by = _way_of_winning(event, by)
                if isinstance(event, Pegged) and event.score >= game.rules.target:
                    won = GameWon(event.side, board.games_won(game.rules, game.scores, event.side), by)
                    return evolve(game, won), (*events, won)
                event = steps.send(game)
        except StopIteration:
            steps = follow(game)
    return game, tuple(events)


def decide(game: Game, action: Action) -> Steps:
    """Yield the events that an action brings under the laws. Raises before the first event or not at all.

    Only answers see an open declaration here: for every other action ``apply`` has closed it.
    """
    match game.phase, action:
        case _, Resign() | LoseOnTime():
            return _concede(game, action)
        case _, Accept() | Challenge() | Amend():
            return _answer_declaration(game, action)
        case (Cutting(), CutForDeal() | ChooseDealer() | NameNumber()) | (ToDeal(), Deal() | CutPack() | WaiveCut()):
            return _before_the_deal(game, action)
        case LayingAway() as phase, LayAway() | TakeBack() | AskFreshDeal() | StandDeal() | NameNumber():
            return _laying_away(game, phase, action)
        case Playing() as phase, Play():
            return play.play(game, phase, action)
        case Playing() as phase, SayGo() | Stop() | Require() | MarkTwo() | ClaimHeels():
            return _in_the_play(game, phase, action)
        case Showing() as phase, Declare():
            return show.declare(game, phase, action)
        case _:
            raise OutOfTurn(Law.TURN, _WRONG_STAGE[type(action)])


_WRONG_STAGE: Final = {
    CutForDeal: message("The cut for deal is over."),
    ChooseDealer: message("The dealer is already chosen."),
    NameNumber: message("You can't cut now."),
    Deal: message("The cards are already dealt."),
    CutPack: message("You can only cut for the dealer before the deal."),
    WaiveCut: message("You can only cut for the dealer before the deal."),
    LayAway: message("You can't discard now."),
    TakeBack: message("The crib is complete, so you can't take a discard back."),
    AskFreshDeal: message("There's no new deal to decide on."),
    StandDeal: message("There's no new deal to decide on."),
    ClaimHeels: message("You can only claim his heels after the starter is turned up, before the dealer plays."),
    Play: message("You can't play a card now."),
    SayGo: message("You can only say go during the play."),
    Stop: message("You can't stop now."),
    Require: message("Nobody said go with a playable card."),
    MarkTwo: message("Nobody said go with a playable card."),
    Declare: message("You can't count now. Hands are counted after the play."),
}


def _before_the_deal(game: Game, action: Action) -> Steps:
    match game.phase, action:
        case Cutting() as phase, CutForDeal():
            _check_pack(action.pack, Law.CUT)
            return cut.cut(game, phase, action)
        case Cutting() as phase, ChooseDealer():
            return cut.choose(phase, action)
        case Cutting() as phase, NameNumber():
            return cut.name_number(game, phase, action)
        case ToDeal() as phase, Deal():
            _check_pack(action.pack, Law.DEAL)
            return deal.deal(game, phase, action)
        case ToDeal() as phase, CutPack():
            return deal.cut_to_dealer(game, phase, action)
        case ToDeal() as phase, WaiveCut():
            return deal.waive(game, phase, action)
        case _:
            raise OutOfTurn(Law.TURN, _WRONG_STAGE[type(action)])


def _laying_away(
    game: Game, phase: LayingAway, action: LayAway | TakeBack | AskFreshDeal | StandDeal | NameNumber
) -> Steps:
    match action:
        case LayAway():
            return lay_away.lay_away(game, phase, action)
        case TakeBack():
            return lay_away.take_back(game, phase, action)
        case AskFreshDeal():
            return lay_away.ask_fresh_deal(game, phase, action)
        case StandDeal():
            return lay_away.stand(game, phase, action)
        case NameNumber():
            return starter.cut(game, phase, action)
        case _:
            assert_never(action)


def _in_the_play(game: Game, phase: Playing, action: SayGo | Stop | Require | MarkTwo | ClaimHeels) -> Steps:
    match action:
        case SayGo():
            return play.say_go(game, phase, action)
        case Stop():
            return play.stop(game, phase, action)
        case Require():
            return play.require(game, phase, action)
        case MarkTwo():
            return play.mark_two(game, phase, action)
        case ClaimHeels():
            return starter.claim_heels(game, phase, action)
        case _:
            assert_never(action)


def _answer_declaration(game: Game, action: Accept | Challenge | Amend) -> Steps:
    if game.window is None:
        raise NothingToSay(Law.SATISFIED, message("There's no count to answer now."))
    match action:
        case Accept():
            return challenge.accept(game, game.window, action)
        case Challenge():
            return challenge.challenge(game, game.window, action)
        case Amend():
            return challenge.amend(game, game.window, action)
        case _:
            assert_never(action)


def follow(game: Game) -> Steps | None:
    """Return the steps that follow by the laws alone; None if the game waits for somebody."""
    if game.window is not None:
        return None
    match game.phase:
        case LayingAway() as phase if phase.complete and phase.offender is None and not game.rules.ceremony:
            return starter.turn_up(game, phase)
        case Playing() as phase:
            return play.follow(game, phase)
        case Showing() as phase:
            return show.follow(game, phase)
        case _:
            return None


def waiting_on(game: Game) -> tuple[int, ...]:
    """Return the seats that have to act; none when the game waits for the shuffle, or is over.

    While a declaration is open these are the seats that act next, or all that could accept it if the next act would be
    the declarer's own or the shuffle's.
    """
    if game.window is None:
        return _seats_to_act(game)
    if _other_side_is_next(game, game.window):
        return _seats_to_act(_close_window(game, game.window)[0])
    return challenge.speakers(game, game.window)


def speakers(game: Game) -> tuple[int, ...]:
    """Return the seats that may still answer the open declaration."""
    return () if game.window is None else challenge.speakers(game, game.window)


def _seats_to_act(game: Game) -> tuple[int, ...]:
    match game.phase:
        case Cutting() as phase:
            return cut.waiting(phase)
        case ToDeal() as phase if deal.waits_for_cut(game.rules, phase):
            return (deal.pone_of(game.rules, phase.dealer),)
        case LayingAway() as phase:
            return lay_away.waiting(game.rules, phase) or (deal.pone_of(game.rules, phase.dealer),)
        case Playing() as phase:
            return play.waiting(game.rules, phase)
        case Showing(seat=seat):
            return (seat,)
        case _:
            return ()


def chance(game: Game) -> Chance | None:
    """Return the pack that the game waits for; None when it waits for a player, or is over."""
    if game.window is not None:
        return None
    match game.phase:
        case Cutting() as phase if not cut.waiting(phase):
            return "cut", phase.tries + 1
        case ToDeal() as phase if not deal.waits_for_cut(game.rules, phase):
            return "deal", game.deal + 1
        case _:
            return None


def shuffle_in(game: Game, pack: tuple[Card, ...]) -> tuple[Game, tuple[Event, ...]]:
    """Return the game with the pack that it waits for, and the events that this brings."""
    return apply(game, CutForDeal(pack) if isinstance(game.phase, Cutting) else Deal(pack))


def legal(game: Game, seat: int) -> tuple[Move, ...]:
    """Return every move that a seat may make now, except resigning."""
    if game.window is None:
        return _legal(game, seat)
    said = challenge.legal(game, game.window, seat)
    if game.rules.side_of(seat) == game.rules.side_of(game.window.seat) or not _other_side_is_next(game, game.window):
        return said
    acts = _legal(_close_window(game, game.window)[0], seat)
    return (*said, *(act for act in acts if isinstance(act, challenge.CLOSING)))


def _legal(game: Game, seat: int) -> tuple[Move, ...]:
    match game.phase:
        case Cutting() as phase:
            return cut.legal(phase, seat)
        case ToDeal() as phase:
            return deal.legal(game.rules, phase, seat)
        case LayingAway() as phase:
            return (*lay_away.legal(game.rules, phase, seat), *starter.legal(game, phase, seat))
        case Playing() as phase:
            return play.legal(game.rules, phase, seat)
        case Showing() as phase:
            return show.legal(game, phase, seat)
        case _:
            return ()


def _concede(game: Game, action: Resign | LoseOnTime) -> Steps:
    """Yield the events of a lost game: it counts one, and of three players the higher of the other two wins."""
    why: Literal["resigned", "time"] = "resigned" if isinstance(action, Resign) else "time"
    game = yield Conceded(action.seat, why)
    return (yield GameWon(_best_other(game, action.seat), 1, why))


def _best_other(game: Game, seat: int) -> int:
    """Return the other side with the highest score; of equal ones the first to the left."""
    rules = game.rules
    left = [rules.side_of((seat + step) % rules.players) for step in range(1, rules.players)]
    return max((side for side in left if side != rules.side_of(seat)), key=lambda side: game.scores[side])


_PENALTIES: Final = frozenset(
    {
        *(Law.OVERSCORE, Law.MUGGINS, Law.FALSE_CHALLENGE, Law.FALSE_GO),
        *(Law.TAKEN_BACK, Law.PREDEAL_CUT, Law.THREE_FOR_LAST),
    }
)
"""The laws that peg points for what another player did or failed to do."""


def _way_of_winning(event: Event, by: By) -> By:
    """Return how the game would be won if this event won it."""
    match event:
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


def _check_open(game: Game, action: Action) -> None:
    """Refuse an action if the game is over or the seat does not exist."""
    if isinstance(game.phase, Over):
        if isinstance(action, Resign):
            raise OutOfTurn(Law.RESIGNED, message("This game is already over."))
        raise OutOfTurn(Law.GAME, message("This game is over. Start another with /play."))
    if not isinstance(action, CutForDeal | Deal) and action.seat not in range(game.rules.players):
        raise OutOfTurn(Law.TURN, message("This game has no seat {seat}.", seat=action.seat))


def _check_pack(pack: tuple[Card, ...], law: Law) -> None:
    if len(pack) != len(PACK) or set(pack) != set(PACK):
        raise IllegalAction(law, message("A deck has 52 different cards."))
