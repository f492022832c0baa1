"""The move log: what happened in a deal, line by line, as everyone at the table may know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final, TypeAlias

from bot.i18n.translation import N_, gettext, join_list, ngettext, render
from bot.ui.core.formatting import card, cards, hand, points
from engine.cards import Card
from engine.events import (
    Amended,
    Challenged,
    Conceded,
    CountReset,
    CutToDealer,
    CutWaived,
    DealerChosen,
    DealStood,
    Dealt,
    Event,
    ForDealCut,
    FreshDealChosen,
    GameWon,
    NumberNamed,
    Pegged,
    Played,
    PutBack,
    Required,
    SaidGo,
    Satisfied,
    Shown,
    StarterTurned,
    Stopped,
    TakenBack,
)
from engine.laws import Law
from engine.pegging import peg_points
from engine.rules import Counting, Rules
from engine.scoring import Count, show
from engine.text.spoken_counts import spoken_count

_OfAWindow: TypeAlias = Pegged | PutBack | Satisfied | Amended | Challenged
"""The events that may follow a count and belong to it."""


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


def move_log(
    events: Sequence[Event], names: Sequence[str], rules: Rules, *, in_full: bool = True
) -> list[list[LogLine]]:
    """Return the lines of the log, one list for each deal, with the cut that goes before it.

    Counts are spoken ``in_full``, or else given by their totals alone.
    A count that may be challenged is never said to be true or false, except when a challenge was upheld.
    """
    deals: list[list[LogLine]] = [[]]
    people = _before_the_cut(events, names)
    starter: Card | None = None
    is_open = showing = False
    described = 0
    for place, event in enumerate(events):
        if _begins_deal(event):
            showing = False
            if is_open:
                deals.append([])
                is_open = False
        match event:
            case ForDealCut(places=tuple()):
                people = names
            case StarterTurned():
                starter, is_open = event.card, True
            case Shown() if starter is not None:
                showing = True
                deals[-1].append(_verdict(event, starter, events[place + 1 :], names, rules, in_full=in_full))
        if place < described or (showing and isinstance(event, _OfAWindow)):
            continue
        lines, followers = _lines(events, place, people, rules)
        deals[-1].extend(replace(line, opening=isinstance(event, _CUTS)) for line in lines)
        described = place + 1 + followers
    return deals


def counts_in_short(events: Sequence[Event], names: Sequence[str]) -> str:
    """Return a deal's hands and crib in one line: by their true counts, or as players said where those are hidden."""
    starters = [event.card for event in events if isinstance(event, StarterTurned)]
    counts = []
    for place, event in enumerate(events):
        if isinstance(event, Shown):
            count = _final_count(event, starters[-1], events[place + 1 :]) if event.true is None else event.true
            counts.append(
                f"{names[event.seat]} {count}" if event.what == "hand" else gettext("crib {count}", count=count)
            )
    return ", ".join(counts)


_CUTS: Final = (ForDealCut, DealerChosen, NumberNamed, CutWaived, CutToDealer)
"""The events before a deal, which the log drops once the starter is turned up."""


def _begins_deal(event: Event) -> bool:
    return isinstance(event, Dealt | CutToDealer | CutWaived)


def _before_the_cut(events: Sequence[Event], names: Sequence[str]) -> Sequence[str]:
    """Return the names by the first places of the players; the cut may have given them other seats."""
    for event in events:
        if isinstance(event, ForDealCut) and event.places is not None:
            by_place = dict(zip(event.places, names, strict=True))
            return [by_place[place] for place in range(len(names))]
    return names


def _lines(events: Sequence[Event], place: int, names: Sequence[str], rules: Rules) -> tuple[list[LogLine], int]:
    """Return the lines that one event adds to the log, and how many of the events after it they include."""
    after = events[place + 1 :]
    match events[place]:
        case Played(declared=int()) as event:
            return _declared_play_lines(event, events[: place + 1], after, names, rules)
        case Played() as event:
            return _play_lines(event, after, names)
        case Challenged() as event:
            followers = list(_pegs_after(after))
            return [_challenge_line(event, followers, names)], len(followers)
        case event:
            return list(_other_lines(event, after, names, rules)), 0


