"""The stats of finished games and of players: results, hands shown, the play, and errors that cost points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from functools import reduce
from typing import Final

from bot.i18n.translation import N_
from bot.models.result import FinishedGame, GameStats
from bot.storage import tables as store
from bot.storage.finished_games import list_finished_games
from bot.tables.repository import TableRepository
from engine.ai.levels import RATED, is_robot, robot_like
from engine.course import Course
from engine.events import Challenged
from engine.laws import Law
from engine.rules import Counting, Overscore

NOTHING: Final = GameStats()
_ADDED: Final = tuple(field.name for field in fields(GameStats) if field.name != "best_hand")


def game_stats(course: Course) -> tuple[GameStats, ...]:
    """Return each seat's stats of a game, from all its stored events; hands and cribs at their true counts.

    ``pegged`` are the points of the play with his heels. ``overscored`` are the holes declared beyond the truth that
    were put right (law 19), and ``caught`` those of others that this player put right or that went to them. Muggins are
    the points taken of others' oversights, and given by one's own.

    The events hold the true counts of hands that nobody challenged: this may be shown of games that are over, and of no
    other.
    """
    done = [NOTHING] * course.rules.players
    for seat, deed in (*_counted(course), *_moved(course)):
        done[seat] = _plus(done[seat], deed)
    return tuple(done)


def total(many: Iterable[GameStats]) -> GameStats:
    return reduce(_plus, many, NOTHING)


def _plus(one: GameStats, other: GameStats) -> GameStats:
    best = max((deeds.best_hand for deeds in (one, other) if deeds.best_hand is not None), default=None)
    return GameStats(best_hand=best, **{name: getattr(one, name) + getattr(other, name) for name in _ADDED})


def _counted(course: Course) -> Iterator[tuple[int, GameStats]]:
    corrects = course.rules.counting is Counting.REFEREE and course.rules.overscore is Overscore.CORRECT_ONLY
    for made in course.declarations.values():
        if made.what == "crib":
            yield made.seat, GameStats(cribs=1, crib_points=made.true)
        elif made.what == "hand":
            yield made.seat, GameStats(best_hand=made.true, hands=1, hand_points=made.true)
        if corrects and made.missed < 0:
            # Where a referee only corrects, an overscore leaves no trace on the board.
            yield made.seat, GameStats(overscored=-made.missed)
        for answer in made.answers:
            event = answer.event
            if isinstance(event, Challenged) and event.claim == "too_many" and event.upheld:
                over = (made.before(answer) or 0) - made.true
                yield made.seat, GameStats(overscored=over)
                yield event.seat, GameStats(caught=over)


def _moved(course: Course) -> Iterator[tuple[int, GameStats]]:
    """Yield the stats of the pegs: the points of the play, and the points that moved because of an error."""
    refereed = course.rules.counting is Counting.REFEREE
    for peg, _, points in course.points_of_play:
        yield peg.seat, GameStats(pegged=points)
    for _, made, peg in course.pegs:
        if made is not None and peg.law is Law.MUGGINS:
            yield peg.seat, GameStats(muggins_taken=peg.points)
            yield made.seat, GameStats(muggins_given=peg.points)
        elif made is not None and peg.law is Law.OVERSCORE and refereed:
            yield made.seat, GameStats(overscored=peg.points)
            yield peg.seat, GameStats(caught=peg.points)


# Players.

LATEST: Final = 300
"""How many of the latest games are examined card by card; only the results of earlier games are counted."""

PEOPLE: Final = N_("people")
MIXED: Final = "several"
"""The names for opponents that are not robots of one level: people, or people and robots of any level."""


@dataclass(frozen=True, slots=True)
class WinsAndLosses:
    """Games played, and how many of them were won."""

    played: int = 0
    won: int = 0

    def plus(self, *, won: bool) -> WinsAndLosses:
        return WinsAndLosses(self.played + 1, self.won + won)


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """The stats of a player's finished games.

    Skunks are games that counted more than one. ``dealing_first`` and ``not_dealing_first`` and the deeds are those of
    the ``looked_at`` latest games; ``against`` has all games by the kind of opponents: people, robots of a level, or
    several kinds.
    """

    games: WinsAndLosses = WinsAndLosses()
    skunks_given: int = 0
    skunks_taken: int = 0
    dealing_first: WinsAndLosses = WinsAndLosses()
    not_dealing_first: WinsAndLosses = WinsAndLosses()
    against: dict[str, WinsAndLosses] = field(default_factory=dict)
    looked_at: int = 0
    deeds: GameStats = NOTHING

    @property
    def lost(self) -> int:
        return self.games.played - self.games.won


async def stats_of(tables: TableRepository, player_id: int, guild_id: int | None = None) -> PlayerStats:
    """Return the statistics of a player, in one server only if it is named."""
    ended = await list_finished_games(tables.database, player_id, guild_id)
    career, done = results_of(ended), []
    for game in ended[:LATEST]:
        # One game after the other, so that everybody else has their turn between two of them.
        course = Course(await store.list_events(tables.database, game.table_id), game.rules)
        career = _dealt(career, game, course.first_dealer)
        done.append(game_stats(course)[game.seat])
    return replace(career, looked_at=len(done), deeds=total(done))


async def robot_like_player(tables: TableRepository, player_id: int) -> str:
    """Return the robot that plays most like a player, by the latest games against robots in the form of the ratings."""
    ended = await list_finished_games(tables.database, player_id)
    rated = [game for game in ended if (game.rules.players, game.rules.dealt) == RATED]
    against = results_of(rated[:LATEST]).against
    met = {who: (one.won, one.played - one.won) for who, one in against.items() if is_robot(who)}
    return robot_like(met)


def results_of(games: Iterable[FinishedGame]) -> PlayerStats:
    career = PlayerStats()
    for game in games:
        who = opponents(game)
        skunk = game.games > 1
        career = replace(
            career,
            games=career.games.plus(won=game.won),
            skunks_given=career.skunks_given + (skunk and game.won),
            skunks_taken=career.skunks_taken + (skunk and not game.won),
            against={**career.against, who: career.against.get(who, WinsAndLosses()).plus(won=game.won)},
        )
    return career


def opponents(game: FinishedGame) -> str:
    """Return the kind of the opponents: people, robots of one level, or several kinds."""
    others = {robot or PEOPLE for seat, robot in enumerate(game.robots) if game.rules.side_of(seat) != game.own_side}
    return others.pop() if len(others) == 1 else MIXED


def _dealt(career: PlayerStats, game: FinishedGame, dealer: int | None) -> PlayerStats:
    """Return whether the player dealt first; partners count by the one who did."""
    if dealer is None:
        return career
    if dealer == game.seat:
        return replace(career, dealing_first=career.dealing_first.plus(won=game.won))
    return replace(career, not_dealing_first=career.not_dealing_first.plus(won=game.won))
