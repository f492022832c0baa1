"""The sentences about counts that are open: whose they are, who may answer them, and who acts next."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from bot.i18n.translation import N_, gettext, join_list
from bot.render.scene import shorten
from bot.ui.core.components import Press
from bot.ui.core.formatting import card, hand, on_button
from bot.ui.games.table_view import TableView
from engine.actions import Accept, Challenge, Declare, LayAway, Play, SayGo, Stop
from engine.cards import Card
from engine.events import Claim
from engine.view import View, Window

Claims = tuple[Claim, ...]

_LONGEST_NAME, _LONGEST_BESIDE_CARD = 18, 11
"""The most letters of a name on a button, and where the card is there too."""


def count_name(names: Sequence[str], window: Window) -> str:
    """Return a count in short: ``Ben's 4``, or ``Ben's 0 (4♣)`` where Ben has counted again since."""
    short = gettext("{name}'s {declared}", name=names[window.seat], declared=window.declared)
    return short if window.name is None else f"{short} ({on_button([window.name])})"


def count_on_button(names: Sequence[str], window: Window) -> str:
    """Return a count in short, with as much of the name as fits a button on a phone."""
    longest = _LONGEST_NAME if window.name is None else _LONGEST_BESIDE_CARD
    return count_name([shorten(name, longest) for name in names], window)


def question_for_all(shown: TableView, *, pictured: bool) -> str | None:
    """Return what the players who are asked can do about open counts; None if they are asked something else."""
    if not shown.open.declarations:
        return None
    asked = [shown.views[seat] for seat in shown.open.waiting_on]
    kinds = {type(move) for view in asked for move in view.legal}
    windows = _in_order(window for view in asked for window in view.own_windows)
    if not windows or LayAway in kinds or (Declare in kinds and shown.open.shown is not None):
        return None
    who, claims = join_list([shown.names[view.seat or 0] for view in asked]), _claims(asked)
    what = join_list([_count_of(shown, window) for window in windows])
    more = _about(shown, windows, pictured=pictured)
    if kinds & {Play, SayGo, Stop}:
        turn = gettext(
            "**{who}:** play, or challenge {what}." if claims else "**{who}:** your turn.", who=who, what=what
        )
        return f"{turn}{more}{still_open(shown, shown.open.waiting_on, pictured=pictured)}"
    if Accept not in kinds:
        return None
    sentences = _ACCEPT if len(windows) == 1 else _ACCEPT_ALL
    asked_first = gettext(sentences[claims], who=who, what=what)
    return f"{asked_first}{more}{still_open(shown, shown.open.waiting_on, pictured=pictured)}"


def still_open(shown: TableView, besides: Sequence[int] = (), *, pictured: bool) -> str:
    """Return which counts players can still challenge, besides these players and their partners."""
    view, said = shown.open, []
    if not view.declarations:
        return ""
    sides = {view.rules.side_of(seat) for seat in besides}
    for window in view.windows:
        others = [seat for seat in _may_challenge(shown, window) if view.rules.side_of(seat) not in sides]
        if others:
            who = join_list([shown.names[seat] for seat in others])
            sentence = gettext("{who} can still challenge {count}.", who=who, count=count_name(shown.names, window))
            # The cards of an earlier deal are in no other line.
            about = "" if view.stage in {"show", "play"} else _about(shown, [window], pictured=pictured)
            said.append(f" {sentence}{about}")
    return "".join(said)


def question_for_you(shown: TableView, view: View, *, pictured: bool, alone: bool = True) -> str:
    """Return what was counted that a player may answer, and the question; bold if the game waits for them.

    ``alone`` is False after a sentence that says the count of the play already.
    """
    windows = view.own_windows
    question = gettext((_QUESTIONS if len(windows) == 1 else _QUESTIONS_OF_ALL)[_claims([view])])
    said = " ".join([_said(shown, view, window) for window in windows])
    asked = f"**{question}**" if view.seat in view.waiting_on else question
    return f"{said} {asked}{_about(shown, windows, pictured=pictured, alone=alone)}"


def check_first(shown: TableView, view: View, *, pictured: bool) -> str:
    """Return the question that a player whose turn it is may answer first."""
    windows = view.own_windows
    what = join_list([_count_of(shown, window) for window in windows])
    question = gettext((_CHECK if len(windows) == 1 else _CHECK_ALL)[_claims([view])], what=what)
    return f"{question}{_about(shown, windows, pictured=pictured)}"


def who_may_answer(shown: TableView, view: View, *, pictured: bool, alone: bool = True) -> str:
    """Return what was counted and who acts next, for a player who cannot answer."""
    waits = " ".join([_wait(shown, view, window) for window in view.windows])
    return f"{waits}{_about(shown, view.windows, pictured=pictured, alone=alone)}"


def is_answering(view: View) -> bool:
    """Return whether a player can only answer counts now."""
    goes_on = Play | SayGo | Stop | Declare | LayAway
    return bool(view.own_windows) and not any(isinstance(move, goes_on) for move in view.legal)


def _said(shown: TableView, view: View, window: Window) -> str:
    if view.seat == window.seat:
        return gettext("You counted {points}.", points=_points(window))
    return gettext("{name} counted {points}.", name=shown.names[window.seat], points=_points(window))


def _wait(shown: TableView, view: View, window: Window) -> str:
    seats = [seat for seat in range(view.rules.players) if window in shown.views[seat].own_windows]
    others = join_list([shown.names[seat] for seat in seats])
    must_answer = all(seat in seats and is_answering(shown.views[seat]) for seat in view.waiting_on)
    can = bool(_may_challenge(shown, window))
    if not can:
        waits = gettext("Waiting for {others}.", others=others)
    elif must_answer:
        waits = gettext("Waiting for {others} to accept or challenge it.", others=others)
    else:
        waits = gettext("{others} can challenge it.", others=others)
    return f"{_said(shown, view, window)} {waits}"


def _about(shown: TableView, windows: Sequence[Window], *, pictured: bool, alone: bool = True) -> str:
    """Return more about open counts, and nothing about whether they are true."""
    parts = []
    for window in windows:
        if window.starter is not None and not pictured:
            whose = gettext(
                " {name}'s crib: {cards}, starter {card}."
                if window.what == "crib"
                else " {name}'s hand: {cards}, starter {card}.",
                name=shown.names[window.seat],
                cards=hand(window.cards),
                card=card(window.starter),
            )
            parts.append(whose)
        if window.claims_game:
            parts.insert(0, gettext(" It would win the game."))
    if alone and not pictured and shown.open.stage == "play":
        parts.append(gettext(" The count is **{count}**.", count=shown.open.count))
    return "".join(parts)


def _points(window: Window) -> str:
    if window.what == "play":
        return gettext("**{points}** for {card}", points=window.declared, card=card(window.cards[-1]))
    return f"**{window.declared}**"


def _count_of(shown: TableView, window: Window) -> str:
    return gettext("{name}'s count of {points}", name=shown.names[window.seat], points=_points(window))


def _in_order(windows: Iterable[Window]) -> list[Window]:
    return list(dict.fromkeys(windows))


def _may_challenge(shown: TableView, window: Window) -> list[int]:
    count = (window.seat, window.name)
    return [
        seat
        for seat, view in enumerate(shown.views)
        if any(isinstance(move, Challenge) and (move.against, move.card) == count for move in view.legal)
    ]


def _claims(views: Iterable[View]) -> Claims:
    """Return what may be said against the counts: too few against 0, too many against one that wins the game."""
    said = {move.claim for view in views for move in view.legal if isinstance(move, Challenge)}
    return tuple(claim for claim in ("too_many", "too_few") if claim in said)


_ACCEPT: Final[dict[Claims, str]] = {
    (): N_("**{who}:** accept {what}?"),
    ("too_many",): N_("**{who}:** accept {what}, or challenge it?"),
    ("too_few",): N_("**{who}:** accept {what}, or say it's too few?"),
    ("too_many", "too_few"): N_("**{who}:** accept {what}, or say it's too many or too few?"),
}
_ACCEPT_ALL: Final[dict[Claims, str]] = {
    **dict.fromkeys(
        ((), ("too_few",), ("too_many", "too_few")),
        N_("**{who}:** accept {what}, or say which is wrong?"),
    ),
    ("too_many",): N_("**{who}:** accept {what}, or challenge one?"),
}
_CHECK: Final[dict[Claims, str]] = {
    (): N_("Check {what} first: accept it?"),
    ("too_many",): N_("Check {what} first: accept it, or challenge?"),
    ("too_few",): N_("Check {what} first: accept it, or say it's too few?"),
    ("too_many", "too_few"): N_("Check {what} first: accept it, or say it's too many or too few?"),
}
_CHECK_ALL: Final[dict[Claims, str]] = {
    **dict.fromkeys(
        ((), ("too_few",), ("too_many", "too_few")),
        N_("Check {what} first: accept them, or say which is wrong?"),
    ),
    ("too_many",): N_("Check {what} first: accept them, or challenge one?"),
}
_QUESTIONS: Final[dict[Claims, str]] = {
    (): N_("Accept?"),
    ("too_many",): N_("Accept, or challenge?"),
    ("too_few",): N_("Accept, or say it's too few?"),
    ("too_many", "too_few"): N_("Accept, or say it's too many or too few?"),
}
_QUESTIONS_OF_ALL: Final[dict[Claims, str]] = {
    **dict.fromkeys(
        ((), ("too_few",), ("too_many", "too_few")),
        N_("Accept all, or say which is wrong?"),
    ),
    ("too_many",): N_("Accept all, or challenge one?"),
}


_NAMED: Final = re.compile(
    r"(?:(?:many|few|called)-(?P<seat>[0-9])|raised?)-"
    r"(?P<kind>[phc])(?P<declared>[0-9]{1,2})(?:-(?P<card>[2-9TJQKA][CDHS]))?(?:-[0-9]{1,2})?"
)


def code_of(window: Window) -> str:
    """Return the code of a count beside its seat: what was counted, and the points: ``p4``."""
    return f"{window.what[0]}{window.declared}"


def challenge_code(window: Window) -> str:
    """Return the code of a count to challenge, with its card where its player has counted again since: ``p0-4C``."""
    return code_of(window) if window.name is None else f"{code_of(window)}-{window.name}"


def card_of(press: Press, view: View) -> Card | None:
    """Return the card in the play whose count a press challenges; None for a hand or crib, or where nothing tells it.

    A button without a card means the last card that this player had played when the button was shown.
    """
    named = _NAMED.fullmatch(press.action)
    if named is None or named["seat"] is None or named["kind"] != "p":
        return None
    if named["card"] is not None:
        return Card.parse(named["card"])
    before = _cards_before(press, view)
    played = [] if before is None else [card for seat, card in view.played[:before] if seat == int(named["seat"])]
    return played[-1] if played else None


def names_open_count(press: Press, view: View) -> bool:
    """Return whether a press answers or changes a count that is still open, whatever else has happened since.

    A player's count is named by its card. A button that tells none names their only count of its kind, as long as they
    have played no card since the press.
    """
    named, before = _NAMED.fullmatch(press.action), _cards_before(press, view)
    if named is None or before is None:
        return False
    is_own = named["seat"] is None
    seat = view.seat if is_own else int(named["seat"])
    code, card = f"{named['kind']}{int(named['declared'])}", card_of(press, view)
    found = [window for window in _answerable(view, own=is_own) if window.seat == seat and code_of(window) == code]
    if card is not None:
        return any(window.cards[-1] == card for window in found)
    return bool(found) and all(player != seat for player, _ in view.played[before:])


def _answerable(view: View, *, own: bool) -> tuple[Window, ...]:
    return view.amendable if own else view.own_windows


def _cards_before(press: Press, view: View) -> int | None:
    """Return how many of the cards played in this deal were played before a button was shown; None if nobody knows."""
    prompt = press.prompt.split(".")
    if len(prompt) < 3 or not (prompt[0].isdecimal() and prompt[2].isdecimal()):
        return None
    deal, stage, position = int(prompt[0]), prompt[1], int(prompt[2])
    if deal == view.deal:
        return position if stage == "play" else len(view.played) if stage in {"show", "deal"} else 0
    return 0 if deal == view.deal - 1 and stage in {"show", "deal"} else None
