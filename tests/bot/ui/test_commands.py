"""Every slash command and the message menu, in a channel and in private, with good input and bad."""

import json

import pytest

from tests.support.stacked_packs import Deal

FIVES = Deal("5H 5D 5C JS 2C 3D", "2D 4H 6S 8C TD QH", "5S")
"""Ben, the pone, can keep the best hand there is."""

DULL = Deal("2C 4D 6H 8S TC QD", "2D 4H 6S 8C TD QH", "KS")
"""Ben is the pone, for Ann cuts the ace."""


@pytest.fixture
async def name(world, stack):
    """Start a game in the channel in which both have to discard."""
    stack(DULL, DULL, DULL)
    return await world.sit_down(target=61)


async def refused(world, actor, command, **options):
    """Return the bot's refusal of a command, which must be private."""
    result = await world.command(actor, command, **options)
    assert result.ephemeral
    return world.text(result.response)


OF_LEAGUES = (
    *("create", "join", "leave", "withdraw", "fixtures", "play", "enter", "confirm", "table", "history", "player"),
    *("ratings", "list", "export", "claim", "adopt", "here", "home", "manage home"),
    *(f"manage {what}" for what in ("start", "round", "playoffs", "enter", "confirm", "correct", "void", "forfeit")),
    *(f"manage {what}" for what in ("withdraw", "manager", "role", "post", "settings", "close", "log", "claims")),
    *("manage import", "manage imports", "manage delete", "manage call-off", "manage night", "manage people"),
)


async def test_the_commands(world):
    everywhere = {
        *("play", "hand", "table", "declare", "challenge", "amend", "resign", "adjourn", "games"),
        *("score", "practice", "daily", "rules", "law", "record", "review", "verify", "preferences", "help"),
        *("privacy export", "privacy erase", "stats", "board"),
    }
    leagues = {f"league {what}" for what in OF_LEAGUES}
    assert set(world.ann.available_commands(world.channel)) == everywhere | leagues
    in_private = {command for command in world.ann.user.available_commands() if not command.startswith("server ")}
    assert in_private == everywhere - {"board"}


