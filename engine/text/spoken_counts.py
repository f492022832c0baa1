"""Counts as players speak them: "Fifteen two, fifteen four, and a pair is six"."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from engine.errors import NotationError
from engine.laws import Law
from engine.messages import Message, capitalized, joined, listed, message
from engine.scoring import Count, Item
from engine.text.typed_cards import plain, quoted, unreadable_error
from engine.text.vocabulary import NAMES, TEENS

_SMALL: Final = ("zero", "one", *NAMES[1:10], *TEENS[:-1])
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")

NOTHING: Final = message('Nothing ("nineteen", as players say).')

ALONE: Final = message("just type a number, like 12")
"""The hint for typing a count."""


@cache
def english_number(number: int) -> str:
    """Return a number from 0 to 121 in English words: ``"twenty-nine"``. Raises ``ValueError`` for other numbers."""
    if not 0 <= number <= 121:
        raise ValueError(f"{number} is not on the board: the holes go from 0 to 121.")
    if number >= 100:
        return f"one hundred and {english_number(number - 100)}" if number > 100 else "one hundred"
    if number < 20:
        return _SMALL[number]
    tens, ones = divmod(number, 10)
    return f"{_TENS[tens - 2]}-{_SMALL[ones]}" if ones else _TENS[tens - 2]


@dataclass(frozen=True, slots=True)
class NumberInWords:
    """A number in a sentence that is said in words; ``bot.i18n`` has those of the reader's language."""

    number: int

    def __str__(self) -> str:
        return english_number(self.number)


def spoken_count(count: Count) -> Message:
    """Return the whole count as one sentence, fifteens first, pairs within runs called as double and triple runs."""
    fifteens = [item for item in count.items if item.law is Law.FIFTEEN]
    calls = [_fifteen(2 * number) for number in range(1, len(fifteens) + 1)]
    total = 2 * len(fifteens)
    for points, call, is_value_said in _others(count.items):
        total += points
        if calls:
            calls.append(message("and {call} is {total}", call=call, total=NumberInWords(total)))
        elif is_value_said:
            calls.append(call)
        else:
            calls.append(message("{call} is {total}", call=call, total=NumberInWords(total)))
    return capitalized(message("{calls}.", calls=joined(calls, ", "))) if calls else NOTHING


@cache
def _fifteen(total: int) -> Message:
    return message("fifteen {number}", number=NumberInWords(total))


LAW_TITLES: Final[Mapping[Law, Message]] = {law: message(law.title) for law in Law}
"""The titles of the laws, as the lines of a count begin with them."""


class UnclearNumber(NotationError):
    """Text that may mean one of several numbers; ``numbers`` are those to choose from."""

    def __init__(self, complaint: Message, numbers: Iterable[int]) -> None:
        super().__init__(complaint)
        self.numbers = tuple(dict.fromkeys(numbers))


class SpokenCount(NamedTuple):
    """The last number of a count, and the doubt whether it is meant where the words do not add up to it."""

    points: int
    doubt: UnclearNumber | None = None

    @property
    def remark(self) -> Message | None:
        """The sentence about what the words add up to; None where they add up to the points."""
        return None if self.doubt is None else self.doubt.message

    def clear(self) -> int:
        """Return the points. Raises the doubt, if there is one."""
        if self.doubt is not None:
            raise self.doubt
        return self.points


def parse_count(text: str, hint: Message = ALONE) -> SpokenCount:
    """Return the points that a player declares: a number, or a count spoken aloud whose last number is its total.

    Words that say nothing of points are ignored, unless they are many. Raises ``NotationError``, with the hint, where
    there is no total, and ``UnclearNumber`` for words such as "nineteen" that may mean two things.
    """
    shown, kinds, values, others = _tokens(text, _SHOW, hint)
    _check_nineteen(shown)
    if kinds == "f" and "fifteen" in shown.lower():
        raise UnclearNumber(message('Is "fifteen" 2 points or 15? Type 2 or 15.'), (2, 15))
    count = _total_of(*_total_last(kinds, values), hint, shown)
    is_spoken = re.search("f|nri|i.*n", kinds) is not None
    most = _MOST_OTHERS if is_spoken else _FEW_OTHERS if _COUNTS.search(shown) and not _OF_OTHERS.search(shown) else 1
    if others > most or (others and most == 1 and not is_spoken and _WEAK.search(shown)):
        numbers = (count.points,) if count.doubt is None else count.doubt.numbers
        raise UnclearNumber(message("Do you count {points}? Type just {points}.", points=count.points), numbers)
    return count


