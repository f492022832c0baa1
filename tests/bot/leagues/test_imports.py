"""Imports as a whole: every shape of spreadsheet into a league, fixtures settled, dates refused, imports undone."""

import io
import random
import zipfile
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import openpyxl
import pytest

from bot.leagues import documents, export, spreadsheets
from bot.leagues.change_log import entry_text
from bot.leagues.csv_format import COLUMNS
from bot.leagues.file_import import UnclearDates, import_file, preview_file, undo_import
from bot.leagues.import_plan import NEW, BadFile, ImportOptions
from bot.leagues.results_reader import parse_results
from bot.leagues.score_entry import EnteredScore, sides_of
from bot.leagues.season_table import meeting_table, season_table
from bot.leagues.settings import new_league
from bot.leagues.statistics import RecordService
from bot.models.league import Meeting, Season
from bot.models.league_news import RoundDeadline
from bot.models.result import LeagueResult
from bot.storage import fixtures, league_results, leagues, meetings, members, players
from engine.presets import find
from tests.support.club_spreadsheets import club_spreadsheets, name_of, spreadsheet
from tests.support.data_files import data_beside
from tests.support.depth import sampled
from tests.support.sample_league import refused

DATA = data_beside(__file__)

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
MIDNIGHT = datetime(2026, 10, 5, tzinfo=UTC)
LEAGUE = new_league(None, "Red Lion", {"preset": "acc"}, NOW)
PEOPLE = "Date,Winner,Loser,Score\n2026-09-01,Ann Archer,Ben Booth,121-100\n2026-09-01,Cleo Cruz,Dan Dale,121-99\n"
HEAD = f"{','.join(COLUMNS)}\n"
TABLES = ("players", "members", "league_names", "league_results", "league_sides", "rating_steps", "fixtures")


async def league_with(database, text=PEOPLE, league=LEAGUE):
    return (await import_file(database, league, text.encode(), NOW)).league


async def stored(database):
    return {table: sorted(await database.rows(f"SELECT * FROM {table}")) for table in TABLES}


@sampled("spreadsheet", club_spreadsheets("clubs"), ids=name_of)
async def test_every_spreadsheet_is_previewed_imported_known_again_and_undone(database, spreadsheet):
    league = await league_with(database, league=replace(LEAGUE, best_of=1))
    before = await stored(database)
    league = replace(league, best_of=spreadsheet.best_of)
    content, options = spreadsheet.content, ImportOptions(spreadsheet.path.name)
    if spreadsheet.asks_dates:
        await refused(preview_file(database, league, content, NOW, options), "08/09/2026", error=UnclearDates)
        options = replace(options, order="day-first")
    preview = await preview_file(database, league, content, NOW, options)
    assert (preview.added, preview.known) == (len(spreadsheet.games), 0)
    assert await stored(database) == before, "a preview writes nothing"
    done = await import_file(database, league, content, NOW, options=options)
    assert (done.added, done.plan.number) == (len(spreadsheet.games), 2)
    assert (await preview_file(database, league, content, NOW, options)).added == 0
    undone = await undo_import(database, league, 2, NOW)
    assert undone.left == len(spreadsheet.games)
    assert await stored(database) == before


class TestDates:
    @pytest.mark.parametrize("day", ["2026-11-02", "2062-09-08"])
    async def test_in_the_future_are_always_refused(self, database, day):
        league = await league_with(database)
        text = f"Date,Winner,Loser,Score\n{day},Ann Archer,Ben Booth,121-98\n"
        taking = import_file(database, league, text.encode(), NOW, options=ImportOptions(any_date=True))
        await refused(taking, "is in the future", error=BadFile)

    def test_of_both_orders_in_one_file_are_asked_for(self):
        text = "Date,Winner,Loser,Score\n25/09/2026,Ann,Ben,121-98\n09/25/2026,Ann,Ben,121-99\n"
        assert parse_results(text, find("acc")).unclear_date == "25/09/2026"
        parsed = parse_results(text, find("acc"), order="day-first")
        assert [row.played_at.day for row in parsed.rows] == [25, 25], "only the other order makes a day of it"


