"""What players see at practice: cards to count, the verdict on their count, and their tally."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from discord import ButtonStyle
from discord.ui import Button, Label, Modal, TextInput

from bot.storage.practice import Sheet
from bot.ui import words
from bot.ui.buttons import Screen
from bot.ui.drawing.hand import HandScene
from bot.ui.drawing.picture import Scene
from bot.ui.lawbook.leaf import leaf
from bot.ui.looks import TEXT, Look
from engine.laws import Law
from engine.pegging import count_of
from engine.practice import LONGEST, Exercise, Level, Result, Skill, Tally, What
from engine.reckoning import lines, spoken
from engine.slips import Fault, Slip, slips

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


class CountForm(Modal):
    """The form in which a count is given. It is answered by its custom_id, even after a restart."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(title="Your count", custom_id=Press(sheet.number, "counted").custom_id, timeout=None)
        in_play = sheet.exercise.what is What.PLAY
        example = "3, or: run of three" if in_play else "12, or: fifteen two, fifteen four, and a pair is 6"
        hint = "The points that the last card pegs." if in_play else "A number, or the whole count as you would say it."
        field: TextInput[Any] = TextInput(custom_id="count", placeholder=example, max_length=200)
        self.add_item(Label(text="How many points?", description=hint, component=field))

    def is_finished(self) -> bool:
        return True


def shown(sheet: Sheet, look: Look = TEXT) -> Screen:
    """An exercise as it stands: to be counted, or counted."""
    return asked(sheet, look) if sheet.answer is None else judged(sheet, look)


def asked(sheet: Sheet, look: Look = TEXT) -> Screen:
    """Cards that are to be counted."""
    how = "Press **Count** and type the number" + (
        "." if sheet.exercise.what is What.PLAY else ", or the whole count as you would say it."
    )
    buttons = [
        _button(sheet, "count", "Count", ButtonStyle.primary),
        _button(sheet, "show", "Show me"),
        _button(sheet, "next", "Next hand"),
        _button(sheet, "tally", "My tally"),
    ]
    paragraphs = [f"**{_QUESTIONS[sheet.exercise.what]}**", _cards(sheet.exercise), how, _foot(sheet)]
    return leaf(paragraphs, buttons, scenes=_drawn(sheet.exercise, look))


def judged(sheet: Sheet, look: Look = TEXT) -> Screen:
    """Cards that were counted: whether rightly, and how they are counted."""
    exercise = sheet.exercise
    head = "\n".join([_verdict(sheet), *_likely(sheet)])
    buttons = [_button(sheet, "next", "Next hand", ButtonStyle.primary), _button(sheet, "tally", "My tally")]
    paragraphs = [head, _cards(exercise), "\n".join(_counted(exercise)), _foot(sheet)]
    return leaf(paragraphs, buttons, scenes=_drawn(exercise, look))


def tallied(sheet: Sheet, results: Sequence[Result]) -> Screen:
    """All that a player has done so far, and the way back to his exercise."""
    back = "Back to the hand" if sheet.answer is None else "Back to the count"
    buttons = [_button(sheet, "back", back, ButtonStyle.primary)]
    if sheet.answer is not None:
        buttons.append(_button(sheet, "next", "Next hand"))
    return leaf(["**Your tally at practice**", *_told(Tally.of(results))], buttons)


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
        count = f"Count {count_of(exercise.cards)}. Leave out the point for a go or the last card."
        return f"Played: {words.cards(exercise.cards)}\n{count}\n-# {names}."
    what = "Crib" if exercise.what is What.CRIB else "Hand"
    names = words.joined([words.card_name(card) for card in sorted(held)])
    told = f"{names}; the starter is the {words.card_name(last)}."
    return f"{what}: {words.hand(held)}\nStarter: {words.card(last)}\n-# {told}"


def _drawn(exercise: Exercise, look: Look) -> list[Scene]:
    """The cards as a picture, for those who like pictures."""
    if not look.pictures:
        return []
    *held, last = exercise.cards
    if exercise.what is What.PLAY:
        return [HandScene(exercise.cards, None, "Played in this order", look.style)]
    title = "Crib" if exercise.what is What.CRIB else "Hand"
    return [HandScene(tuple(sorted(held)), last, title, look.style)]


def _foot(sheet: Sheet) -> str:
    timed = ", timed" if sheet.timed else ""
    clock = " The clock runs." if sheet.timed and sheet.answer is None else ""
    return f"-# Number {sheet.number}, {_LEVELS[sheet.level]} level{timed}.{clock}"


