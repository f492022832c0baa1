"""The preview of an import: what was understood of a file, before any of it is taken in."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from bot.i18n.translation import date_of, gettext, ngettext
from bot.leagues.written_dates import DateOrder
from bot.models.league import League, folded
from bot.models.result import LeagueResult

SAMPLES: Final = 3
"""The games that are shown in full."""

MOST_NEW: Final = 30
"""The new names that are shown, each with a known one that is like it."""

_MOST_LINES: Final = 12
_ALIKE: Final = 0.75


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPreview:
    """What an import would do. New players come with the nearest known name; pairs of lines are the same game."""

    league: League
    season: int
    added: int
    known: int
    settled: int
    has_fixtures: bool
    samples: tuple[str, ...]
    first_day: datetime | None
    last_day: datetime | None
    order: DateOrder | None
    new_players: tuple[tuple[str, str | None], ...]
    more_players: int
    taken: tuple[str, ...]
    mirrored: tuple[tuple[int, int], ...]
    repeated: tuple[tuple[int, int], ...]
    passed: tuple[int, ...]
    notes: tuple[str, ...]

    def lines(self) -> list[str]:
        """The preview in sentences, the most important first."""
        lines = [
            ngettext(
                "{number} new result for season {season} of {name}.",
                "{number} new results for season {season} of {name}.",
                self.added,
                season=self.season,
                name=self.league.name,
            )
        ]
        if self.known:
            lines.append(
                ngettext(
                    "{number} is already there, so it stays as it is.",
                    "{number} are already there, so they stay as they are.",
                    self.known,
                )
            )
        if self.first_day is not None and self.last_day is not None:
            lines.append(self._days_text(self.first_day, self.last_day))
        lines += [gettext("Example: {game}.", game=sample) for sample in self.samples]
        return [*lines, *self._fixture_lines(), *self._player_lines(), *self._doubt_lines(), *self.notes]

    def to_dict(self) -> dict[str, Any]:
        """The preview, ready for JSON."""
        return {
            "league": self.league.name,
            "season": self.season,
            "new": self.added,
            "known": self.known,
            "settles": self.settled,
            "dates": self.order,
            "first_day": None if self.first_day is None else self.first_day.date().isoformat(),
            "last_day": None if self.last_day is None else self.last_day.date().isoformat(),
            "examples": list(self.samples),
            "new_players": [{"name": name, "like": like} for name, like in self.new_players],
            "more_new_players": self.more_players,
            "members": list(self.taken),
            "written_by_both": [list(pair) for pair in self.mirrored],
            "twice": [list(pair) for pair in self.repeated],
            "lines_without_game": list(self.passed),
            "notes": list(self.notes),
        }

    def _days_text(self, first: datetime, last: datetime) -> str:
        days = {"first": _day(first), "last": _day(last)}
        if days["first"] == days["last"]:
            return gettext("All on {first}.", first=days["first"])
        return gettext("From {first} to {last}.", **days)

    def _fixture_lines(self) -> list[str]:
        lines = []
        if self.settled:
            lines.append(ngettext("It settles {number} fixture.", "It settles {number} fixtures.", self.settled))
        if self.has_fixtures and (rest := self.added - self.settled):
            lines.append(
                ngettext(
                    "{number} result fits no open fixture. It still counts.",
                    "{number} results fit no open fixture. They still count.",
                    rest,
                )
            )
        return lines

    def _player_lines(self) -> list[str]:
        like = [(name, known) for name, known in self.new_players if known is not None]
        lines = [
            gettext("Check this name: {name} is new, but {known} is already here.", name=name, known=known)
            for name, known in like
        ]
        plain = [name for name, known in self.new_players if known is None]
        if plain:
            rest = [gettext("and {number} more", number=self.more_players)] if self.more_players else []
            lines.append(gettext("New players: {players}.", players=", ".join([*plain, *rest])))
        if self.taken:
            lines.append(gettext("Matched to members by name: {taken}.", taken=", ".join(self.taken[:MOST_NEW])))
        return lines

    def _doubt_lines(self) -> list[str]:
        lines = []
        if self.mirrored:
            pairs = _pairs(self.mirrored)
            lines.append(gettext("Written by both players, so it counts once: lines {lines}.", lines=pairs))
        if self.repeated:
            lines.append(gettext("The same game twice, and both count: lines {lines}.", lines=_pairs(self.repeated)))
        if self.passed:
            lines.append(gettext("Lines without a game, skipped: {lines}.", lines=_first(map(str, self.passed))))
        return lines


def nearest(name: str, known: Mapping[str, str]) -> str | None:
    """The known name that is most like a new one; None where none is."""
    found = difflib.get_close_matches(folded(name), known, 1, _ALIKE)
    return known[found[0]] if found else None


def sample_of(result: LeagueResult) -> str:
    """A result in a few words, the winner first."""
    won, lost = result.sides[result.winner], result.sides[1 - result.winner]
    day = _day(result.played_at)
    names = {"day": day, "winner": won.player.name, "loser": lost.player.name}
    if result.ended_by == "forfeit":
        return gettext("{day}, {winner} won against {loser} by forfeit", **names)
    if won.legs + lost.legs > 1:
        return gettext("{day}, {winner} beat {loser} {won}-{lost} in games", **names, won=won.games, lost=lost.games)
    return gettext("{day}, {winner} {won}, {loser} {lost}", **names, won=won.holes, lost=lost.holes)


def _day(moment: datetime) -> str:
    return date_of(moment.date())


def _pairs(pairs: Iterable[tuple[int, int]]) -> str:
    return _first(f"{one}={other}" for one, other in pairs)


def _first(texts: Iterable[str]) -> str:
    listed = list(texts)
    rest = ["..."] if len(listed) > _MOST_LINES else []
    return ", ".join([*listed[:_MOST_LINES], *rest])
