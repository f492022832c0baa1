"""Scores that players enter, checked for what is possible: the holes, the games of a match, the best hands."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.i18n.translation import gettext, ngettext
from bot.leagues.access import LeagueError
from bot.leagues.settings import rules_for
from bot.leagues.standings import games_of, is_skunk
from bot.models.league import Fixture, League
from bot.models.player import Player
from bot.models.result import GameStats, LeagueResult, Side
from bot.tables import matches
from engine.rules import Rules

TwoNumbers: TypeAlias = tuple[int, int]

HIGHEST: Final = 29
"""The highest count of a hand."""

IMPOSSIBLE: Final = frozenset({19, 25, 26, 27})
"""The counts below ``HIGHEST`` that no hand has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredScore:
    """An entered score, the same player first in each pair.

    ``holes`` of a match are those of all its games; ``games`` and ``skunks`` (games won by a skunk) are
    entered for a match alone, because the holes of a single game decide them; its holes may be unknown, 0 and 0.
    ``best_hands`` are optional, and so are the games at each of the ``boards`` of a match.
    """

    holes: TwoNumbers
    games: TwoNumbers | None = None
    skunks: TwoNumbers = (0, 0)
    best_hands: tuple[int | None, int | None] = (None, None)
    boards: tuple[TwoNumbers, ...] = ()


def entered_sides(
    league: League, fixture: Fixture | None, players: tuple[Player, Player], score: EnteredScore
) -> tuple[Side, Side]:
    """Both sides of a result that is entered for a fixture, or for open play. Raises ``LeagueError``."""
    best_of = league.best_of if fixture is None else fixture.best_of
    return sides_of(players, score, rules_for(league, fixture), best_of)


def sides_of(players: tuple[Player, Player], score: EnteredScore, rules: Rules, best_of: int) -> tuple[Side, Side]:
    """Both sides of a result. Raises ``LeagueError`` for what cannot be."""
    for best in score.best_hands:
        check_hand(best)
    sides = _of_match(players, score, rules, best_of) if best_of > 1 else _of_game(players, score, rules)
    return _both(lambda place: replace(sides[place], deeds=GameStats(best_hand=score.best_hands[place])))


def check_hand(points: int | None) -> None:
    """Raise ``LeagueError`` for points that no hand has."""
    if points is not None and (not 0 <= points <= HIGHEST or points in IMPOSSIBLE):
        raise LeagueError(gettext("No hand scores {best}.", best=points))


def sides_of_forfeit(players: tuple[Player, Player], winner: int) -> tuple[Side, Side]:
    """Both sides of a fixture that was not played: one game and leg to the winner, if any, and no holes."""
    return _both(
        lambda place: Side(player=players[place], games=int(place == winner), legs=int(place == winner), holes=0)
    )


def winner_of(sides: tuple[Side, Side]) -> int:
    """The place of the side with more games."""
    return int(sides[1].games > sides[0].games)


def with_game_stats(sides: tuple[Side, Side], known: LeagueResult) -> tuple[Side, Side]:
    """The sides of a correction with the game stats of the result, and the best hands that were entered."""

    def corrected(place: int) -> Side:
        side, was = sides[place], known.sides[place]
        best = was.deeds.best_hand if side.deeds.best_hand is None else side.deeds.best_hand
        return replace(side, dealt_first=was.dealt_first, deeds=replace(was.deeds, best_hand=best))

    return _both(corrected)


def _both(side_of: Callable[[int], Side]) -> tuple[Side, Side]:
    return side_of(0), side_of(1)


def _of_game(players: tuple[Player, Player], score: EnteredScore, rules: Rules) -> tuple[Side, Side]:
    high, low = max(score.holes), min(score.holes)
    if high != rules.target or not 0 <= low < rules.target:
        raise LeagueError(gettext("The winner needs {target} points and the loser fewer.", target=rules.target))
    winner, games = int(score.holes[1] == high), games_of(rules, high, low)
    if score.games is not None and score.games not in {(games, 0)[:: 1 - 2 * winner], (1, 0)[:: 1 - 2 * winner]}:
        raise LeagueError(
            ngettext("This score counts as {number} game.", "This score counts as {number} games.", games)
        )
    skunk = int(is_skunk(rules, high, low))
    return _both(
        lambda place: Side(
            player=players[place],
            games=games * (place == winner),
            legs=int(place == winner),
            holes=score.holes[place],
            skunks=skunk * (place == winner),
        )
    )


def _of_match(players: tuple[Player, Player], score: EnteredScore, rules: Rules, best_of: int) -> tuple[Side, Side]:
    if score.games is None:
        raise LeagueError(
            gettext("This is a best-of-{best_of} match. Enter the games each player won.", best_of=best_of)
        )
    high, low = max(score.games), min(score.games)
    need = matches.needed(best_of)
    if low < 0 or low >= need or high < need or min(score.holes) < 0:
        raise LeagueError(
            gettext(
                "In a best-of-{best_of} match, the winner has won {need} games or more, and the loser fewer.",
                best_of=best_of,
                need=need,
            )
        )
    if any(not 0 <= skunks <= games for skunks, games in zip(score.skunks, score.games, strict=True)):
        raise LeagueError(gettext("A player can't have more skunks than wins."))
    for mine, theirs, holes in zip(score.games, reversed(score.games), score.holes, strict=True):
        if any(score.holes):
            check_holes(rules, mine, theirs, holes)
    games, holes_of, skunks_of = score.games, score.holes, score.skunks
    return _both(
        lambda place: Side(
            player=players[place], games=games[place], legs=games[place], holes=holes_of[place], skunks=skunks_of[place]
        )
    )


def check_holes(rules: Rules, won: int, lost: int, holes: int) -> None:
    """Raise ``LeagueError`` for holes that do not fit a match: the winner of a game has all, the loser fewer."""
    most_of_one = max((games for _, games in rules.doubles), default=1)
    least, most = rules.target * -(-won // most_of_one), rules.target * won + (rules.target - 1) * lost
    if not least <= holes <= most:
        raise LeagueError(
            gettext(
                "After {won}-{lost} games to {target}, a player has {least}-{most} points, not {points}.",
                won=won,
                lost=lost,
                target=rules.target,
                least=least,
                most=most,
                points=holes,
            )
        )
