"""The table: every scheme and every tie-break by hand, and rules that hold for any results."""

import random
from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.csv_format import COLUMNS
from bot.leagues.file_import import import_file
from bot.leagues.service import Leagues
from bot.leagues.settings import new_league
from bot.leagues.standings import Order, ranked_standings, tied_groups, with_moves
from bot.leagues.statistics import standings_of
from bot.models.league import SCHEMES
from bot.models.player import Player
from bot.models.result import HeadToHead, ResultTotals
from bot.storage import result_totals
from tests.support.data_files import data_beside
from tests.support.depth import sampled
from tests.support.seated_tables import NOW

DATA = data_beside(__file__)
NAMES = {"Ann": 1, "Ben": 2, "Cy": 3, "Dan": 4, "Eve": 5, "Fay": 6}


@dataclass(frozen=True)
class Side:
    games: int
    legs: int
    holes: int
    skunks: int


def game(winner, loser, ours=121, theirs=100):
    """A single game to 121: a lurch below 91 counts two games, below 61 four, and either is a skunk."""
    worth = 4 if theirs < 61 else 2 if theirs < 91 else 1
    return winner, Side(worth, 1, ours, int(worth > 1)), loser, Side(0, 0, theirs, 0)


def match(winner, loser, legs, holes, skunks=(0, 0)):
    """A match of several games: legs, holes and skunks of both; here every game counts one."""
    ours, theirs = (Side(legs[side], legs[side], holes[side], skunks[side]) for side in (0, 1))
    return winner, ours, loser, theirs


def added(results):
    results = list(results)
    mine, theirs = [one for _, one, _ in results], [other for _, _, other in results]
    return {
        "played": len(results),
        "won": sum(won for won, _, _ in results),
        "games": sum(side.games for side in mine),
        "legs": sum(side.legs for side in mine),
        "holes": sum(side.holes for side in mine),
        "adverse": sum(side.holes for side in theirs),
        "skunks": sum(side.skunks for side in mine),
    }


def sums_and_meetings(results, *idle):
    """Return everyone's sums and all head-to-heads, as the database returns them; the ``idle`` have not played."""
    sides = defaultdict(list)
    for winner, ours, loser, theirs in results:
        sides[winner, loser].append((True, ours, theirs))
        sides[loser, winner].append((False, theirs, ours))
    names = dict.fromkeys([*(name for name, _ in sides), *idle])
    sums = []
    for name in names:
        played = [side for (one, _), some in sides.items() if one == name for side in some]
        sums.append(
            ResultTotals(
                player=Player(NAMES[name], None, name),
                **added(played),
                skunked=sum(other.skunks for _, _, other in played),
                best_hand=None,
                overscored=0,
                caught=0,
            )
        )
    return sums, {(NAMES[one], NAMES[other]): HeadToHead(**added(some)) for (one, other), some in sides.items()}


def table(results, scheme="acc", minimum=0, idle=()):
    """The table with only those meetings that are asked for."""
    sums, met = sums_and_meetings(results, *idle)
    groups = tied_groups(sums, Order(scheme, minimum))
    asked = {pair: tally for pair, tally in met.items() if any({*pair} <= {*group} for group in groups)}
    return ranked_standings(sums, asked, Order(scheme, minimum))


def places(standings):
    return [(line.rank, line.player.name) for line in standings]


# The schemes


@pytest.mark.parametrize("scheme", SCHEMES)
def test_each_scheme_by_hand(scheme):
    lines = table(map(written, DATA["schemes"]["results"]), scheme)
    assert {line.player.name: line.points for line in lines} == DATA["schemes"][scheme]


def test_a_line_by_hand():
    ann, *_ = table([game("Ann", "Ben", theirs=80), game("Cy", "Ann", theirs=118), game("Ann", "Cy", theirs=101)])
    assert (ann.rank, ann.played, ann.won, ann.lost, ann.points) == (1, 3, 2, 1, 5)
    assert (ann.sums.skunks, ann.sums.skunked) == (1, 0)
    assert ann.spread == (121 - 80) + (118 - 121) + (121 - 101) == 58
    assert ann.margin == 58 / 3
    assert ann.share == 2 / 3
    assert ann.average == 5 / 3


