"""Open counts: who may accept, challenge, raise, claim and act, and what ends each right.

Where players check each other's counts, a declared count is open: a ``Window``. Where the bot checks counts none is
open, because it applies law 19 at once (``peg_declared``). Below stand what a count is when it is declared, what ends a
right, and then the five rights in the order of these rows.

=========  ====================================================  ====================================================
Right      Who has it                                            What ends it
=========  ====================================================  ====================================================
accept     Each other side (002, law 18). A count of 0 is open   Its own word, card, count or stop (003:103), a
           only with muggins, because points too few have no     challenge by anybody, or the end of the game. One of
           penalty (002, law 19).                                three who leaves waits for nobody, and nobody waits
                                                                 for them: what they counted too many comes off.
challenge  The same sides: too many (002, law 19), and with      The same. A challenge settles the count for
           muggins too few (ACC 10.4). A claim comes first. Of   everybody. Points too many come off, and go to the
           three sides, one that may win by it waits until its   challenger as far as they could be pegged (002, law
           own count is answered, but not with a claim or a      19; ACC 8.4) unless they are only corrected
           raised count.                                         (003:103). Points too few go to the challenger (ACC
                                                                 10.4). A false challenge costs two (002, law 20), or
                                                                 the points that were called (ACC 10.4).
raise      The declarer, if the rules allow it (003:103), but    Their next card (003:103), or a challenge. A raised
           not beside a claim or another count that stops their  count is open to each other side again.
           side.
claim      The declarer of all the points that they need: these  Each other side accepts it and it is pegged, or one
           are not pegged yet (002, law 19), and can't be too    challenges it. A false claim may cost more (ACC
           few.                                                  8.4).
act        Everybody in turn, but a side plays and counts only   Open counts suspend it until they are answered. By
           when its own counts are answered (002, law 18); a     some acts a side accepts what is open to it:
           card counted as 0 stops nobody. Cards are cut, dealt  ``lets_stand`` there.
           and turned up once all counts are answered, and
           discards wait for a claim alone: ``waits`` in
           ``engine.actions``. The others don't give up before
           they have answered a claim.
=========  ====================================================  ====================================================

A game that began under version 0.2 is played to its end by its laws, the first edition: one count is open at a time
(a count of 0 also where it may be raised), every act but an answer settles it for everybody, a card counted as 0 stops
its player too, nobody may raise a count as far as the game hole, all points too many go to the opponent, and whoever
gives up, whatever is open, loses one game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine import events
from engine.actions import Accept, Action, Amend, Challenge, CutForDeal, Deal, Wait
from engine.cards import Card
from engine.errors import NothingToSay, WindowOpen, WrongDeclaration
from engine.laws import Law
from engine.messages import Message, listed, message
from engine.rules import Counting, FalseMuggins, Overscore, Rules
from engine.scoring import most_pegged
from engine.state import Game, Steps, Window, adversary_of, peg_event, put_back_event, to_go

MOST: Final = 29
"""The best hand there is (000:93)."""

# A count is declared.


def check_declared(points: object, law: Law) -> None:
    """Refuse a declaration that no card, hand or crib can count."""
    if type(points) is not int or not 0 <= points <= MOST:
        raise WrongDeclaration(
            law, message("No hand is worth {points}. Choose a number from 0 to {most}.", points=points, most=MOST)
        )


def check_pegged(points: int, cards: int, law: Law) -> None:
    """Refuse more points than the last card of a series of this many cards can peg."""
    if points > (most := most_pegged(cards)):
        raise WrongDeclaration(
            law,
            message(
                "No card can score {points} points here. Choose a number from 0 to {most}.", points=points, most=most
            ),
        )


def peg_declared(game: Game, seat: int, declared: int, truth: int, cards: tuple[Card, ...]) -> Steps:
    """Yield what follows a declaration: the bot rules at once; otherwise it is pegged unless it claims the game."""
    if game.rules.counting is Counting.REFEREE:
        return (yield from _rule(game, seat, declared, truth, cards))
    if 0 < declared < to_go(game, seat):
        game = yield peg_event(game, seat, declared, Law.DECLARED, cards)
    return game


def _rule(game: Game, seat: int, declared: int, truth: int, cards: tuple[Card, ...]) -> Steps:
    """Peg the true points; points too many go to the opponent; points too few are lost, or taken by muggins."""
    room = to_go(game, seat)
    due, over = min(truth, room), _paid_overscore(game.rules, declared, truth, room)
    if stands := min(declared, truth):
        game = yield peg_event(game, seat, stands, Law.DECLARED, cards)
    if declared > truth and over:
        game = yield peg_event(game, adversary_of(game, seat), over, Law.OVERSCORE, cards)
    if declared < due and game.rules.muggins:
        game = yield peg_event(game, adversary_of(game, seat), due - declared, Law.MUGGINS, cards)
    return game


def _paid_overscore(rules: Rules, declared: int, truth: int, room: int) -> int:
    """Return what the opponent gets for points too many: those of them that could still have been pegged (ACC 8.4).

    Some rules only correct them (003:103). ``room`` are the holes that the declarer needed before the declaration.
    """
    if rules.overscore is not Overscore.TO_ADVERSARY:
        return 0
    return declared - truth if rules.first_edition else min(declared, room) - min(truth, room)


def opened(game: Game, window: Window) -> tuple[Window, ...]:
    """Return the open counts after a new one."""
    rules = game.rules
    if rules.counting is not Counting.CHALLENGE:
        return game.windows
    is_open = window.declared or rules.muggins or (rules.amend and rules.first_edition)
    open_to = _other_sides(game, window.seat) if is_open else frozenset[int]()
    older = (replace(one, followed=True) if one.seat == window.seat else one for one in game.windows)
    return _alive(game, (*older, replace(window, open_to=open_to, amendable=rules.amend)))


# What ends a right.


def after(game: Game, event: events.Event) -> tuple[Window, ...]:
    """Return the open counts after an event, which may answer them or end somebody's right to do so."""
    return _alive(game, [left for window in game.windows if (left := _after(game, window, event)) is not None])


