"""The errors of the engine and the bot, each with a message that says what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.messages import Message, message, verbatim

if TYPE_CHECKING:
    from engine.laws import Law


class CribbageError(Exception):
    """Anything the project refuses; ``message`` says what is wrong and what to do, and ``str()`` says it in English.

    A text in place of a message is shown as it is, in every language.
    """

    def __init__(self, complaint: Message | str) -> None:
        super().__init__(complaint)
        self.message = verbatim(complaint) if isinstance(complaint, str) else complaint


class NotationError(CribbageError, ValueError):
    """Text that cannot be read as cards, a hand, a move or a record."""


class RulesError(CribbageError, ValueError):
    """Rules that no table could play; ``field`` names the rule that is wrong."""

    def __init__(self, field: str, complaint: Message | str) -> None:
        super().__init__(message("{field}: {complaint}", field=field, complaint=complaint))
        self.field = field


class IllegalAction(CribbageError):
    """An action that a law refuses, before anything has changed; ``law`` says which."""

    def __init__(self, law: Law, complaint: Message | str) -> None:
        super().__init__(complaint)
        self.law = law


class OutOfTurn(IllegalAction):
    """An action for another player's turn, or for another stage of the deal."""


class CardNotHeld(IllegalAction):
    """A card that is not in the player's hand."""


class PastThirtyOne(IllegalAction):
    """A card that would take the count past thirty-one."""


class MustPlay(IllegalAction):
    """A go by a player who holds a card that can be played."""


class WrongLayAway(IllegalAction):
    """The error for a discard of the wrong number of cards, or of one card twice."""


class WrongDeclaration(IllegalAction):
    """A count that no cards can have."""


class WrongNumber(IllegalAction):
    """A cut that leaves too few cards at one end, or at a number that another player has named."""


class WindowOpen(OutOfTurn):
    """An action that must wait, because a declaration is open to challenge (002, law 18)."""


class NothingToSay(IllegalAction):
    """An answer to a declaration that this seat cannot accept, challenge or amend now."""
