"""The table of a league: in columns of text that fit a phone, and as a picture."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Final, TypeAlias

from bot.i18n.translation import N_, gettext, join_list, ngettext
from bot.leagues.settings import counting_text, tie_breaks_text
from bot.leagues.standings import Standing, StandingWithMove
from bot.models.league import League, Season
from bot.models.player import Player
from bot.render.standings import Line, StandingsScene
from bot.ui.core import formatting
from bot.ui.core.components import Button, Screen, page_view
from bot.ui.core.formatting import TextRow, text_table
from bot.ui.leagues.bracket_view import bracket_button
from bot.ui.leagues.lookup import button, join_button, turn_buttons
from bot.ui.leagues.player_views import RATINGS_BEHIND
from bot.ui.leagues.settings_view import STAGES, names_text

LINES: Final = 15
"""The lines on one page."""

_CLIMBERS: Final = 3
"""The players that the weekly post names who have climbed most."""

FACES: Final = 3
PLAY: Final = 2
"""The face with form and ratings."""


@dataclass(frozen=True, slots=True)
class FormAndRating:
    """The form and the rating of a player, for the third face of the table."""

    streak: str = ""
    rating: str = ""


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """One page of a league's table. ``face`` is 0 for the points, 1 for the averages, 2 for the play.

    ``last_night`` is the id of the latest meeting of a season that has any.
    """

    league: League
    season: Season
    placed: Sequence[StandingWithMove]
    page: int = 0
    face: int = 0
    extras: Mapping[int, FormAndRating] | None = None
    withdrawn: frozenset[int] = frozenset()
    last_night: int | None = None
    has_bracket: bool = False
    is_behind: bool = False
    """Whether the ratings are still being worked out."""
    best_hands: tuple[int, Sequence[Player]] | None = None
    """The best hand of the week and who had it, for the weekly post."""

    @property
    def sections(self) -> list[Sequence[StandingWithMove]]:
        """The lines of each page; groups and divisions begin new pages."""
        groups = [list(lines) for _, lines in groupby(self.placed, key=lambda placed: placed[0].group)]
        return [lines[start : start + LINES] for lines in groups for start in range(0, len(lines), LINES)]

    @property
    def pages(self) -> int:
        """The number of pages."""
        return max(len(self.sections), 1)

    @property
    def here(self) -> Sequence[StandingWithMove]:
        """The lines of this page."""
        sections = self.sections
        return sections[min(max(self.page, 0), len(sections) - 1)] if sections else ()

    @property
    def ranks(self) -> dict[int, str]:
        """Everyone's rank in their group as it is shown, by the player's id."""
        shown: dict[int, str] = {}
        for _, group in groupby((line for line, _ in self.placed), key=lambda line: line.group):
            lines = list(group)
            texts = formatting.rank_texts(line.rank if line.played else None for line in lines)
            shown |= {line.player.id: text for line, text in zip(lines, texts, strict=True)}
        return shown

    @property
    def group(self) -> str:
        """The name of the group or division of this page; empty outside of groups."""
        if all(not standing.group for standing, _ in self.placed):
            return ""
        number = self.here[0][0].group
        if not number:
            return gettext("New players")
        if self.league.format == "divisions":
            return gettext("Division {number}", number=number)
        return gettext("Group {number}", number=number)


_Cell: TypeAlias = Callable[[Standing, FormAndRating], str]

_FACES: Final[tuple[tuple[_Cell, ...], ...]] = (
    (
        lambda line, _: str(line.played),
        lambda line, _: str(line.won),
        lambda line, _: str(line.lost),
        lambda line, _: str(line.points),
        lambda line, _: str(line.sums.skunks),
        lambda line, _: f"{line.spread:+}" if line.spread else "0",
    ),
    (
        lambda line, _: _average(line, f"{line.average:.2f}"),
        lambda line, _: _average(line, f"{100 * line.share:.0f}"),
        lambda line, _: str(line.sums.skunked),
        lambda line, _: _average(line, f"{line.margin:+.1f}"),
    ),
    (
        lambda line, _: "-" if line.sums.best_hand is None else str(line.sums.best_hand),
        lambda line, _: str(line.sums.overscored),
        lambda line, _: str(line.sums.caught),
        lambda _, extra: extra.streak or "-",
        lambda _, extra: extra.rating or "-",
    ),
)
"""The columns of each face."""

_NIGHTS: Final[tuple[_Cell, ...]] = (lambda line, _: str(line.nights), *_FACES[0][1:])
"""The columns of the first face in a season of nights."""

_DRAWN: Final = ((3, 1, 0, 5), (0, 1, 3), (0, 4, 3))
"""The columns of each face that a picture has room for, the most important first."""

_LEGENDS: Final = (
    (
        N_("P = played"),
        N_("W = won"),
        N_("L = lost"),
        N_("Pt = points"),
        N_("Sk = skunks"),
        N_("+/- = score difference"),
    ),
    (N_("Pt/g = points per game"), N_("W% = wins"), N_("SkL = skunks lost"), N_("avg = score difference")),
    (
        N_("Best = best hand"),
        N_("Ov = overcounted"),
        N_("Ct = opponents caught"),
        N_("now = streak"),
        N_("Rate = rating"),
    ),
)
_NIGHTS_LEGEND: Final = (N_("N = nights"), *_LEGENDS[0][1:])
_OF_MATCHES: Final = N_("Pt/g = points per match")
_FACE_NAMES: Final = (N_("Points"), N_("Averages"), N_("Play"))


def standings_page(sheet: StandingsPage, *, picture: bool = False) -> Screen:
    """A page of the table with its buttons; the table is a ``picture`` or text, with a legend under it."""
    if not sheet.placed:
        empty = gettext("Nobody has joined yet. Press **Join** to play.")
        return page_view([head(sheet), empty], [join_button(sheet.league)])
    week = list(_week(sheet))
    parts = [
        head(sheet),
        *(["\n".join(week)] if week else []),
        legend(sheet, _DRAWN[sheet.face]) if picture else text(sheet),
    ]
    scenes = [table_scene(sheet)] if picture else []
    return page_view(parts, *filter(None, [_page_buttons(sheet), _face_buttons(sheet)]), scenes=scenes)


def _week(sheet: StandingsPage) -> Iterator[str]:
    """What the weekly post says above the table: who leads, who has climbed most, and the best hand."""
    if sheet.best_hands is None or not (played := [placed for placed in sheet.placed if placed[0].played]):
        return
    lead = played[0][0]
    leaders = [line.player.name for line, _ in played if (line.group, line.rank) == (lead.group, lead.rank)]
    yield ngettext(
        "In the lead: **{people}** ({number} point)",
        "In the lead: **{people}** ({number} points)",
        lead.points,
        people=names_text(leaders),
    )
    climbed = sorted(((moved, line) for line, moved in played if moved and moved > 0), key=itemgetter(0), reverse=True)
    if climbed:
        names = [f"**{formatting.escape(line.player.name)}** ↑{moved}" for moved, line in climbed[:_CLIMBERS]]
        yield gettext("Up the table: {people}", people=join_list(names))
    points, players = sheet.best_hands
    if players:
        people = names_text([one.name for one in players])
        yield gettext("Best hand of the week: **{people}** ({points})", people=people, points=points)


def head(sheet: StandingsPage) -> str:
    """The heading of the table."""
    crowned = {standing.player.id: standing.player.name for standing, _ in sheet.placed}
    winners = [crowned[one] for one in sheet.season.crowned if one in crowned]
    won = gettext(" Won by {people}.", people=names_text(winners)) if winners else ""
    page = (
        gettext(" Page {page} of {pages}.", page=min(max(sheet.page, 0), sheet.pages - 1) + 1, pages=sheet.pages)
        if sheet.pages > 1
        else ""
    )
    named = formatting.escape(sheet.league.name)
    group = f" **{sheet.group}.**" if sheet.group else ""
    return gettext(
        "**{named}**, season {number}, {stage}.{won}{page}",
        named=named,
        number=sheet.season.number,
        stage=gettext(STAGES[sheet.season.stage]),
        won=won,
        page=f"{group}{page}",
    )


def text(sheet: StandingsPage) -> str:
    """The table as text, with a legend."""
    moves = sheet.face == 0 and any(moved for _, moved in sheet.here)
    heads = [*([""] if moves else []), *_headings(sheet)]
    ranks = sheet.ranks
    rows = [_row(sheet, placed, ranks, moves=moves) for placed in sheet.here]
    return f"{text_table(heads, rows)}\n{legend(sheet)}"


def legend(sheet: StandingsPage, columns: Collection[int] | None = None) -> str:
    """The legend of these columns, or of all, and of the marks, in small print."""
    shown = range(len(_LEGENDS[sheet.face])) if columns is None else sorted(columns)
    return "\n".join(f"-# {line}" for line in _notes(sheet, shown))


def table_scene(sheet: StandingsPage) -> StandingsScene:
    """The same page as a picture scene, which draws the columns that matter most and describes all."""
    ranks = sheet.ranks
    lines = tuple(
        Line(rank, _marked_name(sheet, standing), _cells(sheet, standing), None if sheet.face else moved)
        for standing, moved in sheet.here
        for rank in [ranks[standing.player.id]]
    )
    title = gettext("{name}, season {number}", name=sheet.league.name, number=sheet.season.number)
    if sheet.group:
        title = f"{sheet.group}, {title}"
    return StandingsScene(title, _headings(sheet), lines, drawn=_DRAWN[sheet.face])


def _headings(sheet: StandingsPage) -> tuple[str, ...]:
    first = gettext("N") if sheet.last_night is not None else gettext("P")
    heads = (
        (first, gettext("W"), gettext("L"), gettext("Pt"), gettext("Sk"), "+/-"),
        (gettext("Pt/g"), gettext("W%"), gettext("SkL"), gettext("avg")),
        (gettext("Best"), gettext("Ov"), gettext("Ct"), gettext("now"), gettext("Rate")),
    )
    return heads[sheet.face]


def _row(sheet: StandingsPage, placed: StandingWithMove, ranks: Mapping[int, str], *, moves: bool) -> TextRow:
    standing, moved = placed
    cells = _cells(sheet, standing)
    return TextRow(
        ranks[standing.player.id], _marked_name(sheet, standing), (*([_arrow(moved)] if moves else []), *cells)
    )


def _cells(sheet: StandingsPage, standing: Standing) -> tuple[str, ...]:
    extra = (sheet.extras or {}).get(standing.player.id, FormAndRating())
    cells = _NIGHTS if sheet.face == 0 and sheet.last_night is not None else _FACES[sheet.face]
    return tuple(cell(standing, extra) for cell in cells)


def _marked_name(sheet: StandingsPage, standing: Standing) -> str:
    marks = ("*" if _is_marked(standing) else "") + ("†" if standing.player.id in sheet.withdrawn else "")
    return marks + standing.player.name


def _is_marked(standing: Standing) -> bool:
    """Return whether somebody has played, though not often enough."""
    return bool(standing.played) and not standing.qualified


def _notes(sheet: StandingsPage, columns: Iterable[int]) -> Iterator[str]:
    since = gettext("; ↑ ↓ since last week") if sheet.last_night is None else gettext("; ↑ ↓ since the night before")
    arrows = since if sheet.face == 0 and any(moved for _, moved in sheet.here) else ""
    meanings = list(_NIGHTS_LEGEND if sheet.face == 0 and sheet.last_night is not None else _LEGENDS[sheet.face])
    if sheet.face == 1 and sheet.league.best_of > 1:
        meanings[0] = _OF_MATCHES
    yield ", ".join(gettext(meanings[column]) for column in columns) + arrows
    if sheet.face == 0 and _level(sheet):
        yield gettext("{ties}; = means tied", ties=tie_breaks_text(sheet.league))
    if sheet.last_night is not None and sheet.face == 0:
        yield counting_text(sheet.season.counting)
    if sheet.face == 0 and (given := list(_given(sheet))):
        yield gettext("Bonus and penalty: {given}", given="; ".join(given))
    if sheet.is_behind:
        yield gettext(RATINGS_BEHIND)
    if any(not standing.played for standing, _ in sheet.here):
        yield gettext("- no game yet")
    if any(_is_marked(standing) for standing, _ in sheet.here):
        few = gettext("too few nights or games")
        if not sheet.season.counting.attendance:
            few = ngettext("fewer than {number} game", "fewer than {number} games", sheet.league.minimum)
        yield f"\\* {few}"
    if any(standing.player.id in sheet.withdrawn for standing, _ in sheet.here):
        yield gettext("† withdrawn")
    if sheet.league.format == "divisions" and sheet.face == 0 and sheet.group:
        moves = sheet.league.grouping.moves
        yield ngettext(
            "The first player goes up, and the last goes down",
            "The first {number} players go up, and the last {number} go down",
            moves,
        )
    if sheet.season.stage == "playoffs":
        yield gettext("Press **Bracket** to see the playoffs")
    played = {standing.played for standing, _ in sheet.placed if standing.played}
    if sheet.face == 0 and sheet.league.format == "open" and len(played) > 1:
        yield gettext("Some players have played more games. Press **Averages** to compare")


def _given(sheet: StandingsPage) -> Iterator[str]:
    """The points that players of this page got beside those of results, with the reasons."""
    names = {standing.player.id: formatting.escape(standing.player.name) for standing, _ in sheet.here}
    for one in sheet.season.given:
        if one.player in names:
            yield f"{names[one.player]} {one.points:+} ({formatting.escape(one.reason)})"


def _level(sheet: StandingsPage) -> bool:
    """Return whether two players with results are level on points, so that the tie-breaks matter."""
    points = [standing.points for standing, _ in sheet.here if standing.played]
    return len(points) > len(set(points))


def _page_buttons(sheet: StandingsPage) -> list[Button]:
    page, season = min(max(sheet.page, 0), sheet.pages - 1), sheet.season.number
    return turn_buttons(
        "table", page, sheet.pages, lambda page, which: (sheet.league.id, season, page, sheet.face, which)
    )


def _face_buttons(sheet: StandingsPage) -> list[Button]:
    at = (sheet.league.id, sheet.season.number, sheet.page)
    faces = [
        button(gettext(name), "table", *at, face, 0, disabled=face == sheet.face)
        for face, name in enumerate(_FACE_NAMES)
    ]
    if sheet.last_night is not None:
        faces.append(button(gettext("Nights"), "night", sheet.league.id, sheet.last_night, 0, 0))
    if sheet.has_bracket:
        faces.append(bracket_button(sheet.league, sheet.season.number))
    return faces


def _arrow(moved: int | None) -> str:
    if not moved:
        return ""
    return f"{'↑' if moved > 0 else '↓'}{abs(moved)}"


def _average(line: Standing, average: str) -> str:
    return average if line.played else "-"
