"""The commands of a game and the server's table, in a channel and in private, with good input and bad."""

import json
from typing import get_args

from bot.ui.leagues import lookup
from tests.support.data_files import data_beside

DATA = data_beside(__file__)


async def refused(world, actor, command, **options):
    """Return the bot's refusal of a command, which must be private."""
    result = await world.command(actor, command, **options)
    assert result.ephemeral
    return world.text(result.response)


OF_LEAGUES = (
    *("create", "home", "join", "here", "fixtures", "play", "enter", "table", "history", "player", "ratings", "list"),
    # The old name of the managers' page, for one version.
    "manage",
)


OF_MANAGERS = ("home", "night", "settings", "import")


async def test_the_commands(world, boss):
    everywhere = {
        *("play", "hand", "table", "declare", "challenge", "amend", "resign", "adjourn", "games"),
        *("score", "practice", "daily", "rules", "law", "record", "review", "verify", "preferences", "help"),
        *("privacy export", "privacy erase", "stats", "board"),
    }
    leagues = {f"league {what}" for what in OF_LEAGUES}
    assert set(world.ann.available_commands(world.channel)) == everywhere | leagues
    managers = set(boss.available_commands(world.channel)) - everywhere - leagues
    assert {one for one in managers if one.startswith("manage")} == {f"manage {what}" for what in OF_MANAGERS}
    assert len(OF_LEAGUES) + len(OF_MANAGERS) == 17
    in_private = {command for command in world.ann.user.available_commands() if not command.startswith("server ")}
    assert in_private == everywhere - {"board"}


async def give_up(world):
    await world.press(world.ann, (await world.command(world.ann, "resign")).response, "resign")


class TestHand:
    async def test_an_open_hand_shows_the_cards_and_follows_the_game(self, world, name):
        shown = await world.command(world.ann, "hand")
        assert shown.ephemeral
        panel = shown.response
        assert world.text(panel).startswith("**Discard 2 cards** to your crib.\n")
        assert "Your hand: `2♦︎` `4♥︎` `6♠︎` `8♣︎` `10♦︎` `Q♥︎`" in world.text(panel)
        assert "[2♦︎]\n[4♥︎]\n[6♠︎]\n[8♣︎]\n[10♦︎]\n[Q♥︎]\n[Discard (off)]" in world.text(panel)
        await world.lay(world.ann, name, "2D", "4H")
        panel = (await world.command(world.ann, "hand")).response
        text = world.text(panel)
        assert text.startswith("You discarded. Waiting for Ben to discard.\n")
        assert "Your hand: `6♠︎` `8♣︎` `10♦︎` `Q♥︎`" in text
        assert text.endswith("[Refresh]\n[Help]")
        await world.press(world.ann, panel, "refresh")
        assert world.text(panel) == text
        await world.lay(world.ben, name, "2C", "4D")
        assert world.text(panel).startswith("Waiting for Ben to play.")
        await world.play(world.ben, name, "TC")
        assert world.text(panel).startswith("**Your turn.** Play a card. The count is **10**.")
        assert "[Play 6♠︎]\n[Play 8♣︎]\n[Play 10♦︎]\n[Play Q♥︎]" in world.text(panel)

    async def test_an_open_hand_after_a_quarter_of_an_hour(self, world, name):
        """Discord lets an answer be edited for fifteen minutes; the buttons on it answer for ever."""
        await world.lay(world.ann, name, "2D", "4H")
        panel = await world.panel(world.ann, name)
        await world.env.advance_time(901)
        await world.lay(world.ben, name, "2C", "4D")
        await world.play(world.ben, name, "TC")
        assert world.text(panel).startswith("You discarded. Waiting for Ben to discard.")
        await world.press(world.ann, panel, "refresh")
        assert world.text(panel).startswith("**Your turn.** Play a card. The count is **10**.")

    async def test_in_several_games_the_game_of_this_channel_is_meant(self, world, name, parlour):
        invitation = (await world.start_game(world.ann, parlour, opponent=world.cy, where="here")).response
        await world.press(world.cy, invitation, "accept")
        assert "Ben" in await world.told(world.ann, "hand")
        assert "Cy" in await world.told(world.ann, "hand", where=parlour)
        other = await world.sit_down()
        text = await refused(world, world.ann, "hand")
        assert "You have several games" in text
        assert name in text
        assert other in text


