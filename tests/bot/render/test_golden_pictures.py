"""Every picture that was looked at comes out as it was, small enough to send, and is told in words."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.render.scene import Scene, shortened
from tests.support.golden_pictures import GOLDEN, SCENES, pixels

each = pytest.mark.parametrize("name", SCENES)


@each
def test_it_looks_as_it_did_when_it_was_looked_at(name: str) -> None:
    same = pixels(SCENES[name].png()) == pixels((GOLDEN / f"{name}.png").read_bytes())
    assert same, f"paint it and look at it: python -m tests.support.golden_pictures {name}"


@each
def test_it_can_be_sent(name: str) -> None:
    assert len(SCENES[name].png()) <= 100_000


@each
def test_it_is_told_in_words_that_alt_text_has_room_for(name: str) -> None:
    assert 0 < len(SCENES[name].told) <= 1024


@dataclass(frozen=True, slots=True)
class Wordy(Scene):
    """A picture of many names, and of something beside them that is told in so many letters."""

    names: tuple[str, ...]
    beside: str

    kind = "wordy"
    palette = None

    def paint(self) -> Image.Image:
        raise NotImplementedError

    def tell(self, longest: int) -> str:
        return f"{', '.join(shortened(name, longest) for name in self.names)}: {self.beside}"


def test_names_are_shortened_before_anything_is_left_unsaid() -> None:
    for many in range(1, 40):
        told = Wordy(("Bartholomew Featherstonehaugh",) * many, "5 of hearts").told
        assert len(told) <= 1024
        assert told.endswith(": 5 of hearts")
        assert ("…" in told) == (many * 31 + 11 > 1024)


def test_what_nothing_shortens_enough_is_cut() -> None:
    assert Wordy(("Ann",), "x" * 1019).told == "Ann: " + "x" * 1019
    assert Wordy(("Ann",), "x" * 1020).told == "Ann: " + "x" * 1018 + "…"


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
