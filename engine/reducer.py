"""The reducer: it writes each event into the game and checks no law."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from engine import declarations
from engine.cards import Card
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
from engine.rules import Renege, Rules
from engine.scoring import LIMIT
from engine.state import (
    Cutting,
    Game,
    LayingAway,
    Over,
    Phase,
    Playing,
    Showing,
    ToDeal,
    Window,
    left_of,
    put,
    without,
)


def begin(rules: Rules) -> Game:
    nothing = (0,) * len(rules.sides)
    return Game(rules, nothing, nothing, 0, Cutting(0, _nobody(rules)))


def evolve(game: Game, event: Event) -> Game:
    """Return the game after one event. No law is checked, because the event says everything."""
    if game.windows:
        game = replace(game, windows=declarations.after(game, event))
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
            return replace(game, phase=_lay(game, game.phase, event))
        case StarterTurned():
            assert isinstance(game.phase, LayingAway)
            return replace(game, phase=_open_play(game, game.phase, event.card))
        case NumberNamed() | ForDealCut() | DealerChosen() | CutToDealer() | CutWaived() | Dealt():
            return _up_to_the_deal(game, event)
        case Satisfied() | Amended() | Challenged():
            return game
        case Conceded():
            return _leave(game, event)
        case GameWon():
            return replace(game, phase=Over(event.side, event.games, event.by))
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
    return (None,) * rules.players if rules.ceremony else ()


def _up_to_the_deal(
    game: Game, event: NumberNamed | ForDealCut | DealerChosen | CutToDealer | CutWaived | Dealt
) -> Game:
    match event:
        case NumberNamed(seat=seat, number=number):
            assert isinstance(game.phase, Cutting)
            named = (*game.phase.named[:seat], number, *game.phase.named[seat + 1 :])
            return replace(game, phase=replace(game.phase, named=named))
        case ForDealCut():
            assert isinstance(game.phase, Cutting)
            return replace(game, phase=Cutting(game.phase.tries + 1, _nobody(game.rules)))
        case DealerChosen(seat=seat):
            return replace(game, phase=ToDeal(seat))
        case CutToDealer() | CutWaived():
            assert isinstance(game.phase, ToDeal)
            return replace(game, phase=ToDeal(game.phase.dealer, event.number if isinstance(event, CutToDealer) else 0))
        case Dealt():
            laid = tuple(() for _ in event.hands)
            phase = LayingAway(event.dealer, event.hands, laid, event.to_crib, event.undealt)
            return replace(game, deal=game.deal + 1, phase=phase)


def _leave(game: Game, event: Conceded) -> Game:
    """Return the game after somebody gave it up; of three who still play, the other two play on."""
    if game.rules.first_edition or game.rules.players != 3 or len(game.seats) < 3:
        return game
    left = replace(game, closed=game.closed | {event.seat})
    return replace(left, phase=_without_player(left, event))


def _move_peg(game: Game, event: Pegged) -> Game:
    """Return the game with the rear peg in front; the other peg shows the score before (001:15)."""
    scores, hindmost = list(game.scores), list(game.hindmost)
    scores[event.side], hindmost[event.side] = event.score, scores[event.side]
    moved = replace(game, scores=tuple(scores), hindmost=tuple(hindmost))
    match moved.phase:
        case Playing() as phase if event.law is Law.LAST_CARD:
            return replace(moved, phase=to_show(phase))
        case Playing() as phase if event.law is Law.GO and game.rules.single_series:
            return replace(moved, phase=to_show(phase))
        case Playing(offender=int(offender)) as phase if (
            event.law is Law.FALSE_GO and game.rules.renege is not Renege.TWO_A_CARD
        ):
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


def _lay(
    game: Game, phase: LayingAway, event: LaidAway | TakenBack | DealStood | FreshDealChosen
) -> LayingAway | ToDeal:
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
            return ToDeal(left_of(game, phase.dealer) if phase.dealer in game.closed else phase.dealer)


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
    hand = without(phase.hands[event.seat], (event.card,))
    phase = replace(
        phase,
        hands=put(phase.hands, event.seat, hand),
        played=(*phase.played, (event.seat, event.card)),
        heels_open=phase.heels_open and event.seat != phase.dealer,
        required=None,
    )
    if event.declared is not None:
        window = Window(event.seat, "play", phase.series, None, event.declared)
        game = replace(game, windows=declarations.opened(game, window))
    if event.count == LIMIT and (game.rules.single_series or not any(phase.hands)):
        return replace(game, phase=to_show(phase))
    return replace(game, phase=replace(phase, turn=_next_turn(phase, event.seat)))


def _show(game: Game, phase: Showing, event: Shown) -> Game:
    shown = replace(game, phase=_at_the_show(phase, phase.shown + 1))
    if event.declared is None:
        return shown
    window = Window(event.seat, event.what, event.cards, phase.starter, event.declared)
    return replace(shown, windows=declarations.opened(game, window))


def _open_play(game: Game, phase: LayingAway, starter: Card) -> Playing:
    """Return the play after the starter is turned up; the pone leads (000:23)."""
    crib = (*phase.to_crib, *(card for cards in phase.laid for card in cards))
    return Playing(
        phase.dealer,
        starter,
        phase.hands,
        phase.laid,
        crib,
        phase.hands,
        (),
        0,
        frozenset(),
        left_of(game, phase.dealer),
        heels_open=game.rules.heels_forfeit,
    )


def _next_turn(phase: Playing, seat: int) -> int | None:
    """Return the next seat to the left that holds cards and has not said go; None after a thirty-one."""
    if phase.count == LIMIT:
        return None
    around = ((seat + step) % len(phase.hands) for step in range(1, len(phase.hands) + 1))
    return next((other for other in around if phase.hands[other] and other not in phase.gone), None)


def to_show(phase: Playing) -> Showing | ToDeal:
    """Return the show after the play, at its first hand."""
    return _at_the_show(phase, 0)


def _without_player(game: Game, event: Conceded) -> Phase:
    """Return the phase after a player of three has left; ``game`` no longer counts that seat as playing.

    The cards of that seat are out of the play and are not counted, nor is the crib if it dealt.
    """
    match game.phase:
        case Cutting(named=named) as phase:
            return replace(phase, named=tuple(None if seat == event.seat else n for seat, n in enumerate(named)))
        case ToDeal(dealer=dealer):
            return ToDeal(left_of(game, dealer) if dealer == event.seat else dealer)
        case LayingAway() as phase:
            offender = None if phase.offender == event.seat else phase.offender
            laid = put(phase.laid, event.seat, (*phase.laid[event.seat], *event.cards))
            return replace(phase, hands=put(phase.hands, event.seat, ()), laid=laid, offender=offender)
        case Playing() as phase:
            return _playing_without(phase, event.seat)
        case Showing() as phase:
            return _at_the_show(replace(phase, kept=put(phase.kept, event.seat, ())), phase.shown)
        case phase:
            return phase


def _playing_without(phase: Playing, seat: int) -> Playing | Showing | ToDeal:
    """Return the play without one hand; if no other cards are left and nobody is due a point, the show begins."""
    on_turn = seat in (phase.turn, phase.offender)
    phase = replace(
        phase,
        kept=put(phase.kept, seat, ()),
        hands=put(phase.hands, seat, ()),
        heels_open=phase.heels_open and seat != phase.dealer,
        offender=None if phase.offender == seat else phase.offender,
        required=None if phase.required == seat else phase.required,
    )
    if not any(phase.hands) and (not phase.series or phase.last == seat or phase.count == LIMIT):
        return to_show(phase)
    return replace(phase, turn=_next_turn(phase, seat)) if on_turn else phase


def _at_the_show(phase: Playing | Showing, shown: int) -> Showing | ToDeal:
    """Return the show after this many counts: hands first, from the dealer's left, and the crib last (000:60).

    The hands of closed seats are not counted, nor is the crib of a closed dealer.
    """
    players = len(phase.kept)
    around = [(phase.dealer + 1 + step) % players for step in range(players)]
    for number, seat in enumerate((*around, phase.dealer)):
        if number < shown or not phase.kept[seat]:
            continue
        what: What = "hand" if number < players else "crib"
        cards = phase.kept[seat] if what == "hand" else phase.crib
        return Showing(
            phase.dealer, phase.starter, phase.kept, phase.laid, phase.crib, phase.played, number, seat, what, cards
        )
    return ToDeal(next(seat for seat in around if phase.kept[seat]))
