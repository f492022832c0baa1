"""Leagues in a simulated Discord: made, joined, played, entered, settled and closed by players and managers."""

import re

import pytest

from tests.support.data_files import data_beside
from tests.support.league_steps import (
    close_season,
    create_league,
    enter_result,
    id_of,
    invite,
    manage,
    manage_told,
    newest_result,
    press,
    refusal,
    refused_to_manage,
    resign,
    sit_down,
    stop_playing,
    submit,
    table_rows,
)

DATA = data_beside(__file__)

BEN_LEADS = [["Ben", "1", "1", "0"], ["Ann", "1", "0", "1"]]
"""The table after Ben has won the one game."""


class TestMade:
    async def test_defaults_are_shown(self, world, boss):
        told = await create_league(world, boss, preset="acc")
        assert "**The league Winter is open!** Press **Join**, then play anyone with `/league play`." in told
        assert "- Rules: `acc` (Tournament rules), to 121 points\n" in told
        assert "- Points: 2 for a win, 3 for a skunk (default)\n" in told
        assert "- Format: open play: play anyone, as often as you like (default)\n" in told

    async def test_the_servers_own_preset_is_taken(self, world, boss):
        await boss.slash(world.channel, "server preset", preset="acc")
        assert "- Rules: `acc` (Tournament rules), to 121 points (default)\n" in await create_league(world, boss)

    async def test_is_refused_to_others_and_twice(self, world, boss, winter):
        assert "You need the Manage Server permission" in await refusal(world, world.ann, "league create", name="X")
        told = await refusal(world, boss, "league create", name="WINTER")
        assert "There is already a league called WINTER here." in told

    async def test_listed_joined_and_left(self, world, boss, winter):
        told = await world.told(world.cy, "league list")
        assert told.startswith("- **Winter**: 2 players, season 1 (in progress), open play")
        assert "- Time zone: UTC" in await world.told(world.cy, "league list", league="winter")
        assert await world.told(world.cy, "league join") == "**Cy** joined **Winter**. Play anyone with `/league play`."
        assert "already" in await refusal(world, world.cy, "league join")
        left = await stop_playing(world, world.ann)
        assert world.text(left.response) == "You've left Winter."
        assert [line[1] for line in await table_rows(world)] == ["Ben", "Cy"]
        assert "[Stop playing]" not in await world.told(world.ann, "league home")

    async def test_none(self, world):
        for command in ("join", "fixtures", "history", "player", "ratings"):
            assert await refusal(world, world.ann, f"league {command}") == (
                "There's no league here yet. Make one with /league create."
            )
        assert "There's no league here yet." in await refusal(world, world.ann, "league list")
        assert "There's no league here yet." in await world.told(world.ann, "league table", season=3)
        told = await world.told(world.ann, "league table")
        assert told.startswith("**Ladder, "), "without a league the table is of friendly games"
        assert "can make one with `/league create`" in told

    async def test_what_is_typed_at_length_is_answered_all_the_same(self, world, boss, winter):
        assert "There's no league called xxx" in await refusal(world, world.ann, "league join", league="x" * 6000)
        assert "must have 1-64 characters" in await refusal(world, boss, "league create", name="x" * 6000)
        assert "there's no 'xxx" in await refusal(world, boss, "league create", name="A", preset="x" * 6000)
        told = await refused_to_manage(world, boss, "withdraw", player="_" * 100, reason="x" * 300)
        assert "has no player called" in told
        said = await manage_told(world, boss, "withdraw", player="Ann", reason="_" * 300)
        assert said.startswith("**Ann** was withdrawn from **Winter**")

    async def test_names_are_escaped(self, world, boss):
        told = await create_league(world, boss, name="*@everyone*")
        assert "The league \\*@\u200beveryone\\* is open!" in told
        assert "\\*@\u200beveryone\\*" in await refusal(world, world.ann, "league join")


