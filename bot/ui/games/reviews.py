"""Reviews of games: the command, its pages of moments, deals and progress, and those that are posted after a game."""

import logging
from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import partial
from typing import Annotated, Any, Final

import discord
from discord import ButtonStyle, app_commands

from bot.i18n.translation import N_, gettext, join_list, ngettext, render, using_language
from bot.models.errors import TableError
from bot.models.player import Player
from bot.models.result import ReviewedGame
from bot.progress.reviews import LATEST, GameReview, cost_of
from bot.render.line_chart import ChanceChartScene, ProgressChartScene
from bot.render.scene import Scene
from bot.render.show import MomentScene
from bot.tables.table import Table, Update
from bot.ui.core import formatting
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.components import GOLD, Button, DisplayOptions, Row, Screen, in_paragraphs, page_view
from bot.ui.core.context import Context, context_of
from bot.ui.core.formatting import as_many_as_fit, cards, hand
from bot.ui.core.router import AnyPress, Part, TableId, answers, press
from bot.ui.core.traffic import LAST
from bot.ui.games.context import FinishedGame
from bot.ui.games.game_summary import unnoticed
from bot.ui.games.screens import LEVELS, names_at
from engine.ai.levels import RATED
from engine.analysis.game_review import DECISIONS, LOST_A_DECISION, Decision, JudgedDecision, parts_lost, reason
from engine.events import GameWon
from engine.rules import Rules
from engine.scoring import IN_ORDER

SUMMARY: Final = "s"
PROGRESS: Final = "p"

NO_DECISIONS: Final = N_("You had no choice to make in this game.")
NOTHING_YET: Final = N_("No game of yours is reviewed yet. Finish a game, then press **Review my game**.")

_MOST_LINES: Final = 900
_CHARTED: Final = 60


@press("v1:{table_id}:{page}")
class ReviewButton(AnyPress):
    """A button of a review: its game, and the page that it shows: a deal by its number, or one of the others."""

    table_id: TableId
    page: Annotated[str, Part("s|p|[1-9][0-9]{0,2}")]


def summary_view(review: GameReview, look: DisplayOptions) -> Screen:
    """Return the first page: the points lost, the luck, the wrong counts, and the costliest moments."""
    parts: list[str | Scene | Row] = [in_paragraphs(list(_summary(review)))]
    if look.pictures and len(review.history) > 1 and review.decisions:
        marks = tuple(_deal_of(review, moment) for moment in review.moments)
        parts.append(ChanceChartScene(tuple(at.chance for at in review.history), marks))
    for number, moment in enumerate(review.moments, 1):
        title = gettext("{number}. Deal {deal}", number=number, deal=_deal_of(review, moment))
        parts += _moment_parts(review, moment, title, look)
    buttons = [_button(review, PROGRESS, gettext("Show my progress"))]
    if review.decisions:
        buttons.insert(0, _button(review, "1", gettext("Show every deal"), ButtonStyle.primary))
        parts.append(buttons)
    return Screen(tuple(parts), GOLD)


def deal_view(review: GameReview, deal: int) -> Screen:
    """Return the page of a deal: every decision of it. A deal beyond the last is the last."""
    by_deal: dict[int, list[JudgedDecision]] = {}
    for decision in review.decisions:
        by_deal.setdefault(_deal_of(review, decision), []).append(decision)
    last = max(by_deal)
    deal = min(max(deal, 1), last)
    lines = [_decision_line(review, decision) for decision in by_deal.get(deal, ())]
    head = gettext("**Deal {deal} of {last}**", deal=deal, last=last)
    if scores := _scores_before(review, deal):
        head = gettext("{head}, at {scores}", head=head, scores=scores)
    text = "\n".join(lines) or gettext("You had no choice in this deal.")
    return page_view(
        [head, text],
        [
            _button(review, str(deal - 1), gettext("Back"), disabled=deal == 1),
            _button(review, str(deal + 1), gettext("Next"), ButtonStyle.primary, disabled=deal == last),
            _button(review, SUMMARY, gettext("Show the review")),
        ],
    )


_FEWEST: Final = 5
"""The decisions from which a game says what a whole one would lose: more than there are in a deal."""


