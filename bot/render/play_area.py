"""The play area: the cards of the series and who played them, the count, the starter, and the cards still held."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, Final, TypeAlias

from PIL import Image

from bot.i18n.translation import gettext, ngettext
from bot.render.canvas import BOARD_PALETTE, Box, Canvas, Palette
from bot.render.cards import (
    card_width,
    describe_card,
    describe_cards,
    height_within,
    place_card,
    place_pack,
    play_area,
)
from bot.render.lettering import drawn_names, width_of
from bot.render.scene import DEFAULT_STYLE, Scene, Style, shorten
from bot.render.shapes import GOLD, GREY_TEXT, INK, SMALLEST, TABLE_DARK_GREEN, WHITE_TEXT, WIDTH
from engine.cards import Card, Rank

Played: TypeAlias = tuple[str, Card]

THIRTY_ONE: Final = 31
HEIGHT: Final = 548

_MARGIN: Final = 30
_STARTER_HEIGHT: Final = 206
_LEFT: Final = 222
_ROOM: Final = WIDTH - _MARGIN - _LEFT
_TOP: Final = 70
_STAGGER: Final = 28
"""How much lower every other player's cards are."""
_ABOVE: Final = 14
"""The distance of a name above the cards."""
_BELOW: Final = 40
"""The distance of a name below the lower cards."""
_VISIBLE_SHARE: Final = 0.7
"""The share of a card's width that stays visible under the next card: its whole index."""
_SMALL: Final = 98
_PAIR: Final = 2
"""The most players at a table whose card counts have room for words."""


@dataclass(frozen=True, slots=True)
class PlayAreaScene(Scene):
    """The scene of the face-up cards during the play; names identify the players.

    ``series`` is the cards of the current count in the order played, ``left`` the number of cards each player holds,
    and ``earlier`` the cards of this deal that no longer count. ``is_named`` is false where the dealer must notice
    a jack turned up, so that the picture does not say his heels.
    """

    series: tuple[Played, ...]
    count: int
    starter: Card | None
    left: tuple[tuple[str, int], ...] = ()
    earlier: tuple[Played, ...] = ()
    style: Style = DEFAULT_STYLE
    is_named: bool = True

    kind: ClassVar[str] = "play-area"
    palette = BOARD_PALETTE

    def draw(self, palette: Palette | None = None) -> Image.Image:
        canvas = play_area(HEIGHT, palette)
        _draw_pack(canvas, self)
        draw_count(
            canvas, self.count, (_MARGIN, 318, _MARGIN + card_width(_STARTER_HEIGHT) + 10, HEIGHT - _MARGIN), 116
        )
        _draw_series(canvas, self)
        _draw_players(canvas, self)
        return canvas.image

    def describe(self, longest: int) -> str:
        parts = [gettext("Count {count}.", count=self.count)]
        if self.series:
            parts.append(
                gettext("Played in this count, in order: {cards}.", cards=describe_played(self.series, longest))
            )
        else:
            parts.append(gettext("No card in this count yet."))
        if self.starter is not None:
            heels = gettext(", his heels") if self.heels else ""
            parts.append(gettext("Starter: {card}{heels}.", card=describe_card(self.starter), heels=heels))
        return " ".join((*parts, *describe_piles(self.left, self.earlier, longest)))

    @property
    def heels(self) -> bool:
        """Return whether the starter is a jack and is named his heels."""
        return self.is_named and self.starter is not None and self.starter.rank is Rank.JACK

    @property
    def players(self) -> tuple[str, ...]:
        """The players in the picture, in seat order where it is known."""
        return tuple(dict.fromkeys(name for name, _ in (*self.left, *self.earlier, *self.series)))

    @property
    def drawn_names(self) -> dict[str, str]:
        return drawn_names(self.players)


def _draw_pack(canvas: Canvas, scene: PlayAreaScene) -> None:
    words = gettext("Deck" if scene.starter is None else "His heels" if scene.heels else "Starter")
    canvas.text(
        (_MARGIN, _TOP - _ABOVE),
        words,
        SMALLEST,
        GOLD if scene.heels else GREY_TEXT,
        bold=True,
        within=_LEFT - _MARGIN - 8,
    )
    place_pack(canvas, scene.starter, _STARTER_HEIGHT, scene.style, (_MARGIN, _TOP + 4), thickness=10)


def draw_count(canvas: Canvas, count: int, box: Box, size: int) -> None:
    """Draw the count in figures of a size; 31 is gold."""
    full = count == THIRTY_ONE
    label, figures = (INK, INK) if full else (GREY_TEXT, WHITE_TEXT)
    canvas.rounded(box, 20, GOLD if full else TABLE_DARK_GREEN, outline=GOLD, width=4)
    middle, room = (box[0] + box[2]) / 2, box[2] - box[0] - 12
    canvas.text((middle, box[1] + 50), gettext("Count"), SMALLEST, label, bold=True, anchor="m", within=room)
    canvas.text((middle, box[3] - size + 82), str(count), size, figures, bold=True, anchor="m")


