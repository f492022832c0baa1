"""The rules that one table has agreed to play."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, Self

from engine.errors import RulesError
from engine.messages import listed, message


class Counting(StrEnum):
    """The ways to put points of the show on the board."""

    AUTOMATIC = "automatic"
    REFEREE = "referee"
    CHALLENGE = "challenge"


class Pegging(StrEnum):
    """The ways to put points of the play on the board."""

    AUTOMATIC = "automatic"
    DECLARED = "declared"


class Overscore(StrEnum):
    """The consequences of points declared beyond the true count."""

    TO_ADVERSARY = "to_adversary"
    CORRECT_ONLY = "correct_only"


class Irregular(StrEnum):
    """The treatment of an act against the laws: it is refused, or it is allowed and penalised."""

    REFUSE = "refuse"
    PENALISE = "penalise"


class PlayOn(StrEnum):
    """The rule for the play after the opponent has said go: a player must, or may, play on."""

    MUST = "must"
    MAY = "may"


class NextDealer(StrEnum):
    """The choice of the first dealer in the next game."""

    LOSER = "loser"
    CUT = "cut"
    ALTERNATE = "alternate"


class PredealCut(StrEnum):
    """Whether the pack may or must be cut before the deal, and what it costs."""

    NONE = "none"
    FREE = "free"
    MUST = "must"
    TWO = "two"


class Partners(StrEnum):
    """How four players become partners: by the cut for deal (003:19), or as they sit."""

    CUT = "cut"
    CHOSEN = "chosen"


class Renege(StrEnum):
    """The price of a go with a playable card: law 16's choice, or two for each card that could be played (ACC 7.3)."""

    REQUIRE_OR_TWO = "require_or_two"
    TWO_A_CARD = "two_a_card"


class FalseMuggins(StrEnum):
    """The price of a wrong "too few": two (002, law 20), or the points that were called (ACC 10.4)."""

    TWO = "two"
    POINTS_CALLED = "points_called"


STREET: Final = 30
"""The holes of one street of the board: up the outside and back down the inside (001:15)."""

EDITION: Final = 2
"""The edition of the laws by which a new game is played."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of one game. A value that no table could play is refused with its field named.

    ``doubles`` are pairs (below, games): a loser who stands below so many holes loses so many games. ``edition`` is 1
    for a game that began under version 0.2 and is played to its end by the laws of that version.
    """

    players: int = 2
    dealt: int = 6
    target: int = 121
    doubles: tuple[tuple[int, int], ...] = ()
    counting: Counting = Counting.REFEREE
    pegging: Pegging = Pegging.AUTOMATIC
    muggins: bool = False
    overscore: Overscore = Overscore.TO_ADVERSARY
    irregular: Irregular = Irregular.REFUSE
    heels_forfeit: bool = False
    three_for_last: bool = False
    single_series: bool = False
    play_on: PlayOn = PlayOn.MUST
    next_dealer: NextDealer = NextDealer.LOSER
    ceremony: bool = False
    predeal_cut: PredealCut = PredealCut.NONE
    amend: bool = False
    false_game_penalty: int = 0
    partners: Partners = Partners.CUT
    renege: Renege = Renege.REQUIRE_OR_TWO
    false_muggins: FalseMuggins = FalseMuggins.TWO
    edition: int = EDITION

    def __post_init__(self) -> None:
        for name, kind in _CHOICES.items():
            object.__setattr__(self, name, _choice(name, getattr(self, name), kind))
        for name in _SWITCHES:
            if not isinstance(getattr(self, name), bool):
                raise RulesError(name, message("it must be on or off, not {value!r}.", value=getattr(self, name)))
        _check_numbers(self)
        _check_declared(self)
        _check_five_cards(self)
        object.__setattr__(self, "doubles", _doubles(self.doubles, self.target))

    @property
    def five_card(self) -> bool:
        """Return whether this is the five-card game of two, in which three are kept (002:8)."""
        return self.players == 2 and self.dealt == 5

    @property
    def go_is_spoken(self) -> bool:
        """Return whether players say go themselves, even with no card that comes in."""
        return self.pegging is Pegging.DECLARED or self.irregular is Irregular.PENALISE

    @property
    def first_edition(self) -> bool:
        """Return whether the game is played by the laws of version 0.2."""
        return self.edition == 1

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that share one peg; of four players, those across the table (003:19)."""
        return ((0, 2), (1, 3)) if self.players == 4 else tuple((seat,) for seat in range(self.players))

    @cached_property
    def side_by_seat(self) -> tuple[int, ...]:
        """The side on which each seat plays, by seat."""
        return tuple(self.side_of(seat) for seat in range(self.players))

    def side_of(self, seat: int) -> int:
        return seat % 2 if self.players == 4 else seat

    def games_won(self, scores: Sequence[int], winner: int) -> int:
        """Return how many games a win counts: 1, or more if the lowest loser is below a line (000:103, 003:101)."""
        lowest = min(score for side, score in enumerate(scores) if side != winner)
        return next((games for below, games in sorted(self.doubles) if lowest < below), 1)

    def to_dict(self) -> dict[str, Any]:
        """Return every field by its name, ready for JSON."""
        values = asdict(self)
        values["doubles"] = [list(pair) for pair in self.doubles]
        return values

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return the rules that ``to_dict`` wrote; without an edition they are those of version 0.2.

        Raises ``RulesError`` for an unknown field.
        """
        known = {field.name for field in fields(cls)}
        for name in values:
            if name not in known:
                raise RulesError(str(name), message("there's no such rule. Use `/rules` to see every rule."))
        return cls(**{"edition": 1, **values})


