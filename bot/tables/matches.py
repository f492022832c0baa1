"""The next game after one that is over: its agreement and its first dealer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.i18n.translation import gettext
from bot.models.agreement import Agreement
from bot.models.errors import TableError
from bot.tables.table import Table
from engine.events import DealerChosen, Dealt, Event
from engine.presets import PRESETS, renewed
from engine.rules import NextDealer, Partners
from engine.state import Over

LONGEST: Final = 15


def check(best_of: int) -> None:
    """Refuse a match that could end without a winner."""
    if best_of % 2 == 0 or not 1 <= best_of <= LONGEST:
        raise TableError(
            gettext(
                "Choose an odd number of games up to {longest}, like 3.",
                longest=LONGEST,
            )
        )


def needed(best_of: int) -> int:
    """Return how many games win a match."""
    return best_of // 2 + 1


def next_game(old: Table, seat: int, table_id: str, seeds: tuple[bytes, bytes]) -> Agreement:
    """Return the agreement for the game after this one, which ``seat`` asks for; ``seeds`` are its own and the next.

    Within a match everyone has agreed to it already, by the laws of its first game; otherwise only robots have, and the
    one who asks, and the laws are those of today. A fixture is played once: what follows it is a friendly game, while
    in open play of a league every game counts. Raises ``TableError`` where one of them plays no more.
    """
    if any(chair.player is not None and chair.player.discord_id is None for chair in old.seats):
        raise TableError(gettext("One of these players has left. Start another game with /play."))
    on = old.in_match and not old.match_over
    friendly = old.agreement.fixture is not None and not on
    return replace(
        _following(old, table_id, seeds[0]),
        rules=old.rules if on else renewed(old.agreement.preset, old.rules),
        status="gathering",
        next_seed=seeds[1],
        seats=tuple(
            replace(chair, agreed=on or number == seat or chair.robot is not None)
            for number, chair in enumerate(old.seats)
        ),
        won=old.standing if on or not old.in_match else (),
        league=None if friendly else old.agreement.league,
        fixture=None if friendly else old.agreement.fixture,
        league_name=None if friendly else old.agreement.league_name,
    )


def rest_of_match(old: Table, table_id: str, seed: bytes) -> Agreement:
    """Return the next game of a match that is called off: it is closed and never played."""
    seats = tuple(replace(chair, agreed=False) for chair in old.seats)
    return replace(_following(old, table_id, seed), status="closed", seats=seats, won=old.standing)


def _following(old: Table, table_id: str, seed: bytes) -> Agreement:
    return replace(
        old.agreement,
        id=table_id,
        seed=seed,
        previous=old.id,
        adjourning=frozenset(),
        first_dealer=None,
        sealed=None,
    )


def first_dealer(last: Table, events: Sequence[Event]) -> int | None:
    """Return who deals first in the game after ``last``, or None where the cards are cut for it.

    Between the games of one match partners stay partners, so four players who cut for partners do not cut again: the
    first deal passes to the left instead.
    """
    partners = last.rules.partners is Partners.CUT and last.players == 4 and last.in_match and not last.match_over
    chosen = next((event.seat for event in events if isinstance(event, DealerChosen)), None)
    match _way(last):
        case NextDealer.LOSER:
            return _loser(last, events)
        case NextDealer.CUT if not partners:
            return None
        case _ if chosen is not None:
            return (chosen + 1) % last.players
        case _:
            # The last game was given up before the cut.
            return 0 if partners else None


def _way(last: Table) -> NextDealer:
    """The rule for the next game; a match that follows another begins as its book has it."""
    preset = PRESETS.get(last.agreement.preset)
    if last.in_match and last.match_over and preset is not None:
        return preset.rules.next_dealer
    return last.rules.next_dealer


def _loser(last: Table, events: Sequence[Event]) -> int:
    """The loser with the lowest score; of those level, and of partners, the first to the left of the last dealer."""
    assert isinstance(last.game.phase, Over)
    dealer = -1
    for event in events:
        match event:
            case DealerChosen(seat=seat) | Dealt(dealer=seat):
                dealer = seat
    rules, winner = last.rules, last.game.phase.side
    around = [(dealer + step) % rules.players for step in range(1, rules.players + 1)]
    losers = [seat for seat in around if rules.side_of(seat) != winner]
    return min(losers, key=lambda seat: last.game.scores[rules.side_of(seat)])
