"""The screens of a table: text, pictures and buttons, built again for each version of the table."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

import discord

from bot.i18n.translation import N_, gettext, join_list
from bot.models.player import Player
from bot.render.scene import Scene
from bot.render.show import CountedHand
from bot.tables import robots
from bot.tables.table import Table, expired
from bot.ui.core import formatting
from bot.ui.core.components import (
    TEXT,
    DisplayOptions,
    End,
    Field,
    Form,
    Press,
    Row,
    Screen,
    TextInput,
    button,
)
from bot.ui.core.formatting import as_many_as_fit
from bot.ui.games import action_rows
from bot.ui.games.coaching import tip
from bot.ui.games.game_summary import unnoticed
from bot.ui.games.move_log import LogLine
from bot.ui.games.move_offers import card_of, code_of
from bot.ui.games.scenes import panel_scene, show_scene, table_scene
from bot.ui.games.status import may_besides, prompt_for_all, prompt_for_you, result_line, standing, terms, times_left
from bot.ui.games.table_view import TableView, opponent_of
from bot.ui.people.achievements import earned_line, streak_lines
from engine.actions import CutPack, NameNumber
from engine.ai.levels import RATED, levels_of, rating_of
from engine.cards import Card
from engine.course import Course
from engine.rules import Renege, Rules
from engine.view import View

TIP: Final = N_("-# Tip: {tip}")
WINNER: Final = N_("-# Well played, {name}! ")
LOSER: Final = N_("-# A good first game, {name}! ")
NEXT: Final = N_("Press **Play again** for a rematch, or get faster at counting with `/practice`.")

WATCHED: Final = N_("-# This follows the game for 15 minutes. Press **Refresh** for 15 more.")

LEVELS: Final[Mapping[str | None, str]] = {
    "easy": N_("easy"),
    "casual": N_("casual"),
    "steady": N_("steady"),
    "club": N_("club"),
    "expert": N_("expert"),
}


def robot_in_words(robot: str, rules: Rules) -> str:
    """Return the level of a robot, or the two between which it is; its rating where that was measured."""
    lower, upper = (gettext(LEVELS[level]) for level in levels_of(robot))
    level = lower if lower == upper else gettext("between {lower} and {upper}", lower=lower, upper=upper)
    return f"{level} ({rating_of(robot)})" if (rules.players, rules.dealt) == RATED else level


_LATEST: Final = 4
_LATEST_IN_A_PANEL: Final = 3
_MOST_TEXT: Final = 3_800
"""Discord allows 4,000 characters of text in one message; some are left for the buttons' rows."""


def names_at(table: Table) -> tuple[str, ...]:
    return tuple(map(formatting.escape, table.names))


def closed_table(table: Table) -> Screen:
    """The screen of an invitation that was declined or withdrawn, or of a game that was called off."""
    names = join_list(names_at(table))
    if table.version and table.is_against_robots:
        return plain_text(
            gettext(
                "The game between {names} was stopped at the start. It doesn't count. Start another with /play.",
                names=names,
            )
        )
    if table.version:
        return plain_text(
            gettext("The league's managers cancelled the game between {names}. It doesn't count.", names=names)
        )
    return _screen([gettext("The game between {names} was cancelled. Start another with /play.", names=names)])


def moved_table(table: Table, where: str) -> Screen:
    """The message in the channel where a game was agreed that is played somewhere else."""
    return _screen(
        [gettext("{names} {where}.\n-# game {id}", names=join_list(names_at(table)), where=where, id=table.id)]
    )


