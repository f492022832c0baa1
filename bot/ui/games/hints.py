"""Help beside the game: hints with a reason, and moves taken back."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.analysis.pool import PoolError
from bot.analysis.thinking import choices_of
from bot.i18n.translation import N_, gettext, render
from bot.models.errors import TableError
from bot.progress.reviews import games_of
from bot.tables.table import Table
from bot.ui.core.components import Press, Screen, button, page_view
from bot.ui.core.formatting import cards
from bot.ui.games.context import Pressed
from bot.ui.games.table_talk import HINT, TAKE_BACK
from engine.ai.judge import Judgement, can_judge
from engine.analysis.game_review import reason
from engine.scoring import IN_ORDER
from engine.view import View

YES: Final = "-yes"
"""The end of an action of help once the player knows that the game then counts for nothing."""


NO_CHOICE: Final = N_("You have no choice to make right now.")
COUNTS_NO_MORE: Final = N_(
    "**With help, this game counts for nothing:** no stats, no achievements. You can use help for the rest of it."
)
TAKEN_BACK: Final = N_("Taken back. It's your turn again.")
BUSY: Final = N_("I couldn't think about it just now. Please try again.")


def hint_view(view: View, choices: Sequence[Judgement]) -> Screen:
    """Return the two best choices of a seat with what each brings, and why the first is better."""
    best, *others = choices
    lines = [gettext("**Hint:** {choice}", choice=_choice(view, best))]
    if others:
        why = render(reason(view, others[0], best)) if others[0].lost else gettext("Both are about as good.")
        lines += [gettext("Next best: {choice}", choice=_choice(view, others[0])), why]
    return page_view(["\n".join(lines)])


async def give_hint(at: Pressed) -> None:
    """Answer with a hint for the player's own next choice."""
    context, interaction = at.context, at.interaction
    seat = at.table.playing_seat_of(at.player)
    if _must_ask(at):
        await context.answer(interaction, _question(at.table, HINT, gettext("Show a hint")), ephemeral=True)
        return
    table = await context.tables.mark_helped(at.table.id)
    view = table.view(seat)
    if seat not in view.waiting_on or not can_judge(view):
        raise TableError(gettext(NO_CHOICE))
    await interaction.response.defer(ephemeral=True, thinking=True)
    await context.publisher.commitments.sealed(table)
    try:
        choices = await context.pool.run_urgently(choices_of, view)
    except PoolError as error:
        raise TableError(gettext(BUSY)) from error
    await context.answer(interaction, hint_view(view, choices), ephemeral=True)


async def take_back(at: Pressed) -> None:
    """Take back the player's last discard or card."""
    context, interaction = at.context, at.interaction
    at.table.playing_seat_of(at.player)
    if _must_ask(at):
        await context.answer(interaction, _question(at.table, TAKE_BACK, gettext("Take back")), ephemeral=True)
        return
    await context.tables.take_back(at.table.id, at.player)
    context.publisher.redraw(at.table.id)
    await context.answer(interaction, page_view([gettext(TAKEN_BACK)]), ephemeral=True)


def _must_ask(at: Pressed) -> bool:
    return not at.press.action.endswith(YES) and not at.table.agreement.helped and at.table.may_be_helped


def _question(table: Table, action: str, label: str) -> Screen:
    accept = button(Press(table.id, "", action + YES), label, discord.ButtonStyle.primary)
    return page_view([gettext(COUNTS_NO_MORE)], [accept])


def _choice(view: View, choice: Judgement) -> str:
    named = cards(sorted(choice.cards, key=IN_ORDER))
    if view.stage == "play":
        text = gettext("play {card} (pegging {points:+.1f})", card=named, points=choice.peg)
    else:
        text = gettext(
            "discard {cards} (hand {hand:.1f}, crib {crib:+.1f}, pegging {peg:+.1f})",
            cards=named,
            hand=choice.hand,
            crib=choice.crib,
            peg=choice.peg,
        )
    if choice.chance is None:
        return text
    if view.rules.doubles:
        return gettext("{choice}, {games:+.2f} games on average", choice=text, games=games_of(choice.chance))
    return gettext("{choice}, {chance:.0f} % to win", choice=text, chance=100 * choice.chance)
