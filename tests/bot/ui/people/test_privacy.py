"""/privacy in a simulated Discord: everything that is kept of one person, handed over and erased."""

import json
import re

import pytest

from bot.accounts import FORMER
from bot.storage import privacy as storage
from bot.ui.people import privacy
from tests.support.data_files import statements_beside
from tests.support.league_steps import resign


async def rows(world, question, *values):
    return await world.bot.context.tables.database.rows(question, values)


async def number_of(world, actor):
    found = await rows(world, "SELECT id FROM players WHERE discord_id = ?", actor.id)
    return found[0][0] if found else None


async def exported(world, actor, **options):
    result = await world.command(actor, "privacy export", **options)
    assert result.ephemeral
    return json.loads(await result.response.attachments[0].read())


async def erased(world, actor):
    """Ask to be erased, confirm it, and return the screen's text."""
    asked = await world.command(actor, "privacy erase")
    assert asked.ephemeral
    await world.press(actor, asked.response, "erase")
    return world.text(asked.response)


async def asked(world):
    """Let Ann ask to be erased; returns the question, and the press of its button that comes later."""
    shown = (await world.command(world.ann, "privacy erase")).response
    late = {"actor": world.ann, "message": world.snapshot(shown), "custom_id": world.id_of(shown, "erase")}
    return shown, late


@pytest.fixture
async def played(world):
    """Ann has lost a game to Ben, has practised, and has chosen how cards look."""
    name = await world.sit_down()
    await resign(world, world.ann)
    await world.command(world.ann, "practice")
    wishes = await world.command(world.ann, "preferences")
    await world.press(world.ann, wishes.response, "pips")
    return name


class TestExport:
    async def test_everything_is_in_it(self, world, played):
        robots = await world.against_robot()
        document = await exported(world, world.ann)
        number = await number_of(world, world.ann)
        assert document["player"] == {"number": number, "discord_id": world.ann.id, "name": "Ann"}
        games = {game["game"]: game for game in document["games"]}
        game, other = games[played], games[robots]
        assert (game["status"], game["seats"], game["seat"]) == ("over", ["Ann", "Ben"], 0)
        assert (game["winning_side"], game["games_won"], game["ended_by"], game["scores"]) == (1, 4, "resigned", [0, 0])
        assert (other["status"], other["seats"], other["scores"]) == ("playing", ["Ann", "club"], None)
        assert [sheet["number"] for sheet in document["practice"]] == [1]
        assert document["preferences"]["pips"] == 1
        assert (document["leagues"], document["league_results"], document["ratings"]) == ([], [], [])

    async def test_whom_they_expected_to_win_is_in_it(self, world):
        name = await world.sit_down()
        listed = (await world.command(world.cy, "games")).response
        await world.press(world.cy, listed, "watch")
        await world.press(world.cy, listed, "guess-1")
        assert (await exported(world, world.cy))["guesses"] == [{"game": name, "side": 1}]
        assert (await exported(world, world.ann))["guesses"] == []

    async def test_no_table_with_players_is_left_out(self, world):
        """What adds up or points to rows or messages has nothing of its own, and the log of a league names others.

        The seed that is promised to a player stays sealed until the game with it is over.
        """
        tables = [name for (name,) in await rows(world, "SELECT name FROM sqlite_master WHERE type = 'table'")]
        of_players = {
            name
            for name in tables
            if "player_id" in [row[1] for row in await rows(world, f"PRAGMA table_info({name})")]
        }
        assert len(of_players) > 20
        queries = " ".join(f"FROM {rest}" for _, rest in storage._parts().values())
        read = set(re.findall(r"(?:FROM|JOIN) (\w+)", queries))
        assert "complete_sides" in read
        assert of_players - read == {"league_log", "league_sides", "promised_seeds"}

    async def test_nobody_else_is_in_it_and_it_comes_in_private_too(self, world, played):
        document = await exported(world, world.ben)
        assert (document["practice"], document["preferences"]) == ([], None)
        assert str(world.ann.id) not in json.dumps(document)
        assert (await exported(world, world.ann, where="dm"))["player"]["name"] == "Ann"

    async def test_a_stranger_is_refused_and_not_stored(self, world):
        for name in ("privacy export", "privacy erase"):
            result = await world.command(world.dan, name)
            assert result.ephemeral
            assert world.text(result.response) == privacy.NOTHING
        assert await number_of(world, world.dan) is None


