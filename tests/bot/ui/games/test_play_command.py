"""/play: who counts is asked once, the second step holds all options, and a robot may take an empty seat."""

import pytest
from simcord.actors import UserHandle

from bot.models.agreement import ServerSettings
from bot.models.player import Preferences
from bot.storage.players import meet
from bot.storage.preferences import put, read
from bot.tables.game_stats import robot_like_player
from bot.ui.games.play_options import PlayOptions
from bot.ui.games.play_options_view import ChooseOptions
from engine.actions import Resign
from engine.presets import find
from engine.rules import Counting

OWN = {"club": {"counting": Counting.REFEREE}, "britannica": {}, "acc": {}}
"""What is agreed besides a preset where the players count."""

CHECKED, COUNTED = {"Players check each other": Counting.CHALLENGE}, {"The bot counts": Counting.AUTOMATIC}
"""Answers to who counts, on their buttons."""

QUESTION = "**Who counts the hands?**\n-# I ask only once. Change it any time with `/preferences`."


async def preferences_of(world, actor):
    player = await meet(world.bot.context.tables.database, actor.id, actor.user.global_name)
    return await read(world.bot.context.tables.database, player.id)


async def remember(world, actor, *, bot_counts):
    player = await meet(world.bot.context.tables.database, actor.id, actor.user.global_name)
    await put(world.bot.context.tables.database, player.id, Preferences(bot_counts=bot_counts))


async def pressed(world, actor, message, action):
    return await world.at(actor, message).click(message, custom_id=world.play_option(message, action))


def counting_at(world, message):
    return world.game(world.name_on(message)).rules.counting


class TestWhoCounts:
    @pytest.mark.parametrize(
        ("answer", "counting", "words"),
        [
            ("own", Counting.REFEREE, "You count your hands from now on."),
            ("bot", Counting.AUTOMATIC, "The bot counts from now on."),
        ],
    )
    async def test_asked_once_and_remembered(self, world, answer, counting, words):
        asked = await world.command(world.ann, "play", opponent=world.ben)
        assert asked.ephemeral
        assert world.text(asked.response) == f"{QUESTION}\n[I count]\n[The bot counts]\n[More options]"
        assert not world.shown(world.channel)
        await world.restart()
        opened = await pressed(world, world.ann, asked.response, answer)
        assert world.text(asked.response).startswith(words)
        (invitation,) = world.shown(world.channel)
        assert opened.followups[0].id == invitation.id
        assert world.pinged(invitation) == [world.ben.id]
        assert counting_at(world, invitation) is counting
        assert (await preferences_of(world, world.ann)).bot_counts is (answer == "bot")
        await world.restart()
        again = await world.command(world.ann, "play", opponent=world.cy)
        assert not again.ephemeral
        assert counting_at(world, again.response) is counting

    @pytest.mark.parametrize("before", [None, False])
    async def test_an_option_answers_it_and_changes_no_answer_given_before(self, world, before):
        if before is not None:
            await remember(world, world.ann, bot_counts=before)
        shown = await world.command(world.ann, "play", counting="automatic")
        assert counting_at(world, shown.response) is Counting.AUTOMATIC
        assert (await preferences_of(world, world.ann)).bot_counts is (before is None)

    @pytest.mark.parametrize(
        ("preset", "bot_counts", "choices"),
        [
            ("britannica", True, {**CHECKED, **COUNTED}),
            ("acc", True, {**CHECKED, **COUNTED}),
            ("club", False, {"You count, the bot checks": Counting.REFEREE, **COUNTED}),
        ],
    )
    @pytest.mark.parametrize("door", ["play", "page", "usual"])
    async def test_asked_again_where_the_rules_are_for_something_else(self, world, preset, bot_counts, choices, door):
        await remember(world, world.ann, bot_counts=bot_counts)
        for label, counting in choices.items():
            if door == "usual":
                await world.bot.context.accounts.servers.put(ServerSettings(world.guild.id, preset=preset))
                asked = (await world.command(world.ann, "play", opponent=world.ben)).response
            else:
                more = door == "page"
                options = {"preset": preset, "opponent": world.ben, "more": more}
                asked = (await world.command(world.ann, "play", **options)).response
            if door == "page":
                assert "Who counts: press **Start**, and I'll ask you" in world.text(asked)
                await pressed(world, world.ann, asked, "start")
            assert world.text(asked).startswith("**Who counts the hands?**")
            assert "".join(f"\n[{choice}]" for choice in choices) in world.text(asked)
            button = [name for name in world.ids(asked) if name.startswith("o1:start")][list(choices).index(label)]
            await world.at(world.ann, asked).click(asked, custom_id=button)
            assert counting_at(world, world.table_in(world.channel)) is counting
            assert (await preferences_of(world, world.ann)).bot_counts is bot_counts
            if counting is not Counting.AUTOMATIC:
                assert world.game(world.name_on(world.table_in(world.channel))).rules == find(preset, **OWN[preset])

    @pytest.mark.parametrize(("presets", "bot_counts"), [(("house", "bicycle", "club"), True), (("acc",), False)])
    async def test_not_asked_where_both_agree(self, world, presets, bot_counts):
        await remember(world, world.ann, bot_counts=bot_counts)
        for preset in presets:
            shown = await world.command(world.ann, "play", opponent=world.ben, preset=preset)
            assert not shown.ephemeral, preset

    async def test_a_preset_chosen_on_the_page_is_asked_about_too(self, world):
        await remember(world, world.ann, bot_counts=True)
        page = (await world.command(world.ann, "play", opponent=world.ben, more=True)).response
        assert "The bot counts" in world.text(page)
        menu = world.play_option(page, "preset")
        await world.ann.select(page, ["britannica"], custom_id=menu)
        await pressed(world, world.ann, page, "start")
        assert world.text(page).startswith("**Who counts the hands?**\nBritannica rules")

    async def test_in_private_with_other_preferences_that_stay(self, world):
        player = await meet(world.bot.context.tables.database, world.ann.id, "Ann")
        await put(world.bot.context.tables.database, player.id, Preferences(pictures=False, pips=True))
        asked = await world.command(world.ann, "play", where="dm", robot="easy")
        await pressed(world, world.ann, asked.response, "bot")
        table = world.table_in(world.dm(world.ann))
        assert "Your hand:" in world.text(table)
        assert counting_at(world, table) is Counting.AUTOMATIC
        assert await preferences_of(world, world.ann) == Preferences(pictures=False, pips=True, bot_counts=True)

    async def test_what_cannot_be_opened_is_refused_before_it_is_asked(self, world):
        refused = await world.command(world.ann, "play", opponent=world.ann)
        assert "You can't play yourself" in refused.response.content
        refused = await world.command(world.ann, "play", opponent=world.ben, robot="easy", preset="acc")
        assert "players: acc is for 2 players, not 3." in refused.response.content

    async def test_pressed_twice_one_game_is_opened(self, world):
        asked = (await world.command(world.ann, "play", opponent=world.ben)).response
        press = world.pressing(world.ann, asked, world.play_option(asked, "bot"))
        await world.late(press, press)
        await world.late(press)
        assert len(world.shown(world.channel)) == 1

    async def test_a_game_that_was_refused_may_be_tried_again(self, world):
        asked = (await world.command(world.ann, "play", opponent=world.ben)).response
        press = world.pressing(world.ann, asked, world.play_option(asked, "bot"))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("bot.tables.seating.MOST_INVITATIONS", 0)
            (refused,) = await world.late(press)
        assert "open invitations" in refused.response.content
        await world.late(press)
        assert len(world.shown(world.channel)) == 1


