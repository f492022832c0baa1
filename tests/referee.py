"""A referee who never met the program: he reads the record of a game and says where it breaks the rules.

He judges two-handed six-card games with automatic counting or under a referee, from the rule books and the
description of the record alone; nothing of the program is imported here. To have records judged, one a line:

    python -m tests.referee FILE.jsonl
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations, count, pairwise
from pathlib import Path
from typing import Any, NoReturn

RANKS = "A23456789TJQK"
SUITS = "CDHS"
PACK = {rank + suit for rank in RANKS for suit in SUITS}
FIELDS = {
    *("players", "dealt", "target", "doubles", "counting", "pegging", "muggins", "overscore", "irregular"),
    *("heels_forfeit", "three_for_last", "single_series", "play_on", "next_dealer", "ceremony", "predeal_cut"),
    *("amend", "false_game_penalty"),
}
PAIRED = {2: ("pair", 2), 3: ("pair_royal", 6), 4: ("double_pair_royal", 12)}

Score = tuple[str, frozenset[str], int]
"""A law, the cards it looks at, and the points it gives."""


class Objection(Exception):
    """The record says what the rules do not."""


class GameEnded(Exception):
    """The last fact has been read, and nothing was wrong."""


# What cards score, from the tables of the rule books.


def rank(card: str) -> int:
    return RANKS.index(card[0]) + 1


def pips(card: str) -> int:
    return min(rank(card), 10)


def consecutive(cards: Sequence[str]) -> bool:
    order = sorted(map(rank, cards))
    return len(order) >= 3 and all(after - before == 1 for before, after in pairwise(order))


def scores_in_play(series: Sequence[str]) -> list[Score]:
    """What the last card played scores with those before it (000:33-58, 001:45-65)."""
    found: list[Score] = []
    total = sum(map(pips, series))
    if total in (15, 31):
        found.append(("fifteen" if total == 15 else "thirty_one", frozenset(series), 2))
    for many in (4, 3, 2):
        if len(series) >= many and len({card[0] for card in series[-many:]}) == 1:
            found.append((PAIRED[many][0], frozenset(series[-many:]), PAIRED[many][1]))
            break
    for many in range(len(series), 2, -1):
        if consecutive(series[-many:]):
            found.append(("run", frozenset(series[-many:]), many))
            break
    return found


def scores_in_show(hand: Sequence[str], starter: str, *, crib: bool) -> list[Score]:
    """What a hand or crib scores with the starter (000:60-78, 001:79-95)."""
    five = [*hand, starter]
    sets = [chosen for many in range(2, 6) for chosen in combinations(five, many)]
    found: list[Score] = [("fifteen", frozenset(chosen), 2) for chosen in sets if sum(map(pips, chosen)) == 15]
    for name in {card[0] for card in five}:
        alike = [card for card in five if card[0] == name]
        if len(alike) > 1:
            found.append((PAIRED[len(alike)][0], frozenset(alike), PAIRED[len(alike)][1]))
    runs = [chosen for chosen in sets if consecutive(chosen)]
    longest = max(map(len, runs), default=0)
    found += [("run", frozenset(chosen), longest) for chosen in runs if len(chosen) == longest]
    if len({card[1] for card in five}) == 1:
        found.append(("flush", frozenset(five), 5))
    elif len({card[1] for card in hand}) == 1 and not crib:
        found.append(("flush", frozenset(hand), 4))
    if "J" + starter[1] in hand:
        found.append(("his_nobs", frozenset({"J" + starter[1]}), 1))
    return found


# The shuffle, from the description that the table publishes: a seed, its SHA-256, and what follows from it.


def words(seed: bytes, name: str) -> Iterator[int]:
    for block in count():
        digest = hashlib.sha256(seed + f"{name}:{block}".encode()).digest()
        yield from (int.from_bytes(digest[place : place + 4], "big") for place in range(0, 32, 4))


def pack_of(seed: bytes, name: str) -> list[str]:
    """The pack called ``deal:3``, say, its top card first."""
    pack = [rank + suit for rank in RANKS for suit in SUITS]
    stream = words(seed, name)
    for place in range(51, 0, -1):
        whole = 2**32 // (place + 1) * (place + 1)
        chosen = next(word for word in stream if word < whole) % (place + 1)
        pack[place], pack[chosen] = pack[chosen], pack[place]
    return pack


# The game, fact by fact.


class Referee:
    """One record read from its first fact to its last; ``judge`` ends in ``GameEnded`` or an ``Objection``."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.rules = record["rules"]
        self.result = record["result"]
        self.events = record["events"]
        self.seed = bytes.fromhex(record["shuffle"].get("seed", ""))
        self.place = 0
        self.cuts = self.deals = 0
        self.scores = [0, 0]

    def judge(self) -> NoReturn:
        dealer = self.first_dealer()
        while True:
            self.may_stop_or_concede()
            self.deal(dealer)
            dealer = 1 - dealer

    # Reading.

    def next_kind(self) -> str | None:
        return self.events[self.place]["kind"] if self.place < len(self.events) else None

    def take(self, kind: str, **expected: object) -> dict[str, Any]:
        """The next fact, which must be of this kind and say what is expected of it."""
        if self.next_kind() != kind:
            raise Objection(f"event {self.place} should be {kind}, not {self.next_kind() or 'the end'}")
        event = self.events[self.place]
        for key, value in expected.items():
            said = event[key]
            if said != value or type(said) is not type(value):
                raise Objection(f"event {self.place} ({kind}): {key} is {said!r} and should be {value!r}")
        self.place += 1
        return dict(event)

    def cards(self, event: dict[str, Any], key: str, many: int | None = None) -> list[str]:
        """The cards that a fact names: of the pack, each once, and as many as there must be."""
        named = list(event[key])
        if not PACK.issuperset(named) or len(set(named)) != len(named) or many not in (None, len(named)):
            raise Objection(f"event {self.place - 1} ({event['kind']}): {named} cannot be its {key}")
        return named

    def seat(self, event: dict[str, Any]) -> int:
        if type(event["seat"]) is not int or event["seat"] not in (0, 1):
            raise Objection(f"event {self.place - 1} ({event['kind']}): nobody sits at {event['seat']!r}")
        return int(event["seat"])

    def object_unless(self, true: object, complaint: str) -> None:
        if not true:
            raise Objection(f"event {self.place - 1}: {complaint}")

    # Points and the end.

    def peg(self, seat: int, due: Sequence[Score], by: str) -> None:
        """Each of these scores is pegged, in any order, unless the game ends first."""
        left = list(due)
        while left:
            event = self.take("pegged", seat=seat, side=seat)
            said = (event["law"], frozenset(self.cards(event, "cards")), event["points"])
            self.object_unless(said in left and type(said[2]) is int, f"{said} is pegged, but what is due is {left}")
            left.remove(said)
            self.scores[seat] = min(self.scores[seat] + said[2], self.rules["target"])
            self.object_unless(event["score"] == self.scores[seat], f"the peg stands at {self.scores[seat]}")
            if self.scores[seat] == self.rules["target"]:
                self.win(seat, by, self.games(self.scores[1 - seat]))

    def games(self, loser: int) -> int:
        """How many games a win counts over a loser who stands there: the lowest line below which he is decides."""
        lines = sorted((below, games) for below, games in self.rules["doubles"] if loser < below)
        return lines[0][1] if lines else 1

    def win(self, side: int, by: str, games: int) -> NoReturn:
        self.take("game_won", side=side, games=games, by=by)
        self.object_unless(self.place == len(self.events), "the game is over, and facts follow")
        due = {"side": side, "scores": self.scores, "games": games, "ended_by": by}
        if self.result is None or any(self.result[key] != value for key, value in due.items()):
            raise Objection(f"the result is {self.result} and should be {due}")
        raise GameEnded

    def may_concede(self) -> None:
        """Wherever a player or the shuffle is waited for, a seat may give up: one game, whatever the scores."""
        if self.next_kind() == "conceded":
            event = self.take("conceded")
            self.object_unless(event["why"] in ("resigned", "time"), "nobody concedes for that")
            self.win(1 - self.seat(event), event["why"], 1)

    def may_stop_or_concede(self) -> None:
        """Before a deal a record may stop: the game is not finished, so that it has no result."""
        if self.next_kind() is None:
            if self.result is not None:
                raise Objection("there is a result, but nobody has won")
            raise GameEnded
        self.may_concede()

    # The deal.

    def first_dealer(self) -> int:
        """The lower card deals; equal cards are cut again (000:13). In a later game the first dealer may be named."""
        self.may_stop_or_concede()
        if self.next_kind() == "dealer_chosen":
            return self.seat(self.take("dealer_chosen"))
        while True:
            self.cuts += 1
            event = self.take("cut_for_deal")
            cut = self.cards({"kind": "cut_for_deal", "cards": [event["cards"]["0"], event["cards"]["1"]]}, "cards")
            self.object_unless(len(event["cards"]) == 2, "two players cut")
            self.from_the_seed(f"cut:{self.cuts}", cut)
            if rank(cut[0]) != rank(cut[1]):
                lower = 0 if rank(cut[0]) < rank(cut[1]) else 1
                self.take("dealer_chosen", seat=lower)
                return lower
            self.may_stop_or_concede()

    def from_the_seed(self, name: str, top: list[str]) -> None:
        """Where the seed is told, these are the top cards of the pack that it gives."""
        if self.seed:
            pack = pack_of(self.seed, name)[: len(top)]
            self.object_unless(pack == top, f"the seed gives {' '.join(pack)} for {name}")

    def deal(self, dealer: int) -> None:
        event = self.take("dealt", dealer=dealer, to_crib=[])
        hands = [self.cards({**event, "hand": hand}, "hand", 6) for hand in event["hands"]]
        self.object_unless(len(hands) == 2 and not set(hands[0]) & set(hands[1]), "two hands of different cards")
        rest = PACK - {*hands[0], *hands[1]}
        undealt = event.get("undealt")
        self.object_unless(undealt is None or (len(undealt) == 40 and set(undealt) == rest), "the pack is not whole")
        self.deals += 1
        top = [card for turn in zip(hands[1 - dealer], hands[dealer], strict=True) for card in turn]
        self.from_the_seed(f"deal:{self.deals}", [*top, *(undealt or [])])
        crib = self.lay_away(hands)
        starter = self.turn_up(dealer, rest, undealt)
        self.from_the_seed(f"deal:{self.deals}", [*top, starter])
        self.play(dealer, hands)
        self.show(dealer, hands, crib, starter)

    def lay_away(self, hands: list[list[str]]) -> list[str]:
        """Two cards each, in either order of the seats (000:19); the hands are left with four."""
        crib: list[str] = []
        waiting = {0, 1}
        while waiting:
            self.may_concede()
            event = self.take("laid_away")
            seat, laid = self.seat(event), self.cards(event, "cards", 2)
            self.object_unless(seat in waiting, "this seat has laid away already")
            self.object_unless(set(laid) <= set(hands[seat]), "a card laid away was not held")
            waiting.remove(seat)
            hands[seat] = [card for card in hands[seat] if card not in laid]
            crib += laid
        return crib

    def turn_up(self, dealer: int, rest: set[str], undealt: list[str] | None) -> str:
        """The pone cuts; a jack turned up is two for the dealer (000:21)."""
        event = self.take("starter_turned", seat=1 - dealer)
        starter = str(event["card"])
        self.object_unless(starter in rest, "the starter was in a hand")
        self.object_unless(undealt is None or undealt[0] == starter, "the starter is not the card the pack gave")
        if starter[0] == "J":
            self.peg(dealer, [("his_heels", frozenset({starter}), 2)], "heels")
        return starter

    # The play.

    def play(self, dealer: int, hands: list[list[str]]) -> None:
        """Series after series until all cards are played (001:31-43)."""
        held = [list(hand) for hand in hands]
        lead = 1 - dealer
        while any(held):
            last, series = self.series(lead, held)
            if sum(map(pips, series)) != 31:
                self.peg(last, [("go" if any(held) else "last_card", frozenset(series[-1:]), 1)], "play")
            if any(held):
                lead = 1 - last if held[1 - last] else last
                self.take("count_reset", lead=lead)

    def series(self, lead: int, held: list[list[str]]) -> tuple[int, list[str]]:
        """One series to thirty-one or until nobody can go on: who played last, and its cards."""
        series: list[str] = []
        gone: set[int] = set()
        turn = last = lead
        while True:
            other = 1 - turn
            if any(sum(map(pips, series)) + pips(card) <= 31 for card in held[turn]):
                self.card(turn, held, series)
                last = turn
                if sum(map(pips, series)) == 31:
                    return last, series
                if held[other] and other not in gone:
                    turn = other
            elif turn == last:
                return last, series
            else:
                self.take("said_go", seat=turn)
                gone.add(turn)
                turn = other

    def card(self, seat: int, held: list[list[str]], series: list[str]) -> None:
        """One card played, and what it scores."""
        self.may_concede()
        event = self.take("played", seat=seat)
        card = event["card"]
        self.object_unless(card in held[seat], f"{card} was not held")
        held[seat].remove(card)
        series.append(card)
        count = sum(map(pips, series))
        self.object_unless(count <= 31, f"{card} does not come in")
        self.object_unless(event["count"] == count, f"the count is {count}")
        self.peg(seat, scores_in_play(series), "play")

    # The show.

    def show(self, dealer: int, hands: list[list[str]], crib: list[str], starter: str) -> None:
        """The pone's hand, the dealer's hand, the crib (000:60)."""
        pone = 1 - dealer
        for seat, what, cards in ((pone, "hand", hands[pone]), (dealer, "hand", hands[dealer]), (dealer, "crib", crib)):
            due = scores_in_show(cards, starter, crib=what == "crib")
            true = sum(points for _, _, points in due)
            automatic = self.rules["counting"] == "automatic"
            if not automatic:
                self.may_concede()
            event = self.take("shown", seat=seat, what=what, true=true)
            shown = self.cards(event, "cards", 4)
            self.object_unless(set(shown) == set(cards), "other cards are shown than were kept")
            if automatic:
                self.object_unless(event["declared"] is None, "nobody declares where the count is automatic")
                self.peg(seat, due, "show")
            else:
                self.rule(seat, event["declared"], true, frozenset(cards))

    def rule(self, seat: int, declared: object, true: int, cards: frozenset[str]) -> None:
        """What is true of a declaration is pegged; too much goes across by law 19, too little by muggins."""
        if type(declared) is not int or not 0 <= declared <= 29:
            raise Objection(f"event {self.place - 1} (shown): nobody declares {declared!r}")
        room = self.rules["target"] - self.scores[seat]
        if declared and true:
            self.peg(seat, [("declared", cards, min(declared, true))], "show")
        if declared > true and self.rules["overscore"] == "to_adversary":
            self.peg(1 - seat, [("overscore", cards, declared - true)], "penalty")
        if self.rules["muggins"] and declared < min(true, room):
            self.peg(1 - seat, [("muggins", cards, min(true, room) - declared)], "penalty")


