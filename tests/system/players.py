"""People at the tables: they press what they find on the screens that Discord shows them, and know nothing else."""

from __future__ import annotations

import asyncio
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from engine.cards import Card
from engine.scoring import show_total
from tests.system.discord_server import EPHEMERAL, DiscordServer, Interaction, Payload

THINKS: Final = 2.0
"""The longest time that a person thinks, in seconds; the shortest is none."""

LOOKS_AGAIN, LOOKS_AGAIN_AS_GUEST = 8.0, 1.0
"""The usual ``looks_again``, and that where the bot is a guest: it hardly ever renews the hand that a person holds."""

_BUTTON, _MENU, _TEXT = 2, 3, 10
_ORDER: Final = (
    *("lay", "pick", "play", "card", "count", "go", "stop", "satisfied"),
    *("anywhere", "leave", "stand", "two", "accept", "continue"),
)
"""The actions of a player whose turn it is, the likeliest first, and what is pressed when nothing is asked."""

_CARDS: Final = re.compile("`(10|[A2-9JQK])([♣♦♥♠])|(10|[2-9]|ace|jack|queen|king) of (clubs|diamonds|hearts|spades)")
"""A card in a text, or in the description of a picture."""

_SUITS: Final = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}


_NO_ACTS: Final = frozenset({"pick", "choose", "card", "more", "undo"})
"""Actions that only change what a player's own screen shows."""


class Player:
    """One person at one table, in a thread or channel or in their private messages.

    ``sleeps`` are the seconds before the first press, ``thinks`` the most before every other one, and ``looks_again``
    those without a change after which a person who has nothing to press opens their hand again. What is pressed comes
    from ``chance``, which has a seed.
    """

    def __init__(
        self,
        discord: DiscordServer,
        user_id: int,
        room_id: int,
        table_id: str,
        chance: random.Random,
        *,
        sleeps: float = 0.0,
        thinks: float = THINKS,
        looks_again: float = LOOKS_AGAIN,
    ) -> None:
        self.discord = discord
        self.user_id = user_id
        self.room_id = room_id
        self.table_id = table_id
        self.chance = chance
        self.sleeps = sleeps
        self.thinks = thinks
        self.looks_again = looks_again
        self.panel: Payload | None = None
        self.is_finished = False
        self.refusals: list[str] = []
        self._changed = asyncio.Event()
        discord.watch(self._changed, room_id, user_id)

    def move_to(self, room_id: int) -> None:
        self.room_id, self.panel = room_id, None
        self.discord.watch(self._changed, room_id)

    async def play(self) -> None:
        """Play until a screen shows that the game is over, or the room is gone."""
        await asyncio.sleep(self.sleeps)
        self.sleeps = 0.0
        while not self.is_finished and self.room_id in self.discord.channels:
            await asyncio.sleep(self.chance.uniform(0, self.thinks))
            self._changed.clear()
            if not await self.step():
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), self.looks_again)
                    continue
                if not self.is_finished:
                    await self.look()

    async def step(self) -> bool:
        """Press something that is this person's to press; returns False where there is nothing of the kind."""
        if (found := self.find()) is None:
            return False
        await self.press(*found)
        return True

    def find(self) -> tuple[Payload, Payload] | None:
        """Return the message and the button or menu to press next, if any."""
        board = self.board()
        seen = [one for one in (self.panel, board) if one is not None]
        if any(_action(part) == "again" for one in seen for part in live_parts(one)):
            self.is_finished = True
            return None
        if self.panel is None and board is not None and not self._in_dm:
            hand = next((part for part in live_parts(board) if _action(part) == "hand"), None)
            return None if hand is None else (board, hand)
        screen = board if self._in_dm else self.panel
        if screen is None:
            return None
        offered = list(live_parts(screen))
        for action in _ORDER:
            parts = [part for part in offered if _action(part) == action and not _is_picked(part)]
            if action == "count" and parts:
                return screen, self._count_button(screen, offered)
            if parts:
                return screen, self.chance.choice(parts)
        return None

    async def look(self) -> None:
        """Open the hand again, or refresh it where the board has no button for it."""
        for screen, action in ((self.board(), "hand"), (self.panel, "refresh"), (self.board(), "refresh")):
            part = None if screen is None else next((one for one in live_parts(screen) if _action(one) == action), None)
            if screen is not None and part is not None:
                await self.press(screen, part)
                return

    def board(self) -> Payload | None:
        """Return the newest message of the room that has buttons of the table."""
        messages = self.discord.messages.get(self.room_id, {})
        return next((one for one in reversed(messages.values()) if self.table_id in tables_on(one)), None)

    @property
    def _in_dm(self) -> bool:
        return self.discord.is_bot_dm(self.room_id)

    async def press(self, screen: Payload, part: Payload) -> Interaction:
        """Press a part of a screen, fill in the form that it opens, and look at what comes back."""
        custom_id = part["custom_id"]
        values = None
        if part["type"] == _MENU:
            wanted = part.get("max_values", 1)
            values = self.chance.sample([option["value"] for option in part["options"]], wanted)
        pressed = await self.discord.press(self.user_id, screen, custom_id, values)
        if pressed.form is not None:
            count = self._count(pressed.form)
            pressed = await self.discord.submit(self.user_id, pressed, str(count))
        await self._take(pressed)
        return pressed

    async def _take(self, pressed: Interaction) -> None:
        """Look at the answer to a press; a hand follows beside the board."""
        message = pressed.message
        if pressed.callback == 6 and pressed.what.endswith(":hand"):
            with suppress(TimeoutError):
                await asyncio.wait_for(pressed.followed.wait(), LOOKS_AGAIN)
            message = pressed.followups[0] if pressed.followups else None
        elif pressed.callback != 4:
            return
        if message is not None and message["flags"] & EPHEMERAL:
            if any(live_parts(message)) or "c1:" in str(message["components"]):
                self.panel = message
            else:
                self.refusals.append(text_of(message))
                self.panel = None

    def _count_button(self, screen: Payload, offered: Sequence[Payload]) -> Payload:
        """Return the button of the count of the cards on a screen, or now and then the one that opens the form."""
        wanted = "declare" if self.chance.random() < 0.1 else f"count-{self._count(screen)}"
        buttons = {part["custom_id"].rsplit(":", 1)[1]: part for part in offered}
        return buttons.get(wanted, buttons["declare"])

    def _count(self, shown: Payload) -> int:
        """Return the count of the cards on a screen or a form; sometimes a wrong one."""
        text = "\n".join(_texts(shown["components"]))
        starter = text.lower().find("starter")
        hand, turned = _cards_in(text[:starter]), _cards_in(text[starter:])
        if len(hand) < 4:
            # A picture describes the starter before the hand, and the show before both.
            hand, turned = turned[-4:], turned[-5:-4]
        if starter < 0 or len(hand) < 4 or not turned or self.chance.random() < 0.1:
            return self.chance.randint(0, 12)
        return show_total(tuple(hand[-4:]), turned[0], crib="crib" in text)


