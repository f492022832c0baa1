"""Typed text of another language in the English words and letters that the reader knows."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final
from unicodedata import combining, normalize

from engine.cards import RANKS, SUITS, SYMBOLS, Card, Rank, Suit
from engine.text.languages import ENGLISH_TOO, LANGUAGES
from engine.text.languages.typed_language import ENDING, SLOT, TypedLanguage, words_of
from engine.text.spoken_counts import english_number
from engine.text.typed_cards import plain, typed_name
from engine.text.vocabulary import MEANINGS, NAMES, NUMBERS, RANK_WORDS, SUIT_WORDS

MOST_TEXTS: Final = 6
"""The most English texts that one text may mean."""

_Choice = Mapping[str, str]
"""What a piece of a text may mean, by the sense in which its unclear letter is taken."""


def in_english(text: str, language: TypedLanguage, names: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the English texts that a text may mean, the likeliest first; English words in it stay as they are.

    There are several where a letter means two things and nothing else in the text says which: a French C is a heart,
    an English C a club. A letter right behind a rank is a suit, a letter alone is a rank. ``names`` are names of
    players, which stay as they are. Raises ``NotationError`` for a text that is too long.
    """
    words = _words(language)
    shown = plain(text)[0].replace("\u2019", "'")
    for pattern, english in words.slotted:
        shown = _with_slots(shown, pattern, english)
    kept = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names if name) or "(?!)", re.IGNORECASE)
    evidence = _evidence(_folded(shown), words)
    pieces: list[str | _Choice] = []
    end = 0
    for name in kept.finditer(shown):
        pieces += [*_pieces(shown[end : name.start()], words, evidence), name[0]]
        end = name.end()
    return _texts([*pieces, *_pieces(shown[end:], words, evidence)])


def spoken_in(text: str, own: TypedLanguage | None) -> TypedLanguage | None:
    """Return the language that has most words of a text; a player's own where no other one has more."""
    said = [word for word in _LETTERS.findall(_folded(plain(text)[0])) if len(word) > 2 or word in _SHORT]
    many: dict[TypedLanguage | None, int] = {None: 0}
    many |= {language: sum(word in _vocabulary(language) for word in said) for language in LANGUAGES.values()}
    return max(many, key=lambda language: (many[language], language is own))


@lru_cache(maxsize=8)
def _vocabulary(language: TypedLanguage) -> frozenset[str]:
    """Return the words of a language that are not English, too."""
    lists = (language.phrases, language.ranks, language.plurals, language.suits)
    phrases = [phrase for words in lists for phrase in words.values()] + [*language.numbers]
    words = {word for phrase in phrases for word in _LETTERS.findall(_folded(phrase))}
    return frozenset(words - {*MEANINGS, *NUMBERS, *RANK_WORDS, *SUIT_WORDS, *ENGLISH_TOO.split()})


_LETTERS: Final = re.compile(r"[^\W\d_]+")
_SHORT: Final = frozenset(("je", "el", "la", "le", "un", "de", "es"))
"""Words of two letters that are hardly ever English."""


@dataclass(frozen=True, slots=True, eq=False)
class _Words:
    token: re.Pattern[str]
    suit_before: re.Pattern[str]
    number_before: re.Pattern[str]
    slotted: tuple[tuple[re.Pattern[str], str], ...]
    english: Mapping[str, str]
    ranks: Mapping[str, Rank]
    suits: Mapping[str, Suit]
    letters: Mapping[str, Rank]
    suit_letters: Mapping[str, tuple[Suit, ...]]