class TestRefusedLines:
    @pytest.mark.parametrize(("line", "why"), DATA["lines"])
    def test_say_what_is_wrong(self, line, why):
        parsed = parse_results(f"Date,Winner,Loser,Score\n{line}\n", find("acc"))
        assert [str(bad) for bad in parsed.bad] == [f"line 2: {why}"]

    @pytest.mark.parametrize(("games", "fits"), [("2,1", True), ("3,0", True), ("1,0", False), ("2,2", False)])
    def test_games_must_be_possible_in_the_match(self, games, fits):
        text = f"Date,Home,Away,Home games,Away games\n2026-09-08,Ann,Ben,{games}\n"
        parsed = parse_results(text, find("acc"), best_of=3)
        assert (len(parsed.rows), len(parsed.bad)) == ((1, 0) if fits else (0, 1))

    def test_a_walkover_with_a_score_is_asked_about(self):
        """Some clubs write 121-0 for it, which would be a skunk; "no walkover" is none."""
        rows = "2026-09-08,Ann,Ben,121,0,w/o\n2026-09-09,Ann,Ben,0,121,forfeit\n2026-09-10,Ann,Ben,121,97,no walkover\n"
        parsed = parse_results("Date,Home,Away,Home score,Away score,Note\n" + rows, find("acc"))
        assert [(bad.line, bad.why) for bad in parsed.bad] == [
            (2, "it has a score, but it also says 'w/o'. Remove one of the two."),
            (3, "it has a score, but it also says 'forfeit'. Remove one of the two."),
        ]
        assert [row.scores for row in parsed.rows] == [(121, 97)]

    def test_a_forfeit_must_say_who_won(self):
        parsed = parse_results("Date,Home,Away,Score\n2026-09-08,Ann,Ben,forfeit\n", find("acc"))
        assert [bad.why for bad in parsed.bad] == ["this is a forfeit, but it doesn't say who won."]

    def test_in_a_workbook_are_named_with_their_sheet(self):
        data = workbook([["Date", "Winner", "Loser", "Score"], [date(2026, 9, 8), "Ann", "Ben", "120-98"]])
        [bad] = parse_results(data, find("acc")).bad
        assert str(bad).startswith("Sheet, line 2: the winner needs 121 points")


class TestSameGame:
    async def test_written_the_other_way_round_is_known(self, database):
        league = await league_with(database)
        text = "Date,Player 1,Player 2,Score\n2026-09-01,Ben Booth,Ann Archer,100-121\n"
        assert (await preview_file(database, league, text.encode(), NOW)).known == 1

    async def test_written_by_both_players_counts_once_and_is_shown(self, database):
        league = await league_with(database)
        text = (
            "Date,Player 1,Player 2,Score\n2026-09-08,Ann Archer,Ben Booth,121-98\n"
            "2026-09-08,Ben Booth,Ann Archer,98-121\n2026-09-08,Ann Archer,Ben Booth,121-98\n"
        )
        preview = await preview_file(database, league, text.encode(), NOW)
        assert (preview.added, preview.parsed.mirrored, preview.parsed.repeated) == (2, [(2, 3)], [(2, 4)])
        assert "Written by both players, so it counts once: lines 2=3." in preview.lines()
        assert "The same game twice, and both count: lines 2=4." in preview.lines()

    async def test_entered_at_a_time_of_that_day_is_known_by_its_day(self, database):
        moment = "2026-09-08T19:43,Ann Archer,Ben Booth,121,98,1,0\n"
        league = await league_with(database, f"{','.join(COLUMNS)}\n{moment}")
        text = "Date,Winner,Loser,Score\n8 Sep 2026,Ann Archer,Ben Booth,121-98\n"
        assert (await preview_file(database, league, text.encode(), NOW)).known == 1


