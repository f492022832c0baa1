"""Every screen in a made-up language of strange letters: no English is left on it, and no sentence is missing."""

import pytest

from bot.ui.lawbook.tutorial import PAGES
from engine.presets import PRESETS
from tests.support.data_files import data_beside
from tests.support.league_steps import manage
from tests.support.pseudo_language import english, invented
from tests.support.stacked_packs import DULL, Deal

DATA = data_beside(__file__)

FIVES = Deal("5H 5D 5C JS 2C 3D", "6D 6H 9S 9C TD KH", "5S")
NAMES = ("Ann", "Ben", "Cy", "Dan", "Robin", "Clover", "Boss", "Winter", "UTC", "easy")


@pytest.fixture
def missing(world):
    """Make the made-up language everybody's; return the sentences that are missing in it."""
    language, missed = invented()
    world.bot.languages.known = {"en": language}
    return missed


def in_english(world, *typed):
    """Return the texts that the bot has sent in English all the same; ``typed`` are words as somebody types them."""
    return english(world.env.http_requests, (*NAMES, *typed))


class TestNothingIsInEnglish:
    async def test_in_a_whole_game_with_a_referee(self, world, missing):
        await world.open_forms_of_play(world.ann)
        name = await world.sit_down(target=61)
        await world.play_until(name, one_panel=False)
        for command in ("games", "stats", "board", "preferences"):
            await world.command(world.ann, command)
        assert in_english(world) == set()
        assert missing == set()

    async def test_in_a_game_in_which_they_challenge_each_other(self, world, stack, missing):
        stack(FIVES, DULL, FIVES)
        name = await world.sit_down(preset="britannica", muggins=True, target=61)
        while world.is_open(name):
            actor = world.asked(name)[0]
            view = world.game(name).view(None)
            if view.window is not None and view.window.what != "play":
                await world.press(actor, world.public(name), "many" if view.window.declared else "satisfied")
            elif view.stage == "show" and actor is world.ann:
                await world.declare(actor, name, min(29, world.true_count(name) + 2))
            else:
                await world.take_turn(actor, name)
        await world.press(world.ann, world.table_in(world.channel), "review")
        assert in_english(world) == set()
        assert missing == set()

    async def test_in_private_with_a_robot_by_typing(self, world, missing):
        helped = (await world.command(world.ben, "help")).response
        await world.press(world.ben, helped, "lesson")
        for typed in DATA["typed"]:
            await world.whisper(world.ben, typed)
        name = world.name_on(world.table_in(world.dm(world.ben)))
        await world.play_until(name, one_panel=False)
        assert in_english(world, "hello", "zz") == set()
        assert missing == set()

    async def test_in_help_and_laws_and_counting(self, world, missing):
        for number in range(len(PAGES)):
            await world.command(world.ann, "help", page=number)
        for law in ("19", "his heels", "fifteen", "misdeal", "nobs", "99", "card"):
            await world.command(world.ann, "law", law=law)
        for preset in PRESETS:
            await world.command(world.ann, "rules", preset=preset)
        await world.command(world.ann, "rules")
        for cards in DATA["scored"]:
            await world.command(world.ann, "score", hand=cards)
        for what in ("hand", "crib", "play"):
            dealt = await world.command(world.ann, "practice", what=what, level="expert", timed=True)
            await world.press(world.ann, dealt.response, "show")
            await world.press(world.ann, dealt.response, "tally")
        for what in ("discards", "plays"):
            position = (await world.command(world.ann, "practice", what=what)).response
            for place in range(2 if what == "discards" else 0):
                await world.press(world.ann, position, f"pick{place}")
            await world.press(world.ann, position, "answer")
        commands = (part for command in world.bot.tree.walk_commands() for part in command.name.split("-"))
        assert in_english(world, "card", "none", "lurch", "skunk", "skunks", *commands) == set()
        assert missing == set()

    async def test_in_a_league(self, world, boss, missing):
        await boss.slash(world.channel, "league create", name="Winter", format="single", minimum=1)
        for one in (world.ann, world.ben, world.cy):
            await world.command(one, "league join")
        await manage(world, boss, "start")
        entered = await world.command(world.ann, "league enter", opponent=world.ben, mine=121, theirs=97)
        (confirm,) = (one for one in world.ids(entered.response) if one.startswith("l1:confirm"))
        await world.ben.click(entered.response, custom_id=confirm)
        await world.command(world.cy, "league enter", opponent=world.ben, mine=12, theirs=97)
        for what in ("table", "fixtures", "player", "ratings", "list", "history", "home"):
            await world.command(world.ann, f"league {what}")
        await world.command(boss, "manage settings", minimum=2, turn_time=86400)
        await world.command(boss, "manage home")
        for what in ("claims", "manager", "playoffs", "close", "log", "results", "managegames", "void", "weekly"):
            await manage(world, boss, what, opens=True, **({"result": 1} if what == "void" else {}))
        await manage(world, world.ann, "start")
        assert in_english(world, "games") == set()
        assert missing == set()

    @pytest.mark.parametrize("with_pictures", [True])
    async def test_in_the_words_of_pictures(self, world, missing):
        name = await world.sit_down(target=61)
        await world.play_first_deal(name)
        await world.resign(world.ann)
        await world.command(world.ann, "practice", what="hand", level="club")
        assert any("media" in str(request.json) for request in world.env.http_requests)
        assert in_english(world) == set()
        assert missing == set()
