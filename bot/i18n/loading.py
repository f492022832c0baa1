"""The translations that are read at start: the shipped ones, those of a folder of the host, and a made-up one."""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from gettext import GNUTranslations, c2py
from hashlib import sha256
from importlib.util import cache_from_source
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Final, TypeAlias

import babel
from babel import Locale, UnknownLocaleError
from babel.messages import Catalog
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, PoFileParser

from bot.i18n.translation import Language
from engine.errors import CribbageError

FOLDER: Final = Path(__file__).parent / "locale"
"""The folder of the shipped translations."""

TEMPLATE: Final = FOLDER / "messages.pot"
"""Every sentence that players read, with no translation; ``pybabel init`` makes a translation of it."""

_OF_A_LANGUAGE: Final = Path("LC_MESSAGES", "messages.po")

_LINE: Final = re.compile(r'(?:(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)\s*)?"(?:[^"\\]|\\.)*"')
"""A line of a translation that is no comment: perhaps a keyword, and text in quotation marks."""

AT_MOST: Final = "At most {} characters."
"""The comment that tells a translator, and the loader, how long a translation may be."""

_AT_MOST: Final = re.compile(AT_MOST.replace(".", r"\.").format(r"(\d+)"))

_DECIDES: Final = (TEMPLATE, Path(__file__))
"""The files that decide, with a translation, what is compiled of it."""

_SEAL: Final = 32
"""The bytes of a seal: a SHA-256."""

LogLines: TypeAlias = list[tuple[int, str]]
"""Lines for the log, with their levels."""

_log = logging.getLogger(__name__)


class TranslationFileError(CribbageError, ValueError):
    """A file that is no translation; the message names the file and the line."""


def load_languages(*folders: Path) -> dict[str, Language]:
    """Return every language of the folders by the name that Discord has for it, such as ``pt-BR``.

    A language is ``<code>/LC_MESSAGES/messages.po`` or ``<code>.po``. Where two folders have one language, the file of
    the later folder is used. A file with a fault is logged, and its language left out.
    """
    paths = language_files(*folders)
    languages = {}
    for name, path in sorted(paths.items()):
        try:
            languages[name] = _read_once(name, path, path.stat().st_mtime_ns if path.exists() else 0)
        except TranslationFileError as error:
            _log.error("The language %s is left out. %s", name, error)
    return languages


def language_files(*folders: Path) -> dict[str, Path]:
    """Return the file of every language by its name; a file of a later folder takes the place of an earlier one."""
    found = dict[str, Path]()
    for folder in folders:
        found |= {_name(path.stem): path for path in sorted(folder.glob("*.po"))}
        # Of two files for one language, the one in a folder of its own is used.
        found |= {_name(path.parent.parent.name): path for path in sorted(folder.glob(f"*/{_OF_A_LANGUAGE}"))}
    return found


@lru_cache(maxsize=64)
def _read_once(name: str, path: Path, _changed: int) -> Language:
    """Return the language of a file, which is read again once it has changed.

    What is compiled of it stays where Python keeps compiled modules: parsing a translation takes most of a second.
    """
    try:
        parts = [f"{name} {path} {babel.__version__}".encode(), *(one.read_bytes() for one in (path, *_DECIDES))]
    except OSError:
        return read_language(name, path, read_template())
    sources = b"".join(sha256(part).digest() for part in parts)
    place = Path(cache_from_source(str(path))).with_suffix(".mo")
    content = _stored(place, sources)
    if content is None:
        content = _compiled(name, path, read_template())
        _store(place, sha256(sources + content).digest() + content)
    return _language(name, content)


def _stored(place: Path, sources: bytes) -> bytes | None:
    """Return what was compiled of just these sources; None where there is nothing, or it is damaged."""
    try:
        content = place.read_bytes()
    except OSError:
        return None
    body = content[_SEAL:]
    return body if sha256(sources + body).digest() == content[:_SEAL] else None


