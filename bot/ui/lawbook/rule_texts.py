"""What each rule that a table agrees upon comes to, in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from bot.i18n.translation import N_, gettext, render
from bot.ui.core.formatting import doubles
from engine.laws import Law
from engine.rules import Counting, Irregular, NextDealer, Overscore, Pegging, PlayOn, PredealCut, Rules
from engine.text.spoken_counts import number_in_words


def hands(rules: Rules) -> str:
    """How many play, with how many cards."""
    match rules.players, rules.dealt:
        case 2, 6:
            return gettext("Two players, six cards each; each lays two away and keeps four.")
        case 2, _:
            return gettext(
                "Two players, five cards each; each lays two away and keeps three, so a flush in hand counts three, "
                "and four with the starter."
            )
        case 3, _:
            return gettext("Three players, five cards each and one from the pack to the crib; each lays one away.")
        case _:
            return gettext(
                "Four players, five cards each; each lays one away. Partners sit across the table and share one peg."
            )


def target(rules: Rules) -> str:
    """How many holes the game has."""
    return gettext("The first to {target} holes wins, at that very instant.", target=rules.target)


def counting(rules: Rules) -> str:
    """Who counts the hands."""
    match rules.counting:
        case Counting.AUTOMATIC:
            return gettext("The bot counts every hand and the crib, and pegs them.")
        case Counting.REFEREE:
            return gettext("You declare what your hand counts, and the bot checks it at once.")
        case Counting.CHALLENGE:
            answers = gettext(
                "**Satisfied**, **Too many** or **Too few**" if rules.muggins else "**Satisfied** or **Too many**"
            )
            return gettext(
                "You declare what your hand counts, and the bot keeps silent. Your adversary says {answers}; what "
                "nobody challenges stands.",
                answers=answers,
            )


def pegging(rules: Rules) -> str:
    """Who pegs the play, and who says go."""
    go = gettext("Say **go** yourself." if rules.go_is_spoken else "A go is said for you when nothing comes in.")
    if rules.pegging is Pegging.AUTOMATIC:
        return gettext("The bot pegs every score of the play. {go}", go=go)
    return gettext(
        "In the play you declare each score with its card, as in `5h for 2`, and it is dealt with like a hand; a card "
        "without a word declares nothing. {go} The bot pegs the point for the go and for the last card.",
        go=go,
    )


def muggins(rules: Rules) -> str:
    """What becomes of points that are overlooked."""
    if rules.counting is Counting.AUTOMATIC:
        return gettext("Nothing can be overlooked.")
    if not rules.muggins:
        return gettext("Points that you overlook are lost, for muggins is not agreed.")
    when = gettext("when **Too few** is said" if rules.counting is Counting.CHALLENGE else "at once")
    return gettext(
        "Muggins: points that you overlook go to your adversary {when}, but no more than you could have pegged.",
        when=when,
    )


def overscore(rules: Rules) -> str:
    """What becomes of points that are declared beyond the truth."""
    if rules.counting is Counting.AUTOMATIC:
        return gettext("Nothing can be scored too much.")
    if rules.overscore is Overscore.TO_ADVERSARY:
        return gettext("Points that you declare too many are put back and go to your adversary (002, law 19).")
    return gettext("Points that you declare too many are put back, and nobody gets them.")


def false_challenge(rules: Rules) -> str:
    """What a challenge without cause costs."""
    if rules.counting is Counting.CHALLENGE:
        return gettext("A challenge to a count that is right gives its declarer's side two (002, law 20).")
    return gettext("Nobody challenges, so nobody can do so falsely.")


def false_game(rules: Rules) -> str:
    """What a false claim of game costs."""
    if rules.counting is not Counting.CHALLENGE:
        return gettext("A claim of game is checked at once.")
    more = (
        gettext(
            " and {false_game_penalty} holes more come off",
            false_game_penalty=render(number_in_words(rules.false_game_penalty)),
        )
        if rules.false_game_penalty
        else ""
    )
    return gettext(
        "A declaration that would win waits until the others are satisfied; one found too great is put back{more}.",
        more=more,
    )


def amend(rules: Rules) -> str:
    """Whether a declaration may be raised."""
    if rules.amend:
        return gettext(
            "Until somebody has answered it you may raise your own declaration, though not as far as the game hole."
        )
    return gettext("What you have declared you cannot raise.")


def heels(rules: Rules) -> str:
    """How two for his heels get on the board."""
    if rules.heels_forfeit:
        return gettext(
            "For a jack turned up the dealer claims two before playing a card; afterwards they are forfeited."
        )
    return gettext("For a jack turned up the bot pegs two to the dealer, at once.")


def taken_back(rules: Rules) -> str:
    """Whether a card laid away can be taken back."""
    if rules.irregular is Irregular.REFUSE:
        return gettext("A card laid away cannot be taken back.")
    return gettext(
        "A card laid away can be taken back, and law 11 answers: your adversary marks two and may have a fresh deal."
    )


def false_go(rules: Rules) -> str:
    """Whether go can be said falsely."""
    if rules.five_card or rules.irregular is Irregular.REFUSE:
        return gettext("Nobody can say go who could play.")
    return gettext(
        "Go can be said falsely, and law 16 answers: your adversary marks two, or requires a card that comes in to be "
        "played."
    )


def irregular(rules: Rules) -> str:
    """Whether what the laws forbid can be done at all."""
    return f"{taken_back(rules)} {false_go(rules)}"


def declared(rules: Rules) -> str:
    """What a player declares."""
    return f"{counting(rules)} {pegging(rules)}"


def three_for_last(rules: Rules) -> str:
    """What the first crib is made up for with."""
    if rules.three_for_last:
        return gettext("The player who does not deal first begins with three for last.")
    return gettext("Nobody begins with points.")


def single_series(rules: Rules) -> str:
    """How far the play goes."""
    if rules.single_series:
        return gettext("The play ends at the first thirty-one, or when nobody can come in; the show follows.")
    return gettext("The play goes on, from nought again and again, until every card is played.")


def play_on(rules: Rules) -> str:
    """What a player does when the other cannot."""
    if rules.play_on is PlayOn.MAY:
        return gettext("When your adversary cannot come in, you may play on or stop.")
    return gettext("When nobody else can come in, you play on as long as you can.")


def next_dealer(rules: Rules) -> str:
    """Who deals first in the game after this."""
    match rules.next_dealer:
        case NextDealer.LOSER:
            return gettext("The first game begins with a cut; the loser deals first in the next.")
        case NextDealer.CUT:
            return gettext("Every game begins with a cut for deal.")
        case NextDealer.ALTERNATE:
            return gettext(
                "The first game begins with a cut; after it the first deal passes to the left from game to game."
            )


def adversary(rules: Rules) -> str:
    """Who is the adversary of whom, where more than two play."""
    if rules.counting is Counting.CHALLENGE:
        declared = gettext("The adversary is whoever of another side challenges first")
        return declared + (
            gettext("; of an irregularity, the next to the left.") if rules.irregular is Irregular.PENALISE else "."
        )
    return gettext("The adversary is the next player to the left who is of another side.")


def ceremony(rules: Rules) -> str:
    """Who cuts."""
    if rules.ceremony:
        return gettext("You cut for yourselves, for the deal and for the starter, by naming a number of cards.")
    return gettext("The bot cuts and deals for everybody.")


def predeal_cut(rules: Rules) -> str:
    """What may be done to the pack before the deal."""
    match rules.predeal_cut, rules.ceremony:
        case (PredealCut.NONE, _):
            return gettext("Nobody cuts the pack before the deal.")
        case (_, False):
            return gettext("Before the deal the pack is cut only where the players cut for themselves (`ceremony`).")
        case PredealCut.FREE, _:
            return gettext("Before the deal the pack may be cut to the dealer.")
        case _:
            return gettext(
                "Before the deal the pack may be cut to the dealer, but then the dealer pegs two for it (003:23)."
            )


IN_MATCH: Final[Mapping[NextDealer, str]] = MappingProxyType(
    {
        NextDealer.LOSER: N_("the loser of each deals first in the next"),
        NextDealer.CUT: N_("each begins with a new cut"),
        NextDealer.ALTERNATE: N_("the first deal passes to the left from each to the next"),
    }
)
"""Who deals first from game to game of one match."""

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
    }
)
"""For every field of ``Rules``, what tells of it."""

OF_LAWS: Final[Mapping[Law, Callable[[Rules], str]]] = MappingProxyType(
    {
        Law.DECLARED: declared,
        Law.FALSE_CHALLENGE: false_challenge,
        Law.TAKEN_BACK: taken_back,
        Law.FALSE_GO: false_go,
    }
)
"""What tells of a law that shares its field with another."""
