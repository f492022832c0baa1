"""`cribbage-bot league`: files in and out, and tables that anyone can work out from the file again."""

import asyncio
import json
import random
import sqlite3
from contextlib import closing

import pytest

from bot.__main__ import main
from bot.leagues.access import LeagueError
from bot.leagues.csv_format import COLUMNS
from bot.models.league import League, Season
from bot.storage import leagues
from bot.storage.database import Database
from engine.presets import find
from tests.bot.leagues.test_meetings import by_night, four_nights
from tests.support.data_files import data_beside
from tests.support.processes import run_python
from tests.support.sample_league import club_over
from tests.support.seated_tables import NOW

CASES = data_beside(__file__)

HEADER = ",".join(COLUMNS)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "cribbage.db"))
    return tmp_path


@pytest.fixture
def league(capsys):
    """The command, which must do what it is asked: what it prints."""

    def run(*arguments):
        code = main(["league", *arguments])
        out, err = capsys.readouterr()
        assert (code, err) == (0, "")
        return out

    return run


@pytest.fixture
def refused(capsys):
    def run(*arguments):
        try:
            code = main(["league", *arguments])
        except SystemExit as ended:
            code = ended.code
        out, err = capsys.readouterr()
        assert (code, out) == (2, "")
        assert "Traceback" not in err
        return err

    return run


def write(folder, *lines, name="games.csv"):
    path = folder / name
    path.write_text("\n".join([HEADER, *lines, ""]), encoding="utf-8")
    return str(path)


AFTERNOON = (
    "2025-01-31,Ann,Ben,121,104,1,0",
    "2025-01-31,Ben,Cy,121,80,2,0",
    "2025-02-01,Cy,Ann,119,121,0,1",
    "2025-02-01,Cy,Ann,119,121,0,1",
)


class TestTable:
    def test_is_in_columns_for_people_and_in_json(self, folder, league):
        league("import", "--yes", "Winter", write(folder), "--create", "--preset", "acc")
        assert json.loads(league("table", "Winter", "--json")) == []
        league("import", "--yes", "Winter", write(folder, *AFTERNOON))
        keys = ["rank", "player", "played", "won", "lost", "points", "skunks_won", "skunks_lost", "spread"]
        assert json.loads(league("table", "Winter", "--json"))[2] == dict(
            zip(keys, [3, "Cy", 3, 0, 3, 0, 0, 1, -45], strict=True)
        )
        assert league("table", "winter").splitlines() == [
            "   player  played  won  lost  points  SkW  SkL  spread",
            "1  Ann          3    3     0       6    0    0     +21",
            "2  Ben          2    1     1       3    1    0     +24",
            "3  Cy           3    0     3       0    0    1     -45",
        ]


SHEET = "Red Lion\nDate;Winner;Loser;Score\n{day};Ann;Ben;121-98\n;Cleo;Ann;121-80\nTotal;;;\n"


