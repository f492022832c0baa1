"""Hold the judge against brute force, decision by decision.

``python -m tests.support.check_judge --decisions 200 --deals 200`` takes decisions from games of robots, one choice of
each that the judge did not put first, and plays that choice and the best one on by club players in the same deals. For
discards and plays, as dealer and as pone, it prints what the choice really lost less what the judge says, and how often
the sign is contradicted. The choices are drawn, because those that a judge puts first always look better than they are.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from statistics import fmean, stdev

from bot.tables.robot_games import play_game
from engine.actions import LayAway, Move, Play
from engine.ai.discard_averages import Unseen, expected_points
from engine.ai.holdings import likely_crib, worlds
from engine.ai.judge import Judgement, judge, judgement_of
from engine.ai.levels import CLUB, STEADY
from engine.ai.play_search import what_was_seen
from engine.ai.robots import choose
from engine.ai.tables import Place
from engine.ai.winning_chances import winning_chance
from engine.analysis.game_review import Decision, decisions_of
from engine.cards import PACK, Card
from engine.course import Course
from engine.game import apply, waiting_on
from engine.rules import Counting, Rules
from engine.scoring import show_total
from engine.state import Game, LayingAway, Playing
from engine.view import View, view
from tests.support.robot_tables import dealt

RULES = Rules(counting=Counting.AUTOMATIC)

WORST = 4.0
"""Choices that lose more points are left out: nobody needs a judge for them."""

CLASSES = ("discards of the dealer", "discards of the pone", "plays of the dealer", "plays of the pone")


@dataclass(frozen=True)
class Loss:
    """What a choice lost by the judge, and in truth with its standard error: points, or the chance to win."""

    judged: float
    true: float
    error: float

    @classmethod
    def of(cls, judged: float, lost: Sequence[float]) -> Loss:
        """Return the loss by what was lost in each deal."""
        return cls(judged, fmean(lost), stdev(lost) / sqrt(len(lost)))

    @property
    def is_contradicted(self) -> bool:
        """Whether the choice is better in truth, beyond doubt, although it lost something."""
        return self.judged > 0 and self.true < -3 * self.error


@dataclass(frozen=True)
class Compared:
    """The loss in points, None near the end of a game where the judge does not count in points, and in chance."""

    points: Loss | None
    chance: Loss

    @property
    def is_contradicted(self) -> bool:
        return (self.points or self.chance).is_contradicted


def decisions(seed: str) -> Iterator[tuple[Course, Decision]]:
    """Yield decisions of robots of two levels, without end."""
    number = 0
    while True:
        events = play_game(RULES, f"{seed} {number}".encode(), levels=(CLUB, STEADY))
        course, chance = Course(events, RULES), Random(f"{seed} {number}")
        found = [one for seat in range(2) for one in decisions_of(course, seat)]
        yield from ((course, one) for one in chance.sample(found, min(4, len(found))))
        number += 1


def class_of(decision: Decision) -> int:
    return 2 * (decision.seen.stage == "play") + (decision.seen.dealer != decision.seen.seat)


def compare(course: Course, decision: Decision, deals: int, chance: Random) -> Compared | None:
    """Compare the best choice with another one; None where there is no other."""
    seen = decision.seen
    others = [one for one in judge(seen, Random(1).random)[1:] if one.lost < WORST]
    if not others:
        return None
    cards = chance.choice(others).cards
    found = judge(seen, Random(2).random, cards)
    other, best = judgement_of(found, cards), found[0]
    if best.cards == other.cards:
        best = found[1]
    game, is_discard = course.games[decision.place], seen.stage == "lay_away"
    games = _dealt(seen, deals, chance) if is_discard else _held(game, seen, deals, chance)
    points, chances = list[float](), list[float]()
    for game in games:
        first, second = (_outcome(game, _move(seen, one), seen, chance) for one in (best, other))
        points.append(first[0] - second[0])
        chances.append(first[1] - second[1])
    by_points = None if best.chance is not None else Loss.of(other.lost - best.lost, points)
    return Compared(by_points, Loss.of(other.lost_chance - best.lost_chance, chances))


def _move(seen: View, choice: Judgement) -> Move:
    assert seen.seat is not None
    return LayAway(seen.seat, choice.cards) if seen.stage == "lay_away" else Play(seen.seat, choice.cards[0])


def _outcome(game: Game, move: Move, seen: View, chance: Random) -> tuple[float, float]:
    """Return the points of a seat less the other's after the deal, and its chance to win; club players play on.

    After a discard the points of the hand and of the crib are their mean over all starters.
    """
    crib: list[Card] = []
    more = 0.0
    while True:
        crib += move.cards if isinstance(move, LayAway) else ()
        game, _ = apply(game, move)
        if crib and isinstance(game.phase, Playing) and not game.phase.played:
            more = _of_any_starter(game.phase, seen, tuple(crib))
        if not isinstance(game.phase, LayingAway | Playing):
            break
        move = choose(view(game, waiting_on(game)[0]), CLUB, chance.random)
    seat = seen.seat or 0
    scores = game.scores[seat], game.scores[1 - seat]
    mine, theirs = (RULES.target - score for score in scores)
    return scores[0] - scores[1] + more, winning_chance(mine, theirs, dealer=seen.dealer != seat)


def _of_any_starter(phase: Playing, seen: View, crib: tuple[Card, ...]) -> float:
    """Return what the hand and the crib of a seat score on average over all starters, less what they do with this."""
    unseen, kept = Unseen.excluding((*sum(phase.kept, ()), *crib)), phase.kept[seen.seat or 0]
    sign = 1 if seen.dealer == seen.seat else -1
    mean = expected_points(kept, unseen) + sign * expected_points(crib, unseen, crib=True)
    return mean - show_total(kept, phase.starter) - sign * show_total(crib, phase.starter, crib=True)


def _dealt(seen: View, deals: int, chance: Random) -> Iterator[Game]:
    """Yield games in which a seat holds its cards before the discard, and the other any."""
    assert seen.seat is not None
    assert seen.dealer is not None
    left = [card for card in PACK if card not in seen.hand]
    for _ in range(deals):
        theirs = chance.sample(left, 7)
        hands = [" ".join(map(str, seen.hand)), " ".join(map(str, theirs[:6]))]
        scores = seen.scores
        yield dealt(
            RULES, seen.dealer, *(hands if seen.seat == 0 else hands[::-1]), starter=str(theirs[6]), scores=scores
        )


def _held(game: Game, seen: View, deals: int, chance: Random) -> Iterator[Game]:
    """Yield the game with other cards that the other player may hold, and may have discarded."""
    assert seen.seat is not None
    for hands, share in worlds(what_was_seen(seen), deals, chance.random):
        for _ in range(max(1, round(share * deals))):
            yield _with_hand(game, seen, _with_suits(hands[0], seen, game), chance)


def _with_suits(ranks: Sequence[int], seen: View, game: Game) -> tuple[Card, ...]:
    assert isinstance(game.phase, Playing)
    gone = {*seen.hand, *seen.laid, game.phase.starter, *(card for _, card in game.phase.played)}
    cards: list[Card] = []
    for rank in ranks:
        cards.append(next(card for card in PACK if card.rank == rank and card not in gone and card not in cards))
    return tuple(cards)


def _with_hand(game: Game, seen: View, cards: tuple[Card, ...], chance: Random) -> Game:
    """Return the game in which the other player holds other cards, which they also show, and discarded any."""
    phase, seat = game.phase, 1 - (seen.seat or 0)
    assert isinstance(phase, Playing)
    hands, kept = list(phase.hands), list(phase.kept)
    hands[seat] = cards
    kept[seat] = (*cards, *(card for other, card in phase.played if other == seat))
    left = [card for card in PACK if card not in {*kept[0], *kept[1], *seen.laid, phase.starter}]
    crib = (*seen.laid, *likely_crib(left, chance.random, Place.of(seen, 1 - seat)))
    return replace(game, phase=replace(phase, hands=tuple(hands), kept=tuple(kept), crib=crib))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=200)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", default="0")
    asked = parser.parse_args()
    chance, each = Random(asked.seed), -(-asked.decisions // len(CLASSES))
    compared: list[list[Compared]] = [[] for _ in CLASSES]
    for course, decision in decisions(asked.seed):
        group = compared[class_of(decision)]
        if len(group) < each and (found := compare(course, decision, asked.deals, chance)) is not None:
            group.append(found)
        if all(len(one) >= each for one in compared):
            break
    for name, group in zip(CLASSES, compared, strict=True):
        points = bias([one.points for one in group if one.points is not None])
        wrong = sum(one.is_contradicted for one in group)
        print(f"{name}: {points} points, {bias([one.chance for one in group])} of the chance to win, ", end="")
        print(f"{wrong} of {len(group)} contradicted")


def bias(losses: Sequence[Loss]) -> str:
    """Return the mean of what was lost in truth less what the judge says, with its 95 % interval."""
    gaps = [one.true - one.judged for one in losses]
    return f"{fmean(gaps):+.4f} ± {1.96 * stdev(gaps) / sqrt(len(gaps)):.4f}"


if __name__ == "__main__":
    main()
