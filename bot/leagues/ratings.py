"""Ratings of players, worked out again from the first result that changed, and the ladder of a month that they give."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, zip_longest
from math import exp, hypot, log
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.models.league import League
from bot.models.player import Player
from bot.models.result import RatedPlayer, RatedWin, Rating, RatingStep, ServerResult, StaleRatings
from bot.storage import store
from bot.storage.database import Database


def _undamped(*_: object, **__: object) -> float:
    """A factor of 1: a result narrows the doubt in full, because the model's caution is meant for fields of many."""
    return 1.0


# Cribbage players are not far apart: the better ones of a club win some 55 to 60 games in 100, where the model's own
# beginning allows for almost anything. With this one, ratings foretell results about twice as well in the first sixty
# games, and in a wide field as in a narrow one the truth lies within the doubt shown some 19 times in 20.
_NEW: Final = Rating()
_MODEL: Final = PlackettLuce(mu=_NEW.mu, sigma=_NEW.sigma, tau=0.03, gamma=_undamped)

SETTLED: Final = 2.2
"""A rating is provisional until its sigma is below this: after 17 to 19 results, by how settled the opponents are."""

_MIDDLE: Final = 1500
_SCALE: Final = 400 / log(10) / hypot(_MODEL.beta, _MODEL.beta)
"""Shown points to one of mu, so that they mean what they do in chess: 100 more win 64 games in 100."""


def updated_ratings(winner: Rating, loser: Rating) -> tuple[Rating, Rating]:
    """The ratings of both after one result, the winner's first; the margin makes no difference."""
    [[won], [lost]] = updated_sides([winner], [loser])
    return won, lost


def updated_sides(*sides: Sequence[Rating]) -> list[list[Rating]]:
    """The ratings of all players after one game, the winning side first; two that lose against a third are level."""
    before = [[_model_rating(one) for one in side] for side in sides]
    after = _MODEL.rate(before, ranks=[min(place, 1) for place in range(len(sides))])
    return [[Rating(one.mu, one.sigma) for one in side] for side in after]


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


BATCH: Final = 100
"""The results that are worked out in one go, which takes some milliseconds of the event loop."""

AT_ONCE: Final = 10
"""The batches that a reader waits for; after that they see the ratings as far as they are worked out."""


class RatingService:
    """The ratings in one database.

    Every transaction that writes results marks their pool as stale. A reader waits until new results are worked out,
    unless there are as many as in a whole file: those are worked out in the background, which ``go_on`` starts.
    """

    def __init__(self, database: Database, go_on: Callable[[RatingService], object] = lambda _: None) -> None:
        self._database = database
        self._go_on = go_on
        self._at_work = asyncio.Lock()
        self._behind: set[int] = set()
        """The pools whose ratings weren't true yet when somebody last read them."""

    def are_behind(self, league: League) -> bool:
        """Return whether the ratings that were last read where this league is played are still being worked out."""
        return store.ratings.pool_of(league.id, league.guild_id) in self._behind

    async def ranked(self, league: League) -> list[RatedPlayer]:
        """Everyone who has a rating where this league is played, the best first."""
        pool = await self._up_to_date(league)
        return await asyncio.to_thread(_in_order, await store.ratings.list_latest(self._database, pool))

    async def history(self, league: League, player_id: int) -> list[RatingStep]:
        """A player's rating after each of their results, oldest first."""
        return await store.ratings.list_steps(self._database, await self._up_to_date(league), player_id)

    async def of_season(self, league: League, season: int) -> Mapping[int, RatedPlayer]:
        """The ratings that the results of one season of a league alone give, where everybody begins as a newcomer."""
        wins = await store.ratings.list_season_wins(self._database, league.id, season)
        known, results = await asyncio.to_thread(_season_ratings, wins)
        people = await store.members.find_players(self._database, league.id, known)
        return {player: RatedPlayer(people[player], rating, results[player]) for player, rating in known.items()}

    async def ranked_in_season(self, league: League, season: int) -> list[RatedPlayer]:
        """Everyone who is rated in a season alone, the best first."""
        return _in_order((await self.of_season(league, season)).values())

    async def bring_up_to_date(self) -> None:
        """Work out every pool that has changed, however long it takes, batch by batch."""
        for pool in await store.ratings.list_stale_pools(self._database):
            with self._database.failures.at("ratings", f"the ratings of pool {pool} could not be worked out"):
                await self._work_out(pool, None)

    async def _up_to_date(self, league: League) -> int:
        pool = store.ratings.pool_of(league.id, league.guild_id)
        if await self._work_out(pool, AT_ONCE):
            self._behind.discard(pool)
        else:
            self._behind.add(pool)
            self._go_on(self)
        return pool

    async def _work_out(self, pool: int, most: int | None) -> bool:
        """Compute a pool from its first stale result to its end, with what changes meanwhile; return if it's done."""
        known: dict[int, Rating] = {}
        expected: StaleRatings | None = None
        for _ in count() if most is None else range(most):
            async with self._at_work:
                stale = await store.ratings.find_stale(self._database, pool)
                if stale is None:
                    return True
                if stale != expected:
                    # Something has changed, or another task has worked out a batch.
                    known = {}
                expected = await self._work_on(pool, stale, known)
        return expected is None

    async def _work_on(self, pool: int, stale: StaleRatings, known: dict[int, Rating]) -> StaleRatings | None:
        """Compute one batch, and return where the next one begins if no result changes.

        ``known`` holds the ratings with which players come to it, as far as they are known, and then those with which
        they leave.
        """
        wins = await store.ratings.list_wins(self._database, pool, stale.since, stale.after, BATCH)
        new = {player for win in wins for player in (win.winner, win.loser)} - known.keys()
        before = await store.ratings.read_ratings_before(self._database, pool, new, stale.since, stale.after)
        known.update({player: before.get(player, _NEW) for player in new})
        steps = [step for win in wins for step in _steps(win, known)]
        last = wins[-1] if len(wins) == BATCH else None
        async with self._database.transaction() as writing:
            store.ratings.put_steps(writing, pool, stale, steps, last)
        return None if last is None else StaleRatings(last.played_at, last.result_id, stale.marks)