class TestPreviewAndUndo:
    def path(self, folder, day="15/09/2025"):
        path = folder / "club.csv"
        path.write_text(SHEET.format(day=day), encoding="utf-8")
        return str(path)

    def test_without_yes_nothing_is_written(self, folder, league):
        said = league("import", "Winter", self.path(folder), "--create").splitlines()
        assert said[0] == "2 new results for season 1 of Winter."
        assert said[-1] == "Nothing is imported yet. Add --yes to import this."
        assert league("import", "Winter", self.path(folder), "--create", "--yes").startswith("2 results imported")

    def test_as_json(self, folder, league):
        preview = json.loads(league("import", "Winter", self.path(folder), "--create", "--json"))
        assert (preview["new"], preview["imported"], preview["dates"]) == (2, False, "day-first")
        assert preview["new_players"] == [{"name": name, "like": None} for name in ("Ann", "Ben", "Cleo")]
        done = json.loads(league("import", "Winter", self.path(folder), "--create", "--json", "--yes"))
        assert (done["new"], done["import"], done["imported"]) == (2, 1, True)
        [listed] = json.loads(league("imports", "Winter", "--json"))
        assert (listed["number"], listed["file"], listed["results"], listed["undone"]) == (1, "club.csv", 2, False)
        undone = json.loads(league("undo", "Winter", "1", "--json"))
        assert (undone["number"], undone["removed"], undone["undone"]) == (1, 2, True)
        assert json.loads(league("table", "Winter", "--json")) == []

    def test_in_words(self, folder, league, refused):
        league("import", "Winter", self.path(folder), "--create", "--yes")
        assert league("imports", "Winter").endswith(", club.csv, 2 results\n")
        assert league("undo", "Winter", "1") == "Import 1 is undone. 2 results are gone.\n"
        assert league("imports", "Winter").endswith(", club.csv, undone\n")
        assert "Import 1 is undone already" in refused("undo", "Winter", "1")

    def test_an_unclear_order_of_dates_is_asked_for(self, folder, league, refused):
        path = self.path(folder, "08/09/2025")
        assert "I can't tell the day from the month in 08/09/2025." in refused("import", "Winter", path, "--create")
        assert "8 Sep 2025" in league("import", "Winter", path, "--create", "--dates", "day-first")
        assert "9 Aug 2025" in league("import", "Winter", path, "--create", "--dates", "month-first")

    @pytest.mark.parametrize("form", ["xlsx", "html"])
    def test_documents_are_written(self, folder, league, form):
        league("import", "Winter", self.path(folder), "--create", "--yes")
        league("export", "Winter", "--format", form, "--out", f"winter.{form}")
        data = (folder / f"winter.{form}").read_bytes()
        assert data.startswith({"xlsx": b"PK", "html": b"<!DOCTYPE html>"}[form])
        if form == "xlsx":
            assert league("import", "Winter", f"winter.{form}", "--yes").startswith("0 results imported into Winter, 2")

    def test_a_page_for_the_clubs_site(self, folder, league, refused):
        league("import", "Winter", self.path(folder), "--create", "--yes")
        page = league("page", "Winter")
        assert "<summary>Results (2)</summary>" in page
        league("page", "Winter", "--season", "1", "--out", "winter.html")
        assert (folder / "winter.html").read_text("utf-8") == page
        assert "Winter has no season 2" in refused("page", "Winter", "--season", "2")


class TestImport:
    def test_says_what_came_of_it(self, folder, league):
        path = write(folder, *AFTERNOON)
        *said, _, _ = league("import", "--yes", "Winter", path, "--create").splitlines()
        assert said == [
            "4 results imported into Winter, 0 already there.",
            "This is import 1.",
            "New players: Ann, Ben, Cy.",
        ]
        assert (
            league("import", "--yes", "Winter", path, "--create")
            == "0 results imported into Winter, 4 already there.\n"
        )
        assert league("import", "--yes", "Winter", path) == "0 results imported into Winter, 4 already there.\n"

    def test_tells_every_bad_line_and_imports_the_others(self, folder, league, refused, capsys):
        good = write(folder, *AFTERNOON)
        bad = write(
            folder,
            "soon,Ann,Ben,121,104,1,0",
            "2025-01-31,Dee,Ben,121,121,,",
            "2025-01-31,Dee,Ben,12,9,,",
            name="b.csv",
        )
        said = refused("import", "--yes", "Winter", bad, "--create").splitlines()
        assert said[0] == "cribbage-bot: nothing was imported because 3 lines are wrong:"
        assert [line.split(":")[0] for line in said[1:-1]] == ["line 2", "line 3", "line 4"]
        assert said[-1] == "Read: 0 games, 0 without a score, 0 other lines, 3 not understood."
        assert main(["league", "list"]) == 0
        assert capsys.readouterr().out == ""
        league("import", "--yes", "Winter", good, "--create")
        before = league("table", "Winter", "--json")
        refused("import", "--yes", "Winter", bad)
        assert league("table", "Winter", "--json") == before
        mixed = write(folder, *AFTERNOON, "2025-02-31,Dee,Ben,121,104,,", name="c.csv")
        said = league("import", "--yes", "Winter", mixed)
        assert f"line {len(AFTERNOON) + 2}: write the date like " in said
        assert json.loads(league("import", "Winter", mixed, "--json"))["bad_lines"]
        assert league("table", "Winter", "--json") == before

    def test_needs_the_league_or_leave_to_found_it(self, folder, league, refused):
        path = write(folder, *AFTERNOON)
        assert "there's no database" in refused("import", "--yes", "Winter", path)
        league("import", "--yes", "Summer", path, "--create")
        assert "no league 'Winter'" in refused("import", "--yes", "Winter", path)

    @pytest.mark.parametrize(("arguments", "told"), CASES["options"])
    def test_creates_it_with_its_options(self, folder, league, arguments, told):
        league("import", "--yes", "Winter", write(folder, *AFTERNOON), "--create", *arguments)
        assert told in league("list")

    @pytest.mark.parametrize(("arguments", "why"), CASES["impossible_options"])
    def test_founds_none_that_makes_no_sense(self, folder, league, refused, arguments, why):
        path = write(folder, *AFTERNOON)
        league("import", "--yes", "Other", path, "--create")
        assert why in refused("import", "--yes", "Winter", path, "--create", *arguments)
        assert league("list").startswith("Other: ")

    @pytest.mark.parametrize("arguments", [("--preset", "acc"), ("--scheme", "acc"), ("--best-of", "3")])
    def test_changes_nothing_of_one_that_is_there(self, folder, league, refused, arguments):
        path = write(folder, *AFTERNOON)
        league("import", "--yes", "Winter", path, "--create", "--preset", "house")
        assert "already exists" in refused("import", "--yes", "Winter", path, "--create", *arguments)

    def test_a_file_that_is_not_there(self, refused):
        assert "nowhere.csv" in refused("import", "--yes", "Winter", "nowhere.csv", "--create")


