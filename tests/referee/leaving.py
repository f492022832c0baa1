"""Games given up or lost on time: what they count, and with three hands the seat that is closed."""

from __future__ import annotations

from typing import Any

from tests.referee.reading import Reading


def conceded(reading: Reading) -> dict[str, Any]:
    """Return the next fact: a player gives the game up."""
    event = reading.take("conceded")
    reading.object_unless(event["why"] in ("resigned", "time"), "nobody concedes for that")
    reading.object_unless(reading.seat(event) not in reading.closed, "this player has left")
    return event


def first_edition(reading: Reading) -> None:
    """Read a resignation: it counts one game at any scores; of two other sides the higher one wins.

    If both are level, the first to the left of the one who gave up wins.
    """
    event = conceded(reading)
    side = reading.side(event["seat"])
    others = [reading.side(other) for other in reading.round_from(event["seat"]) if reading.side(other) != side]
    reading.win(max(others, key=lambda other: reading.scores[other]), event["why"], 1)


def second_edition(reading: Reading, unfounded: int) -> tuple[int, list[str]] | None:
    """Read a resignation: against one other side it counts the doubles as the scores stand (000:103, 002:7, 003:101).

    ``unfounded`` are points of the loser that nobody has accepted and that are too many: they do not save the loser
    from a double. With three hands the other two play on: return the seat that is closed, and the cards it leaves to
    the crib.
    """
    event = conceded(reading)
    seat, others = reading.seat(event), sorted(reading.other_sides(event["seat"]))
    cards = reading.cards({"cards": [], **event}, "cards")
    if len(others) == 1:
        reading.object_unless(not cards, "no cards go to the crib once the game is over")
        standing = list(reading.scores)
        standing[reading.side(seat)] -= unfounded
        reading.win(others[0], event["why"], reading.games(others[0], standing))
    reading.closed.add(seat)
    return seat, cards
