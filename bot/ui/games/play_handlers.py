"""Opens games: for `/play`, and for the buttons and forms of the question and the options before a game."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.i18n.translation import N_, gettext, join_list, render
from bot.models.errors import NotSeated, Stale, TableError
from bot.models.options import Option
from bot.models.player import Player
from bot.tables import seating
from bot.tables.game_stats import robot_like_player
from bot.tables.seating import Opening
from bot.tables.shuffle import commitment
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.commands import command, with_options
from bot.ui.core.context import context_of
from bot.ui.core.interactions import is_bot_dm, is_guest
from bot.ui.core.router import answers, chosen_fields, chosen_in
from bot.ui.games import play_options_view as views
from bot.ui.games import screens
from bot.ui.games.context import GameContext, game_context_of
from bot.ui.games.invitations import answer_with, place_for
from bot.ui.games.play_options import AUTOMATIC, CLUB, COUNTINGS, LIKE_HOST, OWN, ROBOT, ROBOTS, PlayOptions
from engine import presets
from engine.errors import CribbageError
from engine.presets import Preset
from engine.rules import Partners

OTHER_BOT: Final = N_("Other bots can't play. Invite a person, or choose a robot.")
NO_CLOCK: Final = N_("I'm only a guest here, so I can't keep time. Choose no time limit.")
FOUND: Final = N_("I found you a game: {names} wanted to play too. Look in {where}.")
OPENED: Final = N_("Your game is open.")
REMEMBERED: Final = {
    False: N_("You count your hands from now on. Change it any time with `/preferences`."),
    True: N_("The bot counts from now on. Change it any time with `/preferences`."),
}


async def start(
    context: GameContext,
    interaction: discord.Interaction[Any],
    options: PlayOptions,
    people: Sequence[discord.User | discord.Member],
    *,
    more: bool,
) -> None:
    """Open the game of a command; first show its options, if asked to, or ask who counts, if the host never said."""
    host = await context.meet(interaction.user)
    wishes = await context.accounts.preferences.read(host.id)
    options = await _with_people(context, interaction, options, people)
    if more:
        await context.answer(interaction, await _page(context, interaction, options), ephemeral=True)
        return
    is_first, counting = wishes.bot_counts is None, options.counting_by(wishes.bot_counts)
    # What cannot be opened is refused before anything is asked.
    opening = await _opening(context, interaction, replace(options, counting=counting))
    if counting is None or (is_first and options.counting is None):
        ask = views.counting_question if is_first else views.preset_question
        await context.answer(interaction, ask(options, await _promise(context, opening)), ephemeral=True)
        return
    if is_first:
        await context.accounts.preferences.put(host.id, replace(wishes, bot_counts=counting == AUTOMATIC))
    await _open(context, interaction, opening)


async def ask_opponent(context: GameContext, interaction: discord.Interaction[Any]) -> None:
    """Ask whom to play, by the rules of the server. Raises ``TableError`` where no game could be opened."""
    await context.meet(interaction.user)
    await place_for(context, interaction, None)
    options = PlayOptions(preset=await context.usual_preset(interaction.guild_id))
    question = views.opponent_question(options, in_private=is_bot_dm(interaction))
    await context.answer(interaction, question, ephemeral=not is_bot_dm(interaction))


@answers(views.ChooseOptions)
async def answer_press(
    context: GameContext, interaction: discord.Interaction[Any], pressed: views.ChooseOptions
) -> None:
    """Answer a button, a menu or a form. Raises ``TableError`` for an action that is none."""
    action, options = pressed.action, pressed.options
    if interaction.type is discord.InteractionType.modal_submit:
        options = await _changed(context, interaction, action, options)
    match action:
        case "own" | "bot":
            await _open_counted(context, interaction, options, bot_counts=action == "bot")
        case "start":
            await _open_from_page(context, interaction, options)
        case "people" | "rules" | "time" if interaction.type is discord.InteractionType.component:
            if action == "rules":
                options = replace(options, counting=await _counting(context, interaction, options))
            await interaction.response.send_modal(views.form_for(action, options))
        case "more" | "people" | "rules" | "time":
            await context.put(interaction, await _page(context, interaction, options))
        case "preset" if (chosen := chosen_in(interaction.data)) and chosen[0] in presets.PRESETS:
            # Another book has other lengths and ways to count double games.
            options = replace(options, preset=chosen[0], target=None, doubles=None)
            await context.put(interaction, await _page(context, interaction, options))
        case "friend" if chosen := chosen_in(interaction.data):
            people = await _fetch_people(interaction, [int(chosen[0])])
            await _open_from_page(context, interaction, await _with_people(context, interaction, options, people))
        case "pair" if chosen := chosen_in(interaction.data):
            options = replace(options, partner=views.read_partner(chosen[0]))
            await context.put(interaction, await _page(context, interaction, options))
        case _:
            raise TableError(gettext(views.OUTDATED))


async def _open_from_page(context: GameContext, interaction: discord.Interaction[Any], options: PlayOptions) -> None:
    """Open the game of a page of options, or ask who counts where the rules and the host's preference differ."""
    counting = await _counting(context, interaction, options)
    opening = await _opening(context, interaction, replace(options, counting=counting))
    if counting is None:
        await context.put(interaction, views.preset_question(options, await _promise(context, opening)))
    else:
        await _open(context, interaction, opening, gettext(OPENED))


