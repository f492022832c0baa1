"""`cribbage-bot robot`: a robot that answers questions for a discard or a card to play, one JSON object a line.

A question is one player's view of a game for two; that player is always seat 0 here. Every question says all that the
player has seen, so a robot needs no memory.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from random import Random
from typing import Any, Final

from bot.cli.command import argument, command
from engine.actions import LayAway, Move, Play
from engine.ai.levels import CLUB, LEVELS
from engine.ai.robots import choose
from engine.cards import Card
from engine.errors import CribbageError, NotationError
from engine.rules import Counting, Rules
from engine.scoring import LIMIT
from engine.view import View

ME: Final = 0
THEM: Final = 1
_NAMES: Final = ("me", "them")


@command(
    argument("--level", choices=LEVELS, default=CLUB, help=f"how well it plays (default: {CLUB})"),
    argument("--seed", default="0", help="the same seed gives the same answers (default: 0)"),
)
def robot(arguments: argparse.Namespace) -> None:
    """Answer each line of standard input with one line, or with what is wrong with it, until the input ends."""
    chance = Random(arguments.seed).random
    for line in sys.stdin.buffer:
        try:
            view = read_question(line.decode("utf-8"))
            answer = write_answer(choose(view, arguments.level, chance)) if view.legal else json.dumps({"play": None})
        except UnicodeDecodeError:
            answer = json.dumps({"error": "the line isn't UTF-8"})
        except CribbageError as error:
            answer = json.dumps({"error": str(error)})
        print(answer, flush=True)


def read_question(line: str) -> View:
    """Return the view that a line of JSON describes. Raises ``NotationError`` with what is wrong."""
    try:
        question = json.loads(line)
    except (ValueError, RecursionError):
        raise NotationError("the line isn't JSON") from None
    if not isinstance(question, dict):
        raise NotationError("the line isn't a JSON object")
    match question.get("ask"):
        case "discard":
            return _discard_view(question)
        case "play":
            return _play_view(question)
        case ask:
            raise NotationError(f'"ask" must be "discard" or "play", not {_shortened(ask)}')


def write_question(view: View) -> str:
    """Return the line of JSON that asks for the move of the view's seat."""
    question: dict[str, Any] = {
        "ask": "discard" if view.stage == "lay_away" else "play",
        "hand": [card.name for card in view.hand],
        "dealer": view.dealer == view.own_seat,
        "scores": [view.scores[view.own_seat], view.scores[1 - view.own_seat]],
        "target": view.rules.target,
    }
    if view.stage == "play":
        assert view.starter is not None
        question |= {
            "discarded": [card.name for card in view.laid],
            "starter": view.starter.name,
            "played": [[_NAMES[seat != view.own_seat], card.name] for seat, card in view.played],
            "series_from": len(view.played) - len(view.series),
            "their_cards": view.held[1 - view.own_seat],
            "they_said_go": 1 - view.own_seat in view.gone,
        }
    return json.dumps(question)


def write_answer(move: Move) -> str:
    """Return the line of JSON that says a robot's move."""
    match move:
        case LayAway(cards=cards):
            return json.dumps({"discard": [card.name for card in cards]})
        case Play(card=card):
            return json.dumps({"play": card.name})
        case _:
            raise ValueError(f"nobody asks for {move}")


def read_answer(line: str, view: View) -> Move:
    """Return the move of the view's seat that a line of JSON says. Raises ``NotationError`` for a move not allowed."""
    try:
        answer = json.loads(line)
        move: Move
        if view.stage == "lay_away":
            cards = [Card.parse(name) for name in answer["discard"]]
            move = LayAway(view.own_seat, tuple(card for card in view.hand if card in cards))
            allowed = len(cards) == view.to_lay == len(move.cards)
        else:
            move = Play(view.own_seat, Card.parse(answer["play"]))
            allowed = move in view.legal
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError, CribbageError):
        raise NotationError(f"the answer {line.strip()!r} can't be read") from None
    if not allowed:
        raise NotationError(f"the answer {line.strip()!r} isn't allowed")
    return move


def _discard_view(question: Mapping[str, Any]) -> View:
    hand = _cards(question, "hand")
    if len(hand) not in (5, 6):
        raise NotationError(f'"hand" must be 5 or 6 cards for a discard, not {len(hand)}')
    return _view(
        question,
        len(hand),
        stage="lay_away",
        held=(len(hand), len(hand)),
        hand=hand,
        to_lay=2,
        legal=tuple(LayAway(ME, two) for two in combinations(hand, 2)),
    )


