"""A player's career in words, short enough for a phone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.tables.careers import LATEST, MIXED, PEOPLE, Career, Tally
from bot.tables.table import ROBOTS
from bot.ui.words import escaped

NONE_YET: Final = "{name} has not finished a game {where} yet. `/play` starts one."
OWN_ONLY: Final = "In private you are told of your own games alone; ask in a server about others."


def told(name: str, career: Career, *, here: bool) -> str:
    """The career as a message; ``here`` where it is that of one server alone."""
    if not career.games.played:
        return NONE_YET.format(name=escaped(name), where="here" if here else "with me")
    return "\n".join([f"**{escaped(name)}**, {'in this server' if here else 'everywhere'}", *_lines(career)])


def _lines(career: Career) -> Iterator[str]:
    yield f"Games: **{career.games.played}**, won {_share(career.games)}, lost {career.lost}."
    yield f"Skunks: {career.skunks_given} given, {career.skunks_taken} taken."
    if career.dealing_first.played or career.not_dealing_first.played:
        yield f"Won when dealing first {_of(career.dealing_first)}, as pone first {_of(career.not_dealing_first)}."
    deeds = career.deeds
    if deeds.average_hand is not None:
        best = "" if deeds.best_hand is None else f"; the best hand {deeds.best_hand}"
        yield f"Average hand **{deeds.average_hand:.2f}**{_crib(deeds.average_crib)}{best}."
        yield f"Pegged in the play: {deeds.pegged / career.looked_at:.1f} a game."
    yield f"Overscored holes (law 19): {deeds.overscored} conceded, {deeds.caught} caught."
    yield f"Muggins: {deeds.muggins_taken} taken, {deeds.muggins_given} given."
    if len(career.against) > 1 or PEOPLE not in career.against:
        yield f"Won against {', '.join(_against(career.against))}."
    if career.games.played > career.looked_at:
        yield f"-# Hands, cribs, the play and who dealt first: of the {LATEST} latest games."


def _crib(average: float | None) -> str:
    return "" if average is None else f", crib **{average:.2f}**"


def _against(tallies: dict[str, Tally]) -> Iterator[str]:
    """People first, then the robots from the easiest on."""
    names = {PEOPLE: PEOPLE, **{level: f"{name} ({level})" for level, name in ROBOTS.items()}}
    names[MIXED] = "several at once"
    for who, name in names.items():
        if (tally := tallies.get(who)) is not None:
            yield f"{name} {_of(tally)}"


def _share(tally: Tally) -> str:
    return f"{tally.won} ({tally.won / tally.played:.0%})"


def _of(tally: Tally) -> str:
    """So many of so many, with the share where there is any."""
    if not tally.played:
        return "0 of 0"
    return f"{tally.won} of {tally.played} ({tally.won / tally.played:.0%})"
