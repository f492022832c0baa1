"""An answer told in plain sentences, line by line, as somebody at the table would say it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
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
from engine.messages import say, say_many
from engine.text.notation import Face
from engine.text.reader import PlayQuestion, Question, write_question
from engine.text.spoken_counts import lines, number_in_words

SHOWN: Final = 3
"""So many choices of what to lay away are told."""

GREATEST: Final = "The greatest hand there is; many play all their lives and never hold it."
ALL_BUT: Final = "One short of the greatest hand there is."
NINETEEN: Final = 'No hand can ever count nineteen, so a hand of nothing is called "nineteen".'


def explain(answer: Answer) -> list[str]:
    """The answer in lines of plain text: the total first, then how the cards were read, then all the rest."""
    return [*_lines(answer), *map(str, answer.question.notes)]


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


def judged(verdict: Verdict, *, in_play: bool = False) -> str:
    """What is to be said of a count that was declared, and what laws 19 and 20 and muggins would do."""
    if verdict.rivals:
        return _between(verdict, in_play=in_play)
    said, truth = verdict.declared, say(" or ").join(map(str, verdict.totals))
    by = _number(abs(verdict.surplus)) if len(verdict.totals) == 1 else ""
    match verdict.kind:
        case "right":
            return say("{said} is right; to challenge it would cost two (law 20).", said=said)
        case "over" if by:
            return say(_OVER_BY, said=said, by=by, truth=truth)
        case "over":
            return say(_OVER, said=said, truth=truth)
        case "under" if by:
            return say(_UNDER_BY, said=said, by=by, truth=truth)
        case "under":
            return say(_UNDER, said=said, truth=truth)
        case "wrong":
            return say("{said} is wrong however the suits are: the count is {truth}.", said=said, truth=truth)
        case "depends":
            return _depends(verdict, in_play=in_play)
        case _:
            assert_never(verdict.kind)


_OVER_BY: Final = "{said} is {by} too many: by law 19 the adversary may put it back to {truth} and take the {by} over."
_OVER: Final = "{said} is too many: by law 19 the adversary may put it back to {truth} and take the surplus over."
_UNDER_BY: Final = (
    "{said} is {by} too few, for it is {truth}: what is overlooked is lost, or where muggins is played the adversary "
    "takes the {by}."
)
_UNDER: Final = (
    "{said} is too few, for it is {truth}: what is overlooked is lost, or where muggins is played the adversary takes "
    "the rest."
)


def _between(verdict: Verdict, *, in_play: bool) -> str:
    """Which of several counts is right, if any is."""
    *others, last = map(str, (verdict.declared, *verdict.others))
    counts = say("{others} and {last}", others=", ".join(others), last=last)
    right = [rival for rival in verdict.rivals if rival.kind in ("right", "depends")]
    if not right:
        truth = say(" or ").join(map(str, verdict.totals))
        return say("None of {counts} is right: it is {truth}.", counts=counts, truth=truth)
    if right[0].kind == "right":
        return say("{right} is the right one of {counts}.", right=right[0].declared, counts=counts)
    return " ".join(_depends(rival, in_play=in_play) for rival in right)


def _number(points: int) -> str:
    """A number of points in words up to the last hole of the board, in figures beyond it."""
    return str(number_in_words(points)) if points <= 121 else str(points)


def rarity_text(rarity: Rarity, what: str) -> str:
    """How rare a count is: ``"1 hand in 3,248,700 counts 29; 0% count more, 99.99997% less."``."""
    if rarity.one_in is None:
        return say("No {what} counts {total}.", what=what, total=rarity.total)
    more, less = (percent(Fraction(100 * many, rarity.every)) for many in (rarity.more, rarity.less))
    times = say("1 {what} in {one_in} counts {total}", what=what, one_in=_one_in(rarity.one_in), total=rarity.total)
    return say(
        "{times} ({exactly:,} of {every:,}); {more}% count more and {less}% less.",
        times=times,
        exactly=rarity.exactly,
        every=rarity.every,
        more=more,
        less=less,
    )


def percent(share: Fraction) -> str:
    """A share of a hundred with one place after the point, or as many as keep it from seeming none or all."""
    if share in (0, 100):
        return str(int(share))
    for places in range(1, 10):
        text = f"{float(share):.{places}f}"
        if 0 < float(text) < 100:
            break
    return text


def _one_in(odds: Fraction) -> str:
    return f"{round(odds):,}" if odds >= 10 or odds.denominator == 1 else f"{float(odds):.1f}"


def _depends(verdict: Verdict, *, in_play: bool) -> str:
    """A count that is right in some cases: as the suits fall, or with the point for a go or the last card."""
    said = verdict.declared
    if not in_play:
        return say("{said} is right only if the suits are so.", said=said)
    if said == verdict.totals[0]:
        return say("{said} is right, unless a go or the last card brings one more.", said=said)
    return say("{said} is right with the point for a go or the last card, and one too many without.", said=said)


def _read_as(question: Question) -> str:
    return say("Read as {question}", question=write_question(question))


def called(answer: HandAnswer | RanksAnswer) -> str:
    """What was counted, among whose kind it is more or less rare."""
    if len(answer.question.hand) == 3:
        return say("hand of the five-card game")
    return say("crib" if answer.question.crib else "hand")


def _hand(answer: HandAnswer) -> Iterator[str]:
    total = answer.count.total
    yield f"{total}: {answer.words}"
    yield f"{_read_as(answer.question)}{_other_starters(answer.otherwise)}."
    if answer.verdict is not None:
        yield judged(answer.verdict)
        yield from never(answer.verdict, len(answer.question.hand), crib=answer.question.crib)
    yield from map(str, lines(answer.count))
    yield from due(total, len(answer.question.hand))
    yield rarity_text(answer.rarity, called(answer))


def _other_starters(otherwise: Sequence[tuple[Card, int]]) -> str:
    """Where it matters, that the last card is the starter."""
    if not otherwise:
        return ""
    others = ", ".join(say("{total} with {face}", total=total, face=card.face) for card, total in otherwise)
    return say(", the last card being the starter (it would count {others} as the starter)", others=others)


def never(verdict: Verdict, held: int, *, crib: bool) -> Iterator[str]:
    """That no hand counts what was declared."""
    odds, declared = odds_of(held, crib=crib), verdict.declared
    if not verdict.others and odds.rarity(declared).one_in is None:
        yield say("No {crib} at all counts {declared}.", crib=say("crib" if crib else "hand"), declared=declared)


def due(total: int, held: int) -> Iterator[str]:
    """What the greatest counts and the least deserve to be told of them."""
    if total == 0:
        yield say(NINETEEN)
    elif held == 4 and total == 29:
        yield say(GREATEST)
    elif held == 4 and total == 28:
        yield say(ALL_BUT)


def _ranks(answer: RanksAnswer) -> Iterator[str]:
    question = answer.question
    totals = [case.total for case in answer.cases]
    more = ", ".join(
        say("or {total} {suits}", total=case.total, suits=suits_that_add(case))
        for case in answer.cases
        if case.total > totals[0]
    )
    yield f"{totals[0]}{f', {more}' if more else ''}."
    last = say(", the last card being the starter") if more and not question.starter_marked else ""
    yield f"{_read_as(question)}{last}. {answer.words}"
    if answer.verdict is not None:
        yield judged(answer.verdict)
        yield from never(answer.verdict, len(question.hand), crib=question.crib)
    yield from combinations(answer.items)
    if len(answer.rarities) == 1:
        yield from due(answer.total, len(question.hand))
    for rarity in answer.rarities:
        yield rarity_text(rarity, called(answer))


def suits_that_add(case: Case) -> str:
    """The suits with which a hand counts more."""
    flush = say("a flush of {flush}", flush=number_in_words(case.flush)) if case.flush else ""
    return say(
        "with {listed}", listed=say(" and ").join(filter(None, (flush, say("the right jack") if case.nobs else "")))
    )


def combinations(items: Sequence[Combination]) -> Iterator[str]:
    """One line a combination, with the points so far."""
    total = 0
    for item in items:
        total += item.points
        yield say(
            "{title}: {cards} - {points}, making {total}",
            title=say(item.law.title),
            cards=named(item.cards),
            points=item.points,
            total=total,
        )


def named(faces: Sequence[Face]) -> str:
    """The cards in a row, as a sentence names them."""
    return " ".join(face.face for face in faces)


def _four(answer: FourCardAnswer) -> Iterator[str]:
    question = answer.question
    is_suited = question.cards[0].card is not None
    mean, (least, _), (most, _) = (answer.starters.mean, answer.starters.worst, answer.starters.best)
    yield say("{total} by themselves: {words}", total=answer.total, words=answer.words)
    yield say(
        "{question}, {crib} without a starter.",
        question=_read_as(question),
        crib=say("a crib" if question.crib else "four cards"),
    )
    if answer.verdict is not None:
        yield judged(answer.verdict)
    yield from combinations(answer.items)
    alone = "" if is_suited else say(", by the ranks alone")
    yield say(
        "With the 48 starters: {least} to {most}, {mean:.2f} on average{alone}.",
        least=least,
        most=most,
        mean=float(mean),
        alone=alone,
    )
    yield from _starters(answer.starters, suited=is_suited)
    yield from suits_may_add(answer)


def suits_may_add(answer: FourCardAnswer) -> Iterator[str]:
    """What a flush or his nobs would add to four cards without suits, and when."""
    faces = answer.question.cards
    if any(face.card is not None for face in faces):
        return
    if answer.flush:
        yield say("A flush would add {flush}, and one more with the starter.", flush=answer.flush)
    elif len({face.rank for face in faces}) == len(faces):
        yield say("A flush would add 5, in a crib only with a starter of its suit.")
    if any(face.rank is Rank.JACK for face in faces):
        yield say("A jack of the starter's suit would add 1 for his nobs.")


def _starters(starters: Starters, *, suited: bool) -> Iterator[str]:
    unseen = Counter(card.rank for _, cards in starters.by_total for card in cards)
    for total, cards in reversed(starters.by_total):
        many = say_many(len(cards), "{number} starter", "{number} starters")
        yield say(
            "{total} with {many}: {cards}",
            total=total,
            many=many,
            cards=" ".join(grouped(cards, unseen, suited=suited)),
        )


def grouped(cards: Sequence[Card], unseen: Counter[Rank], *, suited: bool) -> Iterator[str]:
    """The cards, with a rank alone for all of it that may turn up, and where suits mean nothing."""
    for rank, many in Counter(card.rank for card in cards).items():
        if not suited or many == unseen[rank] > 1:
            yield Face(rank).face
        else:
            yield from (card.face for card in cards if card.rank is rank)


def _six(answer: DiscardAnswer) -> Iterator[str]:
    for who, sign, choices in (("dealer", "+", answer.dealer), ("pone", "-", answer.pone)):
        best = choices[0]
        yield say(
            "As {who} lay away {away} and keep {kept}: {worth}.",
            who=say(who),
            away=named(best.away),
            kept=named(best.kept),
            worth=_worth(best, sign),
        )
        if who == "dealer":
            yield f"{_read_as(answer.question)}."
        for choice in choices[1:SHOWN]:
            yield say("Next {away}: {worth}", away=named(choice.away), worth=_worth(choice, sign))
    yield expectation(answer)


def expectation(answer: DiscardAnswer) -> str:
    """Over what the means are taken by which two cards are laid away."""
    by_rank = "" if answer.question.cards[0].card is not None else say(" Without suits no flush is counted.")
    return f"{say(_EXPECTED)}{by_rank}"


_EXPECTED: Final = (
    "Both are exact: the hand over all 46 starters, the crib over every starter and every two cards that the adversary "
    "may lay away, each two as often as good players do."
)


def _worth(choice: Choice, sign: str) -> str:
    return say(
        "{hand:.2f} in hand {sign} {crib:.2f} in the crib = {total:.2f}",
        hand=choice.hand,
        sign=sign,
        crib=choice.crib,
        total=choice.total,
    )


def _play(answer: PlayAnswer) -> Iterator[str]:
    last = answer.steps[-1]
    yield say(
        "{points} for {face}, the last card, at the count of {count}.",
        points=last.points,
        face=last.card.face,
        count=last.count,
    )
    yield f"{_read_as(answer.question)}."
    if answer.is_count_wrong:
        yield miscalled(answer.question, last)
    if answer.verdict is not None:
        yield judged(answer.verdict, in_play=True)
    for number, step in enumerate(answer.steps):
        begun = say("the count begins anew, ") if step.anew and number else ""
        pegs = ", ".join(f"{say(item.law.title.lower())} {item.points}" for item in step.items)
        yield f"{step.card.face}: {begun}{step.count}{f' - {pegs}' if pegs else ''}"
    if last.count < 31:
        yield say("One more for a go or the last card, if nobody can add to it.")


def miscalled(asked: PlayQuestion, last: Step) -> str:
    """That another count was called with the last card, and what law 17 says of it."""
    return say(
        "The count is {count}, not {declared_count}; to miscall it costs nothing (law 17).",
        count=last.count,
        declared_count=asked.declared_count,
    )
