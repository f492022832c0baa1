"""What players see of a table: pure pictures in text and buttons, made anew each time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord
from discord.ui import ActionRow, Container, Separator, TextDisplay

from bot.i18n.translation import N_, gettext, ngettext
from bot.models.player import Player
from bot.models.table_message import PUBLIC
from bot.render.scene import Scene
from bot.tables.table import Table
from bot.ui.core import words
from bot.ui.core.components import Form, Press, Screen, amendment, button, cutting, declaration
from bot.ui.core.display_options import TEXT, DisplayOptions, End
from bot.ui.core.long_texts import as_many_as_fit
from bot.ui.games import action_rows
from bot.ui.games.coaching import tip
from bot.ui.games.last_scores import at_once, why
from bot.ui.games.move_log import LogLine, counts_in_short, move_log
from bot.ui.games.notices import asked_in_private
from bot.ui.games.review import review
from bot.ui.games.scenes import course_of, declared_scene, hand_scene, lies_open, shown_scene, table_scene
from bot.ui.games.status import ended, may_besides, prompt_for_all, prompt_for_you, standing
from bot.ui.games.text_board import board, scores
from bot.ui.lawbook.rule_texts import doubles
from engine.actions import CutPack, NameNumber
from engine.cards import Card
from engine.events import Dealt, Event
from engine.rules import Counting
from engine.view import View

_LATEST: Final = 6
_LATEST_IN_A_PANEL: Final = 3
_MOST_TEXT: Final = 3_800
"""Discord allows 4,000 characters of text in one message; some are left for the buttons' rows."""


def names_at(table: Table) -> tuple[str, ...]:
    """What the players are called on screen, by seat."""
    return tuple(map(words.escaped, table.names))


def invitation(table: Table, seat: int = PUBLIC) -> Screen:
    """A table that waits for players: who asks whom, for what, and the two answers.

    One who has agreed already is told in private for whom it waits.
    """
    names = names_at(table)
    host = next((number for number, chair in enumerate(table.seats) if chair.agreed and chair.player), 0)
    asked = [number for number, chair in enumerate(table.seats) if not chair.agreed and chair.player is not None]
    if asked and seat != PUBLIC and table.seats[seat].agreed:
        answers = [_button(table, "decline", gettext("Withdraw"))]
        first = asked_in_private([names[number] for number in asked])
    elif asked:
        answers = _yes_or_no(table, gettext("Accept"), gettext("Decline"))
        players = [table.seats[number].player for number in asked]
        mentioned = words.joined([f"**{words.mention(player)}**" for player in players if player is not None])
        first = gettext("{mentioned}, {name} invites you to a game of cribbage.", mentioned=mentioned, name=names[host])
    else:
        answers = _yes_or_no(table, gettext("Take the seat"), gettext("Withdraw"))
        first = gettext("**{name}** is looking for somebody to play cribbage with.", name=names[host])
    told = [first, *_at_the_table(table, names, host), gettext(_HOW[table.rules.counting], target=table.rules.target)]
    told.append(gettext("-# {agreed} Game {id}.", agreed=_agreed(table), id=table.id))
    return _screen(["\n".join(told)], answers)


def _yes_or_no(table: Table, yes: str, no: str) -> list[discord.ui.Button[Any]]:
    return [_button(table, "accept", yes, style=discord.ButtonStyle.primary), _button(table, "decline", no)]


_HOW: Final = {
    Counting.AUTOMATIC: N_("The first to {target} holes wins; the bot counts the hands."),
    Counting.REFEREE: N_("The first to {target} holes wins; you count your hands, and the bot checks them."),
    Counting.CHALLENGE: N_("The first to {target} holes wins; you count your hands, and check each other's."),
}
"""What somebody agrees to, for those to whom the rules by name say nothing."""


def closed(table: Table) -> Screen:
    """An invitation that was declined or taken back, or a game that was called off."""
    names = words.joined(names_at(table))
    if table.version:
        told = gettext(
            "The game of {names} was called off by those who run the league, and does not count.", names=names
        )
        return _screen([told])
    return _screen([gettext("The game of {names} will not be played. Start another with /play.", names=names)])


def elsewhere(table: Table, where: str) -> Screen:
    """What stands in the channel where a game was agreed that is played elsewhere."""
    return _screen(
        [gettext("{names} {where}.\n-# Game {id}.", names=words.joined(names_at(table)), where=where, id=table.id)]
    )


