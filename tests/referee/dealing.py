"""Checks of the cut for deal, the deal, the discards, and the starter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.referee.arithmetic import PACK, rank
from tests.referee.reading import Reading
from tests.referee.single_window import SingleWindow
from tests.referee.windows import Windows


class FreshDeal(Exception):
    """The opponent of a player who took a card back asks for a fresh deal (002 law 11)."""


@dataclass
class Deal:
    """One deal: who dealt, what each seat keeps, the crib, and the starter once it is turned."""

    dealer: int
    hands: list[list[str]]
    crib: list[str]
    starter: str = ""


class Dealing:
    """Checks everything before the play."""

    def __init__(self, reading: Reading, windows: SingleWindow | Windows) -> None:
        self.reading = reading
        self.windows = windows
        self.rules = reading.rules
        self.cuts = self.deals = 0
        self.for_partners = reading.players == 4 and self.rules.get("partners", "cut") == "cut"

    # The cut for deal.

    def first_dealer(self) -> int:
        """The lowest card deals (000:13). In a later game the first dealer may be named without a cut."""
        reading = self.reading
        self._pause()
        if reading.next_kind() == "dealer_chosen":
            if reading.first_dealer not in {"previous", "league"}:
                reading.object_to_next("nobody cut for the deal, and nobody else is said to name the dealer")
            return reading.seat(reading.take("dealer_chosen"))
        if reading.first_dealer is not None:
            reading.object_to_next(f"a cut, though {reading.first_dealer} names the first dealer")
        while True:
            ranks = self._cut()
            order = sorted(ranks.values())
            if order[0] != order[1] and (not self.for_partners or order[1] != order[2]):
                return self._chosen(ranks)
            self._pause()

    def _pause(self) -> None:
        """Read what may come before cards are dealt: answers, a resignation, or the end of an unfinished record."""
        self.windows.before_other_act()
        self.reading.may_stop()

    def _cut(self) -> dict[int, int]:
        """Return the rank of the card that each player is shown; a card for a player who left decides nothing."""
        reading = self.reading
        self.cuts += 1
        event = reading.take("cut_for_deal")
        reading.object_unless(event["cards"].keys() == set(map(str, range(reading.players))), "every player cuts")
        cut = [event["cards"][str(seat)] for seat in range(reading.players)]
        reading.cards({"kind": "cut_for_deal", "cards": cut}, "cards")
        self._hold_against_seed(cut, self._numbers(event), event.get("places"))
        return {seat: rank(cut[seat]) for seat in reading.round_from(0)}

    def _numbers(self, event: dict[str, Any]) -> list[int] | None:
        """Return the number at which each seat cut with ceremony, no number twice."""
        reading, told = self.reading, event.get("numbers")
        if not self.rules["ceremony"]:
            reading.object_unless(told is None, "numbers are named with ceremony alone")
            return None
        reading.object_unless(told.keys() == event["cards"].keys(), "every player names a number")
        numbers = [reading.number(told[seat], 48) for seat in event["cards"]]
        reading.object_unless(len(set(numbers)) == len(numbers), "no number is named twice")
        return numbers

    def _hold_against_seed(self, cut: list[str], numbers: list[int] | None, places: list[int] | None) -> None:
        """Object unless each card shown is the card of the pack at its number; without numbers, the first cards.

        Four players who cut for partners take the seats that their cards bring, so that their cards come in another
        order; ``places`` are the seats that they had before.
        """
        reading, name = self.reading, f"cut:{self.cuts}"
        seated = not places or (self.for_partners and sorted(places) == [0, 1, 2, 3])
        reading.object_unless(seated, "players change their seats only as four who cut for partners")
        if not reading.seed:
            return
        pack = reading.pack(name)
        if numbers:
            due = [pack[number - 1] for number in numbers]
        elif self.for_partners and not places:
            due = sorted(pack[:4], key=cut.index if set(cut) == set(pack[:4]) else None)
        else:
            due = [pack[place] for place in places or range(reading.players)]
        reading.object_unless(cut == due, f"the seed gives others for {name}")

    def _chosen(self, ranks: dict[int, int]) -> int:
        """Return the dealer; of four, the two lowest are partners, the highest sits at the dealer's right (003:19)."""
        reading = self.reading
        lowest = min(ranks, key=ranks.__getitem__)
        if self.for_partners:
            seated = ranks[0] < ranks[2] < ranks[1] <= ranks[3]
            reading.object_unless(seated, "the four are not seated as they cut")
        reading.take("dealer_chosen", seat=lowest)
        return lowest

    # The deal.

    def deal(self, dealer: int, *, first: bool) -> Deal:
        """Return the deal up to the starter; after a card taken back there may be more than one deal."""
        while True:
            cut, dealer = self._cut_to_dealer(dealer)
            deal, top, undealt = self._dealt(dealer, cut)
            if first and self.rules["three_for_last"]:
                self.reading.peg_penalty(self.reading.left(dealer), "three_for_last", 3)
            first = False
            try:
                self._lay_away(deal)
            except FreshDeal:
                self.windows.on_leaving = self.windows.leaves_no_cards
                continue
            self._turn_up(deal, top, undealt, cut)
            return deal

    def _cut_to_dealer(self, dealer: int) -> tuple[int, int]:
        """Return the number of cards that a player cut to the dealer, with ceremony alone, and the dealer.

        By 003:23 the cut costs two; in tournaments the pone must cut. If the dealer leaves, the next player deals.
        """
        reading, number = self.reading, 0
        must = self.rules["ceremony"] and self.rules["predeal_cut"] == "must"
        self.windows.before_the_deal()
        reading.may_stop()
        dealer = reading.round_from(dealer)[0]
        if must or reading.next_kind() == "cut_to_dealer":
            event = reading.take("cut_to_dealer")
            agreed = self.rules["ceremony"] and self.rules["predeal_cut"] != "none"
            reading.object_unless(agreed, "the pack is not cut before the deal")
            seat = reading.seat(event)
            reading.object_unless(seat != dealer, "the dealer does not cut the pack")
            reading.object_unless(not must or seat == reading.left(dealer), "the pone cuts the pack")
            number = reading.number(event["number"], 48)
            if self.rules["predeal_cut"] == "two":
                reading.peg_penalty(dealer, "predeal_cut", 2)
            self.windows.before_the_deal()
            reading.may_stop()
        return number, reading.round_from(dealer)[0]

    def _dealt(self, dealer: int, cut: int) -> tuple[Deal, list[str], list[str]]:
        """The hands, one card at a time from the dealer's left; of three players, the next card is the crib's.

        Once one of three has left, the other two get six cards each, and the crib gets none.
        """
        reading = self.reading
        event, players = reading.take("dealt", dealer=dealer), reading.round_from(dealer + 1)
        each = 6 if reading.closed else self.rules["dealt"]
        reading.object_unless(len(event["hands"]) == reading.players, f"{reading.players} hands are dealt")
        hands = [
            reading.cards({**event, "hand": hand}, "hand", 0 if seat in reading.closed else each)
            for seat, hand in enumerate(event["hands"])
        ]
        crib = reading.cards(event, "to_crib", 1 if len(players) == 3 else 0)
        around = [hands[seat] for seat in players]
        top = [*(card for turn in zip(*around, strict=True) for card in turn), *crib]
        reading.object_unless(len(set(top)) == len(top), "a card is dealt twice")
        undealt = list(event.get("undealt") or [])
        whole = not undealt or sorted([*top, *undealt]) == sorted(PACK)
        reading.object_unless(whole, "the pack is not whole")
        self.deals += 1
        reading.from_the_seed(f"deal:{self.deals}", [*top, *undealt], cut=cut)
        return Deal(dealer, hands, crib), top, undealt

    # Laying away.

    def _lay_away(self, deal: Deal) -> None:
        """Two cards each of two players, one each of more; in any order, until the starter is turned (000:19)."""
        reading, windows = self.reading, self.windows
        players = reading.round_from(0)
        many = dict.fromkeys(players, 2 if len(players) == 2 else 1)
        laid: list[list[str]] = [[] for _ in deal.hands]

        def leaves(seat: int, cards: list[str]) -> None:
            """Check the cards that the crib still gets from the hand of a player who leaves."""
            reading.object_unless(len(cards) == many[seat] - len(laid[seat]), f"{cards} are not what the crib needs")
            lay(seat, cards)

        def lay(seat: int, cards: list[str]) -> None:
            held = set(deal.hands[seat]) - set(laid[seat])
            reading.object_unless(held.issuperset(cards), "a card laid away was not held")
            laid[seat] += cards

        windows.on_leaving = leaves
        while True:
            windows.before_other_act()
            if reading.next_kind() == "taken_back":
                self._taken_back(laid)
                continue
            if all(len(laid[seat]) == many[seat] for seat in many):
                break
            event = reading.take("laid_away")
            seat = reading.seat(event)
            cards = reading.cards(event, "cards", many[seat] - len(laid[seat]))
            reading.object_unless(cards, "this seat has laid away already")
            lay(seat, cards)
        windows.on_leaving = windows.leaves_no_cards
        for seat, cards in enumerate(laid):
            deal.hands[seat] = [card for card in deal.hands[seat] if card not in cards]
            deal.crib += cards

    def _taken_back(self, laid: list[list[str]]) -> None:
        """Two to the next player of another side, who may have the same dealer deal again (law 11)."""
        reading = self.reading
        event = reading.take("taken_back")
        reading.object_unless(self.rules["irregular"] == "penalise", "nothing is taken back")
        seat = reading.seat(event)
        cards = reading.cards(event, "cards")
        reading.object_unless(cards and set(cards) <= set(laid[seat]), f"{cards} do not lie there")
        laid[seat] = [card for card in laid[seat] if card not in cards]
        reading.peg_penalty(reading.adversary(seat), "taken_back", 2)
        self.windows.before_other_act()
        if reading.next_kind() == "fresh_deal":
            reading.object_unless(seat not in reading.closed, "the offender has left")
            reading.take("fresh_deal", seat=reading.adversary(seat))
            raise FreshDeal

    # The starter.

    def _turn_up(self, deal: Deal, top: list[str], undealt: list[str], cut: int) -> None:
        """The player to the dealer's left cuts, and the dealer turns up (000:21)."""
        reading = self.reading
        self.windows.before_other_act()
        event = reading.take("starter_turned", seat=reading.left(deal.dealer))
        deal.starter = reading.cards({**event, "cards": [event["card"]]}, "cards")[0]
        reading.object_unless(deal.starter not in top, "the starter was in a hand")
        above = 0
        if self.rules["ceremony"]:
            above = reading.number(event["number"], 52 - len(top) - 4)
        else:
            reading.object_unless(event.get("number") is None, "numbers are named with ceremony alone")
        if not undealt and reading.seed:
            undealt = reading.pack(f"deal:{self.deals}", cut=cut)[len(top) :]
        given = not undealt or undealt[above] == deal.starter
        reading.object_unless(given, "the starter is not the card the pack gave")
        if deal.starter[0] == "J" and not self.rules["heels_forfeit"] and deal.dealer not in reading.closed:
            reading.peg(deal.dealer, [("his_heels", frozenset({deal.starter}), 2)], "heels")
