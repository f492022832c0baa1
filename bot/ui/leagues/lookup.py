"""The lookup of the player who uses a command of a league, and of the league that they mean."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from inspect import signature
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

import discord
from discord import ButtonStyle

from bot.i18n.translation import N_, gettext, join_list
from bot.leagues.access import Asker, LeagueError, meant, refusal
from bot.leagues.service import Leagues
from bot.models.errors import TableError
from bot.models.league import League, folded
from bot.models.player import Player
from bot.models.result import LeagueResult
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.components import TEXT, Button, Form, Screen
from bot.ui.core.context import Context, context_of
from bot.ui.core.errors import SERVER_ONLY
from bot.ui.core.interactions import check_may_write
from bot.ui.core.router import AnyPress, Part, answers, press
from bot.ui.games.context import GameContext
from engine.errors import CribbageError

Action: TypeAlias = (
    Literal["accept", "addpeople", "adopt", "adopted", "again", "agreed", "arrivals", "arrived", "asacc", "award"]
    | Literal["awards", "besthand", "bracket", "cancelfile", "card", "claim", "close", "comeback", "confirm"]
    | Literal["confirmfor", "consent", "correct", "counted", "counting", "dayfirst", "dayset", "delete", "deleted"]
    | Literal["deny", "desk", "download", "draw", "endgame", "enter", "entered", "enterfor", "erase", "erased"]
    | Literal["exports", "findresult", "finish", "fixtures", "givepoints", "gone", "grouped", "grouping", "here"]
    | Literal["history", "home", "imports", "join", "lastday", "lifetime", "log", "logfilter", "logfiltered"]
    | Literal["makevisitor", "manage", "managegames", "managerrole", "managers", "merge", "monthfirst", "newschannel"]
    | Literal["nextdays", "night", "pair", "people", "play", "playmine", "post", "ratings", "ready", "records"]
    | Literal["refuse", "rename", "reopen", "reopened", "reopenseason", "replace", "result", "results", "scored"]
    | Literal["scores", "scrap", "setdate", "setdatefor", "show", "startplayoffs", "startseeded", "stay", "stopped"]
    | Literal["stopplaying", "table", "takein", "terms", "tiebreaks", "tiesbroken", "typescores", "undo", "undonow"]
    | Literal["unmerge", "visitors", "void", "weekly", "withdraw"]
)
"""The actions of presses in leagues. Each is sent to Discord, so that its name stays."""

GONE: Final = N_("That button is out of date. Use /league table.")


@press("l1:{action}{numbers}", GONE)
class LeaguePress(AnyPress):
    """A press in a league: an action, and the numbers of its league, fixture, result or page."""

    action: Annotated[str, Part("[a-z]+")]
    numbers: Annotated[
        tuple[int, ...],
        Part(
            "(?::[0-9]{1,18}){0,5}",
            lambda text: tuple(map(int, text.split(":")[1:])),
            lambda numbers: "".join(f":{number}" for number in numbers),
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class Pressed:
    """What was pressed in a league, for whoever answers it."""

    context: GameContext
    interaction: discord.Interaction[Any]
    league: League
    numbers: tuple[int, ...] = ()

    @property
    def leagues(self) -> Leagues:
        """The services of leagues."""
        return self.context.leagues

    async def asker(self) -> Asker:
        """Return the presser, and what makes them a manager."""
        return await asker_of(self.context, self.interaction)

    async def manager(self) -> Asker:
        """Return the presser. Raises ``NotManager`` for anyone who does not run the league."""
        asker = await self.asker()
        await self.leagues.access.check_manager(self.league, asker)
        return asker

    async def answer(self, screen: Screen) -> None:
        """Answer with a screen in private, in words alone."""
        await self.context.answer(self.interaction, screen, TEXT, ephemeral=True)

    async def player(self) -> Player:
        """Return the presser."""
        return await self.context.meet(self.interaction.user)

    async def result(self, number: int) -> LeagueResult:
        """Return a result of the league. Raises ``NoSuchLeague`` for one of another league, too."""
        guild_id, player = self.interaction.guild_id, await self.player()
        league, result = await self.leagues.results.find(number, guild_id=guild_id, player=player)
        if league.id != self.league.id:
            raise refusal("This result belongs to {name}.", name=league.name)
        return result


_FOUND: Final[Mapping[str, Callable[[Pressed, int], Awaitable[Any]]]] = {
    "Meeting": lambda at, number: at.leagues.meetings.find(at.league, number),
    "Fixture": lambda at, number: at.leagues.fixtures.find(at.league, number),
    "Season": lambda at, number: at.leagues.directory.season(at.league, number),
    "LeagueResult": lambda at, number: at.result(number),
}
"""What a number names where a parameter is annotated so."""


_Shown: TypeAlias = Screen | ScreenBuilder | Form | None


class _Answer(NamedTuple):
    """Who answers an action, and the kinds of its numbers, the fewest of which there must be.

    The first number may be the league's; the action may be for managers.
    """

    do: Callable[..., Awaitable[_Shown]]
    fewest: int
    kinds: tuple[str, ...]
    in_league: bool
    manages: bool


_ANSWERS: Final[dict[str, _Answer]] = {}
_T = TypeVar("_T")
_Do = TypeVar("_Do", bound="Callable[..., Awaitable[_Shown]]")


def answers_league(action: Action, *, in_league: bool = True, manages: bool = False) -> Callable[[_Do], _Do]:
    """Let a function answer the presses of an action, perhaps of managers alone.

    It gets what was ``Pressed``, and what each further number names as a parameter of its own; without ``in_league`` it
    gets the context, the interaction and numbers alone. A screen that it returns is turned to, and a form is opened.
    """

    def add(do: _Do) -> _Do:
        if action in _ANSWERS:
            raise ValueError(f"these presses are answered already: {action}")
        every = list(signature(do).parameters.values())[1 if in_league else 2 :]
        numbers = [one for one in every if one.kind is not one.KEYWORD_ONLY]
        needed = sum(one.default is one.empty for one in numbers) + in_league
        kinds = tuple(str(getattr(one.annotation, "__name__", one.annotation)) for one in numbers)
        _ANSWERS[action] = _Answer(do, needed, kinds, in_league, manages)
        return do

    return add


@answers(LeaguePress)
async def answer_press(context: GameContext, interaction: discord.Interaction[Any], pressed: LeaguePress) -> None:
    """Answer what was pressed in a league: in one of this server, or in private in one in which the presser plays.

    The presser is the user that Discord names.
    """
    answer = _ANSWERS.get(pressed.action)
    if answer is None or not answer.fewest <= len(pressed.numbers) <= len(answer.kinds) + answer.in_league:
        raise CribbageError(gettext(GONE))
    if not answer.in_league:
        await answer.do(context, interaction, *pressed.numbers)
        return
    league_id, *numbers = pressed.numbers
    if interaction.guild_id is None:
        league = await context.leagues.directory.find_for_member(league_id, await context.meet(interaction.user))
    else:
        league = await context.leagues.directory.find(interaction.guild_id, league_id)
    at = Pressed(context, interaction, league, pressed.numbers)
    if answer.manages:
        await at.manager()
    named = [
        await _FOUND[kind](at, number) if kind in _FOUND else number
        for kind, number in zip(answer.kinds, numbers, strict=False)
    ]
    screen = await answer.do(at, *named)
    if isinstance(screen, Form):
        await interaction.response.send_modal(screen)
    elif screen is not None:
        message = interaction.message
        if answer.manages and isinstance(screen, Screen) and message is not None and message.flags.ephemeral:
            screen = with_way_back(league, screen)
        look = TEXT if isinstance(screen, Screen) else await context.attachments.look(await at.player())
        await context.turn(interaction, screen, look)


def button(
    label: str,
    action: Action,
    *numbers: int,
    style: ButtonStyle = ButtonStyle.secondary,
    disabled: bool = False,
) -> Button:
    """A button that says what it means by numbers."""
    return Button(label, LeaguePress(action, numbers).custom_id, style, disabled)


def with_way_back(league: League, page: Screen) -> Screen:
    """Return a page for managers with a button that leads to the one with all their pages."""
    return Screen((*page.parts, [button(gettext("Managers' page"), "manage", league.id, 0)]), page.colour)


def page_of(listed: Sequence[_T], page: int, lines: int) -> tuple[Sequence[_T], int, int]:
    """Return what is on a page of so many lines, or on the last, its number from 0, and how many pages there are."""
    pages = max((len(listed) + lines - 1) // lines, 1)
    page = min(max(page, 0), pages - 1)
    return listed[page * lines : (page + 1) * lines], page, pages


def turn_buttons(action: Action, page: int, pages: int, numbers: Callable[[int, int], Sequence[int]]) -> list[Button]:
    """Return the buttons to the pages before and after one; none for a single page.

    ``numbers`` are those of a page and of a button: 1 or 2, which tells buttons apart that lead to the same page.
    """
    if pages == 1:
        return []
    return [
        button(gettext("Back"), action, *numbers(max(page - 1, 0), 1), disabled=page == 0),
        button(gettext("Next"), action, *numbers(page + 1, 2), disabled=page == pages - 1),
    ]


def join_button(league: League) -> Button:
    """The button with which anyone joins a league."""
    return button(gettext("Join"), "join", league.id, style=ButtonStyle.success)


SEVERAL: Final = N_("You are in several leagues: {names}. Choose one.")
MANY: Final = N_("There are several leagues: {listed}. Choose one.")
PEOPLE_ONLY: Final = N_("Leagues are for people. Pick someone who isn't a bot.")

_LONGEST: Final = 200
_ASKER: Final = "league asker"
_LEAGUE: Final = "chosen league"


def server_of(interaction: discord.Interaction[Any]) -> int:
    """The server in which something is asked. Raises ``TableError`` in private."""
    if interaction.guild_id is None:
        raise TableError(gettext(SERVER_ONLY))
    return interaction.guild_id


async def asker_of(context: Context, interaction: discord.Interaction[Any]) -> Asker:
    """The player who asks, and what makes them a manager; looked up once for each interaction."""
    if _ASKER not in interaction.extras:
        member = interaction.user if isinstance(interaction.user, discord.Member) else None
        roles = frozenset() if member is None else frozenset(role.id for role in member.roles)
        may = interaction.permissions
        player = await context.meet(interaction.user)
        interaction.extras[_ASKER] = Asker(player, may.manage_guild or may.administrator, roles)
    asker: Asker = interaction.extras[_ASKER]
    return asker


async def announcing_manager(at: Pressed) -> Asker:
    """The manager whose act becomes news; a league without a channel for news gets the one of the interaction.

    Raises ``LeagueError`` for others, and ``TableError`` where they or the bot may not write in that channel.
    """
    asker, news, interaction = await at.manager(), at.leagues.news, at.interaction
    channel_id = interaction.channel_id if interaction.guild_id is not None else None
    if channel_id is not None and (await news.settings(at.league)).channel_id is None:
        check_may_write(interaction)
        await news.set_channel(at.league, asker, channel_id)
    return asker


async def person(context: Context, user: discord.abc.User) -> Player:
    """The player behind an account that somebody names. Raises ``LeagueError`` for a bot's."""
    if user.bot:
        raise refusal(PEOPLE_ONLY)
    return await context.meet(user)


