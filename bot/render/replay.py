"""A finished game as one HTML file that plays it again step by step, without a network."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from bot.i18n.translation import N_, current_language, gettext, join_list, ngettext, pgettext
from bot.progress.reviews import Note
from engine import events
from engine.cards import Card
from engine.course import Course, Peg
from engine.laws import Law
from engine.record import Record
from engine.scoring import show
from engine.state import Game, LayingAway, Playing, Showing

Step: TypeAlias = dict[str, Any]
"""One step as the page reads it: what happened, the points it brought, and the board and the cards after it."""

_FOLLOWERS: Final = (events.CountReset, events.Satisfied, events.DealStood, events.NumberNamed, events.CutWaived)
"""Events that belong to the step of the event before them, as pegs do."""


def replay_page(record: Record, notes: Mapping[int, Note] = MappingProxyType({})) -> str:
    """Return a whole HTML page that plays a finished game again.

    It holds every card of the game, and needs nothing from anywhere else. ``notes`` are those of one player's review,
    by the places of their events.
    """
    document = {
        "title": gettext("{names}, game {game}", names=join_list(record.seats), game=record.game),
        "sides": [join_list([record.seats[seat] for seat in side]) for side in record.rules.sides],
        "seats": list(record.seats),
        "target": record.rules.target,
        "steps": list(steps(record, notes)),
        "words": {name: gettext(text) for name, text in _WORDS.items()}
        | {"play": pgettext("the button", "Play"), "deal": pgettext("one deal of a game", "Deal")},
    }
    # A name may hold "</script>", which would end the data early.
    data = json.dumps(document, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    page = files("bot.render").joinpath("replay.html").read_text(encoding="utf-8")
    language = current_language()
    return page.replace("LANGUAGE", language.name if language is not None else "en").replace('"GAME"', data)


def steps(record: Record, notes: Mapping[int, Note] = MappingProxyType({})) -> Iterator[Step]:
    """Yield the steps of a game, one for each thing that a player did and for each deal."""
    course, step = Course(record.events, record.rules), Step()
    for done in course.steps:
        before, game = course.games[done.place], course.games[done.place + 1]
        if not isinstance(done.event, _FOLLOWERS):
            if step:
                yield step
            text = _sentence(done.event, before, record.seats)
            step = {"text": text, "points": [], **_cards(done.event, before, game, step)}
            if (note := notes.get(done.place)) is not None:
                step["note"] = [note.text, note.is_mistake]
        if step:
            step["points"] += map(_points, done.pegs)
            game = course.games[done.place + 1 + len(done.pegs)]
            step |= {"deal": game.deal, "scores": list(game.scores), "back": list(game.hindmost)}
    if step:
        yield step


def _points(peg: Peg) -> list[Any]:
    points = peg.points if isinstance(peg, events.Pegged) else -peg.points
    return [peg.side, points, "" if peg.law is Law.DECLARED else gettext(peg.law.title)]


def _cards(event: events.Event, before: Game, game: Game, last: Step) -> Step:
    """Return the cards on the table after an event: hands, crib, starter, the series, and what is counted."""
    if isinstance(event, events.Shown):
        return _shown(event, before)
    if isinstance(event, events.ForDealCut):
        return {"hands": [[[card.name, ""]] for card in event.cards]}
    match game.phase:
        case LayingAway() as phase:
            crib = (*phase.to_crib, *(card for cards in phase.laid for card in cards))
            return _table(phase.dealer, [[(card, "") for card in hand] for hand in phase.hands], crib)
        case Playing() as phase:
            played = {card for _, card in phase.played}
            hands = [[(card, "played" if card in played else "") for card in hand] for hand in phase.kept]
            return _table(phase.dealer, hands, phase.crib, phase.starter) | {
                "series": [[seat, card.name] for seat, card in phase.played[phase.since :]],
                "count": phase.count,
            }
        case Showing() as phase:
            series = (
                [*last.get("series", []), [event.seat, event.card.name]] if isinstance(event, events.Played) else []
            )
            hands = [[(card, "") for card in hand] for hand in phase.kept]
            return _table(phase.dealer, hands, phase.crib, phase.starter) | {"series": series}
        case _:
            kept = ("dealer", "hands", "crib", "starter", "series", "count")
            return {name: last[name] for name in kept if name in last}


def _table(
    dealer: int, hands: Sequence[Sequence[tuple[Card, str]]], crib: Sequence[Card], starter: Card | None = None
) -> Step:
    return {
        "dealer": dealer,
        "hands": [[[card.name, mark] for card, mark in hand] for hand in hands],
        "crib": [card.name for card in crib],
        "starter": None if starter is None else starter.name,
    }


def _shown(event: events.Shown, before: Game) -> Step:
    assert isinstance(before.phase, Showing)
    phase = before.phase
    count = show(event.cards, phase.starter, crib=event.what == "crib")
    return _table(phase.dealer, [[(card, "") for card in hand] for hand in phase.kept], phase.crib, phase.starter) | {
        "shown": [event.seat, event.what],
        "parts": [[gettext(item.law.title), [card.name for card in item.cards], item.points] for item in count.items],
    }


def _sentence(event: events.Event, before: Game, names: Sequence[str]) -> str:
    match event:
        case events.ForDealCut(cards=cards):
            cuts = [f"{name} {card.face}" for name, card in zip(names, cards, strict=True)]
            return gettext("Cut for deal: {cuts}.", cuts=join_list(cuts))
        case events.Dealt(dealer=dealer):
            return gettext("Deal {number}: {name} deals.", number=before.deal + 1, name=names[dealer])
        case events.Shown():
            return _of_a_count(event, names)
        case events.GameWon():
            return _won(event, before, names)
        case _ if (said := _SAID.get(type(event))) is not None:
            return gettext(said(event), **_values(event, names))
    return ""


def _values(event: Any, names: Sequence[str]) -> dict[str, object]:
    card, seat = getattr(event, "card", None), event.of if isinstance(event, events.Required) else event.seat
    return {
        "name": names[seat],
        "other": names[getattr(event, "against", seat)],
        "card": "" if card is None else card.face,
        "cards": join_list([card.face for card in getattr(event, "cards", ())]),
        "count": getattr(event, "count", None),
        "declared": getattr(event, "declared", None),
    }


_SAID: Final[Mapping[type[events.Event], Callable[[Any], str]]] = {
    events.DealerChosen: lambda _: N_("{name} deals first."),
    events.CutToDealer: lambda _: N_("{name} cuts the deck."),
    events.StarterTurned: lambda _: N_("The starter is {card}."),
    events.LaidAway: lambda _: N_("{name} discards {cards}."),
    events.TakenBack: lambda _: N_("{name} takes {cards} back."),
    events.FreshDealChosen: lambda _: N_("{name} asks for a new deal."),
    events.Played: lambda event: N_(
        "{name} plays {card} and counts {declared}: {count}." if event.declared else "{name} plays {card}: {count}."
    ),
    events.SaidGo: lambda event: N_("{name} says go with a playable card." if event.false else "{name} says go."),
    events.Required: lambda _: N_("{name} must play."),
    events.Stopped: lambda _: N_("{name} plays no more cards."),
    events.Amended: lambda _: N_("{name} changes the count to {declared}."),
    events.Challenged: lambda event: N_(
        "{name} challenges {other} and is right." if event.upheld else "{name} challenges {other} and is wrong."
    ),
    events.Conceded: lambda event: N_("{name} resigns." if event.why == "resigned" else "{name} runs out of time."),
}
"""The sentences about events, but for those that say more than who did something with a card or a number."""


def _of_a_count(event: events.Shown, names: Sequence[str]) -> str:
    owner = gettext("{name}'s crib" if event.what == "crib" else "{name}'s hand", name=names[event.seat])
    if event.declared is None or event.declared == event.true:
        return gettext("{owner} counts {total}.", owner=owner, total=event.true)
    return gettext(
        "{owner} counts {total}, but {name} says {declared}.",
        owner=owner,
        total=event.true,
        name=names[event.seat],
        declared=event.declared,
    )


def _won(event: events.GameWon, before: Game, names: Sequence[str]) -> str:
    side = join_list([names[seat] for seat in before.rules.sides[event.side]])
    scores = ":".join(map(str, before.scores))
    text = gettext("{name} wins. The score is {scores}.", name=side, scores=scores)
    if event.games > 1:
        text += " " + ngettext("It counts as {number} game.", "It counts as {number} games.", event.games)
    return text


_WORDS: Final = {
    "first": N_("First step"),
    "back": N_("Step back"),
    "pause": N_("Pause"),
    "forward": N_("Step forward"),
    "last": N_("Last step"),
    "step": N_("Step"),
    "count": N_("Count"),
    "crib": N_("Crib"),
    "starter": N_("Starter"),
    "dealer": N_("dealer"),
    "played": N_("played"),
    "mistake": N_("Next mistake"),
    "review": N_("Review"),
    "keys": N_("Use the arrow keys, or the space bar to play."),
}
