"""Messages that show a table, and the reminders and notices beside them."""

from __future__ import annotations

from dataclasses import dataclass

PUBLIC = -1
"""The seat under which the message that everyone sees is kept."""

SEAL = -2
"""The seat under which the message with the shuffle's commitment is kept."""

INVITATION = -3
"""The seat under which the message is kept by which a game was agreed that is played elsewhere."""


@dataclass(frozen=True, slots=True)
class TableMessage:
    """One message that shows a table to a seat, or to everyone."""

    seat: int
    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class PostedNotice:
    """The latest message about a pause in the channel of a seat, or in everyone's, and its kind."""

    seat: int
    kind: str
    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class Reminder:
    """The message that told a player, or all who were asked, whose turn it was, and what was then asked."""

    seat: int
    prompt: str
    channel_id: int
    message_id: int
