"""Cards, names, counts and times as Discord shows them in text."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import discord

from bot.i18n.translation import Language, current_language, gettext, join_list, ngettext, own_letters
from bot.models.player import Player
from bot.render.cards import describe_card, emoji_name
from bot.tables.clocks import UNITS
from engine.cards import PACK, Card, Suit
from engine.rules import Rules
from engine.scoring import IN_ORDER
from engine.view import View

_AS_TEXT: Final = "\N{VARIATION SELECTOR-15}"
"""The variation selector for a letter instead of an emoji: black suits as emoji cannot be seen on a dark screen."""
SYMBOLS: Final = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
_SUIT: Final = re.compile(f"[{''.join(SYMBOLS.values())}](?!{_AS_TEXT})")

card_name: Final = describe_card
"""Names a card in words: ``5 of hearts``."""


def labelled(label: str, value: str) -> str:
    """Return a label and its value with the colon of the language between them: ``Pictures: **on**``."""
    return gettext("{label}: {value}", label=label, value=value)


def opponents(names: Iterable[str]) -> str:
    """Return the names of the players of a game: ``Ann v Ben``."""
    return gettext(" v ").join(names)


def scores_seen(seen: View) -> tuple[int, str]:
    """Return the score of the side of a view's seat, and those of the others, in the order of play."""
    side, sides = seen.rules.side_of(seen.own_seat), len(seen.rules.sides)
    others = [str(seen.scores[(side + step) % sides]) for step in range(1, sides)]
    return seen.scores[side], join_list(others)


def name_of(user: discord.abc.User) -> str:
    """Return a user's name where they were met: in a server their name there, if they have one."""
    return server_name(user) or account_name(user)


def account_name(user: discord.abc.User) -> str:
    """Return the name of a user's account; the unique one where nothing of the chosen one can be seen."""
    return _readable(user.global_name) or user.name


def server_name(user: discord.abc.User) -> str | None:
    """Return the name that a member has in their server alone, if any."""
    return _readable(user.nick) if isinstance(user, discord.Member) else None


def _readable(name: str | None) -> str | None:
    """Return a name without characters that change the direction of the text; None if nothing of it can be seen."""
    seen = _TURNING.sub("", name or "")
    return seen if any(unicodedata.category(sign)[0] not in "CZ" and sign not in _BLANK for sign in seen) else None


_TURNING: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"


_LINKED: Final = re.compile(r"\b\w+:(?=//)|discord(?:app)?(?=\.\w)", re.IGNORECASE)
_MARKED: Final = re.compile(r"<(?=[@#:/a-z])", re.IGNORECASE)
"""The beginning of Discord's own marks, such as ``<#1>`` and ``<t:1>``."""


def escape(name: str) -> str:
    """Return a name with nothing in it that Discord would format, ping, link or show as an invite."""
    return escape_sentence(_MARKED.sub("<\u200b", name))


def escape_sentence(text: str) -> str:
    """Return a sentence with names in it of which Discord formats, pings and links none; its own marks stay."""
    plain = _LINKED.sub("\\g<0>\u200b", text)
    return discord.utils.escape_mentions(discord.utils.escape_markdown(plain, ignore_links=False))


def card(of: Card) -> str:
    return own_letters(f"`{of.face}{_AS_TEXT}`")


def with_visible_suits(text: str) -> str:
    """Return a text in which the suits stay visible on a dark screen."""
    return _SUIT.sub(rf"\g<0>{_AS_TEXT}", text)


def in_words(text: str) -> str:
    """Return a text with every card in words, for people who listen: ``5 of hearts``."""
    spoken = _spoken(current_language())
    return _FACE.sub(lambda found: spoken.get(found[1], found[0]), text.replace("` `", "`, `"))


@lru_cache(maxsize=20)
def _spoken(_: Language | None) -> dict[str, str]:
    """Return the words of each card in the language in use, by the card as it is written."""
    return {own_letters(one.face): card_name(one) for one in PACK}


_FACE: Final = re.compile(rf"`?(\w{{1,2}}[{''.join(SYMBOLS.values())}]){_AS_TEXT}?`?")


