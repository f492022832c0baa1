"""The cut for deal: the lowest card deals and makes partners. Then the deal, once the pack is cut to the dealer."""

from __future__ import annotations

from engine.actions import ChooseDealer, CutForDeal, CutPack, Deal, NameNumber, WaiveCut
from engine.cards import PACK, Card
from engine.errors import IllegalAction, OutOfTurn, WrongNumber
from engine.events import CutToDealer, CutWaived, DealerChosen, Dealt, ForDealCut, NumberNamed
from engine.laws import Law
from engine.messages import message
from engine.rules import Partners, PredealCut, Rules
from engine.state import Cutting, Game, Hands, Steps, ToDeal, left_of, peg_event, put

_LEAST = 4
"""The least number of cards that are cut, and that are left (000:13, 002:9)."""

_AROUND_THE_TABLE = (0, 2, 1, 3)
"""Of four, the two lowest are partners: the lowest sits at seat 0, the second lowest across the table (003:19)."""


def numbers_to_cut(cards: int) -> range:
    """Return the numbers of cards from the top at which a packet may be cut."""
    return range(_LEAST, cards - _LEAST + 1)


def check_number(number: object, allowed: range) -> None:
    """Check that a packet may be cut at a number. Raises ``WrongNumber``."""
    if type(number) is not int or number not in allowed:
        raise WrongNumber(
            Law.CUT,
            message(
                "Cut {least} to {most} cards, not {number}.",
                least=allowed[0],
                most=allowed[-1],
                number=number,
            ),
        )


def check_pack(pack: tuple[Card, ...], law: Law) -> None:
    """Check that a pack is whole. Raises ``IllegalAction``."""
    if len(pack) != len(PACK) or set(pack) != set(PACK):
        raise IllegalAction(law, message("A deck has 52 different cards."))


def waiting_to_cut(game: Game, phase: Cutting) -> tuple[int, ...]:
    """Return the seats that have not named a number yet (with ceremony)."""
    return tuple(seat for seat in game.seats if phase.named and phase.named[seat] is None)


def numbers(game: Game, phase: Cutting, seat: int) -> tuple[NameNumber, ...]:
    if seat not in waiting_to_cut(game, phase):
        return ()
    return tuple(NameNumber(seat, number) for number in numbers_to_cut(len(PACK)) if number not in phase.named)


def name_number(game: Game, phase: Cutting, action: NameNumber) -> Steps:
    """A player names a number to cut at; two players may not name the same number (000:13)."""
    if not game.rules.ceremony:
        raise OutOfTurn(Law.CUT, message("The bot cuts for you in this game."))
    if phase.named[action.seat] is not None:
        raise OutOfTurn(Law.CUT, message("You have already cut. Wait for the others."))
    check_number(action.number, numbers_to_cut(len(PACK)))
    if action.number in phase.named:
        raise WrongNumber(
            Law.CUT, message("Somebody else cut at {number}. Choose another number.", number=action.number)
        )
    return (yield NumberNamed(action.seat, action.number))


def cut_for_deal(game: Game, phase: Cutting, action: CutForDeal) -> Steps:
    """The lowest card deals; if the lowest cards are equal, everybody cuts again from a new pack (000:13)."""
    check_pack(action.pack, Law.CUT)
    if waiting_to_cut(game, phase):
        raise OutOfTurn(Law.CUT, message("Not everyone has cut yet."))
    named = _all_named(game, phase)
    drawn = tuple(action.pack[named[seat] - 1 if named else seat] for seat in range(game.rules.players))
    order = sorted(game.seats, key=lambda seat: drawn[seat].rank)
    ranks = [drawn[seat].rank for seat in order]
    # Equal cards leave open who deals, or which two are the lowest if they become partners.
    if ranks[0] is ranks[1] or (_makes_partners(game.rules) and ranks[1] is ranks[2]):
        return (yield ForDealCut(drawn, named or None))
    if not _makes_partners(game.rules):
        game = yield ForDealCut(drawn, named or None)
        return (yield DealerChosen(order[0]))
    places = tuple(order[rank] for rank in _AROUND_THE_TABLE)
    seated = tuple(drawn[place] for place in places)
    game = yield ForDealCut(seated, tuple(named[place] for place in places) if named else None, places)
    return (yield DealerChosen(0))


def _all_named(game: Game, phase: Cutting) -> tuple[int, ...]:
    """Return a number for each seat, with ceremony; a closed seat gets the first that nobody named."""
    if not phase.named:
        return ()
    free = (number for number in numbers_to_cut(len(PACK)) if number not in phase.named)
    return tuple(next(free) if number is None else number for number in phase.named)


def _makes_partners(rules: Rules) -> bool:
    """Return whether the cut seats the players; otherwise everyone keeps their seat (002:8)."""
    return rules.players == 4 and rules.partners is Partners.CUT


def choose_dealer(_: Game, phase: Cutting, action: ChooseDealer) -> Steps:
    """A seat deals first without a cut, such as the loser of the last game (000:13)."""
    if phase.tries or any(phase.named):
        raise OutOfTurn(Law.CUT, message("The cut for deal has started. Finish it first."))
    return (yield DealerChosen(action.seat))


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
