"""The template: ``pybabel extract`` finds every sentence, and the shipped ``messages.pot`` is up to date."""

import re
from functools import cache
from io import BytesIO

import pytest
from babel.messages.extract import extract

from bot.ui import features
from bot.ui.lawbook.law_page import LAW_TEXTS
from bot.ui.lawbook.tutorial import PAGES
from engine.analysis.exercises import Skill
from engine.laws import Law
from engine.presets import PRESETS
from tests.support.data_files import data_beside
from tests.support.paths import ROOT
from tests.support.po_files import extracted_template, shipped_template

DATA = data_beside(__file__)

TEXTS = sorted(path for folder in ("bot", "engine") for path in (ROOT / folder).rglob("*.toml"))
"""The files of texts beside the modules that read them."""

UPDATE = "out of date: run pybabel extract as .github/docs/translating.md says"


@cache
def program():
    """Return the template of the present program, and its sentences; finding them takes a second."""
    return extracted_template()


def extracted(source):
    return [
        (line, sentence, context, comments)
        for line, sentence, comments, context in extract("tests.support.extraction:extract", BytesIO(source.encode()))
    ]


def sentences(source):
    return [sentence for _, sentence, _, _ in extracted(source)]


def entries(template):
    """Return each message with its context and the comments for translators."""
    return {(message.context, message.id): message.auto_comments for message in template if message.id}


class TestTheShippedTemplate:
    def test_it_is_up_to_date(self):
        assert entries(shipped_template()) == entries(program()[0]), UPDATE

    def test_it_names_the_file_of_each_sentence_and_no_line_that_would_change_with_every_edit(self):
        places = {place for message in shipped_template() if message.id for place in message.locations}
        assert {"bot/ui/core/formatting.py", "engine/laws.toml"} <= {file for file, _ in places}
        assert {line for _, line in places} == {None}

    def test_no_counted_sentence_has_the_msgid_of_another(self):
        """gettext keeps a counted sentence under its first form, so another of that form would get its translation."""
        plain, counted = set(), {}
        for context, found in program()[1]:
            if isinstance(found, tuple):
                assert counted.setdefault((context, found[0]), found) == found
            else:
                plain.add((context, found))
        assert plain
        assert counted
        assert counted.keys() & plain == set()


@pytest.fixture
def known():
    return {sentence for _, sentence in entries(program()[0])}


class TestWhatIsFound:
    """The template also has the sentences of tables, and those that are sent to Discord."""

    def test_laws(self, known):
        for law in Law:
            texts = LAW_TEXTS[law]
            assert {law.title, law.sentence, *filter(None, (texts.more, texts.here))} <= known

    def test_presets_pages_and_skills(self, known):
        assert {text for preset in PRESETS.values() for text in (preset.title, preset.source)} <= known
        assert {text for page in PAGES for text in (page.title, *page.paragraphs)} <= known
        assert {skill.title for skill in Skill} <= known

    def test_commands(self, known):
        """Names of choices that are a number, or a word that is typed, need no translation."""
        for top in features.COMMANDS:
            for command in (top, *(top.walk_commands() if hasattr(top, "walk_commands") else ())):
                if not hasattr(command, "description"):
                    continue
                options = getattr(command, "parameters", ())
                named = [choice._locale_name for option in options for choice in option.choices if " " in choice.name]
                choices = [name.extras.get("sentence", name.message) for name in named]
                told = {str(command.description), *(str(option.description) for option in options), *choices}
                assert told <= known, command.qualified_name

    def test_sentences_in_files_of_texts(self, known):
        texts = "".join(path.read_text(encoding="utf-8") for path in TEXTS)
        found = {*re.findall(r'"(\w[^"\\]*\.)"', texts)}
        assert len(found) > 400
        assert found <= known


class TestTheMethod:
    @pytest.mark.parametrize(("source", "found"), DATA["calls"])
    def test_calls(self, source, found):
        assert [[*one] if isinstance(one, tuple) else one for one in sentences(source)] == found

    def test_lines_and_contexts(self):
        assert extracted('\npgettext("verb",\n  "Pass")') == [(3, "Pass", "verb", [])]

    def test_texts_in_files(self):
        source = BytesIO(DATA["texts"].encode())
        found = [sentence for _, sentence, _, _ in extract("tests.support.extraction:extract_texts", source)]
        assert found == ["One.", "Two.", "Three."]

    @pytest.mark.parametrize(("source", "limit"), DATA["limits"])
    def test_translators_read_discords_limits(self, source, limit):
        assert extracted(source)[0][1:] == ("One.", None, [f"At most {limit} characters."])
