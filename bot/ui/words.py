"""Every sentence that players read at a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.storage.players import Player
from bot.tables.packs import commitment
from bot.tables.table import Table
from engine.cards import Card, Rank, Suit
from engine.events import (
    Conceded,
    CountReset,
    DealerChosen,
    Dealt,
    Event,
    ForDealCut,
    GameWon,
    Pegged,
    SaidGo,
    Shown,
    StarterTurned,
)
from engine.laws import Law
from engine.reckoning import spoken
from engine.rules import Overscore, Rules
from engine.scoring import show
from engine.view import View

_AS_TEXT: Final = "\N{VARIATION SELECTOR-15}"
"""Asks for a letter instead of an emoji: black suits drawn as emoji cannot be seen on a dark screen."""
SYMBOLS: Final = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
_SUIT: Final = re.compile(f"[{''.join(SYMBOLS.values())}](?!{_AS_TEXT})")
_RANKS: Final = {Rank.ACE: "ace", Rank.JACK: "jack", Rank.QUEEN: "queen", Rank.KING: "king"}

BROKEN: Final = "Something went wrong on my side. /table shows how the game stands; try again from there."
DISK: Final = "I cannot write that down just now, so nothing has changed. Try again in a little while."
CLOSED_DMS: Final = (
    "I cannot write to {names} in private, so the game is played here; press **My hand** to see your cards."
)
ASKED_IN_DM: Final = "{name} is asked in private messages; the game begins here once the invitation is accepted."
MAY_NOT_WRITE: Final = (
    "I may not write in this channel. Ask for View Channel and Send Messages for me here, or choose "
    "`where: in private messages`."
)
FOLLOWED: Final = "That game was followed by another already. Start a new one with /play."
CANNOT_ASK: Final = (
    "I cannot write to {name} in private, so that invitation is off. Invite {name} in a server that you are both in."
)
IN_DMS: Final = "play in their private messages"
IN_THREAD: Final = "play in {thread}"
SERVER_ONLY: Final = "That works in a server only; ask there."
REFUSED: Final = "Discord would not take that from me just now. Nothing is lost: /table shows how the game stands."
DONE: Final = "Done; /table shows the game."
NOT_BEGUN: Final = "This game has not begun; it waits for the other player to accept."
NEVER_BEGAN: Final = "This table was closed before the game began; start another with /play."
OVER: Final = "This game is over, so there is nothing to give up."
AND_MORE: Final = "... and {number} more."
OLD_BUTTON: Final = "That button belongs to an earlier moment of the game; /table shows how it stands."
RESIGNED: Final = "You have resigned; the game counts for the other side."
RESIGN_BY_COMMAND: Final = "Use `/resign` to give a game up; it asks once more before the game is lost."
NO_STARTER: Final = "Name the starter too, as the last card: `5h 5d 5c js 5s`, or `5h 5d 5c js | 5s`."
NO_ASSISTANCE: Final = (
    "Those cards lie open to be declared at your own table, and a player is not entitled to any assistance in "
    "reckoning (law 19). Ask again when they have been counted."
)
WHAT_TO_TYPE: Final = "Type a hand such as `5h 5d 5c js 5s` to have it counted, or start a game with `/play`."
MANY_ASKED: Final = "You are asked in several games; press the buttons of the one you mean."
NOT_ALOUD: Final = (
    "That is no move for you now, and to say why might tell of your cards: press **My hand** and choose there, or type "
    "to me in private."
)
NO_CHANNEL: Final = "Discord did not say in which channel this was; use the command in a text channel."
ONE_OPPONENT: Final = "Choose an opponent or a robot, not both."
OTHER_BOT: Final = "Other bots do not play; invite a person, or choose a robot level to play against me."
BEGINS: Final = "{names} sit down to play."
IN_YOUR_DM: Final = "That game is played in your private messages; look there, or use /hand."
NOT_OVER: Final = "That game is not over; its seed stays sealed until then, or the cards to come would be known."
RECORD: Final = "The game as a document; what it holds can be checked without this bot."
NOT_YOURS: Final = "It is {names} who must act now, not you."
NO_TABLE: Final = "You have no game under way. Start one with /play."
MANY_TABLES: Final = "You are in several games: {tables}. Use the command in a game's own channel, or name the game."


def escaped(name: str) -> str:
    """A player's name with nothing in it that Discord would format or ping."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(name))


def card(of: Card) -> str:
    """A card in a line of text."""
    return f"`{of.rank if of.rank is not Rank.TEN else 10}{SYMBOLS[of.suit]}{_AS_TEXT}`"


def visible(text: str) -> str:
    """A text in which the suits stay visible on a dark screen."""
    return _SUIT.sub(rf"\g<0>{_AS_TEXT}", text)


