"""The screens of counting practice: cards to count, the result of a count, and the player's statistics."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from discord import ButtonStyle
from discord.ui import Button, TextInput

from bot.i18n.translation import N_, gettext, join_list, ngettext, pgettext, render
from bot.models.practice import PracticeHand
from bot.render.hand import HandScene
from bot.render.scene import Scene
from bot.ui.core import formatting
from bot.ui.core.components import Form, Screen
from bot.ui.core.display_options import TEXT, DisplayOptions
from bot.ui.core.page_view import page_view
from engine.analysis.exercises import LONGEST_TIME, Exercise, Level, PracticeStats, Result, Skill, What
from engine.analysis.mistakes import Fault, Mistake, likely_mistakes, sum_remark
from engine.laws import Law
from engine.pegging import count_of
from engine.text.spoken_counts import lines, spoken_count

CUSTOM_ID_PREFIX: Final = "p1:"
"""The beginning of every custom_id of the practice."""

GONE: Final = N_("There is nothing here for you to count any more; /practice deals you a hand.")

_CUSTOM_ID: Final = re.compile(CUSTOM_ID_PREFIX + r"(?P<number>[0-9]{1,9}):(?P<action>[a-z]+)")


@dataclass(frozen=True, slots=True)
class PracticeButton:
    """A button of the practice: the number of the player's own exercise, and the action."""

    number: int
    action: str

    @property
    def custom_id(self) -> str:
        """The custom_id of the button."""
        return f"{CUSTOM_ID_PREFIX}{self.number}:{self.action}"

    @classmethod
    def read(cls, custom_id: str) -> Self | None:
        """Return the button of a custom_id; None for any other text."""
        match = _CUSTOM_ID.fullmatch(custom_id)
        return None if match is None else cls(int(match["number"]), match["action"])


class CountForm(Form):
    """The form for a count. Its custom_id is handled even after a restart."""

    def __init__(self, hand: PracticeHand) -> None:
        in_play = hand.exercise.what is What.PLAY
        example = gettext("3, or: run of three" if in_play else "12, or: fifteen two, fifteen four, and a pair is 6")
        hint = gettext(
            "The points that the last card pegs." if in_play else "A number, or the whole count as you would say it."
        )
        field: TextInput[Any] = TextInput(custom_id="count", placeholder=example, max_length=200)
        custom_id = PracticeButton(hand.number, "counted").custom_id
        super().__init__(custom_id, gettext("Your count"), field, gettext("How many points?"), hint)


def exercise_view(hand: PracticeHand, look: DisplayOptions = TEXT) -> Screen:
    """Return the screen of an exercise, counted or not."""
    return question_view(hand, look) if hand.answer is None else result_view(hand, look)


def question_view(hand: PracticeHand, look: DisplayOptions = TEXT) -> Screen:
    """Return the screen with cards to count."""
    how = gettext("Press **Count** and type the number") + (
        "." if hand.exercise.what is What.PLAY else gettext(", or the whole count as you would say it.")
    )
    buttons = [
        _button(
            hand,
            "count",
            pgettext(
                "the button",
                "Count",
            ),
            ButtonStyle.primary,
        ),
        _button(hand, "show", gettext("Show me")),
        _button(hand, "next", gettext("Next hand")),
        _button(hand, "tally", gettext("My tally")),
    ]
    paragraphs = [f"**{gettext(_QUESTIONS[hand.exercise.what])}**", _cards(hand.exercise), how, _footer(hand)]
    return page_view(paragraphs, buttons, scenes=_pictures(hand.exercise, look))


def result_view(hand: PracticeHand, look: DisplayOptions = TEXT) -> Screen:
    """Return the screen of a counted exercise: the result and the true count."""
    exercise = hand.exercise
    head = "\n".join([_verdict(hand), *_likely_mistakes(hand)])
    buttons = [
        _button(hand, "next", gettext("Next hand"), ButtonStyle.primary),
        _button(hand, "tally", gettext("My tally")),
    ]
    paragraphs = [head, _cards(exercise), "\n".join(_count_lines(exercise)), _footer(hand)]
    return page_view(paragraphs, buttons, scenes=_pictures(exercise, look))


