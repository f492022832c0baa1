"""The help: a first deal in eight steps, short pages about single things, and the buttons for newcomers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord
from discord import ButtonStyle, app_commands
from discord.app_commands import Command, Group

from bot.i18n.translation import N_, gettext
from bot.ui.core import formatting
from bot.ui.core.commands import choice, invitation, user_install
from bot.ui.core.components import TEXT, Button, DisplayOptions, Link, Menu, MenuOption, Screen, page_view
from bot.ui.core.context import Context, context_of
from bot.ui.core.router import AnyPress, Rest, answers, chosen_in, press
from bot.ui.lawbook import help_pictures
from engine.actions import LayAway, Play
from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice in the first deal: its button, with these cards, and why it is ``wrong`` if it is."""

    label: str
    cards: str = ""
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its title and its paragraphs, and in the first deal what its reader may do."""

    title: str
    paragraphs: tuple[str, ...]
    choices: tuple[Choice, ...] = ()


_PLAY: Final = N_("The play (pegging)")
_MISCOUNTED: Final = N_(
    "Not quite. The fifteens make 4, the pair 2, the runs 6, and the jack 1. Add them up and try again."
)

STEPS: Final = (
    Page(
        N_("How to play"),
        (
            N_(
                "Cribbage is a race. You score points with your cards, and your peg moves 1 hole a point. The "
                "first to 121 points wins, or to 61 in a short game."
            ),
            N_("Play one deal against Ann now. It takes 90 seconds, and I help you."),
        ),
        (Choice(N_("Deal the cards")),),
    ),
    Page(
        N_("The deal, the discards and the crib"),
        (
            N_(
                "Ann deals. You get 6 cards, keep 4 and discard 2. The 4 discards are the **crib**, a second hand for "
                "the dealer."
            ),
            N_("Keep cards that fit together: 7 + 8 is 15, and 6 7 8 is a run. Give away 2 that don't help Ann."),
        ),
        (
            Choice(LayAway.label, "7C 8D", N_("Those two make 15, and a run with your 6. Keep them for your hand.")),
            Choice(LayAway.label, "2S KS"),
        ),
    ),
    Page(
        _PLAY,
        (
            N_("One card is turned up: the **starter**, 8♥. It counts in every hand at the end."),
            N_(
                "First you take turns to play a card and add it up, to 31 at most. You don't deal, so you are the "
                "**pone** and play first."
            ),
        ),
        (Choice(Play.label, "8D"),),
    ),
    Page(
        _PLAY,
        (
            N_("You: 8♦, count 8.\nAnn: 7♦, count 15. Fifteen, 2 points."),
            N_("Cards in a row, in any order, are a **run**: 1 point a card."),
        ),
        (
            Choice(Play.label, "JH", N_("That makes 25 and scores nothing. Which card goes in a row with 7 and 8?")),
            Choice(Play.label, "6H"),
        ),
    ),
    Page(
        _PLAY,
        (
            N_("You: 6♥, count 21. Run of 3, 3 points.\nAnn: K♣, count 31. Thirty-one, 2 points."),
            N_("Nobody goes over 31. The count is back to 0, and it's your turn."),
        ),
        (Choice(Play.label, "7C"),),
    ),
    Page(
        _PLAY,
        (N_("You: 7♣, count 7.\nAnn: J♦, count 17."), N_("Two of a kind are a **pair**: 2 points.")),
        (Choice(Play.label, "JH"),),
    ),
    Page(
        N_("The show"),
        (
            N_(
                "You: J♥, count 27. Pair, 2 points.\nAnn can't play 6♠ and says **go**: 1 point for you.\nAnn: 6♠, "
                "count 6. The last card, 1 point."
            ),
            N_(
                "Now count your hand with the starter: two **fifteens** (7 + 8) are 2 each, the **pair** of 8s is 2, "
                "two **runs** (6 7 8) are 3 each, and a jack in the starter's suit is 1. How many?"
            ),
        ),
        (Choice("11", wrong=_MISCOUNTED), Choice("12", wrong=_MISCOUNTED), Choice("13")),
    ),
    Page(
        N_("The crib and the next deal"),
        (
            N_("Your hand has **13 points** and Ann's has **5 points**. Last, Ann counts the crib: **6 points**."),
            N_("It's 19 to 16 for you. Well counted! Now you deal, and so on until somebody reaches 121."),
        ),
    ),
)
"""One deal in eight steps, each with a picture and something to do. Tests compare every number with the engine."""

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
            N_("To score a hand, use `/score 6h 7c 8d jh 8h`."),
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
                "for the end. `/score` with 6 cards shows the best discard."
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

_NAMED_STEPS: Final = (0, 1, 2, 6, 7)
"""The first step of each title."""

PAGES: Final = (*(STEPS[step] for step in _NAMED_STEPS), *TOPICS)
"""All pages, in the order of their numbers."""

CONTENTS: Final = "contents"
"""The menu of all pages, where a button has the number of a page."""


@press("h1:{page}")
class ShowPage(AnyPress):
    """A button or menu of the tutorial: the number of a page, ``CONTENTS``, or a step with a choice: ``s3.0``."""

    page: Rest


@press("g1:{activity}")
class Newcomer(AnyPress):
    """A button for newcomers."""

    activity: Rest


_MANY: Final = 6
"""The most commands of a group that are listed one by one."""


def page(
    number: int,
    commands: Iterable[Command[Any, ..., Any] | Group],
    look: DisplayOptions = TEXT,
    application: discord.AppInfo | None = None,
) -> Screen:
    """Return a page, counted from 0, with its buttons, a menu of all pages, and on the last one links."""
    place = min(max(number, 0), len(PAGES) - 1)
    if place < len(_NAMED_STEPS):
        return step_view(_NAMED_STEPS[place], look=look)
    is_last = place == len(PAGES) - 1
    listed = ["\n".join(_command_lines(commands))] if is_last else []
    paragraphs = [f"**{gettext(PAGES[place].title)}**", *map(gettext, PAGES[place].paragraphs), *listed]
    links = [_links(application)] if is_last and application is not None else []
    return page_view(paragraphs, *links, [first_deal_button()], [_contents(place)])


def _links(application: discord.AppInfo) -> list[Link]:
    links = [
        Link(gettext("Add to a server"), invitation(application.id)),
        Link(gettext("Add to my account"), user_install(application.id)),
    ]
    if application.terms_of_service_url is not None:
        links.append(Link(gettext("Terms"), application.terms_of_service_url))
    if application.privacy_policy_url is not None:
        links.append(Link(gettext("Privacy"), application.privacy_policy_url))
    return links


def step_view(place: int, tried: int | None = None, look: DisplayOptions = TEXT) -> Screen:
    """Return a step of the first deal; after a wrong choice was ``tried`` with the reason in place of its text."""
    step = STEPS[place]
    told = [one.wrong for number, one in enumerate(step.choices) if number == tried and one.wrong] or step.paragraphs
    begin = _newcomer_button("start", gettext("Now a real game"), ButtonStyle.primary)
    rows = [[_choice(place, choice) for choice in range(len(step.choices))] or [begin]]
    if place in (0, len(STEPS) - 1):
        rows.append([_lesson(), _newcomer_button("count", gettext("Practise counting"))])
    scenes = [help_pictures.scene(place, look.style)] if look.pictures else []
    head = gettext("**{title}** ({place} of {number})", title=gettext(step.title), place=place + 1, number=len(STEPS))
    return page_view(
        [head, *map(gettext, told)],
        *rows,
        [_contents(_NAMED_STEPS.index(max(one for one in _NAMED_STEPS if one <= place)))],
        scenes=scenes,
    )


def _choice(place: int, number: int) -> Button:
    """Return the button of a choice: a wrong one stays at its step."""
    choice = STEPS[place].choices[number]
    cards = formatting.on_button([Card.parse(name) for name in choice.cards.split()])
    to = f"s{place}.{number}" if choice.wrong else f"s{place + 1}"
    return _turn(gettext(choice.label, cards=cards), to, ButtonStyle.primary)


def first_deal_button() -> Button:
    """Return the button that begins the first deal in place of a screen that only its reader sees."""
    return _turn(gettext("First deal (90 seconds)"), "0")


def newcomer_buttons() -> list[Button]:
    """Return the buttons of a screen that everybody sees, with which newcomers may begin."""
    return [
        _newcomer_button("start", gettext("Start"), ButtonStyle.primary),
        _newcomer_button("walk", gettext("First deal (90 seconds)")),
        _lesson(),
    ]


def _lesson() -> Button:
    return _newcomer_button("lesson", gettext("Practice game with tips"))


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


async def show(context: Context, interaction: discord.Interaction[Any], wanted: str, *, is_new: bool) -> None:
    """Show a page or step: where it ``is_new`` in an answer of its own, otherwise in place of the pressed one.

    The reader is not stored.
    """
    look = await context.attachments.look(await context.accounts.players.find(interaction.user.id))
    if (step := _STEP.fullmatch(wanted)) is not None:
        build = partial(step_view, int(step["place"]), None if step["tried"] is None else int(step["tried"]))
    else:
        number = int(wanted) if wanted.isdecimal() else 0
        client = interaction.client
        build = partial(page, number, tuple(client.tree.walk_commands()), application=client.application)
    if is_new:
        await context.answer(interaction, build, look, ephemeral=True)
    else:
        await context.put(interaction, build, look)


_STEP: Final = re.compile(f"s(?P<place>[0-{len(STEPS) - 1}])(?:\\.(?P<tried>[01]))?")


def _turn(label: str, to: str, style: ButtonStyle = ButtonStyle.secondary) -> Button:
    return Button(label, ShowPage(to).custom_id, style)


def _contents(number: int) -> Menu:
    options = [
        MenuOption(label=f"{place + 1}. {gettext(page.title)}", value=str(place), default=place == number)
        for place, page in enumerate(PAGES)
    ]
    return Menu(custom_id=ShowPage(CONTENTS).custom_id, placeholder=gettext("More about ..."), options=tuple(options))


@answers(ShowPage)
async def turn_page(context: Context, interaction: discord.Interaction[Any], pressed: ShowPage) -> None:
    """Show the page that a button names, or that was chosen in the menu."""
    wanted = chosen_in(interaction.data)[0] if pressed.page == CONTENTS else pressed.page
    await show(context, interaction, wanted, is_new=False)


_PAGES: Final = [choice(page.title, number) for number, page in enumerate(PAGES)]


@app_commands.command(name="help", description="Your first deal in 90 seconds, and the rules page by page")
@app_commands.describe(page="What to read about")
@app_commands.choices(page=_PAGES)
async def guide(interaction: discord.Interaction[Any], page: int = 0) -> None:
    """Show the first step, or the page that was chosen."""
    await show(context_of(interaction), interaction, str(page), is_new=True)
