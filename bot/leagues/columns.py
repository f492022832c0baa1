"""The columns of a table of results by their headings, and tables of other shapes as one game a row."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby, pairwise, takewhile
from typing import Final, TypeAlias

from bot.i18n.translation import N_
from bot.leagues.csv_format import COLUMNS, LONGEST_CELL, RowError, name_key
from bot.leagues.spreadsheets import Row
from bot.leagues.written_games import NO_AGREEMENT, NO_SKUNK, TOTAL, Line, natural_name, number_of, plain_name
from bot.models.league import folded

MaybePair: TypeAlias = tuple[int | None, int | None]
_NOWHERE: Final = (None, None)

_WORDS: Final[Mapping[str, frozenset[str]]] = {
    kind: frozenset(words.split())
    for kind, words in {
        "first": "1 a i one home challenger p1 playera player1 heim local domicile",
        "second": "2 b ii two away defender visitor visitors visiting guest opponent opp vs v versus against p2 "
        "playerb player2 gegner gast adversaire rival oponente visitante contra gegen contre exterieur",
        "winner": "winner winners victor winning won sieger gewinner vainqueur gagnant ganador w победитель",
        "loser": "loser losers loosing losing lost loses verlierer perdant perdedor beat defeated l проигравшии",
        "name": "player players name names member spieler joueur jugador who team spielerin pair pairs paar equipe "
        "игрок",
        "score": "score scores pegs holes pips punkte puntos total pegged счет очки",
        "points": "points point pts pt",
        "games": "games legs frames sets game leg spiele partidas parties matches",
        "result": "result results outcome ergebnis resultat resultado final",
        "date": "date datum fecha data timestamp when day played tag jour dia дата",
        "margin": "margin spread diff difference differenz",
        "remark": "remark remarks comment comments note notes status forfeit info bemerkung bemerkungen remarque "
        "remarques obs observation observations observaciones nota notas примечание",
        "season": "season saison temporada",
        "meeting": "meeting",
        "skunk": "skunk skunks",
        "substitute": "sub subs substitute substitutes reserve ersatz remplacant suplente",
        "number": "no number nr num match round rd week wk rank index id table",
        "aside": "venue pub place initials phone umpire scorer referee ort lieu lugar",
        "filler": "the of for and time s in p no",
    }.items()
}
_OTHERS: Final = ("margin", "season", "meeting", "skunk", "worth", "substitute", "visitor")
_KINDS: Final = (
    *("substitute", "skunk", "aside", "number", "margin", "remark", "result", "season", "meeting"),
    *("games", "score", "points", "name"),
)
"""The kinds of which the first one counts where a heading has words of several."""

_SHORT: Final = {
    "hs": ("score", "first"),
    "as": ("score", "second"),
    "ws": ("score", "winner"),
    "ls": ("score", "loser"),
    "+/-": ("margin", ""),
    "±": ("margin", ""),
    "game pts": ("worth", ""),
    "game points": ("worth", ""),
    "gp": ("worth", ""),
}
"""Short headings: the home score, the away score, those of the winner and the loser, and the spread."""

_SCORES: Final = frozenset({"score", "points", "games", "result"})
_LETTERS: Final = {"s": "score", "g": "games"}
SAMPLE: Final = 200
"""The first rows of a sheet, which show its layout."""

_CROSS_TABLE: Final = ("Player 1", "Player 2", "Score")
"""The headings of a cross table that is written as one game a row."""

_THIRD: Final = re.compile(
    r"p[ _#]*[34]|(player|name|pair|spieler|joueur|jugador|игрок)[ _#]*(3|4|c|d|three|four)|"
    r"(partner|partenaire|pareja).{0,3}",
    re.IGNORECASE,
)
"""A heading for one more player than a result of a league has."""

_VISITOR: Final = re.compile(r"(visitors?|visiting|guests?|gast|visitantes?)\W*", re.IGNORECASE)
"""A heading for the second player, or for a remark where two players have columns without it."""

_NET: Final = re.compile(r"\b(net|netto|neto|nette?)\b", re.IGNORECASE)
_HANDICAP: Final = re.compile(r"\b(hcp|h'?cap|hdcp|handicap|vorgabe)\b", re.IGNORECASE)
_MOVED: Final = re.compile(r"\b(new|neu\w*|nueva|moved|postponed|rearranged|verlegt|actual|played)\b", re.IGNORECASE)
"""A word in the heading of the day on which a game was played after all."""

_LAST: Final = re.compile(
    r"\b(sur|last|family)[ _]?names?\b|\b(nach|familien)name\b|\bapellidos?\b|\bnom de famille\b", re.IGNORECASE
)
_FIRST: Final = re.compile(
    r"\b(first|given|fore|christian)([ _]?names?)?\b|\bvorname\b|\bnombre( de pila)?\b|\bpr\u00e9nom\b", re.IGNORECASE
)
_OWNER: Final = re.compile(
    r"(?:(?:name|player|spieler|nom|nombre|card of)\s*(?::\s*(.*))?|card of (.+))", re.IGNORECASE
)
_LEG: Final = re.compile(r"(game|leg|set|frame|spiel|partie|partida)[ #]*\d", re.IGNORECASE)
OUTCOME: Final = re.compile(r"(won|win|w|lost|loss|lose|l)(?![a-z/.])", re.IGNORECASE)
_SIGNED: Final = re.compile(r"([+\u2212-])[1-9]\d*")
_MARKED: Final = re.compile(r"(?P<name>[^\W\d_][^\d(]*?)\s*(?:[(\[]\s*(?P<marked>\d{1,3})\s*[)\]]|\s(?P<bare>\d{2,3}))")
_NO_MARKS: Final = frozenset({"n", "no", "0", "nein", "non"})
_MARKS: Final = frozenset({"y", "yes", "x", "s", "1", "ja", "oui", "si", "s\u00ed"})

_OPPONENT: Final = re.compile(r"(opp|opponent|gegner|adversaire|rival)\W*(\d)", re.IGNORECASE)
"""A heading for one of several opponents."""


@dataclass(slots=True)
class Columns:
    """Where each value stands in the rows of a sheet; of each pair the first is of the first player."""

    names: tuple[int, int]
    width: int
    winner_first: bool = False
    """Whether the first player of every row is the winner."""

    scores: MaybePair = _NOWHERE
    games: MaybePair = _NOWHERE
    hands: MaybePair = _NOWHERE
    """The columns with the best hand of each player."""

    outcome_scores: MaybePair = _NOWHERE
    """The columns with the points of the winner and of the loser."""

    legs: tuple[int, ...] = ()
    """The columns of the first game of a match, the second and so on, if they hold whole scores."""

    texts: tuple[int, ...] = ()
    """The columns with a whole score, or with the word won, lost or forfeit."""

    third: tuple[int, ...] = ()
    """The columns of a third player, who has no place in a result."""

    others: dict[str, int | None] = field(default_factory=dict)
    """The column of the winner's name, the margin, the season, the meeting, and the games as a text."""

    nets: tuple[Sequence[int], ...] = ((), ())
    """The columns of the points with a handicap, and those of the handicaps."""

    dates: tuple[int, ...] = ()
    remarks: tuple[int, ...] = ()
    known: frozenset[int] = frozenset()
    """The columns whose headings say that they hold something else."""

    @property
    def score_columns(self) -> list[int]:
        """The columns in which a result is written."""
        numbers = (*self.scores, *self.games, *self.legs, *self.outcome_scores, *self.texts)
        texts = (self.others.get("games"), self.others.get("margin"))
        return [column for column in (*numbers, *texts) if column is not None]

    @property
    def understood(self) -> set[int | None]:
        """The columns whose meaning is known."""
        return {
            *(*self.names, *self.score_columns, *self.dates, *self.remarks, *self.known, *self.third),
            *(*self.others.values(), *self.hands),
        }