def public(table: Table, look: DisplayOptions = TEXT, end: End | None = None) -> Screen:
    """The table as everyone sees it: no hand, no card that is not open."""
    view, names = table.view(None), names_at(table)
    shown = [*_board(table, view, look, end), *_cloth(view, names, earlier=True)]
    parts = [_news(table, names, end), *shown, *_told(table, None, look), *_next(table, end)]
    parts += [*_pegs(table, view, look), _foot(table)]
    return _screen(parts, *action_rows.everyones(table))


def panel(table: Table, seat: int, chosen: Sequence[Card] = (), *, look: DisplayOptions = TEXT) -> Screen:
    """A player's own hand in a channel, seen by him alone; ``chosen`` are cards picked and not yet confirmed."""
    view, names = table.view(seat), names_at(table)
    parts = [
        _now(table, seat, chosen, look),
        *_own(table, view, look),
        *_cloth(view, names),
        *_latest(table, seat, look),
        f"-# {_scores(table, view)}",
    ]
    return _screen(parts, *action_rows.own(table, seat, chosen))


def private(
    table: Table, seat: int, chosen: Sequence[Card] = (), *, look: DisplayOptions = TEXT, end: End | None = None
) -> Screen:
    """The whole table with a player's own hand: his screen in a DM."""
    view, names = table.view(seat), names_at(table)
    # What lies open to all is drawn with the board.
    below = shown_scene(table, view, look.style)
    own = [part for part in _own(table, view, look) if part != below]
    now = [_now(table, seat, chosen, look, end), *own]
    parts = [*now, *_board(table, view, look, end), *_cloth(view, names, earlier=True)]
    parts += [*_told(table, seat, look), *_next(table, end), *_pegs(table, view, look), _foot(table)]
    return _screen(parts, *action_rows.own(table, seat, chosen))


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
    but = gettext(", but not {taken}: taken", taken=words.joined(list(map(str, taken)))) if taken else ""
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


def reviewed(table: Table, events: Sequence[Event]) -> Screen:
    """What nobody noticed in a game that is over; ``events`` are all of its own."""
    lines = review(events, names_at(table), table.rules)
    if not lines:
        return plain(gettext("**Review:** every declaration that stood was right."))
    return _screen([gettext("**Review: what nobody noticed**\n{lines}", lines=as_many_as_fit(lines, _MOST_TEXT - 201))])


def plain(text: str) -> Screen:
    """A few words and nothing to press."""
    return _screen([text])


def listed(table: Table, player: Player) -> str:
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
        else gettext("{others} to act", others=words.joined(others))
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


def _news(table: Table, names: Sequence[str], end: End | None = None) -> str:
    """What everyone is told first."""
    if table.view(None).stage == "over":
        return ended(table, names, counts=None if end is None else end.counts)
    if not all(seat.agreed for seat in table.seats):
        return gettext("**The invitation is put away**, for nobody has answered it.")
    return "\n".join([*_paused(table, names), prompt_for_all(table, names), *_clocks(table, names)])


def _now(table: Table, seat: int, chosen: Sequence[Card], look: DisplayOptions, end: End | None = None) -> str:
    """What one player is told first."""
    names, view = names_at(table), table.view(seat)
    if view.stage == "over" or table.status != "playing":
        return _news(table, names, end)
    if chosen and set(chosen) <= set(view.laid):
        adversary = names[table.rules.adversary_of(seat)]
        return gettext(
            "**Take back {cards}?** {adversary} marks two for it, and may ask for a fresh deal (law 11).",
            cards=words.cards(chosen),
            adversary=adversary,
        )
    if chosen and view.stage == "play" and chosen[0] in view.hand:
        leads = "" if view.series else gettext(" One card alone pegs nothing.")
        return gettext(
            "**Play {card}:** how many points do you declare for it?{leads}", card=words.card(chosen[0]), leads=leads
        )
    asked = prompt_for_you(table, seat, names)
    whispered = tip(view) if look.taught and table.agreement.league is None else None
    hint = [gettext(words.TIP, tip=whispered)] if whispered else []
    return "\n".join([*_paused(table, names), asked, *hint, *may_besides(view), *_clocks(table, names)])


def _paused(table: Table, names: Sequence[str]) -> Iterator[str]:
    """Whether the game is put off, or somebody would have it so."""
    match table.status:
        case "adjourned":
            yield gettext("**The game is put off**, until one of its players takes it up again.")
        case "idle":
            yield gettext("**The game is put away**, for nobody has touched it for long.")
        case _ if table.adjourning:
            willing = [names[seat] for side in sorted(table.adjourning) for seat in table.rules.sides[side]]
            yield gettext(
                "**{willing} would like to put the game off.** Adjourn, or play on?", willing=words.joined(willing)
            )


