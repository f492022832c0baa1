"""Every row of the rule book is answered: by a law that `/law` explains, by what a table agrees, or in the walk."""

from collections import Counter
from dataclasses import fields

from bot.ui.lawbook import tutorial
from bot.ui.lawbook.law_page import page_of
from bot.ui.lawbook.rule_texts import RULE_TEXTS
from engine.laws import Law
from engine.presets import find
from engine.rules import Rules

ROWS = {f"{book}{row}" for book, last in (("A", 55), ("B", 24), ("C", 30), ("D", 23)) for row in range(1, last + 1)}
"""A is 000, B 001, C 002 and D 003; the laws of 002 have their numbers for rows."""

BY_LAW = {
    "his_heels": "A19 B7 C12 D10",
    "fifteen": "A33 A42 A45 B14 B19 C19 C24 C27 D15 D18",
    "thirty_one": "A28 B9 C22",
    "go": "A25 A29 B10 B11 B17 C21 D12 D14",
    "last_card": "A31 A32 B12",
    "pair": "A30 A34 C18",
    "pair_royal": "A35 A47",
    "double_pair_royal": "A36",
    "run": "A27 A37 A38 B15 B16 B23 C20 D13 D16",
    "flush": "A43 A46 B20 C17 C25",
    "his_nobs": "A44 B21 C26",
    "three_for_last": "C8",
    "declared": "A14 B13 C28",
    "overscore": "D23",
    "amended": "D22",
    "taken_back": "C11",
    "predeal_cut": "A11 D8",
    "cut": "A5 A6 A7 B4 C7 D3 D6",
    "deal": "A8 A10 A12 C9 C29 D4",
    "lay_away": "A15 A16 B5 C10 D7",
    "turn": "A21 A22 A23 B8 C13 D11",
    "coming_in": "A24 C14",
    "must_play": "A26",
    "liberty": "C15",
    "single_series": "C16",
    "show": "A39 A41 B18 C23 D17",
    "game": "A40 A50 B1 B24 C2 D20",
    "lurch": "A51 A52 C3 D21",
    "exposed_cut": "B6",
}
BY_FIELD = {"players": "A2 C5 C6 D1 D5", "dealt": "C4", "target": "A13", "next_dealer": "A9"}
BY_PAGE = {
    "Who goes first?": "A3 A4 B2",
    "The starter": "A17 A18 A20 D9",
    "Scoring a hand": "A48 A49 B22 D19",
    "Winning and skunks": "A1 B3 C1 D2",
    "Tips: discards and leads": "A53 A54 A55 C30",
}


def test_every_row_is_answered_once():
    answered = Counter(row for table in (BY_LAW, BY_FIELD, BY_PAGE) for rows in table.values() for row in rows.split())
    assert answered == Counter(ROWS)
    assert {law.number for law in Law} >= set(range(1, 22))


def test_what_answers_is_explained():
    assert all(page_of(Law(name)) for name in BY_LAW)
    assert set(BY_FIELD) <= {field.name for field in fields(Rules)}
    assert all(RULE_TEXTS[name](find("house")) for name in BY_FIELD)
    assert set(BY_PAGE) <= {page.title for page in tutorial.PAGES}