class TestTheSecondStep:
    async def test_everything_that_can_be_chosen(self, world):
        opened = await world.start_game(
            world.ann,
            opponent=world.ben,
            second_opponent=world.cy,
            robots=1,
            players=4,
            preset="bicycle",
            target=61,
            doubles="none",
            counting="challenge",
            muggins=True,
            ceremony=True,
            best_of=5,
            turn_time=600,
            game_time=86_400,
            when_time_is_up="forfeit",
            where="here",
        )
        table = world.game(world.name_on(opened.response))
        rules = table.rules
        assert table.names == ("Ann", "Ben", "Cy", table.names[3])
        assert table.seats[3].robot == "club"
        assert (rules.players, rules.target, rules.doubles, rules.counting) == (4, 61, (), "challenge")
        assert (rules.muggins, rules.ceremony, table.best_of, table.place) == (True, True, 5, "here")
        assert (table.clock.turn, table.clock.game, table.clock.when_over) == (600, 86_400, "forfeit")

    async def test_a_form_keeps_what_the_others_say(self, world):
        page = (await world.command(world.ann, "play", opponent=world.ben, more=True)).response
        for form, values in (("time", {"where": ["dm"]}), ("rules", {"extras": ["muggins"]}), ("people", None)):
            filled = await pressed(world, world.ann, page, form)
            if form == "people":
                people = filled.modal["components"][0]["component"]
                assert people["default_values"] == [{"id": str(world.ben.id), "type": "user"}], "ids are strings"
            chosen = {
                part["component"]["custom_id"]: [
                    option["value"] for option in part["component"].get("options", ()) if option.get("default")
                ]
                for part in filled.modal["components"]
            }
            chosen |= {"opponents": [world.ben, world.cy]} if values is None else values
            await world.ann.submit_modal(filled, chosen)
        text = world.text(page)
        assert "- Ann, Ben and Cy\n" in text
        assert "Muggins: take missed points\n" in text
        assert "In DMs" in text

    async def test_another_preset_has_its_own_lengths(self, world):
        page = (await world.command(world.ann, "play", more=True)).response
        menu = world.play_option(page, "preset")
        await world.ann.select(page, ["britannica"], custom_id=menu)
        assert "- Britannica rules: 61 points, no skunks\n- Players check each other\n" in world.text(page)
        await pressed(world, world.ann, page, "start")
        assert world.game(world.name_on(world.table_in(world.channel))).agreement.preset == "britannica"

    async def test_from_the_question(self, world):
        asked = (await world.command(world.ann, "play", opponent=world.ben)).response
        await pressed(world, world.ann, asked, "more")
        assert world.text(asked).startswith("**New game**\n- Ann and Ben\n- House rules: 121 points")
        await pressed(world, world.ann, asked, "start")
        assert world.text(asked) == "Your game is open."
        assert "invites you" in world.text(world.table_in(world.channel))

    async def test_this_bot_is_a_robot_and_other_bots_are_refused(self, world):
        other = world.guild.add_member(world.env.create_user("other", bot=True))
        page = (await world.command(world.ann, "play", more=True)).response
        this = UserHandle(world.env, world.env.backend.users[world.bot.user.id])
        for bot, words in ((other, "Other bots can't play"), (this, None)):
            filled = await pressed(world, world.ann, page, "people")
            chosen = {"opponents": [bot], "robot": ["-"], "robots": ["-"], "players": ["-"]}
            done = await world.ann.submit_modal(filled, chosen)
            if words is not None:
                assert words in done.response.content
        assert "- Ann and 1 robot\n" in world.text(page)

    async def test_robots_are_chosen_by_their_ratings_or_by_the_players_own(self, world):
        page = (await world.command(world.ann, "play", robot="like-me", more=True)).response
        assert "- Ann and 1 robot\n- Casual robot (1400): plays now and then\n" in world.text(page)
        form = await pressed(world, world.ann, page, "people")
        (menu,) = [part["component"] for part in form.modal["components"] if part["component"]["custom_id"] == "robot"]
        labels = {option["value"]: option["label"] for option in menu["options"]}
        assert (labels["easy"], labels["expert"]) == (
            "Easy robot (1320): a beginner",
            "Expert robot (1550): the strongest",
        )
        await world.ann.submit_modal(form, {"opponents": [], "robot": ["casual"], "robots": ["-"], "players": ["3"]})
        assert "\n- Casual robot: plays now and then\n" in world.text(page), "ratings are those of two players"
        context = world.bot.context
        ann = await context.accounts.players.find(world.ann.id)
        met = []
        for options in ({"players": 3, "robots": 2}, {}, {}, {}):
            met.append(await robot_like_player(context.tables, ann.id))
            page = (await world.command(world.ann, "play", robot="like-me", more=True)).response
            if met[-1] == "1360":
                assert "- A robot like you: between easy and casual (1360). You win about half.\n" in world.text(page)
                form = await pressed(world, world.ann, page, "people")
                several = {"opponents": [], "robot": ["like-me"], "robots": ["-"], "players": ["3"]}
                await world.ann.submit_modal(form, several)
                assert "- A robot like you: between easy and casual.\n" in world.text(page)
            await world.start_game(world.ann, robot="easy", **options)
            (name,) = await context.tables.ids_of_player(ann.id, "playing")
            await world.play_first_deal(name)
            await context.tables.act(name, ann, None, Resign(0))
        assert met == ["casual", "casual", "1360", "easy"], "only games of two count"

    async def test_the_table_names_the_level_of_a_robot_and_its_rating_where_it_was_measured(self, world):
        said = {}
        for options in ({}, {"players": 3}):
            await world.start_game(world.ann, robot="casual", where="here", **options)
            said[bool(options)] = "\n".join(world.texts(world.channel)[-3:])
        assert "Poppy: casual (1400) " in said[False]
        assert "Poppy: casual" in said[True]
        assert "(1400)" not in said[True]

    async def test_options_that_are_out_of_date(self, world):
        """Of another version, or with an opponent who was erased since."""
        page = (await world.command(world.ann, "play", more=True)).response
        erased = ChooseOptions("start", PlayOptions(preset="house", opponents=(77,))).custom_id
        old = ("own:house..--------...", "never:house..-----01--...", "start:whist..-----01--...")
        for pressed in (*(f"o1:{action}" for action in old), erased):
            refused = await world.late_press(world.ann, page, pressed)
            assert refused.response.content == "These options are out of date. Use `/play` again.", pressed

    async def test_a_name_in_the_server_is_the_opponents_name(self, world):
        nicked = world.guild.add_member(world.env.create_user("eve", global_name="Eve"), nick="Evie")
        await world.env.settle()
        opened = await world.start_game(world.ann, opponent=nicked, where="here")
        assert world.game(world.name_on(opened.response)).names == ("Ann", "Evie")


