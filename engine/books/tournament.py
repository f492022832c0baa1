"""The preset `acc` beside the tournament rules of the American Cribbage Congress."""

from __future__ import annotations

from typing import Final

from engine.books import comparison as common
from engine.books.comparison import Comparison, differs, follows, silent
from engine.messages import N_

ACC: Final[tuple[Comparison, ...]] = (
    follows("players", "ACC, rule 1.2", N_("The game is for two players.")),
    follows("dealt", "ACC, rule 4.2", N_("Each player gets six cards.")),
    follows("partners", "ACC, rule 1.2", N_("The game is for two, so there are no partners.")),
    follows("target", "ACC, rule 1.1", N_("A game is to 121 points.")),
    follows("doubles", "ACC, rule 1.6", N_("A skunk is a win by 31 points or more, so a loser under 91 is skunked.")),
    differs(
        "game_points",
        "ACC, rule 12.1",
        N_("A win is worth 2 game points, and a skunk 3."),
        N_("That is so in leagues that use tournament points. In a match, a skunk counts as 2 games."),
    ),
    follows("counting", "ACC, rule 9.1", N_("Your cards stay in view so that your opponent can check your count.")),
    differs(
        "judges",
        "ACC, rule 11.4",
        N_("If the players don't agree, judges decide."),
        N_("The bot decides at once, and it knows the true count."),
    ),
    differs(
        "time_to_challenge",
        "ACC, rule 10.4",
        N_(
            "You must call muggins for the play before the player who missed the points scores again or the "
            "non-dealer's hand is pegged."
        ),
        N_(
            "Until you accept it, play a card, count your own cards or run out of time. Saying go doesn't end your "
            "right."
        ),
    ),
    follows("pegging", "ACC, rule 7.2", N_("The players claim and peg their own points in the play.")),
    differs(
        "go",
        "ACC, rule 7.2",
        N_("Players peg the go and the last card themselves, and can forget them."),
        N_("The bot always pegs these points, so muggins can't take them."),
    ),
    differs(
        "totals",
        "ACC, rule 7.4",
        N_("Players announce the count, and there are rules for wrong announcements."),
        common.SHOWN_BY_BOT,
    ),
    follows("muggins", "ACC, rule 10.1", N_("Muggins is optional, and agreed on before the game.")),
    follows(
        "false_muggins",
        "ACC, rule 10.4",
        N_("You say how many points were missed. If none were, your opponent gets as many as you said."),
    ),
    differs(
        "muggins",
        "ACC, rule 10.3",
        N_("Muggins isn't for his heels, penalties, a missed muggins or points lost by pegging backward."),
        N_("The same here. Nor is it for a go or the last card, because the bot pegs them."),
    ),
    follows(
        "overscore",
        "ACC, rule 8.4",
        N_("Extra points come off, and your opponent gets them, up to the game hole (the last hole of the board)."),
    ),
    silent(
        "wrong_challenge",
        "ACC, rule 8.4",
        N_("There is no price for a wrong call that a count is too high."),
        N_("It costs 2 points, as in law 20 of 1877."),
    ),
    follows(
        "false_game_penalty",
        "ACC, rule 8.4",
        N_("A wrong claim to win costs another 15 points, even if your opponent goes out."),
    ),
    silent(
        "false_game_penalty",
        "ACC, rule 8.4",
        N_("The rule doesn't say what happens to a score under 15."),
        N_("It goes back to 0."),
    ),
    differs(
        "winning_count",
        "ACC, rule 8.4",
        N_("You claim the game by putting your peg in the game hole, the last hole of the board."),
        common.WAITS,
    ),
    follows("amend", "ACC, rule 8.3", N_("A count that was too low can't be corrected.")),
    follows("irregular", "ACC, rule 7.3", N_("A go with a playable card, a renege, is possible and has its price.")),
    follows("renege", "ACC, rule 7.3", N_("A renege costs 2 points for each playable card.")),
    differs(
        "renege",
        "ACC, rule 7.3",
        N_(
            "You can correct your go until somebody pegs or plays. Your opponent has to claim the renege, and decides "
            "if the cards are dead or are played."
        ),
        N_(
            "The bot shows a renege at once, because nobody can see your hand. Then you must play a card. None is dead."
        ),
    ),
    differs(
        "taken_back",
        "ACC, rule 5.1",
        N_(
            "Taking your discards back costs 2 points, and they go back to the crib. You can only change them if you "
            "put them on the wrong side of the board."
        ),
        N_(
            "You can take a discard back until the starter is turned up. Your opponent gets 2 points and can ask for "
            "a new deal, as in law 11 of 1877."
        ),
    ),
    follows(
        "heels_forfeit",
        "ACC, rule 6.3",
        N_("If the starter is a jack, the dealer must peg 2 points before playing a card."),
    ),
    follows("three_for_last", "ACC", N_("Everybody starts at 0.")),
    follows("single_series", "ACC, rule 7.1", N_("After a go or 31, the count starts again at 0.")),
    follows("play_on", "ACC, rule 7.1", N_("After your opponent's go, you play all the cards you can.")),
    silent(
        "next_dealer",
        "ACC, rule 3.2",
        N_("The players cut for the first deal. The rule doesn't say who deals first in the next game."),
        N_("You take turns."),
    ),
    differs(
        "ceremony",
        "ACC, rule 3.1",
        N_("The players cut for deal, before every deal and for the starter."),
        common.CUT_BY_BOT,
    ),
    differs(
        "predeal_cut",
        "ACC, rule 3.3",
        N_("The non-dealer must cut the deck before every deal."),
        N_("So it is if you cut yourselves. Otherwise nobody cuts before the deal."),
    ),
    differs(
        "dealing",
        "ACC, rule 4.4",
        N_("There are rules for shuffling, exposed cards, a wrong number of cards and a bad deck."),
        N_("None of this can happen: the bot shuffles and deals. After the game `/verify` checks the shuffle."),
    ),
    differs(
        "pegs",
        "ACC, rule 8.10",
        N_("There are penalties for moving the wrong peg, and you must put your last peg in the game hole."),
        N_("The bot moves the pegs and ends the game."),
    ),
    differs(
        "laws",
        "ACC, rule 6.1",
        N_("There are penalties for looking at other cards in the cut and for mixing your hand with other cards."),
        N_("Nobody can do either: the bot turns up one card and keeps the hands apart."),
    ),
    follows("assistance", "ACC, rule 9.5", N_("Nobody may help you count.")),
    follows("show", "ACC, rule 9.2", N_("The non-dealer counts, then the dealer, then the crib.")),
    silent("resigning", "ACC", common.GIVING_UP, common.LOSES),
)
