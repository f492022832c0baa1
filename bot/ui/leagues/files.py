"""Files of results as Discord attachments: exports and imports."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Mapping
from datetime import date
from functools import partial
from io import BytesIO
from typing import Final, cast

import discord
from discord import ButtonStyle

from bot.i18n.translation import N_, date_of, gettext, ngettext
from bot.leagues.access import Asker, LeagueError
from bot.leagues.documents import DOCUMENTS, DocumentForm
from bot.leagues.file_import import ImportReport, UnclearDates
from bot.leagues.import_plan import BadFile, ImportOptions
from bot.leagues.result_files import LARGEST, LARGEST_DOCUMENT, FileForm
from bot.leagues.spreadsheets import with_day
from bot.leagues.written_dates import DateOrder
from bot.models.league import League
from bot.models.league_import import NumberedImport
from bot.ui.core import formatting
from bot.ui.core.components import Button, Screen, page_view
from bot.ui.core.context import Context
from bot.ui.leagues.lookup import Pressed, answers_league, button

_TOO_MUCH: Final = N_("This league is too big for one Excel file here. Export it as CSV instead.")


DOWNLOADS: Final[Mapping[FileForm | DocumentForm, str]] = {
    "csv": N_("Results as CSV"),
    "xlsx": N_("Results for Excel"),
    "json": N_("All as JSON"),
    "html": N_("A table to print"),
    "ics": N_("Fixtures for a calendar"),
    "paper": N_("Pairings and score cards"),
}

_MOST_BUTTONS: Final = 5
_SECONDS_BETWEEN: Final = 4.0
"""The time between two notes on how far an import is."""

_TOO_LARGE: Final = N_("That file is over 4 MB. The bot's host can import it with `cribbage-bot league import`.")


async def export_files(context: Context, league: League, form: FileForm | DocumentForm) -> AsyncIterator[discord.File]:
    """Yield a league as files, each small enough for one message; usually there is only one."""
    part = 0
    if form in DOCUMENTS:
        data = await context.leagues.files.export_document(league, form)
        if len(data) > LARGEST_DOCUMENT:
            raise LeagueError(gettext(_TOO_MUCH))
        ending = "html" if form == "paper" else form
        yield discord.File(BytesIO(data), f"league-{league.id}{'-cards' * (form == 'paper')}.{ending}")
        return
    async for data in context.leagues.files.export_results(league, cast("FileForm", form)):
        part += 1
        name = f"league-{league.id}.{form}" if part == 1 else f"league-{league.id}-part-{part}.{form}"
        yield discord.File(BytesIO(data), name)


async def import_preview(
    context: Context, league: League, asker: Asker, file: discord.Attachment, options: ImportOptions
) -> Screen:
    """Keep an attached file, and return the preview of its import, or the question about its dates."""
    await context.leagues.access.check_manager(league, asker)
    if file.size > LARGEST:
        raise LeagueError(gettext(_TOO_LARGE))
    return await data_preview(context, league, asker, await file.read(), options)


async def data_preview(context: Context, league: League, asker: Asker, data: bytes, options: ImportOptions) -> Screen:
    """Keep the results of a file or a form, and return the preview of their import."""
    return await _shown(league, context.leagues.files.preview(league, asker, data, options))


async def preview_typed(at: Pressed, day: date, name: str, scores: str) -> None:
    """Show a manager the preview of scores that were typed, of this day where they don't say another."""
    asker = await at.asker()
    data = with_day(day, scores, asker.player.name)
    screen = await data_preview(at.context, at.league, asker, data, ImportOptions(name))
    await at.answer(screen)


async def _choose_order(at: Pressed, waiting_id: int, *, order: DateOrder) -> Screen:
    asker = await at.asker()
    await at.interaction.response.defer()
    return await _shown(at.league, at.leagues.files.choose_order(at.league, asker, waiting_id, order))


answers_league("dayfirst")(partial(_choose_order, order="day-first"))
answers_league("monthfirst")(partial(_choose_order, order="month-first"))


