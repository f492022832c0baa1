"""Positions of the player's own games to decide again: their screens and buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Final

import discord
from discord import ButtonStyle

from bot.i18n.translation import gettext, join_list, ngettext, pgettext, render
from bot.models.errors import TableError
from bot.models.player import Player
from bot.models.practice import PositionKind, PositionStats, PracticePosition
from bot.progress.positions import GONE, JudgedPosition, Position, PositionGone
from bot.progress.reviews import games_of
from bot.render.scene import Scene
from bot.render.show import HandScene, MomentScene
from bot.ui.core import formatting
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.components import TEXT, Button, DisplayOptions, Screen, button, page_view
from bot.ui.core.context import Context
from bot.ui.core.interactions import is_bot_dm
from bot.ui.core.router import AnyPress, Part, PickedCards, answers, press
from engine.actions import Play
from engine.ai.judge import Judgement
from engine.analysis.game_review import reason
from engine.cards import Card
from engine.rules import Rules
from engine.scoring import IN_ORDER
from engine.view import View

_A_PERCENT: Final = 0.01
"""Chances to win that differ by less look the same in percent."""


@press("position1:{number}:{action}{cards}", GONE)
class PositionButton(AnyPress):
    """A button of a position: the number of the player's own position, the action, and the cards chosen with it."""

    number: int
    action: Annotated[str, Part("pick[0-5]|answer|next")]
    cards: PickedCards = ()


def choosable(position: Position) -> tuple[Card, ...]:
    """Return the cards that can be discarded or played, the lowest first."""
    seen = position.decision.seen
    playable = {move.card for move in seen.legal if isinstance(move, Play)}
    return tuple(card for card in _hand(seen) if seen.stage != "play" or card in playable)


def question_view(position: Position, picked: Sequence[Card] = (), look: DisplayOptions = TEXT) -> Screen:
    seen = position.decision.seen
    is_play = position.stored.kind is PositionKind.PLAYS
    head = gettext(
        "**Which card do you play?**"
        if is_play
        else "**Which 2 cards do you discard?**"
        if seen.to_lay == 2
        else "**Which card do you discard?**"
    )
    paragraphs = [f"{head}\n{_situation(seen)}", "\n".join(_cards(seen, look)), _footer(position)]
    press = partial(PositionButton, position.stored.number)
    if is_play:
        names = {card: formatting.on_button([card]) for card in choosable(position)}
        rows = [[button(press("answer", (card,)), gettext("Play {card}", card=name)) for card, name in names.items()]]
    else:
        rows = discard_rows(_hand(seen), picked, seen.to_lay, press)
    return page_view(paragraphs, *rows, scenes=_question_pictures(seen, look))


def result_view(judged: JudgedPosition, look: DisplayOptions = TEXT) -> Screen:
    """Return the screen of an answered position: the points lost, the best choices and why, and the statistics."""
    position = judged.position
    seen = position.decision.seen
    following = button(PositionButton(position.stored.number, "next"), gettext("Next position"), ButtonStyle.primary)
    paragraphs = [
        f"{_verdict(judged)}\n{_situation(seen)}",
        *(() if look.pictures else ["\n".join(_cards(seen, look))]),
        "\n".join([*_best_choices(judged), *_why(judged)]),
        f"{_stats(position.stored.kind, judged.stats)}\n{_footer(position, judged)}",
    ]
    better = judged.choices[0].cards if judged.chosen.lost else ()
    scenes = [_moment(seen, judged.chosen.cards, better, look)] if look.pictures else []
    return page_view(paragraphs, [following], scenes=scenes)


# The question.


def _situation(seen: View) -> str:
    assert seen.dealer is not None
    own, others = formatting.scores_seen(seen)
    if seen.rules.players > 2:
        return _situation_of_several(seen, own, others)
    return gettext(
        "You're at {own}, your opponent at {other}, and the crib is yours."
        if seen.dealer == seen.own_seat
        else "You're at {own}, your opponent at {other}, and the crib is your opponent's.",
        own=own,
        other=others,
    ) + gettext(" The game is to {target}.", target=seen.rules.target)


