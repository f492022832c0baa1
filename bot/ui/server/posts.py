"""Posts in the channels that servers have chosen: the daily hand after midnight UTC, and the winners of each month."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Final

from bot.i18n.translation import N_, gettext, month_of
from bot.leagues.ladder import LadderLine
from bot.leagues.ratings import display_rating
from bot.models.agreement import ServerSettings
from bot.models.practice import DailyPost
from bot.ui.core.components import DisplayOptions, Screen, page_view
from bot.ui.core.formatting import mention
from bot.ui.core.outbox import Schedule, mentions_of
from bot.ui.games.context import GameContext
from bot.ui.lawbook.tutorial import newcomer_buttons
from bot.ui.people.board_view import games_won, ladder_scene, month_before
from bot.ui.practice.daily_hand import daily_hand, invitation_view, today

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
