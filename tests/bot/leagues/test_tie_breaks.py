"""The tie-breaks that a league chooses, recomputed here from single results by other ways."""

import json
from asyncio import to_thread
from fractions import Fraction
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.__main__ import main
from bot.leagues.access import LeagueError
from bot.leagues.setup import parse_tie_breaks
from bot.leagues.standings import Order, TieFacts, ranked_standings, tied_groups
from bot.models.league import TIE_BREAKS, USUAL_TIE_BREAKS
from bot.models.player import Player
from bot.models.result import HeadToHead, ResultTotals
from tests.support.depth import examples
from tests.support.sample_league import club_over, refused

PLAYERS = range(1, 7)

# A game as (winner, loser, loser's holes); the later in the list, the later it was played.
GAMES = st.lists(
    st.tuples(st.sampled_from(PLAYERS), st.sampled_from(PLAYERS), st.sampled_from([60, 85, 100, 100, 100, 119])).filter(
        lambda game: game[0] != game[1]
    ),
    max_size=14,
)


def is_skunk(game):
    return game[2] < 91


class Plain:
    def __init__(self, games, playoffs):
        self.games, self.playoffs = games, playoffs

    def of(self, player, games=None):
        return [game for game in (self.games if games is None else games) if player in game[:2]]

    def points(self, player, games=None):
        return sum(3 if is_skunk(game) else 2 for game in self.of(player, games) if game[0] == player)

    def spread(self, player, games=None):
        return sum((121 - game[2]) * (1 if game[0] == player else -1) for game in self.of(player, games))

    def rivals(self, player):
        return [game[1] if game[0] == player else game[0] for game in self.of(player)]

    def value(self, tie_break, player, level):
        mine = self.of(player)
        won = [game for game in mine if game[0] == player]
        among = [game for game in self.games if game[0] in level and game[1] in level]
        shares = [
            Fraction(sum(game[0] == rival for game in self.of(rival)), len(self.of(rival)))
            for rival in self.rivals(player)
        ]
        return {
            "wins": len(won),
            "spread": self.spread(player),
            "head-to-head": (self.points(player, among), self.spread(player, among)),
            "skunked": -sum(is_skunk(game) for game in mine if game[1] == player),
            "skunks": sum(map(is_skunk, won)),
            "buchholz": sum(map(self.points, self.rivals(player))),
            "sonneborn-berger": sum(self.points(game[1]) for game in won),
            "opponents": sum(shares, Fraction(0)) / max(1, len(shares)),
            "recent": [game[0] == player for game in reversed(mine)],
            "playoff": sum(game[0] == player and game[1] in level for game in self.playoffs),
            "plus": sum(121 - game[2] for game in won),
        }[tie_break]

    def places(self, tie_breaks):
        """The players in groups that share a place, by splitting a list again and again."""
        played = sorted({player for game in self.games for player in game[:2]})
        groups = self._split([played], lambda player, level: self.points(player))
        for tie_break in tie_breaks:
            groups = self._split(groups, lambda player, level, name=tie_break: self.value(name, player, level))
        return [set(group) for group in groups]

    @staticmethod
    def _split(groups, value):
        done = []
        for group in groups:
            values = {player: value(player, group) for player in group}
            while values:
                best = max(values.values())
                done.append([player for player, one in values.items() if one == best])
                values = {player: one for player, one in values.items() if one != best}
        return done


def totals(plain, player):
    mine = plain.of(player)
    won = [game for game in mine if game[0] == player]
    lost = [game for game in mine if game[1] == player]
    return ResultTotals(
        player=Player(player, None, f"P{player}"),
        played=len(mine),
        won=len(won),
        games=len(won),
        legs=len(won),
        holes=121 * len(won) + sum(game[2] for game in lost),
        adverse=121 * len(lost) + sum(game[2] for game in won),
        skunks=sum(map(is_skunk, won)),
        skunked=sum(map(is_skunk, lost)),
    )


def between(games, one, other):
    plain = Plain([game for game in games if {one, other} == {*game[:2]}], [])
    line = totals(plain, one)
    names = ("won", "games", "legs", "holes", "adverse", "skunks", "played")
    return HeadToHead(**{name: getattr(line, name) for name in names}, plus=plain.value("plus", one, ()))


def facts_of(plain, tied):
    everyone = [(one, other) for one in tied for other in PLAYERS if other in plain.rivals(one)]
    opponents = {one: {} for one in tied}
    for one, other in everyone:
        opponents[one][other] = between(plain.games, one, other)
    return TieFacts(
        met={(one, other): opponents[one][other] for one, other in everyone if other in tied},
        opponents={
            one: [(other, sums.played, sums.won, sums.plus) for other, sums in found.items()]
            for one, found in opponents.items()
        },
        forms={one: plain.value("recent", one, ()) for one in tied},
        playoffs={(one, other): between(plain.playoffs, one, other) for one in tied for other in tied if one != other},
    )


CHOSEN = st.lists(st.sampled_from(TIE_BREAKS), unique=True)