class TestStrangeNames:
    """Everybody can still read whose turn it is."""

    @staticmethod
    async def start(world, called):
        """Let a player of this name invite Ben, who accepts; return the first line of the table, and the player."""
        host = world.guild.add_member(world.env.create_user("account", global_name=called))
        await world.env.settle()
        invitation = (await world.start_game(host, opponent=world.ben, where="here")).response
        await world.press(world.ben, invitation, "accept")
        return world.text(world.public(world.name_on(invitation))).splitlines()[0], host

    async def test_a_player_with_an_invisible_name_is_called_by_their_account(self, world):
        for called in ("\u3164", "\u200b\u200b", "\u2800 \u3164", "\u202e\u202c"):
            first, host = await self.start(world, called)
            assert first.startswith("**account and Ben:** discard"), called
            assert (await world.told(host, "stats")).startswith("account hasn't")

    async def test_no_name_turns_the_text_about_it_and_every_other_is_kept(self, world):
        kept = (
            "\u0645\u0631\u06cc\u0645\u200c\u062c\u0627\u0646",
            "\U0001f469\u200d\U0001f4bb",
            "\u5c71\u7530",
            "?",
        )
        for called, told in (("\u202eAnn\u202c", "Ann"), ("\u2067Ann\u2069", "Ann"), *((one, one) for one in kept)):
            first, host = await self.start(world, called)
            assert first.startswith(f"**{told} and Ben:** discard")
            assert (await world.told(host, "stats")).startswith(f"{told} hasn't")


