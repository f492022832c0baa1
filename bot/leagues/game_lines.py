"""Reads games that are written as a line, such as "Cleo beat Dan by 14", or as cells without headings.

The words of a line become kinds, and the kinds of a game are one of a few forms; what fits none is no game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final

from bot.leagues.claims import (
    AGAINST,
    NO_NAMES,
    SKUNK,
    TOTAL,
    VOID,
    WALKOVER,
    Said,
    are_initials,
    number_of,
    plain_name,
    reversed_to,
)
from bot.leagues.spreadsheets import Row
from bot.leagues.written_dates import WrittenDate, read_date, split_date
from bot.models.league import folded

_LONGEST: Final = 400
"""The most letters of a line that is taken apart."""

_PREFIX: Final = re.compile(
    r"^\s*(?:[-*\u2022\u2013>]\s+|\(?\d{1,3}[.)]\s+|(?:table|game|match|board|heat|tisch|partie|mesa|round)\s*#?\d+\s*"
    r"(?:[:.)\-\u2013]|(?=\s))\s*)",
    re.IGNORECASE,
)
_DECIMAL_COMMA: Final = re.compile(r"^(\d{2,3}),(\d{1,3})$")
"""A score that a spreadsheet took for a number."""

_DOUBT: Final = re.compile(r"\?|\b(not|didn['\u2019]?t|never|should|if|unless|or|maybe|nicht|pas)\b", re.IGNORECASE)
"""Words with which a line says less than that a game was played so."""

_TOKEN: Final = re.compile(
    r"(?P<S>(?<!\w)\d{1,3}(?:\.0+)?\s*(?:s\s*)?(?:[-\u2013\u2014\u2212:/]|to\b|bis\b)\s*\d{1,3}(?:\.0+)?(?!\w))"
    r"|(?P<P>(?<!\w)\d{2,3}\s?\.\s?\d{1,3}(?!\w))"
    r"|(?P<m>(?:\b(?:won\s+)?by\s+\+?|(?<!\S)[+\u2212-])\d{1,3}(?!\w))"
    r"|(?P<s>(?<!\w)\d{1,5}(?:[.,]0+)?(?!\w))"
    r"|(?P<k>\b(?:(?:dbl|double|d)[ -]?)?skunk(?:ed)?\b!*|(?-i:\bD?S\b))"
    r"|(?P<f>\b(?:by\s+)?(?:forfeit(?:ed|s)?|forfait|kampflos|no[ -]?show|conceded|walk-?over)\b"
    r"|(?<!\w)w\s?/\s?o(?!\w))"
    r"|(?P<l>\b(?:lost(?:\s+to|\s+against)?|l\.?\s?to|verlor\s+gegen|a\s+perdu\s+contre|perdió\s+(?:con|contra))\b)"
    r"|(?P<b>\b(?:beats?|over|bt|def|d(?=\.)|defeats|defeated|skunked|schlägt|schlug|besiegt|a\s+battu|ganó\s+a|"
    rf"won(?:\s+{AGAINST})?|wins(?:\s+{AGAINST})?)\b\.?)"
    rf"|(?P<v>(?<!\w)(?:{AGAINST}|to)(?=\s)|(?<=\s)-(?=\s)|[\u2013\u2014\u2212=])"
    r"|(?P<o>(?<!\S)[WL](?!\S))"
    r"|(?P<c>[,;|\t\u2026]|[.:](?=\s|$))"
    r"|(?P<n>[^\W\d_][^\s,;|\u2013\u2014\u2212()\[\]:=]*|[&+/](?=\s)|\((?:\d|(?!(?i:[sdol]+|double|skunk\w*)\))[^\W\d_]+)\))"
    r"|(?P<x>[()\[\]*!\u2020\u2021]+)"
    r"|(?P<q>\S)",
    re.IGNORECASE,
)
_JOINS: Final = frozenset({"&", "+", "/", "and", "und", "y", "et", "e"})
_WORDS_OF_NAMES: Final = "van de von der den du da di dos la le of the bin al ap y und et and e jr sr mc st"
_PARTICLES: Final = frozenset(_WORDS_OF_NAMES.split())

_FORMS: Final = (
    "NsNs NsvNs NsvsN NSN NSvN NNS NvNS NvSN SNvN SNN NNss NvNss NssN sNsN sNvsN NbNS NbNss NbSN NSbN NlNS NlNss NlSN "
    "NbNm NlNm NmN NbmN NbN NlN NvN NoSN NoNS NNoS NNSo NNo NvNSo NfN NbNf NlNf NvNf NNf NbSvN NlSvN NbmvN "
    "NNm NvNm NsNsm NNSm NNssm"
)
_GAMES: Final = frozenset(_FORMS.split())
"""The forms of a game: N name, S score, s points, m margin, b won against, l lost to, v against, o W or L, f forfeit.

