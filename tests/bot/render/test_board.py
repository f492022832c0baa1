"""The board, the table picture and the score chart: positions of holes and pegs, and their descriptions."""

from dataclasses import replace
from io import BytesIO
from itertools import combinations, groupby, pairwise
from math import dist

import pytest
from PIL import Image, ImageChops

from bot.render.board import BoardScene, BoardSide
from bot.render.cards import describe_card
from bot.render.empty_board import FRAME, HOLE
from bot.render.score_chart import ScoreChartScene, deal_spans, positions, spread_apart
from bot.render.shapes import PAPER, SIDES, WHITE_TEXT
from bot.render.table import TableScene
from bot.render.track import FIELD, START, Track
from tests.support import board_scenes
from tests.support.golden_pictures import pixels

ROADS = [Track(target, sides) for target in (61, 121) for sides in (2, 3, 4)]


def by_name(road):
    return f"{road.target}-{road.sides}"


def decode(scene):
    """Decode the picture of a scene."""
    return Image.open(BytesIO(scene.png())).convert("RGB")


def way_points(way, step=2.0):
    """Points along a lane, at most ``step`` apart."""
    for here, after in pairwise(way):
        many = max(1, round(dist(here, after) / step))
        for part in range(many):
            yield tuple(a + (b - a) * part / many for a, b in zip(here, after, strict=True))


def crosses(line, way):
    """Return whether a horizontal or vertical line meets a lane."""
    (left, top), (right, low) = line
    return any(left - 1.5 <= x <= right + 1.5 and top - 1.5 <= y <= low + 1.5 for x, y in way_points(way))


@pytest.mark.parametrize("road", ROADS, ids=by_name)
class TestTheTrack:
    def test_holes_do_not_overlap(self, road):
        holes = [road.hole(side, number) for side in range(road.sides) for number in range(START, road.target)]
        holes.append(road.hole(0, road.target))
        assert min(dist(one, other) for one, other in combinations(holes, 2)) > HOLE * 1.4
        assert all(HOLE < x < FIELD - HOLE and HOLE < y < road.height - HOLE for x, y in holes)

    def test_all_sides_share_the_game_hole(self, road):
        assert len({road.hole(side, road.target) for side in range(road.sides)}) == 1

    def test_holes_are_in_groups_of_five(self, road):
        for first in range(1, road.target - 1, 5):
            five = [road.hole(0, number) for number in range(first, first + 5)]
            steps = {round(dist(one, other), 6) for one, other in pairwise(five)}
            assert len(steps) == 1
            if first % 30 != 26:
                assert dist(five[-1], road.hole(0, first + 5)) > 1.4 * steps.pop()

    def test_each_street_begins_below_the_end_of_the_last(self, road):
        for end in range(30, road.target - 1, 30):
            (x, y), (below, lower) = road.hole(0, end), road.hole(0, end + 1)
            assert x == below
            assert y < lower
            onward = road.hole(0, end + 2)[0] - below
            assert onward * (road.hole(0, end)[0] - road.hole(0, end - 1)[0]) < 0

    def test_lanes_do_not_touch_before_the_game_hole(self, road):
        lanes = [list(way_points(road.lane_path(side, START, road.target - 1), 6)) for side in range(road.sides)]
        for one, other in combinations(lanes, 2):
            assert min(dist(here, there) for here in one for there in other) > 0.95 * road.lane

    def test_a_lane_path_passes_every_hole_between_its_ends(self, road):
        for side in range(road.sides):
            for first, last in ((START, 0), (0, 1), (28, 33), (29, 30), (30, 31), (3, road.target)):
                way = road.lane_path(side, first, last)
                assert way[0] == road.hole(side, first)
                assert way[-1] == road.hole(side, last)
                assert all(0 < x < FIELD and 0 < y < road.height for x, y in way)
                passed = list(way_points(way, 3))
                for number in range(first, last, 1 if last - first < 10 else 13):
                    assert min(dist(road.hole(side, number), place) for place in passed) < 2

    @pytest.mark.parametrize("below", [1, 30, 31, 44, 46, 61, 91, 121])
    def test_a_line_separates_the_holes_below_it(self, road, below):
        if below > road.target:
            return
        line = road.line_across(below)
        for side in range(road.sides):
            assert crosses(line, road.lane_path(side, below - 1, below))
            for number in {below - 2, below} & set(range(START, road.target)):
                assert not crosses(line, road.lane_path(side, number, number + 1))

    def test_symbols_lie_on_their_lanes_away_from_holes(self, road):
        for side in range(road.sides):
            way = list(way_points(road.lane_path(side, START, road.target)))
            _, *bends = road.symbols(side)
            assert len(bends) == road.streets - 1
            for place in bends:
                assert min(dist(place, other) for other in way) < 2
                assert min(dist(place, road.hole(side, number)) for number in range(1, road.target)) > HOLE


