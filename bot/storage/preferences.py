"""How each player likes things to look and sound, and what he has been told of once."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from bot.storage.database import Database


@dataclass(frozen=True, slots=True)
class Preferences:
    """One player's wishes: pictures beside the text, suits in four colours, faces with pips, a sound when it is his
    turn, and counts spoken in full.
    """

    pictures: bool = True
    four_colours: bool = True
    pips: bool = False
    ping: bool = True
    spoken: bool = True


async def read(database: Database, player_id: int) -> Preferences:
    """The wishes of a player; one who has set nothing has the usual ones."""
    row = await database.row(
        "SELECT pictures, four_colours, pips, ping, spoken FROM preferences WHERE player_id = ?", (player_id,)
    )
    return Preferences() if row is None else Preferences(*map(bool, row))


async def put(database: Database, player_id: int, wishes: Preferences) -> None:
    """Keep a player's wishes in place of those before."""
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO preferences (player_id, pictures, four_colours, pips, ping, spoken) VALUES (?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (player_id) DO UPDATE SET pictures = excluded.pictures, four_colours = excluded.four_colours, "
            "pips = excluded.pips, ping = excluded.ping, spoken = excluded.spoken",
            (player_id, *map(int, asdict(wishes).values())),
        )


async def tell_once(database: Database, player_id: int, what: str) -> bool:
    """Note that a player is told of something now; False where he was told before."""
    known = await database.row("SELECT 1 FROM told WHERE player_id = ? AND what = ?", (player_id, what))
    if known is not None:
        return False
    async with database.transaction() as writing:
        writing.write("INSERT OR IGNORE INTO told (player_id, what) VALUES (?, ?)", (player_id, what))
    return True