def _situation_of_several(seen: View, own: int, others: str) -> str:
    assert seen.dealer is not None
    if seen.rules.players == 3:
        scores = gettext("You're at {own}, the others at {others}.", own=own, others=others)
    else:
        scores = gettext("Your side is at {own}, the other at {others}.", own=own, others=others)
    if seen.dealer == seen.seat:
        crib = gettext("You deal.")
    elif seen.point_value(seen.dealer) > 0:
        crib = gettext("Your partner deals.")
    elif seen.seat is not None and (seen.dealer - seen.seat) % seen.rules.players == 1:
        crib = gettext("The player on your left deals.")
    else:
        crib = gettext("The player on your right deals.")
    return " ".join([scores, crib, gettext("The game is to {target}.", target=seen.rules.target)])


def _cards(seen: View, look: DisplayOptions) -> Iterator[str]:
    """Yield the lines about the cards; the picture of a play shows the player's own and those on the table."""
    if seen.stage == "play":
        yield from _table_lines(seen, look)
        if look.pictures:
            return
    names = join_list([formatting.card_name(card) for card in _hand(seen)])
    yield gettext("Your cards: {cards}\n-# {names}", cards=formatting.hand(seen.hand), names=names)


def _table_lines(seen: View, look: DisplayOptions) -> Iterator[str]:
    assert seen.starter is not None
    if not look.pictures:
        yield gettext(
            "On the table: {cards} (count {count}). Starter: {starter}",
            cards=formatting.cards([card for _, card in seen.series]),
            count=seen.count,
            starter=formatting.card(seen.starter),
        )
    if seen.rules.players > 2:
        yield from _lines_of_several(seen)
        return
    mine, theirs = ([card for seat, card in seen.played if seat == own] for own in (seen.own_seat, 1 - seen.own_seat))
    if mine:
        yield gettext(
            "You played {mine}, your opponent {theirs}.",
            mine=formatting.cards(mine),
            theirs=formatting.cards(theirs),
        )
    yield ngettext(
        "You discarded {cards}. Your opponent holds {number} card.",
        "You discarded {cards}. Your opponent holds {number} cards.",
        seen.held[1 - seen.own_seat],
        cards=formatting.hand(seen.laid),
    )
    if 1 - seen.own_seat in seen.gone:
        yield gettext("Your opponent said go.")


def _lines_of_several(seen: View) -> Iterator[str]:
    for step in range(1, seen.rules.players):
        seat = (seen.own_seat + step) % seen.rules.players
        played = [card for other, card in seen.played if other == seat]
        if step == 1:
            who = gettext("The player on your left")
        else:
            who = gettext("The player on your right") if step == seen.rules.players - 1 else gettext("Your partner")
        said = formatting.labelled(who, formatting.cards(played) if played else gettext("no card yet"))
        yield gettext("{line} (said go)", line=said) if seat in seen.gone else said
    mine = [card for seat, card in seen.played if seat == seen.own_seat]
    yield formatting.labelled(gettext("You"), formatting.cards(mine) if mine else gettext("no card yet"))
    yield gettext("You discarded {cards}.", cards=formatting.hand(seen.laid))


def _footer(position: Position, judged: JudgedPosition | None = None) -> str:
    table_id = position.stored.origin.table_id
    if table_id is None:
        return gettext("-# From a game between robots.")
    if judged is None:
        return gettext("-# From your game `{id}`, where your choice cost you points.", id=table_id)
    then = formatting.cards(sorted(position.decision.chosen, key=IN_ORDER))
    return gettext("-# From your game `{id}`, where you chose {cards}.", id=table_id, cards=then)


def _hand(seen: View) -> tuple[Card, ...]:
    return tuple(sorted(seen.hand, key=IN_ORDER))