class TestHand:
    async def test_the_cards_and_what_can_be_done(self, world, name):
        shown = await world.command(world.ann, "hand")
        assert shown.ephemeral
        text = world.text(shown.response)
        assert text.startswith("**Discard 2 cards** to your crib.\n")
        assert "Your hand: `2♦︎` `4♥︎` `6♠︎` `8♣︎` `10♦︎` `Q♥︎`" in text
        assert "[2♦︎]\n[4♥︎]\n[6♠︎]\n[8♣︎]\n[10♦︎]\n[Q♥︎]\n[Discard (off)]" in text

    async def test_discarded_and_waiting(self, world, name):
        await world.lay(world.ann, name, "2D", "4H")
        text = await world.told(world.ann, "hand")
        assert text.startswith("**Ben:** discard 2 cards to Ann's crib.\n")
        assert "Your hand: `6♠︎` `8♣︎` `10♦︎` `Q♥︎`" in text
        assert text.endswith("[Refresh]")

    async def test_refreshed(self, world, name):
        await world.lay(world.ann, name, "2D", "4H")
        panel = (await world.command(world.ann, "hand")).response
        await world.press(world.ann, panel, "refresh")
        assert world.text(panel).startswith("**Ben:** discard")
        await world.lay(world.ben, name, "2C", "4D")
        await world.press(world.ann, panel, "refresh")
        assert world.text(panel).startswith("**Ben:** your turn.")

    async def test_an_open_hand_follows_the_game(self, world, name):
        """Ann's panel is open while Ben acts: when it is Ann's turn, Ann's cards can be pressed."""
        await world.lay(world.ann, name, "2D", "4H")
        panel = await world.panel(world.ann, name)
        await world.lay(world.ben, name, "2C", "4D")
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
        assert world.text(panel).startswith("**Ben:** discard")
        await world.press(world.ann, panel, "refresh")
        assert world.text(panel).startswith("**Your turn.** Play a card. The count is **10**.")

    async def test_without_a_game(self, world):
        assert await refused(world, world.ann, "hand") == "You're not in a game. Start one with /play."

    async def test_of_a_game_that_has_not_begun(self, world):
        waiting = world.name_on((await world.invite()).response)
        text = await refused(world, world.ann, "hand", game=waiting)
        assert text == "This game starts when everyone has accepted."

    async def test_while_an_invitation_waits(self, world):
        """The host and the invited player read that the invitation waits, and not that there is no game."""
        waiting = world.name_on((await world.invite()).response)
        for actor in (world.ann, world.ben):
            for command in ("hand", "table", "resign", "declare"):
                text = await refused(world, actor, command, **({"count": "12"} if command == "declare" else {}))
                assert text == "Your game starts when everyone has accepted. Use /games to see it."
            assert waiting in await world.told(actor, "games")
        assert "You're not in a game" in await refused(world, world.cy, "hand")

    async def test_of_a_game_of_others(self, world, name):
        assert "You're not in this game" in await refused(world, world.cy, "hand", game=name)

    async def test_of_no_game(self, world):
        for named in ("nosuchgame", "", "   ", "x" * 300, "🤡", "'; DROP TABLE tables"):
            said = await refused(world, world.cy, "hand", game=named)
            assert said in (
                "I can't find that game. Use /games to see yours.",
                "You're not in a game. Start one with /play.",
            ), named

    async def test_in_several_games(self, world, name):
        other = await world.sit_down()
        text = await refused(world, world.ann, "hand")
        assert "You have several games" in text
        assert name in text
        assert other in text
        assert "Your hand:" in await world.told(world.ann, "hand", game=name.upper() + " ")

    async def test_the_game_of_this_channel_is_meant(self, world, name):
        elsewhere = world.guild.create_text_channel("parlour")
        await world.env.settle()
        invitation = (await world.start_game(world.ann, elsewhere, opponent=world.cy, where="here")).response
        await world.press(world.cy, invitation, "accept")
        assert "Ben" in await world.told(world.ann, "hand")
        assert "Cy" in await world.told(world.ann, "hand", where=elsewhere)

    async def test_games_are_suggested(self, world, name):
        found = await world.ann.autocomplete(world.channel, "hand", "game", "")
        assert found == [{"name": f"{name}: Ann v Ben", "value": name}]
        assert await world.cy.autocomplete(world.channel, "hand", "game", "") == []


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

    async def test_elsewhere_a_private_copy(self, world, name):
        elsewhere = world.guild.create_text_channel("parlour")
        await world.env.settle()
        shown = await world.command(world.ann, "table", where=elsewhere)
        assert shown.ephemeral
        assert world.text(shown.response).startswith("**Ann and Ben:** discard")
        assert world.public(name).channel.id == world.channel.id

    async def test_the_hand_opens_from_the_copy(self, world, name):
        elsewhere = world.guild.create_text_channel("parlour")
        await world.env.settle()
        shown = await world.command(world.ann, "table", where=elsewhere)
        panel = await world.press(world.ann, shown.response, "hand")
        assert panel.response.ephemeral
        assert "Your hand:" in world.text(panel.response)

    async def test_by_a_spectator(self, world, name):
        shown = await world.command(world.cy, "table", game=name)
        assert "Your hand" not in world.text(shown.response)

    async def test_of_a_game_in_private_a_stranger_sees_nothing(self, world):
        invitation = (await world.invite(place="dm")).response
        await world.press(world.ben, invitation, "accept")
        game = next(iter(world.bot.context.tables._open))
        assert "You're not in this game" in await refused(world, world.cy, "table", game=game)

    async def test_of_an_invitation(self, world):
        waiting = world.name_on((await world.invite()).response)
        text = await refused(world, world.ann, "table", game=waiting)
        assert text == "This game starts when everyone has accepted."

    async def test_of_a_closed_table(self, world):
        invitation = (await world.invite()).response
        waiting = world.name_on(invitation)
        await world.press(world.ben, invitation, "decline")
        for command in ("table", "hand", "resign"):
            assert "invitation has expired" in await refused(world, world.ann, command, game=waiting)

    async def test_without_a_game(self, world):
        assert await refused(world, world.ann, "table") == "You're not in a game. Start one with /play."


