"""The rules of a table or of a preset on one screen, and the presets in a list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.i18n.translation import gettext
from bot.models.agreement import Clock
from bot.tables import matches
from bot.tables.table import Table
from bot.ui.core.formatting import clock_summary, doubles
from bot.ui.lawbook import rule_texts
from engine.presets import PRESETS, Preset, find
from engine.rules import Counting, Irregular, Overscore, PlayOn, Rules

_WITH_LAW_20: Final = ("britannica", "britannica-five")
"""The presets in whose own book a false challenge costs two."""


def explain_rules(preset: Preset, rules: Rules) -> list[str]:
    """Return a preset's name, and these rules one by one in the order of a game."""
    return [
        f"**{gettext(preset.title)}** (`{preset.name}`): {gettext(preset.source)}",
        "\n".join(f"- **{about}:** {' '.join(sentences)}" for about, sentences in _sections(preset, rules)),
    ]


def explain_preset(name: str) -> list[str]:
    """Return the rules of a preset, and what else may be agreed within it. Raises ``RulesError`` for an unknown one."""
    rules = find(name)
    preset = PRESETS[name]
    return [*explain_rules(preset, rules), gettext("**More options in `/play`:** {offered}.", offered=_offered(preset))]


def explain_table(table: Table) -> list[str]:
    """Return the rules of a table, with its match and its clock if it has them."""
    explained = explain_rules(PRESETS[table.agreement.preset], table.rules)
    besides = " ".join((*_match(table.agreement.best_of), *_clock(table.agreement.clock)))
    return [*explained, gettext("**Also:** {besides}", besides=besides)] if besides else explained


def list_presets(usual: str) -> list[str]:
    """Return a line about every preset, the usual one first."""
    ordered = sorted(PRESETS.values(), key=lambda preset: preset.name != usual)
    lines = [f"- `{preset.name}` **{gettext(preset.title)}**: {_in_short(preset)}" for preset in ordered]
    lines[0] += gettext(" *(default)*")
    return [
        "\n".join(lines),
        gettext("-# To see all the rules of one, use `/rules preset`. To look up a law, use `/law`."),
    ]


def _sections(preset: Preset, rules: Rules) -> Iterator[tuple[str, list[str]]]:
    """Yield a heading and its sentences for every rule that can matter, in the order of a game."""
    yield gettext("Cards"), [rule_texts.hands(rules)]
    if rules.players == 4:
        yield gettext("Partners"), [rule_texts.partners(rules)]
    yield gettext("Game"), [rule_texts.target(rules), doubles(rules)]
    yield gettext("First deal"), list(_first_deal(preset, rules))
    if rules.ceremony:
        yield gettext("Cutting"), [rule_texts.ceremony(rules), rule_texts.predeal_cut(rules)]
    if rules.three_for_last:
        yield gettext("Three for last"), [rule_texts.three_for_last(rules)]
    yield gettext("His heels"), [rule_texts.heels(rules)]
    yield gettext("Play"), [rule_texts.pegging(rules), *_five_card(rules)]
    yield gettext("Show"), [rule_texts.counting(rules)]
    if rules.counting is not Counting.AUTOMATIC:
        yield (
            gettext("Too many"),
            [rule_texts.overscore(rules), *([rule_texts.false_game(rules)] if _challenged(rules) else [])],
        )
        yield (
            gettext("Too few"),
            [rule_texts.muggins(rules), *([rule_texts.amend(rules)] if _challenged(rules) else [])],
        )
    if _challenged(rules):
        yield gettext("Wrong challenge"), [rule_texts.false_challenge(rules), *_borrowed(preset)]
    if rules.players > 2 and _has_adversary(rules):
        yield gettext("Opponent"), [rule_texts.adversary(rules)]
    if rules.irregular is Irregular.PENALISE:
        yield gettext("Mistakes"), [rule_texts.irregular(rules)]


def _first_deal(preset: Preset, rules: Rules) -> Iterator[str]:
    yield rule_texts.next_dealer(rules)
    if preset.in_rubber is not preset.rules.next_dealer is rules.next_dealer:
        yield gettext("In a match, {in_match}.", in_match=gettext(rule_texts.IN_MATCH[preset.in_rubber]))


def _five_card(rules: Rules) -> Iterator[str]:
    """Yield what is different in the play of the five-card game."""
    if rules.single_series:
        yield rule_texts.single_series(rules)
    if rules.play_on is PlayOn.MAY:
        yield rule_texts.play_on(rules)


def _match(best_of: int) -> Iterator[str]:
    if best_of > 1:
        needed = matches.needed(best_of)
        yield gettext("It's a match: first to {needed} games. A skunk counts as 2.", needed=needed)


def _clock(clock: Clock | None) -> Iterator[str]:
    if clock is not None:
        then = gettext("a robot plays on" if clock.when_over == "robot" else "you lose")
        yield gettext("Clock:{time} When your time is up, {then}.", time=clock_summary(clock), then=then)


def _borrowed(preset: Preset) -> Iterator[str]:
    if preset.name not in _WITH_LAW_20:
        yield gettext("(`{name}` borrows this from the laws of 1877.)", name=preset.name)


def _challenged(rules: Rules) -> bool:
    return rules.counting is Counting.CHALLENGE


def _has_adversary(rules: Rules) -> bool:
    """Return whether a player can gain points or a choice by another's mistake."""
    declared = rules.counting is not Counting.AUTOMATIC and (rules.muggins or rules.overscore is Overscore.TO_ADVERSARY)
    return declared or _challenged(rules) or rules.irregular is Irregular.PENALISE


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
