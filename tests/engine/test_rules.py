"""The rules that a table may agree on, and those that no table can play."""

import json

import pytest
from hypothesis import given

from engine.errors import CribbageError, RulesError
from engine.rules import Counting, NextDealer, Overscore, Rules
from tests.support.strategies import any_rules


def test_the_rules_nobody_changed():
    assert Rules().to_dict() == {
        "players": 2,
        "dealt": 6,
        "target": 121,
        "doubles": [],
        "counting": "referee",
        "pegging": "automatic",
        "muggins": False,
        "overscore": "to_adversary",
        "irregular": "refuse",
        "heels_forfeit": False,
        "three_for_last": False,
        "single_series": False,
        "play_on": "must",
        "next_dealer": "loser",
        "ceremony": False,
        "predeal_cut": "none",
        "amend": False,
        "false_game_penalty": 0,
        "renege": "require_or_two",
        "false_muggins": "two",
        "edition": 2,
        "partners": "cut",
    }  # every field of the rule book, and no other


@given(any_rules())
def test_rules_survive_json(rules):
    again = Rules.from_dict(json.loads(json.dumps(rules.to_dict())))
    assert again == rules
    assert hash(again) == hash(rules)


def test_plain_words_become_the_terms_they_stand_for():
    rules = Rules(counting="automatic", overscore="correct_only", next_dealer="cut")
    assert rules.counting is Counting.AUTOMATIC
    assert rules.overscore is Overscore.CORRECT_ONLY
    assert rules.next_dealer is NextDealer.CUT


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players", 1),
        ("players", 5),
        ("players", "2"),
        ("players", True),
        ("dealt", 7),
        ("dealt", 4),
        ("target", 100),
        ("target", 0),
        ("target", "121"),
        ("target", True),
        ("edition", 0),
        ("edition", 99),
        ("counting", "by_ear"),
        ("counting", None),
        ("counting", []),
        ("overscore", "to_nobody"),
        ("next_dealer", "winner"),
        ("muggins", "on"),
        ("muggins", 1),
        ("doubles", 2),
        ("doubles", "61"),
        ("doubles", ((61, 1),)),
        ("doubles", ((True, 2),)),
        ("doubles", ((31, True),)),
        ("doubles", ((31.0, 2),)),
        ("doubles", ((0, 2),)),
        ("doubles", ((-5, 2),)),
        ("doubles", ((122, 2),)),
        ("doubles", ((61, 2, 3),)),
        ("doubles", (61, 2)),
        ("doubles", (("61", 2),)),
        ("doubles", ((61, 2), (61, 4))),
        ("pegging", "by_hand"),
        ("irregular", "ignore"),
        ("play_on", "never"),
        ("predeal_cut", "three"),
        ("false_game_penalty", -1),
        ("heels_forfeit", True),
        ("three_for_last", True),
        ("single_series", True),
        ("amend", 1),
    ],
)
def test_what_no_table_could_play_is_refused_with_its_field_named(field, value):
    with pytest.raises(RulesError) as refused:
        Rules(**{field: value})
    assert refused.value.field == field
    assert str(refused.value).startswith(f"{field}: ")
    assert isinstance(refused.value, CribbageError)


def test_a_double_line_lies_on_the_board_that_is_played():
    assert Rules(target=61, doubles=((61, 2),)).doubles == ((61, 2),)
    with pytest.raises(RulesError):
        Rules(target=61, doubles=((91, 2),))


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"counting": "automatic", "muggins": True}, "muggins"),
        ({"counting": "automatic", "pegging": "declared"}, "pegging"),
        ({"counting": "automatic", "heels_forfeit": True}, "heels_forfeit"),
        ({"counting": "referee", "heels_forfeit": True}, "heels_forfeit"),
        ({"counting": "automatic", "false_game_penalty": 15}, "false_game_penalty"),
        ({"counting": "referee", "false_game_penalty": 15}, "false_game_penalty"),
        ({"counting": "challenge", "false_game_penalty": 121}, "false_game_penalty"),
        ({"counting": "challenge", "false_game_penalty": True}, "false_game_penalty"),
        ({"counting": "referee", "amend": True}, "amend"),
        ({"players": 3, "dealt": 5, "three_for_last": True}, "three_for_last"),
        ({"players": 4, "dealt": 5, "single_series": True}, "single_series"),
        ({"players": 3, "dealt": 5, "play_on": "may"}, "play_on"),
        ({"players": 3}, "dealt"),
        ({"players": 4, "dealt": 6}, "dealt"),
    ],
)
def test_what_does_not_go_together_is_refused_with_its_field_named(options, field):
    with pytest.raises(RulesError) as refused:
        Rules(**options)
    assert refused.value.field == field


@pytest.mark.parametrize(
    "options",
    [
        {"counting": "referee", "muggins": True},
        {"counting": "challenge", "muggins": True, "amend": True, "false_game_penalty": 120},
        {"pegging": "declared", "heels_forfeit": True},
        {"dealt": 5},
        {"dealt": 5, "three_for_last": True, "single_series": True, "play_on": "may"},
        {"players": 3, "dealt": 5},
        {"players": 4, "dealt": 5, "ceremony": True, "predeal_cut": "two", "irregular": "penalise"},
        {"counting": "automatic", "irregular": "penalise", "ceremony": True},
    ],
)
def test_and_what_does_is_played(options):
    assert Rules(**options).to_dict().items() >= options.items()


def test_go_is_spoken_where_pegging_is_declared_or_a_false_go_is_penalised():
    assert not Rules().go_is_spoken
    assert Rules(pegging="declared").go_is_spoken
    assert Rules(irregular="penalise").go_is_spoken


def test_the_five_card_game_is_of_two():
    assert Rules(dealt=5).five_card
    assert not Rules().five_card
    assert not Rules(players=3, dealt=5).five_card


def test_an_unknown_rule_is_refused():
    with pytest.raises(RulesError) as refused:
        Rules.from_dict({"jokers": 2})
    assert refused.value.field == "jokers"


def test_two_players_are_two_sides():
    rules = Rules()
    assert rules.sides == ((0,), (1,))
    assert [rules.side_of(seat) for seat in (0, 1)] == [0, 1]
