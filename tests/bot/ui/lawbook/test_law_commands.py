"""/law, /rules, /help and the button "Why?", in a channel and in private, with good input and bad."""

import pytest
from simcord.components import walk_components

from bot.models.agreement import ServerSettings
from bot.storage import preferences
from bot.ui.lawbook import tutorial
from bot.ui.lawbook.law_page import Why, name_of, why_button, why_page
from engine.laws import Law
from engine.presets import PRESETS
from tests.support.league_steps import refusal


class TestLaw:
    @pytest.mark.parametrize("where", [None, "dm"])
    async def test_by_its_number(self, world, where):
        shown = await world.command(world.cy, "law", law="19", where=where)
        assert shown.ephemeral
        text = world.text(shown.response)
        assert text.startswith("**Law 19: Too many points**\n")
        assert "**Source:** the Encyclopaedia of 1877, law 19." in text
        assert "In your game" not in text

    async def test_as_it_holds_at_ones_own_table_unless_there_are_several(self, world):
        await world.sit_down(preset="bicycle")
        text = await world.told(world.ann, "law", law="overscored")
        assert "**In your game:** The extra points come off, and nobody gets them." in text
        assert "In your game" not in await world.told(world.cy, "law", law="overscored")
        await world.sit_down()
        assert "In your game" not in await world.told(world.ann, "law", law="overscored")

    async def test_of_no_law(self, world):
        said = "I can't find a law called 'mugins'. Did you mean Muggins?"
        assert await refusal(world, world.cy, "law", law="mugins") == said
        for typed in ("   ", "🤡", "x" * 6000, "'; DROP TABLE tables", "@everyone **bold**"):
            assert len(await refusal(world, world.cy, "law", law=typed)) < 250

    async def test_suggested_by_number_by_name_and_by_a_word(self, world):
        async def suggested(typed):
            found = await world.cy.autocomplete(world.channel, "law", "law", typed)
            return {choice["value"]: choice["name"] for choice in found}

        assert (await suggested("19")).items() >= {("overscore", "Law 19: Too many points")}
        assert (await suggested("law 19")).items() >= {("false_game", "Law 19: Wrong claim to win")}
        numbers = [Law(value).number for value in await suggested("1")]
        assert numbers == [1, *range(10, 20), 19]
        assert next(iter(await suggested("heel"))) == "his_heels"
        assert "muggins" in await suggested("miss")
        assert "false_go" in await suggested("adversary")
        assert len(await suggested("")) == 25
        assert await suggested("xyzzy") == {}


