"""The notes in the database about time, one for each shard: only the process that keeps a shard writes its notes.

So no process overwrites the notes of another one, and the one that takes a shard over goes on with them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from bot.models.storage import shard_of
from bot.storage import metadata
from bot.storage.database import Database, Transaction

SEEN: Final = "clocks"
"""The note that tells until when the clocks ran; since then nobody could act."""

ABSENCES: Final = "absences"
"""The note with the long outages that not all deadlines have been given back yet, in JSON."""

UNREACHABLE: Final = "servers not available"
"""The note that tells since when nobody can act in servers and channels, in JSON."""


class TimeNotes:
    """Reads and writes the notes about time of the shards that this process keeps."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def kept(self) -> frozenset[int]:
        """Return the shards whose notes this process writes."""
        return self._database.kept_shards()

    def is_of(self, shard: int) -> Callable[[int | None], bool]:
        """Return what says of a server, or of DMs for None, whether it is of a shard."""
        count = self._database.shard_count
        return lambda guild_id: shard_of(guild_id, count) == shard

    async def read(self, note: str, shards: Iterable[int]) -> dict[int, str]:
        """Return what a note says of each of these shards, if anything."""
        stored = await metadata.read_all(self._database, note)
        named = ((shard, self._name(note, shard)) for shard in shards)
        return {shard: stored[name] for shard, name in named if name in stored}

    def write(self, writing: Transaction, note: str, by_shard: Mapping[int, str]) -> None:
        """Write a note of several shards."""
        for shard, text in by_shard.items():
            metadata.put_with(writing, self._name(note, shard), text)

    async def put(self, note: str, by_shard: Mapping[int, str]) -> None:
        """Write a note of several shards by itself."""
        async with self._database.transaction() as writing:
            self.write(writing, note, by_shard)

    async def adopt(self) -> None:
        """Rewrite the notes of an earlier version, or of a run with another number of shards, for these shards."""
        shards = range(self._database.shard_count)
        for note, merge in ((SEEN, self._latest), (UNREACHABLE, self._places), (ABSENCES, self._absences)):
            stored = await metadata.read_all(self._database, note)
            current = {self._name(note, shard) for shard in shards}
            if not (others := [name for name in stored if name not in current]):
                continue
            async with self._database.transaction() as writing:
                for shard in shards:
                    mine = stored.get(self._name(note, shard))
                    texts = [stored[name] for name in others] + ([] if mine is None else [mine])
                    self.write(writing, note, {shard: merge(shard, texts)})
                metadata.delete(writing, others)

    def _name(self, note: str, shard: int) -> str:
        """Return the name under which a note is stored; where there is one shard, that of every earlier version."""
        count = self._database.shard_count
        return note if count == 1 else f"{note} {shard}/{count}"

    def _latest(self, _: int, texts: list[str]) -> str:
        return max(texts)

    def _places(self, shard: int, texts: list[str]) -> str:
        places: dict[str, str] = {}
        for text in texts:
            places |= json.loads(text)
        is_mine = self.is_of(shard)
        return json.dumps({place: since for place, since in places.items() if is_mine(int(place.partition("/")[0]))})

    def _absences(self, _: int, texts: list[str]) -> str:
        absences: list[Any] = []
        for text in texts:
            absences += [one for one in json.loads(text) if one not in absences]
        return json.dumps(absences)
