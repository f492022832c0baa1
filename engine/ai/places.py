"""Where a player sits, in every form of the game: seats after the dealer, sides, and what a point is worth."""

from __future__ import annotations

from dataclasses import dataclass

from engine.ai.tables import form
from engine.view import View


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody sits: how many play, how many cards each is dealt, and how many seats after the dealer it is."""

    players: int = 2
    dealt: int = 6
    steps: int = 0

    @classmethod
    def of(cls, view: View, seat: int) -> Place:
        """Return the place of a seat. Once one of three players has left, the others play as two with six cards."""
        assert view.dealer is not None
        dealt = sum(card is not None for card in (*view.hand, *view.laid))
        dealt += sum(other == view.seat for other, _ in view.played)
        steps = (seat - view.dealer) % view.rules.players
        return cls(2, 6, min(steps, 1)) if dealt == 6 else cls(view.rules.players, dealt, steps)

    @property
    def form(self) -> str:
        """The name of the form of the game in the tables."""
        return form(self.players, self.dealt)

    @property
    def discards(self) -> int:
        """How many cards each discards."""
        return 4 // self.players

    @property
    def deals(self) -> bool:
        """Whether the crib is on this side."""
        return self.steps == 0 or self.is_partner(self.steps)

    @property
    def signs(self) -> tuple[int, ...]:
        """1 for each player of this side and -1 for each other, this one first."""
        return tuple(1 if step == 0 or self.is_partner(step) else -1 for step in range(self.players))

    @property
    def other(self) -> float:
        """What a point of another side costs: with three players the two others share it."""
        return 0.5 if self.players == 3 else 1.0

    def is_partner(self, step: int) -> bool:
        """Return whether the player so many seats away is the partner."""
        return self.players == 4 and step == 2

    def after(self, step: int) -> Place:
        """Return the place so many seats on."""
        return Place(self.players, self.dealt, (self.steps + step) % self.players)
