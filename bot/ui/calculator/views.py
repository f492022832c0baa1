"""Answers to questions about cards as Discord messages: the total in bold, the count, and buttons for the details."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from discord.ui import Button, View

from bot.i18n.translation import N_, gettext, render
from bot.ui.core import formatting
from engine.analysis.answers import Answer
from engine.analysis.explain import Detail, details, summary
from engine.messages import Message
from engine.text.questions import HandQuestion, Question, RanksQuestion, write_question

PREFIX: Final = "q1:"
"""The prefix of the custom id of each button; the name of a detail and the question follow."""

_LABELS: Final = {
    Detail.COMBINATIONS: N_("Combinations"),
    Detail.STARTERS: N_("Starters"),
    Detail.RARITY: N_("How rare?"),
    Detail.DISCARDS: N_("Other discards"),
    Detail.STEPS: N_("Card by card"),
}


class DetailButton(NamedTuple):
    """A button below an answer: the detail that it shows, and the question as text."""

    detail: Detail
    question: str

    @property
    def custom_id(self) -> str:
        """The custom id of the button, at most 100 characters."""
        return f"{PREFIX}{self.detail.value}:{self.question}"

    @classmethod
    def read(cls, custom_id: str) -> DetailButton | None:
        """Return the button of a custom id; None for any other text."""
        _, name, question = (*custom_id.split(":", 2), "", "")[:3]
        return cls(Detail(name), question) if name in _NAMES else None


_NAMES: Final = {detail.value for detail in Detail}


class DetailButtons(View):
    """The buttons below an answer. Presses are recognised by their custom ids alone, so the view is never stored."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(timeout=None)
        for detail in details(answer):
            button: Button[Any] = Button(
                label=gettext(_LABELS[detail]),
                custom_id=DetailButton(detail, _written(answer.question)).custom_id,
            )
            self.add_item(button)

    def is_finished(self) -> bool:
        return True


def answer_text(answer: Answer, *, dealer: bool | None = None) -> str:
    """Return an answer in a few lines: the total first, the notes on the reading last and small."""
    lines = list(map(render, summary(answer, dealer=dealer, strong=_bold)))
    notes = len(answer.question.notes)
    first = len(lines) - notes
    question = write_question(answer.question)
    shown = [line.replace(question, f"`{question}`") for line in lines[:first]]
    return formatting.with_visible_suits("\n".join([*shown, *(f"-# {line}" for line in lines[first:])]))


def detail_text(answer: Answer, detail: Detail) -> str:
    """Return one detail of an answer."""
    lines = map(render, details(answer).get(detail, ()))
    return formatting.with_visible_suits("\n".join([f"`{write_question(answer.question)}`", *lines]))


def _bold(words: object) -> Message:
    return Message("**{words}**", {"words": words})


def _written(question: Question) -> str:
    """Return a question as text that is read as the same question again, without a mark on an unmarked starter."""
    text = write_question(question)
    if isinstance(question, HandQuestion | RanksQuestion) and not question.starter_marked:
        return text.replace("│ ", "")
    return text
