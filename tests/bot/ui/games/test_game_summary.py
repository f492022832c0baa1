"""A finished game as a race: the scores after every peg, the deals, who won by how much, and where it turned."""

import pytest
from hypothesis import given

from bot.ui.games.game_summary import score_chart_of
from engine.cards import Card
from engine.course import Course
from engine.events import Conceded, Dealt, GameWon, Pegged, Played, PutBack, Shown
from engine.laws import Law
from engine.presets import PRESETS, find
from tests.support.data_files import data_beside
from tests.support.strategies import QUICK, any_games

DATA = data_beside(__file__)

NAMES = ("Ann", "Ben")
LONG_NAMES = ("Ann-Sophie Wolfeschlegelstein", "Maximilian de la Rochefoucauld")
CARDS = tuple(map(Card.parse, ("5H", "5D", "5C", "JS")))
PLAIN = find("house", doubles="none")


def race(line, won, *, names=NAMES, rules=PLAIN, games=1, by="show", conceded=None):
    """Return the summary of a game that a side has won.

    ``|`` is a deal; ``0+2`` are two points of seat 0 in the play, ``0h2`` of its hand and ``0c2`` of its crib, ``0o2``
    those that another counted too many, and ``0-2`` two that it puts back.
    """
    events, scores = [], [0] * len(rules.sides)
    for word in line.split():
        if word == "|":
            events.append(Dealt(0, (CARDS, CARDS), (), ()))
            continue
        seat, kind, points = int(word[0]), word[1], int(word[2:])
        side = rules.side_of(seat)
        scores[side] = min(scores[side] + (-points if kind == "-" else points), rules.target)
        if kind in "hc":
            events.append(Shown(seat, {"h": "hand", "c": "crib"}[kind], CARDS, points, points))
        if kind == "-":
            events.append(PutBack(seat, side, points, Law.OVERSCORE, scores[side]))
        elif points:
            law = {"+": Law.FIFTEEN, "o": Law.OVERSCORE}.get(kind, Law.DECLARED)
            events.append(Pegged(seat, side, points, law, (), scores[side]))
    if conceded is not None:
        events.append(Conceded(*conceded))
    return score_chart_of(Course((*events, GameWon(won, games, by)), rules), names)


def words(scene):
    return [told for _, told in scene.turns]


def test_the_course_has_the_scores_after_every_peg_and_the_places_of_the_deals():
    scene = race("| 0+2 1+1 1h8 0h4 0-2 1+2 | 1h121", 1)
    assert scene.course == ((0, 0), (2, 0), (2, 1), (2, 9), (6, 9), (4, 9), (4, 11), (4, 121))
    assert scene.deals == (0, 6)
    assert (scene.names, scene.target, scene.winner, scene.lurch) == (NAMES, 121, 1, ())


def test_events_without_pegs_are_not_in_the_course():
    events = (Played(1, CARDS[0], 5), Shown(1, "hand", CARDS, 0, 0), GameWon(0, 1, "show"))
    assert race("| 1h0 0h4", 0).course == ((0, 0), (4, 0))
    assert score_chart_of(Course(events, PLAIN), NAMES).course == ((0, 0),)
    assert race("|", 1, by="resigned").turns == ()