def stats_view(hand: PracticeHand, results: Sequence[Result]) -> Screen:
    """Return the screen with a player's statistics and a button back to their exercise."""
    back = gettext("Back to the hand" if hand.answer is None else "Back to the count")
    buttons = [_button(hand, "back", back, ButtonStyle.primary)]
    if hand.answer is not None:
        buttons.append(_button(hand, "next", gettext("Next hand")))
    return page_view([gettext("**Your tally at practice**"), *_stats_paragraphs(PracticeStats.of(results))], buttons)


# The question.

_QUESTIONS: Final = {
    What.HAND: N_("What does this hand count?"),
    What.CRIB: N_("What does this crib count?"),
    What.FIVE_CARDS: N_("What does this hand of the five-card game count?"),
    What.PLAY: N_("What does the last card peg?"),
}
_LEVELS: Final = {Level.BEGINNER: N_("beginner"), Level.CLUB: N_("club"), Level.EXPERT: N_("expert")}


def _cards(exercise: Exercise) -> str:
    """Return the cards in symbols and in words."""
    *held, last = exercise.cards
    if exercise.what is What.PLAY:
        names = ", ".join(map(formatting.card_name, exercise.cards))
        count = gettext("Count {count}. Leave out the point for a go or the last card.", count=count_of(exercise.cards))
        return gettext(
            "Played: {cards}\n{count}\n-# {names}.", cards=formatting.cards(exercise.cards), count=count, names=names
        )
    what = gettext("Crib" if exercise.what is What.CRIB else "Hand")
    names = join_list([formatting.card_name(card) for card in sorted(held)])
    spoken = gettext("{names}; the starter is the {card}.", names=names, card=formatting.card_name(last))
    return gettext(
        "{what}: {cards}\nStarter: {card}\n-# {told}",
        what=what,
        cards=formatting.hand(held),
        card=formatting.card(last),
        told=spoken,
    )


def _pictures(exercise: Exercise, look: DisplayOptions) -> list[Scene]:
    """Return a picture of the cards for players who want pictures."""
    if not look.pictures:
        return []
    *held, last = exercise.cards
    if exercise.what is What.PLAY:
        return [HandScene(exercise.cards, None, gettext("Played in this order"), look.style)]
    title = gettext("Crib" if exercise.what is What.CRIB else "Hand")
    return [HandScene(tuple(sorted(held)), last, title, look.style)]


def _footer(hand: PracticeHand) -> str:
    timed = gettext(", timed") if hand.timed else ""
    clock = gettext(" The clock runs.") if hand.timed and hand.answer is None else ""
    return gettext(
        "-# Number {number}, {level} level{timed}.{clock}",
        number=hand.number,
        level=gettext(_LEVELS[hand.level]),
        timed=timed,
        clock=clock,
    )


def _button(hand: PracticeHand, action: str, label: str, style: ButtonStyle = ButtonStyle.secondary) -> Button[Any]:
    return Button(label=label, style=style, custom_id=PracticeButton(hand.number, action).custom_id)


# The result.


def _verdict(hand: PracticeHand) -> str:
    """Return whether the count is right, by how much it is wrong, and how long it took."""
    assert hand.answer is not None
    total, said = hand.exercise.total, hand.answer.points
    if said is None:
        return f"**{formatting.points(total)}.**"
    if said == total:
        return gettext("**Right: {points}.**{took}", points=formatting.points(total), took=_time_taken(hand.seconds))
    by = (
        gettext("{said} too many", said=said - total)
        if said > total
        else gettext("{total} too few", total=total - said)
    )
    return gettext(
        "**Not quite: {points}.** You said {said}, which is {by}.{took}",
        points=formatting.points(total),
        said=said,
        by=by,
        took=_time_taken(hand.seconds),
    )


def _time_taken(seconds: float | None) -> str:
    if seconds is None:
        return ""
    if seconds > LONGEST_TIME:
        return gettext(" That took more than ten minutes, so the time does not count.")
    return gettext(" It took you {seconds:.1f} seconds.", seconds=seconds)


