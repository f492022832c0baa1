"""The move log: what happened in a deal, line by line, as everyone at the table may know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.i18n.translation import N_, gettext, join_list, ngettext
from bot.ui.core.formatting import card, cards, points
from bot.ui.games.count_lines import LogLine, answer_line, declared_play_lines, verdict
from engine.analysis.count_answers import answers_by_count, pegs_after
from engine.cards import Card
from engine.events import (
    Amended,
    Challenged,
    Conceded,
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
    Required,
    SaidGo,
    Satisfied,
    Shown,
    StarterTurned,
    Stopped,
    TakenBack,
)
from engine.laws import Law
from engine.rules import Renege, Rules


def move_log(
    events: Sequence[Event], names: Sequence[str], rules: Rules, *, in_full: bool = True, latest_only: bool = False
) -> list[list[LogLine]]:
    """Return the lines of the log, one list for each deal, with the cut that goes before it.

    Counts are spoken ``in_full``, or else given by their totals alone. With ``latest_only`` the lists of all deals but
    the last are empty.
    A count that may be challenged is never said to be true or false, except when a challenge was upheld.
    """
    deals: list[list[LogLine]] = [[]]
    people = _before_the_cut(events, names)
    answers = answers_by_count(events)
    counts = {answer: count for count, given in answers.items() for answer in given}
    starter: Card | None = None
    is_open = False
    described = begun = 0
    first = _latest_deal_in(events) if latest_only else 0
    for place, event in enumerate(events):
        if is_open and isinstance(event, _BEGINS_DEAL):
            deals.append([])
            is_open, begun = False, place
        match event:
            case ForDealCut(places=tuple()):
                people = names
            case StarterTurned():
                starter, is_open = event.card, True
        if place < first:
            continue
        if isinstance(event, Shown) and starter is not None:
            given = answers.get(place, ())
            deals[-1].append(verdict(events, place, given, starter, names, rules, in_full=in_full))
        count = counts.get(place)
        if place < described or (count is not None and count >= begun and isinstance(events[count], Shown)):
            # The line of a count has its answers, except those of the next deal.
            continue
        lines, followers = _lines(events, place, count, people, rules)
        deals[-1].extend(replace(line, opening=isinstance(event, _CUTS)) for line in lines)
        described = place + 1 + followers
    return deals


_CUTS: Final = (ForDealCut, DealerChosen, NumberNamed, CutWaived, CutToDealer)
"""The events before a deal, which the log drops once the starter is turned up."""


_BEGINS_DEAL: Final = (Dealt, CutToDealer, CutWaived)
"""The first event of a deal, with or without ceremony."""


def _latest_deal_in(events: Sequence[Event]) -> int:
    """Return the place of the first event of the last deal, or of what goes before it."""
    first, is_open = 0, False
    for place, event in enumerate(events):
        if is_open and isinstance(event, _BEGINS_DEAL):
            first, is_open = place, False
        elif isinstance(event, StarterTurned):
            is_open = True
    return first


def _before_the_cut(events: Sequence[Event], names: Sequence[str]) -> Sequence[str]:
    """Return the names by the first places of the players; the cut may have given them other seats."""
    for event in events:
        if isinstance(event, ForDealCut) and event.places is not None:
            by_place = dict(zip(event.places, names, strict=True))
            return [by_place[place] for place in range(len(names))]
    return names


def _lines(
    events: Sequence[Event], place: int, count: int | None, names: Sequence[str], rules: Rules
) -> tuple[list[LogLine], int]:
    """Return the lines that one event adds to the log, and how many of the events after it they include.

    ``count`` is the place of the count that the event answers, if it answers one of these events.
    """
    after = events[place + 1 :]
    match events[place]:
        case Played(declared=int()):
            return declared_play_lines(events, place, names, rules)
        case Played() as event:
            return _play_lines(event, after, names)
        case Satisfied() | Amended() | Challenged():
            line, followers = answer_line(events, place, count, names)
            return [line], followers
        case SaidGo(false=True) as event:
            return _false_go_lines(event, after, names, rules)
        case event:
            return list(_other_lines(event, after, names, rules)), 0


def _false_go_lines(
    event: SaidGo, after: Sequence[Event], names: Sequence[str], rules: Rules
) -> tuple[list[LogLine], int]:
    """Return the line of a go with a playable card, and the number of events after it that it includes.

    Where each card costs two at once, the line says how many there were and what follows.
    """
    name = names[event.seat]
    if rules.renege is Renege.REQUIRE_OR_TWO:
        text = gettext('{name} said "go" but has a playable card.', name=name)
        return [LogLine(text, laws=(Law.FALSE_GO,))], 0
    pegs = [peg for peg in pegs_after(after) if isinstance(peg, Pegged)][:1]
    followed = after[len(pegs) : len(pegs) + 1]
    required = [said for said in followed if isinstance(said, Required)]
    given = sum(peg.points for peg in pegs)
    text = ngettext(
        "{name} had {number} playable card: {other} pegs {points}.",
        "{name} had {number} playable cards: {other} pegs {points}.",
        given // 2,
        name=name,
        other=names[pegs[0].seat] if pegs else "",
        points=given,
    )
    if required:
        text += gettext(" {name} must play.", name=name)
    return [LogLine(text, laws=(Law.FALSE_GO,))], len(pegs) + len(required)


def _other_lines(event: Event, after: Sequence[Event], names: Sequence[str], rules: Rules) -> Iterator[LogLine]:
    match event:
        case Pegged() if event.law in _PEGS:
            text = gettext(
                _PEGS[event.law], name=names[event.seat], points=points(event.points), cards=cards(event.cards)
            )
            yield LogLine(text, laws=(event.law,) if event.law in _PENALTIES else ())
        case SaidGo():
            yield LogLine(gettext('{name} said "go".', name=names[event.seat]))
        case NumberNamed():
            # Once everyone has cut, the cut itself has the numbers.
            if not any(isinstance(later, ForDealCut) for later in after):
                yield LogLine(gettext("{name} cut at {number}.", name=names[event.seat], number=event.number))
        case TakenBack():
            yield LogLine(gettext("{name} took back a discard.", name=names[event.seat]), laws=(Law.TAKEN_BACK,))
        case Required():
            text = gettext("{name} made {other} play.", name=names[event.seat], other=names[event.of])
            yield LogLine(text, laws=(Law.FALSE_GO,))
        case Conceded():
            yield LogLine(_conceded_line(event, after, names, rules))
        case _:
            for text in _deal_lines(event, names, rules):
                yield LogLine(text)


def _conceded_line(event: Conceded, after: Sequence[Event], names: Sequence[str], rules: Rules) -> str:
    """Return who gave the game up; of three players the others play on."""
    name, resigned = names[event.seat], event.why == "resigned"
    if rules.players == 3 and not any(isinstance(said, GameWon) for said in after[:1]) and not rules.first_edition:
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
    """Yield the lines of the cuts and of the deal."""
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
