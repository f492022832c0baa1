"""The deal: one card at a time, from the dealer's left, once the pack is cut to the dealer."""

from __future__ import annotations

from engine.actions import CutPack, Deal, WaiveCut
from engine.cards import PACK
from engine.errors import OutOfTurn
from engine.events import CutToDealer, CutWaived, Dealt
from engine.laws import Law
from engine.messages import message
from engine.phases.cut_for_deal import check_number, check_pack, numbers_to_cut
from engine.rules import PredealCut, Rules
from engine.state import Game, Hands, Steps, ToDeal, left_of, peg_event, put


def waits_for_cut(rules: Rules, phase: ToDeal) -> bool:
    """Return whether somebody may still cut to the dealer; only with ceremony, and if the book allows it."""
    return phase.cut is None and rules.ceremony and rules.predeal_cut is not PredealCut.NONE


def legal(game: Game, phase: ToDeal, seat: int) -> tuple[CutPack | WaiveCut, ...]:
    """Return the cuts that a seat may make: any player but the dealer may cut (003:23), and only the pone may waive.

    Where the pack must be cut, the pone cuts it (ACC 3.3).
    """
    if not waits_for_cut(game.rules, phase) or seat == phase.dealer:
        return ()
    is_pone, must = seat == left_of(game, phase.dealer), game.rules.predeal_cut is PredealCut.MUST
    cuts = tuple(CutPack(seat, number) for number in numbers_to_cut(len(PACK))) if is_pone or not must else ()
    return (*cuts, WaiveCut(seat)) if is_pone and not must else cuts


def cut_to_dealer(game: Game, phase: ToDeal, action: CutPack) -> Steps:
    """A player cuts the pack before the deal; at Crib-Derby that gives the dealer two (003:23)."""
    _check_may_cut(game, phase, action.seat)
    check_number(action.number, numbers_to_cut(len(PACK)))
    game = yield CutToDealer(action.seat, action.number)
    if game.rules.predeal_cut is PredealCut.TWO:
        game = yield peg_event(game, phase.dealer, 2, Law.PREDEAL_CUT, ())
    return game


def waive(game: Game, phase: ToDeal, action: WaiveCut) -> Steps:
    """The pone leaves the pack uncut."""
    _check_may_cut(game, phase, action.seat)
    if action.seat != left_of(game, phase.dealer):
        raise OutOfTurn(Law.PREDEAL_CUT, message("Only the player on the dealer's left can skip the cut."))
    if game.rules.predeal_cut is PredealCut.MUST:
        raise OutOfTurn(Law.PREDEAL_CUT, message("Under these rules the deck is cut before every deal. Cut it."))
    return (yield CutWaived(action.seat))


def deal(game: Game, phase: ToDeal, action: Deal) -> Steps:
    """Cards are dealt face down from the top; with three hands the next card goes to the crib (000:15, 002:8).

    Once one of three players has left, the other two get six cards each.
    """
    check_pack(action.pack, Law.DEAL)
    if waits_for_cut(game.rules, phase):
        raise OutOfTurn(Law.PREDEAL_CUT, message("Wait until somebody cuts the deck or skips the cut."))
    rules, is_first, players = game.rules, not game.deal, len(game.seats)
    many = players * (6 if game.closed else rules.dealt)
    pack = (*action.pack[phase.cut or 0 :], *action.pack[: phase.cut or 0])
    hands: Hands = ((),) * rules.players
    seat = phase.dealer
    for place in range(players):
        seat = left_of(game, seat)
        hands = put(hands, seat, pack[place:many:players])
    crib = many + (players == 3)
    game = yield Dealt(phase.dealer, hands, pack[many:crib], pack[crib:])
    if is_first and rules.three_for_last:
        game = yield peg_event(game, left_of(game, phase.dealer), 3, Law.THREE_FOR_LAST, ())
    return game


def _check_may_cut(game: Game, phase: ToDeal, seat: int) -> None:
    if not waits_for_cut(game.rules, phase):
        raise OutOfTurn(Law.PREDEAL_CUT, message("You can't cut now. The bot deals."))
    if seat == phase.dealer:
        raise OutOfTurn(Law.PREDEAL_CUT, message("Only another player can cut for the dealer."))
    if game.rules.predeal_cut is PredealCut.MUST and seat != left_of(game, phase.dealer):
        raise OutOfTurn(Law.PREDEAL_CUT, message("Only the player on the dealer's left can cut the deck."))