def normal_heading(text: str) -> str:
    """A heading in small letters, with underscores for what stands between its words."""
    return re.sub(r"[\s-]+", "_", text.casefold().strip())


def is_heading(text: str) -> bool:
    """Return whether a cell is a heading that is known, and so not a name."""
    return _kind(text) is not None or bool(_THIRD.fullmatch(text))


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


def find_columns(cells: Sequence[str]) -> Columns | None:
    """The columns that a row of headings names; None for a row that doesn't name two players."""
    for one, other in (("h", "a"), ("for", "against"), ("for", "agst"), ("f", "a"), ("pf", "pa")):
        if {one, other} <= {cell.casefold() for cell in cells}:
            cells = [{one: "HS", other: "AS"}.get(cell.casefold(), cell) for cell in cells]
    plain = [cell.casefold() for cell in cells]
    if any(f"a{cell[1:]}" in plain for cell in plain if re.match(r"h\W", cell)):
        sides = {"h": "Home", "a": "Away"}
        cells = [sides[cell[0].casefold()] + cell[1:] if re.match(r"[hHaA]\W", cell) else cell for cell in cells]
    kinds = [_kind(cell) or ("", "") for cell in cells]
    again = {
        at: kinds[at][1] for at, cell in enumerate(cells) if kinds[at][0] in {"name", "bare"} and cell in cells[:at]
    }
    if sorted(again.values()) == ["first", "second"] and not _SCORES & {kind for kind, _ in kinds}:
        # The last two of "Home, Away, Home, Away" are the score.
        cells = [{"first": "HS", "second": "AS"}.get(again.get(at, ""), cell) for at, cell in enumerate(cells)]
    third = tuple(column for column, cell in enumerate(cells) if _THIRD.fullmatch(cell.strip()))
    places = _Places()
    for column, cell in enumerate(cells):
        kind = None if column in third else _kind(cell)
        if kind is not None:
            places.setdefault(kind, []).append(column)
    guests = [column for column, cell in enumerate(cells) if _VISITOR.fullmatch(cell.strip())]
    hosts = _Places({kind: [at for at in found if at not in guests] for kind, found in places.items()})
    if guests and (both := hosts.names()) is not None and not (both[1] and places.get(("bare", "first"))):
        places = hosts
        places["visitor", ""] = guests
    names = places.names()
    if names is None:
        return None
    columns = Columns(names[0], len(cells), names[1], third=third)
    _add_numbers(columns, places)
    columns.others |= {kind: places.one(kind) for kind in _OTHERS}
    columns.hands, _ = places.numbers("hand", ("winner", "loser") if columns.winner_first else ("first", "second"))
    if not columns.winner_first:
        named = places.one("name", "winner")
        columns.others["winner"] = places.one("bare", "winner") if named is None else named
    columns.third += tuple(places.get(("name", "first"), [])[1:] + places.get(("name", "second"), [])[1:])
    columns.legs = tuple(column for column, cell in enumerate(cells) if _LEG.fullmatch(cell.strip()))
    days = places.get(("date", ""), places.get(("night", ""), []))
    columns.dates = tuple(sorted(days, key=lambda column: _MOVED.search(cells[column]) is None))
    columns.others["moved"] = next((at for at in columns.dates[:-1] if _MOVED.search(cells[at])), None)
    columns.nets = tuple([at for at, cell in enumerate(cells) if word.search(cell)] for word in (_NET, _HANDICAP))
    columns.remarks = tuple(places.get(("remark", ""), []))
    columns.known = frozenset([*places.get(("number", ""), []), *places.get(("aside", ""), [])])
    return columns


