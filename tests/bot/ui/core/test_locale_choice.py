"""The language of each person: learnt from what they press, chosen in their preferences, stored over a restart."""

import json

import discord
import pytest
from simcord import interactions as wire

from bot.i18n.loading import FOLDER, load_languages
from bot.models.player import LanguageChoice
from bot.storage.preferences import read_languages
from bot.ui.core import locale_choice
from bot.ui.core.locale_choice import Descriptions, Languages, letters, without_room
from bot.ui.games.notifier import REMIND_AFTER
from tests.support.po_files import language, po_file
from tests.support.pseudo_language import accented, invented, pseudo_entries
from tests.support.stacked_packs import DULL

TRANSLATION = {
    "{players}, your turn.": "Odłóż karty, {players}.",
    "Your hand: {cards}": "Twoja ręka: {cards}",
    "**Discard {cards}** to your crib.": "**Odłóż {cards}** do swojego żłobu.",
    ("1 card", "{number} cards"): ["kartę", "{number} karty", "{number} kart"],
    ("{number} point", "{number} points"): ["{number} punkt", "{number} punkty", "{number} punktów"],
    "You don't have {rank}. Choose a card from your own hand.": "Nie masz {rank}.",
    "Language": "Język",
    "same as Discord": "jak w Discordzie",
    "- Language: **{language}**": "- Język: **{language}**",
}
"""A small translation with three plural forms, for a language that Discord has too."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the translation, from which every bot that starts from now on reads its languages."""
    folder = tmp_path / "languages"
    folder.mkdir()
    (folder / "pl.po").write_text(po_file("pl", TRANSLATION), encoding="utf-8")
    monkeypatch.setattr("bot.ui.client.FOLDER", folder)
    return folder


@pytest.fixture
def discords(monkeypatch):
    """The language of each person's Discord, by account; English unless it is set."""
    locales = {}
    original = wire.base_payload

    def payload_of(*args, user_id, **options):
        record, payload = original(*args, user_id=user_id, **options)
        return record, {**payload, "locale": locales.get(user_id, "en-US")}

    monkeypatch.setattr(wire, "base_payload", payload_of)
    return locales


async def test_discord_is_asked_once_for_the_language_of_a_server_until_a_takeover():
    """A process that stands in for another one does not have its servers in memory."""
    asked = []

    async def fetch_locale(guild_id):
        asked.append(guild_id)
        return {1: "de", 2: "en-US"}.get(guild_id, "")

    languages = Languages(load_languages(FOLDER), lambda _: None, fetch_locale)
    for guild_id in (1, 1, 2, 3, None):
        await languages.learn_server(guild_id)
    assert asked == [1, 2, 3]
    assert languages.of_guild(1) is languages.known["de"]
    assert [languages.of_guild(guild_id) for guild_id in (2, 3, 4, None)] == [None] * 4
    languages.forget_servers()
    await languages.learn_server(1)
    assert asked == [1, 2, 3, 1]


@pytest.fixture
async def polish(folder, discords, world):
    """Ann has Discord in Polish, and the bot has just begun."""
    await world.restart()
    discords[world.ann.id] = "pl"
    return discords


async def stored_choices(world):
    return await read_languages(world.bot.context.tables.database)


async def choose(world, actor, value):
    """Choose a language in the preferences; what they then say."""
    shown = (await world.command(actor, "preferences")).response
    await actor.select(shown, [value], custom_id="w1:language")
    return world.text(shown)


async def test_after_a_restart_everything_is_in_the_language_of_before(world, polish, stack):
    """The private table with its plurals, a reminder, and the answer to what is typed."""
    stack(DULL)
    await world.sit_down(place="dm", target=61)
    await world.restart()
    await world.env.advance_time(REMIND_AFTER + 1)
    anns, bens = ("\n".join(world.texts(world.dm(actor))) for actor in (world.ann, world.ben))
    for polish_text in ("**Odłóż 2 karty** do swojego żłobu.", "Twoja ręka: ", f"Odłóż karty, <@{world.ann.id}>."):
        assert polish_text in anns
    for english in ("Your hand: ", f"<@{world.ben.id}>, your turn."):
        assert english in bens
    assert "Nie masz" in await world.whisper(world.ann, "satisfied 7")
    assert (await stored_choices(world))[world.ann.id] == LanguageChoice("pl", None)
    assert world.bot.languages.of_person(world.ann.id).name == "pl"


