"""The ready-made phrases that players say to each other at a press, and their menu."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bot.i18n.translation import N_, Language, gettext
from bot.ui.core.components import Menu, MenuOption, Press

PHRASES: Final = {
    "hand": N_("Nice hand!"),
    "ouch": N_("Ouch!"),
    "muggins": N_("Muggins!"),
    "game": N_("Good game!"),
    "thinking": N_("I'm thinking ..."),
}
"""What players can say to each other at a press: in games by DM they cannot talk otherwise."""

SAY: Final = "say"
"""The action of the menu of phrases."""


@lru_cache(maxsize=300)
def phrases_menu(table_id: str, _: Language | None) -> Menu:
    """Return the menu of a table in the language in use; it is the same on every screen."""
    options = tuple(MenuOption(gettext(phrase), name) for name, phrase in PHRASES.items())
    return Menu(custom_id=Press(table_id, "", SAY).custom_id, options=options, placeholder=gettext("Say something ..."))
