"""The options of a new game, and the text that carries them in the custom id of a button or form."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.i18n.translation import N_, gettext
from bot.models.agreement import Clock
from bot.models.errors import TableError
from engine import presets
from engine.presets import Doubles, Preset
from engine.rules import Counting, Partners, Pegging, Rules

CLUB: Final = "club"
"""The level of a robot that was asked for without one."""

OWN: Final = "own"
"""The players count, as the preset has it."""

ROBOT, OPEN = "robot", "open"
"""A partner without an account: a robot, or whoever takes an open seat."""

AUTOMATIC: Final = Counting.AUTOMATIC.value
"""The bot counts."""

COUNTINGS: Final = (OWN, AUTOMATIC, Counting.REFEREE.value, Counting.CHALLENGE.value)
ROBOTS: Final = {"e": "easy", "a": "casual", "s": "steady", "c": CLUB, "x": "expert"}
"""The levels of the robots by the letters that stand for them; ``e`` and ``c`` are in old messages."""

PLACES: Final = ("thread", "here", "dm")
ENDS: Final = ("robot", "forfeit")

TOO_MANY: Final = N_("{named} people and robots don't fit in {players} seats. Pick fewer, or choose more players.")
NO_TIME: Final = N_("Choose a time limit per turn or for the game. Without one, nobody's time runs out.")

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_MINUTE: Final = 60
_NONE: Final = "-"
_WRITTEN: Final = re.compile(
    r"(?P<preset>[a-z-]+)\.(?P<opponents>[0-9a-z-]*)\.(?P<choices>[0-9a-z-]{8,9})\.(?P<target>[0-9]*)(?P<doubles>[a-z]*)"
    r"\.(?P<turn>[0-9]*)\.(?P<game>[0-9]*)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """The options of a new game as its host chose them; None leaves an option to its default.

    ``opponents`` are the Discord accounts of those who are invited, the partner among them, and the times are whole
    minutes in seconds. ``counting`` is among ``COUNTINGS``. ``partner`` is an account, ``ROBOT`` or ``OPEN``; with None
    the cut decides.
    """

    preset: str
    opponents: tuple[int, ...] = ()
    robot: str | None = None
    robots: int | None = None
    players: int | None = None
    partner: int | str | None = None
    target: int | None = None
    doubles: str | None = None
    counting: str | None = None
    muggins: bool = False
    ceremony: bool = False
    best_of: int = 1
    turn_time: int | None = None
    game_time: int | None = None
    when_over: str | None = None
    where: str | None = None

    def to_text(self) -> str:
        """Return the options as at most 89 characters, none of them a colon."""
        choices = (
            next((letter for letter, level in ROBOTS.items() if level == self.robot), _NONE),
            _letter(self.robots),
            _letter(self.players),
            _letter(self.counting),
            str(self.muggins + 2 * self.ceremony),
            str(self.best_of),
            _letter(self.when_over),
            _letter(self.where),
            self._partner_letter(),
        )
        parts = (
            self.preset,
            _NONE.join(map(_in_base_36, self.opponents)),
            "".join(choices),
            f"{self.target or ''}{self.doubles or ''}",
            str(self.turn_time // _MINUTE) if self.turn_time else "",
            str(self.game_time // _MINUTE) if self.game_time else "",
        )
        return ".".join(parts)

    @classmethod
    def from_text(cls, text: str) -> PlayOptions | None:
        """Return the options that ``to_text`` wrote; None for any other text."""
        match = _WRITTEN.fullmatch(text)
        if match is None or match["preset"] not in presets.PRESETS:
            return None
        robot, robots, players, counting, extras, best_of, when_over, where, partner = tuple(
            match["choices"].ljust(9, _NONE)
        )
        if not (extras + best_of).isdecimal():
            return None
        opponents = tuple(int(part, 36) for part in match["opponents"].split(_NONE) if part)
        return cls(
            preset=match["preset"],
            opponents=opponents,
            robot=ROBOTS.get(robot),
            robots=_number(robots),
            players=_number(players),
            partner=dict(enumerate(opponents)).get(int(partner))
            if partner.isdecimal()
            else _named(partner, (ROBOT, OPEN)),
            target=_number(match["target"]),
            doubles=match["doubles"] or None,
            counting=_named(counting, COUNTINGS),
            muggins=bool(int(extras) & 1),
            ceremony=bool(int(extras) & 2),
            best_of=int(best_of),
            turn_time=_seconds(match["turn"]),
            game_time=_seconds(match["game"]),
            when_over=_named(when_over, ENDS),
            where=_named(where, PLACES),
        )

    def company(self, *, with_open_seats: bool) -> Company:
        """Return how many robots and people play besides those who are invited. Raises ``TableError``.

        A robot that is asked for without a number takes every seat that is left; in private, where nobody could take
        an open seat, it always does.
        """
        people = len(self.opponents)
        wanted = self.robots or (1 if self.robot else 0)
        players = self.players or max(2, 1 + people + wanted)
        left = players - 1 - people
        if wanted > left:
            raise TableError(gettext(TOO_MANY, named=1 + people + wanted, players=players))
        fills = self.robots is None and (wanted or not with_open_seats)
        return Company((self.robot or CLUB,) * (left if fills else wanted), players)

    def others(self, company: Company) -> tuple[int | str, ...]:
        """Return everyone at the table besides the host: the invited, then the robots, then the open seats."""
        robots = (ROBOT,) * len(company.robots)
        return (*self.opponents, *robots, *(OPEN,) * (company.players - 1 - len(self.opponents) - len(robots)))

    def partner_place(self, company: Company) -> int | None:
        """Return the place of the host's partner among the others; None where the cut decides."""
        others = self.others(company)
        return others.index(self.partner) if company.players == 4 and self.partner in others else None

    def _partner_letter(self) -> str:
        """Return one character for the partner: an account by its place among the opponents."""
        if self.partner in self.opponents:
            return str(self.opponents.index(int(self.partner)))
        return _letter(self.partner if self.partner in {ROBOT, OPEN} else None)

    def rules(self, players: int, *, partners: Partners = Partners.CUT) -> Rules:
        """Return the rules for so many players. Raises ``RulesError`` with the field named."""
        preset = presets.PRESETS.get(self.preset)
        return presets.find(
            self.preset,
            rubber=self.best_of > 1,
            players=players,
            partners=partners,
            target=self.target,
            doubles=self.doubles,
            muggins=self.muggins or None,
            ceremony=self.ceremony or None,
            **({} if preset is None else _counting_rules(preset, self.counting or OWN)),
        )

    def counting_by(self, bot_counts: bool | None) -> str | None:  # noqa: FBT001 - a preference
        """Return who counts: as chosen, or else as the host prefers; None if that is not how the preset is played.

        In a preset whose players check each other the bot counts only if that is chosen for the game, and in one where
        the bot counts the players do.
        """
        unlike = Counting.CHALLENGE if bot_counts else Counting.AUTOMATIC
        if self.counting is None and bot_counts is not None:
            played = presets.PRESETS[self.preset].rules.counting
            return None if played is unlike else AUTOMATIC if bot_counts else OWN
        return self.counting or OWN

    def clock(self) -> Clock | None:
        """Return the clock of the game, if any. Raises ``TableError``."""
        if self.turn_time is None and self.game_time is None:
            if self.when_over is not None:
                raise TableError(gettext(NO_TIME))
            return None
        return Clock(self.turn_time, self.game_time, "forfeit" if self.when_over == "forfeit" else "robot")

    def lengths(self) -> Mapping[tuple[int, str], Doubles]:
        """Return the lengths of a game that the preset offers, each with a way to count double games."""
        ways = presets.PRESETS[self.preset].doubles
        return {(target, name): pairs for target, named in ways.items() for name, pairs in named.items()}


@dataclass(frozen=True, slots=True)
class Company:
    """The robots of a new game by their levels, and the number of players."""

    robots: tuple[str, ...]
    players: int


def _counting_rules(preset: Preset, counting: str) -> Mapping[str, Any]:
    """Return the fields of the rules that follow from who counts, without those that make no sense then."""
    if counting == OWN:
        return {"counting": Counting.REFEREE} if preset.rules.counting is Counting.AUTOMATIC else {}
    rules: dict[str, Any] = {"counting": Counting(counting)}
    if counting != Counting.CHALLENGE:
        rules |= {"false_game_penalty": 0, "amend": False}
    if counting == AUTOMATIC:
        rules |= {"pegging": Pegging.AUTOMATIC, "heels_forfeit": False}
    return rules


def _letter(value: str | int | None) -> str:
    """Return one character for a choice: the first of its name."""
    return _NONE if value is None else str(value)[0]


def _named(letter: str, names: Sequence[str]) -> str | None:
    return next((name for name in names if name[0] == letter), None)


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() else None


def _seconds(minutes: str) -> int | None:
    return int(minutes) * _MINUTE if minutes else None


def _in_base_36(number: int) -> str:
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
    return text