class TestKeeping:
    async def test_nothing_is_kept_in_english_or_without_another_language(self, world, discords, folder):
        discords[world.ann.id] = "pl"
        await world.sit_down()
        assert await stored_choices(world) == {}
        await world.restart()
        await world.sit_down()
        assert await stored_choices(world) == {world.ann.id: LanguageChoice("pl", None)}

    async def test_it_is_written_once_and_when_it_changes(self, world, polish, monkeypatch):
        service = world.bot.context.accounts.languages
        written, put = [], service.put

        async def counted(player_id, choice):
            written.append(choice)
            await put(player_id, choice)

        monkeypatch.setattr(service, "put", counted)
        for _ in range(3):
            await world.command(world.ann, "preferences")
        polish[world.ann.id] = "en-GB"
        for _ in range(3):
            await world.command(world.ann, "preferences")
        assert written == [LanguageChoice("pl", None), LanguageChoice("en-GB", None)]
        await world.restart()
        assert world.bot.languages.of_person(world.ann.id) is None

    async def test_an_erased_player_is_unknown(self, world, polish):
        await world.command(world.ann, "preferences")
        exported = await world.command(world.ann, "privacy export")
        document = json.loads(await exported.response.attachments[0].read())
        assert document["language"] == {"met": "pl", "chosen": None}
        asked = await world.command(world.ann, "privacy erase")
        await world.press(world.ann, asked.response, "erase")
        assert await world.bot.context.tables.database.rows("SELECT * FROM languages") == []
        assert world.bot.languages.of_person(world.ann.id) is None
        await world.command(world.ann, "preferences")
        assert await stored_choices(world) == {world.ann.id: LanguageChoice("pl", None)}


class TestPreferences:
    async def test_nothing_is_offered_where_there_is_english_alone(self, world):
        world.bot.languages.known = {}
        shown = (await world.command(world.ann, "preferences")).response
        assert "Language" not in world.text(shown)
        assert "w1:language" not in world.ids(shown)

    async def test_what_is_chosen_of_what_is_offered_goes_before_what_discord_says(self, world, polish):
        shown = (await world.command(world.ben, "preferences")).response
        assert "- Language: **same as Discord**" in world.text(shown)
        assert "<same as Discord|English|Polski>" in world.text(shown)
        press = {"actor": world.ben, "message": world.snapshot(shown), "custom_id": "w1:language"}
        await world.late({**press, "values": ["tlh"]}, {**press, "values": []})
        assert await stored_choices(world) == {}
        assert "- Język: **Polski**" in await choose(world, world.ben, "pl")
        assert "- Language: **English**" in await choose(world, world.ann, "en")
        await world.restart()
        assert await stored_choices(world) == {
            world.ann.id: LanguageChoice("pl", "en"),
            world.ben.id: LanguageChoice(None, "pl"),
        }
        assert "- Język: **Polski**" in await world.told(world.ben, "preferences")
        assert "- Language: **English**" in await world.told(world.ann, "preferences")
        assert "- Język: **jak w Discordzie**" in await choose(world, world.ann, "discord")
        assert "- Language: **same as Discord**" in await choose(world, world.ben, "discord")

    async def test_an_open_hand_changes_to_the_chosen_language(self, world, polish, stack):
        stack(DULL)
        name = await world.sit_down(target=61)
        panel = await world.panel(world.ben, name)
        await choose(world, world.ben, "pl")
        assert "Your hand: " in world.text(panel)
        await world.lay(world.ann, name, "2D", "4H")
        await world.lay(world.ben, name, "2C", "4D", panel=panel)
        await world.take_turn(world.ben, name, panel=panel)
        before = world.text(panel)
        assert "Twoja ręka: " in before
        await world.take_turn(world.ann, name)
        assert "Twoja ręka: " in world.text(panel) != before

    async def test_a_language_that_has_gone_leaves_discords_own(self, world, polish):
        await choose(world, world.ann, "pl")
        world.bot.languages.known = {"de": language("de", {})}
        assert world.bot.languages.of_person(world.ann.id) is None
        polish[world.ann.id] = "de"
        shown = (await world.command(world.ann, "preferences")).response
        assert world.bot.languages.of_person(world.ann.id).name == "de"
        assert "- Language: **same as Discord**" in world.text(shown)


