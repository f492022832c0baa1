"""The index of laws: every law says what it is, is obeyed somewhere, and is met in some game."""

import re
from pathlib import Path
from random import Random

import pytest

import engine
from engine.laws import Law
from tests.strategies import AUTOMATIC, MUGGINS, REFEREE, pegged_laws, play_random_game

ENGINE = Path(engine.__file__).parent

RULES_OF_PLAY = {
    *(Law.CUT, Law.DEAL, Law.LAY_AWAY, Law.LAID_OUT, Law.TURN, Law.COMING_IN, Law.MUST_PLAY, Law.SHOW),
    *(Law.GAME, Law.RESIGNED),
}
"""The laws that tell a player what he may do; all the others are pegged."""


@pytest.mark.parametrize("law", Law, ids=str)
def test_a_law_says_what_it_is_in_one_sentence_and_where_it_is_written(law):
    assert law.title
    assert law.title[0].isupper()
    assert law.sentence.endswith(".")
    assert law.sentence[:-1].count(".") == 0
    assert law.sentence[0].isupper()
    assert re.match(r"00[0-3]:\d+(, law \d+)?$", law.source) or law in (Law.MUGGINS, Law.RESIGNED)
    assert law.source
    assert str(law) == law.value


def test_no_two_laws_have_one_name_or_one_title():
    assert len({law.value for law in Law}) == len({law.title for law in Law}) == len(Law)


@pytest.mark.parametrize("law", Law, ids=str)
def test_a_law_is_cited_where_the_program_obeys_it(law):
    """Some line of the engine, outside the index itself, names it."""
    files = [path for path in ENGINE.rglob("*.py") if path.name != "laws.py"]
    assert any(re.search(rf"\bLaw\.{law.name}\b", path.read_text(encoding="utf-8")) for path in files)


def test_every_law_that_is_pegged_is_met_in_some_game():
    met = set()
    for seed in range(60):
        for rules in (REFEREE, AUTOMATIC, MUGGINS):
            if met < set(Law) - RULES_OF_PLAY:
                met |= pegged_laws(play_random_game(rules, Random(seed)).events)
    assert met == set(Law) - RULES_OF_PLAY
