"""The table with everyone's movement, and a player's page, against the same worked out at length."""

import random
from datetime import timedelta

import pytest

from bot.leagues.csv_format import COLUMNS
from bot.leagues.file_import import import_file
from bot.leagues.import_plan import NEW
from bot.leagues.service import Leagues
from bot.leagues.standings import places_gained
from bot.leagues.table_and_profile import standings_of
from bot.models.league import League
from bot.storage import result_totals
from engine.presets import find
from tests.support.depth import sampled
from tests.support.seated_tables import NOW, room_over


@pytest.fixture
async def room(tmp_path):
    async with room_over(tmp_path / "cribbage.db") as room:
        yield room


async def season(room, seed):
    """Two weeks in which few players meet often, that many are level."""
    chance = random.Random(seed)
    lines = [",".join(COLUMNS)]
    for _ in range(chance.randrange(20, 40)):
        one, other = chance.sample("ABCDEF", 2)
        moment = (NOW - timedelta(days=chance.randrange(14), hours=chance.randrange(24))).isoformat()
        lines.append(f"{moment},{one},{other},121,{chance.choice([120, 119, 90])},,")
    new = League(id=NEW, guild_id=1, name="Winter", preset="acc", rules=find("acc"), scheme="acc", created_at=NOW)
    return (await import_file(room.database, new, "\n".join(lines).encode(), NOW)).league


@sampled("seed", range(6))
async def test_movement_is_the_table_now_against_the_table_of_a_week_ago(room, seed):
    league = await season(room, seed)
    club = Leagues.over(room.tables, room.wall)
    open_season = await club.directory.season(league)
    joined = [one.player for one in await club.members.find_all(league)]
    now = await standings_of(room.database, league, open_season, joined)
    then = await standings_of(room.database, league, open_season, joined, until=NOW - timedelta(days=7))
    placed = await club.standings.table(league, now=NOW)
    assert [line for line, _ in placed] == now
    assert {line.player.id: risen for line, risen in placed if risen is not None} == places_gained(now, then)


@sampled("seed", range(3))
async def test_a_profile_has_the_most_frequent_opponents_first(room, seed):
    league = await season(room, seed)
    club = Leagues.over(room.tables, room.wall)
    for line, risen in await club.standings.table(league, now=NOW):
        page = await club.standings.profile(league, line.player)
        assert (page.standing, page.places_gained) == (line, risen)
        assert sum(tally.played for _, tally in page.head_to_heads) == line.played
        assert sum(tally.won for _, tally in page.head_to_heads) == line.won
        often = [tally.played for _, tally in page.head_to_heads]
        assert often == sorted(often, reverse=True)
        pairs = await result_totals.sum_by_pair(room.database, league.id, 1, range(1, 20))
        assert {other.id: tally for other, tally in page.head_to_heads} == {
            other: tally for (player, other), tally in pairs.items() if player == line.player.id
        }
