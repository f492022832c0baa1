"""The hands and cribs that were counted in a deal, with their combinations as far as players may know them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.i18n.translation import N_, gettext
from bot.render.lettering import distinct_names
from bot.render.show import Combination, CountedHand
from engine.analysis.count_answers import answers_by_count
from engine.cards import Card
from engine.events import Amended, Challenged, Dealt, Event, Shown, StarterTurned
from engine.laws import Law
from engine.rules import Counting, Rules
from engine.scoring import IN_ORDER, show

_LABELS: Final = {
    Law.FIFTEEN: N_("fifteen"),
    Law.PAIR: N_("pair"),
    Law.PAIR_ROYAL: N_("pair royal"),
    Law.DOUBLE_PAIR_ROYAL: N_("double pair royal"),
    Law.RUN: N_("run of {number}"),
    Law.FLUSH: N_("flush"),
    Law.HIS_NOBS: N_("his nobs"),
}


def counted_hands(events: Sequence[Event], names: Sequence[str], rules: Rules) -> tuple[CountedHand, ...]:
    """Return the hands and cribs that these events of one deal count, in the order of the show.

    Where players check each other, a hand has combinations only once a challenge has proved it.
    """
    return tuple(_counted_hands(events, distinct_names(names), rules))


def _counted_hands(events: Sequence[Event], names: Sequence[str], rules: Rules) -> Iterator[CountedHand]:
    starter: Card | None = None
    answers = answers_by_count(events)
    for place, event in enumerate(events):
        match event:
            case Dealt():
                starter = None
            case StarterTurned():
                starter = event.card
            case Shown() if starter is not None:
                given = [events[answer] for answer in answers.get(place, ())]
                yield _counted(event, starter, given, names, rules)


def _counted(event: Shown, starter: Card, answers: Sequence[Event], names: Sequence[str], rules: Rules) -> CountedHand:
    cards, title = tuple(sorted(event.cards, key=IN_ORDER)), title_of(names[event.seat], event.what)
    declared, proved = _outcome(event, answers)
    if declared is not None and rules.counting is Counting.CHALLENGE and not proved:
        return CountedHand(title, cards, starter, None, declared)
    count = show(event.cards, starter, crib=event.what == "crib")
    note = ""
    if declared is not None and declared != count.total:
        note = gettext("said {declared}, really {total}", declared=declared, total=count.total)
    combinations, total = [], 0
    for item in count.items:
        total += item.points
        combinations.append(Combination(gettext(_LABELS[item.law], number=len(item.cards)), item.cards, total))
    return CountedHand(title, cards, starter, tuple(combinations), count.total, note)


def title_of(name: str, what: str) -> str:
    """Return whose hand or crib it is."""
    return gettext("{name}'s crib" if what == "crib" else "{name}'s hand", name=name)


def _outcome(event: Shown, answers: Sequence[Event]) -> tuple[int | None, bool]:
    """Return the count that the player gave last, and whether a challenge has proved the true one."""
    declared = event.declared
    for answer in answers:
        match answer:
            case Amended():
                declared = answer.declared
            case Challenged(upheld=True):
                return declared, True
    return declared, False
