"""Questions that wait for the end of a deal, and questions of somebody with many paused games."""

import json

import pytest

from bot.models.player import MOST_WAITING
from bot.storage.database import SqliteDatabase
from bot.ui.calculator.handlers import RETRY_AFTER
from bot.ui.calculator.waiting import is_over
from engine.actions import Resign
from tests.support.random_tables import playing
from tests.support.seated_tables import room_over
from tests.support.simulated_discord import act
from tests.support.stacked_packs import FIVES, Deal

LOW = Deal("AH AD 2H 7S 9C KD", "3C 3H 4D 7C 9H KS", "8D")
BENS = "5h 5d 5c js 5s"
KEPT = "OK. I'll send you the answer in a DM after this deal."


@pytest.fixture
async def name(world, stack):
    """Return the game of Ann, who deals, and Ben, who holds the greatest hand, after the discards."""
    stack(FIVES, LOW, LOW)
    name = await world.sit_down()
    await world.discard(name, ann="2D 4H", ben="2C 3D")
    return name


async def ask_later(world, actor, hand, **where):
    """Ask, be refused, and press the button; returns what the press says."""
    refused = (await world.command(actor, "score", hand=hand, **where)).response
    custom_id = next(one for one in world.ids(refused) if one.startswith("a1:"))
    result = await world.at(actor, refused).click(refused, custom_id=custom_id)
    assert result.ephemeral
    return world.text(result.response)


def answers(world, actor):
    """Return the answers that somebody has got by DM, without the characters that keep black suits visible."""
    texts = [text.replace("\N{VARIATION SELECTOR-15}", "") for text in world.texts(world.dm(actor))]
    return [text for text in texts if "That deal is over" in text]


async def end_deal(world, name):
    await world.play_until(name, "show")
    await world.play_until(name, "lay_away")


async def waiting(world):
    with world.env._bot_scope():
        rows = await world.bot.context.tables.database.rows("SELECT question FROM waiting_questions ORDER BY id")
    return [text for (text,) in rows]


async def test_the_answer_comes_after_the_deal_once_to_players_and_to_people_who_watch(world, name):
    for actor in (world.ben, world.cy):
        assert await ask_later(world, actor, BENS) == KEPT
    await world.play_until(name, "show")
    assert answers(world, world.ben) == answers(world, world.cy) == []
    await world.play_until(name, "lay_away")
    for actor in (world.ben, world.cy):
        (answer,) = answers(world, actor)
        assert answer.splitlines()[:2] == [
            "That deal is over. Here's the answer to your question.",
            "**29 points**: `5♥ 5♦ 5♣ J♠ │ 5♠`",
        ]
    assert await waiting(world) == []
    await world.discard(name, ann="AH AD", ben="3C 3H")
    await end_deal(world, name)
    await world.restart()
    assert len(answers(world, world.ben)) == 1


async def test_the_count_that_was_claimed_is_judged_too_over_a_restart(world, name):
    assert await ask_later(world, world.ben, f"is {BENS} 28?") == KEPT
    await world.restart()
    await end_deal(world, name)
    (answer,) = answers(world, world.ben)
    assert "Not 28: it's 29." in answer


async def test_in_private_and_by_a_mention(world, name):
    await world.whisper(world.ben, f"score {BENS}")
    refused = world.shown(world.dm(world.ben))[-1]
    await world.ben.user.click(refused, custom_id=world.ids(refused)[-1])
    await world.say(world.ann, world.channel, "score 6s 8c td qh 5s")
    refused = world.shown(world.channel)[-1]
    await world.ann.click(refused, custom_id=world.ids(refused)[-1])
    await end_deal(world, name)
    assert "**29 points**" in answers(world, world.ben)[0]
    assert "`6♠ 8♣ 10♦ Q♥ │ 5♠`" in answers(world, world.ann)[0]


@pytest.mark.parametrize("is_restarted", [True, False])
async def test_what_discord_refused_is_sent_once_after_the_next_start_or_a_minute(world, name, is_restarted):
    await ask_later(world, world.ben, BENS)
    world.fail_in(world.dm(world.ben), status=500, code=0)
    await end_deal(world, name)
    assert answers(world, world.ben) == []
    world.mend()
    for _ in range(2):
        await (world.restart() if is_restarted else world.env.advance_time(RETRY_AFTER + 1))
        assert len(answers(world, world.ben)) == 1


async def test_closed_private_messages(world, name):
    """The player is called where the game is played, and only they see the answer."""
    await ask_later(world, world.ben, BENS)
    world.shut(world.ben)
    await end_deal(world, name)
    called = next(one for one in world.shown(world.channel) if "Show the answer" in world.text(one))
    assert world.pinged(called) == [world.ben.id]
    assert "29" not in world.text(called).replace(str(world.ben.id), "")
    shown = await world.ben.click(called, custom_id=world.ids(called)[0])
    assert shown.ephemeral
    assert "**29 points**" in world.text(shown.response)
    assert await waiting(world) == []


