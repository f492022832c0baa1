"""A press is answered with its pictures, or acknowledged if they take long; an old picture replaces nothing newer."""

import asyncio
import json
from contextlib import contextmanager

import pytest

from bot.render.renderer import Renderer
from bot.render.show import HandScene
from bot.ui.core.attachments import ROOM_AFTER, Attachments, PreparedScreen
from bot.ui.core.components import page_view
from engine.actions import LayAway
from engine.cards import Card
from tests.support.league_steps import create_league
from tests.support.simulated_discord import act
from tests.support.stacked_packs import DULL

ORIGINAL = "/webhooks/*/*/messages/*"
ANNS = LayAway(0, (Card.parse("2D"), Card.parse("4H")))


@pytest.fixture
def with_pictures():
    return True


@pytest.fixture
async def name(world, stack):
    """Start a game in the channel in which both have to discard."""
    stack(DULL, DULL)
    return await world.sit_down(place="here", target=61)


def pictures(world, message):
    return len(world.stored(message).attachments)


def was_deferred(world):
    """Return whether the latest interaction was acknowledged before it was answered."""
    answers = [request.json["type"] for request in world.env.http_requests if request.path.endswith("/callback")]
    return answers[-1] in (5, 6)


def forget_pictures(world):
    """Empty the cache, so that every picture has to be painted again."""
    world.bot._renderer._cache.clear()


class Slow:
    """Holds the next screen whose pictures are to be painted."""

    def __init__(self, world):
        self.world, self.is_holding, self._gate = world, False, None

    def hold(self):
        forget_pictures(self.world)
        self._gate = asyncio.Event()

    async def release(self):
        assert self.is_holding
        self._release()
        await self.world.env.settle()

    def let(self, preparing):
        """Return what awaits a screen: when it is released, if the screen is held."""
        gate, self._gate = self._gate, None
        if gate is None:
            return preparing
        self.is_holding, self._release = True, gate.set

        async def wait():
            await self.world.env.external_wait(gate.wait(), reason="the pictures are slow")
            return await preparing

        return wait()


@pytest.fixture
def slow(world, monkeypatch):
    """Let a test hold the pictures of a screen."""
    slow, begin = Slow(world), Attachments.begin

    def begin_slowly(attachments, build, look, *, urgent=True):
        ready = begin(attachments, build, look, urgent=urgent)
        return ready if isinstance(ready, PreparedScreen) else slow.let(ready)

    monkeypatch.setattr(Attachments, "begin", begin_slowly)
    return slow


@pytest.fixture
def no_time(world, monkeypatch):
    """Let no picture be painted inside a ``with``, because too many wait."""

    @contextmanager
    def be():
        with monkeypatch.context() as full:
            full.setattr(Renderer, "is_full", lambda renderer, *, urgent: True)
            forget_pictures(world)
            yield

    return be


async def test_pictures_that_nobody_waits_for_take_turns_once_there_is_room(world, no_time):
    painted, attachments = [], world.bot.context.attachments

    async def paint(number):
        async with attachments.in_turn():
            painted.append(number)

    with no_time():
        painting = [asyncio.ensure_future(paint(number)) for number in range(3)]
        await world.env.advance_time(10 * ROOM_AFTER)
        assert painted == []
    await world.env.advance_time(2 * ROOM_AFTER)
    await asyncio.gather(*painting)
    assert painted == [0, 1, 2]


async def test_one_request_answers_with_the_picture(world, name, boss):
    """Whatever people use: Discord is sent nothing before the picture is there, and nothing after it."""
    panel = await world.panel(world.ben, name)
    await create_league(world, boss, *world.people)
    practice = (await world.command(world.cy, "practice")).response
    for press in (
        lambda: world.press(world.ben, panel, "pick-2C"),
        lambda: world.command(world.ann, "hand"),
        lambda: world.command(world.cy, "score", where="dm", hand="5h 5d 5c js 5s"),
        lambda: world.press(world.cy, practice, "show"),
        lambda: world.command(world.ann, "league table"),
    ):
        forget_pictures(world)
        many = len(world.env.http_requests)
        await press()
        answers = [one for one in world.env.http_requests[many:] if one.path.endswith("/callback")]
        edits = [one for one in world.env.http_requests[many:] if "/webhooks/" in one.path and one.method == "PATCH"]
        assert [one.json["type"] in (4, 7) for one in answers] == [True]
        assert edits == []
        assert answers[0].json["data"]["attachments"]


