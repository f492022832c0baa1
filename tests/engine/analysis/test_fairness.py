"""Stored questions about cards in play, to be answered after the deal."""

from collections import Counter as Multiset
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

import pytest

from engine.actions import Accept, Deal, Declare, LayAway, Play, Resign, SayGo
from engine.analysis.fairness import is_deal_over, names_hidden_cards, reason_to_wait
from engine.cards import PACK, Card, Rank, Suit
from engine.game import apply, legal, waiting_on
from engine.presets import find
from engine.scoring import peg_points
from engine.text.question_reader import read
from engine.text.questions import (
    DiscardQuestion,
    Face,
    FourCardQuestion,
    HandQuestion,
    PlayQuestion,
    RanksQuestion,
    all_cards,
)
from tests.support.depth import sampled, seeds, thorough
from tests.support.random_tables import at, dealt_on, moved, opened
from tests.support.strategies import about_to_deal, at_the_show, cards, dealt_out, plays, stacked

THREE = ("5H 5D 5C JS", "6S 8C TD QH", "2H 4S 6C 8D")
"""Cat deals, so Ann shows first, then Ben, then Cat, and Cat the crib."""

ANN, BEN, CAT = "5h 5d 5c js 5s", "6s 8c td qh 5s", "2h 4s 6c 8d 5s"
NOTHING_IS_OPEN = "0:show=29 1:show=4 2:show=4 0:ok 1:ok"


def waits(text, view):
    """Return whether the answer to a question has to wait."""
    return reason_to_wait(read(text).questions[0], view) is not None


def listed(texts):
    """Return texts that are separated by semicolons, over several lines."""
    return [" ".join(text.split()) for text in texts.split(";") if text.strip()]


def check(view, shut="", counted=""):
    """Assert that the answers to the first questions wait, and that those to the others do not."""
    assert [text for text in listed(shut) if not waits(text, view)] == []
    assert [text for text in listed(counted) if waits(text, view)] == []


def showing(line=""):
    rules = find("britannica", players=3, target=121)
    game = at_the_show(THREE, starter="5S", dealer=2, rules=rules)
    return moved(at(game), *plays(line))


def in_play(kept, line="", *, starter="KS", preset="house", **given):
    """Return a table of two in the play."""
    game, _ = dealt_out(kept, starter=starter, rules=find(preset), **given)
    return moved(at(game), *plays(line))


def laying(*, preset="house", kept=("5H 5D 5C JS", "6S 8C TD QH"), away=("2C 3D", "2D 4H"), players=2):
    """Return a table before the discard."""
    rules = find(preset, players=players)
    hands = [f"{hand} {thrown}" for hand, thrown in zip(kept, away, strict=True)]
    game, _ = apply(about_to_deal(rules, dealer=1), Deal(stacked(1, hands, "5S")))
    return at(game)


@pytest.mark.parametrize(
    ("line", "shut"),
    [
        ("", [ANN, BEN, CAT]),
        ("0:show=29", [ANN, BEN, CAT]),
        ("0:show=29 1:ok 2:ok", [BEN, CAT]),
        ("0:show=29 1:show=4", [ANN, BEN, CAT]),  # Cat may still challenge Ann
        ("0:show=29 1:show=4 2:show=4", [BEN, CAT]),  # and Ann Ben
        (NOTHING_IS_OPEN, []),
    ],
)
def test_three_hands_are_refused_until_they_are_settled_to_spectators_too(line, shut):
    for seat in (0, 1, 2, None):
        view = showing(line).view(seat)
        assert [hand for hand in (ANN, BEN, CAT) if waits(hand, view)] == shut
    assert not waits("ah 3d 3c 9s kd", showing(line).view(None))