def public(
    shown: TableView,
    look: DisplayOptions = TEXT,
    end: End | None = None,
    *,
    held: bool = False,
    is_copy: bool = False,
    guesses: tuple[str, Mapping[str, int]] | None = None,
) -> Screen:
    """The game as everyone sees it: no hand, no card that is not open. ``held`` is whether the last show stays.

    A copy is seen by one reader alone. Who watches sees the ``guesses`` of the winner: their own side, and each side's.
    """
    parts = [*_board(shown, look, held=held), *_news(shown, look, held=held), *_next(shown, end)]
    parts = _in_order(_now(shown, look, end), [*parts, *_skunk_lines(shown, look), _foot(shown)], look)
    if guesses is not None:
        return _screen([*parts, gettext(WATCHED)], *action_rows.watching_rows(shown, *guesses))
    return _screen(parts, *action_rows.public_rows(shown, held=held, is_copy=is_copy, end=end))


def panel(
    shown: TableView,
    seat: int,
    chosen: Sequence[Card] = (),
    *,
    look: DisplayOptions = TEXT,
    held: bool = False,
    high: bool = False,
    in_dm: bool = False,
    end: End | None = None,
) -> Screen:
    """A player's own screen, for their eyes alone: the game and their hand in one picture.

    ``chosen`` are cards picked and not yet confirmed, ``held`` is whether the last show stays above the game, and
    ``high`` whether the highest counts are offered. ``in_dm`` it is the only one, and has the terms of the game.
    """
    if shown.open.stage == "over":
        return public(shown, look, end, is_copy=True)
    if seat in shown.open.closed:
        return _left(shown, seat, look)
    cards = _own_cards(shown, seat, chosen, look, held=held)
    parts = [*cards, *_news(shown, look, held=held, seat=seat)]
    if in_dm:
        parts += [*_skunk_lines(shown, look), _foot(shown, short=look.pictures)]
    parts = _in_order(_now_for_you(shown, seat, chosen, look), parts, look)
    return _screen(parts, *action_rows.own_rows(shown, seat, chosen, held=held, high=high))


def _left(shown: TableView, seat: int, look: DisplayOptions) -> Screen:
    parts = [*_board(shown, look, held=False), *_news(shown, look, held=False)]
    return _screen(_in_order(prompt_for_you(shown, seat, pictured=look.pictures), parts, look))


def last_deal(shown: TableView, look: DisplayOptions = TEXT) -> Screen:
    lines = _texts(shown.verdicts_of_last_show, look)
    pictures = [show_scene(shown.last_show, look.style)] if look.pictures and shown.last_show else []
    return _screen([gettext("**Last deal**"), *pictures, "\n".join(lines) or gettext("Nothing has been counted yet.")])


def declaring(table: Table, view: View, _: Press | None = None) -> Form:
    what, held = (view.shown[1], view.shown[2]) if view.shown else ("hand", ())
    cards = formatting.hand(held) if held else ""
    if view.starter is not None and held:
        cards = gettext("{cards}, starter {card}", cards=cards, card=formatting.card(view.starter))
    return _form(
        Press(table.id, view.prompt or "", "declared"),
        gettext("Count your crib" if what == "crib" else "Count your hand"),
        gettext("How many points?"),
        gettext("A number from 0 to 29, or the count as you'd say it out loud."),
        TextInput(
            custom_id="count",
            placeholder=gettext("12, or: fifteen two, fifteen four, and a pair is 6"),
            longest=200,
        ),
        cards,
    )


def amending(table: Table, view: View, press: Press | None = None) -> Form:
    """The form for a higher count than was declared; a press names the count, or else it is the latest."""
    code = "" if press is None else press.action.partition("-")[2]
    own = [window for window in view.amendable if code in ("", code_of(window))]
    said = own[-1].declared if own else 0
    return _form(
        Press(table.id, view.prompt or "", f"raised-{code}" if code else "raised"),
        gettext(_RAISE[own[-1].what if own else "play"]),
        gettext("What is the new total?"),
        gettext("It has to be more than the {said} that you said before.", said=said),
        TextInput(custom_id="count", placeholder=str(said + 2), longest=200),
    )


