"""The presets `house`, which is this bot's own, `club` beside an online club's rules (001), and `bicycle` (000)."""

from __future__ import annotations

from typing import Final

from engine.books import comparison as common
from engine.books.comparison import Comparison, differs, follows, silent
from engine.messages import N_

_AS_IN_THE_US: Final = (
    follows("single_series", "000:31", N_("After a go or 31, the count starts again at 0.")),
    follows("play_on", "000:27", N_("After your opponent's go, you play all the cards you can.")),
    follows("next_dealer", "000:13", N_("The lower card deals. The loser deals first in the next game.")),
    silent(
        "next_dealer",
        "000:13",
        N_("With three or four players, the book doesn't say which loser deals."),
        N_("The lowest score deals. Of equal losers or partners, it's the first to the left of the last dealer."),
    ),
    differs(
        "ceremony",
        "000:13",
        N_("Each player cuts for deal, and the non-dealer cuts for the starter."),
        common.CUT_BY_BOT,
    ),
)
"""What holds for the house rules and for the US rules."""

HOUSE: Final[tuple[Comparison, ...]] = (
    follows("players", "000:7", N_("Two or three can play, or four as partners.")),
    follows("dealt", "003:15", N_("Two players get six cards, three or four players get five.")),
    follows("partners", "003:19", N_("The two lowest cards in the cut make partners, and one of them deals.")),
    differs("partners", "003:19", N_("Partners are always cut for."), N_("You can also choose partners in `/play`.")),
    follows("target", "000:101", N_("A game is to 121 or 61 points.")),
    follows(
        "doubles",
        "000:103",
        N_("To 121, a loser under 91 loses 2 games, and one under 61 loses 4. To 61, one under 31 loses 2."),
    ),
    differs(
        "counting",
        "002:62",
        N_("Law 19: your opponent has to find a wrong count."),
        N_("The bot checks every count at once, so you can learn from it."),
    ),
    differs("pegging", "000:35", N_("The players peg their own points in the play."), common.COUNTED_BY_BOT),
    follows("muggins", "002:65", N_("Law 19: scoring too few costs nothing more.")),
    follows("overscore", "002:62", N_("Law 19: extra points come off, and your opponent gets them.")),
    silent(
        "overscore",
        "002:62",
        N_("Law 19 doesn't say what happens to extra points past the end of the board."),
        common.CAPPED,
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
    ),
    follows("heels_forfeit", "000:21", N_("If the starter is a jack, the dealer pegs 2 at once.")),
    follows("three_for_last", "002:9", N_("Three for last is only for the five-card game.")),
    *_AS_IN_THE_US,
    follows("predeal_cut", "000:13", N_("In some games, nobody cuts before the deal.")),
    follows("amend", "ACC, rule 8.3", N_("A count that was too low can't be corrected.")),
    follows("false_game_penalty", "002:64", N_("Law 19: a wrong claim to win costs the extra points, as usual.")),
    differs(
        "renege",
        "002:56",
        N_("Law 16: your opponent makes you play the card, or takes 2 points."),
        N_("The bot refuses a go with a playable card."),
    ),
    differs(
        "false_muggins",
        "002:67",
        N_("Law 20: touching the pegs for no reason costs 2 points."),
        N_("Nobody challenges a count, because the bot checks them all."),
    ),
    differs("totals", "000:25", N_("Players say the count when they play a card."), common.SHOWN_BY_BOT),
    differs("dealing", "000:13", N_("The dealer shuffles last and deals."), common.DEALT_BY_BOT),
    follows("assistance", "002:66", N_("Law 19: nobody may help you count.")),
    silent("resigning", "000", common.GIVING_UP, common.LOSES),
    silent("leaving", "003", common.LEAVING, common.OTHERS_PLAY_ON),
)

