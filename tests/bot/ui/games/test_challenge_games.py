"""Games whose opponents check the counts: declared, challenged, paid for, and reviewed at the end."""

from itertools import cycle

import pytest

from bot.models.agreement import Seat
from engine.actions import Declare
from engine.events import Amended, Challenged, GameWon, Pegged, PutBack, Satisfied
from engine.laws import Law
from tests.support.stacked_packs import DULL, Deal

FIVES = Deal("5H 5D 5C JS 2C 3D", "6D 6H 9S 9C TD KH", "5S")
"""Ben can keep the best hand there is."""


def pegged(events, law):
    return [event.points for event in events if isinstance(event, Pegged) and event.law is law]


async def in_the_show(world, stack, **options):
    """Start a game in the channel in which Ben, with a hand of 29, has to declare it."""
    stack(FIVES, DULL, DULL)
    name = await world.sit_down(**{"preset": "britannica", **options})
    await world.discard(name, ann="TD KH", ben="2C 3D")
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


async def test_law_19_gives_what_was_overscored_to_the_adversary(world, stack):
    name = await in_the_show(world, stack)
    before = world.game(name).view(None).scores
    await world.declare(world.ben, name, 29)
    await world.press(world.ann, world.public(name), "satisfied")
    true = world.true_count(name)
    await world.declare(world.ann, name, true + 3)
    await world.press(world.ben, world.public(name), "many")
    scores = world.game(name).view(None).scores
    assert (scores[0] - before[0], scores[1] - before[1]) == (true, 29 + 3)
    assert "extra points go to" in world.text(world.public(name))


async def test_law_20_pays_for_a_false_challenge(world, stack):
    name = await in_the_show(world, stack)
    before = world.game(name).view(None).scores
    await world.declare(world.ben, name, 29)
    await world.say(world.ann, world.channel, "too many!")
    scores = world.game(name).view(None).scores
    assert (scores[0] - before[0], scores[1] - before[1]) == (0, 29 + 2)
    assert "the count wasn't too high: 2 points to" in world.text(world.public(name))


async def test_unnoticed_errors_are_pegged_and_reviewed(world, stack):
    name = await in_the_show(world, stack)
    await world.hurry(name, lambda table: max(table.view(None).scores) > 30)
    await world.press(world.ann, (await world.command(world.ann, "resign")).response, "resign")
    review = await world.press(world.cy, world.table_in(world.channel), "review")
    assert review.ephemeral
    assert "Review: what nobody noticed" in world.text(review.response)
    assert "said 29 for their hand, really" in world.text(review.response)


async def test_nothing_tells_whether_a_declaration_is_true(world, stack):
    """The table after a right declaration and after a wrong one differ in the numbers alone."""
    texts = []
    for declared in (29, 28):
        name = await in_the_show(world, stack)
        await world.declare(world.ben, name, declared)
        text = world.text(world.public(name)).replace(name, "NAME").replace(str(declared), "N")
        texts.append(text.replace(str(declared + 1), "M"))
        await world.press(world.ann, (await world.command(world.ann, "resign", game=name)).response, "resign")
    right, wrong = texts
    assert right == wrong


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

    async def test_by_command(self, world, name):
        score = world.game(name).view(None).scores[1]
        done = await world.command(world.ben, "amend", count="24")
        assert done.ephemeral
        assert world.game(name).view(None).scores[1] == score + 4
        assert "**24**" in world.text(world.public(name))

    async def test_in_the_form(self, world, name):
        panel = await world.panel(world.ben, name)
        form = await world.press(world.ben, panel, "raise")
        await world.ben.submit_modal(form, {"count": "29"})
        assert world.game(name).view(None).window.declared == 29
        assert [event.declared for event in await world.history(name) if isinstance(event, Amended)] == [29]

    async def test_words_that_do_not_add_up_are_asked_about(self, world, name):
        panel = await world.panel(world.ben, name)
        form = await world.press(world.ben, panel, "raise")
        done = await world.ben.submit_modal(form, {"count": "15-2, 15-4, pair is 24"})
        assert done.ephemeral
        assert "You ended on 24, but the points you listed add up to 6." in world.text(done.response)
        assert world.game(name).view(None).window.declared == 20
        await world.restart()
        await world.press(world.ben, done.response, "raiseto-24-h")
        assert world.game(name).view(None).window.declared == 24
        assert "add up" not in world.text(world.public(name))

    async def test_words_of_a_command_that_do_not_add_up_are_asked_about(self, world, name):
        done = await world.command(world.ben, "amend", count="24 (15-2, 15-4, 20)")
        assert "[Change to 24]" in world.text(done.response)
        assert world.game(name).view(None).window.declared == 20

    async def test_typed(self, world, name):
        await world.say(world.ben, world.channel, "amend 29")
        assert world.game(name).view(None).window.declared == 29

    async def test_not_downwards_and_not_by_another(self, world, name):
        before = world.game(name)
        for actor, count in ((world.ben, "19"), (world.ben, "30"), (world.ben, "lots"), (world.ann, "24")):
            refused = await world.command(actor, "amend", count=count)
            assert refused.ephemeral
            assert world.game(name) == before, count

    async def test_nowhere_else(self, world, stack):
        name = await in_the_show(world, stack)
        await world.declare(world.ben, name, 20)
        before = world.game(name)
        assert (await world.command(world.ben, "amend", count="29")).ephemeral
        assert world.game(name) == before


