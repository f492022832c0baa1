"""Every sentence that players read at a table."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

import discord

from bot.i18n.translation import N_, NN_, gettext, join_list, ngettext
from bot.models.agreement import Clock
from bot.models.player import Player
from bot.tables.shuffle import commitment
from bot.tables.table import Table
from engine.actions import Accept, Challenge
from engine.cards import Card, Rank, Suit
from engine.laws import Law
from engine.rules import Counting, Rules
from engine.view import View

_AS_TEXT: Final = "\N{VARIATION SELECTOR-15}"
"""Asks for a letter instead of an emoji: black suits drawn as emoji cannot be seen on a dark screen."""
SYMBOLS: Final = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
_SUIT: Final = re.compile(f"[{''.join(SYMBOLS.values())}](?!{_AS_TEXT})")
_SUITS: Final = {
    Suit.CLUBS: N_("clubs"),
    Suit.DIAMONDS: N_("diamonds"),
    Suit.HEARTS: N_("hearts"),
    Suit.SPADES: N_("spades"),
}
_RANKS: Final = {Rank.ACE: N_("ace"), Rank.JACK: N_("jack"), Rank.QUEEN: N_("queen"), Rank.KING: N_("king")}

LAW_NAMES: Final = {
    Law.FIFTEEN: N_("fifteen"),
    Law.THIRTY_ONE: N_("thirty-one"),
    Law.GO: N_("go"),
    Law.LAST_CARD: N_("last card"),
    Law.PAIR: N_("pair"),
    Law.PAIR_ROYAL: N_("pair royal"),
    Law.DOUBLE_PAIR_ROYAL: N_("double pair royal"),
    Law.RUN: N_("run"),
}
"""What a card played pegs for, in a word or two within a sentence."""

BROKEN: Final = N_("Something went wrong on my side. /table shows how the game stands; try again from there.")
DISK: Final = N_("I cannot write that down just now, so nothing has changed. Try again in a little while.")
CLOSED_DMS: Final = N_(
    "I cannot write to {names} in private, so the game is played here; press **My hand** to see your cards."
)
ASKED_IN_DM: Final = N_("{name} is asked in private messages; the game begins here once the invitation is accepted.")
MAY_NOT_WRITE: Final = N_(
    "I may not write in this channel. Ask for View Channel and Send Messages for me here, or choose "
    "`where: in private messages`."
)
FOLLOWED: Final = N_("The game after this one was opened already; /games lists yours, and /play starts another.")
CANNOT_ASK: Final = N_(
    "I cannot write to {name} in private, so that invitation is off. Invite {name} in a server that you are both in."
)
IN_DMS: Final = N_("play in their private messages")
IN_THREAD: Final = N_("play in {thread}")
THREAD: Final = "Cribbage: "
PLAYED_IN: Final = N_("{names}: {ended}\n-# Played in {thread}.")
SERVER_ONLY: Final = N_("That works in a server only; ask there.")
REFUSED: Final = N_("Discord would not take that from me just now. Nothing is lost: /table shows how the game stands.")
DONE: Final = N_("Done; /table shows the game.")
NOT_BEGUN: Final = N_("This game has not begun; it waits until everyone has accepted.")
OVER: Final = N_("This game is over, so there is nothing to give up; `/play` starts another.")
TIP: Final = N_("-# Tip: {tip}")
NEXT: Final = N_(
    "-# That was a first game for {names}. Next: count faster with `/practice`, or check each other's counts with "
    "`/play preset:britannica`."
)
NEXT_OF_CHECKERS: Final = N_(
    "-# That was a first game for {names}. Next: count faster with `/practice`, or play as three or four with "
    "`/play players`."
)
AND_MORE: Final = "... and {number} more."
OLD_BUTTON: Final = N_("That button belongs to an earlier moment of the game; /table shows how it stands.")
RESIGNED: Final = N_("You have resigned; the game counts for the other side.")
RESIGN_BY_COMMAND: Final = N_("Use `/resign` to give a game up; it asks once more before the game is lost.")
NO_ASSISTANCE: Final = N_(
    "Those cards, or cards that count as much, are being reckoned at your own table, and a player is not entitled to "
    "any assistance in reckoning (law 19). Ask again when they have been counted."
)
NO_HELP: Final = N_(
    "Those are your own cards at a table where you have still to lay away, and what to keep is for you to judge. Ask "
    "again when you have laid away."
)
WHAT_TO_TYPE: Final = N_("Type a hand such as `5h 5d 5c js 5s` to have it counted, or start a game with `/play`.")
MANY_ASKED: Final = N_("You are asked in several games; press the buttons of the one you mean.")
NOT_ALOUD: Final = N_(
    "That is no move for you now, and to say why might tell of your cards: press **My hand** and choose there, or type "
    "to me in private."
)
PLAYED_ELSEWHERE: Final = N_("In this server games are played in {channel}; use the command there.")
NO_CHANNEL: Final = N_("Discord did not say in which channel this was; use the command in a text channel.")
OTHER_BOT: Final = N_("Other bots do not play; invite a person, or choose a robot level to play against me.")
BEGINS: Final = N_("{names} sit down to play.")
IN_YOUR_DM: Final = N_("That game is played in your private messages; look there, or use /hand.")
NOT_OVER: Final = N_("That game is not over; its seed stays sealed until then, or the cards to come would be known.")
RECORD: Final = N_("The game as a document; what it holds can be checked without this bot.")
NOT_YOURS: Final = N_("It is {names} who must act now, not you; wait for your turn.")
NO_NUMBER: Final = N_("Type a number of cards, such as 24; nothing has been cut.")
NOT_REVIEWED: Final = N_("The review is told once the game is over; until then nobody is told what is true.")
NO_TABLE: Final = N_("You have no game under way. Start one with /play.")
ONLY_INVITED: Final = N_("Your game has not begun: it waits until everyone has accepted. /games shows it.")
MANY_TABLES: Final = N_(
    "You are in several games: {tables}. Use the command in a game's own channel, or name the game."
)


def name_of(user: discord.abc.User) -> str:
    """What somebody is called where they were met: in a server by their name there, if they have one."""
    return server_name(user) or account_name(user)


def account_name(user: discord.abc.User) -> str:
    """What somebody's account is called; by its unique name where nothing of the chosen one can be seen."""
    return _readable(user.global_name) or user.name


