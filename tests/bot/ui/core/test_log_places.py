"""A fault in the log names the server, the channel and the game."""

import pytest

from bot.models.errors import StorageError
from tests.support.stacked_packs import DULL


@pytest.fixture
async def name(world, stack):
    stack(DULL)
    name = await world.sit_down(target=61)
    await world.discard(name, ann="2D 4H", ben="2C 4D")
    return name


def faults(caplog, start):
    return [line for line in caplog.messages if line.startswith(start)]


async def test_a_press(world, name, monkeypatch, at_error, caplog):
    at_error.append("a fault of our own: ZeroDivisionError")
    panel = await world.panel(world.ben, name)

    async def broken(*_, **__):
        raise ZeroDivisionError

    monkeypatch.setattr(world.bot.context.tables, "act", broken)
    await world.press(world.ben, panel, "play-TC")
    (line,) = faults(caplog, "a fault of our own")
    assert f'(a button of game {name} in server {world.guild.id} "Club", channel {world.channel.id} "cards")' in line
    assert "TC" not in line


async def test_a_command(world, monkeypatch, at_error, caplog):
    at_error.append("the database failed: the disk is full")

    async def broken(*_, **__):
        raise StorageError("the disk is full")

    monkeypatch.setattr(world.bot.context.tables, "ids_of_player", broken)
    await world.command(world.ben, "games")
    (line,) = faults(caplog, "the database failed")
    assert f'(/games in server {world.guild.id} "Club", channel {world.channel.id} "cards")' in line
