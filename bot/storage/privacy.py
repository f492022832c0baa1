"""What is stored about one player: read for an export, or erased with everything that tells who they were."""

import asyncio
import json
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib import resources
from itertools import groupby
from operator import itemgetter
from string import Template
from typing import Any, Final, TypeAlias

from bot.models.league import folded
from bot.models.player import Player
from bot.storage import league_news
from bot.storage.database import Database, Transaction, among
from bot.storage.players import FORMER
from bot.storage.preferences import PREFERENCES


async def export(database: Database, player: Player) -> dict[str, Any]:
    """Return everything that is stored about a player, ready for JSON.

    The cards and counts of games are left out: ``/record`` gives a whole game. So is the log of a league, which names
    other people.
    """
    document: dict[str, Any] = {
        "player": {"number": player.id, "discord_id": player.discord_id, "name": player.name},
        "games": [],
    }
    for part, (columns, rest) in _parts().items():
        names = [column.split()[-1].rpartition(".")[2].strip('"') for column in columns.split(",")]
        rows = await database.rows(f"SELECT {columns} FROM {rest}", (player.id,), long=True)
        document[part] = [dict(zip(names, row, strict=True)) for row in rows]
    for part in ("preferences", "language"):
        document[part] = next(iter(document[part]), None)
    if document["preferences"] is not None:
        document["preferences"] |= json.loads(document["preferences"].pop("more"))
    for part, column in (("former_names", "name"), ("told_once", "what")):
        document[part] = [row[column] for row in document[part]]
    seats = await database.rows(_SEATS, (player.id,), long=True)
    names_at = {game: [name for _, name in group] for game, group in groupby(seats, key=itemgetter(0))}
    for game in document["games"]:
        game["seats"] = names_at[game["game"]]
        game["scores"] = None if game["scores"] is None else json.loads(game["scores"])
    return document


_QUERY: Final = re.compile(
    r"^-- (?P<name>\w+)\nSELECT (?P<columns>.+?)\nFROM (?P<rest>.+?);$", re.MULTILINE | re.DOTALL
)
"""A query of ``export.sql``: its name in the export, the columns, with their names there, and where they stand."""


@cache
def _parts() -> dict[str, tuple[str, str]]:
    script = resources.files("bot.storage").joinpath("export.sql").read_text(encoding="utf-8")
    queries = _QUERY.findall(Template(script).substitute(preferences=PREFERENCES.columns))
    return {name: (columns, rest) for name, columns, rest in queries}


_SEATS: Final = (
    "SELECT seats.table_id, coalesce(players.name, seats.robot, '') FROM seats AS mine "
    "JOIN seats ON seats.table_id = mine.table_id LEFT JOIN players ON players.id = seats.player_id "
    "WHERE mine.player_id = ? ORDER BY seats.table_id, seats.seat"
)
"""Who sits at a player's tables, seat by seat."""


_OWN: Final = (
    *("practice", "preferences", "languages", "told", "claims", "managers", "league_names", "server_names"),
    *("waiting_questions", "daily_answers", "reviews", "achievements", "game_figures", "practice_positions"),
    *("import_previews", "league_news_messages", "fixture_readiness", "former_names", "promised_seeds"),
)
"""The tables whose rows belong to one player alone, by ``player_id``: no other player's games or points need them."""


_Row: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Erasure:
    """What an erasure changes: texts that say a name get another content, and rows that belong to a person go."""

    account: int | None
    people: list[int]
    """The ids of the person, of names without an account that are theirs, and of their teams."""
    leagues: list[int]
    """The ids of the leagues that may name them."""
    log_lines: list[tuple[Any, ...]]
    file_names: list[tuple[Any, ...]]
    seasons: list[tuple[Any, ...]]
    fixtures: list[tuple[Any, ...]]
    merges: list[tuple[str, int]]


async def plan(database: Database, player_id: int) -> Erasure:
    """Find everything that names a player, under whatever name they ever had."""
    people, names = await _identities(database, player_id)
    account = await database.row("SELECT discord_id FROM players WHERE id = ?", (player_id,))
    discord_id = None if account is None else account[0]
    leagues = await database.column(_LEAGUES_NAMING.replace(_ASKED, among(people)), long=True)
    pattern = await asyncio.to_thread(_pattern, names, discord_id)
    of_them = f"WHERE league_id IN {among(leagues)}"
    lines = await database.rows(f"SELECT what, reason, facts, id FROM league_log {of_them}", long=True)
    files = await database.rows(f"SELECT file_name, league_id, number FROM league_imports {of_them}")
    seasons = await database.rows(f"SELECT more, league_id, number FROM seasons {of_them} AND more <> '{{}}'")
    fixtures = await database.rows(f"SELECT more, id FROM fixtures {of_them} AND more <> '{{}}'", long=True)
    merges = await database.rows(f"SELECT moved, id FROM merges WHERE from_id IN {among(people)}")
    return Erasure(
        discord_id,
        people,
        leagues,
        await asyncio.to_thread(_changed, partial(_line_without, pattern), lines),
        await asyncio.to_thread(_changed, lambda row: (pattern.sub(FORMER, row[0]), *row[1:]), files),
        await asyncio.to_thread(_changed, partial(_json_without, pattern), seasons),
        await asyncio.to_thread(_changed, partial(_json_without, pattern), fixtures),
        [(json.dumps({**json.loads(moved), "names": []}), merge) for moved, merge in merges],
    )


