"""Plurals: what is said of numbers, in languages that have more forms for them than English, or fewer."""

import json
import logging
import tomllib

import pytest

from bot.i18n.catalogues import CATALOGUE, FOLDER, LanguageError, read, shipped
from bot.i18n.plurals import Plural
from bot.i18n.translation import gettext, ngettext, pair, using_language
from bot.ui.core.words import points
from tests.support.write_catalogue import PLURALS, counted, written

POLISH = next(plural for plural, whose in PLURALS.items() if whose == "Polish")
PARTS = ('"{number} points" = "{number} Punkte"', '"{number} point" = ""', '"Count" = "Summe"')
"""Each of a pair by itself, and a word without its sense."""

POINTS = '"{number} point | {number} points"'


def dropped_in(folder, *lines, name="xx.toml"):
    """A translation of these lines."""
    file = folder / name
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def in_polish(folder, *lines):
    return dropped_in(folder, f'language.plural = "{POLISH}"', *lines)


class TestForms:
    def test_each_number_takes_its_own(self, tmp_path):
        language = read(
            in_polish(tmp_path, f'{POINTS} = ["{{number}} punkt", "{{number}} punkty", "{{number}} punktów"]')
        )
        with using_language(language):
            told = [points(number) for number in (0, 1, 2, 4, 5, 12, 21, 22, 29, 1002)]
        assert told == [
            *("0 punktów", "1 punkt", "2 punkty", "4 punkty", "5 punktów", "12 punktów", "21 punktów", "22 punkty"),
            *("29 punktów", "1002 punkty"),
        ]

    def test_without_a_word_about_them_they_are_those_of_english(self, tmp_path):
        with using_language(read(dropped_in(tmp_path, f'{POINTS} = ["{{number}} Punkt", "{{number}} Punkte"]'))):
            assert [points(number) for number in (0, 1, 2)] == ["0 Punkte", "1 Punkt", "2 Punkte"]

    def test_one_form_may_do_for_all_numbers(self, tmp_path):
        plural = 'language.plural = "nplurals=1; plural=0;"'
        with using_language(read(dropped_in(tmp_path, plural, f'{POINTS} = ["{{number}}点"]'))):
            assert [points(number) for number in (0, 1, 2)] == ["0点", "1点", "2点"]

    def test_the_form_for_one_number_alone_need_not_tell_it(self, tmp_path):
        with using_language(
            read(in_polish(tmp_path, f'{POINTS} = ["punkt", "{{number}} punkty", "{{number}} punktów"]'))
        ):
            assert [points(number) for number in (1, 2)] == ["punkt", "2 punkty"]

    def test_a_form_may_tell_the_number_where_english_does_not(self, tmp_path):
        both = json.dumps(pair("{who} wins", "{who} win"))
        with using_language(read(dropped_in(tmp_path, f'{both} = ["{{who}} vincit", "{{number}} vincunt: {{who}}"]'))):
            assert ngettext("{who} wins", "{who} win", 2, who="Ann") == "2 vincunt: Ann"

    def test_forms_that_are_left_empty_are_said_in_english(self, tmp_path):
        with using_language(read(in_polish(tmp_path, f'{POINTS} = ["", ""]'))):
            assert [points(number) for number in (1, 5)] == ["1 point", "5 points"]

    def test_other_values_stand_in_them_too(self, tmp_path):
        both = json.dumps(pair("{who} has a card", "{who} has {number} cards"))
        with using_language(read(dropped_in(tmp_path, f'{both} = ["Una {{who}}", "{{number}} {{who}}"]'))):
            told = [ngettext("{who} has a card", "{who} has {number} cards", number, who="Ann") for number in (1, 2)]
        assert told == ["Una Ann", "2 Ann"]

    def test_a_file_from_before_tells_each_of_the_two_by_itself(self, tmp_path):
        with using_language(read(dropped_in(tmp_path, '"{number} points" = "{number} Punkte"'))):
            assert [points(number) for number in (1, 2)] == ["1 point", "2 Punkte"]

    @pytest.mark.parametrize("plural", PLURALS)
    def test_those_that_the_catalogue_offers_are_plurals(self, plural):
        parsed = Plural.parse(plural)
        assert {parsed.form(number) for number in range(200)} == set(range(parsed.forms))

    def test_a_number_past_those_that_were_tried_takes_a_form_that_is_there(self):
        assert Plural.parse("nplurals=2; plural=n > 5000 ? 7 : n != 1").form(6000) == 1


