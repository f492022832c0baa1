"""Records written by hand, with a line end or a semicolon between events, in the words of a scorer.

    dealer 1                        cut 5H 6D          cut 5H@10 6D@12       cutpack 0 20
    dealt 1 / 5H 6H .. / 7C .. // crib                 away 0 KD QD          back 0 KD       fresh 1
    starter 0 JC@17                 play 0 5H          play 0 5H =2          go 1 false
    require 0 1                     stop 0             reset 1               show 0 hand 8/8 5H 5D ..
    peg 1 declared 2 JD             off 1 overscore 2  ok 0                  amend 1 4
    challenge 0 1 too_many upheld   resign 0           time 0                won 1 1 show

Since the second edition an answer says which count it is for: ``ok 0 1`` accepts the count of seat 1, and
``amend 1 4 hand`` raises the count of a hand. ``challenge 0 1 too_few upheld 2`` calls muggins for two,
``resign 0 KD`` leaves the king to the crib, and ``go 1 false`` is said with a card that comes in. The count, the scores
and the rest of each pack are calculated from the events.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from unittest.mock import patch

from engine import audit
from engine.cards import PACK
from engine.errors import CribbageError
from engine.game import begin
from engine.record import event_from_dict
from engine.rules import Rules
from tests.referee.arithmetic import count_of
from tests.referee.books import ANY, BOOKS, DOUBLES, fields_of
from tests.referee.reading import GameEnded, Objection, Reading
from tests.referee.verdict import judge


def rules_of(preset, players=2, *, edition=1, **agreed):
    fields = {
        field: value[0] if isinstance(value, tuple) else "to_adversary" if value is ANY else value
        for field, value in (BOOKS[preset] if edition == 1 else fields_of(preset, edition)).items()
    }
    target = agreed.get("target", 61 if preset.startswith("britannica") else 121)
    doubles = [] if preset.startswith("britannica") else next(iter(DOUBLES[preset][target]), [])
    dealt = 6 if players == 2 and preset != "britannica-five" else 5
    plain = {"players": players, "dealt": dealt, "target": target, "muggins": False, "ceremony": False}
    plain |= {} if edition == 1 else {"partners": "cut"}
    return fields | plain | {"doubles": doubles} | agreed


def tell(text, preset, players=2, *, scores=None, **agreed):
    """Return the record of these events, with the pegs at first where they are said to be."""
    rules = rules_of(preset, players, **agreed)
    sides = [[0, 2], [1, 3]] if players == 4 else [[seat] for seat in range(players)]
    scribe = _Scribe(players, rules["target"], list(scores or [0] * len(sides)))
    events = [scribe.write(*line.split()) for line in lines(text)]
    _lay_under(events)
    cuts = [event for event in events if event["kind"] == "cut_for_deal"]
    if players == 4 and rules.get("partners", "cut") == "cut" and cuts and events[len(cuts)]["kind"] == "dealer_chosen":
        cuts[-1]["places"] = [0, 1, 2, 3]
    won = events[-1] if events[-1]["kind"] == "game_won" else None
    kinds = {event["kind"] for event in events}
    named = {"first_dealer": "previous"} if "dealer_chosen" in kinds and "cut_for_deal" not in kinds else {}
    return {
        **named,
        "format": "cribbage-record",
        "version": 1,
        "game": "by hand",
        "preset": preset,
        "rules": rules,
        "seats": ["Ann", "Ben", "Cat", "Dan"][:players],
        "sides": sides,
        "shuffle": {"commitment": "0" * 64},
        "events": events,
        "result": won and {"side": won["side"], "scores": scribe.scores, "games": won["games"], "ended_by": won["by"]},
    }


def _lay_under(events):
    """Put under each deal the cards that were not dealt: the starter on top, or at the number that was cut."""
    for place, event in enumerate(events):
        if event["kind"] == "dealt":
            starter = next((after for after in events[place + 1 :] if after["kind"] in ("starter_turned", "dealt")), {})
            gone = {*chain(*event["hands"]), *event["to_crib"], starter.get("card")}
            event["undealt"] = [str(card) for card in PACK if str(card) not in gone]
            if "card" in starter:
                event["undealt"].insert(starter.get("number", 0), starter["card"])


def lines(text):
    return [line.strip() for line in text.replace(";", "\n").splitlines() if line.strip()]


def altered(text, before, after):
    """Return the same game with other lines in place of some."""
    told, old, new = "\n".join(lines(text)), "\n".join(lines(before)), "\n".join(lines(after))
    assert told.count(old) == 1, f"{told.count(old)} times: {old}"
    return told.replace(old, new)


def verdict_on(text, preset, players=2, *, scores=None, **agreed):
    """Return the referee's objection to a record written by hand, or "" if there is none; the engine agrees with it."""
    record = tell(text, preset, players, scores=scores, **agreed)
    found = _of_the_referee(record, scores)
    engine = _of_the_engine(record, scores)
    assert bool(found) == bool(engine), f"the referee says {found!r}, the engine {engine!r}"
    return found


