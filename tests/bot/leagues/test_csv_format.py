"""Files of results: what is read of them and of clubs' spreadsheets, what is wrong with a line, and what we write."""

from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.csv_format import COLUMNS, MORE
from bot.leagues.export import unique_names
from bot.leagues.results_reader import parse_results
from bot.leagues.settings import rules_of
from bot.leagues.spreadsheets import decode_file
from bot.models.player import Player
from bot.models.result import GameStats, LeagueResult, Side
from engine.presets import find
from tests.support.club_spreadsheets import club_spreadsheets, name_of, spreadsheet
from tests.support.data_files import data_beside

DATA = data_beside(__file__)

ACC, HOUSE = find("acc"), find("house")
RULES = {name: find(name) for name in ("acc", "house", "bicycle", "club")}
RULES |= {"house to 61": find("house", target=61), "house without doubles": replace(HOUSE, doubles=())}
HEADER = ",".join(COLUMNS)
ANN, BEN = Player(1, None, "Ann"), Player(2, None, "Ben")


def rows(*lines, rules=ACC, header=HEADER):
    paper = parse_results("\n".join([header, *lines]), rules)
    assert paper.bad == []
    return paper.rows


def wrong(line, rules=ACC, header=HEADER):
    paper = parse_results(f"{header}\n{line}\n", rules)
    assert paper.rows == []
    [bad] = paper.bad
    assert bad.line == 2
    return bad.why


class TestALine:
    def test_as_it_stands(self):
        [row] = rows("2025-01-31,Ann,Ben,121,104,1,0")
        assert row.played_at == datetime(2025, 1, 31, 12, tzinfo=UTC)
        assert (row.names, row.scores, row.games, row.legs) == (("Ann", "Ben"), (121, 104), (1, 0), (1, 0))
        assert (row.winner, row.skunks, row.line, row.season) == (0, (0, 0), 2, None)

    @pytest.mark.parametrize(("written", "moment"), DATA["moments"])
    def test_on_a_day_or_at_a_time_of_it(self, written, moment):
        [row] = rows(f"{written},Ann,Ben,121,104,1,0")
        assert row.played_at == moment

    @pytest.mark.parametrize(("rules", "written", "games", "legs", "skunks"), DATA["numbers"])
    def test_tells_the_games_legs_and_skunks(self, rules, written, games, legs, skunks):
        [row] = rows(f"2025-01-31,Ann,Ben,{written}", rules=RULES[rules])
        assert [row.games, row.legs, row.skunks] == [tuple(games), tuple(legs), tuple(skunks)]
        assert row.winner == int(games[1] > games[0])

    def test_of_a_match_may_give_the_loser_more_holes(self):
        [row] = rows("2025-01-31,Ann,Ben,300,340,2,1")
        assert (row.winner, row.scores) == (0, (300, 340))

    @pytest.mark.parametrize(("written", "names"), DATA["names"])
    def test_has_two_names(self, written, names):
        [row] = rows(f"2025-01-31,{written},121,104,1,0")
        assert [*row.names] == names


class TestABadLine:
    @pytest.mark.parametrize(
        ("line", "why"), [*DATA["bad_lines"], (f"2025-01-31,Ann,{'B' * 65},121,104,1,0", "1-64 characters")]
    )
    def test_says_what_is_wrong(self, line, why):
        assert why in wrong(line)

    @pytest.mark.parametrize("column", [*COLUMNS, "stage", "ended", "first_dealer"])
    def test_is_not_repeated_at_any_length(self, column):
        cells = dict(zip(COLUMNS, ("2025-01-31", "Ann", "Ben", "121", "104", "1", "0"), strict=True))
        if column in MORE:
            cells |= dict.fromkeys(MORE, "0") | {"stage": "league", "status": "counted", "ended": "show"}
        cells |= {column: "x" * 100_000}
        assert len(wrong(",".join(cells.values()), header=",".join(cells))) < 150

    def test_is_named_by_its_line_like_all_others(self):
        paper = parse_results(
            f"\n{HEADER}\n2025-01-31,Ann,Ben,121,104,1,0\n\n2025-01-31,Ann,Ben,x,,,\n"
            '2025-01-31,"Cy\nDee",Ben,121,104,1,0\n2025-01-31,Ann,Ann,121,104,1,0\n,,,,,,\n2025-01-31,Ann,Ben,1,2,1,0',
            ACC,
        )
        assert [bad.line for bad in paper.bad] == [5, 6, 8, 10]
        assert [row.line for row in paper.rows] == [3]


