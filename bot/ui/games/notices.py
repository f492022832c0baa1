"""The texts of notices to the players of a table, and of short answers to commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.i18n.translation import N_, gettext, join_list
from bot.models.player import Player
from bot.tables.outages import WORTH_TELLING
from bot.tables.table import Notice, Table, expired
from bot.ui.core import formatting

ASKED_IN_DM: Final = N_("I sent {name} a private invitation. The game starts here when they accept.")

ALL_ASKED: Final = N_("I sent {names} private invitations. The game starts here when everyone accepts.")
ADJOURNING: Final = N_("You asked for a break. The game pauses when everyone agrees.")
ADJOURNED: Final = N_("The game is paused. Press **Resume** to continue.")
PLAYING_ON: Final = N_("The game continues.")
TAKEN_UP: Final = N_("The game continues. Use /hand to see your cards.")
TAKE_UP_FIRST: Final = N_("This game is paused. Press **Resume** first, then you can resign.")
USUAL_PRESET: Final = N_("Games here use `{preset}` rules ({title}). Change them for one game in /play.")
NEW_PRESET: Final = N_("From now on, games here use `{preset}` rules ({title}). Change them for one game in /play.")
PLACES: Final = {
    "thread": N_("in their own thread (or in the channel if I can't open one)"),
    "here": N_("in the channel itself"),
    "dm": N_("in DMs"),
}
USUAL_PLACE: Final = N_("Games on this server are played {where}. Start them in {started}.")


def asked_in_private(names: Sequence[str]) -> str:
    """Return what the host reads about players who were invited in private messages."""
    if len(names) == 1:
        return gettext(ASKED_IN_DM, name=names[0])
    return gettext(ALL_ASKED, names=join_list(names))


def called_seats(table: Table, notice: Notice) -> tuple[int, ...]:
    """Return the seats that a notice mentions, with a sound."""
    seats: Sequence[int | None]
    match notice.kind:
        case "your_turn":
            seats = [seat for prompt, seat in table.asked.items() if prompt in notice.why.split()]
        case "time_short" | "time_over":
            seats = [notice.seat]
        case "adjourn_proposed":
            seats = [seat for seat in range(table.players) if table.rules.side_of(seat) not in table.adjourning]
        case "taken_up" | "play_on":
            seats = [seat for seat in range(table.players) if seat != notice.seat]
        case "declined" | "left" | "not_asked":
            seats = [host_of(table)]
        case "out_of_reach" | "in_reach":
            seats = [seat for seat in range(table.players) if seat != notice.seat]
        case "called_off" | "time_given_back" | "removed" | "shut" | "open_again" | "moved":
            seats = list(range(table.players))
        case "adjourned" | "idle" | "not_played" | "announced":
            seats = []
    return tuple(seat for seat in seats if seat is not None and table.seats[seat].player is not None)


def sentence(table: Table, notice: Notice) -> str | None:
    """Return the sentence of a notice, or None where the screens say everything already."""
    who = gettext("Somebody") if notice.seat is None else formatting.escape(table.names[notice.seat])
    match notice.kind:
        case "not_played" | "your_turn":
            return None
        case "adjourned" | "taken_up" if table.is_against_robots:
            return None
        case "time_short":
            until = gettext("soon") if notice.until is None else f"<t:{int(notice.until.timestamp())}:R>"
            return gettext(
                "your time runs out {until}. {then}",
                until=until,
                then=gettext(_THEN[table.clock.when_over if table.clock else "robot"]),
            )
        case "time_over":
            return gettext({"over": _LOST, "closed": _STOPPED}.get(table.status, _WENT_ON))
        case "time_given_back" | "open_again":
            what = notice.kind if notice.seconds >= WORTH_TELLING else "play_again"
            return gettext(_GIVEN_BACK[what], time=formatting.rough_duration(notice.seconds))
        case "adjourn_proposed":
            return gettext(_AGREES if len(table.adjourning) > 1 else _PROPOSES, who=who)
        case "idle":
            return gettext(_IDLE) if all(seat.agreed for seat in table.seats) else expired(table)
        case "declined":
            return None if notice.seat == host_of(table) else gettext("{who} declined.", who=who)
        case "called_off":
            awarded = "" if notice.seat is None else gettext(" {who} wins the fixture.", who=who)
            return gettext(
                "the managers of **{league}** cancelled your game. It doesn't count.{awarded} Reason: {why}",
                league=formatting.escape(table.agreement.league_name or ""),
                awarded=awarded,
                why=formatting.escape(notice.why),
            )
        case "out_of_reach":
            return gettext(_CLOCK_RUNS if table.clock else _OUT_OF_REACH, who=who)
        case kind:
            channel = f"<#{table.agreement.channel_id}>"
            return gettext(_ABOUT[kind], who=who, name=who, id=table.id, channel=channel, text=notice.why)


def text_of(table: Table, notice: Notice, called: Sequence[Player]) -> str | None:
    """Return a notice with the mentions of these players, or None where the screens say everything already."""
    if notice.kind == "your_turn":
        return reminder(called)
    if (said := sentence(table, notice)) is not None and called:
        return formatting.labelled(join_list([formatting.mention(player) for player in called]), said)
    return said and said[:1].upper() + said[1:]


def reminder(called: Sequence[Player]) -> str:
    """Return the reminder of those whose turn it is."""
    return gettext("{players}, your turn.", players=join_list([formatting.mention(player) for player in called]))


def host_of(table: Table) -> int | None:
    """Return the seat of the player who invited the others."""
    return next((number for number, seat in enumerate(table.seats) if seat.agreed and seat.player is not None), None)


_ABOUT: Final = {
    "adjourned": ADJOURNED,
    "left": N_("a player left, so one seat is open."),
    "announced": N_("A message from the host of this bot: {text}"),
    "play_on": N_("{who} wants to keep playing."),
    "taken_up": N_("{who} resumed the game."),
    "in_reach": N_("{who} gets my messages again."),
    "moved": N_("your game's channel was deleted, so the game continues here."),
    "not_asked": N_("I can't DM {name}, so I cancelled the invitation. Invite them in a server you share."),
    "removed": N_(
        "I was removed from the server where you play game {id}, so I paused it. Nobody's time runs. "
        "When I'm back in that server, use `/games` there and press **Resume**."
    ),
    "shut": N_(
        "You play game {id} in {channel}, and I can't write there any more. Nobody's time runs until I can. Ask "
        "somebody who manages that server to give me View Channel and Send Messages there (in a thread: Send Messages "
        "in Threads), or to unlock the thread."
    ),
}
_OUT_OF_REACH: Final = N_(
    "I can't DM {who} any more, so they may not see your moves. They can still play with the buttons they have, "
    "or with /hand in a server we share. You can wait, or pause the game with /adjourn. They don't have to agree, "
    "and nobody loses."
)
_CLOCK_RUNS: Final = N_(
    "I can't DM {who} any more, so they may not see your moves. They can still play with the buttons they have, "
    "or with /hand in a server we share, and their clock keeps running. You can wait, or pause the game with "
    "/adjourn. They don't have to agree, and nobody loses."
)
_PROPOSES: Final = N_("{who} asks for a break. Press **Pause** or **Keep playing**.")
_AGREES: Final = N_("{who} agrees to a break. Press **Pause** or **Keep playing**.")
_GIVEN_BACK: Final = {
    "time_given_back": N_("I couldn't reach Discord for {time}, so I added that time to your clocks."),
    "open_again": N_("I couldn't write here for {time}, so I added that time to your clocks."),
    "play_again": N_("I can write here again, so the game continues."),
}
_LOST: Final = N_("your time ran out, so you lost the game.")
_STOPPED: Final = N_("your time ran out, so the game was stopped. It doesn't count.")
_WENT_ON: Final = N_("your time ran out, so a robot moved for you.")
_THEN: Final = {"robot": N_("Then a robot moves for you."), "forfeit": N_("Then you lose the game.")}
_IDLE: Final = N_("This game is paused because nobody moved for a long time. Press **Resume** to continue.")
