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
from engine.actions import LayAway, Play
from engine.ai.holdings import worlds
from engine.ai.judge import Judgement, judge
from engine.ai.levels import CLUB, STEADY
from engine.ai.play_search import what_was_seen
from engine.ai.robots import choose
from engine.analysis.game_review import Decision, decisions_of
from engine.cards import PACK, Card
from engine.course import Course
from engine.events import Pegged, Shown
from engine.game import apply, waiting_on
from engine.rules import Counting, Rules
from engine.state import Game, LayingAway, Playing
from engine.view import view
from tests.support.robot_tables import dealt

RULES = Rules(counting=Counting.AUTOMATIC)

FAR = 85
"""From so many holes on, the chance to win decides and not points alone."""

CLASSES = ("discards of the dealer", "discards of the pone", "plays of the dealer", "plays of the pone")


@dataclass(frozen=True)
class Compared:
    """What a choice lost by the judge, and in truth with its standard error."""

    judged: float
    true: float
    error: float

    @property
    def is_contradicted(self) -> bool:
        """Whether the choice is better in truth, beyond doubt, although it lost something."""
        return self.judged > 0 and self.true < -3 * self.error


def decisions(seed: str) -> Iterator[tuple[Course, Decision]]:
    """Yield decisions of robots of two levels, without end, before anybody is near the game hole."""
    number = 0
    while True:
        events = play_game(RULES, f"{seed} {number}".encode(), levels=(CLUB, STEADY))
        course, chance = Course(events, RULES), Random(f"{seed} {number}")
        found = [one for seat in range(2) for one in decisions_of(course, seat) if max(one.seen.scores) < FAR]
        yield from ((course, one) for one in chance.sample(found, min(4, len(found))))
        number += 1


def class_of(decision: Decision) -> int:
    return 2 * (decision.seen.stage == "play") + (decision.seen.dealer != decision.seen.seat)


def compare(course: Course, decision: Decision, deals: int, chance: Random) -> Compared | None:
    """Compare the best choice with another one; None where there is no other."""
    found = judge(decision.seen, Random(1).random)
    others = [one for one in found[1:] if one.lost < 4]
    if not others:
        return None
    other = chance.choice(others)
    brute = _plays if decision.seen.stage == "play" else _discards
    lost = brute(course, decision, (found[0], other), deals, chance)
    return Compared(other.lost, fmean(lost), stdev(lost) / sqrt(len(lost)))


def _discards(course: Course, decision: Decision, both: Sequence[Judgement], deals: int, chance: Random) -> list[float]:
    seen, lost = decision.seen, []
    assert seen.seat is not None
    assert seen.dealer is not None
    left = [card for card in PACK if card not in seen.hand]
    for _ in range(deals):
        theirs = chance.sample(left, 7)
        hands = [" ".join(map(str, seen.hand)), " ".join(map(str, theirs[:6]))]
        game = dealt(RULES, seen.dealer, *(hands if seen.seat == 0 else hands[::-1]), starter=str(theirs[6]))
        nets = [_net_of_deal(apply(game, LayAway(seen.seat, one.cards))[0], seen.seat, chance) for one in both]
        lost.append(float(nets[0] - nets[1]))
    return lost


def _net_of_deal(game: Game, seat: int, chance: Random) -> int:
    while isinstance(game.phase, LayingAway | Playing):
        game, _ = apply(game, choose(view(game, waiting_on(game)[0]), CLUB, chance.random))
    return game.scores[seat] - game.scores[1 - seat]


def _plays(course: Course, decision: Decision, both: Sequence[Judgement], deals: int, chance: Random) -> list[float]:
    seen, lost, game = decision.seen, list[float](), course.games[decision.place]
    assert seen.seat is not None
    for hands, share in worlds(what_was_seen(seen), deals, chance.random):
        theirs = _with_suits(hands[0], seen.hand, game)
        nets = [_net_of_play(_with_hand(game, 1 - seen.seat, theirs), Play(seen.seat, one.cards[0])) for one in both]
        lost += [float(nets[0] - nets[1])] * max(1, round(share * deals))
    return lost


def _with_suits(ranks: Sequence[int], hand: Sequence[Card], game: Game) -> tuple[Card, ...]:
    assert isinstance(game.phase, Playing)
    gone = {*hand, game.phase.starter, *(card for _, card in game.phase.played)}
    cards: list[Card] = []
    for rank in ranks:
        cards.append(next(card for card in PACK if card.rank == rank and card not in gone and card not in cards))
    return tuple(cards)


def _with_hand(game: Game, seat: int, cards: tuple[Card, ...]) -> Game:
    """Return the game in which a seat holds other cards, which it also shows."""
    phase = game.phase
    assert isinstance(phase, Playing)
    hands, kept = list(phase.hands), list(phase.kept)
    hands[seat] = cards
    kept[seat] = (*cards, *(card for other, card in phase.played if other == seat))
    return replace(game, phase=replace(phase, hands=tuple(hands), kept=tuple(kept)))


def _net_of_play(game: Game, move: Play) -> int:
    """Return what the player pegs less the other in the rest of the play, by club players after the move."""
    net, chance, act = 0, Random(1), move
    while True:
        game, events = apply(game, act)
        for event in events:
            if isinstance(event, Shown):
                return net
            if isinstance(event, Pegged):
                net += event.points if event.seat == move.seat else -event.points
        if not isinstance(game.phase, Playing):
            return net
        chosen = choose(view(game, waiting_on(game)[0]), CLUB, chance.random)
        assert isinstance(chosen, Play)
        act = chosen


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
    for name, found_ones in zip(CLASSES, compared, strict=True):
        gaps = [one.true - one.judged for one in found_ones]
        error = stdev(gaps) / sqrt(len(gaps))
        wrong = sum(one.is_contradicted for one in found_ones)
        print(f"{name}: {fmean(gaps):+.3f} ± {1.96 * error:.3f} points, {wrong} of {len(gaps)} contradicted")


if __name__ == "__main__":
    main()
