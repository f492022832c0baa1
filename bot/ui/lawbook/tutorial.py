"""The help: one deal in five steps, short pages about single things, and the buttons for newcomers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord
from discord import ButtonStyle, app_commands
from discord.app_commands import Command, Group

from bot.i18n.translation import N_, gettext
from bot.ui.core import formatting
from bot.ui.core.commands import choice
from bot.ui.core.components import TEXT, Button, DisplayOptions, Menu, MenuOption, Screen, page_view
from bot.ui.core.context import Context, context_of
from bot.ui.core.router import AnyPress, Rest, answers, chosen_in, press
from bot.ui.lawbook import help_pictures


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its title and its paragraphs."""

    title: str
    paragraphs: tuple[str, ...]


STEPS: Final = (
    Page(
        N_("How to play"),
        (
            N_(
                "Cribbage is a race. You score points with your cards, and your peg moves 1 hole a point. The "
                "first to 121 points wins, or to 61 in a short game."
            ),
            N_("These 5 steps show one deal between Ann and Ben. Press **Next**."),
            N_("Prefer to learn by playing? Press **Play a practice deal**."),
        ),
    ),
    Page(
        N_("The deal, the discards and the crib"),
        (
            N_(
                "You get 6 cards, keep 4 and discard 2. The 4 discards are the **crib**, a second hand for the dealer. "
                "The other player is the **pone**."
            ),
            N_(
                "Ann deals. Ben has 6♥ 7♣ 8♦ J♥ 2♠ K♠ and discards 2♠ K♠.\nAnn has 6♠ 7♦ J♦ K♣ 3♣ 3♥ and discards 3♣ "
                "3♥."
            ),
        ),
    ),
    Page(
        N_("The play (pegging)"),
        (
            N_(
                "One card is turned up: the **starter**, 8♥. The pone plays first. The count "
                "can't go over 31, and points score right away:"
            ),
            N_(
                "Ben: 8♦, count 8.\nAnn: 7♦, count 15. Fifteen, 2 points.\nBen: 6♥, count 21. Run of 3, 3 points.\n"
                "Ann: K♣, count 31. Thirty-one, 2 points."
            ),
            N_("Then the count is back to 0."),
        ),
    ),
    Page(
        N_("The show"),
        (
            N_(
                "Now count your hand with the starter: 2 for each **fifteen** or **pair**, 1 a card for a **run**, 4 "
                "or 5 for a **flush**, 1 for **nobs**. The pone counts first."
            ),
            N_("Ben shows 6♥ 7♣ 8♦ J♥ with the 8♥: **13 points.**\nAnn shows 6♠ 7♦ J♦ K♣ with the 8♥: **5 points.**"),
        ),
    ),
    Page(
        N_("The crib and the next deal"),
        (
            N_("Last, the dealer counts the crib. Ann shows 2♠ K♠ 3♣ 3♥ with the 8♥: **6 points.**"),
            N_("Ben is at 19 and Ann at 16. Now Ben deals. You take turns until somebody reaches 121."),
            N_("Ready? Press **Play a practice deal**, or use `/play`."),
        ),
    ),
)
"""The five steps of one deal, each with a picture. Tests compare every number in them with the engine."""

