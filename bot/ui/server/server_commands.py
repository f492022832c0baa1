"""Servers: their greeting, the first game of newcomers, /server with its settings, and what is posted by them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any, Final, Literal, cast

import discord
from discord import app_commands

from bot.i18n.translation import N_, gettext, month_of
from bot.leagues.ratings import LadderLine, display_rating
from bot.models.agreement import Place, ServerSettings
from bot.models.errors import TableError
from bot.models.player import Player
from bot.models.practice import DailyPost
from bot.tables.service import Opening
from bot.ui.core.commands import PresetName, choice, choices_of, in_servers_only
from bot.ui.core.components import TEXT, DisplayOptions, Screen, page_view
from bot.ui.core.context import context_of
from bot.ui.core.errors import SERVER_ONLY, describe_place
from bot.ui.core.formatting import mention
from bot.ui.core.interactions import check_may_write, is_bot_dm, may_write
from bot.ui.core.outbox import NOBODY, Refused, Schedule, mentions_of
from bot.ui.core.router import answers
from bot.ui.games import play_handlers
from bot.ui.games.context import GameContext
from bot.ui.games.play_options import WHERE
from bot.ui.lawbook import tutorial
from bot.ui.lawbook.tutorial import newcomer_buttons
from bot.ui.people.board_view import games_won, ladder_scene, month_before
from bot.ui.practice import handlers
from bot.ui.practice.daily_hand import daily_hand, invitation_view, today
from bot.ui.practice.handlers import hand_for
from engine import presets

USUAL_PRESET: Final = N_("Games here use `{preset}` rules ({title}). Change them for one game in /play.")
NEW_PRESET: Final = N_("From now on, games here use `{preset}` rules ({title}). Change them for one game in /play.")
PLACES: Final = {
    "thread": N_("in their own thread (or in the channel if I can't open one)"),
    "here": N_("in the channel itself"),
    "dm": N_("in DMs"),
}
USUAL_PLACE: Final = N_("Games on this server are played {where}. Start them in {started}.")

server = in_servers_only(
    app_commands.Group(
        name="server",
        description="Settings for all games in this server",
        default_permissions=discord.Permissions(manage_guild=True),
    )
)


@server.command(name="preset", description="See or choose the rules for games in this server")
@app_commands.describe(preset="Which rules (leave empty to see the current ones)")
async def usual_preset(interaction: discord.Interaction[Any], preset: PresetName | None = None) -> None:
    """Show the preset that /play uses here unless another is named, or choose it."""
    if interaction.guild_id is None:
        raise TableError(gettext(SERVER_ONLY))
    context, sentence = context_of(interaction), gettext(USUAL_PRESET)
    if preset is not None:
        presets.find(preset)
        settings = await context.accounts.servers.read(interaction.guild_id)
        await context.accounts.servers.put(replace(settings, preset=preset))
        sentence = gettext(NEW_PRESET)
    name = await context.usual_preset(interaction.guild_id)
    answer = sentence.format(preset=name, title=gettext(presets.PRESETS[name].title))
    await interaction.response.send_message(answer, ephemeral=True)


_WHICH: Final = [choice("only this one", "this"), choice("any", "any")]


@server.command(name="games", description="See or choose where games are played in this server")
@app_commands.describe(
    where="Where games are played by default",
    channel="Where people can start games: only in this channel, or in any",
)
@app_commands.choices(where=choices_of(WHERE), channel=_WHICH)
async def usual_place(
    interaction: discord.Interaction[Any], where: str | None = None, channel: Literal["this", "any"] | None = None
) -> None:
    """Show where games are played here, or choose it."""
    if interaction.guild_id is None:
        raise TableError(gettext(SERVER_ONLY))
    servers = context_of(interaction).accounts.servers
    settings = await servers.read(interaction.guild_id)
    if where is not None:
        settings = replace(settings, place=cast("Place", where))
    if channel is not None:
        here = interaction.channel
        parent = here.parent if isinstance(here, discord.Thread) else None
        home = here.parent_id if isinstance(here, discord.Thread) else interaction.channel_id
        if channel == "this":
            check_may_write(interaction, parent)
        settings = replace(settings, channel_id=home if channel == "this" else None)
    if where is not None or channel is not None:
        await servers.put(settings)
    await interaction.response.send_message(_settings_text(settings, interaction.guild), ephemeral=True)


_DAILY: Final = [choice("in this channel", "here"), choice("nowhere", "off")]


@server.command(name="daily", description="Post the daily hand in this channel, or stop posting it")
@app_commands.describe(post="Where to post it every day")
@app_commands.choices(post=_DAILY)
async def daily_post(interaction: discord.Interaction[Any], post: str) -> None:
    """Choose whether the daily hand is posted in this channel, from tomorrow on."""
    if interaction.guild_id is None:
        raise TableError(gettext(SERVER_ONLY))
    daily = context_of(interaction).accounts.daily
    if post == "off":
        await daily.post_in(interaction.guild_id, None, today())
        answer = gettext("The daily hand isn't posted here any more. Everybody can still use `/daily`.")
    else:
        check_may_write(interaction)
        await daily.post_in(interaction.guild_id, interaction.channel_id, today())
        answer = gettext("I'll post the daily hand in this channel every day, starting tomorrow at 0:00 UTC.")
    await interaction.response.send_message(answer, ephemeral=True)


@server.command(name="ladder", description="Announce each month's winners in this channel, and give the first a role")
@app_commands.describe(post="Where to announce them", role="A role for the first, until the next month ends")
@app_commands.choices(post=_DAILY)
async def ladder_post(interaction: discord.Interaction[Any], post: str, role: discord.Role | None = None) -> None:
    """Choose whether the winners of the ladder are announced in this channel, from this month's on."""
    if interaction.guild_id is None:
        raise TableError(gettext(SERVER_ONLY))
    servers = context_of(interaction).accounts.servers
    channel_id = role_id = None
    answer = gettext("The winners of the ladder aren't announced here any more. `/board` still shows it.")
    if post != "off":
        check_may_write(interaction)
        if role is not None:
            _check_may_give(interaction, role)
            role_id = role.id
        channel_id = interaction.channel_id
        answer = gettext("I'll announce the winners of the ladder in this channel when the month ends.")
    month, settings = today().replace(day=1), await servers.read(interaction.guild_id)
    await servers.put(replace(settings, ladder_channel=channel_id, ladder_role=role_id, ladder_month=month))
    await interaction.response.send_message(answer, ephemeral=True)


