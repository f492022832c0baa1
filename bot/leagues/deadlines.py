"""What leagues do in time: the deadlines of rounds and what follows them, and the weekly posts of tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from bot.leagues import calendar
from bot.leagues.access import Asker, refusal
from bot.leagues.change_log import Logged
from bot.leagues.fixtures import award, check_without_result, fixture_for_game, is_left
from bot.leagues.members import withdrawn_from
from bot.leagues.office import Change, LeagueService, Office
from bot.leagues.settings import check_league
from bot.models.league import Fixture, FixtureStage, League, Season
from bot.models.league_news import CONSEQUENCES, Consequence, NewsSettings, Outcome, RoundDeadline
from bot.models.player import Player
from bot.storage import store
from bot.storage.database import Transaction
from bot.tables.outages import Absence, AbsenceNote, Outage

MOST_DAYS: Final = 60
"""The most days that a round may have."""

REMINDER: Final = timedelta(hours=24)
"""How long before a deadline members are reminded; in a round of less than 4 days a quarter of its time."""


class DeadlineService(LeagueService):
    """Keeps the deadlines of rounds. Rounds of meetings have none."""

    def __init__(self, office: Office) -> None:
        super().__init__(office)
        office.tables.timekeeper.give_absences_to = self.give_back

    async def of_season(self, league: League, season: Season) -> list[RoundDeadline]:
        """Return the deadlines of a season round by round."""
        return await store.fixtures.list_deadlines(self._database, league.id, season.number)

    async def of_round(self, league: League, season: Season, stage: FixtureStage, number: int) -> RoundDeadline | None:
        """Return the deadline of a round, if it has one."""
        found = await self.of_season(league, season)
        return next((one for one in found if (one.stage, one.round) == (stage, number)), None)

    async def settings(self, league: League) -> NewsSettings:
        """Return the days of a league's rounds and what follows their deadlines."""
        return await store.news.read_settings(self._database, league.id)

    async def agree(self, league: League, asker: Asker, days: int | None, consequence: Consequence) -> NewsSettings:
        """Set the days of rounds that are drawn from now on, None for no deadlines, and what follows a deadline."""
        if days is not None and not 1 <= days <= MOST_DAYS:
            raise refusal("Choose 1-{most} days for a round.", most=MOST_DAYS)
        if consequence not in CONSEQUENCES:
            raise refusal("Choose one of these: {choices}.", choices=", ".join(CONSEQUENCES))
        async with self._office.change(league, asker) as change:
            stored = await store.news.read_settings(self._database, league.id)
            changed = replace(stored, round_days=days, consequence=consequence)
            store.news.put_settings(change.write, changed, league_id=league.id)
            if days is None:
                change.log(Logged.DEADLINES_ENDED)
            else:
                change.log(Logged.DEADLINES_SET, number=days, consequence=consequence)
            return changed

    async def set_day(self, league: League, asker: Asker, number: int, day: date | None) -> RoundDeadline | None:
        """Set the last day of a round of what is played now, or remove its deadline for None."""
        async with self._office.change(league, asker) as change:
            stage = change.season.played
            drawn = await self._round(change.league, change.season, stage, number)
            if not drawn:
                raise refusal("Round {number} of {name} isn't drawn.", number=number, name=change.league.name)
            stored = await store.news.read_settings(self._database, league.id)
            days = stored.round_days or 1
            deadline = RoundDeadline(
                league_id=league.id,
                season=change.season.number,
                stage=stage,
                round=number,
                due_at=self._now() if day is None else _end_of(change.league, day),
                days=days,
            )
            if day is not None and deadline.due_at <= self._now():
                raise refusal("The deadline must be in the future.")
            if day is None:
                store.fixtures.delete_deadline(change.write, deadline)
                change.log(Logged.DEADLINE_REMOVED, round=number)
                return None
            store.fixtures.put_deadline(change.write, deadline)
            change.log(Logged.DEADLINE_SET, round=number, day=day)
            return deadline

    async def say_ready(self, league: League, fixture: Fixture, player: Player) -> Fixture:
        """Note that a player is ready to play a fixture. Raises ``LeagueError`` if it is not to be played now."""
        async with self._office.change(league) as change:
            current = await fixture_for_game(self._database, change.league, change.season, player, fixture)
            assert current is not None
            await check_without_result(self._database, current)
            store.fixtures.put_ready(change.write, current.id, player.id)
            return current

    async def give_back(
        self, absence: Absence, note: AbsenceNote, is_meant: Callable[[int | None], bool] = lambda _: True
    ) -> Absence:
        """Move every deadline by the time in which the bot was away before it, and tell each league once.

        ``is_meant`` says of the server of a league whether its deadlines are meant.
        Returns the absence with the deadlines that are left because something failed.
        """
        found = {
            f"{one.league_id}/{one.season}/{one.stage}/{one.round}": one
            for one in await store.fixtures.list_open_deadlines(self._database, absence.start, is_meant)
        }
        left = frozenset(found) if absence.left is None else absence.left & found.keys()
        told: set[int] = set()
        for name in [name for name in found if name in left]:
            with self.alone(found[name]):
                await self._move(found[name], absence, _noting(note, replace(absence, left=left - {name})), told)
                left -= {name}
        self._office.news.announce()
        return replace(absence, left=left)

    async def _move(
        self, deadline: RoundDeadline, outage: Outage, note: Callable[[Transaction], None], told: set[int]
    ) -> None:
        league = await store.leagues.find(self._database, deadline.league_id)
        if league is None or league.guild_id is None:
            return
        season = await self._office.directory.season(league)
        if (season.number, season.played) != (deadline.season, deadline.stage):
            return
        moved = replace(deadline, due_at=deadline.due_at + outage.length, reminded=False)
        # The clocks of all players wait for this, so it does not wait for a league that takes in a large file.
        async with self._database.transaction() as writing:
            change = Change(self._office, league, season, None).within(writing)
            store.fixtures.put_deadline(writing, moved)
            note(writing)
            if league.id not in told:
                change.news("deadline_moved", **_about(moved), due_at=moved.due_at)
        told.add(league.id)

    async def carry_out(self) -> list[tuple[League, RoundDeadline]]:
        """Remind members of deadlines that are near, and carry out those that have passed.

        Returns the leagues and rounds after which the next round is to be drawn; ``mark_followed`` ends that.
        """
        finished = []
        for deadline in await store.fixtures.list_deadlines_ahead(self._database, self._now() + REMINDER):
            with self.alone(deadline):
                league = await store.leagues.find(self._database, deadline.league_id)
                if league is not None and league.guild_id is not None and await self._see_to(league, deadline):
                    finished.append((league, replace(deadline, over=True)))
        return finished

    def alone(self, deadline: RoundDeadline) -> AbstractContextManager[None]:
        """Return a context in which a failure keeps no other league from its deadlines."""
        place = f"the deadline of round {deadline.round} in league {deadline.league_id}"
        return self._database.failures.at("deadlines", place)

    async def mark_followed(self, league: League, deadline: RoundDeadline) -> None:
        """Note that the next round was drawn, or that none follows although every game of this one is settled."""
        async with self._office.change(league) as change:
            drawn = await self._round(league, change.season, deadline.stage, deadline.round)
            if change.season.number == deadline.season:
                following = await self._round(league, change.season, deadline.stage, deadline.round + 1)
                if not following and any(one.result_id is None and one.second is not None for one in drawn):
                    return
            store.fixtures.put_deadline(change.write, replace(deadline, followed=True))

    async def _see_to(self, league: League, found: RoundDeadline) -> bool:
        """Remind members of a deadline or carry it out, if it is time.

        Returns whether the next round is to be drawn.
        """
        async with self._office.change(league) as change:
            season = change.season
            if found.season != season.number or found.stage != season.played:
                # Nothing is due any more.
                store.fixtures.put_deadline(change.write, replace(found, over=True, followed=True))
                return False
            deadline = await self.of_round(change.league, season, found.stage, found.round)
            if deadline is None or deadline.over:
                return deadline is not None and not deadline.followed
            drawn = await self._round(change.league, season, deadline.stage, deadline.round)
            left = [fixture for fixture in drawn if is_left(fixture, season)]
            if deadline.due_at <= self._now():
                return await self._settle(change, deadline, left)
            near = min(REMINDER, timedelta(days=deadline.days) / 4)
            if not deadline.reminded and deadline.due_at - near <= self._now():
                store.fixtures.put_deadline(change.write, replace(deadline, reminded=True))
                if left:
                    change.news("deadline_near", **_about(deadline), due_at=deadline.due_at)
            return False

    async def _settle(self, change: Change, deadline: RoundDeadline, left: Sequence[Fixture]) -> bool:
        """Carry out a deadline that has passed; return whether the next round is to be drawn."""
        league = change.league
        settings = await store.news.read_settings(self._database, league.id)
        outcomes = await self._outcomes(league, deadline, left, settings.consequence)
        extended = any(outcome == "extended" for _, outcome in outcomes)
        is_drawn_later = deadline.stage == "playoff" or league.format == "swiss"
        after = replace(deadline, over=not extended, extended=deadline.extended or extended)
        after = replace(after, followed=after.over and not is_drawn_later)
        if extended:
            day = calendar.today(league.zone, self._now()) + timedelta(days=deadline.days - 1)
            after = replace(after, due_at=_end_of(league, day), reminded=False)
        for fixture, outcome in outcomes:
            _carry_out(change, fixture, outcome)
        store.fixtures.put_deadline(change.write, after)
        if outcomes:
            listed = tuple((fixture.id, outcome) for fixture, outcome in outcomes)
            due_at = after.due_at if extended else None
            change.news("deadline_passed", **_about(deadline), due_at=due_at, outcomes=listed)
        if not extended and not is_drawn_later:
            upcoming = replace(deadline, round=deadline.round + 1)
            if await self._round(league, change.season, upcoming.stage, upcoming.round):
                change.news("round_drawn", **_about(upcoming))
        return after.over and is_drawn_later

    async def _outcomes(
        self, league: League, deadline: RoundDeadline, left: Sequence[Fixture], consequence: Consequence
    ) -> list[tuple[Fixture, Outcome]]:
        later: Outcome = "manager" if deadline.extended else "extended"
        if consequence == "manager":
            return [(fixture, "manager") for fixture in left]
        gone = await withdrawn_from(self._database, league)
        ready = await store.fixtures.list_ready(self._database, [fixture.id for fixture in left])
        outcomes: list[tuple[Fixture, Outcome]] = []
        for fixture in left:
            assert fixture.second is not None
            there, under_way = await self._who_was_there(fixture, ready)
            players = {fixture.first.id, fixture.second.id}
            if consequence == "extend":
                outcomes.append((fixture, "manager" if players & gone else later))
                continue
            if players & gone:
                there, under_way = players - gone, False
            outcomes.append((fixture, later if under_way else _walkover(fixture, there, later)))
        return outcomes

    async def _who_was_there(self, fixture: Fixture, ready: set[tuple[int, int]]) -> tuple[set[int], bool]:
        """Return the ids of the players who are ready for a fixture, and whether they are playing it.

        Whoever has an invitation to it open is ready.
        """
        there = {player for fixture_id, player in ready if fixture_id == fixture.id}
        if fixture.table_id is None:
            return there, False
        table = await self._office.tables.find(fixture.table_id)
        if table.has_begun and table.status != "closed":
            return there, True
        if table.status in {"gathering", "idle"}:
            agreed = {seat.player.id for seat in table.seats if seat.player is not None and seat.agreed}
            teams = await store.teams.list_teams(self._database, fixture.league_id)
            there |= agreed | {team.player.id for team in teams if team.ids & agreed}
        return there, False

    async def _round(self, league: League, season: Season, stage: FixtureStage, number: int) -> list[Fixture]:
        """The fixtures of a round, apart from those of meetings."""
        listed = await store.fixtures.list_fixtures(self._database, league.id, season.number, stage=stage)
        return [fixture for fixture in listed if fixture.round == number and fixture.meeting_id is None]