def _clocks(table: Table, names: Sequence[str]) -> Iterator[str]:
    """When the time of those who are asked is over."""
    times = zip(names, table.deadlines, strict=True)
    told = [f"{name} <t:{int(until.timestamp())}:R>" for name, until in times if until is not None]
    if told and table.status == "playing":
        yield gettext("-# Time is up: {told}.", told=", ".join(told))


def _board(table: Table, view: View, look: DisplayOptions, end: End | None) -> Iterator[Scene | str]:
    """The holes in a picture and in words, and in a match the games; of a game that is over the course it took."""
    course = course_of(table, end.events) if end is not None and end.events else None
    if look.pictures:
        yield course or table_scene(table, view, look.style)
    yield f"{_scores(table, view)}{_games(table)}"
    if course is not None and course.turns:
        turns = (f"-# {words.escaped(told)}" for _, told in course.turns)
        yield "\n".join([gettext("-# **Turning points**"), *turns])


def _pegs(table: Table, view: View, look: DisplayOptions) -> Iterator[str]:
    """Where there are no pictures, what the lines on the board mean, and the pegs drawn in letters.

    These come last of all, for read aloud they tell nothing new.
    """
    if look.pictures:
        return
    if view.rules.doubles:
        yield f"-# {doubles(view.rules)}"
    yield board(at_once(table, view), table.names)


def _scores(table: Table, view: View) -> str:
    return scores(at_once(table, view), names_at(table), _whys(table))


def _whys(table: Table) -> list[str]:
    """What each side pegged last for."""
    heard = table.heard(None)
    return [why(heard, side) for side in range(len(table.rules.sides))]


def _games(table: Table) -> str:
    return f"\n{standing(table, names_at(table))}" if table.in_match else ""


def _cloth(view: View, names: Sequence[str], *, earlier: bool = False) -> Iterator[str]:
    """The cards that lie open during the play: the starter, the series with its count, and what was played before.

    What lies open in the show is told first of all, where it is asked for.
    """
    if view.starter is None or lies_open(view) is not None:
        return
    told = [gettext("Starter {card}.", card=words.card(view.starter))]
    if view.stage == "play":
        held = ", ".join(f"{name} {held}" for name, held in zip(names, view.held, strict=True))
        told = [gettext("{told} Held: {held}.", told=told[0], held=held)]
    if view.series:
        cards = ", ".join(f"{names[seat]} {words.card(card)}" for seat, card in view.series)
        told.append(gettext("Played: {cards}; count {count}.", cards=cards, count=view.count))
    elif view.stage == "play":
        told.append(gettext("Played: nothing yet; count 0."))
    before = view.played[: len(view.played) - len(view.series)]
    if earlier and before and view.stage != "over":
        whose = {seat: words.cards([card for other, card in before if other == seat]) for seat, _ in before}
        told.append(
            gettext("-# Before: {name}.", name=", ".join((f"{names[seat]} {cards}" for seat, cards in whose.items())))
        )
    yield "\n".join(told)


def _told(table: Table, seat: int | None, look: DisplayOptions) -> Iterator[str]:
    """The last deal's counts, and what has happened in this deal."""
    *earlier, deal = _story(table, seat, look)
    view = table.view(seat)
    now = _still_news(deal, view)
    counted = [line.text for line in earlier[-1] if line.verdict] if earlier else []
    if counted and view.window is None and view.stage in {"deal", "lay_away", "starter"}:
        yield gettext("**Last deal**\n") + "\n".join(counted)
    elif counted and view.stage == "play":
        yield gettext("Last deal: {counts}.", counts=counts_in_short(_last_deal(table), names_at(table)))
    if now:
        # When all is over, how it was won is told, and the picture above tells the rest.
        many = _LATEST_IN_A_PANEL if view.stage == "over" else _LATEST
        yield gettext("**This deal**\n") + "\n".join(line.text for line in now[-many:])


def _story(table: Table, seat: int | None, look: DisplayOptions) -> list[list[LogLine]]:
    """The story by deals; before the cards are dealt anew, the last deal is told as one that is over."""
    told, view = move_log(table.heard(seat), names_at(table), table.rules, in_full=look.spoken), table.view(seat)
    over = view.stage == "deal" and view.window is None and any(line.verdict for line in told[-1])
    return [*told, []] if over else told


