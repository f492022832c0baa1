"""The rules that a table may agree on, and those that no table can play."""

import json

import pytest
from hypothesis import given

from engine.errors import CribbageError, RulesError
from engine.rules import Counting, NextDealer, Overscore, Rules
from tests.support.data_files import data_beside
from tests.support.strategies import any_rules

CASES = data_beside(__file__)


def test_the_rules_nobody_changed():
    assert Rules().to_dict() == CASES["unchanged"]  # every field of the rule book, and no other


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
    [*CASES["impossible"], ("counting", None)],
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


@pytest.mark.parametrize(("options", "field"), CASES["contradictory"])
def test_what_does_not_go_together_is_refused_with_its_field_named(options, field):
    with pytest.raises(RulesError) as refused:
        Rules(**options)
    assert refused.value.field == field


@pytest.mark.parametrize("options", CASES["playable"])
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
