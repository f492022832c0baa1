"""A player's stats: games won and lost, the opponents, and the play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from bot.i18n.translation import N_
from bot.models.result import FinishedGame, GameStats
from bot.storage import tables as store
from bot.storage.finished_games import list_finished_games
from bot.tables.game_stats import NOTHING, game_stats, total
from bot.tables.repository import TableRepository
from engine.course import Course

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
        """Return the record with one more game."""
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
        """Games lost."""
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


def results_of(games: Iterable[FinishedGame]) -> PlayerStats:
    """Return what the results show without the cards."""
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
