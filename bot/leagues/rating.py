"""How strong a player seems to be, from wins and losses alone, and how sure of it we are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

_MODEL: Final = PlackettLuce()

SETTLED: Final = 5.0
"""A rating is provisional until its sigma is below this: after some twenty results."""

_MIDDLE: Final = 1500
_SCALE: Final = 47
"""Shown points to one of mu: with it 100 points more win 64 games in 100, as chess players are used to."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength ``mu`` as it is estimated, and ``sigma``, how far it may be off; a newcomer's by default."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma


def after(winner: Rating, loser: Rating) -> tuple[Rating, Rating]:
    """The ratings of both after one result, the winner's first; by how much he won makes no difference."""
    [[won], [lost]] = _MODEL.rate([[_theirs(winner)], [_theirs(loser)]])
    return Rating(won.mu, won.sigma), Rating(lost.mu, lost.sigma)


def chance(one: Rating, other: Rating) -> float:
    """How likely ``one`` is to beat ``other``, 0 to 1, when both deal first equally often."""
    return float(_MODEL.predict_win([[_theirs(one)], [_theirs(other)]])[0])


def shown(rating: Rating) -> tuple[int, int]:
    """A rating as players see it, and the doubt on either side: 19 in 20 belong between. A newcomer has 1500."""
    return _MIDDLE + round(_SCALE * (rating.mu - _MODEL.mu)), round(_SCALE * 2 * rating.sigma)


def is_provisional(rating: Rating) -> bool:
    """Whether there are too few results yet to rely on."""
    return rating.sigma >= SETTLED


def _theirs(rating: Rating) -> PlackettLuceRating:
    return _MODEL.rating(mu=rating.mu, sigma=rating.sigma)
