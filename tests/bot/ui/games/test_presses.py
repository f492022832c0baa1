"""Presses that come late, twice, at once, or from the wrong person: nothing is lost and nothing is changed."""

import pytest

from engine.cards import Card
from tests.support.stacked_packs import DULL


@pytest.fixture
async def playing(world, stack):
    """Start a game in the channel in which Ben leads next."""
    stack(DULL, DULL, DULL)
    name = await world.sit_down(target=61)
    await world.discard(name, ann="2D 4H", ben="2C 4D")
    return name


async def late(world, actor, seen, action, values=None):
    """One press on what was on the screen earlier."""
    custom_id = next(name for name in _ids(seen) if name.rsplit(":", 1)[1].startswith(action))
    (result,) = await world.late({"actor": actor, "message": seen, "custom_id": custom_id, "values": values})
    return result


def _ids(payload):
    if isinstance(payload, dict):
        yield from [payload["custom_id"]] if "custom_id" in payload else []
        yield from (name for value in payload.values() for name in _ids(value))
    elif isinstance(payload, list):
        yield from (name for value in payload for name in _ids(value))


class TestTwice:
    async def test_a_card(self, world, playing):
        panel = await world.panel(world.ben, playing)
        seen = world.snapshot(panel)
        await world.press(world.ben, panel, "play-TC")
        played = world.game(playing)
        again = await late(world, world.ben, seen, "play-TC")
        assert again.acknowledged
        assert world.game(playing) == played
        assert "[Refresh]" in world.text(panel)

    async def test_a_card_at_the_same_instant(self, world, playing):
        panel = await world.panel(world.ben, playing)
        seen, card = world.snapshot(panel), world.id_of(panel, "play-TC")
        press = {"actor": world.ben, "message": seen, "custom_id": card}
        results = await world.late(press, press, press)
        assert all(result.acknowledged and not result.ephemeral for result in results)
        assert world.game(playing).view(None).played == ((1, Card.parse("TC")),)
        assert world.text(panel).startswith("**Ann:** your turn. The count is **10**.")

    async def test_two_cards_at_the_same_instant(self, world, playing):
        panel = await world.panel(world.ben, playing)
        seen = world.snapshot(panel)
        await world.late(
            {"actor": world.ben, "message": seen, "custom_id": world.id_of(panel, "play-TC")},
            {"actor": world.ben, "message": seen, "custom_id": world.id_of(panel, "play-6H")},
        )
        assert world.game(playing).view(None).played == ((1, Card.parse("TC")),)

    async def test_two_cards_at_the_same_instant_where_the_turn_stays(self, world, stack):
        """Nothing of Ben's comes in, so Ann is asked again at once, and her second card was not meant for that."""
        stack(DULL)
        name = await world.sit_down()
        await world.discard(name, ann="TD QH", ben="2C 4D")
        for actor, card in ((world.ben, "6H"), (world.ann, "8C"), (world.ben, "8S")):
            await world.play(actor, name, card)
        panel = await world.panel(world.ann, name)
        seen = world.snapshot(panel)
        await world.late(
            {"actor": world.ann, "message": seen, "custom_id": world.id_of(panel, "play-2D")},
            {"actor": world.ann, "message": seen, "custom_id": world.id_of(panel, "play-4H")},
        )
        assert world.asked(name) == [world.ann]
        assert world.game(name).view(None).count == 24

    async def test_laying_away(self, world, stack):
        stack(DULL)
        name = await world.sit_down()
        panel = await world.panel(world.ann, name)
        for card in ("2D", "4H"):
            await world.press(world.ann, panel, f"pick-{card}")
        seen, lay = world.snapshot(panel), world.id_of(panel, "lay")
        press = {"actor": world.ann, "message": seen, "custom_id": lay}
        await world.late(press, press)
        assert world.game(name).view(0).laid == (Card.parse("2D"), Card.parse("4H"))

    async def test_a_form(self, world, playing):
        await world.play_until(playing, "show")
        panel = await world.panel(world.ben, playing)
        form = await world.press(world.ben, panel, "declare")
        seen, declared = world.snapshot(panel), form.modal["custom_id"]
        fill = {"actor": world.ben, "message": seen, "custom_id": declared, "values": {"count": "0"}}
        results = await world.late(fill, fill)
        assert all(result.acknowledged for result in results)
        shown = [event for event in world.game(playing).recent if type(event).__name__ == "Shown"]
        assert [(event.seat, event.declared) for event in shown] == [(1, 0)]


