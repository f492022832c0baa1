"""Translations are read at start: from the package and from the host's folder, and a file with a fault is left out."""

import logging
import os
import re
import shutil

import pytest
from babel import Locale
from babel.messages import Catalog
from babel.messages.frontend import CommandLineInterface

from bot.i18n import loading
from bot.i18n.loading import FOLDER, TEMPLATE, TranslationFileError, load_languages, read_language
from bot.i18n.translation import gettext, using_language
from bot.ui.core.formatting import points
from tests.support.data_files import data_beside
from tests.support.po_files import po_file, shipped_template
from tests.support.pseudo_language import accented, pseudo_entries

DATA = data_beside(__file__)

POINTS = ("{number} point", "{number} points")
POLISH = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"
HEADER = f"""\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: {POLISH}\\n"

"""


def write(folder, text, code="pl"):
    path = folder / code / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def one(english, other):
    return f"msgid {quoted(english)}\nmsgstr {quoted(other)}\n"


def counted(*forms, english=POINTS):
    lines = [f"msgstr[{place}] {quoted(form)}" for place, form in enumerate(forms)]
    return "\n".join([f"msgid {quoted(english[0])}", f"msgid_plural {quoted(english[1])}", *lines, ""])


def quoted(text):
    return '"' + text.replace('"', '\\"') + '"'


def fault_of(path, code="pl"):
    """Return the one sentence with which a file is refused, and the line it names."""
    with pytest.raises(TranslationFileError) as refusal:
        read_language(code, path, shipped_template())
    text = str(refusal.value)
    assert "\n" not in text
    assert text.startswith(str(path))
    line = re.match(r":(\d+): ", text.removeprefix(str(path)))
    return text, int(line[1]) if line else None


class TestWhereLanguagesAre:
    def test_a_file_in_either_place_is_read(self, tmp_path):
        write(tmp_path, HEADER + one("Decline", "Odrzuć"))
        (tmp_path / "pt_BR.po").write_text(po_file("pt_BR", {"Decline": "Recusar"}), encoding="utf-8")
        languages = load_languages(tmp_path)
        assert {name: language.locale.language for name, language in languages.items()} == {"pl": "pl", "pt-BR": "pt"}
        for language, told in zip(languages.values(), ("Odrzuć", "Recusar"), strict=True):
            with using_language(language):
                assert gettext("Decline") == told

    def test_every_shipped_language_is_read(self):
        shipped = {path.parent.parent.name.replace("_", "-") for path in FOLDER.glob("*/LC_MESSAGES/messages.po")}
        assert load_languages(FOLDER).keys() == shipped

    def test_the_hosts_file_is_used_in_place_of_the_shipped_one(self, tmp_path):
        shipped, hosts = tmp_path / "shipped", tmp_path / "hosts"
        write(shipped, HEADER + one("Decline", "Odrzuć"))
        write(shipped, po_file("de", {"Decline": "Ablehnen"}), "de")
        write(hosts, HEADER + one("Decline", "Nie"))
        languages = load_languages(shipped, hosts)
        told = []
        for name in ("pl", "de"):
            with using_language(languages[name]):
                told.append(gettext("Decline"))
        assert told == ["Nie", "Ablehnen"]

    @pytest.mark.parametrize("code", ["deutsch", "x", "pl_XX_YY_ZZ"])
    def test_a_name_that_is_no_language(self, tmp_path, at_error, code):
        write(tmp_path, HEADER + one("Decline", "Nie"), code)
        at_error.append(f"The language {code.replace('_', '-')} is left out.")
        assert load_languages(tmp_path) == {}


FORMS = ("{number} punkt", "{number} punkty", "{number} punktów")