class TestRules:
    async def test_of_the_game_that_is_played(self, world):
        await world.sit_down(target=61, muggins=True, best_of=5, turn_time=180, when_time_is_up="forfeit")
        shown = await world.command(world.ann, "rules")
        assert shown.ephemeral
        text = world.text(shown.response)
        assert text.startswith("**House rules** (`house`)")
        assert "First to 61 points wins" in text
        assert "Muggins: points you miss go to your opponent" in text
        assert "More options" not in text
        assert "It's a match: first to 3 games. " in text
        assert "Clock: 3 minutes per turn. When your time is up, you lose." in text

    async def test_of_a_preset_however_it_is_typed(self, world):
        text = await world.told(world.cy, "rules", preset=" Crib-Derby ")
        assert "(`crib-derby`)" in text
        assert "**More options in `/play`:**" in text

    async def test_without_a_game_all_presets_that_of_the_server_first(self, world):
        for where in (None, "dm"):
            text = await world.told(world.cy, "rules", where=where)
            assert text.startswith("- `house` **House rules**")
            for preset in PRESETS:
                assert f"`{preset}`" in text
        await preferences.put_server(world.bot.context.tables.database, ServerSettings(world.guild.id, "acc"))
        text = await world.told(world.cy, "rules")
        assert text.startswith("- `acc` **Tournament rules**")
        assert text.count("*(default)*") == 1
        assert (await world.told(world.cy, "rules", where="dm")).startswith("- `house` ")

    async def test_for_another_number_of_players(self, world):
        shown = (await world.command(world.cy, "rules", preset="crib-derby")).response
        assert "2 players. You get 6 cards" in world.text(shown)
        assert "**In a match:**" not in world.text(shown)
        await world.at(world.cy, shown).click(shown, label="4 players")
        text = world.text(shown)
        assert "4 players. You get 5 cards and discard 1. Partners share a score.\n" in text
        assert "- **First deal:** Every game begins with a cut for deal.\n" in text
        assert "**In a match:** The first game begins with a cut for deal. In the next game, the player on the" in text
        assert "[4 players (off)]" in text

    @pytest.mark.parametrize("where", [None, "dm"])
    async def test_compared_with_the_book_page_by_page(self, world, where):
        shown = (await world.command(world.cy, "rules", preset="acc", where=where)).response
        before = world.text(shown)
        pressed = await world.at(world.cy, shown).click(shown, label="Compare with the book")
        book = pressed.response
        assert pressed.ephemeral
        assert book.id != shown.id
        assert world.text(shown) == before
        assert world.text(book).startswith("**Tournament rules and the book** (1 of 3)")
        assert "- **Judges** (rule 11.4): If the players don't agree, judges decide." in world.text(book)
        await world.restart()
        await world.at(world.cy, book).click(book, label="Next")
        assert world.text(book).startswith("**Tournament rules and the book** (2 of 3)")
        await world.at(world.cy, book).click(book, label="Next")
        assert "- **Wrong challenge** (rule 8.4)" in world.text(book)
        assert "[Next (off)]" in world.text(book)
        await world.at(world.cy, book).click(book, label="Back")
        assert world.text(book).startswith("**Tournament rules and the book** (2 of 3)")

    async def test_the_book_of_the_game_that_is_played_unless_there_are_several(self, world):
        await world.sit_down(preset="bicycle")
        shown = (await world.command(world.ann, "rules")).response
        pressed = await world.at(world.ann, shown).click(shown, label="Compare with the book")
        assert "The book is the US rules." in world.text(pressed.response)
        await world.sit_down()
        assert "You have several games" in await refusal(world, world.ann, "rules")

    async def test_a_button_of_no_preset_or_page(self, world):
        shown = (await world.command(world.cy, "rules", preset="acc")).response
        for custom_id in ("book1:whist", "book1:acc.²", "rules1:acc.3", "rules1:club", "rules1:"):
            (late,) = await world.late({"actor": world.cy, "message": world.snapshot(shown), "custom_id": custom_id})
            assert "That button has expired" in world.text(late.response), custom_id
        book = (await world.at(world.cy, shown).click(shown, label="Compare with the book")).response
        for custom_id, number in (("book1:acc.99", 3), ("book1:acc.1", 2)):
            await world.late({"actor": world.cy, "message": world.snapshot(book), "custom_id": custom_id})
            assert world.text(book).startswith(f"**Tournament rules and the book** ({number} of 3)")


