"""`cribbage-bot verify`: sound records hold, and a record with anything changed does not."""

import copy
import json
import random

import pytest

from bot.__main__ import main
from bot.tables.robot_games import play_games
from tests.support.record_mutations import complaint_about, is_true, tampered


@pytest.fixture(scope="module")
def document():
    """A finished game with some wrong counts."""
    (record,) = play_games(1, preset="house", seed="7", miscount=0.3, levels=("easy", "easy"))
    return json.loads(json.dumps(record.to_dict()))


def tamper_with_points(document):
    next(event for event in document["events"] if event["kind"] == "pegged")["points"] += 1


def tamper_with_a_hand(document):
    hands = next(event for event in document["events"] if event["kind"] == "dealt")["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def leave_an_event_out(document):
    del document["events"][5]


def leave_the_end_out(document):
    del document["events"][-1]


def call_another_the_winner(document):
    document["result"]["side"] = 1 - document["result"]["side"]


def count_the_game_twice(document):
    document["result"]["games"] += 1


def hide_the_result(document):
    document["result"] = None


def forget_the_result(document):
    del document["result"]


def exchange_the_sides(document):
    document["sides"] = [[1], [0]]


def give_another_seed(document):
    document["shuffle"]["seed"] = "00" * 32


def give_a_number_as_seed(document):
    document["shuffle"]["seed"] = 5


def agree_on_other_rules(document):
    document["rules"]["target"] = 61


def name_another_format(document):
    document["format"] = "chess"


TAMPERINGS = (
    tamper_with_points,
    tamper_with_a_hand,
    leave_an_event_out,
    leave_the_end_out,
    call_another_the_winner,
    count_the_game_twice,
    hide_the_result,
    forget_the_result,
    exchange_the_sides,
    give_another_seed,
    give_a_number_as_seed,
    agree_on_other_rules,
    name_another_format,
)


def test_sound_records_hold(document, verify):
    assert verify(document)[0] == 0
    assert verify(json.dumps(document, indent=1))[0] == 0
    code, out, err = verify(document, "", {**document, "game": "line\u2028break", "note": "more keys may stand here"})
    assert (code, err) == (0, "")
    assert out.count("correct; every deal came from the fair shuffle") == 2


@pytest.mark.parametrize("tamper", TAMPERINGS)
def test_a_tampered_record_fails_and_the_next_one_is_still_checked(document, verify, tamper):
    tampered = copy.deepcopy(document)
    tamper(tampered)
    code, out, err = verify(tampered, document)
    assert (code, err) == (1, "")
    bad, good = out.splitlines()
    assert bad.startswith("record 1: wrong: ")
    assert good.startswith("record 2: ")
    assert ": correct; " in good


def test_a_finished_record_without_its_seed_does_not_pass(document, verify):
    sealed = copy.deepcopy(document)
    del sealed["shuffle"]["seed"]
    code, out, err = verify(sealed)
    assert (code, err) == (1, "")
    assert "still secret" in out


def test_the_record_of_a_game_under_way_passes_as_far_as_it_goes_and_no_further(document, verify):
    deals = [place for place, event in enumerate(document["events"]) if event["kind"] == "dealt"]
    under_way = document | {"result": None, "shuffle": {"commitment": document["shuffle"]["commitment"]}}
    for wrong, part in (
        (False, {"events": document["events"][: deals[2]]}),
        (True, {"events": document["events"][: deals[2] + 1]}),
        (True, {"events": document["events"][: deals[2]], "shuffle": document["shuffle"]}),
        (True, {"events": document["events"][: deals[2]], "shuffle": {"commitment": "none"}}),
    ):
        code, out, _ = verify(under_way | part)
        assert (code, "correct; its shuffle is still secret" in out) == (wrong, not wrong)


NEEDED = ("cut_for_deal", "dealer_chosen", "dealt", "laid_away", "starter_turned", "shown", "pegged", "game_won")


@pytest.mark.parametrize("kind", NEEDED)
def test_no_fact_that_the_laws_need_may_be_missing(document, verify, kind):
    for events in (
        [event for event in document["events"] if event["kind"] != kind],
        document["events"][1 + [event["kind"] for event in document["events"]].index(kind) :],
    ):
        code, out, err = verify(document | {"events": events})
        assert (code, err, out.count("\n")) == (1, "", 1)


def test_a_game_without_a_cut_says_who_named_the_dealer(document, verify):
    uncut = [event for event in document["events"] if event["kind"] != "cut_for_deal"]
    code, out, _ = verify(document | {"events": uncut})
    assert (code, "the cut for the deal is missing" in out) == (1, True)
    assert verify(document | {"events": uncut, "first_dealer": "previous"})[0] == 0
    for wrong in ("previous", "league", "Ann", 5):
        assert verify(document | {"first_dealer": wrong})[0] == 1


def test_a_cut_of_fewer_players_than_the_rules_name_is_one_sentence(verify):
    (record,) = play_games(1, preset="house", seed="3", ceremony=True, levels=("easy", "easy"))
    document = json.loads(json.dumps(record.to_dict()))
    for players in (3, 4):
        rules = document["rules"] | {"players": players, "dealt": 5}
        code, out, err = verify(document | {"rules": rules, "seats": ["Ann", "Ben", "Cat", "Dan"][:players]})
        assert (code, err) == (1, "")
        assert "every player shows 1 card" in out


@pytest.mark.parametrize("depth", [10, 900, 5_000])
@pytest.mark.parametrize("key", ["format", "game", "rules", "seats", "sides", "shuffle", "events", "result"])
def test_values_in_values_without_end_are_one_sentence(document, verify, key, depth):
    text = json.dumps(document | {key: "HERE"}).replace('"HERE"', "[" * depth + "]" * depth)
    code, out, err = verify(text)
    assert code in {1, 2}
    assert (out + err).count("\n") == 1
    assert len(out + err) < 800


def test_names_cannot_break_the_line(document, verify):
    name = "two\nlines \x1b[2J \ud800 " + "x" * 5_000
    code, out, err = verify(document | {"game": name})
    assert (code, err, out.count("\n"), "\x1b" in out) == (0, "", 1, False)
    assert len(out) < 800


def test_no_mutated_record_passes_wrongly_and_none_ends_in_an_error():
    """A sample of what ``python -m tests.support.record_mutations 10000`` tries."""
    passed = 0
    for original, document in tampered(240, 11, per_record=6):
        if not (said := complaint_about(document)):
            passed += 1
            assert is_true(document, original)
        assert "\n" not in said
    assert passed < 12, "names, rules that change nothing and the order of discards are free, and hardly anything else"


def test_any_wrong_value_fails_the_record_without_a_crash(document, verify):
    chance = random.Random(3)
    paths = list(paths_in(document))
    tampered = []
    for _ in range(150):
        copied = copy.deepcopy(document)
        *parents, last = chance.choice(paths)
        inner = copied
        for step in parents:
            inner = inner[step]
        inner[last] = chance.choice([None, -1, 99, 10**30, 1.5, True, "", "AC", "¾", [], {}, [[]], {"0": "AC"}])
        tampered.append(copied)
    code, out, err = verify(*tampered)
    assert (code, err) == (1, "")
    assert len(out.splitlines()) == 150
    changed = [line for line in out.splitlines() if ": wrong: " not in line]
    assert len(changed) < 15, "the laws do not cover every value: a name, for example, can be any text"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is empty. Give one record"),
        (" \n\n", "is empty. Give one record"),
        ("Dear Ann,\nhello", "line 1 isn't JSON"),
        ('{"format": "cribbage-record"', "line 1 isn't JSON"),
        ("[" * 100_000, "line 1 isn't JSON"),
        ("1" * 5_000, "line 1 isn't JSON"),
        ("5", "has something that isn't a record"),
        ("[]\n{}", "has something that isn't a record"),
    ],
    ids=["empty", "blank", "letter", "cut short", "deep", "long number", "number", "list"],
)
def test_text_that_is_no_record_is_refused_in_one_line(verify, text, complaint):
    code, out, err = verify(text)
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1


def test_a_file_that_cannot_be_read_is_refused_in_one_line(tmp_path, capsys):
    (tmp_path / "junk").write_bytes(random.Random(1).randbytes(4_000))
    for name, complaint in (("junk", "isn't text"), ("missing", "No such file"), ("", "Is a directory")):
        assert main(["verify", str(tmp_path / name)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert complaint in err
        assert err.count("\n") == 1


def paths_in(value, path=()):
    """The path to every value inside a document."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from paths_in(inner, (*path, key))
