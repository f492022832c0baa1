"""The preset `bicycle` beside the US rules (000)."""

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

BICYCLE: Final[tuple[Comparison, ...]] = (
    follows("players", "000:7", N_("Two or three can play, or four as partners."), value=(2, 3, 4)),
    follows("dealt", "000:15", N_("Two players get six cards each."), value=6),
    silent(
        "dealt",
        "000:7",
        N_("The rest of the book is for two players."),
        N_("3 or 4 players get 5 cards each and discard 1, as in the other books."),
        value=6,
    ),
    silent("partners", "000:7", N_("The book doesn't say who are partners."), common.BY_CUT, value=Partners.CUT),
    follows("target", "000:101", N_("A game is to 121 or 61 points."), value=(121, 61)),
    follows(
        "doubles",
        "000:103",
        N_("A loser below half way loses two games. A variation: 2 under 91, 4 under 61."),
        value={
            121: {"lurch": ((61, 2),), "skunks": ((91, 2), (61, 4)), "none": ()},
            61: {"lurch": ((31, 2),), "none": ()},
        },
    ),
    silent(
        "counting",
        "000:60",
        N_("The players count, and the book doesn't say who checks them."),
        N_("The bot checks every count at once."),
        value=Counting.REFEREE,
    ),
    differs(
        "pegging",
        "000:35",
        N_("The players peg their own points in the play."),
        common.COUNTED_BY_BOT,
        value=Pegging.AUTOMATIC,
    ),
    silent("muggins", "000", N_("The book says nothing about points you miss."), common.LOST, value=False),
    silent(
        "overscore",
        "000",
        N_("The book says nothing about counting too many."),
        N_("The extra points come off, and nobody gets them, as at Crib-Derby."),
        value=Overscore.CORRECT_ONLY,
    ),
    silent(
        "irregular",
        "000",
        N_("The book has no penalties."),
        common.NO_PENALTY,
        value=Irregular.REFUSE,
    ),
    follows("heels_forfeit", "000:21", N_("If the starter is a jack, the dealer pegs 2 at once."), value=False),
    follows("three_for_last", "000", N_("Everybody starts at 0."), value=False),
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
    differs(
        "predeal_cut",
        "000:13",
        N_("The non-dealer cuts the deck before each deal, or in some games nobody does."),
        N_("If you cut yourselves, any player but the dealer may cut. Otherwise nobody does."),
        value=PredealCut.FREE,
    ),
    silent("amend", "000", N_("The book doesn't say if you can change a count."), common.FINAL, value=False),
    follows("false_game_penalty", "000", N_("There is no penalty for a wrong claim to win."), value=0),
    follows("renege", "000", N_("There is no penalty for a go with a playable card."), value=Renege.REQUIRE_OR_TWO),
    follows("false_muggins", "000", N_("Nobody calls muggins."), value=FalseMuggins.TWO),
    differs("totals", "000:25", N_("Players say the count when they play a card."), common.SHOWN_BY_BOT),
    differs(
        "go",
        "000:27",
        N_("When you say go, your opponent pegs 1 and then plays on."),
        N_("The bot pegs the 1 when nobody can play any more. The total is the same."),
    ),
    silent(
        "lead",
        "000:31",
        N_("Whoever called go leads. The book doesn't say who leads if nobody did."),
        N_("The next player on the left who still has cards leads."),
    ),
    differs("dealing", "000:13", N_("The dealer shuffles last and deals."), common.DEALT_BY_BOT),
    differs("pegs", "000:107", N_("Each player moves their own pegs."), N_("The bot moves them.")),
    silent("resigning", "000", common.GIVING_UP, common.LOSES),
    silent("leaving", "000", common.LEAVING, common.OTHERS_PLAY_ON),
)
