"""A player's whole screen in one picture: the scores, the cards of this count, the starter and the hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import ClassVar, Final

from PIL import Image

from bot.i18n.translation import gettext
from bot.render import pegs, shapes
from bot.render.board import BoardSide
from bot.render.canvas import Canvas, Palette
from bot.render.cards import (
    card_width,
    describe_card,
    describe_cards,
    draw_starter_label,
    hand_height,
    place_card,
    place_pack,
)
from bot.render.empty_board import CORNER_RADIUS, plank
from bot.render.lettering import drawn_names, largest_size, width_of
from bot.render.scene import DEFAULT_STYLE, Scene, Style, shorten
from bot.render.shapes import SMALLEST
from bot.render.show import Pile, Played, describe_piles, describe_played, draw_count, draw_piles, played_by
from engine.cards import Card
from engine.rules import STREET

_MARGIN: Final = 22


@dataclass(frozen=True, slots=True)
class PanelScene(Scene):
    """What one player sees of a game; names identify the players.

    ``pile`` is the cards of the current count with who played each, and ``count`` is None outside the play. ``hand``
    is the cards drawn large: the player's own, or those of another hand, which is then named by ``title``. Cards that
    are ``chosen`` stand out of the hand, and cards that cannot be played now are ``dimmed``. A loser below a line of
    ``lurch`` loses more than one game. ``written`` replaces the title in the picture where the title has a name in
    letters that the font lacks. ``left`` is the number of cards that every other player holds, and ``earlier`` the
    cards of this deal that no longer count; both stand above the hand during the play, with the crib of the dealer.
    Before the play the description alone says how many cards the others hold.
    """

    kind: ClassVar[str] = "panel"

    target: int
    sides: tuple[BoardSide, ...]
    dealer: str = ""
    dealer_side: int | None = None
    own_side: int | None = 0
    pile: tuple[Played, ...] = ()
    count: int | None = None
    starter: Card | None = None
    hand: tuple[Card, ...] = ()
    title: str = ""
    chosen: tuple[Card, ...] = ()
    dimmed: tuple[Card, ...] = ()
    style: Style = DEFAULT_STYLE
    lurch: tuple[int, ...] = ()
    written: str = ""
    left: tuple[tuple[str, int], ...] = ()
    earlier: tuple[Played, ...] = ()

    def describe(self, longest: int) -> str:
        return " ".join(_describe(self, longest))

    @property
    def drawn_names(self) -> dict[str, str]:
        players = (name for name, _ in (*self.pile, *self.left, *self.earlier))
        return drawn_names((*(side.name for side in self.sides), *players, self.dealer))

    def side_of(self, player: str) -> int | None:
        """Return the side of a player; partners are known by a side's name that begins or ends with theirs."""
        names = [side.name for side in self.sides]
        if player in names:
            return names.index(player)
        partners = [name.startswith(f"{player} ") or name.endswith(f" {player}") for name in names]
        return partners.index(True) if sum(partners) == 1 else None

    def draw(self, palette: Palette | None = None) -> Image.Image:
        strip = _above(self) + _LANE * len(self.sides) + 16
        play = _PILE_HEIGHT + (_PILES if self.left else 0) if self.count is not None or self.pile else 0
        canvas = _background(strip, strip + play + _hand_top(self) + _HAND_CARD + _MARGIN, palette).copy()
        _draw_sides(canvas, self)
        _draw_tracks(canvas, self)
        if play:
            draw_count(
                canvas,
                self.count or 0,
                (_MARGIN, strip + 16, _MARGIN + _COUNT_WIDTH, strip + 16 + _PILE_CARD + _LOWER),
                108,
            )
            _draw_pile(canvas, self, strip)
            if self.left:
                draw_piles(canvas, list(_piles(self)), (_MARGIN, strip + _PILE_HEIGHT + 50), self.style)
        _draw_hand(canvas, self, strip + play)
        return canvas.image


# The description.


def _describe(scene: PanelScene, longest: int) -> Iterator[str]:
    yield gettext("Game to {target} points.", target=scene.target)
    for side in scene.sides:
        left = gettext(", left") if side.left else ""
        yield f"{shorten(side.name, longest)}: {side.front}{side.last_in_words}{left}."
    if scene.dealer:
        yield gettext("Dealer: {name}.", name=shorten(scene.dealer, longest))
    if scene.count is not None:
        yield gettext("Count {count}.", count=scene.count)
    if scene.pile:
        yield gettext("Played, in order: {cards}.", cards=describe_played(scene.pile, longest))
    if scene.starter is not None:
        yield gettext("Starter: {card}.", card=describe_card(scene.starter))
    yield from describe_piles(scene.left, scene.earlier, longest)
    yield f"{shorten(scene.title, longest) or gettext('Your hand')}: {describe_cards(scene.hand)}."
    if scene.chosen:
        yield gettext("Picked: {cards}.", cards=describe_cards(scene.chosen))
    if scene.dimmed:
        yield gettext("Not playable now: {cards}.", cards=describe_cards(scene.dimmed))