class TestNoGameOfThisPlayer:
    """What the commands of a game say where there is none."""

    async def told(self, world, actor, *commands, **options):
        """Return the one refusal of all these commands."""
        count = {"declare": {"count": "12"}}
        said = {await refused(world, actor, one, **count.get(one, {}), **options) for one in commands}
        (text,) = said
        return text

    async def test_without_a_game(self, world):
        commands = ("hand", "table", "declare", "resign", "games")
        assert await self.told(world, world.ann, *commands) == "You're not in a game. Start one with /play."

    async def test_while_an_invitation_waits(self, world):
        """The host and the invited player read that the invitation waits, and not that there is no game."""
        waiting = world.name_on((await world.invite()).response)
        commands = ("hand", "table", "resign", "declare")
        for actor in (world.ann, world.ben):
            text = await self.told(world, actor, *commands)
            assert text == "Your game starts when everyone has accepted. Use /games to see it."
            text = await self.told(world, actor, *commands, game=waiting)
            assert text == "This game starts when everyone has accepted."
            assert waiting in await world.told(actor, "games")
        assert "You're not in a game" in await refused(world, world.cy, "hand")

    async def test_of_a_closed_table(self, world):
        invitation = (await world.invite()).response
        game = world.name_on(invitation)
        await world.press(world.ben, invitation, "decline")
        assert "invitation has expired" in await self.told(world, world.ann, "table", "hand", "resign", game=game)

    async def test_of_others(self, world, name):
        assert "You're not in this game" in await self.told(world, world.cy, "hand", "resign", game=name)
        assert "Your hand" not in await world.told(world.cy, "table", game=name), "who watches sees the table"
        private = await world.sit_down(place="dm")
        assert "You're not in this game" in await refused(world, world.cy, "table", game=private)

    async def test_of_no_game(self, world):
        for named in ("nosuchgame", "", "   ", "x" * 300, "🤡", "'; DROP TABLE tables"):
            said = await refused(world, world.cy, "hand", game=named)
            assert said in (
                "I can't find that game. Use /games to see yours.",
                "You're not in a game. Start one with /play.",
            ), named


class TestTable:
    async def test_sent_again_below_and_the_old_one_taken_away(self, world, name):
        old = world.public(name)
        await world.cy.send(world.channel, "hello")
        shown = await world.command(world.ann, "table")
        assert not shown.ephemeral
        assert world.public(name).id == shown.response.id != old.id
        assert sum("discard 2 cards" in text for text in world.texts(world.channel)) == 1
        await world.lay(world.ann, name, "2D", "4H")
        assert world.text(shown.response).startswith("**Ben:** discard")

    async def test_elsewhere_a_private_copy_from_which_the_hand_opens(self, world, name, parlour):
        shown = await world.command(world.ann, "table", where=parlour)
        assert shown.ephemeral
        assert world.text(shown.response).startswith("**Ann and Ben:** discard")
        assert world.public(name).channel.id == world.channel.id
        panel = await world.press(world.ann, shown.response, "hand")
        assert panel.response.ephemeral
        assert "Your hand:" in world.text(panel.response)


class TestDeclare:
    async def test_declared(self, world, name):
        await world.play_until(name, "show")
        done = await world.command(world.ben, "declare", count="fifteen two, and a pair is four")
        assert done.ephemeral
        assert world.text(done.response).startswith("Waiting for Ann to count.")
        assert "said 4, really **0**" in world.text(world.public(name))

    async def test_nonsense_and_out_of_turn(self, world, name):
        text = await refused(world, world.ann, "declare", count="12")
        assert "You can't count now. Please type the 2 cards to discard" in text
        await world.play_until(name, "show")
        before = world.game(name)
        for count, words in DATA["counts"]:
            assert words in await refused(world, world.ben, "declare", count=count), count
        assert "It's not your turn to count" in await refused(world, world.ann, "declare", count="12")
        assert world.game(name) == before


async def test_to_resign_is_asked_first_and_needs_no_turn(world, name):
    await world.play_until(name, "play")
    sure = await world.command(world.ann, "resign")
    assert sure.ephemeral
    assert "[Resign the game]\n[Keep playing]" in world.text(sure.response)
    assert world.is_open(name)
    await world.press(world.ann, sure.response, "resign")
    assert "Ben wins:** Ann resigned." in world.text(world.table_in(world.channel))
    assert "This game is already over" in await refused(world, world.ann, "resign", game=name)


class TestGames:
    async def test_listed(self, world, name):
        listed = await world.command(world.ann, "games")
        assert listed.ephemeral
        text = world.text(listed.response)
        assert text == f"`{name}` Ann v Ben, 0 to 0, deal 1, in <#{world.channel.id}>: **your turn**."
        await world.lay(world.ann, name, "2D", "4H")
        assert await world.told(world.ann, "games") == text.replace("**your turn**", "waiting for Ben")
        waiting = world.name_on((await world.invite()).response)
        private = await world.against_robot("easy")
        text = await world.told(world.ann, "games", where="dm")
        assert f"`{waiting}` Ann v Ben: waiting for a player to accept." in text
        assert f"`{private}` Ann v Robin, 0 to 0, deal 1, in DMs: **your turn**." in text

    async def test_more_than_a_message_holds(self, world):
        long = world.guild.add_member(world.env.create_user("long", global_name="_" * 32))
        for _ in range(25):
            await world.start_game(long, opponent=world.ben, where="here")
        text = await world.told(world.ben, "games")
        listed = text.count("waiting for a player")
        assert listed > 5
        assert text.endswith(f"... and {25 - listed} more.")


