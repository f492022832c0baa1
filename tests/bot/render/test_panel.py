"""The panel: everything that a player has to see is in one picture, and in its description."""

from __future__ import annotations

from dataclasses import replace

from PIL import ImageChops

from bot.render.panel import PanelScene
from engine.cards import Card
from tests.support.panel_scenes import SCENES, TWO, cards

PLAY: PanelScene = SCENES["panel-play"]
DISCARD: PanelScene = SCENES["panel-discard"]


def changed(one: PanelScene, **changes) -> tuple[int, int, int, int] | None:
    """The box in which the picture changes, or nothing."""
    other = replace(one, **changes)
    assert one.draw().size == other.draw().size
    return ImageChops.difference(one.draw(), other.draw()).getbbox()


def test_the_description_of_the_play() -> None:
    assert PLAY.description == (
        "Game to 121 points. Ann: 36 (+6 from 30). Benjamin: 87 (+12 from 75). Dealer: Ann. Count 24. Played, in "
        "order: Benjamin 7 of hearts; Ann 8 of spades; Benjamin 9 of clubs. Starter: 5 of diamonds. Your hand: 4 of "
        "clubs, 6 of diamonds, queen of spades. Not playable now: queen of spades."
    )


def test_the_description_of_the_discard() -> None:
    assert DISCARD.description.endswith(
        "Dealer: Benjamin. Your hand: 2 of clubs, 4 of diamonds, 7 of spades, 8 of hearts, 10 of diamonds, "
        "king of clubs. Picked: 2 of clubs, king of clubs."
    )


def test_another_hand_is_named() -> None:
    assert "Benjamin's hand: 5 of hearts" in SCENES["panel-other-hand"].description


def test_every_part_is_drawn() -> None:
    """A change of each part changes the picture, and each lies in its own place."""
    scores = changed(PLAY, sides=(replace(TWO[0], front=37), TWO[1]))
    dealer = changed(PLAY, dealer_side=1, dealer="Benjamin")
    count = changed(PLAY, count=14)
    newest = changed(PLAY, pile=(*PLAY.pile[:2], ("Benjamin", Card.parse("AC"))))
    starter = changed(PLAY, starter=Card.parse("KD"))
    hand = changed(PLAY, hand=(*PLAY.hand[:2], Card.parse("AH")), dimmed=())
    assert None not in (scores, dealer, count, newest, starter, hand)
    assert scores[3] < count[1]
    assert dealer[3] < count[1]
    assert count[2] < newest[0]
    assert newest[3] < hand[1]
    assert hand[2] < starter[0]


def test_only_the_chosen_card_moves() -> None:
    """Nothing else moves when a card is chosen, so that the next one is where it was."""
    none, one = replace(DISCARD, chosen=()), replace(DISCARD, chosen=cards("4D"))
    left, _, right, _ = ImageChops.difference(none.draw(), one.draw()).getbbox()
    assert 150 < left < right < 345


def test_a_dimmed_card_looks_different() -> None:
    assert changed(PLAY, dimmed=()) is not None


def test_partners_are_known_by_the_names_of_their_sides() -> None:
    scene = SCENES["panel-partners"]
    assert [scene.side_of(name) for name in ("Ann", "Ben", "Cat", "Daniel", "Benjamin")] == [0, None, 0, 1, 1]


def test_names_that_look_alike_have_one_number_everywhere() -> None:
    scene = SCENES["panel-strange-names"]
    assert sorted(scene.drawn_names.values()) == ["Li", "Li 2"]


def test_both_skunk_lines_are_drawn() -> None:
    assert changed(DISCARD, lurch=(91,)) is not None
    assert changed(DISCARD, lurch=()) is not None


def test_a_panel_of_two_players_leaves_room_for_buttons() -> None:
    """It is at most 0.7 times as high as it is wide."""
    assert {scene.draw().width for scene in (PLAY, DISCARD)} == {1000}
    assert PLAY.draw().height <= 700
    assert DISCARD.draw().height <= 450
