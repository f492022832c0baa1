"""The daily hand: its screens, its buttons, and the month."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any, Final

import discord
from discord import ButtonStyle, app_commands

from bot.i18n.translation import N_, day_and_month, gettext, join_list, ngettext
from bot.models.player import Player
from bot.models.practice import AS_GOOD, DailyAnswer, DailyHand, DailyMonth, days_running
from bot.render.scene import Scene
from bot.render.show import HandScene
from bot.tables.shuffle import pack
from bot.ui.core import formatting
from bot.ui.core.attachments import PreparedScreen, ScreenBuilder
from bot.ui.core.components import TEXT, DisplayOptions, Screen, button, page_view
from bot.ui.core.context import Context, context_of
from bot.ui.core.interactions import is_bot_dm
from bot.ui.core.router import AnyPress, PickedCards, Word, answers, press
from bot.ui.practice.position_views import discard_rows
from engine.ai.discard_averages import Discard
from engine.ai.discards import by_points
from engine.ai.tables import Place
from engine.cards import Card
from engine.errors import CribbageError


def daily_hand(day: date) -> DailyHand:
    """Return the hand of a day; everybody gets the same, as the dealer on every other day."""
    seed = hashlib.sha256(f"cribbage daily hand {day.isoformat()}".encode()).digest()
    return DailyHand(day, tuple(sorted(pack(seed, "deal", 1)[:6])), dealer=day.toordinal() % 2 == 0)


def ranked_discards(hand: DailyHand) -> tuple[Discard, ...]:
    """Return every discard with its average points of hand, crib and pegging, the best first."""
    return by_points(hand.cards, Place(steps=0 if hand.dealer else 1))


def judged(hand: DailyHand, discard: Sequence[Card]) -> DailyAnswer:
    """Return a discard with the points that it loses to the best one."""
    ranked = ranked_discards(hand)
    chosen = next(one for one in ranked if set(one.cards) == set(discard))
    return DailyAnswer(tuple(sorted(discard)), max(0.0, ranked[0].points - chosen.points))


GONE: Final = N_("That hand is from an earlier day. Use `/daily` for today's hand.")

_LINES: Final = 5
_CLOSE: Final = 1.0
_WEEK: Final = 7
_MARKS: Final = N_("-# Green: the best discard. Yellow: at most 1 point lost. Red: more. White: no answer.")

_PLACES: Final = 15


@press("d1:{day}:{action}{cards}", GONE)
class DailyButton(AnyPress):
    """A button of the daily hand: its day, the action, and the cards that are picked with it."""

    day: date
    action: Word
    cards: PickedCards = ()


def question_view(hand: DailyHand, picked: Sequence[Card] = (), look: DisplayOptions = TEXT) -> Screen:
    """Return the screen with the six cards, a button for each, and what confirms the discard."""
    names = join_list([formatting.card_name(card) for card in hand.cards])
    return page_view(
        [_question(hand), f"{formatting.hand(hand.cards)}\n-# {names}"],
        *discard_rows(hand.cards, picked, 2, partial(DailyButton, hand.day)),
        scenes=_pictures(hand, look),
    )


def result_view(
    hand: DailyHand,
    answer: DailyAnswer,
    spread: Sequence[tuple[tuple[Card, ...], int]],
    lost: Mapping[date, float],
    look: DisplayOptions = TEXT,
    *,
    shares: bool = False,
) -> Screen:
    """Return the screen of an answered hand: what it lost, the best discards, the others' choices, and the streak.

    ``spread`` is how often each discard was chosen, and ``lost`` what each day lost. With ``shares`` the player may
    show the others how they did.
    """
    month = [button(DailyButton(hand.day, "month"), gettext("Show this month"))]
    if shares:
        month.insert(0, button(DailyButton(hand.day, "share"), gettext("Share"), ButtonStyle.primary))
    running = days_running(lost, hand.day)
    streak = ngettext("Your streak: {number} day.", "Your streak: {number} days.", running)
    paragraphs = [
        _title(hand),
        f"{_verdict(answer)}\n{_best_discards(hand, answer)}",
        f"{_spread(spread)}\n{streak}",
    ]
    return page_view(paragraphs, month, scenes=_pictures(hand, look, answer))


def share_view(hand: DailyHand, name: str, lost: Mapping[date, float]) -> Screen:
    """Return how a player did on the last 7 days, with no card of the answer, and a button for the others to try it."""
    days = [lost.get(hand.day - timedelta(days=back)) for back in reversed(range(_WEEK))]
    marks = ["⬜" if day is None else "🟩" if day <= AS_GOOD else "🟨" if day <= _CLOSE else "🟥" for day in days]
    head = gettext("**{name}'s daily hands, up to {day}**", name=name, day=day_and_month(hand.day, in_full=True))
    running = ngettext("Streak: {number} day.", "Streak: {number} days.", days_running(lost, hand.day))
    play = button(DailyButton(hand.day, "open"), gettext("Choose your discard"), ButtonStyle.primary)
    return page_view([head, "".join(marks), f"{running}\n{gettext(_MARKS)}"], [play])


def month_view(day: date, rows: Sequence[DailyMonth], player_id: int, *, answered: bool) -> Screen:
    """Return the table of the month of a day; the player's own row is bold, and is added if it is far down."""
    shown = [(place, row) for place, row in enumerate(rows, 1) if place <= _PLACES or row.player_id == player_id]
    lines = [_place(place, row, own=row.player_id == player_id) for place, row in shown]
    head = gettext("**Daily hands this month:** best discards, then points lost a day")
    text = "\n".join(lines) or gettext("Nobody has answered this month.")
    back = button(
        DailyButton(day, "back"), gettext("Back") if answered else gettext("Today's hand"), ButtonStyle.primary
    )
    return page_view([head, text], [back])


