"""The status line of a table: what happens now, who has to act, and how the game ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.i18n.translation import N_, gettext, join_list, ngettext
from bot.tables.table import Table
from bot.ui.core.formatting import card, escape, hand
from bot.ui.games.table_view import TableView
from engine.actions import Accept, ClaimHeels, Declare, NameNumber, Play, SayGo, Stop, TakeBack
from engine.cards import Card
from engine.events import Claim, Conceded, Pegged
from engine.laws import Law
from engine.presets import PRESETS
from engine.rules import PlayOn, PredealCut
from engine.view import View

Names = Sequence[str]


def prompt_for_all(shown: TableView) -> str:
    """What happens now, for everyone: the first line of a table."""
    view, names = shown.open, shown.names
    if view.stage == "over":
        return gettext("The game is over.")
    who = join_list([names[seat] for seat in view.waiting_on])
    if view.window is not None:
        return f"{_answer_of(shown, who)} {_declaration(view, names)}"
    if view.offender is not None:
        return gettext("**{who}** to choose: {offence}", who=who, offence=_offence(view, names))
    match view.stage:
        case "cut" if view.waiting_on:
            return gettext("**{who}** to cut for the deal; the lowest card deals.", who=who)
        case "deal" if view.waiting_on:
            return gettext(
                "**{who}** to cut to the dealer, or to leave the pack as it is.{price}",
                who=who,
                price=_price_of_cut(view, names),
            )
        case "cut" | "deal":
            return gettext("The cards are being cut.")
        case "starter":
            return gettext("**{who}** to cut for the starter.", who=who)
        case "lay_away":
            several = len(view.waiting_on) > 1
            return gettext(
                "**{who}** to lay away {cards} each to {crib}."
                if several
                else "**{who}** to lay away {cards} to {crib}.",
                who=who,
                cards=_number_of_cards(_most_to_lay(shown)),
                crib=_crib(view, names),
            )
        case "play":
            told = gettext("**{who}** to play on, or to stop." if _at_liberty(view) else "**{who}** to play.", who=who)
            return f"{told} {_count(view)}"
        case _:
            return gettext(_TO_DECLARE[_what_is_shown(view)], who=who, **_open_hand(view))


def prompt_for_you(shown: TableView, seat: int) -> str:
    """What happens now, for the player who sits there."""
    view, names = shown.views[seat], shown.names
    if view.window is not None:
        return _in_a_window(shown, view)
    if seat not in view.waiting_on:
        return prompt_for_all(shown)
    if view.offender is not None:
        return gettext("**Choose:** {offence}", offence=_offence(view, names))
    match view.stage:
        case "cut":
            return gettext("**Cut for the deal**, {range}; the lowest card deals.", range=_range(view))
        case "deal":
            return gettext(
                "**Cut to the dealer**, or leave the pack as it is.{price}", price=_price_of_cut(view, names)
            )
        case "starter":
            return gettext("**Cut for the starter**, {range}.", range=_range(view))
        case "lay_away":
            cards = _number_of_cards(view.to_lay)
            if view.dealer == seat:
                return gettext("**Lay away {cards}** to your own crib.", cards=cards)
            return gettext("**Lay away {cards}** to {name}'s crib.", cards=cards, name=names[view.dealer or 0])
        case "play":
            return f"{_to_play(view)} {_count(view, leading=gettext('You lead; the count is nought.'))}"
        case _:
            return _declare_yours(view)


def result_line(shown: TableView, *, counts: bool | None = None) -> str:
    """Who won, by how much, and what it counts; ``counts`` is whether its league has it, None where that is unknown."""
    table, view, names = shown.table, shown.open, shown.names
    assert view.winner is not None
    side = [names[seat] for seat in view.rules.sides[view.winner]]
    if view.by in _GIVEN_UP:
        how = gettext(_GIVEN_UP[view.by], loser=_loser(shown, view.winner))
        first = ngettext("**{side} wins:** {how}.", "**{side} win:** {how}.", len(side), side=join_list(side), how=how)
    else:
        scores = join_list([str(score) for side, score in enumerate(view.scores) if side != view.winner])
        first = ngettext(
            "**{side} wins {score} to {scores}**, {how}.",
            "**{side} win {score} to {scores}**, {how}.",
            len(side),
            side=join_list(side),
            score=view.scores[view.winner],
            scores=scores,
            how=_how(shown),
        )
    return gettext(
        "{first} It counts {games}.{match}{league}",
        first=first,
        games=_games(table, view.games),
        match=_match(shown),
        league=_league(table, counts=counts),
    )


def standing(shown: TableView) -> str:
    """The games of a match by side, as they stand beside the holes."""
    table, sides = shown.table, _sides(shown)
    won = ", ".join(f"{join_list(side)} {games}" for side, games in zip(sides, table.standing, strict=True))
    return gettext("Games: {won}; best of {best_of}.", won=won, best_of=table.best_of)


_GIVEN_UP: Final = {"resigned": N_("{loser} resigned"), "time": N_("{loser}'s time was up")}
_WON_BY: Final = {
    "heels": N_("with two for his heels"),
    "play": N_("in the play"),
    "show": N_("in the show"),
    "penalty": N_("with points that the other side scored wrongly"),
}
_WON_UNDER: Final = {
    Law.MUGGINS: N_("with points that the other side overlooked"),
    Law.FALSE_CHALLENGE: N_("with two for a false challenge"),
    Law.TAKEN_BACK: N_("with two for what was taken back"),
    Law.FALSE_GO: N_("with two for a false go"),
    Law.PREDEAL_CUT: N_("with two for the cut before the deal"),
    Law.THREE_FOR_LAST: N_("with three for last"),
}


def _how(shown: TableView) -> str:
    """How the last points came."""
    laws = [event.law for event in shown.events if isinstance(event, Pegged)]
    by = _WON_BY[shown.open.by]
    return gettext(_WON_UNDER.get(laws[-1], by) if laws else by)


def _loser(shown: TableView, winner: int) -> str:
    """Who gave the game up."""
    rules = shown.table.rules
    gave = [event.seat for event in shown.events if isinstance(event, Conceded)]
    others = [seat for seat in range(rules.players) if rules.side_of(seat) != winner]
    return shown.names[(gave or others)[-1]]


def _games(table: Table, games: int) -> str:
    """What a win counts, with the name that its book has for a double game."""
    if games == 1:
        return gettext("one game")
    ways = PRESETS[table.agreement.preset].doubles.get(table.rules.target, {})
    match games:
        case 2:
            return gettext("two games: a lurch" if table.rules.doubles == ways.get("lurch") else "two games: a skunk")
        case 3:
            return gettext("three games")
        case 4:
            return gettext("four games: a double skunk")
        case _:
            return gettext("{games} games", games=games)


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
    """Whether the result has gone into the league's table."""
    named = table.agreement.league_name
    if named is None or counts is None:
        return ""
    return gettext(
        " It counts in the league {named}." if counts else " It does not count in the league {named}.",
        named=escape(named),
    )


