"""The time to read a typed hand, and to count a file of hands; ``tests/bot/test_growth.py`` looks at hostile texts.

pytest tests/benchmarks/test_notation_speed.py --benchmark-only
"""

from __future__ import annotations

import os
import time
from random import Random

import pytest

from bot.__main__ import main
from engine.cards import PACK
from engine.text.question_reader import read

MANY = 100_000
ORDINARY = ["5h 5d 5c js 5s", "5H,5D,5C,JS,5S", "5h5d5cjs5s", "5♥ 5♦ 5♣ J♠ │ 5♠", "10h 9c 8d 7s | 6h"]
ROUNDS = 1_000


@pytest.mark.benchmark(group="read a hand")
@pytest.mark.parametrize("text", ORDINARY)
def test_read_hand(benchmark, text):
    """Read a hand; the fastest round should take less than 10 microseconds a hand."""

    def read_many():
        for _ in range(ROUNDS):
            read(text)

    benchmark.pedantic(read_many, rounds=30, iterations=1, warmup_rounds=2)
    micros = benchmark.stats.stats.min / ROUNDS * 1e6
    benchmark.extra_info["microseconds_a_hand"] = round(micros, 2)
    assert micros < 10


@pytest.mark.benchmark(group="read a question")
@pytest.mark.parametrize("text", [ORDINARY[0], "is 5h 5d 5c js + 5s 28?", "8 J 6 5 A A (31-4)", "5-5-6-7-J-J"])
def test_read_question(benchmark, text):
    benchmark(read, text)


@pytest.mark.benchmark(group="a file of hands")
@pytest.mark.parametrize("arguments", [("--json",), ("--json", "--explain"), ()])
def test_a_file_of_hands(benchmark, arguments, tmp_path):
    """Measure the lines a second of ``score --file`` in processor time, which other processes do not change."""
    rng = Random(1877)
    many = MANY if arguments == ("--json",) else MANY // 20
    path = tmp_path / "hands.txt"
    path.write_text("".join(f"{' '.join(map(str, rng.sample(PACK, 5)))}\n" for _ in range(many)))
    best = float("inf")

    def count():
        nonlocal best
        began = time.process_time()
        assert main(["score", "--file", str(path), *arguments]) == 0
        best = min(best, time.process_time() - began)

    count_into_nowhere(benchmark, count)
    benchmark.extra_info["lines_a_second"] = round(many / best)
    if arguments == ("--json",):
        assert many / best >= 50_000


def count_into_nowhere(benchmark, count):
    """Run the command without its output."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere, pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", nowhere)
        benchmark.pedantic(count, rounds=5, iterations=1, warmup_rounds=1)
