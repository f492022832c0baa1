"""Tokens of typed text: its cards, numbers, marks and words that say something about them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
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


def find_cards(text: str) -> tuple[CardToken, ...]:
    """Return every card anywhere in a text. Raises ``NotationError`` for a text that is too long."""
    shown, low = plain(text)
    return tuple(map(card_token, [token for token in tokenize(shown, low) if token.kind == "card"]))


def card_token(token: Token) -> CardToken:
    """Return a card as it was typed."""
    card = None if token.suit is None else Card(token.rank, token.suit)
    return CardToken(token.rank, card, token.start, token.end, token.firm)


def tokenize(shown: str, low: str, *, mends: bool = False) -> list[Token]:
    """Return the tokens of a text without what is no card: times, dates, prices, scores of games and the like.

    With ``mends`` mistyped names of cards and suits are read as what they are nearest to.
    """
    low = _NOISE.sub(lambda found: " " * len(found[0]), low)
    is_foreign = _FOREIGN.search(low) is not None
    tokens: list[Token] = []
    for found in _TOKEN.finditer(low):
        tokens.extend(_READERS[found.lastgroup or ""](found, shown, is_foreign))
    if mends:
        tokens = [_mended(token, low) for token in tokens]
    return _with_suits(_plurals(tokens, low), low)


def _cards(found: re.Match[str], shown: str, is_foreign: bool) -> Iterable[Token]:
    """Yield cards with their suits, run together or alone; two letters may be a word, such as "as" or "ad"."""
    piece = shown[found.start() : found.end()]
    if is_foreign and found[0] == "as":
        yield Token("card", *found.span(), Rank.ACE, firm=False)
        return
    is_word = piece.isalpha() and piece.isascii() and (piece.islower() or piece == piece.upper() and piece[0] == "A")
    for part in _A_CARD.finditer(found[0]):
        rank, suit = _RANKS.get(part[1]) or _INITIALS[part[1]], _SUITS[part[2]]
        start = found.start() + part.start()
        yield Token("card", start, start + len(part[0]), rank, suit, firm=not is_word)


def _suit_first(found: re.Match[str], shown: str, is_foreign: bool) -> Iterable[Token]:
    if found[0].isalpha() and shown[found.start()].islower():
        yield from _word(found, shown, is_foreign)
    else:
        rank = _RANKS.get(found["rank_after"]) or _INITIALS[found["rank_after"]]
        yield Token("card", *found.span(), rank, _SUITS[found["suit_before"]])


def _pictures(found: re.Match[str], shown: str, is_foreign: bool) -> Iterable[Token]:
    card = _PICTURES.get(found[0])
    if card is None:
        raise NotationError(message("{piece} isn't used in cribbage.", piece=quoted(found[0])))
    yield Token("card", *found.span(), card.rank, card.suit)


def _many(found: re.Match[str], shown: str, is_foreign: bool) -> Iterable[Token]:
    """Yield several cards of a rank: ``a pair of fives``, ``two 8's``, ``3 fours``, ``sixes (2)``."""
    number = found["number"] or found["times"]
    many = next((many for start, many in _QUANTITIES.items() if number.startswith(start)), 2)
    name = found["of"] or found["rank_of"]
    for _ in range(many):
        yield Token("card", *found.span(), _RANKS.get(name) or _FOREIGN_RANKS[name])


_QUANTITIES: Final = {
    "three": 3,
    "3": 3,
    "trip": 3,
    "set": 3,
    "drei": 3,
    "trois": 3,
    "four": 4,
    "4": 4,
    "quad": 4,
    "vier": 4,
}
"""How many cards a word stands for, by its beginning; other words stand for two."""


def _together(found: re.Match[str], shown: str, is_foreign: bool) -> Iterable[Token]:
    """Yield ranks that run together: ``55566``, ``A2345``; none for a word of their letters."""
    piece = shown[found.start() : found.end()]
    if piece.isalpha() and not piece.isupper() and len(piece) < 5:
        yield from _word(found, shown, is_foreign)
        return
    for part in _A_RANK.finditer(found[0]):
        start = found.start() + part.start()
        yield Token("card", start, start + len(part[0]), _RANKS[part[0]], firm=len(piece) > 3)