def write_rounds(change: Change, stage: FixtureStage, rounds: Sequence[int], settings: NewsSettings) -> None:
    """Write the deadlines of rounds that are drawn now: one after another."""
    if settings.round_days is None:
        return
    today = calendar.today(change.league.zone, change.now())
    for place, number in enumerate(rounds, 1):
        deadline = RoundDeadline(
            league_id=change.league.id,
            season=change.season.number,
            stage=stage,
            round=number,
            due_at=_end_of(change.league, today + timedelta(days=place * settings.round_days)),
            days=settings.round_days,
        )
        store.fixtures.put_deadline(change.write, deadline)


def _carry_out(change: Change, fixture: Fixture, outcome: Outcome) -> None:
    if outcome == "nobody":
        award(change, fixture, None)
    elif outcome in {"first", "second"}:
        award(change, fixture, fixture.first if outcome == "first" else fixture.second)


def _about(deadline: RoundDeadline) -> dict[str, Any]:
    return {"stage": deadline.stage, "first_round": deadline.round, "last_round": deadline.round}


def _walkover(fixture: Fixture, there: set[int], later: Outcome) -> Outcome:
    """Return who wins a fixture that was not played, by who was there."""
    assert fixture.second is not None
    first, second = fixture.first.id in there, fixture.second.id in there
    if first and second:
        return later
    if not first and not second:
        # A playoff needs a winner.
        return "nobody" if fixture.stage == "league" else "manager"
    return "first" if first else "second"


