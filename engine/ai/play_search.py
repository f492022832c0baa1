"""Judge every card that can be played by playing each one to the end of the deal against the likely hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.ai.holdings import Choice, Holding, Seen, holdings, likely_pair
from engine.ai.levels import Chance
from engine.ai.opponent_hands import estimate, most_room_passed, unseen_ranks
from engine.ai.play_positions import Line, Position, Ranks, play_on, play_out, reached, without
from engine.ai.winning_chances import Cribs, Race
from engine.cards import PACK, Card, Rank, Suit
from engine.pegging import LIMIT
from engine.scoring import show_total
from engine.view import View

WORLDS: Final = 140
"""How many hands of the other player are tried."""

_SEEN_ALIKE: Final = 0.02
"""Worlds that look alike are likely together by this much at least, if a choice in them is to be judged."""

_CRIBS: Final = 40
"""How many cribs are tried near the end of a game."""

_POINT: Final = 0.0005
"""What a point is worth where the chance to win is judged: of equal chances the one with more points is better."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A card that can be played, and what it brings on average.

    ``points`` are the player's in the rest of the play, less those of the other, which are ``theirs``. ``chance`` is
    the chance to win the game, where it was judged; if double games count, it is what the game is worth
    (``game_value``).
    """

    rank: Rank
    points: float
    theirs: float
    chance: float | None = None

    @property
    def value(self) -> float:
        """The number that is highest for the best card."""
        return self.points if self.chance is None else self.chance + _POINT * self.points


@dataclass(frozen=True, slots=True)
class _Ending:
    """What follows the play near the end of a game: the points of the show by hand, and of the crib."""

    race: Race
    mine: int
    theirs: dict[Ranks, int]
    cribs: Cribs

    def value(self, scores: Sequence[int], hand: Ranks) -> float:
        """Return what the game is worth after these scores of the play against a hand."""
        shown = (-self.theirs[hand], self.mine) if self.race.dealer else (self.mine, -self.theirs[hand])
        return self.race.value_with_crib((*scores, *shown), self.cribs)


def judge_plays(view: View, chance: Chance) -> tuple[Judged, ...]:
    """Return every rank that one of two players can play, the best first."""
    likely = holdings(what_was_seen(view), WORLDS, chance)
    ending = _ending(view, likely, chance)
    fits = {card.rank: card for card in view.hand if card.pips <= LIMIT - view.count}
    judged = [_judge(view, fits[rank], likely, ending) for rank in sorted(fits)]
    return tuple(sorted(judged, key=lambda one: one.value, reverse=True))


def best_play(view: View, chance: Chance) -> Card:
    """Return the best card to play."""
    best = judge_plays(view, chance)[0].rank
    return next(card for card in view.hand if card.rank is best)


@dataclass(slots=True)
class _World:
    """A likely hand of the other player, its likelihood, and the scores since the choice that is judged."""

    theirs: Ranks
    share: float
    scores: list[int]


@dataclass(frozen=True, slots=True)
class _Value:
    """What some worlds bring together: points, those of the other player, and the chance; each times the likelihood."""

    points: float = 0.0
    theirs: float = 0.0
    chance: float = 0.0

    def __add__(self, other: _Value) -> _Value:
        return _Value(self.points + other.points, self.theirs + other.theirs, self.chance + other.chance)

    @property
    def worth(self) -> float:
        """The number that is highest for the best card."""
        return self.chance + _POINT * self.points


def _judge(view: View, card: Card, likely: tuple[Holding, ...], ending: _Ending | None) -> Judged:
    """Return what a card brings against the likely hands; the next choice after it is the best for what is seen then.

    The other player's answer is judged as they see it. After my next choice, and where few worlds look alike, both play
    on without much thought.
    """
    rank = int(card.rank)
    position = reached(_ranks(view.series))
    rest = without(tuple(sorted(int(card.rank) for card in view.hand)), rank)
    reply = _reply(view, card, len(rest))
    value = _Value()
    alike: dict[Ranks, list[tuple[Line, _World]]] = {}
    for theirs, share in likely:
        line = _line(position.after(rank), reply, (rest, theirs))
        world = _World(theirs, share, [position.points[rank], *line.scores])
        if line.move is None:
            value += _value_of((world,), ending)
        else:
            alike.setdefault(line.played, []).append((line, world))
    for group in alike.values():
        value += _best_continuation(group, _left(rest, group[0][0].played), ending)
    return Judged(card.rank, value.points, value.theirs, None if ending is None else value.chance)


def _line(after: Position, reply: Choice, hands: tuple[Ranks, Ranks]) -> Line:
    rest, theirs = hands
    position = reached(reply.series)
    fits = {rank for rank in theirs if position.points[rank] >= 0}
    if len(fits) < 2:
        return play_on(after, hands, 1, 0, to_choice=True)
    values = reply.values(theirs)
    answer = max(values, key=values.__getitem__)
    line = play_on(position.after(answer), (rest, without(theirs, answer)), 0, 1, to_choice=True)
    points = position.points[answer]
    return line._replace(scores=[-points, *line.scores] if points else line.scores, played=(-answer, *line.played))


def _left(hand: Ranks, played: Ranks) -> Ranks:
    for rank in played:
        if rank > 0:
            hand = without(hand, rank)
    return hand


def _best_continuation(group: list[tuple[Line, _World]], mine: Ranks, ending: _Ending | None) -> _Value:
    position, move = group[0][0].position, group[0][0].move
    assert move is not None
    if sum(world.share for _, world in group) < _SEEN_ALIKE:
        ranks = [move[0]]
    else:
        ranks = [rank for rank in dict.fromkeys(mine) if position.points[rank] >= 0]
    values = []
    for rank in ranks:
        now, after, rest = position.points[rank], position.after(rank), without(mine, rank)
        worlds = [
            _World(world.theirs, world.share, [*world.scores, now, *play_out(after, (rest, line.theirs), 1, 0)])
            for line, world in group
        ]
        values.append(_value_of(worlds, ending))
    return max(values, key=lambda value: value.worth)


def _value_of(worlds: Iterable[_World], ending: _Ending | None) -> _Value:
    points = against = chance = 0.0
    for world in worlds:
        points += world.share * sum(world.scores)
        against -= world.share * sum(score for score in world.scores if score < 0)
        if ending is not None:
            chance += world.share * ending.value(world.scores, world.theirs)
    return _Value(points, against, chance)


def _ending(view: View, likely: tuple[Holding, ...], chance: Chance) -> _Ending | None:
    """Return what follows the play; None while points alone are good enough."""
    assert view.seat is not None
    assert view.starter is not None
    race, starter = Race.of(view), view.starter
    if not race.is_near_the_end:
        return None
    mine = (*view.hand, *(card for seat, card in view.played if seat == view.seat))
    their_played = tuple(int(card.rank) for seat, card in view.played if seat != view.seat)
    theirs = {rest: _points_by_rank((*rest, *their_played), starter) for rest, _ in likely}
    return _Ending(race, show_total(mine, starter), theirs, _likely_cribs(view, starter, chance))


def _points_by_rank(ranks: Ranks, starter: Card) -> int:
    """Return the points of a hand by its ranks, without a flush or his nobs."""
    cards = [Card(Rank(rank), Suit(place)) for place, rank in enumerate(ranks)]
    return show_total(cards, starter) - (starter.nobs in cards)


def _likely_cribs(view: View, starter: Card, chance: Chance) -> Cribs:
    """Return the points that the crib may have, and how likely each number is; those of the pone count below 0."""
    known = {*view.hand, *view.laid, starter, *(card for _, card in view.played)}
    left = [card for card in PACK if card not in known]
    dealer = view.dealer == view.seat
    found: dict[int, float] = {}
    for _ in range(_CRIBS):
        crib = (*view.laid, *likely_pair(left, chance, dealer=not dealer))
        points = show_total(crib, starter, crib=True)
        found[points] = found.get(points, 0.0) + 1 / _CRIBS
    return tuple((points if dealer else -points, share) for points, share in found.items())


def what_was_seen(view: View) -> Seen:
    """Return what the view's seat knows of the hand of the other of two players."""
    assert view.seat is not None
    other = 1 - view.seat
    return Seen(
        unseen=unseen_ranks(view),
        held=view.held[other],
        dealer=view.dealer == other,
        room=most_room_passed(view, other),
        choices=_choices(view, other),
    )


