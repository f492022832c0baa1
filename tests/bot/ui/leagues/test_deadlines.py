"""Deadlines of rounds in a simulated Discord: agreed on the managers' page, reminded of, and carried out by the bot."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from bot.leagues.deadlines import DeadlineService
from bot.models.errors import StorageError
from bot.storage import metadata
from bot.storage.database import APPLICATION_ID, _migrations
from bot.storage.errors import format_timestamp
from tests.support.league_steps import (
    choose_news_channel,
    close_season,
    create_league,
    manage,
    manage_told,
    prefer,
    press,
    rows,
    stop_playing,
    submit,
)


async def league(world, boss, channel, consequence, *people, days=4, form="single", **options):
    """A league with deadlines whose news goes to a channel; its season has begun on 1 January 2026."""
    await create_league(world, boss, *people, format=form, **options)
    await choose_news_channel(world, boss, channel)
    page = (await world.command(boss, "manage home")).response
    deadlines = (await press(world, boss, page, "manage:1:7")).response
    await submit(world, boss, deadlines, "terms", {"days": str(days), "consequence": [consequence]})
    await manage(world, boss, "start")


async def pass_until(world, *moment):
    """Let time pass, and let the bot look for deadlines."""
    await world.env.advance_time((datetime(*moment, tzinfo=UTC) - world.env.now()).total_seconds())
    with world.env._bot_scope():
        await world.bot.news_posting.look()
    await world.env.settle()


async def results(world):
    """The results as pairs of how they ended and who won, with nobody for a double forfeit."""
    return await rows(
        world,
        "SELECT ended_by, (SELECT players.name FROM league_sides JOIN players ON players.id = player_id "
        "WHERE result_id = league_results.id AND won = 1) FROM league_results ORDER BY id",
    )


class TestAgreed:
    async def test_in_a_form_and_shown_with_each_round(self, world, boss, news):
        await league(world, boss, news, "walkover", world.ann, world.ben, world.cy)
        (told,) = world.texts(news)
        due = int(datetime(2026, 1, 6, tzinfo=UTC).timestamp())
        assert f"Play until <t:{due}:F>. After that, whoever was ready wins" in told
        assert "[I'm ready]" in told
        assert f"__Round 1__: play until <t:{due}:F>" in await world.told(world.ann, "league fixtures")
        page = (await world.command(boss, "manage home")).response
        assert "Each round has 4 days. Games not played by then: Whoever was ready wins." in world.text(page)
        deadlines = world.text((await press(world, boss, page, "manage:1:7")).response)
        for number, day in ((1, 6), (2, 10), (3, 14)):
            assert f"- Round {number}: <t:{int(datetime(2026, 1, day, tzinfo=UTC).timestamp())}:F>" in deadlines

    async def test_wrong_input_is_one_sentence(self, world, boss, news):
        await create_league(world, boss, format="single")
        page = (await world.command(boss, "manage home")).response
        deadlines = (await press(world, boss, page, "manage:1:7")).response
        for typed, answer in (("99", "Choose 1-60 days for a round."), ("two", "Type a number.")):
            refused = await submit(world, boss, deadlines, "terms", {"days": typed, "consequence": ["extend"]})
            assert world.text(refused.response) == answer
        assert "Rounds have no deadlines." in world.text(page)

    async def test_for_one_round_by_its_day(self, world, boss, news):
        await create_league(world, boss, format="single")
        await manage(world, boss, "start")
        page = (await world.command(boss, "manage home")).response
        deadlines = (await press(world, boss, page, "manage:1:7")).response
        await submit(world, boss, deadlines, "lastday", {"round": "1", "day": "2026-01-20"})
        due = int(datetime(2026, 1, 21, tzinfo=UTC).timestamp())
        assert f"- Round 1: <t:{due}:F>" in world.text(deadlines)
        for fields, answer in (
            ({"round": "9", "day": "2026-01-20"}, "Round 9 of Winter isn't drawn."),
            ({"round": "1", "day": "2025-01-20"}, "The deadline must be in the future."),
            ({"round": "1", "day": "tomorrow"}, "Write the date like 2026-03-01."),
        ):
            refused = await submit(world, boss, deadlines, "lastday", fields)
            assert world.text(refused.response) == answer
        await submit(world, boss, deadlines, "lastday", {"round": "1", "day": ""})
        assert "Round 1" not in world.text(deadlines)


class TestReminder:
    async def test_comes_once_a_day_before_to_those_who_have_not_played(self, world, boss, news):
        await prefer(world, "dm", world.ann)
        await league(world, boss, news, "manager")
        await pass_until(world, 2026, 1, 4, 23)
        assert len(world.texts(news)) == 1
        await pass_until(world, 2026, 1, 5, 1)
        await pass_until(world, 2026, 1, 5, 12)
        _, reminder = world.shown(news)
        assert "round 1 ends <t:" in world.text(reminder)
        assert "After that, a manager decides about games that weren't played." in world.text(reminder)
        assert world.pinged(reminder) == [world.ben.id]
        own = world.texts(world.dm(world.ann))
        assert len(own) == 2
        assert "round 1 ends <t:" in own[1]
        assert "[Play Ben]" in own[1]

    async def test_does_not_come_where_everything_is_played(self, world, boss, news):
        await league(world, boss, news, "manager")
        await manage(world, boss, "forfeit", fixture=1, winner="Ann", reason="late")
        await pass_until(world, 2026, 1, 5, 12)
        await pass_until(world, 2026, 1, 6, 1)
        assert len(world.texts(news)) == 1


class TestWalkover:
    async def test_goes_to_the_player_who_said_they_are_ready(self, world, boss, news):
        await league(world, boss, news, "walkover")
        (message,) = world.shown(news)
        noted = await press(world, world.ann, message, "ready")
        assert noted.ephemeral
        assert "It's noted that you're ready." in world.text(noted.response)
        await pass_until(world, 2026, 1, 6, 0, 1)
        assert await results(world) == [("forfeit", "Ann")]
        told = world.shown(news)[-1]
        line = f"<@{world.ann.id}> wins against <@{world.ben.id}> without a game: only one of them was ready."
        assert line in world.text(told)
        log = await manage_told(world, boss, "log")
        assert "the bot: awarded Ann the win against Ben" in log

    @pytest.mark.parametrize(
        ("before", "winner", "said"),
        [
            ("invited", "Ben", "only one of them was ready"),
            ("nothing", None, "both lose, because nobody was ready."),
            ("withdrawn", "Ben", "without a game: Ann has withdrawn."),
        ],
    )
    async def test_goes_to_whoever_invited_or_did_not_withdraw_or_else_to_nobody(
        self, world, boss, news, before, winner, said
    ):
        await league(world, boss, news, "walkover")
        (message,) = world.shown(news)
        if before == "invited":
            await press(world, world.ben, message, "playmine")
        if before == "withdrawn":
            await stop_playing(world, world.ann)
        await pass_until(world, 2026, 1, 6, 0, 1)
        assert await results(world) == [("forfeit", winner)]
        assert said in world.texts(news)[-1]

    async def test_waits_once_for_a_game_under_way(self, world, boss, news):
        await league(world, boss, news, "walkover")
        (message,) = world.shown(news)
        invitation = (await press(world, world.ben, message, "playmine")).response
        await world.press(world.ann, invitation, "accept")
        await pass_until(world, 2026, 1, 6, 0, 1)
        assert await results(world) == []
        assert "play until <t:" in world.texts(news)[-1]

    async def test_waits_once_for_two_who_were_ready(self, world, boss, news):
        await league(world, boss, news, "walkover")
        (message,) = world.shown(news)
        for actor in (world.ann, world.ben):
            await press(world, actor, message, "ready")
        await pass_until(world, 2026, 1, 6, 0, 1)
        assert await results(world) == []
        assert f"play until <t:{int(datetime(2026, 1, 10, tzinfo=UTC).timestamp())}:F>" in world.texts(news)[-1]
        await pass_until(world, 2026, 1, 10, 0, 1)
        assert "a manager decides." in world.texts(news)[-1]
        await pass_until(world, 2026, 1, 20)
        assert await results(world) == []


class TestExtension:
    async def test_gives_the_same_time_once_and_then_a_manager_decides(self, world, boss, news):
        await prefer(world, "dm", world.ann)
        await league(world, boss, news, "extend")
        await pass_until(world, 2026, 1, 6, 0, 1)
        until = int(datetime(2026, 1, 10, tzinfo=UTC).timestamp())
        assert f"play until <t:{until}:F>." in world.texts(news)[-1]
        own = world.shown(world.dm(world.ann))[-1]
        assert f"play until <t:{until}:F>." in world.text(own)
        assert "[Play Ben]" in world.text(own)
        await pass_until(world, 2026, 1, 9, 12)
        assert "round 1 ends" in world.texts(news)[-1], "there is another reminder"
        await pass_until(world, 2026, 1, 10, 0, 1)
        told = world.shown(news)[-1]
        assert "a manager decides." in world.text(told)
        assert f"<@{boss.id}>: please decide with `/manage home`." in world.text(told)
        assert boss.id in world.pinged(told)
        assert await results(world) == []


class TestTheNextRound:
    async def test_of_a_round_robin_is_told_when_the_one_before_is_over(self, world, boss, news):
        await league(world, boss, news, "walkover", world.ann, world.ben, world.cy)
        heads = [text.split("\n")[0] for text in world.texts(news)]
        assert heads == ["**Winter**: season 1 has started."]
        await pass_until(world, 2026, 1, 6, 0, 1)
        heads = [text.split("\n")[0] for text in world.texts(news)]
        assert heads[1:] == ["**Winter**: the deadline of round 1 has passed.", "**Winter**: round 2 begins."]

    async def test_of_a_swiss_is_drawn_by_itself(self, world, boss, news):
        await league(world, boss, news, "walkover", form="swiss", games=2)
        (message,) = world.shown(news)
        await press(world, world.ann, message, "ready")
        await pass_until(world, 2026, 1, 6, 0, 1)
        assert "**Winter**: round 2 begins." in world.texts(news)[-1]
        await pass_until(world, 2026, 1, 11)
        await pass_until(world, 2026, 1, 12)
        assert await rows(world, "SELECT max(round) FROM fixtures") == [(2,)]
        assert await rows(world, "SELECT min(followed) FROM round_deadlines") == [(1,)]

    async def test_of_a_knockout_waits_for_the_manager_who_decides(self, world, boss, news):
        await league(world, boss, news, "manager", *world.people, form="knockout")
        await pass_until(world, 2026, 1, 6, 0, 1)
        assert "a manager decides." in world.texts(news)[-1]
        for fixture in (1, 2):
            for name in ("Ann", "Ben", "Cy", "Dan"):
                await manage(world, boss, "forfeit", fixture=fixture, winner=name, reason="decided")
        await pass_until(world, 2026, 1, 6, 0, 5)
        assert "**Winter**: playoff round 2 begins." in world.texts(news)[-1]
        await pass_until(world, 2026, 1, 6, 0, 9)
        assert await rows(world, "SELECT count(*) FROM fixtures WHERE round = 2") == [(1,)]


class TestAKill:
    async def test_a_deadline_that_passed_meanwhile_is_carried_out_once_after_the_start(self, world, boss, news):
        await league(world, boss, news, "walkover")
        (message,) = world.shown(news)
        await press(world, world.ann, message, "ready")
        await world.env.advance_time(6 * 86_400)
        await world.restart()
        for hour in (1, 2):
            await pass_until(world, 2026, 1, 8, hour)
        assert await results(world) == [("forfeit", "Ann")]
        assert sum("the deadline of round 1 has passed" in text for text in world.texts(news)) == 1

    async def test_a_season_that_was_closed_has_no_deadlines(self, world, boss, news):
        await league(world, boss, news, "walkover")
        await close_season(world, boss)
        before = world.texts(news)
        await pass_until(world, 2026, 1, 8)
        assert world.texts(news) == before
        assert await results(world) == []


async def away(world, until, version=None):
    """Stop the bot an hour into the round, and start it again at another time, from a file of this version."""
    await world.env.advance_time(3_600)
    await metadata.put(world.bot.context.tables.database, "clocks", format_timestamp(world.env.now()))
    await world.bot.close()
    if version is not None:
        as_version(world.path, version)
    await world.env.advance_time((until - world.env.now()).total_seconds())
    await world.restart()


WITH_DEADLINES = 23
"""The first version of the file that has deadlines of rounds."""


def as_version(path, version):
    """Write a file anew as an older version has written it: with its tables and columns, if they still exist."""
    with closing(sqlite3.connect(path)) as now:
        now.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        old = sqlite3.connect(path.with_name("old.db"))
        for script in _migrations()[:version]:
            old.executescript(script)
        old.executescript(f"PRAGMA foreign_keys = OFF; PRAGMA application_id = {APPLICATION_ID};")
        kept = {name for (name,) in now.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        for (table,) in old.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            columns = [f'"{column}"' for _, column, *_ in old.execute(f"PRAGMA table_info({table})")]
            old.execute(f"DELETE FROM {table}")
            if table not in kept:
                continue
            marks = ", ".join("?" * len(columns))
            rows = now.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
            old.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)
        old.execute(f"PRAGMA user_version = {version}")
        old.commit()
        old.close()
    for left in path.parent.glob(f"{path.name}*"):
        left.unlink()
    path.with_name("old.db").rename(path)


class TestAbsence:
    @pytest.mark.parametrize("version", [None, WITH_DEADLINES])
    async def test_a_deadline_that_passed_meanwhile_is_moved_by_it_and_members_are_told_once(
        self, world, boss, news, version
    ):
        await league(world, boss, news, "walkover", world.ann, world.ben, days=2)
        await away(world, world.env.now() + timedelta(days=5), version)
        await pass_until(world, 2026, 1, 6, 0, 5)
        assert await results(world) == [], "nobody could press the button"
        (due,) = await rows(world, "SELECT due_at FROM round_deadlines WHERE round = 1")
        moved = datetime(2026, 1, 4, tzinfo=UTC) + timedelta(days=5) - timedelta(hours=1)
        assert abs(datetime.fromisoformat(due[0]) - moved) < timedelta(minutes=2)
        told = [text for text in world.texts(news) if "I was away for a while" in text]
        assert len(told) == 1
        assert "[I'm ready]" in told[0]
        await pass_until(world, 2026, 1, 8, 22)
        assert await results(world) == []
        await pass_until(world, 2026, 1, 9, 0)
        assert len(await results(world)) == 1

    async def test_a_short_restart_moves_nothing(self, world, boss, news):
        await league(world, boss, news, "walkover", world.ann, world.ben, days=2)
        before = await rows(world, "SELECT due_at FROM round_deadlines ORDER BY round")
        await away(world, world.env.now() + timedelta(minutes=65))
        assert await rows(world, "SELECT due_at FROM round_deadlines ORDER BY round") == before

    async def test_nothing_is_carried_out_while_nobody_can_act(self, world, boss, news):
        await league(world, boss, news, "walkover", world.ann, world.ben, days=2)
        with world.env._bot_scope():
            world.bot.dispatch("shard_disconnect", 0)
        await pass_until(world, 2026, 1, 6)
        assert await results(world) == []
        with world.env._bot_scope():
            world.bot.dispatch("shard_resumed", 0)
        await pass_until(world, 2026, 1, 6, 0, 1)
        assert await results(world) == []
        assert any("I was away for a while" in text for text in world.texts(news))

    async def test_time_is_given_back_while_a_league_takes_in_a_large_file(self, world, boss, news):
        await league(world, boss, news, "walkover", world.ann, world.ben, days=2)
        with world.env._bot_scope():
            world.bot.dispatch("shard_disconnect", 0)
        await pass_until(world, 2026, 1, 6)
        leagues = world.bot.context.leagues
        async with asyncio.timeout(20), leagues.lock(await leagues.directory.find_by_name(world.guild.id)):
            with world.env._bot_scope():
                world.bot.dispatch("shard_resumed", 0)
            await pass_until(world, 2026, 1, 6, 0, 1)
            assert any("I was away for a while" in text for text in world.texts(news))

    @pytest.mark.parametrize("dies", [True, False])
    async def test_what_failed_is_made_up_once_also_after_a_death(self, world, boss, news, monkeypatch, dies):
        await league(world, boss, news, "walkover", world.ann, world.ben, world.cy, days=2)
        before = await rows(world, "SELECT due_at FROM round_deadlines WHERE over = 0 ORDER BY round")
        assert len(before) == 3
        tried, move = [], DeadlineService._move

        async def failing(self, deadline, *details):
            tried.append(deadline)
            if len(tried) % 2 == 0 or len(tried) > 3:
                raise StorageError("the disk is full")
            await move(self, deadline, *details)

        monkeypatch.setattr(DeadlineService, "_move", failing)
        await away(world, world.env.now() + timedelta(days=5))
        assert tried
        monkeypatch.undo()
        if dies:
            await metadata.put(world.bot.context.tables.database, "clocks", format_timestamp(world.env.now()))
            await world.restart()
        for _ in range(2):
            with world.env._bot_scope():
                await world.bot.context.tables.timekeeper.tick()
        after = await rows(world, "SELECT due_at FROM round_deadlines WHERE over = 0 ORDER BY round")
        moved = {
            round((datetime.fromisoformat(new) - datetime.fromisoformat(old)) / timedelta(hours=1))
            for (old,), (new,) in zip(before, after, strict=True)
        }
        assert moved == {5 * 24 - 1}


async def test_players_set_a_date_and_a_manager_moves_it(world, boss):
    await create_league(world, boss, format="single")
    await manage(world, boss, "start")
    page = (await world.command(world.ann, "league fixtures")).response
    game = str((await rows(world, "SELECT id FROM fixtures"))[0][0])
    fields = {"game": [game], "day": "2026-01-09", "venue": "Red Lion"}
    done = await submit(world, world.ann, page, "setdate", fields)
    assert "in **Winter**: 9 Jan 2026, Red Lion." in world.text(done.response)
    assert "9 Jan 2026, Red Lion" in await world.told(world.ben, "league fixtures")
    done = await submit(world, world.ann, page, "setdate", {**fields, "day": "soon"})
    assert "Write the date like 2026-03-01." in world.text(done.response)
    told = await manage_told(world, boss, "setdatefor", first="Ben", second="Ann", day="2026-01-16", venue="Crown")
    assert "16 Jan 2026, Crown, postponed." in told
    assert "no game left to play" in await manage_told(
        world, boss, "setdatefor", first="Ben", second="Ben", day="2026-01-16", venue=""
    )
