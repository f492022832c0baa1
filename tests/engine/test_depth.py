"""The random samples of a day: a part of all, the same in every process, and all of them in a thorough run."""

import os
import subprocess
import sys
from datetime import date, timedelta

import pytest

from tests.support import depth
from tests.support.depth import DAYS, places, seeds
from tests.support.paths import ROOT

DAY = date(2026, 11, 27)


@pytest.mark.parametrize("many", [1, 2, 3, 4, 5, 9, 24, 60, 301])
def test_a_few_days_take_every_sample_and_each_a_fifth_to_a_half(many):
    days = [places(many, DAY + timedelta(days=number)) for number in range(DAYS)]
    assert {place for day in days for place in day} == {*range(many)}
    assert all(many / 5 <= len(day) <= max(many / 2, 1) for day in days)
    assert days[0] == places(many, DAY) == sorted(days[0])


@pytest.mark.parametrize("many", [1, 2, 5, 60])
def test_what_a_day_leaves_is_the_rest(many, monkeypatch):
    """Where a day takes all of them, the rest tries them again."""
    of_the_day = {*places(many, DAY)}
    monkeypatch.setattr(depth._Run, "day", None)
    monkeypatch.setattr(depth._Run, "item", None)
    monkeypatch.setattr(depth._Run, "tried", DAY)
    assert {*depth._cases_of_run(range(many))} == ({*range(many)} - of_the_day or of_the_day)


def test_a_part_of_the_samples_needs_the_mark():
    with pytest.raises(AssertionError, match="@thorough"):
        seeds(8)


CONFTEST = """
import pytest

pytest_plugins = ("tests.support.depth",)

@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.option.day = "2000-01-01"  # as if midnight came before the workers began
"""
TESTS = """
from hypothesis import given, strategies as st
from tests.support.depth import always, sampled, sampled_fixture, seeds, thorough

@sampled("seed", range(8))
def test_cases(seed):
    pass

@thorough
def test_seeds():
    assert len(seeds(8)) == 8

@sampled_fixture(range(4))
def game(request):
    return request.param

def test_games(game, request):
    assert request.config.option.day == "2000-01-01"

@given(st.booleans())
def test_a_property(value):
    pass

@always(20)
@given(st.booleans())
def test_a_secret(value):
    pass

def test_a_worked_example():
    pass
"""


def test_a_thorough_run_takes_all_samples_where_others_take_a_part_and_nothing_else(tmp_path):
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (tmp_path / "test_it.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = thorough\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-m", "thorough", "-n", "1", "--import-mode=importlib", str(tmp_path)]
    run = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "random samples: all; to repeat them: --day 2000-01-01" in run.stdout
    assert " 14 passed" in run.stdout, run.stdout
