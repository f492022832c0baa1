"""A Discord on this machine with the real bot in it: what the end-to-end tests stand on."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import simcord
from simcord import InteractionResult
from simcord import interactions as wire
from simcord.backend import serializers
from simcord.components import walk_components
from simcord.enums import ComponentType, InteractionType

from bot.app import client
from bot.ui.client import CribbageClient

# As soon as any task sleeps, SimCord waits this many seconds between two looks at the loop; its 50 ms add up.
simcord.Env._settle_internal.__kwdefaults__["idle"] = 0.002

Payload = dict[str, Any]


class World:
    """A server with one channel and two members, and the bot over one database file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.bots: list[CribbageClient] = []
        self.env = simcord.Env(self._new_bot())

    async def open(self) -> None:
        """Let the bot in, and people the server."""
        await self.env.start()
        self.guild = self.env.create_guild("Club")
        self.channel = self.guild.create_text_channel("cards")
        self.ann, self.ben, self.cy = (
            self.guild.add_member(self.env.create_user(name.lower(), global_name=name)) for name in ("Ann", "Ben", "Cy")
        )
        await self.env.settle()

    async def close(self) -> None:
        """Close Discord, then every bot that was ever let in."""
        if self.env._started:
            await self.env.shutdown()
        for bot in self.bots:
            await bot.close()

    async def restart(self) -> None:
        """The bot's process ends, and another one starts over the same file."""
        await self.bot.close()
        await self.env.restart_bot(self._new_bot())

    @property
    def bot(self) -> CribbageClient:
        """The bot that runs now."""
        return self.bots[-1]

    def _new_bot(self) -> CribbageClient:
        self.bots.append(client(self.path))
        return self.bots[-1]

    # What stands in Discord.

    def stored(self, message: Any) -> Any:
        """A message as Discord holds it now."""
        channel_id = message.channel_id if hasattr(message, "channel_id") else message.channel.id
        return self.env.backend.get_message(channel_id, message.id)

    def text(self, message: Any) -> str:
        """Everything that can be read on a message, buttons in brackets."""
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
        """The custom_ids on a message."""
        return [part["custom_id"] for part in walk_components(self.stored(message).components) if "custom_id" in part]

    def id_of(self, message: Any, action: str) -> str:
        """The custom_id on a message whose action begins so."""
        return next(name for name in self.ids(message) if name.rsplit(":", 1)[1].startswith(action))

    def snapshot(self, message: Any) -> Payload:
        """A message as it is now, for a press that comes late."""
        return dict(serializers.message_payload(self.env.backend, self.stored(message)))

    def texts(self, channel: Any) -> list[str]:
        """Every message of a channel as text, the oldest first."""
        return [self.text(message) for message in channel.history()]

    def table_in(self, channel: Any) -> Any:
        """The newest message of a channel on which a table or an invitation stands."""
        return next(message for message in reversed(channel.history()) if self.ids(message))

    async def press(self, actor: Any, message: Any, action: str) -> InteractionResult:
        """Press what a person sees on a message."""
        return await actor.click(message, custom_id=self.id_of(message, action))

    async def late(self, *presses: Payload) -> list[InteractionResult]:
        """Presses that arrive at once, as they were on the screen earlier: {actor, message, custom_id, values?}."""
        self.env._begin_operation("late presses")
        try:
            results = [self._arrive(**press) for press in presses]
            await self.env._settle_internal(dispatch="INTERACTION_CREATE")
            return results
        finally:
            self.env._end_operation()

    def _arrive(self, actor: Any, message: Payload, custom_id: str, values: Payload | None = None) -> InteractionResult:
        guild = getattr(actor, "guild", None)
        kind, data = InteractionType.MESSAGE_COMPONENT, {"custom_id": custom_id, "component_type": ComponentType.BUTTON}
        if values is not None:
            kind = InteractionType.MODAL_SUBMIT
            fields = [
                {
                    "type": 18,
                    "id": number,
                    "component": {"type": 4, "id": 100 + number, "custom_id": name, "value": text},
                }
                for number, (name, text) in enumerate(values.items(), 1)
            ]
            data = {"custom_id": custom_id, "components": fields}
        record, payload = wire.base_payload(
            self.env.backend,
            type=kind,
            channel_id=int(message["channel_id"]),
            guild_id=guild.id if guild else None,
            user_id=actor.id,
            data=data,
        )
        payload["message"] = json.loads(json.dumps(message))
        record.source_message_id = int(message["id"])
        self.env._notify_dispatch_observers(record)
        self.env.backend.emit("INTERACTION_CREATE", payload)
        return InteractionResult(self.env, record)

    # What people do.

    async def sit_down(self, **options: Any) -> Any:
        """Ann invites Ben to a game in the channel and he accepts; the table's message."""
        invitation = await self.ann.slash(self.channel, "play", opponent=self.ben, **{"where": "here", **options})
        await self.press(self.ben, invitation.response, "accept")
        return invitation.response

    def name_of(self, message: Any) -> str:
        """The name of the game on a message."""
        return self.ids(message)[0].split(":")[1]

    def players(self) -> dict[str, Any]:
        """The people by their names."""
        return {"Ann": self.ann, "Ben": self.ben, "Cy": self.cy}

    async def panel(self, actor: Any, table: Any) -> Any:
        """A player's own hand, opened anew."""
        return (await self.press(actor, table, "hand")).response

    async def take_turn(self, actor: Any, table: Any, *, count: str | None = None) -> Any:
        """Do the first thing that a player's panel offers; in the show declare ``count``, or what is true."""
        panel = await self.panel(actor, table)
        actions = [name.rsplit(":", 1)[1] for name in self.ids(panel)]
        if "choose" in actions:
            menu = next(part for part in walk_components(self.stored(panel).components) if part["type"] == 3)
            values = [option["value"] for option in menu["options"]][:2]
            await actor.select(panel, values, custom_id=self.id_of(panel, "choose"))
            await self.press(actor, panel, "lay")
        elif "declare" in actions:
            form = await self.press(actor, panel, "declare")
            await actor.submit_modal(form, {"count": count or str(self.true_count(table))})
        elif not any(action == "refresh" for action in actions):
            playable = next(
                part["custom_id"]
                for part in walk_components(self.stored(panel).components)
                if part["type"] == 2 and not part.get("disabled")
            )
            await actor.click(panel, custom_id=playable)
        return panel

    def game(self, table: Any) -> Any:
        """The table as the bot holds it in memory."""
        return self.bot.desk.tables._open[self.name_of(table)]

    def true_count(self, table: Any) -> int:
        """What the hand that is shown now truly counts."""
        from engine.scoring import show_total

        seat = self.game(table).view(None)
        assert seat.shown is not None
        assert seat.starter is not None
        return show_total(seat.shown[2], seat.starter, crib=seat.shown[1] == "crib")

    def asked(self, table: Any) -> list[Any]:
        """The people who are asked now."""
        held = self.game(table)
        return [self.players()[held.names[seat]] for seat in held.view(None).waiting_on]


CARD = re.compile(r"`(10|[2-9AJQK])([♣♦♥♠])`")
