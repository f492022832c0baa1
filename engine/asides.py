"""What people say around the cards that names none: greetings, questions of which only the cards matter, articles."""

from __future__ import annotations

import re
from typing import Final

from engine.errors import NotationError
from engine.speech import say
from engine.spelling import plain, quoted


def left_out(text: str) -> str:
    """A plain text without its asides; whatever could be a card stays.

    Raises ``NotationError`` for an "a" that may be an article or an ace.
    """
    text = _without_as(_SPACES.sub(" ", text))
    for said, meant in _MEANT:
        text = said.sub(meant, text)
    text = _RIGHT.sub("?", _EMPTY_STARTER.sub(" ", text))
    played, turns = _TURN.subn(" ", text)
    text = f"play {played}" if turns > 1 else text
    text = _WORD.sub(_unless_idle, text)
    if doubtful := _ARTICLE_OR_ACE.search(text):
        raise NotationError(
            say(
                "{doubtful} may be one card, or an ace and another: leave the a out, or write A.",
                doubtful=quoted(doubtful[2]),
            )
        )
    return _without_last_question(text)


def _without_as(text: str) -> str:
    """The text without the word in "as starter" or "as dealer", where it is no ace of spades.

    Raises ``NotationError`` where it may be one, as the other cards may be whole without it or with it.
    """
    said = _AS.search(text)
    if said is None:
        return text
    others = sum(found[0].lower() != "as" for found in _SUITED.finditer(text))
    whole = 6 if said[1] is None else 5
    if others == 3:
        return text
    if 3 < others < whole:
        raise NotationError(
            say(
                "{said} may name the ace of spades, or mean no card: type A♠, or leave the as out.",
                said=quoted(said[0]),
            )
        )
    return _AS.sub(lambda found: f" {found[1] or ''}", text)


def _unless_idle(word: re.Match[str]) -> str:
    return " " if word[0].lower() in _IDLE else word[0]


