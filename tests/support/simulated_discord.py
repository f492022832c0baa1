"""A Discord on this machine with the real bot in it, for the end-to-end tests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import simcord
from simcord import InteractionResult
from simcord import interactions as wire
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.enums import ComponentType, InteractionType, OverwriteType
from simcord.http.client import FakeHTTPClient
from simcord.results import to_discord_message

import tests.support.quick_simcord  # noqa: F401 - SimCord is quicker from here on
from bot.app import client
from bot.settings import Settings
from bot.storage import database
from bot.storage.connection import Connection
from bot.tables.repository import record_of
from bot.tables.table import Table
from bot.ui.client import CribbageClient
from bot.ui.core.interactions import AnsweredMessage, AnsweredMessages
from bot.ui.games.play_options import PlayOptions
from engine.actions import Accept, Declare, LayAway, Move, Play, SayGo
from engine.audit import play_again
from engine.cards import Card
from engine.events import Event
from engine.record import Record
from engine.scoring import peg_points, show_total
from engine.state import Game
from tests.support.blank_database import InLoop, lay_out

PATIENCE = 30.0
"""Seconds after which something that was pressed is held to hang: as a last resort only."""

Payload = dict[str, Any]

_AT_ONCE = 1.0
"""Timers shorter than so many seconds go off by themselves."""

_TEXT, _BUTTON, _MENU = 10, 2, 3
_EDITING_A_MESSAGE = "/channels/*/messages/*"
_SENDING_A_MESSAGE = "/channels/*/messages"
_ANSWERING = "/interactions/*/*/callback"


class _Discord(simcord.Env):
    """A Discord whose time passes only when a test moves it, so no reminder comes by itself on a slow machine."""

    def _schedule_timer(self, record: Any, *details: Any) -> None:
        # Without the timer on the real clock that SimCord would give it, it waits for ``advance_time``.
        if record.when - self._virtual_time < _AT_ONCE:
            super()._schedule_timer(record, *details)


def _is_at_the_show(table: Table) -> bool:
    return table.view(None).stage == "show"


class World:
    """A server with one channel and four members, and the bot over one database file.

    The bot's database runs in the loop, unless a test needs its ``threads``.
    ``pace`` is the seconds that a robot takes to move, and with ``emojis`` suits are emojis, from the next start on;
    screens are drawn only ``with_pictures``.
    """

    def __init__(self, path: Path, *, with_pictures: bool = False, threads: bool = False) -> None:
        self.path = path
        self._connections = Connection if threads else InLoop
        self.with_pictures = with_pictures
        self.emojis = False
        self.pace = 0.0
        self.bots: list[CribbageClient] = []
        self.env = _Discord(self._new_bot(), shard_count=1, settle_timeout=PATIENCE)
        self.ignored = 0

    async def open(self) -> None:
        """Let the bot into the server, with its members."""
        lay_out(self.path)
        database.Connection = self._connections  # type: ignore[misc]
        await self.env.start()
        self.env.backend.edit_bot_profile("Cribbage")
        self.guild = self.env.create_guild("Club")
        self.channel = self.guild.create_text_channel("cards")
        self.people = self.ann, self.ben, self.cy, self.dan = tuple(
            self.guild.add_member(self.env.create_user(name.lower(), global_name=name))
            for name in ("Ann", "Ben", "Cy", "Dan")
        )
        await self.env.settle()

    async def close(self) -> None:
        """Close Discord, and then every bot that was started."""
        database.Connection = Connection  # type: ignore[misc]
        if self.env._started:
            await self.env.shutdown()
        for bot in self.bots:
            await bot.close()
            if bot._renderer is not None:
                # What is still being painted would come between the pictures of the next test.
                bot._renderer._executor.shutdown()

    async def restart(self) -> None:
        """End the bot's process, and start another one over the same file."""
        await self.bot.close()
        await self.env.restart_bot(self._new_bot())

    @property
    def bot(self) -> CribbageClient:
        """The bot that is running."""
        return self.bots[-1]

    def _new_bot(self) -> CribbageClient:
        settings = Settings(
            database=self.path, robot_pace=self.pace, pictures=self.with_pictures, database_sync="normal"
        )
        made = client(settings, emojis=self.emojis)
        self.bots.append(made)
        return self.bots[-1]

    # What stands in Discord.

    def stored(self, message: Any) -> Any:
        """Return a message as Discord has it now."""
        return self.env.backend.get_message(_channel_id(message), message.id)

    def text(self, message: Any) -> str:
        """Return everything that can be read on a message, with buttons in brackets."""
        stored = self.stored(message)
        parts = [stored.content] if stored.content else []
        for part in walk_components(stored.components):
            match part["type"]:
                case 10:
                    parts.append(part["content"])
                case 2:
                    parts.append(f"[{part['label']}{' (off)' if part.get('disabled') else ''}]")
                case 3:
                    parts.append("<" + "|".join(option["label"] for option in part["options"]) + ">")
        return "\n".join(parts)

    def ids(self, message: Any) -> list[str]:
        """Return the custom_ids on a message."""
        return [part["custom_id"] for part in self._parts(message, _BUTTON, _MENU)]

    def actions(self, message: Any) -> list[str]:
        """Return what can be done on a message: the last part of each custom_id that is not disabled."""
        return [part["custom_id"].rsplit(":", 1)[1] for part in self._live(message)]

    def id_of(self, message: Any, action: str) -> str:
        """Return the custom_id on a message whose action begins with a text."""
        names = {name.rsplit(":", 1)[1]: name for name in self.ids(message)}
        return names.get(action) or next(names[found] for found in names if found.startswith(action))

    def toggles(self, message: Any) -> list[str]:
        """Return the cards that can be picked on a message."""
        return [action.split("-")[1] for action in self.actions(message) if action.startswith("pick-")]

    def _parts(self, message: Any, *kinds: int) -> Iterator[Payload]:
        components = message["components"] if isinstance(message, dict) else self.stored(message).components
        return (part for part in walk_components(components) if part["type"] in kinds)

    def _live(self, message: Any) -> Iterator[Payload]:
        return (part for part in self._parts(message, _BUTTON, _MENU) if not part.get("disabled"))

    def pinged(self, message: Any) -> list[int]:
        """Return the people that a message notified."""
        return list(self.stored(message).ping_user_ids)

    def snapshot(self, message: Any) -> Payload:
        """Return a copy of a message as it is now, for a press that comes late."""
        return dict(serializers.message_payload(self.env.backend, self.stored(message)))

    def shown(self, channel: Any) -> list[Any]:
        """Return what everyone sees in a channel, the oldest first."""
        return [to_discord_message(self.env, message) for message in self._seen(channel)]

    def _seen(self, channel: Any) -> list[Any]:
        """Return the messages that everyone sees in a channel as Discord has them, the oldest first."""
        messages = self.env.backend.messages.get(channel.id, {}).values()
        return sorted((one for one in messages if not one.is_ephemeral), key=lambda one: one.id)

    def texts(self, channel: Any) -> list[str]:
        """Return the text of every message that everyone sees in a channel."""
        return [self.text(message) for message in self._seen(channel)]

    def notices(self, channel: Any, words: str) -> list[Any]:
        """Return the messages of a channel that show no table and contain these words."""
        found = (one for one in self._seen(channel) if words in self.text(one) and not self.ids(one))
        return [to_discord_message(self.env, message) for message in found]

    def table_in(self, channel: Any) -> Any:
        """Return the newest message of a channel that shows a table or an invitation."""
        found = next(message for message in reversed(self._seen(channel)) if self.ids(message))
        return to_discord_message(self.env, found)

    def dm(self, actor: Any) -> Any:
        """Return the private messages between a person and the bot."""
        return actor.user.dm_channel

    def thread(self) -> Any:
        """Return the thread that was opened last."""
        return self.channel.threads[-1]

    def delete(self, message: Any) -> None:
        """Delete a message, as somebody with the permission."""
        self.env.backend.delete_message(_channel_id(message), message.id)

    def forbid(self, *permissions: int, channel: Any = None) -> None:
        """Take permissions away from the bot in a channel."""
        me = self.bot.user
        assert me is not None
        role = next(role for role in self.guild.roles.values() if role.name == me.name)
        deny = sum(permissions)
        overwrite = Overwrite(target_id=role.id, type=OverwriteType.ROLE, allow=0, deny=deny)
        self.env.backend.set_overwrite((channel or self.channel).id, overwrite)

    # What goes wrong in Discord.

    def fail(self, *kinds: str, status: int = 500, code: int = 0, times: int | None = 1) -> None:
        """Let Discord refuse to ``edit`` or ``send`` messages, or to take an ``answer``.

        ``edit`` is of messages for which the bot has no token of an answer: from now on it gets none.
        """
        if "edit" in kinds:
            self.bot.context.outbox.answered = self.bot.context.outbox.answered = _NoTokens()
        routes = {
            "edit": ("PATCH", _EDITING_A_MESSAGE),
            "send": ("POST", _SENDING_A_MESSAGE),
            "answer": ("POST", _ANSWERING),
        }
        for kind in kinds:
            self.env.inject_error(*routes[kind], status=status, code=code, message="injected", times=times)
        self.ignored += sum(kind == "answer" for kind in kinds)

    def fail_after(self, many: int) -> None:
        """Let this many requests pass, and refuse the next one."""
        self.env.backend.faults.append(_After(many))
        self.ignored += 1

    def shut(self, *people: Any) -> None:
        """Close these people's DMs to the bot."""
        for actor in people:
            path = f"/channels/{self.dm(actor).id}/messages"
            self.env.inject_error("POST", path, status=403, code=50007, message="Cannot send to this user", times=None)

    def fail_in(self, channel: Any, *, status: int, code: int) -> None:
        """Let Discord refuse every new message in a channel, until ``mend``."""
        path = f"/channels/{channel.id}/messages"
        self.env.inject_error("POST", path, status=status, code=code, message="injected", times=None)

    def mend(self) -> None:
        """Let Discord work again."""
        self.env.backend.faults.clear()

    def hold_answers(self, monkeypatch: Any, words: str) -> asyncio.Event:
        """Post messages with these words at once, and let the bot hear of that when the event is set."""
        arrived, post = asyncio.Event(), FakeHTTPClient.request

        async def slowly(client: Any, route: Any, **options: Any) -> Any:
            answer = await post(client, route, **options)
            if route.method == "POST" and words in str(answer.get("content")):
                await self.env.external_wait(arrived.wait(), reason="the answer is on its way")
            return answer

        monkeypatch.setattr(FakeHTTPClient, "request", slowly)
        return arrived

    def unanswered(self) -> int:
        """Return how many interactions the bot never answered."""
        return sum(not interaction.responded for interaction in self.env.backend.interactions.values())

    # What people do.

    async def press(self, actor: Any, message: Any, action: str) -> InteractionResult:
        """Press a button or menu that a person sees on a message."""
        return await self.at(actor, message).click(message, custom_id=self.id_of(message, action))

    def at(self, actor: Any, message: Any) -> Any:
        """Return a person as they meet this message: as a member of the server, or alone with the bot."""
        return actor if self.env.backend.get_channel(_channel_id(message)).guild_id else actor.user

    def pressing(self, actor: Any, message: Any, action: str, values: Any = None) -> Payload:
        """Return a press on a message as it is now, or on its ``snapshot``, for ``late``.

        ``action`` is as in ``id_of``, or a whole custom_id.
        """
        custom_id = action if ":" in action else self.id_of(message, action)
        seen = message if isinstance(message, dict) else self.snapshot(message)
        return {"actor": actor, "message": seen, "custom_id": custom_id, "values": values}

    async def late_press(self, actor: Any, message: Any, action: str, values: Any = None) -> InteractionResult:
        """Send one press, on a screen of which somebody has a ``snapshot`` or that offers no such action."""
        (result,) = await self.late(self.pressing(actor, message, action, values))
        return result

    async def late(self, *presses: Payload) -> list[InteractionResult]:
        """Send presses that arrive at once, on the screen as it was earlier: {actor, message, custom_id, values?}.

        ``values`` are a list for a menu and a mapping for a form.
        """
        self.env._begin_operation("late presses")
        try:
            results = [self._arrive(**press) for press in presses]
            await self.env._settle_internal(dispatch="INTERACTION_CREATE")
            return results
        finally:
            self.env._end_operation()

    async def outdated(self, actor: Any, data: Payload) -> InteractionResult:
        """Send a command that the bot no longer has, as Discord's apps may."""
        self.env._begin_operation("an outdated command")
        try:
            record, payload = wire.base_payload(
                self.env.backend,
                type=InteractionType.APPLICATION_COMMAND,
                channel_id=self.channel.id,
                guild_id=self.guild.id,
                user_id=actor.id,
                data=data,
            )
            self.env._notify_dispatch_observers(record)
            self.env.backend.emit("INTERACTION_CREATE", payload)
            await self.env._settle_internal(dispatch="INTERACTION_CREATE")
            return InteractionResult(self.env, record)
        finally:
            self.env._end_operation()

    def _arrive(self, actor: Any, message: Payload, custom_id: str, values: Any = None) -> InteractionResult:
        kind, data = _pressing(custom_id, values)
        record, payload = wire.base_payload(
            self.env.backend,
            type=kind,
            channel_id=int(message["channel_id"]),
            guild_id=self.env.backend.get_channel(int(message["channel_id"])).guild_id,
            user_id=actor.id,
            data=data,
        )
        payload["message"] = json.loads(json.dumps(message))
        record.source_message_id = int(message["id"])
        self.env._notify_dispatch_observers(record)
        self.env.backend.emit("INTERACTION_CREATE", payload)
        return InteractionResult(self.env, record)

    async def say(self, actor: Any, channel: Any, text: str) -> str:
        """Write to the bot by its name; returns its reply, or nothing."""
        me = self.bot.user
        assert me is not None
        return await self._replies_to(actor.send(channel, f"<@{me.id}> {text}"), channel)

    async def whisper(self, actor: Any, text: str) -> str:
        """Write to the bot in private; returns its reply, or nothing."""
        await self.env.settle()
        return await self._replies_to(actor.send_dm(text), self.dm(actor))

    async def _replies_to(self, sending: Any, channel: Any) -> str:
        message = await sending
        replies = [shown for shown in self.shown(channel) if (self.stored(shown).reference or {}).get("message_id")]
        mine = [self.text(reply) for reply in replies if int(self.stored(reply).reference["message_id"]) == message.id]
        return "\n".join(mine)

    async def command(self, actor: Any, name: str, *, where: Any = None, **options: Any) -> InteractionResult:
        """Use a slash command: in the channel, or ``where`` else; ``where="dm"`` is in private."""
        if where == "dm":
            return await actor.user.slash(name, **options)
        return await actor.slash(where or self.channel, name, **options)

    async def told(self, actor: Any, name: str, *, where: Any = None, **options: Any) -> str:
        """Use a slash command; returns the text of the answer."""
        return self.text((await self.command(actor, name, where=where, **options)).response)

    async def resign(self, actor: Any, **options: Any) -> None:
        """Use /resign, and press the button that means it."""
        sure = (await self.command(actor, "resign", **options)).response
        await self.press(actor, sure, "resign")

    async def tick(self, seconds: float) -> None:
        """Let so much time pass, and the bot look at its clocks once."""
        await self.env.advance_time(seconds)
        with self.env._bot_scope():
            await self.bot.context.tables.timekeeper.tick()
        await self.env.settle()

    # Games.

    async def sit_down(self, *others: Any, place: str = "here", **options: Any) -> str:
        """Let Ann invite Ben, or others, to a game in the channel, and all of them accept; returns the game's name."""
        others = others or (self.ben,)
        people = dict(zip(_OPPONENTS, others, strict=False))
        invitation = (await self.start_game(self.ann, where=place, **people, **options)).response
        name = self.name_on(invitation)
        for actor in others:
            await self.press(actor, invitation, "accept")
        return name

    async def invite(self, *, place: str | None = None, **options: Any) -> InteractionResult:
        """Let Ann invite Ben."""
        if place is not None:
            options["where"] = place
        return await self.start_game(self.ann, opponent=self.ben, **options)

    async def start_game(self, actor: Any, channel: Any = None, **options: Any) -> InteractionResult | Opened:
        """Let somebody use /play in a channel, or in private, and whatever second step its options need.

        People are ``opponent``, ``second_opponent``, ``third_opponent`` and ``partner``; ``where`` is the place of the
        game. Who counts is not asked: the players do, unless ``counting`` says otherwise.
        """
        first, people, others = _steps(options)
        in_dm = channel == "dm"
        actor = actor.user if in_dm else actor
        if not (people or others):
            return await self.command_of(actor, None if in_dm else channel or self.channel, first)
        shown = await self.command_of(actor, None if in_dm else channel or self.channel, {**first, "more": True})
        if shown.response is None or not self.ids(shown.response):
            return shown
        if people:
            filled = await actor.click(shown.response, custom_id=self.play_option(shown.response, "people"))
            done = await actor.submit_modal(filled, {**_defaults(filled.modal), **people})
            if done.ephemeral and done.response is not None and done.response.id != shown.response.id:
                return done
        if not others and "start" not in self._live_options(shown.response):
            return shown
        # The forms of the page would write the other options into its buttons too: test_play_command fills them in.
        page = PlayOptions.from_text(self.play_option(shown.response, "start").rsplit(":", 1)[1])
        assert page is not None
        chosen = replace(page, **others).to_text()
        done = await self._press_page(actor, shown.response, f"start:{chosen}")
        if done.followups:
            return Opened(done.followups[-1])
        if done.ephemeral and done.response.id != shown.response.id:
            await self._press_page(actor, shown.response, f"more:{chosen}")
        return done if "start" in self._live_options(shown.response) else shown

    async def _press_page(self, actor: Any, page: Any, pressed: str) -> InteractionResult:
        return await self.late_press(actor, page, f"o1:{pressed}")

    async def command_of(self, actor: Any, channel: Any, options: Payload) -> InteractionResult:
        """Use /play in a channel, or in private."""
        return await (actor.slash("play", **options) if channel is None else actor.slash(channel, "play", **options))

    async def open_forms_of_play(self, actor: Any) -> None:
        """Let somebody open every form of the second step of /play, and send none."""
        page = (await self.command(actor, "play", more=True)).response
        for form in ("people", "rules", "time"):
            await actor.click(page, custom_id=self.play_option(page, form))

    def play_option(self, message: Any, action: str) -> str:
        """Return the custom_id of a button or menu of the second step of /play."""
        return next(name for name in self.ids(message) if name.startswith(f"o1:{action}:"))

    def _live_options(self, message: Any) -> list[str]:
        return [part["custom_id"].split(":")[1] for part in self._live(message)]

    async def against_robot(self, robot: str = "club", **options: Any) -> str:
        """Let Ann start a game against the bot in private; returns the game's name."""
        await self.start_game(self.ann, "dm", robot=robot, **options)
        return self.name_on(self.table_in(self.dm(self.ann)))

    def name_on(self, message: Any) -> str:
        """Return the name of the game on a message."""
        return self.ids(message)[0].split(":")[1]

    def is_open(self, name: str) -> bool:
        """Return whether a game is still under way."""
        return name in self.bot.context.tables._open

    def game(self, name: str) -> Table:
        """Return a game under way, as the bot holds it."""
        return self.bot.context.tables._open[name]

    async def history(self, name: str) -> Sequence[Event]:
        """Return the stored events of a game."""
        return await self.bot.context.tables.history(name)

    def room(self, name: str) -> Any:
        """Return the channel or thread in which a game is played."""
        channel = self.env.backend.get_channel(self.game(name).agreement.channel_id)
        return ChannelHandle(self.env, self.guild, channel)

    def public(self, name: str) -> Any:
        """Return the message that shows a game to everyone."""
        return self._newest(self.room(name), name)

    def _newest(self, channel: Any, name: str) -> Any:
        mine = (message for message in reversed(self._seen(channel)) if f":{name}:" in " ".join(self.ids(message)))
        return to_discord_message(self.env, next(mine))

    async def panel(self, actor: Any, name: str) -> Any:
        """Return the message on which a player acts: the table in their DM, or else their hand, opened again."""
        if self.game(name).place == "dm":
            return self._newest(self.dm(actor), name)
        return self.own(await self.press(actor, self.public(name), "hand"))

    def own(self, answer: InteractionResult) -> Any:
        """Return the message that only the presser sees, beside the table or in its place."""
        return answer.followups[0] if answer.followups else answer.response

    def asked(self, name: str) -> list[Any]:
        """Return the people whose turn it is."""
        table = self.game(name)
        people = {actor.id: actor for actor in self.people}
        players = [table.seats[seat].player for seat in table.view(None).waiting_on]
        return [people[player.discord_id] for player in players if player and player.discord_id]

    async def lay(self, actor: Any, name: str, *cards: str, panel: Any = None) -> InteractionResult:
        """Pick cards and discard them."""
        panel = panel or await self.panel(actor, name)
        for card in cards:
            await self.press(actor, panel, f"pick-{card}")
        return await self.press(actor, panel, "lay")

    async def discard(self, name: str, *, ann: str, ben: str) -> None:
        """Let Ann and Ben discard at the table itself, without buttons."""
        seats = [seat.player.discord_id for seat in self.game(name).seats if seat.player is not None]
        for actor, cards in ((self.ann, ann), (self.ben, ben)):
            laid = tuple(map(Card.parse, cards.split()))
            await act(self, name, LayAway(seats.index(actor.id), laid))

    async def play(self, actor: Any, name: str, card: str, *, panel: Any = None) -> InteractionResult:
        """Play a card."""
        panel = panel or await self.panel(actor, name)
        return await self.press(actor, panel, f"play-{card}")

    async def declare(
        self, actor: Any, name: str, count: int | str | None = None, *, panel: Any = None
    ) -> InteractionResult:
        """Count a hand, the true count by default: with a number button, or in words in the form."""
        panel = panel or await self.panel(actor, name)
        said = self.true_count(name) if count is None else count
        if f"count-{said}" in self.actions(panel):
            return await self.press(actor, panel, f"count-{said}")
        form = await self.press(actor, panel, "declare")
        return await self.at(actor, panel).submit_modal(form, {"count": str(said)})

    async def take_turn(self, actor: Any, name: str, *, panel: Any = None) -> Any:
        """Take a player's turn on their panel, with the lowest cards and the true count; returns the panel."""
        panel = panel or await self.panel(actor, name)
        offered = {action.split("-")[0]: action for action in reversed(self.actions(panel))}
        action = next((action for action in _TURNS if action in offered), None)
        match action:
            case None:
                raise AssertionError(f"{actor.name} is asked, but sees {self.text(panel)}")
            case "pick":
                table = self.game(name)
                many = table.view(next(n for n, s in enumerate(table.seats) if _is(s, actor))).to_lay
                await self.lay(actor, name, *self.toggles(panel)[:many], panel=panel)
            case "count":
                await self.declare(actor, name, panel=panel)
            case "play":
                await self.play_for(actor, name, offered["play"].split("-")[1], panel=panel)
            case _:
                await self.press(actor, panel, offered[action])
        return panel

    async def play_for(
        self, actor: Any, name: str, card: str, points: int | None = None, *, panel: Any = None
    ) -> InteractionResult:
        """Play a card and claim points for it, the true points by default, where players claim them."""
        panel = panel or await self.panel(actor, name)
        if f"play-{card}" in self.actions(panel):
            return await self.press(actor, panel, f"play-{card}")
        table = self.game(name)
        view = table.view(next(n for n, seat in enumerate(table.seats) if _is(seat, actor)))
        series = [played for _, played in view.at_own_turn().series]
        said = peg_points((*series, Card.parse(card))) if points is None else points
        if not said:
            return await self.press(actor, panel, f"play-{card}-0")
        await self.press(actor, panel, f"card-{card}")
        return await self.press(actor, panel, f"play-{card}-{said}")

    def true_count(self, name: str) -> int:
        """Return the true count of the hand to declare next; while a window is open only its owner sees the hand."""
        table = self.game(name)
        views = [table.view(None), *map(table.view, range(table.players))]
        assert views[0].starter is not None
        for seen in views:
            if seen.shown is not None:
                return show_total(seen.shown[2], views[0].starter, crib=seen.shown[1] == "crib")
        # The last card of the play may still be challenged; the first hand of the show may answer it.
        first = next(seen.seat for seen in views if any(isinstance(move, Declare) for move in seen.legal))
        return show_total(tuple(card for seat, card in views[0].played if seat == first), views[0].starter)

    async def play_until(self, name: str, stage: str | None = None, *, one_panel: bool = True) -> None:
        """Let everyone take their turns until a stage is reached, or else until the game is over.

        Each player keeps one panel open, or opens their hand again for every turn.
        """
        panels: dict[int, Any] = {}
        while self.is_open(name) and self.game(name).view(None).stage != stage:
            asked = self.asked(name)
            assert asked, f"nobody is asked: {self.text(self.public(name))}"
            for actor in asked[:1]:
                panel = await self.take_turn(actor, name, panel=panels.get(actor.id))
                if one_panel:
                    panels[actor.id] = panel

    async def play_first_deal(self, name: str) -> None:
        """Let everyone take their turns until the game counts, even if somebody resigns."""
        while self.game(name).is_unplayed:
            (actor, *_) = self.asked(name)
            await self.take_turn(actor, name)

    async def hurry(self, name: str, until: Callable[[Table], bool] = _is_at_the_show, declared: int = 29) -> None:
        """Let everyone act at the table itself, without buttons, until a condition is met: at the show by default.

        The first cards are discarded and played, for no points; every hand is declared for the same number.
        """
        tables = self.bot.context.tables
        with self.env._bot_scope():
            while not until(table := self.game(name)):
                seat = table.view(None).waiting_on[0]
                player = table.seats[seat].player
                assert player is not None
                await tables.act(name, player, None, _likeliest(table.view(seat).legal, declared))
        await self.env.settle()

    async def checked(self, name: str, *, stacked: bool = False) -> Game:
        """Check the finished game against the laws, and against its sealed shuffle unless the pack was stacked."""
        record = Record.from_dict((await record_of(self.bot.context.tables, name)).to_dict())
        game = play_again(record.rules, record.events)
        assert max(game.scores) == game.rules.target
        table = await self.bot.context.tables.find(name)
        seated = [seat.player.discord_id for seat in table.seats if seat.player is not None]
        player = next(person for person in self.people if person.id in seated)
        assert stacked or "**Fair:** the cut and all" in await self.told(player, "verify", game=name)
        return game


