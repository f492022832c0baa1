"""The review of a game for one player: decisions judged by what they could know and why, luck, and wrong counts."""

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
from engine.messages import Message, message
from engine.scoring import count_of, peg_points
from engine.view import View, view

MOMENTS: Final = 3
"""How many of the costliest decisions a review shows first."""


LOST_A_DECISION: Final[Mapping[str, float]] = {EASY: 0.645, CASUAL: 0.44, STEADY: 0.265, CLUB: 0.165, EXPERT: 0.0025}
"""The mean points lost by a decision, in games between two robots of a level."""

DECISIONS: Final = 31
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
    choices = judge(decision.seen, chance, decision.chosen)
    return JudgedDecision(decision.place, judgement_of(choices, decision.chosen), choices[0])


def costliest(decisions: Iterable[JudgedDecision]) -> tuple[JudgedDecision, ...]:
    """Return the decisions that cost the most of the chance to win, at most ``MOMENTS``, the costliest first."""
    mistakes = [decision for decision in decisions if decision.lost]
    return tuple(sorted(mistakes, key=lambda decision: decision.chosen.lost_chance, reverse=True)[:MOMENTS])


def points_lost(decisions: Iterable[JudgedDecision]) -> float:
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


_CLEAR: Final = 0.2
"""The least difference in points that is given as a reason, where there is one."""

_TENTH: Final = 10
_MADE_BY_A_TENTH: Final = (15, 31)


def reason(view: View, chosen: Judgement, better: Judgement) -> Message:
    """Return why ``better`` beats ``chosen``; the view is that of a seat which had both choices."""
    if view.stage == "lay_away":
        return _of_discards(view, chosen, better)
    return _of_cards(view, chosen, better)


def _of_discards(view: View, chosen: Judgement, better: Judgement) -> Message:
    hand, crib, peg = better.hand - chosen.hand, better.crib - chosen.crib, better.peg - chosen.peg
    most = max(hand, crib, peg)
    if most < _CLEAR or (better.chance is not None and better.points < chosen.points):
        return _near_the_end(view, chosen, better)
    if most == hand:
        return message(
            "It keeps a better hand: {better:.1f} points on average instead of {chosen:.1f}.",
            better=better.hand,
            chosen=chosen.hand,
        )
    if most == peg:
        return message("The cards it keeps peg {points:.1f} points more on average.", points=peg)
    if better.crib > 0:
        return message("It gives your crib {points:.1f} points more on average.", points=crib)
    if view.rules.players > 2:
        return message("The other side's crib gets less, and that is worth {points:.1f} points.", points=crib)
    return message("It gives your opponent's crib {points:.1f} points less on average.", points=crib)


def _of_cards(view: View, chosen: Judgement, better: Judgement) -> Message:
    series = tuple(card for _, card in view.at_own_turn().series)
    scored, missed = peg_points((*series, better.cards[0])), peg_points((*series, chosen.cards[0]))
    if scored > missed:
        return message("It scores {points} points at once.", points=scored)
    fewer = chosen.theirs - better.theirs
    more = better.points - chosen.points - fewer
    if fewer > max(_CLEAR, more):
        return _of_answers(view, series, chosen, better)
    if more > _CLEAR:
        return message("It pegs {points:.1f} points more on average.", points=more)
    return _near_the_end(view, chosen, better)


def _of_answers(view: View, series: tuple[Card, ...], chosen: Judgement, better: Judgement) -> Message:
    card = chosen.cards[0]
    made = count_of((*series, card)) + _TENTH
    if made in _MADE_BY_A_TENTH and count_of((*series, better.cards[0])) + _TENTH not in _MADE_BY_A_TENTH:
        return message("After {card} any 10, J, Q or K makes {made}.", card=card.face, made=made)
    points = chosen.theirs - better.theirs
    if view.rules.players > 2:
        return message(
            "After {card} your opponents peg {points:.1f} points more on average.", card=card.face, points=points
        )
    return message(
        "After {card} your opponent pegs {points:.1f} points more on average.", card=card.face, points=points
    )


def _near_the_end(view: View, chosen: Judgement, better: Judgement) -> Message:
    """Return a reason where the order of the show matters more than points."""
    side, sides = view.rules.side_of(view.own_seat), view.rules.sides
    others = [other for other, seats in enumerate(sides) if other != side and not view.closed.issuperset(seats)]
    mine, theirs = view.to_go(side), min(map(view.to_go, others))
    if better.chance is None and view.stage == "play":
        points = better.points - chosen.points
        return message("It pegs {points:.1f} points more on average.", points=points)
    if better.chance is None:
        return message("It is a little better in everything: hand, crib and pegging.")
    if len(others) > 1:
        return message("You need {mine}, and the first of the others {theirs}.", mine=mine, theirs=theirs)
    if better.peg - chosen.peg > _CLEAR:
        return message("You need {mine} and your opponent {theirs}, so pegging decides.", mine=mine, theirs=theirs)
    if view.rules.players == 4:
        return message("Your side needs {mine} and the other side {theirs}.", mine=mine, theirs=theirs)
    if view.dealer == view.own_seat:
        return message(
            "You need {mine}, and your opponent, who counts first, needs {theirs}.", mine=mine, theirs=theirs
        )
    return message("You count first and need {mine}. Your opponent needs {theirs}.", mine=mine, theirs=theirs)
