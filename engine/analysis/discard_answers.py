"""Discards with their mean points and their chances to win, best first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

from engine.ai.discard_averages import CribEstimate, Discard, Unseen, expected_points
from engine.ai.discards import discard_chances, ranks_of
from engine.ai.play_positions import Ranks
from engine.ai.tables import Place, crib_averages, pegging
from engine.ai.winning_chances import Race
from engine.analysis.answers import Choice, DiscardAnswer, Seeded
from engine.cards import Card, Rank, Suit
from engine.text.questions import DiscardQuestion, Face, GameScores


def discard_answer(question: DiscardQuestion, seeded: Seeded | None) -> DiscardAnswer:
    """Return the discards to each crib; the crib that is not asked about gets no chances to win."""
    find = _cribs_alone if len(question.cards) == len(question.options) * 2 else _choices
    yours, theirs = find(question, dealer=True), find(question, dealer=False)
    if question.scores is not None and len(question.cards) > 4 and seeded is not None:
        if question.dealer is not False:
            yours = _with_chances(yours, question, question.scores, seeded, dealer=True)
        if question.dealer is not True:
            theirs = _with_chances(theirs, question, question.scores, seeded, dealer=False)
    return DiscardAnswer(question, yours, theirs)


def _with_chances(
    choices: Sequence[Choice], question: DiscardQuestion, scores: GameScores, seeded: Seeded, *, dealer: bool
) -> tuple[Choice, ...]:
    """Return the discards in the order of their chances to win, the best first.

    Cards without suits get suits in turn, so that no four of them make a flush.
    """
    faces = sorted(question.cards)
    if any(face.card is None for face in faces):
        named = [Card(face.rank, Suit(place % 4)) for place, face in enumerate(faces)]
    else:
        named = [face.card for face in faces if face.card is not None]
    by_cards: dict[frozenset[Card], Choice] = {}
    discards = []
    for choice in choices:
        left = list(zip(faces, named, strict=True))
        away, kept = (tuple([_take(left, face) for face in group]) for group in (choice.away, choice.kept))
        by_cards[frozenset(away)] = choice
        discards.append(Discard(away, kept, choice.hand, choice.crib, choice.peg, choice.total))
    place = _place(question, dealer=dealer)
    race = Race.before(tuple(scores.target - score for score in scores.of_sides), place)
    chance = seeded(" ".join(map(str, (*named, *scores[:3], *scores.of_sides[2:], dealer))))
    return tuple(
        replace(by_cards[frozenset(one.cards)], chance=one.chance, error=one.error)
        for one in discard_chances(discards, race, place, chance)
    )


def _take(left: list[tuple[Face, Card]], face: Face) -> Card:
    return left.pop([other for other, _ in left].index(face))[1]


def _choices(question: DiscardQuestion, *, dealer: bool) -> tuple[Choice, ...]:
    """Return every discard, best first; equal discards of cards without suits appear once."""
    cards = tuple(face.card for face in question.cards if face.card is not None)
    ranks, is_suited = [face.rank for face in question.cards], len(cards) == len(question.cards)
    place = _place(question, dealer=dealer)
    mean_of_crib = _crib_of_six(cards, ranks, dealer=dealer) if len(ranks) == 6 else _mean_crib(place)
    unseen, pegged = Unseen.excluding(cards) if is_suited else Unseen.of_ranks(ranks), _pegging(place)
    found = {}
    for places in combinations(range(len(ranks)), place.discards):
        away = tuple(question.cards[one] for one in places)
        kept = tuple(face for one, face in enumerate(question.cards) if one not in places)
        # Without suits no four cards are a flush.
        held = tuple(face.card or Card(face.rank, suit) for face, suit in zip(kept, Suit, strict=False))
        hand = expected_points(held, unseen)
        crib, peg = mean_of_crib(away), pegged(ranks_of(kept))
        total = hand + (crib if dealer else -crib) + peg
        found[frozenset(away)] = Choice(away, kept, hand, crib, peg, total)
    return tuple(sorted(found.values(), key=lambda choice: choice.total, reverse=True))


def _cribs_alone(question: DiscardQuestion, *, dealer: bool) -> tuple[Choice, ...]:
    """Return the discards that are compared without a hand, by their mean cribs."""
    mean_of_crib = _mean_crib(Place(2, 6, 0 if dealer else 1))
    cribs = [(away, mean_of_crib(away)) for away in question.options]
    found = [Choice(away, (), 0.0, crib, 0.0, crib if dealer else -crib) for away, crib in cribs]
    return tuple(sorted(found, key=lambda choice: choice.total, reverse=True))


def _place(question: DiscardQuestion, *, dealer: bool) -> Place:
    """Return the place of who asks: the dealer, or the next to play."""
    many = len(question.cards)
    return Place(2 if many == 6 else question.players or 3, many, 0 if dealer else 1)


def _pegging(place: Place) -> Callable[[Ranks], float]:
    """Return what gives the pegging of kept cards: the mean of the places of this side, of which any may be meant."""
    alike = [step for step in range(place.players) if place.after(step).deals == place.deals]
    tables = [pegging(place.form, place.after(step).steps) for step in alike]
    return lambda kept: sum(table[kept] for table in tables) / len(tables)


def _crib_of_six(
    cards: tuple[Card, ...], ranks: Sequence[Rank], *, dealer: bool
) -> Callable[[tuple[Face, ...]], float]:
    is_suited = len(cards) == len(ranks)
    estimate = CribEstimate.of_cards(cards, dealer=dealer) if is_suited else CribEstimate.of_ranks(ranks, dealer=dealer)
    return lambda away: estimate.crib((away[0], away[1]))


def _mean_crib(place: Place) -> Callable[[tuple[Face, ...]], float]:
    """Return what gives the mean of a crib for the cards discarded from a hand of this size, in points of this side.

    Of three players the two others share what the dealer's crib costs.
    """
    known = crib_averages(place.players, place.dealt)
    share = 1.0 if place.deals else place.other

    def mean(away: tuple[Face, ...]) -> float:
        cards = [face.card or Card(face.rank, Suit(number)) for number, face in enumerate(away)]
        return share * known.mean(tuple(cards), own=place.deals)

    return mean
