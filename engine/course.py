"""The course of a game: what happened step by step, what was counted, and which points moved because of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Final, Literal, TypeAlias, cast

from engine.cards import Card
from engine.events import (
    Amended,
    Challenged,
    CountReset,
    CutToDealer,
    CutWaived,
    DealerChosen,
    Dealt,
    Event,
    GameWon,
    Pegged,
    Played,
    PutBack,
    Satisfied,
    Shown,
    StarterTurned,
    What,
)
from engine.laws import Law
from engine.reducer import begin, evolve
from engine.rules import Rules
from engine.scoring import peg_points, show_total
from engine.state import Game

Peg: TypeAlias = Pegged | PutBack

_BEGINS_DEAL: Final = (Dealt, CutToDealer, CutWaived)
"""The first event of a deal, with or without ceremony."""


_OF_A_CARD: Final = frozenset(
    {
        *(Law.FIFTEEN, Law.THIRTY_ONE, Law.DECLARED),
        *(Law.PAIR, Law.PAIR_ROYAL, Law.DOUBLE_PAIR_ROYAL, Law.RUN),
    }
)
_OF_THE_PLAY: Final = frozenset({Law.HIS_HEELS, Law.GO, Law.LAST_CARD})
"""For what is pegged before the show begins, besides the cards that are played."""


@dataclass(frozen=True, slots=True)
class Step:
    """An event by its place among all, the pegs that moved because of it, and the event that came next.

    ``deal`` counts the deals from 1, also those that were dealt afresh; ``moved`` counts the pegs before this event.
    ``about`` is the place of the declaration that the event makes or answers.
    """

    place: int
    event: Event
    pegs: tuple[Peg, ...]
    then: Event | None
    deal: int
    dealer: int
    starter: Card | None
    moved: int
    about: int | None


@dataclass(frozen=True, slots=True)
class Declaration:
    """A card, hand or crib of a seat that was counted, by its place among the events, with the answers to it.

    ``cards`` are the series up to the card, or the cards without the starter. Where the bot counts, ``declared`` is
    None.
    """

    place: int
    seat: int
    what: Literal["play"] | What
    cards: tuple[Card, ...]
    declared: int | None
    step: Step
    answers: tuple[Step, ...] = ()

    @property
    def proof(self) -> Step | None:
        """The first right challenge, which proved the true points."""
        proofs = (answer for answer in self.answers if isinstance(answer.event, Challenged) and answer.event.upheld)
        return next(proofs, None)

    @property
    def claims_game(self) -> bool:
        """Return whether so many points were declared as would win: only then are they not pegged at once."""
        return bool(self.declared) and not any(peg.law is Law.DECLARED for peg in self.step.pegs[:1])

    @property
    def true(self) -> int:
        """The true points. While a game goes on, only those of a declaration with a ``proof`` may be shown."""
        match self.step:
            case Step(event=Shown(true=int(true))):
                return true
            case Step(event=Shown(), starter=Card() as starter):
                # The true points are hidden from those who read these events.
                assert self.proof is not None
                return show_total(self.cards, starter, crib=self.what == "crib")
            case _:
                return peg_points(self.cards)

    @property
    def final(self) -> int | None:
        """The points as they were declared and raised in the end; None where nothing was declared."""
        return self.before(None)

    @property
    def missed(self) -> int:
        """The points missed in the end; below 0 they are points too many."""
        return 0 if self.final is None else self.true - self.final

    def before(self, answer: Step | None) -> int | None:
        """Return the points as they were declared and raised before an answer; None as the answer is the end."""
        declared = self.declared
        for given in self.answers:
            if given == answer:
                break
            if isinstance(given.event, Amended):
                declared = given.event.declared
        return declared


@dataclass(frozen=True)
class Course:
    """All that happened in a game, or since one of its deals; the events are read once, when it is first asked for."""

    events: tuple[Event, ...]
    rules: Rules

    @cached_property
    def _reading(self) -> _Reading:
        return _Reading(self.events)

    @cached_property
    def steps(self) -> Sequence[Step]:
        """Every event that moves no peg, in order."""
        return self._reading.steps

    @cached_property
    def declarations(self) -> Mapping[int | None, Declaration]:
        """Every card, hand and crib that was counted, by a player or by the bot, in order and by its place."""
        counted, found = self._reading.counted, dict[int | None, Declaration]()
        for step, cards, answers in counted.values():
            event = step.event
            assert isinstance(event, Played | Shown)
            what = event.what if isinstance(event, Shown) else "play"
            found[step.place] = Declaration(step.place, event.seat, what, cards, event.declared, step, tuple(answers))
        return found

    @cached_property
    def shows(self) -> Sequence[Declaration]:
        """Every hand and crib that was counted."""
        return [made for made in self.declarations.values() if made.what != "play"]

    @cached_property
    def pegs(self) -> Sequence[tuple[Step, Declaration | None, Peg]]:
        """Every peg that moved, with the step that moved it and the card, hand or crib that it is for."""
        return [(step, self.declarations.get(about), peg) for step, about, peg in self._reading.pegs]

    @property
    def points_of_play(self) -> Iterator[tuple[Peg, int, int]]:
        """What players made in the play and by his heels: the peg, the deal, and the points, below 0 if put back.

        Points that another player declared too many are none of it.
        """
        for step, made, peg in self.pegs:
            points = peg.points if isinstance(peg, Pegged) else -peg.points
            if peg.law in _OF_THE_PLAY:
                yield peg, step.deal, points
            elif (
                made is not None and made.what == "play" and peg.law in (_OF_A_CARD if points >= 0 else {Law.OVERSCORE})
            ):
                # A card may be raised or challenged when the next deal has begun.
                yield peg, made.step.deal, points

    @cached_property
    def deals(self) -> Sequence[Sequence[Step]]:
        """The steps by the deals that were played, each with the cut that goes before it.

        A fresh deal belongs to the one that it replaces.
        """
        deals: list[list[Step]] = [[]]
        is_played = False
        for step in self.steps:
            if is_played and isinstance(step.event, _BEGINS_DEAL):
                deals.append([])
                is_played = False
            is_played = is_played or isinstance(step.event, StarterTurned)
            deals[-1].append(step)
        return deals

    @cached_property
    def scores(self) -> Sequence[tuple[int, ...]]:
        """The scores of all sides, at the start and after every peg that was moved."""
        scores = [(0,) * len(self.rules.sides)]
        for event in self.events:
            if isinstance(event, Peg):
                now = scores[-1]
                scores.append((*now[: event.side], event.score, *now[event.side + 1 :]))
        return scores

    @cached_property
    def games(self) -> Sequence[Game]:
        """The game before every event, and at the end; the events are all of it, and unredacted."""
        return tuple(accumulate(self.events, evolve, initial=begin(self.rules)))

    @property
    def won(self) -> GameWon:
        """How the game was won. Raises ``StopIteration`` for a game that is not over."""
        return next(event for event in reversed(self.events) if isinstance(event, GameWon))

    @property
    def first_dealer(self) -> int | None:
        """Who dealt first, or None in a game that ended before the cut for deal."""
        return next((event.seat for event in self.events if isinstance(event, DealerChosen)), None)


class _Reading:
    """What the events say, read from the first to the last.

    ``counted`` has each count with its cards and its answers by its place, and ``pegs`` each peg with its step and the
    place of its count.
    """

    def __init__(self, events: Sequence[Event]) -> None:
        self.steps: list[Step] = []
        self.counted: dict[int, tuple[Step, tuple[Card, ...], list[Step]]] = {}
        self.pegs: list[tuple[Step, int | None, Peg]] = []
        self._latest: dict[int | tuple[int, str] | Card | None, int] = {}
        self._deal = self._dealer = 0
        self._starter: Card | None = None
        self._series: tuple[Card, ...] = ()
        place = 0
        while place < len(events):
            after = place + 1
            while after < len(events) and isinstance(events[after], Peg):
                after += 1
            pegs = cast("tuple[Peg, ...]", tuple(events[place + 1 : after]))
            self._read(place, events[place], pegs, events[after] if after < len(events) else None)
            place = after

    def _read(self, place: int, event: Event, pegs: tuple[Peg, ...], then: Event | None) -> None:
        about: int | None = None
        match event:
            case Dealt():
                self._deal, self._dealer, self._starter, self._series = self._deal + 1, event.dealer, None, ()
            case StarterTurned():
                self._starter = event.card
            case CountReset():
                self._series = ()
            case Played():
                about, self._series = place, (*self._series, event.card)
                if event.declared is not None:
                    self._latest |= {None: place, event.seat: place, (event.seat, "play"): place, event.card: place}
            case Shown():
                about = place
                if event.declared is not None:
                    self._latest |= {None: place, event.seat: place, (event.seat, event.what): place}
            case Satisfied() | Amended() | Challenged():
                about = self._answered(event)
        step = Step(place, event, pegs, then, self._deal, self._dealer, self._starter, len(self.pegs), about)
        self.steps.append(step)
        if isinstance(event, Played | Shown):
            self.counted[place] = step, self._series if isinstance(event, Played) else event.cards, []
        elif about is not None:
            self.counted[about][2].append(step)
        for peg in pegs:
            # A claim of game is pegged after whatever answer is the last.
            self.pegs.append((step, self._latest.get(peg.seat) if peg.law is Law.DECLARED else about, peg))

    def _answered(self, event: Satisfied | Amended | Challenged) -> int | None:
        """Return the place of the count that is answered; None if it was made before these events."""
        match event:
            case Challenged(card=Card() as card):
                return self._latest.get(card)
            case Satisfied(of=of):
                # In the first edition one count was open at a time.
                return self._latest.get(of)
            case Challenged(against=seat):
                return self._latest.get(seat)
            case Amended(seat=seat, what=what):
                made = self._latest.get(seat if what is None else (seat, what))
                if made is not None:
                    self._latest[seat] = made
                return made
