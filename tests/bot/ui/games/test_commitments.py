"""The commitment to the shuffle comes before the first card; where it could not, /verify and the record say so."""

import json
import re

import pytest

from bot.ui.games import publisher
from tests.support.leak_search import strings_in

SEND_MESSAGES = 1 << 11
CARD = re.compile(r"`(?:10|[2-9AJQK])[♠♥♦♣]")


def sent(world, since=0):
    return [" ".join(strings_in(request.json)) for request in world.env.http_requests[since:]]


def assert_sealed_first(world, since=0):
    """Whoever reads what was sent finds a commitment first, and then cards."""
    told = sent(world, since)
    cards = next((place for place, text in enumerate(told) if CARD.search(text)), len(told))
    assert any("Fair shuffle · `/verify" in text for text in told[:cards])


async def ended(world, name):
    while world.game(name).is_unplayed:
        await world.take_turn(world.ann, name)
    await world.press(world.ann, (await world.command(world.ann, "resign", game=name)).response, "resign")


async def proof(world, name):
    """What /verify says, and the shuffle in the record."""
    files = (await world.command(world.ann, "record", game=name)).response.attachments
    return await world.told(world.ann, "verify", game=name), json.loads(await files[0].read())["shuffle"]


@pytest.mark.parametrize("where", ["here", "thread", "dm"])
async def test_a_hand_asked_for_at_once_waits_for_the_commitment(world, where, monkeypatch):
    """A player asks for the hand while the commitment of the new game is on its way."""
    since = len(world.env.http_requests)
    monkeypatch.setattr(world.bot.context.publisher, "redraw", lambda table_id: None)
    asked = (await world.start_game(world.ann, opponent=world.ben, where=where)).response
    await world.press(world.ben, asked, "accept")
    assert not any("/verify" in text for text in sent(world, since)), "only the invitation has it"
    shown = await world.command(world.ben, "hand")
    assert CARD.search(world.text(shown.response))
    assert_sealed_first(world, since)
    (name,) = await world.bot.context.tables.ids_in_channel(world.channel.id) or await all_games(world)
    assert world.game(name).agreement.sealed == "shown"


async def all_games(world):
    rows = await world.bot.context.tables.database.rows("SELECT id FROM tables", ())
    return [name for (name,) in rows]


@pytest.mark.parametrize("where", ["here", "thread", "dm"])
async def test_a_rematch_has_its_own_commitment_before_its_cards(world, where):
    await world.start_game(world.ann, robot="easy", where=where)
    (name,) = await all_games(world)
    await world.play_first_deal(name)
    over = world.table_in(world.dm(world.ann)) if where == "dm" else world.public(name)
    await ended(world, name)
    since = len(world.env.http_requests)
    await world.press(world.ann, over, "again")
    assert_sealed_first(world, since)


async def test_a_rematch_whose_commitment_was_refused_at_first_still_gets_its_own(world):
    """The commitment of the game before names that of the next one, and is not taken for it."""
    await world.start_game(world.ann, robot="easy", where="here")
    (name,) = await all_games(world)
    await world.play_first_deal(name)
    over = world.public(name)
    await ended(world, name)
    world.fail("send")
    await world.press(world.ann, over, "again")
    (following,) = set(await all_games(world)) - {name}
    await world.command(world.ann, "hand", game=following)
    assert sum(f"Fair shuffle · `/verify {following}`" in text for text in world.texts(world.room(following))) == 1


@pytest.mark.parametrize("where", ["here", "dm"])
async def test_proved_where_it_was_posted(world, where):
    name = await world.against_robot() if where == "dm" else await world.sit_down()
    await world.play_first_deal(name)
    await ended(world, name)
    text, shuffle = await proof(world, name)
    assert shuffle["posted"] is True
    assert "**Fair:**" in text
    assert "I posted the commitment before the first card." in text


async def test_without_send_messages_the_game_goes_on_and_says_so(world):
    asked = (await world.start_game(world.ann, opponent=world.ben, where="here")).response
    world.forbid(SEND_MESSAGES)
    await world.press(world.ben, asked, "accept")
    (name,) = await all_games(world)
    assert CARD.search(world.text((await world.command(world.ann, "hand")).response)), "the game does not hang"
    await ended(world, name)
    text, shuffle = await proof(world, name)
    assert shuffle["posted"] is False
    assert "**Not proved:**" in text
    assert "Discord didn't let me post the commitment" in text


async def test_where_discord_takes_no_message_the_game_goes_on_and_says_so(world, monkeypatch):
    monkeypatch.setattr(publisher, "SEAL_WITHIN", 0.05)
    asked = (await world.start_game(world.ann, opponent=world.ben, where="here")).response
    world.fail("send", times=None)
    await world.press(world.ben, asked, "accept")
    (name,) = await all_games(world)
    assert CARD.search(world.text((await world.command(world.ann, "hand")).response))
    assert world.game(name).agreement.sealed == "late"


async def test_a_stop_after_the_commitment_was_posted_is_no_delay(world):
    name = await world.sit_down()
    tables = world.bot.context.tables
    async with tables.database.transaction() as writing:
        writing.write("UPDATE tables SET sealed = NULL", ())
    await world.restart()
    await world.command(world.ann, "hand")
    assert world.game(name).agreement.sealed == "shown"
    assert sum("Fair shuffle" in text for text in world.texts(world.room(name))) == 1
