"""News and deadlines of leagues are stored and found, on both engines."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from bot.models.league_news import NewsItem, NewsMessage, NewsSettings, RoundDeadline
from bot.storage import fixtures, league_news, leagues, players
from tests.support.blank_database import opened
from tests.support.seated_tables import NOW


@pytest.fixture
async def database(tmp_path):
    database = await opened(tmp_path / "cribbage.db")
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO leagues (name, folded, preset, rules, scheme, format, best_of, minimum, zone, created_at) "
            "VALUES ('Club', 'club', 'acc', '{}', 'acc', 'open', 1, 0, 'UTC', ?)",
            (NOW.isoformat(),),
        )
    yield database
    await database.close()


@pytest.fixture
async def league_id(database):
    ((number,),) = await database.rows("SELECT id FROM leagues")
    return number


async def write(database, call, *values):
    async with database.transaction() as writing:
        call(writing, *values)


async def test_news_are_told_once_and_can_be_held_back(database, league_id):
    item = NewsItem(kind="result_entered", league_id=league_id, season=1, at=NOW, entry="by hand 1")
    await write(database, league_news.add, item, NOW + timedelta(minutes=5))
    assert await league_news.list_unsent(database, NOW) == []
    held = await league_news.find_held(database, league_id, "by hand 1")
    assert held == replace(item, id=held.id)
    assert await league_news.find_held(database, league_id, "by hand 2") is None
    assert await league_news.list_unsent(database, NOW + timedelta(minutes=5)) == [held]
    await write(database, league_news.put_state, held.id, "sent")
    assert await league_news.list_unsent(database, NOW + timedelta(days=1)) == []


async def test_messages_of_players_who_are_gone_are_outdated(database, league_id):
    ann, ben = [await players.meet(database, number, "Somebody") for number in (1, 2)]
    drawn = NewsItem(
        kind="round_drawn", league_id=league_id, season=1, at=NOW, stage="league", first_round=1, last_round=1
    )
    await write(database, league_news.add, drawn)
    (news,) = await league_news.list_unsent(database, NOW)
    await write(database, league_news.add_messages, [NewsMessage(news_id=news.id, place="dm", player_id=ann.id)])
    (message,) = await league_news.list_messages(database, news.id)
    await write(database, league_news.put_message, replace(message, state="sent", channel_id=5, message_id=6))
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO fixtures (league_id, season, stage, round, place, first_id, second_id, best_of, drawn_at) "
            "VALUES (?, 1, 'league', 1, 1, ?, ?, 1, ?)",
            (league_id, ann.id, ben.id, NOW.isoformat()),
        )
    await write(database, league_news.mark_outdated, league_id, 99)
    assert await league_news.list_outdated(database) == []
    await write(database, league_news.mark_outdated, league_id, ben.id)
    (outdated,) = await league_news.list_outdated(database)
    assert (outdated.message_id, outdated.state) == (6, "outdated")
    await write(database, league_news.mark_outdated_everywhere, ann.id)
    assert await league_news.list_places(database, [ann.id, ben.id]) == {}


async def test_settings_and_deadlines_are_replaced(database, league_id):
    assert await league_news.read_settings(database, league_id) == NewsSettings()
    for days in (7, 14):
        settings = NewsSettings(5, days, "extend")
        await write(database, partial(league_news.put_settings, league_id=league_id), settings)
        assert await league_news.read_settings(database, league_id) == settings
        deadline = RoundDeadline(league_id=league_id, season=1, stage="league", round=1, due_at=NOW, days=days)
        await write(database, fixtures.put_deadline, deadline)
        assert await fixtures.list_deadlines(database, league_id, 1) == [deadline]
        assert await fixtures.list_deadlines_ahead(database, NOW) == [deadline]
    assert await leagues.find_kept(database, [league_id, 99]) == {league_id}
    assert await fixtures.list_ready(database, [1]) == set()


async def test_groups_are_read_in_the_order_in_which_they_were_filled(database, league_id):
    people = [(await players.meet(database, number, "Somebody")).id for number in range(1, 6)]
    ann, ben, cy, dee, eve = people
    await write(database, leagues.put_groups, league_id, 1, [[cy, ann], [ben, dee]])
    assert list((await leagues.read_groups(database, league_id, 1)).items()) == [(cy, 1), (ann, 1), (ben, 2), (dee, 2)]
    for _ in range(2):
        await write(database, leagues.replace_in_groups, league_id, 1, ben, eve)
    assert (await leagues.read_groups(database, league_id, 1))[eve] == 2
