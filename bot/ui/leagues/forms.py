"""Forms of leagues: what each asks, and the function that takes the answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from inspect import signature
from typing import Any, Final, TypeAlias, TypeVar, cast

from discord import ChannelType

from bot.i18n.translation import N_, gettext
from bot.models.player import Player
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.components import Field, Form, Menu, MenuOption, Screen, TextInput
from bot.ui.core.router import chosen_fields, typed_fields
from bot.ui.leagues.lookup import Action, LeaguePress, Pressed, answers_league, member_named

FILLED: Final = "filled"
"""How the action of a form that was filled in begins; the action of its button follows."""

_Do = TypeVar("_Do", bound="Callable[..., Awaitable[Screen | ScreenBuilder | Form | None]]")
_Read: TypeAlias = Callable[[Pressed, str], Awaitable[Any]]
_Offer: TypeAlias = Callable[..., Awaitable[Sequence[MenuOption]]]


async def _as_typed(_: Pressed, text: str) -> str:
    return text.strip()


async def _member(at: Pressed, text: str) -> Player | None:
    return await member_named(at.context, at.league, text) if text.strip() else None


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a form: the name of its answer, its label and a hint.

    What is typed is ``read`` as the answer. ``offer`` gives the options of a menu instead, by what was pressed and what
    its numbers name; ``is_channel`` asks for a text channel.
    """

    name: str
    label: str
    hint: str = ""
    longest: int = 100
    required: bool = True
    default: str = ""
    placeholder: str = ""
    has_lines: bool = False
    read: _Read = _as_typed
    offer: _Offer | None = None
    is_channel: bool = False

    async def field(self, at: Pressed, named: Sequence[Any]) -> Field:
        """Return the question as a form shows it."""
        control: TextInput | Menu
        if self.is_channel:
            control = Menu(custom_id=self.name, channels=[ChannelType.text], fewest=int(self.required))
        elif self.offer is not None:
            options = tuple(await self.offer(at, *named))
            control = Menu(custom_id=self.name, options=options, fewest=int(self.required))
        else:
            control = TextInput(
                custom_id=self.name,
                longest=self.longest,
                default=self.default,
                placeholder=self.placeholder,
                required=self.required,
                has_lines=self.has_lines,
            )
        return Field(control, gettext(self.label), gettext(self.hint) if self.hint else "")

    async def answer(self, at: Pressed) -> Any:
        """Return the answer. Raises ``LeagueError`` for one that can't be."""
        if self.is_channel or self.offer is not None:
            return next(iter(chosen_fields(at.interaction.data).get(self.name, [])), "")
        return await self.read(at, typed_fields(at.interaction.data).get(self.name, ""))


_OWN_NAME: Final = N_("Their name in this league.")
WHO: Final = Question("player", N_("Who?"), _OWN_NAME, read=_member)
WHY: Final = Question("reason", N_("Why?"), N_("It goes into the league's log."), 300)

ONE_GAME_A_LINE: Final = Question(
    "scores",
    N_("One game a line"),
    N_("Like Ann 121 Ben 98, or paste the cells of a spreadsheet."),
    4_000,
    has_lines=True,
)


def somebody(name: str, label: str, hint: str = _OWN_NAME, *, required: bool = True) -> Question:
    """Return the question for a player of the league."""
    return replace(WHO, name=name, label=label, hint=hint, required=required)


def asks(
    action: Action,
    title: str | Callable[..., str],
    *questions: Question,
    by: Callable[..., Awaitable[Sequence[Question]]] | None = None,
    filled: Action | None = None,
    manages: bool = True,
) -> Callable[[_Do], _Do]:
    """Let the presses of an action open a form, perhaps for managers alone, and a function take its answers.

    The function gets what was pressed, what its numbers name, and the answers by their names. ``by`` returns the
    questions for what was pressed; ``filled`` is the action of the form itself.
    """

    def add(do: _Do) -> _Do:
        sent = filled or FILLED + action

        async def asked(at: Pressed, named: Sequence[Any]) -> Sequence[Question]:
            return questions if by is None else await by(at, *named)

        async def show(at: Pressed, *named: Any) -> Form:
            fields = [await one.field(at, named) for one in await asked(at, named)]
            head = title(at.league, *named) if callable(title) else gettext(title)
            return Form(LeaguePress(sent, at.numbers).custom_id, head, tuple(fields))

        async def take(at: Pressed, *named: Any) -> Screen | ScreenBuilder | Form | None:
            answers = {one.name: await one.answer(at) for one in await asked(at, named)}
            return await do(at, *named, **answers)

        for answer, name in ((show, action), (take, sent)):
            answer.__signature__ = signature(do)  # type: ignore[attr-defined]
            answers_league(cast("Action", name), manages=manages)(answer)
        return do

    return add
