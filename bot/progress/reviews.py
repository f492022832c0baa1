"""Reviews of finished games: judged in the background, stored once, and shown to their own players alone."""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import Final
from weakref import WeakValueDictionary

from bot.analysis.pool import AnalysisPool, PoolError
from bot.analysis.thinking import reviews_of
from bot.background import Background
from bot.i18n.translation import N_, gettext, join_list, render
from bot.models.errors import TableError
from bot.models.player import Player
from bot.models.result import Review, ReviewedGame
from bot.storage import finished_games, leagues
from bot.tables.service import Tables
from bot.tables.table import Table
from engine.ai.levels import RATED
from engine.analysis.game_review import (
    ChanceAt,
    Decision,
    JudgedDecision,
    Luck,
    chance_history,
    costliest,
    decisions_of,
    level_of,
    luck_of,
    points_lost,
    reason,
    wrong_counts,
)
from engine.course import Course, Declaration
from engine.rules import Rules
from engine.scoring import IN_ORDER

NOT_REVIEWED: Final = N_("You can see the review when the game is over.")
NOT_ALLOWED: Final = N_("The rules of this league don't allow reviews.")
BUSY: Final = N_("I couldn't judge this game just now. Please try again.")

LATEST: Final = 30
"""How many of a player's latest games are reviewed for the chart of their progress."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class GameReview:
    """The review of a game at a table for one of its seats; ``course`` is the whole game."""

    table: Table
    seat: int
    course: Course
    decisions: tuple[JudgedDecision, ...]
    theirs_lost: float

    @property
    def lost(self) -> float:
        return points_lost(self.decisions)

    @property
    def moments(self) -> tuple[JudgedDecision, ...]:
        """The costliest decisions, the costliest first."""
        return costliest(self.decisions)

    @property
    def level(self) -> str | None:
        """The level at which the player played; None if nothing was judged."""
        return level_of(self.lost, len(self.decisions))

    @property
    def is_of_six(self) -> bool:
        """Whether it is a game of two with six cards, in which the levels and the luck were measured."""
        return (self.table.rules.players, self.table.rules.dealt) == RATED

    @cached_property
    def seen(self) -> Mapping[int, Decision]:
        """What the player saw at each decision, by its place among the events."""
        found = decisions_of(self.course, self.seat)
        return {decision.place: decision for decision in found}

    @cached_property
    def luck(self) -> Luck:
        return luck_of(self.course, self.seat, self.theirs_lost)

    @cached_property
    def wrong_counts(self) -> tuple[Declaration, ...]:
        return wrong_counts(self.course, self.seat)

    @cached_property
    def history(self) -> tuple[ChanceAt, ...]:
        return chance_history(self.course, self.seat)


class ReviewService:
    """Judges finished games, each once."""

    def __init__(self, tables: Tables, pool: AnalysisPool) -> None:
        self._tables = tables
        self._database = tables.database
        self.pool = pool
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._background = Background(_log)

    async def of_game(self, table: Table, player: Player) -> GameReview:
        """Return the review of a game for one of its players.

        Raises ``TableError`` for a game that is not over, for anybody else, and where a league does not allow it.
        """
        seat = table.seat_of(player)
        await self.check(table)
        course = await self._tables.course(table.id, table.rules)
        stored = await self._review(table, player, course)
        return GameReview(table, seat, course, stored.decisions, stored.theirs_lost)

    async def list_games(self, player: Player, rules: Rules) -> list[ReviewedGame]:
        """Return the sums of a player's reviews of games with as many players and cards, the oldest game first."""
        played, form = await finished_games.list_finished_games(self._database, player.id), (rules.players, rules.dealt)
        others = {game.table_id for game in played if (game.rules.players, game.rules.dealt) != form}
        found = await finished_games.list_reviewed_games(self._database, player.id)
        return [game for game in found if game.table_id not in others]

    async def list_latest(self, player: Player, many: int) -> list[Review]:
        """Return a player's latest reviews, the newest game first."""
        return await finished_games.list_latest_reviews(self._database, player.id, many)

    async def list_unsent(self, since: datetime) -> list[tuple[Table, Player]]:
        """Return the games that have ended since then whose review a player wants in a DM and has not been sent."""
        found = []
        for table_id, player_id in await finished_games.list_unsent_reviews(self._database, since):
            with self._background.failures.at("reviews", f"{self._tables.describe(table_id)} was not reviewed"):
                table = await self._tables.find(table_id)
                found += [(table, seat.player) for seat in table.seats if seat.player and seat.player.id == player_id]
        return found

    async def mark_sent(self, table: Table, player: Player) -> None:
        """Remember that a player has been sent the review of a game in a DM."""
        await finished_games.mark_review_sent(self._database, table.id, player.id)

    async def count_missing(self, player: Player) -> int:
        """Return how many of a player's latest games have no review yet."""
        return len(await self._list_missing(player))

    def review_latest(self, player: Player) -> None:
        """Review a player's latest games in the background, unless that is being done already."""
        self._background.start("reviews", partial(self._review_latest, player), key=player.id)

    async def close(self) -> None:
        """Stop what is done in the background; it begins again when it is asked for."""
        await self._background.close()

    async def check(self, table: Table) -> None:
        """Raise ``TableError`` for a game that is not over, and where a league does not allow its review."""
        if table.status != "over":
            raise TableError(gettext(NOT_REVIEWED))
        league_id = table.agreement.league
        league = None if league_id is None else await leagues.find(self._database, league_id)
        if league is not None and not league.reviews:
            raise TableError(gettext(NOT_ALLOWED))

    async def _review(self, table: Table, player: Player, course: Course) -> Review:
        """Return the review of a player from the database, or judge the game for all who played it."""
        lock = self._locks.setdefault(table.id, asyncio.Lock())
        async with lock:
            stored = await finished_games.find_review(self._database, table.id, player.id)
            # Earlier versions judged only games of two with six cards, and stored the others without a decision.
            if stored is not None and stored.decisions:
                return stored
            try:
                judged = await self.pool.run(reviews_of, course.events, course.rules)
            except PoolError as error:
                _log.warning("%s could not be reviewed: %s", self._tables.describe(table.id), error)
                raise TableError(gettext(BUSY)) from error
            found = [
                Review(
                    table.id, seat.player.id, judged[place], sum(map(points_lost, judged)) - points_lost(judged[place])
                )
                for place, seat in enumerate(table.seats)
                if seat.player is not None
            ]
            async with self._database.transaction() as writing:
                for review in found:
                    finished_games.put_review(writing, review)
            return next(review for review in found if review.player_id == player.id)

    async def _list_missing(self, player: Player) -> list[str]:
        games = await finished_games.list_finished_games(self._database, player.id)
        judged = [game.table_id for game in games][:LATEST]
        return [name for name in judged if await finished_games.find_review(self._database, name, player.id) is None]

    async def _review_latest(self, player: Player) -> None:
        for name in await self._list_missing(player):
            with self._background.failures.at("reviews", f"{self._tables.describe(name)} was not reviewed"):
                await self.of_game(await self._tables.find(name), player)


