"""Games that robots play through the engine, as records that anyone can check."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, TextIO, TypedDict, Unpack

from bot.tables.packs import commitment, pack
from engine.actions import Declare, Move
from engine.ai.robots import CLUB, choose
from engine.events import Event
from engine.game import apply, begin, chance, shuffle_in, waiting_on
from engine.phases.show import MOST
from engine.presets import DEFAULT, find
from engine.record import Record
from engine.rules import Rules
from engine.view import View, view

NAMES: Final = ("Ann", "Ben", "Cat", "Dan")
"""What the robots are called, by seat."""

WIDEST: Final = 4
"""By how many points a robot that miscounts is wrong at most."""


class Options(TypedDict, total=False):
    """What may be said of games that robots play.

    ``preset`` and ``players`` choose the rules, and ``seed`` the cards. ``levels`` are the robots' by seat, all
    ``"club"`` if none are named. ``miscount`` is the chance that a declaration is wrong, by one to four; where
    nothing is declared it changes nothing. ``irregular`` is the chance of an irregularity; where the rules refuse
    them it changes nothing.
    """

    preset: str
    players: int
    seed: int | str
    levels: Sequence[str]
    miscount: float
    irregular: float


def write_games(out: TextIO, games: int, **options: Unpack[Options]) -> None:
    """Write the records of so many games as JSON, one a line, each as soon as it is played. Raises ``RulesError``."""
    for record in selfplay(games, **options):
        out.write(json.dumps(record.to_dict(), separators=(",", ":")) + "\n")


def selfplay(games: int, **options: Unpack[Options]) -> Iterator[Record]:
    """The records of so many games; the same options bring the same games. Raises ``RulesError``."""
    preset = options.get("preset", DEFAULT)
    rules = find(preset, players=options.get("players", 2))
    names = (f"{options.get('seed', 0)}:{number}" for number in range(1, games + 1))
    return (_play_record(name, preset, rules, options) for name in names)


def _play_record(name: str, preset: str, rules: Rules, options: Options) -> Record:
    seed = hashlib.sha256(name.encode()).digest()
    levels = tuple(options.get("levels", ())) or (CLUB,) * rules.players
    events = play_game(rules, seed, levels=levels, miscount=options.get("miscount", 0.0))
    return Record(name, preset, rules, NAMES[: rules.players], commitment(seed), seed.hex(), events)


def play_game(rules: Rules, seed: bytes, *, levels: Sequence[str], miscount: float = 0.0) -> tuple[Event, ...]:
    """Every fact of one game, whose packs and whose robots' whims all come from the seed."""
    whim = Random(hashlib.sha256(seed + b"robots").digest())
    game, told = begin(rules), list[Event]()
    while True:
        if (wanted := chance(game)) is not None:
            game, brought = shuffle_in(game, pack(seed, *wanted))
        elif asked := waiting_on(game):
            game, brought = apply(game, _move(view(game, asked[0]), levels[asked[0]], miscount, whim))
        else:
            return tuple(told)
        told += brought


def _move(seen: View, level: str, miscount: float, whim: Random) -> Move:
    move = choose(seen, level, whim.random)
    if isinstance(move, Declare) and whim.random() < miscount:
        return _miscounted(move, whim)
    return move


def _miscounted(truth: Declare, whim: Random) -> Declare:
    """Another count than the true one, too many or too few."""
    lowest, highest = max(0, truth.points - WIDEST), min(MOST, truth.points + WIDEST)
    return Declare(truth.seat, whim.choice([points for points in range(lowest, highest + 1) if points != truth.points]))
