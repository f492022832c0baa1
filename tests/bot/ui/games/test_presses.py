"""Presses that come late, twice, at once, or from the wrong person: nothing is lost and nothing is changed."""

import pytest

from engine.cards import Card
from tests.support.data_files import data_beside
from tests.support.stacked_packs import DULL

DATA = data_beside(__file__)


async def picking(world, actor, name, *cards):
    panel = await world.panel(actor, name)
    for card in cards:
        await world.press(actor, panel, f"pick-{card}")
    return panel


class TestTwice:
    async def test_a_card(self, world, playing):
        panel = await world.panel(world.ben, playing)
        seen = world.snapshot(panel)
        await world.press(world.ben, panel, "play-TC")
        played = world.game(playing)
        again = await world.late_press(world.ben, seen, "play-TC")
        assert again.acknowledged
        assert world.game(playing) == played
        assert "[Refresh]" in world.text(panel)

    @pytest.mark.parametrize("others", [("play-TC", "play-TC"), ("play-6H",)])
    async def test_cards_at_the_same_instant(self, world, playing, others):
        panel = await world.panel(world.ben, playing)
        presses = [world.pressing(world.ben, panel, action) for action in ("play-TC", *others)]
        assert all(result.acknowledged and not result.ephemeral for result in await world.late(*presses))
        assert world.game(playing).view(None).played == ((1, Card.parse("TC")),)
        assert world.text(panel).startswith("Waiting for Ann to play. The count is **10**.")

    async def test_two_cards_at_the_same_instant_where_the_turn_stays(self, world, discarding):
        """Nothing of Ben's comes in, so Ann is asked again at once, and her second card was not meant for that."""
        await world.discard(discarding, ann="TD QH", ben="2C 4D")
        for actor, card in ((world.ben, "6H"), (world.ann, "8C"), (world.ben, "8S")):
            await world.play(actor, discarding, card)
        panel = await world.panel(world.ann, discarding)
        await world.late(*(world.pressing(world.ann, panel, action) for action in ("play-2D", "play-4H")))
        assert world.asked(discarding) == [world.ann]
        assert world.game(discarding).view(None).count == 24

    async def test_laying_away(self, world, discarding):
        press = world.pressing(world.ann, await picking(world, world.ann, discarding, "2D", "4H"), "lay")
        await world.late(press, press)
        assert world.game(discarding).view(0).laid == (Card.parse("2D"), Card.parse("4H"))

    async def test_a_form(self, world, showing):
        panel = await world.panel(world.ben, showing)
        declared = (await world.press(world.ben, panel, "declare")).modal["custom_id"]
        fill = world.pressing(world.ben, panel, declared, {"count": "0"})
        assert all(result.acknowledged for result in await world.late(fill, fill))
        shown = [event for event in world.game(showing).recent if type(event).__name__ == "Shown"]
        assert [(event.seat, event.declared) for event in shown] == [(1, 0)]


class TestAtOnce:
    async def test_both_lay_away(self, world, discarding):
        anns = await picking(world, world.ann, discarding, "2D", "4H")
        bens = await picking(world, world.ben, discarding, "2C", "4D")
        results = await world.late(world.pressing(world.ann, anns, "lay"), world.pressing(world.ben, bens, "lay"))
        assert all(result.acknowledged for result in results)
        seen = world.game(discarding).view(None)
        assert (seen.stage, str(seen.starter)) == ("play", "KS")
        assert world.text(world.public(discarding)).startswith("**Ben:** your turn.")

    async def test_all_open_their_hands(self, world, playing):
        table = world.public(playing)
        presses = [world.pressing(actor, table, "hand") for actor in (world.ann, world.ben, world.cy)]
        anns, bens, cys = await world.late(*presses)
        assert "Your hand: `6♠" in world.text(world.own(anns))
        assert "Your hand: `6♥" in world.text(world.own(bens))
        assert cys.ephemeral
        assert "You're not in this game" in cys.response.content

    async def test_a_card_and_a_resignation(self, world, playing):
        resigning = (await world.command(world.ann, "resign")).response
        panel = await world.panel(world.ben, playing)
        both = world.pressing(world.ann, resigning, "resign"), world.pressing(world.ben, panel, "play")
        assert all(result.acknowledged for result in await world.late(*both))
        assert not world.is_open(playing)
        assert "Ben wins:** Ann resigned" in world.text(world.table_in(world.channel))