# The document round the game.


def objections_to_document(record: dict[str, Any]) -> Iterator[str]:
    """What is wrong with a record before its first fact is read."""
    rules, shuffle = record["rules"], record["shuffle"]
    if (record["format"], record["version"]) != ("cribbage-record", 1):
        yield "this is no cribbage-record of version 1"
    if record["sides"] != [[0], [1]]:
        yield "two players are two sides"
    if [type(name) for name in record["seats"]] != [str, str]:
        yield "two players have two names"
    if not re.fullmatch("[0-9a-f]{64}", shuffle["commitment"]):
        yield "the commitment is not a SHA-256"
    if "seed" in shuffle and hashlib.sha256(bytes.fromhex(shuffle["seed"])).hexdigest() != shuffle["commitment"]:
        yield "the seed is not the one that was committed to"
    if "seed" in shuffle and record["result"] is None:
        yield "the seed is told before the game is over"
    if missing := FIELDS - rules.keys():
        yield f"the rules do not say {', '.join(sorted(missing))}"


def objections_to_rules(rules: dict[str, Any]) -> Iterator[str]:
    """What this referee cannot judge, and what no table could play."""
    known = {"players": [2], "dealt": [6], "pegging": ["automatic"], "target": [61, 121]}
    known |= {"counting": ["automatic", "referee"], "overscore": ["to_adversary", "correct_only"]}
    known |= {"muggins": [True, False], "heels_forfeit": [False], "ceremony": [False]}
    for field, values in known.items():
        if rules[field] not in values:
            yield f"this referee does not judge {field} {rules[field]!r}"
    if rules["muggins"] and rules["counting"] == "automatic":
        yield "there is no muggins where the count is automatic"
    for below, games in rules["doubles"]:
        if not 1 <= below <= rules["target"] or games < 2:
            yield f"no loser below {below} could lose {games} games"


def check(record: dict[str, Any]) -> list[str]:
    """Every objection to a record; a game is read as far as the first fact that breaks the rules."""
    try:
        found = [*objections_to_document(record), *objections_to_rules(record["rules"])]
        if not found:
            Referee(record).judge()
    except GameEnded:
        return []
    except Objection as objection:
        return [str(objection)]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        return [f"the record cannot be read: {error!r}"]
    return found


def check_text(line: str) -> list[str]:
    """Every objection to a record in JSON."""
    try:
        record = json.loads(line)
    except json.JSONDecodeError as error:
        return [f"this is not JSON: {error}"]
    return check(record)


def main(paths: Sequence[str]) -> int:
    """Judge every line of the files; the exit code is 1 where anything was objected to."""
    wrong = read = 0
    for path in paths:
        for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), start=1):
            objections = check_text(line)
            read += 1
            wrong += bool(objections)
            for objection in objections:
                sys.stdout.write(f"{path}:{number}: {objection}\n")
    sys.stdout.write(f"{read} records read, {wrong} with objections\n")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
