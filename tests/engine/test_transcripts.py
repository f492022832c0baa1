"""Golden games: each transcript is replayed and comes out word for word, and every law has one."""

import re

import pytest

from engine.laws import UNBREAKABLE, Law
from tests.support.transcripts import heading_line, tell, transcripts

SIGNS = {
    Law.CUT: r"^    cut: |^    \d cut \d+, ",
    Law.DEAL: r" dealt: ",
    Law.SHOW: r" showed ",
    Law.GAME: r" won, games ",
    Law.LURCH: r" won, games [24], ",
    Law.RESIGNED: r" gave up, resigned(, to the crib .+)?$",
    Law.ON_TIME: r" gave up, time(, to the crib .+)?$",
    Law.FALSE_GO: r" said go, falsely$",
    Law.SATISFIED: r" is satisfied( with \d)?$",
    Law.AMENDED: r" amended (the (play|hand|crib) )?to \d+$",
    Law.LIBERTY: r" stopped$",
    Law.SINGLE_SERIES: r" pegs 1 go \(.+\n(> .+\n    refused .+\n)*> \d declares ",
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
        told = f" {law} (" in text or f"refused by {law}: " in text
        assert told or re.search(SIGNS[law], text, re.MULTILINE), law


def test_every_law_that_can_be_broken_or_kept_has_a_transcript():
    named = {law for path in transcripts() for law in laws_named(path.read_text(encoding="utf-8"))}
    assert named == set(Law) - set(UNBREAKABLE)
