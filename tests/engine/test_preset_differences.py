"""The differences between the rule books: the same cards, preset by preset."""

import pytest

from engine.actions import ClaimHeels, CutPack, Deal, LayAway, SayGo, TakeBack
from engine.board import games_won
from engine.cards import PACK, Card
from engine.errors import IllegalAction
from engine.events import Pegged
from engine.game import apply, legal
from engine.laws import Law
from engine.presets import PRESETS, find
from engine.rules import Counting, NextDealer, PlayOn
from engine.scoring import show_total
from engine.view import view
from tests.support.strategies import about_to_deal, act, at_the_show, cards, dealt_out, plays


def by_preset(**answers):
    """A parameter for every preset; ``other`` is the answer of those that are not named."""
    named = {name.replace("_", "-"): answer for name, answer in answers.items()}
    return [pytest.param(name, named.get(name, named.get("other")), id=name) for name in PRESETS]


def pegged(events):
    return [(event.seat, event.points, event.law) for event in events if isinstance(event, Pegged)]


@pytest.mark.parametrize(
    ("name", "games"),
    by_preset(
        house={90: 2, 91: 1, 60: 4, 61: 2},
        club={90: 1, 60: 1, 0: 1},
        bicycle={90: 1, 60: 2, 61: 1, 30: 2},
        britannica={30: 1, 29: 1, 0: 1},
        britannica_five={30: 1, 29: 1, 0: 1},
        crib_derby={90: 1, 61: 1, 60: 2, 31: 2, 30: 4},
        acc={91: 1, 90: 2, 60: 2, 0: 2},
    ),
)
def test_lurch_and_skunk_fall_at_the_book_s_own_hole(name, games):
    rules = find(name)
    assert {loser: games_won(rules, (rules.target, loser), 0) for loser in games} == games


@pytest.mark.parametrize(("name", "games"), [("house", 2), ("bicycle", 2), ("britannica", 1), ("britannica-five", 1)])
def test_lurch_at_sixty_one_is_below_thirty_one_or_below_thirty(name, games):
    rules = find(name, target=61, doubles="lurch")
    assert games_won(rules, (61, 30), 0) == games
    assert games_won(rules, (61, 29), 0) == 2


@pytest.mark.parametrize(
    ("name", "then"),
    by_preset(
        house=(NextDealer.LOSER, NextDealer.LOSER),
        bicycle=(NextDealer.LOSER, NextDealer.LOSER),
        britannica=(NextDealer.CUT, NextDealer.ALTERNATE),
        britannica_five=(NextDealer.CUT, NextDealer.ALTERNATE),
        acc=(NextDealer.ALTERNATE, NextDealer.ALTERNATE),
        other=(NextDealer.CUT, NextDealer.CUT),
    ),
)
def test_law_01_a_fresh_cut_after_every_game_unless_rubbers_are_played(name, then):
    assert (find(name).next_dealer, find(name, rubber=True).next_dealer) == then
    assert find(name, rubber=True, next_dealer="loser").next_dealer is NextDealer.LOSER  # unless agreed


@pytest.mark.parametrize(
    ("name", "costs"),
    by_preset(bicycle=[], britannica=[], britannica_five=[], crib_derby=[(1, 2, Law.PREDEAL_CUT)], acc=[]),
)
def test_predeal_cut_is_free_or_costs_two_or_is_not_made(name, costs):
    game = about_to_deal(find(name, ceremony=True), dealer=1)
    if costs is None:
        with pytest.raises(IllegalAction):
            apply(game, CutPack(0, 20))
    else:
        _, events = apply(game, CutPack(0, 20))
        assert pegged(events) == costs


def worthless_hands(rules):
    """Return hands without any points, for six cards or for five."""
    return ["2C 4D 6H", "AC 3C 9D"] if rules.five_card else ["2C 4D 6H 8S", "AC 3C 9D QS"]


@pytest.mark.parametrize(("name", "forfeited"), by_preset(house=False, club=False, bicycle=False, other=True))
def test_his_heels_at_once_or_before_the_dealer_plays(name, forfeited):
    game, events = dealt_out(worthless_hands(find(name)), starter="JD", rules=find(name))
    assert ((1, 2, Law.HIS_HEELS) in pegged(events)) == (not forfeited)
    if forfeited:
        assert pegged(apply(game, ClaimHeels(1))[1]) == [(1, 2, Law.HIS_HEELS)]
        with pytest.raises(IllegalAction):
            act(game, *plays("0:2C 1:AC"), ClaimHeels(1))


@pytest.mark.parametrize(
    ("name", "surplus"),
    [case for case in by_preset(bicycle="nobody", crib_derby="nobody", other="adversary") if case.id != "club"],
)
def test_law_19_the_overscore_goes_across_or_only_comes_off(name, surplus):
    """The pone declares nine for less. At the club nobody declares."""
    rules = find(name)
    game = at_the_show(worthless_hands(rules), starter="KH", rules=rules)
    said = "0:show=9 1:many" if rules.counting is Counting.CHALLENGE else "0:show=9"
    game, events = act(game, *plays(said))
    truth = show_total(cards(worthless_hands(rules)[0]), Card.parse("KH"))
    across = 9 - truth if surplus == "adversary" else 0
    assert 0 <= truth < 9
    assert game.scores == (truth, across)
    assert (Law.OVERSCORE in {law for seat, _, law in pegged(events) if seat == 1}) == (across > 0)


@pytest.mark.parametrize(("name", "points"), by_preset(britannica_five=3, other=0))
def test_three_for_last_is_of_the_five_card_game(name, points):
    _, events = apply(about_to_deal(find(name), dealer=1), Deal(PACK))
    assert pegged(events) == ([(0, points, Law.THREE_FOR_LAST)] if points else [])


@pytest.mark.parametrize(("name", "single"), by_preset(britannica_five=True, other=False))
def test_single_series_and_liberty_to_stop_are_of_the_five_card_game(name, single):
    assert find(name).single_series == single
    assert (find(name).play_on is PlayOn.MAY) == single


@pytest.mark.parametrize(("name", "can"), by_preset(britannica=True, britannica_five=True, acc=True, other=False))
def test_law_11_is_broken_at_a_price_where_the_book_has_one(name, can):
    rules = find(name)
    game, _ = apply(about_to_deal(rules, dealer=1), Deal(PACK))
    laid = view(game, 0).hand[:2]
    game, _ = act(game, LayAway(0, laid))
    assert any(isinstance(move, TakeBack) for move in legal(game, 0)) == can


@pytest.mark.parametrize(("name", "can"), by_preset(britannica=True, acc=True, other=False))
def test_law_16_is_broken_at_a_price_at_six_cards_where_the_book_has_one(name, can):
    game, _ = dealt_out(worthless_hands(find(name)), starter="KH", rules=find(name))
    game, _ = act(game, *plays("0:2C"))
    assert any(isinstance(move, SayGo) for move in legal(game, 1)) == can
