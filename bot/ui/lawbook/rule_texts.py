"""Sentences about each rule that a table agrees on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from bot.i18n.translation import N_, gettext
from bot.ui.core.formatting import doubles
from engine.laws import Law
from engine.rules import Counting, Irregular, NextDealer, Overscore, Partners, Pegging, PlayOn, PredealCut, Rules


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
            return gettext(
                "4 players. You get 5 cards and discard 1. Partners sit across from each other and share a score."
            )


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
            answers = gettext(
                "**Accept**, **Too many** or **Too few**" if rules.muggins else "**Accept** or **Challenge**"
            )
            return gettext(
                "You count your hand, and your opponent presses {answers}.",
                answers=answers,
            )


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
    when = gettext("if they press **Too few**" if rules.counting is Counting.CHALLENGE else "at once")
    return gettext(
        "Muggins: points you miss go to your opponent {when}.",
        when=when,
    )


def overscore(rules: Rules) -> str:
    """Return what happens to points declared beyond the true count."""
    if rules.counting is Counting.AUTOMATIC:
        return gettext("The bot never counts too high.")
    if rules.overscore is Overscore.TO_ADVERSARY:
        return gettext("The extra points go to your opponent.")
    return gettext("The extra points come off, and nobody gets them.")


def false_challenge(rules: Rules) -> str:
    """Return the cost of a challenge without cause."""
    if rules.counting is Counting.CHALLENGE:
        return gettext("Challenging a right count gives your opponent 2 points.")
    return gettext("You can't challenge counts in this game.")


def false_game(rules: Rules) -> str:
    """Return the cost of a false claim of game."""
    if rules.counting is not Counting.CHALLENGE:
        return gettext("The bot checks a winning count at once.")
    more = (
        gettext(
            ", plus {false_game_penalty} more",
            false_game_penalty=rules.false_game_penalty,
        )
        if rules.false_game_penalty
        else ""
    )
    return gettext(
        "A count that wins must be accepted first. If it's too high, the extra points come off{more}.",
        more=more,
    )


def amend(rules: Rules) -> str:
    """Return whether a declaration may be raised."""
    if rules.amend:
        return gettext("You can change your count to a higher one until somebody answers, but not to one that wins.")
    return gettext("Counts are final.")


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


def next_dealer(rules: Rules) -> str:
    """Return who deals first in the next game."""
    match rules.next_dealer:
        case NextDealer.LOSER:
            return gettext("Cut for deal. The loser deals first in the next game.")
        case NextDealer.CUT:
            return gettext("Cut for deal in every game.")
        case NextDealer.ALTERNATE:
            return gettext("Cut for deal. In the next game the player to the left deals first.")


def partners(rules: Rules) -> str:
    """Return how four players become partners."""
    if rules.players != 4:
        return gettext("Only games for 4 players have partners.")
    if rules.partners is Partners.CHOSEN:
        return gettext("You chose the partners. The cut only decides who deals first.")
    return gettext("The 2 lowest cards in the cut are partners.")


def adversary(rules: Rules) -> str:
    """Return who is whose opponent, where more than two play."""
    if rules.counting is Counting.CHALLENGE:
        declared = gettext("With 3 or 4 players, the opponent who challenges first gets the points")
        return declared + (
            gettext(". If a discard is taken back or a go is wrong, it's the next opponent to the left.")
            if rules.irregular is Irregular.PENALISE
            else "."
        )
    return gettext("With 3 or 4 players, the next opponent to the left gets the points.")


def ceremony(rules: Rules) -> str:
    """Return who cuts."""
    if rules.ceremony:
        return gettext("You cut the deck yourselves by choosing a number of cards.")
    return gettext("The bot cuts for you.")


def predeal_cut(rules: Rules) -> str:
    """Return what the opponent may do to the pack before the deal."""
    match rules.predeal_cut, rules.ceremony:
        case (PredealCut.NONE, _):
            return gettext("Nobody cuts before the deal.")
        case (_, False):
            return gettext("You can only cut before the deal if you chose **Cut the deck yourselves**.")
        case PredealCut.FREE, _:
            return gettext("You can cut before the deal.")
        case _:
            return gettext("You can cut before the deal, but it gives the dealer 2 points.")


IN_MATCH: Final[Mapping[NextDealer, str]] = MappingProxyType(
    {
        NextDealer.LOSER: N_("the loser deals first in the next game"),
        NextDealer.CUT: N_("every game starts with a new cut"),
        NextDealer.ALTERNATE: N_("the player to the left deals first in the next game"),
    }
)
"""Sentences about the first deal in each game of a match."""

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
        "partners": partners,
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
