"""Whole games, stacked packs and chosen hands for the tests, by chance or by name."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from engine.actions import Action, CutForDeal, Deal, Declare, LayAway, Play, Resign
from engine.cards import PACK, Card
from engine.events import Event, GameWon, Pegged
from engine.game import apply, begin, chance, legal, waiting_on
from engine.laws import Law
from engine.phases.show import count_now
from engine.presets import find
from engine.record import Record
from engine.rules import Counting, NextDealer, Overscore, Rules
from engine.state import Game, Over, Playing, Showing, ToDeal
from tests.referee.shuffling import pack_of

QUICK = settings(max_examples=20, deadline=None)
"""For properties of whole games: a game is some 260 facts, so twenty games say much."""

AUTOMATIC = find("club")
REFEREE = find("house")
MUGGINS = find("house", muggins=True)
BICYCLE = find("bicycle")


# Cards by name.


def cards(names: str | Iterable[Card]) -> tuple[Card, ...]:
    """The cards of a line such as ``"5H 10D JS"``; cards themselves pass through."""
    return tuple(map(Card.parse, names.split())) if isinstance(names, str) else tuple(names)


def ranks(names: str) -> tuple[Card, ...]:
    """Cards of these ranks, suits as they come: ``"8 7 7 6"``; two of one rank are two different cards."""
    taken: list[Card] = []
    for place, name in enumerate(names.split()):
        suits = ("CDHS"[(place + step) % 4] for step in range(4))
        taken.append(next(card for suit in suits if (card := Card.parse(name + suit)) not in taken))
    return tuple(taken)


# A game brought to the place of which a test speaks.


def stacked(dealer: int, hands: Iterable[str | Iterable[Card]], starter: str | Card) -> tuple[Card, ...]:
    """A pack that gives each seat its hand when ``dealer`` deals, and then turns the starter up."""
    dealt = [cards(hand) for hand in hands]
    turned = Card.parse(starter) if isinstance(starter, str) else starter
    around = [dealt[(dealer + 1 + step) % len(dealt)] for step in range(len(dealt))]
    top = (*(card for turn in zip(*around, strict=True) for card in turn), turned)
    assert len(set(top)) == len(top), "a card is dealt twice"
    return (*top, *(card for card in PACK if card not in top))


def about_to_deal(rules: Rules, *, dealer: int, scores: tuple[int, ...] = (0, 0)) -> Game:
    """A game whose next deal falls to ``dealer``, with the pegs where they are said to stand."""
    return replace(begin(rules), scores=scores, hindmost=scores, phase=ToDeal(dealer))


def act(game: Game, *actions: Action) -> tuple[Game, tuple[Event, ...]]:
    """Try actions one after another: the game after the last, and all the facts they brought."""
    events: list[Event] = []
    for action in actions:
        game, brought = apply(game, action)
        events += brought
    return game, tuple(events)


def dealt_out(
    kept: tuple[str, str],
    *,
    starter: str,
    away: tuple[str, str] | None = None,
    dealer: int = 1,
    scores: tuple[int, ...] = (0, 0),
    rules: Rules = REFEREE,
) -> tuple[Game, tuple[Event, ...]]:
    """A game after both seats laid away, each keeping four named cards; the facts since the deal.

    Cards to lay away that nobody named are taken from the top of the pack's order, kings first.
    """
    named = (*cards(kept[0]), *cards(kept[1]), Card.parse(starter))
    spare = [card for card in reversed(PACK) if card not in named]
    laid = tuple(map(cards, away)) if away else ((spare[0], spare[1]), (spare[2], spare[3]))
    hands = [(*cards(hand), *thrown) for hand, thrown in zip(kept, laid, strict=True)]
    game = about_to_deal(rules, dealer=dealer, scores=scores)
    deal = Deal(stacked(dealer, hands, starter))
    return act(game, deal, *(LayAway(seat, thrown) for seat, thrown in enumerate(laid)))


def plays(line: str) -> tuple[Play, ...]:
    """A play as it is spoken of: ``"0:9H 1:6D"`` is seat 0 playing the nine, then seat 1 the six."""
    return tuple(Play(int(word[0]), Card.parse(word[2:])) for word in line.split())


def play_out(game: Game) -> tuple[Game, tuple[Event, ...]]:
    """Play on, each seat its first card that comes in, until the play is over."""
    events: tuple[Event, ...] = ()
    while isinstance(game.phase, Playing):
        assert game.phase.turn is not None
        game, brought = apply(game, legal(game, game.phase.turn)[0])
        events += brought
    return game, events


def at_the_show(
    kept: tuple[str, str],
    *,
    starter: str,
    away: tuple[str, str] | None = None,
    dealer: int = 1,
    scores: tuple[int, ...] = (0, 0),
    rules: Rules = REFEREE,
) -> Game:
    """A game at the first hand of the show, with the pegs where they are said to stand then."""
    game, _ = dealt_out(kept, starter=starter, away=away, dealer=dealer, rules=replace(rules, counting="referee"))
    game, _ = play_out(game)
    return replace(game, rules=rules, scores=scores, hindmost=scores)


def pegs(events: Iterable[Event]) -> list[tuple[int, int, str]]:
    """What the facts pegged: seat, points and law."""
    return [(event.seat, event.points, event.law.value) for event in events if isinstance(event, Pegged)]


# Games by chance.


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a game: where the game stood, what was tried, and what came of it."""

    before: Game
    action: Action
    after: Game
    brought: tuple[Event, ...]


