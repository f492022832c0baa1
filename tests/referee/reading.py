"""The reader of a record: its facts one by one, with the score at each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from tests.referee.arithmetic import PACK, Score
from tests.referee.shuffling import mixed, pack_of


class Objection(Exception):
    """A fault of the record: it breaks the rules."""


class GameEnded(Exception):
    """Raised when the last fact has been read without a fault."""


class Reading:
    """The facts of one record, the place of the next one, and the score; every stage of the game reads on from here."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.rules = record["rules"]
        self.result = record["result"]
        self.events = record["events"]
        self.first_dealer = record.get("first_dealer")
        self.seed = bytes.fromhex(record["shuffle"].get("seed", ""))
        self.contributions = record["shuffle"].get("contributions", [])
        self.edition = self.rules.get("edition", 1)
        self.players = int(self.rules["players"])
        self.place = 0
        self.scores = [0] * (2 if self.players == 4 else self.players)
        self.closed: set[int] = set()

    # Who sits where.

    def side(self, seat: int) -> int:
        """Return the side of a seat; partners sit across the table."""
        return seat % 2 if self.players == 4 else seat

    def left(self, seat: int) -> int:
        """Return the next player to the left."""
        return self.round_from(seat + 1)[0]

    def adversary(self, seat: int) -> int:
        """Return the next player to the left of another side."""
        return next(other for other in self.round_from(seat) if self.side(other) != self.side(seat))

    def round_from(self, seat: int) -> list[int]:
        """Return every seat but those of players who left once, beginning with this one."""
        around = [(seat + step) % self.players for step in range(self.players)]
        return [other for other in around if other not in self.closed]

    def other_sides(self, seat: int) -> set[int]:
        """Return the sides of the other players."""
        return {self.side(other) for other in self.round_from(seat)} - {self.side(seat)}

    # Facts.

    def next_kind(self) -> str | None:
        return self.events[self.place]["kind"] if self.place < len(self.events) else None

    def next_is(self, kind: str, **said: object) -> bool:
        """Return whether the next fact has this kind and these values."""
        return self.next_kind() == kind and all(self.events[self.place].get(key) == said[key] for key in said)

    def take(self, kind: str, **expected: object) -> dict[str, Any]:
        """Return the next fact. Objects unless it has this kind and these values."""
        if self.next_kind() != kind:
            raise Objection(f"event {self.place} should be {kind}, not {self.next_kind() or 'the end'}")
        event = self.events[self.place]
        for key, value in expected.items():
            said = event[key]
            if said != value or type(said) is not type(value):
                raise Objection(f"event {self.place} ({kind}): {key} is {said!r} and should be {value!r}")
        self.place += 1
        return dict(event)

    def object_to_next(self, complaint: str) -> NoReturn:
        """Raise an objection to the next fact."""
        raise Objection(f"event {self.place}: {complaint}")

    def object_unless(self, true: object, complaint: str) -> None:
        """Raise an objection to the fact read last."""
        if not true:
            raise Objection(f"event {self.place - 1}: {complaint}")

    def cards(self, event: dict[str, Any], key: str, many: int | None = None) -> list[str]:
        """Return the cards of a fact. Objects unless they are different cards of the pack and as many as needed."""
        named = list(event[key])
        if not PACK.issuperset(named) or len(set(named)) != len(named) or many not in (None, len(named)):
            raise Objection(f"event {self.place - 1} ({event['kind']}): {named} cannot be its {key}")
        return named

    def seat(self, event: dict[str, Any], key: str = "seat") -> int:
        if type(event[key]) is not int or event[key] not in range(self.players):
            raise Objection(f"event {self.place - 1} ({event['kind']}): nobody sits at {event[key]!r}")
        return int(event[key])

    def number(self, said: object, most: int) -> int:
        """Return the number of cards at which a pack is cut: at least four stay at either end (000:13)."""
        self.object_unless(type(said) is int and 4 <= said <= most, f"the pack is not cut at {said!r}")
        return int(str(said))

    def pack(self, name: str, *, cut: int = 0) -> list[str]:
        """Return the pack that the seed gives, with this number of cards cut from its top."""
        pack = pack_of(mixed(self.seed, self.contributions, name), name)
        return [*pack[cut:], *pack[:cut]]

    def from_the_seed(self, name: str, told: Sequence[str], *, cut: int = 0) -> None:
        """Object unless these are the top cards of the pack that the seed gives, if there is a seed."""
        if self.seed:
            due = self.pack(name, cut=cut)[: len(told)]
            self.object_unless(due == list(told), f"the seed gives {' '.join(due)} for {name}")

    # Points and the end.

    def room(self, seat: int) -> int:
        """Return how many holes the side of the seat still needs."""
        return int(self.rules["target"]) - self.scores[self.side(seat)]

    def peg(self, seat: int, due: Iterable[Score], by: str) -> None:
        """Read a peg for each of these scores, in any order, unless the game ends first."""
        left = list(due)
        while left:
            event = self.take("pegged", seat=seat, side=self.side(seat))
            said = (event["law"], frozenset(self.cards(event, "cards")), event["points"])
            self.object_unless(said in left and type(said[2]) is int, f"{said} is pegged, but what is due is {left}")
            left.remove(said)
            self._move(seat, said[2], event, by)

    def peg_points(self, seat: int, law: str, points: int, by: str, *ways: frozenset[str]) -> None:
        """Read one peg for an act of a player; ``ways`` are the sets of cards that it may name."""
        event = self.take("pegged", seat=seat, side=self.side(seat), law=law, points=points)
        named = frozenset(self.cards(event, "cards"))
        self.object_unless(named in ways, f"the cards are {sorted(ways[0])}")
        self._move(seat, points, event, by)

    def peg_penalty(self, seat: int, law: str, points: int) -> None:
        """Read a peg of points for which no card is counted."""
        self.peg_points(seat, law, points, "penalty", frozenset())

    def put_back(self, seat: int, law: str, points: int) -> None:
        """Read points taken off the board, which has no holes below 0."""
        side = self.side(seat)
        event = self.take("put_back", seat=seat, side=side, law=law, points=min(points, self.scores[side]))
        self.scores[side] -= event["points"]
        self.object_unless(event["score"] == self.scores[side], f"the peg stands at {self.scores[side]}")

    def _move(self, seat: int, points: int, event: dict[str, Any], by: str) -> None:
        side = self.side(seat)
        self.scores[side] = min(self.scores[side] + points, self.rules["target"])
        self.object_unless(event["score"] == self.scores[side], f"the peg stands at {self.scores[side]}")
        if self.scores[side] == self.rules["target"]:
            self.win(side, by, self.games(side, self.scores))

    def games(self, winner: int, scores: Sequence[int]) -> int:
        """Return how many games a win counts: of all losers the lowest decides, by the lowest line above it."""
        loser = min(score for side, score in enumerate(scores) if side != winner)
        lines = sorted((below, games) for below, games in self.rules["doubles"] if loser < below)
        return int(lines[0][1]) if lines else 1

    def win(self, side: int, by: str, games: int) -> NoReturn:
        self.take("game_won", side=side, games=games, by=by)
        self.object_unless(self.place == len(self.events), "the game is over, and facts follow")
        due = {"side": side, "scores": self.scores, "games": games, "ended_by": by}
        if self.result is None or any(self.result[key] != value for key, value in due.items()):
            raise Objection(f"the result is {self.result} and should be {due}")
        raise GameEnded

    def may_stop(self) -> None:
        """Accept the end of an unfinished record, which may stop before a deal and has no result."""
        if self.next_kind() is None:
            if self.result is not None:
                raise Objection("there is a result, but nobody has won")
            raise GameEnded
