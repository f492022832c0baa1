"""Translation: sentences, plural forms, messages, lists, numbers and dates in the current language."""

from datetime import date

import pytest

from bot.i18n.translation import (
    current_language,
    date_of,
    day_and_month,
    gettext,
    join_list,
    ngettext,
    pgettext,
    render,
    set_language,
    using_language,
)
from bot.ui.core.formatting import points
from engine.messages import Message, capitalized, counted, listed, message
from tests.support.data_files import data_beside
from tests.support.po_files import CONTEXT, language

DATA = data_beside(__file__)

LATIN = language(
    "la", {"It is {who}.": "{who} est.", "Play": "", "Count": "Summa", f"the button{CONTEXT}Count": "Numera"}
)
POINTS = ("{number} point", "{number} points")
RUSSIAN = language("ru", {POINTS: ["{number} очко", "{number} очка", "{number} очков"]})
ARABIC = language("ar", {POINTS: ["لا نقاط", "نقطة", "نقطتان", "{number} نقاط", "{number} نقطة", "{number} نقطة"]})
JAPANESE = language("ja", {POINTS: ["{number}点"]})
GERMAN = language("de", {"{a:.2f}": "{a:.2f}"})
FRENCH = language("fr", {"It is {who}.": "C'est {who}."})


class TestSentences:
    def test_english_is_unchanged(self):
        assert gettext("It is {who}.", who="Ann") == "It is Ann."
        assert gettext("Braces {so} stay where no value is given.") == "Braces {so} stay where no value is given."

    def test_another_language_has_its_own_and_english_for_what_it_lacks(self):
        with using_language(LATIN):
            assert gettext("It is {who}.", who="Ann") == "Ann est."
            assert gettext("Play") == "Play"
            assert gettext("Pass") == "Pass"
        assert current_language() is None

    def test_nothing_stays_nothing(self):
        with using_language(LATIN):
            assert [gettext(""), render(message(""))] == ["", ""]

    def test_one_word_for_two_things(self):
        assert pgettext("the button", "Count") == "Count"
        with using_language(LATIN):
            assert [gettext("Count"), pgettext("the button", "Count")] == ["Summa", "Numera"]
            assert pgettext("the verb", "Pass") == "Pass"

    def test_a_language_within_another(self):
        set_language(LATIN)
        with using_language(None):
            assert gettext("It is {who}.", who="Ann") == "It is Ann."
        assert gettext("It is {who}.", who="Ann") == "Ann est."
        set_language(None)

    def test_a_language_is_called_as_its_speakers_call_it(self):
        assert [language(code, {}).title for code in ("de", "pt_BR", "ja")] == [
            "Deutsch",
            "Português (Brasil)",
            "日本語",
        ]


class TestPlurals:
    def test_english(self):
        assert [ngettext("1 card", "{number} cards", many) for many in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]

    @pytest.mark.parametrize(
        ("spoken", "told"),
        [
            (RUSSIAN, {0: "0 очков", 1: "1 очко", 2: "2 очка", 12: "12 очков", 21: "21 очко", 1002: "1002 очка"}),
            (ARABIC, {0: "لا نقاط", 1: "نقطة", 2: "نقطتان", 3: "3 نقاط", 11: "11 نقطة", 100: "100 نقطة"}),
            (JAPANESE, {0: "0点", 1: "1点", 2: "2点"}),
            (LATIN, {1: "1 point", 2: "2 points"}),
        ],
    )  # fmt: skip
    def test_each_number_has_its_form(self, spoken, told):
        with using_language(spoken):
            assert {number: points(number) for number in told} == told

    def test_other_values(self):
        german = language("de", {("{who} has a card", "{who} has {number} cards"): ["Eine: {who}", "{number}: {who}"]})
        with using_language(german):
            told = [ngettext("{who} has a card", "{who} has {number} cards", number, who="Ann") for number in (1, 2)]
        assert told == ["Eine: Ann", "2: Ann"]