def test_the_crib_is_refused_to_all_once_open_and_to_its_dealer_before():
    table = showing("0:show=29 1:show=4 2:show=4")
    crib = " ".join(map(str, table.game.phase.crib)) + " 5S"
    laid = [" ".join(map(str, table.view(seat).laid)) for seat in range(3)]
    assert all(card in crib for cards in laid for card in cards.split())
    assert not waits(crib, table.view(0)), "Ann cannot know it yet"
    table = moved(table, *plays("0:ok 1:ok"))
    assert all(waits(crib, table.view(seat)) for seat in range(3))
    table = moved(table, *plays("2:show=2"))
    assert all(waits(crib, table.view(seat)) for seat in range(3))


def test_a_hand_of_the_same_ranks_counts_as_much():
    """A tenth card is like another, and one card may be changed."""
    check(showing("0:show=29").view(1), "5s 5d 5c jd 5h; 5s 5d 5c qd 5h; 5s 5d 5c 9d 5h", "5s 5d 9c 8d 4h")


def test_cards_in_the_play():
    """A player's own hand waits from the discard on; the opponent's can be asked about until it is open."""
    for line in ("", "0:6H", "0:6H 1:9H 0:8S 1:2S"):
        table = in_play(("6H 8S TC QD", "2S 4C 7D 9H"), line)
        check(table.view(0), MINE, YOURS)
        check(table.view(1), YOURS, MINE)


MINE = "6h 8s tc qd ks; 6 8 10 q; 6d 8d jh kh | 3c; play 6 8 q; 8s tc qd | ks; 6h 8s tc qd as ah"
YOURS = "2s 4c 7d 9h ks; 2 4 7 9; 2d 4d 7h 9c | 3c; play 2 7 9; 4c 7d 9h | ks; 2s 4c 7d 9h as ah"


def test_the_open_hand_in_any_question():
    """A part of the hand, more cards, its ranks with or without suits, another starter, a declared count, a play."""
    check(
        showing().view(1),
        """
        5 5 5 j | 5; 5 5 5 N | 5; j 5 5 5 5; crib 5h 5d 5c js 5s; is 5h 5d 5c js + 5s 28?;
        five of hearts, five of diamonds, five of clubs, knave of spades, cut five of spades; 🂵 🃅 🃕 🂫 🂥;
        5h 5d 5c jd 5s; 5h 5d 5c js | 6h; 5h 5d 5c js; 5 5 5 j; 5h 5d 5c 5s; 5h 5d 5c | js; 5h 5d 5c js 2c 3c;
        5 5 5 j 2 3; play 5h 5d 5c js; play 5 5 j 5 5 9; play 5 5; 5h 5d 5c qs; 5h 5d 2c js
        """,
        "7h 7d 7c js 7s; 7 7 7 j | 7; 7h 7d 7c js; 5h 5d 6s 9d 7c js; play 7 8 9",
    )
    # Ben's 6 8 10 Q and the starter 5 count 4, as do the tenth cards and the five alone.
    check(showing().view(1), "5h 2d qc js")


def test_a_foreign_card_among_those_that_score_hides_nothing():
    """7 7 K 2 with the 8 count 6, and so do 7 7 8 alone; 7 8 K count 6 with the other 7 as the starter."""
    view = at(at_the_show(("7H 7C KD 2S", "4C 4D JC QS"), starter="8S", dealer=1, rules=find("britannica"))).view(0)
    foreign = "7 8 7 3; 7h 8d 7d 3c; 7 7 8 3; 3 8 7 7; play 7 8 7 3; crib 7 8 7 3; 7 3 8 7 q"
    check(view, f"{foreign}; 7 8 k 3", "7 9 k 3")


def test_a_hand_still_to_be_shown_is_refused_in_other_suits_too():
    texts = "6d 8h tc qs 5h; 6 8 10 q | 5; 6 8 10 q; 6s 8c td qh; 6s 8c td qh as ac; 6d 8h tc 5h"
    check(showing().view(0), texts)
    check(showing("0:show=29 1:show=4 2:show=4 0:ok").view(0), "", texts)


