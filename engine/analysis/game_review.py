"""The review of a game for one of its players: decisions judged by what they could know, luck, and wrong counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engine.ai.discard_averages import Discard
from engine.ai.discards import by_points
from engine.ai.judge import Judgement, can_judge, judge, judgement_of
from engine.ai.levels import CASUAL, CLUB, EASY, EXPERT, STEADY, Chance
from engine.ai.tables import Place
from engine.ai.winning_chances import chance_of_side
from engine.cards import Card
from engine.course import Course, Declaration
from engine.events import Dealt, Event, GameWon, LaidAway, Played, Shown
from engine.laws import Law
from engine.view import View, view

MOMENTS: Final = 3
"""How many of the costliest decisions a review shows first."""


LOST_A_DECISION: Final[Mapping[str, float]] = {EASY: 0.645, CASUAL: 0.44, STEADY: 0.265, CLUB: 0.165, EXPERT: 0.0025}
"""The mean points lost by a decision, in games between two robots of a level."""

DECISIONS: Final = 31
"""How many decisions a player has in a game on average."""

AVERAGE_DEAL: Final = (14.03, 2.08)
"""The mean points of the best discard of a deal, with crib and pegging: the dealer's and the pone's."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that was not forced: its place among the events, the player's view before it, and the cards chosen."""

    place: int
    seen: View
    chosen: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision by its place among the events, what was chosen, and the best choice."""

    place: int
    chosen: Judgement
    best: Judgement

    @property
    def lost(self) -> float:
        """The points lost; 0 if the choice was as good as the best."""
        return self.chosen.lost

    @property
    def lost_parts(self) -> Mapping[str, float]:
        """The points lost in the ``hand``, the ``crib``, in ``pegging``, and ``near_end``, where the chance counts.

        A choice that gains in one part what it loses in another has a part below 0.
        """
        best, chosen = self.best, self.chosen
        if not self.lost or best.chance is not None:
            return {"near_end": self.lost}
        return {"hand": best.hand - chosen.hand, "crib": best.crib - chosen.crib, "pegging": best.peg - chosen.peg}


@dataclass(frozen=True, slots=True)
class ChanceAt:
    """The chance of a player to win before a deal (the first is 1), or 1 or 0 at the end of the game."""

    place: int
    deal: int
    chance: float


@dataclass(frozen=True, slots=True)
class Luck:
    """Points by luck, above 0 for the player and below 0 for the other; each is the player's less the other's.

    ``deals`` is what the dealt cards were worth beside the average deal, ``cuts`` what the starters added to the hands
    beside their average, with his heels, ``cribs`` the same for the cribs, and ``play`` the points that the other
    lost by their own decisions.
    """

    deals: float
    cuts: float
    cribs: float
    play: float

    @property
    def total(self) -> float:
        """All points by luck."""
        return self.deals + self.cuts + self.cribs + self.play


def decisions_of(course: Course, seat: int) -> Iterator[Decision]:
    """Yield the decisions of a seat that the judge knows, in order."""
    for step in course.steps:
        if chosen := _chosen(step.event, seat):
            seen = view(course.games[step.place], seat)
            many = seen.to_lay if seen.stage == "lay_away" else 1
            if can_judge(seen) and len(chosen) == many:
                yield Decision(step.place, seen, chosen)


def _chosen(event: Event, seat: int) -> tuple[Card, ...]:
    match event:
        case LaidAway(seat=own, cards=cards) if own == seat:
            return cards
        case Played(seat=own, card=card) if own == seat:
            return (card,)
        case _:
            return ()


def judge_game(course: Course, seat: int, chance: Chance) -> tuple[JudgedDecision, ...]:
    """Return every decision of a seat with its judgement; the same course and chance give the same ones."""
    return tuple(judge_decision(decision, chance) for decision in decisions_of(course, seat))


def judge_decision(decision: Decision, chance: Chance) -> JudgedDecision:
    """Return a decision with its judgement."""
    choices = judge(decision.seen, chance, decision.chosen)
    return JudgedDecision(decision.place, judgement_of(choices, decision.chosen), choices[0])


def costliest(decisions: Iterable[JudgedDecision]) -> tuple[JudgedDecision, ...]:
    """Return the decisions that cost the most of the chance to win, at most ``MOMENTS``, the costliest first."""
    mistakes = [decision for decision in decisions if decision.lost]
    return tuple(sorted(mistakes, key=lambda decision: decision.chosen.lost_chance, reverse=True)[:MOMENTS])


def points_lost(decisions: Iterable[JudgedDecision]) -> float:
    """Return the points that the decisions lost in all."""
    return sum(decision.lost for decision in decisions)


def parts_lost(decisions: Iterable[JudgedDecision]) -> Mapping[str, float]:
    """Return the points that the decisions lost, part by part; together they are ``points_lost``."""
    lost = dict.fromkeys(("hand", "crib", "pegging", "near_end"), 0.0)
    for decision in decisions:
        for part, points in decision.lost_parts.items():
            lost[part] += points
    return lost


def level_of(lost: float, decisions: int) -> str | None:
    """Return the level that loses about as many points by as many decisions; None without decisions."""
    if not decisions:
        return None
    each = lost / decisions
    return min(LOST_A_DECISION, key=lambda level: abs(LOST_A_DECISION[level] - each))


def wrong_counts(course: Course, seat: int) -> tuple[Declaration, ...]:
    """Return the wrong counts of a seat in order; points that were raised in time are not missed."""
    return tuple(made for made in course.declarations.values() if made.seat == seat and made.missed)


def chance_history(course: Course, seat: int) -> tuple[ChanceAt, ...]:
    """Return the chance of a seat's side before each deal, and at the end of the game."""
    found, rules = list[ChanceAt](), course.rules
    for step in course.steps:
        match step.event:
            case Dealt(dealer=dealer):
                chance = chance_of_side(rules, course.scores[step.moved], rules.side_of(seat), dealer)
                found.append(ChanceAt(step.place, step.deal, chance))
            case GameWon(side=side):
                found.append(ChanceAt(step.place, step.deal + 1, float(side == rules.side_of(seat))))
            case _:
                pass
    return tuple(found)


def luck_of(course: Course, seat: int, theirs_lost: float) -> Luck:
    """Return the luck of one of two players; ``theirs_lost`` are the points that the other lost by their decisions."""
    deals = cuts = cribs = 0.0
    dealt, hands = tuple[tuple[Card, ...], ...](), dict[int, Discard]()
    for step in course.steps:
        cuts += sum(_sign(peg.seat, seat) * peg.points for peg in step.pegs if peg.law is Law.HIS_HEELS)
        match step.event:
            case Dealt():
                dealt, hands = step.event.hands, {}
            case LaidAway(seat=own, cards=laid):
                found = by_points(dealt[own], Place(2, len(dealt[own]), int(own != step.dealer)))
                chosen = next((one for one in found if set(one.cards) == set(laid)), None)
                if chosen is not None:
                    hands[own] = chosen
                    deals += _sign(own, seat) * (found[0].points - AVERAGE_DEAL[own != step.dealer])
            case Shown(seat=own, what="hand", true=int(true)) if own in hands:
                cuts += _sign(own, seat) * (true - hands[own].hand)
            case Shown(what="crib", true=int(true)) if hands:
                expected = sum(abs(one.crib) for one in hands.values()) / len(hands)
                cribs += _sign(step.dealer, seat) * (true - expected)
            case _:
                pass
    return Luck(deals, cuts, cribs, theirs_lost)


def _sign(own: int, seat: int) -> int:
    return 1 if own == seat else -1
