"""Tokens of typed text: its cards, numbers, marks and words that say something about them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple
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


class CardToken(NamedTuple):
    """A card anywhere in a text: its rank, the card itself unless its suit is missing, and its place in the text.

    It is not ``firm`` if it may as well be an ordinary word or number, such as "a", "as" or "two".
    """

    rank: Rank
    card: Card | None
    start: int
    end: int
    firm: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Token:
    """A piece of a text: a card, a suit, a number, a sign or a word, and what it means.

    ``kind`` is ``"card"``, ``"suit"``, ``"number"``, ``"written"`` (a score in brackets), ``"sign"`` or a meaning of
    ``MEANINGS``; it is empty for other words. ``value`` is a number of points, if the piece can be one.
    """

    kind: str
    start: int
    end: int
    rank: Rank = Rank.ACE
    suit: Suit | None = None
    firm: bool = True
    value: int | None = None
    points: int | None = None
    mended: bool = False


def plain(text: str) -> tuple[str, str]:
    """Return the text in plain characters, as typed and in small letters; both are equally long.

    Raises ``NotationError`` for more than ``LONGEST`` characters.
    """
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


def unreadable_error(shown: str, start: int, end: int, hint: Message) -> NotationError:
    """Return the error that names an unreadable piece of a text."""
    return NotationError(message("I couldn't read {piece}: {hint}.", piece=quoted(shown[start:end]), hint=hint))


def typed_name(card: Card) -> str:
    """Return a card as most players type it: ``"5H"``, ``"10H"``."""
    return f"{10 if card.rank is Rank.TEN else card.rank}{card.suit}"


def find_cards(text: str) -> tuple[CardToken, ...]:
    """Return every card anywhere in a text. Raises ``NotationError`` for a text that is too long."""
    shown, low = plain(text)
    return tuple(map(card_token, [token for token in tokenize(shown, low) if token.kind == "card"]))


def card_token(token: Token) -> CardToken:
    """Return a card as it was typed."""
    card = None if token.suit is None else Card(token.rank, token.suit)
    return CardToken(token.rank, card, token.start, token.end, token.firm)


def tokenize(shown: str, low: str) -> list[Token]:
    """Return the tokens of a text without what is no card: times, dates, prices, scores of games and the like."""
    low = _NOISE.sub(lambda found: " " * len(found[0]), low)
    is_foreign = _FOREIGN.search(low) is not None
    tokens: list[Token] = []
    for found in _TOKEN.finditer(low):
        tokens.extend(_READERS[found.lastgroup or ""](found, shown, is_foreign))
    return _with_suits(_mended(tokens, low), low)


def _cards(found: re.Match[str], shown: str, is_foreign: bool) -> Iterable[Token]:
    """Yield cards with their suits, run together or alone; two letters may be a word, such as "as" or "ad"."""
    piece = shown[found.start() : found.end()]
    is_word = piece.isascii() and piece.isalpha() and not (piece[0].isupper() and piece[1:].islower())
    for part in _A_CARD.finditer(found[0]):
        rank, suit = _RANKS.get(part[1]) or _INITIALS[part[1]], _SUITS[part[2]]
        start = found.start() + part.start()
        yield Token("card", start, start + len(part[0]), rank, suit, firm=not is_word)


def _suit_first(found: re.Match[str], shown: str, is_foreign: bool) -> Iterable[Token]:
    rank = _RANKS.get(found["rank_after"]) or _INITIALS[found["rank_after"]]
    yield Token("card", *found.span(), rank, _SUITS[found["suit_before"]], firm=not found[0].isalpha())


def _pictures(found: re.Match[str], shown: str, is_foreign: bool) -> Iterable[Token]:
    card = _PICTURES.get(found[0])
    if card is None:
        raise NotationError(message("{piece} isn't used in cribbage.", piece=quoted(found[0])))
    yield Token("card", *found.span(), card.rank, card.suit)


def _many(found: re.Match[str], shown: str, is_foreign: bool) -> Iterable[Token]:
    """Yield several cards of a rank: ``a pair of fives``, ``two 8's``, ``3 fours``."""
    many = {"t": 3, "f": 4, "q": 4}.get(found["number"][0], 2)
    many = 2 if found["number"].startswith(("tw", "2")) else 3 if found["number"][0] == "3" else many
    many = 4 if found["number"][0] == "4" else many
    for _ in range(many):
        yield Token("card", *found.span(), _RANKS[found["of"]])


