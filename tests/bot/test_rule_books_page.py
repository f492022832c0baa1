"""The documentation's page about the rule books says what the table says."""

from tests.support.paths import ROOT
from tests.support.rule_books_page import COMMAND, PAGE, written


def test_it_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == written(), f"out of date: run {COMMAND}"


def test_the_readme_and_contributing_lead_to_it():
    assert ".github/docs/rule-books.md" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert COMMAND in (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
