"""The views of players: a profile, the ratings of everyone, and the past seasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.i18n.translation import N_, gettext, ngettext
from bot.leagues.ratings import display_rating, is_provisional, win_chance
from bot.leagues.statistics import PlayerProfile
from bot.models.league import League, Season
from bot.models.player import Player
from bot.models.result import GameStats, HeadToHead, LeagueResult, RatedPlayer, Rating, RatingStep
from bot.render.line_chart import RatingChartScene
from bot.ui.core import formatting
from bot.ui.core.components import Screen, page_view
from bot.ui.core.formatting import TextRow, as_many_as_fit, text_table
from bot.ui.leagues import record_views, results_view, settings_view
from bot.ui.leagues.lookup import button, page_of, turn_buttons
from bot.ui.leagues.settings_view import STAGES, days_text

RATINGS_BEHIND: Final = N_("These ratings are still being worked out. Look again in a minute.")

RATED: Final = 15
"""The ratings on one page."""

RESULTS: Final = 10
"""The results on one page."""

_MET: Final = 5


def profile_page(of: PlayerProfile, *, picture: bool = False, is_behind: bool = False) -> Screen:
    """The profile of a player; with a ``picture`` of the rating over time once there is a line to draw."""
    named = formatting.escape(of.player.name)
    head = gettext(
        "**{named}** in **{name}**, season {number}",
        named=named,
        name=formatting.escape(of.league.name),
        number=of.season.number,
    )
    parts = [
        head,
        "\n".join(_record_lines(of)),
        "\n".join(_play_lines(of.game_stats)),
        "\n".join(_head_to_heads(of)),
    ]
    if of.latest:
        parts.append(
            "\n".join([gettext("**Latest results**"), *(f"- {results_view.result_line(one)}" for one in of.latest)])
        )
    parts += [f"-# {gettext(RATINGS_BEHIND)}"] if is_behind else []
    scenes = [rating_chart(of)] if picture and len(of.course) > 1 else []
    return page_view(list(filter(None, parts)), scenes=scenes)


def rating_chart(of: PlayerProfile) -> RatingChartScene:
    """The picture of a player's rating over time."""
    points = [_chart_point(point) for point in of.course]
    settled = next((at for at, point in enumerate(of.course) if not is_provisional(point.rating)), len(points))
    other, others = "", tuple(_chart_point(point) for point in of.other_course)
    if of.opponent is not None and others:
        other = of.opponent.name
    return RatingChartScene(of.player.name, tuple(points), settled, other, others)


def _chart_point(point: RatingStep) -> tuple[str, float, float]:
    rating, doubt = display_rating(point.rating)
    return point.played_at.isoformat(), rating, doubt


def streak(form: Sequence[bool]) -> str:
    """The latest wins or losses in a row: ``W3``."""
    if not form:
        return ""
    many = next((at for at, won in enumerate(form) if won != form[0]), len(form))
    return f"{gettext('W' if form[0] else 'L')}{many}"


def rating_text(rating: Rating) -> str:
    """A rating with its doubt: ``1570 ± 120``, marked while it is provisional."""
    number, doubt = display_rating(rating)
    return gettext(
        "{number} ± {doubt}{provisional}",
        number=number,
        doubt=doubt,
        provisional=gettext(" (too few games yet)") if is_provisional(rating) else "",
    )


def ratings_page(
    league: League,
    ranked: Sequence[RatedPlayer],
    at: int = 0,
    *,
    season: int | None = None,
    is_behind: bool = False,
) -> Screen:
    """The ratings of everyone, best first, or those of a season alone; provisional ones are marked.

    The page says where ratings are ``is_behind``: still being worked out.
    """
    title = gettext("**Ratings**")
    if season is not None:
        name = formatting.escape(league.name)
        title = gettext("**Ratings** from season {season} of {name} alone", season=season, name=name)
    if not ranked:
        return page_view([title, gettext(RATINGS_BEHIND if is_behind else "No ratings yet. Play a league game first.")])
    here, at, pages = page_of(list(enumerate(ranked, 1)), at, RATED)
    rows = [_rated_row(place, one) for place, one in here]
    legend = gettext("-# N = games; ± = 95% range; ? = too few games")
    legend += f"\n-# {gettext(RATINGS_BEHIND)}" if is_behind else ""
    head = title + (gettext(" (page {at} of {pages})", at=at + 1, pages=pages) if pages > 1 else "")
    more = () if season is None else (season,)
    turning = turn_buttons("ratings", at, pages, lambda page, which: (league.id, page, which, *more))
    return page_view([head, f"{text_table(['N', gettext('Rating'), '±'], rows)}\n{legend}"], *filter(None, [turning]))


def history_page(
    league: League,
    seasons: Sequence[Season],
    champions: Mapping[int, Player],
    latest: Sequence[LeagueResult],
    *,
    earlier: bool = False,
) -> Screen:
    """The seasons of a league with those who won them, and its latest results, or ``earlier`` ones."""
    lines = [_season(season, champions) for season in seasons[:_SEASONS]]
    parts = [f"**{formatting.escape(league.name)}**", as_many_as_fit(lines, _MOST_SEASONS)]
    if latest:
        head = gettext("**Earlier results**" if earlier else "**Latest results**")
        lines = [f"- {results_view.result_line(one)}" for one in latest[:RESULTS]]
        parts.append(as_many_as_fit([head, *lines], _MOST_RESULTS))
    older = len(latest) > RESULTS
    turning = [button(gettext("Latest"), "history", league.id, 0)] if earlier else []
    turning += [button(gettext("Older"), "history", league.id, latest[RESULTS - 1].id)] if older else []
    return page_view(
        parts, *filter(None, [turning, [] if earlier else record_views.history_buttons(league, seasons[0])])
    )


