"""Teams of two, which play in a league as one."""

from __future__ import annotations

from dataclasses import dataclass

from bot.models.player import Player


@dataclass(frozen=True, slots=True)
class Team:
    """A team: the ``player`` as which it stands in tables and fixtures, and its two people."""

    player: Player
    people: tuple[Player, Player]

    @property
    def ids(self) -> frozenset[int]:
        """The ids of its people."""
        return frozenset(person.id for person in self.people)

    def partner_of(self, person: Player) -> Player:
        """Return the other of its people."""
        return self.people[1] if self.people[0].id == person.id else self.people[0]