class TestDeclare:
    async def test_declared(self, world, name):
        await world.play_until(name, "show")
        done = await world.command(world.ben, "declare", count="fifteen two, and a pair is four")
        assert done.ephemeral
        assert world.text(done.response).startswith("**Ann:** count your hand")
        assert "said 4, really **0**" in world.text(world.public(name))

    async def test_nonsense(self, world, name):
        await world.play_until(name, "show")
        before = world.game(name)
        for count, words in (
            ("30", "No hand is worth 30. Choose a number from 0 to 29."),
            ("-1", "couldn't read"),
            ("twelvish", "couldn't read"),
            ("15 2 15 4 and a run", "couldn't read that count"),
            ("play 5h", "'5h' is a card"),
            ("resign", "couldn't read"),
        ):
            assert words in await refused(world, world.ben, "declare", count=count), count
        assert world.game(name) == before

    async def test_out_of_turn(self, world, name):
        await world.play_until(name, "show")
        before = world.game(name)
        assert "It's not your turn to count" in await refused(world, world.ann, "declare", count="12")
        assert world.game(name) == before

    async def test_when_nothing_is_shown(self, world, name):
        text = await refused(world, world.ann, "declare", count="12")
        assert "You can't count now. Please type the 2 cards to discard" in text

    async def test_without_a_game(self, world):
        assert "You're not in a game" in await refused(world, world.cy, "declare", count="12")

    async def test_before_the_game_has_begun(self, world):
        waiting = world.name_on((await world.invite()).response)
        assert "starts when everyone has accepted" in await refused(
            world, world.ann, "declare", count="12", game=waiting
        )


class TestResign:
    async def test_asks_first(self, world, name):
        sure = await world.command(world.ann, "resign")
        assert sure.ephemeral
        assert "[Resign the game]\n[Keep playing]" in world.text(sure.response)
        assert world.is_open(name)

    async def test_out_of_turn_too(self, world, name):
        await world.play_until(name, "play")
        sure = await world.command(world.ann, "resign")
        await world.press(world.ann, sure.response, "resign")
        assert "Ben wins:** Ann resigned." in world.text(world.table_in(world.channel))

    async def test_without_a_game(self, world):
        assert "You're not in a game" in await refused(world, world.ann, "resign")

    async def test_of_others(self, world, name):
        assert "You're not in this game" in await refused(world, world.cy, "resign", game=name)

    async def test_what_is_over(self, world, name):
        await world.press(world.ann, (await world.command(world.ann, "resign")).response, "resign")
        assert "This game is already over" in await refused(world, world.ann, "resign", game=name)

    async def test_what_has_not_begun(self, world):
        waiting = world.name_on((await world.invite()).response)
        assert "starts when everyone has accepted" in await refused(world, world.ann, "resign", game=waiting)


