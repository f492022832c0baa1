"""Hypothesis strategies and helpers for whole games, stacked packs and chosen hands, random or by name."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from engine import actions
from engine import rules as terms
from engine.actions import Action, Move
from engine.cards import PACK, Card, Rank
from engine.errors import IllegalAction
from engine.events import Event, GameWon, Pegged
from engine.game import apply, begin, chance, legal, waiting_on
from engine.laws import Law
from engine.phases.play import count_now, series_is_over
from engine.presets import PRESETS, find
from engine.record import Record
from engine.rules import Counting, Pegging, Rules
from engine.scoring import most_pegged, peg_points
from engine.state import Game, Over, Playing, Showing, ToDeal
from tests.referee.shuffling import pack_of
from tests.support.depth import examples

QUICK = examples(20)
"""For properties of whole games: a game is some 260 facts, so twenty games say much."""

AUTOMATIC = find("club")
REFEREE = find("house")
MUGGINS = find("house", muggins=True)
BICYCLE = find("bicycle")
BRITANNICA = find("britannica")
FIVE = find("britannica-five")
DERBY = find("crib-derby")
ACC = find("acc")


# Cards by name.


def cards(names: str | Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards of a line such as ``"5H 10D JS"``; cards themselves are returned unchanged."""
    return tuple(map(Card.parse, names.split())) if isinstance(names, str) else tuple(names)


def ranks(names: str) -> tuple[Card, ...]:
    """Return cards of these ranks in any suits: ``"8 7 7 6"``; two of one rank are two different cards."""
    taken: list[Card] = []
    for place, name in enumerate(names.split()):
        suits = ("CDHS"[(place + step) % 4] for step in range(4))
        taken.append(next(card for suit in suits if (card := Card.parse(name + suit)) not in taken))
    return tuple(taken)


# A game brought to the place of which a test speaks.


def stacked(
    dealer: int, hands: Iterable[str | Iterable[Card]], starter: str | Card, to_crib: str = ""
) -> tuple[Card, ...]:
    """Return a pack that gives each seat its hand when ``dealer`` deals, the crib its card, and then the starter.

    The seat of a player who left has no hand.
    """
    dealt = [cards(hand) for hand in hands]
    turned = Card.parse(starter) if isinstance(starter, str) else starter
    around = [dealt[(dealer + 1 + step) % len(dealt)] for step in range(len(dealt))]
    top = (*(card for turn in zip(*filter(None, around), strict=True) for card in turn), *cards(to_crib), turned)
    assert len(set(top)) == len(top), "a card is dealt twice"
    return whole_pack(top)


def whole_pack(top: Sequence[Card]) -> tuple[Card, ...]:
    """Return a whole pack with these cards on top."""
    return (*top, *(card for card in PACK if card not in top))


def about_to_deal(rules: Rules, *, dealer: int, scores: tuple[int, ...] | None = None) -> Game:
    """Return a game whose next deal is ``dealer``'s, with these scores."""
    standing = scores or (0,) * len(rules.sides)
    return replace(begin(rules), scores=standing, hindmost=standing, phase=ToDeal(dealer))


def act(game: Game, *tried: Action) -> tuple[Game, tuple[Event, ...]]:
    """Try actions one after another; returns the game after the last and all their events."""
    events: list[Event] = []
    for action in tried:
        game, brought = apply(game, action)
        events += brought
    return game, tuple(events)


def refused(game: Game, action: Action, error: type[IllegalAction] = IllegalAction) -> Law:
    """Return the law by which an action is refused with exactly this error."""
    with pytest.raises(error) as caught:
        apply(game, action)
    assert type(caught.value) is error
    return caught.value.law


def dealt_out(
    kept: Sequence[str],
    *,
    starter: str,
    away: Sequence[str] | None = None,
    to_crib: str = "",
    dealer: int = 1,
    scores: tuple[int, ...] | None = None,
    rules: Rules = REFEREE,
) -> tuple[Game, tuple[Event, ...]]:
    """Return a game after every seat has discarded and kept the cards named, and the events since the deal.

    Discards that are not named are taken from the top of the pack's order, kings first, and so is the card that the
    pack gives to the crib with three hands.
    """
    named = {*cards(" ".join((*kept, *(away or ()), to_crib))), Card.parse(starter)}
    spare = iter([card for card in reversed(PACK) if card not in named])
    if away is None:
        away = [str_of(next(spare) for _ in range(rules.dealt - len(cards(hand)))) for hand in kept]
    if len(kept) == 3 and not to_crib:
        to_crib = str(next(spare))
    hands = [f"{hand} {thrown}" for hand, thrown in zip(kept, away, strict=True)]
    game = about_to_deal(rules, dealer=dealer, scores=scores)
    deal = actions.Deal(stacked(dealer, hands, starter, to_crib))
    return act(game, deal, *(actions.LayAway(seat, cards(thrown)) for seat, thrown in enumerate(away)))


