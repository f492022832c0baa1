"""Explain an answer in plain sentences, line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Final, assert_never

from engine.analysis.answers import (
    Answer,
    Choice,
    Combination,
    DiscardAnswer,
    FourCardAnswer,
    HandAnswer,
    PlayAnswer,
    RanksAnswer,
    Step,
    Verdict,
)
from engine.analysis.odds import Case, Rarity, Starters, odds_of
from engine.cards import Card, Rank
from engine.laws import Law
from engine.messages import N_, Message, counted, joined, listed, message
from engine.text.notation import Face
from engine.text.reader import PlayQuestion, Question, write_question
from engine.text.spoken_counts import LAW_TITLES, lines, number_in_words

SHOWN: Final = 3
"""How many discards are explained for each of dealer and pone."""

GREATEST: Final = message("The greatest hand there is; many play all their lives and never hold it.")
ALL_BUT: Final = message("One short of the greatest hand there is.")
NINETEEN: Final = message('No hand can ever count nineteen, so a hand of nothing is called "nineteen".')
ONE_MORE: Final = message("One more for a go or the last card, if nobody can add to it.")


def explain(answer: Answer) -> tuple[Message, ...]:
    """Return the answer in lines: the total first, then how the cards were read, then everything else."""
    return (*_lines(answer), *answer.question.notes)


def _lines(answer: Answer) -> Iterator[Message]:
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


# A declared count.


def explain_verdict(verdict: Verdict, *, in_play: bool = False) -> Message:
    """Return whether a declared count is right, and what laws 19 and 20 and muggins would do about it."""
    if verdict.rivals:
        return _explain_rivals(verdict, in_play=in_play)
    declared = verdict.declared
    match verdict.kind:
        case "right":
            return message("{said} is right; to challenge it would cost two (law 20).", said=declared)
        case "over":
            return _too_many(verdict)
        case "under":
            return _too_few(verdict)
        case "wrong":
            return message(
                "{said} is wrong however the suits are: the count is {truth}.", said=declared, truth=_totals(verdict)
            )
        case "depends":
            return _depends(verdict, in_play=in_play)
        case _:
            assert_never(verdict.kind)


def _too_many(verdict: Verdict) -> Message:
    if len(verdict.totals) == 1:
        return message(
            "{said} is {by} too many: by law 19 the adversary may put it back to {truth} and take the {by} over.",
            said=verdict.declared,
            by=_number(verdict.surplus),
            truth=_totals(verdict),
        )
    return message(
        "{said} is too many: by law 19 the adversary may put it back to {truth} and take the surplus over.",
        said=verdict.declared,
        truth=_totals(verdict),
    )


def _too_few(verdict: Verdict) -> Message:
    if len(verdict.totals) == 1:
        return message(
            "{said} is {by} too few, for it is {truth}: what is overlooked is lost, or where muggins is played the "
            "adversary takes the {by}.",
            said=verdict.declared,
            by=_number(-verdict.surplus),
            truth=_totals(verdict),
        )
    return message(
        "{said} is too few, for it is {truth}: what is overlooked is lost, or where muggins is played the adversary "
        "takes the rest.",
        said=verdict.declared,
        truth=_totals(verdict),
    )


def _explain_rivals(verdict: Verdict, *, in_play: bool) -> Message:
    """Return which of several declared counts is right, if any is."""
    counts = listed((verdict.declared, *verdict.others), "and")
    right = [rival for rival in verdict.rivals if rival.kind in ("right", "depends")]
    if not right:
        return message("None of {counts} is right: it is {truth}.", counts=counts, truth=_totals(verdict))
    if right[0].kind == "right":
        return message("{right} is the right one of {counts}.", right=right[0].declared, counts=counts)
    return joined(_depends(rival, in_play=in_play) for rival in right)


def _depends(verdict: Verdict, *, in_play: bool) -> Message:
    """Return when a count is right: with certain suits, or with the point for a go or the last card."""
    said = verdict.declared
    if not in_play:
        return message("{said} is right only if the suits are so.", said=said)
    if said == verdict.totals[0]:
        return message("{said} is right, unless a go or the last card brings one more.", said=said)
    return message("{said} is right with the point for a go or the last card, and one too many without.", said=said)


def _totals(verdict: Verdict) -> Message:
    """Return the possible true counts: ``"8 or 9 or 12"``."""
    return joined(verdict.totals, message(" or "))


def _number(points: int) -> object:
    """Return a number of points in words up to the last hole of the board, and in figures above it."""
    return number_in_words(points) if points <= 121 else points


def explain_impossible_count(verdict: Verdict, held: int, *, crib: bool) -> Iterator[Message]:
    """Return that no hand has the declared count, where that is so."""
    declared = verdict.declared
    if not verdict.others and odds_of(held, crib=crib).rarity(declared).one_in is None:
        kind = message("crib") if crib else message("hand")
        yield message("No {crib} at all counts {declared}.", crib=kind, declared=declared)


# How rare a count is.


def explain_rarity(rarity: Rarity, what: Message) -> Message:
    """Return how rare a count is: ``"1 hand in 3,248,700 counts 29; 0% count more, 99.99997% less."``."""
    if rarity.one_in is None:
        return message("No {what} counts {total}.", what=what, total=rarity.total)
    more, less = _shares(rarity)
    return message(
        "1 {what} in {one_in} counts {total} ({exactly:,} of {every:,}); {more}% count more and {less}% less.",
        what=what,
        one_in=_one_in(rarity.one_in),
        total=rarity.total,
        exactly=rarity.exactly,
        every=rarity.every,
        more=more,
        less=less,
    )


@cache  # there are no more than 90 rarities of hands, and fractions take long
def _shares(rarity: Rarity) -> tuple[str, str]:
    """Return the percentages of hands that count more and less."""
    return percent(Fraction(100 * rarity.more, rarity.every)), percent(Fraction(100 * rarity.less, rarity.every))


def percent(share: Fraction) -> str:
    """Return a percentage with one decimal, or with as many as keep it from being rounded to 0 or 100."""
    if share in (0, 100):
        return str(int(share))
    for places in range(1, 10):
        text = f"{float(share):.{places}f}"
        if 0 < float(text) < 100:
            break
    return text


def _one_in(odds: Fraction) -> str:
    return f"{round(odds):,}" if odds >= 10 or odds.denominator == 1 else f"{float(odds):.1f}"


def kind_of_hand(answer: HandAnswer | RanksAnswer) -> Message:
    """Return the name of the kind of hand whose rarity is given."""
    if len(answer.question.hand) == 3:
        return message("hand of the five-card game")
    return message("crib") if answer.question.crib else message("hand")


def explain_total(total: int, held: int) -> Iterator[Message]:
    """Return a remark on the greatest hands and on a hand of nothing."""
    if total == 0:
        yield NINETEEN
    elif held == 4 and total == 29:
        yield GREATEST
    elif held == 4 and total == 28:
        yield ALL_BUT


# Hands with a starter.


def _read_as(question: Question) -> Message:
    return message("Read as {question}.", question=write_question(question))


def _hand(answer: HandAnswer) -> Iterator[Message]:
    question, total = answer.question, answer.count.total
    yield message("{total}: {words}", total=total, words=answer.words)
    yield _read_as_with_starter(question, answer.otherwise) if answer.otherwise else _read_as(question)
    if answer.verdict is not None:
        yield explain_verdict(answer.verdict)
        yield from explain_impossible_count(answer.verdict, len(question.hand), crib=question.crib)
    yield from lines(answer.count)
    yield from explain_total(total, len(question.hand))
    yield explain_rarity(answer.rarity, kind_of_hand(answer))


def _read_as_with_starter(question: Question, otherwise: Sequence[tuple[Card, int]]) -> Message:
    """Return how the cards were read, and what other starters would have made."""
    others = (message("{total} with {face}", total=total, face=card.face) for card, total in otherwise)
    return message(
        "Read as {question}, the last card being the starter (it would count {others} as the starter).",
        question=write_question(question),
        others=joined(others, ", "),
    )


def _ranks(answer: RanksAnswer) -> Iterator[Message]:
    question, least = answer.question, answer.total
    more = [case for case in answer.cases if case.total > least]
    if more:
        others = (message("or {total} {suits}", total=case.total, suits=suits_that_add(case)) for case in more)
        yield message("{total}, {others}.", total=least, others=joined(others, ", "))
    else:
        yield message("{total}.", total=least)
    yield joined((_read_ranks_as(question, is_starter_open=bool(more) and not question.starter_marked), answer.words))
    if answer.verdict is not None:
        yield explain_verdict(answer.verdict)
        yield from explain_impossible_count(answer.verdict, len(question.hand), crib=question.crib)
    yield from explain_combinations(answer.items)
    if len(answer.rarities) == 1:
        yield from explain_total(least, len(question.hand))
    for rarity in answer.rarities:
        yield explain_rarity(rarity, kind_of_hand(answer))


def _read_ranks_as(question: Question, *, is_starter_open: bool) -> Message:
    if not is_starter_open:
        return _read_as(question)
    return message("Read as {question}, the last card being the starter.", question=write_question(question))


def suits_that_add(case: Case) -> Message:
    """Return the suits with which a hand counts more."""
    found = []
    if case.flush:
        found.append(message("a flush of {flush}", flush=number_in_words(case.flush)))
    if case.nobs:
        found.append(message("the right jack"))
    return message("with {listed}", listed=listed(found, "and"))


def explain_combinations(items: Sequence[Combination]) -> Iterator[Message]:
    """Return a line for each combination, with the points so far."""
    total = 0
    for item in items:
        total += item.points
        yield message(
            "{title}: {cards} - {points}, making {total}",
            title=LAW_TITLES[item.law],
            cards=faces_text(item.cards),
            points=item.points,
            total=total,
        )


def faces_text(faces: Sequence[Face]) -> str:
    """Return the cards in a row with spaces between them."""
    return " ".join(face.face for face in faces)


# Four cards.


def _four_cards(answer: FourCardAnswer) -> Iterator[Message]:
    question = answer.question
    is_suited = question.cards[0].card is not None
    yield message("{total} by themselves: {words}", total=answer.total, words=answer.words)
    yield message(
        "Read as {question}, {crib} without a starter.",
        question=write_question(question),
        crib=message("a crib") if question.crib else message("four cards"),
    )
    if answer.verdict is not None:
        yield explain_verdict(answer.verdict)
    yield from explain_combinations(answer.items)
    yield _range_with_starters(answer.starters, is_suited=is_suited)
    yield from _starters(answer.starters, is_suited=is_suited)
    yield from suits_may_add(answer)


def _range_with_starters(starters: Starters, *, is_suited: bool) -> Message:
    (least, _), (most, _), mean = starters.worst, starters.best, float(starters.mean)
    if is_suited:
        return message(
            "With the 48 starters: {least} to {most}, {mean:.2f} on average.", least=least, most=most, mean=mean
        )
    return message(
        "With the 48 starters: {least} to {most}, {mean:.2f} on average, by the ranks alone.",
        least=least,
        most=most,
        mean=mean,
    )


def suits_may_add(answer: FourCardAnswer) -> Iterator[Message]:
    """Return what a flush or his nobs would add to four cards without suits, and when."""
    faces = answer.question.cards
    if any(face.card is not None for face in faces):
        return
    if answer.flush:
        yield message("A flush would add {flush}, and one more with the starter.", flush=answer.flush)
    elif len({face.rank for face in faces}) == len(faces):
        yield message("A flush would add 5, in a crib only with a starter of its suit.")
    if any(face.rank is Rank.JACK for face in faces):
        yield message("A jack of the starter's suit would add 1 for his nobs.")


def _starters(starters: Starters, *, is_suited: bool) -> Iterator[Message]:
    unseen = Counter(card.rank for _, cards in starters.by_total for card in cards)
    for total, cards in reversed(starters.by_total):
        yield counted(
            "{total} with {number} starter: {cards}",
            "{total} with {number} starters: {cards}",
            len(cards),
            total=total,
            cards=" ".join(starter_faces(cards, unseen, is_suited=is_suited)),
        )


def starter_faces(cards: Sequence[Card], unseen: Counter[Rank], *, is_suited: bool) -> Iterator[str]:
    """Return the starters; a rank means all of its unseen cards, and each card where suits do not matter."""
    for rank, many in Counter(card.rank for card in cards).items():
        if not is_suited or many == unseen[rank] > 1:
            yield Face(rank).face
        else:
            yield from (card.face for card in cards if card.rank is rank)


# Six cards.


def _discards(answer: DiscardAnswer) -> Iterator[Message]:
    best, *others = answer.dealer[:SHOWN]
    yield _best_discard(message("dealer"), best, "+")
    yield _read_as(answer.question)
    for choice in others:
        yield _other_discard(choice, "+")
    best, *others = answer.pone[:SHOWN]
    yield _best_discard(message("pone"), best, "-")
    for choice in others:
        yield _other_discard(choice, "-")
    yield explain_means(answer)


def _best_discard(who: Message, choice: Choice, sign: str) -> Message:
    return message(
        "As {who} lay away {away} and keep {kept}: {worth}.",
        who=who,
        away=faces_text(choice.away),
        kept=faces_text(choice.kept),
        worth=_worth(choice, sign),
    )


def _other_discard(choice: Choice, sign: str) -> Message:
    return message("Next {away}: {worth}", away=faces_text(choice.away), worth=_worth(choice, sign))


def _worth(choice: Choice, sign: str) -> Message:
    return message(
        "{hand:.2f} in hand {sign} {crib:.2f} in the crib = {total:.2f}",
        hand=choice.hand,
        sign=sign,
        crib=choice.crib,
        total=choice.total,
    )


def explain_means(answer: DiscardAnswer) -> Message:
    """Return how the mean points of the discards were calculated."""
    if answer.question.cards[0].card is not None:
        return _EXACT
    return joined((_EXACT, message("Without suits no flush is counted.")))


_EXACT: Final = message(
    "Both are exact: the hand over all 46 starters, the crib over every starter and every two cards that the adversary "
    "may lay away, each two as often as good players do."
)


# The play.


def _play(answer: PlayAnswer) -> Iterator[Message]:
    last = answer.steps[-1]
    yield message(
        "{points} for {face}, the last card, at the count of {count}.",
        points=last.points,
        face=last.card.face,
        count=last.count,
    )
    yield _read_as(answer.question)
    if answer.is_count_wrong:
        yield explain_wrong_count(answer.question, last)
    if answer.verdict is not None:
        yield explain_verdict(answer.verdict, in_play=True)
    yield from explain_steps(answer.steps)
    if last.count < 31:
        yield ONE_MORE


def explain_wrong_count(question: PlayQuestion, last: Step) -> Message:
    """Return that the wrong count was called with the last card, and what law 17 says about it."""
    return message(
        "The count is {count}, not {declared_count}; to miscall it costs nothing (law 17).",
        count=last.count,
        declared_count=question.declared_count,
    )


def explain_steps(steps: Sequence[Step]) -> Iterator[Message]:
    """Return a line for each card of the play, with the count and the points."""
    for number, step in enumerate(steps):
        begins_anew = step.anew and number > 0
        if step.items:
            yield _step_with_points(step, begins_anew=begins_anew)
        elif begins_anew:
            yield message("{card}: the count begins anew, {count}", card=step.card.face, count=step.count)
        else:
            yield message("{card}: {count}", card=step.card.face, count=step.count)


def _step_with_points(step: Step, *, begins_anew: bool) -> Message:
    pegs = joined(
        (message("{title} {points}", title=message(_IN_PLAY[item.law]), points=item.points) for item in step.items),
        ", ",
    )
    if begins_anew:
        return message(
            "{card}: the count begins anew, {count} - {pegs}", card=step.card.face, count=step.count, pegs=pegs
        )
    return message("{card}: {count} - {pegs}", card=step.card.face, count=step.count, pegs=pegs)


_IN_PLAY: Final = {
    Law.FIFTEEN: N_("fifteen"),
    Law.THIRTY_ONE: N_("thirty-one"),
    Law.PAIR: N_("pair"),
    Law.PAIR_ROYAL: N_("pair royal"),
    Law.DOUBLE_PAIR_ROYAL: N_("double pair royal"),
    Law.RUN: N_("run"),
    Law.GO: N_("go"),
}
