"""Explain choices in short lines: which cards to discard, which card to play next, and whether cards are a run."""

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import Final, TypeAlias

from engine.analysis.answers import Choice, DiscardAnswer, NextAnswer, RunAnswer
from engine.cards import Rank
from engine.messages import Message, joined, message
from engine.text.questions import faces_text, write_scores

Strong: TypeAlias = Callable[[object], object]
"""Marks the most important words of a line."""

SHOWN: Final = 3
OTHERS: Final = 5
"""The number of discards that the details show to each crib."""


def explain_discards(answer: DiscardAnswer, strong: Strong) -> Iterator[Message]:
    """Return the best discards to each crib that may be meant; discard and hand of the first name all the cards."""
    dealer = answer.question.dealer
    if answer.question.options:
        yield from _compared(answer, strong)
        return
    yours, theirs = answer.dealer[0], answer.pone[0]
    if dealer is not None:
        choices = answer.dealer if dealer else answer.pone
        yield _best_discard(_whose(answer, dealer=dealer), choices[0], strong)
        yield from _ranked(choices, SHOWN, dealer=dealer)
    elif yours.away == theirs.away:
        yield _best_discard(_at_scores(message("Either crib"), answer), yours, strong)
        yield message("{whose}: {worth}", whose=_whose(answer, dealer=True), worth=_worth(yours, dealer=True))
        yield message("{whose}: {worth}", whose=_whose(answer, dealer=False), worth=_worth(theirs, dealer=False))
    else:
        for choice, is_dealer in ((yours, True), (theirs, False)):
            best = _best_discard(_whose(answer, dealer=is_dealer), choice, strong)
            yield joined([best, _worth(choice, dealer=is_dealer)])


def _compared(answer: DiscardAnswer, strong: Strong) -> Iterator[Message]:
    ranks = [sorted(face.rank for face in option) for option in answer.question.options]
    for is_dealer, choices in ((True, answer.dealer), (False, answer.pone)):
        if answer.question.dealer not in (None, is_dealer):
            continue
        found = [choice for choice in choices if sorted(face.rank for face in choice.away) in ranks]
        best, *others = found
        whose = _whose(answer, dealer=is_dealer)
        gap = best.total - others[0].total if others else 0.0
        away = strong(faces_text(best.away))
        yield message("{whose}: {away} is better by {gap:.2f} points.", whose=whose, away=away, gap=gap)
        yield from _ranked(found, SHOWN, dealer=is_dealer)
        if choices[0] is not best:
            yield message("Best of all: {choice}", choice=_best_discard(whose, choices[0], strong))


def _whose(answer: DiscardAnswer, *, dealer: bool) -> Message:
    return _at_scores(message("Your crib") if dealer else message("Their crib"), answer)


def _at_scores(whose: Message, answer: DiscardAnswer) -> Message:
    scores = answer.question.scores
    return whose if scores is None else message("{whose} at {scores}", whose=whose, scores=write_scores(scores))


def _best_discard(whose: Message, choice: Choice, strong: Strong) -> Message:
    away, kept = strong(faces_text(choice.away)), faces_text(choice.kept)
    return message("{whose}: best discard {away}, keep {kept}.", whose=whose, away=away, kept=kept)


def _ranked(choices: Sequence[Choice], many: int, *, dealer: bool) -> Iterator[Message]:
    """Return the best discards in order, each of different ranks, because suits hardly matter."""
    by_ranks: dict[tuple[Rank, ...], Choice] = {}
    for choice in choices:
        by_ranks.setdefault(tuple(sorted(face.rank for face in choice.away)), choice)
    for place, choice in enumerate(list(by_ranks.values())[:many], 1):
        worth = _worth(choice, dealer=dealer)
        yield message("{place}. {away}: {worth}", place=place, away=faces_text(choice.away), worth=worth)


def _worth(choice: Choice, *, dealer: bool) -> Message:
    if choice.chance is not None:
        points = _mean_points(choice, dealer=dealer)
        return message("{chance:.0%} to win, {points}", chance=choice.chance, points=points)
    return _mean_points(choice, dealer=dealer)


def _mean_points(choice: Choice, *, dealer: bool) -> Message:
    if not choice.kept:
        return message("a crib of {crib:.2f} points", crib=choice.crib)
    crib = "+" if dealer else "-"
    return message(
        "{total:.2f} points (hand {hand:.2f} {sign} crib {crib:.2f} {peg_sign} pegging {peg:.2f})",
        total=choice.total,
        hand=choice.hand,
        sign=crib,
        crib=choice.crib,
        peg_sign="-" if choice.peg < 0 else "+",
        peg=abs(choice.peg),
    )


def how_exact(answer: DiscardAnswer) -> Iterator[Message]:
    if len(answer.question.cards) == 6:
        yield message(
            "Hand: exact (46 starters). Crib: exact for robots' discards. Pegging: yours minus theirs in robot games."
        )
    elif not answer.dealer[0].kept:
        yield message(
            "That is only the crib, on average. To compare the hands too, type all 6 cards, like {example}.",
            example="AK or 28 from A 2 8 K 4 6",
        )
    else:
        yield message(
            "Hand: exact (47 starters). Crib and pegging: averages of games between {players} robots.",
            players=answer.question.players or 3,
        )
        if answer.question.players in (None, 3) and answer.question.dealer is not True:
            yield message("Another player's crib counts half, because two of you share what it costs.")
    errors = [choice.error for choice in (*answer.dealer, *answer.pone) if choice.chance is not None]
    if errors:
        from engine.ai.discards import SAMPLED  # noqa: PLC0415 - a count does not wait for the robots

        yield message(
            "Chances: {deals} random deals, ±{margin}%.",
            deals=SAMPLED,
            margin=ceil(200 * max(errors)),
        )


def other_discards(answer: DiscardAnswer) -> tuple[Message, ...]:
    found: list[Message] = []
    if not answer.dealer[0].kept:
        return ()
    for is_dealer, choices in ((True, answer.dealer), (False, answer.pone)):
        if answer.question.dealer in (None, is_dealer):
            found.append(message("{whose}:", whose=_whose(answer, dealer=is_dealer)))
            found += _ranked(choices, OTHERS, dealer=is_dealer)
    if answer.question.cards[0].card is None:
        found.append(message("I didn't count flushes because you didn't type any suits."))
    return tuple(found)


# Which card to play next, and whether cards are a run.


def explain_next(answer: NextAnswer, strong: Strong) -> Iterator[Message]:
    cards = faces_text(answer.question.cards)
    if not answer.choices:
        yield message("Each of {cards} would go over 31, so say go.", cards=cards)
        return
    best = strong(answer.choices[0].card.face)
    if answer.question.played or answer.question.count:
        yield message("From {cards}, play the {card}.", cards=cards, card=best)
    else:
        yield message("From {cards}, lead the {card}.", cards=cards, card=best)
    for place, choice in enumerate(answer.choices, 1):
        yield message(
            "{place}. {card} makes {count} for {points}: {worth:+.1f} on average",
            place=place,
            card=choice.card.face,
            count=choice.count,
            points=choice.points,
            worth=choice.worth,
        )


def explain_run(answer: RunAnswer, strong: Strong) -> Iterator[Message]:
    cards = faces_text(sorted(answer.question.cards))
    if answer.is_run:
        points = len(answer.question.cards)
        yield message("Yes, {cards} is a run of {points}.", cards=strong(cards), points=points)
        yield message("The order doesn't matter in the play either.")
    else:
        yield message("No, {cards} is no run.", cards=strong(cards))
        yield message("A run is 3 or more ranks in a row, each once. The ace is always low: not next to the king.")
