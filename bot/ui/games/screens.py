"""The screens of a table: text, pictures and buttons, built again for each version of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord
from discord.ui import ActionRow, Container, Separator, TextDisplay

from bot.i18n.translation import N_, gettext, join_list
from bot.models.player import Player
from bot.render.scene import Scene
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.components import Form, Press, Screen, amendment, button, cutting, declaration
from bot.ui.core.display_options import TEXT, DisplayOptions, End
from bot.ui.core.formatting import as_many_as_fit
from bot.ui.games import action_rows
from bot.ui.games.coaching import tip
from bot.ui.games.move_log import LogLine, counts_in_short
from bot.ui.games.review import review
from bot.ui.games.scenes import declared_scene, hand_scene, shown_scene, table_scene
from bot.ui.games.status import may_besides, prompt_for_all, prompt_for_you, result_line, standing
from bot.ui.games.table_view import TableView
from engine.actions import CutPack, NameNumber
from engine.cards import Card
from engine.events import Event
from engine.rules import Counting, Rules
from engine.view import View

TIP: Final = N_("-# Tip: {tip}")
NEXT: Final = N_(
    "-# That was a first game for {names}. Next: count faster with `/practice`, or check each other's counts with "
    "`/play preset:britannica`."
)
NEXT_OF_CHECKERS: Final = N_(
    "-# That was a first game for {names}. Next: count faster with `/practice`, or play as three or four with "
    "`/play players`."
)

_LATEST: Final = 6
_LATEST_IN_A_PANEL: Final = 3
_MOST_TEXT: Final = 3_800
"""Discord allows 4,000 characters of text in one message; some are left for the buttons' rows."""


def names_at(table: Table) -> tuple[str, ...]:
    """Return the players' names for a text that Discord formats, by seat."""
    return tuple(map(formatting.escape, table.names))


def closed_table(table: Table) -> Screen:
    """The screen of an invitation that was declined or withdrawn, or of a game that was called off."""
    names = join_list(names_at(table))
    if table.version:
        told = gettext(
            "The game of {names} was called off by those who run the league, and does not count.", names=names
        )
        return _screen([told])
    return _screen([gettext("The game of {names} will not be played. Start another with /play.", names=names)])


def moved_table(table: Table, where: str) -> Screen:
    """The message in the channel where a game was agreed that is played somewhere else."""
    return _screen(
        [gettext("{names} {where}.\n-# Game {id}.", names=join_list(names_at(table)), where=where, id=table.id)]
    )


def public(shown: TableView, look: DisplayOptions = TEXT, end: End | None = None) -> Screen:
    """The table as everyone sees it: no hand, no card that is not open."""
    view = shown.open
    board = [*_board(shown, view, look), *_play_area(shown, view, earlier=True)]
    parts = [_news(shown, end), *board, *_log(shown), *_next(shown, end), *_pegs(shown, view, look), _foot(shown)]
    return _screen(parts, *action_rows.public_rows(shown))


def panel(shown: TableView, seat: int, chosen: Sequence[Card] = (), *, look: DisplayOptions = TEXT) -> Screen:
    """A player's own hand in a channel, for their eyes alone; ``chosen`` are cards picked and not yet confirmed."""
    view = shown.views[seat]
    parts = [
        _now(shown, seat, chosen, look),
        *_own_cards(shown, view, look),
        *_play_area(shown, view),
        *_latest(shown, view),
        f"-# {shown.score_line}",
    ]
    return _screen(parts, *action_rows.own_rows(shown, seat, chosen))


def private(
    shown: TableView, seat: int, chosen: Sequence[Card] = (), *, look: DisplayOptions = TEXT, end: End | None = None
) -> Screen:
    """The whole table with a player's own hand: their screen in a DM."""
    view = shown.views[seat]
    # The face-up cards are drawn with the board.
    below = shown_scene(shown.table, view, look.style) if look.pictures else None
    own = [part for part in _own_cards(shown, view, look) if below is None or part != below]
    parts = [_now(shown, seat, chosen, look, end), *own]
    parts += [*_board(shown, view, look), *_play_area(shown, view, earlier=True)]
    parts += [*_log(shown), *_next(shown, end), *_pegs(shown, view, look), _foot(shown)]
    return _screen(parts, *action_rows.own_rows(shown, seat, chosen))


def declaring(table: Table, view: View) -> Form:
    """The form for the count that a seat is asked to declare."""
    what = view.shown[1] if view.shown else "hand"
    return declaration(Press(table.id, str(view.prompt), "declared"), what)


