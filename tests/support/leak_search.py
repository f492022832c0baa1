"""A search for secret cards in every request that the bot sends and every line that it logs."""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any

from bot.tables.table import Table
from engine.cards import PACK, Card, Suit
from engine.events import Dealt, Shown
from engine.state import LayingAway, Playing, Showing
from tests.support.simulated_discord import World

_RANKS = {
    **{rank: rank for rank in "23456789TJQKA"},
    **{rank.lower(): rank for rank in "TJQK"},
    **dict(
        zip(
            ("10", "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
            "TA23456789T",
            strict=True,
        )
    ),
    "jack": "J",
    "queen": "Q",
    "king": "K",
}
_SUITS = {
    **dict(zip("♣♦♥♠♧♢♡♤", "CDHSCDHS", strict=True)),
    **{letter: letter for letter in "CDHS"},
    **{letter.lower(): letter for letter in "CDHS"},
    **{suit.name.lower(): str(suit) for suit in Suit},
}
_LONG = "|".join(sorted(_RANKS, key=len, reverse=True))
_CARD = re.compile(
    rf"""
    (?<![A-Za-z0-9])
    (?: (?P<rank>{_LONG}) (?: \s+ (?:of\s+)? | [\s_-]* )
        (?P<suit> (?:club|diamond|heart|spade)s | [♣♦♥♠♧♢♡♤] )
      | (?P<short> [2-9TJQKA][CDHS] | (?:10|[2-9tjqk])[cdhsCDHS] )
    ) (?![A-Za-z0-9])
    """,
    re.VERBOSE,
)
_PICTURE = re.compile("[\U0001f0a1-\U0001f0de]")
"""What Unicode has as pictures of cards."""
_WORD = re.compile(r"\b(Ace|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Jack|Queen|King)\b")


@lru_cache(4096)
def cards_in(text: str) -> frozenset[Card]:
    """Return every card in a text: ``5♥``, ``5H``, ``5 of hearts`` or ``five hearts``."""
    assert not _PICTURE.search(text), "a picture of a card in a text"
    # Whatever is capitalised as a word, a button's label say, is a word all the same.
    words = _WORD.sub(lambda match: match[0].lower(), text)
    return frozenset(_card(match) for match in _CARD.finditer(words))


def _card(match: re.Match[str]) -> Card:
    if match["short"]:
        return Card.parse(match["short"])
    return Card.parse(_RANKS[match["rank"]] + _SUITS[match["suit"]])


def strings_in(value: Any) -> list[str]:
    """Return every text in a request: contents, labels, custom_ids, values, titles, descriptions and file names."""
    found: list[str] = []
    left = [value]
    while left:
        match left.pop():
            case str() as text:
                found.append(text)
            case dict() as named:
                found += map(str, named)
                left += reversed(named.values())
            case list() as several:
                left += reversed(several)
    return found


class Eavesdropper:
    """Checks everything sent about one table, and asserts that nobody is shown a card that they may not know.

    ``decks`` are the cards that may be dealt, by the number of the deal in turn; no card of one deal may be in the
    next, so that showing the last deal reveals nothing of this one.
    """

    def __init__(self, world: World, name: str, decks: Collection[Collection[Card]]) -> None:
        self.world = world
        self.name = name
        self.heard = 0
        self.logged = 0
        self._decks = [set(deck) for deck in decks]
        seats = world.game(name).seats
        self._seats = {seat.player.discord_id: number for number, seat in enumerate(seats) if seat.player is not None}
        self._everyone = {None, *range(len(seats))}

    def check(self, log: Iterable[logging.LogRecord] = ()) -> None:
        """Check all messages and log records since the last check, against the present game."""
        requests = self.world.env.http_requests
        while self.heard < len(requests):
            self.heard += 1
            self.hear(requests[self.heard - 1])
        for record in list(log)[self.logged :]:
            self.logged += 1
            if record.name.startswith("bot") or record.levelno >= logging.INFO:
                text = f"{record.getMessage()} {record.exc_info}"
                leaked = cards_in(text) & self.hidden(None)
                assert not leaked, f"the log tells {leaked}: {text}"

    def hear(self, request: Any) -> None:
        told = {card for text in strings_in(request.json) for card in cards_in(text)}
        for seat in self._audience(request):
            leaked = told & self.hidden(seat)
            assert not leaked, f"seat {seat} is told {leaked} by {request}"

    def hidden(self, seat: int | None) -> set[Card]:
        """Return the cards of this deal that a seat, or a spectator, may not know."""
        table = self.world.game(self.name)
        deck = self._decks[(table.game.deal - 1) % len(self._decks)]
        return hidden(table, seat).intersection(deck)

    def _audience(self, request: Any) -> set[int | None]:
        """Return the seats that see a request's effect; None is everybody else."""
        where = request.path.strip("/").split("/")
        match where:
            case ["channels", channel, *_]:
                return self._readers(int(channel))
            case ["interactions", number, _, "callback"]:
                return self._answered(self.world.env.backend.interactions[int(number)], request.json)
            case ["webhooks", _, token, *message]:
                interactions = self.world.env.backend.interactions.values()
                interaction = next(one for one in interactions if one.token == token)
                if not message:
                    is_own = (request.json.get("flags") or 0) & 64
                    return {self._seats.get(interaction.user_id)} if is_own else self._readers(interaction.channel_id)
                number = interaction.message_id if message[1] == "@original" else int(message[1])
                return self._readers_of_message(interaction, number)
            case _:
                return set()

    def _answered(self, interaction: Any, answer: Any) -> set[int | None]:
        match answer["type"]:
            case 4 if not (answer["data"].get("flags") or 0) & 64:
                return self._readers(interaction.channel_id)
            case 7:
                return self._readers_of_message(interaction, interaction.source_message_id)
            case _:
                return {self._seats.get(interaction.user_id)}

    def _readers_of_message(self, interaction: Any, message_id: int | None) -> set[int | None]:
        message = self.world.env.backend.messages.get(interaction.channel_id, {}).get(message_id)
        # The bot deletes only messages that everybody could read.
        if message is not None and message.is_ephemeral:
            return {self._seats.get(int(message.interaction_metadata["user"]["id"]))}
        return self._readers(interaction.channel_id)

    def _readers(self, channel_id: int) -> set[int | None]:
        owner = next((user for user, dm in self.world.env.backend.dm_channels.items() if dm == channel_id), None)
        return self._everyone if owner is None else {self._seats.get(owner)}


def hidden(table: Table, seat: int | None) -> set[Card]:
    """Return the cards of this deal that a seat or a spectator may not know, unless an earlier deal showed them."""
    phase = table.game.phase
    match phase:
        case LayingAway(hands=hands, laid=laid):
            return set(PACK).difference(() if seat is None else (*hands[seat], *laid[seat]))
        case Playing() | Showing():
            own = () if seat is None else (*phase.kept[seat], *phase.laid[seat])
            played = (card for _, card in phase.played)
            return set(PACK).difference(own, played, [phase.starter], _declared_cards(table), _to_be_shown(table, seat))
        case _:
            return set()


def _declared_cards(table: Table) -> set[Card]:
    """Return the cards of this deal that were laid open to be counted."""
    deals = [place for place, event in enumerate(table.recent) if isinstance(event, Dealt)]
    return {card for event in table.recent[deals[-1] :] if isinstance(event, Shown) for card in event.cards}


def _to_be_shown(table: Table, seat: int | None) -> tuple[Card, ...]:
    """Return the cards to be counted next; while a declaration is open, only their owner may see them."""
    phase = table.game.phase
    if not isinstance(phase, Showing):
        return ()
    side_of = table.rules.side_of
    stops = [window for window in table.game.windows if window.stops]
    if not stops or (seat == phase.seat and all(side_of(seat) != side_of(window.seat) for window in stops)):
        return phase.cards
    return ()


def decks(examples: Iterable[str], count: int = 2) -> list[list[Card]]:
    """Return the pack in parts without common cards, without the cards of the bot's own examples."""
    left = [card for card in PACK if str(card) not in set(examples)]
    return [left[number::count] for number in range(count)]