def str_of(some: Iterable[Card]) -> str:
    return " ".join(map(str, some))


_SAID: dict[str, Callable[[int], Action]] = {
    "go": actions.SayGo,
    "stop": actions.Stop,
    "heels": actions.ClaimHeels,
    "ok": actions.Accept,
    "require": actions.Require,
    "two": actions.MarkTwo,
    "fresh": actions.AskFreshDeal,
    "stand": actions.StandDeal,
    "waive": actions.WaiveCut,
    "resign": actions.Resign,
    "time": actions.LoseOnTime,
}


def plays(line: str) -> tuple[Action, ...]:
    """Return moves from short words: ``"0:9H 1:6D=2 0:go"`` is a nine, then a six for two, then a go.

    ``0:show=12`` declares a hand or crib, and ``0:amend=14`` or ``0:amend@hand=14`` raises it. ``0:many`` and ``0:few``
    challenge the only open count, ``0:many@2`` that of seat 2, and ``0:few=3`` calls three points; for the other words
    see ``_SAID``.
    """
    return tuple(_move(*word.split(":")) for word in line.split())


def _move(seat: str, said: str) -> Action:
    named, _, points = said.partition("=")
    what, _, which = named.partition("@")
    match what:
        case "show":
            return actions.Declare(int(seat), int(points))
        case "amend":
            return actions.Amend(int(seat), int(points), which or None)
        case "many" | "few":
            against, called = int(which) if which else None, int(points) if points else None
            return actions.Challenge(int(seat), "too_many" if what == "many" else "too_few", against, called)
        case _ if what in _SAID:
            return _SAID[what](int(seat))
        case _:
            return actions.Play(int(seat), Card.parse(what), int(points) if points else None)


def play_out(game: Game) -> tuple[Game, tuple[Event, ...]]:
    """Play each seat's first playable card until the play is over."""
    events: tuple[Event, ...] = ()
    while isinstance(game.phase, Playing):
        assert game.phase.turn is not None
        game, brought = apply(game, legal(game, game.phase.turn)[0])
        events += brought
    return game, events


def at_the_show(
    kept: Sequence[str], *, scores: tuple[int, ...] | None = None, rules: Rules = REFEREE, **dealt: Any
) -> Game:
    """Return a game at the first hand of the show, with these scores."""
    quiet = replace(rules, counting="referee", amend=False, false_game_penalty=0)
    game, _ = dealt_out(kept, rules=quiet, **dealt)
    game, _ = play_out(game)
    standing = scores or (0,) * len(rules.sides)
    return replace(game, rules=rules, scores=standing, hindmost=standing)


def pegs(events: Iterable[Event]) -> list[tuple[int, int, str]]:
    return [(event.seat, event.points, event.law.value) for event in events if isinstance(event, Pegged)]


