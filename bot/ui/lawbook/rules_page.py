"""`/rules`: the rules of a game or of a preset on one screen, with buttons to read more, and the presets in a list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ButtonStyle, app_commands

from bot.i18n.translation import gettext, pgettext
from bot.models.agreement import Clock
from bot.models.errors import NoSuchTable
from bot.tables import matches
from bot.tables.clocks import clock_summary
from bot.tables.table import Table
from bot.ui.core.commands import PresetName
from bot.ui.core.components import Button, Screen, page_view
from bot.ui.core.context import Context, context_of
from bot.ui.core.formatting import doubles
from bot.ui.core.router import AnyPress, Rest, answers, press
from bot.ui.lawbook.book_pages import book_button
from bot.ui.lawbook.rule_texts import WHO_COUNTS, describe
from engine.books.table import books_of
from engine.presets import PRESETS, Preset, find
from engine.rules import Counting, Irregular, Overscore, PlayOn, Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Everything agreed on that the rules of a game depend on.

    ``best_of`` is how many games its match has at most. In a fixture the league decides who deals first.
    """

    preset: Preset
    rules: Rules
    best_of: int = 1
    clock: Clock | None = None
    is_fixture: bool = False


def explain_rules(terms: Terms) -> list[str]:
    """Return a preset's name, and these rules one by one in the order of a game."""
    preset, counting = terms.preset, terms.rules.counting
    about = preset.source if counting is preset.rules.counting else WHO_COUNTS[counting]
    return [
        f"**{gettext(preset.title)}** (`{preset.name}`): {gettext(about)}",
        "\n".join(f"- **{heading}:** {' '.join(filter(None, sentences))}" for heading, sentences in _sections(terms)),
    ]


def explain_preset(name: str, players: int = 2) -> list[str]:
    """Return the rules of a preset for this many players, and what else may be agreed within it.

    Raises ``RulesError`` for an unknown preset, or one that is not for this many.
    """
    preset, rules = PRESETS.get(name), find(name, players=players)
    assert preset is not None
    explained = explain_rules(Terms(preset=preset, rules=rules))
    in_match = describe("next_dealer", replace(rules, next_dealer=preset.in_rubber), in_match=True)
    if in_match != describe("next_dealer", rules):
        explained.append(gettext("**In a match:** {first_deal}", first_deal=in_match))
    return [*explained, gettext("**More options in `/play`:** {offered}.", offered=_offered(preset))]


def explain_table(table: Table) -> list[str]:
    """Return the rules of a game as it was agreed, with its match and its clock if it has them."""
    agreement = table.agreement
    terms = Terms(
        preset=PRESETS[agreement.preset],
        rules=table.rules,
        best_of=agreement.best_of,
        clock=agreement.clock,
        is_fixture=agreement.fixture is not None,
    )
    besides = " ".join(filter(None, (*_match(terms), *_clock(terms.clock), describe("edition", terms.rules))))
    return [*explain_rules(terms), *([gettext("**Also:** {besides}", besides=besides)] if besides else [])]


def list_presets(usual: str) -> list[str]:
    """Return a line about every preset, the usual one first."""
    ordered = sorted(PRESETS.values(), key=lambda preset: preset.name != usual)
    lines = [f"- `{preset.name}` **{gettext(preset.title)}**: {_in_short(preset)}" for preset in ordered]
    lines[0] += gettext(" *(default)*")
    return [
        "\n".join(lines),
        gettext("-# To see all the rules of one, use `/rules preset`. To look up a law, use `/law`."),
    ]


def _sections(terms: Terms) -> Iterator[tuple[str, list[str]]]:
    """Yield a heading and its sentences for every rule that can matter, in the order of a game."""
    rules = terms.rules
    yield gettext("Cards"), [describe("players", rules)]
    if rules.players == 4:
        yield gettext("Partners"), [describe("partners", rules)]
    yield gettext("Game"), [describe("target", rules), doubles(rules)]
    in_match = terms.best_of > 1
    yield gettext("First deal"), [describe("first_deal", rules, in_match=in_match, is_fixture=terms.is_fixture)]
    if rules.ceremony:
        yield gettext("Cutting"), [describe("ceremony", rules), describe("predeal_cut", rules)]
    if rules.three_for_last:
        yield gettext("Three for last"), [describe("three_for_last", rules)]
    yield gettext("His heels"), [describe("heels_forfeit", rules)]
    yield pgettext("the phase of a deal", "Play"), [describe("pegging", rules), *_five_card(rules)]
    yield from _counting(terms.preset, rules)
    if rules.players > 2 and _has_adversary(rules):
        yield gettext("Opponent"), [describe("opponent", rules)]
    if rules.irregular is Irregular.PENALISE:
        yield gettext("Mistakes"), [describe("irregular", rules)]
    yield gettext("Giving up"), [describe("giving_up", rules)]


def _counting(preset: Preset, rules: Rules) -> Iterator[tuple[str, list[str]]]:
    yield gettext("Show"), _counted(rules, "counting", "time_to_challenge")
    if rules.counting is Counting.AUTOMATIC:
        return
    yield gettext("Too many"), _counted(rules, "overscore", "false_game_penalty")
    yield gettext("Too few"), _counted(rules, "muggins", "amend")
    if rules.counting is Counting.CHALLENGE:
        yield gettext("Wrong challenge"), [describe("false_challenge", rules), *_borrowed(preset)]


