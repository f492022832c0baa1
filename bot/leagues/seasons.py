"""Seasons begin here, go on round by round to the playoffs, and are closed."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby
from typing import Final

from bot.i18n.translation import join_list, ngettext
from bot.leagues import brackets, calendar, groups, schedule
from bot.leagues.access import Asker, LeagueError, check_reason, refusal
from bot.leagues.brackets import played_rounds
from bot.leagues.change_log import Logged
from bot.leagues.deadlines import write_rounds
from bot.leagues.fixtures import pair_without_result
from bot.leagues.groups import groups_for_start
from bot.leagues.office import Change, LeagueService
from bot.leagues.schedule import Round, next_of_swiss, swiss_round
from bot.leagues.setup import first_stage
from bot.leagues.standings import Standing
from bot.leagues.statistics import StandingsService, champions_of
from bot.models.league import GROUPED, KNOCKOUTS, Fixture, FixtureStage, Format, League, Season
from bot.models.league_news import NewsKind
from bot.models.result import UNSETTLED
from bot.storage import store
from bot.tables import matches

USUAL_PLAYOFF: Final = 3
"""The default number of games of a playoff match."""

MOST_PLAYERS: Final[dict[Format, int]] = {
    "single": 300,
    "double": 200,
    "night": 500,
    "swiss": 500,
    "knockout": 500,
    "double-knockout": 500,
    "groups": 500,
    "divisions": 500,
}
"""The most players that a season makes fixtures for. A file can add any number of players."""


class SeasonService(LeagueService):
    """Begins seasons, draws their rounds and closes them, for managers alone."""

    async def begin(self, league: League, asker: Asker, seeds: Sequence[int] = ()) -> int:
        """Make the fixtures for everyone who has joined, and return how many there are.

        The ``seeds`` are players by id, the best first; all others follow them in an order drawn by lot. In a bracket
        they meet as late as may be, and in the first round of a Swiss the upper half meets the lower. A Swiss has its
        first round, a knockout the first of its bracket.
        """
        async with self._office.change(league, asker) as change:
            league, season = change.league, change.season
            if season.stage != "joining":
                raise refusal("The {name} season has already started.", name=league.name)
            players = [player.id for player in await store.members.list_active_players(self._database, league.id)]
            if len(players) < 2:
                raise refusal("{name} needs at least 2 players. Join with /league join.", name=league.name)
            if len(players) > (most := MOST_PLAYERS.get(league.format, len(players))):
                raise refusal(
                    "{name} has {number} players, but this format allows only {most}. Switch to open play with "
                    "/manage settings.",
                    name=league.name,
                    number=len(players),
                    most=most,
                )
            self._office.chance.shuffle(players)
            if set(seeds) - set(players):
                raise refusal("Only players who have joined can be seeded.")
            players = [*dict.fromkeys(seeds), *(player for player in players if player not in set(seeds))]
            if seeds and league.format == "swiss":
                players = _halves_meet(players)
            begun = replace(season, stage="playing")
            if (elimination := KNOCKOUTS.get(league.format)) is not None:
                begun = replace(season, stage="playoffs", elimination=elimination)
            is_divided = league.format in GROUPED
            divided = await groups_for_start(self._database, league, season, players) if is_divided else []
            rounds = list(await asyncio.to_thread(_first_rounds, league, players, divided))
            await self._draw(change, "season_started", begun.played, 1, rounds, league.best_of)
            store.leagues.put_season(change.write, begun)
            store.leagues.put_groups(change.write, league.id, season.number, divided)
            change.log(Logged.SEASON_BEGUN, season=season.number, number=len(players))
            return sum(map(len, rounds))

    async def next_round(self, league: League, asker: Asker | None) -> list[Fixture]:
        """Make the next round of a Swiss or of the playoffs, once the last is settled; returns it.

        ``asker`` is None where the bot draws it itself after a deadline.
        """
        async with self._office.change(league, asker) as change:
            league, season = change.league, change.season
            stage = season.played
            if stage == "league" and league.format != "swiss":
                raise refusal("{name} has no rounds to draw. Only Swiss leagues and playoffs do.", name=league.name)
            made = await store.fixtures.list_fixtures(self._database, league.id, season.number, stage=stage)
            rounds = [list(group) for _, group in groupby(made, key=lambda fixture: fixture.round)]
            if not rounds:
                raise refusal("Draw the first {name} round with /manage home.", name=league.name)
            if stage == "playoff":
                pairs, best_of = await self._next_of_playoffs(league, season, rounds), rounds[-1][0].best_of
            else:
                pairs, best_of = await self._next_of_swiss(league, season, rounds), league.best_of
            number = len(rounds) + 1
            await self._draw(change, "round_drawn", stage, number, [pairs], best_of)
            change.log(Logged.PLAYOFF_ROUND_DRAWN if stage == "playoff" else Logged.ROUND_DRAWN, round=number)
            await change.commit()
            made = await store.fixtures.list_fixtures(self._database, league.id, season.number, stage=stage)
            return [one for one in made if one.round == number]

    async def begin_playoffs(
        self, league: League, asker: Asker, *, best_of: int | None = None, many: int | None = None
    ) -> list[Fixture]:
        """Draw the playoffs from the table: one in four go through, or so ``many``; fixtures not played are off.

        Seeds are by the table; those who share a place draw lots.
        """
        games = USUAL_PLAYOFF if best_of is None else best_of
        matches.check(games)
        async with self._office.change(league, asker) as change:
            league, season = change.league, change.season
            if season.stage == "playoffs":
                raise refusal(
                    "The {name} playoffs have started. Draw the next round with /manage home.", name=league.name
                )
            if season.stage != "playing":
                raise refusal("Start the {name} season first with /manage home.", name=league.name)
            await self._check_nothing_open(league, season)
            seeds = await self._seeds(league, season, many)
            await self._draw(change, "round_drawn", "playoff", 1, [brackets.bracket(seeds)], games)
            store.leagues.put_season(change.write, replace(season, stage="playoffs"))
            change.log(Logged.PLAYOFFS_DRAWN, number=len(seeds), games=games)
            await change.commit()
            return await store.fixtures.list_fixtures(self._database, league.id, season.number, stage="playoff")

    async def close(
        self,
        league: League,
        asker: Asker,
        number: int | None = None,
        *,
        starts_on: date | None = None,
        ends_on: date | None = None,
    ) -> Season:
        """Close the season, crown its champions, open the next with the days given, and return the closed one.

        With a ``number`` no other season is closed, even if two managers close it at the same time. The champion is the
        winner of the playoffs, or else the leader of the table, or all who share the lead. The season is not closed
        while results wait or games are being played. Players who have withdrawn are not in the next season.
        """
        calendar.check_season(starts_on, ends_on)
        async with self._office.change(league, asker) as change:
            league, season = change.league, change.season
            if number not in {None, season.number}:
                name = league.name
                raise refusal("Season {season} of {name} is already closed.", season=number, name=name)
            await self._check_nothing_open(league, season)
            closed = replace(
                season, stage="closed", closed_at=self._now(), crowned=await self._champions(league, season)
            )
            following = Season(
                league_id=league.id,
                number=season.number + 1,
                stage=first_stage(league.format),
                starts_on=starts_on,
                ends_on=ends_on,
                counting=season.counting,
            )
            divisions = await self._next_divisions(league, season)
            store.leagues.put_season(change.write, closed)
            store.leagues.add_season(change.write, following)
            store.leagues.put_groups(change.write, league.id, following.number, divisions)
            store.members.delete_withdrawn(change.write, league.id)
            store.teams.delete_gone(change.write, league.id)
            change.news("season_ended")
            change.log(Logged.SEASON_CLOSED, season=season.number)
            return closed

    async def reopen(self, league: League, asker: Asker, number: int, reason: str) -> Season:
        """Open the season that was closed last again for a manager, in place of the next one if that has not begun.

        Its champions are crowned when it is closed again. Results of a closed season can be corrected without this.
        """
        why = check_reason(reason)
        async with self._office.change(league, asker) as change:
            league, following = change.league, change.season
            seasons = await store.leagues.list_seasons(self._database, league.id)
            closed = next((season for season in seasons if season.number == following.number - 1), None)
            if closed is None or closed.number != number:
                raise refusal("Only the season that was closed last can be reopened.")
            begun = await store.results.list_results(self._database, league.id, following.number, limit=1)
            fixtures = await store.fixtures.count(self._database, league.id, following.number)
            nights = await store.meetings.list_by_season(self._database, league.id, following.number)
            if begun or fixtures or nights:
                raise refusal(
                    "Season {number} has begun, so the one before stays closed. You can still correct its results.",
                    number=following.number,
                )
            if await store.fixtures.list_open_tables(self._database, league.id, 1):
                raise refusal("{name} has an unfinished game. Cancel it first with /manage home.", name=league.name)
            drawn = await store.fixtures.list_fixtures(self._database, league.id, number, stage="playoff", many=1)
            opened = replace(closed, stage="playoffs" if drawn else "playing", closed_at=None, crowned=())
            store.leagues.delete_groups(change.write, league.id, following.number)
            store.leagues.delete_season(change.write, following)
            store.leagues.put_season(change.write, opened)
            change.log(Logged.SEASON_REOPENED, why, season=number)
            return opened

    async def _draw(
        self, change: Change, news: NewsKind, stage: FixtureStage, first: int, rounds: Sequence[Round], best_of: int
    ) -> None:
        league, season = change.league, change.season.number
        settings = await store.news.read_settings(self._database, league.id)
        for number, pairs in enumerate(rounds, first):
            drawn = [(pairing.first, pairing.second) for pairing in pairs]
            store.fixtures.add(change.write, league.id, season, stage, number, drawn, best_of, self._now())
            if league.teams == "singles":
                store.fixtures.add_boards(change.write, league.id, season, stage, number)
            # Hundreds of players have tens of thousands of fixtures, and others play meanwhile.
            await asyncio.sleep(0)
        write_rounds(change, stage, range(first, first + len(rounds)), settings)
        # Without deadlines all rounds may be played at once; with them they come one after another.
        last = first + (len(rounds) - 1 if settings.round_days is None else 0)
        change.news(news, stage=stage, first_round=first, last_round=last)

    async def _next_of_swiss(self, league: League, season: Season, rounds: Sequence[Sequence[Fixture]]) -> Round:
        playing = await self._playing(league)
        if len(rounds) >= swiss_rounds(league, len(playing)):
            raise LeagueError(
                ngettext(
                    "The only {name} round has been drawn. Next, use /manage home.",
                    "All {number} {name} rounds have been drawn. Next, use /manage home.",
                    len(rounds),
                    name=league.name,
                )
            )
        await self._check_round(rounds[-1], playing)
        return await next_of_swiss(self._database, league, rounds, await self._table(league, season))

    async def _next_of_playoffs(self, league: League, season: Season, rounds: Sequence[Sequence[Fixture]]) -> Round:
        await self._check_round(rounds[-1], None)
        played = await played_rounds(self._database, league, season)
        pairs = brackets.next_round(season.elimination, played.pairings, played.winners)
        if not pairs:
            raise refusal("The final is over. Crown the winner with /manage home.")
        return pairs

    async def _check_round(self, fixtures_of_it: Collection[Fixture], playing: Collection[int] | None) -> None:
        """Raise ``LeagueError`` while a fixture of a round is open; those of players not ``playing`` are off."""
        if (pair := await pair_without_result(self._database, fixtures_of_it, playing)) is not None:
            raise refusal(
                "{name} and {second_name} don't have a result yet. Let them play, or use /manage home.",
                name=pair[0],
                second_name=pair[1],
            )

    async def _champions(self, league: League, season: Season) -> tuple[int, ...]:
        champions = await champions_of(self._office, league, season)
        if champions is None:
            raise refusal("The {name} playoffs aren't over. Play or award the remaining games first.", name=league.name)
        return champions

    async def _next_divisions(self, league: League, season: Season) -> list[list[int]]:
        """Return the divisions of the next season, after promotion and relegation; none in other formats."""
        if league.format != "divisions":
            return []
        tables = await self._group_tables(league, season)
        divisions = [[line.player.id for line in table] for table in tables]
        return groups.promoted(divisions, league.grouping.moves)

    async def _group_tables(self, league: League, season: Season) -> list[list[Standing]]:
        """Return the table of each group, with those who have not withdrawn; lots decide a shared place."""
        lines = [line for line in await self._table(league, season) if line.group]
        lines.sort(key=lambda line: (line.group, line.rank, self._office.chance.random()))
        return [list(table) for _, table in groupby(lines, key=lambda line: line.group)]

    async def _playing(self, league: League) -> set[int]:
        return {player.id for player in await store.members.list_active_players(self._database, league.id)}

    async def _table(self, league: League, season: Season) -> list[Standing]:
        playing = await self._playing(league)
        table = await StandingsService(self._office).table(league, season)
        return [line for line, _ in table if line.player.id in playing]

    async def _seeds(self, league: League, season: Season, many: int | None) -> list[int]:
        lines = await self._table(league, season)
        if league.format == "divisions":
            lines = [line for line in lines if line.group == 1]
        table = [line for line in lines if line.played and line.qualified]
        wanted = schedule.qualifiers(len(table)) if many is None else many
        if league.format == "groups" and many is None:
            wanted = min(league.grouping.moves * len({line.group for line in table}), len(table))
        if not 2 <= wanted <= len(table):
            if len(table) < 2:
                raise refusal("Playoffs need at least 2 players who have played enough games.")
            raise refusal("Choose 2 to {most} players for the playoffs.", most=len(table))
        if league.format == "groups":
            able = {line.player.id for line in table}
            tables = [
                [line for line in one if line.player.id in able] for one in await self._group_tables(league, season)
            ]
            seeds = groups.group_seeds(tables, wanted)
            return groups.keep_apart(seeds, {line.player.id: line.group for line in table})
        table.sort(key=lambda line: (line.rank, self._office.chance.random()))
        return [line.player.id for line in table[:wanted]]

    async def _check_nothing_open(self, league: League, season: Season) -> None:
        for night in await store.meetings.list_by_season(self._database, league.id, season.number):
            if night.stage == "playing":
                raise refusal("Night {number} is still on. Finish it with /manage night.", number=night.number)
        for name in await store.fixtures.list_tables_under_way(self._database, league.id):
            table = await self._office.tables.find(name)
            if table.status == "playing":
                raise refusal(
                    "{names} are still playing in {name}. Let them finish, or use /manage home.",
                    names=join_list(table.names),
                    name=league.name,
                )
        # A game that ended meanwhile, or just before, counts like all the rest.
        await self._office.collect_ended(league, season)
        for status in UNSETTLED:
            waiting = await store.results.list_results(self._database, league.id, season.number, status=status)
            if waiting:
                names = join_list([side.player.name for side in waiting[-1].sides])
                raise refusal(
                    "A result between {names} isn't settled yet. Confirm, correct or void it with /manage home.",
                    names=names,
                )


def swiss_rounds(league: League, players: int) -> int:
    """The rounds of a Swiss: as many as were agreed, or as few as leave one player unbeaten."""
    return league.many or max(1, (players - 1).bit_length())


def _halves_meet(players: Sequence[int]) -> list[int]:
    """The players in an order in which neighbours are of the upper and the lower half; of an odd number one is last."""
    half = len(players) // 2
    pairs = zip(players[:half], players[half:], strict=False)
    return [*(player for pair in pairs for player in pair), *players[2 * half :]]


def _first_rounds(league: League, players: Sequence[int], divided: Sequence[Sequence[int]]) -> Iterable[Round]:
    match league.format:
        case "single" | "double":
            return schedule.rounds_of(players, double=league.format == "double")
        case "night":
            return schedule.club_night(players, league.many or 1)
        case "swiss":
            return [swiss_round([(player, 0) for player in players], [])]
        case "knockout" | "double-knockout":
            return [brackets.bracket(players)]
        case "groups" | "divisions":
            return groups.group_rounds(divided, twice=league.grouping.twice)
        case "open" | "club":
            raise refusal("{name} is open play, so it has no fixtures. Anyone can play anyone.", name=league.name)
