"""Club nights: their pages, forms and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from discord import ButtonStyle

from bot.i18n.translation import N_, NN_, gettext, ngettext
from bot.leagues.access import LeagueError, refusal
from bot.leagues.meetings import check_open
from bot.leagues.standings import Standing
from bot.models.league import Attendance, League, Meeting, MeetingFormat
from bot.models.player import Player
from bot.ui.core import formatting
from bot.ui.core.components import Button, Screen, page_view
from bot.ui.core.formatting import TextRow, escape, text_table
from bot.ui.core.interactions import check_may_write
from bot.ui.leagues import files
from bot.ui.leagues.forms import ONE_GAME_A_LINE, Question, asks, somebody
from bot.ui.leagues.lookup import (
    Pressed,
    announcing_manager,
    answers_league,
    button,
    member_named,
    names_in,
    page_of,
    turn_buttons,
    typed_number,
)
from bot.ui.leagues.settings_view import names_text

LINES: Final = 20
"""The players on one page of a night's table."""

MOST_NAMES: Final = 40
"""The most people who are named on one page."""

FORMATS: Final[dict[MeetingFormat, tuple[str, tuple[str, str]]]] = {
    "night": (N_("night: everyone plays the same number of games"), NN_("{number} game each", "{number} games each")),
    "single": (N_("single: everyone plays everyone once"), (N_("Everyone plays everyone once"), "")),
    "double": (N_("double: everyone plays everyone twice"), (N_("Everyone plays everyone twice"), "")),
    "swiss": (
        N_("swiss: each round against someone with a similar score"),
        NN_("Swiss, {number} round", "Swiss, {number} rounds"),
    ),
    "free": (N_("free: no pairings, results as they come"), (N_("Play anyone"), "")),
}
"""The formats of a night: as a manager chooses them, and how it is played, perhaps counted by its games or rounds."""

_MOST_TEXT: Final = 3_700

_LEGEND: Final = (N_("P = played"), N_("W = won"), N_("Pt = points"), N_("+/- = score difference"))
_NOBODY: Final = N_("Nobody is here yet.")


def title(meeting: Meeting) -> str:
    """A night by its number, its name if it has one, and its day."""
    if meeting.name:
        named = formatting.escape(meeting.name)
        return gettext("Night {number} ({name}), {day}", number=meeting.number, name=named, day=meeting.day)
    return gettext("Night {number}, {day}", number=meeting.number, day=meeting.day)


def head(league: League, meeting: Meeting) -> str:
    """The heading of a night's pages."""
    return f"**{formatting.escape(league.name)}**: {title(meeting)}. {how_played(meeting)}."


def how_played(meeting: Meeting) -> str:
    """How a night is played, in words."""
    _, (one, many) = FORMATS[meeting.format]
    return ngettext(one, many, meeting.games) if many else gettext(one)


def check_in_page(league: League, meeting: Meeting, came: Sequence[Attendance]) -> Screen:
    """The public page on which people check in."""
    numbers = (league.id, meeting.id)
    row = [
        button(gettext("Check in"), "here", *numbers, style=ButtonStyle.success),
        button(gettext("Leave early") if meeting.stage == "playing" else gettext("Leave"), "gone", *numbers),
        button(gettext("Manage"), "desk", *numbers),
    ]
    if meeting.stage == "closed":
        return page_view([head(league, meeting), gettext("This night is finished.")], [_table_button(league, meeting)])
    return page_view([head(league, meeting), _people(came)], row)


def own_page(league: League, meeting: Meeting, came: Sequence[Attendance], player_id: int) -> Screen:
    """The private page of a player who has checked in or out."""
    here = any(one.player.id == player_id and one.status == "here" for one in came)
    text = gettext("You're checked in.") if here else gettext("You've checked out.")
    then = gettext("See your games with `/league fixtures`.") if meeting.stage == "playing" and here else ""
    row = [
        button(
            gettext("Leave early") if meeting.stage == "playing" else gettext("Leave"), "gone", league.id, meeting.id
        )
        if here
        else button(gettext("Check in"), "here", league.id, meeting.id, style=ButtonStyle.success)
    ]
    if here and league.best_of == 1 and (meeting.stage == "playing" or meeting.format == "free"):
        row.insert(0, button(gettext("Enter my card"), "card", league.id, meeting.id, style=ButtonStyle.primary))
    return page_view([head(league, meeting), f"{text} {then}".strip(), _people(came)], row)