@lru_cache(maxsize=8)
def _words(language: TypedLanguage) -> _Words:
    ranks = {word: rank for rank, typed in language.ranks.items() for word in _spellings(typed)}
    plurals = {word: rank for rank, typed in language.plurals.items() for word in _spellings(typed)}
    suits = {word: suit for suit, typed in language.suits.items() for word in _spellings(typed)}
    numbers = {word: number for number, typed in enumerate(language.numbers) for word in _spellings(typed)}
    english, slotted = {}, []
    for meaning, typed in language.phrases.items():
        for phrase in _spellings(typed):
            if SLOT in phrase:
                slotted.append((_slot_pattern(phrase, numbers if " by " in meaning else None), meaning))
            else:
                english[phrase] = meaning
        english |= {word: meaning for word in words_of(typed) if not word.isascii() and " " not in word}
    english |= {word: english_number(number) for word, number in numbers.items()}
    english |= {word: f"{NAMES[rank - 1]}s" for word, rank in plurals.items()}
    english |= {word: suit.name.lower() for word, suit in suits.items()}
    english |= {word: NAMES[rank - 1] for word, rank in ranks.items()}
    named = ranks | {word: Rank(number) for word, number in numbers.items() if 1 < number < 11}
    letters = {_folded(letter): rank for rank, letter in language.letters.items() if len(letter) == 1}
    slotted.sort(key=lambda pair: -len(pair[0].pattern))
    return _Words(
        _token_pattern(language, named, suits, letters, english),
        _suit_before_pattern(language, letters),
        re.compile(rf"(?:[0-9]|{_either(numbers)})[\s-]*\Z"),
        tuple(slotted),
        english,
        named,
        suits,
        letters,
        language.suit_letters,
    )


def _folded(text: str) -> str:
    return "".join(_folded_letter(letter) for letter in text)


def _folded_letter(letter: str) -> str:
    parts = normalize("NFKD", letter.lower()[:1])
    return parts[:1] if all(map(combining, parts[1:])) else letter.lower()[:1]


