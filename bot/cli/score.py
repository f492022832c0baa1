"""`cribbage-bot score`: answer a question in words or as JSON, or count a file of hands."""

import argparse
import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from bot.analysis.calculation import calculate
from bot.cli.command import BAD_INPUT, argument, command
from engine.analysis.answers import (
    Answer,
    Choice,
    Combination,
    DiscardAnswer,
    FourCardAnswer,
    HandAnswer,
    PlayAnswer,
    RanksAnswer,
    Step,
    Verdict,
)
from engine.analysis.explain import explain, summary
from engine.analysis.odds import Rarity
from engine.cards import PACK, Card
from engine.errors import NotationError
from engine.scoring import Item, show, show_total
from engine.text import questions
from engine.text.question_reader import read
from engine.text.spoken_counts import spoken_count

Form: TypeAlias = Callable[[int, questions.Hand, Card], str]
"""Writes a counted hand from its line number, cards and starter."""


@command(
    argument(
        "words",
        metavar="HAND",
        nargs="*",
        help="4 cards and the starter (last, or marked with | in front); 4 cards alone; 5 or 6 to discard from; or "
        "play and the cards played. Add = 12 to check a count, or 'at 110-104 dealer' for chances to win",
    ),
    argument("--crib", action="store_true", help="count it as a crib"),
    argument("--declared", metavar="COUNT", help="a count to check"),
    argument("--file", help="a file of hands, one per line (- is standard input)"),
    argument("--json", action="store_true", help="print JSON: one object, or one per line"),
    argument("--explain", action="store_true", help="add every detail, such as how rare it is"),
)
def score(arguments: argparse.Namespace) -> int:
    """Answer a question about cards, or count a file of hands; returns the exit code."""
    if bool(arguments.words) == (arguments.file is not None):
        raise NotationError("give a hand or a --file, not both; try cribbage-bot score --help")
    if arguments.file is not None:
        return _file(arguments)
    # The second of two is the starter of the first, as in '5h 5d 5c js' 5s.
    apart = len(arguments.words) == 2 and not arguments.words[0].isalpha()
    reading = read((" | " if apart else " ").join(arguments.words), crib=arguments.crib, declared=arguments.declared)
    answers = [calculate(question) for question in reading.questions]
    if arguments.json:
        documents = [_document(found, explain=arguments.explain) for found in answers]
        asked = [questions.write_question(found.question) for found in answers]
        readings = [{"read": one} | document for one, document in zip(asked, documents, strict=True)]
        print(json.dumps({"sure": True} | documents[0] if reading.sure else {"sure": False, "readings": readings}))
        return 0
    texts = ["\n".join(map(str, explain(found) if arguments.explain else summary(found))) for found in answers]
    if not reading.sure:
        print("This may mean several things:" if len(texts) > 1 else "I'm not sure that I read this right:")
        texts = [f"{number}. {text}".replace("\n", "\n   ") for number, text in enumerate(texts, 1)]
    print("\n".join(texts))
    return 0


def _file(arguments: argparse.Namespace) -> int:
    """Count every hand of a file, one on each line; returns 2 if any line cannot be read."""
    if arguments.declared is not None:
        raise NotationError("--declared needs one hand, not a --file")
    form = partial(_write, as_json=arguments.json, explain=arguments.explain)
    with _open_lines(arguments.file) as hands:
        return BAD_INPUT if count_lines(hands, form, crib=arguments.crib) else 0


def count_lines(hands: Iterable[str], form: Form, *, crib: bool) -> int:
    """Write the count of each line's hand, skip empty lines, and return how many lines could not be read."""
    wrong = 0
    written: list[str] = []
    for number, line in enumerate(hands, 1):
        try:
            hand, starter = _hand_with_starter(questions.read_plain_hand(line) or _read_hand(line), crib=crib)
            written.append(form(number, hand, starter))
        except NotationError as error:
            if line.strip():
                wrong += 1
                print(f"line {number}: {error}", file=sys.stderr)
        if len(written) == _AT_ONCE:
            sys.stdout.writelines(written)
            written.clear()
    sys.stdout.writelines(written)
    return wrong


_AT_ONCE: Final = 1_000
"""How many lines are written at once."""


def _read_hand(line: str) -> questions.Hand:
    """Return the hand in a line of any spelling. Raises ``NotationError`` for a line that is not surely one hand."""
    reading = read(line)
    question = reading.questions[0]
    if not reading.sure:
        raise NotationError(f"this may mean {' or '.join(map(questions.write_question, reading.questions))}")
    match question:
        case questions.HandQuestion():
            return questions.Hand(question.hand, question.starter, question.crib, question.starter_marked)
        case questions.FourCardQuestion():
            raise NotationError(_NO_STARTER)
        case questions.RanksQuestion():
            raise NotationError("type every card with its suit")
        case _:
            raise NotationError("type 4 cards and the starter")


_NO_STARTER: Final = "the starter is missing: type 4 cards and the starter, or 3 and a marked starter"


def _hand_with_starter(hand: questions.Hand, *, crib: bool) -> tuple[questions.Hand, Card]:
    """Return the hand or crib and its starter. Raises ``NotationError`` for a hand that cannot be counted."""
    if hand.starter is None:
        raise NotationError(_NO_STARTER)
    if not (crib or hand.crib):
        return hand, hand.starter
    if len(hand.cards) == 3:
        raise NotationError("a crib needs 4 cards and the starter")
    return replace(hand, crib=True), hand.starter


