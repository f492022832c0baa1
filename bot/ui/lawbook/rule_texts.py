"""Sentences about each rule that a table agrees on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from bot.i18n.translation import N_, gettext
from bot.ui.core.formatting import doubles
from engine.laws import Law
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
    Rules,
)


def hands(rules: Rules) -> str:
    """Return the number of players and of their cards."""
    match rules.players, rules.dealt:
        case 2, 6:
            return gettext("2 players. You get 6 cards and discard 2.")
        case 2, _:
            return gettext("2 players. You get 5 cards and discard 2, so a flush counts 3, or 4 with the starter.")
        case 3, _:
            return gettext("3 players. You get 5 cards and discard 1. One card from the deck goes to the crib.")
        case _:
            return gettext("4 players. You get 5 cards and discard 1. Partners share a score.")


def partners(rules: Rules) -> str:
    """Return how four players become partners."""
    if rules.players != 4:
        return gettext("Only games for 4 players have partners.")
    if rules.partners is Partners.CHOSEN:
        return gettext("The partners are chosen. The cut only decides who deals first.")
    return gettext("The 2 lowest cards in the cut are partners.")


def target(rules: Rules) -> str:
    """Return the number of holes of the game."""
    return gettext("First to {target} points wins.", target=rules.target)


def counting(rules: Rules) -> str:
    """Return who counts the hands."""
    match rules.counting:
        case Counting.AUTOMATIC:
            return gettext("The bot counts every hand and the crib.")
        case Counting.REFEREE:
            return gettext("You count your hand, and the bot checks it.")
        case Counting.CHALLENGE:
            return gettext("You count your hand. {answer}", answer=_answer(rules))


def _answer(rules: Rules) -> str:
    buttons = gettext("**Accept**, **Too many** or **Too few**" if rules.muggins else "**Accept** or **Challenge**")
    match rules.players:
        case 2:
            return gettext("Your opponent presses {buttons}.", buttons=buttons)
        case 3 if not rules.first_edition:
            return gettext("Each opponent presses {buttons}.", buttons=buttons)
        case _:
            return gettext("One of your opponents presses {buttons}.", buttons=buttons)


WHO_COUNTS: Final[Mapping[Counting, str]] = MappingProxyType(
    {
        Counting.AUTOMATIC: N_("the bot counts"),
        Counting.REFEREE: N_("you count, the bot checks"),
        Counting.CHALLENGE: N_("players check each other"),
    }
)
"""Who counts and who checks, in a few words."""


def time_to_challenge(rules: Rules) -> str:
    """Return what ends the right to challenge a count."""
    if rules.counting is not Counting.CHALLENGE:
        return gettext("You can't challenge counts in this game.")
    if rules.first_edition:
        return gettext("A count can be challenged until somebody answers it or makes the next move.")
    return f"{_until_answered(rules)} {gettext('Otherwise it stands.')}"


def _until_answered(rules: Rules) -> str:
    if rules.play_on is PlayOn.MAY:
        return gettext(
            "You can challenge until you accept, play a card, stop, count your own cards or run out of time."
        )
    if rules.players == 4:
        return gettext("You can challenge until your side accepts, plays a card, counts its cards or runs out of time.")
    return gettext("You can challenge until you accept, play a card, count your own cards or run out of time.")


def pegging(rules: Rules) -> str:
    """Return who pegs the play, and who says go."""
    if rules.pegging is Pegging.DECLARED:
        return gettext("You count the play too, like `5h for 2`, and say go. The bot pegs the go and the last card.")
    return gettext(
        "The bot counts the play. You say go yourself."
        if rules.go_is_spoken
        else "The bot counts the play and says go."
    )


def muggins(rules: Rules) -> str:
    """Return what happens to overlooked points."""
    if rules.counting is Counting.AUTOMATIC:
        return gettext("The bot misses nothing.")
    if not rules.muggins:
        return gettext("No muggins: points you miss are lost.")
    if rules.counting is Counting.REFEREE:
        return gettext("Muggins: points you miss go to your opponent at once.")
    if rules.false_muggins is FalseMuggins.POINTS_CALLED:
        return gettext("Muggins: points you miss go to your opponent if they press **Too few** and say how many.")
    return gettext("Muggins: points you miss go to your opponent if they press **Too few**.")


def overscore(rules: Rules) -> str:
    """Return what happens to points declared beyond the true count."""
    if rules.counting is Counting.AUTOMATIC:
        return gettext("The bot never counts too high.")
    if rules.overscore is Overscore.CORRECT_ONLY:
        return gettext("The extra points come off, and nobody gets them.")
    across = gettext("The extra points go to your opponent.")
    if rules.first_edition:
        return across
    return gettext("{across} Points past the last hole of the board don't count.", across=across)


def false_challenge(rules: Rules) -> str:
    """Return the cost of a challenge without cause."""
    if rules.counting is not Counting.CHALLENGE:
        return gettext("You can't challenge counts in this game.")
    if not rules.muggins:
        return gettext(
            "If you challenge a count that isn't too high, the player who counted gets 2 points, even if it's too low."
        )
    if rules.false_muggins is FalseMuggins.TWO:
        return gettext("If you press **Too many** or **Too few** and it isn't, the player who counted gets 2 points.")
    return gettext(
        "If you press **Too few** and it isn't, the player who counted gets as many points as you said were missed. If "
        "you press **Too many** and it isn't, they get 2."
    )


def false_muggins(rules: Rules) -> str:
    """Return the cost of a wrong "too few"."""
    return false_challenge(rules) if rules.muggins else muggins(rules)


def false_game(rules: Rules) -> str:
    """Return the cost of a false claim of game."""
    if rules.counting is not Counting.CHALLENGE:
        return gettext("The bot checks a winning count at once.")
    waits = gettext("A count that would win waits to be accepted or challenged.")
    if not rules.false_game_penalty:
        return waits
    return gettext(
        "{waits} If it's challenged and too high, another {points} points come off.",
        waits=waits,
        points=rules.false_game_penalty,
    )


def amend(rules: Rules) -> str:
    """Return whether a declaration may be raised."""
    if not rules.amend:
        return gettext("Counts are final.")
    if rules.first_edition:
        return gettext("You can change your count to a higher one until somebody answers, but not to one that wins.")
    return gettext("You can change your count to a higher one until you play your next card, unless it's challenged.")


def heels(rules: Rules) -> str:
    """Return how two for his heels get on the board."""
    if rules.heels_forfeit:
        return gettext("If the starter is a jack, the dealer gets 2 points, but must claim them before playing.")
    return gettext("If the starter is a jack, the dealer gets 2 points.")


def taken_back(rules: Rules) -> str:
    """Return whether a discard can be taken back."""
    if rules.irregular is Irregular.REFUSE:
        return gettext("You can't take a discard back.")
    return gettext("You can take a discard back, but your opponent gets 2 points and can ask for a new deal.")


def false_go(rules: Rules) -> str:
    """Return whether go can be said falsely."""
    if rules.five_card or rules.irregular is Irregular.REFUSE:
        return gettext("You can't say go with a playable card.")
    if rules.renege is Renege.TWO_A_CARD:
        return gettext(
            "You can say go with a playable card, but then your opponent gets 2 points for each playable card, and you "
            "must play one."
        )
    return gettext("You can say go with a playable card, but then your opponent takes 2 points or makes you play.")


def irregular(rules: Rules) -> str:
    """Return whether acts against the laws are possible at all."""
    return f"{taken_back(rules)} {false_go(rules)}"


def declared(rules: Rules) -> str:
    """Return what a player declares."""
    return f"{counting(rules)} {pegging(rules)}"


def three_for_last(rules: Rules) -> str:
    """Return what compensates for the first crib."""
    if rules.three_for_last:
        return gettext("The player who doesn't deal first starts with 3 points.")
    return gettext("Everyone starts at 0.")


def single_series(rules: Rules) -> str:
    """Return how far the play goes."""
    if rules.single_series:
        return gettext("The play ends at 31, or when nobody can play.")
    return gettext("You play until all cards are played.")


def play_on(rules: Rules) -> str:
    """Return what a player does when the opponent cannot play."""
    if rules.play_on is PlayOn.MAY:
        return gettext("If your opponent can't play, you may play on or stop.")
    return gettext("If nobody else can play, you play on.")


def next_dealer(rules: Rules, *, in_match: bool = False) -> str:
    """Return who deals first in this game and in the next."""
    if rules.next_dealer is NextDealer.CUT and not (in_match and cut_for_partners(rules)):
        return gettext("Every game begins with a cut for deal.")
    return gettext("The first game begins with a cut for deal. {then}", then=then_deals(rules))


def first_deal(rules: Rules, *, in_match: bool, is_fixture: bool) -> str:
    """Return who deals first in this game, which in a fixture the league decides, and in the next."""
    if not is_fixture:
        return next_dealer(rules, in_match=in_match)
    league = gettext("Your league decides who deals first.")
    if not in_match:
        return league
    then = (
        gettext("Every next game begins with a cut for deal.")
        if rules.next_dealer is NextDealer.CUT and not cut_for_partners(rules)
        else then_deals(rules)
    )
    return f"{league} {then}"


def cut_for_partners(rules: Rules) -> bool:
    """Return whether the cut for deal makes partners, who stay together in a match."""
    return rules.players == 4 and rules.partners is Partners.CUT


def then_deals(rules: Rules) -> str:
    """Return who deals first in the next game where that is not cut for."""
    match rules.next_dealer, rules.players:
        case NextDealer.LOSER, 2:
            return gettext("In the next game, the loser deals first.")
        case NextDealer.LOSER, 3:
            return gettext("In the next game, the player with the lowest score deals first.")
        case NextDealer.LOSER, _:
            return gettext("In the next game, the loser on the last dealer's left deals first.")
        case _, 2:
            return gettext("In the next game, the other player deals first.")
        case _:
            return gettext("In the next game, the player on the first dealer's left deals first.")


def opponent(rules: Rules) -> str:
    """Return which opponent gets points or has a choice, where more than two play."""
    if rules.counting is not Counting.CHALLENGE:
        return gettext("The next opponent on the left gets the points.")
    first = gettext("The first opponent who challenges gets the points.")
    if rules.irregular is Irregular.REFUSE:
        return first
    return gettext(
        "{first} If a discard is taken back or a go is wrong, it's the next opponent on the left.", first=first
    )


def giving_up(rules: Rules) -> str:
    """Return what happens if a player resigns."""
    if rules.players == 3:
        return _leaving(rules)
    both = gettext(" Your partner loses too.") if rules.players == 4 else ""
    if rules.doubles and not rules.first_edition:
        return gettext("If you resign, you lose, and skunks count.{both}", both=both)
    return gettext("If you resign, you lose 1 game.{both}", both=both)


def _leaving(rules: Rules) -> str:
    if rules.first_edition:
        return gettext("If you resign, the game is over, and the higher of the other 2 wins.")
    return gettext("If you resign, you lose. The other 2 play on, and from the next deal they get 6 cards each.")


def edition(rules: Rules) -> str:
    """Return whether the game is played by the laws of an earlier version."""
    if rules.first_edition:
        return gettext("This game began before the bot's last update, so it keeps the rules of that time.")
    return ""


def ceremony(rules: Rules) -> str:
    """Return who cuts."""
    if rules.ceremony:
        return gettext("You cut by choosing a number of cards.")
    return gettext("The bot cuts for you.")


def predeal_cut(rules: Rules) -> str:
    """Return what the opponent may do to the pack before the deal."""
    match rules.predeal_cut, rules.ceremony:
        case (PredealCut.NONE, _):
            return gettext("Nobody cuts before the deal.")
        case (_, False):
            return gettext("You can only cut before the deal if you chose **Cut the deck yourselves**.")
        case PredealCut.FREE, _:
            return gettext("Anyone but the dealer can cut before the deal.")
        case PredealCut.MUST, _:
            return gettext("The player who doesn't deal must cut before every deal.")
        case _:
            return gettext("Anyone but the dealer can cut before the deal, but it gives the dealer 2 points.")


RULE_TEXTS: Final[Mapping[str, Callable[[Rules], str]]] = MappingProxyType(
    {
        "players": hands,
        "dealt": hands,
        "target": target,
        "doubles": doubles,
        "counting": counting,
        "pegging": pegging,
        "muggins": muggins,
        "overscore": overscore,
        "irregular": irregular,
        "heels_forfeit": heels,
        "three_for_last": three_for_last,
        "single_series": single_series,
        "play_on": play_on,
        "next_dealer": next_dealer,
        "ceremony": ceremony,
        "predeal_cut": predeal_cut,
        "amend": amend,
        "false_game_penalty": false_game,
        "renege": false_go,
        "false_muggins": false_muggins,
        "partners": partners,
        "edition": edition,
    }
)
"""The function that describes each field of ``Rules``."""

OF_LAWS: Final[Mapping[Law, Callable[[Rules], str]]] = MappingProxyType(
    {
        Law.DECLARED: declared,
        Law.FALSE_CHALLENGE: false_challenge,
        Law.TAKEN_BACK: taken_back,
        Law.FALSE_GO: false_go,
    }
)
"""The function that describes each law that shares its field with another."""
