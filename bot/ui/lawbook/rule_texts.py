"""Sentences about each rule that a table agrees on, read from the table ``rule_texts.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from types import MappingProxyType
from typing import Any, Final

from bot.i18n.translation import N_, gettext
from bot.ui.core.formatting import doubles
from engine.messages import read_texts
from engine.rules import Counting, Partners, Rules

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
