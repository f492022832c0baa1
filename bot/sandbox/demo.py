"""The demo: two scripted people play two whole games through the real bot, which are printed and then verified."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import count, takewhile, zip_longest
from pathlib import Path
from typing import Any, Final

import simcord

from bot.app import client
from bot.sandbox.people import Person, look
from bot.tables.game_records import record_of
from bot.tables.shuffle import check
from engine.audit import audit
from engine.errors import CribbageError
from engine.events import Pegged
from engine.laws import Law
from engine.record import Record

_MOST_TURNS: Final = 1_000
_GAMES: Final = ({"where": "here"}, {"preset": "britannica", "where": "here"})
_TYPED: Final = ("5h 5d 5c js 5s", "7c 8d 8h ks | 9c", "crib 2h 4h 6h 8h th", "5h 5h 5c js 5s")


async def play_demo(folder: Path, say: Callable[[str], None]) -> bool:
    """Play two games, write their records into the folder, and return whether every check passed."""
    database = folder / "cribbage.db"
    # A terminal shows no pictures.
    # Nobody needs the database of a demo after a power cut.
    bot = client(database, pictures=False, database_sync="normal")
    try:
        async with simcord.run(bot) as env:
            names = await _play(env, say)
            records = [await record_of(bot.context.tables, name) for name in names]
        passed = [_verify(record, folder, say) for record in records]
        return all(passed) and any(map(_overscores, records))
    finally:
        await bot.close()


async def _play(env: simcord.Env, say: Callable[[str], None]) -> list[str]:
    """Play a game that the bot referees and one with challenges, and type some hands; returns the games' names."""
    guild = env.create_guild("The Club")
    channel = guild.create_text_channel("cribbage")
    ann, ben = (
        Person(env, guild.add_member(env.create_user(name.lower(), global_name=name)), name, counting, say)
        for name, counting in (("Ann", _counting(over=4)), ("Ben", _counting(under=5)))
    )
    await env.settle()
    names = []
    for options in _GAMES:
        arguments = " ".join(f"{option}:{value}" for option, value in options.items())
        say(f"Ann types /play opponent:@Ben {arguments}")
        table = (await ann.actor.slash(channel, "play", opponent=ben.actor, **options)).response
        say(_first(env, table))
        await ben.accept(table)
        names.append(look(env, table).buttons[0].custom_id.split(":")[1])
        await _play_out(env, table, (ann, ben), say)
    for text in _TYPED:
        say(f"Ann types to the bot: {text}")
        await ann.actor.send_dm(text)
        say(f"  {look(env, ann.actor.user.dm_channel.last_message).text}".replace("\n", "\n  "))
    return names


async def _play_out(env: simcord.Env, table: Any, people: Sequence[Person], say: Callable[[str], None]) -> None:
    """Let everyone take their turns until the game is won."""
    printer = _LogPrinter(say)
    for _ in range(_MOST_TURNS):
        printer.print_new(look(env, table).text)
        first = _first(env, table)
        if " wins" in first:
            return
        for person in people:
            if f"**{person.name}" in first or f"and {person.name}**" in first:
                await person.take_turn(table)


def _verify(record: Record, folder: Path, say: Callable[[str], None]) -> bool:
    """Write the record, read it back, and check it against the laws and the sealed shuffle."""
    document = record.to_dict()
    path = folder / f"{record.game}.json"
    path.write_text(json.dumps(document, indent=1), encoding="utf-8")
    say(f"The record is {path}")
    if document["result"] is None:
        say("The game did not end.")
        return False
    try:
        again = audit(json.loads(path.read_text(encoding="utf-8")))
        proved = all(finding.agrees for finding in check(again.commitment, again.seed or "", again.events))
    except CribbageError as error:
        say(f"The record does not hold: {error}")
        return False
    same = again.to_dict() == document
    say(f"Played again from the record: {'the same result' if same else 'another result'}.")
    say(f"The shuffle: {'proved' if proved else 'not proved'}. Overscored counts corrected: {_overscores(record)}.")
    return same and proved


def _overscores(record: Record) -> int:
    """The number of counts that law 19 corrected."""
    return sum(isinstance(event, Pegged) and event.law is Law.OVERSCORE for event in record.events)


def _counting(*, over: int = 0, under: int = 0) -> Callable[[int], int]:
    """A way of counting: right, except that some turns declare 2 too many (``over``) or 2 too few (``under``)."""
    turns = count(1)

    def declared(true: int) -> int:
        turn = next(turns)
        if over and turn % over == 2:
            return min(true + 2, 29)
        return max(true - 2, 0) if under and turn % under == 0 else true

    return declared


def _first(env: simcord.Env, message: Any) -> str:
    return look(env, message).text.split("\n", 1)[0]


class _LogPrinter:
    """Prints what is new on the table's message."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._counted: set[str] = set()
        self._before: list[str] = []
        self._first = ""

    def print_new(self, text: str) -> None:
        """Print the lines that were added to the log, and the first line if it has changed."""
        for line in _under("**Last deal**", text):
            if line not in self._counted:
                self._print_line(line)
        lines = _under("**This deal**", text)
        for line in _new_in(lines, self._before):
            self._print_line(line)
        self._before = lines
        first = text.split("\n", 1)[0]
        if first != self._first:
            self._say(first)
        self._first = first

    def _print_line(self, line: str) -> None:
        self._counted.add(line)
        self._say(f"  {line}")


def _new_in(lines: Sequence[str], before: Sequence[str]) -> list[str]:
    """The lines that were added or extended since ``before``; the earliest lines may be gone."""
    for size in range(min(len(lines), len(before)), 0, -1):
        known = before[-size:]
        if all(line.startswith(start) for line, start in zip(lines, known, strict=False)):
            return [line for line, start in zip_longest(lines, known) if line != start]
    return list(lines)


def _under(heading: str, text: str) -> list[str]:
    """The lines below a heading, up to the next part."""
    lines = text.split("\n")
    if heading not in lines:
        return []
    start = lines.index(heading) + 1
    return list(takewhile(lambda line: not line.startswith(("-#", "**", "```")), lines[start:]))
