"""The weekly post of a league's table: where and when it goes out, and which one is due."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

from bot.leagues.access import Asker
from bot.leagues.calendar import day_before_first_post, due_post_day, today
from bot.leagues.change_log import Logged
from bot.leagues.office import LeagueService
from bot.leagues.settings import check_league
from bot.models.league import League
from bot.storage import leagues as stored_leagues


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
            stored_leagues.put(change.write, changed)
            if channel_id is None:
                change.log(Logged.WEEKLY_TABLE_STOPPED)
            else:
                change.log(Logged.WEEKLY_TABLE_SET, channel=channel_id)
            return changed

    async def due(self) -> list[League]:
        """Return the leagues whose table is due for a post, until ``mark_posted`` is called for each."""
        leagues, now = await stored_leagues.list_posting(self._database), self._now()
        return [league for league in leagues if _due_day(league, now) is not None]

    async def mark_posted(self, league: League) -> None:
        """Note that the table of this week was posted, or cannot be."""
        async with self._office.change(league) as change:
            day = _due_day(change.league, self._now())
            if day is not None:
                stored_leagues.put(change.write, replace(change.league, posted_on=day))


def _posted_before(league: League, now: datetime) -> date | None:
    """Return the day of the last post for a schedule that begins now, so that no post before it is made up."""
    if league.post_day is None or league.post_hour is None:
        return league.posted_on
    before = day_before_first_post(league.zone, league.post_day, league.post_hour, now)
    # A day to come is of a schedule that has had no post yet.
    had_post = league.posted_on is not None and league.posted_on <= today(league.zone, now)
    return max(league.posted_on, before) if had_post and league.posted_on is not None else before


def _due_day(league: League, now: datetime) -> date | None:
    """The local day whose post is due, as ``due`` says; None where none is."""
    if league.post_day is None or league.post_hour is None:
        return None
    return due_post_day(league.zone, league.post_day, league.post_hour, league.posted_on, now)
