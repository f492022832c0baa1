"""Answers to questions about cards as Discord messages: the reading, the total in bold, and the combinations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from typing import Final, assert_never

from bot.i18n.translation import gettext, render
from bot.ui.core import formatting
from engine.analysis.answers import (
    Answer,
    Choice,
    DiscardAnswer,
    FourCardAnswer,
    HandAnswer,
    PlayAnswer,
    RanksAnswer,
    Verdict,
)
from engine.analysis.explain import (
    ONE_MORE,
    explain_combinations,
    explain_impossible_count,
    explain_means,
    explain_rarity,
    explain_steps,
    explain_total,
    explain_verdict,
    explain_wrong_count,
    faces_text,
    kind_of_hand,
    percent,
    starter_faces,
    suits_may_add,
    suits_that_add,
)
from engine.analysis.odds import Starters
from engine.cards import Card
from engine.messages import Message
from engine.text.reader import HandQuestion, Question, RanksQuestion, write_question
from engine.text.spoken_counts import lines

BEST: Final = 3
"""How many of the best are shown in full: discards, and totals with their starters."""


def answer_text(answer: Answer) -> str:
    """Return an answer as one message: the most important lines in full, the rest in small print."""
    return formatting.with_visible_suits("\n".join(chain(_lines(answer), _small(map(render, answer.question.notes)))))


def _lines(answer: Answer) -> Iterator[str]:
    match answer:
        case HandAnswer():
            return _hand(answer)
        case RanksAnswer():
            return _ranks(answer)
        case FourCardAnswer():
            return _four_cards(answer)
        case DiscardAnswer():
            return _discards(answer)
        case PlayAnswer():
            return _play(answer)
        case _:
            assert_never(answer)


def _read_as(question: Question) -> str:
    return f"`{write_question(question)}`"


def _points(total: int) -> str:
    return f"**{formatting.points(total)}**"


def _small(texts: Iterable[str]) -> Iterator[str]:
    return (f"-# {text}" for text in texts)


def _rendered(messages: Iterable[Message]) -> Iterator[str]:
    return map(render, messages)


def _verdict(verdict: Verdict | None, question: HandQuestion | RanksQuestion) -> Iterator[str]:
    """Return what is said about a count declared for a hand with its starter."""
    if verdict is not None:
        yield render(explain_verdict(verdict))
        yield from _rendered(explain_impossible_count(verdict, len(question.hand), crib=question.crib))


def _hand(answer: HandAnswer) -> Iterator[str]:
    question, total = answer.question, answer.count.total
    yield f"{_read_as(question)}: {_points(total)}."
    yield render(answer.words)
    yield from _verdict(answer.verdict, question)
    yield from _rendered(explain_total(total, len(question.hand)))
    yield from _small(chain(_rendered(lines(answer.count)), _other_starters(answer.otherwise)))
    yield from _small([render(explain_rarity(answer.rarity, kind_of_hand(answer)))])


def _other_starters(otherwise: Sequence[tuple[Card, int]]) -> Iterator[str]:
    """Return that the last card is the starter, and what other starters would have made."""
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
    others = "".join(
        gettext(", or **{total}** {suits}", total=case.total, suits=render(suits_that_add(case))) for case in more
    )
    yield f"{_read_as(question)}: {_points(least)}{others}."
    yield render(answer.words)
    yield from _verdict(answer.verdict, question)
    if len(answer.rarities) == 1:
        yield from _rendered(explain_total(least, len(question.hand)))
    yield from _small(_rendered(explain_combinations(answer.items)))
    if more and not question.starter_marked:
        yield from _small([gettext("The last card is the starter.")])
    yield from _small(render(explain_rarity(rarity, kind_of_hand(answer))) for rarity in answer.rarities)


def _four_cards(answer: FourCardAnswer) -> Iterator[str]:
    question, starters = answer.question, answer.starters
    is_suited = question.cards[0].card is not None
    alone = "" if is_suited else gettext(", by the ranks alone")
    yield gettext(
        "{question}: {points} now, without a starter.", question=_read_as(question), points=_points(answer.total)
    )
    yield render(answer.words)
    if answer.verdict is not None:
        yield render(explain_verdict(answer.verdict))
    yield gettext(
        "With the starter **{mean:.2f}** on average, from {worst} to {best}{alone}:",
        mean=float(starters.mean),
        worst=starters.worst[0],
        best=starters.best[0],
        alone=alone,
    )
    yield from _starters(starters, is_suited=is_suited)
    yield from _rendered(suits_may_add(answer))
    yield from _small(_rendered(explain_combinations(answer.items)))


def _starters(starters: Starters, *, is_suited: bool) -> Iterator[str]:
    """Return the best totals with their starters and probabilities, and the other totals in one line."""
    best = [*reversed(starters.by_total)]
    many = sum(len(cards) for _, cards in best)
    shown = best if len(best) == BEST + 1 else best[:BEST]
    unseen = Counter(card.rank for _, cards in best for card in cards)
    for total, cards in shown:
        share = percent(Fraction(100 * len(cards), many))
        which = " ".join(starter_faces(cards, unseen, is_suited=is_suited))
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


def _discards(answer: DiscardAnswer) -> Iterator[str]:
    yield gettext("{question}: two of six to lay away.", question=_read_as(answer.question))
    yield from _best_discards(gettext("dealer"), "+", answer.dealer)
    yield from _best_discards(gettext("pone"), "-", answer.pone)
    yield from _small([render(explain_means(answer))])


def _best_discards(who: str, sign: str, choices: Sequence[Choice]) -> Iterator[str]:
    """Return the best discard in full, and the next ones in small print."""
    best = choices[0]
    yield gettext(
        "As {who} lay away **{away}** and keep {kept}: {worth}.",
        who=who,
        away=faces_text(best.away),
        kept=faces_text(best.kept),
        worth=_worth(best, sign),
    )
    yield from _small(
        gettext("Next {away}: {worth}", away=faces_text(choice.away), worth=_worth(choice, sign))
        for choice in choices[1:BEST]
    )


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
        yield render(explain_wrong_count(answer.question, last))
    if answer.verdict is not None:
        yield render(explain_verdict(answer.verdict, in_play=True))
    yield from _small(_rendered(explain_steps(answer.steps)))
    if last.count < 31:
        yield from _small([render(ONE_MORE)])