def _number(found: re.Match[str], shown: str, is_foreign: bool) -> Iterable[Token]:
    value = int(found[0]) if len(found[0]) < 4 else None
    if value in range(2, 11):
        yield Token("card", *found.span(), Rank(value), firm=False, value=value)
    else:
        yield Token("number", *found.span(), value=value)


def _written(found: re.Match[str], shown: str, is_foreign: bool) -> Iterable[Token]:
    """Yield a score in brackets, ``(29-1)``, or the card that stands there, as in ``9-7-8-8 (10)``."""
    count, points = int(found["written_count"]), found["written_points"]
    if points is None and count in range(2, 11):
        yield Token("card", found.start("written_count"), found.end("written_count"), Rank(count), value=count)
    elif points is not None and count < 11:
        for place in (found.span("written_count"), found.span("written_points")):
            if int(shown[slice(*place)]) in range(2, 11):
                yield Token("card", *place, Rank(int(shown[slice(*place)])))
    else:
        yield Token("written", *found.span(), value=count, points=None if points is None else int(points))


def _word(found: re.Match[str], shown: str, is_foreign: bool) -> Iterable[Token]:
    """Yield a word by what it says of cards: a rank, a suit, a number or a meaning."""
    word, span = found[0], found.span()
    if (meaning := MEANINGS.get(word) or MEANINGS.get(word.removesuffix("'s"))) is not None:
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
    yield Token("say" if found[0] == "=" else "sign", *found.span())


def _mended(token: Token, low: str) -> Token:
    """Return a word as the rank, suit or mark that it is one mistyped letter away from."""
    word = low[token.start : token.end]
    if token.kind or token.value is not None or len(word) < 3:
        return token
    name = _nearest(word, [name for name in _NAMES if name[0] == word[0]], 1)
    name = name or _nearest(word, [name for name in _SUIT_NAMES if name[0] == word[0]], 2 if len(word) > 3 else 1)
    if name is None:
        return token
    if name in _SUITS:
        return replace(token, kind="suit", suit=_SUITS[name], mended=True)
    if name in _RANKS:
        return replace(token, kind="card", rank=_RANKS[name], firm=False, mended=True)
    return replace(token, kind=MEANINGS[name])


def _plurals(tokens: list[Token], low: str) -> list[Token]:
    """Return the tokens with ``7s`` as two sevens where no other card has a suit, and ``789 99`` as five cards."""
    suited = [token for token in tokens if token.suit is not None]
    if suited and all(_DIGIT_S.fullmatch(low[token.start : token.end]) for token in suited):
        if any(token.kind == "card" and token.suit is None for token in tokens) or len(suited) < 4:
            tokens = [
                plural
                for token in tokens
                for plural in (
                    [token] if token.suit is None else [replace(token, suit=None), replace(token, suit=None)]
                )
            ]
    result: list[Token] = []
    for token, after in zip(tokens, (*tokens[1:], None), strict=True):
        is_near = (result and result[-1].kind == "card") or (after is not None and after.kind in ("card", "number"))
        piece = low[token.start : token.end]
        if (
            token.kind == "number"
            and is_near
            and len(piece) == 2
            and piece > "31"
            and "0" not in piece
            and piece[1] > "1"
        ):
            for place, letter in enumerate(piece):
                result.append(Token("card", token.start + place, token.start + place + 1, _RANKS[letter], firm=False))
        else:
            result.append(token)
    return result


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
    suits = [place for place, token in enumerate(tokens) if token.kind == "suit"]
    cards = [place for place, token in enumerate(tokens) if token.kind == "card"]
    is_suit_first = len(suits) > 1 and bool(cards) and suits[0] < cards[0] == suits[0] + 1
    for place, token in enumerate(tokens):
        if token.kind == "card":
            behind = next((other for other in tokens[place + 1 :] if other.kind not in ("of", "thin")), None)
            is_named = behind is not None and behind.kind == "suit" and not is_suit_first
            if heading is not None and token.suit is None and not is_named:
                result.append(replace(token, suit=heading, firm=True))
            else:
                result.append(token)
            heading = None if is_suit_first else heading
        elif token.kind != "suit":
            heading = heading if token.kind in ("sign", "thin") else None
            result.append(token)
        else:
            last = len(result) - 1
            while last >= 0 and result[last].kind in ("of", "thin"):
                last -= 1
            before = result[last] if last >= 0 else Token("", 0, 0)
            follow, is_colon = _bare_behind(tokens, place), low[token.end : token.end + 1] == ":"
            if before.kind == "all" and follow < 3:
                result = [replace(other, suit=token.suit) if _is_bare(other) else other for other in result]
            elif is_suit_first or follow > 2 or (is_colon and not _is_bare(before)):
                heading = token.suit
                if _is_bare(before) and before.value in (3, 4, 5, 6) and not is_suit_first:
                    del result[last]
            elif _is_bare(before):
                heading = None
                _share(result, last, token, low)
            elif follow:
                heading = token.suit
    return result