async def _open_counted(
    context: GameContext, interaction: discord.Interaction[Any], options: PlayOptions, *, bot_counts: bool
) -> None:
    """Remember who counts in this host's games, and open the one that waits."""
    opening = await _opening(context, interaction, replace(options, counting=AUTOMATIC if bot_counts else OWN))
    preferences = context.accounts.preferences
    wishes = await preferences.read(opening.host.id)
    await preferences.put(opening.host.id, replace(wishes, bot_counts=bot_counts))
    await _open(context, interaction, opening, gettext(REMEMBERED[bot_counts]))


async def _open(
    context: GameContext, interaction: discord.Interaction[Any], opening: Opening, instead: str | None = None
) -> None:
    """Open a table, show its first screen, and let its publisher go on from there.

    ``instead`` replaces the screen that was pressed. A press that comes twice opens one game. Raises ``TableError``.
    """
    pressed = 0 if interaction.message is None else interaction.message.id
    if pressed in context.opened_by:
        raise TableError(gettext(OPENED))
    if pressed:
        context.opened_by[pressed] = None
    waiting, is_shown = context.tables.open_invitation(opening), instead is not None
    try:
        if waiting is not None and await _join(context, interaction, waiting, opening.host, is_shown=is_shown):
            return
        table = await context.tables.open(opening, press=interaction.id)
    except BaseException:
        context.opened_by.pop(pressed, None)
        raise
    invited = [discord.Object(one.discord_id) for one in opening.invited if one.discord_id is not None]
    await answer_with(context, interaction, table, invited, instead=instead)


async def _join(
    context: GameContext, interaction: discord.Interaction[Any], waiting: Table, player: Player, *, is_shown: bool
) -> bool:
    """Take the open seat of somebody who waits for the same game; False if somebody else was faster.

    ``is_shown`` is whether a screen was pressed.
    """
    try:
        table = await context.tables.accept(waiting.id, player, press=interaction.id)
    except (NotSeated, Stale):
        return False
    waiting = waiting.seen_from(interaction.guild_id)
    people = [name for seat, name in zip(waiting.seats, waiting.names, strict=True) if seat.player is not None]
    names = join_list(list(map(formatting.escape, people)))
    where = f"<#{waiting.agreement.channel_id}>"
    found = screens.plain_text(gettext(FOUND, names=names, where=where))
    if is_shown:
        await interaction.response.edit_message(view=found)
    else:
        await interaction.response.send_message(view=found, ephemeral=True)
    context.publisher.redraw(table.id)
    return True


async def _opening(context: GameContext, interaction: discord.Interaction[Any], options: PlayOptions) -> Opening:
    host = await context.meet(interaction.user)
    if options.robot == LIKE_HOST:
        options = replace(options, robot=await robot_like_player(context.tables, host.id))
    company = options.company(with_open_seats=not is_bot_dm(interaction))
    partner = options.partner_place(company)
    partners = Partners.CUT if partner is None else Partners.CHOSEN
    rules, clock = options.rules(company.players, partners=partners), options.clock()
    place = await place_for(context, interaction, options.where)
    if place == "guest" and clock is not None:
        raise TableError(gettext(NO_CLOCK))
    assert interaction.channel_id is not None
    opening = Opening(
        host=host,
        invited=tuple([await _player(context, interaction, one) for one in options.opponents]),
        robots=company.robots,
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id,
        place=place,
        preset=options.preset,
        rules=rules,
        partner=partner,
        best_of=options.best_of,
        clock=clock,
    )
    seating.check(opening)
    return opening


