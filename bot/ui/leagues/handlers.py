"""What happens when something is pressed in a league."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.storage.league_results import LeagueResult
from bot.storage.leagues import League
from bot.ui.core.components import Screen, pressed_id
from bot.ui.core.context import Desk
from bot.ui.core.page_view import leaf
from bot.ui.leagues import fixtures_view, loaders, manager_views, player_views, results_view, standings_view
from bot.ui.leagues.custom_ids import PRESS, Press
from bot.ui.leagues.lookup import asker_of, server_of
from bot.ui.leagues.open_game import play
from engine.errors import CribbageError
from engine.messages import say

GONE: Final = "That button is not a league's any more; /league table shows how it stands."


_NEXT_IS_OPEN: Final = "The next is being played already."
_NEXT_IS_TO_BEGIN: Final = "`/league manage start` begins the next, once all who play are in."


async def league_pressed(desk: Desk, interaction: discord.Interaction[Any]) -> bool:
    """Answer what was pressed if it belongs to a league, and say whether it did.

    Who presses is whom Discord names, and only leagues of the server in which it is pressed are answered for.
    """
    custom_id = pressed_id(interaction.data)
    if not custom_id.startswith(PRESS):
        return False
    press = Press.read(custom_id)
    if press is None:
        raise CribbageError(say(GONE))
    match press.action, press.numbers:
        case (results_view.CONFIRM | results_view.DENY) as action, (result_id,):
            await _settle(desk, interaction, result_id, confirms=action == results_view.CONFIRM)
        case fixtures_view.PLAY, (league_id, fixture_id):
            league = await _league(desk, interaction, league_id)
            fixture = await desk.leagues.fixture(league, fixture_id)
            await play(desk, interaction, league, await desk.meet(interaction.user), fixture)
        case manager_views.CLOSE, (league_id, *numbers) if len(numbers) == 3:
            await _close(desk, interaction, await _league(desk, interaction, league_id), numbers)
        case manager_views.STAY, _:
            await desk.put(interaction, leaf([say("The season goes on.")]))
        case (manager_views.CONSENT | manager_views.REFUSE) as action, (league_id, *meant):
            league = await _league(desk, interaction, league_id)
            await _claim(desk, interaction, league, meant, consents=action == manager_views.CONSENT)
        case _, (league_id, *numbers):
            league = await _league(desk, interaction, league_id)
            await _turn(desk, interaction, await _turned(desk, interaction, league, press.action, numbers))
        case _:
            raise CribbageError(say(GONE))
    return True


async def _turned(
    desk: Desk, interaction: discord.Interaction[Any], league: League, action: str, numbers: list[int]
) -> Screen:
    """The page to which a press leads."""
    match action, numbers:
        case standings_view.TURN, [season, page, face, _] if face < standings_view.FACES:
            meant, viewer = await desk.leagues.season(league, season), await desk.meet(interaction.user)
            return await loaders.table(desk, league, meant, page, face, viewer=viewer)
        case fixtures_view.TURN, [whose, page, *_]:
            mine = await desk.meet(interaction.user) if whose else None
            return await loaders.fixture_list(desk, league, mine, page)
        case player_views.HISTORY, [before]:
            return await loaders.past(desk, league, await _earlier(desk, interaction, league, before))
        case player_views.RATINGS, [page, _]:
            return await loaders.rating_list(desk, league, page)
        case manager_views.LOG, [skip]:
            return await loaders.log(desk, league, await asker_of(desk, interaction), skip)
        case _:
            raise CribbageError(say(GONE))


async def _earlier(
    desk: Desk, interaction: discord.Interaction[Any], league: League, before: int
) -> LeagueResult | None:
    """The result after which a page of earlier ones begins; None for the first page."""
    if not before:
        return None
    player = await desk.meet(interaction.user)
    of, result = await desk.leagues.result(before, guild_id=interaction.guild_id, player=player)
    return result if of.id == league.id else None


async def _turn(desk: Desk, interaction: discord.Interaction[Any], screen: Screen) -> None:
    """Turn a page that one sees alone; who turns one that all see is given his own."""
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        await desk.put(interaction, screen)
    else:
        await desk.answer(interaction, screen, ephemeral=True)


async def _settle(desk: Desk, interaction: discord.Interaction[Any], result_id: int, *, confirms: bool) -> None:
    """The other player, or a manager, says whether a result is right."""
    asker = await asker_of(desk, interaction)
    league, result = await desk.leagues.result(result_id, guild_id=interaction.guild_id, player=asker.player)
    if confirms:
        settled = await desk.leagues.confirm(result, asker)
    else:
        settled = await desk.leagues.deny(result, asker.player)
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        # His list of what waits: what he has answered leaves it.
        await desk.put(interaction, await loaders.waiting(desk, league, asker.player))
    else:
        await desk.put(interaction, results_view.settled(settled, league.name, asker.player))


async def _close(desk: Desk, interaction: discord.Interaction[Any], league: League, numbers: Sequence[int]) -> None:
    """A manager is sure that the season is over."""
    season, *days = numbers
    asker = await asker_of(desk, interaction)
    closed = await desk.leagues.close_season(league, asker, season, **manager_views.next_days(days))
    champions = await desk.leagues.champions(league, closed)
    winners = [champions[one].name for one in closed.crowned]
    then = say(_NEXT_IS_OPEN if league.format == "open" else _NEXT_IS_TO_BEGIN)
    await interaction.response.edit_message(view=leaf([say("The season is closed. {then}", then=then)]))
    await interaction.followup.send(view=manager_views.closed(league, closed, winners))


async def _claim(
    desk: Desk, interaction: discord.Interaction[Any], league: League, people_meant: Sequence[int], *, consents: bool
) -> None:
    """A manager consents to a claim, or refuses it."""
    asker, told = await asker_of(desk, interaction), None
    for claim in await desk.leagues.claims(league, asker):
        if (claim.player.id, claim.named.id) == tuple(people_meant):
            answer = desk.leagues.consent if consents else desk.leagues.refuse
            told = manager_views.answered(league, await answer(league, asker, claim.player), consents=consents)
    await desk.put(interaction, await loaders.claims(desk, league, asker))
    if told is not None:
        await interaction.followup.send(view=told)


async def _league(desk: Desk, interaction: discord.Interaction[Any], league_id: int) -> League:
    return await desk.leagues.league(server_of(interaction), league_id)
