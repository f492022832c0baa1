"""Counting practice: a hand to count, its answer and what was missed, the statistics, and /practice itself."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final

import discord
from discord import ButtonStyle, app_commands

from bot.i18n.translation import N_, gettext, join_list, ngettext, pgettext, render, typed_language
from bot.models.player import Player
from bot.models.practice import PositionKind, PracticeAnswer, PracticeHand
from bot.render.scene import Scene
from bot.render.show import HandScene
from bot.ui.core import formatting
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.commands import choice
from bot.ui.core.components import TEXT, DisplayOptions, Field, Form, Screen, TextInput, button, page_view
from bot.ui.core.context import Context, context_of
from bot.ui.core.interactions import is_bot_dm
from bot.ui.core.router import AnyPress, Word, answers, press, typed_in
from bot.ui.lawbook.tutorial import first_deal_button
from bot.ui.practice.position_views import show_position
from engine.analysis.answers import combinations_of
from engine.analysis.exercises import (
    LONGEST_TIME,
    Exercise,
    Fault,
    Level,
    Mistake,
    PracticeStats,
    Result,
    Skill,
    What,
    deal,
    likely_mistakes,
    parse_declared_points,
    skill_weights,
)
from engine.analysis.explain import explain_combinations
from engine.cards import PACK
from engine.errors import CribbageError
from engine.laws import Law
from engine.scoring import count_of
from engine.text.multilingual import read_in_english
from engine.text.spoken_counts import UnclearNumber, spoken_count

GONE: Final = N_("This hand is out of date. Use `/practice` for a new one.")


@press("p1:{number}:{action}", GONE)
class PracticeButton(AnyPress):
    """A button of the practice: the number of the player's own exercise, and the action."""

    number: int
    action: Word


def count_form(hand: PracticeHand) -> Form:
    in_play = hand.exercise.what is What.PLAY
    example = gettext("3" if in_play else "12, or: fifteen two, fifteen four, and a pair is 6")
    hint = gettext(
        "The points for the last card." if in_play else "A number, or the whole count the way you'd say it out loud."
    )
    field = Field(TextInput(custom_id="count", placeholder=example, longest=200), gettext("How many points?"), hint)
    return Form(PracticeButton(hand.number, "counted").custom_id, gettext("Your count"), (field,))


def exercise_view(hand: PracticeHand, look: DisplayOptions = TEXT) -> Screen:
    return question_view(hand, look) if hand.answer is None else result_view(hand, look)


def question_view(
    hand: PracticeHand, look: DisplayOptions = TEXT, *, complaint: str = "", numbers: Iterable[int] = ()
) -> Screen:
    """Return the screen with cards to count, with the ``numbers`` that an unclear count may mean on buttons."""
    how = gettext("Press **Count** and type a number") + (
        "." if hand.exercise.what is What.PLAY else gettext(", or type the whole count the way you'd say it out loud.")
    )
    buttons = [
        button(PracticeButton(hand.number, "count"), pgettext("the button", "Count"), ButtonStyle.primary),
        button(PracticeButton(hand.number, "show"), gettext("Show answer")),
        button(PracticeButton(hand.number, "next"), gettext("Next hand")),
        button(PracticeButton(hand.number, "tally"), gettext("My results")),
    ]
    if hand.number == 1:
        buttons.append(first_deal_button())
    chosen = [
        button(PracticeButton(hand.number, f"counted{number}"), gettext("Count {points}", points=number))
        for number in numbers
    ]
    question = f"**{gettext(_QUESTIONS[hand.exercise.what])}**"
    paragraphs = [question, _cards(hand.exercise), *filter(None, [complaint]), how, _footer(hand)]
    return page_view(paragraphs, *filter(None, [chosen]), buttons, scenes=_pictures(hand.exercise, look))


def result_view(hand: PracticeHand, look: DisplayOptions = TEXT) -> Screen:
    exercise = hand.exercise
    head = "\n".join([_verdict(hand), *_likely_mistakes(hand)])
    buttons = [
        button(PracticeButton(hand.number, "next"), gettext("Next hand"), ButtonStyle.primary),
        button(PracticeButton(hand.number, "tally"), gettext("My results")),
    ]
    paragraphs = [head, _cards(exercise), "\n".join(_count_lines(exercise)), _footer(hand)]
    return page_view(paragraphs, buttons, scenes=_pictures(exercise, look))


def stats_view(hand: PracticeHand, results: Sequence[Result]) -> Screen:
    back = gettext("Back")
    buttons = [button(PracticeButton(hand.number, "back"), back, ButtonStyle.primary)]
    if hand.answer is not None:
        buttons.append(button(PracticeButton(hand.number, "next"), gettext("Next hand")))
    return page_view([gettext("**Your practice results**"), *_stats_paragraphs(PracticeStats.of(results))], buttons)


