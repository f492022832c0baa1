"""Loads what the messages about news show, as it is now."""

from __future__ import annotations

from dataclasses import replace

from bot.models.league import League
from bot.models.league_news import NewsItem
from bot.models.player import Player
from bot.models.result import LeagueResult
from bot.ui.core.context import Context
from bot.ui.leagues import record_views
from bot.ui.leagues.news_view import NewsPage


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
    """News with its fixtures, their results and the deadline of their round."""
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
    """News of the end of a season, with its winners and awards."""
    leagues, league, season = context.leagues, page.league, page.season
    champions = await leagues.standings.champions(league, season)
    awards = replace(await leagues.records.awards(league, season), champions=())
    winners: list[Player] = [champions[one] for one in season.crowned if one in champions]
    return replace(page, winners=winners, awards=list(record_views.award_lines(awards)))
