"""Every picture that was looked at comes out as it was, small enough to send, and is told in words."""

from __future__ import annotations

import copy

import pytest

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


def test_different_scenes_have_different_files() -> None:
    scenes: list[Scene] = list(SCENES.values())
    assert len({scene.name for scene in scenes}) == len(scenes)


def test_nothing_is_kept_that_nothing_paints() -> None:
    assert {file.stem for file in GOLDEN.glob("*.png")} == set(SCENES)
