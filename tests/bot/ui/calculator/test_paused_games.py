"""Questions about cards of somebody with many paused games: those games are read once, and stay secret."""

import pytest

from bot.storage.database import SqliteDatabase
from bot.tables import repository
from tests.support.seated_tables import room_over

PAUSED = 6


@pytest.fixture
async def room(tmp_path):
    """A room in which Ann has paused games, as another process loads it."""
    async with room_over(tmp_path / "cribbage.db") as room:
        for _ in range(PAUSED):
            table = await room.sit_down()
            for player in (room.ann, room.ben):
                await room.tables.adjourn(table.id, player)
        await room.again()
        yield room


@pytest.fixture
def histories(monkeypatch):
    """The tables whose events are read from the file."""
    read, original = [], SqliteDatabase.rows

    async def rows(self, statement, values=(), **options):
        if statement.startswith("SELECT body FROM events"):
            read.append(values[0])
        return await original(self, statement, values, **options)

    monkeypatch.setattr(SqliteDatabase, "rows", rows)
    return read


async def test_are_read_once_however_often_somebody_asks_and_everyone_gets_their_own_view(room, histories):
    seen = [await room.tables.views_of_player(room.ann, "playing", "adjourned") for _ in range(5)]
    assert len(histories) == PAUSED
    assert all(views == seen[0] for views in seen)
    names = await room.tables.ids_of_player(room.ann.id, "adjourned")
    for seat, player in enumerate((room.ann, room.ben)):
        views = await room.tables.views_of_player(player, "adjourned")
        assert views == {name: (await room.tables.find(name)).view(seat) for name in names}


async def test_a_resumed_game_is_seen_as_it_is_now(room, histories):
    await room.tables.views_of_player(room.ann, "adjourned")
    name, *_ = await room.tables.ids_of_player(room.ann.id, "adjourned")
    await room.tables.take_up(name, room.ann)
    await room.take_turn(name)
    table = await room.tables.find(name)
    assert await room.tables.views_of_player(room.ann, "playing") == {name: table.view(0)}
    for player in (room.ann, room.ben):
        await room.tables.adjourn(name, player)
    assert (await room.tables.views_of_player(room.ann, "adjourned"))[name] == table.view(0)


async def test_only_so_many_are_kept(room, monkeypatch):
    monkeypatch.setattr(repository, "MOST_PAUSED_VIEWS", 2)
    for _ in range(2):
        assert len(await room.tables.views_of_player(room.ann, "adjourned")) == PAUSED
    assert len(room.tables._paused_views) == 2


async def test_their_cards_stay_secret_however_often_somebody_asks(world):
    name = await world.sit_down()
    for actor in (world.ann, world.ben):
        await world.command(actor, "adjourn")
    assert not world.is_open(name)
    table = await world.bot.context.tables.find(name)
    seat = next(seat for seat, chair in enumerate(table.seats) if chair.player.discord_id == world.ann.id)
    hand = " ".join(map(str, table.view(seat).hand))
    for _ in range(3):
        assert "I can't help with a discard" in await world.told(world.ann, "score", hand=hand)
    assert "best discard" in await world.told(world.cy, "score", hand=hand)