def invitation_view(hand: DailyHand, look: DisplayOptions = TEXT) -> Screen:
    """Return the message for a channel: the hand of the day, with a button that shows it to whoever presses it."""
    play = button(DailyButton(hand.day, "open"), gettext("Choose your discard"), ButtonStyle.primary)
    month = button(DailyButton(hand.day, "month"), gettext("Show this month"))
    return page_view([_question(hand), formatting.hand(hand.cards)], [play, month], scenes=_pictures(hand, look))


def _title(hand: DailyHand) -> str:
    return gettext(
        "**Daily hand, {day}.** You deal, so the crib is yours."
        if hand.dealer
        else "**Daily hand, {day}.** Your opponent deals, so the crib is theirs.",
        day=day_and_month(hand.day, in_full=True),
    )


def _question(hand: DailyHand) -> str:
    return gettext("{title} Which 2 cards do you discard?", title=_title(hand))


def _verdict(answer: DailyAnswer) -> str:
    cards = formatting.cards(answer.discard)
    if answer.lost <= AS_GOOD:
        return gettext("**{cards}: the best discard!**", cards=cards)
    return gettext("**{cards} loses {lost:.1f} points** to the best discard.", cards=cards, lost=answer.lost)


def _best_discards(hand: DailyHand, answer: DailyAnswer) -> str:
    lines = []
    for place, one in enumerate(ranked_discards(hand), 1):
        own = set(one.cards) == set(answer.discard)
        if place > _LINES and not own:
            continue
        line = gettext(
            "{place}. {cards}: hand {hand:.1f}, crib {crib:+.1f}, pegging {peg:+.1f}, together **{total:.1f}**",
            place=place,
            cards=formatting.cards(sorted(one.cards)),
            hand=one.hand,
            crib=one.points - one.hand - one.peg,
            peg=one.peg,
            total=one.points,
        )
        lines.append(line + (gettext(" (yours)") if own else ""))
    return "\n".join(lines)


def _spread(spread: Sequence[tuple[tuple[Card, ...], int]]) -> str:
    total = sum(many for _, many in spread)
    chosen = [f"{formatting.cards(cards)} {many / total:.0%}" for cards, many in spread[:_LINES]]
    return ngettext(
        "{number} player has answered: {chosen}.",
        "{number} players have answered: {chosen}.",
        total,
        chosen=", ".join(chosen),
    )


