"""What a row says of its games, whichever way it is written, and whether all of it agrees.

A row under headings says it by its columns. One without headings is a line, such as "Cleo beat Dan by 14", whose words
become kinds; the kinds of a game are one of a few forms, and what fits none is no game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final
from unicodedata import category

from bot.i18n.translation import N_
from bot.leagues.csv_format import LONGEST_CELL, RowError, is_pair, pair_of
from bot.leagues.spreadsheets import Row
from bot.leagues.standings import is_skunk
from bot.leagues.written_dates import WrittenDate, read_date, split_date
from bot.models.league import folded
from engine.messages import read_texts
from engine.rules import Rules

WORDS: Final = read_texts(__package__, "written_words.toml")
"""The words that clubs write around their games."""


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_PATTERNS: Final = {kind: _pattern(text) for kind, text in WORDS["patterns"].items()}
_LISTED: Final = {kind: "|".join(words) for kind, words in WORDS["words"].items()}
_WORDS: Final = {kind: _pattern(rf"\b(?:{words})\b") for kind, words in _LISTED.items()}
FORFEIT: Final = _WORDS["forfeit"]
_STRUCK: Final = _pattern(r"~~|\u0336|</?(?:s|del|strike)>")
"""The marks of what is struck out."""

VOID: Final = _pattern(rf"{_WORDS['void'].pattern}|{_STRUCK.pattern}")
"""Words beside a game that doesn't count, or wasn't played, and marks of what is struck out."""

AS_OF: Final = _WORDS["as_of"]
"""Before the day of a table, which is not that of its games."""

BYE: Final = _pattern(rf"\W*(?:{_LISTED['bye']})\W*")
TOTAL: Final = _PATTERNS["total"]
TWO_NUMBERS: Final = _PATTERNS["two_numbers"]
_SKUNK: Final = _PATTERNS["skunk"]
"""A mark beside a score that the loser was skunked; a double skunk has under half the points."""

_DOUBLE: Final = _pattern(rf"(?<=[\d\s(])(?:{_LISTED['double_skunk']})\b")
_LOST_ZERO: Final = re.compile(r"(?<!\d)(\d{2,3})\.(\d|1[0-2])\W*$")
"""A score that a spreadsheet took for a number, whose last zeros are lost: 121.1 may be 121-1, 121-10 or 121-100."""

_NOBODY: Final = _pattern(
    rf"\W*(?:(?:{_LISTED['nobody']})(?: \(.*\))?|tb[acd]|n/?a|unknown|\?+)\W*\d*|"
    rf".*\(.*\b(?:{_LISTED['nobody']})\b.*\).*|.*(\[|\bsub for\b).*|(#|--|//).*"
)
"""What stands in the place of a name and is none, or a name that says more than who it is."""

_FLOAT: Final = re.compile(r"(\d+)[.,]0+")
_POINTS: Final = _pattern(rf"^'?(\d+)(?:\s*(?:{_LISTED['points']})\.?)?$")
"""A number with its unit, or with the mark that makes it text for a spreadsheet."""

NO_SKUNK: Final = "no skunk"
_SUFFIXES: Final = frozenset({"jr", "sr", "ii", "iii", "iv"})
_MARGIN: Final = re.compile(r"(?:won )?by (\d{1,3})\b|\+(\d{1,3})", re.IGNORECASE)
_NOT_SCORED: Final = frozenset({"-", "\u2013", "\u2014", "?", "x", "tbp", "tbc", "n/a", "#n/a"})
_UNSURE: Final = re.compile(r"[?\u2248]|(?<!~)~(?!~)")
_STANDS_IN: Final = re.compile(r"(.+?)\s+(?:for|für|pour|por)\s+(.+)", re.IGNORECASE)
_BOTH: Final = N_("it has a score, but it also says {text!r}. Remove one of the two.")
_NEVER: Final = N_(
    "nobody scores 0 in a game, but it says {one}-{other}. For a walkover write w/o in place of the score."
)
_WORTH: Final = N_("it says {said} game points, but {one}-{other} is worth {worth}.")
_CUT: Final = N_("is {won}-{lost} cut off? Hardly anybody loses with so few points.")
NO_AGREEMENT: Final = N_("two scores don't agree: {one} and {other}.")
NO_GAME: Final = N_("I can't see who played, or the score. Write it like Ann 121 Ben 98.")
OTHER_GAMES: Final = N_("the result and the scores of the games don't agree.")
_OTHER_SCORE: Final = N_("I can't read the score {text!r}. Write it like 121-98.")


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
    worth: str = ""
    """The game points of the first player, by the scale of the ACC."""

    @property
    def is_scored(self) -> bool:
        """Whether it says a score, or by how much somebody won."""
        texts = any(TWO_NUMBERS.search(text) or _margin_of([text]) for text in self.texts)
        return texts or bool(self.margin) or any(self.scores) or all(self.games)


def number_of(text: str) -> str:
    """A number without the zeros after its point, and without the mark of a skunk."""
    plain = _POINTS.sub(r"\1", _SKUNK.sub("", text.strip()).strip(" *"))
    found = _FLOAT.fullmatch(plain)
    return found[1] if found else plain


def plain_name(text: str) -> str:
    """A name without "v" before it, "won" behind it, and marks around it."""
    if not text.isascii():
        text = "".join(letter for letter in text if category(letter) != "Cf")
    name = re.sub(rf"^(?:{WORDS['patterns']['against']}|@)\s+(?=\S)", "", text.strip("*\u2020\u2021 ")) or text
    return re.sub(r"\s+(?:\(?(?:won|wins|lost|winner|loser)\)?|\((?:d?sk?|ss|skunk)\))$", "", name) or name


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
    names, winner = said.names, said.winner
    _check_substitutes(said)
    scores = ["" if score.casefold() in _NOT_SCORED else score for score in said.scores]
    words = (*said.texts, *scores, *said.games, *said.remarks, *filter(_STRUCK.search, names))
    for text in said.texts:
        _read_text(text, scores)
    margin = said.margin.lstrip("+-\u2212") or _margin_of(said.texts)
    if not any(scores) and winner is not None and margin.isdecimal() and 0 < int(margin) <= rules.target:
        scores[winner], scores[1 - winner] = str(rules.target), str(rules.target - int(margin))
    numbers, absent = [score for score in scores if score not in {"", "0"}], [*filter(FORFEIT.search, scores)]
    if absent and len(numbers) > len(absent):
        # Some clubs write 121 beside the word, which is no game and no skunk.
        raise RowError(_BOTH, text=absent[0][:LONGEST_CELL])
    played = bool(numbers) and not absent
    if not _counts(words, played=played or any(map(str.isdecimal, said.games))):
        return None
    if "0" in scores and str(rules.target) in scores:
        raise RowError(_NEVER, one=scores[0], other=scores[1])
    record = dict(zip(("player_a", "player_b", "games_a", "games_b"), (*names, *said.games), strict=True))
    if not played and (said.has_forfeit or any(map(FORFEIT.search, words))):
        won = _winner_of_forfeit(scores, words, names) if winner is None else winner
        return record | {"ended": "forfeit", "score_a": "0", "score_b": "0", "winner": "ab"[won]}
    if not any(scores) and not any(said.games):
        if margin and winner is None:
            is_number = margin.isdecimal()
            sentence = N_("it has a margin, but it doesn't say who won.") if is_number else _OTHER_SCORE
            raise RowError(sentence, text=said.margin[:LONGEST_CELL])
        if winner is not None:
            raise RowError(N_("{name} won, but the score is missing."), name=names[winner])
        return None
    if all(score.isdecimal() and len(score) < 6 for score in scores):
        _check_agreement(rules, int(scores[0]), int(scores[1]), said, margin, words)
    if (unsure := next(filter(_UNSURE.search, (*words, *names)), None)) is not None:
        raise RowError(N_("somebody wasn't sure: it says {text!r}."), text=unsure[:LONGEST_CELL])
    return record | {"score_a": scores[0], "score_b": scores[1], "winner": "" if winner is None else "ab"[winner]}


def _check_substitutes(said: Said) -> None:
    """Raise ``RowError`` where somebody played for another and nobody can tell whose game it is."""
    for name in said.names:
        if _NOBODY.fullmatch(name[:LONGEST_CELL]):
            raise RowError(N_("who played for {name!r}? Write one name on each side."), name=name[:LONGEST_CELL])
    people = frozenset[str]().union(*map(pair_of, said.names))
    for remark in filter(_WORDS["substitute"].search, said.remarks):
        found = _STANDS_IN.fullmatch(_WORDS["substitute"].sub("", remark[:LONGEST_CELL]).strip(" ()"))
        if found is None or folded(found[2]) not in people or folded(found[1]) in people:
            raise RowError(N_("whose game is it? It says {text!r}."), text=remark.removesuffix(" (sub)")[:LONGEST_CELL])


def _read_text(text: str, scores: list[str]) -> None:
    """Read a cell with a whole score. Raises ``RowError`` where it says another than the columns of points."""
    plain = _SKUNK.sub("", text)
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
        raise RowError(NO_AGREEMENT, one="-".join(scores), other="-".join(pair))
    if TWO_NUMBERS.search(plain[found.end() :]):
        raise RowError(_OTHER_SCORE, text=text[:LONGEST_CELL])
    scores[:] = pair


def _margin_of(texts: Sequence[str]) -> str:
    """The margin of "by 14"."""
    found = next((match for text in texts if (match := _MARGIN.search(text))), None)
    return "" if found is None else found[1] or found[2]


def _counts(words: Sequence[str], *, played: bool) -> bool:
    """Return whether a game counts by the words beside it. Raises ``RowError`` where they contradict its score.

    A walkover with a score is asked about: some clubs write 121-0 for it, which is no game and no skunk.
    """
    said = next((word for word in words if VOID.search(word) or (played and FORFEIT.search(word))), None)
    if said is None or (played and (_WORDS["stands"].search(said) or _WORDS["not"].search(VOID.sub("", said)))):
        return True
    if played and not _WORDS["never"].search(said):
        raise RowError(_BOTH, text=said[:LONGEST_CELL])
    return False


def _winner_of_forfeit(scores: Sequence[str], words: Iterable[str], names: tuple[str, str]) -> int:
    """The place of the winner of a game that wasn't played. Raises ``RowError`` where nobody says who won."""
    there = [FORFEIT.search(score) is not None for score in scores]
    has_win = any(_WORDS["walkover"].search(score) for score in scores)
    if there[0] == there[1]:
        about = " ".join(word for word in words if FORFEIT.search(word) or _WORDS["to_winner"].search(word))
        has_win = any(_WORDS[kind].search(about) for kind in ("walkover", "to_winner"))
        there = [folded(name) in folded(about) for name in names]
    if there[0] == there[1]:
        raise RowError(N_("this is a forfeit, but it doesn't say who won."))
    return 0 if there[0] == has_win else 1


