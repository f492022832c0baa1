"""`cribbage-bot translations`: what is complete, what has a fault, and a made-up language."""

import pytest

from bot.__main__ import main
from bot.i18n.loading import accented, load_languages, longer, read_template
from bot.i18n.translation import gettext, using_language
from tests.support.po_files import po_file


@pytest.fixture
def run(monkeypatch, tmp_path, capsys):
    """Run the command where only this folder has translations; returns the exit code and what is printed."""
    monkeypatch.setattr("bot.i18n.loading.FOLDER", tmp_path)
    monkeypatch.chdir(tmp_path)

    def translations(*arguments):
        code = main(["translations", *arguments])
        return code, capsys.readouterr().out

    return translations


class TestCheck:
    def test_a_half_translated_file_is_not_complete(self, run, tmp_path):
        (tmp_path / "de.po").write_text(po_file("de", {"Decline": "Ablehnen"}), encoding="utf-8")
        code, said = run("check")
        many = sum(1 for message in read_template() if message.id)
        assert said.startswith(f"de: 1 of {many} sentences are translated (0 %)\n  not translated: ")
        assert f"  and {many - 21} more\n" in said
        assert code == 1

    def test_a_fault_is_named_with_its_line(self, run, tmp_path):
        (tmp_path / "de.po").write_text(po_file("de", {"Decline {x}": "Ablehnen {y}"}), encoding="utf-8")
        code, said = run("check")
        assert "de.po:" in said
        assert "must have these placeholders: {x}" in said
        assert code == 1

    def test_a_translation_of_nothing_is_out_of_date(self, run, tmp_path):
        run("pseudo", str(tmp_path))
        path = tmp_path / "en_GB.po"
        code, said = run("check")
        assert said.endswith(" sentences are translated (100 %)\n")
        assert code == 0
        path.write_text(path.read_text("utf-8") + '\nmsgid "Once."\nmsgstr "Einst."\n', encoding="utf-8")
        code, said = run("check")
        assert said.endswith("  1 translations of sentences that the bot no longer has\n")
        assert code == 1


class TestPseudo:
    def test_the_bot_reads_it_and_nothing_stays_in_english(self, run, tmp_path):
        folder = tmp_path / "own"
        code, said = run("pseudo", str(folder), "--longer", "30")
        assert code == 0
        assert f"LOCALE_PATH={folder}" in said
        language = load_languages(folder)["en-GB"]
        with using_language(language):
            assert gettext("Decline").startswith("Ðéçļîñé~")
            assert gettext("A card, like `5h`: {card}", card="5♥").endswith("5♥")

    def test_what_is_typed_and_put_in_stays(self):
        assert accented("Use `/play` or /games, {name}.") == "Ûšé `/play` öŕ /games, {name}."

    @pytest.mark.parametrize(
        ("sentence", "limit", "most"), [("Decline", None, 14), ("Decline", 9, 9), ("Decline", 5, 7), ("5", None, 1)]
    )
    def test_it_grows_to_its_limit_at_most(self, sentence, limit, most):
        assert len(longer(sentence, 33, limit)) == most