async def test_a_command_is_deferred_and_its_picture_follows(world, name, slow):
    slow.hold()
    answer = await world.command(world.ben, "hand")
    assert (was_deferred(world), answer.ephemeral, answer.response.flags.loading) == (True, True, True)
    await slow.release()
    assert not answer.response.flags.loading
    assert pictures(world, answer.response) == 1
    assert "[2♣︎]" in world.text(answer.response)
    again = await world.command(world.ben, "hand")
    assert not was_deferred(world), "it is painted already"
    assert pictures(world, again.response) == 1


async def test_a_press_is_acknowledged_and_its_picture_follows(world, name, slow):
    panel = await world.panel(world.ben, name)
    before = world.text(panel)
    slow.hold()
    await world.press(world.ben, panel, "pick-2C")
    assert world.unanswered() == 0
    assert world.text(panel) == before
    await slow.release()
    assert "[✓ 2♣︎]" in world.text(panel)
    assert pictures(world, panel) == 1


async def test_who_wants_text_is_answered_at_once(world, name):
    preferences = (await world.command(world.ben, "preferences")).response
    await world.ben.click(preferences, custom_id="w1:pictures")
    answer = await world.command(world.ben, "hand")
    assert not was_deferred(world)
    assert pictures(world, answer.response) == 0
    assert "Your hand: 2 of clubs, 4 of diamonds, 6 of hearts" in world.text(answer.response)
    assert "[6 of hearts]" in world.text(answer.response)


async def test_while_too_many_pictures_wait_the_screen_is_text_at_once_that_says_it_all(world, name, no_time):
    scores = "Ann **0**, Ben **0**"
    with no_time():
        answer = await world.command(world.ann, "table")
        assert not was_deferred(world)
        assert pictures(world, answer.response) == 0
        assert scores in world.text(answer.response)
        scored = await world.command(world.cy, "score", where="dm", hand="5h 5d 5c js 5s")
        assert not was_deferred(world)
        assert "29" in scored.response.content
    await world.discard(name, ann="2D 4H", ben="2C 4D")
    assert pictures(world, world.public(name)) == 1
    assert scores not in world.text(world.public(name))


@pytest.mark.parametrize("deferred", [True, False])
async def test_a_public_answer_is_the_tables_message_from_then_on(world, name, slow, deferred):
    forget_pictures(world)
    old = world.public(name)
    if deferred:
        slow.hold()
    answer = await world.command(world.ann, "table")
    assert was_deferred(world) == deferred
    if deferred:
        await slow.release()
    assert not answer.ephemeral
    assert world.public(name).id == answer.response.id != old.id
    assert old.id not in [message.id for message in world.shown(world.channel)]
    await world.discard(name, ann="2D 4H", ben="2C 4D")
    assert "king of spades" in str(world.stored(answer.response).components)


async def test_an_older_press_does_not_replace_what_a_newer_one_shows(world, name, slow):
    panel = await world.panel(world.ben, name)
    slow.hold()
    older = world.pressing(world.ben, panel, "pick-4D")
    await world.press(world.ben, panel, "pick-2C")
    await world.late(older)
    await slow.release()
    assert "lay-2C-4D" in world.actions(panel)


async def test_a_table_that_has_moved_on_is_not_shown_as_it_was(world, name, slow):
    """Ann's discard completes both while Ben's hand without his two cards is painted."""
    panel = await world.panel(world.ben, name)
    for card in ("2C", "4D"):
        await world.press(world.ben, panel, f"pick-{card}")
    slow.hold()
    await world.press(world.ben, panel, "lay")
    await act(world, name, ANNS)
    many = len(world.env.http_requests)
    await slow.release()
    assert "Play a card" in world.text(panel)
    later = json.dumps([request.json for request in world.env.http_requests[many:]])
    assert "to lay away" not in later