def _total_last(kinds: str, values: Sequence[tuple[int, ...]]) -> tuple[str, Sequence[tuple[int, ...]]]:
    """Return the words of a count without idle ones at the end, where "8 in all" is said as "in all 8"."""
    if re.search("[^sr]n[sr]*s[sr]*$", kinds):
        last = kinds.rindex("n")
        return f"{kinds[:last]}sn", [*values[:last], (), values[last]]
    return kinds.rstrip("sr") or kinds, values


def _total_of(kinds: str, values: Sequence[tuple[int, ...]], hint: Message, shown: str) -> SpokenCount:
    """Return the total of a count, by the letters of its words, their values and the text ``shown``."""
    if re.fullmatch("[sr]*[nf][sr]*", kinds):
        return SpokenCount(next(filter(None, values), (0,))[0])
    is_said = re.fullmatch("s*n{2,}sn", kinds) and values[-1][0] in _totals(kinds, values)
    if not re.search("i|f(?!$)", kinds) and not is_said:
        raise _no_count_error(kinds, values, hint, is_sum=_ADDS.search(shown) is not None)
    if kinds.endswith("i") and not kinds.endswith("nri"):
        return SpokenCount(_sum_of(kinds, values, hint))
    total = next(
        value[0] for kind, value in zip(reversed(kinds), reversed(values[: len(kinds)]), strict=True) if kind in "nf"
    )
    if total in _totals(kinds, values) or total in _totals_after(total, kinds, values):
        return SpokenCount(total)
    if kinds.endswith("sn") and total in _totals(*_with_every_fifteen(kinds, values)):
        return SpokenCount(total)
    if _ends_on_its_sum(total, kinds, values, shown):
        return SpokenCount(total)
    if re.search("(?<!s)f$", kinds):  # which may be one fifteen more, left without its count
        raise _no_total_error(kinds, values, hint)
    numbers = _numbers_meant(kinds, values)
    return SpokenCount(total, UnclearNumber(_sum_remark(kinds, values, total), numbers or (total,)))


def _ends_on_its_sum(total: int, kinds: str, values: Sequence[tuple[int, ...]], shown: str) -> bool:
    """Return whether the last number is what the words before it add up to, and neither said before nor added."""
    numbers = [value for kind, value in zip(kinds, values, strict=False) if kind in "nf"]
    is_new = kinds[-1:] == "n" and numbers[-2:-1] != [(total,)]
    return is_new and not _ADDS_LAST.search(shown) and total in _totals(kinds[:-1].rstrip("s"), values)


def _totals_after(first: int, kinds: str, values: Sequence[tuple[int, ...]]) -> set[int]:
    """Return every total of the words after a total that is said first; none where that is another number."""
    found = re.match("s*n", kinds)
    if found is None or values[found.end() - 1] != (first,):
        return set()
    return _totals(kinds[found.end() :], values[found.end() :])


def _with_every_fifteen(kinds: str, values: Sequence[tuple[int, ...]]) -> tuple[str, list[tuple[int, ...]]]:
    """Return the words of a count with a fifteen before each number of "fifteen 2, 4, 6"."""
    found: list[tuple[str, tuple[int, ...]]] = []
    for place, kind in enumerate(kinds):
        if kind == "n" and found[:1] == [("f", (15,))] and values[place] == (len(found) + 2,) and len(found) % 2 == 0:
            found.append(("f", (15,)))
        found.append((kind, values[place]))
    return "".join(kind for kind, _ in found), [value for _, value in found]


