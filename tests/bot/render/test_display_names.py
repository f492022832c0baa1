"""Names in pictures: drawable letters, never empty, and different for different people."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.render.board import BoardScene, BoardSide
from bot.render.lettering import distinct_names, drawable, font, has_glyph
from bot.render.scene import DEFAULT_STYLE
from bot.render.show import PlayAreaScene
from bot.render.standings import Line, StandingsScene
from bot.ui.games.scenes import table_scene
from bot.ui.games.table_view import TableView
from engine.cards import PACK
from tests.support.data_files import data_beside
from tests.support.golden_pictures import pixels
from tests.support.random_tables import at, playing

DATA = data_beside(__file__)

LI, ALSO_LI = "\u674e", "\u91cc"


@pytest.mark.parametrize(("name", "drawn"), DATA["drawn"])
def test_names_use_letters_of_the_font(name: str, drawn: str) -> None:
    assert drawable(name) == drawn


@given(st.text(min_size=1))
@example("\u0338")
@example("\N{PARTY POPPER}\u0338")
def test_no_name_is_empty_or_has_a_missing_letter(name: str) -> None:
    drawn = drawable(name)
    assert bool(drawn) == bool(name.split())
    assert all(map(has_glyph, drawn))
    assert drawable(drawn) == drawn


def test_the_font_has_the_letters_of_europe() -> None:
    ranges = ((0x20, 0x7F), (0xA1, 0x180), (0x388, 0x3CF), (0x400, 0x460), (0x1EA0, 0x1EFA))
    letters = [chr(code) for low, high in ranges for code in range(low, high) if chr(code).isalpha()]
    assert [letter for letter in letters if drawable(letter) != letter] == []
    for bold in (False, True):
        box = bytes(font(24, bold=bold).getmask("\uffff"))
        assert [letter for letter in letters if bytes(font(24, bold=bold).getmask(letter)) == box] == []


class TestSideBySide:
    def test_different_names_with_one_spelling_get_numbers(self) -> None:
        assert distinct_names((LI, "Ann", ALSO_LI)) == ("Li", "Ann", "Li 2")

    def test_a_name_in_plain_letters_is_unchanged(self) -> None:
        assert distinct_names((LI, "Li 2", ALSO_LI, "Li")) == ("Li 3", "Li 2", "Li 4", "Li")

    def test_the_same_name_twice_is_drawn_the_same(self) -> None:
        assert distinct_names((LI, LI)) == ("Li", "Li")

    def test_two_people_with_one_name_get_numbers_at_their_table(self) -> None:
        table = at(playing("house").game, names=("Ann", "Ann"))
        scene = table_scene(TableView(table), DEFAULT_STYLE)
        assert "Ann holds 4 cards. Ann 2 holds 4 cards." in scene.description
        assert "Ann 2 (blue, square pegs)" in scene.description

    def test_the_order_does_not_matter(self) -> None:
        names = ("Ann", "\U0001d4d0\U0001d4f7\U0001d4f7", "\uff21\uff4e\uff4e")
        assert len({frozenset(zip(some, distinct_names(some), strict=True)) for some in permutations(names)}) == 1

    def test_a_long_name_is_shortened_before_its_number(self) -> None:
        long = "Bartholomew-Maximilian of Kent"
        assert distinct_names((long, long + "\N{PARTY POPPER}")) == (long, "Bartholomew-Max… 2")

    @given(st.lists(st.text(alphabet=[LI, ALSO_LI, "L", "i", " ", "2", "3", "\N{PARTY POPPER}"]), unique=True))
    def test_no_two_names_look_the_same(self, names: list[str]) -> None:
        """Spaces at the ends of a name do not count."""
        unlike = tuple({" ".join(name.split()) for name in names} - {""})
        drawn = distinct_names(unlike)
        assert len(set(drawn)) == len(unlike)

    @pytest.mark.parametrize(
        "scene",
        [
            lambda one, other: BoardScene(61, (BoardSide(one, 0, 0), BoardSide(other, 0, 0))),
            lambda one, other: PlayAreaScene(((one, PACK[0]), (other, PACK[1])), 3, PACK[2], ((one, 3), (other, 3))),
            lambda one, other: StandingsScene("", (), (Line("1", one, ()), Line("2", other, ()))),
        ],
    )
    def test_pictures_show_numbers_and_descriptions_the_real_names(self, scene) -> None:
        strange = scene(LI, ALSO_LI)
        assert LI in strange.description
        assert ALSO_LI in strange.description
        assert pixels(strange.png()) == pixels(scene("Li", "Li 2").png())