class Told:
    """A whole game as it was played: its rules, the seed of its packs, every step, and so every fact."""

    def __init__(self, rules: Rules, seed: bytes, steps: tuple[Step, ...]) -> None:
        self.rules = rules
        self.seed = seed
        self.steps = steps

    def __repr__(self) -> str:
        """Short, so that a failing test tells the rules and the seed and not a thousand facts."""
        return f"<{len(self.steps)} steps under {self.rules}>"

    @property
    def game(self) -> Game:
        """The game at its end."""
        return self.steps[-1].after

    @property
    def events(self) -> tuple[Event, ...]:
        """Every fact in order."""
        return tuple(event for step in self.steps for event in step.brought)


def shuffled(rng: Random) -> tuple[Card, ...]:
    """A pack in some order."""
    return tuple(rng.sample(PACK, len(PACK)))


def some_move(game: Game, rng: Random, *, seed: bytes, miscount: float) -> Action:
    """A lawful move for one of the seats that the game waits for, or the shuffle that it waits for.

    Declarations are true but for a share of them, ``miscount``, in which any number is said.
    """
    if due := chance(game):
        pack = cards(" ".join(pack_of(seed, f"{due[0]}:{due[1]}")))
        return CutForDeal(pack) if due[0] == "cut" else Deal(pack)
    seat = rng.choice(waiting_on(game))
    if isinstance(game.phase, Showing) and rng.random() >= miscount:
        return Declare(seat, count_now(game.phase).total)
    return rng.choice(legal(game, seat))


def play_random_game(rules: Rules, rng: Random, *, miscount: float = 0.3, resign: float = 0.0) -> Told:
    """Play a whole game by chance. ``resign`` is how likely a seat is to give up at each of its moves."""
    game, steps, seed = begin(rules), [], rng.randbytes(32)
    while not isinstance(game.phase, Over):
        action = some_move(game, rng, seed=seed, miscount=miscount)
        if waiting_on(game) and rng.random() < resign:
            action = Resign(rng.choice((0, 1)))
        after, brought = apply(game, action)
        steps.append(Step(game, action, after, brought))
        game = after
    return Told(rules, seed, tuple(steps))


def random_record(rules: Rules, rng: Random, *, preset: str = "house", miscount: float = 0.3) -> dict[str, object]:
    """The document of a game played by chance."""
    told = play_random_game(rules, rng, miscount=miscount, resign=rng.choice((0.0, 0.002)))
    return record_of(told, preset=preset).to_dict()


def record_of(told: Told, *, preset: str = "house", upto: int | None = None) -> Record:
    """The record of a game, or of its first events."""
    commitment = hashlib.sha256(told.seed).hexdigest()
    return Record("game-1", preset, told.rules, ("Ann", "Ben"), commitment, told.seed.hex(), told.events[:upto])


def all_rules() -> st.SearchStrategy[Rules]:
    """Any rules for two that the program plays."""
    counted = st.just((Counting.AUTOMATIC, False))
    declared = st.tuples(st.just(Counting.REFEREE), st.booleans())
    doubles = st.sampled_from(((), ((31, 2),), ((61, 2),), ((31, 4), (61, 2))))
    return st.builds(
        lambda counting, overscore, dealer, target, lines: Rules(
            counting=counting[0],
            muggins=counting[1],
            overscore=overscore,
            next_dealer=dealer,
            target=target,
            doubles=lines,
        ),
        counted | declared,
        st.sampled_from(Overscore),
        st.sampled_from(NextDealer),
        st.sampled_from((61, 121)),
        doubles,
    )


def seeds() -> st.SearchStrategy[int]:
    """Numbers from which a ``Random`` is seeded."""
    return st.integers(0, 2**32 - 1)


def game_of(rules: Rules, seed: int, *, resign: float = 0.0) -> Told:
    """The game by chance that a seed gives."""
    return play_random_game(rules, Random(seed), resign=resign)


def games(*, resign: float = 0.0) -> st.SearchStrategy[Told]:
    """Whole games by chance, under any rules."""
    return st.builds(game_of, all_rules(), seeds(), resign=st.just(resign))


def hands(size: int) -> st.SearchStrategy[tuple[Card, ...]]:
    """Different cards, in any order."""
    return st.lists(st.sampled_from(PACK), min_size=size, max_size=size, unique=True).map(tuple)


def packs() -> st.SearchStrategy[tuple[Card, ...]]:
    """Shuffled packs."""
    return st.permutations(PACK).map(tuple)


# What may be read in a value.


def cards_in(value: object) -> Iterator[Card]:
    """Every card that a value holds, however deep; nothing that it merely could be asked for."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, (tuple, list, set, frozenset)):
        for part in value:
            yield from cards_in(part)
    elif isinstance(value, dict):
        yield from cards_in(list(value.items()))
    elif is_dataclass(value):
        for part in fields(value):
            yield from cards_in(getattr(value, part.name))


def pegged_laws(events: Iterable[Event]) -> set[Law]:
    """The laws under which the facts pegged."""
    return {event.law for event in events if isinstance(event, Pegged)}


def ending(events: tuple[Event, ...]) -> GameWon:
    """The end of a game."""
    last = events[-1]
    assert isinstance(last, GameWon)
    return last
