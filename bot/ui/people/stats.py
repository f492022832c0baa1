"""Statistics: the command, and the page with how a player has done in the games that are over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot.i18n.translation import N_, gettext
from bot.models.errors import TableError
from bot.models.result import EarnedAchievement
from bot.render.player_stats import Bar, PlayerStatsScene
from bot.tables.game_stats import LATEST, MIXED, PEOPLE, PlayerStats, WinsAndLosses, stats_of
from bot.tables.table import robot_name
from bot.ui.core import formatting
from bot.ui.core.commands import command
from bot.ui.core.components import DisplayOptions, Screen, page_view
from bot.ui.core.context import context_of
from bot.ui.core.formatting import escape
from bot.ui.people.achievements import badges_scene, list_button, summary
from engine.ai.levels import is_robot, rating_of

NONE_YET: Final = N_("{name} hasn't finished a game {where} yet. Start one with `/play`.")
OWN_ONLY: Final = N_("In a DM you can only see your own stats. To see other players', use `/stats` in a server.")


def stats_page(
    name: str,
    career: PlayerStats,
    player_id: int | None = None,
    achievements: Sequence[EarnedAchievement] = (),
    *,
    here: bool,
    picture: bool = False,
) -> Screen:
    """Return the statistics as a screen; ``here`` if they are of one server, and with a ``picture`` drawn.

    Somebody without a finished game has neither pictures nor achievements.
    """
    if not career.games.played or player_id is None:
        return page_view([stats_text(name, career, here=here)])
    earned, button = summary(achievements), list_button(player_id)
    if not picture:
        return page_view([stats_text(name, career, here=here), earned], [button])
    badges = [badges_scene(achievements)] if achievements else []
    return page_view([_head(name, here=here), earned], [button], scenes=[stats_scene(name, career, here=here), *badges])


def stats_text(name: str, career: PlayerStats, *, here: bool) -> str:
    if not career.games.played:
        return gettext(NONE_YET, name=escape(name), where=gettext("here" if here else "with me"))
    foot = [f"-# {line}" for line in _foot(career)]
    return "\n".join([_head(name, here=here), *_lines(career), *foot])


def stats_scene(name: str, career: PlayerStats, *, here: bool) -> PlayerStatsScene:
    foot = "".join(_foot(career))
    where = _where(here=here)
    words = [f"{name}, {where}.", *(line.replace("**", "") for line in _lines(career)), foot]
    games, said = career.games, " ".join(filter(None, words))
    tiles, bars = tuple(_tiles(career)), tuple(_bars(career))
    return PlayerStatsScene(name, where, games.won, games.played, tiles, bars, foot, said)


def _head(name: str, *, here: bool) -> str:
    return f"**{escape(name)}**, {_where(here=here)}"


def _where(*, here: bool) -> str:
    return gettext("in this server" if here else "everywhere")


def _foot(career: PlayerStats) -> Iterator[str]:
    if career.games.played > career.looked_at:
        yield gettext("Hands, play and first deals: last {latest} games only.", latest=LATEST)


# In words.


def _lines(career: PlayerStats) -> Iterator[str]:
    yield gettext(
        "Games: **{played}**, won {share}, lost {lost}.",
        played=career.games.played,
        share=f"{career.games.won} ({career.games.won / career.games.played:.0%})",
        lost=career.lost,
    )
    yield gettext("Skunks: won {given}, lost {taken}.", given=career.skunks_given, taken=career.skunks_taken)
    if _knows_dealers(career):
        yield gettext(
            "Games won as the first dealer: {first}. Other games: {second}.",
            first=_won_of(career.dealing_first),
            second=_won_of(career.not_dealing_first),
        )
    yield from _game_stats(career)
    if _has_robots(career):
        yield gettext(
            "Won against {against}.",
            against=", ".join([f"{name} {_won_of(tally)}" for name, tally in _opponents(career.against)]),
        )


def _game_stats(career: PlayerStats) -> Iterator[str]:
    deeds = career.deeds
    if deeds.average_hand is not None:
        best = "" if deeds.best_hand is None else gettext("; best hand {best_hand}", best_hand=deeds.best_hand)
        yield gettext(
            "Average hand **{average_hand:.2f}**{crib}{best}.",
            average_hand=deeds.average_hand,
            crib=_crib(deeds.average_crib),
            best=best,
        )
        yield gettext("Pegged in the play: {pegged:.1f} per game.", pegged=deeds.pegged / career.looked_at)
    yield gettext("Points from overcounting: lost {lost}, won {won}.", lost=deeds.overscored, won=deeds.caught)
    yield gettext(
        "Points from muggins: won {taken}, lost {given}.", taken=deeds.muggins_taken, given=deeds.muggins_given
    )


def _crib(average: float | None) -> str:
    return "" if average is None else gettext(", crib **{average:.2f}**", average=average)


def _won_of(tally: WinsAndLosses) -> str:
    if not tally.played:
        return gettext("0 of 0")
    return gettext(
        "{won} of {played} ({tally_won:.0%})", won=tally.won, played=tally.played, tally_won=tally.won / tally.played
    )


# In the picture.


def _tiles(career: PlayerStats) -> Iterator[tuple[str, str]]:
    deeds = career.deeds
    if deeds.average_hand is not None:
        yield gettext("Average hand"), f"{deeds.average_hand:.2f}"
    if deeds.average_crib is not None:
        yield gettext("Average crib"), f"{deeds.average_crib:.2f}"
    if deeds.best_hand is not None:
        yield gettext("Best hand"), str(deeds.best_hand)
    if deeds.average_hand is not None:
        yield gettext("Pegged a game"), f"{deeds.pegged / career.looked_at:.1f}"
    yield gettext("Skunks won"), str(career.skunks_given)
    yield gettext("Skunks lost"), str(career.skunks_taken)
    if deeds.muggins_taken or deeds.muggins_given:
        yield gettext("Muggins won"), str(deeds.muggins_taken)
        yield gettext("Muggins lost"), str(deeds.muggins_given)
    if deeds.overscored or deeds.caught:
        yield gettext("Overcounted"), str(deeds.overscored)


def _bars(career: PlayerStats) -> Iterator[Bar]:
    """Yield the shares of games won by who dealt first, and against each kind of opponent."""
    if _knows_dealers(career):
        yield gettext("Dealt first"), career.dealing_first.won, career.dealing_first.played
        yield gettext("Dealt later"), career.not_dealing_first.won, career.not_dealing_first.played
    if _has_robots(career):
        for name, tally in _opponents(career.against):
            yield gettext("vs {name}", name=name), tally.won, tally.played


# What is known.


def _knows_dealers(career: PlayerStats) -> bool:
    return bool(career.dealing_first.played or career.not_dealing_first.played)


def _has_robots(career: PlayerStats) -> bool:
    return len(career.against) > 1 or PEOPLE not in career.against


def _opponents(tallies: dict[str, WinsAndLosses]) -> Iterator[tuple[str, WinsAndLosses]]:
    """Yield the kinds of opponents: people, then robots from the easiest on."""
    kinds = {PEOPLE: gettext(PEOPLE), MIXED: gettext("several at once")}
    robots = sorted(filter(is_robot, tallies), key=rating_of)
    for who in (PEOPLE, *robots, MIXED):
        if who in tallies:
            yield kinds.get(who) or f"{robot_name(who)} ({who})", tallies[who]


@command(description="See your wins, losses, average hand and crib, best hand and more", public=True)
@app_commands.describe(player="Whose stats (default: yours)")
async def stats(interaction: discord.Interaction[Any], player: discord.User | discord.Member | None = None) -> None:
    who = player or interaction.user
    if interaction.guild_id is None and who.id != interaction.user.id:
        raise TableError(gettext(OWN_ONLY))
    # To go through many games may take longer than Discord waits.
    await interaction.response.defer()
    context = context_of(interaction)
    known = await context.accounts.players.find(who.id)
    career = PlayerStats() if known is None else await stats_of(context.tables, known.id, interaction.guild_id)
    achieved = [] if known is None else await context.achievements.of_player(known.id)
    reader = await context.accounts.players.find(interaction.user.id)
    look = await context.attachments.look(reader)
    name, here = formatting.name_of(who), interaction.guild_id is not None

    def build(look: DisplayOptions) -> Screen:
        player_id = None if known is None else known.id
        return stats_page(name, career, player_id, achieved, here=here, picture=look.pictures)

    await context.answer(interaction, build, look)
