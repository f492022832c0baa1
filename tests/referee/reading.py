"""The record of a game read fact by fact, with the pegs where they stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from tests.referee.arithmetic import PACK, Score
from tests.referee.shuffling import pack_of


class Objection(Exception):
    """The record says what the rules do not."""


class GameEnded(Exception):
    """The last fact has been read, and nothing was wrong."""


class Reading:
    """The facts of one record, how far they are read, and the score; every stage of the game reads on from here."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.rules = record["rules"]
        self.result = record["result"]
        self.events = record["events"]
        self.seed = bytes.fromhex(record["shuffle"].get("seed", ""))
        self.players = int(self.rules["players"])
        self.place = 0
        self.scores = [0] * (2 if self.players == 4 else self.players)

    # Who sits where.

    def side(self, seat: int) -> int:
        """Partners sit across the table."""
        return seat % 2 if self.players == 4 else seat

    def left(self, seat: int) -> int:
        return (seat + 1) % self.players

    def adversary(self, seat: int) -> int:
        """The next player to the left who is of another side."""
        return next(other for other in self.round_from(seat) if self.side(other) != self.side(seat))

    def round_from(self, seat: int) -> list[int]:
        """Every seat once, beginning with this one."""
        return [(seat + step) % self.players for step in range(self.players)]

    # Facts.

    def next_kind(self) -> str | None:
        return self.events[self.place]["kind"] if self.place < len(self.events) else None

    def next_is(self, kind: str, **said: object) -> bool:
        """Whether the next fact is of this kind and says this."""
        return self.next_kind() == kind and all(self.events[self.place].get(key) == said[key] for key in said)

    def take(self, kind: str, **expected: object) -> dict[str, Any]:
        """The next fact, which must be of this kind and say what is expected of it."""
        if self.next_kind() != kind:
            raise Objection(f"event {self.place} should be {kind}, not {self.next_kind() or 'the end'}")
        event = self.events[self.place]
        for key, value in expected.items():
            said = event[key]
            if said != value or type(said) is not type(value):
                raise Objection(f"event {self.place} ({kind}): {key} is {said!r} and should be {value!r}")
        self.place += 1
        return dict(event)

    def take_act(self, kind: str, **expected: object) -> dict[str, Any]:
        """The same of something a player does; instead, somebody may give the game up."""
        self.may_concede()
        return self.take(kind, **expected)

    def object_unless(self, true: object, complaint: str) -> None:
        """Raise an objection to the fact read last."""
        if not true:
            raise Objection(f"event {self.place - 1}: {complaint}")

    def cards(self, event: dict[str, Any], key: str, many: int | None = None) -> list[str]:
        """The cards that a fact names: of the pack, each once, and as many as there must be."""
        named = list(event[key])
        if not PACK.issuperset(named) or len(set(named)) != len(named) or many not in (None, len(named)):
            raise Objection(f"event {self.place - 1} ({event['kind']}): {named} cannot be its {key}")
        return named

    def seat(self, event: dict[str, Any], key: str = "seat") -> int:
        if type(event[key]) is not int or event[key] not in range(self.players):
            raise Objection(f"event {self.place - 1} ({event['kind']}): nobody sits at {event[key]!r}")
        return int(event[key])

    def number(self, said: object, most: int) -> int:
        """A number of cards at which a pack is cut: four at least stay at either end (000:13)."""
        self.object_unless(type(said) is int and 4 <= said <= most, f"the pack is not cut at {said!r}")
        return int(str(said))

    def pack(self, name: str, *, cut: int = 0) -> list[str]:
        """The pack that the seed gives, with so many cards cut from its top."""
        pack = pack_of(self.seed, name)
        return [*pack[cut:], *pack[:cut]]

    def from_the_seed(self, name: str, told: Sequence[str], *, cut: int = 0) -> None:
        """Where the seed is told, these are the top cards of the pack that it gives."""
        if self.seed:
            due = self.pack(name, cut=cut)[: len(told)]
            self.object_unless(due == list(told), f"the seed gives {' '.join(due)} for {name}")

    # Points and the end.

    def room(self, seat: int) -> int:
        """How many holes the seat's side has to go."""
        return int(self.rules["target"]) - self.scores[self.side(seat)]

    def peg(self, seat: int, due: Iterable[Score], by: str) -> None:
        """Each of these scores is pegged, in any order, unless the game ends first."""
        left = list(due)
        while left:
            event = self.take("pegged", seat=seat, side=self.side(seat))
            said = (event["law"], frozenset(self.cards(event, "cards")), event["points"])
            self.object_unless(said in left and type(said[2]) is int, f"{said} is pegged, but what is due is {left}")
            left.remove(said)
            self._move(seat, said[2], event, by)

    def peg_points(self, seat: int, law: str, points: int, by: str, *ways: frozenset[str]) -> None:
        """One score for what a player did or said; ``ways`` are the sets of cards that it may name."""
        event = self.take("pegged", seat=seat, side=self.side(seat), law=law, points=points)
        named = frozenset(self.cards(event, "cards"))
        self.object_unless(named in ways, f"the cards are {sorted(ways[0])}")
        self._move(seat, points, event, by)

    def peg_penalty(self, seat: int, law: str, points: int) -> None:
        """Points for which no card is counted."""
        self.peg_points(seat, law, points, "penalty", frozenset())

    def put_back(self, seat: int, law: str, points: int) -> None:
        """Points come off the board, which has no holes below nought."""
        side = self.side(seat)
        event = self.take("put_back", seat=seat, side=side, law=law, points=min(points, self.scores[side]))
        self.scores[side] -= event["points"]
        self.object_unless(event["score"] == self.scores[side], f"the peg stands at {self.scores[side]}")

    def _move(self, seat: int, points: int, event: dict[str, Any], by: str) -> None:
        side = self.side(seat)
        self.scores[side] = min(self.scores[side] + points, self.rules["target"])
        self.object_unless(event["score"] == self.scores[side], f"the peg stands at {self.scores[side]}")
        if self.scores[side] == self.rules["target"]:
            losers = [score for other, score in enumerate(self.scores) if other != side]
            self.win(side, by, self._games(min(losers)))

    def _games(self, loser: int) -> int:
        """How many games a win counts over a loser who stands there: the lowest line below which he is decides."""
        lines = sorted((below, games) for below, games in self.rules["doubles"] if loser < below)
        return int(lines[0][1]) if lines else 1

    def win(self, side: int, by: str, games: int) -> NoReturn:
        self.take("game_won", side=side, games=games, by=by)
        self.object_unless(self.place == len(self.events), "the game is over, and facts follow")
        due = {"side": side, "scores": self.scores, "games": games, "ended_by": by}
        if self.result is None or any(self.result[key] != value for key, value in due.items()):
            raise Objection(f"the result is {self.result} and should be {due}")
        raise GameEnded

    def may_concede(self) -> None:
        """Wherever a player or the shuffle is waited for, a seat may give up: one game, whatever the scores."""
        if self.next_kind() == "conceded":
            event = self.take("conceded")
            self.object_unless(event["why"] in ("resigned", "time"), "nobody concedes for that")
            self.win(self._heir(self.seat(event)), event["why"], 1)

    def _heir(self, seat: int) -> int:
        """Who wins where this seat gives up: of two other sides the higher, if level the first to its left."""
        others = [self.side(other) for other in self.round_from(seat) if self.side(other) != self.side(seat)]
        return max(others, key=lambda side: self.scores[side])

    def may_stop(self) -> None:
        """Before a deal a record may stop: the game is not finished, so that it has no result."""
        if self.next_kind() is None:
            if self.result is not None:
                raise Objection("there is a result, but nobody has won")
            raise GameEnded
        self.may_concede()
