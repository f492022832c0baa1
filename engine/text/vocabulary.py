"""What players write for cards and around them: ranks, suits, words with a meaning, and numbers that are no cards."""

import re
from collections.abc import Iterable
from typing import Final

from engine.cards import RANKS, SUITS, SYMBOLS, Card, Rank, Suit
from engine.messages import N_, read_texts

NAMES: Final = (
    *(N_("ace"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"), N_("eight"), N_("nine")),
    *(N_("ten"), N_("jack"), N_("queen"), N_("king")),
)
"""The ranks in words, ace to king."""

_ENGLISH: Final = read_texts("engine.text.languages", "en.toml")
MEANINGS: Final = {word: meaning for meaning, words in _ENGLISH["meanings"].items() for word in words.split()}
"""What words say about cards; every other word says nothing."""

ROLES: Final[dict[str, str]] = {word: role for role, words in _ENGLISH["roles"].items() for word in words.split()}
"""What a word before cards says of them: that they are held, or that another plays upon them."""

SCORE_WORDS: Final[dict[str, str]] = {
    word: meaning for meaning, words in _ENGLISH["scores"].items() for word in words.split()
}
"""What words say beside the scores of a game."""

TEENS: Final = "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split()  # noqa: SIM905
NUMBERS: Final = (
    {word: value for value, word in enumerate((*NAMES[:10], *TEENS), 1) if value > 1}
    | {f"twenty{gap}{word}": 20 + value for value, word in enumerate(("one", *NAMES[1:9]), 1) for gap in " -"}
    | {"zero": 0, "nothing": 0, "none": 0, "zilch": 0}
)
"""The numbers of points in words."""

RANK_WORDS: Final = dict(zip(NAMES, Rank, strict=True)) | {"deuce": Rank.TWO, "trey": Rank.THREE, "knave": Rank.JACK}
_INITIALS: Final = {"x": "T", "10": "T", "0": "T", "1": "A", "b": "J", "n": "J", "v": "J", "d": "Q", "r": "K"}
RANKS_TYPED: Final = (
    {letter.lower(): rank for letter, rank in zip(RANKS, Rank, strict=True)}
    | {letter: Rank(RANKS.index(rank) + 1) for letter, rank in _INITIALS.items()}
    | RANK_WORDS
)
"""The ranks by letter or word; ``0``, ``1`` and the initials of other languages only with a suit behind them."""

SUIT_WORDS: Final = {word: suit for suit in Suit for word in (suit.name.lower(), suit.name.lower()[:-1])}
_SYMBOLS: Final = dict(zip(SYMBOLS + "♧♢♡♤❤", (*Suit, *Suit, Suit.HEARTS), strict=True))
SUITS_TYPED: Final = dict(zip(SUITS.lower(), Suit, strict=True)) | _SYMBOLS | SUIT_WORDS
"""The suits by letter, symbol or word."""

PLURALS: Final = {name + ending: rank for name, rank in RANK_WORDS.items() for ending in ("s", "es")} | {
    f"{rank.value}s": rank for rank in list(Rank)[1:10]
}
"""Several cards of a rank; two, if nobody says how many."""

QUANTITIES: Final = {"thr": 3, "3": 3, "tri": 3, "set": 3, "fou": 4, "4": 4, "qua": 4}
"""How many cards a word stands for, by its beginning; other words stand for two."""

MENDED: Final = (*[name for name in NAMES if len(name) > 3], *SUIT_WORDS, "starter")
"""The words that are mended when they are mistyped."""

_ROWS: Final = {Suit.SPADES: 0x1F0A0, Suit.HEARTS: 0x1F0B0, Suit.DIAMONDS: 0x1F0C0, Suit.CLUBS: 0x1F0D0}
PICTURES: Final = {
    chr(row + rank + (rank > Rank.JACK)): Card(rank, suit) for suit, row in _ROWS.items() for rank in Rank
}
"""The cards that are one character each: sixteen a suit, with a knight between jack and queen."""

TYPED: Final = {
    rank + suit: Card(RANKS_TYPED[low], SUITS_TYPED[suit.lower()])
    for low in (*RANKS.lower(), "10", "x")
    for rank in {low, low.upper()}
    for suit in (*SUITS, *SUITS.lower(), *SYMBOLS)
}
"""The cards under their plainest spellings, in small letters and capitals."""

DROPPED: Final = dict.fromkeys((*range(0x200B, 0x2010), 0x2060, 0x20E3, 0xFE0E, 0xFE0F, 0xFEFF)) | {
    0x1F51F: "10",
    0x2019: "'",
    **{0x1F1E6 + place: chr(ord("a") + place) for place in range(26)},
}
"""Characters that show nothing or only dress up another; the ten that is one character; and the letters of flags."""


def _either(words: Iterable[str]) -> str:
    """Return a pattern for any of these words, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_R: Final = "(?:10|[2-9atjqkx])"
_S: Final = "".join(_SYMBOLS)
_RANK_WORD: Final = _either(RANK_WORDS)
_NAMED: Final = f"(?:10|[2-9ajqkt]|{_RANK_WORD})"
_SMALL: Final = r"(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)"
_MONTH: Final = r"""(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|aug
    |sept|oct|nov|dec)"""
_BIG: Final = r"(?:1[012]\d|[3-9]\d)"
_ALONE: Final = r"(?<!\b[\dajqktx]\s) (?<!\b[\dajqktx],\s) (?<!\b[\dajqktx]\sand\s)"

RULES: Final = (
    r"(?:(?<=\n)|(?<![\s\S])) \s{0,9} (?: \d{1,2}[.)] | [a-z][:)] ) (?=\s) (?!\s\S{1,2}\.)",
    r"https?://\S+",
    r"\d{1,2}:\d\d | \d{1,2} \s? [ap]\.?m\b",
    r"(?<![/.-]) \d{1,4} ([/.-]) \d{1,2} \1 \d{2,4} (?![\d/.-])",
    rf"\d{{1,2}} \s {_MONTH}\b | {_MONTH} \s \d{{1,4}}\b",
    r"\d+ \s? (?:\" | (?:inch|inches|cm|mm|km|kg|lbs?|oz|ft)\b)",
    r"[$€£] \d+ (?:[.,]\d+)? | \d+ (?:\.\d+)? \s? [%€£$]",
    r"(?<![.-]) (?:\+?\d{1,3}[\s.-])? \(?\d{3}\)? [\s.-] \d{3,4} (?:[\s.-]\d{4})? (?![\d.-])",
    rf"(?<!\() (?!31\s?-\s?\d(?!\d)) {_BIG} \*? \s? (?:-|to|/) \s? \d{{1,3}} (?!\d)"
    rf"| \d{{1,3}} \*? \s? (?:-|to) \s? {_BIG} (?!\d)",
    r"\d{1,3} (?: \*\s?-\s?\d{1,3} | \s?-\s?\d{1,3}\* )",
    r"(?<![/.-]) (?!15)\d{1,2}-\d{1,2} (?:,?\s\d{1,2}-\d{1,2})+ (?![-\d])",
    r"(?:at|by|need|needs) \s \d{1,3} (?![\d-]) (?=\s*(?:[.!?;:]|$) | \s+[a-z]{3})",
    r"right \s jack\b",
    r"(?:up|down) \s (?:\d{2,3} | \d{1,3}\s?-\s?\d{1,3}) (?![\d-]|[cdhs]\b)",
    r"(?<![\d.]) \d\.\d+ (?![\d.]) (?!\s?[/|])",
    r"\d{1,2}/10\b | \d+(?:st|nd|rd|th)\b | \#\s?\d+ | \d+d(?:4|6|8|10|12|20)\b",
    r"""(?<!on\sthe\s)(?:game|match|no\.|level|season|week|day|page|division|table|best\sof|question|problem|board|gate|room)
        \s? \d{1,3} (?![a-z\d])""",
    r"(?<!\ba\s)(?:hand|deal|dealt|round) \s? \d{1,2} (?= \s*[:.)] | \s+[a-z]{3} | \s*$)",
    rf"""{_ALONE} (?:two|three|four) [\s-] players?\b | {_ALONE} \d+ [\s-] (?:players?|people|games?
        |minutes?|mins?|hours?|days?|weeks?|months?|years?|dollars?|bucks|cents?|deals|rounds?)\b""",
    rf"""{_ALONE} {_SMALL} [\s-] (?:cards?|of\s(?:us|them|em|each|a\skind)|each|times|way|handed|left|more|people
        |by\s\d+)\b""",
    rf"{_ALONE} {_SMALL} \s to \s (?:go|throw|toss|discard|keep)\b",
    rf"{_ALONE} {_SMALL} \s (?:runs|fifteens|15'?s|flushes)\b | (?:two|three|2|3) \s pairs?\b",
    rf"""{_SMALL} \s for \s (?:the\s)? (?:15'?s|fifteens?|pairs?|runs?|flush|nobs
        |(?:{_RANK_WORD})'?e?s|\d{{1,2}}'s|(?<=the\s)(?:10|[2-9])s?)\b""",
    rf"""(?:mug(?:s|gins)? | missed | forgot | overlooked) \s (?:(?:for|by|of|de) \s)? {_SMALL}
        (?: \s (?:points?|pts?)\b | \b (?!\s+ (?:10|[2-9ajqkt])\b))
        | {_SMALL} \s points? \s mug(?:s|gins)\b""",
    rf"(?:(?:run|straight|flush) \s of | last | first | next) \s (?!\d\d) {_SMALL}\b (?!(?<=\d)\s+[\dajqkt]\b)",
)
"""Patterns of numbers that are no cards: list numbers, addresses, times, dates, prices, phone numbers, scores of
games and sports, places on the board, ordinals, numbers of games and hands, calls of missed points, and numbers of
things other than cards."""


def noise_of(rules: Iterable[str]) -> re.Pattern[str]:
    """Return one pattern for all numbers that are no cards."""
    return re.compile(
        rf"(?<![a-z0-9{_S}]) (?: {' | '.join(rules)} ) (?!\s?(?:of\s)?(?:{_either(SUIT_WORDS)}|[{_S}]))", re.VERBOSE
    )


NOISE: Final = noise_of(RULES)
SHORTCODE: Final = re.compile(r"(?i):(hearts?|diamonds?|clubs?|spades?):")
BRACKETS: Final = re.compile(r"\(\s*\d+[^)]{0,8}\)")
ARTICLES: Final = re.compile(r"\ba (?=[2-9jqktx]\b|10\b|[a-z]{3})")
RANK_LETTERS: Final = re.compile(r"(jj|kk|qq)|(?!(.)\2*$)[atjqkx]{5,}|(?!k+$)[tjqkx]{4}")
"""Ranks that are written together in small letters."""
LAUGHTER: Final = re.compile(r"a?(?:ja){2,}j?|a?(?:ka){2,}k?")
"""Letters of ranks that are laughter, in small letters or capitals: ``jajaja``."""
A_NAME: Final = re.compile(r"Max(?=:|\s(?:10|[2-9AJQKTajqkt])\b)")
"""A word that is a name before a card."""
DIGIT_S: Final = re.compile(r"\d+s")
TWO_RANKS: Final = re.compile(r"3[2-9]|[4-9][2-9]")
A_CARD: Final = re.compile(rf"({_R}|1|[bdvr0](?=\s?[{_S}]))[\s.-]?([cdhs{_S}])")
A_RANK: Final = re.compile(rf"{_R}|n")
TOKEN: Final = re.compile(
    rf"""
      (?P<written> \( \s* (?P<count>\d{{1,2}}) \s* (?: (?:[\u2010-\u2015\u2212:/,-]|for) \s*
        (?P<pegged>\d{{1,2}}) \s* )? \) )
    | (?P<picture> [\U0001F0A0-\U0001F0FF] )
    | (?: (?<![a-z0-9]) | (?<=cut) ) (?:
        (?P<named> (?P<rank_named> {_RANK_WORD} | {_R} ) (?:of)?
            (?P<suit_named> {_either(SUIT_WORDS)} | [cdh] (?<=[a-z]{{4}}) ) (?![a-z]) )
      | (?P<many>
            (?P<how_many> (?:a\s)? pairs? (?:\sof)? | two | three | four | [234] | triple | trips? (?:\sof)? | quad
                | both | set\sof ) [\s-]+ (?:the\s)?
                (?P<of> (?!a[^'c]) {_NAMED} ) '? e?s (?![a-z0-9])
          | (?P<which> {_NAMED} ) '? (?: e?s \s? \( | (?:e?s\s)? x ) (?P<times> [234] ) \)? (?![a-z0-9])
          | (?P<alike> triple | trips | double ) \s
                (?P<kind> {_R} | {_RANK_WORD} ) (?![a-z0-9]) )
      | (?P<cards> (?: (?:{_R}|1)[.-]?[cdhs] (?=$|[^a-z]|[atjqkx][cdhs{_S}]|cut)
          | (?:{_R}|[bdvr0])\s?[{_S}] )+ (?! (?!cut) [a-z]) )
      | (?P<suit_first> [cdhs{_S}] {_R} (?![a-z0-9{_S}]) | [{_S}] [bdvr] (?![a-z0-9]) )
      | (?P<together> (?: (?:{_R}|n(?=[a-z0-9]*[0-9])){{3,}} | jj | kk | qq ) (?![a-z0-9]) )
      | (?P<number> \d++ (?: (?!'?[a-z]) | (?=p(?:ts?)?\b) | (?=er\b) ) ) )
    | (?P<word> twenty[ -](?:one|two|three|four|five|six|seven|eight|nine)(?![a-z])
        | (?<![^\W_]) (?: cut(?=\d) | [^\W\d_]++ (?:'[a-z]+)? (?!\d) )
        | (?<=\d) p(?:ts?)?\b | [{_S}] | (?<![a-z0-9]) \d{{1,2}}'?s (?![a-z0-9]) )
    | (?P<sign> [|/+│┃¦>→=(),;:?!.&\n\[\]*-] )
    | (?P<unread> [\d{_S}\u2654-\u265f]+ )
    """,
    re.VERBOSE,
)
"""One piece of a text in small letters: a score in brackets, cards in their notations, a number, a word or a sign."""

MUGS: Final = r"mug+(?:ins?|s|ed)?"
"""Calls of missed points, as they are typed."""
