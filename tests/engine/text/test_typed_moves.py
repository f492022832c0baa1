"""Moves typed at the table: each line of ``typed_moves.txt`` is a text and what is made of it, under its view's name.

What is made of it is a move; or ``? `` and the moves that are offered; or ``! `` and a part of the refusal.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import actions
from engine.actions import Accept, Amend, Challenge, Declare, LayAway, Play, Resign, SayGo, Stop, TakeBack
from engine.errors import NotationError
from engine.game import apply, begin, legal, waiting_on
from engine.presets import find
from engine.rules import Rules
from engine.text.moves import read_move, read_moves, reveals_nothing
from engine.view import View, Window, view
from tests.support.phrases import COLLECTED
from tests.support.strategies import act, cards, shuffled
from tests.support.written_moves import write_move

FIVE_OF_HEARTS, DEUCE, NINE = cards("5H 2C 9D")
HOUSE, CLUB, BRITANNICA, DERBY = map(find, ("house", "club", "britannica", "crib-derby"))
MUGGINS, CEREMONY = find("britannica", muggins=True), find("britannica", ceremony=True)
SIX = "5H 5D JS TS 2C 9D"


def look(stage, *legal, rules=BRITANNICA, hand="5H 5D JS TS", seat=1, **told):
    """Return what a player sees who may make these moves."""
    board = {"scores": (0, 0), "hindmost": (0, 0), "deal": 1, "to_lay": 2}
    return View(stage=stage, seat=seat, rules=rules, hand=cards(hand), legal=legal, **board | told)


def plain(stage, hand, *legal, **told):
    """Return the same where the bot checks every count."""
    return look(stage, *legal, rules=Rules(), hand=hand, **told)


def after(series, hand="5H 5D JS TS AC", preset="acc"):
    """Return the view of a player who plays a card after these, and says what it pegs."""
    return look("play", rules=find(preset), hand=hand, series=tuple((0, card) for card in cards(series)), to_lay=0)


CARD = Window(0, "play", cards("5C TC"), None, 2, pegged=2, open_to=frozenset({1}))
OWN = replace(CARD, seat=1, open_to=frozenset({0}), amendable=True)
GAME = Window(0, "hand", cards("5C TC QC KC"), cards("5S")[0], 12, open_to=frozenset({1}))
SHOWN = replace(GAME, pegged=12)
ACCEPT, TOO_MANY, TOO_FEW = Accept(1), Challenge(1, "too_many", 0), Challenge(1, "too_few", 0)
CALLS = tuple(Challenge(1, "too_few", 0, points) for points in range(1, 21))
ANSWERING = look("play", ACCEPT, TOO_MANY, Play(1, FIVE_OF_HEARTS), declarations=(CARD,))
WITH_MUGGINS = replace(ANSWERING, rules=MUGGINS, legal=(*ANSWERING.legal, TOO_FEW))
CLAIMED = look("show", ACCEPT, TOO_MANY, rules=MUGGINS, declarations=(GAME,))
DECLARED = look("show", rules=DERBY, declarations=(OWN,), waiting_on=(0,))
AMENDING = replace(DECLARED, legal=(Amend(1, 3), Amend(1, 4)))
OF_PARTNERS = replace(DECLARED, rules=find("britannica", players=4), declarations=(replace(OWN, seat=3),))
DISCARDS = [TakeBack(1, some) for some in ((DEUCE,), (NINE,), (DEUCE, NINE))]
LAID = look("lay_away", *DISCARDS, laid=(DEUCE, NINE), waiting_on=(0,))
LAID_ONE = replace(LAID, legal=(LayAway(1, (FIVE_OF_HEARTS,)), TakeBack(1, (NINE,))), laid=(NINE,), to_lay=1)
WRONGED = look("lay_away", actions.AskFreshDeal(1), actions.StandDeal(1), offender=0)
FALSE_GO = look("play", actions.Require(1), actions.MarkTwo(1), offender=0, hand="5H 2D")
DEALING = look("play", actions.ClaimHeels(1), dealer=1, waiting_on=(0,))
TO_CUT = look("cut", actions.NameNumber(1, 20), rules=CEREMONY, hand="")
TO_DEAL = look("deal", actions.CutPack(1, 20), actions.WaiveCut(1), rules=CEREMONY, hand="")

VIEWS = {
    # Where the bot checks every count.
    "laying away": plain("lay_away", SIX),
    "laying away two kings": plain("lay_away", "KH KS 2C 3C 4C 5C"),
    "laid away for good": plain("lay_away", "5H 5D JS TS", laid=cards("2C 9D")),
    "playing": plain("play", "5H 5D JS TS"),
    "playing five cards": plain("play", "5H 5D JS TS AC"),
    "playing one of two cards": plain("play", "5H 5D JS TS", *(Play(1, card) for card in cards("5D JS"))),
    "showing": plain("show", ""),
    "watching": plain("play", "", seat=None),
    **{f"nothing to do: {stage}": plain(stage, "") for stage in ("cut", "deal", "over")},
    # Cards with what they peg.
    "after a ten": after("TC"),
    "leading": after("", "4H 8C"),
    "after a five": after("5C", "5H TS"),
    "where the bot pegs": after("TC", preset="house"),
    # Answers to a declaration: the others have played a card for two, or declared a hand.
    "answering": ANSWERING,
    "answering with muggins": WITH_MUGGINS,
    "answering with muggins, and playing": replace(WITH_MUGGINS, legal=(*WITH_MUGGINS.legal, Play(1, FIVE_OF_HEARTS))),
    "answering too few": look("show", ACCEPT, TOO_FEW, rules=MUGGINS, declarations=(OWN,)),
    "answered": replace(ANSWERING, legal=(Play(1, FIVE_OF_HEARTS),)),
    "answering the last card": look("play", ACCEPT, TOO_MANY, Declare(1, 0), hand="", declarations=(CARD,)),
    "answering a hand": look("show", ACCEPT, TOO_MANY, Declare(1, 0), declarations=(SHOWN,)),
    "answering a hand, and counting": look(
        "show", ACCEPT, TOO_MANY, Declare(1, 0), declarations=(SHOWN,), waiting_on=(1,)
    ),
    "answering a claim of game": CLAIMED,
    "answering a claim of game with muggins": replace(CLAIMED, legal=(*CLAIMED.legal, TOO_FEW)),
    "others answer a claim of game": replace(CLAIMED, waiting_on=(0,)),
    "calling muggins": (
        calling := look(
            "show",
            *(ACCEPT, TOO_MANY, *CALLS),
            rules=find("acc", muggins=True),
            declarations=(replace(GAME, declared=9, pegged=9),),
        )
    ),
    "calling muggins, and counting": replace(calling, legal=(*calling.legal, Declare(1, 0))),
    # What the player's own side has declared.
    "declared a hand": DECLARED,
    "declared a card": replace(DECLARED, stage="play"),
    "amending a hand": AMENDING,
    "amending a card": replace(AMENDING, stage="play"),
    "a partner declared a hand": OF_PARTNERS,
    "a partner declared a card": replace(OF_PARTNERS, stage="play"),
    # Nothing is to be answered.
    "to play": look("play"),
    "to play, fives and a two": look("play", hand="5H 2D"),
    "to play where the bot checks": look("play", rules=HOUSE),
    "to play where the bot counts": look("play", rules=CLUB),
    "to play or say go where the bot checks": look("play", SayGo(1), Play(1, FIVE_OF_HEARTS), rules=HOUSE),
    "to say go": look("play", SayGo(1)),
    "to wait for a card": look("play", waiting_on=(0,)),
    "to show": look("show"),
    "to show a hand": look("show", waiting_on=(1,)),
    "to wait for a count": look("show", waiting_on=(0,)),
    "over": look("over"),
    # His heels.
    "the dealer, with heels": DEALING,
    "the dealer, heels claimed": replace(DEALING, legal=()),
    "the pone": replace(DEALING, dealer=0, legal=()),
    "waiting, with heels": look("play", actions.ClaimHeels(1), waiting_on=(0,)),
    # Laws 11 and 16.
    "laid away": LAID,
    "laid away where cards stay": replace(LAID, legal=(), rules=HOUSE),
    "laid one of two away": LAID_ONE,
    "laid one of two away, and due": replace(LAID_ONE, waiting_on=(1,)),
    "to lay away": look("lay_away"),
    "to lay one away": look("lay_away", to_lay=1),
    "a card was taken back": WRONGED,
    "a card was taken back, others decide": replace(WRONGED, legal=()),
    "took a card back": replace(WRONGED, seat=0, legal=()),
    "a false go": FALSE_GO,
    "a false go, others decide": replace(FALSE_GO, legal=()),
    # Stopping at the five-card game.
    "to stop or play": look("play", Stop(1), Play(1, FIVE_OF_HEARTS), rules=find("britannica-five")),
    "to stop": look("play", Stop(1), rules=find("britannica-five")),
    # Cutting.
    "cutting": TO_CUT,
    "cutting for the starter": replace(TO_CUT, stage="starter"),
    "others cut for the starter": replace(TO_CUT, stage="starter", legal=()),
    "cutting to the dealer": TO_DEAL,
    "cutting to the dealer for points": replace(
        TO_DEAL, rules=find("crib-derby", ceremony=True), legal=TO_DEAL.legal[:1]
    ),
    "dealing after a cut": replace(TO_DEAL, seat=0, legal=(), waiting_on=(1,)),
    "where the bot cuts": look("cut", rules=BRITANNICA),
    "where the bot cuts to the dealer": look("deal", rules=find("house", ceremony=True)),
}

SECTIONS = [
    section.splitlines() for section in (COLLECTED / "typed_moves.txt").read_text(encoding="utf-8")[3:].split("\n\n## ")
]


def is_read(text, seen, meant):
    """Whether a line of the file tells what is made of a text."""
    kind, _, told = meant.partition(" ")
    if kind == "!":
        with pytest.raises(NotationError) as refusal:
            read_move(text, seen)
        return told in str(refusal.value)
    reading = read_moves(text, seen)
    moves = " / ".join(map(write_move, reading.moves))
    return moves == meant if reading.sure else f"? {moves}" == meant


@pytest.mark.parametrize(("name", "lines"), [(name, lines) for name, *lines in SECTIONS], ids=lambda name: name[:60])
def test_what_is_typed_is_made_a_move_of_or_refused(name, lines):
    assert [
        line for line in lines if not is_read(line.partition(" => ")[0], VIEWS[name], line.partition(" => ")[2])
    ] == []


def test_every_view_has_lines():
    assert [name for name, *_ in SECTIONS] == [*VIEWS]


def test_a_long_text_plays_no_card_at_once():
    assert read_moves("5h for two", VIEWS["playing"]).sure
    assert not read_moves("5h for two " + "and so on " * 12, VIEWS["playing"]).sure
    with pytest.raises(NotationError, match="too long for a count"):
        read_move("5h " + "pair " * 100, VIEWS["after a ten"])


@pytest.mark.parametrize(
    ("text", "move", "is_aloud"),
    [
        ("5h?", Play(1, FIVE_OF_HEARTS), True),
        ("the five of hearts?", Play(1, FIVE_OF_HEARTS), True),
        ("5?", Play(1, FIVE_OF_HEARTS), False),
        ("2c 9?", LayAway(1, (DEUCE, NINE)), False),
        ("2c 9d?", LayAway(1, (DEUCE, NINE)), True),
        ("go?", SayGo(1), False),
        ("12?", Declare(1, 12), True),
    ],
)
def test_what_may_be_offered_aloud(text, move, is_aloud):
    assert reveals_nothing(text, move) is is_aloud


@pytest.mark.parametrize("stage", ["cut", "deal", "lay_away", "play", "show", "over"])
def test_at_every_stage_a_player_may_resign_and_learns_that_the_referee_counts(stage):
    for text in ("resign", "I resign.", "Concede!"):
        assert read_move(text, plain(stage, SIX)) == Resign(1)
    for text in ("satisfied", "I am satisfied", "I'm satisfied", "Too many!", "too few", "muggins"):
        with pytest.raises(NotationError, match="bot checks every count"):
            read_move(text, plain(stage, SIX))


@given(st.randoms(use_true_random=False), st.integers(0, 14))
def test_every_legal_move_can_be_typed(chance, steps):
    game, _ = act(begin(Rules()), actions.ChooseDealer(0), actions.Deal(shuffled(chance)))
    for _ in range(steps):
        if not (seats := waiting_on(game)):
            break
        moves = legal(game, seats[0])
        assert [read_move(write_move(move), view(game, seats[0])) for move in moves] == list(moves)
        game, _ = apply(game, chance.choice(moves))
