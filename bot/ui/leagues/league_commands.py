"""/league: leagues as those who play in them see them."""

from __future__ import annotations

from datetime import date
from typing import Any, Final, cast

import discord
from discord import app_commands

from bot.i18n.translation import gettext
from bot.leagues.errors import LeagueError
from bot.leagues.score_entry import EnteredScore
from bot.leagues.settings import LeagueOptions
from bot.models.league import FORMATS, SCHEMES
from bot.ui.core import long_texts
from bot.ui.core.autocomplete import suggest_presets
from bot.ui.core.command_choices import choice
from bot.ui.core.context import context_of
from bot.ui.core.page_view import page_view
from bot.ui.core.words import escaped
from bot.ui.leagues import files, loaders, results_view, settings_view
from bot.ui.leagues.autocomplete import member_named, suggest_leagues, suggest_members, suggest_names, suggest_zones
from bot.ui.leagues.lookup import asker_of, league_joined, league_meant, league_shown, person, server_of
from bot.ui.leagues.open_game import play as play_in_league

WHICH: Final = "Which league, if there are several"
SCHEME_CHOICES: Final = [choice(f"{scheme}: {settings_view.SCHEMES[scheme]}", scheme) for scheme in SCHEMES]
FORMAT_CHOICES: Final = [choice(settings_view.FORMATS[form], form) for form in FORMATS]
MATCH_CHOICES: Final = [
    choice("single games", 1),
    *(choice(f"best of {n}", n) for n in (3, 5, 7)),
]
_PLACES: Final = [
    choice("a thread of its own", "thread"),
    choice("here in the channel", "here"),
    choice("in private messages", "dm"),
]

league = app_commands.Group(name="league", description="The leagues of this server", guild_only=True)


@league.command(description="Make a league; what you leave out is taken as most people agree it")
@app_commands.describe(
    name="What it is called",
    preset="The rules; the server's own unless you say otherwise",
    scheme="How points are reckoned; as the rules have it unless you say otherwise",
    format="Who meets whom; open play unless you say otherwise",
    best_of="Single games unless you say otherwise",
    games="Of a club night its games, of a Swiss its rounds",
    minimum="Games that a player needs to be ranked",
    zone="The time zone of its days",
)
@app_commands.choices(scheme=SCHEME_CHOICES, format=FORMAT_CHOICES)
@app_commands.choices(best_of=MATCH_CHOICES)
@app_commands.autocomplete(preset=suggest_presets, zone=suggest_zones)
async def create(
    interaction: discord.Interaction[Any],
    name: str,
    preset: str | None = None,
    scheme: str | None = None,
    format: str | None = None,  # noqa: A002
    best_of: int | None = None,
    games: int | None = None,
    minimum: int | None = None,
    zone: str | None = None,
) -> None:
    """Found a league, and tell what was agreed for it."""
    context, guild_id = context_of(interaction), server_of(interaction)
    said = {"preset": preset, "scheme": scheme, "format": format, "best_of": best_of, "many": games}
    said |= {"minimum": minimum, "zone": zone}
    chosen: dict[str, Any] = {option: value for option, value in said.items() if value is not None}
    agreed_on = {**chosen, "preset": preset or await context.usual_preset(guild_id)}
    made = await context.leagues.setup.create(
        guild_id, await asker_of(context, interaction), name, LeagueOptions(**agreed_on)
    )
    await context.answer(interaction, page_view(settings_view.made(made, chosen)))


@league.command(description="Play in a league from now on")
@app_commands.describe(league=WHICH)
@app_commands.autocomplete(league=suggest_leagues)
async def join(interaction: discord.Interaction[Any], league: str | None = None) -> None:
    """Join, and say what follows."""
    context = context_of(interaction)
    meant = await league_joined(context, interaction, league)
    player = await context.meet(interaction.user)
    await context.leagues.members.join(meant, player)
    season = await context.leagues.directory.season(meant)
    waits = season.stage == "joining"
    then = gettext(
        "The fixtures are made once those who run it start the season." if waits else "`/league play` meets anyone."
    )
    if not waits and meant.format != "open":
        then = gettext("`/league fixtures` shows whom you meet.")
    await interaction.response.send_message(
        gettext(
            "**{name}** plays in **{meant_name}**. {then}",
            name=escaped(player.name),
            meant_name=escaped(meant.name),
            then=then,
        )
    )


