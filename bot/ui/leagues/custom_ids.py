"""The custom ids of leagues: each names its action and its objects by numbers, so it outlives a restart."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, Self

from discord import ButtonStyle
from discord.ui import Button

from bot.i18n.translation import gettext
from bot.models.league import League

PRESS: Final = "l1:"
"""How every custom_id of the leagues begins."""

JOIN: Final = "join"

_READ: Final = re.compile(PRESS + r"(?P<action>[a-z]+)(?P<numbers>(?::[0-9]{1,18}){0,5})")


@dataclass(frozen=True, slots=True)
class LeaguePress:
    """The content of a custom id: an action, and the numbers of its league, fixture, result or page."""

    action: str
    numbers: tuple[int, ...] = ()

    @property
    def custom_id(self) -> str:
        """The press as Discord keeps it, at most 100 characters."""
        return f"{PRESS}{':'.join([self.action, *map(str, self.numbers)])}"

    @classmethod
    def read(cls, custom_id: str) -> Self | None:
        """The press that a custom_id names; None for one that is not a league's."""
        match = _READ.fullmatch(custom_id)
        if match is None:
            return None
        return cls(match["action"], tuple(int(number) for number in match["numbers"].split(":") if number))


def button(
    label: str,
    action: str,
    *numbers: int,
    style: ButtonStyle = ButtonStyle.secondary,
    disabled: bool = False,
) -> Button[Any]:
    """A button that says what it means by numbers."""
    return Button(label=label, style=style, custom_id=LeaguePress(action, numbers).custom_id, disabled=disabled)


def join_button(league: League) -> Button[Any]:
    """The button with which anyone joins a league."""
    return button(gettext("Join"), JOIN, league.id, style=ButtonStyle.success)
