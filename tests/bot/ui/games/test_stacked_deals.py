"""Stacked hands as the table shows them: heels, goes, declared counts and the ends of games."""

import pytest
from simcord.components import walk_components

from tests.support.stacked_packs import DULL, FIVES, Deal

HEELS = Deal("2C 4D 6H 8S TC QD", "2D 4H 6S 8C TD QH", "JS")
"""The same with a jack turned up."""


async def open_play(world, **options):
    """Start a game in which Ann deals and both have discarded their lowest cards, or those of the stack."""
    name = await world.sit_down(**{"target": 61, **options})
    bens = map(str, world.game(name).view(1).hand)
    await world.discard(name, ann="2D 4H", ben="2C 3D" if "3D" in bens else "2C 4D")
    return name


async def open_show(world, **options):
    """Start such a game in which Ben, the pone, has to count."""
    name = await open_play(world, **options)
    await world.hurry(name)
    return name


def table(world):
    return world.text(world.table_in(world.channel))


async def test_equal_cards_are_cut_again(world, stack):
    stack(cut="5C 5D")
    await world.sit_down()
    first, *others = (line for line in table(world).splitlines() if line.startswith("Cut for deal"))
    assert first == "Cut for deal: Ann `5♣︎`, Ben `5♦︎`."
    assert others
    assert first not in others
    assert table(world).count("deals first.") == 1


async def test_the_play_with_its_goes_and_the_last_card(world, stack):
    stack(DULL)
    name = await open_play(world)
    for actor, card in (
        (world.ben, "TC"),
        (world.ann, "8C"),
        (world.ben, "QD"),
        (world.ann, "TD"),
        (world.ben, "6H"),
        (world.ann, "6S"),
        (world.ben, "8S"),
        (world.ann, "QH"),
    ):
        assert world.asked(name) == [actor], card
        await world.play(actor, name, card)
    text = table(world)
    assert (
        'Ann played `6♠︎`: a pair for 2.\nAnn said "go".\nBen: 1 point for the go.\nAnn played `Q♥︎`: last card for 1.'
    ) in text
    assert text.startswith("**Ben:** count your hand. `6♥︎` `8♠︎` `10♣︎` `Q♦︎`, starter `K♠︎`.")


async def test_fifteen_thirty_one_and_a_pair_royal(world, stack):
    stack(FIVES)
    name = await open_play(world)
    await world.play(world.ben, name, "5H")
    await world.play(world.ann, name, "TD")
    assert "Ann played `10♦︎`: 15 for 2." in table(world)
    await world.play(world.ben, name, "JS")
    await world.play(world.ann, name, "6S")
    assert "Ann played `6♠︎`: 31 for 2." in table(world)
    assert table(world).startswith("**Ben:** your turn. The count is back to 0.")


