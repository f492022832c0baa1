"""A finished game as a race: the scores after every peg, the deals, who won by how much, and where it turned."""

from collections.abc import Iterator

import pytest
from hypothesis import given

from bot.ui.games.game_summary import score_chart_of
from engine.cards import Card
from engine.events import Conceded, Dealt, Event, GameWon, Pegged, Played, PutBack, Shown
from engine.laws import Law
from engine.presets import PRESETS, find
from engine.rules import Rules
from tests.support.strategies import QUICK, any_games

NAMES = ("Ann", "Ben")
CARDS = tuple(map(Card.parse, ("5H", "5D", "5C", "JS")))
SKUNKS = find("house")
PLAIN = find("house", doubles="none")


class Game:
    """Return the events of a game, from its pegs."""

    def __init__(self, rules: Rules = PLAIN) -> None:
        self.rules = rules
        self.events: list[Event] = []
        self.scores = [0] * len(rules.sides)

    def deal(self) -> "Game":
        self.events.append(Dealt(0, (CARDS, CARDS), (), ()))
        return self

    def peg(self, seat: int, points: int, law: Law = Law.FIFTEEN) -> "Game":
        side = self.rules.side_of(seat)
        self.scores[side] = min(self.scores[side] + points, self.rules.target)
        self.events.append(Pegged(seat, side, points, law, (), self.scores[side]))
        return self

    def back(self, seat: int, points: int) -> "Game":
        side = self.rules.side_of(seat)
        self.scores[side] -= points
        self.events.append(PutBack(seat, side, points, Law.OVERSCORE, self.scores[side]))
        return self

    def show(self, seat: int, points: int, what: str = "hand") -> "Game":
        self.events.append(Shown(seat, what, CARDS, points, points))
        return self.peg(seat, points, Law.DECLARED) if points else self

    def won(self, side: int, games: int = 1, by: str = "show") -> "Game":
        self.events.append(GameWon(side, games, by))
        return self

    def race(self, names: tuple[str, ...] = NAMES):
        return score_chart_of(self.events, self.rules, names)


def words(scene) -> Iterator[str]:
    return (told for _, told in scene.turns)


def test_the_course_has_the_scores_after_every_peg_and_the_places_of_the_deals() -> None:
    game = Game().deal().peg(0, 2).peg(1, 1).show(1, 8).show(0, 4).back(0, 2).peg(1, 2).deal().show(1, 121).won(1)
    scene = game.race()
    assert scene.course == ((0, 0), (2, 0), (2, 1), (2, 9), (6, 9), (4, 9), (4, 11), (4, 121))
    assert scene.deals == (0, 6)
    assert (scene.names, scene.target, scene.winner, scene.lurch) == (NAMES, 121, 1, ())


def test_events_without_pegs_are_not_in_the_course() -> None:
    game = Game().deal().show(1, 0).show(0, 4)
    game.events.insert(1, Played(1, CARDS[0], 5))
    assert game.won(0).race().course == ((0, 0), (4, 0))


