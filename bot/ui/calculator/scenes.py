"""The cards of a question about cards, as a picture."""

from __future__ import annotations

from typing import Final

from bot.i18n.translation import gettext
from bot.render.cards import CardOrRank
from bot.render.hand import HandScene
from bot.render.scene import Scene, Style
from engine.text.questions import (
    DiscardQuestion,
    Face,
    FourCardQuestion,
    HandQuestion,
    PlayQuestion,
    Question,
    RanksQuestion,
)


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
        case FourCardQuestion(cards=faces) | DiscardQuestion(cards=faces):
            return HandScene(tuple(map(_card_or_rank, faces)), style=style)
        case PlayQuestion(cards=faces) if len(faces) <= _MOST_IN_A_ROW:
            return HandScene(tuple(map(_card_or_rank, faces)), None, gettext("Played in this order"), style)
        case _:
            return None


def _card_or_rank(face: Face) -> CardOrRank:
    """A card as it was named: its rank alone where its suit was not."""
    return face.rank if face.card is None else face.card


_MOST_IN_A_ROW: Final = 8
"""The most cards side by side that can be told apart on a phone."""