def best_hand_text(lines: Sequence[Standing]) -> list[str]:
    """The line about who had the best hand, if one is known."""
    best = max((line.sums.best_hand or 0 for line in lines), default=0)
    if not best:
        return []
    names = names_text([line.player.name for line in lines if line.sums.best_hand == best], MOST_NAMES)
    return [gettext("Best hand: **{people}** ({points})", people=names, points=best)]


def finished_page(
    league: League, meeting: Meeting, lines: Sequence[Standing], came: Sequence[Attendance] = ()
) -> Screen:
    """The announcement of a finished night: who won it, and the place of everyone who came; then the visitors."""
    winners = [line.player.name for line in lines if line.rank == 1 and line.played]
    won = gettext("**{people}** won the night!", people=names_text(winners, MOST_NAMES))
    ranks = formatting.rank_texts(line.rank if line.played else None for line in lines)
    rows = [
        TextRow(rank, line.player.name, (str(line.won), str(line.points)))
        for rank, line in zip(ranks, lines, strict=True)
    ]
    heads, parts = [gettext("W"), gettext("Pt")], [head(league, meeting), won if winners else gettext("Nobody played.")]
    placed = {line.player.id for line in lines}
    visitors = [one.player.name for one in came if one.player.id not in placed]
    more = best_hand_text(lines)
    more += [gettext("Visitors: {people}", people=names_text(visitors, MOST_NAMES))] if visitors else []
    # All lines are equally long.
    fitting = (_MOST_TEXT - len(won) - len("\n".join(more))) * len(rows) // len(text_table(heads, rows))
    parts += [text_table(heads, rows[:fitting])] if rows else []
    parts += [formatting.and_more(len(rows) - fitting)] if fitting < len(rows) else []
    return page_view([*parts, *more], [_table_button(league, meeting)])


def _people(came: Sequence[Attendance]) -> str:
    here = [one.player.name for one in came if one.status == "here"]
    left = [one.player.name for one in came if one.status == "left"]
    if not came:
        return gettext(_NOBODY)
    text = (
        ngettext(
            "{number} person is here: {people}.",
            "{number} people are here: {people}.",
            len(here),
            people=names_text(here, MOST_NAMES),
        )
        if here
        else gettext(_NOBODY)
    )
    return text + (gettext(" Left early: {people}.", people=names_text(left, MOST_NAMES)) if left else "")


def _table_button(league: League, meeting: Meeting) -> Button:
    return button(gettext("Show the table"), "night", league.id, meeting.id, 0, 0)


_MOST_NAMES: Final = 100
"""The most names that are read of a form."""


@answers_league("night")
async def show_night(at: Pressed, meeting: Meeting, page: int, _: int = 0) -> Screen:
    return await table_page(at, meeting, page)


@asks(
    "scores",
    lambda _, meeting: gettext("Scores of night {number}", number=meeting.number),
    ONE_GAME_A_LINE,
    filled="scored",
)
async def take_scores(at: Pressed, meeting: Meeting, *, scores: str) -> None:
    named = gettext("Scores of night {number}", number=meeting.number)
    await files.preview_typed(at, meeting.day, named, scores)


@answers_league("post", manages=True)
async def post_check_in(at: Pressed, meeting: Meeting) -> None:
    check_may_write(at.interaction)
    await at.context.turn(at.interaction, await desk_page(at, meeting))
    came = await at.leagues.meetings.attendance(meeting)
    await at.interaction.followup.send(view=check_in_page(at.league, meeting, came))


@answers_league("reopen")
async def reopen(at: Pressed, meeting: Meeting) -> Screen:
    opened = await at.leagues.meetings.reopen(at.league, await at.asker(), meeting)
    return await desk_page(at, opened)


@answers_league("scrap")
async def delete(at: Pressed, meeting: Meeting) -> Screen:
    await at.leagues.meetings.delete(at.league, await at.asker(), meeting)
    return page_view([gettext("The night is deleted.")])


@answers_league("desk", manages=True)
async def show_desk(at: Pressed, meeting: Meeting) -> None:
    await at.answer(await desk_page(at, meeting))


