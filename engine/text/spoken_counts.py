"""The count spoken aloud, as players call it: "Fifteen two, fifteen four, and a pair is six"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from engine.errors import NotationError
from engine.laws import Law
from engine.messages import say
from engine.scoring import Count, Item
from engine.text.tokens import plain, quoted, unreadable

_ONES: Final = (
    *("nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")

NOTHING: Final = "Nothing, or nineteen as players say."

ALONE: Final = "type the number alone, such as 12"
"""How a count is typed at its plainest."""


def number_in_words(number: int) -> str:
    """A number from 0 to 121 in words: ``"twenty-nine"``."""
    if not 0 <= number <= 121:
        raise ValueError(f"{number} is not on the board: the holes go from 0 to 121.")
    if number >= 100:
        return say("one hundred") + (say(" and {number}", number=number_in_words(number - 100)) if number > 100 else "")
    if number < 20:
        return say(_ONES[number])
    ten, one = divmod(number, 10)
    return say(_TENS[ten - 2]) + (f"-{say(_ONES[one])}" if one else "")


def spoken_count(count: Count) -> str:
    """The whole count as one sentence, fifteens first, pairs within runs called as double and triple runs."""
    fifteens = [item for item in count.items if item.law is Law.FIFTEEN]
    calls = [say("fifteen {number}", number=number_in_words(2 * number)) for number in range(1, len(fifteens) + 1)]
    total = 2 * len(fifteens)
    for points, call, is_value_said in _others(count.items):
        total += points
        said = (
            call if is_value_said and not calls else say("{call} is {total}", call=call, total=number_in_words(total))
        )
        calls.append(say("and {said}", said=said) if calls else said)
    sentence = ", ".join(calls)
    return f"{sentence[0].upper()}{sentence[1:]}." if calls else say(NOTHING)


def lines(count: Count) -> tuple[str, ...]:
    """One line a combination, with the points so far: ``"Fifteen: 10♥ 5♣ - 2, making 4"``."""
    total = 0
    told = []
    for item in count.items:
        total += item.points
        cards = " ".join(card.face for card in item.cards)
        told.append(
            say(
                "{title}: {cards} - {points}, making {total}",
                title=say(item.law.title),
                cards=cards,
                points=item.points,
                total=total,
            )
        )
    return tuple(told)


class Heard(NamedTuple):
    """The points that a player declares, and what he is to be told where his own words add up to another number."""

    points: int
    remark: str = ""


def parse_count(text: str, hint: str = ALONE) -> Heard:
    """The points that a player declares: a number, or a count spoken aloud whose last number is its total.

    The last number stands, even where the parts add up to another. Raises ``NotationError``, with the hint, where no
    total is told, and for words such as "nineteen", that may mean two things.
    """
    shown, kinds, values = _listen(text, _SHOW, hint)
    _check_nineteen(shown)
    if kinds == "f" and "fifteen" in shown.lower():
        raise NotationError(say('"Fifteen" may be one fifteen, which is 2, or fifteen points: type 2 or 15.'))
    if re.fullmatch("[sr]*[nf][sr]*", kinds):
        return Heard(next(filter(None, values), (0,))[0])
    if not re.search("i|f(?!$)", kinds):
        raise _no_count(kinds, values, hint)
    if kinds.endswith("i") and not kinds.endswith("nri"):
        return Heard(_sum_said(kinds, values, hint))
    total = next(value[0] for kind, value in zip(reversed(kinds), reversed(values), strict=True) if kind in "nf")
    if total in _totals(kinds, values):
        return Heard(total)
    if re.search("(?<!s)f$", kinds):  # which may be one fifteen more, left without its count
        raise _without_total(hint)
    return Heard(total, _misadded(kinds, values, total))


def _no_count(kinds: str, values: Sequence[tuple[int, ...]], hint: str) -> NotationError:
    """The complaint about words that call nothing: no number among them, or more than one."""
    said = [str(value[0]) for kind, value in zip(kinds, values, strict=True) if kind in "nf"]
    if not said:
        return NotationError(say("No number was said: {hint}.", hint=hint))
    numbers = say(" and ").join(said[:2])
    return NotationError(say("{numbers} cannot both be the points: {hint}.", numbers=numbers, hint=hint))


def _sum_said(kinds: str, values: Sequence[tuple[int, ...]], hint: str) -> int:
    """The sum of a count that ends with a combination, where every number in it belongs to something."""
    sums = _totals(kinds, values)
    if len(sums) == 1 and not re.search("(?<![fis])(?<![fi]r)n(?!ri)", kinds):
        return sums.pop()
    raise _without_total(hint)


def _without_total(hint: str) -> NotationError:
    return NotationError(say("The count does not end with its total: {hint}.", hint=hint))


def _misadded(kinds: str, values: Sequence[tuple[int, ...]], total: int) -> str:
    """What the words before the last number add up to, if that is clear."""
    last = max(kinds.rfind("n"), kinds.rfind("f"))
    before = kinds[:last].rstrip("sr")
    sums = _totals(before, values) | _totals(kinds, values)
    if kinds.endswith("nri"):
        sums = set()
    if len(sums) == 1:
        return say(
            "You declared {total}, your last number, but your words add up to {sum}.", total=total, sum=sums.pop()
        )
    return say("You declared {total}, your last number, but your words do not add up to it.", total=total)


def pegged(text: str, count: int, hint: str) -> int:
    """The points that a player declares behind the card that he plays, which brings the count to ``count``.

    They may be called with the count, as in "twenty for two". Raises ``NotationError``, with the hint, for a number
    that may be the count alone, and for words from which the points cannot be told.
    """
    shown, kinds, values = _listen(text, _PLAY, hint)
    if kinds == "rf" and re.search(r"15 (?:points|holes)\b", shown.lower()):
        return 15
    is_list = kinds == "n" and re.match(r"\W*(?:and|plus|with)\b|\s*[&+]", shown.lower())
    readings = set() if is_list else _pegged(kinds, values, count)
    called = re.match("s(?=f)|s?n(?=[rif])", kinds)
    if called and values[called.end() - 1] in ((), (count,)):
        readings |= _pegged(kinds[called.end() :], values[called.end() :], count)
    if len(readings) == 1:
        points = readings.pop()
        if points == 19:
            _check_nineteen(shown)
        return points
    said = quoted(" ".join(shown.split()).strip(" ,;:"))
    if re.fullmatch("s?[nf]|rf", kinds) and not is_list:
        points = values[-1][0] if kinds[-1] == "n" else 2
        raise NotationError(
            say(
                "{said} may be the count, or a card: type for {points} if the card pegs that, or the card alone.",
                said=said,
                points=points,
            )
        )
    raise NotationError(say("{said} does not tell what the card pegs: {hint}.", said=said, hint=hint))


def number_said(text: str, hint: str) -> int:
    """A number of cards to cut, in figures or in words. Raises ``NotationError``, with the hint, for anything else."""
    shown, low = plain(text)
    if not shown.strip():
        raise NotationError(say("No number was said: {hint}.", hint=hint))
    said = _CUT.fullmatch(low)
    number = _WHOLE.get(re.sub(r"[\s-]+", "-", said[1])) if said else None
    if number is None:
        raise NotationError(say("{shown} is not a number of cards: {hint}.", shown=quoted(shown.strip()), hint=hint))
    return number


def _others(items: Sequence[Item]) -> Iterator[tuple[int, str, bool]]:
    """All but the fifteens: the points, the words, and whether these say the points already."""
    runs = [item for item in items if item.law is Law.RUN]
    pairs = [item for item in items if item.law in _PAIRS]
    if len(runs) > 1:
        points = sum(item.points for item in (*runs, *pairs))
        yield (
            points,
            say("{points} for {run}", points=number_in_words(points), run=say(_RUNS[len(runs), runs[0].points])),
            True,
        )
        pairs = runs = []
    for number, item in enumerate(pairs):
        if item.law is Law.PAIR:
            yield 2, say("another pair" if number and pairs[0].law is Law.PAIR else "a pair"), False
        else:
            yield (
                item.points,
                say("{points} for {pair}", points=number_in_words(item.points), pair=say(_PAIRS[item.law])),
                True,
            )
    for item in runs:
        yield item.points, say("a run of {points}", points=number_in_words(item.points)), False
    for item in items:
        if item.law in _LAST:
            yield (
                item.points,
                say("{points} for {last}", points=number_in_words(item.points), last=say(_LAST[item.law])),
                True,
            )


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

_LONGEST: Final = 80
"""More words than any count has."""

_NUMBERS: Final[Mapping[str, int]] = {number_in_words(number): number for number in range(32)} | {
    "none": 0,
    "nothing": 0,
    "nil": 0,
    "zero": 0,
}
_WHOLE: Final = {name: number for number in range(100) for name in (str(number), number_in_words(number))}
_CUT: Final = re.compile(r"[\s,:]*(?:(?:at|off)\s+)?([0-9]+|[a-z]+(?:[\s-]+(?!card)[a-z]+)?)(?:\s+cards?)?[\s.!]*")

_ONE_CARD: Final = frozenset({0, 2, 3, 4, 5, 6, 7, 8, 9, 12, 14})
"""What one card can peg in the play, without the go or last card."""

_Items = tuple[tuple[str, tuple[int, ...]], ...]

_IN_SHOW: Final[_Items] = (
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
_IN_PLAY: Final[_Items] = (
    *((rf"(?:run|sequence)[ ]of[ ](?:{number_in_words(length)}|{length})", (length,)) for length in range(3, 8)),
    (r"(?:run|sequence)", (3, 4, 5, 6, 7)),
    (r"double[ -]pair[ -]royal|(?:four|4)[ ]of[ ]a[ ]kind", (12,)),
    (r"pair[ -]royal|(?:three|3)[ ]of[ ]a[ ]kind", (6,)),
    (r"pair", (2,)),
    (r"no[ ]points?", (0,)),
)
"""What is called in a count, and the points that it may bring."""


class _Ear(NamedTuple):
    """What is listened for: everything that may be said, combinations with their points, and totals that peg two."""

    pattern: re.Pattern[str]
    items: _Items
    totals: tuple[int, ...]


def _ear(items: _Items, filler: str, pegged: str, totals: tuple[int, ...]) -> _Ear:
    """An ear for the combinations of the show or of the play; ``pegged`` is what nobody needs to declare."""
    numbers = "|".join(sorted(_NUMBERS, key=len, reverse=True)).replace("-", "[ -]")
    pattern = rf"""
        (?P<other> ^ [-\u2212] \s? [0-9] | [0-9]+ [.] [0-9]+ )
        | (?P<gap> [\s,.;:!?&+()*_'"\u2019\u2010-\u2015\u2212-]+ )
        | (?P<item> {"|".join(said for said, _ in items)} ) (?![a-z])
        | (?P<number> [0-9]{{1,3}} | {numbers} ) (?![0-9a-z])
        | (?P<so> is | are | makes? | equals? | totals? | = ) (?![a-z])
        | (?P<pegged> {pegged} ) (?![a-z])
        | (?P<for> for ) (?![a-z])
        | (?P<filler> an? | and | another | the | his | her | my | i | have | it | that (?:['\u2019]?s)? | plus | no
            | points? | holes? | {filler} ) (?![a-z])
        | (?P<strange> . )
        """
    return _Ear(re.compile(pattern, re.VERBOSE | re.DOTALL), items, totals)


_SHOW: Final = _ear(_IN_SHOW, "declare | count | score | say | hand | crib | box", "(?!)", (15,))
_PLAY: Final = _ear(_IN_PLAY, "pegs? | pegging | marks? | marking | scores? | with", "go | last", (15, 31))


def _listen(text: str, ear: _Ear, hint: str) -> tuple[str, str, list[tuple[int, ...]]]:
    """What was said in plain characters, and a letter for each thing said, with its values.

    The letters: f fifteen (in the play also thirty-one), n another number, i an item, s so, r for.
    """
    shown, low = plain(" ".join(text.split()))
    kinds = ""
    values: list[tuple[int, ...]] = []
    for token in ear.pattern.finditer(low):
        match token.lastgroup:
            case "gap" | "filler":
                continue
            case "number":
                number = int(token[0]) if token[0].isdigit() else _NUMBERS[token[0].replace(" ", "-")]
                kinds += "f" if number in ear.totals else "n"
                values.append((number,))
            case "item":
                kinds += "i"
                values.append(next(points for pattern, points in ear.items if re.fullmatch(pattern, token[0])))
            case "so" | "for":
                kinds += "s" if token.lastgroup == "so" else "r"
                values.append(())
            case "pegged":
                raise NotationError(say("The point for a go or the last card is pegged for you: {hint}.", hint=hint))
            case _:
                raise unreadable(shown, *token.span(), hint)
        if len(kinds) > _LONGEST:
            raise NotationError(say("That is too long for a count: {hint}.", hint=hint))
    return shown, kinds, values


def _check_nineteen(shown: str) -> None:
    if "nineteen" in shown.lower():
        raise NotationError(say('Nothing counts nineteen, and players say "nineteen" for nothing: type 0 or 19.'))


def _pegged(kinds: str, values: Sequence[tuple[int, ...]], count: int) -> set[int]:
    """Every number of points that the words behind a card may mean; none where a number may be the count."""
    if kinds == "rn":
        return set(values[1])
    if kinds == "n":
        return {number for number in values[0] if number in _ONE_CARD and number != count}
    if not re.search("[fi]", kinds) or kinds in ("f", "rf"):
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
