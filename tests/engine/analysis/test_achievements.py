"""Each achievement is earned in a game that deserves it, and in none that nearly does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

import pytest

from engine.actions import Accept, Challenge, ChooseDealer, Deal, Declare, LayAway, Play, Resign
from engine.analysis.achievements import KINDS, Achievement, PastGame, achievements_of, milestones
from engine.cards import Card
from engine.course import Course
from engine.events import (
    Amended,
    Challenged,
    Conceded,
    Dealt,
    Event,
    GameWon,
    Pegged,
    Played,
    PutBack,
    Shown,
    StarterTurned,
)
from engine.game import apply, begin, chance, legal, waiting_on
from engine.laws import Law
from engine.phases.play import count_now
from engine.presets import find
from engine.rules import Rules
from engine.scoring import show_total
from engine.state import Over, Showing
from tests.support.data_files import data_beside
from tests.support.depth import sampled
from tests.support.strategies import TABLES, act, cards, dealt_out, play_random_game, plays, stacked

CASES = data_beside(__file__)

PEOPLE = (None, None)
HOUSE = find("house")
CHECKED = find("acc", target=121, muggins=False)


@dataclass(frozen=True)
class Given:
    """What both players keep and discard, by seat, and the starter."""

    kept: tuple[str, str]
    away: tuple[str, str]
    starter: str


DULL = Given(("6H 8S TC QD", "6S 8C TD QH"), ("2C 4D", "2D 4H"), "KS")
ANN_29 = Given(("5H 5D 5C JS", "6S 8C TD QH"), ("2C 4D", "2D 4H"), "5S")
BEN_29 = Given(("6H 8C TD QH", "5H 5D 5C JS"), ("2C 4D", "2D 4H"), "5S")
ANN_16 = Given(("7H 7D 8S 9S", "2S 4C TD QH"), ("KC AD", "KD AH"), "6S")
BEN_16 = Given(("2S 4C TD QH", "7H 7D 8S 9S"), ("KC AD", "KD AH"), "6S")


def game_of(
    *deals: Given,
    rules: Rules = HOUSE,
    dealer: int = 1,
    declare: Callable[[int, Showing, int], int] = lambda deal, shown, true: true,
    challengers: Sequence[int] = (),
    resigns: int | None = None,
) -> tuple[tuple[Event, ...], Rules]:
    """Return the events of a whole game of two, played by these deals; the last is dealt until the game is over.

    ``declare`` gives the points for a hand or crib of a deal. The ``challengers`` challenge each count that is too
    high, and the others accept it. Whoever ``resigns`` does so after the last of the deals.
    """
    game, events = act(begin(rules), ChooseDealer(dealer))
    told = [*events]
    while not isinstance(game.phase, Over):
        given = deals[min(game.deal - (chance(game) is None), len(deals) - 1)]
        if chance(game):
            if resigns is not None and game.deal == len(deals):
                game, events = apply(game, Resign(resigns))
                told += events
                continue
            hands = [f"{kept} {away}" for kept, away in zip(given.kept, given.away, strict=True)]
            action = Deal(stacked(game.phase.dealer, hands, given.starter))
        else:
            action = _move(game, waiting_on(game)[0], given, declare, challengers)
        game, events = apply(game, action)
        told += events
    return tuple(told), rules


def _move(game, seat, given, declare, challengers):
    moves = legal(game, seat)
    window = next(iter(game.open_windows), None)
    if window is not None and Accept(seat) in moves:
        wrong = window.starter is not None and window.declared > show_total(
            window.cards, window.starter, crib=window.what == "crib"
        )
        return Challenge(seat, "too_many") if wrong and seat in challengers else Accept(seat)
    if any(isinstance(move, LayAway) for move in moves):
        return LayAway(seat, cards(given.away[seat]))
    if any(isinstance(move, Declare) for move in moves):
        return Declare(seat, declare(game.deal, game.phase, count_now(game.phase).total))
    move = moves[0]
    return replace(move, declared=0) if isinstance(move, Play) and game.rules.pegging == "declared" else move


def kinds(told: tuple[tuple[Event, ...], Rules], seat: int, robots: Sequence[str | None] = PEOPLE) -> set[str]:
    return {earned.kind for earned in achievements_of(Course(*told), seat, robots)}


class TestHands:
    def test_a_29_has_its_deal_and_cards(self):
        told = game_of(DULL, ANN_29, DULL)
        earned = {found.kind: found for found in achievements_of(Course(*told), 0, PEOPLE)}
        assert earned["hand_29"] == Achievement("hand_29", 2, cards("5H 5D 5C JS 5S"))
        assert "hand_29" not in kinds(told, 1)

    @pytest.mark.parametrize(
        ("hand", "starter", "kind"),
        [
            ("5H 5D 5C 5S", "TC", "hand_28"),
            ("7H 7D 8S 8C", "9S", "hand_24"),
            ("7H 7D 8S 9C", "9S", None),
        ],
    )
    def test_hands_by_their_points(self, hand, starter, kind):
        told = game_of(Given((hand, "2S 4C QS QH"), ("KC AD", "KD AH"), starter))
        assert kinds(told, 0) & {"hand_29", "hand_28", "hand_24"} == ({kind} if kind else set())

    def test_a_hand_that_was_counted_too_low_is_what_it_is(self):
        told = game_of(ANN_29, DULL, declare=lambda deal, shown, true: 0 if deal == 1 else true)
        assert "hand_29" in kinds(told, 0)

    @pytest.mark.parametrize(("away", "crib"), [(("7C 7S", "8H 8D"), True), (("7C 2S", "8H 8D"), False)])
    def test_a_crib_of_20_or_more_is_the_dealers(self, away, crib):
        told = game_of(Given(("KH QD 3C AS", "KD QH 3H AH"), away, "9D"), dealer=1)
        first = next(event for event in told[0] if isinstance(event, Shown) and event.what == "crib")
        assert (first.seat, first.true >= 20) == (1, crib)
        once = (
            next(found for found in achievements_of(Course(*told), 1, PEOPLE) if found.kind == "crib_20")
            if crib
            else None
        )
        assert (once is not None and once.deal == 1) is crib
        assert ("crib_20" in kinds(told, 1)) is crib

    def test_a_resigned_game_keeps_its_hands(self):
        told = game_of(ANN_29, resigns=1)
        assert kinds(told, 0) == {"hand_29"}


class TestThePlay:
    def of(self, line: str, seat: int, preset: str = "club") -> set[str]:
        """Return what was earned by some moves of the play; the game is then resigned."""
        rules = find(preset)
        game, told = dealt_out(("2H 2D 4S 9C", "2S 2C 4D 9H"), starter="KS", rules=rules)
        game, more = act(game, *plays(line))
        _, end = act(game, Resign(0))
        return kinds(((*told, *more, *end), rules), seat)

    def test_the_fourth_of_a_kind_is_its_players(self):
        line = "0:2H 1:2S 0:2D 1:2C"
        assert self.of(line, 1) == {"four_alike", "pegging"}
        assert self.of(line, 0) == set()

    def test_four_alike_that_is_not_claimed_is_nothing(self):
        assert self.of("0:2H=0 1:2S=2 0:2D=6 1:2C=2", 1, "acc") == set()
        assert self.of("0:2H=0 1:2S=2 0:2D=6 1:2C=12", 1, "acc") == {"four_alike", "pegging"}

    def test_points_that_are_taken_back_were_not_pegged(self):
        rules = CHECKED
        game, told = dealt_out(("6H 8S TC QD", "6S 8C TD QH"), starter="KS", rules=rules)
        for answer, earned in (("0:ok", {"pegging"}), ("0:many", set())):
            stood, more = act(game, *plays(f"0:6H=0 1:6S=2 0:8S=0 1:8C=11 {answer}"))
            _, end = act(stood, Resign(0))
            assert kinds(((*told, *more, *end), rules), 1) == earned

    def test_points_belong_to_the_card_or_hand_that_was_raised_however_late(self):
        hand, crib = cards("6H 8S TC QD"), cards("2C 4D 2D 4H")
        deal = Dealt(1, (hand, hand), (), ()), StarterTurned(0, Card.parse("KS"))
        raised = Pegged(0, 0, 12, Law.DECLARED, (), 12)
        wrong = Challenged(1, 0, "too_many", upheld=True), PutBack(0, 0, 12, Law.OVERSCORE, 0)
        card = *deal, Played(0, hand[0], 6, 0), Shown(1, "crib", crib, 0, 4), Amended(0, 12, "play"), raised
        shown = *deal, Shown(0, "hand", hand, 0, 0), *deal, Amended(0, 12, "hand"), raised
        for events, earned in ((card, {"pegging"}), ((*card, *deal, *wrong), set()), (shown, set())):
            end = Conceded(1, "resigned"), GameWon(0, 1, "resigned")
            assert kinds(((*events, *end), CHECKED), 0) == earned

    def test_points_of_two_deals_are_not_added_up(self):
        told = game_of(DULL)
        assert "pegging" not in kinds(told, 0) | kinds(told, 1)


FROM_FAR_BEHIND = (BEN_29, BEN_29, DULL, DULL, ANN_29)
UNSKUNKED = replace(HOUSE, doubles=())
EXPERT = (None, "expert")
WINS = {
    # The game; what seat 0 earns of what is named, and what it does not earn.
    "skunks are the winner's": (lambda: game_of(ANN_29), "skunk double_skunk", ""),
    "no double one": (lambda: game_of(BEN_16, BEN_16, ANN_29), "skunk", "double_skunk"),
    "from 30 behind": (lambda: game_of(BEN_29, BEN_29, ANN_29), "comeback", "skunk_survived"),
    "not from 16 behind": (lambda: game_of(BEN_16, ANN_29), "", "comeback"),
    "out of a skunk": (lambda: game_of(*FROM_FAR_BEHIND), "skunk_survived comeback", ""),
    "where no skunk is counted": (lambda: game_of(*FROM_FAR_BEHIND, rules=UNSKUNKED), "", "skunk_survived"),
    "every count was right": (lambda: game_of(ANN_16), "right_counts", ""),
    "the bot counted": (lambda: game_of(ANN_16, rules=find("house", counting="automatic")), "", "right_counts"),
    "few counts are too few": (lambda: game_of(ANN_29, rules=find("house", target=61)), "", "right_counts"),
}


@pytest.mark.parametrize(("game", "earned", "missed"), WINS.values(), ids=WINS)
def test_what_a_winner_earns(game, earned, missed):
    told, named = game(), {*earned.split(), *missed.split()}
    assert kinds(told, 0) & named == {*earned.split()}
    assert not kinds(told, 1) & named


def test_a_skunk_is_out_of_reach_when_fifteen_are_needed():
    bens = [event for event in game_of(*FROM_FAR_BEHIND)[0] if getattr(event, "side", 0) == 1]
    scores = [event.score for event in bens if hasattr(event, "score")]
    assert 106 <= max(scores) < 121


def test_a_skunk_by_resignation_is_none():
    told = game_of(ANN_29, ANN_29, ANN_29, resigns=1)
    assert told[0][-1].games > 1
    assert kinds(told, 0) == {"hand_29"}


@pytest.mark.parametrize(("before", "earned"), [((119, 118), {"one_hole"}), ((119, 117), set())])
def test_by_one_hole(before, earned):
    rules = find("club")
    game, told = dealt_out(("QD 8S AD TC", "QH 2C 7H 9D"), starter="KS", rules=rules, scores=before)
    over, more = act(game, *plays("0:QD 1:QH 0:8S 1:2C 0:AD"))
    assert (over.phase.side, over.scores) == (0, (121, before[1] + 2))
    assert kinds(((*told, *more), rules), 0) & {"one_hole"} == earned


def test_against_the_expert():
    told = game_of(ANN_29)
    assert "beat_expert" in kinds(told, 0, EXPERT)
    for robots in (PEOPLE, (None, "club"), ("expert", None)):
        assert "beat_expert" not in kinds(told, 0, robots)
    assert "beat_expert" not in kinds(game_of(ANN_29, resigns=1), 0, EXPERT)


@pytest.mark.parametrize("points", [-1, 1])
def test_one_wrong_count_is_one_too_many(points):
    wrong = game_of(ANN_16, declare=lambda deal, shown, true: max(0, true + points * (deal == 2)))
    assert "right_counts" not in kinds(wrong, 0)


@pytest.mark.parametrize(
    ("deals", "rules", "challengers", "earned"),
    [
        ({1, 2, 3}, CHECKED, (0,), {"sharp_eye"}),
        ({1, 2}, CHECKED, (0,), set()),
        ({1, 2, 3, 4}, CHECKED, (), set()),
        ({1, 2, 3, 4}, HOUSE, (), set()),
    ],
    ids=["all", "too few", "they get away", "a referee catches for nobody"],
)
def test_all_counts_too_high_are_caught(deals, rules, challengers, earned):
    told = game_of(DULL, rules=rules, challengers=challengers, declare=_too_high(deals))
    assert kinds(told, 0) & {"sharp_eye"} == earned
    assert "sharp_eye" not in kinds(told, 1)


def _too_high(deals: set[int]) -> Callable[[int, Showing, int], int]:
    """Return the counts of a player who counts 3 too many for Ben's hands of these deals."""
    return lambda deal, shown, true: true + 3 if deal in deals and (shown.seat, shown.what) == (1, "hand") else true