def _place(place: int, row: DailyMonth, *, own: bool) -> str:
    name = formatting.escape(row.name)
    days = ngettext("best on {best} of {number} day", "best on {best} of {number} days", row.days, best=row.best)
    line = gettext("{place}. {name}: {days}, {lost:.2f} lost", place=place, name=name, days=days, lost=row.lost)
    return f"**{line}**" if own else line


def _pictures(hand: DailyHand, look: DisplayOptions, answer: DailyAnswer | None = None) -> list[Scene]:
    """Return the six cards, and after an answer what was kept of them and the best that could be."""
    if not look.pictures:
        return []
    if answer is None:
        away = [(gettext("Your six cards"), hand.cards[:0])]
    else:
        best = [(gettext("Best to keep"), ranked_discards(hand)[0].cards)] if answer.lost > AS_GOOD else []
        away = [(gettext("You kept"), answer.discard), *best]
    kept = [(title, tuple(card for card in hand.cards if card not in gone)) for title, gone in away]
    return [HandScene(cards, None, title, look.style) for title, cards in kept]


def today() -> date:
    """Return the day whose hand is played now, in UTC."""
    return discord.utils.utcnow().date()


@answers(DailyButton)
async def answer_press(context: Context, interaction: discord.Interaction[Any], button: DailyButton) -> None:
    """Answer a press on a daily hand. In a channel everybody gets a screen of their own."""
    player = await context.meet(interaction.user)
    build = await _next_screen(context, interaction, player, button)
    look = await context.attachments.look(player)
    lost = await context.accounts.daily.lost_by_day(player.id) if button.action == "share" else {}
    if button.day in lost:
        # Without the button: a result is shared once.
        await context.put(interaction, build, look)
        shared = share_view(daily_hand(button.day), formatting.escape(player.name), lost)
        await context.outbox.share(interaction, PreparedScreen(shared))
        return
    message = interaction.message
    if message is None or not (is_bot_dm(interaction) or message.flags.ephemeral):
        await context.answer(interaction, build, look, ephemeral=True)
    else:
        await context.put(interaction, build, look)


async def _next_screen(
    context: Context, interaction: discord.Interaction[Any], player: Player, button: DailyButton
) -> Screen | ScreenBuilder:
    daily = context.accounts.daily
    if button.action == "month":
        rows = await daily.month(interaction.guild_id, button.day)
        answered = await daily.find(player.id, today()) is not None
        return month_view(today(), rows, player.id, answered=answered)
    day, may_share = button.day, button.action != "share" and not is_bot_dm(interaction)
    if button.action in ("back", "open"):
        return await _screen(context, player, today(), shares=may_share)
    hand = daily_hand(day)
    picked = button.cards if set(button.cards) <= set(hand.cards) else ()
    if await daily.find(player.id, day) is None:
        if day != today():
            raise CribbageError(gettext(GONE))
        if button.action == "answer" and len(set(picked)) == 2:
            await daily.answer(player.id, day, judged(hand, picked), interaction.guild_id)
    return await _screen(context, player, day, picked, shares=may_share)


async def _screen(
    context: Context, player: Player, day: date, picked: Sequence[Card] = (), *, shares: bool
) -> ScreenBuilder:
    """Return the screen of a day's hand: to be answered with the cards that are picked, or with the player's answer."""
    hand, daily = daily_hand(day), context.accounts.daily
    answer = await daily.find(player.id, day)
    if answer is None:
        return partial(question_view, hand, picked)
    spread, lost = await daily.spread(day), await daily.lost_by_day(player.id)
    return partial(result_view, hand, answer, spread, lost, shares=shares)


@app_commands.command(description="Today's six cards: which two do you discard?")
async def daily(interaction: discord.Interaction[Any]) -> None:
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    build = await _screen(context, player, today(), shares=not is_bot_dm(interaction))
    look = await context.attachments.look(player)
    await context.answer(interaction, build, look, ephemeral=not is_bot_dm(interaction))