async def desk_page(at: Pressed, meeting: Meeting, note: str = "") -> Screen:
    """A manager's page about a night; ``note`` says what was just done."""
    league, meetings = at.league, at.leagues.meetings
    meeting = await meetings.find(league, meeting.id)
    came = await meetings.attendance(meeting)
    rounds = len({fixture.round for fixture in await meetings.fixtures(meeting)})
    numbers = (league.id, meeting.id)
    state = {
        "open": gettext("Check people in, then draw the pairings."),
        "playing": ngettext("{number} round is drawn.", "{number} rounds are drawn.", rounds)
        if meeting.format != "free"
        else gettext("Enter the results as they come."),
        "closed": gettext("This night is finished."),
    }[meeting.stage]
    parts = [head(league, meeting), *([note] if note else []), state, _people(came)]
    if meeting.stage == "closed":
        return page_view(parts, [_table_button(league, meeting), button(gettext("Reopen"), "reopen", *numbers)])
    draw: list[Button] = []
    if meeting.format == "free":
        pass
    elif not rounds:
        draw = [button(gettext("Draw pairings"), "pair", *numbers, style=ButtonStyle.primary)]
    elif meeting.format == "swiss":
        draw = [button(gettext("Draw next round"), "pair", *numbers, style=ButtonStyle.primary)]
    if rounds and meeting.format != "free":
        draw.append(button(gettext("Draw again"), "again", *numbers))
    first = [
        *draw,
        button(gettext("Check people in"), "arrivals", *numbers),
        button(gettext("Post check-in"), "post", *numbers),
        button(gettext("Enter scores"), "scores", *numbers),
    ]
    cards = button(gettext("Cards to print"), "download", league.id, list(files.DOWNLOADS).index("paper"))
    second = [
        button(gettext("Visitors"), "visitors", *numbers),
        button(gettext("Best hand"), "besthand", *numbers),
        cards,
    ]
    third = [button(gettext("Finish the night"), "finish", *numbers), button(gettext("Delete"), "scrap", *numbers)]
    return page_view(parts, first, second, [*third, _table_button(league, meeting)])


async def table_page(at: Pressed, meeting: Meeting, page: int = 0) -> Screen:
    """The table of one night, with buttons for the nights before and after it."""
    league, season = at.league, await at.leagues.directory.season(at.league, meeting.season)
    nights = await at.leagues.meetings.find_all(league, season)
    lines = await at.leagues.standings.meeting_table(league, meeting)
    ranks = formatting.rank_texts(line.rank if line.played else None for line in lines)
    here, page, pages = page_of(list(zip(ranks, lines, strict=True)), page, LINES)
    rows = [
        TextRow(
            rank,
            line.player.name,
            (str(line.played), str(line.won), str(line.points), f"{line.spread:+}" if line.spread else "0"),
        )
        for rank, line in here
    ]
    heads = [gettext("P"), gettext("W"), gettext("Pt"), "+/-"]
    legend = ", ".join(map(gettext, _LEGEND))
    text = "\n".join([text_table(heads, rows), *best_hand_text(lines), f"-# {legend}"]) if rows else gettext(_NOBODY)
    places = [one.id for one in nights]
    place = places.index(meeting.id) if meeting.id in places else 0
    turns = []
    if len(nights) > 1:
        before, after = nights[max(place - 1, 0)], nights[min(place + 1, len(nights) - 1)]
        turns = [
            button(gettext("Show earlier"), "night", league.id, before.id, 0, 1, disabled=place == 0),
            button(gettext("Show later"), "night", league.id, after.id, 0, 2, disabled=place == len(nights) - 1),
        ]
    turns += turn_buttons("night", page, pages, lambda page, which: (league.id, meeting.id, page, which + 2))
    return page_view([head(league, meeting), text], *filter(None, [turns]))


async def check_in(at: Pressed) -> None:
    """Check the asker in to the night that is on, and show their own page in private."""
    meeting = await at.leagues.meetings.current(at.league, await at.leagues.directory.season(at.league))
    if meeting is None:
        raise refusal("There's no club night in {name} right now. A manager starts one.", name=at.league.name)
    player = await at.player()
    came = await at.leagues.meetings.check_in(at.league, meeting, player)
    await at.answer(own_page(at.league, meeting, came, player.id))


