"""Draw ``bot/render/card_files/court_cards.png`` from the SVG files of Adrian Kennard's cards (CC0).

``python -m tests.support.make_court_cards FOLDER`` needs ``rsvg-convert``; the folder holds ``JC.svg`` and so on.
"""

from __future__ import annotations

import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image

from bot.render.cards import COURTS, FIGURE_HEIGHT, FIGURE_WIDTH, SHEET
from bot.render.shapes import PAPER
from engine.cards import Card, Suit

_COLOURS: Final = {"#44F": "#1d2a78", "red": "#d2171e", "#FC4": "#f4bd3f", "black": "#15151c"}
"""The colours of the files, and what they become: the lines are too light to be seen on a small card."""

_LINES: Final = {"6": "9", "3": "5"}
"""The widths of lines, in 1300ths of a figure's width, and what they become."""

_NAMESPACES: Final = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
_FINE: Final = 3
_MAX_COLOURS: Final = 14


def figure(svg: str) -> Image.Image:
    """Return the figure on a card without the frame, the index and the pips."""
    layers = dict(re.findall(r'<symbol id="(\w+)"[^>]*viewBox="0 0 1300 2000"[^>]*>(.*?)</symbol>', svg, re.DOTALL))
    uses = re.findall(r"<use ([^>]*)></use>", svg)
    body = ""
    for use in uses:
        name = re.search(r'href="#(\w+)"', use)
        if name is not None and name[1] in layers:
            turn = ' transform="rotate(180 650 1000)"' if "rotate(180)" in use else ""
            body += f"<g{turn}>{layers[name[1]]}</g>"
    for old, new in _COLOURS.items():
        body = body.replace(f'"{old}"', f'"{new}"')
    body = re.sub(r'stroke-width="(\d+)"', lambda width: f'stroke-width="{_LINES.get(width[1], width[1])}"', body)
    whole = f"<svg {_NAMESPACES} viewBox='0 0 1300 2000'>{body}</svg>"
    command = ["rsvg-convert", "-w", str(FIGURE_WIDTH * _FINE), "-h", str(FIGURE_HEIGHT * _FINE)]
    png = subprocess.run(command, input=whole.encode(), capture_output=True, check=True).stdout
    drawn = Image.open(BytesIO(png)).convert("RGBA")
    image = Image.new("RGBA", drawn.size, (*PAPER, 255))
    return Image.alpha_composite(image, drawn).convert("RGB").reduce(_FINE)


def main(folder: Path) -> None:
    sheet = Image.new("RGB", (FIGURE_WIDTH * len(COURTS), FIGURE_HEIGHT * len(Suit)), PAPER)
    for column, rank in enumerate(COURTS):
        for row, suit in enumerate(Suit):
            svg = (folder / f"{Card(rank, suit)!s}.svg").read_text()
            sheet.paste(figure(svg), (column * FIGURE_WIDTH, row * FIGURE_HEIGHT))
    sheet.quantize(_MAX_COLOURS, kmeans=2, dither=Image.Dither.NONE).save(SHEET, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
