"""Practice of discards and plays: the player's own costliest mistakes first, then positions from games of robots."""

import hashlib
import logging
from dataclasses import dataclass
from datetime import datetime
from random import Random
from secrets import token_hex
from typing import Final

from bot.analysis.pool import AnalysisPool, PoolError
from bot.analysis.thinking import choices_of
from bot.i18n.translation import N_, gettext
from bot.memory import Latest
from bot.models.errors import TableError
from bot.models.player import Player
from bot.models.practice import Origin, PositionAnswer, PositionKind, PositionStats, PracticePosition
from bot.progress.reviews import LATEST, ReviewService
from bot.storage import finished_games, practice
from bot.tables.robot_games import play_game
from bot.tables.service import Tables
from engine.ai.judge import Judgement, judgement_of
from engine.ai.levels import CLUB
from engine.analysis.game_review import Decision, decisions_of
from engine.cards import Card
from engine.course import Course
from engine.presets import DEFAULT, find
from engine.rules import Rules

BUSY: Final = N_("I couldn't judge this position just now. Please try again.")
GONE: Final = N_("This position is out of date. Use `/practice` for a new one.")

COSTLY: Final = 0.5
"""A decision of the player's own games that lost as many points is asked again."""

REST: Final = 5
"""How many other positions come before a mistake that was made again is asked once more."""

AVERAGED: Final = 20
"""Over how many of the latest answers the mean loss is taken."""

_KEPT: Final = 256
"""How many decisions are kept in memory, so that not every press looks for its own again."""

_log = logging.getLogger(__name__)


class PositionGone(TableError):
    """A position that can be shown no more."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position with what its player sees. In the player's own game ``decision.chosen`` is what they chose then."""

    stored: PracticePosition
    decision: Decision


@dataclass(frozen=True, slots=True)
class JudgedPosition:
    """An answered position: every choice, the best first, the one that was chosen, and the player's statistics."""

    position: Position
    choices: tuple[Judgement, ...]
    chosen: Judgement
    stats: PositionStats


class PositionService:
    """Gives players positions, one at a time, and judges their answers."""

    def __init__(self, tables: Tables, reviews: ReviewService, pool: AnalysisPool) -> None:
        self._tables = tables
        self._database = tables.database
        self._reviews = reviews
        self._pool = pool
        self._decisions: Latest[tuple[int, Origin], Decision] = Latest(_KEPT)

    async def latest(self, player: Player) -> PracticePosition | None:
        """Return the position that a player was given last, answered or not; None before the first one."""
        return await practice.find_latest_position(self._database, player.id)

    async def load(self, player: Player, stored: PracticePosition) -> Position:
        """Return a stored position with what the player sees.

        Raises ``PositionGone``, or ``TableError`` if it cannot be looked for now.
        """
        decision = await self._decision(player, stored.origin)
        if decision is None:
            raise PositionGone(gettext(GONE))
        return Position(stored, decision)

    def is_at_hand(self, player: Player, stored: PracticePosition) -> bool:
        """Return whether ``load`` takes no time."""
        return (player.id, stored.origin) in self._decisions

    async def deal(self, player: Player, kind: PositionKind, after: int, now: datetime) -> Position:
        """Give a player the position that follows the one numbered ``after``; two requests at once get the same one.

        Raises ``TableError`` if none can be found.
        """
        origin = await self._next_mistake(player, kind) or await self._new(player, kind)
        await practice.put_position(self._database, player.id, PracticePosition(after + 1, kind, origin, now))
        stored = await self.latest(player)
        assert stored is not None, "what was dealt stays"
        return await self.load(player, stored)

    async def ask_again(self, player: Player, stored: PracticePosition, now: datetime) -> None:
        """Store that a position is shown again, so that the next ``/practice`` goes on with its kind."""
        await practice.put_position_asked(self._database, player.id, stored.number, now)

    async def answer(self, player: Player, position: Position, cards: tuple[Card, ...], now: datetime) -> None:
        """Store an answer; the first of several stands. Raises ``TableError`` if it cannot be judged.

        Raises ``ValueError`` for cards that cannot be chosen.
        """
        lost = judgement_of(await self._choices(position, cards), cards).lost
        await practice.put_position_answer(
            self._database, player.id, position.stored.number, PositionAnswer(now, cards, lost)
        )

    async def judged(self, player: Player, position: Position, now: datetime) -> JudgedPosition:
        """Return an answered position with its choices. Raises ``TableError`` if they cannot be judged."""
        stored = position.stored
        assert stored.answer is not None, "only an answer is judged"
        choices = await self._choices(position, stored.answer.chosen)
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        stats = await practice.position_stats(self._database, player.id, stored.kind, midnight, AVERAGED)
        return JudgedPosition(position, choices, judgement_of(choices, stored.answer.chosen), stats)

    async def _choices(self, position: Position, cards: tuple[Card, ...]) -> tuple[Judgement, ...]:
        try:
            return await self._pool.run(choices_of, position.decision.seen, cards)
        except PoolError as error:
            raise TableError(gettext(BUSY)) from error

    async def _next_mistake(self, player: Player, kind: PositionKind) -> Origin | None:
        """Return the player's costliest mistake that they have not answered well, if any."""
        passed = await practice.list_solved_positions(self._database, player.id)
        passed |= await practice.list_recent_positions(self._database, player.id, REST)
        mistakes = [
            (decision.lost, review.table_id, decision.place)
            for review in await self._reviews.list_latest(player, LATEST)
            for decision in review.decisions
            if decision.lost >= COSTLY
            and decision.chosen.is_discard == (kind is PositionKind.DISCARDS)
            and (review.table_id, decision.place) not in passed
        ]
        for _, table_id, place in sorted(mistakes, reverse=True):
            origin = Origin(place, table_id)
            # What is kept does not count: the league may forbid reviews since.
            if await self._find_decision(player, origin) is not None:
                return origin
        return None

    async def _new(self, player: Player, kind: PositionKind) -> Origin:
        try:
            played = await finished_games.list_finished_games(self._database, player.id)
            form = _form_of(played[0].rules) if played else ""
            origin, decision = await self._pool.run(find_robot_position, token_hex(16), kind, form)
        except PoolError as error:
            raise TableError(gettext(BUSY)) from error
        self._decisions[player.id, origin] = decision
        return origin

    async def _decision(self, player: Player, origin: Origin) -> Decision | None:
        """Return the decision of a position; None if it is there no more."""
        if (kept := self._decisions.get((player.id, origin))) is not None:
            return kept
        decision = await self._find_decision(player, origin)
        if decision is not None:
            self._decisions[player.id, origin] = decision
        return decision

    async def _find_decision(self, player: Player, origin: Origin) -> Decision | None:
        if origin.table_id is None:
            try:
                return await self._pool.run(robot_decision, origin)
            except PoolError as error:
                raise TableError(gettext(BUSY)) from error
        try:
            table = await self._tables.find(origin.table_id)
            await self._reviews.check(table)
            seat = table.seat_of(player)
        except TableError as error:
            _log.info("a position from game %s is not shown: %s", origin.table_id, error)
            return None
        found = decisions_of(await self._tables.course(table.id, table.rules), seat)
        return next((decision for decision in found if decision.place == origin.place), None)


