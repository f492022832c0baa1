"""The index of the law book: a law found by its number, its name, or words in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from bot.i18n.translation import gettext
from engine.errors import NotationError
from engine.laws import UNBREAKABLE, Law
from engine.messages import read_texts
from engine.text.typed_cards import quoted


@dataclass(frozen=True, slots=True)
class LawText:
    """The texts about a law: ``more`` beside its sentence, ``here`` what the bot does, ``quote`` the words of 1877."""

    more: str = ""
    here: str = ""
    quote: str = ""


_TEXTS: Final = read_texts(__package__, "law_texts.toml")

LAW_TEXTS: Final[Mapping[Law, LawText]] = {law: LawText(**_TEXTS[law.value]) for law in Law}
"""Every law, beyond its sentence in the index."""

NUMBERS: Final = tuple(sorted({law.number for law in Law if law.number is not None}))
"""The numbers of the laws of 1877."""

_WORD: Final = re.compile(r"[a-z0-9]+")
_NEAREST: Final = 3


def name_of(law: Law) -> str:
    """Return the name of a law in a list: ``Law 19: Overscored``, or ``Fifteen``."""
    return (
        gettext(law.title)
        if law.number is None
        else gettext("Law {number}: {title}", number=law.number, title=gettext(law.title))
    )


def suggestions(typed: str) -> list[Law]:
    """Return the laws that match what has been typed so far, the likeliest first; all if nothing has been."""
    wanted = _words(typed)
    ranked = [(rank, law) for law in _BY_NUMBER if (rank := _rank(law, wanted)) is not None]
    return [law for _, law in sorted(ranked, key=lambda pair: pair[0])]


def find(text: str) -> Law:
    """Return the law that a text names. Raises ``NotationError`` with the nearest names if none or several match."""
    wanted = _words(text)
    found = suggestions(text) if wanted else []
    if not found:
        raise NotationError(
            gettext("I can't find a law called {text}. {nearest}", text=quoted(text.strip()), nearest=_nearest(wanted))
        )
    ranks = [_rank(law, wanted) for law in found[:2]]
    if len(found) > 1 and ranks[0] == ranks[1] != _EXACT:
        names = "; ".join(map(name_of, found[:_NEAREST]))
        raise NotationError(
            gettext("Several laws match {text}: {names}. Choose one.", text=quoted(text.strip()), names=names)
        )
    return found[0]


_EXACT: Final = 0
_LONGEST: Final = 2_000
"""The letters of a text that are looked at, more than any law has."""

_LONGEST_NAME: Final = 60
"""The letters that are compared with the names of laws, for which the time grows with their square."""


def _rank(law: Law, wanted: Sequence[str]) -> int | None:
    """Return how well a law matches these words, 0 best; None if one of them is not in it."""
    if [*wanted] in _names(law):
        return _EXACT
    if len(wanted) == 1 and wanted[0].isdigit():
        return 1 if str(law.number or "").startswith(wanted[0]) else None
    texts = (f"{law.value} {name_of(law)}", f"{law.sentence} {law.source}", _law_text(law))
    for place, _ in enumerate(texts):
        held = _words(" ".join(texts[: place + 1]))
        if all(any(word.startswith(part) for word in held) for part in wanted):
            return 2 + place
    return None


def _names(law: Law) -> list[list[str]]:
    """Return every name that means this law alone; of the laws numbered 19 the overscore comes first."""
    names = [_words(law.value), _words(law.title), _words(name_of(law))]
    if law.number is not None and law is next(one for one in Law if one.number == law.number):
        names += [[str(law.number)], ["law", str(law.number)]]
    return names


def _law_text(law: Law) -> str:
    text = LAW_TEXTS[law]
    return f"{text.more} {text.here} {text.quote} {UNBREAKABLE.get(law, '')}"


def _nearest(wanted: Sequence[str]) -> str:
    """Return the names nearest to what was typed, or what can be typed."""
    if len(wanted) == 1 and wanted[0].isdigit():
        return gettext("The numbers go from {first} to {last}.", first=NUMBERS[0], last=NUMBERS[-1])
    names = {" ".join(name): law for law in Law for name in (_words(law.value), _words(gettext(law.title)))}
    near = get_close_matches(" ".join(wanted)[:_LONGEST_NAME], names, n=_NEAREST, cutoff=0.55)
    if not near:
        return gettext(
            "Type a number from {first} to {last}, or a name like his heels.", first=NUMBERS[0], last=NUMBERS[-1]
        )
    return gettext(
        "Did you mean {fromkeys}?", fromkeys=gettext(" or ").join(dict.fromkeys(name_of(names[name]) for name in near))
    )


def _words(text: str) -> list[str]:
    return _WORD.findall(text[:_LONGEST].lower().replace("'", ""))


_BY_NUMBER: Final = tuple(sorted(Law, key=lambda law: law.number or len(Law)))
