"""Judge every card that can be played by playing each one to the end of the deal against the likely hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from statistics import stdev
from typing import Final

from engine.ai.holdings import Choice, Seen, World, likely_crib, worlds
from engine.ai.levels import Chance, Stop, never
from engine.ai.opponent_hands import most_room_passed, unseen_ranks
from engine.ai.play_positions import (
    Hands,
    Line,
    Position,
    Ranks,
    Seating,
    count_of,
    play_on,
    play_out,
    points_of,
    reached,
    without,
)
from engine.ai.tables import Place, kept_likelihood
from engine.ai.winning_chances import Cribs, Race
from engine.cards import PACK, Card, Rank, Suit
from engine.scoring import LIMIT, show_total
from engine.view import View

WORLDS: Final = {2: 140, 3: 160, 4: 140}
"""How many deals of the hands of the others are tried, by the number of players."""

_AT_ONCE: Final = 10
"""How many are tried before it is asked whether to stop: some 3 ms of work. The first ones are always tried."""

_SEEN_ALIKE: Final = 0.02
"""Worlds that look alike are likely together by this much at least, if a choice in them is to be judged."""

_CRIBS: Final = 40
"""How many cribs are tried near the end of a game."""

_POINT: Final = 0.0005
"""What a point is worth where the chance to win is judged: of equal chances the one with more points is better."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A card that can be played, and what it brings on average.

    ``points`` are those of the player's side in the rest of the play, less those of the others, which are ``theirs``;
    with three players, the mean of the two others. ``chance`` is the chance to win the game, where it was judged; if
    double games count, it is what the game is worth (``game_value``). ``error`` is the standard error of what the card
    is behind the best one, in points or else in chances.
    """

    rank: Rank
    points: float
    theirs: float
    chance: float | None = None
    error: float = 0.0

    @property
    def value(self) -> float:
        """The number that is highest for the best card."""
        return self.points if self.chance is None else self.chance + _POINT * self.points


@dataclass(frozen=True, slots=True)
class _Ending:
    """What follows the play near the end of a game: the points of each hand in the order of the show, and of the crib.

    ``order`` are the players, the one who thinks being 0, and ``played`` the cards that each has played.
    """

    race: Race
    signs: tuple[int, ...]
    order: tuple[int, ...]
    mine: int
    played: tuple[Ranks, ...]
    starter: Card
    cribs: Cribs
    known: dict[tuple[int, Ranks], int] = field(default_factory=dict)

    def value(self, scores: Sequence[int], others: Hands) -> float:
        """Return what the game is worth after these scores of the play against some hands."""
        shown = [self.signs[one] * (self._points(one, others[one - 1]) if one else self.mine) for one in self.order]
        return self.race.value_with_crib((*scores, *shown), self.cribs)

    def _points(self, player: int, rest: Ranks) -> int:
        points = self.known.get((player, rest))
        if points is None:
            points = self.known[player, rest] = _points_by_rank((*rest, *self.played[player]), self.starter)
        return points


def judge_plays(view: View, chance: Chance, stop: Stop = never, many: int | None = None) -> tuple[Judged, ...]:
    """Return every rank that a player can play, the best first; once it is to ``stop``, fewer deals are tried."""
    place = Place.of(view, view.own_seat)
    likely = worlds(what_was_seen(view), many or WORLDS[view.rules.players], chance)
    table = _Table(Seating(place.signs, view.rules.single_series), place.other, _ending(view, place, chance))
    position = reached(tuple(int(card.rank) for _, card in view.series))
    hand = tuple(sorted(int(card.rank) for card in view.hand))
    tried = [_Try(rank, hand, position, table) for rank in dict.fromkeys(hand) if position.points[rank] >= 0]
    parts = -(-len(likely) // _AT_ONCE)
    for part in range(parts):
        if part and stop():
            break
        for one in tried:
            one.play(likely[part::parts])
    refined = [one.refined(stop) for one in tried]
    # A card that is judged more thoroughly than another looks better, so it is all of them or none.
    values = [value for value in refined if value is not None]
    if len(values) < len(tried):
        values = [one.quick for one in tried]
    judged = [(one.judged(value), one) for one, value in zip(tried, values, strict=True)]
    judged.sort(key=lambda one: one[0].value, reverse=True)
    return tuple(replace(found, error=one.error_behind(judged[0][1])) for found, one in judged)


@dataclass(frozen=True, slots=True)
class _Table:
    """How the play goes around, what a point of others costs, and what follows the play."""

    seating: Seating
    other: float
    ending: _Ending | None


def around(view: View) -> tuple[int, ...]:
    """Return the seats in the order of play, the view's own first, but for those of players who have left."""
    players = view.rules.players
    return tuple([seat for step in range(players) if (seat := (view.own_seat + step) % players) not in view.closed])


