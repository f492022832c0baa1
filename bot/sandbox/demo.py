"""The demo: two scripted people play two whole games through the real bot; prints a summary and checks the records."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, Final

from simcord.backend.models import Interaction
from simcord.components import walk_components

from bot.app import client
from bot.sandbox.page import Actions, Sandbox, open_sandbox
from bot.settings import Settings
from bot.tables.repository import record_of
from bot.tables.shuffle import verdict_on
from bot.tables.table import Table
from engine.actions import Accept, Challenge, ClaimHeels, Declare, LayAway, Play, SayGo
from engine.ai.levels import CLUB
from engine.ai.robots import choose
from engine.course import Course
from engine.errors import CribbageError
from engine.events import Challenged, ForDealCut, GameWon, Pegged, Played, PutBack, Shown
from engine.laws import Law
from engine.record import Record

Say = Callable[[str], None]

_MOST_TURNS: Final = 1_000
_PRESETS: Final = {"house": "you count, the bot checks", "britannica": "players check each other's counts"}
_TYPED: Final = ("5h 5d 5c js 5s", "7c 8d 8h ks | 9c", "crib 2h 4h 6h 8h th")
_WAIT: Final = 10.0
_NEXT: Final = """
What to try next:
  cribbage-bot sandbox                   play in your browser, against robots or friends beside you
  cribbage-bot score '5h 5d 5c js' 5s    count a hand
  cribbage-bot demo --full               this demo with every card and every answer
  cribbage-bot run                       run the bot on your Discord server (see README, Host)"""


async def play_demo(folder: Path, say: Say, *, full: bool = False) -> bool:
    """Play two games, write their records into the folder, and return whether every check passed.

    With ``full`` every play and the bot's whole answers are printed too.
    """
    # A terminal shows no pictures, and nobody needs the database of a demo after a power cut.
    bot = client(Settings(database=folder / "cribbage.db", pictures=False, database_sync="normal"))
    async with open_sandbox(bot) as sandbox:
        say("Ann and Ben play two games through the real bot, on a simulated Discord.")
        records = [await _play(sandbox, preset, say, full=full) for preset in _PRESETS]
        passed = [_verify(record, folder, say) for record in records]
        say("\nAnn also asks the bot about hands:")
        for text in _TYPED:
            await _ask(sandbox, text, say, full=full)
    say(_NEXT)
    return all(passed) and any(
        isinstance(event, Pegged) and _is_overscore(event) for r in records for event in r.events
    )


async def _play(sandbox: Sandbox, preset: str, say: Say, *, full: bool) -> Record:
    ann, ben = (
        _Person(_actions(sandbox, name), name, counting)
        for name, counting in (("Ann", _counting(over=4)), ("Ben", _counting(under=5)))
    )
    tables, local = sandbox.bot.context.tables, sandbox.discord
    options = {"opponent": "Ben", "preset": preset, "counting": "I count"}
    invitation = (await ann.actions.use_command("play", options)).message_id
    assert invitation is not None
    await ben.accept(invitation)
    name = _custom_ids(local.backend.get_message(ann.actions.channel_id, invitation))[0].split(":")[1]
    for _ in range(_MOST_TURNS):
        table = await tables.find(name)
        waiting = [one for one in (ann, ben) if table.names.index(one.name) in table.view(None).waiting_on]
        if table.view(None).stage == "over" or not waiting:
            break
        await local.changed(lambda: any(_shown(sandbox, name)), _WAIT)
        place, message = next(_shown(sandbox, name))
        person = waiting[0]
        person.actions = replace(person.actions, channel_id=place)
        await person.take_turn(table, message)
    record = await record_of(tables, name)
    for line in summary(record, full=full):
        say(line)
    return record


def _actions(sandbox: Sandbox, name: str, *, private: bool = False) -> Actions:
    backend = sandbox.discord.backend
    user = next(user for user in backend.users.values() if user.global_name == name)
    channel = next(one for one in backend.channels.values() if one.name == "cribbage")
    return Actions(sandbox.discord, user.id, backend.get_dm_channel(user.id).id if private else channel.id)


def _custom_ids(message: Any) -> list[str]:
    return [str(part["custom_id"]) for part in walk_components(message.components) if "custom_id" in part]


def _shown(sandbox: Sandbox, name: str) -> Iterator[tuple[int, int]]:
    """Yield the messages to all with a button to open one's hand in a game, each with its channel, the newest first."""
    return (
        (channel_id, message.id)
        for channel_id, messages in reversed(sandbox.discord.backend.messages.items())
        for message in reversed(messages.values())
        if not message.is_ephemeral
        if any(f":{name}:" in one and one.endswith(":hand") for one in _custom_ids(message))
    )


