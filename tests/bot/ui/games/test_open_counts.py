"""Several counts open at once: each is named on its button and in typed words, and none is answered by mistake."""

import pytest

from engine.actions import Accept, LayAway, Play, Resign, SayGo
from engine.cards import Card
from engine.events import Amended, Challenged, GameWon, SaidGo, Satisfied
from engine.scoring import show_total
from tests.support.simulated_discord import act
from tests.support.stacked_packs import Deal, Hands

THREE = Hands(("4H 6H 8H TC KD", "4C 6D 8S TD QD", "4S 6S 9S JC KC"), to_crib="2D", starter="AS")
"""Ben, to the left of Ann who deals, leads; then comes Cy."""

TWENTY_NINE = Deal("5H 5D 5C JS 2C 3D", "6D 6H 9S 9C TD KH", "5S")
"""Ben, the pone, holds the best hand there is."""


@pytest.fixture
async def three(world, stack):
    """Ben has played a four, Cy a four for 2 and Ann a four for 6: two counts that Ben may answer, one that Cy may."""
    stack(THREE, THREE, cut="AC KD QD")
    name = await world.sit_down(world.ben, world.cy, preset="britannica")
    for seat in (0, 1, 2):
        await act(world, name, LayAway(seat, world.game(name).view(seat).hand[-1:]))
    await act(world, name, Play(1, Card.parse("4H"), 0))
    await act(world, name, Play(2, Card.parse("4C"), 2))
    return name


def counts(table):
    return [window for window in table.view(None).windows if window.what != "play"]


def crosses(table, count):
    """Return whether a player is above the skunk line by the points that are too many in a count alone."""
    score = table.view(None).scores[count.seat]
    return score >= 91 > score - count.declared + show_total(count.cards, count.starter, crib=count.what == "crib")


def gained(world, name, before):
    return tuple(now - then for now, then in zip(world.game(name).view(None).scores, before, strict=True))


async def challenged_cards(world, name):
    return [str(said.card) for said in await world.history(name) if isinstance(said, Challenged)]


async def answers(world, name):
    return [(event.seat, event.against) for event in await world.history(name) if isinstance(event, Challenged)]


@pytest.fixture
async def both(world, three):
    """Ann has played her four: both counts are open to Ben."""
    await act(world, three, Play(0, Card.parse("4S"), 6))
    return three


class TestButtons:
    async def test_each_button_names_its_count_and_its_declarer(self, world, both):
        panel = await world.panel(world.ben, both)
        assert "[Accept all]\n[Challenge Cy's 2]\n[Challenge Ann's 6]" in world.text(panel)
        assert {"many-2-p2", "many-0-p6"} <= set(world.actions(panel))
        assert "[Challenge Cy's 2]" not in world.text(await world.panel(world.cy, both))
        await world.press(world.ben, panel, "many-2-p2")
        assert await answers(world, both) == [(1, 2)]
        assert "Ben challenged Cy's 2, but it wasn't too high: 2 points to Cy." in world.text(world.public(both))

    async def test_one_accept_answers_all(self, world, both):
        await world.press(world.ben, await world.panel(world.ben, both), "satisfied")
        told = await world.history(both)
        assert [(said.seat, said.of) for said in told if isinstance(said, Satisfied)] == [(1, 2), (1, 0)]

    @pytest.mark.parametrize(
        ("meanwhile", "answered"),
        [
            # Ben's right goes on after Ann's card, and so does the press.
            (((0, "4S", 6),), [(1, 2)]),
            # Cy's first count of 2 is settled; a second count of 2 lies open now.
            (((0, "9S", None), (1, "6H", None), (2, "6D", 2)), []),
        ],
    )
    async def test_a_late_press_reaches_the_count_that_it_names_and_no_other(self, world, three, meanwhile, answered):
        pressed = world.pressing(world.ben, await world.panel(world.ben, three), "many-2-p2")
        for seat, card, count in meanwhile:
            await act(world, three, Play(seat, Card.parse(card), count))
        await world.late(pressed)
        assert await answers(world, three) == answered

    async def test_a_press_of_the_version_before_answers_the_only_count(self, world, three):
        panel = await world.panel(world.ben, three)
        named = world.id_of(panel, "many-2-p2").removesuffix("-2-p2")
        await world.late_press(world.ben, panel, named)
        assert await answers(world, three) == [(1, 2)]


