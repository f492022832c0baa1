"""The luck of a player in a game: what the deal, the starters, the cribs and the other's mistakes gave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.ai.two_hand_discards import Discard, by_points
from engine.cards import Card
from engine.events import Dealt, Event, LaidAway, Pegged, Shown
from engine.laws import Law

AVERAGE_DEAL: Final = (13.97, 2.35)
"""The mean points of the best discard of a deal, with crib and pegging: the dealer's and the pone's."""


@dataclass(frozen=True, slots=True)
class Luck:
    """Points by luck, above 0 for the player and below 0 for the other; each is the player's less the other's.

    ``deals`` is what the dealt cards were worth beside the average deal, ``cuts`` what the starters added to the hands
    beside their average, with his heels, ``cribs`` the same for the cribs, and ``play`` the points that the other
    lost by their own decisions.
    """

    deals: float
    cuts: float
    cribs: float
    play: float

    @property
    def total(self) -> float:
        """All points by luck."""
        return self.deals + self.cuts + self.cribs + self.play


def luck_of(events: Sequence[Event], seat: int, theirs_lost: float) -> Luck:
    """Return the luck of one of two players; ``theirs_lost`` are the points that the other lost by their decisions."""
    deals = cuts = cribs = 0.0
    dealer, hands = 0, dict[int, Discard]()
    dealt: tuple[tuple[Card, ...], ...] = ()
    for event in events:
        match event:
            case Dealt():
                dealer, dealt, hands = event.dealer, event.hands, {}
            case LaidAway(seat=own, cards=laid):
                found = by_points(dealt[own], dealer=own == dealer)
                chosen = next((one for one in found if set(one.cards) == set(laid)), None)
                if chosen is not None:
                    hands[own] = chosen
                    deals += _sign(own, seat) * (found[0].points - AVERAGE_DEAL[own != dealer])
            case Pegged(seat=own, law=Law.HIS_HEELS, points=points):
                cuts += _sign(own, seat) * points
            case Shown(seat=own, what="hand", true=int(true)) if own in hands:
                cuts += _sign(own, seat) * (true - hands[own].hand)
            case Shown(what="crib", true=int(true)) if hands:
                expected = sum(abs(one.crib) for one in hands.values()) / len(hands)
                cribs += _sign(dealer, seat) * (true - expected)
            case _:
                pass
    return Luck(deals, cuts, cribs, theirs_lost)


def _sign(own: int, seat: int) -> int:
    return 1 if own == seat else -1
