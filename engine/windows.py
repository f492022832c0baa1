"""A declaration that is open to challenge, or may still be raised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.cards import Card
from engine.events import What


@dataclass(frozen=True, slots=True)
class Window:
    """A declaration that may still be challenged or raised: its seat, its cards, and its points.

    ``what`` is the play, a hand or the crib, and ``cards`` the series, or the cards without the starter, which is None
    in the play. ``pegged`` are the points of it that stand on the board: none of a claim of game, which waits.
    ``open_to`` are the sides that may still challenge it. Its declarer may raise it while it is ``amendable``;
    ``raised`` is whether they did, and ``followed`` whether they have declared something else since.
    """

    seat: int
    what: Literal["play"] | What
    cards: tuple[Card, ...]
    starter: Card | None
    declared: int
    pegged: int = 0
    open_to: frozenset[int] = frozenset()
    amendable: bool = False
    raised: bool = False
    followed: bool = False

    @property
    def name(self) -> Card | None:
        """The card by which a challenge names a declaration of the play; None for the latest of its seat."""
        return self.cards[-1] if self.what == "play" and self.followed else None

    @property
    def claims_game(self) -> bool:
        """Return whether the declaration is as many points as the declarer needed."""
        return self.declared > self.pegged

    @property
    def stops(self) -> bool:
        """Return whether the declarer's side must wait for an answer; a card declared for nothing stops nobody."""
        return bool(self.open_to) and (self.declared > 0 or self.what != "play")


def challenged_window(windows: Sequence[Window], seat: int, card: Card | None) -> Window | None:
    """Return the declaration of a seat that a challenge means: of this card in the play, or else the latest."""
    own = [window for window in windows if window.seat == seat]
    if card is not None:
        own = [window for window in own if window.what == "play" and window.cards[-1] == card]
    return own[-1] if own else None
