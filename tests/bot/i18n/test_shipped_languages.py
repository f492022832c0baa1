"""The shipped languages: no faults, every count that is said can be typed, and every screen of four games fits."""

import random
from functools import cache

import discord
import pytest

from bot.i18n.loading import FOLDER, language_files, load_languages, read_catalogue, read_template
from bot.i18n.translation import Language, render, using_language
from engine.cards import PACK
from engine.errors import NotationError
from engine.scoring import show
from engine.text.multilingual import parse_count
from engine.text.spoken_counts import NOTHING, spoken_count
from tests.support.depth import sampled
from tests.support.discord_limits import too_long

DISCORDS = {part for locale in discord.Locale for part in (str(locale), str(locale).partition("-")[0])}
"""The languages that Discord has."""

FILES = language_files(FOLDER)

pytestmark = pytest.mark.parametrize("name", FILES or ["en"])


@cache
def shipped() -> dict[str, Language]:
    """The languages of the bot, read when the first test asks for them."""
    return load_languages(FOLDER)


def in_language(name: str) -> Language | None:
    return shipped().get(name)


class TestFile:
    def test_it_has_no_fault(self, name):
        if name in FILES:
            read_catalogue(name, FILES[name], read_template())
        assert name in {*shipped(), "en"}

    def test_discord_has_it_and_its_players_may_type_in_it(self, name):
        language = in_language(name)
        assert language is None or (language.typed is not None and language.name in DISCORDS)


def spoken_counts():
    """Return the counts of many hands, each combination of points once."""
    rng = random.Random(1)
    hands = [rng.sample(PACK, 5) for _ in range(3_000)]
    counts = [show(hand[:4], hand[4], crib=crib) for hand in hands for crib in (False, True)]
    return {str(words): (words, count.total) for count in counts if (words := spoken_count(count)) != NOTHING}


class TestSpokenCounts:
    def test_what_is_said_is_read_as_the_same_points(self, name):
        """A count that ends on fifteen may be two fifteens to the reader, who then asks."""
        language = in_language(name)
        typed = None if language is None else language.typed
        refused = []
        with using_language(language):
            for words, total in spoken_counts().values():
                said = render(words)
                try:
                    assert parse_count(said, typed).points == total, said
                except NotationError:
                    refused.append((said, total))
        assert {total for _, total in refused} <= {15}
        assert len(refused) <= 2


GAMES = {
    "referee": {"target": 61},
    "challenges": {"preset": "britannica", "muggins": True, "target": 61},
    "five cards": {"preset": "britannica-five", "ceremony": True},
    "tournament": {"preset": "acc", "muggins": True},
}
"""Four games that differ in what is said in them."""


async def play_out(world, options):
    """Play a game to its end, with what is shown besides: hands, counts in words, laws, the last deal."""
    name = await world.sit_down(**options)
    for _ in range(12):
        if world.is_open(name):
            actor = world.asked(name)[0]
            await world.take_turn(actor, name)
            panel = await world.panel(actor, name)
            for action in ("why", "last", "words"):
                if action in world.actions(panel):
                    await world.press(actor, panel, action)
    await world.play_until(name)
    await world.press(world.ann, world.table_in(world.channel), "review")
    for command in ("games", "stats", "board", "preferences", "help"):
        await world.command(world.ann, command)


class TestFourWholeGames:
    @sampled("game", GAMES)
    async def test_every_screen_fits(self, world, name, game):
        world.bot.languages.known = {"en": shipped()[name]} if name in shipped() else {}
        await world.open_forms_of_play(world.ann)
        await play_out(world, GAMES[game])
        assert too_long(world.env.http_requests) == set()
