"""What the columns of a table of results hold, by its headings: each game of a row has a view of its own.

Most rows hold one game. Where headings stand twice, number several opponents, or are the names of players, a row holds
several; a card of one player lacks its owner's name. Each view shows the part of a row that is one game.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import pairwise, takewhile
from typing import Final, TypeAlias

from bot.i18n.translation import N_
from bot.leagues.csv_format import LONGEST_CELL, NOT_A_MATCH, RowError, name_key
from bot.leagues.spreadsheets import Cell, Row
from bot.leagues.written_dates import says_day
from bot.leagues.written_games import (
    FORFEIT,
    NO_AGREEMENT,
    NO_GAME,
    NO_SKUNK,
    OTHER_GAMES,
    TOTAL,
    TWO_NUMBERS,
    WORDS,
    Said,
    are_initials,
    natural_name,
    number_of,
    plain_name,
    read_line,
    reversed_to,
)
from bot.models.league import folded
from bot.tables.matches import needed
from engine.rules import Rules

Kind: TypeAlias = tuple[str, str]
"""What a column holds, and of whom; a heading of a side alone, such as Winner or Home, is "bare"."""

MaybePair: TypeAlias = tuple[int | None, int | None]
Pick: TypeAlias = "int | str | tuple[Pick, ...] | Mapping[str, str]"
"""Where a view has a cell from: a column, a text for all rows, the parts of a name, or a text by the row's player."""

SAMPLE: Final = 200
"""The first rows of a sheet, which show its layout."""

_NOWHERE: Final = (None, None)
_WORDS: Final = {kind: frozenset(words.split()) for kind, words in WORDS["headings"].items()}
_WHOLE: Final[Mapping[str, Kind]] = {
    heading: (kind.partition(" ")[0], kind.partition(" ")[2])
    for kind, headings in WORDS["whole_headings"].items()
    for heading in headings
}
_SIDES: Final = ("winner", "loser", "first", "second")
_KINDS: Final = (
    *("hand", "substitute", "skunk", "counts", "aside", "number", "margin", "remark", "result", "season", "meeting"),
    *("games", "score", "points", "name"),
)
"""The kinds of which the first one counts where a heading has words of several."""

_WITH_SIDES: Final = frozenset({"hand", "games", "score", "points", "name", "bare"})
_SCORES: Final = frozenset({"score", "points", "games", "result"})
_PATTERNS: Final = {kind: re.compile(text, re.IGNORECASE) for kind, text in WORDS["patterns_of_headings"].items()}
_SHORT_PAIRS: Final = (("h", "a"), ("for", "against"), ("for", "agst"), ("f", "a"), ("pf", "pa"))
"""Headings of both scores that mean something else alone."""

_LONGEST_DAY: Final = 12
_BECAME_DAY: Final = N_("the score {text!r} became a date in the spreadsheet. Write it like 2 to 1.")
_OUTCOME: Final = re.compile(r"(won|win|w|lost|loss|lose|l)(?![a-z/.])", re.IGNORECASE)
_YES: Final = re.compile(r"^(yes|y|ja|oui|s[i\u00ed])\b", re.IGNORECASE)
_NO: Final = re.compile(r"^(no|n|nein|non)\b", re.IGNORECASE)
_SIGNED: Final = re.compile(r"([+\u2212-])[1-9]\d*")
_MARKED: Final = re.compile(r"(?P<name>[^\W\d_][^\d(]*?)\s*(?:[(\[]\s*(?P<marked>\d{1,3})\s*[)\]]|\s(?P<bare>\d{2,3}))")
_NO_MARKS: Final = frozenset({"n", "no", "0", "nein", "non"})
_MARKS: Final = frozenset({"y", "yes", "x", "s", "1", "ja", "oui", "si", "s\u00ed"})


