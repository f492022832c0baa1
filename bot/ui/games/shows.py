"""The hands and cribs that were counted in a deal, with their combinations as far as players may know them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.i18n.translation import N_, gettext
from bot.render.display_names import distinct_names
from bot.render.show import Combination, CountedHand
from bot.ui.games.table_view import TableView
from engine.cards import Card
from engine.events import Amended, Challenged, Dealt, Event, Pegged, PutBack, Satisfied, Shown, StarterTurned
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


def this_show(shown: TableView) -> tuple[CountedHand, ...]:
    """Return what was counted in the present deal so far, in the order of the show."""
    return counted_hands(shown, shown.events[len(shown.last_deal) :])


def last_show(shown: TableView) -> tuple[CountedHand, ...]:
    """Return what was counted in the last deal that is over; at the end of a game, in the present one."""
    return this_show(shown) if shown.open.stage in {"over", "deal"} else counted_hands(shown, shown.last_deal)


def counted_hands(shown: TableView, events: Sequence[Event]) -> tuple[CountedHand, ...]:
    """Return the hands and cribs that these events of one deal count.

    Where players check each other, a hand has combinations only once a challenge has proved it.
    """
    return tuple(_counted_hands(shown, events))


def _counted_hands(shown: TableView, events: Sequence[Event]) -> Iterator[CountedHand]:
    drawable = distinct_names(shown.plain_names)
    starter: Card | None = None
    for place, event in enumerate(events):
        match event:
            case Dealt():
                starter = None
            case StarterTurned():
                starter = event.card
            case Shown() if starter is not None:
                yield _counted(event, starter, events[place + 1 :], shown.table.rules, drawable)


def _counted(event: Shown, starter: Card, after: Sequence[Event], rules: Rules, drawable: Sequence[str]) -> CountedHand:
    cards = tuple(sorted(event.cards, key=IN_ORDER))
    count = show(event.cards, starter, crib=event.what == "crib")
    declared, proved = _outcome(event, after)
    known = rules.counting is not Counting.CHALLENGE or proved
    points = count.total if known or declared is None else declared
    note = ""
    if known and declared is not None and declared != count.total:
        note = gettext("said {declared}, really {total}", declared=declared, total=count.total)
    combinations, total = [], 0
    for item in count.items if known else ():
        total += item.points
        combinations.append(Combination(gettext(_LABELS[item.law], number=len(item.cards)), item.cards, total))
    return CountedHand(title_of(drawable[event.seat], event.what), cards, starter, tuple(combinations), points, note)


def title_of(name: str, what: str) -> str:
    """Return whose hand or crib it is."""
    return gettext("{name}'s crib" if what == "crib" else "{name}'s hand", name=name)


def _outcome(event: Shown, after: Sequence[Event]) -> tuple[int | None, bool]:
    """Return the count that the player gave last, and whether a challenge has proved the true one."""
    declared = event.declared
    for answer in after:
        match answer:
            case Amended():
                declared = answer.declared
            case Challenged(upheld=True):
                return declared, True
            case Pegged() | PutBack() | Satisfied() | Challenged():
                continue
            case _:
                break
    return declared, False
