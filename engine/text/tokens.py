"""Tokens of typed cards: the ranks, suits, marks and words of a text, found one by one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, NamedTuple
from unicodedata import name, normalize

from engine.cards import RANKS, SUITS, SYMBOLS, Card, Rank, Suit
from engine.errors import NotationError
from engine.messages import N_, Message, message

LONGEST: Final = 2000
"""Longer texts are not read at all."""

NAMES: Final = (
    *(N_("ace"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"), N_("eight"), N_("nine")),
    *(N_("ten"), N_("jack"), N_("queen"), N_("king")),
)
"""The ranks in words, ace to king."""


class CardToken(NamedTuple):
    """One card as typed: its rank, the card itself unless the suit is missing, and its place in the text."""

    rank: Rank
    card: Card | None
    start: int
    end: int


class StarterMark(NamedTuple):
    """A mark of the starter, with ``after`` cards before it; only a word may follow the card it marks."""

    worded: bool
    after: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a text: cards and marks in their order, and whether it names a crib."""

    text: str
    cards: tuple[CardToken, ...]
    marks: tuple[StarterMark, ...]
    crib: bool

    @property
    def has_x(self) -> bool:
        """Return whether a ten is written as X."""
        return any(self.text[token.start] in "xX" for token in self.cards)

    def piece(self, start: int, end: int) -> str:
        """Return a piece of the text in quotation marks."""
        return quoted(self.text[start:end])


def tokenize(text: str, hint: Message) -> Tokens:
    """Return every card, mark and word in a text. Raises ``NotationError`` with the hint for anything else."""
    shown, low = plain(text)
    if _SUITS_FIRST.fullmatch(low):
        shown, low = (_SUIT_FIRST.sub(r"\2\1", said) for said in (shown, low))
    cards: list[CardToken] = []
    marks: list[StarterMark] = []
    crib = missing_suit = False
    for token in _TOKEN.finditer(low):
        kind = token.lastgroup
        if kind == "gap":
            continue
        if kind == "card":
            card = _CARDS[token[0]]
            cards.append(CardToken(card.rank, card, token.start(), token.end()))
        elif kind in ("rank", "letter"):
            cards.append(CardToken(_RANKS[token[0]], None, token.start(), token.end()))
        elif kind == "suit" and missing_suit:
            last = cards.pop()
            cards.append(CardToken(last.rank, Card(last.rank, _SUITS[token[0]]), last.start, token.end()))
        elif kind in ("sign", "word"):
            _mark(marks, StarterMark(kind == "word", len(cards), *token.span()))
        elif kind == "crib":
            crib = True
        else:
            raise _token_error(token, shown, low, hint)
        missing_suit = kind in ("rank", "letter")
    return Tokens(shown, tuple(cards), tuple(marks), crib)


def tokenize_first_card(text: str, hint: Message) -> tuple[Tokens, str]:
    """Return the card with which a text begins, and the rest of the text as it was typed."""
    shown, low = plain(text)
    end = 0
    for token in _TOKEN.finditer(low):
        kind, found = token.lastgroup, end > 0
        if kind == "gap":
            continue
        if not found and kind not in ("card", "rank", "letter"):
            return tokenize(text, hint), ""
        letter_of_word = len(token[0]) == 1 and low[token.end() : token.end() + 1].isalpha()
        if not found or (kind == "suit" and not letter_of_word):
            end = token.end()
        if found or kind == "card":
            break
    return tokenize(shown[:end], hint), shown[end:]


def plain(text: str) -> tuple[str, str]:
    """Return the text in plain characters, as typed and in small letters; both are equally long."""
    shown = text
    if len(text) <= LONGEST and not text.isascii():
        # Letter by letter, for marks heaped upon one letter would take the square of their number to sort.
        shown = "".join([normalize("NFKC", letter) for letter in text.translate(_DROPPED)])
    if len(shown) > LONGEST:
        raise NotationError(
            message("That's {number} characters. I can read up to {longest}.", number=len(shown), longest=LONGEST)
        )
    return shown, shown.replace("İ", "i").lower()  # the one letter that would grow