class Columns(dict[Kind, list[int]]):
    """The columns of one game by what they hold; of each pair the first is of the first player."""

    def __init__(self, heads: Sequence[str]) -> None:
        self.high_first = False
        """Whether every whole score has the winner's points first."""

        self.third = [at for at, head in enumerate(heads) if _is("third", head.strip())]
        self.means = [at for at, head in enumerate(heads) if _is("mean", head)]
        for at, head in enumerate(heads):
            if at not in {*self.third, *self.means} and (meaning := _kind(head)) is not None:
                self.setdefault(meaning, []).append(at)
        self._move_visitors(heads)
        found = self._find_names()
        self.has_names = found is not None
        self.names, self.winner_first = found or ((0, 0), False)
        self.third += self.get(("name", "first"), [])[1:] + self.get(("name", "second"), [])[1:]
        sides = ("winner", "loser") if self.winner_first else ("first", "second")
        for kind in ("score", "points"):
            # Points beside scores are those of the table.
            self.scores, texts = self._find_numbers(kind, ("first", "second"))
            self.outcome_scores = self.one(kind, "winner"), self.one(kind, "loser")
            if texts or {*self.scores, *self.outcome_scores} != {None}:
                break
        self.games, self.match = self._find_numbers("games", sides)
        if {*self.scores, *self.outcome_scores} == {None}:
            bare = [next(iter(self.get(("bare", side), [])[::-1]), None) for side in sides]
            self.scores = _NOWHERE if None in bare or {*bare} & {*self.names} else (bare[0], bare[1])
        self.texts = [*self.get(("result", ""), []), *self.get(("won", ""), []), *texts]
        self.hands, _ = self._find_numbers("hand", sides)
        self.legs = [at for at, head in enumerate(heads) if _is("leg", head.strip())]
        self.nets = [[at for at, head in enumerate(heads) if _is(kind, head)] for kind in ("net", "handicap")]
        days = self.get(("date", ""), self.get(("night", ""), []))
        self.dates = sorted(days, key=lambda at: not _is("moved", heads[at]))
        self.places = [at for at, head in enumerate(heads) if _is("place", head.strip())]
        self.moved = next((at for at in self.dates[:-1] if _is("moved", heads[at])), None)

    @cached_property
    def score_columns(self) -> list[int]:
        """The columns in which a result is written."""
        signs = (self.one(kind) for kind in ("margin", "plus", "minus"))
        numbers = (*self.scores, *self.games, *self.outcome_scores, *self.match[:1], *signs)
        return [*self.legs, *self.texts, *(at for at in numbers if at is not None)]

    @property
    def understood(self) -> set[int | None]:
        """The columns whose meaning is known."""
        single = ("season", "meeting", "skunk", "counts", "worth", "substitute", "visitor")
        several = [at for kind in ("remark", "number", "aside") for at in self.get((kind, ""), [])]
        players = (*self.names, *self.third, *self.means, self._winner)
        return {*players, *self.score_columns, *self.dates, *self.hands, *map(self.one, single), *several} - {None}

    @property
    def _winner(self) -> int | None:
        """The column with the name of the winner, beside those of the players."""
        named = self.one("name", "winner")
        return None if self.winner_first else self.one("bare", "winner") if named is None else named

    def one(self, kind: str, side: str = "") -> int | None:
        """The first column of a kind."""
        return next(iter(self.get((kind, side), [])), None)

    def _move_visitors(self, heads: Sequence[str]) -> None:
        """Take the column of a visitor for a remark where two players have columns without it."""
        guests = {at for at, head in enumerate(heads) if _is("visitor", head.strip())}
        everything = {kind: [*found] for kind, found in self.items()}
        for found in self.values() if guests else ():
            found[:] = [at for at in found if at not in guests]
        both = self._find_names()
        if guests and (both is None or (both[1] and everything.get(("bare", "first")))):
            self.update(everything)
        elif guests:
            self["visitor", ""] = sorted(guests)

    def _find_names(self) -> tuple[tuple[int, int], bool] | None:
        """The columns of both players, and whether the first is the winner."""

        def of(side: str) -> int | None:
            bare = self.get(("bare", side), [])
            # Of "Home, v, Away" the last is the player.
            return next(iter([*self.get(("name", side), []), *(bare[::-1] if side == "second" else bare)]), None)

        alone = self.get(("name", ""), [])
        winner, loser, first, second = map(of, _SIDES)
        if len(alone) == 2 and first is None and second is None:
            return (alone[0], alone[1]), False
        first = alone[0] if first is None and alone and second is not None else first
        if first is not None and second is not None and first != second:
            return (first, second), False
        if winner is not None and loser is not None and not (alone and not self.get(("name", "winner"))):
            return (winner, loser), True
        return None

    def _find_numbers(self, kind: str, sides: tuple[str, str]) -> tuple[MaybePair, list[int]]:
        """The columns of a number for each side, and those for both at once."""
        one, other = (self.one(kind, side) for side in sides)
        bare = self.get((kind, ""), [])
        if one is None and other is None and len(bare) == 2:
            return (bare[0], bare[1]), []
        if one is None and other is not None and len(bare) == 1:
            # "Player score" stands beside "Opponent score".
            return (bare[0], other), []
        return (one, other), bare

    def said_of(self, row: Row, rules: Rules, best_of: int | None) -> list[Said]:
        """What the cells of a row say of its games. Raises ``RowError`` where they don't agree."""
        names = [natural_name(row.text(column)) for column in self.names]
        for place in self.score_columns:
            if (cell := row.cell(place)) and len(text := row.text(place)) <= _LONGEST_DAY and says_day(cell):
                raise RowError(_BECAME_DAY, text=text)
        self._check_beside(row)
        margin, texts = self._margin_of(row), [row.text(place) for place in self.texts]
        if (answer := self.one("won")) is not None:
            # As in "Did you win? Yes, by 12".
            texts[self.texts.index(answer)] = _NO.sub("lost", _YES.sub("won", row.text(answer).strip()))
        scores, winners = self._scores_of(row, names), self._winners_of(row, names, texts, margin)
        found = TWO_NUMBERS.search(row.text(next(iter(self.match), None)))
        if legs := self._legs_of(row, filter(None, (found and found[0], *texts)), best_of):
            return [Said((names[0], names[1]), texts=(leg,)) for leg in legs]
        games = (found[1], found[2]) if found else (number_in(row, self.games[0]), number_in(row, self.games[1]))
        if len(winners) > 1:
            raise RowError(N_("the cells don't agree who won."))
        winner = next(iter(winners), None)
        if winner is None and not any(scores) and any(number_in(row, at) for at in self.outcome_scores):
            raise RowError(NO_GAME)
        if winner is not None and (self.high_first or any(_OUTCOME.match(text.strip()) for text in texts)):
            texts = [reversed_to(text, winner) for text in texts]
        elif self.winner_first and self.names[0] > self.names[1]:
            # The score has the order of the columns.
            texts = [TWO_NUMBERS.sub(r"\2-\1", text) for text in texts]
        if winner is not None:
            for place, column in zip((winner, 1 - winner), self.outcome_scores, strict=True):
                scores[place] = scores[place] or number_in(row, column)
            if self.scores[winner] is None and self.outcome_scores[0] is None and scores[1 - winner]:
                scores[winner] = scores[winner] or str(rules.target)
        said = Said(
            (names[0], names[1]),
            (scores[0], scores[1]),
            (*filter(None, texts), *filter(FORFEIT.search, [margin])),
            winner,
            margin,
            games,
            self._remarks_of(row),
            has_forfeit=self.winner_first and any(map(FORFEIT.search, (*texts, margin))),
            worth=number_in(row, self.one("worth")),
        )
        is_clear = said.is_scored and (not any(games) or all(game.isdecimal() and len(game) < 3 for game in games))
        return [said] if is_clear and not any(map(TWO_NUMBERS.search, scores)) else self._without_roles(row, said)

    def other_means(self, row: Row) -> list[int]:
        """The columns of means or sums in which a row has another than that of its scores."""
        points = self._points_of(row)
        means = {f"{sum(points) / 2:{form}}" for form in ("g", ".1f", ".2f")} | {str(sum(points))}
        return [at for at in self.means if points and row.text(at).replace(",", ".") not in {"", *means}]

    def _points_of(self, row: Row) -> list[int]:
        points = re.findall(r"\d+", " ".join(map(row.text, (*self.texts, *self.scores))))
        return list(map(int, points)) if len(points) == 2 else []

    def _check_beside(self, row: Row) -> None:
        """Raise ``RowError`` where the mean of the scores, or the places of a ladder, contradict the score."""
        score = "-".join(map(str, points := self._points_of(row)))
        for at in self.other_means(row):
            raise RowError(NO_AGREEMENT, one=score, other=row.text(at)[:LONGEST_CELL])
        places = [int(text) for at in self.places if (text := number_in(row, at)).isdecimal()]
        won = self.winner_first or points[:1] > points[1:]
        if points and len(places) == 3 and places[0] > places[1] and won == (places[2] >= places[0]):
            raise RowError(N_("{score} doesn't fit the new place {place}."), score=score, place=places[2])

    def _legs_of(self, row: Row, wholes: Iterable[str], best_of: int | None) -> list[str]:
        """The scores of the games of a match, each in its column."""
        found = [score for column in self.legs if (score := TWO_NUMBERS.search(row.text(column)))]
        if not found:
            return []
        spread, said = sum(int(score[1]) - int(score[2]) for score in found), self._margin_of(row)
        if said.strip("+-").isdecimal() and int(said) != (spread if said[0] in "+-" else abs(spread)):
            raise RowError(NO_AGREEMENT, one=said, other=f"{spread:+}")
        won = sum(int(score[1]) > int(score[2]) for score in found)
        for whole in filter(None, map(TWO_NUMBERS.search, wholes)):
            if (int(whole[1]), int(whole[2])) != (won, len(found) - won):
                raise RowError(OTHER_GAMES)
        if len(found) < sum(bool(row.text(column)) for column in self.legs):
            raise RowError(NO_GAME)
        if best_of is not None and max(won, len(found) - won) < needed(best_of):
            raise RowError(NOT_A_MATCH, games=won, other=len(found) - won, best_of=best_of)
        return [score[0] for score in found]

    def _without_roles(self, row: Row, said: Said) -> list[Said]:
        """The games of a row by its cells alone, where the headings don't say which hold the score."""
        kinds = ("remark", "number", "aside", "skunk")
        line = read_line(row.without({at for kind in kinds for at in self.get((kind, ""), [])}))
        named = {folded(name) for game in line.games for name in game.names}
        if not line.is_doubtful and {*map(folded, said.names)} <= named and all(game.is_scored for game in line.games):
            return [replace(game, winner=said.winner if game.winner is None else game.winner) for game in line.games]
        return [said]

    def _scores_of(self, row: Row, names: list[str]) -> list[str]:
        """The points of each player, which may stand behind their names; the names lose them."""
        scores = [number_in(row, at) for at in self.scores]
        for place, name in enumerate(names):
            found = _MARKED.fullmatch(name)
            if found is not None and (found["marked"] or not self.score_columns):
                names[place] = found["name"].strip()
                scores[place] = scores[place] or found["marked"] or found["bare"]
        if any(self.nets) and all(scores):
            self._check_net(row, scores)
        return scores

    def _check_net(self, row: Row, scores: Sequence[str]) -> None:
        """Raise ``RowError`` where points with a handicap aren't those of the game and it, or turn its winner."""
        cells = (scores, *([number_in(row, at) for at in places] for places in self.nets))
        points, nets, given = ([int(text) if text.isdecimal() else 0 for text in texts] for texts in cells)
        added = [one + more for one, more in zip(points, given, strict=False)] or points
        net = nets if any(nets) else added
        if (
            all(points)
            and len(net) == len(added) == 2
            and (net != added or (net[0] < net[1]) != (points[0] < points[1]))
        ):
            raise RowError(NO_AGREEMENT, one="-".join(scores), other=f"{net[0]}-{net[1]}")

    def _margin_of(self, row: Row) -> str:
        """The spread, with its sign where it is the first player's."""
        found = [number_in(row, self.one(kind)) for kind in ("margin", "plus", "minus")]
        signed = (
            f"{sign}{text}" if text.isdecimal() else text for sign, text in zip(("", "+", "-"), found, strict=True)
        )
        return " ".join(filter(None, signed))

    def _winners_of(self, row: Row, names: list[str], texts: Sequence[str], margin: str) -> set[int]:
        """The places of those who are said to have won: by their column, a name, a word, or the sign of the spread."""
        winners = {0} if self.winner_first else set[int]()
        for place in (0, 1):
            if (name := plain_name(names[place])) != names[place]:
                if found := re.search(r"\(?(won|wins|lost|winner|loser)\)?$", names[place]):
                    winners.add(place if found[1][0] == "w" else 1 - place)
                names[place] = name
        keys = [name_key(name) for name in names]
        if who := row.text(self._winner):
            named = {place for place in (0, 1) if keys[place] in {name_key(who), name_key(natural_name(who))}}
            named = named or {
                at for at, name in enumerate(names) if are_initials(who, name) or folded(who) in folded(name).split()
            }
            named = named or ({int(who[0]) - 1} if who[0] in "12" else set())
            if len(named) != 1:
                raise RowError(N_("the winner {who!r} is neither of the 2 players."), who=who[:LONGEST_CELL])
            winners |= named
        for text in map(str.strip, (*texts, margin)) if not self.winner_first else ():
            if word := _OUTCOME.match(text):
                winners.add(0 if word[1][0].casefold() == "w" else 1)
            elif signed := _SIGNED.fullmatch(number_of(text)):
                winners.add(0 if signed[1] == "+" else 1)
            elif (found := re.match(r"(.+?) (won|wins|beat|by)\b", text)) and name_key(found[1]) in keys:
                winners.add(keys.index(name_key(found[1])))
        return winners

    def _remarks_of(self, row: Row) -> tuple[str, ...]:
        """The remarks of a row, with the mark in a column for skunks."""
        mark = row.text(self.one("skunk")).casefold()
        stands_in, visitor = row.text(self.one("substitute")), row.text(self.one("visitor"))
        if folded(visitor) not in {"", *(folded(natural_name(row.text(at))) for at in self.names)}:
            stands_in = stands_in or visitor
        texts = (
            *(row.text(at) for at in self.get(("remark", ""), [])),
            "skunk" if mark in _MARKS else NO_SKUNK if mark in _NO_MARKS else re.sub("^(2|dd?|double)$", "ds", mark),
            "not counted" if row.text(self.one("counts")).casefold() in _NO_MARKS else "",
            f"{stands_in} (sub)" if stands_in else "",
        )
        return tuple(filter(None, texts))