def _store(place: Path, content: bytes) -> None:
    """Write a file at once, as another process may read it; where nothing may be written there is none."""
    new = place.with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(content)
        new.replace(place)


def _name(code: str) -> str:
    return code.replace("_", "-")


def read_language(name: str, path: Path, template: Catalog) -> Language:
    """Return the language of one file. Raises ``TranslationFileError`` where it has a fault."""
    return _language(name, _compiled(name, path, template))


def _compiled(name: str, path: Path, template: Catalog) -> bytes:
    """Return a line of JSON with what is to be logged of a file, and its translations as gettext reads them."""
    _, catalogue = read_catalogue(name, path, template)
    lines = _coverage_lines(path, catalogue, template)
    for message in [*catalogue]:
        if message.id and not is_complete(message):
            catalogue.delete(message.id, message.context)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    return json.dumps(lines).encode() + b"\n" + compiled.getvalue()


def _language(name: str, content: bytes) -> Language:
    lines, _, compiled = content.partition(b"\n")
    for level, line in json.loads(lines):
        _log.log(level, "%s", line)
    return Language(name, Locale.parse(name, sep="-"), _Translations(compiled))


class _Translations(GNUTranslations):
    """The translations of a compiled file; they can be sent to another process."""

    def __init__(self, compiled: bytes) -> None:
        super().__init__(BytesIO(compiled))
        self._compiled = compiled

    def __reduce__(self) -> tuple[type[_Translations], tuple[bytes]]:
        return _Translations, (self._compiled,)


class _Catalogue(Catalog):
    def __setitem__(self, id: str | list[str] | tuple[str, ...], message: Message) -> None:  # noqa: A002
        """Add a message. Raises ``PoFileError`` where it is there already."""
        if id and self.get(message.id, message.context) is not None:
            raise PoFileError("the same msgid stands twice.", self, "", (message.lineno or 1) - 1)
        super().__setitem__(id, message)


def _catalogue(path: Path, locale: Locale | None) -> Catalog:
    """Return the messages of a file. Raises ``TranslationFileError`` where it is no ``.po`` file."""
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise TranslationFileError(f"{path} is not in UTF-8; save it as that.") from error
    except OSError as error:
        raise TranslationFileError(f"{path} cannot be read: {error.strerror}.") from error
    for number, line in enumerate(map(str.strip, lines), start=1):
        if line and not line.startswith("#") and not _LINE.fullmatch(line):
            raise TranslationFileError(
                f'{path}:{number}: this line is no keyword with text between two quotation marks; write \\" for each '
                "quotation mark inside the text."
            )
    catalogue = _Catalogue(locale=locale)
    try:
        PoFileParser(catalogue, ignore_obsolete=True, abort_invalid=True).parse(lines)
    except PoFileError as error:
        raise TranslationFileError(f"{path}:{error.lineno + 1}: {_sentence(error)}") from error
    except (ValueError, LookupError, TypeError) as error:
        raise TranslationFileError(f"{path}:1: the header cannot be read: {_sentence(error)}") from error
    return catalogue


def _sentence(error: Exception) -> str:
    return f"{str(error).rstrip('.')}."


def _check(path: Path, catalogue: Catalog, template: Catalog) -> None:
    """Raise ``TranslationFileError`` for the first fault of a translation, with the number of the others."""
    try:
        numbers = numbers_of_forms(catalogue)
    except ValueError as error:
        raise TranslationFileError(f"{path}:1: {error}") from error
    faults = []
    for message in catalogue:
        if message.id and not message.fuzzy:
            wrong = fault(message, numbers, limit_of(template.get(message.id, message.context)))
            if wrong is not None:
                faults.append(f"{path}:{message.lineno}: {wrong}")
    if faults:
        more = f" {len(faults) - 1} more translations have faults too." if faults[1:] else ""
        raise TranslationFileError(f"{faults[0]}{more}")