def server_name(user: discord.abc.User) -> str | None:
    """What a member is called in their server alone; None for one who has no name of their own there."""
    return _readable(user.nick) if isinstance(user, discord.Member) else None


def _readable(name: str | None) -> str | None:
    """A name without signs that would turn the text about it round; None where nothing of it can be seen."""
    seen = _TURNING.sub("", name or "")
    return seen if any(map(_is_seen, seen)) else None


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign)[0] not in "CZ" and sign not in _BLANK


_TURNING: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters of which nothing is drawn."""


def escaped(name: str) -> str:
    """A player's name with nothing in it that Discord would format or ping."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(name))


def card(of: Card) -> str:
    """A card in a line of text."""
    return f"`{of.rank if of.rank is not Rank.TEN else 10}{SYMBOLS[of.suit]}{_AS_TEXT}`"


def visible(text: str) -> str:
    """A text in which the suits stay visible on a dark screen."""
    return _SUIT.sub(lambda suit: suit[0] + _AS_TEXT, text)


def cards(of: Sequence[Card]) -> str:
    """Cards in a line of text, in the order in which they are given."""
    return " ".join(map(card, of)) or gettext("none")


def hand(of: Sequence[Card]) -> str:
    """Cards of which the order means nothing, the lowest first."""
    return cards(sorted(of))


def card_name(of: Card) -> str:
    """A card in a menu, in words that need no picture: ``5 of hearts``."""
    return gettext(
        "{rank} of {suit}", rank=gettext(_RANKS.get(of.rank, str(of.rank.value))), suit=gettext(_SUITS[of.suit])
    )


def on_button(of: Sequence[Card]) -> str:
    """Cards on a button, so short that a hand fits beside each other on a phone: ``Q♥``, or ``10♦ and Q♥``."""
    return joined([card(one).strip("`") for one in of])


