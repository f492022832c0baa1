"""Pictures of standings and ratings: what the golden pictures do not show."""

from dataclasses import replace

import pytest

from bot.render.canvas import Canvas
from bot.render.line_chart import RatingChartScene
from bot.render.shapes import WIDTH
from bot.render.standings import Line, StandingsScene
from tests.support import plot_scenes

LONG_NAME = "Maximilian Wolfeschlegelsteinhau"
"""The longest name that Discord allows."""


@pytest.fixture
def drawn_text(monkeypatch):
    texts, text = [], Canvas.text

    def record(canvas, xy, words, *about, **more):
        texts.append(words)
        return text(canvas, xy, words, *about, **more)

    monkeypatch.setattr(Canvas, "text", record)
    return texts


def crowded():
    """The largest standings: every line at its longest."""
    cells = ("136", "124", "112", "272", "+1340")
    lines = (Line(str(place + 1), LONG_NAME, cells, -10 - place) for place in range(25))
    return replace(plot_scenes.SCENES["standings"], lines=tuple(lines), drawn=None)


def test_the_longest_golden_picture_has_as_many_lines_as_there_may_be():
    assert len(plot_scenes.SCENES["standings-long"].lines) == 25


class TestLeagueTables:
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

    def test_without_earlier_standings_nobody_is_new(self):
        scene = StandingsScene("", ("P",), (Line("1", "Ann", ("9",)), Line("2", "Ben", ("9",))))
        assert scene.description == "Place, name, P: 1 Ann 9. 2 Ben 9."
        moved = replace(scene, lines=(replace(scene.lines[0], moved=0), scene.lines[1]))
        assert moved.description == "Place, name, P: 1 Ann 9. 2 Ben (new) 9."

    def test_leaders_share_the_first_place(self):
        assert plot_scenes.SCENES["standings"].leaders == 2
        assert StandingsScene("", (), (Line("1", "Ann", ()), Line("2", "Ben", ()))).leaders == 1
        assert StandingsScene("", (), (Line("", "Ann", ()), Line("", "Ben", ()))).leaders == 0
        assert StandingsScene("", (), (Line("16", "Ann", ()), Line("16", "Ben", ()))).leaders == 0, "a later page"

    def test_names_keep_their_room_and_the_least_important_columns_are_left_out(self, drawn_text):
        heads = tuple(f"H{column}" for column in range(18))
        line = Line("1", LONG_NAME * 2, tuple("1234" for _ in heads), 10)
        image = StandingsScene("", heads, (line,), drawn=(7, 2, *range(8, 18))).draw()
        assert image.width == WIDTH
        shown = [text for text in drawn_text if text in heads]
        assert set(shown) == {"H7", "H2", "H8", "H9"}
        assert any(text.startswith("Maximil") for text in drawn_text)


class TestRatings:
    def test_the_numbers_beside_the_plot_never_meet(self, monkeypatch):
        ann = (("2026-03-03", 1500, 760), ("2026-03-09", 1460, 700), ("2026-05-02", 1587, 450))
        places, text = [], Canvas.text

        def record(canvas, xy, words, size, ink, *about, **more):
            if more.get("bold") and words[0] == "1":
                places.append(xy[1])
            return text(canvas, xy, words, size, ink, *about, **more)

        monkeypatch.setattr(Canvas, "text", record)
        for value in range(1440, 1740, 20):
            places.clear()
            RatingChartScene("Ann", ann, 2, "Ben", (("2026-05-01", value, 400),)).draw()
            own, others = places
            assert others <= own - 46 or others >= own + 80

    def test_2000_points_keep_the_highest_and_the_lowest(self):
        level = [(f"2026-01-{1 + place // 80:02}", 1500.0, 0.0) for place in range(2_000)]
        peak, dip = level.copy(), level.copy()
        peak[1_111], dip[777] = ("2026-01-14", 1700.0, 0.0), ("2026-01-10", 1300.0, 0.0)
        pictures = [RatingChartScene("Ann", tuple(points)).draw().tobytes() for points in (level, peak, dip)]
        assert len(set(pictures)) == 3

    def test_times_with_a_zone_can_be_read(self):
        points = (("2026-11-20T19:30:00+00:00", 1500, 1), ("2026-11-27T21:00:00+00:00", 1530, 1))
        assert "from 20 Nov 2026 to 27 Nov 2026" in RatingChartScene("Ann", points).description

    @pytest.mark.parametrize(("rating", "said"), [(-2.5, "\N{MINUS SIGN}2.5"), (-0.04, "0.0"), (12.34, "12.3")])
    def test_small_ratings_have_one_decimal(self, rating, said):
        scene = RatingChartScene("Ann", (("2026-01-01", 1, 1), ("2026-01-02", rating, 0.5)))
        assert f"Now {said}, plus or minus 0.5." in scene.description