def _likely_mistakes(hand: PracticeHand) -> Iterator[str]:
    """Return what was most likely missed, and what was counted although it is not there."""
    answer = hand.answer
    if answer is None or answer.points is None:
        return
    found = likely_mistakes(hand.exercise, answer.points, answer.said or "")
    missed = [_missed(mistake) for mistake in found if mistake.fault is not Fault.ADDED]
    extra = Counter(mistake for mistake in found if mistake.fault is Fault.ADDED)
    added = [_added(mistake, many, hand.exercise.what) for mistake, many in extra.items()]
    if remark := sum_remark(hand.exercise, answer.said or ""):
        yield render(remark)
    if missed:
        yield gettext("**Most likely missed:** {missed}.", missed="; ".join(missed))
    if added:
        yield gettext("**Most likely too many:** {added}.", added="; ".join(added))


def _missed(mistake: Mistake) -> str:
    named = f"{gettext(_NAMES[mistake.law])} {formatting.cards(mistake.cards)}"
    if mistake.fault is Fault.SHORT:
        return gettext("{named} is worth {points} more", named=named, points=mistake.points)
    return f"{named}, {mistake.points}"


def _added(mistake: Mistake, many: int, what: What) -> str:
    """Return what was counted although it is not there, and the reason where it is known."""
    cards = formatting.cards(mistake.cards)
    match mistake.law:
        case Law.FIFTEEN:
            return ngettext("a fifteen that is not there", "{number} fifteens that are not there", many)
        case Law.RUN if what is What.PLAY:
            return gettext(
                "a run of {points}, for no other card may lie between those that make it", points=mistake.points
            )
        case law if not mistake.cards:
            return gettext("{unseen} that is not there", unseen=gettext(_UNSEEN[law]))
        case Law.FLUSH if mistake.points == 1:
            return gettext("a fifth card of the flush, for the starter {cards} is of another suit", cards=cards)
        case Law.FLUSH:
            return gettext("a flush, for in a crib the starter must be of the suit too")
        case Law.HIS_NOBS:
            return gettext("his nobs, for {cards} is not of the starter's suit", cards=cards)
        case Law.HIS_HEELS:
            return gettext("the jack turned up, for {cards} scored as his heels before the play", cards=cards)
        case Law.RUN:
            return gettext("the run {cards}, for the ace is low alone", cards=cards)
        case _ if mistake.skill is Skill.DOUBLE_RUNS:
            return gettext("the pair {cards} once more, for the double run holds it already", cards=cards)
    return gettext("the pair {cards}, for another card lies between", cards=cards)


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
        yield gettext("**As players say it:** {count}", count=render(spoken_count(exercise.count)))
    elif not exercise.items:
        yield gettext("The last card pegs nothing.")
    for line in lines(exercise.count):
        yield f"- {render(line)}"


# The statistics.


def _stats_paragraphs(stats: PracticeStats) -> Iterator[str]:
    if not stats.counted:
        yield gettext("You have counted nothing yourself yet.")
    else:
        yield "\n".join(_totals(stats))
    if stats.skills:
        by_share = sorted(stats.skills.items(), key=lambda entry: -entry[1][1] / entry[1][0])
        listed = [
            gettext("- {title}: {failed} of {seen}", title=gettext(skill.title), failed=_failed(failed), seen=seen)
            for skill, (seen, failed) in by_share
        ]
        yield gettext("**By what there was to count**\n") + "\n".join(listed)
        yield gettext("-# The next hands lean to what you have missed of late.")


def _totals(stats: PracticeStats) -> Iterator[str]:
    assert stats.error is not None
    share = 100 * stats.right // stats.counted
    yield gettext(
        "Counted: {counted}. Right first time: {right} ({share}%).",
        counted=stats.counted,
        right=stats.right,
        share=share,
    )
    if stats.shown:
        yield gettext("Shown to you, and not counted: {shown}.", shown=stats.shown)
    yield gettext("Off by {error:.1f} points on average.", error=stats.error)
    yield gettext(
        "Right in a row: {streak} now, {best_streak} at best.", streak=stats.streak, best_streak=stats.best_streak
    )
    if stats.seconds is not None:
        yield gettext("Time of a timed count: {seconds:.1f} seconds on average.", seconds=stats.seconds)


def _failed(many: int) -> str:
    return gettext("missed {many}", many=many) if many else gettext("missed none")