def erase(writing: Transaction, database: Database, erasure: Erasure) -> None:
    """Delete what tells who a player was, and call them a former player; other processes forget them too."""
    people = among(erasure.people)
    for table in _OWN:
        writing.write(f"DELETE FROM {table} WHERE player_id IN {people}")
    writing.write(f"UPDATE players SET discord_id = NULL, name = ? WHERE id IN {people}", (FORMER,))
    writing.write(f"DELETE FROM messages WHERE kind = 'guess' AND player_id IN {people}")
    # The SHA-256 of a word stays, so that the shuffle can still be checked.
    writing.write(f"UPDATE contributions SET word = NULL WHERE player_id IN {people}")
    writing.write(f"UPDATE members SET status = 'withdrawn' WHERE player_id IN {people} AND status <> 'visitor'")
    writing.write(f"DELETE FROM claims WHERE named_id IN {people}")
    writing.write(f"DELETE FROM former_names WHERE named_id IN {people}")
    # What a file has inside is unknown until it is read.
    writing.write(f"DELETE FROM import_previews WHERE league_id IN {among(erasure.leagues)}")
    for player_id in erasure.people:
        league_news.mark_outdated_everywhere(writing, player_id)
    writing.write_many("UPDATE merges SET moved = ? WHERE id = ?", erasure.merges)
    writing.write_many("UPDATE league_log SET what = ?, reason = ?, facts = ? WHERE id = ?", erasure.log_lines)
    writing.write_many("UPDATE league_imports SET file_name = ? WHERE league_id = ? AND number = ?", erasure.file_names)
    writing.write_many("UPDATE seasons SET more = ? WHERE league_id = ? AND number = ?", erasure.seasons)
    writing.write_many("UPDATE fixtures SET more = ? WHERE id = ?", erasure.fixtures)
    database.announce(writing, str(erasure.account or 0), "erased", None)


async def _identities(database: Database, player_id: int) -> tuple[list[int], frozenset[str]]:
    nameless = await database.all(
        lambda row: (row[0], folded(row[1])),
        "SELECT id, name FROM players WHERE discord_id IS NULL AND name <> ?",
        (FORMER,),
    )
    people: frozenset[int] = frozenset()
    names: frozenset[str] = frozenset()
    found = frozenset({player_id})
    # A name may have been given to a name, and that to an account.
    while not found <= people:
        people |= found
        ids = among(people)
        names = frozenset(await database.column(_NAMES_OF.replace(_ASKED, ids))) - {FORMER, ""}
        known = frozenset(map(folded, names))
        like = among(one for one, name in nameless if name in known)
        found = frozenset(await database.column(_GIVEN_TO.replace(_ASKED, ids)))
        found |= frozenset(await database.column(_UNUSED.replace(_ASKED, like)))
    return sorted(people), names


def _pattern(names: frozenset[str], discord_id: int | None) -> re.Pattern[str]:
    """Return what matches each of these names as a whole word, the longest first: one may be part of another."""
    either = [_whole_word(name) for name in sorted(names, key=len, reverse=True)]
    account = [] if discord_id is None else [rf"<@!?{discord_id}>", rf"(?<!\d){discord_id}(?!\d)"]
    return re.compile("|".join([*account, *either]) or "(?!)")


def _whole_word(name: str) -> str:
    """Return a pattern for a name as a word of its own, in any spelling.

    Names of one or two letters are matched as they are: they may be words as well. Scripts that write no space between
    words have no whole words.
    """
    spelled = f"(?i:{re.escape(name)}|{_any_spelling(name)})" if len(name.strip()) > 2 else re.escape(name)
    before = "" if len(name) > 1 and _UNSPACED.match(name[0]) else r"(?<![^\W_])"
    after = "" if len(name) > 1 and _UNSPACED.match(name[-1]) else r"(?![^\W_])"
    return f"{before}{spelled}{after}"


