"""Finds the columns of a sheet of results by their headings, as clubs write them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

Pair = tuple[int, int]

_WORDS: Final[dict[str, frozenset[str]]] = {
    "first": frozenset(
        ["1", "a", "i", "one", "home", "challenger", "p1", "playera", "player1", "heim", "local", "domicile"]
    ),
    "second": frozenset(
        [
            "2",
            "b",
            "ii",
            "two",
            "away",
            "defender",
            "visitor",
            "visitors",
            "visiting",
            "guest",
            "opponent",
            "opp",
            "vs",
            "v",
            "versus",
            "against",
            "p2",
        ]
    )
    | frozenset(
        [
            "playerb",
            "player2",
            "gegner",
            "gast",
            "adversaire",
            "rival",
            "oponente",
            "visitante",
            "contra",
            "gegen",
            "contre",
        ]
    ),
    "winner": frozenset(
        ["winner", "winners", "victor", "winning", "won", "sieger", "gewinner", "vainqueur", "gagnant", "ganador", "w"]
    ),
    "loser": frozenset(
        [
            "loser",
            "losers",
            "loosing",
            "losing",
            "lost",
            "loses",
            "verlierer",
            "perdant",
            "perdedor",
            "beat",
            "defeated",
            "l",
        ]
    ),
    "name": frozenset(
        ["player", "players", "name", "names", "member", "spieler", "joueur", "jugador", "who", "team", "spielerin"]
    ),
    "score": frozenset(
        [
            "score",
            "scores",
            "pegs",
            "holes",
            "pips",
            "punkte",
            "puntos",
            "total",
        ]
    ),
    "points": frozenset(["points", "point", "pts", "pt"]),
    "games": frozenset(["games", "legs", "frames", "sets", "game", "leg", "spiele", "partidas", "parties", "matches"]),
    "result": frozenset(["result", "results", "outcome", "ergebnis", "resultat", "resultado", "final"]),
    "date": frozenset(["date", "datum", "fecha", "data", "timestamp", "when", "day", "played", "tag", "jour", "dia"]),
    "margin": frozenset(["margin", "spread", "diff", "difference", "differenz"]),
    "remark": frozenset(
        ["remark", "remarks", "comment", "comments", "note", "notes", "status", "forfeit", "info", "bemerkung"]
    ),
    "number": frozenset(
        [
            "no",
            "number",
            "nr",
            "num",
            "match",
            "round",
            "rd",
            "week",
            "wk",
            "rank",
            "skunk",
            "skunks",
            "season",
            "index",
            "id",
            "table",
        ]
    ),
}
_FILLER: Final = frozenset(["the", "of", "for", "and", "time", "s", "in", "p", "no"])


_SHORT: Final = {
    "hs": ("score", "first"),
    "as": ("score", "second"),
    "ws": ("score", "winner"),
    "ls": ("score", "loser"),
    "+/-": ("margin", ""),
    "±": ("margin", ""),
}
"""Short headings: the home score, the away score, those of the winner and the loser, and the spread."""

_THIRD: Final = re.compile(r"(player|name)[ _#]*(3|4|c|d|three|four)", re.IGNORECASE)
"""A heading for one more player than a result of a league has."""


@dataclass(slots=True)
class Columns:
    """Where each value stands in the rows of a sheet; of each pair the first is of the first player."""

    names: Pair
    scores: tuple[int | None, int | None] = (None, None)
    games: tuple[int | None, int | None] = (None, None)
    date: int | None = None
    winner_first: bool = False
    """Whether the first player of every row is the winner."""

    winner: int | None = None
    """The column with the winner's name, beside two columns of players."""

    texts: tuple[int, ...] = ()
    """The columns with a whole score, or with the word won, lost or forfeit."""

    outcome_scores: tuple[int | None, int | None] = (None, None)
    """The columns with the points of the winner and of the loser."""

    several: tuple[Pair, ...] = ()
    """The columns of each game where a row holds several; twice the same where one cell has both scores."""

    high_first: bool = False
    """Whether every score of ``texts`` has the winner's points first."""

    games_text: int | None = None
    margin: int | None = None
    remarks: tuple[int, ...] = ()
    width: int = 0
    known: frozenset[int] = frozenset()
    """The columns whose headings say that they hold something else."""

    @property
    def has_scores(self) -> bool:
        """Whether any column holds points, games or a whole score."""
        numbers = (*self.scores, *self.games, *self.outcome_scores, self.games_text, self.margin)
        return any(column is not None for column in numbers) or bool(self.several)

    @property
    def score_columns(self) -> list[int]:
        """The columns in which a result is written."""
        numbers = (*self.scores, *self.games, *self.outcome_scores, self.games_text, self.margin, *self.texts)
        several = [column for pair in self.several for column in pair]
        return [column for column in (*numbers, *several) if column is not None]

    @property
    def understood(self) -> set[int | None]:
        """The columns whose meaning is known."""
        return {*self.names, *self.score_columns, *self.remarks, *self.known, self.date, self.winner}

    def unused(self, headings: Sequence[str]) -> list[str]:
        """The headings of columns that aren't read."""
        used = self.understood - self.known
        return [heading for column, heading in enumerate(headings) if heading and column not in used]

    @property
    def says_enough(self) -> bool:
        """Whether the columns can say who won."""
        return self.has_scores or bool(self.texts) or self.winner_first or self.winner is not None


