"""Work on what people send grows no faster than what they send, and what has no use is not looked at.

The lines of Python that run are counted, not seconds. ``tests/benchmarks/test_waiting_times.py`` has the times.
"""

import sys
from types import SimpleNamespace

import pytest

from bot.leagues.access import meant
from bot.leagues.csv_format import MOST_BAD
from bot.leagues.export import unique_names
from bot.leagues.ratings import ladder_of
from bot.leagues.results_reader import parse_results
from bot.leagues.spreadsheets import decode_file
from bot.leagues.standings import Order, ranked_standings, tied_groups
from bot.models.league import folded
from bot.models.player import Player
from bot.models.result import HeadToHead, ResultTotals, ServerResult
from bot.ui.calculator import handlers
from bot.ui.core import formatting
from bot.ui.lawbook import law_page
from bot.ui.leagues import files, lookup, transformers
from engine.errors import CribbageError
from engine.presets import find
from engine.text.languages import LANGUAGES
from engine.text.question_reader import read_question
from engine.text.typed_cards import LONGEST
from tests.support.depth import sampled
from tests.support.phrases import HOSTILE

ACC = find("acc")
HEADER = "date,player_a,player_b,score_a,score_b,games_a,games_b"
ROW = "2025-01-01,Ann,Ben,121,100,,"

TEXTS = (
    *("5h ", "5 ", "a", "jack ", "\u0316\u0301", "ﷺ", "İ", "~~", "~~a", "||", "||a", "<:a", "<@1", "<a:b:1>", "> "),
    *("`", "`5h", "5h 5d 5c js 5s\n", "`5h 5d 5c js 5s`", "-# ", "|", "15 2 ", "🂡", "twenty-", "play ", "...", ", "),
)

READERS = {
    "a question": lambda text: read_question(handlers.strip_markup(text)),
    "a message": lambda text: handlers.try_read(text, None),
    "a message in German": lambda text: handlers.try_read(text, LANGUAGES["de"]),
    "a message in French": lambda text: handlers.try_read(text, LANGUAGES["fr"]),
    "a law": law_page.find,
    "suggested laws": law_page.suggestions,
    "a name": folded,
    "an answer": formatting.escape,
}

FILES = {
    "rows": lambda many: f"{HEADER}\n" + f"{ROW}\n" * many,
    "bad rows": lambda many: f"{HEADER}\n" + "2025-13-01,A,B,121,100,,\n" * many,
    "short rows": lambda many: f"{HEADER}\n" + "x\n" * many,
    "columns": lambda many: f"{HEADER}{',x' * many}\n" + f"{ROW}{',x' * many}\n" * 3,
    "equal columns": lambda many: ",".join(["date"] * many),
    "names": lambda many: f"{HEADER}\n" + "".join(f"2025-01-01,A{n},B{n},121,100,,\n" for n in range(many)),
    "quotes": lambda many: f"{HEADER}\n" + '"' * many,
    "an open quote": lambda many: f'{HEADER}\n"' + "x\n" * many,
    "empty lines": lambda many: "\n" * many,
    "separators": lambda many: "sep=;\n" * many,
    "a long name": lambda many: f"{HEADER}\n2025-01-01,a{chr(0x316) * many},B,121,100,,\n",
    "nulls": lambda many: f"{HEADER}\n" + "\0" * many,
    "names alone": lambda many: "Ann,Ben,Cy,Dan\n" * many,
    "lines of scores": lambda many: "Ann 121 Ben 98\n" * many + "Cy 120 Dan 9\n",
    "a long line of words": lambda many: "Ann beat Ben 121-98\n" + "Ann v " * many,
}


def lines_run(call, *arguments):
    count, before = 0, sys.gettrace()

    def trace(frame, event, argument):
        nonlocal count
        count += event == "line"
        return trace

    sys.settrace(trace)
    try:
        call(*arguments)
    except CribbageError:
        pass
    finally:
        sys.settrace(before)
    return count


def assert_linear(call, make, size):
    """Check that four times as much is no more than some five times the work."""
    once, more = lines_run(call, make(size)), lines_run(call, make(4 * size))
    assert more <= 5 * once + 500, f"{once} lines for {size}, {more} for {4 * size}"


