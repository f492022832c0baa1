"""What a player can type now, in one clause, and what a typed text may mean as a move."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from engine.actions import (
    Accept,
    Act,
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
    SayGo,
    StandDeal,
    Stop,
    WaiveCut,
)
from engine.errors import NotationError
from engine.messages import Message, joined, message
from engine.rules import Pegging, PredealCut
from engine.view import Stage, View


class UnclearMove(NotationError):
    """A text that asks or may mean several moves; ``moves`` are those to choose from, the likeliest first."""

    def __init__(self, complaint: Message, moves: Iterable[Move]) -> None:
        super().__init__(complaint)
        self.moves = tuple(moves)


class NoMove(NotationError):
    """Text in which nothing reads as a move."""


class MoveReading(NamedTuple):
    """The moves that a typed text may mean, the likeliest first, and the sentence for more than one or a question.

    A move may only be made at once if ``doubt`` is None.
    """

    moves: tuple[Move, ...]
    doubt: Message | None = None

    @property
    def sure(self) -> bool:
        """Return whether the text means one move and asks nothing."""
        return self.doubt is None

    def only(self) -> Move:
        """Return the one move that is meant. Raises ``UnclearMove`` where the text asks or may mean several."""
        if self.doubt is not None:
            raise UnclearMove(self.doubt, self.moves)
        return self.moves[0]


def input_hint(view: View) -> Message:
    """Return what a player can type now or is waiting for, as a clause to stand after "now" or a colon."""
    ways = tuple(_inputs(view))
    if not ways:
        return _waiting(view)
    typed = message("type {ways}", ways=joined(ways, message(", or ")))
    # Some things may be said while others are asked, such as his heels before the lead.
    return typed if may_act(view) else message("{waiting}, or {typed}", waiting=_waiting(view), typed=typed)


def refusal(reason: Message, view: View) -> NotationError:
    """Return the error that says why a text is no move now, and what can be typed."""
    return NotationError(message("{reason}. Please {now}.", reason=reason, now=input_hint(view)))


def is_offered(view: View, *kinds: type) -> bool:
    """Return whether the laws allow the seat a move of these kinds now."""
    return any(isinstance(move, kinds) for move in view.legal)


def may_act(view: View) -> bool:
    """Return whether the seat has to act, or no seat has."""
    return not view.waiting_on or view.seat in view.waiting_on


def next_stage(view: View) -> Stage:
    """Return the stage of the seat's next act: the show may begin while the last card is open to challenge."""
    return "show" if is_offered(view, Declare) else view.stage


def has_laid_away(view: View) -> bool:
    """Return whether the seat has discarded all its cards."""
    return bool(view.laid) and not is_offered(view, LayAway)


def _inputs(view: View) -> Iterator[Message]:
    yield from _said(view, AskFreshDeal, StandDeal, Require, MarkTwo)
    if view.offender is not None:
        return
    if is_offered(view, Accept, Challenge):
        yield Accept.hint
        said = [move for move in view.legal if isinstance(move, Challenge)]
        few = [move for move in said if move.claim == "too_few"]
        if len(few) < len(said):
            yield message('"too many"')
        if few:
            yield message('"too few"') if few[0].points is None else message('"too few by 2"')
    for move in view.legal:
        if isinstance(move, Amend):
            yield message("a higher count, like make it {points}", points=move.points)
            break
    yield from _acts(view)


def _acts(view: View) -> Iterator[Message]:
    match next_stage(view):
        case "cut" | "starter" if is_offered(view, NameNumber):
            yield _CUT_FOR_STARTER if view.stage == "starter" else _CUT
        case "deal":
            if is_offered(view, CutPack):
                yield _CUT_FOR_TWO if view.rules.predeal_cut is PredealCut.TWO else _CUT
            yield from _said(view, WaiveCut)
        case "lay_away" if not has_laid_away(view):
            if view.to_lay == 1:
                yield message("the card to discard, like 2C")
            else:
                yield message("the {many} cards to discard, like 2C 9D", many=view.to_lay)
        case "play":
            yield from _in_play(view)
        case "show" if is_offered(view, Declare) or (may_act(view) and not view.legal):
            yield Declare.hint


def _said(view: View, *kinds: type[Act]) -> Iterator[Message]:
    return (kind.hint for kind in kinds if is_offered(view, kind))


_CUT: Final = message("how many cards to cut, like cut 20")
_CUT_FOR_STARTER: Final = message("how many cards to cut for the starter, like cut 20")
_CUT_FOR_TWO: Final = message("how many cards to cut, like cut 20 (in this game, a cut gives the dealer 2 points)")


def _in_play(view: View) -> Iterator[Message]:
    """Yield what the seat can do in the play; go is named only if no card comes in."""
    if is_offered(view, Play) or (may_act(view) and not view.legal):
        if view.rules.pegging is Pegging.DECLARED:
            yield message("a card and its points, like 5H for 2")
        else:
            yield message("a card, like 5H")
    else:
        yield from _said(view, SayGo)
    yield from _said(view, Stop, ClaimHeels)


def _waiting(view: View) -> Message:
    if view.offender is not None:
        return message("wait until your opponent decides")
    if view.windows:
        return message("wait until somebody accepts or challenges the count")
    match view.stage:
        case "over":
            return message("start another game")
        case "play":
            return message("wait for the next card")
        case "show":
            return message("wait for the next count")
        case "starter":
            return message("wait for the starter")
        case _:
            return message("wait for the cards")
