"""Translations, read from files that hold for each English sentence what it is in another language."""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from discord import Locale

from bot.i18n.catalogue_checks import faults
from bot.i18n.plurals import ENGLISH, Plural
from bot.i18n.translation import Language
from engine.errors import CribbageError

FOLDER: Final = Path(__file__).parent
CATALOGUE: Final = "catalogue.toml"
"""The file of every sentence with nothing beside it, which a translator copies and fills in."""

_OF_THE_FILE: Final = "language"
"""The one entry that is no sentence: what the language is called, and its plurals."""

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
    """The language of one file. Raises ``LanguageError`` for what is no translation, and says what to do about it."""
    entries = _entries(path)
    settings = entries.pop(_OF_THE_FILE, {})
    catalogue = _entries(FOLDER / CATALOGUE)
    try:
        title, plural = _of_the_file(settings, path.stem)
    except ValueError as error:
        raise LanguageError(f"{path.name}: {error}") from error
    wrong = list(faults(entries, catalogue, plural))
    if wrong:
        more = f" {len(wrong) - 1} more entries have faults too." if wrong[1:] else ""
        raise LanguageError(f"{path.name}: {wrong[0]}{more}")
    _log_what_is_filled(path.name, entries, catalogue)
    if path.stem not in {part for locale in Locale for part in (str(locale), str(locale).partition("-")[0])}:
        _log.warning(
            "%s: Discord has no language of this name, so only who chooses it in /preferences is spoken to in it",
            path.name,
        )
    return Language(
        path.stem,
        MappingProxyType({english: other for english, other in entries.items() if isinstance(other, str)}),
        MappingProxyType(
            {english: tuple(other) for english, other in entries.items() if isinstance(other, list) and any(other)}
        ),
        plural.form,
        title,
    )


def _entries(path: Path) -> dict[str, Any]:
    """What a file holds. Editors may begin a file with a mark that it is UTF-8."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise LanguageError(f"{path.name} cannot be read: it is not in UTF-8; save it as that.") from error
    except tomllib.TOMLDecodeError as error:
        raise LanguageError(
            f"{path.name} cannot be read: {error}. See there, or just before, whether every sentence stands once, on "
            'one line, between two quotation marks, with \\" for each quotation mark inside it.'
        ) from error
    except OSError as error:
        raise LanguageError(f"{path.name} cannot be read: {error.strerror}.") from error


def _of_the_file(settings: object, locale: str) -> tuple[str, Plural]:
    """What the language is called, and its plurals. Raises ``ValueError`` for anything else."""
    told: dict[str, Any] = settings if isinstance(settings, dict) else {"": settings}
    if not told.keys() <= {"name", "plural"} or not all(isinstance(value, str) for value in told.values()):
        raise ValueError(
            'of the language itself only language.name = "..." and language.plural = "..." are told, each on a line '
            "before all sentences; under the heading [language] no sentence can stand."
        )
    return told.get("name") or locale, Plural.parse(told.get("plural") or ENGLISH)


def _log_what_is_filled(file: str, entries: Mapping[str, Any], catalogue: Mapping[str, Any]) -> None:
    """Tell whoever runs the bot how far a translation has come, and what in it is said no more."""
    filled = sum(1 for english, other in entries.items() if english in catalogue and any(other))
    _log.info("%s: %d of %d sentences are filled in", file, filled, len(catalogue))
    said = {*catalogue, *_in_parts(catalogue)}
    gone = [english for english in entries if english not in said]
    if gone:
        _log.warning(
            '%s: the bot has no use for %d of its sentences, such as "%s"; %s holds those that it says',
            *(file, len(gone), gone[0], CATALOGUE),
        )


def _in_parts(catalogue: Mapping[str, Any]) -> Iterator[str]:
    """Sentences that a file may hold by themselves: each of a pair, and one without its sense."""
    for english, empty in catalogue.items():
        if isinstance(empty, list):
            yield from english.split(" | ")
        elif english.endswith("]"):
            yield english[: english.rindex(" [")]
