"""What screens read of stored leagues that no rule of a league has a part in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.models.agreement import Agreement
from bot.models.fixture import Fixture
from bot.models.result import LeagueResult, ServerResult
from bot.storage import fixtures, league_results, result_totals, server_results, tables
from bot.storage.database import Database


class LeagueQueries:
    """Reads fixtures and results for screens; changes nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def result_of_table(self, table_id: str) -> LeagueResult | None:
        """Return the league result that a table has made, if any."""
        return await league_results.of_table(self._database, table_id)

    async def results_of_fixtures(self, fixture_ids: Sequence[int]) -> list[LeagueResult]:
        """Return the results of these fixtures, without those that were struck out."""
        return await league_results.of_fixtures(self._database, fixture_ids)

    async def count_fixtures(self, league_id: int, season: int) -> int:
        """Return how many fixtures a season has."""
        return await fixtures.count(self._database, league_id, season)

    async def list_fixtures(self, league_id: int, season: int, *, skip: int, many: int) -> list[Fixture]:
        """Return at most ``many`` fixtures of a season after the first ``skip``, round by round."""
        return await fixtures.listed(self._database, league_id, season, skip=skip, many=many)

    async def list_open_games(self, league_id: int, many: int) -> list[Agreement]:
        """Return at most ``many`` games of a league that are not over, the longest untouched first."""
        ids = await fixtures.open_tables(self._database, league_id, many)
        return [game for table_id in ids if (game := await tables.find(self._database, table_id)) is not None]

    async def recent_wins(
        self, league_id: int, season: int, player_ids: Iterable[int], many: int
    ) -> dict[int, tuple[bool, ...]]:
        """Return for each of these players whether they won their last ``many`` results, the latest first."""
        return await result_totals.forms(self._database, league_id, season, player_ids, many)

    async def server_results(self, guild_id: int) -> list[ServerResult]:
        """Return every finished game of a server in which only people sat, in the order in which they ended."""
        return await server_results.list_results(self._database, guild_id)