def _draw_series(canvas: Canvas, scene: PlayAreaScene) -> None:
    if not scene.series:
        words = gettext("The count is back to 0" if scene.earlier else "No card played yet")
        canvas.text((_LEFT, _TOP + _STARTER_HEIGHT // 2 + 15), words, 44, GREY_TEXT, within=_ROOM)
        return
    # Every index of the series is visible.
    height = height_within(_ROOM, 1 + _VISIBLE_SHARE * (len(scene.series) - 1), _STARTER_HEIGHT)
    across = card_width(height)
    step = min(across + 12, (_ROOM - across) // max(len(scene.series) - 1, 1))
    top = _TOP + (_STARTER_HEIGHT - height) // 2
    names = (top - _ABOVE, top + height + _STAGGER + _BELOW)
    drawn = scene.drawn_names
    turns = [list(turn) for _, turn in groupby(enumerate(scene.series), key=lambda one: one[1][0])]
    for order, turn in enumerate(turns):
        last = order == len(turns) - 1
        low = order % 2
        for place, (_, card) in turn:
            at = (_LEFT + place * step, top + low * _STAGGER)
            newest = place == len(scene.series) - 1
            place_card(canvas, card, height, scene.style, at, frame=5 if newest else 0)
        first = _LEFT + turn[0][0] * step
        # A name ends before the next name on the same line, two turns later.
        end = _LEFT + turns[order + 2][0][0] * step - 12 if order + 2 < len(turns) else WIDTH - _MARGIN
        name = drawn[turn[0][1][0]]
        canvas.text((first, names[low]), name, SMALLEST, GOLD if last else WHITE_TEXT, bold=True, within=end - first)


def _draw_players(canvas: Canvas, scene: PlayAreaScene) -> None:
    held = dict(scene.left)
    piles: list[Pile] = []
    for name, drawn in scene.drawn_names.items():
        cards = [*played_by(name, scene.earlier), *[None] * held.get(name, 0)]
        many = held.get(name, 0)
        number = gettext("holds {held}", held=many) if len(scene.players) <= _PAIR else str(many)
        piles.append((drawn, number if scene.left else "", cards))
    draw_piles(canvas, piles, (_LEFT, 396), scene.style)


Pile: TypeAlias = tuple[str, str, Sequence[Card | None]]
"""A player's small cards: the name, their number, and the cards; None is a card that is face down."""


def played_by(name: str, played: Iterable[Played]) -> list[Card]:
    """Return the cards that a player played."""
    return [card for whose, card in played if whose == name]


def draw_piles(canvas: Canvas, piles: Sequence[Pile], xy: tuple[int, int], style: Style) -> None:
    """Draw small cards side by side, from a place to the right margin; those that are face up are greyed."""
    left, base = xy
    column = (WIDTH - _MARGIN + 20 - left) // max(len(piles), 1)
    across, room = card_width(_SMALL), column - 20
    for x, (name, number, cards) in zip(range(left, WIDTH, column), piles, strict=False):
        taken = width_of(number, SMALLEST) + 12 if number else 0
        used = canvas.text((x, base), name, SMALLEST, WHITE_TEXT, bold=True, within=room - taken)
        canvas.text((x + used + 12, base), number, SMALLEST, GREY_TEXT)
        step = min(across + 6, (room - across) // max(len(cards) - 1, 1))
        for place, card in enumerate(cards):
            place_card(canvas, card, _SMALL, style, (x + place * step, base + 16), dimmed=card is not None)


def describe_held(left: Iterable[tuple[str, int]], longest: int) -> Iterator[str]:
    """Describe how many cards each player holds."""
    for name, number in left:
        holder = shorten(name, longest)
        if number:
            yield ngettext("{name} holds {number} card.", "{name} holds {number} cards.", number, name=holder)
        else:
            yield gettext("{name} holds no cards.", name=holder)


def describe_piles(left: Iterable[tuple[str, int]], earlier: Sequence[Played], longest: int) -> Iterator[str]:
    """Describe how many cards each player holds, and what they played in the counts before."""
    yield from describe_held(left, longest)
    for name in dict.fromkeys(name for name, _ in earlier):
        before = describe_cards(played_by(name, earlier))
        yield gettext("Earlier, {name} played: {before}.", name=shorten(name, longest), before=before)


def describe_played(series: Sequence[Played], longest: int) -> str:
    """Describe the series: each name before the cards that the player played in a row."""
    turns = [(name, [card for _, card in turn]) for name, turn in groupby(series, key=lambda played: played[0])]
    return "; ".join(f"{shorten(name, longest)} {describe_cards(cards)}" for name, cards in turns)
