"""One point of the rules: what a preset's book says about it, and what the bot does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from engine.messages import N_


class Verdict(StrEnum):
    """Whether the bot does what the book says, fills a gap that the book leaves, or does something else."""

    FOLLOWS = "follows"
    SILENT = "silent"
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One point on which a preset is compared with its book.

    ``about`` is a field of ``Rules``, or a topic for which there is no field. ``source`` is a book and a line
    (``"003:103"``), a whole book that has no such rule (``"003"``), or a rule of the Cribbage Congress
    (``"ACC, rule 8.4"``). ``book`` is what the book says, or what it leaves out; ``here`` is what the bot does and why,
    empty where it follows the book.
    """

    about: str
    source: str
    verdict: Verdict
    book: str
    here: str = ""
    preset: str = ""


def follows(about: str, source: str, book: str) -> Comparison:
    """Return a point on which the bot does what the book says."""
    return Comparison(about, source, Verdict.FOLLOWS, book)


def silent(about: str, source: str, book: str, here: str) -> Comparison:
    """Return a point on which the book says nothing, or not enough, and the bot needs a rule."""
    return Comparison(about, source, Verdict.SILENT, book, here)


def differs(about: str, source: str, book: str, here: str) -> Comparison:
    """Return a point on which the bot does something else than the book says."""
    return Comparison(about, source, Verdict.DIFFERS, book, here)


TITLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        # The fields of Rules.
        "players": N_("Players"),
        "dealt": N_("Cards"),
        "target": N_("Length"),
        "doubles": N_("Skunks"),
        "counting": N_("Who checks a count"),
        "pegging": N_("Counting the play"),
        "muggins": N_("Missed points"),
        "overscore": N_("Too many points"),
        "irregular": N_("Breaking a rule"),
        "heels_forfeit": N_("His heels"),
        "three_for_last": N_("Three for last"),
        "single_series": N_("After a go or 31"),
        "play_on": N_("Playing on"),
        "next_dealer": N_("First deal"),
        "ceremony": N_("Who cuts"),
        "predeal_cut": N_("Cut before the deal"),
        "amend": N_("Changing a count"),
        "false_game_penalty": N_("Wrong claim to win"),
        "renege": N_("Go with a playable card"),
        "false_muggins": N_("Wrong call of muggins"),
        "partners": N_("Partners"),
        # What has no field.
        "assistance": N_("Help with counting"),
        "cutthroat": N_("Cutthroat"),
        "dealing": N_("Shuffle and deal"),
        "flush": N_("Flush"),
        "game_points": N_("Game points"),
        "go": N_("Point for a go"),
        "heels_name": N_("Name of his heels"),
        "judges": N_("Judges"),
        "laws": N_("Laws that nobody can break"),
        "lead": N_("Next lead"),
        "leaving": N_("Leaving a game of 3"),
        "mark": N_("Exactly on the mark"),
        "match": N_("Matches"),
        "opponents": N_("Which opponent"),
        "pegs": N_("Pegs"),
        "playing_on_scores": N_("Points after a go"),
        "resigning": N_("Giving up"),
        "show": N_("Order of counting"),
        "taken_back": N_("Taking a discard back"),
        "ties": N_("Equal cards in the cut"),
        "time_to_challenge": N_("Time to challenge"),
        "totals": N_("Saying the count"),
        "winning_count": N_("A count that wins"),
        "wrong_challenge": N_("Wrong challenge"),
    }
)
"""The heading of each point; the first ones are the fields of ``Rules``."""

# What several books have in common.

CUT_BY_BOT: Final = N_("The bot cuts for everyone, to save time. To cut yourselves, choose it in `/play`.")
COUNTED_BY_BOT: Final = N_("The bot counts each card and pegs its points, so nobody waits.")
SHOWN_BY_BOT: Final = N_("The bot shows the count after every card.")
FINAL: Final = N_("A count is final.")
NO_PENALTY: Final = N_("The bot refuses what the rules don't allow, so it costs nothing.")
LOST: Final = N_("They are lost. You can agree on muggins: then your opponent gets them.")
GIVING_UP: Final = N_("The book says nothing about giving up.")
LOSES: Final = N_(
    "If you resign, you lose, and skunks count by the scores, if the game has them. Running out of time is the same, "
    "unless a robot plays on."
)
LOSES_ONE: Final = N_("If you resign, you lose 1 game. Running out of time is the same, unless a robot plays on.")
LEAVING: Final = N_("The book says nothing about this.")
OTHERS_PLAY_ON: Final = N_("If you leave, you lose. The other 2 play on, and from the next deal they get 6 cards each.")
DEALT_BY_BOT: Final = N_("The bot shuffles and deals, and after the game `/verify` checks the shuffle.")
BY_CUT: Final = N_("The 2 lowest cards in the cut make partners, as at Crib-Derby. Or choose partners in `/play`.")
TIES: Final = N_("The book doesn't say what happens if two players cut equal cards.")
CUT_AGAIN: Final = N_("If that leaves the dealer or the partners open, everyone cuts again, as in the US rules.")
WAITS: Final = N_(
    "The count waits until every other side accepts it or one challenges it, so that it can be checked first."
)
CAPPED: Final = N_(
    "Points past the game hole (the last hole of the board) don't count, as in the tournament rules. So your "
    "opponent gets fewer."
)
