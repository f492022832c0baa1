"""The view of one seat: what the seat may know of the game, built up from nothing."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeAlias

from engine.actions import Declare, Move
from engine.cards import Card
from engine.declarations import anybody_waits, challenged_window, own_side_waits
from engine.events import Conceded, Dealt, Event, LaidAway, Shown, TakenBack, What
from engine.game import legal, waiting_on
from engine.phases.resign import games_lost
from engine.rules import Counting, Rules
from engine.scoring import LIMIT
from engine.state import Cutting, Game, Hands, LayingAway, Over, Playing, Showing, ToDeal, Window

__all__ = ["Stage", "View", "Window", "prompt_of", "redact", "view"]

Stage: TypeAlias = Literal["cut", "deal", "lay_away", "starter", "play", "show", "over"]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The game as a seat sees it, or as a spectator sees it if ``seat`` is None.

    ``hand`` are the cards that the seat holds now and ``laid`` what it laid away; of the other seats only ``held``, the
    number of cards by seat. ``played`` is every card of the deal with its seat, and ``series`` those that count
    now. ``shown`` is the hand or crib that is counted now. ``declarations`` are those that somebody may still
    challenge or raise, without whether they are right.
    ``offender`` has broken law 11 or law 16, and the opponent chooses what follows. ``closed`` are the seats of players
    who left. ``prompt`` is None when the seat can do nothing; ``waiting_on`` are the seats that are to act.
    """

    seat: int | None
    rules: Rules
    scores: tuple[int, ...]
    hindmost: tuple[int, ...]
    deal: int
    stage: Stage
    waiting_on: tuple[int, ...] = ()
    dealer: int | None = None
    held: tuple[int, ...] = ()
    hand: tuple[Card, ...] = ()
    laid: tuple[Card, ...] = ()
    to_lay: int = 0
    starter: Card | None = None
    played: tuple[tuple[int, Card], ...] = ()
    series: tuple[tuple[int, Card], ...] = ()
    gone: frozenset[int] = field(default_factory=frozenset)
    shown: tuple[int, What, tuple[Card, ...]] | None = None
    declarations: tuple[Window, ...] = ()
    offender: int | None = None
    closed: frozenset[int] = field(default_factory=frozenset)
    winner: int | None = None
    games: int = 0
    by: str = ""
    prompt: str | None = None
    legal: tuple[Move, ...] = ()

    @property
    def own_seat(self) -> int:
        """The seat whose view it is; a spectator's has none."""
        assert self.seat is not None
        return self.seat

    @property
    def count(self) -> int:
        return sum(card.pips for _, card in self.series)

    @property
    def earlier(self) -> tuple[tuple[int, Card], ...]:
        """The cards of the counts before this one, each with its seat."""
        return self.played[: len(self.played) - len(self.series)]

    def at_own_turn(self) -> View:
        """Return the view as it will be when this seat plays.

        A series may be over while its last count is open: a player who could not add to it then leads the next.
        """
        if self.window is None:
            return self
        over = self.seat in self.gone or all(card.pips > LIMIT - self.count for card in self.hand)
        return replace(self, series=(), gone=frozenset()) if over else self

    @property
    def windows(self) -> tuple[Window, ...]:
        """The declarations that somebody may still challenge, the oldest first."""
        return tuple([window for window in self.declarations if window.open_to])

    @property
    def amendable(self) -> tuple[Window, ...]:
        """The declarations of this seat that it may still raise, the oldest first."""
        return tuple([window for window in self.declarations if window.amendable and window.seat == self.seat])

    @property
    def own_windows(self) -> tuple[Window, ...]:
        """The declarations that this seat may answer, the oldest first."""
        if self.seat is None or not self.declarations:
            return ()
        side = self.rules.side_of(self.seat)
        return tuple([window for window in self.declarations if side in window.open_to])

    def own_window(self, seat: int, card: Card | None) -> Window | None:
        """Return the declaration of another seat that a challenge by this one means; see ``Challenge``."""
        return challenged_window(self.own_windows, seat, card)

    @property
    def window(self) -> Window | None:
        """The declaration that this seat answers first, or else the last that somebody may challenge.

        A card that was declared for nothing stops nobody, so that it comes after the others.
        """
        if not self.declarations:
            return None
        windows = self.own_windows or self.windows[-1:]
        return next((window for window in windows if window.stops), next(iter(windows), None))

    @property
    def games_if_given_up(self) -> int:
        """How many games the others win if this seat gives up now; 0 if two others would play on."""
        leaves_two = self.rules.players == 3 and not self.closed and not self.rules.first_edition
        if self.seat is None or self.seat in self.closed or self.stage == "over" or leaves_two:
            return 0
        return games_lost(self.rules, self.scores, self.closed, self.windows, self.seat)

    @property
    def open_cards(self) -> tuple[int, What, tuple[Card, ...]] | None:
        """The hand or crib that is counted now and face up: its owner, which of the two it is, and its cards.

        One of the deal before, raised when the next has begun, is neither beside this deal's starter nor among the
        cards from which somebody discards who may not answer it.
        """
        window = self.window
        is_of_before = window is not None and (
            window.starter != self.starter
            if self.stage == "play"
            else self.stage == "lay_away" and self.seat is not None and window not in self.own_windows
        )
        if window is not None and window.what != "play" and not is_of_before:
            return window.seat, window.what, window.cards
        return self.shown if self.stage == "show" else None

    def point_value(self, other: int) -> float:
        """Return the value to this seat of a point pegged by ``other``: 1 on its side, negative on another side.

        With three players a point for one is a loss shared by the two others.
        """
        if self.rules.side_of(self.own_seat) == self.rules.side_of(other):
            return 1.0
        return -1.0 / (len(self.rules.sides) - len(self.closed) - 1)

    def to_go(self, side: int) -> int:
        return self.rules.target - self.scores[side]


