"""Posts the daily hand in the channels of the servers that want it, after midnight UTC."""

from __future__ import annotations

from functools import partial

from bot.i18n.translation import using_language
from bot.models.practice import DailyPost
from bot.ui.core.outbox import Schedule
from bot.ui.core.pacer import LAST
from bot.ui.games.context import GameContext
from bot.ui.practice.daily_views import daily_hand, invitation_view, today


def daily_posts(context: GameContext) -> Schedule[DailyPost]:
    """Return the schedule of daily hands: today's in every server that has not had it."""
    return Schedule(
        context.outbox,
        "daily hands",
        due=lambda: context.accounts.daily.due_posts(today()),
        post=partial(_post, context),
        key=lambda post: (post.guild_id, post.channel_id),
        describe=lambda post: f"the daily hand was not posted in server {post.guild_id}",
    )


async def _post(context: GameContext, post: DailyPost) -> None:
    hand, attachments, outbox = daily_hand(today()), context.attachments, context.outbox
    await context.languages.learn_server(post.guild_id)
    with using_language(context.languages.of_guild(post.guild_id)):
        async with attachments.in_turn():
            ready = await attachments.prepare(partial(invitation_view, hand), attachments.for_all, urgent=False)
    nonce = "daily", post.guild_id, hand.day
    await outbox.post(outbox.channel(post.channel_id), ready, nonce=nonce, priority=LAST)
    await context.accounts.daily.post_in(post.guild_id, post.channel_id, hand.day)
