"""The achievements that a player earns in a finished game, and those of many games together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.ai.levels import EXPERT
from engine.analysis.game_review import wrong_counts
from engine.cards import Card
from engine.course import Course, Declaration
from engine.events import Challenged, GameWon
from engine.laws import Law
from engine.rules import Counting, Rules

KINDS: Final = (
    *("hand_29", "hand_28", "hand_24", "crib_20", "four_alike", "pegging"),
    *("skunk", "double_skunk", "skunk_survived", "comeback", "one_hole"),
    *("sharp_eye", "right_counts", "beat_expert"),
    *("ten_nights", "seven_wins", "games_10", "games_100", "games_1000"),
)
"""Every kind of achievement, in the order in which they are listed."""

PEGGED: Final = 12
"""The points in the play of one deal that are an achievement."""

BEHIND: Final = 30
"""The holes behind an opponent from which a won game is an achievement."""

CLOSE: Final = 15
"""How near the last hole an opponent must be while a player is still behind the skunk line and goes on to win."""

OVERCOUNTS: Final = 3
"""How many counts of the opponents have to be too high; a player must catch all of them."""

COUNTS: Final = 5
"""The hands and cribs that a player must at least have counted in a won game without a wrong count."""

_GIVEN_UP: Final = frozenset({"resigned", "time"})
_MILESTONES: Final = {10: "games_10", 100: "games_100", 1_000: "games_1000"}
_DAYS: Final = 10
_RUN: Final = 7


@dataclass(frozen=True, slots=True)
class Achievement:
    """An achievement of one game: its kind, the deal (0 for the whole game), and the cards with the starter."""

    kind: str
    deal: int = 0
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game as its player's list has it: its id, the day as text, whether they won, and how it ended."""

    id: str
    day: str
    won: bool
    ended_by: str


def achievements_of(course: Course, seat: int, robots: Sequence[str | None]) -> tuple[Achievement, ...]:
    """Return what a player earned in a finished game, each kind once, in the order of ``KINDS``.

    ``robots`` are their levels by seat, None for people. A game that was resigned or lost on time brings only what was
    earned with cards. Hands and cribs are those of the seat; a win is that of its side.
    """
    won, rules = course.won, course.rules
    earned = [*_of_cards(course, seat)]
    if won.by not in _GIVEN_UP:
        earned += _of_counts(course, seat)
        if won.side == rules.side_of(seat):
            earned += _of_win(course, seat, won)
            opponents = {robots[other] for other in _opponents(rules, seat)}
            earned += [Achievement("beat_expert")] if opponents == {EXPERT} else []
    first = {found.kind: found for found in reversed(earned)}
    return tuple(first[kind] for kind in KINDS if kind in first)


def milestones(games: Sequence[PastGame]) -> dict[str, str]:
    """Return the achievements of many games, by kind, with the id of the game that completed each.

    ``games`` are all finished games of a player, the oldest first. A game that was resigned or lost on time is not
    counted, but a lost one still ends a run of wins.
    """
    completed, days, played, run = dict[str, str](), set[str](), 0, 0
    for game in games:
        if game.ended_by in _GIVEN_UP:
            run = run if game.won else 0
            continue
        played, run = played + 1, run + 1 if game.won else 0
        days.add(game.day)
        reached = [_MILESTONES.get(played), "ten_nights" if len(days) == _DAYS else None]
        for kind in (*reached, "seven_wins" if run == _RUN else None):
            if kind is not None:
                completed.setdefault(kind, game.id)
    return completed


def _of_cards(course: Course, seat: int) -> Iterator[Achievement]:
    for made in course.declarations.values():
        if made.seat == seat and (kind := _kind_of(made)) is not None:
            starter = () if made.what == "play" or made.step.starter is None else (made.step.starter,)
            cards = made.cards[-4:] if made.what == "play" else made.cards
            yield Achievement(kind, made.step.deal, (*cards, *starter))
    pegged = Counter[int]()
    for peg, deal, points in course.points_of_play:
        if peg.seat == seat and peg.law is not Law.HIS_HEELS:
            pegged[deal] += points
    # Points that an opponent has rightly challenged are off the board by now.
    yield from (Achievement("pegging", deal) for deal, points in pegged.items() if points >= PEGGED)


def _kind_of(made: Declaration) -> str | None:
    """Return the kind of achievement that a card, hand or crib is, by its true count."""
    if made.what == "play":
        last = made.cards[-4:]
        alike = len(last) == 4 and len({card.rank for card in last}) == 1
        return "four_alike" if alike and made.declared in (None, 12) else None
    if made.declared is None:
        # The bot counted it.
        return None
    if made.what == "crib":
        return "crib_20" if made.true >= 20 else None
    return f"hand_{made.true}" if made.true in (24, 28, 29) else None


def _of_counts(course: Course, seat: int) -> Iterator[Achievement]:
    if course.rules.counting is not Counting.CHALLENGE:
        return
    wrong = [made for other in _opponents(course.rules, seat) for made in wrong_counts(course, other)]
    over = [made for made in wrong if made.missed < 0]
    if len(over) >= OVERCOUNTS and all(_caught(made, seat) for made in over):
        yield Achievement("sharp_eye")


def _caught(made: Declaration, seat: int) -> bool:
    found = (answer.event for answer in made.answers)
    return any(
        isinstance(event, Challenged) and event.seat == seat and event.upheld and event.claim == "too_many"
        for event in found
    )


def _of_win(course: Course, seat: int, won: GameWon) -> Iterator[Achievement]:
    rules = course.rules
    worth = sorted(games for _, games in rules.doubles)
    yield from map(Achievement, great_wins(course))
    if len(worth) > 1 and won.games == worth[-1]:
        yield Achievement("double_skunk")
    line = max((below for below, _ in rules.doubles), default=0)
    lead = [(scores[won.side], max(scores[: won.side] + scores[won.side + 1 :])) for scores in course.scores]
    if any(own < line and best >= rules.target - CLOSE for own, best in lead):
        yield Achievement("skunk_survived")
    if lead[-1][1] == rules.target - 1:
        yield Achievement("one_hole")
    counted = sum(made.seat == seat and made.declared is not None for made in course.shows)
    if rules.counting is not Counting.AUTOMATIC and counted >= COUNTS and not wrong_counts(course, seat):
        yield Achievement("right_counts")


def great_wins(course: Course) -> list[str]:
    """Return what the winners of a finished game may be proud of each time: of a skunk, of a comeback, or of both."""
    won, side = course.won, course.won.side
    if won.by in _GIVEN_UP:
        return []
    behind = max([max(scores[:side] + scores[side + 1 :]) - scores[side] for scores in course.scores])
    return ["skunk"] * (won.games > 1) + ["comeback"] * (behind >= BEHIND)


def _opponents(rules: Rules, seat: int) -> list[int]:
    return [other for other in range(rules.players) if rules.side_of(other) != rules.side_of(seat)]