class TestFixtures:
    @pytest.fixture
    async def league(self, database):
        """A league of four with a round robin of fixtures."""
        league = await league_with(database)
        people = {one.player.name: one.player for one in await members.list_members(database, league.id)}
        ann, ben, cleo, dan = (people[name] for name in sorted(people))
        async with database.transaction() as writing:
            for number, pairs in ((1, [(ann, ben), (cleo, dan)]), (2, [(ann, cleo), (ben, dan)])):
                ids = [(one.id, other.id) for one, other in pairs]
                fixtures.add(writing, league.id, 1, "league", number, ids, 1, NOW)
            leagues.put(writing, replace(league, format="single"))
        return replace(league, format="single")

    async def test_are_settled_by_the_games_they_match(self, database, league):
        text = (
            "Date,Winner,Loser,Score\n2026-09-08,Ben Booth,Ann Archer,121-98\n"
            "2026-09-08,Ben Booth,Ann Archer,121-97\n2026-09-08,Cleo Cruz,Ann Archer,forfeit\n"
        )
        preview = await preview_file(database, league, text.encode(), NOW)
        assert len(preview.plan.settles) == 2
        assert "1 result fits no open fixture. It still counts." in preview.lines()
        await import_file(database, league, text.encode(), NOW)
        listed = await fixtures.list_fixtures(database, league.id, 1)
        assert [fixture.result_id is not None for fixture in listed] == [True, False, True, False]
        await undo_import(database, league, 2, NOW)
        listed = await fixtures.list_fixtures(database, league.id, 1)
        assert [fixture.result_id for fixture in listed] == [None] * 4

    async def test_are_a_calendar(self, database, league):
        [season] = await leagues.list_seasons(database, league.id)
        await refused(documents.write_document(database, league, season, "ics", NOW), "have no dates yet")
        await import_file(database, league, b"Date,Winner,Loser,Score\n2026-09-08,Ben Booth,Ann Archer,121-98\n", NOW)
        dated = replace(season, ends_on=date(2026, 12, 31))
        text = (await documents.write_document(database, league, dated, "ics", NOW)).decode()
        assert text.startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
        assert text.endswith("END:VCALENDAR\r\n")
        assert text.count("BEGIN:VEVENT") == 4
        assert "DTSTART;VALUE=DATE:20260908\r\nDTEND;VALUE=DATE:20260909\r\n" in text
        assert "SUMMARY:Ben Booth beat Ann Archer 121-98\r\n" in text
        assert text.count("DTSTART;VALUE=DATE:20261231") == 3
        due = RoundDeadline(league_id=league.id, season=1, stage="league", round=2, due_at=MIDNIGHT, days=3)
        async with database.transaction() as writing:
            fixtures.put_deadline(writing, due)
        timed = (await documents.write_document(database, league, season, "ics", NOW)).decode()
        rounds = [one.round for one in await fixtures.list_fixtures(database, league.id, 1) if one.result_id is None]
        assert timed.count("DTSTART;VALUE=DATE:20261004") == rounds.count(2) > 0, "the day that its deadline ends"
        assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))


class TestUndo:
    async def test_leaves_a_new_player_who_has_played_since(self, database):
        league = await league_with(database)
        text = "Date,Winner,Loser,Score\n{day},Ann Archer,Eve East,121-98\n"
        for day in ("2026-09-08", "2026-09-09"):
            await import_file(database, league, text.format(day=day).encode(), NOW)
        await undo_import(database, league, 2, NOW)
        assert "Eve East" in {one.player.name for one in await members.list_members(database, league.id)}
        assert len(await league_results.list_results(database, league.id)) == 3

    async def test_is_refused_twice_for_unknown_numbers_and_closed_seasons(self, database):
        league = await league_with(database)
        await refused(undo_import(database, league, 9, NOW), "has no import 9")
        await import_file(database, league, PEOPLE.replace("09-01", "09-02").encode(), NOW)
        await undo_import(database, league, 2, NOW)
        (entry,) = await members.list_log_entries(database, league.id, many=1)
        assert entry_text(entry, league) == "undid import 2 of 2 results"
        await refused(undo_import(database, league, 2, NOW), "Import 2 is undone already")
        async with database.transaction() as writing:
            closed = Season(league_id=league.id, number=1, stage="closed", closed_at=NOW + timedelta(days=1))
            leagues.put_season(writing, closed)
        await refused(undo_import(database, league, 1, NOW), "Season 1 of Red Lion is closed")