@contextmanager
def _open_lines(file: str) -> Iterator[Iterable[str]]:
    """Return the lines of a file or of standard input; bytes that are not UTF-8 are kept for the error message."""
    if file != "-":
        with Path(file).open(encoding="utf-8", errors="surrogateescape") as lines:
            yield lines
        return
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    yield sys.stdin


_QUOTED: Final = {card: f'"{card}"' for card in PACK}


def _write(number: int, hand: questions.Hand, starter: Card, *, as_json: bool, explain: bool) -> str:
    """Return a counted hand as a line; JSON is written by hand, several times as fast as the encoder does."""
    total = show_total(hand.cards, starter, crib=hand.crib)
    if not as_json:
        words = f": {spoken_count(show(hand.cards, starter, crib=hand.crib))}" if explain else ""
        return f"line {number}: {total} for {questions.write_hand(hand)}{words}\n"
    cards = ", ".join([_QUOTED[card] for card in hand.cards])
    crib = ', "crib": true' if hand.crib else ""
    items = f', "items": {json.dumps(_items(show(hand.cards, starter, crib=hand.crib).items))}' if explain else ""
    start = f'{{"line": {number}, "hand": [{cards}], "starter": {_QUOTED[starter]}{crib}, "total": {total}'
    return f"{start}{items}}}\n"


def _document(found: Answer, *, explain: bool) -> dict[str, Any]:
    """Return an answer as a JSON object; notes on how the question was read come last, if there are any."""
    rare: dict[str, Any]
    match found:
        case HandAnswer(count=count):
            rare = {"rarity": _rarity(found.rarity)} if explain else {}
            fields = _count(found, count.hand, count.starter, count.total, count.items) | rare
        case RanksAnswer(question=asked):
            cases = {"cases": [asdict(case) for case in found.cases]}
            rare = {"rarities": {rarity.total: _rarity(rarity) for rarity in found.rarities}} if explain else {}
            fields = _count(found, asked.hand, asked.starter, found.total, found.items) | cases | rare
        case FourCardAnswer():
            starters = {str(total): _names(cards) for total, cards in found.starters.by_total}
            more = {"mean": float(found.starters.mean), "starters": starters}
            fields = _count(found, found.question.cards, None, found.total, found.items) | more
        case DiscardAnswer(question=asked):
            named = {} if asked.scores is None else asked.scores._asdict()
            scores = {"scores": {name: one for name, one in named.items() if one is not None}} if named else {}
            cribs = {name: [*map(_choice, of)] for name, of in (("dealer", found.dealer), ("pone", found.pone))}
            fields = {"cards": _names(asked.cards)} | scores | cribs
        case PlayAnswer():
            fields = {"play": [*map(_step, found.steps)]}
        case _:
            answer = [str(line) for line in summary(found)]
            fields = {"read": questions.write_question(found.question), "answer": answer}
    notes = [str(note) for note in dict.fromkeys(found.question.notes)]
    return fields | _verdict(getattr(found, "verdict", None)) | ({"notes": notes} if notes else {})


def _count(
    found: HandAnswer | RanksAnswer | FourCardAnswer,
    hand: Sequence[Card] | Sequence[questions.Face],
    starter: Card | questions.Face | None,
    total: int,
    items: Sequence[Combination] | Sequence[Item],
) -> dict[str, Any]:
    cards = {"hand": _names(hand), "starter": None if starter is None else _name(starter), "crib": found.question.crib}
    return cards | {"total": total, "items": _items(items), "words": str(found.words)}


def _rarity(rarity: Rarity) -> dict[str, Any]:
    return {"exactly": rarity.exactly, "more": rarity.more, "less": rarity.less, "of": rarity.every}


def _verdict(verdict: Verdict | None) -> dict[str, Any]:
    if verdict is None:
        return {}
    verdict_fields = {"declared": verdict.declared, "verdict": verdict.kind, "surplus": verdict.surplus}
    return verdict_fields | ({"others": [_verdict(rival) for rival in verdict.rivals[1:]]} if verdict.rivals else {})


def _choice(choice: Choice) -> dict[str, Any]:
    means = {name: getattr(choice, name) for name in ("hand", "crib", "peg", "total", "chance")}
    means["pegging"] = means.pop("peg")
    cards = {"away": _names(choice.away), "kept": _names(choice.kept)}
    return cards | {name: round(mean, 4) for name, mean in means.items() if mean is not None}


def _step(step: Step) -> dict[str, Any]:
    fields = {"card": _name(step.card), "count": step.count, "points": step.points, "items": _items(step.items)}
    if step.written is None:
        return fields
    return fields | {"written": asdict(step.written), "verdict": "right" if step.is_right else "wrong"}


def _items(items: Sequence[Combination] | Sequence[Item]) -> list[dict[str, Any]]:
    return [{"law": item.law.value, "cards": _names(item.cards), "points": item.points} for item in items]


def _names(cards: Sequence[Card] | Sequence[questions.Face]) -> list[str]:
    return [_name(card) for card in cards]


def _name(card: Card | questions.Face) -> str:
    return str(card if isinstance(card, Card) else card.card or card.rank)