def discard_rows(
    cards: Sequence[Card], picked: Sequence[Card], many: int, press: Callable[[str, tuple[Card, ...]], AnyPress]
) -> list[list[Button]]:
    """Return the rows of a discard: a button for each card, and what confirms so ``many`` that are picked.

    ``press`` is that of an action with the cards that are picked after it.
    """
    toggles = []
    for place, card in enumerate(cards):
        label, style, then = formatting.on_button([card]), ButtonStyle.secondary, [*picked, card][-many:]
        if card in picked:
            label, style, then = f"✓ {label}", ButtonStyle.success, [other for other in picked if other != card]
        toggles.append(button(press(f"pick{place}", tuple(then)), label, style))
    label, style, chosen = pgettext("the button", "Discard"), ButtonStyle.secondary, list[Card]()
    if len(picked) == many:
        chosen = sorted(picked, key=IN_ORDER)
        label, style = gettext("Discard {cards}", cards=formatting.on_button(chosen)), ButtonStyle.primary
    confirm = replace(button(press("answer", tuple(picked) if chosen else ()), label, style), disabled=not chosen)
    return [toggles[:3], toggles[3:], [confirm]]


# The result.


def _verdict(judged: JudgedPosition) -> str:
    answer = judged.position.stored.answer
    assert answer is not None
    cards = _written(judged.chosen)
    if not answer.lost:
        return gettext("**{cards}: as good as it gets!**", cards=cards)
    best, chosen = judged.choices[0].chance, judged.chosen.chance
    if judged.position.decision.seen.rules.doubles and best is not None and chosen is not None:
        return gettext(
            "**{cards} loses {lost:.1f} points** to the best choice: {chosen:+.2f} games instead of {best:+.2f}.",
            cards=cards,
            lost=answer.lost,
            chosen=games_of(chosen),
            best=games_of(best),
        )
    if best is not None and chosen is not None and best - chosen >= _A_PERCENT:
        return gettext(
            "**{cards} loses {lost:.1f} points** to the best choice: it wins {chosen:.0f} % instead of {best:.0f} %.",
            cards=cards,
            lost=answer.lost,
            chosen=100 * chosen,
            best=100 * best,
        )
    return gettext("**{cards} loses {lost:.1f} points** to the best choice.", cards=cards, lost=answer.lost)


def _best_choices(judged: JudgedPosition) -> Iterator[str]:
    for place, choice in enumerate(judged.choices, 1):
        own = _is_same(choice, judged)
        if place <= 2 or own:
            cards = _written(judged.chosen if own else choice)
            seen = judged.position.decision.seen
            numbers = _numbers(choice, seen.rules, discards=seen.stage == "lay_away")
            line = gettext("{place}. {cards}: {numbers}", place=place, cards=cards, numbers=numbers)
            yield line + (gettext(" (yours)") if own else "")


def _numbers(choice: Judgement, rules: Rules, *, discards: bool) -> str:
    if discards:
        points = gettext(
            "hand {hand:.1f}, crib {crib:+.1f}, pegging {peg:+.1f}, together **{total:.1f}**",
            hand=choice.hand,
            crib=choice.crib,
            peg=choice.peg,
            total=choice.points,
        )
    else:
        points = gettext(
            "you peg {mine:.1f}, your opponent {theirs:.1f}, difference **{total:+.1f}**"
            if rules.players == 2
            else "your side pegs {mine:.1f}, the others {theirs:.1f}, difference **{total:+.1f}**",
            mine=choice.peg + choice.theirs,
            theirs=choice.theirs,
            total=choice.peg,
        )
    if choice.chance is None:
        return points
    if rules.doubles:
        return gettext("{points}, **{games:+.2f} games** on average", points=points, games=games_of(choice.chance))
    return gettext("{points}, wins **{chance:.0f} %**", points=points, chance=100 * choice.chance)


def _why(judged: JudgedPosition) -> Iterator[str]:
    best, chosen = judged.choices[0], judged.chosen
    if _is_same(best, judged):
        best = chosen
    worse = chosen if chosen.lost else next((choice for choice in judged.choices if choice.lost), None)
    if worse is not None:
        why = reason(judged.position.decision.seen, worse, best)
        yield gettext(
            "Why {best} and not {worse}? {reason}", best=_written(best), worse=_written(worse), reason=render(why)
        )


def _stats(kind: PositionKind, stats: PositionStats) -> str:
    today = (
        ngettext("Answered today: {number} discard.", "Answered today: {number} discards.", stats.today)
        if kind is PositionKind.DISCARDS
        else ngettext("Answered today: {number} play.", "Answered today: {number} plays.", stats.today)
    )
    mean = ngettext(
        "Points lost in the last one: **{lost:.2f}**.",
        "Points lost on average over the last {number}: **{lost:.2f}**.",
        stats.latest,
        lost=stats.lost,
    )
    return f"{today} {mean}"