def progress_view(
    games: Sequence[ReviewedGame], missing: int, rules: Rules, look: DisplayOptions, table_id: str | None = None
) -> Screen:
    """Return the page of a player's progress in games like one by these ``rules``: the points lost in each.

    The levels stand beside them in the game in which they were measured.
    """
    games = [game for game in games if game.decisions >= _FEWEST]
    if not games:
        return page_view([gettext(NOTHING_YET)])
    shown = games[-_CHARTED:]
    is_rated = (rules.players, rules.dealt) == RATED
    decisions = DECISIONS if is_rated else sum(game.decisions for game in shown) / len(shown)
    scaled = tuple(decisions * game.lost / game.decisions for game in shown)
    levels = [(gettext(LEVELS[level]), decisions * lost) for level, lost in LOST_A_DECISION.items() if is_rated]
    recent = shown[-10:]
    paragraphs = [
        ngettext(
            "**Your progress:** points lost per game, in {number} game",
            "**Your progress:** points lost per game, in {number} games",
            len(games),
        ),
        gettext(
            "Average of your latest games: **{lost:.1f}** points lost. Robots lose: {levels}."
            if is_rated
            else "Average of your latest games: **{lost:.1f}** points lost.",
            lost=decisions * sum(game.lost for game in recent) / sum(game.decisions for game in recent),
            levels=join_list([f"{label} {lost:.1f}" for label, lost in levels]),
        ),
    ]
    if missing:
        paragraphs.append(
            ngettext(
                "-# I'm still judging {number} of your last {latest} games. Refresh in a minute.",
                "-# I'm still judging {number} of your last {latest} games. Refresh in a minute.",
                missing,
                latest=LATEST,
            )
        )
    scenes = [ProgressChartScene(scaled, tuple(levels))] if look.pictures else []
    rows = []
    if table_id is not None:
        back = ReviewButton(table_id, SUMMARY).custom_id
        rows.append([Button(gettext("Show the review"), back)])
        if missing:
            again = ReviewButton(table_id, PROGRESS).custom_id
            rows[0].append(Button(gettext("Refresh"), again))
    return page_view(paragraphs, *rows, scenes=scenes)


def _summary(review: GameReview) -> Iterator[str]:
    names = formatting.opponents(names_at(review.table))
    yield gettext("**Your review** of game `{id}`, {names}", id=review.table.id, names=names)
    if not review.decisions:
        yield gettext(NO_DECISIONS)
    else:
        luck = [_luck_line(review)] if review.is_of_six else []
        yield "\n".join([_lost_line(review), _parts_line(review), *luck])
    counts = "\n".join([*_count_lines(review), *unnoticed(review.course, names_at(review.table))])
    if counts:
        yield as_many_as_fit(counts.split("\n"), _MOST_LINES)
    if review.decisions:
        yield gettext("**Costliest moments**") if review.moments else gettext("You always made the best choice!")


def _lost_line(review: GameReview) -> str:
    """Return what was lost; a level is named in the game in which the levels were measured."""
    if not review.is_of_six or len(review.decisions) < _FEWEST:
        return ngettext(
            "You lost **{lost:.1f} points** in {number} decision.",
            "You lost **{lost:.1f} points** in {number} decisions.",
            len(review.decisions),
            lost=review.lost,
        )
    return ngettext(
        "You played at **{level}** level: {number} decision lost **{lost:.1f} points a game**.",
        "You played at **{level}** level: {number} decisions lost **{lost:.1f} points a game**.",
        len(review.decisions),
        lost=DECISIONS * review.lost / len(review.decisions),
        level=gettext(LEVELS[review.level or "easy"]),
    )


def _parts_line(review: GameReview) -> str:
    parts = parts_lost(review.decisions)
    most = max(_MOSTLY, key=parts.__getitem__)
    return gettext(_MOSTLY[most]) if parts[most] else gettext("Nothing to improve. Perfect!")


_MOSTLY: Final = {
    "hand": N_("You could gain most by what you keep in your hand."),
    "crib": N_("You could gain most by what you discard to the crib."),
    "pegging": N_("You could gain most in the play."),
    "near_end": N_("You could gain most near the end of the game."),
}


def _luck_line(review: GameReview) -> str:
    luck = review.luck
    return gettext(
        "{luck}\n-# Cards dealt {deals:+.1f}, starters {cuts:+.1f}, cribs {cribs:+.1f}, your opponent's mistakes "
        "{play:+.1f}.",
        luck=gettext(
            "You had **{total:.1f} points** of good luck."
            if luck.total >= 0
            else "You had **{total:.1f} points** of bad luck.",
            total=abs(luck.total),
        ),
        deals=luck.deals,
        cuts=luck.cuts,
        cribs=luck.cribs,
        play=luck.play,
    )


