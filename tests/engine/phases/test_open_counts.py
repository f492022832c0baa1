"""Counts that are open: the challenge, the claim of game, and a count that is raised (002, laws 18 to 20; 003:103)."""

from dataclasses import replace

import pytest

from engine.actions import Accept, Amend, Challenge, ClaimHeels, Deal, Declare, LayAway, Play
from engine.ai.robots import choose
from engine.cards import PACK, Card
from engine.errors import NothingToSay, WindowOpen, WrongDeclaration
from engine.events import Amended, Challenged, Satisfied
from engine.game import apply, chance, legal, waiting_on
from engine.laws import Law
from engine.presets import find
from engine.record import event_to_dict
from engine.rules import Rules
from engine.state import ToDeal
from engine.view import view
from tests.support.data_files import data_beside
from tests.support.short_events import short
from tests.support.strategies import (
    ACC,
    DERBY,
    REFEREE,
    act,
    at_the_show,
    cards,
    dealt_out,
    plays,
    refused,
    stacked,
)

CASES = data_beside(__file__)

A, B = 0, 1
"""A is the pone, B deals."""

MUGGINS = find("britannica", target=121, muggins=True)


# With the starter: A's hand is worth 12 (7 8 8 K and a nine, 001:93), B's 8, the crib 4.
HANDS = ("7H 8C 8D KS", "6H 6C AD 2D")
AWAY = ("5H KD", "3S TD")


def counted(line, *, rules=ACC, **options):
    """Return a game after these counts of the show, and what came of them."""
    return act(at_the_show(HANDS, starter="9C", away=AWAY, rules=rules, **options), *plays(line))


def play_moves(line, *, hands=("8C 7D KH KS", "7S 6H 2C 2D"), rules=ACC, starter="TS", **options):
    """Return a game after these moves of the play, and what came of the last of them."""
    game, _ = dealt_out(hands, starter=starter, rules=rules, **options)
    *before, last = plays(line)
    game, _ = act(game, *before)
    return act(game, last)


# In the play. The seven upon an eight makes fifteen: two.


def test_law_18_nobody_leads_after_a_go_before_the_card_is_answered():
    """Whether a card of the other's still comes in is not known to the player who said go."""
    game, _ = play_moves("0:KH 1:TH 0:8C=2 1:go", hands=("8C 7D KH KS", "TH TC TD JH"))
    assert refused(game, *plays("1:TC"), WindowOpen) is Law.SATISFIED
    assert legal(game, B) == (Accept(B), Challenge(B, "too_many", A))


def test_law_18_only_other_sides_may_speak():
    game, _ = play_moves("0:8C 1:7S=2")
    assert legal(game, B) == ()
    assert refused(game, *plays("1:ok"), NothingToSay) is Law.SATISFIED
    assert refused(game, *plays("1:many"), NothingToSay) is Law.SATISFIED
    assert refused(game, *plays("1:6H"), WindowOpen) is Law.SATISFIED
    assert refused(game, *plays("1:go"), WindowOpen) is Law.SATISFIED
    assert set(legal(game, A)) == {Accept(A), Challenge(A, "too_many", B), *plays("0:7D 0:KH 0:KS 0:go")}


# In the show.


def test_the_next_deal_waits_for_the_open_crib():
    game, _ = counted("0:show=12 1:show=8 0:ok 1:show=9")
    assert isinstance(game.phase, ToDeal)
    assert (chance(game), waiting_on(game)) == (None, (A,))
    with pytest.raises(WindowOpen):
        apply(game, Deal(PACK))
    game, events = act(game, *plays("0:many"))
    assert short(events) == ["0 says too_many to 1, rightly", "1 -5 overscore", "0 +5 overscore"]
    assert chance(game) == ("deal", 2)


@pytest.mark.parametrize(("starter", "upheld"), [("9C", True), ("9D", False)])
def test_002_42_a_flush_in_the_crib_is_challenged_by_the_crib_s_own_law(starter, upheld):
    game = at_the_show(("2C 4C 8H KS", "2S 4H TS QC"), starter=starter, away=("3D 7D", "JD KD"), rules=ACC)
    game, _ = act(game, *plays("0:show=0 1:show=0 1:show=4"))
    _, events = act(game, *plays("0:many"))
    assert events[0].upheld is upheld
    assert short(events)[1] == ("1 -4 overscore" if upheld else "1 +2 false_challenge")