def cards(of: Sequence[Card]) -> str:
    return own_letters(" ".join([f"`{one.face}{_AS_TEXT}`" for one in of])) or gettext("none")


def hand(of: Sequence[Card]) -> str:
    """Return cards for a line of text, the lowest first."""
    return cards(sorted(of, key=IN_ORDER))


def on_button(of: Sequence[Card]) -> str:
    """Return cards for a button, short enough for a phone: ``Q♥``, or ``10♦ and Q♥``."""
    return own_letters(join_list([f"{one.face}{_AS_TEXT}" for one in of]))


def mention(player: Player) -> str:
    """Return a mention that notifies the player, or their name if they have no account."""
    return f"<@{player.discord_id}>" if player.discord_id is not None else escape(player.name)


def points(number: int) -> str:
    """Return a number of points: ``1 point``, ``2 points``."""
    return ngettext("{number} point", "{number} points", number)


def doubles(rules: Rules) -> str:
    """Return which losers lose more than one game."""
    if not rules.doubles:
        return gettext("No skunks: every win counts as 1 game.")
    lines = [
        gettext("under {below} points counts as {games} games", below=below, games=games)
        for below, games in sorted(rules.doubles, reverse=True)
    ]
    lowest = gettext(" The lowest score decides.") if rules.players == 3 else ""
    return gettext("A loss {lines}.{lowest}", lines=gettext(", ").join(lines), lowest=lowest)


def rough_duration(seconds: float) -> str:
    """Return a time in the largest unit of which it has at least two: ``90 seconds``, ``4 minutes``."""
    size, one, many = next((unit for unit in UNITS if seconds >= 2 * unit[0]), UNITS[-1])
    return ngettext(one, many, round(seconds / size))


def as_many_as_fit(lines: Sequence[str], most: int = 1_900, *, more: int = 0) -> str:
    """Join the lines that fit into ``most`` letters, and say how many are left; ``more`` are not among the lines.

    No line after the first that does not fit is looked at, so that the work is bounded by ``most``.
    """
    fitting, length = 0, -1
    for line in lines:
        length += len(line) + 1
        if length > most:
            break
        fitting += 1
    left = len(lines) - fitting + more
    return "\n".join([*lines[:fitting], *([and_more(left)] if left else [])])


def and_more(number: int) -> str:
    """Say how many more things there are than are listed."""
    return gettext("... and {number} more.", number=number)


WIDEST: Final = 36
"""The letters on one line of a phone, within a code block."""

_LONGEST_NAME: Final = 18
_SHORTEST_NAME: Final = 7
_LEAST: Final = 4
"""Beside numbers that leave a name less room than this, the lines are longer than a phone's."""

_FENCE: Final = "```"


@dataclass(frozen=True, slots=True)
class TextRow:
    """A row: the cell before the name, the name, and the cells after it."""

    before: str
    name: str
    cells: tuple[str, ...]


def rank_texts(ranks: Iterable[int | None]) -> list[str]:
    """Ranks as tables show them: shared ones are marked, and None, for somebody who has not played, is a dash."""
    listed = list(ranks)
    many = Counter(listed)
    return ["-" if rank is None else f"{rank}{'=' if many[rank] > 1 else ''}" for rank in listed]


def text_table(heads: Sequence[str], rows: Sequence[TextRow]) -> str:
    """The rows under their heads in a code block; names are shortened to fit a phone."""
    before = max((_width(row.before) for row in rows), default=0)
    widths = [max([len(head), *(_width(row.cells[at]) for row in rows)]) for at, head in enumerate(heads)]
    left = max(WIDEST - before - 1 - sum(widths) - len(widths), _LEAST)
    longest = max((_width(plain_name(row.name)) for row in rows), default=0)
    name = max(min(left, longest, _LONGEST_NAME), min(left, _SHORTEST_NAME))
    lines = [_line("", before, "", name, heads, widths)]
    lines += [_line(row.before, before, row.name, name, row.cells, widths) for row in rows]
    return "\n".join([_FENCE, *lines, _FENCE])


