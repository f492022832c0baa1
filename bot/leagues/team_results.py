"""The results of teams that play two singles games: both added up."""

from __future__ import annotations

from dataclasses import replace

from bot.leagues.access import ChangeLog
from bot.leagues.score_entry import outcome
from bot.models.league import Fixture, League
from bot.models.result import ADDED, LeagueResult, Side
from bot.storage import fixtures as stored_fixtures
from bot.storage import league_results as stored_results
from bot.storage.database import Database
from bot.storage.fixtures import BOARDS, TeamScore


class TeamResultService:
    """Keeps the results of teams level with those of their singles games."""

    def __init__(self, database: Database, log: ChangeLog) -> None:
        self._database = database
        self._log = log

    async def settle(self, league: League) -> None:
        """Add up what was played since; the caller holds the lock of the league.

        A team that was awarded its fixture keeps it, whatever the singles games were.
        """
        if league.teams != "singles":
            return
        scores = {one.fixture_id: one for one in await stored_fixtures.list_team_scores(self._database, league.id)}
        known = {
            one.fixture_id: one
            for one in await stored_results.list_added(self._database, league.id)
            if one.fixture_id is not None
        }
        for fixture_id in scores.keys() | known.keys():
            score, before = scores.get(fixture_id), known.get(fixture_id)
            fixture = await stored_fixtures.find(self._database, fixture_id)
            if fixture is None or (before is None and fixture.result_id is not None):
                continue
            await self._store(league, fixture, score if score is not None and score.boards == BOARDS else None, before)

    async def _store(
        self, league: League, fixture: Fixture, score: TeamScore | None, before: LeagueResult | None
    ) -> None:
        """Store the result of a fixture as its singles games add up, if that has changed."""
        if score is None:
            if before is not None:
                async with self._database.transaction() as writing:
                    stored_results.set_status(writing, before.id, "void")
            return
        after = _result(fixture, score)
        if before is not None and (before.sides, before.winner) == (after.sides, after.winner):
            return
        async with self._database.transaction() as writing:
            if before is None:
                stored_results.add(writing, after)
            else:
                stored_results.update(writing, replace(after, id=before.id))
            self._log.add(writing, league, None, f"added up {outcome(after)}")


def _result(fixture: Fixture, score: TeamScore) -> LeagueResult:
    """The result of two teams: more games win, then more points, and then the first board."""
    assert fixture.second is not None
    one, other = (
        Side(player=player, games=games, legs=legs, holes=holes, skunks=skunks)
        for player, games, legs, holes, skunks in zip(
            (fixture.first, fixture.second), score.games, score.legs, score.holes, score.skunks, strict=True
        )
    )
    merits = [(score.games[place], score.holes[place], score.first_board[place]) for place in range(2)]
    return LeagueResult(
        league_id=fixture.league_id,
        season=fixture.season,
        stage=fixture.stage,
        status="counted",
        sides=(one, other),
        winner=int(merits[1] > merits[0]),
        ended_by=ADDED,
        played_at=score.played_at,
        fixture_id=fixture.id,
    )