async def league_to_show(interaction: discord.Interaction[Any], name: str | None = None) -> League:
    """The league to look at: the one named, or the newest in which the asker plays, or the newest of the server."""
    if name is None and (own := await _own_leagues(interaction)):
        return own[0]
    return await context_of(interaction).leagues.directory.find_by_name(server_of(interaction), name)


async def league_to_show_if_any(interaction: discord.Interaction[Any]) -> League | None:
    """The league to look at where none is named; None in a server without leagues."""
    if not await context_of(interaction).leagues.directory.of_guild(server_of(interaction)):
        return None
    return await league_to_show(interaction)


async def league_to_play(interaction: discord.Interaction[Any]) -> League:
    """The league in which to play where none is named: the only one in which the asker plays."""
    own = await _own_leagues(interaction)
    if len(own) > 1:
        raise refusal(SEVERAL, names=join_list([league.name for league in own]))
    return own[0] if own else await context_of(interaction).leagues.directory.find_by_name(server_of(interaction), None)


async def league_to_join(interaction: discord.Interaction[Any]) -> League:
    """The league to join where none is named: the only one of the server in which the asker does not play."""
    directory, guild_id = context_of(interaction).leagues.directory, server_of(interaction)
    own = {league.id for league in await _own_leagues(interaction)}
    others = [league for league in await directory.of_guild(guild_id) if league.id not in own]
    if len(others) > 1:
        raise refusal(MANY, listed=join_list([league.name for league in others[:10]]))
    return others[0] if others else await directory.find_by_name(guild_id, None)


