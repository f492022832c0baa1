"""The wooden board: where its holes lie, what the pegs tell, and pictures that were looked at and kept."""

from dataclasses import replace
from io import BytesIO
from itertools import combinations, groupby, pairwise
from math import dist

import pytest
from PIL import Image, ImageChops

from bot.render.board import BoardScene, Side
from bot.render.cards import spoken
from bot.render.empty_board import FRAME, HOLE
from bot.render.score_chart import ScoreChartScene, across, spread, stretches
from bot.render.shapes import CHALK, PAPER, SIDES
from bot.render.table import TableScene
from bot.render.track import FIELD, START, Track
from tests.support import board_scenes
from tests.support.golden_pictures import pixels

ROADS = [Track(target, sides) for target in (61, 121) for sides in (2, 3, 4)]


def by_name(road):
    return f"{road.target}-{road.sides}"


def opened(scene):
    """What the scene's file shows."""
    return Image.open(BytesIO(scene.png())).convert("RGB")


def way_points(way, step=2.0):
    """Places along a road, close to one another."""
    for here, after in pairwise(way):
        many = max(1, round(dist(here, after) / step))
        for part in range(many):
            yield tuple(a + (b - a) * part / many for a, b in zip(here, after, strict=True))


def crosses(line, way):
    """Whether a level or upright line meets a road."""
    (left, top), (right, low) = line
    return any(left - 1.5 <= x <= right + 1.5 and top - 1.5 <= y <= low + 1.5 for x, y in way_points(way))


@pytest.mark.parametrize("road", ROADS, ids=by_name)
class TestTheTrack:
    def test_every_hole_has_room(self, road):
        holes = [road.hole(side, number) for side in range(road.sides) for number in range(START, road.target)]
        holes.append(road.hole(0, road.target))
        assert min(dist(one, other) for one, other in combinations(holes, 2)) > HOLE * 1.4
        assert all(HOLE < x < FIELD - HOLE and HOLE < y < road.height - HOLE for x, y in holes)

    def test_all_peg_out_in_one_hole(self, road):
        assert len({road.hole(side, road.target) for side in range(road.sides)}) == 1

    def test_holes_stand_in_fives(self, road):
        for first in range(1, road.target - 1, 5):
            five = [road.hole(0, number) for number in range(first, first + 5)]
            steps = {round(dist(one, other), 6) for one, other in pairwise(five)}
            assert len(steps) == 1
            if first % 30 != 26:
                assert dist(five[-1], road.hole(0, first + 5)) > 1.4 * steps.pop()

    def test_a_street_goes_on_below_its_end(self, road):
        for end in range(30, road.target - 1, 30):
            (x, y), (below, lower) = road.hole(0, end), road.hole(0, end + 1)
            assert x == below
            assert y < lower
            onward = road.hole(0, end + 2)[0] - below
            assert onward * (road.hole(0, end)[0] - road.hole(0, end - 1)[0]) < 0

    def test_lanes_never_meet_before_the_game_hole(self, road):
        lanes = [list(way_points(road.way(side, START, road.target - 1), 6)) for side in range(road.sides)]
        for one, other in combinations(lanes, 2):
            assert min(dist(here, there) for here in one for there in other) > 0.95 * road.lane

    def test_a_way_leads_from_hole_to_hole_by_all_between(self, road):
        for side in range(road.sides):
            for first, last in ((START, 0), (0, 1), (28, 33), (29, 30), (30, 31), (3, road.target)):
                way = road.way(side, first, last)
                assert way[0] == road.hole(side, first)
                assert way[-1] == road.hole(side, last)
                assert all(0 < x < FIELD and 0 < y < road.height for x, y in way)
                passed = list(way_points(way, 3))
                for number in range(first, last, 1 if last - first < 10 else 13):
                    assert min(dist(road.hole(side, number), place) for place in passed) < 2

    @pytest.mark.parametrize("below", [1, 30, 31, 44, 46, 61, 91, 121])
    def test_a_line_parts_the_holes_below_from_the_others(self, road, below):
        if below > road.target:
            return
        line = road.line(below)
        for side in range(road.sides):
            assert crosses(line, road.way(side, below - 1, below))
            for number in {below - 2, below} & set(range(START, road.target)):
                assert not crosses(line, road.way(side, number, number + 1))

    def test_the_signs_lie_on_their_lanes_away_from_the_holes(self, road):
        for side in range(road.sides):
            way = list(way_points(road.way(side, START, road.target)))
            _, *bends = road.signs(side)
            assert len(bends) == road.streets - 1
            for place in bends:
                assert min(dist(place, other) for other in way) < 2
                assert min(dist(place, road.hole(side, number)) for number in range(1, road.target)) > HOLE


