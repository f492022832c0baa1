"""Suits as emojis: in texts and on buttons, uploaded once, and letters wherever an emoji could not be shown."""

import logging

import pytest
from discord import ButtonStyle
from discord.ui import ActionRow, Button, Container, TextDisplay

from bot.ui.core.components import Screen
from bot.ui.core.emoji_upload import upload_suit_emojis
from bot.ui.core.suit_emojis import MOST_TEXT, use_suit_emojis, with_suit_emojis
from engine.cards import Suit

HEARTS, SPADES = "<:cribbage_hearts:3>", "<:cribbage_spades:4>"


@pytest.fixture(autouse=True)
def letters_again():
    """Forget the emojis after each test."""
    yield
    use_suit_emojis({})


@pytest.fixture
def emojis():
    """Emojis with these ids."""
    use_suit_emojis({Suit.CLUBS: 1, Suit.DIAMONDS: 2, Suit.HEARTS: 3, Suit.SPADES: 4})


def screen(*texts, labels=()):
    """Return the components of a screen with texts and buttons."""
    made, box = Screen(), Container(*map(TextDisplay, texts))
    if labels:
        box.add_item(ActionRow(*(Button(label=label, custom_id=label, style=ButtonStyle.primary) for label in labels)))
    (box,) = made.add_item(box).to_components()
    row = box["components"][len(texts) :]
    return [part["content"] for part in box["components"][: len(texts)]], row[0]["components"] if row else []


@pytest.mark.usefixtures("emojis")
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Starter 5♥.", f"Starter 5{HEARTS}."),
        ("**Take back `10♠︎`?**", f"**Take back 10{SPADES}?**"),
        ("`5♥︎` `5♠︎`", f"5{HEARTS} 5{SPADES}"),
        ("type `5♥ 6♥` for ♥", f"type `5♥ 6♥` for {HEARTS}"),
        ("```\n5♥\n``` 5♥", f"```\n5♥\n``` 5{HEARTS}"),
        ("``5♥ `6♠` `` 5♥", f"``5♥ `6♠` `` 5{HEARTS}"),
        ("`5♥︎", f"`5{HEARTS}"),
        ("no suit", "no suit"),
    ],
)
def test_a_text(text, shown):
    assert with_suit_emojis(text) == shown


@pytest.mark.parametrize("known", [{}, {Suit.SPADES: 4}])
def test_without_all_the_emojis_everything_stays_as_it_is(known):
    use_suit_emojis(known)
    assert with_suit_emojis("`5♥︎` 5♠") == "`5♥︎` 5♠"
    assert screen("5♥", labels=["Play 5♥"])[0] == ["5♥"]


@pytest.mark.usefixtures("emojis")
def test_a_button_with_one_suit_has_its_emoji():
    _, (one, several, alone, none) = screen("", labels=["Play 5♥︎", "Discard 5♥ and 6♠", "♥", "Say go"])
    assert (one["label"], one["emoji"]) == ("Play 5", {"id": "3", "name": "cribbage_hearts"})
    assert one["custom_id"] == "Play 5♥︎"
    assert [part["label"] for part in (several, alone, none)] == ["Discard 5♥ and 6♠", "♥", "Say go"]
    assert not any(part.get("emoji") for part in (several, alone, none))


@pytest.mark.usefixtures("emojis")
def test_a_message_is_never_longer_than_discord_takes():
    long = "x" * (MOST_TEXT - len(f"5{HEARTS}") - 2)
    texts, _ = screen(long, "5♥", "6♥")
    assert texts == [long, f"5{HEARTS}", "6♥"]
    assert sum(map(len, texts)) == MOST_TEXT


async def test_uploaded_once_and_used_in_every_game(world):
    world.emojis = True
    await world.restart()
    emojis = world.env.backend.application_emojis
    assert sorted(emoji.name for emoji in emojis.values()) == [f"cribbage_{suit.name.lower()}" for suit in sorted(Suit)]
    await world.restart()
    assert len(emojis) == 4
    name = await world.sit_down(target=61)
    panel = await world.panel(world.ann, name)
    assert "<:cribbage_" in world.text(panel)
    await world.play_until(name, "play")
    (player,) = world.asked(name)
    shown = [part for part in world.stored(await world.panel(player, name)).components if "emoji" in str(part)]
    assert "'name': 'cribbage_" in str(shown)
    await world.play_until(name)
    await world.checked(name)


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_discord_takes_no_emojis(world, method, caplog):
    caplog.set_level(logging.INFO)
    world.env.inject_error(method, "/applications/*/emojis", status=400, code=30018, message="injected", times=None)
    with world.env._bot_scope():
        await upload_suit_emojis(world.bot)
    assert "suits are shown as letters, because Discord does not take their emojis" in caplog.text
    await world.sit_down()
    assert not any("<:cribbage_" in text for text in world.texts(world.channel))
