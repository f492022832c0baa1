"""The screens of counting practice: cards to count, the result of a count, and the player's statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from discord import ButtonStyle

from bot.i18n.translation import N_, gettext, join_list, ngettext, pgettext, render
from bot.models.practice import PracticeHand
from bot.render.scene import Scene
from bot.render.show import HandScene
from bot.ui.core import formatting
from bot.ui.core.components import TEXT, Button, DisplayOptions, Field, Form, Screen, TextInput, button, page_view
from bot.ui.core.router import AnyPress, Word, press
from bot.ui.lawbook.tutorial import first_deal_button
from engine.analysis.answers import combinations_of
from engine.analysis.exercises import LONGEST_TIME, Exercise, Level, PracticeStats, Result, Skill, What
from engine.analysis.explain import explain_combinations
from engine.analysis.mistakes import Fault, Mistake, likely_mistakes
from engine.cards import Card
from engine.laws import Law
from engine.pegging import count_of
from engine.scoring import IN_ORDER
from engine.text.spoken_counts import spoken_count

GONE: Final = N_("This hand is out of date. Use `/practice` for a new one.")


@press("p1:{number}:{action}", GONE)
class PracticeButton(AnyPress):
    """A button of the practice: the number of the player's own exercise, and the action."""

    number: int
    action: Word


def count_form(hand: PracticeHand) -> Form:
    """Return the form for a count."""
    in_play = hand.exercise.what is What.PLAY
    example = gettext("3" if in_play else "12, or: fifteen two, fifteen four, and a pair is 6")
    hint = gettext(
        "The points for the last card." if in_play else "A number, or the whole count the way you'd say it out loud."
    )
    field = Field(TextInput(custom_id="count", placeholder=example, longest=200), gettext("How many points?"), hint)
    return Form(PracticeButton(hand.number, "counted").custom_id, gettext("Your count"), (field,))


def exercise_view(hand: PracticeHand, look: DisplayOptions = TEXT) -> Screen:
    """Return the screen of an exercise, counted or not."""
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
    """Return the screen of a counted exercise: the result and the true count."""
    exercise = hand.exercise
    head = "\n".join([_verdict(hand), *_likely_mistakes(hand)])
    buttons = [
        button(PracticeButton(hand.number, "next"), gettext("Next hand"), ButtonStyle.primary),
        button(PracticeButton(hand.number, "tally"), gettext("My results")),
    ]
    paragraphs = [head, _cards(exercise), "\n".join(_count_lines(exercise)), _footer(hand)]
    return page_view(paragraphs, buttons, scenes=_pictures(exercise, look))


def stats_view(hand: PracticeHand, results: Sequence[Result]) -> Screen:
    """Return the screen with a player's statistics and a button back to their exercise."""
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


def discard_rows(
    cards: Sequence[Card], picked: Sequence[Card], many: int, press: Callable[[str, tuple[Card, ...]], AnyPress]
) -> list[list[Button]]:
    """Return the rows of a discard: a button for each card, and what confirms so ``many`` that are picked.

    ``press`` is that of an action with the cards that are picked after it.
    """
    toggles = []
    for place, card in enumerate(cards):
        label, style, then = formatting.on_button([card]), ButtonStyle.secondary, [*picked, card][-many:]
        if card in picked:
            label, style, then = f"✓ {label}", ButtonStyle.success, [other for other in picked if other != card]
        toggles.append(button(press(f"pick{place}", tuple(then)), label, style))
    label, style, chosen = pgettext("the button", "Discard"), ButtonStyle.secondary, list[Card]()
    if len(picked) == many:
        chosen = sorted(picked, key=IN_ORDER)
        label, style = gettext("Discard {cards}", cards=formatting.on_button(chosen)), ButtonStyle.primary
    confirm = replace(button(press("answer", tuple(picked) if chosen else ()), label, style), disabled=not chosen)
    return [toggles[:3], toggles[3:], [confirm]]


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
    """Return the count as an experienced player says it, and every combination with the points so far."""
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
