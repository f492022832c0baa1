"""What is due for declared points, whoever may challenge them: laws 18 to 20, muggins, and the claim of game."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.referee.reading import Reading

MOST = 29
"""The highest hand there is."""


@dataclass(eq=False)
class Declaration:
    """Points declared for cards that are worth ``true``, with those of them that are on the board.

    ``open_to`` are the sides that may still challenge it. ``amendable`` says whether its declarer may still raise it,
    and ``card`` is the card in the play.
    """

    seat: int
    what: str
    points: int
    true: int
    by: str
    cards: tuple[frozenset[str], ...]
    pegged: int = 0
    open_to: set[int] = field(default_factory=set)
    amendable: bool = False
    card: str | None = None


class Declarations:
    """Checks declarations at once under a referee; how long they may be challenged is for each edition of the laws."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.rules = reading.rules

    def declare(
        self, seat: int, what: str, said: object, true: int, by: str, *cards: frozenset[str], card: str | None = None
    ) -> None:
        """Read the declaration of a card, a hand or a crib; ``cards`` are the ways to name what is counted."""
        if type(said) is not int or not 0 <= said <= MOST:
            self.reading.object_unless(None, f"nobody declares {said!r}")
        made = Declaration(seat, what, int(str(said)), true, by, cards, card=card)
        if self.rules["counting"] == "referee":
            self._rule(made)
        else:
            self._open(made)

    def _open(self, made: Declaration) -> None:
        """Read what follows a declaration that may be challenged."""
        raise NotImplementedError

    # Amounts.

    def _holes(self, made: Declaration) -> int:
        """Return how many holes the declared points could fill: those still needed and those that they fill already."""
        return self.reading.room(made.seat) + made.pegged

    def _is_claim(self, made: Declaration) -> bool:
        """Return whether the declaration is as many points as the declarer needs."""
        return made.points >= self._holes(made)

    def _overscored(self, made: Declaration) -> int:
        """Return the points declared too many; since edition 2 without holes beyond the game hole (ACC 8.4)."""
        if self.reading.edition == 1:
            return max(0, made.points - made.true)
        holes = self._holes(made)
        return max(0, min(made.points, holes) - min(made.true, holes))

    def _missed(self, made: Declaration) -> int:
        """Return the points declared too few, never more than the declarer could have pegged (ACC 10.4)."""
        return max(0, min(made.true, self._holes(made)) - made.points)

    # Pegs.

    def _rule(self, made: Declaration) -> None:
        """Read the ruling: true points are pegged; law 19 and muggins give the difference to the opponent."""
        overscored, missed = self._overscored(made), self._missed(made)
        self._peg_declared(made, min(made.points, made.true))
        adversary = self.reading.adversary(made.seat)
        self._peg_overscore(made, adversary, overscored)
        if self.rules["muggins"]:
            self._peg_penalty(made, "muggins", adversary, missed)

    def _peg_declared(self, made: Declaration, points: int) -> None:
        """Read the peg that brings the points of a declaration on the board up to this number."""
        more, made.pegged = points - made.pegged, max(made.pegged, points)
        if more > 0:
            self.reading.peg_points(made.seat, "declared", more, made.by, *made.cards)

    def _peg_penalty(self, made: Declaration, law: str, seat: int, points: int) -> None:
        """Read points that another seat pegs for a declaration."""
        if points:
            self.reading.peg_points(seat, law, points, "penalty", *made.cards)

    def _peg_overscore(self, made: Declaration, adversary: int, points: int) -> None:
        """Read the overscored points that go to the adversary (002 law 19; 003:103 only corrects)."""
        if self.rules["overscore"] == "to_adversary":
            self._peg_penalty(made, "overscore", adversary, points)

    # Challenges.

    def _challenge(self, made: Declaration) -> None:
        """Read a challenge and what it brings: too many goes back and across, too few across (law 19, muggins)."""
        reading, claim = self.reading, self._claim_said(made)
        missed, overscored = self._missed(made), self._overscored(made)
        upheld = made.points > made.true if claim == "too_many" else missed > 0
        event = reading.take("challenged", against=made.seat, upheld=upheld)
        seat = reading.seat(event)
        self._check_challenger(made, seat)
        called = self._called(event.get("points"), claim)
        if self._is_claim(made):
            self._settle_claim(made, seat if upheld else None, overscored)
        elif not upheld:
            reading.peg_penalty(made.seat, "false_challenge", 2 if called is None else called)
        elif claim == "too_many":
            reading.put_back(made.seat, "overscore", made.points - made.true)
            self._peg_overscore(made, seat, overscored)
        else:
            self._peg_penalty(made, "muggins", seat, missed if called is None else min(called, missed))

    def _claim_said(self, made: Declaration) -> str:
        """Return the claim of a challenge. Objects if it cannot be said to this declaration."""
        is_claim = self._is_claim(made)
        said = str(self.reading.events[self.reading.place]["claim"])
        possible = ("too_many",) * bool(made.points) + ("too_few",) * bool(self.rules["muggins"] and not is_claim)
        if said not in possible:
            self.reading.object_to_next(f"{said!r} cannot be said here")
        return said

    def _check_challenger(self, made: Declaration, seat: int) -> None:
        reading, side = self.reading, self.reading.side(seat)
        reading.object_unless(side != reading.side(made.seat), "nobody challenges their own side")
        reading.object_unless(side in made.open_to, "this side has no right to challenge any more")

    def _called(self, points: object, claim: str) -> int | None:
        """Return the points called with muggins, where a wrong call costs them (ACC 10.4)."""
        if claim == "too_few" and self.rules.get("false_muggins") == "points_called":
            named = type(points) is int and 1 <= points <= MOST
            self.reading.object_unless(named, f"nobody calls muggins for {points!r}")
            return int(str(points))
        self.reading.object_unless(points is None, "no number is named here")
        return None

    def _settle_claim(self, made: Declaration, challenger: int | None, overscored: int) -> None:
        """Read the end of a claim of game: its points, or the true points and the price of a false claim (ACC 8.4).

        The holes that a false claim costs come off before its overscore goes across.
        """
        reading = self.reading
        if challenger is None:
            self._peg_declared(made, made.points)
            return
        if made.pegged > made.true:
            reading.put_back(made.seat, "overscore", made.pegged - made.true)
        self._peg_declared(made, made.true)
        if penalty := min(self.rules["false_game_penalty"], reading.scores[reading.side(made.seat)]):
            reading.put_back(made.seat, "false_game", penalty)
        self._peg_overscore(made, challenger, overscored)
