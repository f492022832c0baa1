"""The starter: the pone cuts, the dealer turns a card up, and a jack gives the dealer two for his heels."""

from __future__ import annotations

from engine.actions import ClaimHeels, NameNumber
from engine.cards import Rank
from engine.errors import IllegalAction, OutOfTurn
from engine.events import StarterTurned
from engine.laws import Law
from engine.messages import message
from engine.phases.cut_for_deal import check_number, numbers_to_cut
from engine.state import Game, LayingAway, Playing, Steps, left_of, peg_event


def legal(game: Game, phase: LayingAway, seat: int) -> tuple[NameNumber, ...]:
    """Return the cuts of the pone once the crib is complete, at least four cards from either end (002:9, 002:12)."""
    if not _pone_cuts(game, phase) or seat != left_of(game, phase.dealer):
        return ()
    return tuple(NameNumber(seat, number) for number in numbers_to_cut(len(phase.undealt)))


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