def past(*games: str) -> list[PastGame]:
    """Return past games, one a day: ``W`` and ``L`` played out, ``w`` and ``l`` given up."""
    return [
        PastGame(f"g{number}", f"2025-03-{number:02}", won in "Ww", "show" if won.isupper() else "resigned")
        for number, won in enumerate("".join(games), 1)
    ]


@pytest.mark.parametrize(("games", "earned"), CASES["many_games"])
def test_what_many_games_earn(games, earned):
    assert milestones(past(games)) == earned


def test_ten_days_and_not_ten_games_and_a_thousand_games():
    games = [replace(game, day=f"2025-03-{place // 2:02}") for place, game in enumerate(past("L" * 20))]
    assert milestones(games) == {"games_10": "g10", "ten_nights": "g19"}
    games = [replace(games[0], id=f"g{number}") for number in range(1, 1_001)]
    assert milestones(games) == {"games_10": "g10", "games_100": "g100", "games_1000": "g1000"}


@sampled("name", TABLES)
def test_any_game_brings_each_kind_once_and_wins_to_the_winners_alone(name):
    told = play_random_game(TABLES[name], Random(7), resign=0.002)
    won, rules = told.events[-1], told.rules
    for seat in range(rules.players):
        found = achievements_of(Course(told.events, rules), seat, (None,) * rules.players)
        assert [earned.kind for earned in found] == [kind for kind in KINDS if kind in {one.kind for one in found}]
        if won.side != rules.side_of(seat):
            assert not {earned.kind for earned in found} & {"skunk", "double_skunk", "comeback", "right_counts"}


def test_partners_win_together():
    rules = find("house", players=4, target=61)
    seen = set()
    for seed in range(20):
        told = play_random_game(rules, Random(seed), miscount=0.0)
        wins = [
            {one.kind for one in achievements_of(Course(told.events, rules), seat, (None,) * 4)} for seat in range(4)
        ]
        for kind in ("skunk", "double_skunk", "skunk_survived", "comeback", "one_hole"):
            assert (kind in wins[0], kind in wins[1]) == (kind in wins[2], kind in wins[3])
        seen |= wins[0] | wins[1]
    assert seen & {"skunk", "one_hole", "comeback"}
