"""Translations for tests, written as ``.po`` files and read as the bot reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from babel import Locale
from babel.messages import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po, write_po

from bot.i18n.loading import TEMPLATE, read_language
from bot.i18n.translation import Language
from tests.support.paths import ROOT

Entries = Mapping[str | tuple[str, str], str | Sequence[str]]
"""Translations by sentence, or by both forms of a counted sentence; a context precedes ``CONTEXT``."""

CONTEXT = "\x04"
"""The character between a context and its sentence, as gettext has it."""


def po_file(locale: str, entries: Entries) -> str:
    """Return the text of a ``.po`` file with these translations."""
    catalogue = Catalog(Locale.parse(locale))
    for english, other in entries.items():
        context, _, sentence = english.rpartition(CONTEXT) if isinstance(english, str) else ("", "", english)
        catalogue.add(sentence, other if isinstance(other, str) else tuple(other), context=context or None)
    written = BytesIO()
    write_po(written, catalogue)
    return written.getvalue().decode()


def language(locale: str, entries: Entries, template: Catalog | None = None) -> Language:
    """Return a language with these translations, named after its locale."""
    with TemporaryDirectory() as folder:
        path = Path(folder, f"{locale}.po")
        path.write_text(po_file(locale, entries), encoding="utf-8")
        return read_language(locale.replace("_", "-"), path, template or Catalog())


@cache
def shipped_template() -> Catalog:
    """Return the shipped ``messages.pot``."""
    with TEMPLATE.open(encoding="utf-8") as file:
        return read_po(file)


@cache
def extracted_template() -> tuple[Catalog, list[tuple[str | None, str | tuple[str, ...]]]]:
    """Return what ``pybabel extract`` finds in the program now, and the context and sentence of each place."""
    found, add = [], Catalog.add

    def noted(catalogue: Catalog, sentence: Any, *others: Any, **options: Any) -> Message:
        found.append((options.get("context"), sentence))
        return add(catalogue, sentence, *others, **options)

    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        path = Path(folder, "messages.pot")
        settings = str(ROOT / "pyproject.toml")
        patch.setattr(Catalog, "add", noted)
        CommandLineInterface().run(["pybabel", "-q", "extract", "-F", settings, "-o", str(path), str(ROOT)])
        patch.undo()
        with path.open(encoding="utf-8") as file:
            return read_po(file), found
