"""The status line of a table: what happens now, who has to act or may answer a count, and how the game ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from bot.i18n.translation import N_, gettext, join_list, ngettext
from bot.tables.clocks import clock_summary
from bot.tables.table import Table
from bot.ui.core.formatting import card, escape, hand
from bot.ui.games.move_offers import count_name
from bot.ui.games.table_view import TableView, is_judging, starts_with_jack
from bot.ui.lawbook.law_page import WHO_COUNTS
from engine.actions import (
    Accept,
    Amend,
    Challenge,
    ClaimHeels,
    Declare,
    LayAway,
    NameNumber,
    Play,
    SayGo,
    Stop,
    TakeBack,
)
from engine.events import Claim, Conceded, Pegged
from engine.laws import Law
from engine.presets import PRESETS
from engine.rules import Partners, PlayOn, PredealCut
from engine.view import View, Window

Names = Sequence[str]


def prompt_for_all(shown: TableView, *, pictured: bool = False) -> str:
    """Return the first line of a game: what happens now, for everyone.

    With ``pictured`` it leaves out the cards and the count, which the picture shows.
    """
    if shown.open.stage == "over":
        return gettext("The game is over.")
    if (question := question_for_all(shown, pictured=pictured)) is not None:
        return question
    return f"{_next_act(shown, pictured=pictured)}{still_open(shown, pictured=pictured)}"


def _next_act(shown: TableView, *, pictured: bool) -> str:
    view, names = shown.open, shown.names
    who = join_list([names[seat] for seat in view.waiting_on])
    if view.offender is not None:
        return f"**{who}:** {_offence(view, names)}"
    match view.stage:
        case "cut" if view.waiting_on:
            return gettext("**{who}:** cut for the deal. Lowest card deals.", who=who)
        case "deal" if view.waiting_on and view.rules.predeal_cut is PredealCut.MUST:
            return gettext("**{who}:** cut the deck.", who=who)
        case "deal" if view.waiting_on:
            return gettext(
                "**{who}:** cut the deck, or leave it as it is.{price}", who=who, price=_price_of_cut(view, names)
            )
        case "cut" | "deal":
            return gettext("The cards are being cut and dealt.")
        case "starter":
            return gettext("**{who}:** cut for the starter.", who=who)
        case "lay_away":
            several = len(view.waiting_on) > 1
            return gettext(
                "**{who}:** discard {cards} each to {crib}." if several else "**{who}:** discard {cards} to {crib}.",
                who=who,
                cards=_number_of_cards(max([shown.views[seat].to_lay for seat in view.waiting_on], default=0)),
                crib=_crib(view, names),
            )
        case "play":
            at_liberty = view.rules.play_on is PlayOn.MAY and view.series and (view.gone or 0 in view.held)
            turn = gettext("**{who}:** play on, or stop." if at_liberty else "**{who}:** your turn.", who=who)
            return turn if pictured else f"{turn} {_count(view)}"
        case _:
            # While a count is open only its owner sees the hand that is counted next.
            counting = view if view.shown is not None else shown.views[view.waiting_on[0]]
            prompt = gettext(_COUNT[_what_is_shown(counting)], who=who)
            return prompt if pictured or view.shown is None else f"{prompt} {_open_hand(view)}."


_COUNT: Final = {"hand": N_("**{who}:** count your hand."), "crib": N_("**{who}:** count your crib.")}


def prompt_for_you(shown: TableView, seat: int, *, pictured: bool = False) -> str:
    """Return what happens now, for the player in this seat.

    With ``pictured`` it leaves out the cards, the starter and the count, which the picture above it shows.
    """
    view, names = shown.views[seat], shown.names
    if seat in view.closed:
        others = join_list([name for other, name in enumerate(names) if other not in view.closed])
        return gettext("You left this game. {others} play on.", others=others)
    if (
        view.declarations
        and view.windows
        and (question := _with_open_counts(shown, view, pictured=pictured)) is not None
    ):
        return question
    if seat not in view.waiting_on:
        if not view.waiting_on or view.offender is not None or view.windows:
            return prompt_for_all(shown, pictured=pictured)
        # In words that nobody takes for an order to themselves.
        return _wait_for_act(shown, view, pictured=pictured)
    return _own_act(view, names, pictured=pictured)


def _wait_for_act(shown: TableView, view: View, *, pictured: bool) -> str:
    has_discarded = view.stage == "lay_away" and view.laid
    wait = _DISCARDED if has_discarded else _WAIT[view.stage]
    text = gettext(wait, who=join_list([shown.names[seat] for seat in view.waiting_on]))
    if view.stage == "play" and not pictured:
        return f"{text} {_count(view)}"
    return text if pictured or view.shown is None else f"{text} {_open_hand(view)}."


_DISCARDED: Final = N_("You discarded. Waiting for {who} to discard.")
_WAIT: Final = {
    **dict.fromkeys(("cut", "deal", "starter"), N_("Waiting for {who} to cut.")),
    "lay_away": N_("Waiting for {who} to discard."),
    "play": N_("Waiting for {who} to play."),
    "show": N_("Waiting for {who} to count."),
}


def _own_act(view: View, names: Names, *, pictured: bool) -> str:
    if view.offender is not None:
        return _offence(view, names, bold=True)
    match view.stage:
        case "cut":
            return gettext("**Cut for the deal** ({range}). Lowest card deals.", range=_range(view))
        case "deal" if view.rules.predeal_cut is PredealCut.MUST:
            return gettext("**Cut the deck.**")
        case "deal":
            return gettext("**Cut the deck**, or leave it as it is.{price}", price=_price_of_cut(view, names))
        case "starter":
            return gettext("**Cut for the starter** ({range}).", range=_range(view))
        case "lay_away":
            cards = _number_of_cards(view.to_lay)
            if view.dealer == view.seat:
                return gettext("**Discard {cards}** to your crib.", cards=cards)
            return gettext("**Discard {cards}** to {name}'s crib.", cards=cards, name=names[view.dealer or 0])
        case "play":
            return _to_play(view) if pictured else f"{_to_play(view)} {_count(view)}"
        case _:
            return _count_yours(view, pictured=pictured)


def _with_open_counts(shown: TableView, view: View, *, pictured: bool) -> str | None:
    """Return what happens now, for a player, while a count is open; None if no count concerns them now."""
    names = shown.names
    if view.seat in view.waiting_on:
        if not view.own_windows:
            return None
        if is_answering(view) or is_judging(view):
            return question_for_you(shown, view, pictured=pictured)
        if view.stage == "lay_away":
            return f"{_own_act(view, names, pictured=pictured)} {question_for_you(shown, view, pictured=pictured)}"
        if view.stage != "play" or any(isinstance(move, Declare) for move in view.legal):
            return _count_yours(view, pictured=pictured)
        return f"{_to_play(view)} {question_for_you(shown, view, pictured=pictured)}"
    asked = [shown.views[seat] for seat in view.waiting_on]
    others_answer = all(is_answering(other) or is_judging(other) for other in asked)
    is_clear = others_answer or (view.stage == "play" and view.rules.players == 2)
    next_act = "" if is_clear else f"{_wait_for_act(shown, view, pictured=pictured)} "
    sentence = question_for_you if view.own_windows else who_may_answer
    return f"{next_act}{sentence(shown, view, pictured=pictured, alone=is_clear)}"


def result_line(shown: TableView, *, counts: bool | None = None, is_first: bool = False) -> str:
    """Return who won, by how much, and for how many games; ``counts`` is whether its league counts it, or None.

    After the first game of somebody, ``is_first``, it leaves out what a skunk is worth.
    """
    table, view, names = shown.table, shown.open, shown.names
    assert view.winner is not None
    side = [names[seat] for seat in view.rules.sides[view.winner]]
    if view.by in _GIVEN_UP:
        how = gettext(_GIVEN_UP[view.by], loser=_loser(shown, view.winner))
        first = ngettext("**{side} wins:** {how}.", "**{side} win:** {how}.", len(side), side=join_list(side), how=how)
    else:
        scores = join_list([str(score) for side, score in enumerate(view.scores) if side != view.winner])
        laws = [event.law for event in shown.course.events if isinstance(event, Pegged)]
        first = ngettext(
            "**{side} wins {score} to {scores}**{how}.",
            "**{side} win {score} to {scores}**{how}.",
            len(side),
            side=join_list(side),
            score=view.scores[view.winner],
            scores=scores,
            how=gettext(_WON_UNDER[laws[-1]]) if laws and laws[-1] in _WON_UNDER else "",
        )
    return "".join([first, "" if is_first else _worth(table, view.games), _match(shown), _league(table, counts=counts)])


def standing(shown: TableView) -> str:
    table, sides = shown.table, _sides(shown)
    won = ", ".join(f"{join_list(side)} {games}" for side, games in zip(sides, table.standing, strict=True))
    if not table.in_match:
        return gettext("Games so far: {won}.", won=won)
    return gettext("Games: {won} (best of {best_of}).", won=won, best_of=table.best_of)


_GIVEN_UP: Final = {"resigned": N_("{loser} resigned"), "time": N_("{loser} ran out of time")}
_WON_UNDER: Final = {
    Law.HIS_HEELS: N_(" with his heels"),
    Law.OVERSCORE: N_(" thanks to a wrong count"),
    Law.MUGGINS: N_(" with muggins"),
    Law.FALSE_CHALLENGE: N_(" after a wrong challenge"),
    Law.TAKEN_BACK: N_(" after a discard was taken back"),
    Law.FALSE_GO: N_(' after a wrong "go"'),
    Law.PREDEAL_CUT: N_(" with the cut before the deal"),
    Law.THREE_FOR_LAST: N_(" with three for last"),
}
"""How a game was won, where it was not in the play or in the show."""


def _loser(shown: TableView, winner: int) -> str:
    rules = shown.table.rules
    gave = [event.seat for event in shown.course.events if isinstance(event, Conceded)]
    others = [seat for seat in range(rules.players) if rules.side_of(seat) != winner]
    return shown.names[(gave or others)[-1]]


def _worth(table: Table, games: int) -> str:
    """Return what a skunk is worth where skunks count, and otherwise that it was one."""
    counts = table.counts_skunks
    match games:
        case 1:
            return ""
        case 2 if not counts:
            return gettext(" That's a skunk.")
        case 4 if not counts:
            return gettext(" That's a double skunk.")
        case 2:
            return gettext(" A skunk is worth 2 games.")
        case 4:
            return gettext(" A double skunk is worth 4 games.")
        case _:
            return gettext(" It's worth {games} games.", games=games)


def _match(shown: TableView) -> str:
    table = shown.table
    if not table.in_match:
        return ""
    if not table.match_over:
        return gettext(" The match goes on.")
    best = max(range(len(table.standing)), key=table.standing.__getitem__)
    side = _sides(shown)[best]
    return ngettext(" **{side} wins the match.**", " **{side} win the match.**", len(side), side=join_list(side))


def _league(table: Table, *, counts: bool | None) -> str:
    named = table.agreement.league_name
    if named is None or counts is None:
        return ""
    return gettext(
        " It counts in {named}." if counts else " It doesn't count in {named}.",
        named=escape(named),
    )


def _sides(shown: TableView) -> list[list[str]]:
    return [[shown.names[seat] for seat in side] for side in shown.table.rules.sides]


# The parts of a sentence.


def _offence(view: View, names: Names, *, bold: bool = False) -> str:
    offender = names[view.offender or 0]
    if view.stage == "play":
        what = gettext('{offender} said "go" but has a playable card.', offender=offender)
        choice = gettext("Make them play, or take 2 points?")
    else:
        what = gettext("{offender} took back a discard.", offender=offender)
        choice = gettext("Ask for a new deal, or let it stand?")
    return f"{what} **{choice}**" if bold else f"{what} {choice}"


def _price_of_cut(view: View, names: Names) -> str:
    if view.rules.predeal_cut is PredealCut.TWO:
        return gettext(" Cutting gives {name} 2 points.", name=names[view.dealer or 0])
    return ""


def _range(view: View) -> str:
    numbers = [move.number for move in view.legal if isinstance(move, NameNumber)]
    return gettext("{least} to {most} cards", least=min(numbers), most=max(numbers))


def _number_of_cards(many: int) -> str:
    return ngettext("1 card", "{number} cards", many)


def _crib(view: View, names: Names) -> str:
    """Return whose crib it is, unless only the dealer still has to discard."""
    if view.waiting_on == (view.dealer,):
        return gettext("the crib")
    return gettext("{name}'s crib", name=names[view.dealer or 0])


def _count(view: View) -> str:
    """Return the count; it is back to 0 after the cards of an earlier count."""
    if view.played and not view.series:
        return gettext("The count is back to 0.")
    return gettext("The count is **{count}**.", count=view.count)


def _to_play(view: View) -> str:
    kinds = {type(move) for move in view.legal}
    if Stop in kinds:
        return gettext("**Play on, or stop.**" if Play in kinds else "**You have no playable card.** Press **Stop**.")
    if Play not in kinds:
        return gettext('**You have no playable card.** Say "go".')
    return gettext("**Your turn.** Play a card." if view.series else "**You lead.** Play a card.")


def _count_yours(view: View, *, pictured: bool) -> str:
    is_crib = _what_is_shown(view) == "crib"
    if pictured:
        return gettext("**Count your crib.**" if is_crib else "**Count your hand.**")
    return gettext(
        "**Count your crib:** {cards}." if is_crib else "**Count your hand:** {cards}.", cards=_open_hand(view)
    )


def _what_is_shown(view: View) -> str:
    assert view.shown is not None
    return view.shown[1]


def _open_hand(view: View) -> str:
    assert view.shown is not None
    assert view.starter is not None
    return gettext("{cards}, starter {card}", cards=hand(view.shown[2]), card=card(view.starter))


def may_besides(view: View) -> Iterator[str]:
    """Yield a seat's optional actions, in small print."""
    kinds = {type(move) for move in view.legal}
    if ClaimHeels in kinds and starts_with_jack(view):
        yield gettext("-# The starter is a jack. Claim 2 points before you play.")
    if TakeBack in kinds:
        yield gettext("-# Taking a discard back gives your opponent 2 points.")
    if Amend in kinds:
        yield gettext("-# Did you count too few? You can change your count until you play your next card.")


