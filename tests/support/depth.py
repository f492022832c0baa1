"""How many random samples a run takes: of each test plain ``pytest`` takes a part that changes every day.

``pytest -m thorough`` takes all of them, and with ``--rest`` not again the cases that plain ``pytest`` has tried as
tests of their own on the same day. ``--day 2026-11-27`` takes the part of that day again. Nothing else in the tests
decides how often something random is tried.
"""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

DAYS = 5
"""In so many days plain ``pytest`` takes every sample once."""

thorough = pytest.mark.thorough
"""Marks a test that calls ``seeds`` or ``part_of``, or uses a fixture that does."""

_FIXTURES: set[tuple[str, str]] = set()
"""The module and the name of each fixture that takes the cases of a day."""

_WHOLE: set[tuple[str, str]] = set()
"""The module and the name of each property that has all its examples every day."""

_One = TypeVar("_One")
_Test = TypeVar("_Test", bound=Callable[..., Any])


class _Run:
    """The day of this run, one whose cases were tried before, and the test that is running.

    Without a day every sample is taken.
    """

    day: date | None = None
    tried: date | None = None
    item: pytest.Item | None = None


def part_of(cases: Iterable[_One]) -> list[_One]:
    """Return the cases of this day, in their order: a fifth of them, rounded up."""
    assert _Run.item is None or _Run.item.get_closest_marker("thorough"), "mark this test with @thorough"
    every = list(cases)
    return every if _Run.day is None else [every[place] for place in places(len(every), _Run.day)]


def places(many: int, day: date) -> list[int]:
    """Return which of so many cases a day has. Neighbours go to different days, whatever their order means."""
    mixed, size = Random(many).sample(range(many), many), -(-many // DAYS)
    return sorted(mixed[(day.toordinal() * size + step) % many] for step in range(size))


def _cases_of_run(cases: Iterable[_One]) -> list[_One]:
    """Return the cases that are tests of their own: without those that were tried before, unless no other is left."""
    every = part_of(cases)
    before = () if _Run.tried is None else places(len(every), _Run.tried)
    return [case for place, case in enumerate(every) if place not in before] or every


def seeds(many: int) -> list[int]:
    """Return the numbers below this one that are of this day."""
    return part_of(range(many))


def sampled(names: str, cases: Iterable[Any], **options: Any) -> Callable[[_Test], _Test]:
    """Return a decorator like ``pytest.mark.parametrize`` that takes the cases of this day."""
    return lambda test: thorough(pytest.mark.parametrize(names, _cases_of_run(cases), **options)(test))


def sampled_fixture(cases: Iterable[Any], **options: Any) -> Callable[[_Test], Any]:
    """Return a decorator like ``pytest.fixture`` that takes the cases of this day; its tests need no mark."""

    def decorated(fixture: _Test) -> Any:
        _FIXTURES.add((fixture.__module__, fixture.__name__))
        return pytest.fixture(params=_cases_of_run(cases), **options)(fixture)

    return decorated


def examples(many: int) -> Callable[[_Test], _Test]:
    """Return a decorator that gives a property so many of Hypothesis's examples, and a fifth on a day."""

    # The settings are read where the decorator is used: a conftest may import them before the day is known.
    def limited(test: _Test) -> _Test:
        return settings(max_examples=many if _Run.day is None else -(-many // DAYS))(test)

    return limited


def always(many: int) -> Callable[[_Test], _Test]:
    """Return a decorator that gives a property so many examples on every day: where a hand could be given away."""

    def limited(test: _Test) -> _Test:
        _WHOLE.add((test.__module__, test.__qualname__))
        return settings(max_examples=many)(test)

    return limited


# How pytest learns of it.


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that takes the samples of a day again."""
    parser.addoption("--day", type=_iso, metavar="YYYY-MM-DD", help="take the random samples of this day, not of today")
    parser.addoption(
        "--rest", action="store_true", help="with -m thorough: leave out the cases that plain pytest tries on that day"
    )


def _iso(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is no day; write it like 2026-11-27") from error


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose the day; a process of pytest-xdist is given it, so that midnight changes nothing."""
    given = getattr(config, "workerinput", {}).get("day")
    config.option.day = given or config.option.day or datetime.now(UTC).date().isoformat()
    day = date.fromisoformat(config.option.day)
    if getattr(config.option, "hypothesis_seed", None) is None:
        config.option.hypothesis_seed = day.toordinal()
    _Run.day = None if re.search(r"(?<!not )\bthorough\b", config.option.markexpr) else day
    _Run.tried = day if config.option.rest and _Run.day is None else None
    # The seed is of the day and nothing is saved, so that the same day tries the same examples everywhere.
    settings.register_profile(
        "day",
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        derandomize=False,
        database=None,
        max_examples=100 if _Run.day is None else 100 // DAYS,
    )
    settings.load_profile("day")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Give the day to a process of pytest-xdist."""
    node.workerinput["day"] = node.config.option.day


def pytest_report_header(config: pytest.Config) -> str:
    """Say which samples are taken, and how to take them again."""
    which = "all" if _Run.day is None else f"1 in {DAYS}, other ones every day (all: -m thorough)"
    which = which if _Run.tried is None else "all but those that plain pytest tries on that day"
    return f"random samples: {which}; to repeat them: --day {config.option.day}"


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark every property, for it takes fewer examples on a day, and the tests of fixtures that take a part."""
    module = getattr(getattr(item, "module", None), "__name__", "")
    test = getattr(item, "function", None)
    takes_a_part = any((module, name) in _FIXTURES for name in getattr(item, "fixturenames", ()))
    is_property = is_hypothesis_test(test) and (module, test.__qualname__) not in _WHOLE
    if takes_a_part or is_property:
        item.add_marker(thorough)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Remember which test runs, so that none takes a part of its samples without the mark."""
    _Run.item = item
