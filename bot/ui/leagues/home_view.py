"""The page of a league for its members, and the one for its managers, whose buttons lead to everything else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import ButtonStyle, ChannelType

from bot.i18n.translation import N_, NN_, gettext, ngettext
from bot.leagues.settings import CONSEQUENCES_TEXTS
from bot.models.league import WITH_MEETINGS, Fixture, League, Season
from bot.models.league_news import CONSEQUENCES, NewsSettings, RoundDeadline
from bot.models.player import Player
from bot.ui.core import formatting
from bot.ui.core.components import Button, Menu, MenuOption, Row, Screen, page_view
from bot.ui.core.interactions import BOT_MAY_NOT, may_write
from bot.ui.leagues import fixtures_view, night_views, settings_view
from bot.ui.leagues.forms import Question, asks
from bot.ui.leagues.lookup import LeaguePress, Pressed, button, join_button, typed_day, typed_number

TABLE, GAMES, HISTORY, WAITING = range(4)
"""The pages that members open from their page."""

START, ROUND, PLAYOFFS, CLOSE, NIGHT, SETTINGS, DEADLINES, UNSETTLED, CLAIMS, IMPORTS, LOG, MANAGERS = range(1, 13)
"""What managers open or do from their page; 0 is the page itself."""

_MOST_ROUNDS: Final = 20
_MOST_PLAYS: Final = 3

_WAITING: Final = NN_("{number} result waits for you to confirm it.", "{number} results wait for you to confirm them.")
_DAYS: Final = NN_("Each round has {number} day", "Each round has {number} days")


async def home_page(at: Pressed) -> Screen:
    """The page of a league for the member who asks: their games that are left, and the night that is on."""
    leagues, league, asker = at.leagues, at.league, await at.asker()
    player, member = await leagues.teams.entrant(league, asker.player), await leagues.teams.member(league, asker.player)
    season, playing = await leagues.directory.season(league), await leagues.members.playing(league)
    is_in = member.id in {one.id for one in playing}
    can_join = await leagues.members.may_join(league, season, member)
    gone = await leagues.members.withdrawn(league)
    left = await leagues.fixtures.open_games(league, season, player) if is_in else []
    games = [fixture for fixture in left if not fixture.players & gone][:_MOST_PLAYS]
    waiting = len(await leagues.results.waiting_for(league, player))
    night = await leagues.meetings.current(league, season) if league.format in WITH_MEETINGS else None
    state = gettext(
        "**{name}**, season {number}{days}: {stage}. {players}.",
        name=formatting.escape(league.name),
        number=season.number,
        days=settings_view.days_text(season),
        stage=gettext(settings_view.STAGES[season.stage]),
        players=ngettext("{number} player", "{number} players", len(playing)),
    )
    due = {(one.stage, one.round): one for one in await leagues.deadlines.of_season(league, season) if not one.over}
    lines = [_game_line(fixture, player, due.get((fixture.stage, fixture.round))) for fixture in games]
    own = []
    if is_in and season.stage != "joining":
        own.append(button(gettext("Enter a result"), "enter", league.id))
    if waiting:
        lines.append(ngettext(*_WAITING, waiting))
        own.append(button(gettext("Confirm results"), "show", league.id, WAITING, style=ButtonStyle.success))
    if night is not None:
        lines.append(f"{night_views.title(night)}: {night_views.how_played(night)}.")
        own.append(button(gettext("Check in"), "here", league.id, night.id))
    if not is_in and can_join:
        lines.append(gettext("You aren't in this league. Press **Join** to play."))
        own.append(join_button(league))
    elif not is_in:
        lines.append(gettext("This league is closed to new players until the next season."))
    if await leagues.access.is_manager(league, asker):
        own.append(button(gettext("Manage"), "manage", league.id, 0))
    shown = [
        button(gettext("Table"), "show", league.id, TABLE),
        button(gettext("My games"), "show", league.id, GAMES),
        button(gettext("History"), "show", league.id, HISTORY),
    ]
    rare = [button(gettext("Download"), "exports", league.id)]
    rare += [button(gettext("Stop playing"), "stopplaying", league.id)] if is_in else []
    if await leagues.name_claims.unclaimed(league):
        rare.append(button(gettext("Claim my name"), "claim", league.id))
    rows = [
        [fixtures_view.play_button(fixture, player) for fixture in games],
        shown,
        own,
        rare,
    ]
    return page_view(list(filter(None, [state, "\n".join(lines)])), *filter(None, rows))


def _game_line(fixture: Fixture, player: Player, deadline: RoundDeadline | None) -> str:
    name = formatting.escape(fixture.opponent_of(player).name)
    line = gettext("You play **{name}** in round {number}.", name=name, number=fixture.round)
    if deadline is not None and fixture.meeting_id is None:
        line += " " + gettext("Play until <t:{time}:F>.", time=int(deadline.due_at.timestamp()))
    return line


async def manager_page(at: Pressed) -> Screen:
    """The page of a league for its managers."""
    leagues, league, guild = at.leagues, at.league, at.interaction.guild
    season, settings = await leagues.directory.season(league), await leagues.news.settings(league)
    unsettled = len(await leagues.results.unsettled(league, season))
    left = await leagues.fixtures.count_left(season)
    channel = None if guild is None or settings.channel_id is None else guild.get_channel(settings.channel_id)
    note = ""
    if isinstance(channel, discord.TextChannel) and not may_write(channel.permissions_for(channel.guild.me), channel):
        note = gettext(BOT_MAY_NOT, mention=channel.mention)
    state = gettext(
        "**{name}** for managers. Season {number}: {stage}.",
        name=formatting.escape(league.name),
        number=season.number,
        stage=gettext(settings_view.STAGES[season.stage]),
    )
    lines = [
        gettext("News goes to <#{channel_id}>.", channel_id=settings.channel_id)
        if settings.channel_id is not None
        else gettext("There's no channel for news yet. Choose one below.")
    ]
    lines.append(terms_text(settings))
    if left:
        lines.append(ngettext("{number} game is left to play.", "{number} games are left to play.", left))
    if unsettled:
        lines.append(ngettext("{number} result isn't settled.", "{number} results aren't settled.", unsettled))
    channels = Menu(
        custom_id=LeaguePress("newschannel", (league.id,)).custom_id,
        channels=[ChannelType.text],
        placeholder=gettext("Channel for news"),
    )
    rows: list[Row] = [
        list(_season_buttons(league, season)),
        [
            button(gettext("Results"), "results", league.id),
            button(gettext("People"), "people", league.id, 0, 0),
            button(gettext("Fixtures"), "managegames", league.id),
            button(gettext("Deadlines"), "manage", league.id, DEADLINES),
            button(gettext("Settings"), "manage", league.id, SETTINGS),
        ],
        [
            button(gettext("Managers"), "manage", league.id, MANAGERS),
            button(gettext("Claims"), "manage", league.id, CLAIMS),
            button(gettext("Files"), "manage", league.id, IMPORTS),
            button(gettext("Log"), "manage", league.id, LOG),
        ],
        [channels],
    ]
    return page_view(list(filter(None, [state, note, "\n".join(lines)])), *filter(None, rows))


def _season_buttons(league: League, season: Season) -> list[Button]:
    row = []
    if season.stage == "joining":
        row.append(button(gettext("Start the season"), "manage", league.id, START, style=ButtonStyle.primary))
        row.append(button(gettext("Start with seeds"), "startseeded", league.id))
    if league.format in WITH_MEETINGS and season.stage == "playing":
        row.append(button(gettext("Club night"), "manage", league.id, NIGHT, style=ButtonStyle.primary))
    if season.stage == "playoffs" or (season.stage == "playing" and league.format == "swiss"):
        row.append(button(gettext("Draw next round"), "manage", league.id, ROUND, style=ButtonStyle.primary))
    if season.stage == "playing":
        row.append(button(gettext("Start the playoffs"), "startplayoffs", league.id))
    if season.stage != "joining":
        row.append(button(gettext("Close the season"), "manage", league.id, CLOSE))
    return row


def terms_text(settings: NewsSettings) -> str:
    """The days of a round, and what happens at a deadline, in words."""
    if settings.round_days is None:
        return gettext("Rounds have no deadlines.")
    return gettext(
        "{days}. Games not played by then: {consequence}.",
        days=ngettext(*_DAYS, settings.round_days),
        consequence=gettext(CONSEQUENCES_TEXTS[settings.consequence]),
    )


async def deadlines_page(at: Pressed) -> Screen:
    """The deadlines of the open season of a league for managers, with the forms that change them."""
    league, season = at.league, await at.leagues.directory.season(at.league)
    deadlines = await at.leagues.deadlines.of_season(league, season)
    settings = await at.leagues.deadlines.settings(league)
    title = gettext(
        "**Deadlines of {name}**, season {number}", name=formatting.escape(league.name), number=season.number
    )
    ahead = [one for one in deadlines if not one.over] or deadlines[-1:]
    lines = [_deadline_line(one) for one in ahead[:_MOST_ROUNDS]]
    listed = formatting.as_many_as_fit(lines, more=len(ahead) - len(lines))
    hint = gettext("-# The next Swiss or playoff round is drawn at the deadline, once every game is settled.")
    row = [
        button(gettext("Days and consequence"), "terms", league.id),
        button(gettext("Last day of a round"), "lastday", league.id),
    ]
    return page_view(list(filter(None, [title, terms_text(settings), listed, hint])), row)


def _deadline_line(deadline: RoundDeadline) -> str:
    text = _PLAYOFF_LINE if deadline.stage == "playoff" else _ROUND_LINE
    line = gettext(text, number=deadline.round, time=int(deadline.due_at.timestamp()))
    if deadline.over:
        return line + gettext(" (over)")
    return line + (gettext(" (extended)") if deadline.extended else "")


_ROUND_LINE: Final = N_("- Round {number}: <t:{time}:F>")
_PLAYOFF_LINE: Final = N_("- Playoff round {number}: <t:{time}:F>")


async def _ask_for_terms(at: Pressed) -> Sequence[Question]:
    settings = await at.leagues.deadlines.settings(at.league)

    async def consequences(_: Pressed) -> list[MenuOption]:
        return [
            MenuOption(gettext(text), name, default=name == settings.consequence)
            for name, text in CONSEQUENCES_TEXTS.items()
        ]

    return (
        Question(
            "days",
            N_("Days for each round"),
            N_("For rounds that are drawn from now on. Leave it empty for no deadlines."),
            3,
            required=False,
            default="" if settings.round_days is None else str(settings.round_days),
        ),
        Question(
            "consequence",
            N_("Games not played by then"),
            N_("Whoever sends an invitation, or presses I'm ready, was ready."),
            offer=consequences,
        ),
    )


@asks("terms", N_("Deadlines"), by=_ask_for_terms, filled="agreed")
async def agree(at: Pressed, *, days: str, consequence: str) -> Screen:
    # A manager decides where nothing was chosen.
    then = next((name for name in CONSEQUENCES if name == consequence), CONSEQUENCES[0])
    number = typed_number(days, gettext(_NO_NUMBER)) if days else None
    await at.leagues.deadlines.agree(at.league, await at.asker(), number, then)
    return await deadlines_page(at)


@asks(
    "lastday",
    N_("Last day of a round"),
    Question("round", N_("Which round?"), longest=3),
    Question(
        "day",
        N_("Last day"),
        N_("Like 2026-03-01. Leave it empty for no deadline."),
        10,
        required=False,
        placeholder="2026-03-01",
    ),
    filled="dayset",
)
async def set_last_day(at: Pressed, *, round: str, day: str) -> Screen:  # noqa: A002 - as the form has it
    number = typed_number(round, gettext(_NO_NUMBER))
    await at.leagues.deadlines.set_day(at.league, await at.asker(), number, typed_day(day) if day else None)
    return await deadlines_page(at)


_NO_NUMBER: Final = N_("Type a number.")