class TestMessages:
    def test_a_message_and_the_messages_in_it(self):
        inner = message("It is {who}.", who="Ann")
        assert render(message("No: {why}", why=inner)) == "No: It is Ann."
        with using_language(LATIN):
            assert render(message("No: {why}", why=inner)) == "No: Ann est."

    def test_counted_messages(self):
        assert [render(counted(*POINTS, number)) for number in (1, 2)] == ["1 point", "2 points"]
        with using_language(RUSSIAN):
            assert [render(counted(*POINTS, number)) for number in (1, 2, 5)] == ["1 очко", "2 очка", "5 очков"]

    def test_contexts_and_capitals(self):
        with using_language(LATIN):
            assert render(Message("Count", context="the button")) == "Numera"
            assert render(capitalized(message("It is {who}.", who="ann"))) == "Ann est."
        assert render(Message("Count", context="the button")) == "Count"

    def test_counted_messages_with_a_context(self):
        entries = {POINTS: ["{number} Punkt", "{number} Punkte"]}
        told = Message("{number} point", {"number": 2}, plural="{number} points", context="the score")
        with using_language(language("de", entries)):
            assert render(told) == "2 points"

    def test_a_list_with_a_message_in_it(self):
        told = message("{all}", all=listed([counted(*POINTS, 1), "Ann", 3]))
        assert render(told) == "1 point, Ann and 3"
        with using_language(RUSSIAN):
            assert render(told) == "1 очко, Ann и 3"

    def test_english_is_what_str_gives(self):
        told = message("{all} or {n:.1f}", all=listed(["a", "b", "c"], "or"), n=1.25)
        assert render(told) == str(told) == "a, b or c or 1.2"


class TestLists:
    @pytest.mark.parametrize(
        ("items", "both", "either"),
        [([], "", ""), (["a"], "a", "a"), (["a", "b"], "a and b", "a or b"),
         (["a", "b", "c"], "a, b and c", "a, b or c")],
    )  # fmt: skip
    def test_english_has_no_comma_before_the_last(self, items, both, either):
        assert [join_list(items), join_list(items, "or")] == [both, either]

    def test_other_languages(self):
        told = []
        for spoken in (GERMAN, JAPANESE, ARABIC):
            with using_language(spoken):
                told.append((join_list(["a", "b", "c"]), join_list(["a", "b"], "or")))
        assert told == [("a, b und c", "a oder b"), ("a、b、c", "aまたはb"), ("a وb وc", "a أو b")]


class TestNumbers:
    @pytest.mark.parametrize(("sentence", "value", "english", "german"), DATA["numbers"])  # fmt: skip
    def test_decimals_thousands_and_shares(self, sentence, value, english, german):
        assert gettext(sentence, a=value) == english
        with using_language(GERMAN):
            assert gettext(sentence, a=value) == german


class TestDates:
    def test_english(self):
        assert [date_of(date(2026, month, 5)) for month in (1, 6, 9)] == ["5 Jan 2026", "5 Jun 2026", "5 Sep 2026"]
        assert day_and_month(date(2026, 9, 15)) == "15 Sep"
        assert day_and_month(date(2026, 9, 15), in_full=True) == "15 September"

    def test_other_languages(self):
        told = []
        for spoken in (GERMAN, JAPANESE, FRENCH):
            with using_language(spoken):
                told.append((date_of(date(2026, 9, 5)), day_and_month(date(2026, 9, 5))))
        assert told == [("5. Sept. 2026", "5. Sept."), ("2026年9月5日", "9月5日"), ("5 sept. 2026", "5 sept.")]

    def test_a_day_in_a_sentence(self):
        day = date(2026, 9, 5)
        assert gettext("Night {number}, {day}", number=1, day=day) == "Night 1, 2026-09-05"
        with using_language(FRENCH):
            assert gettext("Night {number}, {day}", number=1, day=day) == "Night 1, 5 sept. 2026"

    def test_a_day_in_full_can_end_a_sentence(self):
        days = [date(2026, month, 5) for month in range(1, 13)]
        for spoken in (GERMAN, FRENCH):
            with using_language(spoken):
                assert [said for day in days if (said := day_and_month(day, in_full=True)).endswith(".")] == []