def _last_deal(table: Table) -> Sequence[Event]:
    """What was heard before the present deal."""
    heard = table.heard(None)
    deals = [place for place, event in enumerate(heard) if isinstance(event, Dealt)]
    return heard[: deals[-1]] if deals else heard


def _latest(table: Table, seat: int, look: DisplayOptions) -> Iterator[str]:
    """The last few lines, for the panel; who cut what stands on the table."""
    *_, deal = _story(table, seat, look)
    view = table.view(seat)
    if view.window is not None and view.window.what != "play":
        # What lies open is told first of all.
        return
    now = [line for line in _still_news(deal, view) if not line.opening or view.stage in {"cut", "deal"}]
    if now:
        # In the show one line is a whole verdict, and the table holds the others.
        many = 1 if view.stage == "show" else _LATEST_IN_A_PANEL
        yield "\n".join(line.text for line in now[-many:])


def _still_news(deal: Sequence[LogLine], view: View) -> list[LogLine]:
    """A deal without the cuts that went before it, once the starter is turned up."""
    return [line for line in deal if view.starter is None or not line.opening]


def _next(table: Table, end: End | None) -> Iterator[str]:
    """What those may try next who have played their first game: something that they have not just done."""
    if end is not None and end.newcomers:
        checked = table.rules.counting is Counting.CHALLENGE
        yield gettext(words.NEXT_OF_CHECKERS if checked else words.NEXT, names=words.joined(end.newcomers))


def _own(table: Table, view: View, look: DisplayOptions) -> Iterator[Scene | str]:
    """A player's own cards, or the hand that is shown."""
    if look.pictures and (view.hand or view.stage == "play"):
        yield hand_scene(view, look.style)
    elif look.pictures:
        mine = declared_scene(table, view, look.style) or shown_scene(table, view, look.style)
        yield from filter(None, [mine])
    if view.hand:
        yield gettext("Your hand: {cards}", cards=words.hand(view.hand))
    if view.laid:
        yield gettext("-# You laid away {cards}", cards=words.hand(view.laid))


def _foot(table: Table) -> str:
    view = table.view(None)
    deals = gettext("deals next" if view.stage == "deal" else "deals")
    dealer = f" {names_at(table)[view.dealer]} {deals}." if view.dealer is not None else ""
    deal = gettext(" Deal {deal}.", deal=view.deal) if view.deal else ""
    return gettext("-# {agreed}{deal}{dealer} Game {id}.", agreed=_agreed(table), deal=deal, dealer=dealer, id=table.id)


def _agreed(table: Table) -> str:
    """The rules, the match, the clock and the league in a few words; a match that has begun stands by the holes."""
    match = (
        gettext(" Best of {best_of}.", best_of=table.best_of) if table.in_match and table.status == "gathering" else ""
    )
    league = (
        gettext(" League {league}.", league=words.escaped(table.agreement.league_name))
        if table.agreement.league_name
        else ""
    )
    return f"{words.agreed(table.agreement.preset, table.rules)}.{match}{words.time_agreed(table.clock)}{league}"


def _at_the_table(table: Table, names: Sequence[str], host: int) -> Iterator[str]:
    """Where more than two are to play: who has sat down, and how many seats are open."""
    if table.players == 2:
        return
    sit = [name for number, name in enumerate(names) if table.seats[number].agreed and number != host]
    if sit:
        yield gettext("At the table with {name}: {sit}.", name=names[host], sit=words.joined(sit))
    if table.open_seats:
        yield ngettext("One seat is open.", "{number} seats are open.", table.open_seats)


def _button(
    table: Table, action: str, label: str, *, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> discord.ui.Button[Any]:
    return button(Press(table.id, "", action), label, style)


def _screen(parts: Sequence[Scene | str], *rows: Sequence[discord.ui.Item[Any]]) -> Screen:
    """Parts of text and pictures, the first set apart, and rows of what can be pressed."""
    screen = Screen()
    box: Container[Screen] = Container(accent_colour=discord.Colour.dark_green())
    left = _MOST_TEXT
    for place, part in enumerate(parts):
        if place == 1:
            box.add_item(Separator())
        if isinstance(part, Scene):
            screen.hang(part, box)
            continue
        box.add_item(TextDisplay(part[:left] or "..."))
        left = max(left - len(part), 3)
    for row in rows:
        if row:
            box.add_item(ActionRow(*row))
    screen.add_item(box)
    return screen