_TURNS = (
    *("pick", "play", "count", "go", "stop", "satisfied"),
    *("anywhere", "leave", "stand", "two"),
)
"""The actions of a player whose turn it is, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What came of a game that was opened by the second step of /play: its message."""

    response: Any
    ephemeral: bool = False
    acknowledged: bool = True


_OPPONENTS = ("opponent", "second_opponent", "third_opponent")
_OTHERS = ("target", "doubles", "muggins", "ceremony", "turn_time", "game_time", "best_of", "where")
"""Options that are chosen on the page alone."""


def _steps(options: Payload) -> tuple[Payload, Payload, Payload]:
    """Return the options of /play itself, what is filled into the form of people, and what else the page is to hold."""
    people = [options[name] for name in _OPPONENTS if options.get(name) is not None]
    first = {name: options[name] for name in ("robot", "preset", "partner") if name in options}
    others = {name: options[name] for name in _OTHERS if name in options}
    if "when_time_is_up" in options:
        others["when_over"] = options["when_time_is_up"]
    # By the club's rules the bot counts.
    counting = options.get("counting", "automatic" if options.get("preset") == "club" else "own")
    (first if counting in ("own", "automatic") else others)["counting"] = counting
    if len(people) == 1:
        first["opponent"] = people[0]
    form: Payload = {}
    if len(people) > 1 or {"robots", "players"} & options.keys():
        form["opponents"] = [*people, *([options["partner"]] if "partner" in options else [])]
        form |= {name: [str(options[name])] for name in ("robots", "players") if name in options}
    return first, form, others


