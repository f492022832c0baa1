"""Spreadsheets as clubs keep them: what is read of each, those the reader was built against and those kept aside."""

import pytest

from bot.leagues.results_reader import parse_results
from engine.presets import find
from tests.support.club_spreadsheets import BUILT_AGAINST, KEPT_ASIDE


def games_of(parsed, shape):
    """The games that were read, in the form of a ``Shape``."""
    games = []
    for row in parsed.rows:
        won, lost = row.winner, 1 - row.winner
        numbers = row.games if shape.counts_games else row.scores
        points = (None, None) if row.ended_by == "forfeit" else (numbers[won], numbers[lost])
        games.append((row.played_at.date().isoformat(), row.names[won], row.names[lost], *points))
    return tuple(games)


@pytest.mark.parametrize("build", [*BUILT_AGAINST, *KEPT_ASIDE], ids=lambda build: build.__name__)
def test_is_read(build):
    shape = build()
    best_of = 3 if shape.counts_games else 1
    parsed = parse_results(shape.content, find("acc"), best_of=best_of)
    if shape.asks_dates:
        assert parsed.unclear_date is not None
        assert parsed.rows == []
        parsed = parse_results(shape.content, find("acc"), best_of=best_of, order="day-first")
    assert [str(bad) for bad in parsed.bad] == []
    assert games_of(parsed, shape) == shape.games