class TestTheBoard:
    SCENE = board_scenes.SCENES["board"]

    def place(self, side, number, scene=SCENE):
        """Where a hole lies in the picture."""
        road = Track(scene.target, len(scene.sides))
        x, y = road.hole(side, number)
        return round(x + FRAME), round(y + scene.paint().height - FRAME - road.height)

    def near(self, image, place, reach=8):
        x, y = place
        return {colour for _, colour in image.crop((x - reach, y - reach, x + reach, y + reach)).getcolors(1024)}

    def test_both_pegs_stand_where_the_score_and_the_score_before_are(self):
        image = self.SCENE.paint()
        for side, (front, back) in enumerate(((36, 30), (87, 75))):
            for number in (front, back):
                assert SIDES[side] in self.near(image, self.place(side, number), 14)
            for number in (front + 2, back - 2):
                assert SIDES[side] not in self.near(image, self.place(side, number), 4)

    def test_the_foremost_peg_is_solid_and_the_hindmost_hollow(self):
        image = self.SCENE.paint()
        for side, (front, back) in enumerate(((36, 30), (87, 75))):
            solid, hollow = (sum(image.getpixel(self.place(side, number))) for number in (front, back))
            assert solid > 450
            assert hollow < 120

    def test_before_the_first_score_both_pegs_wait_at_the_start(self):
        image = board_scenes.SCENES["board-begins"].paint()
        assert sum(image.getpixel(self.place(0, 0))) > 450
        assert sum(image.getpixel(self.place(0, START))) < 120
        assert SIDES[0] in self.near(image, self.place(0, START), 16)

    def test_the_winner_stands_in_the_game_hole(self):
        scene = board_scenes.SCENES["board-match"]
        assert SIDES[0] in self.near(scene.paint(), self.place(0, 121, scene), 14)

    def test_each_side_is_told_with_both_pegs(self):
        assert self.SCENE.told == (
            "Cribbage board to 121 holes. Ann (red, round pegs): 36 (+6 from 30), 85 to go. "
            "Benjamin (blue, square pegs): 87 (+12 from 75), 34 to go. Lurch lines: S below 91, SS below 61."
        )

    def test_what_has_not_scored_and_what_has_won_is_told(self):
        scene = BoardScene(61, (Side("Ann", 61, 60, 3), Side("Ben", 0, 0)), 5)
        assert scene.told == (
            "Cribbage board to 61 holes. Ann (red, round pegs): 61 (+1 from 60), game, 3 of 3 games. "
            "Ben (blue, square pegs): 0, 61 to go, 0 of 3 games."
        )

    def test_game_pegs_are_drawn_for_games_won(self):
        match = board_scenes.SCENES["board-match"]
        less = replace(match, sides=(replace(match.sides[0], games=1), match.sides[1]))
        changed = ImageChops.difference(match.paint(), less.paint()).getbbox()
        assert changed is not None
        assert changed[0] < 100
        assert changed[2] < 500
        assert changed[3] < 200

    def test_two_pegs_in_one_hole_are_told_and_seen(self):
        """After points were put back: the foremost stands in the hollow of the other."""
        ann, ben = self.SCENE.sides
        back, before = (replace(self.SCENE, sides=(replace(ann, front=30, back=behind), ben)) for behind in (30, 29))
        assert "Ann (red, round pegs): 30, both pegs in one hole, 91 to go." in back.told
        assert "one hole" not in before.told
        x, y = self.place(0, 30)
        across = [back.paint().getpixel((x + step, y)) for step in range(-30, 31)]
        rings = [colour for colour, _ in groupby(colour for colour in across if colour in {PAPER, SIDES[0]})]
        assert rings == [PAPER, SIDES[0]] * 2 + [PAPER]

    @pytest.mark.parametrize("change", [{"front": 37}, {"back": 29}, {"name": "Anna"}])
    def test_whatever_is_told_is_seen(self, change):
        ann, ben = self.SCENE.sides
        other = replace(self.SCENE, sides=(replace(ann, **change), ben))
        assert other.told != self.SCENE.told
        assert other.name != self.SCENE.name
        assert pixels(other.png()) != pixels(self.SCENE.png())

    def test_a_name_without_end_keeps_to_its_plate(self):
        ann, ben = self.SCENE.sides
        long = replace(self.SCENE, sides=(replace(ann, name="W" * 80), ben))
        changed = ImageChops.difference(self.SCENE.paint(), long.paint()).getbbox()
        assert changed is not None
        assert changed[2] <= 492


