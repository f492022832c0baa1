"""Who is spoken to in which language: learnt from what he presses, chosen by himself, kept when the bot ends."""

import json

import pytest
from simcord import interactions as wire

from bot.i18n import catalogues
from bot.i18n.translation import Language
from bot.models.player import LanguageChoice
from bot.storage import languages
from bot.storage.languages import read_all
from bot.ui.games.reminders import REMIND_AFTER
from tests.support.stacked_packs import Deal

DULL = Deal("2C 4D 6H 8S TC QD", "2D 4H 6S 8C TD QH", "KS")
TRANSLATION = """\
language.name = "Drójka"
language.plural = "nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2;"

"{players}: your turn to lay away to the crib." = "Odłóż karty, {players}."
"Your hand: {cards}" = "Twoja ręka: {cards}"
"**Lay away {cards}** to your own crib." = "**Odłóż {cards}** do swojego żłobu."
"1 card | {number} cards" = ["kartę", "{number} karty", "{number} kart"]
"{number} point | {number} points" = ["{number} punkt", "{number} punkty", "{number} punktów"]
"Language" = "Język"
"as Discord says" = "jak w Discordzie"
"- Language: **{language}**" = "- Język: **{language}**"
"""
"""A whole small translation with three forms for numbers, for a language that Discord calls Polish."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the translation, from which every bot that begins from now on reads its languages."""
    folder = tmp_path / "languages"
    folder.mkdir()
    (folder / "pl.toml").write_text(TRANSLATION, encoding="utf-8")
    monkeypatch.setattr("bot.ui.client.shipped", lambda: catalogues.shipped(folder))
    return folder


@pytest.fixture
def discords(monkeypatch):
    """In which language the Discord of each person is, by account; English unless it is told."""
    locales = {}
    original = wire.base_payload

    def told(*args, user_id, **options):
        record, payload = original(*args, user_id=user_id, **options)
        return record, {**payload, "locale": locales.get(user_id, "en-US")}

    monkeypatch.setattr(wire, "base_payload", told)
    return locales


@pytest.fixture
async def polish(folder, discords, world):
    """Ann has Discord in Polish, and the bot has just begun."""
    await world.restart()
    discords[world.ann.id] = "pl"
    return discords


async def kept(world):
    return await read_all(world.bot.context.tables.database)


async def choose(world, actor, value):
    """Choose a language in the preferences; what they then say."""
    shown = (await world.command(actor, "preferences")).response
    await actor.select(shown, [value], custom_id="w1:language")
    return world.text(shown)


class TestARestart:
    async def test_a_reminder_in_private_is_in_the_language_of_before(self, world, polish, stack):
        stack(DULL)
        name = await world.sit_down(place="dm", target=61)
        await world.restart()
        await world.env.advance_time(REMIND_AFTER + 1)
        assert f"Odłóż karty, <@{world.ann.id}>." in "\n".join(world.texts(world.dm(world.ann)))
        assert f"<@{world.ben.id}>: your turn to lay away to the crib." in "\n".join(world.texts(world.dm(world.ben)))
        assert world.is_open(name)

    async def test_the_table_in_private_is_drawn_anew_in_it_with_its_plurals(self, world, polish, stack):
        stack(DULL)
        name = await world.sit_down(place="dm", target=61)
        await world.restart()
        with world.env._bot_scope():
            world.bot.context.publisher.redraw(name)
        await world.env.settle()
        text = world.text(world.table_in(world.dm(world.ann)))
        assert "**Odłóż 2 karty** do swojego żłobu." in text
        assert "Twoja ręka: " in text
        assert "Your hand: " in world.text(world.table_in(world.dm(world.ben)))

    async def test_what_is_typed_in_private_is_answered_in_it(self, world, polish):
        await world.against_robot()
        await world.restart()
        await world.whisper(world.ann, "hello")
        assert (await kept(world))[world.ann.id] == LanguageChoice("pl", None)
        assert world.bot.languages.of_person(world.ann.id).name == "pl"