class TestHelp:
    @pytest.mark.parametrize("where", [None, "dm"])
    async def test_the_first_deal_step_by_step_to_a_real_game_over_restarts(self, world, where):
        shown = (await world.command(world.cy, "help", where=where)).response
        assert world.stored(shown).is_ephemeral
        for number, step in enumerate(tutorial.STEPS):
            assert world.text(shown).startswith(f"**{step.title}** ({number + 1} of 8)\n\n{step.paragraphs[0][:6]}")
            for tried, choice in enumerate(step.choices):
                if choice.wrong:
                    await world.press(world.cy, shown, f"s{number}.{tried}")
                    assert choice.wrong[:9] in world.text(shown)
                    assert step.paragraphs[0][:6] not in world.text(shown)
            await world.restart()
            if number < 7:
                await world.press(world.cy, shown, f"s{number + 1}")
        assert "[Now a real game]" in world.text(shown)
        assert "Who do you want to play?" in world.text((await world.press(world.cy, shown, "start")).response)

    async def test_a_page_that_was_asked_for_another_from_the_menu_and_back_to_the_steps(self, world):
        shown = (await world.command(world.cy, "help", page=8)).response
        assert world.text(shown).startswith(f"**{tutorial.PAGES[8].title}**\n")
        await world.cy.select(shown, ["6"], custom_id="h1:contents")
        assert world.text(shown).startswith("**The starter**\n")
        await world.cy.click(shown, label="First deal (90 seconds)")
        assert world.text(shown).startswith("**How to play** (1 of 8)")
        assert await world.bot.context.accounts.players.find(world.cy.id) is None, "who reads is not stored"

    async def test_the_last_page_has_links_that_add_the_bot_and_those_that_its_host_has_published(self, world):
        own = f"https://discord.com/oauth2/authorize?client_id={world.bot.application.id}&scope="
        for published in (
            {},
            {"terms_of_service_url": "https://a.example/t", "privacy_policy_url": "https://a.example/p"},
        ):
            for name, url in published.items():
                setattr(world.bot.application, name, url)
            shown = (await world.command(world.cy, "help", page=len(tutorial.PAGES) - 1)).response
            parts = walk_components(world.stored(shown).components)
            invite, add, *rest = (part["url"] for part in parts if "url" in part)
            assert rest == [*published.values()]
            assert invite.startswith(own + "bot+applications.commands&permissions=")
            assert add == own + "applications.commands&integration_type=1"

    async def test_the_buttons_of_the_help_of_fourteen_pages_still_turn_to_a_page(self, world):
        shown = (await world.command(world.cy, "help")).response
        old = {f"h1:{number}": number for number in range(14)}
        for custom_id, page in {
            **old,
            "h1:99": -1,
            "h1:what": 0,
            "h1:13": 13,
            "h1:": 0,
            "h1:²": 0,
            "h1:s7.1": 4,
        }.items():
            await world.late({"actor": world.cy, "message": world.snapshot(shown), "custom_id": custom_id})
            assert world.text(shown).startswith(f"**{tutorial.PAGES[page].title}**"), custom_id

    @pytest.mark.parametrize("with_pictures", [True])
    async def test_every_step_has_a_picture_except_for_players_who_chose_text(self, world):
        shown = (await world.command(world.cy, "help")).response
        for number in range(len(tutorial.STEPS)):
            (file,) = world.stored(shown).attachments
            assert file["filename"].endswith(".png")
            if number + 1 < len(tutorial.STEPS):
                await world.press(world.cy, shown, f"s{number + 1}")
        await world.cy.select(shown, ["7"], custom_id="h1:contents")
        assert not world.stored(shown).attachments
        preferences = (await world.command(world.cy, "preferences")).response
        await world.press(world.cy, preferences, "pictures")
        shown = (await world.command(world.cy, "help")).response
        assert not world.stored(shown).attachments
        assert "The first to 121 points wins" in world.text(shown)

    async def test_every_command_is_named_with_what_it_does(self, world):
        text = await world.told(world.cy, "help", page=len(tutorial.PAGES) - 1)
        for command in world.ann.available_commands(world.channel):
            noun, *subs = command.split()
            of_many = f"`/{noun}" in text and all(f" {sub}" in text for sub in subs)
            assert f"`/{command}` " in text or of_many, command
        assert "`/hand` See your cards" in text


class TestWhy:
    """The button that explains the laws behind a verdict."""

    def test_it_names_each_law_and_leaves_out_those_that_do_not_fit(self):
        assert all(Why.read(why_button([law]).custom_id) == Why((law,)) for law in Law)
        button = why_button(list(Law))
        assert Why.read(button.custom_id).laws[:5] == tuple(Law)[:5]
        assert len(button.custom_id) <= 100

    def test_it_says_what_a_law_says_and_where_it_is_written(self):
        for law in Law:
            page, more = why_page([law])
            name, sentence, source = page.splitlines()
            assert (name, sentence) == (f"**{name_of(law)}**", law.sentence)
            assert source.startswith("-# Source: ")
            assert "`/law`" in more

    async def test_it_is_for_the_player_who_pressed_and_comes_after_a_restart_too(self, world):
        shown = (await world.command(world.cy, "rules", preset="acc")).response
        await world.restart()
        custom_id = why_button([Law.OVERSCORE, Law.MUGGINS]).custom_id
        (pressed,) = await world.late({"actor": world.cy, "message": world.snapshot(shown), "custom_id": custom_id})
        assert pressed.ephemeral
        for law in (Law.OVERSCORE, Law.MUGGINS):
            assert law.sentence in world.text(pressed.response)
        for forged in ("why1:", "why1:no_law", "why1:fifteen.", "why1:fifteen.no_law"):
            (pressed,) = await world.late({"actor": world.cy, "message": world.snapshot(shown), "custom_id": forged})
            assert pressed.ephemeral
            assert "/table" in world.text(pressed.response), forged
