"""The preset `crib-derby` beside the rules of the Crib-Derby board (003)."""

from __future__ import annotations

from typing import Final

from engine.books import comparison as common
from engine.books.comparison import Comparison, differs, follows, silent
from engine.messages import N_

CRIB_DERBY: Final[tuple[Comparison, ...]] = (
    follows("players", "003:7", N_("Two or three can play, or four as partners.")),
    silent(
        "cutthroat",
        "003:17",
        N_("Other rules for three players are inside the box cover, and we don't have them."),
        N_("Three players use the three-hand rules of the sheet."),
    ),
    follows("dealt", "003:15", N_("Two players get six cards, three or four players get five.")),
    follows("partners", "003:19", N_("The two lowest cards in the cut make partners, and one of them deals.")),
    differs("partners", "003:19", N_("Partners are always cut for."), N_("You can also choose partners in `/play`.")),
    silent("ties", "003:13", common.TIES, common.CUT_AGAIN),
    follows("target", "003:99", N_("A game is to 121 points.")),
    follows(
        "doubles", "003:101", N_("A loser who doesn't pass 61 loses 2 games, and one who doesn't pass 31 loses 4.")
    ),
    silent(
        "mark",
        "003:101",
        N_("The book doesn't say if a loser on exactly 61 or 31 has passed it."),
        N_("They have, as in the US rules: you're only skunked below it."),
    ),
    follows("counting", "003:103", N_("Your opponent calls for a correction if you count too many.")),
    differs(
        "time_to_challenge",
        "003:103",
        N_("Your opponent must call before they play another card."),
        N_("Counting their own cards ends that right too, and so does running out of time."),
    ),
    silent(
        "counting",
        "003:103",
        N_("The book doesn't say that a count is accepted."),
        N_("Your opponents can press **Accept**, as in law 18 of 1877, so that nobody waits for their next card."),
    ),
    differs("winning_count", "003:99", N_("The play ends when a player reaches the finish line."), common.WAITS),
    silent(
        "wrong_challenge",
        "003",
        N_("The book has no price for a wrong challenge."),
        N_("It costs 2 points, as in law 20 of 1877."),
    ),
    follows("pegging", "003:33", N_("The players peg their own points in the play.")),
    differs(
        "go",
        "003:31",
        N_("Players peg the go and the last card themselves."),
        N_("The bot always pegs these points, so nobody can forget them."),
    ),
    differs("totals", "003:29", N_("Players say the count when they play a card."), common.SHOWN_BY_BOT),
    differs(
        "playing_on_scores",
        "003:31",
        N_("Pairs, runs and fifteens only score before the go is reached."),
        N_("Cards played after a go score too, as in the other books."),
    ),
    silent("muggins", "003:103", N_("The book doesn't say who gets points you miss."), common.LOST),
    follows("overscore", "003:103", N_("If you count too many, it is corrected. Nobody gets the extra points.")),
    follows("amend", "003:103", N_("If you counted too few, you can correct it until you play another card.")),
    silent(
        "amend",
        "003:103",
        N_("The book doesn't say if everyone can check the new count."),
        N_("They can. A count that was challenged can't be changed any more."),
    ),
    silent(
        "irregular",
        "003",
        N_("The book has no penalty for a wrong go or for taking a discard back."),
        common.NO_PENALTY,
    ),
    follows("renege", "003", N_("There is no penalty for a go with a playable card.")),
    follows(
        "heels_forfeit", "003:27", N_("If the starter is a jack, the dealer must peg 2 points before playing a card.")
    ),
    differs(
        "heels_name",
        "003:27",
        N_("The book calls this his nobs, and the jack in your hand too."),
        N_("The bot says his heels for the starter, so that nobody mixes them up."),
    ),
    follows("three_for_last", "003", N_("Everybody starts at 0.")),
    follows("single_series", "003:31", N_("After the go, the count starts again at 0.")),
    follows("play_on", "003:31", N_("The last player has to play every card that fits.")),
    follows("next_dealer", "003:13", N_("The players cut for deal, and the low card deals.")),
    silent(
        "match",
        "003:101",
        N_("Each game counts 1 for the winner, or 2 or 4, but the book doesn't say who deals first in the next one."),
        N_(
            "Every game begins with a cut. If four players cut for partners, that is only the first game: then the "
            "partners stay, and the first deal passes to the left."
        ),
    ),
    differs("ceremony", "003:13", N_("The players cut for deal and for the starter."), common.CUT_BY_BOT),
    follows(
        "predeal_cut",
        "003:23",
        N_("Cutting the deck before the deal gives the dealer 2 points. It's only possible if you cut yourselves."),
    ),
    follows("false_game_penalty", "003", N_("There is no penalty for a wrong claim to win.")),
    differs(
        "false_muggins",
        "003",
        N_("There is no muggins in the book."),
        N_("If you agree on muggins, a wrong **Too few** costs 2 points."),
    ),
    silent("dealing", "003:15", N_("The book doesn't say who shuffles."), common.DEALT_BY_BOT),
    differs(
        "pegs", "003:19", N_("The players move the pegs, and one partner pegs for both."), N_("The bot moves them.")
    ),
    silent("resigning", "003", common.GIVING_UP, common.LOSES),
    silent("leaving", "003", common.LEAVING, common.OTHERS_PLAY_ON),
)
