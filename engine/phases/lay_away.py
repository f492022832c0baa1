"""The discard and the starter: each player gives cards to the dealer's crib, and then the pone cuts.

A jack that is turned up gives the dealer two for his heels.
"""

from __future__ import annotations

from itertools import chain, combinations

from engine.actions import AskFreshDeal, ClaimHeels, LayAway, NameNumber, StandDeal, TakeBack
from engine.cards import Rank
from engine.errors import CardNotHeld, IllegalAction, OutOfTurn, WrongLayAway
from engine.events import DealStood, FreshDealChosen, LaidAway, StarterTurned, TakenBack
from engine.laws import Law
from engine.messages import counted, message
from engine.phases.deal import check_number, numbers_to_cut
from engine.rules import Irregular
from engine.state import Game, LayingAway, Playing, Steps, adversary_of, left_of, peg_event


def to_lay(phase: LayingAway, seat: int) -> int:
    return phase.each - len(phase.laid[seat])


def waiting(game: Game, phase: LayingAway) -> tuple[int, ...]:
    """Return the seats that must discard, or the opponent of a player who took a card back."""
    if phase.offender is not None:
        return (adversary_of(game, phase.offender),)
    return tuple(seat for seat in game.seats if to_lay(phase, seat))


def legal(
    game: Game, phase: LayingAway, seat: int
) -> tuple[LayAway | TakeBack | AskFreshDeal | StandDeal | NameNumber, ...]:
    """Return every way for a seat to discard, take back, or answer a player who took a card back.

    Once the crib is complete the pone may cut, at least four cards from either end (002:9, 002:12).
    """
    if phase.offender is not None:
        return (AskFreshDeal(seat), StandDeal(seat)) if seat in waiting(game, phase) else ()
    is_cutting = _pone_cuts(game, phase) and seat == left_of(game, phase.dealer)
    cuts = tuple(NameNumber(seat, number) for number in numbers_to_cut(len(phase.undealt))) if is_cutting else ()
    if many := to_lay(phase, seat):
        lays = tuple(LayAway(seat, cards) for cards in combinations(phase.hands[seat], many))
    else:
        lays = ()
    if game.rules.irregular is Irregular.REFUSE:
        return (*lays, *cuts)
    laid = phase.laid[seat]
    parts = chain.from_iterable(combinations(laid, many) for many in range(1, len(laid) + 1))
    return (*lays, *(TakeBack(seat, cards) for cards in parts), *cuts)


def lay_away(game: Game, phase: LayingAway, action: LayAway) -> Steps:
    """A seat lays cards away to the crib, face down and for good (002:11)."""
    _check_no_choice(phase)
    many = to_lay(phase, action.seat)
    if not many:
        raise OutOfTurn(
            Law.TAKEN_BACK,
            message("You have already discarded. You can't take a discard back.")
            if game.rules.irregular is Irregular.REFUSE
            else message("You have already discarded. Taking a discard back costs 2 points."),
        )
    if len(action.cards) != many or len(set(action.cards)) != many:
        raise WrongLayAway(
            Law.LAY_AWAY,
            counted(
                "Discard {number} card, not {given}.",
                "Discard {number} different cards, not {given}.",
                many,
                given=len(action.cards),
            ),
        )
    for card in action.cards:
        if card not in phase.hands[action.seat]:
            raise CardNotHeld(
                Law.LAY_AWAY, message("You don't have {face}. Discard cards from your own hand.", face=card.face)
            )
    return (yield LaidAway(action.seat, action.cards))


def take_back(game: Game, phase: LayingAway, action: TakeBack) -> Steps:
    """Take cards back: the opponent marks two, and chooses how to continue (002, law 11)."""
    _check_no_choice(phase)
    if game.rules.irregular is Irregular.REFUSE:
        raise IllegalAction(Law.TAKEN_BACK, message("You can't take a discard back."))
    laid = phase.laid[action.seat]
    if not action.cards or len(set(action.cards)) < len(action.cards) or not set(action.cards) <= set(laid):
        raise IllegalAction(Law.TAKEN_BACK, message("You can only take back your own discards."))
    game = yield TakenBack(action.seat, action.cards)
    return (yield peg_event(game, adversary_of(game, action.seat), 2, Law.TAKEN_BACK, ()))


def ask_fresh_deal(game: Game, phase: LayingAway, action: AskFreshDeal) -> Steps:
    """The same dealer deals again; the scores stay."""
    _check_chooses(game, phase, action.seat)
    return (yield FreshDealChosen(action.seat))


def stand(game: Game, phase: LayingAway, action: StandDeal) -> Steps:
    _check_chooses(game, phase, action.seat)
    return (yield DealStood(action.seat))


def _check_no_choice(phase: LayingAway) -> None:
    if phase.offender is not None:
        raise OutOfTurn(Law.TAKEN_BACK, message("Somebody took a discard back. Wait until their opponent decides."))


def _check_chooses(game: Game, phase: LayingAway, seat: int) -> None:
    if phase.offender is None:
        raise OutOfTurn(Law.TAKEN_BACK, message("Nobody took a discard back."))
    if seat not in waiting(game, phase):
        raise OutOfTurn(Law.TAKEN_BACK, message("Only the opponent of whoever took a discard back can decide this."))


def cut_starter(game: Game, phase: LayingAway, action: NameNumber) -> Steps:
    """The pone cuts a number of cards, and the dealer turns up the next."""
    if not _pone_cuts(game, phase):
        raise OutOfTurn(Law.CUT, message("You can't cut the starter yet. Everyone has to discard first."))
    if action.seat != left_of(game, phase.dealer):
        raise OutOfTurn(Law.CUT, message("Only the player on the dealer's left can cut the starter."))
    check_number(action.number, numbers_to_cut(len(phase.undealt)))
    return turn_up(game, phase, action.number)


def turn_up(game: Game, phase: LayingAway, number: int | None = None) -> Steps:
    """Turn up the starter; a jack pegs two for the dealer at once, unless the dealer must claim it."""
    starter = phase.undealt[number or 0]
    game = yield StarterTurned(left_of(game, phase.dealer), starter, number)
    if starter.rank is Rank.JACK and not game.rules.heels_forfeit and phase.dealer not in game.closed:
        game = yield peg_event(game, phase.dealer, 2, Law.HIS_HEELS, (starter,))
    return game


def claim_heels(game: Game, phase: Playing, action: ClaimHeels) -> Steps:
    """The dealer pegs two for his heels, forfeited after the dealer's first card (002:12, 003:27)."""
    if action.seat != phase.dealer:
        raise OutOfTurn(Law.HIS_HEELS, message("Only the dealer can claim his heels."))
    if phase.offender is not None:
        raise OutOfTurn(
            Law.FALSE_GO, message("Somebody said go with a playable card. Wait until their opponent decides.")
        )
    if not phase.heels_open:
        raise IllegalAction(Law.HIS_HEELS, message("It's too late to claim his heels, or you already did."))
    if phase.starter.rank is not Rank.JACK:
        raise IllegalAction(Law.HIS_HEELS, message("The starter isn't a jack, so there's nothing to claim."))
    return (yield peg_event(game, phase.dealer, 2, Law.HIS_HEELS, (phase.starter,)))


def _pone_cuts(game: Game, phase: LayingAway) -> bool:
    return game.rules.ceremony and phase.complete and phase.offender is None
