"""The games in the TOML files of this folder: the engine and the referee judge each."""

import tomllib
from pathlib import Path

import pytest

from tests.referee.verdict import check
from tests.support.data_files import data_beside
from tests.support.short_records import altered, lines, tell, verdict_on

FOLDER = Path(__file__).parent
OPENINGS = tomllib.loads((FOLDER / "openings.toml").read_text(encoding="utf-8"))
GIVE_UP = OPENINGS["GIVE_UP"]
"""The end of a game of which the rest does not matter."""


def games():
    """Find every case of every file."""
    for path in sorted(FOLDER.glob("*.toml")):
        file = tomllib.loads(path.read_text(encoding="utf-8"))
        parts = OPENINGS | file.get("parts", {})
        for group in file.get("games", []):
            usual = {"begins": "", "ends": GIVE_UP} | file["usual"] | group
            title, cases = usual.pop("title"), usual.pop("cases")
            for name, case in cases.items():
                yield from judged(case, usual, parts, f"{path.stem}: {title}: {name}")


def judged(case, usual, parts, title):
    """Find the games of a case, the rules that they are played by, and the objection to each, if there is one.

    A group of games agrees on its rules, and on how they begin and end; or on one whole game, of which each case
    changes some lines. The last word on a case may be what it has for itself. Where so many games are ``due``, every
    other number in place of the word GAMES is wrong.
    """
    words = [case] if isinstance(case, str) else list(case)
    rules = usual | (words.pop() if isinstance(words[-1], dict) else {})
    begins, ends = (written_out(rules.pop(part), parts) for part in ("begins", "ends"))
    whole, due = written_out(rules.pop("changes", ""), parts), rules.pop("due", 0)
    if whole:
        told = altered(f"{whole}\n{ends}", words.pop(0), words.pop(0))
    else:
        told = f"{begins}\n{written_out(words.pop(0), parts)}\n{ends}"
    if not due:
        yield pytest.param(told, "".join(words), rules, id=title)
    for many in (1, 2, 4) if due else ():
        objection = "" if many == due else f"games is {many} and should be {due}"
        yield pytest.param(told.replace("GAMES", str(many)), objection, rules, id=f"{title}: {many}")


def written_out(text, parts):
    """Return a game with the text of its parts in place of their names."""
    while "{" in text:
        text = text.format_map(parts)
    return "\n".join(lines(text))


GAMES = list(games())


@pytest.mark.parametrize(("told", "objection", "rules"), GAMES)
def test_a_game_written_by_hand(told, objection, rules):
    found = verdict_on(told, **rules)
    assert any(part in found for part in objection.split("|")) if objection else found == ""


def check_of(name, **rules):
    """Return what the referee finds in the whole record of a case."""
    (told,) = (game.values[0] for game in GAMES if game.id == name)
    return check(tell(told, **rules))


def test_whole_records_are_judged_alike():
    """The referee checks the heading and the result as well."""
    for preset in ("britannica", "crib-derby", "acc"):
        assert check_of(f"first_edition: A deal by challenge: {preset}", preset=preset) == []
        assert check_of(f"first_edition: A deal by challenge: {preset}", preset="club") != []
    numbers = "laws: Numbers with ceremony: as one cuts"
    assert check_of(numbers, preset="house", ceremony=True) == []
    for cut, objection in (("5H@4 6D@4", "named twice"), ("5H 6D", "no attribute")):
        (found,) = check(tell(f"cut {cut}\n dealer 0\n{GIVE_UP}", "house", ceremony=True))
        assert objection in found


HEIRS = {
    "the higher of the others": ((40, 30, 50), 0, 2),
    "of level ones the first to the left": ((40, 30, 30), 0, 1),
    "of level ones the first to the left of the last seat": ((30, 30, 40), 2, 0),
}


@pytest.mark.parametrize("name", HEIRS)
def test_who_wins_when_one_of_three_gives_up_in_version_0_2(name):
    scores, seat, winner = HEIRS[name]
    for side in range(3):
        found = verdict_on(f"dealer 0\n time {seat}\n won {side} 1 time", "house", 3, scores=scores)
        assert (found == "") == (side == winner)


def test_either_partner_gives_up_for_both():
    for seat in range(4):
        for side in range(2):
            found = verdict_on(f"dealer 0\n resign {seat}\n won {side} 1 resigned", "house", 4)
            assert (found == "") == (side != seat % 2)


def test_a_resignation_for_an_unknown_reason_is_refused():
    record = tell(f"dealer 0\n{GIVE_UP}", "house")
    assert check(record) == []
    record["events"][1]["why"] = record["events"][2]["by"] = record["result"]["ended_by"] = "bored"
    assert check(record) == ["event 1: nobody concedes for that"]


FIELDS = data_beside(__file__)["fields"]


@pytest.mark.parametrize(("preset", "changed", "objection"), FIELDS)
def test_the_fields_of_each_book(preset, changed, objection):
    record = tell(f"dealer 0\n{GIVE_UP}", preset, edition=2, doubles=[])
    record["rules"] |= changed
    found = check(record)
    assert objection in found[0] if objection else found == []


def test_records_of_version_0_2_name_no_edition():
    record = tell(f"dealer 0\n{GIVE_UP}", "acc")
    assert "edition" not in record["rules"]
    assert check(record) == []
    written_today = record["rules"] | {"edition": 1, "renege": "require_or_two", "false_muggins": "two"}
    assert check(record | {"rules": written_today}) == []
    (found, *_) = check(record | {"rules": written_today | {"edition": 2, "partners": "cut"}})
    assert "does not play irregular 'refuse'" in found
    assert "should be 2" in check(tell(f"dealer 0\n{GIVE_UP}", "acc", edition=2))[0]
