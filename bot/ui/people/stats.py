"""A player's statistics in words, short enough for a phone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.i18n.translation import N_, gettext
from bot.tables.player_stats import LATEST, MIXED, PEOPLE, PlayerStats, WinsAndLosses
from bot.tables.table import ROBOTS
from bot.ui.core.formatting import escape

NONE_YET: Final = N_("{name} has not finished a game {where} yet. `/play` starts one.")
OWN_ONLY: Final = N_("In private you are told of your own games alone; ask in a server about others.")


def stats_text(name: str, career: PlayerStats, *, here: bool) -> str:
    """Return the statistics as a message; ``here`` if they are those of one server."""
    if not career.games.played:
        return gettext(NONE_YET, name=escape(name), where=gettext("here" if here else "with me"))
    return "\n".join([f"**{escape(name)}**, {gettext('in this server' if here else 'everywhere')}", *_lines(career)])


def _lines(career: PlayerStats) -> Iterator[str]:
    yield gettext(
        "Games: **{played}**, won {share}, lost {lost}.",
        played=career.games.played,
        share=_share(career.games),
        lost=career.lost,
    )
    yield gettext(
        "Skunks: {skunks_given} given, {skunks_taken} taken.",
        skunks_given=career.skunks_given,
        skunks_taken=career.skunks_taken,
    )
    if career.dealing_first.played or career.not_dealing_first.played:
        yield gettext(
            "Won when dealing first: {dealing}; when not: {as_pone}.",
            dealing=_won_of(career.dealing_first),
            as_pone=_won_of(career.not_dealing_first),
        )
    yield from _game_stats(career)
    if len(career.against) > 1 or PEOPLE not in career.against:
        yield gettext("Won against {against}.", against=", ".join(_against(career.against)))
    if career.games.played > career.looked_at:
        yield gettext("-# Hands, cribs, the play and who dealt first: of the {latest} latest games.", latest=LATEST)


def _game_stats(career: PlayerStats) -> Iterator[str]:
    """Yield what was counted, pegged, overscored and overlooked."""
    deeds = career.deeds
    if deeds.average_hand is not None:
        best = "" if deeds.best_hand is None else gettext("; the best hand {best_hand}", best_hand=deeds.best_hand)
        yield gettext(
            "Average hand **{average_hand:.2f}**{crib}{best}.",
            average_hand=deeds.average_hand,
            crib=_crib(deeds.average_crib),
            best=best,
        )
        yield gettext("Pegged in the play: {pegged:.1f} a game.", pegged=deeds.pegged / career.looked_at)
    yield gettext(
        "Overscored holes (law 19): {overscored} conceded, {caught} caught.",
        overscored=deeds.overscored,
        caught=deeds.caught,
    )
    yield gettext(
        "Muggins: {muggins_taken} taken, {muggins_given} given.",
        muggins_taken=deeds.muggins_taken,
        muggins_given=deeds.muggins_given,
    )


def _crib(average: float | None) -> str:
    return "" if average is None else gettext(", crib **{average:.2f}**", average=average)


def _against(tallies: dict[str, WinsAndLosses]) -> Iterator[str]:
    """Yield the games won against people, then against robots from the easiest on."""
    names = {PEOPLE: gettext(PEOPLE), **{level: f"{name} ({level})" for level, name in ROBOTS.items()}}
    names[MIXED] = gettext("several at once")
    for who, name in names.items():
        if (tally := tallies.get(who)) is not None:
            yield f"{name} {_won_of(tally)}"


def _share(tally: WinsAndLosses) -> str:
    return f"{tally.won} ({tally.won / tally.played:.0%})"


def _won_of(tally: WinsAndLosses) -> str:
    """Return how many games of how many were won, and the share."""
    if not tally.played:
        return gettext("0 of 0")
    return gettext(
        "{won} of {played} ({tally_won:.0%})", won=tally.won, played=tally.played, tally_won=tally.won / tally.played
    )
