"""The expert: the play by search, pegging in discards, winning chances, and the end of a game."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.shuffle import pack as shuffled
from engine.actions import Play, Resign
from engine.ai import play_positions
from engine.ai.discards import by_points, discard_chances, judge_discards
from engine.ai.holdings import Choice, Seen, holdings, worlds
from engine.ai.judge import can_judge, judge
from engine.ai.levels import CLUB, EXPERT
from engine.ai.opponent_hands import unseen_ranks
from engine.ai.play_positions import (
    PIPS,
    RANKS,
    THIRD,
    Seating,
    count_of,
    play_out,
    points_of,
    reached,
    scores_by_rank,
    start,
)
from engine.ai.play_search import around, judge_plays, what_was_seen
from engine.ai.robots import choose
from engine.ai.tables import FOURS, SIX_CARDS, Place, form, kept_likelihood, pegging
from engine.ai.winning_chances import Race, chances_of_three, game_value, stakes_of, winning_chance
from engine.cards import PACK, Rank
from engine.events import Pegged, Shown
from engine.game import apply, shuffle_in, waiting_on
from engine.game import chance as awaited
from engine.laws import Law
from engine.presets import find
from engine.rules import Counting, Rules
from engine.scoring import LIMIT
from engine.state import Playing
from engine.view import view
from tests.support.depth import examples, part_of, sampled, seeds, thorough
from tests.support.robot_tables import FIVE, FOUR, THREE, at_play, dealt, played
from tests.support.strategies import AUTOMATIC, act, cards

SEEDS = range(4)
"""Chances with which a choice must be the same, because it is not close."""


def best_discard(seen, seed=1) -> str:
    """Return the ranks that an expert discards, the lowest first."""
    return "".join(str(card.rank) for card in sorted(choose(seen, EXPERT, Random(seed).random).cards))


# Cards to play, from positions in which a club robot errs.


@sampled("seed", SEEDS)
@pytest.mark.parametrize(
    ("pone", "dealer", "starter", "line", "best"),
    [
        pytest.param("7C 8D QH KS 5C 6D", "TC AC AD AH 9C 9D", "2S", "0:7C", "T", id="a ten keeps three aces"),
        pytest.param("7C 8D QH KS 2C 3D", "5C 4D 9H 6S AC 7D", "6C", "0:7C", "9", id="a nine rather than a four"),
        pytest.param("2C 7D 8H 9S 4C JD", "3C 5D QH KS AC AD", "TS", "", "2", id="a two rather than a card of a run"),
    ],
)
def test_a_card_that_a_club_robot_does_not_find(pone, dealer, starter, line, best, seed):
    game = played(at_play(AUTOMATIC, 1, pone, dealer, starter=starter), line)
    assert str(choose(view(game, waiting_on(game)[0]), EXPERT, Random(seed).random).card.rank) == best


# The end of a game.


@sampled("seed", SEEDS)
def test_a_dealer_who_needs_one_hole_keeps_cards_to_peg_it(seed):
    # Both keep the 2 and the 4; by 1,500 deals they win 96 and 97 %, and the next best 83 %.
    game = dealt(AUTOMATIC, 0, "QC 4D QD JH 2S QH", "3C 5D 7H 8S 9C KD", scores=(120, 118))
    assert best_discard(view(game, 0), seed) in {"JQ", "QQ"}


@sampled("seed", SEEDS)
@pytest.mark.parametrize(
    ("six", "scores", "best"),
    [
        # The dealer pegs the last hole in the play as long as the pone does not peg 3 before.
        ("9S JD 2H 3S JC QH", (119, 120), "JQ"),
        ("2S KH AH 4C 4S TD", (119, 120), "4T"),
        ("AD 7D 3D AH QH 3H", (119, 120), "3Q"),
    ],
)
def test_a_dealer_near_the_end_keeps_what_pegs_first(six, scores, best, seed):
    game = dealt(AUTOMATIC, 0, six, "5S 5D 6H 7H 8H TC", starter="TH", scores=scores)
    assert best_discard(view(game, 0), seed) == best


@sampled("seed", SEEDS)
@pytest.mark.parametrize(
    ("six", "scores", "best"),
    [
        ("9H 2S 8D 5D 2H AH", (119, 120), "59"),
        ("6S 9S QC JS QS KS", (110, 112), "69"),
    ],
)
def test_a_pone_near_the_end_counts_the_crib_for_little(six, scores, best, seed):
    """The game is over before the crib counts, so it may get cards that would cost too much earlier."""
    game = dealt(AUTOMATIC, 1, six, "3S 4S 4H 6C TC TD", starter="TH", scores=scores)
    assert best_discard(view(game, 0), seed) == best


def judged(six, mine, theirs, *, dealer, seed=1):
    """Return the discards whose chances to win are known, at these holes to go."""
    place = Place(steps=int(not dealer))
    race = Race.before((mine, theirs), place)
    found = discard_chances(by_points(cards(six), place), race, place, Random(seed).random)
    assert len(found) == 15
    return [one for one in found if one.chance is not None]


@sampled("seed", SEEDS)
def test_the_chance_to_win_is_another_guide_than_points(seed):
    """At 120 to 118 the dealer needs one hole in the play, so a queen goes with another or with the jack."""
    found = judged("QC 4D QD JH 2S QH", 1, 3, dealer=True, seed=seed)
    ranks = ["".join(sorted(str(card.rank) for card in one.cards)) for one in found]
    assert {*ranks[:2]} == {"QQ", "JQ"}
    assert found[1].chance > 0.94
    assert all(one.chance < 0.87 for one in found[2:])


@thorough
def test_chances_far_from_the_end_agree_with_the_table_before_the_deal():
    """Over many deals the best discards win as often as the table says."""
    for dealer in part_of((True, False)):
        best = []
        for seed in seeds(24):
            six = " ".join(map(str, Random(f"{dealer} {seed}").sample(PACK, 6)))
            best.append(max(one.chance for one in judged(six, 70, 70, dealer=dealer)))
        expected = winning_chance(70, 70, dealer=dealer)
        assert sum(best) / len(best) == pytest.approx(expected, abs=0.035 * (24 / len(best)) ** 0.5)


def test_chances_say_how_sure_they_are():
    six = "4H 5D 5C 6S JD TD"
    several = [judged(six, 11, 17, dealer=True, seed=seed) for seed in range(3)]
    best = [one for found in several for one in found if {str(card) for card in one.cards} == {"4H", "6S"}]
    assert len(best) == 3
    mean = sum(one.chance for one in best) / len(best)
    assert all(0 < one.error < 0.012 for one in best)
    assert all(abs(one.chance - mean) < 4 * one.error for one in best)
    assert judged(six, 11, 17, dealer=True, seed=1) == several[1]


def test_a_dealer_far_from_the_end_discards_the_same_cards_by_points():
    six = cards("QC 4D QD JH 2S QH")
    assert {str(card.rank) for card in by_points(six, Place())[0].cards} == {"2", "4"}


@sampled("seed", SEEDS)
def test_a_pone_who_wins_by_counting_first_only_keeps_the_dealer_from_pegging(seed):
    # The pone counts 12 and needs 12; the dealer needs 9 and counts later.
    game = at_play(AUTOMATIC, 1, "4C 5D 6H 6S KC 9D", "TC TD 3H 2S KD QD", starter="AC", scores=(109, 112))
    judged = judge_plays(view(game, 0), Random(seed).random)
    assert judged[0].chance > 0.95
    chances = [round(one.chance, 9) for one in judged]
    assert chances == sorted(chances, reverse=True)


def test_a_dealer_counts_after_the_pone():
    # The dealer's hand counts the 12 that are needed, but the pone shows three kings first and needs 5.
    game = at_play(AUTOMATIC, 1, "KH KD QS JC 2C 3D", "9C 8D 7H 7S 4C 5D", starter="KS", scores=(115, 109))
    (judged,) = judge_plays(view(played(game, "0:KH 1:9C 0:KD 1:8D 0:QS"), 1), Random(1).random)
    assert judged.chance < 0.05


def test_whoever_needs_the_fewest_holes_has_the_best_chance():
    assert winning_chance(0, 5, dealer=False) == 1
    assert winning_chance(5, 0, dealer=True) == 0
    for dealer in (True, False):
        for theirs in range(1, 122, 8):
            chances = [winning_chance(mine, theirs, dealer=dealer) for mine in range(1, 122, 4)]
            assert chances == sorted(chances, reverse=True)
            assert chances[0] > chances[-1]


def test_the_first_dealer_wins_as_often_as_in_published_games():
    assert winning_chance(121, 121, dealer=True) == pytest.approx(0.556, abs=0.004)
    assert winning_chance(121, 121, dealer=True) + winning_chance(121, 121, dealer=False) == pytest.approx(1)
    assert winning_chance(1, 1, dealer=True) == pytest.approx(0.629, abs=0.02)


def test_a_double_game_counts_for_whoever_wins_it():
    stakes = stakes_of(find("house"))
    assert stakes == ((30, 1), (60, 2))
    assert game_value(0, 30, stakes, dealer=True) == 1
    assert game_value(0, 31, stakes, dealer=True) == 1.5
    assert game_value(-2, 61, stakes, dealer=False) == 2.5
    assert game_value(61, 0, stakes, dealer=False) == -1.5
    assert game_value(40, 20, (), dealer=True) == winning_chance(40, 20, dealer=True)
    for mine, theirs in ((60, 10), (5, 35), (100, 100), (20, 90)):
        both = game_value(mine, theirs, stakes, dealer=True) + game_value(theirs, mine, stakes, dealer=False)
        assert both == pytest.approx(1, abs=0.001)
    assert game_value(5, 40, stakes, dealer=True) > winning_chance(5, 40, dealer=True) + 0.2


class TestThreePlayers:
    """Three who play each for themselves: whose points they are matters to the end."""

    def test_whoever_needs_fewer_holes_has_the_better_chance_and_somebody_wins(self):
        for others in ((5, 40), (30, 31), (90, 60)):
            for place in range(3):
                chances = []
                for mine in (-1, 1, 2, 10, 26, 27, 28, 60, 121):
                    found = chances_of_three(*others[:place], mine, *others[place:])
                    assert sum(found) == pytest.approx(1)
                    chances.append(found[place])
                assert chances == sorted(chances, reverse=True)
                assert chances[0] == 1

    @pytest.mark.parametrize(
        ("needs", "chances"),
        [
            ((121, 121, 121), (0.420, 0.316, 0.264)),
            ((30, 30, 30), (0.515, 0.332, 0.153)),
            ((15, 15, 15), (0.596, 0.141, 0.263)),
            ((8, 8, 30), (0.451, 0.549, 0.0)),
            ((30, 20, 10), (0.016, 0.066, 0.918)),
        ],
    )
    def test_chances_are_those_of_games(self, needs, chances):
        """In 3,000 games from each of these scores quick players won as often."""
        assert chances_of_three(*needs) == pytest.approx(chances, abs=0.05)

    def test_points_count_for_whoever_scores_them_in_their_order(self):
        race = Race((10, 10, 3), 1, form=form(3, 5))
        assert race.value_after([2, -3, -3 * THIRD, 29]) == 0
        assert race.value_after([10, -3 * THIRD]) == 1
        assert race.value_after([-2 * THIRD]) < race.value_after([]) < race.value_after([2])
        # After the deal of the next player it is for the third to deal; after the third's, for oneself.
        assert race.value_after([]) == chances_of_three(3, 10, 10)[1]
        assert replace(race, dealer=2).value_after([]) == chances_of_three(10, 10, 3)[0]

    def test_the_race_is_in_the_order_of_play(self):
        game = at_play(
            THREE, 2, "TC 7C AC 2C KC", "TD 8D 9D QD KD", "9H 5H 3H 2H KH", to_crib="AS", scores=(90, 100, 110)
        )
        races = [Race.of(view(game, seat), Place.of(view(game, seat), seat)) for seat in range(3)]
        assert [race.needs for race in races] == [(31, 21, 11), (21, 11, 31), (11, 31, 21)]
        assert [race.dealer for race in races] == [2, 1, 0]
        assert all(race.is_near_the_end for race in races)

    @sampled("seed", SEEDS)
    def test_no_five_is_led_to_a_player_who_needs_two_holes(self, seed):
        """Far from the end it is about as good as any; now any ten in the next hand makes fifteen, and the game."""
        names = "9D AC 5S 6H KD", "TD 8D JD QD KS", "9H 7H 3H 2C KH"
        near, far = (
            view(at_play(THREE, 2, *names, to_crib="AS", starter="2H", scores=scores), 0)
            for scores in ((115, 119, 108), (60, 64, 53))
        )
        judged, before = (judge_plays(seen, Random(seed).random) for seen in (near, far))
        five, five_before = (next(one for one in found if one.rank is Rank.FIVE) for found in (judged, before))
        assert five.chance < judged[0].chance / 2
        assert before[0].points - five_before.points < 0.4


@pytest.mark.parametrize("leaver", range(3))
def test_after_one_of_three_has_left_the_others_play_and_are_judged_as_two(leaver):
    game, _ = act(dealt(THREE, 2, "TC 7C AC 2C KC", "TD 8D 9D QD KD", "9H 5H 3H 2H KH", to_crib="AS"), Resign(leaver))
    whim, tried, before = Random(leaver), 0, game.deal
    while tried < 6:
        if (due := awaited(game)) is not None:
            game, _ = shuffle_in(game, shuffled(bytes(32), *due))
            continue
        seen = view(game, waiting_on(game)[0])
        if game.deal > before and can_judge(seen):
            assert len(around(seen)) == 2
            assert judge(seen, whim.random)[0].lost == 0
            tried += 1
        game, _ = apply(game, choose(seen, EXPERT if tried else CLUB, whim.random))


@pytest.mark.parametrize("leaver", range(3))
def test_the_deal_that_one_of_three_leaves_is_judged_by_the_chances_of_the_others(leaver):
    names = "TC 7C AC 2C KC", "TD 8D 9D QD KD", "9H 5H 3H 2H KH"
    game = played(at_play(THREE, 2, *names, to_crib="AS", scores=(105, 100, 95)), "0:TC 1:TD 2:9H")
    game, _ = act(game, Resign(leaver))
    judged = judge_plays(view(game, waiting_on(game)[0]), Random(1).random)
    assert all(0 < one.chance < 1 for one in judged)


# The tables.


def test_a_dealer_pegs_more_than_a_pone_and_low_cards_more_than_high_ones():
    for pegged in (pegging(SIX_CARDS, 0), pegging(SIX_CARDS, 1)):
        assert set(pegged) == set(FOURS)
        assert pegged[1, 2, 3, 4] > pegged[9, 11, 12, 13] + 0.5
    more = [pegging(SIX_CARDS, 0)[four] - pegging(SIX_CARDS, 1)[four] for four in FOURS]
    assert sum(more) / len(more) > 1.5


def test_hands_that_score_are_kept_more_often():
    for kept in (kept_likelihood(SIX_CARDS, dealer=True), kept_likelihood(SIX_CARDS, dealer=False)):
        assert kept[5, 10, 11, 12] > 5 * kept[1, 6, 8, 13]
        assert all(kept[four] > 0 for four in FOURS)


# The other player's hand.


def unseen_after(*ranks: int) -> tuple[int, ...]:
    """Return how many cards of each rank are unseen after these."""
    return (0, *(4 - ranks.count(rank) for rank in range(1, 14)))


def test_no_likely_hand_has_a_card_that_fits_after_a_go_or_that_was_seen():
    seen = Seen(
        unseen=unseen_after(9, 9, 9, 9, 13, 12),
        held=2,
        kept=kept_likelihood(SIX_CARDS, dealer=True),
        room=6,
        choices=(Choice((), 10, 4), Choice((10, 13), 5, 3)),
    )
    found = holdings(seen, 100, Random(1).random)
    assert sum(likely for _, likely in found) == pytest.approx(1)
    assert all(min(rest) > 6 and 9 not in rest for rest, _ in found)


def test_who_did_not_pair_a_lead_seldom_holds_its_rank():
    """The same card played to a four and to a three: threes and fours are as likely before."""
    unseen = unseen_after(4, 3, 12, 13, 1, 1, 7)

    def share(lead, rank):
        kept = kept_likelihood(SIX_CARDS, dealer=True)
        seen = Seen(unseen=unseen, held=3, kept=kept, choices=(Choice((lead,), 10, 3),))
        return sum(likely for rest, likely in holdings(seen, 400, Random(2).random) if rank in rest)

    assert share(4, 4) < 0.8 * share(3, 4)
    assert share(3, 3) < 0.8 * share(4, 3)


def test_what_others_chose_is_told_with_what_they_saw():
    """The series before each card, and with how many cards it could be answered."""
    game = at_play(AUTOMATIC, 1, "7C 7D QH KS 5C 6D", "TC 4D 9H 9S AC JD", starter="2H")
    (seen,) = what_was_seen(view(played(game, "0:7C 1:TC 0:QH 1:4D 0:KS"), 0))
    assert seen.choices == (Choice((7,), 10, 3), Choice((7, 10, 12), 4, 2))
    assert (seen.held, seen.room) == (2, 0)


def test_a_card_after_a_go_can_be_answered_by_nobody():
    game = at_play(AUTOMATIC, 1, "7C 9D QH KS 5C 6D", "TC AC AD 9S 4D JD", starter="2S")
    (seen,) = what_was_seen(view(played(game, "0:9D 1:TC 0:KS 1:AC 1:AD"), 0))
    assert seen.choices[1:] == (Choice((9, 10, 13), 1, 2), Choice((9, 10, 13, 1), 1, 0))


def test_a_partner_and_the_others_are_seen_in_the_order_of_play():
    hands = ("2C 4D 6H 8S TC", "3C 5D 7H 9S JC", "AC AD QH QS KC", "2D 4H 6S 8C TD")
    game = played(at_play(FOUR, 3, *hands, starter="AS"), "0:8S 1:9S 2:QS 3:2D")
    left, partner, right = what_was_seen(view(game, 0))
    assert left.choices == (Choice((8,), 9, 4),)
    assert partner.choices == (Choice((8, 9), 12, 4),)
    assert right.choices == (Choice((8, 9, 12), 2, 3),)


@pytest.mark.parametrize("rules", [FIVE, THREE, FOUR], ids=["five", "three", "four"])
def test_likely_deals_fit_what_was_seen(rules):
    """No rank is held more often than it is unseen, and everybody holds as many cards as they do."""
    chance = Random(5)
    for _ in range(8):
        pack = chance.sample(PACK, rules.players * 5 + 2)
        names = [" ".join(map(str, pack[seat * 5 : seat * 5 + 5])) for seat in range(rules.players)]
        game = at_play(rules, 0, *names, starter=str(pack[-1]), to_crib=str(pack[-2]) if rules.players == 3 else "")
        for _ in range(chance.randrange(5)):
            seat = waiting_on(game)[0]
            game, _ = apply(game, chance.choice([move for move in view(game, seat).legal if isinstance(move, Play)]))
        seen = view(game, waiting_on(game)[0])
        unseen, held = unseen_ranks(seen), [seen.held[seat] for seat in around(seen)[1:]]
        found = worlds(what_was_seen(seen), 60, chance.random)
        assert sum(likely for _, likely in found) == pytest.approx(1)
        for hands, _ in found:
            assert list(map(len, hands)) == held
            assert all(sum(hands, ()).count(rank) <= unseen[rank] for rank in RANKS)


def positions(rules, seed, many):
    """Yield games in the play in which a seat has a choice, after random cards."""
    chance = Random(seed)
    while many:
        pack = chance.sample(PACK, rules.players * rules.dealt + 2)
        names = [" ".join(map(str, pack[seat * rules.dealt :][: rules.dealt])) for seat in range(rules.players)]
        to_crib = str(pack[-2]) if rules.players == 3 else ""
        game = at_play(rules, chance.randrange(rules.players), *names, starter=str(pack[-1]), to_crib=to_crib)
        for _ in range(chance.randrange(4)):
            seat = waiting_on(game)[0]
            game, _ = apply(game, chance.choice([move for move in view(game, seat).legal if isinstance(move, Play)]))
            if not isinstance(game.phase, Playing):
                break
        if isinstance(game.phase, Playing) and can_judge(view(game, waiting_on(game)[0])):
            many -= 1
            yield game


def net_in_truth(game, rank) -> float:
    """Return what a card brings its side in the rest of the play, with the cards that everybody really holds."""
    seen = view(game, waiting_on(game)[0])
    place = Place.of(seen, seen.seat)
    position = reached(tuple(int(card.rank) for _, card in seen.series))
    hands = [tuple(sorted(int(card.rank) for card in game.phase.hands[seat])) for seat in around(seen)]
    hands[0] = tuple(sorted(hands[0][: hands[0].index(rank)] + hands[0][hands[0].index(rank) + 1 :]))
    scores = play_out(position.after(rank), tuple(hands), 1, 0, Seating(place.signs, seen.rules.single_series))
    own, others = points_of(scores)
    return position.points[rank] + own - others * place.other


@pytest.mark.parametrize("rules", [AUTOMATIC, FIVE, THREE, FOUR], ids=["six", "five", "three", "four"])
def test_the_card_that_is_judged_best_brings_more_than_the_worst_in_truth(rules):
    gained = []
    for number, game in enumerate(positions(rules, 4, 40)):
        found = judge_plays(view(game, waiting_on(game)[0]), Random(number).random, many=60)
        gained.append(net_in_truth(game, int(found[0].rank)) - net_in_truth(game, int(found[-1].rank)))
    assert sum(gained) / len(gained) > 0.5


@pytest.mark.parametrize("rules", [AUTOMATIC, FIVE, THREE, FOUR], ids=["six", "five", "three", "four"])
def test_a_search_that_has_to_stop_answers_with_what_it_has(rules):
    for game in positions(rules, 6, 3):
        seen = view(game, waiting_on(game)[0])
        stopped = choose(seen, EXPERT, Random(1).random, lambda: True)
        assert stopped in seen.legal
        assert choose(seen, EXPERT, Random(1).random, lambda: True) == stopped
        ranks = {move.card.rank for move in seen.legal if isinstance(move, Play)}
        assert {one.rank for one in judge_plays(seen, Random(1).random, lambda: True)} == ranks


def test_a_discard_near_the_end_stops_too():
    game = dealt(AUTOMATIC, 0, "QC 4D QD JH 2S QH", "3C 5D 7H 8S 9C KD", scores=(100, 104))
    asked = []
    found = judge_discards(view(game, 0), Random(1).random, lambda: not asked.append(1))
    assert (len(found), len(asked)) == (15, 2)


@pytest.mark.parametrize(("rules", "needs"), [(FIVE, (50, 55)), (FOUR, (112, 115))], ids=["five", "four"])
def test_near_the_end_the_chance_of_the_side_decides(rules, needs):
    for game in positions(rules, 8, 2):
        seen = replace(view(game, waiting_on(game)[0]), scores=needs)
        found = judge_plays(seen, Random(1).random, many=40)
        assert all(0 <= one.chance <= 1 for one in found)


# The whole game.


@given(st.randoms(use_true_random=False))
@examples(300)
def test_a_position_forgets_no_card_that_can_still_score(chance):
    series: tuple[int, ...] = ()
    while fits := [rank for rank in RANKS if PIPS[rank] <= LIMIT - count_of(series) and series.count(rank) < 4]:
        low = chance.choice(fits)
        series = (*series, min((rank for rank in fits if abs(rank - low) < 3), key=lambda _: chance.random()))
        scores = scores_by_rank(series, count_of(series))
        for rank in RANKS:
            if PIPS[rank] <= LIMIT - count_of(series):
                assert reached(series).points[rank] == scores.get(rank, 0)
            else:
                assert reached(series).points[rank] == -1


def test_playing_on_follows_the_laws():
    """The scores of a deal that is played to its end are those that the game itself pegs."""
    chance = Random(3)
    for _ in range(60):
        pack = chance.sample(PACK, 13)
        names = [" ".join(map(str, pack[start : start + 6])) for start in (0, 6)]
        game = at_play(Rules(counting=Counting.AUTOMATIC), 1, *names, starter=str(pack[12]))
        hands = tuple(tuple(sorted(int(card.rank) for card in view(game, seat).hand)) for seat in (0, 1))
        assert play_out(start(), hands, 0, 1) == pegged_by_quick_choices(game)


def pegged_by_quick_choices(game) -> list[int]:
    """Return the scores of the play, in order, when both seats play as ``Position.choice`` says."""
    scores: list[int] = []
    while isinstance(game.phase, Playing):
        seat = waiting_on(game)[0]
        seen = view(game, seat)
        position = start()
        for _, card in seen.series:
            position = position.after(int(card.rank))
        rank = position.move(tuple(sorted(int(card.rank) for card in seen.hand)), seen.held[1 - seat])[0]
        game, events = apply(game, Play(seat, next(card for card in seen.hand if card.rank == rank)))
        pegged = 0
        for event in events:
            if isinstance(event, Shown):
                break
            if isinstance(event, Pegged) and event.law in (Law.GO, Law.LAST_CARD):
                scores += [pegged] if pegged else []
                pegged, sign = 0, 1 if event.seat == 0 else -1
                scores.append(sign * event.points)
            elif isinstance(event, Pegged):
                pegged += event.points if event.seat == 0 else -event.points
        scores += [pegged] if pegged else []
    return scores


def test_positions_that_are_forgotten_are_made_again(monkeypatch):
    scores = play_out(start(), ((2, 5, 8, 9), (3, 4, 12, 13)), 0, 1)
    monkeypatch.setattr(play_positions, "_TOO_MANY", 3)
    reached((5, 10))
    assert len(play_positions._known) <= 3
    assert play_out(start(), ((2, 5, 8, 9), (3, 4, 12, 13)), 0, 1) == scores


def test_the_same_chance_gives_the_same_moves():
    game = dealt(AUTOMATIC, 0, "QC 4D QD JH 2S QH", "3C 5D 7H 8S 9C KD", scores=(95, 99))
    moves = [choose(view(game, 1), EXPERT, Random(7).random) for _ in range(2)]
    assert moves[0] == moves[1]


def test_discards_count_pegging_and_are_sorted():
    game = dealt(AUTOMATIC, 0, "QC 4D QD JH 2S QH", "3C 5D 7H 8S 9C KD")
    found = judge_discards(view(game, 0), Random(1).random)
    assert len(found) == 15
    assert [one.points for one in found] == sorted((one.points for one in found), reverse=True)
    assert all(one.points == pytest.approx(one.hand + one.crib + one.peg) for one in found)


@pytest.mark.parametrize("rules", [FIVE, THREE, FOUR, find("acc")], ids=["five", "three", "four", "acc"])
def test_an_expert_plays_every_game(rules):
    hands = ("2C 4D 6H 8S TC", "3C 5D 7H 9S JC", "AC AD QH QS KC", "2D 4H 6S 8C TD")[: rules.players]
    if rules.dealt == 6:
        hands = tuple(f"{hand} {more}" for hand, more in zip(hands, ("KD", "KH"), strict=True))
    game = dealt(rules, 0, *hands, starter="AS")
    while not isinstance(game.phase, Playing):
        for seat in waiting_on(game):
            game, _ = apply(game, choose(view(game, seat), EXPERT, Random(1).random))
    seat = waiting_on(game)[0]
    assert choose(view(game, seat), EXPERT, Random(1).random).seat == seat
