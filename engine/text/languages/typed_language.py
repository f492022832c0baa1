"""The shape of a language: its letters on cards, and its words with the English words that the reader knows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.cards import SUITS, Card, Rank, Suit
from engine.messages import read_texts

SLOT: Final = "…"
"""The place in a phrase where a number or up to four other words may stand."""

ENDING: Final = "*"
"""The place in a phrase with a slot where a word may have any ending, or none."""


@dataclass(frozen=True, slots=True, eq=False)
class TypedLanguage:
    """The letters and words with which players of one language type cards, counts and moves.

    ``letters`` are those on the cards, ``suit_letters`` the suits that a letter behind a rank may mean. ``numbers`` are
    the numbers from 0 on, in words. ``phrases`` have the typed words for English ones, separated by semicolons, in
    which ``SLOT`` stands for others, and ``ENDING`` beside a slot for any ending of a word. Case and accents do not
    matter, and ``ue`` may be typed for ``ü``.
    """

    letters: Mapping[Rank, str]
    ranks: Mapping[Rank, str]
    plurals: Mapping[Rank, str]
    suits: Mapping[Suit, str]
    suit_letters: Mapping[str, tuple[Suit, ...]]
    of: str
    numbers: tuple[str, ...]
    phrases: Mapping[str, str]

    def typed_name(self, card: Card) -> str:
        """Return a card as players may type it so that it means nothing else: ``"DKr"`` for the queen of clubs."""
        english = {*SUITS.lower(), *"ajqk"} - {str(card.suit).lower()}
        sure = [typed for typed, suits in self.suit_letters.items() if suits == (card.suit,) and typed not in english]
        rank = self.letters.get(card.rank, "10" if card.rank is Rank.TEN else str(card.rank))
        return f"{rank[0] if card.rank is Rank.ACE else rank}{min(sure, key=len).capitalize()}"


def words_of(typed: str) -> tuple[str, ...]:
    """Return the words or phrases of a list with semicolons between them."""
    return tuple(filter(None, (" ".join(part.split()) for part in typed.split(";"))))


def read_language(code: str) -> TypedLanguage:
    """Return the language of this code from its file."""
    told = read_texts(__package__, f"{code}.toml")
    letters, ranks, plurals = (
        {Rank[name.upper()]: words for name, words in told[part].items()} for part in ("letters", "ranks", "plurals")
    )
    suit_letters = {typed: tuple(Suit[name.upper()] for name in names) for typed, names in told["suit_letters"].items()}
    return TypedLanguage(
        letters=letters,
        ranks=ranks,
        plurals=plurals,
        suits={Suit[name.upper()]: words for name, words in told["suits"].items()},
        suit_letters=suit_letters,
        of=told["of"],
        numbers=tuple(told["numbers"]),
        phrases=told["phrases"],
    )
