"""The tutorial: one deal for beginners, page by page, and the buttons that lead newcomers to it and to practice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ButtonStyle, SelectOption
from discord.app_commands import Command, Group
from discord.ui import Button, Select

from bot.i18n.translation import N_, gettext
from bot.ui.core.components import Screen
from bot.ui.core.page_view import page_view


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its title and its paragraphs."""

    title: str
    paragraphs: tuple[str, ...]


PAGES: Final = (
    Page(
        N_("Start a game"),
        (
            N_(
                "Cribbage is a race on a board: you score points with your cards, and a peg moves one hole a point. "
                "The first to 121 wins."
            ),
            N_(
                "`/play` opens a table. Name an opponent, choose a robot, or leave a seat open; three and four can "
                "play too. The table shows what is asked of whom. Your cards are behind **My hand**, for your eyes "
                "alone."
            ),
            N_("These pages go through one deal between Ann and Ben, by the house rules. Press **Next**."),
        ),
    ),
    Page(
        N_("The cut"),
        (
            N_(
                "Each player cuts a card, and the lower deals; the ace is low, the king high. Equal cards are cut "
                "again."
            ),
            N_(
                "Ann cuts the 4♠ and Ben the 9♦, so Ann deals. The other player is called the **pone**. After this "
                "deal Ben will deal, and so on in turn."
            ),
        ),
    ),
    Page(
        N_("The deal, and laying away"),
        (
            N_(
                "Each gets six cards, keeps four, and **lays two away**. The four laid away are the **crib**: it "
                "belongs to the dealer, who counts it last of all. So the dealer gives it good cards, and the pone "
                "poor ones."
            ),
            N_("Ben has 6♥ 7♣ 8♦ J♥ 2♠ K♠ and lays away 2♠ K♠.\nAnn has 6♠ 7♦ J♦ K♣ 3♣ 3♥ and lays away 3♣ 3♥."),
            N_("Choose your two in the menu, then press the button that names them; what is laid away stays away."),
        ),
    ),
    Page(
        N_("The starter"),
        (
            N_(
                "The pack is cut once more and a card turned up, the **starter**. It is not played, but it counts with "
                "every hand and with the crib."
            ),
            N_("The starter is the 8♥. Had it been a jack, Ann as the dealer would have had **two for his heels**."),
        ),
    ),
    Page(
        N_("The play"),
        (
            N_(
                "The pone leads, and each plays a card in turn. The cards are added up as they fall, and the count may "
                "not pass 31. Jack, queen and king count ten, the ace one."
            ),
            N_(
                "A card pegs at once: 2 for making **fifteen**, 2 for **thirty-one**, 2 for a **pair** with the card "
                "before it, 6 and 12 for a third and a fourth alike, and for a **run** one a card."
            ),
            N_(
                "Ben: 8♦, count 8.\nAnn: 7♦, count 15. Fifteen, 2 points.\nBen: 6♥, count 21. The run 8 7 6, 3 "
                "points.\nAnn: K♣, count 31. Thirty-one, 2 points."
            ),
            N_("Press the card you play. One that would pass 31 cannot be pressed."),
        ),
    ),
    Page(
        N_("The go"),
        (
            N_(
                "After thirty-one the count begins anew from nought, and the other player leads. If you have no card "
                "that comes in, it is a **go**, and the other plays on. When nobody can, the last to play pegs 1. The "
                "last card of all pegs 1 too, unless it makes 31."
            ),
            N_(
                "Ben: 7♣, count 7.\nAnn: J♦, count 17.\nBen: J♥, count 27. Pair, 2 points.\nAnn holds only the 6♠, "
                "which would make 33: go. Ben pegs 1 point for it.\nAnn: 6♠, count 6. The last card, 1 point."
            ),
            N_("Ben has pegged 6 in the play, and Ann 5."),
        ),
    ),
    Page(
        N_("The show"),
        (
            N_(
                "Now the hands are counted, the pone's first, each with the starter: 2 for every set of cards that "
                "makes **fifteen**, 2 for every **pair**, one a card for every **run**, 4 for a hand of one suit and 5 "
                "with the starter, and 1 for **his nobs**, the jack in hand of the starter's suit."
            ),
            N_(
                "Ben shows 6♥ 7♣ 8♦ J♥ with the 8♥: fifteen two, fifteen four, and eight for double run is twelve, and "
                "one for his nobs is thirteen. **13 points.**\nAnn shows 6♠ 7♦ J♦ K♣ with the 8♥: fifteen two, and a "
                "run of three is five. **5 points.**"
            ),
            N_(
                "`/score` counts any hand for you, such as `/score 6h 7c 8d jh 8h`. No hand counts 19, 25, 26 or 27; "
                "the best of all is 29."
            ),
        ),
    ),
    Page(
        N_("Declaring"),
        (
            N_(
                "You count your own hand: press **Declare** and give the number, or say it as players do. The bot "
                "checks it at once."
            ),
            N_(
                "Had Ben declared 12, Ben would have pegged 12, and the forgotten point would be lost; where "
                "**muggins** is agreed it goes to Ann."
            ),
            N_(
                "Had Ben declared 15, Ben would have pegged 13, and the 2 too many would go to Ann. That is law 19; "
                "see `/law 19`."
            ),
        ),
    ),
    Page(
        N_("The challenge"),
        (
            N_(
                "By some rules nobody checks but your adversary: `/rules` says by which. What you declare is pegged, "
                "and the other says **Satisfied** or **Too many**, or with muggins **Too few**. No number is needed."
            ),
            N_(
                "If Ann had declared 7 for her 5 and Ben said Too many, 2 would come off and go to Ben. If she had "
                "declared 5 and Ben said so, Ben would be wrong, and Ann would mark 2."
            ),
            N_(
                "What nobody challenges in time stands, right or wrong; once the game is over a review tells of it. By "
                "these rules you also declare what a card pegs as you play it, say go yourself, and claim his heels."
            ),
        ),
    ),
    Page(
        N_("The crib"),
        (
            N_(
                "Last the dealer shows the crib and counts it in the same way; only a flush must have the starter's "
                "suit too."
            ),
            N_("Ann shows 2♠ K♠ 3♣ 3♥ with the 8♥: fifteen two, fifteen four, and a pair is six. **6 points.**"),
            N_("So after one deal Ben stands at 19 and Ann at 16. Now Ben deals."),
        ),
    ),
    Page(
        N_("The end"),
        (
            N_(
                "The game ends at the instant a peg reaches the last hole, in the play or in the show; nobody counts "
                "after that. So it matters that the pone counts first."
            ),
            N_(
                "By the house rules a loser who stands below 91 loses two games, a **skunk**, and below 61 four. Ann "
                "wins 121 to 88: that is two games. 121 to 91 is one. In a match the games won stand beside the scores."
            ),
            N_(
                "On the board the front peg shows the score, and the one behind it the score before. Where it is drawn "
                "in letters, `@` is the front peg, `o` the other, and `|` ends a street of thirty holes."
            ),
        ),
    ),
    Page(
        N_("Playing well"),
        (
            N_(
                "**Laying away:** your own crib likes fives, pairs, and neighbours such as 7 8; the other's crib gets "
                "cards far apart, a king or an ace, and never a five."
            ),
            N_(
                "**Leading:** never a five, for nearly a third of all cards make fifteen with it. A four or less "
                "cannot be made fifteen by the next card. From a pair lead one of it: if it is paired you have the "
                "third."
            ),
            N_(
                "**In the play:** rather make fifteen than a pair. Do not leave a count of 5 or 21, which any ten-card "
                "makes fifteen or thirty-one. Keep a low card for the end of the count."
            ),
        ),
    ),
    Page(
        N_("What to press and type"),
        (
            N_(
                "**Press** the buttons, or **type** to me in private or with my name before it: `5h`, `lay 2c 9d`, "
                "`go`, `12`, `satisfied`, `too many`. The menu **Score this hand** on a message counts the hand in it."
            ),
        ),
    ),
)
"""The pages in their order. Tests compare every number in them with the engine."""