def _sides(shown: TableView) -> list[list[str]]:
    return [[shown.names[seat] for seat in side] for side in shown.table.rules.sides]


# While a declaration may be challenged.


def _declaration(view: View, names: Names) -> str:
    """Return what was declared, and nothing about whether it is true."""
    window = view.window
    assert window is not None
    who, what = names[window.seat], f"**{window.declared}**"
    if window.what == "play":
        if window.claims_game:
            return gettext(
                "{who} claims the game with {what} for {card}.", who=who, what=what, card=card(window.cards[-1])
            )
        return gettext(
            "{who} declares {what} for {card}. The count is **{count}**.",
            who=who,
            what=what,
            card=card(window.cards[-1]),
            count=view.count,
        )
    claim = gettext(", which claims the game") if window.claims_game else ""
    starter = window.starter or _starter(view)
    return gettext(
        "{who} declares {what} for the crib{claim}: {cards}, starter {card}."
        if window.what == "crib"
        else "{who} declares {what} for the hand{claim}: {cards}, starter {card}.",
        who=who,
        what=what,
        claim=claim,
        cards=hand(window.cards),
        card=card(starter),
    )


def _answer_of(shown: TableView, who: str) -> str:
    """Who may go on, or must be satisfied."""
    view = shown.open
    moves = [move for seat in view.waiting_on for move in shown.views[seat].legal]
    complains = bool(_complaints(view))
    if any(isinstance(move, Play | SayGo | Stop) for move in moves):
        return gettext("**{who}** to play, or to challenge." if complains else "**{who}** to play.", who=who)
    if any(isinstance(move, Declare) for move in moves):
        return gettext("**{who}** to declare, or to challenge." if complains else "**{who}** to declare.", who=who)
    return gettext("**{who}** to say: {question}", who=who, question=_lower_first(_question(view)))


def _in_a_window(shown: TableView, view: View) -> str:
    """Return the prompt for one player while a declaration lies open: the declarer waits, the others answer."""
    names = shown.names
    kinds = {type(move) for move in view.legal}
    told, question = _declaration(view, names), _question(view)
    first = gettext("Or first: {question} ", question=_lower_first(question)) if Accept in kinds else ""
    if kinds & {Play, SayGo, Stop}:
        return f"{_to_play(view)} {first}{told}"
    if Declare in kinds and view.shown is not None:
        return f"{_declare_yours(view)}\n{first}{told}"
    if Accept in kinds:
        return f"**{question}** {told}" if view.seat in view.waiting_on else f"{question} {told}"
    others = join_list([names[seat] for seat in _may_answer(shown)])
    return (
        gettext("{told} {others} may still challenge.", told=told, others=others)
        if _complaints(view)
        else gettext("{told} It waits for {others}.", told=told, others=others)
    )


