"""The options of a new game as text, and the rules, players and clock that follow from them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.games.play_options import COUNTINGS, ENDS, OPEN, PLACES, ROBOT, ROBOTS, PlayOptions
from bot.ui.games.play_options_view import ChooseOptions
from engine import presets
from engine.rules import Counting, Pegging
from tests.support.data_files import data_beside

DATA = data_beside(__file__)

_MINUTES = st.none() | st.integers(1, 43_200).map(lambda minutes: minutes * 60)


@st.composite
def options_of_a_game(draw):
    preset = draw(st.sampled_from(sorted(presets.PRESETS)))
    length = draw(st.none() | st.sampled_from(sorted(PlayOptions(preset=preset).lengths())))
    target, doubles = length or (None, None)
    opponents = tuple(draw(st.lists(st.integers(1, 2**64 - 1), max_size=3, unique=True)))
    return PlayOptions(
        preset=preset,
        opponents=opponents,
        partner=draw(st.sampled_from([None, ROBOT, OPEN, *opponents])),
        robot=draw(st.none() | st.sampled_from(list(ROBOTS.choices))),
        robots=draw(st.none() | st.sampled_from([1, 2, 3])),
        players=draw(st.none() | st.sampled_from([2, 3, 4])),
        target=target,
        doubles=doubles,
        counting=draw(st.none() | st.sampled_from(list(COUNTINGS.choices))),
        muggins=draw(st.booleans()),
        ceremony=draw(st.booleans()),
        best_of=draw(st.sampled_from([1, 3, 5, 7])),
        turn_time=draw(_MINUTES),
        game_time=draw(_MINUTES),
        when_over=draw(st.none() | st.sampled_from(list(ENDS.choices))),
        where=draw(st.none() | st.sampled_from(list(PLACES.choices))),
    )


@given(options_of_a_game())
def test_a_custom_id_holds_all_options(options):
    text = ChooseOptions("people", options).custom_id
    assert len(text) <= 100
    assert ChooseOptions.read(text) == ChooseOptions("people", options)
    assert len(ChooseOptions("pair", options).custom_id) <= 100


def test_a_custom_id_that_cannot_be_read():
    for text in DATA["unreadable"]:
        assert ChooseOptions.read(f"o1:{text}") is None


@pytest.mark.parametrize("preset", sorted(presets.PRESETS))
class TestWhoCounts:
    def test_the_bot(self, preset):
        rules = PlayOptions(preset=preset, counting="automatic").rules(2)
        assert rules.counting is Counting.AUTOMATIC
        assert rules.pegging is Pegging.AUTOMATIC
        assert not rules.heels_forfeit

    def test_the_players_as_their_preset_has_it_or_either_way(self, preset):
        rules = PlayOptions(preset=preset, counting="own").rules(2)
        assert rules.counting == ("referee" if preset in {"house", "club", "bicycle"} else "challenge")
        assert rules == PlayOptions(preset=preset).rules(2)
        for counting in ("referee", "challenge"):
            assert PlayOptions(preset=preset, counting=counting).rules(2).counting == counting

    @pytest.mark.parametrize("counting", list(COUNTINGS.choices))
    def test_it_never_brings_a_penalty_that_the_book_does_not_have(self, preset, counting):
        book = presets.PRESETS[preset].rules
        for muggins in (False, True):
            if muggins and counting == "automatic":
                continue
            rules = PlayOptions(preset=preset, counting=counting, muggins=muggins).rules(2)
            for name in ("overscore", "irregular", "renege", "false_muggins", "predeal_cut", "doubles"):
                assert getattr(rules, name) == getattr(presets.find(preset), name), name
            assert rules.false_game_penalty in {0, book.false_game_penalty}
            assert rules.heels_forfeit <= book.heels_forfeit

    def test_a_preference_never_decides_against_the_book(self, preset):
        played = presets.PRESETS[preset].rules.counting
        asked = {True: played is Counting.CHALLENGE, False: played is Counting.AUTOMATIC, None: False}
        for bot_counts, asks in asked.items():
            assert (PlayOptions(preset=preset).counting_by(bot_counts) is None) == asks
            for counting in COUNTINGS.choices:
                assert PlayOptions(preset=preset, counting=counting).counting_by(bot_counts) == counting
