"""What happened in a deal, line by line, as everyone at the table may know it: its log, and the hands of its show."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import Final

from bot.i18n.translation import N_, gettext, join_list, ngettext, render
from bot.render.lettering import distinct_names
from bot.render.show import Combination, CountedHand
from bot.ui.core import formatting
from bot.ui.core.formatting import card, cards, hand, points
from engine.cards import Card
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
    PutBack,
    Required,
    SaidGo,
    Satisfied,
    StarterTurned,
    Stopped,
    TakenBack,
)
from engine.laws import Law
from engine.messages import read_texts
from engine.rules import Counting, Renege, Rules
from engine.scoring import IN_ORDER, Count, show
from engine.text.spoken_counts import spoken_count

_TEXTS: Final = read_texts(__package__, "move_log.toml")


def by_law(table: str) -> Mapping[Law, str]:
    """Return the sentences of a table of ``move_log.toml``, which has them by their laws."""
    return {Law(name): text for name, text in _TEXTS[table]["sentences"].items()}


_LATEST_COUNTS: Final = 5_000


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log; ``opening`` if it is about a cut.

    ``beside`` is the text next to a picture of the counted cards, which it leaves out, and ``brief`` leaves out
    what they count too. ``laws`` are those by which points moved to an opponent or were lost, for an
    explanation on request.
    """

    text: str
    beside: str = ""
    brief: str = ""
    opening: bool = False
    laws: tuple[Law, ...] = ()


# The play.


def declared_play_lines(made: Declaration, names: Sequence[str], rules: Rules) -> Iterator[LogLine]:
    """Yield a line for a card that was counted. Where the bot checks, it says what the card really scored."""
    declared = made.declared or 0
    who, what = names[made.seat], card(made.cards[-1])
    if rules.counting is Counting.REFEREE and made.missed:
        ruling, law = _ruling(made, names)
        text = gettext(
            "{name} said {declared} for {card}, really {true}: {ruling}.",
            name=who,
            declared=declared,
            card=what,
            true=made.true,
            ruling=ruling,
        )
        yield LogLine(text, laws=(law,))
    elif declared:
        claims = rules.counting is Counting.CHALLENGE and made.claims_game
        text = gettext(
            "{name} played {card} for **{points}** to win the game."
            if claims
            else "{name} played {card} for **{points}**.",
            name=who,
            card=what,
            points=points(declared),
        )
        yield LogLine(text)


# The answers to a count.


def answer_line(
    answer: Step, made: Declaration | None, names: Sequence[str], *, is_beside: bool = False, in_full: bool = False
) -> LogLine:
    """Return the answer to a count, which is None if it was made before these events.

    It gets its own line, or follows the count of a hand whose true points it proves.
    """
    event, declared = answer.event, made.before(answer) or 0 if made is not None else 0
    whose = None
    if made is not None and not is_beside:
        whose = gettext("{name}'s {declared}", name=names[made.seat], declared=declared)
    if not isinstance(event, Challenged):
        assert isinstance(event, Satisfied | Amended)
        return LogLine(_reply(event, names, whose, "play" if made is None or is_beside else made.what))
    # What is true is worked out for a count that a challenge has proved wrong, and for no other.
    if not event.upheld or made is None:
        return _challenge_line(event, answer.pegs, names, whose=whose)
    total, over = made.true if is_beside else None, declared - made.true
    line = _challenge_line(event, answer.pegs, names, whose=whose, over=over, total=total)
    return replace(line, text=f"{line.text} {render(spoken_count(_combinations(made)))}") if in_full else line


def _reply(event: Satisfied | Amended, names: Sequence[str], whose: str | None, what: str) -> str:
    """Return who accepted or changed a count; ``whose`` names it in a line of its own, and is None beside the count."""
    if isinstance(event, Satisfied):
        if whose is None:
            return gettext("{name} accepted.", name=names[event.seat])
        return gettext("{name} accepted {count}.", name=names[event.seat], count=whose)
    return gettext(_TEXTS["changed"]["sentences"][what], name=names[event.seat], declared=event.declared)


def _challenge_line(
    event: Challenged,
    pegs: Sequence[Peg],
    names: Sequence[str],
    *,
    whose: str | None,
    over: int | None = None,
    total: int | None = None,
) -> LogLine:
    """Return the line of a challenge and its result.

    ``over`` is what was declared beyond the true count, and ``total`` the true count of a hand if it was upheld. A
    count that was challenged wrongly may be wrong the other way, so the line does not call it right.
    """
    name, of = names[event.seat], names[event.against]
    called = "points" if event.points is not None else "count" if whose and event.claim == "too_many" else event.claim
    if not event.upheld:
        given = [peg.points for peg in pegs if peg.law is Law.FALSE_CHALLENGE]
        result = gettext(": {points} to {name}", points=points(given[0]), name=of) if given else ""
        text = gettext(
            _TEXTS["wrong_challenges"]["sentences"][called], name=name, result=result, called=event.points, count=whose
        )
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
    text = gettext(
        _TEXTS["right_challenges"]["sentences"][called], name=name, ruling=ruling, called=event.points, count=whose
    )
    if back:
        text += gettext(" {name} loses {points} for the wrong claim.", name=of, points=points(back[0]))
    return LogLine(text, laws=(law, Law.FALSE_GAME) if back else (law,))


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


def verdict(made: Declaration, names: Sequence[str], rules: Rules, *, in_full: bool) -> LogLine:
    """Return the line of a count: what the player said, the true count where players may know it, and the result."""
    assert made.step.starter is not None
    owner = title_of(names[made.seat], made.what)
    whose = gettext("{owner} {cards} with {card}", owner=owner, cards=hand(made.cards), card=card(made.step.starter))
    if rules.counting is Counting.CHALLENGE:
        line, spoken = _answered(whose, made, names, in_full=in_full), ""
    else:
        line, spoken = _checked(whose, made, names), f" {render(spoken_count(_combinations(made)))}" if in_full else ""
    brief = line.text.replace(whose, owner, 1)
    return replace(line, text=line.text + spoken, beside=brief + spoken, brief=brief)


