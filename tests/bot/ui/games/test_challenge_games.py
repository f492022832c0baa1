"""Games whose opponents check the counts: declared, challenged, paid for, and reviewed at the end."""

import re
from itertools import cycle

import pytest

from engine.actions import Declare
from engine.events import Amended, Challenged, GameWon, Pegged, PutBack, Satisfied
from engine.laws import Law
from tests.support.stacked_packs import DULL, FIVES


def pegged(events, law):
    return [event.points for event in events if isinstance(event, Pegged) and event.law is law]


async def in_the_show(world, stack, **options):
    """Start a game in the channel in which Ben, with a hand of 29, has to declare it."""
    stack(FIVES, DULL, DULL)
    name = await world.sit_down(**{"preset": "britannica", **options})
    await world.discard(name, ann="2D 4H", ben="2C 3D")
    await world.hurry(name, lambda table: any(isinstance(move, Declare) for move in table.view(1).legal))
    return name


async def test_a_whole_game_with_every_word_of_it(world, stack):
    """Ann declares two too many for every hand, and Ben says so; Ben counts right, and Ann doubts it."""
    stack(FIVES, FIVES, FIVES)
    name = await world.sit_down(preset="britannica")
    doors = cycle(["press", "type", "command"])

    async def say(actor, words, action):
        match next(doors):
            case "press":
                await world.press(actor, world.public(name), action)
            case "type":
                await world.say(actor, world.channel, words)
            case "command":
                await world.command(actor, "challenge", what=words)

    while world.is_open(name):
        actor = world.asked(name)[0]
        view = world.game(name).view(None)
        if view.window is not None and view.window.what != "play":
            wrong_or_doubted = view.window.seat == 0 or view.window.what == "hand"
            await say(actor, *(("too many", "many") if wrong_or_doubted else ("satisfied", "satisfied")))
        elif view.stage == "show" and actor is world.ann:
            await world.declare(actor, name, min(29, world.true_count(name) + 2))
        else:
            await world.take_turn(actor, name)
    await world.checked(name, stacked=True)
    told = await world.history(name)
    assert pegged(told, Law.OVERSCORE)
    assert set(pegged(told, Law.OVERSCORE)) == {2}
    assert set(pegged(told, Law.FALSE_CHALLENGE)) == {2}
    assert {event.upheld for event in told if isinstance(event, Challenged)} == {True, False}
    table = world.table_in(world.channel)
    assert "wins 61 to" in world.text(table)
    assert world.actions(table)[:2] == ["again", "review"]


async def test_unnoticed_errors_are_pegged_and_reviewed(world, stack):
    name = await in_the_show(world, stack)
    await world.hurry(name, lambda table: max(table.view(None).scores) > 30)
    await world.resign(world.ann)
    review = await world.press(world.cy, world.table_in(world.channel), "review")
    assert review.ephemeral
    assert "Review: what nobody noticed" in world.text(review.response)
    assert "said 29 for their hand, really" in world.text(review.response)


async def test_muggins_is_said(world, stack):
    name = await in_the_show(world, stack, muggins=True)
    await world.declare(world.ben, name, 20)
    before = world.game(name).view(None).scores
    assert {"few", "many", "satisfied"} <= {action.split("-")[0] for action in world.actions(world.public(name))}
    await world.command(world.ann, "challenge", what="too few")
    scores = world.game(name).view(None).scores
    assert (scores[0] - before[0], scores[1] - before[1]) == (9, 0)


class TestAmending:
    """Crib-Derby: a player who declared too little may amend it while the window is open (003:103)."""

    @pytest.fixture
    async def name(self, world, stack):
        """Ben has declared 20 for a hand of 29."""
        name = await in_the_show(world, stack, preset="crib-derby")
        await world.declare(world.ben, name, 20)
        return name

    @pytest.mark.parametrize("door", ["command", "form", "form over a restart", "typed"])
    async def test_in_every_way(self, world, name, door):
        score = world.game(name).view(None).scores[1]
        match door:
            case "command":
                assert (await world.command(world.ben, "amend", count="29")).ephemeral
            case "typed":
                await world.say(world.ben, world.channel, "amend 29")
            case _:
                form = await world.press(world.ben, await world.panel(world.ben, name), "raise")
                if door == "form over a restart":
                    await world.restart()
                await world.ben.submit_modal(form, {"count": "29"})
        assert world.game(name).view(None).scores[1] == score + 9
        assert "**29**" in world.text(world.public(name))
        assert [event.declared for event in await world.history(name) if isinstance(event, Amended)] == [29]

    async def test_words_that_do_not_add_up_are_asked_about(self, world, name):
        asked = await world.told(world.ben, "amend", count="24 (15-2, 15-4, 20)")
        assert "[Change to 24]" in asked
        form = await world.press(world.ben, await world.panel(world.ben, name), "raise")
        done = await world.ben.submit_modal(form, {"count": "15-2, 15-4, pair is 24"})
        assert done.ephemeral
        assert "You ended on 24, but the points you listed add up to 6." in world.text(done.response)
        assert world.game(name).view(None).window.declared == 20
        await world.restart()
        await world.press(world.ben, done.response, "raiseto-24-h")
        assert world.game(name).view(None).window.declared == 24
        assert "add up" not in world.text(world.public(name))

    async def test_not_downwards_and_not_by_another(self, world, name):
        before = world.game(name)
        for actor, count in ((world.ben, "19"), (world.ben, "30"), (world.ben, "lots"), (world.ann, "24")):
            refused = await world.command(actor, "amend", count=count)
            assert refused.ephemeral
            assert world.game(name) == before, count