def _counted(rules: Rules, about: str, if_challenged: str) -> list[str]:
    told = (about, if_challenged) if rules.counting is Counting.CHALLENGE else (about,)
    return [describe(one, rules) for one in told]


def _five_card(rules: Rules) -> Iterator[str]:
    if rules.single_series:
        yield describe("single_series", rules)
    if rules.play_on is PlayOn.MAY:
        yield describe("play_on", rules)


def _match(terms: Terms) -> Iterator[str]:
    if terms.best_of == 1:
        return
    yield gettext("It's a match: first to {needed} games.", needed=matches.needed(terms.best_of))
    if terms.rules.doubles:
        worth = sorted({games for _, games in terms.rules.doubles})
        yield gettext("A skunk counts as {games} games.", games=_either(worth))


def _clock(clock: Clock | None) -> Iterator[str]:
    if clock is not None:
        then = gettext("a robot plays on" if clock.when_over == "robot" else "you lose")
        yield gettext("Clock:{time} When your time is up, {then}.", time=clock_summary(clock), then=then)


def _borrowed(preset: Preset) -> Iterator[str]:
    """Yield where a preset has the price of a wrong challenge from, unless it is its own book's: law 20 is 002's."""
    if "002" not in books_of(preset.name) or preset.name == "house":
        yield gettext("(`{name}` borrows the 2 points from the laws of 1877.)", name=preset.name)


def _has_adversary(rules: Rules) -> bool:
    """Return whether a player can gain points or a choice by another's mistake."""
    declared = rules.counting is not Counting.AUTOMATIC and (rules.muggins or rules.overscore is Overscore.TO_ADVERSARY)
    return declared or rules.irregular is Irregular.PENALISE


def _in_short(preset: Preset) -> str:
    """Return a preset in a few words: where it is from and who counts, its lengths, and how many play."""
    return gettext(
        "{source}. To {lengths} points, {players} players.",
        source=gettext(preset.source),
        lengths=_either(preset.doubles),
        players=_either(preset.players),
    )


def _offered(preset: Preset) -> str:
    """Return what can be chosen for a preset among the further options of `/play`."""
    offers = []
    if len(preset.players) > 1:
        offers.append(gettext("{numbers} players", numbers=_either(preset.players)))
    if 4 in preset.players:
        offers.append(gettext("your partner"))
    if len(preset.doubles) > 1:
        offers.append(gettext("{lengths} points", lengths=_either(preset.doubles)))
    if any(len(kinds) > 1 for kinds in preset.doubles.values()):
        offers.append(gettext("skunks"))
    if preset.rules.counting is not Counting.AUTOMATIC:
        offers.append(gettext("muggins"))
    return "; ".join([*offers, gettext("cutting the deck yourselves")])


def _either(choices: Iterable[object]) -> str:
    *most, last = map(str, choices)
    return gettext("{most} or {last}", most=", ".join(most), last=last) if most else last


# The screens.


@press("rules1:{preset}.{players}")
class ShowRules(AnyPress):
    """A button that shows the rules of a preset for a number of players; ``ValueError`` for what cannot be played."""

    preset: Rest
    players: int

    def __post_init__(self) -> None:
        if self.preset not in PRESETS or self.players not in PRESETS[self.preset].players:
            raise ValueError


def table_screen(table: Table) -> Screen:
    """Return the rules of a game."""
    return page_view(explain_table(table), [book_button(table.agreement.preset, table.rules.counting)])


def preset_screen(name: str, players: int = 2) -> Screen:
    """Return the rules of a preset for this many players. Raises ``RulesError`` for an unknown preset."""
    explained = explain_preset(name, players)
    numbers = PRESETS[name].players
    switches = [_switch(name, number, chosen=number == players) for number in numbers] if len(numbers) > 1 else []
    return page_view(explained, [*switches, book_button(name)])


def _switch(name: str, players: int, *, chosen: bool) -> Button:
    style = ButtonStyle.primary if chosen else ButtonStyle.secondary
    label = gettext("{players} players", players=players)
    return Button(label, ShowRules(name, players).custom_id, style, disabled=chosen)


@app_commands.command(description="The rules of your game, of a preset, or all presets in a list")
@app_commands.describe(preset="Which rules. Leave empty for the rules of your own game")
async def rules(interaction: discord.Interaction[Any], preset: PresetName | None = None) -> None:
    """Explain a preset, or the rules of the asker's game; list the presets where there is none."""
    context = context_of(interaction)
    screen = preset_screen(preset) if preset is not None else await _of_game(context, interaction)
    await interaction.response.send_message(view=screen, ephemeral=True)


async def _of_game(context: Context, interaction: discord.Interaction[Any]) -> Screen:
    player = await context.meet(interaction.user)
    try:
        table = await context.table_for(interaction, player)
    except NoSuchTable:
        return page_view(list_presets(await context.usual_preset(interaction.guild_id)))
    return table_screen(table)


@answers(ShowRules)
async def show_preset(_: Context, interaction: discord.Interaction[Any], pressed: ShowRules) -> None:
    """Show the rules of a preset for another number of players."""
    await interaction.response.edit_message(view=preset_screen(pressed.preset, pressed.players))
