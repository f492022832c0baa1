"""An answer as a message in Discord: how the cards were read, the total in bold, and everything that makes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from typing import Final, assert_never

from bot.i18n.translation import gettext, render
from bot.ui.core import words
from engine.analysis.answers import (
    Answer,
    Choice,
    DiscardAnswer,
    FourCardAnswer,
    HandAnswer,
    PlayAnswer,
    RanksAnswer,
    Step,
)
from engine.analysis.explain import (
    called,
    combinations,
    due,
    expectation,
    grouped,
    judged,
    miscalled,
    named,
    never,
    percent,
    rarity_text,
    suits_may_add,
    suits_that_add,
)
from engine.analysis.odds import Starters
from engine.cards import Card
from engine.text.reader import Question, write_question
from engine.text.spoken_counts import lines

BEST: Final = 3
"""So many of the best are told in full: choices of what to lay away, and totals with their starters."""


def answer_text(answer: Answer) -> str:
    """The answer as one message: what matters in full, the rest in small print."""
    return words.visible("\n".join(chain(_lines(answer), _small(map(render, answer.question.notes)))))


def _lines(answer: Answer) -> Iterator[str]:
    match answer:
        case HandAnswer():
            return _hand(answer)
        case RanksAnswer():
            return _ranks(answer)
        case FourCardAnswer():
            return _four(answer)
        case DiscardAnswer():
            return _six(answer)
        case PlayAnswer():
            return _play(answer)
        case _:
            assert_never(answer)


def _read_as(question: Question) -> str:
    return f"`{write_question(question)}`"


def _points(total: int) -> str:
    return f"**{words.points(total)}**"


def _small(told: Iterable[str]) -> Iterator[str]:
    return (f"-# {line}" for line in told)


def _hand(answer: HandAnswer) -> Iterator[str]:
    question, total = answer.question, answer.count.total
    yield f"{_read_as(question)}: {_points(total)}."
    yield render(answer.words)
    if answer.verdict is not None:
        yield judged(answer.verdict)
        yield from never(answer.verdict, len(question.hand), crib=question.crib)
    yield from due(total, len(question.hand))
    yield from _small(chain(map(render, lines(answer.count)), _other_starters(answer.otherwise)))
    yield from _small([rarity_text(answer.rarity, called(answer))])


def _other_starters(otherwise: Sequence[tuple[Card, int]]) -> Iterator[str]:
    """Where it matters, that the last card is the starter, and what another would have made."""
    totals: dict[int, list[str]] = {}
    for card, total in otherwise:
        totals.setdefault(total, []).append(card.face)
    if totals:
        others = "; ".join(
            gettext("with {cards} instead, {total}", cards=gettext(" or ").join(cards), total=total)
            for total, cards in sorted(totals.items())
        )
        yield gettext("The last card is the starter; {others}.", others=others)


def _ranks(answer: RanksAnswer) -> Iterator[str]:
    question, least = answer.question, answer.total
    more = [case for case in answer.cases if case.total > least]
    others = "".join(gettext(", or **{total}** {suits}", total=case.total, suits=suits_that_add(case)) for case in more)
    yield f"{_read_as(question)}: {_points(least)}{others}."
    yield render(answer.words)
    if answer.verdict is not None:
        yield judged(answer.verdict)
        yield from never(answer.verdict, len(question.hand), crib=question.crib)
    if len(answer.rarities) == 1:
        yield from due(least, len(question.hand))
    yield from _small(combinations(answer.items))
    if more and not question.starter_marked:
        yield from _small([gettext("The last card is the starter.")])
    yield from _small(rarity_text(rarity, called(answer)) for rarity in answer.rarities)


def _four(answer: FourCardAnswer) -> Iterator[str]:
    question, starters = answer.question, answer.starters
    is_suited = question.cards[0].card is not None
    alone = "" if is_suited else gettext(", by the ranks alone")
    yield gettext(
        "{question}: {points} now, without a starter.", question=_read_as(question), points=_points(answer.total)
    )
    yield render(answer.words)
    if answer.verdict is not None:
        yield judged(answer.verdict)
    yield gettext(
        "With the starter **{mean:.2f}** on average, from {worst} to {best}{alone}:",
        mean=float(starters.mean),
        worst=starters.worst[0],
        best=starters.best[0],
        alone=alone,
    )
    yield from _starters(starters, is_suited=is_suited)
    yield from suits_may_add(answer)
    yield from _small(combinations(answer.items))


def _starters(starters: Starters, *, is_suited: bool) -> Iterator[str]:
    """The best totals with their starters and how likely they are; the others in one line."""
    best = [*reversed(starters.by_total)]
    many = sum(len(cards) for _, cards in best)
    shown = best if len(best) == BEST + 1 else best[:BEST]
    unseen = Counter(card.rank for _, cards in best for card in cards)
    for total, cards in shown:
        share = percent(Fraction(100 * len(cards), many))
        which = " ".join(grouped(cards, unseen, suited=is_suited))
        yield gettext(
            "- **{total}** with {number} of {many} starters ({share}%): {which}",
            total=total,
            number=len(cards),
            many=many,
            share=share,
            which=which,
        )
    rest = [gettext("{total} with {number}", total=total, number=len(cards)) for total, cards in best[len(shown) :]]
    if rest:
        yield f"- {', '.join(rest)}"


def _six(answer: DiscardAnswer) -> Iterator[str]:
    yield gettext("{question}: two of six to lay away.", question=_read_as(answer.question))
    for who, sign, choices in (("dealer", "+", answer.dealer), ("pone", "-", answer.pone)):
        best = choices[0]
        yield gettext(
            "As {who} lay away **{away}** and keep {kept}: {worth}.",
            who=gettext(who),
            away=named(best.away),
            kept=named(best.kept),
            worth=_worth(best, sign),
        )
        yield from _small(
            gettext("Next {away}: {worth}", away=named(choice.away), worth=_worth(choice, sign))
            for choice in choices[1:BEST]
        )
    yield from _small([expectation(answer)])


def _worth(choice: Choice, sign: str) -> str:
    return gettext(
        "{hand:.2f} in hand {sign} {crib:.2f} in the crib = **{total:.2f}**",
        hand=choice.hand,
        sign=sign,
        crib=choice.crib,
        total=choice.total,
    )


def _play(answer: PlayAnswer) -> Iterator[str]:
    last = answer.steps[-1]
    yield gettext(
        "{question}: {points} for {face}, the last card, at {count}.",
        question=_read_as(answer.question),
        points=_points(last.points),
        face=last.card.face,
        count=last.count,
    )
    if answer.is_count_wrong:
        yield miscalled(answer.question, last)
    if answer.verdict is not None:
        yield judged(answer.verdict, in_play=True)
    yield from _small(_step(step, begins=number == 0) for number, step in enumerate(answer.steps))
    if last.count < 31:
        yield from _small([gettext(_ONE_MORE)])


_ONE_MORE: Final = "One more for a go or the last card, if nobody can add to it."


def _step(step: Step, *, begins: bool) -> str:
    begun = gettext("the count begins anew, ") if step.anew and not begins else ""
    pegs = ", ".join(f"{gettext(item.law.title.lower())} {item.points}" for item in step.items)
    return f"{step.card.face}: {begun}{step.count}{f' - {pegs}' if pegs else ''}"