def _defaults(modal: Any) -> Payload:
    """Return what is chosen in the menus of a form when it opens."""
    return {
        part["custom_id"]: [option["value"] for option in part.get("options", ()) if option.get("default")]
        for part in walk_components(modal["components"])
        if part["type"] == _MENU
    }


def _likeliest(legal: Sequence[Move], declared: int) -> Move:
    """Return the move of a player in a hurry."""
    kinds: dict[type, Move] = {type(move): move for move in reversed(legal)}
    move = next(kinds[kind] for kind in (LayAway, Play, Declare, SayGo, Accept) if kind in kinds)
    return replace(move, points=declared) if isinstance(move, Declare) else move


def _is(seat: Any, actor: Any) -> bool:
    return seat.player is not None and seat.player.discord_id == actor.id


class _NoTokens(AnsweredMessages):
    """Tokens that have all expired."""

    def keep(self, message_id: int, answered: AnsweredMessage) -> None:
        """Keep nothing."""


class _After(dict[str, Any]):
    """A fault that strikes once, after this many requests. SimCord asks it for its path at each request."""

    def __init__(self, many: int) -> None:
        super().__init__(method="*", status=500, code=0, message="injected", times=1)
        self._left = many

    def __getitem__(self, key: str) -> Any:
        if key != "path":
            return super().__getitem__(key)
        self._left -= 1
        return "*" if self._left < 0 else ""


def _channel_id(message: Any) -> int:
    return int(message.channel_id if hasattr(message, "channel_id") else message.channel.id)


def _pressing(custom_id: str, values: Any) -> tuple[InteractionType, Payload]:
    """Return the kind and the data of an interaction as Discord sends it."""
    if isinstance(values, dict):
        fields = [
            {"type": 18, "id": number, "component": {"type": 4, "id": 100 + number, "custom_id": name, "value": text}}
            for number, (name, text) in enumerate(values.items(), 1)
        ]
        return InteractionType.MODAL_SUBMIT, {"custom_id": custom_id, "components": fields}
    kind = ComponentType.BUTTON if values is None else ComponentType.STRING_SELECT
    data = {"custom_id": custom_id, "component_type": kind}
    return InteractionType.MESSAGE_COMPONENT, data if values is None else {**data, "values": list(values)}


async def act(world: World, name: str, move: Move) -> None:
    """Act at a table itself, without waiting for a screen."""
    tables = world.bot.context.tables
    with world.env._bot_scope():
        player = (await tables.find(name)).seats[move.seat].player
        assert player is not None
        await tables.act(name, player, None, move)
    await world.env.settle()
