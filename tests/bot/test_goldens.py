"""Every picture that was looked at comes out as it was, small enough to send, and is told in words."""

from __future__ import annotations

import copy
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.ui.drawing.picture import Scene
from tests.goldens import GOLDEN, SCENES, pixels

each = pytest.mark.parametrize("name", SCENES)


@each
def test_it_looks_as_it_did_when_it_was_looked_at(name: str) -> None:
    same = pixels(SCENES[name].png()) == pixels((GOLDEN / f"{name}.png").read_bytes())
    assert same, f"paint it and look at it: python -m tests.goldens {name}"


@each
def test_it_can_be_sent(name: str) -> None:
    assert len(SCENES[name].png()) <= 100_000


@each
def test_it_is_told_in_words_that_alt_text_has_room_for(name: str) -> None:
    assert 0 < len(SCENES[name].told) <= 1024


@each
def test_equal_scenes_are_one_picture(name: str) -> None:
    scene = SCENES[name]
    again = copy.deepcopy(scene)
    assert again is not scene
    assert (again, hash(again), again.name) == (scene, hash(scene), scene.name)
    assert again.paint().tobytes() == scene.paint().tobytes()


@each
def test_the_colours_of_its_file_are_nearly_those_it_was_painted_in(name: str) -> None:
    """What few colours make of a picture is not to be seen."""
    painted, file = SCENES[name].paint(), Image.open(BytesIO(SCENES[name].png())).convert("RGB")
    strips = ImageChops.difference(painted, file).convert("L").histogram()
    assert sum(strips[40:]) < 0.001 * painted.width * painted.height
    assert not any(strips[64:])


def test_different_scenes_have_different_files() -> None:
    scenes: list[Scene] = list(SCENES.values())
    assert len({scene.name for scene in scenes}) == len(scenes)


def test_nothing_is_kept_that_nothing_paints() -> None:
    assert {file.stem for file in GOLDEN.glob("*.png")} == set(SCENES)
