"""Scripted people: they decide by what a player may know, and press the buttons that a player would press."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from simcord.backend.models import Interaction
from simcord.components import walk_components

from bot.sandbox.actions import Actions
from bot.tables.table import Table
from engine.actions import Accept, ClaimHeels, Declare, LayAway, Play
from engine.ai.discards import analyse
from engine.ai.robots import challenge_due
from engine.cards import Rank
from engine.pegging import peg_points
from engine.scoring import show_total
from engine.view import View

_BUTTON: Final = 2

_HAND_WITHIN: Final = 10.0
"""Seconds in which a hand must follow the press that asks for it."""


@dataclass(slots=True)
class Person:
    """A scripted player; ``count`` turns a true count into the one that they say."""

    actions: Actions
    name: str
    count: Callable[[int], int]

    async def accept(self, invitation: int) -> None:
        """Take the seat that is offered."""
        await self._press(invitation, "accept")

    async def take_turn(self, table: Table, message: int) -> None:
        """Open the hand from the table's message, and make the move that is asked for."""
        opened = await self._press(message, "hand")
        await self.actions.discord.changed(lambda: bool(opened.followup_ids), _HAND_WITHIN)
        panel = opened.followup_ids[0]
        view = table.view(table.names.index(self.name))
        kinds = {type(move) for move in view.legal}
        if ClaimHeels in kinds and view.starter is not None and view.starter.rank is Rank.JACK:
            await self._press(panel, "heels")
        elif (challenge := challenge_due(view)) is not None and challenge.claim == "too_many":
            await self._press(panel, "many")
        elif LayAway in kinds:
            await self._discard(panel, view)
        elif Play in kinds:
            await self._play(panel, view)
        elif Accept in kinds:
            await self._press(panel, "satisfied")
        elif Declare in kinds:
            await self._count(panel, view)
        else:
            await self._press(panel, next(action for action in ("go", "stop") if self._find(panel, action)))

    async def _discard(self, panel: int, view: View) -> None:
        for card in analyse(sorted(view.hand), dealer=view.dealer == view.seat)[0].cards:
            await self._press(panel, f"pick-{card}")
        await self._press(panel, "lay-")

    async def _play(self, panel: int, view: View) -> None:
        """Play the card that pegs most, the highest of several, and claim its points where the rules ask for it."""
        series = [card for _, card in view.at_own_turn().series]
        cards = {move.card for move in view.legal if isinstance(move, Play)}
        best = max(cards, key=lambda card: (peg_points((*series, card)), card.pips))
        points = peg_points((*series, best))
        if points and self._find(panel, f"card-{best}"):
            await self._press(panel, f"card-{best}")
            await self._press(panel, f"play-{best}-{points}")
        else:
            await self._press(panel, f"play-{best}")

    async def _count(self, panel: int, view: View) -> None:
        """Say a count: with its button, or else in the form."""
        assert view.shown is not None
        assert view.starter is not None
        said = self.count(show_total(view.shown[2], view.starter, crib=view.shown[1] == "crib"))
        if self._find(panel, f"count-{said}", whole=True):
            await self._press(panel, f"count-{said}", whole=True)
            return
        form = await self._press(panel, "declare")
        assert form.modal is not None
        field = next(part for part in walk_components(form.modal["components"]) if "custom_id" in part)
        await self.actions.submit(form.id, {field["custom_id"]: str(said)})

    async def _press(self, message: int, action: str, *, whole: bool = False) -> Interaction:
        """Press the button of an action. Raises ``LookupError`` if there is none."""
        # A screen whose picture takes a while follows the answer to the press before.
        await self.actions.discord.changed(lambda: self._find(message, action, whole=whole) is not None, _HAND_WITHIN)
        custom_id = self._find(message, action, whole=whole)
        if custom_id is None:
            raise LookupError(f"{self.name} sees no button to {action}")
        return await self.actions.press(message, custom_id, None)

    def _find(self, message: int, action: str, *, whole: bool = False) -> str | None:
        """Return the custom id of the first enabled button whose action is this one, or begins with it."""
        for custom_id in self._enabled(message):
            mine = custom_id.rsplit(":", 1)[1]
            if mine == action or (not whole and mine.startswith(action)):
                return custom_id
        return None

    def _enabled(self, message: int) -> Iterator[str]:
        stored: Any = self.actions.discord.backend.get_message(self.actions.channel_id, message)
        for part in walk_components(stored.components):
            if part["type"] == _BUTTON and "custom_id" in part and not part.get("disabled"):
                yield str(part["custom_id"])