class TestTheTable:
    def test_the_board_is_told_and_then_the_cards(self):
        scene = board_scenes.SCENES["table"]
        assert scene.told == f"{scene.board.told} {scene.cloth.told}"

    def test_a_board_alone_is_that_board(self):
        scene = board_scenes.SCENES["table-before-the-starter"]
        assert (scene.png(), scene.told) == (scene.board.png(), scene.board.told)
        assert scene.name != scene.board.name

    def test_the_cards_lie_below_the_board(self):
        scene = board_scenes.SCENES["table"]
        table, board, cloth = scene.paint(), scene.board.paint(), scene.cloth.paint()
        assert table.crop((0, 40, 1000, board.height - 40)) == board.crop((0, 40, 1000, board.height - 40))
        assert table.crop((0, board.height, *table.size)) == cloth

    @pytest.mark.parametrize("sides", [2, 3, 4])
    def test_long_names_are_shortened_before_anything_is_left_unsaid(self, sides):
        scene = board_scenes.fullest(sides)
        assert len(scene.told) <= 1_024
        assert all(spoken(card) in scene.told for _, card in (*scene.cloth.series, *scene.cloth.earlier))
        for side in scene.board.sides:
            assert f": {side.front} (+{side.last} from {side.back}), {121 - side.front} to go" in scene.told
        assert "S below 91, SS below 61." in scene.told


class TestTheRace:
    def test_every_deal_is_as_broad_as_another(self):
        scene = ScoreChartScene(("A", "B"), 121, ((0, 0), (1, 0), (2, 0), (2, 9), (121, 9)), (0, 3), 0, "")
        assert stretches(scene) == [(1, 0, 3), (2, 3, 4)]
        assert across(scene) == pytest.approx([0, 1 / 6, 2 / 6, 0.5, 1])

    def test_what_was_pegged_before_the_first_deal_has_a_part_and_an_empty_deal_none(self):
        scene = ScoreChartScene(("A", "B"), 121, ((0, 0), (0, 2), (5, 2)), (1, 1, 2), 0, "")
        assert stretches(scene) == [(0, 0, 1), (2, 1, 2)]
        assert across(scene) == pytest.approx([0, 0.5, 1])

    def test_nothing_pegged_is_one_place(self):
        scene = board_scenes.SCENES["race-given-up"]
        assert stretches(scene) == []
        assert across(scene) == [0]

    def test_names_keep_apart_in_their_order_and_within_bounds(self):
        assert spread([10, 12, 90], 20, (0, 100)) == [10, 30, 90]
        assert spread([95, 90, 99], 20, (0, 100)) == [80, 60, 100]
        assert spread([5, 5], 20, (0, 100)) == [5, 25]
        assert spread([-30, 50], 20, (10, 100)) == [10, 50]

    def test_the_line_stands_at_the_score(self):
        scene = board_scenes.SCENES["race-partners"]
        image = scene.paint()
        won, lost = ({y for y in range(100, 620) if image.getpixel((790, y)) == SIDES[side]} for side in (0, 1))
        assert max(won) < min(lost)

    def test_all_is_told(self):
        assert board_scenes.SCENES["race-partners"].told == (
            "Ann and Catherine win, 121 to 24: a double skunk. Turning points: 1. Deal 2: Ann and Catherine's hand +29 "
            "and ahead for good. The race, Ann and Catherine red, Benjamin and Daniel blue: after deal 1: 0-12, "
            "2: 29-12, 3: 29-12, 4: 121-24. Lurch lines: S below 91, SS below 61."
        )

    def test_of_very_many_deals_some_are_told_and_the_last(self):
        course = tuple((deal, 0) for deal in range(122))
        told = ScoreChartScene(("A", "B"), 121, course, tuple(range(121)), 0, "A wins, 121 to 0").told
        assert len(told) <= 1_024
        assert "121: 121-0." in told


@pytest.mark.parametrize("name", board_scenes.SCENES)
class TestEveryPicture:
    def test_it_is_as_broad_as_every_picture(self, name):
        assert board_scenes.SCENES[name].paint().width == 1000


def test_the_fullest_table_of_partners_is_small_too():
    assert len(board_scenes.fullest(2).png()) <= 100_000


def test_words_stand_out_from_the_wood():
    """Names are written in chalk on dark wood: at a contrast of seven or more wherever they stand."""

    def light(colour):
        parts = [part / 255 for part in colour]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bare = BoardScene(121, (Side("", 0, 0), Side("", 0, 0))).paint().crop((250, 20, 480, 130))
    brightest = max(light(colour) for _, colour in bare.getcolors(1 << 16))
    assert (light(CHALK) + 0.05) / (brightest + 0.05) > 7


def test_a_table_of_every_style_has_its_own_name():
    table = board_scenes.SCENES["table"]
    assert isinstance(table, TableScene)
    other = replace(table, cloth=board_scenes.SCENES["table-61-two-colours"].cloth)
    assert other.name != table.name