class TestSeveralServers:
    @pytest.fixture(autouse=True)
    def servers(self, folder):
        """Leagues of one name on two servers, and one of another name on a third."""

        async def found():
            database = await Database.open(folder / "cribbage.db")
            for guild_id, name in ((1, "Winter"), (2, "WINTER"), (3, "Summer")):
                new = League(id=0, guild_id=guild_id, name=name, preset="acc", rules=find("acc"), created_at=NOW)
                async with database.transaction() as writing:
                    leagues.add(writing, new, Season(league_id=0, number=1, stage="playing"))
            await database.close()

        asyncio.run(found())

    def test_which_one_must_be_said(self, folder, league, refused):
        said = refused("table", "winter")
        assert "2 leagues are called 'winter'. Add --server 2 or --server 1." in said
        league("import", "--yes", "winter", write(folder, *AFTERNOON), "--server", "2")
        assert len(json.loads(league("table", "winter", "--json", "--server", "2"))) == 3
        assert json.loads(league("table", "winter", "--json", "--server", "1")) == []
        assert "no league" in refused("table", "winter", "--server", "3")
        assert "no league" in refused("table", "winter", "--server", "none")

    def test_a_name_that_is_there_once_is_enough(self, league):
        assert json.loads(league("table", "summer", "--json")) == []
        assert [line.split(":")[0] for line in league("list").splitlines()] == ["Summer", "WINTER", "Winter"]
        assert [line.split(":")[0] for line in league("list", "--server", "1").splitlines()] == ["Winter"]

    def test_one_may_be_founded_beside_them(self, folder, league):
        league("import", "--yes", "Winter", write(folder, *AFTERNOON), "--create", "--server", "none")
        assert len(json.loads(league("table", "Winter", "--json", "--server", "none"))) == 3


class TestExport:
    def test_can_be_imported_again(self, folder, league):
        league("import", "--yes", "Winter", write(folder, *AFTERNOON), "--create", "--preset", "acc")
        league("export", "Winter", "--out", "winter.csv")
        assert league("export", "Winter") == (folder / "winter.csv").read_text(encoding="utf-8")
        league("import", "--yes", "Copy", "winter.csv", "--create", "--preset", "acc")
        assert league("table", "Copy", "--json") == league("table", "Winter", "--json")
        assert "0 results imported" in league("import", "--yes", "Winter", "winter.csv")

    def test_as_a_document_tells_all(self, folder, league):
        league("import", "--yes", "Winter", write(folder, *AFTERNOON), "--create", "--preset", "acc")
        told = json.loads(league("export", "Winter", "--format", "json"))
        assert (told["league"]["name"], told["league"]["scheme"]) == ("Winter", "acc")
        assert told["seasons"] == [
            {"number": 1, "stage": "playing", "starts_on": None, "ends_on": None, "crowned": [], "given": []}
        ]
        assert told["players"] == [{"player": name, "status": "in"} for name in ("Ann", "Ben", "Cy")]
        assert len(told["results"]) == 4
        assert [",".join(str(one[column]) for column in COLUMNS) for one in told["results"]] == list(AFTERNOON)

    def test_of_one_season(self, folder, league, refused):
        league("import", "--yes", "Winter", write(folder, *AFTERNOON), "--create")
        assert league("export", "Winter", "--season", "1") == league("export", "Winter")
        assert "no season 2" in refused("export", "Winter", "--season", "2")
        assert "no season 2" in refused("table", "Winter", "--season", "2")

    def test_replaces_a_file_only_by_a_whole_one(self, folder, league, refused):
        (folder / "old.csv").write_text("mine")
        league("import", "--yes", "Winter", write(folder, *AFTERNOON), "--create")
        assert "no league" in refused("export", "Summer", "--out", "old.csv")
        assert (folder / "old.csv").read_text() == "mine"


