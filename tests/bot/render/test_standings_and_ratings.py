"""Pictures of standings and ratings: small files, exact colours, complete descriptions."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.render import lettering, rating_chart, standings
from bot.render.badges import BadgesScene
from bot.render.line_chart import ChanceChartScene, ProgressChartScene
from bot.render.player_stats import PlayerStatsScene
from bot.render.rating_chart import RatingChartScene
from bot.render.scene import Scene
from bot.render.shapes import GREY_TEXT, SIDES, WIDTH
from bot.render.standings import LINES, Line, StandingsScene
from tests.support import plot_scenes

LONG_NAME = "Maximilian Wolfeschlegelsteinhau"
"""The longest name that Discord allows."""


@pytest.fixture
def drawn_text(monkeypatch):
    """Every text that is drawn."""
    texts = []

    def record(draw, xy, words, *about, **more):
        texts.append(words)
        return lettering.draw_text(draw, xy, words, *about, **more)

    monkeypatch.setattr(standings, "draw_text", record)
    return texts


def decode(scene):
    """Decode the picture of a scene."""
    return Image.open(BytesIO(scene.png())).convert("RGB")


def crowded():
    """The largest standings: every line at its longest."""
    cells = ("136", "124", "112", "272", "+1340")
    lines = (Line(str(place + 1), LONG_NAME, cells, -10 - place) for place in range(LINES))
    return StandingsScene("The Club, winter league", plot_scenes.HEADS, tuple(lines), plot_scenes.FOOT)


@pytest.mark.parametrize("scene", [*plot_scenes.SCENES.values(), crowded()], ids=[*plot_scenes.SCENES, "crowded"])
class TestEveryPicture:
    def test_it_is_a_small_file(self, scene):
        assert len(scene.png()) <= 100_000

    def test_the_palette_keeps_its_colours(self, scene):
        """The palette keeps the colours of large surfaces exactly and those of letters nearly."""
        painted, packed = scene.draw(), decode(scene)
        counted = {colour for many, colour in painted.getcolors(1 << 20) if many > 5_000}
        assert counted <= {colour for _, colour in packed.getcolors(1 << 20)}
        strips = zip(painted.tobytes(), packed.tobytes(), strict=True)
        assert max(abs(one - other) for one, other in strips) <= 60


class TestLeagueTables:
    def test_the_description_has_every_line(self):
        description = plot_scenes.SCENES["standings"].description
        assert description.startswith(f"The Club, winter league. Place, name, P, W, L, Pts, {plot_scenes.HEADS[-1]}:")
        assert "1= Ann 36 24 12 52 +340." in description
        assert "1= Ben (up 2) 36 24 12 51 +312." in description
        assert "3 Bartholomew Featherstonehaugh of the Long Acre (down 1) 36 23 13 50 +284." in description
        assert "4 Дмитрий (new) 36" in description
        assert description.endswith(plot_scenes.FOOT)

    def test_the_description_of_long_standings_shortens_names(self):
        description = plot_scenes.SCENES["standings-long"].description
        assert "25 Ann 36 12 24 28" in description
        assert "3 Bartholomew F" in description
        assert plot_scenes.NAMES[2] not in description

    def test_the_description_drops_the_foot_and_then_the_moves(self):
        description = crowded().description
        assert description.endswith("25 Maximil… 136 124 112 272 +1340.")
        less = replace(
            crowded(), lines=tuple(replace(line, cells=line.cells[:3]) for line in crowded().lines)
        ).description
        assert less.endswith(" (down 34) 136 124 112.")

    def test_a_description_that_is_still_too_long_is_cut(self):
        lines = tuple(replace(line, cells=("1" * 60,)) for line in crowded().lines)
        description = StandingsScene("The Club", (), lines).description
        assert len(description) == 1_024
        assert description.startswith("The Club. 1 Maximil… 1111")
        assert description.endswith("…")

    def test_standings_without_players_say_so(self):
        scene = StandingsScene("The Club", plot_scenes.HEADS, ())
        assert scene.description == "The Club. Nobody is in these standings yet."
        assert GREY_TEXT in {
            colour for _, colour in decode(scene).crop((0, 112, WIDTH, scene.draw().height)).getcolors(9999)
        }

    def test_without_earlier_standings_nobody_is_new(self):
        scene = StandingsScene("", ("P",), (Line("1", "Ann", ("9",)), Line("2", "Ben", ("9",))))
        assert scene.description == "Place, name, P: 1 Ann 9. 2 Ben 9."
        moved = replace(scene, lines=(replace(scene.lines[0], moved=0), scene.lines[1]))
        assert moved.description == "Place, name, P: 1 Ann 9. 2 Ben (new) 9."

    def test_the_arrows_differ_in_shape(self):
        """They differ without colours too."""
        up, down, none = (
            StandingsScene("", (), (Line("1", "Ann", (), moved),))
            .draw()
            .convert("L")
            .point(lambda at: 255 * (at > 110))
            for moved in (3, -3, 0)
        )
        assert len({up.tobytes(), down.tobytes(), none.tobytes()}) == 3

    def test_leaders_share_the_first_place(self):
        assert plot_scenes.SCENES["standings"].leaders == 2
        assert StandingsScene("", (), (Line("1", "Ann", ()), Line("2", "Ben", ()))).leaders == 1
        assert StandingsScene("", (), (Line("", "Ann", ()), Line("", "Ben", ()))).leaders == 0
        assert StandingsScene("", (), (Line("16", "Ann", ()), Line("16", "Ben", ()))).leaders == 0, "a later page"

    def test_the_leaders_have_a_gap_below_them(self):
        level = StandingsScene("", (), (Line("1=", "Ann", ()), Line("1=", "Ben", ())))
        apart = StandingsScene("", (), (Line("1", "Ann", ()), Line("2", "Ben", ())))
        assert apart.draw().height > level.draw().height

    def test_names_keep_their_room_and_the_least_important_columns_are_left_out(self, drawn_text):
        heads = tuple(f"H{column}" for column in range(18))
        line = Line("1", LONG_NAME * 2, tuple("1234" for _ in heads), 10)
        image = StandingsScene("", heads, (line,), drawn=(7, 2, *range(8, 18))).draw()
        assert image.width == WIDTH
        shown = [text for text in drawn_text if text in heads]
        assert set(shown) == {"H7", "H2", "H8", "H9"}
        assert any(text.startswith("Maximil") for text in drawn_text)

    def test_columns_that_are_not_drawn_are_described(self, drawn_text):
        scene = replace(plot_scenes.SCENES["standings"], foot="")
        scene.draw()
        assert set(scene.heads) - set(drawn_text) == {"L"}
        assert "Place, name, P, W, L, Pts" in scene.description

    def test_numbers_are_aligned_right(self):
        scene = StandingsScene("", ("Points",), tuple(Line("", "", (cell,)) for cell in ("9", "100", "44")))
        image = scene.draw().crop((WIDTH // 2, 0, WIDTH, scene.draw().height)).convert("L").point(lambda at: at > 150)
        rows = [image.crop((0, top, image.width, top + 64)).getbbox() for top in range(90, image.height - 40, 68)]
        starts, ends = [row[0] for row in rows], [row[2] for row in rows]
        assert max(ends) - min(ends) <= 3
        assert max(starts) - min(starts) > 20


class TestTwoRatings:
    ANN = (("2026-03-03", 1500, 760), ("2026-03-09", 1460, 700), ("2026-05-02", 1587, 450))
    BEN = (("2026-01-10", 1500, 760), ("2026-04-09", 1390, 600))

    def test_the_description_names_the_other(self):
        description = RatingChartScene("Ann", self.ANN, 2, "Ben", self.BEN).description
        assert description.startswith("Ann's rating after each of 3 results")
        assert description.endswith("For comparison Ben, now 1390, plus or minus 600.")

    @pytest.mark.parametrize("other", [BEN, BEN[:1], BEN * 300, (("2026-05-02", 1587, 450),)])
    def test_both_lines_are_drawn(self, other):
        alone, both = RatingChartScene("Ann", self.ANN, 2), RatingChartScene("Ann", self.ANN, 2, "Ben", other)
        red = [{colour: many for many, colour in image.draw().getcolors(10**6)} for image in (alone, both)]
        assert SIDES[0] not in red[0]
        assert red[1][SIDES[0]] > 200

    def test_the_numbers_beside_the_plot_never_meet(self, monkeypatch):
        places = []

        def record(draw, xy, words, size, ink, *about, **more):
            if more.get("bold") and words[0] == "1":
                places.append(xy[1])
            return lettering.draw_text(draw, xy, words, size, ink, *about, **more)

        monkeypatch.setattr(rating_chart, "draw_text", record)
        for value in range(1440, 1740, 20):
            places.clear()
            RatingChartScene("Ann", self.ANN, 2, "Ben", (("2026-05-01", value, 400),)).draw()
            own, others = places
            assert others <= own - 46 or others >= own + 80


class TestRatings:
    def test_the_whole_description(self):
        points = (
            ("2026-03-03", 1500, 760),
            ("2026-03-09", 1460, 700),
            ("2026-04-01", 1611, 590),
            ("2026-05-02", 1587, 450),
        )
        assert RatingChartScene("Ann", points, 2).description == (
            "Ann's rating after each of 4 results from 3 Mar 2026 to 2 May 2026. Now 1587, plus or minus 450. "
            "Started at 1500, plus or minus 760; highest 1611 on 1 Apr 2026, lowest 1460 on 9 Mar 2026. "
            "Provisional until 1 Apr 2026. Shaded: 95% range."
        )

    @pytest.mark.parametrize(
        ("until", "said"), [(0, None), (1, "Provisional until 2 Jan 2026."), (2, "Every"), (9, "Every")]
    )
    def test_the_description_says_what_is_provisional(self, until, said):
        description = RatingChartScene("Ann", (("2026-01-01", 1500, 700), ("2026-01-02", 1510, 690)), until).description
        assert (said in description) if said else "rovisional" not in description

    def test_the_description_of_one_result_and_of_none(self):
        assert RatingChartScene("Ann", ()).description == "Ann. No rated games yet."
        assert RatingChartScene("Ann", (("2026-11-20", 25.0, 8.25),), 1).description == (
            "Ann's rating on 20 Nov 2026: 25.0, plus or minus 8.2. Provisional."
        )

    def test_provisional_ratings_look_different_without_colours(self):
        points = plot_scenes.ratings(40)
        looks = {RatingChartScene("Ann", points, until).draw().convert("L").tobytes() for until in (0, 20, 40)}
        assert len(looks) == 3

    def test_only_the_dashed_line_has_gaps(self):
        points = (("2026-01-01", 1500, 0), ("2026-03-01", 1500, 0))
        line, gaps = SIDES[1], {}
        for until in (0, 2):
            image = RatingChartScene("Ann", points, until).draw()
            middle = {tuple(image.getpixel((x, 316))) == line for x in range(200, 500)}
            gaps[until] = False in middle
        assert gaps == {0: False, 2: True}

    def test_2000_points_keep_the_highest_and_the_lowest(self):
        level = [(f"2026-01-{1 + place // 80:02}", 1500.0, 0.0) for place in range(2_000)]
        peak, dip = level.copy(), level.copy()
        peak[1_111], dip[777] = ("2026-01-14", 1700.0, 0.0), ("2026-01-10", 1300.0, 0.0)
        pictures = [RatingChartScene("Ann", tuple(points)).draw().tobytes() for points in (level, peak, dip)]
        assert len(set(pictures)) == 3

    def test_results_of_one_day_are_spread_over_it(self):
        day = tuple(("2026-11-20", 1500 + 10 * place, 0) for place in range(5))
        image = RatingChartScene("Ann", day).draw()
        strips = {x: image.crop((x, 165, x + 1, 508)).getcolors() for x in range(WIDTH)}
        columns = [x for x, strip in strips.items() if any(colour == SIDES[1] for _, colour in strip)]
        assert columns[-1] - columns[0] > 500

    def test_times_with_a_zone_can_be_read(self):
        points = (("2026-11-20T19:30:00+00:00", 1500, 1), ("2026-11-27T21:00:00+00:00", 1530, 1))
        assert "from 20 Nov 2026 to 27 Nov 2026" in RatingChartScene("Ann", points).description

    @pytest.mark.parametrize(("rating", "said"), [(-2.5, "\N{MINUS SIGN}2.5"), (-0.04, "0.0"), (12.34, "12.3")])
    def test_small_ratings_have_one_decimal(self, rating, said):
        scene = RatingChartScene("Ann", (("2026-01-01", 1, 1), ("2026-01-02", rating, 0.5)))
        assert f"Now {said}, plus or minus 0.5." in scene.description


def test_every_sample_is_a_scene_of_the_bot():
    assert {type(scene) for scene in plot_scenes.SCENES.values()} == {
        BadgesScene,
        ChanceChartScene,
        PlayerStatsScene,
        ProgressChartScene,
        StandingsScene,
        RatingChartScene,
    }
    assert all(isinstance(scene, Scene) for scene in plot_scenes.SCENES.values())
