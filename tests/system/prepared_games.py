"""Fills a database with open games by means of the bot's own services, before the bot starts on it."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from bot.models.player import Player
from bot.services import Services
from bot.tables.service import Opening
from bot.tables.table import Table
from engine import presets
from engine.actions import Declare, LayAway, Move, Play, SayGo
from tests.system.discord_server import GUILD, DiscordServer


@dataclass(frozen=True, slots=True)
class PreparedGame:
    """A game in the database: its id, its thread on Discord, and the accounts of its people."""

    id: str
    thread_id: int
    people: tuple[int, ...]


async def prepare(
    database: Path, discord: DiscordServer, number: int, chance: random.Random, *, robots: float = 0.5
) -> list[PreparedGame]:
    """Open games in threads, each a few moves old; ``robots`` is the part of them that is played against a robot."""
    services = await _open(database)
    try:
        games = []
        for one in range(number):
            people = [discord.add_user(f"P{one}{side}") for side in ("a", "b")]
            if one < number * robots:
                people.pop()
            names = [discord.users[person]["global_name"] for person in people]
            thread = discord.add_thread("Cribbage: " + " v ".join(names if len(names) > 1 else [*names, "Robin"]))
            players = [
                await services.accounts.players.meet(person, name, guild_id=GUILD, server_name=None)
                for person, name in zip(people, names, strict=True)
            ]
            table = await services.tables.open(_opening(players, thread))
            for player in players[1:]:
                table = await services.tables.accept(table.id, player)
            await _play(services, table.id, chance.randint(0, 10), chance)
            games.append(PreparedGame(table.id, thread, tuple(people)))
        return games
    finally:
        await services.tables.close()
        await services.close_database()


async def play_on(database: Path, games: list[PreparedGame], chance: random.Random) -> None:
    """Make one move in each game while the bot is away."""
    services = await _open(database)
    try:
        for game in games:
            await _play(services, game.id, 1, chance)
    finally:
        await services.tables.close()
        await services.close_database()


async def _open(database: Path) -> Services:
    return await Services.open(database, lambda: datetime.now(UTC), robot_pace=60.0, database_sync="normal")


def _opening(players: list[Player], thread_id: int) -> Opening:
    return Opening(
        host=players[0],
        invited=tuple(players[1:]),
        robots=() if len(players) > 1 else ("easy",),
        guild_id=GUILD,
        channel_id=thread_id,
        place="thread",
        preset=presets.DEFAULT,
        rules=presets.find(presets.DEFAULT),
    )


async def _play(services: Services, table_id: str, moves: int, chance: random.Random) -> None:
    """Let people make this many moves, as far as it is their turn."""
    for _ in range(moves):
        table = await services.tables.find(table_id)
        if table.status != "playing" or (found := _next(table, chance)) is None:
            return
        player, move = found
        await services.tables.act(table_id, player, None, move)


def _next(table: Table, chance: random.Random) -> tuple[Player, Move] | None:
    for seat in table.view(None).waiting_on:
        player = table.seats[seat].player
        for kind in (LayAway, Play, Declare, SayGo):
            moves = [move for move in table.view(seat).legal if isinstance(move, kind)]
            if player is not None and moves:
                move = chance.choice(moves)
                return player, replace(move, points=chance.randint(0, 8)) if isinstance(move, Declare) else move
    return None