_SEASONS: Final = 12
_CROWNED: Final = 3
_MOST_SEASONS, _MOST_RESULTS = 800, 2_900


def _record_lines(of: PlayerProfile) -> Iterator[str]:
    line, risen, form = of.standing, of.places_gained, of.form
    if line is None:
        yield gettext("Not in this season's table.")
    else:
        moved = (
            gettext(" ({way} {risen} this week)", way=gettext("up" if risen > 0 else "down"), risen=abs(risen))
            if risen
            else ""
        )
        points = formatting.points(line.points)
        yield gettext(
            "Place {rank} of {of}{moved}, {points}: {won}-{lost}{share}.",
            rank=line.rank,
            of=of.players,
            moved=moved,
            points=points,
            won=line.won,
            lost=line.lost,
            share=gettext(" ({share:.0f}%)", share=100 * line.share) if line.played else "",
        )
        skunks = gettext("Skunks: {skunks} won, {skunked} lost.", skunks=line.sums.skunks, skunked=line.sums.skunked)
        yield gettext(
            "Score difference {spread:+}, {margin:+.1f} per game. {skunks}"
            if of.league.best_of == 1
            else "Score difference {spread:+}, {margin:+.1f} per match. {skunks}",
            spread=line.spread,
            margin=line.margin,
            skunks=skunks,
        )
    if form:
        results = " ".join(gettext("W" if won else "L") for won in form)
        yield gettext("Last results (newest first): {listed}", listed=results)
    yield gettext("Rating {rated}", rated=rating_text(_latest(of.course)))
    if of.in_season is not None:
        yield gettext("Rating from this season alone {rated}", rated=rating_text(of.in_season))


def _latest(course: Sequence[RatingStep]) -> Rating:
    return course[-1].rating if course else Rating()


def _play_lines(deeds: GameStats) -> Iterator[str]:
    best = "" if deeds.best_hand is None else gettext("Best hand {best_hand}. ", best_hand=deeds.best_hand)
    averages = ""
    if deeds.average_hand is not None:
        averages += gettext("Average hand {average:.1f}. ", average=deeds.average_hand)
    if deeds.average_crib is not None:
        averages += gettext("Average crib {average:.1f}.", average=deeds.average_crib)
    if not best and not averages:
        return
    yield f"{best}{averages}".strip()
    if averages:
        yield ngettext(
            "Pegged {number} point, {deeds_pegged:.1f} per deal.",
            "Pegged {number} points, {deeds_pegged:.1f} per deal.",
            deeds.pegged,
            deeds_pegged=deeds.pegged / max(deeds.hands, 1),
        )
        yield ngettext(
            "Overcounting: lost {number} point, won {caught}.",
            "Overcounting: lost {number} points, won {caught}.",
            deeds.overscored,
            caught=deeds.caught,
        )
        yield ngettext(
            "Muggins: won {number} point, lost {muggins_given}.",
            "Muggins: won {number} points, lost {muggins_given}.",
            deeds.muggins_taken,
            muggins_given=deeds.muggins_given,
        )


def _head_to_heads(of: PlayerProfile) -> Iterator[str]:
    met = of.head_to_heads
    if of.opponent is None:
        if met:
            yield gettext("**Most frequent opponents**")
        yield from (
            f"- {formatting.labelled(formatting.escape(other.name), _head_to_head(tally))}"
            for other, tally in met[:_MET]
        )
        return
    named = formatting.escape(of.opponent.name)
    against = next((tally for other, tally in met if other.id == of.opponent.id), None)
    yield gettext(
        "**Against {named}:** {record}",
        named=named,
        record=gettext("no games this season.") if against is None else _head_to_head(against),
    )
    yield gettext(
        "Going by their ratings, {who} beats {named} {chance:.0f}% of the time.",
        who=formatting.escape(of.player.name),
        chance=100 * win_chance(_latest(of.course), _latest(of.other_course)),
        named=named,
    )


def _head_to_head(met: HeadToHead) -> str:
    skunks = ngettext(", {number} skunk won", ", {number} skunks won", met.skunks) if met.skunks else ""
    return gettext(
        "{won}-{lost}, {scored}-{conceded} points{skunks}",
        won=met.won,
        lost=met.played - met.won,
        scored=met.holes,
        conceded=met.adverse,
        skunks=skunks,
    )


def _rated_row(place: int, one: RatedPlayer) -> TextRow:
    number, doubt = display_rating(one.rating)
    mark = "?" if is_provisional(one.rating) else ""
    return TextRow(str(place), one.player.name, (str(one.results), f"{number}{mark}", str(doubt)))


def _season(season: Season, champions: Mapping[int, Player]) -> str:
    winners = [champions[one].name for one in season.crowned if one in champions]
    won = gettext(", won by **{people}**", people=settings_view.names_text(winners, _CROWNED)) if winners else ""
    return gettext(
        "- Season {number}{days}: {stage}{won}",
        number=season.number,
        days=days_text(season),
        stage=gettext(STAGES[season.stage]),
        won=won,
    )