@examples(400)
@given(GAMES, GAMES, CHOSEN)
@example([(1, 3, 100), (2, 4, 100), (3, 4, 100)], [], ["sonneborn-berger"])
def test_any_choice_of_tie_breaks_is_as_counted_game_by_game(games, playoffs, chosen):
    plain = Plain(games, playoffs)
    sums = [totals(plain, player) for player in PLAYERS if plain.of(player)]
    tied = {player for group in tied_groups(sums, Order("acc", tie_breaks=chosen)) for player in group}
    table = ranked_standings(sums, facts_of(plain, tied), Order("acc", tie_breaks=chosen))
    found = {}
    for line in table:
        found.setdefault(line.rank, set()).add(line.player.id)
    assert list(found.values()) == plain.places(chosen)


class TestNames:
    def test_are_read_in_their_order_however_they_are_written(self):
        assert parse_tie_breaks("Head to head, spread; BUCHHOLZ") == ("head-to-head", "spread", "buchholz")
        assert parse_tie_breaks("score difference > fewer skunks lost") == ("spread", "skunked")
        assert parse_tie_breaks("  ") == USUAL_TIE_BREAKS
        assert parse_tie_breaks("none") == ()

    @pytest.mark.parametrize("text", ["spread, spread", "luck", "spread, none"])
    def test_that_are_unknown_or_twice_are_refused(self, text):
        with pytest.raises(LeagueError, match="Choose each tie-break once, from these: wins, spread"):
            parse_tie_breaks(text)


async def test_a_stored_league_is_ordered_by_its_tie_breaks(club):
    people = await club.people(5)
    league = await club.league(*people, preset="acc")
    plain = Plain([], [])
    chance = Random(8)
    for _ in range(16):
        winner, loser = chance.sample(people, 2)
        lost = chance.choice([60, 85, 100, 110, 119])
        await club.enter(league, winner, loser, lost)
        club.room.wall.passes(minutes=1)
        plain.games.append((winner.id, loser.id, lost))
    for chosen in [(one,) for one in TIE_BREAKS if one != "playoff"] + [("recent", "buchholz"), ()]:
        changed = await club.leagues.setup.change(league, club.boss, tie_breaks=chosen)
        found = {}
        for line, _ in await club.leagues.standings.table(changed):
            found.setdefault(line.rank, set()).add(line.player.id)
        assert list(found.values()) == plain.places(chosen), chosen
        again = await club.leagues.directory.find_by_name(1, "Thursdays")
        assert again.tie_breaks == chosen


async def test_a_playoff_game_decides_between_those_who_are_level(club):
    people = await club.people(2)
    league = await club.league(*people, format="double", preset="acc")
    league = await club.leagues.setup.change(league, club.boss, tie_breaks=("playoff",))
    one, other = await club.leagues.fixtures.find_all(league)
    for fixture in (one, other):
        await club.leagues.forfeits.award(league, club.boss, fixture, fixture.first, "for the test")
    assert [rank for _, rank, _ in await club.table(league)] == [1, 1]
    [final] = await club.leagues.seasons.begin_playoffs(league, club.boss, best_of=1)
    await club.leagues.forfeits.award(league, club.boss, final, people[1], "for the test")
    assert [(name, rank) for name, rank, _ in await club.table(league)] == [("P01", 1), ("P00", 2)]


async def test_the_table_of_a_night_and_its_marks_follow_the_tie_breaks(club):
    """With the skunks won first, the winner of fewer games by a better spread is second, and so are their marks."""
    people = await club.people(3)
    league = await club.league(format="club", preset="acc", begin=False)
    meeting = await club.leagues.meetings.plan(league, club.boss, form="free")
    for player in (*people, people[0]):
        await club.leagues.meetings.check_in(league, meeting, player)
    assert [one.player for one in await club.leagues.meetings.attendance(meeting)] == people, "each once"
    await refused(club.leagues.meetings.pair(league, club.boss, meeting), "no pairings")
    for winner, loser, lost in ((0, 2, 60), (0, 1, 60), (1, 2, 118), (1, 0, 119), (1, 2, 118)):
        await club.enter(league, people[winner], people[loser], lost)
    await club.leagues.setup.count(league, club.boss, basis="marks", places=(5, 3, 1))
    by = {}
    for chosen in (USUAL_TIE_BREAKS, ("spread",)):
        league = await club.leagues.setup.change(league, club.boss, tie_breaks=chosen)
        night = [line.player.name for line in await club.leagues.standings.meeting_table(league, meeting)]
        by[chosen] = night, [name for name, _, _ in await club.table(league)]
    assert by[USUAL_TIE_BREAKS] == (["P01", "P00", "P02"], ["P01", "P00", "P02"])
    assert by["spread",] == (["P00", "P01", "P02"], ["P00", "P01", "P02"])


@pytest.mark.sqlite
async def test_the_command_line_prints_and_changes_them(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "cribbage.db"))
    async with club_over(tmp_path / "cribbage.db") as club:
        await club.league(preset="acc")

    def run(*chosen):
        code = main(["league", "tie-breaks", "Thursdays", *chosen])
        out, err = capsys.readouterr()
        return (json.loads(out)["tie_breaks"] if out else err), code

    assert await to_thread(run) == (list(USUAL_TIE_BREAKS), 0)
    assert await to_thread(run, "buchholz", "spread") == (["buchholz", "spread"], 0)
    assert await to_thread(run) == (["buchholz", "spread"], 0)
    error, code = await to_thread(run, "luck")
    assert code == 2
    assert "Choose each tie-break once" in error
    assert await to_thread(run, "usual") == (list(USUAL_TIE_BREAKS), 0)
