"""League tables and ratings as pictures: looked at once and then kept, small, and told in full."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.render.rating_chart import RatingChartScene
from bot.render.scene import Scene
from bot.render.shapes import DUST, SIDES, WIDTH
from bot.render.standings import LINES, Line, StandingsScene
from tests.support import plot_scenes

LONG_NAME = "Maximilian Wolfeschlegelsteinhau"
"""As many letters as Discord allows."""


def opened(scene):
    """What the scene's file shows."""
    return Image.open(BytesIO(scene.png())).convert("RGB")


def crowded():
    """The most that a league shows: every line at its longest."""
    cells = ("136", "124", "112", "272", "+1340")
    lines = (Line(str(place + 1), LONG_NAME, cells, -10 - place) for place in range(LINES))
    return StandingsScene("The Club, winter league", plot_scenes.HEADS, tuple(lines), plot_scenes.FOOT)


@pytest.mark.parametrize("scene", [*plot_scenes.SCENES.values(), crowded()], ids=[*plot_scenes.SCENES, "crowded"])
class TestEveryPicture:
    def test_it_is_small(self, scene):
        assert len(scene.png()) <= 100_000

    def test_its_colours_are_those_it_was_painted_in(self, scene):
        """What few colours make of a picture is not to be seen: the large surfaces are exact, letters nearly so."""
        painted, packed = scene.paint(), opened(scene)
        counted = {colour for many, colour in painted.getcolors(1 << 20) if many > 5_000}
        assert counted <= {colour for _, colour in packed.getcolors(1 << 20)}
        strips = zip(painted.tobytes(), packed.tobytes(), strict=True)
        assert max(abs(one - other) for one, other in strips) <= 60