def _of_the_engine(record, scores):
    """Return what the engine objects to as it plays the record again; only the scores that it begins with are given."""

    def begun(rules):
        game = begin(rules)
        return game if scores is None else replace(game, scores=tuple(scores), hindmost=tuple(scores))

    try:
        with patch.object(audit, "begin", begun):
            audit.play_again(Rules.from_dict(record["rules"]), [event_from_dict(event) for event in record["events"]])
    except CribbageError as error:
        return str(error)
    return ""


def _of_the_referee(record, scores):
    reading = Reading(record)
    reading.scores = list(scores or reading.scores)
    try:
        judge(reading)
    except GameEnded:
        return ""
    except Objection as objection:
        return str(objection)
    except KeyError as missing:
        return f"not said: {missing}"


class _Scribe:
    def __init__(self, players, target, scores):
        self.players, self.target, self.scores = players, target, scores
        self.series = []

    def write(self, kind, *words):
        return getattr(self, kind)(*words)

    def side(self, seat):
        return seat % 2 if self.players == 4 else seat

    def cut(self, *words):
        pairs = [word.partition("@") for word in words]
        event = {"kind": "cut_for_deal", "cards": {str(seat): card for seat, (card, _, _) in enumerate(pairs)}}
        if "@" in words[0]:
            event["numbers"] = {str(seat): int(number) for seat, (_, _, number) in enumerate(pairs) if number}
        return event

    def dealer(self, seat):
        return {"kind": "dealer_chosen", "seat": int(seat)}

    def cutpack(self, seat, number):
        return {"kind": "cut_to_dealer", "seat": int(seat), "number": int(number)}

    def dealt(self, seat, *words):
        hands, _, crib = " ".join(words).partition("//")
        parts = [part.split() for part in hands.split("/")[1:]]
        return {"kind": "dealt", "dealer": int(seat), "hands": parts, "to_crib": crib.split()}

    def away(self, seat, *cards):
        return {"kind": "laid_away", "seat": int(seat), "cards": list(cards)}

    def back(self, seat, *cards):
        return {"kind": "taken_back", "seat": int(seat), "cards": list(cards)}

    def fresh(self, seat):
        return {"kind": "fresh_deal", "seat": int(seat)}

    def starter(self, seat, word):
        card, _, number = word.partition("@")
        self.series = []
        return {"kind": "starter_turned", "seat": int(seat), "card": card} | ({"number": int(number)} if number else {})

    def play(self, seat, card, declared=None):
        self.series.append(card)
        event = {"kind": "played", "seat": int(seat), "card": card, "count": count_of(self.series)}
        return event | ({"declared": int(declared[1:])} if declared else {})

    def go(self, seat, false=None):
        return {"kind": "said_go", "seat": int(seat)} | ({"false": True} if false else {})

    def require(self, seat, of):
        return {"kind": "required", "seat": int(seat), "of": int(of)}

    def stop(self, seat):
        return {"kind": "stopped", "seat": int(seat)}

    def reset(self, lead):
        self.series = []
        return {"kind": "count_reset", "lead": int(lead)}

    def show(self, seat, what, counts, *cards):
        declared, _, true = counts.partition("/")
        said = None if declared == "-" else int(declared)
        return {
            "kind": "shown",
            "seat": int(seat),
            "what": what,
            "cards": list(cards),
            "declared": said,
            "true": int(true),
        }

    def peg(self, seat, law, points, *cards):
        side = self.side(int(seat))
        self.scores[side] = min(self.scores[side] + int(points), self.target)
        event = {"kind": "pegged", "seat": int(seat), "side": side, "points": int(points), "law": law}
        return event | {"cards": list(cards), "score": self.scores[side]}

    def off(self, seat, law, points):
        side = self.side(int(seat))
        self.scores[side] -= int(points)
        event = {"kind": "put_back", "seat": int(seat), "side": side, "points": int(points), "law": law}
        return event | {"score": self.scores[side]}

    def ok(self, seat, of=None):
        return {"kind": "satisfied", "seat": int(seat)} | ({"of": int(of)} if of else {})

    def amend(self, seat, total, what=None):
        return {"kind": "amended", "seat": int(seat), "declared": int(total)} | ({"what": what} if what else {})

    def challenge(self, seat, against, claim, found, *more):
        event = {"kind": "challenged", "seat": int(seat), "against": int(against), "claim": claim}
        named = {"points" if word.isdecimal() else "card": int(word) if word.isdecimal() else word for word in more}
        return event | {"upheld": found == "upheld"} | named

    def resign(self, seat, *cards):
        return {"kind": "conceded", "seat": int(seat), "why": "resigned"} | ({"cards": list(cards)} if cards else {})

    def time(self, seat):
        return {"kind": "conceded", "seat": int(seat), "why": "time"}

    def won(self, side, games, by):
        return {"kind": "game_won", "side": int(side), "games": int(games), "by": by}