@pytest.mark.parametrize(("score", "declared", "taken"), CASES["muggins"].values(), ids=CASES["muggins"])
def test_muggins_takes_no_more_than_the_declarer_could_have_pegged(score, declared, taken):
    game, events = counted(f"0:show={declared} 1:few", rules=MUGGINS, scores=(score, 50))
    assert short(events)[-2:] == ["1 says too_few to 0, rightly", f"1 +{taken} muggins"]
    assert game.scores == (score + declared, 50 + taken)


# Where nothing may be challenged.


@pytest.mark.parametrize("line", ["1:ok", "1:many", "1:few", "0:ok"])
def test_under_the_referee_there_is_nothing_to_accept_or_to_challenge(line):
    game, _ = counted("0:show=15", rules=REFEREE)
    assert game.open_windows == ()
    assert refused(game, *plays(line), NothingToSay) is Law.SATISFIED


def test_a_prompt_shows_that_a_declaration_is_open():
    game, _ = play_moves("0:8C 1:7S=2")
    assert view(game, A).prompt == "1.play.2.w2"
    assert view(game, B).prompt is None
    game, _ = act(game, *plays("0:ok"))
    assert view(game, A).prompt == "1.play.2"


# The claim of game: as many as the declarer has to go wait for an answer.


def test_no_other_act_closes_it():
    game, _ = counted("0:show=12", scores=(110, 100))
    assert legal(game, B) == (Accept(B), Challenge(B, "too_many", A))
    assert legal(game, A) == ()
    for line in ("1:show=8", "0:show=8", "1:6H"):
        with pytest.raises(WindowOpen) as refused:
            apply(game, *plays(line))
        assert refused.value.law is Law.SATISFIED


# Amending: a player who declared too little may raise the declaration until their next card (003:103).


def declared(points):
    """Return a game in which A has declared this number for a hand of twelve."""
    return counted(f"0:show={points}", rules=DERBY, scores=(0, 50))[0]


@pytest.mark.parametrize("points", [30, -1, True, "12"])
def test_no_count_above_twenty_nine_is_amended_to(points):
    with pytest.raises(WrongDeclaration):
        apply(declared(8), Amend(A, points))


def test_every_total_above_what_was_declared_is_open():
    assert legal(declared(8), A) == tuple(Amend(A, points, "hand") for points in range(9, 30))
    assert view(declared(8), A).prompt is not None
    assert legal(declared(29), A) == ()


def test_003_103_the_starter_waits_while_a_show_that_was_raised_is_open():
    game, _ = act(declared(8), *plays("1:show=8 0:ok 1:show=4 0:ok"))
    game, _ = act(game, Deal(stacked(A, ("8C 7D KH KS QC JC", "7S 6H 2C 2D QH JH"), "TS")))
    game, _ = act(game, LayAway(A, cards("QC JC")), Amend(A, 12), LayAway(B, cards("QH JH")))
    assert (waiting_on(game), view(game, B).stage) == ((B,), "starter")
    assert set(legal(game, B)) == {Accept(B), Challenge(B, "too_many", A), *raises(game, B)}
    assert refused(game, Play(B, Card.parse("7S")), WindowOpen) is Law.SATISFIED
    _, events = act(game, *plays("1:ok"))
    assert short(events) == ["1 satisfied", "1 cuts TS"]


def raises(game, seat):
    """The amendments that a seat may make."""
    return [move for move in legal(game, seat) if isinstance(move, Amend)]


def test_003_103_hand_and_crib_are_raised_one_after_the_other():
    game, _ = act(declared(12), *plays("1:show=4 0:ok 1:show=0"))
    assert {move.what for move in raises(game, B)} == {"hand", "crib"}
    game, events = act(game, *plays("1:amend=4"))  # the latest
    assert events[0] == Amended(B, 4, "crib")
    assert refused(game, Amend(B, 8, "hand"), WindowOpen) is Law.SATISFIED  # one count at a time is open
    game, events = act(game, *plays("0:ok 1:amend@hand=8"))
    assert events[1] == Amended(B, 8, "hand")
    assert game.scores == (12, 62)


