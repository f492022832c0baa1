"""The events on Discord that tell when club nights begin: which there should be, and which there are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Final

from bot.leagues import calendar
from bot.leagues.office import LeagueService
from bot.storage import metadata, store

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
