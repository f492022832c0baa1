"""Questions about cards that are answered after a deal."""

from __future__ import annotations

from dataclasses import dataclass

from bot.models.player import Player


@dataclass(frozen=True, slots=True)
class WaitingQuestion:
    """A question of one player, as the text of a button's custom id, and the game and deal that it waits for."""

    id: int
    player: Player
    table_id: str
    deal: int
    question: str