class TestLate:
    async def test_a_card_of_the_last_turn(self, world, playing):
        """Ben keeps one panel open; a press on its earlier state quietly redraws it."""
        panel = await world.panel(world.ben, playing)
        seen = world.snapshot(panel)
        await world.press(world.ben, panel, "play-TC")
        await world.play(world.ann, playing, "6S")
        before = world.game(playing)
        assert (await world.late_press(world.ben, seen, "play-QD")).acknowledged
        assert world.game(playing) == before
        assert world.text(panel).startswith("**Your turn.** Play a card. The count is **16**.")

    async def test_a_choice_of_the_last_deal(self, world, stack):
        stack(DULL, DULL)
        name = await world.sit_down(target=121)
        panel = await picking(world, world.ann, name, "2D", "4H")
        seen = world.snapshot(panel)
        await world.press(world.ann, panel, "lay")
        await world.lay(world.ben, name, "2C", "4D")
        await world.play_until(name, "lay_away")
        before = world.game(name)
        for action in ("lay", "pick-2D"):
            await world.late_press(world.ann, seen, action)
        assert world.game(name) == before
        assert world.text(panel).startswith("**Discard 2 cards** to Ben's crib.")

    async def test_a_form_and_a_button_of_the_last_show(self, world, showing):
        """The button stands on old public messages alone."""
        panel = await world.panel(world.ben, showing)
        form = await world.press(world.ben, panel, "declare")
        seen, public = world.snapshot(panel), world.snapshot(world.public(showing))
        old = f"c1:{showing}:{world.game(showing).view(1).prompt}:declare"
        assert (await world.late_press(world.ben, public, old)).modal["title"] == "Count your hand"
        await world.declare(world.ben, showing)
        before = world.game(showing)
        assert (await world.late_press(world.ben, seen, form.modal["custom_id"], {"count": "29"})).acknowledged
        result = await world.late_press(world.ben, public, old)
        assert result.acknowledged
        assert result.modal is None
        assert world.game(showing) == before

    async def test_anything_after_the_game_is_over(self, world, playing):
        panel, table = await world.panel(world.ben, playing), world.public(playing)
        seen, public = world.snapshot(panel), world.snapshot(table)
        sure = world.snapshot((await world.command(world.ben, "resign")).response)
        await world.resign(world.ann)
        assert (await world.late_press(world.ben, seen, "play-TC")).acknowledged
        assert world.text(panel).startswith("**Ben wins:** Ann resigned.")
        hand = world.own(await world.late_press(world.ben, public, "hand"))
        assert hand.ephemeral
        assert world.text(hand).startswith("**Ben wins:** Ann resigned.")
        refused = await world.late_press(world.ben, sure, "resign")
        assert refused.ephemeral
        assert "This game is already over" in refused.response.content
        assert "Ben wins:** Ann resigned" in world.text(world.table_in(world.channel))

    async def test_a_resignation_thought_better_of(self, world, playing):
        sure = (await world.command(world.ann, "resign")).response
        await world.press(world.ann, sure, "stay")
        assert world.game(playing).status == "playing"
        assert "Your hand:" in world.text(sure)


class TestTheWrongPerson:
    NOT_IN = "You're not in this game (Ann and Ben)."

    async def test_playing(self, world, playing):
        seen, before = world.snapshot(await world.panel(world.ben, playing)), world.game(playing)
        for actor, words in ((world.ann, "It's not your turn. Wait for Ben."), (world.cy, self.NOT_IN)):
            refused = await world.late_press(actor, seen, "play-TC")
            assert refused.ephemeral
            assert words in refused.response.content
        assert world.game(playing) == before

    async def test_laying_away_the_others_cards(self, world, discarding):
        panel = await picking(world, world.ann, discarding, "2D", "4H")
        before = world.game(discarding)
        refused = await world.late_press(world.ben, panel, "lay")
        assert refused.ephemeral
        assert "You don't have" in refused.response.content
        assert world.game(discarding) == before

    async def test_counting_with_a_button_or_a_form(self, world, showing):
        panel, before = await world.panel(world.ben, showing), world.game(showing)
        form = (await world.press(world.ben, panel, "declare")).modal["custom_id"]
        seen = world.snapshot(panel)
        for actor, words in ((world.ann, "It's not your turn. Wait for Ben."), (world.cy, self.NOT_IN)):
            refused = await world.late_press(actor, seen, "count-12")
            assert refused.ephemeral
            assert words in refused.response.content
            assert (await world.late_press(actor, seen, form, {"count": "29"})).ephemeral
        assert world.game(showing) == before

    async def test_resigning_for_the_other(self, world, playing):
        sure = (await world.command(world.ann, "resign")).response
        refused = await world.late_press(world.cy, sure, "resign")
        assert "You're not in this game" in refused.response.content
        assert world.is_open(playing)