async def league_to_manage(interaction: discord.Interaction[Any], name: str | None = None) -> League:
    """The league to manage: the one named, or the server's only one."""
    directory, guild_id = context_of(interaction).leagues.directory, server_of(interaction)
    if name is None:
        everyone = await directory.of_guild(guild_id)
        if len(everyone) > 1:
            raise refusal(MANY, listed=join_list([league.name for league in everyone[:10]]))
    return await directory.find_by_name(guild_id, name)


async def chosen_league(interaction: discord.Interaction[Any]) -> League:
    """The league that the other options of a command are about; looked up once for each interaction."""
    if _LEAGUE not in interaction.extras:
        command = interaction.command
        manages = command is not None and command.qualified_name.startswith("manage")
        find: Callable[[discord.Interaction[Any], str | None], Awaitable[League]]
        find = league_to_manage if manages else league_to_show
        interaction.extras[_LEAGUE] = await find(interaction, interaction.namespace.league)
    league: League = interaction.extras[_LEAGUE]
    return league


async def member_named(context: Context, league: League, typed: str) -> Player:
    """The player of a league who is named by an id that was suggested, a mention or a name. Raises ``LeagueError``."""
    known = {member.player.id: member.player for member in await context.leagues.members.find_all(league)}
    known |= {line.player.id: line.player for line, _ in await context.leagues.standings.table(league)}
    wanted = typed.strip()[:_LONGEST]
    # There may be tens of thousands.
    found = await asyncio.to_thread(_only_match, known.values(), wanted)
    if found is None and league.teams is not None:
        people = [person for team in await context.leagues.teams.find_all(league) for person in team.people]
        found = _only_match(people, wanted)
        found = None if found is None else await context.leagues.teams.entrant(league, found)
    if found is None:
        like = await asyncio.to_thread(meant, wanted, [player.name for player in known.values()])
        raise refusal("{name} has no player called {wanted}.{like}", name=league.name, wanted=wanted[:64], like=like)
    return found