def _end_of(league: League, day: date) -> datetime:
    return calendar.utc_moment(league.zone, day + timedelta(days=1), 0)


def _noting(note: AbsenceNote, left: Absence) -> Callable[[Transaction], None]:
    return lambda writing: note(writing, left)


class WeeklyPostService(LeagueService):
    """Keeps the schedule of weekly posts."""

    async def schedule(
        self, league: League, asker: Asker, channel_id: int | None, *, day: int = 0, hour: int = 18
    ) -> League:
        """Set the channel of the weekly post, or end it for None; return the changed league.

        ``day`` is 0 for Monday and ``hour`` is local. A week that has had its post gets no other one, and an hour that
        has just passed is not made up.
        """
        async with self._office.change(league, asker) as change:
            weekly = (None, None) if channel_id is None else (day, hour)
            changed = replace(change.league, channel_id=channel_id, post_day=weekly[0], post_hour=weekly[1])
            changed = check_league(changed)
            changed = replace(changed, posted_on=_posted_before(changed, self._now()))
            store.leagues.put(change.write, changed)
            if channel_id is None:
                change.log(Logged.WEEKLY_TABLE_STOPPED)
            else:
                change.log(Logged.WEEKLY_TABLE_SET, channel=channel_id)
            return changed

    async def due(self) -> list[League]:
        """Return the leagues whose table is due for a post, until ``mark_posted`` is called for each."""
        leagues, now = await store.leagues.list_posting(self._database), self._now()
        return [league for league in leagues if _due_day(league, now) is not None]

    async def mark_posted(self, league: League) -> None:
        """Note that the table of this week was posted, or cannot be."""
        async with self._office.change(league) as change:
            day = _due_day(change.league, self._now())
            if day is not None:
                store.leagues.put(change.write, replace(change.league, posted_on=day))


def _posted_before(league: League, now: datetime) -> date | None:
    """Return the day of the last post for a schedule that begins now, so that no post before it is made up."""
    if league.post_day is None or league.post_hour is None:
        return league.posted_on
    before = calendar.day_before_first_post(league.zone, league.post_day, league.post_hour, now)
    # A day to come is of a schedule that has had no post yet.
    had_post = league.posted_on is not None and league.posted_on <= calendar.today(league.zone, now)
    return max(league.posted_on, before) if had_post and league.posted_on is not None else before


def _due_day(league: League, now: datetime) -> date | None:
    """The local day whose post is due, as ``due`` says; None where none is."""
    if league.post_day is None or league.post_hour is None:
        return None
    return calendar.due_post_day(league.zone, league.post_day, league.post_hour, league.posted_on, now)
