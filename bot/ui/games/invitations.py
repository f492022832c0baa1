"""Invitations: the place of a game, and the message to those who are invited, whichever command opens it."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import discord

from bot.i18n.translation import N_, gettext, join_list, using_language
from bot.models.agreement import Place
from bot.models.errors import TableError
from bot.models.player import Player
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.attachments import PreparedScreen
from bot.ui.core.context import Context
from bot.ui.core.interactions import is_bot_dm, is_guest, may_post, may_write
from bot.ui.core.outbox import NOBODY, Refused
from bot.ui.games import screens
from bot.ui.games.channels import may_thread
from bot.ui.games.context import GameContext
from bot.ui.games.invitation_view import invitation
from bot.ui.games.play_options import CLUB

MAY_NOT_WRITE: Final = N_("I can't post in this channel. Give me View Channel and Send Messages here, or play in DMs.")
NO_CHANNEL: Final = N_("Use this command in a text channel.")
BEGINS: Final = N_("{names} start a game.")
MAY_NOT_POST: Final = N_("This server hides what guests like me post. Use `/play` in a group DM, or in a DM with me.")
ONLY_HERE: Final = N_("I'm only a guest here, so you can only play in this channel. Leave the place empty.")
PLAYED_ELSEWHERE: Final = N_("This server plays in {channel}. Use the command there.")
PINGED_LATELY: Final = N_("You pinged {role} less than 10 minutes ago, so this invitation pings nobody.")
PLAYS_A_ROBOT: Final = N_("{name} plays a robot instead. Start your own game with `/play`.")


async def place_for(context: Context, interaction: discord.Interaction[Any], where: str | None) -> Place:
    """Return where a game is played: ``where`` its host says, or else the place that the server's managers have set.

    A DM is always private; a server's game gets a thread unless somebody says otherwise, and where the bot is a guest
    there is one place. Raises ``TableError`` in a channel other than the one that the managers have named, unless the
    game is played in private, and in one where the bot could not show the game.
    """
    if is_guest(interaction):
        if where not in {None, "here"}:
            raise TableError(gettext(ONLY_HERE))
        if not may_post(interaction):
            raise TableError(gettext(MAY_NOT_POST))
        return "guest"
    if interaction.guild_id is not None:
        server = await context.accounts.servers.read(interaction.guild_id)
        where, channel = where or server.place, interaction.channel
        home = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
        named = server.channel_id
        if named is not None and named != home and interaction.guild is not None:
            # A channel that is gone must not keep everybody from playing; nor one that was hidden from the bot.
            named = named if interaction.guild.get_channel(named) is not None else None
        if where != "dm" and named not in {None, home}:
            raise TableError(gettext(PLAYED_ELSEWHERE, channel=f"<#{server.channel_id}>"))
    place: Place = "thread"
    if interaction.guild_id is None or where == "dm":
        place = "dm"
    elif where == "here":
        place = "here"
    _check_channel(interaction, place)
    return place


def _check_channel(interaction: discord.Interaction[Any], place: Place) -> None:
    if interaction.channel_id is None:
        raise TableError(gettext(NO_CHANNEL))
    if place == "dm":
        return
    may = interaction.app_permissions
    in_thread = place == "thread" and may.view_channel and may_thread(may)
    if not (may_write(may, interaction.channel) or in_thread):
        raise TableError(gettext(MAY_NOT_WRITE))


async def answer_with(
    context: GameContext,
    interaction: discord.Interaction[Any],
    table: Table,
    invited: Sequence[discord.abc.Snowflake],
    *,
    instead: str | None = None,
) -> None:
    """The invitation, or in a game that begins at once the message that will show it when the shuffle is sealed.

    ``instead`` is a text that replaces the message whose button was pressed.
    """
    seat = table.seat_of(await context.meet(interaction.user)) if is_bot_dm(interaction) else None
    table = table.seen_from(interaction.guild_id)
    role = await context.publisher.screens.match_role(table)
    with using_language(context.languages.of_table(table, seat)):
        if table.status == "gathering":
            drawn = invitation(table, seat, role=role)
        else:
            drawn = screens.plain_text(gettext(BEGINS, names=join_list(screens.names_at(table))))
    # A message that takes the place of this one mentions the role, and pings nobody again.
    is_quiet = role is not None and not context.publisher.screens.may_ping(table, role)
    roles = False if role is None or is_quiet else [discord.Object(role)]
    pinged = discord.AllowedMentions(users=list(invited) or False, roles=roles)
    before = None if instead is None else screens.plain_text(instead)
    try:
        place = await context.outbox.answer(interaction, drawn, mentions=pinged, instead=before)
        await context.publisher.keep(table, seat, *place)
    except Exception:
        # Discord may have taken the answer all the same, and only its own answer was lost.
        context.publisher.look_first(table.id)
        raise
    finally:
        # Where Discord would not take the answer, the table's writer shows what it should have shown.
        context.publisher.redraw(table.id)
    if is_quiet:
        said = gettext(PINGED_LATELY, role=f"<@&{role}>")
        await interaction.followup.send(said, ephemeral=True, allowed_mentions=NOBODY)


async def robot_instead(
    context: GameContext, interaction: discord.Interaction[Any], table_id: str, player: Player
) -> None:
    """Start a game with a robot in each seat that has not accepted yet, and tell those players in their DMs."""
    before = await context.tables.find(table_id)
    shown = await context.tables.messages.screens(before)
    level = next((seat.robot for seat in before.seats if seat.robot is not None), CLUB)
    table = await context.tables.seat_robots(table_id, player, level, press=interaction.id)
    await interaction.response.defer()
    for seat, chair in enumerate(table.seats):
        if chair.robot is not None and before.seats[seat].robot is None and (old := shown.get(seat)) is not None:
            # Nothing of the game may be shown there any more.
            await context.tables.messages.delete(table_id, old)
            name = formatting.escape(player.outside.name)
            with suppress(Refused), using_language(context.languages.of_table(before, seat)):
                drawn = PreparedScreen(screens.plain_text(gettext(PLAYS_A_ROBOT, name=name)))
                await context.outbox.edit(old.channel_id, old.message_id, drawn)
    context.publisher.redraw(table_id)