class TestWhatIsRead:
    @pytest.mark.parametrize(
        ("text", "told"),
        [
            (one("Decline", "Odrzuć"), {"Decline": "Odrzuć"}),
            (one("Decline", ""), {"Decline": "Decline"}),
            ("#, fuzzy\n" + one("Accept", "{a}"), {"Accept": "Accept"}),
            ('msgid ""\n"Dec"\n"line"\nmsgstr ""\n"Od"\n"rzuć"\n', {"Decline": "Odrzuć"}),
            ('#~ msgid "Once {a}"\n#~ msgstr "Kiedyś"\n', {"Once {a}": "Once {a}"}),
            (one("House rules", "x" * 300), {"House rules": "x" * 300}),
            (counted(*FORMS), {0: "0 punktów", 1: "1 punkt", 2: "2 punkty", 12: "12 punktów", 22: "22 punkty"}),
            (counted("punkt", *FORMS[1:]), {1: "punkt", 2: "2 punkty"}),
        ],
        ids=["sentence", "empty", "fuzzy", "long", "obsolete", "no limit", "forms", "one without its number"],
    )
    def test_sentences_and_counted_ones(self, tmp_path, text, told):
        with using_language(read_language("pl", write(tmp_path, HEADER + text), shipped_template())):
            assert {key: gettext(key) if isinstance(key, str) else points(key) for key in told} == told

    @pytest.mark.parametrize(
        ("code", "forms", "told"),
        [
            ("pl", FORMS, ["1 punkt", "5 punktów", "21 punktów"]),
            # In Russian 21 takes the same form as 1, and in English it does not.
            ("ru", ("", "", ""), ["1 point", "5 points", "21 points"]),
        ],
    )
    def test_without_plural_forms_in_the_header_those_of_the_language_are_taken(self, tmp_path, code, forms, told):
        with using_language(read_language(code, write(tmp_path, counted(*forms), code), shipped_template())):
            assert [points(number) for number in (1, 5, 21)] == told

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
    def test_as_editors_save_it(self, tmp_path, encoding):
        path = write(tmp_path, "")
        path.write_text((HEADER + one("Decline", "Odrzuć")).replace("\n", "\r\n"), encoding=encoding)
        with using_language(read_language("pl", path, shipped_template())):
            assert gettext("Decline") == "Odrzuć"

    def test_how_much_is_translated_is_logged_and_what_is_not_used(self, tmp_path, caplog):
        caplog.set_level(logging.INFO)
        path = write(tmp_path, HEADER + one("Decline", "Nie") + "\n" + one("Once used.", "Kiedyś."))
        read_language("pl", path, shipped_template())
        many = sum(1 for message in shipped_template() if message.id)
        assert f"{path}: 1 of {many} sentences are translated (0 %)" in caplog.messages
        (warning,) = (record.getMessage() for record in caplog.records if record.levelno == logging.WARNING)
        line = path.read_text("utf-8").splitlines().index('msgid "Once used."') + 1
        assert warning.startswith(f"{path}:{line}: the bot does not use 1 of these sentences, such as 'Once used.'")


