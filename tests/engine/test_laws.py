"""The index of laws: each says what it is, and has a home, a test named after it and, if it pegs, a golden game."""

import re
from pathlib import Path
from types import MappingProxyType

import pytest

import engine
from engine.laws import OPTIONS, UNBREAKABLE, Law
from engine.rules import Rules
from tests.support.transcripts import transcripts

TESTS = Path(__file__).parents[1]
ENGINE = Path(engine.__file__).parent

PEGS = {
    *(Law.HIS_HEELS, Law.FIFTEEN, Law.THIRTY_ONE, Law.GO, Law.LAST_CARD, Law.PAIR, Law.PAIR_ROYAL),
    *(Law.DOUBLE_PAIR_ROYAL, Law.RUN, Law.FLUSH, Law.HIS_NOBS, Law.THREE_FOR_LAST, Law.DECLARED, Law.OVERSCORE),
    *(Law.MUGGINS, Law.FALSE_CHALLENGE, Law.FALSE_GO, Law.TAKEN_BACK, Law.FALSE_GAME, Law.PREDEAL_CUT),
}
"""The laws by which a peg moves: those in the records of games."""

LINES = dict.fromkeys(range(1, 15), 54) | {15: 55, 16: 56, 17: 58, 18: 60, 19: 62, 20: 67, 21: 69}
"""Where each of the laws of 1877 begins in its book."""


LISTS = {ENGINE / "laws.py", ENGINE / "rules.py", ENGINE / "presets.py"}
"""Modules that list laws and options, and are no law's home."""

CODE = "\n".join(path.read_text(encoding="utf-8") for path in set(ENGINE.rglob("*.py")) - LISTS)


class TestTheIndex:
    @pytest.mark.parametrize("law", Law, ids=str)
    def test_a_law_says_what_it_is_in_a_sentence_or_two_and_where_it_is_written(self, law):
        assert re.fullmatch(r"[A-Z][^.]*", law.title)
        assert re.fullmatch(r"[A-Z][^.]*\.( [A-Z][^.]*\.)?", law.sentence)
        assert re.fullmatch(r"00[0-3]:\d+(, law \d+)?|ACC, rule \d+|custom", law.source)
        assert str(law) == law.value == law.value.lower()

    def test_no_two_laws_have_one_name_or_one_title(self):
        assert len({law.value for law in Law}) == len({law.title for law in Law}) == len(Law)

    def test_the_twenty_one_laws_are_all_there(self):
        assert {law.number for law in Law} == {None, *range(1, 22)}

    @pytest.mark.parametrize("law", [law for law in Law if law.number], ids=str)
    def test_a_numbered_law_names_its_line(self, law):
        line = int(law.source.split(":")[1].split(",")[0])
        assert law.source == f"002:{line}, law {law.number}"
        assert line == (64 if law is Law.FALSE_GAME else LINES[law.number])

    def test_an_option_is_a_field_of_the_rules(self):
        assert set(OPTIONS.values()) <= set(Rules().to_dict())

    def test_every_field_of_the_rules_belongs_to_some_law_but_the_players_and_the_edition(self):
        assert set(Rules().to_dict()) - set(OPTIONS.values()) == {"players", "dealt", "partners", "edition"}

    @pytest.mark.parametrize("law", UNBREAKABLE, ids=str)
    def test_what_cannot_be_broken_has_a_reason_of_one_sentence(self, law):
        assert re.fullmatch(r"[A-Z][^.]*\.", UNBREAKABLE[law])


class TestHomes:
    """Some line of the program obeys each law, unless nobody can break it."""

    SILENT = MappingProxyType(
        {
            Law.LURCH: r"rules\.doubles",
            Law.SINGLE_SERIES: r"rules\.single_series",
            Law.ON_TIME: "LoseOnTime",
        }
    )
    """The laws that neither peg nor refuse, with the events or actions that show them."""

    def test_each_law_that_can_be_broken_is_named_by_some_code_and_no_other(self):
        cited = {*re.findall(r"\bLaw\.([A-Z_0-9]+)\b", CODE)}
        cited |= {law.name for law, sign in self.SILENT.items() if re.search(rf"\b{sign}\b", CODE)}
        assert cited & Law.__members__.keys() == {law.name for law in set(Law) - set(UNBREAKABLE)}


class TestTheTestsOfTheLaws:
    """A test is named after a law by its record name, or by ``law_NN``: a test function, or a golden transcript."""

    @staticmethod
    def named_tests():
        """The names of every test and of every transcript."""
        for path in set(TESTS.rglob("test_*.py")) - {Path(__file__)}:
            yield from re.findall(r"^ *(?:async )?def test_(\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE)
        for path in transcripts():
            yield path.stem

    @staticmethod
    def is_named_after(name, law):
        by_number = rf"|law_0*{law.number}" if law.number else ""
        return re.search(rf"(?<![a-z])({law.value}{by_number})(?![a-z0-9])", name) is not None

    def test_every_law_has_a_test_named_after_it(self):
        names = list(self.named_tests())
        missing = [law.value for law in Law if not any(self.is_named_after(name, law) for name in names)]
        assert missing == []

    def test_every_law_that_can_peg_pegs_in_a_golden_transcript(self):
        told = "\n".join(path.read_text(encoding="utf-8") for path in transcripts())
        missing = [law.value for law in PEGS if not re.search(rf"^    \d .*\b{law.value}\b.*, at \d+$", told, re.M)]
        assert sorted(missing) == []

    def test_a_transcript_of_a_numbered_law_names_its_line(self):
        titles = [path.read_text(encoding="utf-8").splitlines()[0] for path in transcripts()]
        numbered = [re.match(r"Law (\d+)\b.*\(002:(\d+)\)\.$", title) for title in titles if title.startswith("Law ")]
        assert numbered
        assert all(match and int(match[2]) == LINES[int(match[1])] for match in numbered)