class TestAFile:
    def test_with_its_columns_in_any_order_and_spelling(self):
        [row] = rows(
            "0,1,104,121,Ben,Ann,2025-01-31", header="Games B,GAMES_A,Score-B,score_a, Player_b ,PLAYER A,Date"
        )
        assert (row.names, row.scores, row.games) == (("Ann", "Ben"), (121, 104), (1, 0))

    @pytest.mark.parametrize("first", ["", "sep=,"])
    @pytest.mark.parametrize("separator", [",", ";", "\t"])
    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_with_any_separator_and_end_of_line(self, separator, end, first):
        """It may name its separator in a line before the others."""
        lines = [*filter(None, [first]), HEADER, "2025-01-31,Ann,Ben,121,104,1,0", "2025-01-31,Ben,Ann,12,9,1,0", ""]
        paper = parse_results(end.join(lines).replace(",", separator), ACC)
        assert [row.line for row in paper.rows] == [2 + bool(first)]
        assert [bad.line for bad in paper.bad] == [3 + bool(first)]

    @pytest.mark.parametrize(
        ("content", "note"),
        [
            ("Zoë".encode("cp1252"), "Check words such as Zoë."),
            (b"\xef\xbb\xbf" + "Zoë".encode(), ""),
            ("Zoë".encode("utf-16"), ""),
            (b"\xff\xfe" + "Zoë".encode("utf-16-le"), ""),
            (b"\xfe\xff" + "Zoë".encode("utf-16-be"), ""),
        ],
    )
    def test_in_the_letters_of_windows_or_with_a_mark(self, content, note):
        text, notes = decode_file(content)
        assert (text, len(notes)) == ("Zoë", bool(note))
        assert note in "".join(notes)

    def test_with_very_many_columns_names_a_few(self):
        header = ",".join([HEADER, *(f"{number}{'x' * 1_000}" for number in range(500))])
        [note] = parse_results(header, ACC).notes
        assert note.endswith(", ....")
        assert len(note) < 500

    def test_with_more_columns_says_which_are_not_read(self):
        header = f"{HEADER},Season,remarks,status"
        paper = parse_results(f"{header}\n2025-01-31,Ann,Ben,121,104,1,0,2024/25,a fine game,void", ACC)
        assert (len(paper.rows), paper.bad) == (1, [])
        assert paper.notes == ["Ignored columns: remarks, status."]

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("", "empty"),
            ("\n \n", "empty"),
            ("2025-01-31,Ann,121,104,1,0", f"such as {', '.join(COLUMNS)}, or Date, Winner, Loser, Score."),
            ("date,player_a,score_a,score_b,games_a", "can't find the headings"),
            (f"{HEADER},Date", "has date twice"),
            ("\x89PNG\r\n\x1a\n\x00", "can't find the headings"),
        ],
    )
    def test_that_is_none(self, text, why):
        paper = parse_results(text, ACC)
        assert len(paper.bad) == 1
        assert why in paper.bad[0].why
        assert paper.rows == []


class TestContent:
    @pytest.mark.parametrize("line", DATA["other_lines"])
    def test_is_another_where_anything_is(self, line):
        one, other = rows("2025-01-31,Ann,Ben,121,90,2,0", line)
        assert one.content != other.content


class TestNames:
    def test_players_who_share_a_name_are_numbered(self):
        people = [Player(5, 50, "ann"), Player(2, 20, "Ann"), Player(3, None, "Ben"), Player(4, 40, "Ann (2)")]
        assert unique_names(people) == {2: "Ann (1)", 3: "Ben", 4: "Ann (2)", 5: "ann (3)"}

    def test_an_unreadable_name_becomes_a_number(self):
        assert unique_names([Player(7, 70, " \x07 ")]) == {7: "player 7"}

    @given(st.lists(st.text(max_size=80), max_size=12))
    def test_each_player_has_a_unique_name(self, texts):
        names = unique_names(Player(number, None, text) for number, text in enumerate(texts))
        assert len({name.casefold() for name in names.values()}) == len(texts)


