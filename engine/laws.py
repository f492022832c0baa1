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
    THREE_FOR_LAST = (
        "three_for_last",
        "Three for last",
        "At the five-card game the pone of the first deal pegs three, for the dealer has the first crib.",
        "002:9",
    )
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
    SATISFIED = (
        "satisfied",
        "Until the adversary is satisfied",
        "Cards that are reckoned lie open until the adversary is satisfied.",
        "002:67, law 18",
    )
    FALSE_CHALLENGE = (
        "false_challenge",
        "False challenge",
        "Who touches another's pegs without cause gives him two.",
        "002:69, law 20",
    )
    FALSE_GAME = (
        "false_game",
        "False claim of game",
        "A peg placed in the game hole in error comes back, and where it is agreed so many more holes come off.",
        "002:67, law 19",
    )
    AMENDED = (
        "amended",
        "Amending",
        "Who has pegged too little may mend it until he has played another card.",
        "003:103",
    )
    # Irregularities, and what the pre-deal cut costs.
    TAKEN_BACK = (
        "taken_back",
        "Taking back a card laid out",
        "A card laid out is not taken back; if it is, the adversary marks two and may have a fresh deal.",
        "002:63, law 11",
    )
    FALSE_GO = (
        "false_go",
        "Neglecting to play",
        "Who neglects to play a card that comes in must play it, or the adversary marks two.",
        "002:65, law 16",
    )
    PREDEAL_CUT = (
        "predeal_cut",
        "Cutting to the dealer",
        "The pack may be cut before the deal; at Crib-Derby whoever does so gives the dealer two.",
        "003:23",
    )
    # How the cards and the turn go round.
    CUT = ("cut", "Cut for deal", "Each player cuts; the lower card deals, and equal cards cut again.", "000:13")
    DEAL = ("deal", "Deal", "Cards are dealt one at a time from the dealer's left; the deal goes round.", "000:15")
    LAY_AWAY = ("lay_away", "Lay away", "Each player lays away face down to make the dealer's crib of four.", "000:19")
    TURN = ("turn", "Turn", "The pone leads and the players take turns, one card at a time.", "000:23")
    COMING_IN = (
        "coming_in",
        "Coming in",
        "A card that passes thirty-one does not come in and is not played; one that does cannot be taken up.",
        "002:64, law 14",
    )
    MUST_PLAY = ("must_play", "Bound to play", "A player who holds a card that comes in plays it.", "002:15")
    LIBERTY = (
        "liberty",
        "Playing on",
        "At the five-card game a player may stop when the adversary has said go, and the play ends there.",
        "002:15",
    )
    SHOW = ("show", "Show", "The pone shows first, then the dealer's hand, then the crib.", "000:60")
    GAME = ("game", "Game", "The game ends the instant a peg reaches the game hole.", "001:99")
    RESIGNED = ("resigned", "Resigned", "A player may give the game up; the other side wins one game.", "custom")
    ON_TIME = ("on_time", "Lost on time", "Where a clock was agreed, who lets it run out may lose the game.", "custom")
    # Laws of the table that a player whose cards are dealt by a machine cannot break.
    FRESH_CUT = ("fresh_cut", "Fresh cut", "Every game begins with a cut, unless a rubber is played.", "002:54, law 1")
    EXPOSED_CUT = (
        "exposed_cut",
        "More than one card cut",
        "Who shows several cards in cutting lets the adversary choose.",
        "002:54, law 2",
    )
    CUTTING_ERROR = ("cutting_error", "Error in cutting", "A wrong cut to the dealer is made anew.", "002:54, law 3")
    DEALT_SINGLY = ("dealt_singly", "One card at a time", "Cards are dealt singly.", "002:54, law 4")
    DEALER_EXPOSES = ("dealer_exposes", "The dealer's own cards", "No penalty.", "002:54, law 5")
    FACED_CARD = ("faced_card", "Faced card", "A faced card in the pack calls for a fresh deal.", "002:54, law 6")
    DEAL_OUT_OF_TURN = ("deal_out_of_turn", "Dealing out of turn", "It can be mended until the start.", "002:54, law 7")
    MISDEAL = ("misdeal", "Misdeal", "The pone marks two and may have a fresh deal.", "002:54, law 8")
    LAID_FROM_TOO_MANY = ("laid_from_too_many", "Laying out from too many", "Two, and a choice.", "002:54, law 9")
    LAID_FROM_TOO_FEW = ("laid_from_too_few", "Laying out from too few", "The hand is played short.", "002:54, law 10")
    CRIB_UNTOUCHED = ("crib_untouched", "The crib untouched", "The crib lies till the play is over.", "002:54, law 12")
    WRONG_HAND = ("wrong_hand", "Playing with a wrong hand", "As laying out from too many.", "002:54, law 13")
    TWO_CARDS = ("two_cards", "Two cards together", "Of two cards the one counted is played.", "002:64, law 15")
    MISCOUNTED = ("miscounted", "Miscounting in the play", "No penalty.", "002:66, law 17")
    DISPLACED_PEG = ("displaced_peg", "Displaced pegs", "A foremost peg displaced goes behind.", "002:72, law 21")

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
