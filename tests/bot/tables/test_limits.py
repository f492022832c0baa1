"""The limits on what one person has open: refused with a sentence that says what to do, and nothing else is touched."""

import asyncio

import pytest

from bot.models.errors import TableError
from bot.tables import seating as limits
from bot.tables.service import give_up_all
from engine.actions import Resign
from engine.presets import find

INVITATIONS, GAMES = 3, 4


@pytest.fixture(autouse=True)
def few(monkeypatch):
    assert (limits.MOST_INVITATIONS, limits.MOST_GAMES) == (25, 50)
    monkeypatch.setattr(limits, "MOST_INVITATIONS", INVITATIONS)
    monkeypatch.setattr(limits, "MOST_GAMES", GAMES)


async def invite(room, **options):
    return await room.tables.open(room.opening(**{"invited": room.ben, **options}))


async def test_invitations_are_refused_beyond_the_limit_until_one_is_taken_back(room):
    tables = [await invite(room) for _ in range(INVITATIONS)]
    with pytest.raises(TableError, match=r"You have 3 open invitations\. Wait for an answer, or withdraw one"):
        await invite(room)
    await room.tables.open(room.opening(host=room.ben, invited=room.ann))
    await room.tables.decline(tables[0].id, room.ann)
    await invite(room)


async def test_open_seats_that_somebody_has_taken_count(room):
    three = find("house", players=3)
    tables = [await room.tables.open(room.opening(three, host=host)) for host in (room.ann, room.ann, room.cy, room.cy)]
    for table in tables[:INVITATIONS]:
        await room.tables.accept(table.id, room.ben)
    with pytest.raises(TableError, match="3 open invitations"):
        await room.tables.accept(tables[-1].id, room.ben)


async def test_somebody_cannot_be_kept_from_playing_by_invitations(room):
    for _ in range(INVITATIONS):
        await invite(room)
    for _ in range(INVITATIONS):
        await invite(room, host=room.cy)
    mine = await room.tables.open(room.opening(host=room.ben, invited=room.dee))
    assert (await room.tables.accept(mine.id, room.dee)).status == "playing"


async def test_games_against_robots_count(room):
    for _ in range(GAMES):
        await room.tables.open(room.opening(robot="easy"))
    with pytest.raises(TableError, match=r"You have 4 games in progress\. Finish one, or give one up with"):
        await room.tables.open(room.opening(robot="easy"))


async def test_games_are_refused_to_the_host_and_to_whoever_accepts(room):
    waiting = await invite(room)
    from_cy = await room.tables.open(room.opening(host=room.cy, invited=room.ann))
    for _ in range(GAMES):
        await room.tables.open(room.opening(robot="easy"))
    with pytest.raises(TableError, match="Ann already has 4 games in progress and must finish one"):
        await room.tables.accept(waiting.id, room.ben)
    with pytest.raises(TableError, match="You have 4 games in progress"):
        await room.tables.accept(from_cy.id, room.ann)
    [game, *_] = await room.tables.ids_of_player(room.ann.id, "playing")
    await room.tables.act(game, room.ann, None, Resign(0))
    assert (await room.tables.accept(waiting.id, room.ben)).status == "playing"


async def test_many_at_once_do_not_slip_through(room):
    opened = await asyncio.gather(
        *(room.tables.open(room.opening(robot="easy")) for _ in range(3 * GAMES)), return_exceptions=True
    )
    assert sum(isinstance(one, TableError) for one in opened) == 2 * GAMES
    assert len(await room.tables.ids_of_player(room.ann.id, "playing")) == GAMES


async def test_the_next_game_of_a_match_is_never_refused_and_another_game_is(room):
    match, single = await room.sit_down(find("house", doubles="none"), best_of=3), await room.sit_down()
    for table in (match, single):
        await room.give_up(table, room.ann)
    for _ in range(GAMES):
        await room.tables.open(room.opening(robot="easy"))
    for _ in range(INVITATIONS):
        await invite(room)
    assert (await room.tables.again(match.id, room.ann)).status == "playing"
    with pytest.raises(TableError, match="3 open invitations"):
        await room.tables.again(single.id, room.ann)


async def test_a_paused_game_is_resumed_within_the_limit_alone_and_given_up_beyond_it(room):
    paused = await room.sit_down()
    for player in (room.ann, room.ben):
        await room.tables.adjourn(paused.id, player)
    for _ in range(GAMES):
        await room.tables.open(room.opening(robot="easy"))
    with pytest.raises(TableError, match="You have 4 games in progress"):
        await room.tables.take_up(paused.id, room.ann)
    await give_up_all(room.tables, room.ann)
    assert (await room.tables.find(paused.id)).status == "over"


@pytest.mark.sqlite
async def test_open_games_are_counted_through_an_index(room):
    [*plan] = await room.database.rows(
        "EXPLAIN QUERY PLAN SELECT count(*) FROM seats JOIN tables ON tables.id = seats.table_id "
        "WHERE seats.player_id = 1 AND seats.agreed AND tables.status = 'playing'"
    )
    assert all(step[-1].startswith("SEARCH") for step in plan), plan
