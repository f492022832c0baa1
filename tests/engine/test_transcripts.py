"""Golden games: each transcript is told again and comes out word for word, and every law has one."""

import pytest

from engine.laws import Law
from tests.transcript import heading_line, tell, transcripts

SIGNS = {
    Law.CUT: "    cut: ",
    Law.DEAL: " dealt: ",
    Law.SHOW: " showed ",
    Law.GAME: " won, games ",
    Law.RESIGNED: " gave up, resigned",
}
"""How the laws show that need neither peg nor refuse."""


def laws_named(text):
    """The laws that a transcript says it shows."""
    return [Law(name) for name in heading_line(text, "laws").split()]


@pytest.mark.parametrize("path", transcripts(), ids=lambda path: path.stem)
def test_a_transcript_comes_out_word_for_word(path):
    text = path.read_text(encoding="utf-8")
    assert tell(text) == text


@pytest.mark.parametrize("path", transcripts(), ids=lambda path: path.stem)
def test_a_transcript_shows_the_laws_that_it_names(path):
    text = path.read_text(encoding="utf-8")
    for law in laws_named(text):
        assert f" {law} (" in text or f"refused by {law}: " in text or SIGNS.get(law, "no sign") in text, law


def test_every_law_has_a_transcript():
    named = {law for path in transcripts() for law in laws_named(path.read_text(encoding="utf-8"))}
    assert named == set(Law)


def test_what_came_of_an_action_is_told_by_the_engine_and_never_read_back():
    for path in transcripts():
        text = path.read_text(encoding="utf-8")
        falsified = text.replace("\n    1 ", "\n    0 ")
        assert falsified != text
        assert tell(falsified) == text
