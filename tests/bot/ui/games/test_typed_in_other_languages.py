"""What players type to the bot in their own language: moves, counts and questions, in DMs, channels and forms."""

import pytest

from tests.support.po_files import language
from tests.support.stacked_packs import DULL, Deal

CLUBS_OR_HEARTS = Deal("2C 4D 5H 5C TC QD", "2D 4H 6S 8C TD QH", "KS")
"""Ben is the pone, for Ann cuts the ace."""

GERMAN, FRENCH, SPANISH = (language(code, {}) for code in ("de", "fr", "es"))


@pytest.fixture
def private(world, stack):
    """Start a game in private in which both have to discard; everybody reads one language."""

    async def start(known, *deals):
        world.bot.languages.known = {"en": known}
        stack(*deals)
        invitation = (await world.invite(place="dm", target=61)).response
        await world.press(world.ben, invitation, "accept")
        return next(iter(world.bot.context.tables._open))

    return start


class TestInPrivate:
    async def test_a_whole_deal_in_german(self, world, private):
        name = await private(GERMAN, DULL, DULL)
        for actor, text in (
            (world.ann, "Karo 2 und Herz 4"),
            (world.ben, "ich werfe 2♣ und die Karo 4 ab"),
            (world.ben, "zehn"),
            (world.ann, "6"),
            (world.ben, "D"),
            (world.ann, "Karo 10"),
            (world.ben, "8P"),
            (world.ann, "Kreuz acht"),
            (world.ben, "6h"),
            (world.ann, "Herzdame"),
            (world.ben, "null"),
            (world.ann, "nichts"),
        ):
            assert await world.whisper(actor, text) == "", text
        assert await world.whisper(world.ann, "fünfzehn zwei und ein Paar macht vier") == ""
        assert world.game(name).view(None).deal == 2
        assert "`10♣" in world.text(world.table_in(world.dm(world.ann)))

    async def test_an_unclear_letter_is_asked_about_and_never_guessed(self, world, private):
        name = await private(FRENCH, CLUBS_OR_HEARTS, DULL)
        reply = await world.whisper(world.ben, "5C et la dame de carreau")
        assert world.game(name).view(1).laid == ()
        assert "5♥" in reply
        assert "5♣" in reply

    async def test_english_is_read_from_everybody(self, world, private):
        name = await private(SPANISH, DULL, DULL)
        assert await world.whisper(world.ben, "discard 2c and the four of diamonds") == ""
        assert len(world.game(name).view(1).laid) == 2

    async def test_who_chose_english_types_english_alone(self, world, private):
        name = await private(GERMAN, DULL, DULL)
        world.bot.languages.known = {"de": GERMAN}
        assert await world.whisper(world.ben, "zwei und vier") != ""
        assert world.game(name).view(1).laid == ()


class TestInAChannel:
    async def test_each_types_their_own_language_and_who_has_none_the_servers(self, world, stack):
        stack(DULL, DULL)
        world.bot.languages.known = {"de": GERMAN, "fr": FRENCH}
        name = await world.sit_down(target=61)
        world.bot.languages.choose(world.ann.id, "de")
        world.bot.languages.choose(world.ben.id, "fr")
        assert "[My hand]" in await world.say(world.ann, world.channel, "Karo 2 und Herz 4")
        assert "[My hand]" in await world.say(world.ben, world.channel, "2 de trèfle et 4 de carreau")
        assert world.game(name).view(None).stage == "lay_away"
        await world.discard(name, ann="2D 4H", ben="2C 4D")
        await world.say(world.ben, world.channel, "6 de cœur")
        await world.say(world.ann, world.channel, "Pik 6")
        assert world.game(name).view(None).count > 6

    async def test_questions_are_answered(self, world):
        world.bot.languages.known = {"de": GERMAN}
        world.bot.languages.choose(world.ann.id, "de")
        reply = await world.say(world.ann, world.channel, "wie viel zählt Herz 5, Karo 5, Kreuz 5, Pik Bube und Pik 5?")
        assert "29" in reply


class TestInCommandsAndForms:
    async def test_a_hand_and_a_claim(self, world):
        world.bot.languages.known = {"en": FRENCH}
        told = await world.told(
            world.ann,
            "score",
            hand="5 de cœur 5 de carreau 5 de trèfle valet de pique 5 de pique",
            declared="vingt-huit",
        )
        assert "29" in told
        assert "V♠" in told

    async def test_a_count_in_the_form_of_practice(self, world):
        world.bot.languages.known = {"en": SPANISH}
        dealt = await world.command(world.ann, "practice", what="hand", level="club")
        form = await world.press(world.ann, dealt.response, "count")
        answered = await world.ann.submit_modal(form, {"count": "quince dos y una pareja son cuatro"})
        assert "4" in world.text(answered.response)
