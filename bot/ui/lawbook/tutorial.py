"""The help: a first deal in eight steps, short pages about single things, and the buttons for newcomers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord
from discord import ButtonStyle, app_commands
from discord.app_commands import Command, Group

from bot.i18n.translation import N_, gettext
from bot.render.board import BoardScene, BoardSide
from bot.render.player_screen import PanelScene
from bot.render.scene import Scene, Style
from bot.render.show import Combination, CountedHand, HandScene, ShowScene
from bot.ui.core import formatting
from bot.ui.core.commands import choice, invitation, user_install
from bot.ui.core.components import TEXT, Button, DisplayOptions, Link, Menu, MenuOption, Screen, page_view
from bot.ui.core.context import Context, context_of
from bot.ui.core.router import AnyPress, Rest, answers, chosen_in, press
from engine.actions import LayAway, Play
from engine.cards import Card
from engine.laws import Law
from engine.messages import read_texts
from engine.scoring import count_of
from engine.scoring import show as counted_by_law

ANN: Final = "Ann"

_LABELS: Final[Mapping[Law, str]] = {
    Law.FIFTEEN: N_("Fifteen"),
    Law.PAIR: N_("Pair"),
    Law.RUN: N_("Run"),
    Law.HIS_NOBS: N_("Nobs"),
}


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


DEALT: Final = _cards("6H 7C 8D JH 2S KS")
DISCARDED: Final = _cards("2S KS")
STARTER: Final = Card.parse("8H")
ANNS_HAND: Final = _cards("6S 7D JD KC")
CRIB: Final = _cards("2S KS 3C 3H")
PLAYED: Final = _cards("8D 7D 6H KC 7C JD")
"""The cards in the order in which they are played: the reader's first, and every other one Ann's."""

_SEEN: Final = ((0, 0, 0, 0), (0, 2, 0, 2), (0, 4, 3, 4), (4, 6, 3, 4))
"""The steps of the play: which of the played cards are on the table, and both scores."""


def step_scene(place: int, style: Style) -> Scene:
    """Return the picture of a step of the first deal, counted from 0."""
    kept = tuple(card for card in DEALT if card not in DISCARDED)
    match place:
        case 0:
            return BoardScene(121, (BoardSide(gettext("You"), 84, 72), BoardSide(ANN, 71, 63)))
        case 1:
            return _panel(style, DEALT)
        case 2 | 3 | 4 | 5:
            first, last, *scores = _SEEN[place - 2]
            hand = tuple(card for card in kept if card not in PLAYED[:last])
            played = [(ANN if number % 2 else gettext("You"), card) for number, card in enumerate(PLAYED[:last])]
            return _panel(style, hand, tuple(played), scores, first)
        case 6:
            return HandScene(kept, STARTER, gettext("Your hand"), style)
    counts = [_counted(gettext("Your hand"), kept), _counted(gettext("Ann's hand"), ANNS_HAND)]
    return ShowScene((*counts, _counted(gettext("Ann's crib"), CRIB, crib=True)), style)


def _panel(
    style: Style,
    hand: tuple[Card, ...],
    played: tuple[tuple[str, Card], ...] | None = None,
    scores: Sequence[int] = (0, 0),
    since: int = 0,
) -> PanelScene:
    """Return what the reader sees; the cards that were ``played`` count ``since`` one of them."""
    pile = (played or ())[since:]
    return PanelScene(
        121,
        (BoardSide(gettext("You"), scores[0], 0), BoardSide(ANN, scores[1], 0)),
        dealer=ANN,
        dealer_side=1,
        pile=pile,
        count=None if played is None else count_of([card for _, card in pile]),
        starter=None if played is None else STARTER,
        hand=hand,
        left=((ANN, len(hand)),),
        earlier=(played or ())[:since],
        style=style,
    )


def _counted(title: str, hand: tuple[Card, ...], *, crib: bool = False) -> CountedHand:
    count = counted_by_law(hand, STARTER, crib=crib)
    total, combinations = 0, []
    for item in count.items:
        total += item.points
        combinations.append(Combination(gettext(_LABELS[item.law]), item.cards, total))
    return CountedHand(title, hand, STARTER, tuple(combinations), count.total)


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


_MOVES: Final = {"discard": LayAway.label, "play": Play.label}
_TEXTS: Final = read_texts(__package__, "help.toml")


def _page_of(text: Mapping[str, Any]) -> Page:
    return Page(text["title"], tuple(text["paragraphs"]), tuple(map(_choice_of, text.get("choices", ()))))


def _choice_of(text: Mapping[str, str]) -> Choice:
    label, cards = next(((label, text[move]) for move, label in _MOVES.items() if move in text), (None, ""))
    return Choice(label or text["label"], cards, text.get("wrong", ""))


STEPS: Final = tuple(map(_page_of, _TEXTS["steps"]))
"""One deal in eight steps, each with a picture and something to do."""

TOPICS: Final = tuple(map(_page_of, _TEXTS["topics"]))
"""Short pages about one thing each; the last one lists the commands."""

_NAMED_STEPS: Final = (0, 1, 2, 6, 7)
"""The first step of each title."""

PAGES: Final = (*(STEPS[step] for step in _NAMED_STEPS), *TOPICS)
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
    scenes = [step_scene(place, look.style)] if look.pictures else []
    head = gettext("**{title}** ({place} of {number})", title=gettext(step.title), place=place + 1, number=len(STEPS))
    return page_view(
        [head, *map(gettext, told)],
        *rows,
        [_contents(_NAMED_STEPS.index(max(one for one in _NAMED_STEPS if one <= place)))],
        scenes=scenes,
    )


def _choice(place: int, number: int) -> Button:
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
    wanted = chosen_in(interaction.data)[0] if pressed.page == CONTENTS else pressed.page
    await show(context, interaction, wanted, is_new=False)


_PAGES: Final = [choice(page.title, number) for number, page in enumerate(PAGES)]


@app_commands.command(name="help", description="Your first deal in 90 seconds, and the rules page by page")
@app_commands.describe(page="What to read about")
@app_commands.choices(page=_PAGES)
async def guide(interaction: discord.Interaction[Any], page: int = 0) -> None:
    await show(context_of(interaction), interaction, str(page), is_new=True)
