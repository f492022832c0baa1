"""Runs a scenario by hand and prints its figures: ``python -m tests.system load --games 500``."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Any

from tests.system import load_run, scenarios, two_processes

_SCENARIOS = {
    "games": (scenarios.games, "games [NUMBER=60]: whole games, and every screen at the end"),
    "kills": (scenarios.kills, "kills [NUMBER=20] [TABLES=20]: SIGKILL at random moments, and every screen after each"),
    "faults": (
        scenarios.faults,
        "faults [NUMBER=13] [TABLES=8]: Discord fails in every way, and every screen after each",
    ),
    "load": (load_run.load, "load: games at the pace of people, in many servers, with the options below"),
    "two-processes": (
        two_processes.two_processes,
        "two-processes [KILLS=16] [GAMES=32]: two processes over PostgreSQL, either killed at random",
    ),
    "stop": (scenarios.stop, "stop [TABLES=100]: SIGTERM while people press"),
}


def main() -> int:
    """Run the scenario that is named; the exit code says whether Discord showed what is stored."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.system",
        description="\n".join(words for _, words in _SCENARIOS.values()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("scenario", choices=_SCENARIOS)
    parser.add_argument("numbers", nargs="*", type=float)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-pictures", action="store_true", help="for load")
    parser.add_argument("--games", type=int, default=100, help="for load: how many at once")
    parser.add_argument("--shards", type=int, default=4, help="for load")
    parser.add_argument("--guilds", type=int, default=10_000, help="for load: the servers that the bot is in")
    parser.add_argument("--seconds", type=float, default=120.0, help="for load: how long to measure")
    parser.add_argument("--minutes", type=float, default=20.0, help="for load: how long a game takes")
    parser.add_argument("--compare", action="store_true", help="for load: compare every screen at the end")
    parser.add_argument("--log", type=Path, help="write what the bot logged to this file")
    arguments = parser.parse_args()
    numbers = [int(one) if one.is_integer() else one for one in arguments.numbers]
    options: dict[str, Any] = {"pictures": False} if arguments.no_pictures else {}
    if arguments.scenario == "load":
        options |= {name: getattr(arguments, name) for name in ("games", "shards", "guilds", "seconds", "minutes")}
        options["compares"] = arguments.compare
    scenario, _ = _SCENARIOS[arguments.scenario]
    report = asyncio.run(scenario(*numbers, seed=arguments.seed, **options))
    print(report)
    for one in report.differences[:40]:
        print(f"  {one}")
    if arguments.log is not None:
        arguments.log.write_text(report.log)
    return 1 if report.differences else 0


if __name__ == "__main__":
    sys.exit(main())
