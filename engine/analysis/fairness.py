"""Whether an answer about cards would help a player to count, or to discard, in a game that is being played.

The player has to count alone what is in play (002, law 19), so an answer about cards that count like it has to wait.

Cards are compared by what their ranks score. Two cards are equal if they have the same rank. Tenth cards (ten to king)
are equal to each other as long as the pairs and the runs among the compared cards stay the same. Suits are ignored,
because the same cards in other suits score the same but for a flush and his nobs. Of four cards kept and the starter,
an answer has to wait if the question has

* up to three cards, all among these five;
* four cards, three of the four kept among them; or three of these five that score all that the five score, alone or
  with a fourth of them as the starter;
* five cards, four of these five; or three of them that score all that the five score; or, whatever the starter, three
  of the four kept that score all that the four score (any three of them while there is no starter);
* more cards, all four kept among them;
* three of these five in their own suits, or four of them if it has six cards or more;
* been asked about a crib, with both cards that the player discarded and the starter; or, whatever its starter, with
  both in their own suits or all without suits.

Of the six cards dealt, before the discard, an answer has to wait if the question has

* up to four cards, all among the six;
* five cards, the first four among the six;
* more cards, five of the six;
* three of the six in their own suits, or four of them if it has six cards or more.

Where three cards are kept, or five are dealt, the numbers change accordingly. A player who discards one card has to
name it with its suit in a question about a crib. A card to play has to wait if all cards that are named, or three of
them, are held; and odds while any card is. Where players declare the points of the play, a question about a play
has to wait if it has the cards that count now, or a part of them, or all but one of three or more.
"""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

from engine.cards import Card, Rank
from engine.messages import Message, message
from engine.rules import Counting, Pegging
from engine.text.questions import (
    DiscardQuestion,
    Face,
    FourCardQuestion,
    HandQuestion,
    NextQuestion,
    OddsQuestion,
    PlayQuestion,
    Question,
    RanksQuestion,
    all_cards,
)
from engine.view import View

OWN_HAND: Final = message(
    "Your hand is still in play, so I can't count cards like these yet. I can tell you after this deal."
)
OWN_DISCARD: Final = message("I can't help with a discard in a game you're playing. I can tell you after this deal.")
OWN_PLAY: Final = message("I can't help with a card to play in a game you're playing. I can tell you after this deal.")
OPEN_HAND: Final = message(
    "I can't help with a count in a game you're playing until it's settled. I can tell you after this deal."
)
CRIB: Final = message("The crib is still to be counted, so I can't help with it yet. I can tell you after this deal.")
PLAY: Final = message(
    "You count these cards yourself in your game, so I can't count them yet. I can tell you after this deal."
)
ALOUD: Final = message(
    "Players here still have to count their cards, so I don't answer about cards in this channel yet. Ask me "
    "in a DM, or I can tell you after this deal."
)

_LEAST: Final = 3
"""The fewest cards that are refused while they may also be cards of the play."""


def reason_to_wait(question: Question, view: View) -> Message | None:
    """Return why an answer has to wait, and until when; None if it would help nobody in the game of this view.

    A seat's view judges what the player of this seat asks. A spectator's view judges what anybody else asks where the
    players read the answer: while a hand is hidden every such answer waits, because a refusal for the hidden cards
    alone would say which they are.
    """
    if view.rules.counting is Counting.AUTOMATIC:
        return None
    if view.seat is None:
        return ALOUD if any(view.held) or _is_of_play(question, view) or _is_open(question, view) else None
    asked = all_cards(question)
    if isinstance(question, DiscardQuestion) and question.options:
        # Discards that are compared may share a card, which is held once.
        asked = tuple(dict.fromkeys(asked))
    is_discarding = view.stage == "lay_away" and view.to_lay > 0
    if isinstance(question, OddsQuestion):
        return OWN_HAND if view.hand else None
    if isinstance(question, NextQuestion) and view.hand and _is_known_next(question, view):
        return OWN_PLAY
    if is_discarding and _helps_to_discard(asked, (*view.hand, *view.laid), len(view.hand) - view.to_lay):
        return OWN_DISCARD
    if _is_of_play(question, view):
        return PLAY
    if not is_discarding and view.stage in ("lay_away", "starter", "play"):
        own = _Hand((*view.hand, *_played_by(view.seat, view)), view.starter, is_open=False)
        if _counts_like(asked, own):
            return OWN_HAND
    if _is_open(question, view):
        return OPEN_HAND
    return CRIB if not is_discarding and _is_known_crib(question, view) else None


