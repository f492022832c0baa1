"""Every golden picture is drawn as it was, is small enough to send, and has a description."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.render.scene import Scene, shorten
from tests.support.golden_pictures import GOLDEN, SCENES, pixels

each = pytest.mark.parametrize("name", SCENES)


@each
def test_it_has_the_same_pixels(name: str) -> None:
    same = pixels(SCENES[name].png()) == pixels((GOLDEN / f"{name}.png").read_bytes())
    assert same, f"draw it again and look at it: python -m tests.support.golden_pictures {name}"


@each
def test_it_is_small_enough_to_send(name: str) -> None:
    assert len(SCENES[name].png()) <= 120_000


@each
def test_its_description_fits_discord(name: str) -> None:
    assert 0 < len(SCENES[name].description) <= 1024


@dataclass(frozen=True, slots=True)
class Wordy(Scene):
    """A scene with many names, described with a text beside them."""

    names: tuple[str, ...]
    text: str

    kind = "wordy"
    palette = None

    def draw(self) -> Image.Image:
        raise NotImplementedError

    def describe(self, longest: int) -> str:
        return f"{', '.join(shorten(name, longest) for name in self.names)}: {self.text}"


def test_names_are_shortened_before_the_text() -> None:
    for many in range(1, 40):
        description = Wordy(("Bartholomew Featherstonehaugh",) * many, "5 of hearts").description
        assert len(description) <= 1024
        assert description.endswith(": 5 of hearts")
        assert ("…" in description) == (many * 31 + 11 > 1024)


def test_a_text_that_is_still_too_long_is_cut() -> None:
    assert Wordy(("Ann",), "x" * 1019).description == "Ann: " + "x" * 1019
    assert Wordy(("Ann",), "x" * 1020).description == "Ann: " + "x" * 1018 + "…"


@each
def test_equal_scenes_have_equal_pictures(name: str) -> None:
    scene = SCENES[name]
    again = copy.deepcopy(scene)
    assert again is not scene
    assert (again, hash(again), again.name) == (scene, hash(scene), scene.name)
    assert again.draw().tobytes() == scene.draw().tobytes()


@each
def test_the_palette_nearly_keeps_its_colours(name: str) -> None:
    """The few colours of the file are too close to the painted ones to be told apart."""
    painted, file = SCENES[name].draw(), Image.open(BytesIO(SCENES[name].png())).convert("RGB")
    strips = ImageChops.difference(painted, file).convert("L").histogram()
    assert sum(strips[40:]) < 0.001 * painted.width * painted.height
    assert not any(strips[64:])


def test_different_scenes_have_different_file_names() -> None:
    scenes: list[Scene] = list(SCENES.values())
    assert len({scene.name for scene in scenes}) == len(scenes)


def test_there_is_no_golden_picture_without_its_scene() -> None:
    assert {file.stem for file in GOLDEN.glob("*.png")} == set(SCENES)
