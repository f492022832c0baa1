"""`cribbage-bot verify`: records checked against the laws and against their sealed shuffles."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from bot.cli.exit_codes import FAILED
from bot.tables.shuffle import check
from engine.audit import audit
from engine.errors import CribbageError, NotationError
from engine.record import Record

_LONGEST: Final = 600
"""How many letters of a complaint are printed: it may quote a whole event of a record."""


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the command's argument."""
    parser.set_defaults(command=verify)
    parser.add_argument("file", metavar="FILE", help="one record, or one per line (- is standard input)")


def verify(arguments: argparse.Namespace) -> int:
    """Print for every record of a file whether it holds; the exit code says whether all do."""
    code = 0
    for number, document in enumerate(_documents(arguments.file), 1):
        try:
            record, proof = verdict_on(document)
        except CribbageError as error:
            print(f"record {number}: wrong: {_on_one_line(str(error))}")
            code = FAILED
        else:
            print(f"record {number}: {_on_one_line(record.game)}: correct; {proof}")
    return code


def verdict_on(document: Any) -> tuple[Record, str]:
    """Return the record of a document that holds, and what its shuffle proves. Raises ``CribbageError``."""
    record = audit(document)
    return record, _check_shuffle(record)


def _on_one_line(text: str) -> str:
    """Return what a document says without line breaks and control characters, and cut where it is too long."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}..."


def _documents(file: str) -> Iterator[dict[str, Any]]:
    """Read the JSON documents in a file: a single one, or one a line. Raises ``NotationError``."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise NotationError(f"{file} isn't text. Give one record, or one per line.") from None
    if not text.strip():
        raise NotationError(f"{file} is empty. Give one record, or one per line.")
    try:
        documents = [json.loads(text)]
    except (ValueError, RecursionError):
        documents = [_parse_line(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    for document in documents:
        if not isinstance(document, dict):
            raise NotationError(f"{file} has something that isn't a record.")
        yield document


def _parse_line(number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"line {number} isn't JSON ({error}). Give one record, or one per line.") from None


def _check_shuffle(record: Record) -> str:
    """Check every deal against the published seed, and say the result. Raises ``NotationError`` if one differs."""
    if record.seed is None:
        return "its shuffle is still secret"
    findings = check(record.commitment, record.seed, record.events, record.contributions)
    wrong = [finding for finding in findings if not finding.agrees]
    if wrong:
        raise NotationError(f"{wrong[0].what} {wrong[0].number} didn't come from the fair shuffle.")
    proof = "every deal came from the fair shuffle"
    return proof if record.posted is not False else f"{proof}, but its commitment came after the first card"
