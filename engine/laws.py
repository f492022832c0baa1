"""The index of laws: what is pegged, what a player may do, and where each rule is written."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final, Self

from engine.messages import N_


class Law(Enum):
    """A law or a scoring rule: its name in records, its title, its text, and its source.

    A source such as ``"002:62, law 19"`` is a file of the rule books, the line on which the rule begins, and the
    law's number there. Two are not in the books: ``"ACC, rule 10"`` is the Cribbage Congress's, ``"custom"`` anybody's.
    """

    # What is pegged before and during the play.
    HIS_HEELS = (
        "his_heels",
        N_("Two for his heels"),
        N_("If the starter is a jack, the dealer gets 2 points."),
        "000:21",
    )
    FIFTEEN = (
        "fifteen",
        N_("Fifteen"),
        N_(
            "Making the count 15 during the play scores 2 points. So does each set of cards in your "
            "hand that adds up to 15."
        ),
        "000:37",
    )
    THIRTY_ONE = (
        "thirty_one",
        N_("Thirty-one"),
        N_("Making the count exactly 31 scores 2 points, instead of 1 for the go."),
        "001:51",
    )
    GO = (
        "go",
        N_("Go"),
        N_(
            "When nobody can play without going over 31, whoever played last gets 1 point, or 2 if "
            "the count is exactly 31."
        ),
        "001:39",
    )
    LAST_CARD = (
        "last_card",
        N_("Last card"),
        N_("The last card of the play scores 1 point, unless it makes 31."),
        "001:67",
    )
    PAIR = (
        "pair",
        N_("Pair"),
        N_("Two cards of the same rank score 2 points."),
        "000:39",
    )
    PAIR_ROYAL = (
        "pair_royal",
        N_("Pair royal"),
        N_("Three cards of the same rank are three pairs and score 6 points."),
        "001:55",
    )
    DOUBLE_PAIR_ROYAL = (
        "double_pair_royal",
        N_("Double pair royal"),
        N_("Four cards of the same rank are six pairs and score 12 points."),
        "001:57",
    )
    RUN = (
        "run",
        N_("Run"),
        N_("Three or more cards in a row score 1 point each, in any order and any suit."),
        "000:48",
    )
    # What is pegged in the show alone.
    FLUSH = (
        "flush",
        N_("Flush"),
        N_(
            "A hand all in one suit scores 1 point per card, plus 1 if the starter matches. In the "
            "crib, the starter must match."
        ),
        "002:42",
    )
    HIS_NOBS = ("his_nobs", N_("One for his nobs"), N_("A jack in the starter's suit scores 1 point."), "000:76")
    THREE_FOR_LAST = (
        "three_for_last",
        N_("Three for last"),
        N_("In the five-card game, the player who doesn't deal first gets 3 points."),
        "002:9",
    )
    # What declaring brings.
    DECLARED = (
        "declared",
        N_("Counting your cards"),
        N_("You say how many points your cards are worth."),
        "002:45",
    )
    OVERSCORE = (
        "overscore",
        N_("Too many points"),
        N_(
            "If you count too many points, you lose the extra ones, and in most rules your opponent gets them. Points "
            "past the last hole of the board don't count."
        ),
        "002:62, law 19",
    )
    MUGGINS = (
        "muggins",
        N_("Muggins"),
        N_("With muggins, your opponent can get the points you miss."),
        "ACC, rule 10",
    )
    SATISFIED = (
        "satisfied",
        N_("Cards stay in view"),
        N_("Everyone can see your cards until your count is accepted."),
        "002:60, law 18",
    )
    FALSE_CHALLENGE = (
        "false_challenge",
        N_("Wrong challenge"),
        N_(
            "A wrong challenge gives the player who counted 2 points. If it was muggins in the tournament rules, they "
            "get the points that were called."
        ),
        "002:67, law 20",
    )
    FALSE_GAME = (
        "false_game",
        N_("Wrong claim to win"),
        N_(
            "If you count enough to win but counted too many, you lose the extra points as usual. In the tournament "
            "rules, you lose another 15 if your opponent challenges it."
        ),
        "002:64, law 19",
    )
    AMENDED = (
        "amended",
        N_("Changing a count"),
        N_("Under the Crib-Derby rules, you can change a count that is too low until you play another card."),
        "003:103",
    )
    # Irregularities, and what the cut before the deal costs.
    TAKEN_BACK = (
        "taken_back",
        N_("Taking a discard back"),
        N_("If you take a discard back, your opponent gets 2 points and can ask for a new deal."),
        "002:54, law 11",
    )
    FALSE_GO = (
        "false_go",
        N_("Go with a playable card"),
        N_(
            "If you say go with a playable card, your opponent can make you play it or take 2 points. In the "
            "tournament rules, it's 2 points for each playable card, and the bot makes you play one."
        ),
        "002:56, law 16",
    )
    PREDEAL_CUT = (
        "predeal_cut",
        N_("Cutting before the deal"),
        N_("Under the Crib-Derby rules, cutting the deck before the deal gives the dealer 2 points."),
        "003:23",
    )
    # How the cards and the turn go round.
    CUT = (
        "cut",
        N_("Cut for deal"),
        N_("Everyone cuts a card, and the lowest card deals. If the lowest cards are equal, everyone cuts again."),
        "000:13",
    )
    DEAL = (
        "deal",
        N_("Deal"),
        N_("Cards are dealt one at a time, face down. The player on the left deals next."),
        "003:15",
    )
    LAY_AWAY = (
        "lay_away",
        N_("Discard"),
        N_("Everyone discards face down into the dealer's crib, which has four cards."),
        "000:19",
    )
    TURN = (
        "turn",
        N_("Turns"),
        N_("The player on the dealer's left (the pone) leads, then players take turns playing one card."),
        "000:23",
    )
    COMING_IN = (
        "coming_in",
        N_("Playable cards"),
        N_("You can play a card if the count stays at 31 or less. Showing one you can't play costs nothing."),
        "002:54, law 14",
    )
    MUST_PLAY = (
        "must_play",
        N_("You must play"),
        N_("If you have a playable card, you must play it, even after your opponent says go."),
        "002:15",
    )
    LIBERTY = (
        "liberty",
        N_("Playing on"),
        N_("In the five-card game, when your opponent can't play, you can play on or stop."),
        "002:15",
    )
    SINGLE_SERIES = (
        "single_series",
        N_("One count only"),
        N_("In the five-card game, the play ends at 31 or when nobody can play."),
        "002:15",
    )
    SHOW = (
        "show",
        N_("Show"),
        N_("Counting starts on the dealer's left and ends with the dealer's hand, then the crib."),
        "000:60",
    )
    GAME = ("game", N_("Winning the game"), N_("The first player to reach the target wins at once."), "001:99")
    LURCH = (
        "lurch",
        N_("Skunks"),
        N_("In most rules, a loser with a low score loses two games, or even four."),
        "000:103",
    )
    RESIGNED = (
        "resigned",
        N_("Resigning"),
        N_("If you give up, you lose. Skunks count by the scores, if the game has them."),
        "custom",
    )
    ON_TIME = (
        "on_time",
        N_("Out of time"),
        N_("In a game with a time limit, you may lose when your time runs out."),
        "custom",
    )
    # Laws of the table that cannot be broken where a machine cuts, deals and moves the pegs.
    FRESH_CUT = (
        "fresh_cut",
        N_("New cut for deal"),
        N_("Every game starts with a new cut for deal, except within a match."),
        "002:54, law 1",
    )
    EXPOSED_CUT = (
        "exposed_cut",
        N_("Cutting several cards"),
        N_("If a cut shows several cards, the opponent chooses which one counts."),
        "002:54, law 2",
    )
    CUTTING_ERROR = (
        "cutting_error",
        N_("Bad cut"),
        N_("If a cut before the deal goes wrong, cut again."),
        "002:54, law 3",
    )
    DEALT_SINGLY = (
        "dealt_singly",
        N_("One card at a time"),
        N_(
            "If two cards are dealt together, the dealer can fix it by moving one card. Otherwise "
            "the player who doesn't deal gets 2 points and a new deal."
        ),
        "002:54, law 4",
    )
    DEALER_EXPOSES = (
        "dealer_exposes",
        N_("Dealer shows their own cards"),
        N_("If the dealer shows their own cards while dealing, it costs nothing."),
        "002:54, law 5",
    )
    FACED_CARD = (
        "faced_card",
        N_("Card face up"),
        N_("If a card in the deck is face up, there's a new deal."),
        "002:54, law 6",
    )
    DEAL_OUT_OF_TURN = (
        "deal_out_of_turn",
        N_("Dealing out of turn"),
        N_("If the wrong player deals, you can fix it until the starter is turned up."),
        "002:54, law 7",
    )
    MISDEAL = (
        "misdeal",
        N_("Misdeal"),
        N_(
            "If the dealer shows the other player's cards or deals the wrong number, the other player gets 2 "
            "points and can ask for a new deal."
        ),
        "002:54, law 8",
    )
    LAID_FROM_TOO_MANY = (
        "laid_from_too_many",
        N_("Discarding with too many cards"),
        N_("If you discard with too many cards in hand, your opponent gets 2 points and can ask for a new deal."),
        "002:54, law 9",
    )
    LAID_FROM_TOO_FEW = (
        "laid_from_too_few",
        N_("Discarding with too few cards"),
        N_("If you discard with too few cards in hand, you play with fewer cards."),
        "002:54, law 10",
    )
    CRIB_UNTOUCHED = (
        "crib_untouched",
        N_("Hands off the crib"),
        N_("Nobody touches the crib until the play is over."),
        "002:54, law 12",
    )
    WRONG_HAND = (
        "wrong_hand",
        N_("Wrong number of cards"),
        N_(
            "Playing with too many cards gives your opponent 2 points, and they can ask for a new deal. Playing with "
            "too few costs nothing."
        ),
        "002:54, law 13",
    )
    TWO_CARDS = (
        "two_cards",
        N_("Two cards at once"),
        N_("If you play two cards at once, only the one you counted is played."),
        "002:55, law 15",
    )
    MISCOUNTED = (
        "miscounted",
        N_("Wrong count during the play"),
        N_("Calling the wrong count during the play costs nothing."),
        "002:58, law 17",
    )
    DISPLACED_PEG = (
        "displaced_peg",
        N_("Pegs out of place"),
        N_(
            "If you knock out your front peg, it goes behind the other one. If you knock out both, "
            "your opponent puts them back."
        ),
        "002:69, law 21",
    )

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

    @property
    def number(self) -> int | None:
        """The number of the law among the twenty-one of 1877; None for every other rule."""
        _, law, number = self.source.partition(", law ")
        return int(number) if law else None


OPTIONS: Final[Mapping[Law, str]] = MappingProxyType(
    {
        Law.HIS_HEELS: "heels_forfeit",
        Law.THREE_FOR_LAST: "three_for_last",
        Law.DECLARED: "pegging",
        Law.OVERSCORE: "overscore",
        Law.MUGGINS: "muggins",
        Law.SATISFIED: "counting",
        Law.FALSE_CHALLENGE: "false_muggins",
        Law.FALSE_GAME: "false_game_penalty",
        Law.AMENDED: "amend",
        Law.TAKEN_BACK: "irregular",
        Law.FALSE_GO: "renege",
        Law.PREDEAL_CUT: "predeal_cut",
        Law.CUT: "ceremony",
        Law.LIBERTY: "play_on",
        Law.SINGLE_SERIES: "single_series",
        Law.GAME: "target",
        Law.LURCH: "doubles",
        Law.FRESH_CUT: "next_dealer",
    }
)
"""The laws that a table agrees upon, and the field of ``Rules`` that says how."""

CALLED: Final[Mapping[Law, str]] = MappingProxyType(
    {
        Law.FIFTEEN: N_("fifteen"),
        Law.THIRTY_ONE: N_("thirty-one"),
        Law.GO: N_("go"),
        Law.LAST_CARD: N_("last card"),
        Law.PAIR: N_("pair"),
        Law.PAIR_ROYAL: N_("pair royal"),
        Law.DOUBLE_PAIR_ROYAL: N_("double pair royal"),
        Law.RUN: N_("run"),
    }
)
"""What a card can peg for, within a sentence."""

UNBREAKABLE: Final[Mapping[Law, str]] = MappingProxyType(
    {
        Law.FRESH_CUT: N_("The bot never forgets a cut for deal."),
        Law.EXPOSED_CUT: N_("Every cut turns up one card at most."),
        Law.CUTTING_ERROR: N_("The bot doesn't let you cut fewer than four cards from either end."),
        Law.DEALT_SINGLY: N_("The bot deals every card one at a time."),
        Law.DEALER_EXPOSES: N_("The bot shows your hand only to you."),
        Law.FACED_CARD: N_("The bot's deck has no cards face up."),
        Law.DEAL_OUT_OF_TURN: N_("The bot always deals for the right player."),
        Law.MISDEAL: N_("The bot deals the right number of cards and shows yours only to you."),
        Law.LAID_FROM_TOO_MANY: N_("The bot deals, so nobody has too many cards."),
        Law.LAID_FROM_TOO_FEW: N_("The bot deals, so nobody has too few cards."),
        Law.CRIB_UNTOUCHED: N_("The bot keeps the crib hidden until it is counted."),
        Law.WRONG_HAND: N_("The bot deals, so everybody plays with the right number of cards."),
        Law.TWO_CARDS: N_("You can only play one card at a time."),
        Law.MISCOUNTED: N_("The bot shows the count after every card."),
        Law.DISPLACED_PEG: N_("The bot moves the pegs, so nobody can knock them out."),
    }
)
"""The laws that nobody can break at this table, each with the reason."""