def _check_agreement(rules: Rules, one: int, other: int, said: Said, margin: str, words: Sequence[str]) -> None:
    """Raise ``RowError`` where the margin, the mark of a skunk, or the game points contradict the score."""
    high, low = max(one, other), min(one, other)
    is_skunked, is_whole = is_skunk(rules, high, low), high == rules.target
    if margin.isdecimal() and is_whole and high - low != int(margin):
        raise RowError(N_("the margin {margin} doesn't fit {one}-{other}."), margin=margin, one=one, other=other)
    if is_whole and 10 * low <= high:
        raise RowError(_CUT, won=high, lost=low)
    is_marked = any(_SKUNK.search(f" {word}") for word in words if word != NO_SKUNK)
    is_double = any(_DOUBLE.search(f" {word}") for word in words)
    for is_wrong, sentence in (
        (NO_SKUNK in words and is_skunked, N_("it is marked as no skunk, but {one}-{other} is one.")),
        (is_marked and is_whole and not is_skunked, N_("it is marked as a skunk, but {one}-{other} is none.")),
    ):
        if is_wrong and rules.doubles:
            raise RowError(sentence, one=one, other=other)
    if is_double and is_whole and 2 * low >= high:
        raise RowError(N_("it is marked as a double skunk, but {one}-{other} is none."), one=one, other=other)
    worth = 0 if said.winner else 3 if is_skunked else 2
    if said.worth.isdecimal() and said.winner is not None and int(said.worth) != worth:
        raise RowError(_WORTH, said=said.worth, one=one, other=other, worth=worth)


