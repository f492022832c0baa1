"""Translations, read from files that hold for each English sentence what it is in another language."""

from __future__ import annotations

import logging
import tomllib
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Final

from engine.errors import CribbageError
from engine.speech import Language

FOLDER: Final = Path(__file__).parent
CATALOGUE: Final = "catalogue.toml"
"""The file of every sentence with nothing beside it, which a translator copies and fills in."""

_log = logging.getLogger(__name__)


class LanguageError(CribbageError, ValueError):
    """A file that is no translation of the catalogue."""


def shipped(folder: Path = FOLDER) -> dict[str, Language]:
    """Every language in a folder, by the locale after which its file is named; one that is wrong is left out."""
    known = {}
    for path in sorted(folder.glob("*.toml")):
        if path.name == CATALOGUE:
            continue
        try:
            known[path.stem] = read(path)
        except LanguageError as error:
            _log.error("a language is not spoken: %s", error)
    return known


def read(path: Path) -> Language:
    """The language of one file. Raises ``LanguageError`` where a sentence has other placeholders than in English."""
    try:
        sentences = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise LanguageError(f"{path.name} cannot be read: {error}.") from error
    for english, other in sentences.items():
        _check(path.name, english, other)
    return Language(path.stem, MappingProxyType(sentences))


def _check(file: str, english: str, other: object) -> None:
    if not isinstance(other, str):
        raise LanguageError(f'{file}: what stands for "{english}" is no sentence in quotation marks.')
    wanted = _placeholders(english) or set()
    if other and _placeholders(other) != wanted:
        every = ", ".join(sorted(wanted)) or "none"
        raise LanguageError(f'{file}: "{other}" must have the placeholders of "{english}", and no others: {every}.')


def _placeholders(sentence: str) -> set[str] | None:
    """Everything in braces, with how it is written; None where the braces do not match."""
    try:
        parts = list(Formatter().parse(sentence))
    except ValueError:
        return None
    return {
        f"{{{name}{f'!{how}' if how else ''}{f':{form}' if form else ''}}}"
        for _, name, form, how in parts
        if name is not None
    }