@dataclass(slots=True)
class View:
    """One game of each row under some headings, which are its own; without picks it is the whole row."""

    heads: Sequence[str]
    picks: Sequence[Pick] = ()
    players: frozenset[str] = frozenset()
    """The players of the rows of a cross table."""

    columns: Columns = field(init=False)

    def __post_init__(self) -> None:
        self.columns = Columns(self.heads)

    def is_filled(self, row: Row) -> bool:
        """Return whether a row says more of this game than the name of the first player and its day."""
        shown, opponent = self.row(row), self.columns.names[1]
        is_known = self.picks and isinstance(self.picks[opponent], str)
        return any(map(shown.text, (None if is_known else opponent, *self.columns.score_columns)))

    def understands(self, column: int) -> bool:
        """Return whether the meaning of a column of the file is known."""
        picks = [pick if isinstance(pick, tuple) else (pick,) for pick in self.picks or range(len(self.heads))]
        return any(column in parts and at in self.columns.understood for at, parts in enumerate(picks))

    def row(self, row: Row) -> Row:
        """The cells of a row that are of this game."""
        return replace(row, cells=tuple(_picked(row, pick) for pick in self.picks)) if self.picks else row

    def with_heads(self, heads: Sequence[str], at: Sequence[int | str]) -> View:
        """Return a view of some cells of this one, or texts that no cell says, under other headings."""
        return View(heads, [one if isinstance(one, str) else self.picks[one] if self.picks else one for one in at])


