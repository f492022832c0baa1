"""The room for the texts of a command: what is counted, and which translations stay out where there is none."""

from bot.ui.core.command_room import letters, without_room
from bot.ui.core.locale_choice import Descriptions
from tests.support.po_files import language
from tests.support.pseudo_language import pseudo_entries


def command(**descriptions):
    """Return a command with an option for each description, given as English and its translations."""
    options = [
        {"name": name, "description": english, "description_localizations": dict(others)}
        for name, (english, others) in descriptions.items()
    ]
    return {"name": "play", "description": "Play", "options": options, "choices": None}


def test_of_each_text_the_longest_language_counts_and_values_do_too():
    assert letters(command(a=("1234", {"de": "123456", "fr": "12345"}))) == 8 + 1 + 6
    assert letters({"name": "a", "choices": [{"name": "bc", "value": 345, "name_localizations": {"de": "bcd"}}]}) == 7


def test_where_there_is_room_nothing_is_left_out():
    assert without_room(command(a=("1234", {"de": "123456"})), 15) == set()


def test_the_translation_that_takes_most_room_is_left_out_first():
    payload = command(a=("1234", {"de": "123456", "fr": "12345"}), b=("abcd", {"de": "abcdefgh", "fr": "abc"}))
    assert without_room(payload, letters(payload) - 1) == {("de", "abcd")}
    assert without_room(payload, letters(payload) - 1) == {("de", "1234")}
    assert without_room(payload, letters(payload) - 1) == {("fr", "1234")}


def test_two_languages_of_one_text_rather_than_one_of_each():
    payload = command(a=("1", {"de": "123456", "fr": "123456"}), b=("a", {"de": "ab"}), c=("x", {"de": "xy"}))
    assert without_room(payload, letters(payload) - 3) == {("de", "1"), ("fr", "1")}


def test_where_english_alone_is_too_long_translations_do_not_help():
    payload = command(a=("1234", {"de": "12"}))
    assert without_room(payload, 1) == set()
    assert payload["options"][0]["description_localizations"] == {"de": "12"}


async def test_a_wordy_language_never_makes_discord_refuse_the_commands(world, caplog):
    wordy = language("ru", pseudo_entries(lambda sentence: f"{sentence} {len(sentence) * 'ä'}"))
    world.bot.languages.known = {"de": wordy}
    told = await Descriptions(world.bot.languages).payload(world.bot.tree)
    assert max(map(letters, told)) <= 8_000
    assert any("/league has room for 8000 letters" in record.getMessage() for record in caplog.records)
