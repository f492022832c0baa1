"""The decisions of a review as notes for the steps of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.i18n.translation import gettext, join_list, render
from engine.analysis.decisions import Decision
from engine.analysis.game_review import JudgedDecision
from engine.analysis.reasons import reason
from engine.scoring import IN_ORDER


@dataclass(frozen=True, slots=True)
class Note:
    """What a review says about one event: the text, and whether the choice lost something."""

    text: str
    is_mistake: bool


def notes_of(decisions: Iterable[JudgedDecision], seen: Mapping[int, Decision]) -> dict[int, Note]:
    """Return a note for each judged decision, by its place among the events."""
    return {one.place: _note(one, seen[one.place]) for one in decisions}


def cost_of(decision: JudgedDecision) -> str:
    """Return how much better the best choice was, in points or in the chance to win."""
    if decision.best.chance is None or decision.chosen.chance is None:
        return gettext("was {points:.1f} points better", points=decision.lost)
    return gettext(
        "wins {best:.0f} % instead of {chosen:.0f} %",
        best=100 * decision.best.chance,
        chosen=100 * decision.chosen.chance,
    )


def _note(decision: JudgedDecision, seen: Decision) -> Note:
    if not decision.lost:
        return Note(gettext("A best choice."), is_mistake=False)
    better = join_list([card.face for card in sorted(decision.best.cards, key=IN_ORDER)])
    why = render(reason(seen.seen, decision.chosen, decision.best))
    return Note(
        gettext("{better} {cost}. {reason}", better=better, cost=cost_of(decision), reason=why), is_mistake=True
    )
