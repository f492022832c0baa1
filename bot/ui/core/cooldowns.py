"""Cooldowns: a person who sends far more than anybody can mean reads one sentence, and is then ignored for a while."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import InteractionType

from bot.i18n.translation import N_, gettext
from bot.memory import Latest
from bot.ui.core.errors import DISCORD_FAILS

SLOW_DOWN: Final = N_("That was a lot at once. Try again in a few seconds.")

AT_ONCE: Final = 20.0
"""How much a person may send at one moment; a press of a button is 1."""

A_SECOND: Final = 5.0
"""How much a person may send each second for as long as they like."""

WARNED_FOR: Final = 10.0
"""The seconds between two warnings to the same person."""

MOST_PEOPLE: Final = 10_000
"""The people who are remembered; whoever was silent for longest is forgotten first."""

LETTERS: Final = 250
"""So many letters of a text to be read cost as much as a press."""

_LEAGUE_PAGE: Final = 2.0
_DOWNLOAD: Final = 10.0
_SUGGESTION: Final = 0.25
"""The cost of suggestions for an option, which Discord asks for at every few letters that somebody types."""


@dataclass(slots=True)
class _Allowance:
    """What somebody may send now, as it was at the time ``at``."""

    left: float
    at: float
    warned_at: float | None = None


class Cooldowns:
    """What everybody may still send. ``now`` tells the time in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._people: Latest[int, _Allowance] = Latest(MOST_PEOPLE)

    def spend(self, user_id: int, cost: float = 1.0) -> bool:
        """Take the cost of something from what a person may send, and return whether they may send it."""
        now = self._now()
        allowance = self._people[user_id] = self._people.get(user_id) or _Allowance(AT_ONCE, now)
        allowance.left = min(AT_ONCE, allowance.left + (now - allowance.at) * A_SECOND)
        allowance.at = now
        if allowance.left < cost:
            return False
        allowance.left -= cost
        return True

    def must_warn(self, user_id: int) -> bool:
        """Return whether a person who may not send something is to be warned now, which counts as done."""
        allowance, now = self._people[user_id], self._now()
        if allowance.warned_at is not None and now - allowance.warned_at < WARNED_FOR:
            return False
        allowance.warned_at = now
        return True

    async def allow_interaction(self, interaction: discord.Interaction[Any]) -> bool:
        """Return whether to answer a command or a press; if not, the person is warned in private, or it is ignored."""
        if self.spend(interaction.user.id, cost_of_interaction(interaction)):
            return True
        if interaction.type is not InteractionType.autocomplete and self.must_warn(interaction.user.id):
            with suppress(*DISCORD_FAILS):
                await interaction.response.send_message(gettext(SLOW_DOWN), ephemeral=True)
        return False

    async def allow_message(self, message: discord.Message) -> bool:
        """Return whether to answer a typed message; if not, its author is warned in private, or it is ignored."""
        if self.spend(message.author.id, 1.0 + len(message.content) // LETTERS):
            return True
        if self.must_warn(message.author.id):
            with suppress(*DISCORD_FAILS):
                await message.author.send(gettext(SLOW_DOWN))
        return False


def cost_of_interaction(interaction: discord.Interaction[Any]) -> float:
    """Return what a command, a press or a request for suggestions costs: long texts and exports are more work."""
    data: Any = interaction.data or {}
    match interaction.type:
        case InteractionType.autocomplete:
            return _SUGGESTION
        case InteractionType.application_command:
            declared: Mapping[Any, float] = {} if interaction.command is None else interaction.command.extras
            cost = declared.get("cost", 1.0) + _letters(data) // LETTERS
        case InteractionType.component if str(data.get("custom_id", "")).startswith("l1:download"):
            cost = _DOWNLOAD
        case InteractionType.component if str(data.get("custom_id", "")).startswith("l1:"):
            cost = _LEAGUE_PAGE
        case _:
            cost = 1.0
    # Nobody is refused for good.
    return min(cost, AT_ONCE)


def _letters(data: Any) -> int:
    options = data.get("options") or ()
    # Discord nests a command of a group of a group twice at most.
    for _ in range(2):
        options = next((option.get("options") or () for option in options if option.get("type") in {1, 2}), options)
    values: Iterable[Any] = (option.get("value") for option in options)
    messages = (data.get("resolved") or {}).get("messages") or {}
    texts = [value for value in values if isinstance(value, str)]
    texts += [str(message.get("content", "")) for message in messages.values()]
    return sum(map(len, texts))