_TRANSCRIPTS: Final = (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"), ("œ", "oe"), ("ç", "c"))


def _spellings(typed: str) -> Iterator[str]:
    """Yield the words of a list as they are compared: without accents, and with two letters for an umlaut."""
    for word in words_of(typed):
        other = word.lower()
        for letter, letters in _TRANSCRIPTS:
            other = other.replace(letter, letters)
        yield from dict.fromkeys((_folded(word), _folded(other)))


def _either(words: Iterable[str]) -> str:
    ordered = sorted({*words}, key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in ordered) or "(?!)"


def _slot_pattern(phrase: str, numbers: Iterable[str] | None) -> re.Pattern[str]:
    """Return the pattern of a phrase whose slot takes one of these numbers, or up to four words if there are none."""
    before, after = (_with_endings(part.strip()) for part in phrase.split(SLOT))
    words = r"[^\s,.;:!?]+(?:\s+[^\s,.;:!?]+){0,3}?" if numbers is None else rf"[0-9]+|{_either(numbers)}"
    slot = rf"(?P<slot>{words})"
    parts = [rf"(?<!\w){before}\s+" if before else r"(?<!\S)", slot, rf"\s+{after}(?!\w)" if after else r"(?!\S)"]
    if before and not after:
        parts[2] = r"(?=\W*$|\s?[,.;:!?])"
    return re.compile("".join(parts), re.IGNORECASE)


def _with_endings(phrase: str) -> str:
    """Return a pattern for a phrase, in which a word may have any ending behind ``ENDING``."""
    return re.escape(phrase).replace(r"\ ", r"\s+").replace(re.escape(ENDING), r"\w*")


def _with_slots(shown: str, pattern: re.Pattern[str], english: str) -> str:
    found = pattern.search(_folded(shown))
    if found is None:
        return shown
    return shown[: found.start()] + english.replace(SLOT, shown[slice(*found.span("slot"))]) + shown[found.end() :]


def _token_pattern(
    language: TypedLanguage,
    ranks: Mapping[str, Rank],
    suits: Mapping[str, Suit],
    letters: Mapping[str, Rank],
    english: Mapping[str, str],
) -> re.Pattern[str]:
    single = "".join(sorted({*letters, *_ENGLISH_RANKS}))
    rank = rf"(?:{_either(ranks)}|10|[2-9]|[{re.escape(single)}])"
    suit = rf"(?:{_either(suits)}|[{SYMBOLS}])"
    suit_letters = _either({*language.suit_letters, *_ENGLISH_SUITS, *SYMBOLS})
    articles = _either({*_spellings(language.phrases["a"]), *_spellings(language.numbers[1])})
    quantities = _either(word for number in language.numbers[2:5] for word in _spellings(number))
    # A number without a plural of its own is said alike of one card and of several: "deux sept".
    in_words = [word for word, rank in ranks.items() if 1 < rank < 11 and rank not in language.plurals]
    counted = rf"(?:{_either(in_words)}|10|[2-9])" if in_words else "(?!)"
    ending = rf"[^\W_]|'|(?<=\ba)\s+(?:{_either(RANK_WORDS)})"
    both = _either(word for word, meaning in english.items() if meaning == "both")
    of = rf"(?:\s+(?:{_either(map(_folded, words_of(language.of)))})\s+|\s+d'\s*)"
    return re.compile(
        rf"""
          (?<![^\W_]) (?:
            (?P<rank_first> (?P<rank1>{rank}) (?: (?P<of> {of} ) (?:l[ae]s?\s+|los\s+)? | \s+ ) (?P<suit1>{suit}) )
          | (?P<both> (?:{both}) \s+ (?P<rank3>{rank}) )
          | (?P<quantity> (?P<number>{quantities}) \s+ (?P<rank4> {counted} ) (?! \s+ {suit} | {of} ) )
          | (?P<suit_first> (?P<suit2>{suit}) [\s-]* (?P<rank2>{rank}) )
          | (?P<glued> (?: (?:10|as(?=[{SYMBOLS}])|[2-9{re.escape(single)}]) (?:{suit_letters}) )+ )
          ) (?![^\W_])
        | (?<![^\W_]) (?P<article> {articles} ) (?= \s+ {rank} (?![^\W_]) )
        | (?<![^\W_]) (?P<phrase> {_either(word for word in english if not word.endswith("'"))} ) (?![^\W_'])
        | (?<![^\W_]) (?P<elided> {_either(word for word in english if word.endswith("'"))} )
        | (?<![^\W_']) (?<!\bof\s) (?P<letter> [{re.escape("".join(letters))}] ) (?!{ending})
        | (?<![^\W_]) (?P<run> (?:10|[2-9{re.escape(single)}]){{2,}} ) (?![^\W_])
        | (?<![^\W_]) (?P<suit_before> (?:{suit_letters}) (?:10|[2-9{re.escape(single)}]) ) (?![^\W_])
        """,
        re.VERBOSE,
    )


def _suit_before_pattern(language: TypedLanguage, letters: Mapping[str, Rank]) -> re.Pattern[str]:
    single = "".join(sorted({*letters, *_ENGLISH_RANKS}))
    return re.compile(
        rf"(?P<suit>{_either({*language.suit_letters, *_ENGLISH_SUITS})})(?P<rank>10|[2-9{re.escape(single)}])"
    )


_ENGLISH_RANKS: Final = {letter.lower(): Rank(RANKS.index(letter) + 1) for letter in RANKS if letter.isalpha()}
_ENGLISH_SUITS: Final = {letter.lower(): suit for letter, suit in zip(SUITS, Suit, strict=True)}
_BY_SYMBOL: Final = dict(zip(SYMBOLS, Suit, strict=True))


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What the cards of a text in letters say of the others: whose letters they are, and how many there are.

    ``spaced`` are English suits apart from their ranks, as in ``5 h 6 d``. ``suit_first`` is whether the suit of every
    card stands before its rank, as in ``P10 HB``.
    """

    own: bool
    english: bool
    cards: int
    spaced: bool
    suit_first: bool


def _evidence(low: str, words: _Words) -> _Evidence:
    tokens = [*words.token.finditer(low)]
    cards = [found[0] for found in tokens if found["glued"] and found[0] not in _WORDS]
    parts = [part for card in cards for part in _parts(card, words)]
    turned = [(found["rank"], found["suit"]) for token in tokens if (found := words.suit_before.fullmatch(token[0]))]
    suit_first = any(rank.isdigit() for rank, _ in turned) and not any(rank.isdigit() for rank, _ in parts)
    parts = turned if suit_first else parts
    parts = [(rank, suit) for rank, suit in parts if suit not in SYMBOLS and (rank, suit) != ("a", "s")]
    own_ranks, own_suits = (
        words.letters.keys() - _ENGLISH_RANKS.keys(),
        words.suit_letters.keys() - _ENGLISH_SUITS.keys(),
    )
    english_ranks = {"j", "q", "k"} - words.letters.keys()
    english_suits = _ENGLISH_SUITS.keys() - words.suit_letters.keys()
    return _Evidence(
        any(rank in own_ranks or suit in own_suits for rank, suit in parts),
        any(rank in english_ranks or suit in english_suits for rank, suit in parts),
        len(parts),
        _SPACED_SUITS.search(low) is not None,
        suit_first,
    )


def _parts(low: str, words: _Words) -> list[tuple[str, str]]:
    suits = sorted({*words.suit_letters, *_ENGLISH_SUITS, *SYMBOLS}, key=len, reverse=True)
    return re.findall(rf"(10|as(?=[{SYMBOLS}])|.)({'|'.join(suits)})", low)


def _pieces(shown: str, words: _Words, evidence: _Evidence) -> list[str | _Choice]:
    low = _folded(shown)
    pieces: list[str | _Choice] = []
    end = 0
    for found in words.token.finditer(low):
        piece = shown[slice(*found.span())]
        said = _english(found, piece, words, evidence)
        pieces += [shown[end : found.start()], *said]
        end = found.end()
    return [*pieces, shown[end:]]


_BEFORE_WORD: Final = re.compile(r"\s+\w")
_SPACED_SUITS: Final = re.compile(r"(?<![^\W_])(?:10|[2-9ajqk])\s+[hs](?![^\W_])")
"""English suits apart from their ranks, as in ``5 h 6 d``."""


def _english(found: re.Match[str], piece: str, words: _Words, evidence: _Evidence) -> list[str | _Choice]:
    low = found[0]
    if evidence.suit_first and (turned := words.suit_before.fullmatch(low)):
        return [_suited(turned["rank"], turned["suit"], words, evidence)]
    match found.lastgroup:
        case "rank_first" if found["of"] and found["suit1"] in words.suits:
            # A suit at the end may be that of several cards.
            return [f"{NAMES[_rank_of(found['rank1'], words) - 1]} of {words.suits[found['suit1']].name.lower()}"]
        case "rank_first":
            return [_card(found["rank1"], found["suit1"], words)]
        case "suit_first":
            return [_card(found["rank2"], found["suit2"], words)]
        case "both":
            return [f"both {NAMES[_rank_of(found['rank3'], words) - 1]}s"]
        case "quantity":
            number, rank = words.english[found["number"]], NAMES[_rank_of(found["rank4"], words) - 1]
            if words.number_before.search(found.string, 0, found.start()):
                return [f"{number} {rank}"]
            cards = {"ranks": f"{number} {rank}", "quantity": f"{number} {rank}s"}
            return [cards["quantity"] if found["rank4"].isdigit() else cards]
        case "glued":
            return _glued(low, piece, words, evidence)
        case "letter" if not evidence.spaced or low not in _ENGLISH_SUITS:
            return [str(words.letters[low])]
        case "run" if piece.isupper() and any(letter in words.letters for letter in low):
            return [" ".join(_typed_rank(part, words) for part in re.findall("10|.", low))]
        case "article":
            return ["a"]
        case "phrase" | "elided":
            as_typed = words.english.get(piece.lower())  # "él" is no "el"
            said = as_typed or words.english[re.sub(r"\s+", " ", low)]
            said = "an" if said == "a" and not _BEFORE_WORD.match(found.string, found.end()) else said  # no ace
            return [f"{said} " if found.lastgroup == "elided" else said]
    return [piece]


def _card(rank: str, suit: str, words: _Words) -> str:
    card = Card(_rank_of(rank, words), words.suits[suit] if suit in words.suits else _BY_SYMBOL[suit])
    return _ACE_OF_SPADES if card == Card(Rank.ACE, Suit.SPADES) else typed_name(card)


_ACE_OF_SPADES: Final = "A\u2660"
"""The card whose letters are an English word."""


def _rank_of(typed: str, words: _Words) -> Rank:
    named = words.ranks.get(re.sub(r"\s+", " ", typed))
    if named is not None:
        return named
    return words.letters.get(typed) or _ENGLISH_RANKS.get(typed) or Rank(1 if typed == "as" else int(typed))


def _typed_rank(letter: str, words: _Words) -> str:
    rank = _rank_of(letter, words)
    return "10" if rank is Rank.TEN else str(rank)


def _glued(low: str, piece: str, words: _Words, evidence: _Evidence) -> list[str | _Choice]:
    """Return cards in letters, such as ``DH5P``; the letter of a suit may have several meanings."""
    parts = _parts(low, words)
    if low == "as" and low in words.english:
        if evidence.cards:
            return [piece]
        return [{"ace": words.english[low], "card": piece} if piece.isupper() else words.english[low]]
    if all(_is_english(rank, suit, words) for rank, suit in parts) or _is_word(piece, parts):
        return [piece]
    if len(parts) == 1 and evidence.cards < 2 and (both := _two_ranks(parts[0], piece, words, evidence)):
        return [both]
    return [_suited(rank, suit, words, evidence) for rank, suit in parts]


def _is_word(piece: str, parts: Sequence[tuple[str, str]]) -> bool:
    """Return whether small letters are rather a word, such as ``that`` or ``6pts``, than cards."""
    is_small = piece.islower() and not any(suit in SYMBOLS for _, suit in parts)
    return is_small and (piece in _WORDS or (len(parts) > 1 and not all(rank.isdigit() for rank, _ in parts)))


_WORDS: Final = frozenset(("ad", "ah", "ap", "at", "th"))
"""Words in small letters that are never cards."""


def _is_english(rank: str, suit: str, words: _Words) -> bool:
    is_rank = rank in _ENGLISH_RANKS or rank.isdigit()
    meanings = words.suit_letters.get(suit)
    return is_rank and (suit in SYMBOLS or (suit in _ENGLISH_SUITS and meanings in (None, (_ENGLISH_SUITS[suit],))))


def _suited(rank: str, suit: str, words: _Words, evidence: _Evidence) -> str | _Choice:
    of = _rank_of(rank, words)
    if suit in _BY_SYMBOL:
        return typed_name(Card(of, _BY_SYMBOL[suit]))
    own = words.suit_letters.get(suit, ())
    if suit in _ENGLISH_SUITS and (not own or not evidence.own or evidence.english):
        own = (*own, _ENGLISH_SUITS[suit]) if not evidence.english or evidence.own else (_ENGLISH_SUITS[suit],)
    choice = {f"{suit} as {one.name}": typed_name(Card(of, one)) for one in own}
    return choice if len(choice) > 1 else next(iter(choice.values()))


def _two_ranks(part: tuple[str, str], piece: str, words: _Words, evidence: _Evidence) -> _Choice | None:
    """Return the meanings of two letters that may be a card or two ranks, such as ``BD``; None for other pieces."""
    rank, suit = part
    second = words.letters.get(suit) or _ENGLISH_RANKS.get(suit)
    if second is None or rank.isdigit() or suit == "t":
        return None
    one = _suited(rank, suit, words, evidence)
    card = {"card": one} if isinstance(one, str) else one
    is_english = rank in _ENGLISH_RANKS and suit in _ENGLISH_RANKS
    return {**card, "ranks": piece if is_english else f"{_typed_rank(rank, words)} {_typed_rank(suit, words)}"}


def _texts(pieces: Sequence[str | _Choice]) -> tuple[str, ...]:
    """Return the texts of all choices; pieces with the same choices are taken in the same sense."""
    kinds = list(dict.fromkeys(tuple(piece) for piece in pieces if not isinstance(piece, str)))
    texts: list[str] = []
    for senses in product(*kinds):
        sense = dict(zip(kinds, senses, strict=True))
        parts = [piece if isinstance(piece, str) else piece[sense[tuple(piece)]] for piece in pieces]
        texts.append("".join(parts))
    return tuple(dict.fromkeys(texts))[:MOST_TEXTS]
