"""Cards on the table: the play, a hand with what is chosen of it, and the show, every combination on its cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, Final, TypeAlias

from PIL import Image

from bot.i18n.translation import gettext, ngettext, rank_letters
from bot.render import shapes
from bot.render.canvas import Box, Canvas, Palette
from bot.render.cards import (
    CardOrRank,
    card_width,
    describe_card,
    describe_cards,
    draw_starter_label,
    hand_height,
    height_within,
    place_card,
    place_cards,
    place_pack,
    play_area,
)
from bot.render.lettering import drawn_names, largest_size, width_of
from bot.render.scene import DEFAULT_STYLE, Scene, Style, shorten
from bot.render.shapes import GOLD, GREY_TEXT, INK, SIDES, SMALLEST, TABLE_DARK_GREEN, WHITE_TEXT, WIDTH, Colour
from engine.cards import Card, Rank
from engine.scoring import count_of

Played: TypeAlias = tuple[str, Card]

THIRTY_ONE: Final = 31
HEIGHT: Final = 548

_RIM: Final = 30
_STARTER_HEIGHT: Final = 206
_LEFT: Final = 222
_ROOM: Final = WIDTH - _RIM - _LEFT
_TOP: Final = 70
_STAGGER: Final = 28
"""How much lower every other player's cards are."""
_ABOVE: Final = 14
_BELOW: Final = 40
_VISIBLE_SHARE: Final = 0.7
"""The share of a card's width that stays visible under the next card: its whole index."""
_SMALL_CARD: Final = 98
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

    def draw(self, palette: Palette | None = None) -> Image.Image:
        canvas = play_area(HEIGHT, palette)
        _draw_pack(canvas, self)
        draw_count(canvas, self.count, (_RIM, 318, _RIM + card_width(_STARTER_HEIGHT) + 10, HEIGHT - _RIM), 116)
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
        return tuple(dict.fromkeys(name for name, _ in (*self.left, *self.earlier, *self.series)))

    @property
    def drawn_names(self) -> dict[str, str]:
        return drawn_names(self.players)


def _draw_pack(canvas: Canvas, scene: PlayAreaScene) -> None:
    words = gettext("Deck" if scene.starter is None else "His heels" if scene.heels else "Starter")
    canvas.text(
        (_RIM, _TOP - _ABOVE),
        words,
        SMALLEST,
        GOLD if scene.heels else GREY_TEXT,
        bold=True,
        within=_LEFT - _RIM - 8,
    )
    place_pack(canvas, scene.starter, _STARTER_HEIGHT, scene.style, (_RIM, _TOP + 4), thickness=10)


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
        end = _LEFT + turns[order + 2][0][0] * step - 12 if order + 2 < len(turns) else WIDTH - _RIM
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
    return [card for whose, card in played if whose == name]


