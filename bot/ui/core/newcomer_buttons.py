"""What a newcomer may begin with, as buttons: a practice deal, the walk through one, a hand to count."""

from __future__ import annotations

from typing import Any, Final

from discord import ButtonStyle
from discord.ui import Button

from bot.i18n.translation import gettext

PRESS: Final = "g1:"
"""How the custom_id of each begins."""


def buttons(*, walking: bool = False) -> list[Button[Any]]:
    """What somebody may begin with who is new, unless he is ``walking`` through a deal already; one leads."""
    to_read = [] if walking else [_button("walk", gettext("Read how to play"))]
    lead = ButtonStyle.secondary if walking else ButtonStyle.primary
    return [
        _button("lesson", gettext("Play a practice deal"), lead),
        *to_read,
        _button("count", gettext("Practise counting")),
    ]


def _button(action: str, label: str, style: ButtonStyle = ButtonStyle.secondary) -> Button[Any]:
    return Button(label=label, style=style, custom_id=f"{PRESS}{action}")