def _picked(row: Row, pick: Pick) -> Cell:
    if isinstance(pick, int):
        return row.cell(pick)
    if isinstance(pick, tuple):
        return " ".join(str(_picked(row, part) or "") for part in pick).strip()
    return pick if isinstance(pick, str) else pick.get(row.text(0))


def find_views(heads: Sequence[str], owner: str = "") -> list[View]:
    """The games of a row below these headings; none where they don't name two players."""
    found = [view for half in _halves(_with_scores(heads)) for view in _by_opponent(_with_whole_names(half), owner)]
    return found if all(view.columns.has_names for view in found) else []


def _with_scores(cells: Sequence[str]) -> Sequence[str]:
    """Headings with other words for both scores that mean something else alone."""
    plain = [cell.casefold() for cell in cells]
    for one, other in _SHORT_PAIRS:
        if {one, other} <= {*plain}:
            cells = [{one: "HS", other: "AS"}.get(cell.casefold(), cell) for cell in cells]
    if any(f"a{cell[1:]}" in plain for cell in plain if re.match(r"h\W", cell)):
        sides = {"h": "Home", "a": "Away"}
        cells = [sides[cell[0].casefold()] + cell[1:] if re.match(r"[hHaA]\W", cell) else cell for cell in cells]
    kinds = [_kind(cell) or ("", "") for cell in cells]
    again = {
        at: kinds[at][1] for at, cell in enumerate(cells) if kinds[at][0] in {"name", "bare"} and cell in cells[:at]
    }
    if sorted(again.values()) == ["first", "second"] and not _SCORES & {kind for kind, _ in kinds}:
        # The last two of "Home, Away, Home, Away" are the score.
        return [{"first": "HS", "second": "AS"}.get(again.get(at, ""), cell) for at, cell in enumerate(cells)]
    return cells


