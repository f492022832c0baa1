"""Judge every choice of a player, in every form of the game: by points, and near the end by the chance to win."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.actions import Play
from engine.ai.discards import ALIKE, judge_discards
from engine.ai.levels import Chance
from engine.ai.play_search import Judged, judge_plays
from engine.ai.tables import Place
from engine.ai.winning_chances import Race
from engine.cards import Card
from engine.view import View

_WORLDS: Final = 400
"""How many deals are tried for a card; nobody waits for a review, and a hint may take longer than a move."""

EQUAL: Final = 0.1
"""Discards that differ by this many points or less count as equal."""

EQUAL_CARDS: Final = 0.2
"""So do cards to play that differ by this: held against brute force, no smaller difference is one (robots.md)."""

_TRUE_SHARE: Final = 0.95
"""So much of what a card seems to be ahead is true: players who think longer than the search's make up for the rest."""

_SURE: Final = 2.5
"""Cards that are behind by fewer standard errors count as equal: with other deals another one might be the best."""

POINT: Final = 0.026
"""The chance to win that a point is worth on average near the end of a game."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A choice, the discards or the card to play, and what it brings on average.

    ``hand``, ``crib`` and ``peg`` are points for the player; the pone's crib is below 0, and ``peg`` is less what the
    other pegs, which is ``theirs`` for a card to play. ``chance`` is the chance to win the game where it was judged,
    near the end; if double games count, it is what the game is worth. ``lost`` are the points that the choice loses
    against the best one, and ``lost_chance`` the chance to win; both are 0 if it is as good as the best. Near the end,
    points are the lost chance in points of ``POINT`` each.
    """

    cards: tuple[Card, ...]
    hand: float
    crib: float
    peg: float
    theirs: float
    chance: float | None
    lost: float = 0.0
    lost_chance: float = 0.0

    @property
    def is_discard(self) -> bool:
        """Whether it is a discard: only then there are points of a hand, as some starter pairs any hand."""
        return self.hand > 0

    @property
    def points(self) -> float:
        """All points of the choice."""
        return self.hand + self.crib + self.peg


def can_judge(view: View) -> bool:
    """Return whether the seat has a choice that the judge knows: a whole discard, or a card."""
    if view.seat is None or view.offender is not None:
        return False
    if view.stage == "lay_away":
        return view.to_lay > 0 and not view.laid
    return view.stage == "play" and len({move.card.rank for move in view.legal if isinstance(move, Play)}) > 1


def judge(view: View, chance: Chance, chosen: Sequence[Card] = ()) -> tuple[Judgement, ...]:
    """Return every choice of a seat that ``can_judge`` accepts, the best first.

    The cards ``chosen`` are judged as thoroughly as the best choices.
    """
    race = Race.of(view, Place.of(view, view.own_seat))
    if view.stage == "lay_away":
        discards = [
            Judgement(one.cards, one.hand, one.points - one.hand - one.peg, one.peg, 0.0, one.chance)
            for one in judge_discards(view, chance, careful=chosen)
        ]
        return _with_losses([(one, EQUAL if one.chance is None else ALIKE) for one in discards], race)
    judged = judge_plays(view.at_own_turn(), chance, many=_WORLDS)
    least = EQUAL_CARDS if judged[0].chance is None else EQUAL_CARDS * POINT
    # The deals of one other hand are spread over all that fit, so others tell nearly the same.
    sure = 0.0 if view.rules.players == 2 else _SURE
    best = judged[0].points
    shrunk = [replace(one, points=best - _TRUE_SHARE * (best - one.points)) for one in judged]
    return _with_losses([(_of_play(one, view.hand), max(least, sure * one.error)) for one in shrunk], race)


def judgement_of(choices: Iterable[Judgement], chosen: Sequence[Card]) -> Judgement:
    """Return the judgement of some cards; cards to play are the same if their ranks are.

    Raises ``ValueError`` for cards that are not among the choices.
    """
    for choice in choices:
        if set(choice.cards) == set(chosen):
            return choice
        if len(chosen) == 1 == len(choice.cards) and choice.cards[0].rank is chosen[0].rank:
            return replace(choice, cards=tuple(chosen))
    raise ValueError(f"{' '.join(map(str, chosen))} is no choice")


def point_worth(race: Race) -> float:
    """Return the chance to win that one point more in this deal brings."""
    return race.value_after((1,)) - race.value_after(())


def _of_play(one: Judged, hand: Iterable[Card]) -> Judgement:
    card = next(card for card in hand if card.rank is one.rank)
    return Judgement((card,), 0.0, 0.0, one.points, one.theirs, one.chance)


def _with_losses(choices: Sequence[tuple[Judgement, float]], race: Race) -> tuple[Judgement, ...]:
    """Return the choices with what they lose; each is as good as the best if it is behind by no more than a number."""
    best, worth = choices[0][0], point_worth(race)
    return tuple(_with_loss(choice, best, worth, alike) for choice, alike in choices)


def _with_loss(choice: Judgement, best: Judgement, worth: float, alike: float) -> Judgement:
    if best.chance is None:
        lost = best.points - choice.points
        return replace(choice, lost=lost, lost_chance=lost * worth) if lost > alike else choice
    if choice.chance is None:
        # It was left out because it is far behind in points.
        lost = max(best.points - choice.points, EQUAL)
        return replace(choice, lost=lost, lost_chance=lost * POINT)
    lost_chance = best.chance - choice.chance
    return replace(choice, lost=lost_chance / POINT, lost_chance=lost_chance) if lost_chance > alike else choice