@server.command(name="ping", description="Ping a role when somebody here looks for a game")
@app_commands.describe(role="The role to ping, once for each game (leave empty to ping nobody)")
async def match_ping(interaction: discord.Interaction[Any], role: discord.Role | None = None) -> None:
    """Choose the role that is pinged when somebody opens a game for anyone here."""
    if interaction.guild_id is None:
        raise TableError(gettext(SERVER_ONLY))
    answer = gettext("Nobody is pinged when somebody looks for a game.")
    if role is not None:
        if role.is_default() or not (role.mentionable or interaction.app_permissions.mention_everyone):
            text = gettext("I can't ping {role}. Choose a role that anyone may mention.", role=role.mention)
            raise TableError(text)
        answer = gettext("I'll ping {role} once for each game that anyone here may join.", role=role.mention)
    servers = context_of(interaction).accounts.servers
    settings = await servers.read(interaction.guild_id)
    await servers.put(replace(settings, match_role=None if role is None else role.id))
    await interaction.response.send_message(answer, ephemeral=True, allowed_mentions=NOBODY)


def _check_may_give(interaction: discord.Interaction[Any], role: discord.Role) -> None:
    """Raise ``TableError`` unless both the bot and the person who chooses a role may give it."""
    giver = interaction.user
    assert isinstance(giver, discord.Member)
    is_owner = giver.id == role.guild.owner_id
    if not (is_owner or (interaction.permissions.manage_roles and giver.top_role > role)):
        raise TableError(gettext("You can only choose a role that you can give yourself."))
    if not (interaction.app_permissions.manage_roles and role.is_assignable()):
        text = gettext("I can't give {role}. Allow me Manage Roles, and put my role above it.", role=role.mention)
        raise TableError(text)