class TestPlayed:
    async def test_a_fixture_from_its_button_to_the_table(self, world, boss):
        await create_league(world, boss, format="single")
        drawn = await manage_told(world, boss, "start")
        assert "**Winter: The season begins!**" in drawn
        listed = (await world.command(world.ann, "league fixtures")).response
        assert "1. Play Ben" in world.text(listed)
        await world.restart()
        invitation = (await press(world, world.ann, listed, "play")).response
        assert world.pinged(invitation) == [world.ben.id]
        await world.press(world.ben, invitation, "accept")
        await resign(world, world.ann)
        await world.env.settle()
        assert [line[1:5] for line in await table_rows(world)] == BEN_LEADS
        told = world.text((await world.command(world.ann, "league fixtures")).response)
        assert "- **Ben** beats Ann" in told
        assert "[1. Play" not in told
        assert "have no fixtures left" in await refusal(world, world.ben, "league play", opponent=world.ann)

    async def test_open_play_names_the_league_at_once_and_at_its_end(self, world, boss, winter):
        invitation = await invite(world)
        assert "House rules" in world.text(invitation)
        assert "league Winter" in world.text(invitation)
        name = world.name_on(invitation)
        assert "It's in <#" in await refusal(world, world.ann, "league play", opponent=world.ben)
        await world.press(world.ben, invitation, "accept")
        assert "league Winter" in world.text(world.public(name))
        assert "It counts in" not in world.text(world.public(name))
        await resign(world, world.ann)
        await world.env.settle()
        assert "It counts in Winter." in world.text(world.table_in(world.channel))
        assert not world.is_open(name)
        assert [line[1:5] for line in await table_rows(world)] == BEN_LEADS

    async def test_a_result_that_counted_before_a_kill_is_shown_after_the_start(self, world, boss, winter):
        name = await sit_down(world)
        table_id = world.game(name).id
        await resign(world, world.ann)
        # The bot was killed when the result was stored and its board not yet drawn.
        tables = world.bot.context.tables
        await tables.messages.store_marks()
        (board,) = await tables.messages.of(table_id, "screen")
        async with tables.database.transaction() as writing:
            writing.write("DELETE FROM league_sides")
            writing.write("DELETE FROM league_results")
        tables.messages.mark_shown(table_id, (await tables.find(table_id)).revision, board.message_id)
        world.fail("edit", times=None)
        await world.restart()
        assert [line[1:5] for line in await table_rows(world)] == BEN_LEADS
        await world.restart()
        before = len(world.env.http_requests)
        world.mend()
        await world.restart()
        await world.env.advance_time(2)
        edits = [one for one in world.env.http_requests[before:] if one.method == "PATCH" and "/messages" in one.path]
        assert any(str(board.message_id) in one.path for one in edits)

    async def test_what_does_not_count_is_not_said_to_count(self, world, boss):
        await create_league(world, boss, format="single")
        await manage_told(world, boss, "start")
        await sit_down(world)
        forfeit = {"fixture": 1, "winner": "Ann", "reason": "too late"}
        told = await manage_told(world, boss, "forfeit", **forfeit)
        game = world.name_on(world.table_in(world.channel))
        assert told.endswith(f"-# Their game `{game}` no longer counts. End it on `/manage home`, **Fixtures**.")
        await resign(world, world.ann)
        await world.env.settle()
        assert "It doesn't count in Winter." in world.text(world.table_in(world.channel))

    async def test_of_a_match_every_game_is_the_leagues_and_the_last_one_counts(self, world, boss):
        await create_league(world, boss, best_of=3)
        await sit_down(world)
        await resign(world, world.ann)
        over = world.table_in(world.channel)
        assert "It counts in" not in world.text(over)
        assert [line[2] for line in await table_rows(world)] == ["0", "0"]
        await world.press(world.ann, over, "again")
        assert "league Winter" in world.text(world.table_in(world.channel))
        await resign(world, world.ann)
        assert "It counts in Winter." in world.text(world.table_in(world.channel))
        assert [line[1:5] for line in await table_rows(world)] == BEN_LEADS

    async def test_a_bot_or_a_stranger(self, world, boss, winter):
        assert "Cy isn't in Winter" in await refusal(world, world.ann, "league play", opponent=world.cy)
        robot = world.guild.add_member(world.env.create_user("robot", bot=True))
        assert "Leagues are for people" in await refusal(world, world.ann, "league play", opponent=robot)