class TestTheVerdict:
    def test_who_won_by_how_much(self) -> None:
        assert Game().deal().peg(1, 99).peg(0, 121).won(0).race().verdict == "Ann wins, 121 to 99"

    def test_partners_win_together(self) -> None:
        game = Game(find("house", players=4)).deal().peg(2, 121).peg(1, 100).won(0)
        assert game.race(("Ann and Cat", "Ben and Dan")).verdict == "Ann and Cat win, 121 to 100"

    def test_with_three_both_others_are_notified(self) -> None:
        game = Game(find("house", players=3)).deal().peg(1, 99).peg(2, 121).won(2)
        assert game.race(("Ann", "Ben", "Cat")).verdict == "Cat wins, 121 to 0 and 99"

    @pytest.mark.parametrize(
        ("preset", "target", "doubles", "games", "called"),
        [
            ("house", 121, "skunks", 2, "a skunk"),
            ("house", 121, "skunks", 4, "a double skunk"),
            ("house", 61, "lurch", 2, "a skunk"),
            ("britannica", 61, "lurch", 2, "a skunk"),
            ("bicycle", 121, "lurch", 2, "a skunk"),
            ("crib-derby", 121, "skunks", 2, "a skunk"),
            ("crib-derby", 121, "skunks", 4, "a double skunk"),
            ("acc", 121, "skunk", 2, "a skunk"),
        ],
    )
    def test_a_double_game_has_its_name(self, preset, target, doubles, games, called) -> None:
        game = Game(find(preset, target=target, doubles=doubles)).deal().peg(0, target).won(0, games)
        assert game.race().verdict == f"Ann wins, {target} to 0: {called}"

    def test_other_multiples_are_counted(self) -> None:
        game = Game(find("house", doubles=((100, 3),))).deal().peg(0, 121).won(0, 3)
        assert game.race().verdict == "Ann wins, 121 to 0: 3 games"

    @pytest.mark.parametrize(("why", "told"), [("resigned", "resigned"), ("time", "ran out of time")])
    def test_who_gave_up_or_ran_out_of_time(self, why, told) -> None:
        game = Game().deal().peg(0, 30).peg(1, 12)
        game.events.append(Conceded(0, why))
        assert game.won(1, by=why).race().verdict == f"Ben wins, 12 to 30; Ann {told}"

    def test_long_names_are_shortened_before_the_score_has_no_room(self) -> None:
        names = ("Ann-Sophie Wolfeschlegelstein and Cat", "Maximilian de la Rochefoucauld and Dan")
        game = Game(find("house", players=4)).deal().peg(0, 121).won(0, 4)
        assert game.race(names).verdict == "Ann-Sophie Wolf… win, 121 to 0: a double skunk"
        assert game.race(names).names == names

    def test_every_way_to_count_double_games_is_known(self) -> None:
        """Every way of every preset has a name or a number of games."""
        for preset in PRESETS.values():
            for target, ways in preset.doubles.items():
                for name, pairs in ways.items():
                    for _, games in pairs:
                        rules = find(preset.name, target=target, doubles=name)
                        told = Game(rules).deal().peg(0, target).won(0, games).race().verdict
                        assert told.endswith(("a skunk", "a double skunk", f"{games} games")) == (games > 1)