def _together(found: re.Match[str], shown: str, is_foreign: bool) -> Iterable[Token]:
    """Yield ranks that run together: ``55566``, ``A2345``; none for a word of their letters."""
    piece = shown[found.start() : found.end()]
    if piece.isalpha() and not piece.isupper():
        yield from _word(found, shown, is_foreign)
        return
    for part in _A_RANK.finditer(found[0]):
        start = found.start() + part.start()
        yield Token("card", start, start + len(part[0]), _RANKS[part[0]], firm=len(piece) > 3 and not piece.isalpha())


def _number(found: re.Match[str], shown: str, is_foreign: bool) -> Iterable[Token]:
    value = int(found[0]) if len(found[0]) < 4 else None
    if value in range(2, 11):
        yield Token("card", *found.span(), Rank(value), firm=False, value=value)
    else:
        yield Token("number", *found.span(), value=value)


def _written(found: re.Match[str], shown: str, is_foreign: bool) -> Iterable[Token]:
    points = found["written_points"]
    yield Token("written", *found.span(), value=int(found["written_count"]), points=None if points is None else int(points))


def _word(found: re.Match[str], shown: str, is_foreign: bool) -> Iterable[Token]:
    """Yield a word by what it says of cards: a rank, a suit, a number or a meaning."""
    word, span = found[0], found.span()
    if (meaning := MEANINGS.get(word)) is not None:
        yield Token(meaning, *span, value=_NUMBERS.get(word))
    elif (rank := _RANKS.get(word) or (_FOREIGN_RANKS.get(word) if is_foreign else None)) is not None:
        is_firm = len(word) == 1 and shown[found.start()].isupper() and word != "a"
        yield Token("card", *span, rank, firm=is_firm, value=_NUMBERS.get(word))
    elif (suit := _SUITS.get(word)) is not None:
        yield Token("suit", *span, suit=suit, firm=len(word) > 1)
    elif (plural := _PLURALS.get(word.replace("'", ""))) is not None:
        yield Token("card", *span, plural, firm=False)
        yield Token("card", *span, plural, firm=False)
    else:
        yield Token("", *span, value=_NUMBERS.get(word))


def _sign(found: re.Match[str], shown: str, is_foreign: bool) -> Iterable[Token]:
    yield Token("sign", *found.span())


def _mended(tokens: list[Token], low: str) -> list[Token]:
    """Return the tokens with mistyped ranks and suits mended, where they stand among cards."""
    for place, token in enumerate(tokens):
        word = low[token.start : token.end]
        if token.kind or token.value is not None or not 2 < len(word) < 9:
            continue
        before = next((other for other in reversed(tokens[:place]) if other.kind != "sign"), None)
        after = next((other for other in tokens[place + 1 :] if other.kind != "sign"), None)
        near = [other for other in (before, after) if other is not None]
        if before is not None and (before.kind == "of" or low[before.start : before.end] == "a"):
            near.append(replace(before, kind="card"))
        if any(other.kind == "of" for other in (before, after) if other) and (suit := _nearest(word, _SUIT_NAMES, 2)):
            tokens[place] = replace(token, kind="suit", suit=_SUITS[suit], mended=True)
        elif sum(other.kind in ("card", "suit") for other in near) == len(near) and (name := _nearest(word, _NAMES, 1)):
            if name in _RANKS:
                tokens[place] = replace(token, kind="card", rank=_RANKS[name], firm=False, mended=True)
            elif name in _SUITS:
                tokens[place] = replace(token, kind="suit", suit=_SUITS[name], mended=True)
    return tokens


