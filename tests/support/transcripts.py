"""Transcripts: games in lines that anyone can read, whose actions are played again."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from engine import actions, events
from engine.cards import PACK, Card
from engine.errors import IllegalAction
from engine.game import apply, begin
from engine.presets import find
from engine.state import Cutting, Game, ToDeal
from tests.support.strategies import about_to_deal, cards, stacked

HERE = Path(__file__).parents[1] / "transcripts"


def tell(text: str) -> str:
    """Return the transcript as it is now: its heading, its actions, and the result of each action."""
    heading = text.split("\n>", 1)[0].rstrip("\n")
    game = opening(heading)
    lines = [*heading.splitlines(), ""]
    for line in text.splitlines():
        if line.startswith("> "):
            lines.append(line)
            game, told = tried(game, line[2:])
            lines += [f"    {words}" for words in told]
    return "\n".join(lines) + "\n"


def opening(heading: str) -> Game:
    preset, *options = heading_line(heading, "rules").split()
    rules = find(preset, **dict(map(option, options)))
    if heading_line(heading, "board") == "nobody has cut":
        return begin(rules)
    match = re.fullmatch(r"(\d) to deal, (\d+(?: to \d+)+)", heading_line(heading, "board"))
    assert match, "the board is written as: 1 to deal, 100 to 119"
    scores = tuple(map(int, match[2].split(" to ")))
    return about_to_deal(rules, dealer=int(match[1]), scores=scores)


def heading_line(heading: str, name: str) -> str:
    return next(line.partition(": ")[2] for line in heading.splitlines() if line.startswith(f"{name}: "))


def option(word: str) -> tuple[str, object]:
    """Return one changed field of the rules: ``target=61``."""
    name, _, value = word.partition("=")
    return name, {"yes": True, "no": False}.get(value, int(value) if value.isdigit() else value)


def tried(game: Game, line: str) -> tuple[Game, list[str]]:
    """Try one action; returns the game after it, and its result in words."""
    try:
        game, told = apply(game, read_action(game, line))
    except IllegalAction as refused:
        return game, [f"refused by {refused.law}: {refused}"]
    return game, [words(event) for event in told]


# Actions.


def read_action(game: Game, line: str) -> actions.Action:
    for pattern, build in ACTIONS.items():
        if match := re.fullmatch(pattern, line):
            return build(game, *match.groups())
    raise AssertionError(f"no action is written like this: {line}")


def cut(game: Game, names: str) -> actions.CutForDeal:
    """Return a pack with these cards on top, or with ceremony at the numbers that were named."""
    shown = cards(names)
    rest = [card for card in PACK if card not in shown]
    named = game.phase.named if isinstance(game.phase, Cutting) else ()
    numbers = [number for number in named if number is not None] or range(1, len(shown) + 1)
    for number, card in sorted(zip(numbers, shown, strict=True)):
        rest.insert(number - 1, card)
    return actions.CutForDeal(tuple(rest))


def deal(game: Game, hands: str, crib: str | None, starter: str) -> actions.Deal:
    """Return a pack that gives these hands, once it has been cut where it was cut."""
    assert isinstance(game.phase, ToDeal)
    dealt = [hand.partition(":")[2] for hand in hands.split(" / ")]
    pack, many = stacked(game.phase.dealer, dealt, starter, crib or ""), game.phase.cut or 0
    return actions.Deal((*pack[len(pack) - many :], *pack[: len(pack) - many]))


def by_seat(kind: Callable[[int], actions.Action]) -> Callable[..., actions.Action]:
    return lambda _, seat: kind(int(seat))


def by_number(kind: Callable[[int, int], actions.Action]) -> Callable[..., actions.Action]:
    return lambda _, seat, number: kind(int(seat), int(number))


def with_cards(kind: Callable[[int, Any], actions.Action]) -> Callable[..., actions.Action]:
    return lambda _, seat, names: kind(int(seat), cards(names))


def number(word: str | None) -> int | None:
    return None if word is None else int(word)


ACTIONS: dict[str, Callable[..., actions.Action]] = {
    r"cut (.+)": cut,
    r"(\d) is to deal": by_seat(actions.ChooseDealer),
    r"(\d) cuts (\d+)": by_number(actions.NameNumber),
    r"(\d) cuts (\d+) to the dealer": by_number(actions.CutPack),
    r"(\d) leaves the pack": by_seat(actions.WaiveCut),
    r"deal (.+?)(?: / crib (\w\w))? / starter (\w\w)": deal,
    r"(\d) lays away (.+)": with_cards(actions.LayAway),
    r"(\d) takes back (.+)": with_cards(actions.TakeBack),
    r"(\d) asks for a fresh deal": by_seat(actions.AskFreshDeal),
    r"(\d) lets the deal stand": by_seat(actions.StandDeal),
    r"(\d) marks his heels": by_seat(actions.ClaimHeels),
    r"(\d) plays (\w\w)": lambda _, seat, name: actions.Play(int(seat), Card.parse(name)),
    r"(\d) plays (\w\w) for (\d+)": lambda _, seat, name, said: actions.Play(int(seat), Card.parse(name), int(said)),
    r"(\d) says go": by_seat(actions.SayGo),
    r"(\d) stops": by_seat(actions.Stop),
    r"(\d) requires the card": by_seat(actions.Require),
    r"(\d) marks two": by_seat(actions.MarkTwo),
    r"(\d) declares (-?\d+)": by_number(actions.Declare),
    r"(\d) amends to (\d+)": by_number(actions.Amend),
    r"(\d) amends the (play|hand|crib) to (\d+)": lambda _, seat, what, number: actions.Amend(
        int(seat), int(number), what
    ),
    r"(\d) is satisfied": by_seat(actions.Accept),
    r"(\d) says too many(?: to (\d))?": lambda _, seat, against: actions.Challenge(
        int(seat), "too_many", number(against)
    ),
    r"(\d) says too few(?: to (\d))?(?: by (\d+))?": lambda _, seat, against, points: actions.Challenge(
        int(seat), "too_few", number(against), number(points)
    ),
    r"(\d) resigns": by_seat(actions.Resign),
    r"(\d) runs out of time": by_seat(actions.LoseOnTime),
}


# Facts.


def words(event: events.Event) -> str:
    return WORDS[type(event)](event)


def shown(event: events.Shown) -> str:
    said = "" if event.declared is None else f"declared {event.declared}, "
    return f"{event.seat} showed {event.what} {listed(event.cards)}: {said}true {event.true}"


def listed(names: Sequence[Card]) -> str:
    return " ".join(map(str, names))


def cut_for_deal(event: events.ForDealCut) -> str:
    numbers = "" if event.numbers is None else f", at {' '.join(map(str, event.numbers))}"
    places = "" if event.places is None else f"; they sit down from places {' '.join(map(str, event.places))}"
    return f"cut: {listed(event.cards)}{numbers}{places}"


def dealt(event: events.Dealt) -> str:
    crib = f" / crib {listed(event.to_crib)}" if event.to_crib else ""
    return f"{event.dealer} dealt: {' / '.join(map(listed, event.hands))}{crib}"


def starter(event: events.StarterTurned) -> str:
    number = "" if event.number is None else f" {event.number}"
    return f"{event.seat} cut{number}, starter {event.card}"


def played(event: events.Played) -> str:
    said = "" if event.declared is None else f", declared {event.declared}"
    return f"{event.seat} played {event.card}, {event.count}{said}"


def challenged(event: events.Challenged) -> str:
    claim, upheld = event.claim.replace("_", " "), "rightly" if event.upheld else "wrongly"
    called = "" if event.points is None else f" by {event.points}"
    return f"{event.seat} said {claim} to {event.against}{called}, {upheld}"


def satisfied(event: events.Satisfied) -> str:
    return f"{event.seat} is satisfied" + ("" if event.of is None else f" with {event.of}")


def amended(event: events.Amended) -> str:
    return f"{event.seat} amended {'' if event.what is None else f'the {event.what} '}to {event.declared}"


def gave_up(event: events.Conceded) -> str:
    cards = f", to the crib {listed(event.cards)}" if event.cards else ""
    return f"{event.seat} gave up, {event.why}{cards}"


WORDS: dict[type[events.Event], Callable[[Any], str]] = {
    events.NumberNamed: lambda event: f"{event.seat} named {event.number}",
    events.ForDealCut: cut_for_deal,
    events.DealerChosen: lambda event: f"{event.seat} deals first",
    events.CutToDealer: lambda event: f"{event.seat} cut {event.number} to the dealer",
    events.CutWaived: lambda event: f"{event.seat} left the pack",
    events.Dealt: dealt,
    events.LaidAway: lambda event: f"{event.seat} laid away {listed(event.cards)}",
    events.TakenBack: lambda event: f"{event.seat} took back {listed(event.cards)}",
    events.FreshDealChosen: lambda event: f"{event.seat} asked for a fresh deal",
    events.DealStood: lambda event: f"{event.seat} let the deal stand",
    events.StarterTurned: starter,
    events.Played: played,
    events.SaidGo: lambda event: f"{event.seat} said go{', falsely' if event.false else ''}",
    events.Required: lambda event: f"{event.seat} required {event.of} to play",
    events.Stopped: lambda event: f"{event.seat} stopped",
    events.CountReset: lambda event: f"{event.lead} leads from nought",
    events.Shown: shown,
    events.Pegged: lambda event: (
        f"{event.seat} pegs {event.points} {event.law} ({listed(event.cards)}), at {event.score}"
    ),
    events.PutBack: lambda event: f"{event.seat} puts back {event.points} {event.law} (), at {event.score}",
    events.Satisfied: satisfied,
    events.Amended: amended,
    events.Challenged: challenged,
    events.Conceded: gave_up,
    events.GameWon: lambda event: f"side {event.side} won, games {event.games}, by {event.by}",
}


def transcripts() -> list[Path]:
    return sorted(HERE.glob("*.txt"))


def main(paths: Sequence[str]) -> None:
    """Write these transcripts again, in their files."""
    for path in map(Path, paths):
        path.write_text(tell(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
