"""/stats: a player's finished games, in the words of a message and in a simulated Discord."""

import re
from dataclasses import replace

import pytest

from bot.models.result import FinishedGame, GameStats
from bot.tables import game_stats as player_stats
from bot.tables.game_stats import MIXED, PEOPLE, PlayerStats, WinsAndLosses, opponents, results_of
from bot.ui.people import stats
from bot.ui.people.stats import stats_scene, stats_text
from engine.events import DealerChosen, GameWon, Shown
from engine.presets import find
from tests.support.data_files import data_beside
from tests.support.league_steps import alt_texts, resign

DATA = data_beside(__file__)

HOUSE = find("house")


def game(*, seat=0, side=0, games=1, robots=(None, None), rules=HOUSE):
    return FinishedGame("t", rules, seat, robots, side, games)


class TestResults:
    def test_games_and_skunks(self):
        career = results_of([game(), game(side=1), game(games=2), game(side=1, games=4), game(seat=1, side=1, games=2)])
        assert (career.games, career.lost) == (WinsAndLosses(5, 3), 2)
        assert (career.skunks_given, career.skunks_taken) == (2, 1)

    def test_against_whom(self):
        robins = game(robots=(None, "easy"))
        career = results_of([robins, replace(robins, side=1), game(robots=(None, "club")), game(side=1)])
        assert career.against == {"easy": WinsAndLosses(2, 1), "club": WinsAndLosses(1, 1), PEOPLE: WinsAndLosses(1, 0)}

    @pytest.mark.parametrize(
        ("players", "seat", "robots", "against"),
        [
            (3, 0, (None, "easy", None), MIXED),
            (3, 0, (None, "easy", "easy"), "easy"),
            (4, 0, (None, None, "club", None), PEOPLE),
            (4, 2, ("club", None, None, None), PEOPLE),
        ],
    )
    def test_of_three_and_four_the_partner_is_no_adversary_and_wins_too(self, players, seat, robots, against):
        finished = game(rules=find("house", players=players), seat=seat, robots=robots)
        assert opponents(finished) == against
        assert results_of([finished]).games == WinsAndLosses(1, 1)


CAREER = PlayerStats(
    games=WinsAndLosses(8, 5),
    skunks_given=2,
    skunks_taken=1,
    dealing_first=WinsAndLosses(5, 4),
    not_dealing_first=WinsAndLosses(3, 1),
    against={"club": WinsAndLosses(2, 1), PEOPLE: WinsAndLosses(5, 4), "easy": WinsAndLosses(1, 0)},
    looked_at=8,
    deeds=GameStats(
        best_hand=24,
        hands=40,
        hand_points=330,
        cribs=20,
        crib_points=95,
        pegged=98,
        overscored=3,
        caught=5,
        muggins_taken=2,
        muggins_given=4,
    ),
)


class TestWords:
    def test_all_of_it(self):
        assert stats_text("Ann_", CAREER, here=True) == DATA["words"]

    def test_the_picture_says_it_all_in_its_description(self):
        scene = stats_scene("Ann_", replace(CAREER, looked_at=4), here=True)
        assert scene.description == DATA["description"].replace("\n", " ")
        assert (scene.won, scene.played) == (5, 8)
        assert dict(scene.tiles)["Best hand"] == "24"
        assert ("vs Robin (easy)", 0, 1) in scene.bars

    def test_robots_between_two_levels_are_named_by_their_ratings_in_their_order(self):
        lost = WinsAndLosses(1, 0)
        career = replace(CAREER, against={"1480": lost, "club": lost, "of old": lost, "1420": lost, "casual": lost})
        last = stats_text("Ann", career, here=True).splitlines()[-1]
        assert re.findall(r"\w+ \(\w+\)", last) == ["Poppy (casual)", "Fern (1420)", "Fern (1480)", "Clover (club)"]

    def test_nothing_yet(self):
        nothing = "Ann hasn't finished a game here yet. Start one with `/play`."
        assert stats_text("Ann", PlayerStats(), here=True) == nothing
        assert "with me yet" in stats_text("Ann", PlayerStats(), here=False)

    def test_a_game_given_up_before_a_card(self):
        lost = WinsAndLosses(1, 0)
        lines = stats_text("Ann", PlayerStats(games=lost, against={PEOPLE: lost}, looked_at=1), here=False)
        assert "Average" not in lines
        assert "as the first dealer" not in lines
        assert "Games: **1**, won 0 (0%), lost 1." in lines


