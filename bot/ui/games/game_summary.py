"""The summary of a finished game: the score after every peg, the winner, the turning points, and what was missed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.i18n.translation import N_, gettext, join_list, ngettext
from bot.render.lettering import distinct_names
from bot.render.scene import shorten
from bot.render.score_chart import ScoreChartScene
from bot.ui.core.formatting import card
from engine.cards import Rank
from engine.course import Course, Declaration, Step
from engine.events import Conceded, Dealt, Played, Shown, What
from engine.laws import Law
from engine.rules import Counting, Rules

_TURNS: Final = 3
_SWING: Final = 15
"""The part of the game, one in so many points, by which the lead must change for a turning point."""

_TITLE: Final = 52
_IN_VERDICT: Final = (64, 36, 24, 16, 10)
"""The letters of a name in a verdict, from the most to the fewest."""

_ROOM: Final = 66
_SHORTER: Final = ((True, 32), (True, 20), (False, 32), (False, 20), (False, 14), (False, 9))
"""The shorter forms of a turning point: whether the owner of the cards is named, and the letters of a name."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A part of a deal: the play, or one hand or crib; ``before`` and ``after`` are the scores of all sides."""

    deal: int
    what: What | None
    side: int
    place: int
    before: tuple[int, ...]
    after: tuple[int, ...]

    def swing(self, winner: int) -> int:
        return _lead(self.after, winner) - _lead(self.before, winner)

    def settles(self, winner: int) -> bool:
        return _lead(self.before, winner) <= 0 < _lead(self.after, winner)


def score_chart_of(course: Course, names: Sequence[str]) -> ScoreChartScene:
    """The race of a game that is over; the names are those of the sides."""
    won, rules = course.won, course.rules
    moments = list(_moments(course))
    turned = turns(moments, won.side, rules)

    def worded(names: Sequence[str]) -> tuple[str, ...]:
        """Return the verdict and the turning points, with these names."""
        verdict = _verdict(course, names)
        return (verdict, *(_words(turn, won.side, moments, names) for turn in turned))

    verdict, *words = worded(names)
    return ScoreChartScene(
        names=tuple(names),
        target=rules.target,
        course=tuple(course.scores),
        deals=tuple(step.moved for step in course.steps if isinstance(step.event, Dealt)),
        winner=won.side,
        verdict=verdict,
        turns=tuple((turn.place, text) for turn, text in zip(turned, words, strict=True)),
        lurch=tuple(below for below, _ in rules.doubles),
        written=worded(distinct_names(tuple(names))),
    )


def turns(moments: Sequence[Moment], winner: int, rules: Rules) -> list[Moment]:
    """The last change of the lead, and beside it the largest swings either way, in the order of the game."""
    taken = _settling(moments, winner)
    chosen = [taken] if taken is not None else []
    others = [moment for moment in moments if moment != taken]
    for moment in sorted(others, key=lambda moment: -abs(moment.swing(winner))):
        if len(chosen) < _TURNS and abs(moment.swing(winner)) >= rules.target // _SWING:
            chosen.append(moment)
    return sorted(chosen, key=lambda moment: moment.place)


def _settling(moments: Sequence[Moment], winner: int) -> Moment | None:
    """Return the moment when the winner took the lead for good; None where they were not ahead in the end."""
    if not moments or _lead(moments[-1].after, winner) <= 0:
        return None
    return next(moment for moment in reversed(moments) if moment.settles(winner))


def _lead(scores: Sequence[int], winner: int) -> int:
    return scores[winner] - max((*scores[:winner], *scores[winner + 1 :]))


def _moments(course: Course) -> Iterator[Moment]:
    """The play of every deal, its hands and its crib, where any peg was moved in them."""
    part, since = Moment(1, None, 0, 0, (), ()), 0
    begun = (step for step in course.steps if isinstance(step.event, Dealt | Shown))
    for step in (*begun, None):
        place = len(course.scores) - 1 if step is None else step.moved
        if place > since:
            yield replace(part, place=place, before=course.scores[since], after=course.scores[place])
        since = place
        match step:
            case Step(event=Dealt()):
                part = replace(part, deal=step.deal, what=None)
            case Step(event=Shown(seat=seat, what=what)):
                part = replace(part, what=what, side=course.rules.side_of(seat))


# The words.


def _verdict(course: Course, names: Sequence[str]) -> str:
    """Return who won, by how much, and what for; long names are shortened so that the rest has room."""
    verdict = ""
    for longest in _IN_VERDICT:
        verdict = _ending(course, _shortened(names, longest))
        if len(verdict) <= _TITLE:
            break
    return verdict