@league.command(description="Leave a league in which you have not played yet")
@app_commands.describe(league=WHICH)
@app_commands.autocomplete(league=suggest_leagues)
async def leave(interaction: discord.Interaction[Any], league: str | None = None) -> None:
    """Leave without a trace."""
    context = context_of(interaction)
    meant = await league_meant(context, interaction, league)
    await context.leagues.members.leave(meant, await context.meet(interaction.user))
    await interaction.response.send_message(gettext("You have left {name}.", name=escaped(meant.name)), ephemeral=True)


@league.command(description="Play on no more: your results stand, your fixtures are off")
@app_commands.describe(league=WHICH)
@app_commands.autocomplete(league=suggest_leagues)
async def withdraw(interaction: discord.Interaction[Any], league: str | None = None) -> None:
    """Withdraw, for all to hear."""
    context = context_of(interaction)
    meant = await league_meant(context, interaction, league)
    asker = await asker_of(context, interaction)
    await context.leagues.members.withdraw(meant, asker)
    told = gettext(
        "**{name}** has withdrawn from **{meant_name}**; the results stand.",
        name=escaped(asker.player.name),
        meant_name=escaped(meant.name),
    )
    await interaction.response.send_message(told)


@league.command(description="Whom you meet, with a button to play each; or everyone's fixtures")
@app_commands.describe(whose="Yours unless you say otherwise", league=WHICH)
@app_commands.choices(whose=[choice("mine", "mine"), choice("everyone's", "all")])
@app_commands.autocomplete(league=suggest_leagues)
async def fixtures(interaction: discord.Interaction[Any], whose: str | None = None, league: str | None = None) -> None:
    """List fixtures, for the asker's eyes alone."""
    context = context_of(interaction)
    meant = await league_shown(context, interaction, league)
    player = None if whose == "all" else await context.meet(interaction.user)
    await context.answer(interaction, await loaders.fixture_list(context, meant, player), ephemeral=True)


@league.command(description="Open the table of your fixture against somebody, or in open play of any game")
@app_commands.describe(opponent="Whom you play", where="Where the game is played", league=WHICH)
@app_commands.choices(where=_PLACES)
@app_commands.autocomplete(league=suggest_leagues)
async def play(
    interaction: discord.Interaction[Any],
    opponent: discord.User,
    where: str | None = None,
    league: str | None = None,
) -> None:
    """Open the table with the league's rules, and ask the opponent."""
    context = context_of(interaction)
    meant = await league_meant(context, interaction, league)
    player, other = await context.meet(interaction.user), await person(context, opponent)
    await play_in_league(context, interaction, meant, player, other, where)


@league.command(description="Enter a game that you played over a board; your opponent confirms it")
@app_commands.describe(
    opponent="Whom you played",
    mine="Your holes, of a match in all its games",
    theirs="Your opponent's holes",
    games_mine="Of a match, the games you won",
    games_theirs="Of a match, the games your opponent won",
    skunks_mine="Of a match, the games you won by a skunk",
    skunks_theirs="Of a match, those your opponent won by a skunk",
    best_mine="Your best hand",
    best_theirs="Your opponent's best hand",
    day="When, as 2026-03-01; today unless you say otherwise",
    league=WHICH,
)
@app_commands.autocomplete(league=suggest_leagues)
async def enter(
    interaction: discord.Interaction[Any],
    opponent: discord.User,
    mine: int,
    theirs: int,
    games_mine: int | None = None,
    games_theirs: int | None = None,
    skunks_mine: int = 0,
    skunks_theirs: int = 0,
    best_mine: int | None = None,
    best_theirs: int | None = None,
    day: str | None = None,
    league: str | None = None,
) -> None:
    """Enter a result, and ask the other player in the channel whether it is right."""
    context = context_of(interaction)
    meant = await league_meant(context, interaction, league)
    asker, other = await asker_of(context, interaction), await person(context, opponent)
    score = score_of((mine, theirs), (games_mine, games_theirs), (skunks_mine, skunks_theirs), (best_mine, best_theirs))
    # The same command, should Discord bring it twice, is one entry.
    entered = await context.leagues.results.enter(
        meant,
        asker,
        (asker.player, other),
        score,
        played_on=None if day is None else day_of(day),
        entry=f"entry:{interaction.id}",
    )
    await interaction.response.send_message(
        view=results_view.entered(entered, meant.name, other),
        allowed_mentions=discord.AllowedMentions(users=[discord.Object(opponent.id)]),
    )


