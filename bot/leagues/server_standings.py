"""The table of a server: all games between people, in a league or not, worked out each time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.models.result import ServerResult


@dataclass(frozen=True, slots=True)
class ServerStanding:
    """One player's line: games counted with their doubles, and spread in holes. Equal lines share a ``rank``."""

    player: int
    name: str
    rank: int = 0
    played: int = 0
    won: int = 0
    games: int = 0
    spread: int = 0

    @property
    def lost(self) -> int:
        """Games lost."""
        return self.played - self.won


def server_table(results: Iterable[ServerResult]) -> list[ServerStanding]:
    """The table: by games won with doubles counted, then by wins, then by spread; true equals share a place."""
    lines: dict[int, ServerStanding] = {}
    for result in results:
        for seat, (player, name) in enumerate(result.players):
            line = replace(lines.get(player, ServerStanding(player, name)), name=name)
            # Of four, those across the table are one side.
            lines[player] = _with_result(line, result, seat % len(result.scores))
    ordered = sorted(lines.values(), key=lambda line: (*_merit(line), line.name.casefold(), line.player))
    ranked: list[ServerStanding] = []
    for place, line in enumerate(ordered, 1):
        level = bool(ranked) and _merit(ranked[-1]) == _merit(line)
        ranked.append(replace(line, rank=ranked[-1].rank if level else place))
    return ranked


def _with_result(line: ServerStanding, result: ServerResult, side: int) -> ServerStanding:
    """Return a line with one more result; of three, the spread is against the better of the two others."""
    won = side == result.side
    margin = result.scores[side] - max(score for other, score in enumerate(result.scores) if other != side)
    return replace(
        line,
        played=line.played + 1,
        won=line.won + won,
        games=line.games + (result.games if won else 0),
        spread=line.spread + margin,
    )


def _merit(line: ServerStanding) -> tuple[int, int, int]:
    return -line.games, -line.won, -line.spread