def _choices(view: View, other: int) -> tuple[Choice, ...]:
    assert view.seat is not None
    series: tuple[tuple[int, Card], ...] = ()
    mine = len(view.hand) + sum(seat != other for seat, _ in view.played)
    choices = []
    for place, (seat, card) in enumerate(view.played):
        if card.pips > LIMIT - sum(played.pips for _, played in series):
            series = ()
        if seat == other:
            gone = frozenset({view.seat}) if series and series[-1][0] == other else frozenset()
            then = replace(view, played=view.played[:place], series=series, gone=gone)
            choices.append(_choice(then, mine, card.rank))
        else:
            mine -= 1
        series = (*series, (seat, card))
    return tuple(choices)


def _reply(view: View, card: Card, left: int) -> Choice:
    """Return the choice of the other player after a card of mine; I have so many cards left."""
    assert view.seat is not None
    played = (view.seat, card)
    series = () if view.count + card.pips == LIMIT else (*view.series, played)
    then = replace(view, played=(*view.played, played), series=series, gone=view.gone if series else frozenset())
    return _choice(then, left)


def _choice(view: View, mine: int, rank: int = 0) -> Choice:
    """Return a choice of the other player, who sees ``view`` without my hand; I hold so many cards."""
    assert view.seat is not None
    theirs = replace(view, seat=1 - view.seat, hand=(), laid=())
    unseen = unseen_ranks(theirs)
    likely = estimate(theirs, view.seat).likely
    factors = tuple(weight / many if many else 0.0 for weight, many in zip(likely, unseen, strict=True))
    return Choice(_ranks(view.series), rank, 0 if view.seat in view.gone else mine, unseen, factors)


def _ranks(series: Iterable[tuple[int, Card]]) -> Ranks:
    return tuple(int(card.rank) for _, card in series)
