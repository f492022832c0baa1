"""The count spoken aloud, as players call it: "Fifteen two, fifteen four, and a pair is six"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.errors import NotationError
from engine.laws import Law
from engine.scoring import Count, Item
from engine.spelling import plain, unreadable

_ONES: Final = (
    *("nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")

NOTHING: Final = "Nothing, or nineteen as players say."


def in_words(number: int) -> str:
    """A number from 0 to 121 in words: ``"twenty-nine"``."""
    if not 0 <= number <= 121:
        raise ValueError(f"{number} is not on the board: the holes go from 0 to 121.")
    if number >= 100:
        return "one hundred" + (f" and {in_words(number - 100)}" if number > 100 else "")
    if number < 20:
        return _ONES[number]
    ten, one = divmod(number, 10)
    return _TENS[ten - 2] + (f"-{_ONES[one]}" if one else "")


def spoken(count: Count) -> str:
    """The whole count as one sentence, fifteens first, pairs within runs called as double and triple runs."""
    fifteens = [item for item in count.items if item.law is Law.FIFTEEN]
    calls = [f"fifteen {in_words(2 * number)}" for number in range(1, len(fifteens) + 1)]
    total = 2 * len(fifteens)
    for points, call, is_value_said in _others(count.items):
        total += points
        said = call if is_value_said and not calls else f"{call} is {in_words(total)}"
        calls.append(f"and {said}" if calls else said)
    sentence = ", ".join(calls)
    return f"{sentence[0].upper()}{sentence[1:]}." if calls else NOTHING


def lines(count: Count) -> tuple[str, ...]:
    """One line a combination, with the points so far: ``"Fifteen: 10♥ 5♣ - 2, making 4"``."""
    total = 0
    told = []
    for item in count.items:
        total += item.points
        cards = " ".join(card.face for card in item.cards)
        told.append(f"{item.law.title}: {cards} - {item.points}, making {total}")
    return tuple(told)


def heard(text: str) -> int:
    """The points that a player declares: a number, or a count spoken aloud whose last number is its total.

    Raises ``NotationError`` where the parts do not add up to the last number, and for words such as "nineteen",
    that may mean two things.
    """
    kinds, values = _listen(text)
    said = [value[0] for kind, value in zip(kinds, values, strict=True) if kind in "nf"]
    if not said:
        raise NotationError(f"No number was said: {_HINT}.")
    if not re.fullmatch("s?[nf]", kinds) and said[-1] not in _totals(kinds, values):
        raise NotationError(f"The parts do not add up to the last number, {said[-1]}: {_HINT}.")
    return said[-1]


def _others(items: Sequence[Item]) -> Iterator[tuple[int, str, bool]]:
    """All but the fifteens: the points, the words, and whether these say the points already."""
    runs = [item for item in items if item.law is Law.RUN]
    pairs = [item for item in items if item.law in _PAIRS]
    if len(runs) > 1:
        points = sum(item.points for item in (*runs, *pairs))
        yield points, f"{in_words(points)} for {_RUNS[len(runs), runs[0].points]}", True
        pairs = runs = []
    for number, item in enumerate(pairs):
        if item.law is Law.PAIR:
            yield 2, "another pair" if number and pairs[0].law is Law.PAIR else "a pair", False
        else:
            yield item.points, f"{in_words(item.points)} for {_PAIRS[item.law]}", True
    for item in runs:
        yield item.points, f"a run of {in_words(item.points)}", False
    for item in items:
        if item.law in _LAST:
            yield item.points, f"{in_words(item.points)} for {_LAST[item.law]}", True


_PAIRS: Final = {
    Law.PAIR: "pair",
    Law.PAIR_ROYAL: "pair royal",
    Law.DOUBLE_PAIR_ROYAL: "double pair royal",
}
_RUNS: Final = {
    (2, 3): "double run",
    (2, 4): "double run of four",
    (3, 3): "triple run",
    (4, 3): "double double run",
}
"""Runs that share cards, by their number and length: with their pairs they have a name together."""
_LAST: Final = {Law.FLUSH: "a flush", Law.HIS_NOBS: "his nobs"}

_HINT: Final = "type the number alone, such as 12"
_LONGEST: Final = 80
"""More words than any count has."""

_NUMBERS: Final[Mapping[str, int]] = {in_words(number): number for number in range(30)} | {
    "none": 0,
    "nothing": 0,
    "nil": 0,
    "zero": 0,
}
_ITEMS: Final = (
    (r"double[ -]double[ -]run|quadruple[ -]run", (16,)),
    (r"triple[ -]run", (15,)),
    (r"double[ -]run[ ]of[ ](?:four|4)", (10,)),
    (r"double[ -]run(?:[ ]of[ ](?:three|3))?", (8, 10)),
    (r"run[ ]of[ ](?:three|3)", (3,)),
    (r"run[ ]of[ ](?:four|4)", (4,)),
    (r"run[ ]of[ ](?:five|5)", (5,)),
    (r"(?:run|sequence|flush)", (3, 4, 5)),
    (r"double[ -]pair[ -]royal|(?:four|4)[ ]of[ ]a[ ]kind", (12,)),
    (r"pair[ -]royal|(?:three|3)[ ]of[ ]a[ ]kind", (6,)),
    (r"two[ ]pairs", (4,)),
    (r"pair", (2,)),
    (r"nobs?", (1,)),
)
"""What is called in a count, and the points that it may bring."""

_HEARD: Final = re.compile(
    rf"""
    (?P<other> ^ [-\u2212] \s? [0-9] | [0-9]+ [.] [0-9]+ )
    | (?P<gap> [\s,.;:!?&+()*_'"\u2019\u2010-\u2015\u2212-]+ )
    | (?P<item> {"|".join(pattern for pattern, _ in _ITEMS)} ) (?![a-z])
    | (?P<number> [0-9]{{1,3}} | {"|".join(sorted(_NUMBERS, key=len, reverse=True))} ) (?![0-9a-z])
    | (?P<so> is | are | makes? | equals? | totals? | = ) (?![a-z])
    | (?P<for> for ) (?![a-z])
    | (?P<filler> an? | and | another | the | his | her | my | i | have | it | that (?:['\u2019]?s)? | plus | no
        | points? | holes? | declare | count | score | say | hand | crib | box ) (?![a-z])
    | (?P<strange> . )
    """,
    re.VERBOSE | re.DOTALL,
)


def _listen(text: str) -> tuple[str, list[tuple[int, ...]]]:
    """What was said, a letter each: f fifteen, n another number, i an item, s so, r for; and their values."""
    shown, low = plain(" ".join(text.split()))
    kinds = ""
    values: list[tuple[int, ...]] = []
    for token in _HEARD.finditer(low):
        match token.lastgroup:
            case "gap" | "filler":
                continue
            case "number":
                number = _number(token[0])
                kinds += "f" if number == 15 else "n"
                values.append((number,))
            case "item":
                kinds += "i"
                values.append(next(points for pattern, points in _ITEMS if re.fullmatch(pattern, token[0])))
            case "so" | "for":
                kinds += "s" if token.lastgroup == "so" else "r"
                values.append(())
            case _:
                raise unreadable(shown, *token.span(), _HINT)
        if len(kinds) > _LONGEST:
            raise NotationError(f"That is too long for a count: {_HINT}.")
    if kinds == "f" and "fifteen" in low:
        raise NotationError('"Fifteen" may be one fifteen, which is 2, or fifteen points: type 2 or 15.')
    return kinds, values


def _number(word: str) -> int:
    if word == "nineteen":
        raise NotationError('No hand counts nineteen, and players say "nineteen" for nothing: type 0 or 19.')
    return int(word) if word.isdigit() else _NUMBERS[word]


def _totals(kinds: str, values: Sequence[tuple[int, ...]]) -> set[int]:
    """Every total that the words may mean, where numbers are now points and now the count so far."""
    reached: list[set[int]] = [{0}, *(set() for _ in kinds)]
    for place, kind in enumerate(kinds):
        so_far = reached[place]
        if kind in "if":
            for points in (2,) if kind == "f" else values[place]:
                _called(reached, kinds, values, place, points)
        if kind in "nf":
            (number,) = values[place]
            if not re.search("(?<!s)f$", kinds[:place]):  # after "fifteen", but not "is fifteen", it belongs to that
                reached[place + 1] |= {total + number for total in so_far if total <= 60}
            if kinds.startswith("ri", place + 1) and number in values[place + 2]:
                reached[place + 3] |= {total + number for total in so_far}
        if re.match("s[nf]", kinds[place : place + 2]):
            reached[place + 2] |= so_far.intersection(values[place + 1])
    return reached[-1]


def _called(
    reached: Sequence[set[int]], kinds: str, values: Sequence[tuple[int, ...]], place: int, points: int
) -> None:
    """A combination was called: alone, or with a number that tells its points or the count with them."""
    so_far = reached[place]
    reached[place + 1] |= {total + points for total in so_far if total <= 60}
    number = place + 1 + kinds.startswith("r", place + 1)
    if number < len(kinds) and kinds[number] in "nf":
        (told,) = values[number]
        reached[number + 1] |= {total + points for total in so_far if told in (points, total + points)}
