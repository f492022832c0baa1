"""The shuffle, such that after the game every player can redo it and see that the cards were not arranged.

Before a game the table draws a seed of 32 bytes and publishes its *commitment*, the SHA-256 of the seed in
hexadecimal; when the game is over it publishes the seed. Every pack of the game follows from the seed and from what the
players have added to it by then (``mixed``), which the host could not know when it committed itself:

1. A pack has a name: ``cut:1`` for the first cut for the deal (``cut:2`` for the next after a tie, and so on) or
   ``deal:3`` for the third deal of the game.
2. For block 0, 1, 2 and so on take the SHA-256 of the seed followed by the ASCII letters ``name:block``, such as
   ``deal:3:0``. Each gives 32 bytes: eight whole numbers of four bytes, the most significant byte first. The
   numbers of all blocks, in order, are the *words*.
3. Start from the pack in order: AC AD AH AS 2C 2D and so on to KS, in places 0 to 51.
4. For i from 51 down to 1 take the next word w. If w is not below the greatest multiple of i + 1 that is at most
   2**32, throw it away and take the next, so that every j below is as likely as any other. Let j be the
   remainder of w divided by i + 1, and exchange the cards in places i and j.

The card in place 0 is the top of the pack, and the cards are counted from it: the first card, the second, and so on.

* In a cut for the deal seat 0 is shown the first card, seat 1 the second, and so on. With ceremony every player names a
  number of cards, and who names k is shown card k. Where four players cut for partners, the lowest card then brings
  seat 0, the second lowest seat 2, the third seat 1 and the highest seat 3 (of two equal ones the one that stood
  first), and the cards are listed by the new seats; unless equal cards leave open who deals, or which are the two
  lowest, and all cut again. Where the partners were chosen, everyone keeps their seat.
* Who cuts k cards to the dealer moves the top k of the deal's pack below the rest.
* A deal gives cards from the top, one at a time from the dealer's left, until everyone has five or six. Of three
  players the next card, the sixteenth, goes to the crib; once one of them has left, the other two get six each and the
  crib none. A deal that is made afresh is the next deal.
* The starter is the first of the cards that were not dealt; with ceremony, who cuts k of them turns up card k + 1.
"""

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Final, Literal, TypeAlias

from engine.audit import audit
from engine.cards import PACK, Card
from engine.errors import CribbageError, NotationError
from engine.events import CutToDealer, Dealt, Event, ForDealCut, StarterTurned
from engine.record import Contribution, Record

What: TypeAlias = Literal["cut", "deal"]

SEED_BYTES: Final = 32
_WORDS: Final = 2**32


class WrongSeed(CribbageError):
    """The seed is not the one to which the table committed itself."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether one cut, or one deal and its starter, came from the pack that the seed gives."""

    what: What
    number: int
    agrees: bool


