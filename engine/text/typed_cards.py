"""Tokens of typed text: its cards, numbers, signs, and the words that say something about them."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, takewhile
from typing import Final
from unicodedata import normalize

from engine.cards import SYMBOLS, Card, Rank, Suit
from engine.errors import NotationError
from engine.messages import Message, message
from engine.text.vocabulary import (
    A_CARD,
    A_NAME,
    A_RANK,
    ARTICLES,
    BRACKETS,
    DIGIT_S,
    DROPPED,
    LAUGHTER,
    MEANINGS,
    MENDED,
    NOISE,
    NUMBERS,
    PICTURES,
    PLURALS,
    QUANTITIES,
    RANK_LETTERS,
    RANKS_TYPED,
    SHORTCODE,
    SUITS_TYPED,
    TOKEN,
    TWO_RANKS,
)

LONGEST: Final = 2000
"""Longer texts are not read at all."""


@dataclass(frozen=True, slots=True, eq=False)
class Token:
    """A piece of a text and what it says.

    ``kind`` is ``"card"``, ``"suit"``, ``"number"``, ``"written"`` (a score in brackets), ``"sign"``, ``"unread"`` (a
    figure or symbol glued to letters), a meaning of
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

    def is_point(self, count: int) -> bool:
        """Return whether this is a score of one point, alone or with the count: ``(1)``, ``(30-1)``."""
        return (self.value, self.points) in ((1, None), (count, 1))


def plain(text: str) -> tuple[str, str]:
    """Return the text in plain characters, as typed and in small letters; both are equally long.

    Raises ``NotationError`` for more than ``LONGEST`` characters.
    """
    shown = text
    if len(text) <= LONGEST and not text.isascii():
        # Letter by letter, for marks heaped upon one letter would take the square of their number to sort.
        shown = "".join([normalize("NFKC", letter) for letter in text.translate(DROPPED)])
    if ":" in shown:
        shown = SHORTCODE.sub(lambda found: SYMBOLS[SUITS_TYPED[found[1].lower()]], shown)
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


@dataclass(frozen=True, slots=True)
class TypedCard:
    """A card in a sentence, as the reader may type it; ``bot.i18n`` has the letters of their language."""

    card: Card

    def __str__(self) -> str:
        return typed_name(self.card)


def find_cards(text: str) -> tuple[Token, ...]:
    """Return every card anywhere in a text. Raises ``NotationError`` for a text that is too long."""
    return tuple([token for token in tokenize(*plain(text)) if token.kind == "card"])


def tokenize(shown: str, low: str, *, mends: bool = False) -> list[Token]:
    """Return the tokens of a text without its numbers that are no cards, such as times and dates.

    With ``mends`` mistyped names of cards and suits are read as what they are nearest to.
    """
    low = NOISE.sub(lambda found: " " * len(found[0]), low)
    tokens = [token for found in TOKEN.finditer(low) for token in _read(found, shown)]
    if mends:
        tokens = [_mended(token, low) for token in tokens]
    return _with_suits(_two_of_each(_without_words(tokens, shown), low), low)


def tokens_with_numbers(shown: str, low: str) -> list[Token]:
    """Return the tokens of a text with all its numbers, such as the scores of a game."""
    tokens = [token for found in TOKEN.finditer(low) for token in _read(found, shown)]
    return _with_suits(_without_words(tokens, shown), low)


def _read(found: re.Match[str], shown: str) -> Iterator[Token]:
    """Yield the tokens of one piece of a text."""
    start, low, piece = found.start(), found[0], shown[found.start() : found.end()]
    is_word = low.isalpha() and low.isascii()
    kind = found.lastgroup
    if kind == "cards":
        is_firm = not is_word or piece.isupper() or not (piece.islower() or piece[0] in "Aa")
        for part in A_CARD.finditer(low):
            rank, suit = RANKS_TYPED[part[1]], SUITS_TYPED[part[2]]
            yield Token("card", start + part.start(), start + part.end(), rank, suit, is_firm)
    elif kind == "suit_first" and (not is_word or piece.isupper() or low[1] not in "ax"):
        yield Token("card", *found.span(), RANKS_TYPED[low[1:]], SUITS_TYPED[low[0]], not is_word or piece.isupper())
    elif kind == "together" and LAUGHTER.fullmatch(low):
        yield Token("", *found.span())
    elif kind == "together" and (not is_word or piece.isupper() or RANK_LETTERS.fullmatch(low)):
        for part in A_RANK.finditer(low):
            yield Token("card", start + part.start(), start + part.end(), RANKS_TYPED[part[0]])
    elif kind in _READERS:
        yield from _READERS[kind](found, shown)
    elif piece == "N":
        yield Token("card", *found.span(), Rank.JACK)
    elif A_NAME.match(shown, start):
        yield Token("", *found.span())
    else:
        word = _word(found)
        yield word
        if word.is_plural:
            yield replace(word)


