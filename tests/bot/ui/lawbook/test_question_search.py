"""What people ask in private about the rules and the help, and what they say without asking anything."""

import pytest

from bot.i18n.loading import FOLDER, load_languages
from bot.i18n.translation import using_language
from bot.ui.lawbook.question_search import find, found_view
from bot.ui.lawbook.tutorial import PAGES
from engine.laws import Law
from tests.support.data_files import data_beside

DATA = data_beside(__file__)


def page(title):
    return next(number for number, page in enumerate(PAGES) if page.title == title)


ASKED = {
    **{page(title): texts for title, texts in DATA["pages"].items()},
    **{Law[name]: texts for name, texts in DATA["laws"].items()},
}

TALK = DATA["talk"]


@pytest.fixture
def commands(world):
    return tuple(world.bot.tree.walk_commands())


async def test_questions(commands):
    for found, texts in ASKED.items():
        assert {text: find(text, commands) for text in texts} == dict.fromkeys(texts, found)
    for number, about in enumerate(PAGES):
        assert find(f"what about {about.title}?", commands) == number, about.title
    assert find("can i practice?", commands).name == "practice"
    assert find("how do i join a league", commands).qualified_name == "league join"


@pytest.mark.parametrize(("text", "said"), DATA["answers"])
async def test_what_people_ask_most_has_an_answer_of_its_own(commands, text, said):
    assert said in find(text, commands).answer


async def test_talk_is_no_question(commands):
    assert [text for text in TALK if find(text, commands) is not None] == []


async def test_a_time_to_meet_is_no_question_in_german(commands):
    with using_language(load_languages(FOLDER)["de"]):
        assert find("bin um 7 oder 8 da", commands) is None
        assert find("Befehle", commands) == page("Commands")


async def test_whatever_is_found_can_be_shown(commands):
    for found in (*Law, *range(len(PAGES)), *(find(f"{name}?", commands) for name in ("practice", "league join"))):
        assert sum(len(part) for part in found_view(found, commands).parts if isinstance(part, str)) < 4_000


class TestInDiscord:
    @pytest.mark.parametrize("text", ["what are nobs?", "muggins", "what happens when i hit 31?"])
    async def test_a_law_in_private_and_by_name(self, world, text):
        answer = await world.whisper(world.cy, text)
        assert answer.startswith("**")
        assert "-# More: `/law " in answer
        assert await world.say(world.cy, world.channel, text) == answer

    async def test_the_help_can_be_turned_where_it_was_asked_for(self, world):
        assert (await world.whisper(world.cy, "how do i play")).startswith("**How to play** (1 of 8)")
        shown = world.shown(world.dm(world.cy))[-1]
        await world.cy.user.click(shown, label="Deal the cards")
        assert world.text(shown).startswith("**The deal, the discards and the crib** (2 of 8)")

    @pytest.mark.parametrize("with_pictures", [True])
    async def test_it_is_drawn(self, world):
        await world.whisper(world.cy, "help")
        assert len(world.stored(world.shown(world.dm(world.cy))[-1]).attachments) == 1

    async def test_a_player_may_ask_in_a_game_and_a_title_alone_is_rather_a_bad_move(self, world):
        name = await world.against_robot()
        before = world.game(name)
        assert "`/law his_nobs`" in await world.whisper(world.ann, "what are nobs?")
        assert (await world.whisper(world.ann, "how do I play?")).startswith("**How to play**")
        assert world.game(name) == before
        assert not (await world.whisper(world.ann, "muggins")).startswith("**Muggins")

    async def test_no_question_gives_a_moves_secret_away(self, world):
        """What a bad move is answered with in a channel names no card, also if it is put as a question."""
        await world.sit_down()
        answer = await world.say(world.ann, world.channel, "can i play 5h?")
        assert "♥" not in answer
