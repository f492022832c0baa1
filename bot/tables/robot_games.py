"""Games that robots play through the engine, as records that anyone can check."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, TextIO, TypedDict, TypeVar, Unpack

from bot.tables.shuffle import commitment, pack
from engine.actions import (
    Accept,
    Amend,
    Challenge,
    CutPack,
    Declare,
    Move,
    Play,
    Resign,
    SayGo,
    Stop,
    TakeBack,
)
from engine.ai.challenges import true_points
from engine.ai.robots import CLUB, choose, is_asked
from engine.events import Event, ForDealCut
from engine.game import apply, begin, chance, legal, shuffle_in, speakers, waiting_on
from engine.phases.score_events import MOST
from engine.presets import DEFAULT, find
from engine.record import Record
from engine.rules import Counting, Irregular, Pegging, Rules
from engine.state import Game, LayingAway, ToDeal
from engine.view import View, view

NAMES: Final = ("Ann", "Ben", "Cat", "Dan")
"""What the robots are called, by the place at which they sit down; of four, the cut may seat them anew."""

WIDEST: Final = 4
"""By how many points a robot that miscounts is wrong at most."""

_RASH: Final = 0.1
"""A robot that miscounts challenges without cause, or amends what was right, in so many of the cases."""

_AMENDS: Final = 0.5
"""How often a robot that declared too little finds it out while it may still amend."""

_CLAIMS: Final = 0.5
"""How often a robot that miscounts within reach of the game hole is so wrong that it claims the game."""

_CUTS: Final = 0.1
"""With ceremony: how often anybody but the dealer cuts the pack before the deal, whatever it costs."""

_Kind = TypeVar("_Kind")


class Options(TypedDict, total=False):
    """What may be said of games that robots play.

    ``preset`` and ``players`` choose the rules, ``target``, ``muggins`` and ``ceremony`` what is agreed within them,
    and ``seed`` the cards. ``levels`` are the robots' by the places at which they sit down, all ``"club"`` if none are
    named. ``miscount`` is the chance that a declaration is wrong, by one to four; those robots also challenge without
    cause, amend and stop too early now and then, and where nothing is declared nobody errs. ``irregular`` is the chance
    of an irregularity; where the rules refuse them it changes nothing. ``resign`` is the chance, at each move, that a
    robot gives the game up.
    """

    preset: str
    players: int
    target: int | None
    muggins: bool | None
    ceremony: bool | None
    seed: int | str
    levels: Sequence[str]
    miscount: float
    irregular: float
    resign: float


def write_games(out: TextIO, games: int, **options: Unpack[Options]) -> None:
    """Write the records of so many games as JSON, one a line, each as soon as it is played. Raises ``RulesError``."""
    for record in selfplay(games, **options):
        out.write(json.dumps(record.to_dict(), separators=(",", ":")) + "\n")


def selfplay(games: int, **options: Unpack[Options]) -> Iterator[Record]:
    """The records of so many games; the same options bring the same games. Raises ``RulesError``."""
    rules = rules_of(**options)
    names = (f"{options.get('seed', 0)}:{number}" for number in range(1, games + 1))
    return (_play_record(name, rules, options) for name in names)


def rules_of(**options: Unpack[Options]) -> Rules:
    """The rules that the options choose. Raises ``RulesError``."""
    return find(
        options.get("preset", DEFAULT),
        players=options.get("players", 2),
        target=options.get("target"),
        muggins=options.get("muggins"),
        ceremony=options.get("ceremony"),
    )


def _play_record(name: str, rules: Rules, options: Options) -> Record:
    seed = hashlib.sha256(name.encode()).digest()
    levels = tuple(options.get("levels", ())) or (CLUB,) * rules.players
    habits = Habits(options.get("miscount", 0.0), options.get("irregular", 0.0), options.get("resign", 0.0))
    events = play_game(rules, seed, levels=levels, habits=habits)
    names = seated(NAMES[: rules.players], events)
    return Record(name, options.get("preset", DEFAULT), rules, names, commitment(seed), seed.hex(), events)


def seated(people: Sequence[_Kind], events: Iterable[Event]) -> tuple[_Kind, ...]:
    """People by their seats once the cut for the deal has seated them, if it did."""
    for event in events:
        if isinstance(event, ForDealCut) and event.places is not None:
            people = [people[place] for place in event.places]
    return tuple(people)


@dataclass(frozen=True, slots=True)
class Habits:
    """How often the robots err, break a law, or give up: each a chance from 0 to 1."""

    miscount: float = 0.0
    irregular: float = 0.0
    resign: float = 0.0


def play_game(rules: Rules, seed: bytes, *, levels: Sequence[str], habits: Habits | None = None) -> tuple[Event, ...]:
    """Every fact of one game, whose packs and whose robots' whims all come from the seed."""
    whim = Random(hashlib.sha256(seed + b"robots").digest())
    robots = _Robots(tuple(levels), habits or Habits(), whim)
    game, told = begin(rules), list[Event]()
    while True:
        if (wanted := chance(game)) is not None:
            game, brought = shuffle_in(game, pack(seed, *wanted))
            robots = replace(robots, levels=seated(robots.levels, brought))
            told += brought
        elif moves := robots.moves(game):
            for move in moves:
                game, brought = apply(game, move)
                told += brought
        else:
            return tuple(told)