def _halves(heads: Sequence[str]) -> list[View]:
    """Both games of rows under headings that stand twice, those of two players and their score."""
    plain, width = [head.casefold() for head in heads], len(heads)
    for start in range(width - 5):
        end = (width + start) // 2
        if plain[start:end] == plain[end:] and any(plain[end:]) and has_results(heads[:end]):
            return [
                View(heads).with_heads([heads[at] for at in half], half)
                for half in (range(end), [*range(start), *range(end, width)])
            ]
    return [View(heads)]


def has_results(heads: Sequence[str]) -> bool:
    """Return whether headings name two players and their score."""
    columns = Columns(heads)
    return columns.has_names and bool(columns.score_columns)


def _with_whole_names(view: View) -> View:
    """The view with each player in one cell, where surnames and first names have columns of their own."""
    parts = ["last" if _is("surname", head) else "first" if _is("first_name", head) else "" for head in view.heads]
    pairs = list[int]()
    for at, both in enumerate(pairwise(parts)):
        if {*both} == {"first", "last"} and pairs[-1:] != [at - 1]:
            pairs.append(at)
    if len(pairs) < 2:
        return view
    heads, picks = [*view.heads], [*(view.picks or range(len(view.heads)))]
    for at in pairs:
        first, last = (at, at + 1) if parts[at] == "first" else (at + 1, at)
        side = _PATTERNS["first_name"].sub("", heads[first]).strip(" _()-")
        heads[first], heads[last] = f"Player {side}" if side.isdecimal() or not side else side, ""
        picks[first], picks[last] = (picks[first], picks[last]), ""
    return View(heads, picks)


