"""A press is answered with its pictures, or acknowledged if they take long; an old picture replaces nothing newer."""

import asyncio
import json

import pytest

from bot.render.renderer import Renderer
from bot.ui.core.attachments import Attachments, PreparedScreen
from engine.actions import LayAway
from tests.support.league_steps import create_league
from tests.support.stacked_packs import DULL

ORIGINAL = "/webhooks/*/*/messages/*"


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

    def __init__(self):
        self.held = 0
        self._gate = None

    def hold(self):
        self._gate = asyncio.Event()

    def let(self, world, preparing):
        """Return what awaits a screen: when it is released, if the screen is held."""
        gate, self._gate = self._gate, None
        if gate is None:
            return preparing
        self.held += 1
        self.release = gate.set

        async def wait():
            await world.env.external_wait(gate.wait(), reason="the pictures are slow")
            return await preparing

        return wait()


@pytest.fixture
def slow(world, monkeypatch):
    """Let a test hold the pictures of a screen."""
    slow, begin = Slow(), Attachments.begin

    def begin_slowly(attachments, build, look, *, urgent=True):
        ready = begin(attachments, build, look, urgent=urgent)
        return ready if isinstance(ready, PreparedScreen) else slow.let(world, ready)

    monkeypatch.setattr(Attachments, "begin", begin_slowly)
    return slow


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
    assert (was_deferred(world), answer.ephemeral, slow.held) == (True, True, 1)
    assert answer.response.flags.loading
    slow.release()
    await world.env.settle()
    assert not answer.response.flags.loading
    assert pictures(world, answer.response) == 1
    assert "[2♣︎]" in world.text(answer.response)


async def test_a_press_is_acknowledged_and_its_picture_follows(world, name, slow):
    panel = await world.panel(world.ben, name)
    forget_pictures(world)
    before = world.text(panel)
    slow.hold()
    await world.press(world.ben, panel, "pick-2C")
    assert (slow.held, world.unanswered()) == (1, 0)
    assert world.text(panel) == before
    slow.release()
    await world.env.settle()
    assert "[✓ 2♣︎]" in world.text(panel)
    assert pictures(world, panel) == 1


async def test_what_is_painted_already_is_answered_at_once(world, name, slow):
    slow.hold()
    await world.command(world.ben, "hand")
    assert was_deferred(world)
    slow.release()
    await world.env.settle()
    slow.hold()
    again = await world.command(world.ben, "hand")
    assert not was_deferred(world)
    assert pictures(world, again.response) == 1


async def test_who_wants_text_is_answered_at_once(world, name):
    preferences = (await world.command(world.ben, "preferences")).response
    await world.ben.click(preferences, custom_id="w1:pictures")
    answer = await world.command(world.ben, "hand")
    assert not was_deferred(world)
    assert pictures(world, answer.response) == 0


async def test_while_too_many_pictures_wait_the_screen_is_text_at_once_that_says_it_all(world, name, monkeypatch):
    monkeypatch.setattr(Renderer, "is_full", lambda renderer, *, urgent: True)
    forget_pictures(world)
    answer = await world.command(world.ann, "table")
    assert not was_deferred(world)
    assert pictures(world, answer.response) == 0
    board_in_letters = "............|............|"
    assert board_in_letters in world.text(answer.response)
    scored = await world.command(world.cy, "score", where="dm", hand="5h 5d 5c js 5s")
    assert not was_deferred(world)
    assert "29" in scored.response.content
    monkeypatch.undo()
    await world.discard(name, ann="2D 4H", ben="2C 4D")
    assert pictures(world, world.public(name)) == 1
    assert board_in_letters not in world.text(world.public(name))


@pytest.mark.parametrize("deferred", [True, False])
async def test_a_public_answer_is_the_tables_message_from_then_on(world, name, slow, deferred):
    forget_pictures(world)
    old = world.public(name)
    if deferred:
        slow.hold()
    answer = await world.command(world.ann, "table")
    assert was_deferred(world) == deferred
    if deferred:
        slow.release()
        await world.env.settle()
    assert not answer.ephemeral
    assert world.public(name).id == answer.response.id != old.id
    assert old.id not in [message.id for message in world.shown(world.channel)]
    await world.discard(name, ann="2D 4H", ben="2C 4D")
    assert "king of spades" in str(world.stored(answer.response).components)


async def test_an_older_press_does_not_replace_what_a_newer_one_shows(world, name, slow):
    panel = await world.panel(world.ben, name)
    forget_pictures(world)
    slow.hold()
    seen = world.snapshot(panel)
    await world.press(world.ben, panel, "pick-2C")
    assert slow.held == 1
    await world.late({"actor": world.ben, "message": seen, "custom_id": world.id_of(panel, "pick-4D")})
    slow.release()
    await world.env.settle()
    assert "lay-2C-4D" in world.actions(panel)