def _is_bare(token: Token) -> bool:
    return token.kind == "card" and token.suit is None


def _bare_behind(tokens: Sequence[Token], place: int) -> int:
    """Return how many cards without a suit stand right behind a token, up to the next suit."""
    many = 0
    for token in tokens[place + 1 :]:
        if token.kind == "suit":
            return max(many - 1, 0)
        if token.kind not in ("card", "sign", "thin") or token.suit is not None:
            break
        many += token.kind == "card"
    return many


def _share(result: list[Token], last: int, suit: Token, low: str) -> None:
    """Give a suit to the card before it, and to the ranks in front of that if the suit names them all."""
    first, ranks = last, {result[last].rank}
    for place in range(last - 1, -1, -1):
        token = result[place]
        if token.kind == "card":
            if token.suit is not None or token.rank in ranks:
                break
            ranks.add(token.rank)
            first = place
        elif token.kind not in ("sign", "thin") or low[token.start : token.end] in ("the", "a", "an", "then"):
            break
    is_joined = any(token.kind == "thin" for token in result[first:last])
    if not low[suit.start : suit.end].endswith("s") or len(ranks) < (2 if is_joined else 3):
        first = last
    for place in range(first, last + 1):
        if result[place].kind == "card":
            result[place] = replace(result[place], suit=suit.suit, firm=True)
    result[last] = replace(result[last], end=suit.end, mended=result[last].mended or suit.mended)


def _words(**meanings: str) -> Mapping[str, str]:
    return {word: meaning for meaning, words in meanings.items() for word in words.split()}


MEANINGS: Final = _words(
    thin="and n the an with plus then another also und et mit avec",
    of="of de",
    all="all",
    starter="cut cutted cuts starter starters start starting turned turn turnup flipped flip flips upcard top deck turns starts"
    " aufgedeckt retourne retournée coupe starterkarte",
    up="up",
    crib="crib box kitty cribs",
    mine="my mine own our i im i'm me we us",
    theirs="their theirs his her hers your yours he she they he's she's hes they're opponent opponent's opponents opp opp's"
    " opps him them you villain partner",
    dealer="dealer deal dealing deals",
    pone="pone nondealer",
    no="not no non isn't",
    say="is it's its that's thats be was said say says saying get gets got have has had count counts counted counting make"
    " makes made score scores scored scoring worth total totals totaled equals equal claim claims claimed call called"
    " think thinks thought declared declare gives give gave calls took takes showed only",
    points="points point pts pt pnts holes",
    either="or vs versus",
    for_="for",
    discard="throw toss discard lay keep hold ditch dump pitch chuck drop throwing tossing discarding keeping discards"
    " throws rid away split hang tossed threw thrown jette werfe abwerfen",
    play="peg pegs pegged pegging play plays played lead leads led playing leading laid sequence pose joue lege spiele",
    go="go goes",
    ask="how what whats what's which many much worth combien wie wieviel",
    hand="hand hands holding dealt hold kept held holds",
    nobs="nobs nob nibs",
)
"""What words say of cards; every other word says nothing."""