def _any_spelling(name: str) -> str:
    """Return a pattern for a name with its marks apart or not, with any signs for its spaces, and with ß for ss."""
    words = unicodedata.normalize("NFC", name).casefold().split()
    return _BETWEEN_WORDS.join("".join(map(_letter, word)).replace("ss", "(?:ss|ß|ẞ)") for word in words)


def _letter(letter: str) -> str:
    apart = unicodedata.normalize("NFD", letter)
    return re.escape(letter) if apart == letter else f"(?:{letter}|{apart})"


def _changed(change: Callable[[_Row], _Row], rows: list[_Row]) -> list[_Row]:
    return [now for row in rows if (now := change(row)) != row]


def _line_without(pattern: re.Pattern[str], row: _Row) -> _Row:
    """Return a line of a log without a name; what it says is a sentence of an earlier version, or a kind of facts."""
    what, reason, facts, number = row
    reason = pattern.sub(FORMER, reason)
    if facts is None:
        return pattern.sub(FORMER, what), reason, None, number
    return what, reason, *_json_without(pattern, (facts, number))


def _json_without(pattern: re.Pattern[str], row: _Row) -> _Row:
    """Return a row whose first column, which is JSON, has no name in its texts."""
    known = json.loads(row[0])
    erased = _facts_without(pattern, known)
    return row if erased == known else (json.dumps(erased, ensure_ascii=False), *row[1:])


def _facts_without(pattern: re.Pattern[str], facts: Any) -> Any:
    match facts:
        case str():
            return pattern.sub(FORMER, facts)
        case list():
            return [_facts_without(pattern, one) for one in facts]
        case dict():
            return {name: _facts_without(pattern, one) for name, one in facts.items()}
    return facts


_BETWEEN_WORDS: Final = r"[\s_.+-]*"
"""What file names and people write for a space."""

_UNSPACED: Final = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3040-\u30ff"
    "\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]"
)
"""Letters of scripts that write no space between words or before endings: Thai to Khmer, Japanese, Chinese, Korean."""

_ASKED: Final = "(asked)"
"""Stands for the ids in the queries below."""

_NAMES_OF: Final = f"""
SELECT name FROM players WHERE id IN {_ASKED}
UNION SELECT name FROM server_names WHERE player_id IN {_ASKED}
UNION SELECT name FROM former_names WHERE player_id IN {_ASKED}
UNION SELECT folded FROM league_names WHERE player_id IN {_ASKED}
"""
_GIVEN_TO: Final = f"""
SELECT from_id FROM merges WHERE into_id IN {_ASKED} AND undone_at IS NULL
UNION SELECT team_id FROM teams WHERE player_id IN {_ASKED}
UNION SELECT named_id FROM former_names WHERE player_id IN {_ASKED}
"""
"""The names that managers have merged into a person, and the teams that are called after them."""
_PLAYERS_OF_LEAGUES: Final = (
    *(("members", "player_id"), ("league_sides", "player_id"), ("league_names", "player_id")),
    *(("teams", "player_id"), ("teams", "team_id"), ("fixtures", "first_id"), ("fixtures", "second_id")),
    *(("claims", "named_id"), ("season_groups", "player_id")),
)
_NAMED_IN_LOGS: Final = (
    *_PLAYERS_OF_LEAGUES,
    *(("claims", "player_id"), ("managers", "player_id"), ("league_log", "player_id"), ("tables", "player_id")),
    *(("league_imports", "player_id"), ("import_previews", "player_id"), ("former_names", "player_id")),
    *(("league_results", "entered_by"), ("league_results", "confirmed_by")),
    *(("merges", "from_id"), ("merges", "into_id"), ("meetings", "player_id")),
)
_PLAYED: Final = {
    "tables": "tables JOIN seats ON seats.table_id = tables.id",
    "meetings": "meetings JOIN attendance ON attendance.meeting_id = meetings.id",
}
_LEAGUES_NAMING: Final = " UNION ".join(
    f"SELECT league_id FROM {_PLAYED.get(table, table)} WHERE league_id > 0 AND {column} IN {_ASKED}"
    for table, column in _NAMED_IN_LOGS
)
_UNUSED: Final = (
    f"SELECT id FROM players WHERE id IN {_ASKED} AND id NOT IN (SELECT from_id FROM merges WHERE undone_at IS NULL) "
    + " ".join(
        f"AND NOT EXISTS (SELECT 1 FROM {table} WHERE {column} = players.id)" for table, column in _PLAYERS_OF_LEAGUES
    )
)
"""Those of some names without an account that stand nowhere any more: they were claimed by somebody of that name."""