def test_three_cards_and_the_starter_one_of_which_was_not_played():
    """In the five-card game, unplayed cards belong to the hand too."""
    table = at(at_the_show(("5H 5D JS", "6S 8C TD"), starter="5S", rules=find("britannica-five")))
    assert table.view(0).hand
    check(table.view(0), "5h 5d js | 5s; 5 5 j | 5; 5h 5d js 5c")
    check(table.view(1), f"6d 8h 10s | 5h; play {table.view(1).hand[0].rank} 5")


def test_discards_can_be_asked_about_until_the_show():
    view = in_play(SERIES, "0:6H", preset="acc").view(0)
    check(view, "", f"play {' '.join(map(str, view.laid))}")


SERIES = ("6H 8S TC QD", "6S 8C TD QH")


def test_a_series_is_refused_where_players_declare_what_a_card_pegs():
    first, window = (in_play(SERIES, line, preset="acc") for line in ("0:6H", "0:6H 1:8C 0:8S=2"))
    for seat in (0, 1):
        shut = "play 6h 8c 8s; play 6 8 8; play 6 8 8 8; play 8 8 6; play 8 8; play 6 9 8; play 6 8 8 (22-2)"
        check(window.view(seat), shut)
    check(first.view(1), "play 6 9; play 2 6")
    check(window.view(1), "", "play 9 9 9; 6 8 8 7")  # only a play is asked of the play
    check(moved(first, *plays("1:8C")).view(1), "", "play 6 9")


def test_an_open_series_that_made_thirty_one():
    table = in_play(("TC JD 5H 2C", "TD JS 6H AD"), "0:TC 1:JS 0:JD=2 1:AD=2", preset="acc")
    check(table.view(0), "play 10 j j a; play 10 j j a 5; play 4 10 j j a")


def test_a_play_can_be_asked_about_where_the_bot_pegs():
    check(in_play(SERIES, "0:6H 1:8C").view(0), "", "play 6 8 7")


def test_the_hands_while_the_last_card_is_open():
    table = in_play(("TC QD 2H 3S", "KD JC 4S 5H"), starter="9S", preset="acc")
    while (seen := table.view(None)).window is None or any(seen.held):
        seat = seen.waiting_on[0]
        legal = table.view(seat).legal
        move = next(move for kind in (Accept, Play, SayGo) for move in legal if isinstance(move, kind))
        if isinstance(move, Play):
            is_last = sum(seen.held) == 1
            move = replace(move, declared=peg_points((*(card for _, card in seen.series), move.card)) + is_last)
        table = moved(table, move)
    assert table.view(1).window.what == "play"
    assert len(table.view(None).window.cards) > 2
    for seat in (0, 1):
        check(table.view(seat), "tc qd 2h 3s 9s; kd jc 4s 5h 9s")
    for seat in (0, 1, None):
        series = " ".join(str(card.rank) for card in table.view(None).window.cards)
        check(table.view(seat), f"play {series}", "" if seat is None else "play 7 7 8 8")


def test_the_discard_is_for_the_player_to_judge():
    """Six cards or their ranks, with one of them changed, or four of them with or without a starter, are refused."""
    ann, ben = (laying().view(seat) for seat in (0, 1))
    own = """
        5h 5d 5c js 2c 3d; 5 5 5 j 2 3; 5 5 5 j 2 4; 5c 5d 5s jd 2s 3h; 5h 5d 5c js 2c 4d; 5s 5d 5c js 2c 4d;
        5h 5d 5c js 9c kd; 5h 5d 5c js; 5 5 2 3; 5d 5c js 3d 9h; 5d 5c js | 3d; 9h 5d 5c js 3d; crib 5d 5c 2c 3d 9h;
        5h 5d js 2c = 6; play 5h 5d 5c; j 5 or j 2; 5 2 or 5 3
    """
    check(ann, own, "5h 5d 7c 8s 2c 4d; 5 5 5 j 9 k; 6 7 8 9; 7h 8h 9h 10h jh; play 5h 5d; 5h 6d 7c 8s 9h")
    check(ben, "", own)


