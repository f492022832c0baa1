"""Challenges since the second edition of the laws: each side's right on a declaration ends by itself.

It ends by the side's own word, by its own next card, declaration or stop, or by its clock; a challenge settles the
declaration for all. A go and a claim of heels end nobody's right.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.referee.declarations import MOST, Declaration, Declarations
from tests.referee.leaving import second_edition
from tests.referee.reading import Reading


class Windows(Declarations):
    """Checks the answers to every declaration that may still be challenged or raised."""

    def __init__(self, reading: Reading) -> None:
        super().__init__(reading)
        self.made: list[Declaration] = []
        self.going_on = False
        self.on_leaving: Callable[[int, list[str]], None] = self.leaves_no_cards

    def _open(self, made: Declaration) -> None:
        """Read the peg of a declaration, unless it claims the game: that waits until all have accepted it."""
        made.amendable = self.rules["amend"]
        self.made.append(made)
        self._open_to_all(made)

    def _open_to_all(self, made: Declaration) -> None:
        if made.points or self.rules["muggins"]:
            made.open_to = self.reading.other_sides(made.seat)
        if not self._claims_game(made):
            self._peg_declared(made, made.points)

    # What is open.

    def _claims_game(self, made: Declaration) -> bool:
        """Return whether points of a declaration wait to be pegged, because they would win the game."""
        return made.points > made.pegged and self._is_claim(made)

    def _claim(self) -> Declaration | None:
        return next((made for made in self.made if made.open_to and self._claims_game(made)), None)

    def _waiting(self, side: int | None = None) -> Declaration | None:
        """Return a declaration of this side or of any that stops the declarer; a card declared for nothing does not."""
        waiting = (made for made in self.made if made.open_to and (made.points or made.what != "play"))
        return next((made for made in waiting if side in (None, self.reading.side(made.seat))), None)

    def _of(self, seat: object, card: str | None = None) -> Declaration:
        """Return the declaration of a seat that the next fact answers: of a card, or its latest. Objects if none."""
        found = [made for made in self.made if made.seat == seat and made.open_to and card in (None, made.card)]
        if not found:
            self.reading.object_to_next(f"no count of seat {seat} is open to an answer")
        return found[-1]

    # Answers.

    def read(self) -> None:
        """Read answers, raised counts and resignations as far as the record has them."""
        while not self.going_on:
            match self.reading.next_kind():
                case "satisfied":
                    self._satisfied()
                case "challenged":
                    self._challenged()
                case "amended":
                    self._amended()
                case "conceded":
                    self._conceded()
                case _:
                    return

    def _challenged(self) -> None:
        """Read a challenge; while a game is claimed that claim comes first, for it ends the game if it is right."""
        event = self.reading.events[self.reading.place]
        made = self._of(event["against"], event.get("card"))
        if self._claim() not in (None, made):
            self._no_claim()
        self._challenge(made)
        self.made.remove(made)

    def _satisfied(self) -> None:
        """Read that a side accepts one declaration; a claim of game that all have accepted is pegged.

        A player accepts all that is open to them in one word, so that the peg follows the last of these facts.
        """
        reading = self.reading
        made = self._of(reading.events[reading.place]["of"])
        seat = reading.seat(reading.take("satisfied"))
        side = reading.side(seat)
        reading.object_unless(side != reading.side(made.seat), "nobody answers their own declaration")
        reading.object_unless(side in made.open_to, "this side has no right to challenge any more")
        for one in self.made:
            if one.seat == made.seat:
                one.open_to.discard(side)
        if not reading.next_is("satisfied", seat=seat):
            for accepted in [one for one in self.made if not one.open_to]:
                self._peg_declared(accepted, accepted.points)

    def _amended(self) -> None:
        """Read a raised count: until its declarer's next card, though others may have accepted it (003:103)."""
        reading = self.reading
        self._no_claim()
        event = reading.take("amended")
        reading.object_unless(self.rules["amend"], "nothing is amended by these rules")
        raised, mine = event["declared"], [made for made in self.made if made.seat == event["seat"] and made.amendable]
        made = next((made for made in reversed(mine) if made.what == event["what"]), None)
        if made is None:
            reading.object_unless(None, f"this seat may not raise its {event['what']} any more")
            return
        others = [one for one in self.made if one is not made and reading.side(one.seat) == reading.side(made.seat)]
        waiting = any(one.open_to and (one.points or one.what != "play") for one in others)
        reading.object_unless(not waiting, "another count of this side is open")
        reading.object_unless(type(raised) is int and made.points < raised <= MOST, f"{made.points} is not amended so")
        made.points = raised
        self._open_to_all(made)

    def _conceded(self) -> None:
        """Read a resignation, which waits until the player has answered a claim of game."""
        reading = self.reading
        seat = reading.events[reading.place]["seat"]
        claim = self._claim()
        if claim and reading.side(seat) in claim.open_to:
            reading.object_to_next(f"seat {seat} gives up while seat {claim.seat} claims the game")
        left = second_edition(reading, sum(self._unfounded(seat)))
        if left is not None:
            self._leaves(*left)

    def _leaves(self, seat: int, cards: list[str]) -> None:
        """Read what is too many of the seat's counts put back: nobody can challenge them once it is closed."""
        for points in self._unfounded(seat):
            self.reading.put_back(seat, "overscore", points)
        self.made = [made for made in self.made if made.seat != seat]
        for made in self.made:
            made.open_to.discard(self.reading.side(seat))
        self.on_leaving(seat, cards)

    def leaves_no_cards(self, seat: int, cards: list[str]) -> None:
        """Check the cards that somebody leaves to the crib when they owe it none."""
        self.reading.object_unless(not cards, f"seat {seat} owes the crib no cards")

    def _unfounded(self, seat: int) -> list[int]:
        """Return the points that are too many in each declaration of a player's side that somebody may challenge."""
        side = self.reading.side(seat)
        mine = [made for made in self.made if made.open_to and self.reading.side(made.seat) == side]
        return [made.pegged - made.true for made in mine if made.pegged > made.true]

    # What acts may come, and what they end.

    def _no_claim(self) -> None:
        if claim := self._claim():
            self.reading.object_to_next(f"seat {claim.seat} claims the game, and not everybody has answered")

    def before_other_act(self) -> None:
        """Read answers before an act that ends nobody's right."""
        self.read()
        self._no_claim()

    def before_go(self, seat: int) -> None:
        """Check that the side of a player who says go waits for no answer."""
        self.before_other_act()
        if waiting := self._waiting(self.reading.side(seat)):
            self.reading.object_to_next(f"seat {seat} acts, but the count of seat {waiting.seat} is open")

    before_choice = before_go

    def before_heels(self, seat: int) -> None:
        """Do nothing: his heels come first of all points (002:45), whatever is open."""

    def before_act(self, seat: int) -> None:
        """Check that the side waits for no answer; its rights end, and nobody else's."""
        self.before_go(seat)
        for made in self.made:
            made.open_to = made.open_to - {self.reading.side(seat)}
        self.going_on = False
        self._forget()

    def card_played(self, seat: int) -> None:
        """End the right of a player to raise counts: it lasts until their next card (003:103)."""
        for made in self.made:
            made.amendable = made.amendable and made.seat != seat
        self._forget()

    def _forget(self) -> None:
        """Forget the declarations about which nothing more can be said."""
        self.made = [made for made in self.made if made.open_to or made.amendable]

    def after_the_series(self, last: int | None, *, point: bool) -> None:
        """Check what is open after the last card of a series, before the point for a go or last card.

        The point and the next series wait until that card's declaration is answered, or until the next player goes on.
        A point that wins the game waits in any case.
        """
        self.before_other_act()
        waiting = None if last is None else self._waiting(self.reading.side(last))
        if waiting and point and self.reading.room(waiting.seat) == 1:
            self.reading.object_to_next(f"the game is won while the count of seat {waiting.seat} is open")
        self.going_on = waiting is not None

    def before_the_deal(self) -> None:
        """Check that every count with points was answered before cards are dealt."""
        self.before_other_act()
        if waiting := self._waiting():
            self.reading.object_to_next(f"the next deal comes, but the count of seat {waiting.seat} is open")
