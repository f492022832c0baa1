"""League games with a clock that forfeits: an outage loses nobody a fixture, and real time does."""

from bot.models.agreement import Clock

CLOCK = Clock(turn=120, when_over="forfeit")


async def league_game(club):
    """Return the league of Ann and Ben, their game, in which 60 of 120 seconds are over, and their fixture."""
    room = club.room
    league = await club.league(room.ann, room.ben, format="single", clock=CLOCK)
    [fixture] = await club.leagues.fixtures.find_all(league)
    table = await club.sit_down(league, fixture.first, fixture)
    room.wall.passes(seconds=60)
    await room.tables.timekeeper.tick()
    return league, table


async def fixture_of(club, league):
    await club.leagues.collector.wait_until_idle()
    [fixture] = await club.leagues.fixtures.find_all(league)
    return fixture


async def passes(club, seconds):
    club.room.wall.passes(seconds=seconds)
    await club.room.tables.timekeeper.tick()


async def test_an_outage_of_100_seconds_forfeits_nothing(club):
    league, table = await league_game(club)
    club.room.tables.outages.disconnected()
    await passes(club, 50)
    await passes(club, 50)
    club.room.tables.outages.connected()
    await passes(club, 59)
    now = await club.room.tables.find(table.id)
    assert now.status == "playing"
    assert (await fixture_of(club, league)).result_id is None
    await passes(club, 1)
    assert (await club.room.tables.find(table.id)).status == "over", "its clock goes on"
    assert (await fixture_of(club, league)).result_id is not None


async def test_without_an_outage_the_same_time_forfeits(club):
    league, table = await league_game(club)
    await passes(club, 60)
    assert (await club.room.tables.find(table.id)).status == "over"
    fixture = await fixture_of(club, league)
    result = await club.leagues.results.of_table(table.id)
    assert (fixture.result_id, result.ended_by) == (result.id, "time")
