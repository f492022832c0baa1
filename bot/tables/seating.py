"""The seats of a table: who takes them, and how many invitations and games one person may have open at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Final

from bot.i18n.translation import gettext, join_list
from bot.models.agreement import Agreement, Clock, Place, Seat
from bot.models.errors import NotSeated, TableError
from bot.models.player import Player
from bot.storage import tables as store
from bot.storage.database import Database
from bot.tables import clocks, matches
from bot.tables.table import Table, name_of
from engine.ai.levels import LEVELS, is_robot
from engine.rules import Partners, Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The request of a host for a new table.

    The host sits down first, then the invited and the robots by their levels; the other seats are open and anyone may
    take them. ``partner`` is the place among those after the host of the player who sits across from the host, if the
    partners are chosen. ``best_of`` is how many games the match has at most. A game of a league names it, its fixture
    if it has one, and the seat that deals first if that is settled.
    """

    host: Player
    invited: tuple[Player, ...] = ()
    robots: tuple[str, ...] = ()
    guild_id: int | None
    channel_id: int
    place: Place
    preset: str
    rules: Rules
    partner: int | None = None
    best_of: int = 1
    clock: Clock | None = None
    league: int | None = None
    fixture: int | None = None
    first_dealer: int | None = None
    league_name: str | None = None


_AGREED: Final = {one.name for one in fields(Opening)} & {one.name for one in fields(Agreement)}


def new_table(opening: Opening, table_id: str, seed: bytes) -> Agreement:
    """Return the agreement that a host proposes. Raises ``TableError`` where it makes no sense."""
    check(opening)
    agreed = {name: getattr(opening, name) for name in _AGREED}
    return Agreement(id=table_id, status="gathering", seed=seed, previous=None, seats=first_seats(opening), **agreed)


def first_seats(opening: Opening) -> tuple[Seat, ...]:
    others = [*map(Seat, opening.invited), *(Seat(robot=level, agreed=True) for level in opening.robots)]
    others += [Seat() for _ in range(opening.rules.players - 1 - len(others))]
    if opening.partner is not None:
        others.insert(1, others.pop(opening.partner))
    return (Seat(opening.host, agreed=True), *others)


def open_invitation(opening: Opening, tables: Iterable[Table]) -> Table | None:
    """Return an invitation with an open seat in the same server and by the same terms, which a new game would be.

    Where somebody is invited, or partners are chosen, there is none.
    """
    terms = (opening.guild_id, opening.place, opening.rules, opening.best_of, opening.clock)
    if opening.guild_id is None or opening.invited or Seat() not in first_seats(opening):
        return None
    for table in tables:
        agreed = table.agreement
        has_room = table.status == "gathering" and Seat() in table.seats and opening.partner is agreed.league is None
        is_host = any(seat.player == opening.host for seat in table.seats)
        is_alike = terms == (agreed.guild_id, agreed.place, table.rules, agreed.best_of, agreed.clock)
        if has_room and is_alike and not is_host:
            return table
    return None


def seats_after_accept(table: Table, player: Player, side: int | None = None) -> tuple[Seat, ...]:
    """Return the seats once this player has accepted, or has taken the first open seat, on this side if one is named.

    Where partners are chosen, an open seat is taken by its side alone. Raises ``TableError`` or ``NotSeated``.
    """
    seats = list(table.seats)
    for number, seat in enumerate(seats):
        if seat.player is not None and seat.player.id == player.id:
            if seat.agreed:
                raise TableError(gettext("You're already in. The game starts when everyone else has accepted."))
            if side is not None and side != table.rules.side_of(number):
                raise TableError(gettext("You're invited to the other side. Press **Accept** to join it."))
            seats[number] = replace(seat, agreed=True)
            return tuple(seats)
    free = [number for number, seat in enumerate(seats) if seat == Seat()]
    if free:
        seats[_seat_to_take(table.rules, free, side)] = Seat(player, agreed=True)
        return tuple(seats)
    raise NotSeated(
        gettext(
            "This invitation is for {names}. Start your own game with /play.",
            names=join_list(table.names),
        )
    )