PREFIX: Final = "h1:"
"""How every custom id of the tutorial begins; the number of a page follows, or ``CONTENTS`` for the menu."""
CONTENTS: Final = "contents"

NEWCOMER: Final = "g1:"
"""How the custom id of each button for newcomers begins; what they want to begin with follows."""

_MANY: Final = 6
"""The most commands of a group that are listed one by one."""


def page(number: int, commands: Iterable[Command[Any, ..., Any] | Group]) -> Screen:
    """Return a page, counted from 0, with buttons and a menu for the others. The last one lists the commands."""
    place = min(max(number, 0), len(PAGES) - 1)
    last = place == len(PAGES) - 1
    head = gettext(
        "**{title}** (page {place} of {number})", title=gettext(PAGES[place].title), place=place + 1, number=len(PAGES)
    )
    turning = [_turn("Back", place - 1, disabled=place == 0), _turn("Next", place + 1, disabled=last)]
    listed = ["\n".join(_command_lines(commands))] if last else []
    begin = [newcomer_buttons(in_tutorial=True)] if place == 0 or last else []
    return page_view([head, *map(gettext, PAGES[place].paragraphs), *listed], turning, [_contents(place)], *begin)


def newcomer_buttons(*, in_tutorial: bool = False) -> list[Button[Any]]:
    """Return the buttons that newcomers may begin with; the tutorial is one unless they are ``in_tutorial`` already."""
    to_read = [] if in_tutorial else [_newcomer_button("walk", gettext("Read how to play"))]
    lead = ButtonStyle.secondary if in_tutorial else ButtonStyle.primary
    return [
        _newcomer_button("lesson", gettext("Play a practice deal"), lead),
        *to_read,
        _newcomer_button("count", gettext("Practise counting")),
    ]