class TestEntered:
    async def test_confirmed_by_the_other_player(self, world, boss, winter):
        asked = await enter_result(world, best_mine=24)
        assert world.pinged(asked) == [world.ben.id]
        assert "Ann entered a result in **Winter**: **Ann** 121, Ben 97. Best hands: Ann 24." in world.text(asked)
        assert [line[2] for line in await table_rows(world)] == ["0", "0"], "it waits"
        await press(world, world.ben, asked, "confirm")
        assert "Confirmed by Ben. It counts in **Winter**." in world.text(asked)
        assert world.ids(asked) == []
        assert [line[1:5] for line in await table_rows(world)] == [["Ann", "1", "1", "0"], ["Ben", "1", "0", "1"]]

    async def test_by_a_manager_with_the_button_or_the_command(self, world, boss, winter):
        asked = await enter_result(world)
        await press(world, boss, asked, "confirm")
        assert "Confirmed by Boss." in world.text(asked)
        await enter_result(world, 121, 119)
        number = await newest_result(world, boss)
        told = await manage_told(world, boss, "confirm", result=number)
        assert told == "**Ann** 121, Ben 119 #2: counted in **Winter**."

    async def test_not_by_another_player_and_taken_back_by_the_player_who_entered_it(self, world, boss, winter):
        asked = await enter_result(world)
        for actor, words in ((world.cy, "Only managers of Winter"), (world.ann, "You entered this result")):
            result = await press(world, actor, asked, "confirm")
            assert result.ephemeral
            assert words in world.text(result.response)
        assert "is this right?" in world.text(asked)
        await press(world, world.ann, asked, "deny")
        assert "Ann took this result back" in world.text(asked)

    async def test_disputed_and_corrected(self, world, boss, winter):
        asked = await enter_result(world)
        await press(world, world.ben, asked, "deny")
        assert "Ben says this is wrong." in world.text(asked)
        assert [line[2] for line in await table_rows(world)] == ["0", "0"]
        number = await newest_result(world, boss)
        told = await manage_told(
            world, boss, "correct", result=number, first_holes=119, second_holes=121, reason="Ben's card"
        )
        assert told == "Corrected: **Ann** 121, Ben 97 #1 is now **Ben** 121, Ann 119. Reason: Ben's card"
        assert [line[1:5] for line in await table_rows(world)] == BEN_LEADS
        log = await refused_to_manage(world, boss, "log")
        assert "Boss: corrected" in log
        assert "Ann: entered a result, Ann 121 against Ben 97" in log
        assert "*Ben's card*" in log

    async def test_after_a_restart_by_a_doubled_click_it_counts_once(self, world, boss, winter):
        asked = await enter_result(world)
        await world.restart()
        pressed = {"actor": world.ben, "message": world.snapshot(asked), "custom_id": id_of(world, asked, "confirm")}
        await world.late(pressed, pressed)
        assert "It counts in **Winter**." in world.text(asked)
        assert [line[2:4] for line in await table_rows(world)] == [["1", "1"], ["1", "0"]]

    async def test_from_the_list_of_what_waits(self, world, boss, winter):
        await enter_result(world)
        await enter_result(world, 100, 121)
        assert "[Confirm results]" not in await world.told(world.ann, "league home")
        listed = (
            await press(world, world.ben, (await world.command(world.ben, "league home")).response, "show:1:3")
        ).response
        assert "Please confirm these results" in world.text(listed)
        assert world.text(listed).count("[Confirm") == 2
        await press(world, world.ben, listed, "confirm")
        assert world.text(listed).count("[Confirm") == 1

    async def test_what_cannot_have_been_is_refused(self, world, boss, winter):
        others = (({"opponent": world.cy}, "Cy isn't in Winter"), ({"opponent": world.ann}, "You can't play yourself."))
        for options, words in (*DATA["impossible"], *others):
            given = {"opponent": world.ben, "mine": 121, "theirs": 97, **options}
            told = await refusal(world, world.ann, "league enter", **given)
            assert words in told
            assert "\n" not in told
        assert [line[2] for line in await table_rows(world)] == ["0", "0"]