def _other_lines(event: Event, after: Sequence[Event], names: Sequence[str], rules: Rules) -> Iterator[LogLine]:
    match event:
        case Pegged() if event.law in _PEGS:
            text = gettext(
                _PEGS[event.law], name=names[event.seat], points=points(event.points), cards=cards(event.cards)
            )
            yield LogLine(text, laws=(event.law,) if event.law in _PENALTIES else ())
        case SaidGo(false=True):
            text = gettext('{name} said "go" but has a playable card.', name=names[event.seat])
            yield LogLine(text, laws=(Law.FALSE_GO,))
        case SaidGo():
            yield LogLine(gettext('{name} said "go".', name=names[event.seat]))
        case NumberNamed():
            # Once everyone has cut, the cut itself has the numbers.
            if not any(isinstance(later, ForDealCut) for later in after):
                yield LogLine(gettext("{name} cut at {number}.", name=names[event.seat], number=event.number))
        case Satisfied() | Amended():
            yield LogLine(_reply(event, names))
        case TakenBack():
            yield LogLine(gettext("{name} took back a discard.", name=names[event.seat]), laws=(Law.TAKEN_BACK,))
        case Required():
            text = gettext("{name} made {other} play.", name=names[event.seat], other=names[event.of])
            yield LogLine(text, laws=(Law.FALSE_GO,))
        case _:
            for text in _deal_lines(event, names, rules):
                yield LogLine(text)


def _deal_lines(event: Event, names: Sequence[str], rules: Rules) -> Iterator[str]:
    """Yield the lines of the cuts, of the deal, and of a game that is given up."""
    match event:
        case ForDealCut():
            yield _cut_line(event, names)
            if event.places is not None:
                one, other = (join_list([names[seat] for seat in side]) for side in rules.sides)
                yield gettext("Partners: {one} against {other}.", one=one, other=other)
        case DealerChosen() | CutWaived() | FreshDealChosen() | DealStood() | Stopped():
            yield gettext(_DOES[type(event)], name=names[event.seat])
        case CutToDealer():
            yield ngettext(
                "{name} cut the deck at {number} card.",
                "{name} cut the deck at {number} cards.",
                event.number,
                name=names[event.seat],
            )
        case StarterTurned(number=int()):
            # The starter itself is among the open cards.
            yield gettext("{name} cut at {number} for the starter.", name=names[event.seat], number=event.number)
        case Conceded():
            gave_up = event.why == "resigned"
            yield gettext("{name} resigned." if gave_up else "{name} ran out of time.", name=names[event.seat])


_DOES: Final[Mapping[type[Event], str]] = {
    DealerChosen: N_("{name} deals first."),
    CutWaived: N_("{name} left the deck as it is."),
    FreshDealChosen: N_("{name} asked for a new deal."),
    DealStood: N_("{name} let the deal stand."),
    Stopped: N_("{name} stopped."),
}


def _cut_line(event: ForDealCut, names: Sequence[str]) -> str:
    numbers = (
        [gettext(" at {number}", number=number) for number in event.numbers]
        if event.numbers
        else [""] * len(event.cards)
    )
    cut = (f"{name} {card(of)}{at}" for name, of, at in zip(names, event.cards, numbers, strict=True))
    return gettext("Cut for deal: {cut}.", cut=", ".join(cut))


_PEGS: Final = {
    Law.HIS_HEELS: N_("{name}: {points} for his heels, {cards}."),
    Law.GO: N_("{name}: {points} for the go."),
    Law.LAST_CARD: N_("{name}: {points} for the last card."),
    Law.THREE_FOR_LAST: N_("{name}: {points} (three for last)."),
    Law.PREDEAL_CUT: N_("{name}: {points} for the cut."),
    Law.TAKEN_BACK: N_("{name}: {points} for the discard that was taken back."),
    Law.FALSE_GO: N_('{name}: {points} for the wrong "go".'),
}
"""The lines for points that belong to no count and to no card that has just been played."""

_PENALTIES: Final = frozenset({Law.PREDEAL_CUT, Law.TAKEN_BACK, Law.FALSE_GO})

_IN_THE_PLAY: Final = {
    Law.FIFTEEN: N_("15 for {points}"),
    Law.THIRTY_ONE: N_("31 for {points}"),
    Law.PAIR: N_("a pair for {points}"),
    Law.PAIR_ROYAL: N_("a pair royal for {points}"),
    Law.DOUBLE_PAIR_ROYAL: N_("a double pair royal for {points}"),
    Law.RUN: N_("a run of {points} for {points}"),
    Law.LAST_CARD: N_("last card for {points}"),
    Law.GO: N_("go for {points}"),
}
"""What a card that was played scores; a run has as many points as cards."""


def _play_lines(event: Played, after: Sequence[Event], names: Sequence[str]) -> tuple[list[LogLine], int]:
    """Return a line for a card that scored, and the number of its pegs; other cards are seen among the open cards."""
    pegs = list(_pegs_of_card(event, after))
    if not pegs:
        return [], 0
    text = gettext(
        "{name} played {card}: {what}.",
        name=names[event.seat],
        card=card(event.card),
        what=join_list([gettext(_IN_THE_PLAY[peg.law], points=peg.points) for peg in pegs]),
    )
    return [LogLine(text)], len(pegs)