def result(one, other, **more):
    """Return a result between Ann and Ben, each given as (player, scores, games) and more."""
    sides = tuple(
        Side(player=player, holes=holes, games=games, legs=legs, skunks=skunks, deeds=GameStats(best_hand=best))
        for player, holes, games, legs, skunks, best in (one, other)
    )
    kept = {"league_id": 1, "season": 1, "stage": "league", "status": "counted", "ended_by": "board"}
    winner = 0 if one[2] > other[2] else 1
    return LeagueResult(
        **{**kept, "played_at": datetime(2025, 1, 31, 19, 30, 1, 5, tzinfo=UTC), **more}, sides=sides, winner=winner
    )


@st.composite
def results(draw):
    first, second = draw(st.permutations([ANN, BEN]))
    best = st.none() | st.integers(0, 29).filter(lambda points: points not in {19, 25, 26, 27})
    ended_by = draw(st.sampled_from(["show", "play", "board", "file", "forfeit", "resigned", "time"]))
    if ended_by in {"forfeit", "resigned", "time"}:
        # A game that was given up may be a skunk.
        skunk = draw(st.integers(0, ended_by != "forfeit"))
        won = draw(st.sampled_from([0, 1]))
        sides = [(first, 0, 0, 0, 0, None), (second, 0, 1 + skunk, 1, skunk, draw(best))]
        return result(sides[won], sides[1 - won], ended_by=ended_by)
    lost = draw(st.integers(0, 120))
    skunk = int(lost < 91)
    return result(
        (first, 121, 1 + skunk, 1, skunk, draw(best)),
        (second, lost, 0, 0, 0, draw(best)),
        ended_by=ended_by,
        stage=draw(st.sampled_from(["league", "playoff"])),
        season=draw(st.integers(1, 3)),
        played_at=draw(st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))),  # noqa: DTZ001
    )


class TestOurOwn:
    @given(st.lists(results(), max_size=5), st.text("=+-@'Zo ë,;\"", min_size=1, max_size=10))
    def test_is_read_as_it_was_written(self, played, name):
        people = {1: replace(ANN, name=name), 2: BEN}
        names = unique_names(people.values())
        paper = parse_results(spreadsheet(played, names), ACC)
        assert (paper.bad, paper.notes) == ([], [])
        told = sorted(played, key=lambda one: one.played_at)
        for row, one in zip(paper.rows, told, strict=True):
            assert row.names == tuple(names[side.player.id] for side in one.sides)
            assert (row.played_at, row.season, row.stage) == (one.played_at, one.season, one.stage)
            assert (row.winner, row.ended_by) == (one.winner, one.ended_by)
            for column, what in (("scores", "holes"), ("games", "games"), ("legs", "legs"), ("skunks", "skunks")):
                assert getattr(row, column) == tuple(getattr(side, what) for side in one.sides)
            assert row.best_hands == tuple(side.deeds.best_hand for side in one.sides)

    def test_holds_no_name_that_a_spreadsheet_would_reckon(self):
        names = {1: "=1+1", 2: "@Ben"}
        lines = spreadsheet([result((ANN, 121, 1, 1, 0, None), (BEN, 104, 0, 0, 0, None))], names).splitlines()
        assert ",'=1+1,'@Ben,121,104,1,0," in lines[1]

    @pytest.mark.parametrize(
        ("ann", "ben", "ended_by"),
        [
            # Legs and skunks that the scores do not tell, and the holes of those games alone that were played out.
            ((242, 3, 2, 1, 20), (180, 0, 0, 0, 12), "board"),
            ((300, 2, 2, 0, None), (250, 0, 0, 0, None), "board"),
            ((90, 2, 2, 0, None), (121, 0, 0, 0, None), "show"),
            ((0, 2, 2, 0, None), (0, 0, 0, 0, None), "resigned"),
        ],
    )
    def test_of_a_match_is_read_as_it_was_written(self, ann, ben, ended_by):
        played = result((ANN, *ann), (BEN, *ben), ended_by=ended_by)
        [row] = parse_results(spreadsheet([played], unique_names([ANN, BEN])), ACC).rows
        assert (row.scores, row.games, row.legs, row.skunks) == tuple(zip(ann, ben, strict=True))[:4]
        assert row.winner == 0

    def test_passes_over_what_does_not_count(self):
        counted, *others = (
            result((ANN, 121, 1, 1, 0, None), (BEN, 100, 0, 0, 0, None), status=status)
            for status in ("counted", "void", "entered", "disputed")
        )
        paper = parse_results(spreadsheet([*others, counted], unique_names([ANN, BEN])), ACC)
        assert (len(paper.rows), paper.bad) == (1, [])
        assert paper.notes == ["These results don't count, so I skipped them: lines 2, 3, 4."]

    @pytest.mark.parametrize(("column", "cell", "why"), DATA["cells"])
    def test_is_checked_in_all_its_columns(self, column, cell, why):
        cells = dict.fromkeys(MORE, "") | {"season": "1", "stage": "league", "status": "counted", "ended": "show"}
        cells |= dict.fromkeys(("legs_a", "legs_b", "skunks_a", "skunks_b"), "0") | {column: cell}
        line = f"2025-01-31,Ann,Ben,121,104,1,0,{','.join(cells[one] for one in MORE)}"
        assert why in wrong(line, header=",".join((*COLUMNS, *MORE)))

    def test_does_not_take_a_broken_off_game_for_one_that_was_played(self):
        """Only where the file says so itself may a result have no scores."""
        forfeit = result((ANN, 0, 1, 1, 0, None), (BEN, 0, 0, 0, 0, None), ended_by="forfeit")
        text = spreadsheet([forfeit], unique_names([ANN, BEN]))
        assert len(parse_results(text, ACC).rows) == 1
        assert "nobody won: the score is 0-0" in parse_results(text.replace("forfeit", "show"), ACC).bad[0].why