def normal_heading(text: str) -> str:
    """A heading in small letters, with underscores for what stands between its words."""
    return re.sub(r"[\s-]+", "_", text.casefold().strip())


def names_third_player(cells: Sequence[str]) -> bool:
    """Return whether headings name more players than a result of a league has."""
    return any(_THIRD.fullmatch(cell.strip()) for cell in cells)


def find_columns(cells: Sequence[str], players: Pair | None = None) -> Columns | None:
    """The columns that a row of headings names; None for a row that doesn't name two players.

    Where ``players`` are given, their columns are known already.
    """
    kinds = [_SHORT.get(cell.strip().casefold()) or _kind(cell) for cell in cells]
    places: dict[tuple[str, str], list[int]] = {}
    for column, kind in enumerate(kinds):
        if kind is not None:
            places.setdefault(kind, []).append(column)
    names = _names(places) if players is None else (players, False)
    if names is None:
        return None
    pair, winner_first = names
    columns = Columns(pair, winner_first=winner_first, width=len(cells))
    columns.scores, score_texts = _numbers(places, "score", ("first", "second"))
    columns.outcome_scores = _of_outcome(places, "score")
    if not columns.has_scores and not score_texts:
        # Points beside scores are those of the table.
        columns.scores, score_texts = _numbers(places, "points", ("first", "second"))
        columns.outcome_scores = _of_outcome(places, "points")
    sides = ("winner", "loser") if winner_first else ("first", "second")
    columns.games, games_texts = _numbers(places, "games", sides)
    if columns.scores == (None, None) and columns.outcome_scores == (None, None):
        columns.scores = _bare(places, sides[0]), _bare(places, sides[1])
        if None in columns.scores or set(columns.scores) & set(pair):
            columns.scores = (None, None)
    columns.games_text = next(iter(games_texts), None)
    columns.texts = (*places.get(("result", ""), []), *score_texts)
    columns.date = next(iter(places.get(("date", ""), places.get(("night", ""), []))), None)
    columns.margin = next(iter(places.get(("margin", ""), [])), None)
    columns.remarks = tuple(places.get(("remark", ""), []))
    if not winner_first:
        columns.winner = next(iter([*places.get(("name", "winner"), []), *places.get(("bare", "winner"), [])]), None)
    columns.known = frozenset(places.get(("number", ""), []))
    return columns


def _of_outcome(places: dict[tuple[str, str], list[int]], kind: str) -> tuple[int | None, int | None]:
    """The columns of the winner's number and the loser's."""
    winner, loser = (next(iter(places.get((kind, side), [])), None) for side in ("winner", "loser"))
    return winner, loser


def _kind(text: str) -> tuple[str, str] | None:
    """The kind of a heading and its side; a side alone, such as Winner or Home, has the kind "bare"."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("'", "").replace("\u2019", ""))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    words = re.findall(r"[a-z]+|\d+", plain)
    if not words or len(words) > 4:
        return None
    if words in (["won", "by"], ["wins", "by"], ["by"]):
        return "margin", ""
    known = {kind for word in words for kind, members in _WORDS.items() if word in members}
    strange = [word for word in words if not any(word in members for members in _WORDS.values())]
    if any(word not in _FILLER for word in strange):
        return ("night", "") if words == ["night"] else None
    if words in (["w", "l"], ["won", "lost"], ["win", "loss"]):
        return "result", ""
    sides = [side for side in ("winner", "loser", "first", "second") if side in known]
    side = sides[0] if sides else ""
    if words in (["played"], ["day"], ["when"]) or ("date" in known and not sides):
        return "date", ""
    if known & {"number"}:
        return "number", ""
    for kind in ("margin", "remark", "games", "score", "points", "result"):
        if kind in known:
            return ("result", "") if kind == "result" else (kind, "" if kind in {"margin", "remark"} else side)
    if "name" in known:
        return "name", side
    return ("bare", side) if side else None


def _bare(places: dict[tuple[str, str], list[int]], side: str) -> int | None:
    found = places.get(("bare", side), [])
    return found[-1] if found else None


def _names(places: dict[tuple[str, str], list[int]]) -> tuple[Pair, bool] | None:
    """The columns of both players, and whether the first is the winner."""

    def of(side: str) -> int | None:
        named, bare = places.get(("name", side), []), places.get(("bare", side), [])
        if named:
            return named[0]
        # Of "Home, v, Away" the last is the player.
        return bare[-1 if side == "second" else 0] if bare else None

    alone = places.get(("name", ""), [])
    first, second, winner, loser = of("first"), of("second"), of("winner"), of("loser")
    if len(alone) == 2 and first is None and second is None:
        return (alone[0], alone[1]), False
    if first is None and alone and second is not None:
        first = alone[0]
    if first is not None and second is not None and first != second:
        return (first, second), False
    if winner is not None and loser is not None and not (alone and not places.get(("name", "winner"))):
        return (winner, loser), True
    return None


def _numbers(
    places: dict[tuple[str, str], list[int]], kind: str, sides: tuple[str, str]
) -> tuple[tuple[int | None, int | None], list[int]]:
    """The columns of a number for each side, and those for both at once."""
    one, other = (next(iter(places.get((kind, side), [])), None) for side in sides)
    bare = places.get((kind, ""), [])
    if one is None and other is None and len(bare) == 2:
        return (bare[0], bare[1]), []
    if one is None and other is not None and len(bare) == 1:
        # "Player score" stands beside "Opponent score".
        return (bare[0], other), []
    return (one, other), bare