def _written(choice: Judgement) -> str:
    return formatting.cards(sorted(choice.cards, key=IN_ORDER))


def _is_same(choice: Judgement, judged: JudgedPosition) -> bool:
    """Return whether a choice is the player's; cards to play are the same if their ranks are."""
    if judged.position.stored.kind is PositionKind.PLAYS:
        return choice.cards[0].rank is judged.chosen.cards[0].rank
    return set(choice.cards) == set(judged.chosen.cards)


# The pictures.


def _question_pictures(seen: View, look: DisplayOptions) -> list[Scene]:
    if not look.pictures:
        return []
    if seen.starter is None:
        name = gettext("Your six cards") if len(seen.hand) == 6 else gettext("Your five cards")
        return [HandScene(_hand(seen), None, name, look.style)]
    return [_moment(seen, (), (), look)]


def _moment(seen: View, chosen: tuple[Card, ...], better: tuple[Card, ...], look: DisplayOptions) -> Scene:
    series = tuple(card for _, card in seen.series)
    return MomentScene(gettext("Your cards"), _hand(seen), chosen, better, series, seen.starter, look.style)


async def show_position(
    context: Context, interaction: discord.Interaction[Any], player: Player, kind: PositionKind
) -> None:
    """Answer with the player's position of this kind: the one that they have not answered, or a new one.

    To find one takes a moment, so the answer is deferred. The player's latest games are reviewed in the background,
    because their mistakes are asked first.
    """
    is_private = not is_bot_dm(interaction)
    await interaction.response.defer(ephemeral=is_private, thinking=True)
    context.reviews.review_latest(player)
    latest = await context.positions.latest(player)
    build: ScreenBuilder | None = None
    if latest is not None and latest.answer is None and latest.kind is kind:
        with suppress(PositionGone):
            build = await _screen(context, player, latest)
            await context.positions.ask_again(player, latest, discord.utils.utcnow())
    if build is None:
        build = await _next(context, player, latest, kind)
    await context.answer(interaction, build, await context.attachments.look(player), ephemeral=is_private)


@answers(PositionButton)
async def answer_press(context: Context, interaction: discord.Interaction[Any], button: PositionButton) -> None:
    """Answer a press on a position. A press on an earlier one shows the current one."""
    player = await context.meet(interaction.user)
    latest = await context.positions.latest(player)
    if latest is None:
        raise TableError(gettext(GONE))
    if not (button.action.startswith("pick") and context.positions.is_at_hand(player, latest)):
        await interaction.response.defer()
    build = await _after_press(context, player, latest, button)
    await context.put(interaction, build, await context.attachments.look(player))


async def _after_press(
    context: Context, player: Player, latest: PracticePosition, button: PositionButton
) -> ScreenBuilder:
    if button.number != latest.number:
        return await _screen(context, player, latest)
    if latest.answer is not None:
        if button.action == "next":
            return await _next(context, player, latest, latest.kind)
        return await _screen(context, player, latest)
    position = await context.positions.load(player, latest)
    picked = button.cards if set(button.cards) <= set(choosable(position)) else ()
    many = position.decision.seen.to_lay if latest.kind is PositionKind.DISCARDS else 1
    if button.action != "answer" or len(set(picked)) != many:
        return partial(question_view, position, picked)
    await context.positions.answer(player, position, picked, discord.utils.utcnow())
    answered = await context.positions.latest(player)
    assert answered is not None, "what was dealt stays"
    return await _screen(context, player, answered)


async def _next(context: Context, player: Player, latest: PracticePosition | None, kind: PositionKind) -> ScreenBuilder:
    after = 0 if latest is None else latest.number
    position = await context.positions.deal(player, kind, after, discord.utils.utcnow())
    return partial(question_view, position, ())


async def _screen(context: Context, player: Player, stored: PracticePosition) -> ScreenBuilder:
    position = await context.positions.load(player, stored)
    if stored.answer is None:
        return partial(question_view, position, ())
    return partial(result_view, await context.positions.judged(player, position, discord.utils.utcnow()))
