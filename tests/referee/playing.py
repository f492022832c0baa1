"""Checks of the play, series by series: turns, goes, thirty-one, the last card, and law 16."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.referee.arithmetic import count_of, scores_in_play, total
from tests.referee.dealing import Deal
from tests.referee.reading import Reading
from tests.referee.single_window import SingleWindow
from tests.referee.windows import Windows


@dataclass
class Series:
    """The cards since the last reset, the seat that played the last of them, and the seats that said go."""

    cards: list[str] = field(default_factory=list)
    last: int | None = None
    out: set[int] = field(default_factory=set)
    stopped: bool = False

    def takes(self, card: str) -> bool:
        """Return whether the card comes in."""
        return count_of([*self.cards, card]) <= 31


class Playing:
    """Checks the play of one deal."""

    def __init__(self, reading: Reading, windows: SingleWindow | Windows, deal: Deal) -> None:
        self.reading = reading
        self.windows = windows
        self.rules = reading.rules
        self.dealer = deal.dealer
        self.held = [list(hand) for hand in deal.hands]
        self.starter = deal.starter
        self.heels_are_due = self.rules["heels_forfeit"] and deal.starter[0] == "J"

    def play(self) -> None:
        """Series after series until all cards are played (001:31-43); at five cards one series alone (002:15)."""
        reading, lead = self.reading, self.reading.left(self.dealer)
        while True:
            series = self._series(lead)
            last = None if series.last in reading.closed else series.last
            point = last is not None and count_of(series.cards) != 31
            self.windows.after_the_series(last, point=point)
            if last is not None and point:
                law = "go" if self._holders(0) else "last_card"
                reading.peg(last, [(law, frozenset(series.cards[-1:]), 1)], "play")
            followers = self._holders((lead if series.last is None else series.last) + 1)
            if not followers or self.rules["single_series"]:
                return
            lead = followers[0]
            reading.take("count_reset", lead=lead)

    def _holders(self, seat: int) -> list[int]:
        """Return the players who still hold cards, beginning with this seat and to its left."""
        return [other for other in self.reading.round_from(seat) if self.held[other]]

    def _series(self, lead: int) -> Series:
        """One series, until it is thirty-one or nobody goes on."""
        series, seat = Series(), lead
        while True:
            self._interruptions()
            turn = next((other for other in self._holders(seat) if other not in series.out), None)
            if turn is None or self._is_over(turn, series):
                return series
            self._act(turn, series)
            seat = turn + 1

    def _is_over(self, turn: int, series: Series) -> bool:
        """Return whether the series is over: thirty-one, a choice to stop, or no card of the last player comes in."""
        if count_of(series.cards) == 31 or series.stopped:
            return True
        return turn == series.last and not any(map(series.takes, self.held[turn]))

    def _act(self, seat: int, series: Series) -> None:
        """Read a card, a go, or at five cards a choice to stop."""
        reading = self.reading
        match reading.next_kind():
            case "said_go":
                self.windows.before_go(seat)
                reading.take("said_go", seat=seat)
                self._said_go(seat, series)
            case "stopped":
                self.windows.before_act(seat)
                reading.take("stopped", seat=seat)
                others = set(range(reading.players)) - {seat}
                alone = all(other in series.out or not self.held[other] for other in others)
                reading.object_unless(self.rules["play_on"] == "may" and alone, "a player is bound to play on")
                reading.object_unless(any(map(series.takes, self.held[seat])), "go is said with nothing that comes in")
                series.stopped = True
            case _:
                self._played(seat, series)

    def _interruptions(self) -> None:
        """Read what may come between acts: answers, resignations, and his heels for the dealer who marks them."""
        reading = self.reading
        self.windows.read()
        due = self.heels_are_due and self.dealer not in reading.closed
        if due and reading.next_is("pegged", law="his_heels"):
            self.windows.before_heels(self.dealer)
            reading.peg(self.dealer, [("his_heels", frozenset({self.starter}), 2)], "heels")
            self.heels_are_due = False
            self.windows.read()

    def _played(self, seat: int, series: Series) -> None:
        """Read one card played, and its scores."""
        reading = self.reading
        self.windows.before_act(seat)
        event = reading.take("played", seat=seat)
        card = event["card"]
        reading.object_unless(card in self.held[seat], f"{card} was not held")
        reading.object_unless(series.takes(card), f"{card} does not come in")
        self.held[seat].remove(card)
        series.cards.append(card)
        series.last = seat
        self.windows.card_played(seat)
        if seat == self.dealer:
            self.heels_are_due = False
        count = count_of(series.cards)
        reading.object_unless(event["count"] == count, f"the count is {count}")
        due = scores_in_play(series.cards)
        if self.rules["pegging"] == "automatic":
            reading.object_unless(
                event.get("declared") is None, "nobody declares where the play is pegged for the players"
            )
            reading.peg(seat, due, "play")
        else:
            told = frozenset(series.cards)
            self.windows.declare(seat, "play", event["declared"], total(due), "play", told, card=event["card"])

    def _said_go(self, seat: int, series: Series) -> None:
        """Read a go; for a false one law 16 gives two, or requires a card to be played."""
        reading = self.reading
        if not any(map(series.takes, self.held[seat])):
            series.out.add(seat)
            return
        five_cards = reading.players == 2 and self.rules["dealt"] == 5
        possible = self.rules["irregular"] == "penalise" and not five_cards and series.cards
        reading.object_unless(possible, "go was said with a card that comes in")
        if self.rules.get("renege") == "two_a_card":
            self._renege(seat, series)
            return
        self.windows.before_other_act()
        if seat in reading.closed:
            return
        adversary = reading.adversary(seat)
        self.windows.before_choice(adversary)
        if reading.next_kind() == "required":
            reading.take("required", seat=adversary, of=seat)
            self._must_play(seat, series)
        else:
            reading.peg_penalty(adversary, "false_go", 2)
            series.out.add(seat)

    def _renege(self, seat: int, series: Series) -> None:
        """Read the price of a false go, two for each card that could have been played; then one is played (ACC 7.3)."""
        cards, adversary = [card for card in self.held[seat] if series.takes(card)], self.reading.adversary(seat)
        self.reading.peg_penalty(adversary, "false_go", 2 * len(cards))
        self.reading.take("required", seat=adversary, of=seat)
        self._must_play(seat, series)

    def _must_play(self, seat: int, series: Series) -> None:
        """Read the card of a player who said go falsely, unless they leave."""
        self._interruptions()
        if seat not in self.reading.closed:
            self._played(seat, series)