_LONGEST: Final = 400
"""The most letters of a line that is taken apart."""

_DECIMAL_COMMA: Final = re.compile(r"^(\d{2,3}),(\d{1,3})$")
"""A score that a spreadsheet took for a number."""

_DOUBT: Final = _pattern(rf"\?|\b(?:{_LISTED['doubt']})\b")
_LONE: Final = _pattern(_LISTED["lone"])
"""Words that are no name where they stand alone."""

_MISREAD: Final = re.compile(r"\b(?=\d*[IlO])(?=[IlO]*\d)[\dIlO]{2,3}\b")
"""A number with letters in it, such as 1O4."""

_TOKEN: Final = _pattern("|".join(f"(?P<{kind}>{text})" for kind, text in WORDS["tokens"].items()))
_JOINS: Final = _pattern(_LISTED["pair"])
_OF_NAMES: Final = _pattern(_LISTED["of_names"])
_GAMES, _SEVERAL, _BESIDE = (frozenset(WORDS["forms"][kind].split()) for kind in ("games", "several", "beside"))
_OFTEN: Final = re.compile("NN(SS+|(ss){2,})")
"""Several games between two players."""


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
    mark: str = ""
    """The mark of a skunk behind it."""


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
        if found is None:
            found = read_date(cell)
            rest = text if found is None else ""
        elif re.fullmatch(r"\W*(?:[^\W\d_]+\W*)?", rest):
            # The day of the week, or a title of one word.
            rest = ""
        text = _PATTERNS["time"].sub("", _DECIMAL_COMMA.sub(r"\1.\2", rest))
        if found is not None and line.date is None:
            line.date, line.date_text = found, row.text(number)
        if not _LONE.fullmatch(text) or text in {"v", "V", "-", "vs", "W", "L"}:
            tokens += _tokens(_PATTERNS["prefix"].sub("", text)[:_LONGEST], number)
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