def _without_last_question(text: str) -> str:
    """The text up to the question with which it ends: "how many?", "what do I have?", "which two go?"."""
    end, pegs = len(text), False
    for found in reversed([*_PIECE.finditer(plain(text)[1])]):
        word = found[0].strip("'\u2019")
        pegs = pegs or word in _PEGS
        if word in _QUESTION:
            end = found.start()
        elif word[:1].isalnum() and word not in _OF_A_QUESTION:
            break
    before = _LAST_WORD.sub("", text[:end])
    if not any(map(str.isalnum, before)):
        return text
    return f"play {before}" if pegs and end < len(text) else before


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SPACES: Final = re.compile(r"[ \t\r\f\v]+")
_WORD: Final = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]++(?:['\u2019][A-Za-z]+)*(?![0-9])")
"""A word that stands by itself: run together with figures, as in 5dad6h, it is cards."""

_PIECE: Final = re.compile(r"[a-z'\u2019]+|[^ ]")

_IDLE: Final = _words(
    """
    hey hi hello hiya howdy ok okay well um hmm oh pls plz thanks thx ty cheers anyone anybody someone somebody
    everyone know knows think thinks thought believe reckon reckons guess could should would will might may want wanted
    quick question just only really actually exactly maybe now then next about if suppose supposing lets
    let's let\u2019s dealt deal dealing myself kept keeping hold toss tossing throwing chuck wife husband friend buddy
    dad mom mum brother sister partner opponent opp villain dealer pone opponents opponent's opponent\u2019s their yours
    hers his explain calculate calc evaluate compute add averages average mean expected expectation odds chances
    maximum minimum max min become becomes first an on show why yo her need struggling settle settled bet disagree
    grandpa grandma uncle aunt cousin bot explanation explained perfect rare possible anything something else any more
    ev outs alone counting advice ideal optimal non
    """
)
"""Words that change nothing wherever they stand, none of which can be a card or begin what is claimed."""

_QUESTION: Final = _words("how what whats what's what\u2019s how's how\u2019s which")
_PEGS: Final = _words("peg pegs")
_OF_A_QUESTION: Final = _words(
    """
    many much point points pts i we you he she it its it's it\u2019s that thats that's that\u2019s this these those they
    is are was were do does did have has had got get gets make makes made count counts score scores value worth keep
    throw discard lay away go goes missing miss right hand cards card my your the to of in for from best come comes
    be am would should could can there peg pegs
    """
)

_STARTER: Final = (
    r"(?:cut|starter|start|turn(?:ed)?[ -]?(?:up|over)|turned|turn|flip(?:ped)?|up(?=[ -]?card))(?:[ -]?card)?"
)
_STARTERS: Final = rf"{_STARTER}(?![a-z])"
_A_SUIT: Final = r"(?:[cdhs](?![a-z])|[♣♦♥♠♧♢♡♤❤]|[ ]?(?:of[ ])?(?:club|diamond|heart|spade)s?(?![a-z]))"
_A_RANK: Final = r"(?:10|[2-9atjqkx]|ace|two|three|four|five|six|seven|eight|nine|ten|jack|knave|queen|king|deuce|trey)"
_CARDS: Final = rf"{_A_RANK}(?:{_A_SUIT}|[ ,]+{_A_RANK}(?![0-9]))"
_NO: Final = r"(?:no|without|before|any|best|worst|which|what)(?: (?:a|the|any))?"
_ODDS: Final = r"(?:odds|chances?|probability)(?: (?:of|for|to|i))?(?: (?:get|getting|make|making|hit|hitting))?"
_BEFORE_A: Final = r"(and|with|is|was|of|as|for|get|got|have|had|has)"

_CARD: Final = r"(?:10|[2-9atjqkx])[cdhs]"
_SUITED: Final = re.compile(
    rf"(?i)(?:(?<![a-z])|(?<=[0-9atjqkx][cdhs]))(?:{_A_RANK}{_A_SUIT}|{_CARD}(?={_CARD})|[🂡-🃞])"
)
"""A card with its suit, by itself or in a run of such cards."""

_AS: Final = re.compile(
    rf"(?<![A-Za-z0-9])as (?i:(?:(?:the|an?|my|our) )?(?:({_STARTERS})|(?:dealer|pone|dealing)(?![a-z])))"
)
"""What may be a word, or the ace of spades in small letters; with the starter that it would point at, if any."""

_MEANT: Final = tuple(
    (re.compile(rf"(?i)(?<![a-z]){said}"), meant)
    for said, meant in (
        # Whole phrases.
        (r"(?:thank you|for (?:me|us|him|her)|in cribbage|look(?:ing)? at|(?:work|figure) out)(?![a-z])", " "),
        (r"(?:(?:tell|help|show) (?:me|us)|help(?: with)?)(?![a-z])", " "),
        (r"say (?=(?:i|we|you) (?:have|had|got|hold|keep|kept|am|was)(?![a-z]))", " "),
        (r"(?:(?:not )?(?:my|your|our) (?:deal|turn to deal)|not my crib)(?![a-z])", " "),
        (r"(?:i['\u2019]?m|i am|am i) (?:the )?(?:dealer|pone|dealing)(?![a-z])", " "),
        (r"(?:what )?(?:am|did|do) (?:i|we|you|he|she) miss(?:ing)?(?![a-z])|let['\u2019]?s say(?![a-z])", " "),
        (r"as an? (?=(?:crib|box|hand)(?![a-z]))", " "),
        (rf"{_NO} {_STARTER}s?(?![a-z])(?: yet)?(?! ?[:=]| is| was)", " "),
        (r"settle (?:an? |this )?(?:bet|argument)(?![a-z])", " "),
        (rf"(?:says?|said|claims?) (?={_CARDS})", " "),
        (r"(?:need|want|hope|hoping) (?:to|for a) (?:cut|see)(?![a-z])", " "),
        (rf"{_ODDS} (?:an? )?(?:1[1-9]|2[0-9]) (?:hand )?(?:with|from|for|if|holding)(?![a-z])", " "),
        (r"(?:is|are) there (?:a |any )?(?:flush|nobs|run) in(?![a-z])", " "),
        (r"(?:do|does) (?:i|it|this|that) (?:get|have) (?:a flush|nobs) (?:with|in|for|from)(?![a-z])", " "),
        (r"have (?:his )?(?:nobs|a flush)(?=[ ?.!]*$)", " "),
        (r"(?:counts? as )?(?:a )?flush(?=(?: in (?:the |my |his |her )?crib)? ?\?)", " "),
        (r"(?:is|was) (?:my|the|his|her|your|our) (crib|box|hand)(?=[ ?.!]*$)", r"\1"),
        (r"break(?: (?:it|this|that))? ?down(?: of)?(?![a-z])", " "),
        (r"@[a-z_]+", " "),
        (r"(?:which|what) (?:two|2) (?=[a-z])", "which "),
        (r"(?:is|does|do|are|did)n['\u2019]?t(?![a-z])", "is"),
        (r"i['\u2019](?:m|ve|d)(?![a-z])", "i"),
        (r"(?:that|it|there|here)['\u2019]s(?![a-z])", "it is"),
        (r"(?:that|it)s (?=[0-9])", "it is "),
        (r"w/ ", " "),
        # The starter.
        (r"(?:on|in) the (?:deck|pack)(?![a-z])", "turned up"),
        (r"(?<=[cdhs0-9♣♦♥♠] )up(?= ?[,.!?]| ?$)", "turned up"),
        (r"(?:we|they|i|he|she|you|dealer|pone|opponent) (?:then )?(?=(?:cut|flipped|turned)(?![a-z]))", " "),
        (rf"(hand|cards?|crib|box|score|count|{_STARTERS}) ?= ?(?={_A_RANK})", r"\1 "),
        (rf"({_STARTERS}) (?:(?:is|was|of|being) )?(?:(?:an?|the) )?(?={_A_RANK})", r"\1 "),
        (rf"(?:is|was|gets|got|being) (?:(?:the|an?|my|our) )?(?={_STARTERS})", " "),
        (rf"(?:an?|the|with|with an?) (?={_STARTERS})", " "),
        (rf"(?:(?:and|but) )?(?:i|he|she|we|you|they) (?:had|has|have|held|hold|kept|got|get) (?={_CARDS})", ", "),
        (rf"({_STARTERS}) with (?={_CARDS})", r"\1, "),
        # Articles.
        (rf"on (?-i:a) (?={_A_RANK}(?:{_A_SUIT}|(?![a-z])))", " "),
        (rf"{_BEFORE_A} (?-i:a) (?={_A_RANK}(?:{_A_SUIT}| {{1,3}}{_STARTERS}))", r"\1 "),
        (r"(is|it|this|that|makes?|get|got|have|be|really) a (?=(?:1[1-9]|2[0-9])(?![0-9]))", r"\1 "),
        (r"(?:an? )?(?<![0-9])(1[1-9]|2[0-9]) hand(?![a-z])", r"\1"),
    )
)
"""What is said in the place of something plainer, or of nothing, in the order in which it is looked for."""

_EMPTY_STARTER: Final = re.compile(r"[|/+] ?\?[? ]*$")
"""A starter that is not there yet."""

_ARTICLE_OR_ACE: Final = re.compile(rf"(?i)(?<![a-z]){_BEFORE_A} ((?-i:a) {_A_RANK})(?![a-z0-9])")

_LAST_WORD: Final = re.compile(
    r"(?i)(?<![a-z]{3})(?<=[cdhsatjqk♣♦♥♠])[ ,]*(?:expected )?(?:points|pts|value|worth|have|discard|throw)[ ?!.]*$"
)
"""One word behind the last card that asks for what is told anyway; behind a number it would be part of a claim."""

_RIGHT: Final = re.compile(r"(?i)(?<=[0-9])[ ,]*(?:right|correct|yes|no)[ ?!.]*$")
"""What is said behind a claim to have it confirmed."""

_TURN: Final = re.compile(
    r"(?i)(?<![a-z])(?:i|you|he|she|they|we|dealer|pone|opponent) (?:then )?(?:play(?:s|ed)?|leads?|led|puts?)(?![a-z])"
)
"""A card of the play told with the one who played it."""