async def _promise(context: GameContext, opening: Opening) -> str:
    """Return the commitment to the shuffle of a game that begins with the next press, or an empty text."""
    if any(not seat.agreed for seat in seating.first_seats(opening)):
        return ""
    return commitment(await context.tables.promise(opening.host))


async def _player(context: GameContext, interaction: discord.Interaction[Any], discord_id: int) -> Player:
    player = await context.accounts.players.find(discord_id, interaction.guild_id)
    if player is None:
        raise TableError(gettext(views.OUTDATED))
    return player


async def _counting(context: GameContext, interaction: discord.Interaction[Any], options: PlayOptions) -> str | None:
    host = await context.meet(interaction.user)
    return options.counting_by((await context.accounts.preferences.read(host.id)).bot_counts)


async def _page(context: GameContext, interaction: discord.Interaction[Any], options: PlayOptions) -> Any:
    counting = await _counting(context, interaction, options)
    try:
        opening = await _opening(context, interaction, replace(options, counting=counting))
        return views.options_page(options, opening, counting, await _promise(context, opening))
    except CribbageError as error:
        return views.options_page(options, render(error.message), counting)


async def _with_people(
    context: GameContext,
    interaction: discord.Interaction[Any],
    options: PlayOptions,
    people: Sequence[discord.User | discord.Member],
) -> PlayOptions:
    """Return the options with these opponents; this bot itself is a robot. Raises ``TableError`` for other bots."""
    others = [one for one in people if one != interaction.client.user]
    if any(one.bot for one in others):
        raise TableError(gettext(OTHER_BOT))
    for one in others:
        await context.meet(one)
    robot = options.robot or (CLUB if len(others) < len(people) else None)
    return replace(options, opponents=tuple(one.id for one in others), robot=robot)


async def _changed(
    context: GameContext, interaction: discord.Interaction[Any], action: str, options: PlayOptions
) -> PlayOptions:
    """Return the options as a form leaves them. Raises ``TableError`` for a form that there is not."""
    if action not in views.FORMS:
        raise TableError(gettext(views.OUTDATED))
    chosen = chosen_fields(interaction.data)
    options = views.read_form(action, options, chosen)
    if action != "people":
        return options
    people = await _fetch_people(interaction, [int(value) for value in chosen.get("opponents", ())])
    return await _with_people(context, interaction, options, people)


async def _fetch_people(
    interaction: discord.Interaction[Any], ids: Sequence[int]
) -> list[discord.User | discord.Member]:
    """Return these accounts, as members where the interaction was in a server that the bot has joined."""
    if interaction.guild is not None and not is_guest(interaction):
        return [await interaction.guild.fetch_member(one) for one in ids]
    return [await interaction.client.fetch_user(one) for one in ids]


@command(description="Play cribbage with a friend, a robot or anyone")
@with_options(
    Option(name="opponent", kind=discord.User, description=N_("Your opponent. Leave empty for an open seat")),
    ROBOTS,
    Option(name="partner", kind=discord.User, description=N_("Your partner in a game of 4")),
    replace(COUNTINGS, choices={one: COUNTINGS.choices[one] for one in (OWN, AUTOMATIC)}),
    Option(name="preset", kind=Preset, description=N_("Which rules to play by")),
    Option(name="more", kind=bool, description=N_("More options: 3 or 4 players, length, time, place")),
)
async def play(interaction: discord.Interaction[Any], **chosen: Any) -> None:
    """Open a game, or show what else can be chosen for it."""
    preset = chosen["preset"] or await context_of(interaction).usual_preset(interaction.guild_id)
    options = PlayOptions(preset=preset, robot=chosen["robot"], counting=chosen["counting"])
    if (partner := chosen["partner"]) is not None:
        options = replace(options, players=4, partner=ROBOT if partner == interaction.client.user else partner.id)
    people = [one for one in (chosen["opponent"], partner) if one is not None]
    await start(game_context_of(interaction), interaction, options, people, more=bool(chosen["more"]))


@app_commands.context_menu(name="Challenge to cribbage")
async def challenge_to_cribbage(interaction: discord.Interaction[Any], person: discord.User | discord.Member) -> None:
    """Invite a member from their menu, by the rules of the server."""
    options = PlayOptions(preset=await context_of(interaction).usual_preset(interaction.guild_id))
    await start(game_context_of(interaction), interaction, options, [person], more=False)