# Open counts.

Claims = tuple[Claim, ...]


def question_for_all(shown: TableView, *, pictured: bool) -> str | None:
    """Return what the players who are asked can do about open counts; None if they are asked something else."""
    if not shown.open.declarations:
        return None
    asked = [shown.views[seat] for seat in shown.open.waiting_on]
    kinds = {type(move) for view in asked for move in view.legal}
    windows = list(dict.fromkeys(window for view in asked for window in view.own_windows))
    if not windows or LayAway in kinds or (Declare in kinds and shown.open.shown is not None):
        return None
    who, claims = join_list([shown.names[view.seat or 0] for view in asked]), _claims(asked)
    if kinds & {Play, SayGo, Stop}:
        question = gettext("**{who}:** play, or challenge." if claims else "**{who}:** your turn.", who=who)
    elif Accept in kinds:
        question = gettext("**{who}:** {question}", who=who, question=gettext(_sentence(_QUESTIONS, windows, claims)))
    else:
        return None
    said = " ".join([_said(shown, shown.open, window) for window in windows])
    more = _about(shown, windows, pictured=pictured)
    return f"{said} {question}{more}{still_open(shown, shown.open.waiting_on, pictured=pictured)}"


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
    question = gettext(_sentence(_QUESTIONS, windows, _claims([view])))
    said = " ".join([_said(shown, view, window) for window in windows])
    asked = f"**{question}**" if view.seat in view.waiting_on else question
    return f"{said} {asked}{_about(shown, windows, pictured=pictured, alone=alone)}"


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