TOPICS: Final = (
    Page(
        N_("Who goes first?"),
        (
            N_(
                "Everybody cuts a card. The lowest deals. Aces are low, kings are high. If the lowest cards are equal, "
                "you cut again."
            ),
            N_(
                "Ann cuts the 4♠ and Ben the 9♦, so Ann deals first. Then you take turns. The pone, who doesn't "
                "deal, plays first and counts first. With 3 or 4 players, that's the player on the dealer's left. The "
                "crib belongs to the dealer."
            ),
        ),
    ),
    Page(
        N_("The starter"),
        (
            N_(
                "After the discards, the deck is cut and one card is turned up. Nobody plays it, "
                "but it counts as part of every hand and the crib."
            ),
            N_(
                "If it's a jack, the dealer scores 2: **his heels**. In some rules, the dealer must claim them before "
                "playing a card."
            ),
        ),
    ),
    Page(
        N_("Saying go"),
        (
            N_(
                "If all your cards would go over 31, say **go** (in some rules, the bot says it for you). The other "
                "player keeps playing. When nobody can play, whoever played last scores 1, and the count is back to 0. "
                "In the five-card game, the play is over then. The very last card scores 1 too. A card that makes 31 "
                "scores 2 instead."
            ),
            N_(
                "Ben: 7♣, count 7.\nAnn: J♦, count 17.\nBen: J♥, count 27. Pair, 2 points.\nAnn only has the 6♠, "
                "which would make 33, so Ann says go. Ben pegs 1 point for it.\nAnn: 6♠, count 6. The last card, 1 "
                "point."
            ),
            N_("In this play Ben scored 6 points and Ann 5."),
        ),
    ),
    Page(
        N_("Scoring a hand"),
        (
            N_(
                "- **Fifteen:** 2 for each set of cards that adds up to 15\n"
                "- **Pair:** 2. Three alike (pair royal) 6, four alike (double pair royal) 12\n"
                "- **Run:** 1 per card for 3 or more in a row, in any order\n"
                "- **Double run:** 8 for a run of 3 with a pair, such as 6 7 8 8\n"
                "- **Flush:** 1 per card if your whole hand is one suit, 1 more if the starter matches. In the crib, "
                "all 5 cards must match\n"
                "- **His nobs:** 1 for the jack of the starter's suit"
            ),
            N_(
                "Face cards (jack, queen, king) are worth 10. Aces are worth 1 and always low. Count out loud: "
                '"15-2, 15-4, and a pair is 6." The highest hand is 29; no hand counts 19, 25, 26 or 27.'
            ),
            N_("To score a hand, type it here or use `/score 6h 7c 8d jh 8h`."),
        ),
    ),
    Page(
        N_("Counting too many or too few"),
        (
            N_("In the house rules, you count your own hand, and the bot checks it."),
            N_("If Ben counts only 12, Ben gets 12. The missed point is lost, or with **muggins** it goes to Ann."),
            N_("If Ben counts 15, Ben gets 13, and the 2 extra points go to Ann (`/law 19`)."),
        ),
    ),
    Page(
        N_("Checking each other's counts"),
        (
            N_(
                "In some rules, only your opponent checks your count. They accept it, or "
                "challenge it. With muggins, they can also say it's too few. `/rules` "
                "shows which rules these are."
            ),
            N_(
                "If Ann counts 7 for a hand worth 5 and Ben challenges, the 2 extra points come off, and in most rules "
                "Ben gets them. If Ann counts 5 and Ben challenges, Ben is wrong and Ann gets 2."
            ),
            N_("A count that nobody challenges stands. In most of these games you also count what each card scores."),
        ),
    ),
    Page(
        N_("Winning and skunks"),
        (
            N_(
                "The first to 121 points wins, or to 61 in a short game. The game ends right away, even in the middle "
                "of the play, and nobody counts after that. If players check each other, a winning count must be "
                "accepted first."
            ),
            N_(
                "In the house rules to 121, a loser with under 91 points is **skunked**, which counts as 2 games. "
                "Under 61 is a **double skunk**, 4 games. To 61, a loser with under 31 is skunked."
            ),
            N_("On the board, the front peg shows your score. The back peg shows your score before that."),
        ),
    ),
    Page(
        N_("Tips: discards and leads"),
        (
            N_(
                "**Discard** fives, pairs and neighbours such as 7 8 to your own crib. For your opponent's crib, "
                "discard cards that are far apart, kings or aces, but never a five."
            ),
            N_(
                "**Lead** a four or a three: nobody can make fifteen with the next card. Keep aces and twos for later. "
                "Never lead a five, because nearly a third of all cards make fifteen with it. If you have a pair, lead "
                "one of the two."
            ),
            N_(
                "**After that,** make fifteen rather than a pair. Don't leave a count of 5 or 21. Keep a low card "
                "for the end. Type "
                "6 cards to see the best discard."
            ),
        ),
    ),
    Page(
        N_("Start, pause or quit a game"),
        (
            N_(
                "- **Start:** `/play`. Invite a friend as your opponent, play against a robot (the bot), or leave the "
                "seat open. Three or four people can play too.\n"
                "- **Your cards:** `/hand`, or the button **My hand**\n"
                "- **Pause and resume:** `/adjourn`\n"
                "- **Quit:** `/resign`. You lose, except at the very start of a game against robots. With 3 players, "
                "the other 2 play on.\n"
                "- **Practice:** `/practice` gives you hands to count, discards and plays."
            ),
        ),
    ),
    Page(
        N_("Commands"),
        (
            N_(
                "**Press** the buttons, or **type** in a DM with me: `5h`, `discard 2c 9d`, `go`, `12`. In a channel, "
                "mention me, but never type your discard there: others would read it. To count a hand in a message, "
                "open the message's menu and choose **Score this hand**."
            ),
        ),
    ),
)
"""Short pages about one thing each; the last one lists the commands."""

PAGES: Final = (*STEPS, *TOPICS)
"""All pages, in the order of their numbers."""

CONTENTS: Final = "contents"
"""The menu of all pages, where a button has the number of a page."""


@press("h1:{page}")
class ShowPage(AnyPress):
    """A button or menu of the tutorial: the number of a page, or ``CONTENTS``."""

    page: Rest


