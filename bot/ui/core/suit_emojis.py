"""The four suits as emojis of the bot, which show red suits in red on dark and light themes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from bot.render.cards import emoji_name
from bot.ui.core.formatting import SYMBOLS
from engine.cards import Suit

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
