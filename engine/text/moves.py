"""Moves as players type them at the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from engine.actions import (
    Accept,
    Amend,
    AskFreshDeal,
    Challenge,
    ClaimHeels,
    CutPack,
    Declare,
    LayAway,
    MarkTwo,
    Move,
    NameNumber,
    Play,
    Require,
    Resign,
    SayGo,
    StandDeal,
    Stop,
    TakeBack,
    WaiveCut,
)
from engine.cards import Card
from engine.errors import NotationError
from engine.messages import Message, message
from engine.rules import Counting, Pegging, PredealCut
from engine.text.input_hints import has_laid_away, input_hint, is_offered, may_act, next_stage
from engine.text.notation import HINT, pick_card, pick_cards
from engine.text.spoken_counts import ALONE, parse_count, parse_number, parse_pegging
from engine.text.tokens import plain, quoted, tokenize, tokenize_first_card, typed_name
from engine.view import Stage, View


def read_move(text: str, view: View) -> Move:
    """Return the move that a player types: a word of the game, a card, cards, or a number.

    Bare cards and numbers mean what the stage asks for. Raises ``NotationError`` for a text that cannot be read or
    is not possible now; the laws are not checked here.
    """
    if view.seat is None:
        raise NotationError(message("You don't play in this game."))
    shown, low = plain(text)
    said = _VERB.match(low)
    if said is None or said.lastgroup is None:
        return _read_bare(shown, view, view.seat)
    if said.lastgroup in _PLACE:
        stages, reminder = _PLACE[said.lastgroup]
        if next_stage(view) not in stages:
            raise _refusal(reminder, view)
    return _READERS[said.lastgroup](shown[said.end() :], view, view.seat)


def remark_on(text: str, move: Move) -> Message | None:
    """Return a remark for the player if the words of their count do not add up to it; None otherwise.

    It reveals nothing about the cards.
    """
    if not isinstance(move, Declare | Amend):
        return None
    shown, low = plain(text)
    said = _VERB.match(low)
    return parse_count(shown[said.end() :] if said else shown).remark


# Complete phrases must end the text; other verbs are followed by cards or numbers.
_VERB: Final = re.compile(
    r"""
    [\s/!]* (?:i (?:['\u2019]m | \s+am)? \s+)?
    (?: (?: (?P<resign> resign | concede )
          | (?P<accept> (?: (?:that|it|this) (?:['\u2019]?s|\s+is) \s+ | you (?:['\u2019]re|\s+are) \s+ )?
                (?: satisfied | ok | okay | yes | agreed? | accept(?:ed)? | right | correct | fine ) )
          | (?P<too_many> (?:challenge[\s:,]+)? (?: too\s+(?:many|much) | over (?:scored?|counted|count)? ) )
          | (?P<too_few> (?:challenge[\s:,]+)? (?: too\s+(?:few|little) | under (?:scored?|counted|count)? | muggins ) )
          | (?P<challenge> challenged? )
          | (?P<waive> no\s+cut | (?:do\s+not|don['\u2019]?t) \s+ cut | pass | deal )
          | (?P<leave> leave\s+(?:it|the\s+pack) (?:\s+at\s+that|\s+alone|\s+as\s+it\s+is)? )
          | (?P<fresh> (?:a\s+)? (?:fresh|new) \s+ deal | deal \s+ (?:again|afresh) )
          | (?P<stand> (?: (?:let\s+)? (?:it|the\s+deal) \s+ )? stands? )
          | (?P<heels> (?:(?:claim|mark)\s+)? (?:(?:two|2)\s+)? (?:for\s+)? (?:his\s+)? heels?
                (?:[\s,]+(?:for\s+)?(?:two|2))? )
          | (?P<require> require (?:\s+it|\s+the\s+card)? | (?:you\s+)? must\s+play (?:\s+it)? | play\s+it )
          | (?P<two> (?:mark|take) \s+ (?:two|2) (?:\s+(?:holes|points))? )
          | (?P<stop> stop )
          | (?P<go> (?:say\s+)? go )
        ) [\s.!]* $
      | (?P<amount> (?: too\s+(?:many|much|few|little) | over | under | muggins | challenge )
            [\s,:]+ (?:by|for) (?![a-z]) )
      | (?P<take_back> take (?: \s+ back (?![a-z]) | (?= \s [^\n]* \b back [\s.!]* $ ) ) )
      | (?P<amend> (?: amend | make\s+(?:it|that) | meant? ) (?:\s+(?:it\s+)?to)? (?![a-z]) )
      | (?P<cut> cut (?![a-z]) )
      | (?P<play> play (?![a-z]) )
      | (?P<lay> lay (?:\s+ (?:away|out|down) (?![a-z]))? | discard | throw ) (?![a-z])
      | (?P<declare> declare | count | score ) (?![a-z])
    )
    """,
    re.VERBOSE,
)
_PLACE: Final[Mapping[str, tuple[tuple[Stage, ...], Message]]] = {
    "go": (("play",), message("You can only say go during the play")),
    "play": (("play",), message("You can't play a card now")),
    "lay": (("lay_away",), message("You can't discard now")),
    "declare": (("show",), message("You can't count now")),
    "cut": (("cut", "deal", "starter"), message("You can't cut now")),
}
"""The stages in which a verb can be used, and the reminder for all other stages."""

_PEGGING: Final = re.compile(r"\b(?:for|fifteen|thirty[\s-]?one|pairs?|runs?|points?|15|31)\b")
_NO_CARD: Final = re.compile(
    r"[\s.,:!'(*_-]*(?:for|fifteen|thirty|twenty|(?:an?\s+)?(?:pair|run)|(?!10(?![0-9]))[0-9]{2,})"
)
_NO_COUNT: Final = frozenset(("j", "q", "k", "t", "x", "ace", "jack", "knave", "queen", "king", "deuce", "trey"))
"""Names of ranks that are never numbers."""
_CALL: Final = re.compile(r"(?:for|an?|fifteen|thirty|15|31|pair|double|run|sequence)(?![a-z])")
"""The beginning of a call of points, which is never a card."""
_IDLE: Final = " \t\n.,;:!?()[]{}\"'`*~_"
"""Characters that mean nothing at the end of a card."""


def _refusal(reason: Message, view: View) -> NotationError:
    return NotationError(message("{reason}. Please {now}.", reason=reason, now=input_hint(view)))


def _read_bare(text: str, view: View, seat: int) -> Move:
    """Return the move of bare cards or a number, read as the stage asks for them."""
    if is_offered(view, MarkTwo) and text.strip(" .!\n").lower() in ("two", "2"):
        return MarkTwo(seat)
    _check_settled(view, seat)
    match next_stage(view):
        case "cut" | "starter" if view.rules.ceremony:
            return NameNumber(seat, parse_number(text, input_hint(view)))
        case "deal" if view.rules.ceremony and view.rules.predeal_cut is not PredealCut.NONE:
            return CutPack(seat, parse_number(text, input_hint(view)))
        case "lay_away":
            return LayAway(seat, _cards_to_lay_away(text, view))
        case "play":
            return _card_played(text, view, seat)
        case "show":
            hint = ALONE if view.window is None and may_act(view) else input_hint(view)
            return Declare(seat, parse_count(text, hint).points)
        case _:
            raise NotationError(
                message("{text} isn't a move. Please {now}.", text=quoted(text.strip()), now=input_hint(view))
            )


def _check_settled(view: View, seat: int) -> None:
    """Refuse to continue the game while something must be settled first."""
    if view.offender is not None:
        if view.stage == "lay_away":
            raise _refusal(message("Somebody took a discard back"), view)
        raise _refusal(message("Somebody said go with a playable card"), view)
    if view.window is not None:
        if view.rules.side_of(view.window.seat) == view.rules.side_of(seat):
            raise _refusal(message("Your opponent hasn't answered your count yet"), view)
        if view.window.claims_game:
            raise _refusal(message("That count would win the game, so answer it first"), view)


def _cut(text: str, view: View, seat: int) -> Move:
    if not view.rules.ceremony:
        raise _refusal(message("The bot cuts for you in this game"), view)
    return _read_bare(text, view, seat)


def _go(text: str, view: View, seat: int) -> Move:
    _check_settled(view, seat)
    return SayGo(seat)


def _cards_to_lay_away(text: str, view: View) -> tuple[Card, ...]:
    """Return the cards to discard."""
    if has_laid_away(view):
        if is_offered(view, TakeBack):
            raise _refusal(message("You have already discarded. Taking a discard back costs 2 points"), view)
        raise NotationError(message("You have already discarded. You can't take a discard back."))
    hint = input_hint(view)
    return pick_cards(tokenize(text, hint), view.hand, hint)


def _card_played(text: str, view: View, seat: int) -> Play:
    """Return the play of a card, with its points if the pegging is declared."""
    hint = input_hint(view)
    if view.rules.pegging is Pegging.AUTOMATIC:
        if _PEGGING.search(plain(text)[1]):
            raise NotationError(message("The bot counts the play for you. Just type the card, like 5H."))
        return Play(seat, pick_card(tokenize(text, hint), view.hand, hint))
    if _NO_CARD.match(plain(text)[1]):
        raise NotationError(message("{text} doesn't start with a card: {hint}.", text=quoted(text.strip()), hint=hint))
    tokens, behind = tokenize_first_card(text, hint)
    said = re.sub(r"^[-\u2013\u2014]\s+", "", behind.strip(_IDLE))
    if not said:
        return Play(seat, pick_card(tokens, view.hand, hint))
    if behind[0].isalnum() or _begins_with_card(said):
        raise NotationError(message("{text} isn't one card: {hint}.", text=quoted(text.strip()), hint=hint))
    for token in tokens.cards:
        if token.card is None and not _is_clear(tokens.text[token.start : token.end], said):
            such = next((typed_name(card) for card in view.hand if card.rank is token.rank), "5H")
            raise NotationError(
                message(
                    "Is {text} a card and its points? Type the suit too, like {such} for 2.",
                    text=quoted(text.strip()),
                    such=such,
                )
            )
    card = pick_card(tokens, view.hand, hint)
    points_hint = message("type the points too, like {card} for 2, or just the card", card=typed_name(card))
    return Play(seat, card, parse_pegging(said, view.count + card.pips, points_hint))


def _begins_with_card(text: str) -> bool:
    """Return whether a text begins with one more card with its suit."""
    try:
        tokens, _ = tokenize_first_card(text, HINT)
    except NotationError:
        return False
    return any(token.card is not None for token in tokens.cards)


def _is_clear(rank: str, said: str) -> bool:
    """Return whether a rank without its suit can only be the card played, and the words after it no other card."""
    name, said = rank.lower(), said.lower()
    return (name in _NO_COUNT and _CALL.match(said) is not None) or (name == "a" and said.startswith("for "))


def _take_back(text: str, view: View, seat: int) -> Move:
    """Return the move that takes back some or all of the seat's discards."""
    if not is_offered(view, TakeBack):
        if view.stage == "lay_away" and not view.laid:
            raise _refusal(message("You haven't discarded yet"), view)
        raise _refusal(message("You can't take a discard back"), view)
    named = re.sub(r"(?i)\bback\b", " ", text)
    if re.fullmatch(r"(?i)(?:it|them|all|both|everything)?(?:\s+of\s+(?:it|them))?", named.strip(" \t\n.!")):
        return TakeBack(seat, view.laid)
    hint = message("type the card, like take back {laid}", laid=typed_name(view.laid[0]))
    for token in (tokens := tokenize(named, hint)).cards:
        if token.rank not in [card.rank for card in view.laid] or token.card not in (None, *view.laid):
            raise NotationError(
                message(
                    "{piece} isn't one of your discards: {hint}.",
                    piece=tokens.piece(token.start, token.end),
                    hint=hint,
                )
            )
    return TakeBack(seat, pick_cards(tokens, view.laid, hint))


def _heels(text: str, view: View, seat: int) -> Move:
    if is_offered(view, ClaimHeels):
        return ClaimHeels(seat)
    if not view.rules.heels_forfeit:
        raise _refusal(message("The bot pegs his heels in this game"), view)
    if view.dealer is not None and view.dealer != seat:
        raise _refusal(message("Only the dealer can claim his heels"), view)
    raise _refusal(message("You can only claim his heels once, before the dealer plays"), view)


def _accept(text: str, view: View, seat: int) -> Move:
    if is_offered(view, Accept):
        return Accept(seat)
    raise _unanswerable_error(view, seat)


def _too_many(text: str, view: View, seat: int) -> Move:
    if is_offered(view, Challenge):
        return Challenge(seat, "too_many")
    raise _unanswerable_error(view, seat)


def _too_few(text: str, view: View, seat: int) -> Move:
    if Challenge(seat, "too_few") in view.legal:
        return Challenge(seat, "too_few")
    if not is_offered(view, Challenge):
        raise _unanswerable_error(view, seat)
    if view.rules.muggins:
        raise _refusal(message("A count that wins the game can't be too low"), view)
    raise _refusal(message("There's no muggins here, so missed points are simply lost"), view)


def _challenge(text: str, view: View, seat: int) -> Move:
    """Return a challenge that names no direction, if only one direction is possible."""
    if Challenge(seat, "too_few") in view.legal:
        raise NotationError(message('Which do you mean? Type "too many" or "too few".'))
    return _too_many(text, view, seat)


def _amount(text: str, view: View, seat: int) -> Move:
    if is_offered(view, Challenge):
        raise _refusal(message("You don't have to say how many points are wrong"), view)
    raise _unanswerable_error(view, seat)


def _unanswerable_error(view: View, seat: int) -> NotationError:
    """Return why the seat can neither accept nor challenge."""
    match view.rules.counting:
        case Counting.AUTOMATIC:
            return _refusal(message("The bot counts everything in this game"), view)
        case Counting.REFEREE:
            now = input_hint(view)
            return NotationError(message("The bot checks every count in this game. Please {now}.", now=now))
    if view.window is None:
        return _refusal(message("There's no count to answer"), view)
    if view.rules.side_of(view.window.seat) == view.rules.side_of(seat):
        return _refusal(message("You can't answer your own side's count"), view)
    return _refusal(message("You have already answered"), view)


def _amend(text: str, view: View, seat: int) -> Move:
    if is_offered(view, Amend):
        return Amend(seat, parse_count(text, input_hint(view)).points)
    if not view.rules.amend:
        raise _refusal(message("Counts are final at this table"), view)
    raise _refusal(message("You can't change your count now"), view)


_Simple: TypeAlias = type[WaiveCut | AskFreshDeal | StandDeal | Require | MarkTwo | Stop]
_Reader: TypeAlias = Callable[[str, View, int], Move]


def _reader_of(kind: _Simple, otherwise: Message) -> _Reader:
    """Return a reader of a word that means one move, and is refused unless the laws offer that move."""

    def read(text: str, view: View, seat: int) -> Move:
        if is_offered(view, kind):
            return kind(seat)
        raise _refusal(otherwise, view)

    return read


_waive: Final = _reader_of(WaiveCut, message("Only the pone can skip the cut, and only before the deal"))
_stop: Final = _reader_of(Stop, message("You can only stop in the five-card game, when your opponent can't play"))
_FRESH: Final = message("You can only ask for a new deal after your opponent takes a discard back")
_STAND: Final = message("You can only keep the deal after your opponent takes a discard back")
_FALSE_GO: Final = message("You can only decide that after your opponent says go with a playable card")

_READERS: Final[Mapping[str, _Reader]] = {
    "cut": _cut,
    "lay": _read_bare,
    "play": _read_bare,
    "go": _go,
    "declare": _read_bare,
    "resign": lambda text, view, seat: Resign(seat),
    "accept": _accept,
    "too_many": _too_many,
    "too_few": _too_few,
    "challenge": _challenge,
    "amount": _amount,
    "waive": _waive,
    "leave": lambda text, view, seat: (_waive if view.stage == "deal" else _stop)(text, view, seat),
    "fresh": _reader_of(AskFreshDeal, _FRESH),
    "stand": _reader_of(StandDeal, _STAND),
    "heels": _heels,
    "require": _reader_of(Require, _FALSE_GO),
    "two": _reader_of(MarkTwo, _FALSE_GO),
    "stop": _stop,
    "take_back": _take_back,
    "amend": _amend,
}
"""The reader of each word of the game and of the text after it."""