class TestTheBoard:
    SCENE = board_scenes.SCENES["board"]

    def place(self, side, number, scene=SCENE):
        """The position of a hole in the picture."""
        road = Track(scene.target, len(scene.sides))
        x, y = road.hole(side, number)
        return round(x + FRAME), round(y + scene.draw().height - FRAME - road.height)

    def near(self, image, place, reach=8):
        x, y = place
        return {colour for _, colour in image.crop((x - reach, y - reach, x + reach, y + reach)).getcolors(1024)}

    def test_pegs_stand_at_the_score_and_the_score_before(self):
        image = self.SCENE.draw()
        for side, (front, back) in enumerate(((36, 30), (87, 75))):
            for number in (front, back):
                assert SIDES[side] in self.near(image, self.place(side, number), 14)
            for number in (front + 2, back - 2):
                assert SIDES[side] not in self.near(image, self.place(side, number), 4)

    def test_the_front_peg_is_solid_and_the_back_peg_hollow(self):
        image = self.SCENE.draw()
        for side, (front, back) in enumerate(((36, 30), (87, 75))):
            solid, hollow = (sum(image.getpixel(self.place(side, number))) for number in (front, back))
            assert solid > 450
            assert hollow < 120

    def test_pegs_wait_at_the_start_before_the_first_score(self):
        image = board_scenes.SCENES["board-begins"].draw()
        assert sum(image.getpixel(self.place(0, 0))) > 450
        assert sum(image.getpixel(self.place(0, START))) < 120
        assert SIDES[0] in self.near(image, self.place(0, START), 16)

    def test_the_winner_is_in_the_game_hole(self):
        scene = board_scenes.SCENES["board-match"]
        assert SIDES[0] in self.near(scene.draw(), self.place(0, 121, scene), 14)

    def test_the_description_names_both_pegs_of_each_side(self):
        assert self.SCENE.description == (
            "Cribbage board to 121 points. Ann (red, round pegs): 36 (+6 from 30), 85 to go. "
            "Benjamin (blue, square pegs): 87 (+12 from 75), 34 to go. Skunk lines: S below 91, SS below 61."
        )

    def test_the_description_of_a_winner_and_of_a_side_without_points(self):
        scene = BoardScene(61, (BoardSide("Ann", 61, 60, 3), BoardSide("Ben", 0, 0)), 5)
        assert scene.description == (
            "Cribbage board to 61 points. Winner: Ann. Ann (red, round pegs): 61 (+1 from 60), game, 3 of 3 games. "
            "Ben (blue, square pegs): 0, 61 to go, 0 of 3 games."
        )

    def test_game_pegs_show_the_games_won(self):
        match = board_scenes.SCENES["board-match"]
        less = replace(match, sides=(replace(match.sides[0], games=1), match.sides[1]))
        changed = ImageChops.difference(match.draw(), less.draw()).getbbox()
        assert changed is not None
        assert changed[0] < 100
        assert changed[2] < 500
        assert changed[3] < 320

    def test_a_win_is_celebrated_above_the_board(self):
        """The winner's name is on a ribbon, and the rest of the picture is as it was."""
        board = BoardScene(121, (BoardSide("Ann", 110, 100), BoardSide("Ben", 120, 112)))
        won = replace(board, sides=(board.sides[0], replace(board.sides[1], front=121)))
        assert (board.winner, won.winner) == (None, 1)
        ribbon = won.draw().height - board.draw().height
        assert ribbon > 100
        other = replace(won, sides=(board.sides[0], replace(won.sides[1], name="Bob")))
        assert ImageChops.difference(won.draw(), other.draw()).getbbox()[1] < ribbon
        assert "Winner: Ben." in won.description

    def test_two_pegs_in_one_hole(self):
        """After a correction both pegs may share a hole: the front peg is drawn inside the hollow back peg."""
        ann, ben = self.SCENE.sides
        back, before = (replace(self.SCENE, sides=(replace(ann, front=30, back=behind), ben)) for behind in (30, 29))
        assert "Ann (red, round pegs): 30, both pegs in one hole, 91 to go." in back.description
        assert "one hole" not in before.description
        x, y = self.place(0, 30)
        positions = [back.draw().getpixel((x + step, y)) for step in range(-30, 31)]
        rings = [colour for colour, _ in groupby(colour for colour in positions if colour in {PAPER, SIDES[0]})]
        assert rings == [PAPER, SIDES[0]] * 2 + [PAPER]

    @pytest.mark.parametrize("change", [{"front": 37}, {"back": 29}, {"name": "Anna"}])
    def test_every_change_shows_in_the_description_the_name_and_the_picture(self, change):
        ann, ben = self.SCENE.sides
        other = replace(self.SCENE, sides=(replace(ann, **change), ben))
        assert other.description != self.SCENE.description
        assert other.name != self.SCENE.name
        assert pixels(other.png()) != pixels(self.SCENE.png())

    def test_a_very_long_name_stays_on_its_plate(self):
        ann, ben = self.SCENE.sides
        long = replace(self.SCENE, sides=(replace(ann, name="W" * 80), ben))
        changed = ImageChops.difference(self.SCENE.draw(), long.draw()).getbbox()
        assert changed is not None
        assert changed[2] <= 492