def _count_lines(review: GameReview) -> Iterator[str]:
    missed = [wrong.missed for wrong in review.wrong_counts if wrong.missed > 0]
    over = [-wrong.missed for wrong in review.wrong_counts if wrong.missed < 0]
    if missed:
        yield ngettext(
            "You missed {points} points in {number} count.",
            "You missed {points} points in {number} counts.",
            len(missed),
            points=sum(missed),
        )
    if over:
        yield ngettext(
            "You counted {points} points too many in {number} count.",
            "You counted {points} points too many in {number} counts.",
            len(over),
            points=sum(over),
        )


def _moment_parts(
    review: GameReview, moment: JudgedDecision, title: str, look: DisplayOptions
) -> Iterator[str | Scene]:
    decision = review.seen[moment.place]
    seen = decision.seen
    if look.pictures:
        series = tuple(card for _, card in seen.series)
        ordered = tuple(sorted(seen.hand, key=IN_ORDER))
        chosen, better = moment.chosen.cards, moment.best.cards
        yield MomentScene(title, ordered, chosen, better, series, seen.starter, look.style)
        yield in_paragraphs([_moment_text(decision, moment)])
    else:
        lines = [f"**{title}**", gettext("Your cards: {cards}", cards=hand(seen.hand))]
        if seen.starter is not None:
            series = tuple(card for _, card in seen.series)
            lines.append(gettext("On the table: {cards} ({count})", cards=cards(series), count=seen.count))
        yield in_paragraphs(["\n".join([*lines, _moment_text(decision, moment)])])


def _moment_text(decision: Decision, moment: JudgedDecision) -> str:
    seen = decision.seen
    own, others = formatting.scores_seen(seen)
    values = {
        "own": own,
        "other": others,
        "chosen": cards(sorted(moment.chosen.cards, key=IN_ORDER)),
        "better": cards(sorted(moment.best.cards, key=IN_ORDER)),
        "cost": cost_of(moment, seen.rules),
        "reason": render(reason(seen, moment.chosen, moment.best)),
    }
    if seen.stage == "lay_away":
        dealer = moment.best.crib > 0
        template = (
            N_("At {own} to {other}, your crib: you discarded {chosen}. **{better}** {cost}. {reason}")
            if dealer
            else N_("At {own} to {other}, opponent's crib: you discarded {chosen}. **{better}** {cost}. {reason}")
        )
        return gettext(template, **values)
    return gettext("At {own} to {other} you played {chosen}. **{better}** {cost}. {reason}", **values)


def _decision_line(review: GameReview, decision: JudgedDecision) -> str:
    seen, chosen = review.seen[decision.place].seen, cards(sorted(decision.chosen.cards, key=IN_ORDER))
    if seen.stage == "lay_away":
        kept = [card for card in seen.hand if card not in decision.chosen.cards]
        line = gettext("Kept {kept}, discarded {chosen}", kept=hand(kept), chosen=chosen)
    elif seen.series:
        series = tuple(card for _, card in seen.series)
        line = gettext(
            "After {series}: {chosen} from {hand}", series=cards(series), chosen=chosen, hand=hand(seen.hand)
        )
    else:
        line = gettext("Led {chosen} from {hand}", chosen=chosen, hand=hand(seen.hand))
    if not decision.lost:
        return f"✓ {line}"
    better = cards(sorted(decision.best.cards, key=IN_ORDER))
    why = render(reason(seen, decision.chosen, decision.best))
    return gettext(
        "{line}\n-# ↳ **{better}** {cost}. {reason}",
        line=f"✗ {line}",
        better=better,
        cost=cost_of(decision, seen.rules),
        reason=why,
    )


def _deal_of(review: GameReview, decision: JudgedDecision) -> int:
    return review.seen[decision.place].seen.deal


def _scores_before(review: GameReview, deal: int) -> str:
    for decision in review.decisions:
        seen = review.seen[decision.place].seen
        if seen.deal == deal:
            own, others = formatting.scores_seen(seen)
            return gettext("{own} to {other}", own=own, other=others)
    return ""


def _button(
    review: GameReview,
    page: str,
    label: str,
    style: ButtonStyle = ButtonStyle.secondary,
    *,
    disabled: bool = False,
) -> Button:
    table_id = "none" if disabled else review.table.id
    return Button(label, ReviewButton(table_id, page).custom_id, style, disabled)


