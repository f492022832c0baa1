"""The news of a league in a simulated Discord: told once, to each as they prefer, and never lost."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from simcord.http.client import FakeHTTPClient

from bot.leagues.access import Asker
from bot.storage import metadata, players
from bot.storage.errors import format_timestamp
from tests.support.data_files import data_beside
from tests.support.depth import sampled
from tests.support.league_steps import (
    choose_news_channel,
    close_season,
    create_league,
    enter_result,
    id_of,
    manage,
    prefer,
    press,
    record_nonces,
    refused_to_manage,
    rows,
    stop_playing,
    submit,
)

DATA = data_beside(__file__)

SEND_MESSAGES = 1 << 11


async def make(world, boss, channel, *people, dm=(), **options):
    """A league that people have joined, whose news goes to a channel, and to those who prefer that in DMs."""
    await prefer(world, "dm", *dm)
    await create_league(world, boss, *people, **options)
    await choose_news_channel(world, boss, channel)


async def start(world, boss, channel, *people, **options):
    """Such a league, in which everyone plays everyone, and whose season has begun; returns the answer."""
    await make(world, boss, channel, *people, **{"format": "single", **options})
    return await manage(world, boss, "start")


async def look(world):
    """Let the bot look for deadlines, and send what is to be told."""
    with world.env._bot_scope():
        await world.bot.news_posting.look()
    await world.env.settle()


def private(world, actor):
    return [] if world.dm(actor) is None else world.texts(world.dm(actor))


def last_private(world, actor):
    return world.shown(world.dm(actor))[-1]


class TestTheStart:
    async def test_is_told_in_the_channel_with_mentions_and_one_button_for_all(self, world, boss, news):
        answer = await start(world, boss, news)
        assert answer.ephemeral
        assert f"The news is in <#{news.id}>." in world.text(answer.response)
        (told,) = world.shown(news)
        assert world.text(told).startswith("**Winter**: season 1 has started.\n\n- <@")
        assert sorted(world.pinged(told)) == sorted([world.ann.id, world.ben.id])
        invitation = (await press(world, world.ben, told, "playmine")).response
        assert world.pinged(invitation) == [world.ann.id]

    async def test_goes_to_the_channel_of_the_command_where_none_was_chosen(self, world, boss):
        await create_league(world, boss, format="single")
        await manage(world, boss, "start")
        assert "season 1 has started" in world.texts(world.channel)[-1]
        settings = await rows(world, "SELECT channel_id FROM league_news_settings")
        assert settings == [(world.channel.id,)]

    async def test_comes_in_a_dm_with_a_play_button_to_those_who_prefer_that(self, world, boss, news):
        await prefer(world, "nothing", world.ben)
        await start(world, boss, news, dm=(world.ann,))
        (told,) = world.shown(news)
        assert world.pinged(told) == []
        assert "Ann v Ben" in world.text(told) or "Ben v Ann" in world.text(told)
        (own,) = private(world, world.ann)
        assert own.startswith("**Winter**: season 1 has started.\n\nYou play **Ben**, ")
        assert "From the server Club." in own
        assert "[Play Ben]" in own
        assert private(world, world.ben) == []
        answer = await press(world, world.ann.user, last_private(world, world.ann), "play:")
        assert f"is in <#{news.id}>." in world.text(answer.response)
        invitation = world.shown(news)[-1]
        assert world.pinged(invitation) == [world.ben.id]
        name = world.name_on(invitation)
        await world.press(world.ben, invitation, "accept")
        assert world.game(name).status == "playing"

    @pytest.mark.parametrize("stopped", [False, True])
    async def test_of_open_play_is_told_on_its_first_day_or_late_if_the_bot_was_stopped(
        self, world, boss, news, stopped
    ):
        await make(world, boss, news)
        await world.command(boss, "manage settings", starts_on="2026-01-03")
        await look(world)
        assert world.texts(news) == []
        if stopped:
            await metadata.put(world.bot.context.tables.database, "clocks", format_timestamp(world.env.now()))
            await world.bot.close()
        await world.env.advance_time(timedelta(days=20 if stopped else 2).total_seconds())
        if stopped:
            await world.restart()
        for _ in range(2):
            await look(world)
        (told,) = world.texts(news)
        assert told.startswith("**Winter**: season 1 has started.\n\nPlay anyone with `/league play`.")


class TestARound:
    async def test_of_a_swiss_is_told_when_it_is_drawn(self, world, boss, news):
        await start(world, boss, news, world.ann, world.ben, world.cy, format="swiss", games=2)
        for fixture in (1, 2):
            await manage(world, boss, "forfeit", fixture=fixture, winner="Ann", reason="late")
            await manage(world, boss, "forfeit", fixture=fixture, winner="Ben", reason="late")
        await manage(world, boss, "round")
        told = world.texts(news)
        assert [text.split("\n")[0] for text in told] == [
            "**Winter**: season 1 has started.",
            "**Winter**: round 2 begins.",
        ]
        assert "has a bye (no game)" in told[1]

    async def test_of_a_club_night_is_told_when_it_is_paired(self, world, boss, news):
        await make(world, boss, news, format="club", dm=(world.ann,))
        message = (await world.command(boss, "manage night", games=1)).response
        for actor in (world.ann, world.ben):
            await press(world, actor, message, "here")
        desk = (await world.command(boss, "manage night")).response
        await press(world, boss, desk, "pair")
        (told,) = world.texts(news)
        assert "is paired." in told
        assert "[Play Ben]" in private(world, world.ann)[-1]

    async def test_where_the_presser_has_no_game_one_sentence_says_so(self, world, boss, news):
        await start(world, boss, news)
        (told,) = world.shown(news)
        answer = await press(world, world.cy, told, "playmine")
        assert answer.ephemeral
        assert world.text(answer.response) == "You have no game left to play there. See /league home."


class TestTeams:
    @pytest.mark.parametrize("kind", ["pairs", "singles"])
    async def test_each_of_a_team_is_told_and_can_play(self, world, boss, news, kind):
        eve = world.guild.add_member(world.env.create_user("eve", global_name="Eve"))
        await prefer(world, "dm", world.ann)
        await boss.slash(world.channel, "league create", name="Winter", format="single", teams=kind, preset="house")
        await choose_news_channel(world, boss, news)
        await world.command(world.ann, "league join", partner=world.ben, team="Lions")
        await world.command(world.cy, "league join", partner=eve, team="Bears")
        await manage(world, boss, "start")
        (told,) = world.shown(news)
        assert sorted(world.pinged(told)) == sorted([world.ben.id, world.cy.id, eve.id])
        assert "Lions (Ann and" in world.text(told)
        assert "You play **Bears**" in private(world, world.ann)[-1]
        invitation = (await press(world, world.ben, told, "playmine")).response
        assert "invites you to cribbage" in world.text(invitation)
        assert eve.id in world.pinged(invitation)
        own = last_private(world, world.ann)
        if kind == "singles":
            await press(world, world.ann.user, own, "play")
            assert world.pinged(world.shown(news)[-1]) == [world.cy.id]


class TestAResult:
    @pytest.mark.parametrize("place", ["channel", "nothing"])
    async def test_asks_with_a_mention_those_who_prefer_the_channel(self, world, boss, place):
        await create_league(world, boss)
        await prefer(world, place, world.ben)
        asked = await enter_result(world)
        assert world.pinged(asked) == ([world.ben.id] if place == "channel" else [])
        await world.env.advance_time(60)
        await look(world)
        assert sum("entered a result" in text for text in world.texts(world.channel)) == 1
        assert private(world, world.ben) == []

    async def test_asks_in_a_dm_whose_buttons_settle_it(self, world, boss):
        await create_league(world, boss)
        await prefer(world, "dm", world.ben)
        asked = await enter_result(world)
        assert world.pinged(asked) == []
        message = last_private(world, world.ben)
        assert "Ann entered a result in **Winter**: **Ann** 121, Ben 97 #1." in world.text(message)
        await press(world, world.ben.user, message, "confirm")
        assert "It counts in **Winter**." in world.text(message)
        assert (await rows(world, "SELECT status FROM league_results")) == [("counted",)]

    async def test_that_a_manager_enters_is_told_to_both(self, world, boss):
        await create_league(world, boss)
        await prefer(world, "dm", world.ann)
        entered = await manage(world, boss, "enter", first="Ann", second="Ben", first_holes=121, second_holes=80)
        assert world.pinged(entered.response) == [world.ben.id]
        assert "It counts. If it's wrong, tell a manager." in private(world, world.ann)[-1]

    async def test_whose_answer_was_lost_is_told_in_the_channel(self, world, boss, news):
        await make(world, boss, news)
        world.fail("answer")
        given = {"opponent": world.ben, "mine": 121, "theirs": 97}
        await world.ann.slash(world.channel, "league enter", **given)
        assert world.texts(news) == []
        await world.env.advance_time(20)
        await look(world)
        (told,) = world.shown(news)
        assert world.pinged(told) == [world.ben.id]
        await press(world, world.ben, told, "confirm")
        assert (await rows(world, "SELECT status FROM league_results")) == [("counted",)]


class TestADispute:
    @pytest.mark.parametrize("in_dms", [False, True])
    async def test_is_told_to_the_player_who_entered_it_and_to_managers(self, world, boss, news, in_dms):
        both = (world.ann, boss)
        await make(world, boss, news, dm=both if in_dms else ())
        await press(world, world.ben, await enter_result(world), "deny")
        (told,) = world.shown(news)
        assert "Ben says that a result is wrong: **Ann** 121, Ben 97" in world.text(told)
        assert sorted(world.pinged(told)) == ([] if in_dms else sorted(one.id for one in both))
        for actor in both if in_dms else ():
            assert "Ben says that a result is wrong" in private(world, actor)[-1]

    async def test_taken_back_is_no_dispute(self, world, boss, news):
        await make(world, boss, news)
        await press(world, world.ann, await enter_result(world), "deny")
        assert world.texts(news) == []


class TestTheEnd:
    async def test_names_the_winners_and_notifies_them(self, world, boss, news):
        await make(world, boss, news, dm=(world.ben,))
        await press(world, world.ben, await enter_result(world), "confirm")
        await close_season(world, boss)
        (told,) = world.shown(news)
        assert "Season 1 of **Winter** is over. **Ann** won!" in world.text(told)
        assert world.pinged(told) == [world.ann.id]
        assert "Season 1 of **Winter** is over. **Ann** won!" in private(world, world.ben)[-1]


class TestWithdrawn:
    async def test_the_play_button_goes_from_dms_and_from_the_channel(self, world, boss, news):
        await start(world, boss, news, dm=(world.ann,))
        (told,), own = world.shown(news), last_private(world, world.ann)
        before = world.snapshot(own)
        await stop_playing(world, world.ben)
        assert "[Play Ben]" not in world.text(own)
        assert "Ben has withdrawn, so you don't play them." in world.text(own)
        assert "(Ben has withdrawn)" in world.text(told)
        assert "[Play my game]" not in world.text(told)
        late = next(name for name in _ids(before["components"]) if name.startswith("l1:play:"))
        (refused,) = await world.late({"actor": world.ann, "message": before, "custom_id": late})
        assert world.text(refused.response) == "Ben has withdrawn from Winter, so this game isn't played."
        await world.command(world.ben, "league join")
        assert "[Play Ben]" in world.text(own), "who comes back has a button again"

    async def test_nor_is_there_one_among_the_fixtures(self, world, boss, news):
        await start(world, boss, news, world.ann, world.ben, world.cy)
        listed = (await world.command(world.ann, "league fixtures")).response
        assert "Play Ben]" in world.text(listed)
        await stop_playing(world, world.ben)
        again = world.text((await world.command(world.ann, "league fixtures")).response)
        assert "Play Ben]" not in again
        assert "Play Cy]" in again
        assert "(Ben has withdrawn)" in again

    async def test_an_erased_player_has_none(self, world, boss, news):
        await start(world, boss, news, dm=(world.ann, world.ben))
        asked = (await world.command(world.ben, "privacy erase")).response
        await world.press(world.ben, asked, "erase")
        await world.env.settle()
        own = world.text(last_private(world, world.ann))
        assert "a former player has withdrawn, so you don't play them." in own
        assert "[Play" not in own

    async def test_a_substitute_takes_the_place_of_a_player(self, world, boss, news):
        await start(world, boss, news, dm=(world.ann,))
        page = (await manage(world, boss, "people")).response
        await submit(world, boss, page, "addpeople", {"names": "Old Tom"})
        await submit(world, boss, page, "replace", {"player": "Ben", "other": "Old Tom", "reason": "away"})
        started = world.shown(world.dm(world.ann))[0]
        assert "Old Tom" in world.text(started)
        assert "Ben" not in world.text(started)
        assert "[Play" not in world.text(started), "Old Tom has no account"

    async def test_an_edit_that_was_not_made_is_made_after_a_restart(self, world, boss, news):
        await start(world, boss, news, dm=(world.ann,))
        own = last_private(world, world.ann)
        world.env.inject_error("PATCH", f"/channels/{world.dm(world.ann).id}/messages/{own.id}", status=500, times=None)
        await stop_playing(world, world.ben)
        assert "[Play Ben]" in world.text(own)
        world.mend()
        await world.restart()
        await world.env.settle()
        assert "[Play Ben]" not in world.text(own)


class TestClosedDms:
    async def test_are_made_up_for_by_one_mention_in_the_channel(self, world, boss, news):
        for actor in (world.ann, world.ben):
            await actor.send_dm("hello")
        world.shut(world.ann, world.ben)
        await start(world, boss, news, *world.people, dm=world.people)
        told, excuse = world.shown(news)
        assert world.pinged(told) == []
        assert "I can't DM you, so here is your news." in world.text(excuse)
        assert sorted(world.pinged(excuse)) == sorted([world.ann.id, world.ben.id])
        assert "[Play my game]" in world.text(excuse)
        assert "season 1 has started" in private(world, world.cy)[-1]
        await look(world)
        await world.restart()
        await look(world)
        assert len(world.shown(news)) == 2


class TestAKill:
    @sampled("written", range(7))
    async def test_between_any_two_steps_tells_everybody_once(self, world, boss, news, monkeypatch, written):
        """The bot dies after so many writes about messages: before or after Discord has each of the three."""
        await make(world, boss, news, format="single", dm=(world.ann, world.ben))
        service, left = world.bot.context.leagues.news, written
        original = service.put_message

        async def put(message):
            nonlocal left
            if left == 0:
                world.bot.news_posting._closed = True
                raise asyncio.CancelledError
            left -= 1
            await original(message)

        monkeypatch.setattr(type(service), "put_message", lambda _, message: put(message))
        await manage(world, boss, "start")
        monkeypatch.undo()
        await world.restart()
        await world.env.settle()
        await look(world)
        assert [len(world.shown(news)), *(len(private(world, one)) for one in (world.ann, world.ben))] == [1, 1, 1]
        assert {state for (state,) in await rows(world, "SELECT state FROM league_news_messages")} == {"sent"}
        assert await rows(world, "SELECT state FROM league_news") == [("sent",)]

    async def test_a_message_that_is_sent_again_has_the_same_nonce(self, world, boss, news, monkeypatch):
        await make(world, boss, news, format="single")
        nonces = record_nonces(monkeypatch, news)
        world.env.inject_error("POST", f"/channels/{news.id}/messages", status=500, times=1)
        await manage(world, boss, "start")
        await look(world)
        assert len(world.shown(news)) == 1
        first, again = nonces[0], nonces[-1]
        assert first == again
        assert first[1] is True


class TestTheChannel:
    async def test_in_which_the_bot_may_not_post_keeps_nobody_from_a_dm(self, world, boss, news):
        await make(world, boss, news, format="single", dm=(world.ann,))
        world.forbid(SEND_MESSAGES, channel=news)
        await manage(world, boss, "start")
        assert "season 1 has started" in private(world, world.ann)[-1]
        assert "I can't post in" in await world.told(boss, "manage home")

    async def test_in_which_the_bot_may_not_post_is_told_once_it_may(self, world, boss, news):
        await make(world, boss, news, format="single")
        before = len(world.shown(news))
        world.forbid(SEND_MESSAGES, channel=news)
        await manage(world, boss, "start")
        for _ in range(3):
            await look(world)
        assert len(await world.bot.context.leagues.news.unsent()) == 1
        refused = [request.path for request in world.env.http_requests].count(f"/channels/{news.id}/messages")
        world.forbid(channel=news)
        await world.env.advance_time(61)
        for _ in range(2):
            await look(world)
        assert len(world.shown(news)) == before + 1
        assert await world.bot.context.leagues.news.unsent() == []
        sent = [request.path for request in world.env.http_requests].count(f"/channels/{news.id}/messages")
        assert sent - refused <= 3, "it was looked for, and sent once"

    async def test_is_not_chosen_by_members(self, world, boss, news):
        await create_league(world, boss)
        page = (await world.command(world.ann, "league home")).response
        pressed = {"actor": world.ann, "message": world.snapshot(page), "custom_id": "l1:newschannel:1"}
        (refused,) = await world.late({**pressed, "values": [str(news.id)]})
        assert world.text(refused.response) == "Only managers of Winter can do this."


class TestMany:
    async def test_members_make_few_messages_and_no_burst(self, world, boss, news, monkeypatch):
        """A season of 150 in which 15 prefer DMs: a handful of messages, and every request waits for its turn."""
        await make(world, boss, news, format="swiss")
        database, leagues = world.bot.context.tables.database, world.bot.context.leagues
        league = await leagues.directory.find_by_name(world.guild.id, "Winter")
        for number in range(148):
            actor = world.env.create_user(f"p{number}", global_name=f"Player {number}")
            player = await players.meet(database, actor.id, f"Player {number}")
            await leagues.members.join(league, player)
            if number < 15:
                chosen = await world.bot.context.accounts.preferences.read(player.id)
                await world.bot.context.accounts.preferences.put(player.id, replace(chosen, news="dm"))
        turns, sent = [], []
        pacer, original = world.bot._pacer, FakeHTTPClient.request

        async def request(self, route, **options):
            if (route.method == "POST" and "/messages" in route.url) or route.url.endswith("/channels"):
                sent.append(route.url)
            return await original(self, route, **options)

        turn = pacer.turn
        monkeypatch.setattr(pacer, "turn", lambda priority: turns.append(priority) or turn(priority))
        monkeypatch.setattr(FakeHTTPClient, "request", request)
        asker = Asker(await players.meet(database, boss.id, "Boss"), manages_server=True)
        with world.env._bot_scope():
            await leagues.seasons.begin(league, asker)
            await world.bot.news_posting.look()
        await world.env.settle()
        told = world.shown(news)
        assert len(told) == 2
        assert sum(text.count(" v ") for text in world.texts(news)) == 75
        assert sum(len(world.pinged(message)) for message in told) == 135
        assert max(len(world.pinged(message)) for message in told) <= 100
        assert len(turns) == len(told) + 2 * 15
        assert set(turns) == {3}
        assert len(sent) <= len(turns)


def _ids(components):
    for part in components:
        if "custom_id" in part:
            yield part["custom_id"]
        yield from _ids(part.get("components", ()))


class TestMembersPage:
    async def test_leads_to_everything(self, world, boss, news):
        await start(world, boss, news)
        page = await world.command(world.ann, "league home")
        assert page.ephemeral
        text = world.text(page.response)
        assert text.startswith("**Winter**, season 1: in progress. 2 players.\n\nYou play **Ben** in round 1.\n")
        labels = [line for line in text.splitlines() if line.startswith("[")]
        assert labels == [
            "[Play Ben]",
            "[Table]",
            "[My games]",
            "[History]",
            "[Enter a result]",
            "[Download]",
            "[Stop playing]",
        ]
        for action, shown in (("show:1:0", "Ann"), ("show:1:1", "Your fixtures"), ("show:1:2", "Season 1")):
            answer = await press(world, world.ann, page.response, action)
            assert answer.ephemeral
            assert shown in world.text(answer.response)
        assert text == world.text(page.response), "the page stays"

    async def test_lets_a_result_be_entered_in_a_form(self, world, boss, news):
        await start(world, boss, news)
        page = (await world.command(world.ann, "league home")).response
        done = await submit(world, world.ann, page, "enter", {"opponent": ["f1"], "mine": "121", "theirs": "97"})
        assert world.pinged(done.response) == [world.ben.id]
        await press(world, world.ben, done.response, "confirm")
        assert await rows(world, "SELECT fixture_id, status FROM league_results") == [(1, "counted")]
        home = world.text((await world.command(world.ann, "league home")).response)
        assert "[Play Ben]" not in home

    @pytest.mark.parametrize(("mine", "score"), [("+14", "**Ann** 121, Ben 107"), ("-14", "**Ben** 121, Ann 107")])
    async def test_takes_the_difference_alone(self, world, boss, news, mine, score):
        await start(world, boss, news)
        page = (await world.command(world.ann, "league home")).response
        fields = {"opponent": ["f1"], "mine": mine, "theirs": ""}
        refused = await submit(world, world.ann, page, "enter", {**fields, "hand": "27"})
        assert world.text(refused.response) == "No hand scores 27."
        done = await submit(world, world.ann, page, "enter", {**fields, "hand": "24"})
        assert score in world.text(done.response)
        assert "Best hands: Ann 24" in world.text(done.response)

    async def test_refuses_a_score_that_is_no_number_in_one_sentence(self, world, boss):
        await create_league(world, boss)
        page = (await world.command(world.ann, "league home")).response
        [(ben,)] = await rows(world, "SELECT id FROM players WHERE name = 'Ben'")
        done = await submit(world, world.ann, page, "enter", {"opponent": [f"p{ben}"], "mine": "lots", "theirs": "9"})
        assert world.text(done.response).startswith("Type scores like 121-98, or +14")

    async def test_offers_to_join_and_to_confirm(self, world, boss):
        await create_league(world, boss, world.ann, world.ben)
        assert "[Join]" in await world.told(world.cy, "league home")
        await enter_result(world)
        page = (await world.command(world.ben, "league home")).response
        assert "1 result waits for you to confirm it." in world.text(page)
        assert "[Join]" not in world.text(page)
        answer = await press(world, world.ben, page, "show:1:3")
        assert "Please confirm these results" in world.text(answer.response)

    async def test_opens_from_a_message_in_a_dm_and_is_closed_to_strangers_there(self, world, boss, news):
        await start(world, boss, news, dm=(world.ann,))
        answer = await press(world, world.ann.user, last_private(world, world.ann), "home")
        assert world.text(answer.response).startswith("**Winter**, season 1")
        await world.dan.send_dm("hello")
        message = world.snapshot(last_private(world, world.ann))
        pressed = {"actor": world.dan, "message": message, "custom_id": "l1:home:1:1"}
        (refused,) = await world.late(pressed)
        assert world.text(refused.response) == "I can't find that league here. See /league list."


class TestManagersPage:
    async def test_leads_to_all_pages(self, world, boss, news):
        await create_league(world, boss, format="single")
        page = (await world.command(boss, "manage home")).response
        assert "There's no channel for news yet." in world.text(page)
        started = await press(world, boss, page, "manage:1:1")
        assert "The season begins!" in world.text(started.response)
        page = (await world.command(boss, "manage home")).response
        assert f"News goes to <#{world.channel.id}>." in world.text(page)
        assert "1 game is left to play." in world.text(page)
        for number, text in DATA["pages"]:
            answer = await press(world, boss, page, f"manage:1:{number}")
            assert answer.ephemeral
            assert text in world.text(answer.response), number
            back = await press(world, boss, answer.response, "manage:1:0")
            assert "1 game is left to play." in world.text(back.response), number
        results = await press(world, boss, page, "results")
        assert "There are no results in **Winter** yet." in world.text(results.response)
        page = (await press(world, boss, results.response, "manage:1:0")).response
        people = await press(world, boss, page, "people")
        assert "People of Winter" in world.text(people.response)

    async def test_is_for_managers_alone(self, world, boss):
        await create_league(world, boss)
        assert await refused_to_manage(world, world.ann, "home") == "Only managers of Winter can do this."
        page = (await world.command(boss, "manage home")).response
        stolen = {"actor": world.ann, "message": world.snapshot(page), "custom_id": id_of(world, page, "manage:1:7")}
        (refused,) = await world.late(stolen)
        assert world.text(refused.response) == "Only managers of Winter can do this."
