"""What a typed text may mean as a move."""

from __future__ import annotations

from typing import NamedTuple

from engine.actions import Move
from engine.messages import Message


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
