"""Under challenge the screens hide whether a declaration is true: in words, in buttons, their order and number."""

import re
import sys
from contextlib import contextmanager
from dataclasses import replace

import pytest

import engine.scoring
from bot.render.show import ShowScene
from bot.ui.core.components import DisplayOptions
from bot.ui.games.move_log import counted_hands
from engine.actions import Accept, Amend, Challenge, Declare, Play, SayGo
from engine.cards import Card
from engine.course import Course
from engine.events import Challenged, Satisfied, Shown, StarterTurned
from engine.game import legal, waiting_on
from engine.presets import PRESETS, find
from engine.rules import Counting
from tests.support.random_tables import EVERY_TABLE, drawn, moved, playing, richest, states
from tests.support.strategies import cards

BY_CHALLENGE = [(name, players) for name, players in EVERY_TABLE if find(name).counting is Counting.CHALLENGE]
RECKONING = {*(engine.scoring.show, engine.scoring.show_total), *(engine.scoring.peg, engine.scoring.peg_points)}


def reckon(*_args, **_options):
    raise AssertionError("a screen reckons what is true")


@pytest.fixture(scope="module")
def nobody_can_count():
    """Return a context in which every count of cards fails; where cards are counted is looked up once."""
    modules = [module for name, module in sys.modules.items() if name.split(".")[0] in {"bot", "engine"}]
    places = [
        (module, name)
        for module in modules
        for name, value in vars(module).items()
        if callable(value) and any(value is one for one in RECKONING)
    ]

    @contextmanager
    def block():
        with pytest.MonkeyPatch.context() as patch:
            for module, name in places:
                patch.setattr(module, name, reckon)
            yield

    return block


@pytest.mark.parametrize(("preset", "players"), BY_CHALLENGE)
def test_no_screen_counts_an_unchallenged_declaration(preset, players, nobody_can_count):
    """A screen that counts nothing cannot reveal a count; the states are drawn by turns with pictures and without."""
    # Four who raise their counts at random win before a hand is counted.
    never = (Challenge, Amend) if players == 4 else (Challenge,)
    tables = list(states(richest(preset, players), 11, never=never, preset=preset))
    in_open_shows = {
        place % 2
        for place, table in enumerate(tables)
        if any(window.what != "play" for window in table.view(None).windows)
    }
    assert in_open_shows == {0, 1}
    with nobody_can_count():
        for place, table in enumerate(tables):
            for _, screen in drawn(table, DisplayOptions(pictures=place % 2 == 0)):
                assert screen.to_components()
                assert all(scene.description for scene in screen.scenes)


def test_a_screen_that_reckons_would_be_caught(nobody_can_count):
    table = next(
        table for table in states(find("house"), 1) if table.view(None).stage == "play" and table.game.deal > 1
    )
    with nobody_can_count(), pytest.raises(AssertionError, match="reckons"):
        list(drawn(table))


# Two games that differ in the truth alone.


FLUSH, PLAIN = "2H 4H 6H 8H", "2H 4H 6H 8S"


def at_the_show(preset, hand, **options):
    """Return a table whose players have played their lowest card each time, and declared nothing for it."""
    table = playing(preset, kept=(hand, "3C 5D 7S 9C"), **options)
    while table.view(None).stage == "play":
        seat = waiting_on(table.game)[0]
        moves = legal(table.game, seat)
        plays = [move for move in moves if isinstance(move, Play)]
        if plays:
            table = moved(table, replace(min(plays, key=lambda move: move.card), declared=0))
        else:
            table = moved(table, next(move for move in moves if isinstance(move, SayGo | Accept)))
    return table


def masked(screen):
    """A screen without the suits of its cards."""
    text = repr(screen.to_components())
    text = re.sub("[♣♦♥♠]", "?", text)
    text = re.sub("clubs|diamonds|hearts|spades", "?", text)
    return re.sub(r"(?<=[-:'])([2-9TJQKA])[CDHS](?=[-'])", r"\1?", text)


@pytest.mark.parametrize("muggins", [False, True])
@pytest.mark.parametrize("preset", ["britannica", "crib-derby", "acc"])
def test_a_flush_that_is_there_and_one_that_is_not_look_the_same(preset, muggins):
    """Eight are declared for 2 4 6 8, of one suit or not: in the window, after it, and a deal later."""
    flush, plain = (at_the_show(preset, hand, muggins=muggins) for hand in (FLUSH, PLAIN))
    said = [None, Declare(0, 4), Accept(1), Declare(1, 6), Accept(0), Declare(1, 3)]
    for move in said:
        if move is not None:
            flush, plain = moved(flush, move), moved(plain, move)
        assert [(seat, masked(screen)) for seat, screen in drawn(flush)] == [
            (seat, masked(screen)) for seat, screen in drawn(plain)
        ], move
    assert "?" in masked(next(drawn(flush))[1])


@pytest.mark.parametrize("muggins", [False, True])
def test_a_pair_that_is_there_and_one_that_is_not_look_the_same(muggins):
    """Two are declared for a six on a six, or for a seven: only the player's own hand tells the cards apart."""
    table = playing("acc", "0:6H=0", kept=("6H 2H 4H 8H", "6C 7C 9C 5D"), muggins=muggins)
    pair = moved(table, Play(1, Card.parse("6C"), 2))
    none = moved(table, Play(1, Card.parse("7C"), 2))
    assert _to_others(pair) == _to_others(none)


def _to_others(table):
    texts = [repr(screen.to_components()) for seat, screen in drawn(table) if seat != 1]
    return [re.sub(r"[67](?=♣)|1[23](?=[.*])", "?", text) for text in texts]


def test_the_truth_makes_a_difference_once_it_is_challenged():
    """The games above do differ: in one of them the challenge is right."""
    told = []
    for hand in (FLUSH, PLAIN):
        table = moved(at_the_show("britannica", hand), Declare(0, 4), Challenge(1, "too_many"))
        told.append(repr(next(drawn(table))[1].to_components()))
    assert "challenged, but the count wasn" in told[0]
    assert "challenged and was right: really **0**" in told[1]


@pytest.mark.parametrize("preset", [name for name in PRESETS if find(name).counting is Counting.CHALLENGE])
@pytest.mark.parametrize("declared", [0, 8])
@pytest.mark.parametrize("answer", [(), (Satisfied(0, 1),), (Challenged(0, 1, "too_many", upheld=False),)])
def test_nothing_is_said_of_a_hand_before_its_combinations_may_be_shown(preset, declared, answer):
    """Neither in the picture nor in its description; 8 may be true of the one hand and of the other."""
    hands = (cards("5H 5S JD 6S"), cards("2H 4S 6D QC"))
    starter = Card.parse("8C")
    told = set()
    for hand in hands:
        shown = Shown(1, "hand", hand, declared, None)
        course = Course((StarterTurned(0, starter), shown, *answer), find(preset))
        (counted,) = counted_hands(course.shows, ("Ann", "Ben"), course.rules)
        assert counted.combinations is None
        assert (counted.points, counted.note) == (declared, "")
        told.add(ShowScene((counted,)).description.rpartition(". ")[2])
    assert told == {f"{declared} points."}