# The question.

_QUESTIONS: Final = {
    What.HAND: N_("How many points is this hand?"),
    What.CRIB: N_("How many points is this crib?"),
    What.FIVE_CARDS: N_("How many points is this five-card hand?"),
    What.PLAY: N_("How many points does the last card score?"),
}
_LEVELS: Final = {Level.BEGINNER: N_("beginner"), Level.CLUB: N_("club"), Level.EXPERT: N_("expert")}


def _cards(exercise: Exercise) -> str:
    *held, last = exercise.cards
    if exercise.what is What.PLAY:
        names = ", ".join(map(formatting.card_name, exercise.cards))
        count = gettext("The count is {count}. Don't add points for a go or last card.", count=count_of(exercise.cards))
        return gettext(
            "Played: {cards}\n{count}\n-# {names}.", cards=formatting.cards(exercise.cards), count=count, names=names
        )
    what = gettext("Crib" if exercise.what is What.CRIB else "Hand")
    names = join_list([formatting.card_name(card) for card in sorted(held)])
    spoken = gettext("{names}; the starter is the {card}.", names=names, card=formatting.card_name(last))
    return gettext(
        "{what}: {cards}\nStarter: {card}\n-# {names}",
        what=what,
        cards=formatting.hand(held),
        card=formatting.card(last),
        names=spoken,
    )


def _pictures(exercise: Exercise, look: DisplayOptions) -> list[Scene]:
    if not look.pictures:
        return []
    *held, last = exercise.cards
    if exercise.what is What.PLAY:
        return [HandScene(exercise.cards, None, gettext("Played in this order"), look.style)]
    title = gettext("Crib" if exercise.what is What.CRIB else "Hand")
    return [HandScene(tuple(sorted(held)), last, title, look.style)]


def _footer(hand: PracticeHand) -> str:
    timed = gettext(", timed") if hand.timed else ""
    clock = gettext(" The clock is running.") if hand.timed and hand.answer is None else ""
    return gettext(
        "-# Hand {number}, {level}{timed}.{clock}",
        number=hand.number,
        level=gettext(_LEVELS[hand.level]),
        timed=timed,
        clock=clock,
    )


# The result.


def _verdict(hand: PracticeHand) -> str:
    assert hand.answer is not None
    total, said = hand.exercise.total, hand.answer.points
    if said is None:
        return f"**{formatting.points(total)}.**"
    if said == total:
        return gettext("**Correct: {points}!**{took}", points=formatting.points(total), took=_time_taken(hand.seconds))
    by = (
        gettext("{said} too many", said=said - total)
        if said > total
        else gettext("{total} too few", total=total - said)
    )
    return gettext(
        "**Not quite: it's {points}.** You said {said}, {by}.{took}",
        points=formatting.points(total),
        said=said,
        by=by,
        took=_time_taken(hand.seconds),
    )


def _time_taken(seconds: float | None) -> str:
    if seconds is None:
        return ""
    if seconds > LONGEST_TIME:
        return gettext(" You took over 10 minutes, so this one isn't timed.")
    return gettext(" Time: {seconds:.1f} seconds.", seconds=seconds)


def _likely_mistakes(hand: PracticeHand) -> Iterator[str]:
    answer = hand.answer
    if answer is None or answer.points is None:
        return
    found = likely_mistakes(hand.exercise, answer.points, answer.said or "")
    missed = [_missed(mistake) for mistake in found if mistake.fault is not Fault.ADDED]
    extra = Counter(mistake for mistake in found if mistake.fault is Fault.ADDED)
    added = [_added(mistake, many, hand.exercise.what) for mistake, many in extra.items()]
    if missed:
        yield gettext("**Probably missed:** {missed}.", missed="; ".join(missed))
    if added:
        yield gettext("**Probably counted by mistake:** {added}.", added="; ".join(added))


def _missed(mistake: Mistake) -> str:
    named = f"{gettext(_NAMES[mistake.law])} {formatting.cards(mistake.cards)}"
    if mistake.fault is Fault.SHORT:
        return gettext("{named} ({points} more)", named=named, points=mistake.points)
    return f"{named} ({mistake.points})"


