"""Fills a database with open games by means of the bot's own services, before the bot starts on it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.models.agreement import Agreement, Seat, TableMessage
from bot.models.player import Player
from bot.services import Services
from bot.settings import Settings
from bot.tables import seating
from bot.tables.robots import move_of
from bot.tables.service import Opening, _deal_on
from bot.tables.table import Table
from bot.ui.core.components import DisplayOptions
from bot.ui.games import screens
from bot.ui.games.commitments import seal_notice
from bot.ui.games.table_view import TableView
from engine import presets
from engine.events import Event
from engine.game import apply
from tests.system.discord_server import BOT, COMPONENTS_V2, GUILD, DiscordServer


@dataclass(frozen=True, slots=True)
class PreparedGame:
    """A game in the database: its id, its thread on Discord, the accounts of its people, and its server."""

    id: str
    thread_id: int
    people: tuple[int, ...]
    guild_id: int = GUILD


def _opening(players: list[Player], thread_id: int, guild_id: int = GUILD) -> Opening:
    return Opening(
        host=players[0],
        invited=tuple(players[1:]),
        robots=() if len(players) > 1 else ("easy",),
        guild_id=guild_id,
        channel_id=thread_id,
        place="thread",
        preset=presets.DEFAULT,
        rules=presets.find(presets.DEFAULT),
    )


async def prepare(
    database: Path, discord: DiscordServer, number: int, chance: random.Random, *, robots: float = 0.5
) -> list[PreparedGame]:
    """Store games in threads of the servers in turn, each at a random stage, as an earlier run has left and shown them.

    ``robots`` is the part of them that is played against a robot. The deals are those of a few games between robots.
    """
    services = await Services.open(
        Settings(database=database, robot_pace=60.0, database_sync="normal"), lambda: datetime.now(UTC)
    )
    try:
        courses = [_course(seed) for seed in map(chance.randbytes, [32] * _COURSES)]
        games = []
        for one in range(number):
            guild_id = discord.guild_ids[one % len(discord.guild_ids)]
            people = [discord.add_user(f"P{one}{side}") for side in ("a", "b")[: 1 if one < number * robots else 2]]
            names = [str(discord.users[person]["global_name"]) for person in people]
            channel_id = discord.channel_of(guild_id)
            thread = discord.add_thread(f"Cribbage: {' v '.join([*names, 'Robin'][:2])}", channel_id)
            players = [
                await services.accounts.players.meet(person, name, guild_id=guild_id, server_name=None)
                for person, name in zip(people, names, strict=True)
            ]
            seed, course = chance.choice(courses)
            proposed = seating.new_table(_opening(players, thread, guild_id), f"load{one:04}", seed)
            seats = tuple([replace(seat, agreed=True) for seat in proposed.seats])
            agreement = replace(proposed, seats=seats, status="playing", touched_at=datetime.now(UTC))
            begun, events = _at_a_person(agreement, course, chance)
            table = await services.tables.save(begun, events, new=True)
            await services.tables.messages.put(table.id, TableMessage("home", None, channel_id))
            await _post(services, discord, table)
            games.append(PreparedGame(table.id, thread, tuple(people), guild_id))
        return games
    finally:
        await services.tables.close()
        await services.close_database()


_COURSES: Final = 12


def _course(seed: bytes) -> tuple[bytes, list[tuple[Event, ...]]]:
    """Let robots play a whole game; returns its seed, and the events up to each moment at which a move is due."""
    agreement = seating.new_table(_opening([Player(1, None, "Robin")], 0), "course", seed)
    robots = tuple(Seat(robot="easy", agreed=True) for _ in agreement.seats)
    table = Table.create(replace(agreement, seats=robots, status="playing"))
    game, events = _deal_on(table.game, table)
    course = []
    while (seat := (table := table.after(game, events)).robot_asked()) is not None:
        course.append((*(course[-1] if course else ()), *events))
        game, moved = apply(table.game, move_of(table, seat))
        game, dealt = _deal_on(game, table)
        events = (*moved, *dealt)
    return seed, course[:-1]


def _at_a_person(
    agreement: Agreement, course: Sequence[tuple[Event, ...]], chance: random.Random
) -> tuple[Table, tuple[Event, ...]]:
    while True:
        events = chance.choice(course)
        table = Table.restored(agreement, events)
        if table.robot_asked() is None:
            return table, events


async def _post(services: Services, discord: DiscordServer, table: Table) -> None:
    """Post the messages of a table that the bot has posted when it has shown everything."""
    thread, bot = table.agreement.channel_id, discord.users[BOT]
    look = DisplayOptions(pictures=True)
    screen = screens.public(TableView(table, look.spoken), look)
    board = discord._create_message(
        thread,
        bot,
        {"components": screen.to_components(), "flags": COMPONENTS_V2},
        {str(number): (scene.name, 30_000) for number, scene in enumerate(screen.scenes)},
    )
    seal = discord._create_message(thread, bot, {"content": seal_notice(table)})
    messages = services.tables.messages
    await messages.put(table.id, TableMessage("commitment", None, thread, int(seal["id"])))
    await messages.put(table.id, TableMessage("screen", None, thread, int(board["id"]), table.revision))
