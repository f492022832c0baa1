"""Games that robots play through the engine, as records that anyone can verify."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final, TextIO, TypedDict, TypeVar, Unpack

from bot.tables.shuffle import commitment, pack
from engine import actions
from engine.ai.levels import CLUB, SKILLS
from engine.ai.robots import challenge_due, choose
from engine.cards import Rank
from engine.declarations import MOST
from engine.events import Event, ForDealCut
from engine.game import apply, begin, chance, legal, shuffle_in, speakers, waiting_on
from engine.presets import DEFAULT, find
from engine.record import Record
from engine.rules import Counting, Irregular, Pegging, Rules
from engine.scoring import most_pegged
from engine.state import Game, LayingAway, Playing, ToDeal, Window
from engine.view import View, view

ROBOT_NAMES: Final = ("Ann", "Ben", "Cat", "Dan")
"""The robots' names in the order in which they sit down; with four players the cut may change their seats."""

LARGEST_ERROR: Final = 4
"""The largest error of a robot that miscounts, in points."""

_UNFOUNDED: Final = 0.1
"""How often a robot that miscounts also challenges or amends a right count, as a share of its miscounts."""

_AMENDS: Final = 0.5
"""How often a robot that declared too few points amends them while they are open to challenge."""

_AMENDS_LATE: Final = 0.1
"""The same, at each move, once they are not: a robot may remember them in the next deal."""

_ACCEPTS: Final = 0.3
"""How often a robot accepts a declaration, at each move, although the game can go on without its answer."""

_CLAIMS_HEELS: Final = 0.3
"""How often a dealer claims his heels, at each move, before their turn comes."""

_CLAIMS: Final = 0.5
"""How often a robot that miscounts near the game hole claims the game."""

_CUTS: Final = 0.1
"""With ceremony: how often a player cuts the pack before the deal without being asked, at the cost of points."""

_Kind = TypeVar("_Kind")


class Options(TypedDict, total=False):
    """The options of games that robots play.

    ``preset``, ``players``, ``target``, ``muggins`` and ``ceremony`` choose the rules, and ``seed`` the cards.
    ``levels`` are the robots' levels in the order in which they sit down (all ``"club"`` by default). ``miscount`` is
    the chance that a declaration is wrong, by 1 to 4 points; such robots now and then also challenge without cause,
    amend a right count or stop too early. It has no effect where nothing is declared. ``irregular`` is the chance of an
    irregularity, without effect where the rules refuse them. ``resign`` is the chance, at each move, that a robot
    resigns.
    """

    preset: str
    players: int
    partners: str | None
    target: int | None
    muggins: bool | None
    ceremony: bool | None
    seed: int | str
    levels: Sequence[str]
    miscount: float
    irregular: float
    resign: float


def write_games(out: TextIO, games: int, **options: Unpack[Options]) -> None:
    """Write the records of robot games as JSON, one a line, each as soon as it is played. Raises ``RulesError``."""
    for record in play_games(games, **options):
        out.write(json.dumps(record.to_dict(), separators=(",", ":")) + "\n")


def play_games(games: int, **options: Unpack[Options]) -> Iterator[Record]:
    """Play games and yield their records; equal options give equal games. Raises ``RulesError``."""
    rules = rules_of(**options)
    names = (f"{options.get('seed', 0)}:{number}" for number in range(1, games + 1))
    return (_play_record(name, rules, options) for name in names)


def rules_of(**options: Unpack[Options]) -> Rules:
    """The rules that the options choose. Raises ``RulesError``."""
    chosen: dict[str, Any] = {name: options[name] for name in _OF_RULES if name in options}
    return find(options.get("preset", DEFAULT), **chosen)


_OF_RULES: Final = ("players", "partners", "target", "muggins", "ceremony")


def _play_record(name: str, rules: Rules, options: Options) -> Record:
    seed = hashlib.sha256(name.encode()).digest()
    levels = tuple(options.get("levels", ())) or (CLUB,) * rules.players
    habits = Habits(options.get("miscount", 0.0), options.get("irregular", 0.0), options.get("resign", 0.0))
    events = play_game(rules, seed, levels=levels, habits=habits)
    names = in_seat_order(ROBOT_NAMES[: rules.players], events)
    return Record(name, options.get("preset", DEFAULT), rules, names, commitment(seed), seed.hex(), events)