def _after(game: Game, window: Window, event: events.Event) -> Window | None:
    """Return one count after an event; None once it is settled for everybody."""
    first = game.rules.first_edition
    match event:
        case events.Satisfied() if first or event.of == window.seat:
            return _shut(game, window, event.seat)
        case events.Amended() if first or (window.amendable and (event.seat, event.what) == (window.seat, window.what)):
            others = _other_sides(game, window.seat)
            return replace(window, declared=event.declared, open_to=others, raised=True, followed=False)
        case events.Pegged(law=Law.DECLARED, seat=window.seat) if window.claims_game:
            return replace(window, pegged=window.pegged + event.points)
        case _ if first:
            return None
        case events.Played(seat=window.seat):
            return replace(window, amendable=False)
        case events.Played() | events.Shown() | events.Stopped():
            return _shut(game, window, event.seat)
        case events.Challenged():
            return None if window == challenged(game, event) else window
        case events.Conceded():
            return None if window.seat == event.seat else _shut(game, window, event.seat)
        case events.GameWon():
            return None
        case _:
            return window


def shut_by(game: Game, seat: int) -> tuple[Window, ...]:
    """Return the open counts once a seat is about to act, and so accepts what is open to its side."""
    if game.rules.first_edition:
        return ()
    return _alive(game, [_shut(game, window, seat) for window in game.windows])


def _shut(game: Game, window: Window, seat: int) -> Window:
    """Return a count that is no longer open to the side of a seat."""
    side = game.rules.side_of(seat)
    return replace(window, open_to=window.open_to - {side}) if side in window.open_to else window


def _alive(game: Game, windows: Iterable[Window]) -> tuple[Window, ...]:
    """Return the counts that somebody may still answer or raise, or that claim the game."""
    may_be_raised = not game.rules.first_edition
    return tuple(one for one in windows if one.open_to or one.claims_game or (one.amendable and may_be_raised))


def _other_sides(game: Game, seat: int) -> frozenset[int]:
    side_of = game.rules.side_of
    return frozenset(map(side_of, game.seats)) - {side_of(seat)}


# Accept.


def open_to(game: Game, seat: int) -> tuple[Window, ...]:
    """Return the counts that the side of a seat may still answer, the oldest first."""
    if seat in game.closed:
        return ()
    side = game.rules.side_of(seat)
    return tuple(window for window in game.windows if side in window.open_to)


def speakers(game: Game) -> tuple[int, ...]:
    """Return the seats of every side that may still answer a count."""
    return tuple(seat for seat in game.seats if open_to(game, seat))