WORTH_ASKING: Final = 0.5
"""The least points that the third best choice loses against the best one."""


_FORMS: Final = {
    "": find(DEFAULT, players=2),
    "five.": find("britannica-five"),
    "three.": find(DEFAULT, players=3),
    "four.": find(DEFAULT, players=4),
}
"""The rules of games of robots by the beginning of their seeds: a player practises the form that they played last."""


def _form_of(rules: Rules) -> str:
    """Return the beginning of the seeds of games of the same form."""
    return next(form for form, own in _FORMS.items() if (own.players, own.dealt) == (rules.players, rules.dealt))


def find_robot_position(seed: str, kind: PositionKind, form: str = "") -> tuple[Origin, Decision]:
    """Return a decision that is worth asking, of a robot of the level club; equal arguments give the same one.

    The decisions of a game are tried in a random order, and then those of another game.
    """
    rng = Random(seed)
    while True:
        game_seed = form + rng.randbytes(16).hex()
        decisions = _robot_decisions(game_seed)
        rng.shuffle(decisions)
        for seat, decision in decisions:
            if decision.seen.stage == kind.stage and _is_worth_asking(decision):
                return Origin(decision.place, seed=game_seed, seat=seat), decision


def robot_decision(origin: Origin) -> Decision | None:
    """Return the decision of a robot; None if robots play that game differently since."""
    assert origin.seed is not None
    found = _robot_decisions(origin.seed)
    return next((one for seat, one in found if (seat, one.place) == (origin.seat, origin.place)), None)


def _robot_decisions(seed: str) -> list[tuple[int, Decision]]:
    rules = next(rules for form, rules in reversed(_FORMS.items()) if seed.startswith(form))
    events = play_game(rules, hashlib.sha256(seed.encode()).digest(), levels=(CLUB,) * rules.players)
    course = Course(events, rules)
    return [(seat, decision) for seat in range(rules.players) for decision in decisions_of(course, seat)]


def _is_worth_asking(decision: Decision) -> bool:
    choices = choices_of(decision.seen)
    return choices[min(2, len(choices) - 1)].lost >= WORTH_ASKING