@answers(ReviewButton)
async def answer_press(context: Context, interaction: discord.Interaction[Any], button: ReviewButton) -> None:
    """Turn to another page of the review; everybody sees their own."""
    player = await context.meet(interaction.user)
    build = await _page(context, interaction, player, button)
    await context.put(interaction, build, await context.attachments.look(player))


async def show_review(context: Context, interaction: discord.Interaction[Any], table: Table, player: Player) -> None:
    """Answer with the review of a game for one of its players. Judging takes seconds, so the answer is deferred."""
    table.seat_of(player)
    await context.reviews.check(table)
    await interaction.response.defer(ephemeral=True, thinking=True)
    review = await context.reviews.of_game(table, player)
    look = await context.attachments.look(player)
    await context.answer(interaction, partial(summary_view, review), look, ephemeral=True)


async def _page(
    context: Context, interaction: discord.Interaction[Any], player: Player, button: ReviewButton
) -> ScreenBuilder:
    if button.page == PROGRESS:
        rules = (await context.find(interaction, button.table_id)).rules
        games, missing = await context.reviews.list_games(player, rules), await context.reviews.count_missing(player)
        if missing:
            # They are judged in the background.
            context.reviews.review_latest(player)
        return partial(progress_view, games, missing, rules, table_id=button.table_id)
    table = await context.find(interaction, button.table_id)
    review = await context.reviews.of_game(table, player)
    if button.page == SUMMARY or not review.decisions:
        return partial(summary_view, review)
    return lambda _: deal_view(review, int(button.page))


NO_GAME: Final = N_("You haven't finished a game yet. Start one with /play.")


@app_commands.command(description="See how you played a finished game, and what would have been better")
@app_commands.describe(game="The game's ID (default: your latest game)")
async def review(interaction: discord.Interaction[Any], game: FinishedGame | None = None) -> None:
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    if game is None:
        over = await context.tables.ids_of_player(player.id, "over")
        if not over:
            raise TableError(gettext(NO_GAME))
        game = await context.find(interaction, over[0])
    await show_review(context, interaction, game, player)


_LATE: Final = timedelta(days=1)
"""How long after its end the review of a game is still sent, without the time in which the bot was away."""

RETRY_AFTER: Final = 15.0
"""Seconds after which a review is sent again that Discord did not take; later each time."""

WORK: Final = "reviews of games that end"

_log = logging.getLogger(__name__)


class ReviewPoster:
    """Reviews the games that end. What is under way when the bot stops is sent after the next start."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def hear(self, update: Update) -> None:
        """Review a game soon after it ends."""
        if any(isinstance(event, GameWon) for event in update.events):
            for seat in update.table.seats:
                self._want(update.table, seat.player)

    async def resume(self) -> None:
        """Send the reviews of games that ended shortly before the bot was stopped, and were not sent."""
        for table, player in await self._context.reviews.list_unsent(self._context.outbox.kept_since(_LATE)):
            self._want(table, player)

    def _want(self, table: Table, player: Player | None) -> None:
        if player is not None:
            place = f"game {table.id} was not reviewed for player {player.id}"
            review = partial(self._review, table, player, place)
            self._context.outbox.background.want(WORK, (table.id, player.id), review, lambda: place, first=RETRY_AFTER)

    async def _review(self, table: Table, player: Player, place: str) -> None:
        context = self._context
        try:
            if (await context.accounts.preferences.read(player.id)).reviews and player.discord_id is not None:
                # Whoever closes their DMs finds it behind a button; until it was sent, it is not stored as sent.
                with self._context.outbox.giving_up(table.agreement.touched_at, place, _LATE):
                    await self._send(table, player)
            elif await context.reviews.list_games(player, table.rules):
                await context.reviews.of_game(table, player)
        except TableError as error:
            _log.info("game %s was not reviewed for a player: %s", table.id, error)

    async def _send(self, table: Table, player: Player) -> None:
        context = self._context
        with using_language(context.languages.of_person(player.discord_id)):
            review = await context.reviews.of_game(table.seen_from(None), player)
            look = await context.attachments.look(player)
            ready = await context.attachments.prepare_in_turn(partial(summary_view, review), look)
        room = await self._context.outbox.dm(player.discord_id, priority=LAST)
        await self._context.outbox.post(room, ready, nonce=("review", table.id, player.id), priority=LAST)
        await context.reviews.mark_sent(table, player)