def _numbers_meant(kinds: str, values: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the points that unclear words may mean: what they add up to, and the last and the first number."""
    numbers = [value[0] for kind, value in zip(kinds, values, strict=False) if kind == "n"]
    first = numbers[:1] if re.match("[sr]*n", kinds) else []
    last = numbers[-1:] if kinds.endswith("n") else []
    sums = {*first} & _totals_after(first[0] if first else 0, kinds, values)
    if not sums:
        # A number after "is" or after a combination is a total, which the words before it may not add up to.
        parts = len(kinds) - 1 if re.search("(?:s|[fi]r?)n$", kinds) else len(kinds)
        sums = _totals(kinds[:parts].rstrip("sr"), values) or _totals_of_combinations(kinds[:parts], values)
    found = dict.fromkeys([*sums, *last, *first] if len(sums) == 1 else [*last, *sorted(sums), *first])
    return tuple(number for number in found if number <= _MOST_COUNTED)[:MOST_COUNTS]


def _totals_of_combinations(kinds: str, values: Sequence[tuple[int, ...]]) -> set[int]:
    """Return every total of the words without the numbers that are said with a combination, such as "15-4"."""
    said_with = {found.end() - 1 for found in re.finditer("[fi]r?n", kinds)}
    rest = [place for place, kind in enumerate(kinds) if kind not in "sr" and place not in said_with]
    return _totals("".join(kinds[place] for place in rest), [values[place] for place in rest])


def _no_count_error(
    kinds: str, values: Sequence[tuple[int, ...]], hint: Message, *, is_sum: bool = False
) -> NotationError:
    """Return the error for words without a combination: no number among them, or more than one."""
    numbers = [value[0] for kind, value in zip(kinds, values, strict=False) if kind in "nf"]
    if not numbers:
        return NotationError(message("I don't see a number: {hint}.", hint=hint))
    complaint = message(
        "You gave two totals ({numbers}), and only one can be your points: {hint}.",
        numbers=listed(map(str, numbers[:2])),
        hint=hint,
    )
    is_possible = is_sum and sum(numbers) <= _MOST_COUNTED
    return UnclearNumber(complaint, [sum(numbers), *numbers] if is_possible else numbers)


def _sum_of(kinds: str, values: Sequence[tuple[int, ...]], hint: Message) -> int:
    sums = _totals(kinds, values)
    if len(sums) == 1 and not re.search("(?<![fis])(?<![fi]r)n(?!ri)", kinds):
        return sums.pop()
    raise _no_total_error(kinds, values, hint)


def _no_total_error(kinds: str, values: Sequence[tuple[int, ...]], hint: Message) -> NotationError:
    """Return the error for words without a total, with the points that they may mean if there are any."""
    complaint = message("I couldn't read that count: {hint}.", hint=hint)
    numbers = _numbers_meant(kinds, values)
    return UnclearNumber(complaint, numbers) if numbers else NotationError(complaint)


def _sum_remark(kinds: str, values: Sequence[tuple[int, ...]], total: int) -> Message:
    """Return a remark on what the words before the last number add up to, if that is clear."""
    last = max(kinds.rfind("n"), kinds.rfind("f"))
    before = kinds[:last].rstrip("sr")
    sums = _totals(before, values) | _totals(kinds, values)
    if kinds.endswith("nri"):
        sums = set()
    if len(sums) == 1:
        return message("You ended on {total}, but the points you listed add up to {sum}.", total=total, sum=sums.pop())
    return message("You ended on {total}, but the points you listed don't add up to that.", total=total)


def parse_pegging(text: str, count: int, hint: Message) -> int:
    """Return the points declared for a card whose play brings the count to ``count``.

    They may be called with the count, as in "twenty for two". Raises ``UnclearNumber`` for a number that may
    be the count alone, and ``NotationError``, with the hint, for words that do not give the points.
    """
    shown, kinds, values, others = _tokens(text, _PLAY, hint)
    if others > _MOST_OTHERS:
        kinds = ""
    if kinds == "rf" and re.search(r"15 (?:points|holes)\b", shown.lower()):
        return 15
    is_list = kinds == "n" and re.match(r"\W*(?:and|plus|with)\b|\s*[&+]", shown.lower())
    readings = set() if is_list else _possible_pegging(kinds, values, count)
    called = re.match("s(?=f)|s?n(?=[rif])", kinds)
    if called and values[called.end() - 1] in ((), (count,)):
        readings |= _possible_pegging(kinds[called.end() :], values[called.end() :], count)
    if len(readings) == 1:
        points = readings.pop()
        if points == 19:
            _check_nineteen(shown)
        return points
    said = quoted(" ".join(shown.split()).strip(" ,;:"))
    if re.fullmatch("s?[nf]|rf", kinds) and not is_list:
        points = values[-1][0] if kinds[-1] == "n" else 2
        raise UnclearNumber(
            message("Is {said} the points? Type for {points}, or just the card.", said=said, points=points), (points,)
        )
    complaint = message("I couldn't read the points in {said}: {hint}.", said=said, hint=hint)
    numbers = sorted(readings) or [number for number in _numbers_meant(kinds, values) if number in _ONE_CARD]
    raise UnclearNumber(complaint, numbers) if numbers else NotationError(complaint)


def parse_number(text: str, hint: Message) -> int:
    """Return the number of cards to cut, in figures or words, among any other words.

    Raises ``NotationError`` where there is none, and ``UnclearNumber`` for different numbers.
    """
    shown, low = plain(text)
    found = [_WHOLE[re.sub(r"[\s-]+", "-", said[0])] for said in _NUMBER.finditer(low)]
    if not found or len(found) > _MOST_OTHERS or _BAD_NUMBER.search(low):
        if not shown.strip():
            raise NotationError(message("I don't see a number: {hint}.", hint=hint))
        raise NotationError(message("{shown} isn't a number of cards: {hint}.", shown=quoted(shown.strip()), hint=hint))
    others = len(re.findall(r"[^\W\d_]{2,}", _NUMBER.sub(" ", low)))
    if len({*found}) == 1 and ((others > 1 or "one" in low) and not _CUTS.search(low)):
        raise UnclearNumber(message("Did you mean to cut at {number}? Then type cut {number}.", number=found[0]), found)
    if len({*found}) > 1:
        said = quoted(shown.strip())
        raise UnclearNumber(message("{shown} names two numbers: {hint}.", shown=said, hint=hint), found)
    return found[0]


def _others(items: Sequence[Item]) -> Iterator[tuple[int, Message, bool]]:
    """Yield the calls besides the fifteens: the points, the words, and whether the words include the points."""
    runs = [item for item in items if item.law is Law.RUN]
    pairs = [item for item in items if item.law in _PAIRS]
    if len(runs) > 1:
        points = sum(item.points for item in (*runs, *pairs))
        yield (
            points,
            message("{points} for {run}", points=NumberInWords(points), run=_RUNS[len(runs), runs[0].points]),
            True,
        )
        pairs = runs = []
    for number, item in enumerate(pairs):
        if item.law is Law.PAIR:
            is_another = number > 0 and pairs[0].law is Law.PAIR
            yield 2, message("another pair") if is_another else message("a pair"), False
        else:
            yield (
                item.points,
                message("{points} for {pair}", points=NumberInWords(item.points), pair=_PAIRS[item.law]),
                True,
            )
    for item in runs:
        yield item.points, message("a run of {points}", points=NumberInWords(item.points)), False
    for item in items:
        if item.law in _LAST:
            yield (
                item.points,
                message("{points} for {last}", points=NumberInWords(item.points), last=_LAST[item.law]),
                True,
            )


_PAIRS: Final = {
    Law.PAIR: message("pair"),
    Law.PAIR_ROYAL: message("pair royal"),
    Law.DOUBLE_PAIR_ROYAL: message("double pair royal"),
}
_RUNS: Final = {
    (2, 3): message("double run"),
    (2, 4): message("double run of four"),
    (3, 3): message("triple run"),
    (4, 3): message("double double run"),
}
"""The names of runs that share cards together with their pairs, by the number and length of the runs."""
_LAST: Final = {Law.FLUSH: message("a flush"), Law.HIS_NOBS: message("his nobs")}

_LONGEST: Final = 80
"""More words than any count has."""

_NUMBERS: Final[Mapping[str, int]] = {english_number(number): number for number in range(32)} | {
    "none": 0,
    "nothing": 0,
    "nil": 0,
    "nought": 0,
    "nada": 0,
    "zip": 0,
    "zilch": 0,
}
_JOINED: Final = {name.replace("-", ""): number for name, number in _NUMBERS.items()}
_WHOLE: Final = {name: number for number in range(100) for name in (str(number), english_number(number))}
_IN_WORDS: Final = "|".join(sorted(map(english_number, range(100)), key=len, reverse=True)).replace("-", r"[\s-]+")
_NUMBER: Final = re.compile(rf"(?<![\w-])(?:[0-9]{{1,2}}|{_IN_WORDS})(?![\w-])")
"""A number of cards, in figures or words."""
_CUTS: Final = re.compile(r"\bcuts?\b|\bcutting\b|\bcards?\b|^\W*one\W*$")
_BAD_NUMBER: Final = re.compile(r"[-\u2212]\s?[0-9]|[0-9][.,][0-9]|[0-9]{3}")
"""Numbers that no cards can have."""

_MOST_OTHERS: Final = 6
"""The largest number of words beside a count that can be ignored."""
_MOST_COUNTED: Final = 29
"""The points of the best hand."""
MOST_COUNTS: Final = 4
"""The largest number of totals among which a player can choose."""
_ADDS: Final = re.compile(r"(?i)[+&]|\b(?:and|plus|more)\b")
_ADDS_LAST: Final = re.compile(r"(?i)(?:[+&]|\b(?:and|plus|with)\b)[^\w]*\w+\W*$|\bmore\W*$")
"""A last number that is added to those before it."""
_FEW_OTHERS: Final = 4
"""The largest number of words beside a number that can be ignored where a word next to it speaks of counting."""

_COUNTED: Final = rf"(?:[0-9]{{1,2}}|{'|'.join(_NUMBERS)})"
_COUNTS: Final = re.compile(
    rf"""(?ix) \b
    (?: (?: i | it | its | that | thats | is | are | so | got | have | count | counted | peg | pegged | pegs? | makes?
        | claim | claiming | declare | total | just | only | think | say | call | score | scored | worth | hand | crib )
        (?: ['\u2019]s )? \W+ (?: (?: it | is | at | a | an | only | just | like ) \W+ ){{0,2}} {_COUNTED} \b
      | {_COUNTED} \s* (?: p | pts? | points? | for\s+me | in\s+(?:my|the|total) | please | pls | thanks ) \b )"""
)
"""A number beside a word that speaks of counting."""
_OF_OTHERS: Final = re.compile(r"(?i)\b(?:you|he|she|they|we)\b")
_WEAK: Final = re.compile(r"(?i)\bone\b|\b(?:none|nothing)\b\W+\w+\W+\w")
"""Numbers that are ordinary words too."""

_ONE_CARD: Final = frozenset({0, 2, 3, 4, 5, 6, 7, 8, 9, 12, 14})
"""The points that one card can peg in the play, without the go or last card."""

_Items = tuple[tuple[str, tuple[int, ...]], ...]

_FIFTEENS: Final[_Items] = (
    *((rf"(?:{english_number(many)}|{many})[ ](?:fifteens|15s)", (2 * many,)) for many in range(2, 9)),
    # "Four fifteen and a pair" are four of them; the two of "fifteen two fifteen four" is a count.
    *(
        (
            rf"(?<!fifteen[ ])(?<!15[ ]){english_number(many)}[ ]fifteen(?=\s*(?:[,;:=]|and\b|is\b|are\b|makes\b|$))",
            (2 * many,),
        )
        for many in range(2, 9)
    ),
    (r"fifteens|15s", tuple(range(2, 17, 2))),
)
_IN_SHOW: Final[_Items] = (
    *_FIFTEENS,
    (r"double[ -]double[ -]run|quadruple[ -]run", (16,)),
    (r"triple[ -]run", (15,)),
    (r"double[ -]run[ ]of[ ](?:four|4)", (10,)),
    (r"double[ -]run(?:[ ]of[ ](?:three|3))?", (8, 10)),
    (r"run[ ]of[ ](?:three|3)", (3,)),
    (r"run[ ]of[ ](?:four|4)", (4,)),
    (r"run[ ]of[ ](?:five|5)", (5,)),
    (r"(?:run|sequence|flush)", (3, 4, 5)),
    (r"double[ -]pair[ -]royal|(?:four|4)[ ]of[ ]a[ ]kind", (12,)),
    (r"pair[ -]royal|trips|(?:three|3)[ ]of[ ]a[ ]kind", (6,)),
    (r"two[ ]pairs", (4,)),
    (r"pair", (2,)),
    (r"nobs?|jack", (1,)),
    (r"no[ ]points?", (0,)),
)
_IN_PLAY: Final[_Items] = (
    *((rf"(?:run|sequence)[ ]of[ ](?:{english_number(length)}|{length})", (length,)) for length in range(3, 8)),
    (r"(?:run|sequence)", (3, 4, 5, 6, 7)),
    (r"double[ -]pair[ -]royal|(?:four|4)[ ]of[ ]a[ ]kind", (12,)),
    (r"pair[ -]royal|trips|(?:three|3)[ ]of[ ]a[ ]kind", (6,)),
    (r"pair", (2,)),
    (r"no[ ]points?", (0,)),
)
"""The combinations called in a count, and the points that each may bring."""


class _Vocabulary(NamedTuple):
    """The words of the show or of the play: their pattern, combinations with their points, and totals that peg two."""

    pattern: re.Pattern[str]
    items: _Items
    totals: tuple[int, ...]


def _vocabulary(items: _Items, filler: str, excluded: str, totals: tuple[int, ...], so: str = "") -> _Vocabulary:
    """Return the vocabulary of the show or of the play; ``excluded`` are the points that nobody declares."""
    numbers = "|".join(sorted(_NUMBERS, key=len, reverse=True)).replace("-", "[ -]?")
    pattern = rf"""
        (?P<other> ^ [-\u2212] \s? [0-9] | [0-9]+ [.] [0-9]+ )
        | (?P<gap> [\s,.;:!?&+()*_'"\u2019\u2010-\u2015\u2212-]+ )
        | (?P<item> {"|".join(said for said, _ in items)} ) (?![a-z])
        | (?P<number> [0-9]{{1,3}} (?= (?:pts?|points?|p)? (?![0-9a-z]) ) | (?:{numbers}) (?![0-9a-z]) )
        | (?P<so> is | are | so | makes? | equals? | totals? | in[ ](?:all|total) | altogether {so} | = ) (?![a-z])
        | (?P<pegged> {excluded} ) (?![a-z])
        | (?P<for> for ) (?![a-z])
        | (?P<filler> an? | and | another | the | his | her | my | i | have | it | that (?:['\u2019]?s)? | plus | no
            | points? | pts? | p | holes? | of[ ](?:[2-9]|10)'?s | {filler} ) (?![a-z])
        | (?P<strange> [^\W_]+ | . )
        """
    return _Vocabulary(re.compile(pattern, re.VERBOSE | re.DOTALL), items, totals)


_SHOW: Final = _vocabulary(_IN_SHOW, "declare | count | score | say | hand | crib | box", "(?!)", (15,))
_PLAY: Final = _vocabulary(
    _IN_PLAY, "pegs? | pegging | marks? | marking | scores? | with", "go | last", (15, 31), "| count"
)


def _tokens(text: str, vocabulary: _Vocabulary, hint: Message) -> tuple[str, str, list[tuple[int, ...]], int]:
    """Return the text in plain characters, a letter for each thing said, with its values, and how many other words.

    The letters: f fifteen (in the play also thirty-one), n another number, i an item, s so, r for. Other words are
    refused where they hold a figure or stand alone.
    """
    shown, low = plain(" ".join(text.split()))
    kinds = ""
    values: list[tuple[int, ...]] = []
    others: list[tuple[int, int]] = []
    for token in vocabulary.pattern.finditer(low):
        match token.lastgroup:
            case "gap" | "filler":
                continue
            case "number":
                number = int(token[0]) if token[0].isdigit() else _JOINED[re.sub("[ -]", "", token[0])]
                kinds += "f" if number in vocabulary.totals else "n"
                values.append((number,))
            case "item":
                kinds += "i"
                values.append(next(points for pattern, points in vocabulary.items if re.fullmatch(pattern, token[0])))
            case "so" | "for":
                kinds += "s" if token.lastgroup == "so" else "r"
                values.append(())
            case "pegged":
                raise NotationError(message("The bot pegs the go and the last card for you: {hint}.", hint=hint))
            case "strange" if not any(map(str.isdigit, token[0])):
                if token[0].isalpha():
                    others.append(token.span())
            case _:
                raise unreadable_error(shown, *token.span(), hint)
        if len(kinds) > _LONGEST:
            raise NotationError(message("That's too long for a count: {hint}.", hint=hint))
    if others and not re.search("[nfi]", kinds):
        raise unreadable_error(shown, *others[0], hint)
    return shown, kinds, values, len(others)


def _check_nineteen(shown: str) -> None:
    if "nineteen" in shown.lower():
        raise UnclearNumber(
            message('No hand is worth 19, so players call a hand worth 0 "nineteen". Type 0 or 19.'), (0, 19)
        )


def _possible_pegging(kinds: str, values: Sequence[tuple[int, ...]], count: int) -> set[int]:
    """Return every number of points that the words after a card may mean; none if a number may be the count."""
    if kinds == "rn":
        return set(values[1])
    if kinds == "n":
        return {number for number in values[0] if number in _ONE_CARD and number != count}
    if not re.search("[fi]|nnsn$", kinds) or kinds in ("f", "rf"):
        return set()
    if kinds[0] == "r":
        kinds, values = kinds[1:], values[1:]
    if kinds[-1] in "nf":
        return _totals(kinds, values).intersection(values[-1])
    # Ending with a combination, the words have no total to be held against: every number must belong to something.
    if re.search("(?<![fi])(?<![fi]r)n(?!ri)", kinds):
        return set()
    return _totals(kinds, values)


def _totals(kinds: str, values: Sequence[tuple[int, ...]]) -> set[int]:
    reached: list[set[int]] = [{0}, *(set() for _ in kinds)]
    for place, kind in enumerate(kinds):
        so_far = reached[place]
        if kind in "if":
            for points in (2,) if kind == "f" else values[place]:
                _add_combination(reached, kinds, values, place, points)
        if kind in "nf":
            (number,) = values[place]
            if not re.search("(?<!s)f$", kinds[:place]):  # after "fifteen", but not "is fifteen", it belongs to that
                reached[place + 1] |= {total + number for total in so_far if total <= 60}
            if re.match("r[if]", kinds[place + 1 :]) and number in (
                values[place + 2] if kinds[place + 2] == "i" else (2,)
            ):
                reached[place + 3] |= {total + number for total in so_far}
        if re.match("s[nf]", kinds[place : place + 2]):
            reached[place + 2] |= so_far.intersection(values[place + 1])
    return reached[-1]


def _add_combination(
    reached: Sequence[set[int]], kinds: str, values: Sequence[tuple[int, ...]], place: int, points: int
) -> None:
    """Add a called combination: alone, or with a number that is its points or the count with them."""
    so_far = reached[place]
    reached[place + 1] |= {total + points for total in so_far if total <= 60}
    number = place + 1 + kinds.startswith("r", place + 1)
    if number < len(kinds) and kinds[number] in "nf":
        (told,) = values[number]
        reached[number + 1] |= {total + points for total in so_far if told in (points, total + points)}