@answers_league("takein")
async def take_in(at: Pressed, waiting_id: int) -> Screen:
    """Import a file that waits, say how far it is, and return the report with a button that undoes it."""
    league, shown = at.league, time.monotonic()
    await at.interaction.response.defer()

    async def progress(done: int, many: int) -> None:
        nonlocal shown
        if time.monotonic() - shown > _SECONDS_BETWEEN:
            shown = time.monotonic()
            text = gettext("{done} of {many} results are imported.", done=done, many=many)
            await at.context.put(at.interaction, page_view([text]))

    try:
        done = await at.leagues.files.take_in(league, await at.asker(), waiting_id, progress)
    except BadFile as bad:
        return bad_file(bad)
    text = formatting.as_many_as_fit([formatting.escape(line) for line in str(done).splitlines()])
    buttons = [_undo_button(league, done.plan.number)] if done.added else []
    return page_view([text], *([buttons] if buttons else []))


@answers_league("imports")
async def import_list(at: Pressed, _: int = 0) -> Screen:
    found, named = await at.leagues.files.imports(at.league, await at.asker()), formatting.escape(at.league.name)
    if not found:
        return page_view([gettext("No file was imported into {name} yet.", name=named)])
    lines = [_import_line(one) for one in found]
    open_ones = [one for one in found if one.undone_at is None][:_MOST_BUTTONS]
    buttons = [_undo_button(at.league, one.number) for one in open_ones]
    text = formatting.as_many_as_fit([gettext("**Imports into {name}**", name=named), *lines])
    return page_view([text], *filter(None, [buttons]))


@answers_league("undo", manages=True)
async def ask_to_undo(at: Pressed, number: int) -> Screen:
    text = gettext(
        "Undo import {number} of {name}? Its results and its new players go, corrected ones too.",
        number=number,
        name=formatting.escape(at.league.name),
    )
    label = gettext("Undo import {number}", number=number)
    yes = button(label, "undonow", at.league.id, number, style=ButtonStyle.danger)
    return page_view([text], [yes, button(gettext("Keep it"), "imports", at.league.id)])


def bad_file(bad: BadFile) -> Screen:
    """Return the lines that must be mended before a file can be imported."""
    lines = [formatting.escape(str(row)) for row in bad.bad]
    head = gettext("**Nothing was imported.** Fix these lines and try again:")
    counts = [bad.counts] if bad.counts else []
    return page_view([formatting.as_many_as_fit([*counts, head, *lines], more=bad.more)])


async def _shown(league: League, preview: Awaitable[tuple[int, ImportReport | UnclearDates]]) -> Screen:
    try:
        waiting_id, shown = await preview
    except BadFile as bad:
        return bad_file(bad)
    if isinstance(shown, UnclearDates):
        text = gettext(
            "Is **{example}** written with the day first or the month first?", example=formatting.escape(shown.example)
        )
        row = [
            button(gettext("Read the day first"), "dayfirst", league.id, waiting_id),
            button(gettext("Read the month first"), "monthfirst", league.id, waiting_id),
            button(gettext("Cancel"), "cancelfile", league.id, waiting_id),
        ]
        return page_view([text], row)
    first, *lines = [formatting.escape(line) for line in shown.lines()]
    text = formatting.as_many_as_fit([f"**{first}**", *lines])
    if not shown.added:
        return page_view([text, gettext("There is nothing new to import.")])
    label = ngettext("Import {number} result", "Import {number} results", shown.added)
    row = [
        button(label, "takein", league.id, waiting_id, style=ButtonStyle.success),
        button(gettext("Cancel"), "cancelfile", league.id, waiting_id),
    ]
    return page_view([text, gettext("Nothing is imported until you press the button.")], row)


def _import_line(one: NumberedImport) -> str:
    values = {"number": one.number, "day": date_of(one.at.date()), "file": formatting.escape(one.file_name)}
    if one.undone_at is not None:
        return gettext("{number}. {day}, {file}: undone", **values)
    results = ngettext("{number} result", "{number} results", one.left)
    return gettext("{number}. {day}, {file}: {results}", **values, results=results)


def _undo_button(league: League, number: int) -> Button:
    return button(gettext("Undo import {number}", number=number), "undo", league.id, number)


@answers_league("cancelfile")
async def cancel(at: Pressed, waiting_id: int) -> Screen:
    await at.leagues.files.cancel(at.league, await at.asker(), waiting_id)
    return page_view([gettext("Nothing was imported.")])


@answers_league("undonow")
async def undo(at: Pressed, number: int) -> Screen:
    done = await at.leagues.files.undo(at.league, await at.asker(), number)
    undone = ngettext(
        "Import {import_number} is undone. {number} result is gone.",
        "Import {import_number} is undone. {number} results are gone.",
        done.left,
        import_number=done.number,
    )
    return page_view([undone])
