"""What players see at practice: cards to count, the verdict on their count, and their tally."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from discord import ButtonStyle
from discord.ui import Button, TextInput

from bot.i18n.translation import gettext, ngettext, pgettext, render
from bot.models.practice import PracticeHand
from bot.render.hand import HandScene
from bot.render.scene import Scene
from bot.ui.core import words
from bot.ui.core.components import Form, Screen
from bot.ui.core.display_options import TEXT, DisplayOptions
from bot.ui.core.page_view import page_view
from engine.analysis.exercises import LONGEST, Exercise, Level, Result, Skill, SkillCount, What
from engine.analysis.mistakes import Fault, Mistake, likely_mistakes, misadded
from engine.laws import Law
from engine.pegging import count_of
from engine.text.spoken_counts import lines, spoken_count

PRESS: Final = "p1:"
"""How every custom_id of the practice begins."""

GONE: Final = "There is nothing here for you to count any more; /practice deals you a hand."

_READ: Final = re.compile(PRESS + r"(?P<number>[0-9]{1,9}):(?P<action>[a-z]+)")


@dataclass(frozen=True, slots=True)
class Press:
    """What was pressed at practice: in answer to which of the presser's own exercises, and which action."""

    number: int
    action: str

    @property
    def custom_id(self) -> str:
        """The press as Discord keeps it."""
        return f"{PRESS}{self.number}:{self.action}"

    @classmethod
    def read(cls, custom_id: str) -> Self | None:
        """The press that a custom_id names; None for one that is none."""
        match = _READ.fullmatch(custom_id)
        return None if match is None else cls(int(match["number"]), match["action"])


class CountForm(Form):
    """The form in which a count is given. It is answered by its custom_id, even after a restart."""

    def __init__(self, sheet: PracticeHand) -> None:
        in_play = sheet.exercise.what is What.PLAY
        example = gettext("3, or: run of three" if in_play else "12, or: fifteen two, fifteen four, and a pair is 6")
        hint = gettext(
            "The points that the last card pegs." if in_play else "A number, or the whole count as you would say it."
        )
        field: TextInput[Any] = TextInput(custom_id="count", placeholder=example, max_length=200)
        custom_id = Press(sheet.number, "counted").custom_id
        super().__init__(custom_id, gettext("Your count"), field, gettext("How many points?"), hint)


def shown(sheet: PracticeHand, look: DisplayOptions = TEXT) -> Screen:
    """An exercise as it stands: to be counted, or counted."""
    return asked(sheet, look) if sheet.answer is None else judged(sheet, look)


def asked(sheet: PracticeHand, look: DisplayOptions = TEXT) -> Screen:
    """Cards that are to be counted."""
    how = gettext("Press **Count** and type the number") + (
        "." if sheet.exercise.what is What.PLAY else gettext(", or the whole count as you would say it.")
    )
    buttons = [
        _button(
            sheet,
            "count",
            pgettext(
                "the button",
                "Count",
            ),
            ButtonStyle.primary,
        ),
        _button(sheet, "show", gettext("Show me")),
        _button(sheet, "next", gettext("Next hand")),
        _button(sheet, "tally", gettext("My tally")),
    ]
    paragraphs = [f"**{gettext(_QUESTIONS[sheet.exercise.what])}**", _cards(sheet.exercise), how, _foot(sheet)]
    return page_view(paragraphs, buttons, scenes=_drawn(sheet.exercise, look))


def judged(sheet: PracticeHand, look: DisplayOptions = TEXT) -> Screen:
    """Cards that were counted: whether rightly, and how they are counted."""
    exercise = sheet.exercise
    head = "\n".join([_verdict(sheet), *_likely(sheet)])
    buttons = [
        _button(sheet, "next", gettext("Next hand"), ButtonStyle.primary),
        _button(sheet, "tally", gettext("My tally")),
    ]
    paragraphs = [head, _cards(exercise), "\n".join(_counted(exercise)), _foot(sheet)]
    return page_view(paragraphs, buttons, scenes=_drawn(exercise, look))


def tallied(sheet: PracticeHand, results: Sequence[Result]) -> Screen:
    """All that a player has done so far, and the way back to his exercise."""
    back = gettext("Back to the hand" if sheet.answer is None else "Back to the count")
    buttons = [_button(sheet, "back", back, ButtonStyle.primary)]
    if sheet.answer is not None:
        buttons.append(_button(sheet, "next", gettext("Next hand")))
    return page_view([gettext("**Your tally at practice**"), *_told(SkillCount.of(results))], buttons)