def legal(game: Game, seat: int) -> Iterator[Accept | Challenge | Amend]:
    """Yield the answers that a seat may give to open counts, and the totals to which it may raise its own."""
    windows = open_to(game, seat)
    if windows:
        yield Accept(seat)
    for window in windows:
        missed = _most(window) - window.declared
        yield from (said for said in _challenges(game, window, seat) if said.points is None or said.points <= missed)
    for window in game.windows:
        if window.seat == seat:
            possible = (points for points in _amendable(game, window) if points <= _most(window))
            yield from (Amend(seat, points, window.what) for points in possible)


def answer(game: Game, action: Accept | Challenge | Amend) -> Steps:
    """Return what follows an answer. Raises ``IllegalAction`` where no count may be answered so."""
    if not game.windows:
        raise NothingToSay(Law.SATISFIED, message("There's no count to answer now."))
    match action:
        case Accept():
            return _accept(game, action)
        case Challenge():
            return _challenge(game, action)
        case Amend():
            return _amend(game, action)


def _accept(game: Game, action: Accept) -> Steps:
    """A seat accepts whatever is open to its side (002, law 18)."""
    windows = open_to(game, action.seat)
    if not windows:
        raise NothingToSay(Law.SATISFIED, message("There's no count for you to accept."))
    # The counts of one seat are accepted together, in the order of the latest of each.
    for seat in reversed(dict.fromkeys(window.seat for window in reversed(windows))):
        game = yield events.Satisfied(action.seat, None if game.rules.first_edition else seat)
    return game


# Challenge.


def challenged_window(windows: Sequence[Window], seat: int, card: Card | None) -> Window | None:
    """Return the count of a seat that a challenge means: of this card in the play, or else the latest."""
    own = [window for window in windows if window.seat == seat]
    if card is not None:
        own = [window for window in own if window.what == "play" and window.cards[-1] == card]
    return own[-1] if own else None


def challenged(game: Game, event: events.Challenged) -> Window | None:
    """Return the count that a challenge answers; ``game`` is that before it."""
    return challenged_window(open_to(game, event.seat), event.against, event.card)


def _challenges(game: Game, window: Window, seat: int) -> Iterator[Challenge]:
    """Yield the challenges of one count; with muggins by points each number that could have been missed."""
    if _must_wait(game, window, seat):
        return
    if window.declared:
        yield Challenge(seat, "too_many", window.seat, card=window.name)
    if not game.rules.muggins or window.claims_game:
        return
    if game.rules.false_muggins is FalseMuggins.TWO:
        yield Challenge(seat, "too_few", window.seat, card=window.name)
        return
    for points in range(1, min(to_go(game, window.seat), MOST - window.declared) + 1):
        yield Challenge(seat, "too_few", window.seat, points, window.name)


def _must_wait(game: Game, window: Window, seat: int) -> Message | None:
    """Return why another count must be answered before this one is challenged; None if it need not.

    The game may be over if a claim of game is right, so that one comes first. A side may challenge a claim and a raised
    count whatever of its own is open; by no other challenge does it win while its own is open to another side.
    """
    if claim_of_game(game) not in (None, window):
        return message("Answer the count that would win the game first.")
    if window.claims_game or window.raised:
        return None
    if len(game.rules.sides) > 2 and to_go(game, seat) <= MOST and own_side_waits(game, seat):
        return message("Wait until your own count is answered. Then you can challenge.")
    return None


def _challenge(game: Game, action: Challenge) -> Steps:
    """A right challenge takes back and awards points; a wrong one costs points (002, laws 19 and 20).

    A wrong one gives the declarer two; a wrong call of muggins may cost the points called instead (ACC 10.4).
    """
    window = _challenged(game, action)
    truth = window.true_count
    over = window.declared - truth
    upheld = over > 0 if action.claim == "too_many" else over < 0
    game = yield events.Challenged(action.seat, window.seat, action.claim, upheld, action.points, window.name)
    if not upheld:
        return (yield from _challenged_wrongly(game, window, action.points))
    if action.claim == "too_few":
        return (yield from _overlooked(game, window, action, truth))
    room = to_go(game, window.seat) + window.pegged
    game = yield from _put_right(game, window, truth)
    if paid := _paid_overscore(game.rules, window.declared, truth, room):
        game = yield peg_event(game, action.seat, paid, Law.OVERSCORE, window.cards)
    return game


def _challenged(game: Game, action: Challenge) -> Window:
    """Return the count that a challenge answers. Raises ``IllegalAction`` if it cannot be challenged so."""
    window = _named(game, action)
    if (reason := _must_wait(game, window, action.seat)) is not None:
        raise WindowOpen(Law.SATISFIED, reason)
    if action.claim == "too_few":
        _check_muggins(game, window, action)
    elif not window.declared:
        raise NothingToSay(Law.OVERSCORE, message("A count of 0 can't be too high."))
    elif action.points is not None:
        raise WrongDeclaration(Law.OVERSCORE, message("Just say that the count is too high."))
    return window


