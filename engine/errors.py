"""What can be wrong, in the words a player is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.laws import Law


class CribbageError(Exception):
    """Anything the project refuses; its text says what was wrong and what to do."""


class NotationError(CribbageError, ValueError):
    """Text that cannot be read as cards, a hand, a move or a record."""


class RulesError(CribbageError, ValueError):
    """Rules that no table could play; ``field`` names the one at fault."""

    def __init__(self, field: str, complaint: str) -> None:
        super().__init__(f"{field}: {complaint}")
        self.field = field


class IllegalAction(CribbageError):
    """The laws refuse what a player tried, and nothing has changed; ``law`` says which."""

    def __init__(self, law: Law, message: str) -> None:
        super().__init__(message)
        self.law = law


class OutOfTurn(IllegalAction):
    """It is another player's turn, or another stage of the deal."""


class CardNotHeld(IllegalAction):
    """The card is not in the player's hand."""


class PastThirtyOne(IllegalAction):
    """The card does not come in: it would carry the count beyond thirty-one."""


class MustPlay(IllegalAction):
    """Go is said only with no card that comes in."""


class WrongLayAway(IllegalAction):
    """The wrong number of cards, or one card twice, laid away to the crib."""


class WrongDeclaration(IllegalAction):
    """A count that nobody could declare."""


class WrongNumber(IllegalAction):
    """A cut that leaves too few cards at one end, or at a number that another has named."""


class WindowOpen(OutOfTurn):
    """A declaration lies open, and somebody must be satisfied first (002, law 18)."""


class NothingToSay(IllegalAction):
    """There is no declaration that this seat could accept, challenge or amend so."""