class TestInDiscord:
    async def test_a_whole_game_and_one_given_up(self, world):
        name = await world.sit_down(target=61)
        await world.play_until(name)
        second = await world.sit_down()
        await resign(world, world.ann)
        events, others = [await world.history(one) for one in (name, second)]
        dealers = [event.seat for event in (*events, *others) if isinstance(event, DealerChosen)]
        won = sum(event.side == 0 for event in events if isinstance(event, GameWon))
        text = await world.told(world.cy, "stats", player=world.ann)
        assert text.startswith("**Ann**, in this server\nGames: **2**, ")
        assert f"won {won} ({won * 50}%), lost {2 - won}." in text
        for seat, actor in enumerate((world.ann, world.ben)):
            counted = [one.true for one in events if isinstance(one, Shown) and one.what == "hand" and one.seat == seat]
            told_of = await world.told(world.cy, "stats", player=actor)
            assert f"Average hand **{sum(counted) / len(counted):.2f}**, crib" in told_of
            assert f"best hand {max(counted)}." in told_of
        assert f"of {dealers.count(0)}" in text.splitlines()[3].split(".")[0]
        assert "against" not in text, "there were only people"

    async def test_of_oneself_everywhere(self, world):
        name = await world.against_robot("easy")
        while world.game(name).is_unplayed:
            await world.take_turn(world.ann, name)
        await resign(world, world.ann)
        await world.sit_down()
        await resign(world, world.ann)
        everywhere = await world.told(world.ann, "stats", where="dm")
        assert everywhere.startswith("**Ann**, everywhere\nGames: **2**, won 0 (0%), lost 2.")
        assert "people 0 of 1 (0%), Robin (easy) 0 of 1 (0%)." in everywhere
        assert "Games: **1**" in await world.told(world.ann, "stats")

    async def test_in_private_of_nobody_else_and_of_no_unfinished_game(self, world):
        await world.sit_down()
        result = await world.ann.user.slash("stats", player=world.ben.user)
        assert world.text(result.response) == stats.OWN_ONLY
        assert "hasn't finished" in await world.told(world.ann, "stats")

    async def test_of_many_games_the_latest_are_gone_through_and_none_in_another_server(
        self, world, abroad, monkeypatch
    ):
        monkeypatch.setattr(player_stats, "LATEST", 1)
        for _ in range(2):
            await world.sit_down()
            await resign(world, world.ann)
        text = await world.told(world.ann, "stats")
        assert "Games: **2**" in text
        assert "-# Hands, play and first deals: last" in text
        assert "hasn't finished a game here yet" in await world.told(abroad.ann, "stats", where=abroad.channel)


@pytest.mark.parametrize("with_pictures", [True])
async def test_a_picture_says_what_the_text_would_except_to_those_who_chose_text(world):
    answer = (await world.command(world.cy, "stats", player=world.dan)).response
    assert "Dan hasn't finished a game here yet" in world.text(answer)
    assert alt_texts(world, answer) == []
    stored = await world.bot.context.tables.database.rows("SELECT 1 FROM players")
    assert stored == [], "who is only asked for is not written down"
    await world.sit_down()
    await resign(world, world.ann)
    answer = (await world.command(world.cy, "stats", player=world.ann)).response
    assert world.text(answer) == "**Ann**, in this server\nAchievements: **0** of 19.\n[Show achievements]"
    (description,) = alt_texts(world, answer)
    assert "Games: 1, won 0 (0%), lost 1." in description
    await world.press(world.ann, (await world.command(world.ann, "preferences")).response, "pictures")
    assert "Games: **1**, won 0 (0%), lost 1." in await world.told(world.ann, "stats")