# What is asked.

_QUESTIONS: Final = {
    What.HAND: "What does this hand count?",
    What.CRIB: "What does this crib count?",
    What.FIVE_CARDS: "What does this hand of the five-card game count?",
    What.PLAY: "What does the last card peg?",
}
_LEVELS: Final = {Level.BEGINNER: "beginner", Level.CLUB: "club", Level.EXPERT: "expert"}


def _cards(exercise: Exercise) -> str:
    """The cards, in symbols and in words."""
    *held, last = exercise.cards
    if exercise.what is What.PLAY:
        names = ", ".join(map(words.card_name, exercise.cards))
        count = gettext("Count {count}. Leave out the point for a go or the last card.", count=count_of(exercise.cards))
        return gettext(
            "Played: {cards}\n{count}\n-# {names}.", cards=words.cards(exercise.cards), count=count, names=names
        )
    what = gettext("Crib" if exercise.what is What.CRIB else "Hand")
    names = words.joined([words.card_name(card) for card in sorted(held)])
    told = gettext("{names}; the starter is the {card}.", names=names, card=words.card_name(last))
    return gettext(
        "{what}: {cards}\nStarter: {card}\n-# {told}",
        what=what,
        cards=words.hand(held),
        card=words.card(last),
        told=told,
    )


def _drawn(exercise: Exercise, look: DisplayOptions) -> list[Scene]:
    """The cards as a picture, for those who like pictures."""
    if not look.pictures:
        return []
    *held, last = exercise.cards
    if exercise.what is What.PLAY:
        return [HandScene(exercise.cards, None, gettext("Played in this order"), look.style)]
    title = gettext("Crib" if exercise.what is What.CRIB else "Hand")
    return [HandScene(tuple(sorted(held)), last, title, look.style)]


def _foot(sheet: PracticeHand) -> str:
    timed = gettext(", timed") if sheet.timed else ""
    clock = gettext(" The clock runs.") if sheet.timed and sheet.answer is None else ""
    return gettext(
        "-# Number {number}, {level} level{timed}.{clock}",
        number=sheet.number,
        level=gettext(_LEVELS[sheet.level]),
        timed=timed,
        clock=clock,
    )


def _button(sheet: PracticeHand, action: str, label: str, style: ButtonStyle = ButtonStyle.secondary) -> Button[Any]:
    return Button(label=label, style=style, custom_id=Press(sheet.number, action).custom_id)


# What is said of a count.


def _verdict(sheet: PracticeHand) -> str:
    """Right or wrong, by how much, and how long it took."""
    assert sheet.answer is not None
    total, said = sheet.exercise.total, sheet.answer.points
    if said is None:
        return f"**{words.points(total)}.**"
    if said == total:
        return gettext("**Right: {points}.**{took}", points=words.points(total), took=_took(sheet.seconds))
    by = (
        gettext("{said} too many", said=said - total)
        if said > total
        else gettext("{total} too few", total=total - said)
    )
    return gettext(
        "**Not quite: {points}.** You said {said}, which is {by}.{took}",
        points=words.points(total),
        said=said,
        by=by,
        took=_took(sheet.seconds),
    )


def _took(seconds: float | None) -> str:
    if seconds is None:
        return ""
    if seconds > LONGEST:
        return gettext(" That took more than ten minutes, so the time does not count.")
    return gettext(" It took you {seconds:.1f} seconds.", seconds=seconds)


def _likely(sheet: PracticeHand) -> Iterator[str]:
    """What was most likely missed, and what was counted that is not there."""
    answer = sheet.answer
    if answer is None or answer.points is None:
        return
    found = likely_mistakes(sheet.exercise, answer.points, answer.said or "")
    missed = [_missed(slip) for slip in found if slip.fault is not Fault.ADDED]
    extra = Counter(slip for slip in found if slip.fault is Fault.ADDED)
    added = [_added(slip, many, sheet.exercise.what) for slip, many in extra.items()]
    if remark := misadded(sheet.exercise, answer.said or ""):
        yield remark
    if missed:
        yield gettext("**Most likely missed:** {missed}.", missed="; ".join(missed))
    if added:
        yield gettext("**Most likely too many:** {added}.", added="; ".join(added))


