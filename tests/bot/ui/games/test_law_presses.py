"""Buttons of the laws: cuts, points for a card, cards taken back, goes, heels, and answers to a count."""

import pytest

from engine.actions import Declare, LayAway, Play
from engine.cards import Card
from tests.support.data_files import data_beside
from tests.support.simulated_discord import act
from tests.support.stacked_packs import DULL, FIVES, Deal
from tests.support.strategies import cards

DATA = data_beside(__file__)


@pytest.fixture
async def playing(world, stack):
    """Start a game by the Encyclopaedia in the channel, in which Ben leads next."""
    stack(DULL, DULL, DULL)
    name = await world.sit_down(preset="britannica")
    await world.discard(name, ann="2D 4H", ben="2C 4D")
    return name


async def forged(world, actor, message, name, action):
    """A press that nobody is offered, at the present moment."""
    view = world.game(name).view(world.game(name).view(None).waiting_on[0])
    return await world.late_press(actor, message, f"c1:{name}:{view.prompt}:{action}")


async def test_a_button_that_no_version_has_had_is_out_of_date(world, playing):
    told = await forged(world, world.ben, await world.panel(world.ben, playing), playing, "never")
    assert told.response.content == "That button is out of date. Use /table to see the game."


class TestACardAndItsPoints:
    @pytest.fixture
    async def led(self, world, playing):
        """Ben has led a ten: Ann may play a card for points."""
        await world.play_for(world.ben, playing, "TC", 0)
        return playing

    async def test_are_one_act(self, world, led):
        panel, before = await world.panel(world.ann, led), world.game(led)
        shown = world.text(panel)
        await world.press(world.ann, panel, "card-8C")
        assert world.text(panel).startswith("**Play `8♣︎`** for how many points?")
        await world.press(world.ann, panel, "undo")
        assert world.text(panel) == shown
        await world.press(world.ann, panel, "card-8C")
        assert world.game(led) == before
        await world.restart()
        await world.press(world.ann, panel, "play-8C-2")
        view = world.game(led).view(None)
        assert view.played[-1] == (0, Card.parse("8C"))
        assert (view.window.declared, view.scores) == (2, (2, 0))
        assert world.text(panel).startswith("You counted **2** for `8♣︎`.")

    async def test_back_shows_the_hand_again_in_private(self, world, stack):
        stack(DULL)
        name = await world.sit_down(place="dm", preset="britannica")
        await world.discard(name, ann="2D 4H", ben="2C 4D")
        await world.play_for(world.ben, name, "TC", 0)
        panel = await world.panel(world.ann, name)
        shown = world.text(panel)
        await world.press(world.ann, panel, "card-8C")
        assert "[1]\n[2]\n[Back]" in world.text(panel)
        await world.press(world.ann, panel, "undo")
        assert world.text(panel) == shown
        await world.play_for(world.ann, name, "8C", 0, panel=panel)
        assert world.text(panel).startswith("Waiting for Ben to play.")

    async def test_twice_at_the_same_instant(self, world, led):
        panel = await world.panel(world.ann, led)
        await world.press(world.ann, panel, "card-8C")
        results = await world.late(*(world.pressing(world.ann, panel, f"play-8C-{points}") for points in (1, 2, 2)))
        assert all(result.acknowledged and not result.ephemeral for result in results)
        assert [card for _, card in world.game(led).view(None).played] == list(map(Card.parse, ("TC", "8C")))
        assert world.game(led).view(None).scores == (1, 0)

    async def test_a_choice_of_an_old_message_is_still_answered_for_a_card_that_is_held(self, world, playing):
        """Before, a led card had the same step as any other."""
        panel = await world.panel(world.ben, playing)
        shown = world.text(panel)
        await forged(world, world.ben, panel, playing, "card-KC")
        assert world.text(panel) == shown
        await forged(world, world.ben, panel, playing, "card-TC")
        await world.press(world.ben, panel, "play-TC-2")
        assert world.game(playing).view(None).scores == (0, 2)

    async def test_a_choice_is_not_drawn_over_while_the_other_speaks(self, world, playing):
        """Ann picks a card while her opponent raises nothing: her panel keeps its open form."""
        await act(world, playing, Play(1, Card.parse("TC"), 2))
        panel = await world.panel(world.ann, playing)
        await world.press(world.ann, panel, "card-8C")
        asked = world.text(panel)
        await world.press(world.cy, world.public(playing), "hand")
        world.bot.context.publisher.redraw(playing)
        await world.env.settle()
        assert world.text(panel) == asked

    async def test_actions_that_are_not_offered(self, world, playing):
        panel, before = await world.panel(world.ben, playing), world.game(playing)
        for action, words in DATA["not_offered"]:
            result = await forged(world, world.ben, panel, playing, action)
            assert result.acknowledged, action
            if words:
                assert result.ephemeral, action
                assert words in result.response.content, action
            assert world.game(playing) == before, action


