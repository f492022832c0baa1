"""Pictures on the screens: for everyone, for each player in their own style, and never with a secret in them."""

import re
from io import BytesIO

import pytest
from PIL import Image
from simcord.components import walk_components

from bot.models.player import Preferences
from bot.render.player_screen import PanelScene
from bot.render.scene import Style
from bot.render.show import HandScene
from bot.storage.players import meet
from bot.ui.core.components import DisplayOptions
from bot.ui.games import screens
from bot.ui.games.scenes import table_scene
from bot.ui.games.table_view import TableView
from engine.actions import Resign
from engine.cards import Card
from tests.support import moving_deal
from tests.support.random_tables import playing as at_the_play
from tests.support.simulated_discord import act


@pytest.fixture
def with_pictures():
    return True


def alts(world, message):
    """The words of each picture on a message."""
    items = [item for part in walk_components(world.stored(message).components) for item in part.get("items") or []]
    return [item.get("description") for item in items if "media" in item]


def names(world, message):
    return [attachment["filename"] for attachment in world.stored(message).attachments]


def described(world, message):
    return [attachment.get("description") for attachment in world.stored(message).attachments]


async def prefer(world, actor, **wishes):
    player = await meet(world.bot.context.tables.database, actor.id, actor.user.global_name)
    await world.bot.context.accounts.preferences.put(player.id, Preferences(**wishes))


async def test_the_table_is_drawn_for_all_and_a_hand_for_its_owner(world, playing):
    """The description has the scores, the count and the cards; the prompt is right above the buttons."""
    before = names(world, world.public(playing))
    (told,) = alts(world, world.public(playing))
    assert re.search(r"Ann.* 0", told)
    assert "king of spades" in told.lower()
    mine = " ".join(alts(world, await world.panel(world.ben, playing))).lower()
    assert all(card in mine for card in ("6 of hearts", "8 of spades", "10 of clubs", "queen of diamonds"))
    assert "2 of diamonds" not in mine
    assert "ann holds 4" in mine
    assert "ben holds" not in mine
    for secret in ("6 of hearts", "10 of clubs", "2 of diamonds", "queen of hearts"):
        assert secret not in told.lower()
    await world.play(world.ben, playing, "TC")
    (told,) = alts(world, world.public(playing))
    assert all(words in told for words in ("Count 10", "10 of clubs", "king of spades"))
    assert len(names(world, world.public(playing))) == 1
    assert names(world, world.public(playing)) != before
    lines = world.text(world.public(playing)).splitlines()
    assert not any("Ann **0**" in line or "count is" in line for line in lines)
    assert lines[-4:-1] == ["**Ann:** your turn.", "[My hand]", "[Help]"]


def test_a_hand_shows_the_earlier_cards_what_others_hold_and_the_crib():
    """The first count made 31; a jack and a six lie in the second."""
    told = moving_deal.played()[9]
    scene = screens.panel_scene(TableView(told), 0, (), Style())
    assert scene.left == (("Ben", 1),)
    assert [f"{name} {card}" for name, card in scene.earlier] == ["Ann 4H", "Ben 9C", "Ann 5S", "Ben 8D", "Ann 5D"]
    assert [f"{name} {card}" for name, card in scene.pile] == ["Ben JS", "Ann 6C"]
    assert "Ben holds 1 card. Earlier, Ann played: 4 of hearts" in scene.description


def test_at_the_discard_the_descriptions_say_how_many_cards_each_player_holds():
    shown = TableView(moving_deal.played()[0])
    assert table_scene(shown, Style()).description.endswith(" Ann holds 6 cards. Ben holds 6 cards.")
    mine = screens.panel_scene(shown, 0, (), Style()).description
    assert "Ben holds 6 cards. Your hand: " in mine
    assert "Ann holds" not in mine


async def test_cards_are_drawn_as_their_player_likes_them_or_not_at_all(world, playing):
    plain = names(world, await world.panel(world.ben, playing))
    await prefer(world, world.ben, pips=True)
    assert names(world, await world.panel(world.ben, playing)) != plain
    await prefer(world, world.ben, pictures=False)
    panel = await world.panel(world.ben, playing)
    assert alts(world, panel) == []
    assert "Your hand" in world.text(panel)