def _added(mistake: Mistake, many: int, what: What) -> str:
    """Return what was counted although it is not there, and the reason where it is known."""
    cards = formatting.cards(mistake.cards)
    match mistake.law:
        case Law.FIFTEEN:
            return ngettext("{number} extra fifteen", "{number} extra fifteens", many)
        case Law.RUN if what is What.PLAY:
            return gettext("a run of {points}: another card breaks it", points=mistake.points)
        case law if not mistake.cards:
            return gettext("{unseen} (there isn't one)", unseen=gettext(_UNSEEN[law]))
        case Law.FLUSH if mistake.points == 1:
            return gettext("a flush card too many: the starter {cards} is a different suit", cards=cards)
        case Law.FLUSH:
            return gettext("a flush: in a crib the starter must match too")
        case Law.HIS_NOBS:
            return gettext("his nobs: {cards} doesn't match the starter's suit", cards=cards)
        case Law.HIS_HEELS:
            return gettext("the jack {cards}: as the starter, it scored his heels before the play", cards=cards)
        case Law.RUN:
            return gettext("the run {cards}: the ace is always low", cards=cards)
        case _ if mistake.skill is Skill.DOUBLE_RUNS:
            return gettext("the pair {cards}: it's already in the double run", cards=cards)
    return gettext("the pair {cards}: another card is between them", cards=cards)


_UNSEEN: Final = {
    Law.PAIR: N_("a pair"),
    Law.PAIR_ROYAL: N_("a pair royal"),
    Law.RUN: N_("a run"),
    Law.FLUSH: N_("a flush"),
    Law.HIS_NOBS: N_("a jack of the starter's suit"),
}

_NAMES: Final = {
    Law.FIFTEEN: N_("the fifteen"),
    Law.THIRTY_ONE: N_("thirty-one"),
    Law.PAIR: N_("the pair"),
    Law.PAIR_ROYAL: N_("the pair royal"),
    Law.DOUBLE_PAIR_ROYAL: N_("the double pair royal"),
    Law.RUN: N_("the run"),
    Law.FLUSH: N_("the flush"),
    Law.HIS_NOBS: N_("one for his nobs"),
}


def _count_lines(exercise: Exercise) -> Iterator[str]:
    if exercise.what is not What.PLAY:
        yield gettext("**Out loud:** {count}", count=render(spoken_count(exercise.count)))
    elif not exercise.items:
        yield gettext("The last card scores nothing.")
    for line in explain_combinations(combinations_of(exercise.items)):
        yield f"- {render(line)}"


# The statistics.


def _stats_paragraphs(stats: PracticeStats) -> Iterator[str]:
    if not stats.counted:
        yield gettext("You haven't counted any hands yet.")
    else:
        yield "\n".join(_totals(stats))
    if stats.skills:
        by_share = sorted(stats.skills.items(), key=lambda entry: -entry[1][1] / entry[1][0])
        listed = [
            gettext("- {title}: missed {failed} of {seen}", title=gettext(skill.title), failed=failed, seen=seen)
            for skill, (seen, failed) in by_share
        ]
        yield gettext("**What you missed**\n") + "\n".join(listed)
        yield gettext("-# You'll get more practice with what you missed lately.")


def _totals(stats: PracticeStats) -> Iterator[str]:
    assert stats.error is not None
    share = 100 * stats.right // stats.counted
    yield gettext(
        "Counted: {counted}. Correct: {right} ({share}%).",
        counted=stats.counted,
        right=stats.right,
        share=share,
    )
    if stats.shown:
        yield gettext("Answers shown: {shown}.", shown=stats.shown)
    yield gettext("Average error: {error:.1f} points.", error=stats.error)
    yield gettext("Streak: {streak} now, best {best_streak}.", streak=stats.streak, best_streak=stats.best_streak)
    if stats.seconds is not None:
        yield gettext("Average time: {seconds:.1f} seconds.", seconds=stats.seconds)


_RECENT: Final = 200


async def hand_for(
    context: Context, player: Player, *, level: Level | None, wish: What | None, is_wished: bool, timed: bool | None
) -> PracticeHand:
    """Return the exercise to show to a player; options that they leave out stay as they were the last time.

    An unanswered exercise is shown again if the player changes no option.
    """
    last = await context.accounts.practice.latest(player.id)
    has_changes = is_wished or level is not None or timed is not None
    if last is not None and last.answer is None and not has_changes:
        return last
    return await _next(
        context,
        player,
        last,
        level=level or (last.level if last else Level.CLUB),
        wish=wish if is_wished or last is None else last.wish,
        timed=timed if timed is not None else last is not None and last.timed,
    )


@answers(PracticeButton)
async def answer_press(context: Context, interaction: discord.Interaction[Any], button: PracticeButton) -> None:
    """Answer a press on a button of the practice.

    Players only see their own exercises. A press on an earlier exercise shows the current one.
    """
    player = await context.meet(interaction.user)
    hand = await context.accounts.practice.latest(player.id)
    if hand is None:
        raise CribbageError(gettext(GONE))
    action = button.action if button.number == hand.number else "back"
    if action == "count" and hand.answer is None:
        await interaction.response.send_modal(count_form(hand))
        return
    build = await _next_screen(context, interaction, player, hand, action)
    look = await context.attachments.look(player)
    if interaction.message is None:
        await context.answer(interaction, build, look, ephemeral=True)
    else:
        await context.put(interaction, build, look)