def _nearest(word: str, names: Iterable[str], most: int) -> str | None:
    """Return the only name that at most this many mistyped letters turn into the word."""
    near = [name for name in names if _distance(word, name) <= most]
    return near[0] if len(near) == 1 else None


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


def _with_suits(tokens: list[Token], low: str) -> list[Token]:
    """Return the tokens with each named suit given to its cards: ``five of hearts``, ``hearts: 5 J``, ``all clubs``."""
    result: list[Token] = []
    heading: Suit | None = None
    for place, token in enumerate(tokens):
        if token.kind == "suit":
            behind = low[token.end : token.end + 2]
            mine = len(result) - 1
            while mine >= 0 and result[mine].kind in ("of", "thin"):
                mine -= 1
            bare = mine >= 0 and result[mine].kind == "card" and result[mine].suit is None
            is_heading = behind[:1] in ":=" and behind[:1] != "" and not (bare and heading is None and mine == len(result) - 1)
            follows = tokens[place + 1] if place + 1 < len(tokens) else None
            if is_heading or (not bare and follows is not None and follows.kind == "card" and follows.suit is None):
                heading = token.suit if is_heading else None
                if heading is None and follows is not None:
                    tokens[place + 1] = replace(follows, suit=token.suit, start=token.start, firm=True)
            elif mine >= 0 and result[mine].kind == "all":
                result = [_of_suit(other, token.suit) for other in result]
            elif bare:
                _share(result, mine, token, is_plural=low[token.start : token.end].endswith("s"))
            elif place and result and result[mine].kind == "card":
                pass
            else:
                result.append(token)
            continue
        if token.kind == "card" and token.suit is None and heading is not None:
            token = replace(token, suit=heading, firm=True)
        elif token.kind not in ("card", "sign", "thin"):
            heading = None
        result.append(token)
    return result


def _of_suit(token: Token, suit: Suit | None) -> Token:
    return replace(token, suit=suit) if token.kind == "card" and token.suit is None else token


def _share(result: list[Token], last: int, suit: Token, *, is_plural: bool) -> None:
    """Give a suit to the card before it, and to the different ranks in front of that if it names them all."""
    first = last
    ranks = {result[last].rank}
    for place in range(last - 1, -1, -1):
        token = result[place]
        if token.kind == "card":
            if token.suit is not None or token.rank in ranks:
                break
            ranks.add(token.rank)
            first = place
        elif token.kind not in ("sign", "thin") or token.kind == "of":
            break
    if len(ranks) < 3 or not is_plural:
        first = last
    for place in range(first, last + 1):
        if result[place].kind == "card":
            result[place] = replace(result[place], suit=suit.suit, firm=True)
    result[last] = replace(result[last], end=suit.end, mended=result[last].mended or suit.mended)


def _words(**meanings: str) -> Mapping[str, str]:
    return {word: meaning for meaning, words in meanings.items() for word in words.split()}


MEANINGS: Final = _words(
    thin="and n the an with plus then another also und et mit",
    of="of de",
    all="all",
    starter="cut starter start starting turned turn turnup flipped flip flips upcard top deck turns starts",
    up="up",
    crib="crib box kitty cribs",
    mine="my mine own our i im i'm",
    theirs="their theirs his her hers your yours he she they opponent opponent's opponents opp opp's opps him them you",
    dealer="dealer deal dealing",
    pone="pone nondealer",
    no="not no non",
    say="is it's its that's thats be was said say says saying get gets got have has had count counts counted counting make"
    " makes made score scores scored scoring worth total totals totaled equals equal claim claims claimed call called"
    " think thinks thought declared declare gives give",
    points="points point pts pt pnts holes pts.",
    either="or vs versus",
    for_="for",
    discard="throw toss discard lay keep hold ditch dump pitch chuck drop throwing tossing discarding keeping discards"
    " throws rid away split holding",
    play="peg pegs pegged pegging play plays played lead leads led playing leading",
    go="go goes",
    ask="how what whats what's which many much worth",
    nobs="nobs nob nibs",
)
"""What words say of cards; every other word says nothing."""

