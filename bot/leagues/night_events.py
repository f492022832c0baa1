"""The events on Discord that tell when club nights begin: which there should be, and which there are."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.leagues import calendar
from bot.leagues.office import LeagueService
from bot.models.league import League, Meeting
from bot.storage import leagues as stored_leagues
from bot.storage import meetings as stored_meetings
from bot.storage import metadata

_NOTE: Final = "night event"
"""What the notes begin with that keep which event a night has, and what was told there last."""


@dataclass(frozen=True, slots=True)
class NightEvent:
    """The event of a night that has to be made, changed or, without a ``meeting``, removed.

    ``event_id`` is Discord's, once there is one. ``starts`` is when the night begins, or was said to begin.
    """

    meeting_id: int
    guild_id: int
    event_id: int | None
    starts: datetime
    league: League | None = None
    meeting: Meeting | None = None

    @property
    def note(self) -> dict[str, object]:
        """What is kept of the event: where it is, and all that it tells."""
        told = [] if self.league is None or self.meeting is None else [self.league.name, self.meeting.name]
        return {"server": self.guild_id, "event": self.event_id, "starts": self.starts.isoformat(), "told": told}


class NightEventService(LeagueService):
    """Compares the nights to come with the events that Discord has, in the leagues that wish for events."""

    async def due(self) -> list[NightEvent]:
        """Return the events that are not as they should be, of servers that this process keeps."""
        stored = await metadata.read_all(self._database, _NOTE)
        shown = {int(name.rpartition(" ")[2]): json.loads(note) for name, note in stored.items()}
        wanted = {}
        for league in await stored_leagues.list_with_night_time(self._database):
            season = await self._office.directory.season(league)
            for meeting in await stored_meetings.list_by_season(self._database, league.id, season.number):
                starts = calendar.night_begins(league.zone, meeting.day, league.night_time or "")
                if meeting.stage != "closed" and starts > self._now():
                    event_id = shown.get(meeting.id, {}).get("event")
                    wanted[meeting.id] = NightEvent(meeting.id, league.guild_id or 0, event_id, starts, league, meeting)
        gone = [
            NightEvent(meeting_id, note["server"], note["event"], datetime.fromisoformat(note["starts"]))
            for meeting_id, note in shown.items()
            if meeting_id not in wanted and self._database.keeps(note["server"])
        ]
        return [*gone, *(event for event in wanted.values() if event.note != shown.get(event.meeting_id))]

    async def mark_shown(self, event: NightEvent) -> None:
        """Note that Discord has an event as it should be, or that it has it no more."""
        name = f"{_NOTE} {event.meeting_id}"
        async with self._database.transaction() as writing:
            if event.meeting is None:
                metadata.delete(writing, [name])
            else:
                metadata.put_with(writing, name, json.dumps(event.note))