def _by_opponent(view: View, owner: str) -> list[View]:
    """The view of each game of one player: of several numbered opponents, or of a card of the ACC."""
    heads = [head.strip() for head in view.heads]
    columns = Columns(heads)
    numbers = {at: found[2] for at, head in enumerate(heads) if (found := _PATTERNS["opponent"].search(head))}
    player, days, views = columns.one("name"), columns.get(("date", ""), []), list[View]()
    if len(numbers) > 1 and player is not None:
        margins = columns.get(("margin", ""), [])
        for (start, number), end in zip(numbers.items(), [*list(numbers)[1:], len(heads)], strict=True):
            parts = [at for at in range(start + 1, end) if heads[at].endswith(number) or at in margins]
            if not parts:
                # Of two opponents one is the other's partner.
                named = {at: "Opponent" if at == start else "Partner" for at in numbers}
                return [view.with_heads([named.get(at, head) for at, head in enumerate(heads)], range(len(heads)))]
            # A spread without a sign is a plus.
            score = ("+",) if margins else ("Score",) if len(parts) == 1 else ("Score 1", "Score 2")
            names = ("Player 1", "Player 2", *score, *("Date" for _ in days))
            views.append(view.with_heads(names, (player, start, *parts, *days)))
        return views
    plus, minus, second = columns.one("plus"), columns.one("minus"), columns.one("bare", "second")
    if plus is None or minus is None or second is None or not (owner or player is not None):
        return [view]
    worth = next((at for at, head in enumerate(heads) if _kind(head) in {("worth", ""), ("points", "")}), "")
    names = ("Player 1", "Player 2", "+", "-", "Game points", *("Date" for _ in days))
    return [view.with_heads(names, (owner if player is None else player, second, plus, minus, worth, *days))]


def owner_of(texts: Sequence[str]) -> str:
    """The player whose card begins with this row; empty where it is none."""
    first, *others = filter(None, map(str.strip, texts))
    found = _PATTERNS["owner"].search(first)
    if found is None or not (":" in first or found[2] or len(others) == 1):
        return ""
    return found[1] or found[2] or next(iter(others), "")


