"""Texts about each law, beyond its one sentence, and about what this bot does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.i18n.translation import N_
from engine.laws import Law


@dataclass(frozen=True, slots=True)
class LawText:
    """The texts about a law: ``more`` is what it says besides its sentence, ``here`` what the bot does about it."""

    more: str
    here: str = ""


LAW_TEXTS: Final[Mapping[Law, LawText]] = MappingProxyType(
    {
        Law.HIS_HEELS: LawText(
            N_(
                "The Encyclopaedia and Crib-Derby give them only to a dealer who marks them before playing a card. "
                "Crib-Derby calls the jack turned up his nobs; here that name is kept for the jack in hand."
            ),
            N_("Two for his heels can win the game. They cannot be overscored, and muggins does not touch them."),
        ),
        Law.FIFTEEN: LawText(
            N_(
                "Jack, queen and king count ten, an ace one. In the show a card may serve in several fifteens: 8 7 7 6 "
                "2 has four of them."
            ),
            N_("Every fifteen is found and named, card by card."),
        ),
        Law.THIRTY_ONE: LawText(
            N_(
                "Pairs and runs that the same card makes are scored besides. The one for the go or for the last card "
                "is not."
            ),
            N_("What follows, a new count or the show, comes by itself."),
        ),
        Law.GO: LawText(
            N_(
                "A player with no card that comes in says go, and the others play on while they can. Then the cards "
                "are turned over, and the next to the left who has cards leads from nought."
            ),
            N_("The point is pegged by the bot in every game, also where all else in the play is declared."),
        ),
        Law.LAST_CARD: LawText(
            N_(
                "It is never scored together with thirty-one, nor with a go. So with two hands of six cards the dealer "
                "pegs at least one in every deal played to its end."
            ),
            N_("The point is pegged by the bot in every game."),
        ),
        Law.PAIR: LawText(
            N_(
                "A jack pairs with a jack and not with a queen, though both count ten. A go between them does not undo "
                "a pair; a count that began anew does."
            ),
            N_("Pairs are found in the play and in the show."),
        ),
        Law.PAIR_ROYAL: LawText(
            N_("In the play the three follow one another with no other card between them."),
            N_("It is one score of six, not a pair and six more."),
        ),
        Law.DOUBLE_PAIR_ROYAL: LawText(
            N_("In the play the four follow one another with no other card between them."),
            N_("It is one score of twelve."),
        ),
        Law.RUN: LawText(
            N_(
                "In the play the last cards laid down make the run, in whatever order they came: after 4 2 3 a 5 makes "
                "four. A card of no use to the run breaks it: after 8 7 7 a 6 makes nothing. In the show 8 7 7 6 is "
                "two runs."
            ),
            N_("The longest run is found; a go between its cards does not undo it, a new count does."),
        ),
        Law.FLUSH: LawText(
            N_(
                "Four cards make four, or five with the starter; the three of the five-card game make three or four. "
                "There are no flushes in the play."
            ),
            N_("The bot knows a hand from a crib, and never gives a crib four."),
        ),
        Law.HIS_NOBS: LawText(
            N_("It counts in the crib too. Not to be taken for his heels, the jack that is turned up."),
            N_("One point, in every game."),
        ),
        Law.THREE_FOR_LAST: LawText(
            N_("They make up for the first crib. The book lets them be taken at any time in the game."),
            N_("The bot pegs them right after the first deal of the game, and only then."),
        ),
        Law.DECLARED: LawText(
            N_(
                "Hands and crib are counted aloud with the starter, the dealer's hand before the crib. Too few costs "
                "no more than what was left out."
            ),
            N_("Declare with the button, with `/declare 12`, or by typing it as you would say it."),
        ),
        Law.OVERSCORE: LawText(
            N_(
                "Scoring too little costs no more than the points that were missed. And nobody may be helped to reckon."
            ),
            N_(
                "Under a referee the bot puts it right at once; under challenge it is for the adversary to say **Too "
                "many**, without a number. `/score` refuses cards that still wait to be declared at your own table."
            ),
        ),
        Law.MUGGINS: LawText(
            N_("It is about scoring too little. Scoring too much is law 19, with muggins or without."),
            N_(
                "Under a referee the bot gives the points across; under challenge the adversary says **Too few**. "
                "Nobody takes more than the other could still have pegged. His heels, the go and the last card are "
                "never taken. `/play muggins` agrees on it."
            ),
        ),
        Law.SATISFIED: LawText(
            N_("Who puts them away too soon, into the pack or among the crib, loses the score."),
            N_(
                "Under challenge the cards lie open until the adversary says **Satisfied** or challenges, goes on with "
                "the game, or lets the clock run out. Nobody can put them away."
            ),
        ),
        Law.FALSE_CHALLENGE: LawText(
            N_("The law names the pegs: moving one's own with nothing to score costs two as well."),
            N_(
                "Nobody touches pegs here, so the law falls on a challenge to a count that was right. In `crib-derby` "
                "and `acc`, whose own books do not have it, it is borrowed from here. Points declared for nothing are "
                "an overscore."
            ),
        ),
        Law.FALSE_GAME: LawText(
            N_("The Cribbage Congress takes fifteen holes more off the claimant."),
            N_(
                "Under challenge a declaration that would win waits for the others. If they find it too great, its "
                "true points are pegged, the penalty comes off, and what was too much goes where law 19 sends it."
            ),
        ),
        Law.AMENDED: LawText(
            N_("In the same way too much is put right only until the one who noticed plays another card."),
            N_(
                "Where it is allowed, a declaration may be raised until somebody has answered it, but not as far as "
                "the game hole."
            ),
        ),
        Law.TAKEN_BACK: LawText(
            "",
            N_(
                "Where it can be done, it can be until the starter is turned. The next player to the left of another "
                "side marks two and chooses: the same dealer deals again, or the offender lays away again."
            ),
        ),
        Law.FALSE_GO: LawText(
            "",
            N_(
                "Where it can be done, the bot says so at once, and the next player to the left of another side "
                "chooses. Either the offender plays any card that comes in and scores what it makes, or the go stands "
                "and the offender plays no more until the count begins anew."
            ),
        ),
        Law.PREDEAL_CUT: LawText(
            N_(
                "It is so even if the dealer offers the pack. In the United States rules and the Encyclopaedia the "
                "pone cuts before every deal, and it costs nothing."
            ),
            N_("It is offered only where the players cut for themselves, with `ceremony`."),
        ),
        Law.CUT: LawText(
            N_(
                "King is high and ace low. Each cut takes four cards at least and leaves four. Of four players the two "
                "lowest are partners, and the lowest deals."
            ),
            N_("With `ceremony` each player names a number from 4 to 48, and no two the same."),
        ),
        Law.DEAL: LawText(
            N_(
                "Two players get six cards each, or five at the five-card game; three or four get five. With three "
                "players one card goes straight to the crib."
            ),
            N_("The bot deals from a shuffle that was sealed before the game, and `/verify` proves it afterwards."),
        ),
        Law.LAY_AWAY: LawText(
            N_(
                "Two players lay two away, three and four lay one. The crib is the dealer's, and nobody sees it until "
                "the hands have been counted."
            ),
            N_("Nothing is laid away until you press the button that names your cards."),
        ),
        Law.TURN: LawText(
            N_("With three or four it goes round to the left. Whoever follows the last to play leads the next count."),
            N_(
                "The bot calls the count and knows whose turn it is; a move out of turn is refused and changes nothing."
            ),
        ),
        Law.COMING_IN: LawText(
            N_("A card comes in if it does not carry the count past thirty-one."),
            N_("A card is played when you press it. One that does not come in is refused, and that costs nothing."),
        ),
        Law.MUST_PLAY: LawText(
            N_("It holds with six cards, and with three or four hands; at the five-card game a player may stop."),
            N_("Go is refused to a player who could play, unless the table lets law 16 be broken, at its price."),
        ),
        Law.LIBERTY: LawText(
            N_("With six cards, and with three or four hands, there is no such choice."),
            N_("You are asked whether to play on or stop; the one for the go is pegged by the last to have played."),
        ),
        Law.SINGLE_SERIES: LawText(
            N_("In every other game the cards are turned over and the rest are played from nought."),
            N_("The show follows by itself."),
        ),
        Law.SHOW: LawText(
            N_(
                "The order matters near the end: whoever counts first may be out before the others have counted. The "
                "starter belongs to every hand and to the crib."
            ),
            N_("The bot asks each in turn and takes no count out of turn."),
        ),
        Law.GAME: LawText(
            N_(
                "It may be in the play, in the show, by a penalty, or with two for his heels, and it need not be "
                "exact. What others had still to count is not counted."
            ),
            N_("The bot stops at that very peg. `/rules` tells which lengths a preset knows."),
        ),
        Law.LURCH: LawText(
            N_(
                "The books differ on the hole: 31 or 30 of 61, 61 or 91 of 121. A loser at the very hole is safe. Of "
                "three players it is the lowest score that matters."
            ),
            N_("Choose with `/play doubles`; leagues and matches count the games."),
        ),
        Law.RESIGNED: LawText(
            N_("It is so however the scores stand."),
            N_("`/resign` asks first. A partner resigns for both; of three players the better of the other two wins."),
        ),
        Law.ON_TIME: LawText(
            N_("It counts as a game resigned."),
            N_(
                "A clock is agreed with `/play`, and so is what it does: the robot plays on, or the game is lost. You "
                "are reminded before."
            ),
        ),
        Law.FRESH_CUT: LawText(
            "", N_("Where no fresh cut is made the rules name the first dealer, and that is agreed (`next_dealer`).")
        ),
        Law.EXPOSED_CUT: LawText(""),
        Law.CUTTING_ERROR: LawText(N_("A cut takes at least four cards and leaves at least four.")),
        Law.DEALT_SINGLY: LawText(""),
        Law.DEALER_EXPOSES: LawText(""),
        Law.FACED_CARD: LawText(""),
        Law.DEAL_OUT_OF_TURN: LawText(""),
        Law.MISDEAL: LawText(
            N_(
                "If a number was wrong the pone may look at the cards first. If the deal stands, a card too many of "
                "the pone's goes back unseen, one of the dealer's is drawn and looked at, and a short hand is filled "
                "from the pack."
            )
        ),
        Law.LAID_FROM_TOO_MANY: LawText(
            N_("If the deal stands, the adversary draws the card too many and looks at it.")
        ),
        Law.LAID_FROM_TOO_FEW: LawText(""),
        Law.CRIB_UNTOUCHED: LawText(""),
        Law.WRONG_HAND: LawText(""),
        Law.TWO_CARDS: LawText(""),
        Law.MISCOUNTED: LawText(""),
        Law.DISPLACED_PEG: LawText(
            N_("The hindmost goes where the adversary believes it was, and the other behind it.")
        ),
    }
)
"""Every law, beyond its sentence in the index."""