class TestRefused:
    @pytest.mark.parametrize(
        ("line", "complaint"),
        [
            (f'{POINTS} = ["{{number}} punkt", "{{number}} punktów"]', '3 forms: ["...", "...", "..."]'),
            (f'{POINTS} = ["{{number}} punkt", "{{number}} punkty", ""]', "3 forms"),
            (f'{POINTS} = "{{number}} punktów"', "is said of numbers"),
            (f'{POINTS} = ["{{number}} punkt", 2, 3]', "3 forms"),
            (f'{POINTS} = ["punkt", "punkty", "{{number}} punktów"]', "of 2, 3, 4, 22 and so on, must have"),
            (f'{POINTS} = ["{{n}} punkt", "{{number}} punkty", "{{number}} punktów"]', "none; and may have: {number}."),
            (f'{POINTS} = ["{{number punkt", "{{number}} punkty", "{{number}} punktów"]', '"{number punkt"'),
            ('"Play" = ["Graj", "Graj", "Graj"]', "is said of no number"),
        ],
    )  # fmt: skip
    def test_forms_that_do_not_fit(self, tmp_path, line, complaint):
        with pytest.raises(LanguageError) as refusal:
            read(in_polish(tmp_path, line))
        assert str(refusal.value).startswith("xx.toml: ")
        assert complaint in str(refusal.value)

    @pytest.mark.parametrize(
        ("plural", "complaint"),
        [
            ("n != 1", "write it as gettext does"),
            ("nplurals=2; plural=n !! 1;", "cannot be"),
            ("nplurals=2; plural=__import__('os');", "cannot be"),
            ("nplurals=2; plural=n % 0;", "cannot be"),
            ("nplurals=2; plural=n == 1 ? 0 : n == 2 ? 1 : 2;", "it uses 3 forms, so nplurals is not 2."),
        ],
    )
    def test_plurals_that_are_none(self, tmp_path, plural, complaint):
        with pytest.raises(LanguageError, match=r"^xx\.toml: language\.plural ") as refusal:
            read(dropped_in(tmp_path, f'language.plural = "{plural}"'))
        assert complaint in str(refusal.value)
        assert str(refusal.value).endswith(".")

    @pytest.mark.parametrize("line", ["language = 3", "language.plural = 3", 'language.plurals = ""', "[language]"])
    def test_a_word_about_the_language_that_is_none(self, tmp_path, line):
        with pytest.raises(LanguageError, match=r"only language\.name"):
            read(dropped_in(tmp_path, line, '"Play" = "Graj"'))

    def test_how_many_other_entries_have_faults(self, tmp_path):
        with pytest.raises(LanguageError, match="2 more entries have faults too"):
            read(dropped_in(tmp_path, *(f'"{name}" = 3' for name in "abc")))