_RAISE: Final = {
    "hand": N_("Change your count for this hand"),
    "crib": N_("Change your count for this crib"),
    "play": N_("Change the points of your last card"),
}


def calling_muggins(table: Table, view: View, press: Press) -> Form:
    """The form for the points that a player says were missed in the count that a button names.

    The form keeps the prompt of the button, which tells the card if the button doesn't.
    """
    _, against, code = press.action.split("-", 2)
    names = table.names
    count = view.own_window(int(against), card_of(press, view)) if against.isdecimal() else None
    about = "" if count is None else gettext("{name} counted {points}.", name=names[count.seat], points=count.declared)
    return _form(
        Press(table.id, press.prompt, f"called-{against}-{code}"),
        gettext("Call muggins"),
        gettext("How many points were missed?"),
        gettext("If you are wrong, the points that you call go to your opponent."),
        TextInput(custom_id="points", placeholder="2", longest=10),
        about,
    )


def _form(press: Press, title: str, label: str, hint: str, field: TextInput, above: str = "") -> Form:
    return Form(press.custom_id, title, (Field(field, label, hint),), above)


ADD_LUCK: Final = "luck"
MOST_LUCK: Final = 40


def adding_luck(table: Table) -> Form:
    hint = gettext("It's mixed into the next shuffle. Everyone can read it in the record.")
    field = TextInput(custom_id="word", longest=MOST_LUCK)
    return _form(Press(table.id, "", "lucky"), gettext("Add my luck"), gettext("Your word"), hint, field)


def cutting_at(table: Table, view: View, _: Press | None = None) -> Form:
    """The form for the number of cards that a seat cuts."""
    title = {"cut": gettext("Cut for the deal"), "deal": gettext("Cut the deck")}.get(
        view.stage, gettext("Cut for the starter")
    )
    numbers = [move.number for move in view.legal if isinstance(move, NameNumber | CutPack)] or [0]
    taken = sorted(set(range(min(numbers), max(numbers) + 1)).difference(numbers))
    but = gettext(", but not {taken}", taken=join_list(list(map(str, taken)))) if taken else ""
    return _form(
        Press(table.id, view.prompt or "", "cutat"),
        title,
        gettext("How many cards from the top?"),
        gettext("From {least} to {most}{but}.", least=min(numbers), most=max(numbers), but=but),
        TextInput(custom_id="number", placeholder="24", longest=10),
    )


def going(table: Table, view: View, cards: Sequence[Card]) -> Screen:
    """The question before a player says go although these cards can be played, with what that costs."""
    costs = {
        Renege.REQUIRE_OR_TWO: N_("{name} can then take 2 points, or make you play."),
        Renege.TWO_A_CARD: N_("{name} then gets 2 points for each of them."),
    }
    price = gettext(costs[view.rules.renege], name=names_at(table)[opponent_of(view, view.own_seat)])
    asked = gettext("**You can still play {cards}.** Say go anyway? {price}", cards=formatting.hand(cards), price=price)
    maker = partial(Press, table.id, view.prompt or "")
    go = button(maker(action_rows.GO_ANYWAY), gettext("Say go anyway"), discord.ButtonStyle.danger)
    return _screen([asked], [go, button(maker("undo"), gettext("Leave it"))])


def resigning(table: Table, view: View) -> Screen:
    """The question before a player gives a game up, with what that costs as the scores stand.

    The button names the games that it costs, so that a press which comes later is asked again if they have changed.
    """
    games = robots.games_if_left(table, view.own_seat)
    resign = button(Press(table.id, str(games), "resign"), gettext("Resign the game"), discord.ButtonStyle.danger)
    both = gettext(" Your partner loses too.") if table.players == 4 and not table.is_unplayed else ""
    names = formatting.opponents(names_at(table))
    cost = _cost_of_resigning(table, view, games)
    asked = gettext("**Resign this game?** {names}. {cost}{both}", names=names, cost=cost, both=both)
    return _screen([asked], [resign, button(Press(table.id, "", "stay"), gettext("Keep playing"))])


