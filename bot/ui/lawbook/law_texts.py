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
    """The texts about a law: ``more`` beside its sentence, ``here`` what the bot does, ``quote`` the words of 1877."""

    more: str = ""
    here: str = ""
    quote: str = ""


LAW_TEXTS: Final[Mapping[Law, LawText]] = MappingProxyType(
    {
        Law.HIS_HEELS: LawText(
            N_("Some rules make the dealer claim them before playing a card. Don't mix it up with his nobs."),
            N_("The 2 points can win the game. Muggins doesn't apply to them."),
        ),
        Law.FIFTEEN: LawText(
            N_("Jack, queen and king count 10, an ace counts 1. A card may be part of several fifteens."),
            N_("The bot finds every fifteen."),
        ),
        Law.THIRTY_ONE: LawText(
            N_("You also score any pair or run that the card makes."),
            N_("Then the count is back to 0, or the hands are counted."),
        ),
        Law.GO: LawText(
            N_("If you can't play, you say go, and the others play on while they can. Then the count is back to 0."),
            N_("The bot pegs the point in every game."),
        ),
        Law.LAST_CARD: LawText(N_("You never get it together with a go."), N_("The bot pegs the point in every game.")),
        Law.PAIR: LawText(
            N_(
                "In the play the two must follow each other in one count. A jack and a queen are not a pair, although "
                "both count 10."
            ),
            N_("The bot finds pairs in the play and in your hand."),
        ),
        Law.PAIR_ROYAL: LawText(
            N_("In the play the three must follow each other."), N_("The bot scores it as 6, not as a pair and 6 more.")
        ),
        Law.DOUBLE_PAIR_ROYAL: LawText(
            N_("In the play the four must follow each other."), N_("The bot scores it as 12.")
        ),
        Law.RUN: LawText(
            N_(
                "The ace is low. In the play only the last cards count: after 4 2 3 a 5 makes a run of four, but after "
                "8 7 7 a 6 makes none. In your hand 8 7 7 6 is two runs."
            ),
            N_("The bot finds the longest run. A go doesn't break it, a new count does."),
        ),
        Law.FLUSH: LawText(N_("There are no flushes in the play."), N_("The bot checks the suits for you.")),
        Law.HIS_NOBS: LawText(
            N_("It also counts in the crib. Don't mix it up with his heels, the jack as the starter."),
            N_("It counts in every game."),
        ),
        Law.THREE_FOR_LAST: LawText(
            N_("The points make up for not having the first crib."), N_("The bot pegs them right after the first deal.")
        ),
        Law.DECLARED: LawText(
            N_("If you count too few, you only lose the points you missed."),
            N_("Count with the buttons, with `/declare 12`, or type it as you would say it."),
        ),
        Law.OVERSCORE: LawText(
            N_("Nobody may help you count."),
            N_(
                "If the bot checks, it takes the extra points off at once. If players check each other, your opponent "
                "presses **Too many**. `/score` refuses cards that are still to be counted in your game."
            ),
            N_(
                "If a player scores more than he is entitled to, adversary may correct his score, and add points "
                "overscored to his own."
            ),
        ),
        Law.MUGGINS: LawText(
            N_("It is about counting too few points, never too many."),
            N_(
                "If players check each other, your opponent presses **Too few**. His heels, the go and the last card "
                "are safe. To play with it, use `/play muggins`."
            ),
        ),
        Law.SATISFIED: LawText(
            N_("Without a bot, mixing up your cards too soon costs you the score."),
            N_(
                "If players check each other, your cards stay in view until your opponent presses **Accept**, "
                "challenges, plays on, or runs out of time."
            ),
            N_("When reckoning, cards must remain exposed until adversary is satisfied."),
        ),
        Law.FALSE_CHALLENGE: LawText(
            N_("The old law is about touching pegs without a reason."),
            N_(
                "Nobody touches the pegs here, so it is about challenges. `crib-derby` and `acc` have no such law in "
                "their own books and borrow it."
            ),
            N_(
                "If a player touches his opponent's pegs except to correct an overscore, or touches his own pegs when "
                "he has no score to make, his adversary marks two holes."
            ),
        ),
        Law.FALSE_GAME: LawText(
            N_("The American Cribbage Congress takes off 15 points more."),
            N_("If players check each other, a count that would win waits until the others accept it."),
            N_("This law applies also to placing peg in game hole in error."),
        ),
        Law.AMENDED: LawText(
            N_("The same goes for points you counted too many."),
            N_("Until somebody answers you can count more, but not enough to win."),
        ),
        Law.TAKEN_BACK: LawText(
            here=N_("You can do it until the starter is turned up, but only where the rules allow it."),
            quote=N_(
                "If a player takes back a card laid out, adversary marks two holes, and has option of fresh deal."
            ),
        ),
        Law.FALSE_GO: LawText(
            N_("It doesn't apply to the five-card game."),
            N_(
                "Where the rules allow a wrong go, the bot tells everyone, and your opponent chooses. If they take 2 "
                "points, your go stands until the next count."
            ),
            N_(
                "If a player at six-card cribbage or at three or four handed cribbage neglects to play a card that "
                "will come in, adversary may require it to be played, or may mark two holes."
            ),
        ),
        Law.PREDEAL_CUT: LawText(
            N_("By other rules the cut before the deal costs nothing."),
            N_("You can do it only in games where you cut for yourselves (`ceremony`)."),
        ),
        Law.CUT: LawText(
            N_("The king is high, the ace low. Of four players, the two lowest are partners."),
            N_("The bot cuts. With `ceremony` you choose a number from 4 to 48 yourself."),
        ),
        Law.DEAL: LawText(
            N_("Two players get six cards each (five in the five-card game), three or four players get five."),
            N_("The bot deals from a shuffle that it can't change later. `/verify` proves it."),
        ),
        Law.LAY_AWAY: LawText(
            N_("Two players discard two cards each, three or four discard one."),
            N_("Nothing is discarded until you press the button that names your cards."),
        ),
        Law.TURN: LawText(
            N_("It goes round to the left."), N_("The bot refuses a card out of turn, and it costs nothing.")
        ),
        Law.COMING_IN: LawText(
            here=N_("The bot refuses a card that isn't playable, and it costs nothing."),
            quote=N_(
                "Card once played that will come in cannot be taken up again. Card that will not come in shown in "
                "play, no penalty."
            ),
        ),
        Law.MUST_PLAY: LawText(
            N_("Only in the five-card game may you stop."),
            N_("The bot refuses a go if you can play, unless the rules allow a wrong go."),
        ),
        Law.LIBERTY: LawText(
            N_("In every other game you must play on."), N_("The bot asks whether you play on or stop.")
        ),
        Law.SINGLE_SERIES: LawText(
            N_("In every other game the count goes back to 0 and you play the other cards."),
            N_("The bot goes on to counting the hands."),
        ),
        Law.SHOW: LawText(
            N_("The order matters near the end, because whoever counts first can win first."),
            N_("The bot asks everyone in turn."),
        ),
        Law.GAME: LawText(
            N_("You don't need to hit the target exactly. Points not counted by then don't count."),
            N_("The bot stops the game at once."),
        ),
        Law.LURCH: LawText(
            N_("The books draw the line at different scores."),
            N_("Choose with `/play doubles`. Matches and leagues count the games."),
        ),
        Law.RESIGNED: LawText(
            N_("The score doesn't matter."), N_("`/resign` asks first. With partners, you give up for both.")
        ),
        Law.ON_TIME: LawText(
            N_("It counts like giving up."),
            N_("Choose a clock with `/play`, and whether a robot plays on or you lose. The bot reminds you."),
        ),
        Law.FRESH_CUT: LawText(
            here=N_("Some rules choose the first dealer without a new cut (`next_dealer`)."),
            quote=N_("There must be a fresh cut for deal after every game, unless rubbers are played."),
        ),
        Law.EXPOSED_CUT: LawText(
            quote=N_(
                "If in cutting for deal or start more than one card is exposed, adversary may choose which card he "
                "pleases."
            )
        ),
        Law.CUTTING_ERROR: LawText(quote=N_("Errors in cutting to the dealer necessitate a fresh cut.")),
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
                "non-dealer's cards, and (b) if dealer gives too many or too few cards to either player."
            )
        ),
        Law.LAID_FROM_TOO_MANY: LawText(
            quote=N_(
                "If either player lays out when he holds too many cards, adversary marks two holes, and has option of "
                "a fresh deal."
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