def names_hidden_cards(asked: Sequence[Face], view: View) -> bool:
    """Return whether cards look like those of a seat's view that nobody else has seen: its hand and its discards.

    They do if two of these are named with their suits and no other card is, or three of them; and if at least four
    cards without suits are all among these, or have the whole hand among them.
    """
    is_crib_open = view.shown is not None and view.shown[1] == "crib"
    hidden = view.hand if is_crib_open else (*view.hand, *view.laid)
    named, suited = _named(asked, hidden), sum(face.card is not None for face in asked)
    if suited:
        return named >= _LEAST or named == suited > 1
    ranks, held, own = (Multiset(_ranks(cards)) for cards in (asked, hidden, view.hand))
    return len(asked) > _LEAST and (ranks <= held or (len(view.hand) > _LEAST and own <= ranks))


def is_deal_over(view: View, deal: int) -> bool:
    """Return whether every hand of a deal is settled, by the view of anybody.

    A count may be raised, and challenged again, until its player's first card of the next deal.
    """
    if view.stage in ("cut", "deal", "over"):
        return view.stage == "over" or not view.declarations
    if view.deal <= deal:
        return False
    is_dealt_anew = view.stage in ("lay_away", "starter")
    return view.stage == "show" or not any(is_dealt_anew or window.what != "play" for window in view.declarations)


@dataclass(frozen=True, slots=True)
class _Hand:
    """Cards that are counted together, and the starter, which is None until it is turned up."""

    kept: tuple[Card, ...]
    starter: Card | None
    is_open: bool = True

    @property
    def all(self) -> tuple[Card, ...]:
        return self.kept if self.starter is None else (*self.kept, self.starter)


def _is_open(question: Question, view: View) -> bool:
    return any(_counts_like(all_cards(question), hand) for hand in _open_hands(view))


def _open_hands(view: View) -> Iterator[_Hand]:
    for window in view.declarations:
        if window.what != "play":
            yield _Hand(window.cards, window.starter)
    if view.shown is not None:
        yield _Hand(view.shown[2], view.starter)
    for seat in _seats_to_show(view):
        unplayed = view.hand if seat == view.seat else ()
        yield _Hand((*_played_by(seat, view), *unplayed), view.starter)


def _seats_to_show(view: View) -> tuple[int, ...]:
    """Return the seats whose hands are open and not settled yet: all in the play once no card is held."""
    players = len(view.held)
    if view.stage == "play" and not any(view.held):
        return tuple(range(players))
    if view.stage != "show" or view.dealer is None:
        return ()
    hands = [window.seat for window in view.windows if window.what == "hand"]
    if view.shown is not None:
        if view.shown[1] != "hand":
            return ()
        first = view.shown[0]
    elif hands:
        eldest = view.dealer + 1
        first = min(hands, key=lambda seat: (seat - eldest) % players)
    elif any(window.what == "play" for window in view.windows):
        return tuple(range(players))
    else:
        return ()
    return tuple((first + step) % players for step in range((view.dealer - first) % players + 1))


def _played_by(seat: int, view: View) -> tuple[Card, ...]:
    return tuple(card for holder, card in view.played if holder == seat)


def _counts_like(asked: Sequence[Face], hand: _Hand) -> bool:
    """Return whether cards count like a hand, as the module defines it."""
    number, size, ranks = len(asked), len(hand.kept), _ranks(asked)
    kept, together = _ranks(hand.kept), _ranks(hand.all)
    if number < size:
        return number >= (2 if hand.is_open else _LEAST) and _share(ranks, together, number)
    if _named(asked, hand.all) >= (3 if number <= size + 1 else 4):
        return True
    if number == size:
        return _share(ranks, kept, size - 1) or _tells_total(ranks, together, size - 1)
    if number > size + 1:
        return _share(ranks, kept if size > 3 else together, 4)
    if hand.starter is None:
        return _share(ranks, kept, size) or _share(ranks[:size], kept, size - 1)
    if _share(ranks, together, size) or _tells_total(ranks, together, size - 1):
        return True
    return _share(ranks[:size], kept, size - 1, points=max(_points(kept), 1))


def _helps_to_discard(asked: Sequence[Face], dealt: Sequence[Card], keep: int) -> bool:
    """Return whether cards are like those from which a seat has to discard, as the module defines it."""
    number, ranks, own = len(asked), _ranks(asked), _ranks(dealt)
    if _named(asked, dealt) >= (3 if number <= keep + 1 else 4):
        return True
    if number <= keep:
        return number >= _LEAST and _share(ranks, own, number)
    if number == keep + 1:
        return _share(ranks[:keep], own, keep)
    return _share(ranks, own, len(dealt) - 1)