async def _ask(sandbox: Sandbox, text: str, say: Say, *, full: bool) -> None:
    ann = _actions(sandbox, "Ann", private=True)
    messages = sandbox.discord.backend.messages[ann.channel_id]
    before = len(messages) + 1
    ann.write(text)
    await sandbox.discord.changed(lambda: len(messages) > before, _WAIT)
    answer = list(messages.values())[-1]
    texts = [answer.content, *(part["content"] for part in walk_components(answer.components) if part["type"] == 10)]
    lines = [line for line in plain("\n".join(texts)).split("\n") if line.strip()]
    say(f"  {text}")
    for line in lines if full else lines[:4]:
        say(f"    {line}")


def plain(text: str) -> str:
    text = re.sub(r"^(-# |#+ |> )", "", text, flags=re.MULTILINE)
    return re.sub(r"\*\*|__|~~|`|\ufe0f|\ufe0e", "", re.sub(r"<a?:(\w+):\d+>", r"\1", text))


# The people.

_BUTTON: Final = 2


@dataclass(slots=True)
class _Person:
    """A scripted player, who moves as a robot does; ``count`` turns a true count into the one that they say."""

    actions: Actions
    name: str
    count: Callable[[int], int]

    async def accept(self, invitation: int) -> None:
        await self._press(invitation, "accept")

    async def take_turn(self, table: Table, message: int) -> None:
        opened = await self._press(message, "hand")
        await self.actions.discord.changed(lambda: bool(opened.followup_ids), _WAIT)
        panel = opened.followup_ids[0]
        view = table.view(table.names.index(self.name))
        may_accept = any(isinstance(move, Accept) for move in view.legal)
        match choose(view, CLUB, lambda: 0.0):
            case ClaimHeels():
                await self._press(panel, "heels")
            case Challenge(claim="too_many"):
                await self._press(panel, "many")
            case LayAway(cards=cards):
                for card in cards:
                    await self._press(panel, f"pick-{card}")
                await self._press(panel, "lay-")
            case Play(card=card, declared=points):
                if points and self._find(panel, f"card-{card}"):
                    await self._press(panel, f"card-{card}")
                    await self._press(panel, f"play-{card}-{points}")
                else:
                    await self._press(panel, f"play-{card}")
            case Declare(points=true) if not may_accept:
                await self._count(panel, self.count(true))
            case SayGo() if not may_accept:
                await self._press(panel, "go")
            case _:
                await self._press(panel, "satisfied")

    async def _count(self, panel: int, said: int) -> None:
        if self._find(panel, f"count-{said}", whole=True):
            await self._press(panel, f"count-{said}", whole=True)
            return
        form = await self._press(panel, "declare")
        assert form.modal is not None
        field = next(part for part in walk_components(form.modal["components"]) if "custom_id" in part)
        await self.actions.submit(form.id, {field["custom_id"]: str(said)})

    async def _press(self, message: int, action: str, *, whole: bool = False) -> Interaction:
        """Press the button of an action. Raises ``LookupError`` if there is none."""
        # A screen whose picture takes a while follows the answer to the press before.
        await self.actions.discord.changed(lambda: self._find(message, action, whole=whole) is not None, _WAIT)
        custom_id = self._find(message, action, whole=whole)
        if custom_id is None:
            raise LookupError(f"{self.name} sees no button to {action}")
        return await self.actions.press(message, custom_id, None)

    def _find(self, message: int, action: str, *, whole: bool = False) -> str | None:
        """Return the custom id of the first enabled button whose action is this one, or begins with it."""
        stored: Any = self.actions.discord.backend.get_message(self.actions.channel_id, message)
        for part in walk_components(stored.components):
            if part["type"] == _BUTTON and "custom_id" in part and not part.get("disabled"):
                mine = str(part["custom_id"]).rsplit(":", 1)[1]
                if mine == action or (not whole and mine.startswith(action)):
                    return str(part["custom_id"])
        return None


