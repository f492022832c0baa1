"""Names in pictures: drawable letters, never empty, and different for different people."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.render.board import BoardScene, BoardSide
from bot.render.lettering import distinct_names, drawable, font, has_glyph
from bot.render.play_area import PlayAreaScene
from bot.render.scene import DEFAULT_STYLE
from bot.render.standings import Line, StandingsScene
from bot.ui.games.scenes import table_scene
from bot.ui.games.table_view import TableView
from engine.cards import PACK
from tests.support.golden_pictures import pixels
from tests.support.random_tables import at, playing

LI, ALSO_LI = "\u674e", "\u91cc"


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ann", "Ann"),
        ("Γιώργος Щербаков", "Γιώργος Щербаков"),
        ("Nguyễn Đặng Łukasz Ünlü", "Nguyễn Đặng Łukasz Ünlü"),
        ("e\u0323\u0302ta", "ệta"),
        ("\U0001d4d0\U0001d4f7\U0001d4f7", "Ann"),
        ("\uff42\uff45\uff4e", "ben"),
        ("\U0001f170\U0001f17d\U0001f17d", "ANN"),
        ("\ua9c1\u0f3aAnn\u0f3b\ua9c2", "Ann"),
        ("Ann \N{PARTY POPPER}", "Ann"),
        ("Ann \U0001f1e9\U0001f1ea", "Ann"),
        ("  Ann\n\tBen  ", "Ann Ben"),
        ("a\u200bb\u202ec", "abc"),
        ("\u738b\u5c0f\u660e", "WangXiaoMing"),
        ("\u30b8\u30f3\u30fb\u30b9\u30df\u30b9", "jin-sumisu"),
        ("\uae40\ubbfc\uc218", "GimMinSu"),
        ("\u05d3\u05d5\u05d3 \u05db\u05d4\u05df", "dvd khhn"),
        ("\u0645\u062d\u0645\u062f \u0639\u0644\u064a", "mhmd 'ly"),
        ("\u0e2a\u0e21\u0e0a\u0e32\u0e22", "smchay"),
        ("\u0905\u092e\u093f\u0924", "amit"),
        ("\N{PARTY POPPER}\N{PARTY POPPER}", "tada tada"),
        ("\N{THUMBS UP SIGN}\N{EMOJI MODIFIER FITZPATRICK TYPE-4}", "thumbsup"),
        ("\U0001f1e9\U0001f1ea", "DE"),
        ("\N{BLACK STAR}", "*"),
        ("...", "..."),
        ("\u200b\u3164", "?"),
        ("\ue000", "?"),
        ("", ""),
    ],
)
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
        assert "Ann holds 4. Ann 2 holds 4." in scene.description
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
