"""The views of awards, of records, and of the table of all seasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.i18n.translation import N_, gettext, ngettext
from bot.leagues.statistics import LeagueRecords, LifetimeLine
from bot.models.league import League, Season
from bot.models.result import Feat, HighHand, RecordKind, SeasonAwards
from bot.ui.core import formatting
from bot.ui.core.components import Button, Screen, page_view
from bot.ui.core.formatting import TextRow, text_table
from bot.ui.leagues.lookup import button, page_of, turn_buttons
from bot.ui.leagues.settings_view import names_text

LINES: Final = 15
"""The lines on one page of the table."""

_MOST: Final = 5
"""The most names, hands or nights of one award."""

_RECORDS: Final[dict[RecordKind, str]] = {
    "titles": N_("Most seasons won: **{people}** ({value})"),
    "wins": N_("Most wins in a season: **{people}** ({value})"),
    "night": N_("Best night: **{people}** ({value} points)"),
    "streak": N_("Most wins in a row: **{people}** ({value})"),
    "margin": N_("Widest win: **{people}** (by {value})"),
    "skunks": N_("Most skunks in a season: **{people}** ({value})"),
}


def lifetime_page(league: League, lines: Sequence[LifetimeLine], page: int = 0) -> Screen:
    """A page of the table of all seasons."""
    title = gettext("**{name}**, all seasons", name=formatting.escape(league.name))
    if not lines:
        return page_view([title, gettext("No results yet.")])
    ranks = formatting.rank_texts(line.rank for line in lines)
    here, page, pages = page_of(list(zip(ranks, lines, strict=True)), page, LINES)
    rows = [
        TextRow(
            rank,
            line.player.name,
            (
                str(line.titles or "-"),
                str(line.lifetime.seasons),
                str(line.lifetime.totals.won),
                str(line.lifetime.totals.played - line.lifetime.totals.won),
                str(line.points),
                f"{line.spread:+}" if line.spread else "0",
            ),
        )
        for rank, line in here
    ]
    heads = [gettext("T"), gettext("S"), gettext("W"), gettext("L"), gettext("Pt"), "+/-"]
    legend = gettext("-# T = seasons won, S = seasons, W = won, L = lost, Pt = points, +/- = score difference")
    turning = turn_buttons("lifetime", page, pages, lambda page, which: (league.id, page, which))
    return page_view([title, f"{text_table(heads, rows)}\n{legend}"], *filter(None, [turning]))


def records_page(league: League, records: LeagueRecords) -> Screen:
    """The records of all seasons."""
    lines = [
        gettext(sentence, people=_names(feats), value=feats[0].value)
        for kind, sentence in _RECORDS.items()
        if (feats := records.feats.get(kind, ())) and feats[0].value
    ]
    lines += [*_hands(records.high_hands), *_slams(records.slams, with_season=True)]
    title = gettext("**{name}**: records of all seasons", name=formatting.escape(league.name))
    return page_view([title, formatting.as_many_as_fit(lines, 3_000) or gettext("No results yet.")])


def awards_page(league: League, season: Season, awards: SeasonAwards) -> Screen:
    """The awards of a season."""
    title = gettext("**{name}**, season {number}: awards", name=formatting.escape(league.name), number=season.number)
    lines = list(award_lines(awards))
    return page_view([title, formatting.as_many_as_fit(lines, 3_000) or gettext("No awards yet.")])


def award_lines(awards: SeasonAwards) -> Iterator[str]:
    """A line for each award of a season that somebody has."""
    if awards.champions:
        yield gettext("Champion: **{people}**", people=names_text([one.name for one in awards.champions], _MOST))
    yield from _hands(awards.high_hands)
    yield from _slams(awards.slams)
    if awards.best_night:
        value = awards.best_night[0].value
        nights = ", ".join(str(feat.meeting) for feat in awards.best_night[:_MOST])
        yield gettext(
            "Best night: **{people}** ({value} points, night {nights})",
            people=_names(awards.best_night),
            value=value,
            nights=nights,
        )
    if awards.best_hands:
        value = awards.best_hands[0].value
        yield ngettext(
            "Best hand of the night: **{people}** ({number} night)",
            "Best hand of the night: **{people}** ({number} nights)",
            value,
            people=_names(awards.best_hands),
        )
    if awards.most_skunks:
        yield gettext(
            "Most skunks: **{people}** ({value})", people=_names(awards.most_skunks), value=awards.most_skunks[0].value
        )
    for one in awards.most_improved[:_MOST]:
        yield gettext(
            "Most improved: **{name}** ({before:.2f} points a game last season, {now:.2f} now)",
            name=formatting.escape(one.player.name),
            before=one.before,
            now=one.now,
        )


def history_buttons(league: League, season: Season) -> list[Button]:
    """The buttons that lead from the history to these pages."""
    return [
        button(gettext("Show all-time table"), "lifetime", league.id, 0, 0),
        button(gettext("Show records"), "records", league.id),
        button(gettext("Show awards"), "awards", league.id, season.number),
    ]


def _names(feats: Iterable[Feat]) -> str:
    names = dict.fromkeys(feat.player.name for feat in feats)
    return names_text(list(names), _MOST)


def _hands(hands: Sequence[HighHand]) -> Iterator[str]:
    for points in (29, 28):
        named = [
            gettext("{name} (result {number})", name=formatting.escape(hand.player.name), number=hand.result_id)
            for hand in hands
            if hand.points == points
        ]
        if named:
            yield gettext("Hands of {points}: {hands}", points=points, hands=_first(named))


def _slams(slams: Sequence[Feat], *, with_season: bool = False) -> Iterator[str]:
    text = N_("{name} (season {season}, night {night})") if with_season else N_("{name} (night {night})")
    named = [
        gettext(text, name=formatting.escape(slam.player.name), season=slam.season, night=slam.meeting)
        for slam in slams
    ]
    if named:
        yield ngettext(
            "Grand slam (won every game of a night): {slams}",
            "{number} grand slams (won every game of a night): {slams}",
            len(named),
            slams=_first(named),
        )


def _first(named: Sequence[str]) -> str:
    """The first of many, and how many more there are."""
    more = [formatting.and_more(len(named) - _MOST)] if len(named) > _MOST else []
    return " ".join([", ".join(named[:_MOST]), *more])
