"""Achievements in a simulated Discord: on the result of the game, once, and in /stats."""

from datetime import UTC, datetime

import pytest
from simcord.components import walk_components

from bot.models.result import EarnedAchievement
from bot.ui.people.achievements import _WORDS, badges_scene, list_view, summary
from engine.actions import Resign
from engine.analysis.achievements import KINDS
from engine.cards import Card
from tests.support.league_steps import alt_texts
from tests.support.simulated_discord import act
from tests.support.stacked_packs import HURRIED_FIVES

EARNED = "Ben earned **29 hand**."


async def play(world, **options):
    """Play a deal in which Ben holds a 29 and counts 0, and let Ann resign."""
    name = await world.sit_down(**options)
    await world.hurry(name, lambda table: table.game.deal > 1, declared=0)
    await act(world, name, Resign(0))
    return name


async def pressed(world, shown):
    """Let Cy press the button that lists the achievements of the player on a screen."""
    (button,) = world.ids(shown)
    return await world.cy.click(shown, custom_id=button)


def times(world, words, *channels):
    return sum(words in text for channel in channels for text in world.texts(channel))


def of(*kinds):
    cards = tuple(map(Card.parse, ["5H", "5D", "5C", "JS", "5S"]))
    return [
        EarnedAchievement(1, kind, "g1", 2, cards if kind == "hand_29" else (), datetime(2025, 3, 1, tzinfo=UTC))
        for kind in kinds
    ]


class TestOnTheResult:
    async def test_is_said_once_over_a_restart(self, world, stack):
        stack(HURRIED_FIVES, HURRIED_FIVES)
        await play(world)
        assert times(world, EARNED, world.channel) == 1
        before = world.texts(world.channel)
        await world.restart()
        assert world.texts(world.channel) == before
        await play(world)
        assert times(world, EARNED, world.channel) == 1, "it was earned before"
        assert "29 hand" in await world.told(world.ben, "stats")

    async def test_is_said_after_a_restart_where_the_end_was_not_shown(self, world, stack):
        stack(HURRIED_FIVES)
        name = await world.sit_down()
        await world.hurry(name, lambda table: table.game.deal > 1, declared=0)
        world.fail("edit", "send", times=None)
        await act(world, name, Resign(0))
        assert times(world, EARNED, world.channel) == 0
        await world.bot.close()
        world.mend()
        await world.restart()
        assert times(world, EARNED, world.channel) == 1
        await world.restart()
        assert times(world, EARNED, world.channel) == 1

    async def test_is_said_in_the_private_messages_of_both(self, world, stack):
        stack(HURRIED_FIVES)
        await play(world, place="dm")
        assert [times(world, EARNED, world.dm(one)) for one in (world.ann, world.ben)] == [1, 1]

    async def test_a_game_of_an_earlier_version_is_not_announced(self, world, stack):
        stack(HURRIED_FIVES)
        await play(world)
        database = world.bot.context.tables.database
        with world.env._bot_scope():
            async with database.transaction() as writing:
                writing.write("DELETE FROM achievements")
                writing.write("DELETE FROM game_figures")
                writing.write("INSERT INTO unexamined_games SELECT table_id FROM results")
        before = world.texts(world.channel)
        sent = len(world.env.http_requests)
        await world.restart()
        assert world.texts(world.channel) == before
        assert not [one for one in world.env.http_requests[sent:] if "/messages" in one.path and one.method != "GET"]
        assert "29 hand" in await world.told(world.ben, "stats")


class TestInStats:
    async def test_names_and_a_list_of_all_and_none_of_the_erased(self, world, stack):
        assert "chievements" not in await world.told(world.ann, "stats")
        stack(HURRIED_FIVES)
        await play(world)
        shown = (await world.command(world.cy, "stats", player=world.ben)).response
        assert "Achievements: **1** of 19: 29 hand." in world.text(shown)
        listed = await pressed(world, shown)
        assert listed.ephemeral
        text = world.text(listed.response)
        assert "✓ **29 hand**" in text
        assert "Count a hand of 29 points, the most there is. `5" in text
        assert "-# Ten nights: Finish games on 10 different days." in text
        asked = await world.command(world.ben, "privacy erase")
        await world.press(world.ben, asked.response, "erase")
        assert "Achievements: **0** of 19." in world.text((await pressed(world, shown)).response)

    @pytest.mark.parametrize("with_pictures", [True])
    async def test_the_badges_say_what_they_are(self, world, stack):
        stack(HURRIED_FIVES)
        await play(world)
        shown = (await world.command(world.cy, "stats", player=world.ben)).response
        assert alt_texts(world, shown)[1:] == ["Achievements: 1 of 19: 29 hand."]
        assert len(world.stored(shown).attachments) == 2


class TestWords:
    def test_every_kind_has_a_name_and_a_sentence(self):
        assert tuple(_WORDS) == KINDS
        assert all(one["title"] and one["sentence"].endswith(".") for one in _WORDS.values())
        assert len({one["title"] for one in _WORDS.values()}) == len(KINDS)

    def test_the_list_of_all_fits_a_message_and_a_description(self):
        for earned in ([], of(*KINDS)):
            parts = walk_components(list_view(earned).to_components())
            assert sum(len(part["content"]) for part in parts if part["type"] == 10) < 4_000
        assert badges_scene(of(*KINDS)).description == summary(of(*KINDS)).replace("**", "")