class TestWords:
    @pytest.mark.parametrize(("said", "against"), [("ann's 6 is too many", 0), ("<@{0.cy.id}> too many", 2)])
    async def test_the_name_or_a_mention_says_which_count(self, world, both, said, against):
        await world.say(world.ben, world.channel, said.format(world))
        assert await answers(world, both) == [(1, against)]

    async def test_the_command_takes_a_person_where_several_are_open(self, world, both):
        await world.command(world.ben, "challenge", what="too many")
        assert await answers(world, both) == []
        await world.command(world.ben, "challenge", what="too many", whose=world.ann)
        assert await answers(world, both) == [(1, 0)]

    async def test_no_name_is_offered_each(self, world, both):
        answer = await world.say(world.ben, world.channel, "too many!")
        assert answer == "Which do you mean?\n[Too many: Cy's 2]\n[Too many: Ann's 6]\n[No]"
        assert await answers(world, both) == []
        await world.press(world.ben, world.shown(world.channel)[-1], "many-0-p6")
        assert await answers(world, both) == [(1, 0)]

    async def test_a_count_that_is_settled_is_never_taken_for_another(self, world, three):
        await act(world, three, Accept(1))
        await act(world, three, Play(0, Card.parse("4S"), 6))
        answer = await world.say(world.ben, world.channel, "cy's 2 is too many")
        assert answer == "Cy has no count that you can challenge now. Nothing was challenged."
        assert await answers(world, three) == []

    async def test_a_message_from_before_the_count_is_offered(self, world, three):
        """Ben has typed too many before Cy's count of 2 was known; the message arrives after it."""
        shown = world.bot.context.publisher.screens.shown[three]
        shown.counted_at = shown.counted_at.replace(year=9000)
        assert "[Too many: Cy's 2]" in await world.say(world.ben, world.channel, "too many")
        assert await answers(world, three) == []


class TestGo:
    @pytest.fixture
    async def name(self, world, stack):
        """Ben has no card that comes in, and Ann's card for 2 is open to Ben."""
        stack(Deal("2C 3D TC JC QC KC", "2D 3H TD JD QD KD", "9S"))
        name = await world.sit_down(preset="crib-derby")
        await world.discard(name, ann="2D 3H", ben="2C 3D")
        for seat, card, points in ((1, "TC", None), (0, "JD", None), (1, "JC", 2)):
            await act(world, name, Play(seat, Card.parse(card), points))
        return name

    async def test_one_press_accepts_and_says_go(self, world, name):
        panel = await world.panel(world.ann, name)
        assert "[Accept and go]" in world.text(panel)
        assert "[Say go]" not in world.text(panel)
        await world.press(world.ann, panel, "satisfiedgo")
        told = await world.history(name)
        assert [type(said) for said in told if isinstance(said, Satisfied | SaidGo)] == [Satisfied, SaidGo]

    async def test_who_said_go_may_still_challenge(self, world, name):
        await act(world, name, SayGo(0))
        assert world.text(world.public(name)).startswith("Ben counted **2** for `J♣︎`. **Ann:** Accept")
        await world.press(world.ann, await world.panel(world.ann, name), "many")
        assert await answers(world, name) == [(0, 1)]


