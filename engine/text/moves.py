"""Moves as players type them at the table."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Literal

from engine.actions import (
    MOVES,
    Accept,
    Amend,
    Challenge,
    ClaimHeels,
    CutPack,
    Declare,
    LayAway,
    MarkTwo,
    Move,
    NameNumber,
    Play,
    Resign,
    SayGo,
    Stop,
    TakeBack,
    WaiveCut,
)
from engine.cards import Card
from engine.errors import NotationError
from engine.messages import Message, message
from engine.rules import Pegging, PredealCut
from engine.text.card_picks import (
    MOST_CHOICES,
    NamedCard,
    count_other_words,
    find_named_cards,
    pick_one,
    pick_some,
    without_other_numbers,
)
from engine.text.input_hints import (
    MoveReading,
    NoMove,
    has_laid_away,
    input_hint,
    is_offered,
    may_act,
    next_stage,
    refusal,
)
from engine.text.spoken_counts import ALONE, MOST_COUNTS, UnclearNumber, parse_count, parse_number, parse_pegging
from engine.text.typed_answers import read_answer, unanswerable_error
from engine.text.typed_cards import TypedCard, plain, quoted
from engine.view import Stage, View


def read_moves(text: str, view: View, names: Sequence[str] = ()) -> MoveReading:
    """Return the moves that a player may mean: a word of the game, a card, cards, or a number, among any other words.

    Bare cards and numbers mean what the stage asks for. What asks is never sure. Raises ``NotationError`` for a text
    that cannot be read or is not possible now; the laws are not checked for a sure move. ``names`` are the players'
    names by seat, by which a text may say whose count it challenges.
    """
    if view.seat is None:
        raise NotationError(message("You don't play in this game."))
    shown, low = plain(text)
    asks = _ASKS.search(low) is not None
    moves, doubt = _read(shown, low, view, view.seat, names, asks=asks)
    if not asks and doubt is None:
        return MoveReading(moves)
    if asks or doubt is None:
        doubt = message("Is that a question? To move, please {now}.", now=input_hint(view))
    possible = tuple(move for move in dict.fromkeys(moves) if _is_possible(move, view))
    if all(isinstance(move, Declare | Amend) for move in possible) or _cards_played(possible) == 1:
        # The last number of a count is likelier than one in the middle.
        possible = (*possible[: MOST_COUNTS - 1], *possible[MOST_COUNTS - 1 :][-1:])
    elif len(possible) > MOST_CHOICES:
        possible = ()
    if not possible:
        raise NotationError(doubt)
    return MoveReading(possible, doubt)


def _cards_played(moves: Sequence[Move]) -> int:
    cards = {move.card if isinstance(move, Play) else None for move in moves}
    return 0 if None in cards else len(cards)


def read_move(text: str, view: View, names: Sequence[str] = ()) -> Move:
    """Return the one move that a player means. Raises ``UnclearMove`` where the text asks or may mean several."""
    return read_moves(text, view, names).only()


def reveals_nothing(text: str, move: Move) -> bool:
    """Return whether a move that is offered aloud reveals no card: its text names each with its suit, or there is none.

    Whether a player may say go depends on the cards that they hold.
    """
    match move:
        case SayGo():
            return False
        case Play(card=card):
            cards: tuple[Card, ...] = (card,)
        case LayAway(cards=cards) | TakeBack(cards=cards):
            pass
        case _:
            return True
    return {*cards} <= {token.card for token in find_named_cards(plain(text)[1])}


def _is_possible(move: Move, view: View) -> bool:
    alike = [other for other in view.legal if type(other) is type(move)]
    match move:
        case Play(card=card):
            return not view.legal or any(isinstance(other, Play) and other.card == card for other in alike)
        case LayAway(cards=cards):
            return not view.legal or any(isinstance(other, LayAway) and {*other.cards} == {*cards} for other in alike)
        case Declare() | Amend() | NameNumber() | CutPack():
            return not view.legal or bool(alike)
        case Resign():
            return True
        case _:
            return not view.legal or move in view.legal


def _read(shown: str, low: str, view: View, seat: int, names: Sequence[str], *, asks: bool) -> MoveReading:
    said = _VERB.match(low)
    verb = said.lastgroup if said is not None else None
    if said is None or verb is None:
        return _read_anywhere(shown, low, view, seat, names, asks=asks)
    stage = next_stage(view)
    if verb == "make":
        raises = is_offered(view, Amend) and not is_offered(view, Declare)
        has_counted = any(window.what != "play" for window in view.amendable)
        is_own_count = stage == "show" and not (view.own_windows or raises or has_counted)
        verb = "declare" if is_own_count else "amend"
    if verb == "declare" and is_offered(view, Accept, Challenge) and not is_offered(view, Declare):
        return _read_anywhere(shown, low, view, seat, names, asks=asks)
    if verb == WaiveCut.__name__ and stage == "play" and said[0].strip(" \n.!/").endswith("pass"):
        verb = SayGo.__name__
    if verb in _ANSWERS:
        # A text in the words of an answer is no other move.
        if (answer := _read_answer(low, view, seat, names, asks=asks)).moves:
            return answer
        raise unanswerable_error(view, seat)
    if verb in _PLACE:
        stages, reminder = _PLACE[verb]
        if stage not in stages:
            # Players say "play" of a discard and "throw" of a card in the play, too.
            if (verb, stage) in (("lay", "play"), ("play", "lay_away")):
                with suppress(NotationError):
                    moves, doubt = _read_bare(shown[said.end() :], view, seat)
                    if doubt is None and moves and (stage == "play" or _is_complete(moves[0], view)):
                        return MoveReading(moves)
            raise refusal(reminder, view)
    if verb in _SAID and verb not in _READERS:
        return MoveReading((_said(_SAID[verb], view, seat),))
    found = _READERS.get(verb, _read_bare)(shown[said.end() :], view, seat)
    return found if isinstance(found, MoveReading) else MoveReading((found,))


def _is_complete(move: Move, view: View) -> bool:
    return isinstance(move, LayAway) and len(move.cards) == view.to_lay


_ASKS: Final = re.compile(
    r"""
    [?\u061f]
    | ^ \W* (?: is | are | was | were | am | does | did | would | could | shall | can (?!['\u2019]) | should (?!\s+be\b)
        | (?: is | are | was | does | did | would | could | should ) n['\u2019]?t | do (?=\s+(?:i|we|you|they)\b) ) \b
    | \b (?: is | are | was | am | do | does | did | can | could | should | would | will | shall | may )
        (?:n['\u2019]?t)? \s+ (?: i | it | that | this | we ) \b
    | \b (?: what | how | which | why | whose | when | where ) s? \b
    | [0-9] \W+ (?: right | correct ) \W* $
    """,
    re.VERBOSE,
)
"""Signs that a text asks: a question mark, a verb before its subject, or a question word."""


_SAID: Final[Mapping[str, Any]] = {kind.__name__: kind for kind in MOVES if kind.words}
"""The moves that a complete phrase says."""

_WORDS: Final = " | ".join(f"(?P<{name}> {kind.words} )" for name, kind in _SAID.items())

# Complete phrases must end the text; other verbs are followed by cards or numbers.
_VERB: Final = re.compile(
    rf"""
    [\s/!]* (?:i (?:['\u2019]m | \s+am)? \s+)?
    (?: (?: {_WORDS}
          | (?P<too_many> (?:challenge[\s:,]+)? (?: too\s+(?:many|much) | over (?:scored?|counted|count)? )
                (?: [\s,:]+ (?:by|for) \s+ \w+ )? )
          | (?P<too_few> (?:challenge[\s:,]+)? (?: too\s+(?:few|little) | under (?:scored?|counted|count)? | muggins )
                (?: [\s,:]+ (?:by|for) \s+ \w+ )? )
          | (?P<challenge> challenged? (?: \s+ (?:by|for) \s+ \w+ )? )
          | (?P<leave> leave\s+(?:it|the\s+pack) (?:\s+at\s+that|\s+alone|\s+as\s+it\s+is)? )
        ) [\s.!]* $
      | (?P<take_back> take (?: \s+ back (?![a-z]) | (?= \s [^\n]* \b back [\s.!]* $ ) ) )
      | (?P<amend> (?: amend | meant? | (?:change|raise) (?=\s+(?:it|my|the|to|[0-9]+)\b) )
            (?:\s+(?:it\s+)?to)? (?![a-z]) )
      | (?P<make> make \s+ (?:it|that) (?![a-z]) )
      | (?P<cut> cut (?![a-z]) )
      | (?P<play> play (?![a-z]) )
      | (?P<lay> lay (?:\s+ (?:away|out|down) (?![a-z]))? | discard | throw ) (?![a-z])
      | (?P<declare> declare | count | score ) (?![a-z])
    )
    """,
    re.VERBOSE,
)
_ANSWERS: Final = (Accept.__name__, "too_many", "too_few", "challenge")
"""The verbs that answer a count."""

_PLACE: Final[Mapping[str, tuple[tuple[Stage, ...], Message]]] = {
    SayGo.__name__: (("play",), message("You can only say go during the play")),
    "play": (("play",), message("You can't play a card now")),
    "lay": (("lay_away",), message("You can't discard now")),
    "declare": (("show",), message("You can't count now")),
    "cut": (("cut", "deal", "starter"), message("You can't cut now")),
}
"""The stages in which a verb can be used, and the reminder for all other stages."""

_CALL_ALONE: Final = re.compile(r"an?\s+(?:pair|run)")
_NO_COUNT: Final = frozenset(("j", "q", "k", "t", "x", "ace", "jack", "knave", "queen", "king", "deuce", "trey"))
"""Names of ranks that are never numbers."""
_CALL: Final = re.compile(r"(?:for|an?|fifteen|thirty|15|31|pair|double|run|sequence)(?![a-z])")
"""The beginning of a call of points, which is never a card."""
_IDLE: Final = " \t\n.,;:!?()[]{}\"'`*~_"
"""Characters that mean nothing at the end of a card."""


_GO: Final = re.compile(
    r"\b(?:go+|pass|can(?:['\u2019]?t|not)(?:\s+(?:play|go+))?|no\s+(?:cards?|plays?|moves?)|none|nothing\s+to\s+play)\b"
    r"(?:\s+(?:for|from)\s+me)?[\s.!]*"
)
_NO_GO: Final = re.compile(
    r"\b(?:my|your|ur|his|her|their|whose|let['\u2019]?s|we|you|to|not|don['\u2019]?t)\s+go+\b"
    r"|\bgo\s+(?:on|ahead|fish|for\s+it|away|back|home|first|again|to)\b"
)
"""Ordinary uses of "go"."""

_GLUED_LETTERS: Final = re.compile(r"\W*[jqk]{2}\W*")
"""Two letters that may be cards or, as in "kk", a short yes."""
_PLAYS: Final = re.compile(
    r"\b(?:play(?:ing|s)?|lead(?:ing)?|lay(?:ing)?|drop(?:ping)?|throw(?:ing)?|toss(?:ing)?|put(?:ting)?|with|down|go(?:es)?"
    r"|us(?:e|ing)|my|the)\W+(?:(?:my|the|a|down|goes|with)\W+)*$"
)
"""Words that speak of playing, in front of a card."""
_CRIB: Final = re.compile(r"\b(?:crib|box|kitty)\b")
_KEEP: Final = re.compile(r"\b(?:keep(?:ing)?|hold(?:ing)?|stays?|staying)\b(?!.*\b(?:but|except)\b)")
_ALL_BUT: Final = re.compile(r"^(?!.*\b(?:keep|hold)).*\b(?:all|everything)\s+(?:but|except)\b")
"""Words that leave open whether cards are kept or discarded."""
_UNSURE: Final = re.compile(r"\b(?:or|not|no|never|can(?:['\u2019]?t|not)|don['\u2019]?t|won['\u2019]?t|if|maybe)\b")
"""Words that leave open whether a card is meant."""

_CALLED: Final = re.compile(
    r"\b(?:for|makes?|is|fifteen|thirty[\s-]?(?:one)?|twenty[\s-]?\w*|pair|run|points?|(?!10\b)[1-9][0-9])\b|="
)
"""The beginning of a call of the count or of points."""
_CALLED_FIRST: Final = re.compile(r"\b(?:for|fifteen|thirty|twenty|pair|run|(?!10\b)[1-9][0-9])\b")
"""A call of the count or of points that stands before any card."""

_MOST_OTHERS: Final = 8
"""The largest number of words beside cards that can be ignored."""
_LONGEST: Final = 120
"""Letters in a text that plays a card and calls what it makes; more are talk."""
_FEW_OTHERS: Final = 3
"""The largest number of words beside a weaker sign of a move that can be ignored."""


def _read_anywhere(shown: str, low: str, view: View, seat: int, names: Sequence[str], *, asks: bool) -> MoveReading:
    if is_offered(view, ClaimHeels) and _HEELS.search(low):
        return MoveReading((ClaimHeels(seat),))
    answer = _read_answer(low, view, seat, names, asks=asks)
    return answer if answer.moves else _read_bare(shown, view, seat)


def _read_answer(low: str, view: View, seat: int, names: Sequence[str], *, asks: bool) -> MoveReading:
    return read_answer(low, view, seat, names, asks=asks, plays=lambda: _plays(low, view, seat))


_HEELS: Final = re.compile(r"\b(?:heels|nibs)\b")


def _read_bare(text: str, view: View, seat: int) -> MoveReading:
    """Return the move of cards or a number among any other words, read as the stage asks for them."""
    if is_offered(view, MarkTwo) and text.strip(" .!\n").lower() in ("two", "2"):
        return MoveReading((MarkTwo(seat),))
    _check_settled(view, seat)
    hint = input_hint(view)
    match next_stage(view):
        case "cut" | "starter" if view.rules.ceremony:
            return _with_number(
                lambda: parse_number(without_other_numbers(text), hint), lambda number: NameNumber(seat, number)
            )
        case "deal" if view.rules.ceremony and view.rules.predeal_cut is not PredealCut.NONE:
            return _with_number(
                lambda: parse_number(without_other_numbers(text), hint), lambda number: CutPack(seat, number)
            )
        case "lay_away":
            return _cards_to_lay_away(text, view, seat)
        case "play":
            return _play_or_go(text, view, seat)
        case "show":
            hint = ALONE if not view.own_windows and may_act(view) else hint
            return _with_number(lambda: _count(text, hint), lambda points: Declare(seat, points))
        case _:
            raise _no_move_error(text, view)


def _with_number(parse: Callable[[], int], move: Callable[[int], Move]) -> MoveReading:
    try:
        return MoveReading((move(parse()),))
    except UnclearNumber as unclear:
        return MoveReading(tuple(map(move, unclear.numbers)), unclear.message)


def _count(text: str, hint: Message) -> int:
    """Return the points that a text declares; times are no points.

    Raises ``NotationError`` for cards, and ``UnclearNumber`` for words that do not add up to their last number.
    """
    low = plain(text)[1]
    if card := next((token for token in find_named_cards(low) if token.card is not None and not token.many), None):
        raise NotationError(message("{piece} is a card: {hint}.", piece=quoted(low[card.start : card.end]), hint=hint))
    return parse_count(without_other_numbers(text), hint).clear()


def _check_settled(view: View, seat: int) -> None:
    if view.offender is not None:
        if view.stage == "lay_away":
            raise refusal(message("Somebody took a discard back"), view)
        raise refusal(message("Somebody said go with a playable card"), view)
    if is_offered(view, LayAway, Play, SayGo, Declare, NameNumber, CutPack):
        return
    own = view.rules.side_of(seat)
    if any(window.stops and view.rules.side_of(window.seat) == own for window in view.windows):
        raise refusal(message("Your opponent hasn't answered your count yet"), view)
    if any(window.claims_game for window in view.windows):
        raise refusal(message("That count would win the game, so answer it first"), view)


def _cut(text: str, view: View, seat: int) -> MoveReading:
    if not view.rules.ceremony:
        raise refusal(message("The bot cuts for you in this game"), view)
    return _read_bare(text, view, seat)


def _go(text: str, view: View, seat: int) -> Move:
    _check_settled(view, seat)
    return SayGo(seat)


def _cards_to_lay_away(text: str, view: View, seat: int) -> MoveReading:
    if has_laid_away(view):
        if is_offered(view, TakeBack):
            raise refusal(message("You have already discarded. Taking a discard back costs 2 points"), view)
        raise NotationError(message("You have already discarded. You can't take a discard back."))
    hint = input_hint(view)
    low = plain(text)[1]
    keeps = _KEEP.search(low) is not None
    wanted = len(view.hand) - view.to_lay if keeps else view.to_lay
    try:
        choices = pick_some(low, view.hand, wanted)
    except NotationError:
        if count_other_words(low) > _MOST_OTHERS:
            raise _no_move_error(text, view) from None
        raise
    if not choices or (len(choices[0]) != wanted and (keeps or count_other_words(low) > _FEW_OTHERS)):
        raise _no_move_error(text, view)
    is_sure = len(choices) == 1 and not _UNSURE.search(low) and count_other_words(low) <= _MOST_OTHERS
    if keeps:
        choices = [tuple(card for card in view.hand if card not in kept) for kept in choices]
    moves = tuple(LayAway(seat, cards) for cards in choices)
    if is_sure and not _GLUED_LETTERS.fullmatch(low) and not _ALL_BUT.search(low):
        return MoveReading(moves)
    return MoveReading(moves, message("Which cards do you discard? Please {now}.", now=hint))


def _no_move_error(text: str, view: View) -> NoMove:
    return NoMove(message("{text} isn't a move. Please {now}.", text=quoted(text.strip()), now=input_hint(view)))


def _play_or_go(text: str, view: View, seat: int) -> MoveReading:
    low = plain(text)[1]
    if tokens := _played_tokens(low):
        is_declared = view.rules.pegging is Pegging.DECLARED
        return (_play_declared if is_declared else _play)(text, tokens, view, seat)
    if (go := _GO.search(low)) and not _NO_GO.search(low):
        only_go = is_offered(view, SayGo) and not is_offered(view, Play)
        is_sure = only_go or (go.end() == len(low) and count_other_words(low) <= _FEW_OTHERS)
        return MoveReading((SayGo(seat),), None if is_sure else _no_move_error(text, view).message)
    raise _no_move_error(text, view)


def _played_tokens(low: str) -> list[NamedCard]:
    found = find_named_cards(low)
    called = _CALLED.search(low, found[0].end) if found else None
    end = called.start() if called is not None else len(low)
    found = [token for token in found if token.start < end]
    firm = [token for token in found if token.firm]
    tokens = firm or found
    if not tokens or _CALLED_FIRST.search(low, 0, tokens[0].start) or _CALL_ALONE.match(low, tokens[0].start):
        return []
    if firm:
        return firm
    name = low[tokens[0].start : tokens[0].end]
    others = count_other_words(low[:end])
    return tokens if len(tokens) == 1 and others <= (0 if name in ("a", "as") else 2) else []


def _play(text: str, tokens: Sequence[NamedCard], view: View, seat: int) -> MoveReading:
    """Return the play of one of these cards; a doubtful one for several cards, or too many other words."""
    low = plain(text)[1]
    cards: dict[Card, None] = {}
    for token in tokens[: 2 * MOST_CHOICES]:
        try:
            cards[pick_one(token, view.hand)] = None
        except NotationError:
            if token is tokens[0] or token.card is not None:
                raise
    is_bare = all(token.card is None for token in tokens)
    called = _CALLED.search(low, tokens[-1].end)
    others = count_other_words(low if called is None else low[: called.start()])
    most = 2 if is_bare and not _PLAYS.search(low, 0, tokens[0].start) else _MOST_OTHERS
    is_one = len(cards) == 1 and len(tokens) <= (1 if is_bare else MOST_CHOICES)
    is_sure = is_one and others <= most and len(low) <= _LONGEST and not _UNSURE.search(low) and not _CRIB.search(low)
    doubt = None if is_sure else message("Which card do you play? Please {now}.", now=input_hint(view))
    return MoveReading(tuple(Play(seat, card) for card in cards), doubt)


def _play_declared(text: str, tokens: Sequence[NamedCard], view: View, seat: int) -> MoveReading:
    hint = input_hint(view)
    shown, low = plain(text)
    token = tokens[0]
    behind = shown[token.end :]
    said = re.sub(r"^[-\u2013\u2014]\s+", "", behind.strip(_IDLE))
    if any(other.card is not None for other in tokens[1:]) or behind[:1].isalnum():
        several = _play(text, tokens, view, seat)
        raise NotationError(
            several.doubt or message("{text} isn't one card: {hint}.", text=quoted(text.strip()), hint=hint)
        )
    if not _SPEAKS_OF_POINTS.search(said.lower()):
        return _play(text, tokens, view, seat)
    doubt = None
    if token.card is None and not _is_clear(low[token.start : token.end], said):
        such = next((TypedCard(card) for card in view.hand if card.rank is token.rank), TypedCard(Card.parse("5H")))
        doubt = message(
            "Is {text} a card and its points? Type the suit too, like {such} for 2.",
            text=quoted(text.strip()),
            such=such,
        )
    try:
        card = pick_one(token, view.hand)
        points_hint = message("type the points too, like {card} for 2, or just the card", card=TypedCard(card))
        points = parse_pegging(said, view.count + card.pips, points_hint)
    except UnclearNumber as unclear:
        return MoveReading(
            (*(Play(seat, card, points) for points in unclear.numbers), Play(seat, card)), doubt or unclear.message
        )
    except NotationError as refusal:
        raise refusal if doubt is None else NotationError(doubt) from refusal
    if doubt is not None and said.lower().startswith("for ") and not _may_be_count(card, view):
        doubt = None
    before = low[: token.start]
    if doubt is None and (_UNSURE.search(before) or count_other_words(before) > _MOST_OTHERS):
        doubt = message("Which card do you play? Please {now}.", now=hint)
    return MoveReading((Play(seat, card, points),), doubt)


def _may_be_count(card: Card, view: View) -> bool:
    """Return whether the number of a card may be the count that some card of the hand makes instead."""
    return card.pips in {view.count + other.pips for other in view.hand}


_SPEAKS_OF_POINTS: Final = re.compile(
    r"[0-9]|\b(?:for|fifteen|thirty|twenty|pairs?|runs?|sequence|royal|points?|holes?|no|none|nothing|zero|one|two|three"
    r"|four|five|six|seven|eight|nine|ten|eleven|twelve|count|crib|go|last|is|makes?|pegs?|marks?)\b"
)
"""Words that say what a card pegs, or that make it unclear."""


def _is_clear(rank: str, said: str) -> bool:
    """Return whether a rank without its suit can only be the card played, and the words after it no other card."""
    name, said = rank.lower(), said.lower()
    return (name in _NO_COUNT and _CALL.match(said) is not None) or (name == "a" and said.startswith("for "))


def _take_back(text: str, view: View, seat: int) -> Move:
    if not is_offered(view, TakeBack):
        if view.stage == "lay_away" and not view.laid:
            raise refusal(message("You haven't discarded yet"), view)
        raise refusal(message("You can't take a discard back"), view)
    named = re.sub(r"(?i)\bback\b", " ", text)
    if re.fullmatch(r"(?i)(?:it|them|all|both|everything)?(?:\s+of\s+(?:it|them))?", named.strip(" \t\n.!")):
        return TakeBack(seat, view.laid)
    hint = message("type the card, like take back {laid}", laid=TypedCard(view.laid[0]))
    low = plain(named)[1]
    for token in find_named_cards(low):
        if token.rank not in [card.rank for card in view.laid] or token.card not in (None, *view.laid):
            piece = quoted(named[token.start : token.end])
            raise NotationError(message("{piece} isn't one of your discards: {hint}.", piece=piece, hint=hint))
    choices = pick_some(low, view.laid, len(view.laid))
    if len(choices) != 1:
        raise NotationError(message("{text} isn't a list of cards: {hint}.", text=quoted(text.strip()), hint=hint))
    return TakeBack(seat, choices[0])


def _heels(text: str, view: View, seat: int) -> Move:
    if is_offered(view, ClaimHeels):
        return ClaimHeels(seat)
    if not view.rules.heels_forfeit:
        raise refusal(message("The bot pegs his heels in this game"), view)
    if view.dealer is not None and view.dealer != seat:
        raise refusal(message("Only the dealer can claim his heels"), view)
    raise refusal(message("You can only claim his heels once, before the dealer plays"), view)


def _plays(low: str, view: View, seat: int) -> list[Move]:
    held = {card.rank for card in view.hand} if is_offered(view, Play) else set()
    tokens = [token for token in _played_tokens(low) if token.rank in held]
    return [Play(seat, pick_one(token, view.hand)) for token in tokens[:1] if token.card in (None, *view.hand)]


def _amend(text: str, view: View, seat: int) -> MoveReading:
    if is_offered(view, Amend):
        return _raised(text, view, seat)
    if not view.rules.amend:
        raise refusal(message("Counts are final at this table"), view)
    raise refusal(message("You can't change your count now"), view)


def _raised(text: str, view: View, seat: int) -> MoveReading:
    """Return the higher count that a text says, of the hand, the crib or the last card if it says which."""
    hint, low = input_hint(view), text.lower()
    what = next((what for word, what in _COUNTED.items() if re.search(rf"\b{word}\b", low)), None)
    bare = _NOT_OF_A_COUNT.sub(" ", text)
    return _with_number(lambda: _count(bare, hint), lambda points: Amend(seat, points, what))


_COUNTED: Final[Mapping[str, Literal["play", "hand", "crib"]]] = {
    "crib": "crib",
    "box": "crib",
    "hand": "hand",
    "card": "play",
    "play": "play",
    "pegging": "play",
}
"""What a player changes the count of."""
_NOT_OF_A_COUNT: Final = re.compile(r"(?i)\b(?:my|the|last|count|crib|box|hand|card|play|pegging|to|of|it)\b")


def _said(kind: Any, view: View, seat: int) -> Move:
    """Return the move of a phrase that means nothing else, unless the laws have to offer it and do not."""
    if kind.unless is not None and not is_offered(view, kind):
        raise refusal(kind.unless, view)
    move: Move = kind(seat)
    return move


_READERS: Final[Mapping[str, Callable[[str, View, int], Move | MoveReading]]] = {
    "cut": _cut,
    SayGo.__name__: _go,
    "leave": lambda text, view, seat: _said(WaiveCut if view.stage == "deal" else Stop, view, seat),
    ClaimHeels.__name__: _heels,
    "take_back": _take_back,
    "amend": _amend,
}
"""The readers of words and of the text after them; other words stand before cards or numbers, or alone."""