def names_in(typed: str) -> list[str]:
    """The names in a text, which has commas, semicolons or line breaks between them."""
    return [name.strip() for name in re.split(r"[,;\n]", typed) if name.strip()]


def typed_number(typed: str, refusal: str, digits: int = 3) -> int:
    """The number of at most so many digits that was typed. Raises ``LeagueError`` with the refusal."""
    text = typed.strip()
    if not (text.isascii() and text.isdecimal() and len(text) <= digits):
        raise LeagueError(refusal)
    return int(text)


def typed_day(typed: str) -> date:
    """The day that was typed. Raises ``LeagueError`` for a text that is none."""
    try:
        return date.fromisoformat(typed.strip())
    except ValueError:
        raise refusal("Write the date like 2026-03-01.") from None


def _only_match(people: Collection[Player], wanted: str) -> Player | None:
    """Return the only player of this id, account or name, tried in this order."""
    account, name = wanted.strip("<@!>") if wanted.startswith("<@") else None, folded(wanted)
    by_id = [player for player in people if str(player.id) == wanted]
    by_account = [player for player in people if account is not None and str(player.discord_id) == account]
    by_name = [player for player in people if folded(player.name) == name]
    return next((found[0] for found in (by_id, by_account, by_name) if len(found) == 1), None)


async def _own_leagues(interaction: discord.Interaction[Any]) -> list[League]:
    """The leagues of the server in which the asker plays, newest first."""
    context, guild_id = context_of(interaction), server_of(interaction)
    return await context.leagues.directory.of_player(guild_id, (await asker_of(context, interaction)).player)