class TestManaged:
    async def test_a_forfeit(self, world, boss):
        await create_league(world, boss, format="single")
        await manage(world, boss, "start")
        forfeit = {"fixture": 1, "winner": "Ben", "reason": "Ann did not come"}
        assert "Only managers of" in await refused_to_manage(world, world.ben, "forfeit", **forfeit)
        told = await manage_told(world, boss, "forfeit", **forfeit)
        assert told == "Awarded: **Ben** beats Ann #1. Reason: Ann did not come"
        assert [line[1:5] for line in await table_rows(world)] == BEN_LEADS

    async def test_struck_out_and_let_count_again(self, world, boss, winter):
        asked = await enter_result(world)
        await press(world, world.ben, asked, "confirm")
        number = await newest_result(world, boss)
        assert "Removed" in await manage_told(world, boss, "void", result=number, reason="wrong date")
        assert [line[2] for line in await table_rows(world)] == ["0", "0"]
        assert "Give a reason" in await refused_to_manage(world, boss, "confirm", result=number, reason=" ")
        told = await manage_told(world, boss, "confirm", result=number, reason="it was right")
        assert "counted in **Winter**" in told

    async def test_two_others(self, world, boss, winter):
        told = await manage_told(
            world, boss, "enter", first="Ben", second=f"<@{world.ann.id}>", first_holes=121, second_holes=80
        )
        names = f"<@{world.ben.id}> and <@{world.ann.id}>"
        assert told == f"**Ben** 121, Ann 80, a skunk #1: counted in **Winter**.\n-# {names}"
        assert "has no player called Zoe" in await refused_to_manage(
            world, boss, "enter", first="Zoe", second="Ann", first_holes=121, second_holes=80
        )

    async def test_the_same_score_again_is_asked_about(self, world, boss, winter):
        same = "the same game as #1"
        asked = await enter_result(world)
        assert same not in world.text(asked)
        await press(world, world.ben, asked, "confirm")
        again = await enter_result(world)
        assert f"If it's {same}, press **That's wrong**." in world.text(again)
        two = {"first": "Ben", "second": "Ann", "first_holes": 97, "second_holes": 121}
        assert same not in await manage_told(world, boss, "enter", **two | {"first_holes": 96})
        assert "Is it the same game as #2? Then press **Remove**" in await manage_told(world, boss, "enter", **two)

    async def test_withdrawn(self, world, boss, winter):
        await press(world, world.ben, await enter_result(world), "confirm")
        assert "**Ann** has withdrawn" in world.text((await stop_playing(world, world.ann)).response)
        told = await manage_told(world, boss, "withdraw", player="Ben", reason="moved away")
        assert told == "**Ben** was withdrawn from **Winter**. Their results stay. Reason: moved away"
        assert "isn't in" in await refusal(world, world.ann, "league play", opponent=world.ben)

    async def test_managers_are_listed(self, world, boss, winter):
        assert "Only managers of Winter" in await refused_to_manage(world, world.ann, "log")
        assert "plus Ann and Boss." in await manage_told(world, boss, "manager", who=world.ann)
        assert "created Winter" in await refused_to_manage(world, world.ann, "log")
        assert "plus Ann and Boss." in await refused_to_manage(world, world.ann, "manager")
        await manage(world, boss, "manager", who=world.ann, remove=True)
        assert "Only managers of Winter" in await refused_to_manage(world, world.ann, "log")

    async def test_a_role_runs_it(self, world, boss, winter):
        role = world.guild.create_role("secretaries")
        eve = world.guild.add_member(world.env.create_user("eve", global_name="Eve"), roles=[role])
        await world.env.settle()
        assert "Only managers of" in await refused_to_manage(world, eve, "log")
        assert f"Manage Server, the role <@&{role.id}>" in await manage_told(world, boss, "role", role=role)
        assert f"made the role <@&{role.id}> manager" in await refused_to_manage(world, eve, "log")

    async def test_settings(self, world, boss, winter):
        told = await refusal(world, boss, "manage settings", minimum=9, zone="london", turn_time=86400)
        assert "- Ranked: after 9 games" in told
        assert "- Time zone: Europe/London" in told
        assert "- Time limit: 1 day per turn." in told
        assert "- Rules: `acc`" in await refusal(world, boss, "manage settings", preset="acc")
        await enter_result(world)
        assert "You can't change this until it's closed" in await refusal(
            world, boss, "manage settings", preset="house"
        )


