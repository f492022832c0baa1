"""The decisions of a review as notes for the steps of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.i18n.translation import gettext, join_list, render
from engine.analysis.game_review import Decision, JudgedDecision
from engine.analysis.reasons import reason
from engine.rules import Rules
from engine.scoring import IN_ORDER


@dataclass(frozen=True, slots=True)
class Note:
    """What a review says about one event: the text, and whether the choice lost something."""

    text: str
    is_mistake: bool


def notes_of(decisions: Iterable[JudgedDecision], seen: Mapping[int, Decision]) -> dict[int, Note]:
    """Return a note for each judged decision, by its place among the events."""
    return {one.place: _note(one, seen[one.place]) for one in decisions}


def cost_of(decision: JudgedDecision, rules: Rules) -> str:
    """Return how much better the best choice was: in points, and near the end in the chance to win."""
    best, chosen = decision.best.chance, decision.chosen.chance
    if best is None or chosen is None:
        return gettext("was {points:.1f} points better", points=decision.lost)
    if rules.doubles:
        return gettext(
            "brings {best:+.2f} games instead of {chosen:+.2f}", best=games_of(best), chosen=games_of(chosen)
        )
    return gettext("wins {best:.0f} % instead of {chosen:.0f} %", best=100 * best, chosen=100 * chosen)


def games_of(value: float) -> float:
    """Return the games that a player wins on average less those that they lose, where double games count."""
    return 2 * value - 1


def _note(decision: JudgedDecision, seen: Decision) -> Note:
    if not decision.lost:
        return Note(gettext("A best choice."), is_mistake=False)
    better = join_list([card.face for card in sorted(decision.best.cards, key=IN_ORDER)])
    why = render(reason(seen.seen, decision.chosen, decision.best))
    return Note(
        gettext("{better} {cost}. {reason}", better=better, cost=cost_of(decision, seen.seen.rules), reason=why),
        is_mistake=True,
    )