_NUMBERS: Final = {word: value for value, word in enumerate(NAMES[:10], 1) if value > 1} | {
    **{"zero": 0, "nothing": 0, "nineteen": 19, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14},
    **{"sixteen": 16, "seventeen": 17, "eighteen": 18, "twenty": 20},
}
_RANK_WORDS: Final = {word: Rank(value) for value, word in enumerate(NAMES, 1)} | {
    "deuce": Rank.TWO,
    "trey": Rank.THREE,
    "knave": Rank.JACK,
}
_FOREIGN_RANKS: Final = {
    **{"as": Rank.ACE, "ass": Rank.ACE, "bube": Rank.JACK, "valet": Rank.JACK, "dame": Rank.QUEEN, "roi": Rank.KING},
    **{"könig": Rank.KING, "koenig": Rank.KING, "b": Rank.JACK, "v": Rank.JACK, "d": Rank.QUEEN, "r": Rank.KING},
    **{"zwei": Rank.TWO, "drei": Rank.THREE, "vier": Rank.FOUR, "fünf": Rank.FIVE, "sechs": Rank.SIX},
    **{"sieben": Rank.SEVEN, "acht": Rank.EIGHT, "neun": Rank.NINE, "zehn": Rank.TEN, "deux": Rank.TWO},
    **{"trois": Rank.THREE, "quatre": Rank.FOUR, "cinq": Rank.FIVE, "sept": Rank.SEVEN, "huit": Rank.EIGHT},
    **{"neuf": Rank.NINE, "dix": Rank.TEN},
}
"""Ranks of German and French players, read where another word of a text is plainly theirs."""

_FOREIGN_SUITS: Final = {
    **{"herz": Suit.HEARTS, "karo": Suit.DIAMONDS, "pik": Suit.SPADES, "kreuz": Suit.CLUBS, "coeur": Suit.HEARTS},
    **{"cœur": Suit.HEARTS, "carreau": Suit.DIAMONDS, "pique": Suit.SPADES, "trèfle": Suit.CLUBS},
    "trefle": Suit.CLUBS,
}
_SUIT_WORDS: Final = {word: suit for suit in Suit for word in (suit.name.lower(), suit.name.lower()[:-1])}
_RANKS: Final = (
    {letter.lower(): Rank(value) for value, letter in enumerate(RANKS, 1)} | {"x": Rank.TEN, "10": Rank.TEN} | _RANK_WORDS
)
_INITIALS: Final = {"b": Rank.JACK, "v": Rank.JACK, "d": Rank.QUEEN, "r": Rank.KING}
_SYMBOLS: Final = dict(zip(SYMBOLS + "♧♢♡♤❤", (*Suit, *Suit, Suit.HEARTS), strict=True))
_SUITS: Final = (
    {letter.lower(): Suit(value) for value, letter in enumerate(SUITS)} | _SYMBOLS | _SUIT_WORDS | _FOREIGN_SUITS
)
_PLURALS: Final = {name + ("es" if name == "six" else "s"): rank for name, rank in _RANK_WORDS.items()} | {
    f"{rank}s": Rank(rank) for rank in range(2, 11)
}
_SUIT_NAMES: Final = tuple(suit.name.lower() for suit in Suit)
_NAMES: Final = (*_RANK_WORDS, *_SUIT_NAMES)
"""The words that are mended when they are mistyped."""

_ROWS: Final = {Suit.SPADES: 0x1F0A0, Suit.HEARTS: 0x1F0B0, Suit.DIAMONDS: 0x1F0C0, Suit.CLUBS: 0x1F0D0}
_PICTURES: Final = {
    chr(row + rank + (rank > Rank.JACK)): Card(rank, suit) for suit, row in _ROWS.items() for rank in Rank
}
"""The cards that are one character each: sixteen a suit, with a knight between jack and queen."""

