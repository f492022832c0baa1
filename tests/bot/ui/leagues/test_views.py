"""The league screens: tables that fit a phone, results, fixtures, and their buttons."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.leagues.standings import Order, ranked_standings
from bot.models.league import Fixture, League, LogEntry, Meeting, Season
from bot.models.player import Player
from bot.models.result import LeagueResult, RatedPlayer, Rating, ResultTotals, Side
from bot.ui.core.components import Button
from bot.ui.core.formatting import WIDEST, TextRow, escape, plain_name, text_table
from bot.ui.leagues import (
    fixtures_view,
    manager_views,
    night_views,
    player_views,
    results_view,
    settings_view,
    standings_view,
)
from bot.ui.leagues.lookup import LeaguePress
from engine.presets import find
from tests.support.data_files import data_beside

DATA = data_beside(__file__)

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANN, BEN, CY = Player(1, 71, "Ann"), Player(2, 72, "Ben"), Player(3, None, "Cy *the* @everyone")
WINTER = League(id=4, guild_id=9, name="Winter *cup*", preset="acc", rules=find("acc"), created_at=NOW)
SEASON = Season(league_id=4, number=1, stage="playing")


def sums(player, played=0, won=0, **more):
    counted = {"games": won, "legs": won, "holes": 0, "adverse": 0, "skunks": 0, "skunked": 0}
    counted |= {"best_hand": None, "overscored": 0, "caught": 0, **more}
    return ResultTotals(player=player, played=played, won=won, **counted)


def sheet(*lines, moved=None, minimum=0, **more):
    table = ranked_standings(lines, {}, Order("acc", minimum))
    placed = [(standing, (moved or {}).get(standing.player.id)) for standing in table]
    return standings_view.StandingsPage(replace(WINTER, minimum=minimum), more.pop("season", SEASON), placed, **more)


def many(number):
    return [sums(Player(one, one, f"Player {one}"), 9, 0, holes=2000 - one) for one in range(1, number + 1)]


def words_on(screen):
    return [part for part in screen.parts if isinstance(part, str)]


def presses_on(screen):
    rows = [part for part in screen.parts if isinstance(part, Sequence) and not isinstance(part, str)]
    return [(part.label, part.custom_id, part.disabled) for row in rows for part in row if isinstance(part, Button)]


def test_pages_say_that_ratings_are_still_worked_out():
    told = "These ratings are still being worked out."
    shown = player_views.ratings_page(WINTER, [RatedPlayer(ANN, Rating(), 3)], is_behind=True)
    assert told in "".join(words_on(shown))
    for is_behind in (False, True):
        page = replace(sheet(sums(ANN, 3, 2)), is_behind=is_behind)
        assert (told in "".join(words_on(standings_view.standings_page(page)))) is is_behind


def lines_of(text):
    return text.split("```")[1].strip("\n").splitlines()


def result(**more):
    sides = (Side(player=ANN, games=1, legs=1, holes=121), Side(player=BEN, games=0, legs=0, holes=97))
    given = {"id": 7, "league_id": 4, "season": 1, "stage": "league", "status": "counted", "sides": sides}
    return LeagueResult(**{**given, "winner": 0, "ended_by": "board", "played_at": NOW, "entered_by": ANN, **more})


def fixture(number=1, first=ANN, second=BEN, **more):
    given = {"id": number, "league_id": 4, "season": 1, "stage": "league", "round": 1, "place": number}
    return Fixture(**{**given, "first": first, "second": second, **more})


class TestColumns:
    def test_worked(self):
        rows = [TextRow("1", "Ann", ("12", "+7")), TextRow("2=", "Bartholomew the Elder", ("9", "0"))]
        assert text_table(["P", "+/-"], rows) == DATA["worked"]

    @pytest.mark.parametrize(
        ("name", "seen"),
        [("a`b", "a'b"), ("```", "'''"), ("a\nb", "ab"), (" a  b ", "a b"), ("\u202eevil", "evil"), ("\u200b", "")],
    )
    def test_nothing_in_a_name_ends_the_block_or_turns_it_round(self, name, seen):
        assert plain_name(name) == seen

    @given(st.lists(st.tuples(st.text(max_size=40), st.integers(-9999, 9999)), min_size=1, max_size=20))
    @example([("\u0300", 0), ("0" * 16, 1000)])
    def test_whatever_people_are_called(self, people):
        rows = [
            TextRow(f"{place}=", name, ("120", "100", "20", f"{number:+}"))
            for place, (name, number) in enumerate(people)
        ]
        text = text_table(["P", "W", "L", "+/-"], rows)
        assert text.count("```") == 2
        assert len(text.splitlines()) == len(rows) + 3
        for line, (_, number) in zip(lines_of(text)[1:], people, strict=True):
            standing = [letter for letter in line if not unicodedata.combining(letter)]
            wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in standing)
            assert len(standing) + wide <= WIDEST, "a mark upon a letter takes no column, a letter of the Far East two"
            assert line.endswith(f"{number:+}"), "the cells are never cut"

    def test_letters_of_the_far_east_take_two_columns_and_endless_numbers_leave_a_name_something(self):
        rows = [TextRow("1", "小林さん", ("9",)), TextRow("2", "Kobayashi", ("9",))]
        assert lines_of(text_table(["P"], rows))[1:] == ["1 小林さん  9", "2 Kobayashi 9"]
        row = TextRow("1", "W" * 40, ("9" * 20, "9" * 20))
        assert lines_of(text_table(["P", "W"], [row]))[1].startswith("1 WWW… 999")


class TestTheTable:
    def test_the_points(self):
        shown = sheet(
            sums(ANN, 9, 6, skunks=2, holes=1000, adverse=912),
            sums(BEN, 9, 6, skunks=1, holes=900, adverse=930),
            moved={1: 2, 2: -1},
        )
        assert lines_of(standings_view.text(shown)) == DATA["points"].splitlines()
        assert "since last week" in standings_view.text(shown)

    @pytest.mark.parametrize(
        ("face", "ann", "ben"),
        [
            (1, ["1.56", "67", "1", "+9.8"], ["-", "-", "0", "-"]),
            (2, ["24", "3", "1", "W3", "1620"], ["-", "0", "0", "-", "-"]),
        ],
    )
    def test_the_averages_and_the_play(self, face, ann, ben):
        played = sums(ANN, 9, 6, skunks=2, skunked=1, holes=1000, adverse=912, best_hand=24, overscored=3, caught=1)
        extras = {1: standings_view.FormAndRating("W3", "1620")}
        shown = sheet(played, sums(BEN), face=face, extras=extras)
        assert [line.split()[2:] for line in lines_of(standings_view.text(shown))[1:]] == [ann, ben]

    def test_a_shared_place_is_marked(self):
        shown = sheet(sums(ANN, 1, 1), sums(BEN, 1, 1), sums(CY, 2, 0))
        assert [line.split()[0] for line in lines_of(standings_view.text(shown))[1:]] == ["1=", "1=", "3"]

    def test_players_with_too_few_games_and_withdrawn_players_are_marked(self):
        shown = sheet(sums(ANN, 9, 1), sums(BEN, 2, 2), minimum=5, withdrawn=frozenset({1}))
        assert [line.split()[1] for line in lines_of(standings_view.text(shown))[1:]] == ["†Ann", "*Ben"]
        assert "fewer than 5 games" in standings_view.text(shown)
        assert "† withdrawn" in standings_view.text(shown)

    @pytest.mark.parametrize("face", [0, 1, 2])
    def test_it_fits_a_phone_whatever_the_numbers(self, face):
        extreme = sums(Player(1, 1, "W" * 32), 312, 300, holes=37_000, adverse=28_000, skunks=99, skunked=99)
        shown = sheet(replace(extreme, best_hand=29, overscored=999, caught=999), face=face, moved={1: -12})
        extras = {1: standings_view.FormAndRating("L10", "1500?")}
        for line in lines_of(standings_view.text(replace(shown, extras=extras))):
            assert len(line) <= WIDEST

    @pytest.mark.parametrize(("page", "face"), [(0, 0), (1, 1), (2, 2)])
    def test_no_button_is_twice_on_a_screen(self, page, face):
        ids = [name for _, name, _ in presses_on(standings_view.standings_page(sheet(*many(40), page=page, face=face)))]
        assert len(set(ids)) == len(ids)
        assert all(LeaguePress.read(name).custom_id == name for name in ids)

    def test_the_picture_shows_the_same_page(self):
        shown = sheet(*many(20), page=1, moved={20: 1})
        scene = standings_view.table_scene(shown)
        assert [line.name for line in scene.lines] == [f"Player {number}" for number in range(16, 21)]
        assert scene.lines[-1].moved == 1
        assert scene.heads == ("P", "W", "L", "Pt", "Sk", "+/-")
        with_picture = standings_view.standings_page(shown, picture=True)
        assert with_picture.scenes == (scene,)
        assert "Player 16" in scene.description
        assert "Player 16" not in "".join(words_on(with_picture)), "the table is shown once"
        assert "P = played, W = won, Pt = points, +/- = score difference" in "".join(words_on(with_picture))
        assert standings_view.standings_page(shown).scenes == ()

    @pytest.mark.parametrize(
        ("face", "drawn"), [(0, ["P", "W", "Pt", "+/-"]), (1, ["Pt/g", "W%", "avg"]), (2, ["Best", "now", "Rate"])]
    )
    def test_the_picture_has_the_columns_that_matter_and_its_legend_no_other(self, face, drawn):
        shown = sheet(*many(3), face=face, moved={1: 1})
        scene = standings_view.table_scene(shown)
        assert [scene.heads[column] for column in sorted(scene.drawn)] == drawn
        legend = words_on(standings_view.standings_page(shown, picture=True))[1].splitlines()[0]
        assert [part.removeprefix("-# ").split(" = ")[0] for part in legend.split(", ")] == drawn
        assert scene.shows_moves == (face == 0)
        assert ", ".join(scene.heads) in scene.description
        complete = standings_view.legend(shown).splitlines()[0]
        assert [part.removeprefix("-# ").split(" = ")[0] for part in complete.split(", ")] == list(scene.heads)


class TestResults:
    @pytest.mark.parametrize(("ann", "ben", "more", "said"), DATA["results"])
    def test_in_one_line(self, ann, ben, more, said):
        sides = [
            Side(player=player, games=games, legs=games, holes=holes, skunks=skunks)
            for player, (games, holes, skunks) in ((ANN, ann), (BEN, ben))
        ]
        assert results_view.result_line(result(sides=tuple(sides), **more)).endswith(said)

    def test_names_are_escaped(self):
        sides = (replace(result().sides[0], player=CY), result().sides[1])
        assert results_view.score_text(result(sides=sides)) == "**Cy \\*the\\* @\u200beveryone** 121, Ben 97"

    def test_those_that_wait_at_most_five_at_a_time(self):
        waiting = results_view.waiting_view([result(id=number, status="entered") for number in range(1, 8)])
        assert len(presses_on(waiting)) == 10
        assert presses_on(waiting)[8:] == [("Confirm 5", "l1:confirm:5", False), ("That's wrong 5", "l1:deny:5", False)]
        assert "... and 2 more." in words_on(waiting)[0]
        assert words_on(results_view.waiting_view([])) == ["You have no results to confirm."]


LEVEL = sheet(sums(ANN, 2, 1, holes=10), sums(BEN, 2, 1))
UNEQUAL = sheet(sums(ANN, 2, 1), sums(BEN, 3, 1), sums(CY))
ONE = sheet(sums(ANN, 2, 2), face=1)


@pytest.mark.parametrize(
    ("shown", "note", "is_there"),
    [
        # Level points explain the tie-breaks; who has not played is level with nobody.
        (LEVEL, "Ties are broken by wins, score difference, head to head, fewer skunks lost; = means tied", True),
        (replace(LEVEL, face=1), "Ties are", False),
        (sheet(sums(ANN, 2, 2), sums(BEN, 2, 1), sums(CY), sums(Player(9, 9, "Dee"))), "Ties are", False),
        # Where not all have played equally often, and will not, averages compare them.
        (UNEQUAL, "Some players have played more games", True),
        (replace(UNEQUAL, face=1), "more games", False),
        (sheet(sums(ANN, 2, 1), sums(BEN, 2, 1), sums(CY)), "more games", False),
        (replace(UNEQUAL, league=replace(WINTER, format="single")), "more games", False),
        (ONE, "Pt/g = points per game", True),
        (replace(ONE, league=replace(WINTER, best_of=3)), "Pt/g = points per match", True),
        (replace(ONE, season=replace(SEASON, stage="playoffs")), "Press **Bracket** to see the playoffs", True),
    ],
)
def test_notes_below_the_table(shown, note, is_there):
    assert (note in standings_view.text(shown)) == is_there


class TestDrawn:
    def test_of_many_the_first_are_listed_and_pages_lead_to_the_rest(self):
        listed = [fixture(number, best_of=1) for number in range(1, 101)]
        drawn = manager_views.drawn_fixtures(WINTER, listed, "The season begins!", of=44_850)
        told = "\n".join(words_on(drawn))
        assert told.count(" deals first") == 20
        assert "(page 1 of 2243)" in told
        assert "-# Managers: when all games have been played, go on with `/manage home`." in told
        assert "Next" in [label for label, *_ in presses_on(drawn)]
        drawn = manager_views.drawn_fixtures(WINTER, listed[:2], "Next round!")
        assert [label for label, *_ in presses_on(drawn)] == ["Mine"]


class TestFixtures:
    def shown(self, *listed, player=ANN, scores=None, page=0, **more):
        return fixtures_view.fixtures_page(
            fixtures_view.FixturesPage(4, "Winter", listed, scores or {}, player, page, **more)
        )

    def test_by_rounds(self):
        listed = (
            fixture(1),
            fixture(2, CY, None),
            fixture(3, BEN, ANN, round=2, best_of=3, table_id="abc"),
            fixture(4, ANN, BEN, stage="playoff"),
        )
        assert words_on(self.shown(*listed))[0].split("\n\n")[1] == DATA["by_rounds"]

    @pytest.mark.parametrize(("now", "number"), [("league", 1), ("playoff", 2)])
    def test_a_button_plays_what_is_played_now_the_league_or_its_playoffs(self, now, number):
        screen = self.shown(fixture(1), fixture(2, stage="playoff"), current_stage=now)
        assert [(label, custom_id) for label, custom_id, *_ in presses_on(screen)][:-2] == [
            ("1. Play Ben", f"l1:play:4:{number}")
        ]

    def test_a_button_for_each_of_five(self):
        screen = self.shown(*(fixture(number) for number in range(1, 8)))
        assert [label for label, *_ in presses_on(screen)] == [
            *(f"{place}. Play Ben" for place in range(1, 6)),
            "Everyone's",
            "Set a date",
        ]
        assert presses_on(screen)[0][1] == "l1:play:4:1"

    def test_of_more_than_a_page_those_of_the_page_are_enough(self):
        here = [fixture(number) for number in range(21, 41)]
        screen = fixtures_view.fixtures_page(fixtures_view.FixturesPage(4, "Winter", here, {}, None, 1, total=44_850))
        assert "(page 2 of 2243)" in words_on(screen)[0]
        assert words_on(screen)[0].count("Ann v Ben") == 20
        assert presses_on(screen)[1] == ("Next", "l1:fixtures:4:0:2:1", False)

    @pytest.mark.parametrize("letter", ["x", "*"])
    def test_long_names_keep_within_what_discord_shows(self, letter):
        one, other = (Player(number, number, letter * 64) for number in (1, 2))
        listed = [fixture(number, one, other, round=number, best_of=3, table_id="abcdefgh") for number in range(1, 60)]
        drawn = manager_views.drawn_fixtures(WINTER, listed, "The season begins!")
        for screen in (self.shown(*listed, player=one), self.shown(*listed, player=None), drawn):
            assert sum(map(len, words_on(screen))) <= 4_000
            assert " more." in words_on(screen)[0]

    def test_none(self):
        joining, opened = replace(SEASON, stage="joining"), replace(WINTER, format="open")
        single = replace(WINTER, format="single")
        for league, season, player, told in (
            (single, SEASON, ANN, "You have no fixtures in this league right now."),
            (single, SEASON, None, "There are no fixtures right now."),
            (single, joining, ANN, "You'll get fixtures when a manager starts the season."),
            (opened, SEASON, None, "This league has no fixtures. Play anyone with `/league play`."),
            (opened, replace(SEASON, stage="playoffs"), ANN, "You have no fixtures in this league right now."),
        ):
            none = fixtures_view.empty_text(league, season, player)
            assert words_on(
                fixtures_view.fixtures_page(fixtures_view.FixturesPage(4, "Winter", [], {}, player, empty_text=none))
            ) == [f"**Winter**\n\n{told}"]


class TestWhoWon:
    @pytest.mark.parametrize("letter", ["x", "*"])
    def test_many_champions_are_abbreviated(self, letter):
        crowned = {number: Player(number, number, letter * 60 + f"{number:02}") for number in range(1, 41)}
        seasons = [replace(SEASON, number=number, stage="closed", crowned=tuple(crowned)) for number in range(30)]
        lines = [sums(player, 1, 1) for player in crowned.values()]
        latest = [result(sides=tuple(replace(side, player=crowned[1]) for side in result().sides))] * 11
        screens = [
            standings_view.standings_page(sheet(*lines, season=seasons[0])),
            player_views.history_page(WINTER, seasons, crowned, latest),
            manager_views.season_closed(WINTER, SEASON, [escape(player.name) for player in crowned.values()]),
        ]
        for screen in screens:
            assert sum(map(len, words_on(screen))) <= 4_000
            assert " others" in words_on(screen)[0]

    def test_few_champions_are_named(self):
        assert [settings_view.names_text(list("abcdef")[:many], 3) for many in (1, 3, 4, 5)] == [
            *("a", "a, b and c", "a, b, c and d", "a, b, c and 2 others")
        ]


class TestFairTables:
    def test_somebody_without_a_game_has_no_place(self):
        """They come last, neither behind nor before somebody who has lost; shared places look shared."""
        shown = sheet(sums(CY), sums(ANN, 2, 0, holes=-9), sums(BEN, 2, 2), sums(Player(9, 9, "Dee"), 2, 2))
        rows = [line.split()[:2] for line in lines_of(standings_view.text(shown))[1:]]
        assert rows == [["1=", "Ben"], ["1=", "Dee"], ["3", "Ann"], ["-", "Cy"]]
        assert "- no game yet" in standings_view.text(shown)
        few = replace(shown, placed=sheet(sums(CY), sums(ANN, 2, 0), sums(BEN, 3, 1), minimum=3).placed)
        few = replace(few, league=replace(WINTER, minimum=3))
        rows = [line.split()[:2] for line in lines_of(standings_view.text(few))[1:]]
        assert rows == [["1", "Ben"], ["2", "*Ann"], ["-", "Cy"]]
        assert "- no game yet\n-# \\* fewer than 3 games" in standings_view.text(few)
        assert [line.rank for line in standings_view.table_scene(shown).lines] == ["1=", "1=", "3", "-"]

    def test_a_night_is_announced_with_everyone_who_came(self):
        night = Meeting(id=1, league_id=4, season=1, number=1, day=date(2026, 3, 5), stage="closed")
        people = [Player(number, number, f"Player {number}") for number in range(1, 71)]
        played = [sums(one, 2, int(one.id < 30)) for one in people[:-1]]
        lines = ranked_standings([*played, sums(people[-1])], {}, Order("acc"))
        (told,) = words_on(night_views.finished_page(WINTER, night, lines))
        assert "**Player 1, Player 10, Player 11," in told
        rows = [line.split() for line in lines_of(told)[1:]]
        assert [row[0] for row in rows] == ["1="] * 29 + ["30="] * 40 + ["-"]
        (told,) = words_on(night_views.finished_page(WINTER, night, lines * 3))
        assert len(told) <= 4_000
        assert told.endswith("more.")


class TestLog:
    def test_entries_of_any_length_are_all_there_page_by_page(self):
        reasons = ["*" * 500 if number % 3 else "x" for number in range(60)]
        entries = [LogEntry(NOW, ANN, f"change {number}.", reason) for number, reason in enumerate(reasons)]
        seen, skip = [], 0
        while skip is not None:
            screen = manager_views.log(WINTER, entries[skip : skip + manager_views.LINES + 1], skip)
            (text,) = words_on(screen)
            assert len(text) <= 4_000
            seen += re.findall(r"change (\d+)\.", text)
            older = [
                LeaguePress.read(custom_id).numbers[1] for label, custom_id, _ in presses_on(screen) if label == "Older"
            ]
            skip = older[0] if older else None
        assert seen == list(map(str, range(60)))


class TestPresses:
    @pytest.mark.parametrize(
        "custom_id", ["", "l1:", "l1:Confirm:7", "l1:confirm:x", "l1:confirm:7:", "l1:a:²", "p1:1:x"]
    )
    def test_what_is_none(self, custom_id):
        assert LeaguePress.read(custom_id) is None
