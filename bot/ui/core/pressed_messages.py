"""The message that was pressed, as Discord sends it along with each press: only what the bot reads of it is parsed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

Parser: TypeAlias = Callable[[Any], None]

_UNREAD: Final[dict[str, list[object]]] = {"components": [], "attachments": [], "embeds": []}
"""The parts of a pressed message that nobody reads, each empty."""


def without_contents(parse: Parser) -> Parser:
    """Return a parser of interactions that leaves out the contents of the pressed message.

    The custom id says all that a press means. Parsing the buttons and pictures around it took a tenth of the time of a
    busy bot.
    """

    def parse_press(data: Any) -> None:
        if (message := data.get("message")) is not None:
            message = {name: part for name, part in message.items() if not name.startswith("interaction")}
            data = {**data, "message": {**message, **_UNREAD}}
        parse(data)

    return parse_press