class TestAWindow:
    @pytest.fixture
    async def window(self, world, playing):
        """Ben has declared two for a ten; Ann may say something, or play."""
        await act(world, playing, Play(1, Card.parse("TC"), 2))
        return playing

    @pytest.mark.parametrize(("action", "scores"), [("satisfied", (0, 2)), ("many", (2, 0))])
    async def test_answered_on_the_table_or_in_the_panel(self, world, window, action, scores):
        panel = await world.panel(world.ann, window)
        await world.press(world.ann, panel if action == "many" else world.public(window), action)
        assert world.game(window).view(None).window is None
        assert world.game(window).view(None).scores == scores
        assert world.text(panel).startswith("**Your turn.** Play a card. The count is **10**.")

    async def test_neither_the_declarer_nor_a_spectator_can_answer(self, world, window):
        before = world.game(window)
        for actor, words in ((world.ben, "It's not your turn. Wait for Ann."), (world.cy, "You're not in this game")):
            refused = await world.press(actor, world.public(window), "satisfied")
            assert refused.ephemeral
            assert words in refused.response.content
        assert world.game(window) == before

    async def test_two_answers_at_once_and_one_that_comes_late(self, world, window):
        table = world.public(window)
        presses = [world.pressing(world.ann, table, action) for action in ("satisfied", "many", "many")]
        results = await world.late(*presses)
        assert all(result.acknowledged for result in results)
        assert world.game(window).view(None).scores == (0, 2)
        await world.play_for(world.ann, window, "8C", 0)
        before = world.game(window)
        (result,) = await world.late(presses[1])
        assert result.acknowledged
        assert not result.ephemeral
        assert world.game(window) == before

    async def test_of_a_count_that_is_raised_under_ones_hand(self, world, stack):
        """Crib-Derby: Ann has accepted 20, and Ben has just raised it to 25; Ann has to answer again."""
        stack(FIVES, DULL)
        name = await world.sit_down(preset="crib-derby")
        await world.discard(name, ann="2D 4H", ben="2C 3D")
        await world.hurry(name, lambda table: Declare(1, 20) in table.view(1).legal)
        await world.declare(world.ben, name, 20)
        panel = await world.panel(world.ann, name)
        satisfied = world.pressing(world.ann, world.public(name), "satisfied")
        await world.command(world.ben, "amend", count="25")
        assert world.text(panel).startswith("Ben counted **25**. **Accept, or challenge?**")
        await world.late(satisfied)
        assert world.game(name).view(None).window.declared == 25

    async def test_open_cards_are_not_counted_for_players(self, world, stack):
        """While a declaration is open no player at the table gets help with counting its cards, by any command."""
        stack(FIVES, DULL)
        name = await world.sit_down(preset="britannica")
        await world.discard(name, ann="2D 4H", ben="2C 3D")
        await world.hurry(name, lambda table: Declare(1, 24) in table.view(1).legal)
        await world.declare(world.ben, name, 24)
        for actor in (world.ann, world.ben):
            for answer in (
                await world.whisper(actor, "5h 5d 5c js 5s"),
                await world.whisper(actor, "5h 5s 5c jd 5d"),  # other suits count as much
                await world.say(actor, world.channel, "score 5h 5d 5c js 5s"),
                await world.told(actor, "score", hand="5h 5d 5c js 5s"),
            ):
                assert "I can't help with a count" in answer
        assert "**29 points**" in await world.whisper(world.cy, "5h 5d 5c js 5s")
        await world.press(world.ann, world.public(name), "satisfied")
        assert "**29 points**" in await world.whisper(world.ann, "5h 5d 5c js 5s")
        assert "I can't help with a count" in await world.whisper(world.ben, "6s 8c td qh 5s"), "Ann's hand comes next"