def amending(table: Table, view: View) -> Form:
    """The form for a higher count than was declared, while that may still be challenged."""
    window = view.window
    what = "card" if window is None or window.what == "play" else window.what
    return amendment(Press(table.id, str(view.prompt), "raised"), what)


def cutting_at(table: Table, view: View) -> Form:
    """The form for the number of cards that a seat cuts."""
    title = {"cut": gettext("Cut for the deal"), "deal": gettext("Cut to the dealer")}.get(
        view.stage, gettext("Cut for the starter")
    )
    numbers = [move.number for move in view.legal if isinstance(move, NameNumber | CutPack)] or [0]
    taken = sorted(set(range(min(numbers), max(numbers) + 1)).difference(numbers))
    but = gettext(", but not {taken}: taken", taken=join_list(list(map(str, taken)))) if taken else ""
    return cutting(
        Press(table.id, str(view.prompt), "cutat"),
        title,
        gettext("From {least} to {most}{but}.", least=min(numbers), most=max(numbers), but=but),
    )


def resigning(table: Table) -> Screen:
    """The question before a game is given up."""
    row = [
        _button(table, "resign", gettext("Resign the game"), style=discord.ButtonStyle.danger),
        _button(table, "stay", gettext("Play on")),
    ]
    both = gettext(" Your partner loses it with you.") if table.players == 4 else ""
    names = " v ".join(names_at(table))
    asked = gettext("**Give up this game?** {names}; it counts as one game lost.{both}", names=names, both=both)
    return _screen([asked], row)


def review_page(table: Table, events: Sequence[Event]) -> Screen:
    """Return the review of a game that is over: what nobody noticed; ``events`` are all of its own."""
    lines = review(events, names_at(table), table.rules)
    if not lines:
        return plain_text(gettext("**Review:** every declaration that stood was right."))
    return _screen([gettext("**Review: what nobody noticed**\n{lines}", lines=as_many_as_fit(lines, _MOST_TEXT - 201))])


def plain_text(text: str) -> Screen:
    """A few words and nothing to press."""
    return _screen([text])


def list_line(table: Table, player: Player) -> str:
    """One line of a player's list of games."""
    names = " v ".join(names_at(table))
    match table.status:
        case "gathering":
            return gettext("`{id}` {names}: waits for somebody to accept.", id=table.id, names=names)
        case "adjourned" | "idle":
            return gettext("`{id}` {names}: put off; /adjourn takes it up again.", id=table.id, names=names)
    view = table.view(table.seat_of(player))
    others = [names_at(table)[seat] for seat in view.waiting_on]
    whose = (
        gettext("**your turn**")
        if view.seat in view.waiting_on
        else gettext("{others} to act", others=join_list(others))
    )
    where = (
        gettext("in private messages")
        if table.place == "dm"
        else gettext("in <#{channel_id}>", channel_id=table.agreement.channel_id)
    )
    return gettext(
        "`{id}` {names}, {scores}, deal {deal}, {where}: {whose}.",
        id=table.id,
        names=names,
        scores=gettext(" to ").join(map(str, view.scores)),
        deal=view.deal,
        where=where,
        whose=whose,
    )


# The parts of a screen.


def _news(shown: TableView, end: End | None = None) -> str:
    """The first lines of everyone's table."""
    if shown.open.stage == "over":
        return result_line(shown, counts=None if end is None else end.counts)
    if not shown.table.has_begun:
        return gettext("**The invitation is put away**, for nobody has answered it.")
    return "\n".join([*_paused(shown), prompt_for_all(shown), *_clocks(shown)])


def _now(shown: TableView, seat: int, chosen: Sequence[Card], look: DisplayOptions, end: End | None = None) -> str:
    """The first lines of a player's own screen."""
    table, view = shown.table, shown.views[seat]
    if view.stage == "over" or table.status != "playing":
        return _news(shown, end)
    if chosen and set(chosen) <= set(view.laid):
        adversary = shown.names[table.rules.adversary_of(seat)]
        return gettext(
            "**Take back {cards}?** {adversary} marks two for it, and may ask for a fresh deal (law 11).",
            cards=formatting.cards(chosen),
            adversary=adversary,
        )
    if chosen and view.stage == "play" and chosen[0] in view.hand:
        leads = "" if view.series else gettext(" One card alone pegs nothing.")
        return gettext(
            "**Play {card}:** how many points do you declare for it?{leads}",
            card=formatting.card(chosen[0]),
            leads=leads,
        )
    advice = tip(view) if look.taught and table.agreement.league is None else None
    hint = [gettext(TIP, tip=advice)] if advice else []
    return "\n".join([*_paused(shown), prompt_for_you(shown, seat), *hint, *may_besides(view), *_clocks(shown)])