def _pegs_of_card(event: Played, after: Sequence[Event]) -> Iterator[Pegged]:
    for said in after:
        if not (isinstance(said, Pegged) and said.seat == event.seat and said.law in _IN_THE_PLAY):
            return
        yield said


def _declared_play_lines(
    event: Played, until: Sequence[Event], after: Sequence[Event], names: Sequence[str], rules: Rules
) -> tuple[list[LogLine], int]:
    """Return a line for a card that was counted, and the number of events that it includes.

    Where the bot checks, the line says what the card really scored.
    """
    declared = event.declared or 0
    who, what = names[event.seat], card(event.card)
    if rules.counting is Counting.REFEREE:
        true = peg_points(_series(until))
        if declared != true:
            pegs = [said for said in _pegs_after(after) if said.law in {Law.DECLARED, Law.OVERSCORE, Law.MUGGINS}]
            ruling, law = _ruling(event.seat, declared - true, after, names, rules)
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


def _pegs_after(after: Sequence[Event]) -> Iterator[Pegged | PutBack]:
    """Yield the points that directly follow an event."""
    for event in after:
        if not isinstance(event, Pegged | PutBack):
            return
        yield event


def _reply(event: Satisfied | Amended, names: Sequence[str]) -> str:
    if isinstance(event, Amended):
        return gettext("{name} changed it to **{declared}**.", name=names[event.seat], declared=event.declared)
    return gettext("{name} accepted.", name=names[event.seat])


def _challenge_line(
    event: Challenged, pegs: Sequence[Pegged | PutBack], names: Sequence[str], count: Count | None = None
) -> LogLine:
    """Return the line of a challenge and its result; ``count`` is the true count of a hand if it was upheld.

    A count that was challenged wrongly may be wrong the other way, so the line does not call it right.
    """
    name, of = names[event.seat], names[event.against]
    if not event.upheld:
        given = [peg.points for peg in pegs if peg.law is Law.FALSE_CHALLENGE]
        result = gettext(": {points} to {name}", points=points(given[0]), name=of) if given else ""
        text = gettext(_WRONG_CHALLENGES[event.claim], name=name, result=result)
        return LogLine(text, laws=(Law.FALSE_CHALLENGE,))
    law = Law.OVERSCORE if event.claim == "too_many" else Law.MUGGINS
    taken = sum(peg.points for peg in pegs if isinstance(peg, Pegged) and peg.law is law)
    removed = sum(peg.points for peg in pegs if isinstance(peg, PutBack) and peg.law is law)
    back = [peg.points for peg in pegs if peg.law is Law.FALSE_GAME]
    ruling = _off(removed) if removed else gettext("the game goes on")
    if taken:
        ruling = _given(law, taken, name)
    if count is not None:
        ruling = gettext("really **{total}**, so {ruling}", total=count.total, ruling=ruling)
    text = gettext(_RIGHT_CHALLENGES[event.claim], name=name, ruling=ruling)
    if back:
        text += gettext(" {name} loses {points} for the wrong claim.", name=of, points=points(back[0]))
    return LogLine(text, laws=(law, Law.FALSE_GAME) if back else (law,))


_RIGHT_CHALLENGES: Final = {
    "too_many": N_("{name} challenged and was right: {ruling}."),
    "too_few": N_("{name} called muggins: {ruling}."),
}
_WRONG_CHALLENGES: Final = {
    "too_many": N_("{name} challenged, but the count wasn't too high{result}."),
    "too_few": N_("{name} called muggins, but nothing was missed{result}."),
}


def _given(law: Law, number: int, name: str) -> str:
    """Return which points go to an opponent: those that were counted too many, or those that were missed."""
    if law is Law.OVERSCORE:
        return ngettext("the extra point goes to {name}", "the {number} extra points go to {name}", number, name=name)
    return ngettext("the missed point goes to {name}", "the {number} missed points go to {name}", number, name=name)


def _off(number: int) -> str:
    return ngettext("the extra point doesn't count", "the {number} extra points don't count", number)


# The show.


def _verdict(
    event: Shown, starter: Card, after: Sequence[Event], names: Sequence[str], rules: Rules, *, in_full: bool
) -> LogLine:
    """Return the line of a count: what the player said, the true count where players may know it, and the result."""
    owner = gettext("{name}'s crib" if event.what == "crib" else "{name}'s hand", name=names[event.seat])
    whose = gettext("{owner} {cards} with {card}", owner=owner, cards=hand(event.cards), card=card(starter))
    line = _verdict_on(whose, event, starter, after, names, rules, in_full=in_full)
    return replace(line, verdict=True, beside=line.text.replace(whose, owner, 1))