TODAY = date(2026, 11, 24)


def games_in(parsed, counts):
    """The games that were read, as ``Spreadsheet.games`` has them."""
    for row in parsed.rows:
        won, lost = row.winner, 1 - row.winner
        numbers = {"points": row.scores, "games": row.games, "legs": row.legs}[counts]
        given = ("", "") if row.ended_by == "forfeit" else (str(numbers[won]), str(numbers[lost]))
        yield [row.played_at.date().isoformat(), row.names[won], given[0], row.names[lost], given[1]]


@pytest.mark.parametrize("spreadsheet", club_spreadsheets(), ids=name_of)
def test_is_read(spreadsheet):
    rules = rules_of("acc", {}, best_of=3, scheme="legs") if spreadsheet.counts == "legs" else find("acc")
    read = partial(parse_results, spreadsheet.content, rules, best_of=spreadsheet.best_of, today=TODAY)
    parsed = read()
    if spreadsheet.asks_dates:
        assert parsed.unclear_date is not None
        assert parsed.rows == []
        parsed = read(order="day-first")
    assert [str(bad) for bad in parsed.bad] == []
    assert list(games_in(parsed, spreadsheet.counts)) == spreadsheet.games


@pytest.mark.parametrize("text", DATA["totals"])
def test_a_table_of_totals_is_named(text):
    parsed = parse_results(text, find("acc"), best_of=1)
    assert parsed.rows == []
    assert [bad.why for bad in parsed.bad] == [
        "this is a table of each player's totals. I need the games: a line each, with 2 players and the score."
    ]


@pytest.mark.parametrize("text", DATA["not_read"].values(), ids=DATA["not_read"])
def test_what_is_no_list_of_games_is_refused_and_never_misread(text):
    parsed = parse_results(text, find("acc"), best_of=1)
    assert parsed.rows == []
    [bad] = parsed.bad
    assert bad.why.startswith("I can't find the headings. I need a row that names 2 players and the score")


@pytest.mark.parametrize(("heads", "one", "other", "score"), DATA["numbered"])
def test_a_number_in_a_name_is_no_score(heads, one, other, score):
    parsed = parse_results(f"Date,{heads}\n2026-09-08,{one},{other},{score}\n", ACC, best_of=1, today=TODAY)
    assert [(row.names, row.scores) for row in parsed.rows] == [((one, other), (121, 98))]


@pytest.mark.parametrize(("line", "why", "text"), DATA["wrong_lines"])
def test_a_wrong_line_of_an_unusual_layout_is_named(line, why, text):
    parsed = parse_results(text, find("acc"), best_of=1, today=TODAY, order=None)
    bad = [one for one in parsed.bad if "date is missing" not in one.why]
    assert (bad[0].line, len(bad)) == (line, 1)
    assert why in bad[0].why


def test_a_date_without_a_year_is_the_latest_so_far():
    text = "Date,Winner,Loser,Score\n25 Nov,Ann,Ben,121-98\n24 Nov,Ann,Ben,121-90\n"
    parsed = parse_results(text, find("acc"), best_of=1, today=TODAY)
    assert [row.played_at.date().isoformat() for row in parsed.rows] == ["2025-11-25", "2026-11-24"]
