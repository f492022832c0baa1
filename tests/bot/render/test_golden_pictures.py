"""Every golden picture is drawn and described as it was, and is small enough to send."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.render.canvas import Palette
from bot.render.scene import Scene, shorten
from tests.support.golden_pictures import DESCRIPTIONS, GOLDEN, SCENES, described, pixels

DESCRIBED = DESCRIPTIONS.read_text(encoding="utf-8").splitlines()
AGAIN = "make it again and look at it: python -m tests.support.golden_pictures"


@pytest.mark.parametrize("name", SCENES)
def test_it_is_as_it_was_and_fits_discord(name: str) -> None:
    scene = SCENES[name]
    painted, png = scene.draw(), scene.png()
    assert pixels(png) == pixels((GOLDEN / f"{name}.png").read_bytes()), AGAIN
    assert described(name) in DESCRIBED, AGAIN
    assert len(png) <= 120_000
    assert 0 < len(scene.description) <= 1024
    again = copy.deepcopy(scene)
    assert again is not scene
    assert (again, hash(again), again.name) == (scene, hash(scene), scene.name)
    # The few colours of the file are too close to the painted ones to be told apart.
    strips = ImageChops.difference(painted, Image.open(BytesIO(png)).convert("RGB")).convert("L").histogram()
    assert sum(strips[40:]) < 0.001 * painted.width * painted.height
    assert not any(strips[64:])


@dataclass(frozen=True, slots=True)
class Wordy(Scene):
    """A scene with many names, described with a text beside them."""

    names: tuple[str, ...]
    text: str

    kind = "wordy"

    def draw(self, palette: Palette | None = None) -> Image.Image:
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


def test_different_scenes_have_different_file_names() -> None:
    scenes: list[Scene] = list(SCENES.values())
    assert len({scene.name for scene in scenes}) == len(scenes)


def test_there_is_nothing_golden_without_its_scene() -> None:
    assert {file.stem for file in GOLDEN.glob("*.png")} == set(SCENES)
    assert [line.partition(": ")[0] for line in DESCRIBED] == list(SCENES)
