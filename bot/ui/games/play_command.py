"""/play: open a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.i18n.translation import N_, gettext
from bot.models.agreement import Clock, Place
from bot.tables.errors import TableError
from bot.tables.service import Opening
from bot.ui.core.context import context_of
from bot.ui.core.options import PresetName, choice
from bot.ui.games import notices
from bot.ui.games.context import game_context_of
from bot.ui.games.invitations import answer_with, place_for
from engine import presets
from engine.presets import Doubles
from engine.rules import Rules

OTHER_BOT: Final = N_("Other bots do not play; invite a person, or choose a robot level to play against me.")

CLUB: Final = "club"
"""The level of a robot of whom no level is said."""

_ROBOTS: Final = [choice("easy: plays casually", "easy"), choice("club: plays well", CLUB)]
_PLACES: Final = [
    choice("a thread of its own", "thread"),
    choice("here in the channel", "here"),
    choice("in private messages", "dm"),
]
_COUNTINGS: Final = [
    choice("referee: you declare, the bot checks", "referee"),
    choice("challenge: you declare, your adversary checks", "challenge"),
    choice("automatic: the bot counts", "automatic"),
]
_TARGETS: Final = [choice("121 holes", 121), choice("61 holes", 61)]
_MATCHES: Final = [
    choice("a single game", 1),
    choice("a rubber: best of three games", 3),
    choice("best of five games", 5),
    choice("best of seven games", 7),
]
_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400
_TURN_TIMES: Final = [
    choice("1 minute", _MINUTE),
    choice("3 minutes", 3 * _MINUTE),
    choice("10 minutes", 10 * _MINUTE),
    choice("1 hour", _HOUR),
    choice("12 hours", 12 * _HOUR),
    choice("1 day", _DAY),
    choice("3 days", 3 * _DAY),
    choice("7 days", 7 * _DAY),
]
_GAME_TIMES: Final = [
    choice("10 minutes", 10 * _MINUTE),
    choice("30 minutes", 30 * _MINUTE),
    choice("1 hour", _HOUR),
    choice("1 day", _DAY),
    choice("7 days", 7 * _DAY),
    choice("30 days", 30 * _DAY),
]
_ENDS: Final = [
    choice("the robot plays on for them", "robot"),
    choice("their game is forfeited", "forfeit"),
]


async def suggest_doubles(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """The ways to count double games that the preset knows, for the length of game that is chosen."""
    chosen = interaction.namespace
    usual = await context_of(interaction).usual_preset(interaction.guild_id)
    preset = presets.PRESETS.get(chosen.preset or usual)
    if preset is None:
        return []
    ways = preset.doubles.get(chosen.target or preset.rules.target, {})
    wanted = typed.strip().lower()
    return [Choice(name=f"{name}: {_in_words(pairs)}", value=name) for name, pairs in ways.items() if wanted in name]


def _in_words(doubles: Doubles) -> str:
    """Describe a way to count double games: ``a loser below 91 loses 2 games, below 61 loses 4``."""
    if not doubles:
        return gettext("every game counts one")
    (below, games), *others = doubles
    rest = "".join(gettext(", below {mark} loses {many}", mark=mark, many=many) for mark, many in others)
    return gettext("a loser below {below} loses {games} games{rest}", below=below, games=games, rest=rest)


@app_commands.command(description="Play cribbage: two to four people and robots, or with open seats")
@app_commands.describe(
    opponent="Whom you invite; leave it out for an open seat that anyone may take",
    second_opponent="Another person, for a game of three",
    third_opponent="Another person, for a game of four; the cut chooses partners",
    robot="Let the bot play too, at this level",
    robots="How many seats the bot takes; all that are left unless you say otherwise",
    players="How many play, if not as many as you name",
    preset="The rules by name; the server's own unless you say otherwise",
    target="How many holes the game has",
    doubles="What a loser far behind loses, as the preset offers it",
    counting="Who counts the hands in the show",
    muggins="Points that a player overlooks go to the other side",
    ceremony="Cut the pack yourselves, by naming numbers",
    best_of="A single game, or a match of several",
    turn_time="The most that anyone may take over one turn",
    game_time="The most that each player may take over the whole game",
    when_time_is_up="What becomes of one whose time is up; the robot plays on unless you say otherwise",
    where="Where the game is played",
)
@app_commands.choices(robot=_ROBOTS, counting=_COUNTINGS, where=_PLACES, when_time_is_up=_ENDS)
@app_commands.choices(target=_TARGETS, best_of=_MATCHES, turn_time=_TURN_TIMES, game_time=_GAME_TIMES)
@app_commands.choices(robots=[choice(str(many), many) for many in (1, 2, 3)])
@app_commands.choices(players=[choice(str(many), many) for many in (2, 3, 4)])
@app_commands.autocomplete(doubles=suggest_doubles)
async def play(
    interaction: discord.Interaction[Any],
    opponent: discord.User | None = None,
    second_opponent: discord.User | None = None,
    third_opponent: discord.User | None = None,
    robot: str | None = None,
    robots: int | None = None,
    players: int | None = None,
    preset: PresetName | None = None,
    target: int | None = None,
    doubles: str | None = None,
    counting: str | None = None,
    muggins: bool | None = None,  # noqa: FBT001 - Discord names every option
    ceremony: bool | None = None,  # noqa: FBT001
    best_of: int = 1,
    turn_time: int | None = None,
    game_time: int | None = None,
    when_time_is_up: str | None = None,
    where: str | None = None,
) -> None:
    """Settle who plays by which rules, and open their table."""
    context = context_of(interaction)
    named = [one for one in (opponent, second_opponent, third_opponent) if one is not None]
    company = _company(interaction, named, robot, robots, players)
    name = preset or await context.usual_preset(interaction.guild_id)
    rules = presets.find(
        name,
        rubber=best_of > 1,
        players=company.players,
        target=target,
        doubles=doubles,
        counting=counting,
        muggins=muggins,
        ceremony=ceremony,
    )
    clock = _clock(turn_time, game_time, when_time_is_up)
    place = await place_for(context, interaction, where)
    await _open(interaction, company, place, _Terms(name, rules, best_of, clock))


@dataclass(frozen=True, slots=True)
class _Company:
    """Who is to sit down with the host; the seats that are left are open."""

    invited: tuple[discord.User, ...]
    robots: tuple[str, ...]
    players: int


@dataclass(frozen=True, slots=True)
class _Terms:
    """What is to be agreed: the rules, in how many games, and against which clock."""

    preset: str
    rules: Rules
    best_of: int
    clock: Clock | None


async def _open(interaction: discord.Interaction[Any], company: _Company, place: Place, terms: _Terms) -> None:
    """Open a table, answer with its first screen, and let its writer go on from there."""
    context = game_context_of(interaction)
    assert interaction.channel_id is not None
    opening = Opening(
        host=await context.meet(interaction.user),
        invited=tuple([await context.meet(one) for one in company.invited]),
        robots=company.robots,
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id,
        place=place,
        preset=terms.preset,
        rules=terms.rules,
        best_of=terms.best_of,
        clock=terms.clock,
    )
    await answer_with(context, interaction, await context.tables.open(opening), company.invited)


def _company(
    interaction: discord.Interaction[Any],
    named: Sequence[discord.User],
    level: str | None,
    robots: int | None,
    players: int | None,
) -> _Company:
    """Who plays: the people named, so many robots, and open seats up to the number of players.

    A robot that is asked for without a number takes every seat that is left; in private, where nobody could take
    an open one, it always does.
    """
    people = tuple(one for one in named if one != interaction.client.user)
    if any(one.bot for one in people):
        raise TableError(gettext(OTHER_BOT))
    wanted = robots or len(named) - len(people) or (1 if level else 0)
    chairs = players or max(2, 1 + len(people) + wanted)
    left = chairs - 1 - len(people)
    if max(wanted, 0) > left:
        raise TableError(gettext(notices.TOO_MANY, named=1 + len(people) + wanted, players=chairs))
    fills = robots is None and (wanted or interaction.guild_id is None)
    return _Company(people, (level or CLUB,) * (left if fills else wanted), chairs)


def _clock(turn: int | None, game: int | None, when_over: str | None) -> Clock | None:
    """The clock that is agreed, if any."""
    if turn is None and game is None:
        if when_over is not None:
            raise TableError(gettext(notices.NO_TIME))
        return None
    return Clock(turn, game, "forfeit" if when_over == "forfeit" else "robot")