def _paused(shown: TableView) -> Iterator[str]:
    """Return whether the game is paused, or somebody proposes a pause."""
    table = shown.table
    match table.status:
        case "adjourned":
            yield gettext("**The game is put off**, until one of its players takes it up again.")
        case "idle":
            yield gettext("**The game is put away**, for nobody has touched it for long.")
        case _ if table.adjourning:
            willing = [shown.names[seat] for side in sorted(table.adjourning) for seat in table.rules.sides[side]]
            yield gettext(
                "**{willing} would like to put the game off.** Adjourn, or play on?", willing=join_list(willing)
            )


def _clocks(shown: TableView) -> Iterator[str]:
    """Yield when the time of each player who has to act is over."""
    times = zip(shown.names, shown.table.deadlines, strict=True)
    told = [f"{name} <t:{int(until.timestamp())}:R>" for name, until in times if until is not None]
    if told and shown.table.status == "playing":
        yield gettext("-# Time is up: {told}.", told=", ".join(told))


def _board(shown: TableView, view: View, look: DisplayOptions) -> Iterator[Scene | str]:
    """The scores in a picture and in words, and in a match the games; the course of a game that is over."""
    course = shown.course
    if look.pictures:
        yield course or table_scene(shown, view, look.style)
    games = f"\n{standing(shown)}" if shown.table.in_match else ""
    yield f"{shown.score_line}{games}"
    if course is not None and course.turns:
        turns = (f"-# {formatting.escape(told)}" for _, told in course.turns)
        yield "\n".join([gettext("-# **Turning points**"), *turns])


def _pegs(shown: TableView, view: View, look: DisplayOptions) -> Iterator[str]:
    """Yield a text for those without pictures: what the lines on the board mean, and the board in letters.

    They are the last part of a screen, because they say nothing new when they are read aloud.
    """
    if look.pictures:
        return
    if view.rules.doubles:
        yield f"-# {formatting.doubles(view.rules)}"
    yield shown.board_in_letters


def _play_area(shown: TableView, view: View, *, earlier: bool = False) -> Iterator[str]:
    """Return the face-up cards during the play: the starter, the series with its count, and the cards before it.

    The cards of the show stand in the first lines, where they are asked for.
    """
    if view.starter is None or view.open_cards is not None:
        return
    names = shown.names
    lines = [gettext("Starter {card}.", card=formatting.card(view.starter))]
    if view.stage == "play":
        held = ", ".join([f"{name} {held}" for name, held in zip(names, view.held, strict=True)])
        lines = [gettext("{told} Held: {held}.", told=lines[0], held=held)]
    if view.series:
        cards = ", ".join([f"{names[seat]} {formatting.card(card)}" for seat, card in view.series])
        lines.append(gettext("Played: {cards}; count {count}.", cards=cards, count=view.count))
    elif view.stage == "play":
        lines.append(gettext("Played: nothing yet; count 0."))
    before = view.played[: len(view.played) - len(view.series)]
    if earlier and before and view.stage != "over":
        whose = {seat: formatting.cards([card for other, card in before if other == seat]) for seat, _ in before}
        lines.append(
            gettext("-# Before: {name}.", name=", ".join([f"{names[seat]} {cards}" for seat, cards in whose.items()]))
        )
    yield "\n".join(lines)


def _log(shown: TableView) -> Iterator[str]:
    """The last deal's counts, and what has happened in this deal."""
    *earlier, deal = shown.log
    view = shown.open
    news = _still_news(deal, view)
    counted = [line.text for line in earlier[-1] if line.verdict] if earlier else []
    if counted and view.window is None and view.stage in {"deal", "lay_away", "starter"}:
        yield gettext("**Last deal**\n") + "\n".join(counted)
    elif counted and view.stage == "play":
        yield gettext("Last deal: {counts}.", counts=counts_in_short(shown.last_deal, shown.names))
    if news:
        # When all is over, the first lines tell how it was won, and the picture above the rest.
        many = _LATEST_IN_A_PANEL if view.stage == "over" else _LATEST
        yield gettext("**This deal**\n") + "\n".join([line.text for line in news[-many:]])