def test_legs_count_for_the_winner_and_the_loser_of_the_match():
    """Potters Bar, say: three legs a match, a point for each, none for the match itself."""
    results = [match("Ann", "Ben", (2, 1), (340, 350)), match("Cy", "Dan", (3, 0), (363, 300))]
    lines = [(line.player.name, line.points, line.won) for line in table(results, "legs")]
    assert lines == [("Cy", 3, 1), ("Ann", 2, 1), ("Ben", 1, 0), ("Dan", 0, 0)]


# How ties are broken


def written(line):
    """A game as it is written, ``Ann 121 Ben 100``, or a match of several, ``Ann 300 Ben 310, 2-1 legs``."""
    score, _, legs = line.removesuffix(" legs").partition(", ")
    winner, ours, loser, theirs = score.split()
    if not legs:
        return game(winner, loser, int(ours), int(theirs))
    return match(winner, loser, tuple(map(int, legs.split("-"))), (int(ours), int(theirs)))


@pytest.mark.parametrize("tie", DATA["ties"].values(), ids=DATA["ties"])
def test_each_tie_break_by_hand(tie):
    lines = table(map(written, tie["results"]), tie.get("scheme", "acc"))
    found = lines[tie["places"][0] - 1 :][: len(tie["order"])]
    assert places(found) == list(zip(tie["places"], tie["order"], strict=True))
    assert "level" not in tie or {(line.points, line.won, line.spread) for line in found} == {tuple(tie["level"])}


@pytest.mark.parametrize(("results", "minimum", "idle", "order"), DATA["below the minimum"])
def test_players_below_the_minimum_rank_after_all_others(results, minimum, idle, order):
    standings = table(map(written, results), minimum=minimum, idle=idle)
    assert [f"{rank} {name}" for rank, name in places(standings)] == order
    assert [line.qualified for line in standings] == [line.played >= minimum for line in standings]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_player_who_lost_all_ranks_before_one_who_has_not_played(scheme):
    standings = table([game("Ann", "Ben", theirs=3)], scheme, idle=["Dan", "Cy"])
    assert places(standings) == [(1, "Ann"), (2, "Ben"), (3, "Cy"), (3, "Dan")]
    assert standings[-1].margin == standings[-1].share == standings[-1].average == 0


def test_names_in_a_shared_place_stand_by_the_alphabet_whatever_their_letters():
    sums, _ = sums_and_meetings([], "Ann", "Ben", "Cy")
    renamed = [
        replace(line, player=replace(line.player, name=name))
        for line, name in zip(sums, ["zoe", "Yan", "a former player"], strict=True)
    ]
    assert [line.player.name for line in ranked_standings(renamed, {}, Order("acc"))] == [
        "a former player",
        "Yan",
        "zoe",
    ]


def test_players_of_one_name_are_listed_by_age():
    sums, _ = sums_and_meetings([], "Ben", "Ann")
    erased = [replace(line, player=replace(line.player, name="a former player")) for line in sums]
    assert [line.player.id for line in ranked_standings(erased, {}, Order("acc"))] == [1, 2]


# Who is level


def test_head_to_heads_are_needed_for_tied_groups_alone():
    results = [game("Ann", "Dan"), game("Ben", "Dan"), game("Cy", "Dan", theirs=105)]
    sums, _ = sums_and_meetings(results, "Eve", "Fay")
    assert tied_groups(sums, Order("acc")) == [[NAMES["Ann"], NAMES["Ben"]]]


def test_players_on_either_side_of_the_minimum_are_never_level():
    """With equal points, wins and spread, Ann has played one more, and reaches the minimum."""
    results = [game("Ann", "Cy"), game("Ben", "Cy"), match("Cy", "Ann", (0, 0), (0, 0))]
    sums, _ = sums_and_meetings(results)
    assert sorted(map(sorted, tied_groups(sums, Order("legs")))) == [[1, 2]]
    assert tied_groups(sums, Order("legs", 2)) == []


# Movement


def test_movement_is_counted_in_places():
    """Ben comes from below those who had played to the top; Dan, with a first win, is level with Ann."""
    last_week = [game("Cy", "Ben", theirs=60), game("Ann", "Ben")]
    this_week = [game("Ben", "Cy"), game("Ben", "Cy"), game("Ben", "Cy"), game("Dan", "Cy")]
    before, now = table(last_week, idle=["Dan"]), table([*last_week, *this_week])
    assert places(before) == [(1, "Cy"), (2, "Ann"), (3, "Ben"), (4, "Dan")]
    assert places(now) == [(1, "Ben"), (2, "Cy"), (3, "Ann"), (3, "Dan")]
    assert [(line.player.name, risen) for line, risen in with_moves(now, before)] == [
        *(("Ben", 2), ("Cy", -1), ("Ann", -1), ("Dan", None))
    ]


