"""The move log: what happened in a deal, line by line, as everyone at the table may know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Final

from bot.i18n.translation import N_, gettext, join_list, ngettext
from bot.ui.core.formatting import card, cards, points
from bot.ui.games.count_lines import LogLine, answer_line, declared_play_lines
from engine.course import Course, Declaration, Peg, Step
from engine.events import (
    Amended,
    Challenged,
    Conceded,
    CutToDealer,
    CutWaived,
    DealerChosen,
    DealStood,
    Event,
    ForDealCut,
    FreshDealChosen,
    GameWon,
    NumberNamed,
    Pegged,
    Played,
    Required,
    SaidGo,
    Satisfied,
    StarterTurned,
    Stopped,
    TakenBack,
)
from engine.laws import Law
from engine.rules import Renege, Rules


def move_log(course: Course, names: Sequence[str], deal: int = -1) -> list[LogLine]:
    """Return the lines of the log of a deal, the last one or another of ``course.deals``, with the cut before it.

    What was counted in its show, with the answers, has lines of its own: see ``verdict``.
    A count that may be challenged is never said to be true or false, except when a challenge was upheld.
    """
    steps, lines = course.deals[deal], list[LogLine]()
    people = _before_the_cut(course.events, names) if steps is course.deals[0] else names
    for step in steps:
        if isinstance(step.event, ForDealCut) and step.event.places is not None:
            people = names
        made = course.declarations.get(step.about)
        if made is None or made.what == "play" or made.place < steps[0].place:
            lines.extend(_lines(course, step, made, people))
        else:
            lines.extend(_peg_lines(step.pegs, people))
    return lines


_CUTS: Final = (ForDealCut, DealerChosen, NumberNamed, CutWaived, CutToDealer)
"""The events before a deal, which the log drops once the starter is turned up."""


def _before_the_cut(events: Sequence[Event], names: Sequence[str]) -> Sequence[str]:
    """Return the names by the first places of the players; the cut may have given them other seats."""
    for event in events:
        if isinstance(event, ForDealCut) and event.places is not None:
            by_place = dict(zip(event.places, names, strict=True))
            return [by_place[place] for place in range(len(names))]
    return names


def _lines(course: Course, step: Step, made: Declaration | None, names: Sequence[str]) -> Iterator[LogLine]:
    """Yield the lines that a step adds to the log; ``made`` is the count that it makes or answers."""
    rules, named = course.rules, 0
    match step.event:
        case Played(declared=int()) if made is not None:
            yield from declared_play_lines(made, names, rules)
        case Played() as event:
            own = _pegs_of_card(event, step.pegs) if step.pegs else []
            named = len(own)
            if own:
                yield _play_line(event, own, names)
        case Satisfied() | Amended() | Challenged():
            yield answer_line(step, made, names)
        case SaidGo(false=True) as event if rules.renege is not Renege.REQUIRE_OR_TWO:
            named = 1
            yield _false_go_line(event, step, names)
        case Required() if rules.renege is not Renege.REQUIRE_OR_TWO:
            # The line of the go says that its player must play.
            pass
        case NumberNamed(seat=seat, number=number):
            # Once everyone has cut, the cut itself has the numbers.
            if not any(isinstance(later, ForDealCut) for later in course.events[step.place :]):
                yield LogLine(gettext("{name} cut at {number}.", name=names[seat], number=number), opening=True)
        case Conceded() as event:
            yield LogLine(_conceded_line(event, step.then, names, rules))
        case event:
            yield from _other_lines(event, names, rules)
    if len(step.pegs) > named:
        yield from _peg_lines(step.pegs[named:], names)


def _peg_lines(pegs: Iterable[Peg], names: Sequence[str]) -> Iterator[LogLine]:
    for peg in pegs:
        if isinstance(peg, Pegged) and peg.law in _PEGS:
            text = gettext(_PEGS[peg.law], name=names[peg.seat], points=points(peg.points), cards=cards(peg.cards))
            yield LogLine(text, laws=(peg.law,) if peg.law in _PENALTIES else ())


def _false_go_line(event: SaidGo, step: Step, names: Sequence[str]) -> LogLine:
    name, pegs = names[event.seat], step.pegs[:1]
    given = sum(peg.points for peg in pegs)
    text = ngettext(
        "{name} had {number} playable card: {other} pegs {points}.",
        "{name} had {number} playable cards: {other} pegs {points}.",
        given // 2,
        name=name,
        other=names[pegs[0].seat] if pegs else "",
        points=given,
    )
    if isinstance(step.then, Required):
        text += gettext(" {name} must play.", name=name)
    return LogLine(text, laws=(Law.FALSE_GO,))


def _other_lines(event: Event, names: Sequence[str], rules: Rules) -> Iterator[LogLine]:
    match event:
        case SaidGo():
            said = N_('{name} said "go" but has a playable card.') if event.false else N_('{name} said "go".')
            yield LogLine(gettext(said, name=names[event.seat]), laws=(Law.FALSE_GO,) if event.false else ())
        case TakenBack():
            yield LogLine(gettext("{name} took back a discard.", name=names[event.seat]), laws=(Law.TAKEN_BACK,))
        case Required():
            text = gettext("{name} made {other} play.", name=names[event.seat], other=names[event.of])
            yield LogLine(text, laws=(Law.FALSE_GO,))
        case _:
            for text in _deal_lines(event, names, rules):
                yield LogLine(text, opening=isinstance(event, _CUTS))


def _conceded_line(event: Conceded, then: Event | None, names: Sequence[str], rules: Rules) -> str:
    """Return who gave the game up; of three players the others play on."""
    name, resigned = names[event.seat], event.why == "resigned"
    if rules.players == 3 and not isinstance(then, GameWon) and not rules.first_edition:
        others = join_list([other for seat, other in enumerate(names) if seat != event.seat])
        return gettext(
            "{name} resigned and lost. {others} play on."
            if resigned
            else "{name} ran out of time and lost. {others} play on.",
            name=name,
            others=others,
        )
    return gettext("{name} resigned." if resigned else "{name} ran out of time.", name=name)


def _deal_lines(event: Event, names: Sequence[str], rules: Rules) -> Iterator[str]:
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


def _pegs_of_card(event: Played, pegs: Iterable[Peg]) -> list[Peg]:
    return list(takewhile(lambda peg: peg.seat == event.seat and peg.law in _IN_THE_PLAY, pegs))


def _play_line(event: Played, pegs: Sequence[Peg], names: Sequence[str]) -> LogLine:
    """Return the line of a card that scored; other cards are seen among the open cards."""
    text = gettext(
        "{name} played {card}: {what}.",
        name=names[event.seat],
        card=card(event.card),
        what=join_list([gettext(_IN_THE_PLAY[peg.law], points=peg.points) for peg in pegs]),
    )
    return LogLine(text)
