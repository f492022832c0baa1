"""Loaders of league screens: each loads what its view shows, and renders it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import discord

from bot.i18n.translation import N_, gettext
from bot.leagues.access import Asker, refusal
from bot.leagues.fixture_games import GameUnderWay
from bot.leagues.ratings import display_rating, is_provisional
from bot.models.agreement import Place
from bot.models.league import KNOCKOUTS, Fixture, League, Meeting, Season
from bot.models.player import Player
from bot.models.result import LeagueResult, Rating
from bot.tables.table import Table
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.components import Screen
from bot.ui.core.context import Context
from bot.ui.core.formatting import escape
from bot.ui.games.context import GameContext
from bot.ui.games.invitations import answer_with, place_for
from bot.ui.leagues import (
    bracket_view,
    fixtures_view,
    manager_views,
    night_views,
    player_views,
    results_view,
    settings_view,
    standings_view,
)
from bot.ui.leagues.lookup import Pressed
from bot.ui.leagues.standings_view import FormAndRating

_FORM: Final = 20


async def table(
    context: Context, league: League, season: Season, page: int = 0, face: int = 0, *, with_week: bool = False
) -> ScreenBuilder:
    """Return a page of a league's table, with a picture for those who want one, and perhaps what the week brought."""
    found = await context.leagues.brackets.find(league, season)
    if league.format in KNOCKOUTS:
        # A knockout has no table: a player who loses is out.
        if found is not None:
            return await bracket(context, league, season)
        fixtures = await fixture_list(context, league, None, page, season=season)
        return lambda _: fixtures
    placed = await context.leagues.standings.table(league, season)
    gone = await context.leagues.members.withdrawn(league)
    nights = await context.leagues.meetings.find_all(league, season)
    last = max(nights, key=lambda night: (night.day, night.number)).id if nights else None
    sheet = standings_view.StandingsPage(league, season, placed, page, face, withdrawn=gone, last_night=last)
    sheet = replace(sheet, has_bracket=found is not None)
    if with_week:
        sheet = replace(sheet, best_hands=await context.leagues.standings.best_hands(season))
    if face == standings_view.PLAY:
        extras = await _extras(context, sheet)
        sheet = replace(sheet, extras=extras, is_behind=context.leagues.ratings.are_behind(league))
    return lambda look: standings_view.standings_page(sheet, picture=look.pictures)


async def bracket(context: Context, league: League, season: Season, page: int = bracket_view.CURRENT) -> ScreenBuilder:
    """Return a page of a season's bracket, with a picture for those who want one."""
    found = await context.leagues.brackets.find(league, season)
    if found is None:
        raise refusal("There's no bracket in season {number}.", number=season.number)
    winner = found.champion
    people = {
        entrant.player.id: entrant.player
        for match in found.matches
        for entrant in (match.upper, match.lower)
        if entrant is not None and entrant.player is not None
    }
    champion = "" if winner is None else people[winner].name
    sheet = bracket_view.BracketSheet(league, season, found, champion, page)
    return lambda look: bracket_view.bracket_page(sheet, picture=look.pictures)


async def fixture_list(
    context: Context, league: League, player: Player | None, page: int = 0, *, season: Season | None = None
) -> Screen:
    """The fixtures of a season, or one player's, with the results that there are; of the open one if none is named."""
    season = season or await context.leagues.directory.season(league)
    title = gettext(
        "{fixtures} in {name}, season {number}",
        fixtures=gettext("Fixtures" if player is None else "Your fixtures"),
        name=escape(league.name),
        number=season.number,
    )
    champions = await context.leagues.standings.champions(league, season)
    if champions:
        winners = settings_view.names_text([champions[one].name for one in season.crowned])
        title = gettext("{title}, won by {people}", title=title, people=winners)
    if player is not None:
        player = await context.leagues.teams.entrant(league, player)
    night = await _night(context, league, season)
    if night is not None:
        title = f"{title}, {night_views.title(night)}"
    many: int | None = None
    if player is not None:
        listed = await context.leagues.fixtures.find_all(league, player, season, meeting=night)
    else:
        # Everyone's may be tens of thousands.
        many = await context.leagues.fixtures.count(season, night)
        page = min(page, fixtures_view.page_count(many) - 1)
        skip = page * fixtures_view.LINES
        listed = await context.leagues.fixtures.find_all(
            league, season=season, meeting=night, skip=skip, many=fixtures_view.LINES
        )
    found = await context.leagues.results.of_fixtures([one.id for one in listed])
    scores = {one.fixture_id: one for one in found if one.fixture_id is not None}
    none = fixtures_view.empty_text(league, season, player)
    gone = await context.leagues.members.withdrawn(league) if season.stage != "closed" else frozenset()
    deadlines = await context.leagues.deadlines.of_season(league, season) if season.stage != "closed" else []
    due = {(one.stage, one.round): one.due_at for one in deadlines if not one.over}
    return fixtures_view.fixtures_page(
        fixtures_view.FixturesPage(league.id, title, listed, scores, player, page, many, none, season.played, gone, due)
    )


