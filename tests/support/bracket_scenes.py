"""Scenes of brackets to draw: both eliminations, matches of every kind, and the longest and strangest names."""

from __future__ import annotations

from bot.render.bracket import Box, BracketScene, Entry
from bot.render.scene import Scene

LONG = "Maximilian Wolfeschlegelsteinhau"
NAMES = ("Ann", "Ben", LONG, "Дмитрий", "Ωμέγα", "\u5c71\u7530\u592a\u90ce", "o'Brien", "Dan 🎉")


def played(number: int, one: tuple[int, str, str], other: tuple[int, str, str], next_box: int | None = None) -> Box:
    """Return a match that the first of two has won; each is a seed, a name and a score."""
    winner, loser = (Entry(name, seed=str(seed), score=score) for seed, name, score in (one, other))
    rows = (
        Entry(winner.name, "", winner.seed, winner.score, "won"),
        Entry(loser.name, "", loser.seed, loser.score, "lost"),
    )
    return Box(f"Match {number}", *rows, next_box=next_box)


def open_match(number: int, one: Entry, other: Entry | None, note: str = "", next_box: int | None = None) -> Box:
    return Box(f"Match {number}", one, other, note, next_box)


def origin(text: str) -> Entry:
    return Entry(origin=text)


SIXTEEN = tuple(
    played(place + 1, (place + 1, NAMES[place], "121"), (16 - place, f"Guest {place}", str(60 + 7 * place)), place // 2)
    if place < 6
    else open_match(
        place + 1,
        Entry(NAMES[place], seed=str(place + 1)),
        None if place == 7 else Entry("Guest 6", seed="10"),
        next_box=place // 2,
    )
    for place in range(8)
)

SCENES: dict[str, Scene] = {
    "bracket-sixteen": BracketScene(
        "The Club Cup, season 3",
        ("Round 1", "Quarterfinals"),
        SIXTEEN,
        tuple(
            open_match(
                17 + place,
                Entry(NAMES[2 * place], seed=str(2 * place + 1)),
                Entry(NAMES[2 * place + 1], seed=str(2 * place + 2)),
            )
            if place < 3
            else open_match(20, origin("winner of 7"), Entry(NAMES[7], seed="8"))
            for place in range(4)
        ),
    ),
    "bracket-final": BracketScene(
        "The Club Cup, season 3",
        ("Semifinals", "Final"),
        (played(1, (1, "Ann", "3"), (4, LONG, "1"), 0), played(2, (3, "Ben", ""), (2, "Cy", ""), 0)),
        (open_match(3, Entry("Ann", "", "1", "121", "open"), Entry("Ben", "", "3", "118", "open"), "to confirm"),),
    ),
    "bracket-losers": BracketScene(
        "Double Cup, season 1",
        ("Losers' round 1", "Losers' round 2"),
        (
            played(7, (5, "Eve", "2"), (8, "Hal", "0"), 0),
            open_match(8, Entry("Fay", seed="6"), Entry("Gus", seed="7"), next_box=1),
        ),
        (
            open_match(9, Entry("Eve", seed="5"), origin("loser of 6")),
            open_match(10, origin("winner of 8"), Entry("Dee", seed="4")),
        ),
    ),
    "bracket-decider": BracketScene(
        "Double Cup, season 1",
        ("Before the final", "Final"),
        (played(12, (1, "Ann", "2"), (2, "Ben", "1"), 0), played(13, (2, "Ben", "2"), (3, "Cy", "0"), 0)),
        (played(14, (2, "Ben", "2"), (1, "Ann", "1")), open_match(15, Entry("Ben", seed="2"), Entry("Ann", seed="1"))),
    ),
    "bracket-two": BracketScene(
        "A tiny cup, season 12", ("Final",), (played(1, (1, LONG, "121"), (2, "Ωμέγα", "90")),)
    ),
}