TYPED: Final = {
    rank + suit: Card(_RANKS[low], _SUITS[suit.lower()])
    for low in _RANKS
    if len(low) == 1 or low == "10"
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


def _either(words: Iterable[str]) -> str:
    """Return a pattern for any of these words, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_R: Final = "(?:10|[2-9atjqkx])"
_S: Final = "".join(_SYMBOLS)
_RANK_WORD: Final = _either(_RANK_WORDS)
_FOREIGN: Final = re.compile(
    rf"(?<![a-z])(?:{_either(_FOREIGN_SUITS)}|bube|dame|könig|valet|roi)(?![a-z])"
)
_NOISE: Final = re.compile(
    rf"""(?<![a-z0-9]) (?:
      https?://\S+ | \d{{1,2}}:\d\d (?:\s?[ap]\.?m\b)? | \d{{1,2}} \s? [ap]\.?m\b
    | \d{{1,4}} ([/.-]) \d{{1,2}} \1 \d{{2,4}} (?![\d/.-]) | [$€£] \d+ (?:[.,]\d+)? | \d+ (?:\.\d+)? \s? [%€£$]
    | \+? \d{{0,3}} [\s.-]? \(? \d{{3}} \)? [\s.-] \d{{3,4}} (?:[\s.-] \d{{4}})?
    | (?:1[012]\d|[3-9]\d) \s? (?:-|–|to|/) \s? \d{{1,3}} (?!\d) | \d{{1,3}} \s? (?:-|–|to) \s? (?:1[012]\d|[3-9]\d) (?!\d)
    | \d+ (?:st|nd|rd|th) \b | \#\s?\d+ | \d\.\d+ (?=\s*(?:$|[a-z])) | v\d+\S*
    | (?:game|match|no\.?|number|level|season|week|day|page|division|table|top|best\sof|question|q|example|problem|step|fig\.?)
      \s? \#? \d{{1,3}} (?!\d)
    | (?:hand|deal|round) \s? \#? \d{{1,2}} (?= \s*[:.)] | \s+[a-z]{{3}} | \s*$)
    | \d+ [\s-] (?:players?|people|games?|hands?|cards?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|of\sus|times?
      |dollars?|bucks|way|handed|deals?|rounds?|pegs?|holes\sleft|more|left|to\sgo|away|street)\b
    )""",
    re.VERBOSE,
)
"""Numbers that are no cards."""

_A_CARD: Final = re.compile(rf"({_R}|[bdvr](?=[{_S}]))([cdhs{_S}])")
_A_RANK: Final = re.compile(_R)
_TOKEN: Final = re.compile(
    rf"""
      (?P<written> \( \s* (?P<written_count>\d{{1,2}}) \s* (?: (?:[-‐-―−:/,]|for) \s* (?P<written_points>\d{{1,2}}) \s* )? \) )
    | (?P<pictures> [\U0001F0A0-\U0001F0FF] )
    | (?<![a-z0-9]) (?: (?P<many> (?P<number> (?:a\s)?pairs?(?:\sof)? | two | three | four | [234] | triple | trip | quad | trips\sof
          | both | set\sof ) [\s-]+ (?:the\s)? (?P<of> 10 | [2-9ajqkt] | {_RANK_WORD} ) '?e?s (?![a-z0-9]) )
      | (?P<cards> (?: (?:{_R}[cdhs](?=$|[^a-z]|[atjqkx](?:[cdhs{_S}]))|(?:{_R}|[bdvr])\s?[{_S}]) )+ (?![a-z]) )
      | (?P<suit_first> (?P<suit_before>[cdhs{_S}]) (?P<rank_after>{_R}|[bdvr](?<=[{_S}].)) (?![a-z0-9]) )
      | (?P<together> {_R}{{3,}} (?![a-z0-9]) )
      | (?P<digits> \d+ (?![a-z](?<!s)) ) )
    | (?P<word> [^\W\d_]+ (?:'[a-z]+)? | [{_S}] | (?<![a-z0-9])\d{{1,2}}'?s )
    | (?P<sign> [|/+│┃¦>→=(),;:?!.\n\[\]-] )
    """,
    re.VERBOSE,
)
_READERS: Final = {
    "written": _written,
    "pictures": _pictures,
    "many": _many,
    "cards": _cards,
    "suit_first": _suit_first,
    "together": _together,
    "digits": _number,
    "word": _word,
    "sign": _sign,
}
