"""The laws: the page about each, what it says and what this bot does about it, and how one is found by words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from string import Formatter
from types import MappingProxyType
from typing import Annotated, Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.i18n.translation import N_, gettext
from bot.models.errors import TableError
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.components import Button, page_view
from bot.ui.core.context import context_of
from bot.ui.core.formatting import doubles
from bot.ui.core.router import LONGEST_ID, AnyPress, Part, answers, press
from engine.errors import NotationError
from engine.laws import OPTIONS, UNBREAKABLE, Law
from engine.messages import read_texts
from engine.presets import PRESETS, Preset
from engine.presets import find as preset_named
from engine.rules import Counting, NextDealer, Partners, Rules
from engine.text.typed_cards import quoted

WHO_COUNTS: Final[Mapping[Counting, str]] = MappingProxyType(
    {
        Counting.AUTOMATIC: N_("the bot counts"),
        Counting.REFEREE: N_("you count, the bot checks"),
        Counting.CHALLENGE: N_("players check each other"),
    }
)
TEXTS: Final = read_texts(__package__, "rule_texts.toml")
"""What is said of each field of ``Rules`` but the double games, and of what depends on several fields."""


def describe(about: str, rules: Rules, *, in_match: bool = False, is_fixture: bool = False) -> str:
    """Return what is said of a field of ``Rules``, or of another entry of ``TEXTS``, under these rules.

    In a fixture the league decides who deals first.
    """
    if about == "doubles":
        return doubles(rules)
    facts = {
        **rules.to_dict(),
        "five_card": rules.five_card,
        "go_is_spoken": rules.go_is_spoken,
        "has_skunks": bool(rules.doubles),
        "points": rules.false_game_penalty,
        "in_match": in_match,
        "is_fixture": is_fixture,
        "keeps_partners": in_match and rules.players == 4 and rules.partners is Partners.CUT,
    }
    return _text(about, facts)


def _text(about: str, facts: Mapping[str, Any]) -> str:
    entry = next(entry for entry in TEXTS[about] if _holds(entry.get("when", {}), facts))
    text = entry["text"]
    return " ".join(_sentence(one, facts) for one in ([text] if isinstance(text, str) else text))


def _holds(when: Mapping[str, Any], facts: Mapping[str, Any]) -> bool:
    return all(facts[name] in (wanted if isinstance(wanted, list) else [wanted]) for name, wanted in when.items())


def _sentence(text: str, facts: Mapping[str, Any]) -> str:
    if text.startswith("$"):
        return _text(text[1:], facts)
    names = [name for _, name, *_ in Formatter().parse(text) if name]
    return gettext(text, **{name: facts[name] if name in facts else _text(name, facts) for name in names})


BOOKS: Final = {
    "000": N_("the US rules"),
    "001": N_("an online club's rules"),
    "002": N_("the Encyclopaedia of 1877"),
    "003": N_("the Crib-Derby board's rules"),
    "ACC": N_("the tournament rules of the American Cribbage Congress"),
}
"""The four rule books and the Congress's rules, by the names that people know them by."""


_COMMANDS: Final = frozenset({Law.FRESH_CUT, Law.CRIB_UNTOUCHED})
"""The laws that nobody can break whose sentence says what is done, and of no mistake that can't happen."""


def page_of(law: Law, rules: Rules | None = None, *, in_match: bool = False, is_fixture: bool = False) -> list[str]:
    """Return the paragraphs about a law; with ``rules``, also what it means in the reader's own game."""
    text = LAW_TEXTS[law]
    written = [gettext("**Source:** {written}.", written=source_of(law))]
    if text.quote:
        translation = gettext(text.quote)
        plain = [] if translation == text.quote else [gettext('> "{quote}"', quote=translation)]
        written[:0] = [f'> "{text.quote}"', *plain]
    paragraphs = [
        "\n".join(
            (
                f"**{name_of(law)}**",
                " ".join(filter(None, (gettext(law.sentence), gettext(text.more)))),
                *written,
            )
        ),
        gettext("**Here:** {here}", here=" ".join(_bots_part(law))),
    ]
    if law in OPTIONS:
        paragraphs[-1] += "\n" + "\n".join(_by_preset(law))
    if law in OPTIONS and rules is not None:
        way = effect_of(law, rules, in_match=in_match, is_fixture=is_fixture)
        paragraphs.append(gettext("**In your game:** {way}", way=way))
    others = [name_of(other) for other in Law if other is not law and None is not law.number == other.number]
    return [*paragraphs, gettext("-# See also {others}.", others=", ".join(others))] if others else paragraphs


def source_of(law: Law) -> str:
    """Return where a law is written, as in ``the Encyclopaedia of 1877, law 19``."""
    place, _, number = law.source.partition(", ")
    match place:
        case "custom":
            return gettext("common practice, but not in any of the bot's four rule books")
        case "ACC":
            return f"{gettext(BOOKS[place])}, {_numbered(number)}"
        case _:
            book = gettext(BOOKS[place.partition(":")[0]])
            return f"{book}, {_numbered(number)}" if number else book