def _seat_to_take(rules: Rules, free: Sequence[int], side: int | None) -> int:
    """Return the first of these open seats, on a side if one is named. Raises ``TableError``."""
    if side is None and rules.partners is Partners.CHOSEN:
        raise TableError(
            gettext("**Accept** is for invited players. Press the button of the side that you want to join.")
        )
    seat = next((seat for seat in free if side is None or rules.side_of(seat) == side), None)
    if seat is None:
        raise TableError(gettext("That seat is taken. You can still join the other side."))
    return seat


def seats_after_leaving(table: Table, seat: int) -> tuple[Seat, ...] | None:
    """Return the seats once this one is left, or None where leaving it closes the table.

    The host closes the table, and so does a player who was invited; a player who took an open seat only leaves it.
    """
    if seat == 0 or table.agreement.previous is not None or not table.seats[seat].agreed:
        return None
    return tuple(Seat() if number == seat else chair for number, chair in enumerate(table.seats))


def seats_with_robots(table: Table, player: Player, level: str) -> tuple[Seat, ...]:
    """Return the seats with a robot in each seat that has not accepted yet. Only the host can do that."""
    host = next((seat for seat in table.seats if seat.agreed and seat.player is not None), Seat())
    if host.player != player:
        raise NotSeated(gettext("Only {name} can choose a robot instead.", name=name_of(host)))
    if table.agreement.league is not None:
        raise TableError(gettext("League games are between people, so robots can't play."))
    return tuple(seat if seat.agreed else Seat(robot=level, agreed=True) for seat in table.seats)


def sides_of_robots(table: Table) -> frozenset[int]:
    sides = enumerate(table.rules.sides)
    return frozenset(number for number, side in sides if all(table.seats[seat].robot is not None for seat in side))


def check(opening: Opening) -> None:
    """Refuse an opening that makes no sense. Raises ``TableError``."""
    people = [opening.host.id, *(player.id for player in opening.invited)]
    if opening.host.id in people[1:]:
        raise TableError(gettext("You can't play yourself. Invite somebody else, or a robot."))
    if len(set(people)) < len(people):
        raise TableError(gettext("You invited somebody twice. Pick each player only once."))
    for level in opening.robots:
        if not is_robot(level):
            raise TableError(
                gettext(
                    "There's no robot called {level!r}. Choose {levels}.",
                    level=level,
                    levels=join_list(LEVELS, "or"),
                )
            )
    if (wanted := len(people) + len(opening.robots)) > opening.rules.players:
        raise TableError(
            gettext(
                "That makes {wanted} players, but the game is for {players}. Pick fewer people.",
                wanted=wanted,
                players=opening.rules.players,
            )
        )
    matches.check(opening.best_of)
    if opening.clock is not None:
        clocks.check(opening.clock)


MOST_INVITATIONS: Final = 25
"""The invitations that one person may have sent or accepted while others have still to answer them."""

MOST_GAMES: Final = 50


async def check_open(database: Database, seats: Sequence[Seat], player: Player) -> None:
    """Raise ``TableError`` if a player may not sit down at these seats, or one of them may not begin to play.

    No game may open between this check and the moment when it is stored.
    """
    if not all(seat.agreed for seat in seats):
        if (await store.count_open(database, player.id, "gathering")) >= MOST_INVITATIONS:
            raise TableError(
                gettext(
                    "You have {number} open invitations. Wait for an answer, or withdraw one. /games lists them.",
                    number=MOST_INVITATIONS,
                )
            )
        return
    for other in (seat.player for seat in seats if seat.player is not None):
        if (await store.count_open(database, other.id, "playing")) < MOST_GAMES:
            continue
        if other.id == player.id:
            raise TableError(
                gettext(
                    "You have {number} games in progress. Finish one, or give one up with /resign. /games lists them.",
                    number=MOST_GAMES,
                )
            )
        raise TableError(
            gettext(
                "{name} already has {number} games in progress and must finish one first.",
                name=other.name,
                number=MOST_GAMES,
            )
        )
