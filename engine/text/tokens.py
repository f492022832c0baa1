"""Tokens of typed text: its cards, numbers, signs, and the words that say something about them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from unicodedata import normalize

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


@dataclass(frozen=True, slots=True, eq=False)
class Token:
    """A piece of a text and what it says.

    ``kind`` is ``"card"``, ``"suit"``, ``"number"``, ``"written"`` (a score in brackets), ``"sign"``, a meaning of
    ``MEANINGS``, or empty for other words. A card is not ``firm`` if it may as well be an ordinary word or number.
    ``value`` is the number that the piece may be, and ``points`` what a written score pegs.
    """

    kind: str
    start: int
    end: int
    rank: Rank = Rank.ACE
    suit: Suit | None = None
    firm: bool = False
    value: int | None = None
    points: int | None = None
    is_plural: bool = False
    is_mended: bool = False

    @property
    def card(self) -> Card | None:
        """The card, if its suit is known."""
        return None if self.suit is None else Card(self.rank, self.suit)

    @property
    def is_bare(self) -> bool:
        """Whether this is a card without its suit."""
        return self.kind == "card" and self.suit is None


def plain(text: str) -> tuple[str, str]:
    """Return the text in plain characters, as typed and in small letters; both are equally long.

    Raises ``NotationError`` for more than ``LONGEST`` characters.
    """
    shown = text
    if len(text) <= LONGEST and not text.isascii():
        # Letter by letter, for marks heaped upon one letter would take the square of their number to sort.
        shown = "".join([normalize("NFKC", letter) for letter in text.translate(_DROPPED)])
    if ":" in shown:
        shown = _SHORTCODE.sub(lambda found: SYMBOLS[_SUITS[found[1].lower()]], shown)
    if len(shown) > LONGEST:
        raise NotationError(
            message("That's {number} characters. I can read up to {longest}.", number=len(shown), longest=LONGEST)
        )
    return shown, shown.replace("İ", "i").lower()  # the one letter that would grow


def quoted(piece: str) -> str:
    """Return a piece of text between quotation marks, cut short if long, with unprintable characters escaped."""
    return repr(piece if len(piece) <= 24 else piece[:24] + "…")


def unreadable_error(shown: str, start: int, end: int, hint: Message) -> NotationError:
    """Return the error that names an unreadable piece of a text."""
    return NotationError(message("I couldn't read {piece}: {hint}.", piece=quoted(shown[start:end]), hint=hint))


def typed_name(card: Card) -> str:
    """Return a card as most players type it: ``"5H"``, ``"10H"``."""
    return f"{10 if card.rank is Rank.TEN else card.rank}{card.suit}"


def find_cards(text: str) -> tuple[Token, ...]:
    """Return every card anywhere in a text. Raises ``NotationError`` for a text that is too long."""
    return tuple([token for token in tokenize(*plain(text)) if token.kind == "card"])


def tokenize(shown: str, low: str, *, mends: bool = False) -> list[Token]:
    """Return the tokens of a text without its numbers that are no cards, such as times and dates.

    With ``mends`` mistyped names of cards and suits are read as what they are nearest to.
    """
    low = NOISE.sub(lambda found: " " * len(found[0]), low)
    is_foreign = _FOREIGN.search(low) is not None
    tokens = [token for found in _TOKEN.finditer(low) for token in _read(found, shown, is_foreign=is_foreign)]
    if mends:
        tokens = [_mended(token, low) for token in tokens]
    return _with_suits(_two_of_each(_without_words(tokens, shown), low), low)


def _read(found: re.Match[str], shown: str, *, is_foreign: bool) -> Iterator[Token]:
    """Yield the tokens of one piece of a text."""
    start, end = found.span()
    low, piece = found[0], shown[start:end]
    is_word = low.isalpha() and low.isascii()
    match found.lastgroup:
        case "cards" if not (is_foreign and low == "as"):
            for part in _A_CARD.finditer(low):
                place = start + part.start(), start + part.end()
                is_firm = not is_word or not (piece.islower() or piece[0] in "Aa")
                yield Token("card", *place, _RANKS[part[1]], _SUITS[part[2]], is_firm)
        case "suit_first" if not is_word or piece.isupper() or low[1] != "a":
            yield Token("card", start, end, _RANKS[low[1:]], _SUITS[low[0]], not is_word or piece.isupper())
        case "named":
            yield Token("card", start, end, _RANKS[found["rank_named"]], _SUITS[found["suit_named"]], firm=True)
        case "picture":
            if low not in _PICTURES:
                raise NotationError(message("{piece} isn't used in cribbage.", piece=quoted(low)))
            yield Token("card", start, end, _PICTURES[low].rank, _PICTURES[low].suit, firm=True)
        case "many":
            many = _QUANTITIES.get((found["how_many"] or found["times"] or found["alike"])[:3], 2)
            for _ in range(many):
                yield Token("card", start, end, _RANK_OF[found["of"] or found["which"] or found["kind"]])
        case "together" if not is_word or piece.isupper() or _LETTERS.fullmatch(low):
            for part in _A_RANK.finditer(low):
                yield Token("card", start + part.start(), start + part.end(), _RANKS[part[0]])
        case "number":
            value = int(low) if len(low) < 4 else 0
            if 0 < value < 11:
                yield Token("card", start, end, Rank(value), value=value)
            else:
                yield Token("number", start, end, value=value if len(low) < 4 else None)
        case "written":
            count, points = int(found["count"]), found["pegged"]
            if points is None and count in range(2, 11) and len(_BRACKETS.findall(shown)) < 2:
                yield Token("card", start + 1, end - 1, Rank(count), value=count)
            elif points is None or count > int(points):
                yield Token("written", start, end, value=count, points=None if points is None else int(points))
            elif count > 0 < int(points) < 11:
                yield Token("card", *found.span("count"), Rank(count))
                yield Token("card", *found.span("pegged"), Rank(int(points)))
        case "sign":
            yield Token("say" if low == "=" else "sign", start, end)
        case _ if piece == "N":  # the nobs jack
            yield Token("card", start, end, Rank.JACK)
        case _:
            yield _word(low, start, end, is_foreign=is_foreign)
            if low.replace("'", "") in _PLURALS:
                yield _word(low, start, end, is_foreign=is_foreign)


def _word(word: str, start: int, end: int, *, is_foreign: bool) -> Token:
    """Return a word as a rank, a suit, a number or a meaning."""
    value = _NUMBERS.get(word)
    if (meaning := MEANINGS.get(word) or MEANINGS.get(word.removesuffix("'s"))) is not None:
        return Token(meaning, start, end, value=value)
    if (rank := (_FOREIGN_RANKS if is_foreign else {}).get(word) or _RANKS.get(word)) and word not in "bvdr0":
        return Token("card", start, end, rank, value=value)
    if (rank := _FOREIGN_RANKS.get(word)) and is_foreign:
        return Token("card", start, end, rank)
    if (suit := _SUITS.get(word)) is not None:
        return Token("suit", start, end, suit=suit)
    if (plural := _PLURALS.get(word.replace("'", ""))) is not None:
        return Token("card", start, end, plural, is_plural=True)
    return Token("", start, end, value=value)


def _mended(token: Token, low: str) -> Token:
    """Return a word as the rank, suit or mark that it is a mistyped letter away from; a suit may have two."""
    word = low[token.start : token.end]
    if token.kind or token.value is not None or len(word) < 3:
        return token
    near = [name for name in _MENDED if name[0] == word[0] and _distance(word, name) < 2]
    if len({_SUITS.get(name, name) for name in near}) != 1:
        return token
    if near[0] in _SUITS:
        return replace(token, kind="suit", suit=_SUITS[near[0]], is_mended=True)
    if near[0] in _RANKS:
        return replace(token, kind="card", rank=_RANKS[near[0]], is_mended=True)
    return replace(token, kind=MEANINGS[near[0]], is_mended=True)


def _distance(word: str, name: str) -> int:
    """Return how many letters are wrong, missing, too many or swapped with their neighbour."""
    before: list[int] = []
    row = list(range(len(name) + 1))
    for i, letter in enumerate(word, 1):
        before, last, row = row, before, [i]
        for j, wanted in enumerate(name, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and (word[i - 2], letter) == (wanted, name[j - 2]):
                best = min(best, last[j - 2] + 1)
            row.append(best)
    return row[-1]


def _without_words(tokens: Sequence[Token], shown: str) -> list[Token]:
    """Return the tokens with "a" as an article and "as" or "ad" as a word, unless they stand where a card would."""
    solid = [token for token in tokens if token.kind not in ("sign", "thin")]
    beside = {token: solid[max(place - 1, 0) : place + 2] for place, token in enumerate(solid)}
    are_articles = len(_ARTICLES.findall(shown)) > 1
    result: list[Token] = []
    for place, token in enumerate(tokens):
        before = tokens[place - 1] if place else None
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        if token.card is not None and not token.firm and token.kind == "card" and token.rank is Rank.ACE:
            is_last = after is None or after.kind == "sign" or after.card is not None
            if shown[token.start : token.end].lower() != "as" and after is not None:
                is_last = is_last or after.kind in ("card", "number", "say", "points")
            is_word = not is_last or all(other.suit is None or other is token for other in beside[token])
            result.append(replace(token, kind="", suit=None) if is_word else token)
        elif shown[token.start : token.end + 1].rstrip() == "a":
            if after is not None and after.kind == "card" and shown[token.end : after.start] == " ":
                behind = tokens[place + 2].kind if place + 2 < len(tokens) else ""
                is_word = are_articles or after.suit is not None or after.end - after.start > 2
                is_word = is_word or (before is not None and before.kind not in ("card", "sign"))
                is_word = is_word or (behind in ("sign", "thin") and (before is None or before.kind != "card"))
            else:
                is_word = after is not None and after.kind != "sign" and (before is None or not before.is_bare)
                is_word = is_word or (before is not None and before.kind not in ("card", "sign", "thin", "starter"))
            result.append(replace(token, kind="thin") if is_word else token)
        else:
            result.append(token)
    return result


def _two_of_each(tokens: Sequence[Token], low: str) -> list[Token]:
    """Return the tokens with ``7s`` as two sevens where no other card has a suit, and ``789 99`` as five cards."""
    suited = [token for token in tokens if token.suit is not None]
    are_plurals = 0 < len(suited) < 4 and all(_DIGIT_S.fullmatch(low[token.start : token.end]) for token in suited)
    result: list[Token] = []
    for token, after in zip(tokens, [*tokens[1:], None], strict=False):
        piece = low[token.start : token.end]
        is_near = (result and result[-1].kind == "card") or (after is not None and after.kind in ("card", "number"))
        if token.suit is not None and are_plurals:
            result += [replace(token, suit=None), replace(token, suit=None)]
        elif token.kind == "number" and is_near and _TWO_RANKS.fullmatch(piece):
            result += [Token("card", token.start + i, token.start + i + 1, _RANKS[piece[i]]) for i in (0, 1)]
        else:
            result.append(token)
    return result


def _with_suits(tokens: Sequence[Token], low: str) -> list[Token]:
    """Return the tokens with each named suit given to its cards: ``five of hearts``, ``hearts: 5 J``, ``all clubs``."""
    result: list[Token] = []
    heading: Suit | None = None
    suits = [place for place, token in enumerate(tokens) if token.kind == "suit"]
    is_suit_first = len(suits) > 1 and all(token.is_bare for place in suits for token in tokens[place + 1 : place + 2])
    is_suit_first = is_suit_first and not any(token.kind == "card" for token in tokens[: suits[0]])
    for place, token in enumerate(tokens):
        if token.kind == "card":
            behind = next((other.kind for other in tokens[place + 1 :] if other.kind not in ("of", "thin")), "")
            is_headed = heading is not None and token.suit is None and (is_suit_first or behind != "suit")
            result.append(replace(token, suit=heading, firm=True) if is_headed else token)
            heading = None if is_suit_first else heading
        elif token.kind != "suit":
            heading = heading if token.kind in ("sign", "thin") else None
            result.append(token)
        else:
            last = len(result) - 1
            while last >= 0 and (result[last].kind in ("of", "thin") or low[result[last].start] == ":"):
                last -= 1
            before = result[last] if last >= 0 else Token("", 0, 0)
            follow = 0 if last + 1 < len(result) and result[-1].kind == "of" else _bare_behind(tokens, place)
            if before.kind == "all" and follow < 3:
                result = [replace(other, suit=token.suit) if other.is_bare else other for other in result]
            elif is_suit_first or follow > 2 or (low[token.end : token.end + 1] == ":" and not before.is_bare):
                heading = token.suit
                if before.value in (3, 4, 5, 6) and not is_suit_first:
                    del result[last]
            elif before.value in (3, 4, 5, 6) and any(other.suit is token.suit for other in tokens[place + 1 :][:2]):
                del result[last]  # "four spades: as 3s 5s 9s"
            elif before.is_bare:
                heading = None
                _share(result, last, token, low)
            elif follow and tokens[place + 1].is_bare:
                heading = token.suit
    return result


def _bare_behind(tokens: Sequence[Token], place: int) -> int:
    """Return how many cards without a suit stand right behind a token, up to the next suit's card."""
    many = 0
    for token in tokens[place + 1 :]:
        if token.kind in ("suit", "of"):
            return max(many - 1, 0)
        if token.kind not in ("card", "sign", "thin") or token.suit is not None:
            break
        many += token.kind == "card"
    return many


