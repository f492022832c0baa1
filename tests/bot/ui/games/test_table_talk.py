"""What players ask and say at the table beside their moves: answered from the game that is on, with its buttons."""

import pytest

from bot.ui.games.table_talk import ENDED_LATELY, KINDS, asked, is_rather_a_move
from tests.support.data_files import data_beside
from tests.support.stacked_packs import DULL, FIVES, Deal
from tests.support.typed_tables import lines_of, table

DATA = data_beside(__file__)

NAMES = ("Ann", "Clover")
ACE = Deal("AC 4D 6H 8S TC QD", "2D 4H 6S 8C TD QH", "KS")
"""Ben holds one ace."""

TYPED = DATA["typed"]


@pytest.fixture
async def name(world, stack):
    """Start a game in private in which both have to discard."""
    stack(FIVES, DULL, DULL)
    return await world.sit_down(place="dm", target=61)


def test_variants_and_typos_in_four_languages_are_understood():
    wrong = [
        (text, found)
        for kind, texts in TYPED.items()
        for text in texts
        if (found := asked(text, NAMES)) is None or found.kind != kind
    ]
    assert TYPED.keys() == KINDS.keys()
    assert not wrong


@pytest.mark.parametrize(
    "text",
    [
        "who deals first",
        "how many points do I get for a run",
        "what does my hand count",
        "what is 5h 5d",
        "stop",
        "what happens when nobody can go",
        "qué es eso del crib, no lo entiendo",
        "was passiert wenn keiner mehr kann",
    ],
)
def test_questions_about_rules_and_hands_are_none_about_the_table(text):
    assert asked(text, NAMES) is None


def test_no_word_of_a_move_is_talk():
    moves = [line for line in lines_of("moves.txt") if len(line) == 4 and line[3] != "nothing"]
    talk = [(what, line) for line in moves if (what := asked(line[2], NAMES)) is not None]
    assert talk
    for what, (stage, hand, text, meaning) in talk:
        assert is_rather_a_move(what, text, table(stage, hand, meaning), None), text


def test_a_player_and_points_are_named_only_by_a_question_why():
    assert asked("why did clover get 2", NAMES) == ("why", 1, 2)
    assert asked("whose turn 2", NAMES) is None


def test_a_player_may_be_named_by_a_word_of_talk():
    assert asked("my hand", ("Hand", "Ben")) == ("hand", None, None)


def test_numbers_are_no_typos_of_talk():
    assert not [word for word in ("three", "four", "five", "vier", "acht", "neun", "diez") if asked(f"hi {word}")]


class TestInPrivate:
    async def test_every_kind_is_answered_and_changes_nothing(self, world, name):
        before = world.game(name)
        for kind, texts in TYPED.items():
            answer = await world.whisper(world.ann, texts[0].replace("clover", "Ben"))
            assert answer, kind
            assert "isn't a move" not in answer, kind
        assert world.game(name) == before

    async def test_the_game_is_shown_again_below_the_answer(self, world, name):
        assert "**Discard 2 cards**" in await world.whisper(world.ann, "what do I do now")
        assert "[Discard (off)]" in world.texts(world.dm(world.ann))[-1]

    async def test_the_score_the_dealer_and_the_hand(self, world, name):
        assert "Ann **0**, Ben **0**. The game goes to 61." in await world.whisper(world.ben, "what's the score")
        assert "Ann deals, so it's Ann's crib." in await world.whisper(world.ben, "who is dealing")
        assert "Your hand: " in await world.whisper(world.ben, "my hand")

    async def test_what_is_not_understood_is_answered_with_what_to_do_now(self, world, name):
        before = world.game(name)
        for text in ("my aunt bought a red bicycle", "fnord"):
            assert "I didn't understand that. **Discard 2 cards**" in await world.whisper(world.ann, text)
        assert "isn't a move" in await world.whisper(world.ann, "qx")
        assert world.game(name) == before

    async def test_the_cards_on_the_table_the_count_and_the_starter(self, world, name):
        assert "**Discard 2 cards**" in await world.whisper(world.ann, "what did ben play")
        await world.discard(name, ann="2D 4H", ben="2C 3D")
        assert "Starter `" in await world.whisper(world.ann, "what was the starter again")
        (actor,) = world.asked(name)
        await world.take_turn(actor, name)
        count = world.game(name).view(None).count
        assert f"The count is **{count}**." in await world.whisper(world.ann, "what's the count")
        answer = await world.whisper(world.ann, "how many cards does ben have left")
        assert "Played: Ben" in answer
        assert "Ann 4, Ben 3" in answer

    async def test_time_and_reminders(self, world, name):
        assert "no time limit" in await world.whisper(world.ann, "how long do i have")
        assert "`/preferences`" in await world.whisper(world.ann, "please stop pinging me")

    async def test_ok_without_a_count_is_talk(self, world, name):
        assert "**Discard 2 cards**" in await world.whisper(world.ann, "ok")

    async def test_resigning_asks_first(self, world, name):
        assert "[Resign the game]" in await world.whisper(world.ann, "ich gebe auf")
        assert world.game(name).status == "playing"

    async def test_why_says_what_the_points_were_for(self, world, name):
        assert "No such points" in await world.whisper(world.ann, "why did ben get 2")
        await world.discard(name, ann="2D 4H", ben="2C 3D")
        await world.hurry(name)
        await world.declare(world.ben, name, 29)
        answer = await world.whisper(world.ann, "why did ben get 29")
        assert "Ben's hand" in answer
        assert "twelve for double pair royal" in answer

    async def test_after_a_game_a_rematch_is_a_press_away(self, world, name):
        await world.resign(world.ann)
        assert "[Play again]" in await world.whisper(world.ann, "rematch")

    async def test_of_a_game_that_is_over_only_its_end_is_asked_and_for_a_day(self, world, name):
        await world.resign(world.ann)
        for text in ("help", "who deals", "pause", "whose turn"):
            assert "game is over" not in await world.whisper(world.ann, text), text
        assert "[Play again]" in await world.whisper(world.ann, "gg")
        await world.tick(2 * ENDED_LATELY.total_seconds())
        assert "[Play again]" not in await world.whisper(world.ann, "new game")

    async def test_help_is_a_hint_only_where_one_can_be_given(self, world, name):
        assert "hint" not in await world.whisper(world.ann, "help")