_NUMBERS: Final = {word: value for value, word in enumerate(NAMES[:10], 1) if value > 1} | {
    "zero": 0,
    "nothing": 0,
    "nineteen": 19,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "twenty": 20,
}
_RANK_WORDS: Final = {word: Rank(value) for value, word in enumerate(NAMES, 1)} | {
    "deuce": Rank.TWO,
    "trey": Rank.THREE,
    "knave": Rank.JACK,
}
_FOREIGN_RANKS: Final = {
    "as": Rank.ACE,
    "ass": Rank.ACE,
    "bube": Rank.JACK,
    "valet": Rank.JACK,
    "dame": Rank.QUEEN,
    "roi": Rank.KING,
    "könig": Rank.KING,
    "koenig": Rank.KING,
    "b": Rank.JACK,
    "v": Rank.JACK,
    "d": Rank.QUEEN,
    "r": Rank.KING,
    "zwei": Rank.TWO,
    "drei": Rank.THREE,
    "vier": Rank.FOUR,
    "fünf": Rank.FIVE,
    "sechs": Rank.SIX,
    "sieben": Rank.SEVEN,
    "acht": Rank.EIGHT,
    "neun": Rank.NINE,
    "zehn": Rank.TEN,
    "deux": Rank.TWO,
    "trois": Rank.THREE,
    "quatre": Rank.FOUR,
    "cinq": Rank.FIVE,
    "sept": Rank.SEVEN,
    "huit": Rank.EIGHT,
    "neuf": Rank.NINE,
    "dix": Rank.TEN,
}
"""Ranks of German and French players, read where another word of a text is plainly theirs."""

_FOREIGN_SUITS: Final = {
    "herz": Suit.HEARTS,
    "karo": Suit.DIAMONDS,
    "pik": Suit.SPADES,
    "kreuz": Suit.CLUBS,
    "coeur": Suit.HEARTS,
    "cœur": Suit.HEARTS,
    "carreau": Suit.DIAMONDS,
    "pique": Suit.SPADES,
    "trèfle": Suit.CLUBS,
    "trefle": Suit.CLUBS,
}
_SUIT_WORDS: Final = {word: suit for suit in Suit for word in (suit.name.lower(), suit.name.lower()[:-1])}
_RANKS: Final = (
    {letter.lower(): Rank(value) for value, letter in enumerate(RANKS, 1)}
    | {"x": Rank.TEN, "10": Rank.TEN}
    | _RANK_WORDS
)
_INITIALS: Final = {"0": Rank.TEN, "b": Rank.JACK, "v": Rank.JACK, "d": Rank.QUEEN, "r": Rank.KING}
_SYMBOLS: Final = dict(zip(SYMBOLS + "♧♢♡♤❤", (*Suit, *Suit, Suit.HEARTS), strict=True))
_SUITS: Final = (
    {letter.lower(): Suit(value) for value, letter in enumerate(SUITS)} | _SYMBOLS | _SUIT_WORDS | _FOREIGN_SUITS
)
_PLURALS: Final = {name + ending: rank for name, rank in _RANK_WORDS.items() for ending in ("s", "es")} | {
    **{f"{rank}s": Rank(rank) for rank in range(2, 11)},
    "damen": Rank.QUEEN,
    "dames": Rank.QUEEN,
    "buben": Rank.JACK,
    "valets": Rank.JACK,
    "rois": Rank.KING,
    "könige": Rank.KING,
    "asse": Rank.ACE,
}
"""Several cards of a rank; two, if nobody says how many."""
_SUIT_NAMES: Final = tuple(suit.name.lower() for suit in Suit)
_NAMES: Final = (*[name for name in _RANK_WORDS if len(name) > 3], *[name[:-1] for name in _SUIT_NAMES], "starter")
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