def plain_name(name: str) -> str:
    """A name without backticks, line breaks and control characters."""
    seen = "".join(letter for letter in name if unicodedata.category(letter)[0] != "C")
    return " ".join(seen.replace("`", "'").split())


def _line(before: str, wide: int, name: str, room: int, cells: Sequence[str], widths: Sequence[int]) -> str:
    parts = [before.rjust(wide), _padded(plain_name(name), room)]
    parts += [cell.rjust(width) for cell, width in zip(cells, widths, strict=True)]
    return " ".join(parts).rstrip()


def _padded(name: str, room: int) -> str:
    if _width(name) > room:
        while name and _width(name) > room - 1:
            name = name[:-1]
        name += "…"
    return name + " " * (room - _width(name))


def _width(text: str) -> int:
    """The columns of a text: East Asian wide letters take two, combining marks none."""
    return sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


MOST_TEXT: Final = 4_000
"""The most letters in all text of one message, emojis in full."""

_BUTTON, _TEXT = 2, 10
_LETTER: Final = "\N{VARIATION SELECTOR-15}"
_SYMBOL: Final = re.compile(f"([{''.join(SYMBOLS.values())}]){_LETTER}?")
_CODE: Final = re.compile(
    rf"`(?P<rank>10|[2-9]|[A-Z][a-z]?)(?P<suit>[{''.join(SYMBOLS.values())}]){_LETTER}?`|(?P<code>(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))",
    re.DOTALL,
)
"""A card as code, or any other code, in which Discord shows no emoji."""

_ids: dict[Suit, int] = {}
"""The ids of the emojis; empty while they are not known, and then everything stays as it is."""


def use_suit_emojis(ids: Mapping[Suit, int]) -> None:
    """Show the suits as the emojis of these ids from now on; as letters where there are none."""
    _ids.clear()
    if set(ids) == set(Suit):
        _ids.update(ids)


def with_suit_emojis(text: str, most: int = MOST_TEXT) -> str:
    """Return a text with emojis for suits outside code, and for cards as code; as it is if it would be too long."""
    if not _ids or not _SYMBOL.search(text):
        return text
    parts, end = [], 0
    for code in _CODE.finditer(text):
        parts.append(_replaced(text[end : code.start()]))
        card = code["rank"] and f"{code['rank']}{_replaced(code['suit'])}"
        parts.append(card or code[0])
        end = code.end()
    shown = "".join([*parts, _replaced(text[end:])])
    return shown if len(shown) <= most else text


def put_suit_emojis(components: list[dict[str, Any]]) -> None:
    """Replace the suits in the texts and on the buttons of a message, in place.

    A text that would make the message too long stays as it is, and so does a button with several suits.
    """
    if not _ids:
        return
    parts = list(_walk(components))
    texts = [part for part in parts if part.get("type") == _TEXT]
    left = MOST_TEXT - sum(len(part["content"]) for part in texts)
    for part in texts:
        shown = with_suit_emojis(part["content"], len(part["content"]) + left)
        left -= len(shown) - len(part["content"])
        part["content"] = shown
    for part in parts:
        if part.get("type") == _BUTTON and part.get("label") and not part.get("emoji"):
            _put_on_button(part)


def _put_on_button(part: dict[str, Any]) -> None:
    symbols = _SYMBOL.findall(part["label"])
    label = _SYMBOL.sub("", part["label"]).strip()
    if len(symbols) == 1 and label:
        suit = _SUITS[symbols[0]]
        part["label"], part["emoji"] = label, {"id": str(_ids[suit]), "name": emoji_name(suit)}


def _walk(components: Any) -> Any:
    for part in components:
        yield part
        yield from _walk(part.get("components") or ())
        if accessory := part.get("accessory"):
            yield accessory


def _replaced(text: str) -> str:
    return _SYMBOL.sub(lambda match: f"<:{emoji_name(suit := _SUITS[match[1]])}:{_ids[suit]}>", text)


_SUITS: Final = {symbol: suit for suit, symbol in SYMBOLS.items()}