Those that say no winner or no score are read too, for a reason why they are no game.
"""
_OFTEN: Final = re.compile("NN(SS+|(ss){2,})")
"""Several games between two players."""

_WHOLE: Final = {"NsNs", "NsvNs", "NsvsN", "NSN", "NSvN", "NNS", "NvNS", "SNvN", "NbNS", "NlNS", "NbNm", "NmN", "NNss"}
"""The forms of which several stand in one line."""

_SIDE_BY_SIDE: Final = {"NsNs", "NsvNs", "sNsN", "NbNS", "NlNS", "NbNm", "NlNm", "NbSN", "NvNS", "NvNss", "NbNss"}
"""The forms in which a note or a venue beside the game can't be taken for a player."""


@dataclass(slots=True)
class Line:
    """A row without headings: its games, or why it is none; ``choices`` are the readings between which nothing decides.

    ``notes`` are words beside the game that were not read. ``is_doubtful`` is whether a part was not understood.
    """

    games: list[Said] = field(default_factory=list)
    date: WrittenDate | None = None
    date_text: str = ""
    choices: dict[int, Said] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    is_doubtful: bool = False
    is_total: bool = False


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    cell: int


def read_line(row: Row) -> Line:
    """Read a row without headings."""
    line, tokens = Line(), list[_Token]()
    for number, cell in enumerate(row.cells):
        text = row.text(number)
        if not text:
            continue
        if TOTAL.fullmatch(text):
            line.is_total = True
        found, rest = split_date(text) if sum(map(bool, row.cells)) < 4 else (None, "")
        if not re.search(r"[^\W\d_].*\d|\d.*[^\W\d_]", rest):
            found = read_date(cell)
            rest = text if found is None else ""
        text = _DECIMAL_COMMA.sub(r"\1.\2", rest)
        if found is not None and line.date is None:
            line.date, line.date_text = found, row.text(number)
        if text.casefold() not in NO_NAMES or text in {"v", "V", "-", "vs", "W", "L"}:
            tokens += _tokens(_PREFIX.sub("", text)[:_LONGEST], number)
    _read_tokens(line, tokens, row.texts())
    return line


def choose(lines: Iterable[Line]) -> None:
    """Choose between the readings of rows by their people: those who play are named in both columns."""
    for _, group in groupby(sorted(lines, key=_columns), key=_columns):
        rows = [line for line in group if line.choices]
        fitting = []
        for removed in rows[0].choices if rows else ():
            first, second = ({folded(row.choices[removed].names[side]) for row in rows} for side in (0, 1))
            if first & second:
                fitting.append(removed)
        for line in rows:
            if len(fitting) == 1:
                line.games, line.choices = [line.choices[fitting[0]]], {}
            else:
                line.is_doubtful = True


def _columns(line: Line) -> tuple[int, ...]:
    return tuple(sorted(line.choices))


def _tokens(text: str, cell: int) -> list[_Token]:
    """The tokens of a cell; words that stand together are one name."""
    found = [
        _Token(match.lastgroup or "q", match[0], cell)
        for match in _TOKEN.finditer(text)
        if match.lastgroup not in {None, "x"}
    ]
    merged: list[_Token] = []
    for number, token in enumerate(found):
        last = merged[-1] if merged else None
        following = found[number + 1].kind if number + 1 < len(found) else ""
        belongs = token.kind == "s" and len(token.text) < 3 and following in {"s", "S"} and len(found) > 2
        if token.kind == "n" and token.text.casefold() in _JOINS and (last is None or last.kind != "n"):
            continue
        if last is not None and last.kind == "n" and (token.kind == "n" or belongs):
            merged[-1] = replace(last, text=f"{last.text} {token.text}")
        elif token.kind == "n" or token.kind != "q":
            merged.append(token)
        else:
            merged.append(replace(token, kind="q"))
    return [replace(token, kind="N") if token.kind == "n" else token for token in merged]


def _read_tokens(line: Line, tokens: Sequence[_Token], cells: Sequence[str]) -> None:
    kept = [token for token in tokens if token.kind not in {"c", "k"}]
    whole = " ".join(filter(None, cells))
    kinds = _kinds(kept)
    if kinds in _GAMES:
        line.games = [_said(kept, whole)]
    elif (several := _several(kept)) is not None:
        line.games = [_said(part, "") for part in several]
    elif _OFTEN.fullmatch(kinds):
        names, scores = kept[:2], kept[2:]
        step = 1 if "S" in kinds else 2
        line.games = [_said([*names, *scores[at : at + step]], "") for at in range(0, len(scores), step)]
    elif (any(kind in kinds for kind in "SmPbl") or kinds.count("s") > (line.date is not None)) and not line.is_total:
        _read_beside(line, tokens, cells)
    if any(map(_is_doubtful, line.games)) or (line.games and _DOUBT.search(VOID.sub("", whole))):
        line.is_doubtful = not VOID.search(whole)


def _kinds(tokens: Iterable[_Token]) -> str:
    return "".join("S" if token.kind == "P" else token.kind for token in tokens)