class TestErase:
    async def test_it_is_asked_once_more_over_a_restart(self, world, played):
        shown, _ = await asked(world)
        assert "You can't undo this" in world.text(shown)
        await world.press(world.ann, shown, "keep")
        assert world.text(shown) == privacy.NOTHING_ERASED
        shown, late = await asked(world)
        (refused,) = await world.late({**late, "actor": world.ben})
        assert world.text(refused.response) == privacy.NOT_YOU
        assert await number_of(world, world.ann) is not None
        await world.restart()
        await world.press(world.ann, shown, "erase")
        assert world.text(shown) == privacy.ERASED

    async def test_nothing_names_them_any_more_and_no_points_change(self, world, played):
        number = await number_of(world, world.ann)
        assert "Ann" in (await world.bot.context.tables.find(played)).names
        kept = ("SELECT * FROM results", "SELECT table_id, seat, player_id FROM seats")
        before = [await rows(world, query) for query in kept]
        assert await erased(world, world.ann) == privacy.ERASED
        assert await rows(world, "SELECT discord_id, name FROM players WHERE id = ?", number) == [(None, FORMER)]
        for table in ("practice", "preferences", "told"):
            assert await rows(world, f"SELECT 1 FROM {table} WHERE player_id = ?", number) == [], table
        tables = await rows(world, "SELECT name FROM sqlite_master WHERE type = 'table'")
        dump = [row for (table,) in tables for row in await rows(world, f"SELECT * FROM {table}")]
        assert str(world.ann.id) not in str(dump)
        assert "Ann" not in str(dump)
        assert set((await world.bot.context.tables.find(played)).names) == {FORMER, "Ben"}
        assert [await rows(world, query) for query in kept] == before
        table = await world.told(world.cy, "league table")
        assert re.search(r"\n- Ben +1518 +1 +1\n- a former pl\S* +1482 +1 +0\n", table)

    async def test_in_a_league_the_name_goes_and_the_results_stay(self, world, played):
        number, database = await number_of(world, world.ann), world.bot.context.tables.database
        ben = await number_of(world, world.ben)
        async with database.transaction() as writing:
            for statement in statements_beside(__file__, ann=number, ben=ben):
                writing.write(statement)
        document = await exported(world, world.ann)
        (league,) = document["leagues"]
        assert document["managed_leagues"] == [{"league": "League 1"}, {"league": "League 2"}], "a member of the first"
        assert document["names_in_files"] == [{"league": "League 1", "name": "ann s"}]
        assert document["claims"] == [{"league": "League 1", "name": "Annie", "asked_at": "2026-01-02"}]
        assert document["ready_to_play"] == [{"league": "League 1", "season": 1, "stage": "rounds", "round": 3}]
        assert document["files_that_wait"] == [{"league": "League 1", "file": "club.csv", "sent_at": "2026-01-03"}]
        assert document["groups"] == [{"league": "League 1", "season": 1, "group": 2}]
        assert "Anna 90" not in json.dumps(document), "the log of a league names others"
        assert (document["imported_files"], document["merged_names"]) == ([], [])
        assert league == {"league": "League 1", "status": "in", "joined_at": "2026-01-01", "is_manager": 1}
        await erased(world, world.ann)
        assert await rows(world, "SELECT what FROM league_log") == [("entered a former player 121, Anna 90",)]
        assert dict(await rows(world, "SELECT player_id, status FROM members")) == {number: "withdrawn", ben: "in"}
        assert await rows(world, "SELECT * FROM managers") == []

    async def test_games_under_way_are_given_up_first(self, world):
        name, robot = await world.sit_down(), await world.against_robot()
        shown, _ = await asked(world)
        assert "2 games" in world.text(shown)
        assert name in world.text(shown)
        await world.press(world.ann, shown, "erase")
        assert not world.is_open(name)
        assert not world.is_open(robot)
        ended = await rows(world, "SELECT side, ended_by FROM results ORDER BY table_id = ?", robot)
        assert ended == [(1, "resigned")], "a game against robots that was not played counts nothing"

    async def test_of_three_the_others_play_on_with_a_former_player(self, world):
        invitation = (await world.invite(second_opponent=world.cy, players=3, place="here")).response
        name = world.name_on(invitation)
        for guest in (world.ben, world.cy):
            await world.press(guest, invitation, "accept")
        assert await erased(world, world.ann) == privacy.ERASED
        table = await world.bot.context.tables.find(name)
        assert (table.status, table.names, table.game.seats) == ("playing", (FORMER, "Ben", "Cy"), (1, 2))
        await world.play_until(name, "play")
        text = world.text(world.public(name))
        assert FORMER in text
        assert "Ann" not in text

    async def test_paused_games_and_invitations_too(self, world):
        """Ann's invitation, one to her, and a game that is adjourned."""
        name = await world.sit_down()
        tables = world.bot.context.tables
        for seat in world.game(name).seats:
            await tables.adjourn(name, seat.player)
        await world.invite(place="here")
        await world.start_game(world.ben, opponent=world.ann, where="here")
        assert await erased(world, world.ann) == privacy.ERASED
        found = await rows(world, "SELECT status, count(*) FROM tables GROUP BY status ORDER BY status")
        assert found == [("closed", 2), ("over", 1)]

    async def test_where_a_game_cannot_be_given_up_nothing_is_erased(self, world, monkeypatch, at_error):
        at_error.append("the database failed")
        name = await world.sit_down()
        shown, _ = await asked(world)

        async def full(*_, **__):
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(world.bot.context.tables.database._connection, "run_transaction", full)
            refused = await world.press(world.ann, shown, "erase")
        assert "can't save right now" in world.text(refused.followups[0])
        assert await number_of(world, world.ann) is not None
        assert (await world.bot.context.tables.find(name)).status == "playing"

    async def test_a_second_press_erases_nothing_and_somebody_who_comes_back_is_new(self, world, played):
        """The button is pressed twice, and once more by the new player that the same account has become."""
        before = await number_of(world, world.ann)
        shown, late = await asked(world)
        await world.press(world.ann, shown, "erase")
        (again,) = await world.late(late)
        assert world.text(again.response) == privacy.NOTHING
        await world.command(world.ann, "games")
        number = await number_of(world, world.ann)
        assert number != before
        assert (await exported(world, world.ann))["games"] == []
        (again,) = await world.late(late)
        assert world.text(again.response) == privacy.NOT_YOU
        assert await number_of(world, world.ann) == number
        assert len(await rows(world, "SELECT 1 FROM players WHERE name = ?", FORMER)) == 1

    async def test_nobody_plays_on_with_a_former_player(self, world):
        name = await world.sit_down(best_of=3)
        board = world.public(name)
        await erased(world, world.ann)
        refused = await world.press(world.ben, board, "again")
        assert "has left" in world.text(refused.response)
        assert await rows(world, "SELECT count(*) FROM tables") == [(1,)]