def _sentence(sentences: Mapping[Claims | str, str], windows: Sequence[Window], claims: Claims) -> str:
    """Return the sentence about these counts by what may be said against one; of several, somebody says which."""
    if len(windows) == 1:
        return sentences[claims]
    return sentences["challenge one" if claims == ("too_many",) else "say which"]


_QUESTIONS: Final[Mapping[Claims | str, str]] = {
    (): N_("Accept?"),
    ("too_many",): N_("Accept, or challenge?"),
    ("too_few",): N_("Accept, or say it's too few?"),
    ("too_many", "too_few"): N_("Accept, or say it's too many or too few?"),
    "challenge one": N_("Accept all, or challenge one?"),
    "say which": N_("Accept all, or say which is wrong?"),
}


# The terms of a game.


def times_left(shown: TableView) -> Iterator[str]:
    """Yield when the time of each player who has to act is over."""
    deadlines = zip(shown.names, shown.table.deadlines, strict=True)
    times = [f"{name} <t:{int(until.timestamp())}:R>" for name, until in deadlines if until is not None]
    if times and shown.table.status == "playing":
        yield gettext("-# Time runs out: {times}.", times=", ".join(times))


def terms(table: Table) -> Iterator[str]:
    """Yield the rules, the clock and the league in a few words; before the game also who plays, and for how long."""
    rules, preset = table.rules, PRESETS.get(table.agreement.preset)
    title = table.agreement.preset if preset is None else gettext(preset.title)
    yield gettext("{rules} to {target}", rules=title, target=rules.target)
    if table.has_begun and (preset is None or rules.counting is not preset.rules.counting):
        yield gettext(WHO_COUNTS[rules.counting])
    if not table.has_begun:
        yield from _before(table)
    if rules.muggins:
        yield gettext("muggins")
    if table.agreement.helped:
        yield gettext("with help, counts for nothing")
    if table.clock and (clock := clock_summary(table.clock).strip(" .")):
        yield clock
    if table.agreement.league_name:
        yield gettext("league {league}", league=escape(table.agreement.league_name))


def _before(table: Table) -> Iterator[str]:
    if table.players > 2:
        yield gettext("{number} players", number=table.players)
    if table.players == 4 and table.rules.partners is Partners.CUT:
        yield gettext("partners by the cut")
    if table.rules.ceremony:
        yield gettext("cutting by hand")
    if table.in_match:
        yield gettext("best of {best_of}", best_of=table.best_of)