def test_after_the_discard_the_kept_cards_wait():
    table = moved(laying(), LayAway(0, cards("2c 3d")))
    check(
        table.view(0),
        "5h 5d 5c js 2c 3d; 5h 5d 5c js; 5s 5d 5h kc | 9d; 5s 5d 4h kc | 9d; crib: 2 3 9 k",
        "6s 8c td qh 2d 4h; 5h 5d 9c ks 2c 4d; crib: 4h 7h 9c 9d; 2 3 9 k",
    )
    check(table.view(1), "6s 8c td qh 2d 4h")


@pytest.mark.parametrize(
    ("kept", "alike", "different"),
    [
        ("TC TD JH JS", "q q k k 3 4", "10 j q k 3 4"),
        ("9C TD JH QS", "9 10 q j 3 4", "9 10 q k 3 4"),
        ("5C TD JH QS", "5 j q k 3 4", "5 10 j k 3 4"),
        ("5C TD TH QS", "5 j k k 3 4", "5 10 j k 3 4"),
    ],
)
def test_tenth_cards_are_alike_where_pairs_and_runs_come_out_the_same(kept, alike, different):
    check(in_play((kept, "2S 4C 7D 9H"), starter="8S").view(0), alike, different)


def test_three_cards_of_a_hand_with_others():
    """Three cards help if they are named with their suits, or if they score all points of the hand."""
    check(
        in_play(("5H 5D JC 2S", "2C 4C 7D 9H")).view(0),
        "5s 5c qh 9s | 4d; 5 5 10 9 | 4; 5h jc 2s 9s | 4d; 5h 9s jc 4d 2s; 9c 4d 2s 5h | ks",
        "5s jh 2c 9s | 4d; 5h jc 2d 9s | 4d; 5s 5c 9d 8s | 4d; play 5 j; play 5h jc",
    )
    # All of this hand scores nothing.
    check(in_play(("6H 8S TC QD", "2C 4C 7D 9H")).view(0), "", "6d 8h ts 3c | ah")


def test_the_crib_of_three_hands():
    rules = find("britannica", players=3, target=121)
    game, _ = dealt_out(THREE, away=("3H", "AD", "7C"), starter="5S", rules=rules)
    check(at(game).view(0), "crib: 3h 9c 9d ks | 5s", "crib: 3c 9c 9d ks | 5d; crib: ad 9c 9d ks | 5s")


def test_the_crib_waits_as_far_as_it_is_known():
    table = in_play(("6H 8S TC QD", "2S 4C 7D 9H"), away=("3H AD", "5C JD"))
    ann, ben = table.view(0), table.view(1)
    for texts, knowing, other in (
        ("3h ad 6c 6s | ks; 3 a 9 9 | q; 3 a 9 9 | 2; 3c as 9c 9s | qd; 3h ad 9c 9s", ann, ben),
        ("5c jd 8c 8s | ks; 5 k 8 8 | 10", ben, ann),
    ):
        cribs = "; ".join(f"crib: {text}" for text in listed(texts))
        check(knowing, cribs, texts.replace("ks", "kd"))
        check(other, "", cribs)
    before = at(about_to_deal(find("acc"), dealer=1))
    check(before.view(0), "", "crib: 3h ad 6c 6s | ks; crib: 3 a 9 9")  # none is known yet


def test_five_cards_of_which_three_are_kept():
    view = laying(preset="britannica-five", kept=("5H 5D JS", "6S 8C TD"), away=("2C 3D", "2D 4H")).view(0)
    check(view, "5h 5d js | 9h; 5 5 j | 9; 5h 5d js 2c; 5h 5d js 2c 3d 9h", "6 7 8 | 9")


def test_where_the_bot_counts_nothing_waits():
    table = in_play(SERIES, preset="club")
    for view in (table.view(0), table.view(None), laying(preset="club").view(0)):
        check(view, "", "6h 8s tc qd ks; 6 8 10 q; 5h 5d 5c js 2c 3d; play 6 8 10 q")