class _Places(dict[tuple[str, str], list[int]]):
    """The columns of each kind of heading and side."""

    def one(self, kind: str, side: str = "") -> int | None:
        """The first column of a kind."""
        return next(iter(self.get((kind, side), [])), None)

    def names(self) -> tuple[tuple[int, int], bool] | None:
        """The columns of both players, and whether the first is the winner."""

        def of(side: str) -> int | None:
            bare = self.get(("bare", side), [])
            # Of "Home, v, Away" the last is the player.
            return next(iter([*self.get(("name", side), []), *(bare[::-1] if side == "second" else bare)]), None)

        alone = self.get(("name", ""), [])
        first, second, winner, loser = (of(side) for side in ("first", "second", "winner", "loser"))
        if len(alone) == 2 and first is None and second is None:
            return (alone[0], alone[1]), False
        if first is None and alone and second is not None:
            first = alone[0]
        if first is not None and second is not None and first != second:
            return (first, second), False
        if winner is not None and loser is not None and not (alone and not self.get(("name", "winner"))):
            return (winner, loser), True
        return None

    def numbers(self, kind: str, sides: tuple[str, str]) -> tuple[MaybePair, list[int]]:
        """The columns of a number for each side, and those for both at once."""
        one, other = (self.one(kind, side) for side in sides)
        bare = self.get((kind, ""), [])
        if one is None and other is None and len(bare) == 2:
            return (bare[0], bare[1]), []
        if one is None and other is not None and len(bare) == 1:
            # "Player score" stands beside "Opponent score".
            return (bare[0], other), []
        return (one, other), bare