def _newcomer_button(action: str, label: str, style: ButtonStyle = ButtonStyle.secondary) -> Button[Any]:
    return Button(label=label, style=style, custom_id=f"{NEWCOMER}{action}")


def _command_lines(commands: Iterable[Command[Any, ..., Any] | Group]) -> Iterator[str]:
    """Yield a line for each command; a group of many gets one line."""
    for command in commands:
        if isinstance(command, Group) and _is_large(command):
            names = " ".join(sub.name for sub in command.commands)
            yield f"- `/{command.qualified_name}` {gettext(str(command.description))}: {names}"
        elif not isinstance(command, Group) and not (command.parent is not None and _is_large(command.parent)):
            yield f"- `/{command.qualified_name}` {gettext(str(command.description))}"


def _is_large(group: Group) -> bool:
    return len(group.commands) > _MANY


async def show(interaction: discord.Interaction[Any], number: int, *, is_new: bool) -> None:
    """Show a page: where it ``is_new`` in an answer of its own, otherwise in place of the one that was pressed."""
    drawn = page(number, interaction.client.tree.walk_commands())
    if is_new:
        await interaction.response.send_message(view=drawn, ephemeral=True)
    else:
        await interaction.response.edit_message(view=drawn)


def _turn(label: str, to: int, *, disabled: bool) -> Button[Any]:
    style = ButtonStyle.primary if label == "Next" else ButtonStyle.secondary
    return Button(label=gettext(label), style=style, custom_id=f"{PREFIX}{max(to, 0)}", disabled=disabled)


def _contents(place: int) -> Select[Any]:
    return Select(
        custom_id=f"{PREFIX}{CONTENTS}",
        placeholder=gettext("Go to a page"),
        options=[
            SelectOption(label=f"{number + 1}. {gettext(page.title)}", value=str(number), default=number == place)
            for number, page in enumerate(PAGES)
        ],
    )
