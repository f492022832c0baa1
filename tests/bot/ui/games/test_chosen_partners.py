"""Four hands with chosen partners: /play, the invitation and its sides, a game, the next one, and old buttons."""

import pytest
from simcord.actors import UserHandle

from bot.tables.repository import record_of
from bot.ui.games.play_options_view import ChooseOptions
from engine.events import DealerChosen, ForDealCut

CLUB, EASY = "club", "easy"


def seats_of(world, name):
    """Return the seats of a game in order: people by name, robots by level, None for an open seat."""
    return [seat.player.name if seat.player else seat.robot for seat in world.game(name).seats]


async def invite(actor, world, page, *invited, robot="-", players="4"):
    filled = await actor.click(page, custom_id=world.play_option(page, "people"))
    chosen = {"opponents": list(invited), "robot": [robot], "robots": ["-"], "players": [players]}
    await actor.submit_modal(filled, chosen)


async def pair(actor, world, page, partner):
    await actor.select(page, [partner], custom_id=world.play_option(page, "pair"))


async def options_page(world, *invited, partner=None):
    """Let Ann open the second step of /play for these people, and choose her partner in its menu."""
    page = (await world.command(world.ann, "play", more=True, counting="own")).response
    await invite(world.ann, world, page, *invited)
    if partner is not None:
        await pair(world.ann, world, page, partner)
    return page


async def start(world, page):
    return (await world.ann.click(page, custom_id=world.play_option(page, "start"))).followups[-1]


async def check_cut(world, name):
    """Check that nobody moved in the cut, and that the lowest card deals."""
    events = await world.history(name)
    cut = [event for event in events if isinstance(event, ForDealCut)]
    dealer = next(event.seat for event in events if isinstance(event, DealerChosen))
    assert all(event.places is None for event in cut)
    assert cut[-1].cards[dealer].rank == min(card.rank for card in cut[-1].cards)


class TestThePartnerOfTheCommand:
    async def test_two_people_against_two_robots_play_a_whole_game_in_a_channel(self, world):
        opened = await world.start_game(world.ann, partner=world.ben, robot=CLUB, target=61, where="here")
        invitation = opened.response
        assert world.text(invitation).startswith(
            f"<@{world.ben.id}>, **Ann** invites you to cribbage: first to 61 points, you count and the bot checks.\n"
            "Partners: Ann and Ben against 2 robots.\n"
        )
        assert "[Accept]\n[Decline]\n[Robot instead]" in world.text(invitation)
        name = world.name_on(invitation)
        await world.press(world.ben, invitation, "accept")
        assert seats_of(world, name) == ["Ann", CLUB, "Ben", CLUB]
        assert "Ann and Ben **0**" in world.text(world.public(name))
        await check_cut(world, name)
        await world.play_until(name)
        await world.checked(name)
        record = await record_of(world.bot.context.tables, name)
        assert record.seats == ("Ann", "Clover", "Ben", "Clover 2")
        won = world.text(world.table_in(world.channel)).split("\n")[0]
        assert won.startswith(("**Ann and Ben win 61 to", "**Clover and Clover 2 win 61 to"))

    async def test_two_people_against_two_robots_in_dms(self, world):
        asked = await world.start_game(world.ann, "dm", partner=world.ben.user, robot=EASY, target=61)
        told = world.text(asked.response)
        assert told.startswith("I sent Ben a private invitation.")
        assert "\nPartners: Ann and Ben against 2 robots.\n" in told
        invitation = world.table_in(world.dm(world.ben))
        assert "\nPartners: Ann and Ben against 2 robots.\n" in world.text(invitation)
        assert world.actions(invitation) == ["accept", "decline", "walk"]
        name = world.name_on(invitation)
        await world.press(world.ben, invitation, "accept")
        assert seats_of(world, name) == ["Ann", EASY, "Ben", EASY]
        await check_cut(world, name)

    async def test_the_one_command_needs_no_second_step(self, world):
        opened = await world.command(world.ann, "play", partner=world.ben, opponent=world.cy, counting="own")
        text = world.text(opened.response)
        assert "\nPartners: Ann and Ben against Cy and an open seat.\n" in text
        assert sorted(world.pinged(opened.response)) == sorted([world.ben.id, world.cy.id])
        assert "[Accept]\n[Play against Ann]\n[Decline]\n[Robot instead]" in text

    async def test_it_is_kept_while_it_is_asked_who_counts(self, world):
        asked = (await world.command(world.ann, "play", partner=world.ben, robot=EASY)).response
        await world.restart()
        await world.ann.click(asked, custom_id=world.play_option(asked, "own"))
        assert "Partners: Ann and Ben against 2 robots." in world.text(world.table_in(world.channel))

    async def test_this_bot_as_the_partner_is_a_robot(self, world):
        bot = UserHandle(world.env, world.env.backend.users[world.bot.user.id])
        opened = await world.start_game(world.ann, opponent=world.ben, partner=bot, where="here")
        assert "Partners: Ann and a robot against Ben and a robot." in world.text(opened.response)
        assert seats_of(world, world.name_on(opened.response)) == ["Ann", "Ben", CLUB, CLUB]

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            ({"partner": "ann"}, "You can't play yourself"),
            ({"partner": "ben", "opponent": "ben"}, "You invited somebody twice"),
            ({"partner": "ben", "preset": "acc"}, "players: acc is for 2 players, not 4."),
        ],
    )
    async def test_a_partner_that_makes_no_sense_is_refused(self, world, options, words):
        people = {key: getattr(world, value) if key != "preset" else value for key, value in options.items()}
        refused = await world.command(world.ann, "play", counting="own", **people)
        assert refused.ephemeral
        assert words in refused.response.content
        assert world.texts(world.channel) == []