async def test_a_greeting_without_a_game_is_returned_with_a_button_to_start_one(world):
    for text, answer in (("hello", "Hello Ann!"), ("thanks", "You're welcome!")):
        said = await world.whisper(world.ann, text)
        assert said.startswith(answer)
        assert "[Start" in said


class TestAloud:
    async def test_nothing_of_a_hand_is_said(self, world, discarding):
        for text in ("my hand", "what do I do now", "hint", "undo", "whose turn"):
            answer = await world.say(world.ann, world.channel, text)
            assert answer, text
            assert "Your hand:" not in answer
        assert "[My hand]" in await world.say(world.ann, world.channel, "whose turn")
        assert "Only you" in await world.say(world.ann, world.channel, "my hand")
        assert "no hints" in await world.say(world.ann, world.channel, "hint")

    async def test_the_board_comes_below_the_question(self, world, discarding):
        old = world.public(discarding)
        await world.say(world.ann, world.channel, "can I see the board")
        assert world.public(discarding).id != old.id

    async def test_in_another_channel_the_one_game_on_the_server_is_meant(self, world):
        await world.sit_down(place="thread")
        assert "[My hand]" in await world.say(world.ann, world.channel, "whose turn")
        assert "The game goes to" in await world.say(world.ben, world.channel, "can I see the board")
        assert "[My hand]" not in await world.say(world.cy, world.channel, "whose turn")
        assert "hint" not in await world.say(world.ann, world.channel, "help")

    async def test_resigning_aloud_is_left_to_the_command(self, world, discarding):
        assert "`/resign`" in await world.say(world.ann, world.channel, "I resign")


@pytest.mark.parametrize("text", ["a break", "I need a break", "a qui crib", "a quién toca"])
async def test_talk_of_an_ace_discards_none(world, stack, text):
    stack(ACE, ACE, ACE)
    name = await world.sit_down(place="dm", target=61)
    await world.lay(world.ann, name, "2D", "4H")
    assert "Discard 2 different cards" not in await world.whisper(world.ben, text)
    assert world.game(name).view(1).laid == ()


@pytest.mark.parametrize("text", ["be right back", "another one"])
async def test_talk_neither_answers_a_count_nor_makes_one(world, stack, text):
    stack(DULL, DULL, DULL)
    name = await world.sit_down(preset="britannica", muggins=True, place="dm")
    await world.hurry(name)
    (counter,) = world.asked(name)
    before = world.game(name)
    assert await world.whisper(counter, text)
    assert world.game(name) == before


def test_only_a_deal_that_stands_and_a_card_taken_back_are_moves_in_words_of_talk():
    views = [table("answer", "", ""), table("discard", "AC 3D 5H 7S 9C JD", ""), table("show", "", "")]
    said = [(what, text) for spoken in TYPED.values() for text in spoken if (what := asked(text, NAMES)) is not None]
    assert not [text for what, text in said for view in views if is_rather_a_move(what, text, view, None)]


async def test_in_several_games_each_is_named(world, name):
    await world.against_robot("easy")
    lines = (await world.whisper(world.ann, "whose turn")).splitlines()
    assert len(lines) == 2
    assert all("deal 1" in line for line in lines)


async def test_hints_and_moves_taken_back_are_a_press_away_against_a_robot(world):
    await world.against_robot("easy")
    assert "[Show a hint]" in await world.whisper(world.ann, "can you give me a hint")
    assert "[Take back]" in await world.whisper(world.ann, "undo")


async def test_the_whole_board_is_a_press_away_in_a_dm(world, name):
    shown = (await world.press(world.ann, world.table_in(world.dm(world.ann)), "board")).response
    assert "Ann **0**, Ben **0**. The game goes to 61." in world.text(shown)
    assert "game goes to" in await world.whisper(world.ann, "zeig mir das Brett")


async def test_the_likely_counts_fit_in_three_rows_and_the_others_are_a_press_away(world, name):
    await world.discard(name, ann="2D 4H", ben="2C 3D")
    await world.hurry(name)
    panel = await world.panel(world.ben, name)
    counts = [action for action in world.actions(panel) if action.startswith("count-")]
    assert counts == [f"count-{number}" for number in range(13)]
    more = (await world.press(world.ben, panel, "more")).response
    assert world.actions(more or panel)[0] == "count-13"


async def test_a_sure_move_is_made_though_it_reads_as_talk(world, stack):
    stack(DULL, DULL, DULL)
    name = await world.sit_down(preset="britannica")
    await world.lay(world.ben, name, "2C", "4D")
    panel = await world.panel(world.ben, name)
    await world.press(world.ben, panel, "back-2C-4D")
    await world.press(world.ben, panel, "took-2C-4D")
    assert asked("let it stand") is not None
    assert await world.say(world.ann, world.channel, "let it stand") == ""
    assert world.game(name).view(1).offender is None
