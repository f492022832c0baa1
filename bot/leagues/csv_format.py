"""The format of files of results: their columns, and the checks of every line."""

from __future__ import annotations

import gc
import re
import threading
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, Literal, TypeAlias

from bot.i18n.translation import N_, gettext
from bot.leagues.access import LeagueError
from bot.leagues.score_entry import check_hand, check_holes
from bot.leagues.standings import UNPLAYED, games_of, is_skunk
from bot.leagues.written_dates import DateOrder
from bot.models.league import FixtureStage, folded
from bot.tables.matches import needed
from engine.rules import Rules

COLUMNS: Final = ("date", "player_a", "player_b", "score_a", "score_b", "games_a", "games_b")
"""The columns of every file."""

MORE: Final = (
    *("season", "stage", "status", "ended", "legs_a", "legs_b", "skunks_a", "skunks_b", "first_dealer"),
    *("best_hand_a", "best_hand_b"),
)
"""The other columns of an exported file; they are read where all of them are there."""

NIGHTS: Final = ("meeting", "champion")
"""The columns of an exported file with the number of the night, and which of the two won the season.

Files of earlier versions don't have them.
"""

MOST_SEASONS: Final = 1000
LONGEST_NAME: Final = 64

MOST_BAD: Final = 20
"""How many bad lines of a file are kept and shown; the rest are only counted."""

LONGEST_CELL: Final = 40
"""How much of a cell is repeated in a message."""

_MOST_LINES: Final = 10
_NO_DAY: Final = datetime.min.replace(tzinfo=UTC)
_WHOLE: Final = re.compile(r"[0-9]{1,5}")
_OWN_WORDS: Final[Mapping[str, re.Pattern[str]]] = {
    "first_dealer": re.compile("[abAB]?"),
    "stage": re.compile("league|playoff"),
    "ended": re.compile("[a-z_]{1,20}"),
}
"""What the columns of an exported file that hold a word may say."""

_ESCAPED: Final = re.compile(r"'+[=+\-@]")
_NOBODY_WON: Final = N_("nobody won: the score is {won}-{lost}.")
_LOWER: Final = N_("{name} is written as the winner, but has the lower score.")
SAME_PLAYER: Final = N_("{name} and {row_name} are the same player, so they can't play each other.")
NOT_A_MATCH: Final = N_("{games}-{other} can't be a result in games. This league plays best of {best_of}.")
UNSEEN: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})

