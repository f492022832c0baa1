"""The exit codes of the `cribbage-bot` command; 0 is success."""

from __future__ import annotations

from typing import Final

FAILED: Final = 1
"""A check did not hold, or the output could not be written to its end."""

BAD_INPUT: Final = 2
"""The input was wrong; one sentence on standard error says how."""

UNAVAILABLE: Final = 75
"""Something that the bot needs fails just now, and a service manager may try again: Discord, the disk, a lock.

It is the number of ``EX_TEMPFAIL`` on Unix.
"""

INTERRUPTED: Final = 130
"""Ctrl-C ended the command; shells use the same number."""