def _add_numbers(columns: Columns, places: _Places) -> None:
    """Find the columns of points and games."""
    texts: list[int] = []
    for kind in ("score", "points"):
        # Points beside scores are those of the table.
        if not columns.score_columns and not texts:
            columns.scores, texts = places.numbers(kind, ("first", "second"))
            columns.outcome_scores = places.one(kind, "winner"), places.one(kind, "loser")
    sides = ("winner", "loser") if columns.winner_first else ("first", "second")
    columns.games, games_texts = places.numbers("games", sides)
    if columns.scores == _NOWHERE and columns.outcome_scores == _NOWHERE:
        bare = [next(iter(places.get(("bare", side), [])[::-1]), None) for side in sides]
        columns.scores = _NOWHERE if None in bare or {*bare} & {*columns.names} else (bare[0], bare[1])
    if games_texts:
        columns.others["games"] = games_texts[0]
    columns.texts = (*places.get(("result", ""), []), *texts)


@lru_cache(4096)
def _kind(text: str) -> tuple[str, str] | None:
    """The kind of a heading and its side; a side alone, such as Winner or Home, has the kind "bare"."""
    if (short := _SHORT.get(text.strip().casefold())) is not None:
        return short
    plain = unicodedata.normalize("NFKD", text.casefold().replace("'", "").replace("\u2019", ""))
    words = re.findall(
        r"[a-z\u0430-\u044f]+|\d+", "".join(letter for letter in plain if not unicodedata.combining(letter))
    )
    if not words or len(words) > 4:
        return None
    if words in (["won", "by"], ["wins", "by"], ["by"]):
        return "margin", ""
    if words in (["w", "l"], ["won", "lost"], ["win", "loss"]):
        return "result", ""
    if words == ["night"]:
        return "night", ""
    if len(words) == 2 and words[0] in _LETTERS and words[1] in {"1", "2"}:
        return _LETTERS[words[0]], "first" if words[1] == "1" else "second"
    known = {kind for word in words for kind, members in _WORDS.items() if word in members}
    if {"hand", "hands"} & {*words}:
        return "hand", next((side for side in ("winner", "loser", "first", "second") if side in known), "")
    if words in (["postponed", "to"], ["moved", "to"], ["rearranged", "to"], ["verlegt", "auf"]):
        return "date", ""
    if any(not any(word in members for members in _WORDS.values()) for word in words):
        return next(((kind, "") for kind in ("aside", "number") if kind in known and len(words) > 1), None)
    side = next((side for side in ("winner", "loser", "first", "second") if side in known), "")
    if words in (["played"], ["day"], ["when"]) or ("date" in known and not side):
        return "date", ""
    kind = next((kind for kind in _KINDS if kind in known), "bare")
    if kind == "bare" and not side:
        return None
    return kind, side if kind in {"games", "score", "points", "name", "bare"} else ""


def one_game_a_row(rows: Sequence[Row]) -> list[Row]:
    """Return rows of which each holds one game; rows of other kinds and files of the bot stay as they are."""
    if any(set(COLUMNS) <= set(map(normal_heading, row.texts())) for row in rows[:SAMPLE]):
        return list(rows)
    found = list(_unfold_tables(list(_join_names(list(_unfold_pairs(_stack_blocks(rows)))))))
    cells = {cell.strip() for row in found[:SAMPLE] for cell in row.texts()}
    if "+" in cells:
        found = list(_unfold_cards(found))
    return list(_unfold_opponents(found)) if any(map(_OPPONENT.fullmatch, cells)) else found


