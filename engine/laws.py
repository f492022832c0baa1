"""The index of laws: what may be pegged, what a player may do, and where each rule is written."""

from __future__ import annotations

from enum import Enum
from typing import Self


class Law(Enum):
    """A law or a scoring rule: its name in records, its title, what it says, and its source.

    A source such as ``"002:67, law 19"`` is a file of the rule books, a line, and a law's number there.
    """

    # What is pegged before and during the play.
    HIS_HEELS = ("his_heels", "Two for his heels", "A jack turned up as the starter pegs two for the dealer.", "000:21")
    FIFTEEN = ("fifteen", "Fifteen", "A count of fifteen, or each set of cards that makes fifteen, pegs two.", "000:37")
    THIRTY_ONE = ("thirty_one", "Thirty-one", "A card that makes the count exactly thirty-one pegs two.", "001:51")
    GO = ("go", "Go", "The last to play before nobody can go on pegs one, unless he made thirty-one.", "001:39")
    LAST_CARD = ("last_card", "Last card", "The last card of all pegs one, unless it makes thirty-one.", "001:67")
    PAIR = ("pair", "Pair", "Two cards of one rank peg two.", "000:39")
    PAIR_ROYAL = ("pair_royal", "Pair royal", "Three cards of one rank peg six.", "001:55")
    DOUBLE_PAIR_ROYAL = ("double_pair_royal", "Double pair royal", "Four cards of one rank peg twelve.", "001:57")
    RUN = ("run", "Run", "Three or more cards in sequence peg one a card, in any order, ace low.", "000:48")
    # What is pegged in the show alone.
    FLUSH = (
        "flush",
        "Flush",
        "A hand of one suit pegs one a card, and one more with the starter; a crib only with the starter.",
        "002:42",
    )
    HIS_NOBS = ("his_nobs", "One for his nobs", "The jack held in the starter's suit pegs one.", "000:76")
    # What declaring brings.
    DECLARED = ("declared", "Declared", "A player's own count of his cards, as far as it is true.", "002:45")
    OVERSCORE = (
        "overscore",
        "Overscored",
        "Points scored beyond the true count are put back and go to the adversary.",
        "002:67, law 19",
    )
    MUGGINS = (
        "muggins",
        "Muggins",
        "Where it is agreed, points a player overlooks go to the adversary.",
        "the optional rule of the clubs; no seed tells it",
    )
    # How the cards and the turn go round.
    CUT = ("cut", "Cut for deal", "Each player cuts; the lower card deals, and equal cards cut again.", "000:13")
    DEAL = ("deal", "Deal", "Cards are dealt one at a time from the dealer's left; the deal goes round.", "000:15")
    LAY_AWAY = ("lay_away", "Lay away", "Each player lays away face down to make the dealer's crib of four.", "000:19")
    LAID_OUT = ("laid_out", "Law 11", "A card once laid away is not taken back.", "002:63, law 11")
    TURN = ("turn", "Turn", "The pone leads and the players take turns, one card at a time.", "000:23")
    COMING_IN = (
        "coming_in",
        "Law 14",
        "A card that passes thirty-one does not come in and is not played; one that does cannot be taken up.",
        "002:64, law 14",
    )
    MUST_PLAY = ("must_play", "Law 16", "A player who holds a card that comes in must play it.", "002:65, law 16")
    SHOW = ("show", "Show", "The pone shows first, then the dealer's hand, then the crib.", "000:60")
    GAME = ("game", "Game", "The game ends the instant a peg reaches the game hole.", "001:99")
    RESIGNED = ("resigned", "Resigned", "A player may give the game up; the other side wins one game.", "custom")

    title: str
    sentence: str
    source: str

    def __new__(cls, name: str, title: str, sentence: str, source: str) -> Self:
        law = object.__new__(cls)
        law._value_ = name
        law.title = title
        law.sentence = sentence
        law.source = source
        return law

    def __str__(self) -> str:
        return str(self.value)