class TestClaimOfGame:
    """The American Cribbage Congress: who claims the game in error pays fifteen besides."""

    @pytest.fixture
    async def name(self, world, stack):
        """The window on somebody's claim of the game is open."""
        stack(DULL, DULL, DULL, DULL)
        name = await world.sit_down(preset="acc")
        await world.hurry(name, self.can_claim)
        await world.command(world.asked(name)[0], "declare", count="29")
        return name

    @staticmethod
    def can_claim(table):
        """Return whether a player who has at most 29 to go has to declare."""
        views = [table.view(seat) for seat in range(2)]
        return any(
            view.to_go(view.seat) <= 29 and any(isinstance(move, Declare) for move in view.legal) for view in views
        )

    def sides(self, world, name):
        """The claimant and the other, with their seats."""
        seat = world.game(name).view(None).window.seat
        return (seat, 1 - seat), ((world.ann, world.ben) if seat == 0 else (world.ben, world.ann))

    async def test_it_waits(self, world, name):
        (claimant, _), (_, other) = self.sides(world, name)
        view = world.game(name).view(None)
        assert view.scores[claimant] < 121
        assert world.asked(name) == [other]
        assert "It would win the game." in world.text(world.public(name))

    async def test_satisfied_the_game_is_won(self, world, name):
        _, (claimant, other) = self.sides(world, name)
        await world.command(other, "challenge", what="satisfied")
        assert not world.is_open(name)
        text = world.text(world.table_in(world.channel))
        assert f"**{claimant.user.global_name} wins 121 to" in text

    async def test_challenged_it_costs_fifteen_and_what_was_overscored(self, world, name):
        (_, adversary), (_, other) = self.sides(world, name)
        before = world.game(name).view(None).scores
        await world.press(other, world.public(name), "many")
        told = await world.history(name)
        back = [event.points for event in told if isinstance(event, PutBack) and event.law is Law.FALSE_GAME]
        assert back == [15]
        (over,) = pegged(told, Law.OVERSCORE)
        if world.is_open(name):
            after = world.game(name).view(None).scores
            assert after[adversary] == before[adversary] + over
        else:
            assert [event.side for event in told if isinstance(event, GameWon)] == [adversary]

    async def test_no_declaration_passes_an_open_window(self, world, name):
        _, (claimant, other) = self.sides(world, name)
        before = world.game(name)
        for actor in (claimant, other):
            assert (await world.command(actor, "declare", count="2")).ephemeral
        assert world.game(name) == before


class TestRestartInAWindow:
    """The process ends while a declaration may be challenged; every earlier button still answers."""

    async def test_the_public_buttons(self, world, stack):
        name = await in_the_show(world, stack)
        await world.declare(world.ben, name, 29)
        table = world.public(name)
        await world.restart()
        await world.press(world.ann, table, "satisfied")
        assert any(isinstance(event, Satisfied) for event in await world.history(name))
        assert world.text(table).startswith("**Ann:** count your hand")

    async def test_an_open_form(self, world, stack):
        name = await in_the_show(world, stack, preset="crib-derby")
        await world.declare(world.ben, name, 20)
        form = await world.press(world.ben, await world.panel(world.ben, name), "raise")
        await world.restart()
        await world.ben.submit_modal(form, {"count": "24"})
        assert world.game(name).view(None).window.declared == 24

    async def test_a_card_chosen_whose_points_were_not_yet_said(self, world, stack):
        stack(DULL)
        name = await world.sit_down(preset="britannica")
        await world.play_until(name, "play")
        await world.take_turn(world.ben, name)
        panel = await world.panel(world.ann, name)
        card = next(action for action in world.actions(panel) if action.startswith("card-"))
        await world.press(world.ann, panel, card)
        await world.restart()
        await world.press(world.ann, panel, card.replace("card", "play") + "-2")
        assert len(world.game(name).view(None).series) == 2
        assert world.game(name).view(None).window.declared == 2

    async def test_the_robot_that_may_challenge_wakes(self, world, stack):
        """Ann's declaration is stored and the process ends before the robot has said what it thinks."""
        world.pace = 60.0
        await world.restart()
        stack(DULL)
        asked = await world.start_game(world.ann, robot="club", preset="britannica", where="here")
        name = world.name_on(asked.response)
        assert world.game(name).seats[1] == Seat(robot="club", agreed=True)
        await world.take_turn(world.ann, name)
        world.pace = 0.0
        await world.restart()
        await world.play_until(name, "show")
        assert world.game(name).view(None).stage == "show"


class TestNoAssistance:
    """The cards of the open show are counted for nobody who plays, whichever way they ask."""

    OPEN = "5h 5d 5c js 5s"

    @pytest.fixture(params=["to be declared", "declared"])
    async def name(self, world, stack, request):
        name = await in_the_show(world, stack)
        if request.param == "declared":
            await world.declare(world.ben, name, 28)
        return name

    async def test_in_any_way(self, world, name):
        posted = await world.cy.send(world.channel, self.OPEN)
        for actor in (world.ann, world.ben):
            slash = await world.command(actor, "score", hand=self.OPEN)
            menu = await actor.context_menu(world.channel, "Score this hand", posted)
            private = await actor.user.slash("score", hand=self.OPEN)
            for answer in (slash, menu, private):
                assert "I can't help with a count" in world.text(answer.response)
            assert "29" not in await world.say(actor, world.channel, f"score {self.OPEN}")
            assert "29" not in await world.whisper(actor, f"score {self.OPEN}")

    async def test_to_others_it_is_no_secret(self, world, name):
        assert "**29 points**" in await world.told(world.dan, "score", where="dm", hand=self.OPEN)
