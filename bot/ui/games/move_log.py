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
from engine.rules import Counting, Overscore, Rules
from engine.scoring import Count, show
from engine.text.spoken_counts import number_in_words, spoken_count

_OfAWindow: TypeAlias = Pegged | PutBack | Satisfied | Amended | Challenged
"""What may follow a declaration and belongs to it."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log; ``verdict`` if it counts a hand or a crib, ``opening`` if it is about a cut."""

    text: str
    verdict: bool = False
    opening: bool = False


def move_log(
    events: Sequence[Event], names: Sequence[str], rules: Rules, *, in_full: bool = True
) -> list[list[LogLine]]:
    """What the events tell, line by line, one list for each deal, with the cut that goes before it.

    Counts are spoken ``in_full``, or else told by their totals alone.
    Where a declaration may be challenged nothing tells whether it is true, but for a challenge that was upheld.
    """
    told: list[list[LogLine]] = [[]]
    people = _before_the_cut(events, names)
    starter: Card | None = None
    is_open = showing = False
    for place, event in enumerate(events):
        if _begins_deal(event):
            showing = False
            if is_open:
                told.append([])
                is_open = False
        match event:
            case ForDealCut(places=tuple()):
                people = names
            case StarterTurned():
                starter, is_open = event.card, True
            case Shown() if starter is not None:
                showing = True
                verdict = _verdict(event, starter, events[place + 1 :], names, rules, in_full=in_full)
                told[-1].append(LogLine(verdict, verdict=True))
        if not (showing and isinstance(event, _OfAWindow)):
            opening = isinstance(event, _CUTS)
            told[-1].extend(LogLine(text, opening=opening) for text in _lines(events, place, people, rules))
    return told


def counts_in_short(events: Sequence[Event], names: Sequence[str]) -> str:
    """A deal's hands and crib in one line: by their true counts, or where it may not be told, as they were declared."""
    starters = [event.card for event in events if isinstance(event, StarterTurned)]
    told = []
    for place, event in enumerate(events):
        if isinstance(event, Shown):
            count = _final_count(event, starters[-1], events[place + 1 :]) if event.true is None else event.true
            told.append(
                f"{names[event.seat]} {count}" if event.what == "hand" else gettext("crib {count}", count=count)
            )
    return ", ".join(told)


_CUTS: Final = (ForDealCut, DealerChosen, NumberNamed, CutWaived, CutToDealer)
"""What goes before a deal, and is old once the starter is turned up."""


def _begins_deal(event: Event) -> bool:
    return isinstance(event, Dealt | CutToDealer | CutWaived)


def _before_the_cut(events: Sequence[Event], names: Sequence[str]) -> Sequence[str]:
    """The names by the places that people had when they sat down; the cut may have seated them anew."""
    for event in events:
        if isinstance(event, ForDealCut) and event.places is not None:
            by_place = dict(zip(event.places, names, strict=True))
            return [by_place[place] for place in range(len(names))]
    return names


def _lines(events: Sequence[Event], place: int, names: Sequence[str], rules: Rules) -> Iterator[str]:
    """Yield the lines that one event adds to the log."""
    match events[place]:
        case Pegged() as event:
            yield from _peg_lines(event, names)
        case PutBack() as event:
            yield _put_back_line(event, names)
        case Played(declared=int()) as event:
            yield from _play_lines(event, events[: place + 1], events[place + 1 :], names, rules)
        case SaidGo() as event:
            yield gettext(
                "{name}: go{card}.",
                name=names[event.seat],
                card=gettext(", with a card that comes in (law 16)") if event.false else "",
            )
        case NumberNamed() as event:
            # Once everyone has cut, the cut itself tells the numbers.
            if not any(isinstance(later, ForDealCut) for later in events[place:]):
                yield gettext("{name} cuts at {number}.", name=names[event.seat], number=event.number)
        case Satisfied() | Amended() | Challenged() as event:
            yield _reply_line(event, names)
        case event:
            yield from _deal_lines(event, names, rules)


