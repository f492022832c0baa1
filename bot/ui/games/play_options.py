"""The options of a new game, and the text that carries them in the custom id of a button or form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bot.i18n.translation import N_, gettext
from bot.models.agreement import Clock
from bot.models.errors import TableError
from bot.models.options import Option
from bot.tables.clocks import clock_summary, duration
from engine import presets
from engine.ai.levels import SKILLS
from engine.presets import Doubles, Preset
from engine.rules import Counting, Partners, Pegging, Rules

CLUB: Final = "club"
"""The level of a robot that was asked for without one."""

LIKE_HOST: Final = "like-me"
"""A robot of the level that is likeliest to be as strong as the host."""

FOR_STARTERS: Final = "casual"
"""The level of a robot for somebody who presses **Start**."""

OWN: Final = "own"
"""The players count, as the preset has it."""

ROBOT, OPEN = "robot", "open"
"""A partner without an account: a robot, or whoever takes an open seat."""

AUTOMATIC: Final = Counting.AUTOMATIC.value
"""The bot counts."""

TOO_MANY: Final = N_("{named} people and robots don't fit in {players} seats. Pick fewer, or choose more players.")
NO_TIME: Final = N_("Choose a time limit per turn or for the game. Without one, nobody's time runs out.")

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400
_NONE: Final = "-"
_WRITTEN: Final = re.compile(
    r"(?P<preset>[a-z-]+)\.(?P<opponents>[0-9a-z-]*)\.(?P<who>[0-9a-z-]{4})(?P<extras>[0-9])(?P<best_of>[0-9])"
    r"(?P<how>[0-9a-z-]{2})(?P<partner>[0-9a-z-]?)\.(?P<target>[0-9]*)(?P<doubles>[a-z]*)\.(?P<turn>[0-9]*)\.(?P<game>[0-9]*)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOption(Option):
    """An option of a new game, of the name of its field.

    In custom ids its choices are ``letters``, or else the first character of each. ``told`` says one in words where
    ``choices`` does not.
    """

    letters: Mapping[Any, str] = field(default_factory=dict)
    told: Callable[[Any], str] | None = None

    def label_of(self, value: Any) -> str:
        """Return a choice in words."""
        values = self.values.get(value, {})
        return gettext(self.choices[value], **values) if self.told is None else self.told(value)

    def letter(self, value: Any) -> str:
        """Return the character for a choice, or for none."""
        return _NONE if value is None else self.letters.get(value) or str(value)[0]


ROBOTS: Final = PlayOption(
    name="robot",
    description=N_("Play a robot. The number is its rating with 2 players and 6 cards"),
    label=N_("Robot"),
    usual=N_("No robot"),
    choices={
        "easy": N_("Easy robot ({rating}): a beginner"),
        "casual": N_("Casual robot ({rating}): plays now and then"),
        "steady": N_("Steady robot ({rating}): plays regularly"),
        CLUB: N_("Club robot ({rating}): plays well"),
        "expert": N_("Expert robot ({rating}): the strongest"),
        LIKE_HOST: N_("A robot like me: picked so that you win about half"),
    },
    letters={"casual": "a", "expert": "x"},
    values={level: {"rating": skill.rating} for level, skill in SKILLS.items()},
)
ROBOT_NUMBERS: Final = PlayOption(
    name="robots",
    label=N_("How many robots"),
    usual=N_("Fill the open seats"),
    choices={1: N_("1 robot"), 2: N_("2 robots"), 3: N_("3 robots")},
)
PLAYER_NUMBERS: Final = PlayOption(
    name="players",
    label=N_("How many players"),
    usual=N_("Everyone chosen above"),
    choices={2: N_("2 players"), 3: N_("3 players"), 4: N_("4 players, in pairs")},
)
COUNTINGS: Final = PlayOption(
    name="counting",
    description=N_("Who counts the hands"),
    label=N_("Who counts"),
    choices={
        OWN: N_("I count"),
        AUTOMATIC: N_("The bot counts"),
        Counting.REFEREE.value: N_("You count, the bot checks"),
        Counting.CHALLENGE.value: N_("Players check each other"),
    },
)
EXTRAS: Final = Option(
    name="extras",
    label=N_("Extras"),
    choices={"muggins": N_("Muggins: take missed points"), "ceremony": N_("Cut the deck yourselves")},
)
MATCHES: Final = PlayOption(
    name="best_of",
    label=N_("Match"),
    choices={
        1: N_("A single game"),
        3: N_("Best of 3 games"),
        5: N_("Best of 5 games"),
        7: N_("Best of 7 games"),
    },
)
TURN_TIMES: Final = PlayOption(
    name="turn_time",
    label=N_("Time limit per turn"),
    usual=N_("No limit"),
    choices=dict.fromkeys((_MINUTE, 3 * _MINUTE, 10 * _MINUTE, _HOUR, 12 * _HOUR, _DAY, 3 * _DAY, 7 * _DAY), ""),
    told=lambda seconds: clock_summary(Clock(turn=seconds)).strip(" ."),
)
GAME_TIMES: Final = PlayOption(
    name="game_time",
    label=N_("Time limit per player"),
    usual=N_("No limit"),
    choices=dict.fromkeys((10 * _MINUTE, 30 * _MINUTE, _HOUR, _DAY, 7 * _DAY, 30 * _DAY), ""),
    told=lambda seconds: gettext("{time} per player for the whole game", time=duration(seconds)),
)
ENDS: Final = PlayOption(
    name="when_over",
    label=N_("When a player's time is up"),
    choices={"robot": N_("A robot plays on for them"), "forfeit": N_("They lose the game")},
)
PLACES: Final = PlayOption(
    name="where",
    label=N_("Place"),
    usual=N_("Usual place"),
    choices={"thread": N_("In a new thread"), "here": N_("In this channel"), "dm": N_("In DMs")},
)
WHERE: Final = Option(
    name="where", choices={"thread": N_("in a thread"), "here": N_("in the channel"), "dm": N_("in DMs")}
)
"""The places in commands, in words that follow another."""

_WHO: Final = (ROBOTS, ROBOT_NUMBERS, PLAYER_NUMBERS, COUNTINGS)
_HOW: Final = (ENDS, PLACES)
"""The options that are letters in custom ids, in their order there: before the extras and the match, and after them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """The options of a new game as its host chose them; None leaves an option to its default.

    ``opponents`` are the Discord accounts of those who are invited, the partner among them, and the times are whole
    minutes in seconds. ``counting`` is ``OWN`` or a ``Counting``. ``partner`` is an account, ``ROBOT`` or ``OPEN``; the
    cut decides if it is None.
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
        who, how = ("".join(one.letter(getattr(self, one.name)) for one in several) for several in (_WHO, _HOW))
        partners: dict[object, str] = {account: str(place) for place, account in enumerate(self.opponents)}
        partner = (partners | {ROBOT: "r", OPEN: "o"}).get(self.partner, _NONE)
        parts = (
            self.preset,
            _NONE.join(map(_in_base_36, self.opponents)),
            f"{who}{self.muggins + 2 * self.ceremony}{self.best_of}{how}{partner}",
            f"{self.target or ''}{self.doubles or ''}",
            *("" if time is None else str(time // _MINUTE) for time in (self.turn_time, self.game_time)),
        )
        return ".".join(parts)

    @classmethod
    def from_text(cls, text: str) -> PlayOptions | None:
        """Return the options that ``to_text`` wrote; None for any other text."""
        match = _WRITTEN.fullmatch(text)
        if match is None or match["preset"] not in presets.PRESETS:
            return None
        opponents = tuple(int(part, 36) for part in match["opponents"].split(_NONE) if part)
        partners = {str(place): account for place, account in enumerate(opponents)} | {"r": ROBOT, "o": OPEN}
        letters = zip((*_WHO, *_HOW), match["who"] + match["how"], strict=True)
        named: dict[str, Any] = {
            one.name: next((value for value in one.choices if one.letter(value) == letter), None)
            for one, letter in letters
        }
        return cls(
            preset=match["preset"],
            opponents=opponents,
            partner=partners.get(match["partner"]),
            target=int(match["target"]) if match["target"] else None,
            doubles=match["doubles"] or None,
            muggins=bool(int(match["extras"]) & 1),
            ceremony=bool(int(match["extras"]) & 2),
            best_of=int(match["best_of"]),
            turn_time=int(match["turn"]) * _MINUTE if match["turn"] else None,
            game_time=int(match["game"]) * _MINUTE if match["game"] else None,
            **named,
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
    if counting == OWN:
        return {"counting": Counting.REFEREE} if preset.rules.counting is Counting.AUTOMATIC else {}
    rules: dict[str, Any] = {"counting": Counting(counting)}
    if counting != Counting.CHALLENGE:
        rules |= {"false_game_penalty": 0, "amend": False}
    if counting == AUTOMATIC:
        rules |= {"pegging": Pegging.AUTOMATIC, "heels_forfeit": False}
    return rules


def _in_base_36(number: int) -> str:
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
    return text