def _button(sheet: Sheet, action: str, label: str, style: ButtonStyle = ButtonStyle.secondary) -> Button[Any]:
    return Button(label=label, style=style, custom_id=Press(sheet.number, action).custom_id)


# What is said of a count.


def _verdict(sheet: Sheet) -> str:
    """Right or wrong, by how much, and how long it took."""
    assert sheet.answer is not None
    total, said = sheet.exercise.total, sheet.answer.points
    if said is None:
        return f"**{words.points(total)}.**"
    if said == total:
        return f"**Right: {words.points(total)}.**{_took(sheet.seconds)}"
    by = f"{said - total} too many" if said > total else f"{total - said} too few"
    return f"**Not quite: {words.points(total)}.** You said {said}, which is {by}.{_took(sheet.seconds)}"


def _took(seconds: float | None) -> str:
    if seconds is None:
        return ""
    if seconds > LONGEST:
        return " That took more than ten minutes, so the time does not count."
    return f" It took you {seconds:.1f} seconds."


def _likely(sheet: Sheet) -> Iterator[str]:
    """What was most likely missed, and what was counted that is not there."""
    answer = sheet.answer
    if answer is None or answer.points is None:
        return
    found = slips(sheet.exercise, answer.points, answer.said or "")
    missed = [_missed(slip) for slip in found if slip.fault is not Fault.ADDED]
    extra = Counter(slip for slip in found if slip.fault is Fault.ADDED)
    added = [_added(slip, many, sheet.exercise.what) for slip, many in extra.items()]
    if missed:
        yield f"**Most likely missed:** {'; '.join(missed)}."
    if added:
        yield f"**Most likely too many:** {'; '.join(added)}."


def _missed(slip: Slip) -> str:
    named = f"{_NAMES[slip.law]} {words.cards(slip.cards)}"
    if slip.fault is Fault.SHORT:
        return f"{named} is worth {slip.points} more"
    return f"{named}, {slip.points}"


def _added(slip: Slip, many: int, what: What) -> str:
    """What was counted that is not there, and why it is not where that can be said."""
    cards = words.cards(slip.cards)
    match slip.law:
        case Law.FIFTEEN:
            return f"{many} fifteens that are not there" if many > 1 else "a fifteen that is not there"
        case Law.RUN if what is What.PLAY:
            return f"a run of {slip.points}, for no other card may lie between those that make it"
        case law if not slip.cards:
            return f"{_UNSEEN[law]} that is not there"
        case Law.FLUSH if slip.points == 1:
            return f"a fifth card of the flush, for the starter {cards} is of another suit"
        case Law.FLUSH:
            return "a flush, for in a crib the starter must be of the suit too"
        case Law.HIS_NOBS:
            return f"his nobs, for {cards} is not of the starter's suit"
        case Law.HIS_HEELS:
            return f"the jack turned up, for {cards} scored as his heels before the play"
        case Law.RUN:
            return f"the run {cards}, for the ace is low alone"
        case _ if slip.skill is Skill.DOUBLE_RUNS:
            return f"the pair {cards} once more, for the double run holds it already"
    return f"the pair {cards}, for another card lies between"


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
        yield f"**As players say it:** {spoken(exercise.count)}"
    elif not exercise.items:
        yield "The last card pegs nothing."
    for line in lines(exercise.count):
        yield f"- {line}"


# The tally.


def _told(tally: Tally) -> Iterator[str]:
    if not tally.counted:
        yield "You have counted nothing yet."
    else:
        yield "\n".join(_in_all(tally))
    if tally.skills:
        by_share = sorted(tally.skills.items(), key=lambda entry: -entry[1][1] / entry[1][0])
        listed = [f"- {skill.title}: {_failed(failed)} of {seen}" for skill, (seen, failed) in by_share]
        yield "**By what there was to count**\n" + "\n".join(listed)
        yield "-# The next hands lean to what you have missed of late."


def _in_all(tally: Tally) -> Iterator[str]:
    assert tally.error is not None
    share = 100 * tally.right // tally.counted
    yield f"Counted: {tally.counted}. Right first time: {tally.right}, which is {share} in a hundred."
    if tally.shown:
        yield f"Shown to you, and not counted: {tally.shown}."
    yield f"Off by {tally.error:.1f} points on average."
    yield f"Right in a row: {tally.streak} now, {tally.best_streak} at best."
    if tally.seconds is not None:
        yield f"Time of a timed count: {tally.seconds:.1f} seconds on average."


def _failed(many: int) -> str:
    return f"missed {many}" if many else "missed none"