class TestWhatIsCompiled:
    """It stays beside the file, so that the next start need not parse it; and it is never older than the file."""

    @pytest.fixture
    def told(self, tmp_path):
        """Load the language as a new process does; returns its word for Decline."""

        def load():
            loading._read_once.cache_clear()
            with using_language(load_languages(tmp_path)["pl"]):
                return gettext("Decline")

        return load

    def test_the_next_start_parses_nothing_and_logs_the_same(self, tmp_path, told, monkeypatch, caplog):
        caplog.set_level(logging.INFO)
        write(tmp_path, HEADER + one("Decline", "Nie") + "\n" + one("Once used.", "Kiedyś."))
        assert told() == "Nie"
        logged = [*caplog.messages]
        monkeypatch.setattr(loading, "read_catalogue", None)
        monkeypatch.setattr(loading, "read_template", lambda: None)
        assert told() == "Nie"
        assert caplog.messages == [*logged, *logged]
        assert len(logged) == 2

    def test_an_edited_file_is_read_even_where_its_time_and_size_are_those_of_before(self, tmp_path, told):
        path = write(tmp_path, HEADER + one("Decline", "Nie"))
        before = path.stat()
        assert told() == "Nie"
        write(tmp_path, HEADER + one("Decline", "Tak"))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert told() == "Tak"

    def test_a_file_that_gets_a_fault_is_left_out(self, tmp_path, told, at_error):
        write(tmp_path, HEADER + one("Decline", "Nie"))
        assert told() == "Nie"
        write(tmp_path, HEADER + one("Decline", "{Nie}"))
        at_error.append("The language pl is left out.")
        with pytest.raises(KeyError):
            told()

    def test_an_update_of_the_sentences_or_the_checks_compiles_again(self, tmp_path, told, monkeypatch, at_error):
        write(tmp_path, HEADER + one("Decline", "x" * 20))
        assert told() == "x" * 20
        template, rules = tmp_path / "new.pot", tmp_path / "checks.py"
        shutil.copy(TEMPLATE, template)
        rules.write_text("# stricter")
        monkeypatch.setattr(loading, "_DECIDES", (template, rules))
        monkeypatch.setattr(loading, "limit_of", lambda message: 10)
        at_error.append("The language pl is left out.")
        with pytest.raises(KeyError):
            told()

    @pytest.mark.parametrize("damage", [b"", b"\0" * 2_000, None])
    def test_one_that_is_damaged_is_compiled_again(self, tmp_path, told, damage):
        write(tmp_path, HEADER + one("Decline", "Nie"))
        assert told() == "Nie"
        (stored,) = (tmp_path / "pl" / "LC_MESSAGES" / "__pycache__").iterdir()
        whole = stored.read_bytes()
        stored.write_bytes(whole[:-9] if damage is None else damage)
        assert told() == "Nie"
        assert stored.read_bytes() == whole

    def test_a_folder_in_which_nothing_may_be_written(self, tmp_path, told):
        path = write(tmp_path, HEADER + one("Decline", "Nie"))
        (path.parent / "__pycache__").touch()
        assert [told(), told()] == ["Nie", "Nie"]


class TestFaults:
    @pytest.mark.parametrize(
        ("entry", "complaint"),
        [
            (one("{number} points", "{numero} punktów"), "must have these placeholders: {number}"),
            (one("{number} points", "punkty"), "must have these placeholders: {number}"),
            (one("{number} points", "{number.__class__} punktów"), "must have these placeholders"),
            (one("{share:.2f} a game", "{share} na grę"), "{share:.2f}"),
            (one("{number} points", "{number punktów"), "must have these placeholders"),
            (one("Nothing", "Nic {number}"), "placeholders: none"),
            (counted("{n} punkt", "{number} punkty", "{number} punktów"), '"{n} punkt"'),
            (counted("punkt", "punkty", "{number} punktów"), '"punkty" must have these placeholders: {number}'),
            (counted("{number} punkt", "{number} punktów"), "has 2 of the 3 plural forms"),
            (counted("{number} punkt", "", "{number} punktów"), "has 2 of the 3 plural forms"),
            (counted("{number} a", "{number} b", "{number} c", "{number} d"), "num_plurals"),
            (one("Refresh", "x" * 81), "has 81 characters, and Discord takes 80 here"),
            (one("Count your hand", "x" * 46), "has 46 characters, and Discord takes 45 here"),
            (one("Who counts the hands", "x" * 101), "has 101 characters, and Discord takes 100 here"),
        ],
    )  # fmt: skip
    def test_a_wrong_translation_is_reported_with_its_line(self, tmp_path, entry, complaint):
        path = write(tmp_path, f"{HEADER}{one('Accept', 'Tak')}\n{entry}")
        text, line = fault_of(path)
        assert complaint in text
        assert line == path.read_text("utf-8").count("\n", 0, len(HEADER) + len(one("Accept", "Tak")) + 1) + 1

    @pytest.mark.parametrize(("line", "complaint"), DATA["broken_lines"])
    def test_a_line_that_cannot_be_read(self, tmp_path, line, complaint):
        path = write(tmp_path, f'{HEADER}msgid "Decline"\n{line}\n')
        text, number = fault_of(path)
        assert complaint in text
        assert number == HEADER.count("\n") + {"missing msgstr": 1, "twice": 4}.get(complaint, 2)

    def test_how_many_other_faults_there_are(self, tmp_path):
        entries = "\n".join(one(name, "{x}") for name in ("Decline", "Accept", "Nothing"))
        assert "2 more translations have faults too." in fault_of(write(tmp_path, HEADER + entries))[0]

    @pytest.mark.parametrize("plural", DATA["plural_forms"])
    def test_plural_forms_that_are_none(self, tmp_path, plural):
        text, line = fault_of(write(tmp_path, HEADER.replace(POLISH, plural) + one("Decline", "Nie")))
        assert line is not None
        assert "Plural-Forms" in text or "header" in text

    def test_a_file_that_is_not_in_utf_8(self, tmp_path):
        path = write(tmp_path, "")
        path.write_text(HEADER + one("Decline", "Odrzuć"), encoding="cp1250")
        assert fault_of(path) == (f"{path} is not in UTF-8; save it as that.", None)

    def test_one_bad_file_leaves_the_others(self, tmp_path, at_error):
        write(tmp_path, po_file("de", {"Decline": "Ablehnen"}), "de")
        path = write(tmp_path, HEADER + one("Decline", "{Odrzuć}"))
        at_error.append(f"The language pl is left out. {path}:{HEADER.count(chr(10)) + 1}: ")
        assert list(load_languages(tmp_path)) == ["de"]


