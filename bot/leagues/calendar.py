"""The days of a league: when its table is posted by the local clock, and when its season begins and ends."""

import re
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from bot.i18n.translation import gettext
from bot.leagues.access import refusal

_WEEK: Final = timedelta(days=7)
_TOO_LATE: Final = timedelta(hours=24)


def due_post_day(zone: str, day: int, hour: int, posted_on: date | None, now: datetime) -> date | None:
    """The local day whose weekly post is due ``now``, to be kept as the next ``posted_on``; None where none is.

    ``day`` is 0 for Monday, ``hour`` 0 to 23 by the clock in ``zone``; ``now`` is aware. One post goes out in each
    local week, which begins on Monday. An hour that the clock leaves out is the next there is, one that it shows twice
    is the first. A post that was missed is made up once, until the next one is due; without ``posted_on``, as earlier
    versions left it until the first post, within 24 hours.
    """
    today = now.astimezone(ZoneInfo(zone)).date()
    on = today - timedelta(days=(today.weekday() - day) % 7)
    if utc_moment(zone, on, hour) > now:
        on -= _WEEK
    if posted_on is None and now - utc_moment(zone, on, hour) >= _TOO_LATE:
        return None
    return None if posted_on is not None and _monday(posted_on) >= _monday(on) else on


def day_before_first_post(zone: str, day: int, hour: int, now: datetime) -> date:
    """Return the last day of the week before the next post, to be kept as ``posted_on`` of a new schedule."""
    local = today(zone, now)
    on = local + timedelta(days=(day - local.weekday()) % 7)
    if utc_moment(zone, on, hour) <= now:
        on += _WEEK
    return _monday(on) - timedelta(days=1)


def utc_moment(zone: str, day: date, hour: int) -> datetime:
    """Return the time in UTC of a local hour of a day: the first of two, or the next if there is none.

    Where the clock leaves an hour out, the time before the change reads it as the hour that follows.
    """
    return datetime.combine(day, time(hour), ZoneInfo(zone)).astimezone(UTC)


def night_begins(zone: str, day: date, at: str) -> datetime:
    """Return the moment in UTC at which a club night begins; ``at`` is a local time such as 19:30."""
    return datetime.combine(day, time.fromisoformat(at), ZoneInfo(zone)).astimezone(UTC)


def check_time(text: str | None) -> str | None:
    """Return a time such as "7:30 pm" as 19:30, and None for "off". Raises ``LeagueError``."""
    typed = "" if text is None else text.strip().casefold()
    if typed in {"", "off", gettext("off").casefold()}:
        return None
    found = re.fullmatch(r"([0-9]{1,2})(?:[:.h ]?([0-5][0-9]))?(?: ?([ap])\.?m\.?)?", typed)
    if found is None or int(found[1]) not in (range(1, 13) if found[3] else range(24)):
        raise refusal("Type a time like 19:30, or off.")
    hour = int(found[1]) % 12 + 12 * (found[3] == "p") if found[3] else int(found[1])
    return f"{hour:02}:{found[2] or '00'}"


def week_before(now: datetime) -> datetime:
    """The moment in UTC seven days earlier, from which movement in the table is counted."""
    return now.astimezone(UTC) - _WEEK


def today(zone: str, now: datetime) -> date:
    """The local day in a time zone."""
    return now.astimezone(ZoneInfo(zone)).date()


def check_zone(name: str) -> str:
    """The zone of a name, spelt as tzdata does: "Europe/London" for "europe/london" or "London".

    Raises ``LeagueError`` where there is none, or more than one.
    """
    wanted = _folded(name)
    found = zones(name)
    of_city = [zone for zone in found if _folded(zone).rpartition("/")[2] == wanted]
    match [zone for zone in found if _folded(zone) == wanted] or of_city:
        case [zone]:
            return zone
        case several:
            likely = gettext(" or ").join((several or found or ["Europe/London", "America/New_York"])[:3])
            raise refusal("I don't know which time zone {name!r} is. Try {likely}.", name=name, likely=likely)


def zones(part: str) -> list[str]:
    """The time zones whose names hold ``part``, by the alphabet."""
    wanted = _folded(part)
    return [zone for zone in _zones() if wanted in _folded(zone)]


def check_season(starts_on: date | None, ends_on: date | None) -> None:
    """Raise ``LeagueError`` for a season that would end before it begins; either day may be left open."""
    if starts_on is not None and ends_on is not None and ends_on < starts_on:
        raise refusal(
            "The season starts on {starts_on}, so it can't end on {ends_on}.", ends_on=ends_on, starts_on=starts_on
        )


def check_day(league: str, day: date, starts_on: date | None, ends_on: date | None) -> None:
    """Raise ``LeagueError`` for a local day outside the season of a league; its first and last day belong to it."""
    if starts_on is not None and day < starts_on:
        raise refusal("The {league} season starts on {starts_on}.", league=league, starts_on=starts_on)
    if ends_on is not None and day > ends_on:
        raise refusal("The {league} season ended on {ends_on}.", league=league, ends_on=ends_on)


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


@cache
def _zones() -> tuple[str, ...]:
    return tuple(sorted(available_timezones()))


def _folded(name: str) -> str:
    return name.strip().replace(" ", "_").casefold()
