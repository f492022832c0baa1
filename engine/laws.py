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
        N_("A jack turned up as the starter gives the dealer two."),
        "000:21",
    )
    FIFTEEN = (
        "fifteen",
        N_("Fifteen"),
        N_(
            "A count of exactly fifteen in the play, and each set of cards that makes fifteen in the show, is worth "
            "two."
        ),
        "000:37",
    )
    THIRTY_ONE = (
        "thirty_one",
        N_("Thirty-one"),
        N_("The card that makes the count exactly thirty-one is worth two, in place of the go."),
        "001:51",
    )
    GO = (
        "go",
        N_("Go"),
        N_("When nobody can add a card, the last to play pegs one, unless it made thirty-one."),
        "001:39",
    )
    LAST_CARD = (
        "last_card",
        N_("Last card"),
        N_("The last card of all pegs one, unless it makes thirty-one."),
        "001:67",
    )
    PAIR = (
        "pair",
        N_("Pair"),
        N_("Two cards of one rank are worth two, in the play one straight upon the other."),
        "000:39",
    )
    PAIR_ROYAL = (
        "pair_royal",
        N_("Pair royal"),
        N_("Three cards of one rank are worth six, being three pairs."),
        "001:55",
    )
    DOUBLE_PAIR_ROYAL = (
        "double_pair_royal",
        N_("Double pair royal"),
        N_("Four cards of one rank are worth twelve, being six pairs."),
        "001:57",
    )
    RUN = (
        "run",
        N_("Run"),
        N_("Three or more ranks in sequence are worth one a card, in any order and of any suit, the ace low."),
        "000:48",
    )
    # What is pegged in the show alone.
    FLUSH = (
        "flush",
        N_("Flush"),
        N_("A hand all of one suit is worth one a card, and one more with the starter; a crib only with the starter."),
        "002:42",
    )
    HIS_NOBS = ("his_nobs", N_("One for his nobs"), N_("The jack held in the starter's suit is worth one."), "000:76")
    THREE_FOR_LAST = (
        "three_for_last",
        N_("Three for last"),
        N_("At the five-card game the player who is not the first dealer pegs three."),
        "002:9",
    )
    # What declaring brings.
    DECLARED = (
        "declared",
        N_("Declared"),
        N_("Players say aloud what their cards make, and peg it as they say it."),
        "002:45",
    )
    OVERSCORE = (
        "overscore",
        N_("Overscored"),
        N_("When a player scores too much, the adversary may put it right and take the surplus."),
        "002:62, law 19",
    )
    MUGGINS = (
        "muggins",
        N_("Muggins"),
        N_("Where it is agreed, points that a player overlooks may be taken by the adversary."),
        "ACC, rule 10",
    )
    SATISFIED = (
        "satisfied",
        N_("Until the adversary is satisfied"),
        N_("Cards that are being reckoned lie open until the adversary is satisfied."),
        "002:60, law 18",
    )
    FALSE_CHALLENGE = (
        "false_challenge",
        N_("False challenge"),
        N_("Touching the adversary's pegs with no overscore to put right gives the adversary two."),
        "002:67, law 20",
    )
    FALSE_GAME = (
        "false_game",
        N_("False claim of game"),
        N_("A peg put in the game hole in error is an overscore like any other."),
        "002:64, law 19",
    )
    AMENDED = (
        "amended",
        N_("Amending"),
        N_("Too little pegged may be mended until its player has played another card."),
        "003:103",
    )
    # Irregularities, and what the cut before the deal costs.
    TAKEN_BACK = (
        "taken_back",
        N_("Taking back a card laid away"),
        N_("Taking back a card laid away gives the adversary two, and the choice of a fresh deal."),
        "002:54, law 11",
    )
    FALSE_GO = (
        "false_go",
        N_("Neglecting to play"),
        N_(
            "A player who passes over a card that comes in must play it or give the adversary two, as the adversary "
            "chooses; the five-card game is excepted."
        ),
        "002:56, law 16",
    )
    PREDEAL_CUT = (
        "predeal_cut",
        N_("Cutting to the dealer"),
        N_("At Crib-Derby anyone but the dealer who cuts the pack before the deal gives the dealer two."),
        "003:23",
    )
    # How the cards and the turn go round.
    CUT = (
        "cut",
        N_("Cut for deal"),
        N_("Everyone cuts, the lowest card deals, and equal cards are cut again."),
        "000:13",
    )
    DEAL = (
        "deal",
        N_("Deal"),
        N_("Cards go round one at a time and face down, and the deal passes to the left after every hand."),
        "003:15",
    )
    LAY_AWAY = (
        "lay_away",
        N_("Lay away"),
        N_("Each player lays cards away face down, and together they make the dealer's crib of four."),
        "000:19",
    )
    TURN = ("turn", N_("Turn"), N_("The pone leads, and the players lay down one card each in turn."), "000:23")
    COMING_IN = (
        "coming_in",
        N_("Coming in"),
        N_("A card that comes in stays where it was played; showing one that does not come in costs nothing."),
        "002:54, law 14",
    )
    MUST_PLAY = (
        "must_play",
        N_("Bound to play"),
        N_("Whoever holds a card that comes in is bound to play it, even after the other has said go."),
        "002:15",
    )
    LIBERTY = (
        "liberty",
        N_("Playing on"),
        N_("At the five-card game a player whose adversary cannot come in may play on or leave it at that."),
        "002:15",
    )
    SINGLE_SERIES = (
        "single_series",
        N_("One series"),
        N_("At the five-card game the play is over as soon as nobody can come in."),
        "002:15",
    )
    SHOW = (
        "show",
        N_("Show"),
        N_("The hands are counted from the dealer's left, the dealer's last, and then the crib."),
        "000:60",
    )
    GAME = ("game", N_("Game"), N_("The game ends at the instant a player reaches its number of holes."), "001:99")
    LURCH = (
        "lurch",
        N_("Lurch and skunk"),
        N_("A loser who falls short of an agreed hole loses two games or four."),
        "000:103",
    )
    RESIGNED = (
        "resigned",
        N_("Resigned"),
        N_("A player may give the game up, and then the other side wins one game."),
        "custom",
    )
    ON_TIME = (
        "on_time",
        N_("Lost on time"),
        N_("Where a clock was agreed, who lets it run out may lose the game."),
        "custom",
    )
    # Laws of the table that cannot be broken where a machine cuts, deals and moves the pegs.
    FRESH_CUT = (
        "fresh_cut",
        N_("Fresh cut"),
        N_("Every game begins with a fresh cut for deal, unless a rubber is being played."),
        "002:54, law 1",
    )
    EXPOSED_CUT = (
        "exposed_cut",
        N_("More than one card cut"),
        N_("When a cut for deal or for the starter shows several cards, the adversary chooses which of them counts."),
        "002:54, law 2",
    )
    CUTTING_ERROR = (
        "cutting_error",
        N_("Error in cutting"),
        N_("A faulty cut to the dealer is made again."),
        "002:54, law 3",
    )
    DEALT_SINGLY = (
        "dealt_singly",
        N_("One card at a time"),
        N_(
            "Cards are dealt singly; two dealt together are put right if moving one card does it, or else the pone "
            "marks two and the deal is made afresh."
        ),
        "002:54, law 4",
    )
    DEALER_EXPOSES = (
        "dealer_exposes",
        N_("The dealer's own cards shown"),
        N_("A dealer whose own cards are exposed in dealing pays nothing for it."),
        "002:54, law 5",
    )
    FACED_CARD = (
        "faced_card",
        N_("Faced card"),
        N_("A card found face up in the pack means a fresh deal."),
        "002:54, law 6",
    )
    DEAL_OUT_OF_TURN = (
        "deal_out_of_turn",
        N_("Dealing out of turn"),
        N_("A deal out of turn can be put right until the starter is turned, and not after."),
        "002:54, law 7",
    )
    MISDEAL = (
        "misdeal",
        N_("Misdeal"),
        N_(
            "When the dealer exposes a card of the pone's or deals a wrong number, the pone marks two and may have a "
            "fresh deal."
        ),
        "002:54, law 8",
    )
    LAID_FROM_TOO_MANY = (
        "laid_from_too_many",
        N_("Laying away from too many"),
        N_("Laying away from too many cards gives the adversary two, and the choice of a fresh deal."),
        "002:54, law 9",
    )
    LAID_FROM_TOO_FEW = (
        "laid_from_too_few",
        N_("Laying away from too few"),
        N_("A player who lays away from too few cards plays with a short hand."),
        "002:54, law 10",
    )
    CRIB_UNTOUCHED = (
        "crib_untouched",
        N_("The crib untouched"),
        N_("Nobody touches the crib until the hands have been played."),
        "002:54, law 12",
    )
    WRONG_HAND = (
        "wrong_hand",
        N_("Playing with a wrong hand"),
        N_("Playing with too many cards costs what law 9 says, and playing with too few costs nothing."),
        "002:54, law 13",
    )
    TWO_CARDS = (
        "two_cards",
        N_("Two cards together"),
        N_("Of two cards played together, the one that was counted is the one played."),
        "002:55, law 15",
    )
    MISCOUNTED = (
        "miscounted",
        N_("Miscounting in the play"),
        N_("Calling a wrong count in the play costs nothing."),
        "002:58, law 17",
    )
    DISPLACED_PEG = (
        "displaced_peg",
        N_("Displaced pegs"),
        N_(
            "A foremost peg that its owner displaces goes behind the other, and where both are displaced the adversary "
            "places them."
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
        Law.FALSE_CHALLENGE: "counting",
        Law.FALSE_GAME: "false_game_penalty",
        Law.AMENDED: "amend",
        Law.TAKEN_BACK: "irregular",
        Law.FALSE_GO: "irregular",
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

UNBREAKABLE: Final[Mapping[Law, str]] = MappingProxyType(
    {
        Law.FRESH_CUT: N_(
            "The bot begins every game with the cut, or with the dealer that the rules name, and nobody can "
            "leave it out."
        ),
        Law.EXPOSED_CUT: N_("A cut is a number, and the bot turns up the one card that lies there."),
        Law.CUTTING_ERROR: N_(
            "A cut that leaves fewer than four cards at either end is refused, and the pack stays as it was."
        ),
        Law.DEALT_SINGLY: N_("The bot deals every card singly, from a pack whose order was sealed before the game."),
        Law.DEALER_EXPOSES: N_(
            "The bot shows a hand to its holder alone; telling others of it costs nothing here either."
        ),
        Law.FACED_CARD: N_("No card of the bot's pack has a face until it is dealt."),
        Law.DEAL_OUT_OF_TURN: N_("The bot deals for the seat whose turn it is and for no other."),
        Law.MISDEAL: N_("The bot gives each seat the right number of cards and shows them to nobody else."),
        Law.LAID_FROM_TOO_MANY: N_("The bot deals, so no hand ever holds a card too many."),
        Law.LAID_FROM_TOO_FEW: N_("The bot deals, so no hand is ever short, and a wrong number laid away is refused."),
        Law.CRIB_UNTOUCHED: N_("The bot keeps the crib and shows it to nobody until it is counted."),
        Law.WRONG_HAND: N_("The bot knows what every seat holds, so nobody plays with a card too many or too few."),
        Law.TWO_CARDS: N_("A play is one card, so two cannot be played together."),
        Law.MISCOUNTED: N_("The bot calls the count itself after every card."),
        Law.DISPLACED_PEG: N_("The bot moves the pegs, and nobody else can touch them."),
    }
)
"""The laws that nobody can break at this table, each with the reason."""
