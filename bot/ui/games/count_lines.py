"""The lines of the move log about counts: what was declared, who answered it, and which points moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import Final

from bot.i18n.translation import N_, gettext, ngettext, render
from bot.ui.core import formatting
from bot.ui.core.formatting import card, hand, points
from engine.analysis.count_answers import Answer, pegs_after
from engine.cards import Card
from engine.events import (
    Amended,
    Challenged,
    CountReset,
    Event,
    GameWon,
    Pegged,
    Played,
    PutBack,
    Satisfied,
    Shown,
    StarterTurned,
)
from engine.laws import Law
from engine.pegging import peg_points
from engine.rules import Counting, Rules
from engine.scoring import Count, show, show_total
from engine.text.spoken_counts import spoken_count

_LATEST_COUNTS: Final = 5_000
"""How many counted hands are remembered."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log; ``verdict`` if it counts a hand or a crib, ``opening`` if it is about a cut.

    ``beside`` is the text next to a picture of the counted cards, which it leaves out. ``laws`` are those by which
    points moved to an opponent or were lost, for an explanation on request.
    """

    text: str
    beside: str = ""
    verdict: bool = False
    opening: bool = False
    laws: tuple[Law, ...] = ()


# The play.


def declared_play_lines(
    events: Sequence[Event], place: int, names: Sequence[str], rules: Rules
) -> tuple[list[LogLine], int]:
    """Return a line for a card that was counted, and the number of events after it that it includes.

    Where the bot checks, the line says what the card really scored.
    """
    event, after = events[place], events[place + 1 :]
    assert isinstance(event, Played)
    declared = event.declared or 0
    who, what = names[event.seat], card(event.card)
    if rules.counting is Counting.REFEREE:
        true = peg_points(_series(events[: place + 1]))
        if declared != true:
            pegs = [said for said in pegs_after(after) if said.law in {Law.DECLARED, Law.OVERSCORE, Law.MUGGINS}]
            ruling, law = _ruling(declared - true, after, names)
            text = gettext(
                "{name} said {declared} for {card}, really {true}: {ruling}.",
                name=who,
                declared=declared,
                card=what,
                true=true,
                ruling=ruling,
            )
            return [LogLine(text, laws=(law,))], len(pegs)
    if not declared:
        return [], 0
    claims = rules.counting is Counting.CHALLENGE and _claims(event, after)
    text = gettext(
        "{name} played {card} for **{points}** to win the game."
        if claims
        else "{name} played {card} for **{points}**.",
        name=who,
        card=what,
        points=points(declared),
    )
    return [LogLine(text)], 0


def _series(until: Sequence[Event]) -> list[Card]:
    """The cards of the series that ends with the last of these events."""
    since = takewhile(lambda event: not isinstance(event, CountReset | StarterTurned), reversed(until))
    return [event.card for event in since if isinstance(event, Played)][::-1]


# The answers to a count.


def answer_line(events: Sequence[Event], place: int, count: int | None, names: Sequence[str]) -> tuple[LogLine, int]:
    """Return a line of its own for an answer to a count, and the number of events after it that it includes.

    ``count`` is the place of the count; None if it was declared before these events.
    """
    event = events[place]
    assert isinstance(event, Answer)
    declared = None if count is None else _declared_before(events, count, place)
    whose = None if declared is None else _count_in_short(events[count or 0], declared, names)
    if not isinstance(event, Challenged):
        return LogLine(_reply(event, names, whose, None if count is None else events[count])), 0
    # What is true is worked out for a count that a challenge has proved wrong, and for no other.
    over = (
        declared - _true_count(events, count) if event.upheld and count is not None and declared is not None else None
    )
    pegs = list(pegs_after(events[place + 1 :]))
    return _challenge_line(event, pegs, names, over=over, whose=whose), len(pegs)


def _count_in_short(count: Event, declared: int, names: Sequence[str]) -> str:
    assert isinstance(count, Played | Shown)
    return gettext("{name}'s {declared}", name=names[count.seat], declared=declared)


def _declared_before(events: Sequence[Event], count: int, place: int) -> int:
    """Return what a count was when it was answered, as its player had changed it by then."""
    event = events[count]
    assert isinstance(event, Played | Shown)
    declared = event.declared or 0
    kind = event.what if isinstance(event, Shown) else "play"
    for said in events[count + 1 : place]:
        if isinstance(said, Played) and said.seat == event.seat:
            break
        if isinstance(said, Amended) and said.seat == event.seat and said.what in (kind, None):
            declared = said.declared
    return declared


def _true_count(events: Sequence[Event], count: int) -> int:
    """Return the true count of a declaration that a challenge has settled."""
    event = events[count]
    if isinstance(event, Played):
        return peg_points(_series(events[: count + 1]))
    assert isinstance(event, Shown)
    starter = next(said.card for said in reversed(events[:count]) if isinstance(said, StarterTurned))
    return show_total(event.cards, starter, crib=event.what == "crib")


def _reply(event: Satisfied | Amended, names: Sequence[str], whose: str | None, count: Event | None) -> str:
    """Return who accepted or changed a count; ``whose`` names it in a line of its own, and is None beside the count."""
    if isinstance(event, Satisfied):
        if whose is None:
            return gettext("{name} accepted.", name=names[event.seat])
        return gettext("{name} accepted {count}.", name=names[event.seat], count=whose)
    what = _CHANGED[count.what] if isinstance(count, Shown) and whose is not None else _CHANGED["play"]
    return gettext(what, name=names[event.seat], declared=event.declared)


_CHANGED: Final = {
    "play": N_("{name} changed it to **{declared}**."),
    "hand": N_("{name} changed the count of the hand to **{declared}**."),
    "crib": N_("{name} changed the count of the crib to **{declared}**."),
}


def _challenge_line(
    event: Challenged,
    pegs: Sequence[Pegged | PutBack],
    names: Sequence[str],
    *,
    over: int | None,
    total: int | None = None,
    whose: str | None = None,
) -> LogLine:
    """Return the line of a challenge and its result.

    ``over`` is what was declared beyond the true count, and ``total`` the true count of a hand if it was upheld. A
    count that was challenged wrongly may be wrong the other way, so the line does not call it right.
    """
    name, of = names[event.seat], names[event.against]
    called = event.claim if event.points is None else "points"
    if not event.upheld:
        given = [peg.points for peg in pegs if peg.law is Law.FALSE_CHALLENGE]
        result = gettext(": {points} to {name}", points=points(given[0]), name=of) if given else ""
        text = gettext(_WRONG_CHALLENGES[called], name=name, result=result, called=event.points, count=whose)
        text = text if whose is None or called != "too_many" else _wrong_of(whose, name, result)
        return LogLine(text, laws=(Law.FALSE_CHALLENGE,))
    law = Law.OVERSCORE if event.claim == "too_many" else Law.MUGGINS
    taken = sum(peg.points for peg in pegs if isinstance(peg, Pegged) and peg.law is law)
    removed = sum(peg.points for peg in pegs if isinstance(peg, PutBack) and peg.law is law)
    back = [peg.points for peg in pegs if peg.law is Law.FALSE_GAME]
    ruling = _off(removed) if removed else gettext("the game goes on")
    if taken:
        ruling = _given(law, taken, name, taken if over is None else abs(over))
    if total is not None:
        ruling = gettext("really **{total}**, so {ruling}", total=total, ruling=ruling)
    right = _RIGHT_CHALLENGES[called] if whose is None or called != "too_many" else _RIGHT_OF
    text = gettext(right, name=name, ruling=ruling, called=event.points, count=whose)
    if back:
        text += gettext(" {name} loses {points} for the wrong claim.", name=of, points=points(back[0]))
    return LogLine(text, laws=(law, Law.FALSE_GAME) if back else (law,))


def _wrong_of(whose: str, name: str, result: str) -> str:
    return gettext("{name} challenged {count}, but it wasn't too high{result}.", name=name, count=whose, result=result)


_RIGHT_OF: Final = N_("{name} challenged {count} and was right: {ruling}.")
_RIGHT_CHALLENGES: Final = {
    "too_many": N_("{name} challenged and was right: {ruling}."),
    "too_few": N_("{name} called muggins: {ruling}."),
    "points": N_("{name} called muggins for {called}: {ruling}."),
}
_WRONG_CHALLENGES: Final = {
    "too_many": N_("{name} challenged, but the count wasn't too high{result}."),
    "too_few": N_("{name} called muggins, but nothing was missed{result}."),
    "points": N_("{name} called muggins for {called}, but nothing was missed{result}."),
}


def _given(law: Law, number: int, name: str, of: int) -> str:
    """Return which points go to an opponent: all that were counted too many or missed, or so many ``of`` them."""
    if number < of:
        partly = (
            N_("{number} of the {all} extra points go to {name}")
            if law is Law.OVERSCORE
            else N_("{number} of the {all} missed points go to {name}")
        )
        return gettext(partly, number=number, all=of, name=name)
    if law is Law.OVERSCORE:
        return ngettext("the extra point goes to {name}", "the {number} extra points go to {name}", number, name=name)
    return ngettext("the missed point goes to {name}", "the {number} missed points go to {name}", number, name=name)


def _off(number: int) -> str:
    return ngettext("the extra point doesn't count", "the {number} extra points don't count", number)


# The show.


def verdict(
    events: Sequence[Event],
    place: int,
    answers: Sequence[int],
    starter: Card,
    names: Sequence[str],
    rules: Rules,
    *,
    in_full: bool,
) -> LogLine:
    """Return the line of a count: what the player said, the true count where players may know it, and the result.

    ``answers`` are the places of the answers that belong to it.
    """
    event = events[place]
    assert isinstance(event, Shown)
    owner = gettext("{name}'s crib" if event.what == "crib" else "{name}'s hand", name=names[event.seat])
    whose = gettext("{owner} {cards} with {card}", owner=owner, cards=hand(event.cards), card=card(starter))
    if rules.counting is Counting.CHALLENGE:
        line = _answered(whose, events, place, answers, starter, names, in_full=in_full)
    else:
        line = _checked(whose, event, starter, events[place + 1 :], names, in_full=in_full)
    return replace(line, verdict=True, beside=line.text.replace(whose, owner, 1))


def _answered(
    whose: str,
    events: Sequence[Event],
    place: int,
    answers: Sequence[int],
    starter: Card,
    names: Sequence[str],
    *,
    in_full: bool,
) -> LogLine:
    """Return the line of a count that players check: what was said, and every answer to it."""
    event = events[place]
    assert isinstance(event, Shown)
    said = gettext(
        "{whose}: counted **{declared}** to win the game."
        if _claims(event, events[place + 1 :])
        else "{whose}: counted **{declared}**.",
        whose=whose,
        declared=event.declared,
    )
    replies = [_answer_beside(events, place, answer, starter, names, in_full=in_full) for answer in answers]
    laws = dict.fromkeys(law for reply in replies for law in reply.laws)
    return LogLine(" ".join([said, *(reply.text for reply in replies)]), laws=tuple(laws))


def _answer_beside(
    events: Sequence[Event], count: int, place: int, starter: Card, names: Sequence[str], *, in_full: bool
) -> LogLine:
    """Return an answer to a count in the line of that count."""
    said = events[place]
    if not isinstance(said, Challenged):
        assert isinstance(said, Satisfied | Amended)
        return LogLine(_reply(said, names, None, None))
    pegs = list(pegs_after(events[place + 1 :]))
    shown = events[count]
    if not said.upheld or not isinstance(shown, Shown):
        return _challenge_line(said, pegs, names, over=None)
    true = _count(shown, starter)
    over = _declared_before(events, count, place) - true.total
    line = _challenge_line(said, pegs, names, over=over, total=true.total)
    return replace(line, text=f"{line.text} {render(spoken_count(true))}") if in_full else line


def _checked(
    whose: str, event: Shown, starter: Card, after: Sequence[Event], names: Sequence[str], *, in_full: bool
) -> LogLine:
    """Return the line of a count that the bot made or checked."""
    count = _count(event, starter)
    spoken = f" {render(spoken_count(count))}" if in_full else ""
    if event.declared is None:
        return LogLine(formatting.labelled(whose, f"**{count.total}**.{spoken}"))
    if event.declared == count.total:
        text = gettext(
            "{whose}: counted **{declared}**. Correct!{spoken}", whose=whose, declared=count.total, spoken=spoken
        )
        return LogLine(text)
    ruling, law = _ruling(event.declared - count.total, after, names)
    text = gettext(
        "{whose}: said {declared}, really **{total}**: {ruling}.{spoken}",
        whose=whose,
        declared=event.declared,
        total=count.total,
        ruling=ruling,
        spoken=spoken,
    )
    return LogLine(text, laws=(law,))


def _ruling(over: int, after: Sequence[Event], names: Sequence[str]) -> tuple[str, Law]:
    """Return what becomes of the difference where the bot checks the counts, and the law that says so."""
    law = Law.OVERSCORE if over > 0 else Law.MUGGINS
    taken = [said for said in pegs_after(after) if said.law is law]
    if taken:
        return _given(law, taken[0].points, names[taken[0].seat], abs(over)), law
    if over < 0:
        return ngettext("the missed point is lost", "the {number} missed points are lost", -over), law
    if _ended_before(law, after):
        return gettext("the game was already over"), law
    return _off(over), law


def final_count(events: Sequence[Event], place: int, answers: Sequence[int], starter: Card) -> int | None:
    """Return the final count: as it was said and changed, or the true count if it was rightly challenged."""
    event = events[place]
    assert isinstance(event, Shown)
    declared = event.declared
    for answer in answers:
        match events[answer]:
            case Amended(declared=changed):
                declared = changed
            case Challenged(upheld=True):
                return _count(event, starter).total
    return declared


def _count(event: Shown, starter: Card) -> Count:
    return _counted(event.cards, starter, crib=event.what == "crib")


@lru_cache(_LATEST_COUNTS)
def _counted(cards: Sequence[Card], starter: Card, *, crib: bool) -> Count:
    """Return the combinations of a hand; every screen of this deal and the next shows them again."""
    return show(cards, starter, crib=crib)


def _claims(event: Played | Shown, after: Sequence[Event]) -> bool:
    """Return whether a count claims the game: only then is it not pegged at once."""
    first = after[0] if after else None
    return bool(event.declared) and not (isinstance(first, Pegged) and first.law is Law.DECLARED)


def _ended_before(law: Law, after: Sequence[Event]) -> bool:
    """Return whether the game ended before this law's points could be pegged."""
    pegs = list(pegs_after(after))
    ended_here = len(pegs) < len(after) and isinstance(after[len(pegs)], GameWon)
    return ended_here and not any(isinstance(said, Pegged) and said.law is law for said in pegs)
