"""Texts about each law, beyond its one sentence: more about it, what this bot does, and the old law's own words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.i18n.translation import N_
from engine.laws import Law


@dataclass(frozen=True, slots=True)
class LawText:
    """The texts about a law: ``more`` beside its sentence, ``here`` what the bot does, ``quote`` the words of 1877.

    A translation of ``quote`` is plain: it stands below the words of 1877, not in their place.
    """

    more: str = ""
    here: str = ""
    quote: str = ""


LAW_TEXTS: Final[Mapping[Law, LawText]] = MappingProxyType(
    {
        Law.HIS_HEELS: LawText(
            N_(
                "In some rules, the dealer must claim these points before playing a card. Don't "
                "mix this up with his nobs."
            ),
            N_("The 2 points can win the game. Muggins doesn't apply to them."),
        ),
        Law.FIFTEEN: LawText(
            N_("Jack, queen and king count 10, an ace counts 1. One card can be part of several fifteens."),
            N_("If the bot counts, it finds every fifteen."),
        ),
        Law.THIRTY_ONE: LawText(
            N_("If the card also makes a pair or a run, you score that too."),
            N_("After 31 the count is back to 0. In the five-card game, the play is over."),
        ),
        Law.GO: LawText(
            N_(
                "If you can't play, you say go, or in some rules the bot says it for you. The others keep playing "
                "while they can. Then the count is back to 0. In the five-card game, they may stop, and then the play "
                "is over."
            ),
            N_("The bot always gives you this point."),
        ),
        Law.LAST_CARD: LawText(
            N_("You never get both this point and the point for a go."), N_("The bot always gives you this point.")
        ),
        Law.PAIR: LawText(
            N_(
                "During the play, the two cards must be played one right after the other. A jack "
                "and a queen aren't a pair, even though both count 10."
            ),
            N_("If the bot counts, it finds every pair."),
        ),
        Law.PAIR_ROYAL: LawText(
            N_("During the play, the three must be played one right after the other."),
            N_("It's 6 in total, not a pair plus 6."),
        ),
        Law.DOUBLE_PAIR_ROYAL: LawText(
            N_("During the play, the four must be played one right after the other."), N_("It's 12 in total.")
        ),
        Law.RUN: LawText(
            N_(
                "Aces are low. During the play, only the latest cards count: after 4 2 3, a 5 "
                "makes a run of four, but after 8 7 7, a 6 makes no run. In your hand, 8 7 7 6 is "
                "two runs."
            ),
            N_(
                "If the bot counts, it finds the longest run. A go doesn't break a run, but starting again from 0 does."
            ),
        ),
        Law.FLUSH: LawText(N_("Flushes don't score during the play."), N_("If the bot counts, it finds every flush.")),
        Law.HIS_NOBS: LawText(
            N_("His nobs also scores in the crib. Don't mix it up with his heels, a jack turned up as the starter."),
            N_("His nobs scores in every game."),
        ),
        Law.THREE_FOR_LAST: LawText(
            N_("The 3 points make up for not having the first crib."),
            N_("The bot adds them right after the first deal."),
        ),
        Law.DECLARED: LawText(
            N_("If you count too few, the points you missed are lost, or with muggins your opponent can get them."),
            N_("Count with the buttons, with `/declare 12`, or type it the way you'd say it out loud."),
        ),
        Law.OVERSCORE: LawText(
            N_("Nobody may help you count."),
            N_(
                "If the bot checks, it takes the extra points off at once. If players check each other, your opponent "
                "presses **Challenge** (with muggins, **Too many**). `/score` refuses cards that are still to be "
                "counted in your game."
            ),
            N_(
                "If a player scores more than he is entitled to, adversary may correct his score, and add points "
                "overscored to his own. This law applies also to placing peg in game hole in error. Scoring too few, "
                "no penalty. Player is not entitled to any assistance in reckoning."
            ),
        ),
        Law.MUGGINS: LawText(
            N_("Muggins is only about counting too few points, never too many."),
            N_(
                "If players check each other, your opponent presses **Too few**. In the tournament rules, they also "
                "say how many. His heels, the go and the last card are safe. To turn muggins on, press "
                "**More options** in `/play`, then **Length and counting**."
            ),
        ),
        Law.SATISFIED: LawText(
            N_("Without a bot, you lose the points if you mix up your cards too soon."),
            N_(
                "If players check each other's counts, you can answer until you or your partner accept, play a card, "
                "stop in the five-card game, count your own cards or run out of time. Saying go or claiming his heels "
                "doesn't end that."
            ),
            N_(
                "When reckoning, cards must remain exposed until adversary is satisfied. If a player mixes his cards "
                "with the pack, or hand and crib together, before adversary is satisfied, he forfeits score."
            ),
        ),
        Law.FALSE_CHALLENGE: LawText(
            N_("The old law is about touching the pegs for no reason."),
            N_(
                "There are no pegs to touch here, so this law is used for challenges. It's from the Encyclopaedia of "
                "1877. If players check each other under other rules, those borrow it."
            ),
            N_(
                "If a player touches his opponent's pegs except to correct an overscore, or touches his own pegs when "
                "he has no score to make, his adversary marks two holes."
            ),
        ),
        Law.FALSE_GAME: LawText(
            N_("The game hole is the last hole of the board."),
            N_(
                "If players check each other's counts, a count that would win the game waits until every other side "
                "accepts it or one challenges it."
            ),
            N_("... This law applies also to placing peg in game hole in error. ..."),
        ),
        Law.AMENDED: LawText(
            N_("If your opponent counted too many, you have to say so before you play your next card."),
            N_(
                "You can change your count to a higher one, even to one that wins, but not after a challenge. Everyone "
                "can check it again."
            ),
        ),
        Law.TAKEN_BACK: LawText(
            here=N_("If the rules allow it, you can take a discard back until the starter is turned up."),
            quote=N_(
                "If a player takes back a card laid out, adversary marks two holes, and has option of fresh deal."
            ),
        ),
        Law.FALSE_GO: LawText(
            N_("This law doesn't apply to the five-card game."),
            N_(
                "If the rules allow a wrong go, the bot tells everyone. If your opponent then takes 2 points by this "
                "law, you can't play until the count is back to 0."
            ),
            N_(
                "If a player at six-card cribbage or at three or four handed cribbage neglects to play a card that "
                "will come in, adversary may require it to be played, or may mark two holes."
            ),
        ),
        Law.PREDEAL_CUT: LawText(
            N_("Other rules have no penalty for a cut before the deal."),
            N_("You can only do this if **Cut the deck yourselves** was chosen for the game."),
        ),
        Law.CUT: LawText(
            N_(
                "Kings are high, aces are low. With four players, unless you chose partners, the two lowest cards make "
                "partners, as the Crib-Derby board's rules say. If that is open, everyone cuts again."
            ),
            N_("The bot cuts, unless you chose **Cut the deck yourselves**. Then you pick a number from 4 to 48."),
        ),
        Law.DEAL: LawText(
            N_(
                "With two players, each gets six cards (five in the five-card game). With three "
                "or four, each gets five."
            ),
            N_("The bot shuffles and deals, and after the game `/verify` checks the shuffle."),
        ),
        Law.LAY_AWAY: LawText(
            N_("With two players, each discards two cards. With three or four, each discards one."),
            N_("Your cards aren't discarded until you press the button that names them, or type them."),
        ),
        Law.TURN: LawText(
            N_("Turns go around to the left."),
            N_("If you play out of turn, the bot just refuses the card. There's no penalty."),
        ),
        Law.COMING_IN: LawText(
            here=N_("If you pick a card you can't play, the bot just refuses it. There's no penalty."),
            quote=N_(
                "Card once played that will come in cannot be taken up again. Card that will not come in shown in "
                "play, no penalty."
            ),
        ),
        Law.MUST_PLAY: LawText(
            N_("You can only choose to stop in the five-card game."),
            N_("If you can play, the bot refuses a go, unless the rules allow a wrong go."),
        ),
        Law.LIBERTY: LawText(
            N_("In all other games, you have to keep playing."), N_("The bot asks you to play on or stop.")
        ),
        Law.SINGLE_SERIES: LawText(
            N_("In all other games, the count goes back to 0 and you play the rest of your cards."),
            N_("Then the bot moves on to counting the hands."),
        ),
        Law.SHOW: LawText(
            N_("The order matters near the end, because whoever counts first can win before the others count."),
            N_("The bot asks each player in turn."),
        ),
        Law.GAME: LawText(
            N_(
                "You don't need to hit the target exactly. The game ends as soon as someone reaches it, and points "
                "not counted yet are "
                "lost."
            ),
            N_("The bot stops the game at once. If players check each other, a winning count must be accepted first."),
        ),
        Law.LURCH: LawText(
            N_(
                "The rule books don't agree. In a game to 121, a loser under 61 loses 2 games in the US rules, or in "
                "a variation 2 under 91 and 4 under 61. At Crib-Derby it's 2 under 61 and 4 under 31. In tournaments, "
                "a win against a loser under 91 is worth 3 game points, and any other win 2. In a game to 61, it's 2 "
                "under 31 in the US rules, and 2 under 30 in 1877 if you agree on it."
            ),
            N_(
                "To choose, press **More options** in `/play`, then **Length and counting**. "
                "Skunks count in matches and in most leagues."
            ),
        ),
        Law.RESIGNED: LawText(
            N_(
                "The books say nothing about resigning. With three players, the other two play on. Against robots "
                "alone, a game doesn't count if you resign before the first deal is counted, or at 0 to 0."
            ),
            N_(
                "`/resign` asks you first. With a partner, you give up for both of you. You can't resign while an "
                "opponent's winning count waits for your answer."
            ),
        ),
        Law.ON_TIME: LawText(
            N_("If you lose on time, it counts like giving up."),
            N_(
                "Choose time limits under **More options** in `/play`, and if a robot plays on or "
                "you lose. The bot warns you first."
            ),
        ),
        Law.FRESH_CUT: LawText(
            here=N_(
                "In some rules, the next game's first dealer is decided without a new cut. Four players who cut for "
                "partners keep them for a whole match, so they don't cut again."
            ),
            quote=N_("There must be a fresh cut for deal after every game, unless rubbers are played."),
        ),
        Law.EXPOSED_CUT: LawText(
            quote=N_(
                "If in cutting for deal or start more than one card is exposed, adversary may choose which card he "
                "pleases."
            )
        ),
        Law.CUTTING_ERROR: LawText(
            N_("Cutting to the dealer means cutting the deck for the dealer, before the deal."),
            quote=N_("Errors in cutting to the dealer necessitate a fresh cut."),
        ),
        Law.DEALT_SINGLY: LawText(
            quote=N_(
                "Cards must be dealt by one at a time. If two are dealt together, error may be rectified, if it can "
                "be done by moving one card only; otherwise non-dealer marks two holes, and there must be a fresh deal."
            )
        ),
        Law.DEALER_EXPOSES: LawText(quote=N_("If dealer exposes his own cards, no penalty.")),
        Law.FACED_CARD: LawText(quote=N_("Faced card in pack necessitates a fresh deal.")),
        Law.DEAL_OUT_OF_TURN: LawText(
            quote=N_(
                "Player dealing out of turn, error can be rectified prior to start being turned up; otherwise not."
            )
        ),
        Law.MISDEAL: LawText(
            quote=N_(
                "Non-dealer marks two holes, and has the option of a fresh deal: (a) if dealer exposes any of "
                "non-dealer's cards, and (b) if dealer gives too many or too few cards to either player. In b cases "
                "non-dealer may look at his hand before electing; if he elects to stand the deal when he has a surplus "
                "card he returns a card unshown to the pack; if, when the dealer has a surplus card, he draws one and "
                "looks at it; if when either has too few cards, imperfect hand is completed from pack."
            )
        ),
        Law.LAID_FROM_TOO_MANY: LawText(
            quote=N_(
                "If either player lays out when he holds too many cards, adversary marks two holes, and has option of "
                "a fresh deal. If he stands the deal he draws surplus card from offender's hand and looks at it."
            )
        ),
        Law.LAID_FROM_TOO_FEW: LawText(
            quote=N_("If either player lays out with too few cards he must play with his hand short.")
        ),
        Law.CRIB_UNTOUCHED: LawText(quote=N_("Crib must not be touched before hand is played.")),
        Law.WRONG_HAND: LawText(
            quote=N_(
                "Player playing with too many cards, same penalty as in law 9. Playing with too few cards, no penalty."
            )
        ),
        Law.TWO_CARDS: LawText(quote=N_("If two cards are played together the one counted is deemed to be played.")),
        Law.MISCOUNTED: LawText(quote=N_("Miscounting during play no penalty.")),
        Law.DISPLACED_PEG: LawText(
            quote=N_(
                "If a player displaces his foremost peg he must put it behind the other. If he displaces both, "
                "adversary may place hindmost peg where he believes it to have been, and the other peg behind it."
            )
        ),
    }
)
"""Every law, beyond its sentence in the index."""