def _named(found: re.Match[str], _: str) -> Iterator[Token]:
    yield Token("card", *found.span(), RANKS_TYPED[found["rank_named"]], SUITS_TYPED[found["suit_named"]], firm=True)


def _picture(found: re.Match[str], _: str) -> Iterator[Token]:
    card = PICTURES.get(found[0])
    if card is None:
        raise NotationError(message("{piece} isn't used in cribbage.", piece=quoted(found[0])))
    yield Token("card", *found.span(), card.rank, card.suit, firm=True)


def _many(found: re.Match[str], shown: str) -> Iterator[Token]:
    name = found["of"] or found["which"] or found["kind"]
    for _ in range(QUANTITIES.get((found["how_many"] or found["times"] or found["alike"])[:3], 2)):
        yield Token("card", *found.span(), RANKS_TYPED[name])


def _number(found: re.Match[str], _: str) -> Iterator[Token]:
    value = int(found[0]) if len(found[0]) < 4 else None
    if value is not None and 0 < value < 11:
        yield Token("card", *found.span(), Rank(value), value=value)
    else:
        yield Token("number", *found.span(), value=value)


def _written(found: re.Match[str], shown: str) -> Iterator[Token]:
    """Yield a score such as ``(29-1)``, or the cards that stand in brackets alone, as in ``9-7-8-8 (10)``."""
    count, points = int(found["count"]), None if found["pegged"] is None else int(found["pegged"])
    if points is None and count in range(2, 11) and not _has_scores(shown):
        yield Token("card", *found.span("count"), Rank(count), value=count)
    elif points is None or count > points or _has_scores(shown):
        yield Token("written", *found.span(), value=count, points=points)
    elif count > 0 and points < 11:
        yield Token("card", *found.span("count"), Rank(count))
        yield Token("card", *found.span("pegged"), Rank(points))


@lru_cache(maxsize=1)
def _has_scores(shown: str) -> bool:
    """Return whether more than one number stands in brackets, as counts do that are written in a play."""
    return len(BRACKETS.findall(shown)) > 1


def _sign(found: re.Match[str], _: str) -> Iterator[Token]:
    yield Token("say" if found[0] == "=" else "sign", *found.span())


def _unread(found: re.Match[str], _: str) -> Iterator[Token]:
    yield Token("unread", *found.span())


_READERS: Final[Mapping[str | None, Callable[[re.Match[str], str], Iterator[Token]]]] = {
    "named": _named,
    "picture": _picture,
    "many": _many,
    "number": _number,
    "written": _written,
    "sign": _sign,
    "unread": _unread,
}


def _word(found: re.Match[str]) -> Token:
    word, span = found[0], found.span()
    value = NUMBERS.get(word)
    if (meaning := MEANINGS.get(word) or MEANINGS.get(word.removesuffix("'s"))) is not None:
        return Token(meaning, *span, value=value)
    if (rank := _NAMES.get(word)) is not None:
        return Token("card", *span, rank, value=value)
    if (suit := SUITS_TYPED.get(word)) is not None:
        return Token("suit", *span, suit=suit)
    if (plural := PLURALS.get(word.replace("'", ""))) is not None:
        return Token("card", *span, plural, is_plural=True)
    return Token("", *span, value=value)


_NAMES: Final = {name: rank for name, rank in RANKS_TYPED.items() if name not in "10bnvdr"}