def times_sent(world):
    return sum(one.method == "PUT" and one.path.endswith("/commands") for one in world.env.http_requests)


class TestEachAnswer:
    def test_a_locale_is_found_exactly_or_by_its_language(self):
        brazil, german = language("pt_BR", {}), language("de", {})
        languages = Languages({"pt-BR": brazil, "de": german}, lambda _: None)
        assert languages.of(discord.Locale.brazil_portuguese) is brazil
        assert languages.of("de-AT") is german
        assert languages.of(discord.Locale.british_english) is None
        assert languages.of(None) is None

    async def test_a_table_is_in_the_servers_language_and_a_hand_in_its_holders(self, world):
        pseudo, _ = invented()
        world.bot.languages.known = {"de": pseudo}
        world.bot.get_guild(world.guild.id).preferred_locale = discord.Locale.german
        name = await world.sit_down()
        table, hand = (world.text(message) for message in (world.public(name), await world.panel(world.ann, name)))
        assert accented("discard") in table
        assert "lay away" not in table
        assert "Your hand: " in hand
        assert accented("Your hand") not in hand

    async def test_a_server_that_can_choose_no_language_has_the_hosts(self, world):
        german, guild = language("de", {}), world.bot.get_guild(world.guild.id)
        chosen = Languages({"de": german}, world.bot.get_guild, usual="de")
        assert guild.preferred_locale is discord.Locale.american_english
        assert chosen.of_server(guild) is german
        assert Languages({"de": german}, world.bot.get_guild).of_server(guild) is None
        guild.features = ["COMMUNITY"]
        assert chosen.of_server(guild) is None

    async def test_the_answer_to_a_public_command_is_in_the_servers_language(self, world, discords):
        world.bot.languages.known = {"de": invented()[0]}
        discords[world.ann.id] = "de"
        assert "The month ends" in await world.told(world.ann, "board")
        assert "You're not in a game" not in await world.told(world.ann, "games")

    async def test_discord_gets_descriptions_and_choices_in_every_language(self, world):
        entries = {"List your games, and those here that you can watch": "Deine Spiele", "I count": "Ich zähle"}
        world.bot.languages.known = {"de": language("de", entries)}
        told, _ = await Descriptions(world.bot.languages).payload(world.bot.tree)
        named = [(part["name"], part["type"]) for part in told]
        assert sorted(named) == sorted(set(named)), "Discord refuses all commands where two are the same"
        payload = {part["name"]: part for part in told}
        assert payload["games"]["description_localizations"] == {"de": "Deine Spiele"}
        assert payload["games"]["name_localizations"] == {}
        (counting,) = (option for option in payload["play"]["options"] if option["name"] == "counting")
        assert counting["choices"][0]["name_localizations"] == {"de": "Ich zähle"}
        assert "name_localizations" not in counting["choices"][1]

    async def test_the_shipped_languages_leave_room_in_every_command(self, world):
        """Discord takes 8,000 letters a command, and of a text in several languages it counts the longest."""
        world.bot.languages.known = load_languages(FOLDER)
        for command in (await Descriptions(world.bot.languages).payload(world.bot.tree)).commands:
            assert letters(command) <= 8_000, command["name"]

    async def test_a_number_stands_in_the_name_of_a_choice_in_every_language(self, world):
        world.bot.languages.known = load_languages(FOLDER)
        told = (await Descriptions(world.bot.languages).payload(world.bot.tree)).commands
        (play,) = [command for command in told if command["name"] == "play"]
        (robots,) = [option["choices"] for option in play["options"] if option["name"] == "robot"]
        assert robots[0]["name"] == "Easy robot (1320): a beginner"
        assert robots[0]["name_localizations"]["de"] == "Leichter Roboter (1320): fängt gerade an"

    async def test_a_wordy_language_never_makes_discord_refuse_the_commands(self, world, caplog, monkeypatch):
        monkeypatch.setattr(locale_choice, "MOST_LETTERS", 4_000)
        wordy = language("ru", pseudo_entries(lambda sentence: f"{sentence} {len(sentence) * 'ä'}"))
        world.bot.languages.known = {"de": wordy}
        told, _ = await Descriptions(world.bot.languages).payload(world.bot.tree)
        assert max(map(letters, told)) <= 4_000
        assert any("/league has room for 4000 letters" in record.getMessage() for record in caplog.records)

    async def test_each_start_translates_the_commands_once(self, world, monkeypatch):
        asked, translate = [], Descriptions.translate

        async def counted(self, string, *where):
            asked.append(string)
            return await translate(self, string, *where)

        monkeypatch.setattr(Descriptions, "translate", counted)
        await Descriptions(world.bot.languages).payload(world.bot.tree)
        once = len(asked)
        await world.restart()
        assert len(asked) == 2 * once > 0

    async def test_the_commands_are_sent_again_if_a_description_has_changed(self, folder, world):
        """Each restart reads the languages."""
        told = []
        for description in ("Twoje gry", "Twoje gry", "Gry"):
            entries = {"List your games, and those here that you can watch": description}
            (folder / "pl.po").write_text(po_file("pl", entries), encoding="utf-8")
            before = times_sent(world)
            await world.restart()
            told.append(times_sent(world) > before)
        assert told == [True, False, True]

    @pytest.mark.parametrize(
        ("name", "is_discords"), [("de", True), ("pt-BR", True), ("pt", True), ("zh", True), ("eo", False)]
    )
    def test_a_language_that_discord_does_not_have_is_a_warning(self, caplog, name, is_discords):
        Languages({name: language("de", {})}, lambda _: None)
        assert [f"no language {name}," in told for told in caplog.messages] == [True] * (not is_discords)