CLUB: Final[tuple[Comparison, ...]] = (
    follows("players", "001:23", N_("A dealer and a non-dealer play.")),
    follows("dealt", "001:19", N_("Each player gets six cards.")),
    follows("partners", "001", N_("The game is for two, so there are no partners.")),
    follows("target", "001:7", N_("A game is to 121 points.")),
    follows("doubles", "001:99", N_("A win is a win: there are no skunks.")),
    silent(
        "counting",
        "001:79",
        N_("The players score their hands, and the book doesn't say who checks them."),
        N_("The bot counts every hand."),
    ),
    differs("pegging", "001:47", N_("The players peg their own points in the play."), common.COUNTED_BY_BOT),
    follows("muggins", "001", N_("There is no muggins.")),
    silent(
        "overscore",
        "001",
        N_("The book says nothing about counting too many."),
        N_("The extra points come off, and nobody gets them, as at Crib-Derby."),
    ),
    silent("irregular", "001", N_("The book has no penalties."), common.NO_PENALTY),
    follows("heels_forfeit", "001:29", N_("If the starter is a jack, the dealer pegs 2 at once.")),
    follows("three_for_last", "001", N_("Everybody starts at 0.")),
    follows("single_series", "001:41", N_("A new round starts from 0 until all cards are played.")),
    follows("play_on", "001:39", N_("After your opponent's go, you go on if you can.")),
    follows("next_dealer", "001:19", N_("Chance decides the first deal of a game.")),
    differs("ceremony", "001:27", N_("The non-dealer cuts for the starter."), common.CUT_BY_BOT),
    follows("predeal_cut", "001", N_("Nobody cuts before the deal.")),
    follows("amend", "001", N_("Nobody changes a count.")),
    follows("false_game_penalty", "001", N_("There is no penalty for a wrong claim to win.")),
    follows("renege", "001", N_("There is no penalty for a go with a playable card.")),
    follows("false_muggins", "001", N_("Nobody calls muggins.")),
    follows("totals", "001:37", N_("The count is shown after every card.")),
    differs("go", "001:39", N_("Players say go themselves."), N_("The bot says it for you.")),
    silent(
        "lead",
        "001:41",
        N_("The player who didn't play last leads. The book doesn't say who leads if they have no cards."),
        N_("Then the other player leads."),
    ),
    follows("playing_on_scores", "001:69", N_("Cards played after a go score as usual.")),
    silent("dealing", "001:19", N_("The book doesn't say who shuffles."), common.DEALT_BY_BOT),
    differs("pegs", "001:13", N_("Each player moves their own pegs."), N_("The bot moves them.")),
    silent("resigning", "001", common.GIVING_UP, common.LOSES_ONE),
)

BICYCLE: Final[tuple[Comparison, ...]] = (
    follows("players", "000:7", N_("Two or three can play, or four as partners.")),
    follows("dealt", "000:15", N_("Two players get six cards each.")),
    silent(
        "dealt",
        "000:7",
        N_("The rest of the book is for two players."),
        N_("3 or 4 players get 5 cards each and discard 1, as in the other books."),
    ),
    silent("partners", "000:7", N_("The book doesn't say who are partners."), common.BY_CUT),
    follows("target", "000:101", N_("A game is to 121 or 61 points.")),
    follows("doubles", "000:103", N_("A loser below half way loses two games. A variation: 2 under 91, 4 under 61.")),
    silent(
        "counting",
        "000:60",
        N_("The players count, and the book doesn't say who checks them."),
        N_("The bot checks every count at once."),
    ),
    differs("pegging", "000:35", N_("The players peg their own points in the play."), common.COUNTED_BY_BOT),
    silent("muggins", "000", N_("The book says nothing about points you miss."), common.LOST),
    silent(
        "overscore",
        "000",
        N_("The book says nothing about counting too many."),
        N_("The extra points come off, and nobody gets them, as at Crib-Derby."),
    ),
    silent("irregular", "000", N_("The book has no penalties."), common.NO_PENALTY),
    follows("heels_forfeit", "000:21", N_("If the starter is a jack, the dealer pegs 2 at once.")),
    follows("three_for_last", "000", N_("Everybody starts at 0.")),
    *_AS_IN_THE_US,
    differs(
        "predeal_cut",
        "000:13",
        N_("The non-dealer cuts the deck before each deal, or in some games nobody does."),
        N_("If you cut yourselves, any player but the dealer may cut. Otherwise nobody does."),
    ),
    silent("amend", "000", N_("The book doesn't say if you can change a count."), common.FINAL),
    follows("false_game_penalty", "000", N_("There is no penalty for a wrong claim to win.")),
    follows("renege", "000", N_("There is no penalty for a go with a playable card.")),
    follows("false_muggins", "000", N_("Nobody calls muggins.")),
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