async def _check_in_or_out(at: Pressed, meeting: Meeting, *, comes: bool) -> None:
    player = await at.player()
    change = at.leagues.meetings.check_in if comes else at.leagues.meetings.leave
    came = await change(at.league, meeting, player)
    meeting = await at.leagues.meetings.find(at.league, meeting.id)
    message = at.interaction.message
    if message is not None and message.flags.ephemeral:
        await at.context.put(at.interaction, own_page(at.league, meeting, came, player.id))
    else:
        await at.context.put(at.interaction, check_in_page(at.league, meeting, came))


answers_league("here")(partial(_check_in_or_out, comes=True))
answers_league("gone")(partial(_check_in_or_out, comes=False))


@asks(
    "arrivals",
    N_("Check people in"),
    Question("names", N_("Names"), N_("With commas between them. A minus before a name checks them out."), 2_000),
    filled="arrived",
)
async def check_people_in(at: Pressed, meeting: Meeting, *, names: str) -> Screen:
    """Check in everyone whose name was typed, and say which names the league does not know."""
    asker, done, refused = await at.asker(), 0, []
    for name in names_in(names)[:_MOST_NAMES]:
        leaves = name.startswith("-")
        try:
            player = await member_named(at.context, at.league, name.lstrip("- "))
            change = at.leagues.meetings.leave if leaves else at.leagues.meetings.check_in
            await change(at.league, meeting, player, asker)
        except LeagueError as error:
            refused.append(f"- {escape(str(error))}")
        else:
            done += 1
    notes = [ngettext("{number} name is noted.", "{number} names are noted.", done), *refused[:10]]
    return await desk_page(at, meeting, "\n".join(notes))


@answers_league("pair")
async def draw(at: Pressed, meeting: Meeting, *, from_round: int | None = None) -> Screen:
    asker = await announcing_manager(at)
    await at.leagues.meetings.pair(at.league, asker, meeting, from_round)
    return await desk_page(at, meeting)


async def _ask_for_round(at: Pressed, meeting: Meeting) -> Sequence[Question]:
    first, last = await at.leagues.meetings.free_rounds(meeting)
    label = gettext("From which round ({first}-{last})?", first=first, last=last)
    hint = N_("Rounds before it stay. Everyone who is here now is in the others.")
    return (Question("round", label, hint, 3, default=str(first)),)


@asks("again", N_("Draw again"), by=_ask_for_round, filled="draw")
async def draw_again(at: Pressed, meeting: Meeting, *, round: str) -> Screen:  # noqa: A002 - as the form has it
    return await draw(at, meeting, from_round=typed_number(round, gettext("Type the number of a round.")))


@answers_league("finish", manages=True)
async def finish(at: Pressed, meeting: Meeting) -> None:
    asker = await at.asker()
    check_may_write(at.interaction)
    closed = await at.leagues.meetings.close(at.league, asker, meeting)
    await at.context.turn(at.interaction, await desk_page(at, closed))
    lines = await at.leagues.standings.meeting_table(at.league, closed)
    came = await at.leagues.meetings.attendance(closed)
    await at.interaction.followup.send(view=finished_page(at.league, closed, lines, came))


@asks(
    "visitors",
    N_("Visitors"),
    Question("names", N_("Names"), N_("With commas between them. Their games count for opponents only."), 1_000),
)
async def welcome(at: Pressed, meeting: Meeting, *, names: str) -> Screen:
    asker = await at.asker()
    check_open(meeting)
    added = await at.leagues.people.add(at.league, asker, names_in(names)[:_MOST_NAMES], "visitor")
    for player in added:
        await at.leagues.meetings.check_in(at.league, meeting, player, asker)
    note = ngettext("{number} visitor is checked in.", "{number} visitors are checked in.", len(added))
    return await desk_page(at, meeting, note)


@asks(
    "besthand",
    N_("Best hand"),
    somebody("player", N_("Who had the hand?")),
    Question("points", N_("How many points?"), N_("Up to 29."), 2),
    somebody("against", N_("Who did they play?"), N_("Leave it empty for the last game."), required=False),
)
async def note_hand(at: Pressed, meeting: Meeting, *, player: Player, points: str, against: Player | None) -> Screen:
    many = typed_number(points, gettext("Type a number of points."))
    await at.leagues.review.note_hand(at.league, await at.asker(), meeting, player, many, against)
    note = gettext("Noted: {name} had a hand of {points}.", name=escape(player.name), points=many)
    return await desk_page(at, meeting, note)