class TestKeeping:
    async def test_nothing_is_kept_of_one_who_has_discord_in_english(self, world, polish):
        await world.sit_down()
        assert await kept(world) == {world.ann.id: LanguageChoice("pl", None)}

    async def test_nothing_is_kept_without_another_language(self, world, discords):
        discords[world.ann.id] = "pl"
        await world.sit_down()
        assert await kept(world) == {}

    async def test_it_is_written_once_and_when_it_changes(self, world, polish, monkeypatch):
        written, put = [], languages.put

        async def counted(database, player_id, choice):
            written.append(choice)
            await put(database, player_id, choice)

        monkeypatch.setattr(languages, "put", counted)
        for _ in range(3):
            await world.command(world.ann, "preferences")
        polish[world.ann.id] = "en-GB"
        for _ in range(3):
            await world.command(world.ann, "preferences")
        assert written == [LanguageChoice("pl", None), LanguageChoice("en-GB", None)]
        await world.restart()
        assert world.bot.languages.of_person(world.ann.id) is None

    async def test_one_who_was_erased_is_known_no_more(self, world, polish):
        await world.command(world.ann, "preferences")
        exported = await world.command(world.ann, "privacy export")
        document = json.loads(await exported.response.attachments[0].read())
        assert document["language"] == {"met": "pl", "chosen": None}
        asked = await world.command(world.ann, "privacy erase")
        await world.press(world.ann, asked.response, "erase")
        assert await kept(world) == {}
        assert await world.bot.context.tables.database.rows("SELECT * FROM languages") == []
        assert world.bot.languages.of_person(world.ann.id) is None
        await world.command(world.ann, "preferences")
        assert await kept(world) == {world.ann.id: LanguageChoice("pl", None)}


class TestChoosing:
    async def test_nothing_is_offered_where_there_is_english_alone(self, world):
        shown = (await world.command(world.ann, "preferences")).response
        assert "Language" not in world.text(shown)
        assert "w1:language" not in world.ids(shown)

    async def test_discords_own_english_and_every_other_are_offered(self, world, polish):
        shown = (await world.command(world.ben, "preferences")).response
        assert "- Language: **as Discord says**" in world.text(shown)
        assert "<as Discord says|English|Drójka>" in world.text(shown)

    async def test_what_is_chosen_goes_before_what_discord_says(self, world, polish):
        assert "- Język: **Drójka**" in await choose(world, world.ben, "pl")
        assert "- Language: **English**" in await choose(world, world.ann, "en")
        await world.restart()
        assert await kept(world) == {
            world.ann.id: LanguageChoice("pl", "en"),
            world.ben.id: LanguageChoice("en-US", "pl"),
        }
        assert "- Język: **Drójka**" in await world.told(world.ben, "preferences")
        assert "- Language: **English**" in await world.told(world.ann, "preferences")
        assert "- Język: **jak w Discordzie**" in await choose(world, world.ann, "discord")
        assert "- Language: **as Discord says**" in await choose(world, world.ben, "discord")

    async def test_a_hand_that_lies_open_speaks_what_is_chosen(self, world, polish, stack):
        stack(DULL)
        name = await world.sit_down(target=61)
        panel = await world.panel(world.ben, name)
        await choose(world, world.ben, "pl")
        assert "Your hand: " in world.text(panel)
        await world.lay(world.ann, name, "2D", "4H")
        await world.lay(world.ben, name, "2C", "4D", panel=panel)
        assert "Twoja ręka: " in world.text(panel)
        await world.take_turn(world.ben, name, panel=panel)
        before = world.text(panel)
        await world.take_turn(world.ann, name)
        assert world.text(panel) != before
        assert "Twoja ręka: " in world.text(panel)

    async def test_a_language_that_has_gone_leaves_discords_own(self, world, polish):
        await choose(world, world.ann, "pl")
        world.bot.languages.known = {"de": Language("de", {})}
        assert world.bot.languages.of_person(world.ann.id) is None
        polish[world.ann.id] = "de"
        shown = (await world.command(world.ann, "preferences")).response
        assert world.bot.languages.of_person(world.ann.id).name == "de"
        assert "- Language: **as Discord says**" in world.text(shown)

    async def test_what_is_not_offered_is_not_chosen(self, world, polish):
        shown = (await world.command(world.ann, "preferences")).response
        snapshot = world.snapshot(shown)
        press = {"actor": world.ann, "message": snapshot, "custom_id": "w1:language"}
        await world.late({**press, "values": ["tlh"]}, {**press, "values": []})
        assert await kept(world) == {world.ann.id: LanguageChoice("pl", None)}