def quoted(piece: str) -> str:
    """Return a piece of text between quotation marks, cut short if long, with unprintable characters escaped."""
    return repr(piece if len(piece) <= 24 else piece[:24] + "…")


def typed_name(card: Card) -> str:
    """Return a card as most players type it: ``"5H"``, ``"10H"``."""
    return f"{10 if card.rank is Rank.TEN else card.rank}{card.suit}"


def _run_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the word around this piece begins and ends."""
    if not all(map(_in_word, text[start:end])):
        return start, end
    while start and _in_word(text[start - 1]):
        start -= 1
    while end < len(text) and _in_word(text[end]):
        end += 1
    return start, end


def unreadable_error(shown: str, start: int, end: int, hint: Message) -> NotationError:
    """Return the error that names an unreadable word, and a character that only looks familiar."""
    start, end = _run_around(shown, start, end)
    piece = quoted(shown[start:end])
    if shown[start:end].isalpha() and (likely := get_close_matches(shown[start:end].lower(), _NAMES, 1, 0.8)):
        return NotationError(message("I couldn't read {piece}. Did you mean {likely}?", piece=piece, likely=likely[0]))
    strange = next((letter for letter in shown[start:end] if not letter.isascii() and letter not in _SYMBOLS), None)
    if strange is None or not (title := name(strange, "")):
        return NotationError(message("I couldn't read {piece}: {hint}.", piece=piece, hint=hint))
    alike = _LOOK_ALIKES.get(strange.lower())
    advice = message("type the Latin letter {upper}", upper=alike.upper()) if alike else hint
    return NotationError(
        message(
            "I couldn't read {piece}: {strange} is {title}. Please {advice}.",
            piece=piece,
            strange=quoted(strange),
            title=title,
            advice=advice,
        )
    )


def _in_word(letter: str) -> bool:
    return letter.isalnum() or letter in _SYMBOLS


def _mark(marks: list[StarterMark], mark: StarterMark) -> None:
    """Add a mark; two marks with no card between them are one, as in ``| starter 5S``."""
    if marks and marks[-1].after == mark.after:
        last = marks.pop()
        mark = StarterMark(last.worded and mark.worded, mark.after, last.start, mark.end)
    marks.append(mark)


def _token_error(token: re.Match[str], shown: str, low: str, hint: Message) -> NotationError:
    """Return the error for a token that is no card, with what may have been meant."""
    start, end = token.span()
    match token.lastgroup:
        case "suit":
            return _bare_suit_error(start, end, shown, low, hint)
        case "number":
            return _number_error(start, end, shown, low)
        case "many":
            rank = _RANK_WORDS.get(token[0][:-1]) or _RANK_WORDS[token[0][:-2]]
            return NotationError(
                message(
                    "{shown} is more than one card. Type each card, like {rank}S.",
                    shown=quoted(shown[start:end]),
                    rank=rank,
                )
            )
        case "odd":
            return _odd_card_error(shown[start:end])
    piece = slice(*_run_around(shown, start, end))
    initial = _INITIALS.get(token[0])
    if initial is not None and piece.stop - piece.start <= 3:
        return NotationError(
            message("I can't read {shown} as a card: {initial}.", shown=quoted(shown[piece]), initial=initial)
        )
    return unreadable_error(shown, start, end, hint)


def _bare_suit_error(start: int, end: int, shown: str, low: str, hint: Message) -> NotationError:
    """Return the error for a suit without a rank; a word that contains it by chance is unreadable."""
    suit = _SUITS[low[start:end]]
    word = slice(*_run_around(shown, start, end))
    if any(token.lastgroup == "other" for token in _TOKEN.finditer(low[word])):
        return unreadable_error(shown, start, end, hint)
    then = _TOKEN.match(low, end)
    if then and then.lastgroup in ("rank", "letter"):
        piece, card = quoted(shown[start : then.end()]), f"{RANKS[_RANKS[then[0]] - 1]}{suit}"
        return NotationError(
            message("{piece} has the suit first. Type the rank first, like {card}.", piece=piece, card=card)
        )
    piece = quoted(shown[word])
    if low[start:end] == "d":
        return NotationError(
            message(
                "{shown} has no rank. Type the rank and the suit, like 5{suit}. A queen is Q.",
                shown=piece,
                suit=suit,
            )
        )
    return NotationError(
        message(
            "{shown} has no rank. Type the rank and the suit, like 5{suit}.",
            shown=piece,
            suit=suit,
        )
    )


def _number_error(start: int, end: int, shown: str, low: str) -> NotationError:
    """Return the error for 0, 1, 11, 12 or 13, which name no card."""
    then = _TOKEN.match(low, end)
    suit = str(_SUITS[then[0]]) if then and then.lastgroup == "suit" else ""
    piece = quoted(shown[start : then.end() if then and suit else end])
    match low[start:end]:
        case "0":
            return NotationError(message("{piece} isn't a card. A ten is 10{suit} or T{suit}.", piece=piece, suit=suit))
        case "1":
            return NotationError(message("Is {piece} an ace (A{suit}) or a ten (10{suit})?", piece=piece, suit=suit))
        case number:
            rank = Rank(int(number))
            return NotationError(
                message(
                    "{piece} isn't a card. A {name} is {rank}{suit}.",
                    piece=piece,
                    name=message(NAMES[rank - 1]),
                    rank=rank,
                    suit=suit,
                )
            )


def _odd_card_error(piece: str) -> NotationError:
    """Return the error for a card that is in some packs, but not in this one."""
    code = ord(piece[0])
    if piece in ("knight", "knights") or (code & 0xF == 0xC and code < 0x1F0E0):
        return NotationError(
            message("{piece} is a knight, and cribbage has no knights. A jack is J, a queen is Q.", piece=quoted(piece))
        )
    if code == 0x1F0A0:
        return NotationError(message("{piece} is the back of a card. Type the card, like 5H.", piece=quoted(piece)))
    return NotationError(message("{piece} isn't used in cribbage.", piece=quoted(piece)))


def _either(words: Iterable[str]) -> str:
    """Return a pattern for any of these words, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def _pictures() -> dict[str, Card]:
    """Return the cards that are one character each: sixteen a suit, with a knight between jack and queen."""
    rows = {Suit.SPADES: 0x1F0A0, Suit.HEARTS: 0x1F0B0, Suit.DIAMONDS: 0x1F0C0, Suit.CLUBS: 0x1F0D0}
    return {chr(row + rank + (rank > Rank.JACK)): Card(rank, suit) for suit, row in rows.items() for rank in Rank}