def _named(game: Game, action: Challenge) -> Window:
    """Return the count that a challenge names: of its card, or the latest of that seat or of the only one."""
    windows, side_of = open_to(game, action.seat), game.rules.side_of
    against = action.against
    if against is None and windows:
        if len({window.seat for window in windows}) > 1:
            raise NothingToSay(Law.SATISFIED, message("Say whose count you challenge."))
        against = windows[0].seat
    found = None if against is None else challenged_window(windows, against, action.card)
    if found is not None:
        return found
    opens = game.open_windows
    if opens and all(side_of(window.seat) == side_of(action.seat) for window in opens):
        raise NothingToSay(Law.SATISFIED, message("You can't challenge your own side's count."))
    if action.against is not None or not opens:
        raise NothingToSay(Law.SATISFIED, message("That count is settled, so it can't be challenged any more."))
    raise NothingToSay(Law.SATISFIED, message("Your side has already accepted this count."))


def _check_muggins(game: Game, window: Window, action: Challenge) -> None:
    if window.claims_game:
        raise NothingToSay(Law.MUGGINS, message("A count that wins the game can't be too low."))
    if not game.rules.muggins:
        raise NothingToSay(Law.MUGGINS, message("There's no muggins here, so missed points are simply lost."))
    if game.rules.false_muggins is FalseMuggins.TWO:
        if action.points is not None:
            raise WrongDeclaration(Law.MUGGINS, message("Just say that the count is too low."))
        return
    if type(action.points) is not int:
        raise WrongDeclaration(Law.MUGGINS, message("Say how many points were missed."))
    named = replace(action, against=window.seat, card=window.name)
    if named not in _challenges(game, window, action.seat):
        raise _not_missed(action.points)


def check_possible(game: Game, action: Challenge | Amend) -> None:
    """Refuse points that no card can be worth and that the laws would let stand; records of older games have some."""
    match action:
        case Challenge(seat=seat, points=int(points)) if game.windows:
            window = _named(game, action)
            named = replace(action, against=window.seat, card=window.name)
            if points > _most(window) - window.declared and named in _challenges(game, window, seat):
                raise _not_missed(points)
        case Amend(points=points) if (raised := _raised(game, action)) is not None and raised.what == "play":
            check_pegged(points, len(raised.cards), Law.AMENDED)


def _most(window: Window) -> int:
    return most_pegged(len(window.cards)) if window.what == "play" else MOST


def _not_missed(points: int) -> WrongDeclaration:
    return WrongDeclaration(Law.MUGGINS, message("That count can't be {points} too low.", points=points))


def _challenged_wrongly(game: Game, window: Window, called: int | None) -> Steps:
    """Uphold the count; the side of the declarer marks two, or the points that were called with muggins."""
    if window.claims_game:
        game = yield from peg_claim(game, window)
    return (yield peg_event(game, window.seat, 2 if called is None else called, Law.FALSE_CHALLENGE))


def _overlooked(game: Game, window: Window, action: Challenge, truth: int) -> Steps:
    """Muggins gives overlooked points to the challenger, never more than the declarer could have pegged.

    Where the points are called, it gives the lesser of those called and those missed (ACC 10.4).
    """
    missed = min(truth, to_go(game, window.seat) + window.declared) - window.declared
    points = missed if action.points is None else min(action.points, missed)
    return (yield peg_event(game, action.seat, points, Law.MUGGINS, window.cards))


def _put_right(game: Game, window: Window, truth: int) -> Steps:
    """Peg what is true of a count that was too many; a false claim of game may cost more, never below 0."""
    if window.pegged > truth:
        game = yield put_back_event(game, window.seat, window.pegged - truth, Law.OVERSCORE)
    elif window.pegged < truth:
        game = yield peg_event(game, window.seat, truth - window.pegged, Law.DECLARED, window.cards)
    penalty = min(game.rules.false_game_penalty, game.scores[game.rules.side_of(window.seat)])
    if window.claims_game and penalty:
        game = yield put_back_event(game, window.seat, penalty, Law.FALSE_GAME)
    return game


# Raise.