def view(game: Game, seat: int | None, spectator: View | None = None) -> View:
    """Return what a seat may know; None is a spectator, who sees what is open on the table.

    A ``spectator`` is given whose view of the same game is known: what everyone sees is taken from it.
    """
    fields = _board(game) if spectator is None else {name: getattr(spectator, name) for name in _BOARD}
    fields["seat"], phase = seat, game.phase
    if isinstance(phase, LayingAway | Playing | Showing):
        hands = _unplayed(phase) if isinstance(phase, Showing) else phase.hands
        fields["held"] = tuple(map(len, hands))
        if seat is not None:
            fields |= {"hand": hands[seat], "laid": phase.laid[seat]}
    match phase:
        case LayingAway():
            fields["to_lay"] = phase.each if seat is None else phase.each - len(phase.laid[seat])
        case Playing():
            fields["series"] = phase.played[phase.since :]
        case Showing() if _lies_open(game, phase, seat):
            fields["shown"] = (phase.seat, phase.what, phase.cards)
        case Over():
            fields |= {"winner": phase.side, "games": phase.games, "by": phase.by}
    if seat is not None:
        moves = legal(game, seat)
        if moves or seat in fields["waiting_on"]:
            fields["prompt"] = _prompt(game)
            fields["legal"] = moves
            if isinstance(phase, Playing) and any(isinstance(move, Declare) for move in moves):
                # The last card is open to challenge, and the seat that shows first may close it by declaring its count.
                fields["shown"] = (seat, "hand", phase.kept[seat])
    return View(**fields)


def prompt_of(game: Game, seat: int) -> str | None:
    """Return the prompt of a seat, as its view has it, without building the whole view."""
    return _prompt(game) if seat in waiting_on(game) or legal(game, seat) else None


def redact(event: Event, seat: int | None, rules: Rules) -> Event:
    """Return the event as a seat may see it before the game is over.

    Of a deal the seat sees its own hand, of laying away its own cards; nobody sees whether a declaration that is open
    to challenge is true.
    """
    match event:
        case Dealt():
            own = tuple(hand if place == seat else () for place, hand in enumerate(event.hands))
            return Dealt(event.dealer, own, (), ())
        case LaidAway() if event.seat != seat:
            return LaidAway(event.seat, ())
        case TakenBack() if event.seat != seat:
            return TakenBack(event.seat, ())
        case Conceded() if event.seat != seat:
            return replace(event, cards=())
        case Shown() if rules.counting is Counting.CHALLENGE:
            return replace(event, true=None)
        case _:
            return event


_STAGES: dict[type, Stage] = {
    Cutting: "cut",
    ToDeal: "deal",
    LayingAway: "lay_away",
    Playing: "play",
    Showing: "show",
    Over: "over",
}


_OPEN: Final = ("dealer", "starter", "played", "gone", "offender")


_BOARD: Final = (*_OPEN, "rules", "scores", "hindmost", "deal", "stage", "waiting_on", "declarations", "closed")
"""The fields of a view that everyone sees at every stage."""


def _board(game: Game) -> dict[str, Any]:
    """Return the fields that everyone sees at every stage, as far as they are known."""
    return {
        "rules": game.rules,
        "scores": game.scores,
        "hindmost": game.hindmost,
        "deal": game.deal,
        "stage": _stage(game),
        "waiting_on": waiting_on(game),
        "declarations": game.windows,
        "closed": game.closed,
        **{name: getattr(game.phase, name) for name in _OPEN if hasattr(game.phase, name)},
    }


def _stage(game: Game) -> Stage:
    match game.phase:
        case LayingAway(complete=True, offender=None):
            return "starter"
        case phase:
            return _STAGES[type(phase)]


def _prompt(game: Game) -> str:
    """Return the deal, the stage and its progress, and a letter for an interruption: ``3.play.5`` or ``3.play.5.w``."""
    aside = _interruption(game)
    return f"{game.deal}.{_stage(game)}.{_position(game)}{'.' if aside else ''}{aside}"


def _unplayed(phase: Showing) -> Hands:
    """Return the cards of each hand that has not been shown or played; five-card hands are not all played out."""
    players = len(phase.kept)
    shown = {(phase.dealer + 1 + turn) % players for turn in range(phase.shown)}
    played = {card for _, card in phase.played}
    return tuple(
        () if seat in shown else tuple([card for card in hand if card not in played])
        for seat, hand in enumerate(phase.kept)
    )


def _lies_open(game: Game, phase: Showing, seat: int | None) -> bool:
    """Return whether a seat sees the cards counted next: while a declaration is open only their owner does."""
    if not anybody_waits(game):
        return True
    return seat == phase.seat and not own_side_waits(game, phase.seat)


def _position(game: Game) -> int:
    match game.phase:
        case Cutting(tries=tries):
            return tries
        case Playing(played=played):
            return len(played)
        case Showing(shown=shown):
            return shown
        case _:
            return 0


def _interruption(game: Game) -> str:
    """Return the mark of an interruption: open declarations, or a choice after an irregular act."""
    if game.open_windows:
        return "w" + "-".join(str(window.declared) for window in game.open_windows)
    match game.phase:
        case LayingAway(offender=int()) | Playing(offender=int()):
            return "c"
        case Playing(required=int()):
            return "r"
        case _:
            return ""