def _ending(course: Course, names: Sequence[str]) -> str:
    won, rules, scores = course.won, course.rules, course.scores[-1]
    others = [score for side, score in enumerate(scores) if side != won.side]
    verdict = ngettext(
        "{name} wins, {score} to {others}",
        "{name} win, {score} to {others}",
        len(rules.sides[won.side]),
        name=names[won.side],
        score=scores[won.side],
        others=join_list([str(score) for score in others]),
    )
    if won.games > 1:
        verdict = f"{verdict}: {_games(won.games)}"
    for event in course.events:
        if isinstance(event, Conceded):
            how = gettext("resigned" if event.why == "resigned" else "ran out of time")
            verdict = f"{verdict}; {names[rules.side_of(event.seat)]} {how}"
    return verdict


def _shortened(names: Sequence[str], longest: int) -> list[str]:
    return [shorten(name, longest) for name in names]


def _games(games: int) -> str:
    called = {2: N_("a skunk"), 4: N_("a double skunk")}
    return gettext(called[games]) if games in called else gettext("{games} games", games=games)


def _words(turn: Moment, winner: int, moments: Sequence[Moment], names: Sequence[str]) -> str:
    """A turning point in few words: ``Deal 4: Ann's crib +16 and ahead for good``."""
    settles = winner if turn == _settling(moments, winner) else None
    words = ""
    for owner, longest in _SHORTER:
        words = gettext(
            "Deal {deal}{gains}", deal=turn.deal, gains=_gains(turn, _shortened(names, longest), settles, owner=owner)
        )
        if len(words) <= _ROOM:
            break
    return words


def _gains(turn: Moment, names: Sequence[str], settles: int | None, *, owner: bool) -> str:
    """Return what each side scored in a part of a deal, and whether that decided the lead."""
    gains = {side: turn.after[side] - turn.before[side] for side in range(len(names))}
    good = {side: gettext(" and ahead for good") if side == settles else "" for side in gains}
    moved = [side for side, gain in gains.items() if gain]
    if turn.what is not None and moved == [turn.side] and settles in (None, turn.side):
        return f": {_part(turn, names, owner=True)} {gains[turn.side]:+d}{good[turn.side]}"
    parts = [f"{names[side]} {gains[side]:+d}{good[side]}" for side in moved]
    if settles is not None and settles not in moved:
        parts.append(gettext("{name} ahead for good", name=names[settles]))
    return f", {_part(turn, names, owner=owner)}: {', '.join(parts)}"


def _part(turn: Moment, names: Sequence[str], *, owner: bool) -> str:
    """The play, or a hand or crib of the show; its owner is left out where there is no room."""
    if turn.what is None:
        return gettext("play")
    if not owner:
        return gettext(turn.what)
    return gettext("{name}'s crib" if turn.what == "crib" else "{name}'s hand", name=names[turn.side])


# What nobody noticed.


def unnoticed(course: Course, names: Sequence[str]) -> list[str]:
    """Return a line for each wrong count that nobody challenged, and for each jack as starter that nobody claimed.

    The game is over. Where the bot checks the counts, no wrong one is left.
    """
    missed = []
    if course.rules.counting is Counting.CHALLENGE:
        wrong = [made for made in course.declarations.values() if made.proof is None and made.missed]
        missed += [(made.step.deal, made.place, _wrong_count(made, names)) for made in wrong]
    for deal, dealer in _forfeited_heels(course).items():
        text = gettext("Deal {deal}: {name} missed 2 points for his heels.", deal=deal, name=names[dealer])
        missed.append((deal, 0, text))
    return [text for *_, text in sorted(missed)]


def _wrong_count(made: Declaration, names: Sequence[str]) -> str:
    return gettext(
        "Deal {deal}: {name} said {declared} for {what}, really {true}.",
        deal=made.step.deal,
        name=names[made.seat],
        what=card(made.cards[-1]) if made.what == "play" else gettext(_COUNTED[made.what]),
        declared=made.final,
        true=made.true,
    )


_COUNTED: Final = {"hand": N_("their hand"), "crib": N_("their crib")}


def _forfeited_heels(course: Course) -> dict[int, int]:
    """Return the deals whose dealer played a card and had claimed nothing for a jack as starter, with the dealers."""
    claimed = {step.deal for step, _, peg in course.pegs if peg.law is Law.HIS_HEELS}
    jacks = [step for step in course.steps if step.starter is not None and step.starter.rank is Rank.JACK]
    return {
        step.deal: step.dealer
        for step in jacks
        if course.rules.heels_forfeit and step.deal not in claimed
        if isinstance(step.event, Played) and step.event.seat == step.dealer
    }