class TestClaimOfGame:
    """The American Cribbage Congress: who claims the game in error pays fifteen besides."""

    @pytest.fixture
    async def claim(self, world, stack):
        """The window on somebody's claim of the game is open: the game, and the claimant and the other with seats."""
        stack(DULL, DULL, DULL, DULL)
        name = await world.sit_down(preset="acc")
        await world.hurry(name, self.can_claim)
        await world.command(world.asked(name)[0], "declare", count="29")
        seat = world.game(name).view(None).window.seat
        players = (world.ann, world.ben)
        return name, (seat, players[seat]), (1 - seat, players[1 - seat])

    @staticmethod
    def can_claim(table):
        """Return whether a player who has at most 29 to go has to declare."""
        views = [table.view(seat) for seat in range(2)]
        return any(
            view.to_go(view.seat) <= 29 and any(isinstance(move, Declare) for move in view.legal) for view in views
        )

    async def test_it_waits_until_it_is_accepted(self, world, claim):
        name, (seat, claimant), (_, other) = claim
        assert world.game(name).view(None).scores[seat] < 121
        assert world.asked(name) == [other]
        assert "It would win the game." in world.text(world.public(name))
        for actor in (claimant, other):
            assert (await world.command(actor, "declare", count="2")).ephemeral, "none passes an open window"
        assert world.asked(name) == [other]
        await world.command(other, "challenge", what="satisfied")
        assert not world.is_open(name)
        assert f"**{claimant.user.global_name} wins 121 to" in world.text(world.table_in(world.channel))

    async def test_challenged_it_costs_fifteen_and_what_was_overscored(self, world, claim):
        name, _, (adversary, other) = claim
        before = world.game(name).view(None).scores
        await world.press(other, world.public(name), "many")
        told = await world.history(name)
        back = [event.points for event in told if isinstance(event, PutBack) and event.law is Law.FALSE_GAME]
        assert back == [15]
        (over,) = pegged(told, Law.OVERSCORE)
        if world.is_open(name):
            assert world.game(name).view(None).scores[adversary] == before[adversary] + over
        else:
            assert [event.side for event in told if isinstance(event, GameWon)] == [adversary]


async def test_the_buttons_of_a_window_outlive_a_restart(world, stack):
    name = await in_the_show(world, stack)
    await world.declare(world.ben, name, 29)
    table = world.public(name)
    await world.restart()
    await world.press(world.ann, table, "satisfied")
    assert any(isinstance(event, Satisfied) for event in await world.history(name))
    assert world.text(table).startswith("**Ann:** count your hand")


async def test_the_robot_that_may_challenge_wakes_after_a_restart(world, stack):
    """Ann's declaration is stored and the process ends before the robot has said what it thinks."""
    world.pace = 60.0
    await world.restart()
    stack(DULL)
    asked = await world.start_game(world.ann, robot="club", preset="britannica", where="here")
    name = world.name_on(asked.response)
    await world.take_turn(world.ann, name)
    world.pace = 0.0
    await world.restart()
    await world.play_until(name, "show")
    assert world.game(name).view(None).stage == "show"


async def test_a_go_with_a_playable_card_is_confirmed_once_with_its_price(world):
    name = await world.sit_down(preset="britannica")
    await world.play_until(name, "play")
    await world.take_turn(world.asked(name)[0], name)
    (asked,) = world.asked(name)
    other = world.ann if asked is world.ben else world.ben
    panel = await world.panel(asked, name)
    before = world.text(panel)
    await world.press(asked, panel, "go")
    assert "**You can still play `" in world.text(panel)
    assert f"Say go anyway? {other.user.global_name} can then take 2 points, or make you play." in world.text(panel)
    assert world.asked(name) == [asked]
    await world.press(asked, panel, "undo")
    assert world.text(panel) == before
    await world.press(asked, panel, "go")
    await world.restart()
    await world.press(asked, panel, "goanyway")
    assert world.game(name).spectator.offender is not None


async def test_a_rematch_tells_the_games_so_far(world):
    name = await world.sit_down()
    for loser in (world.ann, world.ben):
        public = world.public(name)
        asked = await world.command(loser, "resign")
        await world.press(loser, asked.response, "resign")
        if loser is world.ann:
            assert "Games so far" not in world.text(public)
            await world.press(world.ann, public, "again")
            invited = world.table_in(world.channel)
            name = world.name_on(invited)
            await world.press(world.ben, invited, "accept")
            assert re.search(r"Games so far: Ann 0, Ben 1\.", world.text(world.public(name)))
    assert re.search(r"Games so far: Ann 1, Ben 1\.", world.text(public))