def _play_view(question: Mapping[str, Any]) -> View:
    hand, laid = _cards(question, "hand"), _cards(question, "discarded")
    starter, played = _card(question.get("starter"), "starter"), _played(question)
    mine = sum(seat == ME for seat, _ in played)
    theirs, kept = len(played) - mine, len(hand) + mine
    everything = [*hand, *laid, starter, *(card for _, card in played)]
    if len(set(everything)) < len(everything):
        raise NotationError("a card is there twice")
    if kept not in (3, 4) or len(laid) != 2:
        raise NotationError('"hand" with your played cards must be 3 or 4 cards, and "discarded" must be 2')
    held = _number(question, "their_cards", kept - theirs)
    if held != kept - theirs or held < 0:
        raise NotationError(f'"their_cards" can\'t be {held} after they played {theirs}')
    series = played[_number(question, "series_from", 0, most=len(played)) :]
    count = sum(card.pips for _, card in series)
    if count > LIMIT:
        raise NotationError(f'"series_from" makes the count {count}')
    return _view(
        question,
        kept + 2,
        stage="play",
        held=(len(hand), held),
        hand=hand,
        laid=laid,
        starter=starter,
        played=played,
        series=series,
        gone=frozenset({THEM}) if _truth(question, "they_said_go", otherwise=False) else frozenset(),
        legal=tuple(Play(ME, card) for card in hand if card.pips <= LIMIT - count),
    )


def _view(question: Mapping[str, Any], dealt: int, **seen: Any) -> View:
    """Return the view of a player who was dealt so many cards: what every question says, and what was ``seen``."""
    dealer = ME if _truth(question, "dealer") else THEM
    target = _number(question, "target", 121, most=121)
    rules = Rules(dealt=dealt, target=target, counting=Counting.AUTOMATIC)
    match question.get("scores", [0, 0]):
        case [mine, theirs] if all(type(score) is int and 0 <= score < target for score in (mine, theirs)):
            scores = mine, theirs
        case wrong:
            raise NotationError(f'"scores" must be two numbers from 0 to {target - 1}, not {_shortened(wrong)}')
    return View(seat=ME, rules=rules, scores=scores, hindmost=scores, deal=2, waiting_on=(ME,), dealer=dealer, **seen)


def _played(question: Mapping[str, Any]) -> tuple[tuple[int, Card], ...]:
    played = question.get("played", [])
    if not isinstance(played, list):
        raise NotationError('"played" must be a list')
    found = list[tuple[int, Card]]()
    for pair in played:
        match pair:
            case ["me" | "them" as name, card]:
                found.append((_NAMES.index(name), _card(card, "played")))
            case _:
                raise NotationError(f'"played" must hold pairs like ["them", "5H"], not {_shortened(pair)}')
    return tuple(found)


def _cards(question: Mapping[str, Any], field: str) -> tuple[Card, ...]:
    names = question.get(field)
    if not isinstance(names, list):
        raise NotationError(f'"{field}" must be a list of cards')
    cards = tuple(_card(name, field) for name in names)
    if len(set(cards)) < len(cards):
        raise NotationError(f'"{field}" has a card twice')
    return cards


def _card(name: object, field: str) -> Card:
    with suppress(NotationError):
        if isinstance(name, str):
            return Card.parse(name)
    raise NotationError(f'"{field}" has {_shortened(name)} where a card like "5H" must stand')


def _truth(question: Mapping[str, Any], field: str, *, otherwise: bool | None = None) -> bool:
    value = question.get(field, otherwise)
    if not isinstance(value, bool):
        raise NotationError(f'"{field}" must be true or false')
    return value


def _number(question: Mapping[str, Any], field: str, otherwise: int, *, most: int = 121) -> int:
    value = question.get(field, otherwise)
    if type(value) is not int or not 0 <= value <= most:
        raise NotationError(f'"{field}" must be a number from 0 to {most}')
    return value


def _shortened(value: object) -> str:
    text = repr(value) if not isinstance(value, Sequence | Mapping) or isinstance(value, str) else "something else"
    return text if len(text) <= 40 else f"{text[:40]}..."