class TestMuggins:
    """ACC 10.4: whoever calls muggins names the points, and pays them if they are wrong."""

    @pytest.fixture
    async def name(self, world, stack):
        """Ben has counted 20 for a hand of 29."""
        stack(TWENTY_NINE)
        name = await world.sit_down(preset="acc", muggins=True)
        await world.discard(name, ann="TD KH", ben="2C 3D")
        await world.hurry(name, lambda table: table.view(None).shown is not None)
        await world.declare(world.ben, name, 20)
        return name

    async def test_the_button_asks_for_the_points(self, world, name):
        before = world.game(name).view(None).scores
        form = await world.press(world.ann, world.public(name), "few-1-h20")
        await world.ann.submit_modal(form, {"points": "9"})
        assert gained(world, name, before) == (9, 0)
        assert "Ann called muggins for 9" in world.text(world.public(name))

    async def test_typed_points_are_read(self, world, name):
        before = world.game(name).view(None).scores
        await world.say(world.ann, world.channel, "muggins for 4")
        assert gained(world, name, before) == (4, 0)
        assert "4 of the 9 missed points go to Ann" in world.text(world.public(name))

    async def test_without_points_they_are_asked_for(self, world, name):
        before = world.game(name)
        assert "too few by 2" in await world.whisper(world.ann, "too few")
        assert world.game(name) == before


class TestMugginsOfEarlierCards:
    """ACC 10.4: Ben plays a pair and thirty-one for nothing while Ann has said go; she may call each of them."""

    @pytest.fixture
    async def name(self, world, stack):
        """Ben has just played the four that makes a pair, for nothing."""
        stack(Deal("TC 4C 4D 3H 2S KS", "TD KD 8C 9C QH JH", "7S"))
        name = await world.sit_down(preset="acc", muggins=True)
        await world.discard(name, ann="QH JH", ben="2S KS")
        plays = [
            Play(seat, Card.parse(card), points) for seat, card, points in ((1, "TC", 0), (0, "TD", 2), (1, "4C", 0))
        ]
        for move in (*plays, SayGo(0), Play(1, Card.parse("4D"), 0)):
            await act(world, name, move)
        return name

    @pytest.fixture
    async def all_three(self, world, name):
        """Ben has played the three that makes thirty-one too."""
        await act(world, name, Play(1, Card.parse("3H"), 0))
        return name

    async def test_each_card_has_its_button(self, world, all_three):
        panel = await world.panel(world.ann, all_three)
        buttons = "[Accept all]\n[Too few: Ben's 0 (4♣)]\n[Too few: Ben's 0 (4♦)]\n[Too few: Ben's 0]"
        assert buttons in world.text(panel).replace("\ufe0e", "")
        before = world.game(all_three).view(None).scores
        await world.ann.submit_modal(await world.press(world.ann, panel, "few-1-p0-4D"), {"points": "2"})
        assert gained(world, all_three, before) == (2, 0)
        assert await challenged_cards(world, all_three) == ["4D"]
        told = world.text(await world.panel(world.ann, all_three)).replace("\ufe0e", "")
        assert "(4♦)" not in told
        assert "[Too few: Ben's 0 (4♣)]\n[Too few: Ben's 0]" in told

    async def test_a_button_from_before_the_next_card_goes_on_to_mean_its_own(self, world, name):
        pressed = world.pressing(world.ann, await world.panel(world.ann, name), "few-1-p0")
        await act(world, name, Play(1, Card.parse("3H"), 0))
        (form,) = await world.late(pressed)
        await world.ann.submit_modal(form, {"points": "2"})
        assert await challenged_cards(world, name) == ["4D"]
        assert await world.late(pressed)
        assert len(await answers(world, name)) == 1, "a second press never goes to another card"

    @pytest.mark.parametrize("words", ["the 4d is too few by 2", "muggins for 2, the 4\u2666", "ben's 4D: 2 too few"])
    async def test_the_card_says_which(self, world, all_three, words):
        await world.say(world.ann, world.channel, words)
        assert await challenged_cards(world, all_three) == ["4D"]

    async def test_without_a_card_each_is_offered(self, world, all_three):
        answer = await world.say(world.ann, world.channel, "muggins for 2")
        offered = "[Too few by 2: Ben's 0 (4♣)]\n[Too few by 2: Ben's 0 (4♦)]\n[Too few by 2: Ben's 0]\n[No]"
        assert offered in answer.replace("\ufe0e", "")
        await world.press(world.ann, world.shown(world.channel)[-1], "few-1-p0-4D-2")
        assert await challenged_cards(world, all_three) == ["4D"]

    async def test_the_next_card_of_the_caller_ends_it(self, world, all_three):
        pressed = world.pressing(world.ann, await world.panel(world.ann, all_three), "few-1-p0-4D")
        await act(world, all_three, Play(0, Card.parse("KD"), 0))
        await world.late(pressed)
        assert await challenged_cards(world, all_three) == []

    async def test_it_lasts_over_a_pause_and_a_restart(self, world, all_three):
        for actor in (world.ann, world.ben):
            await world.command(actor, "adjourn")
        await world.restart()
        await world.command(world.ben, "adjourn")
        panel = await world.panel(world.ann, all_three)
        await world.ann.submit_modal(await world.press(world.ann, panel, "few-1-p0-4D"), {"points": "2"})
        assert await challenged_cards(world, all_three) == ["4D"]


