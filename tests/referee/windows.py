"""Checks of declarations and their answers: laws 18 to 20, muggins, and the claim of game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.referee.reading import Objection, Reading

MOST = 29
"""The highest hand there is."""


@dataclass
class Declaration:
    """A declaration for cards that are worth ``true``, with the holes that its seat still needed."""

    seat: int
    points: int
    true: int
    room: int
    by: str
    cards: tuple[frozenset[str], ...]
    satisfied: set[int] = field(default_factory=set)

    @property
    def is_claim(self) -> bool:
        """Return whether the declaration is as many points as the declarer needs."""
        return self.points >= self.room


class Windows:
    """Checks declarations: at once under a referee; by challenge, while the one window is open."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.rules = reading.rules
        self.open: Declaration | None = None
        self.lapsed: Declaration | None = None

    def declare(self, seat: int, said: object, true: int, by: str, *cards: frozenset[str]) -> None:
        """Read the declaration of a card, a hand or a crib; ``cards`` are the ways to name what is counted."""
        if type(said) is not int or not 0 <= said <= MOST:
            self.reading.object_unless(None, f"nobody declares {said!r}")
        made = Declaration(seat, int(str(said)), true, self.reading.room(seat), by, cards)
        if self.rules["counting"] == "referee":
            self._rule(made)
        elif made.is_claim:
            self._claim(made)
        else:
            self._peg(made, "declared", made.seat, made.points)
            self.open = made if made.points or self.rules["muggins"] or self.rules["amend"] else None

    # Under a referee.

    def _rule(self, made: Declaration) -> None:
        """Read the ruling: true points are pegged; law 19 and muggins give the difference to the opponent."""
        self._peg(made, "declared", made.seat, min(made.points, made.true))
        adversary = self.reading.adversary(made.seat)
        if made.points > made.true:
            self._overscore(made, adversary)
        if self.rules["muggins"]:
            self._peg(made, "muggins", adversary, max(0, min(made.true, made.room) - made.points))

    def _peg(self, made: Declaration, law: str, seat: int, points: int) -> None:
        """Read points pegged for a declaration, by the declarer or another seat."""
        if points:
            self.reading.peg_points(seat, law, points, made.by if law == "declared" else "penalty", *made.cards)

    def _overscore(self, made: Declaration, adversary: int) -> None:
        """Read the overscored points in full, without regard to the room left (002 law 19; 003:103 only corrects)."""
        if self.rules["overscore"] == "to_adversary":
            self._peg(made, "overscore", adversary, made.points - made.true)

    # By challenge.

    def _claim(self, made: Declaration) -> None:
        """Read a claim of game, which waits until every other side accepts it, or one challenges it."""
        while not self._all_satisfied(made):
            self.reading.may_concede()
            if self.reading.next_kind() == "challenged":
                challenger = self._challenger(made, upheld=made.points > made.true, claims=("too_many",))
                break
            self._satisfied(made)
        else:
            challenger = None
        if challenger is None or made.points <= made.true:
            self._peg(made, "declared", made.seat, made.points)
        else:
            self._peg(made, "declared", made.seat, made.true)
            if penalty := min(self.rules["false_game_penalty"], self.reading.scores[self.reading.side(made.seat)]):
                self.reading.put_back(made.seat, "false_game", penalty)
            self._overscore(made, challenger)

    def read(self) -> None:
        """Read the answers while a window is open, as far as the record has them; or a resignation."""
        if self.lapsed:
            return
        self.reading.may_concede()
        while self.open:
            match self.reading.next_kind():
                case "satisfied":
                    self._satisfied(self.open)
                    if self._all_satisfied(self.open):
                        self.open = None
                case "amended":
                    self._amend(self.open)
                case "challenged":
                    self._challenge(self.open)
                    self.open = None
                case _:
                    break
            self.reading.may_concede()

    def before_act(self, seat: int) -> None:
        """Check the window before an act: the declarer's side waits, and another side's act closes it."""
        self.read()
        still = self.open or self.lapsed
        if still and self.reading.side(still.seat) == self.reading.side(seat):
            self._object_to_open(still, f"seat {seat} acts")
        self.open = self.lapsed = None

    def before_going_on(self) -> None:
        """Check the window before the game goes on: if it closed without a word, another side acts next."""
        self.read()
        if self.open and self._is_on_points(self.open):
            self.lapsed = self.open
        self.open = None

    def before_the_next_deal(self) -> None:
        """Check that the window on the crib was answered: no act closes it."""
        self.read()
        if self.open:
            self._object_to_open(self.open, "the next deal comes")
        self.open = None

    def _is_on_points(self, made: Declaration) -> bool:
        """Return whether a declaration can be challenged; of 0 points only with muggins."""
        return bool(made.points or self.rules["muggins"])

    def _object_to_open(self, made: Declaration, what: str) -> None:
        reading = self.reading
        if self._is_on_points(made):
            raise Objection(f"event {reading.place}: {what}, but the window of seat {made.seat} is open")

    def _all_satisfied(self, made: Declaration) -> bool:
        others = set(range(len(self.reading.scores))) - {self.reading.side(made.seat)}
        return made.satisfied == others

    def _satisfied(self, made: Declaration) -> None:
        reading = self.reading
        side = reading.side(reading.seat(reading.take("satisfied")))
        reading.object_unless(side != reading.side(made.seat), "nobody answers their own declaration")
        reading.object_unless(side not in made.satisfied, "this side has said so already")
        made.satisfied.add(side)

    def _amend(self, made: Declaration) -> None:
        """Read an amendment: it raises the declaration, but never to the target (003:103)."""
        reading = self.reading
        event = reading.take("amended", seat=made.seat)
        raised = event["declared"]
        reading.object_unless(self.rules["amend"], "nothing is amended by these rules")
        reading.object_unless(type(raised) is int and made.points < raised <= MOST, f"{made.points} is not amended so")
        reading.object_unless(raised < made.room, "nobody amends a declaration to the target")
        self._peg(made, "declared", made.seat, raised - made.points)
        made.points = raised
        made.satisfied.clear()

    def _challenger(self, made: Declaration, *, upheld: bool, claims: tuple[str, ...]) -> int:
        reading = self.reading
        event: dict[str, Any] = reading.take("challenged", against=made.seat, upheld=upheld)
        seat = reading.seat(event)
        reading.object_unless(event["claim"] in claims, f"{event['claim']!r} cannot be said here")
        reading.object_unless(reading.side(seat) != reading.side(made.seat), "nobody challenges their own side")
        reading.object_unless(reading.side(seat) not in made.satisfied, "this side was satisfied")
        return seat

    def _challenge(self, made: Declaration) -> None:
        """Read a challenge: too many goes back and across, too few across; a wrong one costs two (law 20)."""
        reading, due = self.reading, min(made.true, made.room)
        too_many = reading.next_is("challenged", claim="too_many")
        upheld = made.points > made.true if too_many else made.points < due
        claims = ("too_many",) * bool(made.points) + ("too_few",) * bool(self.rules["muggins"])
        challenger = self._challenger(made, upheld=upheld, claims=claims)
        if not upheld:
            reading.peg_penalty(made.seat, "false_challenge", 2)
        elif too_many:
            reading.put_back(made.seat, "overscore", made.points - made.true)
            self._overscore(made, challenger)
        else:
            self._peg(made, "muggins", challenger, due - made.points)