def cards(of: Sequence[Card]) -> str:
    """Cards in a line of text, in the order in which they are given."""
    return " ".join(map(card, of)) or "none"


def hand(of: Sequence[Card]) -> str:
    """Cards of which the order means nothing, the lowest first."""
    return cards(sorted(of))


def card_name(of: Card) -> str:
    """A card on a button, in words that need no picture: ``5 of hearts``."""
    return f"{_RANKS.get(of.rank, str(of.rank.value))} of {of.suit.name.lower()}"


def mention(player: Player) -> str:
    """A player so that Discord tells him, or his bare name where he has no account."""
    return f"<@{player.discord_id}>" if player.discord_id is not None else escaped(player.name)


def sealed(table: Table) -> str:
    """The promise that the shuffle is fixed before the first card, posted where it is not edited."""
    return (
        f"{' v '.join(escaped(name) for name in table.names)}: the shuffle is sealed.\n"
        f"-# SHA-256 `{commitment(table.agreement.seed)}`\n"
        f"-# Once the game is over, `/verify {table.id}` proves every deal from it."
    )


def thread_name(table: Table) -> str:
    """What the thread of a game is called, within Discord's hundred characters."""
    return f"Cribbage: {' v '.join(name[:32] for name in table.names)}"


def reminder(players: Sequence[Player], view: View) -> str:
    """A short word to those whose turn it is."""
    act = {"lay_away": "lay away to the crib", "play": "play a card", "show": "declare your count"}.get(
        view.stage, "act"
    )
    return f"{' and '.join(map(mention, players))}: your turn to {act}."


def points(number: int) -> str:
    """So many points."""
    return f"{number} point" if number == 1 else f"{number} points"


def counts_in_short(events: Sequence[Event], names: Sequence[str]) -> str:
    """A deal's hands and crib by their true counts, in one line."""
    shows = [event for event in events if isinstance(event, Shown)]
    return ", ".join(f"{names[s.seat]} {s.true}" if s.what == "hand" else f"crib {s.true}" for s in shows)


def agreed(preset: str, rules: Rules) -> str:
    """The rules in a few words."""
    muggins = ", muggins" if rules.muggins else ""
    return f"{preset} rules, {rules.target} holes, {rules.counting} counting{muggins}"


def whose_crib(view: View, names: Sequence[str]) -> str:
    """Whose crib the cards go to, as the seat would say it."""
    if view.dealer == view.seat:
        return "your own crib"
    return f"{names[view.dealer or 0]}'s crib"


def asked_of(view: View, names: Sequence[str]) -> str:
    """What happens now, for everyone: the first line of a table."""
    who = " and ".join(names[seat] for seat in view.waiting_on)
    match view.stage:
        case "lay_away":
            each = " each" if len(view.waiting_on) > 1 else ""
            return f"**{who}** to lay away {view.to_lay} cards{each} to {names[view.dealer or 0]}'s crib."
        case "play":
            lead = f"The count is **{view.count}**." if view.series else "A new count begins."
            return f"**{who}** to play. {lead}"
        case "show" if view.shown is not None:
            _, what, shown = view.shown
            return f"**{who}** to declare the {what}: {hand(shown)}, starter {card(_starter(view))}."
        case "over":
            return "The game is over."
        case _:
            return "The cards are being cut."


def asked_of_you(view: View, names: Sequence[str]) -> str:
    """What happens now, for the one who looks at his own hand."""
    if view.prompt is None:
        return asked_of(view, names)
    match view.stage:
        case "lay_away":
            return f"**Lay away {view.to_lay} cards** to {whose_crib(view, names)}."
        case "play":
            lead = f"The count is {view.count}." if view.series else "You lead; the count is nought."
            return f"**Play a card.** {lead}"
        case _:
            assert view.shown is not None
            _, what, shown = view.shown
            return f"**Declare your {what}:** {hand(shown)}, starter {card(_starter(view))}."