class TestLeague:
    async def test_without_a_league_it_is_the_ladder_of_this_server(self, world, name, abroad):
        await give_up(world)
        text = await world.told(world.cy, "league table")
        assert text.startswith("**Ladder, ")
        assert "\n- Ben" in text
        assert "-# There's no league here yet. Anyone with Manage Server can make one with `/league create`." in text
        elsewhere = await world.told(abroad.ann, "league table", where=abroad.channel)
        assert "No games between people in " in elsewhere


class TestRecord:
    async def read(self, world, actor, name):
        """Return what the JSON says, the names of the files, and the page if there is one."""
        shown = await world.command(actor, "record", game=name)
        assert shown.ephemeral
        files = shown.response.attachments
        document, *page = [(await file.read()).decode() for file in files]
        return json.loads(document), [file.filename for file in files], page

    async def test_of_a_finished_game_comes_with_a_page_to_watch(self, world, name):
        await give_up(world)
        document, files, (page,) = await self.read(world, world.cy, name)
        assert document["seats"] == ["Ann", "Ben"]
        assert document["shuffle"]["seed"]
        assert document["result"]["side"] == 1
        assert files == [f"cribbage-{name}.json", f"cribbage-{name}.html"]
        assert page.startswith("<!doctype html>")
        assert "Ann resigns." in page

    async def test_of_a_game_under_way_it_holds_no_card_that_is_hidden(self, world, name):
        document, files, _ = await self.read(world, world.ben, name)
        assert files == [f"cribbage-{name}.json"]
        assert "seed" not in document["shuffle"]
        assert not [event for event in document["events"] if event["kind"] == "dealt"]

    async def test_in_another_server_the_games_of_others_are_no_games(self, world, name, abroad):
        for command in ("record", "verify"):
            for game in (name, "nosuchgame"):
                shown = (await abroad.cy.slash(abroad.channel, command, game=game)).response
                assert shown.content == "I can't find that game. Use /games to see yours."
        assert (await abroad.ann.slash(abroad.channel, "record", game=name)).response.attachments

    async def test_a_game_in_dms_is_its_players(self, world):
        name = await world.sit_down(place="dm")
        assert "I can't find that game" in await refused(world, world.cy, "record", game=name)
        assert (await world.command(world.ben, "record", game=name)).response.attachments


class TestVerify:
    async def test_under_way_the_seed_stays_sealed(self, world, name):
        text = await refused(world, world.ann, "verify", game=name)
        assert "Its seed stays secret until then" in text
        assert world.game(name).agreement.seed.hex() not in text

    async def test_what_was_not_dealt_from_the_seed_is_found_out(self, world, name):
        """The packs of this test are stacked, and so the proof must fail."""
        await give_up(world)
        assert "**Not fair:** cut 1, deal 1 didn't come" in await world.told(world.cy, "verify", game=name)


async def test_a_game_that_is_none(world):
    commands = ("hand", "table", "resign", "declare", "challenge", "amend", "adjourn", "record", "verify")
    needed = {"declare": {"count": "12"}, "challenge": {"what": "satisfied"}, "amend": {"count": "12"}}
    for command in commands:
        result = await world.command(world.ann, command, game="zzzz", **needed.get(command, {}))
        assert result.ephemeral
        assert world.text(result.response) == "I can't find that game. Use /games to see yours.", command


async def test_a_game_is_found_in_capitals_and_between_spaces(world):
    name = await world.sit_down()
    assert (await world.told(world.ann, "hand", game=f" {name.upper()} ")).startswith("**Discard 2 cards**")
    document = await world.command(world.ann, "record", game=f" {name.upper()} ")
    assert document.response.attachments[0].filename == f"cribbage-{name}.json"


async def test_a_preset_that_is_none(world, boss):
    await boss.slash(world.channel, "league create", name="Winter")
    for command in ("play", "rules", "server preset", "league create", "manage settings"):
        options = {"name": "Summer"} if command == "league create" else {}
        result = await boss.slash(world.channel, command, preset="nonesuch", **options)
        assert result.ephemeral
        assert world.text(result.response).startswith("preset: there's no 'nonesuch'. Choose house"), command


async def test_a_preset_is_found_in_capitals_and_between_spaces(world):
    shown = await world.command(world.ann, "play", preset=" ACC ", counting="own")
    assert "-# Tournament rules to 121" in world.text(shown.response)


async def test_presets_are_suggested_by_name_and_title(world, boss):
    for command in ("play", "rules", "server preset", "league create"):
        suggested = await boss.autocomplete(world.channel, command, "preset", "tourn")
        assert suggested == [{"name": "acc: Tournament rules", "value": "acc"}], command


async def test_own_games_are_suggested(world):
    name = await world.sit_down()
    for command in ("hand", "table", "resign", "declare", "challenge", "amend", "adjourn"):
        suggested = await world.ann.autocomplete(world.channel, command, "game", name[:1])
        assert suggested == [{"name": f"{name}: Ann v Ben", "value": name}], command
        assert await world.cy.autocomplete(world.channel, command, "game", "") == [], command


def test_each_action_of_a_league_is_answered():
    declared = {action for some in get_args(lookup.Action) for action in get_args(some)}
    answered = {action for action in lookup._ANSWERS if not action.startswith("filled")}
    assert declared == answered
