"""The achievements that a player earns in a finished game, and those of many games together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.ai.levels import EXPERT
from engine.analysis.count_answers import answers_by_count
from engine.analysis.declared_counts import wrong_counts
from engine.cards import Card
from engine.events import (
    Challenged,
    CountReset,
    Dealt,
    Event,
    GameWon,
    Pegged,
    Played,
    PutBack,
    Shown,
    StarterTurned,
)
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
_OF_THE_PLAY: Final = frozenset(
    {
        *(Law.FIFTEEN, Law.THIRTY_ONE, Law.GO, Law.LAST_CARD, Law.DECLARED),
        *(Law.PAIR, Law.PAIR_ROYAL, Law.DOUBLE_PAIR_ROYAL, Law.RUN),
    }
)
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

    @property
    def played_out(self) -> bool:
        """Return whether nobody resigned it or lost it on time."""
        return self.ended_by not in _GIVEN_UP


def achievements_of(
    events: Sequence[Event], rules: Rules, seat: int, robots: Sequence[str | None]
) -> tuple[Achievement, ...]:
    """Return what a player earned in a finished game, each kind once, in the order of ``KINDS``.

    ``robots`` are their levels by seat, None for people. A game that was resigned or lost on time brings only what was
    earned with cards. Hands and cribs are those of the seat; a win is that of its side.
    """
    won = next(event for event in reversed(events) if isinstance(event, GameWon))
    earned = [*_of_cards(events, seat)]
    if won.by not in _GIVEN_UP:
        earned += _of_counts(events, rules, seat)
        if won.side == rules.side_of(seat):
            earned += _of_win(events, rules, seat, won)
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
        if not game.played_out:
            run = run if game.won else 0
            continue
        played, run = played + 1, run + 1 if game.won else 0
        days.add(game.day)
        reached = [_MILESTONES.get(played), "ten_nights" if len(days) == _DAYS else None]
        for kind in (*reached, "seven_wins" if run == _RUN else None):
            if kind is not None:
                completed.setdefault(kind, game.id)
    return completed


def _of_cards(events: Iterable[Event], seat: int) -> Iterator[Achievement]:
    """Yield what was earned with a hand, a crib, or in the play."""
    deal, pegged, in_play, series = 0, 0, False, list[Card]()
    starter: tuple[Card, ...] = ()
    for event in events:
        match event:
            case Dealt():
                deal, pegged, series, starter = deal + 1, 0, [], ()
            case StarterTurned(card=card):
                in_play, starter = True, (card,)
            case CountReset():
                series = []
            case Played():
                series.append(event.card)
                if event.seat == seat and _is_four_alike(series) and event.declared in (None, 12):
                    yield Achievement("four_alike", deal, tuple(series[-4:]))
            case Shown() if event.seat == seat and (kind := _kind_of(event)) is not None:
                yield Achievement(kind, deal, (*event.cards, *starter))
            case Pegged() if event.seat == seat and in_play and event.law in _OF_THE_PLAY:
                pegged += event.points
            case PutBack(law=Law.OVERSCORE) if event.seat == seat and in_play:
                pegged -= event.points
            case _:
                pass
        if in_play and isinstance(event, Shown | GameWon):
            in_play = False
            # Points that an opponent has rightly challenged are off the board by now.
            if pegged >= PEGGED:
                yield Achievement("pegging", deal)


def _kind_of(shown: Shown) -> str | None:
    """Return the kind of achievement that a hand or crib is, by its true count."""
    true = shown.true or 0
    if shown.what == "crib":
        return "crib_20" if true >= 20 else None
    return f"hand_{true}" if true in (24, 28, 29) else None


def _is_four_alike(series: Sequence[Card]) -> bool:
    return len(series) >= 4 and len({card.rank for card in series[-4:]}) == 1


def _of_counts(events: Sequence[Event], rules: Rules, seat: int) -> Iterator[Achievement]:
    """Yield what was earned by catching every count of the opponents that was too high."""
    if rules.counting is not Counting.CHALLENGE:
        return
    answers = answers_by_count(events)
    wrong = [count for other in _opponents(rules, seat) for count in wrong_counts(events, other)]
    over = [count.place for count in wrong if count.missed < 0]
    if len(over) >= OVERCOUNTS and all(_caught(events, answers[place], seat) for place in over):
        yield Achievement("sharp_eye")


def _caught(events: Sequence[Event], answers: Iterable[int], seat: int) -> bool:
    """Return whether a seat rightly challenged a count as too high; ``answers`` are the places of its answers."""
    found = (events[place] for place in answers)
    return any(
        isinstance(event, Challenged) and event.seat == seat and event.upheld and event.claim == "too_many"
        for event in found
    )


def _of_win(events: Sequence[Event], rules: Rules, seat: int, won: GameWon) -> Iterator[Achievement]:
    """Yield what was earned by winning; the game was played out."""
    worth = sorted(games for _, games in rules.doubles)
    if won.games > 1:
        yield Achievement("skunk")
        if len(worth) > 1 and won.games == worth[-1]:
            yield Achievement("double_skunk")
    line = max((below for below, _ in rules.doubles), default=0)
    boards = list(_boards(events, len(rules.sides)))
    lead = [(scores[won.side], max(_without(scores, won.side))) for scores in boards]
    if any(own < line and best >= rules.target - CLOSE for own, best in lead):
        yield Achievement("skunk_survived")
    if any(best - own >= BEHIND for own, best in lead):
        yield Achievement("comeback")
    if lead[-1][1] == rules.target - 1:
        yield Achievement("one_hole")
    counted = sum(isinstance(event, Shown) and event.seat == seat and event.declared is not None for event in events)
    if rules.counting is not Counting.AUTOMATIC and counted >= COUNTS and not wrong_counts(events, seat):
        yield Achievement("right_counts")


def _boards(events: Iterable[Event], sides: int) -> Iterator[Sequence[int]]:
    """Yield the scores of all sides after every peg that was moved, from the start of the game."""
    scores = [0] * sides
    yield tuple(scores)
    for event in events:
        if isinstance(event, Pegged | PutBack):
            scores[event.side] = event.score
            yield tuple(scores)


def _without(scores: Sequence[int], side: int) -> Collection[int]:
    return [*scores[:side], *scores[side + 1 :]]


def _opponents(rules: Rules, seat: int) -> list[int]:
    """Return the seats of the other sides."""
    return [other for other in range(rules.players) if rules.side_of(other) != rules.side_of(seat)]