def _season_ratings(wins: Iterable[RatedWin]) -> tuple[dict[int, Rating], Counter[int]]:
    """Return everybody's rating after the last of these results, and how many each has."""
    known: defaultdict[int, Rating] = defaultdict(Rating)
    return known, Counter(step.player_id for win in wins for step in _steps(win, known))


def _in_order(rated: Iterable[RatedPlayer]) -> list[RatedPlayer]:
    return sorted(rated, key=lambda line: (-line.rating.mu, line.rating.sigma, line.player.id))


def _steps(win: RatedWin, known: dict[int, Rating]) -> tuple[RatingStep, RatingStep]:
    """The rating steps of both players of one result; ``known`` is updated."""
    ratings = updated_ratings(known[win.winner], known[win.loser])
    known[win.winner], known[win.loser] = ratings
    winner, loser = (
        RatingStep(player, win.played_at, win.result_id, rating)
        for player, rating in zip((win.winner, win.loser), ratings, strict=True)
    )
    return winner, loser


FEWEST: Final = 3
"""The games of a month that a player needs for a place on the ladder."""


@dataclass(frozen=True, slots=True)
class LadderLine:
    """One player's month on the ladder of a server: the rating that its games alone give, and the latest wins in a row.

    Equal lines share a ``rank``; it is None for somebody with fewer than ``FEWEST`` games.
    """

    player: Player
    rating: Rating = field(default_factory=Rating)
    played: int = 0
    won: int = 0
    run: int = 0
    rank: int | None = None


def ladder_of(results: Iterable[ServerResult]) -> list[LadderLine]:
    """Return the ladder of these games in their order: by rating, then by wins, then those without a place."""
    lines: dict[int, LadderLine] = {}
    for result in results:
        # Of four, those across the table are one side. The winning side comes first.
        many = len(result.scores)
        sides = [result.players[(result.side + at) % many :: many] for at in range(many)]
        before = [[lines.get(player.id, LadderLine(player)) for player in side] for side in sides]
        after = updated_sides(*([line.rating for line in side] for side in before))
        for place, side in enumerate(sides):
            for player, line, rating in zip(side, before[place], after[place], strict=True):
                won, run = (0, 0) if place else (1, line.run + 1)
                lines[player.id] = LadderLine(player, rating, line.played + 1, line.won + won, run)
    ordered = sorted(lines.values(), key=lambda line: (line.played < FEWEST, *_merit(line), line.player.id))
    ranks = _ranks(_merit(line) for line in ordered if line.played >= FEWEST)
    return [replace(line, rank=rank) for line, rank in zip_longest(ordered, ranks)]


def _merit(line: LadderLine) -> tuple[int, int]:
    return -display_rating(line.rating)[0], -line.won


def _ranks(merits: Iterable[tuple[int, ...]]) -> Iterator[int]:
    """Yield the rank of each of these merits, best first; equal ones share a place."""
    rank, before = 0, None
    for place, merit in enumerate(merits, 1):
        rank, before = rank if merit == before else place, merit
        yield rank
