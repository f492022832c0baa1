"""Sentences, lists, numbers and dates in the language of their reader."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from gettext import NullTranslations
from string import Formatter
from typing import Any, Final

from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from engine.cards import RANKS, SYMBOLS, CardText, Rank
from engine.messages import N_, Conjunction, Listed, Message
from engine.text.languages import LANGUAGES
from engine.text.languages.typed_language import TypedLanguage
from engine.text.spoken_counts import NumberInWords
from engine.text.typed_cards import TypedCard

__all__ = ["N_"]  # which others take from here beside what is defined below

_ENGLISH: Final = Locale("en", "CA")
"""The English without a comma before the "and" of a list, and with "Sep" as a short month."""

_LIST_STYLES: Final[Mapping[Conjunction, Any]] = {"and": "standard", "or": "or"}

_RANK: Final = re.compile(r"(?<![^\W_])[AJQK](?![^\W_])")
_RANK_OF_SUIT: Final = re.compile(rf"(?<![^\W_])[AJQK](?=[{SYMBOLS}])")
"""The letters of cards in English: any, and those in front of a suit."""

_SPECIFICATION: Final = re.compile(r"\+?(?P<group>,?)(?:\.(?P<places>\d+))?(?P<kind>[f%]?)")
"""How numbers are formatted in our sentences: ``+.1f``, ``,`` or ``.0%``."""


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language that players read: what Discord calls it, as in ``pt-BR``, its locale and its translations."""

    name: str
    locale: Locale
    catalogue: NullTranslations

    @property
    def typed(self) -> TypedLanguage | None:
        """Return what its players type and read on cards; None where cards and words are typed in English."""
        return LANGUAGES.get(self.name.partition("-")[0])

    @property
    def title(self) -> str:
        """Return what its speakers call it, such as ``Deutsch``."""
        title = self.locale.get_display_name() or self.name
        return f"{title[:1].upper()}{title[1:]}"


_CURRENT: Final[ContextVar[Language | None]] = ContextVar("language", default=None)


def gettext(sentence: str, /, **values: object) -> str:
    """Return the sentence in the current language, with the values in their places."""
    language = _CURRENT.get()
    if language is None:
        return sentence.format(**values) if values else sentence
    # The translation of "" is the header of the file.
    return _filled(sentence and language.catalogue.gettext(sentence), values, language)


def pgettext(context: str, sentence: str, /, **values: object) -> str:
    """Return the translation of a sentence in one context, where English has one word for two things."""
    language = _CURRENT.get()
    if language is None:
        return gettext(sentence, **values)
    return _filled(language.catalogue.pgettext(context, sentence), values, language)


def ngettext(one: str, many: str, number: int, /, **values: object) -> str:
    """Return the form of a counted sentence for the number that fills ``{number}``."""
    language = _CURRENT.get()
    if language is None:
        return (one if number == 1 else many).format(number=number, **values)
    return _filled(language.catalogue.ngettext(one, many, number), {"number": number, **values}, language)


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - named after N_, which marks one sentence
    """Return both sentences unchanged; it marks data that ``ngettext`` is given later."""
    return one, many


def render(message: Message) -> str:
    """Return a message of the engine, and the messages among its values, in the current language."""
    language = _CURRENT.get()
    if language is None:
        return str(message)
    values = {name: _rendered(value) for name, value in message.values.items()}
    text = _filled(_template(message, language), values, language)
    return f"{text[:1].upper()}{text[1:]}" if message.capital else text


def _rendered(value: object) -> object:
    language = _CURRENT.get()
    match value:
        case NumberInWords(number=number) if language is not None:
            return str(number) if language.typed is None else language.typed.numbers[number]
        case TypedCard(card=card) if language is not None and language.typed is not None:
            return language.typed.typed_name(card)
        case Message():
            return render(value)
        case Listed():
            return join_list([str(_rendered(item)) for item in value.items], value.conjunction)
    return value


def _template(message: Message, language: Language) -> str:
    catalogue, context = language.catalogue, message.context
    if message.plural:
        forms: tuple[str, str, Any] = (message.template, message.plural, message.values["number"])
        return catalogue.npgettext(context, *forms) if context else catalogue.ngettext(*forms)
    return (
        catalogue.pgettext(context, message.template)
        if context
        else message.template and catalogue.gettext(message.template)
    )


