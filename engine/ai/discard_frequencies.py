"""The frequencies of the dealer's and the pone's discards, by pairs of ranks.

The numbers come from robots that were dealt six cards each and made the most valuable discard.
"""

from __future__ import annotations

from typing import Final

_BY_DEALER: Final = """
A 1170
2 2267 1350
3 2744 3308 1269
4 1966 2031 2053 1106
5 451 572 638 596 791
6 680 870 711 365 698 1213
7 967 1314 925 684 887 2573 1887
8 919 901 892 593 632 2853 4411 1606
9 611 704 623 414 528 2556 2518 2558 1155
T 467 481 471 406 1106 467 385 1126 1431 776
J 501 544 460 436 1621 367 510 385 663 1961 885
Q 606 589 611 589 1588 338 481 409 377 1067 2418 967
K 938 878 936 881 1624 636 933 572 472 731 1843 2363 1142
"""
"""Discards in 100,000 by dealers: a line for each higher rank, ace first."""

_BY_PONE: Final = """
A 350
2 1712 286
3 1268 335 189
4 693 1074 585 174
5 175 212 86 64 18
6 1146 1045 1337 332 53 132
7 1701 1503 1033 1203 102 409 161
8 1986 1897 1411 996 170 858 264 344
9 2019 1736 1362 1213 207 538 1342 901 273
T 1851 1236 1129 1116 92 1301 1706 700 486 212
J 1409 947 851 913 81 786 1002 1399 931 675 183
Q 2578 1695 1506 1560 81 1595 1889 2033 2290 2016 823 327
K 2870 1939 1651 1713 82 2260 2599 2637 2612 4648 1209 3094 388
"""
"""Discards in 100,000 by pones."""


def likelihood(first: int, second: int, *, dealer: bool) -> float:
    """Return the relative likelihood that two given cards of these ranks are discarded together.

    Ranks count from the ace, 1. There are 16 pairs of cards of two ranks, and 6 of one rank.
    """
    low, high = sorted((first, second))
    table = _LAID_BY_DEALER if dealer else _LAID_BY_PONE
    return table[high - 1][low - 1] / (6 if low == high else 16)


def _table(text: str) -> tuple[tuple[int, ...], ...]:
    """Return the values of each line, without the rank that it begins with."""
    return tuple(tuple(map(int, line.split()[1:])) for line in text.split("\n")[1:-1])


_LAID_BY_DEALER: Final = _table(_BY_DEALER)
_LAID_BY_PONE: Final = _table(_BY_PONE)