def _stack_blocks(rows: Sequence[Row]) -> list[Row]:
    """Put tables of results that stand side by side, with an empty column between, below each other.

    Another table beside them, such as one of standings, is left out.
    """
    width = max((len(row.cells) for row in rows), default=0)
    filled = [any(row.text(column) for row in rows) for column in range(width)]
    blocks = [list(run) for full, run in groupby(range(width), key=lambda column: filled[column]) if full]
    tables = [block for block in blocks if any(_has_results(row, block) for row in rows[:SAMPLE])]
    if len(blocks) < 2 or not tables:
        return list(rows)
    return [
        replace(row, cells=row.cells[block[0] : block[-1] + 1])
        for block in tables
        for row in rows
        if any(row.cells[block[0] : block[-1] + 1])
    ]


def _unfold_pairs(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield each game of rows under headings that stand twice, those of two players and their score."""
    found = list[tuple[int, int, list[str]]]()
    for row in rows[:SAMPLE]:
        heads = [text.casefold() for text in row.texts()]
        for at in range(len(heads) - 5):
            half = (len(heads) - at) // 2
            if heads[at : at + half] == heads[at + half :] and _has_results(row, range(at + half)):
                found.append((at, at + half, heads))
    start, end, heads = found[0] if found else (0, 0, [])
    for row in rows:
        yield replace(row, cells=row.cells[:end]) if end else row
        if end and any(row.cells[end:]) and [text.casefold() for text in row.texts()] != heads:
            yield replace(row, cells=(*row.cells[:start], *row.cells[end:]))


def _has_results(row: Row, block: Sequence[int]) -> bool:
    """Return whether these cells of a row are headings of two players and their score."""
    columns = find_columns([row.text(column) for column in block])
    return columns is not None and bool(columns.score_columns)


def _join_names(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield rows with each player in one cell, where surnames and first names have columns of their own."""
    pairs: list[tuple[int, int]] = []
    if not any(_LAST.search(text) for row in rows[:SAMPLE] for text in row.texts()):
        yield from rows
        return
    for row in rows:
        parts = [("last" if _LAST.search(text) else "first" if _FIRST.search(text) else "") for text in row.texts()]
        found = list[tuple[int, int]]()
        for at, both in enumerate(pairwise(parts)):
            if {*both} == {"first", "last"} and not (found and found[-1][1] == at):
                found.append((at, at + 1))
        cells = list(row.cells)
        if len(found) > 1:
            pairs = [(one, other) if parts[one] == "first" else (other, one) for one, other in found]
        for first, last in pairs:
            if len(found) > 1:
                side = _FIRST.sub("", row.text(first)).strip(" _()-")
                name = f"Player {side}" if side.isdecimal() or not side else side
            else:
                name = f"{row.text(first)} {row.text(last)}".strip()
            if last < len(cells):
                cells[first], cells[last] = name or None, None
        yield replace(row, cells=tuple(cells)) if pairs else row


def _unfold_cards(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield each game of a card of the ACC: its owner's opponents, each with the spread as plus or minus."""
    owner, places, by = "", list[int](), None
    for row in rows:
        texts = row.texts()
        plain = [re.sub("[\u2212\u2013]", "-", text.strip()) for text in texts]
        named = [found for text in texts if (found := _OWNER.fullmatch(text.strip()))]
        if named and (":" in named[0][0] or named[0][2] or sum(map(bool, texts)) == 2):
            at = texts.index(named[0].string) if named[0].string in texts else 0
            owner = named[0][1] or named[0][2] or next(filter(None, texts[at + 1 :]), "")
        kinds = list(map(_kind, texts))
        opponents = [at for at, kind in enumerate(kinds) if kind == ("bare", "second")]
        if {"+", "-"} <= {*plain} and opponents and (owner or ("name", "") in kinds):
            by = kinds.index(("name", "")) if ("name", "") in kinds else None
            worth = next((at for at, kind in enumerate(kinds) if kind in {("worth", ""), ("points", "")}), len(texts))
            places = [opponents[0], plain.index("+"), plain.index("-"), worth]
            yield replace(row, cells=("Player 1", "Player 2", "Margin", "Game points"))
        elif places and row.text(places[0]) and any(map(row.text, places[1:3])):
            opponent, plus, minus, worth = places
            signed = [f"{sign}{row.text(at)}" for sign, at in (("+", plus), ("-", minus)) if row.text(at)]
            yield replace(row, cells=(row.text(by) or owner, row.text(opponent), " ".join(signed), row.text(worth)))
        else:
            yield row


def _unfold_tables(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield each cross table as one game a row, under headings."""
    at = 0
    while at < len(rows):
        head = rows[at]
        places = _columns_by_name(head, rows[at + 1 : at + 2])
        below = rows[at + 1 : at + 1 + len(places)] if len(places) > 2 else []
        body = list(takewhile(lambda row: folded(row.text(0)) in places, below))  # noqa: B023 - used at once
        if len(body) < 2:
            yield head
            at += 1
            continue
        if head.text(0):
            # The corner of the table may say its day.
            yield replace(head, cells=(head.cells[0],))
        yield replace(head, cells=_CROSS_TABLE)
        yield from _games(body, places)
        at += 1 + len(body)


def _unfold_opponents(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield each game of rows with one player and several opponents, each followed by the columns of their score."""
    player, parts, days, margins = 0, list[tuple[int, ...]](), list[int](), set[int]()
    for row in rows:
        texts = row.texts()
        numbers = {at: found[2] for at, text in enumerate(texts) if (found := _OPPONENT.fullmatch(text.strip()))}
        kinds = list(map(_kind, texts))
        if len(numbers) > 1 and ("name", "") in kinds:
            player, days = kinds.index(("name", "")), [at for at, kind in enumerate(kinds) if kind == ("date", "")]
            margins = {at for at, kind in enumerate(kinds) if kind == ("margin", "")}
            parts = [
                (start, *(at for at in range(start + 1, end) if texts[at].strip().endswith(number) or at in margins))
                for (start, number), end in zip(numbers.items(), [*list(numbers)[1:], len(texts)], strict=True)
            ]
            score = ("Margin",) if margins else ("Score",) if len(parts[0]) == 2 else ("Score 1", "Score 2")
            yield replace(row, cells=("Player 1", "Player 2", *score, *("Date" for _ in days)))
        elif parts and row.text(player):
            games = [part for part in parts if row.text(part[0])] or [()]
            # A spread without a sign is a plus.
            signed = [f"+{text}" if at in margins and text.isdecimal() else text for at, text in enumerate(texts)]
            row = replace(row, cells=tuple(signed)) if margins else row  # noqa: PLW2901 - as it is read
            yield from (replace(row, cells=tuple(map(row.cell, (player, *part, *days)))) for part in games)
        else:
            yield row


def _columns_by_name(head: Row, below: Sequence[Row]) -> dict[str, int]:
    """The columns of a row by the names above them; none where the row below does not begin with one of them."""
    texts = {folded(text): column for column, text in enumerate(head.texts()) if column and text}
    named = {name: at for name, at in texts.items() if not any(letter.isdigit() for letter in name)}
    places = {name: at for name, at in named.items() if not is_heading(name)}
    return places if any(folded(row.text(0)) in places for row in below) else {}


def _games(body: Sequence[Row], places: dict[str, int]) -> Iterator[Row]:
    """Yield the games of a cross table. A cell may have both scores, or those of the row's player alone."""
    named = {folded(row.text(0)): row for row in body}
    order = list(places)
    for name, row in named.items():
        for other, column in places.items():
            text, back = row.text(column), named[other].text(places[name]) if other in named else ""
            if other == name or text.casefold() in {"", "x", "-", "\u2013", "\u2014"}:
                continue
            if text.isdecimal():
                if order.index(name) > order.index(other) and back.isdecimal():
                    continue
                text = f"{text}-{back}"
            shown = named[other].text(0) if other in named else other.title()
            yield replace(row, cells=(row.text(0), shown, text))


def partners(columns: Columns, heads: Sequence[str], rows: Sequence[Row]) -> tuple[int, ...]:
    """Return the columns without a heading behind a player's in which most rows have a name as well: those of pairs."""
    found = []
    for first in columns.names:
        behind = first + 1
        if behind < len(heads) and not heads[behind] and behind not in columns.names:
            of_player = [row for row in rows if row.text(first)]
            names = [text for row in of_player if (text := row.text(behind)) and not any(map(str.isdigit, text))]
            if 2 * len(names) > len(of_player):
                found.append(behind)
    return tuple(found)


def remarks_of(columns: Columns, row: Row) -> tuple[str, ...]:
    """The remarks of a row, with the mark in a column for skunks."""
    mark = row.text(columns.others.get("skunk")).casefold()
    stands_in = row.text(columns.others.get("substitute"))
    visitor = row.text(columns.others.get("visitor"))
    if folded(visitor) not in {"", *(folded(natural_name(row.text(column))) for column in columns.names)}:
        stands_in = stands_in or visitor
    texts = (
        *(row.text(column) for column in columns.remarks),
        "skunk" if mark in _MARKS else NO_SKUNK if mark in _NO_MARKS else "",
        f"{stands_in} (sub)" if stands_in else "",
    )
    return tuple(filter(None, texts))


def scores_of(columns: Columns, row: Row, names: list[str]) -> list[str]:
    """The points of each player, which may stand behind their names; the names lose them."""
    scores = [number_in(row, column) for column in columns.scores]
    for place, name in enumerate(names):
        found = _MARKED.fullmatch(name)
        if found is not None and (found["marked"] or not columns.score_columns):
            names[place] = found["name"].strip()
            scores[place] = scores[place] or found["marked"] or found["bare"]
    if any(columns.nets) and all(scores):
        _check_net(columns, row, scores)
    return scores


def winners_of(columns: Columns, row: Row, names: list[str]) -> set[int]:
    """The places of those who are said to have won: by their column, a name, a word, or the sign of the spread."""
    winners = {0} if columns.winner_first else set[int]()
    for place in (0, 1):
        if (name := plain_name(names[place])) != names[place]:
            if found := re.search(r"\(?(won|wins|lost|winner|loser)\)?$", names[place]):
                winners.add(place if found[1][0] == "w" else 1 - place)
            names[place] = name
    keys = [name_key(name) for name in names]
    if who := row.text(columns.others.get("winner")):
        named = {place for place in (0, 1) if keys[place] in {name_key(who), name_key(natural_name(who))}}
        named = named or ({int(who[0]) - 1} if who[0] in "12" else set())
        if len(named) != 1:
            raise RowError(N_("the winner {who!r} is neither of the 2 players."), who=who[:LONGEST_CELL])
        winners |= named
    words = [text.strip() for place in (*columns.texts, columns.others.get("margin")) if (text := row.text(place))]
    for text in words if not columns.winner_first else ():
        if word := OUTCOME.match(text):
            winners.add(0 if word[1][0].casefold() == "w" else 1)
        elif signed := _SIGNED.fullmatch(number_of(text)):
            winners.add(0 if signed[1] == "+" else 1)
        elif (found := re.match(r"(.+?) (won|wins|beat|by)\b", text)) and name_key(found[1]) in keys:
            winners.add(keys.index(name_key(found[1])))
    return winners


def _check_net(columns: Columns, row: Row, scores: Sequence[str]) -> None:
    """Raise ``RowError`` where points with a handicap aren't those of the game and it, or turn its winner."""
    cells = (scores, *([number_in(row, at) for at in places] for places in columns.nets))
    points, nets, given = ([int(text) if text.isdecimal() else 0 for text in texts] for texts in cells)
    added = [one + more for one, more in zip(points, given, strict=False)] or points
    net = nets if any(nets) else added
    if all(points) and len(net) == len(added) == 2 and (net != added or (net[0] < net[1]) != (points[0] < points[1])):
        raise RowError(NO_AGREEMENT, one="-".join(scores), other=f"{net[0]}-{net[1]}")


def doubt_gaps(lines: Sequence[tuple[Row, Line]]) -> None:
    """Doubt a row with a gap between its cells where most rows have a name: who follows may be no player."""
    names = [{at for at, text in enumerate(row.texts()) if text and not re.search(r"\d", text)} for row, _ in lines]
    often = Counter(at for places in names for at in places)
    for (row, line), places in zip(lines, names, strict=True):
        gaps = range(min(places, default=0), max(places, default=0))
        line.is_doubtful |= any(2 * often[at] > len(lines) and not row.text(at) for at in gaps)


def number_in(row: Row, column: int | None) -> str:
    """Return the number of a cell; empty where there is none."""
    return number_of(row.text(column))
