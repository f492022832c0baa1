"""Tables at which moves are typed, and the judge of how they are read.

A line of ``moves.txt`` and the like is the stage, the hand, the text and its meaning: a move, ``ask`` and the moves
that may be offered, or ``nothing``.
"""

from __future__ import annotations

from engine.actions import Accept, Challenge, ClaimHeels, Declare, LayAway, NameNumber, Play, SayGo
from engine.errors import NotationError
from engine.presets import find
from engine.rules import Rules
from engine.text.input_hints import MoveReading
from engine.text.multilingual import read_moves
from engine.view import View, Window
from tests.support.phrases import COLLECTED
from tests.support.strategies import cards

BOARD = {"scores": (0, 0), "hindmost": (0, 0), "deal": 1, "seat": 1}
DECLARED = 9
WINDOW = Window(0, "hand", cards("5C TC QC KC"), cards("5S")[0], DECLARED, DECLARED, frozenset({1}))


def lines_of(name):
    """Return the lines of a file as stage, hand, text and meaning."""
    lines = (COLLECTED / name).read_text(encoding="utf-8").splitlines()
    return [tuple(part.strip() for part in line.split("|")) for line in lines]


def table(stage, hand, meaning):
    """Return the view of a player at this stage."""
    match stage:
        case "discard":
            return View(rules=Rules(), stage="lay_away", hand=cards(hand), to_lay=2, waiting_on=(0, 1), **BOARD)
        case "play":
            plays = () if meaning == "go" else tuple(Play(1, card) for card in cards(hand))
            go = (SayGo(1),) if meaning.endswith("go") else ()
            return View(rules=Rules(), stage="play", hand=cards(hand), waiting_on=(1,), legal=(*plays, *go), **BOARD)
        case "show":
            return View(rules=Rules(), stage="show", waiting_on=(1,), **BOARD)
        case "answer":
            answers = (Accept(1), Challenge(1, "too_many", 0), Challenge(1, "too_few", 0))
            muggins = find("britannica", muggins=True)
            return View(rules=muggins, stage="show", waiting_on=(1,), declarations=(WINDOW,), legal=answers, **BOARD)
        case "cut":
            rules = find("britannica", ceremony=True)
            return View(rules=rules, stage="cut", waiting_on=(1,), legal=(NameNumber(1, 20),), **BOARD)
    return View(rules=find("britannica"), stage="play", dealer=1, waiting_on=(0,), legal=(ClaimHeels(1),), **BOARD)


def moves_of(meaning):
    kind, _, rest = meaning.removeprefix("ask ").partition(" ")
    match kind:
        case "discard":
            return [LayAway(1, tuple(sorted(cards(rest), key=str)))]
        case "play":
            return [Play(1, cards(rest)[0])]
        case "count":
            return [Declare(1, int(part.removeprefix("count "))) for part in f"{kind} {rest}".split(", ")]
        case "cut":
            return [NameNumber(1, int(rest))]
        case "should":
            return [Challenge(1, "too_many" if int(rest.removeprefix("be ")) < DECLARED else "too_few", 0)]
        case "missed" | "muggins":
            return [Challenge(1, "too_few", 0)]
        case "nothing" | "ask" | "":
            return []
    return [{"go": SayGo(1), "accept": Accept(1), "heels": ClaimHeels(1), "too": Challenge(1, "too_many", 0)}[kind]]


def read(text, view, language=None):
    """Return a reading with its cards in one order; an empty one for a refusal."""
    try:
        moves, doubt = read_moves(text, view, language)
    except NotationError:
        return MoveReading(())
    sorted_moves = [
        LayAway(1, tuple(sorted(move.cards, key=str))) if isinstance(move, LayAway) else move for move in moves
    ]
    if doubt is None and isinstance(moves[0], LayAway) and len(moves[0].cards) != view.to_lay:
        return MoveReading(())  # which the game refuses
    return MoveReading(tuple(sorted_moves), doubt)


def judge(stage, hand, text, meaning, language=None):
    """Return whether a text was read right, offered as meant, refused, offered otherwise, or moved wrongly."""
    meant = moves_of(meaning)
    reading = read(text, table(stage, hand, meaning), language)
    found = [Play(1, move.card) if isinstance(move, Play) else move for move in reading.moves]
    may_move = meant and not meaning.startswith("ask ")
    if found and reading.sure:
        return "right" if may_move and found == meant else "WRONG"
    if not found:
        return "refused" if meant else "right"
    if not meant or not {*found} & {*meant}:
        return "offered otherwise"
    return "offered" if may_move else "right"
