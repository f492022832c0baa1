"""The open count that a typed answer names: by its player, by its number, or because there is no other."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import Card
from engine.errors import NotationError
from engine.messages import message
from engine.text.card_picks import NamedCard, find_named_cards
from engine.text.spoken_counts import UnclearNumber, english_number, parse_count
from engine.text.typed_cards import plain
from engine.text.vocabulary import MUGS
from engine.view import View, Window


class NotOpen(NotationError):
    """A count that cannot be challenged any more; the sentence reveals nothing about anybody's cards."""


@dataclass(frozen=True, slots=True)
class NamedCounts:
    """The open counts that a text may mean: all, unless one ``is_named`` by its player or its number.

    ``amounts`` are the points that an amount may mean, one in "too few by 2" and two in "muggins 2 and 2"; ``numbers``
    are all others, and ``others`` those of them that may be the true count.
    """

    windows: tuple[Window, ...]
    is_named: bool = False
    amounts: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    others: tuple[int, ...] = ()


_WORDS: Final = {english_number(number): number for number in range(21)}
NUMBER: Final = rf"(?<![\w.-])(?:[0-9]{{1,2}}|{'|'.join(_WORDS)})(?![\w.]*\w)"
"""The pattern of a number of points."""
_CLAIM: Final = r"too\s+(?:many|much|few|little|high|low|big)|over|under|wrong|incorrect|not\s+right|short"
_AMOUNT: Final = re.compile(
    rf"\b(?:by|for|{MUGS}|missed|miss|forgot|overlooked|(?:few|little|low|under)\s*(?=[,:]))\W+(?:at\s+least\s+)?"
    rf"(?P<after>{NUMBER})"
    rf"|(?P<before>{NUMBER})\s+(?:points?\s+)?(?:too\s+(?:many|much|few|little)|short|missed|less|fewer|more)\b"
)
"""A number of points by which a count is wrong."""
_ADDED: Final = re.compile(rf"(?:{NUMBER}\s*(?:and|plus|[+&])\s*)+$")
"""Numbers in front of another one that belongs to them."""

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
    low, by_card = _by_card(low, windows)
    amounts = {found.span(found.lastgroup or 0): found for found in _AMOUNT.finditer(low)}
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
    elif not by_card and (meant or len(windows) > 1):
        windows = _of_number(windows, meant, loose)
    windows = tuple(window for window in windows if window in by_card) or windows
    is_named = seat is not None or len(windows) < len(view.own_windows)
    declared = {window.declared for window in windows}
    others = tuple(said for said in loose if said not in declared)
    return NamedCounts(windows, is_named, _points_of(low, amounts, declared & {*loose}), tuple(loose), others)


def _points_of(low: str, amounts: Iterable[tuple[int, int]], of_counts: Collection[int]) -> tuple[int, ...]:
    """Return the points that the first amount of a text may mean: with what is around it, it may be a count.

    Numbers ``of_counts`` say which count is meant.
    """
    for start, end in amounts:
        first = _value(low[start:end])
        added = _ADDED.search(low, 0, start)
        try:
            return (parse_count(low[start:] if added is None else low[added.start() : end]).clear(),)
        except UnclearNumber as unclear:
            return tuple(said for said in unclear.numbers if said == first or said not in of_counts)
        except NotationError:
            return (first,)
    return ()


def _by_card(low: str, windows: Sequence[Window]) -> tuple[str, tuple[Window, ...]]:
    """Return a text without the cards that it names of open counts of the play, and these counts."""
    found: list[Window] = []
    for token in find_named_cards(low):
        word = low[token.start : token.end]
        # A rank in figures or as a number may as well be points.
        is_card = token.card is not None or (token.firm and not token.many and word.isalpha() and word not in _WORDS)
        named = [one for one in windows if one.what == "play" and is_card and _is_card(token, one.cards[-1])]
        if named:
            found += named
            low = f"{low[: token.start]}{' ' * (token.end - token.start)}{low[token.end :]}"
    return low, tuple(found)


def _of_player(windows: Sequence[Window], seat: int, meant: Sequence[int], names: Sequence[str]) -> tuple[Window, ...]:
    """Return the open counts of a player. Raises ``NotOpen`` if there is none, or if it has another number."""
    found = tuple(window for window in windows if window.seat == seat)
    if not found:
        raise NotOpen(
            message("{name} has no count that you can challenge now. Nothing was challenged.", name=names[seat])
        )
    named = _meant(found, meant) if meant else found
    if not named:
        raise NotOpen(
            message(
                "{name}'s open count is {declared}, not {number}. Nothing was challenged.",
                name=names[seat],
                declared=found[-1].declared,
                number=meant[0],
            )
        )
    return named


def _of_number(windows: Sequence[Window], meant: Sequence[int], loose: Sequence[int]) -> tuple[Window, ...]:
    """Return the open counts of a number; all if no number says which is meant."""
    found = _meant(windows, meant) if meant else tuple(window for window in windows if window.declared in loose)
    if meant and not found:
        raise NotOpen(message("No count of {number} can be challenged now. Nothing was challenged.", number=meant[0]))
    return found or tuple(windows)


def _is_card(token: NamedCard, card: Card) -> bool:
    return token.rank is card.rank and token.card in (None, card)


def _meant(windows: Sequence[Window], numbers: Sequence[int]) -> tuple[Window, ...]:
    """Return the counts that are named by these numbers.

    Of counts of one player that have the same number, "the 4" is the one for a card of that rank.
    """
    if found := tuple(window for window in windows if window.declared in numbers):
        return found
    alike = Counter((window.seat, window.declared) for window in windows if window.what == "play")
    return tuple(one for one in windows if alike[one.seat, one.declared] > 1 and one.cards[-1].rank in numbers)


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
            if called and not _SAID_OF_COUNTS.fullmatch(called) and (found := re.search(pattern, low)):
                yield found.start(), found.end(), seat
                break


_SAID_OF_COUNTS: Final = re.compile(
    rf"{NUMBER}|{_CLAIM}|too|many|much|few|{MUGS}|challenge|the|that|is|it|i|ok|no|go|by|for"
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
