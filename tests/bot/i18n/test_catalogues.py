"""Languages: one catalogue of every sentence, translations that are read from files, and nothing said past them."""

import json

import discord
import pytest

from bot.i18n.catalogues import CATALOGUE, FOLDER, LanguageError, read, shipped
from bot.i18n.translation import Language, current_language, gettext, ngettext, pgettext, set_language, using_language
from bot.ui.core.locale_choice import FOR_ALL, Descriptions, Languages
from bot.ui.core.words import points
from bot.ui.lawbook.tutorial import PAGES
from engine.presets import PRESETS
from tests.support import write_catalogue
from tests.support.pseudo_language import english, invented, translated
from tests.support.stacked_packs import Deal

OLD = Language("xx", {"It is {who}.": "{who} est.", "1 card": "una", "{number} cards": "{number} chartae", "Play": ""})
FIVES = Deal("5H 5D 5C JS 2C 3D", "6D 6H 9S 9C TD KH", "5S")
DULL = Deal("2C 4D 6H 8S TC QD", "2D 4H 6S 8C TD QH", "KS")
NAMES = ("Ann", "Ben", "Cy", "Dan", "Robin", "Clubman", "Boss", "Winter", "UTC", "easy")


@pytest.fixture
def tongue(world):
    """The bot speaks the made-up language to everybody; what is missing in it."""
    language, missed = invented()
    world.bot.languages.known = {"en": language}
    return missed


def unsaid(world, *typed):
    """What the bot has said in English all the same; ``typed`` are words that are told as somebody types them."""
    return english(world.env.http_requests, (*NAMES, *typed))