async def test_a_renege_is_announced_with_its_price(world, stack):
    """ACC 7.3: two for each card that could have been played, and one of them must be."""
    stack(Deal("2C 3D TC JC QC KC", "2D 3H 6D 7D QD KD", "9S"))
    name = await world.sit_down(preset="acc")
    await world.discard(name, ann="2D 3H", ben="2C 3D")
    await act(world, name, Play(1, Card.parse("TC"), None))
    await act(world, name, Play(0, Card.parse("QD"), None))
    await act(world, name, SayGo(1))
    assert "Ben had 3 playable cards: Ann pegs 6. Ben must play." in world.text(world.public(name))
    assert world.asked(name) == [world.ben]


class TestChangingACount:
    """Crib-Derby: a count may be raised until its player's next card, also after it was accepted (003:103)."""

    @pytest.fixture
    async def name(self, world, stack):
        """Ben has counted 20 for a hand of 29, and Ann has accepted it."""
        stack(TWENTY_NINE, TWENTY_NINE)
        name = await world.sit_down(preset="crib-derby")
        await world.discard(name, ann="TD KH", ben="2C 3D")
        await world.hurry(name, lambda table: table.view(None).stage == "show" and not table.view(None).windows)
        await world.declare(world.ben, name, 20)
        await world.press(world.ann, world.public(name), "satisfied")
        return name

    async def test_after_it_was_accepted(self, world, name):
        form = await world.press(world.ben, await world.panel(world.ben, name), "raise-h20")
        await world.ben.submit_modal(form, {"count": "29"})
        raised = [said for said in await world.history(name) if isinstance(said, Amended)]
        assert [(said.declared, said.what) for said in raised] == [(29, "hand")]
        assert "[Challenge Ben's 29]" in world.text(world.public(name))

    async def test_in_the_next_deal_and_until_then_it_is_counted_for_nobody(self, world, name):
        await world.hurry(name, lambda table: table.view(None).stage == "lay_away", declared=4)
        for actor in (world.ann, world.ben):
            assert "I can't help with a" in await world.whisper(actor, "score 5h 5d 5c js 5s")
        assert "raise-h20" in world.actions(await world.panel(world.ben, name))
        score = world.game(name).view(None).scores[1]
        await world.say(world.ben, world.channel, "amend the hand to 29")
        assert world.game(name).view(None).scores[1] == score + 9
        assert "Ben changed the count of the hand to **29**." in world.text(world.public(name))

    async def test_a_form_stays_good_while_others_act(self, world, name):
        form = await world.press(world.ben, await world.panel(world.ben, name), "raise-h20")
        await world.hurry(name, lambda table: table.view(None).stage == "lay_away", declared=4)
        await world.ben.submit_modal(form, {"count": "29"})
        assert [said.declared for said in await world.history(name) if isinstance(said, Amended)] == [29]


