"""A game told in lines that anyone can read, and the actions in it played again.

A transcript begins with a title, the laws it shows, the rules, and where the game stands before its first line::

    Law 19: what is scored too much goes to the adversary (002:67).
    laws: declared overscore
    rules: house target=121
    board: 1 to deal, 100 to 119

    > deal 0: 7H 8C 8D KS 5H KD / 1: 6H 6C AD 2D 3S TD / starter 9C
    > 0 lays away 5H KD

Each line that begins with ``>`` is an action; the lines under it, what came of it. To tell a transcript anew after
a change of its actions: ``python -m tests.transcript FILE ...``
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.actions import Action, ChooseDealer, CutForDeal, Deal, Declare, LayAway, Play, Resign, SayGo
from engine.cards import PACK, Card
from engine.errors import IllegalAction
from engine.events import (
    Conceded,
    CountReset,
    DealerChosen,
    Dealt,
    Event,
    ForDealCut,
    GameWon,
    LaidAway,
    Pegged,
    Played,
    SaidGo,
    Shown,
    StarterTurned,
)
from engine.game import apply, begin
from engine.presets import find
from engine.state import Game, ToDeal
from tests.strategies import about_to_deal, cards, stacked

HERE = Path(__file__).parent / "transcripts"


def tell(text: str) -> str:
    """The transcript told anew: its heading and its actions, and under each what comes of it now."""
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
    """The game as the heading says that it stands."""
    preset, *options = heading_line(heading, "rules").split()
    rules = find(preset, **dict(map(option, options)))
    if heading_line(heading, "board") == "nobody has cut":
        return begin(rules)
    match = re.fullmatch(r"(\d) to deal, (\d+) to (\d+)", heading_line(heading, "board"))
    assert match, "the board is written as: 1 to deal, 100 to 119"
    dealer, *scores = map(int, match.groups())
    game = about_to_deal(rules, dealer=dealer, scores=tuple(scores))
    return replace(game, phase=ToDeal(dealer))


def heading_line(heading: str, name: str) -> str:
    """What a line of the heading says."""
    return next(line.partition(": ")[2] for line in heading.splitlines() if line.startswith(f"{name}: "))


def option(word: str) -> tuple[str, object]:
    """One field of the rules agreed otherwise: ``target=61``."""
    name, _, value = word.partition("=")
    return name, {"yes": True, "no": False}.get(value, int(value) if value.isdigit() else value)


def tried(game: Game, line: str) -> tuple[Game, list[str]]:
    """Try one action: the game after it, and what came of it in words."""
    try:
        game, events = apply(game, action(game, line))
    except IllegalAction as refused:
        return game, [f"refused by {refused.law}: {refused}"]
    return game, [words(event) for event in events]


# Actions.


def action(game: Game, line: str) -> Action:
    """The action that a line tells."""
    for pattern, build in ACTIONS.items():
        if match := re.fullmatch(pattern, line):
            return build(game, *match.groups())
    raise AssertionError(f"no action is written like this: {line}")


def cut(_game: Game, names: str) -> CutForDeal:
    shown = cards(names)
    return CutForDeal((*shown, *(card for card in PACK if card not in shown)))


def deal(game: Game, first: str, second: str, starter: str) -> Deal:
    assert isinstance(game.phase, ToDeal)
    return Deal(stacked(game.phase.dealer, (first, second), starter))


ACTIONS: dict[str, Callable[..., Action]] = {
    r"cut (.+)": cut,
    r"(\d) is to deal": lambda _, seat: ChooseDealer(int(seat)),
    r"deal 0: (.+) / 1: (.+) / starter (\w\w)": deal,
    r"(\d) lays away (.+)": lambda _, seat, names: LayAway(int(seat), cards(names)),
    r"(\d) plays (\w\w)": lambda _, seat, name: Play(int(seat), Card.parse(name)),
    r"(\d) says go": lambda _, seat: SayGo(int(seat)),
    r"(\d) declares (-?\d+)": lambda _, seat, points: Declare(int(seat), int(points)),
    r"(\d) resigns": lambda _, seat: Resign(int(seat)),
}


# Facts.


def words(event: Event) -> str:
    """A fact in a few words."""
    return WORDS[type(event)](event)


def shown(event: Shown) -> str:
    said = "" if event.declared is None else f"declared {event.declared}, "
    return f"{event.seat} showed {event.what} {listed(event.cards)}: {said}true {event.true}"


def listed(names: Sequence[Card]) -> str:
    return " ".join(map(str, names))


WORDS: dict[type[Event], Callable[[Any], str]] = {
    ForDealCut: lambda event: f"cut: {listed(event.cards)}",
    DealerChosen: lambda event: f"{event.seat} deals first",
    Dealt: lambda event: f"{event.dealer} dealt: {' / '.join(map(listed, event.hands))}",
    LaidAway: lambda event: f"{event.seat} laid away {listed(event.cards)}",
    StarterTurned: lambda event: f"{event.seat} cut, starter {event.card}",
    Played: lambda event: f"{event.seat} played {event.card}, {event.count}",
    SaidGo: lambda event: f"{event.seat} said go",
    CountReset: lambda event: f"{event.lead} leads from nought",
    Shown: shown,
    Pegged: lambda event: f"{event.seat} pegs {event.points} {event.law} ({listed(event.cards)}), at {event.score}",
    Conceded: lambda event: f"{event.seat} gave up, {event.why}",
    GameWon: lambda event: f"side {event.side} won, games {event.games}, by {event.by}",
}


def transcripts() -> list[Path]:
    """Every transcript there is."""
    return sorted(HERE.glob("*.txt"))


def main(paths: Sequence[str]) -> None:
    """Tell these transcripts anew, in their files."""
    for path in map(Path, paths):
        path.write_text(tell(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