class TestWhatNobodyCouldPress:
    async def test_custom_ids(self, world, playing):
        panel, before = world.snapshot(await world.panel(world.ben, playing)), world.game(playing)
        prompt = before.view(1).prompt
        for pressed, words in DATA["custom_ids"]:
            refused = await world.late_press(world.ben, panel, pressed.format(name=playing, prompt=prompt))
            assert refused.ephemeral, pressed
            assert words in refused.response.content, pressed
        assert world.game(playing) == before

    async def test_choices(self, world, discarding):
        panel, before = await world.panel(world.ann, discarding), world.game(discarding)
        seen, choose = world.snapshot(panel), f"c1:{discarding}:{before.view(0).prompt}:choose"
        for chosen in (["2D"], ["2D", "4H", "6S"], ["2D", "KC"], ["2D", "XX"], []):
            assert (await world.late_press(world.ann, seen, choose, chosen)).acknowledged, chosen
        assert world.game(discarding) == before

    async def test_counts(self, world, showing):
        panel, before = await world.panel(world.ben, showing), world.game(showing)
        for said, words in DATA["counts"]:
            refused = await world.declare(world.ben, showing, said, panel=panel)
            assert refused.ephemeral, said
            assert words in refused.response.content, said
            assert "[In words]" in world.text(panel)
        assert world.game(showing) == before


class TestPickedCards:
    """The cards that players have picked to discard: quick presses, another choice, a restart."""

    @staticmethod
    def picked(world, message):
        """Return the cards that stand out as picked on a message, and whether they can be discarded."""
        lines = world.text(message).replace("\ufe0e", "").splitlines()
        labels = [label.strip("[]") for label in lines if label[0] == "["]
        return [label[2:] for label in labels if label[0] == "✓"], "Discard (off)" not in labels

    async def test_two_quick_presses_on_the_same_screen_count_both(self, world, discarding):
        panel = await world.panel(world.ann, discarding)
        await world.late(*(world.pressing(world.ann, panel, f"pick-{card}") for card in ("2D", "4H")))
        assert self.picked(world, panel) == (["2♦", "4♥"], True)

    async def test_a_second_press_takes_one_away_and_a_third_card_replaces_the_first(self, world, discarding):
        panel = await picking(world, world.ann, discarding, "2D")
        assert self.picked(world, panel) == (["2♦"], False)
        assert self.picked(world, await world.panel(world.ann, discarding)) == (["2♦"], False), "opened again"
        assert self.picked(world, await world.panel(world.ben, discarding)) == ([], False)
        await world.press(world.ann, panel, "pick-2D")
        assert self.picked(world, panel) == ([], False)
        for card in ("2D", "4H", "6S"):
            await world.press(world.ann, panel, f"pick-{card}")
        assert self.picked(world, panel) == (["4♥", "6♠"], True)
        await world.press(world.ann, panel, "lay")
        assert {str(card) for card in world.game(discarding).view(0).laid} == {"4H", "6S"}

    async def test_after_a_restart_the_pressed_button_says_what_was_picked(self, world, discarding):
        panel = await picking(world, world.ann, discarding, "2D")
        await world.restart()
        await world.press(world.ann, panel, "pick-4H")
        assert self.picked(world, panel) == (["2♦", "4♥"], True)

    @pytest.mark.parametrize("choice", ["fresh", "stand"])
    async def test_taking_back_leaves_nothing_picked(self, world, stack, choice):
        stack(DULL, DULL, DULL)
        name = await world.sit_down(preset="britannica")
        await world.lay(world.ben, name, "2C", "4D")
        panel = await world.panel(world.ben, name)
        await world.press(world.ben, panel, "back-2C-4D")
        await world.press(world.ben, panel, "took-2C-4D")
        await world.press(world.ann, world.public(name), choice)
        assert self.picked(world, await world.panel(world.ben, name)) == ([], False)