_CHOICES: Final = {field.name: type(field.default) for field in fields(Rules) if isinstance(field.default, StrEnum)}
_SWITCHES: Final = [field.name for field in fields(Rules) if isinstance(field.default, bool)]


def _choice(name: str, value: object, kind: type[StrEnum]) -> StrEnum:
    if value not in list(kind):
        raise RulesError(name, message("there's no {value!r}. Choose {kind}.", value=value, kind=listed(kind, "or")))
    return kind(str(value))


def _check_numbers(rules: Rules) -> None:
    """Refuse a number of players, cards or holes that is not played (000:7, 000:17, 002:8)."""
    if type(rules.players) is not int or rules.players not in (2, 3, 4):
        raise RulesError("players", message("a game has 2, 3 or 4 players, not {players!r}.", players=rules.players))
    dealt = (5, 6) if rules.players == 2 else (5,)
    if type(rules.dealt) is not int or rules.dealt not in dealt:
        raise RulesError(
            "dealt",
            message(
                "{players} players get {dealt} cards each.",
                players=rules.players,
                dealt=listed(dealt, "or"),
            ),
        )
    if type(rules.target) is not int or rules.target not in (61, 121):
        raise RulesError(
            "target", message("a game is played to 61 or 121 points, not {target!r}.", target=rules.target)
        )
    if rules.partners is Partners.CHOSEN and rules.players != 4:
        raise RulesError("partners", message("you can only choose partners in a game for 4 players."))
    if type(rules.edition) is not int or not 1 <= rules.edition <= EDITION:
        raise RulesError("edition", message("this version knows the editions 1 to {newest}.", newest=EDITION))
    penalty = rules.false_game_penalty
    if type(penalty) is not int or not 0 <= penalty < rules.target:
        raise RulesError(
            "false_game_penalty",
            message("it must be a number smaller than the target score, not {penalty!r}.", penalty=penalty),
        )


def _check_declared(rules: Rules) -> None:
    if rules.muggins and rules.counting is Counting.AUTOMATIC:
        raise RulesError("muggins", message("muggins only works if players count. The bot never misses points."))
    if rules.pegging is Pegging.DECLARED and rules.counting is Counting.AUTOMATIC:
        raise RulesError("pegging", message("if you count the play yourself, count the hands yourself too."))
    if rules.heels_forfeit and rules.pegging is Pegging.AUTOMATIC:
        raise RulesError(
            "heels_forfeit", message("this only works if players count the play. Otherwise the bot pegs his heels.")
        )
    if rules.false_game_penalty and rules.counting is not Counting.CHALLENGE:
        raise RulesError("false_game_penalty", message("this only works if players check each other's counts."))
    if rules.amend and rules.counting is not Counting.CHALLENGE:
        raise RulesError(
            "amend",
            message(
                "you can only change a count in games where players check each other's counts. In other "
                "games the bot checks it right away."
            ),
        )


def _check_five_cards(rules: Rules) -> None:
    """Refuse fields of the five-card game of two in every other game (002:9, 002:15)."""
    if rules.five_card:
        return
    for name in ("three_for_last", "single_series"):
        if getattr(rules, name):
            raise RulesError(name, message("this only works in the five-card game for two."))
    if rules.play_on is PlayOn.MAY:
        raise RulesError("play_on", message("stopping the play early is only possible in the five-card game for two."))


def _doubles(pairs: object, target: int) -> tuple[tuple[int, int], ...]:
    if not isinstance(pairs, (tuple, list)):
        raise RulesError("doubles", message("each entry needs two numbers, points and games, like 91 and 2."))
    for pair in pairs:
        match pair:
            case (int(below), int(games)) if below is not True and 1 <= below <= target and games >= 2:
                continue
            case _:
                raise RulesError(
                    "doubles",
                    message(
                        "{pair!r} must be a score up to {target}, then at least 2 games.",
                        pair=pair,
                        target=target,
                    ),
                )
    if len({below for below, _ in pairs}) < len(pairs):
        raise RulesError("doubles", message("you gave the same score twice."))
    return tuple((below, games) for below, games in pairs)
