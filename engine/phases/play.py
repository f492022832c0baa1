"""The play, in which players lay down one card each in turn, up to a count of thirty-one, and the show after it."""

from __future__ import annotations

from engine.actions import ClaimHeels, Declare, MarkTwo, Play, Require, SayGo, Stop
from engine.declarations import MOST, check_declared, own_side_waits, peg_declared
from engine.errors import CardNotHeld, MustPlay, OutOfTurn, PastThirtyOne, WrongDeclaration
from engine.events import CountReset, Played, Required, SaidGo, Shown, Stopped
from engine.laws import Law
from engine.messages import message
from engine.rules import Counting, Irregular, Pegging, PlayOn, Renege, Rules
from engine.scoring import LIMIT, Count, peg, peg_points, show
from engine.state import Game, Playing, Showing, Steps, adversary_of, peg_all, peg_event, to_go


def waiting(game: Game, phase: Playing) -> tuple[int, ...]:
    """Return the seat whose turn it is, or the opponent of a player who said go falsely."""
    if phase.offender is not None:
        return (adversary_of(game, phase.offender),)
    return () if phase.turn is None else (phase.turn,)


def legal(game: Game, phase: Playing, seat: int) -> tuple[Play | SayGo | Stop | Require | MarkTwo | ClaimHeels, ...]:
    """Return the plays of a seat on its turn, and everything else that it may say."""
    if phase.offender is not None:
        return (Require(seat), MarkTwo(seat)) if seat in waiting(game, phase) else ()
    heels = (ClaimHeels(seat),) if phase.heels_open and seat == phase.dealer else ()
    if seat != phase.turn:
        return heels
    plays = possible_plays(phase, seat)
    goes = (SayGo(seat),) if _may_say_go(game.rules, phase, comes_in=bool(plays)) else ()
    stops = (Stop(seat),) if plays and _may_stop(game.rules, phase) else ()
    return (*plays, *goes, *stops, *heels)


def possible_plays(phase: Playing, seat: int) -> tuple[Play, ...]:
    """Return the plays of a seat that do not take the count past thirty-one (002:15)."""
    room = LIMIT - phase.count
    return tuple(Play(seat, card) for card in phase.hands[seat] if card.pips <= room)


def play(game: Game, phase: Playing, action: Play) -> Steps:
    """A seat plays a card that comes in, and pegs its points or the points declared for it (000:23-58)."""
    _check_turn(phase, action.seat)
    if action.card not in phase.hands[action.seat]:
        raise CardNotHeld(
            Law.TURN, message("You don't have {face}. Play a card from your own hand.", face=action.card.face)
        )
    count, face = phase.count + action.card.pips, action.card.face
    if count > LIMIT:
        past = (
            message("{face} would make {count}, which is over 31. Play a lower card.", face=face, count=count)
            if possible_plays(phase, action.seat)
            else message("{face} would make {count}, which is over 31. Say go.", face=face, count=count)
        )
        raise PastThirtyOne(Law.COMING_IN, past)
    series = (*phase.series, action.card)
    if game.rules.pegging is Pegging.AUTOMATIC:
        if action.declared is not None:
            raise WrongDeclaration(Law.DECLARED, message("The bot counts the play in this game. Just play the card."))
        game = yield Played(action.seat, action.card, count)
        return (yield from peg_all(game, action.seat, peg(series)))
    declared = action.declared or 0
    check_declared(declared, Law.DECLARED)
    game = yield Played(action.seat, action.card, count, declared)
    return (yield from peg_declared(game, action.seat, declared, peg_points(series), series))


def say_go(game: Game, phase: Playing, action: SayGo) -> Steps:
    """A seat says go with no card that comes in, or falsely if the law has an answer to that (002, law 16)."""
    _check_turn(phase, action.seat)
    false = bool(possible_plays(phase, action.seat))
    if false and not _may_say_go(game.rules, phase, comes_in=True):
        raise MustPlay(Law.MUST_PLAY, message("You can't say go: you have a playable card."))
    game = yield SaidGo(action.seat, false)
    if false and game.rules.renege is Renege.TWO_A_CARD:
        game = yield from _two_a_card(game, phase, action.seat)
    return game


def _two_a_card(game: Game, phase: Playing, offender: int) -> Steps:
    """The opponent gets two for each card that could have been played, and one of them must be (ACC 7.3)."""
    opponent = adversary_of(game, offender)
    game = yield peg_event(game, opponent, 2 * len(possible_plays(phase, offender)), Law.FALSE_GO)
    return (yield Required(opponent, offender))


def stop(game: Game, phase: Playing, action: Stop) -> Steps:
    """At the five-card game a seat may stop once the other cannot go on (002:15)."""
    _check_turn(phase, action.seat)
    if not _may_stop(game.rules, phase) or not possible_plays(phase, action.seat):
        raise OutOfTurn(Law.LIBERTY, message("You can't stop now. Play a card, or say go."))
    return (yield Stopped(action.seat))


def require(game: Game, phase: Playing, action: Require) -> Steps:
    """Require the card that comes in to be played (002, law 16)."""
    offender = _check_chooses(game, phase, action.seat)
    return (yield Required(action.seat, offender))


