"""Screens and what is written on them: as many lines as fit, names that link to nothing, and suits as emojis."""

import logging

import pytest
from discord import ButtonStyle
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.translation import using_language
from bot.ui.client import upload_suit_emojis
from bot.ui.core.components import Button, Field, Form, Menu, MenuOption, Press, Screen, TextInput, button
from bot.ui.core.formatting import (
    MOST_TEXT,
    as_many_as_fit,
    escape,
    labelled,
    opponents,
    use_suit_emojis,
    with_suit_emojis,
)
from engine.cards import Suit
from tests.support.po_files import language


def test_a_screen_is_a_value_that_discord_py_sends_and_never_stores():
    screen, same = (Screen(("Ann leads.", [button(Press("abcd", "1", "play-5H"), "5♥")])) for _ in range(2))
    assert screen == same
    assert screen.digest == same.digest != Screen(("Ben leads.",)).digest
    (box,) = screen.to_components()
    assert box["components"][1]["components"][0]["custom_id"] == "c1:abcd:1:play-5H"
    assert screen.has_components_v2()
    assert screen.is_finished()
    assert not screen.is_dispatchable()


def test_what_is_too_long_for_discord_is_cut():
    long = "x" * 5_000
    menu = Menu(custom_id="m", options=(MenuOption(long, "1", long),), placeholder=long)
    (box,) = Screen((long, long, [Button(long, "b")], [menu])).to_components()
    first, second, (shown,), (chosen,) = box["components"][:2] + [row["components"] for row in box["components"][2:]]
    assert (len(first["content"]), second["content"]) == (3_988, "xxx")
    assert (shown["label"], len(chosen["placeholder"])) == (f"{79 * 'x'}…", 150)
    assert [len(chosen["options"][0][part]) for part in ("label", "description")] == [100, 100]
    form = Form("f", long, (Field(TextInput(custom_id="t", longest=9, placeholder=long), long, long),)).to_dict()
    (field,) = form["components"]
    assert [len(text) for text in (form["title"], field["label"], field["description"])] == [45, 45, 100]
    assert len(field["component"]["placeholder"]) == 100


class Line(str):
    """A line that counts how often anybody asks for its length."""

    __slots__ = ()
    looks = 0

    def __len__(self):
        Line.looks += 1
        return super().__len__()


@given(st.lists(st.text("ab\n", max_size=6), max_size=12), st.integers(0, 40), st.integers(0, 3))
def test_the_longest_beginning_that_fits_is_shown(lines, most, more):
    fitting = max((many for many in range(1, len(lines) + 1) if len("\n".join(lines[:many])) <= most), default=0)
    left = len(lines) - fitting + more
    expected = [*lines[:fitting], *([f"... and {left} more."] if left else [])]
    assert as_many_as_fit(lines, most, more=more) == "\n".join(expected)


def test_lines_after_the_first_that_does_not_fit_are_not_looked_at():
    Line.looks = 0
    shown = as_many_as_fit([Line("line 7: no") for _ in range(40_000)], 1_900)
    assert shown.count("line 7") == 172
    assert shown.endswith("... and 39828 more.")
    assert Line.looks <= 173 + 1


def test_a_colon_and_a_game_are_written_as_the_language_has_them():
    assert (labelled("Pictures", "**on**"), opponents(["Ann", "Ben"])) == ("Pictures: **on**", "Ann v Ben")
    with using_language(language("fr", {"{label}: {value}": "{label}\xa0: {value}", " v ": " contre "})):
        assert labelled("Images", "**oui**") == "Images\xa0: **oui**"
        assert opponents(["Ann", "Ben", "Cy"]) == "Ann contre Ben contre Cy"


def test_a_name_links_to_nothing():
    shown = escape("https://evil.example discord.gg/abc <#1> <t:1> </x:1> <id:home> [a](http://b.c) @everyone")
    for live in ("://", "discord.", "<#", "<t", "</", "<i", " [a](", "@everyone"):
        assert live not in shown


HEARTS, SPADES = "<:cribbage_hearts:3>", "<:cribbage_spades:4>"


@pytest.fixture(autouse=True)
def letters_again():
    """Forget the emojis after each test."""
    yield
    use_suit_emojis({})


@pytest.fixture
def emojis():
    use_suit_emojis({Suit.CLUBS: 1, Suit.DIAMONDS: 2, Suit.HEARTS: 3, Suit.SPADES: 4})


def shown(*texts, labels=()):
    """Return the components of a screen with texts and buttons."""
    buttons = [Button(label, label, ButtonStyle.primary) for label in labels]
    (box,) = Screen((*texts, buttons)).to_components()
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
    assert shown("5♥", labels=["Play 5♥"])[0] == ["5♥"]


@pytest.mark.usefixtures("emojis")
def test_a_button_with_one_suit_has_its_emoji():
    _, (one, several, alone, none) = shown("", labels=["Play 5♥︎", "Discard 5♥ and 6♠", "♥", "Say go"])
    assert (one["label"], one["emoji"]) == ("Play 5", {"id": "3", "name": "cribbage_hearts"})
    assert one["custom_id"] == "Play 5♥︎"
    assert [part["label"] for part in (several, alone, none)] == ["Discard 5♥ and 6♠", "♥", "Say go"]
    assert not any(part.get("emoji") for part in (several, alone, none))


@pytest.mark.usefixtures("emojis")
def test_a_message_is_never_longer_than_discord_takes():
    long = "x" * (MOST_TEXT - len(f"5{HEARTS}") - 2)
    texts, _ = shown(long, "5♥", "6♥")
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
