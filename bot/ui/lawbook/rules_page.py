"""/rules: the rules of a game or a preset in words, the list of presets, and each compared with its book."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

import discord
from discord import ButtonStyle, app_commands

from bot.i18n.translation import N_, gettext, pgettext
from bot.models.agreement import Clock
from bot.models.errors import NoSuchTable
from bot.tables import matches
from bot.tables.clocks import clock_summary
from bot.tables.table import Table
from bot.ui.core.commands import PresetName
from bot.ui.core.components import Button, Screen, page_view
from bot.ui.core.context import Context, context_of
from bot.ui.core.formatting import doubles
from bot.ui.core.router import AnyPress, Part, Rest, answers, press
from bot.ui.lawbook.law_page import BOOKS, WHO_COUNTS, describe
from engine.books.table import TITLES, Comparison, Verdict, books_of, points_of
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
        told = [describe("false_challenge", rules)]
        if "002" not in books_of(preset.name) or preset.name == "house":
            # Law 20 is 002's.
            told.append(gettext("(`{name}` borrows the 2 points from the laws of 1877.)", name=preset.name))
        yield gettext("Wrong challenge"), told


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
    await interaction.response.edit_message(view=preset_screen(pressed.preset, pressed.players))


LONGEST: Final = 1_500
_HEADINGS: Final = {
    Verdict.DIFFERS: N_("**Where the bot does something else**"),
    Verdict.SILENT: N_("**Where the book doesn't say enough**"),
}


def _dotted(read: Callable[[str], object], pattern: str) -> Part:
    """Return a part after a dot, which may be left out or, before the next one, empty."""
    return Part(
        rf"(?:\.(?:{pattern})?)?",
        lambda text: read(text[1:]) if text[1:] else None,
        lambda value: "" if value is None else f".{value}",
    )


@press("book1:{preset}{page}{counting}")
class ShowBook(AnyPress):
    """A button that compares a preset with its book: on this page, or in an answer of its own.

    ``counting`` is who counts in a game, where that is not as the preset has it.
    """

    preset: Annotated[str, Part("|".join(PRESETS))]
    page: Annotated[int | None, _dotted(int, "[0-9]{1,9}")] = None
    counting: Annotated[Counting | None, _dotted(Counting, "[a-z]+")] = None


def book_button(preset: str, counting: Counting | None = None) -> Button:
    """Return the button that opens the first page; ``counting`` is who counts in the game that it is about."""
    other = None if counting is PRESETS[preset].rules.counting else counting
    return Button(gettext("Compare with the book"), ShowBook(preset, None, other).custom_id)


def book_screen(preset: str, page: int = 0, counting: Counting | None = None) -> Screen:
    """Return a page, counted from 0, with buttons to turn it if there are several."""
    pages = list(pages_of(preset, counting))
    place = min(max(page, 0), len(pages) - 1)
    turns = [_turn(preset, place, step, len(pages), counting) for step in (-1, 1)]
    head = gettext("{head} ({page} of {pages})", head=_head(preset), page=place + 1, pages=len(pages))
    several = len(pages) > 1
    return page_view([head if several else _head(preset), *pages[place]], *([turns] if several else []))


_OF_COUNTS: Final = frozenset(
    {
        *("counting", "pegging", "muggins", "overscore", "amend", "false_game_penalty", "false_muggins", "judges"),
        *("time_to_challenge", "winning_count", "wrong_challenge", "heels_forfeit", "opponents"),
    }
)


def pages_of(preset: str, counting: Counting | None = None) -> Iterator[list[str]]:
    """Yield the paragraphs of each page; the first begins with what the comparison is about.

    Where somebody else counts than in the preset, that is said in place of the points that depend on it.
    """
    is_own = counting in {None, PRESETS[preset].rules.counting}
    paragraphs, length = [_introduction(preset)], 0
    if counting is not None and not is_own:
        who = gettext(WHO_COUNTS[counting])
        paragraphs.append(
            gettext("**In your game:** {who}. So I leave out here what the book says about counting.", who=who)
        )
    for verdict, heading in _HEADINGS.items():
        lines = [gettext(heading)]
        points = [point for point in points_of(preset, verdict) if is_own or point.about not in _OF_COUNTS]
        for line in map(_line, points):
            if length + len(line) > LONGEST:
                yield [*paragraphs, "\n".join(lines)] if len(lines) > 1 else paragraphs
                paragraphs, lines, length = [], [gettext(heading)], 0
            lines.append(line)
            length += len(line)
        if len(lines) > 1:
            paragraphs.append("\n".join(lines))
    rest = gettext(
        "-# Everything else is in one of the books." if preset == "house" else "-# Everything else follows the book."
    )
    yield [*paragraphs, rest] if is_own else paragraphs


def _head(preset: str) -> str:
    return gettext("**{preset} and the book**", preset=gettext(PRESETS[preset].title))


def _introduction(preset: str) -> str:
    if preset == "house":
        return gettext("The house rules are this bot's own. Most of them are taken from books.")
    (book,) = books_of(preset)
    return gettext("The book is {book}.", book=gettext(BOOKS[book]))


def _line(point: Comparison) -> str:
    return gettext(
        "- **{topic}**{place}: {book} **Here:** {here}",
        topic=gettext(TITLES[point.about]),
        place=_place(point),
        book=gettext(point.book),
        here=gettext(point.here),
    )


def _place(point: Comparison) -> str:
    """Return the line or the rule of a point, with a space before it; nothing if the book has none."""
    book, _, line = point.source.partition(":")
    if line and point.preset == "house":
        return gettext(" ({book}, line {line})", book=gettext(BOOKS[book]), line=line)
    if line:
        return gettext(" (line {line})", line=line)
    _, _, rule = point.source.partition(", rule ")
    return gettext(" (rule {rule})", rule=rule) if rule else ""


def _turn(preset: str, place: int, step: int, pages: int, counting: Counting | None) -> Button:
    to = place + step
    label = gettext("Next") if step > 0 else gettext("Back")
    style = ButtonStyle.primary if step > 0 else ButtonStyle.secondary
    other = None if counting is PRESETS[preset].rules.counting else counting
    turn = ShowBook(preset, to if to >= 0 else pages, other)
    return Button(label, turn.custom_id, style, disabled=not 0 <= to < pages)


@answers(ShowBook)
async def show_book(_: Context, interaction: discord.Interaction[Any], pressed: ShowBook) -> None:
    """Compare a preset with its book: in an answer of its own, or on another page of one."""
    screen = book_screen(pressed.preset, pressed.page or 0, pressed.counting)
    if pressed.page is None:
        await interaction.response.send_message(view=screen, ephemeral=True)
    else:
        await interaction.response.edit_message(view=screen)