def mark_two(game: Game, phase: Playing, action: MarkTwo) -> Steps:
    """Mark two for the opponent; the go remains valid (002, law 16)."""
    _check_chooses(game, phase, action.seat)
    return (yield peg_event(game, action.seat, 2, Law.FALSE_GO))


def follow(game: Game, phase: Playing, *, settling: bool = False) -> Steps | None:
    """Return what follows by itself in the play: a go, a peg for the last to play, a new series."""
    turn = phase.turn
    if phase.offender is not None or _waits_for_answers(game, phase, settling=settling):
        return None
    if series_is_over(phase):
        return _close(game, phase)
    if turn is None or possible_plays(phase, turn):
        return None
    return None if game.rules.go_is_spoken else _go(turn)


def _waits_for_answers(game: Game, phase: Playing, *, settling: bool) -> bool:
    """Return whether the play goes on only after a count is answered (002, law 18).

    The point for a go or a last card waits until the count of that card is answered. It waits no longer when the next
    player is ``settling`` by going on, unless it would win the game.
    """
    if game.rules.first_edition:
        return bool(game.open_windows)
    if not series_is_over(phase):
        return phase.turn is not None and own_side_waits(game, phase.turn)
    return own_side_waits(game, phase.last) and not (settling and to_go(game, phase.last) > 1)


def series_is_over(phase: Playing) -> bool:
    """Return whether nobody goes on: after a thirty-one, or if no card of the last player comes in."""
    if phase.turn is None:
        return True
    return bool(phase.series) and phase.turn == phase.last and not possible_plays(phase, phase.turn)


def _go(seat: int) -> Steps:
    return (yield SaidGo(seat))


def _close(game: Game, phase: Playing) -> Steps:
    """A series ends: 1 for the go or for the last card of all, unless the count is thirty-one (001:39-43)."""
    held = any(phase.hands)
    if phase.count < LIMIT and phase.last not in game.closed:
        last_card = phase.played[-1][1]
        game = yield peg_event(game, phase.last, 1, Law.GO if held else Law.LAST_CARD, (last_card,))
    if held and not game.rules.single_series:
        around = ((phase.last + step) % len(phase.hands) for step in range(1, len(phase.hands) + 1))
        game = yield CountReset(next(seat for seat in around if phase.hands[seat]))
    return game


def _may_say_go(rules: Rules, phase: Playing, *, comes_in: bool) -> bool:
    """Return whether a seat may say go; falsely only where it is penalised, and never on a count of 0."""
    if not comes_in:
        return rules.go_is_spoken
    if rules.irregular is Irregular.REFUSE or rules.five_card or phase.required is not None:
        return False
    return phase.count > 0


def _may_stop(rules: Rules, phase: Playing) -> bool:
    if rules.play_on is PlayOn.MUST or not phase.series:
        return False
    return all(seat in phase.gone or not phase.hands[seat] for seat in range(rules.players) if seat != phase.turn)


def _check_turn(phase: Playing, seat: int) -> None:
    if phase.offender is not None:
        raise OutOfTurn(
            Law.FALSE_GO, message("Somebody said go with a playable card. Wait until their opponent decides.")
        )
    if seat != phase.turn:
        raise OutOfTurn(Law.TURN, message("It's not your turn to play."))


def _check_chooses(game: Game, phase: Playing, seat: int) -> int:
    if phase.offender is None:
        raise OutOfTurn(Law.FALSE_GO, message("Nobody said go with a playable card."))
    if seat not in waiting(game, phase):
        raise OutOfTurn(Law.FALSE_GO, message("Only the opponent of the player who said go can decide this."))
    return phase.offender


# The show: the hands are counted from the dealer's left, and the dealer's crib last.


def legal_counts(game: Game, phase: Showing, seat: int) -> tuple[Declare, ...]:
    """Return every count that a seat could declare for the cards it shows now."""
    if game.rules.counting is Counting.AUTOMATIC or seat != phase.seat:
        return ()
    return tuple(Declare(seat, points) for points in range(MOST + 1))


def declare(game: Game, phase: Showing, action: Declare) -> Steps:
    """A player declares the count of their own cards; the rules say who checks it (002:37, 002 law 19)."""
    if action.seat != phase.seat:
        raise OutOfTurn(Law.SHOW, message("It's not your turn to count."))
    check_declared(action.points, Law.SHOW)
    truth = count_now(phase)
    game = yield Shown(phase.seat, phase.what, phase.cards, action.points, truth.total)
    return (yield from peg_declared(game, action.seat, action.points, truth.total, truth.hand))


def follow_show(game: Game, phase: Showing) -> Steps | None:
    """Return the automatic count, if counting is automatic; None if a declaration is needed."""
    if game.rules.counting is Counting.AUTOMATIC:
        return _count(game, phase)
    return None


def count_now(phase: Showing) -> Count:
    """Return the true count of the cards that are shown now."""
    return show(phase.cards, phase.starter, crib=phase.what == "crib")


def _count(game: Game, phase: Showing) -> Steps:
    truth = count_now(phase)
    game = yield Shown(phase.seat, phase.what, phase.cards, None, truth.total)
    return (yield from peg_all(game, phase.seat, truth.items))