@dataclass(frozen=True, slots=True)
class Note:
    """What a review says about one event: the text, and whether the choice lost something."""

    text: str
    is_mistake: bool


def notes_of(decisions: Iterable[JudgedDecision], seen: Mapping[int, Decision]) -> dict[int, Note]:
    """Return a note for each judged decision, by its place among the events."""
    return {one.place: _note(one, seen[one.place]) for one in decisions}


def cost_of(decision: JudgedDecision, rules: Rules) -> str:
    """Return how much better the best choice was: in points, and near the end in the chance to win."""
    best, chosen = decision.best.chance, decision.chosen.chance
    if best is None or chosen is None:
        return gettext("was {points:.1f} points better", points=decision.lost)
    if rules.doubles:
        return gettext(
            "is worth {best:+.2f} games, against {chosen:+.2f} for your choice",
            best=games_of(best),
            chosen=games_of(chosen),
        )
    return gettext(
        "wins {best:.0f} % of games, against {chosen:.0f} % for your choice", best=100 * best, chosen=100 * chosen
    )


def games_of(value: float) -> float:
    """Return the games that a player wins on average less those that they lose, where double games count."""
    return 2 * value - 1


def _note(decision: JudgedDecision, seen: Decision) -> Note:
    if not decision.lost:
        return Note(gettext("A best choice."), is_mistake=False)
    better = join_list([card.face for card in sorted(decision.best.cards, key=IN_ORDER)])
    why = render(reason(seen.seen, decision.chosen, decision.best))
    return Note(
        gettext("{better} {cost}. {reason}", better=better, cost=cost_of(decision, seen.seen.rules), reason=why),
        is_mistake=True,
    )
