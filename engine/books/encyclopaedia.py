"""The presets `britannica` and `britannica-five` beside the Encyclopaedia of 1877 (002)."""

from __future__ import annotations

from typing import Final

from engine.books import comparison as common
from engine.books.comparison import Comparison, differs, follows, silent
from engine.messages import N_

_BOTH: Final = (
    follows("counting", "002:60", N_("Law 18: the cards stay in view until your opponent accepts the count.")),
    silent("winning_count", "002:64", N_("Law 19 only says that a wrong win is put right."), common.WAITS),
    follows("pegging", "002:45", N_("Points in the play are scored as soon as they are claimed.")),
    differs(
        "go",
        "002:32",
        N_("Players score the go and the last card themselves."),
        N_("The bot always pegs these points, so nobody can forget them."),
    ),
    differs("totals", "002:15", N_("Players say the count when they play a card."), common.SHOWN_BY_BOT),
    follows("muggins", "002:65", N_("Law 19: scoring too few costs nothing more.")),
    follows("overscore", "002:62", N_("Law 19: extra points come off, and your opponent gets them.")),
    silent(
        "overscore",
        "002:62",
        N_("Law 19 doesn't say what happens to extra points past the end of the board."),
        common.CAPPED,
    ),
    differs(
        "taken_back",
        "002:54",
        N_("Law 11 names the price of taking a discard back, and your opponent has to notice it."),
        N_("The bot shows it at once, because on Discord nobody can see it."),
    ),
    silent(
        "taken_back",
        "002:54",
        N_("Law 11 doesn't say until when you can do it, or who deals again."),
        N_("You can do it until the starter is turned up. The same dealer deals again, and the scores stay."),
    ),
    follows(
        "heels_forfeit", "002:12", N_("If the starter is a jack, the dealer must claim 2 points before playing a card.")
    ),
    follows("next_dealer", "002:54", N_("Law 1: a new cut for deal after every game, except in a match.")),
    silent(
        "next_dealer",
        "002:54",
        N_("Law 1 doesn't say who deals first in the next game of a match."),
        N_("The first deal passes to the left."),
    ),
    differs(
        "ceremony", "002:9", N_("The players cut for deal, before the deal and for the starter."), common.CUT_BY_BOT
    ),
    silent("ties", "002:9", common.TIES, common.CUT_AGAIN),
    differs(
        "predeal_cut",
        "002:10",
        N_("The non-dealer cuts the deck before every deal."),
        N_("If you cut yourselves, any player but the dealer may cut. Otherwise nobody does."),
    ),
    silent("amend", "002:65", N_("Law 19 doesn't say if you can change a count."), common.FINAL),
    follows("false_game_penalty", "002:64", N_("Law 19: a wrong claim to win costs the extra points, as usual.")),
    differs(
        "wrong_challenge",
        "002:67",
        N_("Law 20: touching the pegs for no reason costs 2 points."),
        N_("There are no pegs to touch, so a wrong challenge costs the 2 points."),
    ),
    differs(
        "false_muggins",
        "002:67",
        N_("There is no muggins in the book."),
        N_("If you agree on muggins, a wrong **Too few** also costs 2 points."),
    ),
    follows("assistance", "002:66", N_("Law 19: nobody may help you count.")),
    follows("show", "002:37", N_("The non-dealer counts, then the dealer, then the crib.")),
    differs(
        "laws",
        "002:54",
        N_("Laws 2 to 10, 12, 13, 15, 17 and 21 are about mistakes with cards, counts and pegs."),
        N_("Nobody can make these mistakes: the bot deals, keeps the count and moves the pegs."),
    ),
    silent("resigning", "002", common.GIVING_UP, common.LOSES),
)
"""What holds for six cards and for five."""

_HOW_LONG: Final = N_("Law 18 doesn't say how long your opponent may take.")