def _missed(slip: Mistake) -> str:
    named = f"{gettext(_NAMES[slip.law])} {words.cards(slip.cards)}"
    if slip.fault is Fault.SHORT:
        return gettext("{named} is worth {points} more", named=named, points=slip.points)
    return f"{named}, {slip.points}"


def _added(slip: Mistake, many: int, what: What) -> str:
    """What was counted that is not there, and why it is not where that can be said."""
    cards = words.cards(slip.cards)
    match slip.law:
        case Law.FIFTEEN:
            return ngettext("a fifteen that is not there", "{number} fifteens that are not there", many)
        case Law.RUN if what is What.PLAY:
            return gettext(
                "a run of {points}, for no other card may lie between those that make it", points=slip.points
            )
        case law if not slip.cards:
            return gettext("{unseen} that is not there", unseen=gettext(_UNSEEN[law]))
        case Law.FLUSH if slip.points == 1:
            return gettext("a fifth card of the flush, for the starter {cards} is of another suit", cards=cards)
        case Law.FLUSH:
            return gettext("a flush, for in a crib the starter must be of the suit too")
        case Law.HIS_NOBS:
            return gettext("his nobs, for {cards} is not of the starter's suit", cards=cards)
        case Law.HIS_HEELS:
            return gettext("the jack turned up, for {cards} scored as his heels before the play", cards=cards)
        case Law.RUN:
            return gettext("the run {cards}, for the ace is low alone", cards=cards)
        case _ if slip.skill is Skill.DOUBLE_RUNS:
            return gettext("the pair {cards} once more, for the double run holds it already", cards=cards)
    return gettext("the pair {cards}, for another card lies between", cards=cards)


_UNSEEN: Final = {
    Law.PAIR: "a pair",
    Law.PAIR_ROYAL: "a pair royal",
    Law.RUN: "a run",
    Law.FLUSH: "a flush",
    Law.HIS_NOBS: "a jack of the starter's suit",
}

_NAMES: Final = {
    Law.FIFTEEN: "the fifteen",
    Law.THIRTY_ONE: "thirty-one",
    Law.PAIR: "the pair",
    Law.PAIR_ROYAL: "the pair royal",
    Law.DOUBLE_PAIR_ROYAL: "the double pair royal",
    Law.RUN: "the run",
    Law.FLUSH: "the flush",
    Law.HIS_NOBS: "one for his nobs",
}


def _counted(exercise: Exercise) -> Iterator[str]:
    """The count as an experienced player says it, and every combination with the points so far."""
    if exercise.what is not What.PLAY:
        yield gettext("**As players say it:** {count}", count=render(spoken_count(exercise.count)))
    elif not exercise.items:
        yield gettext("The last card pegs nothing.")
    for line in lines(exercise.count):
        yield f"- {render(line)}"


# The tally.


def _told(tally: SkillCount) -> Iterator[str]:
    if not tally.counted:
        yield gettext("You have counted nothing yourself yet.")
    else:
        yield "\n".join(_in_all(tally))
    if tally.skills:
        by_share = sorted(tally.skills.items(), key=lambda entry: -entry[1][1] / entry[1][0])
        listed = [
            gettext("- {title}: {failed} of {seen}", title=gettext(skill.title), failed=_failed(failed), seen=seen)
            for skill, (seen, failed) in by_share
        ]
        yield gettext("**By what there was to count**\n") + "\n".join(listed)
        yield gettext("-# The next hands lean to what you have missed of late.")


def _in_all(tally: SkillCount) -> Iterator[str]:
    assert tally.error is not None
    share = 100 * tally.right // tally.counted
    yield gettext(
        "Counted: {counted}. Right first time: {right} ({share}%).",
        counted=tally.counted,
        right=tally.right,
        share=share,
    )
    if tally.shown:
        yield gettext("Shown to you, and not counted: {shown}.", shown=tally.shown)
    yield gettext("Off by {error:.1f} points on average.", error=tally.error)
    yield gettext(
        "Right in a row: {streak} now, {best_streak} at best.", streak=tally.streak, best_streak=tally.best_streak
    )
    if tally.seconds is not None:
        yield gettext("Time of a timed count: {seconds:.1f} seconds on average.", seconds=tally.seconds)


def _failed(many: int) -> str:
    return gettext("missed {many}", many=many) if many else gettext("missed none")