@dataclass(slots=True)
class _World:
    """A likely deal of the others' hands, its likelihood, and the scores since the choice that is judged."""

    others: Hands
    share: float
    scores: list[int]


@dataclass(frozen=True, slots=True)
class _Value:
    """What some worlds bring together: points, those of the others, and the chance; each times the likelihood."""

    points: float = 0.0
    theirs: float = 0.0
    chance: float = 0.0

    def __add__(self, other: _Value) -> _Value:
        return _Value(self.points + other.points, self.theirs + other.theirs, self.chance + other.chance)

    @property
    def worth(self) -> float:
        """The number that is highest for the best card."""
        return self.chance + _POINT * self.points


class _Try:
    """A card that is tried: all play on after it without much thought, to the end.

    Where enough worlds look alike at the next choice, that one can be ``refined``: the best for what is seen then.
    """

    def __init__(self, rank: int, hand: Ranks, position: Position, table: _Table) -> None:
        self._rank = rank
        self._rest = without(hand, rank)
        self._now = position.points[rank]
        self._after = position.after(rank)
        self._table = table
        self._tried = 0.0
        self._parts: list[float] = []
        self._alike: dict[Ranks, list[tuple[Line, _World, _Value]]] = {}

    def play(self, likely: Iterable[World]) -> None:
        """Play on in these worlds to the end."""
        tried, worth = self._tried, 0.0
        for others, share in likely:
            line = play_on(self._after, (self._rest, *others), 1, 0, self._table.seating, to_choice=True)
            world = _World(others, share, [self._now, *line.scores])
            self._tried += share
            over = world if line.move is None else _after_choice(line, world, line.move[0], self._table)
            value = _value_of((over,), self._table)
            self._alike.setdefault(line.played, []).append((line, world, value))
            worth += value.worth
        self._parts.append(worth / (self._tried - tried))

    @property
    def quick(self) -> _Value:
        """What the card brings in the worlds that were tried if every choice is made without much thought."""
        return sum([value for group in self._alike.values() for _, _, value in group], _Value())

    def refined(self, stop: Stop) -> _Value | None:
        """Return what the card brings with the best next choices; None if it is to stop before."""
        best = _Value()
        for group in self._alike.values():
            if stop():
                return None
            values = [sum([value for *_, value in group], _Value())]
            if group[0][0].move and sum([world.share for _, world, _ in group]) >= _SEEN_ALIKE * self._tried:
                values += _other_choices(group, self._table)
            best += max(values, key=lambda value: value.worth)
        return best

    def error_behind(self, best: _Try) -> float:
        """Return the standard error of what this card is behind the best one, by the parts of the worlds."""
        gaps = [one - own for own, one in zip(self._parts, best._parts, strict=True)]
        error = stdev(gaps) / sqrt(len(gaps)) if len(gaps) > 1 else 0.0
        return error / _POINT if self._table.ending is None else error

    def judged(self, value: _Value) -> Judged:
        """Return what the card brings on average by the value of all worlds that were tried."""
        tried = self._tried
        chance = None if self._table.ending is None else value.chance / tried
        return Judged(Rank(self._rank), value.points / tried, value.theirs / tried, chance)


