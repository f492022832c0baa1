"""Filler around the cards: greetings, questions and articles that name no card."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from engine.errors import NotationError
from engine.messages import message
from engine.text.filler_words import IDLE, QUESTION, SAID_FOR, TAIL
from engine.text.tokens import RANK, STARTER, plain, quoted


def without_filler(text: str) -> str:
    """Return a plain text without its filler; everything that could be a card stays.

    Raises ``NotationError`` for an "a" that may be an article or an ace.
    """
    text = _MENTION.sub(" ", text) if "@" in text else text
    text = _SPACES.sub(" ", text if text.isascii() else _FACES.sub(" ", text.replace("\u2019", "'")))
    if _ANY_WORD.search(text) is None:
        return text
    text = _with_plain_phrases(_WORD.sub(_replacement, _without_as(text)))
    text = _RIGHT.sub("?", _EMPTY_STARTER.sub(" ", text))
    played, turns = _TURN.subn(" ", text)
    text = f"play {played}" if turns > 1 else text
    _check_articles(text)
    _check_bare_articles(text)
    text = _WORD.sub(_without_idle, text)
    _check_articles(text)
    return _without_tail(text)


def _check_articles(text: str) -> None:
    """Refuse an "a" before a card without a suit, which may be an article or an ace."""
    if doubtful := _ARTICLE_OR_ACE.search(text):
        raise NotationError(
            message(
                'Is {doubtful} one card, or an ace and another card? Type A for an ace, or leave out the "a".',
                doubtful=quoted(doubtful[2]),
            )
        )


def _check_bare_articles(text: str) -> None:
    """Refuse an "a" before a filler word; after a card it may be an ace."""
    for found in _ARTICLE.finditer(text):
        word = found[2].lower()
        if word in _ARTICLE_BEFORE and not _FIGURE.search(text, 0, found.start()):
            raise NotationError(
                message('Is the "a" in {piece} an ace? Type A, or leave it out.', piece=quoted(found[1]))
            )


def _without_as(text: str) -> str:
    """Return the text without the word in "as starter" or "as dealer", if it is no ace of spades.

    Raises ``NotationError`` if it may be one, because the other cards may be complete with or without it.
    """
    said = _AS.search(text) if "as " in text else None
    if said is None:
        return text
    others = sum(found.start() != said.start() for found in _SUITED.finditer(text))
    is_number = text[said.end() :][:1].isdigit()
    whole = 6 if said[1] is None and not is_number else 5
    if others == 3:
        return text
    if 3 < others < whole:
        raise NotationError(
            message(
                'Is {said} the ace of spades? Type A♠, or leave out the "as".',
                said=quoted(said[0].strip()),
            )
        )
    return _AS.sub(lambda found: f" {found[1] or ''}", text)


def _replacement(word: re.Match[str]) -> str:
    return SAID_FOR.get(word[0].lower(), word[0])


def _with_plain_phrases(text: str) -> str:
    """Return the text with every phrase replaced by a plain one; a rule is tried if one of its words may occur."""
    there = _word_beginnings(text)
    for words, said, meant in _RULES:
        if not words.isdisjoint(there):
            text, changes = said.subn(meant, text)
            there = _word_beginnings(text) if changes else there
    return text


def _word_beginnings(text: str) -> frozenset[str]:
    """Return the first letters of all words, which show quickly which rules cannot match."""
    return frozenset([word[:3] for word in _LETTERS.findall(text.lower())])


def _without_idle(word: re.Match[str]) -> str:
    return " " if word[0].lower() in IDLE else word[0]


def _without_tail(text: str) -> str:
    """Return the text without a question at its end that asks nothing special: "how many?", "which two go?".

    If the question asks what is pegged, the cards are those of a play.
    """
    end, asks, pegs = len(text), False, False
    for found in reversed([*_PIECE.finditer(plain(text)[1])]):
        word = found[0].strip("'")
        if word[:1].isalnum() and word not in TAIL:
            if word.isdecimal() and (points := _POINTS.match(text, found.end())):
                end = points.end()  # what tells a number of points from a card
            break
        asks, pegs = asks or word in QUESTION, pegs or word in ("peg", "pegs")
        end = found.start() if word[:1].isalnum() else end
    before = text[:end]
    if not any(map(str.isalnum, before)) or (pegs and not asks):
        return text
    return f"play {before}" if pegs else before


_MENTION: Final = re.compile(r"@[A-Za-z][A-Za-z0-9_.-]*")
_SPACES: Final = re.compile(r"[ \t\r\f\v]+")
_LETTERS: Final = re.compile("[a-z]+")
_ANY_WORD: Final = re.compile(r"[A-Za-z]{2}|[?*]|[0-9]p")
_WORD: Final = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]++(?:'[A-Za-z]+|/(?:o(?![A-Za-z]))?)*(?![0-9])")
"""A word that stands by itself: run together with figures, as in 5dad6h, it is cards."""

_PIECE: Final = re.compile(r"[a-z0-9']+|[^ ]")
_POINTS: Final = re.compile(r"(?i) ?(?:points?|holes?)(?![a-z])")

_FACES: Final = re.compile(
    "[\u2640\u2642\u2705\u2728\u2753-\u2757\U0001f389\U0001f38a\U0001f3c6\U0001f3fb-\U0001f3ff\U0001f440-\U0001f450"
    "\U0001f4aa\U0001f4af\U0001f525\U0001f600-\U0001f64f\U0001f910-\U0001f93a\U0001f970-\U0001f97a\U0001f9d0\u200d]+"
)
"""Faces, hands and cheers, of which none looks like a suit."""

_STARTERS: Final = rf"{STARTER}(?![a-z])"
_A_SUIT: Final = r"(?:[cdhs](?![a-z])|[♣♦♥♠♧♢♡♤❤]|[ ]?(?:of[ ])?(?:club|diamond|heart|spade)s?(?![a-z]))"
_CARD: Final = r"(?:10|[2-9atjqkx])[cdhs]"
_CARDS: Final = rf"(?:{RANK}(?:{_A_SUIT}|[ ,]+{RANK}(?![0-9]))|{_CARD}(?={_CARD}))"
_NO: Final = r"(?:no|without|before|any|best|worst|which|what)(?: (?:a|the|any))?"
_ODDS: Final = r"(?:odds|chances?|probability)(?: (?:of|for|to|i))?(?: (?:get|getting|make|making|hit|hitting))?"
_BEFORE_A: Final = r"(and|with|plus|is|was|of|as|for|get|got|have|had|has)"
_GETS: Final = (
    r"(?:hold|holds|holding|held|keep|keeping|kept|dealt|throw|toss|this|these|just|only|plays?|played|leads?|led)"
)
_WHO: Final = r"(?:i|we|you|he|she|they)"
_MINE: Final = r"(?:my|his|her|their|the|opponent|dealer)"
_PICK: Final = r"(?:which|what|best|away|discard|throw|toss|pick|choose|keep)"
_NAME: Final = rf"(?!{RANK}(?![a-z])|[atjqk][cdhs](?![a-z])|(?:club|diamond|heart|spade)s?(?![a-z]))[a-z]{{2,}}"
_SAYS: Final = r"(?:says?|said|thinks?|thought|claims?|claimed|reckons|counted|counts|called)"
_HOLDS: Final = r"(?:(?:had|has|have) )?(?:had|has|have|held|hold|kept|got|get) (?:on to )?"

_SUITED: Final = re.compile(rf"(?i)(?:(?<![a-z])|(?<=[0-9atjqkx][cdhs]))(?:{RANK}{_A_SUIT}|{_CARD}(?={_CARD})|[🂡-🃞])")
"""A card with its suit, by itself or in a run of such cards."""

_AS: Final = re.compile(
    rf"(?<![A-Za-z0-9])as (?i:(?:(?:the|an?|my|our) )?(?:({_STARTERS})|(?:(?:non-?)?dealer|pone|dealing)(?![a-z])"
    r"|(?=(?:1[1-9]|2[0-9])[ ?.!]*$))"
    r"|(?=(?:(?:well|if|dealt|usual|always|shown|played|first|my|his|her|the) )?(?:(?:crib|box|kitty|hand|cards?)"
    r"(?![a-z]))|(?:well|if|dealt|usual|always|shown|played|first)(?![a-z])"
    r"|(?:i|we|you|they|he|she|it|this|that)(?![a-z])(?![^0-9]*[0-9]+[ ?.!]*$)|is(?=[ ?.!]*$)|my (?=[0-9atjqkx])))"
)
"""What may be a word, or the ace of spades in small letters; with the starter that it would point at, if any."""


class _Rule(NamedTuple):
    """A phrase and its plain replacement, with the beginnings of its words."""

    words: frozenset[str]
    said: re.Pattern[str]
    meant: str


def _rule(words: str, said: str, meant: str = " ") -> _Rule:
    return _Rule(frozenset([word[:3] for word in words.split()]), re.compile(rf"(?i)(?<![a-z0-9]){said}"), meant)


_CUTS: Final = "cut start turn flip up upcard"

_RULES: Final = (
    # Courtesies, and what is asked of every hand.
    _rule(
        "thank for cribbage look out",
        r"(?:thank you|for (?:me|us|him|her)|in cribbage|look(?:ing)? at|(?:work|figure) out)(?![a-z])",
    ),
    _rule("me us help", r"(?:(?:tell|help|show|give) (?:me|us)|help(?: with)?)(?![a-z])"),
    _rule("one", r"(?:this|that|next|another|last) one(?![a-z])(?! for)"),
    _rule(
        "last not double all up night please",
        r"(?:last (?:hand|night)|not (?:my )?sure|double[ -]check|all up|(?:add|count|tally) (?:\w+ )?up)(?![a-z])",
    ),
    _rule("say", rf"say (?=(?:the |{_WHO} (?:have|had|got|hold|keep|kept|am|was)(?![a-z])))"),
    _rule("deal", r"(?:not )?(?:my|his|her|their) (?:deal|turn to deal)(?![a-z])"),
    _rule("pre", r"pre[- ]cut(?![a-z])", "before the cut"),
    _rule("unknown not", rf"{STARTER} (?:is )?(?:unknown|not (?:yet|known|there)(?: yet)?)(?![a-z])"),
    _rule("not non no", r"(?:not my|no) crib(?![a-z])|non-(?=dealer)"),
    _rule("deal pone", r"(?:i am|am i|he is|she is) (?:the |not )?(?:dealer|pone|dealing)(?![a-z])"),
    _rule(
        "crib box",
        rf"(?:(?:(?:two|2) )?(?:go|goes|put|throw|toss|lay) (?:in|into|to)|for|on) {_MINE} (?=(?:crib|box)(?![a-z]))",
    ),
    _rule(
        "miss",
        rf"(?:what |anything |have |did |am |do ){{0,3}}{_WHO}? ?miss(?:ed|ing)?(?: (?:any|some)(?:thing)?)?(?![a-z])",
    ),
    _rule("crib box hand", r"as an? (?=(?:crib|box|hand)(?![a-z]))"),
    _rule("fifteens runs pairs s", r"(?:fifteens|15'?s|runs|pairs) (?=(?:are |is )?(?:there )?in(?![a-z]))"),
    _rule("play", r"how (?:should|would|do|can|to) ?(?:i|you|we|he|she)? play(?: this)?(?![a-z])"),
    _rule("r", r"(?<=what |many |ints )r(?![a-z])"),
    _rule("good", r"good at(?![a-z])"),
    _rule("need", r"need (?:an? |the )?(?:count|score)(?![a-z])"),
    _rule("peg", r"peg(?:s|ged)? (?:for|with|on) (?=(?:this|my|that|the) (?:hand|crib))"),
    _rule("split", r"split(?![a-z])"),
    _rule("settle", r"settle (?:an? |this )?(?:bet|argument)(?![a-z])"),
    _rule(
        "chance odds probability",
        rf"{_ODDS} (?:an? )?(?:1[1-9]|2[0-9]) (?:hand )?(?:with|from|for|if|holding)(?![a-z])",
    ),
    _rule(
        "flush nobs run runs",
        r"(?:is|are|was) (?:it|that|this|there) (?:a |any )?(?:flush|nobs|run)(?! of)(?: in)?(?![a-z])",
    ),
    _rule("flush nobs run runs", r"(?:do|does|did) (?:the |a )?(?:flush|nobs|runs?) (?:count|wrap)(?: in)?(?![a-z])"),
    _rule(
        "flush nobs",
        r"(?:do|does) (?:i|it|this|that) (?:get|have) (?:a flush|nobs)(?:(?=[ ?.!]*$)| (?:with|in|for|from)(?![a-z]))",
    ),
    _rule("flush nobs", r"have (?:his )?(?:nobs|a flush)(?=[ ?.!]*$)"),
    _rule("flush", r"(?:counts? as )?(?:a )?flush(?=(?: in (?:the |my |his |her )?crib)? ?\?)"),
    _rule("break", r"break(?: (?:it|this|that))? ?down(?: of)?(?![a-z])"),
    _rule("card", r"(?:two|2|four|4|five|5|six|6) cards?(?![a-z])"),
    _rule(
        "which what best away discard throw toss pick choose keep",
        rf"({_PICK}) (?:two|2|four|4)(?= (?:to|from|go|goes|should|would|do|did|{_WHO})(?![a-z]))",
        r"\1",
    ),
    # Who says what.
    _rule(
        "say said think claim reckon count call",
        rf"{_NAME} (?={_SAYS} (?:it |that )?(?:is |was )?(?:an? )?[0-9])",
        "he ",
    ),
    _rule("say said claim", rf"(?:says?|said|claims?) (?={_CARDS})"),
    # The starter.
    _rule(
        "deck pack table top show came comes",
        r"(?:(?:on|in) (?:the )?(?:deck|pack|table|top)|show(?:s up|ing|n|s)|c[ao]mes? up)(?![a-z])",
        "turned up",
    ),
    _rule(
        "face top common community deck extra",
        r"(?:face[ -]?up(?: card)?|(?:top|common|community|deck|extra) card)(?![a-z])",
        "turned up",
    ),
    _rule(
        "up",
        r"(?:(?<=[0-9atjqkx][cdhs] )|(?<=[0-9♣♦♥♠] )|(?<=[bden]s )|(?<=[0-9atjqkx][cdhs]\) ))up(?= ?[,.!?]| ?$)",
        "turned up",
    ),
    _rule(
        "cut flip turn", r"(?:we|they|i|he|she|you|dealer|pone|opponent) (?:then )?(?=(?:cut|flipped|turned)(?![a-z]))"
    ),
    _rule("need want hope", rf"(?:need|want|hope|hoping) (?:to|for a) (?:cut|see)(?![a-z])(?! (?:an? |the )?{RANK})"),
    _rule(_CUTS, rf"{_NO} {STARTER}s?(?![a-z])(?: yet)?(?! ?[:=]| is (?!best|good)| was)"),
    _rule(
        f"hand card crib box score count {_CUTS}",
        rf"(hand|cards?|crib|box|score|count|{_STARTERS}) ?= ?(?={RANK})",
        r"\1 ",
    ),
    _rule(
        "a have has had is this what such take",
        r"((?:^|have|has|had|is|this|what|such|take) ?)(?-i:a) "
        r"(?=(?:quick |nice |great |good )?(?:look|hand|question)(?![a-z]))",
        r"\1",
    ),
    _rule(
        "hand cards crib box", rf"(hand|cards|crib|box) (?:is|was|are|were|of) (?:(?:an?|the) )?(?={_CARDS})", r", \1 "
    ),
    _rule(_CUTS, rf"({_STARTERS}) (?:(?:is|was|of|being) )?(?:turned up )?(?:(?:an?|the) )?(?={RANK})", r"\1 "),
    _rule(_CUTS, rf"(?:is|was|gets|got|being|for) (?:(?:the|an?|my) )?(?={_STARTERS})"),
    _rule(_CUTS, rf"(?:an?|the|with|with an?) (?={_STARTERS})"),
    _rule(
        "had has have held hold kept got get",
        rf"(?:(?:and|but) )?(?:{_WHO} )?{_HOLDS}(?:(?-i:a) (?={RANK}{_A_SUIT})|(?!(?-i:a) ))(?={_CARDS})",
        ", ",
    ),
    _rule("with", rf"({_STARTERS}) with (?!(?-i:a) )(?={_CARDS})", r"\1, "),
    # Articles.
    _rule("a", r"(?-i:a) (?=(?:good|nice|great|decent) hand(?![a-z]))"),
    _rule("on", rf"on (?-i:a) (?={RANK}(?:{_A_SUIT}|(?![a-z])))"),
    _rule("a", rf"{_BEFORE_A} (?-i:a) (?={RANK}(?:{_A_SUIT}| {{1,3}}{_STARTERS}))", r"\1 "),
    _rule("a", r"(is|it|this|that|makes?|get|got|have|be|really) a (?=(?:1[1-9]|2[0-9])(?![0-9]))", r"\1 "),
    _rule("a", r"(?<=[0-9atjqk][cdhs] )(?-i:a) (?=(?:1[1-9]|2[0-9])[ ?.!]*$)"),
    _rule("p pt pts", r"(?<![0-9])([1-9]|[12][0-9])p(?:ts?)?(?![a-z])", r"\1 points"),
    _rule("hand", r"(?:an? )?(?<![0-9])(1[1-9]|2[0-9]) hand(?![a-z])", r"\1"),
)
"""The phrases, in the order in which they are looked for."""

_EMPTY_STARTER: Final = re.compile(rf"(?i)(?:[|/+>] ?|(?<![a-z]){STARTER} ?[:=] ?|[(] ?)[?][? )]*$")
"""A starter that is not there yet."""

_ARTICLE_OR_ACE: Final = re.compile(
    rf"(?i)(?<![a-z])(?:{_BEFORE_A}|{_GETS}) ((?-i:a) (?!a(?![a-z])){RANK})(?![a-z0-9])"
)
_ARTICLE: Final = re.compile(r"(?<![A-Za-z0-9'\u2019])(a ([A-Za-z]+))(?![A-Za-z0-9'])")
_FIGURE: Final = re.compile("[0-9♣♦♥♠]")
_ARTICLE_BEFORE: Final = IDLE | {"hand", "hands", "point", "check", "choice", "case", "count", "score", "total", "help"}
"""Words before which an "a" that follows no card is an article."""

_RIGHT: Final = re.compile(r"(?i)(?<=[0-9])[ ,]*(?:right|correct|yes|no)[ ?!.]*$")
"""What is said behind a claim to have it confirmed."""

_TURN: Final = re.compile(
    rf"(?i)(?<![a-z0-9])(?:{_WHO}|dealer|pone|opponent) (?:then )?(?:play(?:s|ed)?|leads?|led|puts?)(?![a-z])"
    rf"(?: (?-i:a)(?= {RANK}(?:{_A_SUIT}|(?![a-z0-9]))))?"
)
"""A card of the play named with its player. A player plays one card at a time, so an "a" before it is no ace."""