class TestSaying:
    def test_english_is_said_as_it_stands(self):
        assert gettext("It is {who}.", who="Ann") == "It is Ann."
        assert gettext("Braces {so} stay where nothing is put in.") == "Braces {so} stay where nothing is put in."

    def test_another_language_says_its_own_and_english_for_what_it_lacks(self):
        with using_language(OLD):
            assert gettext("It is {who}.", who="Ann") == "Ann est."
            assert gettext("Play") == "Play"
            assert gettext("Pass") == "Pass"
        assert current_language() is None

    def test_one_and_many(self):
        assert [ngettext("1 card", "{number} cards", many) for many in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
        with using_language(OLD):
            assert [ngettext("1 card", "{number} cards", many) for many in (1, 2)] == ["una", "2 chartae"]

    def test_where_english_has_one_word_for_two_things_another_language_has_two(self):
        both = Language("xx", {"Count": "Summa", "Count [the button]": "Numera", "Pass [the verb]": ""})
        assert (
            pgettext(
                "the button",
                "Count",
            )
            == "Count"
        )
        with using_language(both):
            assert [
                gettext("Count"),
                pgettext(
                    "the button",
                    "Count",
                ),
            ] == ["Summa", "Numera"]
            assert (
                pgettext(
                    "the verb",
                    "Pass",
                )
                == "Pass"
            )
        with using_language(Language("xx", {"Count": "Summa"})):
            assert (
                pgettext(
                    "the button",
                    "Count",
                )
                == "Summa"
            )

    def test_a_language_is_spoken_within_another(self):
        set_language(OLD)
        with using_language(None):
            assert gettext("It is {who}.", who="Ann") == "It is Ann."
        assert gettext("It is {who}.", who="Ann") == "Ann est."
        set_language(None)


class TestReading:
    def test_the_catalogue_that_is_shipped_holds_every_sentence_of_the_program(self):
        told = "out of date: python -m tests.support.write_catalogue"
        assert (FOLDER / CATALOGUE).read_text(encoding="utf-8") == write_catalogue.written(), told

    def test_it_tells_in_which_sense_a_word_is_meant(self):
        assert '\n"Count" = ""\n' in write_catalogue.written()
        assert '\n"Count [the button]" = ""\n' in write_catalogue.written()

    def test_a_copy_of_the_catalogue_is_a_language_with_nothing_in_it(self, tmp_path):
        (tmp_path / "de.toml").write_text(write_catalogue.written(), encoding="utf-8")
        known = shipped(tmp_path)
        assert known["de"].name == "de"
        assert {*known["de"].sentences, *write_catalogue.counted()} == set(write_catalogue.collected())
        with using_language(known["de"]):
            assert points(2) == "2 points"

    def test_a_file_that_is_dropped_in_is_spoken(self, tmp_path):
        (tmp_path / "de.toml").write_text('"{number} points" = "{number} Punkte"\n', encoding="utf-8")
        with using_language(shipped(tmp_path)["de"]):
            assert points(2) == "2 Punkte"
            assert points(1) == "1 point"

    @pytest.mark.parametrize(
        ("line", "complaint"),
        [
            ('"{number} points" = "{numero} Punkte"', "must have the placeholders"),
            ('"{number} points" = "Punkte"', "must have the placeholders"),
            ('"{number} points" = "{number.__class__} Punkte"', "must have the placeholders"),
            ('"{share:.2f} a game" = "{share} je Spiel"', "{share:.2f}"),
            ('"{number} points" = "{number Punkte"', "must have the placeholders"),
            ('"Nothing" = "Nichts {number}"', "and no others: none"),
            ('"Nothing" = 3', "is no sentence in quotation marks"),
            ('"Nothing" =', "cannot be read"),
        ],
    )
    def test_a_file_whose_placeholders_differ_is_refused(self, tmp_path, line, complaint, at_error):
        file = tmp_path / "de.toml"
        file.write_text(f"{line}\n", encoding="utf-8")
        with pytest.raises(LanguageError) as refusal:
            read(file)
        assert complaint in str(refusal.value)
        assert str(refusal.value).startswith("de.toml")
        at_error.append("a language is not spoken: de.toml")
        assert shipped(tmp_path) == {}

    def test_no_sentence_of_the_catalogue_is_refused_in_strange_letters(self, tmp_path):
        language, _ = invented()
        told = {**language.sentences, **language.counted}
        lines = (f"{json.dumps(one)} = {json.dumps(told[one])}" for one in write_catalogue.collected())
        (tmp_path / "xx.toml").write_text("\n".join(lines), encoding="utf-8")
        read(tmp_path / "xx.toml")


class TestChoosing:
    def test_a_locale_is_met_exactly_or_by_its_language(self):
        brazil, german = Language("pt-BR", {}), Language("de", {})
        languages = Languages({"pt-BR": brazil, "de": german})
        assert languages.of(discord.Locale.brazil_portuguese) is brazil
        assert languages.of("de-AT") is german
        assert languages.of(discord.Locale.british_english) is None
        assert languages.of(None) is None

    async def test_a_table_is_told_in_the_servers_language_and_a_hand_in_its_holders(self, world):
        language, _ = invented()
        world.bot.languages.known = {"de": language}
        world.bot.get_guild(world.guild.id).preferred_locale = discord.Locale.german
        name = await world.sit_down()
        table, hand = (world.text(message) for message in (world.public(name), await world.panel(world.ann, name)))
        assert translated("to lay away") in table
        assert "lay away" not in table
        assert "Your hand: " in hand
        assert translated("Your hand") not in hand

    async def test_who_plays_in_private_is_told_in_the_language_in_which_he_pressed(self, world):
        language, _ = invented()
        world.bot.languages.known = {"en": language}
        name = await world.against_robot()
        assert translated("Your hand") in world.text(world.table_in(world.dm(world.ann)))
        assert world.is_open(name)
        assert translated("cannot be read") in await world.whisper(world.ann, "satisfied 7")

    def test_the_commands_whose_answers_all_see_are_commands(self, world):
        assert {command.qualified_name for command in world.bot.tree.walk_commands()} >= FOR_ALL

    async def test_discord_is_told_what_commands_do_in_every_language(self, world):
        german = Language("de", {"Your games: whose turn it is in each, and those that were put off": "Deine Spiele"})
        world.bot.languages.known = {"de": german}
        translator = Descriptions(world.bot.languages)
        await world.bot.tree.set_translator(translator)
        games = world.bot.tree.get_command("games")
        payload = await games.get_translated_payload(world.bot.tree, translator)
        assert payload["description_localizations"] == {"de": "Deine Spiele"}
        assert payload["name_localizations"] == {}

    async def test_choices_are_called_in_every_language_what_they_are(self, world):
        german = Language("de", {"a thread of its own": "ein eigener Thread"})
        world.bot.languages.known = {"de": german}
        translator = Descriptions(world.bot.languages)
        await world.bot.tree.set_translator(translator)
        payload = await world.bot.tree.get_command("play").get_translated_payload(world.bot.tree, translator)
        (where,) = (option for option in payload["options"] if option["name"] == "where")
        assert where["choices"][0]["name_localizations"] == {"de": "ein eigener Thread"}
        assert "name_localizations" not in where["choices"][1]


class TestNothingIsSaidPastTheCatalogue:
    """The log of a league is kept in English, and nothing else is said so."""

    async def test_in_a_whole_game_with_a_referee(self, world, tongue):
        name = await world.sit_down(target=61)
        await world.play_until(name, one_panel=False)
        for command in ("games", "stats", "preferences"):
            await world.command(world.ann, command)
        assert unsaid(world) == set()
        assert tongue == set()

    async def test_in_a_game_in_which_they_challenge_each_other(self, world, stack, tongue):
        stack(FIVES, DULL, FIVES)
        name = await world.sit_down(preset="britannica", muggins=True, target=61, where="here")
        while world.is_open(name):
            actor = world.asked(name)[0]
            view = world.game(name).view(None)
            if view.window is not None and view.window.what != "play":
                await world.press(actor, world.public(name), "many" if view.window.declared else "satisfied")
            elif view.stage == "show" and actor is world.ann:
                await world.declare(actor, name, min(29, world.true_count(name) + 2))
            else:
                await world.take_turn(actor, name)
        await world.press(world.ann, world.table_in(world.channel), "review")
        assert unsaid(world) == set()
        assert tongue == set()

    async def test_in_private_with_a_robot_by_typing(self, world, tongue):
        helped = (await world.command(world.ben, "help")).response
        await world.press(world.ben, helped, "lesson")
        for typed in (
            "hello",
            "5h 5d 5c js 5s",
            "is 5h 5d 5c js + 5s 28?",
            "zz 5h",
            "go",
            "lay",
            "lay 2c",
            "12",
            "resign",
        ):
            await world.whisper(world.ben, typed)
        name = world.name_on(world.table_in(world.dm(world.ben)))
        await world.play_until(name, one_panel=False)
        assert unsaid(world, "hello", "zz") == set()
        assert tongue == set()

    async def test_in_help_and_laws_and_counting(self, world, tongue):
        for number in range(len(PAGES)):
            await world.command(world.ann, "help", page=number)
        for law in ("19", "his heels", "fifteen", "misdeal", "nobs", "99", "card"):
            await world.command(world.ann, "law", law=law)
        for preset in PRESETS:
            await world.command(world.ann, "rules", preset=preset)
        await world.command(world.ann, "rules")
        for cards in (
            "5h 5d 5c js",
            "4h 5d 5c 6s jd td",
            "play 8 j 6 5 a a",
            "5 5 5 j + 5",
            "5h",
            "5h 5h 6c 7d 8s",
            "x",
        ):
            await world.command(world.ann, "score", hand=cards)
        for what in ("hand", "crib", "play"):
            dealt = await world.command(world.ann, "practice", what=what, level="expert", timed=True)
            await world.press(world.ann, dealt.response, "show")
            await world.press(world.ann, dealt.response, "tally")
        commands = (part for command in world.bot.tree.walk_commands() for part in command.name.split("-"))
        assert unsaid(world, "card", "none", "lurch", "skunk", "skunks", *commands) == set()
        assert tongue == set()

    async def test_in_a_league(self, world, boss, tongue):
        await boss.slash(world.channel, "league create", name="Winter", format="single", minimum=1)
        for one in (world.ann, world.ben, world.cy):
            await world.command(one, "league join")
        await world.command(boss, "league manage start")
        entered = await world.command(world.ann, "league enter", opponent=world.ben, mine=121, theirs=97)
        (confirm,) = (one for one in world.ids(entered.response) if one.startswith("l1:confirm"))
        await world.ben.click(entered.response, custom_id=confirm)
        await world.command(world.cy, "league enter", opponent=world.ben, mine=12, theirs=97)
        for what in ("table", "fixtures", "player", "ratings", "list", "history", "confirm", "leave", "export"):
            await world.command(world.ann, f"league {what}")
        for what in ("settings", "claims", "manager", "playoffs", "close"):
            await world.command(boss, f"league manage {what}")
        await world.command(world.ann, "league manage start")
        assert unsaid(world, "games") == set()
        assert tongue == set()

    @pytest.mark.parametrize("with_pictures", [True])
    async def test_in_the_words_of_pictures(self, world, tongue):
        name = await world.sit_down(target=61)
        await world.play_until(name, one_panel=False)
        await world.command(world.ann, "practice", what="hand", level="club")
        assert any("media" in str(request.json) for request in world.env.http_requests)
        assert unsaid(world) == set()
        assert tongue == set()