def _mended(token: Token, low: str) -> Token:
    """Return a word as the rank, suit or mark that it is a mistyped letter away from; a suit may have two."""
    word = low[token.start : token.end]
    if token.kind or token.value is not None or len(word) < 3:
        return token
    near = [name for name in MENDED if name[0] == word[0] and _is_near(word, name)]
    if len({SUITS_TYPED.get(name, name) for name in near}) != 1:
        return token
    if near[0] in SUITS_TYPED:
        return replace(token, kind="suit", suit=SUITS_TYPED[near[0]], is_mended=True)
    if near[0] in RANKS_TYPED:
        return replace(token, kind="card", rank=RANKS_TYPED[near[0]], is_mended=True)
    return replace(token, kind=MEANINGS[near[0]], is_mended=True)


def _is_near(word: str, name: str) -> bool:
    """Return whether at most one letter is wrong, missing, too many or swapped with its neighbour."""
    alike = len([*takewhile(lambda pair: pair[0] == pair[1], zip(word, name, strict=False))])
    left, right = word[alike:], name[alike:]
    is_swapped = left[:2] == right[1::-1] and left[2:] == right[2:]
    return is_swapped or left[1:] == right[1:] or left[1:] == right or left == right[1:]


def _without_words(tokens: Sequence[Token], shown: str) -> list[Token]:
    """Return the tokens with "a" as an article and "as" or "ad" as a word, unless they stand where a card would."""
    solid = [token for token in tokens if token.kind not in ("sign", "thin", "starter", "up", "say")]
    beside = {token: solid[max(place - 1, 0) : place + 2] for place, token in enumerate(solid)}
    near = {token for place, token in enumerate(solid) if _is_beside_a_card(solid, place)}
    found = [match.start() for match in ARTICLES.finditer(shown)]
    are_articles = len(found) > 2 or (len(found) > 1 and any(shown[start - 3 : start - 1].isalpha() for start in found))
    result: list[Token] = []
    for place, token in enumerate(tokens):
        before = tokens[place - 1] if place else None
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        if token.card is not None and not token.firm and token.kind == "card" and token.rank is Rank.ACE:
            is_end = after is None or after.kind in ("card", "sign", "thin", "of")
            if after is not None and after.kind == "starter":
                is_end = beside[token][-1] is not token and beside[token][-1].kind == "card"
            elif after is not None and shown[after.start : after.end].lower() in ("the", "a", "an", "my"):
                is_end = False
            is_turned = before is not None and before.kind in ("starter", "up") and shown[token.start].isupper()
            is_word = (token not in near and not is_turned) or (
                shown[token.start : token.end].lower() == "as" and not is_end
            )
            result.append(replace(token, kind="", suit=None) if is_word else token)
        elif shown[token.start : token.end + 1].rstrip() == "a":
            if after is not None and after.kind == "card" and shown[token.end : after.start] == " ":
                behind = tokens[place + 2].kind if place + 2 < len(tokens) else ""
                is_word = are_articles or after.suit is not None or after.end - after.start > 2
                is_single = shown[after.start : after.end] != "a"
                is_joined = before is not None and (before.kind not in ("card", "sign") or shown[before.start] == "&")
                is_word = is_word or (is_single and is_joined)
                is_word = is_word or (behind in ("sign", "thin") and (before is None or before.kind != "card"))
            else:
                # A run is asked about whose number is no card.
                is_word = shown.startswith(("a run of ", "a flush of ", "a straight of "), token.start)
                is_word = is_word or (
                    after is not None and after.kind != "sign" and (before is None or not before.is_bare)
                )
                is_word = is_word or (before is not None and before.kind not in ("card", "sign", "thin", "starter"))
                is_many = before is not None and shown[before.start : before.end] == "a"
                is_word = is_word or (
                    not is_many and after is not None and after.kind in ("", "hand", "number", "points", "combination")
                )
            result.append(replace(token, kind="thin") if is_word else token)
        else:
            result.append(token)
    return result


def _is_beside_a_card(solid: Sequence[Token], place: int) -> bool:
    """Return whether a card with its suit stands right before or behind, in letters or in words: ``five of hearts``."""
    before, behind = solid[max(place - 1, 0) : place], solid[place + 1 : place + 4]
    is_in_words = [token.kind for token in behind if token.kind != "of"][:2] == ["card", "suit"]
    return is_in_words or any(token.card is not None for token in (*before, *behind[:1]))


