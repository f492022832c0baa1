"""Challenges in the first edition of the laws: one declaration at a time, which the next act of another side closes."""

from __future__ import annotations

from tests.referee.declarations import MOST, Declaration, Declarations
from tests.referee.leaving import first_edition
from tests.referee.reading import Objection, Reading


class SingleWindow(Declarations):
    """Checks the answers to the one declaration that may be open."""

    def __init__(self, reading: Reading) -> None:
        super().__init__(reading)
        self.open: Declaration | None = None
        self.lapsed: Declaration | None = None
        self.on_leaving = self.leaves_no_cards

    def _open(self, made: Declaration) -> None:
        made.open_to = self.reading.other_sides(made.seat)
        if self._is_claim(made):
            self._claim(made)
        else:
            self._peg_declared(made, made.points)
            self.open = made if made.points or self.rules["muggins"] or self.rules["amend"] else None

    def _claim(self, made: Declaration) -> None:
        """Read a claim of game, which waits until every other side accepts it, or one challenges it."""
        while made.open_to:
            self._concede()
            if self.reading.next_kind() == "challenged":
                self._challenge(made)
                return
            self._satisfied(made)
        self._settle_claim(made, None, 0)

    def read(self) -> None:
        """Read the answers while a window is open, as far as the record has them; or a resignation."""
        if self.lapsed:
            return
        self._concede()
        while self.open:
            match self.reading.next_kind():
                case "satisfied":
                    self._satisfied(self.open)
                    if not self.open.open_to:
                        self.open = None
                case "amended":
                    self._amend(self.open)
                case "challenged":
                    self._challenge(self.open)
                    self.open = None
                case _:
                    break
            self._concede()

    def _concede(self) -> None:
        if self.reading.next_kind() == "conceded":
            first_edition(self.reading)

    def leaves_no_cards(self, seat: int, cards: list[str]) -> None:
        """Do nothing: nobody leaves while others play on."""

    # What closes the window.

    def before_act(self, seat: int) -> None:
        """Check the window before an act: the declarer's side waits, and another side's act closes it."""
        self.read()
        still = self.open or self.lapsed
        if still and self.reading.side(still.seat) == self.reading.side(seat):
            self._object_to_open(still, f"seat {seat} acts")
        self.open = self.lapsed = None

    before_go = before_heels = before_act

    def before_other_act(self) -> None:
        """Read a resignation; no window is open while cards are laid away or cut."""
        self.read()

    def before_choice(self, seat: int) -> None:
        """Read a resignation; the go that is answered has closed the window."""
        self.read()

    def after_the_series(self, last: int | None, *, point: bool) -> None:
        """Check the window before the point for a go or last card: if it closed silently, another side acts next."""
        self.read()
        if self.open and self._is_on_points(self.open):
            self.lapsed = self.open
        self.open = None
        pending = point and self.lapsed and self.reading.room(last or 0) == 1
        self.reading.object_unless(not pending, "the game is won while a window is open")

    def before_the_deal(self) -> None:
        """Check that the window on the crib was answered: no act closes it."""
        self.read()
        if self.open:
            self._object_to_open(self.open, "the next deal comes")
        self.open = None

    def card_played(self, seat: int) -> None:
        """Do nothing: an act of another side has ended any amending already."""

    def _is_on_points(self, made: Declaration) -> bool:
        """Return whether a declaration can be challenged; of 0 points only with muggins."""
        return bool(made.points or self.rules["muggins"])

    def _object_to_open(self, made: Declaration, what: str) -> None:
        reading = self.reading
        if self._is_on_points(made):
            raise Objection(f"event {reading.place}: {what}, but the window of seat {made.seat} is open")

    # Answers.

    def _satisfied(self, made: Declaration) -> None:
        reading = self.reading
        side = reading.side(reading.seat(reading.take("satisfied")))
        reading.object_unless(side != reading.side(made.seat), "nobody answers their own declaration")
        reading.object_unless(side in made.open_to, "this side has said so already")
        made.open_to.discard(side)

    def _amend(self, made: Declaration) -> None:
        """Read an amendment: it raises the declaration, but never to the target (003:103)."""
        reading = self.reading
        event = reading.take("amended", seat=made.seat)
        raised = event["declared"]
        reading.object_unless(self.rules["amend"], "nothing is amended by these rules")
        reading.object_unless(type(raised) is int and made.points < raised <= MOST, f"{made.points} is not amended so")
        reading.object_unless(raised < self._holes(made), "nobody amends a declaration to the target")
        made.points = raised
        self._peg_declared(made, raised)
        made.open_to = reading.other_sides(made.seat)
