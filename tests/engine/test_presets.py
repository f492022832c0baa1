"""Rules by name: each is what its rule book says."""

from dataclasses import replace

import pytest

from engine.errors import RulesError
from engine.presets import DEFAULT, PRESETS, find, renewed
from engine.rules import Counting, NextDealer, Overscore, Rules
from tests.support.data_files import data_beside

CASES = data_beside(__file__)


def test_the_default_comes_first():
    assert next(iter(PRESETS)) == DEFAULT == "house"


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_says_what_it_is_and_can_be_played(name):
    preset = PRESETS[name]
    assert preset.name == name
    assert preset.title
    assert preset.source
    for target in preset.doubles:
        rules = find(name, target=target)
        assert (rules.target, rules.doubles) == (target, next(iter(preset.doubles[target].values())))


# Where the sources disagree, each book is followed by its own preset.

BOOKS = CASES["books"]
"""In what each book differs from the rules that nobody changed."""


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_what_its_book_says_field_by_field(name):
    assert find(name) == Rules(**BOOKS[name])


@pytest.mark.parametrize(("name", "target", "ways"), CASES["doubles"])
def test_the_ways_to_count_double_games(name, target, ways):
    ways = {way: tuple(map(tuple, lines)) for way, lines in ways.items()}
    assert dict(PRESETS[name].doubles[target]) == ways
    assert find(name, target=target).doubles == next(iter(ways.values()))
    for way, pairs in ways.items():
        assert find(name, target=target, doubles=way).doubles == pairs


@pytest.mark.parametrize(
    ("name", "then"),
    [
        *(("house", "loser"), ("club", "cut"), ("bicycle", "loser"), ("crib-derby", "cut")),
        *(("britannica", "alternate"), ("britannica-five", "alternate"), ("acc", "alternate")),
    ],
)
def test_law_01_a_fresh_cut_after_every_game_unless_rubbers_are_played(name, then):
    assert find(name, rubber=True).next_dealer == then
    assert find(name, rubber=True, next_dealer="loser").next_dealer is NextDealer.LOSER  # unless agreed


def test_the_lengths_and_the_numbers_of_hands_that_each_book_knows():
    """The usual length comes first."""
    assert {name: list(preset.doubles) for name, preset in PRESETS.items()} == CASES["lengths"]
    many = (2, 3, 4)
    two = (2,)
    assert [PRESETS[name].players for name in PRESETS] == [many, two, many, many, two, many, two]


@pytest.mark.parametrize("name", [name for name in PRESETS if 3 in PRESETS[name].players])
@pytest.mark.parametrize("players", [3, 4])
def test_three_and_four_are_dealt_five_cards(name, players):
    rules = find(name, players=players)
    assert (rules.players, rules.dealt, rules.five_card) == (players, 5, False)
    assert rules == Rules(**{**BOOKS[name], "players": players, "dealt": 5})


def test_a_field_may_be_agreed_otherwise():
    assert find("house", muggins=True) == Rules(doubles=((91, 2), (61, 4)), muggins=True)
    assert find("house", next_dealer="alternate").next_dealer is NextDealer.ALTERNATE


def test_an_option_without_a_value_keeps_that_of_the_preset():
    assert find("house", muggins=None, target=None) == find("house")


def test_doubles_agreed_on_stand_whatever_the_length_of_the_game():
    assert find("house", target=61, doubles=((30, 2),)).doubles == ((30, 2),)
    assert find("house", doubles=()).doubles == ()


@pytest.mark.parametrize(("name", "options", "field"), CASES["refused"])
def test_what_a_preset_does_not_offer_is_refused_with_its_field_named(name, options, field):
    with pytest.raises(RulesError) as refused:
        find(name, **options)
    assert refused.value.field == field


def test_an_unknown_preset_is_answered_with_those_there_are():
    with pytest.raises(RulesError, match=", ".join(PRESETS)):
        find("hoyle")


def test_a_rematch_of_an_earlier_game_by_the_club_rules_gives_nobody_extra_points():
    """Until then law 19 held there, if the players counted."""
    earlier = replace(find("club"), counting=Counting.REFEREE, overscore=Overscore.TO_ADVERSARY)
    assert renewed("club", earlier) == replace(earlier, overscore=Overscore.CORRECT_ONLY)
    assert renewed("a preset of another version", earlier) == earlier
