"""Players and their preferences: shown, changed by a press, followed, and read from the database once."""

from dataclasses import replace

import pytest

from bot.accounts import Accounts
from bot.models.player import Preferences
from bot.storage import players, preferences
from bot.storage.database import Database
from bot.ui.games.notifier import REMIND_AFTER
from tests.bot.ui.games.test_play_command import preferences_of
from tests.support.stacked_packs import DULL, Deal


async def change(world, actor, *wishes):
    answer = await world.command(actor, "preferences")
    for wish in wishes:
        await world.press(actor, answer.response, wish)
    return answer.response


async def test_shown_to_the_asker_alone_with_buttons_that_say_what_they_do(world):
    answer = await world.command(world.ann, "preferences")
    assert answer.ephemeral
    assert "Suits: **2 colours**" in world.text(answer.response)
    for wish in ("pictures", "four_colours", "pips", "ping", "spoken", "reviews", "phrases", "quick_robots"):
        await world.press(world.ann, answer.response, wish)
    assert [line.strip("[]") for line in world.text(answer.response).splitlines() if line.startswith("[")] == [
        *("Show pictures", "Use 2 colours", "Show 1 large suit", "Remind me", "Show counts in words"),
        *("Let the bot count", "Send no reviews", "Show what others say", "Let robots take a moment"),
    ]


async def test_each_is_stored_by_a_press_and_put_back_by_another(world):
    shown = await change(world, world.ann)
    for wish in ("pictures", "four_colours", "pips", "ping", "spoken"):
        before = world.text(shown)
        await world.press(world.ann, shown, wish)
        assert await preferences_of(world, world.ann) == Preferences(**{wish: not getattr(Preferences(), wish)})
        assert await preferences_of(world, world.ben) == Preferences()
        await world.press(world.ann, shown, wish)
        assert await preferences_of(world, world.ann) == Preferences()
        assert world.text(shown) == before


async def test_no_reminder_for_players_who_want_none(world, stack):
    stack(DULL, DULL)
    await change(world, world.ann, "ping")
    name = await world.sit_down(place="here", target=61)
    await world.env.advance_time(REMIND_AFTER + 1)
    said = [text for text in world.texts(world.channel) if "your turn" in text]
    assert len(said) == 1
    assert f"<@{world.ben.id}>" in said[0]
    assert f"<@{world.ann.id}>" not in said[0]
    assert len(world.asked(name)) == 2


async def test_counts_are_shown_as_each_player_prefers(world, stack):
    stack(Deal("5H 5D 5C JS 2C 3D", "2D 4H 6S 8C TD QH", "5S"), DULL)
    await change(world, world.ben, "spoken")
    name = await world.sit_down(place="dm", counting="automatic", target=61)
    await world.discard(name, ann="2D 4H", ben="2C 3D")
    for _ in range(8):
        (actor,) = world.asked(name)
        panel = await world.panel(actor, name)
        await world.press(actor, panel, next(one for one in world.actions(panel) if one.startswith("play-")))
    told = {actor: "\n".join(world.texts(world.dm(actor))) for actor in (world.ann, world.ben)}
    assert "Ben's hand" in told[world.ann]
    assert "fifteen two" in told[world.ann].lower()
    assert "Ben's hand" in told[world.ben]
    assert "fifteen two" not in told[world.ben].lower()


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


async def test_memory_is_bounded(database: Database, accounts: Accounts) -> None:
    accounts.preferences._chosen.most = accounts.players._met.most = 2
    met = [await accounts.players.meet(number, f"P{number}") for number in range(3)]
    for player in met:
        await accounts.preferences.read(player.id)
        await preferences.put(database, player.id, replace(Preferences(), ping=False))
    # The first was dropped, so it is read again; the last is still in memory.
    assert not (await accounts.preferences.read(met[0].id)).ping
    assert (await accounts.preferences.read(met[2].id)).ping