def test_from_a_file_of_windows_to_a_table(folder):
    """A secretary's spreadsheet: its mark, its separators and its ends of lines, and a terminal that knows no ë."""
    terminal = {"cwd": folder, "DATABASE_PATH": "club.db", "PYTHONIOENCODING": "ascii"}
    lines = [HEADER, "2025-01-31,Zoë,Ben,121,90,2,0", "2025-01-31,Ben,Cy,121,100,,"]
    text = "\ufeff" + "\r\n".join([*lines, ""]).replace(",", ";")
    asked = ("-m", "bot", "league", "import", "--yes", "Winter", "-", "--create", "--preset", "acc")
    done = run_python(*asked, text=text, **terminal)
    assert (done.returncode, done.stderr) == (0, "")
    done = run_python("-m", "bot", "league", "table", "Winter", "--json", **terminal)
    assert [line["player"] for line in json.loads(done.stdout)] == ["Zoë", "Ben", "Cy"]


def test_help_shows_what_a_file_looks_like(capsys):
    with pytest.raises(SystemExit):
        main(["league", "import", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "date, player_a, player_b, score_a, score_b, games_a, games_b" in told


def test_a_server_without_leagues(folder, league, capsys):
    league("import", "--yes", "Winter", write(folder, AFTERNOON[0]), "--create")
    assert main(["league", "list", "--server", "5"]) == 0
    said = "There are no leagues yet. Create one with `cribbage-bot league import NAME FILE --create`."
    out, err = capsys.readouterr()
    assert (out, said in err) == ("", True)


def test_without_a_database(folder, refused):
    for arguments in (("list",), ("table", "Winter"), ("export", "Winter")):
        assert refused(*arguments).count("\n") == 1
    assert not (folder / "cribbage.db").exists()


class TestAdoptionCodes:
    def adopts(self, folder, code):
        async def adopt():
            async with club_over(folder / "cribbage.db") as club:
                return (await club.leagues.setup.adopt(1, club.boss, code)).name

        return asyncio.run(adopt())

    def test_an_import_prints_one_that_a_server_uses(self, folder, league):
        *_, line, how = league("import", "--yes", "Winter", write(folder, *AFTERNOON), "--create").splitlines()
        code = line.removeprefix("Adoption code: ")
        assert how == (
            f"In your server press Add an imported league in /league list, and type {code}, to move Winter there. "
            "The code works once."
        )
        assert self.adopts(folder, code) == "Winter"

    def test_a_new_one_replaces_the_first(self, folder, league):
        first = league("import", "--yes", "Winter", write(folder, *AFTERNOON), "--create")
        second, _ = league("code", "Winter").splitlines()
        code = second.removeprefix("Adoption code: ")
        assert code not in first
        assert self.adopts(folder, code) == "Winter"

    def test_a_league_of_an_older_version_gets_one(self, folder, league):
        path = write(folder, *AFTERNOON)
        league("import", "--yes", "Winter", path, "--create")
        with closing(sqlite3.connect(folder / "cribbage.db")) as file:
            file.execute("DELETE FROM adoption_codes")
            file.commit()
        assert "Adoption code: " in league("import", "--yes", "Winter", path)
        assert "Adoption code: " in league("code", "Winter", "--server", "none")

    def test_a_league_of_a_server_needs_none(self, folder, league, refused):
        said = league("import", "--yes", "Winter", write(folder, *AFTERNOON), "--create", "--server", "5")
        assert "code" not in said
        assert "Winter already belongs to server 5" in refused("code", "Winter")
        assert "there is no league" in refused("code", "Summer")


@pytest.fixture
async def games(folder):
    """The games of four nights of eight people, stored in the database of the command."""
    async with club_over(folder / "cribbage.db") as club:
        league = await club.league(format="club", preset="acc", many=7, begin=False)
        return await four_nights(club, league, await club.people(8), random.Random(1))


def test_nights_and_their_tables(league, games):
    nights = json.loads(league("nights", "Thursdays"))
    assert [night["night"] for night in nights] == [1, 2, 3, 4]
    assert {night["stage"] for night in nights} == {"closed"}
    lines = by_night(games)
    for number in range(1, 5):
        night = json.loads(league("night", "Thursdays", str(number)))
        shown = {line["player"]: [line["points"], line["won"], line["spread"]] for line in night["table"]}
        assert shown == {name: line for (name, at), line in lines.items() if at == number}
        assert {one["player"] for one in night["attendance"]} == shown.keys()


def test_the_season_and_all_seasons(league, games):
    table = json.loads(league("table", "Thursdays", "--json"))
    lifetime = json.loads(league("lifetime", "Thursdays"))
    assert [(line["player"], line["points"]) for line in lifetime] == [
        (line["player"], line["points"]) for line in table
    ]
    awards = json.loads(league("awards", "Thursdays"))
    best = max(tuple(line) for line in by_night(games).values())
    assert {one["value"] for one in awards["best_night"]} == {best[0]}
    assert json.loads(league("records", "Thursdays"))["night"] == awards["best_night"]


@pytest.fixture
async def cup(folder):
    """A double elimination of 4 after its first round, one that is over, and a league without a bracket."""
    async with club_over(folder / "cribbage.db") as club:
        people = await club.people(4)
        begun = await club.league(*people, name="Begun", format="double-knockout")
        for fixture in await club.leagues.fixtures.find_all(begun):
            await club.enter(begun, fixture.first, fixture.second, 100)
        over = await club.league(*people, name="Over", format="knockout")
        while True:
            await club.settle_all(over)
            try:
                await club.leagues.seasons.next_round(over, club.boss)
            except LeagueError:
                break
        await club.league(*people, name="Open")
        fixtures = await club.leagues.fixtures.find_all(begun)
        return [(one.first.name, one.second.name) for one in fixtures], await club.leagues.fixtures.find_all(over)


def test_matches_have_their_players_or_where_they_come_from(cup, league):
    first_round, _ = cup
    bracket = json.loads(league("bracket", "Begun"))
    assert (bracket["elimination"], bracket["champion"]) == ("double", None)
    for match, (winner, loser) in zip(bracket["matches"], first_round, strict=False):
        assert [one["player"] for one in match["players"]] == [winner, loser]
        assert [(one["games"], one["points"]) for one in match["players"]] == [(1, 121), (0, 100)]
        assert match["winner"] == winner
    [winners, losers, last, final] = bracket["matches"][2:]
    assert (winners["part"], losers["part"], last["part"], final["part"]) == ("winners", "losers", "losers", "final")
    assert {one["player"] for one in winners["players"]} == {winner for winner, _ in first_round}
    assert {one["player"] for one in losers["players"]} == {loser for _, loser in first_round}
    assert last["players"] == [{"player": None, "winner_of": 4}, {"player": None, "loser_of": 3}]
    assert final["players"] == [{"player": None, "winner_of": 3}, {"player": None, "winner_of": 5}]


@pytest.mark.usefixtures("cup")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("night", "Begun", "9"), "has no"),
        (("awards", "Begun", "--season", "4"), "has no"),
        (("bracket", "Open"), "season 1 of Open has no bracket"),
    ],
)
def test_what_is_not_there(refused, arguments, said):
    assert said in refused(*arguments)


def test_a_bracket_that_is_over_has_its_champion(cup, league):
    _, fixtures = cup
    assert json.loads(league("bracket", "Over", "--season", "1"))["champion"] == fixtures[-1].first.name
