"""The weekly post by a local clock, through every change of it, and the days of a season."""

from calendar import day_name
from contextlib import nullcontext
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.access import LeagueError
from bot.leagues.calendar import (
    check_day,
    check_season,
    check_time,
    check_zone,
    due_post_day,
    today,
    utc_moment,
    week_before,
    zones,
)
from tests.support.data_files import data_beside
from tests.support.depth import examples

DATA = data_beside(__file__)

SUNDAY = 6
LONDON = "Europe/London"


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def local(zone, text, fold=0):
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC)


@pytest.mark.parametrize(("day", "hour", "posted", "now", "due"), DATA["posts"])
def test_which_post_is_due_in_london(day, hour, posted, now, due):
    posted, due = (date.fromisoformat(one) if one else None for one in (posted, due))
    assert due_post_day(LONDON, list(day_name).index(day), hour, posted, local(LONDON, now)) == due


@pytest.mark.parametrize(("zone", "now", "expected"), DATA["sundays"])
def test_the_day_is_the_local_one_wherever_that_is(zone, now, expected):
    """Sunday at midnight, fourteen hours before Greenwich, eleven behind, and by quarters of an hour."""
    assert due_post_day(zone, SUNDAY, 0, None, utc(now)) == (expected or None)


# The clocks change


@pytest.mark.parametrize(("zone", "day", "hour", "expected"), DATA["hours"])
def test_an_hour_that_the_clock_leaves_out_is_the_next(zone, day, hour, expected):
    assert utc_moment(zone, day, hour) == utc(expected)
    assert due_post_day(zone, SUNDAY, hour, None, utc(expected)) == day
    assert due_post_day(zone, SUNDAY, hour, None, utc(expected) - timedelta(minutes=1)) is None


def test_an_hour_that_is_there_twice_is_the_first_and_posts_once():
    first, second = local(LONDON, "2026-10-25T01:00"), local(LONDON, "2026-10-25T01:00", fold=1)
    assert second - first == timedelta(hours=1)
    assert due_post_day(LONDON, SUNDAY, 1, None, first - timedelta(minutes=1)) is None
    on = due_post_day(LONDON, SUNDAY, 1, None, first)
    assert on == date(2026, 10, 25)
    assert due_post_day(LONDON, SUNDAY, 1, on, second) is None


def test_a_day_that_a_country_leaves_out_is_posted_with_the_next():
    """Samoa went from Thursday 29 December 2011 to Saturday the 31st."""
    friday = utc_moment("Pacific/Apia", date(2011, 12, 30), 18)
    assert today("Pacific/Apia", friday) == date(2011, 12, 31)
    assert due_post_day("Pacific/Apia", 4, 18, date(2011, 12, 23), friday) == date(2011, 12, 30)
    assert due_post_day("Pacific/Apia", 4, 18, date(2011, 12, 30), friday + timedelta(hours=1)) is None


CHANGING = ["Europe/London", "America/New_York", "America/Santiago", "Australia/Lord_Howe", "Asia/Gaza", "UTC"]


def on_the_wall(zone, now):
    return now.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


@examples(30)
@given(st.sampled_from(CHANGING), st.integers(0, 6), st.integers(0, 23), st.sampled_from([61, 350, 1439]))
def test_through_a_whole_year_each_week_has_its_post(zone, day, hour, minutes):
    """Each local week has one post, at the first look after its time, also when clocks change."""
    every, now, days = timedelta(minutes=minutes), utc("2026-01-05T00:00"), []
    while now < utc("2027-01-04T00:00"):
        if (on := due_post_day(zone, day, hour, days[-1] if days else None, now)) is not None:
            if days:
                assert on_the_wall(zone, now - every) < datetime.combine(on, time(hour)) <= on_the_wall(zone, now)
            days.append(on)
        now += every
    assert len(days) in {52, 53}
    assert all(on.weekday() == day for on in days)
    assert all(later - earlier == timedelta(days=7) for earlier, later in pairwise(days))