def _is_known_crib(question: Question, view: View) -> bool:
    """Return whether a question is about a crib with all cards that a seat knows of the crib to be counted."""
    if not isinstance(question, HandQuestion | RanksQuestion | FourCardQuestion):
        return False
    if not question.crib or not view.laid:
        return False
    asked = all_cards(question)
    known = view.laid if view.starter is None else (*view.laid, view.starter)
    if len(view.laid) == 1:
        return _named(asked, known) == len(known)
    if _share(_ranks(asked), _ranks(known), len(known)) or _named(asked, view.laid) == len(view.laid):
        return True
    return all(face.card is None for face in asked) and _share(_ranks(asked), _ranks(view.laid), len(view.laid))


def _is_known_next(question: NextQuestion, view: View) -> bool:
    """Return whether all cards to play from are among those of a seat, or most of them with the rest unknown."""
    held, asked = Multiset(_ranks((*view.hand, *view.laid))), Multiset(_ranks(question.cards))
    return asked <= held or sum((asked & held).values()) >= _LEAST


def _is_of_play(question: Question, view: View) -> bool:
    if not isinstance(question, PlayQuestion) or view.rules.pegging is not Pegging.DECLARED:
        return False
    declared = [window.cards for window in view.declarations if window.what == "play"]
    return any(_plays_like(question, cards) for cards in (*declared, [card for _, card in view.series]))


def _plays_like(question: PlayQuestion, cards: Sequence[Card]) -> bool:
    series, ranks = _ranks(cards), _ranks(question.cards)
    number, size = len(ranks), len(series)
    if number < size:
        return number > 1 and _share(ranks, series, number)
    if not size:
        return False
    return _share(ranks, series, size) or (size >= _LEAST and number <= size + 1 and _share(ranks, series, size - 1))


def _ranks(cards: Sequence[Face] | Sequence[Card]) -> tuple[Rank, ...]:
    return tuple([card.rank for card in cards])


def _named(asked: Sequence[Face], cards: Sequence[Card]) -> int:
    return sum(face.card in cards for face in asked if face.card is not None)


_Structure: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[tuple[int, int], ...], ...]]


def _share(some: Sequence[Rank], others: Sequence[Rank], number: int, *, points: float = 0) -> bool:
    """Return whether so many of some ranks score like as many others, and those at least so many points."""
    if min(len(some), len(others)) < number:
        return False
    wanted = {_structure(part) for part in combinations(others, number) if not points or _points(part) >= points}
    return any(_structure(part) in wanted for part in set(combinations(sorted(some), number)))


def _tells_total(some: Sequence[Rank], together: Sequence[Rank], number: int) -> bool:
    """Return whether so many of some ranks score all that a hand scores with its starter.

    Of four cards they do too if one more card of the hand makes up for the rest: four are counted with each starter.
    """
    total, is_four = _points(together), len(some) == number + 1
    if not (total or is_four):
        return False
    telling = {
        _structure(part)
        for more in range(number, number + 1 + is_four)
        for whole in combinations(together, more)
        if _points(whole) == total
        for part in combinations(whole, number)
    }
    return any(_structure(part) in telling for part in set(combinations(sorted(some), number)))


def _structure(ranks: Sequence[Rank]) -> _Structure:
    """Return what decides the score of ranks: those below ten, how many tenth cards are alike, and runs with them.

    Equal structures score the same fifteens, pairs and runs with the same pips.
    """
    many = Multiset(ranks)
    low = tuple(sorted(rank.value for rank in ranks if rank < Rank.TEN))
    tenths = tuple(sorted(number for rank, number in many.items() if rank >= Rank.TEN))
    runs = (tuple(sorted((min(rank, 10), many[rank]) for rank in run)) for run in _runs(many) if run[-1] >= Rank.TEN)
    return low, tenths, tuple(sorted(runs))


def _points(ranks: Sequence[Rank]) -> int:
    many = Multiset(ranks)
    fifteens = sum(
        sum(rank.pips for rank in part) == 15
        for number in range(2, len(ranks) + 1)
        for part in combinations(ranks, number)
    )
    pairs = sum(number * (number - 1) for number in many.values())
    runs = 0
    for run in _runs(many):
        ways = len(run)
        for rank in run:
            ways *= many[rank]
        runs += ways
    return 2 * fifteens + pairs + runs


def _runs(many: Multiset[Rank]) -> Iterator[tuple[Rank, ...]]:
    run: tuple[Rank, ...] = ()
    for rank in Rank:
        run = (*run, rank) if many[rank] else ()
        if len(run) >= 3 and (rank is Rank.KING or not many[Rank(rank + 1)]):
            yield run