async def _night(context: Context, league: League, season: Season) -> Meeting | None:
    """The night whose fixtures are shown: the one that is paired, or else the last one; None outside of nights."""
    if season.stage == "playoffs":
        return None
    nights = [one for one in await context.leagues.meetings.find_all(league, season) if one.stage != "open"]
    return max(nights, key=lambda one: (one.stage == "playing", one.day, one.number), default=None)


async def profile_page(
    context: Context, league: League, season: Season, player: Player, opponent: Player | None
) -> ScreenBuilder:
    """Return the profile of a player, or of the team for which they play."""
    player = await context.leagues.teams.member(league, player)
    profile = await context.leagues.standings.profile(league, player, season, opponent)
    is_behind = context.leagues.ratings.are_behind(league)
    return lambda look: player_views.profile_page(profile, picture=look.pictures, is_behind=is_behind)


async def rating_list(context: Context, league: League, season: Season | None = None, *, page: int = 0) -> Screen:
    """The ratings of everyone in the server, or those from one season of a league alone."""
    if season is None:
        ratings = context.leagues.ratings
        ranked = await ratings.ranked(league)
        return player_views.ratings_page(league, ranked, page, is_behind=ratings.are_behind(league))
    ranked = await context.leagues.ratings.ranked_in_season(league, season.number)
    return player_views.ratings_page(league, ranked, page, season=season.number)


async def history(context: Context, league: League, before: LeagueResult | None = None) -> Screen:
    """The seasons of a league and its latest results, or those ``before`` one."""
    seasons = await context.leagues.directory.seasons(league)
    latest = await context.leagues.results.find_all(league, before=before, limit=player_views.RESULTS + 1)
    champions = await context.leagues.standings.champions(league, *seasons)
    return player_views.history_page(league, seasons, champions, latest, earlier=before is not None)


async def waiting(context: Context, league: League, player: Player) -> Screen:
    """The results that wait for a player's confirmation."""
    return results_view.waiting_view(await context.leagues.results.waiting_for(league, player))


async def claims(context: Context, league: League, asker: Asker) -> Screen:
    """The claims that wait for a manager."""
    return manager_views.claims(league, await context.leagues.name_claims.waiting(league, asker))


async def _extras(context: Context, sheet: standings_view.StandingsPage) -> dict[int, FormAndRating]:
    here = [line.player.id for line, _ in sheet.here]
    forms = await context.leagues.standings.forms(sheet.season, here, _FORM)
    ratings = {one.player.id: one.rating for one in await context.leagues.ratings.ranked(sheet.league)}
    return {
        player: FormAndRating(player_views.streak(forms.get(player, ())), _rating(ratings.get(player)))
        for player in here
    }


def _rating(rating: Rating | None) -> str:
    if rating is None:
        return ""
    return f"{display_rating(rating)[0]}{'?' if is_provisional(rating) else ''}"


_STANDS_AGAIN: Final = N_("Your game `{game}` is {where}.")
_INVITED: Final = N_("The invitation to your game `{game}` is {where}.")


async def open_game(at: Pressed, player: Player, opponent: Player | Fixture, where: str | None = None) -> None:
    """Open the table of a fixture, or of any two players in open play, and invite the other player."""
    context, interaction, league = at.context, at.interaction, at.league
    if interaction.guild_id is None:
        channel_id, place = await _place_in_server(context, league)
    else:
        place = await place_for(context, interaction, where)
        channel_id = interaction.channel_id or 0
    try:
        opening = await context.leagues.games.opening(league, player, opponent, channel_id=channel_id, place=place)
        table = await context.leagues.games.open(opening, press=interaction.id)
    except GameUnderWay as under_way:
        raise refusal(
            "{under_way} It's {where}, game {id}.",
            under_way=under_way,
            where=_place_text(under_way.table),
            id=under_way.table.id,
        ) from None
    if interaction.guild_id is None:
        # The invitation is for the server: its opponent is notified there.
        context.publisher.redraw(table.id)
        text = gettext(_INVITED, where=_place_text(table), game=table.id)
        await interaction.response.send_message(text)
        return
    if await context.tables.messages.screens(table):
        # An old invitation is shown again where it was.
        text = gettext(_STANDS_AGAIN, where=_place_text(table), game=table.id)
        await interaction.response.send_message(text, ephemeral=True)
        context.publisher.redraw(table.id)
        return
    invited = [one.discord_id for one in opening.invited]
    await answer_with(context, interaction, table, [discord.Object(one) for one in invited if one is not None])


async def _place_in_server(context: GameContext, league: League) -> tuple[int, Place]:
    """The channel and place of a game that is opened in private: as the league's server plays."""
    server = None if league.guild_id is None else await context.accounts.servers.read(league.guild_id)
    usual = (await context.leagues.news.settings(league)).channel_id
    channel_id = usual if server is None or server.channel_id is None else server.channel_id
    if channel_id is None:
        raise refusal("{name} has no channel for news yet. Use /league play in its server.", name=league.name)
    return channel_id, "here" if server is not None and server.place == "here" else "thread"


def _place_text(table: Table) -> str:
    return (
        gettext("in your DMs")
        if table.place == "dm"
        else gettext("in <#{channel_id}>", channel_id=table.agreement.channel_id)
    )