@press("g1:{activity}")
class Newcomer(AnyPress):
    """A button for newcomers."""

    activity: Rest


_MANY: Final = 6
"""The most commands of a group that are listed one by one."""


def page(number: int, commands: Iterable[Command[Any, ..., Any] | Group], look: DisplayOptions = TEXT) -> Screen:
    """Return a page, counted from 0, with its picture, buttons and a menu of all pages."""
    place = min(max(number, 0), len(PAGES) - 1)
    is_step, is_last = place < len(STEPS), place == len(PAGES) - 1
    title = gettext(PAGES[place].title)
    head = (
        gettext("**{title}** ({place} of {number})", title=title, place=place + 1, number=len(STEPS))
        if is_step
        else f"**{title}**"
    )
    turning = (
        [
            _turn(gettext("Back"), place - 1, disabled=place == 0),
            _turn(gettext("Next"), place + 1, ButtonStyle.primary, disabled=place == len(STEPS) - 1),
        ]
        if is_step
        else [_turn(gettext("How to play"), 0)]
    )
    listed = ["\n".join(_command_lines(commands))] if is_last else []
    begin = [newcomer_buttons(in_tutorial=True)] if place in (0, len(STEPS) - 1) else []
    scenes = [help_pictures.SCENES[place](look.style)] if look.pictures and is_step else []
    return page_view(
        [head, *map(gettext, PAGES[place].paragraphs), *listed], turning, [_contents(place)], *begin, scenes=scenes
    )


def newcomer_buttons(*, in_tutorial: bool = False) -> list[Button]:
    """Return the buttons that newcomers may begin with; in the tutorial without those that the page has already."""
    if in_tutorial:
        return [
            _newcomer_button("lesson", gettext("Play a practice deal")),
            _newcomer_button("count", gettext("Practise counting")),
        ]
    return [
        _newcomer_button("start", gettext("Start"), ButtonStyle.primary),
        _newcomer_button("lesson", gettext("Practice")),
        _newcomer_button("walk", gettext("Rules")),
    ]


def _newcomer_button(action: str, label: str, style: ButtonStyle = ButtonStyle.secondary) -> Button:
    return Button(label, Newcomer(action).custom_id, style)


def _command_lines(commands: Iterable[Command[Any, ..., Any] | Group]) -> Iterator[str]:
    """Yield a line for each command; a group of many gets one line."""
    for command in commands:
        if isinstance(command, Group) and _is_large(command):
            names = " ".join(sub.name for sub in command.commands)
            yield f"- `/{command.qualified_name}` {formatting.labelled(gettext(str(command.description)), names)}"
        elif not isinstance(command, Group) and not (command.parent is not None and _is_large(command.parent)):
            yield f"- `/{command.qualified_name}` {gettext(str(command.description))}"


def _is_large(group: Group) -> bool:
    return len(group.commands) > _MANY


async def show(context: Context, interaction: discord.Interaction[Any], number: int, *, is_new: bool) -> None:
    """Show a page: where it ``is_new`` in an answer of its own, otherwise in place of the one that was pressed.

    The reader is not stored.
    """
    look = await context.attachments.look(await context.accounts.players.find(interaction.user.id))
    build = partial(page, number, tuple(interaction.client.tree.walk_commands()))
    if is_new:
        await context.answer(interaction, build, look, ephemeral=True)
    else:
        await context.put(interaction, build, look)


def _turn(label: str, to: int, style: ButtonStyle = ButtonStyle.secondary, *, disabled: bool = False) -> Button:
    return Button(label, ShowPage(str(max(to, 0))).custom_id, style, disabled)


def _contents(place: int) -> Menu:
    options = [
        MenuOption(label=f"{number + 1}. {gettext(page.title)}", value=str(number), default=number == place)
        for number, page in enumerate(PAGES)
    ]
    return Menu(custom_id=ShowPage(CONTENTS).custom_id, placeholder=gettext("More about ..."), options=tuple(options))


@answers(ShowPage)
async def turn_page(context: Context, interaction: discord.Interaction[Any], pressed: ShowPage) -> None:
    """Show the page that a button names, or that was chosen in the menu."""
    wanted = chosen_in(interaction.data)[0] if pressed.page == CONTENTS else pressed.page
    await show(context, interaction, int(wanted) if wanted.isdecimal() else 0, is_new=False)


_PAGES: Final = [choice(page.title, number) for number, page in enumerate(PAGES)]


@app_commands.command(name="help", description="How to play cribbage, in five steps")
@app_commands.describe(page="What to read about")
@app_commands.choices(page=_PAGES)
async def guide(interaction: discord.Interaction[Any], page: int = 0) -> None:
    """Show the first step, or the page that was chosen."""
    await show(context_of(interaction), interaction, page, is_new=True)
