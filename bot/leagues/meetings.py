"""Meetings of a season: planned, checked in to, paired, and closed; and the events that announce them."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace
from datetime import date
from itertools import combinations, groupby
from typing import Final

from bot.leagues import calendar, schedule
from bot.leagues.access import Asker, refusal
from bot.leagues.change_log import Logged
from bot.leagues.fixtures import pair_without_result
from bot.leagues.office import Change, LeagueService
from bot.leagues.schedule import Pairing, Round, best_pairs, first_deal_surplus, next_of_swiss, pairing_of, swiss_round
from bot.leagues.season_table import meeting_table
from bot.leagues.settings import MOST, NIGHT
from bot.models.league import (
    MEETING_FORMATS,
    WITH_MEETINGS,
    Attendance,
    Fixture,
    League,
    Meeting,
    MeetingFormat,
    Season,
)
from bot.models.player import Player
from bot.storage import metadata, store

LONGEST_NAME: Final = 64
"""The most letters that the name of a meeting has."""


class MeetingService(LeagueService):
    """Keeps the meetings of leagues: managers plan, pair and close them, and players check in."""

    async def find_all(self, league: League, season: Season) -> list[Meeting]:
        """Return the meetings of a season by their numbers."""
        return await store.meetings.list_by_season(self._database, league.id, season.number)

    async def find(self, league: League, meeting_id: int) -> Meeting:
        """Return the meeting of this id. Raises ``LeagueError`` where the league has none."""
        meeting = await store.meetings.find(self._database, meeting_id)
        if meeting is None or meeting.league_id != league.id:
            raise refusal("I can't find that night in {name}.", name=league.name)
        return meeting

    async def current(self, league: League, season: Season) -> Meeting | None:
        """Return the meeting that is on or comes next: the first that is not closed; None if there is none."""
        waiting = [meeting for meeting in await self.find_all(league, season) if meeting.stage != "closed"]
        return min(waiting, key=lambda meeting: (meeting.day, meeting.number), default=None)

    async def attendance(self, meeting: Meeting) -> list[Attendance]:
        """Return everyone who came to a meeting, in the order in which they came."""
        return await store.meetings.list_attendance(self._database, meeting.id)

    async def fixtures(self, meeting: Meeting) -> list[Fixture]:
        """Return the fixtures of a meeting round by round."""
        return await store.fixtures.list_fixtures(
            self._database, meeting.league_id, meeting.season, meeting_id=meeting.id
        )

    async def free_rounds(self, meeting: Meeting) -> tuple[int, int]:
        """Return the first and the last round from which the pairings of a meeting can be drawn again."""
        return await self._free_rounds(_rounds(await self.fixtures(meeting)))

    async def plan(
        self,
        league: League,
        asker: Asker,
        *,
        day: date | None = None,
        name: str = "",
        form: MeetingFormat = "night",
        games: int | None = None,
    ) -> Meeting:
        """Add a meeting for a manager, today unless another ``day`` is given; people can check in at once."""
        async with self._office.change(league, asker) as change:
            league, season = change.league, change.season
            if league.format not in WITH_MEETINGS:
                raise refusal(
                    "{name} can't have club nights in this format. Switch to club with /manage settings.",
                    name=league.name,
                )
            if season.stage != "playing":
                raise refusal("The {name} season isn't in progress.", name=league.name)
            on = day or calendar.today(league.zone, self._now())
            calendar.check_day(league.name, on, season.starts_on, season.ends_on)
            numbers = [one.number for one in await self.find_all(league, season)]
            meeting = _checked(
                Meeting(
                    id=0,
                    league_id=league.id,
                    season=season.number,
                    number=max(numbers, default=0) + 1,
                    day=on,
                    name=name,
                    format=form,
                    games=games or league.many or NIGHT,
                )
            )
            store.meetings.add(change.write, meeting)
            change.log(Logged.NIGHT_PLANNED, night=meeting)
            await change.commit()
            return (await self.find_all(league, season))[-1]

    async def check_in(
        self, league: League, meeting: Meeting, player: Player, asker: Asker | None = None
    ) -> list[Attendance]:
        """Check a player in to a meeting, and let them join the league if they have not; return who is here now.

        ``asker`` is the manager who checks somebody else in. Checked in twice is checked in once. A player who left is
        here again.
        """
        async with self._attending(league, meeting, player, asker) as (change, now, one):
            if one is None or one.status == "left":
                listed = await store.members.list_active_players(self._database, league.id, "in", "visitor")
                if player.id not in {member.id for member in listed}:
                    store.members.put(change.write, league.id, player.id, "in", self._now())
                    change.log(Logged.PLAYER_JOINED, player=player)
                store.meetings.put_attendance(change.write, now.id, Attendance(player, "here", self._now()))
                change.log(Logged.CHECKED_IN, player=player, night=now)
            await change.commit()
            return await self.attendance(meeting)

    async def leave(
        self, league: League, meeting: Meeting, player: Player, asker: Asker | None = None
    ) -> list[Attendance]:
        """Check a player out; before the pairings it is as if they had never come. Return who is here now."""
        async with self._attending(league, meeting, player, asker) as (change, now, one):
            if one is None or one.status == "left":
                raise refusal("{name} isn't checked in.", name=player.name)
            if now.stage == "open":
                store.meetings.delete_attendance(change.write, now.id, player.id)
            else:
                left = replace(one, status="left", left_at=self._now())
                store.meetings.put_attendance(change.write, now.id, left)
            change.log(Logged.CHECKED_OUT, player=player, night=now)
            await change.commit()
            return await self.attendance(meeting)

    @asynccontextmanager
    async def _attending(
        self, league: League, meeting: Meeting, player: Player, asker: Asker | None
    ) -> AsyncIterator[tuple[Change, Meeting, Attendance | None]]:
        """Change whether a player is at an open meeting; it is given as it is now, with their check-in if any."""
        asker = asker or Asker(player)
        async with self._office.change(league, asker, managers=asker.player.id != player.id) as change:
            meeting = await self._open_meeting(change, meeting)
            came = {one.player.id: one for one in await self.attendance(meeting)}
            yield change, meeting, came.get(player.id)

    async def pair(
        self, league: League, asker: Asker, meeting: Meeting, from_round: int | None = None
    ) -> list[Fixture]:
        """Draw the pairings of a meeting for everyone who is here, and return the new ones.

        Before the first pairings all rounds are drawn, of a Swiss the first. Later the next round of a Swiss is drawn,
        or the rounds from ``from_round`` on are drawn again for those who are here now: by default those after the last
        round with a game. Raises ``LeagueError`` if one of these rounds has begun.
        """
        async with self._office.change(league, asker) as change:
            meeting = await self._open_meeting(change, meeting)
            here = [one.player.id for one in await self.attendance(meeting) if one.status == "here"]
            self._check_players(meeting, here)
            rounds = _rounds(await self.fixtures(meeting))
            if meeting.format == "swiss" and rounds and from_round is None:
                first, made = len(rounds) + 1, [await self._next_of_swiss(change.league, meeting, rounds, here)]
            else:
                first = await self._first_free_round(rounds, from_round)
                before = [[pairing_of(fixture) for fixture in one] for one in rounds[: first - 1]]
                made = await asyncio.to_thread(self._draw, meeting, here, before)
            store.fixtures.delete_from_round(change.write, meeting.id, first)
            for number, pairs in enumerate(made, first):
                store.fixtures.add(
                    change.write,
                    league.id,
                    meeting.season,
                    "league",
                    number,
                    [(pairing.first, pairing.second) for pairing in pairs],
                    change.league.best_of,
                    self._now(),
                    meeting_id=meeting.id,
                )
            store.meetings.put(change.write, replace(meeting, stage="playing"))
            last = first + len(made) - 1
            change.news("round_drawn", stage="league", meeting_id=meeting.id, first_round=first, last_round=last)
            change.log(Logged.NIGHT_DRAWN, night=meeting, round=first)
            await change.commit()
            return [fixture for fixture in await self.fixtures(meeting) if fixture.round >= first]

    async def close(self, league: League, asker: Asker, meeting: Meeting) -> Meeting:
        """Close a meeting for a manager; games that were not played are off, and results that wait may follow."""
        async with self._office.change(league, asker) as change:
            meeting = await self._open_meeting(change, meeting)
            closed = replace(meeting, stage="closed", closed_at=self._now())
            store.meetings.put(change.write, closed)
            change.log(Logged.NIGHT_CLOSED, night=meeting)
            return closed

    async def reopen(self, league: League, asker: Asker, meeting: Meeting) -> Meeting:
        """Open a closed meeting of the open season again for a manager."""
        async with self._office.change(league, asker) as change:
            meeting = await self.find(league, meeting.id)
            if meeting.season != change.season.number:
                name = change.league.name
                raise refusal("Season {season} of {name} is closed.", season=meeting.season, name=name)
            opened = replace(meeting, stage="playing", closed_at=None)
            store.meetings.put(change.write, opened)
            change.log(Logged.NIGHT_REOPENED, night=meeting)
            return opened

    async def delete(self, league: League, asker: Asker, meeting: Meeting) -> None:
        """Delete a meeting that was planned by mistake; one with results or games is kept."""
        async with self._office.change(league, asker) as change:
            meeting = await self.find(league, meeting.id)
            ids = [fixture.id for fixture in await self.fixtures(meeting)]
            begun = await store.fixtures.have_begun(self._database, ids)
            if begun or await store.meetings.has_result(self._database, meeting.id):
                raise refusal("This night has games already, so it can't be deleted. Finish it instead.")
            store.fixtures.delete_from_round(change.write, meeting.id, 1)
            store.meetings.delete(change.write, meeting.id)
            change.log(Logged.NIGHT_DELETED, night=meeting)

    def _draw(self, meeting: Meeting, here: Sequence[int], before: Sequence[Round]) -> list[Round]:
        chance = self._office.chance
        if before:
            return later_rounds(meeting, here, before, chance)
        return first_rounds(meeting, chance.sample(here, len(here)))

    def _check_players(self, meeting: Meeting, here: Collection[int]) -> None:
        if meeting.format == "free":
            raise refusal("This night has no pairings. Enter the results as they come.")
        if len(here) < 2:
            raise refusal("At least 2 people must be checked in.")
        if len(here) > (most := MOST_PLAYERS[meeting.format]):
            raise refusal("This format allows {most} players a night.", most=most)

    async def _open_meeting(self, change: Change, meeting: Meeting) -> Meeting:
        now = await self.find(change.league, meeting.id)
        check_open(now if now.season == change.season.number else replace(now, stage="closed"))
        return now

    async def _first_free_round(self, rounds: Sequence[Sequence[Fixture]], wanted: int | None) -> int:
        first, last = await self._free_rounds(rounds)
        if wanted is not None and not first <= wanted <= last:
            raise refusal("Choose a round from {first} to {last}.", first=first, last=last)
        return wanted or first

    async def _free_rounds(self, rounds: Sequence[Sequence[Fixture]]) -> tuple[int, int]:
        begun = 0
        for number, one in enumerate(rounds, 1):
            if await store.fixtures.have_begun(self._database, [fixture.id for fixture in one]):
                begun = number
        return begun + 1, len(rounds) + 1

    async def _next_of_swiss(
        self, league: League, meeting: Meeting, rounds: Sequence[Sequence[Fixture]], here: Collection[int]
    ) -> Round:
        if len(rounds) >= meeting.games:
            raise refusal("All {number} rounds of this night have been drawn.", number=len(rounds))
        if (pair := await pair_without_result(self._database, rounds[-1], here)) is not None:
            one, other = pair
            raise refusal("{name} and {second_name} don't have a result yet.", name=one, second_name=other)
        came = [one.player for one in await self.attendance(meeting)]
        table = await meeting_table(self._database, league, meeting, came, with_visitors=True)
        return await next_of_swiss(self._database, league, rounds, [line for line in table if line.player.id in here])


def check_open(meeting: Meeting) -> None:
    """Raise ``LeagueError`` for a meeting that is closed."""
    if meeting.stage == "closed":
        raise refusal("This night is finished.")


def _checked(meeting: Meeting) -> Meeting:
    name = " ".join(meeting.name.split())
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise refusal("A name must have at most {longest} characters.", longest=LONGEST_NAME)
    if meeting.format not in MEETING_FORMATS:
        raise refusal("Choose one of these formats: {formats}.", formats=", ".join(MEETING_FORMATS))
    if not 1 <= meeting.games <= MOST:
        raise refusal("Choose 1-{most} rounds or games.", most=MOST)
    return replace(meeting, name=name)


def _rounds(drawn: Sequence[Fixture]) -> list[list[Fixture]]:
    return [list(group) for _, group in groupby(drawn, key=lambda fixture: fixture.round)]


MOST_PLAYERS: Final[dict[MeetingFormat, int]] = {"night": 500, "swiss": 500, "single": 100, "double": 100}
"""The most players of a meeting that get pairings."""


def first_rounds(meeting: Meeting, players: Sequence[int]) -> list[Round]:
    """Return the rounds of a meeting before its first game, for these players in an order that was drawn by lot.

    A Swiss has its first round alone.
    """
    match meeting.format:
        case "night":
            return schedule.club_night(players, meeting.games)
        case "single" | "double":
            return schedule.round_robin(players, double=meeting.format == "double")
        case "swiss":
            return [swiss_round([(player, 0) for player in players], [])]
        case "free":
            return []


def later_rounds(
    meeting: Meeting, players: Sequence[int], before: Sequence[Round], chance: random.Random
) -> list[Round]:
    """Return the rounds after those ``before``, for the players who are here now.

    On a night there are as many as are left of it, with opponents who have not met as far as there are any. Those who
    sat out in these rounds meet in one more. In a round robin there are the games that are still to be played.
    """
    if meeting.format in {"single", "double"}:
        return _missing_games(players, before, times=2 if meeting.format == "double" else 1)
    made = list(before)
    sat_out: Counter[int] = Counter()
    for _ in range(len(before), meeting.games):
        # Everyone is level, so the pairings are random as far as the rules leave a choice.
        table = [(player, 0) for player in chance.sample(players, len(players))]
        drawn = swiss_round(table, [pairing for one in made for pairing in one])
        sat_out.update(pairing.first for pairing in drawn if pairing.second is None)
        made.append([pairing for pairing in drawn if pairing.second is not None])
    extra = _extra_round([player for player in players if sat_out[player]], made)
    return [*made[len(before) :], *extra]


def _extra_round(players: Sequence[int], made: Sequence[Round]) -> list[Round]:
    past = [pairing for one in made for pairing in one]
    drawn = swiss_round([(player, 0) for player in players], past) if len(players) > 1 else []
    pairs = [pairing for pairing in drawn if pairing.second is not None]
    return [pairs] if pairs else []


def _missing_games(players: Sequence[int], before: Sequence[Round], *, times: int) -> list[Round]:
    """Return rounds in which these players meet everyone as often as they have not met yet."""
    past = [pairing for one in before for pairing in one]
    met = Counter(frozenset({pairing.first, pairing.second}) for pairing in past)
    left = Counter({pair: times - met[frozenset(pair)] for pair in combinations(sorted(players), 2)})
    left = +left
    rounds = []
    while left:
        degrees = Counter(player for pair, many in left.items() for player in pair for _ in range(many))
        pairs = best_pairs({pair: sum(degrees[player] for player in pair) for pair in left})
        deals = first_deal_surplus(past)
        drawn = [_with_first_deal(one, other, deals, past) for one, other in pairs]
        rounds.append(drawn)
        past += drawn
        left -= Counter(pairs)
    return rounds


def _with_first_deal(one: int, other: int, deals: Counter[int], past: Iterable[Pairing]) -> Pairing:
    """Return a pairing in which the player with fewer first deals deals first, or the one who did not last time."""
    if deals[one] == deals[other]:
        last = next(
            (pairing for pairing in reversed(list(past)) if {one, other} == {pairing.first, pairing.second}), None
        )
        return Pairing(one, other) if last is None or last.first == other else Pairing(other, one)
    return Pairing(one, other) if deals[one] < deals[other] else Pairing(other, one)


_NOTE: Final = "night event"
"""What the names of the notes begin with that keep an event as it was shown last, one for each night."""


@dataclass(frozen=True, slots=True)
class NightEvent:
    """The event of a night with all that it tells; one that is not ``wanted`` has to be removed.

    ``event_id`` is Discord's, once there is one; ``starts`` is a time in UTC as ISO 8601 writes it.
    """

    meeting_id: int
    league_id: int
    guild_id: int
    event_id: int | None
    starts: str
    league: str
    night: str
    number: int
    wanted: bool = True


class NightEventService(LeagueService):
    """Compares the nights to come with the events that Discord has, in the leagues that wish for events."""

    async def due(self) -> list[NightEvent]:
        """Return the events that are not as they should be, of servers that this process keeps."""
        notes = (await metadata.read_all(self._database, _NOTE)).values()
        shown = {event.meeting_id: event for event in (NightEvent(**json.loads(note)) for note in notes)}
        known = {event.league_id for event in shown.values() if self._database.keeps(event.guild_id)}
        wanted: dict[int, NightEvent] = {}
        # A league that can't be read keeps its events.
        read = set()
        for league_id in known | await store.leagues.find_with_night_time(self._database):
            with self._database.failures.at("stored data", f"the nights of league {league_id}"):
                wanted |= await self._nights_to_come(league_id, shown)
                read.add(league_id)
        gone = [shown[meeting_id] for meeting_id in shown.keys() - wanted.keys()]
        due = [event for event in wanted.values() if event != shown.get(event.meeting_id)]
        return due + [replace(event, wanted=False) for event in gone if event.league_id in read]

    async def _nights_to_come(self, league_id: int, shown: Mapping[int, NightEvent]) -> dict[int, NightEvent]:
        league, events = await store.leagues.find(self._database, league_id), {}
        if league is None or league.night_time is None or league.guild_id is None:
            return {}
        season = await self._office.directory.season(league)
        for night in await store.meetings.list_by_season(self._database, league.id, season.number):
            starts = calendar.night_begins(league.zone, night.day, league.night_time)
            if night.stage != "closed" and starts > self._now():
                before, place = shown.get(night.id), (night.id, league.id, league.guild_id)
                known = None if before is None else before.event_id
                events[night.id] = NightEvent(*place, known, starts.isoformat(), league.name, night.name, night.number)
        return events

    async def mark_shown(self, event: NightEvent) -> None:
        """Note that Discord has an event as it should be, or that it has it no more."""
        name = f"{_NOTE} {event.meeting_id}"
        async with self._database.transaction() as writing:
            metadata.delete(writing, [name])
            if event.wanted:
                metadata.put_with(writing, name, json.dumps(asdict(event)))
