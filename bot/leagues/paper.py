"""Paper for a club night or a round: the pairings with table numbers, and a score card for everybody who plays."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import Final

from bot.i18n.translation import gettext
from bot.models.league import Fixture, League, Meeting, Season

BLANK_ROWS: Final = 9
"""The games on a blank card, as the American Cribbage Congress has them."""

_BLANK_CARDS: Final = 4


def page(style: str, title: str, body: str) -> str:
    """Return an HTML page that loads nothing, with the ``style`` of this name; ``title`` and ``body`` are HTML."""
    frame, css = (
        files(__package__).joinpath(name).read_text(encoding="utf-8") for name in ("page.html", f"{style}.css")
    )
    return frame.format(title=title, style=css, body=body)


def paper_page(league: League, season: Season, fixtures: Sequence[Fixture], night: Meeting | None) -> str:
    """Return one HTML page to print, which loads nothing: the pairings by round and table, and the score cards.

    Without pairings there are blank cards.
    """
    when = gettext("Season {season}", season=season.number) if night is None else night.day.isoformat()
    games = [fixture for fixture in fixtures if fixture.second is not None]
    sections = [*_pairings(games), *_cards(games)]
    title = escape(f"{league.name}, {when}")
    return page("paper", title, "\n".join(sections or [_card("", []) for _ in range(_BLANK_CARDS)]))


def _pairings(games: Sequence[Fixture]) -> Iterator[str]:
    heads = (gettext("Table"), gettext("Deals first"), gettext("Opponent"), gettext("Score"))
    for number, group in groupby(games, key=lambda fixture: fixture.round):
        rows = [
            (str(table), fixture.first.name, "" if fixture.second is None else fixture.second.name, "")
            for table, fixture in enumerate(group, 1)
        ]
        yield _section(gettext("Round {number}", number=number), heads, rows)


def _cards(games: Sequence[Fixture]) -> Iterator[str]:
    own: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for _, group in groupby(games, key=lambda fixture: fixture.round):
        for table, fixture in enumerate(group, 1):
            assert fixture.second is not None
            for one, other in ((fixture.first, fixture.second), (fixture.second, fixture.first)):
                own[one.name].append((str(table), other.name))
    yield from (_card(name, own[name]) for name in sorted(own, key=str.casefold))


def _card(name: str, games: Sequence[tuple[str, str]]) -> str:
    heads = (
        gettext("Game"),
        gettext("Table"),
        gettext("Opponent"),
        gettext("Game points"),
        "+",
        "-",
        gettext("Initials"),
    )
    filled = [*games, *[("", "")] * (BLANK_ROWS if not games else 0)]
    rows = [(str(number), *game, "", "", "", "") for number, game in enumerate(filled, 1)]
    title = gettext("Score card: {name}", name=name or "_" * 20)
    return _section(title, heads, [*rows, (gettext("Total"), *[""] * 6)])


def _section(title: str, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<section><h2>{escape(title)}</h2>\n<table><tr>{head}</tr>\n{body}\n</table></section>"
