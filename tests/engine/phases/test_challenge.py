"""The challenge: what closes a declaration, and what right and wrong challenges cost (002, laws 18 to 20)."""

from dataclasses import replace

import pytest

from engine.actions import Accept, Challenge, Deal, Declare
from engine.cards import PACK
from engine.errors import NothingToSay, WindowOpen
from engine.game import apply, chance, legal, waiting_on
from engine.laws import Law
from engine.presets import find
from engine.state import ToDeal
from engine.view import view
from tests.support.short_events import short
from tests.support.strategies import ACC, REFEREE, act, at_the_show, dealt_out, plays, refused

A, B = 0, 1
"""A is the pone, B deals."""

MUGGINS = find("britannica", target=121, muggins=True)

# With the starter: A's hand is worth 12 (7 8 8 K and a nine, 001:93), B's 8, the crib 4.
HANDS = ("7H 8C 8D KS", "6H 6C AD 2D")
AWAY = ("5H KD", "3S TD")
STARTER = "9C"


def play_moves(line, *, hands=("8C 7D KH KS", "7S 6H 2C 2D"), rules=ACC, **options):
    """A game after these moves of the play, and what came of the last of them."""
    game, _ = dealt_out(hands, starter=options.pop("starter", "TS"), rules=rules, **options)
    *before, last = plays(line)
    game, _ = act(game, *before)
    return act(game, last)


def show_hand(rules=ACC, **options):
    """The table as A's hand is laid open."""
    return at_the_show(HANDS, starter=STARTER, away=AWAY, rules=rules, **options)


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
    game, _ = act(show_hand(), *plays("0:show=12 1:show=8 0:ok 1:show=9"))
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


@pytest.mark.parametrize(
    ("score", "declared", "taken"),
    [
        pytest.param(0, 9, 3, id="room-for-all"),
        pytest.param(0, 0, 12, id="nothing-declared"),
        pytest.param(115, 4, 2, id="room-for-six-of-twelve"),
        pytest.param(115, 5, 1, id="one-short-of-the-game"),
        pytest.param(120, 0, 1, id="one-hole-of-room"),
        pytest.param(110, 9, 2, id="room-for-one-fewer"),
        pytest.param(109, 9, 3, id="room-for-exactly-all"),
    ],
)
def test_muggins_takes_no_more_than_the_declarer_could_have_pegged(score, declared, taken):
    game, _ = act(show_hand(MUGGINS, scores=(score, 50)), Declare(A, declared))
    game, events = act(game, *plays("1:few"))
    assert short(events) == ["1 says too_few to 0, rightly", f"1 +{taken} muggins"]
    assert game.scores == (score + declared, 50 + taken)


# Where nothing may be challenged.


@pytest.mark.parametrize("line", ["1:ok", "1:many", "1:few", "0:ok"])
def test_under_the_referee_there_is_nothing_to_accept_or_to_challenge(line):
    game, _ = act(show_hand(REFEREE), Declare(A, 15))
    assert game.open_windows == ()
    assert refused(game, *plays(line), NothingToSay) is Law.SATISFIED


def test_where_the_play_is_pegged_by_the_engine_it_does_not_lie_open():
    rules = replace(REFEREE, counting="challenge")
    game, events = play_moves("0:8C 1:7S", rules=rules)
    assert short(events) == ["1 7S=15", "1 +2 fifteen"]
    assert game.open_windows == ()
    game, _ = act(show_hand(rules), Declare(A, 15))
    assert short(act(game, *plays("1:many"))[1])[1:] == ["0 -3 overscore", "1 +3 overscore"]


def test_a_prompt_shows_that_a_declaration_is_open():
    game, _ = play_moves("0:8C 1:7S=2")
    assert str(view(game, A).prompt) == "1.play.2.w2"
    assert view(game, B).prompt is None
    game, _ = act(game, *plays("0:ok"))
    assert str(view(game, A).prompt) == "1.play.2"
