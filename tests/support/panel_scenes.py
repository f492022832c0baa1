"""Scenes of panels and shows to draw: ordinary ones, the fullest and the emptiest."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from bot.render.board import BoardScene, BoardSide, TableScene
from bot.render.player_screen import PanelScene
from bot.render.scene import Scene, Style
from bot.render.show import Combination, CountedHand, ShowScene
from engine.cards import Card, Rank
from tests.support.strategies import cards

SKUNKS = (91, 61)
TWO = (BoardSide("Ann", 36, 30), BoardSide("Benjamin", 87, 75))
LONG = "Bartholomew-Maximilian of Kent"


def played(text: str) -> tuple[tuple[str, Card], ...]:
    """Return played cards with their players, from text such as ``Ann:5H``."""
    return tuple((name, Card.parse(card)) for name, card in (one.split(":") for one in text.split()))


def counted(title: str, hand: str, starter: str, note: str = "") -> CountedHand:
    """Return a hand with its fifteens, pairs and his nobs."""
    held, turned = cards(hand), Card.parse(starter)
    found: list[Combination] = []
    for number in range(2, 6):
        for group in combinations((*held, turned), number):
            total = found[-1].total if found else 0
            if sum(card.pips for card in group) == 15:
                found.append(Combination("15", group, total + 2))
    for group in combinations((*held, turned), 2):
        if group[0].rank == group[1].rank:
            found.append(Combination("pair", group, (found[-1].total if found else 0) + 2))
    for card in held:
        if card.rank is Rank.JACK and card.suit is turned.suit:
            found.append(Combination("his nobs", (card,), (found[-1].total if found else 0) + 1))
    return CountedHand(title, held, turned, tuple(found), found[-1].total if found else 0, note)


BEN = CountedHand(
    "Ben's hand",
    cards("5H 5S JD 6S"),
    Card.parse("5C"),
    (
        Combination("15", cards("5H JD"), 2),
        Combination("15", cards("5S JD"), 4),
        Combination("15", cards("5C JD"), 6),
        Combination("15", cards("5H 5S 5C"), 8),
        Combination("pair royal", cards("5H 5S 5C"), 14),
    ),
    14,
    "said 12, really 14",
)
NOTHING = CountedHand("Ann's hand", cards("2H 4S 6D QC"), Card.parse("8C"), (), 0)

SCENES: dict[str, Scene] = {
    "panel-discard": PanelScene(
        121, TWO, "Benjamin", 1, 0, hand=cards("2C 4D 7S 8H TD KC"), chosen=cards("2C KC"), lurch=SKUNKS
    ),
    "panel-play": PanelScene(
        121,
        TWO,
        "Ann",
        0,
        0,
        played("Benjamin:7H Ann:8S Benjamin:9C"),
        24,
        Card.parse("5D"),
        cards("4C 6D QS"),
        dimmed=cards("QS"),
        lurch=SKUNKS,
        left=(("Benjamin", 2),),
        earlier=played("Ann:TC Benjamin:JD Ann:AD"),
    ),
    "panel-lead": PanelScene(121, TWO, "Benjamin", 1, 0, (), 0, Card.parse("5D"), cards("4C 6D QS JH"), lurch=SKUNKS),
    "panel-other-hand": PanelScene(
        121, TWO, "Benjamin", 1, 0, starter=Card.parse("JH"), hand=cards("5H 6H JD QS"), title="Benjamin's hand"
    ),
    "panel-four-colours": PanelScene(
        61,
        (BoardSide("Ann", 0, 0), BoardSide("Ben", 2, 0)),
        "Ben",
        1,
        0,
        hand=cards("2C 4D 7S 8H TD KC JH JS"),
        chosen=cards("2C"),
        style=Style(four_colours=True, pips=True),
        lurch=(31,),
    ),
    "panel-three": PanelScene(
        121,
        (BoardSide("Ann", 36, 30), BoardSide(LONG, 87, 75), BoardSide("Éloïse", 120, 119)),
        "Éloïse",
        2,
        1,
        tuple(zip(("Ann", LONG, "Éloïse") * 2, cards("KH 2H 3H 4H 5H 6H"), strict=True)),
        30,
        Card.parse("QH"),
        cards("QS"),
        lurch=SKUNKS,
        left=(("Ann", 2), ("Éloïse", 1)),
        earlier=played("Éloïse:TC"),
    ),
    "panel-partners": PanelScene(
        121,
        (BoardSide("Ann and Cat", 0, 0), BoardSide("Benjamin and Daniel", 121, 100)),
        "Cat",
        0,
        0,
        tuple(zip(("Ann", "Benjamin", "Cat", "Daniel") * 3, cards("AH AS AC AD 2H 2S 2C 2D 3H 3S 3C 3D"), strict=True)),
        31,
        Card.parse("QH"),
        lurch=SKUNKS,
        left=(("Benjamin", 1), ("Cat", 1), ("Daniel", 0)),
        earlier=played("Daniel:KH"),
    ),
    "panel-strange-names": PanelScene(
        121,
        (BoardSide("\u674e", 40, 36), BoardSide("\u91cc", 49, 36)),
        "\u91cc",
        1,
        0,
        (("\u91cc", Card.parse("7H")),),
        7,
        Card.parse("5D"),
        cards("4C 6D"),
        "\u91cc's hand",
        written="Li 2's hand",
    ),
    "show": ShowScene((BEN,)),
    "show-nothing": ShowScene((NOTHING,)),
    "show-29": ShowScene((counted("Ann's hand", "5H 5S JC 5D", "5C"),)),
    "show-four": ShowScene(
        (
            counted(f"{LONG}'s hand", "4H 5S 6D TD", "5C", "said 12, really 8"),
            counted("Benjamin's hand", "2H 3S KC 8D", "5C"),
            BEN,
            counted("Benjamin's crib", "2H 4S 6D 8C", "5C"),
        ),
        Style(four_colours=True),
    ),
    "show-wide-labels": ShowScene(
        (
            CountedHand(
                "Crib",
                cards("4H 5S 6D 6C"),
                None,
                (
                    Combination("15", cards("4H 5S 6D"), 2),
                    Combination("15", cards("4H 5S 6C"), 4),
                    Combination("double run of three", cards("4H 5S 6D 6C"), 12),
                ),
                12,
            ),
        )
    ),
    "show-unproved": ShowScene((replace(BEN, combinations=None, points=8, note=""), NOTHING)),
    "table-show": TableScene(BoardScene(121, TWO, lurch=SKUNKS), ShowScene((BEN,))),
}