_NUMBERED: Final = {"law": N_("law"), "rule": N_("rule")}


def _numbered(number: str) -> str:
    """Return the number of a law in its book: ``law 19``, or ``rule 10``."""
    what, _, place = number.partition(" ")
    return f"{gettext(_NUMBERED[what])} {place}"


def effect_of(law: Law, rules: Rules, *, in_match: bool = False, is_fixture: bool = False) -> str:
    """Return what a law that is an option means under these rules."""
    if OPTIONS[law] == "next_dealer":
        return describe("first_deal", rules, in_match=in_match, is_fixture=is_fixture)
    # Some laws share a field with another.
    return describe(law.value if law.value in TEXTS else OPTIONS[law], rules)


def _bots_part(law: Law) -> Iterator[str]:
    if law in _COMMANDS:
        yield gettext(UNBREAKABLE[law])
    elif law in UNBREAKABLE:
        yield gettext("That can't happen. {unbreakable}", unbreakable=gettext(UNBREAKABLE[law]))
    if LAW_TEXTS[law].here:
        yield gettext(LAW_TEXTS[law].here)


def _by_preset(law: Law) -> Iterator[str]:
    """Yield what the law means in each preset; presets in which it means the same share a line."""
    presets: dict[str, list[str]] = {}
    for name in PRESETS:
        rules = preset_named(name, ceremony=law is Law.PREDEAL_CUT)
        effect = _first_deal(PRESETS[name]) if OPTIONS[law] == "next_dealer" else effect_of(law, rules)
        presets.setdefault(effect, []).append(f"`{name}`")
    for sentence, names in presets.items():
        where = ", ".join(names) if len(presets) > 1 else gettext("All rules")
        yield f"- {formatting.labelled(where, sentence)}"


def _first_deal(preset: Preset) -> str:
    """Return who deals first in a preset, and in a match where that is different."""
    single = describe("next_dealer", preset_named(preset.name))
    for players in preset.players:
        rules = replace(preset_named(preset.name, players=players), next_dealer=preset.in_rubber)
        in_match = describe("next_dealer", rules, in_match=True)
        if preset.in_rubber is preset.rules.next_dealer is not NextDealer.CUT or in_match == single:
            continue
        where = (
            gettext("In a match: {in_match}", in_match=in_match)
            if players == 2
            else gettext("In a match with {players} players: {in_match}", players=players, in_match=in_match)
        )
        return f"{single} {where}"
    return single


_MOST = 25