def doubt_some(lines: Sequence[tuple[Row, Line]]) -> None:
    """Doubt a row with a gap between its cells where most rows have a name: who follows may be no player.

    A line behind ">" among others is of an earlier mail.
    """
    quoted = [row.text(0).startswith(">") for row, _ in lines]
    for is_quoted, (_, line) in zip(quoted, lines, strict=True):
        line.is_doubtful |= is_quoted and not all(quoted)
    names = [{at for at, text in enumerate(row.texts()) if text and not re.search(r"\d", text)} for row, _ in lines]
    often = Counter(at for places in names for at in places)
    for (row, line), places in zip(lines, names, strict=True):
        gaps = range(min(places, default=0), max(places, default=0))
        line.is_doubtful |= any(2 * often[at] > len(lines) and not row.text(at) for at in gaps)


def _columns(line: Line) -> tuple[int, ...]:
    return tuple(sorted(line.choices))


def _tokens(text: str, cell: int) -> list[_Token]:
    """The tokens of a cell; words that stand together are one name."""
    # As in "Ann+5Cy", "Cy + 31 Di" and "Ben 121-Cy 85".
    text = re.sub(r"(?<=[^\W\d_])([+\u2212-]\d{1,3})(?=[^\W\d_])|(?<=\s)(\+) (?=\d{1,3}\s)", r" \1 \2", text)
    text = re.sub(r"[!\u00a1]", "", text)
    text = re.sub(r"(?<=\d)[-\u2010\u2011](?=[^\W\d_]{2})", "\u2013", text).replace("\u2011", "-")
    found = [
        _Token(match.lastgroup or "q", match[0], cell)
        for match in _TOKEN.finditer(text)
        if match.lastgroup not in {None, "x"} and not (match.lastgroup == "q" and category(match[0]) == "So")
    ]
    merged: list[_Token] = []
    for number, token in enumerate(found):
        last = merged[-1] if merged else None
        following = found[number + 1].kind if number + 1 < len(found) else ""
        belongs = token.kind == "s" and len(token.text) < 3 and following in {"s", "S"} and len(found) > 2
        if token.kind == "n" and _JOINS.fullmatch(token.text) and (last is None or last.kind != "n"):
            continue
        if token.kind == "k":
            merged[-1:] = [replace(last, mark=token.text)] if last is not None else []
        elif last is not None and last.kind == "n" and not last.mark and (token.kind == "n" or belongs):
            merged[-1] = replace(last, text=f"{last.text} {token.text}")
        else:
            merged.append(token)
    return [replace(token, kind="N") if token.kind == "n" else token for token in merged]


