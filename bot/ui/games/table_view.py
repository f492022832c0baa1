"""The content of a table's screens, computed once for each version of the table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.i18n.translation import N_, Language, current_language, gettext, join_list
from bot.memory import Latest
from bot.render.score_chart import ScoreChartScene
from bot.render.show import CountedHand
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.games.game_summary import score_chart_of
from bot.ui.games.move_log import LogLine, counted_hands, move_log, verdict
from engine.analysis.achievements import great_wins
from engine.cards import Rank
from engine.course import Course, Declaration, Step
from engine.events import Pegged, Shown
from engine.laws import CALLED, Law
from engine.view import View

MOST_KEPT: Final = 300

_BIG: Final = 20
"""The points from which a hand or crib is worth showing to others."""

_GREAT: Final = 24
"""Those from which a robot says something to it."""

_ROBOT_SEES: Final = N_("{name}: What a hand!")
_ROBOT_WINS: Final = N_("{name}: The cards were kind to me. Another game?")
_ROBOT_LOSES: Final = N_("{name}: You left me no chance. Well played!")


@dataclass(frozen=True, slots=True)
class LastScore:
    """A side's last score: the hole where its hindmost peg stands because of it, and what it was for.

    The reason is empty where the events do not tell it.
    """

    hindmost: int
    reason: str


@dataclass(frozen=True)
class TableView:
    """A table at one version, in the language of one moment, and what several of its screens show.

    Names, course, log and scores are the same on everyone's screen: they come from what a spectator may know. A hand is
    in no other place than its own seat's view. ``in_full`` is whether the log speaks counts in full, and ``history``
    is the whole course of a game that is over.
    """

    table: Table
    in_full: bool = True
    history: Course | None = None

    @cached_property
    def plain_names(self) -> tuple[str, ...]:
        """The players' names as they are, by seat."""
        return self.table.names

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names for a text that Discord formats, by seat."""
        return tuple([formatting.escape(name) for name in self.plain_names])

    @cached_property
    def open(self) -> View:
        """Return the view of a spectator."""
        return self.table.spectator

    @cached_property
    def views(self) -> tuple[View, ...]:
        """Return the view of each seat, by seat."""
        return self.table.views

    @cached_property
    def course(self) -> Course:
        """What happened since the deal before this one, as everyone may know it."""
        return self.table.course

    @cached_property
    def log(self) -> Sequence[LogLine]:
        """The log of the present deal without its counts; it is empty once the deal is over."""
        is_over = self.open.stage == "deal" and self.open.window is None
        return [] if is_over and self.verdicts_of_this_show else move_log(self.course, self.names)

    def play_unseen_by(self, seat: int | None) -> Sequence[LogLine]:
        """The lines of the play before the counts on the screen, until the player of a seat, or anybody, has counted.

        Robots and the bot count at once, so nobody has seen the last cards before.
        """
        is_present = self.is_counting or self.is_deal_over
        counted = [made.seat for made in self._counted(in_last_deal=is_present) if made.declared is not None]
        if any(one == seat or (seat is None and self.table.seats[one].player is not None) for one in counted):
            return ()
        return self.log if self.is_counting else move_log(self.course, self.names, -1 if is_present else -2)

    @cached_property
    def this_show(self) -> tuple[CountedHand, ...]:
        """What was counted in the present deal so far."""
        return self._hands(self._counted(in_last_deal=True))

    @cached_property
    def last_show(self) -> tuple[CountedHand, ...]:
        """What was counted in the last deal in which anything was, but for a show that goes on."""
        if self.is_deal_over and self.this_show:
            return self.this_show
        return self._hands(self._counted(in_last_deal=False))

    @cached_property
    def big_hands(self) -> tuple[CountedHand, ...]:
        """The hands and cribs counted for 20 points or more in the show on the screen, or in a game that is over.

        What players have not proved is none of them.
        """
        is_present = self.is_counting or self.is_deal_over
        shows = self._counted(in_last_deal=is_present) if self.history is None else self.history.shows
        large = [made for made in shows if (made.declared or sum([peg.points for peg in made.step.pegs])) >= _BIG]
        hands = self._hands(large) if large else ()
        return tuple([hand for hand in hands if hand.combinations is not None and hand.points >= _BIG])

    def said_by_robot(self, *, held: bool) -> str:
        """What a robot says to a hand or crib of 24 points or more of a player on the screen, or to a skunk at the end.

        Nothing where no robot plays, and to nothing that players have not proved.
        """
        seats, name = self.table.seats, next(self._robots, None)
        if name is None:
            return ""
        if self.history is not None and "skunk" in great_wins(self.history):
            winners = self.table.rules.sides[self.history.won.side]
            words = _ROBOT_LOSES if any(seats[seat].robot is None for seat in winners) else _ROBOT_WINS
            return gettext(words, name=name)
        if held or self.is_counting:
            counted = self._counted(in_last_deal=self.is_counting or self.is_deal_over)
            hands = self._hands([made for made in counted if seats[made.seat].robot is None])
            if any(hand.combinations is not None and hand.points >= _GREAT for hand in hands):
                return gettext(_ROBOT_SEES, name=name)
        return ""

    @property
    def _robots(self) -> Iterator[str]:
        return (name for seat, name in zip(self.table.seats, self.names, strict=True) if seat.robot)

    @cached_property
    def has_last_show(self) -> bool:
        """Return whether anything was counted in a deal that is over."""
        return bool(self.course.shows if self.is_deal_over else self._counted(in_last_deal=False))

    def _counted(self, *, in_last_deal: bool) -> Sequence[Declaration]:
        """Return the hands and cribs that were counted in the deal that was dealt last, or before it."""
        steps = self.course.steps
        return [made for made in self.course.shows if (made.step.deal == steps[-1].deal) == in_last_deal]

    def _hands(self, counted: Sequence[Declaration]) -> tuple[CountedHand, ...]:
        return counted_hands(counted, self.plain_names, self.table.rules)

    @cached_property
    def is_deal_over(self) -> bool:
        """Return whether the last cards dealt are counted, and no others are dealt yet."""
        return self.open.stage in {"deal", "over"}

    @cached_property
    def score_chart(self) -> ScoreChartScene | None:
        """The race of a game that is over, if its history is known."""
        return None if self.history is None else score_chart_of(self.history, self.table.side_names)

    def verdicts(self, *, held: bool) -> Sequence[LogLine]:
        """Return the lines of the counts that a screen shows: of this show, or while it is ``held`` of the last one."""
        if self.is_counting:
            return self.verdicts_of_this_show
        return self.verdicts_of_last_show if held else ()

    @cached_property
    def verdicts_of_this_show(self) -> Sequence[LogLine]:
        """The lines of the counts of the present deal."""
        return self._verdicts(self.course.deals[-1:])

    @cached_property
    def verdicts_of_last_show(self) -> Sequence[LogLine]:
        """The lines of the counts of the last deal that is over."""
        return self._verdicts(self.course.deals if self.is_deal_over else self.course.deals[:-1])

    def _verdicts(self, deals: Sequence[Sequence[Step]]) -> Sequence[LogLine]:
        places = {step.place for step in next(filter(_has_show, reversed(deals)), ())}
        counted = [made for made in self.course.shows if made.place in places and made.step.starter is not None]
        return [verdict(made, self.names, self.table.rules, in_full=self.in_full) for made in counted]

    @cached_property
    def is_counting(self) -> bool:
        """Return whether hands are being counted, or the last count may still be challenged, or ended the game."""
        view = self.open
        return view.stage in {"show", "over"} or (view.stage == "deal" and view.window is not None)

    @cached_property
    def last_scores(self) -> tuple[LastScore, ...]:
        """The last score of each side."""
        return last_scores(self.open, self.course)

    @cached_property
    def score_line(self) -> str:
        """The scores in one line, each with its last score: ``Ann 34 (+6, hand), Ben 29 (+2, pair)``."""
        view, parts = self.open, []
        for side, seats in enumerate(view.rules.sides):
            score, last = view.scores[side], self.last_scores[side]
            holes, reason = score - last.hindmost, f", {last.reason}" if last.reason else ""
            gain = gettext(" (left)") if view.closed.issuperset(seats) else f" (+{holes}{reason})" if holes else ""
            parts.append(f"{join_list([self.names[seat] for seat in seats])} **{score}**{gain}")
        return ", ".join(parts)

    @cached_property
    def starter_line(self) -> str:
        """The starter in a line; empty before it is cut."""
        starter = self.open.starter
        return "" if starter is None else gettext("Starter {card}.", card=formatting.card(starter))

    @cached_property
    def play_in_text(self) -> Sequence[str]:
        """The cards of a play in lines: those that count now, those before them, and how many each player holds."""
        view, names = self.open, self.names
        if view.stage != "play":
            return ()
        cards = ", ".join([f"{names[seat]} {formatting.card(card)}" for seat, card in view.series])
        lines = [gettext("Played: {cards}.", cards=cards)] if cards else []
        if view.offender is not None:
            # What is asked about an offence doesn't tell it, as whose turn it is does.
            lines.append(gettext("The count is **{count}**.", count=view.count))
        if before := view.earlier:
            whose = {seat: formatting.cards([card for other, card in before if other == seat]) for seat, _ in before}
            earlier = ", ".join([f"{names[seat]} {cards}" for seat, cards in whose.items()])
            lines.append(gettext("-# Before that: {cards}.", cards=earlier))
        held = ", ".join([f"{name} {view.held[seat]}" for seat, name in enumerate(names) if seat not in view.closed])
        return [*lines, gettext("-# Cards left: {held}.", held=held)]


class TableViews:
    """The latest views of the tables that are being shown, so that all screens of one version share one view."""

    def __init__(self) -> None:
        self._latest: Latest[tuple[str, Language | None, bool], TableView] = Latest(MOST_KEPT)

    def of(self, table: Table, *, in_full: bool, history: Course | None = None) -> TableView:
        """Return the view of a table in the language in use; it is computed again after any change at the table."""
        key = table.id, current_language(), in_full
        latest = self._latest.get(key)
        if latest is None or latest.table != table or latest.history is not history:
            latest = self._latest[key] = TableView(table, in_full, history)
        self._latest.move_to_end(key)
        return latest

    def forget_all(self) -> None:
        """Drop every view, because somebody has been erased."""
        self._latest.clear()


def moment(table: Table, seat: int | None) -> str:
    """Return what the panel of a seat, or of somebody who watches, shows in short: equal moments need no redrawing.

    While something is asked of a seat its panel stays as it is, because a menu may be open there; it changes when the
    question changes, as with a count that is raised, or when the game is paused.
    """
    view = table.spectator if seat is None else table.views[seat]
    now = str(view.prompt) if seat in view.waiting_on else f"revision {table.revision}"
    return f"{now}, {table.status} {sorted(table.adjourning)}"


def _has_show(deal: Sequence[Step]) -> bool:
    return any(isinstance(step.event, Shown) for step in deal)


def opponent_of(view: View, seat: int) -> int:
    """Return the opponent who gets the penalty of a seat: the next to the left who still plays on another side."""
    side_of, players = view.rules.side_of, view.rules.players
    others = ((seat + step) % players for step in range(1, players))
    return next(other for other in others if other not in view.closed and side_of(other) != side_of(seat))


def starts_with_jack(view: View) -> bool:
    """Return whether the starter is a jack."""
    return view.starter is not None and view.starter.rank is Rank.JACK


def is_judging(view: View) -> bool:
    """Return whether a seat may still accept or challenge the count of a hand or crib that is on the screen."""
    return any(window.what != "play" for window in view.own_windows)


def last_scores(view: View, course: Course) -> tuple[LastScore, ...]:
    """The last score of each side, from what everyone may know.

    Whatever one card or one hand makes is one score, in however many parts it was pegged: players move the peg once.
    """
    last = []
    for side, hindmost in enumerate(view.hindmost):
        step, pegs = last_pegs(course, side)
        if len(pegs) > 1:
            # Points that were taken back have moved the hindmost peg farther back.
            hindmost = min(hindmost, pegs[0].score - pegs[0].points)  # noqa: PLW2901
        last.append(LastScore(hindmost, "" if step is None else _reason(course, step, pegs)))
    return tuple(last)


def last_pegs(course: Course, side: int) -> tuple[Step | None, list[Pegged]]:
    """The parts of a side's last score, and what made it; a penalty is a score by itself."""
    pegs: list[Pegged] = []
    for step in reversed(course.steps):
        for peg in reversed(step.pegs):
            goes_on = isinstance(peg, Pegged) and peg.side == side
            if pegs and not (goes_on and peg.seat == pegs[0].seat and not {peg.law, pegs[0].law} & _REASONS.keys()):
                return step, pegs
            if isinstance(peg, Pegged) and goes_on:
                pegs.insert(0, peg)
        if pegs:
            return step, pegs
    return None, pegs


def _reason(course: Course, last: Step, pegs: Sequence[Pegged]) -> str:
    if pegs[-1].law in _REASONS:
        return gettext(_REASONS[pegs[-1].law])
    counted = [made for made in course.declarations.values() if made.place <= last.place]
    if counted and counted[-1].what != "play":
        return gettext(counted[-1].what)
    laws = dict.fromkeys([peg.law for peg in pegs])
    return join_list([gettext(CALLED[law]) if law in CALLED else gettext("play") for law in laws])


_REASONS: Final = {
    Law.HIS_HEELS: N_("his heels"),
    Law.OVERSCORE: N_("extra points"),
    Law.MUGGINS: N_("muggins"),
    Law.PREDEAL_CUT: N_("the cut"),
    Law.TAKEN_BACK: N_("cards taken back"),
    Law.FALSE_GO: N_("wrong go"),
    Law.FALSE_CHALLENGE: N_("wrong challenge"),
    Law.THREE_FOR_LAST: N_("three for last"),
}
"""Why points are pegged that neither a card nor the player's own hand makes."""