def _settings_text(settings: ServerSettings, guild: discord.Guild | None) -> str:
    where = gettext(PLACES[settings.place or "thread"])
    if settings.channel_id is None:
        started = gettext("any channel")
    elif guild is not None and guild.get_channel(settings.channel_id) is None:
        started = gettext("any channel (the one that was chosen is gone: choose another one with `/server games`)")
    else:
        started = gettext("only <#{channel_id}>", channel_id=settings.channel_id)
    return gettext(USUAL_PLACE, where=where, started=started)


_WINNERS: Final = 3
"""The last place that wins a month."""

_NEW_MONTH: Final = N_("A new month has begun, and everybody starts at 1500 again. `/board` shows the ladder.")


def daily_posts(context: GameContext) -> Schedule[DailyPost]:
    """Return the schedule of daily hands: today's in every server that has not had it."""
    return Schedule(
        context.outbox,
        "daily hands",
        due=lambda: context.accounts.daily.due_posts(today()),
        post=partial(_post_hand, context),
        key=lambda post: (post.guild_id, post.channel_id),
        describe=lambda post: f"the daily hand was not posted in server {post.guild_id}",
    )


async def _post_hand(context: GameContext, post: DailyPost) -> None:
    hand = daily_hand(today())
    nonce = "daily", post.guild_id, hand.day
    await context.post_in_server(post.guild_id, post.channel_id, partial(invitation_view, hand), nonce=nonce)
    await context.accounts.daily.post_in(post.guild_id, post.channel_id, hand.day)


def ladder_posts(context: GameContext) -> Schedule[ServerSettings]:
    """Return the schedule of the winners of ladders: last month's in every server that wants them and lacks them."""
    return Schedule(
        context.outbox,
        "ladders",
        due=lambda: context.accounts.servers.due_ladders(today().replace(day=1)),
        post=partial(_end_month, context),
        key=lambda server: (server.guild_id, server.ladder_channel),
        describe=lambda server: f"the winners of the ladder were not announced in server {server.guild_id}",
    )


async def _end_month(context: GameContext, server: ServerSettings) -> None:
    """Pass the role on to the first of last month, and announce the winners if there are any."""
    assert server.ladder_channel is not None
    now, ladder = today().replace(day=1), context.leagues.standings.ladder
    month = month_before(now)
    winners = [line for line in await ladder(server.guild_id, month) if line.rank and line.rank <= _WINNERS]
    if server.ladder_role is not None:
        before = await ladder(server.guild_id, month_before(month))
        firsts = [[line.player for line in lines if line.rank == 1] for lines in (before, winners)]
        await context.outbox.pass_role(server.guild_id, server.ladder_role, *firsts)
    if winners:
        build, nonce = partial(winners_view, winners, month, server.ladder_role), ("ladder", server.guild_id, month)
        mentions = mentions_of([line.player for line in winners])
        await context.post_in_server(server.guild_id, server.ladder_channel, build, nonce=nonce, mentions=mentions)
    servers = context.accounts.servers
    await servers.put(replace(await servers.read(server.guild_id), ladder_month=now))


def winners_view(winners: Sequence[LadderLine], month: date, role: int | None, look: DisplayOptions) -> Screen:
    """Return the announcement of the first three of a month, with a button for the next game."""
    lines = [
        f"{line.rank}. {mention(line.player)}: {display_rating(line.rating)[0]} ({games_won(line.played, line.won)})"
        for line in winners
    ]
    if role is not None:
        lines.append(gettext("The role {role} goes to the first.", role=f"<@&{role}>"))
    head = gettext("**The winners of the ladder in {month}**", month=month_of(month))
    scenes = [ladder_scene(winners)] if look.pictures else []
    return page_view([head, "\n".join(lines), gettext(_NEW_MONTH)], newcomer_buttons()[:1], scenes=scenes)