async def test_managers_read_the_log_page_by_page(world, boss, winter):
    for number in range(30):
        await boss.slash(world.channel, "manage settings", minimum=number % 2)
    log = (await manage(world, boss, "log")).response
    older = {"actor": boss, "message": world.snapshot(log), "custom_id": id_of(world, log, "log")}
    assert world.text(log).count("needs to be ranked") == 25
    assert "[Latest]" not in world.text(log)
    (told,) = await world.late({**older, "actor": world.ann})
    assert world.text(told.response) == "Only managers of Winter can do this."
    await world.late(older)
    assert "created Winter" in world.text(log)
    assert "[Latest]" in world.text(log)
    assert "[Older]" not in world.text(log)


async def test_managers_choose_what_of_the_log_they_read(world, boss):
    await create_league(world, boss, world.ann, world.ben, format="club", preset="acc")
    await boss.slash(world.channel, "manage night", format="free")
    for one in (world.ann, world.ben):
        await one.slash(world.channel, "league here")
    log = (await manage(world, boss, "log")).response
    assert "checked in" not in world.text(log)
    assert "Everything but check-ins" in world.text(log)
    assert lines_of(world.text(await read(world, boss, log, "5"))) == ["checked in Ben", "checked in Ann"]
    assert "checked in Ann" in world.text(await read(world, boss, log, "6"))
    assert lines_of(world.text(await read(world, boss, log, "2", "Ben"))) == ["joined"]
    assert "People, Ben" in world.text(log)
    told = await submit(world, boss, log, "logfilter", {"topics": ["0"], "player": "Zoe"})
    assert "has no player called Zoe" in world.text(told.response)


def lines_of(text):
    """What each line of a log says, without who did it, and the night."""
    return [line.rpartition(": ")[2].partition(" to night")[0] for line in re.findall(r"^- (.*)", text, re.M)]


async def read(world, boss, log, topics, player=""):
    await submit(world, boss, log, "logfilter", {"topics": [topics], "player": player})
    return log


