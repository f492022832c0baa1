"""In which language each player is spoken to."""

from __future__ import annotations

from dataclasses import dataclass

from bot.storage.database import Database


@dataclass(frozen=True, slots=True)
class Tongue:
    """The locale in which a player was ``met`` last, as in ``pt-BR``, and what he has ``chosen`` in its stead."""

    met: str | None = None
    chosen: str | None = None


async def read_all(database: Database) -> dict[int, Tongue]:
    """What is kept of everybody, by Discord account."""
    rows = await database.rows(
        "SELECT players.discord_id, languages.met, languages.chosen FROM languages "
        "JOIN players ON players.id = languages.player_id WHERE players.discord_id IS NOT NULL"
    )
    return {discord_id: Tongue(met, chosen) for discord_id, met, chosen in rows}


async def put(database: Database, player_id: int, tongue: Tongue) -> None:
    """Keep this of a player, in place of what was before."""
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO languages (player_id, met, chosen) VALUES (?, ?, ?) "
            "ON CONFLICT (player_id) DO UPDATE SET met = excluded.met, chosen = excluded.chosen",
            (player_id, tongue.met, tongue.chosen),
        )