# Whatever is played


people = st.sampled_from(sorted(NAMES))


@st.composite
def results(draw):
    """Some results between six players, close enough together for ties of every kind."""
    some = []
    for _ in range(draw(st.integers(0, 14))):
        winner, loser = draw(st.lists(people, min_size=2, max_size=2, unique=True))
        some.append(game(winner, loser, theirs=draw(st.sampled_from([59, 80, 100, 101]))))
    return some


@given(results(), st.sampled_from(SCHEMES), st.integers(0, 3), st.randoms(use_true_random=False))
def test_the_order_of_results_and_of_players_makes_no_difference(some, scheme, minimum, rng):
    shuffled = rng.sample(some, len(some))
    sums, met = sums_and_meetings(shuffled, *NAMES)
    rng.shuffle(sums)
    pairs = rng.sample(sorted(met), len(met))
    assert ranked_standings(sums, {pair: met[pair] for pair in pairs}, Order(scheme, minimum)) == table(
        some, scheme, minimum, NAMES
    )


@given(results(), st.sampled_from(SCHEMES), st.integers(0, 3))
def test_a_table_is_conserved(some, scheme, minimum):
    """Everyone is in it once; wins equal losses; points are those of the results, and spreads add up to 0."""
    standings = table(some, scheme, minimum, NAMES)
    assert sorted(line.player.name for line in standings) == sorted(NAMES)
    assert sum(line.won for line in standings) == sum(line.lost for line in standings) == len(some)
    assert sum(line.spread for line in standings) == 0
    assert sum(line.sums.skunks for line in standings) == sum(line.sums.skunked for line in standings)
    worth = {
        "acc": sum(2 + side.skunks for _, side, _, _ in some),
        "games": sum(side.games for _, side, _, _ in some),
        "legs": len(some),
    }
    assert sum(line.points for line in standings) == worth[scheme]


async def season(room, seed):
    """Two weeks in which few players meet often, that many are level."""
    chance = random.Random(seed)
    lines = [",".join(COLUMNS)]
    for _ in range(chance.randrange(20, 40)):
        one, other = chance.sample("ABCDEF", 2)
        moment = (NOW - timedelta(days=chance.randrange(14), hours=chance.randrange(24))).isoformat()
        lines.append(f"{moment},{one},{other},121,{chance.choice([120, 119, 90])},,")
    new = new_league(1, "Winter", {"preset": "acc"}, NOW)
    return (await import_file(room.database, new, "\n".join(lines).encode(), NOW)).league


@sampled("seed", range(6))
async def test_movement_is_the_table_now_against_the_table_of_a_week_ago(room, seed):
    league = await season(room, seed)
    club = Leagues(room.tables, lambda: NOW)
    open_season = await club.directory.season(league)
    joined = [one.player for one in await club.members.find_all(league)]
    now = await standings_of(room.database, league, open_season, joined)
    then = await standings_of(room.database, league, open_season, joined, until=NOW - timedelta(days=7))
    placed = await club.standings.table(league)
    assert placed == with_moves(now, then)


@sampled("seed", range(3))
async def test_a_profile_has_the_most_frequent_opponents_first(room, seed):
    league = await season(room, seed)
    club = Leagues(room.tables, lambda: NOW)
    for line, risen in await club.standings.table(league):
        page = await club.standings.profile(league, line.player)
        assert (page.standing, page.places_gained) == (line, risen)
        assert sum(tally.played for _, tally in page.head_to_heads) == line.played
        assert sum(tally.won for _, tally in page.head_to_heads) == line.won
        often = [tally.played for _, tally in page.head_to_heads]
        assert often == sorted(often, reverse=True)
        pairs = await result_totals.sum_pairs(room.database, league.id, 1, range(1, 20))
        assert {other.id: tally for other, tally in page.head_to_heads} == {
            other: tally for (player, other), tally in pairs.items() if player == line.player.id
        }
