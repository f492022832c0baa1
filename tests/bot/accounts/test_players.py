"""Players and preferences are read from the database once, and memory never differs from it."""

from dataclasses import replace

import pytest

from bot.accounts import players as in_memory
from bot.accounts.service import Accounts
from bot.models.player import Preferences
from bot.storage import players, preferences
from bot.storage.database import Database


@pytest.fixture
def accounts(database: Database) -> Accounts:
    return Accounts.over(database)


async def test_what_a_press_needs_is_read_once(database: Database, accounts: Accounts) -> None:
    ann = await accounts.players.meet(1, "Ann", guild_id=7, server_name="Annie")
    chosen = replace(Preferences(), pips=True)
    await preferences.put(database, ann.id, chosen)
    assert await accounts.preferences.read(ann.id) == chosen
    assert not await accounts.preferences.is_coached(ann.id, "abc")
    await database.close()
    assert await accounts.players.meet(1, "Ann", guild_id=7, server_name="Annie") == ann
    assert await accounts.preferences.read(ann.id) == chosen
    assert not await accounts.preferences.is_coached(ann.id, "abc")


async def test_a_name_that_changes_back_is_stored_again(database: Database, accounts: Accounts) -> None:
    for name, guild, here in (("Ann", 7, "Annie"), ("Nan", 8, None), ("Ann", 7, "Annie"), ("Ann", 7, None)):
        met = await accounts.players.meet(1, name, guild_id=guild, server_name=here)
        assert (met.name, met.account) == (here or name, name)
        assert await players.find(database, 1) == replace(met, name=name)
    stored = await database.rows("SELECT guild_id, name FROM server_names")
    assert stored == []


async def test_what_is_stored_is_what_is_read_next(accounts: Accounts) -> None:
    ann, ben = [await accounts.players.meet(number, name) for number, name in ((1, "Ann"), (2, "Ben"))]
    assert await accounts.preferences.read(ann.id) == Preferences()
    assert not await accounts.preferences.is_coached(ann.id, "abc")
    chosen = replace(Preferences(), spoken=False)
    await accounts.preferences.put(ann.id, chosen)
    await accounts.preferences.start_coaching(ann.id, "abc")
    assert await accounts.preferences.read(ann.id) == chosen
    assert await accounts.preferences.is_coached(ann.id, "abc")
    assert not await accounts.preferences.is_coached(ann.id, "xyz")
    assert not await accounts.preferences.is_coached(ben.id, "abc")


async def test_memory_is_bounded(database: Database, accounts: Accounts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_memory, "MOST_KEPT", 2)
    met = [await accounts.players.meet(number, f"P{number}") for number in range(3)]
    for player in met:
        await accounts.preferences.read(player.id)
        await preferences.put(database, player.id, replace(Preferences(), ping=False))
    # The first was dropped, so it is read again; the last is still in memory.
    assert not (await accounts.preferences.read(met[0].id)).ping
    assert (await accounts.preferences.read(met[2].id)).ping
