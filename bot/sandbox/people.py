"""Scripted people, who read messages, press buttons and type as a player would."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import simcord
from simcord.components import walk_components

from engine.ai.discards import analyse
from engine.cards import Card, Rank, Suit
from engine.pegging import peg_points
from engine.scoring import show_total

_TEXT, _BUTTON, _MENU = 10, 2, 3
_DECLARE: Final = "**Declare your "
_CARD: Final = re.compile(r"`(10|[2-9AJQK])([♣♦♥♠])\ufe0e?`")
_DECLARED: Final = re.compile(
    r" (?:declares|claims the game with) \*\*(?P<points>\d+)\*\* for (?:the (?P<what>hand|crib))?"
)
_SUITS: Final = {"♣": Suit.CLUBS, "♦": Suit.DIAMONDS, "♥": Suit.HEARTS, "♠": Suit.SPADES}


@dataclass(frozen=True, slots=True)
class Button:
    """A button on a message."""

    label: str
    custom_id: str
    disabled: bool

    @property
    def action(self) -> str:
        """The action of the button, without its cards."""
        return self.custom_id.rsplit(":", 1)[1].split("-")[0]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in its custom id."""
        return tuple(Card.parse(name) for name in self._values if not name.isdecimal())

    @property
    def declares(self) -> int | None:
        """The points that it declares for a card, if any."""
        return next((int(name) for name in self._values if name.isdecimal()), None)

    @property
    def _values(self) -> list[str]:
        return self.custom_id.rsplit(":", 1)[1].split("-")[1:]


@dataclass(frozen=True, slots=True)
class MessageContent:
    """The content of a message: its text, its buttons, and the cards of its menu."""

    text: str
    buttons: tuple[Button, ...]
    menu: tuple[Card, ...]

    @property
    def lines(self) -> list[str]:
        """The text, line by line."""
        return self.text.split("\n")

    def button(self, action: str) -> Button | None:
        """The first enabled button with this action."""
        return next((button for button in self.buttons if button.action == action and not button.disabled), None)


def look(env: simcord.Env, message: Any) -> MessageContent:
    """Read the present content of a message."""
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
    return MessageContent("\n".join(texts), buttons, menu)


def cards_in(text: str) -> tuple[Card, ...]:
    """The cards written in a line."""
    return tuple(Card.parse(f"{rank}{_SUITS[suit]}") for rank, suit in _CARD.findall(text))


def true_count(first_line: str) -> int:
    """The true count of the hand or crib that a panel asks about; the starter is the last card in its line."""
    *hand, starter = cards_in(first_line)
    return show_total(hand, starter, crib="crib" in first_line)


@dataclass(slots=True)
class Person:
    """A scripted player; ``count`` turns a true count into the declared one, and ``say`` prints each action."""

    env: simcord.Env
    actor: Any
    name: str
    count: Callable[[int], int]
    say: Callable[[str], None]

    async def accept(self, invitation: Any) -> None:
        """Take the seat that is offered."""
        await self._press(invitation, "accept")

    async def take_turn(self, table: Any) -> None:
        """Open the hand and make the move that it asks for."""
        panel = (await self._press(table, "hand")).response
        seen = look(self.env, panel)
        if seen.button("heels") and _turned_up_a_jack(seen):
            await self._press(panel, "heels")
        elif seen.button("many") and _declared_too_many(seen):
            await self._press(panel, "many")
        elif seen.menu:
            await self._discard(panel, seen)
        elif seen.button("declare") and _DECLARE in seen.text:
            await self._declare(panel, seen)
        elif seen.button("play") or seen.button("card"):
            await self._play(panel, seen)
        else:
            await self._press(panel, next(action for action in ("go", "satisfied") if seen.button(action)))

    async def _discard(self, panel: Any, seen: MessageContent) -> None:
        best = analyse(seen.menu, dealer="your own crib" in seen.text)[0]
        await self.actor.select(panel, [str(card) for card in best.cards])
        await self._press(panel, "lay")

    async def _play(self, panel: Any, seen: MessageContent) -> None:
        """Play the card that pegs most, the highest of several, and declare its points where the rules ask for it."""
        series = _series(seen)
        choices = [button for button in seen.buttons if button.action in {"play", "card"} and not button.disabled]
        best = max(choices, key=lambda button: (peg_points((*series, *button.cards)), button.cards[0].pips))
        self.say(f"{self.name} presses [{best.label}]")
        await self.actor.click(panel, custom_id=best.custom_id)
        if best.action == "card":
            points = peg_points((*series, *best.cards))
            declared = next(button for button in look(self.env, panel).buttons if button.declares == points)
            self.say(f"{self.name} presses [{declared.label}]")
            await self.actor.click(panel, custom_id=declared.custom_id)

    async def _declare(self, panel: Any, seen: MessageContent) -> None:
        declared = self.count(true_count(next(line for line in seen.lines if line.startswith(_DECLARE))))
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


def _series(seen: MessageContent) -> Sequence[Card]:
    """The cards of the present series, as the panel lists them."""
    line = next((line for line in seen.lines if "Played:" in line), "")
    return cards_in(line.partition("Played:")[2])


def _turned_up_a_jack(seen: MessageContent) -> bool:
    starter = next(line for line in seen.lines if line.startswith("Starter "))
    return cards_in(starter)[0].rank is Rank.JACK


def _declared_too_many(seen: MessageContent) -> bool:
    """Return whether the opponent declared more than the open cards are worth."""
    line = next((line for line in seen.lines if _DECLARED.search(line)), "")
    declared = _DECLARED.search(line)
    if declared is None:
        return False
    true = peg_points(_series(seen)) if declared["what"] is None else true_count(line)
    return int(declared["points"]) > true