# The background.


@lru_cache(maxsize=16)
def _background(strip: int, height: int, palette: Palette | None) -> Canvas:
    """The wood of the strip above the green of the cards; cached: do not draw on it."""
    canvas = Canvas(shapes.WIDTH, height, shapes.TABLE_GREEN)
    canvas.put(plank(shapes.WIDTH, strip, shapes.WOOD_DARK), (0, 0))
    canvas.rectangle((0, strip - 4, shapes.WIDTH, strip - 1), shapes.WOOD_LIGHT)
    canvas.cut_corners(CORNER_RADIUS, shapes.BACKGROUND)
    return canvas.to(palette)


# The strip of board.

_LANE: Final = 32
_LANE_COLOUR: Final = shapes.mix(shapes.WOOD_DARK, shapes.WOOD, 0.5)
_BADGE: Final = 54
_PEG: Final = 30
_NAME: Final = 48
_SCORE: Final = 76
_LINE_ABOVE: Final = 84
"""The height of the names and scores of two sides, which stand on one line."""
_LINES_ABOVE: Final = 132
"""The height of the names of three or four sides, with the scores below them."""
_TRACK: Final = (44, shapes.WIDTH - 44)
"""The left and the right end of the track: the start, and the last hole."""


def _above(scene: PanelScene) -> int:
    return _LINE_ABOVE if len(scene.sides) <= 2 else _LINES_ABOVE