class TestTakingBack:
    @pytest.fixture
    async def laid(self, world, stack):
        """Start a game in which Ben, the pone, has discarded and Ann has not."""
        stack(DULL, DULL, DULL)
        name = await world.sit_down(preset="britannica")
        await world.lay(world.ben, name, "2C", "4D")
        return name

    @pytest.mark.parametrize("choice", ["fresh", "stand"])
    async def test_is_asked_about_paid_for_and_answered(self, world, laid, choice):
        panel, before = await world.panel(world.ben, laid), world.game(laid)
        await world.press(world.ben, panel, "back-2C")
        assert world.text(panel).startswith("**Take back `2♣︎`?** Ann gets 2 points")
        await world.press(world.ben, panel, "undo")
        assert world.game(laid) == before
        await world.press(world.ben, panel, "back-2C-4D")
        await world.press(world.ben, panel, "took-2C-4D")
        assert world.game(laid).view(None).scores == (2, 0)
        assert world.asked(laid) == [world.ann]
        refused = await world.press(world.ben, world.public(laid), choice)
        assert refused.response.content == "It's not your turn. Wait for Ann."
        await world.press(world.ann, world.public(laid), choice)
        assert world.game(laid).view(None).deal == (2 if choice == "fresh" else 1)
        assert world.game(laid).view(1).to_lay == 2

    async def test_a_panel_that_may_take_back_follows_the_others(self, world, stack):
        """Ben need not act any more, but still may: the panel says who has to act."""
        name = await world.sit_down(world.ben, world.cy, preset="britannica")
        panel = await world.panel(world.ben, name)
        await world.take_turn(world.ben, name, panel=panel)
        assert world.text(panel).startswith("You discarded. Waiting for Ann and Cy")
        await world.take_turn(world.cy, name)
        assert world.text(panel).startswith("You discarded. Waiting for Ann to")
        assert "[Take back" in world.text(panel)