@given(st.sampled_from(CHANGING), st.dates(date(2020, 1, 1), date(2030, 1, 1)), st.integers(0, 23))
def test_a_moment_is_the_first_at_which_the_clock_has_come_to_the_hour(zone, day, hour):
    at = utc_moment(zone, day, hour)
    wanted = datetime.combine(day, time(hour))
    assert on_the_wall(zone, at) >= wanted
    assert on_the_wall(zone, at - timedelta(minutes=1)) < wanted


def test_a_week_before_is_seven_days():
    """Seven days of 24 hours, though the clocks have changed between."""
    noon = local(LONDON, "2026-10-28T12:00").astimezone(ZoneInfo(LONDON))
    assert week_before(noon) == utc("2026-10-21T12:00")


def test_today_is_the_local_day():
    assert today("Pacific/Auckland", utc("2026-11-20T11:00")) == date(2026, 11, 21)
    assert today("America/Los_Angeles", utc("2026-11-20T07:59")) == date(2026, 11, 19)


# Zones by name


@pytest.mark.parametrize(("name", "zone"), DATA["zones"])
def test_a_zone_is_known_by_its_name_or_its_city(name, zone):
    assert check_zone(name) == zone


@pytest.mark.parametrize(
    "name", ["", "Europe", "London/Europe", "../etc/passwd", "/etc/passwd", "Nowhere", "Lon", "\0"]
)
def test_any_other_name_is_refused(name):
    with pytest.raises(LeagueError, match="I don't know which time zone"):
        check_zone(name)


@pytest.mark.parametrize(("name", "likely"), DATA["likely"])
def test_a_refusal_suggests_zones(name, likely):
    with pytest.raises(LeagueError) as refused:
        check_zone(name)
    assert str(refused.value) == f"I don't know which time zone {name!r} is. Try {likely}."


def test_zones_are_found_by_a_part():
    assert "Europe/London" in zones("lond")
    assert zones("no such part") == []
    assert zones("") == sorted(zones(""))


def test_every_zone_offered_is_one_we_know():
    for zone in zones(""):
        assert check_zone(zone) == zone
        assert utc_moment(zone, date(2026, 11, 22), 18).tzinfo is UTC


# Seasons


def test_a_season_does_not_end_before_it_begins():
    check_season(date(2026, 9, 1), date(2026, 9, 1))
    with pytest.raises(LeagueError, match="can't end on 2026-09-01"):
        check_season(date(2026, 9, 2), date(2026, 9, 1))


@pytest.mark.parametrize(
    ("starts_on", "ends_on", "why"),
    [
        *((None, None, ""), (9, None, ""), (None, 9, ""), (9, 9, ""), (8, 9, ""), (9, 10, "")),
        (10, 11, "Winter season starts on 2026-09-10"),
        (7, 8, "Winter season ended on 2026-09-08"),
    ],
)
def test_a_day_is_in_a_season_from_its_first_to_its_last(starts_on, ends_on, why):
    """The ninth, in a season of which either day may be left open."""
    starts_on, ends_on = (day and date(2026, 9, day) for day in (starts_on, ends_on))
    with pytest.raises(LeagueError, match=why) if why else nullcontext():
        check_day("Winter", date(2026, 9, 9), starts_on, ends_on)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        *[("19:30", "19:30"), ("7:30 pm", "19:30"), ("7.30 P.M.", "19:30"), ("19h30", "19:30"), ("1930", "19:30")],
        *[("9", "09:00"), ("12am", "00:00"), ("12 pm", "12:00"), ("off", None), ("", None), (None, None)],
    ],
)
def test_a_time_is_read_as_people_type_it(typed, meant):
    assert check_time(typed) == meant


@pytest.mark.parametrize("typed", ["24:00", "13 pm", "0 am", "19:60", "soon", "\uff11\uff19:30", "19:3"])
def test_what_is_no_time_is_refused(typed):
    with pytest.raises(LeagueError, match="Type a time like 19:30, or off"):
        check_time(typed)
