"""The daily hand: its cards, which follow from the date, and what a discard loses."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date

from bot.models.daily import DailyAnswer, DailyHand
from bot.tables.shuffle import pack
from engine.ai.two_hand_discards import Discard, by_points
from engine.cards import Card


def daily_hand(day: date) -> DailyHand:
    """Return the hand of a day; everybody gets the same, as the dealer on every other day."""
    seed = hashlib.sha256(f"cribbage daily hand {day.isoformat()}".encode()).digest()
    return DailyHand(day, tuple(sorted(pack(seed, "deal", 1)[:6])), dealer=day.toordinal() % 2 == 0)


def ranked_discards(hand: DailyHand) -> tuple[Discard, ...]:
    """Return every discard with its average points of hand, crib and pegging, the best first."""
    return by_points(hand.cards, dealer=hand.dealer)


def judged(hand: DailyHand, discard: Sequence[Card]) -> DailyAnswer:
    """Return a discard with the points that it loses to the best one."""
    ranked = ranked_discards(hand)
    chosen = next(one for one in ranked if set(one.cards) == set(discard))
    return DailyAnswer(tuple(sorted(discard)), max(0.0, ranked[0].points - chosen.points))