def _read_tokens(line: Line, tokens: Sequence[_Token], cells: Sequence[str]) -> None:
    kept = [token for token in tokens if token.kind != "c"]
    whole = " ".join(filter(None, cells))
    kinds = _kinds(kept)
    if line.is_total:
        return
    if kinds in _GAMES:
        line.games = [_said(kept, whole)]
    elif (several := _several(kept)) is not None:
        line.games = [_said(part, "") for part in several]
    elif _OFTEN.fullmatch(kinds):
        names, scores = kept[:2], kept[2:]
        step = 1 if "S" in kinds else 2
        line.games = [_said([*names, *scores[at : at + step]], "") for at in range(0, len(scores), step)]
    elif any(kind in kinds for kind in "SmPbl") or kinds.count("s") > (line.date is not None) or _MISREAD.search(whole):
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
        sizes = [size for size in range(3, 6) if _kinds(rest[:size]) in _SEVERAL]
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
            games = _several(inner) or ([inner] if _kinds(inner) in _GAMES and _kinds(inner) in _BESIDE else [])
            if games and beside:
                is_void = any(map(VOID.search, notes))
                line.games = [_said(game, " ".join(notes) if is_void else "") for game in games]
                line.notes = [] if is_void else notes
                # What follows may be a third player with their points.
                line.is_doubtful = not is_void and (
                    "Ns" in "".join(map(_kinds, by_cell[end:]))
                    or any(
                        set("SsP") & {*_kinds(by_cell[number])} and (len(by_cell[number]) > 1 or number < start)
                        for number in beside
                    )
                )
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
        is_behind = bool(parts) and parts[-1].kind in "sSPm"
        if token.kind == "c":
            added += is_behind or (token.text == ":" and len(parts) == 1)
        else:
            added += is_behind and token.text.startswith("(")
            parts.append(replace(token, cell=token.cell + 1000 * added))
    return parts


def _text_of(part: Sequence[_Token], cells: Sequence[str]) -> str:
    is_cell = part[0].cell < len(cells) and len(cells) > 1
    return cells[part[0].cell] if is_cell else " ".join(token.text for token in part)


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
    if margin and winner is None and not (margin.isdecimal() and "v" in kinds):
        winner = 0 if margin.startswith("+") or margin.isdecimal() else 1
    remarks = (whole,) if VOID.search(whole) or "f" in kinds else ()
    if kinds == "NfN" and winner is None:
        winner = 0 if _WORDS["walkover"].search(" ".join(token.text for token in tokens if token.kind == "f")) else None
    return Said(
        names=(names[0], names[1] if len(names) > 1 else ""),
        scores=(points[0], points[1] if len(points) > 1 else "") if points else ("", ""),
        texts=(text,) if text else (),
        winner=winner,
        margin=margin,
        remarks=(*remarks, *(token.mark for token in tokens if token.mark)),
        has_forfeit="f" in kinds,
    )


def _is_doubtful(game: Said) -> bool:
    """Return whether one side is a pair and the other one person, or a name has a word such as "just" in it."""
    one, other = game.names
    # As in "Ann 121 Ben 9 8".
    numbered = {name[-1:].isdigit() for name in game.names}
    is_uneven = len(set(map(is_pair, game.names))) > 1 or len(numbered) > 1
    return is_uneven or are_initials(one, other) or are_initials(other, one) or any(map(_is_odd, game.names))


def _is_odd(name: str) -> bool:
    """Return whether a small word stands in a name, such as "Ann just": a word that is not known."""
    small = [word for word in name.split() if word[0].islower() and not _OF_NAMES.fullmatch(word)]
    return 0 < len(small) < len(name.split())