class TestRobotInstead:
    async def test_of_an_open_seat(self, world):
        invitation = (await world.start_game(world.ann, where="here")).response
        await world.press(world.ann, invitation, "robot")
        table = world.game(world.name_on(invitation))
        assert table.status == "playing"
        assert [seat.robot for seat in table.seats] == [None, "club"]

    async def test_of_a_player_who_has_not_answered(self, world):
        invitation = (await world.invite(place="here")).response
        accept = world.pressing(world.ben, invitation, "accept")
        await world.press(world.ann, invitation, "robot")
        name = world.name_on(invitation)
        assert [seat.player and seat.player.name for seat in world.game(name).seats] == ["Ann", None]
        (late,) = await world.late(accept)
        assert late.acknowledged
        assert [seat.robot for seat in world.game(name).seats] == [None, "club"]
        await world.restart()
        assert world.game(name).seats[1].robot == "club"
        await world.play_until(name, "show")

    async def test_those_who_have_joined_stay(self, world):
        invitation = (await world.start_game(world.ann, players=4, opponent=world.ben, robots=1, robot="easy")).response
        await world.press(world.cy, invitation, "accept")
        name = world.name_on(invitation)
        await world.press(world.ann, invitation, "robot")
        table = world.game(name)
        assert sorted(seat.player.name for seat in table.seats if seat.player) == ["Ann", "Cy"]
        assert [seat.robot for seat in table.seats if seat.robot] == ["easy", "easy"]

    async def test_only_the_host_may_choose_it(self, world):
        invitation = (await world.invite(place="here")).response
        for actor in (world.ben, world.cy):
            refused = await world.press(actor, invitation, "robot")
            assert refused.ephemeral
            assert refused.response.content == "Only Ann can choose a robot instead."
        assert world.game(world.name_on(invitation)).status == "gathering"

    async def test_an_invitation_in_private_shows_nothing_of_the_game(self, world):
        await world.start_game(world.ann, "dm", opponent=world.ben.user)
        invitation = world.table_in(world.dm(world.ben))
        assert "Robot instead" not in world.text(invitation)
        name = world.name_on(invitation)
        await world.press(world.ann, world.table_in(world.dm(world.ann)), "robot")
        assert world.texts(world.dm(world.ben)) == ["Ann plays a robot instead. Start your own game with `/play`."]
        await world.play_until(name, "show")
        assert len(world.texts(world.dm(world.ben))) == 1

    async def test_a_rematch_that_is_not_answered(self, world):
        await world.sit_down(target=61)
        await world.resign(world.ann)
        await world.press(world.ben, world.table_in(world.channel), "again")
        rematch = world.table_in(world.channel)
        await world.press(world.ben, rematch, "robot")
        table = world.game(world.name_on(rematch))
        assert table.status == "playing"
        assert [seat.robot for seat in table.seats] == ["club", None]

    async def test_after_the_game_began_it_changes_nothing(self, world):
        invitation = (await world.invite(place="here")).response
        robot = world.pressing(world.ann, invitation, "robot")
        await world.press(world.ben, invitation, "accept")
        name = world.name_on(invitation)
        await world.late(robot)
        assert world.game(name).names == ("Ann", "Ben")