def _two_of_each(tokens: Sequence[Token], low: str) -> list[Token]:
    """Return the tokens with ``7s`` as two sevens where no other card has a suit, and ``789 99`` as five cards."""
    suited = [token for token in tokens if token.suit is not None]
    are_plurals = 0 < len(suited) < 4 and all(DIGIT_S.fullmatch(low[token.start : token.end]) for token in suited)
    result: list[Token] = []
    for token, after in zip(tokens, [*tokens[1:], None], strict=False):
        piece = low[token.start : token.end]
        is_near = (result and result[-1].kind == "card") or (after is not None and after.kind in ("card", "number"))
        if token.suit is not None and are_plurals:
            result += [replace(token, suit=None), replace(token, suit=None)]
        elif token.kind == "number" and is_near and TWO_RANKS.fullmatch(piece):
            result += [Token("card", token.start + i, token.start + i + 1, RANKS_TYPED[piece[i]]) for i in (0, 1)]
        else:
            result.append(token)
    return result


def _with_suits(tokens: Sequence[Token], low: str) -> list[Token]:
    """Return the tokens with each named suit given to its cards: ``five of hearts``, ``hearts: 5 J``, ``all clubs``."""
    result: list[Token] = []
    last = -1  # the place in the result of the last token that is more than an "of", thin air or a colon
    heading: Suit | None = None
    is_all = False
    suits = [place for place, token in enumerate(tokens) if token.kind == "suit"]
    is_suit_first = len(suits) > 1 and all(token.is_bare for place in suits for token in tokens[place + 1 : place + 2])
    is_suit_first = is_suit_first and not any(token.kind == "card" for token in tokens[: suits[0]])
    for place, token in enumerate(tokens):
        if token.kind == "card":
            behind = next(
                (other.kind for other in tokens[place + 1 : place + 5] if other.kind not in ("of", "thin")), ""
            )
            is_headed = heading is not None and token.suit is None and (is_suit_first or behind != "suit")
            last = last if _is_gap(token, low) else len(result)
            result.append(replace(token, suit=heading, firm=True) if is_headed else token)
            heading = None if is_suit_first else heading
        elif token.kind != "suit":
            is_kept = token.kind in ("sign", "thin") or (is_all and token.kind != "starter")
            heading, is_all = (heading, is_all) if is_kept else (None, False)
            last = last if _is_gap(token, low) else len(result)
            result.append(token)
        else:
            before = result[last] if last >= 0 else Token("", 0, 0)
            follow = 0 if last + 1 < len(result) and result[-1].kind == "of" else _bare_behind(tokens, place)
            if before.kind == "all" and not any(other.is_bare for other in result):
                heading, is_all = token.suit, True  # "all clubs in my crib: 2 4 8 Q"
            elif before.kind == "all" and follow < 3:
                result = [replace(other, suit=token.suit) if other.is_bare else other for other in result]
            elif is_suit_first or follow > 2 or (low[token.end : token.end + 1] == ":" and not before.is_bare):
                heading = token.suit
                if before.value in (3, 4, 5, 6) and not is_suit_first:
                    last = _deleted(result, last, low)
            elif (
                before.value in (3, 4, 5, 6)
                and last == len(result) - 1
                and any(other.kind == "card" and other.suit is token.suit for other in tokens[place + 1 : place + 3])
            ):
                last = _deleted(result, last, low)  # "four spades: as 3s 5s 9s"
            elif before.is_bare:
                heading = None
                _share(result, last, token, low)
            elif follow and tokens[place + 1].is_bare:
                heading = token.suit
            elif (
                token.end - token.start == 1
                or [low[one.start : one.end] for one in tokens[place + 1 : place + 2]] == ["0"]
                or (result[-1:] and result[-1].kind == "of" and before.kind not in ("card", "combination"))
            ):
                result.append(token)  # "hearts 0", "fuor of hearts", "#c"
    return result


def _is_gap(token: Token, low: str) -> bool:
    return token.kind in ("of", "thin") or low[token.start] == ":"


def _deleted(tokens: list[Token], place: int, low: str) -> int:
    """Delete a token, and return the place of the last one before it that is no gap; below 0 for none."""
    del tokens[place]
    while (place := place - 1) >= 0 and _is_gap(tokens[place], low):
        pass
    return place


def _bare_behind(tokens: Sequence[Token], place: int) -> int:
    """Return how many cards without a suit stand right behind a token, up to the next suit's card."""
    many = 0
    for token in islice(tokens, place + 1, None):
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
            token.kind == "thin" and low[token.start : token.end] in ("the", "a", "an")
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
