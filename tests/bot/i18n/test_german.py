"""The shipped German: what is typed stays as it is, and words and buttons follow ``.github/docs/glossary-de.md``."""

import re

import pytest
from babel.messages.pofile import read_po

from bot.i18n.loading import FOLDER, is_complete

TYPED = re.compile(r"`[^`]*`")
AVOIDED = re.compile(r"\b(Spielern?|Spielers|Gegnern?|Gegners|Partnern?|Geber|Krippe|Gesetz|Dealer)\b")
FORMAL = re.compile(r"(?<=[a-zäöüß,] )(Sie|Ihr|Ihre|Ihrem|Ihren|Ihrer|Ihnen)\b")
OF_A_BUTTON = "At most 80 characters."
LONGEST = 38


def translations():
    """Return the English and the German of every translated sentence and form, and whether it is on a button."""
    with (FOLDER / "de" / "LC_MESSAGES" / "messages.po").open("rb") as file:
        catalogue = read_po(file, locale="de")
    found = []
    for message in catalogue:
        if message.id and is_complete(message):
            english = (message.id,) if isinstance(message.id, str) else message.id
            german = (message.string,) if isinstance(message.string, str) else message.string
            on_button = OF_A_BUTTON in message.auto_comments
            found += [(one, other, on_button) for one, other in zip(english, german, strict=True)]
    return found


TRANSLATIONS = translations()


def test_what_players_type_stays_english():
    changed = [other for one, other, _ in TRANSLATIONS if sorted(TYPED.findall(one)) != sorted(TYPED.findall(other))]
    assert changed == []


@pytest.mark.parametrize("pattern", [AVOIDED, FORMAL])
def test_no_word_stands_there_that_the_glossary_rules_out(pattern):
    assert [other for _, other, _ in TRANSLATIONS if pattern.search(other)] == []


def test_buttons_fit_a_phone():
    labels = [re.sub(r"\{[^{}]*\}", "", other) for _, other, on_button in TRANSLATIONS if on_button]
    assert len(labels) > 50
    assert [label for label in labels if len(label) > LONGEST] == []