TwoNumbers: TypeAlias = tuple[int, int]
Skipped: TypeAlias = Literal["uncounted", "bye", "unplayed", "other"]
"""Why a line is no game: void in an exported file, a bye, without a score; or a title, a total or a note."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """One result of a file, from this line on; of each pair the first is of ``player_a``."""

    line: int
    played_at: datetime = _NO_DAY
    """The moment of the game, once the order of the file's dates is known."""

    names: tuple[str, str]
    scores: TwoNumbers
    games: TwoNumbers
    legs: TwoNumbers
    skunks: TwoNumbers = (0, 0)
    season: int | None = None
    stage: FixtureStage = "league"
    ended_by: str = "file"
    dealt_first: int | None = None
    best_hands: tuple[int | None, int | None] = (None, None)
    sheet: str | None = None
    meeting: int | None = None
    champions: tuple[bool, bool] = (False, False)
    undated: bool = False
    """Whether its file has no dates: then it is the same game on whatever day it comes."""

    own: bool = False
    """Whether the row is of a file that the bot wrote, with all its columns."""

    @property
    def mirrored(self) -> ResultRow:
        """The same result written by the other player."""
        pairs = ("names", "scores", "games", "legs", "skunks", "best_hands", "champions")
        dealt_first = None if self.dealt_first is None else 1 - self.dealt_first
        return replace(self, dealt_first=dealt_first, **{name: getattr(self, name)[::-1] for name in pairs})

    @property
    def winner(self) -> int:
        """The place of the player who won."""
        return 0 if self.games[0] > self.games[1] else 1

    @property
    def content(self) -> str:
        """A digest of this row, the same in every layout of the file; equal rows share it."""
        when = "" if self.undated else self.played_at.isoformat()
        values = (when, *map(folded, self.names), *self.scores, *self.games)
        return sha256("\n".join(map(str, values)).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class BadRow:
    """A line that cannot be read, and what is wrong with it."""

    line: int
    why: str
    sheet: str | None = None

    def __str__(self) -> str:
        if self.sheet is not None:
            return gettext("{sheet}, line {line}: {why}", sheet=self.sheet, line=self.line, why=self.why)
        return gettext("line {line}: {why}", line=self.line, why=self.why)


@dataclass(slots=True)
class ParsedFile:
    """A file as it was read: the results that count, the lines that are wrong, and notes for the reader.

    ``bad`` are the first ``MOST_BAD`` of the bad lines, and ``more_bad`` is how many there are besides.
    """

    rows: list[ResultRow] = field(default_factory=list)
    bad: list[BadRow] = field(default_factory=list)
    more_bad: int = 0
    notes: list[str] = field(default_factory=list)
    unclear_date: str | None = None
    """A date of which nobody can tell the day from the month; somebody has to say."""

    order: DateOrder | None = None
    """The order in which such dates were read."""

    skipped: dict[Skipped, list[int | str]] = field(default_factory=lambda: defaultdict(list))
    """The lines that are no games, by the reason."""

    joined: list[tuple[str, str]] = field(default_factory=list)
    """The names that were read as another spelling of a player's name."""

    mirrored: list[tuple[int, int]] = field(default_factory=list)
    """The lines of games that both players wrote down; only the first of each counts."""

    repeated: list[tuple[int, int]] = field(default_factory=list)
    """The lines that are the same game twice, which count twice."""

    @property
    def counts(self) -> str:
        """How many rows of a file are games, how many are not, and how many were not understood."""
        return gettext(
            "Read: {games} games, {unplayed} without a score, {others} other lines, {bad} not understood.",
            games=len(self.rows) + len(self.mirrored),
            unplayed=len(self.skipped["unplayed"]),
            others=sum(len(lines) for why, lines in self.skipped.items() if why != "unplayed"),
            bad=len(self.bad) + self.more_bad,
        )

    def bad_lines(self) -> list[str]:
        """The bad lines in sentences, and how many there are besides."""
        rest = [gettext("... and {number} more.", number=self.more_bad)] if self.more_bad else []
        return [*map(str, self.bad), *rest]

    def add_bad(self, line: int, why: str, sheet: str | None = None) -> None:
        """Add a bad line, or only count it where enough are listed."""
        if len(self.bad) < MOST_BAD:
            self.bad.append(BadRow(line, why, sheet))
        else:
            self.more_bad += 1

    def ask_about(self, found: Iterable[tuple[ResultRow, str]]) -> None:
        """Take games out of the results, each with the reason why."""
        asked = {id(row): (row, why) for row, why in found}
        for row, why in asked.values():
            self.add_bad(row.line, why, row.sheet)
        self.rows = [row for row in self.rows if id(row) not in asked]


def listed_lines(lines: Iterable[object]) -> str:
    """The first of some lines or names, and whether there are more."""
    listed = list(map(str, lines))
    rest = ["..."] if len(listed) > _MOST_LINES else []
    return ", ".join([*listed[:_MOST_LINES], *rest])


def normal_heading(text: str) -> str:
    """A heading in small letters, with underscores for what stands between its words."""
    return re.sub(r"[\s-]+", "_", text.casefold().strip())


_APART: Final = re.compile(r"\s*(?:[&+/]|\b(?:and|und|y|et)\b)\s*")


@lru_cache(4096)
def name_key(name: str) -> str:
    """What a name has in common with its other spellings: by accents, apostrophes, unseen letters, a pair's order."""
    seen = "".join(letter for letter in unicodedata.normalize("NFKC", name) if unicodedata.category(letter) != "Cf")
    seen = "".join(letter for letter in unicodedata.normalize("NFKD", seen) if not unicodedata.combining(letter))
    seen = re.sub(r"(?<=\w)[-\u2010\u2011](?=\w)", " ", re.sub(r"['`.\u2018\u2019\u00b4\u02bc]", "", seen))
    return " & ".join(sorted(pair_of(seen)))


@lru_cache(4096)
def pair_of(name: str) -> frozenset[str]:
    """The people of a name, of whom a pair has two."""
    return frozenset(person.strip() for person in _APART.split(folded(name)))


def is_pair(name: str) -> bool:
    """Return whether a name is that of two people."""
    return len(pair_of(name)) > 1


class RowError(Exception):
    """A line is wrong; the message says how, in the reader's language."""

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(gettext(sentence, **values))


def escape_formula(name: str) -> str:
    """A name with a quote before ``=``, ``+``, ``-`` or ``@``, which a spreadsheet would take for a formula."""
    return f"'{name}" if name[:1] in "=+-@" or _ESCAPED.match(name) else name


def read_record(
    line: int, record: Mapping[str, str], rules: Rules, *, ours: bool = False, best_of: int | None = None
) -> ResultRow:
    """Check the values of a row, by the names of ``COLUMNS``, and return its result. Raises ``RowError``.

    ``ours`` is whether the row has all columns of an export. Then its scores stand as they were once accepted.
    """
    names = _name("player_a", record), _name("player_b", record)
    if folded(names[0]) == folded(names[1]):
        raise RowError(SAME_PLAYER, name=names[0], row_name=names[1])
    if not ours and (both := pair_of(name_key(names[0])) & pair_of(name_key(names[1]))):
        person = next(part for part in _APART.split(names[0]) if name_key(part) in both)
        raise RowError(N_("{name} is on both sides."), name=person)
    if record.get("ended") == "forfeit" and not ours:
        won = (1, 0) if record["winner"] == "a" else (0, 1)
        return ResultRow(line=line, names=names, scores=(0, 0), games=won, legs=won, ended_by="forfeit")
    unscored = not ours and not record["score_a"] and not record["score_b"]
    scores = (0, 0) if unscored else _both("score", record)
    winner = int(scores[1] > scores[0])
    legs, games = (
        (1 - winner, winner),
        (games_of(rules, *scores) * (1 - winner), games_of(rules, *scores[::-1]) * winner),
    )
    if record["games_a"] or record["games_b"]:
        said = _both("games", record)
        _check_winner(record, scores, said, rules, known=unscored or (ours and _is_known(scores, record)), ours=ours)
        # One game that counts for several by the rules was one leg all the same.
        legs, games = legs if said == games and not unscored else said, said
        if not ours:
            _check_match(scores, games, legs, rules, best_of, unscored=unscored)
    elif best_of is not None and best_of > 1 and max(scores) == needed(best_of) and not ours:
        # The score in one cell says the games of a match.
        legs, games, scores = scores, scores, (0, 0)
        _check_winner(record, scores, games, rules, known=True, ours=False)
    else:
        _check_single(max(scores), min(scores), rules, ours=ours)
    if (said_winner := record.get("winner", "")) and said_winner != ("a" if games[0] > games[1] else "b"):
        raise RowError(_LOWER, name=record[f"player_{said_winner}"])
    skunks = [int(games[1 - side] == 0 and is_skunk(rules, scores[side], scores[1 - side])) for side in (0, 1)]
    more = _own_columns(record) if ours else {"skunks": (skunks[0], skunks[1]), "best_hands": _hands(record)}
    return ResultRow(**{"line": line, "names": names, "scores": scores, "games": games, "legs": legs, **more})


def _check_match(
    scores: TwoNumbers, games: TwoNumbers, legs: TwoNumbers, rules: Rules, best_of: int | None, *, unscored: bool
) -> None:
    """Check the games of a match, and its scores where there are any."""
    if best_of is not None and (sum(legs) > 1 or (best_of > 1 and unscored)):
        need = needed(best_of)
        # A skunk may win more than the last game, and some clubs play all games, even when the match is won.
        most = need - 1 + max((worth for _, worth in rules.doubles), default=1)
        is_cut = best_of > 1 and max(games) > most and sum(games) != best_of
        if is_cut or max(games) < need or min(games) >= need or (best_of == 1 and (min(games) > 0 or unscored)):
            raise RowError(NOT_A_MATCH, games=games[0], other=games[1], best_of=best_of)
    if min(games) > 0 and not unscored:
        try:
            for won, lost, holes in zip(games, reversed(games), scores, strict=True):
                check_holes(rules, won, lost, holes)
        except LeagueError as error:
            raise RowError(str(error)) from None


def _is_known(scores: TwoNumbers, record: Mapping[str, str]) -> bool:
    """Return whether a line is a match or an unfinished game, whose scores need not fit a single game."""
    return sum(_both("legs", record)) > 1 or (record["ended"] in UNPLAYED and scores == (0, 0))


def _check_winner(
    record: Mapping[str, str], scores: TwoNumbers, games: TwoNumbers, rules: Rules, *, known: bool, ours: bool
) -> None:
    """Check the games against the scores; in a match both have games, and either may have more holes."""
    if games[0] == games[1]:
        raise RowError(_NOBODY_WON, won=games[0], lost=games[1])
    if min(games) > 0 or known:
        return
    winner = 0 if games[0] > games[1] else 1
    won, lost = scores[winner], scores[1 - winner]
    legs, over = divmod(won, rules.target)
    if won < lost:
        raise RowError(_LOWER, name=record[f"player_{'ab'[winner]}"])
    if over or legs > max(games) or won == lost:
        # Otherwise all games of a match have gone to one player, who has every hole of each.
        _check_single(won, lost, rules, ours=ours)


def _check_single(won: int, lost: int, rules: Rules, *, ours: bool) -> None:
    if won == lost:
        raise RowError(_NOBODY_WON, won=won, lost=lost)
    if won > rules.target or (won < rules.target and not ours):
        raise RowError(
            N_("the winner needs {target} points, but the score is {won}-{lost}."),
            target=rules.target,
            won=won,
            lost=lost,
        )


def _own_columns(record: Mapping[str, str]) -> dict[str, Any]:
    """The values of the other columns of an exported file."""
    if wrong := next(_wrong_columns(record), None):
        said = record[wrong][:LONGEST_CELL]
        raise RowError(N_("{column}: this can't be {said!r}. Leave it as the bot wrote it."), column=wrong, said=said)
    dealt_first = record["first_dealer"].casefold()
    return {
        "season": _whole("season", record),
        "own": True,
        "meeting": _whole("meeting", record) if record.get("meeting") else None,
        "champions": tuple(letter in record.get("champion", "") for letter in "ab"),
        "stage": record["stage"],
        "ended_by": record["ended"],
        "legs": _both("legs", record),
        "skunks": _both("skunks", record),
        "dealt_first": "ab".index(dealt_first) if dealt_first else None,
        "best_hands": _hands(record),
    }


def _hands(record: Mapping[str, str]) -> tuple[int | None, int | None]:
    """The best hands of a row. Raises ``RowError`` for one that no hand has."""
    one, other = (_whole(name, record) if record.get(name) else None for name in ("best_hand_a", "best_hand_b"))
    try:
        check_hand(one)
        check_hand(other)
    except LeagueError as error:
        raise RowError(str(error)) from None
    return one, other


def _wrong_columns(record: Mapping[str, str]) -> Iterator[str]:
    """Yield the other columns of an exported file that say what can't be. Raises ``RowError``."""
    yield from (column for column, allowed in _OWN_WORDS.items() if not allowed.fullmatch(record[column]))
    for side in "ab":
        skunks, legs = f"skunks_{side}", f"legs_{side}"
        if _whole(skunks, record) > _whole(legs, record):
            yield skunks
        if record[f"games_{side}"] and _whole(legs, record) > _whole(f"games_{side}", record):
            yield legs


def _name(column: str, record: Mapping[str, str]) -> str:
    text = record[column]
    if any(unicodedata.category(letter) in UNSEEN for letter in text):
        raise RowError(
            N_("{column}: a name must be plain text on one line, not {text!r}."),
            column=column,
            text=text[:LONGEST_NAME],
        )
    name = " ".join((text[1:] if _ESCAPED.match(text) else text).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise RowError(
            N_("{column}: a name must have 1-{longest} characters, not {number}."),
            column=column,
            longest=LONGEST_NAME,
            number=len(name),
        )
    return name


def _both(column: str, record: Mapping[str, str]) -> TwoNumbers:
    return _whole(f"{column}_a", record), _whole(f"{column}_b", record)


def _whole(column: str, record: Mapping[str, str]) -> int:
    if not _WHOLE.fullmatch(record[column]):
        cell = record[column][:20]
        raise RowError(N_("{column}: use a whole number, 0 or more, not {said!r}."), column=column, said=cell)
    return int(record[column])


def join_names(parsed: ParsedFile) -> None:
    """Give each player of the file one spelling: a name that differs by an apostrophe, or the order of a pair.

    Where most games are between pairs, one person against a pair is asked about.
    """
    spelled: dict[str, str] = {}
    joined: dict[str, str] = {}
    same = list[tuple[ResultRow, str]]()
    for number, row in enumerate(parsed.rows):
        one, other = row.names if row.own else (spelled.setdefault(name_key(name), name) for name in row.names)
        if one == other:
            same.append((row, gettext(SAME_PLAYER, name=row.names[0], row_name=row.names[1])))
        elif row.names != (one, other):
            joined |= {old: new for old, new in zip(row.names, (one, other), strict=True) if folded(old) != folded(new)}
            parsed.rows[number] = replace(row, names=(one, other))
    parsed.ask_about(same)
    parsed.ask_about([*_uneven(parsed.rows), *_strange_nights(parsed.rows), *_turned(parsed.rows)])
    parsed.joined += joined.items()


def _uneven(rows: Sequence[ResultRow]) -> Iterator[tuple[ResultRow, str]]:
    """Yield the games of one person against a pair, where most are between pairs."""
    pairs = sum(all(map(is_pair, row.names)) for row in rows)
    for row in rows if 2 * pairs >= len(rows) else ():
        one, other = sorted(row.names, key=is_pair)
        if is_pair(one) != is_pair(other) and not row.own:
            yield row, gettext("{one} is one person and {other} is a pair.", one=one, other=other)


def _turned(rows: Sequence[ResultRow]) -> Iterator[tuple[ResultRow, str]]:
    """Yield the games of a player whose name has the words of another's in another order, if they never meet."""
    met = {frozenset(map(folded, row.names)) for row in rows}
    first: dict[frozenset[tuple[str, ...]], str] = {}
    for row in rows:
        for name in () if row.own else row.names:
            key = frozenset(tuple(sorted(person.split())) for person in pair_of(name_key(name)))
            other = first.setdefault(key, name)
            if folded(name) != folded(other) and {folded(name), folded(other)} not in met:
                yield row, gettext("{name} or {other}? Write the same name for one player.", name=name, other=other)


def played_on(parsed: ParsedFile, best_of: int) -> None:
    """Ask about matches of which all games were played, although they were won before, where no fewer ended then."""
    need = needed(best_of)
    won = [row for row in parsed.rows if not row.own and best_of > 1 and max(row.games) >= need]
    whole = [row for row in won if max(row.games) > need and sum(row.games) == best_of]
    if len(whole) <= sum(max(row.games) == need and sum(row.games) < best_of for row in won):
        sentence = N_("{games}-{other} went on when the best of {best_of} was won, but other matches ended then.")
        parsed.ask_about(
            (row, gettext(sentence, games=row.games[0], other=row.games[1], best_of=best_of)) for row in whole
        )


def _strange_nights(rows: Sequence[ResultRow]) -> Iterator[tuple[ResultRow, str]]:
    """Yield the games of a night whose number another sheet has on another day."""
    first: dict[tuple[int | None, int], ResultRow] = {}
    for row in rows if any(row.sheet for row in rows[:1]) else ():
        other = first.setdefault((row.season, row.meeting), row) if row.meeting and not row.own else row
        if other.sheet != row.sheet and other.played_at.date() != row.played_at.date():
            sentence = N_("sheet {sheet} has a club night {number} too, on another day.")
            yield row, gettext(sentence, sheet=other.sheet, number=row.meeting)


def drop_mirrored(parsed: ParsedFile) -> None:
    """Drop a game that both players wrote down, each with themselves first; note a game that stands twice.

    Where most games stand twice, one whose other line says another score is asked about.
    """
    seen: dict[str, ResultRow] = {}
    confirmed: set[str] = set()
    kept: list[ResultRow] = []
    for row in parsed.rows:
        mirrored = None if row.own else seen.get(row.mirrored.content)
        if mirrored is not None:
            parsed.mirrored.append((mirrored.line, row.line))
            confirmed.add(mirrored.content)
            continue
        if not row.own and (other := seen.get(row.content)) is not None:
            parsed.repeated.append((other.line, row.line))
        seen.setdefault(row.content, row)
        kept.append(row)
    parsed.rows = kept
    if len(parsed.mirrored) * 4 >= len(kept) > 1:
        lone = [row for row in kept if row.content not in confirmed]
        first = {(row.played_at, *row.names): row for row in reversed(lone)}
        sentence = N_("line {other} has another score for the same game.")
        others = ((row, first.get((row.played_at, *row.names[::-1]))) for row in lone)
        parsed.ask_about((row, gettext(sentence, other=other.line)) for row, other in others if other is not None)


_lock = threading.Lock()
_running = 0


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause Python's cycle collector while this block runs, on any thread.

    The collector stops every thread while it walks all objects that there are, which takes half a second with a large
    file in memory. What is made of a file has no cycles, so that nothing is missed. Blocks may overlap; the collector
    is on again after the last one.
    """
    global _running  # noqa: PLW0603
    with _lock:
        _running += 1
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            _running -= 1
            if not _running:
                gc.enable()