async def test_a_picture_that_cannot_be_painted_takes_nothing_away_but_itself(world, playing, monkeypatch, at_error):
    at_error.append("a picture could not be painted")
    monkeypatch.setattr(PanelScene, "draw", lambda _: 1 // 0)
    panel = await world.panel(world.ben, playing)
    assert alts(world, panel) == names(world, panel) == []
    assert "Your hand" in world.text(panel)
    await world.play(world.ben, playing, "TC", panel=panel)
    assert world.game(playing).view(None).count == 10


async def test_what_is_shown_is_drawn_for_everybody_and_the_end_has_the_course_of_the_game(world, playing):
    await world.hurry(playing)
    (told,) = alts(world, world.public(playing))
    assert "Ben's hand: 6 of hearts, 8 of spades, 10 of clubs, queen of diamonds. Starter: king of spades." in told
    assert "Count" not in told
    (mine,) = alts(world, await world.panel(world.ben, playing))
    assert "Your hand: 6 of hearts, 8 of spades, 10 of clubs, queen of diamonds." in mine
    public = world.public(playing)
    await world.hurry(
        playing, lambda table: table.view(None).deal == 2 and table.view(None).stage == "show", declared=9
    )
    await act(world, playing, Resign(0))
    told, *_ = alts(world, public)
    assert names(world, public)[0].startswith("score-chart-")
    assert "Ann resigned" in told
    assert "after deal 1: " in told
    first = world.text(public).partition("-# **Turning points**\n-# ")[2].splitlines()[0]
    assert first.startswith("Deal ")
    assert first in told, "the text names the turning points too"


async def test_what_is_to_be_counted_at_practice_is_drawn_before_and_after(world):
    shown = (await world.command(world.ann, "practice", what="hand")).response
    (told,) = alts(world, shown)
    assert told.startswith("Hand: ")
    await world.press(world.ann, shown, "show")
    assert alts(world, shown) == [told]
    await world.press(world.ann, shown, "tally")
    assert alts(world, shown) == names(world, shown) == []


async def test_a_hand_that_somebody_types_is_drawn_by_every_door(world):
    async def score(hand):
        return (await world.command(world.ann, "score", hand=hand)).response

    answer = await score("5h 5d 5c js 5s")
    assert described(world, answer) == [
        "Hand: 5 of hearts, 5 of diamonds, 5 of clubs, jack of spades. Starter: 5 of spades."
    ]
    assert "**29 points**" in world.text(answer)
    (told,) = described(world, await score("5 5 6 j + 5"))
    assert told.startswith("Hand: 5, no suit; 5, no suit; 6, no suit; jack, no suit.")
    await world.whisper(world.ann, "crib 2h 4h 6h 8h th")
    (told,) = described(world, world.shown(world.dm(world.ann))[-1])
    assert told.startswith("Crib: 2 of hearts")
    await world.say(world.ann, world.channel, "4h 5d 5c 6s jd td")
    (told,) = described(world, world.shown(world.channel)[-1])
    assert told.startswith("Cards: 4 of hearts")
    asked = await world.ben.send(world.channel, "play 8h 7d 6s")
    answer = await world.ann.context_menu(world.channel, "Score this hand", asked)
    (told,) = described(world, answer.response)
    assert told.startswith("Played in this order: 8 of hearts, 7 of diamonds, 6 of spades")
    await prefer(world, world.ann, pictures=False)
    assert described(world, await score("5h 5d 5c js 5s")) == []


def test_a_file_is_named_by_what_it_shows():
    four = tuple(map(Card.parse, ("5C", "TD", "JH", "QS")))
    assert HandScene(four).name == HandScene(four).name
    assert len({HandScene(four).name, HandScene(four[:3]).name, HandScene(four, style=Style(pips=True)).name}) == 3
    image = Image.open(BytesIO(HandScene(four).png()))
    assert image.format == "PNG"


@pytest.mark.parametrize(("preset", "named"), [("house", True), ("britannica", False)])
def test_a_jack_turned_up_is_named_unless_the_dealer_must_claim_it(preset, named):
    (scene, *_) = screens.public(TableView(at_the_play(preset, starter="JS")), DisplayOptions(pictures=True)).scenes
    assert "jack of spades" in scene.description
    assert ("his heels" in scene.description) == named
