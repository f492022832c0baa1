"""A language in which everything takes four times the room: Discord is shown what fits, and refuses nothing."""

import json

import pytest

from bot.i18n.translation import cut, gettext, using_language
from bot.ui.core.components import Form
from bot.ui.core.locale_choice import Descriptions
from tests.support.po_files import language
from tests.support.pseudo_language import pseudo_entries

_JOINING = ("and", "or", "to")


def long(sentence):
    """A sentence and three more like it; what joins others stays short."""
    return sentence if sentence.strip() in _JOINING else sentence + 3 * f" {len(sentence) * 'ä'}"


@pytest.fixture(scope="module")
def wordy():
    return language("ru", pseudo_entries(long))


async def test_a_whole_game_is_played_in_it(world, wordy):
    world.bot.languages.known = {"en": wordy}
    name = await world.sit_down(target=61)
    await world.play_until(name, "show")
    await world.hurry(name, lambda table: max(table.view(None).scores) > 45)
    await world.play_until(name)
    assert "ääää" in world.text(world.table_in(world.channel))
    assert not world.is_open(name)


async def test_forms_and_menus_are_shown_in_it(world, wordy):
    world.bot.languages.known = {"en": wordy}
    dealt = await world.command(world.ann, "practice", what="hand", level="club")
    form = await world.press(world.ann, dealt.response, "count")
    assert form.modal["title"].startswith("Your count ää")
    assert "…" in json.dumps(form.modal, ensure_ascii=False)
    for command in ("help", "preferences", "privacy erase"):
        assert "ää" in world.text((await world.command(world.ann, command)).response)


def test_the_title_of_a_form_is_cut(wordy):
    with using_language(wordy):
        title = Form("c1:abcdefgh:1:declared", gettext("Count your hand"), ()).to_dict()["title"]
    assert title.startswith("Count your hand ää")
    assert len(title) == 45


async def test_descriptions_of_commands_are_cut_to_the_room_there_is(world, wordy):
    world.bot.languages.known = {"de": wordy}
    translator = Descriptions(world.bot.languages)
    await world.bot.tree.set_translator(translator)
    for command in world.bot.tree.get_commands():
        payload = await command.get_translated_payload(world.bot.tree, translator)
        assert all(len(told) <= 100 for told in told_in(payload))


def told_in(payload):
    """Every description and choice of a command in another language."""
    for name in ("description_localizations", "name_localizations"):
        yield from (payload.get(name) or {}).values()
    for part in (*payload.get("options", ()), *payload.get("choices", ())):
        yield from told_in(part)


@pytest.mark.parametrize(("words", "most", "left"), [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("", 3, "")])
def test_words_are_cut_where_there_is_no_room(words, most, left):
    assert cut(words, most) == left
