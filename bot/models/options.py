"""Declared choices: what a command, a form, a page and a log need of an option, a setting or a preference."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A choice that people make; its words are sentences to translate.

    ``kind`` is the type of its values; ``choices`` are those that it allows, each in words, if it does not allow all.
    Commands show the ``description``, forms and pages the ``label``. One that is not ``required`` is None until
    something is chosen; ``usual`` says in forms what that means. ``values`` stand in the places of a choice's
    words.
    """

    name: str
    kind: Any = str
    description: str = ""
    label: str = ""
    choices: Mapping[Any, str] = field(default_factory=dict)
    required: bool = False
    usual: str = ""
    values: Mapping[Any, Mapping[str, object]] = field(default_factory=dict)

    def chosen(self, text: str | None) -> Any:
        """Return the choice that is written so; None for any other text."""
        return next((value for value in self.choices if str(value) == text), None)