# Games by chance.


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a game: the game before it, the action, and its events."""

    before: Game
    action: Action
    after: Game
    brought: tuple[Event, ...]


class Told:
    """A whole game as it was played: its rules, the seed of its packs, and every step."""

    def __init__(self, rules: Rules, seed: bytes, steps: tuple[Step, ...]) -> None:
        self.rules = rules
        self.seed = seed
        self.steps = steps

    def __repr__(self) -> str:
        """Return a short text, so that a failing test shows the rules and the seed and not a thousand events."""
        return f"<{len(self.steps)} steps under {self.rules}>"

    @property
    def game(self) -> Game:
        return self.steps[-1].after

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for step in self.steps for event in step.brought)


def shuffled(rng: Random) -> tuple[Card, ...]:
    return tuple(rng.sample(PACK, len(PACK)))


def some_move(game: Game, rng: Random, *, seed: bytes, miscount: float, wild: float = 0.1) -> Action:
    """Return a lawful move of a seat that the game waits for, or the shuffle that it waits for.

    Declarations are true but for a share of them, ``miscount``, which are any number. ``wild`` is how often a seat acts
    out of turn: an irregular act, say, or an answer to a declaration that is another player's to answer.
    """
    if due := chance(game):
        pack = cards(" ".join(pack_of(seed, f"{due[0]}:{due[1]}")))
        return actions.CutForDeal(pack) if due[0] == "cut" else actions.Deal(pack)
    seat = rng.choice(waiting_on(game))
    if others := _volunteers(game):
        seat = rng.choice(others) if rng.random() < wild else seat
    counts = isinstance(game.phase, Showing) and game.phase.seat == seat and not game.open_windows
    if counts and rng.random() >= miscount:
        assert isinstance(game.phase, Showing)
        return actions.Declare(seat, count_now(game.phase).total)
    move = rng.choice(_of_one_kind(game, seat, rng, wild))
    if isinstance(move, actions.Play) and game.rules.pegging is Pegging.DECLARED:
        return replace(move, declared=_said_for(game, move.card, rng, miscount))
    if isinstance(move, actions.Amend):
        return rng.choice([other for other in _moves(game, seat) if isinstance(other, actions.Amend)][:5])
    return move


def _volunteers(game: Game) -> list[int]:
    """Return the seats that may act although nobody waits for them."""
    rules = game.rules
    if rules.counting is not Counting.CHALLENGE and not rules.go_is_spoken and not rules.ceremony:
        return []
    asked = waiting_on(game)
    return [seat for seat in range(rules.players) if seat not in asked and _moves(game, seat)]


def _moves(game: Game, seat: int) -> list[Move]:
    """Return the moves of a seat; his heels only where a jack was turned up, because it is refused otherwise."""
    jack = isinstance(game.phase, Playing) and game.phase.starter.rank is Rank.JACK
    return [move for move in legal(game, seat) if jack or not isinstance(move, actions.ClaimHeels)]


def _of_one_kind(game: Game, seat: int, rng: Random, wild: float) -> list[Move]:
    """Return the moves of one kind; each kind is equally likely, but irregular ones are rare."""
    kinds: dict[type, list[Move]] = {}
    for move in _moves(game, seat):
        kinds.setdefault(type(move), []).append(move)
    irregular = [kind for kind in (actions.TakeBack, actions.SayGo) if kind in kinds and len(kinds) > 1]
    if irregular and rng.random() >= wild:
        kinds = {kind: moves for kind, moves in kinds.items() if kind not in irregular} or kinds
    return kinds[rng.choice(list(kinds))] if len(kinds) > 1 else next(iter(kinds.values()))


def _said_for(game: Game, card: Card, rng: Random, miscount: float) -> int | None:
    """Return what a player declares for a card: the truth, or now and then another number."""
    if not isinstance(game.phase, Playing):
        return None
    series = () if series_is_over(game.phase) else game.phase.series
    if rng.random() < miscount:
        return rng.choice((None, *range(min(4, most_pegged(len(series) + 1)) + 1)))
    return peg_points((*series, card))


def play_random_game(
    rules: Rules, rng: Random, *, miscount: float = 0.3, resign: float = 0.0, wild: float = 0.1
) -> Told:
    """Play a whole random game. ``resign`` is the probability of a resignation at each move."""
    seed = rng.randbytes(32)
    steps = tuple(_random_steps(begin(rules), rng, seed, miscount, resign, wild))
    return Told(rules, seed, steps)


def _random_steps(game: Game, rng: Random, seed: bytes, miscount: float, resign: float, wild: float) -> Iterator[Step]:
    while not isinstance(game.phase, Over):
        action = some_move(game, rng, seed=seed, miscount=miscount, wild=wild)
        if waiting_on(game) and rng.random() < resign and (leavers := able_to_resign(game)):
            action = actions.Resign(rng.choice(leavers))
        after, brought = apply(game, action)
        yield Step(game, action, after, brought)
        game = after


def random_moves(game: Game, rng: Random) -> tuple[Game, tuple[Event, ...]]:
    """Play a game from here to its end by chance; return the game at its end, and the events."""
    steps = tuple(_random_steps(game, rng, rng.randbytes(32), 0.3, 0.0, 0.1))
    return steps[-1].after, tuple(event for step in steps for event in step.brought)


def able_to_resign(game: Game) -> tuple[int, ...]:
    """Return the seats that may give the game up: all but those that must answer a claim of game first."""
    claim = next((window for window in game.windows if window.claims_game), None)
    if claim is None or game.rules.first_edition:
        return game.seats
    return tuple(seat for seat in game.seats if game.rules.side_of(seat) not in claim.open_to)


def random_record(rules: Rules, rng: Random, *, preset: str = "house", miscount: float = 0.3) -> dict[str, object]:
    told = play_random_game(rules, rng, miscount=miscount, resign=rng.choice((0.0, 0.002)))
    return record_of(told, preset=preset).to_dict()


def record_of(told: Told, *, preset: str = "house", upto: int | None = None) -> Record:
    """Return the record of a game, or of its first events."""
    commitment = hashlib.sha256(told.seed).hexdigest()
    names = ("Ann", "Ben", "Cid", "Dot")[: told.rules.players]
    return Record("game-1", preset, told.rules, names, commitment, told.seed.hex(), told.events[:upto])


def all_rules() -> st.SearchStrategy[Rules]:
    """Return any rules for two players that the program plays."""
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
        st.sampled_from(terms.Overscore),
        st.sampled_from(terms.NextDealer),
        st.sampled_from((61, 121)),
        doubles,
    )


_WAYS = {
    "plain": {},
    "ceremony": {"ceremony": True},
    "muggins": {"muggins": True},
    "irregular": {"irregular": terms.Irregular.PENALISE},
}


def _tables() -> Iterator[tuple[str, Rules]]:
    for name, preset in PRESETS.items():
        for way, agreed in _WAYS.items():
            counted_for_them = preset.rules.counting is Counting.AUTOMATIC and way == "muggins"
            if counted_for_them or (way == "irregular" and preset.rules.irregular is terms.Irregular.PENALISE):
                continue
            for players in preset.players:
                yield f"{name}-{players}-{way}", find(name, players=players, target=min(preset.doubles), **agreed)
    for way in ("plain", "ceremony"):
        yield f"house-4-chosen-partners-{way}", find("house", players=4, target=61, partners="chosen", **_WAYS[way])


TABLES = dict(_tables())
"""Every preset with every number of hands, and each of the ways in which a table may agree to play it."""


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Return any rules that the program plays, of any preset and of none."""
    players, dealt = draw(st.sampled_from(((2, 6), (2, 6), (2, 5), (3, 5), (4, 5))))
    counting = draw(st.sampled_from(Counting))
    declared = counting is not Counting.AUTOMATIC
    pegging = draw(st.sampled_from(Pegging)) if declared else Pegging.AUTOMATIC
    challenge, five = counting is Counting.CHALLENGE, (players, dealt) == (2, 5)
    irregular, muggins = draw(st.sampled_from(terms.Irregular)), declared and draw(st.booleans())
    return Rules(
        players=players,
        dealt=dealt,
        target=draw(st.sampled_from((61, 61, 121))),
        doubles=draw(st.sampled_from(((), ((31, 2),), ((31, 4), (61, 2))))),
        counting=counting,
        pegging=pegging,
        muggins=muggins,
        overscore=draw(st.sampled_from(terms.Overscore)),
        irregular=irregular,
        heels_forfeit=pegging is Pegging.DECLARED and draw(st.booleans()),
        three_for_last=five and draw(st.booleans()),
        single_series=five and draw(st.booleans()),
        play_on=draw(st.sampled_from(terms.PlayOn)) if five else terms.PlayOn.MUST,
        ceremony=draw(st.booleans()),
        predeal_cut=draw(st.sampled_from(terms.PredealCut)),
        amend=challenge and draw(st.booleans()),
        false_game_penalty=draw(st.sampled_from((0, 15))) if challenge else 0,
        renege=draw(st.sampled_from(terms.Renege))
        if irregular is terms.Irregular.PENALISE
        else terms.Renege.REQUIRE_OR_TWO,
        false_muggins=draw(st.sampled_from(terms.FalseMuggins)) if muggins and challenge else terms.FalseMuggins.TWO,
        partners=draw(st.sampled_from(terms.Partners)) if players == 4 else terms.Partners.CUT,
    )


def seed_numbers() -> st.SearchStrategy[int]:
    return st.integers(0, 2**32 - 1)


def game_of(rules: Rules, seed: int, *, resign: float = 0.0) -> Told:
    return play_random_game(rules, Random(seed), resign=resign)


def games(*, resign: float = 0.0) -> st.SearchStrategy[Told]:
    return st.builds(game_of, all_rules(), seed_numbers(), resign=st.just(resign))


def any_games(*, resign: float = 0.0) -> st.SearchStrategy[Told]:
    """Return whole random games, under any rules for any number of hands."""
    return st.builds(game_of, any_rules(), seed_numbers(), resign=st.just(resign))


def hands(size: int) -> st.SearchStrategy[tuple[Card, ...]]:
    return st.lists(st.sampled_from(PACK), min_size=size, max_size=size, unique=True).map(tuple)


def packs() -> st.SearchStrategy[tuple[Card, ...]]:
    return st.permutations(PACK).map(tuple)


# What may be read in a value.


def cards_in(value: object) -> Iterator[Card]:
    """Return every card in a value, however deep, but not the cards of possible moves."""
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


def ending(events: tuple[Event, ...]) -> GameWon:
    last = events[-1]
    assert isinstance(last, GameWon)
    return last