_SIX_CARDS: Final = (
    follows("players", "002:8", N_("Two or three can play, or four as partners.")),
    follows("dealt", "002:8", N_("Two players get five or six cards, three or four players get five.")),
    silent("partners", "002:8", N_("The book only says that partners sit as at whist."), common.BY_CUT),
    follows("target", "002:7", N_("A game is to 61 points.")),
    differs(
        "target",
        "002:7",
        N_("There are no longer games."),
        N_("You can choose a game to 121. It has no skunks, because the book has none for it."),
    ),
    follows("doubles", "002:7", N_("If you agree on it, a loser with fewer than 30 points loses 2 games.")),
    follows("irregular", "002:54", N_("Laws 11 and 16 name the price of taking a discard back and of a wrong go.")),
    follows("renege", "002:56", N_("Law 16: your opponent makes you play the card, or takes 2 points.")),
    differs(
        "renege",
        "002:56",
        N_("Law 16: your opponent has to notice the playable card."),
        N_("The bot shows it at once, because nobody can see your hand."),
    ),
    silent(
        "renege",
        "002:56",
        N_("Law 16 doesn't say how the play goes on."),
        N_("After the 2 points, the go stands and you don't play until the count is back to 0."),
    ),
    follows("three_for_last", "002:9", N_("Three for last is only for the five-card game.")),
    follows("single_series", "002:15", N_("The rest of the cards are played out in turn.")),
    follows("play_on", "002:15", N_("With six cards, you have to play on as long as you can.")),
    silent(
        "time_to_challenge",
        "002:60",
        _HOW_LONG,
        N_(
            "Until you or your partner accept it, play a card, count your own cards or run out of time, or somebody "
            "else challenges it. Saying go doesn't end your right."
        ),
    ),
    silent(
        "opponents",
        "002:8",
        N_("With three or four players, the laws don't say which opponent gets the points."),
        N_("The first to challenge gets them. For laws 11 and 16, it's the next opponent on the left."),
    ),
    silent(
        "match",
        "002:54",
        N_("The book doesn't say if partners change in a match."),
        N_("Partners stay together until the match is over."),
    ),
    silent("leaving", "002", common.LEAVING, common.OTHERS_PLAY_ON),
)

_FIVE_CARDS: Final = (
    follows("players", "002:8", N_("The five-card game of this book is for two.")),
    follows("partners", "002:8", N_("The game is for two, so there are no partners.")),
    follows("dealt", "002:10", N_("Each player gets five cards.")),
    follows("flush", "002:42", N_("A flush scores 1 point a card, so 3, or 4 with the starter.")),
    follows("target", "002:7", N_("A game is to 61 points.")),
    follows("doubles", "002:7", N_("If you agree on it, a loser with fewer than 30 points loses 2 games.")),
    follows("irregular", "002:54", N_("Law 11 names the price of taking a discard back.")),
    silent(
        "time_to_challenge",
        "002:60",
        _HOW_LONG,
        N_(
            "Until you accept it, play a card, stop, count your own cards or run out of time. Saying go doesn't end "
            "your right."
        ),
    ),
    silent(
        "taken_back",
        "002:54",
        N_("Law 11 doesn't say if three for last is scored again after a new deal."),
        N_("It's scored once a game."),
    ),
    silent(
        "renege",
        "002:56",
        N_("Law 16 leaves out the five-card game, so there's no price for a go with a playable card."),
        N_("The bot refuses that go."),
    ),
    differs(
        "three_for_last",
        "002:9",
        N_("The non-dealer can score three for last at any time in the game."),
        N_("The bot pegs it right after the first deal, so nobody can forget it."),
    ),
    follows("single_series", "002:15", N_("The play ends when neither player can play.")),
    follows("play_on", "002:15", N_("If your opponent can't play, you can play on or stop.")),
)

BRITANNICA: Final[tuple[Comparison, ...]] = (*_SIX_CARDS, *_BOTH)
BRITANNICA_FIVE: Final[tuple[Comparison, ...]] = (*_FIVE_CARDS, *_BOTH)