class TestTheVerdict:
    @pytest.mark.parametrize(
        ("line", "won", "players", "names", "verdict"),
        [
            ("| 1+99 0+121", 0, 2, NAMES, "Ann wins, 121 to 99"),
            ("| 2+121 1+100", 0, 4, ("Ann and Cat", "Ben and Dan"), "Ann and Cat win, 121 to 100"),
            ("| 1+99 2+121", 2, 3, ("Ann", "Ben", "Cat"), "Cat wins, 121 to 0 and 99"),
        ],
    )
    def test_who_won_by_how_much(self, line, won, players, names, verdict):
        assert race(line, won, names=names, rules=find("house", players=players)).verdict == verdict

    @pytest.mark.parametrize(("preset", "target", "doubles", "games", "called"), DATA["x"])
    def test_a_double_game_has_its_name(self, preset, target, doubles, games, called):
        rules = find(preset, target=target, doubles=doubles)
        assert race(f"| 0+{target}", 0, rules=rules, games=games).verdict == f"Ann wins, {target} to 0: {called}"

    @pytest.mark.parametrize(("why", "told"), [("resigned", "resigned"), ("time", "ran out of time")])
    def test_who_gave_up_or_ran_out_of_time(self, why, told):
        scene = race("| 0+30 1+12", 1, by=why, conceded=(0, why))
        assert scene.verdict == f"Ben wins, 12 to 30; Ann {told}"
        assert words(scene) == ["Deal 1, play: Ann +30, Ben +12"], "who wins without being ahead took no lead"

    def test_long_names_are_shortened_before_the_score_has_no_room(self):
        names = tuple(f"{name} and {partner}" for name, partner in zip(LONG_NAMES, ("Cat", "Dan"), strict=True))
        scene = race("| 0+121", 0, names=names, rules=find("house", players=4), games=4)
        assert scene.verdict == "Ann-Sophie Wolf… win, 121 to 0: a double skunk"
        assert scene.names == names

    def test_every_way_to_count_double_games_is_known(self):
        """Every way of every preset has a name or a number of games."""
        ways = [
            (preset, target, name, games)
            for preset in PRESETS.values()
            for target, ways in preset.doubles.items()
            for name, pairs in ways.items()
            for _, games in pairs
        ]
        for preset, target, name, games in ways:
            told = race(f"| 0+{target}", 0, rules=find(preset.name, target=target, doubles=name), games=games).verdict
            assert told.endswith(("a skunk", "a double skunk", f"{games} games")) == (games > 1)


TOO_MANY = "| 1h14 1-2 0o2 | 0+119"


@pytest.mark.parametrize(("why", "line", "turns"), DATA["turns"])
def test_turning_points(why, line, turns):
    assert words(race(line, 0)) == turns, why


def test_a_short_game_turns_on_smaller_ones():
    scene = race("| 0+5 1h4", 0, rules=find("house", target=61))
    assert words(scene) == ["Deal 1, play: Ann +5 and ahead for good", "Deal 1: Ben's hand +4"]


def test_each_turning_point_is_marked_where_its_pegs_stand():
    scene = race("| 0+2 1h12 0h29 | 0+90", 0)
    assert [scene.course[place] for place, _ in scene.turns] == [(2, 12), (31, 12), (121, 12)]


def test_names_that_leave_no_room_are_shortened_and_then_the_owner_goes():
    first, second = words(race(TOO_MANY, 0, names=LONG_NAMES))
    assert first == "Deal 1, hand: Ann-Sophie Wolfesch… +2, Maximilian de la Ro… +12"
    assert second == "Deal 2, play: Ann-Sophie Wolfesch… +119 and ahead for good"


@QUICK
@given(any_games(resign=0.002))
def test_the_race_ends_as_every_game_does(told):
    scene = score_chart_of(Course(told.events, told.rules), tuple(["Ann", "Ben", "Cat"][: len(told.rules.sides)]))
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
def test_after_the_winner_is_ahead_for_good_no_other_side_leads_after_a_hand(told):
    scene = score_chart_of(Course(told.events, told.rules), tuple(["Ann", "Ben", "Cat"][: len(told.rules.sides)]))
    (since,) = [place for place, words in scene.turns if "ahead for good" in words]
    moved = 0
    for event in told.events:
        is_end_of_a_part = isinstance(event, Dealt | Shown | GameWon)
        if is_end_of_a_part and moved >= since:
            assert max(scene.course[moved]) == scene.course[moved][scene.winner]
        moved += isinstance(event, Pegged | PutBack)


def test_names_in_other_scripts_are_unchanged_in_text_and_spelled_out_in_pictures():
    scene = race("| 0+3 | 1h121", 1, names=("\N{PARTY POPPER}", "\u674e"))
    assert scene.verdict == "\u674e wins, 121 to 3"
    assert words(scene) == ["Deal 2: \u674e's hand +121 and ahead for good"]
    assert scene.written == ("Li wins, 121 to 3", "Deal 2: Li's hand +121 and ahead for good")