def joined(names: Sequence[str]) -> str:
    """Names in a sentence: ``Ann, Ben and Cat``."""
    return join_list(names)


def mention(player: Player) -> str:
    """A player so that Discord tells him, or his bare name where he has no account."""
    return f"<@{player.discord_id}>" if player.discord_id is not None else escaped(player.name)


def sealed(table: Table) -> str:
    """The promise that the shuffle is fixed before the first card, posted where it is not edited."""
    return gettext(
        "-# {names}: the shuffle is sealed, and `/verify {id}` proves it after the game.\n-# SHA-256 `{commitment}`",
        names=" v ".join(escaped(name) for name in table.names),
        id=table.id,
        commitment=commitment(table.agreement.seed),
    )


def thread_name(table: Table) -> str:
    """What the thread of a game is called, within Discord's hundred characters."""
    each = min(32, (90 - 3 * len(table.names)) // len(table.names))
    return f"{THREAD}{' v '.join(name[:each] for name in table.names)}"


def reminder(players: Sequence[Player], view: View) -> str:
    """A short word to those whose turn it is, told from the view of one of them."""
    return gettext(_YOUR_TURN[_asked_in_short(view)], players=joined([mention(player) for player in players]))


def _asked_in_short(view: View) -> str:
    if view.window is not None:
        speaks_only = all(isinstance(move, Accept | Challenge) for move in view.legal)
        return "answer" if speaks_only else "go on"
    return "choose" if view.offender is not None else view.stage


_YOUR_TURN: Final = {
    "answer": N_("{players}: your turn to say whether you are satisfied."),
    "go on": N_("{players}: your turn to go on, or to challenge."),
    "choose": N_("{players}: your turn to choose what follows."),
    "cut": N_("{players}: your turn to cut for the deal."),
    "deal": N_("{players}: your turn to cut to the dealer, or to leave it."),
    "lay_away": N_("{players}: your turn to lay away to the crib."),
    "starter": N_("{players}: your turn to cut for the starter."),
    "play": N_("{players}: your turn to play a card."),
    "show": N_("{players}: your turn to declare your count."),
}


def points(number: int) -> str:
    """So many points."""
    return ngettext("{number} point", "{number} points", number)


def agreed(preset: str, rules: Rules) -> str:
    """The rules in a few words."""
    hands = gettext(_HANDS[rules.players]) if rules.players in _HANDS else ""
    muggins = gettext(", muggins") if rules.muggins else ""
    ceremony = gettext(", with ceremony") if rules.ceremony else ""
    return gettext(
        "{preset} rules{hands}, {target} holes, {counting}{muggins}{ceremony}",
        preset=preset,
        hands=hands,
        target=rules.target,
        counting=gettext(_COUNTING[rules.counting]),
        muggins=muggins,
        ceremony=ceremony,
    )


_HANDS: Final = {3: N_(", three hands"), 4: N_(", four hands")}
_COUNTING: Final = {
    Counting.AUTOMATIC: N_("automatic counting"),
    Counting.REFEREE: N_("referee counting"),
    Counting.CHALLENGE: N_("challenge counting"),
}


def time_agreed(clock: Clock | None) -> str:
    """The clock in a few words, each time a sentence of its own."""
    if clock is None:
        return ""
    told = [
        gettext(" {time} a turn.", time=_duration(clock.turn)) if clock.turn else "",
        gettext(" {time} each.", time=_duration(clock.game)) if clock.game else "",
    ]
    return "".join(told)


def _duration(seconds: int) -> str:
    """A time in its largest whole unit: ``3 minutes``."""
    size, one, many = next(unit for unit in _UNITS if seconds % unit[0] == 0)
    return ngettext(one, many, seconds // size)


_UNITS: Final = (
    (86_400, *NN_("{number} day", "{number} days")),
    (3_600, *NN_("{number} hour", "{number} hours")),
    (60, *NN_("{number} minute", "{number} minutes")),
    (1, *NN_("{number} second", "{number} seconds")),
)
