"""The number of messages that stand below a table."""

from __future__ import annotations

from typing import Final

BURIED: Final = 6
"""The number of messages below a table after which it is sent again instead of edited."""


class MessageCounts:
    """A count for each channel in which a table is shown, and for no other."""

    def __init__(self) -> None:
        self._below: dict[int, int] = {}
        self._channels: dict[str, set[int]] = {}

    def show(self, table_id: str, channel_id: int) -> None:
        """Count the new messages in a channel from now on, because it shows this table."""
        self._channels.setdefault(table_id, set()).add(channel_id)
        self._below.setdefault(channel_id, 0)

    def show_anew(self, table_id: str, channel_id: int) -> None:
        """Begin the count again, because the table is the newest message of the channel."""
        self.show(table_id, channel_id)
        self._below[channel_id] = 0

    def add(self, channel_id: int) -> None:
        """Count a message that somebody wrote, if its channel shows a table."""
        if channel_id in self._below:
            self._below[channel_id] += 1

    def bury(self, channel_id: int) -> None:
        """Treat the tables of a channel as buried, however few messages are below them."""
        if channel_id in self._below:
            self._below[channel_id] = BURIED

    def is_buried(self, channel_id: int) -> bool:
        """Return whether a channel has so many new messages that its table must be sent again."""
        return self._below.get(channel_id, 0) >= BURIED

    def hide(self, table_id: str, channel_id: int) -> None:
        """Stop counting in a channel that no longer shows this table, unless it shows another."""
        self._channels.get(table_id, set()).discard(channel_id)
        if not any(channel_id in channels for channels in self._channels.values()):
            self._below.pop(channel_id, None)

    def forget(self, table_id: str) -> None:
        """Stop counting for a table."""
        for channel_id in tuple(self._channels.get(table_id, ())):
            self.hide(table_id, channel_id)
        self._channels.pop(table_id, None)