def test_for_spectators_everything_waits_while_a_hand_is_hidden():
    """A refusal for the hidden cards alone would say which they are."""
    kept = ("6H 8S TC QD", "2S 4C 7D 9H")
    for table in (laying(), in_play(kept), in_play(kept, "0:6H 1:9H")):
        check(table.view(None), "6h 8s tc qd ks; ah 3d 3c 9s kd; play 7 8; as 2s 3s 4s 5d 6d")


def test_a_deal_is_over_when_its_last_count_is_settled():
    table = showing(f"{NOTHING_IS_OPEN} 2:show=2")
    deal = table.game.deal
    assert not is_deal_over(table.spectator, deal), "the crib may still be challenged"
    settled = moved(table, *plays("0:ok 1:ok"))
    assert is_deal_over(settled.spectator, deal)


@pytest.mark.parametrize("what", ["hand", "crib", "play"])
def test_a_deal_is_not_over_while_any_count_of_it_may_be_challenged(dealt_anew, what):
    view = dealt_anew.spectator
    open_counts = tuple(replace(window, what=what) for window in view.declarations)
    assert not is_deal_over(replace(view, declarations=open_counts), 1)
    assert is_deal_over(replace(view, declarations=()), 1)


@pytest.mark.parametrize(
    ("line", "hidden", "open_"),
    [
        ("", ["3h ad", "3h 6h", "3h ad 6h 9c", "6 8 10 3", "6 8 10 q 9"], ["3h 9c", "3h ad 9c", "6 8 10", "6 8 10 9"]),
        ("0:6H", ["3h ad", "8s tc qd", "8 10 q 3"], ["6h 8s", "8 10 q 9", "8 10 q 6 9"]),
    ],
)
def test_cards_that_nobody_else_has_seen(line, hidden, open_):
    """A hand and its discards, as long as they are neither played nor in an open crib."""
    view = in_play(("6H 8S TC QD", "2S 4C 7D 9H"), line, away=("3H AD", "5C JD")).view(0)
    assert [text for text in (*hidden, *open_) if names_hidden_cards(named_in(text), view)] == hidden


@pytest.mark.parametrize(("line", "are_hidden"), [("0:show=0", True), ("0:show=0 1:show=2 0:ok", False)])
def test_discards_are_hidden_until_the_crib_is_open(line, are_hidden):
    game = at_the_show(("6H 8S TC QD", "2S 4C 7D 9H"), away=("3H AD", "5C JD"), starter="KS", rules=find("britannica"))
    view = moved(at(game), *plays(line)).view(0)
    assert names_hidden_cards(named_in("3h ad"), view) == are_hidden


@pytest.fixture
def dealt_anew():
    """Return a table at the second deal, while the counts of the first may still be challenged."""
    hands = ("6H 8S TC QD", "2S 4C 7D 9H", "6C 8D TS QS", "2H 4D 7S 9C")
    game = at_the_show(hands, starter="KS", dealer=3, rules=find("crib-derby", players=4))
    table = moved(at(game), *plays("0:show=0 1:show=2 2:show=0 3:show=2 0:ok 3:show=2 0:ok"))
    return dealt_on(table, bytes(32))


def test_discards_are_hidden_while_the_crib_of_the_deal_before_may_be_challenged(dealt_anew):
    table = dealt_anew
    away, kept, *_ = table.view(0).hand
    view = moved(table, LayAway(0, (away,))).view(0)
    assert "crib" in {window.what for window in view.declarations}
    assert names_hidden_cards(named_in(f"{away} {kept}"), view)


def named_in(text):
    return all_cards(read(f"play {text}").questions[0])


# Random games, and questions about the cards in them in every disguise.

TABLES = [("house", 2), ("acc", 2), ("britannica", 3), ("crib-derby", 4)]


def deals(preset, players, seed):
    """Yield a table after every move of the first deal of a game, in which players keep their best four cards."""
    whim, table = Random(seed), opened(find(preset, players=players))
    while True:
        table = dealt_on(table, bytes([seed]) * 32)
        if table.game.deal > 1 or not waiting_on(table.game):
            return
        if table.spectator.stage not in ("cut", "deal"):
            yield table
        seat = waiting_on(table.game)[0]
        kinds = {}
        for move in legal(table.game, seat):
            kinds.setdefault(type(move), []).append(move)
        kind = next(kind for kind in (LayAway, Play, SayGo, Accept, Declare, *kinds) if kind in kinds)
        table = moved(table, _likely(kinds[kind], table, seat, whim))


