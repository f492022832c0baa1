"""The answers to open counts that a typed text means: accepting them, or challenging the one that it names."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine.actions import Accept, Challenge, Declare, Move
from engine.errors import NotationError
from engine.events import Claim
from engine.messages import message
from engine.rules import Counting, FalseMuggins
from engine.text.card_picks import count_other_words, find_named_cards
from engine.text.input_hints import MoveReading, input_hint, is_offered, refusal
from engine.text.named_counts import NUMBER, NamedCounts, NotOpen, counts_named, without_names
from engine.text.vocabulary import MUGS
from engine.view import View, Window

_FEW_OTHERS: Final = 3
"""The largest number of words beside a sign of an answer that can be ignored."""

NO_ANSWER: Final = MoveReading(())
"""The reading of a text that answers no count."""


def read_answer(
    low: str, view: View, seat: int, names: Sequence[str], *, asks: bool, plays: Callable[[], list[Move]]
) -> MoveReading:
    """Return the answers that a text may mean, or none if it rather means the next move.

    ``names`` are the players' names by seat, and ``plays`` returns the plays that the text may mean too. Raises
    ``NotationError`` if the text challenges a count that is not open to this player.
    """
    low = _SHORT_IS.sub(r"\1 is", low)
    said = _ASIDE.sub("", without_names(low, view, names))
    claims = _claims_in(said)
    counted = {window.cards[-1] for window in view.own_windows if window.what == "play"}
    names_cards = any(token.card not in {None, *counted} for token in find_named_cards(low))
    if not is_offered(view, Accept, Challenge):
        is_call = view.rules.counting is Counting.CHALLENGE or _CALL.search(said) is not None
        if claims and not names_cards and is_call:
            raise unanswerable_error(view, seat)
        return NO_ANSWER
    if _CALL.search(said):
        low = _NOT.sub(_difference, _THE_MISSED.sub(r"missed \1", low))
    named = counts_named(low, view, names)
    if not claims and _MORE.fullmatch(said):
        claims = ("too_few",)
    if "too_few" in claims and not named.amounts:
        named = replace(named, amounts=tuple(_missed(said)))
    says_true_count = bool(named.others) and _MY_COUNT.search(said) is not None
    if claims == (None,) and says_true_count and not names_cards:
        moves = [_by_true_count(window, named.others[0], view, seat) for window in named.windows]
        return _answers(moves, named, view)
    if claims and not names_cards:
        return _answers(_challenges(claims, named, view, seat), named, view)
    says_no = _NO.search(said) is not None
    if (plays() and not says_no) or len(named.numbers) > _FEW_OTHERS:
        return NO_ANSWER
    if named.others and (says_no or (says_true_count and not is_offered(view, Declare))):
        moves = [_by_true_count(window, named.others[0], view, seat) for window in named.windows]
        return _answers([*moves, *plays()], named, view)
    if says_no and (named.is_named or (not named.numbers and _NO_ALONE.match(said))):
        return _answers(_challenges(("too_many", "too_few"), named, view, seat, offered=True), named, view)
    if _YES.search(said) and not says_no and (not named.numbers or named.is_named):
        if count_other_words(said) > (1 if asks else _FEW_OTHERS):
            return NO_ANSWER
        # Accepting goes for all open counts, so it is doubtful where one is named.
        return _answers([Accept(seat)], named, view, sure=not named.is_named or named.windows == view.own_windows)
    return NO_ANSWER


def _missed(said: str) -> Iterator[int]:
    """Yield the points of a combination that somebody says was missed."""
    if (found := _MISSED.search(said)) is not None:
        yield 1 if found["one"] else int(found["long"]) if found["long"] else 2


def _difference(found: re.Match[str]) -> str:
    """Return by how much a count was too low: ``4 not 3``."""
    more = int(found[1]) - int(found[2])
    return f"by {more}" if more > 0 else found[0]


def unanswerable_error(view: View, seat: int) -> NotationError:
    """Return why the seat can neither accept nor challenge."""
    match view.rules.counting:
        case Counting.AUTOMATIC:
            return refusal(message("The bot counts everything in this game"), view)
        case Counting.REFEREE:
            now = input_hint(view)
            return NotationError(message("The bot checks every count in this game. Please {now}.", now=now))
    if not view.windows:
        return NotOpen(message("There's no count to answer. Please {now}.", now=input_hint(view)))
    if all(view.rules.side_of(window.seat) == view.rules.side_of(seat) for window in view.windows):
        return NotOpen(message("You can't answer your own side's count. Please {now}.", now=input_hint(view)))
    return NotOpen(message("You have already answered. Please {now}.", now=input_hint(view)))


def _claims_in(said: str) -> tuple[Claim | None, ...]:
    """Return what a text claims of a count; None for a challenge without a direction."""
    claims: list[Claim | None] = []
    if _TOO_MANY.search(said):
        claims.append("too_many")
    if _TOO_FEW.search(said):
        claims.append("too_few")
    return tuple(claims) or ((None,) if _CHALLENGE.search(said) else ())


def _answers(moves: Sequence[Move], named: NamedCounts, view: View, *, sure: bool = True) -> MoveReading:
    """Return these answers; doubtful if there are several, or several open counts and no name."""
    moves = tuple(dict.fromkeys(moves))
    of_one = len({window.seat for window in named.windows}) == 1
    if len(moves) == 1 and sure and of_one:
        return MoveReading((moves[0],))
    if len(moves) == 1 and isinstance(moves[0], Accept) and sure:
        return MoveReading((moves[0],))
    now = input_hint(view)
    several = message("Whose count do you mean? Please {now}.", now=now)
    asked = message("Which do you mean? Please {now}.", now=now) if of_one else several
    return MoveReading(moves, asked)


def _challenges(
    claims: Sequence[Claim | None], named: NamedCounts, view: View, seat: int, *, offered: bool = False
) -> list[Move]:
    """Return the challenges of the counts that may be meant; ``offered`` are only those that the laws offer now."""
    moves: list[Move] = []
    for window in named.windows:
        for claim in claims:
            said = _direction(view, window) if claim is None else claim
            if offered and not _is_legal(view, window, said):
                continue
            if said == "too_many" and not window.declared and any(other.declared for other in named.windows):
                continue
            if offered and said == "too_few" and _needs_points(view) and not named.amounts:
                continue
            moves += [_challenge(said, window, points, view, seat) for points in named.amounts or (None,)]
    return moves


def _direction(view: View, window: Window) -> Claim:
    if _is_legal(view, window, "too_few"):
        raise NotationError(message('Which do you mean? Type "too many" or "too few".'))
    return "too_many"


def _is_legal(view: View, window: Window, claim: Claim) -> bool:
    moves = (move for move in view.legal if isinstance(move, Challenge))
    count = (claim, window.seat, window.name)
    return any((move.claim, move.against, move.card) == count for move in moves)


def _challenge(claim: Claim, window: Window, points: int | None, view: View, seat: int) -> Challenge:
    if claim == "too_many":
        return Challenge(seat, "too_many", window.seat, card=window.name)
    if window.claims_game:
        raise refusal(message("A count that wins the game can't be too low"), view)
    if not view.rules.muggins:
        raise refusal(message("There's no muggins here, so missed points are simply lost"), view)
    if not _needs_points(view):
        return Challenge(seat, "too_few", window.seat, card=window.name)
    if points is None:
        raise NotationError(message('How many points were missed? Type it like "too few by 2".'))
    return Challenge(seat, "too_few", window.seat, points, window.name)


def _needs_points(view: View) -> bool:
    return view.rules.false_muggins is FalseMuggins.POINTS_CALLED


def _by_true_count(window: Window, true: int, view: View, seat: int) -> Challenge:
    claim: Claim = "too_many" if true < window.declared else "too_few"
    return _challenge(claim, window, abs(true - window.declared), view, seat)


_BY: Final = (
    r"\b(?:\s+points?)?(?:(?:\s+(?:by|for)\s+\w+)?\W*$"
    rf"|(?:\s+(?:by|for)\s+|\s*[,:]\s*)(?:at\s+least\s+)?(?:{NUMBER}|fifteen|(?:an?\s+)?(?:pair|run|flush)\b))"
)
"""The end of a text behind a claim, or the points by which a count is said to be wrong: a number, or what scores."""
_TOO_MANY: Final = re.compile(
    rf"\b(?:too\s+(?:many|much|high|big)|overs?(?:scored?|count(?:ed)?)|over){_BY}"
    rf"|\b{NUMBER}\s+(?:points?\s+)?(?:less|fewer)\W*$"
)
_TOO_FEW: Final = re.compile(
    rf"\b(?:too\s+(?:few|little|low)|under(?:scored?|count(?:ed)?)?|short(?=\s+by\b)){_BY}"
    rf"|\b{MUGS}\b"
    r"|(?<!\bi )\b(?:you(?:['\u2019]?ve)?\s+(?:\w+\s+)?)?(?:missed|miss|forgot|overlooked)\s+(?:[0-9]|an?|some|one|two"
    r"|the|(?:u?r|your|his|her)\s+(?:nobs|nibs|heels|jack|runs?|pairs?|fifteens?|15s?|flush|points?|pts?))\b"
    r"|\byou(?:['\u2019]?ve)?\s+(?:\w+\s+)?(?:missed|miss|forgot|overlooked)\b|\bshort\s+(?:by\s+)?[0-9a-z]+\W*$|[0-9]\s+short\W*$"
)
_CALL: Final = re.compile(rf"\b{MUGS}\b|\bmissed\b")
_MORE: Final = re.compile(r"\W*(?:and\s+)?(?:[0-9]{1,2}|one|two|three|four)\s+more(?:\s+points?)?\W*")
_NOT: Final = re.compile(r"\b([0-9]{1,2})\s*,?\s+not\s+([0-9]{1,2})\b")
_THE_MISSED: Final = re.compile(r"\bthe\s+([0-9]{1,2})\s+(?:points?\s+)?you\s+missed\b")
_MISSED: Final = re.compile(r"\b(?:(?P<two>fifteen|15|pair)|run\s+of\s+(?P<long>[3-5])|(?P<one>nobs))\b")
_CHALLENGE: Final = re.compile(r"\bchalleng(?:ed?|ing)\b(?!\s+accepted)")
_SHORT_IS: Final = re.compile(r"\b([0-9]{1,2})['\u2019]s(?=\s+(?:too|over|under|wrong))")
"""A number and a short "is", which is no card of spades."""
_ASIDE: Final = re.compile(r"(?:[\s,]+(?:lol|sorry|haha|mate|bro|man|dude|please|pls|imo|i\s+think))+\W*$")
"""Words at the end that say nothing of a count."""
_NO: Final = re.compile(r"\b(?:no|nope|nah|not|wrong|incorrect|should\s+be|isn['\u2019]?t|never)\b")
_NO_ALONE: Final = re.compile(r"\W*(?:no+|nope|nah|wrong|incorrect|not\s+(?:ok|right|correct|true))\W*$")
_MY_COUNT: Final = re.compile(
    r"\b(?:(?:i|you)\s+(?:only\s+)?(?:get|got|make|count|have|see)|(?:it|that)(?:['\u2019]?s|\s+is)|only|just)\s+"
    r"(?:(?:it|only|just|a)\s+)*[0-9]{1,2}\b(?!\s*[-:/])"
)
_YES: Final = re.compile(
    r"\b(?:accept(?:ed)?|ok(?:ay)?|yes|yep|yeah|yup|agreed?|fine|right|correct|sure|true|satisfied|perfect|[ky]|(?:ok\s+)?good(?=\s+(?:count|hand)|\W*$))\b|[\U0001f44d\u2705]"
)
