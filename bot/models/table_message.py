"""Messages that show a table, and the reminders and notices beside them."""

from __future__ import annotations

from dataclasses import dataclass

PUBLIC = -1
"""The seat under which the message that everyone sees is stored."""

SEAL = -2
"""The seat under which the message with the shuffle's commitment is stored."""

INVITATION = -3
"""The seat under which the invitation to a game that is played in another channel is stored."""

NO_REVISION = -1
"""The revision of a message that may show none, or lacks the pictures of the latest one."""

UNKNOWN = 0
"""The message of a reminder that is being sent, or whose answer from Discord was lost."""


@dataclass(frozen=True, slots=True)
class TableMessage:
    """One message that shows a table to a seat, or to everyone, and the revision of the table that it shows."""

    seat: int
    channel_id: int
    message_id: int
    shown_revision: int = NO_REVISION


@dataclass(frozen=True, slots=True)
class Announcement:
    """The channel in which the end of a game is announced, and the message that did it, None before that."""

    channel_id: int
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class PostedNotice:
    """The latest message about a pause in the channel of a seat, or in everyone's, and its kind."""

    seat: int
    kind: str
    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class Reminder:
    """The message that told one player, or all who were asked, whose turn it was, and the prompts of that turn.

    It is stored before it is sent, with the message ``UNKNOWN``.
    """

    seat: int
    prompt: str
    channel_id: int
    message_id: int