def _answered(whose: str, made: Declaration, names: Sequence[str], *, in_full: bool) -> LogLine:
    said = gettext(
        "{whose}: counted **{declared}** to win the game." if made.claims_game else "{whose}: counted **{declared}**.",
        whose=whose,
        declared=made.declared,
    )
    replies = [answer_line(answer, made, names, is_beside=True, in_full=in_full) for answer in made.answers]
    laws = dict.fromkeys(law for reply in replies for law in reply.laws)
    return LogLine(" ".join([said, *(reply.text for reply in replies)]), laws=tuple(laws))


def _checked(whose: str, made: Declaration, names: Sequence[str]) -> LogLine:
    declared, total = made.declared, _combinations(made).total
    if declared is None:
        return LogLine(formatting.labelled(whose, f"**{total}**."))
    if declared == total:
        return LogLine(gettext("{whose}: counted **{declared}**. Correct!", whose=whose, declared=declared))
    ruling, law = _ruling(made, names)
    text = gettext(
        "{whose}: said {declared}, really **{total}**: {ruling}.",
        whose=whose,
        declared=declared,
        total=total,
        ruling=ruling,
    )
    return LogLine(text, laws=(law,))


def _ruling(made: Declaration, names: Sequence[str]) -> tuple[str, Law]:
    over, step = -made.missed, made.step
    law = Law.OVERSCORE if over > 0 else Law.MUGGINS
    taken = [peg for peg in step.pegs if peg.law is law]
    if taken:
        return _given(law, taken[0].points, names[taken[0].seat], abs(over)), law
    if over < 0:
        return ngettext("the missed point is lost", "the {number} missed points are lost", -over), law
    if isinstance(step.then, GameWon):
        return gettext("the game was already over"), law
    return _off(over), law


def counted_hands(made: Iterable[Declaration], names: Sequence[str], rules: Rules) -> tuple[CountedHand, ...]:
    """Return hands and cribs that were counted, with their combinations as far as players may know them.

    Where players check each other, a hand has combinations only once a challenge has proved it.
    """
    titles = distinct_names(names)
    return tuple(_counted(one, titles[one.seat], rules) for one in made if one.step.starter is not None)


def _counted(made: Declaration, name: str, rules: Rules) -> CountedHand:
    cards, title = tuple(sorted(made.cards, key=IN_ORDER)), title_of(name, made.what)
    starter, declared = made.step.starter, made.before(made.proof)
    if declared is not None and rules.counting is Counting.CHALLENGE and made.proof is None:
        return CountedHand(title, cards, starter, None, declared)
    count, note = _combinations(made), ""
    if declared is not None and declared != count.total:
        note = gettext("said {declared}, really {total}", declared=declared, total=count.total)
    combinations, total = [], 0
    for item in count.items:
        total += item.points
        combinations.append(Combination(gettext(_LABELS[item.law], number=len(item.cards)), item.cards, total))
    return CountedHand(title, cards, starter, tuple(combinations), count.total, note)


_LABELS: Final = by_law("labels")


def title_of(name: str, what: str) -> str:
    return gettext("{name}'s crib" if what == "crib" else "{name}'s hand", name=name)


def _combinations(made: Declaration) -> Count:
    assert made.step.starter is not None
    return _counted_cards(made.cards, made.step.starter, crib=made.what == "crib")


@lru_cache(_LATEST_COUNTS)
def _counted_cards(cards: Sequence[Card], starter: Card, *, crib: bool) -> Count:
    """Return the combinations of a hand; every screen of this deal and the next shows them again."""
    return show(cards, starter, crib=crib)


# The log.


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


def lines_of_points(course: Course, step: Step, names: Sequence[str]) -> list[LogLine]:
    """Return what the points were for that a step pegged: a card, a hand or crib in full, an answer or a penalty."""
    made = course.declarations.get(step.about)
    if made is not None and made.what != "play":
        return [verdict(made, names, course.rules, in_full=True)]
    return list(_lines(course, step, made, names))


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
        case Played(seat=seat) as event:
            own = list(takewhile(lambda peg: peg.seat == seat and peg.law in _IN_THE_PLAY, step.pegs))
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
            yield gettext(_TEXTS["does"]["sentences"][type(event).__name__], name=names[event.seat])
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


def _cut_line(event: ForDealCut, names: Sequence[str]) -> str:
    numbers = (
        [gettext(" at {number}", number=number) for number in event.numbers]
        if event.numbers
        else [""] * len(event.cards)
    )
    cut = (f"{name} {card(of)}{at}" for name, of, at in zip(names, event.cards, numbers, strict=True))
    return gettext("Cut for deal: {cut}.", cut=", ".join(cut))


_PEGS: Final = by_law("pegs")
"""The lines for points that belong to no count and to no card that has just been played."""

_PENALTIES: Final = frozenset({Law.PREDEAL_CUT, Law.TAKEN_BACK, Law.FALSE_GO})

_IN_THE_PLAY: Final = by_law("in_the_play")


def _play_line(event: Played, pegs: Sequence[Peg], names: Sequence[str]) -> LogLine:
    text = gettext(
        "{name} played {card}: {what}.",
        name=names[event.seat],
        card=card(event.card),
        what=join_list([gettext(_IN_THE_PLAY[peg.law], points=peg.points) for peg in pegs]),
    )
    return LogLine(text)
