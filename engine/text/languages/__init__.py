"""What players type in languages other than English: one file a language, each with data of the same shape."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.text.languages.typed_language import TypedLanguage, read_language

LANGUAGES: Final[Mapping[str, TypedLanguage]] = MappingProxyType(
    {code: read_language(code) for code in ("de", "fr", "es")}
)
"""The languages that can be typed besides English, by their codes."""

ENGLISH_TOO: Final = """die man pass change face main son stop idea media once real heels leg correct impossible
    distribution error poker sale par nan meme ass cut flush crib nobs his points hat"""
"""Words of these languages that are English, too, so that they do not tell which is spoken."""
