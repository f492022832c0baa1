"""The bracket of a season: a page for every two rounds, as a picture or in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.i18n.translation import gettext
from bot.leagues.brackets import BracketMatch, BracketPart, Entrant, SeasonBracket, Source
from bot.models.league import League, Season
from bot.models.result import LeagueResult
from bot.render.bracket import MATCHES, Box, BracketScene, Entry, Standing, describe_match
from bot.ui.core import formatting
from bot.ui.core.components import Button, Screen, page_view
from bot.ui.leagues.lookup import button, turn_buttons

CURRENT: Final = 999
"""The page number that stands for the page with the round that is played now."""

_MOST_TEXT: Final = 3_400


@dataclass(frozen=True, slots=True)
class BracketPage:
    """What one page of a bracket shows: matches of one round, and those of the next round of the same part."""

    part: BracketPart
    heads: tuple[str, ...]
    left: tuple[BracketMatch, ...]
    right: tuple[BracketMatch, ...] = ()

    @property
    def first_round(self) -> int:
        """The round in which the matches of the left column are drawn."""
        return min(match.match.key[0] for match in self.left)


@dataclass(frozen=True, slots=True)
class BracketSheet:
    """The bracket of a season, and which of its pages is shown; ``champion`` is the name of who has won it."""

    league: League
    season: Season
    bracket: SeasonBracket
    champion: str = ""
    page: int = CURRENT


def bracket_page(sheet: BracketSheet, *, picture: bool = False) -> Screen:
    """A page of the bracket with its buttons, as a ``picture`` or in words."""
    pages = bracket_pages(sheet.bracket)
    page = current_page(sheet.bracket, pages) if sheet.page >= len(pages) else sheet.page
    scene = bracket_scene(sheet, pages[page])
    head = _head(sheet, page, len(pages))
    rows = list(filter(None, [_part_buttons(sheet, pages, page), _page_buttons(sheet, page, len(pages))]))
    if picture:
        return page_view([head], *rows, scenes=[scene])
    lines = []
    for title, boxes in scene.columns:
        lines += [f"__{title}__", *(f"- {describe_match(box, formatting.escape)}" for box in boxes)]
    return page_view([head, formatting.as_many_as_fit(lines, _MOST_TEXT)], *rows)


def bracket_pages(bracket: SeasonBracket) -> list[BracketPage]:
    """The pages of a bracket: the winners' bracket, the losers' bracket and the finals."""
    found: list[BracketPage] = []
    by_part = _rounds_by_part(bracket)
    for part in ("winners", "losers"):
        rounds = by_part.get(part, [])
        for place, left in enumerate(rounds):
            right = rounds[place + 1] if place + 1 < len(rounds) else ()
            if right or len(rounds) == 1:
                heads = tuple(_round_name(bracket, part, one) for one in (place, place + 1))
                found += _split(part, heads, left, right)
    finals = [match for part in ("final", "decider") for one in by_part.get(part, []) for match in one]
    if finals:
        before = [by_part[part][-1][0] for part in ("winners", "losers") if by_part.get(part)]
        heads = (gettext("Before the final"), gettext("Final"))
        found.append(BracketPage("final", heads, tuple(before), tuple(finals)))
    return found


def current_page(bracket: SeasonBracket, pages: Sequence[BracketPage]) -> int:
    """The page with the round that is played now: the first whose left column is not over, or else the last."""
    for place, page in enumerate(pages):
        shown = (*page.left, *page.right)
        if page.first_round <= bracket.drawn and any(match.winner is None for match in shown):
            return place
    return len(pages) - 1


def bracket_scene(sheet: BracketSheet, page: BracketPage) -> BracketScene:
    """The picture of a page."""
    by_key = {match.match.key: match.number for match in sheet.bracket.matches}
    places = {match.match.key: place for place, match in enumerate(page.right)}
    follows = {
        source.key: places[match.match.key]
        for match in page.right
        for source in (match.match.upper, match.match.lower)
        if source is not None and source.kind == "winner"
    }
    title = gettext("{name}, season {number}", name=sheet.league.name, number=sheet.season.number)
    return BracketScene(
        title,
        page.heads,
        tuple(_box(match, by_key, follows.get(match.match.key)) for match in page.left),
        tuple(_box(match, by_key, None) for match in page.right),
    )


def bracket_button(league: League, season: int) -> Button:
    """The button that shows the bracket of a season."""
    return button(gettext("Bracket"), "bracket", league.id, season, CURRENT, 9)


def _rounds_by_part(bracket: SeasonBracket) -> dict[BracketPart, list[tuple[BracketMatch, ...]]]:
    found: dict[BracketPart, dict[int, list[BracketMatch]]] = {}
    for match in bracket.matches:
        found.setdefault(match.match.part, {}).setdefault(match.match.part_round, []).append(match)
    return {part: [tuple(rounds[number]) for number in sorted(rounds)] for part, rounds in found.items()}


def _split(
    part: BracketPart, heads: tuple[str, ...], left: Sequence[BracketMatch], right: Sequence[BracketMatch]
) -> list[BracketPage]:
    """Pages of two rounds, each with as many matches as one picture has room for, in the order of the right column."""
    if not right:
        return [
            BracketPage(part, heads[:1], tuple(left[start : start + MATCHES])) for start in range(0, len(left), MATCHES)
        ]
    by_key = {match.match.key: match for match in left}
    pages, ones, others = [], list[BracketMatch](), list[BracketMatch]()
    rows = 0
    for match in right:
        sources = [source for source in (match.match.upper, match.match.lower) if source is not None]
        leading = [by_key[one.key] for one in sources if one.kind == "winner" and one.key in by_key]
        height = max(len(leading), 1)
        if rows + height > MATCHES:
            pages.append(BracketPage(part, heads, tuple(ones), tuple(others)))
            ones, others, rows = [], [], 0
        ones, others, rows = [*ones, *leading], [*others, match], rows + height
    return [*pages, BracketPage(part, heads, tuple(ones), tuple(others))]


def _round_name(bracket: SeasonBracket, part: BracketPart, place: int) -> str:
    """The name of a round of a part, which counts from 0."""
    rounds = _rounds_by_part(bracket)[part]
    if place >= len(rounds):
        return ""
    if bracket.elimination == "double":
        last = place == len(rounds) - 1
        if part == "winners":
            return gettext("Winners' final") if last else gettext("Winners' round {number}", number=place + 1)
        return gettext("Losers' final") if last else gettext("Losers' round {number}", number=place + 1)
    match len(rounds[place]):
        case 1:
            return gettext("Final")
        case 2:
            return gettext("Semifinals")
        case 4:
            return gettext("Quarterfinals")
        case _:
            return gettext("Round {number}", number=place + 1)


def _box(match: BracketMatch, numbers: dict[tuple[int, int], int], follows: int | None) -> Box:
    result = match.result
    caption = gettext("Match {number}", number=match.number)
    if match.match.part == "decider":
        caption = gettext("Match {number}, the decider", number=match.number)
    lower = None if match.lower is None else _entry(match, match.lower, numbers)
    return Box(caption, _entry(match, match.upper, numbers), lower, "" if result is None else _note(result), follows)


def _entry(match: BracketMatch, entrant: Entrant, numbers: dict[tuple[int, int], int]) -> Entry:
    player = entrant.player
    if player is None:
        return Entry(origin=_origin(entrant.source, numbers))
    standing: Standing = "open"
    if match.winner is not None:
        standing = "won" if match.winner == player.id else "lost"
    seed = "" if entrant.seed is None else str(entrant.seed)
    return Entry(player.name, "", seed, _score(match.result, player.id), standing)


def _origin(source: Source, numbers: dict[tuple[int, int], int]) -> str:
    number = numbers[source.key]
    if source.kind == "loser":
        return gettext("loser of {number}", number=number)
    return gettext("winner of {number}", number=number)


def _score(result: LeagueResult | None, player_id: int) -> str:
    """The games of a match that a player won, or their points in a single game; empty for an award."""
    place = None if result is None else result.side_of(player_id)
    if result is None or place is None or result.ended_by == "forfeit":
        return ""
    sides = result.sides
    single = sides[0].legs + sides[1].legs <= 1
    return str(sides[place].holes if single else sides[place].legs)


def _note(result: LeagueResult) -> str:
    if result.status == "counted":
        return gettext("awarded") if result.ended_by == "forfeit" else ""
    return gettext("disputed") if result.status == "disputed" else gettext("to confirm")


def _head(sheet: BracketSheet, page: int, pages: int) -> str:
    named = formatting.escape(sheet.league.name)
    head = gettext("**Bracket of {name}**, season {number}.", name=named, number=sheet.season.number)
    if sheet.champion:
        head += gettext(" Won by {people}.", people=formatting.escape(sheet.champion))
    if pages > 1:
        head += gettext(" Page {page} of {pages}.", page=page + 1, pages=pages)
    return head


def _part_buttons(sheet: BracketSheet, pages: Sequence[BracketPage], page: int) -> list[Button]:
    names = {"winners": gettext("Winners"), "losers": gettext("Losers"), "final": gettext("Final")}
    first: dict[str, int] = {}
    for place, one in enumerate(pages):
        first.setdefault(one.part, place)
    if len(first) < 2:
        return []
    at = (sheet.league.id, sheet.season.number)
    return [
        button(names[part], "bracket", *at, place, 2 + which, disabled=pages[page].part == part)
        for which, (part, place) in enumerate(first.items())
    ]


def _page_buttons(sheet: BracketSheet, page: int, pages: int) -> list[Button]:
    turns = turn_buttons(
        "bracket", page, pages, lambda page, which: (sheet.league.id, sheet.season.number, page, which - 1)
    )
    if sheet.season.stage == "closed":
        return turns
    return [*turns, button(gettext("Mine"), "fixtures", sheet.league.id, 1, 0)]
