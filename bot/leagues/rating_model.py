"""The rating model: how strong a player is, from wins and losses alone, and how certain that is."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, hypot, log
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating


def _undamped(*_: object, **__: object) -> float:
    """A factor of 1: a result narrows the doubt in full, because the model's caution is meant for fields of many."""
    return 1.0


# Cribbage players are not far apart: the better ones of a club win some 55 to 60 games in 100, where the model's own
# beginning allows for almost anything. With this one, ratings foretell results about twice as well in the first sixty
# games, and in a wide field as in a narrow one the truth lies within the doubt shown some 19 times in 20.
_MODEL: Final = PlackettLuce(sigma=3.0, tau=0.03, gamma=_undamped)

SETTLED: Final = 2.2
"""A rating is provisional until its sigma is below this: after 17 to 19 results, by how settled the opponents are."""

_MIDDLE: Final = 1500
_SCALE: Final = 400 / log(10) / hypot(_MODEL.beta, _MODEL.beta)
"""Shown points to one of mu, so that they mean what they do in chess: 100 more win 64 games in 100."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating: the estimated strength ``mu``, and its uncertainty ``sigma``; a newcomer's by default."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma


def updated_ratings(winner: Rating, loser: Rating) -> tuple[Rating, Rating]:
    """The ratings of both after one result, the winner's first; the margin makes no difference."""
    [[won], [lost]] = _MODEL.rate([[_model_rating(winner)], [_model_rating(loser)]])
    return Rating(won.mu, won.sigma), Rating(lost.mu, lost.sigma)


def win_chance(one: Rating, other: Rating) -> float:
    """Return the chance from 0 to 1 that ``one`` beats ``other``, when both deal first equally often.

    This is the chance that ``after`` weighs a result by; the model's own forecast is of another shape and too bold.
    """
    doubt = hypot(_MODEL.beta, _MODEL.beta, one.sigma, other.sigma)
    return 1 / (1 + exp((other.mu - one.mu) / doubt))


def display_rating(rating: Rating) -> tuple[int, int]:
    """A rating as players see it, and the doubt on either side, for 19 in 20. A newcomer has 1500."""
    return _MIDDLE + round(_SCALE * (rating.mu - _MODEL.mu)), round(_SCALE * 2 * rating.sigma)


def is_provisional(rating: Rating) -> bool:
    """Return whether there are too few results yet to rely on."""
    return rating.sigma >= SETTLED


def _model_rating(rating: Rating) -> PlackettLuceRating:
    return _MODEL.rating(mu=rating.mu, sigma=rating.sigma)