async def test_an_answer_that_nobody_could_be_told_is_kept(world, name):
    """Neither the player's DMs nor the channel take anything, for a while."""
    await ask_later(world, world.ben, BENS)
    await ask_later(world, world.ann, "6s 8c td qh 5s")
    world.shut(world.ben)
    world.fail_in(world.channel, status=403, code=50001)
    await end_deal(world, name)
    assert len(answers(world, world.ann)) == 1, "the other's answer is not kept back"
    assert len(await waiting(world)) == 1
    world.mend()
    await world.env.advance_time(RETRY_AFTER + 1)
    assert len(answers(world, world.ben)) == 1
    assert await waiting(world) == []


async def test_a_late_press_is_answered_at_once(world, name):
    refused = world.snapshot((await world.command(world.ben, "score", hand=BENS)).response)
    await end_deal(world, name)
    custom_id = refused["components"][0]["components"][0]["custom_id"]
    (result,) = await world.late({"actor": world.ben, "message": refused, "custom_id": custom_id})
    assert result.ephemeral
    assert "**29 points**" in world.text(result.response)
    assert await waiting(world) == []


async def test_only_so_many_wait(world, name):
    hands = [f"5 5 5 j | {rank}" for rank in (2, 3, 4, 6, 7)]
    for hand in hands:
        assert await ask_later(world, world.ben, hand) == KEPT
    assert await ask_later(world, world.ben, hands[0]) == KEPT, "it waits already"
    assert len(await waiting(world)) == MOST_WAITING
    refused = await ask_later(world, world.ben, "5 5 5 j | k")
    assert refused == "I'm already keeping 5 questions for you. Ask this one again after the deal."
    await end_deal(world, name)
    assert len(answers(world, world.ben)) == MOST_WAITING


async def test_an_answer_that_would_help_in_the_next_deal_waits_for_it(world, stack):
    stack(FIVES, Deal("2D 4H 6S 8C TD QH", "5H 5D 5C JS 2C 3D", "5S"), LOW)
    name = await world.sit_down()
    await world.discard(name, ann="2D 4H", ben="2C 3D")
    await ask_later(world, world.ben, BENS)
    await end_deal(world, name)
    assert answers(world, world.ben) == []
    await world.discard(name, ann="2D 4H", ben="2C 3D")
    await end_deal(world, name)
    assert len(answers(world, world.ben)) == 1


async def test_in_the_thread_of_a_game_and_in_the_channel_above(world, stack):
    stack(FIVES)
    await world.sit_down(place="thread")
    refused = await world.told(world.cy, "score", where=world.thread(), hand=BENS)
    assert refused.startswith("Players here still have to count")
    assert "**29 points**" in await world.told(world.cy, "score", hand=BENS)


async def test_players_of_a_game_in_private(world, stack):
    stack(FIVES)
    await world.sit_down(place="dm")
    assert "**29 points**" in await world.told(world.cy, "score", hand=BENS)
    assert "I can't help with a discard" in await world.told(world.ben, "score", hand="5h 5d 5c js 2c 3d")


async def test_in_another_server(world, name, abroad):
    refused = await abroad.ben.slash(abroad.channel, "score", hand=BENS)
    assert "Your hand is still in play" in world.text(refused.response)


async def test_the_buttons_below_an_earlier_answer(world, stack):
    shown = (await world.command(world.cy, "score", hand=BENS)).response
    stack(FIVES)
    await world.sit_down()
    for custom_id in world.ids(shown):
        pressed = await world.ben.click(shown, custom_id=custom_id)
        assert "I can't help with a discard" in world.text(pressed.response), custom_id
        assert "can't help" not in world.text((await world.cy.click(shown, custom_id=custom_id)).response)


def test_a_closed_game_waits_for_nothing():
    table = playing("house")
    assert not is_over(table, table.game.deal)
    assert is_over(table.agreed(status="closed"), table.game.deal)


async def test_where_the_bot_counts_everybody_is_told_at_once(world, stack):
    stack(FIVES)
    name = await world.sit_down(counting="automatic")
    hand = "5h 5d 5c js 2c 3d"
    for actor in (world.ann, world.ben, world.cy):
        assert "best discard" in await world.told(world.ben, "score", hand=hand)
        answer = await world.say(actor, world.channel, f"score {BENS}")
        # Only Ben may know that hand, so Ben is told aloud that others read it.
        assert ("Others can read your cards here" if actor is world.ben else "points**") in answer
    await world.lay(world.ben, name, "2C", "3D")
    assert "**29 points**" in await world.told(world.ben, "score", hand=BENS)


async def test_a_players_questions_are_exported_and_erased(world, name):
    await ask_later(world, world.ben, BENS)
    await ask_later(world, world.ann, "6s 8c td qh 5s")
    exported = await world.ben.slash(world.channel, "privacy export")
    document = json.loads(await exported.response.attachments[0].read())
    (kept,) = document["waiting_questions"]
    assert (kept["game"], kept["deal"]) == (name, 1)
    with world.env._bot_scope():
        player = await world.bot.context.accounts.players.find(world.ben.id)
        await world.bot.context.accounts.privacy.erase(player)
    assert len(await waiting(world)) == 1
    await act(world, name, Resign(0))
    assert answers(world, world.ben) == []
    assert len(answers(world, world.ann)) == 1


PAUSED = 6
"""Paused games of Ann, which are read once, and stay secret."""


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


async def test_only_so_many_are_kept(room):
    room.tables._paused_views.most = 2
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
