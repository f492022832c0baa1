"""Players, what each prefers and which language each reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

NewsPlace: TypeAlias = Literal["channel", "dm", "nothing"]
"""Where a player is told of the news of leagues: with a mention in the league's channel, in a DM, or not at all."""


@dataclass(frozen=True, slots=True)
class LanguageChoice:
    """A player's language: the locale ``met`` last on Discord, such as ``pt-BR``, and the one ``chosen`` instead."""

    met: str | None = None
    chosen: str | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """One person, with their name in one server or in none; ``discord_id`` is None for a name without an account.

    ``account`` is the name of their Discord account, for where the name in a server may not be shown. It is None where
    ``name`` is the only one.
    """

    id: int
    discord_id: int | None
    name: str
    account: str | None = field(default=None, compare=False)

    @property
    def outside(self) -> Player:
        """The same person as they are called outside every server."""
        return self if self.account is None else Player(self.id, self.discord_id, self.account, self.account)


@dataclass(frozen=True, slots=True)
class Preferences:
    """One player's preferences.

    They are pictures beside the text, suits in four colours, pips on court cards, a ping when it is the player's turn,
    and counts spoken in full. ``bot_counts`` is whether the bot counts the hands in games that the player opens; None
    until they have said it. With ``reviews`` they get the review of each of their games in a DM. ``news`` is where
    they are told what happens in their leagues, and with ``phrases`` they hear what others say in games by DM.
    ``quick_robots`` take no time to move.
    """

    pictures: bool = True
    four_colours: bool = False
    pips: bool = False
    ping: bool = True
    spoken: bool = True
    bot_counts: bool | None = None
    reviews: bool = False
    news: NewsPlace = "channel"
    phrases: bool = True
    quick_robots: bool = False


MOST_WAITING: Final = 5
"""How many questions of one player may wait."""


@dataclass(frozen=True, slots=True)
class WaitingQuestion:
    """A question of one player, as the text of a button's custom id, and the game and deal that it waits for."""

    id: int
    player: Player
    table_id: str
    deal: int
    question: str
