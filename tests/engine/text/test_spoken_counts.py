"""The count spoken aloud: its cadence, its sums, and the same words heard again."""

import re
from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PACK, Card, Suit
from engine.errors import NotationError
from engine.scoring import peg_points, show
from engine.text.languages import LANGUAGES
from engine.text.multilingual import read_in_english
from engine.text.spoken_counts import (
    UnclearNumber,
    english_number,
    parse_count,
    parse_pegging,
    spoken_count,
)
from tests.support.data_files import data_beside
from tests.support.phrases import phrases
from tests.support.strategies import cards, hands, ranks
from tests.support.typed_tables import lines_of

CASES = data_beside(__file__)

NOTHING = 'Nothing ("nineteen", as players say).'


@pytest.mark.parametrize("line", phrases("spoken_hands"))
def test_a_hand_is_called_in_the_cadence_of_the_trade(line):
    """The first ones are the examples of the books: 000:80, 001:79, 001:93 and the perfect 29 of 000:93."""
    dealt, sentence = line.split(" => ")
    hand, starter = dealt.split(" | ")
    count = show(cards(hand), Card.parse(starter))
    assert str(spoken_count(count)) == sentence
    assert sentence == NOTHING or parse_count(sentence) == (count.total, None)


def test_a_crib_has_no_flush_of_four():
    assert str(spoken_count(show(cards("2H 4H 6H 8H"), Card.parse("TC"), crib=True))) == NOTHING
    assert str(spoken_count(show(cards("2H 4H 6H 8H"), Card.parse("TH"), crib=True))) == "Five for a flush."


NUMBERS = {english_number(number): number for number in range(122)}


def test_numbers_in_words():
    assert len(NUMBERS) == 122
    expected = {0: "zero", 7: "seven", 12: "twelve", 20: "twenty", 29: "twenty-nine", 90: "ninety", 99: "ninety-nine"}
    expected |= {100: "one hundred", 101: "one hundred and one", 121: "one hundred and twenty-one"}
    assert {number: english_number(number) for number in expected} == expected


@pytest.mark.parametrize("number", [-1, 122])
def test_numbers_beyond_the_board_are_refused(number):
    with pytest.raises(ValueError, match="0 to 121"):
        english_number(number)


VALUES = {"a pair": 2, "another pair": 2, "a run of three": 3, "a run of four": 4, "a run of five": 5}


def add_up(sentence):
    """The sum of the points that a sentence names; every count so far must be right."""
    if sentence == NOTHING:
        return 0
    total = 0
    for call in sentence.removesuffix(".").lower().split(", "):
        named, _, so_far = call.removeprefix("and ").partition(" is ")
        if named.startswith("fifteen ") and named != "fifteen for triple run":
            total, so_far = total + 2, named.removeprefix("fifteen ")
        else:
            points, for_, _ = named.partition(" for ")
            total += NUMBERS[points] if for_ else VALUES[named]
        assert NUMBERS[so_far or english_number(total)] == total
        assert so_far or call == sentence.removesuffix(".").lower().split(", ")[0]
    return total


def check(count):
    assert add_up(str(spoken_count(count))) == count.total


@st.composite
def flushes(draw):
    """Return three or four cards of one suit, and any starter."""
    suit = draw(st.sampled_from(Suit))
    suited = [card for card in PACK if card.suit is suit]
    held = draw(st.lists(st.sampled_from(suited), min_size=3, max_size=4, unique=True))
    return *held, draw(st.sampled_from([card for card in PACK if card not in held]))


@given(st.one_of(hands(4), hands(5), flushes()), st.booleans())
def test_the_points_named_add_up_to_the_count(dealt, crib):
    count = show(dealt[:-1], dealt[-1], crib=crib)
    check(count)
    assert not count.total or parse_count(str(spoken_count(count))) == (count.total, None)


def test_the_points_of_every_set_of_ranks_add_up():
    totals = {}
    for size in (4, 5):
        for some in combinations_with_replacement(range(1, 14), size):
            if all(some.count(rank) <= 4 for rank in some):
                held = [Card(rank, place % 4) for place, rank in enumerate(some)]
                count = show(held[:-1], held[-1])
                check(count)
                totals[str(spoken_count(count))] = count.total
    assert totals.pop(NOTHING) == 0
    assert {sentence: parse_count(sentence).points for sentence in totals} == totals


@pytest.mark.parametrize(
    ("said", "complaint"), [*CASES["refused"], (NOTHING, "Type 0 or 19"), ("15 2 " * 60, "too long")]
)
def test_what_does_not_add_up_or_may_mean_two_things_is_not_guessed(said, complaint):
    with pytest.raises(NotationError, match=complaint):
        parse_count(said)