GROWING = [
    # A message is read as a question, so what both get is tried once.
    *((reader, "", piece) for reader in READERS if reader != "a question" for piece in TEXTS),
    *(("a question", front, piece) for front in ("", "5h 5d 5c js 5s ") for piece in HOSTILE if piece not in TEXTS),
    *(("a question", "5h 5d 5c js 5s ", piece) for piece in HOSTILE if piece in TEXTS),
]
"""Readers, and texts that begin and go on like this."""


@sampled(("reader", "front", "piece"), GROWING, ids=ascii)
def test_typed_texts(reader, front, piece):
    assert_linear(READERS[reader], lambda letters: (front + piece * letters)[:letters], LONGEST // 16)


def test_no_more_of_a_name_is_compared_than_names_have():
    assert len(folded("e\u0301" * 100_000)) <= 200


def test_no_more_of_a_text_is_compared_with_laws_than_laws_have(monkeypatch):
    compared = []
    monkeypatch.setattr(law_page, "get_close_matches", lambda word, *_, **__: compared.append(word) or [])
    with pytest.raises(CribbageError):
        law_page.find("xyzzy " * 1000)
    assert [len(word) <= 60 for word in compared] == [True]


@sampled("kind", FILES)
def test_files(kind):
    assert_linear(lambda text: parse_results(text, ACC), FILES[kind], 150)


@pytest.mark.parametrize("kind", FILES)
def test_of_a_bad_file_little_is_kept(kind):
    parsed = parse_results(FILES[kind](1000), ACC)
    assert len(parsed.bad) <= MOST_BAD
    assert sum(map(len, map(str, (*parsed.bad, *parsed.notes)))) < 10_000


@pytest.mark.parametrize("data", [b"\xff\xfe" + b"\xd8" * 999, b"\xff" * 999, b"\xef\xbb\xbf", b"\0" * 999, b""])
def test_bytes_of_any_kind_are_read(data):
    text, _ = decode_file(data)
    assert parse_results(text, ACC).bad


async def test_a_large_attachment_is_refused_before_it_is_downloaded():
    async def may(*_):
        pass

    context = SimpleNamespace(leagues=SimpleNamespace(access=SimpleNamespace(check_manager=may)))
    file = SimpleNamespace(size=25_000_000, read=None)
    with pytest.raises(CribbageError, match="over 4 MB"):
        await files.import_preview(context, None, None, file, None)


def players(many, name="Ann"):
    return [Player(number, None, name.format(number)) for number in range(many)]


def totals(many):
    return [ResultTotals(player=player, played=1, won=1) for player in players(many, "P{}")]


def everyone_met_once(many):
    one = HeadToHead(won=1, played=1)
    return {(number, (number + 1) % many): one for number in range(many)}


LEAGUES = {
    "equal names": (unique_names, players),
    "equal long names": (unique_names, lambda many: players(many, "A" * 64 + "{}")),
    "names with numbers": (unique_names, lambda many: players(many, "Ann ({})") * 2),
    "a table of equals": (lambda sums: ranked_standings(sums, {}, Order("acc")), totals),
    "a table of equals who met": (
        lambda many: ranked_standings(totals(many), everyone_met_once(many), Order("acc")),
        lambda many: many,
    ),
    "groups": (lambda sums: tied_groups(sums, Order("acc")), totals),
    "friendly games": (
        ladder_of,
        lambda many: [ServerResult((one, one), (121, 90), 0, 1) for one in players(many)],
    ),
    "a named member": (lambda people: lookup._only_match(people, "<@1>"), players),
    "suggested members": (
        lambda people: transformers._choices_of_members([SimpleNamespace(player=one) for one in people], "a"),
        players,
    ),
    "the name that was meant": (lambda people: meant("Player 7x", [one.name for one in people]), players),
    "many lines": (lambda many: formatting.as_many_as_fit(["x" * 50] * many), lambda many: many),
}


@pytest.mark.parametrize("what", LEAGUES)
def test_leagues(what):
    call, make = LEAGUES[what]
    assert_linear(call, make, 200)
