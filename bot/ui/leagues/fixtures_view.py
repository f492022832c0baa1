"""The pages of fixtures, with a button for each fixture that the reader can play now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Final

from discord import ButtonStyle

from bot.i18n.translation import N_, date_of, gettext, join_list, ngettext
from bot.models.league import PLAYOFF_STAGES, Fixture, FixtureStage, League, Season
from bot.models.player import Player
from bot.models.result import LeagueResult
from bot.ui.core import formatting
from bot.ui.core.components import Button, Screen, page_view
from bot.ui.core.formatting import as_many_as_fit
from bot.ui.leagues import results_view
from bot.ui.leagues.lookup import button, turn_buttons

PLAYABLE: Final = 5
"""The most play buttons of a page."""

LINES: Final = 20
"""The fixtures on one page."""

_MOST_TEXT: Final = 3_600
_LONGEST_LABEL: Final = 38

_NONE: Final = N_("There are no fixtures right now.")
_NONE_OF_YOURS: Final = N_("You have no fixtures in this league right now.")
_NONE_YET: Final = N_("You'll get fixtures when a manager starts the season.")
_NO_NIGHT: Final = N_("No club night has been paired this season.")
_OPEN_PLAY: Final = N_("This league has no fixtures. Play anyone with `/league play`.")


@dataclass(frozen=True, slots=True)
class FixturesPage:
    """A page of the fixtures of a league, or of one player if ``player`` is set; ``scores`` are their results.

    Where ``total`` is set, ``fixtures`` are those of this page alone. ``empty_text`` is shown where there are none.
    Fixtures of the ``current_stage`` can be played, unless one of the players is ``gone``: has withdrawn. ``due`` are
    the deadlines of rounds that have any.
    """

    league: int
    title: str
    fixtures: Sequence[Fixture]
    scores: Mapping[int, LeagueResult]
    player: Player | None = None
    page: int = 0
    total: int | None = None
    empty_text: str = _NONE
    current_stage: FixtureStage = "league"
    gone: frozenset[int] = frozenset()
    due: Mapping[tuple[FixtureStage, int], datetime] = field(default_factory=dict)


def empty_text(league: League, season: Season, player: Player | None) -> str:
    """The text for a league, or a player of it, without fixtures."""
    if season.stage == "joining":
        return _NONE_YET
    if league.format == "open" and season.stage == "playing":
        return _OPEN_PLAY
    if league.format == "club" and season.stage == "playing":
        return _NO_NIGHT
    return _NONE if player is None else _NONE_OF_YOURS


def page_count(fixtures: int) -> int:
    """The number of pages that these fixtures fill."""
    return max((fixtures + LINES - 1) // LINES, 1)


def fixtures_page(sheet: FixturesPage) -> Screen:
    """A page of fixtures by rounds, with its buttons."""
    many = page_count(len(sheet.fixtures) if sheet.total is None else sheet.total)
    page = min(max(sheet.page, 0), many - 1)
    here = sheet.fixtures if sheet.total is not None else sheet.fixtures[page * LINES : (page + 1) * LINES]
    open_ones = _open(sheet)[:PLAYABLE]
    lines = list(_lines(here, sheet, open_ones)) or [gettext(sheet.empty_text)]
    head = f"**{sheet.title}**" + (gettext(" (page {page} of {many})", page=page + 1, many=many) if many > 1 else "")
    body = as_many_as_fit(lines, _MOST_TEXT)
    return page_view([head, body], *filter(None, [_play_buttons(open_ones, sheet), _page_buttons(sheet, page, many)]))


def _open(sheet: FixturesPage) -> list[Fixture]:
    """The fixtures that the player can play now, earliest first."""
    if sheet.player is None:
        return []
    return [
        fixture
        for fixture in sheet.fixtures
        if fixture.is_playoff == (sheet.current_stage == "playoff")
        and fixture.result_id is None
        and fixture.second is not None
        and not fixture.over
        and not fixture.players & sheet.gone
    ]


def _lines(here: Sequence[Fixture], sheet: FixturesPage, open_ones: Sequence[Fixture]) -> Iterator[str]:
    for (stage, number), group in groupby(here, key=lambda fixture: (fixture.stage, fixture.round)):
        fixtures = list(group)
        head = f"__{gettext('Playoff round' if stage in PLAYOFF_STAGES else 'Round')} {number}__"
        due = sheet.due.get((stage, number)) if fixtures[0].meeting_id is None else None
        yield (
            head
            if due is None
            else formatting.labelled(head, gettext("play until <t:{time}:F>", time=int(due.timestamp())))
        )
        for fixture in fixtures:
            place = f"{open_ones.index(fixture) + 1}. " if fixture in open_ones else "- "
            gone = "" if fixture.result_id is not None else withdrawn_note(fixture, sheet.gone)
            yield f"{place}{fixture_line(fixture, sheet.scores.get(fixture.id))}{gone}"


def withdrawn_note(fixture: Fixture, gone: frozenset[int]) -> str:
    """Who of the players of a fixture has withdrawn, in brackets; nothing if both are there."""
    names = [formatting.escape(player.name) for player in fixture.people if player.id in gone]
    if not names:
        return ""
    return " " + ngettext("({people} has withdrawn)", "({people} have withdrawn)", len(names), people=join_list(names))


def fixture_line(fixture: Fixture, result: LeagueResult | None) -> str:
    """A line for a fixture: its result, or its players and who deals first."""
    first = formatting.escape(fixture.first.name)
    if fixture.second is None:
        return gettext("{first} has a bye (no game)", first=first)
    if result is not None:
        return f"{results_view.score_text(result)}{results_view.status_note(result)}"
    match = gettext(", best of {best_of}", best_of=fixture.best_of) if fixture.best_of > 1 else ""
    begun = gettext("; game `{game}`", game=fixture.table_id) if fixture.table_id is not None else ""
    line = gettext(
        "{first} v {name}, {first} deals first{match}{begun}",
        first=first,
        name=formatting.escape(fixture.second.name),
        match=match,
        begun=begun,
    )
    return f"{line}; {date_text(fixture)}" if fixture.plays_on is not None else line


def date_text(fixture: Fixture) -> str:
    """When and where a fixture is played."""
    assert fixture.plays_on is not None
    told = [date_of(fixture.plays_on), formatting.escape(fixture.venue)]
    told += [gettext("postponed")] if fixture.postponed else []
    return ", ".join(filter(None, told))


def suggestion(fixture: Fixture) -> str:
    """The label of a fixture in a list of suggestions."""
    second = gettext("a bye") if fixture.second is None else fixture.second.name[:35]
    where = gettext("playoff round" if fixture.is_playoff else "round")
    if fixture.meeting is not None:
        where = gettext("night {number}, round", number=fixture.meeting)
    names = formatting.opponents([fixture.first.name[:35], second])
    return formatting.labelled(f"{where} {fixture.round}", names)[:100]


def _play_buttons(open_ones: Sequence[Fixture], sheet: FixturesPage) -> list[Button]:
    player = sheet.player
    if player is None:
        return []
    return [play_button(fixture, player, place) for place, fixture in enumerate(open_ones, 1)]


def play_button(fixture: Fixture, player: Player, place: int | None = None) -> Button:
    """The button with which a player opens their game of a fixture, perhaps with its place in a list."""
    opponent = fixture.opponent_of(player).name
    label = gettext("Play {opponent}", opponent=opponent)[:_LONGEST_LABEL]
    if place is not None:
        label = gettext("{place}. Play {opponent}", place=place, opponent=opponent)[:40]
    style = ButtonStyle.primary if place in {None, 1} else ButtonStyle.secondary
    return button(label, "play", fixture.league_id, fixture.id, style=style)


def _page_buttons(sheet: FixturesPage, page: int, pages: int) -> list[Button]:
    whose = 0 if sheet.player is None else 1
    turns = turn_buttons("fixtures", page, pages, lambda page, which: (sheet.league, whose, page, which - 1))
    other = gettext("Everyone's" if sheet.player is not None else "Mine")
    has_own = any(fixture.meeting_id is None for fixture in _open(sheet))
    dates = [button(gettext("Set a date"), "setdate", sheet.league)] if has_own else []
    return [*turns, button(other, "fixtures", sheet.league, 1 - whose, 0), *dates]