def _amendable(game: Game, window: Window) -> range:
    if not window.amendable or claim_of_game(game) is not None:
        return range(0)
    if game.rules.first_edition:
        below_game = window.declared + to_go(game, window.seat)
        return range(window.declared + 1, min(below_game, MOST + 1)) if window.open_to else range(0)
    side_of = game.rules.side_of
    others = (other for other in _stopping(game) if other != window)
    if any(side_of(other.seat) == side_of(window.seat) for other in others):
        return range(0)
    return range(window.declared + 1, MOST + 1)


def _amend(game: Game, action: Amend) -> Steps:
    """The declarer raises a count until their next card, even as far as the game hole (003:103)."""
    if not game.rules.amend:
        raise NothingToSay(Law.AMENDED, message("Counts are final at this table."))
    check_declared(action.points, Law.AMENDED)
    window = _raised(game, action)
    if window is None:
        raise _not_amended(game, _own(game, action))
    game = yield events.Amended(action.seat, action.points, None if game.rules.first_edition else window.what)
    points = action.points - window.pegged
    if points < to_go(game, action.seat):
        game = yield peg_event(game, action.seat, points, Law.DECLARED, window.cards)
    return game


def _raised(game: Game, action: Amend) -> Window | None:
    own = [window for window in _own(game, action) if action.points in _amendable(game, window)]
    return own[-1] if own else None


def _own(game: Game, action: Amend) -> list[Window]:
    return [window for window in game.windows if window.seat == action.seat and action.what in (window.what, None)]


def _not_amended(game: Game, own: list[Window]) -> NothingToSay | WindowOpen:
    if claim_of_game(game) is not None:
        return WindowOpen(Law.SATISFIED, message("Wait until the count that would win the game is answered."))
    if not own:
        return NothingToSay(Law.AMENDED, message("You can only change your own count, until your next card."))
    if any(_amendable(game, window) for window in own):
        declared = listed(sorted({window.declared for window in own}), "or")
        return NothingToSay(Law.AMENDED, message("You counted {declared}. Choose a higher number.", declared=declared))
    return WindowOpen(Law.SATISFIED, message("Wait until your opponent accepts your other count."))


# Claim.


def claim_of_game(game: Game) -> Window | None:
    """Return the count that would win the game, if one waits for its answers."""
    return next((window for window in game.windows if window.claims_game), None)


def peg_claim(game: Game, window: Window) -> Steps:
    """A claim of game that every other side has accepted is pegged."""
    points = window.declared - window.pegged
    return (yield peg_event(game, window.seat, points, Law.DECLARED, window.cards))


# Act.


def reason_to_wait(game: Game, action: Action) -> Message | None:
    """Return why an act must wait while counts are open; None if it need not."""
    wait = action.waits
    if game.rules.first_edition and (wait is not Wait.NOTHING or action.lets_stand):
        wait = Wait.OWN if action.lets_stand else Wait.ALL
    if wait is Wait.NOTHING:
        return None
    if wait is Wait.ALL and anybody_waits(game):
        return message("Wait until the last count is accepted.")
    if wait is Wait.OWN and not isinstance(action, CutForDeal | Deal) and own_side_waits(game, action.seat):
        return message("Wait until your opponent accepts your count.")
    if claim_of_game(game) is not None:
        return message("This count would win the game. Accept it or challenge it.")
    return None


def lets_stand(game: Game, action: Action) -> bool:
    """Return whether a side accepts what is open to it by this act."""
    return game.rules.edition in action.lets_stand


def own_side_waits(game: Game, seat: int) -> bool:
    """Return whether a count of this side must be answered before the side goes on (002, law 18)."""
    side_of = game.rules.side_of
    return any(side_of(window.seat) == side_of(seat) for window in _stopping(game))


def anybody_waits(game: Game) -> bool:
    """Return whether a count must be answered before cards are dealt or turned up."""
    return bool(_stopping(game))


def who_must_answer(game: Game, waiting: Iterable[int] = ()) -> tuple[int, ...]:
    """Return the seats that may answer the counts for which these seats, or else all, are waiting."""
    side_of = game.rules.side_of
    waiting_sides = set(map(side_of, waiting or game.seats))
    sides = {side for window in _stopping(game) if side_of(window.seat) in waiting_sides for side in window.open_to}
    return tuple(seat for seat in game.seats if side_of(seat) in sides)


def _stopping(game: Game) -> tuple[Window, ...]:
    if not game.windows:
        return ()
    first = game.rules.first_edition
    return tuple([window for window in game.windows if (window.open_to if first else window.stops)])