# The summary.


def summary(record: Record, *, full: bool = False) -> Iterator[str]:
    names = record.seats
    rules = record.rules
    yield f"\n{record.preset.upper()} RULES, to {rules.target} points: {_PRESETS.get(record.preset, '')}"
    course = Course(record.events, rules)
    for step in course.steps:
        if isinstance(step.event, ForDealCut):
            cut = zip(names, step.event.cards, strict=True)
            yield f"Cut for deal: {', '.join(f'{name} {card.face}' for name, card in cut)}."
    for number in range(1, course.steps[-1].deal + 1):
        yield from _deal(course, number, names, full=full)
    if isinstance(won := record.events[-1], GameWon):
        result = " to ".join(map(str, sorted(course.scores[-1], reverse=True)))
        worth = {1: "", 2: ": a skunk, 2 games"}.get(won.games, f": a double skunk, {won.games} games")
        yield f"{names[won.side]} wins, {result}{worth}."


def _deal(course: Course, number: int, names: Sequence[str], *, full: bool) -> Iterator[str]:
    steps = [step for step in course.steps if step.deal == number]
    play = [0] * len(names)
    counts: list[str] = []
    notes: list[str] = []
    wrong = ""
    for step in steps:
        match step.event:
            case Shown(seat=seat, what=what, declared=declared, true=true):
                said = true if declared is None else declared
                counts.append(f"{names[seat]}'s {what} {' '.join(card.face for card in step.event.cards)}: {said}")
                wrong = f"{names[seat]} said {said}, really {true}"
                if true is not None and said is not None and said < true:
                    notes.append(f"{wrong}: the {true - said} missed points are lost.")
            case Challenged(seat=seat, against=against, upheld=upheld):
                right = "right" if upheld else "wrong"
                notes.append(f"{names[seat]} challenged {names[against]}'s count and was {right}.")
        for peg in step.pegs:
            if isinstance(peg, Pegged) and _is_overscore(peg):
                notes.append(f"{wrong}: the {peg.points} extra points go to {names[peg.seat]} (law 19).")
            elif isinstance(peg, Pegged) and not counts:
                play[peg.side] += peg.points
    pegged = ", ".join(f"{name} {points}" for name, points in zip(names, play, strict=True))
    starter, dealer = steps[-1].starter, names[steps[0].dealer]
    yield f"Deal {number}: {dealer} deals, starter {starter.face if starter else '-'}. In the play: {pegged}."
    if full:
        played = [step.event for step in steps if isinstance(step.event, Played)]
        yield f"  {', '.join(f'{names[one.seat]} {one.card.face} ({one.count})' for one in played)}"
    if counts:
        yield f"  {'; '.join(counts)}."
    yield from (f"  {note}" for note in notes)
    scores = course.scores[steps[-1].moved + len(steps[-1].pegs)]
    yield f"  Score: {', '.join(f'{name} {score}' for name, score in zip(names, scores, strict=True))}."


def _is_overscore(event: Pegged | PutBack) -> bool:
    return event.law is Law.OVERSCORE


def _verify(record: Record, folder: Path, say: Say) -> bool:
    document = record.to_dict()
    path = folder / f"{record.game}.json"
    path.write_text(json.dumps(document, indent=1), encoding="utf-8")
    say(f"\nThe record is {path}")
    if document["result"] is None:
        say("  The game did not end.")
        return False
    try:
        again, _ = verdict_on(json.loads(path.read_text(encoding="utf-8")))
    except CribbageError as error:
        say(f"  The record is wrong: {error}")
        return False
    same = again.to_dict() == document
    say(f"  Played again from the record: {'the same result' if same else 'ANOTHER RESULT'}.")
    say("  Fair shuffle: proved. Every deal follows from the seed sealed before it.")
    return same


def _counting(*, over: int = 0, under: int = 0) -> Callable[[int], int]:
    """A way of counting: right, except that some turns say 2 too many (``over``) or 2 too few (``under``)."""
    turns = count(1)

    def said(true: int) -> int:
        turn = next(turns)
        if over and turn % over == 2:
            return min(true + 2, 29)
        return max(true - 2, 0) if under and turn % under == 0 else true

    return said