def _several(tokens: Sequence[_Token]) -> list[list[_Token]] | None:
    """The tokens of each of several games in a row; None where they can't be parted in one way alone."""
    found: list[list[_Token]] = []
    rest = list(tokens)
    while rest:
        sizes = [size for size in range(3, 6) if _kinds(rest[:size]) in _WHOLE]
        if not sizes:
            return None
        found.append(rest[: sizes[-1]])
        rest = rest[sizes[-1] :]
    return found if len(found) > 1 else None


def _read_beside(line: Line, tokens: Sequence[_Token], cells: Sequence[str]) -> None:
    """Read a game beside which there are other cells: a number before it, a venue, a note."""
    by_cell = [list(group) for _, group in groupby(_parts(tokens), key=lambda token: token.cell)]
    line.is_doubtful = True
    if len(by_cell) > 1 and _kinds(by_cell[0]) == "s" and len(by_cell[0][0].text) < 4:
        by_cell = by_cell[1:]
    names = [number for number, part in enumerate(by_cell) if _kinds(part) == "N"]
    for start in (0, 1):
        for end in range(len(by_cell), start, -1):
            inner = [token for part in by_cell[start:end] for token in part]
            beside = [number for number in range(len(by_cell)) if not start <= number < end]
            notes = [_text_of(by_cell[number], cells) for number in beside]
            games = _several(inner) or ([inner] if _kinds(inner) in _GAMES and _kinds(inner) in _SIDE_BY_SIDE else [])
            if games and beside and not any(map(VOID.search, notes)):
                line.games, line.notes = [_said(game, "") for game in games], notes
                line.is_doubtful = any(_kinds(by_cell[number]) == "s" and number < start for number in beside)
                return
            if games and beside:
                line.games = [replace(_said(games[0], ""), remarks=tuple(notes))]
                line.is_doubtful = False
                return
    if len(names) == 3:
        for removed in names:
            inner = [token for number, part in enumerate(by_cell) if number != removed for token in part]
            if _kinds(inner) in _GAMES and len(_kinds(inner)) > 2:
                line.choices[removed] = _said(inner, "")
    elif _kinds(inner := [token for part in by_cell for token in part]) in _GAMES:
        line.games, line.is_doubtful = [_said(inner, "")], False


def _parts(tokens: Iterable[_Token]) -> list[_Token]:
    """The tokens without marks, in cells that end also at a full stop, a comma or a bracket of typed text."""
    parts, added = list[_Token](), 0
    for token in tokens:
        if token.kind == "c" and parts and parts[-1].kind in "sSPm":
            added += 1
        elif token.kind not in {"c", "k"}:
            parts.append(replace(token, cell=token.cell + 1000 * added))
    return parts


def _text_of(part: Sequence[_Token], cells: Sequence[str]) -> str:
    return cells[part[0].cell] if part[0].cell < len(cells) else " ".join(token.text for token in part)


def _said(tokens: Sequence[_Token], whole: str) -> Said:
    """What the tokens of one game say."""
    kinds = _kinds(tokens)
    names = [plain_name(token.text.strip(" ,;.-")) for token in tokens if token.kind == "N"]
    points = [number_of(token.text) for token in tokens if token.kind == "s"]
    text = next((re.sub(r"\s?\.\s?", ".", t.text) for t in tokens if t.kind in {"S", "P"}), "")
    margin = next((re.sub(r"[^\d+\u2212-]", "", token.text) for token in tokens if token.kind == "m"), "")
    word = next((token.text.casefold() for token in tokens if token.kind == "o"), "")
    winner = 0 if "b" in kinds or word == "w" else 1 if "l" in kinds or word == "l" else None
    if winner is not None and ("l" in kinds or "o" in kinds):
        text = reversed_to(text, winner)
    if margin.isdecimal() and winner is None and "v" in kinds:
        margin = ""
    if margin and winner is None:
        winner = 0 if margin.startswith("+") or margin.isdecimal() else 1
    remarks = (whole,) if VOID.search(whole) or SKUNK.search(whole) or "f" in kinds else ()
    if kinds == "NfN" and winner is None:
        winner = 0 if WALKOVER.search(" ".join(token.text for token in tokens if token.kind == "f")) else None
    return Said(
        names=(names[0], names[1] if len(names) > 1 else ""),
        scores=(points[0], points[1] if len(points) > 1 else "") if points else ("", ""),
        texts=(text,) if text else (),
        winner=winner,
        margin=margin,
        remarks=remarks,
        has_forfeit="f" in kinds,
    )


def _is_doubtful(game: Said) -> bool:
    """Return whether one side is a pair and the other one person, or a name has a word such as "just" in it."""
    one, other = game.names
    pairs = {bool(_JOINS & set(name.casefold().split())) for name in game.names}
    return len(pairs) > 1 or are_initials(one, other) or are_initials(other, one) or any(map(_is_odd, game.names))


def _is_odd(name: str) -> bool:
    """Return whether a small word stands in a name, such as "Ann just": a word that is not known."""
    small = [word for word in name.split() if word[0].islower() and word.casefold() not in _PARTICLES]
    return 0 < len(small) < len(name.split())