def _latest(shown: TableView, view: View) -> Iterator[str]:
    """The last few lines of the log, for a player's own hand; the cuts stand on the table."""
    if view.window is not None and view.window.what != "play":
        # The first lines show the face-up cards.
        return
    deal = _still_news(shown.log[-1], view)
    news = [line for line in deal if not line.opening or view.stage in {"cut", "deal"}]
    if news:
        # In the show one line is a whole verdict, and the table holds the others.
        many = 1 if view.stage == "show" else _LATEST_IN_A_PANEL
        yield "\n".join([line.text for line in news[-many:]])


def _still_news(deal: Sequence[LogLine], view: View) -> list[LogLine]:
    """A deal's lines without the cuts that went before it, once the starter is turned up."""
    return [line for line in deal if view.starter is None or not line.opening]


def _next(shown: TableView, end: End | None) -> Iterator[str]:
    """A suggestion for players after their first game: something that they have not just done."""
    if end is not None and end.newcomers:
        checked = shown.table.rules.counting is Counting.CHALLENGE
        yield gettext(NEXT_OF_CHECKERS if checked else NEXT, names=join_list(end.newcomers))


def _own_cards(shown: TableView, view: View, look: DisplayOptions) -> Iterator[Scene | str]:
    """A player's own cards, or the hand that is shown."""
    if look.pictures and (view.hand or view.stage == "play"):
        yield hand_scene(view, look.style)
    elif look.pictures:
        mine = declared_scene(shown.table, view, look.style) or shown_scene(shown.table, view, look.style)
        yield from filter(None, [mine])
    if view.hand:
        yield gettext("Your hand: {cards}", cards=formatting.hand(view.hand))
    if view.laid:
        yield gettext("-# You laid away {cards}", cards=formatting.hand(view.laid))


def _foot(shown: TableView) -> str:
    """Return the small print: the terms, the deal and its dealer, and the game's id."""
    table, view = shown.table, shown.open
    deals = gettext("deals next" if view.stage == "deal" else "deals")
    dealer = f" {shown.names[view.dealer]} {deals}." if view.dealer is not None else ""
    deal = gettext(" Deal {deal}.", deal=view.deal) if view.deal else ""
    return gettext("-# {agreed}{deal}{dealer} Game {id}.", agreed=_agreed(table), deal=deal, dealer=dealer, id=table.id)


def _agreed(table: Table) -> str:
    """Return the rules, the match, the clock and the league in a few words; the match score is beside the holes."""
    match = (
        gettext(" Best of {best_of}.", best_of=table.best_of) if table.in_match and table.status == "gathering" else ""
    )
    league = (
        gettext(" League {league}.", league=formatting.escape(table.agreement.league_name))
        if table.agreement.league_name
        else ""
    )
    rules, clock = rules_summary(table.agreement.preset, table.rules), formatting.clock_summary(table.clock)
    return f"{rules}.{match}{clock}{league}"


def _button(
    table: Table, action: str, label: str, *, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> discord.ui.Button[Any]:
    return button(Press(table.id, "", action), label, style)


def _screen(parts: Sequence[Scene | str], *rows: Sequence[discord.ui.Item[Any]]) -> Screen:
    """Return parts of text and pictures, the first set apart, and the action rows."""
    screen = Screen()
    box: Container[Screen] = Container(accent_colour=discord.Colour.dark_green())
    left = _MOST_TEXT
    for place, part in enumerate(parts):
        if place == 1:
            box.add_item(Separator())
        if isinstance(part, Scene):
            screen.add_picture(part, box)
            continue
        box.add_item(TextDisplay(part[:left] or "..."))
        left = max(left - len(part), 3)
    for row in rows:
        if row:
            box.add_item(ActionRow(*row))
    screen.add_item(box)
    return screen


def rules_summary(preset: str, rules: Rules) -> str:
    """Return the rules of a preset in a few words."""
    hands = gettext(_HANDS[rules.players]) if rules.players in _HANDS else ""
    muggins = gettext(", muggins") if rules.muggins else ""
    ceremony = gettext(", with ceremony") if rules.ceremony else ""
    return gettext(
        "{preset} rules{hands}, {target} holes, {counting}{muggins}{ceremony}",
        preset=preset,
        hands=hands,
        target=rules.target,
        counting=gettext(_COUNTING[rules.counting]),
        muggins=muggins,
        ceremony=ceremony,
    )


_HANDS: Final = {3: N_(", three hands"), 4: N_(", four hands")}


_COUNTING: Final = {
    Counting.AUTOMATIC: N_("automatic counting"),
    Counting.REFEREE: N_("referee counting"),
    Counting.CHALLENGE: N_("challenge counting"),
}
