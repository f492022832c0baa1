"""The board, the table picture and the score chart: what holds for every scene, besides the golden pictures."""

from dataclasses import replace
from itertools import combinations, pairwise
from math import dist

import pytest

from bot.render.board import TableScene
from bot.render.cards import describe_card
from bot.render.empty_board import FIELD, HOLE, START, Track
from bot.render.score_chart import ScoreChartScene, deal_spans, positions, spread_apart
from tests.support import board_scenes

ROADS = [Track(target, sides) for target in (61, 121) for sides in (2, 3, 4)]


def way_points(way, step=2.0):
    """Points along a lane, at most ``step`` apart."""
    for here, after in pairwise(way):
        many = max(1, round(dist(here, after) / step))
        for part in range(many):
            yield tuple(a + (b - a) * part / many for a, b in zip(here, after, strict=True))


@pytest.mark.parametrize("road", ROADS, ids=lambda road: f"{road.target}-{road.sides}")
class TestTheTrack:
    def test_holes_do_not_overlap(self, road):
        holes = [road.hole(side, number) for side in range(road.sides) for number in range(START, road.target)]
        holes.append(road.hole(0, road.target))
        assert min(dist(one, other) for one, other in combinations(holes, 2)) > HOLE * 1.4
        assert all(HOLE < x < FIELD - HOLE and HOLE < y < road.height - HOLE for x, y in holes)

    def test_lanes_do_not_touch_before_the_game_hole(self, road):
        lanes = [list(way_points(road.lane_path(side, START, road.target - 1), 6)) for side in range(road.sides)]
        for one, other in combinations(lanes, 2):
            assert min(dist(here, there) for here in one for there in other) > 0.95 * road.lane


class TestTheTable:
    @pytest.mark.parametrize("sides", [2, 3, 4])
    def test_long_names_are_shortened_before_facts_are_left_out(self, sides):
        scene = board_scenes.fullest(sides)
        assert len(scene.description) <= 1_024
        assert all(describe_card(card) in scene.description for _, card in (*scene.cards.series, *scene.cards.earlier))
        for side in scene.board.sides:
            assert f": {side.front} (+{side.last} from {side.back}), {121 - side.front} to go" in scene.description
        assert "S below 91, SS below 61." in scene.description


class TestTheScoreChart:
    def test_every_deal_is_equally_wide(self):
        scene = ScoreChartScene(("A", "B"), 121, ((0, 0), (1, 0), (2, 0), (2, 9), (121, 9)), (0, 3), 0, "")
        assert deal_spans(scene) == [(1, 0, 3), (2, 3, 4)]
        assert positions(scene) == pytest.approx([0, 1 / 6, 2 / 6, 0.5, 1])

    def test_points_before_the_first_deal_have_a_span_and_an_empty_deal_has_none(self):
        scene = ScoreChartScene(("A", "B"), 121, ((0, 0), (0, 2), (5, 2)), (1, 1, 2), 0, "")
        assert deal_spans(scene) == [(0, 0, 1), (2, 1, 2)]
        assert positions(scene) == pytest.approx([0, 0.5, 1])

    def test_names_are_spread_apart_in_order_and_within_bounds(self):
        assert spread_apart([10, 12, 90], 20, (0, 100)) == [10, 30, 90]
        assert spread_apart([95, 90, 99], 20, (0, 100)) == [80, 60, 100]
        assert spread_apart([5, 5], 20, (0, 100)) == [5, 25]
        assert spread_apart([-30, 50], 20, (10, 100)) == [10, 50]

    def test_the_description_of_very_many_deals_keeps_the_last(self):
        course = tuple((deal, 0) for deal in range(122))
        description = ScoreChartScene(("A", "B"), 121, course, tuple(range(121)), 0, "A wins, 121 to 0").description
        assert len(description) <= 1_024
        assert "121: 121-0." in description


def test_the_fullest_table_of_partners_is_a_small_file():
    assert len(board_scenes.fullest(2).png()) <= 120_000


def test_each_style_has_its_own_file_name():
    table = board_scenes.SCENES["table"]
    assert isinstance(table, TableScene)
    other = replace(table, cards=board_scenes.SCENES["table-61-four-colours"].cards)
    assert other.name != table.name
