"""The pictures of the five steps of the help: one deal between Ann and Ben."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.i18n.translation import N_, gettext
from bot.render.board import BoardScene, BoardSide
from bot.render.player_screen import PanelScene
from bot.render.scene import Scene, Style
from bot.render.show import Combination, CountedHand, ShowScene
from engine.cards import Card
from engine.laws import Law
from engine.scoring import show

ANN: Final = "Ann"
BEN: Final = "Ben"

_LABELS: Final[Mapping[Law, str]] = {
    Law.FIFTEEN: N_("Fifteen"),
    Law.PAIR: N_("Pair"),
    Law.RUN: N_("Run"),
    Law.HIS_NOBS: N_("Nobs"),
}


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


DEALT: Final = _cards("6H 7C 8D JH 2S KS")
"""Ben's six cards."""
DISCARDED: Final = _cards("2S KS")
STARTER: Final = Card.parse("8H")
PLAYED: Final = ((BEN, Card.parse("8D")), (ANN, Card.parse("7D")), (BEN, Card.parse("6H")), (ANN, Card.parse("KC")))
ANNS_HAND: Final = _cards("6S 7D JD KC")
CRIB: Final = _cards("2S KS 3C 3H")


def _race(_: Style) -> Scene:
    return BoardScene(121, (BoardSide(BEN, 84, 72), BoardSide(ANN, 71, 63)))


def _deal(style: Style) -> Scene:
    return _panel(style, hand=DEALT, chosen=DISCARDED)


def _play(style: Style) -> Scene:
    kept = tuple(card for card in DEALT if card not in DISCARDED)
    left = tuple(card for card in kept if (BEN, card) not in PLAYED)
    return _panel(style, anns=4, bens=3, hand=left, pile=PLAYED, count=31, starter=STARTER)


def _show(style: Style) -> Scene:
    kept = tuple(card for card in DEALT if card not in DISCARDED)
    return ShowScene((_counted(gettext("Ben's hand"), kept), _counted(gettext("Ann's hand"), ANNS_HAND)), style)


def _crib(style: Style) -> Scene:
    return ShowScene((_counted(gettext("Ann's crib"), CRIB, crib=True),), style)


SCENES: Final[tuple[Callable[[Style], Scene], ...]] = (_race, _deal, _play, _show, _crib)
"""The picture of each step."""


def _panel(
    style: Style,
    *,
    hand: tuple[Card, ...],
    anns: int = 0,
    bens: int = 0,
    chosen: tuple[Card, ...] = (),
    pile: tuple[tuple[str, Card], ...] = (),
    count: int | None = None,
    starter: Card | None = None,
) -> PanelScene:
    sides = BoardSide(BEN, bens, 0), BoardSide(ANN, anns, max(anns - 2, 0))
    return PanelScene(
        121,
        sides,
        dealer=ANN,
        dealer_side=1,
        own_side=None,
        pile=pile,
        count=count,
        starter=starter,
        hand=hand,
        title=gettext("Ben's hand"),
        chosen=chosen,
        style=style,
    )


def _counted(title: str, hand: tuple[Card, ...], *, crib: bool = False) -> CountedHand:
    count = show(hand, STARTER, crib=crib)
    total, combinations = 0, []
    for item in count.items:
        total += item.points
        combinations.append(Combination(gettext(_LABELS[item.law]), item.cards, total))
    return CountedHand(title, hand, STARTER, tuple(combinations), count.total)