def in_seat_order(people: Sequence[_Kind], events: Iterable[Event]) -> tuple[_Kind, ...]:
    """Put people in the order of their seats, which a cut for the deal may have changed."""
    for event in events:
        if isinstance(event, ForDealCut) and event.places is not None:
            people = [people[place] for place in event.places]
    return tuple(people)


@dataclass(frozen=True, slots=True)
class Habits:
    """The habits of robots: the probabilities, 0 to 1, that they miscount, commit an irregularity or resign."""

    miscount: float = 0.0
    irregular: float = 0.0
    resign: float = 0.0


def play_game(rules: Rules, seed: bytes, *, levels: Sequence[str], habits: Habits | None = None) -> tuple[Event, ...]:
    """Play one game and return its events; the seed determines the cards and the robots' choices."""
    rng = Random(hashlib.sha256(seed + b"robots").digest())
    robots = _Robots(tuple(levels), habits or Habits(), rng)
    game, events = begin(rules), list[Event]()
    while True:
        if (wanted := chance(game)) is not None:
            game, new_events = shuffle_in(game, pack(seed, *wanted))
            robots = replace(robots, levels=in_seat_order(robots.levels, new_events))
            events += new_events
        elif moves := robots.moves(game):
            for move in moves:
                game, new_events = apply(game, move)
                events += new_events
        else:
            return tuple(events)