_DIGIT_S: Final = re.compile(r"\d+s")
_SHORTCODE: Final = re.compile(r"(?i):(hearts?|diamonds?|clubs?|spades?):")
_R: Final = "(?:10|[2-9atjqkx])"
_S: Final = "".join(_SYMBOLS)
_RANK_WORD: Final = _either(_RANK_WORDS)
_FOREIGN: Final = re.compile(rf"(?<![a-z])(?:{_either(_FOREIGN_SUITS)}|bube|dame|könig|valet|roi)(?![a-z])")
_SMALL: Final = r"\d{1,2}|two|three|four|five|six|seven|eight|nine|ten"
_ITEM: Final = rf"15'?s|fifteens?|pairs?|runs?|flush|nobs|(?:{_RANK_WORD}|\d{{1,2}})'?e?s"
_NOISE: Final = re.compile(
    rf"""(?<![a-z0-9{_S}]) (?:
      https?://\S+ | \d{{1,2}}:\d\d (?:\s?[ap]\.?m\b)? | \d{{1,2}} \s? [ap]\.?m\b
    | (?<![/.-]) \d{{1,4}} ([/.-]) \d{{1,2}} \1 \d{{2,4}} (?![\d/.-]) | [$€£] \d+ (?:[.,]\d+)? | \d+ (?:\.\d+)? \s? [%€£$]
    | (?<![.-]) (?:\+?\d{{1,3}}[\s.-])? \(?\d{{3}}\)? [\s.-] \d{{3,4}} (?:[\s.-]\d{{4}})? (?![\d.-])
    | (?:1[012]\d|[3-9]\d) \*? \s? (?:-|–|to|/) \s? \d{{1,3}} (?!\d) | \d{{1,3}} \*? \s? (?:-|–|to) \s? (?:1[012]\d|[3-9]\d) (?!\d)
    | \d{{1,3}} (?:\*\s?-\s?\d{{1,3}} | \s?-\s?\d{{1,3}}\*) | (?!15)\d{{1,2}}-\d{{1,2}} (?:,?\s\d{{1,2}}-\d{{1,2}})+ (?![-\d])
    | (?:at|by|score|up|down|trailing|behind|ahead|needs?|need) \s \d{{1,3}} (?:\s?[-–]\s?\d{{1,3}})? (?![\d-]) (?=\s*(?:[.,!?;:]|$|[a-z]{{3}}))
    | \d+ (?:st|nd|rd|th) \b | \#\s?\d+ | \d\.\d+ (?=\s*(?:$|[a-z])) | \d+d\d+
    | (?:game|match|no\.|number|level|season|week|day|page|division|table|best\sof|question|example|problem|step|fig\.?|board|gate
      |room|flight|platform) \s? \#? \d{{1,3}} (?!\d)
    | (?:hand|deal|round) \s? \#? \d{{1,2}} (?= \s*[:.)] | \s+[a-z]{{3}} | \s*$)
    | \d+ [\s-] (?:players?|people|games?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|dollars?|bucks|deals?|rounds?)\b
    | (?:{_SMALL}) [\s-] (?:cards?|of\s(?:us|them|em|a\skind)|each|times?|way|handed|to\s(?:go|throw|toss|discard|keep)|left|more|pairs?
      |runs?|fifteens?|15'?s|flush(?:es)?|players?|people|by\s\d+|(?:pegs?|holes)\sleft|for\s(?:the\s)?(?:{_ITEM}))\b
    | (?: (?:run|straight|sequence|flush) \s of | last | first | next ) \s (?:{_SMALL}) \b
    )""",
    re.VERBOSE,
)
"""Numbers that are no cards."""

_A_CARD: Final = re.compile(rf"({_R}|[bdvr0](?=\s?[{_S}]))\s?([cdhs{_S}])")
_A_RANK: Final = re.compile(_R)
_TOKEN: Final = re.compile(
    rf"""
      (?P<written> \( \s* (?P<written_count>\d{{1,2}}) \s* (?: (?:[-‐-―−:/,]|for) \s* (?P<written_points>\d{{1,2}}) \s* )? \) )
    | (?P<pictures> [\U0001F0A0-\U0001F0FF] )
    | (?<![a-z0-9]) (?: (?P<many> (?P<number> (?:a\s)?pairs?(?:\sof)? | two | three | four | [234] | triple | trip | quad | trips\sof
          | both | set\sof | zwei | drei | vier | deux | trois ) [\s-]+ (?:the\s)?
            (?P<of> 10 | [2-9jqkt] | a(?=') | {_RANK_WORD} | dame | bube | valet | roi ) '?(?:e?s|n) (?![a-z0-9])
          | (?P<rank_of> 10 | [2-9ajqkt] | {_RANK_WORD} ) '?(?:e?s)? \s? (?: x | \( ) (?P<times> [234] ) \)? (?![a-z0-9]) )
      | (?P<cards> (?: (?:{_R}[cdhs](?=$|[^a-z]|[atjqkx](?:[cdhs{_S}]))|(?:{_R}|[bdvr0])\s?[{_S}]) )+ (?![a-z]) )
      | (?P<suit_first> (?P<suit_before>[cdhs{_S}]) (?P<rank_after>{_R}|[bdvr](?<=[{_S}].)) (?![a-z0-9]) )
      | (?P<together> {_R}{{3,}} (?![a-z0-9]) )
      | (?P<digits> \d+ (?!'?[a-z]) ) )
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