def test_a_declared_card_may_be_amended_while_its_window_is_open():
    game, _ = dealt_out(("8C 7D KH KS", "7S 6H 2C 2D"), starter="TS", rules=DERBY)
    game, _ = act(game, *plays("0:8C 1:7S=1"))
    assert legal(game, B) == tuple(Amend(B, points, "play") for points in range(2, 3))
    game, events = act(game, *plays("1:amend=2"))
    assert short(events) == ["1 amends to 2", "1 +1 declared"]
    game, _ = act(game, *plays("0:7D"))
    assert game.scores == (0, 2)
    assert view(game, B).amendable  # until the next card of its own player (003:103)
    game, _ = act(game, *plays("1:2C"))
    assert {move.points for move in raises(game, B)} == set(range(1, 13))  # the deuce of now, not the seven


def test_a_player_who_accepted_is_asked_again_after_an_amendment():
    rules = find("crib-derby", players=3)
    game = at_the_show(("7H 8C 8D KS", "6H 6C AD 2D", "TC JD 3H 3C"), starter="9C", dealer=2, rules=rules)
    game, _ = act(game, *plays("0:show=8 2:ok 0:amend=12"))
    assert game.open_windows[0].open_to == {1, 2}
    assert Challenge(2, "too_many", 0) in legal(game, 2)


def test_a_partner_does_not_amend():
    rules = find("crib-derby", players=4)
    game = at_the_show(
        ("7H 8C 8D KS", "6H 6C AD 2D", "TC JD 3H 3C", "TH JS 4H 4C"), starter="9C", dealer=3, rules=rules
    )
    game, _ = act(game, Declare(0, 8))
    assert legal(game, 2) == ()
    assert refused(game, Amend(2, 12), NothingToSay) is Law.AMENDED
    assert Amend(0, 12, "hand") in legal(game, 0)


def test_a_false_count_raised_into_the_game_hole_is_challenged_by_players_whose_own_counts_are_open():
    rules = find("crib-derby", players=3)
    kept = ("KC 2D 3H 4S", "KD 2C 3S 4H", "KH 2S 3C 4D")
    game, _ = dealt_out(kept, starter="9C", dealer=0, scores=(100, 119, 100), rules=rules)
    game, _ = act(game, *plays("1:KD 2:KH=2 0:KC=6"))
    assert refused(game, Amend(1, 21, "play"), WrongDeclaration) is Law.AMENDED  # no card that is led makes 21
    game, _ = act(game, Amend(1, 2, "play"))
    for seat in (0, 2):
        assert Challenge(seat, "too_many", 1) in legal(game, seat)
        assert choose(view(game, seat), "easy", lambda: 0.99) == Challenge(seat, "too_many", 1)
    game, _ = act(game, Challenge(2, "too_many", 1))
    assert game.scores == (106, 119, 102)


# Games that began under version 0.2: they are played to their end by the laws of that version.


def first(name, **options):
    """Return the rules of a preset as a game of version 0.2 had them."""
    rules = find(name, **options)
    if name == "acc":
        rules = replace(rules, predeal_cut="none", irregular="refuse", renege="require_or_two", false_muggins="two")
    return replace(rules, edition=1)


def test_rules_without_an_edition_are_those_of_version_0_2():
    stored = find("acc").to_dict()
    del stored["edition"], stored["renege"], stored["false_muggins"]
    rules = Rules.from_dict(stored)
    assert (rules.edition, rules.first_edition) == (1, True)
    assert (str(rules.renege), str(rules.false_muggins)) == ("require_or_two", "two")
    assert not find("acc").first_edition


def test_a_go_and_heels_close_a_count():
    game, events = play_moves("0:KH 1:TH 0:8C=2 1:go", hands=("8C 7D KH KS", "TH TC TD JH"), rules=first("acc"))
    assert short(events) == ["1 go", "0 +1 go", "1 leads"]
    game, _ = play_moves("0:8C=2 1:heels", rules=first("acc"), starter="JD")
    assert (game.windows, game.scores) == ((), (2, 2))
    game, _ = play_moves("0:8C=2", rules=first("acc"), starter="JD", scores=(119, 0))
    with pytest.raises(WindowOpen):
        apply(game, ClaimHeels(B))


def test_its_events_are_written_as_before():
    _, events = counted("0:show=12 1:ok", rules=first("britannica"))
    assert event_to_dict(events[-1]) == {"kind": "satisfied", "seat": B}
    assert events[-1] == Satisfied(B)
    _, events = counted("0:show=8 0:amend=12 1:many", rules=first("crib-derby"))
    found = {type(event): event_to_dict(event).keys() for event in events}
    assert found[Amended] == {"kind", "seat", "declared"}
    assert found[Challenged] == {"kind", "seat", "against", "claim", "upheld"}