def _may_answer(shown: TableView) -> list[int]:
    """The seats of other sides that have not yet spoken."""
    return [move.seat for view in shown.views for move in view.legal if isinstance(move, Accept)]


def _question(view: View) -> str:
    """What those who have not spoken are asked."""
    return gettext(_QUESTIONS[_complaints(view)])


def _complaints(view: View) -> tuple[Claim, ...]:
    """What may be said against a declaration: of 0 that it is too few, of a claim of game that it is too many."""
    window = view.window
    assert window is not None
    many: tuple[Claim, ...] = ("too_many",) if window.declared else ()
    return (*many, "too_few") if view.rules.muggins and not window.claims_game else many


_QUESTIONS: Final[dict[tuple[Claim, ...], str]] = {
    (): N_("Satisfied?"),
    ("too_many",): N_("Satisfied, or too many?"),
    ("too_few",): N_("Satisfied, or too few?"),
    ("too_many", "too_few"): N_("Satisfied, too many, or too few?"),
}


# The parts of a sentence.


def _lower_first(sentence: str) -> str:
    return f"{sentence[0].lower()}{sentence[1:]}"


def _offence(view: View, names: Names) -> str:
    """What was done against the laws, and what the adversary may choose."""
    offender = names[view.offender or 0]
    if view.stage == "play":
        return gettext(
            "{offender} said go with a card that comes in (law 16). Require the card, or mark two.", offender=offender
        )
    return gettext(
        "{offender} took back what was laid away (law 11). Ask for a fresh deal, or let it stand.", offender=offender
    )


def _price_of_cut(view: View, names: Names) -> str:
    if view.rules.predeal_cut is PredealCut.TWO:
        return gettext(" Whoever cuts gives {name} two.", name=names[view.dealer or 0])
    return ""


def _range(view: View) -> str:
    """How many cards may be cut."""
    numbers = [move.number for move in view.legal if isinstance(move, NameNumber)]
    return gettext("{least} to {most} cards", least=min(numbers), most=max(numbers))


def _number_of_cards(many: int) -> str:
    return ngettext("1 card", "{number} cards", many)


def _crib(view: View, names: Names) -> str:
    """Return whose crib it is, unless only the dealer still has to lay away."""
    if view.waiting_on == (view.dealer,):
        return gettext("the crib")
    return gettext("{name}'s crib", name=names[view.dealer or 0])


def _most_to_lay(shown: TableView) -> int:
    """How many cards those who are asked have still to lay away, at most."""
    return max([shown.views[seat].to_lay for seat in shown.open.waiting_on], default=0)


def _at_liberty(view: View) -> bool:
    """Whether whoever is to play may also stop, as everyone can tell."""
    return view.rules.play_on is PlayOn.MAY and bool(view.series) and (bool(view.gone) or 0 in view.held)


def _count(view: View, leading: str = "") -> str:
    told = (
        gettext("The count is **{count}**.", count=view.count)
        if view.seat is None
        else gettext("The count is {count}.", count=view.count)
    )
    return told if view.series else leading or gettext("A new count begins.")


def _to_play(view: View) -> str:
    kinds = {type(move) for move in view.legal}
    if Stop in kinds:
        return gettext("**Play on, or stop.**" if Play in kinds else "**Stop:** no card of yours comes in.")
    if Play not in kinds:
        return gettext("**Say go:** no card of yours comes in.")
    return gettext("**Play a card.**")


def _declare_yours(view: View) -> str:
    return gettext(_DECLARE_YOURS[_what_is_shown(view)], **_open_hand(view))


_DECLARE_YOURS: Final = {
    "hand": N_("**Declare your hand:** {cards}, starter {card}."),
    "crib": N_("**Declare your crib:** {cards}, starter {card}."),
}
_TO_DECLARE: Final = {
    "hand": N_("**{who}** to declare the hand: {cards}, starter {card}."),
    "crib": N_("**{who}** to declare the crib: {cards}, starter {card}."),
}


def _what_is_shown(view: View) -> str:
    """Whether a hand or a crib lies open to be declared."""
    assert view.shown is not None
    return view.shown[1]


def _open_hand(view: View) -> dict[str, str]:
    """The cards that lie open to be declared, and the starter."""
    assert view.shown is not None
    return {"cards": hand(view.shown[2]), "card": card(_starter(view))}


def _starter(view: View) -> Card:
    assert view.starter is not None
    return view.starter


def may_besides(view: View) -> Iterator[str]:
    """What a seat may do though it is not asked of it, in small print."""
    if any(isinstance(move, ClaimHeels) for move in view.legal):
        yield gettext("-# His heels may be claimed until you have played a card; without a jack the claim is refused.")
    if any(isinstance(move, TakeBack) for move in view.legal):
        yield gettext("-# To take back a card that was laid away costs two holes (law 11).")