class TestAtOnce:
    async def test_both_lay_away(self, world, stack):
        stack(DULL)
        name = await world.sit_down()
        presses = []
        for actor, cards in ((world.ann, ["2D", "4H"]), (world.ben, ["2C", "4D"])):
            panel = await world.panel(actor, name)
            for card in cards:
                await world.press(actor, panel, f"pick-{card}")
            press = {"actor": actor, "message": world.snapshot(panel), "custom_id": world.id_of(panel, "lay")}
            presses.append(press)
        results = await world.late(*presses)
        assert all(result.acknowledged for result in results)
        seen = world.game(name).view(None)
        assert (seen.stage, str(seen.starter)) == ("play", "KS")
        assert world.text(world.public(name)).startswith("**Ben:** your turn.")

    async def test_both_open_their_hands(self, world, playing):
        table = world.public(playing)
        seen, hand = world.snapshot(table), world.id_of(table, "hand")
        anns, bens, cys = await world.late(
            {"actor": world.ann, "message": seen, "custom_id": hand},
            {"actor": world.ben, "message": seen, "custom_id": hand},
            {"actor": world.cy, "message": seen, "custom_id": hand},
        )
        assert "Your hand: `6♠" in world.text(world.own(anns))
        assert "Your hand: `6♥" in world.text(world.own(bens))
        assert "You're not in this game" in cys.response.content

    async def test_a_card_and_a_resignation(self, world, playing):
        resigning = (await world.command(world.ann, "resign")).response
        panel = await world.panel(world.ben, playing)
        results = await world.late(
            {
                "actor": world.ann,
                "message": world.snapshot(resigning),
                "custom_id": world.id_of(resigning, "resign"),
            },
            {"actor": world.ben, "message": world.snapshot(panel), "custom_id": world.id_of(panel, "play")},
        )
        assert all(result.acknowledged for result in results)
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
        result = await late(world, world.ben, seen, "play-QD")
        assert result.acknowledged
        assert world.game(playing) == before
        assert world.text(panel).startswith("**Your turn.** Play a card. The count is **16**.")

    async def test_a_choice_of_the_last_deal(self, world, stack):
        stack(DULL, DULL)
        name = await world.sit_down(target=121)
        panel = await world.panel(world.ann, name)
        for card in ("2D", "4H"):
            await world.press(world.ann, panel, f"pick-{card}")
        seen = world.snapshot(panel)
        await world.press(world.ann, panel, "lay")
        await world.lay(world.ben, name, "2C", "4D")
        await world.play_until(name, "lay_away")
        before = world.game(name)
        await late(world, world.ann, seen, "lay")
        await late(world, world.ann, seen, "pick-2D")
        assert world.game(name) == before
        assert world.text(panel).startswith("**Discard 2 cards** to Ben's crib.")

    async def test_a_form_of_the_last_deal(self, world, playing):
        await world.play_until(playing, "show")
        panel = await world.panel(world.ben, playing)
        form = await world.press(world.ben, panel, "declare")
        seen = world.snapshot(panel)
        await world.declare(world.ben, playing, panel=await world.panel(world.ben, playing))
        before = world.game(playing)
        (result,) = await world.late(
            {"actor": world.ben, "message": seen, "custom_id": form.modal["custom_id"], "values": {"count": "29"}}
        )
        assert result.acknowledged
        assert world.game(playing) == before

    async def test_the_public_declare_button_of_the_last_show(self, world, playing):
        """An old message still has it."""
        await world.play_until(playing, "show")
        seen = world.snapshot(world.public(playing))
        old = f"c1:{playing}:{world.game(playing).view(1).prompt}:declare"
        (opened,) = await world.late({"actor": world.ben, "message": seen, "custom_id": old})
        assert opened.modal["title"] == "Count your hand"
        await world.declare(world.ben, playing)
        (result,) = await world.late({"actor": world.ben, "message": seen, "custom_id": old})
        assert result.acknowledged
        assert result.modal is None

    async def test_anything_after_the_game_is_over(self, world, playing):
        panel, table = await world.panel(world.ben, playing), world.public(playing)
        seen, public = world.snapshot(panel), world.snapshot(table)
        await world.press(world.ann, (await world.command(world.ann, "resign")).response, "resign")
        assert (await late(world, world.ben, seen, "play-TC")).acknowledged
        assert world.text(panel).startswith("**Ben wins:** Ann resigned.")
        hand = await late(world, world.ben, public, "hand")
        assert world.own(hand).ephemeral
        assert world.text(world.own(hand)).startswith("**Ben wins:** Ann resigned.")

    async def test_a_resignation_after_the_game_is_over(self, world, playing):
        sure = (await world.command(world.ann, "resign")).response
        await world.press(world.ben, (await world.command(world.ben, "resign")).response, "resign")
        refused = await late(world, world.ann, world.snapshot(sure), "resign")
        assert refused.ephemeral
        assert "This game is already over" in refused.response.content
        assert "Ann wins:** Ben resigned" in world.text(world.table_in(world.channel))

    async def test_a_resignation_thought_better_of(self, world, playing):
        sure = (await world.command(world.ann, "resign")).response
        await world.press(world.ann, sure, "stay")
        assert world.game(playing).status == "playing"
        assert "Your hand:" in world.text(sure)