def fresh_seed() -> bytes:
    """A seed for one game that nobody can foresee."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """Return the commitment, which is published before the game: it fixes the seed and reveals nothing of it."""
    return hashlib.sha256(seed).hexdigest()


def pack(seed: bytes, what: What, number: int) -> tuple[Card, ...]:
    """The pack for a cut or a deal, counted from 1 in each game; its first card is the top one."""
    return _shuffle(_words(seed, f"{what}:{number}"))


def mixed(seed: bytes, contributions: Iterable[Contribution], what: What, number: int) -> bytes:
    """Return what a pack is shuffled by: the seed, with everything mixed in that players have added before that pack.

    It is the SHA-256 of the seed and, for each contribution in order, a line feed, the seat, a colon and the value;
    without contributions it is the seed itself.
    """
    texts = "".join(one.text for one in contributions if one.counts_in(f"{what}:{number}"))
    return hashlib.sha256(seed + texts.encode("ascii")).digest() if texts else seed


def check(
    commitment_hex: str, seed_hex: str, events: Iterable[Event], contributions: Sequence[Contribution]
) -> tuple[Finding, ...]:
    """Hold every cut and every deal with its starter against the seed, in order. Raises ``WrongSeed``.

    ``contributions`` are what the players added to the shuffle.
    """
    sealed = _seed_behind(commitment_hex, seed_hex)
    findings: list[Finding] = []
    cuts, deals = count(1), count(1)
    cut_off, undealt = 0, tuple[Card, ...]()
    for event in events:
        match event:
            case ForDealCut():
                number = next(cuts)
                seed = mixed(sealed, contributions, "cut", number)
                findings.append(Finding("cut", number, _is_cut_from(event, pack(seed, "cut", number))))
            case CutToDealer(number=cut_off):
                pass
            case Dealt():
                number = next(deals)
                seed = mixed(sealed, contributions, "deal", number)
                cards = pack(seed, "deal", number)
                expected = _deal_like(event, (*cards[cut_off:], *cards[:cut_off]))
                cut_off, undealt = 0, expected.undealt
                findings.append(Finding("deal", number, event == expected))
            case StarterTurned() if findings and event.card != _card(undealt, event.number or 0):
                findings[-1] = replace(findings[-1], agrees=False)
    return tuple(findings)


def verdict_on(document: Any) -> tuple[Record, str]:
    """Return the record of a document that holds, and what its shuffle proves. Raises ``CribbageError``."""
    checked = audit(document)
    return checked, proof_of(checked)


def proof_of(checked: Record) -> str:
    """Check every deal against the published seed, and say the result. Raises ``NotationError`` if one differs."""
    if checked.seed is None:
        return "its shuffle is still secret"
    findings = check(checked.commitment, checked.seed, checked.events, checked.contributions)
    wrong = [finding for finding in findings if not finding.agrees]
    if wrong:
        raise NotationError(f"{wrong[0].what} {wrong[0].number} didn't come from the fair shuffle.")
    proof = "every deal came from the fair shuffle"
    return proof if checked.posted is not False else f"{proof}, but its commitment came after the first card"


def _words(seed: bytes, name: str) -> Iterator[int]:
    for block in count():
        digest = hashlib.sha256(seed + f"{name}:{block}".encode("ascii")).digest()
        for place in range(0, len(digest), 4):
            yield int.from_bytes(digest[place : place + 4], "big")


def _shuffle(words: Iterator[int]) -> tuple[Card, ...]:
    cards = list(PACK)
    for i in range(len(cards) - 1, 0, -1):
        j = _below(i + 1, words)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def _below(limit: int, words: Iterator[int]) -> int:
    """A number from 0 up to the limit, each as likely as any other: words past the last whole lot are thrown away."""
    whole = _WORDS - _WORDS % limit
    return next(word for word in words if word < whole) % limit


def _seed_behind(commitment_hex: str, seed_hex: str) -> bytes:
    try:
        seed = bytes.fromhex(seed_hex)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise WrongSeed(f"{seed_hex!r} is not a seed; a seed is {SEED_BYTES} bytes written in hexadecimal.")
    if commitment(seed) != commitment_hex.lower():
        raise WrongSeed(
            f"The seed {seed_hex} does not give the commitment {commitment_hex}; the shuffle cannot be checked with it."
        )
    return seed


def _is_cut_from(event: ForDealCut, cards: tuple[Card, ...]) -> bool:
    numbers = event.numbers or range(1, len(event.cards) + 1)
    drawn = tuple(card for number in numbers if (card := _card(cards, number - 1)) is not None)
    if event.places is None:
        return event.cards == drawn
    return event.cards == _seated(drawn) and (event.numbers is None or event.cards == drawn)


def _seated(drawn: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards by the seats that they bring: the two lowest of four are partners, if it is plain which they are."""
    if len(drawn) != 4:
        return drawn
    lowest, second, third, highest = sorted(drawn, key=lambda card: card.rank)
    if second.rank in {lowest.rank, third.rank}:
        return drawn
    return (lowest, third, second, highest)


def _card(cards: tuple[Card, ...], place: int) -> Card | None:
    return cards[place] if 0 <= place < len(cards) else None


def _deal_like(dealt: Dealt, cards: tuple[Card, ...]) -> Dealt:
    """The deal that this pack brings with the same dealer, players and number of cards."""
    seats, many = len(dealt.hands), sum(map(len, dealt.hands))
    around = [seat for step in range(seats) if dealt.hands[seat := (dealt.dealer + 1 + step) % seats]]
    hands = {seat: cards[place : many : len(around)] for place, seat in enumerate(around)}
    crib = many + (len(around) == 3)
    return Dealt(dealt.dealer, tuple(hands.get(seat, ()) for seat in range(seats)), cards[many:crib], cards[crib:])
