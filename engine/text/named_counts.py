"""The open count that a typed answer names: by its player, by its number, or because there is no other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.errors import NotationError
from engine.messages import message
from engine.text.tokens import plain
from engine.view import View
from engine.windows import Window


class NotOpen(NotationError):
    """A count that cannot be challenged any more; the sentence reveals nothing about anybody's cards."""


@dataclass(frozen=True, slots=True)
class NamedCounts:
    """The open counts that a text may mean: all, unless one ``is_named`` by its player or its number.

    ``points`` are those of an amount, as in "too few by 2"; ``numbers`` are all others, and ``others`` those
    of them that may be the true count.
    """

    windows: tuple[Window, ...]
    is_named: bool = False
    points: int | None = None
    numbers: tuple[int, ...] = ()
    others: tuple[int, ...] = ()


_NAMES_OF_NUMBERS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
_WORDS: Final = {word: number for number, word in enumerate(_NAMES_OF_NUMBERS)}
NUMBER: Final = rf"(?<![\w.-])(?:[0-9]{{1,2}}|{'|'.join(_WORDS)})(?![\w.]*\w)"
"""The pattern of a number of points."""
_CLAIM: Final = r"too\s+(?:many|much|few|little|high|low|big)|over|under|wrong|incorrect|not\s+right|short"
_AMOUNT: Final = re.compile(
    rf"\b(?:by|for|muggins?|missed|miss|forgot|overlooked)\W+(?P<after>{NUMBER})"
    rf"|(?P<before>{NUMBER})\s+(?:points?\s+)?(?:too\s+(?:many|much|few|little)|short|missed|less|fewer)\b"
)
"""A number of points by which a count is wrong."""

_MEANT: Final = re.compile(
    rf"\b(?:the|that|this|your|ur|his|her|their|not|challenge)\s+(?P<after>{NUMBER})"
    rf"|(?P<before>{NUMBER})(?:\s+points?)?\s*(?:is|was|'s|\u2019s|should)\s+(?:\w+\s+)?(?:{_CLAIM}|be)\b"
)
"""The number of the count that is meant."""


def counts_named(low: str, view: View, names: Sequence[str]) -> NamedCounts:
    """Return the open counts that a text may mean; ``names`` are the players' names by seat.

    Raises ``NotOpen`` if it names a count that this player cannot challenge any more.
    """
    windows = view.own_windows
    amounts = {found.span(found.lastgroup or 0): found for found in _AMOUNT.finditer(low)}
    points = next((_value(low[start:end]) for start, end in amounts), None)
    meant = [_value(found[found.lastgroup or 0]) for found in _MEANT.finditer(low)]
    spans = [found.span() for found in re.finditer(NUMBER, low)]
    loose = [_value(low[start:end]) for start, end in spans if (start, end) not in amounts]
    players = {seat for *_, seat in _names_in(low, view, names)}
    seat, number = _player_named(low, view, names)
    if number is not None:
        meant.insert(0, number)
    if len(players) > 1:
        windows = tuple(window for window in windows if window.seat in players) or windows
    elif seat is not None:
        windows = _of_player(windows, seat, [number] if number is not None else meant, names)
    elif meant or len(windows) > 1:
        windows = _of_number(windows, meant, loose)
    is_named = seat is not None or len(windows) < len(view.own_windows)
    declared = {window.declared for window in windows}
    others = tuple(said for said in loose if said not in declared)
    return NamedCounts(windows, is_named, points, tuple(loose), others)


def _of_player(windows: Sequence[Window], seat: int, meant: Sequence[int], names: Sequence[str]) -> tuple[Window, ...]:
    """Return the open count of a player. Raises ``NotOpen`` if there is none, or if it has another number."""
    found = tuple(window for window in windows if window.seat == seat)
    if not found:
        raise NotOpen(
            message("{name} has no count that you can challenge now. Nothing was challenged.", name=names[seat])
        )
    if meant and found[0].declared not in meant:
        raise NotOpen(
            message(
                "{name}'s open count is {declared}, not {number}. Nothing was challenged.",
                name=names[seat],
                declared=found[0].declared,
                number=meant[0],
            )
        )
    return found


def _of_number(windows: Sequence[Window], meant: Sequence[int], loose: Sequence[int]) -> tuple[Window, ...]:
    """Return the open counts of a number; all if no number says which is meant."""
    found = tuple(window for window in windows if window.declared in (meant or loose))
    if meant and not found:
        raise NotOpen(message("No count of {number} can be challenged now. Nothing was challenged.", number=meant[0]))
    return found or tuple(windows)


def _player_named(low: str, view: View, names: Sequence[str]) -> tuple[int | None, int | None]:
    """Return the other player whom a text names first, and the number right behind the name if there is one."""
    found = min(_names_in(low, view, names), default=None)
    if found is None:
        return None, None
    _, end, seat = found
    number = re.match(rf"(?:['\u2019]?s)?\s+(?P<number>{NUMBER})(?!\s+(?:points?\s+)?(?:too|short|missed))", low[end:])
    return seat, None if number is None else _value(number["number"])


def _names_in(low: str, view: View, names: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Yield where the names of other players are in a text, each with its seat; the longest name comes first."""
    whole = [plain(name)[1].strip() for name in names]
    first = [name.split()[0] if name.split() else "" for name in whole]
    for seat, name in enumerate(whole):
        if seat == view.seat:
            continue
        for called in (name, first[seat] if first.count(first[seat]) == 1 else ""):
            pattern = rf"(?<![\w]){re.escape(called)}(?=['\u2019]?s?(?!\w))"
            if called and not _is_said_of_counts(called) and (found := re.search(pattern, low)):
                yield found.start(), found.end(), seat
                break


def _is_said_of_counts(name: str) -> bool:
    """Return whether a name is a word that players say of counts anyway."""
    return _SAID_OF_COUNTS.fullmatch(name) is not None


_SAID_OF_COUNTS: Final = re.compile(
    rf"{NUMBER}|{_CLAIM}|too|many|much|few|muggins?|challenge|the|that|is|it|i|ok|no|go|by|for"
)
_OWNER: Final = re.compile(r"^['\u2019]?s(?!\w)")
"""The end of a name in front of what is theirs."""


def without_names(low: str, view: View, names: Sequence[str]) -> str:
    """Return a text without the names of other players, for they may stand anywhere."""
    for start, end, _ in sorted(_names_in(low, view, names), reverse=True):
        begin = start - 1 if low[:start].endswith("@") else start
        low = f"{low[:begin]} {_OWNER.sub(' ', low[end:])}"
    return low.strip(" ,:")


def _value(said: str) -> int:
    return _WORDS[said] if said in _WORDS else int(said)