_RANK_WORDS: Final = {word: Rank(value) for value, word in enumerate(NAMES, 1)} | {
    "deuce": Rank.TWO,
    "trey": Rank.THREE,
    "knave": Rank.JACK,
}
_SUIT_WORDS: Final = {word: suit for suit in Suit for word in (suit.name.lower(), suit.name.lower()[:-1])}
_RANK_LETTERS: Final = {letter.lower(): Rank(value) for value, letter in enumerate(RANKS, 1)} | {
    "x": Rank.TEN,
    "10": Rank.TEN,
}
_SUIT_LETTERS: Final = {letter.lower(): Suit(value) for value, letter in enumerate(SUITS)} | {
    letter: Suit(value) for row in (SYMBOLS, "♧♢♡♤") for value, letter in enumerate(row)
}
_RANKS: Final = _RANK_LETTERS | _RANK_WORDS
_SUITS: Final = _SUIT_LETTERS | _SUIT_WORDS | {"❤": Suit.HEARTS}
_SUIT_WORD: Final = f"(?:{_either(suit.name.lower()[:-1] for suit in Suit)}) (?:s (?!ix|even))?"
_PICTURES: Final = _pictures()
_CARDS: Final = _PICTURES | {
    rank + suit: Card(_RANK_LETTERS[rank], _SUITS[suit]) for rank in _RANK_LETTERS for suit in _SUITS if len(suit) == 1
}
TYPED: Final = {
    rank + suit: card
    for name, card in _CARDS.items()
    for rank in (name[:-1].lower(), name[:-1].upper())
    for suit in (name[-1].lower(), name[-1].upper())
}
"""The cards under their plainest spellings, in small letters and capitals, and under those of one character."""

