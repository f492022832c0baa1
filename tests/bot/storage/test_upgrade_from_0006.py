"""A file of version 0.2 (schema 0006) is brought up to date, and its games and leagues go on where they were."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest

from bot.accounts import Accounts
from bot.models.agreement import Clock, ServerSettings
from bot.models.player import LanguageChoice, Preferences
from bot.storage import metadata
from bot.storage.database import Database
from bot.storage.finished_games import list_server_results
from tests.support.blank_database import old_file
from tests.support.sample_league import GUILD, club_over
from tests.support.seated_tables import NOW

pytestmark = pytest.mark.sqlite


@pytest.fixture
def path(tmp_path):
    return old_file(tmp_path / "cribbage.db", "0006")


@pytest.fixture
async def club(path):
    """The club whose games are in the file, with Ann, Ben, Cy and Dee as they were."""
    async with club_over(path) as club:
        yield club


def all_rows(path):
    with closing(sqlite3.connect(path)) as file:
        names = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {name: sorted(file.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in names}


def schema_of(path):
    """Every table and index of a file, without the spaces between the words."""
    with closing(sqlite3.connect(path)) as file:
        rows = file.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: "".join(sql.split()) for name, sql in rows}


async def test_the_upgrade_changes_no_row(path):
    before = all_rows(path)
    await (await Database.open(path)).close()
    after = all_rows(path)
    # What is said of messages is in one table since, and other tests look at it.
    del before["screens"], before["reminders"]
    # What was added since: a table's revision, the one that a message shows, who counts, which nobody has said yet, and
    # who gets reviews, which games are helped: those with tips, the meeting, what a season counts, its elimination, a
    # league's groups, tie-breaks and teams, what has no column of its own, where players are told of news, and whether
    # a commitment came in time, a player has left, what an entry of a log is about, how a server ends its month, and
    # whom it pings.
    widths = {"tables": 4, "preferences": 4, "leagues": 5, "seasons": 3}
    widths |= {"league_results": 2, "league_sides": 1, "fixtures": 3, "seats": 1, "league_log": 3, "servers": 4}
    for name, added in widths.items():
        usual = {
            (0,),
            (None, 0),
            (1,),
            (0, 0),
            (0, 1),
            ("{}",),
            (None,),
            (None, "{}"),
            (None, 0, "channel", "{}"),
            ("{}", "single", "{}"),
            (None, None, "{}"),
            (None, "{}"),
            (1, "{}", None, None, "{}"),
            (None, None),
            (None, None, None, None),
            *((topic, None, "") for topic in ("people", "results", "season", "settings")),
            *((0, helped, sealed, None) for helped in (0, 1) for sealed in (None, "unknown")),
        }
        assert {row[-added:] for row in after[name]} <= usual
        after[name] = sorted([row[:-added] for row in after[name]], key=repr)
    assert {name: after[name] for name in before} == before
    new = {name for name, rows in after.items() if rows and name not in before}
    assert new <= {"messages", "unexamined_games"}
    assert all(rows for name, rows in before.items() if name != "claims"), "the file has a row of every kind"


async def test_the_upgraded_file_has_the_schema_of_a_new_one(path, tmp_path):
    for file in (path, tmp_path / "new.db"):
        await (await Database.open(file)).close()
    assert schema_of(path) == schema_of(tmp_path / "new.db")


async def test_every_open_table_is_resumed_as_it_was(club):
    tables = {table.id: table for table in await club.room.tables.resume()}
    assert {name: (table.status, table.version) for name, table in tables.items()} == {
        "fixture3": ("playing", 7),
        "match333": ("playing", 7),
        "clocked2": ("playing", 4),
        "robotgam": ("playing", 4),
        "asking22": ("gathering", 0),
    }
    assert (tables["match333"].best_of, tables["match333"].standing) == (3, (1, 0))
    assert tables["robotgam"].names == ("Ann", "Clover")
    assert (tables["fixture3"].view(None).stage, tables["fixture3"].view(None).count) == ("play", 18)


async def test_a_running_clock_keeps_its_deadline(club):
    table = await club.room.tables.find("clocked2")
    assert table.clock == Clock(turn=86_400, when_over="forfeit")
    assert table.deadlines == (None, datetime(2025, 3, 2, 15, tzinfo=UTC))
    club.room.wall.now = datetime(2025, 3, 2, 15, 1, tzinfo=UTC)
    await club.room.tables.timekeeper.tick()
    assert (await club.room.tables.find("clocked2")).status == "over"
    assert (await club.room.tables.find("clocked2")).standing == (1, 0)


async def test_paused_games_can_be_resumed_and_invitations_accepted(club):
    tables = club.room.tables
    assert ((await tables.find("pausedgm")).status, (await tables.find("idlegame")).status) == ("adjourned", "idle")
    assert (await tables.take_up("pausedgm", club.room.ann)).status == "playing"
    assert (await tables.take_up("idlegame", club.room.ben)).status == "playing"
    assert (await tables.accept("asking22", club.room.cy)).status == "playing"


async def test_a_robot_moves_once_the_player_has(club):
    await club.room.take_turn("robotgam")
    await asyncio.gather(*club.room.tables.robots._thinking.values())
    assert (await club.room.tables.find("robotgam")).view(None).stage == "play"


async def test_a_match_under_way_is_played_to_its_end_and_its_shuffle_is_proved(club):
    await club.room.play_out("match333")
    await club.room.prove("match333")


async def test_a_league_game_under_way_is_counted_in_its_league(club):
    league = await club.leagues.directory.find_by_name(GUILD, "Winter")
    assert await club.table(league) == [("Ann", 1, 2), ("Ben", 2, 0), ("Cy", 3, 0)]
    await club.give_up(await club.room.tables.find("fixture3"), club.room.ann)
    assert sum(points for _, _, points in await club.table(league)) >= 4
    (left,) = [fixture for fixture in await club.leagues.fixtures.find_all(league) if fixture.result_id is None]
    assert {left.first.name, left.second.name} == {"Ben", "Cy"}
    await club.beats(league, club.room.cy, left)
    sentences = ["Cy runs the league too", "began season 1 with 3 players", *["joined"] * 3, "founded Winter"]
    assert (await club.log(league))[-6:] == sentences, "those of earlier versions are as they were written"
    kinds = await club.rows("SELECT topic FROM league_log WHERE league_id = 1 AND facts IS NULL ORDER BY id DESC")
    assert [kind for (kind,) in kinds] == ["people", "season", *["people"] * 3, "settings"]


async def test_results_that_wait_can_still_be_answered(club):
    league = await club.leagues.directory.find_by_name(GUILD, "Ladder")
    assert await club.table(league) == [("Ann", 1, 2), ("Ben", 2, 0)]
    (waiting,) = [
        result
        for result in await club.leagues.results.waiting_for(league, club.room.ann)
        if result.entered_by is not None and result.entered_by.id == club.room.ben.id
    ]
    await club.leagues.review.deny(waiting, club.room.ann)
    await club.enter(league, club.room.ben, club.room.ann, 60)
    assert await club.table(league) == [("Ben", 1, 3), ("Ann", 2, 2)]


async def test_ratings_go_on_from_where_they_stood(club):
    league = await club.leagues.directory.find_by_name(GUILD, "Ladder")
    before = (await club.leagues.ratings.history(league, club.room.ann.id))[-1].rating
    assert before.mu == pytest.approx(26.166, abs=0.001)
    await club.enter(league, club.room.ann, club.room.ben)
    assert (await club.leagues.ratings.history(league, club.room.ann.id))[-1].rating.mu > before.mu


async def test_an_imported_league_can_be_adopted_and_its_names_claimed(club):
    league = await club.adopt("Autumn")
    await club.leagues.members.join(league, club.room.cy)
    await club.leagues.name_claims.make(league, club.room.cy, "Annabel")
    await club.leagues.name_claims.accept(league, club.boss, club.room.cy)
    assert ("Cy", 1, 3) in await club.table(league)


async def test_settings_of_players_and_servers_are_kept(club):
    accounts, room = Accounts.over(club.room.database), club.room
    assert [person.id for person in (room.ann, room.ben, room.cy, room.dee)] == [1, 2, 3, 4]
    assert await accounts.preferences.read(room.ann.id) == Preferences(
        pictures=False, four_colours=True, pips=True, bot_counts=None
    )
    assert await accounts.preferences.is_coached(room.ben.id, "robotgam")
    assert await accounts.languages.read_all() == {72: LanguageChoice("pt-BR", "de")}
    assert await accounts.servers.read(GUILD) == ServerSettings(GUILD, "acc")
    assert await metadata.read(room.database, "commands") == "abc"


async def test_practice_goes_on_with_the_open_hand(club):
    practice = Accounts.over(club.room.database).practice
    hand = await practice.latest(club.room.ann.id)
    assert (hand.number, hand.answer, hand.dealt_at) == (2, None, NOW)
    (result,) = await practice.results(club.room.ann.id)
    assert (result.points, result.total, result.seconds) == (0, 3, 8.0)


async def test_the_messages_of_a_table_are_found_again(club):
    messages, kinds = club.room.tables.messages, ("screen", "commitment", "reminder")
    found = sorted([(one.kind, one.message_id) for one in await messages.of("clocked2", *kinds)])
    assert found == [("commitment", 899), ("reminder", 901), ("screen", 900)]


async def test_all_that_is_stored_about_a_player_is_exported_and_erased(club):
    accounts = Accounts.over(club.room.database)
    document = await accounts.privacy.export(club.room.ann)
    assert {game["game"] for game in document["games"]} >= {"fixture2", "match222", "clocked2"}
    assert document["preferences"]["pips"] == 1
    await accounts.privacy.erase(club.room.ann)
    assert await accounts.players.find(70) is None
    assert all("Ann" not in line for line in await club.log(await club.leagues.directory.find_by_name(GUILD, "Ladder")))
    played = {player.name for one in await list_server_results(club.room.database, GUILD) for player in one.players}
    assert played == {"a former player", "Ben"}