def _deal_lines(event: Event, names: Sequence[str], rules: Rules) -> Iterator[str]:
    """The cuts, the deal and what goes wrong with it, and how a game is given up."""
    match event:
        case ForDealCut():
            yield _cut_line(event, names)
            if event.places is not None:
                one, other = (join_list([names[seat] for seat in side]) for side in rules.sides)
                yield gettext("Partners by the cut: {one} against {other}.", one=one, other=other)
        case DealerChosen() | CutWaived() | TakenBack() | FreshDealChosen() | DealStood() | Stopped():
            yield gettext(_DOES[type(event)], name=names[event.seat])
        case CutToDealer():
            yield ngettext(
                "{name} cuts {number} card to the dealer.",
                "{name} cuts {number} cards to the dealer.",
                event.number,
                name=names[event.seat],
            )
        case StarterTurned(number=int()):
            # The starter itself lies on the table, and is told with all that lies there.
            yield gettext("{name} cuts at {number} for the starter.", name=names[event.seat], number=event.number)
        case Required():
            yield gettext("{name} requires {other} to play (law 16).", name=names[event.seat], other=names[event.of])
        case Conceded():
            gave_up = event.why == "resigned"
            yield gettext("{name} resigned." if gave_up else "{name} lost on time.", name=names[event.seat])


_DOES: Final[Mapping[type[Event], str]] = {
    DealerChosen: N_("{name} deals first."),
    CutWaived: N_("{name} leaves the pack as it is."),
    TakenBack: N_("{name} takes back what was laid away (law 11)."),
    FreshDealChosen: N_("{name} asks for a fresh deal."),
    DealStood: N_("{name} lets the deal stand."),
    Stopped: N_("{name} stops."),
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
    Law.HIS_HEELS: N_("two for his heels"),
    Law.FIFTEEN: N_("fifteen two"),
    Law.THIRTY_ONE: N_("thirty-one for two"),
    Law.GO: N_("one for the go"),
    Law.LAST_CARD: N_("one for the last card"),
    Law.PAIR: N_("two for a pair"),
    Law.PAIR_ROYAL: N_("six for a pair royal"),
    Law.DOUBLE_PAIR_ROYAL: N_("twelve for a double pair royal"),
    Law.RUN: N_("{points} for a run"),
    Law.OVERSCORE: N_("{points} for the overscore (law 19)"),
    Law.MUGGINS: N_("muggins, {points}"),
    Law.THREE_FOR_LAST: N_("three for last"),
    Law.PREDEAL_CUT: N_("two for the cut"),
    Law.TAKEN_BACK: N_("two for what was taken back"),
    Law.FALSE_GO: N_("two for the false go"),
    Law.FALSE_CHALLENGE: N_("two for the false challenge"),
}
"""What is said of a peg outside the show; what was declared is told with its card."""


def _peg_lines(event: Pegged, names: Sequence[str]) -> Iterator[str]:
    if event.law in _PEGS:
        what = gettext(_PEGS[event.law], points=render(number_in_words(event.points)))
        yield f"{names[event.seat]}: {what}{', ' + cards(event.cards) if event.cards else ''}."


def _put_back_line(event: PutBack, names: Sequence[str]) -> str:
    if event.law is Law.FALSE_GAME:
        return gettext(
            "{name} goes back {points} for a false claim of game.", name=names[event.seat], points=event.points
        )
    return gettext("{name} puts {points} back.", name=names[event.seat], points=event.points)


def _play_lines(
    event: Played, until: Sequence[Event], after: Sequence[Event], names: Sequence[str], rules: Rules
) -> Iterator[str]:
    """A card for which points were declared, and what a referee says of it; others are seen on the table."""
    who, what = names[event.seat], gettext("{card} for **{declared}**", card=card(event.card), declared=event.declared)
    if rules.counting is Counting.REFEREE:
        over = (event.declared or 0) - peg_points(_series(until))
        if over > 0:
            yield gettext("{who}: {what}, overscored by {over}.", who=who, what=what, over=over)
        elif over:
            yield gettext("{who}: {what}, {over} overlooked.", who=who, what=what, over=-over)
        elif event.declared:
            yield f"{who}: {what}."
    elif event.declared:
        yield (
            gettext("{who} claims the game with {what}.", who=who, what=what)
            if _claims(event, after)
            else f"{who}: {what}."
        )


def _series(until: Sequence[Event]) -> list[Card]:
    """The cards of the series that ends with the last of these events."""
    since = takewhile(lambda event: not isinstance(event, CountReset | StarterTurned), reversed(until))
    return [event.card for event in since if isinstance(event, Played)][::-1]


def _reply_line(event: Satisfied | Amended | Challenged, names: Sequence[str]) -> str:
    match event:
        case Satisfied():
            return gettext("{name} is satisfied.", name=names[event.seat])
        case Amended():
            return gettext("{name} makes it **{declared}**.", name=names[event.seat], declared=event.declared)
        case Challenged():
            return gettext(_CLAIMS[event.claim, event.upheld], name=names[event.seat])


_CLAIMS: Final = {
    ("too_many", True): N_("{name}: too many, and rightly."),
    ("too_many", False): N_("{name}: too many, but wrongly."),
    ("too_few", True): N_("{name}: too few, and rightly."),
    ("too_few", False): N_("{name}: too few, but wrongly."),
}


