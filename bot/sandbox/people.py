"""Scripted people: they see what stands on a message, and press and type as anybody would."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import simcord
from simcord.components import walk_components

from engine.ai.discard import analyse
from engine.cards import Card, Suit
from engine.pegging import peg_points
from engine.scoring import show_total

_TEXT, _BUTTON, _MENU = 10, 2, 3
_CARD: Final = re.compile(r"`(10|[2-9AJQK])([♣♦♥♠])\ufe0e?`")
_SUITS: Final = {"♣": Suit.CLUBS, "♦": Suit.DIAMONDS, "♥": Suit.HEARTS, "♠": Suit.SPADES}


@dataclass(frozen=True, slots=True)
class Button:
    """A button as it stands on a message."""

    label: str
    custom_id: str
    disabled: bool

    @property
    def action(self) -> str:
        """What pressing it does, without the cards."""
        return self.custom_id.rsplit(":", 1)[1].split("-")[0]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that it names."""
        return tuple(map(Card.parse, self.custom_id.rsplit(":", 1)[1].split("-")[1:]))


@dataclass(frozen=True, slots=True)
class Seen:
    """A message as somebody sees it: its text, its buttons, and the cards of its menu."""

    text: str
    buttons: tuple[Button, ...]
    menu: tuple[Card, ...]

    def button(self, action: str) -> Button | None:
        """The first button that does this and can be pressed."""
        return next((button for button in self.buttons if button.action == action and not button.disabled), None)


def look(env: simcord.Env, message: Any) -> Seen:
    """What stands on a message now."""
    channel_id = message.channel_id if hasattr(message, "channel_id") else message.channel.id
    stored = env.backend.get_message(channel_id, message.id)
    parts = list(walk_components(stored.components))
    texts = [stored.content] if stored.content else []
    texts += [part["content"] for part in parts if part["type"] == _TEXT]
    buttons = tuple(
        Button(str(part["label"]), str(part["custom_id"]), bool(part.get("disabled")))
        for part in parts
        if part["type"] == _BUTTON
    )
    menu = tuple(
        Card.parse(str(option["value"])) for part in parts if part["type"] == _MENU for option in part["options"]
    )
    return Seen("\n".join(texts), buttons, menu)


def cards_in(text: str) -> tuple[Card, ...]:
    """The cards written in a line."""
    return tuple(Card.parse(f"{rank}{_SUITS[suit]}") for rank, suit in _CARD.findall(text))


def true_count(first_line: str) -> int:
    """What the cards count of which a panel asks: the hand or crib, and the starter last."""
    *hand, starter = cards_in(first_line)
    return show_total(hand, starter, crib="your crib" in first_line)


@dataclass(slots=True)
class Person:
    """Somebody at the table. ``count`` turns the true count into what is declared; ``say`` tells what is done."""

    env: simcord.Env
    actor: Any
    name: str
    count: Callable[[int], int]
    say: Callable[[str], None]

    async def accept(self, invitation: Any) -> None:
        """Take the seat that is offered."""
        await self._press(invitation, "accept")

    async def take_turn(self, table: Any) -> None:
        """Open the hand, and do what it asks for."""
        panel = (await self._press(table, "hand")).response
        seen = look(self.env, panel)
        if seen.menu:
            await self._lay_away(panel, seen)
        elif seen.button("declare"):
            await self._declare(panel, seen)
        elif seen.button("play"):
            await self._play(panel, seen)

    async def _lay_away(self, panel: Any, seen: Seen) -> None:
        best = analyse(seen.menu, dealer="your own crib" in seen.text)[0]
        await self.actor.select(panel, [str(card) for card in best.cards])
        await self._press(panel, "lay")

    async def _play(self, panel: Any, seen: Seen) -> None:
        """The card that pegs most, and of those the dearest."""
        series = _series(seen)
        choices = [button for button in seen.buttons if button.action == "play" and not button.disabled]
        best = max(choices, key=lambda button: (peg_points((*series, *button.cards)), button.cards[0].pips))
        self.say(f"{self.name} presses [{best.label}]")
        await self.actor.click(panel, custom_id=best.custom_id)

    async def _declare(self, panel: Any, seen: Seen) -> None:
        declared = self.count(true_count(seen.text.split("\n", 1)[0]))
        form = await self._press(panel, "declare")
        self.say(f"{self.name} declares {declared}")
        await self.actor.submit_modal(form, {"count": str(declared)})

    async def _press(self, message: Any, action: str) -> simcord.InteractionResult:
        button = look(self.env, message).button(action)
        if button is None:
            raise LookupError(f"{self.name} sees no button to {action}")
        if action != "hand":
            self.say(f"{self.name} presses [{button.label}]")
        result: simcord.InteractionResult = await self.actor.click(message, custom_id=button.custom_id)
        return result


def _series(seen: Seen) -> Sequence[Card]:
    """The cards of the present count, as the panel tells them."""
    line = next((line for line in seen.text.split("\n") if "Played:" in line), "")
    return cards_in(line.partition("Played:")[2])