def _cost_of_resigning(table: Table, view: View, games: int) -> str:
    if table.is_unplayed:
        return gettext("The game has only just begun, so it doesn't count as a loss. It just stops.")
    if not games:
        return gettext("You lose, and the others play on.")
    if games == 1 or not table.counts_skunks:
        return gettext("It counts as a loss.")
    line = next(below for below, count in view.rules.doubles if count == games)
    return gettext(
        "This counts as {games} lost games: {score}, and the skunk line is {line}.",
        games=games,
        score=_score_below(table, view, line),
        line=line,
    )


def _score_below(table: Table, view: View, line: int) -> str:
    score = view.scores[view.rules.side_of(view.own_seat)]
    left = [(view.scores[view.rules.side_of(seat)], seat) for seat in view.closed]
    lowest, seat = min(left, default=(score, view.own_seat))
    if score >= line and lowest < line:
        return gettext("{name} left with {score}", name=names_at(table)[seat], score=lowest)
    if score >= line:
        return gettext("you have {score}, but your last count was too high", score=score)
    return gettext("you have {score}", score=score)


def review_page(table: Table, course: Course) -> Screen:
    """Return the review of a game that is over: what nobody noticed in its whole course."""
    lines = unnoticed(course, names_at(table))
    if not lines:
        return plain_text(gettext("**Review:** every count was right."))
    return _screen([gettext("**Review: what nobody noticed**\n{lines}", lines=as_many_as_fit(lines, _MOST_TEXT - 201))])


def plain_text(text: str) -> Screen:
    return _screen([text])


