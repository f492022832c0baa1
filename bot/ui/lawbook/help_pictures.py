"""The pictures of the first deal in the help: its reader plays Ann."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.i18n.translation import N_, gettext
from bot.render.board import BoardScene, BoardSide
from bot.render.player_screen import PanelScene
from bot.render.scene import Scene, Style
from bot.render.show import Combination, CountedHand, HandScene, ShowScene
from engine.cards import Card
from engine.laws import Law
from engine.pegging import count_of
from engine.scoring import show

ANN: Final = "Ann"

_LABELS: Final[Mapping[Law, str]] = {
    Law.FIFTEEN: N_("Fifteen"),
    Law.PAIR: N_("Pair"),
    Law.RUN: N_("Run"),
    Law.HIS_NOBS: N_("Nobs"),
}


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


DEALT: Final = _cards("6H 7C 8D JH 2S KS")
"""The reader's six cards."""
DISCARDED: Final = _cards("2S KS")
STARTER: Final = Card.parse("8H")
ANNS_HAND: Final = _cards("6S 7D JD KC")
CRIB: Final = _cards("2S KS 3C 3H")
PLAYED: Final = _cards("8D 7D 6H KC 7C JD")
"""The cards in the order in which they are played: the reader's first, and every other one Ann's."""

_SEEN: Final = ((0, 0, 0, 0), (0, 2, 0, 2), (0, 4, 3, 4), (4, 6, 3, 4))
"""The steps of the play: which of the played cards are on the table, and both scores."""


def scene(place: int, style: Style) -> Scene:
    """Return the picture of a step of the first deal, counted from 0."""
    kept = tuple(card for card in DEALT if card not in DISCARDED)
    match place:
        case 0:
            return BoardScene(121, (BoardSide(gettext("You"), 84, 72), BoardSide(ANN, 71, 63)))
        case 1:
            return _panel(style, DEALT)
        case 2 | 3 | 4 | 5:
            first, last, *scores = _SEEN[place - 2]
            hand = tuple(card for card in kept if card not in PLAYED[:last])
            return _panel(style, hand, _by_player(PLAYED)[:last], scores, first)
        case 6:
            return HandScene(kept, STARTER, gettext("Your hand"), style)
    counts = [_counted(gettext("Your hand"), kept), _counted(gettext("Ann's hand"), ANNS_HAND)]
    return ShowScene((*counts, _counted(gettext("Ann's crib"), CRIB, crib=True)), style)


def _by_player(cards: Sequence[Card]) -> tuple[tuple[str, Card], ...]:
    return tuple((ANN if number % 2 else gettext("You"), card) for number, card in enumerate(cards))


def _panel(
    style: Style,
    hand: tuple[Card, ...],
    played: tuple[tuple[str, Card], ...] | None = None,
    scores: Sequence[int] = (0, 0),
    since: int = 0,
) -> PanelScene:
    """Return what the reader sees; the cards that were ``played`` count ``since`` one of them."""
    pile = (played or ())[since:]
    return PanelScene(
        121,
        (BoardSide(gettext("You"), scores[0], 0), BoardSide(ANN, scores[1], 0)),
        dealer=ANN,
        dealer_side=1,
        pile=pile,
        count=None if played is None else count_of([card for _, card in pile]),
        starter=None if played is None else STARTER,
        hand=hand,
        left=((ANN, len(hand)),),
        earlier=(played or ())[:since],
        style=style,
    )


def _counted(title: str, hand: tuple[Card, ...], *, crib: bool = False) -> CountedHand:
    count = show(hand, STARTER, crib=crib)
    total, combinations = 0, []
    for item in count.items:
        total += item.points
        combinations.append(Combination(gettext(_LABELS[item.law]), item.cards, total))
    return CountedHand(title, hand, STARTER, tuple(combinations), count.total)