class TestTheTable:
    def test_the_description_is_that_of_the_board_and_then_of_the_cards(self):
        scene = board_scenes.SCENES["table"]
        assert scene.description == f"{scene.board.description} {scene.cards.description}"

    def test_a_table_without_cards_is_the_board(self):
        scene = board_scenes.SCENES["table-before-the-starter"]
        assert (scene.png(), scene.description) == (scene.board.png(), scene.board.description)
        assert scene.name != scene.board.name

    def test_the_cards_are_below_the_board(self):
        scene = board_scenes.SCENES["table"]
        table, board, cards = scene.draw(), scene.board.draw(), scene.cards.draw()
        assert table.crop((0, 40, 1000, board.height - 40)) == board.crop((0, 40, 1000, board.height - 40))
        assert table.crop((0, board.height, *table.size)) == cards

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

    def test_a_game_without_points_has_no_span(self):
        scene = board_scenes.SCENES["score-chart-given-up"]
        assert deal_spans(scene) == []
        assert positions(scene) == [0]

    def test_names_are_spread_apart_in_order_and_within_bounds(self):
        assert spread_apart([10, 12, 90], 20, (0, 100)) == [10, 30, 90]
        assert spread_apart([95, 90, 99], 20, (0, 100)) == [80, 60, 100]
        assert spread_apart([5, 5], 20, (0, 100)) == [5, 25]
        assert spread_apart([-30, 50], 20, (10, 100)) == [10, 50]

    def test_the_line_ends_at_the_score(self):
        scene = board_scenes.SCENES["score-chart-partners"]
        image = scene.draw()
        won, lost = ({y for y in range(100, 620) if image.getpixel((770, y)) == SIDES[side]} for side in (0, 1))
        assert max(won) < min(lost)

    def test_the_whole_description(self):
        assert board_scenes.SCENES["score-chart-partners"].description == (
            "Ann and Catherine win, 121 to 24: a double skunk. Turning points: 1. Deal 2: Ann and Catherine's hand +29 "
            "and ahead for good. Scores, Ann and Catherine red, Benjamin and Daniel blue: after deal 1: 0-12, "
            "2: 29-12, 3: 29-12, 4: 121-24. Skunk lines: S below 91, SS below 61."
        )

    def test_the_description_of_very_many_deals_keeps_the_last(self):
        course = tuple((deal, 0) for deal in range(122))
        description = ScoreChartScene(("A", "B"), 121, course, tuple(range(121)), 0, "A wins, 121 to 0").description
        assert len(description) <= 1_024
        assert "121: 121-0." in description


@pytest.mark.parametrize("name", board_scenes.SCENES)
class TestEveryPicture:
    def test_it_is_1000_pixels_wide(self, name):
        assert board_scenes.SCENES[name].draw().width == 1000


def test_the_fullest_table_of_partners_is_a_small_file():
    assert len(board_scenes.fullest(2).png()) <= 120_000


def test_text_is_readable_on_the_wood():
    """Names are white on dark wood, with a contrast of 7 or more everywhere."""

    def light(colour):
        parts = [part / 255 for part in colour]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bare = BoardScene(121, (BoardSide("", 0, 0), BoardSide("", 0, 0))).draw().crop((250, 20, 480, 130))
    brightest = max(light(colour) for _, colour in bare.getcolors(1 << 16))
    assert (light(WHITE_TEXT) + 0.05) / (brightest + 0.05) > 7


def test_each_style_has_its_own_file_name():
    table = board_scenes.SCENES["table"]
    assert isinstance(table, TableScene)
    other = replace(table, cards=board_scenes.SCENES["table-61-four-colours"].cards)
    assert other.name != table.name