def list_line(table: Table, player: Player) -> str:
    names = formatting.opponents(names_at(table))
    match table.status:
        case "gathering":
            return gettext("`{id}` {names}: waiting for a player to accept.", id=table.id, names=names)
        case "adjourned" | "idle":
            return gettext("`{id}` {names}: paused. Use /adjourn to resume.", id=table.id, names=names)
    view = table.view(table.seat_of(player))
    others = [names_at(table)[seat] for seat in view.waiting_on]
    if view.seat in view.closed:
        return gettext("`{id}` {names}: you left, and the others play on.", id=table.id, names=names)
    whose = (
        gettext("**your turn**")
        if view.seat in view.waiting_on
        else gettext("waiting for {others}", others=join_list(others))
    )
    where = (
        gettext("in DMs")
        if table.place == "dm"
        else gettext("in a private chat")
        if table.agreement.guild_id is None
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


def live_line(table: Table) -> str:
    view, target = table.spectator, table.rules.target
    return gettext(
        "{names}: {scores} of {target}, deal {deal}, in <#{channel_id}>",
        names=formatting.opponents(names_at(table)),
        scores=gettext(" to ").join(map(str, view.scores)),
        target=target,
        deal=view.deal,
        channel_id=table.agreement.channel_id,
    )


# The parts of a screen.


def _in_order(prompt: str, parts: Sequence[Scene | str], look: DisplayOptions) -> list[Scene | str]:
    """Return the parts of a screen with the prompt right above the buttons.

    Text alone is often read aloud, from the top: there the prompt comes first.
    """
    return [*parts, prompt] if look.pictures else [prompt, *parts]


def _now(shown: TableView, look: DisplayOptions, end: End | None = None) -> str:
    if shown.open.stage == "over":
        return result_line(shown, counts=None if end is None else end.counts, is_first=bool(end and end.newcomers))
    if not shown.table.has_begun:
        return expired(shown.table)
    return "\n".join([*_paused(shown), prompt_for_all(shown, pictured=look.pictures), *times_left(shown)])


def _now_for_you(shown: TableView, seat: int, chosen: Sequence[Card], look: DisplayOptions) -> str:
    table, view = shown.table, shown.views[seat]
    if table.status != "playing":
        return _now(shown, look)
    if chosen and set(chosen) <= set(view.laid):
        opponent = shown.names[opponent_of(view, seat)]
        return gettext(
            "**Take back {cards}?** {opponent} gets 2 points and can ask for a new deal.",
            cards=formatting.cards(chosen),
            opponent=opponent,
        )
    if chosen and view.stage == "play" and chosen[0] in view.hand:
        return gettext("**Play {card}** for how many points?", card=formatting.card(chosen[0]))
    advice = None
    if look.advice is not None and table.agreement.league is None:
        advice = tip(view, look.advice.choices if look.advice.view == view else ())
    hint = [gettext(TIP, tip=advice)] if advice else []
    return "\n".join(
        [
            *_paused(shown),
            prompt_for_you(shown, seat, pictured=look.pictures),
            *hint,
            *may_besides(view),
            *times_left(shown),
        ]
    )


def _paused(shown: TableView) -> Iterator[str]:
    table = shown.table
    match table.status:
        case "adjourned":
            yield gettext("**The game is paused.** Any player can press **Resume**.")
        case "idle":
            yield gettext("**The game is paused** because nobody moved for a long time. Press **Resume**.")
        case _ if table.adjourning:
            willing = [shown.names[seat] for side in sorted(table.adjourning) for seat in table.rules.sides[side]]
            yield gettext(
                "**{willing} asked for a break.** Pause the game, or keep playing?", willing=join_list(willing)
            )


def _board(shown: TableView, look: DisplayOptions, *, held: bool) -> Iterator[Scene | str]:
    chart, view = shown.score_chart, shown.open
    if not look.pictures:
        yield from _in_text(shown, view)
    elif chart is None:
        yield table_scene(shown, look.style, _counted(shown, held=held))
    else:
        yield chart
    if shown.table.in_match or shown.table.agreement.won:
        yield standing(shown)
    if chart is not None and chart.turns:
        turns = (f"-# {formatting.escape(turn)}" for _, turn in chart.turns)
        yield "\n".join([gettext("-# **Turning points**"), *turns])


def _own_cards(
    shown: TableView, seat: int, chosen: Sequence[Card], look: DisplayOptions, *, held: bool
) -> Iterator[Scene | str]:
    view = shown.views[seat]
    if look.pictures:
        if counted := _drawn_count(shown, held=held):
            yield show_scene(counted, look.style)
        # The toggles alone show what is picked to discard, so that each press is answered at once.
        yield panel_scene(shown, seat, chosen if view.stage == "play" else (), look.style)
    else:
        yield from _in_text(shown, view)
        if view.hand:
            yield gettext("Your hand: {cards}", cards=formatting.hand(view.hand))
        elif view.own_windows and view.open_cards is not None and view.open_cards[0] == seat:
            # The question is about the count of somebody else, and the player's own comes next.
            yield gettext("Your hand: {cards}", cards=formatting.hand(view.open_cards[2]))
    if view.laid and view.stage in {"starter", "play"}:
        yield gettext("-# You discarded {cards}", cards=formatting.hand(view.laid))
    if shown.table.in_match or shown.table.agreement.won:
        yield standing(shown)


def _counted(shown: TableView, *, held: bool) -> tuple[CountedHand, ...]:
    if shown.is_counting:
        return shown.this_show
    return shown.last_show if held else ()


def _drawn_count(shown: TableView, *, held: bool) -> tuple[CountedHand, ...]:
    """Return what a panel draws of the counts: the newest, or of a held show the last wrong one.

    In a DM no message beside it draws a show, so that it has all of a held one.
    """
    counted = _counted(shown, held=held)
    if shown.is_counting:
        return counted[-1:]
    return counted if shown.table.place == "dm" else tuple([hand for hand in counted if hand.note][-1:])


def _in_text(shown: TableView, view: View) -> Iterator[str]:
    starter = [shown.starter_line] if shown.starter_line and view.open_cards is None else []
    yield "\n".join([shown.score_line, *starter, *shown.play_in_text])


def _skunk_lines(shown: TableView, look: DisplayOptions) -> Iterator[str]:
    if not look.pictures and shown.table.rules.doubles:
        yield f"-# {formatting.doubles(shown.table.rules)}"


def _news(shown: TableView, look: DisplayOptions, *, held: bool, seat: int | None = None) -> Iterator[str]:
    """The counts of the show on the screen, the play before it until it was seen, and the lines of this deal."""
    view, most = shown.open, _LATEST if seat is None else _LATEST_IN_A_PANEL
    verdicts = shown.verdicts(held=held)
    before = [line.text for line in shown.play_unseen_by(seat) if not line.opening] if verdicts else []
    # Once the play is over, the counts say the rest.
    lines = () if verdicts and shown.is_counting else shown.log
    latest = [line.text for line in lines if view.starter is None or not line.opening]
    texts = _texts(verdicts, look)
    if seat is not None and look.pictures:
        drawn = _drawn_count(shown, held=held)
        texts = [_verdict_text(line, line.brief if drawn else line.text) for line in verdicts]
    text = "\n".join([*before[-most:], *texts, *latest[-most:]])
    if text:
        yield text
    if said := shown.said_by_robot(held=held):
        yield said


def _texts(verdicts: Sequence[LogLine], look: DisplayOptions) -> list[str]:
    return [_verdict_text(line, line.beside) if look.pictures else line.text for line in verdicts]


def _verdict_text(line: LogLine, text: str) -> str:
    """Return a count beside a picture, in small print unless it moved points."""
    return text if line.laws else f"-# {text}"


def _next(shown: TableView, end: End | None) -> Iterator[str]:
    if end is not None:
        yield from (earned_line(name, kind) for name, kind in end.achievements)
        right, number = end.guesses
        if number:
            yield gettext("{right} of {number} who watched guessed the winner.", right=right, number=number)
        yield from (line for name, streaks in end.streaks for line in streak_lines(name, streaks))
        winner = shown.open.winner
        won = [shown.names[seat] for seat in shown.open.rules.sides[winner]] if winner is not None else []
        # Once the next game is open, there is nothing to press any more.
        newcomers = () if end.followed else end.newcomers
        greeted = [gettext(WINNER if name in won else LOSER, name=name) for name in newcomers]
        yield from (f"{greeting}{gettext(NEXT)}" if greeting == greeted[-1] else greeting for greeting in greeted)


def _foot(shown: TableView, *, short: bool = False) -> str:
    """Return the small print: the terms, the deal and its dealer, and the game's id.

    It is ``short`` on a private screen with pictures, where every line pushes the buttons down.
    """
    table, view = shown.table, shown.open
    parts = [] if short else [*terms(table)]
    if view.deal:
        parts.append(gettext("deal {deal}", deal=view.deal))
    if view.dealer is not None and not short:
        dealer = shown.names[view.dealer]
        parts.append(gettext("{name} deals next" if view.stage == "deal" else "{name} deals", name=dealer))
    return f"-# {' · '.join([*parts, *_robots(shown), gettext('game {id}', id=table.id)])}"


def _robots(shown: TableView) -> list[str]:
    seats = zip(shown.table.seats, shown.names, strict=True)
    rules = shown.table.rules
    return [formatting.labelled(name, robot_in_words(seat.robot, rules)) for seat, name in seats if seat.robot]


def _screen(parts: Sequence[Scene | str], *rows: Row) -> Screen:
    """Return parts of text and pictures in their order, and the action rows; texts in sequence are one component."""
    shown: list[str | Scene] = []
    for part in parts:
        if isinstance(part, str) and shown and isinstance(shown[-1], str):
            shown[-1] += f"\n{part}"
        else:
            shown.append(part)
    return Screen((*shown, *rows))