async def _next_screen(
    context: Context, interaction: discord.Interaction[Any], player: Player, hand: PracticeHand, action: str
) -> Screen | ScreenBuilder:
    now = discord.utils.utcnow()
    match action:
        case "counted" if hand.answer is None:
            text = typed_in(interaction.data)
            try:
                english, points = read_in_english(text, typed_language(), partial(parse_declared_points, hand.exercise))
            except UnclearNumber as unclear:
                complaint = render(unclear.message)
                return partial(question_view, hand, complaint=complaint, numbers=unclear.numbers)
            answer = PracticeAnswer(now, points, english)
            return partial(exercise_view, await _write(context, player, hand, answer))
        case chosen if hand.answer is None and chosen.removeprefix("counted").isdecimal():
            points = parse_declared_points(hand.exercise, chosen.removeprefix("counted"))
            return partial(exercise_view, await _write(context, player, hand, PracticeAnswer(now, points)))
        case "show":
            return partial(exercise_view, await _write(context, player, hand, PracticeAnswer(now)))
        case "next":
            following = await _next(context, player, hand, level=hand.level, wish=hand.wish, timed=hand.timed)
            return partial(exercise_view, following)
        case "tally":
            return stats_view(hand, await context.accounts.practice.results(player.id))
        case _:
            return partial(exercise_view, hand)


async def _next(
    context: Context, player: Player, last: PracticeHand | None, *, level: Level, wish: What | None, timed: bool
) -> PracticeHand:
    """Deal the next exercise to a player; two requests at once get the same one."""
    weights = skill_weights(await context.accounts.practice.results(player.id, _RECENT))
    exercise = deal(random.sample(PACK, len(PACK)), random.random(), level, wish, weights)
    number = last.number + 1 if last else 1
    sheet = PracticeHand(number, level, wish, timed, exercise, discord.utils.utcnow())
    await context.accounts.practice.deal(player.id, sheet)
    return await _present(context, player)


async def _write(context: Context, player: Player, hand: PracticeHand, answer: PracticeAnswer) -> PracticeHand:
    """Store an answer; the first of several counts."""
    await context.accounts.practice.answer(player.id, hand, answer)
    return await _present(context, player)


async def _present(context: Context, player: Player) -> PracticeHand:
    hand = await context.accounts.practice.latest(player.id)
    assert hand is not None, "what was dealt stays"
    return hand


_ANY: Final = "any"
_LEVEL_CHOICES: Final = [
    choice("beginner: up to 8 points", Level.BEGINNER.value),
    choice("club: any hand", Level.CLUB.value),
    choice("expert: tricky hands", Level.EXPERT.value),
]
_WHAT_CHOICES: Final = [
    choice("hands (and cribs at expert level)", _ANY),
    choice("hands", What.HAND.value),
    choice("cribs", What.CRIB.value),
    choice("hands from the five-card game", What.FIVE_CARDS.value),
    choice("the play: points for the last card", What.PLAY.value),
    choice("discards: which 2 cards?", PositionKind.DISCARDS.value),
    choice("plays: which card?", PositionKind.PLAYS.value),
]


@app_commands.command(description="Practise counting hands, discards and plays")
@app_commands.describe(
    level="How hard to count (default: same as last time)",
    what="What to practise (default: same as last time)",
    timed="Time your counts (default: same as last time)",
)
@app_commands.choices(level=_LEVEL_CHOICES, what=_WHAT_CHOICES)
async def practice(
    interaction: discord.Interaction[Any],
    level: str | None = None,
    what: str | None = None,
    timed: bool | None = None,  # noqa: FBT001
) -> None:
    """Show the player a hand to count or a position: a new one, or the one that they have not answered yet."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    kind = await _position_kind(context, player, what, is_counting=level is not None or timed is not None)
    if kind is not None:
        await show_position(context, interaction, player, kind)
        return
    hand = await hand_for(
        context,
        player,
        level=None if level is None else Level(level),
        wish=None if what in (None, _ANY) else What(what),
        is_wished=what is not None,
        timed=timed,
    )
    await context.answer(
        interaction,
        partial(exercise_view, hand),
        await context.attachments.look(player),
        ephemeral=not is_bot_dm(interaction),
    )


async def _position_kind(
    context: Context, player: Player, what: str | None, *, is_counting: bool
) -> PositionKind | None:
    """Return the kind of position to show; None for a hand to count. Without a ``what`` it is as the last time."""
    if what is not None:
        return next((kind for kind in PositionKind if kind.value == what), None)
    position = await context.positions.latest(player)
    if position is None or is_counting:
        return None
    hand = await context.accounts.practice.latest(player.id)
    return position.kind if hand is None or hand.dealt_at < position.asked_at else None