def find_cross_table(head: Row, below: Sequence[Row]) -> list[View]:
    """The games of a row of a cross table, one against each player above; none where this row isn't its head."""
    texts = {folded(text): at for at, text in enumerate(head.texts()) if at and text}
    places = {name: at for name, at in texts.items() if not re.search(r"\d", name) and not is_heading(name)}

    def key(row: Row) -> str:
        name = folded(row.text(0))
        return name if name in places else next((short for short in places if are_initials(short, name)), "")

    body = list(takewhile(key, below[: len(places)])) if len(places) > 2 else []
    named = {key(row): row for row in body}
    if not 1 < len(named) == len(body):
        return []
    places = {
        name: at
        for name, at in places.items()
        if name in named or any(not row.text(at).isdecimal() for row in body if row.text(at))
    }
    players, order = frozenset(row.text(0) for row in body), list(places)
    views = []
    for other, at in places.items():
        cells, opponent = dict[str, str](), named.get(other, head)
        for name, row in named.items():
            text, back = row.text(at), opponent.text(places[name]) if other in named else ""
            if other == name or not re.search(r"[\w?]", text) or text.casefold() == "x":
                continue
            if text.isdecimal():
                # It is the points of the row's player alone.
                if order.index(name) > order.index(other) and back.isdecimal():
                    continue
                text = f"{text}-{back}"
            cells[row.text(0)] = text
        shown = opponent.text(0 if other in named else at)
        views.append(View(("Player 1", "Player 2", "Score"), (0, shown, cells), players))
    return views


def partners(columns: Columns, heads: Sequence[str], rows: Sequence[Row]) -> list[int]:
    """The columns without a heading behind a player's in which most rows have a name as well: those of pairs."""
    found = []
    for behind in (first + 1 for first in columns.names):
        if behind < len(heads) and not heads[behind] and behind not in columns.names:
            of_player = [row for row in rows if row.text(behind - 1)]
            names = [text for row in of_player if (text := row.text(behind)) and not re.search(r"\d", text)]
            found += [behind] if 2 * len(names) > len(of_player) else []
    return found


def is_heading(text: str) -> bool:
    """Return whether a cell is a heading that is known, and so not a name."""
    return _kind(text) is not None or _is("third", text)


def no_players(cells: Sequence[str]) -> set[int]:
    """The columns of a row of headings that hold neither a player nor a score."""
    kinds = {column: kind[0] for column, cell in enumerate(cells) if (kind := _kind(cell))}
    found = {column for column, kind in kinds.items() if kind in {"aside", "remark", "season", "meeting", "skunk"}}
    return found if len(kinds) > 1 else set()


def names_one(cells: Sequence[str]) -> bool:
    """Return whether a row of headings names one player alone, as above a table of totals."""
    kinds = [kind for cell in cells if (kind := _kind(cell))]
    is_total = {*kinds} & {("bare", "winner"), ("bare", "loser"), ("margin", "")} or any(map(TOTAL.fullmatch, cells))
    return bool(is_total) and len(cells) > 2 and [kind for kind, _ in kinds].count("name") == 1


def is_standings(cells: Sequence[str]) -> bool:
    """Return whether a row is the title or the headings of a table of standings."""
    (first, *others), columns = list(filter(None, cells)) or [""], Columns(cells)
    if not others or columns.dates:
        return not others and _is("standings", first)
    is_placed = _is("place", first) and any(kind == "name" for kind, _ in columns)
    return is_placed or (names_one(cells) and not columns.has_names)


def _is(kind: str, heading: str) -> bool:
    return _PATTERNS[kind].search(heading) is not None


@lru_cache(4096)
def _kind(text: str) -> Kind | None:
    """What the column of a heading holds, and of whom."""
    plain = unicodedata.normalize("NFKD", re.sub("['\u2019]", "", text.casefold()))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    words = re.findall(r"[a-z\u0430-\u044f]+|\d+", letters)
    if whole := _WHOLE.get(" ".join(words) or text.strip()):
        return whole
    if not words or len(words) > 4:
        return None
    known = {kind for word in words for kind, members in _WORDS.items() if word in members}
    side = next((side for side in _SIDES if side in known), "")
    if {"hand", "hands"} & {*words} and len(words) > 1:
        return "hand", side
    if any(not any(word in members for members in _WORDS.values()) for word in words):
        return next(((kind, "") for kind in ("aside", "number") if kind in known and len(words) > 1), None)
    if "date" in known and not side:
        return "date", ""
    kind = next((kind for kind in _KINDS if kind in known), "bare")
    if kind == "bare" and not side:
        return None
    return kind, side if kind in _WITH_SIDES else ""


def number_in(row: Row, column: int | None) -> str:
    """Return the number of a cell; empty where there is none."""
    return number_of(row.text(column))