@league.command(description="The results that wait for your word, to confirm or deny")
@app_commands.describe(league=WHICH)
@app_commands.autocomplete(league=suggest_leagues)
async def confirm(interaction: discord.Interaction[Any], league: str | None = None) -> None:
    """List what waits for the asker, with the two answers to each."""
    context = context_of(interaction)
    meant = await league_meant(context, interaction, league)
    waiting = await loaders.waiting(context, meant, await context.meet(interaction.user))
    await context.answer(interaction, waiting, ephemeral=True)


@league.command(description="The table of a league; where there is none, of all games between people here")
@app_commands.describe(season="Which season, if not the one that is played", league=WHICH)
@app_commands.autocomplete(league=suggest_leagues)
async def table(interaction: discord.Interaction[Any], season: int | None = None, league: str | None = None) -> None:
    """Show the standings, worked out anew from the results."""
    context, guild_id = context_of(interaction), server_of(interaction)
    if league is None and not await context.leagues.directory.of_guild(guild_id):
        friendly = long_texts.league_table(await context.leagues.standings.of_server(guild_id))
        await interaction.response.send_message(
            gettext(
                "{friendly}\n-# There is no league here yet. {how}", friendly=friendly, how=gettext(_HOW_TO_MAKE_ONE)
            )
        )
        return
    meant = await league_shown(context, interaction, league)
    shown = await loaders.table(context, meant, await context.leagues.directory.season(meant, season))
    await context.answer(interaction, shown)


_HOW_TO_MAKE_ONE: Final = "Who may manage this server makes one with `/league create`."


@league.command(description="The seasons of a league, who won them, and the latest results")
@app_commands.describe(league=WHICH)
@app_commands.autocomplete(league=suggest_leagues)
async def history(interaction: discord.Interaction[Any], league: str | None = None) -> None:
    """Show what has been."""
    context = context_of(interaction)
    await context.answer(interaction, await loaders.past(context, await league_shown(context, interaction, league)))


@league.command(description="A player's page: form, rating, hands, and how he stands against others")
@app_commands.describe(
    player="Whose page; yours unless you say otherwise",
    opponent="Against whom",
    season="Which season, if not the one that is played",
    league=WHICH,
)
@app_commands.autocomplete(player=suggest_members, opponent=suggest_members, league=suggest_leagues)
async def player(
    interaction: discord.Interaction[Any],
    player: str | None = None,
    opponent: str | None = None,
    season: int | None = None,
    league: str | None = None,
) -> None:
    """Show all that is known of a player in a league."""
    context = context_of(interaction)
    meant = await league_shown(context, interaction, league)
    asker = await context.meet(interaction.user)
    whom = asker if player is None else await member_named(context, meant, player)
    other = None if opponent is None else await member_named(context, meant, opponent)
    page = await loaders.profile(context, meant, await context.leagues.directory.season(meant, season), whom, other)
    await context.answer(interaction, page)


@league.command(description="How strong everyone is, from all leagues of this server together")
@app_commands.describe(league=WHICH)
@app_commands.autocomplete(league=suggest_leagues)
async def ratings(interaction: discord.Interaction[Any], league: str | None = None) -> None:
    """Show everyone's rating."""
    context = context_of(interaction)
    await context.answer(
        interaction, await loaders.rating_list(context, await league_shown(context, interaction, league))
    )