class TestAsATranslatorWorks:
    """The usual commands, with no code changed."""

    def pybabel(self, *arguments):
        CommandLineInterface().run(["pybabel", "-q", *map(str, arguments)])

    def test_a_new_language_is_made_and_filled_in(self, tmp_path):
        self.pybabel("init", "-i", TEMPLATE, "-d", tmp_path, "-l", "pl")
        path = tmp_path / "pl" / "LC_MESSAGES" / "messages.po"
        text = path.read_text(encoding="utf-8")
        assert text.count('msgid "Decline"\nmsgstr ""\n') == 1
        path.write_text(text.replace('msgid "Decline"\nmsgstr ""\n', one("Decline", "Odrzuć")), encoding="utf-8")
        with using_language(load_languages(tmp_path)["pl"]):
            assert [gettext("Decline"), gettext("Accept"), points(3)] == ["Odrzuć", "Accept", "3 points"]

    def test_an_update_keeps_what_is_translated(self, tmp_path):
        path = write(tmp_path, HEADER + one("Decline", "Odrzuć") + "\n" + one("Once used.", "Kiedyś."))
        self.pybabel("update", "-i", TEMPLATE, "-d", tmp_path, "-l", "pl", "--no-fuzzy-matching")
        text = path.read_text(encoding="utf-8")
        assert '#~ msgid "Once used."' in text
        assert text.count("msgid ") > len(list(shipped_template()))
        with using_language(load_languages(tmp_path)["pl"]):
            assert gettext("Decline") == "Odrzuć"

    @pytest.mark.parametrize("code", ["ru", "de", "ja", "ar", "pt_BR"])
    def test_no_sentence_is_refused_in_strange_letters(self, tmp_path, code):
        entries = pseudo_entries(accented)
        # Newer releases of Babel have more forms for some languages.
        many = Catalog(Locale.parse(code)).num_plurals
        forms = {key: [key[1]] * many if isinstance(key, tuple) else form for key, form in entries.items()}
        path = write(tmp_path, po_file(code, forms), code)
        assert read_language(code.replace("_", "-"), path, shipped_template()).locale.language == code[:2]
