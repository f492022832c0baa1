"""The reducer: it writes each event into the game and checks no law."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from engine.errors import CribbageError
from engine.events import (
    Amended,
    Challenged,
    Conceded,
    CountReset,
    CutToDealer,
    CutWaived,
    DealerChosen,
    DealStood,
    Dealt,
    Event,
    ForDealCut,
    FreshDealChosen,
    GameWon,
    LaidAway,
    NumberNamed,
    Pegged,
    Played,
    PutBack,
    Required,
    SaidGo,
    Satisfied,
    Shown,
    StarterTurned,
    Stopped,
    TakenBack,
    What,
)
from engine.laws import Law
from engine.messages import message
from engine.pegging import LIMIT
from engine.phases import deal
from engine.rules import Counting, Rules
from engine.state import Cutting, Game, LayingAway, Over, Playing, Showing, ToDeal, Window, put, without


def begin(rules: Rules) -> Game:
    """Return a game before the cut, with all pegs at the start."""
    nothing = (0,) * len(rules.sides)
    return Game(rules, nothing, nothing, 0, Cutting(0, _nobody(rules)))


def evolve(game: Game, event: Event) -> Game:
    """Return the game after one event. No law is checked, because the event says everything."""
    if game.window is not None:
        game = _in_the_window(game, game.window, event)
    match event:
        case Pegged():
            return _move_peg(game, event)
        case PutBack():
            return _move_back(game, event)
        case Played() | SaidGo() | Required() | Stopped() | CountReset():
            assert isinstance(game.phase, Playing)
            return _go_on(game, game.phase, event)
        case Shown():
            assert isinstance(game.phase, Showing)
            return _show(game, game.phase, event)
        case LaidAway() | TakenBack() | DealStood() | FreshDealChosen():
            assert isinstance(game.phase, LayingAway)
            return replace(game, phase=_lay(game.phase, event))
        case StarterTurned():
            assert isinstance(game.phase, LayingAway)
            return replace(game, phase=_open_play(game.rules, game.phase, event))
        case NumberNamed() | ForDealCut() | DealerChosen() | CutToDealer() | CutWaived() | Dealt():
            return _up_to_the_deal(game, event)
        case Satisfied() | Amended() | Challenged() | Conceded():
            return game
        case GameWon():
            return replace(game, phase=Over(event.side, event.games, event.by), window=None)
        case _:
            assert_never(event)


def replay(rules: Rules, events: Iterable[Event]) -> Game:
    """Return the game after these events. Raises ``CribbageError`` if they do not make a game."""
    game = begin(rules)
    for number, event in enumerate(events):
        try:
            game = evolve(game, event)
        except (AssertionError, IndexError, ValueError) as error:
            name = type(event).__name__
            complaint = message("event {number} ({name}) can't follow the events before it.", number=number, name=name)
            raise CribbageError(complaint) from error
    return game


def _nobody(rules: Rules) -> tuple[None, ...]:
    """Return the named numbers before anybody has named one (with ceremony)."""
    return (None,) * rules.players if rules.ceremony else ()


def _cut(rules: Rules, phase: Cutting, event: NumberNamed | ForDealCut) -> Cutting:
    match event:
        case NumberNamed(seat=seat, number=number):
            return replace(phase, named=(*phase.named[:seat], number, *phase.named[seat + 1 :]))
        case ForDealCut():
            return Cutting(phase.tries + 1, _nobody(rules))


def _up_to_the_deal(
    game: Game, event: NumberNamed | ForDealCut | DealerChosen | CutToDealer | CutWaived | Dealt
) -> Game:
    match event:
        case NumberNamed() | ForDealCut():
            assert isinstance(game.phase, Cutting)
            return replace(game, phase=_cut(game.rules, game.phase, event))
        case DealerChosen(seat=seat):
            return replace(game, phase=ToDeal(seat))
        case CutToDealer() | CutWaived():
            assert isinstance(game.phase, ToDeal)
            return replace(game, phase=ToDeal(game.phase.dealer, _packet(event)))
        case Dealt():
            laid = tuple(() for _ in event.hands)
            phase = LayingAway(event.dealer, event.hands, laid, event.to_crib, event.undealt)
            return replace(game, deal=game.deal + 1, phase=phase)


def _packet(event: CutToDealer | CutWaived) -> int:
    return event.number if isinstance(event, CutToDealer) else 0


def _in_the_window(game: Game, window: Window, event: Event) -> Game:
    """Return the game after an event while a declaration is open: most events close it."""
    match event:
        case Satisfied(seat=seat):
            satisfied = window.satisfied | {game.rules.side_of(seat)}
            everyone = len(satisfied) + 1 == len(game.rules.sides)
            left = None if everyone and not window.claims_game else replace(window, satisfied=satisfied)
            return replace(game, window=left)
        case Amended(declared=declared):
            return replace(game, window=replace(window, declared=declared, satisfied=frozenset()))
        case Pegged(law=Law.DECLARED):
            return replace(game, window=replace(window, pegged=True))
        case _:
            return replace(game, window=None)


def _move_peg(game: Game, event: Pegged) -> Game:
    """Return the game with the rear peg in front; the other peg shows the score before (001:15)."""
    scores, hindmost = list(game.scores), list(game.hindmost)
    scores[event.side], hindmost[event.side] = event.score, scores[event.side]
    moved = replace(game, scores=tuple(scores), hindmost=tuple(hindmost))
    match moved.phase:
        case Playing() as phase if event.law is Law.LAST_CARD:
            return replace(moved, phase=_to_show(phase))
        case Playing() as phase if event.law is Law.GO and game.rules.single_series:
            return replace(moved, phase=_to_show(phase))
        case Playing(offender=int(offender)) as phase if event.law is Law.FALSE_GO:
            gone = replace(phase, gone=phase.gone | {offender}, offender=None)
            return replace(moved, phase=replace(gone, turn=_next_turn(gone, offender)))
        case Playing() as phase if event.law is Law.HIS_HEELS:
            return replace(moved, phase=replace(phase, heels_open=False))
        case _:
            return moved


def _move_back(game: Game, event: PutBack) -> Game:
    """Return the game with the front peg moved back; the rear peg is never in front of it."""
    scores, hindmost = list(game.scores), list(game.hindmost)
    scores[event.side], hindmost[event.side] = event.score, min(hindmost[event.side], event.score)
    return replace(game, scores=tuple(scores), hindmost=tuple(hindmost))


def _lay(phase: LayingAway, event: LaidAway | TakenBack | DealStood | FreshDealChosen) -> LayingAway | ToDeal:
    match event:
        case LaidAway(seat=seat, cards=cards):
            hand, laid = without(phase.hands[seat], cards), (*phase.laid[seat], *cards)
            return replace(phase, hands=put(phase.hands, seat, hand), laid=put(phase.laid, seat, laid))
        case TakenBack(seat=seat, cards=cards):
            hand, laid = (*phase.hands[seat], *cards), without(phase.laid[seat], cards)
            hands = put(phase.hands, seat, hand)
            return replace(phase, hands=hands, laid=put(phase.laid, seat, laid), offender=seat)
        case DealStood():
            return replace(phase, offender=None)
        case FreshDealChosen():
            return ToDeal(phase.dealer)


def _open_play(rules: Rules, phase: LayingAway, event: StarterTurned) -> Playing:
    crib = (*phase.to_crib, *(card for cards in phase.laid for card in cards))
    return Playing(
        phase.dealer,
        event.card,
        phase.hands,
        phase.laid,
        crib,
        phase.hands,
        (),
        0,
        frozenset(),
        deal.pone_of(rules, phase.dealer),
        heels_open=rules.heels_forfeit,
    )


def _go_on(game: Game, phase: Playing, event: Played | SaidGo | Required | Stopped | CountReset) -> Game:
    match event:
        case Played():
            return _play_card(game, phase, event)
        case CountReset(lead=lead):
            phase = replace(phase, since=len(phase.played), gone=frozenset(), turn=lead)
        case SaidGo(seat=seat, false=True):
            phase = replace(phase, offender=seat)
        case SaidGo(seat=seat):
            phase = replace(phase, gone=phase.gone | {seat})
            phase = replace(phase, turn=_next_turn(phase, seat))
        case Required(of=offender):
            phase = replace(phase, offender=None, required=offender, turn=offender)
        case Stopped():
            phase = replace(phase, turn=None)
    return replace(game, phase=phase)


def _play_card(game: Game, phase: Playing, event: Played) -> Game:
    """Return the game after a played card; points declared for it are open to challenge."""
    hand = without(phase.hands[event.seat], (event.card,))
    phase = replace(
        phase,
        hands=put(phase.hands, event.seat, hand),
        played=(*phase.played, (event.seat, event.card)),
        heels_open=phase.heels_open and event.seat != phase.dealer,
        required=None,
    )
    window = None
    if event.declared is not None:
        window = _window_if_open(game.rules, Window(event.seat, "play", phase.series, None, event.declared))
    if event.count == LIMIT and (game.rules.single_series or not any(phase.hands)):
        return replace(game, phase=_to_show(phase), window=window)
    return replace(game, phase=replace(phase, turn=_next_turn(phase, event.seat)), window=window)


def _show(game: Game, phase: Showing, event: Shown) -> Game:
    window = None
    if event.declared is not None:
        window = _window_if_open(game.rules, Window(event.seat, event.what, event.cards, phase.starter, event.declared))
    return replace(game, phase=_next_show(phase), window=window)


def _window_if_open(rules: Rules, window: Window) -> Window | None:
    """The window on a declaration, if anybody may speak to it: a count of 0 matters to muggins and amending only."""
    if rules.counting is not Counting.CHALLENGE:
        return None
    return window if window.declared or rules.muggins or rules.amend else None


def _next_turn(phase: Playing, seat: int) -> int | None:
    """Return the next seat to the left that holds cards and has not said go; None after a thirty-one."""
    if phase.count == LIMIT:
        return None
    around = ((seat + step) % len(phase.hands) for step in range(1, len(phase.hands) + 1))
    return next((other for other in around if phase.hands[other] and other not in phase.gone), None)


def _to_show(phase: Playing) -> Showing:
    return _at_the_show(phase, 0)


def _next_show(phase: Showing) -> Showing | ToDeal:
    if phase.what == "crib":
        return ToDeal((phase.dealer + 1) % len(phase.kept))
    return _at_the_show(phase, phase.shown + 1)


def _at_the_show(phase: Playing | Showing, shown: int) -> Showing:
    """Return the show after this many counts: hands first, from the dealer's left, and the crib last (000:60)."""
    what: What = "hand" if shown < len(phase.kept) else "crib"
    seat = (phase.dealer + 1 + shown) % len(phase.kept) if what == "hand" else phase.dealer
    cards = phase.kept[seat] if what == "hand" else phase.crib
    return Showing(
        phase.dealer, phase.starter, phase.kept, phase.laid, phase.crib, phase.played, shown, seat, what, cards
    )
