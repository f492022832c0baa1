"""What a row says of one game, whichever way it is written, and whether all of it agrees."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.i18n.translation import N_
from bot.leagues.csv_format import LONGEST_CELL, RowError
from bot.leagues.standings import is_skunk
from bot.models.league import folded
from engine.rules import Rules

_SMALL_WORDS: Final = (
    "yes no y n x w l won lost win loss ja nein v vs vs. v. to beat beats bt def def. - \u2013 & and am pm"
)
NO_NAMES: Final = frozenset(_SMALL_WORDS.split())
"""Words that are no name where they stand alone."""

FORFEIT: Final = re.compile(
    r"\b(forfeit(ed|s)?|w\s*/\s*o|w\.o\.?|wo|walk\s?-?over|default(ed)?|no[ -]?show|ff|conceded?|kampflos|forfait)\b",
    re.IGNORECASE,
)
WALKOVER: Final = re.compile(r"\b(w\s*/\s*o|w\.o\.?|wo|walk\s?-?over|kampflos)\b", re.IGNORECASE)
"""A forfeit that stands beside the player who gets the win, rather than beside the one who is absent."""

TO_WINNER: Final = re.compile(r"\b(to|wins?|won|for)\b", re.IGNORECASE)
"""Words beside a forfeit with which the player who gets the win is named."""

VOID: Final = re.compile(
    r"\b(void(ed)?|cancell?ed|annulled|annulliert|not (yet )?(played|counted|finished)|postponed|rearranged|pp|p-p|tbp|"
    r"abandoned|unfinished|verlegt|ausgefallen|verschoben|reporté|annulé|aplazad[oa]|cancelad[oa]|suspendid[oa])\b",
    re.IGNORECASE,
)
"""Words beside a game that doesn't count, or wasn't played."""

STANDS: Final = re.compile(
    r"\b(not|nicht|no|n't|pas|(moved|postponed|rearranged|verlegt|verschoben|reporté|aplazad[oa]|cancell?ed|"
    r"carried over|left over|void) (from|vom|du|de|del|on|am|\d+))\b",
    re.IGNORECASE,
)
"""Words that make a game of a remark such as "not cancelled" and "postponed from 12 Dec", where there is a score."""

BYE: Final = re.compile(r"\W*(bye|freilos|exempt|free)\W*", re.IGNORECASE)
TOTAL: Final = re.compile(
    r"\W*(?:sub\W*)?(totals?|sum|summe|average|avg|mean|games played|overall|all|gesamt)\b.*", re.IGNORECASE
)
TWO_NUMBERS: Final = re.compile(
    r"(?<![\d.])(\d{1,5})(?:\.0+)?\s*(?:-|\u2013|\u2014|\u2212|:|/|to|v|bis|a|(?<=[\d ])\.(?= |(?!0)\d{1,3}\W*$))\s*"
    r"(\d{1,5})(?:\.0+)?(?![\d.]*\d)"
)
_LOST_ZERO: Final = re.compile(r"(?<!\d)(\d{2,3})\.(\d|1[0-2])\W*$")
"""A score that a spreadsheet took for a number, whose last zeros are lost: 121.1 may be 121-1, 121-10 or 121-100."""

_FLOAT: Final = re.compile(r"(\d+)[.,]0+")
SKUNK: Final = re.compile(
    r"(?<=[\d\s(])\(?\b(?:(?:dbl|double|d)[ -]?)?(?:skunk(?:ed)?|s)\b\)?!*|\bskunk\b|\bD\.?S\.?(?=\W|$)", re.IGNORECASE
)
"""A mark beside a score that the loser was skunked."""

_SUFFIXES: Final = frozenset({"jr", "sr", "ii", "iii", "iv"})
_MARGIN: Final = re.compile(r"(?:won )?by (\d{1,3})\b|\+(\d{1,3})", re.IGNORECASE)
_NOT_SCORED: Final = frozenset({"-", "\u2013", "\u2014", "?", "x", "tbp", "tbc", "n/a"})
_OTHER_SCORE: Final = N_("I can't read the score {text!r}. Write it like 121-98.")
AGAINST: Final = r"(?:v|vs|versus|against|gegen|contre|contra)\.?"


@dataclass(frozen=True, slots=True)
class Said:
    """What a row says of one game: its players, and what is written of their points, the winner and the margin."""

    names: tuple[str, str]
    scores: tuple[str, str] = ("", "")
    texts: tuple[str, ...] = ()
    """Cells with a whole score, or a word for how it ended."""

    winner: int | None = None
    margin: str = ""
    games: tuple[str, str] = ("", "")
    remarks: tuple[str, ...] = ()
    has_forfeit: bool = False

    @property
    def is_scored(self) -> bool:
        """Whether it says a score, or by how much somebody won."""
        texts = any(TWO_NUMBERS.search(text) or _margin_of([text]) for text in self.texts)
        return texts or bool(self.margin) or any(self.scores) or all(self.games)


def number_of(text: str) -> str:
    """A number without the zeros after its point, and without the mark of a skunk."""
    plain = SKUNK.sub("", text.strip()).strip(" *")
    found = _FLOAT.fullmatch(plain)
    return found[1] if found else plain


def plain_name(text: str) -> str:
    """A name without "v" before it, "won" behind it, and marks around it."""
    if not text.isascii():
        text = "".join(letter for letter in text if unicodedata.category(letter) != "Cf")
    name = re.sub(rf"^(?-i:{AGAINST}|@)\s+(?=\S)", "", text.strip("*\u2020\u2021 ")) or text
    return re.sub(r"\s+\(?(?:won|wins|lost|winner|loser)\)?$", "", name) or name


def natural_name(name: str) -> str:
    """A name as it is spoken, without marks behind it: Ann Archer for "Archer, Ann*"."""
    name = name.rstrip("*\u2020\u2021 ") or name
    last, comma, first = name.partition(",")
    if not comma or "," in first or not first.strip() or first.strip(" .").casefold() in _SUFFIXES:
        return name
    return f"{first.strip()} {last.strip()}"


def are_initials(short: str, name: str) -> bool:
    """Return whether a name is the initials of another."""
    letters = "".join(word[0] for word in name.split()).casefold()
    return 1 < len(short) < 5 and short.replace(".", "").casefold() == letters


def reversed_to(text: str, winner: int) -> str:
    """A score with the winner's points on the winner's side."""
    found = TWO_NUMBERS.search(text)
    if found is None or _LOST_ZERO.search(text) or (int(found[1]) > int(found[2])) == (winner == 0):
        return text
    return f"{found[2]}-{found[1]}"


def settle(said: Said, rules: Rules) -> dict[str, str] | None:
    """The values of a game by the names of ``COLUMNS``, where all that is said agrees; None for one without a score.

    Raises ``RowError`` for what contradicts itself or lacks something.
    """
    names = said.names
    scores = ["" if score.casefold() in _NOT_SCORED else score for score in said.scores]
    words = (*said.texts, *scores, *said.remarks)
    winner = said.winner
    for text in said.texts:
        _read_text(text, scores)
    if winner is None:
        winner = _winner_by_forfeit(scores)
    margin = said.margin.lstrip("+-\u2212") or _margin_of(said.texts)
    if not any(scores) and winner is not None and margin.isdecimal() and 0 < int(margin) <= rules.target:
        scores[winner], scores[1 - winner] = str(rules.target), str(rules.target - int(margin))
    played = any(score not in {"", "0"} for score in scores) and FORFEIT.search(" ".join(scores)) is None
    if not _counts(words, played=played or any(said.games)):
        return None
    values = (*names, *scores, *said.games, "" if winner is None else "ab"[winner])
    columns = ("player_a", "player_b", "score_a", "score_b", "games_a", "games_b", "winner")
    record = dict(zip(columns, values, strict=True))
    if not played and (said.has_forfeit or any(map(FORFEIT.search, words))):
        return _forfeit(record, " ".join(words), names, winner)
    if not any(scores) and not any(said.games):
        if margin.isdecimal() and winner is None:
            raise RowError(N_("it has a margin, but it doesn't say who won."))
        if winner is not None:
            raise RowError(N_("{name} won, but the score is missing."), name=names[winner])
        return None
    _check_agreement(rules, scores, margin, winner, words)
    return record


def _read_text(text: str, scores: list[str]) -> None:
    """Read a cell with a whole score. Raises ``RowError`` where it says another than the columns of points."""
    plain = SKUNK.sub("", text)
    found = TWO_NUMBERS.search(plain)
    if found is None:
        is_read = any(scores) or FORFEIT.search(text) or VOID.search(text) or _margin_of([text])
        if re.search(r"\d", text) and not is_read:
            raise RowError(_OTHER_SCORE, text=text[:LONGEST_CELL])
        return
    if _LOST_ZERO.search(plain):
        raise RowError(
            N_("the score {text!r} lost its zeros in the spreadsheet. Write it like 121-98."), text=text[:LONGEST_CELL]
        )
    pair = [found[1], found[2]]
    if any(scores) and [score for score in scores if score] != pair and scores != pair:
        raise RowError(N_("two scores don't agree: {one} and {other}."), one="-".join(scores), other="-".join(pair))
    if TWO_NUMBERS.search(plain[found.end() :]):
        raise RowError(_OTHER_SCORE, text=text[:LONGEST_CELL])
    scores[:] = pair


def _margin_of(texts: Sequence[str]) -> str:
    """The margin of "by 14"."""
    found = next((match for text in texts if (match := _MARGIN.search(text))), None)
    return "" if found is None else found[1] or found[2]


def _counts(words: Sequence[str], *, played: bool) -> bool:
    """Return whether a game counts by the words beside it. Raises ``RowError`` where they contradict its score."""
    said = next((word for word in words if VOID.search(word)), None)
    if said is None or (played and STANDS.search(said)):
        return True
    if played and not re.search(r"\b(void(ed)?|annulled|annulliert|annulé|not counted)\b", said, re.IGNORECASE):
        raise RowError(
            N_("it has a score, but it also says {text!r}. Remove one of the two."), text=said[:LONGEST_CELL]
        )
    return False


def _forfeit(record: dict[str, str], said: str, names: tuple[str, str], winner: int | None) -> dict[str, str]:
    """The values of a game that was not played. Raises ``RowError`` where nobody says who won."""
    if winner is None:
        there = [folded(name) in folded(said) for name in names]
        if there[0] == there[1]:
            raise RowError(N_("this is a forfeit, but it doesn't say who won."))
        has_win = WALKOVER.search(said) is not None or TO_WINNER.search(said) is not None
        winner = 0 if there[0] == has_win else 1
    return record | {"ended": "forfeit", "score_a": "0", "score_b": "0", "winner": "ab"[winner]}


def _winner_by_forfeit(scores: Sequence[str]) -> int | None:
    """The place of the winner where one of the two has a forfeit, or a walkover, for a score."""
    said = [FORFEIT.search(score) is not None for score in scores]
    if said[0] == said[1]:
        return None
    at = said.index(True)
    return at if WALKOVER.search(scores[at]) is not None else 1 - at


def _check_agreement(
    rules: Rules, scores: Sequence[str], margin: str, winner: int | None, words: Sequence[str]
) -> None:
    """Raise ``RowError`` where the margin, or the mark of a skunk, contradicts the score."""
    if not all(score.isdecimal() and len(score) < 6 for score in scores):
        return
    one, other = int(scores[0]), int(scores[1])
    if margin.isdecimal() and max(one, other) == rules.target and abs(one - other) != int(margin):
        raise RowError(N_("the margin {margin} doesn't fit {one}-{other}."), margin=margin, one=one, other=other)
    high, low = max(one, other), min(one, other)
    is_marked = any(SKUNK.search(f" {word}") for word in words)
    if is_marked and high == rules.target and rules.doubles and not is_skunk(rules, high, low):
        raise RowError(N_("it is marked as a skunk, but {one}-{other} is none."), one=one, other=other)
