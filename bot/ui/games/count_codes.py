"""The codes by which buttons name a count, so that a late press never answers another one."""

from __future__ import annotations

import re
from typing import Final, Literal

from bot.ui.core.components import Press
from engine.view import View
from engine.windows import Window

_KINDS: Final[dict[str, Literal["play", "hand", "crib"]]] = {"p": "play", "h": "hand", "c": "crib"}
_NAMED: Final = re.compile(
    r"(?:(?:many|few|called)-(?P<seat>[0-9])|raised?)-(?P<kind>[phc])(?P<declared>[0-9]{1,2})(?:-[0-9]{1,2})?"
)


def code_of(window: Window) -> str:
    """Return the code of a count beside its seat: what was counted, and the points: ``p4``."""
    return f"{window.what[0]}{window.declared}"


def kind_of(code: str) -> Literal["play", "hand", "crib"] | None:
    """Return what was counted by the code of a count; None for another text."""
    return _KINDS.get(code[:1])


def names_open_count(press: Press, view: View) -> bool:
    """Return whether a press answers or changes a count that is still open, whatever else has happened since.

    A player declares no second count of the same kind before their next card, so their count is the same one as long
    as they have played no card since the press.
    """
    named, prompt = _NAMED.fullmatch(press.action), press.prompt.split(".")
    if named is None or len(prompt) < 3 or not (prompt[0].isdecimal() and prompt[2].isdecimal()):
        return False
    is_own = named["seat"] is None
    seat = view.seat if is_own else int(named["seat"])
    code = f"{named['kind']}{int(named['declared'])}"
    if not any(window.seat == seat and code_of(window) == code for window in _answerable(view, own=is_own)):
        return False
    since = _cards_before(int(prompt[0]), prompt[1], int(prompt[2]), view)
    return since is not None and all(player != seat for player, _ in view.played[since:])


def _answerable(view: View, *, own: bool) -> tuple[Window, ...]:
    return view.amendable if own else view.own_windows


def _cards_before(deal: int, stage: str, position: int, view: View) -> int | None:
    """Return how many of the cards played in this deal were played before a prompt; None if it is too old to tell."""
    if deal == view.deal:
        return position if stage == "play" else len(view.played) if stage in {"show", "deal"} else 0
    return 0 if deal == view.deal - 1 and stage in {"show", "deal"} else None