@dataclass(frozen=True, slots=True)
class _Robots:
    levels: tuple[str, ...]
    habits: Habits
    rng: Random

    def moves(self, game: Game) -> tuple[actions.Move, ...]:
        """The next moves, in order; none once the game is over."""
        waiting = waiting_on(game)
        if not waiting:
            return ()
        if (gives_up := self._resignation(game)) is not None:
            return (gives_up,)
        if (out_of_turn := self._out_of_turn(game)) is not None:
            return (out_of_turn,)
        seat = waiting[0] if len(waiting) == 1 else self.rng.choice(waiting)
        others = [view(game, other) for other in speakers(game) if other != seat]
        if challenges := [challenge for seen in others if (challenge := self._challenge(seen)) is not None]:
            return (self.rng.choice(challenges),)
        move = self._move(view(game, seat))
        if isinstance(move, actions.Challenge) or any(window.claims_game for window in game.open_windows):
            return (move,)
        silent: dict[int | None, View] = {game.rules.side_of(seen.seat or 0): seen for seen in others}
        silent.pop(game.rules.side_of(seat), None)
        accepted = [actions.Accept(seen.seat or 0) for seen in silent.values() if self._happens(_ACCEPTS)]
        return (*accepted, move)

    def _resignation(self, game: Game) -> actions.Resign | None:
        """A resignation, unless another side claims the game: that side is answered first."""
        if not self._happens(self.habits.resign):
            return None
        side_of = game.rules.side_of
        claims = {side_of(window.seat) for window in game.open_windows if window.claims_game}
        seats = [seat for seat in game.seats if claims <= {side_of(seat)}]
        return actions.Resign(self.rng.choice(seats)) if seats else None

    def _challenge(self, seen: View) -> actions.Challenge | None:
        """The challenge of a robot that nobody waits for: of what it notices, and now and then without cause."""
        if self._happens(self.habits.miscount * _UNFOUNDED):
            return self.rng.choice(_of_type(seen.legal, actions.Challenge) or [None])
        due = challenge_due(seen)
        level = self.levels[seen.seat or 0]
        return self._with_wrong_call(seen, due) if due is not None and self._happens(SKILLS[level].notices) else None

    def _move(self, seen: View) -> actions.Move:
        """The move of a robot whose turn it is: now and then an irregular one, else the one that it thinks best."""
        return self._irregular_move(seen) or self._with_miscount(
            seen, choose(seen, self.levels[seen.own_seat], self.rng.random)
        )

    def _out_of_turn(self, game: Game) -> actions.Move | None:
        """A move out of turn: a card taken back, the pack cut before the deal, his heels, or a declaration amended."""
        rules = game.rules
        for window in game.windows:
            if window.amendable and (amended := self._amend(game, window)) is not None:
                return amended
        match game.phase:
            case LayingAway(offender=None) if rules.irregular is Irregular.PENALISE:
                if self._happens(self.habits.irregular):
                    return self._random_move(game, actions.TakeBack)
            case ToDeal() if self._happens(_CUTS):
                return self._random_move(game, actions.CutPack)
            case Playing(starter=starter) if starter.rank is Rank.JACK and rules.heels_forfeit:
                return self._random_move(game, actions.ClaimHeels) if self._happens(_CLAIMS_HEELS) else None
        return None

    def _random_move(self, game: Game, kind: type[_Kind]) -> _Kind | None:
        acts = [move for seat in game.seats for move in _of_type(legal(game, seat), kind)]
        return self.rng.choice(acts) if acts else None

    def _amend(self, game: Game, window: Window) -> actions.Amend | None:
        """Raise a declaration that is too low to its true count; now and then raise a right one, or claim the game."""
        true, late = window.true_count, not window.open_to
        if true > window.declared:
            wanted = true if self._happens(_AMENDS_LATE if late else _AMENDS) else None
        elif self._happens(self.habits.miscount * _UNFOUNDED * (_AMENDS_LATE if late else 1)):
            to_go = game.rules.target - game.scores[game.rules.side_of(window.seat)]
            claim = window.pegged + to_go if self._happens(_CLAIMS) else MOST
            wanted = claim if claim <= MOST else min(window.declared + self.rng.randint(1, LARGEST_ERROR), MOST)
        else:
            return None
        amends = _of_type(legal(game, window.seat), actions.Amend)
        return next((move for move in amends if (move.points, move.what) == (wanted, window.what)), None)

    def _irregular_move(self, seen: View) -> actions.Move | None:
        """An irregularity, an answer to one, a challenge without cause, or a play stopped too early."""
        if self.habits.irregular and seen.offender is not None:
            return self.rng.choice(seen.legal)
        if self.habits.irregular and seen.rules.irregular is Irregular.PENALISE and _of_type(seen.legal, actions.Play):
            goes = _of_type(seen.legal, actions.SayGo)
            if goes and self._happens(self.habits.irregular):
                return goes[0]
        if self.habits.miscount:
            challenges, stops = _of_type(seen.legal, actions.Challenge), _of_type(seen.legal, actions.Stop)
            if challenges and self._happens(self.habits.miscount * _UNFOUNDED):
                return self.rng.choice(challenges)
            if stops and self._happens(self.habits.miscount):
                return stops[0]
        return None

    def _with_miscount(self, seen: View, move: actions.Move) -> actions.Move:
        match move:
            case actions.Declare() if self._happens(self.habits.miscount):
                return actions.Declare(move.seat, self._wrong_count(seen, move.points))
            case actions.Play() if seen.rules.pegging is Pegging.DECLARED and self._happens(self.habits.miscount):
                most = most_pegged(len(seen.at_own_turn().series) + 1)
                return replace(move, declared=self._wrong_count(seen, move.declared or 0, most))
            case actions.Challenge():
                return self._with_wrong_call(seen, move)
            case _:
                return move

    def _with_wrong_call(self, seen: View, move: actions.Challenge) -> actions.Challenge:
        """The challenge, with a wrong number of points now and then where muggins is called by points."""
        if move.points is None or not self._happens(self.habits.miscount):
            return move
        count = (move.against, move.card)
        calls = [
            other
            for other in _of_type(seen.legal, actions.Challenge)
            if (other.against, other.card) == count and other.points
        ]
        return self.rng.choice(calls)

    def _wrong_count(self, seen: View, true: int, most: int = MOST) -> int:
        lowest, highest = max(0, true - LARGEST_ERROR), min(most, true + LARGEST_ERROR)
        to_go = seen.to_go(seen.rules.side_of(seen.own_seat))
        in_reach = seen.rules.counting is Counting.CHALLENGE and true < to_go <= highest
        if in_reach and self._happens(_CLAIMS):
            return to_go
        return self.rng.choice([points for points in range(lowest, highest + 1) if points != true])

    def _happens(self, share: float) -> bool:
        return share > 0 and self.rng.random() < share


def _of_type(moves: Iterable[actions.Move], kind: type[_Kind]) -> list[_Kind]:
    return [move for move in moves if isinstance(move, kind)]
