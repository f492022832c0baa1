"""Judge every card that can be played by playing each one to the end of the deal against the likely hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.ai.deal_outcomes import Cribs, Race
from engine.ai.holdings import Chance, Choice, Holding, Seen, holdings
from engine.ai.opponent_hands import most_room_passed
from engine.ai.pegging_by_rank import RANKS, Ranks, count_of
from engine.ai.play_positions import Position, play_out, reached, without
from engine.ai.possible_deals import likely_pair
from engine.cards import PACK, Card, Rank, Suit
from engine.pegging import LIMIT
from engine.scoring import show_total
from engine.view import View

WORLDS: Final = 500
"""How many hands of the other player are tried."""

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
    hand = tuple(sorted(int(card.rank) for card in view.hand))
    likely = holdings(what_was_seen(view), WORLDS, chance)
    position = reached(tuple(int(card.rank) for _, card in view.series))
    ending = _ending(view, likely, chance)
    ranks = [rank for rank in sorted(set(hand)) if position.points[rank] >= 0]
    judged = [_judge(position, hand, rank, likely, ending) for rank in ranks]
    return tuple(sorted(judged, key=lambda one: one.value, reverse=True))


def best_play(view: View, chance: Chance) -> Card:
    """Return the best card to play."""
    best = judge_plays(view, chance)[0].rank
    return next(card for card in view.hand if card.rank is best)


def _judge(position: Position, hand: Ranks, rank: int, likely: tuple[Holding, ...], ending: _Ending | None) -> Judged:
    """Return what a card brings against the likely hands."""
    now, after, rest = position.points[rank], position.after(rank), without(hand, rank)
    points = against = chance = 0.0
    for theirs, share in likely:
        scores = [now, *play_out(after, (rest, theirs), 1, 0)]
        points += share * sum(scores)
        against -= share * sum(score for score in scores if score < 0)
        if ending is not None:
            chance += share * ending.value(scores, theirs)
    return Judged(Rank(rank), points, against, None if ending is None else chance)


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
    known = {*view.hand, *view.laid, *(card for _, card in view.played), view.starter}
    unseen = [0] * (len(RANKS) + 1)
    for card in PACK:
        if card not in known:
            unseen[card.rank] += 1
    return Seen(
        unseen=tuple(unseen),
        held=view.held[other],
        dealer=view.dealer == other,
        room=most_room_passed(view, other),
        choices=_choices(view, other),
    )


def _choices(view: View, other: int) -> tuple[Choice, ...]:
    """Return the cards that the other player chose, each with the series before it."""
    series: Ranks = ()
    mine = len(view.hand) + sum(seat != other for seat, _ in view.played)
    choices = []
    for seat, card in view.played:
        if card.pips > LIMIT - count_of(series):
            series = ()
        if seat == other:
            choices.append(Choice(series, int(card.rank), mine))
        else:
            mine -= 1
        series = (*series, int(card.rank))
    return tuple(choices)
