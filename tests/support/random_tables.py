"""Tables as random games produce them, and everything that is drawn of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from simcord.components import walk_components

from bot.models.agreement import Agreement, Seat
from bot.models.player import Player
from bot.tables.shuffle import pack
from bot.tables.table import Table
from bot.ui.core.components import TEXT, DisplayOptions
from bot.ui.games import screens
from bot.ui.games.table_view import TableView
from engine.actions import Move, Play, TakeBack
from engine.cards import Card
from engine.errors import IllegalAction
from engine.events import Event
from engine.game import apply, chance, legal, shuffle_in, waiting_on
from engine.presets import PRESETS, find
from engine.rules import Counting, Pegging, Rules
from engine.state import Game
from tests.support.strategies import at_the_show, dealt_out, plays

NAMES = ("Ann", "Ben", "Cat", "Dan")

EVERY_TABLE = [(preset.name, players) for preset in PRESETS.values() for players in preset.players]
"""Every preset with every number of hands."""


def richest(preset: str, players: int) -> Rules:
    """Return the rules of a preset with every option that adds actions, and with the shortest game."""
    about = PRESETS[preset]
    muggins = about.rules.counting is not Counting.AUTOMATIC
    return find(preset, players=players, target=min(about.doubles), muggins=muggins, ceremony=True)


def opened(rules: Rules, names: tuple[str, ...] = NAMES, **about: Any) -> Table:
    """Return a table at which everyone has accepted."""
    people = names[: rules.players]
    seats = tuple(Seat(Player(number, 10**18 + number, name), agreed=True) for number, name in enumerate(people))
    agreed = {
        "id": "abcd2345",
        "guild_id": 1,
        "channel_id": 10**18,
        "place": "here",
        "preset": "house",
        "rules": rules,
        "status": "playing",
        "seed": b"\x05" * 32,
        "previous": None,
        "seats": seats,
    }
    return Table.create(Agreement(**agreed | about))


def states(rules: Rules, seed: int, never: tuple[type, ...] = (), **about: Any) -> Iterator[Table]:
    """Yield a table after every move of a random game; players make any moves except those of ``never``."""
    whim, table = Random(seed), opened(rules, **about)
    while True:
        table = dealt_on(table, bytes([seed]) * 32)
        yield table
        if not waiting_on(table.game):
            return
        # Heels without a jack are offered like any others, and refused.
        with suppress(IllegalAction):
            table = moved(table, some_move(table, whim, never))


def dealt_on(table: Table, seed: bytes) -> Table:
    """Return the table after all cuts and deals that need no player."""
    while (wanted := chance(table.game)) is not None:
        game, events = shuffle_in(table.game, pack(seed, *wanted))
        table = table.after(game, events)
    return table


def moved(table: Table, *moves: Move) -> Table:
    for move in moves:
        table = table.after(*apply(table.game, move))
    return table


def some_move(table: Table, whim: Random, never: tuple[type, ...] = ()) -> Move:
    """Return a move of a player whose turn it is, or now and then of one who may speak out of turn."""
    seats = range(table.rules.players)
    able = [seat for seat in seats if any(not isinstance(move, never) for move in legal(table.game, seat))]
    seat = whim.choice(list(waiting_on(table.game)) if whim.random() < 0.7 else able)
    kinds: dict[type, list[Move]] = {}
    for move in legal(table.game, seat):
        if not isinstance(move, never):
            kinds.setdefault(type(move), []).append(move)
    # A card is taken back seldom, or no deal would ever be played.
    likely = [kind for kind in kinds if kind is not TakeBack or whim.random() < 0.1] or list(kinds)
    move = whim.choice(kinds[whim.choice(likely)])
    if isinstance(move, Play) and table.rules.pegging is Pegging.DECLARED:
        return replace(move, declared=whim.choice((0, 0, 1, 2, 2, 3, 12)))
    return move


def drawn(
    table: Table, look: DisplayOptions = TEXT, shown: TableView | None = None
) -> Iterator[tuple[int | None, Any]]:
    """Return every screen of a table with the seat that sees it; None is everybody."""
    shown = shown or TableView(table)
    for held in (False, True) if table.status == "playing" else (False,):
        yield None, screens.public(shown, look, held=held)
    yield None, screens.last_deal(shown, look)
    for seat in range(table.rules.players):
        yield seat, screens.panel(shown, seat, look=look, in_dm=True)
        for chosen in _choices(table, seat):
            yield seat, screens.panel(shown, seat, chosen, look=look)
        yield seat, screens.panel(shown, seat, look=look, held=True)
        yield seat, screens.panel(shown, seat, look=look, high=True)


def _choices(table: Table, seat: int) -> list[tuple[Card, ...]]:
    """Return the cards that a player may have picked and not yet confirmed."""
    view = table.view(seat)
    picked: list[tuple[Card, ...]] = [()]
    if view.stage == "lay_away" and view.to_lay:
        picked.append(view.hand[: view.to_lay])
    if view.stage == "play" and view.hand and table.rules.pegging is Pegging.DECLARED:
        picked.append(view.hand[:1])
    if any(isinstance(move, TakeBack) for move in view.legal):
        picked += [view.laid[:1], view.laid]
    return picked


def text(screen: Any) -> str:
    """Return everything that can be read on a screen; primary buttons have a star, disabled buttons (off)."""
    told = []
    for part in walk_components(screen.to_components()):
        match part["type"]:
            case 10:
                told.append(part["content"])
            case 2:
                looks = "*" if part["style"] == 1 else " (off)" if part.get("disabled") else ""
                told.append(f"[{part['label']}{looks}]")
            case 3:
                told.append("<" + "|".join(option["label"] for option in part["options"]) + ">")
    return "\n".join(told).replace("\N{VARIATION SELECTOR-15}", "")


def at(game: Game, events: tuple[Event, ...] = (), **about: Any) -> Table:
    table = opened(game.rules, **about)
    return replace(table, game=game, recent=events)


def public(table: Table) -> str:
    return text(screens.public(TableView(table)))


def panel(table: Table, seat: int, *chosen: str) -> str:
    """Return what a player reads in their own panel with some cards picked."""
    return text(screens.panel(TableView(table), seat, tuple(map(Card.parse, chosen)))).removesuffix("\n[Help]")


# Tables at which a game is brought to the place of which a test speaks.

DULL = ("6H 8S TC QD", "6S 8C TD QH")
FIVES = ("5H 5D 5C JS", "6S 8C TD QH")


def playing(
    preset: str,
    line: str = "",
    *,
    kept: Sequence[str] = DULL,
    starter: str = "KS",
    dealer: int = 1,
    scores: tuple[int, ...] | None = None,
    **options: Any,
) -> Table:
    rules = find(preset, **options)
    game, events = dealt_out(kept, starter=starter, dealer=dealer, scores=scores, rules=rules)
    return moved(at(game, events, preset=preset), *plays(line))


def showing(
    preset: str, line: str = "", *, scores: tuple[int, ...] | None = None, ceremony: bool = False, **options: Any
) -> Table:
    """Return a table in the show, after some declarations; seat 0 shows first, with three fives and the right jack."""
    rules = find(preset, **options)
    game = at_the_show(FIVES, starter="5S", scores=scores, rules=rules)
    game = replace(game, rules=replace(rules, ceremony=ceremony))
    _, events = dealt_out(FIVES, starter="5S")
    return moved(at(game, events, preset=preset), *plays(line))
