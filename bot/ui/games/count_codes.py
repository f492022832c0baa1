"""The codes by which buttons name a count, so that a late press never answers another one."""

from __future__ import annotations

import re
from typing import Final, Literal

from bot.ui.core.components import Press
from engine.cards import Card
from engine.view import View, Window

_KINDS: Final[dict[str, Literal["play", "hand", "crib"]]] = {"p": "play", "h": "hand", "c": "crib"}
_NAMED: Final = re.compile(
    r"(?:(?:many|few|called)-(?P<seat>[0-9])|raised?)-"
    r"(?P<kind>[phc])(?P<declared>[0-9]{1,2})(?:-(?P<card>[2-9TJQKA][CDHS]))?(?:-[0-9]{1,2})?"
)


def code_of(window: Window) -> str:
    """Return the code of a count beside its seat: what was counted, and the points: ``p4``."""
    return f"{window.what[0]}{window.declared}"


def challenge_code(window: Window) -> str:
    """Return the code of a count to challenge, with its card where its player has counted again since: ``p0-4C``."""
    return code_of(window) if window.name is None else f"{code_of(window)}-{window.name}"


def kind_of(code: str) -> Literal["play", "hand", "crib"] | None:
    """Return what was counted by the code of a count; None for another text."""
    return _KINDS.get(code[:1])


def card_of(press: Press, view: View) -> Card | None:
    """Return the card in the play whose count a press challenges; None for a hand or crib, or where nothing tells it.

    A button without a card means the last card that this player had played when the button was shown.
    """
    named = _NAMED.fullmatch(press.action)
    if named is None or named["seat"] is None or named["kind"] != "p":
        return None
    if named["card"] is not None:
        return Card.parse(named["card"])
    before = _cards_before(press, view)
    played = [] if before is None else [card for seat, card in view.played[:before] if seat == int(named["seat"])]
    return played[-1] if played else None


def names_open_count(press: Press, view: View) -> bool:
    """Return whether a press answers or changes a count that is still open, whatever else has happened since.

    A player's count is named by its card. A button that tells none names their only count of its kind, as long as they
    have played no card since the press.
    """
    named, before = _NAMED.fullmatch(press.action), _cards_before(press, view)
    if named is None or before is None:
        return False
    is_own = named["seat"] is None
    seat = view.seat if is_own else int(named["seat"])
    code, card = f"{named['kind']}{int(named['declared'])}", card_of(press, view)
    found = [window for window in _answerable(view, own=is_own) if window.seat == seat and code_of(window) == code]
    if card is not None:
        return any(window.cards[-1] == card for window in found)
    return bool(found) and all(player != seat for player, _ in view.played[before:])


def _answerable(view: View, *, own: bool) -> tuple[Window, ...]:
    return view.amendable if own else view.own_windows


def _cards_before(press: Press, view: View) -> int | None:
    """Return how many of the cards played in this deal were played before a button was shown; None if nobody knows."""
    prompt = press.prompt.split(".")
    if len(prompt) < 3 or not (prompt[0].isdecimal() and prompt[2].isdecimal()):
        return None
    deal, stage, position = int(prompt[0]), prompt[1], int(prompt[2])
    if deal == view.deal:
        return position if stage == "play" else len(view.played) if stage in {"show", "deal"} else 0
    return 0 if deal == view.deal - 1 and stage in {"show", "deal"} else None