def _likely(moves, table, seat, whim):
    if isinstance(moves[0], LayAway):
        hand = table.view(seat).hand
        return max(moves, key=lambda move: sum(map(len, _scores([c.rank for c in hand if c not in move.cards]))))
    return whim.choice(moves)


def _scores(ranks):
    """Return the pairs and runs of ranks by the places of their cards; and which cards are fifteen."""
    pairs, runs, fifteens = set(), set(), set()
    for number in range(2, len(ranks) + 1):
        for places in combinations(range(len(ranks)), number):
            some = sorted(ranks[place] for place in places)
            if number == 2 and some[0] == some[1]:
                pairs.add(places)
            if number > 2 and all(b - a == 1 for a, b in pairwise(some)):
                runs.add(places)
            if sum(min(rank, 10) for rank in some) == 15:
                fifteens.add(places)
    return pairs, runs, fifteens


def disguised(ranks, whim):
    """Return ranks with other tenth cards that score the same, at the same places."""
    tenths = sorted({rank for rank in ranks if rank >= Rank.TEN})
    others = dict(zip(tenths, whim.sample([*Rank][9:], len(tenths)), strict=True))
    changed = [others.get(rank, rank) for rank in ranks]
    return changed if _scores(changed) == _scores(ranks) else list(ranks)


def faces(ranks, whim, *, suited):
    """Return cards of these ranks in random suits, or without suits; five of one rank cannot be named."""
    if not suited:
        return tuple(Face(rank) for rank in ranks)
    suits = {rank: whim.sample([*Suit], 4) for rank in Rank}
    return tuple(Face(rank, Card.parse(f"{rank}{suits[rank].pop()}")) for rank in ranks)


def asked(ranks, starter, whim, *, crib=False):
    """Return a question about a hand and a starter, about the hand alone where there is no starter."""
    suited = whim.random() < 0.6 and max(Multiset([*ranks, starter]).values()) <= 4
    named = faces([*ranks] if starter is None else [*ranks, starter], whim, suited=suited)
    if starter is None:
        return FourCardQuestion(named, crib)
    if suited:
        return HandQuestion(tuple(face.card for face in named[:-1]), named[-1].card, crib, starter_marked=True)
    return RanksQuestion(named[:-1], named[-1], nobs=False, crib=crib, starter_marked=True)


def about_the_hand(kept, starter, whim):
    """Yield questions about a hand in disguise; ``starter`` is None before it is turned up."""
    four, any_rank = [card.rank for card in kept], whim.choice([*Rank])
    whim.shuffle(four)
    place = whim.randrange(4)
    one_changed = [*four[:place], any_rank, *four[place + 1 :]]
    yield asked(disguised(four, whim), None, whim), "the four kept"
    yield asked(disguised(four, whim), any_rank, whim), "with any starter"
    yield asked(one_changed, None, whim), "one of the four kept changed"
    yield DiscardQuestion(faces([*disguised(four, whim), any_rank, any_rank], whim, suited=False)), "two more cards"
    yield PlayQuestion(faces(disguised(four, whim), whim, suited=False)), "played"
    yield PlayQuestion(faces(disguised(four[:3], whim), whim, suited=True)), "three of the four"
    if starter is None:
        yield asked(one_changed, whim.choice([*Rank]), whim), "one changed, with any starter"
        return
    *hand, turned = disguised([*four, starter.rank], whim)
    yield asked(hand, turned, whim), "with the starter"
    yield asked(one_changed, starter.rank, whim), "one card changed"
    yield asked([*four[:3], turned], four[3], whim), "another starter of the five"
    yield asked(disguised([*four[:3], starter.rank], whim), None, whim), "three and the starter"
    changed_suit = [*kept[:3], next(card for card in PACK if card not in (*kept, starter))]
    yield HandQuestion(tuple(changed_suit), kept[3], crib=False, starter_marked=True), "the starter left out"