class TestGames:
    async def test_listed(self, world, name):
        listed = await world.command(world.ann, "games")
        assert listed.ephemeral
        text = world.text(listed.response)
        assert text == f"`{name}` Ann v Ben, 0 to 0, deal 1, in <#{world.channel.id}>: **your turn**."
        await world.lay(world.ann, name, "2D", "4H")
        assert await world.told(world.ann, "games") == text.replace("**your turn**", "waiting for Ben")

    async def test_in_private_and_waiting(self, world):
        waiting = world.name_on((await world.invite()).response)
        name = await world.against_robot("easy")
        text = await world.told(world.ann, "games", where="dm")
        assert f"`{waiting}` Ann v Ben: waiting for a player to accept." in text
        assert f"`{name}` Ann v Robin, 0 to 0, deal 1, in DMs: **your turn**." in text

    async def test_more_than_a_message_holds(self, world):
        long = world.guild.add_member(world.env.create_user("long", global_name="_" * 32))
        for _ in range(25):
            await world.start_game(long, opponent=world.ben, where="here")
        text = await world.told(world.ben, "games")
        listed = text.count("waiting for a player")
        assert listed > 5
        assert text.endswith(f"... and {25 - listed} more.")

    async def test_none(self, world):
        assert await refused(world, world.cy, "games") == "You're not in a game. Start one with /play."


class TestScore:
    async def test_a_hand(self, world):
        shown = await world.command(world.cy, "score", hand="5h 5d 5c js 5s")
        assert not shown.ephemeral
        text = world.text(shown.response)
        assert text.startswith("**29 points**: `5♥︎ 5♦︎ 5♣︎ J♠︎ │ 5♠︎`\nFifteens: 8 for 16\n")
        assert "[How rare?]" in text

    async def test_a_crib(self, world):
        """A flush of four counts in a hand and not in a crib."""
        hand = "2h 4h 6h 8h ks"
        assert "**4 points**" in await world.told(world.cy, "score", hand=hand)
        assert "**0 points**" in await world.told(world.cy, "score", hand=hand, crib=True)

    async def test_in_private(self, world):
        assert "**29 points**" in await world.told(world.cy, "score", where="dm", hand="5h 5d 5c js 5s")

    async def test_what_is_no_hand(self, world):
        for hand, words in (
            ("5h 5d 5c", "Type 4 cards and the starter"),
            ("nonsense", "I don't see any cards. Type 4 cards and the starter"),
            (" ", "I don't see any cards"),
            ("🂡" * 5, "more than 4 cards"),
            ("no " * 900, "That's 2700 characters"),
        ):
            text = await refused(world, world.cy, "score", hand=hand)
            assert words in text, hand
            assert len(text) < 400, hand

    async def test_not_while_it_is_to_be_declared(self, world, stack):
        stack(FIVES)
        name = await world.sit_down(target=61)
        await world.lay(world.ann, name, "2D", "4H")
        await world.lay(world.ben, name, "2C", "3D")
        await world.play_until(name, "show")
        assert "can't help with a count" in await refused(world, world.ben, "score", hand="5h 5d 5c js 5s")
        assert "**29 points**" in await world.told(world.cy, "score", where="dm", hand="5h 5d 5c js 5s")

    async def test_the_menu_of_a_message(self, world):
        message = await world.cy.send(world.channel, "what is 5h 5d 5c js 5s")
        refused = await world.ann.context_menu(world.channel, "Score this hand", message)
        assert refused.ephemeral
        message = await world.cy.send(world.channel, "5h 5d 5c js 5s")
        shown = await world.ann.context_menu(world.channel, "Score this hand", message)
        assert shown.ephemeral
        assert "**29 points**" in shown.response.content

    async def test_the_menu_of_a_message_without_words(self, world, name):
        shown = await world.ann.context_menu(world.channel, "Score this hand", world.public(name))
        assert shown.ephemeral
        assert "I don't see any cards" in shown.response.content