class TestTheWrongPerson:
    @pytest.mark.parametrize("action", ["play-TC", "play-6H"])
    async def test_playing_for_the_other(self, world, playing, action):
        seen, before = world.snapshot(await world.panel(world.ben, playing)), world.game(playing)
        refused = await late(world, world.ann, seen, action)
        assert refused.ephemeral
        assert refused.response.content == "It's not your turn. Wait for Ben."
        assert world.game(playing) == before

    async def test_a_spectator(self, world, playing):
        seen, before = world.snapshot(await world.panel(world.ben, playing)), world.game(playing)
        refused = await late(world, world.cy, seen, "play-TC")
        assert refused.ephemeral
        assert "You're not in this game (Ann and Ben)." in refused.response.content
        assert world.game(playing) == before

    async def test_laying_away_the_others_cards(self, world, stack):
        stack(DULL)
        name = await world.sit_down()
        panel = await world.panel(world.ann, name)
        for card in ("2D", "4H"):
            await world.press(world.ann, panel, f"pick-{card}")
        before = world.game(name)
        refused = await late(world, world.ben, world.snapshot(panel), "lay")
        assert refused.ephemeral
        assert "You don't have" in refused.response.content
        assert world.game(name) == before

    async def test_declaring_for_the_other(self, world, playing):
        await world.play_until(playing, "show")
        before = world.game(playing)
        seen = world.snapshot(await world.panel(world.ben, playing))
        refused = await late(world, world.ann, seen, "count-12")
        assert refused.ephemeral
        assert refused.response.content == "It's not your turn. Wait for Ben."
        refused = await late(world, world.cy, seen, "count-12")
        assert refused.ephemeral
        assert "You're not in this game" in refused.response.content
        assert world.game(playing) == before

    async def test_filling_in_the_others_form(self, world, playing):
        await world.play_until(playing, "show")
        panel, before = await world.panel(world.ben, playing), world.game(playing)
        form = await world.press(world.ben, panel, "declare")
        (refused,) = await world.late(
            {
                "actor": world.ann,
                "message": world.snapshot(panel),
                "custom_id": form.modal["custom_id"],
                "values": {"count": "29"},
            }
        )
        assert refused.ephemeral
        assert world.game(playing) == before

    async def test_opening_a_hand_that_one_does_not_hold(self, world, playing):
        refused = await world.press(world.cy, world.public(playing), "hand")
        assert refused.ephemeral
        assert "You're not in this game" in refused.response.content

    async def test_resigning_for_the_other(self, world, playing):
        sure = (await world.command(world.ann, "resign")).response
        refused = await late(world, world.cy, world.snapshot(sure), "resign")
        assert "You're not in this game" in refused.response.content
        assert world.is_open(playing)


class TestWhatNobodyCouldPress:
    async def test_custom_ids(self, world, playing):
        panel, before = world.snapshot(await world.panel(world.ben, playing)), world.game(playing)
        game = f"c1:{playing}:{before.view(1).prompt}"
        for pressed, words in (
            (f"{game}:play-9C", "You don't have 9"),
            (f"{game}:play-XX", "isn't a card"),
            (f"{game}:play", "That button is out of date"),
            (f"{game}:play-TC-QD", "That button is out of date"),
            (f"{game}:lay-TC-QD", "You can't discard now"),
            (f"{game}:cheat", "That button is out of date"),
            (f"c1:nosuchtable:{before.view(1).prompt}:play-TC", "I can't find that game"),
            (f"c1:{playing}", "That button has expired"),
            ("poll:12:yes", "That button has expired"),
        ):
            (refused,) = await world.late({"actor": world.ben, "message": panel, "custom_id": pressed})
            assert refused.ephemeral, pressed
            assert words in refused.response.content, pressed
        assert world.game(playing) == before

    async def test_choices(self, world, stack):
        stack(DULL)
        name = await world.sit_down()
        panel, before = await world.panel(world.ann, name), world.game(name)
        seen, choose = world.snapshot(panel), f"c1:{name}:{before.view(0).prompt}:choose"
        for chosen in (["2D"], ["2D", "4H", "6S"], ["2D", "KC"], ["2D", "XX"], []):
            press = {"actor": world.ann, "message": seen, "custom_id": choose, "values": chosen}
            (result,) = await world.late(press)
            assert result.acknowledged, chosen
        assert world.game(name) == before

    async def test_counts(self, world, playing):
        await world.play_until(playing, "show")
        panel, before = await world.panel(world.ben, playing), world.game(playing)
        for said, words in (
            (" ", "I don't see a number"),
            ("abc", "couldn't read 'abc'"),
            ("-1", "couldn't read '-1'"),
            ("30", "No hand is worth 30. Choose a number from 0 to 29."),
            ("1000000000000", "couldn't read"),
            ("12.5", "couldn't read '12.5'"),
            ("10 12", "You gave two totals (10 and 12)"),
            ("nineteen", "Type 0 or 19"),
            ("5h", "'5h' is a card"),
        ):
            refused = await world.declare(world.ben, playing, said, panel=panel)
            assert refused.ephemeral, said
            assert words in refused.response.content, said
            assert "[In words]" in world.text(panel)
        assert world.game(playing) == before