async def test_in_private_messages_too_a_question_that_has_passed_is_not_asked(world, stack, slow):
    stack(DULL, DULL)
    await world.start_game(world.ann, "dm", robot="club", target=61)
    message = world.table_in(world.dm(world.ann))
    slow.hold()
    await world.press(world.ann, message, "pick")
    await act(world, world.name_on(message), ANNS)
    now = world.text(message)
    await slow.release()
    assert world.text(message) == now
    assert not any(action.startswith("lay-") for action in world.actions(message))


@pytest.mark.parametrize("command", ["table", "hand"])
async def test_an_answer_that_fails_after_it_was_deferred_becomes_one_private_sentence(world, name, slow, command):
    shown = len(world.shown(world.channel))
    world.env.inject_error("PATCH", ORIGINAL, status=500, code=0, message="injected", times=1)
    slow.hold()
    answer = await world.command(world.ann, command)
    await slow.release()
    assert (answer.response is None) is (command == "table"), "a public answer cannot become private"
    (sentence,) = answer.followups or [answer.response]
    assert sentence.ephemeral
    assert "Discord didn't accept that" in sentence.content
    assert not sentence.flags.loading
    assert len(world.shown(world.channel)) == shown


async def test_a_screen_with_pictures_cannot_be_answered_without_its_text(world, name):
    """The bare screen would have no text for the case that its pictures cannot be painted."""
    with pytest.raises(ValueError, match="the function that builds it"):
        await world.bot.context.answer(None, page_view(["Cards"], scenes=[HandScene(())]))


@pytest.mark.parametrize("has_moved", [True, False])
async def test_a_board_that_lacks_its_picture_at_a_kill_has_it_after_the_start(world, name, no_time, has_moved):
    """Without a move the board had its picture at this revision, so nothing but its own mark says that it lacks it."""
    assert pictures(world, world.public(name)) == 1
    with no_time():
        if has_moved:
            await world.lay(world.ben, name, "2C", "4D")
        with world.env._bot_scope():
            world.bot.context.publisher.redraw(name)
        await world.env.settle()
        assert pictures(world, world.public(name)) == 0
    await world.restart()
    assert pictures(world, world.public(name)) == 1


async def test_every_picture_has_alt_text(world, name):
    panel = await world.panel(world.ben, name)
    await world.lay(world.ben, name, "2C", "4D", panel=panel)
    await world.command(world.cy, "score", where="dm", hand="5h 5d 5c js 5s")
    await world.whisper(world.ann, "help")
    sent = [request.json for request in world.env.http_requests if isinstance(request.json, dict)]
    bodies = [body.get("data") or body for body in sent]
    files = [file for body in bodies for file in body.get("attachments") or () if "filename" in file]
    assert {file["filename"].split("-")[0] for file in files} >= {"table", "panel", "hand", "board"}
    assert [file for file in files if not file.get("description")] == []


async def test_a_board_that_lacks_its_picture_is_edited_only_when_there_is_time_for_it(world, name, no_time):
    with no_time():
        await world.lay(world.ben, name, "2C", "4D")
        many = len(world.env.http_requests)
        await world.env.advance_time(25)
        assert len(world.env.http_requests) == many
    await world.env.advance_time(11)
    assert pictures(world, world.public(name)) == 1


async def test_a_board_whose_picture_takes_long_is_text_until_it_is_drawn(world, name, monkeypatch):
    """On a machine that other programs keep busy the game goes on all the same."""
    forget_pictures(world)
    with monkeypatch.context() as busy:
        busy.setattr("bot.render.renderer.PATIENCE", 0)
        await world.discard(name, ann="2D 4H", ben="2C 4D")
        assert pictures(world, world.public(name)) == 0
        panel = await world.panel(world.ben, name)
        before = world.text(world.public(name))
        await world.press(world.ben, panel, "play-")
        assert world.text(world.public(name)) != before
    await world.env.advance_time(11)
    assert pictures(world, world.public(name)) == 1
