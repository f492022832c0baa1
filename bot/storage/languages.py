"""The language of each player in the database."""

from __future__ import annotations

from bot.models.player import LanguageChoice
from bot.storage.database import Database


async def read_all(database: Database) -> dict[int, LanguageChoice]:
    """Return every stored choice of language, by Discord account."""
    rows = await database.rows(
        "SELECT players.discord_id, languages.met, languages.chosen FROM languages "
        "JOIN players ON players.id = languages.player_id WHERE players.discord_id IS NOT NULL"
    )
    return {discord_id: LanguageChoice(met, chosen) for discord_id, met, chosen in rows}


async def put(database: Database, player_id: int, choice: LanguageChoice) -> None:
    """Store a player's language in place of the one before."""
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO languages (player_id, met, chosen) VALUES (?, ?, ?) "
            "ON CONFLICT (player_id) DO UPDATE SET met = excluded.met, chosen = excluded.chosen",
            (player_id, choice.met, choice.chosen),
        )