def _verdict_on(
    whose: str,
    event: Shown,
    starter: Card,
    after: Sequence[Event],
    names: Sequence[str],
    rules: Rules,
    *,
    in_full: bool,
) -> LogLine:
    """Return the line of a count that begins with the counted hand, as ``whose`` names it."""
    if rules.counting is Counting.CHALLENGE:
        said = gettext(
            "{whose}: counted **{declared}** to win the game."
            if _claims(event, after)
            else "{whose}: counted **{declared}**.",
            whose=whose,
            declared=event.declared,
        )
        replies = list(_replies(event, starter, after, names, in_full=in_full))
        laws = dict.fromkeys(law for reply in replies for law in reply.laws)
        return LogLine(" ".join([said, *(reply.text for reply in replies)]), laws=tuple(laws))
    count = _count(event, starter)
    spoken = f" {render(spoken_count(count))}" if in_full else ""
    if event.declared is None:
        return LogLine(f"{whose}: **{count.total}**.{spoken}")
    if event.declared == count.total:
        text = gettext(
            "{whose}: counted **{declared}**. Correct!{spoken}", whose=whose, declared=count.total, spoken=spoken
        )
        return LogLine(text)
    ruling, law = _ruling(event.seat, event.declared - count.total, after, names, rules)
    text = gettext(
        "{whose}: said {declared}, really **{total}**: {ruling}.{spoken}",
        whose=whose,
        declared=event.declared,
        total=count.total,
        ruling=ruling,
        spoken=spoken,
    )
    return LogLine(text, laws=(law,))


def _replies(
    event: Shown, starter: Card, after: Sequence[Event], names: Sequence[str], *, in_full: bool
) -> Iterator[LogLine]:
    """Yield the answers to a count while it was open to challenge, with their results."""
    window = list(_of_the_window(after))
    for place, said in enumerate(window):
        match said:
            case Challenged():
                count = _count(event, starter) if said.upheld else None
                line = _challenge_line(said, list(_pegs_after(window[place + 1 :])), names, count)
                spoken = f" {render(spoken_count(count))}" if count is not None and in_full else ""
                yield replace(line, text=line.text + spoken)
            case Satisfied() | Amended():
                yield LogLine(_reply(said, names))
            case Pegged() | PutBack():
                pass


def _ruling(seat: int, over: int, after: Sequence[Event], names: Sequence[str], rules: Rules) -> tuple[str, Law]:
    """Return what becomes of the difference where the bot checks the counts, and the law that says so."""
    opponent = names[rules.adversary_of(seat)]
    law = Law.OVERSCORE if over > 0 else Law.MUGGINS
    taken = sum(said.points for said in _pegs_after(after) if said.law is law)
    if taken:
        return _given(law, taken, opponent), law
    if over < 0:
        return ngettext("the missed point is lost", "the {number} missed points are lost", -over), law
    if _ended_before(law, after):
        return gettext("the game was already over"), law
    return _off(over), law


def _final_count(event: Shown, starter: Card, after: Sequence[Event]) -> int | None:
    """Return the final count: as it was said and changed, or the true count if it was rightly challenged."""
    declared = event.declared
    for said in _of_the_window(after):
        match said:
            case Amended():
                declared = said.declared
            case Challenged(upheld=True):
                return _count(event, starter).total
    return declared


def _count(event: Shown, starter: Card) -> Count:
    return show(event.cards, starter, crib=event.what == "crib")


def _of_the_window(after: Sequence[Event]) -> Iterator[_OfAWindow]:
    """Yield the events that directly follow a count and belong to it."""
    for event in takewhile(lambda event: isinstance(event, _OfAWindow), after):
        assert isinstance(event, _OfAWindow)
        yield event


def _claims(event: Played | Shown, after: Sequence[Event]) -> bool:
    """Return whether a count claims the game: only then is it not pegged at once."""
    first = after[0] if after else None
    return bool(event.declared) and not (isinstance(first, Pegged) and first.law is Law.DECLARED)


def _ended_before(law: Law, after: Sequence[Event]) -> bool:
    """Return whether the game ended before this law's points could be pegged."""
    window = list(_of_the_window(after))
    ended_here = len(window) < len(after) and isinstance(after[len(window)], GameWon)
    return ended_here and not any(isinstance(said, Pegged) and said.law is law for said in window)