# The show.


def _verdict(
    event: Shown, starter: Card, after: Sequence[Event], names: Sequence[str], rules: Rules, *, in_full: bool
) -> str:
    """What a hand or crib was declared, what it truly counts where that may be told, and what becomes of it."""
    whose = gettext(
        "{name}'s crib {cards} with {card}" if event.what == "crib" else "{name}'s hand {cards} with {card}",
        name=names[event.seat],
        cards=hand(event.cards),
        card=card(starter),
    )
    if rules.counting is Counting.CHALLENGE:
        said = gettext(
            "{whose}: declared **{declared}**{claim}.",
            whose=whose,
            declared=event.declared,
            claim=gettext(", which claims the game") if _claims(event, after) else "",
        )
        return " ".join([said, *_reply_lines(event, starter, after, names, in_full=in_full)])
    count = _count(event, starter)
    reckoned = f" {render(spoken_count(count))}" if in_full else ""
    if event.declared is None:
        return f"{whose}: **{count.total}**.{reckoned}"
    if event.declared == count.total:
        return gettext(
            "{whose}: declared **{declared}**, and right.{reckoned}",
            whose=whose,
            declared=event.declared,
            reckoned=reckoned,
        )
    ruling = _ruling(event, event.declared - count.total, after, names, rules)
    return gettext(
        "{whose}: declared {declared}, the true count is **{total}**.{reckoned} {ruling}",
        whose=whose,
        declared=event.declared,
        total=count.total,
        reckoned=reckoned,
        ruling=ruling,
    )


def _reply_lines(
    event: Shown, starter: Card, after: Sequence[Event], names: Sequence[str], *, in_full: bool
) -> Iterator[str]:
    """What was said to a declaration while it lay open, and what came of it."""
    for said in _of_the_window(after):
        match said:
            case Challenged(upheld=True):
                count = _count(event, starter)
                yield _reply_line(said, names)
                yield gettext(
                    "The true count is **{total}**.{count}",
                    total=count.total,
                    count=f" {render(spoken_count(count))}" if in_full else "",
                )
            case Satisfied() | Amended() | Challenged():
                yield _reply_line(said, names)
            case PutBack():
                yield _put_back_line(said, names)
            case Pegged():
                # Its cards are those of the hand, which stand at the head of the line.
                yield from _peg_lines(replace(said, cards=()), names)


def _ruling(event: Shown, over: int, after: Sequence[Event], names: Sequence[str], rules: Rules) -> str:
    """What the referee does with the difference."""
    adversary = names[rules.adversary_of(event.seat)]
    if over > 0:
        if _ended_before(Law.OVERSCORE, after):
            return gettext("Overscored by {points}; the game was over first.", points=points(over))
        if rules.overscore is Overscore.TO_ADVERSARY:
            return ngettext(
                "**Overscored by {points}:** put back, and it goes to {adversary} (law 19).",
                "**Overscored by {points}:** put back, and they go to {adversary} (law 19).",
                over,
                points=points(over),
                adversary=adversary,
            )
        return gettext("**Overscored by {points}:** put back.", points=points(over))
    pegs = (said for said in _of_the_window(after) if isinstance(said, Pegged))
    taken = next((peg.points for peg in pegs if peg.law is Law.MUGGINS), 0)
    if taken:
        return gettext(
            "**Overlooked {points}:** muggins, {taken} to {adversary}.",
            points=points(-over),
            taken=taken,
            adversary=adversary,
        )
    return gettext("**Overlooked {points}:** lost.", points=points(-over))


def _final_count(event: Shown, starter: Card, after: Sequence[Event]) -> int | None:
    """What a declaration came to: as it was declared and amended, or the true count if it was rightly challenged."""
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
    """What follows a declaration at once and belongs to it."""
    for event in takewhile(lambda event: isinstance(event, _OfAWindow), after):
        assert isinstance(event, _OfAWindow)
        yield event


def _claims(event: Played | Shown, after: Sequence[Event]) -> bool:
    """Whether a declaration claims the game: only then is it not pegged at once."""
    first = after[0] if after else None
    return bool(event.declared) and not (isinstance(first, Pegged) and first.law is Law.DECLARED)


def _ended_before(law: Law, after: Sequence[Event]) -> bool:
    """Whether the game ended before this law's points could be pegged."""
    window = list(_of_the_window(after))
    ended_here = len(window) < len(after) and isinstance(after[len(window)], GameWon)
    return ended_here and not any(isinstance(said, Pegged) and said.law is law for said in window)