def command(**descriptions):
    """Return a command with an option for each description, given as English and its translations."""
    options = [
        {"name": name, "description": english, "description_localizations": dict(others)}
        for name, (english, others) in descriptions.items()
    ]
    return {"name": "play", "description": "Play", "options": options, "choices": None}


class TestTheRoomOfACommand:
    def test_of_each_text_the_longest_language_counts_and_values_do_too(self):
        assert letters(command(a=("1234", {"de": "123456", "fr": "12345"}))) == 8 + 1 + 6
        choice = {"name": "bc", "value": 345, "name_localizations": {"de": "bcd"}}
        assert letters({"name": "a", "choices": [choice]}) == 7

    @pytest.mark.parametrize(("most", "translation"), [(15, "123456"), (1, "12")])
    def test_nothing_is_left_out_where_there_is_room_or_english_alone_is_too_long(self, most, translation):
        payload = command(a=("1234", {"de": translation}))
        assert without_room(payload, most) == set()
        assert payload["options"][0]["description_localizations"] == {"de": translation}

    def test_the_translation_that_takes_most_room_is_left_out_first(self):
        payload = command(a=("1234", {"de": "123456", "fr": "12345"}), b=("abcd", {"de": "abcdefgh", "fr": "abc"}))
        for left_out in (("de", "abcd"), ("de", "1234"), ("fr", "1234")):
            assert without_room(payload, letters(payload) - 1) == {left_out}

    def test_two_languages_of_one_text_rather_than_one_of_each(self):
        payload = command(a=("1", {"de": "123456", "fr": "123456"}), b=("a", {"de": "ab"}), c=("x", {"de": "xy"}))
        assert without_room(payload, letters(payload) - 3) == {("de", "1"), ("fr", "1")}