TEACHER: Final = "easy"
"""The level of the robot in a practice game."""

_PRESET: Final = "house"
_TARGET: Final = 61

_LESSON: Final = N_("Your practice game: to 61 points against Robin, an easy robot. Watch for the tips.")
_LOOK: Final = N_("Your practice game is in your DMs: {room}")
_SHUT: Final = N_("I can't send you DMs. Allow DMs from members of this server, or play here with `/play robot:easy`.")


@answers(tutorial.Newcomer)
async def answer_newcomer(
    context: GameContext, interaction: discord.Interaction[Any], pressed: tutorial.Newcomer
) -> None:
    """Ask for an opponent, open a practice game, deal a hand to count, or begin the first deal."""
    match pressed.activity:
        case "start":
            await play_handlers.ask_opponent(context, interaction)
        case "lesson":
            await _open_practice_game(context, interaction)
        case "count":
            player = await context.meet(interaction.user)
            hand = await hand_for(context, player, level=None, wish=None, is_wished=False, timed=None)
            await context.answer(
                interaction,
                partial(handlers.exercise_view, hand),
                await context.attachments.look(player),
                ephemeral=not is_bot_dm(interaction),
            )
        case _:
            await tutorial.show(context, interaction, "0", is_new=True)


async def _open_practice_game(context: GameContext, interaction: discord.Interaction[Any]) -> None:
    """Open a game in private against the easy robot, with tips for the newcomer."""
    player = await context.meet(interaction.user)
    if not is_bot_dm(interaction):
        await interaction.response.defer(ephemeral=True, thinking=True)
    try:
        room = await context.outbox.dm(interaction.user.id)
        await context.outbox.post(room, gettext(_LESSON), nonce=("lesson", interaction.id))
    except Refused as refused:
        if refused.why not in {"closed", "forbidden"}:
            raise
        raise TableError(gettext(_SHUT)) from None
    table = await context.tables.open(_opening(player, room.id))
    await context.accounts.preferences.start_coaching(player.id, table.id)
    # A game with tips is help from the start.
    await context.tables.mark_helped(table.id)
    context.publisher.redraw(table.id)
    if not is_bot_dm(interaction):
        await interaction.followup.send(gettext(_LOOK, room=room.jump_url), ephemeral=True)
    else:
        await interaction.response.defer()


def _opening(player: Player, channel_id: int) -> Opening:
    rules = presets.find(_PRESET, target=_TARGET)
    return Opening(
        host=player,
        robots=(TEACHER,),
        guild_id=None,
        channel_id=channel_id,
        place="dm",
        preset=_PRESET,
        rules=rules,
    )


GREETING: Final = (
    N_("**Hi! I'm Cribbage: I shuffle, deal and keep score.**"),
    N_("Press **Start** to play a robot, a friend or anyone here. New to cribbage? Your first deal takes 90 seconds."),
)

_log = logging.getLogger(__name__)


def greeting_view(look: DisplayOptions = TEXT) -> Screen:
    """Return the bot's first message in a server."""
    scenes = [tutorial.step_scene(0, look.style)] if look.pictures else []
    return page_view([gettext(sentence) for sentence in GREETING], newcomer_buttons(), scenes=scenes)


async def greet(context: GameContext, guild: discord.Guild) -> None:
    """Greet a server once: where Discord greets newcomers, or else in the first channel where the bot may write."""
    server = await context.accounts.servers.read(guild.id)
    if server.greeted:
        return
    rooms = [guild.system_channel, *guild.text_channels]
    room = next((one for one in rooms if one is not None and may_write(one.permissions_for(guild.me), one)), None)
    if room is None:
        return
    try:
        ready = await context.attachments.prepare(greeting_view, context.attachments.for_all, urgent=False)
        await context.outbox.post(room, ready, nonce=("greeting", guild.id))
    except Refused as error:
        _log.info("%s was not greeted: %s", describe_place(guild, room.id, room), error)
        return
    await context.accounts.servers.put(replace(server, greeted=True))
