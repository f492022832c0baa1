"""README's moving picture of one deal, as Ann sees it: ``python -m tests.support.moving_deal`` draws it again.

The cards are fixed, and the game is the real one: Ben counts two points too many, and law 19 gives them to Ann.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from PIL import Image, ImageDraw

from bot.models.agreement import Agreement, Seat
from bot.models.player import Player
from bot.render import shapes
from bot.render.lettering import font
from bot.render.scene import DEFAULT_STYLE
from bot.tables.table import Table
from bot.ui.games.scenes import panel_scene, show_scene
from bot.ui.games.table_view import TableView
from engine.actions import Action, Deal, LayAway, Play
from engine.cards import Card
from engine.game import apply
from tests.support.data_files import data_beside
from tests.support.paths import ROOT
from tests.support.strategies import REFEREE, about_to_deal, cards, plays, stacked

PICTURE: Final = ROOT / ".github" / "pictures" / "deal.gif"

_WIDTH, _HEIGHT, _SENTENCE = 480, 580, 60
"""The picture and the sentence below it, in pixels; a phone shows it whole."""

_SCORES: Final = 162
"""The height of the scores at the top of a player's screen, before it is made smaller."""

_HANDS: Final = ("4H 5S 5D 6C TD KS", "7H 8D 9C JS 2C 3D")
_STORY: Final = data_beside(__file__)["story"]
"""What is said below each picture, what is done before it, and how long it stays in milliseconds."""


def frames() -> Iterator[tuple[Image.Image, int]]:
    """Yield each picture, with its time in milliseconds."""
    tables = played()
    for before, table, (said, done, time) in zip((tables[0], *tables), tables, _STORY, strict=False):
        chosen = cards("TD KS") if done == "pick" else ()
        yield _with_sentence(_screen(before, TableView(table), chosen, done), said), time


def played() -> list[Table]:
    """Return the table after each step of the story."""
    tables, table = [], _after(_before_the_deal(), Deal(stacked(1, _HANDS, "6H")))
    for _, done, _ in _STORY:
        if done == "discard":
            table = _after(table, LayAway(0, cards("TD KS")), LayAway(1, cards("2C 3D")))
        elif ":" in done:
            table = _after(table, *plays(done))
        tables.append(table)
    return tables


def _before_the_deal() -> Table:
    seats = tuple(Seat(Player(number, number, name), agreed=True) for number, name in enumerate(("Ann", "Ben")))
    agreement = Agreement("deal", 1, 1, "here", "house", REFEREE, "playing", b"", None, seats)
    return Table(agreement, about_to_deal(REFEREE, dealer=1, scores=(78, 81)), 0, ())


def _after(table: Table, *actions: Action) -> Table:
    game, recent = table.game, table.recent
    for action in actions:
        game, brought = apply(game, action)
        recent += brought
    return replace(table, game=game, recent=recent)


def _screen(before: Table, shown: TableView, chosen: Sequence[Card], done: str) -> Image.Image:
    """Return Ann's screen; a hand that was counted stands in it instead of her own cards."""
    scene = panel_scene(shown, 0, chosen, DEFAULT_STYLE)
    if shown.this_show:
        show = show_scene(shown.this_show[-1:], DEFAULT_STYLE).draw()
        both = Image.new("RGB", (show.width, _SCORES + show.height))
        both.paste(scene.draw().crop((0, 0, show.width, _SCORES)), (0, 0))
        both.paste(show, (0, _SCORES))
        return both
    if ":" in done and not scene.pile:
        # The cards of a count that is over are shown once more.
        (action,) = plays(done)
        assert isinstance(action, Play)
        pile = panel_scene(TableView(before), 0, (), DEFAULT_STYLE).pile
        pile += ((shown.plain_names[action.seat], action.card),)
        scene = replace(scene, pile=pile, count=sum(card.pips for _, card in pile))
    return scene.draw()


def _with_sentence(screen: Image.Image, said: str) -> Image.Image:
    picture = Image.new("RGB", (_WIDTH, _HEIGHT), shapes.TABLE_DARK_GREEN)
    picture.paste(screen.resize((_WIDTH, screen.height * _WIDTH // screen.width), Image.Resampling.LANCZOS), (0, 0))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, _HEIGHT - _SENTENCE, _WIDTH, _HEIGHT), shapes.WOOD_DARK)
    draw.text((_WIDTH / 2, _HEIGHT - _SENTENCE / 2), said, shapes.WHITE_TEXT, font(24), anchor="mm")
    return picture


def main() -> None:
    pictures, times = zip(*frames(), strict=True)
    # One palette for all, or the wood would flicker.
    palette = pictures[-1].quantize(128)
    first, *others = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    first.save(PICTURE, save_all=True, append_images=others, duration=times, loop=0, optimize=True)
    print(f"{PICTURE.name}: {len(pictures)} pictures, {sum(times) / 1000:.0f} s, {PICTURE.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