def draw_piles(canvas: Canvas, piles: Sequence[Pile], xy: tuple[int, int], style: Style) -> None:
    """Draw small cards side by side, from a place to the right margin; those that are face up are greyed."""
    left, base = xy
    column = (WIDTH - _RIM + 20 - left) // max(len(piles), 1)
    across, room = card_width(_SMALL_CARD), column - 20
    for x, (name, number, cards) in zip(range(left, WIDTH, column), piles, strict=False):
        taken = width_of(number, SMALLEST) + 12 if number else 0
        used = canvas.text((x, base), name, SMALLEST, WHITE_TEXT, bold=True, within=room - taken)
        canvas.text((x + used + 12, base), number, SMALLEST, GREY_TEXT)
        step = min(across + 6, (room - across) // max(len(cards) - 1, 1))
        for place, card in enumerate(cards):
            place_card(canvas, card, _SMALL_CARD, style, (x + place * step, base + 16), dimmed=card is not None)


def describe_held(left: Iterable[tuple[str, int]], longest: int) -> Iterator[str]:
    for name, number in left:
        holder = shorten(name, longest)
        if number:
            yield ngettext("{name} holds {number} card.", "{name} holds {number} cards.", number, name=holder)
        else:
            yield gettext("{name} holds no cards.", name=holder)


def describe_piles(left: Iterable[tuple[str, int]], earlier: Sequence[Played], longest: int) -> Iterator[str]:
    yield from describe_held(left, longest)
    for name in dict.fromkeys(name for name, _ in earlier):
        before = describe_cards(played_by(name, earlier))
        yield gettext("Earlier, {name} played: {before}.", name=shorten(name, longest), before=before)


def describe_played(series: Sequence[Played], longest: int) -> str:
    turns = [(name, [card for _, card in turn]) for name, turn in groupby(series, key=lambda played: played[0])]
    return "; ".join(f"{shorten(name, longest)} {describe_cards(cards)}" for name, cards in turns)


@dataclass(frozen=True, slots=True)
class Combination:
    """A combination that scores: what it is called, its cards, and the running total after it."""

    label: str
    cards: tuple[Card, ...]
    total: int


@dataclass(frozen=True, slots=True)
class CountedHand:
    """A hand or crib with what it counts, or with what its player said if ``combinations`` is None.

    As long as a count may be wrong, nothing is said of the hand itself. ``note`` is a remark such as
    ``said 14, really 12``. ``written`` replaces the title in the picture where the title has a name in letters that the
    font lacks.
    """

    title: str
    cards: tuple[Card, ...]
    starter: Card | None
    combinations: tuple[Combination, ...] | None
    points: int
    note: str = ""
    written: str = ""


@dataclass(frozen=True, slots=True)
class ShowScene(Scene):
    """Up to four counted hands, one below the other; a single one is drawn larger."""

    kind: ClassVar[str] = "show"

    hands: tuple[CountedHand, ...]
    style: Style = DEFAULT_STYLE

    def describe(self, longest: int) -> str:
        """Describe the cards and the count of every hand as it is spoken; short names leave out the suits' words."""
        return " ".join(part for hand in self.hands for part in _describe(hand, longest))

    def draw(self, palette: Palette | None = None) -> Image.Image:
        size = _LARGE if len(self.hands) == 1 else _SMALL
        heights = [_height(hand, size) + (size.below if place == 0 else 0) for place, hand in enumerate(self.hands)]
        canvas = play_area(sum(heights) + _MARGIN, palette)
        label = _label_width(self.hands, size)
        top = _MARGIN // 2
        for place, (hand, height) in enumerate(zip(self.hands, heights, strict=True)):
            if place:
                line = (_MARGIN, top, shapes.WIDTH - _MARGIN, top)
                canvas.line(line, fill=shapes.TABLE_DARK_GREEN, width=4)
            _draw_hand(canvas, hand, top, size, self.style, label, named=place == 0)
            top += height
        return canvas.image


# The description.

_SHORT_NAME: Final = 24


def _describe(hand: CountedHand, longest: int) -> Iterator[str]:
    is_short = longest <= _SHORT_NAME
    cards = " ".join(map(str, hand.cards)) if is_short else describe_cards(hand.cards)
    yield f"{shorten(hand.title, longest)}: {cards}."
    if hand.starter is not None:
        yield gettext("Starter: {card}.", card=str(hand.starter) if is_short else describe_card(hand.starter))
    if hand.combinations:
        yield ", ".join(f"{one.label} {one.total}" for one in hand.combinations) + "."
    yield ngettext("{number} point", "{number} points", hand.points) + "."
    if hand.note:
        yield f"{hand.note}."


# The drawing.

_MARGIN: Final = 22
_SIDE: Final = 32
_LABELS: Final = range(150, 391)
"""The least and the greatest width of the labels left of the lanes."""
_TOTAL: Final = 96
_BETWEEN: Final = 20
"""The distance of the starter from the other cards, and of the cards from the lanes."""


@dataclass(frozen=True, slots=True)
class _Size:
    title: int
    card: int
    lane: int
    letters: int
    points: int
    label: int
    below: int
    """How far the starter's label is below its card: it must not hide the suit of a small card."""


_LARGE: Final = _Size(94, 176, 58, 54, 96, 46, 0)
_SMALL: Final = _Size(78, 128, 50, 46, 66, SMALLEST, 38)


def _height(hand: CountedHand, size: _Size) -> int:
    return size.title + size.card + _BETWEEN + len(hand.combinations or ()) * size.lane + 14


def _label_width(hands: Sequence[CountedHand], size: _Size) -> int:
    """The width of the widest label, so that the cards of all hands stand below each other."""
    widths = [width_of(one.label, size.label) + 24 for hand in hands for one in hand.combinations or ()]
    return min(max([*widths, _LABELS.start]), _LABELS.stop)


def _draw_hand(
    canvas: Canvas, hand: CountedHand, top: int, size: _Size, style: Style, label: int, *, named: bool
) -> None:
    """Draw a hand; ``label`` is the width of the labels, and ``named`` says to name the starter."""
    _draw_title(canvas, hand, top + size.title - 22, size)
    cards = (*hand.cards, *(() if hand.starter is None else (hand.starter,)))
    middles, height = _columns(label, len(cards), has_starter=hand.starter is not None, tallest=size.card)
    top += size.title + (size.card - height) // 2
    across = card_width(height)
    for card, middle in zip(cards, middles, strict=True):
        frame = 5 if card is hand.starter else 0
        place_card(canvas, card, height, style, (middle - across // 2, top), frame=frame)
    if named:
        top += size.below
    if named and hand.starter is not None:
        draw_starter_label(canvas, (middles[-1] - across // 2, top + height), across)
    top += height + (size.card - height) - (size.card - height) // 2 + _BETWEEN
    for row, one in enumerate(hand.combinations or ()):
        middle = top + row * size.lane + size.lane // 2
        _draw_lane(canvas, one, tuple(zip(cards, middles, strict=True)), (middle, label), size)


def _draw_title(canvas: Canvas, hand: CountedHand, base: int, size: _Size) -> None:
    right = shapes.WIDTH - _SIDE
    right -= canvas.text((right, base + 4), str(hand.points), size.points, shapes.GOLD, bold=True, anchor="r") + 20
    note = hand.note or (gettext("Nothing") if hand.combinations == () else "")
    if note:
        right -= canvas.text((right, base), note, SMALLEST, shapes.GREY_TEXT, anchor="r", within=_NOTE) + 24
    words, room = hand.written or hand.title, right - _SIDE
    letters = largest_size(words, range(size.letters, SMALLEST - 1, -2), room, bold=True)
    canvas.text((_SIDE, base), words, letters, shapes.WHITE_TEXT, bold=True, within=room)


_NOTE: Final = 480


def _columns(label: int, number: int, *, has_starter: bool, tallest: int) -> tuple[list[int], int]:
    left, right = _SIDE + label, shapes.WIDTH - _MARGIN - _TOTAL
    apart = _BETWEEN if has_starter else 0
    width = (right - left - apart) / max(number, _MIN_COLUMNS)
    height = height_within(width - _GAP, 1, tallest)
    middles = [round(left + (place + 0.5) * width) for place in range(number)]
    if has_starter:
        middles[-1] += apart
    return middles, height


_MIN_COLUMNS: Final = 5
_GAP: Final = 12


def _draw_lane(
    canvas: Canvas, one: Combination, columns: Sequence[tuple[Card, int]], at: tuple[int, int], size: _Size
) -> None:
    y, label = at
    canvas.text((_SIDE, y + 15), one.label, size.label, shapes.WHITE_TEXT, within=label - 16)
    inside = [(card, x) for card, x in columns if card in one.cards]
    half, height = 38, size.lane - 6
    for _, x in inside:
        box = (x - half, y - height // 2, x + half, y + height - height // 2)
        canvas.rounded(box, height // 2, shapes.GOLD)
    if inside:
        canvas.line((inside[0][1], y, inside[-1][1], y), fill=shapes.GOLD, width=6)
    for card, x in inside:
        canvas.text((x, y + 15), rank_letters(card.rank), SMALLEST, shapes.INK, bold=True, anchor="m")
    for card, x in columns:
        if card not in one.cards:
            canvas.disc((x, y), 12, shapes.TABLE_DARK_GREEN)
    right = shapes.WIDTH - _SIDE
    canvas.text((right, y + 16), str(one.total), size.label + 2, shapes.WHITE_TEXT, bold=True, anchor="r")


_HAND_MARGIN: Final = 28
_CARD_GAP: Final = 14
_APART: Final = 56
"""The gap between the hand and the starter, including the thickness of the deck."""
_MAX_HEIGHT: Final = 240
_TITLE_HEIGHT: Final = 58


@dataclass(frozen=True, slots=True)
class HandScene(Scene):
    """Cards that a player sees, in the given order.

    ``written`` replaces the title in the picture where the title has a name in letters that the font lacks.
    """

    cards: tuple[CardOrRank, ...]
    starter: CardOrRank | None = None
    title: str = ""
    style: Style = DEFAULT_STYLE
    written: str = ""

    kind: ClassVar[str] = "hand"

    def draw(self, palette: Palette | None = None) -> Image.Image:
        above = _TITLE_HEIGHT if self.title or self.starter is not None else 0
        canvas = play_area(2 * _HAND_MARGIN + above + _MAX_HEIGHT, palette)
        starters = int(self.starter is not None)
        height = hand_height(len(self.cards), starters, WIDTH - 2 * _HAND_MARGIN, _CARD_GAP, _APART, _MAX_HEIGHT)
        across = card_width(height)
        top = _HAND_MARGIN + above + (_MAX_HEIGHT - height) // 2
        place_cards(canvas, self.cards, height, self.style, (_HAND_MARGIN, top), across + _CARD_GAP)
        if not self.cards:
            canvas.text((_HAND_MARGIN, top + height // 2 + 15), gettext("No cards"), 44, GREY_TEXT)
        left = WIDTH - _HAND_MARGIN - across - 12
        if self.starter is not None:
            place_pack(canvas, self.starter, height, self.style, (left, top))
            left = min(left, WIDTH - _HAND_MARGIN - width_of(gettext("Starter"), SMALLEST, bold=True))
            canvas.text((left, _HAND_MARGIN + 36), gettext("Starter"), SMALLEST, GREY_TEXT, bold=True)
        if self.title:
            room = (left if self.starter is not None else WIDTH) - 2 * _HAND_MARGIN
            canvas.text(
                (_HAND_MARGIN, _HAND_MARGIN + 36),
                self.written or self.title,
                SMALLEST,
                WHITE_TEXT,
                bold=True,
                within=room,
            )
        return canvas.image

    def describe(self, longest: int) -> str:
        hand = f"{shorten(self.title, longest) or gettext('Cards')}: {describe_cards(self.cards)}."
        return (
            hand
            if self.starter is None
            else gettext("{hand} Starter: {card}.", hand=hand, card=describe_card(self.starter))
        )


_MOMENT_TITLE: Final = 58
_CARD: Final = 205
"""The height of the cards in hand: six of them and their gaps fill the width."""

_PLAYED: Final = 150
_LABEL: Final = 58
_ABOVE_LABELS: Final = 16


@dataclass(frozen=True, slots=True)
class MomentScene(Scene):
    """A decision: the cards in hand, those chosen and the better ones; neither before the decision is made.

    ``series`` are the cards that count on the table before a card is played, and ``starter`` is the starter then.
    """

    kind: ClassVar[str] = "moment"

    title: str
    cards: tuple[Card, ...]
    chosen: tuple[Card, ...]
    better: tuple[Card, ...]
    series: tuple[Card, ...] = ()
    starter: Card | None = None
    style: Style = DEFAULT_STYLE

    def draw(self, palette: Palette | None = None) -> Image.Image:
        played = _PLAYED + _CARD_GAP + _HAND_MARGIN if self.starter is not None else 0
        top = _HAND_MARGIN + _MOMENT_TITLE
        labels = top + played + _CARD + _ABOVE_LABELS
        rows = (bool(self.chosen) + bool(self.better)) * _LABEL
        canvas = play_area(labels + rows + _CARD_GAP, palette)
        canvas.text(
            (_HAND_MARGIN, _HAND_MARGIN + 36),
            self.title,
            SMALLEST,
            WHITE_TEXT,
            bold=True,
            within=WIDTH - 2 * _HAND_MARGIN,
        )
        if self.starter is not None:
            self._draw_table(canvas, top)
        across = card_width(_CARD)
        place_cards(canvas, self.cards, _CARD, self.style, (_HAND_MARGIN, top + played), across + _CARD_GAP)
        for place, card in enumerate(self.cards):
            middle = _HAND_MARGIN + place * (across + _CARD_GAP) + across // 2
            if card in self.chosen:
                _draw_label(canvas, (middle, labels), gettext("you"), SIDES[0])
            if card in self.better:
                _draw_label(canvas, (middle, labels + _LABEL), gettext("better"), GOLD)
        return canvas.image

    def describe(self, longest: int) -> str:
        parts = [gettext("{title}. Cards: {cards}.", title=self.title, cards=describe_cards(self.cards))]
        if self.starter is not None:
            table = describe_cards(self.series) if self.series else gettext("none")
            starter = describe_cards([self.starter])
            parts.append(gettext("On the table: {table}. Starter: {starter}.", table=table, starter=starter))
        if self.chosen:
            chosen = describe_cards(self.chosen)
            parts.append(
                gettext("You chose {chosen}. Better: {better}.", chosen=chosen, better=describe_cards(self.better))
                if self.better
                else gettext("You chose {chosen}.", chosen=chosen)
            )
        return " ".join(parts)

    def _draw_table(self, canvas: Canvas, top: int) -> None:
        assert self.starter is not None
        across = card_width(_PLAYED)
        words = gettext("Count {count}", count=count_of(self.series))
        canvas.text((_HAND_MARGIN, top + _PLAYED // 2 + 15), words, SMALLEST, GREY_TEXT, bold=True)
        left, right = (
            _HAND_MARGIN + width_of(words, SMALLEST, bold=True) + 2 * _CARD_GAP,
            WIDTH - _HAND_MARGIN - across - 12,
        )
        step = min(across + _CARD_GAP, (right - 3 * _CARD_GAP - left - across) // max(len(self.series) - 1, 1))
        place_cards(canvas, self.series, _PLAYED, self.style, (left, top), step)
        place_pack(canvas, self.starter, _PLAYED, self.style, (right, top))


def _draw_label(canvas: Canvas, xy: tuple[int, int], words: str, colour: Colour) -> None:
    half = min(width_of(words, SMALLEST, bold=True) // 2 + 12, card_width(_CARD) // 2 + _CARD_GAP // 2)
    middle, top = xy
    canvas.rounded((middle - half, top, middle + half, top + _LABEL - 8), 12, colour)
    canvas.text((middle, top + 38), words, SMALLEST, INK, bold=True, anchor="m", within=2 * half)