class TestGoesAndHeels:
    async def test_what_is_typed_is_meant_for_the_game_that_asks(self, world, stack):
        """In the first Ann might claim his heels, but it is not her turn; the second waits for her."""
        stack(DULL, DULL)
        first, second = [await world.sit_down(other, preset="acc", place="dm") for other in (world.ben, world.cy)]
        assert await world.whisper(world.ben, "2c 4d") == ""
        await world.bot.context.tables.act(first, world.game(first).seats[0].player, None, LayAway(0, cards("2D 4H")))
        assert world.asked(first) == [world.ben]
        assert world.game(first).view(0).prompt is not None
        assert await world.whisper(world.ann, "2d 4h") == ""
        assert world.game(second).view(0).laid == cards("2D 4H")

    @pytest.mark.parametrize("choice", ["two", "require"])
    async def test_a_false_go_costs_two_or_the_card(self, world, playing, choice):
        await world.play_for(world.ben, playing, "TC", 0)
        panel = await world.panel(world.ann, playing)
        await world.press(world.ann, panel, "go")
        assert world.asked(playing) == [world.ann], "she is asked first"
        await world.press(world.ann, panel, "goanyway")
        assert world.asked(playing) == [world.ben]
        await world.press(world.ben, world.public(playing), choice)
        assert world.game(playing).view(None).scores == ((0, 2) if choice == "two" else (0, 0))
        if choice == "require":
            assert world.asked(playing) == [world.ann]
            assert "go" not in world.actions(await world.panel(world.ann, playing))

    async def test_a_second_press_of_go_that_comes_on_a_new_count_asks_nothing(self, world, stack):
        """After her go Ann is asked to lead: the same number of cards lies there as at her go."""
        stack(Deal("TH 9S 7D 4S 2C 4D", "QC 3H 4C 5C 2D 4H", "KS"))
        name = await world.sit_down(preset="britannica")
        await world.discard(name, ann="2D 4H", ben="2C 4D")
        await world.play_for(world.ben, name, "TH", 0)
        await world.play_for(world.ann, name, "QC", 0)
        await world.play_for(world.ben, name, "9S", 0)
        panel = await world.panel(world.ann, name)
        prompt = world.game(name).view(0).prompt
        pressed = f"c1:{name}:{prompt}:go"
        await world.late_press(world.ann, panel, pressed)
        assert world.asked(name) == [world.ann]
        assert world.game(name).view(0).prompt == prompt, "the second press is not known by its prompt"
        refused = await world.late_press(world.ann, panel, pressed)
        assert "You can't say go: you have a playable card." in refused.response.content
        assert "anyway" not in world.text(await world.panel(world.ann, name))

    @pytest.mark.parametrize("starter", ["JS", "KS"])
    async def test_heels_are_pegged_where_there_is_a_jack(self, world, stack, starter):
        stack(Deal(DULL.pone, DULL.dealer, starter))
        name = await world.sit_down(preset="acc")
        await world.discard(name, ann="2D 4H", ben="2C 4D")
        panel, before = await world.panel(world.ann, name), world.game(name)
        assert ("[Claim his heels]" in world.text(panel)) is (starter == "JS")
        prompt = world.game(name).view(0).prompt
        done = await world.late_press(world.ann, panel, f"c1:{name}:{prompt}:heels")
        if starter == "JS":
            assert world.game(name).view(None).scores == (2, 0)
            assert "Claim" not in world.text(panel)
            assert "Ann: 2 points for his heels, `J♠︎`." in world.text(world.public(name))
        else:
            assert done.ephemeral
            assert "The starter isn't a jack" in done.response.content
            assert world.game(name) == before


class TestTheCut:
    @pytest.fixture
    async def name(self, world):
        return await world.sit_down(preset="bicycle", ceremony=True)

    async def test_anywhere_and_once(self, world, name):
        await world.press(world.ann, world.public(name), "anywhere")
        refused = await world.press(world.ann, world.public(name), "anywhere")
        assert refused.ephemeral
        assert refused.response.content == "It's not your turn. Wait for Ben."
        await world.press(world.ben, await world.panel(world.ben, name), "anywhere")
        assert "Cut for deal: Ann" in world.text(world.public(name))

    async def test_at_a_number_that_there_is(self, world, name):
        form = await world.press(world.ann, world.public(name), "cut")
        assert form.modal["title"] == "Cut for the deal"
        await world.ann.submit_modal(form, {"number": " 12 "})
        assert "Ann cut at 12." in world.text(world.public(name))
        assert world.asked(name) == [world.ben]
        before = world.game(name)
        for typed, words in DATA["cuts"]:
            form = await world.press(world.ben, world.public(name), "cut")
            refused = await world.ben.submit_modal(form, {"number": typed})
            assert refused.ephemeral, typed
            assert words in refused.response.content, typed
            assert world.game(name) == before, typed

    @pytest.mark.parametrize(
        ("how", "told"), [("17", "cut the deck at 17 cards."), ("leave", "left the deck as it is.")]
    )
    async def test_to_the_dealer_and_for_the_starter(self, world, name, how, told):
        await world.play_until(name, "deal")
        (pone,) = world.asked(name)
        if how == "leave":
            await world.press(pone, world.public(name), "leave")
        else:
            form = await world.press(pone, world.public(name), "cut")
            assert form.modal["title"] == "Cut the deck"
            await pone.submit_modal(form, {"number": how})
        assert told in world.text(world.public(name))
        await world.play_until(name, "starter")
        assert world.asked(name) == [pone]
        form = await world.press(pone, world.public(name), "cut")
        assert form.modal["title"] == "Cut for the starter"
        assert world.text(await world.panel(pone, name)).startswith("**Cut for the starter** (4 to 36 cards).")
        await pone.submit_modal(form, {"number": "36"})
        assert "cut at 36 for the starter" in world.text(world.public(name))
        assert world.game(name).view(None).stage == "play"
