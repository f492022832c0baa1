"""Findings: what an examination says of one part, in one line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about one ``part``: it is right, or ``text`` says what to do."""

    part: str
    text: str
    is_right: bool = True

    def __str__(self) -> str:
        # Names of servers and channels come from people.
        text = "".join(letter if letter.isprintable() else " " for letter in self.text)
        return f"{'OK ' if self.is_right else 'FIX'}  {self.part}: {text}"


def wrong(part: str, text: str) -> Finding:
    """Return a finding about which the host must do something."""
    return Finding(part, text, is_right=False)
