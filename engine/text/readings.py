"""What a typed text may mean as a move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.actions import Move
from engine.errors import NotationError
from engine.messages import Message


class UnclearMove(NotationError):
    """A text that asks or may mean several moves; ``moves`` are those to choose from, the likeliest first."""

    def __init__(self, complaint: Message, moves: Iterable[Move]) -> None:
        super().__init__(complaint)
        self.moves = tuple(moves)


class MoveReading(NamedTuple):
    """The moves that a typed text may mean, the likeliest first, and the sentence for more than one or a question.

    A move may only be made at once if ``doubt`` is None.
    """

    moves: tuple[Move, ...]
    doubt: Message | None = None

    @property
    def sure(self) -> bool:
        """Return whether the text means one move and asks nothing."""
        return self.doubt is None

    def only(self) -> Move:
        """Return the one move that is meant. Raises ``UnclearMove`` where the text asks or may mean several."""
        if self.doubt is not None:
            raise UnclearMove(self.doubt, self.moves)
        return self.moves[0]
