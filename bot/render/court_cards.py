"""The figures of the jacks, queens and kings, by Adrian Kennard (CC0; see ``card_files/README.md``)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import Image

from engine.cards import Card, Rank, Suit

SHEET: Final = Path(__file__).parent / "card_files" / "court_cards.png"
"""The file of all figures: a column for each rank of ``COURTS``, a row for each suit."""

COURTS: Final = (Rank.JACK, Rank.QUEEN, Rank.KING)
FIGURE_WIDTH: Final = 260
FIGURE_HEIGHT: Final = 400


def court_figure(card: Card, size: tuple[int, int]) -> Image.Image:
    """Return the figure of a court card in RGB, scaled to a width and height.

    It has the few colours of the sheet alone: with all shades between them files would be a fifth larger.
    """
    left, top = COURTS.index(card.rank) * FIGURE_WIDTH, list(Suit).index(card.suit) * FIGURE_HEIGHT
    figure = _sheet().crop((left, top, left + FIGURE_WIDTH, top + FIGURE_HEIGHT)).convert("RGB")
    small = figure.resize(size, Image.Resampling.LANCZOS)
    return small.quantize(palette=_sheet(), dither=Image.Dither.NONE).convert("RGB")


@lru_cache(maxsize=1)
def _sheet() -> Image.Image:
    """The sheet in its few colours, which takes a third of the memory."""
    with Image.open(SHEET) as sheet:
        return sheet.copy()