class TestLeagueTables:
    def test_every_line_is_told(self):
        told = plot_scenes.SCENES["standings"].told
        assert told.startswith(f"The Club, winter league. Place, name, P, W, L, Pts, {plot_scenes.HEADS[-1]}:")
        assert "1= Ann 36 24 12 52 +340." in told
        assert "1= Ben (up 2) 36 24 12 51 +312." in told
        assert "3 Bartholomew Featherstonehaugh of the Long Acre (down 1) 36 23 13 50 +284." in told
        assert "4 Дмитрий (new) 36" in told
        assert told.endswith(plot_scenes.FOOT)

    def test_a_long_table_is_told_to_its_last_line_with_names_cut_short(self):
        told = plot_scenes.SCENES["standings-long"].told
        assert "25 Ann 36 12 24 28" in told
        assert "3 Bartholomew F" in told
        assert plot_scenes.NAMES[2] not in told

    def test_before_names_go_the_foot_goes_unsaid_and_then_who_has_moved(self):
        told = crowded().told
        assert told.endswith("25 Maximil… 136 124 112 272 +1340.")
        less = replace(crowded(), lines=tuple(replace(line, cells=line.cells[:3]) for line in crowded().lines)).told
        assert less.endswith(" (down 34) 136 124 112.")

    def test_of_a_table_that_cannot_be_told_the_beginning_is(self):
        lines = tuple(replace(line, cells=("1" * 60,)) for line in crowded().lines)
        told = StandingsScene("The Club", (), lines).told
        assert len(told) == 1_024
        assert told.startswith("The Club. 1 Maximil… 1111")
        assert told.endswith("…")

    def test_no_lines_say_so(self):
        scene = StandingsScene("The Club", plot_scenes.HEADS, ())
        assert scene.told == "The Club. Nobody stands in this table yet."
        assert DUST in {
            colour for _, colour in opened(scene).crop((0, 90, WIDTH, scene.paint().height)).getcolors(9999)
        }

    def test_where_nobody_is_compared_nobody_is_new(self):
        scene = StandingsScene("", ("P",), (Line("1", "Ann", ("9",)), Line("2", "Ben", ("9",))))
        assert scene.told == "Place, name, P: 1 Ann 9. 2 Ben 9."
        moved = replace(scene, lines=(replace(scene.lines[0], moved=0), scene.lines[1]))
        assert moved.told == "Place, name, P: 1 Ann 9. 2 Ben (new) 9."

    def test_a_way_up_and_a_way_down_differ_in_shape(self):
        """Without colours too."""
        up, down, none = (
            StandingsScene("", (), (Line("1", "Ann", (), moved),))
            .paint()
            .convert("L")
            .point(lambda at: 255 * (at > 110))
            for moved in (3, -3, 0)
        )
        assert len({up.tobytes(), down.tobytes(), none.tobytes()}) == 3

    def test_leaders_are_those_who_share_the_first_place(self):
        assert plot_scenes.SCENES["standings"].leaders == 2
        assert StandingsScene("", (), (Line("1", "Ann", ()), Line("2", "Ben", ()))).leaders == 1
        assert StandingsScene("", (), (Line("", "Ann", ()), Line("", "Ben", ()))).leaders == 0
        assert StandingsScene("", (), (Line("16", "Ann", ()), Line("16", "Ben", ()))).leaders == 0, "a later page"

    def test_the_leaders_stand_apart(self):
        level = StandingsScene("", (), (Line("1=", "Ann", ()), Line("1=", "Ben", ())))
        apart = StandingsScene("", (), (Line("1", "Ann", ()), Line("2", "Ben", ())))
        assert apart.paint().height > level.paint().height

    def test_more_columns_and_longer_names_make_it_wider(self):
        widths = [
            StandingsScene("", ("P",) * many, (Line("1", name, ("9",) * many),)).paint().width
            for name in ("Ann", LONG_NAME, LONG_NAME * 2)
            for many in (2, 9, 18)
        ]
        few, some, many = widths[0], widths[1], widths[2]
        assert few == 720
        assert few < widths[4] < many
        assert some == few
        assert widths[3:6] == widths[6:9]

    def test_figures_end_at_one_edge(self):
        scene = StandingsScene("", ("Points",), tuple(Line("", "", (cell,)) for cell in ("9", "100", "44")))
        image = scene.paint().crop((WIDTH // 2, 0, WIDTH, scene.paint().height)).convert("L").point(lambda at: at > 150)
        rows = [image.crop((0, top, image.width, top + 50)).getbbox() for top in range(78, image.height - 40, 53)]
        starts, ends = [row[0] for row in rows], [row[2] for row in rows]
        assert max(ends) - min(ends) <= 3
        assert max(starts) - min(starts) > 20


class TestRatings:
    def test_where_it_began_and_what_it_has_come_to_is_told(self):
        points = (
            ("2026-03-03", 1500, 760),
            ("2026-03-09", 1460, 700),
            ("2026-04-01", 1611, 590),
            ("2026-05-02", 1587, 450),
        )
        assert RatingChartScene("Ann", points, 2).told == (
            "Ann: rating after each of 4 results from 3 Mar 2026 to 2 May 2026. Now 1587, give or take 450. "
            "At first 1500, give or take 760; highest 1611 on 1 Apr 2026, lowest 1460 on 9 Mar 2026. "
            "Provisional until 1 Apr 2026. The band holds the true rating 19 times in 20."
        )

    @pytest.mark.parametrize(
        ("until", "said"), [(0, None), (1, "Provisional until 2 Jan 2026."), (2, "All"), (9, "All")]
    )
    def test_what_is_provisional_is_told(self, until, said):
        told = RatingChartScene("Ann", (("2026-01-01", 1500, 700), ("2026-01-02", 1510, 690)), until).told
        assert (said in told) if said else "rovisional" not in told

    def test_one_result_and_none_are_told(self):
        assert RatingChartScene("Ann", ()).told == "Ann. No rated games yet."
        assert RatingChartScene("Ann", (("2026-11-20", 25.0, 8.25),), 1).told == (
            "Ann: rating on 20 Nov 2026: 25.0, give or take 8.2. Provisional."
        )

    def test_what_is_provisional_looks_otherwise_without_colours(self):
        points = plot_scenes.ratings(40)
        looks = {RatingChartScene("Ann", points, until).paint().convert("L").tobytes() for until in (0, 20, 40)}
        assert len(looks) == 3

    def test_a_dashed_line_has_gaps_and_another_none(self):
        points = (("2026-01-01", 1500, 0), ("2026-03-01", 1500, 0))
        line, gaps = SIDES[1], {}
        for until in (0, 2):
            image = RatingChartScene("Ann", points, until).paint()
            middle = {tuple(image.getpixel((x, 316))) == line for x in range(200, 500)}
            gaps[until] = False in middle
        assert gaps == {0: False, 2: True}

    def test_two_thousand_points_keep_their_highest_and_their_lowest(self):
        level = [(f"2026-01-{1 + place // 80:02}", 1500.0, 0.0) for place in range(2_000)]
        peak, dip = level.copy(), level.copy()
        peak[1_111], dip[777] = ("2026-01-14", 1700.0, 0.0), ("2026-01-10", 1300.0, 0.0)
        pictures = [RatingChartScene("Ann", tuple(points)).paint().tobytes() for points in (level, peak, dip)]
        assert len(set(pictures)) == 3

    def test_results_of_one_day_stand_beside_each_other(self):
        day = tuple(("2026-11-20", 1500 + 10 * place, 0) for place in range(5))
        image = RatingChartScene("Ann", day).paint()
        strips = {x: image.crop((x, 165, x + 1, 508)).getcolors() for x in range(WIDTH)}
        columns = [x for x, strip in strips.items() if any(colour == SIDES[1] for _, colour in strip)]
        assert columns[-1] - columns[0] > 500

    def test_moments_with_a_time_of_day_and_a_zone_are_read(self):
        points = (("2026-11-20T19:30:00+00:00", 1500, 1), ("2026-11-27T21:00:00+00:00", 1530, 1))
        assert "from 20 Nov 2026 to 27 Nov 2026" in RatingChartScene("Ann", points).told

    @pytest.mark.parametrize(("rating", "said"), [(-2.5, "\N{MINUS SIGN}2.5"), (-0.04, "0.0"), (12.34, "12.3")])
    def test_small_ratings_are_told_to_a_tenth(self, rating, said):
        scene = RatingChartScene("Ann", (("2026-01-01", 1, 1), ("2026-01-02", rating, 0.5)))
        assert f"Now {said}, give or take 0.5." in scene.told


def test_every_scene_here_is_one_that_the_bot_draws():
    assert {type(scene) for scene in plot_scenes.SCENES.values()} == {StandingsScene, RatingChartScene}
    assert all(isinstance(scene, Scene) for scene in plot_scenes.SCENES.values())
