"""Tells members the news of their leagues: stored messages are sent one after another, each once."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import discord

from bot.i18n.translation import gettext, using_language
from bot.leagues.meetings import NightEvent
from bot.models.errors import StorageError
from bot.models.league import League
from bot.models.league_news import NewsItem, NewsMessage
from bot.models.player import Player
from bot.models.result import LeagueResult
from bot.tables.table import quoted
from bot.ui.core.attachments import PreparedScreen
from bot.ui.core.context import Context
from bot.ui.core.outbox import NOBODY, SWEEP, Refused, Room, Schedule, pressing
from bot.ui.core.traffic import LAST
from bot.ui.games.context import GameContext
from bot.ui.leagues import loaders, record_views
from bot.ui.leagues.lookup import LeaguePress
from bot.ui.leagues.news_view import MOST_CALLED, NewsPage, channel_message, people_called, private_message


async def load_news(context: Context, item: NewsItem, server: str = "") -> NewsPage | None:
    """Return news with all that its messages show; None where nothing is left to tell."""
    leagues = context.leagues
    league = await leagues.directory.of_news(item)
    if league is None:
        return None
    season = await leagues.directory.season(league, item.season)
    page = NewsPage(item=item, league=league, season=season, server=server, results={}, places={})
    page = await _with_fixtures(context, page) if item.has_fixtures else page
    if item.has_fixtures and not page.fixtures:
        # The round was drawn again, or dropped.
        return None
    if item.kind in {"result_entered", "disputed"}:
        result = await _result(context, league, item)
        if result is None:
            return None
        page = replace(page, result=result)
    if item.kind == "disputed" or page.is_for_managers:
        page = replace(page, managers=await leagues.access.managers(league))
    if item.kind == "season_ended":
        page = await _with_end(context, page)
    if item.kind in {"season_started", "season_ended"}:
        page = replace(page, players=await leagues.members.playing(league))
    if league.teams is not None:
        page = replace(page, teams=await leagues.teams.find_all(league))
    people = {player.id for player in [*page.concerned, *page.people_of(page.winners)]}
    return replace(page, places=await leagues.news.places(people))


async def _with_fixtures(context: Context, page: NewsPage) -> NewsPage:
    leagues, league, item = context.leagues, page.league, page.item
    fixtures = await leagues.fixtures.of_news(item)
    results = await leagues.results.of_fixtures([one.id for one in fixtures if one.result_id is not None])
    members = await leagues.members.find_all(league)
    current = (await leagues.directory.season(league)).number
    gone = frozenset(one.player.id for one in members if one.status == "withdrawn" and item.season == current)
    settings = await leagues.deadlines.settings(league)
    deadline = None
    if item.stage is not None and item.first_round is not None and item.meeting_id is None:
        deadline = await leagues.deadlines.of_round(league, page.season, item.stage, item.first_round)
    return replace(
        page,
        fixtures=fixtures,
        results={one.fixture_id: one for one in results if one.fixture_id is not None},
        gone=gone,
        meeting=None if item.meeting_id is None else await leagues.meetings.find(league, item.meeting_id),
        due_at=None if deadline is None or deadline.over else deadline.due_at,
        days=0 if deadline is None else deadline.days,
        consequence=settings.consequence,
    )


async def _result(context: Context, league: League, item: NewsItem) -> LeagueResult | None:
    """The result that was entered or is disputed, as long as that is news."""
    found = await context.leagues.results.of_news(item)
    if found is None or found.league_id != league.id:
        return None
    if item.kind == "disputed":
        return found if found.status == "disputed" else None
    return found if found.status in {"entered", "counted"} else None


async def _with_end(context: Context, page: NewsPage) -> NewsPage:
    leagues, league, season = context.leagues, page.league, page.season
    champions = await leagues.standings.champions(league, season)
    awards = replace(await leagues.records.awards(league, season), champions=())
    winners: list[Player] = [champions[one] for one in season.crowned if one in champions]
    return replace(page, winners=winners, awards=list(record_views.award_lines(awards)))


_WORK: Final = "news"

_log = logging.getLogger(__name__)


class NewsPoster:
    """Sends news soon after it was stored, and looks regularly for deadlines after ``start``.

    Before a message is sent it is stored that it may have been sent. After a kill such a message is looked for, and
    only sent if it is not there; its nonce is the same then. All messages wait for their turn after everything that
    belongs to games.
    """

    def __init__(self, client: discord.Client, context: GameContext) -> None:
        self._client = client
        self._context = context
        self._outbox = context.outbox
        self._is_ready = False
        context.leagues.news.listener = self.hear

    def hear(self) -> None:
        """Send what is new soon."""
        if self._is_ready:
            self._outbox.background.want(
                _WORK, None, self._send_all, lambda: "the news of leagues is not sent yet", first=SWEEP
            )

    def resume(self) -> None:
        """Send what an earlier run has left, and from now on what is new."""
        self._is_ready = True
        self.hear()

    def start(self) -> None:
        """Start to look regularly for deadlines."""
        self._outbox.background.repeat("deadlines", self.look, SWEEP)

    async def look(self) -> None:
        """Carry out the deadlines that have passed, and send all that is to be told."""
        try:
            await self._context.leagues.keep_time()
        finally:
            self.hear()
            await self._outbox.background.wait(_WORK)

    async def _send_all(self) -> None:
        """Send what is stored as unsent; what fails is tried again at the next look."""
        for item in await self._context.leagues.news.unsent():
            with self._alone(f"news {item.id} of league {item.league_id} is not told yet"):
                await self._tell(item)
        for message in await self._context.leagues.news.outdated():
            with self._alone(f"message {message.id} about news {message.news_id} could not be edited"):
                if (about := await self._context.leagues.news.find(message.news_id)) is not None:
                    await self._edit(about, message)

    def _alone(self, place: str) -> AbstractContextManager[None]:
        """Return a context in which a failure keeps nothing else back, unless the disk fails."""
        return self._outbox.background.failures.at(_WORK, place, passes=(StorageError,))

    async def _tell(self, item: NewsItem) -> None:
        news = self._context.leagues.news
        page = await self._load(item)
        if page is None:
            await news.finish(item)
            return
        messages = await news.messages(item)
        if item.state == "new":
            messages = await news.plan(item, _planned(page, messages))
        failed = [await self._send(page, message) for message in messages if message.state in {"waiting", "sending"}]
        if any(failed):
            # The rest is tried again at the next look.
            return
        if closed := await self._for_closed(page):
            for message in await news.plan(item, closed):
                if message.place == "closed" and await self._send(page, message):
                    return
        await news.finish(item)

    async def _for_closed(self, page: NewsPage) -> Sequence[NewsMessage]:
        """Return the message for people whose DMs are closed, if there are any and it is not stored yet."""
        messages = await self._context.leagues.news.messages(page.item)
        if not await self._shut(page) or any(message.place == "closed" for message in messages):
            return ()
        return [NewsMessage(news_id=page.item.id, place="closed")]

    async def _load(self, item: NewsItem) -> NewsPage | None:
        league = await self._context.leagues.directory.of_news(item)
        guild = None if league is None or league.guild_id is None else self._client.get_guild(league.guild_id)
        return await load_news(self._context, item, "" if guild is None else guild.name)

    async def _send(self, page: NewsPage, message: NewsMessage) -> bool:
        """Send one message, unless it turns out to be there already; return whether it has to be tried again."""
        news, item = self._context.leagues.news, page.item
        channel_id = (await news.settings(page.league)).channel_id
        place = _WORK, page.league.id, channel_id
        if message.place != "dm" and self._outbox.background.retries.is_waiting(place):
            return True
        mark = LeaguePress("home", (page.league.id, message.id)).custom_id
        look = pressing(f"'{mark}'") if message.state == "sending" else None
        done = replace(message, state="refused")
        if look is None:
            await news.put_message(replace(message, state="sending"))
        try:
            if (room := await self._room(page, message, channel_id)) is not None:
                screen, called = await self._render(page, message)
                nonce = "league news", message.id
                posted = await self._outbox.post(room, screen, nonce=nonce, look=look, mentions=called, priority=LAST)
                self._outbox.background.retries.forget(place)
                done = replace(message, state="sent", channel_id=posted.channel.id, message_id=posted.id)
        except Refused as refused:
            _log.warning("%s gets no news %d (%s): %s", _describe(page, message), item.id, item.kind, refused)
            if refused.why == "away":
                return True
            if message.place != "dm" and self._outbox.is_kept(item.at):
                # The bot may get its rights back, or the league another channel.
                self._outbox.background.retries.failed(place, SWEEP)
                return True
        await news.put_message(done)
        return False

    async def _edit(self, item: NewsItem, message: NewsMessage) -> None:
        """Edit a message that shows a game with somebody who is gone, so that its button goes too."""
        key = "outdated news", message.id
        if self._outbox.background.retries.is_waiting(key):
            return
        page = await self._load(item)
        if page is not None and message.channel_id is not None and message.message_id is not None:
            screen, called = await self._render(page, message)
            try:
                await self._outbox.edit(message.channel_id, message.message_id, screen, mentions=called, priority=LAST)
            except Refused as refused:
                _log.info("%s keeps old news %d: %s", _describe(page, message), item.id, refused)
                if refused.why in {"forbidden", "closed"}:
                    self._outbox.background.retries.failed(key, SWEEP)
                if refused.why != "gone" and self._outbox.is_kept(item.at):
                    return
        self._outbox.background.retries.forget(key)
        await self._context.leagues.news.put_message(replace(message, state="sent"))

    async def _room(self, page: NewsPage, message: NewsMessage, channel_id: int | None) -> Room | None:
        if message.place != "dm":
            return None if channel_id is None else self._outbox.channel(channel_id)
        player = _player(page, message)
        if player is None or player not in page.concerned:
            return None
        return await self._outbox.dm(player.discord_id, priority=LAST)

    async def _render(self, page: NewsPage, message: NewsMessage) -> tuple[PreparedScreen, discord.AllowedMentions]:
        """A message as it is to be shown now, in the language of its readers, and the mentions that notify."""
        languages = self._context.languages
        player = _player(page, message)
        if player is not None:
            with using_language(languages.of_person(player.discord_id)):
                return PreparedScreen(private_message(page, message.id, player)), NOBODY
        only = await self._shut(page) if message.place == "closed" else None
        await languages.learn_server(page.league.guild_id)
        with using_language(languages.of_guild(page.league.guild_id)):
            screen = channel_message(page, message.id, message.part, only)
        called = people_called(page, message.part, only)
        users = [discord.Object(one.discord_id) for one in called[:MOST_CALLED] if one.discord_id is not None]
        for_role = page.item.kind == "disputed" or page.is_for_managers
        role = page.league.manager_role if for_role else None
        roles = [discord.Object(role)] if role is not None else False
        return PreparedScreen(screen), discord.AllowedMentions(everyone=False, users=users or False, roles=roles)

    async def _shut(self, page: NewsPage) -> set[int]:
        """Return the ids of the players who could not get a DM with this news."""
        messages = await self._context.leagues.news.messages(page.item)
        refused = {one.player_id for one in messages if one.place == "dm" and one.state == "refused"}
        return {player.id for player in page.concerned if player.id in refused}


def _planned(page: NewsPage, stored: Sequence[NewsMessage]) -> list[NewsMessage]:
    """Return the messages about news: in the channel unless that was told already, and to everybody who wants DMs."""
    planned = []
    if not any(message.place == "channel" for message in stored):
        planned = [NewsMessage(news_id=page.item.id, place="channel", part=part) for part in range(len(page.parts))]
    private = [player for player in page.concerned if page.places.get(player.id) == "dm"]
    return planned + [NewsMessage(news_id=page.item.id, place="dm", player_id=player.id) for player in private]


def _player(page: NewsPage, message: NewsMessage) -> Player | None:
    """The player to whom a message is sent; None for a message in a channel, and for somebody who is erased."""
    return next((one for one in page.people if one.id == message.player_id and one.discord_id is not None), None)


def _describe(page: NewsPage, message: NewsMessage) -> str:
    whose = f"league {page.league.id} {quoted(page.league.name)} in server {page.league.guild_id}"
    return f"the channel of {whose}" if message.player_id is None else f"player {message.player_id} of {whose}"


def weekly_posts(context: GameContext) -> Schedule[League]:
    """Return the schedule of weekly tables: those of the leagues whose hour has come."""
    return Schedule(
        context.outbox,
        "weekly tables",
        due=context.leagues.weekly_posts.due,
        post=partial(_post_table, context),
        key=lambda league: (league.id, league.channel_id),
        describe=lambda league: f"the table of {_place_of(league)} was not posted",
    )


async def _post_table(context: GameContext, league: League) -> None:
    assert league.channel_id is not None
    table = loaders.table(context, league, await context.leagues.directory.season(league), with_week=True)
    nonce = "weekly table", league.id, league.posted_on
    await context.post_in_server(league.guild_id, league.channel_id, table, nonce=nonce)
    # Noted once it is sent, so that no week is left out while Discord is out of reach.
    await context.leagues.weekly_posts.mark_posted(league)


def night_events(client: discord.Client, context: GameContext) -> Schedule[NightEvent]:
    """Return the schedule of the events of club nights: those that are not as they should be."""
    return Schedule(
        context.outbox,
        "events of nights",
        due=context.leagues.night_events.due,
        post=partial(_show_event, client, context),
        key=lambda event: event,
        describe=lambda event: (
            f"the event of night {event.meeting_id} is not as it should be (server {event.guild_id})"
        ),
    )


async def _show_event(client: discord.Client, context: GameContext, event: NightEvent) -> None:
    """Let Discord have the event of a night, or no longer have it; one that has begun ends by itself."""
    starts, guild = datetime.fromisoformat(event.starts), client.get_guild(event.guild_id)
    if event.wanted:
        await context.languages.learn_server(event.guild_id)
        with using_language(context.languages.of_guild(event.guild_id)):
            night = event.night or gettext("Night {number}", number=event.number)
            how = gettext("Check in with /league here when you arrive.")
        event_id = await context.outbox.put_event(
            event.guild_id,
            event.event_id,
            mark := f"#{event.meeting_id}.",
            # Discord allows 100 letters.
            name=f"{event.league}: {night}"[:100],
            description=f"{how} {mark}",
            scheduled_start_time=event.starts,
            # Discord wants an end.
            scheduled_end_time=(starts + timedelta(hours=3)).isoformat(),
            entity_type=discord.EntityType.external.value,
            entity_metadata={"location": event.league if guild is None else guild.name},
            privacy_level=discord.PrivacyLevel.guild_only.value,
        )
        event = replace(event, event_id=event_id)
    elif event.event_id is not None and starts > discord.utils.utcnow():
        await context.outbox.delete_event(event.guild_id, event.event_id)
    await context.leagues.night_events.mark_shown(event)


def _place_of(league: League) -> str:
    return f"league {league.id} {quoted(league.name)} in server {league.guild_id} (channel {league.channel_id})"