class TestAsATranslatorWouldDo:
    """A copy of the catalogue, filled in here and there, with no code changed."""

    def copy(self, folder, changes, name="pl.toml"):
        text = (FOLDER / CATALOGUE).read_text(encoding="utf-8")
        for before, after in changes.items():
            assert text.count(f"\n{before}\n") == 1, before
            text = text.replace(f"\n{before}\n", f"\n{after}\n")
        return dropped_in(folder, text, name=name)

    def test_half_filled(self, tmp_path, caplog):
        caplog.set_level(logging.INFO)
        self.copy(
            tmp_path,
            {
                '# language.name = "English"': 'language.name = "Polski"',
                f'# language.plural = "{POLISH}"  # Polish': f'language.plural = "{POLISH}"',
                f'{POINTS} = ["", ""]': f'{POINTS} = ["{{number}} punkt", "{{number}} punkty", "{{number}} punktów"]',
                '"Decline" = ""': '"Decline" = "Odrzuć"',
            },
        )
        (language,) = shipped(tmp_path).values()
        with using_language(language):
            assert [gettext("Decline"), gettext("Accept"), points(3)] == ["Odrzuć", "Accept", "3 punkty"]
        assert (language.name, language.title) == ("pl", "Polski")
        assert f"pl.toml: 2 of {len(read_catalogue())} sentences are filled in" in caplog.messages
        assert not [record for record in caplog.records if record.levelno > logging.INFO]

    def test_a_missing_quotation_mark_is_told_with_its_line(self, tmp_path, at_error):
        text = self.copy(tmp_path, {'"Decline" = ""': '"Decline" = "Odrzuć'}).read_text(encoding="utf-8")
        line = text[: text.index('"Decline"')].count("\n") + 1
        with pytest.raises(LanguageError, match=rf"at line {line}, .* between two quotation marks"):
            read(tmp_path / "pl.toml")
        at_error.append("a language is not spoken: pl.toml cannot be read")
        assert shipped(tmp_path) == {}

    def test_a_sentence_that_is_there_twice(self, tmp_path):
        self.copy(tmp_path, {'"Decline" = ""': '"Decline" = "Nie"\n"Decline" = "Odrzuć"'})
        with pytest.raises(LanguageError, match="every sentence stands once"):
            read(tmp_path / "pl.toml")

    def test_one_bad_file_leaves_the_others_spoken(self, tmp_path, at_error):
        dropped_in(tmp_path, '"Decline" = "Ablehnen"', name="de.toml")
        dropped_in(tmp_path, '"Decline" = "{Odrzuć}"', name="pl.toml")
        at_error.append('a language is not spoken: pl.toml: "{Odrzuć}" must have the placeholders of "Decline"')
        assert list(shipped(tmp_path)) == ["de"]

    def test_a_sentence_that_is_said_no_more_is_a_warning(self, tmp_path, caplog):
        dropped_in(tmp_path, '"Decline" = "Ablehnen"', '"This was said once." = "Einst."', *PARTS, name="de.toml")
        assert list(shipped(tmp_path)) == ["de"]
        (warning,) = (record.getMessage() for record in caplog.records if record.levelno == logging.WARNING)
        assert warning.startswith('de.toml: the bot has no use for 1 of its sentences, such as "This was said once."')

    @pytest.mark.parametrize(
        ("name", "is_discords"),
        [
            ("de", True),
            ("pt-BR", True),
            ("pt", True),
            ("zh", True),
            ("deutsch", False),
            ("pt-br", False),
            ("eo", False),
        ],
    )
    def test_a_name_that_discord_does_not_know_is_a_warning(self, tmp_path, caplog, name, is_discords):
        dropped_in(tmp_path, '"Decline" = "Nein"', name=f"{name}.toml")
        assert list(shipped(tmp_path)) == [name]
        warned = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
        assert len(warned) == (not is_discords)
        assert all(told.startswith(f"{name}.toml: Discord has no language of this name") for told in warned)

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
    def test_as_editors_save_it(self, tmp_path, encoding):
        (tmp_path / "pl.toml").write_text('"Decline" = "Odrzuć"\r\n"Accept" = ""\r\n', encoding=encoding)
        with using_language(read(tmp_path / "pl.toml")):
            assert gettext("Decline") == "Odrzuć"

    def test_not_in_utf_8(self, tmp_path):
        (tmp_path / "pl.toml").write_text('"Decline" = "Odrzuć"', encoding="cp1250")
        with pytest.raises(LanguageError, match=r"^pl\.toml cannot be read: it is not in UTF-8; save it as that\.$"):
            read(tmp_path / "pl.toml")


class TestTheCatalogue:
    def test_what_is_said_of_numbers_is_one_entry_with_a_list(self):
        assert f'\n{POINTS} = ["", ""]\n' in written()
        assert '"{number} points" =' not in written()
        assert set(counted()) == {entry for entry, empty in read_catalogue().items() if isinstance(empty, list)}

    def test_nothing_else_is_a_list(self):
        assert read_catalogue()["5H 5D 5C JS | 5S"] == ""


def read_catalogue():
    return tomllib.loads((FOLDER / CATALOGUE).read_text(encoding="utf-8"))
