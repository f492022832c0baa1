"""Checks of the play, series by series: turns, goes, thirty-one, the last card, and law 16."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.referee.arithmetic import count_of, scores_in_play, total
from tests.referee.dealing import Deal
from tests.referee.reading import Reading
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

    def __init__(self, reading: Reading, windows: Windows, deal: Deal) -> None:
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
            self.windows.before_going_on()
            if series.last is not None and count_of(series.cards) != 31:
                pending = self.windows.lapsed and reading.room(series.last) == 1
                reading.object_unless(not pending, "the game is won while a window is open")
                law = "go" if any(self.held) else "last_card"
                reading.peg(series.last, [(law, frozenset(series.cards[-1:]), 1)], "play")
            if not any(self.held) or self.rules["single_series"]:
                return
            follower = reading.left(series.last or 0)
            lead = next(seat for seat in reading.round_from(follower) if self.held[seat])
            reading.take("count_reset", lead=lead)

    def _series(self, lead: int) -> Series:
        """One series, until it is thirty-one or nobody goes on."""
        series = Series()
        turn = self._next(lead, series)
        while turn is not None and not self._is_over(turn, series):
            turn = self._next(self._act(turn, series), series)
        return series

    def _next(self, seat: int, series: Series) -> int | None:
        """Return this seat or the first to its left that holds cards and has not said go."""
        around = self.reading.round_from(seat)
        return next((other for other in around if self.held[other] and other not in series.out), None)

    def _is_over(self, turn: int, series: Series) -> bool:
        """Return whether the series is over: thirty-one, a choice to stop, or no card of the last player comes in."""
        if count_of(series.cards) == 31 or series.stopped:
            return True
        return turn == series.last and not any(map(series.takes, self.held[turn]))

    def _act(self, seat: int, series: Series) -> int:
        """Read a card, a go, or at five cards a choice to stop; return the seat whose turn is next, if it can play."""
        reading = self.reading
        self._before_act(seat)
        match reading.next_kind():
            case "said_go":
                reading.take("said_go", seat=seat)
                self._said_go(seat, series)
            case "stopped":
                reading.take("stopped", seat=seat)
                others = set(range(reading.players)) - {seat}
                alone = all(other in series.out or not self.held[other] for other in others)
                reading.object_unless(self.rules["play_on"] == "may" and alone, "a player is bound to play on")
                reading.object_unless(any(map(series.takes, self.held[seat])), "go is said with nothing that comes in")
                series.stopped = True
            case _:
                self._played(seat, series)
        return reading.left(seat)

    def _before_act(self, seat: int) -> None:
        """Read what may come before an act: windows are closed, and the dealer may mark his heels."""
        reading = self.reading
        self.windows.read()
        if self.heels_are_due and reading.next_is("pegged", law="his_heels"):
            self.windows.before_act(self.dealer)
            reading.peg(self.dealer, [("his_heels", frozenset({self.starter}), 2)], "heels")
            self.heels_are_due = False
        self.windows.before_act(seat)

    def _played(self, seat: int, series: Series) -> None:
        """Read one card played, and its scores."""
        reading = self.reading
        event = reading.take("played", seat=seat)
        card = event["card"]
        reading.object_unless(card in self.held[seat], f"{card} was not held")
        reading.object_unless(series.takes(card), f"{card} does not come in")
        self.held[seat].remove(card)
        series.cards.append(card)
        series.last = seat
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
            self.windows.declare(seat, event["declared"], total(due), "play", frozenset(series.cards))

    def _said_go(self, seat: int, series: Series) -> None:
        """Read a go; for a false one law 16 gives two, or requires a card to be played."""
        reading = self.reading
        if not any(map(series.takes, self.held[seat])):
            series.out.add(seat)
            return
        five_cards = reading.players == 2 and self.rules["dealt"] == 5
        possible = self.rules["irregular"] == "penalise" and not five_cards and series.cards
        reading.object_unless(possible, "go was said with a card that comes in")
        adversary = reading.adversary(seat)
        reading.may_concede()
        if reading.next_kind() == "required":
            reading.take("required", seat=adversary, of=seat)
            self._before_act(seat)
            self._played(seat, series)
        else:
            reading.peg_penalty(adversary, "false_go", 2)
            series.out.add(seat)