@league.command(name="list", description="The leagues of this server, or what one of them has agreed")
@app_commands.describe(league="Which one, to see all that it has agreed")
@app_commands.autocomplete(league=suggest_leagues)
async def listed(interaction: discord.Interaction[Any], league: str | None = None) -> None:
    """List the leagues, or tell what one has agreed."""
    context, guild_id = context_of(interaction), server_of(interaction)
    if league is not None:
        meant = await context.leagues.directory.named(guild_id, league)
        told = settings_view.changed(meant, await context.leagues.directory.season(meant))
        await context.answer(interaction, page_view(told), ephemeral=True)
        return
    lines = []
    for one in await context.leagues.directory.of_guild(guild_id):
        playing = await context.leagues.members.playing(one)
        lines.append(settings_view.listed(one, await context.leagues.directory.season(one), len(playing)))
    shown = long_texts.as_many_as_fit(lines) or gettext(
        "There is no league here yet. {how}", how=gettext(_HOW_TO_MAKE_ONE)
    )
    await interaction.response.send_message(shown, ephemeral=True)


@league.command(description="Take the results of a league away as a file")
@app_commands.describe(format="A spreadsheet unless you say otherwise", league=WHICH)
@app_commands.choices(format=[choice("csv: a spreadsheet", "csv"), choice("json", "json")])
@app_commands.autocomplete(league=suggest_leagues)
async def export(
    interaction: discord.Interaction[Any],
    format: str | None = None,  # noqa: A002
    league: str | None = None,
) -> None:
    """Attach the file, for the asker's eyes alone."""
    context = context_of(interaction)
    meant = await league_shown(context, interaction, league)
    await interaction.response.defer(ephemeral=True)
    file = await files.exported(context, meant, format or "csv")
    await interaction.followup.send(
        gettext("The results of {name}.", name=escaped(meant.name)), file=file, ephemeral=True
    )


@league.command(description="Say that a name in an imported league is you; its managers consent")
@app_commands.describe(name="Your name there", league=WHICH)
@app_commands.autocomplete(name=suggest_names, league=suggest_leagues)
async def claim(interaction: discord.Interaction[Any], name: str, league: str | None = None) -> None:
    """Claim a name, for all to hear."""
    context = context_of(interaction)
    meant = await league_shown(context, interaction, league)
    said = await context.leagues.name_claims.make(meant, await context.meet(interaction.user), name)
    told = gettext(
        "**{name}** is **{named_name}** in **{meant_name}**",
        name=escaped(said.player.name),
        named_name=escaped(said.named.name),
        meant_name=escaped(meant.name),
    )
    await interaction.response.send_message(
        gettext("{told}, if a manager consents with `/league manage claims`.", told=told)
    )


@league.command(description="Take on a league that was imported on the command line")
@app_commands.describe(name="Its name, exactly")
async def adopt(interaction: discord.Interaction[Any], name: str) -> None:
    """Attach an imported league to this server."""
    context = context_of(interaction)
    adopted = await context.leagues.setup.adopt(server_of(interaction), await asker_of(context, interaction), name)
    names = [one.name for one in await context.leagues.name_claims.unclaimed(adopted)]
    unclaimed = (
        gettext(" Its players claim their names with `/league claim`: {people}.", people=settings_view.people(names))
        if names
        else ""
    )
    await interaction.response.send_message(
        gettext("**{name}** belongs to this server now.{unclaimed}", name=escaped(adopted.name), unclaimed=unclaimed)
    )


def score_of(
    holes: tuple[int, int],
    games: tuple[int | None, int | None],
    skunks: tuple[int, int],
    best: tuple[int | None, int | None] = (None, None),
) -> EnteredScore:
    """A score as it is told in options. Raises ``LeagueError`` where the games of one side alone are told."""
    if (games[0] is None) != (games[1] is None):
        raise LeagueError(gettext("Tell the games of both players, or of neither."))
    both = None if games[0] is None else cast("tuple[int, int]", games)
    return EnteredScore(holes=holes, games=both, skunks=skunks, best_hands=best)


def day_of(text: str) -> date:
    """A day as it is typed. Raises ``LeagueError``."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise LeagueError(gettext("A day is written as 2026-03-01.")) from None