def about_the_discard(dealt, keep, whim):
    """Yield questions about the cards from which a seat has to discard, in disguise."""
    ranks = [card.rank for card in dealt]
    whim.shuffle(ranks)
    yield asked(disguised(ranks[:4], whim), whim.choice([*Rank]), whim), "four of them with any starter"
    yield asked(disguised(ranks[:4], whim), None, whim), "four of them"
    yield PlayQuestion(faces(disguised(ranks[:3], whim), whim, suited=False)), "three of them"
    if len(ranks) == 6:
        yield DiscardQuestion(faces(disguised(ranks, whim), whim, suited=True)), "all six"
        yield DiscardQuestion(faces([*disguised(ranks[:5], whim), whim.choice([*Rank])], whim, suited=False)), "five"


@pytest.mark.parametrize(("preset", "players"), TABLES)
@thorough
def test_a_hand_in_any_disguise_waits_until_it_is_settled_and_no_longer(preset, players):
    settled = set()
    for seed in seeds(8):
        whim, kept = Random(seed), {}
        for table in deals(preset, players, seed):
            for seat in range(players):
                view = table.view(seat)
                if view.to_lay and view.stage == "lay_away":
                    questions = about_the_discard((*view.hand, *view.laid), 4, whim)
                else:
                    played = tuple(card for holder, card in view.played if holder == seat)
                    if view.stage != "show":
                        kept[seat] = (*view.hand, *played)
                    if is_settled(view):
                        settled.add(seat)
                        continue
                    questions = about_the_hand(kept[seat], view.starter, whim)
                for question, disguise in questions:
                    assert reason_to_wait(question, view) is not None, (disguise, question, view)
        over = moved(table, *((Resign(0), Resign(1)) if players == 3 else (Resign(0),)))
        for seat, hand in kept.items():
            for question, disguise in about_the_hand(hand, table.spectator.starter, whim):
                assert reason_to_wait(question, over.view(seat)) is None, disguise
    assert settled == set(range(players))


def is_settled(view):
    """Return whether a seat's hand has been counted and accepted, so that the next one is open."""
    if view.stage != "show":
        return False
    order = [(view.dealer + 1 + turn) % len(view.held) for turn in range(len(view.held))]
    open_seat = view.window.seat if view.window is not None else view.shown[0]
    what = view.window.what if view.window is not None else view.shown[1]
    return what == "crib" or (what == "hand" and order.index(view.seat) < order.index(open_seat))


@sampled(("preset", "players"), [("house", 2), ("acc", 2), ("house", 4)])
def test_most_other_hands_are_answered(preset, players):
    """Of random hands with suits at most 6 in 100 wait, and at most 4 in 100 of random six cards."""
    asked_at, waiting = 0, Multiset()
    for seed in range(6):
        whim = Random(seed)
        for table in deals(preset, players, seed):
            view = table.view(seed % players)
            for _ in range(10):
                six = whim.sample(PACK, 6)
                asked_at += 1
                hand = HandQuestion(tuple(six[:4]), six[4], crib=False, starter_marked=True)
                discard = DiscardQuestion(tuple(Face(card.rank, card) for card in six))
                waiting["hand"] += reason_to_wait(hand, view) is not None
                waiting["discard"] += reason_to_wait(discard, view) is not None
    assert asked_at > 600
    assert waiting["hand"] < 0.06 * asked_at
    assert waiting["discard"] < 0.04 * asked_at


def test_a_card_to_play_and_odds_wait_while_cards_are_held():
    view = in_play(("5H 5D 5C JS", "6S 8C TD QH"), preset="acc").view(0)
    assert waits("what should I lead from 5 5 5 J", view)
    assert waits("opponent led a 7, I have 5 5 J, what should I play", view)
    assert waits("average crib", view)
    assert not waits("what should I lead from 2 3 7 8", view)