class TestDeclared:
    async def test_twenty_nine(self, world, stack):
        stack(FIVES)
        name = await open_show(world)
        await world.declare(world.ben, name, 29)
        assert (
            "Ben's hand `5♣︎` `5♦︎` `5♥︎` `J♠︎` with `5♠︎`: counted **29**. Correct! Fifteen two, fifteen four, "
            "fifteen six, fifteen eight, fifteen ten, fifteen twelve, fifteen fourteen, fifteen sixteen, "
            "and twelve for double pair royal is twenty-eight, and one for his nobs is twenty-nine."
        ) in table(world)

    async def test_the_cards_stand_above_the_field_of_the_form(self, world, stack):
        stack(DULL)
        name = await open_show(world)
        form = await world.press(world.ben, await world.panel(world.ben, name), "declare")
        texts = [part["content"] for part in walk_components(form.modal["components"]) if part["type"] == 10]
        assert texts == ["`6♥︎` `8♠︎` `10♣︎` `Q♦︎`, starter `K♠︎`"]

    async def test_as_it_is_said_aloud(self, world, stack):
        stack(DULL)
        name = await open_show(world)
        await world.declare(world.ben, name, "nothing")
        await world.declare(world.ann, name, "0")
        await world.declare(world.ann, name, "a pair is two, and another pair is four")
        assert "counted **4**. Correct! A pair is two, and another pair is four." in table(world)

    @pytest.mark.parametrize(
        ("deal", "options", "said", "told", "pegged"),
        [
            (DULL, {}, 0, "counted **0**. Correct! Nothing", (0, 0)),
            # Law 19: the overscored points go back, and the opponent scores them.
            (DULL, {}, 5, "said 5, really **0**: the 5 extra points go to Ann. Nothing", (5, 0)),
            # The American book only puts them back.
            (DULL, {"preset": "bicycle"}, 5, "said 5, really **0**: the 5 extra points don't count.", (0, 0)),
            (FIVES, {}, 28, "said 28, really **29**: the missed point is lost.", (0, 28)),
            (FIVES, {"muggins": True}, 20, "said 20, really **29**: the 9 missed points go to Ann.", (9, 20)),
        ],
    )
    async def test_right_too_much_and_too_little(self, world, stack, deal, options, said, told, pegged):
        stack(deal)
        name = await open_show(world, **options)
        before = world.game(name).view(None).scores
        await world.declare(world.ben, name, said)
        assert told in table(world)
        assert world.game(name).view(None).scores == (before[0] + pegged[0], before[1] + pegged[1])

    async def test_by_command(self, world, stack):
        stack(FIVES)
        await open_show(world)
        done = await world.command(world.ben, "declare", count="29")
        assert done.ephemeral
        assert world.text(done.response).startswith("Waiting for Ann to count.")
        assert "counted **29**. Correct!" in table(world)

    async def test_in_order_pone_dealer_crib(self, world, stack):
        stack(FIVES)
        name = await open_show(world)
        for asked, what in ((world.ben, "hand"), (world.ann, "hand"), (world.ann, "crib")):
            assert world.asked(name) == [asked]
            assert f"count your {what}." in table(world)
            await world.declare(asked, name)
        assert world.game(name).view(None).deal == 2
        assert "Ben deals" in table(world)

    async def test_counted_for_you(self, world, stack):
        stack(FIVES)
        name = await open_play(world, preset="club", target=121)
        await world.hurry(name, lambda table: table.view(None).deal == 2)
        text = table(world)
        assert "Ben's hand `5♣︎` `5♦︎` `5♥︎` `J♠︎` with `5♠︎`: **29**. Fifteen two" in text
        assert "Ann's hand" in text
        assert "Ann's crib" in text


class TestTheEnd:
    """The instant a peg reaches the game hole."""

    async def first_deal(self, world, *, ben):
        """Play a first deal in which Ann overscores until Ben has this many holes, 59 at most."""
        name = await world.sit_down(target=61)
        await world.discard(name, ann="TD QH", ben="2C 4D")
        await world.hurry(name)
        await world.declare(world.ben, name, 0)
        for _ in ("hand", "crib"):
            await world.declare(world.ann, name, min(29, ben - world.game(name).view(None).scores[1]))
        assert world.game(name).view(None).scores[1] == ben
        return name

    async def test_by_his_heels(self, world, stack):
        """Ben deals the second deal and turns up a jack: nobody plays a card of it."""
        stack(DULL, HEELS)
        name = await self.first_deal(world, ben=59)
        for actor in (world.ann, world.ben):
            await world.take_turn(actor, name)
        text = table(world)
        assert text.startswith("**Ben wins 61 to")
        assert "** with his heels." in text
        assert "skunk" not in text, "it was their first game"
        assert "Ben: 2 points for his heels, `J♠︎`." in text

    async def test_in_the_play(self, world, stack):
        stack(DULL, DULL)
        name = await self.first_deal(world, ben=59)
        await world.play_until(name)
        assert table(world).startswith("**Ben wins 61 to")
        assert "hand `" not in table(world)

    async def test_in_the_show_before_the_dealer_counts(self, world, stack):
        stack(DULL, DULL, FIVES)
        name = await self.first_deal(world, ben=40)
        await world.hurry(name, lambda table: table.view(None).deal == 3, declared=0)
        await world.discard(name, ann="2D 4H", ben="2C 3D")
        await world.play_until(name)
        text = table(world)
        assert text.startswith("**Ben wins 61 to")
        assert "Ben's hand `5♣︎` `5♦︎` `5♥︎` `J♠︎`" in text
        assert "Ann's hand `" not in text

    async def test_by_law_19(self, world, stack):
        """Ann counts first in the second deal, and what she overscores takes Ben out."""
        stack(DULL, DULL)
        name = await self.first_deal(world, ben=40)
        await world.hurry(name)
        assert world.asked(name) == [world.ann]
        await world.declare(world.ann, name, 29)
        text = table(world)
        assert text.startswith("**Ben wins 61 to")
        assert "thanks to a wrong count." in text
        assert "extra points go to Ben" in text
        offered = ["again", "review", "lastdeal", "overscore", "share", "say"]
        assert world.actions(world.table_in(world.channel)) == offered
