"""The comparison of the presets with their books: complete, and true of the presets as they are."""

import re
from dataclasses import fields

import pytest

from engine.books.table import TABLE, TITLES, Verdict, books_of, points_of
from engine.laws import UNBREAKABLE
from engine.presets import PRESETS
from engine.rules import Rules
from tests.support.data_files import data_beside

CASES = data_beside(__file__)

FIELDS = {field.name for field in fields(Rules)} - {"edition"}
"""The rules that a preset chooses. The edition is no rule of any book."""

BOOK_OF = {"house": None, "club": "001", "bicycle": "000", "crib-derby": "003", "acc": "ACC"}
BOOK_OF |= dict.fromkeys(("britannica", "britannica-five"), "002")

LINES = {
    "000": "7 13 15 21 25 27 31 35 60 101 103 107",
    "001": "7 13 19 23 27 29 37 39 41 47 69 79 99",
    "002": "7 8 9 10 12 15 32 37 42 45 54 56 60 62 64 65 66 67",
    "003": "7 13 15 17 19 23 27 29 31 33 99 101 103",
}
SOURCES = {f"{book}:{line}" for book, lines in LINES.items() for line in lines.split()}
"""The lines of the books that the table names."""

CONGRESS = {
    *("1.1", "1.2", "1.6", "3.1", "3.2", "3.3", "4.2", "4.4", "5.1", "6.1", "6.3", "7.1", "7.2", "7.3", "7.4"),
    *("8.3", "8.4", "8.10", "9.1", "9.2", "9.5", "10.1", "10.3", "10.4", "11.4", "12.1"),
}
"""The rules of the Cribbage Congress that the table names."""


@pytest.mark.parametrize("name", PRESETS)
def test_every_field_of_the_rules_has_a_point(name):
    assert FIELDS - {point.about for point in points_of(name)} == set()


@pytest.mark.parametrize("name", PRESETS)
class TestThePointsOfAPreset:
    def test_each_is_about_something_that_has_a_title(self, name):
        for point in points_of(name):
            assert point.about in TITLES

    def test_each_has_a_source_that_exists(self, name):
        for point in points_of(name):
            book, has_line, _ = point.source.partition(":")
            book, has_rule, rule = book.partition(", rule ")
            assert book in {"000", "001", "002", "003", "ACC"}
            assert point.source in SOURCES or not has_line
            assert rule in CONGRESS or not has_rule

    def test_each_is_compared_with_the_preset_s_own_book(self, name):
        assert {BOOK_OF[name], *books_of(name)} == ({BOOK_OF[name]} if BOOK_OF[name] else {None, *books_of("house")})

    def test_each_says_what_the_bot_does_unless_it_follows_the_book(self, name):
        for point in points_of(name):
            assert bool(point.here) == (point.verdict is not Verdict.FOLLOWS), point
            assert point.book != point.here
            for text in filter(None, (point.book, point.here)):
                assert re.fullmatch(r"[A-Z0-9].*\.", text), text

    @pytest.mark.parametrize("about", ["players", "dealt", "target", "false_game_penalty"])
    def test_a_number_of_the_rules_is_the_number_that_the_book_is_said_to_have(self, name, about):
        """As a wrong claim to win, which costs another 15 points."""
        words = {2: "two|non-dealer", 5: "five", 6: "six"}
        number = getattr(PRESETS[name].rules, about)
        said = [point.book for point in points_of(name, Verdict.FOLLOWS) if point.about == about]
        assert not number or any(re.search(words.get(number, rf"\b{number}\b"), text, re.IGNORECASE) for text in said)


def test_no_point_stands_twice():
    assert len({(point.preset, point.about, point.source, point.book) for point in TABLE}) == len(TABLE)


def test_every_source_that_the_test_knows_is_named():
    sources = {point.source for point in TABLE}
    assert sources >= SOURCES
    assert {f"ACC, rule {number}" for number in CONGRESS} <= sources


def test_the_laws_of_1877_that_nobody_can_break_are_those_of_the_index():
    (point,) = [point for point in points_of("britannica") if point.about == "laws"]
    numbers = re.search(r"2 to 10, ([\d, and]+) are", point.book)[1]
    named = {*range(2, 11), *map(int, re.findall(r"\d+", numbers))}
    assert named == {law.number for law in UNBREAKABLE} - {1}


@pytest.mark.parametrize(("name", "about", "verdict", "words"), CASES["departures"])
def test_the_departures_that_players_asked_about_are_named(name, about, verdict, words):
    assert any(words in point.here for point in points_of(name, Verdict(verdict)) if point.about == about)
