"""The preset `house`, which is this bot's own: each of its rules, and the book it is taken from."""

from __future__ import annotations

from typing import Final

from engine.books import comparison as common
from engine.books.comparison import Comparison, differs, follows, silent
from engine.messages import N_
from engine.rules import (
    Counting,
    FalseMuggins,
    Irregular,
    NextDealer,
    Overscore,
    Partners,
    Pegging,
    PlayOn,
    PredealCut,
    Renege,
)

HOUSE: Final[tuple[Comparison, ...]] = (
    follows("players", "000:7", N_("Two or three can play, or four as partners."), value=(2, 3, 4)),
    follows("dealt", "003:15", N_("Two players get six cards, three or four players get five."), value=6),
    follows(
        "partners",
        "003:19",
        N_("The two lowest cards in the cut make partners, and one of them deals."),
        value=Partners.CUT,
    ),
    differs(
        "partners",
        "003:19",
        N_("Partners are always cut for."),
        N_("You can also choose partners in `/play`."),
        value=Partners.CUT,
    ),
    follows("target", "000:101", N_("A game is to 121 or 61 points."), value=(121, 61)),
    follows(
        "doubles",
        "000:103",
        N_("To 121, a loser under 91 loses 2 games, and one under 61 loses 4. To 61, one under 31 loses 2."),
        value={121: {"skunks": ((91, 2), (61, 4)), "none": ()}, 61: {"lurch": ((31, 2),), "none": ()}},
    ),
    differs(
        "counting",
        "002:62",
        N_("Law 19: your opponent has to find a wrong count."),
        N_("The bot checks every count at once, so you can learn from it."),
        value=Counting.REFEREE,
    ),
    differs(
        "pegging",
        "000:35",
        N_("The players peg their own points in the play."),
        common.COUNTED_BY_BOT,
        value=Pegging.AUTOMATIC,
    ),
    follows("muggins", "002:65", N_("Law 19: scoring too few costs nothing more."), value=False),
    follows(
        "overscore",
        "002:62",
        N_("Law 19: extra points come off, and your opponent gets them."),
        value=Overscore.TO_ADVERSARY,
    ),
    silent(
        "overscore",
        "002:62",
        N_("Law 19 doesn't say what happens to extra points past the end of the board."),
        common.CAPPED,
        value=Overscore.TO_ADVERSARY,
    ),
    silent(
        "opponents",
        "002:62",
        N_("With three or four players, law 19 doesn't say which opponent gets the points."),
        N_("It's the next opponent on the left."),
    ),
    differs(
        "irregular",
        "002:54",
        N_("Laws 11 and 16 name the price of taking a discard back and of a wrong go."),
        common.NO_PENALTY,
        value=Irregular.REFUSE,
    ),
    follows("heels_forfeit", "000:21", N_("If the starter is a jack, the dealer pegs 2 at once."), value=False),
    follows("three_for_last", "002:9", N_("Three for last is only for the five-card game."), value=False),
    follows("single_series", "000:31", N_("After a go or 31, the count starts again at 0."), value=False),
    follows("play_on", "000:27", N_("After your opponent's go, you play all the cards you can."), value=PlayOn.MUST),
    follows(
        "next_dealer",
        "000:13",
        N_("The lower card deals. The loser deals first in the next game."),
        value=(NextDealer.LOSER, NextDealer.LOSER),
    ),
    silent(
        "next_dealer",
        "000:13",
        N_("With three or four players, the book doesn't say which loser deals."),
        N_("The lowest score deals. Of equal losers or partners, it's the first to the left of the last dealer."),
        value=(NextDealer.LOSER, NextDealer.LOSER),
    ),
    differs(
        "ceremony",
        "000:13",
        N_("Each player cuts for deal, and the non-dealer cuts for the starter."),
        common.CUT_BY_BOT,
        value=False,
    ),
    follows("predeal_cut", "000:13", N_("In some games, nobody cuts before the deal."), value=PredealCut.NONE),
    follows("amend", "ACC, rule 8.3", N_("A count that was too low can't be corrected."), value=False),
    follows(
        "false_game_penalty",
        "002:64",
        N_("Law 19: a wrong claim to win costs the extra points, as usual."),
        value=0,
    ),
    differs(
        "renege",
        "002:56",
        N_("Law 16: your opponent makes you play the card, or takes 2 points."),
        N_("The bot refuses a go with a playable card."),
        value=Renege.REQUIRE_OR_TWO,
    ),
    differs(
        "false_muggins",
        "002:67",
        N_("Law 20: touching the pegs for no reason costs 2 points."),
        N_("Nobody challenges a count, because the bot checks them all."),
        value=FalseMuggins.TWO,
    ),
    differs("totals", "000:25", N_("Players say the count when they play a card."), common.SHOWN_BY_BOT),
    differs("dealing", "000:13", N_("The dealer shuffles last and deals."), common.DEALT_BY_BOT),
    follows("assistance", "002:66", N_("Law 19: nobody may help you count.")),
    silent("resigning", "000", common.GIVING_UP, common.LOSES),
    silent("leaving", "003", common.LEAVING, common.OTHERS_PLAY_ON),
)