_SYMBOLS: Final = frozenset(symbol for symbol in _SUITS if not symbol.isalnum())

_DROPPED: Final = dict.fromkeys((*range(0x200B, 0x2010), 0x2060, 0x20E3, 0xFE0E, 0xFE0F, 0xFEFF)) | {
    0x1F51F: "10",
    **{0x1F1E6 + place: chr(ord("a") + place) for place in range(26)},
}
"""Characters that show nothing or only dress up another; the ten that is one character; and the letters of flags."""

_LOOK_ALIKES: Final = dict(
    zip(
        "\u0430\u043a\u0445\u0442\u0441\u043d\u0501\u0455\u0458\u051b\u03b1\u03ba\u03c7\u03c4\u03b7",
        "akxtchdsjqakxth",
        strict=True,
    )
)
"""Cyrillic and Greek letters that look like those of cards, if only as capitals."""

_INITIALS: Final = {
    "b": message("a jack is J"),
    "n": message("a jack is J"),
    "r": message("a king is K"),
    "v": message("a jack is J and a queen is Q"),
    "z": message("a ten is 10"),
}
"""The initials of cards in other languages."""

RANK: Final = r"(?:10|[2-9atjqkx]|ace|two|three|four|five|six|seven|eight|nine|ten|jack|knave|queen|king|deuce|trey)"
"""A rank, as a piece of a pattern for what stands around the cards."""

STARTER: Final = (
    r"(?:cut|start(?:er|ing)?|turn(?:ed)?[\s-]?(?:up|over)|turned|turn(?=[\s-]?card|[\s:])|flip(?:ped)?|up(?=[\s-]?card))"
    r"(?:[\s-]?card(?![a-z]))?"
)
"""The words for the starter."""

_SUIT_FIRST: Final = re.compile(rf"(?i)(?<![a-z0-9])([cdhs{''.join(_SYMBOLS)}])(10|[2-9atjqkx])(?![a-z0-9])")
_SUITS_FIRST: Final = re.compile(
    rf"(?:[\s,;.()|/+-]*[cdhs{''.join(_SYMBOLS)}](?:10|[2-9atjqkx])(?![^\s,;.()|/+-])){{4,6}}+[\s,;.()]*"
)
"""Cards all of which are written with the suit first, parted from one another."""

_NAMES: Final = sorted({*_RANK_WORDS, *_SUIT_WORDS, "starter", "crib"})
"""The words that are mistyped most."""

# A word is looked for before a letter, so that the s of "5 starter" is no spade; and a rank in words must be a
# word of its own, or go on with its suit. Run together, "club six" has one s, not two.
_TOKEN: Final = re.compile(
    rf"""
    (?P<gap> [\s,.;:!?_()\[\]{{}}"'`*~&\\\u2019\u00b7\u2022\u2010-\u2015\u2212-]+
        | (?<![a-z]) (?:and|the|of|with|(?<![0-9])hand|in|to|my|cards?) (?![a-z]) | of (?={_SUIT_WORD}) )
    | (?P<card> (?:10|[2-9atjqkx]) (?:[cdhs] (?![a-z]) | [{"".join(_SYMBOLS)}]) | [{"".join(_PICTURES)}] )
    | (?P<many> (?:{_either(_RANK_WORDS)}) e?s (?![a-z]) )
    | (?P<rank> 10 | [2-9] | (?:{_either(_RANK_WORDS)}) (?= [cdhs]? (?:$|[^a-z]) | of | {_SUIT_WORD}) )
    | (?P<number> 1[123]? | 0 )
    | (?P<sign> [|/+│┃¦>→] | plus (?![a-z]) )
    | (?P<word> {STARTER} )
    | (?P<crib> crib | box | kitty )
    | (?P<odd> jokers? | knights? | [\U0001F0A0-\U0001F0FF] )
    | (?P<suit> {_SUIT_WORD} | [cdhs{"".join(_SYMBOLS)}] )
    | (?P<letter> [atjqkx] )
    | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)
