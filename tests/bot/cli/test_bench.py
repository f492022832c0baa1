"""`cribbage-bot bench`: the same cards for both, programs and levels, and a report."""

import re
import sys
from statistics import fmean

import pytest

from bot.__main__ import main
from bot.cli.bench import Deals, Duel, play_pair, played_by_workers, player_of, report, rules_of

ROBOT = f"{sys.executable} -m bot robot --level"


def test_a_level_plays_the_same_as_a_program_of_that_level(capsys):
    assert main(["bench", "club", f"{ROBOT} club", "--pairs", "2", "--target", "61"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("club won 2 of 4 games")
    assert lines[2].split()[1:7] == lines[3].split()[-8:-2]


def test_a_better_player_wins_more_and_the_report_says_how_sure_that_is(capsys):
    assert main(["bench", "club", "easy", "--pairs", "20", "--seed", "b"]) == 0
    assert "club won" in (first := capsys.readouterr().out.splitlines()[0])
    assert "95 % interval" in first
    duel = Duel(wins=[2, 1, 2, 2, 1, 2])
    assert round(duel.rate, 3) == 0.833
    assert 0.1 < duel.margin < 0.3
    assert "10 of 12 games" in report(duel, ("one", "other"))[0]


def test_a_program_that_ends_or_cannot_be_started_is_named(capsys):
    assert main(["bench", "club", "no-such-program-here", "--pairs", "1"]) == 2
    assert "no-such-program-here" in capsys.readouterr().err
    assert main(["bench", "club", f"{sys.executable} -c 0", "--pairs", "1"]) == 2
    assert "was asked" in capsys.readouterr().err


@pytest.mark.parametrize(("preset", "players"), [("house", 2), ("britannica-five", 2), ("house", 3), ("house", 4)])
def test_equal_players_win_one_game_of_each_set(preset, players):
    rules = rules_of(preset, players, None)
    duel, both = Duel(rules=rules), (player_of("club", "1", rules), player_of("club", "2", rules))
    for number in range(2):
        play_pair(duel, both, f"x:{number}", rules.target)
    assert duel.wins == [1, 1]
    assert duel.margin == 0
    assert duel.rate == pytest.approx(1 / len(rules.sides))
    first, second = duel.scored
    assert fmean(first.holes) == pytest.approx(fmean(second.holes))
    # Each side deals with the same cards once, so both have the same hands as dealer.
    assert fmean(first.hand[True]) == pytest.approx(fmean(second.hand[True]))
    assert len(first.peg[False]) == (len(rules.sides) - 1) * len(first.peg[True]) > 0
    assert ("equal share" in report(duel, ("one", "other"))[0]) == (players == 3)


@pytest.mark.parametrize(("preset", "players"), [("house", 2), ("britannica-five", 2), ("house", 3), ("house", 4)])
def test_equal_players_gain_nothing_in_single_deals(preset, players):
    played = played_by_workers(Deals(rules_of(preset, players, None), ("club", "club"), "x"), 3, 1)
    assert [points for points, _ in played] == [pytest.approx(0)] * 3


def test_the_number_of_workers_changes_nothing_but_the_time():
    match = Deals(rules_of("house", 2, None), ("club", "easy"), "x")
    one, two = (played_by_workers(match, 12, workers) for workers in (1, 2))
    assert [points for points, _ in one] == [points for points, _ in two]
    assert sum(points for points, _ in one) > 0


def test_single_deals_are_reported_with_how_sure_they_are_and_the_times(capsys):
    assert main(["bench", "club", "easy", "--players", "4", "--deals", "6"]) == 0
    first, many, *times = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"club gained [+-]\d\.\d{3} points a deal over easy, give or take \d\.\d{3} \(95 %\)", first)
    told = re.fullmatch(
        r"6 deals, each played by club on each of 2 sides: ([+-]\d\.\d{3}) together, give or take \d\.\d{3}", many
    )
    assert float(told[1]) == pytest.approx(2 * float(first.split()[2]), abs=0.002)
    assert [line.split(":")[0] for line in times] == ["club", "easy"]
    assert all("ms a move" in line for line in times)