@pytest.mark.parametrize(("said", "points", "remark"), CASES["doubtful"])
def test_a_last_number_that_is_not_the_sum_is_doubtful(said, points, remark):
    found = parse_count(said)
    assert found.points == points
    assert points in found.doubt.numbers
    with pytest.raises(UnclearNumber):
        found.clear()
    assert str(found.remark) == f"You ended on {points}, but the points you listed {remark}"


@given(st.lists(st.sampled_from([number for number in range(30) if number != 15]), min_size=2, max_size=6))
def test_a_row_of_bare_numbers_is_never_taken_for_its_last(numbers):
    said = " ".join(map(str, numbers))
    try:
        points = parse_count(said).clear()
    except NotationError:
        return
    assert points == numbers[-1] == sum(numbers)


COUNTS = ("15 2", "15-4", "fifteen six", "a pair", "pair 2", "run of three", "run 3", "2", "4", "6", "8", "12", "and 2")


@given(
    st.lists(st.sampled_from(COUNTS), min_size=1, max_size=5),
    st.sampled_from(["{}", "12 ({})", "12: {}", "{} is 12", "{}, 12 in all", "{} and 10 more"]),
    st.sampled_from([", ", " and ", " + ", "; "]),
)
def test_no_count_is_taken_for_another_than_its_last_number_and_its_sum(parts, whole, between):
    said = whole.format(between.join(parts))
    try:
        points = parse_count(said).clear()
    except NotationError:
        return
    numbers = [int(number) for number in re.findall("[0-9]+", said.replace("fifteen six", "15-6"))]
    if len(numbers) > 1 and not said.endswith(("pair", "three")):
        assert points == numbers[-1]
    if whole != "{}":
        assert points == 12 or whole.startswith("{} and")


def label_of(reader, text, language):
    """Return the points that are read, ``ask`` where numbers are offered, or ``refused``."""
    try:
        return str(read_in_english(text, language, reader)[1])
    except UnclearNumber as unclear:
        return "ask" if unclear.numbers else "refused"
    except NotationError:
        return "refused"


@pytest.mark.parametrize(("name", "needless"), [("counts.txt", 2), ("counts_held.txt", 8)])
def test_collected_counts_are_stored_as_they_are_meant_or_asked_about(name, needless):
    """Of each line of the file, written before the reader: show or play, the language, the text and its meaning."""
    languages = {"en": None, "de": LANGUAGES["de"], "es": LANGUAGES["es"], "fr": LANGUAGES["fr"]}
    readers = {"show": lambda text: parse_count(text).clear(), "play": lambda text: parse_pegging(text, 15, "")}
    wrong, asked = [], []
    for kind, language, text, meaning in lines_of(name):
        found = label_of(readers[kind], text, languages[language])
        if found not in meaning.split(" or "):
            # The bot pegs the go: a count with it is refused in a sentence of its own.
            (asked if found == "ask" or "go" in text else wrong).append((text, found, meaning))
    assert not wrong
    assert len(asked) <= needless, asked


# What a card pegs.


@pytest.mark.parametrize(("said", "points"), CASES["pegging"])
def test_the_calls_of_the_play_are_read(said, points):
    assert parse_pegging(said, 24, "") == points


def test_a_bare_number_is_taken_for_points_only_where_a_card_can_peg_so_many():
    taken = set()
    for number in range(30):
        try:
            taken.add(parse_pegging(str(number), 29, ""))
        except NotationError:
            continue
    assert taken == every_score_of_one_card()


def every_score_of_one_card():
    """Return every score of one card: random short series of few ranks, and the run of seven that makes thirty-one."""
    chance, found = Random(7), {peg_points(ranks("3 A 2 3 4 5 6 7"))}
    for _ in range(20_000):
        few = chance.sample(range(1, 14), chance.choice((1, 2, 3, 7)))
        pack = [card for card in PACK if card.rank in few]
        series = chance.sample(pack, min(len(pack), chance.randint(1, 7)))
        if sum(card.pips for card in series) <= 31:
            found.add(peg_points(series))
    return found


PEGGED = ("15 2", "fifteen for two", "31 for 2", "pair", "a pair for 2", "run of 3", "six for pair royal", "2", "and")


@given(st.lists(st.sampled_from((*PEGGED, "is 4", "for 2", "3", "8")), max_size=4).map(", ".join), st.integers(1, 31))
def test_the_points_after_a_card_are_the_sum_of_their_parts(said, count):
    try:
        points = parse_pegging(said, count, "like for 2")
    except NotationError:
        return
    worth = {"15 2": 2, "fifteen for two": 2, "31 for 2": 2, "pair": 2, "a pair for 2": 2, "run of 3": 3}
    parts = [part for part in said.split(", ") if part != "and"]
    if len(parts) > 1 and all(part in worth for part in parts):
        assert points == sum(worth[part] for part in parts)
    if parts[-1:] == ["is 4"]:
        assert points == 4
