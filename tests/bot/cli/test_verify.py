"""`cribbage-bot verify`: sound records hold, and a record with anything changed does not."""

import copy
import json
import random

import pytest

from bot.__main__ import main
from bot.tables.robot_games import play_games
from tests.support.depth import sampled
from tests.support.record_mutations import complaint_about, is_true, tampered
from tests.support.record_tampering import DOCUMENTS


@pytest.fixture(scope="module")
def document():
    """A finished game with some wrong counts."""
    (record,) = play_games(1, preset="house", seed="7", miscount=0.3, levels=("easy", "easy"))
    return json.loads(json.dumps(record.to_dict()))


def test_sound_records_hold(document, verify):
    assert verify(document)[0] == 0
    assert verify(json.dumps(document, indent=1))[0] == 0
    code, out, err = verify(document, "", {**document, "game": "line\u2028break", "note": "more keys may stand here"})
    assert (code, err) == (0, "")
    assert out.count("correct; every deal came from the fair shuffle") == 2


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_falsified_record_fails_and_the_next_one_is_still_checked(document, verify, name):
    """Falsified facts are refused by the engine: ``tests/engine/test_record.py``."""
    false = copy.deepcopy(document)
    DOCUMENTS[name](false)
    code, out, err = verify(false, document)
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


@sampled("seed", range(8))
def test_no_mutated_record_passes_wrongly_and_none_ends_in_an_error(seed):
    passed = 0
    for original, document in tampered(30, seed, per_record=6):
        if not (said := complaint_about(document)):
            passed += 1
            assert is_true(document, original)
        assert "\n" not in said
    assert passed < 4, "names, rules that change nothing and the order of discards are free, and hardly anything else"


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
