"""How many forms a language has for what is said of numbers, and which number takes which."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from gettext import c2py
from typing import Final

ENGLISH: Final = "nplurals=2; plural=n != 1;"
"""Also what a file has that does not say otherwise."""

_WRITTEN: Final = re.compile(r"\s*nplurals\s*=\s*(\d{1,2})\s*;\s*plural\s*=\s*([^;]+?)\s*;?\s*")
_TRIED: Final = range(1001)
"""The numbers with which the plurals of a file are tried before they are trusted."""


@dataclass(frozen=True, slots=True)
class Plural:
    """The plurals of a language: how many ``forms`` it has, and the number of the ``form`` that a number takes."""

    forms: int
    form: Callable[[int], int]

    @classmethod
    def parse(cls, text: str) -> Plural:
        """Plurals as gettext writes them. Raises ``ValueError`` where they are none, or use too many forms."""
        written = _WRITTEN.fullmatch(text)
        if written is None:
            raise ValueError(f'language.plural is not "{text}"; write it as gettext does, such as "{ENGLISH}".')
        forms = int(written[1])
        try:
            form = c2py(written[2])
            taken = set(map(form, _TRIED))
        except (ValueError, ArithmeticError) as error:
            raise ValueError(
                f'language.plural cannot be "{text}": {error}; copy it from a table of plurals.'
            ) from error
        if not taken <= set(range(forms)):
            raise ValueError(
                f'language.plural is "{text}": it uses {max(taken) + 1} forms, so nplurals is not {forms}.'
            )
        return cls(forms, lambda number: min(form(number), forms - 1))

    def numbers(self, form: int) -> list[int]:
        """Which numbers take a form, of those up to a thousand."""
        return [number for number in _TRIED if self.form(number) == form]