class Act(NamedTuple):
    """What a person has answered to a prompt by pressing, with the cards that it names."""

    prompt: str
    action: str
    cards: frozenset[str]

    @property
    def deal(self) -> int:
        return int(self.prompt.partition(".")[0])

    @classmethod
    def read(cls, prompt: str, action: str) -> Act:
        """Return the act of a custom id. A card is played once a deal, whatever it was declared for."""
        kind, *named = action.split("-")
        cards = {"lay": named, "play": named[:1]}.get(kind, [])
        return cls(prompt, kind, frozenset(cards))


def acknowledged(discord: DiscordServer) -> dict[tuple[str, int], set[Act]]:
    """Return what each person answered at each table, where Discord showed them the result."""
    return _acts(discord, lambda act: act.action not in _NO_ACTS, are_shown=True)


def acts(discord: DiscordServer, *, are_shown: bool = False) -> defaultdict[tuple[str, int], set[Act]]:
    """Return the cards that each person has discarded or played at each table by pressing, as they were asked.

    With ``are_shown`` only those where Discord showed them the result.
    """
    return _acts(discord, lambda act: act.action in {"lay", "play"}, are_shown=are_shown)


def _acts(
    discord: DiscordServer, is_meant: Callable[[Act], bool], *, are_shown: bool
) -> defaultdict[tuple[str, int], set[Act]]:
    found = defaultdict[tuple[str, int], set[Act]](set)
    for one in discord.interactions.values():
        if one.what.startswith("c1:") and (one.is_shown or not are_shown):
            _, table_id, prompt, action = one.what.split(":")
            if prompt and is_meant(act := Act.read(prompt, action)):
                found[table_id, one.user_id].add(act)
    return found


def resigned(discord: DiscordServer) -> set[str]:
    shown = (one.what.split(":") for one in discord.interactions.values() if one.is_shown)
    return {what[1] for what in shown if what[0] == "c1" and what[-1] == "resign"}


def walk(components: Sequence[Payload]) -> Iterator[Payload]:
    for part in components:
        yield part
        yield from walk(part.get("components") or ())


def live_parts(message: Payload) -> Iterator[Payload]:
    """Yield the buttons and menus of tables on a message that can be used."""
    for part in walk(message["components"]):
        if (
            part["type"] in {_BUTTON, _MENU}
            and not part.get("disabled")
            and part.get("custom_id", "").startswith("c1:")
        ):
            yield part


def tables_on(message: Payload) -> set[str]:
    """Return the ids of the tables that have buttons or menus on a message that can be used."""
    return {part["custom_id"].split(":")[1] for part in live_parts(message)}


def _texts(components: Sequence[Payload]) -> Iterator[str]:
    """Yield the texts of a screen or a form, and the descriptions of its pictures."""
    for part in walk(components):
        if part["type"] == _TEXT:
            yield part["content"]
        for item in part.get("items") or ():
            yield str(item.get("description"))


def _cards_in(text: str) -> list[Card]:
    return [
        Card.parse(
            f"{face}{_SUITS[suit]}" if face else f"{name[0].upper() if name[0] in 'ajqk' else name}{of[0].upper()}"
        )
        for face, suit, name, of in _CARDS.findall(text)
    ]


def text_of(message: Payload) -> str:
    parts = (part["content"] for part in walk(message["components"]) if part["type"] == _TEXT)
    return "\n".join([*filter(None, [message["content"]]), *parts])


def _action(part: Payload) -> str:
    return str(part["custom_id"].rsplit(":", 1)[1].split("-")[0])


def _is_picked(part: Payload) -> bool:
    action, *cards = part["custom_id"].rsplit(":", 1)[1].split("-")
    return action == "pick" and cards[0] in cards[1:]
