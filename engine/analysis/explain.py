"""Explain an answer in short lines: the total and the count in groups first, and every detail apart."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Final, assert_never

from engine.analysis.answers import (
    Answer,
    Combination,
    DiscardAnswer,
    FourCardAnswer,
    HandAnswer,
    NextAnswer,
    OddsAnswer,
    PlayAnswer,
    RanksAnswer,
    RunAnswer,
    Step,
    Verdict,
    Written,
    combinations_of,
)
from engine.analysis.explain_choices import (
    Strong,
    explain_discards,
    explain_next,
    explain_run,
    how_exact,
    other_discards,
)
from engine.analysis.odds import Case, Rarity, Starters, dealt_odds_of, decimals, odds_of, one_in_many, starters
from engine.cards import Card, CardText, Rank
from engine.laws import CALLED, Law
from engine.messages import N_, Message, capitalized, counted, joined, listed, message, number
from engine.text.questions import Face, faces_text, write_question
from engine.text.spoken_counts import LAW_TITLES, NOTHING


class Detail(Enum):
    """The details of an answer that are shown on request."""

    COMBINATIONS = "combinations"
    STARTERS = "starters"
    RARITY = "rarity"
    DISCARDS = "discards"
    STEPS = "steps"


GREATEST: Final = message("The best hand there is!")
ALL_BUT: Final = message("The second-best hand there is.")
NINETEEN: Final = message('No hand is worth 19, so players call a hand worth 0 "nineteen".')


def explain(answer: Answer) -> tuple[Message, ...]:
    return (*summary(answer), *(line for lines in details(answer).values() for line in lines))


def summary(answer: Answer, *, strong: Strong = lambda words: words) -> tuple[Message, ...]:
    """Return the answer in a few lines, with the total first and each note on the reading once at the end."""
    match answer:
        case HandAnswer():
            found = _hand(answer, strong)
        case RanksAnswer():
            found = _ranks(answer, strong)
        case FourCardAnswer():
            found = _four_cards(answer, strong)
        case DiscardAnswer():
            found = explain_discards(answer, strong)
        case PlayAnswer():
            found = _play(answer, strong)
        case NextAnswer():
            found = explain_next(answer, strong)
        case RunAnswer():
            found = explain_run(answer, strong)
        case OddsAnswer(line=line):
            found = iter((Message("{line}", {"line": strong(line)}),))
        case _:
            assert_never(answer)
    why = details(answer).get(Detail.COMBINATIONS, ()) if answer.question.why else ()
    return (*found, *why, *footnotes(answer))


def footnotes(answer: Answer) -> tuple[Message, ...]:
    """Return the last lines of a summary, which are shown small: how exact it is, and each note on the reading once."""
    exactness: Iterable[Message] = ()
    match answer:
        case DiscardAnswer():
            exactness = how_exact(answer)
        case NextAnswer(choices=choices) if choices:
            exactness = (message("Points: yours less your opponent's in the rest of the play, against likely hands."),)
        case OddsAnswer(more=more):
            exactness = more
    return (*exactness, *dict.fromkeys(answer.question.notes))


def details(answer: Answer) -> dict[Detail, tuple[Message, ...]]:
    """Return the details of an answer, in the order of their buttons."""
    match answer:
        case HandAnswer():
            found = {
                Detail.COMBINATIONS: _combinations(combinations_of(answer.count.items), answer.words),
                Detail.STARTERS: _starters_of_hand(answer),
                Detail.RARITY: _rarities(answer, [answer.rarity]),
            }
        case RanksAnswer():
            found = {
                Detail.COMBINATIONS: _combinations(answer.items, answer.words),
                Detail.RARITY: _rarities(answer, answer.rarities),
            }
        case FourCardAnswer():
            found = {
                Detail.COMBINATIONS: _combinations(answer.items, answer.words),
                Detail.STARTERS: _each_starter(answer.starters, is_suited=answer.question.cards[0].card is not None),
            }
        case DiscardAnswer():
            found = {Detail.DISCARDS: other_discards(answer)}
        case PlayAnswer():
            # The summary of a play with written scores names every card already.
            found = {} if answer.question.written else {Detail.STEPS: _steps(answer.steps)}
        case _:
            found = {}
    return {detail: tuple(lines) for detail, lines in found.items() if lines}


# The count in groups.


def _groups(items: Sequence[Combination]) -> Iterator[Message]:
    """Return the count in groups as people speak it: ``"Fifteens: 8 for 16"``, ``"Double run: 8"``, ``"Nobs: 1"``."""
    if not items:
        yield NOTHING
    fifteens = [item for item in items if item.law is Law.FIFTEEN]
    pairs = [item for item in items if item.law in _PAIRS]
    runs = [item for item in items if item.law is Law.RUN]
    if len(fifteens) > 1:
        yield message("Fifteens: {number} for {points}", number=len(fifteens), points=2 * len(fifteens))
    elif fifteens:
        yield message("Fifteen: 2")
    if len(runs) > 1:
        points = sum(item.points for item in (*runs, *pairs))
        yield message("{run}: {points}", run=message(_RUNS[len(runs), runs[0].points]), points=points)
    else:
        yield from _group_of_pairs(pairs)
        for run in runs:
            yield message("Run of {length}: {points}", length=run.points, points=run.points)
    for item in items:
        if item.law is Law.FLUSH:
            yield message("Flush: {points}", points=item.points)
        elif item.law is Law.HIS_NOBS:
            yield message("Nobs: 1")


def _group_of_pairs(pairs: Sequence[Combination]) -> Iterator[Message]:
    many = sum(item.points for item in pairs) // 2
    names = [message(_PAIRS[item.law]) for item in pairs]
    match [item.law for item in pairs]:
        case []:
            return
        case [Law.PAIR]:
            yield message("Pair: 2")
        case [Law.PAIR, Law.PAIR]:
            yield message("Pairs: 2 for 4")
        case _:
            yield message("Pairs: {number} for {points} ({names})", number=many, points=2 * many, names=listed(names))


_PAIRS: Final = {
    Law.PAIR: N_("a pair"),
    Law.PAIR_ROYAL: N_("pair royal"),
    Law.DOUBLE_PAIR_ROYAL: N_("double pair royal"),
}
_RUNS: Final = {
    (2, 3): N_("Double run"),
    (2, 4): N_("Double run of 4"),
    (3, 3): N_("Triple run"),
    (4, 3): N_("Double double run"),
}
"""The names of runs that share cards, with their pairs, by the number and the length of the runs."""


def _points(total: object) -> Message:
    return message("1 point") if total == 1 else message("{total} points", total=total)


def explain_combinations(items: Sequence[Combination]) -> Iterator[Message]:
    """Return a line for each combination, with the points so far."""
    total = 0
    for item in items:
        total += item.points
        yield message(
            "{title}: {cards} = {points} ({total} so far)",
            title=LAW_TITLES[item.law],
            cards=faces_text(item.cards),
            points=item.points,
            total=total,
        )


def _combinations(items: Sequence[Combination], words: Message) -> tuple[Message, ...]:
    return (*explain_combinations(items), message("Out loud: {words}", words=words)) if items else ()


# A declared count.


_PART_SAID: Final = {True: N_("{part}: {said} is right."), False: N_("{part}: not {said} but {truth}.")}
_PART_NAMES: Final = {
    "fifteens": N_("Fifteens"),
    "pairs": N_("Pairs"),
    "runs": N_("Runs"),
    "runs and pairs": N_("Runs with their pairs"),
    "flush": N_("Flush"),
    "nobs": N_("Nobs"),
}


def explain_verdict(verdict: Verdict, *, in_play: bool = False, part: str = "") -> Message:
    """Return whether a declared count is right, and what becomes of the points too many or too few.

    Of a ``part`` of a count only that part is judged.
    """
    if verdict.rivals:
        return _explain_rivals(verdict, in_play=in_play)
    said, truth = verdict.declared, _totals(verdict)
    if part:
        return message(_PART_SAID[verdict.kind == "right"], part=message(_PART_NAMES[part]), said=said, truth=truth)
    match verdict.kind:
        case "right":
            return message("{said} is right.", said=said)
        case "over" if len(verdict.totals) == 1:
            return counted(
                "Not {said}: it's {truth}. In most rules, your opponent gets the extra point.",
                "Not {said}: it's {truth}. In most rules, your opponent gets the {number} extra points.",
                verdict.surplus,
                said=said,
                truth=truth,
            )
        case "over":
            return message(
                "Not {said}: it's {truth}. In most rules, your opponent gets the extra points.", said=said, truth=truth
            )
        case "under" if len(verdict.totals) == 1:
            return counted(
                "Not {said}: it's {truth}. (With muggins, your opponent takes the missed point.)",
                "Not {said}: it's {truth}. (With muggins, your opponent takes the {number} missed points.)",
                -verdict.surplus,
                said=said,
                truth=truth,
            )
        case "under":
            return message(
                "Not {said}: it's {truth}. (With muggins, your opponent takes the missed points.)",
                said=said,
                truth=truth,
            )
        case "wrong":
            return message("Not {said}, whatever the suits: it's {truth}.", said=said, truth=truth)
        case "depends":
            return _depends(verdict, in_play=in_play)
        case _:
            assert_never(verdict.kind)


def _explain_rivals(verdict: Verdict, *, in_play: bool) -> Message:
    counts = (verdict.declared, *verdict.others)
    right = [rival for rival in verdict.rivals if rival.kind in ("right", "depends")]
    if right and right[0].kind == "right":
        return message("{right} is right.", right=right[0].declared)
    if right:
        return joined(_depends(rival, in_play=in_play) for rival in right)
    if len(counts) == 2:
        return message(
            "Neither {one} nor {other} is right: it's {truth}.", one=counts[0], other=counts[1], truth=_totals(verdict)
        )
    return message("None of {counts} is right: it's {truth}.", counts=listed(counts), truth=_totals(verdict))


def _depends(verdict: Verdict, *, in_play: bool) -> Message:
    """Return when a count is right: with certain suits, or with the point for a go or the last card."""
    said = verdict.declared
    if not in_play:
        return message("{said} is right if the suits fit.", said=said)
    if said == verdict.totals[0]:
        return message("{said} is right. Add 1 if it's a go or the last card.", said=said)
    return message(
        "{said} is only right if it includes 1 for a go or the last card. Otherwise it's 1 too many.", said=said
    )


def _totals(verdict: Verdict) -> object:
    return listed(verdict.totals, "or")


def _verdict(answer: HandAnswer | RanksAnswer) -> Iterator[Message]:
    verdict, question = answer.verdict, answer.question
    if verdict is None:
        return
    yield explain_verdict(verdict, part=question.part)
    if (
        not (verdict.others or question.part)
        and not odds_of(len(question.hand), crib=question.crib).rarity(verdict.declared).exactly
    ):
        kind = message("crib") if question.crib else message("hand")
        yield message("No {crib} is worth {declared}.", crib=kind, declared=verdict.declared)


# How rare a count is.


def _rarities(answer: HandAnswer | RanksAnswer, rarities: Sequence[Rarity]) -> tuple[Message, ...]:
    held, crib = len(answer.question.hand), answer.question.crib
    found = [_rarity(rarity, held, crib=crib) for rarity in rarities]
    if len(rarities) == 1:
        more, less = _shares(rarities[0])
        found.append(message("{more}% of random hands count more, {less}% less.", more=more, less=less))
    return (*found, *([NINETEEN] if rarities[0].total == 0 else []))


def _rarity(rarity: Rarity, held: int, *, crib: bool) -> Message:
    one_in = one_in_many(rarity.share)
    if crib:
        return message("{points}: 1 in {one_in} cribs of random cards.", points=_points(rarity.total), one_in=one_in)
    return message(
        "{points}: 1 in {dealt} when you keep the best cards you are dealt, 1 in {one_in} with {held} random cards.",
        held=held,
        points=_points(rarity.total),
        dealt=one_in_many(dealt_odds_of(held).rarity(rarity.total).share),
        one_in=one_in,
    )


@cache  # there are no more than 90 rarities of hands, and fractions take long
def _shares(rarity: Rarity) -> tuple[Message, Message]:
    return _percent(Fraction(rarity.more, rarity.every)), _percent(Fraction(rarity.less, rarity.every))


def _percent(share: Fraction) -> Message:
    return number(float(100 * share), f".{decimals(share)}f")


def _remark(total: int, held: int) -> Iterator[Message]:
    if held == 4 and total == 29:
        yield GREATEST
    elif held == 4 and total == 28:
        yield ALL_BUT


# Hands with a starter.


def _hand(answer: HandAnswer, strong: Strong) -> Iterator[Message]:
    question, total = answer.question, answer.count.total
    yield message("{points}: {question}", points=strong(_points(total)), question=write_question(question))
    yield from _verdict(answer)
    yield from _groups(combinations_of(answer.count.items))
    yield from _remark(total, len(question.hand))


def _ranks(answer: RanksAnswer, strong: Strong) -> Iterator[Message]:
    question, least = answer.question, answer.total
    more = [case for case in answer.cases if case.total > least]
    yield message("{points}: {question}", points=strong(_points(least)), question=write_question(question))
    for case in more:
        yield message("{points} {suits}", points=strong(_points(case.total)), suits=_suits_that_add(case))
    yield from _verdict(answer)
    yield from _groups(answer.items)
    if not more:
        yield from _remark(least, len(question.hand))


def _suits_that_add(case: Case) -> Message:
    found = []
    if case.flush:
        found.append(message("a flush of {flush}", flush=case.flush))
    if case.nobs:
        found.append(message("the right jack"))
    return message("with {listed}", listed=listed(found))


# Four cards, and every starter.


def _four_cards(answer: FourCardAnswer, strong: Strong) -> Iterator[Message]:
    (least, _), (most, best) = answer.starters.by_total[0], answer.starters.by_total[-1]
    is_suited = answer.question.cards[0].card is not None
    unseen = Counter(card.rank for _, cards in answer.starters.by_total for card in cards)
    cuts = CardText(" ".join(_starter_faces(best, unseen, is_suited=is_suited)))
    yield message(
        "{points} so far: {question}",
        points=strong(_points(answer.total)),
        question=write_question(answer.question),
    )
    yield message(
        "{mean} on average with a starter, from {least} to {most}",
        mean=strong(message("{mean:.2f}", mean=float(answer.starters.mean))),
        least=least,
        most=most,
    )
    yield message(
        "Best cut: {cards} for {most}. {more} of {all} cuts add points.",
        cards=strong(cuts),
        most=most,
        more=sum(len(cards) for total, cards in answer.starters.by_total if total > answer.total),
        all=sum(unseen.values()),
    )
    if answer.verdict is not None:
        yield explain_verdict(answer.verdict)
    yield from _groups(answer.items)
    yield from _suits_may_add(answer)


def _suits_may_add(answer: FourCardAnswer) -> Iterator[Message]:
    faces = answer.question.cards
    if any(face.card is not None for face in faces):
        return
    if answer.flush:
        yield message("A flush adds {flush}, or {more} with the starter.", flush=answer.flush, more=answer.flush + 1)
    elif len({face.rank for face in faces}) == len(faces):
        yield message("In a crib, a flush needs the starter too and adds 5.")
    if any(face.rank is Rank.JACK for face in faces):
        yield message("A jack of the starter's suit adds 1 for his nobs.")


def _starters_of_hand(answer: HandAnswer) -> tuple[Message, ...]:
    question = answer.question
    found = _each_starter(starters(question.hand, crib=question.crib), is_suited=True)
    faces: dict[int, list[str]] = {}
    for card, total in answer.otherwise:
        faces.setdefault(total, []).append(card.face)
    others = (
        message("{total} if {faces} of these 5 was the starter", total=total, faces=listed(of, "or"))
        for total, of in sorted(faces.items(), reverse=True)
    )
    return (*found, *others)


def _each_starter(found: Starters, *, is_suited: bool) -> tuple[Message, ...]:
    every = [card for _, cards in found.by_total for card in cards]
    unseen = Counter(card.rank for card in every)
    mean = message("{mean:.2f} on average over {number} starters", mean=float(found.mean), number=len(every))
    return (
        mean,
        *(
            message(
                "{total} with {cards} ({share}%)",
                total=total,
                cards=CardText(" ".join(_starter_faces(cards, unseen, is_suited=is_suited))),
                share=_percent(Fraction(len(cards), len(every))),
            )
            for total, cards in reversed(found.by_total)
        ),
    )


def _starter_faces(cards: Sequence[Card], unseen: Counter[Rank], *, is_suited: bool) -> Iterator[str]:
    """Return the starters; a rank means all of its unseen cards, and each card where suits do not matter."""
    for rank, many in Counter(card.rank for card in cards).items():
        if not is_suited or many == unseen[rank] > 1:
            yield Face(rank).face
        else:
            yield from (card.face for card in cards if card.rank is rank)


# The play.


def _play(answer: PlayAnswer, strong: Strong) -> Iterator[Message]:
    if answer.question.written:
        yield from _written_play(answer, strong)
    else:
        yield from _last_card(answer, strong)
    verdict = None if answer.question.written else answer.verdict
    is_said = verdict is not None and not verdict.rivals and verdict.kind == "depends"
    if answer.steps[-1].count < 31 and not is_said:
        yield message("Plus 1 if it's a go or the last card.")


def _last_card(answer: PlayAnswer, strong: Strong) -> Iterator[Message]:
    last, question = answer.steps[-1], answer.question
    yield message(
        "{points} for {face} at {count}: {question}",
        points=strong(_points(last.points)),
        face=last.card.face,
        count=last.count,
        question=write_question(question),
    )
    yield from _declared_in_play(answer)
    for item in last.items:
        yield message("{title}: {points}", title=capitalized(message(CALLED[item.law])), points=item.points)
    earlier = [
        message("{card} at {truth}", card=step.card.face, truth=_count_and_points(step))
        for step in answer.steps[:-1]
        if step.items
    ]
    if earlier:
        yield message("Earlier: {scores}", scores=joined(earlier, ", "))


def _declared_in_play(answer: PlayAnswer) -> Iterator[Message]:
    count, said = answer.steps[-1].count, answer.question.declared_count
    if said not in (None, count):
        yield message("The count is {count}, not {said}.", count=count, said=said)
    if answer.verdict is not None:
        yield explain_verdict(answer.verdict, in_play=True)


def _written_play(answer: PlayAnswer, strong: Strong) -> Iterator[Message]:
    """Return which written scores of a play are wrong, and then every card with its count and points."""
    written = [step.written for step in answer.steps if step.written is not None]
    wrong = [_wrong_score(step, step.written) for step in answer.steps if step.written and not step.is_right]
    if wrong:
        yield from wrong
    else:
        every = message("Every score you wrote is right.")
        right = every if len(written) > 1 else message("The score you wrote is right.")
        yield Message("{right}", {"right": strong(right)})
    if answer.question.others:
        yield from _declared_in_play(answer)
    yield from _steps(answer.steps)


def _wrong_score(step: Step, written: Written) -> Message:
    face, truth = step.card.face, _count_and_points(step)
    if written.count is not None and written.count > 31 and step.count == step.card.rank.pips:
        return message(
            "You wrote {said} for the {face}, but no card may take the count past 31. That's a go.",
            said=written.count,
            face=face,
        )
    if written.count is None:
        return message(
            "You wrote {said} for the {face}: it makes {truth}.", said=written.points, face=face, truth=truth
        )
    if written.points is None:
        return message(
            "You wrote {said}, but the {face} makes it {truth}.", said=written.count, face=face, truth=step.count
        )
    said = f"{written.count}-{written.points}"
    return message("You wrote {said}, but the {face} makes it {truth}.", said=said, face=face, truth=truth)


def _steps(steps: Sequence[Step]) -> tuple[Message, ...]:
    return tuple(
        message(
            "{card}: {truth}",
            card=step.card.face,
            truth=_count_and_points(step) if step.items or (step.written and step is steps[-1]) else step.count,
        )
        for step in steps
    )


def _count_and_points(step: Step) -> Message:
    """Return the count with a card, its points and what they are for: ``21 for 3 (run)``."""
    if not step.items:
        return message("{count} for {points}", count=step.count, points=0)
    names = listed(message(CALLED[item.law]) for item in step.items)
    return message("{count} for {points} ({names})", count=step.count, points=step.points, names=names)