class TestTheMenuOfPartners:
    async def test_three_are_named_and_the_menu_says_what_each_choice_makes(self, world):
        page = await options_page(world, world.ben, world.cy, world.dan)
        text = world.text(page)
        assert "- Ann, Ben, Cy and Dan\n" in text
        assert "<Partners by the cut|Ben is my partner|Cy is my partner|Dan is my partner>" in text
        menu = next(part for part in world._parts(page, 3) if part["custom_id"].startswith("o1:pair:"))
        assert [option.get("description") for option in menu["options"]] == [
            "The 2 lowest cards in the cut are partners",
            "Ann and Ben against Cy and Dan",
            "Ann and Cy against Ben and Dan",
            "Ann and Dan against Ben and Cy",
        ]
        assert [option["label"] for option in menu["options"] if option.get("default")] == ["Partners by the cut"]

    async def test_the_second_of_three_is_chosen(self, world):
        page = await options_page(world, world.ben, world.cy, world.dan, partner=str(world.cy.id))
        assert "- Partners: Ann and Cy against Ben and Dan\n" in world.text(page)
        invitation = await start(world, page)
        assert "Partners: Ann and Cy against Ben and Dan." in world.text(invitation)
        for actor in (world.dan, world.cy, world.ben):
            await world.press(actor, invitation, "accept")
        thread = world.table_in(world.thread())
        assert seats_of(world, world.name_on(thread)) == ["Ann", "Ben", "Cy", "Dan"]
        assert world.game(world.name_on(thread)).side_names == ("Ann and Cy", "Ben and Dan")

    async def test_by_the_cut_again(self, world):
        page = (await world.command(world.ann, "play", more=True, counting="own", partner=world.ben)).response
        assert "- Partners: Ann and Ben against 2 open seats\n" in world.text(page)
        await pair(world.ann, world, page, "-")
        assert "- Ann, Ben and 2 open seats\n" in world.text(page)
        page = await options_page(world, world.ben, world.cy, world.dan, partner=str(world.cy.id))
        await pair(world.ann, world, page, "-")
        assert "- Ann, Ben, Cy and Dan\n" in world.text(page)
        invitation = await start(world, page)
        assert "4 players · partners by the cut" in world.text(invitation)
        assert world.game(world.name_on(invitation)).rules.partners == "cut"

    async def test_other_people_are_invited_and_the_partner_among_them_stays(self, world):
        page = await options_page(world, world.ben, world.cy, world.dan, partner=str(world.dan.id))
        await invite(world.ann, world, page, world.dan, world.ben)
        assert "- Partners: Ann and Dan against Ben and an open seat\n" in world.text(page)
        await invite(world.ann, world, page, world.ben, world.cy)
        assert "- Ann, Ben, Cy and 1 open seat\n" in world.text(page)

    @pytest.mark.parametrize("players", ["-", "3"])
    async def test_a_game_for_fewer_has_no_menu_and_no_partners(self, world, players):
        page = await options_page(world, world.ben, world.cy, partner=str(world.ben.id))
        await invite(world.ann, world, page, world.ben, world.cy, players=players)
        assert "- Ann, Ben and Cy\n" in world.text(page)
        assert "my partner" not in world.text(page)
        assert world.game(world.name_on(await start(world, page))).players == 3

    async def test_alone_with_robots_in_a_dm(self, world):
        ann = world.ann.user
        page = (await world.command(world.ann, "play", where="dm", more=True, counting="own", robot=EASY)).response
        await invite(ann, world, page, robot=EASY)
        assert "<Partners by the cut|A robot is my partner>" in world.text(page)
        await pair(ann, world, page, "robot")
        await ann.click(page, custom_id=world.play_option(page, "start"))
        name = world.name_on(world.table_in(world.dm(world.ann)))
        assert seats_of(world, name) == ["Ann", EASY, EASY, EASY]
        assert world.game(name).rules.partners == "chosen"

    def test_a_button_of_before_partners_could_be_chosen_still_counts(self):
        pressed = ChooseOptions.read("o1:start:house.a-b.--4-01--.121skunks..")
        options = pressed.options
        assert (pressed.action, options.players, options.partner) == ("start", 4, None)