def join_list(items: Sequence[str], conjunction: Conjunction = "and") -> str:
    """Return several things as one list: ``Ann, Ben and Cat``; an empty string for none."""
    return format_list(items, _LIST_STYLES[conjunction], _locale()) if len(items) > 1 else "".join(items)


def date_of(day: date) -> str:
    """Return a date with a short month, such as ``5 Sep 2026``."""
    if _CURRENT.get() is None:
        return format_date(day, "d MMM y", _ENGLISH)
    return format_skeleton("yMMMd", day, locale=_locale())


def day_and_month(day: date, *, in_full: bool = False) -> str:
    """Return a date without its year, such as ``5 Sep``; in full ``5 September``.

    A short month may end with a full stop, so one at the end of a sentence is written in full.
    """
    if _CURRENT.get() is None:
        return format_date(day, "d MMMM" if in_full else "d MMM", _ENGLISH)
    return format_skeleton("MMMMd" if in_full else "MMMd", day, locale=_locale())


def month_of(day: date) -> str:
    """Return the month of a day with its year, such as ``September 2026``."""
    return format_skeleton("yMMMM", day, locale=_locale())


def _locale() -> Locale:
    language = _CURRENT.get()
    return _ENGLISH if language is None else language.locale


def _filled(sentence: str, values: Mapping[str, Any], language: Language) -> str:
    """Return the sentence with its values. Without values, braces are ordinary letters."""
    if values:
        own = {name: own_letters(value) if isinstance(value, CardText) else value for name, value in values.items()}
        sentence = _Formatter(language.locale).vformat(sentence, (), own)
    return own_letters(sentence)


def own_letters(text: str) -> str:
    """Return a text in which the cards have the letters of the current language: ``D♥`` for ``Q♥`` in German.

    Ranks without a suit have them in a ``CardText``.
    """
    language = _CURRENT.get()
    if language is None or language.typed is None:
        return text
    letters = language.typed.letters
    pattern = _RANK if isinstance(text, CardText) else _RANK_OF_SUIT
    return pattern.sub(lambda found: letters[Rank(RANKS.index(found[0]) + 1)], text)


def rank_letters(rank: Rank) -> str:
    """Return the letters or figures in the corner of a card: ``D`` for a queen in German."""
    language = _CURRENT.get()
    english = "10" if rank is Rank.TEN else str(rank)
    return english if language is None or language.typed is None else language.typed.letters.get(rank, english)


def typed_language() -> TypedLanguage | None:
    """Return the words and letters that players of the current language type; None is English alone."""
    language = _CURRENT.get()
    return None if language is None else language.typed


class _Formatter(Formatter):
    """Writes the values of a sentence as ``str.format`` does, but numbers and days as a language writes them."""

    def __init__(self, locale: Locale) -> None:
        self._locale = locale

    def format_field(self, value: Any, specification: str) -> str:
        """Return one value; a day, or a number with decimals, thousands or a percent sign, as the language has it."""
        if isinstance(value, date) and not isinstance(value, datetime):
            return format_skeleton("yMMMd", value, locale=self._locale)
        english = format(value, specification)
        form = _SPECIFICATION.fullmatch(specification)
        if form is None or not any(form.groups()) or not isinstance(value, int | float):
            return english
        # Python has rounded already: rounding again would turn 2.675, which is a little less, into 2.68.
        number = Decimal(english.rstrip("%").replace(",", ""))
        if form["kind"] == "%":
            return format_percent(number / 100, locale=self._locale, decimal_quantization=False)
        places = int(form["places"] or 0)
        pattern = f"{'#,##0' if form['group'] else '0'}{'.' + places * '0' if places else ''}"
        written = format_decimal(number, pattern, self._locale)
        return f"+{written}" if english.startswith("+") else written


def current_language() -> Language | None:
    """Return the language in use; None is English."""
    return _CURRENT.get()


def set_language(language: Language | None) -> None:
    """Use this language from now on, in this task and in those that it starts; None is English."""
    _CURRENT.set(language)


@contextmanager
def using_language(language: Language | None) -> Iterator[None]:
    """Use this language within a ``with`` block."""
    token = _CURRENT.set(language)
    try:
        yield
    finally:
        _CURRENT.reset(token)


MOST_OF_A_DESCRIPTION: Final = 100
"""The most letters in the description of a command or in the name of a choice."""

MOST_OF_A_TITLE: Final = 45
"""The most letters in the title of a form."""


def cut(words: str, most: int) -> str:
    """The words, or as many of their letters as there is room for."""
    return words if len(words) <= most else f"{words[: most - 1]}…"
