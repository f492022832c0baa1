"""Rules by name: each is what its rule book says."""

import pytest

from engine.errors import RulesError
from engine.presets import DEFAULT, PRESETS, find
from engine.rules import Counting, NextDealer, Overscore, Rules


def test_the_default_stands_first():
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


def test_house_rules():
    rules = find("house")
    assert rules == Rules(doubles=((91, 2), (61, 4)))
    assert (rules.target, rules.counting, rules.overscore) == (121, Counting.REFEREE, Overscore.TO_ADVERSARY)
    assert (rules.muggins, rules.next_dealer) == (False, NextDealer.LOSER)
    assert find("house", target=61).doubles == ((31, 2),)


def test_club_rules_001():
    rules = find("club")
    assert (rules.target, rules.counting, rules.doubles) == (121, Counting.AUTOMATIC, ())
    assert rules.next_dealer is NextDealer.CUT  # 001:19, "determined randomly"


def test_bicycle_rules_000():
    rules = find("bicycle")
    assert (rules.target, rules.doubles) == (121, ((61, 2),))
    assert (rules.counting, rules.overscore) == (Counting.REFEREE, Overscore.CORRECT_ONLY)
    assert rules.next_dealer is NextDealer.LOSER  # 000:13
    assert find("bicycle", target=61).doubles == ((31, 2),)
    assert find("bicycle", doubles=((91, 2), (61, 4))).doubles == ((91, 2), (61, 4))  # 000:103


def test_a_field_may_be_agreed_otherwise():
    assert find("house", muggins=True) == Rules(doubles=((91, 2), (61, 4)), muggins=True)
    assert find("house", next_dealer="alternate").next_dealer is NextDealer.ALTERNATE


def test_what_nobody_said_stays_as_it_is():
    assert find("house", muggins=None, target=None) == find("house")


def test_doubles_agreed_on_stand_whatever_the_length_of_the_game():
    assert find("house", target=61, doubles=((30, 2),)).doubles == ((30, 2),)
    assert find("house", doubles=()).doubles == ()


@pytest.mark.parametrize(
    ("name", "options", "field"),
    [
        ("hoyle", {}, "preset"),
        ("", {}, "preset"),
        ("club", {"target": 61}, "target"),
        ("house", {"target": 91}, "target"),
        ("house", {"target": "121"}, "target"),
        ("house", {"jokers": 2}, "jokers"),
        ("club", {"muggins": True}, "muggins"),
        ("house", {"counting": "by_ear"}, "counting"),
    ],
)
def test_what_a_preset_does_not_offer_is_refused_with_its_field_named(name, options, field):
    with pytest.raises(RulesError) as refused:
        find(name, **options)
    assert refused.value.field == field


def test_an_unknown_preset_is_answered_with_those_there_are():
    with pytest.raises(RulesError, match=", ".join(PRESETS)):
        find("hoyle")


@pytest.mark.parametrize("target", [[], 61.0, "61", True, 60])
def test_a_length_that_is_no_length_is_refused_by_name(target):
    with pytest.raises(RulesError) as refused:
        find("house", target=target)
    assert refused.value.field == "target"
