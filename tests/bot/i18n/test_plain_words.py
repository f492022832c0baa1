"""Plain words: no sentence of the catalogue holds a word or a turn of phrase that players no longer read.

Run it for some files alone with ``-k``, as in ``-k lawbook``.
"""

from __future__ import annotations

from collections import defaultdict

import pytest

from bot.ui.lawbook import question_search
from bot.ui.lawbook.law_page import LAW_TEXTS
from tests.support.plain_words import PATTERNS, old_words
from tests.support.po_files import shipped_template

QUOTATIONS = {text.quote for text in LAW_TEXTS.values()}
"""The words of the laws of 1877, which ``/law`` quotes."""

VOCABULARIES = {question_search.ASKING, question_search.VERBS, question_search.FILLER, question_search.GENERAL}
"""The words by which questions are understood; nobody is shown them."""

LAW_BOOKS = ("bot/ui/lawbook/", "engine/books/")
"""The places whose sentences name the number of a law, for ``/law``, ``/rules`` and the button "Why?"."""

NUMBERED = next(pattern for pattern in PATTERNS if pattern.search("law 19"))


def sentences():
    """Return every English sentence of the catalogue, by the first file that has it."""
    found = defaultdict(set)
    for message in shipped_template():
        if message.id and message.id not in QUOTATIONS | VOCABULARIES:
            forms = (message.id,) if isinstance(message.id, str) else message.id
            found[message.locations[0][0]].update(forms)
    return found


SENTENCES = sentences()


def complaints(texts, *, may_number=False):
    found = {text: old_words(text) for text in sorted(texts)}
    if may_number:
        found = {
            text: {old: plain for old, plain in words.items() if not NUMBERED.search(old)}
            for text, words in found.items()
        }
    return {text: words for text, words in found.items() if words}


@pytest.mark.parametrize("file", sorted(SENTENCES))
def test_no_sentence_holds_an_old_word(file):
    assert complaints(SENTENCES[file], may_number=file.startswith(LAW_BOOKS)) == {}


def test_the_list_knows_old_words_from_plain_ones():
    old = {"Lay away", "This game is put off", "You lead; the count is nought.", "Ben: too many, and rightly."}
    plain = {"Discard", "This game is paused", "You lead. The count is 0.", "You took 2 points back."}
    assert complaints(old | plain).keys() == old