def ended(view: View, names: Sequence[str]) -> str:
    """Who won, by how much, and what it counts."""
    assert view.winner is not None
    winners = " and ".join(names[seat] for seat in view.rules.sides[view.winner])
    if view.by == "resigned":
        loser = next(name for seat, name in enumerate(names) if view.rules.side_of(seat) != view.winner)
        return f"**{winners} wins:** {loser} resigned. It counts one game."
    scores = sorted(view.scores, reverse=True)
    how = {
        "heels": "with two for his heels",
        "play": "in the play",
        "show": "in the show",
        "penalty": "with points that the other side scored wrongly",
    }[view.by]
    games = {1: "one game", 2: "two games: a skunk", 4: "four games: a double skunk"}
    return f"**{winners} wins {scores[0]} to {scores[-1]}**, {how}. It counts {games.get(view.games, str(view.games))}."


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the story; ``verdict`` where it counts a hand or a crib."""

    text: str
    verdict: bool = False


def story(events: Sequence[Event], names: Sequence[str], rules: Rules) -> list[list[Line]]:
    """What the events tell, line by line, one list for each deal."""
    deals: list[list[Line]] = [[]]
    starter: Card | None = None
    showing = False
    for place, event in enumerate(events):
        match event:
            case Dealt():
                # The cut for deal is told with the first deal.
                if any(isinstance(before, Dealt) for before in events[:place]):
                    deals.append([])
                starter, showing = None, False
            case StarterTurned():
                starter = event.card
            case Shown() if starter is not None:
                showing = True
                deals[-1].append(Line(_verdict(event, starter, events[place + 1 :], names, rules), verdict=True))
        if not (showing and isinstance(event, Pegged)):
            deals[-1].extend(map(Line, _line(event, names)))
    return deals


def _line(event: Event, names: Sequence[str]) -> Iterator[str]:
    match event:
        case ForDealCut():
            cut = ", ".join(f"{name} {card(of)}" for name, of in zip(names, event.cards, strict=True))
            yield f"Cut for deal: {cut}."
        case DealerChosen():
            yield f"{names[event.seat]} deals first."
        case StarterTurned():
            yield f"Starter {card(event.card)}."
        case SaidGo():
            yield f"{names[event.seat]}: go."
        case CountReset():
            yield f"{names[event.lead]} leads from nought."
        case Pegged(law=law) if law in _PEGS:
            yield f"{names[event.seat]}: {_PEGS[law].format(points=_SMALL[event.points])}, {cards(event.cards)}."
        case Conceded():
            yield f"{names[event.seat]} resigned."
        case _:
            return


_SMALL: Final = (
    "nought",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "11",
    "twelve",
)

_PEGS: Final = {
    Law.HIS_HEELS: "two for his heels",
    Law.FIFTEEN: "fifteen two",
    Law.THIRTY_ONE: "thirty-one for two",
    Law.GO: "one for the go",
    Law.LAST_CARD: "one for the last card",
    Law.PAIR: "two for a pair",
    Law.PAIR_ROYAL: "six for a pair royal",
    Law.DOUBLE_PAIR_ROYAL: "twelve for a double pair royal",
    Law.RUN: "{points} for a run",
}
"""What is said of a card in the play. Fifteens, pairs and runs of the show stand in its verdict instead."""


def _verdict(event: Shown, starter: Card, after: Sequence[Event], names: Sequence[str], rules: Rules) -> str:
    """What a hand or crib was declared, what it truly counts, and what becomes of the difference."""
    count = show(event.cards, starter, crib=event.what == "crib")
    whose = f"{names[event.seat]}'s {event.what} {hand(event.cards)} with {card(starter)}"
    if event.declared is None:
        return f"{whose}: **{event.true}**. {spoken(count)}"
    if event.declared == event.true:
        return f"{whose}: declared **{event.declared}**, and right. {spoken(count)}"
    ruling = _ruling(event, after, names, rules)
    return f"{whose}: declared {event.declared}, the true count is **{event.true}**. {spoken(count)} {ruling}"


def _ruling(event: Shown, after: Sequence[Event], names: Sequence[str], rules: Rules) -> str:
    assert event.declared is not None
    adversary = names[rules.adversary_of(event.seat)]
    if event.declared > event.true:
        over = points(event.declared - event.true)
        if _ended_before(Law.OVERSCORE, after):
            return f"Overscored by {over}; the game was over first."
        if rules.overscore is Overscore.TO_ADVERSARY:
            return f"**Overscored by {over}:** put back, and they go to {adversary} (law 19)."
        return f"**Overscored by {over}:** put back."
    under = points(event.true - event.declared)
    taken = next((peg.points for peg in _pegs(after) if peg.law is Law.MUGGINS), 0)
    if taken:
        return f"**Overlooked {under}:** muggins, {taken} to {adversary}."
    return f"**Overlooked {under}:** lost."


def _pegs(after: Sequence[Event]) -> Iterator[Pegged]:
    """The points that follow a show at once."""
    for event in after:
        if not isinstance(event, Pegged):
            return
        yield event


def _ended_before(law: Law, after: Sequence[Event]) -> bool:
    """Whether the game ended before this law's points could be pegged."""
    pegs = list(_pegs(after))
    ended_here = len(pegs) < len(after) and isinstance(after[len(pegs)], GameWon)
    return ended_here and all(peg.law is not law for peg in pegs)


def _starter(view: View) -> Card:
    assert view.starter is not None
    return view.starter