class TestPreview:
    async def test_points_out_a_first_name_beside_the_whole_name(self, database):
        league = await league_with(database)
        text = "Date,Winner,Loser,Score\n2026-09-02,Ann,Eve East,121-98\n2026-09-03,Eve,Dan Dale,121-98\n"
        shown = await preview_file(database, league, text.encode(), NOW)
        assert dict(shown.plan.doubts) == {"Ann": "Ann Archer", "Eve East": "Eve"}

    async def test_waits_for_the_manager_who_sent_the_file_and_for_its_league(self, club):
        league, elsewhere = [await club.league(name=name, preset="acc") for name in ("Mondays", "Tuesdays")]
        files, options = club.leagues.files, ImportOptions()
        waiting_id, _ = await files.preview(league, club.boss, PEOPLE.replace("2026", "2024").encode(), options)
        for where, asker in ((league, replace(club.boss, player=club.ann)), (elsewhere, club.boss)):
            for answer in (files.take_in, files.cancel):
                await refused(answer(where, asker, waiting_id), "This preview is out of date")
        assert (await files.take_in(league, club.boss, waiting_id)).added == 2
        await refused(files.take_in(league, club.boss, waiting_id), "This preview is out of date")

    async def test_waits_for_a_week(self, club):
        league, files, sent = await club.league(preset="acc"), club.leagues.files, []
        for asker in (club.boss, replace(club.boss, player=club.ann), replace(club.boss, player=club.ben)):
            data = PEOPLE.replace("2026", "2024").encode()
            sent.append((await files.preview(league, asker, data, ImportOptions()))[0])
            club.room.wall.passes(days=4)
        stored = await club.rows("SELECT id FROM import_previews ORDER BY id")
        assert [number for (number,) in stored] == sent[1:]


