"""The views of results, and the questions about those that were played over a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ButtonStyle

from bot.i18n.translation import N_, gettext, join_list, ngettext
from bot.models.player import Player
from bot.models.result import NOBODY, LeagueResult, Side
from bot.ui.core import formatting
from bot.ui.core.components import Button, Screen, page_view
from bot.ui.leagues.lookup import button

_LONGEST_REASON: Final = 500

_BY: Final = {
    "board": N_("in person"),
    "file": N_("from a file"),
    "forfeit": N_("awarded"),
    "resigned": N_("resigned"),
    "time": N_("on time"),
}
"""How a result came about, where that is not a finished game at a table."""

_BECAME: Final = {
    "entered": N_("waiting for confirmation"),
    "counted": N_("counted"),
    "disputed": N_("disputed"),
    "void": N_("removed"),
}

_STANDS: Final = {
    "entered": N_("not confirmed yet"),
    "disputed": N_("**disputed**"),
    "void": N_("removed"),
}


def score_text(result: LeagueResult, *, bold: bool = True) -> str:
    """The score of a result: ``**Ann** 121, Ben 97``, or the games of a match: ``**Ann** 2, Ben 1``."""
    if result.winner == NOBODY:
        both = join_list([formatting.escape(side.player.name) for side in result.sides])
        return gettext("{names} both forfeit", names=both)
    won, lost = result.sides[result.winner], result.sides[1 - result.winner]
    mark = "**" if bold else ""
    names = f"{mark}{formatting.escape(won.player.name)}{mark}", formatting.escape(lost.player.name)
    if won.holes == lost.holes and won.legs + lost.legs > 1:
        text = f"{names[0]} {won.games}, {names[1]} {lost.games}"
    elif won.holes == lost.holes:
        text = gettext("{winner} beats {loser}", winner=names[0], loser=names[1])
    elif won.legs + lost.legs > 1:
        text = gettext(
            "{winner} {games}, {loser} {lost_games} ({points}-{lost_points} points)",
            winner=names[0],
            games=won.games,
            loser=names[1],
            lost_games=lost.games,
            points=won.holes,
            lost_points=lost.holes,
        )
    else:
        text = f"{names[0]} {won.holes}, {names[1]} {lost.holes}"
    if result.boards:
        boards = [f"{pair[result.winner]}-{pair[1 - result.winner]}" for pair in result.boards]
        text += f" ({', '.join(boards)})"
    return f"{text}{_skunk(won)}"


def result_line(result: LeagueResult) -> str:
    """A line for a result in a list."""
    return f"{_dated_score(result)}{status_note(result)}"


def status_note(result: LeagueResult) -> str:
    """Return the number of a result, and its origin and status in brackets where they are unusual."""
    notes = [note for note in (gettext(_BY.get(result.ended_by, "")), gettext(_STANDS.get(result.status, ""))) if note]
    return f" #{result.id}" + (f" ({', '.join(notes)})" if notes else "")


def numbered_score(result: LeagueResult) -> str:
    """The score of a result with its number: ``**Ann** 121, Ben 97 #12``."""
    return f"{score_text(result)} #{result.id}"


def suggestion(result: LeagueResult) -> str:
    """The label of a result in a list of suggestions, at most 100 letters; its sides in their own order."""
    day = result.played_at.date().isoformat()
    counts = [
        side.holes if side.legs + other.legs <= 1 else side.games for side, other in _sides_with_opponents(result)
    ]
    named = [f"{side.player.name[:28]} {count}" for side, count in zip(result.sides, counts, strict=True)]
    scores = ", ".join(named)
    stands = "" if result.status == "counted" else f" ({result.status})"
    return f"#{result.id} {day} {scores}{stands}"[:100]


def entered_text(result: LeagueResult, league: str, same: LeagueResult | None, *, by_player: bool = False) -> str:
    """The answer to an entered result that asks nobody here; ``same`` is another one that may be of the same game."""
    text = gettext(
        "{score}: {standing} in **{name}**.",
        score=numbered_score(result),
        standing=gettext(_BECAME[result.status]),
        name=formatting.escape(league),
    )
    if same is None:
        return text
    if by_player:
        asks = gettext("Is it the same game as #{id}? Then ask your opponent to press **That's wrong**.", id=same.id)
        return f"{text}\n{asks}"
    return f"{text}\n" + gettext("Is it the same game as #{id}? Then press **Remove**.", id=same.id)


