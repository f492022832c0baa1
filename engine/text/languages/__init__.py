"""What players type in languages other than English: one module a language, each with data of the same shape."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.text.languages.french import FRENCH
from engine.text.languages.german import GERMAN
from engine.text.languages.spanish import SPANISH
from engine.text.languages.typed_language import TypedLanguage

LANGUAGES: Final[Mapping[str, TypedLanguage]] = MappingProxyType({"de": GERMAN, "fr": FRENCH, "es": SPANISH})
"""The languages that can be typed besides English, by their codes."""

ENGLISH_TOO: Final = """die man pass change face main son stop idea media once real heels leg correct impossible
    distribution error poker sale par nan meme ass cut flush crib nobs his points"""
"""Words of these languages that are English, too, so that they do not tell which is spoken."""