def _share(result: list[Token], last: int, suit: Token, low: str) -> None:
    """Give a suit to the card before it, and to the different ranks in front of that if it names several."""
    first, ranks = last, {result[last].rank}
    for place in range(last - 1, -1, -1):
        token = result[place]
        if token.kind == "card" and (token.suit is not None or token.rank in ranks):
            break
        if token.kind not in ("card", "sign", "thin") or (
            token.kind == "thin" and low[token.start : token.end] in _ARTICLE
        ):
            break
        if token.kind == "card":
            ranks.add(token.rank)
            first = place
    if not low[suit.start : suit.end].endswith("s") and low[suit.start - 3 : suit.start] != "of ":
        first = last
    for place in range(first, last + 1):
        if result[place].kind == "card":
            is_mended = result[place].is_mended or suit.is_mended
            result[place] = replace(result[place], suit=suit.suit, firm=True, is_mended=is_mended)
    result[last] = replace(result[last], end=suit.end)


def _either(words: Iterable[str]) -> str:
    """Return a pattern for any of these words, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


MEANINGS: Final[Mapping[str, str]] = {
    word: meaning
    for meaning, words in {
        "thin": "and n w the an with plus then another also und et mit",
        "of": "of de",
        "all": "all",
        "starter": "cut cutted cuts starter starters start starting turned turn turnup flipped flip upcard top deck turns"
        " starts aufgedeckt retourne retournée coupe starterkarte",
        "up": "up",
        "crib": "crib box kitty cribs",
        "mine": "my mine own our i im i'm me we us",
        "theirs": "their theirs his her hers he she they he's she's hes shes opponent opponent's opponents opp opp's opps him them"
        " villain partner",
        "you": "you your yours",
        "dealer": "dealer deal dealing deals",
        "pone": "pone nondealer",
        "no": "not no non isn't false",
        "say": "is it's its that's thats be was said say says saying get gets got have has had count counts counted counting"
        " make makes made score scores scored scoring worth total totals equals equal claim claims claimed call called calls"
        " think thinks thought declared gives give gave took takes showed only",
        "points": "points point pts pt holes",
        "either": "or vs versus",
        "for": "for",
        "discard": "throw toss discard lay keep ditch dump pitch chuck drop throwing tossing discarding keeping throws rid"
        " away split hang tossed threw jette werfe ablegen",
        "play": "peg pegs pegged pegging peggin play plays played lead leads led playing leading laid sequence pose joue lege went",
        "go": "go",
        "combination": "run runs pair pairs flush fifteen fifteens double triple royal",
        "ask": "how hows what whats what's which many much value expected average worth combien wie",
        "hand": "hand hands hold kept held holds holding dealt",
        "nobs": "nobs nob nibs",
    }.items()
    for word in words.split()
}
"""What words say about cards; every other word says nothing."""

_NUMBERS: Final = {word: value for value, word in enumerate(NAMES[:10], 1) if value > 1} | {
    "zero": 0,
    "nothing": 0,
    "nineteen": 19,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "twenty": 20,
    **{f"twenty{gap}{word}": 20 + place for place, word in enumerate(("one", *NAMES[1:9]), 1) for gap in " -"},
}
_RANK_WORDS: Final = dict(zip(NAMES, Rank, strict=True)) | {"deuce": Rank.TWO, "trey": Rank.THREE, "knave": Rank.JACK}
_FOREIGN_RANKS: Final = {
    word: rank
    for rank, words in zip(
        Rank,
        (
            *(
                "as ass",
                "zwei deux",
                "drei trois",
                "vier quatre",
                "fünf cinq",
                "sechs",
                "sieben sept",
                "acht huit",
                "neun neuf",
            ),
            *("zehn dix", "b v bube valet", "d dame", "r roi könig koenig"),
        ),
        strict=True,
    )
    for word in words.split()
}
"""Ranks of German and French players, read where another word of a text is plainly theirs."""

_FOREIGN_SUITS: Final = dict(
    zip(
        ["kreuz", "karo", "herz", "pik", "trèfle", "trefle", "carreau", "coeur", "cœur", "pique"],
        (*Suit, Suit.CLUBS, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.HEARTS, Suit.SPADES),
        strict=True,
    )
)
_SUIT_WORDS: Final = {word: suit for suit in Suit for word in (suit.name.lower(), suit.name.lower()[:-1])}
_SYMBOLS: Final = dict(zip(SYMBOLS + "♧♢♡♤❤", (*Suit, *Suit, Suit.HEARTS), strict=True))
_SUITS: Final = dict(zip(SUITS.lower(), Suit, strict=True)) | _SYMBOLS | _SUIT_WORDS | _FOREIGN_SUITS
_RANKS: Final = (
    dict(zip(RANKS.lower(), Rank, strict=True))
    | {
        "x": Rank.TEN,
        "10": Rank.TEN,
        "1": Rank.ACE,
        "0": Rank.TEN,
        "b": Rank.JACK,
        "v": Rank.JACK,
        "d": Rank.QUEEN,
        "r": Rank.KING,
    }
    | _RANK_WORDS
)
_RANK_OF: Final = {"valet": Rank.JACK, "dame": Rank.QUEEN, "roi": Rank.KING} | _RANKS
_PLURALS: Final = (
    {name + ending: rank for name, rank in _RANK_WORDS.items() for ending in ("s", "es")}
    | {f"{rank.value}s": rank for rank in list(Rank)[1:10]}
    | {"damen": Rank.QUEEN, "buben": Rank.JACK, "valets": Rank.JACK, "rois": Rank.KING, "könige": Rank.KING}
)
"""Several cards of a rank; two, if nobody says how many."""

_QUANTITIES: Final = {"thr": 3, "3": 3, "tri": 3, "set": 3, "dre": 3, "tro": 3, "fou": 4, "4": 4, "qua": 4, "vie": 4}
"""How many cards a word stands for, by its beginning; other words stand for two."""

_MENDED: Final = (*[name for name in NAMES if len(name) > 3], *_SUIT_WORDS, "starter")
"""The words that are mended when they are mistyped."""

_ROWS: Final = {Suit.SPADES: 0x1F0A0, Suit.HEARTS: 0x1F0B0, Suit.DIAMONDS: 0x1F0C0, Suit.CLUBS: 0x1F0D0}
_PICTURES: Final = {
    chr(row + rank + (rank > Rank.JACK)): Card(rank, suit) for suit, row in _ROWS.items() for rank in Rank
}
"""The cards that are one character each: sixteen a suit, with a knight between jack and queen."""

TYPED: Final = {
    rank + suit: Card(_RANKS[rank.lower()], _SUITS[suit.lower()])
    for low in (*RANKS.lower(), "10", "x")
    for rank in {low, low.upper()}
    for suit in (*SUITS, *SUITS.lower(), *SYMBOLS)
}
"""The cards under their plainest spellings, in small letters and capitals."""

_DROPPED: Final = dict.fromkeys((*range(0x200B, 0x2010), 0x2060, 0x20E3, 0xFE0E, 0xFE0F, 0xFEFF)) | {
    0x1F51F: "10",
    0x2019: "'",
    **{0x1F1E6 + place: chr(ord("a") + place) for place in range(26)},
}
"""Characters that show nothing or only dress up another; the ten that is one character; and the letters of flags."""

_R: Final = "(?:10|[2-9atjqkx])"
_S: Final = "".join(_SYMBOLS)
_RANK_WORD: Final = _either(_RANK_WORDS)
_SMALL: Final = r"\d{1,2}|two|three|four|five|six|seven|eight|nine|ten"
_MONTH: Final = "(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|aug|sept|oct|nov|dec)"
_BIG: Final = r"(?:1[012]\d|[3-9]\d)"

RULES: Final = (
    r"(?:(?<=\n)|(?<![\s\S])) \s{0,9} (?: \d{1,2}[.)] | [a-z][:)] ) (?=\s) (?!\s\S{1,2}\.)",
    r"https?://\S+",
    r"\d{1,2}:\d\d | \d{1,2} \s? [ap]\.?m\b",
    r"(?<![/.-]) \d{1,4} ([/.-]) \d{1,2} \1 \d{2,4} (?![\d/.-])",
    rf"\d{{1,2}} \s {_MONTH}\b | {_MONTH} \s \d{{1,4}}\b",
    r"[$€£] \d+ (?:[.,]\d+)? | \d+ (?:\.\d+)? \s? [%€£$]",
    r"(?<![.-]) (?:\+?\d{1,3}[\s.-])? \(?\d{3}\)? [\s.-] \d{3,4} (?:[\s.-]\d{4})? (?![\d.-])",
    rf"(?<!\() {_BIG} \*? \s? (?:-|to|/) \s? \d{{1,3}} (?!\d) | \d{{1,3}} \*? \s? (?:-|to) \s? {_BIG} (?!\d)",
    r"\d{1,3} (?: \*\s?-\s?\d{1,3} | \s?-\s?\d{1,3}\* )",
    r"(?!15)\d{1,2}-\d{1,2} (?:,?\s\d{1,2}-\d{1,2})+ (?![-\d])",
    r"(?:at|by|need|needs) \s \d{1,3} (?![\d-]) (?=\s*(?:[.,!?;:]|$|[a-z]{3}))",
    r"(?:up|down) \s (?:\d{2,3} | \d{1,3}\s?-\s?\d{1,3}) (?![\d-])",
    r"\d{1,2}/10\b | \d+(?:st|nd|rd|th)\b | \#\s?\d+ | \d+d(?:4|6|8|10|12|20)\b",
    r"(?:game|match|no\.|level|season|week|day|page|division|table|best\sof|question|problem|board|gate|room) \s? \d{1,3} (?![a-z\d])",
    r"(?:hand|deal|round) \s? \d{1,2} (?= \s*[:.)] | \s+[a-z]{3} | \s*$)",
    r"(?<!\b[\dajqktx]\s) \d+ [\s-] (?:players?|people|games?|minutes?|mins?|hours?|days?|weeks?|months?|years?|dollars?|bucks|cents?|deals|rounds?)\b",
    rf"(?<!\b[\dajqktx]\s) (?:{_SMALL}) [\s-] (?:cards?|of\s(?:us|them|em|each|a\skind)|each|times|way|handed|left|more|people|by\s\d+)\b",
    rf"(?<!\b[\dajqktx]\s) (?:{_SMALL}) \s to \s (?:go|throw|toss|discard|keep)\b",
    rf"(?<!\b[\dajqktx]\s) (?:{_SMALL}) \s (?:runs|fifteens|15'?s|flushes)\b | (?:two|three|2|3) \s pairs?\b",
    rf"(?:{_SMALL}) \s for \s (?:the\s)? (?:15'?s|fifteens?|pairs?|runs?|flush|nobs|(?:{_RANK_WORD}|\d{{1,2}})'?e?s)\b",
    rf"(?:(?:run|straight|flush) \s of | last | first | next) \s (?!\d\d) (?:{_SMALL})\b (?!(?<=\d)\s+[\dajqkt]\b)",
)
"""Patterns of numbers that are no cards."""


def noise_of(rules: Iterable[str]) -> re.Pattern[str]:
    """Return one pattern for all numbers that are no cards."""
    return re.compile(rf"(?<![a-z0-9{_S}]) (?: {' | '.join(rules)} )", re.VERBOSE)


NOISE: Final = noise_of(RULES)
_FOREIGN: Final = re.compile(rf"(?<![a-z])(?:{_either(_FOREIGN_SUITS)}|bube|dame|könig|valet|roi)(?![a-z])")
_SHORTCODE: Final = re.compile(r"(?i):(hearts?|diamonds?|clubs?|spades?):")
_BRACKETS: Final = re.compile(r"\(\s*\d+[^)]{0,8}\)")
_ARTICLES: Final = re.compile(r"\ba (?=[2-9ajqktx]\b|10\b|[a-z]{3})")
_LETTERS: Final = re.compile(r"(jj|kk|qq)|(?!(.)\2*$)[atjqkx]{5,}|[tjqkx]{4}")
_ARTICLE: Final = ("the", "a", "an")
_DIGIT_S: Final = re.compile(r"\d+s")
_TWO_RANKS: Final = re.compile(r"3[2-9]|[4-9][2-9]")
_A_CARD: Final = re.compile(rf"({_R}|1|[bdvr0](?=\s?[{_S}]))[\s.-]?([cdhs{_S}])")
_A_RANK: Final = re.compile(_R)
_TOKEN: Final = re.compile(
    rf"""
      (?P<written> \( \s* (?P<count>\d{{1,2}}) \s* (?: (?:[\u2010-\u2015\u2212:/,-]|for) \s* (?P<pegged>\d{{1,2}}) \s* )? \) )
    | (?P<picture> [\U0001F0A0-\U0001F0FF] )
    | (?: (?<![a-z0-9]) | (?<=cut) ) (?:
        (?P<named> (?P<rank_named> {_RANK_WORD} | {_R} ) (?:of)? (?P<suit_named> {_either(_SUIT_WORDS)} | [cdh] (?<=[a-z]{{4}}) ) (?![a-z]) )
      | (?P<many> (?P<how_many> (?:a\s)? pairs? (?:\sof)? | two | three | four | [234] | triple | trips? (?:\sof)? | quad | both | set\sof | quad | zwei
            | drei | deux | trois ) [\s-]+ (?:the\s)? (?P<of> 10 | [2-9jqkt] | a(?=') | {_RANK_WORD} | valet | roi | dame ) '? e?s (?![a-z0-9])
          | (?P<which> 10 | [2-9ajqkt] | {_RANK_WORD} ) '? (?: e?s \s? \( | (?:e?s\s)? x ) (?P<times> [234] ) \)? (?![a-z0-9])
          | (?P<alike> triple | trips | double | zwei | drei | deux | trois ) \s (?P<kind> {_R} | {_RANK_WORD} ) (?![a-z0-9]) )
      | (?P<cards> (?: (?: (?:{_R}|1)[.-]?[cdhs] (?=$|[^a-z]|[atjqkx][cdhs{_S}]) | (?:{_R}|[bdvr0])\s?[{_S}] ) )+ (?![a-z]) )
      | (?P<suit_first> [cdhs{_S}] {_R} (?![a-z0-9]) | [{_S}] [bdvr] (?![a-z0-9]) )
      | (?P<together> (?: {_R}{{3,}} | jj | kk | qq ) (?![a-z0-9]) )
      | (?P<number> \d++ (?: (?!'?[a-z]) | (?=p(?:ts?)?\b) ) ) )
    | (?P<word> twenty[ -](?:one|two|three|four|five|six|seven|eight|nine)(?![a-z]) | [^\W\d_]+ (?:'[a-z]+)? | [{_S}] | (?<![a-z0-9]) \d{{1,2}}'?s )
    | (?P<sign> [|/+│┃¦>→=(),;:?!.\n\[\]*-] )
    """,
    re.VERBOSE,
)