class TestOpenSeats:
    async def test_whoever_joins_chooses_the_side(self, world):
        invitation = await start(world, await options_page(world, world.ben, partner="open"))
        name = world.name_on(invitation)
        text = world.text(invitation)
        assert "\nPartners: Ann and an open seat against Ben and an open seat.\n" in text
        assert "[Accept]\n[Play with Ann]\n[Play against Ann]\n[Decline]\n[Robot instead]" in text
        await world.press(world.dan, invitation, "join-0")
        text = world.text(invitation)
        assert "\nPartners: Ann and Dan against Ben and an open seat.\nJoined: Dan.\n" in text
        assert "[Accept]\n[Play against Ann]\n[Decline]" in text
        await world.press(world.ben, invitation, "join-1")
        assert "[Play against Ann]\n[Withdraw]\n[Robot instead]" in world.text(invitation)
        await world.press(world.cy, invitation, "join-1")
        assert world.game(name).status == "playing"
        assert seats_of(world, name) == ["Ann", "Ben", "Dan", "Cy"]
        await check_cut(world, name)

    async def test_nobody_joins_a_side_that_they_did_not_press(self, world):
        invitation = await start(world, await options_page(world, world.ben, partner="open"))
        name, own_side = world.name_on(invitation), world.pressing(world.dan, invitation, "join-0")
        refused = await world.press(world.cy, invitation, "accept")
        assert refused.response.content == (
            "**Accept** is for invited players. Press the button of the side that you want to join."
        )
        refused = await world.press(world.ben, invitation, "join-0")
        assert refused.response.content == "You're invited to the other side. Press **Accept** to join it."
        await world.press(world.cy, invitation, "join-0")
        (late,) = await world.late(own_side)
        assert late.response.content == "That seat is taken. You can still join the other side."
        assert seats_of(world, name) == ["Ann", "Ben", "Cy", None]

    async def test_who_leaves_leaves_a_seat_of_the_same_side(self, world):
        invitation = await start(world, await options_page(world, partner="open"))
        await world.press(world.dan, invitation, "join-0")
        await world.press(world.cy, invitation, "join-1")
        await world.press(world.dan, invitation, "decline")
        assert "Partners: Ann and an open seat against Cy and an open seat." in world.text(invitation)
        assert "[Play with Ann]\n[Play against Ann]\n[Withdraw]" in world.text(invitation)
        await world.press(world.dan, invitation, "join-1")
        assert seats_of(world, world.name_on(invitation)) == ["Ann", "Cy", None, "Dan"]

    async def test_robots_instead_keep_the_sides(self, world):
        invitation = (await world.command(world.ann, "play", partner=world.ben, counting="own")).response
        assert "Partners: Ann and Ben against 2 open seats." in world.text(invitation)
        await world.press(world.ben, invitation, "accept")
        await world.press(world.ann, invitation, "robot")
        name = world.name_on(world.table_in(world.thread()))
        assert seats_of(world, name) == ["Ann", CLUB, "Ben", CLUB]

    async def test_in_private_the_open_seats_are_taken_in_the_channel(self, world):
        opened = await world.start_game(world.ann, partner=world.ben, where="dm", target=61)
        invitation = opened.response
        for actor, action in ((world.cy, "join-1"), (world.dan, "join-1"), (world.ben, "accept")):
            await world.press(actor, invitation, action)
        name = world.name_on(world.table_in(world.dm(world.ann)))
        assert seats_of(world, name) == ["Ann", "Cy", "Ben", "Dan"]
        for actor in (world.ann, world.ben, world.cy, world.dan):
            assert "Your hand:" in world.text(world.table_in(world.dm(actor)))


class TestTheNextGame:
    async def test_partners_stay_partners_in_a_rematch_and_the_cut_decides_who_deals(self, world):
        opened = await world.start_game(world.ann, partner=world.ben, robot=EASY, preset="crib-derby", where="here")
        invitation = opened.response
        await world.press(world.ben, invitation, "accept")
        await world.resign(world.ann)
        await world.press(world.ben, world.table_in(world.channel), "again")
        rematch = world.table_in(world.channel)
        assert "Partners: Ann and Ben against 2 robots." in world.text(rematch)
        await world.press(world.ann, rematch, "accept")
        name = world.name_on(rematch)
        assert seats_of(world, name) == ["Ann", EASY, "Ben", EASY]
        await check_cut(world, name)

    async def test_the_rules_say_how_partners_were_made(self, world):
        opened = await world.start_game(world.ann, partner=world.ben, robot=EASY)
        await world.press(world.ben, opened.response, "accept")
        told = await world.told(world.ben, "rules")
        assert "**Partners:** The partners are chosen. The cut only decides who deals first." in told
        assert "2, 3 or 4 players; your partner; " in await world.told(world.ben, "rules", preset="house")
        await world.start_game(world.cy, players=4, robot=EASY)
        partners = "**Partners:** The 2 players who cut the lowest cards are partners."
        assert partners in await world.told(world.cy, "rules")
