"""Phrases that were collected from players or made to do harm, one a line in files of their own."""

import json
from pathlib import Path

COLLECTED = Path(__file__).parents[1] / "collected_phrases"


def phrases(name: str) -> list[str]:
    """Return the phrases of a file, with ``{}`` for the cards."""
    return (COLLECTED / f"{name}.txt").read_text(encoding="utf-8").splitlines()


HOSTILE: list[str] = [json.loads(line) for line in (COLLECTED / "hostile.jsonl").read_text("ascii").splitlines()]
"""Pieces of which hostile texts are made, again and again."""
