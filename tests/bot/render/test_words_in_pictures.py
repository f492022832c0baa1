"""Pictures and their descriptions use the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.i18n.translation import Language, using_language
from bot.models.league import League, Season
from bot.render import lettering
from bot.render.board import BoardScene, BoardSide
from bot.render.canvas import BOARD_PALETTE
from bot.render.empty_board import empty_board
from bot.render.lettering import drawable
from bot.render.renderer import Renderer
from bot.render.scene import Scene
from bot.ui.leagues import standings_view
from engine.presets import find
from tests.support.golden_pictures import SCENES, pixels
from tests.support.po_files import language
from tests.support.pseudo_language import accented, invented

WORD = re.compile(r"\b[A-Za-z]{2,}\b")
PICTURES = {name: scene for name, scene in SCENES.items() if type(scene).__module__.startswith("bot.")}
MARKS = ("SS", "SSS", "tada")
"""Words that are the same in every language: the labels of the lines, and the spelling of an emoji."""

BOARD = (61, (BoardSide("Ann", 3, 0), BoardSide("Ben", 0, 0)))


@pytest.fixture
def drawn_text(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    lines: list[str] = []
    assert BOARD_PALETTE.image
    empty_board.cache_clear()
    width_of = lettering.width_of

    def record(words: str, *about, **more) -> int:
        lines.append(words)
        return width_of(words, *about, **more)

    monkeypatch.setattr(lettering, "width_of", record)
    return lines


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_use_the_readers_language(name: str, drawn_text: list[str]) -> None:
    language, missed = invented()
    scene = replace(PICTURES[name], language=language)
    given = " ".join((repr(scene), drawable(repr(scene)), *MARKS))
    scene.png()
    # A shortened name leaves the beginning of a word of the scene.
    english = {word for line in (*drawn_text, scene.description) for word in WORD.findall(line)}
    assert {word for word in english if not re.search(rf"\b{word}", given)} == set()
    assert missed == set()


@pytest.mark.parametrize("face", range(standings_view.FACES))
def test_the_heads_of_the_standings_are_translated(face: int) -> None:
    start = datetime(2026, 3, 1, tzinfo=UTC)
    league = League(id=4, guild_id=9, name="Winter", preset="acc", rules=find("acc"), created_at=start)
    sheet = standings_view.StandingsPage(league, Season(league_id=4, number=1, stage="playing"), (), face=face)
    english = standings_view.table_scene(sheet).heads
    with using_language(invented()[0]):
        assert standings_view.table_scene(sheet).heads == tuple(map(accented, english))


def words(*pairs: tuple[str, str]) -> Language:
    return language("de", dict(pairs))


async def test_a_scene_keeps_the_language_in_which_it_was_made() -> None:
    start = words(("START", "Los"))
    with using_language(start):
        scene = BoardScene(*BOARD)
    renderer, english = Renderer(), BoardScene(*BOARD)
    shown, usual = await renderer.png(scene), await renderer.png(english)
    with using_language(start):
        assert await renderer.png(english) is usual
        assert pixels(BoardScene(*BOARD).png()) == pixels(shown) == pixels(scene.png())
    assert pixels(shown) != pixels(usual)
    assert scene.name != english.name
    renderer.close()


def test_a_description_is_in_the_language_of_its_scene() -> None:
    with using_language(words(("{target} to go", "noch {target}"))):
        scene: Scene = BoardScene(*BOARD)
    assert "noch 58" in scene.description
    assert "58 to go" in BoardScene(*BOARD).description


@pytest.mark.parametrize("long", ["Ausgangsstellung", "S"])
def test_a_long_translation_stays_on_the_board(long: str, drawn_text: list[str]) -> None:
    with using_language(words(("START", long), ("GAME", long))):
        BoardScene(*BOARD).png()
    assert any(line.startswith(long[:5]) for line in drawn_text)