def entered_view(result: LeagueResult, league: str, opponent: Player, same: LeagueResult | None) -> Screen:
    """An entered result, which asks the opponent whether it is right; ``same`` may be of the same game."""
    by = "" if result.entered_by is None else formatting.escape(result.entered_by.name)
    parts = [
        gettext(
            "{by} entered a result in **{league}**: {score}.{hands}",
            by=by,
            league=formatting.escape(league),
            score=score_text(result),
            hands=_hands(result),
        ),
        gettext("{asked}, is this right?", asked=formatting.mention(opponent)),
        gettext(
            "-# This counts when {name} or a manager confirms it. Result {id}.",
            name=formatting.escape(opponent.name),
            id=result.id,
        ),
    ]
    if same is not None:
        parts.insert(1, gettext("If it's the same game as #{id}, press **That's wrong**.", id=same.id))
    return page_view(["\n".join(parts)], answer_buttons(result))


def answer_text(result: LeagueResult, league: str, by: Player) -> str:
    """The text for an entered result after it was confirmed, denied or taken back."""
    named, who = formatting.escape(league), formatting.escape(by.name)
    match result.status:
        case "counted":
            confirmed = (
                ""
                if result.confirmed_by is None
                else gettext(" Confirmed by {name}.", name=formatting.escape(result.confirmed_by.name))
            )
            return gettext(
                "{score}.{hands}{confirmed} It counts in **{named}**.",
                score=numbered_score(result),
                hands=_hands(result),
                confirmed=confirmed,
                named=named,
            )
        case "void":
            return gettext(
                "{score}. {who} took this result back, so it doesn't count in **{named}**.",
                score=numbered_score(result),
                who=who,
                named=named,
            )
        case _:
            return gettext(
                "{score}. {who} says this is wrong. A **{named}** manager decides.\n-# Result {id}.",
                score=score_text(result),
                who=who,
                named=named,
                id=result.id,
            )


def waiting_view(results: Sequence[LeagueResult]) -> Screen:
    """Results that wait for one player, at most five at a time, with two buttons for each."""
    listed = results[:5]
    head = gettext("**Please confirm these results:**" if results else "You have no results to confirm.")
    lines = [f"{place}. {_dated_score(result)} #{result.id}" for place, result in enumerate(listed, 1)]
    text = formatting.as_many_as_fit([head, *lines], more=len(results) - len(listed))
    rows = [answer_buttons(result, f" {place}") for place, result in enumerate(listed, 1)]
    return page_view([text], *rows)


def _dated_score(result: LeagueResult) -> str:
    return f"<t:{int(result.played_at.timestamp())}:d> {score_text(result)}"


def _sides_with_opponents(result: LeagueResult) -> list[tuple[Side, Side]]:
    first, second = result.sides
    return [(first, second), (second, first)]


def answer_buttons(result: LeagueResult, which: str = "") -> list[Button]:
    """The two buttons with which a player confirms a result, or says that it is wrong."""
    return [
        button(gettext("Confirm{which}", which=which), "confirm", result.id, style=ButtonStyle.success),
        button(gettext("That's wrong{which}", which=which), "deny", result.id),
    ]


def decisions(result: LeagueResult) -> list[Button]:
    """The buttons with which a manager decides on a result."""
    at = (result.league_id, result.id)
    row = [button(gettext("Correct"), "correct", *at)]
    if result.status == "entered":
        row.insert(0, button(gettext("Confirm"), "confirmfor", *at, style=ButtonStyle.success))
    elif result.status != "counted":
        row.insert(0, button(gettext("Accept"), "accept", *at, style=ButtonStyle.success))
    return row if result.status == "void" else [*row, remove_button(result)]


def remove_button(result: LeagueResult) -> Button:
    """The button with which a manager removes a result."""
    return button(gettext("Remove"), "void", result.league_id, result.id, style=ButtonStyle.danger)


def because(reason: str) -> str:
    """The reason of a manager, as everybody reads it."""
    return gettext("Reason: {reason}", reason=formatting.escape(" ".join(reason.split())[:_LONGEST_REASON]))


def _skunk(won: Side) -> str:
    if not won.skunks:
        return ""
    return ngettext(", a skunk", ", {number} skunks", won.skunks)


def _hands(result: LeagueResult) -> str:
    best = [
        f"{formatting.escape(side.player.name)} {side.deeds.best_hand}"
        for side in result.sides
        if side.deeds.best_hand is not None
    ]
    return gettext(" Best hands: {best}.", best=", ".join(best)) if best else ""
