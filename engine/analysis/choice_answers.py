"""Answers about no finished hand: what to discard, which card to play next, and how likely something is."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Final

from engine.actions import Play
from engine.ai.discard_averages import CribEstimate, Discard, Unseen, expected_points
from engine.ai.discards import discard_chances, ranks_of
from engine.ai.play_positions import Ranks
from engine.ai.play_search import judge_plays
from engine.ai.tables import Place, crib_averages, discard_likelihood, pegging
from engine.ai.winning_chances import Race, chance_of_side
from engine.analysis.answers import Choice, DiscardAnswer, NextAnswer, NextChoice, OddsAnswer, Seeded
from engine.analysis.odds import CRIBS, DEALT, HANDS, Odds, decimals, one_in_many
from engine.cards import PACK, Card, Rank, Suit
from engine.messages import N_, Message, listed, message, number
from engine.rules import Rules
from engine.scoring import LIMIT, peg_points
from engine.text.questions import DiscardQuestion, Face, GameScores, NextQuestion, OddsQuestion, stand_ins
from engine.view import View


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
    mean_of_crib = _crib_of_six(cards, ranks, dealer=dealer) if len(ranks) == 6 else _crib_mean(place)
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
    mean_of_crib = _crib_mean(Place(2, 6, 0 if dealer else 1))
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


def _crib_mean(place: Place) -> Callable[[tuple[Face, ...]], float]:
    """Return what gives the mean of a crib for the cards discarded from a hand of this size, in points of this side.

    Of three players the two others share what the dealer's crib costs.
    """
    known = crib_averages(place.players, place.dealt)
    share = 1.0 if place.deals else place.other

    def mean(away: tuple[Face, ...]) -> float:
        cards = [face.card or Card(face.rank, Suit(number)) for number, face in enumerate(away)]
        return share * known.mean(tuple(cards), own=place.deals)

    return mean


_HELD: Final = 4
_DEALT: Final = 6


def next_answer(question: NextQuestion, seeded: Seeded) -> NextAnswer:
    """Return every card that can be played with what it brings, the best first; none where only go can be said."""
    played = question.played or _unknown(question)
    cards = stand_ins((*question.cards, *played))
    hand, series = cards[: len(question.cards)], cards[len(question.cards) :]
    since = _series(series)
    view = _view(hand, series, since)
    if not view.legal:
        return NextAnswer(question, ())
    judged = judge_plays(view, seeded(" ".join(map(str, cards))))
    faces = {face.rank: face for face in question.cards}
    now = [card for _, card in view.series]
    alike = {card.rank: card for card in hand}
    choices = []
    for one in judged:
        count = view.count + one.rank.pips
        points = peg_points([*now, alike[one.rank]]) if question.played or not played else 2 * (count in (15, LIMIT))
        choices.append(NextChoice(faces[one.rank], count, points, one.points))
    return NextAnswer(question, tuple(choices))


def _unknown(question: NextQuestion) -> tuple[Face, ...]:
    """Return cards that make a count and go with none of the cards that are held."""
    if not question.count:
        return ()
    held = [face.rank for face in question.cards]
    options = [
        ranks
        for number in (1, 2, 3, 4)
        for ranks in combinations([rank for rank in Rank for _ in range(2)], number)
        if sum(rank.pips for rank in ranks) == question.count
    ]
    best = min(options, key=lambda ranks: (sum(abs(ranks[-1] - rank) < 3 for rank in held), len(ranks)))
    return tuple(map(Face, best))


def _series(played: tuple[Card, ...]) -> int:
    count, since = 0, 0
    for place, card in enumerate(played):
        if count + card.pips > LIMIT:
            count, since = 0, place
        count += card.pips
    return len(played) if count == LIMIT else since


def _view(hand: tuple[Card, ...], played: tuple[Card, ...], since: int) -> View:
    """Return a game of two in which seat 0 is to play, and seat 1 played last; the starter goes with nothing."""
    # Nobody has played more cards than they no longer hold; what is left over, the other one played.
    own = max(_HELD - len(hand), 0)
    back = range(len(played), 0, -1)
    by_seat = tuple((int(ago % 2 == 1 or ago > 2 * own), card) for ago, card in zip(back, played, strict=True))
    known = {*hand, *played}
    ranks = {card.rank for card in known}
    starter = max((card for card in PACK if card not in known), key=lambda card: (card.rank not in ranks, card.rank))
    theirs = max(_HELD - sum(seat for seat, _ in by_seat), 1) if played else len(hand)
    series = by_seat[since:]
    room = LIMIT - sum(card.pips for _, card in series)
    return View(
        seat=0,
        rules=Rules(),
        scores=(0, 0),
        hindmost=(0, 0),
        deal=1,
        stage="play",
        dealer=0 if len(played) % 2 else 1,
        held=(len(hand), theirs),
        hand=hand,
        starter=starter,
        played=by_seat,
        series=series,
        legal=tuple(Play(0, card) for card in hand if card.pips <= room),
    )


# How likely something is.


def odds_answer(question: OddsQuestion) -> OddsAnswer:
    """Return what is known of a likelihood, line by line, the answer first."""
    first, *rest = _LINES[question.about](question)
    return OddsAnswer(question, first, tuple(rest))


def _share(part: Fraction | float) -> Message:
    return number(float(part), f".{decimals(Fraction(part))}%")


def _likelihood(odds: Odds, question: OddsQuestion) -> Fraction:
    counts = odds.counts[question.points :] if question.about == "least" else odds.counts[question.points :][:1]
    return Fraction(sum(counts), odds.every)


def _points(question: OddsQuestion) -> Iterator[Message]:
    points = message("1 point") if question.points == 1 else message("{total} points", total=question.points)
    if question.about == "least":
        points = message("{total} points or more", total=question.points)
    random = _likelihood(CRIBS if question.crib else HANDS, question)
    if not random:
        yield message("No hand is worth {points}.", points=points)
        return
    if question.crib:
        yield message(
            "{points} in a crib of random cards: {share}, 1 in {one_in}.",
            points=points,
            share=_share(random),
            one_in=one_in_many(random),
        )
        return
    kept = _likelihood(DEALT, question)
    yield message(
        "{points} in a hand: {share}, 1 in {one_in}.", points=points, share=_share(kept), one_in=one_in_many(kept)
    )
    yield message(
        "That is with the best 4 of 6 cards. Of 5 random cards: {share}, 1 in {one_in}.",
        share=_share(random),
        one_in=one_in_many(random),
    )


def _average(question: OddsQuestion) -> Iterator[Message]:
    crib = _mean_crib()
    if question.crib:
        yield message("An average crib is worth {mean:.1f} points.", mean=crib)
        yield message("That is with good discards on both sides. Of random cards: {mean:.1f}.", mean=float(CRIBS.mean))
    else:
        yield message("An average hand is worth {mean:.1f} points.", mean=float(DEALT.mean))
        yield message(
            "That is with the best 4 of 6 cards. Of random cards: {mean:.1f}. A crib: {crib:.1f}.",
            mean=float(HANDS.mean),
            crib=crib,
        )


def _average_pegging(_: OddsQuestion) -> Iterator[Message]:
    yield message("The dealer pegs about 3.5 points a deal in the play, and the pone about 2.1.")
    yield message("That is what good players average, with the go and the last card.")


def _mean_crib() -> float:
    """Return the mean of a crib into which both players discard as robots do."""
    table, total, every = crib_averages(2, 6).own, 0.0, 0.0
    for low in range(1, 14):
        for high in range(low, 14):
            many = discard_likelihood(low, high, dealer=True) * (6 if low == high else 16)
            total, every = total + many * table[high - 1][low - 1], every + many
    return total / every


def _cut(question: OddsQuestion) -> Iterator[Message]:
    if many := question.points:
        yield message(
            "{share}, 1 in {one_in}: {many} of the 46 cards that you can't see.",
            many=many,
            share=_share(Fraction(many, 46)),
            one_in=one_in_many(Fraction(many, 46)),
        )
        return
    rank = Face(question.rank or Rank.ACE).face
    yield message(
        "The cut is a {rank} in {share} of deals: 4 of the 46 cards that you can't see.",
        rank=rank,
        share=_share(Fraction(4, 46)),
    )
    yield message("Each {rank} among your 6 cards takes 1 of the 4 away. Before the deal it's 1 in 13.", rank=rank)


def _dealt(question: OddsQuestion) -> Iterator[Message]:
    rank = Face(question.rank or Rank.ACE).face
    none = [Fraction(comb(48, number), comb(52, number)) for number in (_DEALT, _HELD)]
    yield message("At least one {rank} among 6 cards: {share}.", rank=rank, share=_share(1 - none[0]))


def _common(_: OddsQuestion) -> Iterator[Message]:
    for is_kept, odds in ((True, DEALT), (False, HANDS)):
        best = sorted(range(len(odds.counts)), key=lambda total: -odds.counts[total])[:2]
        shares = [_share(Fraction(odds.counts[total], odds.every)) for total in best]
        yield message(_COMMONEST[is_kept], first=best[0], share=shares[0], second=best[1], other=shares[1])


_COMMONEST: Final = {
    True: N_("The commonest hand with the best 4 of 6 cards is {first} ({share}), then {second} ({other})."),
    False: N_("Of 5 random cards it is {first} ({share}), then {second} ({other})."),
}


def _never(_: OddsQuestion) -> Iterator[Message]:
    never = [total for total, many in enumerate(HANDS.counts) if not many]
    yield message(
        "No hand is worth {totals}, or more than {most}.", totals=listed(never, "or"), most=len(HANDS.counts) - 1
    )


def _nobs(_: OddsQuestion) -> Iterator[Message]:
    yield message(
        "The dealer turns up a jack (his heels, 2 points) in 1 of 13 deals: {share}.", share=_share(Fraction(1, 13))
    )
    yield message(
        "Of random hands {share} hold the jack of the starter's suit (his nobs, 1 point).",
        share=_share(Fraction(48, 52) * Fraction(4, 51)),
    )


def _flush(_: OddsQuestion) -> Iterator[Message]:
    four = Fraction(4 * comb(13, 4), comb(52, 4))
    five = Fraction(4 * comb(13, 5), comb(52, 5))
    yield message(
        "Of random hands {four} are a flush of 4, and {five} a flush of 5 with the starter.",
        four=_share(four),
        five=_share(five),
    )


def _win(question: OddsQuestion) -> Iterator[Message]:
    scores, players = question.scores, question.players or 2
    assert scores is not None
    if players == 3 and scores.third is None:
        yield message("Type the scores of all three players, yours first, like 100-90-95.")
        return
    rules = Rules(players=players, dealt=5 if question.players else 6, target=scores.target)
    for dealer in range(len(_BEFORE[players])):
        if question.dealer in (None, dealer == 0):
            theirs = "-".join(map(str, scores.of_sides[1:]))
            chance = _share(chance_of_side(rules, scores.of_sides, 0, dealer))
            yield message(_BEFORE[players][dealer], mine=scores.mine, theirs=theirs, chance=chance)
    if players == 3:
        yield message("The scores are yours, then those of the players on your left and on your right.")
    if question.players == 2:
        yield message("That is for two players with 5 cards each.")


_YOU_DEAL: Final = N_("At {mine}-{theirs} before your own deal: {chance} to win.")
_BEFORE: Final = {
    2: (_YOU_DEAL, N_("At {mine}-{theirs} before your opponent's deal: {chance} to win.")),
    3: (
        _YOU_DEAL,
        N_("At {mine}-{theirs} before the deal of the player on your left: {chance} to win."),
        N_("At {mine}-{theirs} before the deal of the player on your right: {chance} to win."),
    ),
    4: (
        N_("At {mine}-{theirs} before your side's deal: {chance} to win."),
        N_("At {mine}-{theirs} before the other side's deal: {chance} to win."),
    ),
}
"""What is said before the deal of each seat, the player's own first, by the number of players."""

_LINES: Final = {
    "points": _points,
    "least": _points,
    "average": _average,
    "pegging": _average_pegging,
    "cut": _cut,
    "dealt": _dealt,
    "common": _common,
    "never": _never,
    "nobs": _nobs,
    "flush": _flush,
    "win": _win,
}
