"""What people ask most about the rules, in any of the languages, found by the words that matter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from bot.i18n.translation import N_


@dataclass(frozen=True, slots=True)
class CommonQuestion:
    """A question by the groups of words that must all be in it, and its answer."""

    answer: str
    groups: tuple[re.Pattern[str], ...]


def asked(text: str) -> CommonQuestion | None:
    """Return the common question that a text asks; the one with most groups of words. None for other texts."""
    low = text[:_LONGEST].lower().replace("\u2019", "'")
    if _ASKS.search(low) is None:
        return None
    found = [one for one in COMMON if all(group.search(low) for group in one.groups)]
    return max(found, key=lambda one: len(one.groups), default=None)


def _question(answer: str, *groups: str) -> CommonQuestion:
    """Return a question; each group has the beginnings of words, with ``~`` for the end of one."""
    ends = [group.replace("~", r"(?![^\W_])") for group in groups]
    return CommonQuestion(answer, tuple(re.compile(rf"(?<![^\W_])(?:{group})") for group in ends))


_LONGEST: Final = 300
_ASKS: Final = re.compile(
    r"""[?\u00bf]|^(?:\W*(?:so|hey|hi|and|but|ok|lol|wait|quick\squestion)\W+)*\W*(?:can|could|may|might|must|should|shall
    |do|does|did|is|are|was|will|would|what|whats|what's|whos|who's|who|where|when|whens|why|how|hows|if|which|whose
    |wer|was|wann|wo|wie|warum|darf|muss|kann|z\u00e4hlt|gibt|gilt|qui|que|quel|quelle|qu|quoi|quand|o\u00f9|est|on|peut|faut|combien
    |comment|qui\u00e9n|quien|qu\u00e9|d\u00f3nde|donde|c\u00f3mo|como|cu\u00e1ndo|cu\u00e1ntos|cu\u00e1ntas|cuantas|puede
    |puedo|hay|se|el|la|los|tengo|explain)(?![^\W_])
    |(?<![^\W_])(?:(?:is\s(?:that|it)|who|what|why|which|how\smany)\s|now\swhat\W*$)
    |(?<![^\W_])(?:on|at|auf|bei|\u00e0|en)\s1[12]\d(?!\d)""",
    re.VERBOSE,
)
"""Signs that a text asks: a question mark, a word with which questions begin in one of the languages, or a score."""

_PLAY: Final = "peg|play|in spiel|spiel|ausspiel|jugada|juego|jeu|jou"
_CRIB: Final = "crib|box~|krippe|cuna"
_JACK: Final = "jacks?~|j~|bube|valet|jota~|sota|nibs|heels"
_DEAL: Final = "deals?~|dealer|geb|gibt|give|giver|donn|distribu|repart|reparte|da~|dar~|baraj"
_RUN: Final = "runs?~|straight|folge|stra\u00dfe|sequenz|suite|escalera"
_FLUSH: Final = "flush|farbe|couleur|color|(?:same|one) suit"
_SKUNK: Final = "skunk"
_TWO_CARDS: Final = "(?:10|[2-9atjqk])[ ,-]{0,2}(?:10|[2-9atjqk])"

COMMON: Final = (
    _question(
        N_("The 2 points for his heels count at once, so the dealer can win with them before a card is played."),
        _JACK,
        "cut|turn|starter|flip|aufgedeckt|retourn|corte|heels|nibs",
        "win|won|wins|gewinn|gagn|gana|peg out|game~|121",
    ),
    _question(
        N_(
            "The player who didn't deal plays first. After a go or 31 it's the turn of the player who didn't play last."
        ),
        "who|whose|wer|qui~|qui\u00e9n|quien|does",
        "lead|play|spielt|spiel|jou|juega|sale",
        "first|erst|prem|primer|start|beginn|commenc|empez|empiez|after|nach|apr\u00e8s|despu\u00e9s",
    ),
    _question(
        N_("31 scores 2 points, with the last card too: those 2 hold the point for the last card, so it's never 3."),
        "31|thirty-?one|einunddrei|treinta y uno|trente",
        "last card|last~|letzt|derni|\u00faltim|ultim|3~|three|drei|tres|trois|also|extra",
    ),
    _question(
        N_("31 scores 2 points, with the last card too: those 2 hold the point for the last card, so it's never 3."),
        "31|thirty-?one",
        "points?~|punkt|puntos|how much|how many|1~|2~",
        "hit|get|reach|make|llego|hacer|mache|exact|justo|genau|scor|worth|for~",
    ),
    _question(
        N_(
            "After a go or 31 the count begins again at 0, and pairs, runs and fifteens are made only of "
            "cards played since then."
        ),
        f"{_RUN}|pairs?~|paar|paire|par~",
        "go~|31~|passe|weiter|reset",
        "after|across|contin|carry|through|over|nach|apr\u00e8s|despu\u00e9s|tras|still|count",
    ),
    _question(
        N_(
            "His heels (nibs): the starter is a jack, and the dealer pegs 2 at once. His nobs: a jack in a hand "
            "or crib has the starter's suit, and scores 1 when that is counted."
        ),
        "nibs|heels",
        "nobs",
    ),
    _question(
        N_(
            "His heels (nibs): the starter is a jack, and the dealer pegs 2 at once. His nobs: a jack in a hand "
            "or crib has the starter's suit, and scores 1 when that is counted."
        ),
        _JACK,
        "cut|turn|starter|start card|flip|aufgedeckt|aufdeck|retourn|corte|volte",
        "dealer|who|wer|quien|qui\u00e9n|points?~|punkt|puntos|happen|get|2~|two",
    ),
    _question(
        N_("You win as soon as you reach the last hole; points beyond it don't matter."),
        "exact|genau|precise|exacte|juste|justo|go over|over~|overshoot",
        "peg out|win|finish|121|end~|gewinn|gagn|ganar|out~|home|ziel|fin~|terminar",
    ),
    _question(
        N_(
            "In the play only cards of different ranks make a run: 4 5 5 6 has a pair but no run. A run "
            "counts as many points as it has cards, once for each card that makes or keeps one."
        ),
        "double|doppel|doble",
        _RUN,
        _PLAY,
    ),
    _question(
        N_(
            "With muggins the opponent who calls points that a player missed takes them. Without muggins they are "
            "simply lost. Whether a game has muggins is agreed before it starts."
        ),
        "miss|forg|overlook|under ?count|vergess|\u00fcberseh|oubli|olvid",
        "points?~|punkt|puntos|what|happen|take|claim|hand|who|lose|lost|count|rule|was|qu",
    ),
    _question(
        N_(
            "Two players get 6 cards and discard 2 each. With 3 or 4 players everybody gets 5 and discards 1; "
            "with 3, one more card from the deck goes to the crib."
        ),
        "cards?~|karten|cartes|cartas",
        "players?~|people|handed|spieler|joueurs|jugadores|zu dritt|zu viert|crib",
        "how many|many|wie viele|wieviele|combien|cu\u00e1ntas|cuantas|number",
        f"{_DEAL}|get|bekomm|kriegt|each|jed|chac|cada|discard|3~|4~|three|four|drei|vier|trois|quatre|tres|cuatro",
    ),
    _question(
        N_(
            "In a hand 4 cards of a suit are enough, for 4 points, or 5 with the starter. In the crib a flush "
            "needs all 5 cards, the starter included. In the play there's no flush."
        ),
        _FLUSH,
        f"{_CRIB}|{_PLAY}|four|4~|five|5~|starter",
    ),
    _question(
        N_(
            "The players cut the deck, and the lowest card deals first; the ace is lowest. In most rules the "
            "loser of a game deals the next."
        ),
        _DEAL,
        "first|erst|prem|primer|next|beginn|start|commenc|empez|empiez|n\u00e4chst|prochain|siguiente|low",
        "who|whose|wer|qui~|qui\u00e9n|quien|loser|winner|low",
    ),
    _question(
        N_(
            "In a game to 121 a loser with 90 points or fewer is skunked, and with 60 or fewer double skunked. "
            "Where that's agreed, it counts as 2 games, or more for a double skunk."
        ),
        _SKUNK,
        "line|where|when|how|double|90|91|60|61|30|31|is~|wo|wann|cu\u00e1ndo|d\u00f3nde|o\u00f9|quand|points?~|count",
    ),
    _question(
        N_("If one of your cards fits under 31, you must play it. You can only say go when none does."),
        "have to|must|need to|allowed|can i|may i|forced|muss|darf|oblig|dois|peux|debo|tengo que|puedo|hold",
        "play|spiel|leg|jou|jugar|juego|card|carte|carta|karte",
        "hold|keep|go~|back|if i can|wenn ich kann|si je peux|si puedo"
        "|can't|refuse|zur\u00fcck|garder|guardar|pass|every|fits?~|under 31",
    ),
    _question(
        N_("The best hand is 29: three fives and a jack, and the starter is the fourth five, in the jack's suit."),
        "best|highest|biggest|strongest|perfect|plus forte|meilleure|h\u00f6chste|beste|st\u00e4rkste|mejor"
        "|m\u00e1s alta",
        "hand|main~|blatt|mano~",
        "possible|ever|there is|game|cribbage|m\u00f6glich|posible|what|which|quelle|welche|cu\u00e1l|highest|perfect",
    ),
    _question(
        N_("16 of the 52 cards count 10: the tens, jacks, queens and kings. Each makes 15 for 2 on a 5 that is led."),
        "why|never|not|warum|nie|pourquoi|jamais|nunca|por qu\u00e9|bad|avoid",
        "lead|ausspiel|spiel|entam|salir|salgo",
        "5~|5s~|five|f\u00fcnf|cinq|cinco",
    ),
    _question(
        N_("16 of the 52 cards count 10: the tens, jacks, queens and kings. Each makes 15 for 2 on a 5 that is led."),
        "ten.?cards?|tens~|10.?cards?|10s~|zehner|face cards",
        "how many|wie viele|combien|cu\u00e1nt",
        "deck|pack|there|are~|gibt|hay|y a",
    ),
    _question(
        N_("To compare two discards I need all 6 cards: type `AK or 28 from A 2 8 K 4 6`, and whose crib it is."),
        rf"{_TWO_CARDS} (?:or|vs\.?|oder|o|ou) {_TWO_CARDS}~",
        f"{_CRIB}|throw|toss|discard|abwerf|jett|tir|descart",
    ),
    _question(
        N_(
            "When your opponent says go, you play on while a card fits, and then take 1 point, or 2 for exactly 31. "
            "At 120 of 121 that point wins the game."
        ),
        "go~(?! out)|passe|weiter|paso",
        "120|(?:1|one)(?: point| hole)? (?:away|short|to go)",
    ),
    _question(
        N_("Whoever played the last card before it gets 1 point, or 2 for exactly 31. Then the other player leads."),
        "go~(?! out)",
        "who|points?~|how|worth|1~|one~|scor|get|wer|punkt|qui~|qui\u00e9n|puntos?",
        "point|nobody|neither|both|last|get|scor|worth|punkt|puntos?",
    ),
    _question(
        N_(
            "The player who didn't deal counts first, then the dealer's hand, then the crib. Whoever gets to the "
            "last hole first wins at once, whatever the others hold."
        ),
        "count|show|z\u00e4hlt|z\u00e4hl|compt|cuent|contar",
        "first|before|out~|order|erst|zuerst|prem|primer|antes|avant|win",
        "who|dealer|pone|crib|wer|qui~|qui\u00e9n|quien|hand|order|can",
    ),
    _question(
        N_(
            "A wrong number of cards is a misdeal: the same dealer deals again, as when a card is seen during the "
            "deal. Here the bot deals, so it doesn't happen."
        ),
        "misdeal|mis-deal|too many cards|wrong number|7 cards|seven cards|5 cards instead|vergeben|zu viele karten"
        "|maldonne|trop de cartes|demasiadas cartas|extra card|dealt too|dealt wrong",
    ),
    _question(
        N_("The starter counts as the fifth card of every hand and of the crib, in each with all its combinations."),
        "starter|cut card|turn ?up|startkarte|retourn|carta de corte|carta inicial",
        "both|hands|crib|count|use|part|z\u00e4hlt|compt|cuent",
        "hand|crib|everyone|each|both|main|mano",
    ),
)