class TestResigning:
    async def test_the_question_says_what_it_costs(self, world):
        await world.sit_down(preset="acc", best_of=3)
        asked = (await world.command(world.ann, "resign")).response
        cost = "This counts as 2 lost games: you have 0, and the skunk line is 91."
        assert world.text(asked).startswith(f"**Resign this game?** Ann v Ben. {cost}")
        await world.press(world.ann, asked, "resign")
        assert world.text(asked) == "You resigned."

    async def test_while_the_own_count_is_open_it_names_what_it_costs(self, world, stack):
        """Nothing but the points that are too many is beyond the line."""
        stack(*[TWENTY_NINE] * 4)
        name = await world.sit_down(preset="acc", best_of=3)
        await world.hurry(name, lambda table: any(crosses(table, count) for count in counts(table)), 13)
        (count,) = counts(world.game(name))
        asked = (await world.command((world.ann, world.ben)[count.seat], "resign")).response
        told, score = world.text(asked), world.game(name).view(None).scores[count.seat]
        await world.press((world.ann, world.ben)[count.seat], asked, "resign")
        (over,) = [event for event in await world.history(name) if isinstance(event, GameWon)]
        assert over.games == 2
        assert f"This counts as 2 lost games: you have {score}, but your last count was too high" in told


class TestResigningBeforeAnythingCounts:
    """Against robots alone, a game that is given up at its start was not played."""

    @pytest.mark.parametrize("others", [{"robot": "easy"}, {"robot": "easy", "players": 3}])
    async def test_it_says_so_and_counts_for_nothing(self, world, others):
        name = await self.start(world, **others)
        asked = (await world.command(world.ann, "resign")).response
        assert "doesn't count as a loss" in world.text(asked)
        await world.press(world.ann, asked, "resign")
        assert world.text(asked) == "You stopped the game. It doesn't count."
        assert not world.is_open(name)
        assert await world.bot.context.tables.database.rows("SELECT * FROM results") == []
        said = "".join(world.texts(world.channel))
        assert "was stopped at the start. It doesn't count." in said
        assert "lost" not in said
        assert "stopped at the start" in await world.told(world.ann, "hand", game=name)
        assert "hasn't finished a game" in await world.told(world.ann, "stats")

    @pytest.mark.parametrize("others", [{"robot": "easy"}, {"robot": "easy", "players": 3}])
    async def test_once_the_first_deal_is_counted_it_is_a_loss(self, world, others):
        name = await self.start(world, **others)
        asked = (await world.command(world.ann, "resign")).response
        while world.game(name).is_unplayed:
            await world.take_turn(world.ann, name)
        await world.press(world.ann, asked, "resign")
        assert world.is_open(name), "nobody loses what they were told would not count"
        assert "It counts as a loss." in world.text(asked)
        await world.press(world.ann, asked, "resign")
        assert await world.bot.context.tables.database.rows("SELECT games, ended_by FROM results") == [(4, "resigned")]

    async def test_never_against_people(self, world):
        name = await world.sit_down()
        await act(world, name, Resign(0))
        assert len(await world.bot.context.tables.database.rows("SELECT * FROM results")) == 1

    @staticmethod
    async def start(world, **options):
        await world.start_game(world.ann, where="here", **options)
        return world.name_on(world.table_in(world.channel))


class TestResigningFromThree:
    async def test_of_three_the_others_play_on(self, world, three):
        sure = (await world.command(world.ben, "resign")).response
        assert "You lose, and the others play on." in world.text(sure)
        await world.press(world.ben, sure, "resign")
        assert world.is_open(three)
        assert world.text(await world.panel(world.ben, three)).startswith("You left this game. Ann and Cy play on.")

    async def test_not_while_a_claim_of_game_is_open(self, world, stack):
        stack(*[TWENTY_NINE] * 3)
        name = await world.sit_down(preset="britannica")
        await world.hurry(name, lambda table: any(window.claims_game for window in table.view(None).windows))
        claim = world.game(name).view(None).window
        other = (world.ann, world.ben)[1 - claim.seat]
        refused = await world.command(other, "resign")
        assert "would win the game. Accept or challenge it first." in world.text(refused.response)