class TestRefusals:
    async def test_each_is_one_private_sentence(self, world, boss, winter):
        for command, options, sentence in DATA["unknown"]:
            assert sentence in await refusal(world, boss, command, **options)
        for act, options, sentence in DATA["unmanageable"]:
            assert sentence in await refused_to_manage(world, boss, act, **options)

    async def test_a_name_of_two_players(self, world, boss, winter):
        """Neither is taken for the other; a mention and an id that was suggested tell who is meant."""
        ann = await world.bot.context.accounts.players.find(world.ann.id)
        for name in ("Ann", str(ann.id)):
            other = world.guild.add_member(world.env.create_user(f"other{name}", global_name=name))
            await other.slash(world.channel, "league join")
        assert "Winter has no player called Ann." in await refusal(world, world.ben, "league player", player="Ann")
        for typed in (f"<@{world.ann.id}>", str(ann.id)):
            assert "**Ann** in **Winter**" in await world.told(world.ben, "league player", player=typed)

    async def test_a_name_that_is_nearly_known_is_suggested(self, world, boss, winter):
        said = await refused_to_manage(world, boss, "withdraw", player="Benn", reason="ill")
        assert said.startswith("Winter has no player called Benn. Did you mean Ben?")

    async def test_a_result_of_another_league(self, world, boss, winter):
        await world.command(world.ann, "league enter", opponent=world.ben, mine=121, theirs=97)
        await create_league(world, boss, name="Summer")
        told = await refused_to_manage(world, boss, "void", result=1, reason="ill", league="Summer")
        assert "This result belongs to Winter." in told


class TestOmitted:
    async def test_several_leagues_are_named_where_one_must_be_chosen(self, world, boss, winter):
        await create_league(world, boss, name="Summer")
        assert "You are in several leagues: Summer and Winter" in await refusal(
            world, world.ann, "league play", opponent=world.ben
        )
        assert "There are several leagues: Summer and Winter" in await refusal(world, boss, "manage home")
        assert "There are several leagues: Summer and Winter" in await refusal(world, world.cy, "league join")
        await world.command(world.cy, "league join", league="Winter")
        assert "joined **Summer**" in await world.told(world.cy, "league join"), "it is the only one left"

    async def test_the_newest_of_ones_own_leagues_is_shown(self, world, boss, winter):
        await create_league(world, boss, world.cy, name="Summer")
        assert "**Winter**" in await world.told(world.ann, "league table")
        assert "**Summer**" in await world.told(world.cy, "league table")

    async def test_the_page_is_ones_own_unless_a_player_is_named(self, world, boss, winter):
        assert "**Ann** in **Winter**" in await world.told(world.ann, "league player")
        assert "**Ben** in **Winter**" in await world.told(world.ann, "league player", player="Ben")


class TestClosed:
    async def test_a_question_comes_before_the_crown(self, world, boss, winter):
        asked = await enter_result(world)
        await press(world, world.ben, asked, "confirm")
        assert "Only managers of" in await refused_to_manage(world, world.ann, "close")
        question = (await manage(world, boss, "close", starts_on="2026-09-01")).response
        await press(world, boss, question, "stay")
        assert world.text(question) == "The season stays open."
        await close_season(world, boss, starts_on="2026-09-01")
        assert "Season 1 of **Winter** is over. **Ann** won!" in world.texts(world.channel)[-1]
        history = await world.told(world.cy, "league history")
        assert "- Season 2 from 2026-09-01: in progress" in history
        assert "- Season 1: closed, won by **Ann**" in history
        assert "**Ann** 121, Ben 97 #1 (in person)" in history
        assert [line[2] for line in await table_rows(world)] == ["0", "0"]
        assert [line[2] for line in await table_rows(world, season=1)] == ["1", "1"]
        assert "Won by Ann." in await world.told(world.cy, "league table", season=1)
        assert "has no season 9" in await refusal(world, world.cy, "league table", season=9)

    @pytest.mark.parametrize("erased", [False, True])
    async def test_of_a_knockout_names_its_champion(self, world, boss, erased):
        await create_league(world, boss, name="Cup", format="knockout")
        await manage(world, boss, "start")
        await manage(world, boss, "forfeit", fixture=1, winner="Ann", reason="late")
        await close_season(world, boss)
        assert "Season 1 of **Cup** is over. **Ann** won!" in world.texts(world.channel)[-1]
        if erased:
            await world.press(world.ann, (await world.command(world.ann, "privacy erase")).response, "erase")
        champion = "a former player" if erased else "Ann"
        assert f"- Season 1: closed, won by **{champion}**" in await world.told(world.cy, "league history")
        told = await world.told(world.cy, "league table", season=1)
        assert f"**Bracket of Cup**, season 1. Won by {champion}." in told

    async def test_by_clicks_at_once_it_is_closed_once(self, world, boss, winter):
        await press(world, world.ben, await enter_result(world), "confirm")
        question = (await manage(world, boss, "close", starts_on="2026-09-01")).response
        pressed = {"actor": boss, "message": world.snapshot(question), "custom_id": id_of(world, question, "close")}
        told = [world.text(one.response) for one in await world.late(*[pressed] * 3)]
        assert sum("Season 1 of Winter is already closed." in one for one in told) == 2
        assert sum("is over. **Ann** won!" in text for text in world.texts(world.channel)) == 1
        history = await world.told(world.cy, "league history")
        assert "- Season 2 from 2026-09-01: in progress" in history
        assert "- Season 1: closed, won by **Ann**" in history


