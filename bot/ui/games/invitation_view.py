"""The invitation to a game: who plays, how long, who counts, and the answers."""

from collections.abc import Iterator, Sequence
from typing import Final

import discord

from bot.i18n.translation import N_, gettext, join_list, ngettext
from bot.models.agreement import Seat
from bot.render.board import BoardScene, BoardSide
from bot.tables.shuffle import commitment
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.components import TEXT, Button, DisplayOptions, Press, Screen, button, in_fives
from bot.ui.games.status import terms
from bot.ui.lawbook.tutorial import Newcomer
from engine.rules import Counting, Partners, Rules

_ROBOTS: Final = {1: N_("a robot"), 2: N_("2 robots")}
_OPEN: Final = {1: N_("an open seat"), 2: N_("2 open seats")}
ASKED_IN_DM: Final = N_("I sent {name} a private invitation. The game starts here when they accept.")
ALL_ASKED: Final = N_("I sent {names} private invitations. The game starts here when everyone accepts.")


def are_chosen(rules: Rules) -> bool:
    """Return whether the seats decide the partners, and not the cut."""
    return rules.partners is Partners.CHOSEN


def sides_in_words(rules: Rules, seats: Sequence[Seat], names: Sequence[str]) -> str:
    """Return the partners: ``Ann and Ben against Cy and a robot``. The names are by seat."""
    one, other = (_side([seats[seat] for seat in side], [names[seat] for seat in side]) for side in rules.sides)
    return gettext("{one} against {other}", one=one, other=other)


def open_sides(table: Table) -> tuple[int, ...]:
    """Return the sides on which a seat is open, if players choose their side."""
    if not are_chosen(table.rules):
        return ()
    free = [number for number, seat in enumerate(table.seats) if seat == Seat()]
    return tuple(sorted({table.rules.side_of(number) for number in free}))


def _side(seats: Sequence[Seat], names: Sequence[str]) -> str:
    people = [name for seat, name in zip(seats, names, strict=True) if seat.player is not None]
    robots = sum(seat.robot is not None for seat in seats)
    vacant = len(seats) - len(people) - robots
    others = [gettext(words[number]) for words, number in ((_ROBOTS, robots), (_OPEN, vacant)) if number]
    return join_list([*people, *others])


_COUNTED: Final = {
    Counting.AUTOMATIC: N_("first to {target} points, the bot counts."),
    Counting.REFEREE: N_("first to {target} points, you count and the bot checks."),
    Counting.CHALLENGE: N_("first to {target} points, you count and check each other."),
}
"""What an invited player agrees to, for people who do not know the rules by name."""

_WITH: Final = N_("Play with {name}")
_AGAINST: Final = N_("Play against {name}")

JOIN: Final = ("join-0", "join-1")
"""The actions that take an open seat on a side, by side."""


def invitation(table: Table, seat: int | None = None, look: DisplayOptions = TEXT, role: int | None = None) -> Screen:
    """Return the invitation to a table: the host, the players, the terms, the board, and the answers.

    A player's private screen shows who has not answered yet. Where anyone may join, it mentions the ``role``.
    """
    names = tuple(map(formatting.escape, table.names))
    host = table.host or 0
    asked = [number for number, chair in enumerate(table.seats) if not chair.agreed and chair.player is not None]
    joining = _join_buttons(table, host)
    how = gettext(_COUNTED[table.rules.counting], target=table.rules.target)
    if asked and seat is not None and table.seats[seat].agreed:
        answers = [button(Press(table.id, "", "decline"), gettext("Withdraw"))]
        first = asked_in_private([names[number] for number in asked])
    elif asked:
        accept = button(Press(table.id, "", "accept"), gettext("Accept"), discord.ButtonStyle.primary)
        answers = [accept, *joining, button(Press(table.id, "", "decline"), gettext("Decline"))]
        players = [table.seats[number].player for number in asked]
        mentioned = join_list([formatting.mention(player) for player in players if player is not None])
        first = gettext(
            "{mentioned}, **{name}** invites you to cribbage: {how}", mentioned=mentioned, name=names[host], how=how
        )
    else:
        # The host reads this message too, so the button says whom it is for.
        label = gettext(_AGAINST if table.players == 2 else _WITH, name=table.names[host])
        join = button(Press(table.id, "", "accept"), label, discord.ButtonStyle.primary)
        answers = [*(joining or [join]), button(Press(table.id, "", "decline"), gettext("Withdraw"))]
        first = gettext("**{name}** wants to play cribbage: {how}", name=names[host], how=how)
        if role is not None:
            first = f"<@&{role}> {first}"
    if table.agreement.league is None and seat in {None, host}:
        answers.append(button(Press(table.id, "", "robot"), gettext("Robot instead")))
    answers.append(Button(gettext("Help"), Newcomer("walk").custom_id))
    lines = [
        first,
        *_at_the_table(table, names, host),
        f"-# {' · '.join([*terms(table), gettext('game {id}', id=table.id)])}",
        gettext("-# Fair shuffle · commitment ||`{commitment}`||", commitment=commitment(table.agreement.seed)),
    ]
    board = [BoardScene(table.rules.target, tuple(BoardSide(name, 0, 0) for name in table.side_names))]
    return Screen(("\n".join(lines), *(board if look.pictures else ()), *in_fives(answers)))


def _join_buttons(table: Table, host: int) -> list[Button]:
    own = table.rules.side_of(host)
    labels = {side: _WITH if side == own else _AGAINST for side in open_sides(table)}
    host_name = table.names[host]
    return [
        button(Press(table.id, "", JOIN[side]), gettext(labels[side], name=host_name), discord.ButtonStyle.primary)
        for side in sorted(labels, key=lambda side: side != own)
    ]


def _at_the_table(table: Table, names: Sequence[str], host: int) -> Iterator[str]:
    if table.players == 2:
        return
    chosen = are_chosen(table.rules)
    if chosen:
        yield gettext("Partners: {sides}.", sides=sides_in_words(table.rules, table.seats, names))
    joined = [
        name
        for number, (seat, name) in enumerate(zip(table.seats, names, strict=True))
        if seat.agreed and number != host and not (chosen and seat.robot)
    ]
    if joined:
        yield gettext("Joined: {names}.", names=join_list(joined))
    if table.open_seats and not chosen:
        yield ngettext("{number} open seat.", "{number} open seats.", table.open_seats)


def asked_in_private(names: Sequence[str]) -> str:
    """Return what the host reads about players who were invited in private messages."""
    if len(names) == 1:
        return gettext(ASKED_IN_DM, name=names[0])
    return gettext(ALL_ASKED, names=join_list(names))
