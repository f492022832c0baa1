"""An independent referee: it reads the record of a game and says where it breaks the rules.

It knows every book, two to four players and every way of counting from the rule books and the description of the
record alone; nothing of the program is imported here.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from tests.referee.arithmetic import scores_in_show, total
from tests.referee.books import objections_to_rules
from tests.referee.dealing import Deal, Dealing
from tests.referee.playing import Playing
from tests.referee.reading import GameEnded, Objection, Reading
from tests.referee.single_window import SingleWindow
from tests.referee.windows import Windows

LAWS = {1: SingleWindow, 2: Windows}
"""How declarations are challenged, by the edition of the laws; records of version 0.2 name no edition."""


def judge(reading: Reading) -> NoReturn:
    """Read a game from its first fact to its last; this ends in ``GameEnded`` or an ``Objection``."""
    windows = LAWS[reading.edition](reading)
    dealing = Dealing(reading, windows)
    dealer, first = dealing.first_dealer(), True
    while True:
        deal = dealing.deal(dealer, first=first)
        Playing(reading, windows, deal).play()
        show(reading, windows, deal)
        dealer, first = reading.left(deal.dealer), False


def show(reading: Reading, windows: SingleWindow | Windows, deal: Deal) -> None:
    """Read each hand from the dealer's left, and last the dealer's crib (000:60, 003:45).

    The hand and the crib of a player who left are not counted.
    """
    around = reading.round_from(deal.dealer + 1)
    order = [*((seat, "hand", deal.hands[seat]) for seat in around), (deal.dealer, "crib", deal.crib)]
    for seat, what, cards in order:
        windows.before_other_act()
        if seat not in reading.closed:
            show_cards(reading, windows, deal, seat, what, cards)


def show_cards(
    reading: Reading, windows: SingleWindow | Windows, deal: Deal, seat: int, what: str, cards: list[str]
) -> None:
    """Read one hand or crib and its points."""
    due = scores_in_show(cards, deal.starter, crib=what == "crib")
    windows.before_act(seat)
    event = reading.take("shown", seat=seat, what=what, true=total(due))
    shown = reading.cards(event, "cards", len(cards))
    reading.object_unless(set(shown) == set(cards), "other cards are shown than were kept")
    if reading.rules["counting"] == "automatic":
        reading.object_unless(event["declared"] is None, "nobody declares where the count is automatic")
        reading.peg(seat, due, "show")
    else:
        told = frozenset(cards)
        windows.declare(seat, what, event["declared"], total(due), "show", told, told | {deal.starter})


def objections_to_document(record: dict[str, Any]) -> Iterator[str]:
    """Yield the faults of a record outside its facts."""
    players, shuffle = record["rules"].get("players"), record["shuffle"]
    if (record["format"], record["version"]) != ("cribbage-record", 1):
        yield "this is no cribbage-record of version 1"
    if record["sides"] != ([[0, 2], [1, 3]] if players == 4 else [[seat] for seat in range(players)]):
        yield f"those are not the sides of {players} players"
    if [type(name) for name in record["seats"]] != [str] * players:
        yield f"{players} players have {players} names"
    if not re.fullmatch("[0-9a-f]{64}", shuffle["commitment"]):
        yield "the commitment is not a SHA-256"
    if "seed" in shuffle and hashlib.sha256(bytes.fromhex(shuffle["seed"])).hexdigest() != shuffle["commitment"]:
        yield "the seed is not the one that was committed to"
    kinds = [event["kind"] for event in record["events"]]
    many = {"cut": kinds.count("cut_for_deal"), "deal": kinds.count("dealt")}
    packs = [f"{what}:{number + 1}" for what in many for number in range(many[what])]
    for one in shuffle.get("contributions", []):
        if one["before"] not in packs or one["seat"] not in range(players):
            yield f"{one} was mixed into no pack"
    if "seed" in shuffle and record["result"] is None:
        yield "the seed is told before the game is over"


def check(record: dict[str, Any]) -> list[str]:
    """Return every objection to a record; the game is read up to the first fact that breaks the rules."""
    try:
        found = [*objections_to_document(record), *objections_to_rules(record["preset"], record["rules"])]
        if not found:
            judge(Reading(record))
    except GameEnded:
        return []
    except Objection as objection:
        return [str(objection)]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        return [f"the record cannot be read: {error!r}"]
    return found
