"""The sheet of pegs has each in every size that a picture needs."""

from __future__ import annotations

import json

import pytest

from bot.render.board import BoardScene, BoardSide
from bot.render.pegs import SHEET
from tests.support import make_pegs


def test_the_sheet_has_what_the_script_draws():
    places = json.loads(SHEET.with_suffix(".json").read_text(encoding="utf-8"))
    drawn = dict(make_pegs.stamps())
    assert places.keys() == drawn.keys()
    for name, (left, top, right, bottom) in places.items():
        assert (right - left, bottom - top) == drawn[name].mask.size


@pytest.mark.parametrize("sides", [2, 3, 4])
@pytest.mark.parametrize(("front", "back"), [(0, 0), (8, 8), (12, 4), (121, 110)])
def test_every_board_finds_its_pegs(sides, front, back):
    scene = BoardScene(121, tuple(BoardSide(f"Ann {side}", front, back, games=1) for side in range(sides)), best_of=3)
    assert scene.draw().width == 1_000