class TestTurningPoints:
    def test_the_last_change_of_the_lead_is_one_however_small(self) -> None:
        game = Game().deal().peg(1, 1).deal().peg(0, 3).deal().peg(1, 1).peg(0, 118).won(0)
        assert next(words(game.race())) == "Deal 2, play: Ann +3 and ahead for good"

    def test_the_largest_swings_either_way_are_the_others(self) -> None:
        game = Game().deal().show(1, 12).show(0, 20).deal().show(0, 8).show(1, 24).show(1, 16, "crib")
        game.deal().show(1, 9).deal().peg(0, 93).won(0)
        assert list(words(game.race())) == [
            "Deal 1: Ann's hand +20",
            "Deal 2: Ben's hand +24",
            "Deal 4, play: Ann +93 and ahead for good",
        ]

    def test_each_is_marked_where_its_pegs_stand(self) -> None:
        game = Game().deal().peg(0, 2).show(1, 12).show(0, 29).deal().peg(0, 90).won(0)
        assert [game.race().course[place] for place, _ in game.race().turns] == [(2, 12), (31, 12), (121, 12)]

    def test_small_swings_are_none(self) -> None:
        game = Game().deal().peg(0, 6)
        for _ in range(20):
            game.deal().show(1, 5).show(0, 5)
        assert list(words(game.won(0).race())) == ["Deal 1, play: Ann +6 and ahead for good"]

    def test_to_draw_level_is_not_to_be_ahead(self) -> None:
        game = Game().deal().peg(0, 6).deal().show(1, 6).show(0, 5).won(0)
        assert "Deal 2: Ann's hand +5 and ahead for good" in words(game.race())

    def test_a_short_game_turns_on_smaller_ones(self) -> None:
        game = Game(find("house", target=61)).deal().peg(0, 5).show(1, 4).won(0)
        assert list(words(game.race())) == ["Deal 1, play: Ann +5 and ahead for good", "Deal 1: Ben's hand +4"]

    def test_points_that_go_to_the_opponent_are_shown_with_the_hand(self) -> None:
        game = Game().deal().show(1, 14).back(1, 2).peg(0, 2, Law.OVERSCORE).deal().peg(0, 119).won(0)
        assert next(words(game.race())) == "Deal 1, Ben's hand: Ann +2, Ben +12"

    def test_who_wins_without_being_ahead_has_no_lead_to_take(self) -> None:
        game = Game().deal().peg(0, 30).peg(1, 12)
        game.events.append(Conceded(0, "resigned"))
        assert list(words(game.won(1).race())) == ["Deal 1, play: Ann +30, Ben +12"]

    def test_the_lead_may_come_by_what_another_puts_back(self) -> None:
        game = Game().deal().peg(0, 10).peg(1, 12).show(1, 2).back(1, 5).deal().show(0, 2).won(0)
        assert list(words(game.race())) == ["Deal 1, Ben's hand: Ben -3, Ann ahead for good"]

    def test_a_game_without_a_peg_has_none(self) -> None:
        scene = Game().deal().won(1, by="resigned").race()
        assert scene.turns == ()
        assert scene.course == ((0, 0),)

    def test_names_that_leave_no_room_are_shortened_and_then_the_owner_goes(self) -> None:
        names = ("Ann-Sophie Wolfeschlegelstein", "Maximilian de la Rochefoucauld")
        game = Game().deal().show(1, 14).back(1, 2).peg(0, 2, Law.OVERSCORE).deal().peg(0, 119).won(0)
        first, second = words(game.race(names))
        assert first == "Deal 1, hand: Ann-Sophie Wolfesch… +2, Maximilian de la Ro… +12"
        assert second == "Deal 2, play: Ann-Sophie Wolfesch… +119 and ahead for good"


class TestEveryGame:
    @QUICK
    @given(any_games(resign=0.002))
    def test_the_race_ends_as_the_game_does(self, told) -> None:
        names = tuple(["Ann", "Ben", "Cat"][: len(told.rules.sides)])
        scene = score_chart_of(told.events, told.rules, names)
        assert scene.course[-1] == told.game.scores
        assert len(scene.deals) == told.game.deal
        assert list(scene.deals) == sorted(scene.deals)
        assert len(scene.turns) <= 3
        assert [place for place, _ in scene.turns] == sorted({place for place, _ in scene.turns})
        assert all(0 < place < len(scene.course) for place, _ in scene.turns)
        assert all(len(words) <= 80 for _, words in scene.turns)
        assert len(scene.description) <= 1_024

    @QUICK
    @given(any_games())
    def test_after_the_winner_is_ahead_for_good_no_other_side_leads_after_a_hand(self, told) -> None:
        names = tuple(["Ann", "Ben", "Cat"][: len(told.rules.sides)])
        scene = score_chart_of(told.events, told.rules, names)
        (since,) = [place for place, words in scene.turns if "ahead for good" in words]
        shown = _ends_of_parts(told.events)
        for place in shown:
            if place >= since:
                assert max(scene.course[place]) == scene.course[place][scene.winner]


def _ends_of_parts(events) -> list[int]:
    """The places in the course at which a hand, a crib or the play was over."""
    moved, ends = 0, []
    for event in events:
        if isinstance(event, Dealt | Shown | GameWon):
            ends.append(moved)
        moved += isinstance(event, Pegged | PutBack)
    return ends


def test_names_in_other_scripts_are_unchanged_in_text_and_spelled_out_in_pictures() -> None:
    scene = Game().deal().peg(0, 3).deal().show(1, 121).won(1).race(("\N{PARTY POPPER}", "\u674e"))
    assert scene.verdict == "\u674e wins, 121 to 3"
    assert list(words(scene)) == ["Deal 2: \u674e's hand +121 and ahead for good"]
    assert scene.written == ("Li wins, 121 to 3", "Deal 2: Li's hand +121 and ahead for good")