def workbook(*sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for rows in sheets:
        sheet = book.create_sheet("Sheet")
        for row in rows:
            sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def with_part(data, name, content):
    stream = io.BytesIO(data)
    with zipfile.ZipFile(stream, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return stream.getvalue()


class TestHostileWorkbooks:
    @pytest.fixture
    def good(self):
        return workbook([["Date", "Winner", "Loser", "Score"], [date(2026, 9, 8), "Ann", "Ben", "121-98"]])

    @pytest.mark.parametrize(
        ("made_from", "why"),
        [
            (lambda good: with_part(good, "xl/vbaProject.bin", b"x"), "has macros"),
            (lambda good: with_part(good, "xl/bomb.xml", b"\0" * 120_000_000), "too big when it is unpacked"),
            (lambda good: good[:-200], "can't read this workbook"),
            (lambda good: good[:1500], "can't read this workbook"),
            (lambda good: b"PK\x03\x04" + b"\0" * 500, "can't read this workbook"),
            (lambda good: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500, "can't read this workbook"),
        ],
        ids=["macros", "bomb", "cut", "torn", "nonsense", "xls"],
    )
    def test_get_one_sentence(self, good, made_from, why):
        [bad] = parse_results(made_from(good), find("acc")).bad
        assert why in bad.why

    def test_a_formula_without_a_saved_value_is_no_name(self):
        rows = [["Date", "Winner", "Loser", "Score"], [date(2026, 9, 8), '=HYPERLINK("x")', "Ben", "121-98"]]
        parsed = parse_results(workbook(rows), find("acc"))
        assert parsed.rows == []
        assert len(parsed.bad) == 1

    def test_too_many_rows_get_one_sentence(self, monkeypatch):
        monkeypatch.setattr(spreadsheets, "MOST_ROWS", 3)
        monkeypatch.setattr(spreadsheets, "_TITLES", 0)
        for data in (b"a\n" * 4, workbook([["a"]] * 4)):
            [bad] = parse_results(data, find("acc")).bad
            assert "more than 3 rows" in bad.why

    def test_without_openpyxl_it_says_what_to_install(self, good, monkeypatch):
        monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
        [bad] = parse_results(good, find("acc")).bad
        assert 'pip install "cribbage-bot[sheets]"' in bad.why
        assert "use CSV" in bad.why


class TestExports:
    async def test_a_workbook_is_imported_again_exactly(self, database):
        league = await league_with(database)
        await import_file(database, league, b"Date,Winner,Loser,Score\n2026-09-08,=Ann,Ben Booth,forfeit\n", NOW)
        [season] = await leagues.list_seasons(database, league.id)
        data = await documents.write_document(database, league, season, "xlsx", NOW)
        assert (await preview_file(database, league, data, NOW)).added == 0
        copy = (await import_file(database, replace(LEAGUE, name="Copy"), data, NOW)).league

        def told(one):
            sides = [(side.player.name, side.holes, side.games, side.legs, side.skunks) for side in one.sides]
            return one.played_at, one.ended_by, sides

        old, new = [await league_results.list_results(database, which.id) for which in (league, copy)]
        assert [told(one) for one in old] == [told(one) for one in new]

    async def test_a_page_of_standings_is_one_file_and_escapes_names(self, database):
        league = await league_with(database, PEOPLE.replace("Dan Dale", "<b>Dan & co</b>"))
        [season] = await leagues.list_seasons(database, league.id)
        page = (await documents.write_document(database, league, season, "html", NOW)).decode()
        assert "&lt;b&gt;Dan &amp; co&lt;/b&gt;" in page
        assert "<b>" not in page
        assert page.count("<tr>") == 5
        assert "http" not in page
        assert "src=" not in page

    async def test_a_page_for_a_clubs_site_has_the_nights_and_the_results_too(self, database):
        text = "date,player_a,score_a,player_b,score_b,meeting\n"
        rows = [f"2026-01-{day:02},Ann,121,<i>Ben,{90 + day},{night}\n" for day in range(1, 17) for night in (1, 2)]
        league = await league_with(database, "".join([text, *rows, "2026-02-01,<i>Ben,121,Ann,60,\n"]))
        [season] = await leagues.list_seasons(database, league.id)
        page = (await documents.write_document(database, league, season, "page", NOW)).decode()
        assert page.startswith((await documents.write_document(database, league, season, "html", NOW)).decode()[:900])
        nights, results = page.split("<details")[1:]
        assert nights.startswith(" open><summary>Nights (2)</summary>")
        assert nights.count("<td>Ann</td>") == 2
        assert results.startswith("><summary>Results (33)</summary>"), "it opens at a press"
        assert "<td>&lt;i&gt;Ben beat Ann 121-60</td>" in results
        assert "<td>Ann beat &lt;i&gt;Ben 121-91</td>" in results
        assert "<i>" not in page
        assert "http" not in page


class TestElsewhere:
    """Random seasons of club nights, exported and imported into another league with the same settings."""

    async def season(self, database, league, number, people, chance):
        """Add the nights and results of a season."""
        days = [date(2022 + number, 1, night) for night in range(1, chance.randint(2, 4))]
        for night, day in enumerate(days, 1):
            meeting = Meeting(id=0, league_id=league.id, season=number, number=night, day=day, stage="closed")
            async with database.transaction() as writing:
                meetings.add(writing, meeting)
        nights = await meetings.list_by_season(database, league.id, number)
        for at in range(chance.randint(4, 14)):
            night = chance.choice([*nights, None])
            best_hands = chance.choice((None, 8, 24, 28, 29)), chance.choice((None, 12))
            score = EnteredScore(holes=(121, chance.randrange(121)), best_hands=best_hands)
            sides = sides_of(tuple(chance.sample(people, 2)), score, league.rules, 1)[:: chance.choice((1, -1))]
            day = date(2022 + number, 2, 1 + at) if night is None else night.day
            result = LeagueResult(
                league_id=league.id,
                season=number,
                stage=chance.choice(("league", "league", "league", "playoff")),
                status=chance.choice(("counted", "counted", "counted", "void", "entered")),
                sides=sides,
                winner=0 if sides[0].games else 1,
                ended_by=chance.choice(("show", "pegging", "board")),
                played_at=datetime.combine(day, time(19, at), tzinfo=UTC),
                meeting_id=None if night is None else night.id,
            )
            async with database.transaction() as writing:
                league_results.add(writing, result)

    async def told(self, database, league):
        """What the league's pages tell, by names: its seasons, tables, nights, champions and awards."""
        records, found = RecordService(database), []
        for season in sorted(await leagues.list_seasons(database, league.id), key=lambda one: one.number):
            nights = await meetings.list_by_season(database, league.id, season.number)
            awards = await records.awards(league, season)
            table = await season_table(database, league, season, nights, [])
            tables = {night.number: (night.day, await meeting_table(database, league, night, [])) for night in nights}
            feats = (*awards.most_skunks, *awards.slams, *awards.best_night)
            found.append(
                {
                    "champions": sorted(one.name for one in awards.champions),
                    "table": [(line.rank, line.player.name, line.points, line.spread) for line, _ in table],
                    "nights": {
                        number: (day, [(line.rank, line.player.name, line.points) for line in lines])
                        for number, (day, lines) in tables.items()
                        if lines
                    },
                    "hands": sorted((one.player.name, one.points, str(one.played_at)) for one in awards.high_hands),
                    "feats": sorted((one.player.name, one.value, one.season, one.meeting) for one in feats),
                    "improved": sorted((one.player.name, one.now) for one in awards.most_improved),
                }
            )
        lifetimes = [
            (line.rank, line.player.name, line.points, line.titles) for line in await records.lifetimes(league)
        ]
        return [season for season in found if season["table"]], lifetimes

    @sampled("seed", range(12))
    async def test_an_export_has_the_same_champions_nights_tables_and_awards(self, database, seed):
        chance = random.Random(seed)
        league = await league_with(database, HEAD, replace(LEAGUE, format="club", name="Home"))
        people = [await players.meet(database, 70 + at, name) for at, name in enumerate(("Ann", "Ben", "Cy", "Di"))]
        last = chance.randint(1, 3)
        for number in range(1, last + 1):
            await self.season(database, league, number, people, chance)
            played = await league_results.list_results(database, league.id, number)
            there = [side.player.id for one in played if one.status == "counted" for side in one.sides]
            crowned = (chance.choice(there),) if there and number < last else ()
            stage, closed_at = ("closed", NOW) if number < last else ("playing", None)
            season = Season(league_id=league.id, number=number, stage=stage, closed_at=closed_at, crowned=crowned)
            async with database.transaction() as writing:
                if number > 1:
                    leagues.add_season(writing, season)
                leagues.put_season(writing, season)
        results = await league_results.list_results(database, league.id)
        names = export.unique_names(people)
        text = spreadsheet(results, names, await export.read_seasons(database, league)).encode()
        copy = (await import_file(database, replace(league, id=NEW, name="Copy"), text, NOW)).league
        async with database.transaction() as writing:
            leagues.add(writing, replace(league, id=NEW, name="Empty"), Season(league_id=0, number=1, stage="playing"))
        empty = await leagues.find_by_name(database, None, "Empty")
        await import_file(database, empty, text, NOW)
        home = await self.told(database, league)
        assert home[0]
        assert await self.told(database, copy) == home
        assert await self.told(database, empty) == home
        assert (await import_file(database, empty, text, NOW)).added == 0
        await undo_import(database, empty, 1, NOW)
        assert await meetings.list_by_league(database, empty.id) == []