async def act(world, name, move):
    """Act at the table itself."""
    tables = world.bot.context.tables
    with world.env._bot_scope():
        player = (await tables.find(name)).seats[move.seat].player
        await tables.act(name, player, None, move)
    await world.env.settle()


def first_discard(world, name, seat):
    return next(move for move in world.game(name).views[seat].legal if isinstance(move, LayAway))


async def test_a_table_that_has_moved_on_is_not_shown_as_it_was(world, name, slow):
    """Ann's discard completes both while Ben's hand without his two cards is painted."""
    panel = await world.panel(world.ben, name)
    await world.press(world.ben, panel, "pick-2C")
    await world.press(world.ben, panel, "pick-4D")
    forget_pictures(world)
    slow.hold()
    await world.press(world.ben, panel, "lay")
    assert slow.held == 1
    await act(world, name, first_discard(world, name, 0))
    many = len(world.env.http_requests)
    slow.release()
    await world.env.settle()
    assert "Play a card" in world.text(panel)
    later = json.dumps([request.json for request in world.env.http_requests[many:]])
    assert "to lay away" not in later


async def test_in_private_messages_too_a_question_that_has_passed_is_not_asked(world, stack, slow):
    stack(DULL, DULL)
    await world.start_game(world.ann, "dm", robot="club", target=61)
    message = world.table_in(world.dm(world.ann))
    name = world.name_on(message)
    forget_pictures(world)
    slow.hold()
    await world.press(world.ann, message, "pick")
    assert slow.held == 1
    await act(world, name, first_discard(world, name, 0))
    now = world.text(message)
    slow.release()
    await world.env.settle()
    assert world.text(message) == now
    assert not any(action.startswith("lay-") for action in world.actions(message))


async def test_a_public_answer_that_fails_after_it_was_deferred_leaves_one_private_sentence(world, name, slow):
    forget_pictures(world)
    shown = len(world.shown(world.channel))
    world.env.inject_error("PATCH", ORIGINAL, status=500, code=0, message="injected", times=1)
    slow.hold()
    answer = await world.command(world.ann, "table")
    slow.release()
    await world.env.settle()
    assert answer.response is None
    (sentence,) = answer.followups
    assert sentence.ephemeral
    assert "Discord didn't accept that" in sentence.content
    assert len(world.shown(world.channel)) == shown


async def test_a_private_answer_that_fails_after_it_was_deferred_becomes_the_sentence(world, name, slow):
    world.env.inject_error("PATCH", ORIGINAL, status=500, code=0, message="injected", times=1)
    slow.hold()
    answer = await world.command(world.ben, "hand")
    slow.release()
    await world.env.settle()
    assert answer.ephemeral
    assert "Discord didn't accept that" in answer.response.content
    assert not answer.response.flags.loading


async def test_a_screen_with_pictures_cannot_be_answered_without_its_text(world, name):
    """The bare screen would have no text for the case that its pictures cannot be painted."""
    from bot.render.hand import HandScene
    from bot.ui.core.page_view import page_view

    with pytest.raises(ValueError, match="the function that builds it"):
        await world.bot.context.answer(None, page_view(["Cards"], scenes=[HandScene(())]))


async def test_a_board_that_lacks_its_picture_at_a_kill_has_it_after_the_start(world, name, monkeypatch):
    with monkeypatch.context() as full:
        full.setattr(Renderer, "is_full", lambda renderer, *, urgent: True)
        forget_pictures(world)
        await world.lay(world.ben, name, "2C", "4D")
        assert pictures(world, world.public(name)) == 0
    await world.restart()
    assert pictures(world, world.public(name)) == 1


async def test_a_board_that_lost_its_picture_without_a_move_has_it_after_the_start(world, name, monkeypatch):
    """The board had its picture at this revision, so nothing but its own mark says that it lacks it now."""
    assert pictures(world, world.public(name)) == 1
    with monkeypatch.context() as full:
        full.setattr(Renderer, "is_full", lambda renderer, *, urgent: True)
        forget_pictures(world)
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


async def test_a_board_that_lacks_its_picture_is_edited_only_when_there_is_time_for_it(world, name, monkeypatch):
    with monkeypatch.context() as full:
        full.setattr(Renderer, "is_full", lambda renderer, *, urgent: True)
        forget_pictures(world)
        await world.lay(world.ben, name, "2C", "4D")
        many = len(world.env.http_requests)
        await world.env.advance_time(25)
        assert len(world.env.http_requests) == many
    await world.env.advance_time(11)
    assert pictures(world, world.public(name)) == 1