class TestLeague:
    async def test_empty(self, world):
        assert "Nobody here has finished a game" in await world.told(world.cy, "league table")

    async def test_after_two_games(self, world, name):
        await world.press(world.ann, (await world.command(world.ann, "resign")).response, "resign")
        await world.start_game(world.ann, robot="easy", where="here")
        await world.press(world.ann, (await world.command(world.ann, "resign")).response, "resign")
        lines = (await world.told(world.cy, "league table")).splitlines()
        assert lines[4:] == [
            "```",
            "-# P = played, W = won, L = lost, G = wins (skunks count double), +/- = score difference",
            "-# There's no league here yet. Anyone with Manage Server can make one with `/league create`.",
        ]
        assert [line.split()[:6] for line in lines[2:4]] == [
            ["1", "Ben", "1", "1", "0", "2"],
            ["2", "Ann", "1", "0", "1", "0"],
        ]

    async def test_another_server_has_its_own(self, world, name):
        await world.press(world.ann, (await world.command(world.ann, "resign")).response, "resign")
        other = world.env.create_guild("Other")
        channel = other.create_text_channel("cards")
        ann = other.add_member(world.ann.user)
        await world.env.settle()
        shown = await ann.slash(channel, "league table")
        assert "Nobody here has finished a game" in shown.response.content


class TestRecord:
    async def read(self, world, actor, name):
        shown = await world.command(actor, "record", game=name)
        assert shown.ephemeral
        return json.loads(await shown.response.attachments[0].read())

    async def test_of_a_finished_game(self, world, name):
        await world.press(world.ann, (await world.command(world.ann, "resign")).response, "resign")
        document = await self.read(world, world.cy, name)
        assert document["seats"] == ["Ann", "Ben"]
        assert document["shuffle"]["seed"]
        assert document["result"]["side"] == 1

    async def test_of_a_finished_game_comes_with_a_page_to_watch(self, world, name):
        await world.press(world.ann, (await world.command(world.ann, "resign")).response, "resign")
        files = (await world.command(world.cy, "record", game=name)).response.attachments
        assert [file.filename for file in files] == [f"cribbage-{name}.json", f"cribbage-{name}.html"]
        page = (await files[1].read()).decode()
        assert page.startswith("<!doctype html>")
        assert "Ann resigns." in page

    async def test_of_a_game_under_way_there_is_no_page(self, world, name):
        files = (await world.command(world.ben, "record", game=name)).response.attachments
        assert [file.filename for file in files] == [f"cribbage-{name}.json"]

    async def test_of_a_game_under_way_it_holds_no_card_that_is_hidden(self, world, name):
        document = await self.read(world, world.ben, name)
        assert "seed" not in document["shuffle"]
        assert not [event for event in document["events"] if event["kind"] == "dealt"]

    async def test_of_no_game(self, world):
        assert "I can't find that game" in await refused(world, world.cy, "record", game="nosuchgame")


class TestGamesOfOthers:
    async def test_they_get_the_sentence_of_no_game(self, world, name):
        other = world.env.create_guild("Other")
        channel = other.create_text_channel("cards")
        cy, ann = other.add_member(world.cy.user), other.add_member(world.ann.user)
        await world.env.settle()
        for command in ("record", "verify"):
            for game in (name, "nosuchgame"):
                shown = (await cy.slash(channel, command, game=game)).response
                assert shown.content == "I can't find that game. Use /games to see yours."
        assert (await ann.slash(channel, "record", game=name)).response.attachments
        assert (await world.command(world.cy, "record", game=name)).response.attachments

    async def test_a_game_in_dms_is_its_players(self, world):
        name = await world.sit_down(place="dm")
        assert "I can't find that game" in await refused(world, world.cy, "record", game=name)
        assert (await world.command(world.ben, "record", game=name)).response.attachments


class TestVerify:
    async def test_under_way_the_seed_stays_sealed(self, world, name):
        text = await refused(world, world.ann, "verify", game=name)
        assert "Its seed stays secret until then" in text
        assert world.game(name).agreement.seed.hex() not in text

    async def test_of_no_game(self, world):
        assert "I can't find that game" in await refused(world, world.cy, "verify", game="nosuchgame")

    async def test_what_was_not_dealt_from_the_seed_is_found_out(self, world, name):
        """The packs of this test are stacked, and so the proof must fail."""
        await world.press(world.ann, (await world.command(world.ann, "resign")).response, "resign")
        assert "**Not fair:** cut 1, deal 1 didn't come" in await world.told(world.cy, "verify", game=name)