async def suggest_laws(_: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """Suggest the laws that match what was typed, by number, name, or a word in them."""
    return [Choice(name=name_of(law), value=law.value) for law in suggestions(typed)[:_MOST]]


@app_commands.command(
    description="Look up a law or scoring rule: what it says, where it's from and how the bot applies it"
)
@app_commands.describe(law="The law's number, its name or a word from it")
@app_commands.autocomplete(law=suggest_laws)
async def law(interaction: discord.Interaction[Any], law: str) -> None:
    found = find(law)
    await interaction.response.send_message(
        view=page_view(page_for(found, await _own_game(interaction))), ephemeral=True
    )


def page_for(law: Law, table: Table | None) -> list[str]:
    """Return the paragraphs about a law, with what it means in the asker's game if they have one."""
    if table is None:
        return page_of(law)
    return page_of(law, table.rules, in_match=table.in_match, is_fixture=table.agreement.fixture is not None)


async def _own_game(interaction: discord.Interaction[Any]) -> Table | None:
    """Return the asker's game; None if they have none, or several."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    try:
        return await context.table_for(interaction, player)
    except TableError:
        return None


_BY_NAME: Final = {law.value: law for law in Law}
_LAWS: Final = Part(
    ".+",
    lambda text: tuple(_BY_NAME[name] for name in text.split(".")),
    lambda laws: ".".join(law.value for law in laws),
)


@press("why1:{laws}")
class Why(AnyPress):
    """The button that explains some laws."""

    laws: Annotated[tuple[Law, ...], _LAWS]


def why_button(laws: Collection[Law]) -> Button:
    """Return the button that explains these laws, at least one. Laws that do not fit in its custom id are left out."""
    shown = Why(tuple(laws)[:1])
    for law in list(dict.fromkeys(laws))[1:]:
        longer = Why((*shown.laws, law))
        shown = longer if len(longer.custom_id) <= LONGEST_ID else shown
    return Button(gettext("Why?"), shown.custom_id)


@answers(Why)
async def explain(_: object, interaction: discord.Interaction[Any], pressed: Why) -> None:
    await interaction.response.send_message(view=page_view(why_page(pressed.laws)), ephemeral=True)


def why_page(laws: Iterable[Law]) -> list[str]:
    paragraphs = [
        gettext(
            "**{law}**\n{sentence}\n-# Source: {written}.",
            law=name_of(law),
            sentence=gettext(law.sentence),
            written=source_of(law),
        )
        for law in laws
    ]
    return [*paragraphs, gettext("-# Use `/law` to read more.")]


@dataclass(frozen=True, slots=True)
class LawText:
    """The texts about a law: ``more`` beside its sentence, ``here`` what the bot does, ``quote`` the words of 1877."""

    more: str = ""
    here: str = ""
    quote: str = ""


_TEXTS: Final = read_texts(__package__, "law_texts.toml")

LAW_TEXTS: Final[Mapping[Law, LawText]] = {law: LawText(**_TEXTS[law.value]) for law in Law}
NUMBERS: Final = tuple(sorted({law.number for law in Law if law.number is not None}))
_WORD: Final = re.compile(r"[a-z0-9]+")
_NEAREST: Final = 3


def name_of(law: Law) -> str:
    """Return the name of a law in a list: ``Law 19: Overscored``, or ``Fifteen``."""
    return (
        gettext(law.title)
        if law.number is None
        else gettext("Law {number}: {title}", number=law.number, title=gettext(law.title))
    )


def suggestions(typed: str) -> list[Law]:
    """Return the laws that match what has been typed so far, the likeliest first; all if nothing has been."""
    wanted = _words(typed)
    ranked = [(rank, law) for law in _BY_NUMBER if (rank := _rank(law, wanted)) is not None]
    return [law for _, law in sorted(ranked, key=lambda pair: pair[0])]


def find(text: str) -> Law:
    """Return the law that a text names. Raises ``NotationError`` with the nearest names if none or several match."""
    wanted = _words(text)
    found = suggestions(text) if wanted else []
    if not found:
        raise NotationError(
            gettext("I can't find a law called {text}. {nearest}", text=quoted(text.strip()), nearest=_nearest(wanted))
        )
    ranks = [_rank(law, wanted) for law in found[:2]]
    if len(found) > 1 and ranks[0] == ranks[1] != _EXACT:
        names = "; ".join(map(name_of, found[:_NEAREST]))
        raise NotationError(
            gettext("Several laws match {text}: {names}. Choose one.", text=quoted(text.strip()), names=names)
        )
    return found[0]


_EXACT: Final = 0
_LONGEST: Final = 2_000
"""The letters of a text that are looked at, more than any law has."""

_LONGEST_NAME: Final = 60
"""The letters that are compared with the names of laws, for which the time grows with their square."""


def _rank(law: Law, wanted: Sequence[str]) -> int | None:
    """Return how well a law matches these words, 0 best; None if one of them is not in it."""
    if [*wanted] in _names(law):
        return _EXACT
    if len(wanted) == 1 and wanted[0].isdigit():
        return 1 if str(law.number or "").startswith(wanted[0]) else None
    texts = (f"{law.value} {name_of(law)}", f"{law.sentence} {law.source}", _law_text(law))
    for place, _ in enumerate(texts):
        held = _words(" ".join(texts[: place + 1]))
        if all(any(word.startswith(part) for word in held) for part in wanted):
            return 2 + place
    return None


def _names(law: Law) -> list[list[str]]:
    """Return every name that means this law alone; of the laws numbered 19 the overscore comes first."""
    names = [_words(law.value), _words(law.title), _words(name_of(law))]
    if law.number is not None and law is next(one for one in Law if one.number == law.number):
        names += [[str(law.number)], ["law", str(law.number)]]
    return names


def _law_text(law: Law) -> str:
    text = LAW_TEXTS[law]
    return f"{text.more} {text.here} {text.quote} {UNBREAKABLE.get(law, '')}"


def _nearest(wanted: Sequence[str]) -> str:
    if len(wanted) == 1 and wanted[0].isdigit():
        return gettext("The numbers go from {first} to {last}.", first=NUMBERS[0], last=NUMBERS[-1])
    names = {" ".join(name): law for law in Law for name in (_words(law.value), _words(gettext(law.title)))}
    near = get_close_matches(" ".join(wanted)[:_LONGEST_NAME], names, n=_NEAREST, cutoff=0.55)
    if not near:
        return gettext(
            "Type a number from {first} to {last}, or a name like his heels.", first=NUMBERS[0], last=NUMBERS[-1]
        )
    return gettext(
        "Did you mean {fromkeys}?", fromkeys=gettext(" or ").join(dict.fromkeys(name_of(names[name]) for name in near))
    )


def _words(text: str) -> list[str]:
    return _WORD.findall(text[:_LONGEST].lower().replace("'", ""))


_BY_NUMBER: Final = tuple(sorted(Law, key=lambda law: law.number or len(Law)))
