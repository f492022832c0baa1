"""The independent referee finds nothing wrong in our games, and everything wrong in falsified ones."""

import ast
import json
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from bot.tables.robot_games import play_games
from engine.audit import audit
from engine.presets import PRESETS, find
from tests.referee import verdict
from tests.referee.reading import GameEnded, Reading
from tests.referee.verdict import check, judge, objections_to_document
from tests.support.depth import examples, part_of, sampled, seeds, thorough
from tests.support.record_tampering import DOCUMENTS, FACTS, falsified
from tests.support.strategies import (
    AUTOMATIC,
    BICYCLE,
    MUGGINS,
    REFEREE,
    any_games,
    play_random_game,
    random_record,
    record_of,
)

KINDS = (("house", REFEREE), ("club", AUTOMATIC), ("house", MUGGINS), ("bicycle", BICYCLE))

BOOKS = [(name, players) for name, preset in PRESETS.items() for players in preset.players]
"""Every preset with every number of hands that it knows."""

WAYS = {"as written": {}, "with ceremony": {"ceremony": True}, "with muggins": {"muggins": True}}
"""The ways in which a table may agree to play it."""


SELDOM = {"britannica-five": 5, "acc": 8}
"""Books of which more games are wanted, for some of their laws come up seldom."""


NEW_FIELDS = ("edition", "renege", "false_muggins", "partners")


def as_in_version_0_2(name, rules):
    """The rules of a game that began under version 0.2."""
    changed = {"irregular": "refuse", "predeal_cut": "none"} if name == "acc" else {}
    return replace(rules, edition=1, renege="require_or_two", false_muggins="two", **changed)


def tables(name, players):
    """The rules of a preset, played in each of the ways, to its shorter length."""
    for way, agreed in WAYS.items():
        if name != "club" or way != "with muggins":
            yield find(name, players=players, target=min(PRESETS[name].doubles), **agreed)


@sampled(("name", "players"), BOOKS)
def test_games_of_version_0_2_without_an_objection(name, players):
    for number, rules in enumerate(tables(name, players)):
        told = play_random_game(as_in_version_0_2(name, rules), Random(number), miscount=0.3, wild=0.2, resign=0.001)
        document = plain(record_of(told, preset=name).to_dict())
        assert check(document) == []
        fields = {field: value for field, value in document["rules"].items() if field not in NEW_FIELDS}
        assert check(document | {"rules": fields}) == []


def plain(document):
    """The document as it comes out of JSON."""
    return json.loads(json.dumps(document))


@pytest.fixture(scope="module")
def records():
    """Games of every kind that the referee judges, all played to their end.

    A game given up early is lawful to whatever length and with whatever last card laid away.
    """
    played = []
    for seed in range(8):
        preset, rules = KINDS[seed % 4]
        played.append(plain(random_record(rules, Random(seed), preset=preset)))
    return [record for record in played if record["result"]["ended_by"] != "resigned"]


def test_the_referee_shares_no_code_with_the_program():
    files = list(Path(verdict.__file__).parent.glob("*.py"))
    assert len(files) > 5
    imported = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add(node.module)
    foreign = {name for name in imported if name.split(".")[0] not in sys.stdlib_module_names}
    assert all(name.startswith("tests.referee.") for name in foreign)


@sampled("players", PRESETS["britannica"].players)
def test_games_in_which_muggins_is_called_on_a_card_before_the_latest(players):
    rules, named = find("britannica", players=players, muggins=True), 0
    for seed in range(3, 8):
        told = play_random_game(rules, Random(seed), miscount=0.4, wild=0.5)
        document = plain(record_of(told, preset="britannica").to_dict())
        assert check(document) == []
        audit(document)
        named += sum("card" in event for event in document["events"] if event["kind"] == "challenged")
    assert named


@examples(60)
@given(any_games(resign=0.0003))
def test_games_of_no_book_without_an_objection(told):
    document = plain(record_of(told).to_dict())
    assert list(objections_to_document(document)) == []
    with pytest.raises(GameEnded):
        judge(Reading(document))


@sampled(
    ("name", "options"),
    [("house", {"players": 4}), ("britannica", {"players": 3}), ("britannica-five", {"ceremony": True}), ("acc", {})],
)
def test_robots_play_without_an_objection(name, options):
    for record in play_games(2, preset=name, seed=9, miscount=0.2, irregular=0.1, **options):
        assert check(plain(record.to_dict())) == []


@pytest.mark.parametrize("name", FACTS)
@thorough
def test_falsified_facts_are_objected_to(name, records):
    for seed in seeds(4):
        rng = Random(seed)
        assert check(falsified(FACTS[name], rng.sample(records, len(records)), rng)) != []


AGREED = [(name, rules) for name, players in BOOKS for rules in tables(name, players)]
GAMES = [
    (name, rules, resign)
    for name, rules in AGREED
    for resign in (0.002, *(0.02,) * 3 * (rules.players == 3), *(0.0,) * SELDOM.get(name, 2))
]
"""Games of every book, every number of hands and every way to play it."""


@pytest.mark.parametrize("name", PRESETS)
@thorough
def test_games_of_every_book_without_an_objection(name):
    for number in part_of(number for number, (book, *_) in enumerate(GAMES) if book == name):
        _, rules, resign = GAMES[number]
        miscount = (0.3, 0.2, 0.5, 0.3, 0.0)[number % 5]
        told = play_random_game(rules, Random(number), miscount=miscount, wild=0.3, resign=resign)
        assert check(plain(record_of(told, preset=name).to_dict())) == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_falsified_documents_are_objected_to(name, records):
    for record in records[:4]:
        wrong = plain(record)
        DOCUMENTS[name](wrong)
        assert wrong != record
        assert check(wrong) != [], f"{name} was not noticed"


def test_without_a_seed_the_cards_of_the_pack_are_checked(records):
    for change, complaint in (
        (lambda undealt: [undealt[1], undealt[0], *undealt[2:]], "not the card the pack gave"),
        (lambda undealt: undealt[:-1], "not whole"),
        (lambda undealt: [*undealt[:-1], undealt[0]], "not whole"),
    ):
        wrong = plain(records[0])
        del wrong["shuffle"]["seed"]
        assert check(wrong) == []
        deal = next(event for event in wrong["events"] if event["kind"] == "dealt")
        deal["undealt"] = change(deal["undealt"])
        assert complaint in check(wrong)[0]


def test_an_objection_names_the_event(records):
    wrong = plain(records[0])
    place = next(number for number, event in enumerate(wrong["events"]) if event["kind"] == "played")
    wrong["events"][place]["count"] += 1
    (objection,) = check(wrong)
    assert objection.startswith(f"event {place}: the count is")


@pytest.mark.parametrize("document", [{}, [], None, 5, "record", {"events": []}])
def test_what_is_no_record_is_objected_to(document):
    assert check(document)


def test_an_unfinished_record_stops_before_its_unfinished_deal():
    told = play_random_game(REFEREE, Random(2))
    deals = [number for number, event in enumerate(told.events) if type(event).__name__ == "Dealt"]
    document = plain(record_of(told, upto=deals[3] + 5).to_dict())
    assert check(document) == []
    assert document["result"] is None
    assert check(document | {"shuffle": document["shuffle"] | {"seed": told.seed.hex()}}) != []
    assert check(document | {"events": document["events"][:-1]}) != []
    assert check(document | {"result": {"side": 0, "scores": [1, 2], "games": 1, "ended_by": "show"}}) != []