async def announced(world, boss, **options):
    return (await boss.slash(world.channel, "league create", name="Winter", **options)).response


async def refused(world, actor, message):
    result = await press(world, actor, message, "join")
    assert result.ephemeral
    return world.text(result.response)


async def test_joins_in_public_and_names_the_next_step_also_after_a_restart(world, boss):
    message = await announced(world, boss)
    assert "[Join]" in world.text(message)
    await world.restart()
    joined = await press(world, world.ann, message, "join")
    assert not joined.ephemeral
    assert world.text(joined.response) == "**Ann** joined **Winter**. Play anyone with `/league play`."
    assert await refused(world, world.ann, message) == "You're already in Winter."
    await press(world, world.ben, message, "join")
    assert [line[1] for line in await table_rows(world)] == ["Ann", "Ben"]


async def test_closed_entries_are_one_sentence_until_the_next_season(world, boss):
    message = await announced(world, boss, format="single")
    for one in (world.ann, world.ben):
        joined = await press(world, one, message, "join")
    assert world.text(joined.response) == "**Ben** joined **Winter**. You can play when a manager starts the season."
    await manage(world, boss, "start")
    assert await refused(world, world.cy, message) == "Winter is closed to new players until the next season."
    await close_season(world, boss)
    season_over = world.shown(world.channel)[-1]
    assert "Press **Join** to play in season 2." in world.text(season_over)
    joined = await press(world, world.cy, season_over, "join")
    assert "**Cy** joined **Winter**." in world.text(joined.response)
    assert await refused(world, world.ann, season_over) == "You're already in Winter."


async def test_a_late_player_of_a_swiss_sees_their_games(world, boss):
    message = await announced(world, boss, format="swiss")
    for one in (world.ann, world.ben):
        await press(world, one, message, "join")
    await manage(world, boss, "start")
    joined = await press(world, world.cy, message, "join")
    assert world.text(joined.response) == "**Cy** joined **Winter**. See your games with `/league fixtures`."


async def test_a_league_that_is_gone(world, boss):
    message = await announced(world, boss)
    await manage(world, boss, "delete", league="Winter")
    assert await refused(world, world.ann, message) == "I can't find that league here. See /league list."


async def test_one_button_is_for_one_league_also_on_its_empty_table(world, boss):
    first = await announced(world, boss)
    await create_league(world, boss, world.ben, name="Summer")
    shown = (await world.command(world.cy, "league table", league="Winter")).response
    await press(world, world.ann, shown, "join")
    assert id_of(world, first, "join") == id_of(world, shown, "join") == "l1:join:1"
    assert [line[1] for line in await table_rows(world, league="Winter")] == ["Ann"]
    assert [line[1] for line in await table_rows(world, league="Summer")] == ["Ben"]