@dataclass(frozen=True, slots=True)
class _Robots:
    """The robots of one game: their levels by seat, their habits, and where their whims come from."""

    levels: tuple[str, ...]
    habits: Habits
    whim: Random

    def moves(self, game: Game) -> tuple[Move, ...]:
        """What is done next, one act after another; nothing once the game is over."""
        asked = waiting_on(game)
        if not asked:
            return ()
        if self._happens(self.habits.resign):
            return (Resign(self.whim.choice(asked)),)
        if (unasked := self._unasked(game)) is not None:
            return (unasked,)
        if game.window is not None:
            return self._words(game, asked)
        seat = asked[0] if len(asked) == 1 else self.whim.choice(asked)
        return (self._move(view(game, seat)),)

    def _words(self, game: Game, asked: Sequence[int]) -> tuple[Move, ...]:
        """What the table makes of an open declaration: everyone who may speak is heard before anybody acts.

        A challenge ends it. Otherwise the others say that they are satisfied, and whoever is to act next acts.
        """
        views = [view(game, seat) for seat in dict.fromkeys((*speakers(game), *asked))]
        heard = [self._move(seen) for seen in views if is_asked(seen)]
        if challenges := _of(heard, Challenge):
            return (self.whim.choice(challenges),)
        side_of = game.rules.side_of
        satisfied: dict[int, Move] = {side_of(move.seat): move for move in _of(heard, Accept)}
        acts = [move for move in heard if not isinstance(move, Accept)][:1]
        for move in acts:
            satisfied.pop(side_of(move.seat), None)
        return (*satisfied.values(), *acts)

    def _move(self, seen: View) -> Move:
        """What a robot does that is asked: something amiss now and then, else what it thinks best."""
        assert seen.seat is not None
        return self._amiss(seen) or self._as_said(seen, choose(seen, self.levels[seen.seat], self.whim.random))

    def _unasked(self, game: Game) -> Move | None:
        """What nobody asks for: a card taken back, a pack cut before the deal, a declaration amended."""
        rules = game.rules
        match game.phase:
            case _ if game.window is not None:
                return self._amended(game) if rules.amend else None
            case LayingAway(offender=None) if rules.irregular is Irregular.PENALISE:
                if self._happens(self.habits.irregular):
                    return self._one_of(game, TakeBack)
            case ToDeal() if self._happens(_CUTS):
                return self._one_of(game, CutPack)
        return None

    def _one_of(self, game: Game, kind: type[_Kind]) -> _Kind | None:
        """One of the acts of a kind that any seat may do."""
        acts = [move for seat in range(game.rules.players) for move in _of(legal(game, seat), kind)]
        return self.whim.choice(acts) if acts else None

    def _amended(self, game: Game) -> Amend | None:
        assert game.window is not None
        seen = view(game, game.window.seat)
        amends = _of(seen.legal, Amend)
        true = true_points(seen)
        if true > game.window.declared:
            right = [move for move in amends if move.points == true]
            return right[0] if right and self._happens(_AMENDS) else None
        return self.whim.choice(amends) if amends and self._happens(self.habits.miscount * _RASH) else None

    def _amiss(self, seen: View) -> Move | None:
        """An irregularity, either answer to one, a challenge without cause, or a play given up too early."""
        if self.habits.irregular and seen.offender is not None:
            return self.whim.choice(seen.legal)
        if self.habits.irregular and seen.rules.irregular is Irregular.PENALISE and _of(seen.legal, Play):
            goes = _of(seen.legal, SayGo)
            if goes and self._happens(self.habits.irregular):
                return goes[0]
        if self.habits.miscount:
            challenges, stops = _of(seen.legal, Challenge), _of(seen.legal, Stop)
            if challenges and self._happens(self.habits.miscount * _RASH):
                return self.whim.choice(challenges)
            if stops and self._happens(self.habits.miscount):
                return stops[0]
        return None

    def _as_said(self, seen: View, move: Move) -> Move:
        """The move as it comes out: with a wrong count now and then."""
        match move:
            case Declare() if self._happens(self.habits.miscount):
                return Declare(move.seat, self._wrong(seen, move.points))
            case Play() if seen.rules.pegging is Pegging.DECLARED and self._happens(self.habits.miscount):
                return replace(move, declared=self._wrong(seen, move.declared or 0))
            case _:
                return move

    def _wrong(self, seen: View, true: int) -> int:
        """Another count than the true one; within reach of the game hole it may well be as many as are to go."""
        assert seen.seat is not None
        lowest, highest = max(0, true - WIDEST), min(MOST, true + WIDEST)
        to_go = seen.to_go(seen.rules.side_of(seen.seat))
        in_reach = seen.rules.counting is Counting.CHALLENGE and true < to_go <= highest
        if in_reach and self._happens(_CLAIMS):
            return to_go
        return self.whim.choice([points for points in range(lowest, highest + 1) if points != true])

    def _happens(self, share: float) -> bool:
        return share > 0 and self.whim.random() < share


def _of(moves: Iterable[Move], kind: type[_Kind]) -> list[_Kind]:
    """The moves of a kind."""
    return [move for move in moves if isinstance(move, kind)]