def _other_choices(group: list[tuple[Line, _World, _Value]], table: _Table) -> Iterator[_Value]:
    """Yield what each other card than the quick one brings in worlds that look alike."""
    line = group[0][0]
    assert line.move is not None
    for rank in dict.fromkeys(line.hands[0]):
        if line.position.points[rank] >= 0 and rank != line.move[0]:
            yield _value_of([_after_choice(line, world, rank, table) for line, world, _ in group], table)


def _after_choice(line: Line, world: _World, rank: int, table: _Table) -> _World:
    """Return the world at the end of the play, after a card that is chosen where the line stopped."""
    hands = (without(line.hands[0], rank), *line.hands[1:])
    scores = play_out(line.position.after(rank), hands, 1, 0, table.seating)
    return _World(world.others, world.share, [*world.scores, line.position.points[rank], *scores])


def _value_of(worlds: Iterable[_World], table: _Table) -> _Value:
    points = against = chance = 0.0
    for world in worlds:
        own, others = points_of(world.scores)
        against += world.share * others * table.other
        points += world.share * (own - others * table.other)
        if table.ending is not None:
            chance += world.share * table.ending.value(world.scores, world.others)
    return _Value(points, against, chance)


def _ending(view: View, place: Place, chance: Chance) -> _Ending | None:
    """Return what follows the play; None while points alone are good enough."""
    assert view.starter is not None
    race, starter, seats = Race.of(view, place), view.starter, around(view)
    if not race.is_near_the_end:
        return None
    mine = (*view.hand, *(card for seat, card in view.played if seat == view.own_seat))
    played = tuple(tuple(int(card.rank) for other, card in view.played if other == seat) for seat in seats)
    dealer = seats.index(view.dealer) if view.dealer in seats else -1
    order = tuple((dealer + step) % len(seats) for step in range(1, len(seats) + 1))
    cribs = _likely_cribs(view, place, starter, chance)
    return _Ending(race, place.signs, order, show_total(mine, starter), played, starter, cribs)


def _points_by_rank(ranks: Ranks, starter: Card) -> int:
    """Return the points of a hand by its ranks, without a flush or his nobs."""
    cards = [Card(Rank(rank), Suit(place)) for place, rank in enumerate(ranks)]
    return show_total(cards, starter) - (starter.nobs in cards)


def _likely_cribs(view: View, place: Place, starter: Card, chance: Chance) -> Cribs:
    """Return the points that the crib may have, and how likely each number is."""
    known = {*view.hand, *view.laid, starter, *(card for _, card in view.played)}
    left = [card for card in PACK if card not in known]
    found: dict[int, float] = {}
    for _ in range(_CRIBS):
        crib = (*view.laid, *likely_crib(left, chance, place))
        points = show_total(crib, starter, crib=True)
        found[points] = found.get(points, 0.0) + 1 / _CRIBS
    return tuple(found.items())


def what_was_seen(view: View) -> tuple[Seen, ...]:
    """Return what the view's seat knows of the hands of the others, in the order of play."""
    unseen, choices = unseen_ranks(view), _choices(view)
    return tuple(
        Seen(
            unseen=unseen,
            held=view.held[other],
            kept=kept_likelihood(place.form, dealer=place.deals),
            room=most_room_passed(view, other),
            choices=tuple(choices[other]),
        )
        for other in around(view)[1:]
        for place in (Place.of(view, other),)
    )


def _choices(view: View) -> list[list[Choice]]:
    """Return the cards that each seat chose, as it saw the play then."""
    players, seats = view.rules.players, around(view)
    held = [many + sum(seat == other for seat, _ in view.played) for other, many in enumerate(view.held)]
    choices: list[list[Choice]] = [[] for _ in range(players)]
    series: Ranks = ()
    last, gone = 0, set[int]()
    for seat, card in view.played:
        if card.pips > LIMIT - count_of(series):
            series, gone = (), set()
        elif series:
            gone.update((last + step) % players for step in range(1, 1 + (seat - last - 1) % players))
        following = next(other for step in range(1, 1 + players) if (other := (seat + step) % players) in seats)
        choices[seat].append(Choice(series, int(card.rank), 0 if following in gone else held[following]))
        held[seat] -= 1
        series, last = (*series, int(card.rank)), seat
    return choices