def _draw_sides(canvas: Canvas, scene: PanelScene) -> None:
    width = (shapes.WIDTH - _MARGIN) // len(scene.sides)
    for place, name in enumerate(scene.drawn_names[side.name] for side in scene.sides):
        left = _MARGIN + place * width
        right = left + width - _MARGIN
        if place:
            line = (left - _MARGIN // 2, 14, left - _MARGIN // 2, _above(scene) - 12)
            canvas.line(line, fill=shapes.WOOD, width=3)
        _draw_side(canvas, scene, place, name, (left, right))


def _draw_side(canvas: Canvas, scene: PanelScene, place: int, name: str, span: tuple[int, int]) -> None:
    side, (left, right) = scene.sides[place], span
    in_two_lines = len(scene.sides) > 2
    base = 62
    canvas.stamp_around(pegs.symbol(place, 38), (left + 20, base - 18))
    x = left + 48
    score = str(side.front)
    last = gettext("left") if side.left else f"+{side.last}" if side.last else ""
    if in_two_lines:
        gained = left + 6 + canvas.text((left, base + 62), score, _SCORE - 8, shapes.WHITE_TEXT, bold=True)
        canvas.text((gained + 10, base + 62), last, SMALLEST, shapes.GOLD, bold=True)
    else:
        right -= canvas.text((right, base + 6), score, _SCORE, shapes.WHITE_TEXT, bold=True, anchor="r") + 12
        if last and right - x > 220:
            right -= canvas.text((right, base + 6), last, SMALLEST, shapes.GOLD, bold=True, anchor="r") + 12
    is_dealer = place == scene.dealer_side
    room = right - x - (_BADGE + 12 if is_dealer else 0)
    size = largest_size(name, range(_NAME, SMALLEST - 1, -2), room, bold=True)
    x += canvas.text((x, base), name, size, shapes.WHITE_TEXT, bold=True, within=room)
    if is_dealer:
        canvas.badge((x + 12 + _BADGE // 2, base - 17), _BADGE, gettext("D"), SMALLEST)


def _draw_tracks(canvas: Canvas, scene: PanelScene) -> None:
    top = _above(scene)
    left, right = _TRACK
    low = top + _LANE * len(scene.sides)
    for place in range(len(scene.sides)):
        y = top + _LANE * place
        canvas.rounded((left - 20, y + 5, right + 20, y + _LANE - 5), 11, _LANE_COLOUR)
    for hole in range(STREET, scene.target - 1, STREET):
        x = _peg_x(scene, hole + 0.5)
        canvas.line((x, top + 5, x, low - 6), fill=shapes.WOOD_DARK, width=3)
    for below in scene.lurch:
        x = _peg_x(scene, below - 0.5)
        canvas.line((x, top, x, low - 1), fill=shapes.GOLD, width=6)
    for place, side in enumerate(scene.sides):
        y = top + _LANE * place + _LANE // 2
        front, back = (_peg_x(scene, hole) for hole in (side.front, side.back))
        canvas.line((left, y, front, y), fill=shapes.SIDES[place], width=6)
        if side.back != side.front:
            canvas.stamp_around(pegs.peg(place, _PEG - 4, hollow=True), (back, y))
        canvas.stamp_around(pegs.peg(place, _PEG), (front, y))


def _peg_x(scene: PanelScene, hole: float) -> float:
    left, right = _TRACK
    return left + (right - left) * hole / scene.target


# The cards of the count.

_PILE_HEIGHT: Final = 258
_PILE_CARD: Final = 186
_COUNT_WIDTH: Final = 152
_LOWER: Final = 14


def _draw_pile(canvas: Canvas, scene: PanelScene, top: int) -> None:
    left = _MARGIN + _COUNT_WIDTH + 26
    room = shapes.WIDTH - _MARGIN - left
    if not scene.pile:
        words = gettext("No cards in this count yet")
        canvas.text((left, top + _PILE_CARD // 2 + 32), words, 46, shapes.GREY_TEXT, within=room)
        return
    across = card_width(_PILE_CARD)
    step = min(across + 12, (room - across) // max(len(scene.pile) - 1, 1))
    own = "" if scene.own_side is None else scene.sides[scene.own_side].name
    drawn = scene.drawn_names | {own: gettext("You")}
    for number, (name, card) in enumerate(scene.pile):
        xy = (left + number * step, top + 16 + (_LOWER if name == own else 0))
        newest = number == len(scene.pile) - 1
        place_card(canvas, card, _PILE_CARD, scene.style, xy, frame=_CARD_FRAME if newest else 0)
    place = 0
    for name, cards in groupby(name for name, _ in scene.pile):
        many = len(tuple(cards))
        is_last = place + many == len(scene.pile)
        x = left + place * step
        within = shapes.WIDTH - 10 - x if is_last else many * step - 10
        _draw_player(canvas, scene, name, drawn[name], (x, top + _PILE_HEIGHT - 6), within, is_last=is_last)
        place += many


def _draw_player(
    canvas: Canvas,
    scene: PanelScene,
    name: str,
    drawn: str,
    at: tuple[int, int],
    within: int,
    *,
    is_last: bool,
) -> None:
    """Draw who played a card: their peg, and their name where there is room; a name without a peg is shortened."""
    x, base = at
    side = scene.side_of(name)
    if side is not None:
        canvas.stamp_around(pegs.symbol(side, 34), (x + 20, base - 15))
        x, within = x + 44, within - 44
        if width_of(drawn, SMALLEST, bold=True) > within:
            return
    colour = shapes.GOLD if is_last else shapes.WHITE_TEXT
    canvas.text((x, base), drawn, SMALLEST, colour, bold=True, within=within)


_PILES: Final = 176
"""The height of the small cards: those that were played before, those that the others hold, and the crib."""
_CRIB: Final = 4


def _piles(scene: PanelScene) -> Iterator[Pile]:
    """Yield the small cards of the player, of each other player, and of the crib."""
    drawn, others = scene.drawn_names, dict(scene.left)
    own = [card for name, card in scene.earlier if name not in others]
    yield gettext("You") if own else "", "", own
    for name, number in others.items():
        yield drawn[name], str(number), [*played_by(name, scene.earlier), *[None] * number]
    if scene.dealer:
        crib = gettext("Your crib" if scene.dealer not in others else "{name}'s crib", name=drawn[scene.dealer])
        yield crib, "", [None] * _CRIB


# The hand.

_HAND_CARD: Final = 216
_GAP: Final = 12
_CARD_FRAME: Final = 6
_RAISED: Final = 26
_TITLE: Final = 54
_APART: Final = 44


def _hand_top(scene: PanelScene) -> int:
    """The height above the cards; those that are chosen later have room, so that nothing moves when they are."""
    may_choose = bool(scene.chosen) or scene.count is None
    return (_TITLE if scene.title else 0) + (_RAISED if may_choose and not scene.title else 0) + 16


def _draw_hand(canvas: Canvas, scene: PanelScene, top: int) -> None:
    if scene.title:
        words = scene.written or scene.title
        within = shapes.WIDTH - 2 * _MARGIN
        canvas.text((_MARGIN, top + 50), words, 46, shapes.WHITE_TEXT, bold=True, within=within)
    starters = int(scene.starter is not None)
    height = hand_height(len(scene.hand), starters, shapes.WIDTH - 2 * _MARGIN, _GAP, _APART, _HAND_CARD)
    across = card_width(height)
    top += _hand_top(scene) + (_HAND_CARD - height) // 2
    for place, card in enumerate(scene.hand):
        raised, frame = (_RAISED, _CARD_FRAME) if card in scene.chosen else (0, 0)
        xy = (_MARGIN + place * (across + _GAP), top - raised)
        place_card(canvas, card, height, scene.style, xy, dimmed=card in scene.dimmed, frame=frame)
    if not scene.hand:
        canvas.text((_MARGIN, top + height // 2 + 15), gettext("No cards"), 46, shapes.GREY_TEXT)
    if scene.starter is not None:
        left = shapes.WIDTH - _MARGIN - across - 12
        place_pack(canvas, scene.starter, height, scene.style, (left, top))
        draw_starter_label(canvas, (left, top + height), across)
