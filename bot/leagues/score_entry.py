"""Scores that players enter, checked for what is possible: the holes, the games of a match, the best hands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.i18n.translation import gettext, ngettext
from bot.leagues.access import LeagueError
from bot.leagues.settings import rules_for
from bot.leagues.standings import games_of, is_skunk
from bot.models.league import Fixture, League
from bot.models.player import Player
from bot.models.result import NEW, NOBODY, GameStats, LeagueResult, Side
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
    entered for a match alone, because the holes of a single game decide them. ``best_hands`` are optional.
    """

    holes: TwoNumbers
    games: TwoNumbers | None = None
    skunks: TwoNumbers = (0, 0)
    best_hands: tuple[int | None, int | None] = (None, None)


def entered_sides(
    league: League, fixture: Fixture | None, players: tuple[Player, Player], score: EnteredScore
) -> tuple[Side, Side]:
    """Both sides of a result that is entered for a fixture, or for open play. Raises ``LeagueError``."""
    best_of = league.best_of if fixture is None else fixture.best_of
    return sides_of(players, score, rules_for(league, fixture), best_of)


def sides_of(players: tuple[Player, Player], score: EnteredScore, rules: Rules, best_of: int) -> tuple[Side, Side]:
    """Both sides of a result. Raises ``LeagueError`` for what cannot be."""
    for best in score.best_hands:
        if best is not None and (not 0 <= best <= HIGHEST or best in IMPOSSIBLE):
            raise LeagueError(gettext("No hand scores {best}.", best=best))
    sides = _of_match(players, score, rules, best_of) if best_of > 1 else _of_game(players, score, rules)
    one, other = (
        replace(side, deeds=GameStats(best_hand=best)) for side, best in zip(sides, score.best_hands, strict=True)
    )
    return one, other


def sides_of_forfeit(players: tuple[Player, Player], winner: int) -> tuple[Side, Side]:
    """Both sides of a fixture that was not played: one game and leg to the winner, if any, and no holes."""
    one, other = (
        Side(player=player, games=int(place == winner), legs=int(place == winner), holes=0)
        for place, player in enumerate(players)
    )
    return one, other


def winner_of(sides: tuple[Side, Side]) -> int:
    """The place of the side with more games."""
    return int(sides[1].games > sides[0].games)


def with_game_stats(sides: tuple[Side, Side], known: LeagueResult) -> tuple[Side, Side]:
    """The sides of a correction with the game stats of the result, and the best hands that were entered."""
    one, other = (
        replace(side, dealt_first=was.dealt_first, deeds=_with_best_hand(was.deeds, side.deeds.best_hand))
        for side, was in zip(sides, known.sides, strict=True)
    )
    return one, other


def log_text(result: LeagueResult) -> str:
    """A result in the words of the log: its number, the winner, the holes and games."""
    which = f"result {result.id}" if result.id != NEW else "a result"
    return f"{which}, {outcome(result)}"


def outcome(result: LeagueResult) -> str:
    """The winner and the score, in the words of the log."""
    if result.winner == NOBODY:
        return " and ".join(side.player.name for side in result.sides) + " both forfeit"
    won, lost = result.sides[result.winner], result.sides[1 - result.winner]
    match = f", games {won.games} to {lost.games}" if won.legs + lost.legs > 1 else ""
    return f"{won.player.name} {won.holes} against {lost.player.name} {lost.holes}{match}"


def _with_best_hand(deeds: GameStats, best: int | None) -> GameStats:
    return deeds if best is None else replace(deeds, best_hand=best)


def _of_game(players: tuple[Player, Player], score: EnteredScore, rules: Rules) -> tuple[Side, Side]:
    """Both sides of a single game, won by the player who reached the last hole."""
    high, low = max(score.holes), min(score.holes)
    if high != rules.target or not 0 <= low < rules.target:
        raise LeagueError(gettext("The winner needs {target} points and the loser fewer.", target=rules.target))
    winner = int(score.holes[1] == high)
    games = games_of(rules, high, low)
    if score.games is not None and score.games not in {_for_winner(winner, games), _for_winner(winner, 1)}:
        raise LeagueError(
            ngettext("This score counts as {number} game.", "This score counts as {number} games.", games)
        )
    skunk = int(is_skunk(rules, high, low))
    one, other = (
        Side(
            player=player,
            games=_for_winner(winner, games)[place],
            legs=_for_winner(winner, 1)[place],
            holes=score.holes[place],
            skunks=_for_winner(winner, skunk)[place],
        )
        for place, player in enumerate(players)
    )
    return one, other


def _of_match(players: tuple[Player, Player], score: EnteredScore, rules: Rules, best_of: int) -> tuple[Side, Side]:
    """Both sides of a match, won by the player with more than half of its games."""
    if score.games is None:
        raise LeagueError(
            gettext("This is a best-of-{best_of} match. Enter the games each player won.", best_of=best_of)
        )
    high, low = max(score.games), min(score.games)
    need = matches.needed(best_of)
    if low < 0 or low >= need or high < need or min(score.holes) < 0:
        raise LeagueError(
            gettext(
                "In a best-of-{best_of} match, the winner needs at least {need} games and the loser fewer.",
                best_of=best_of,
                need=need,
            )
        )
    if any(not 0 <= skunks <= games for skunks, games in zip(score.skunks, score.games, strict=True)):
        raise LeagueError(gettext("A player can't have more skunks than wins."))
    for mine, theirs, holes in zip(score.games, reversed(score.games), score.holes, strict=True):
        check_holes(rules, mine, theirs, holes)
    one, other = (
        Side(player=player, games=games, legs=games, holes=holes, skunks=skunks)
        for player, games, holes, skunks in zip(players, score.games, score.holes, score.skunks, strict=True)
    )
    return one, other


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


def _for_winner(winner: int, number: int) -> TwoNumbers:
    return (number, 0) if winner == 0 else (0, number)