def limit_of(message: Message | None) -> int | None:
    """Return the most characters that Discord takes for a sentence, as the template's comment says."""
    comments = [] if message is None else message.auto_comments
    limits = [int(found[1]) for comment in comments if (found := _AT_MOST.fullmatch(comment))]
    return min(limits, default=None)


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of the template a file translates: its sentences without a translation, and those that nobody reads.

    A sentence counts as translated in all its plural forms, and not while it is marked ``fuzzy``.
    """

    known: int
    missing: tuple[Message, ...]
    unused: tuple[Message, ...]

    @property
    def translated(self) -> int:
        return self.known - len(self.missing)

    @property
    def percent(self) -> int:
        """Return the share of sentences that are translated, in whole per cent: 100 only if all are."""
        return 100 * self.translated // max(self.known, 1)


def coverage_of(catalogue: Catalog, template: Catalog) -> Coverage:
    known = {_key(message): message for message in template if message.id}
    written = {_key(message): message for message in catalogue if message.id}
    translated = {key: message for key, message in written.items() if is_complete(message)}
    missing = tuple(message for key, message in known.items() if key not in translated)
    unused = tuple(message for key, message in written.items() if key not in known and is_complete(message))
    return Coverage(len(known), missing, unused)


def read_catalogue(name: str, path: Path, template: Catalog) -> tuple[Locale, Catalog]:
    """Return the locale and the messages of one file. Raises ``TranslationFileError`` where it has a fault."""
    try:
        locale = Locale.parse(name, sep="-")
    except (UnknownLocaleError, ValueError):
        raise TranslationFileError(
            f"{path}: {name!r} is no language that Babel knows. Name the file by its code, such as de or pt_BR."
        ) from None
    catalogue = _catalogue(path, locale)
    _check(path, catalogue, template)
    return locale, catalogue


@cache
def read_template() -> Catalog:
    """Return every sentence that players read, with no translation; nobody changes it."""
    return _catalogue(TEMPLATE, None)


def _coverage_lines(path: Path, catalogue: Catalog, template: Catalog) -> LogLines:
    found = coverage_of(catalogue, template)
    lines = [
        (
            # A start says nothing of what is complete.
            logging.DEBUG if found.translated == found.known else logging.INFO,
            f"{path}: {found.translated} of {found.known} sentences are translated ({found.percent} %)",
        )
    ]
    if found.unused:
        first = found.unused[0]
        said = f"the bot does not use {len(found.unused)} of these sentences, such as {_first(first)!r}"
        lines.append((logging.WARNING, f"{path}:{first.lineno}: {said}; `pybabel update` removes them"))
    return lines


def _key(message: Message) -> tuple[str | None, str]:
    return message.context, _first(message)


def _first(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


# The checks of a translation: placeholders, plural forms, and Discord's limits of length.

_NUMBER: Final = "{number}"
"""The placeholder that every form of a counted sentence may have, though English may not need it."""

_TRIED: Final = range(1001)
"""The numbers with which plural forms are tried before they are trusted."""

Numbers = Sequence[Sequence[int]]
"""The numbers up to a thousand that take each plural form."""


def numbers_of_forms(catalogue: Catalog) -> Numbers:
    """Return which numbers take each plural form. Raises ``ValueError`` where ``Plural-Forms`` is wrong."""
    header = f'"nplurals={catalogue.num_plurals}; plural={catalogue.plural_expr};"'
    numbers: list[list[int]] = [[] for _ in range(catalogue.num_plurals)]
    try:
        form_of = c2py(catalogue.plural_expr)
        for number in _TRIED:
            numbers[form_of(number)].append(number)
    except IndexError:
        raise ValueError(f"Plural-Forms is {header}, which uses more forms than nplurals says.") from None
    except (ValueError, ArithmeticError) as error:
        raise ValueError(f"Plural-Forms cannot be {header}: {error}; copy it from a table of plurals.") from error
    return numbers


def is_complete(message: Message) -> bool:
    """Return whether a message is translated, in all its plural forms."""
    return all(_forms(message.string)) and not message.fuzzy


def fault(message: Message, numbers: Numbers, limit: int | None) -> str | None:
    """Return what is wrong with a translation, in one sentence; None where it is right or not there yet."""
    english, forms = _forms(message.id), _forms(message.string)
    if not any(forms):
        return None
    if not all(forms):
        return f'"{english[0]}" has {sum(map(bool, forms))} of the {len(numbers)} plural forms; write all of them.'
    for place, form in enumerate(forms):
        needed, allowed = _placeholders_of(english, numbers[place] if len(english) > 1 else None)
        found = placeholders(form)
        if found is None or not needed <= found <= allowed:
            return f'"{form}" must have these placeholders: {_join_names(needed)}; it may have: {_join_names(allowed)}.'
        length = sum(len(text) for text, *_ in Formatter().parse(form)) if found else len(form)
        if limit is not None and length > limit:
            return f'"{form}" has {length} characters, and Discord takes {limit} here.'
    return None


def _placeholders_of(english: Sequence[str], numbers: Sequence[int] | None) -> tuple[set[str], set[str]]:
    """Return the placeholders that a translation needs, and all that it may have.

    A form that one number alone takes need not show the number: it may say "one" or "a pair of".
    """
    every = [placeholders(sentence) or set() for sentence in english]
    if numbers is None:
        return every[0], every[0]
    allowed = set.union(*every) | {_NUMBER}
    return (set.intersection(*every) - {_NUMBER} if len(numbers) == 1 else every[-1]), allowed


def placeholders(sentence: str) -> set[str] | None:
    """Return everything in braces, with its format; None where the braces do not match."""
    try:
        parts = list(Formatter().parse(sentence))
    except ValueError:
        return None
    return {
        f"{{{name}{f'!{conversion}' if conversion else ''}{f':{form}' if form else ''}}}"
        for _, name, form, conversion in parts
        if name is not None
    }


def _forms(text: str | Sequence[str] | None) -> Sequence[str]:
    return (text or "",) if text is None or isinstance(text, str) else text


def _join_names(names: set[str]) -> str:
    return ", ".join(sorted(names)) or "none"


# A made-up translation: every sentence in accented letters, so that what is not translated is seen at once.

KEPT: Final = re.compile(r"\{[^{}]*\}|`[^`]*`|<[^<>\n]*>|(?<!\w)/[a-z]+|https?://\S+")
"""What a translator leaves as it is: what the bot puts in, what players type, and what Discord reads."""

_LETTERS: Final = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž"
)

_LONG: Final = 25
"""Sentences of so many letters grow by the whole share; the shorter ones by up to three times as much."""


def accented(sentence: str) -> str:
    """Return a sentence in letters that English does not have, still easy to read."""
    kept = [*KEPT.findall(sentence), ""]
    parts = [part.translate(_LETTERS) for part in KEPT.split(sentence)]
    return "".join(f"{part}{left}" for part, left in zip(parts, kept, strict=True))


def longer(sentence: str, percent: int, limit: int | None = None) -> str:
    """Return a sentence that is so much longer, as translations are, but no longer than its limit."""
    if not any(map(str.isalpha, KEPT.sub("", sentence))):
        return sentence
    share = percent * (3 if len(sentence) < _LONG else 1) / 100
    room = len(sentence) if limit is None else max(limit - len(sentence), 0)
    return f"{sentence}{'~' * min(round(len(sentence) * share), room)}"


def pseudo_catalogue(template: Catalog, locale: Locale, percent: int = 0) -> Catalog:
    """Return a catalogue with every sentence of the template accented, and ``percent`` longer than in English."""
    catalogue = Catalog(locale, charset="utf-8")
    forms = len(numbers_of_forms(catalogue))
    for message in template:
        limit = limit_of(message)
        if not isinstance(message.id, str):
            one, many = (longer(accented(form), percent, limit) for form in message.id)
            catalogue.add(message.id, (one, *[many] * (forms - 1)), context=message.context)
        elif message.id:
            catalogue.add(message.id, longer(accented(message.id), percent, limit), context=message.context)
    return catalogue
