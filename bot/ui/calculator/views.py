"""Answers to questions about cards as Discord messages: the total in bold, the count, and buttons for the details.

A text that may mean several things is answered with a button for each reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ButtonStyle

from bot.i18n.translation import N_, gettext, own_letters, render
from bot.render.cards import CardOrRank
from bot.render.scene import Scene, Style
from bot.render.show import HandScene
from bot.ui.calculator.question_ids import encode_question, without_claims
from bot.ui.core import formatting
from bot.ui.core.components import Button, Buttons
from bot.ui.core.router import LONGEST_ID, AnyPress, Rest, press
from engine.analysis.answers import Answer
from engine.analysis.explain import Detail, details, footnotes, summary
from engine.cards import CardText
from engine.messages import Message
from engine.text.questions import (
    Claimed,
    DiscardQuestion,
    Face,
    HandQuestion,
    OddsQuestion,
    PlayQuestion,
    Question,
    RanksQuestion,
    write_question,
)

_FIVE_DEALT: Final = 5

_LABELS: Final = {
    Detail.COMBINATIONS: N_("Combinations"),
    Detail.STARTERS: N_("Starters"),
    Detail.RARITY: N_("How rare?"),
    Detail.DISCARDS: N_("Other discards"),
    Detail.STEPS: N_("Card by card"),
}


@press("q1:{detail}:{question}")
class DetailButton(AnyPress):
    """A button below an answer: the detail that it shows, and the question as text."""

    detail: Detail
    question: Rest


@press("q2:{player}:{question}")
class OfferButton(AnyPress):
    """A button below a doubtful reading: the id of the player who asked, and the question; empty for none of them."""

    player: int
    question: Rest = ""


def detail_buttons(answer: Answer) -> Buttons:
    """Return the buttons below an answer."""
    question = encode_question(without_claims(answer.question))
    return Buttons(
        tuple(Button(gettext(_LABELS[detail]), DetailButton(detail, question).custom_id) for detail in details(answer))
    )


def offer_buttons(player: int, questions: Sequence[Question]) -> Buttons:
    """Return a button for each question that a doubtful text may ask, and one for none of them."""
    names = [_chosen(questions[0])] if len(questions) == 1 else _names(questions)
    offers = [
        Button(formatting.with_visible_suits(name), _offer(player, question).custom_id, ButtonStyle.primary)
        for question, name in zip(questions, names, strict=True)
    ]
    return Buttons((*offers, Button(gettext("No"), OfferButton(player).custom_id)))


def _offer(player: int, question: Question) -> OfferButton:
    """Return the button that chooses a question; one that would be too long lacks the written scores of its cards."""
    button = OfferButton(player, encode_question(question))
    if len(button.custom_id) <= LONGEST_ID:
        return button
    return OfferButton(player, encode_question(without_claims(question)))


def _chosen(question: Question) -> str:
    return gettext("Best discard") if isinstance(question, DiscardQuestion) else gettext("Score it")


def _names(questions: Sequence[Question]) -> list[str]:
    """Return what the button of each reading is called: its cards; a discard is called so if there is only one."""
    discards = [one for one in questions if isinstance(one, DiscardQuestion) and len(one.cards) == 6]
    return [
        gettext("Discard from 6 cards") if question in discards and len(discards) == 1 else _cards_and_claim(question)
        for question in questions
    ]


def offer_text(questions: Sequence[Question]) -> str:
    """Return the sentence that asks which of the questions is meant, with the notes on the reading small."""
    if len(questions) > 1:
        sentence = gettext("Which do you mean?")
    else:
        sentence = gettext("I read {cards}. Is that right?", cards=f"`{_cards_and_claim(questions[0])}`")
    notes = dict.fromkeys(render(note) for question in questions for note in question.notes)
    return formatting.with_visible_suits("\n".join([sentence, *(f"-# {note}" for note in notes)]))


def answer_text(answer: Answer) -> str:
    """Return an answer in a few lines: the total first; how exact it is and the notes on the reading last and small."""
    lines = list(map(render, summary(answer, strong=_bold)))
    first = len(lines) - len(footnotes(answer))
    question = own_letters(write_question(answer.question))
    shown = [line.replace(question, f"`{question}`") for line in lines[:first]]
    return formatting.with_visible_suits("\n".join([*shown, *(f"-# {line}" for line in lines[first:])]))


def detail_text(answer: Answer, detail: Detail) -> str:
    """Return one detail of an answer."""
    lines = map(render, details(answer).get(detail, ()))
    return formatting.with_visible_suits("\n".join([f"`{own_letters(write_question(answer.question))}`", *lines]))


def _bold(words: object) -> Message:
    return Message("**{words}**", {"words": words})


def _cards_and_claim(question: Question) -> str:
    """Return the cards of a question as they were read, and the count that is declared for them."""
    if isinstance(question, DiscardQuestion) and len(question.cards) == _FIVE_DEALT:
        cards = own_letters(CardText(" ".join(face.face for face in question.cards)))
        return gettext("{label}: {value}", label=gettext("Best discard"), value=cards)
    return f"{own_letters(write_question(question))}{_claim(question)}"


def _claim(question: Question) -> str:
    if not isinstance(question, Claimed) or question.declared is None:
        return ""
    if isinstance(question, PlayQuestion) and question.declared_count is not None:
        return f" ({question.declared_count}-{question.declared})"
    return f" = {' or '.join(map(str, (question.declared, *question.others)))}"


def question_scene(question: Question, style: Style) -> Scene | None:
    """The cards of a question, as they were asked about; None where they are too many."""
    match question:
        case HandQuestion(hand=hand, starter=starter, crib=crib):
            return HandScene(hand, starter, gettext("Crib" if crib else "Hand"), style)
        case RanksQuestion(hand=faces, starter=last, crib=crib, nobs=nobs):
            title = (
                gettext("Crib" if crib else "Hand")
                if not nobs
                else gettext("Crib with nobs" if crib else "Hand with nobs")
            )
            return HandScene(tuple(map(_card_or_rank, faces)), _card_or_rank(last), title, style)
        case OddsQuestion():
            return None
        case PlayQuestion(cards=faces):
            if len(faces) > _MOST_IN_A_ROW:
                return None
            return HandScene(tuple(map(_card_or_rank, faces)), None, gettext("Played in this order"), style)
        case _:
            faces = question.cards
            return HandScene(tuple(map(_card_or_rank, faces)), style=style)


def _card_or_rank(face: Face) -> CardOrRank:
    """A card as it was named: its rank alone where its suit was not."""
    return face.rank if face.card is None else face.card


_MOST_IN_A_ROW: Final = 8
"""The most cards side by side that can be told apart on a phone."""
